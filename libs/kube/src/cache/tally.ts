/** How many things bear each word. It is kept as they change, so that nobody has to walk over all of them to know. */
export class Tally {
  readonly #counts = new Map<string, number>();

  /** A word that nothing bears is not in it. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** One thing bears another word now; `undefined` is none, before it came and after it went. */
  move(from: string | undefined, to: string | undefined): void {
    if (from === to) return;
    if (from !== undefined) this.#add(from, -1);
    if (to !== undefined) this.#add(to, 1);
  }

  #add(word: string, by: number): void {
    const count = (this.#counts.get(word) ?? 0) + by;
    if (count === 0) this.#counts.delete(word);
    else this.#counts.set(word, count);
  }
}
