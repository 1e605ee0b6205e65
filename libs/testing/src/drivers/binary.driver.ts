/**
 * kcp as a child process: three ports of its own (its API and two of its etcd), a fresh root directory, 127.0.0.1 only.
 * A cold start takes about half a minute, so a run may share one: `KCP_SHARED_KUBECONFIG` names the admin kubeconfig of a kcp
 * that somebody else started and will stop.
 */
import { access, constants, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { readAdminKubeconfig } from '../admin/kubeconfig-text.js';
import { Child, describeEnd } from '../process/child.js';
import { onFreePorts } from '../process/free-ports.js';
import { errorMessage } from '../wait/error-message.js';
import type { Availability, DriverSettings, KcpDriver } from './kcp-driver.js';
import { KcpDriverMissing, KcpNotReady } from './kcp-server.js';
import type { Env, KcpServer } from './kcp-server.js';
import { waitReady } from './readiness.js';
import { sharedKcp } from './shared-kcp.js';

const STOP_DEADLINE_MS = 10_000;

/** The driver for `KCP_BINARY`, or `kcp` on PATH. */
export const binaryDriver: KcpDriver = {
  name: 'binary',
  available: async (env) => {
    if (env['KCP_SHARED_KUBECONFIG'] !== undefined) return { kind: 'available' };
    const found = await findBinary(env);
    return found.kind === 'missing' ? found : { kind: 'available' };
  },
  start: async (settings) => {
    const shared = settings.env['KCP_SHARED_KUBECONFIG'];
    if (shared !== undefined && settings.own === 'whenNeeded') return sharedKcp(shared);
    const found = await findBinary(settings.env);
    if (found.kind === 'missing') throw new KcpDriverMissing('binary', found.reason, found.nextStep);
    return onFreePorts(3, ([api = 0, client = 0, peer = 0]) => BinaryKcp.start(found.file, settings, [api, client, peer]));
  },
};

type FoundBinary = { readonly kind: 'found'; readonly file: string } | Extract<Availability, { kind: 'missing' }>;

async function findBinary(env: Env): Promise<FoundBinary> {
  const named = env['KCP_BINARY'];
  if (named !== undefined) {
    if (await isExecutable(named)) return { kind: 'found', file: named };
    return { kind: 'missing', reason: `KCP_BINARY names ${named}, which cannot be executed`, nextStep: 'Point KCP_BINARY at a kcp binary.' };
  }
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    const file = join(folder, 'kcp');
    if (folder !== '' && (await isExecutable(file))) return { kind: 'found', file };
  }
  return { kind: 'missing', reason: 'there is no kcp on PATH', nextStep: 'Install a kcp binary, or name one by KCP_BINARY.' };
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** One `kcp start`. */
class BinaryKcp implements KcpServer {
  readonly driver = 'binary';
  private child: Child | undefined;
  private kubeconfig = '';
  private outputBefore = '';

  private constructor(
    private readonly file: string,
    private readonly settings: DriverSettings,
    readonly rootDirectory: string,
    private readonly ports: readonly [number, number, number],
  ) {}

  static async start(file: string, settings: DriverSettings, ports: readonly [number, number, number]): Promise<BinaryKcp> {
    const rootDirectory = await mkdtemp(join(tmpdir(), 'kcp-'));
    const kcp = new BinaryKcp(file, settings, rootDirectory, ports);
    try {
      await kcp.launch();
      return kcp;
    } catch (error) {
      await kcp.stop();
      throw error;
    }
  }

  get url(): string {
    return `https://127.0.0.1:${this.ports[0]}`;
  }

  get ca(): string {
    return readAdminKubeconfig(this.kubeconfig).ca;
  }

  get adminKubeconfig(): string {
    return this.kubeconfig;
  }

  output(): string {
    return this.child?.output() ?? this.outputBefore;
  }

  async restart(): Promise<void> {
    await this.end();
    await this.launch();
  }

  async stop(): Promise<void> {
    await this.end();
    await rm(this.rootDirectory, { recursive: true, force: true });
  }

  private async launch(): Promise<void> {
    const [api, client, peer] = this.ports;
    // Without HOME and the like, so that nothing of the user's own set-up reaches the server.
    const child = Child.start({
      file: this.file,
      args: [
        'start',
        `--root-directory=${this.rootDirectory}`,
        '--bind-address=127.0.0.1',
        `--secure-port=${api}`,
        `--embedded-etcd-client-port=${client}`,
        `--embedded-etcd-peer-port=${peer}`,
        `--embedded-etcd-directory=${join(this.rootDirectory, 'etcd-server')}`,
      ],
      env: { PATH: this.settings.env['PATH'] },
      cwd: this.rootDirectory,
    });
    this.child = child;
    await this.untilReady(child);
  }

  private async untilReady(child: Child): Promise<void> {
    const readCa = (): string | undefined => (this.kubeconfig === '' ? undefined : this.ca);
    const failed = (): string | undefined => {
      const end = child.whenEnded();
      return end === undefined ? undefined : describeEnd(end);
    };
    try {
      await waitReady(this.url, async () => this.readKubeconfig().then(readCa), this.settings.readyDeadlineMs, failed);
    } catch (error) {
      throw new KcpNotReady('binary', errorMessage(error), child.output());
    }
    // The file of the last start is still there while a restarted kcp comes up; its tokens are void by now.
    await this.readKubeconfig();
  }

  private async readKubeconfig(): Promise<void> {
    this.kubeconfig = await readFile(join(this.rootDirectory, 'admin.kubeconfig'), 'utf8').catch(() => '');
  }

  private async end(): Promise<void> {
    const child = this.child;
    if (child === undefined) return;
    await child.stop('SIGTERM', STOP_DEADLINE_MS);
    this.outputBefore = child.output();
    this.child = undefined;
  }
}
