/** What each story on a real platform begins and ends with. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { platformLeaks } from '../platform-stage/platform-leaks.js';
import { PlatformStage } from '../platform-stage/platform-stage.js';
import type { PlatformStageOptions } from '../platform-stage/platform-stage.js';

const openDeadlineMs = 240_000;
const closeDeadlineMs = 60_000;

/** The platform that a story plays on, once it is there. */
export type OnStage = () => PlatformStage;

/** Opens a platform before the tests of the surrounding `describe`, and closes it after them. */
export function onPlatform({ way = 'direct' }: Partial<Pick<PlatformStageOptions, 'way'>> = {}): OnStage {
  let stage: PlatformStage | undefined;
  beforeAll(async () => {
    stage = await PlatformStage.open({ env: process.env, way });
  }, openDeadlineMs);
  afterAll(() => stage?.close(), closeDeadlineMs);
  return () => {
    if (stage === undefined) throw new Error('The platform is not there; its error is above.');
    return stage;
  };
}

/** The last test of a story: no token and no password stands in a log line, a figure, an Event, a status, a lease, a request or a ConfigMap. */
export function itKeepsSecrets(stage: OnStage): void {
  it('has written no secret where none may stand', async () => {
    expect(stage().canaries.size).toBeGreaterThan(4);
    expect(await platformLeaks(stage())).toEqual([]);
  });
}
