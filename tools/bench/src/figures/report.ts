import { loadavg } from 'node:os';

/** One line of figures: a value for each column. */
export type Row = Readonly<Record<string, string | number>>;

/** Prints figures as a table that a person reads and a script can cut. */
export function printTable(title: string, rows: readonly Row[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [columns, ...rows.map((row) => columns.map((column) => shown(row[column])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  const load = loadavg()[0]?.toFixed(2) ?? '?';
  write(`\n${title} (load ${load}, Node ${process.version})`);
  for (const line of cells) write(line.map((cell, index) => cell.padStart(widths[index] ?? 0)).join('  '));
}

/** Prints what a goal says beside what was measured. */
export function printGoal(goal: string, measured: string): void {
  write(`goal: ${goal}; measured: ${measured}`);
}

function shown(value: string | number | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'number' ? String(Math.round(value * 100) / 100) : value;
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
