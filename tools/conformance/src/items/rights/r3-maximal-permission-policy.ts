import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { RawAnswer, RawBody, RawClient, Workspace } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { ALL_WIDGETS, GROUP, widget, widgetPath } from '../../world/widgets.js';
import { EXPORTS, T10, only, uniqueName } from '../../world/world.js';
import type { Scene, World } from '../../world/world.js';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const REVIEWS = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
/** What names in a policy begin with. */
const PREFIX = 'apis.kcp.io:binding:';

/** Switches the policy of an export on. */
async function bound(world: World, apiExport: string): Promise<void> {
  const answer = await world.recorder.unseen(() => world.provider.client.merge(`${EXPORTS}/${apiExport}`, { spec: { maximalPermissionPolicy: { local: {} } } }));
  expect(answer.status).toBe(200);
}

/** Gives somebody a right under the policies of the provider's workspace. */
async function allow(world: World, name: string, subject: { kind: 'User' | 'Group'; name: string }, rules: readonly RawBody[]): Promise<void> {
  await world.recorder.unseen(() =>
    world.provider.apply([
      { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name }, rules },
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRoleBinding',
        metadata: { name },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: subject.kind, name: PREFIX + subject.name }],
      },
    ]),
  );
}

async function removeRole(world: World, name: string): Promise<void> {
  await world.recorder.unseen(async () => {
    await world.provider.client.delete(`${RBAC}/clusterrolebindings/${name}`);
    await world.provider.client.delete(`${RBAC}/clusterroles/${name}`);
  });
}

/** Asks until the answer has this status: rights come to count after a moment. */
async function until(ask: () => Promise<RawAnswer>, status: number, what: string): Promise<RawAnswer> {
  return eventually(
    async () => {
      const answer = await ask();
      return answer.status === status ? answer : undefined;
    },
    { ...T10, what },
  );
}

async function mayDo(client: RawClient, verb: string): Promise<unknown> {
  const review = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec: { resourceAttributes: { namespace: 'default', verb, group: GROUP, version: 'v1', resource: 'widgets' } } };
  return dig((await client.post(REVIEWS, review)).body, 'status', 'allowed');
}

/** Somebody with every right that the consumer himself can give. */
async function ownerOf(consumer: Workspace): Promise<RawClient> {
  const { token } = await consumer.serviceAccount({ name: 'owner', clusterRoles: ['cluster-admin'] });
  return consumer.client.as(token);
}

export const maximalPermissionPolicy: Item = {
  number: 'R3',
  section: 'rights',
  title: 'the policy of an export bounds what a consumer may do with its orders, whatever roles he has, and goes with the export',
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, schema: 'own' });
    const consumer = only(scene);
    const owner = await world.recorder.unseen(() => ownerOf(consumer));
    expect((await until(() => owner.post(widgetPath(), widget('before')), 201, 'the owner to order')).status).toBe(201);

    await bound(world, scene.export);
    expectRefusal(await until(() => owner.get(widgetPath()), 403, 'the policy to count'), 403, 'Forbidden');
    expectRefusal(await consumer.client.get(widgetPath()), 403, 'Forbidden');
    expect((await owner.get(`/apis/${GROUP}/v1`)).status).toBe(200);
    expect((await owner.get('/api/v1/namespaces/default/configmaps')).status).toBe(200);
    expect(await mayDo(owner, 'list')).toBe(false);

    const role = `everybody-of-${scene.export}`;
    await allow(world, role, { kind: 'Group', name: 'system:authenticated' }, [{ apiGroups: [GROUP], resources: ['widgets'], verbs: ['get', 'list', 'create'] }]);
    await until(() => owner.get(widgetPath()), 200, 'the right to count');
    expect((await owner.post(widgetPath(), widget('allowed'))).status).toBe(201);
    expectRefusal(await owner.delete(widgetPath('allowed')), 403, 'Forbidden');
    expectRefusal(await owner.merge(`${widgetPath('allowed')}/status`, { status: { phase: 'Ready' } }), 403, 'Forbidden');
    expect((await consumer.client.get(widgetPath('allowed'))).status).toBe(200);
    expect(await mayDo(owner, 'create')).toBe(true);
    expect(await mayDo(owner, 'delete')).toBe(false);
    await removeRole(world, role);
    await until(() => owner.get(widgetPath()), 403, 'the right to be gone');

    const one = `one-of-${scene.export}`;
    await allow(world, one, { kind: 'User', name: `system:kcp:serviceaccount:${consumer.cluster}:default:owner` }, [{ apiGroups: [GROUP], resources: ['widgets'], verbs: ['*'] }]);
    await until(() => owner.get(widgetPath()), 200, 'the right of one account to count');
    expectRefusal(await consumer.client.get(widgetPath()), 403, 'Forbidden');
    await removeRole(world, one);
    await until(() => owner.get(widgetPath()), 403, 'the right of one account to be gone');

    expect((await world.provider.client.delete(`${EXPORTS}/${scene.export}`)).status).toBe(200);
    await until(() => owner.get(widgetPath()), 200, 'the policy to go with its export');
  },
};

export const policyAndProvider: Item = {
  number: 'R4',
  section: 'rights',
  title: 'the policy of an export does not bound its own provider behind the virtual workspace',
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, schema: 'own' });
    const consumer = only(scene);
    const provider = scene.virtual.as(await world.recorder.unseen(() => contentToken(world, scene.export)));
    const there = `/${consumer.cluster}${widgetPath()}`;
    await until(() => provider.post(there, widget('one')), 201, 'the provider to write');

    await bound(world, scene.export);
    await until(() => consumer.client.get(widgetPath()), 403, 'the policy to count');
    expect((await provider.get(`/*${ALL_WIDGETS}`)).status).toBe(200);
    expect((await provider.get(`${there}/one`)).status).toBe(200);
    expect((await provider.merge(`${there}/one/status`, { status: { phase: 'Ready' } })).status).toBe(200);
    expect((await provider.merge(`${there}/one`, { metadata: { finalizers: ['example.io/held'] } })).status).toBe(200);
  },
};

export const policyAndClaim: Item = {
  number: 'R5',
  section: 'rights',
  title: 'the policy of an export bounds another provider who claims its orders, whatever the consumer accepts',
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, schema: 'own' });
    const consumer = only(scene);
    const claiming = uniqueName('claiming');
    const other = world.virtual(claiming).as(
      await world.recorder.unseen(async () => {
        await claimWidgets(world, scene, claiming);
        return contentToken(world, claiming);
      }),
    );
    const there = `/${consumer.cluster}${widgetPath()}`;
    await until(() => other.get(there), 200, 'the claim to count');

    await bound(world, scene.export);
    expectRefusal(await until(() => other.get(there), 403, 'the policy to count'), 403, 'Forbidden');
    expectRefusal(await other.get(`/*${ALL_WIDGETS}`), 403, 'Forbidden');

    const role = `claiming-${scene.export}`;
    const account = `system:kcp:serviceaccount:${world.provider.cluster}:default:provider-of-${claiming}`;
    await allow(world, role, { kind: 'User', name: account }, [{ apiGroups: [GROUP], resources: ['widgets'], verbs: ['get', 'list'] }]);
    await until(() => other.get(there), 200, 'the right to count');
    expect((await other.get(`/*${ALL_WIDGETS}`)).status).toBe(200);
    expectRefusal(await other.post(there, widget('refused')), 403, 'Forbidden');
  },
};

/** A token that may do everything with the content of an export. */
async function contentToken(world: World, apiExport: string): Promise<string> {
  const rules = [{ apiGroups: ['apis.kcp.io'], resources: ['apiexports/content'], resourceNames: [apiExport], verbs: ['*'] }];
  const { token } = await world.provider.serviceAccount({ name: `provider-of-${apiExport}`, rules });
  return token;
}

/** An export that has nothing of its own and claims the scene's orders; the scene's consumer accepts. */
async function claimWidgets(world: World, scene: Scene, name: string): Promise<void> {
  const { body } = await world.provider.client.get(`${EXPORTS}/${scene.export}`);
  const claim = { group: GROUP, resource: 'widgets', verbs: ['get', 'list', 'create'], identityHash: String(dig(body, 'status', 'identityHash')) };
  await world.provider.apply([{ apiVersion: 'apis.kcp.io/v1alpha2', kind: 'APIExport', metadata: { name }, spec: { permissionClaims: [claim] } }]);
  await only(scene).bind({ path: scene.provider.path, export: name, claims: [{ ...claim, state: 'Accepted' }] });
}
