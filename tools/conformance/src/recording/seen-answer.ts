import { dig } from '@kcp-runtime/testing';
import type { RawAnswer, RawWatch } from '@kcp-runtime/testing';
import { firstDifferentPath, shapeOf } from './shape.js';
import type { Shape } from './shape.js';

/** What two servers have to agree on: no message, no value of theirs. */
export interface SeenAnswer {
  readonly status: number;
  readonly type: string;
  readonly reason?: string;
  /** `reason field` of each cause, sorted. */
  readonly causes?: readonly string[];
  /** The types of a watch's events. */
  readonly events?: readonly string[];
  readonly shape: Shape;
}

/** What is kept of an answer. */
export function seenAnswer({ status, contentType, body }: RawAnswer): SeenAnswer {
  const { reason } = body;
  const causes = dig(body, 'details', 'causes');
  return {
    status,
    type: contentType,
    ...(body['kind'] === 'Status' && typeof reason === 'string' ? { reason } : {}),
    ...(Array.isArray(causes) ? { causes: causes.map(causeText).sort() } : {}),
    shape: shapeOf(body),
  };
}

/** What is kept of a watch: which types of events came, and why it broke if it did. How many came is a matter of time. */
export function seenWatch({ events }: RawWatch): SeenAnswer {
  const told = events.map(({ type, object }) => (type === 'ERROR' ? `ERROR ${String(object['code'])} ${String(object['reason'])}` : type));
  return { status: 200, type: 'application/json', events: [...new Set(told)].sort(), shape: 0 };
}

/** The first thing in which an answer differs from the expected one, in words. */
export function firstDifference(expected: SeenAnswer, found: SeenAnswer): string | undefined {
  for (const field of ['status', 'type', 'reason', 'causes', 'events'] as const) {
    const [wanted, there] = [JSON.stringify(expected[field]), JSON.stringify(found[field])];
    if (wanted !== there) return `${field} is ${there ?? 'missing'} instead of ${wanted ?? 'none'}`;
  }
  const key = firstDifferentPath(expected.shape, found.shape);
  if (key === undefined) return undefined;
  return key.in === 'expected' ? `${key.path} is missing` : `${key.path} is not there on kcp`;
}

function causeText(cause: unknown): string {
  return [dig(cause, 'reason'), dig(cause, 'field')].filter((part) => typeof part === 'string').join(' ');
}
