import { describe, expect, it } from '@jest/globals';
import type { Condition, Finding } from './conditions.js';
import { statusPatch } from './order-status.js';
import type { StatusNow } from './order-status.js';

const READY: Finding = { type: 'Ready', status: 'True', reason: 'ReconcileSuccess', message: 'Domain Service is ready' };
const WAITING: Finding = { type: 'Ready', status: 'False', reason: 'Waiting', message: 'It waits' };

function now(finding: Finding, more: Partial<StatusNow> = {}): StatusNow {
  return { generation: 1, phase: 'Ready', findings: [finding], ...more };
}

function statusOf(finding: Finding, more: object = {}): object {
  return { observedGeneration: 1, phase: 'Ready', conditions: [{ ...finding, lastTransitionTime: 'then' }], ...more };
}

describe('the patch of a status', () => {
  it('is nothing when the status says so already', () => {
    expect(statusPatch(statusOf(READY, { host: 'h' }), now(READY, { fields: { host: 'h' } }), 'now')).toBeUndefined();
  });

  it('has all that openMCP requires, whatever little changes', () => {
    expect(statusPatch(statusOf(READY), now(READY, { fields: { host: 'h' } }), 'now')).toEqual({
      host: 'h', observedGeneration: 1, phase: 'Ready', conditions: [{ ...READY, lastTransitionTime: 'then' }],
    });
  });

  it('speaks of a new generation even when nothing else is new', () => {
    expect(statusPatch(statusOf(READY), now(READY, { generation: 2 }), 'now')).toMatchObject({ observedGeneration: 2 });
  });

  it('moves the time of a condition with its status', () => {
    expect(statusPatch(statusOf(READY), now(WAITING), 'now')).toMatchObject({ conditions: [{ status: 'False', lastTransitionTime: 'now' }] });
  });

  it('leaves the time of a condition whose reason alone is new', () => {
    expect(statusPatch(statusOf(WAITING), now({ ...WAITING, reason: 'Other' }), 'now')).toMatchObject({ conditions: [{ reason: 'Other', lastTransitionTime: 'then' }] });
  });

  it('keeps the service’s own fields when nothing is said of them', () => {
    expect(statusPatch(statusOf(READY, { host: 'h' }), now(WAITING), 'now')).not.toHaveProperty('host');
  });

  it('removes a field that the service no longer names, also within another', () => {
    expect(statusPatch(statusOf(READY, { host: 'h', ports: { a: 1, b: 2 } }), now(READY, { fields: { ports: { b: 2 } } }), 'now')).toMatchObject({ host: null, ports: { a: null } });
  });

  it('does not let the service’s fields speak for the runtime', () => {
    expect(statusPatch({}, now(READY, { fields: { phase: 'Great', conditions: [] } }), 'now')).toMatchObject({ phase: 'Ready', conditions: [READY] });
  });

  it('takes out of our condition what another runtime has added to it', () => {
    const theirs = { observedGeneration: 1, phase: 'Ready', conditions: [{ ...READY, lastTransitionTime: 'then', observedGeneration: 1 }] };
    expect(statusPatch(theirs, now(READY), 'now')).toMatchObject({ conditions: [{ ...READY, lastTransitionTime: 'then' }] });
    expect(statusPatch(theirs, now(READY), 'now')).not.toHaveProperty('conditions.0.observedGeneration');
  });

  it('keeps conditions of others', () => {
    const theirs: Condition = { type: 'Theirs', status: 'True', reason: 'R', message: 'm', lastTransitionTime: 't' };
    const status = { ...statusOf(READY), conditions: [theirs] };

    expect(statusPatch(status, now(READY), 'now')).toMatchObject({ conditions: [READY, theirs] });
  });

  it('shows a long message of an error as one line that Kubernetes takes', () => {
    const patch = statusPatch({}, now({ ...WAITING, message: `first\n  second ${'x'.repeat(40_000)}` }), 'now');
    const message = (patch?.['conditions'] as Condition[])[0]?.message ?? '';

    expect(message).toMatch(/^first second x+…$/);
    expect(message).toHaveLength(4000);
  });

  it('takes an instance of a class for what it is on the wire', () => {
    class Fields {
      since = new Date('2030-01-01T00:00:00Z');
    }

    expect(statusPatch(statusOf(READY, { since: '2030-01-01T00:00:00.000Z' }), now(READY, { fields: new Fields() }), 'now')).toBeUndefined();
  });
});
