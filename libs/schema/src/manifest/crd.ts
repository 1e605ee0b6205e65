import type { ApiClass } from '../api-class/api-class.js';
import type { ProviderMode } from '../provider-config/provider-config-settings.js';
import type { CustomResourceDefinition } from './manifests.js';
import { printerColumns, resourceNames, rootSchema, wholeApi } from './resource-spec.js';

/** Where a CRD is installed, and for a ProviderConfig in which modes its provider can run (both when left out). */
export interface CrdSettings {
  readonly cluster: 'platform' | 'onboarding';
  readonly modes?: readonly ProviderMode[];
}

/** The CRD of an API. The label says to openMCP on which cluster it belongs. */
export function customResourceDefinition(api: ApiClass, { cluster, modes = ['standard', 'kcp'] }: CrdSettings): CustomResourceDefinition {
  const whole = wholeApi(api, modes);
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${api.plural}.${api.group}`, labels: { 'openmcp.cloud/cluster': cluster } },
    spec: {
      group: api.group,
      names: resourceNames(api),
      scope: api.scope,
      versions: [
        {
          name: api.version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: rootSchema(whole) },
          subresources: { status: {} },
          additionalPrinterColumns: printerColumns(whole),
        },
      ],
    },
  };
}
