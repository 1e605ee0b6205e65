/** What no server would take, though the decorators read well. Each function names one such mistake, or nothing. */
import { validateSync } from 'class-validator';

import type { ClassOf } from '../api-class/class-of.js';
import { settleDefault } from '../plain/settle.js';
import { celName } from '../structure/cel-names.js';
import type { ObjectShape, PropertyNode, ValueNode } from '../reader/property-tree.js';

/** Names that mean something else on every JavaScript object. */
export function nameMistake({ name }: PropertyNode): string | undefined {
  return name in Object.prototype ? `may not be called ${name}, which every JavaScript object has already` : undefined;
}

/** CEL can only speak of names that it can write. */
export function immutableMistake({ name, isImmutable }: PropertyNode): string | undefined {
  return isImmutable && celName(name) === undefined ? `can't be immutable: CEL has no way to write the name ${name}` : undefined;
}

/** A default that its own rules refuse; the server would refuse the whole CRD. */
export function defaultMistake(ctor: ClassOf, property: PropertyNode): string | undefined {
  if (property.presence.kind !== 'defaulted') return undefined;
  const { value, problems } = settleDefault(property.value, property.presence.value);
  const told = problems.map(({ path, message }) => `${path === '' ? '' : `${path} `}${message}`);
  if (told.length === 0 && isScalar(property.value)) told.push(...ruleProblems(ctor, property.name, value));
  return told.length === 0 ? undefined : `its default ${JSON.stringify(property.presence.value)} is refused by its own rules: ${told.join('; ')}`;
}

function isScalar({ shape }: ValueNode): boolean {
  return shape.kind !== 'object' && shape.kind !== 'map' && shape.kind !== 'freeForm' && shape.kind !== 'verbatim';
}

/** Asks class-validator about one property alone; what it says about the missing others is not of interest. */
function ruleProblems(ctor: ClassOf, name: string, value: unknown): readonly string[] {
  const probe: unknown = Object.assign(Object.create(ctor.prototype as object) as object, { [name]: value });
  return validateSync(probe as object, { forbidUnknownValues: false })
    .filter((error) => error.property === name)
    .flatMap((error) => Object.values(error.constraints ?? {}));
}

/** Values that the class's own constructor sets: the server would not know them. */
export function initialValueMistakes(ctor: ClassOf, properties: readonly PropertyNode[]): { property: string | undefined; message: string }[] {
  let made: object;
  try {
    made = new ctor();
  } catch (error) {
    return [{ property: undefined, message: `can't be made without arguments: ${error instanceof Error ? error.message : String(error)}` }];
  }
  return Object.entries(made)
    .filter(([, value]) => value !== undefined)
    .map(([property]) => ({
      property,
      message: properties.some((known) => known.name === property)
        ? 'has an initial value, which the server does not know; say @Default(…) instead'
        : 'has an initial value and no decorator, so it is not part of the API; decorate it, or make it a getter',
    }));
}

/** The keys of a list must be scalars that every item has. */
export function keyMistake({ shape }: ValueNode, keys: readonly string[]): string | undefined {
  if (shape.kind !== 'object') return 'only a list of objects can have keys';
  if (keys.length === 0) return 'a list with keys names at least one';
  for (const key of keys) {
    const property = shape.properties.find(({ name }) => name === key);
    if (property === undefined) return `its key ${key} is not a property of ${shape.ctor.name}`;
    if (!['string', 'integer', 'number', 'boolean'].includes(property.value.shape.kind)) return `its key ${key} is not a plain value`;
    if (property.presence.kind === 'optional') return `its key ${key} is optional in ${shape.ctor.name}; every item needs it`;
  }
  return undefined;
}

/** The first place inside a value whose rule looks at the old value. */
export function transitionIn(value: ValueNode): string | undefined {
  switch (value.shape.kind) {
    case 'object':
      return transitionInObject(value.shape);
    case 'list':
      return transitionIn(value.shape.items);
    case 'map':
      return transitionIn(value.shape.values);
    default:
      return undefined;
  }
}

function transitionInObject(shape: ObjectShape): string | undefined {
  if (shape.rules.some(({ rule }) => rule.includes('oldSelf'))) return shape.ctor.name;
  for (const property of shape.properties) {
    const below = transitionIn(property.value);
    if (below !== undefined) return below;
    if (property.isImmutable || property.rules.some(({ rule }) => rule.includes('oldSelf'))) return `${shape.ctor.name}.${property.name}`;
  }
  return undefined;
}

/** The first immutable property inside a value. */
export function immutableIn({ shape }: ValueNode): string | undefined {
  switch (shape.kind) {
    case 'object':
      for (const property of shape.properties) {
        const found = property.isImmutable ? `${shape.ctor.name}.${property.name}` : immutableIn(property.value);
        if (found !== undefined) return found;
      }
      return undefined;
    case 'list':
      return immutableIn(shape.items);
    case 'map':
      return immutableIn(shape.values);
    default:
      return undefined;
  }
}
