import { KubeConnection, readKubeconfig } from '@kcp-runtime/kube';
import { KcpRuntime } from '@kcp-runtime/nest';
import type { RuntimeSettings } from '@kcp-runtime/nest';
import type { TestingModule } from '@nestjs/testing';
import { startApp, stopApp } from './running-app.js';
import type { TestedApp } from './running-app.js';

/** What a process of a provider is called with, without the way to its platform. */
export type ProcessSettings = Omit<RuntimeSettings, 'openPlatform'>;

/** One process of a provider, as far as a test can have several. */
export class ProviderProcess {
  private readonly connections: KubeConnection[] = [];
  private isCutOff = false;
  private running: TestingModule | undefined;

  private constructor(private readonly kubeconfig: string) {}

  /** Starts it, and does not wait for orders. */
  static async start(app: TestedApp, kubeconfig: string, settings: ProcessSettings): Promise<ProviderProcess> {
    const started = new ProviderProcess(kubeconfig);
    started.running = await startApp(app, { ...settings, openPlatform: () => started.openPlatform() });
    return started;
  }

  get app(): TestingModule {
    if (this.running === undefined) throw new Error('This process does not run yet.');
    return this.running;
  }

  /** Resolves when it serves orders. */
  async whenReady(signal?: AbortSignal): Promise<void> {
    await this.app.get(KcpRuntime).whenReady(signal);
  }

  /** From now on nothing of it reaches the platform cluster: its leases run out, as those of a process that was killed. */
  async cutOff(): Promise<void> {
    this.isCutOff = true;
    await Promise.all(this.connections.map((connection) => connection.close()));
  }

  stop(): Promise<void> {
    return stopApp(this.app);
  }

  private async openPlatform(): Promise<KubeConnection> {
    const connection = await KubeConnection.open(readKubeconfig(this.kubeconfig, { origin: 'process', source: 'PlatformTestingModule' }));
    this.connections.push(connection);
    if (this.isCutOff) await connection.close();
    return connection;
  }
}
