import { isDeepStrictEqual } from 'node:util';
import { FrameCache } from '@kcp-runtime/kube';
import type { FrameChange, KubeObject } from '@kcp-runtime/kube';
import type { NeededClaim, PermissionClaim } from '../publish/permission-claims.js';
import type { Engagement } from '../engage/engagements.js';
import type { ClaimState } from '../reconcile/order-home.js';
import type { Because } from '../status/reasons.js';
import { bindingFields, missingClaims, missingVerbs } from './binding.js';
import type { BindingFields } from './binding.js';

/** A workspace that has bound the export. */
export interface Consumer {
  readonly cluster: string;
  readonly path?: string;
  /** Why it can't be served, or not as it should be. */
  readonly fault?: Because;
}

/** What bindings are looked at for, and who hears of them. */
export interface WorkspaceBindingsParts {
  /** The claims of all offers. */
  readonly needed: readonly NeededClaim[];
  /** The grants of this cluster have changed, or it came or went. */
  readonly onGrant: (cluster: string) => void;
  readonly onEngagement: (engagement: Engagement) => void;
  /** There is something else to tell of the consumers. */
  readonly onFault: () => void;
}

/**
 * Who has bound the export at one endpoint URL, and what each of them grants. The endpoint's reflector writes
 * into its cache; homes ask it. A workspace may have several bindings of one export: what any of them grants counts.
 */
export class WorkspaceBindings {
  readonly cache: FrameCache<BindingFields>;
  readonly #byCluster = new Map<string, Set<string>>();
  /** What each cluster grants, as long as none of its bindings changes: every pass asks twice. */
  readonly #grantedBy = new Map<string, readonly PermissionClaim[]>();

  constructor(private readonly parts: WorkspaceBindingsParts) {
    const select = (binding: KubeObject): BindingFields => bindingFields(binding, parts.needed);
    this.cache = new FrameCache<BindingFields>({ keyOf: bindingKey, select, onChange: (change) => this.#take(change) });
  }

  /** Takes the bindings for all that there are: what is not among them is gone. */
  replace(fetch: () => Promise<readonly KubeObject[]>): Promise<void> {
    const fill = this.cache.beginFill();
    return fetch().then((bindings) => {
      for (const binding of bindings) fill.put(binding);
      fill.finish();
    });
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
      const bindings = [...keys].flatMap((key) => this.cache.get(key)?.fields ?? []);
      const best = bindings.find(({ isBound, fault }) => isBound && fault === undefined) ?? bindings[0];
      return { cluster, path: best?.path, fault: best?.fault };
    });
  }

  /** Names of the schemas that are served to anybody. */
  *schemas(): Iterable<string> {
    for (const key of this.cache.keys()) yield* this.cache.get(key)?.fields.schemas ?? [];
  }

  /** A binding counts once kcp has bound it: before that an order of its workspace can't be written. */
  #granted(cluster: string): readonly PermissionClaim[] | undefined {
    const granted = this.#grantedBy.get(cluster) ?? this.#grantedNow(cluster);
    if (granted !== undefined) this.#grantedBy.set(cluster, granted);
    return granted;
  }

  #grantedNow(cluster: string): readonly PermissionClaim[] | undefined {
    const fields = [...(this.#byCluster.get(cluster) ?? [])].map((key) => this.cache.get(key)?.fields).filter((binding) => binding?.isBound === true);
    return fields.length === 0 ? undefined : fields.flatMap((binding) => binding?.granted ?? []);
  }

  #take(change: FrameChange<BindingFields>): void {
    this.#grantedBy.delete(change.kind === 'deleted' ? change.was.fields.cluster : change.now.fields.cluster);
    switch (change.kind) {
      case 'added': {
        const { cluster } = change.now.fields;
        this.#byCluster.set(cluster, (this.#byCluster.get(cluster) ?? new Set()).add(change.key));
        this.#engage(change.now.fields);
        return this.parts.onGrant(cluster);
      }
      case 'changed': {
        const { was, now } = change;
        const isSame = was.fields.isBound === now.fields.isBound && isDeepStrictEqual(was.fields.granted, now.fields.granted);
        if (!was.fields.isBound) this.#engage(now.fields);
        if (!isSame) return this.parts.onGrant(now.fields.cluster);
        return isDeepStrictEqual(was.fields.fault, now.fields.fault) ? undefined : this.parts.onFault();
      }
      case 'deleted': {
        const { cluster, uid } = change.was.fields;
        const keys = this.#byCluster.get(cluster);
        keys?.delete(change.key);
        if (keys?.size === 0) this.#byCluster.delete(cluster);
        this.parts.onEngagement({ kind: 'left', cluster, uid });
        return this.parts.onGrant(cluster);
      }
    }
  }

  /** Nothing begins any more with a binding that is being deleted. */
  #engage({ cluster, uid, isBound, isLeaving }: BindingFields): void {
    if (isBound && !isLeaving) this.parts.onEngagement({ kind: 'bound', cluster, uid });
  }
}

function bindingKey({ metadata }: KubeObject): string {
  return `${bindingFields({ apiVersion: '', kind: '', metadata }).cluster}/${metadata.name}`;
}
