import type { User } from './user.js';

/**
 * Who a user is in a logical cluster. A ServiceAccount of another workspace is known there only
 * by its global name, and is nobody otherwise.
 */
export function userIn(cluster: string, user: User): User {
  if (user.homeCluster === undefined || user.homeCluster === cluster) return user;
  const [, , namespace = '', name = ''] = user.name.split(':');
  return {
    ...user,
    name: `system:kcp:serviceaccount:${user.homeCluster}:${namespace}:${name}`,
    groups: ['system:authenticated', `system:cluster:${user.homeCluster}`],
  };
}
