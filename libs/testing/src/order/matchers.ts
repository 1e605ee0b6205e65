/**
 * What a spec of a provider says about an order as it stands on the server:
 * `expect.extend(orderMatchers)`, then `expect(await red.get('main')).toBeReady()`.
 */
import type { MatcherContext } from 'expect';

/** A condition as a status carries it. */
interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

/** The part of an order that matchers look at. */
interface Ordered {
  readonly metadata?: { readonly generation?: number };
  readonly status?: { readonly phase?: string; readonly observedGeneration?: number; readonly conditions?: readonly Condition[] };
}

/** What is expected of a condition beside its type; what is left out may be anything. */
export interface ExpectedCondition {
  readonly status?: 'True' | 'False' | 'Unknown';
  readonly reason?: string;
  readonly message?: string | RegExp;
}

interface Verdict {
  readonly pass: boolean;
  readonly message: () => string;
}

/** Matchers for `expect.extend`. */
export const orderMatchers = {
  /** Phase and condition say Ready, and they say it about the generation that stands there. */
  toBeReady(this: MatcherContext, order: unknown): Verdict {
    const { metadata, status } = ordered(order);
    const isReady = status?.phase === 'Ready' && conditionOf(order, 'Ready')?.status === 'True' && status.observedGeneration === metadata?.generation;
    return verdict(isReady, order, 'to be Ready');
  },

  /** The order has this condition, as far as it is described. */
  toHaveCondition(this: MatcherContext, order: unknown, type: string, expected: ExpectedCondition = {}): Verdict {
    const found = conditionOf(order, type);
    return verdict(found !== undefined && fits(found, expected), order, `to have the condition ${type} ${describe(expected)}`);
  },

  /** `status.phase` of the order. */
  toHavePhase(this: MatcherContext, order: unknown, phase: 'Progressing' | 'Ready' | 'Terminating'): Verdict {
    return verdict(ordered(order).status?.phase === phase, order, `to have the phase ${phase}`);
  },
};

function ordered(order: unknown): Ordered {
  return Object(order);
}

function conditionOf(order: unknown, type: string): Condition | undefined {
  return ordered(order).status?.conditions?.find((condition) => condition.type === type);
}

function fits({ status, reason, message }: Condition, expected: ExpectedCondition): boolean {
  const isMessage = typeof expected.message === 'string' ? message === expected.message : expected.message?.test(message) !== false;
  return (expected.status ?? status) === status && (expected.reason ?? reason) === reason && isMessage;
}

function describe({ status, reason, message }: ExpectedCondition): string {
  return [status, reason, message].filter((part) => part !== undefined).join(' ');
}

function verdict(pass: boolean, order: unknown, what: string): Verdict {
  const stands = JSON.stringify(ordered(order).status ?? null, undefined, 2);
  return { pass, message: () => `expected the order ${pass ? 'not ' : ''}${what}; its status is ${stands}` };
}

declare module 'expect' {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- an interface is added to under its own parameters only
  interface Matchers<R extends void | Promise<void>, T = unknown> {
    /** {@link orderMatchers} */
    toBeReady(): R;
    /** {@link orderMatchers} */
    toHaveCondition(type: string, expected?: ExpectedCondition): R;
    /** {@link orderMatchers} */
    toHavePhase(phase: 'Progressing' | 'Ready' | 'Terminating'): R;
  }
}
