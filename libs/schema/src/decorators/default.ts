import type { JsonValue } from '../structure/json-schema.js';
import { markProperty } from './marks.js';

/**
 * The value that the server fills in where the property is absent or null. It must satisfy the
 * property's own rules. For a nested class `@Default({})` makes the defaults inside it count.
 */
export function Default(value: JsonValue): PropertyDecorator {
  return (prototype, property) => markProperty(prototype, property, { kind: 'default', value });
}
