import { dump } from 'js-yaml';
import type { ExportPlan } from './export-plan.js';

/** The APIBinding that a consumer applies in his workspace, as YAML, with every claim of the export accepted. */
export function consumerBinding({ exportName, claims }: Pick<ExportPlan, 'exportName' | 'claims'>, providerWorkspace: string): string {
  return dump({
    apiVersion: 'apis.kcp.io/v1alpha2',
    kind: 'APIBinding',
    metadata: { name: exportName },
    spec: {
      reference: { export: { path: providerWorkspace, name: exportName } },
      permissionClaims: claims.map(({ group, resource, verbs }) => ({ group, resource, verbs: [...verbs], state: 'Accepted', selector: { matchAll: true } })),
    },
  });
}
