import { describe, expect, it } from '@jest/globals';
import { NotFound } from '@kcp-runtime/kube';
import type { KubeApi, KubeObject, ResourceType } from '@kcp-runtime/kube';
import { publishBindRights } from './bind-publication.js';
import { bindRole, bindRoleBinding } from './bind-role.js';
import type { ExportPlan } from './export-plan.js';

const never = new AbortController().signal;
const planFor = (groups: readonly string[], users: readonly string[] = []): ExportPlan => ({
  providerName: 'boxes', exportName: 'boxes.io', schemas: [], resources: [], claims: [], labels: {}, annotations: {}, maximalPermissionPolicy: 'none', bind: { groups, users },
});

/** Roles and bindings of a workspace, by kind. */
function workspace(...there: readonly KubeObject[]) {
  const objects = new Map(there.map((object) => [object.kind, object]));
  const missing = (): Error => new NotFound({ method: 'GET', url: 'https://kcp', status: 404, message: 'not found' });
  const resource = ({ kind }: ResourceType) => ({
    get: async () => {
      const found = objects.get(kind);
      if (found === undefined) throw missing();
      return found;
    },
    create: async (object: KubeObject) => void objects.set(kind, object),
    mergePatch: async (_ref: object, patch: object) => void objects.set(kind, { ...(objects.get(kind) as KubeObject), ...patch }),
    delete: async () => void objects.delete(kind),
  });
  const subjects = (): unknown => (objects.get('ClusterRoleBinding')?.['subjects'] as { kind: string; name: string }[] | undefined)?.map(({ kind, name }) => `${kind} ${name}`);
  return { api: { resource } as unknown as KubeApi, objects, subjects };
}

describe('the right to bind', () => {
  it('follows the groups and users of the ProviderConfig', async () => {
    const { api, subjects } = workspace();
    await publishBindRights(api, planFor(['team-a'], ['anna']), never);
    expect(subjects()).toEqual(['Group team-a', 'User anna']);
    await publishBindRights(api, planFor([], ['berta']), never);
    expect(subjects()).toEqual(['User berta']);
  });

  it.each(['ClusterRole', 'ClusterRoleBinding'])('goes whole when nobody is named any more, also where only the %s is left', async (kind) => {
    const plan = planFor(['team-a']);
    const { api, objects } = workspace(...[bindRole(plan), bindRoleBinding(plan)].filter((object) => object.kind === kind));
    await publishBindRights(api, planFor([]), never);
    expect([...objects]).toEqual([]);
  });
});
