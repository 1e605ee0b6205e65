import { AlreadyExists, Forbidden, NotFound } from '@kcp-runtime/kube';
import type { KubeApi, KubeObject, ResourceType } from '@kcp-runtime/kube';
import { isDeepStrictEqual } from 'node:util';
import { bindRole, bindRoleBinding, bindRoleName, CLUSTER_ROLE_BINDINGS, CLUSTER_ROLES, namesBinders } from './bind-role.js';
import type { ExportPlan } from './export-plan.js';

/**
 * Makes sure that exactly those whom the plan names may bind the export through us: makes, corrects or removes
 * role and binding. Whoever got the right in another way keeps it. Throws a KubeError.
 */
export async function publishBindRights(api: KubeApi, plan: ExportPlan, signal: AbortSignal): Promise<void> {
  if (!namesBinders(plan)) return removeBindRights(api, plan.exportName, signal);
  await ensure(api, CLUSTER_ROLES, bindRole(plan), 'rules', signal);
  await ensure(api, CLUSTER_ROLE_BINDINGS, bindRoleBinding(plan), 'subjects', signal);
}

async function ensure(api: KubeApi, type: ResourceType, wanted: KubeObject, field: 'rules' | 'subjects', signal: AbortSignal): Promise<void> {
  const client = api.resource(type);
  const ref = { name: wanted.metadata.name };
  const found = await lookUp(api, type, ref.name, signal);
  if (found !== undefined && isDeepStrictEqual(found[field], wanted[field])) return;
  try {
    if (found === undefined) await client.create(wanted, { signal });
    else await client.mergePatch(ref, { [field]: wanted[field] }, { signal });
  } catch (error) {
    // Somebody made it between look and write: the next pass compares it.
    if (!(error instanceof AlreadyExists)) throw error;
  }
}

/** Removes role and binding, where they are. Throws a KubeError. */
export async function removeBindRights(api: KubeApi, exportName: string, signal: AbortSignal): Promise<void> {
  const name = bindRoleName(exportName);
  // The binding goes first: whatever happens in between, nobody keeps a right that is to go.
  for (const type of [CLUSTER_ROLE_BINDINGS, CLUSTER_ROLES]) {
    if (await isThere(api, type, name, signal)) await api.resource(type).delete({ name }, { signal });
  }
}

/** An identity that may not even look has never made any, so there is nothing to remove. */
async function isThere(api: KubeApi, type: ResourceType, name: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await lookUp(api, type, name, signal)) !== undefined;
  } catch (error) {
    if (error instanceof Forbidden) return false;
    throw error;
  }
}

async function lookUp(api: KubeApi, type: ResourceType, name: string, signal: AbortSignal): Promise<KubeObject | undefined> {
  try {
    return await api.resource(type).get({ name }, { signal });
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
