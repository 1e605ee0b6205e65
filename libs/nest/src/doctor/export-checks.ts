import { isDeepStrictEqual } from 'node:util';
import { KubeError } from '@kcp-runtime/kube';
import type { KubeApi } from '@kcp-runtime/kube';
import { API_EXPORTS } from '../publish/api-export.js';
import type { ApiExport } from '../publish/api-export.js';
import { exportChange } from '../publish/export-change.js';
import type { ExportPlan } from '../publish/export-plan.js';
import { ExportConflict } from '../publish/kcp-faults.js';
import { publishFinding } from '../publish/kcp-findings.js';
import type { PermissionClaim } from '../publish/permission-claims.js';
import type { Check, Tell } from './check.js';
import { checkOf } from './check.js';
import { foundObject } from './found-object.js';

const ABOUT = 'export';
const MENDS = 'The provider writes it again while it runs: look at what it says above, and whether the one that runs is of this version';
const RBAC = 'rbac.authorization.k8s.io';

/** Whether the export stands as this program publishes it. */
export async function checkExport(api: KubeApi, plan: ExportPlan, tell: Tell, signal: AbortSignal): Promise<void> {
  try {
    const found = await foundObject<ApiExport>(api, API_EXPORTS, { name: plan.exportName }, signal);
    tell(standing(plan, found));
    if (found !== undefined) tellContent(plan, found, tell);
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    tell(checkOf(ABOUT, publishFinding(error)));
  }
}

function standing(plan: ExportPlan, found: ApiExport | undefined): Check {
  const { exportName, providerName } = plan;
  const change = exportChange(plan, found);
  switch (change.kind) {
    case 'none':
      return { verdict: 'ok', about: ABOUT, message: `Published: APIExport ${exportName} is published` };
    case 'create':
      return { verdict: 'wrong', about: ABOUT, message: `there is no APIExport ${exportName}. ${MENDS}` };
    case 'conflict': {
      const fault = new ExportConflict(exportName, change.owner, providerName);
      return { verdict: 'wrong', about: ABOUT, message: `${fault.name}: ${fault.message}` };
    }
    case 'patch':
      return { verdict: 'wrong', about: ABOUT, message: `APIExport ${exportName} is not as this program publishes it: ${differences(plan, found)}. ${MENDS}` };
  }
}

function tellContent({ resources, claims }: ExportPlan, { status, spec }: ApiExport, tell: Tell): void {
  const identity = status?.identityHash;
  tell(identity === undefined
    ? { verdict: 'open', about: 'identity', message: 'WaitingForIdentity: the export stands; kcp has not given it an identity yet' }
    : { verdict: 'ok', about: 'identity', message: identity });
  for (const { group, name, schema } of resources) {
    const served = spec?.resources?.find((entry) => entry.group === group && entry.name === name)?.schema;
    if (served === schema) tell({ verdict: 'ok', about: 'schema', message: `${name}.${group} is served as ${schema}, this program's own` });
  }
  tell({ verdict: 'ok', about: 'claims', message: claims.map(claimText).join('; ') });
  if (claims.some(({ group }) => group === RBAC)) {
    tell({ verdict: 'open', about: 'claims', message: 'whoever accepts those on roles and role bindings trusts the provider with the whole workspace: kcp checks no escalation there' });
  }
}

function differences({ resources, claims }: ExportPlan, found: ApiExport | undefined): string {
  const schemas = resources.flatMap(({ group, name, schema }) => {
    const served = found?.spec?.resources?.find((entry) => entry.group === group && entry.name === name)?.schema;
    return served === schema ? [] : [`${name}.${group} is served as ${served ?? 'nothing'} instead of ${schema}`];
  });
  const unlike = claims.filter((claim) => !(found?.spec?.permissionClaims ?? []).some((entry) => isSameClaim(entry, claim))).map((claim) => `the claim on ${claimText(claim)} is missing or other`);
  const all = [...schemas, ...unlike];
  return all.length > 0 ? all.join('; ') : 'other entries, labels or annotations differ';
}

function isSameClaim(entry: PermissionClaim, claim: PermissionClaim): boolean {
  return entry.group === claim.group && entry.resource === claim.resource && isDeepStrictEqual([...entry.verbs].sort(), [...claim.verbs].sort());
}

/** The words of a condition that names a claim. */
export function claimText({ group, resource, verbs }: PermissionClaim): string {
  return `${group === '' ? resource : `${resource}.${group}`} (${verbs.join(', ')})`;
}
