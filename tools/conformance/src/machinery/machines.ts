import type { RawBody } from '@kcp-runtime/testing';

const GROUP = 'machinery.example.io';

/** Path of all machines. */
export const MACHINES = `/apis/${GROUP}/v1/machines`;

const text: RawBody = { type: 'string' };

const SPEC: RawBody = {
  type: 'object',
  default: {},
  properties: {
    port: { 'x-kubernetes-int-or-string': true },
    mode: { type: 'string', default: 'slow', enum: ['slow', 'fast'] },
    nested: { type: 'object', properties: { deep: { type: 'object', default: {}, properties: { value: { type: 'integer', default: 7 } } } } },
    nothing: { type: 'string', nullable: true },
    words: { type: 'array', maxItems: 5, 'x-kubernetes-list-type': 'set', items: { type: 'string', maxLength: 20 } },
    parts: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'], items: { type: 'object', required: ['name'], properties: { name: text, count: { type: 'integer', default: 1 } } } },
    template: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
    anything: { 'x-kubernetes-preserve-unknown-fields': true },
    limits: { type: 'object', additionalProperties: { type: 'integer', minimum: 0 }, maxProperties: 2 },
    address: { type: 'string', format: 'ipv4' },
    since: { type: 'string', format: 'date-time' },
    weight: { type: 'number', multipleOf: 0.5, exclusiveMinimum: true, minimum: 0 },
    code: { type: 'string', pattern: '^[a-z]{3}$', minLength: 3 },
    low: { type: 'integer' },
    high: { type: 'integer' },
    fixed: { type: 'string', maxLength: 20, 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'fixed is fixed' }] },
  },
  'x-kubernetes-validations': [
    { rule: '!has(self.low) || !has(self.high) || self.low <= self.high', messageExpression: "self.low > 3 ? 'low is far too high' : 'low is too high'", fieldPath: '.low' },
    { rule: "!has(self.words) || !self.words.exists(word, word == 'forbidden')", message: 'such a word is not said', reason: 'FieldValueForbidden' },
  ],
};

/** A kind whose schema has what most have not. */
export const MACHINE_CRD: RawBody = definition('machines', 'Machine', SPEC);

/** A definition with this spec. */
export function definition(plural: string, kind: string, spec: RawBody): RawBody {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema: { type: 'object', properties: { spec, status: { type: 'object', properties: { phase: text } } } } } }],
    },
  };
}

/** A machine to create. */
export function machine(name: string, spec?: RawBody): RawBody {
  return { apiVersion: `${GROUP}/v1`, kind: 'Machine', metadata: { name }, ...(spec === undefined ? {} : { spec }) };
}
