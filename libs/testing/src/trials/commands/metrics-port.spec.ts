import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BoxModule, boxProvider } from './boxes.fixture.js';
import { gateCertificate } from '../../gate/gate-certificate.js';
import { ProviderCall } from '../../provider/provider-call.js';
import { eventually } from '../../wait/eventually.js';

/** The body of what is served there, for who trusts this certificate alone. */
function read(url: string, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(url, { ca, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk)).on('end', () => resolve(text));
    });
    request.on('error', reject);
  });
}

describe('figures over TLS', () => {
  let folder: string;

  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'metrics-'))));
  afterEach(() => rm(folder, { recursive: true }));

  const run = (): ProviderCall =>
    new ProviderCall(boxProvider, {
      argv: ['run', '--kubeconfig=/nowhere/kubeconfig', '--health-probe-bind-address=0', '--metrics-bind-address=127.0.0.1:0', `--metrics-cert-path=${folder}`],
      env: { POD_NAMESPACE: 'team' },
      loadModule: async () => BoxModule,
    });

  it('are served with the certificate of the folder that is named', async () => {
    const { cert, key } = await gateCertificate();
    await writeFile(join(folder, 'tls.crt'), cert);
    await writeFile(join(folder, 'tls.key'), key);
    const call = run();
    try {
      const { address } = await eventually(() => call.lines.find(({ msg }) => msg === 'Metrics are served'), { what: 'metrics' });
      expect(await read(`https://${String(address)}/metrics`, cert)).toContain('controller_runtime_reconcile_total');
    } finally {
      call.stop();
    }
    expect(await call.ended).toBe(0);
  });

  it('are an error where there is no certificate in it', async () => {
    const call = run();
    expect(await call.ended).toBe(1);
    expect(call.lines.at(-1)).toMatchObject({ level: 'error', msg: expect.stringMatching(/ENOENT.*tls\.(crt|key)/) });
  });
});
