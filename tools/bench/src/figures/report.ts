import { loadavg } from 'node:os';
import type { Figures } from './rounds.js';

/** One line of figures: a value for each column. */
export type Row = Readonly<Record<string, string | number>>;

/** Prints figures as a table that a person reads and a script can cut. */
export function printTable(title: string, rows: readonly Row[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [columns, ...rows.map((row) => columns.map((column) => shown(row[column])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  const load = loadavg()[0]?.toFixed(2) ?? '?';
  print(`\n${title} (load ${load}, Node ${process.version})`);
  for (const line of cells) print(line.map((cell, index) => cell.padStart(widths[index] ?? 0)).join('  '));
}

/** Prints the figures of all contenders, a line each. */
export function figuresTable(title: string, measured: ReadonlyMap<string, Figures>): void {
  printTable(title, [...measured].map(([who, figures]) => ({ '': who, ...figures })));
}

/** Prints what a goal says beside what was measured. */
export function printGoal(goal: string, measured: string): void {
  print(`goal: ${goal}; measured: ${measured}`);
}

/** Our figure against another's, in words. */
export function ratio(measured: ReadonlyMap<string, Figures>, figure: string, other: string): string {
  const [mine, theirs] = [measured.get('ours')?.[figure], measured.get(other)?.[figure]];
  if (theirs === undefined) return `${other} was not there`;
  return `${((mine ?? Number.NaN) / theirs).toFixed(3)} × ${other}`;
}

/** One line. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function shown(value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return Number.isNaN(value) ? '–' : String(Math.round(value * 100) / 100);
}
