import type { RawAnswer, RawBody, RawClient } from '@kcp-runtime/testing';
import type { Item } from '../item.js';
import type { Site } from '../world/site.js';
import { GROUP } from '../world/widgets.js';
import { applyBodies } from './apply-bodies.js';
import type { AppliedKind, ApplyBody, ApplyStep } from './apply-body.js';
import { applyOutcome } from './apply-outcome.js';
import type { ApplyOutcome } from './apply-outcome.js';
import { LEDGERS, LEDGER_CRD } from './ledgers.js';

interface Collection {
  readonly path: string;
  readonly apiVersion: string;
}

const RBAC = 'rbac.authorization.k8s.io/v1';

const COLLECTIONS: Readonly<Record<AppliedKind, Collection>> = {
  Ledger: { path: LEDGERS, apiVersion: `${GROUP}/v1` },
  ConfigMap: { path: '/api/v1/namespaces/default/configmaps', apiVersion: 'v1' },
  Secret: { path: '/api/v1/namespaces/default/secrets', apiVersion: 'v1' },
  ServiceAccount: { path: '/api/v1/namespaces/default/serviceaccounts', apiVersion: 'v1' },
  Role: { path: `/apis/${RBAC}/namespaces/default/roles`, apiVersion: RBAC },
  RoleBinding: { path: `/apis/${RBAC}/namespaces/default/rolebindings`, apiVersion: RBAC },
};

/** One item for each body of the table: what the object and its owners are after each write is what a real kube-apiserver made of them. */
export function applyItems(): readonly Item[] {
  return applyBodies.map((body, at) => ({
    number: `A${at + 1}`,
    section: 'apply',
    title: body.says,
    servers: 'kubernetes',
    check: async (site) => site.expectAsRecorded('apply', body.says, await outcomesOf(site, body)),
  }));
}

async function outcomesOf(site: Site, body: ApplyBody): Promise<ApplyOutcome[]> {
  if (body.kind === 'Ledger') await site.serve(LEDGER_CRD, LEDGERS);
  const outcomes: ApplyOutcome[] = [];
  for (const step of body.steps) outcomes.push(applyOutcome(await send(site.client, body, step)));
  return outcomes;
}

/** Each body has a name of its own in the run, and the same on every server, since refusals tell it. */
async function send(client: RawClient, { says, kind }: ApplyBody, step: ApplyStep): Promise<RawAnswer> {
  const { path, apiVersion } = COLLECTIONS[kind];
  const name = says.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const object = { apiVersion, kind, ...step.body, metadata: { name, ...(step.body['metadata'] as RawBody | undefined) } };
  const target = `${path}/${name}${step.at === 'status' ? '/status' : ''}?fieldManager=${step.by}`;
  switch (step.how) {
    case 'apply':
      return client.serverSideApply(`${target}${step.conflicts === 'force' ? '&force=true' : ''}`, object);
    case 'create':
      return client.post(`${path}?fieldManager=${step.by}`, object);
    case 'patch':
      return client.merge(target, step.body);
    case 'replace':
      return client.put(target, { ...(await client.get(`${path}/${name}`)).body, ...step.body });
  }
}
