import type { RawBody } from '@kcp-runtime/testing';
import { GROUP } from '../world/widgets.js';

/** Path of the ledgers of the default namespace. */
export const LEDGERS = `/apis/${GROUP}/v1/namespaces/default/ledgers`;

const text = { type: 'string' };
const number = { type: 'integer' };
const texts = { type: 'array', items: text };

/** Each field is owned in a way of its own: as a whole, field by field, value by value, or item by item. */
const SPEC: RawBody = {
  type: 'object',
  properties: {
    title: text,
    note: text,
    size: { type: 'integer', default: 3 },
    open: { type: 'boolean' },
    notes: { type: 'object', additionalProperties: text },
    box: { type: 'object', properties: { width: number, height: number, lid: { type: 'object', properties: { colour: text, hinge: text } } } },
    whole: { type: 'object', 'x-kubernetes-map-type': 'atomic', properties: { a: text, b: text } },
    steps: texts,
    tags: { ...texts, 'x-kubernetes-list-type': 'set' },
    counts: { type: 'array', 'x-kubernetes-list-type': 'set', items: number },
    parts: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        type: 'object',
        required: ['name'],
        properties: {
          name: text,
          size: number,
          note: text,
          colours: { ...texts, 'x-kubernetes-list-type': 'set' },
          screws: {
            type: 'array',
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['id'],
            items: { type: 'object', required: ['id'], properties: { id: number, length: number } },
          },
        },
      },
    },
    ports: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['port', 'protocol'],
      items: { type: 'object', required: ['port'], properties: { port: number, protocol: { type: 'string', default: 'TCP' }, name: text } },
    },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    either: { 'x-kubernetes-int-or-string': true },
  },
};

const STATUS: RawBody = {
  type: 'object',
  properties: {
    phase: text,
    done: number,
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: { type: 'object', required: ['type', 'status'], properties: { type: text, status: text, reason: text } },
    },
  },
};

/** A kind with a list or map of each way of owning it. */
export const LEDGER_CRD: RawBody = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `ledgers.${GROUP}` },
  spec: {
    group: GROUP,
    names: { plural: 'ledgers', singular: 'ledger', kind: 'Ledger', listKind: 'LedgerList' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema: { type: 'object', properties: { spec: SPEC, status: STATUS } } } }],
  },
};
