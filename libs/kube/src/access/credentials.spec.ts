import { describe, expect, it } from '@jest/globals';
import { ManualClock } from '../time/manual-clock.js';
import { CachedCredentials } from './credentials.js';
import type { AuthHeaders, CredentialSource } from './credentials.js';

/** A program that gives out a new token each time, when the test lets it. */
class Plugin implements CredentialSource {
  runs = 0;
  forgotten = 0;

  async read(): Promise<AuthHeaders> {
    this.runs += 1;
    const token = `token-${this.runs}`;
    await new Promise((resolve) => setImmediate(resolve));
    return { authorization: token };
  }

  forget(): void {
    this.forgotten += 1;
  }
}

describe('a credential that has to be fetched', () => {
  it('is fetched once for many requests that wait for it', async () => {
    const plugin = new Plugin();
    const credentials = new CachedCredentials(plugin, 1000, new ManualClock());
    await Promise.all(Array.from({ length: 10 }, () => credentials.headers()));
    expect(plugin.runs).toBe(1);
  });

  it('is fetched again when it is old', async () => {
    const clock = new ManualClock();
    const credentials = new CachedCredentials(new Plugin(), 1000, clock);
    await credentials.headers();
    await clock.advance(1000);
    expect(await credentials.headers()).toEqual({ authorization: 'token-2' });
  });

  it('is fetched again at once when a server refused it', async () => {
    const credentials = new CachedCredentials(new Plugin(), 1000, new ManualClock());
    credentials.refused(await credentials.headers());
    expect(await credentials.headers()).toEqual({ authorization: 'token-2' });
  });

  it('is fetched once more, not ten times, when ten requests were refused with it', async () => {
    const plugin = new Plugin();
    const credentials = new CachedCredentials(plugin, 1000, new ManualClock());
    const old = await credentials.headers();
    for (let count = 0; count < 10; count += 1) {
      credentials.refused(old);
      await credentials.headers();
    }
    expect([plugin.runs, plugin.forgotten]).toEqual([2, 1]);
  });

  it('is tried again after a failure', async () => {
    let runs = 0;
    const source: CredentialSource = {
      read: () => ((runs += 1) === 1 ? Promise.reject(new Error('no luck')) : Promise.resolve({ authorization: 'x' })),
      forget: () => undefined,
    };
    const credentials = new CachedCredentials(source, 1000, new ManualClock());
    await credentials.headers().catch(() => undefined);
    expect(await credentials.headers()).toEqual({ authorization: 'x' });
  });
});
