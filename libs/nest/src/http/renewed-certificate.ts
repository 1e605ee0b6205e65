/** The certificate of a listener, in files that somebody renews: a kubelet writes a Secret's new content into its volume. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Clock } from '@kcp-runtime/kube';
import type { ServerCertificate } from './listener.js';

/** Where a certificate and its key are. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** Who is told of a new one. */
export interface RenewedCertificateParts {
  readonly files: CertificateFiles;
  readonly clock: Clock;
  /** Another one is there, and fits its key. */
  readonly onRenewed: (certificate: ServerCertificate) => void;
  /** What is there now can't be used; the one before stays. Told once for each such fault. */
  readonly onTrouble: (error: unknown) => void;
}

/** As often as controller-runtime looks. Whoever renews a certificate does so long before it ends. */
export const LOOK_AGAIN_MS = 10_000;

/** Reads both files. */
export async function readCertificate({ cert, key }: CertificateFiles): Promise<ServerCertificate> {
  const [certPem, keyPem] = await Promise.all([readFile(cert), readFile(key)]);
  return { cert: certPem, key: keyPem };
}

/** Looks at the files again and again, until the signal aborts. It never rejects. */
export async function followCertificate(served: ServerCertificate, { files, clock, onRenewed, onTrouble }: RenewedCertificateParts, signal: AbortSignal): Promise<void> {
  let last = served;
  let fault = '';
  while (await slept(clock, signal)) {
    try {
      const now = await readCertificate(files);
      if (isSame(now, last)) continue;
      assertFits(now);
      onRenewed(now);
      last = now;
      fault = '';
    } catch (error) {
      if (fault !== String(error)) onTrouble(error);
      fault = String(error);
    }
  }
}

/** The two files are not read in one moment: one of each kind would end every handshake. */
function assertFits({ cert, key }: ServerCertificate): void {
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) throw new Error('the certificate and the key do not belong together');
}

function isSame(one: ServerCertificate, other: ServerCertificate): boolean {
  return one.cert.equals(other.cert) && one.key.equals(other.key);
}

/** Whether it is still to be looked at. */
async function slept(clock: Clock, signal: AbortSignal): Promise<boolean> {
  return clock.sleep(LOOK_AGAIN_MS, signal).then(() => true, () => false);
}
