/**
 * The secrets that a run issues, and the search for them where none may stand: log lines, Events, status, metrics, leases,
 * termination messages. It holds the secrets; its findings never show one.
 */

/** A text that must not hold a secret. */
export interface SearchedText {
  /** Where it was found, in the words of the finding. */
  readonly where: string;
  readonly text: string;
}

/** A secret was found where none may stand. */
export interface Leak {
  /** Which secret. */
  readonly what: string;
  readonly where: string;
  /** What stands before it, so that the line can be found. */
  readonly before: string;
}

// Anything shorter would be found by chance.
const SHORTEST = 8;

/** Collects secrets and searches for them. */
export class Canaries {
  private readonly secrets = new Map<string, string>();

  /** How many secrets are known: a search with none proves nothing. */
  get size(): number {
    return this.secrets.size;
  }

  /** Remembers a token or password under a description that is no secret itself. */
  add(secret: string, what: string): void {
    if (secret.length < SHORTEST) throw new RangeError(`A canary needs ${SHORTEST} characters or it is found by chance: ${what}.`);
    this.secrets.set(secret, what);
  }

  /** All leaks in these texts, also of secrets in base64 or percent-encoded. */
  search(texts: Iterable<SearchedText>): Leak[] {
    return [...texts].flatMap(({ where, text }) =>
      [...this.secrets].flatMap(([secret, what]) => {
        const at = firstOf(text, [secret, ...base64Forms(secret), encodeURIComponent(secret)]);
        return at < 0 ? [] : [{ what, where, before: this.clean(text.slice(Math.max(0, at - 60), at)) }];
      }),
    );
  }

  /** What stands before a leak may hold another secret. */
  private clean(text: string): string {
    return [...this.secrets.keys()].reduce((cleaned, secret) => cleaned.replaceAll(secret, '…'), text);
  }
}

function firstOf(text: string, needles: readonly string[]): number {
  const found = needles.map((needle) => text.indexOf(needle)).filter((at) => at >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

/**
 * How the secret looks inside a longer text that was encoded as a whole, such as a kubeconfig in a Secret: what stands before it
 * shifts it by 0, 1 or 2 bytes, and the characters at both ends depend on their neighbours, so they are left out.
 */
function base64Forms(secret: string): string[] {
  return [0, 1, 2].map((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]);
    return bytes.toString('base64').slice(Math.ceil((shift * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
}
