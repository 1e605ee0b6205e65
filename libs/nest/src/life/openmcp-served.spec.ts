import { beforeEach, describe, expect, it } from '@jest/globals';
import { ManualClock, NotFound, Unreachable } from '@kcp-runtime/kube';
import type { KubeAnswer, KubeApi } from '@kcp-runtime/kube';
import { whenOpenMcpServed } from './openmcp-served.js';

const context = { method: 'GET', url: 'https://platform.test/apis', message: 'x' };

function serves(resources: readonly string[]): KubeAnswer {
  return { status: 200, bytes: Buffer.from('{}'), warnings: [], json: () => ({ resources: resources.map((name) => ({ name })) }) };
}

describe('a platform cluster', () => {
  let clock: ManualClock;
  let answer: () => Promise<KubeAnswer>;
  let absences: number;
  let warnings: string[];
  let stop: AbortController;
  const quiet = (): void => undefined;

  function look(): Promise<boolean> {
    const platform: Pick<KubeApi, 'request'> = { request: () => answer() };
    const log = { debug: quiet, info: quiet, warn: (message: string) => void warnings.push(message), error: quiet };
    return whenOpenMcpServed({ platform: platform as KubeApi, onAbsent: () => void (absences += 1), clock, random: () => 0.5, log }, stop.signal);
  }

  beforeEach(() => {
    clock = new ManualClock();
    absences = 0;
    warnings = [];
    stop = new AbortController();
  });

  it('is one of openMCP when it serves its requests', async () => {
    answer = async () => serves(['accessrequests', 'clusterrequests']);
    expect(await look()).toBe(true);
    expect(absences).toBe(0);
  });

  it.each([
    ['does not know their group', () => Promise.reject(new NotFound({ ...context, status: 404 }))],
    ['answers for their group with nothing in it, as a kcp workspace does', async () => serves([])],
  ])('is none while it %s, and becomes one when they are installed', async (_case, before) => {
    answer = before;
    const looking = look();
    await clock.advance(0);
    expect(absences).toBe(1);
    answer = async () => serves(['accessrequests']);
    await clock.advance(60_000);
    expect(await looking).toBe(true);
  });

  it('is neither while it can not be asked, which is said; it is asked again soon', async () => {
    answer = () => Promise.reject(new Unreachable({ ...context, status: 0 }, 'refused', 'Look whether it runs'));
    const looking = look();
    await clock.advance(0);
    expect([absences, warnings.length]).toEqual([0, 1]);
    answer = async () => serves(['accessrequests']);
    await clock.advance(2_000);
    expect(await looking).toBe(true);
  });

  it('is not looked at any more when that is to end', async () => {
    answer = async () => serves([]);
    const looking = look();
    await clock.advance(0);
    stop.abort();
    expect(await looking).toBe(false);
  });
});
