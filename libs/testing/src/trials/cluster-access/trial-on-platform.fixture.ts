import { afterAll, beforeAll } from '@jest/globals';
import type { Platform } from '../../platform/platform.js';
import { startPlatformOnEmulator } from '../../platform/start-platform-on-emulator.js';
import { AccessTrial } from './access-trial.fixture.js';

/** A platform for the tests of a file and a trial on it, which `take` is given before the first of them; both end after the last. */
export function trialOnPlatform(take: (platform: Platform, trial: AccessTrial) => void, controllers?: readonly string[]): void {
  let end = async (): Promise<void> => undefined;
  beforeAll(async () => {
    const platform = await startPlatformOnEmulator({ way: 'gate' });
    end = () => platform.stop();
    const trial = await AccessTrial.start(platform, controllers);
    end = () => trial.end().finally(() => platform.stop());
    take(platform, trial);
  });
  afterAll(() => end());
}
