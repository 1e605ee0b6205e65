/**
 * The gate's rules: what happens to the requests that fit. A test adds them and takes them away; the exchange asks for each request
 * which are due.
 */
import { EventEmitter, once } from 'node:events';
import type { GateRequest } from './gate-request.js';

/** Says whether a request is meant. */
export type Match = (request: GateRequest) => boolean;

/** Which requests a rule is for. */
export interface When {
  readonly match: Match;
  /** Only the n-th that fits, counted from 1; every one where nothing is said (for a hold: the first). */
  readonly nth?: number;
}

/** On which side of the server it happens: before the server hears of the request, or after it has done it and before the client knows. */
export type Moment = 'request' | 'answer';

/** An answer that the gate gives for the server. */
export interface GateAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, a string as it is. */
  readonly body?: unknown;
}

/** A rule in force. */
export interface Rule {
  /** How many requests have fitted so far. */
  readonly matched: number;
  /** Ends it; what it still holds back goes on. */
  remove(): void;
}

/** A request that is held back. */
export interface Hold extends Rule {
  /** Resolves with the request once it is held. @throws when `deadlineMs` passes before */
  reached(deadlineMs?: number): Promise<GateRequest>;
  /** Lets it go on. */
  release(): void;
  /** Breaks its connection. */
  cut(): void;
}

/** What is done with one request at one moment. */
export type Action =
  | { readonly kind: 'delay'; readonly delayMs: number }
  | { readonly kind: 'answer'; readonly answer: GateAnswer }
  | { readonly kind: 'cut' }
  | { readonly kind: 'silence'; readonly over: Promise<void> }
  | { readonly kind: 'hold'; readonly decided: (request: GateRequest) => Promise<'release' | 'cut'> };

/** One rule with its counter. */
class CountingRule implements Rule {
  matched = 0;

  constructor(
    readonly when: When,
    readonly moment: Moment,
    readonly action: Action,
    private readonly onRemove: (rule: CountingRule) => void,
  ) {}

  /** Counts the request, and says whether the rule is for it. */
  isDue(request: GateRequest): boolean {
    if (!this.when.match(request)) return false;
    this.matched += 1;
    return this.when.nth === undefined || this.when.nth === this.matched;
  }

  remove(): void {
    this.onRemove(this);
  }
}

/** All rules in force, in the order in which they were added. */
export class RuleBook {
  private readonly rules: CountingRule[] = [];

  /** What is due for `request` at `moment`. Asked once for each. */
  due(request: GateRequest, moment: Moment): Action[] {
    return this.rules.filter((rule) => rule.moment === moment && rule.isDue(request)).map(({ action }) => action);
  }

  add(when: When, moment: Moment, action: Action, onRemove: () => void = () => undefined): Rule {
    const rule = new CountingRule(when, moment, action, (removed) => {
      const at = this.rules.indexOf(removed);
      if (at >= 0) this.rules.splice(at, 1);
      onRemove();
    });
    this.rules.push(rule);
    return rule;
  }

  addHold(when: When, moment: Moment): Hold {
    const held = new HeldRequest();
    const rule = this.add({ nth: 1, ...when }, moment, { kind: 'hold', decided: (request) => held.hold(request) }, () => held.decide('release'));
    return {
      get matched() {
        return rule.matched;
      },
      remove: () => rule.remove(),
      reached: (deadlineMs = 10_000) => held.reached(deadlineMs),
      release: () => held.decide('release'),
      cut: () => held.decide('cut'),
    };
  }
}

class HeldRequest {
  private readonly happenings = new EventEmitter();
  private request: GateRequest | undefined;
  private decision: 'release' | 'cut' | undefined;

  async hold(request: GateRequest): Promise<'release' | 'cut'> {
    this.request = request;
    this.happenings.emit('held');
    if (this.decision === undefined) await once(this.happenings, 'decided');
    return this.decision ?? 'release';
  }

  decide(decision: 'release' | 'cut'): void {
    this.decision ??= decision;
    this.happenings.emit('decided');
  }

  async reached(deadlineMs: number): Promise<GateRequest> {
    if (this.request === undefined) {
      await once(this.happenings, 'held', { signal: AbortSignal.timeout(deadlineMs) }).catch((cause: unknown) => {
        throw new Error(`No request that fits reached the gate within ${deadlineMs} ms.`, { cause });
      });
    }
    if (this.request === undefined) throw new Error('The gate held a request and does not know which.');
    return this.request;
  }
}
