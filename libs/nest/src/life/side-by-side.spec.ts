import { describe, expect, it } from '@jest/globals';
import { ManualClock } from '@kcp-runtime/kube';
import { runSideBySide } from './side-by-side.js';
import type { ServiceMode } from './side-by-side.js';
import { whenAborted } from './stages-of-stop.js';

const quiet = (): void => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

/** A mode that breaks so many times before it serves. */
class Breaking implements ServiceMode {
  runs = 0;

  constructor(
    readonly name: string,
    private readonly breaks: number,
  ) {}

  whenReady(): Promise<void> {
    return Promise.resolve();
  }

  run({ stop }: { readonly stop: AbortSignal }): Promise<void> {
    this.runs += 1;
    return this.runs <= this.breaks ? Promise.reject(new Error('broken')) : whenAborted(stop);
  }
}

describe('modes side by side', () => {
  it('begin anew on their own when they break, and say so', async () => {
    const clock = new ManualClock();
    const stop = new AbortController();
    const stages = { stop: stop.signal, force: stop.signal, abandon: stop.signal };
    const told: string[] = [];
    const health = { tell: (part: string, state: { readonly state: string }) => void told.push(`${part} ${state.state}`) };
    const [one, other] = [new Breaking('one mode', 2), new Breaking('other mode', 0)];
    const running = runSideBySide([one, other], stages, { health, clock, random: () => 0.5, log });
    for (let seconds = 0; seconds < 60; seconds += 1) await clock.advance(1_000);
    expect([one.runs, other.runs]).toEqual([3, 1]);
    expect(told).toEqual(['one mode waiting', 'one mode waiting']);
    stop.abort();
    await running;
  });
});
