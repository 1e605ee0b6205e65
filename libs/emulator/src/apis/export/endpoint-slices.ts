import type { Admission } from '../../registry/type/admission.js';
import { forbidden } from '../../server/answer/api-error.js';
import { objectAt, textAt, type KubeObject } from '../../storage/kube-object.js';
import { sameJson } from '../../storage/json/same-json.js';
import { withConditions, type Condition } from '../../control/conditions.js';
import type { Controller } from '../../control/controller-loop.js';
import type { KcpState } from '../../workspace/kcp-state.js';
import { replace } from '../../control/replace.js';
import type { BindingIndex } from '../binding/binding-index.js';
import { EXPORT_LABEL, exportHash } from './export-keys.js';
import { findExport, mayBind } from './find-export.js';

const SUBJECT = { group: 'apis.kcp.io', plural: 'apiexportendpointslices' };

/** Rules of APIExportEndpointSlice objects. */
export function endpointSliceAdmission(state: () => KcpState): Admission {
  return {
    prepareCreate(object, { cluster }) {
      object.metadata.annotations = { ...object.metadata.annotations, 'kcp.io/path': state().pathOf(cluster) };
      delete object.status;
    },
    admit(object, old, { cluster, user }) {
      if (old !== undefined) return;
      const reference = exportOf(object);
      if (!mayBind(state(), cluster, reference, user)) {
        throw forbidden(SUBJECT, object.metadata.name, `no permission to bind to export ${reference.path ?? ''}:${reference.name}`);
      }
    },
    validate(object, old) {
      if (old === undefined || sameJson(objectAt(object.spec).export, objectAt(old.spec).export)) return [];
      return [{ reason: 'FieldValueInvalid', message: 'Invalid value: "object": APIExport reference must not be changed', field: 'spec.export' }];
    },
  };
}

function exportOf(slice: KubeObject): { path: string | undefined; name: string } {
  const reference = objectAt(objectAt(slice.spec).export);
  return { path: textAt(reference.path), name: textAt(reference.name) ?? '' };
}

/** Writes the URLs of a slice: one of each shard, as long as a binding object to the export stands on it. */
export class EndpointSliceController implements Controller {
  readonly name = 'endpoint-slices';
  readonly collections = ['apis.kcp.io/apiexportendpointslices', 'apis.kcp.io/apibindings', 'apis.kcp.io/apiexports'];

  constructor(
    private readonly state: KcpState,
    private readonly bindings: BindingIndex,
    readonly delayMs: () => number,
  ) {}

  keys(collection: { readonly key: string }, change: { readonly type: string; readonly cluster: string; readonly object: KubeObject }): string[] {
    if (collection.key === 'apis.kcp.io/apiexportendpointslices') return change.type === 'DELETED' ? [] : [`${change.cluster}/${change.object.metadata.name}`];
    const hash = collection.key === 'apis.kcp.io/apiexports' ? exportHash(change.cluster, change.object.metadata.name) : change.object.metadata.labels?.[EXPORT_LABEL];
    return hash === undefined ? [] : this.slicesOf(hash);
  }

  reconcile(key: string): undefined {
    const slash = key.indexOf('/');
    const cluster = key.slice(0, slash);
    const slices = this.state.collection('apis.kcp.io', 'apiexportendpointslices');
    const slice = slices.get(cluster, undefined, key.slice(slash + 1));
    if (slice === undefined) return;
    const found = findExport(this.state, cluster, exportOf(slice));
    const valid: Condition =
      found === undefined
        ? { type: 'APIExportValid', status: 'False', severity: 'Error', reason: 'APIExportNotFound', message: 'the APIExport does not exist' }
        : { type: 'APIExportValid', status: 'True' };
    const { endpoints: _endpoints, ...status } = objectAt(slice.status);
    const shards = found === undefined ? [] : this.bindings.shardsOf(exportHash(found.cluster, found.object.metadata.name));
    const urls = shards.map((shard) => ({ url: `${shard.url}/services/apiexport/${found?.cluster ?? ''}/${found?.object.metadata.name ?? ''}` }));
    const endpoints = urls.length === 0 ? {} : { endpoints: urls };
    const conditions = withConditions(status.conditions, [valid, { type: 'PartitionValid', status: 'True' }], this.state.clock.timestamp());
    replace(slices, cluster, slice, { ...slice, status: { ...status, ...endpoints, conditions } });
  }

  private slicesOf(hash: string): string[] {
    const keys: string[] = [];
    for (const slice of this.state.collection('apis.kcp.io', 'apiexportendpointslices').list({ cluster: undefined, namespace: undefined })) {
      const cluster = slice.metadata.annotations?.['kcp.io/cluster'] ?? '';
      const reference = exportOf(slice);
      const home = reference.path === undefined ? cluster : this.state.resolvePath(reference.path);
      if (home !== undefined && exportHash(home, reference.name) === hash) keys.push(`${cluster}/${slice.metadata.name}`);
    }
    return keys;
  }
}
