/** The schemas of what every object has, as OpenAPI tells them: `kubectl explain` goes through them by name and type. */
import type { JsonObject } from '../../storage/kube-object.js';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const CONVENTIONS = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md';

const text: JsonObject = { type: 'string' };
const number: JsonObject = { type: 'integer', format: 'int64' };
const flag: JsonObject = { type: 'boolean' };
const time: JsonObject = { type: 'string', format: 'date-time' };
const texts: JsonObject = { type: 'object', additionalProperties: text };

function schemaRef(name: string): JsonObject {
  return { $ref: `#/components/schemas/${META}.${name}` };
}

function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

/** Schemas by their names. */
export const META_SCHEMAS: JsonObject = {
  [`${META}.ObjectMeta`]: {
    type: 'object',
    properties: {
      annotations: texts,
      creationTimestamp: time,
      deletionGracePeriodSeconds: number,
      deletionTimestamp: time,
      finalizers: listOf(text),
      generateName: text,
      generation: number,
      labels: texts,
      managedFields: listOf(schemaRef('ManagedFieldsEntry')),
      name: text,
      namespace: text,
      ownerReferences: listOf(schemaRef('OwnerReference')),
      resourceVersion: text,
      selfLink: text,
      uid: text,
    },
  },
  [`${META}.ManagedFieldsEntry`]: {
    type: 'object',
    properties: { apiVersion: text, fieldsType: text, fieldsV1: schemaRef('FieldsV1'), manager: text, operation: text, subresource: text, time },
  },
  [`${META}.FieldsV1`]: { type: 'object' },
  [`${META}.OwnerReference`]: {
    type: 'object',
    required: ['apiVersion', 'kind', 'name', 'uid'],
    properties: { apiVersion: text, blockOwnerDeletion: flag, controller: flag, kind: text, name: text, uid: text },
    'x-kubernetes-map-type': 'atomic',
  },
};

/** The fields of an object itself, with the words that every Kubernetes has for them. */
export const OBJECT_PROPERTIES: JsonObject = {
  apiVersion: {
    ...text,
    description: `APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: ${CONVENTIONS}#resources`,
  },
  kind: {
    ...text,
    description: `Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: ${CONVENTIONS}#types-kinds`,
  },
  metadata: { description: `Standard object's metadata. More info: ${CONVENTIONS}#metadata`, allOf: [schemaRef('ObjectMeta')] },
};
