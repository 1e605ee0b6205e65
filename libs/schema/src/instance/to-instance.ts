import type { ClassOf } from '../api-class/class-of.js';

/** One thing that is wrong with a value from outside: where (`storage.disks[0].size`) and what. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** A checked instance, or everything that is wrong. */
export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly Problem[] };

/** Makes an instance of a decorated class from JSON, defaults filled in, and checks it. */
export function toInstance<T extends object>(_ctor: ClassOf<T>, _json: unknown): Checked<T> {
  throw new Error('not there yet');
}
