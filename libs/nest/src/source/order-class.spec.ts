import { describe, expect, it } from '@jest/globals';
import { frame } from '../fixture/frame.fixture.js';
import { classOfChange } from './order-class.js';

const ready = { uid: 'u', resourceVersion: '1', generation: 2, creationTimestamp: '', isHeld: true, phase: 'Ready', observedGeneration: 2 };

describe('how urgent an order is', () => {
  it.each([
    ['new', { phase: undefined }, 'changed'],
    ['Ready as ordered, seen at a start', {}, 'settled'],
    ['Ready for what was ordered before', { observedGeneration: 1 }, 'changed'],
    ['being deleted', { deletionTimestamp: '2026-01-01T00:00:00Z' }, 'changed'],
  ])('%s', (_, fields, keyClass) => {
    expect(classOfChange({ kind: 'added', key: 'k', now: frame({ ...ready, ...fields }) })).toBe(keyClass);
  });

  it('somebody has just changed it', () => {
    expect(classOfChange({ kind: 'changed', key: 'k', now: frame(ready), was: frame(ready) })).toBe('changed');
  });

  it('it is gone, and nobody waits', () => {
    expect(classOfChange({ kind: 'deleted', key: 'k', was: frame(ready) })).toBe('settled');
  });
});
