/**
 * Asks class-validator about an instance and every instance below it. The walk is ours, since
 * class-validator looks into no map and knows no index: each object answers for its own properties.
 */
import { validateSync } from 'class-validator';

import type { ObjectShape, ValueNode } from '../reader/property-tree.js';
import type { Problem } from '../plain/problem.js';
import { itemPath, propertyPath } from '../plain/problem.js';
import { isPlain } from '../plain/settle.js';

const asked = { forbidUnknownValues: false, validationError: { target: false, value: false } } as const;

type Instance = Readonly<Record<string, unknown>>;

/** What class-validator has against one object's own properties; what it found below comes with that object. */
function ownProblems(instance: Instance): ReadonlyMap<string, readonly string[]> {
  return new Map(validateSync(instance, asked).map((error) => [error.property, Object.values(error.constraints ?? {})]));
}

/** Everything that class-validator has against an instance. */
export function ruleProblems(shape: ObjectShape, instance: object, path: string): Problem[] {
  const fields = instance as Instance;
  const own = ownProblems(fields);
  return shape.properties.flatMap(({ name, value }) => {
    const at = propertyPath(path, name);
    const messages = own.get(name) ?? [];
    return [...placed(shape, name, fields[name], messages, at), ...problemsBelow(value, fields[name], at)];
  });
}

/** Gives a message about the items of a list to the items that caused it. */
function placed(shape: ObjectShape, name: string, value: unknown, messages: readonly string[], path: string): Problem[] {
  if (messages.length === 0) return [];
  if (!Array.isArray(value)) return messages.map((message) => ({ path, message }));
  const ofNoItem = new Set(messages);
  const ofItems = value.flatMap((item: unknown, index): Problem[] => {
    const probe = Object.assign(Object.create(shape.ctor.prototype as object) as object, { [name]: [item] });
    const told = (ownProblems(probe as Instance).get(name) ?? []).filter((message) => ofNoItem.has(message) && message.startsWith('each value in '));
    return told.map((message) => ({ path: itemPath(path, index), message }));
  });
  for (const { message } of ofItems) ofNoItem.delete(message);
  return [...[...ofNoItem].map((message) => ({ path, message })), ...ofItems];
}

function problemsBelow({ shape }: ValueNode, value: unknown, path: string): Problem[] {
  if (value === undefined) return [];
  switch (shape.kind) {
    case 'object':
      return ruleProblems(shape, value as object, path);
    case 'list':
      return (value as unknown[]).flatMap((item, index) => problemsBelow(shape.items, item, itemPath(path, index)));
    case 'map':
      return isPlain(value) ? Object.entries(value).flatMap(([key, entry]) => problemsBelow(shape.values, entry, propertyPath(path, key))) : [];
    default:
      return [];
  }
}
