import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityFor } from '../fixture/tls-server.fixture.js';
import { KubeconfigRefused } from './kubeconfig-refused.js';
import { readProcessKubeconfig } from './process-kubeconfig.js';

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'process-'));
  mkdirSync(join(folder, '.kube'));
  write('.kube/config', kubeconfig('https://home'));
  write('one', kubeconfig('https://one'));
  write('two', kubeconfig('https://two'));
  write('ca.crt', (await identityFor('kubernetes.default.svc')).cert);
  write('token', 'pod-token\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string): void {
  writeFileSync(join(folder, name), content);
}

/** Every name holds the server's, so that two of them can be merged. */
function kubeconfig(server: string): string {
  return JSON.stringify({
    'current-context': `context ${server}`,
    contexts: [{ name: `context ${server}`, context: { cluster: `cluster ${server}`, user: `user ${server}` } }],
    clusters: [{ name: `cluster ${server}`, cluster: { server } }],
    users: [{ name: `user ${server}`, user: { token: 'mine' } }],
  });
}

describe("the process's own cluster", () => {
  const inPod = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' };

  it('is that of the flag before all else', async () => {
    const env = { KUBECONFIG: join(folder, 'two'), ...inPod };
    expect((await readProcessKubeconfig({ env, path: join(folder, 'one') })).server).toBe('https://one');
  });

  it('is that of KUBECONFIG before the pod', async () => {
    const env = { KUBECONFIG: join(folder, 'one'), ...inPod };
    expect((await readProcessKubeconfig({ env, serviceAccountDir: folder })).server).toBe('https://one');
  });

  it('is merged of several files, the first one deciding', async () => {
    const env = { KUBECONFIG: [join(folder, 'one'), join(folder, 'two')].join(delimiter) };
    expect((await readProcessKubeconfig({ env })).server).toBe('https://one');
  });

  it.each([
    ['is no YAML', 'users: [{ name: a, user: { token: hunter2hunter2 }'],
    ['is no kubeconfig', '- token: hunter2hunter2'],
  ])('is refused without a word of its secrets when one of several files %s', async (_what, text) => {
    write('broken', text);
    const env = { KUBECONFIG: [join(folder, 'one'), join(folder, 'broken')].join(delimiter) };
    const refusal: unknown = await readProcessKubeconfig({ env }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(KubeconfigRefused);
    expect(String(refusal)).toContain(join(folder, 'broken'));
    expect(String(refusal)).not.toContain('hunter2');
  });

  it("is the pod's own, with the token read from its file", async () => {
    const access = await readProcessKubeconfig({ env: { HOME: folder, ...inPod }, serviceAccountDir: folder });
    expect(access.server).toBe('https://[fd00::1]:443');
    expect(access.reveal().credential).toEqual({ kind: 'tokenFile', path: join(folder, 'token') });
  });

  it('is that of the home folder in the end', async () => {
    expect((await readProcessKubeconfig({ env: { HOME: folder } })).server).toBe('https://home');
  });

  it('is missing by name when there is none', async () => {
    await expect(readProcessKubeconfig({ env: { HOME: join(folder, 'nowhere') } })).rejects.toThrow(KubeconfigRefused);
  });
});
