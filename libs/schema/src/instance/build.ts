/**
 * Makes instances out of settled data with class-transformer, one object of a class at a time: it gets
 * plain values and lists of them only. Left to walk by itself it would drop the keys `constructor` and
 * `__proto__` of a map, and take a map for an object of the class that its values have.
 */
import { plainToInstance } from 'class-transformer';

import type { ObjectShape, ValueNode } from '../reader/property-tree.js';
import type { Plain } from '../plain/settle.js';
import { isPlain } from '../plain/settle.js';

/** An instance of the shape's class with everything below it. */
export function build(shape: ObjectShape, settled: Plain): object {
  const plain: Record<string, unknown> = {};
  const parts: Record<string, unknown> = {};
  for (const { name, value } of shape.properties) {
    if (!Object.hasOwn(settled, name)) continue;
    (isMadeOfValues(value) ? plain : parts)[name] = settled[name];
  }
  const instance = plainToInstance(shape.ctor, plain, { enableImplicitConversion: false, exposeDefaultValues: false });
  for (const { name, value } of shape.properties) {
    if (Object.hasOwn(parts, name)) Object.assign(instance, { [name]: buildValue(value, parts[name]) });
  }
  return instance;
}

function isMadeOfValues({ shape }: ValueNode): boolean {
  if (shape.kind === 'list') return isMadeOfValues(shape.items);
  return shape.kind !== 'object' && shape.kind !== 'map' && shape.kind !== 'freeForm' && shape.kind !== 'verbatim';
}

function buildValue({ shape }: ValueNode, settled: unknown): unknown {
  switch (shape.kind) {
    case 'object':
      return isPlain(settled) ? build(shape, settled) : undefined;
    case 'list':
      return Array.isArray(settled) ? settled.map((item: unknown) => buildValue(shape.items, item)) : undefined;
    case 'map':
      return isPlain(settled) ? Object.fromEntries(Object.entries(settled).map(([key, value]) => [key, buildValue(shape.values, value)])) : undefined;
    default:
      return settled;
  }
}
