import { apiVersionOf, type Column, type ResourceType, type ResourceVersion } from './resource-type.js';
import { CUSTOM_VERBS, encoderOf } from './custom-resource.js';
import { shapeFor } from '../field-ownership.js';
import { resourceKey } from './catalog.js';
import type { Admission } from './admission.js';
import type { KubeObject } from '../../storage/kube-object.js';

/** A built-in resource as the table below writes it down. */
export interface BuiltinSpec {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly shortNames?: readonly string[];
  readonly hasStatus?: boolean;
  readonly names?: ResourceType['names'];
  readonly verbs?: readonly string[];
  readonly finalizers?: ResourceType['finalizers'];
  readonly replacedByVersion?: boolean;
  readonly createdByUpdate?: boolean;
  readonly columns?: readonly Column[];
  readonly admission?: Admission;
  /** Where the objects are stored, when not under the resource's own name. */
  readonly collectionKey?: string;
  readonly fromStorage?: (object: KubeObject) => KubeObject;
  readonly toStorage?: (object: KubeObject) => KubeObject;
  /** Further versions, with their conversions. */
  readonly more?: readonly Conversion[];
}

/** A version whose objects differ in form from the stored ones. */
export interface Conversion {
  readonly version: string;
  fromStorage(object: KubeObject): KubeObject;
  toStorage(object: KubeObject): KubeObject;
}

const BUILTIN_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'] as const;

/** The type of a built-in resource. */
export function builtinType(spec: BuiltinSpec): ResourceType {
  const main: Conversion = { version: spec.version, fromStorage: spec.fromStorage ?? same, toStorage: spec.toStorage ?? same };
  return {
    group: spec.group,
    plural: spec.plural,
    singular: spec.kind.toLowerCase(),
    kind: spec.kind,
    listKind: `${spec.kind}List`,
    scope: spec.scope,
    shortNames: spec.shortNames ?? [],
    categories: isKcpKind(spec) ? ['kcp'] : [],
    versions: [main, ...(spec.more ?? [])].map((conversion) => builtinVersion(spec, conversion)),
    verbs: spec.verbs ?? (isKcpKind(spec) ? CUSTOM_VERBS : BUILTIN_VERBS),
    origin: 'builtin',
    isBound: false,
    collectionKey: spec.collectionKey ?? resourceKey(spec.group, spec.plural),
    names: spec.names ?? 'dns',
    finalizers: spec.finalizers ?? (isKcpKind(spec) ? 'any' : 'standard'),
    replacedByVersion: spec.replacedByVersion ?? isKcpKind(spec),
    createdByUpdate: spec.createdByUpdate ?? false,
    admission: spec.admission ?? {},
  };
}

/** kcp's own kinds are custom resources there, which shows in small things. */
export function isKcpKind({ group }: { readonly group: string }): boolean {
  return group.endsWith('.kcp.io');
}

function builtinVersion(spec: BuiltinSpec, conversion: Conversion): ResourceVersion {
  return {
    name: conversion.version,
    schema: undefined,
    hasStatus: spec.hasStatus === true,
    shape: shapeFor(undefined),
    columns: spec.columns ?? [],
    encoder: encoderOf(apiVersionOf(spec.group, conversion.version), conversion.fromStorage),
    fromStorage: conversion.fromStorage,
    toStorage: conversion.toStorage,
  };
}

function same(object: KubeObject): KubeObject {
  return object;
}
