/**
 * What an operator does with the output of a provider's `manifests` commands: apply it on the platform cluster and in the provider
 * workspace, and make the two kubeconfigs of it that the provider needs. Tests, demo and bench install in no other way.
 */
import { loadAll } from 'js-yaml';
import { eventually } from '../wait/eventually.js';
import { kubeconfigText } from './kubeconfig-text.js';
import { dig } from './raw-client.js';
import type { RawBody } from './raw-client.js';
import { requestToken } from './service-account.js';
import type { Workspace } from './workspace.js';

/** Where the provider reaches a server: itself, or through a gate. */
export interface ServerAddress {
  readonly url: string;
  readonly ca: string;
}

/**
 * Applies what `manifests` prints, and returns the provider's kubeconfig for the platform.
 * @throws {@link UnexpectedAnswer} when the platform refuses an object
 */
export async function installOnPlatform(platform: Workspace, manifests: string, address: ServerAddress): Promise<string> {
  const documents = objects(manifests);
  await platform.apply(documents);
  const account = documents.find((document) => document['kind'] === 'ServiceAccount');
  const token = await requestToken(platform.client, { namespace: String(dig(account, 'metadata', 'namespace')), name: String(dig(account, 'metadata', 'name')), seconds: 86_400 });
  return kubeconfigText({ server: serverOf(platform, address), ca: address.ca, token });
}

/** What came of the installation in the provider workspace. */
export interface InstalledInWorkspace {
  /** The provider's kubeconfig for kcp. */
  readonly kubeconfig: string;
  /** The Secret in which kcp keeps that kubeconfig's token. */
  readonly tokenSecret: RawBody;
}

/** Applies what `manifests --kcp --part=workspace` prints, and waits for the token. */
export async function installInProviderWorkspace(provider: Workspace, manifests: string, address: ServerAddress): Promise<InstalledInWorkspace> {
  const documents = objects(manifests);
  await provider.apply(documents);
  const tokenSecret = documents.find((document) => document['type'] === 'kubernetes.io/service-account-token') ?? {};
  return { tokenSecret, kubeconfig: await kubeconfigOfTokenSecret(provider, tokenSecret, address) };
}

/** Waits until the server has filled the ServiceAccount's Secret, and makes a kubeconfig of its token. */
export async function kubeconfigOfTokenSecret(workspace: Workspace, secret: RawBody, address: ServerAddress): Promise<string> {
  const path = `/api/v1/namespaces/${String(dig(secret, 'metadata', 'namespace'))}/secrets/${String(dig(secret, 'metadata', 'name'))}`;
  const token = await eventually(async () => dig((await workspace.client.get(path)).body, 'data', 'token') as string | undefined, {
    what: `the token in ${path}`,
    deadlineMs: 30_000,
  });
  return kubeconfigText({ server: serverOf(workspace, address), ca: address.ca, token: Buffer.from(token, 'base64').toString('utf8') });
}

function objects(manifests: string): RawBody[] {
  return (loadAll(manifests) as (RawBody | null | undefined)[]).filter((document) => document !== null && document !== undefined);
}

function serverOf(workspace: Workspace, address: ServerAddress): string {
  return `${address.url}/clusters/${workspace.path}`;
}
