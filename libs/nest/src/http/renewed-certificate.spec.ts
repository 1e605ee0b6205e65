import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ManualClock } from '@kcp-runtime/kube';
import { generate } from 'selfsigned';
import { Listener, plainText } from './listener.js';
import { followCertificate, LOOK_AGAIN_MS, readCertificate } from './renewed-certificate.js';

/** A listener over TLS whose certificate stands in a folder, as `run` serves figures. */
class Served {
  readonly clock = new ManualClock();
  readonly troubles: unknown[] = [];
  readonly #stop = new AbortController();
  #renewals = 0;
  #following: Promise<void> = Promise.resolve();

  private constructor(readonly listener: Listener) {}

  static async in(folder: string): Promise<Served> {
    const certificate = await readCertificate(filesIn(folder));
    const routes = new Map([['/metrics', () => plainText(200, 'figures\n')]]);
    const listener = await Listener.open({ what: 'Metrics', at: { kind: 'at', host: '127.0.0.1', port: 0 }, routes, certificate, onError: () => undefined });
    const served = new Served(listener);
    const { clock, troubles } = served;
    served.#following = followCertificate(certificate, { files: filesIn(folder), clock, onTrouble: (error) => troubles.push(error), onRenewed: (renewed) => served.#renew(renewed) }, served.#stop.signal);
    return served;
  }

  /** The name in the certificate that a client gets. */
  async commonName(): Promise<string | undefined> {
    const [host, port] = this.listener.address.split(':');
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port: Number(port), rejectUnauthorized: false }, () => {
        resolve(String(socket.getPeerCertificate().subject.CN));
        socket.destroy();
      });
      socket.on('error', reject);
    });
  }

  /** Lets so many looks go by; each reads files, which takes the time that it takes. */
  async look(until: () => boolean): Promise<void> {
    for (let tries = 0; tries < 200 && !until(); tries += 1) {
      await this.clock.advance(LOOK_AGAIN_MS);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  get renewals(): number {
    return this.#renewals;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#following;
    await this.listener.close();
  }

  #renew(renewed: Parameters<Listener['renew']>[0]): void {
    this.listener.renew(renewed);
    this.#renewals += 1;
  }
}

const filesIn = (folder: string): { readonly cert: string; readonly key: string } => ({ cert: join(folder, 'tls.crt'), key: join(folder, 'tls.key') });

let folder: string;
let served: Served;

async function write(name: string, which: readonly ('cert' | 'key')[] = ['cert', 'key']): Promise<void> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], { keyType: 'ec', algorithm: 'sha256' });
  for (const file of which) await writeFile(filesIn(folder)[file], { cert, key }[file]);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  await write('first');
  served = await Served.in(folder);
});
afterEach(async () => {
  await served.close();
  await rm(folder, { recursive: true });
});

describe('a certificate that is renewed in its folder', () => {
  it('is shown to clients without a restart', async () => {
    expect(await served.commonName()).toBe('first');
    await write('second');
    await served.look(() => served.renewals > 0);
    expect(await served.commonName()).toBe('second');
  });

  it('is not shown before its key is there, and that is said once', async () => {
    await write('second', ['cert']);
    await served.look(() => served.troubles.length > 0);
    await served.look(() => served.troubles.length > 1);
    expect(await served.commonName()).toBe('first');
    expect(served.troubles).toEqual([expect.objectContaining({ message: 'the certificate and the key do not belong together' })]);
  });

  it('stays as it was while its files are gone', async () => {
    await rm(filesIn(folder).cert);
    await served.look(() => served.troubles.length > 0);
    expect(await served.commonName()).toBe('first');
  });

  it('leaves no timer behind', async () => {
    await served.close();
    expect(served.clock.pendingTimers).toBe(0);
  });
});
