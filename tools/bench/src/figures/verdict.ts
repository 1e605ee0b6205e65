import { printTable } from './report.js';
import type { Row } from './report.js';

/** A figure beside its goal. */
export interface Verdict {
  readonly what: string;
  readonly goal: { readonly kind: 'atMost' | 'atLeast'; readonly value: number; readonly unit: string };
  readonly measured: number;
  /** What else a reader wants to know beside it. */
  readonly beside?: string;
}

/** Prints what was reached and what was missed. */
export function printVerdicts(title: string, verdicts: readonly Verdict[]): void {
  printTable(title, verdicts.map(rowOf));
}

function rowOf({ what, goal: { kind, value, unit }, measured, beside = '' }: Verdict): Row {
  const isMet = kind === 'atMost' ? measured <= value : measured >= value;
  return { figure: what, goal: `${kind === 'atMost' ? '≤' : '≥'} ${value} ${unit}`, measured: `${measured.toFixed(2)} ${unit}`, '': isMet ? 'met' : 'MISSED', beside };
}
