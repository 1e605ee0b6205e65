/** One thing that is wrong with a value from outside: where (`storage.disks[0].size`) and what. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** A checked instance, or everything that is wrong. */
export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly Problem[] };

/** The path of a property, `storage.size`. */
export function propertyPath(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}

/** The path of a list's item, `disks[0]`. */
export function itemPath(parent: string, index: number): string {
  return `${parent}[${index}]`;
}
