/**
 * Gives the random names of a run names that are the same in every run: numbers in the order in which an item first uses them.
 */
const RANDOM_NAME = /\b([a-z0-9]+(?:-[a-z0-9]+)*?)-([0-9a-f]{8})(?![0-9a-z])/g;
/** Names of logical clusters, behind the two words that they follow in a URL. */
const CLUSTER = /(\/(?:clusters|apiexport)\/)([0-9a-z]{12,20})(?=\/|$)/g;
/** Versions of this run, and tokens of paged lists. */
const VOLATILE_QUERY = /([?&](?:resourceVersion|continue)=)(?!0(?:&|$)|1(?:&|$))[^&]+/g;

export class NeutralNames {
  private readonly names = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  /** The text with neutral names. */
  of(text: string): string {
    return decodeURIComponent(text)
      .replace(CLUSTER, (_all, before: string, name: string) => before + this.neutral('cluster', name))
      .replace(RANDOM_NAME, (all: string, purpose: string) => this.neutral(purpose, all))
      .replace(VOLATILE_QUERY, '$1*');
  }

  private neutral(purpose: string, name: string): string {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const count = (this.counts.get(purpose) ?? 0) + 1;
    this.counts.set(purpose, count);
    const neutral = `<${purpose}${count === 1 ? '' : ` ${count}`}>`;
    this.names.set(name, neutral);
    return neutral;
  }
}
