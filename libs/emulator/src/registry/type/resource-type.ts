import type { Cause } from '../../server/answer/api-error.js';
import type { Encoder } from '../../storage/change.js';
import type { JsonObject, KubeObject } from '../../storage/kube-object.js';
import type { FieldShape } from '../../ownership/field-shape.js';
import type { Admission } from './admission.js';

/** One column of a `Table` answer. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
  /** Of a built-in kind that shows what no path names. */
  readonly text?: (object: KubeObject) => string;
  /** Of a built-in kind whose value stands at one of several places. */
  readonly value?: (object: KubeObject) => unknown;
}

/** What a schema does to objects of one version. Implemented by the structural schema; absent for built-in kinds. */
export interface ObjectSchema {
  /** Drops what the schema does not know; gives the paths that were dropped. */
  prune(object: JsonObject): string[];
  /** Drops nulls that are not allowed, in place; what is applied keeps them, to be refused. */
  dropNulls(object: JsonObject): void;
  /** Fills in defaults, in place: the caller hands in a copy of its own. */
  fillDefaults(object: JsonObject): void;
  /** All faults of the object; `old` is the state before, for transition rules. */
  validate(object: JsonObject, old: JsonObject | undefined): Cause[];
  /** What is told beside faults that kept the schema's rules from being checked. */
  unchecked(faults: readonly Cause[]): Cause[];
  /** The schema as it was written, for OpenAPI. */
  readonly source: JsonObject;
}

/** One served version of a resource. */
export interface ResourceVersion {
  readonly name: string;
  readonly schema: ObjectSchema | undefined;
  readonly hasStatus: boolean;
  /** How the fields of its objects are owned. */
  readonly shape: FieldShape;
  readonly columns: readonly Column[];
  readonly deprecationWarning?: string;
  /** How stored objects are shown in this version. */
  readonly encoder: Encoder;
  /** The stored object as this version shows it. */
  fromStorage(object: KubeObject): KubeObject;
  /** What a client sent in this version, as it is stored. */
  toStorage(object: KubeObject): KubeObject;
}

/** A resource as some logical cluster serves it: names, versions, rules and where it is stored. */
export interface ResourceType {
  readonly group: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** Preferred first. */
  readonly versions: readonly ResourceVersion[];
  readonly verbs: readonly string[];
  /** Strategic merge patches are for built-in kinds only. */
  readonly origin: 'builtin' | 'custom';
  /** Served because of an APIBinding; its objects go with the binding, not with the workspace's own content. */
  readonly isBound: boolean;
  /** Key of the collection that holds the objects. */
  readonly collectionKey: string;
  /** Names may be any path segment (`system:node`), or must be DNS names, or one label of them. */
  readonly names: 'dns' | 'label' | 'path';
  /** Which names finalizers may have. */
  readonly finalizers: 'any' | 'standard';
  /** Whether a replacement has to say which version it replaces. */
  readonly replacedByVersion: boolean;
  /** A replacement of what is not there creates it. */
  readonly createdByUpdate: boolean;
  readonly admission: Admission;
}

/** A type together with the version that the request named. */
export interface ServedResource {
  readonly type: ResourceType;
  readonly version: ResourceVersion;
}

/** The `apiVersion` of a group and version. */
export function apiVersionOf(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The group and version in an `apiVersion`. */
export function readApiVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? { group: '', version: apiVersion } : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** The version of a type by name, if it is served. */
export function versionOf(type: ResourceType, name: string): ResourceVersion | undefined {
  return type.versions.find((version) => version.name === name);
}
