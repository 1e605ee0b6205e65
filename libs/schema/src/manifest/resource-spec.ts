/** What a CRD and an APIResourceSchema have in common: names, the schema of the whole object, columns. */
import type { ApiClass } from '../api-class/api-class.js';
import type { ProviderMode } from '../provider-config/provider-config-settings.js';
import { configSettings, configStatus } from '../provider-config/provider-config-settings.js';
import { readClass } from '../reader/class-reader.js';
import { classColumns, objectColumns } from '../api-class/printer-columns.js';
import type { ObjectShape, PropertyNode } from '../reader/property-tree.js';
import type { JsonSchema } from '../structure/json-schema.js';
import { objectSchema } from '../structure/structural-schema.js';
import { CommonStatus } from '../status/common-status.js';
import type { AdditionalPrinterColumn, ResourceNames } from './manifests.js';

/** An API whose spec and status are complete: the author's and the runtime's. */
interface WholeApi {
  readonly api: ApiClass;
  readonly spec: ObjectShape;
  readonly status: ObjectShape;
}

/** Two shapes as one; the names of the first one's class stay. */
function joined(shape: ObjectShape, added: ObjectShape): ObjectShape {
  const properties = [...shape.properties, ...added.properties].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { ...shape, properties };
}

/** A first status is written before the handler has answered, so no field of its own can be required. */
function asOptional(property: PropertyNode): PropertyNode {
  return property.presence.kind === 'required' ? { ...property, presence: { kind: 'optional' } } : property;
}

/** Completes an API with what the runtime adds. `modes` matter to a ProviderConfig only. */
export function wholeApi(api: ApiClass, modes: readonly ProviderMode[]): WholeApi {
  switch (api.role) {
    case 'service': {
      const fields: ObjectShape = { ...api.status, properties: api.status.properties.map(asOptional) };
      return { api, spec: api.spec, status: joined(fields, readClass(CommonStatus)) };
    }
    case 'provider-config':
      return { api, spec: joined(api.spec, readClass(configSettings(modes))), status: readClass(configStatus(modes)) };
  }
}

/** The schema of the whole object. */
export function rootSchema({ api, spec, status }: WholeApi): JsonSchema {
  // Without a spec the server would fill in none of the defaults inside it.
  const isSpecNeeded = spec.properties.some(({ presence }) => presence.kind === 'required');
  const specSchema = objectSchema(spec);
  return {
    type: 'object',
    ...(api.description === undefined ? {} : { description: api.description }),
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec: isSpecNeeded ? specSchema : { ...specSchema, default: {} },
      status: objectSchema(status),
    },
    ...(isSpecNeeded ? { required: ['spec'] } : {}),
    ...(api.rules.length === 0 ? {} : { 'x-kubernetes-validations': api.rules }),
  };
}

/** The names of the kind. */
export function resourceNames({ kind, listKind, plural, singular, shortNames, categories }: ApiClass): ResourceNames {
  return {
    kind,
    listKind,
    plural,
    singular,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
  };
}

/** Phase first and age last, as everywhere in openMCP; the author's columns between them. */
export function printerColumns({ api, spec, status }: WholeApi): readonly AdditionalPrinterColumn[] {
  return [
    { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
    ...classColumns(api.columns),
    ...objectColumns(spec, '.spec'),
    ...objectColumns(status, '.status'),
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ];
}
