import { forbidden } from '../../server/answer/api-error.js';
import { objectAt, objectsAt, textAt, type KubeObject } from '../../storage/kube-object.js';
import { withConditions } from '../../control/conditions.js';
import type { Controller } from '../../control/controller-loop.js';
import { isShippedBinding } from '../../workspace/shipped-bindings.js';
import type { KcpState } from '../../workspace/kcp-state.js';
import { beginDeletion, dropFinalizer, replace } from '../../control/replace.js';
import { BINDING_FINALIZER } from '../export/export-keys.js';
import type { ResourceOwners } from './resource-owners.js';
import { terminating } from '../definition/schema-types.js';

/** Deletes the objects of a binding that is being deleted, then lets the binding go. */
export class UnbindingController implements Controller {
  readonly name = 'unbinding';
  readonly collections = undefined;

  constructor(
    private readonly state: KcpState,
    private readonly owners: ResourceOwners,
    readonly delayMs: () => number,
  ) {}

  keys(collection: { readonly key: string }, change: { readonly type: string; readonly cluster: string; readonly object: KubeObject }): string[] {
    if (collection.key === 'apis.kcp.io/apibindings') {
      const isDying = change.type !== 'DELETED' && change.object.metadata.deletionTimestamp !== undefined;
      return isDying ? [`${change.cluster}/${change.object.metadata.name}`] : [];
    }
    if (change.type !== 'DELETED') return [];
    return [...this.state.collection('apis.kcp.io', 'apibindings').in(change.cluster)]
      .filter((binding) => binding.metadata.deletionTimestamp !== undefined)
      .map((binding) => `${change.cluster}/${binding.metadata.name}`);
  }

  reconcile(key: string): undefined {
    const slash = key.indexOf('/');
    const cluster = key.slice(0, slash);
    const bindings = this.state.collection('apis.kcp.io', 'apibindings');
    const binding = bindings.get(cluster, undefined, key.slice(slash + 1));
    if (binding?.metadata.deletionTimestamp === undefined) return;
    if (isShippedBinding(binding)) {
      dropFinalizer(bindings, cluster, binding, BINDING_FINALIZER);
      return;
    }
    const remaining = this.deleteObjects(cluster, binding);
    if (remaining > 0) {
      const status = objectAt(binding.status);
      const conditions = withConditions(status.conditions, [
        { type: 'BindingResourceDeleteSuccess', status: 'False', severity: 'Error', reason: 'SomeFinalizersRemain', message: `${remaining} objects wait for their finalizers` },
      ], this.state.clock.timestamp());
      replace(bindings, cluster, binding, { ...binding, status: { ...status, conditions } });
      return;
    }
    for (const { group, plural } of boundResources(binding)) {
      if (this.owns(cluster, binding, group, plural)) this.state.catalog.withdraw(cluster, group, plural);
    }
    this.owners.release(cluster, ownerName(binding));
    dropFinalizer(bindings, cluster, binding, BINDING_FINALIZER);
  }

  private deleteObjects(cluster: string, binding: KubeObject): number {
    let remaining = 0;
    for (const { group, plural } of boundResources(binding)) {
      const type = this.state.catalog.type(cluster, group, plural);
      if (type === undefined || !this.owns(cluster, binding, group, plural)) continue;
      if (type.verbs.includes('create')) this.state.catalog.serve(cluster, terminating(type, (name) => refusal(group, plural, name)));
      const collection = this.state.collectionOf(type);
      for (const object of [...collection.in(cluster)]) {
        if (!beginDeletion(collection, cluster, object, this.state.clock.timestamp())) remaining += 1;
      }
    }
    return remaining;
  }

  private owns(cluster: string, binding: KubeObject, group: string, plural: string): boolean {
    return this.owners.take(cluster, group, plural, ownerName(binding)) === undefined;
  }
}

function ownerName(binding: KubeObject): string {
  return `binding ${binding.metadata.name}`;
}

function boundResources(binding: KubeObject): { group: string; plural: string }[] {
  return objectsAt(objectAt(binding.status).boundResources).map((entry) => ({ group: textAt(entry.group) ?? '', plural: textAt(entry.resource) ?? '' }));
}

function refusal(group: string, plural: string, name: string): Error {
  return forbidden({ group, plural }, name, 'create not allowed while custom resource definition is terminating');
}
