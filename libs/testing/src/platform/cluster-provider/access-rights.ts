/** What an AccessRequest asks for, as the objects of RBAC that give exactly that and nothing else. */
import { dig } from '../../admin/raw-client.js';
import type { RawBody, RawClient } from '../../admin/raw-client.js';
import { expectStatus } from '../../admin/unexpected-answer.js';
import { pathIn, put, refOf, remove } from '../follow/object-writes.js';
import type { Ref } from '../follow/object-writes.js';
import { RBAC_API } from '../names.js';

const RBAC = 'rbac.authorization.k8s.io';
const KINDS = ['rolebindings', 'clusterrolebindings', 'roles', 'clusterroles'] as const;
type Plural = (typeof KINDS)[number];

/** The identity that gets the rights. */
export interface Grantee {
  readonly account: Ref;
  /** In the names of all that is made for it. */
  readonly hash: string;
  /** By which all that was made for it is found again. */
  readonly labels: Readonly<Record<string, string>>;
}

interface Permission {
  readonly name?: string;
  readonly namespace?: string;
  readonly disableAutomaticNamespaceCreation?: boolean;
  readonly rules: readonly RawBody[];
}

interface RoleRef {
  readonly kind: 'Role' | 'ClusterRole';
  readonly name: string;
  readonly namespace?: string;
}

interface Placed {
  readonly plural: Plural;
  readonly object: RawBody;
}

/** Gives what `token` asks for, and takes what was given before and is no longer asked for. */
export async function giveRights(client: RawClient, grantee: Grantee, token: unknown): Promise<void> {
  const permissions = (dig(token, 'permissions') ?? []) as Permission[];
  const roleRefs = (dig(token, 'roleRefs') ?? []) as RoleRef[];
  await makeNamespaces(client, permissions);
  const wanted = [...permissions.flatMap((permission, index) => permissionObjects(grantee, permission, index)), ...roleRefs.map((ref, index) => bindingTo(grantee, ref, `openmcp:roleref:${grantee.hash}:${index}`))];
  for (const { plural, object } of wanted) await put(client, pathIn(RBAC_API, plural, { ...refOf(object), name: '' }), object);
  await removeOthers(client, grantee, new Set(wanted.map(({ plural, object }) => placeOf(plural, object))));
}

/** Takes everything that was given. */
export async function takeRights(client: RawClient, grantee: Grantee): Promise<void> {
  await removeOthers(client, grantee, new Set());
}

async function makeNamespaces(client: RawClient, permissions: readonly Permission[]): Promise<void> {
  for (const { namespace, disableAutomaticNamespaceCreation } of permissions) {
    if (namespace === undefined || disableAutomaticNamespaceCreation === true) continue;
    const path = '/api/v1/namespaces';
    expectStatus(await client.post(path, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }), 'POST', path, 201, 409);
  }
}

function permissionObjects(grantee: Grantee, { name, namespace, rules }: Permission, index: number): Placed[] {
  const roleName = name ?? `openmcp:permission:${grantee.hash}:${index}`;
  const kind = namespace === undefined ? 'ClusterRole' : 'Role';
  const role = { apiVersion: `${RBAC}/v1`, kind, metadata: metadata(grantee, roleName, namespace), rules };
  const ref: RoleRef = { kind, name: roleName, ...(namespace === undefined ? {} : { namespace }) };
  return [{ plural: kind === 'Role' ? 'roles' : 'clusterroles', object: role }, bindingTo(grantee, ref, `openmcp:permission:${grantee.hash}:${index}`)];
}

function bindingTo(grantee: Grantee, { kind, name, namespace }: RoleRef, bindingName: string): Placed {
  const isNamespaced = namespace !== undefined;
  return {
    plural: isNamespaced ? 'rolebindings' : 'clusterrolebindings',
    object: {
      apiVersion: `${RBAC}/v1`,
      kind: isNamespaced ? 'RoleBinding' : 'ClusterRoleBinding',
      metadata: metadata(grantee, bindingName, namespace),
      roleRef: { apiGroup: RBAC, kind, name },
      subjects: [{ kind: 'ServiceAccount', ...grantee.account }],
    },
  };
}

function metadata({ labels }: Grantee, name: string, namespace: string | undefined): RawBody {
  return { name, labels, ...(namespace === undefined ? {} : { namespace }) };
}

async function removeOthers(client: RawClient, { labels }: Grantee, wanted: ReadonlySet<string>): Promise<void> {
  const selector = encodeURIComponent(Object.entries(labels).map((pair) => pair.join('=')).join(','));
  for (const plural of KINDS) {
    const path = `${RBAC_API}/${plural}?labelSelector=${selector}`;
    const { body } = expectStatus(await client.get(path), 'GET', path, 200);
    const stale = ((body['items'] ?? []) as RawBody[]).filter((object) => !wanted.has(placeOf(plural, object)));
    for (const object of stale) await remove(client, pathIn(RBAC_API, plural, refOf(object)));
  }
}

function placeOf(plural: Plural, object: RawBody): string {
  return pathIn(RBAC_API, plural, refOf(object));
}
