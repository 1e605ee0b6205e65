import { isDeepStrictEqual } from 'node:util';
import type { KcpStatus } from '@kcp-runtime/schema';
import type { ConfigFinding } from '../config/config-status-writer.js';

/** The stages of kcp mode, in the order in which they succeed. */
export const KCP_CONDITIONS = ['KcpConnected', 'KcpPublished', 'KcpEndpointsReady', 'KcpNothingOrphaned'] as const;

/** Type of a condition that tells of one stage. */
export type KcpCondition = (typeof KCP_CONDITIONS)[number];

/** What `status.kcp` tells beside the conditions, as far as it is known. */
export type KcpFacts = Omit<Partial<KcpStatus>, 'connected' | 'message' | 'observedAt'>;

/** What is found of each stage. */
export type KcpFindings = Readonly<Record<KcpCondition, ConfigFinding>>;

const NOT_YET: ConfigFinding = { status: 'Unknown', reason: 'NotYetKnown', message: 'Not looked at yet' };
const NOTHING_FOUND: KcpFindings = { KcpConnected: NOT_YET, KcpPublished: NOT_YET, KcpEndpointsReady: NOT_YET, KcpNothingOrphaned: NOT_YET };

/**
 * What kcp mode knows about itself, for the ProviderConfig's status. The mode's machines write into it,
 * the status writer reads it; it does no I/O and calls `onChange` only when something is new.
 */
export class KcpReport {
  #findings: KcpFindings = NOTHING_FOUND;
  #facts: KcpFacts = {};

  constructor(private readonly onChange: () => void) {}

  get findings(): KcpFindings {
    return this.#findings;
  }

  get facts(): KcpFacts {
    return this.#facts;
  }

  find(condition: KcpCondition, finding: ConfigFinding): void {
    if (isDeepStrictEqual(this.#findings[condition], finding)) return;
    this.#findings = { ...this.#findings, [condition]: finding };
    this.onChange();
  }

  learn(facts: KcpFacts): void {
    const next = { ...this.#facts, ...facts };
    if (isDeepStrictEqual(next, this.#facts)) return;
    this.#facts = next;
    this.onChange();
  }

  /** Another workspace, or none: nothing of what was known holds any more. */
  reset(): void {
    this.#findings = NOTHING_FOUND;
    this.#facts = {};
    this.onChange();
  }
}
