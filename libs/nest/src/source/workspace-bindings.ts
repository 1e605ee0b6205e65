import { isDeepStrictEqual } from 'node:util';
import { FrameCache } from '@kcp-runtime/kube';
import type { FrameChange, KubeObject } from '@kcp-runtime/kube';
import type { NeededClaim, PermissionClaim } from '../publish/permission-claims.js';
import type { ClaimState } from '../reconcile/order-home.js';
import { bindingFields, missingClaims, missingVerbs } from './binding.js';
import type { BindingFields } from './binding.js';

/** A workspace that has bound the export. */
export interface Consumer {
  readonly cluster: string;
  readonly path?: string;
}

/**
 * Who has bound the export at one endpoint URL, and what each of them grants. The endpoint's reflector writes
 * into its cache; homes ask it. A workspace may have several bindings of one export: what any of them grants counts.
 */
export class WorkspaceBindings {
  readonly cache: FrameCache<BindingFields>;
  readonly #byCluster = new Map<string, Set<string>>();

  /** `onGrant` hears of clusters whose grants have changed, or that came or went. */
  constructor(private readonly onGrant: (cluster: string) => void) {
    this.cache = new FrameCache<BindingFields>({ keyOf: bindingKey, select: bindingFields, onChange: (change) => this.#take(change) });
  }

  /** Whether an offer with these claims may be served in the cluster. */
  claims(cluster: string, needed: readonly NeededClaim[]): ClaimState {
    const granted = this.#granted(cluster);
    if (granted === undefined) return { kind: 'unseen' };
    const claims = missingClaims(granted, needed);
    return claims.length === 0 ? { kind: 'accepted' } : { kind: 'missing', claims };
  }

  /** Whether the cluster grants this claim with all its verbs. */
  grants(cluster: string, claim: PermissionClaim): boolean {
    const granted = this.#granted(cluster);
    return granted !== undefined && missingVerbs(granted, claim).length === 0;
  }

  /** All workspaces with a binding, one entry a workspace. */
  consumers(): Consumer[] {
    return [...this.#byCluster].map(([cluster, keys]) => {
      const [key = ''] = keys;
      return { cluster, path: this.cache.get(key)?.fields.path };
    });
  }

  /** Names of the schemas that are served to anybody. */
  *schemas(): Iterable<string> {
    for (const key of this.cache.keys()) yield* this.cache.get(key)?.fields.schemas ?? [];
  }

  /** A binding counts once kcp has bound it: before that an order of its workspace can't be written. */
  #granted(cluster: string): readonly PermissionClaim[] | undefined {
    const fields = [...(this.#byCluster.get(cluster) ?? [])].map((key) => this.cache.get(key)?.fields).filter((binding) => binding?.isBound === true);
    return fields.length === 0 ? undefined : fields.flatMap((binding) => binding?.granted ?? []);
  }

  #take(change: FrameChange<BindingFields>): void {
    switch (change.kind) {
      case 'added': {
        const { cluster } = change.now.fields;
        this.#byCluster.set(cluster, (this.#byCluster.get(cluster) ?? new Set()).add(change.key));
        return this.onGrant(cluster);
      }
      case 'changed': {
        const { was, now } = change;
        const isSame = was.fields.isBound === now.fields.isBound && isDeepStrictEqual(was.fields.granted, now.fields.granted);
        return isSame ? undefined : this.onGrant(now.fields.cluster);
      }
      case 'deleted': {
        const { cluster } = change.was.fields;
        const keys = this.#byCluster.get(cluster);
        keys?.delete(change.key);
        if (keys?.size === 0) this.#byCluster.delete(cluster);
        return this.onGrant(cluster);
      }
    }
  }
}

function bindingKey({ metadata }: KubeObject): string {
  return `${bindingFields({ apiVersion: '', kind: '', metadata }).cluster}/${metadata.name}`;
}
