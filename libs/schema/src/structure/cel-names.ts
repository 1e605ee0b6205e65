/** Words of CEL's own; Kubernetes writes a property of that name with underscores around it. */
const reserved = new Set([
  'true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if', 'import', 'let', 'loop',
  'package', 'namespace', 'return', 'var', 'void', 'while',
]);

const escapes: readonly (readonly [RegExp, string])[] = [
  [/__/g, '__underscores__'],
  [/\./g, '__dot__'],
  [/-/g, '__dash__'],
  [/\//g, '__slash__'],
];

/** The property as a CEL rule in a CRD writes it; undefined when it can't. */
export function celName(property: string): string | undefined {
  if (reserved.has(property)) return `__${property}__`;
  if (!/^[A-Za-z_.\-/][A-Za-z0-9_.\-/]*$/.test(property)) return undefined;
  return escapes.reduce((name, [from, to]) => name.replace(from, to), property);
}
