import type { Emulator } from '@kcp-runtime/emulator';
import type { KcpDriver } from './kcp-driver.js';
import type { KcpServer } from './kcp-server.js';

/** The kcp inside the Node process. It is always there, and always one of the caller's own. */
export const emulatorDriver: KcpDriver = {
  name: 'emulator',
  available: async () => ({ kind: 'available' }),
  start: async ({ shards }) => {
    const { startEmulator } = await import('@kcp-runtime/emulator');
    return emulatorServer(await startEmulator(shards === undefined ? {} : { shards }));
  },
};

/** An emulator that runs, with the face of every kcp; for who wants its switches beside that. */
export function emulatorServer(emulator: Emulator): KcpServer {
  return {
    driver: 'emulator',
    url: emulator.url,
    ca: emulator.ca,
    get adminKubeconfig() {
      return emulator.adminKubeconfig;
    },
    rootDirectory: undefined,
    output: () => '',
    restart: () => emulator.restart(),
    stop: () => emulator.stop(),
  };
}
