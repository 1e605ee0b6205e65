import type { RawBody } from '@kcp-runtime/testing';

/** Of its own, since the resources of a group are listed. */
const GROUP = 'toys.example.io';

/** Path of all gadgets. */
export const GADGETS = `/apis/${GROUP}/v1/gadgets`;

const SPEC: RawBody = {
  type: 'object',
  description: 'What the gadget is to be.',
  required: ['colour'],
  properties: {
    colour: { type: 'string', description: 'Seen from outside.', enum: ['red', 'blue'] },
    size: { type: 'integer', format: 'int32', default: 3, description: 'In inches.' },
    open: { type: 'boolean' },
    weight: { type: 'number' },
    tags: { type: 'array', items: { type: 'string' }, description: 'Words to find it by.' },
    notes: { type: 'object', additionalProperties: { type: 'string' } },
    parts: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, count: { type: 'integer' } } },
    },
    since: { type: 'string', format: 'date-time' },
  },
};

const STATUS: RawBody = {
  type: 'object',
  properties: {
    phase: { type: 'string' },
    conditions: {
      type: 'array',
      items: { type: 'object', required: ['type', 'status'], properties: { type: { type: 'string' }, status: { type: 'string' }, reason: { type: 'string' }, message: { type: 'string' }, lastTransitionTime: { type: 'string', format: 'date-time' } } },
    },
  },
};

const COLUMNS: readonly RawBody[] = [
  { name: 'Colour', type: 'string', jsonPath: '.spec.colour', description: 'Seen from outside.' },
  { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
  { name: 'Open', type: 'boolean', jsonPath: '.spec.open' },
  { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
  { name: 'Weight', type: 'number', jsonPath: '.spec.weight', priority: 1 },
  { name: 'Tags', type: 'string', jsonPath: '.spec.tags', priority: 1 },
  { name: 'Parts', type: 'string', jsonPath: '.spec.parts[*].name', priority: 1 },
  { name: 'Since', type: 'date', jsonPath: '.spec.since', priority: 1 },
  { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
];

/** A kind with columns of all types, with short names and a category. */
export const GADGET_CRD: RawBody = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `gadgets.${GROUP}` },
  spec: {
    group: GROUP,
    names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList', shortNames: ['gd'], categories: ['toys'] },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        additionalPrinterColumns: COLUMNS,
        schema: { openAPIV3Schema: { type: 'object', description: 'A thing to play with.', properties: { spec: SPEC, status: STATUS } } },
      },
    ],
  },
};

/** A gadget to create. */
export function gadget(name: string, spec: RawBody = {}, metadata: RawBody = {}): RawBody {
  return { apiVersion: `${GROUP}/v1`, kind: 'Gadget', metadata: { name, ...metadata }, spec: { colour: 'red', ...spec } };
}
