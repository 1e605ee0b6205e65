import type { CrdSchema } from './crd-schema.js';
import { isObject } from './crd-schema.js';
import { literal, nameText } from './source-text.js';

/** The type of a value in TypeScript, for any schema. */
export function typeText(schema: CrdSchema): string {
  const type = bareType(schema);
  return schema['nullable'] === true && !type.endsWith('null') ? `${type} | null` : type;
}

/** A list of them. */
export function listText(type: string): string {
  return `${/[|&]/.test(type) ? `(${type})` : type}[]`;
}

function bareType(schema: CrdSchema): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'number | string';
  if (schema.enum !== undefined && schema.enum.every((value) => !isObject(value) && !Array.isArray(value))) return schema.enum.map(literal).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'number':
      return schema.type;
    case 'integer':
      return 'number';
    case 'array':
      return listText(typeText(schema.items ?? {}));
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

function objectType({ properties = {}, required = [], additionalProperties, ...schema }: CrdSchema): string {
  const fields = Object.entries(properties).map(([name, value]) => `${nameText(name)}${required.includes(name) ? '' : '?'}: ${typeText(value)}`);
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true || additionalProperties === true;
  const parts = [
    ...(fields.length > 0 ? [`{ ${fields.join('; ')} }`] : []),
    ...(isObject(additionalProperties) ? [`Record<string, ${typeText(additionalProperties as CrdSchema)}>`] : []),
    ...(isOpen ? ['Record<string, unknown>'] : []),
  ];
  return parts.length === 0 ? 'object' : parts.join(' & ');
}
