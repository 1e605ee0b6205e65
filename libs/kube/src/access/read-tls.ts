import { X509Certificate, createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { TlsPlan } from './kube-access.js';
import type { KubeconfigEntry } from './kubeconfig-entry.js';

/** A PEM text and the field that it stands in. */
interface Pem {
  readonly field: string;
  readonly text: string;
}

/** What TLS needs, out of a cluster and a user entry. A `…-data` field wins over its file, as kubectl has it. */
export function readTls(cluster: KubeconfigEntry, user: KubeconfigEntry): TlsPlan {
  const ca = readPem(cluster, 'certificate-authority');
  if (ca !== undefined) certificateOf(cluster, ca);
  return {
    ca: ca?.text,
    ...readClientCertificate(user),
    serverName: cluster.text('tls-server-name'),
    verify: !cluster.has('insecure-skip-tls-verify'),
  };
}

function readClientCertificate(user: KubeconfigEntry): Pick<TlsPlan, 'cert' | 'key'> {
  const cert = readPem(user, 'client-certificate');
  const key = readPem(user, 'client-key');
  if (cert === undefined && key === undefined) return {};
  if (cert === undefined) return user.refuse('client-certificate-data', 'is missing beside the key', 'Add the certificate of that key.');
  if (key === undefined) return user.refuse('client-key-data', 'is missing beside the certificate', 'Add the key of that certificate.');
  if (!certificateOf(user, cert).checkPrivateKey(keyOf(user, key))) user.refuse(key.field, 'does not belong to the certificate', 'Use a pair.');
  return { cert: cert.text, key: key.text };
}

function readPem(entry: KubeconfigEntry, key: string): Pem | undefined {
  const data = entry.decoded(`${key}-data`);
  if (data !== undefined) return { field: `${key}-data`, text: data };
  const content = entry.fileContent(key);
  return content === undefined ? undefined : { field: key, text: content };
}

function certificateOf(entry: KubeconfigEntry, pem: Pem): X509Certificate {
  try {
    return new X509Certificate(pem.text);
  } catch {
    return entry.refuse(pem.field, 'holds no certificate', 'Put a PEM certificate there.');
  }
}

function keyOf(entry: KubeconfigEntry, pem: Pem): KeyObject {
  try {
    return createPrivateKey(pem.text);
  } catch {
    return entry.refuse(pem.field, 'holds no private key that can be read', 'Put an unencrypted PEM key there.');
  }
}
