import { ServedKinds } from '../customer/served-kinds.js';
import { FIELD_MANAGER } from '../life/guarded-api.js';
import type { InitCluster } from '../offer/provider.js';
import type { CrdPlace } from './crd-installation.js';

/** A hook wanted to write a kind that the cluster does not serve. */
export class KindNotServed extends Error {
  override readonly name = 'KindNotServed';
  constructor(apiVersion: string, kind: string, where: string) {
    super(`${kind} of ${apiVersion} is not served on ${where}. Install its CustomResourceDefinition first`);
  }
}

/** What a hook may do with a cluster. */
export function initCluster({ api, where }: CrdPlace, signal: AbortSignal): InitCluster {
  const kinds = new ServedKinds();
  return {
    async apply(object) {
      const { apiVersion, kind } = object;
      const type = await kinds.find({ ...groupVersion(apiVersion), kind }, api, signal);
      if (type === undefined) throw new KindNotServed(apiVersion, kind, where);
      return api.resource(type).apply(object, { fieldManager: FIELD_MANAGER, force: true, signal });
    },
  };
}

function groupVersion(apiVersion: string): { readonly group: string; readonly version: string } {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  return { group, version };
}
