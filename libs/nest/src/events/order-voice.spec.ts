import { beforeEach, describe, expect, it } from '@jest/globals';
import type { OrderEvent } from './event-sink.js';
import { OrderVoice } from './order-voice.js';
import type { Told } from './order-voice.js';

const FAULT = { reason: 'ReconcileError', message: 'no connection' };

let events: OrderEvent[];

function voice(told?: Told): OrderVoice {
  return new OrderVoice({ tell: async (event) => void events.push(event) }, told);
}

beforeEach(() => {
  events = [];
});

describe('what a handler says', () => {
  it('is told', () => {
    voice().warning('Slow', 'It is slow');

    expect(events).toEqual([{ type: 'Warning', reason: 'Slow', message: 'It is slow' }]);
  });

  it('is told once, over all passes, until it says something else', () => {
    const first = voice();
    first.normal('Moved', 'to b');
    const second = voice(first.told);
    second.normal('Moved', 'to b');
    second.normal('Moved', 'to c');
    second.normal('Moved', 'to b');

    expect(events.map(({ message }) => message)).toEqual(['to b', 'to c', 'to b']);
  });
});

describe('what the loop says', () => {
  it('a fault that lasts is told once', () => {
    const first = voice();
    first.fault(FAULT, 1);
    voice(first.told).fault({ ...FAULT, message: 'still none' }, 1);

    expect(events).toHaveLength(1);
  });

  it('the same fault of a changed order is told again', () => {
    const first = voice();
    first.fault(FAULT, 1);
    voice(first.told).fault(FAULT, 2);

    expect(events).toHaveLength(2);
  });

  it('that a fault is over is told once', () => {
    const first = voice();
    first.fault(FAULT, 1);
    const second = voice(first.told);
    second.recovery({ reason: 'Ready', message: 'again' });
    voice(second.told).recovery({ reason: 'Ready', message: 'again' });

    expect(events.map(({ type }) => type)).toEqual(['Warning', 'Normal']);
  });

  it('nothing of an order that was never at fault', () => {
    voice().recovery({ reason: 'Ready', message: 'again' });

    expect(events).toEqual([]);
  });
});
