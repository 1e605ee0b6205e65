import { Gate } from './gate.js';
import type { GateOptions } from './gate.js';
import { gateCertificate } from './gate-certificate.js';

/** Starts a fault gate in front of a server. */
export async function startGate(options: GateOptions): Promise<Gate> {
  return Gate.listen(options, await gateCertificate());
}
