import { dirname } from 'node:path';
import type { CredentialPlan } from './kube-access.js';
import type { KubeconfigEntry } from './kubeconfig-entry.js';

/** How a user entry says who we are. A token file wins over a token, as kubectl has it. */
export function readCredential(user: KubeconfigEntry, origin: 'cluster' | 'process', kubeconfig: string): CredentialPlan {
  if (user.has('exec') || user.has('auth-provider')) return { kind: 'delegated', kubeconfig, directory: dirname(user.source) };
  const path = user.filePath('tokenFile');
  if (path !== undefined) return { kind: 'tokenFile', path };
  const token = user.text('token')?.trim();
  if (token !== undefined) return { kind: 'token', token: headerSafe(user, token) };
  const username = user.text('username');
  if (username !== undefined) return { kind: 'basic', username, password: user.text('password') ?? '' };
  if (origin === 'cluster' && !user.has('client-certificate-data')) {
    user.refuse('token', 'is missing, and there is no client certificate either', 'Add the credential of a ServiceAccount or user.');
  }
  return { kind: 'anonymous' };
}

function headerSafe(user: KubeconfigEntry, token: string): string {
  return /^[\x21-\x7e]+$/.test(token) ? token : user.refuse('token', 'holds characters that no token has', 'Put the bare token there, decoded.');
}
