import type { TenantClient } from '../customer/tenant-client.js';
import type { TenantAccess } from './tenant-access.js';

/** Leads nowhere: for offers whose handlers do nothing on the tenant's side. */
export const noTenantAccess: TenantAccess = {
  open: async () => ({ kind: 'notNeeded' }),
  reach: async () => ({ kind: 'gone' }),
  client: (): TenantClient => ({ apply: refused, applySet: refused, get: refused, delete: refused, removeAll: async () => undefined, living: async () => [] }),
  close: async () => undefined,
  forget: () => undefined,
};

async function refused(): Promise<never> {
  throw new Error('Nothing leads to the tenant from here');
}
