import { decoratorItems } from '../decorators/decorator-items.js';
import type { KubernetesItem } from '../item.js';
import { isKubernetesItem } from '../servers-of-items.js';
import { allItems } from './all-items.js';

/** Every item that is for a kube-apiserver too. */
export async function kubernetesItems(): Promise<readonly KubernetesItem[]> {
  return [...(await decoratorItems()), ...allItems].filter(isKubernetesItem);
}
