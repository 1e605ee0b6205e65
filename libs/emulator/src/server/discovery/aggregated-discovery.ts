import type { JsonObject } from '../../storage/kube-object.js';
import { resourceEntries, typesOf } from './discovery.js';
import type { Surface } from '../surface.js';

/** The media type of a whole group in one document. */
export const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/**
 * `GET /api` of a workspace, for a client that asks for everything at once. kcp has it of the core group alone (`/apis` stays plain,
 * whatever is asked for), and leaves group and version of each kind empty.
 */
export function coreDiscovery(surface: Surface): JsonObject {
  const resources = typesOf(surface, '', 'v1').map((type) => {
    const [whole, ...parts] = resourceEntries(type, 'v1');
    const { name, singularName, namespaced, kind, verbs, shortNames, categories } = whole ?? {};
    return {
      resource: name,
      responseKind: { group: '', version: '', kind },
      scope: namespaced === true ? 'Namespaced' : 'Cluster',
      singularResource: singularName,
      verbs,
      ...(shortNames === undefined ? {} : { shortNames }),
      ...(categories === undefined ? {} : { categories }),
      ...(parts.length === 0 ? {} : { subresources: parts.map(subresource) }),
    };
  });
  return { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items: [{ metadata: {}, versions: [{ version: 'v1', resources, freshness: 'Current' }] }] };
}

function subresource({ name, group = '', version = '', kind, verbs }: JsonObject): JsonObject {
  return { subresource: String(name).split('/')[1], responseKind: { group, version, kind }, verbs };
}
