import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { RawAnswer } from '@kcp-runtime/testing';

/** Kubernetes' own error object, with this code and reason. */
export function expectRefusal(answer: RawAnswer, code: number, reason: string): void {
  expect({ status: answer.status, contentType: answer.contentType, kind: answer.body['kind'], reason: answer.body['reason'], code: answer.body['code'] }).toEqual({
    status: code,
    contentType: 'application/json',
    kind: 'Status',
    reason,
    code,
  });
}

/** The answer for a path that is not served: not a Status object. */
export function expectNotServed(answer: RawAnswer): void {
  expect({ status: answer.status, contentType: answer.contentType, text: answer.text }).toEqual({ status: 404, contentType: 'text/plain', text: '404 page not found\n' });
}

/** The virtual workspace's "not served yet": a Status that looks like NotFound and has this cause. */
export function expectNotServedBehind(answer: RawAnswer): void {
  expectRefusal(answer, 404, 'NotFound');
  expect(causeReasons(answer)).toContain('UnexpectedServerResponse');
}

/** The reasons of an error's causes. */
export function causeReasons(answer: RawAnswer): unknown[] {
  return causes(answer, 'reason');
}

/** The fields of an error's causes. */
export function causeFields(answer: RawAnswer): unknown[] {
  return causes(answer, 'field');
}

function causes(answer: RawAnswer, key: string): unknown[] {
  const found = dig(answer.body, 'details', 'causes');
  return Array.isArray(found) ? found.map((cause: unknown) => dig(cause, key)) : [];
}

/** The status of a condition in an object. */
export function condition(object: unknown, type: string): { status: unknown; reason: unknown } | undefined {
  const conditions = dig(object, 'status', 'conditions');
  const found = Array.isArray(conditions) ? (conditions.find((entry: unknown) => dig(entry, 'type') === type) as unknown) : undefined;
  return found === undefined ? undefined : { status: dig(found, 'status'), reason: dig(found, 'reason') };
}
