import type { User } from './user.js';

/**
 * Who a user is in a logical cluster. A ServiceAccount of another workspace is known there only
 * by its global name, and is nobody otherwise.
 */
export function userIn(cluster: string, user: User): User {
  if (user.homeCluster === undefined || user.homeCluster === cluster) return user;
  return {
    ...user,
    name: globalName(user),
    groups: ['system:authenticated', `system:cluster:${user.homeCluster}`],
  };
}

/** The name by which a user is known in every workspace. */
export function globalName(user: User): string {
  if (user.homeCluster === undefined) return user.name;
  const [, , namespace = '', name = ''] = user.name.split(':');
  return `system:kcp:serviceaccount:${user.homeCluster}:${namespace}:${name}`;
}
