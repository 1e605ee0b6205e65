import { StructuralSchema } from '../../schema/structural-schema.js';
import type { Encoder } from '../../storage/change.js';
import { copyJson } from '../../storage/json/copy-json.js';
import { objectAt, objectsAt, textAt, textsAt, type JsonObject, type KubeObject } from '../../storage/kube-object.js';
import { shapeFor } from '../field-ownership.js';
import type { Admission } from './admission.js';
import { apiVersionOf, type Column, type ResourceType, type ResourceVersion } from './resource-type.js';

/** The verbs of every custom resource, in the order in which Kubernetes names them. */
export const CUSTOM_VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'] as const;

/** Where a custom resource comes from: the common part of a CRD and an APIResourceSchema. */
export interface CustomResourceSource {
  readonly group: string;
  readonly names: JsonObject;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly versions: readonly CustomVersionSource[];
  readonly collectionKey: string;
  /** Present where objects may have been stored by another schema too. */
  readonly succession?: SchemaSuccession;
  readonly isBound: boolean;
  readonly pathNames: boolean;
  readonly admission: Admission;
}

/** A schema among those that have served one collection. */
export interface SchemaSuccession {
  /** Its place among them, from 0 on. */
  readonly position: number;
  /** Whether there were several up to now: then what is read is pruned and gets defaults, as when kcp reads it from etcd. */
  readonly hasSeveral: () => boolean;
}

/** One version of it; `schema` is the JSONSchemaProps object itself. */
export interface CustomVersionSource {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly schema: JsonObject;
  readonly hasStatus: boolean;
  readonly columns: readonly Column[];
  readonly deprecationWarning?: string;
}

/**
 * Makes a served type of a CRD or APIResourceSchema.
 * @throws SchemaProblem when a schema in it is not structural or a rule cannot be evaluated
 */
export function customResource(source: CustomResourceSource): ResourceType {
  const kind = textAt(source.names.kind) ?? '';
  const storageVersion = source.versions.find((version) => version.storage) ?? source.versions[0];
  const storageApiVersion = apiVersionOf(source.group, storageVersion?.name ?? '');
  return {
    group: source.group,
    plural: textAt(source.names.plural) ?? '',
    singular: textAt(source.names.singular) ?? kind.toLowerCase(),
    kind,
    listKind: textAt(source.names.listKind) ?? `${kind}List`,
    scope: source.scope,
    shortNames: textsAt(source.names.shortNames),
    categories: textsAt(source.names.categories),
    versions: source.versions.filter((version) => version.served).map((version) => customVersion(source, version, storageApiVersion)),
    verbs: CUSTOM_VERBS,
    origin: 'custom',
    isBound: source.isBound,
    collectionKey: source.collectionKey,
    names: source.pathNames ? 'path' : 'dns',
    finalizers: 'any',
    replacedByVersion: true,
    createdByUpdate: false,
    admission: source.admission,
  };
}

function customVersion({ group, succession }: CustomResourceSource, source: CustomVersionSource, storageApiVersion: string): ResourceVersion {
  const schema = new StructuralSchema(source.schema);
  const apiVersion = apiVersionOf(group, source.name);
  const isStorage = apiVersion === storageApiVersion;
  const isAsStored = (): boolean => isStorage && succession?.hasSeveral() !== true;
  const fromStorage = (object: KubeObject): KubeObject => (isAsStored() ? object : shownIn(apiVersion, schema, object));
  return {
    name: source.name,
    schema,
    hasStatus: source.hasStatus,
    shape: shapeFor(schema.root),
    columns: source.columns,
    ...(source.deprecationWarning === undefined ? {} : { deprecationWarning: source.deprecationWarning }),
    encoder: encoderOf(`${source.name}#${succession?.position ?? 0}`, fromStorage),
    fromStorage,
    toStorage: isStorage ? sameObject : (object) => ({ ...object, apiVersion: storageApiVersion }),
  };
}

/** An encoder for objects shown by this function. */
export function encoderOf(version: string, fromStorage: (object: KubeObject) => KubeObject): Encoder {
  return { key: version, encode: (object) => JSON.stringify(fromStorage(object)) };
}

function sameObject(object: KubeObject): KubeObject {
  return object;
}

function shownIn(apiVersion: string, schema: StructuralSchema, object: KubeObject): KubeObject {
  const shown: KubeObject = { ...copyJson(object), apiVersion };
  schema.prune(shown);
  schema.dropNulls(shown);
  schema.fillDefaults(shown);
  return shown;
}

/** Reads `versions[]` of a CRD (`schema.openAPIV3Schema`) or of an APIResourceSchema (`schema`). */
export function readVersions(versions: unknown, schemaOf: (version: JsonObject) => JsonObject): CustomVersionSource[] {
  return objectsAt(versions).map((version) => ({
    name: textAt(version.name) ?? '',
    served: version.served === true,
    storage: version.storage === true,
    schema: schemaOf(version),
    hasStatus: objectAt(version.subresources).status !== undefined,
    columns: readColumns(version.additionalPrinterColumns),
    ...(version.deprecated === true ? { deprecationWarning: textAt(version.deprecationWarning) ?? 'this version is deprecated' } : {}),
  }));
}

function readColumns(columns: unknown): Column[] {
  return objectsAt(columns).map((column) => ({
    name: textAt(column.name) ?? '',
    type: textAt(column.type) ?? 'string',
    jsonPath: textAt(column.jsonPath) ?? '',
    ...(typeof column.format === 'string' ? { format: column.format } : {}),
    ...(typeof column.description === 'string' ? { description: column.description } : {}),
    ...(typeof column.priority === 'number' ? { priority: column.priority } : {}),
  }));
}
