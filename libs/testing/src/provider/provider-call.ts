import type { LoadModule, ProcessHost, Provider, StopSignal } from '@kcp-runtime/nest';
import { runProvider } from '@kcp-runtime/nest';

/** How the provider is called. */
export interface CallSettings {
  readonly argv: readonly string[];
  readonly env?: ProcessHost['env'];
  /** Only `run` loads the app; where none is given, a call that does fails. */
  readonly loadModule?: LoadModule;
}

/** A call of a provider's command in this process, with everything of its process in the test's hand. */
export class ProviderCall {
  /** Resolves with the exit code when the command has ended. */
  readonly ended: Promise<number>;
  private out = '';
  private complaint = '';
  private readonly listeners = new Set<(signal: StopSignal) => void>();

  constructor(provider: Provider, { argv, env = {}, loadModule = neverLoaded }: CallSettings) {
    let code = 0;
    const host: ProcessHost = {
      argv,
      env,
      write: (text) => void (this.out += text),
      complain: (text) => void (this.complaint += text),
      onStopSignal: (listener) => {
        this.listeners.add(listener);
        return () => void this.listeners.delete(listener);
      },
      exit: (given) => void (code = given),
    };
    this.ended = runProvider(provider, loadModule, { host }).then(() => code);
  }

  /** Standard output as far as it is written. */
  get text(): string {
    return this.out;
  }

  /** Standard error. */
  get complaints(): string {
    return this.complaint;
  }

  /** Log lines. */
  get lines(): readonly Readonly<Record<string, unknown>>[] {
    return this.out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
  }

  /** Asks it to end. */
  stop(): void {
    for (const listener of [...this.listeners]) listener('SIGTERM');
  }
}

async function neverLoaded(): Promise<never> {
  throw new Error('The app was loaded, and only run may load it');
}
