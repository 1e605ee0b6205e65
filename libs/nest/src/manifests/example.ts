import type { JsonSchema, JsonValue } from '@kcp-runtime/schema';

/** A value that shows what a schema asks for: its required fields, with words to replace where only the operator knows. */
export function exampleOf(schema: JsonSchema, name = 'value'): JsonValue {
  if (schema.default !== undefined) return schema.default;
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((key) => [key, exampleOf(schema.properties?.[key] ?? {}, key)]));
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items, name)];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    default:
      return `<${name}>`;
  }
}
