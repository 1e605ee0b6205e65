import { readKubeconfig } from '@kcp-runtime/kube';
import type { KubeAccess, KubeObject } from '@kcp-runtime/kube';
import type { KubeconfigSecret } from '@kcp-runtime/schema';
import { KubeconfigKeyMissing, KubeconfigSecretMissing } from '../publish/kcp-faults.js';

/** Reads and vets the kubeconfig in a Secret. Throws {@link KubeconfigSecretMissing}, {@link KubeconfigKeyMissing} or KubeconfigRefused. */
export function readKubeconfigSecret(secret: KubeObject | undefined, ref: KubeconfigSecret): KubeAccess {
  if (secret === undefined) throw new KubeconfigSecretMissing(ref);
  const data = (secret['data'] ?? {}) as Readonly<Record<string, unknown>>; // the wire
  const text = data[ref.key];
  if (typeof text !== 'string') throw new KubeconfigKeyMissing(ref);
  return readKubeconfig(Buffer.from(text, 'base64').toString('utf8'), { origin: 'cluster', source: `Secret ${ref.namespace}/${ref.name}, key ${ref.key}` });
}
