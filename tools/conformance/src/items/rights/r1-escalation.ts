import { expect } from '@jest/globals';
import { eventually } from '@kcp-runtime/testing';
import type { RawBody, RawClient } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { T1, T10, only } from '../../world/world.js';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const ROLES = `${RBAC}/namespaces/default/roles`;
const CLUSTER_ROLES = `${RBAC}/clusterroles`;
const CLUSTER_ROLE_BINDINGS = `${RBAC}/clusterrolebindings`;
const WRITES_ROLES = { apiGroups: ['rbac.authorization.k8s.io'], resources: ['*'], verbs: ['get', 'list', 'create', 'update'] };

function role(kind: 'Role' | 'ClusterRole', name: string, rules: readonly RawBody[]): RawBody {
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata: { name }, rules };
}

function bindingTo(clusterRole: string, name: string): RawBody {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: clusterRole },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'somebody' }],
  };
}

async function countsFor(client: RawClient): Promise<void> {
  await eventually(async () => ((await client.get(ROLES)).status === 200 ? true : undefined), { ...T1, what: 'the right to count' });
}

export const escalation: Item = {
  number: 'R1',
  section: 'rights',
  title: 'nobody gives away rights in a workspace that he does not have there',
  check: async (world) => {
    const workspace = await world.workspace('rights');
    const rules = [WRITES_ROLES, { apiGroups: [''], resources: ['secrets', 'configmaps'], verbs: ['get', 'list'] }];
    const { token } = await workspace.serviceAccount({ name: 'limited', rules });
    const limited = workspace.client.as(token);
    await countsFor(limited);

    const reads = { apiGroups: [''], resources: ['secrets'], verbs: ['get'] };
    expect((await limited.post(ROLES, role('Role', 'reads', [reads]))).status).toBe(201);
    expect((await limited.post(ROLES, role('Role', 'reads-one', [{ ...reads, resourceNames: ['mine'] }]))).status).toBe(201);
    expectRefusal(await limited.post(ROLES, role('Role', 'writes', [{ ...reads, verbs: ['delete'] }])), 403, 'Forbidden');
    expectRefusal(await limited.post(CLUSTER_ROLES, role('ClusterRole', 'all', [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }])), 403, 'Forbidden');

    expect((await limited.post(CLUSTER_ROLES, role('ClusterRole', 'reads', [reads]))).status).toBe(201);
    expect((await limited.post(CLUSTER_ROLE_BINDINGS, bindingTo('reads', 'reading'))).status).toBe(201);
    // The roles that kcp itself brings are no objects of the workspace: to who may not bind everything they are not there.
    for (const absent of ['cluster-admin', 'nosuch']) expectRefusal(await limited.post(CLUSTER_ROLE_BINDINGS, bindingTo(absent, 'everything')), 404, 'NotFound');
    expect((await workspace.client.post(CLUSTER_ROLES, role('ClusterRole', 'deletes', [{ ...reads, verbs: ['delete'] }]))).status).toBe(201);
    expectRefusal(await limited.post(CLUSTER_ROLE_BINDINGS, bindingTo('deletes', 'deleting')), 403, 'Forbidden');
  },
};

export const escalationThroughClaims: Item = {
  number: 'R2',
  section: 'rights',
  title: 'whoever accepts a claim on roles trusts the provider with his whole workspace: nothing is checked behind the virtual workspace',
  check: async (world) => {
    const verbs = ['get', 'list', 'create'];
    const claims = ['clusterroles', 'clusterrolebindings'].map((resource) => ({ group: 'rbac.authorization.k8s.io', resource, verbs }));
    const scene = await world.scene({ consumers: 1, claims, decisions: claims.map((claim) => ({ ...claim, state: 'Accepted' as const })) });
    const rules = [{ apiGroups: ['apis.kcp.io'], resources: ['apiexports/content'], resourceNames: [scene.export], verbs: ['*'] }];
    const { token } = await world.provider.serviceAccount({ name: `provider-of-${scene.export}`, rules });
    const there = scene.virtual.as(token).below(`/${only(scene).cluster}`);
    await eventually(async () => ((await there.get(CLUSTER_ROLES)).status === 200 ? true : undefined), { ...T10, what: 'the claim to count' });
    expect((await there.post(CLUSTER_ROLES, role('ClusterRole', 'all', [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]))).status).toBe(201);
    expect((await there.post(CLUSTER_ROLE_BINDINGS, bindingTo('cluster-admin', 'everything'))).status).toBe(201);
  },
};
