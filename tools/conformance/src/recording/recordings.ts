/**
 * The recorded answers of a real kcp: one file a section, one line a check. Written by the recording run alone, read by every other.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Item, Section } from '../item.js';
import type { SeenItem } from './item-recorder.js';
import type { SeenAnswer } from './seen-answer.js';
import type { Shape } from './shape.js';

/** Where they lie. */
export const RECORDINGS = fileURLToPath(new URL('../../recordings/', import.meta.url));

/** What was recorded of one item, and of which kcp. */
export interface Recording {
  /** As the server's `/version` says. */
  readonly kcp: string;
  readonly checks: SeenItem;
}

type Line = Omit<SeenAnswer, 'shape'> & { readonly shape: number };

/** A shape is written once and referred to by its place. */
interface File {
  readonly kcp: string;
  readonly items: Readonly<Record<string, Readonly<Record<string, Line>>>>;
  readonly shapes: readonly Shape[];
}

/** All recordings of a folder, by the number of the item. */
export function readRecordings(folder: string): Map<string, Recording> {
  const recordings = new Map<string, Recording>();
  for (const name of (existsSync(folder) ? readdirSync(folder) : []).filter((file) => file.endsWith('.json'))) {
    const { kcp, items, shapes } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as File;
    for (const [number, lines] of Object.entries(items)) {
      const checks = Object.entries(lines).map(([check, line]): [string, SeenAnswer] => [check, { ...line, shape: shapes[line.shape] ?? 0 }]);
      recordings.set(number, { kcp, checks: new Map(checks) });
    }
  }
  return recordings;
}

/** Writes the recordings of these items; what belongs to no item of the list any more is left out. */
export function writeRecordings(folder: string, items: readonly Item[], recordings: ReadonlyMap<string, Recording>): void {
  mkdirSync(folder, { recursive: true });
  for (const section of new Set(items.map((item) => item.section))) {
    const own = items.filter((item) => item.section === section && recordings.has(item.number));
    if (own.length > 0) writeFileSync(join(folder, fileName(section)), fileText(own, recordings));
  }
}

function fileName(section: Section): string {
  return `${section.replaceAll(' ', '-')}.json`;
}

function fileText(items: readonly Item[], recordings: ReadonlyMap<string, Recording>): string {
  const shapes = new Map<string, number>();
  const kcp = recordings.get(items[0]?.number ?? '')?.kcp;
  const blocks = items.map(({ number }) => `    ${JSON.stringify(number)}: {${lines(recordings.get(number)?.checks ?? new Map(), shapes)}}`);
  const shapeLines = [...shapes.keys()].map((shape) => `    ${shape}`);
  return `{\n  "kcp": ${JSON.stringify(kcp)},\n  "items": {\n${blocks.join(',\n')}\n  },\n  "shapes": [\n${shapeLines.join(',\n')}\n  ]\n}\n`;
}

function lines(checks: SeenItem, shapes: Map<string, number>): string {
  const texts = [...checks].map(([check, { shape, ...rest }]) => {
    const text = JSON.stringify(shape);
    const place = shapes.get(text) ?? shapes.size;
    shapes.set(text, place);
    return `\n      ${JSON.stringify(check)}: ${JSON.stringify({ ...rest, shape: place })}`;
  });
  return texts.length === 0 ? '' : `${texts.join(',')}\n    `;
}
