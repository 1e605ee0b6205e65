import { describe, expect, it } from '@jest/globals';
import { orderMatchers } from './matchers.js';

expect.extend(orderMatchers);

const ready = { type: 'Ready', status: 'True', reason: 'ReconcileSuccess', message: 'Domain Service is ready' };
const order = { metadata: { generation: 2 }, status: { phase: 'Ready', observedGeneration: 2, conditions: [ready] } };

describe('an order', () => {
  it('is Ready when phase, condition and generation say so', () => {
    expect(order).toBeReady();
  });

  it.each([
    ['its status is about an older generation', { ...order, metadata: { generation: 3 } }],
    ['its phase is another', { ...order, status: { ...order.status, phase: 'Progressing' } }],
    ['its condition is False', { ...order, status: { ...order.status, conditions: [{ ...ready, status: 'False' }] } }],
    ['it has no status', { metadata: { generation: 1 } }],
    ['it is not there', undefined],
  ])('is not Ready when %s', (_why, other) => {
    expect(other).not.toBeReady();
    expect(() => expect(other).toBeReady()).toThrow(/expected the order to be Ready; its status is/);
  });

  it('has a condition as far as it is described', () => {
    expect(order).toHaveCondition('Ready', { status: 'True', message: /ready$/ });
    expect(order).not.toHaveCondition('Ready', { reason: 'InvalidSpec' });
    expect(order).not.toHaveCondition('SpecAccepted');
  });

  it('has a phase', () => {
    expect(order).toHavePhase('Ready');
    expect(order).not.toHavePhase('Terminating');
  });
});
