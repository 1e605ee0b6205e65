import type { PathRule, TextRule } from './source-rules.js';

/** A file of the repository, read when a rule asks for it. */
export interface OwnFile {
  readonly path: string;
  readonly text: () => string;
}

/** The places where a file breaks a rule, as `path:line: text`. */
export function brokenText({ files, forbidden, except }: TextRule, all: readonly OwnFile[]): string[] {
  const asked = all.filter(({ path }) => files.test(path) && except?.files.test(path) !== true);
  return asked.flatMap(({ path, text }) =>
    text()
      .split('\n')
      .flatMap((line, at) => (forbidden.test(line) ? [`${path}:${at + 1}: ${line.trim().slice(0, 160)}`] : [])),
  );
}

/** The paths that break a rule. */
export function brokenPaths({ forbidden }: PathRule, all: readonly OwnFile[]): string[] {
  return all.map(({ path }) => path).filter((path) => forbidden.test(path));
}
