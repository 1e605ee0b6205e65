/**
 * The certificates that the operator wants trusted beside those of kubeconfigs: a ConfigMap that the ProviderConfig names, watched
 * as long as it does. The run of a mode has one; whoever connects to a tenant's cluster asks it, and so does whoever hands out a kubeconfig.
 */
import { X509Certificate } from 'node:crypto';
import type { Clock, KubeApi, KubeObject, Random } from '@kcp-runtime/kube';
import type { CaBundleRef } from '@kcp-runtime/schema';
import { WatchedReference } from '../references/watched-reference.js';
import { lastSnapshot } from './config-snapshot.js';
import type { ConfigView } from './config-store.js';

/** What a bundle is read from. */
export interface CaBundleParts {
  /** The platform cluster. */
  readonly platform: KubeApi;
  /** The provider's namespace there. */
  readonly namespace: string;
  readonly config: ConfigView;
  /** Other certificates are to be trusted by now, so that connections are to be made anew. */
  readonly onChange: () => void;
  readonly clock: Clock;
  readonly random: Random;
}

/** The ProviderConfig names certificates, and they are not there. Nothing is connected to without them. */
export class CaBundleMissing extends Error {
  override readonly name = 'CaBundleMissing';
  constructor({ name, key }: CaBundleRef, what: string) {
    super(`ConfigMap ${name} of spec.caBundleRef ${what}. Put the certificates under ${key} in the provider's namespace, as PEM, or name another in the ProviderConfig.`);
  }
}

interface Followed {
  readonly ref: CaBundleRef;
  readonly watch: WatchedReference;
}

/** The bundle of the moment. */
export class CaBundle {
  #followed: Followed | undefined;
  #stopping: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(private readonly parts: CaBundleParts) {}

  /** PEM; `undefined` where the ProviderConfig names none. Whoever asks after the end has come too late to connect to anything. @throws CaBundleMissing */
  async read(signal: AbortSignal): Promise<string | undefined> {
    if (this.#isStopped) throw new Error('The certificates are not followed any more: what they were for has ended');
    const ref = lastSnapshot(this.parts.config.state())?.caBundleRef;
    this.#follow(ref);
    const followed = this.#followed;
    if (followed === undefined) return undefined;
    return certificatesIn(await followed.watch.read(signal), followed.ref);
  }

  /** Ends the watch. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#follow(undefined);
    await this.#stopping;
  }

  #follow(ref: CaBundleRef | undefined): void {
    const before = this.#followed;
    if (before?.ref.name === ref?.name) {
      this.#followed = before && ref && { ...before, ref };
      return;
    }
    if (before !== undefined) this.#stopping = Promise.all([this.#stopping, before.watch.stop()]);
    this.#followed = ref && { ref, watch: this.#watch(ref) };
  }

  #watch({ name }: CaBundleRef): WatchedReference {
    const { platform: api, namespace, onChange, clock, random } = this.parts;
    const watch = new WatchedReference({ reference: { kind: 'ConfigMap', name }, api, namespace, clock, random, onChange });
    watch.start();
    return watch;
  }
}

/**
 * The certificates in the ConfigMap that is named. The first one is looked at: a text that is no certificate at all would be found by
 * nobody else before a connection fails. @throws CaBundleMissing
 */
export function certificatesIn(configMap: KubeObject | undefined, ref: CaBundleRef): string {
  if (configMap === undefined) throw new CaBundleMissing(ref, 'does not exist');
  const { [ref.key]: text } = (configMap['data'] ?? {}) as Readonly<Record<string, unknown>>; // the wire
  if (typeof text !== 'string') throw new CaBundleMissing(ref, `has no key ${ref.key}`);
  try {
    return new X509Certificate(text) && text;
  } catch {
    throw new CaBundleMissing(ref, `holds no certificate under ${ref.key}`);
  }
}
