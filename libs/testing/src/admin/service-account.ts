import { applyDocuments } from './apply-documents.js';
import { dig } from './raw-client.js';
import type { RawBody, RawClient } from './raw-client.js';
import type { ServiceAccountRequest } from './set-up.js';
import { expectStatus } from './unexpected-answer.js';

/** Makes a ServiceAccount with rights in the cluster that the client speaks to, and returns a token of one day for it. */
export async function serviceAccountToken(client: RawClient, request: ServiceAccountRequest): Promise<string> {
  const { name, namespace = 'default' } = request;
  await applyDocuments(client, serviceAccountObjects(request, namespace), {});
  return requestToken(client, { namespace, name, seconds: 86_400 });
}

/** A token of a ServiceAccount that is there. */
export async function requestToken(client: RawClient, { namespace, name, seconds }: { readonly namespace: string; readonly name: string; readonly seconds: number }): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
  const tokenRequest = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: seconds } };
  const answer = expectStatus(await client.post(path, tokenRequest), 'POST', path, 201);
  return String(dig(answer.body, 'status', 'token'));
}

function serviceAccountObjects(request: ServiceAccountRequest, namespace: string): RawBody[] {
  const { name, rules = [], clusterRoles = [] } = request;
  const own = rules.length === 0 ? [] : [`${namespace}-${name}`];
  return [
    ...(namespace === 'default' ? [] : [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }]),
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } },
    ...own.map((role) => ({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: role }, rules })),
    ...[...own, ...clusterRoles].map((role) => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: `${namespace}-${name}-${role}` },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    })),
  ];
}
