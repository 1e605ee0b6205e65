/**
 * The blocks of a tutorial, and what each is for. A block says it behind its language: `ts file=src/box.ts` is written to that file,
 * `sh run` is run, `text output` has to stand in the output of the run before. There is no fourth kind: what is only shown may be wrong.
 */
export type Block =
  | { readonly kind: 'file'; readonly line: number; readonly path: string; readonly text: string }
  | { readonly kind: 'run'; readonly line: number; readonly text: string }
  | { readonly kind: 'output'; readonly line: number; readonly text: string };

/** A block says not what it is for. */
export class BlockWithoutUse extends Error {
  override readonly name = 'BlockWithoutUse';
  constructor(line: number, info: string) {
    super(`The block in line ${line} ("${info}") is neither run nor output. Say \`file=<path>\`, \`run\` or \`output\` behind its language.`);
  }
}

/** An output stands before anything was run. */
export class OutputOfNothing extends Error {
  override readonly name = 'OutputOfNothing';
  constructor(line: number) {
    super(`The output in line ${line} follows no block that is run. Put it behind the one that prints it.`);
  }
}

/** Reads the blocks in their order. */
export function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  for (const found of markdown.matchAll(/^(`{3,}|~{3,})([^\n]*)\n([\s\S]*?)^\1[ \t]*$/gm)) {
    const line = markdown.slice(0, found.index).split('\n').length;
    blocks.push(blockOf(found[2]?.trim() ?? '', found[3] ?? '', line));
  }
  const misplaced = blocks.find((block, index) => block.kind === 'output' && blocks[index - 1]?.kind !== 'run');
  if (misplaced !== undefined) throw new OutputOfNothing(misplaced.line);
  return blocks;
}

function blockOf(info: string, text: string, line: number): Block {
  const [language, use = ''] = info.split(/\s+/);
  const [, path] = /^file=(\S+)$/.exec(use) ?? [];
  if (path !== undefined) return { kind: 'file', line, path, text };
  if (use === 'run' && language === 'sh') return { kind: 'run', line, text };
  if (use === 'output') return { kind: 'output', line, text };
  throw new BlockWithoutUse(line, info);
}
