import type { Item, KubernetesItem } from './item.js';
import type { World } from './world/world.js';

/** Runs an item on a kcp, real or emulated. */
export async function checkOnKcp(item: Item, world: World): Promise<void> {
  await (isKubernetesItem(item) ? item.check(await world.site()) : item.check(world));
}

/** Whether an item is for a kube-apiserver too. */
export function isKubernetesItem(item: Item): item is KubernetesItem {
  return item.servers === 'all' || item.servers === 'kubernetes';
}
