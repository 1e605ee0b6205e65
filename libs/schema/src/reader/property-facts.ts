/**
 * Gathers what stands on the properties of one class, from three sources: our marks, class-validator's
 * storage, and the types that the compiler left. Nothing is judged here.
 */
import { getMetadataStorage } from 'class-validator';

import type { ClassOf } from '../api-class/class-of.js';
import type { PropertyMark } from '../decorators/marks.js';
import { propertyMarks } from '../decorators/marks.js';

/** One rule of class-validator. */
export interface ValidatorRule {
  /** class-validator's name of the rule; `custom` for a rule without one. */
  readonly name: string;
  readonly constraints: readonly unknown[];
  /** Does it speak of the items of a list? */
  readonly each: boolean;
  /** Does it only hold now and then (`validateIf` in its options)? */
  readonly isConditional: boolean;
  readonly isAsync: boolean;
}

/**
 * The type in the author's source as far as both compilers agree on it. tsc and swc differ for lists,
 * unions and enums; those count as unknown and only a decorator can tell them.
 */
export type WrittenType = 'string' | 'number' | 'boolean' | 'list' | 'class' | 'unknown';

/** All that is known about one property. */
export interface PropertyFacts {
  readonly name: string;
  readonly marks: readonly PropertyMark[];
  readonly rules: readonly ValidatorRule[];
  readonly writtenType: WrittenType;
  readonly isOptional: boolean;
  readonly isConditional: boolean;
  readonly isValidateNested: boolean;
}

type StoredRule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

const conditional = 'conditionalValidation';
const nested = 'nestedValidation';
const known = 'whitelistValidation';

function writtenType(ctor: ClassOf, property: string): WrittenType {
  const type: unknown = Reflect.getMetadata('design:type', ctor.prototype as object, property);
  if (type === String) return 'string';
  if (type === Number) return 'number';
  if (type === Boolean) return 'boolean';
  if (type === Array) return 'list';
  return typeof type === 'function' && type !== Object && type !== Function ? 'class' : 'unknown';
}

function readRule(stored: StoredRule): ValidatorRule {
  const implementations = getMetadataStorage().getTargetValidatorConstraints(stored.constraintCls);
  return {
    name: stored.name ?? (stored.type === 'isDefined' ? stored.type : implementations[0]?.name) ?? 'custom',
    constraints: stored.constraints ?? [],
    each: stored.each ?? false,
    isConditional: stored.validateIf !== undefined,
    isAsync: implementations.some((implementation) => implementation.async),
  };
}

function factsOf(ctor: ClassOf, name: string, marks: readonly PropertyMark[], stored: readonly StoredRule[]): PropertyFacts {
  const conditions = stored.filter((rule) => rule.type === conditional);
  return {
    name,
    marks,
    // class-validator keeps rules in the order in which decorators ran, which is from the last to the first.
    rules: stored.filter((rule) => ![conditional, nested, known].includes(rule.type)).map(readRule).reverse(),
    writtenType: writtenType(ctor, name),
    isOptional: conditions.some((rule) => rule.name === 'isOptional'),
    isConditional: conditions.some((rule) => rule.name !== 'isOptional'),
    isValidateNested: stored.some((rule) => rule.type === nested),
  };
}

/** The decorated properties of a class and of the classes that it extends, in the order of their names. */
export function propertiesOf(ctor: ClassOf): readonly PropertyFacts[] {
  const marks = propertyMarks(ctor);
  const stored = new Map<string, StoredRule[]>();
  for (const rule of getMetadataStorage().getTargetValidationMetadatas(ctor, '', true, false)) {
    stored.set(rule.propertyName, [...(stored.get(rule.propertyName) ?? []), rule]);
  }
  const names = [...new Set([...marks.keys(), ...stored.keys()])].sort();
  return names.map((name) => factsOf(ctor, name, marks.get(name) ?? [], stored.get(name) ?? []));
}
