import { posix } from 'node:path';

/** One of our source files. */
export interface Source {
  /** From the root of the repository on. */
  readonly path: string;
  readonly text: string;
}

/** An import or export of a file of ours that is there at run time too. */
const RUN_TIME_IMPORT = /^(?:import|export)\s+(?!type\s)(?:[^'";]*?\sfrom\s+)?'(\.[^']+)\.js'/gm;

/**
 * Groups of files that import each other at run time, in whatever number of steps. Which of them is evaluated first is then a matter
 * of who imports them, and a decorator that needs a class of the other meets one that is not there yet.
 */
export function importCycles(sources: readonly Source[]): readonly (readonly string[])[] {
  const imports = new Map(sources.map(({ path, text }) => [path, importedBy(path, text)]));
  const reachable = new Map(sources.map(({ path }) => [path, reachableFrom(path, imports)]));
  const cycles = new Map<string, readonly string[]>();
  for (const [path, there] of reachable) {
    const cycle = [...there].filter((other) => reachable.get(other)?.has(path) === true).sort();
    if (cycle.length > 0) cycles.set(cycle.join(), cycle);
  }
  return [...cycles.values()];
}

function importedBy(path: string, text: string): readonly string[] {
  return [...text.matchAll(RUN_TIME_IMPORT)].map(([, file = '']) => posix.join(posix.dirname(path), `${file}.ts`));
}

function reachableFrom(path: string, imports: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const next = [...(imports.get(path) ?? [])];
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    next.push(...(imports.get(file) ?? []));
  }
  return reached;
}
