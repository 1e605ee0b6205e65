import { createHash } from 'node:crypto';

import type { ServiceApiClass } from '../api-class/api-class.js';
import { canonicalJson } from '../structure/canonical-json.js';
import type { ApiResourceSchema } from './manifests.js';
import { printerColumns, resourceNames, rootSchema, wholeApi } from './resource-spec.js';

/**
 * The APIResourceSchema of a service API. kcp lets nobody change one, so its name carries a hash of all
 * that is in it, descriptions too: the same class is the same object, a changed one a new object.
 */
export function apiResourceSchema(api: ServiceApiClass): ApiResourceSchema {
  const whole = wholeApi(api, ['standard', 'kcp']);
  const spec: ApiResourceSchema['spec'] = {
    group: api.group,
    names: resourceNames(api),
    scope: api.scope,
    versions: [
      {
        name: api.version,
        served: true,
        storage: true,
        schema: rootSchema(whole),
        subresources: { status: {} },
        additionalPrinterColumns: printerColumns(whole),
      },
    ],
  };
  const hash = createHash('sha256').update(canonicalJson(spec)).digest('hex').slice(0, 8);
  return {
    apiVersion: 'apis.kcp.io/v1alpha1',
    kind: 'APIResourceSchema',
    // A letter first: kcp reads the part before the first dot as a version-like prefix.
    metadata: { name: `v${hash}.${api.plural}.${api.group}` },
    spec,
  };
}
