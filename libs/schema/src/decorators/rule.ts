import type { CelRule, ClassMark } from './marks.js';
import { markClass, markProperty } from './marks.js';

/** Puts a mark where the decorator stands: on a property, or on the class when there is none. */
export function markEither(mark: ClassMark): PropertyDecorator & ClassDecorator {
  return (target: object, property?: string | symbol) =>
    property === undefined ? markClass(target, mark) : markProperty(target, property, mark);
}

/**
 * A CEL rule: on a property `self` is its value, on a class the object. With `oldSelf` it is asked
 * at updates only. The server checks it, `toInstance` does not. Rules that kcp's cel-go and the
 * emulator's cel-js both understand keep to operators, `has`, `size` and `duration`.
 */
export function Rule(
  rule: string,
  message: string,
  settings: Omit<CelRule, 'rule' | 'message'> = {},
): PropertyDecorator & ClassDecorator {
  return markEither({ kind: 'rule', rule: { rule, message, ...settings } });
}
