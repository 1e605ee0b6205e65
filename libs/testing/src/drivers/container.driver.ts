/**
 * kcp in a container of the Docker engine. The image is one that this machine has already: it is never pulled.
 * There is no reaper, since its image would have to be pulled: containers carry the process that made them as a label, and each
 * start removes those whose process is gone.
 */
import type { StartedTestContainer } from 'testcontainers';
import { readAdminKubeconfig } from '../admin/kubeconfig-text.js';
import { onFreePorts } from '../process/free-ports.js';
import { errorMessage } from '../wait/error-message.js';
import { fileInContainer } from './container-file.js';
import { OWNER_LABEL, containerOwner, sweepContainers } from './container-sweep.js';
import type { DriverSettings, KcpDriver } from './kcp-driver.js';
import { KcpNotReady } from './kcp-server.js';
import type { KcpServer } from './kcp-server.js';
import { waitReady } from './readiness.js';

const ROOT_DIRECTORY = '/kcp-data';

/** The driver for the image that `KCP_IMAGE` names. */
export const containerDriver: KcpDriver = {
  name: 'container',
  available: async (env) => {
    const image = env['KCP_IMAGE'];
    if (image === undefined) {
      return { kind: 'missing', reason: 'KCP_IMAGE is not set', nextStep: 'Name a kcp image that this machine has (docker images), such as ghcr.io/kcp-dev/kcp:v0.32.3.' };
    }
    const { getContainerRuntimeClient } = await import('testcontainers');
    const client = await getContainerRuntimeClient().catch(() => undefined);
    if (client === undefined) return { kind: 'missing', reason: 'no Docker engine answers', nextStep: 'Start one, or point DOCKER_HOST at one.' };
    const known = await client.image.exists(await imageName(image));
    return known ? { kind: 'available' } : { kind: 'missing', reason: `the Docker engine has no image ${image}`, nextStep: 'Build, import or pull it first; a test never pulls.' };
  },
  start: async (settings) => {
    await sweepContainers();
    return onFreePorts(1, ([port = 0]) => ContainerKcp.start(settings, port));
  },
};

async function imageName(image: string): Promise<import('testcontainers').ImageName> {
  const { ImageName } = await import('testcontainers');
  return ImageName.fromString(image);
}

/** One container. Its port is the same inside and outside, so that the URLs in kcp's slices hold on both sides. */
class ContainerKcp implements KcpServer {
  readonly driver = 'container';
  readonly rootDirectory = undefined;
  private kubeconfig = '';
  private kept = '';
  private isStopped = false;

  private constructor(
    private readonly container: StartedTestContainer,
    private readonly port: number,
    private readonly readyDeadlineMs: number,
  ) {}

  static async start(settings: DriverSettings, port: number): Promise<ContainerKcp> {
    const { GenericContainer, PullPolicy, Wait } = await import('testcontainers');
    const container = await new GenericContainer(settings.env['KCP_IMAGE'] ?? '')
      .withPullPolicy(PullPolicy.neverPull())
      .withAutoCleanup(false)
      .withLabels({ [OWNER_LABEL]: containerOwner() })
      // The official image's user cannot make a folder in /, an image from scratch has no users at all.
      .withUser('0:0')
      // `localhost`: bound to all addresses, kcp's own certificate names localhost and no IP address.
      .withCommand(['start', `--root-directory=${ROOT_DIRECTORY}`, `--secure-port=${port}`, `--shard-base-url=https://localhost:${port}`])
      .withExposedPorts({ container: port, host: port })
      .withWaitStrategy(Wait.forHttp('/readyz', port).usingTls().allowInsecure().forStatusCode(200))
      .withStartupTimeout(settings.readyDeadlineMs)
      .start();
    const kcp = new ContainerKcp(container, port, settings.readyDeadlineMs);
    try {
      await kcp.followOutput();
      await kcp.readKubeconfig();
      return kcp;
    } catch (error) {
      await kcp.stop();
      throw error;
    }
  }

  get url(): string {
    return `https://localhost:${this.port}`;
  }

  get ca(): string {
    return readAdminKubeconfig(this.kubeconfig).ca;
  }

  get adminKubeconfig(): string {
    return this.kubeconfig;
  }

  output(): string {
    return this.kept;
  }

  async restart(): Promise<void> {
    const { ca } = this;
    await this.container.restart({ timeout: 10_000 });
    await this.followOutput();
    await waitReady(this.url, async () => ca, this.readyDeadlineMs, () => undefined).catch((error: unknown) => {
      throw new KcpNotReady('container', errorMessage(error), this.kept);
    });
    await this.readKubeconfig();
  }

  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    await this.container.stop({ timeout: 10_000, remove: true, removeVolumes: true });
  }

  private async followOutput(): Promise<void> {
    const logs = await this.container.logs();
    logs.on('data', (chunk: Buffer) => {
      this.kept = (this.kept + chunk.toString('utf8')).slice(-16_384);
    });
  }

  private async readKubeconfig(): Promise<void> {
    this.kubeconfig = await fileInContainer(this.container, `${ROOT_DIRECTORY}/admin.kubeconfig`);
  }
}
