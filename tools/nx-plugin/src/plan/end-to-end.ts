/** The configurations of a provider's end-to-end target: the servers that its stories are played on. */
import type { Mode } from './provider-plan.js';

/** A configuration as Nx's run-commands takes it; without a command it has that of the target, which plays every story. */
export interface EndToEndConfiguration {
  readonly command?: string;
  readonly env: Readonly<Record<string, string>>;
}

const NODE_OPTIONS = '--experimental-vm-modules --no-warnings';

/** By the name of the configuration. `emulator` needs nothing of a machine, so that it is the default. */
export function endToEndConfigurations(modes: readonly Mode[]): Readonly<Record<string, EndToEndConfiguration>> {
  const emulator = { env: { NODE_OPTIONS, KCP_DRIVER: 'emulator', PLATFORM_DRIVER: 'emulator' } };
  return modes.reduce((known, mode) => ({ ...known, ...realServers(mode) }), { emulator });
}

function realServers(mode: Mode): Readonly<Record<string, EndToEndConfiguration>> {
  const command = `jest -c jest.e2e.config.cjs src/${mode}.e2e`;
  switch (mode) {
    case 'kcp':
      return {
        binary: { command, env: { NODE_OPTIONS, KCP_DRIVER: 'binary', PLATFORM_DRIVER: 'emulator' } },
        container: { command, env: { NODE_OPTIONS, KCP_DRIVER: 'container', PLATFORM_DRIVER: 'emulator' } },
      };
    case 'standard':
      return { platform: { command, env: { NODE_OPTIONS, KCP_DRIVER: 'emulator', PLATFORM_DRIVER: 'real' } } };
  }
}
