import { median } from './statistics.js';

/** Figures of one round, by what they are called in the table. */
export type Figures = Readonly<Record<string, number>>;

/** Runs all in turn, `rounds` times (ours, peer, ours, peer …), and answers the median of each figure by name. */
export async function interleaved<T extends { readonly name: string }>(rounds: number, all: readonly T[], once: (one: T) => Promise<Figures>): Promise<Map<string, Figures>> {
  const measured = new Map<string, Figures[]>(all.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const one of all) measured.get(one.name)?.push(await once(one));
  }
  return new Map([...measured].map(([name, figures]) => [name, medians(figures)]));
}

function medians(figures: readonly Figures[]): Figures {
  const names = Object.keys(figures[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(figures.map((one) => one[name] ?? Number.NaN))]));
}
