import { describe, expect, it } from '@jest/globals';
import type { Answer } from '../http/listener.js';
import { probes } from './probes.js';
import { RuntimeHealth } from './runtime.health.js';

async function asked(path: string, tell: (health: RuntimeHealth) => void = () => undefined): Promise<Answer | undefined> {
  const health = new RuntimeHealth();
  tell(health);
  return probes(health).get(path)?.();
}

describe('a kubelet', () => {
  it.each(['/healthz', '/livez'])('hears at %s that the process lives, whatever it waits for', async (path) => {
    const answer = await asked(path, (health) => health.tell('platform', { state: 'waiting', reason: 'it does not answer' }));
    expect(answer).toMatchObject({ status: 200, body: 'ok\n' });
  });

  it('hears that nothing is ready before the runtime has started', async () => {
    expect(await asked('/readyz')).toMatchObject({ status: 503, body: 'not ready\n' });
  });

  it('hears that all is ready', async () => {
    const answer = await asked('/readyz', (health) => health.tell('platform', { state: 'ready' }));
    expect(answer).toMatchObject({ status: 200, body: '[+] platform\nready\n' });
  });

  it('hears what waits, and for what', async () => {
    const answer = await asked('/readyz', (health) => {
      health.tell('platform', { state: 'ready' });
      health.tell('kcp mode', { state: 'waiting', reason: 'the lease can not be written' });
    });
    expect(answer).toMatchObject({ status: 503, body: '[+] platform\n[-] kcp mode: the lease can not be written\nnot ready\n' });
  });

  it('takes a process that stands by for ready, so that a rollout goes on', async () => {
    const answer = await asked('/readyz', (health) => health.tell('kcp mode', { state: 'standby', reason: 'another process holds the lease' }));
    expect(answer).toMatchObject({ status: 200, body: '[+] kcp mode: another process holds the lease\nready\n' });
  });

  it('hears no secret', async () => {
    const answer = await asked('/readyz', (health) => health.tell('platform', { state: 'waiting', reason: 'token=hunter2hunter2 was refused' }));
    expect(answer?.body).not.toContain('hunter2');
  });
});
