import { beforeEach, describe, expect, it } from '@jest/globals';
import { KubeConnection, ManualClock, readKubeconfig } from '@kcp-runtime/kube';
import { ConnectedWork } from './connected-work.js';
import { whenAborted } from './stages-of-stop.js';

const quiet = (): void => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const KUBECONFIG = `apiVersion: v1
kind: Config
current-context: a
contexts: [{ name: a, context: { cluster: a, user: a } }]
clusters: [{ name: a, cluster: { server: 'https://127.0.0.1:1' } }]
users: [{ name: a, user: { token: t } }]
`;

/** A connection to nowhere, which notes when it is closed. */
async function connected(mark: string, closed: string[]) {
  const connection = await KubeConnection.open(readKubeconfig(KUBECONFIG, { origin: 'cluster', source: 'a test' }));
  const close = connection.close.bind(connection);
  connection.close = () => (closed.push(mark), close());
  return { connection, mark };
}

describe('work over connections', () => {
  let clock: ManualClock;
  let closed: string[];
  let going: string[];
  let breaks: number;
  let work: ConnectedWork<string>;
  const stop = new AbortController();

  const begin = async (mark: string): Promise<void> => {
    const serve = async (signal: AbortSignal): Promise<void> => {
      going.push(`+${mark}`);
      await whenAborted(signal);
      going.push(`-${mark}`);
    };
    await work.begin(await connected(mark, closed), serve, stop.signal);
  };

  beforeEach(() => {
    clock = new ManualClock();
    [closed, going, breaks] = [[], [], 0];
    work = new ConnectedWork({ retireMs: 30_000, onBroken: () => void (breaks += 1), clock, log });
  });

  it('ends before it begins over another one, which is closed when nobody can need it any more', async () => {
    await begin('first');
    await begin('second');
    expect(going).toEqual(['+first', '-first', '+second']);
    expect(closed).toEqual([]);
    await clock.advance(30_000);
    expect(closed).toEqual(['first']);
    await work.close();
    expect(closed).toEqual(['first', 'second']);
  });

  it('goes on over another one to the same', async () => {
    await begin('first');
    work.goOnOver(await connected('second', closed));
    expect([going, work.over?.mark]).toEqual([['+first'], 'second']);
    await clock.advance(30_000);
    expect(closed).toEqual(['first']);
    await work.close();
  });

  it('tells a fault of ours once, and is begun anew over a new connection', async () => {
    await work.begin(await connected('first', closed), () => Promise.reject(new Error('a bug')), stop.signal);
    await work.ended();
    expect(breaks).toBe(1);
    expect(() => work.throwIfBroken()).toThrow('a bug');
    work.throwIfBroken();
    expect(work.over).toBeUndefined();
    await work.close();
    expect(closed).toEqual(['first']);
  });
});
