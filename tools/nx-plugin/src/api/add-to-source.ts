import type { Tree } from '@nx/devkit';

/** A source file does not look as the provider generator writes it, so that nothing can be added to it safely. */
export class SourceNotUnderstood extends Error {
  override readonly name = 'SourceNotUnderstood';
  constructor(file: string, list: string, element: string) {
    super(`${file} has no list "${list}: […]" that ends on its own line or this one. Add ${element} to it by hand, with its import.`);
  }
}

/** One more element of a list in a source file. */
export interface Addition {
  readonly file: string;
  /** The property that holds the list: `offers`. */
  readonly list: string;
  readonly element: string;
  /** Where the element comes from: `./backup.offer.js`. */
  readonly from: string;
}

/** The source with the element in its list and the import before the others of its kind. @throws SourceNotUnderstood */
export function withAddition(source: string, { file, list, element, from }: Addition): string {
  const place = new RegExp(`(\\b${list}: \\[)([^\\]]*)\\]`);
  if (!place.test(source)) throw new SourceNotUnderstood(file, list, element);
  const grown = source.replace(place, (_all, start: string, elements: string) => `${start}${[...listed(elements), element].join(', ')}]`);
  const imports = [...grown.matchAll(/^import .*;$/gm)];
  const last = imports.at(-1);
  const at = last === undefined ? 0 : last.index + last[0].length + 1;
  return `${grown.slice(0, at)}import { ${element} } from '${from}';\n${grown.slice(at)}`;
}

/** Does so in a file of the workspace. */
export function addToSource(tree: Tree, addition: Addition): void {
  tree.write(addition.file, withAddition(tree.read(addition.file, 'utf8') ?? '', addition));
}

function listed(elements: string): readonly string[] {
  return elements.split(',').map((element) => element.trim()).filter((element) => element !== '');
}
