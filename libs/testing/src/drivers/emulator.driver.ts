import type { KcpDriver } from './kcp-driver.js';

/** The kcp inside the Node process. It is always there, and always one of the caller's own. */
export const emulatorDriver: KcpDriver = {
  name: 'emulator',
  available: async () => ({ kind: 'available' }),
  start: async ({ shards }) => {
    const { startEmulator } = await import('@kcp-runtime/emulator');
    const emulator = await startEmulator(shards === undefined ? {} : { shards });
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
  },
};
