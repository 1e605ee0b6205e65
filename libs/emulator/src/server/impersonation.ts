import type { IncomingHttpHeaders } from 'node:http';
import type { Access } from '../auth/rbac/access.js';
import type { User } from '../auth/user.js';
import { denied } from './workspace-surface.js';

/**
 * The user that a request acts as, by its impersonation headers.
 * @throws ApiError 403 when the real user may not act for him
 */
export function impersonated(user: User, headers: IncomingHttpHeaders, allows: (user: User, access: Access) => boolean): User {
  const name = headers['impersonate-user'];
  if (typeof name !== 'string' || name === '') return user;
  const groups = listOf(headers['impersonate-group']);
  for (const [plural, wanted] of [['users', [name]], ['groups', groups]] as const) {
    for (const entry of wanted) {
      const access: Access = { kind: 'resource', verb: 'impersonate', group: '', version: 'v1', plural, subresource: undefined, namespace: undefined, name: entry };
      if (!allows(user, access)) throw denied(user, access);
    }
  }
  return { name, groups: [...groups, 'system:authenticated'] };
}

function listOf(header: string | string[] | undefined): string[] {
  if (header === undefined) return [];
  return (Array.isArray(header) ? header : header.split(',')).map((entry) => entry.trim());
}
