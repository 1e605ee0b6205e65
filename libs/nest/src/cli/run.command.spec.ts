import { Injectable, Module } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { ProviderConfigApi, ServiceApi, providerConfigObject, serviceObject } from '@kcp-runtime/schema';
import { OnOrder } from '../handler/on-order.decorator.js';
import { KcpRuntimeModule } from '../kcp-runtime.module.js';
import { ready } from '../offer/answer.js';
import { defineOffer } from '../offer/define-offer.js';
import { defineProvider } from '../offer/define-provider.js';
import { runProvider } from './run-provider.js';
import type { ProcessHost, StopSignal } from './process-host.js';

const group = 'boxes.services.open-control-plane.io';

class Empty {}
@ServiceApi({ group, version: 'v1', kind: 'Box', plural: 'boxes' })
class Box extends serviceObject(Empty, Empty) {}
@ProviderConfigApi({ group, version: 'v1', kind: 'BoxConfig' })
class BoxConfig extends providerConfigObject(Empty) {}
const boxes = defineOffer(Box, { config: BoxConfig });
const provider = defineProvider({ name: 'boxes', config: BoxConfig, offers: [boxes] });

/** A process that a test sends signals to. Its platform cluster can't be reached. */
class TestProcess implements ProcessHost {
  readonly argv: readonly string[];
  readonly env = { POD_NAMESPACE: 'team', POD_NAME: 'boxes-1' };
  readonly lines: { readonly level: string; readonly msg: string; readonly address?: string }[] = [];
  private readonly exits: number[] = [];
  private readonly listeners = new Set<(signal: StopSignal) => void>();
  private readonly waiting = new Set<() => void>();

  constructor(...flags: readonly string[]) {
    this.argv = ['run', '--kubeconfig=/nowhere/kubeconfig', '--health-probe-bind-address=127.0.0.1:0', ...flags];
  }

  write(text: string): void {
    this.lines.push(JSON.parse(text));
    for (const look of this.waiting) look();
  }

  complain(): void {}

  onStopSignal(listener: (signal: StopSignal) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  exit(code: number): void {
    this.exits.push(code);
  }

  get exitCodes(): readonly number[] {
    return this.exits;
  }

  get isListening(): boolean {
    return this.listeners.size > 0;
  }

  send(signal: StopSignal): void {
    for (const listener of [...this.listeners]) listener(signal);
  }

  /** Where something is served: `Probes`, `Metrics`. */
  addressOf(what: string): string {
    return this.lines.find(({ msg }) => msg === `${what} are served`)?.address ?? 'nowhere';
  }

  /** Resolves when a line that begins so was logged. */
  said(start: string): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.lines.some(({ msg }) => msg.startsWith(start))) resolve();
      };
      this.waiting.add(look);
      look();
    });
  }
}

function app(onDestroy: () => Promise<void> | void = () => undefined) {
  @Injectable()
  class BoxHandler implements OnModuleDestroy {
    @OnOrder(boxes)
    async provide() {
      return ready();
    }

    async onModuleDestroy() {
      await onDestroy();
    }
  }
  @Module({ imports: [KcpRuntimeModule.forRoot(provider)], providers: [BoxHandler] })
  class AppModule {}
  return async () => AppModule;
}

describe('a provider that runs', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('ends with code 0 at %s, even while the platform is away', async (signal) => {
    const host = new TestProcess();
    const running = runProvider(provider, app(), { host });
    await host.said('Provider boxes runs');
    host.send(signal);
    await running;
    expect(host.exitCodes).toEqual([0]);
    expect(host.isListening).toBe(false);
  });

  it('stops the runtime before anything of the author is destroyed', async () => {
    const host = new TestProcess();
    const stoppedBefore: boolean[] = [];
    const running = runProvider(provider, app(() => void stoppedBefore.push(host.lines.some(({ msg }) => msg === 'The runtime has stopped'))), { host });
    await host.said('Provider boxes runs');
    host.send('SIGTERM');
    await running;
    expect(stoppedBefore).toEqual([true]);
  });

  it('ends with code 1 at once at a second signal', async () => {
    const host = new TestProcess();
    let release = (): void => undefined;
    const stuck = new Promise<void>((resolve) => (release = resolve));
    const running = runProvider(provider, app(() => stuck), { host });
    await host.said('Provider boxes runs');
    host.send('SIGTERM');
    await host.said('The runtime has stopped');
    host.send('SIGTERM');
    expect(host.exitCodes).toEqual([1]);
    release();
    await running;
  });

  it('says that its platform is away, and goes on', async () => {
    const host = new TestProcess();
    const running = runProvider(provider, app(), { host });
    await host.said('The runtime can not work at the moment');
    host.send('SIGTERM');
    await running;
    expect(host.exitCodes).toEqual([0]);
  });

  it('names the flags that it does not know', async () => {
    const host = new TestProcess('--region=eu');
    const running = runProvider(provider, app(), { host });
    await host.said('Provider boxes runs');
    host.send('SIGTERM');
    await running;
    expect(host.lines.map(({ msg }) => msg)).toContain('--region is not known here and is ignored');
  });
});

describe('beside orders, a provider that runs', () => {
  /** Runs it as long as the test asks. */
  async function whileRunning(host: TestProcess, ask: () => Promise<void>): Promise<void> {
    const running = runProvider(provider, app(), { host });
    await host.said('Provider boxes runs');
    try {
      await ask();
    } finally {
      host.send('SIGTERM');
      await running;
    }
  }

  it('lives, and is not ready while the platform is away', async () => {
    const host = new TestProcess();
    await whileRunning(host, async () => {
      await host.said('The runtime can not work at the moment');
      const [alive, ready] = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(`http://${host.addressOf('Probes')}${path}`)));
      expect([alive?.status, ready?.status]).toEqual([200, 503]);
      expect(await ready?.text()).toMatch(/^\[-\] platform: .*nowhere/);
    });
  });

  it('serves figures where it is told to', async () => {
    const host = new TestProcess('--metrics-bind-address=127.0.0.1:0', '--metrics-secure=false');
    await whileRunning(host, async () => {
      const answer = await fetch(`http://${host.addressOf('Metrics')}/metrics`);
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('process_resident_memory_bytes')]);
    });
  });

  it('serves no figures where it is not', async () => {
    const host = new TestProcess();
    await whileRunning(host, async () => expect(host.lines.map(({ msg }) => msg)).not.toContain('Metrics are served'));
  });

  it('no longer answers when it has ended', async () => {
    const host = new TestProcess();
    await whileRunning(host, async () => undefined);
    await expect(fetch(`http://${host.addressOf('Probes')}/healthz`)).rejects.toThrow('fetch failed');
  });

  it.each([
    ['--health-probe-bind-address=8081', '--health-probe-bind-address=8081 is no address'],
    ['--metrics-bind-address=:0', '--metrics-cert-path is not set. Figures over TLS need a certificate'],
  ])('ends with code 1 at %s, and says why', async (flag, why) => {
    const host = new TestProcess(flag);
    await runProvider(provider, app(), { host });
    expect([host.exitCodes, host.lines.at(-1)?.msg]).toEqual([[1], expect.stringContaining(why)]);
  });
});
