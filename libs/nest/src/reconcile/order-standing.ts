import type { Phase, Reason } from '../status/reasons.js';
import type { OrderFields } from './order-home.js';

/** How an order stands, in words that are all the runtime's: figures count by them. */
export interface OrderStanding {
  /** `none`: not looked at yet. */
  readonly phase: Phase | 'none' | 'other';
  /** Why it is not Ready; empty where it is, or where no status says it. */
  readonly reason: keyof typeof Reason | 'other' | '';
}

/** The standing as one word, which a cache counts by. */
export function standingWord(fields: Pick<OrderFields, 'phase' | 'reason'>): string {
  const { phase, reason } = standingOf(fields);
  return reason === '' ? phase : `${phase} ${reason}`;
}

/** Reads what {@link standingWord} wrote. */
export function standingOfWord(word: string): OrderStanding {
  const [phase, reason = ''] = word.split(' ');
  return { phase, reason } as OrderStanding; // nobody else writes such a word
}

/** A tenant may be able to write any word into a status: none of them becomes a label. */
function standingOf({ phase, reason }: Pick<OrderFields, 'phase' | 'reason'>): OrderStanding {
  switch (phase) {
    case undefined:
      return { phase: 'none', reason: '' };
    case 'Ready':
      return { phase, reason: '' };
    case 'Progressing':
    case 'Terminating':
      return { phase, reason: reason ?? 'other' };
    default:
      return { phase: 'other', reason: 'other' };
  }
}
