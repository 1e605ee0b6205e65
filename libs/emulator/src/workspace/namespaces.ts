import { isFinalizer } from '../registry/object-meta.js';
import type { Cause } from '../server/answer/api-error.js';
import type { Admission } from '../registry/type/admission.js';
import { objectAt, textsAt, type KubeObject } from '../storage/kube-object.js';
import { deleteContent } from './cluster-content.js';
import { withConditions } from '../control/conditions.js';
import type { Controller } from '../control/controller-loop.js';
import type { KcpState } from './kcp-state.js';
import { forbidden } from '../server/answer/api-error.js';
import { replace } from '../control/replace.js';

/** These go with their workspace alone. */
const IMMORTAL: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public']);

/** Rules of Namespace objects. */
export const namespaceAdmission: Admission = {
  generation: 'none',
  prepareCreate(object) {
    object.metadata.labels = { ...object.metadata.labels, 'kubernetes.io/metadata.name': object.metadata.name };
    object.spec = { ...objectAt(object.spec), finalizers: [...new Set([...textsAt(objectAt(object.spec).finalizers), 'kubernetes'])] };
    object.status = { phase: 'Active' };
  },
  prepareUpdate(object, old) {
    object.metadata.labels = { ...object.metadata.labels, 'kubernetes.io/metadata.name': object.metadata.name };
    object.spec = { ...objectAt(object.spec), finalizers: textsAt(objectAt(old.spec).finalizers) };
  },
  validate: (object) => textsAt(objectAt(object.spec).finalizers).flatMap(finalizerFault),
  admitDelete(object) {
    if (IMMORTAL.has(object.metadata.name)) throw forbidden({ group: '', plural: 'namespaces' }, object.metadata.name, 'this namespace may not be deleted');
  },
  isHeld: (object) => textsAt(objectAt(object.spec).finalizers).length > 0,
  markDeleting(object) {
    object.status = { ...objectAt(object.status), phase: 'Terminating' };
    delete object.metadata.deletionGracePeriodSeconds;
  },
};

function finalizerFault(name: string, at: number): Cause[] {
  if (isFinalizer({ finalizers: 'standard' }, name)) return [];
  return [{ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(name)}: name is neither a standard finalizer name nor is it fully qualified`, field: `spec.finalizers[${at}]` }];
}

const CA_DESCRIPTION = 'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints. No other usage is guaranteed across distributions of Kubernetes clusters.';

/** Fills new namespaces and empties those that are being deleted. */
export class NamespaceController implements Controller {
  readonly name = 'namespaces';
  readonly collections = undefined;

  constructor(
    private readonly state: KcpState,
    readonly delayMs: () => number,
  ) {}

  keys(collection: { readonly key: string }, change: { readonly type: string; readonly cluster: string; readonly object: KubeObject }): string[] {
    const { metadata } = change.object;
    if (collection.key === '/namespaces') return change.type === 'DELETED' ? [] : [`${change.cluster}/${metadata.name}`];
    if (change.type !== 'DELETED' || metadata.namespace === undefined) return [];
    const namespace = this.state.find('', 'namespaces', change.cluster, metadata.namespace);
    return namespace?.metadata.deletionTimestamp === undefined ? [] : [`${change.cluster}/${metadata.namespace}`];
  }

  reconcile(key: string): undefined {
    const [cluster = '', name = ''] = key.split('/');
    const namespace = this.state.find('', 'namespaces', cluster, name);
    if (namespace === undefined) return;
    if (namespace.metadata.deletionTimestamp === undefined) this.fill(cluster, name);
    else this.empty(cluster, namespace);
  }

  private fill(cluster: string, namespace: string): void {
    if (this.state.find('', 'serviceaccounts', cluster, 'default', namespace) === undefined) {
      this.state.add('', 'serviceaccounts', cluster, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace } });
    }
    if (this.state.find('', 'configmaps', cluster, 'kube-root-ca.crt', namespace) === undefined) {
      const data = { 'ca.crt': this.state.address.caPem };
      const annotations = { 'kubernetes.io/description': CA_DESCRIPTION };
      this.state.add('', 'configmaps', cluster, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kube-root-ca.crt', namespace, annotations }, data });
    }
  }

  private empty(cluster: string, namespace: KubeObject): void {
    const { name } = namespace.metadata;
    const remaining = deleteContent(this.state, { cluster, namespace: name, concerns: () => true });
    const collection = this.state.collection('', 'namespaces');
    if (remaining > 0) {
      const conditions = withConditions(objectAt(namespace.status).conditions, [
        { type: 'NamespaceContentRemaining', status: 'True', reason: 'SomeResourcesRemain', message: `${remaining} objects remain` },
      ], this.state.clock.timestamp());
      replace(collection, cluster, namespace, { ...namespace, status: { phase: 'Terminating', conditions } });
      return;
    }
    if ((namespace.metadata.finalizers ?? []).length === 0) collection.remove(cluster, { ...namespace, spec: { finalizers: [] } });
    else replace(collection, cluster, namespace, { ...namespace, spec: { ...objectAt(namespace.spec), finalizers: [] } });
  }
}
