import { objectAt, objectsAt, type KubeObject } from '../../storage/kube-object.js';
import type { Shard } from '../../storage/shard.js';
import type { Storage } from '../../storage/storage.js';
import { EXPORT_LABEL } from '../export/export-keys.js';

/** A resource with the identity of the export that it comes from. */
export interface BoundResource {
  readonly group: string;
  readonly plural: string;
  readonly identity: string;
}

/** Bindings by the export that they refer to, kept in step with the storage. */
export class BindingIndex {
  readonly #byExport = new Map<string, Map<string, KubeObject>>();

  constructor(private readonly storage: Storage) {
    storage.onCommit((collection, change) => {
      if (collection.key !== 'apis.kcp.io/apibindings') return;
      if (change.previous !== undefined) this.remove(change.cluster, change.previous);
      if (change.type !== 'DELETED') this.add(change.cluster, change.object);
    });
  }

  /** All bindings to the export with this hash, whatever their phase. */
  of(exportHash: string): Iterable<KubeObject> {
    return this.#byExport.get(exportHash)?.values() ?? [];
  }

  /** The shards on which at least one binding to the export stands. */
  shardsOf(exportHash: string): Shard[] {
    const shards = new Set([...this.of(exportHash)].map((binding) => this.shardOf(binding)));
    return this.storage.shards.filter((shard) => shards.has(shard));
  }

  /** Whether some workspace on the shard has the resource bound under this identity. */
  isBoundOn(shard: Shard, exportHash: string, { group, plural, identity }: BoundResource): boolean {
    for (const binding of this.of(exportHash)) if (this.shardOf(binding) === shard && bindsResource(binding, group, plural, identity)) return true;
    return false;
  }

  private shardOf(binding: KubeObject): Shard {
    return this.storage.shardOf(binding.metadata.annotations?.['kcp.io/cluster'] ?? '');
  }

  private add(cluster: string, binding: KubeObject): void {
    const hash = binding.metadata.labels?.[EXPORT_LABEL];
    if (hash === undefined) return;
    let bindings = this.#byExport.get(hash);
    if (bindings === undefined) {
      bindings = new Map();
      this.#byExport.set(hash, bindings);
    }
    bindings.set(`${cluster}/${binding.metadata.name}`, binding);
  }

  private remove(cluster: string, binding: KubeObject): void {
    const hash = binding.metadata.labels?.[EXPORT_LABEL] ?? '';
    const bindings = this.#byExport.get(hash);
    bindings?.delete(`${cluster}/${binding.metadata.name}`);
    if (bindings?.size === 0) this.#byExport.delete(hash);
  }
}

/** Whether `status.boundResources` has the resource under this identity. */
export function bindsResource(binding: KubeObject, group: string, plural: string, identity: string): boolean {
  return objectsAt(objectAt(binding.status).boundResources).some(
    (bound) => bound.group === group && bound.resource === plural && objectAt(bound.schema).identityHash === identity,
  );
}
