import { dump, load } from 'js-yaml';
import type { KubeObject } from '@kcp-runtime/kube';
import { readApiClass } from '@kcp-runtime/schema';
import { credentialNeed } from '../credential/credential-need.js';
import { bindRoleName } from '../publish/bind-role.js';
import { consumerBinding } from '../publish/consumer-binding.js';
import { claimsOfExport } from '../publish/permission-claims.js';
import type { Provider } from '../offer/provider.js';
import { toApply } from './document.js';
import type { Document } from './document.js';
import { grant, rule, serviceAccount, tokenSecret, workspaceAccess } from './rbac.js';
import type { PolicyRule } from './rbac.js';

/** Where the service is to be published. */
export interface KcpPlace {
  readonly providerName: string;
  /** Of the provider on the platform cluster: there the kubeconfig Secret goes. */
  readonly namespace: string;
  /** Path of the workspace that holds the APIExport. */
  readonly providerWorkspace: string;
  /** The API group where it is not said. */
  readonly exportName?: string;
}

/** For whom a part is printed: three people, three clusters. */
export type KcpPart = 'workspace' | 'secret' | 'binding';

const APIS = 'apis.kcp.io';
const RBAC = 'rbac.authorization.k8s.io';
const LOOK = ['get', 'list', 'watch'];
/** Every workspace has it. */
const NAMESPACE = 'default';

/** The whole: what is applied in the provider workspace, and as comments what belongs elsewhere. */
export function kcpManifests(provider: Provider, place: KcpPlace): Document[] {
  return [
    ...kcpPart(provider, place, 'workspace'),
    ...[...kcpPart(provider, place, 'secret'), ...kcpPart(provider, place, 'binding')].map((document): Document => ({ ...document, use: 'example' })),
  ];
}

/** One part alone, to be applied as it is printed. */
export function kcpPart(provider: Provider, place: KcpPlace, part: KcpPart): Document[] {
  switch (part) {
    case 'workspace':
      return toApply('For the provider workspace: who the provider is there, and what it may do.', workspaceObjects(place.providerName, exportNameOf(provider, place)));
    case 'secret':
      return [kubeconfigSecret(place)];
    case 'binding':
      return [binding(provider, place)];
  }
}

function exportNameOf({ offers: [offer] }: Provider, { exportName }: KcpPlace): string {
  return exportName ?? (offer === undefined ? '' : readApiClass(offer.api).group);
}

function workspaceObjects(providerName: string, exportName: string): KubeObject[] {
  const account = { name: providerName, namespace: NAMESPACE };
  return [
    serviceAccount(account),
    tokenSecret({ name: tokenName(providerName), namespace: NAMESPACE }, account),
    workspaceAccess({ name: `kcp-runtime:${providerName}:access` }, account),
    ...grant({ name: `kcp-runtime:${providerName}` }, publisherRules(exportName), account),
  ];
}

/**
 * The least that publishing and serving need. The content rules are asked for by the virtual workspace, with the verb of
 * each request to a tenant. Kubernetes lets nobody hand on a right that he has not: that is what `bind` is for, and why
 * the rights to make roles give the provider no further ones.
 */
export function publisherRules(exportName: string): PolicyRule[] {
  const bindRole = [bindRoleName(exportName)];
  return [
    rule('core.kcp.io', 'logicalclusters', ['get'], ['cluster']),
    // Names of schemas come of their content: nobody knows today which will be old one day, so none can be named here.
    rule(APIS, 'apiresourceschemas', [...LOOK, 'create', 'delete']),
    rule(APIS, 'apiexports', ['create']),
    rule(APIS, 'apiexports', [...LOOK, 'patch', 'delete', 'bind'], [exportName]),
    rule(APIS, 'apiexportendpointslices', LOOK, [exportName]),
    rule(APIS, 'apiexports/content', [...LOOK, 'create', 'patch', 'delete'], [exportName]),
    ...['clusterroles', 'clusterrolebindings'].flatMap((kind) => [rule(RBAC, kind, ['create']), rule(RBAC, kind, ['get', 'patch', 'delete'], bindRole)]),
  ];
}

function tokenName(providerName: string): string {
  return `${providerName}-token`;
}

/** The three words in capitals are for envsubst, since nobody but the operator has them. */
function kubeconfigSecret({ providerName, namespace, providerWorkspace }: KcpPlace): Document {
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'kcp', cluster: { server: `\${KCP_SERVER}/clusters/${providerWorkspace}`, 'certificate-authority-data': '${KCP_CA_DATA}' } }],
    users: [{ name: providerName, user: { token: '${KCP_TOKEN}' } }],
    contexts: [{ name: 'kcp', context: { cluster: 'kcp', user: providerName } }],
    'current-context': 'kcp',
  };
  return {
    use: 'apply',
    comment: [
      'For the platform cluster: how the provider reaches its workspace. Print it alone with --part=secret, and put in',
      `  KCP_TOKEN    kubectl get secret ${tokenName(providerName)} -n ${NAMESPACE} -o go-template='{{.data.token | base64decode}}'`,
      "  KCP_CA_DATA  kubectl config view --raw --minify -o jsonpath='{.clusters[0].cluster.certificate-authority-data}'",
      '  KCP_SERVER   the URL of kcp, up to /clusters',
      'for example with envsubst. The first two in the provider workspace.',
    ].join('\n'),
    object: {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: `${providerName}-kcp`, namespace },
      type: 'Opaque',
      stringData: { kubeconfig: dump(kubeconfig, { lineWidth: -1 }) },
    },
  };
}

/** kcp checks no escalation on this way: a role with every right and a binding to cluster-admin can be made by these claims. */
const WHOLE_WORKSPACE = `Among the claims are those on roles and their bindings, for the accounts of the service's workers: whoever accepts
them trusts the provider with the whole workspace.`;

function binding(provider: Provider, place: KcpPlace): Document {
  const exportName = exportNameOf(provider, place);
  const yaml = consumerBinding({ exportName, claims: claimsOfExport(provider.offers) }, place.providerWorkspace);
  return {
    use: 'apply',
    comment: [
      'For the workspace of each consumer, who accepts with it what the provider may do there. Print it alone with --part=binding.',
      ...(provider.offers.some((offer) => credentialNeed(offer) !== undefined) ? [WHOLE_WORKSPACE] : []),
    ].join('\n'),
    object: Object(load(yaml)),
  };
}
