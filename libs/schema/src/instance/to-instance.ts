import type { ClassOf } from '../api-class/class-of.js';
import { readClass } from '../reader/class-reader.js';
import type { ObjectShape } from '../reader/property-tree.js';
import { build } from './build.js';
import type { Checked, Problem } from '../plain/problem.js';
import { ruleProblems } from './rule-problems.js';
import { settleObject } from '../plain/settle.js';

/**
 * Makes an instance of a decorated class from JSON and checks it with class-validator, to the same end
 * as the server would with the class's schema: defaults filled in (a missing object counts as `{}`), a
 * null as absent, properties that the class does not know reported. Rules in CEL are the server's alone.
 * Free-form objects come through untouched. Throws SchemaMistakes when the class itself is wrong.
 */
export function toInstance<T extends object>(ctor: ClassOf<T>, json: unknown): Checked<T> {
  return checkedInstance(readClass(ctor), json) as Checked<T>;
}

/** The same for a tree that has been read already; `path` is where the value stands. */
export function checkedInstance(shape: ObjectShape, json: unknown, path = ''): Checked<object> {
  const problems: Problem[] = [];
  const settled = settleObject(shape, json ?? {}, path, problems);
  if (settled === undefined) return { ok: false, problems };
  const instance = build(shape, settled);
  // A value of the wrong type is gone from the instance; what class-validator says of its absence is noise.
  const told = problems.map((problem) => problem.path);
  const isTold = (at: string): boolean => told.some((known) => at === known || at.startsWith(`${known}.`) || at.startsWith(`${known}[`));
  problems.push(...ruleProblems(shape, instance, path).filter((problem) => !isTold(problem.path)));
  return problems.length === 0 ? { ok: true, value: instance } : { ok: false, problems };
}
