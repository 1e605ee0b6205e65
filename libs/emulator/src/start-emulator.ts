import { Emulator } from './emulator.js';
import { LOOPBACK, type EmulatorOptions } from './emulator-options.js';
import { makeCertificate } from './server/certificate.js';

/**
 * Starts a kcp inside this process: a TLS server, on 127.0.0.1 unless told otherwise, with a root workspace and an admin kubeconfig.
 * Everything is in memory; for tests and demos only.
 *
 * @throws when the port cannot be listened on
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = new Emulator(makeCertificate(Date.now(), options.host ?? LOOPBACK), options);
  await emulator.start();
  return emulator;
}
