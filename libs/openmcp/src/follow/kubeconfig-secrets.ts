/**
 * The Secrets that kubeconfigs come in. Of all Secrets the watch is told metadata alone, and only those of our requests are read:
 * no other's content gets into this process. A token is renewed in place, so what was read is kept until the watch tells of a change.
 */
import { FrameCache, KubeconfigRefused, NotFound, readKubeconfig, Reflector } from '@kcp-runtime/kube';
import type { KeptFields, KubeObject, ResourceClient, ResourceType } from '@kcp-runtime/kube';
import { createHash } from 'node:crypto';
import type { NamespacedName } from '../requests/request-kinds.js';
import { keptFields, refText } from './followed-requests.js';
import type { WatchParts } from './followed-requests.js';

/** What a Secret holds. */
export type SecretContent =
  | { readonly kind: 'missing' }
  | { readonly kind: 'keyless' }
  | { readonly kind: 'refused'; readonly why: KubeconfigRefused }
  | { readonly kind: 'kubeconfig'; readonly text: string; readonly version: string; readonly expiresAtMs?: number };

/** What {@link KubeconfigSecrets} is made of. */
export interface KubeconfigSecretsParts extends WatchParts {
  /** Whether a Secret, or the request that owns it, may have that name. */
  readonly isNamedByUs: (name: string) => boolean;
  readonly onChange: (ref: string) => void;
}

interface Read {
  /** Undefined where there was none. */
  readonly resourceVersion: string | undefined;
  readonly content: SecretContent;
}

const SECRETS: ResourceType = { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', scope: 'Namespaced' };
const VERSION_LENGTH = 16;

export class KubeconfigSecrets {
  readonly #cache: FrameCache<KeptFields>;
  readonly #reflector: Reflector<KeptFields>;
  readonly #client: ResourceClient;
  /** What was read last. It is good as long as the watch tells the same version. */
  readonly #read = new Map<string, Read>();

  constructor({ isNamedByUs, onChange, ...parts }: KubeconfigSecretsParts) {
    this.#cache = new FrameCache({
      keyOf: ({ metadata }) => (isOfRequest(metadata, isNamedByUs) ? refText(metadata) : undefined),
      select: keptFields,
      onChange: ({ key }) => {
        if (this.#isOutdated(key)) onChange(key);
      },
    });
    this.#reflector = new Reflector({ ...parts, type: SECRETS, content: 'metadata', cache: this.#cache });
    this.#client = parts.api.resource(SECRETS);
  }

  run(signal: AbortSignal): Promise<void> {
    return this.#reflector.run(signal);
  }

  async read(ref: NamespacedName, signal: AbortSignal): Promise<SecretContent> {
    await this.#reflector.whenTried(signal);
    const key = refText(ref);
    const last = this.#read.get(key);
    if (last?.resourceVersion !== undefined && last.resourceVersion === this.#told(key)) return last.content;
    for (;;) {
      const before = this.#told(key);
      const secret = await this.#look(ref, signal);
      const resourceVersion = secret?.metadata.resourceVersion;
      const now = this.#told(key);
      // Told of a change while it was read: who knows which of the two is newer.
      if (now !== before && now !== resourceVersion) continue;
      const content: SecretContent = secret === undefined ? { kind: 'missing' } : contentOf(secret, ref);
      this.#read.set(key, { resourceVersion, content });
      return content;
    }
  }

  /** Nobody asks for it any more. Where no watch tells that a Secret is gone, its kubeconfig would be kept for ever. */
  forget(ref: NamespacedName): void {
    this.#read.delete(refText(ref));
  }

  #told(key: string): string | undefined {
    return this.#cache.get(key)?.fields.resourceVersion;
  }

  /** Whether somebody has read another version than the one that is told now. */
  #isOutdated(key: string): boolean {
    const last = this.#read.get(key);
    const told = this.#told(key);
    if (told === undefined) this.#read.delete(key);
    return last !== undefined && last.resourceVersion !== told;
  }

  async #look({ namespace, name }: NamespacedName, signal: AbortSignal): Promise<KubeObject | undefined> {
    try {
      return await this.#client.get({ namespace, name }, { signal });
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }
}

function isOfRequest({ name, ownerReferences = [] }: KubeObject['metadata'], isNamedByUs: (name: string) => boolean): boolean {
  return isNamedByUs(name) || ownerReferences.some((owner) => owner.kind === 'AccessRequest' && isNamedByUs(owner.name));
}

function contentOf(secret: KubeObject, { namespace, name }: NamespacedName): SecretContent {
  const data = (secret['data'] ?? {}) as Readonly<Record<string, string>>; // the wire
  const text = decoded(data['kubeconfig']);
  if (text === undefined) return { kind: 'keyless' };
  try {
    readKubeconfig(text, { origin: 'cluster', source: `Secret ${namespace}/${name}, key kubeconfig` });
  } catch (error) {
    if (error instanceof KubeconfigRefused) return { kind: 'refused', why: error };
    throw error;
  }
  const version = createHash('sha256').update(text).digest('base64url').slice(0, VERSION_LENGTH);
  return { kind: 'kubeconfig', text, version, expiresAtMs: timeOf(decoded(data['expirationTimestamp'])) };
}

function decoded(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : Buffer.from(value, 'base64').toString('utf8');
}

/** Seconds as text, as openMCP's cluster providers write them. */
function timeOf(seconds: string | undefined): number | undefined {
  return seconds !== undefined && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}
