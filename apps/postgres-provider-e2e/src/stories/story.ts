/**
 * What each story begins and ends with: a stage on the kcp that KCP_DRIVER names, and the search for secrets in all that the
 * run has written where a secret may not stand.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { KcpDriverName } from '@kcp-runtime/testing';
import { leaks } from '../stage/leaks.js';
import { plantSecret } from '../stage/planted-secret.js';
import { Stage } from '../stage/stage.js';

const openDeadlineMs = 180_000;
const closeDeadlineMs = 60_000;

/** The kcp that this run is about. */
export function driver(env: NodeJS.ProcessEnv = process.env): KcpDriverName {
  const name = env['KCP_DRIVER'] ?? 'emulator';
  if (name !== 'emulator' && name !== 'binary' && name !== 'container') throw new Error(`KCP_DRIVER is "${name}"; it names emulator, binary or container.`);
  return name;
}

/** Opens a stage before the tests of the surrounding `describe`, closes it after them, and searches what it leaves for secrets. */
export function onStage(options: { readonly own?: 'always' } = {}): () => Stage {
  let stage: Stage | undefined;
  const current = (): Stage => {
    if (stage === undefined) throw new Error('The stage is not open; its error is above.');
    return stage;
  };
  beforeAll(async () => {
    stage = await Stage.open({ driver: driver(), env: process.env, way: 'gate', ...options });
  }, openDeadlineMs);
  afterAll(() => stage?.close(), closeDeadlineMs);
  return current;
}

/** The search itself: a secret that stands in any of these places is found there. */
export function itFindsSecrets(stage: () => Stage): void {
  it('would have found one in each place that is searched', async () => {
    const secret = `planted-${randomUUID()}`;
    const planted = await plantSecret(stage(), secret);
    // What the process itself writes nobody else can change: words that stand there are looked for as if they were secrets.
    for (const word of [secret, 'Metrics are served', 'process_resident_memory_bytes']) stage().canaries.add(word, 'what was planted');
    const found = new Set((await leaks(stage())).map(({ where }) => where));
    expect([...found].sort()).toEqual([...planted, 'figures of the provider', 'log of the provider'].sort());
  });
}

/** The last test of a story: no token and no password stands in a log line, a figure, a termination message, an Event, a status, a lease or a ConfigMap. */
export function itKeepsSecrets(stage: () => Stage): void {
  it('has written no secret where none may stand', async () => {
    expect(stage().canaries.size).toBeGreaterThan(4);
    expect(await leaks(stage())).toEqual([]);
  });
}
