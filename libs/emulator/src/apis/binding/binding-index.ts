import { objectAt, objectsAt, type KubeObject } from '../../storage/kube-object.js';
import type { Shard } from '../../storage/shard.js';
import { EXPORT_LABEL } from '../export/export-keys.js';

/** Bindings of one shard by the export that they refer to, kept in step with the storage. */
export class BindingIndex {
  readonly #byExport = new Map<string, Map<string, KubeObject>>();

  constructor(shard: Shard) {
    shard.onCommit((collection, change) => {
      if (collection.key !== 'apis.kcp.io/apibindings') return;
      if (change.previous !== undefined) this.remove(change.cluster, change.previous);
      if (change.type !== 'DELETED') this.add(change.cluster, change.object);
    });
  }

  /** All bindings to the export with this hash, whatever their phase. */
  of(exportHash: string): Iterable<KubeObject> {
    return this.#byExport.get(exportHash)?.values() ?? [];
  }

  has(exportHash: string): boolean {
    return (this.#byExport.get(exportHash)?.size ?? 0) > 0;
  }

  /** Whether some workspace has the resource bound under this identity. */
  isBoundAnywhere(exportHash: string, group: string, plural: string, identity: string): boolean {
    for (const binding of this.of(exportHash)) if (bindsResource(binding, group, plural, identity)) return true;
    return false;
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
