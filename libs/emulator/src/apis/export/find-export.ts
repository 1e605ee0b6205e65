import { userIn } from '../../auth/foreign-user.js';
import type { User } from '../../auth/user.js';
import type { KubeObject } from '../../storage/kube-object.js';
import type { KcpState } from '../../workspace/kcp-state.js';

/** An export together with the logical cluster that it lives in. */
export interface FoundExport {
  readonly cluster: string;
  readonly object: KubeObject;
}

/** A reference as bindings and slices write it; no path means the own workspace. */
export interface ExportReference {
  readonly path: string | undefined;
  readonly name: string;
}

/** The export behind a reference, if workspace and export exist. */
export function findExport(state: KcpState, from: string, reference: ExportReference): FoundExport | undefined {
  const cluster = reference.path === undefined || reference.path === '' ? from : state.resolvePath(reference.path);
  if (cluster === undefined) return undefined;
  const object = state.find('apis.kcp.io', 'apiexports', cluster, reference.name);
  return object === undefined ? undefined : { cluster, object };
}

/** Whether the user may bind to it. A missing export looks like a missing right. */
export function mayBind(state: KcpState, from: string, reference: ExportReference, user: User): boolean {
  const found = findExport(state, from, reference);
  if (found === undefined) return false;
  return state.allows(found.cluster, userIn(found.cluster, user), {
    kind: 'resource',
    verb: 'bind',
    group: 'apis.kcp.io',
    version: 'v1alpha2',
    plural: 'apiexports',
    subresource: undefined,
    namespace: undefined,
    name: reference.name,
  });
}
