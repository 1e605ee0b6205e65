import { beforeEach, describe, expect, it } from '@jest/globals';
import { ManualClock } from '@kcp-runtime/kube';
import { MadeObjects } from '../customer/made-objects.js';
import { RightMissing } from '../customer/customer-errors.js';
import { TenantObjects } from '../customer/tenant-objects.js';
import { Box, BoxConfig } from '../fixture/boxes.fixture.js';
import { owner } from '../fixture/tenant-secrets.fixture.js';
import { WorkspaceFixture } from '../fixture/workspace.fixture.js';
import { defineOffer } from '../offer/define-offer.js';
import { manages } from '../offer/rights.js';
import type { MissingClaim } from '../status/reasons.js';
import { ACCOUNTS, CREDENTIAL_KINDS } from './credential-need.js';
import { TenantKubeconfigs } from './tenant-kubeconfigs.js';
import { baseOf, WorkspaceAccess } from './workspace-access.js';

const withWorkers = defineOffer(Box, { config: BoxConfig, worker: [manages('', 'configmaps')] });
const withPlants = defineOffer(Box, { config: BoxConfig, customer: [manages('plants.example', 'plants')] });
const HOUR_MS = 3_600_000;
const signal = new AbortController().signal;

describe('the access to a workspace', () => {
  let clock: ManualClock;
  let workspace: WorkspaceFixture;
  let platform: WorkspaceFixture;
  let made: MadeObjects;
  let missing: readonly MissingClaim[];
  let access: WorkspaceAccess;
  beforeEach(() => {
    clock = new ManualClock();
    workspace = new WorkspaceFixture();
    platform = new WorkspaceFixture();
    made = new MadeObjects({ kinds: CREDENTIAL_KINDS, wake: () => undefined, isGranted: () => true });
    for (const kind of CREDENTIAL_KINDS) made.filled(kind);
    missing = [];
    access = started();
  });

  /** A process, which knows nothing but what stands. */
  function started(): WorkspaceAccess {
    return new WorkspaceAccess({
      url: 'https://inside.test/services/apiexport/p/e',
      publicUrl: 'https://kcp.test/services/apiexport/p/e',
      at: () => workspace,
      as: (token, url) => {
        urls.push(url);
        return workspace.as(token);
      },
      ca: async () => undefined,
      made,
      missing: () => missing,
      mayDelete: () => true,
      kubeconfigs: new TenantKubeconfigs(platform),
      providerName: 'boxes',
      clock,
    });
  }

  /** Time in which requests go to and fro. */
  async function passing(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 100) await clock.advance(100);
  }

  const urls: string[] = [];
  const account = (use: string): string => `${owner().identity}-${use}`;
  const kubeconfig = (): string => {
    const [path = ''] = platform.pathsTo('.kubeconfig');
    const data = platform.objects.get(path)?.['data'] as { readonly kubeconfig: string };
    return Buffer.from(data.kubeconfig, 'base64').toString();
  };

  it('is not needed by an offer whose kinds can be claimed, and costs nothing there', async () => {
    await expect(access.open(owner(), defineOffer(Box, { config: BoxConfig, customer: [manages('', 'secrets')] }), signal)).resolves.toEqual({ kind: 'notNeeded' });
    expect(workspace.requests).toEqual([]);
  });

  it('waits for the tenant’s claims', async () => {
    missing = [{ group: '', resource: 'serviceaccounts', verbs: ['create'] }];
    await expect(access.open(owner(), withWorkers, signal)).resolves.toMatchObject({ kind: 'unclaimed', claims: missing });
    expect(workspace.requests).toEqual([]);
  });

  it('ends in a kubeconfig for the workspace as others reach it', async () => {
    await expect(access.open(owner(), withWorkers, signal)).resolves.toEqual({ kind: 'ready', renewInMs: 0.8 * HOUR_MS });
    expect(kubeconfig()).toContain('server: https://kcp.test/clusters/red');
    expect(kubeconfig()).toContain('token: token-1');
  });

  it('asks the workspace itself for tokens, as the minter, whose own token is gone afterwards', async () => {
    await access.open(owner(), withWorkers, signal);
    expect(workspace.minted).toEqual([`${account('worker')} by own token of ${account('minter')}`]);
    expect(urls.at(-1)).toBe('https://inside.test/clusters/red');
    expect(workspace.pathsTo(`/secrets/${account('minter')}`)).toEqual([]);
  });

  it('costs nothing while nothing changes', async () => {
    await access.open(owner(), withWorkers, signal);
    const before = [workspace.requests.length, platform.requests.length];
    await access.open(owner(), withWorkers, signal);
    expect([workspace.requests.length, platform.requests.length]).toEqual(before);
  });

  it('is renewed when 80 % of the hour are over, and not before', async () => {
    await access.open(owner(), withWorkers, signal);
    await clock.advance(0.79 * HOUR_MS);
    await access.open(owner(), withWorkers, signal);
    expect(workspace.minted).toHaveLength(1);
    await clock.advance(0.02 * HOUR_MS);
    await access.open(owner(), withWorkers, signal);
    expect(workspace.minted).toHaveLength(2);
    expect(kubeconfig()).toContain('token: token-2');
  });

  it('is found again by the next process, with one look', async () => {
    await access.open(owner(), withWorkers, signal);
    const before = platform.requests.length;
    await started().open(owner(), withWorkers, signal);
    expect(workspace.minted).toHaveLength(1);
    expect(platform.requests.slice(before)).toEqual([expect.stringMatching(/^GET .*\.kubeconfig$/)]);
  });

  it('is made anew for an account that was deleted and made again', async () => {
    await access.open(owner(), withWorkers, signal);
    const [path = ''] = workspace.pathsTo(`/serviceaccounts/${account('worker')}`);
    const gone = workspace.objects.get(path);
    workspace.objects.delete(path);
    if (gone !== undefined) made.caches.get(ACCOUNTS)?.put(gone);
    if (gone !== undefined) made.caches.get(ACCOUNTS)?.remove(gone);
    await access.open(owner(), withWorkers, signal);
    expect(workspace.minted).toHaveLength(2);
  });

  it('has patience with kcp, and says that it waits when that is over, but not where', async () => {
    workspace.lag = 3;
    const first = access.open(owner(), withWorkers, signal);
    await passing(1_000);
    await expect(first).resolves.toMatchObject({ kind: 'ready' });
    workspace.lag = Number.POSITIVE_INFINITY;
    const second = access.open(owner('second'), withWorkers, signal);
    await passing(6_000);
    await expect(second).resolves.toMatchObject({ kind: 'waiting', because: { reason: 'CustomerAccessBeingMade', message: expect.stringMatching(/^(?!.*\/api\/v1).*not yet/) } });
  });

  it('goes whole', async () => {
    await access.open(owner(), withWorkers, signal);
    await access.close(owner(), withWorkers, signal);
    expect([...workspace.objects.keys(), ...platform.objects.keys()]).toEqual([]);
  });

  it('takes the kubeconfig away first, then rights, then accounts', async () => {
    await access.open(owner(), withWorkers, signal);
    workspace.requests.length = 0;
    await access.close(owner(), withWorkers, signal);
    const kinds = workspace.requests.map((request) => /\/(\w+)\/[^/]+$/.exec(request)?.[1]);
    expect([kinds[0], kinds.at(-1)]).toEqual(['clusterrolebindings', 'serviceaccounts']);
    expect(kinds.lastIndexOf('clusterroles')).toBeLessThan(kinds.indexOf('serviceaccounts'));
  });

  it('mints one token for a handler that asks for many things at once, and none for a deletion without rights', async () => {
    const side = access.direct(owner(), withPlants, signal);
    if (side === undefined) throw new Error('plants can not be claimed');
    await expect(side.made()).resolves.toEqual([]);
    expect(workspace.requests).toEqual([]);
    const kind = { apiVersion: 'plants.example/v1', kind: 'Plant' };
    await Promise.all([side.kindOf(kind), side.kindOf(kind), side.kindOf({ ...kind, kind: 'Tree' })]);
    expect(workspace.minted).toEqual([`${account('runtime')} by own token of ${account('minter')}`]);
  });

  it('looks for what lives in the workspace, makes nothing only to look, and finds nothing of a kind that is not served', async () => {
    const kind = { group: 'plants.example', resource: 'plants' };
    const living = async () => access.direct(owner(), withPlants, signal)?.living(kind);
    await expect(living()).resolves.toEqual([]);
    expect(workspace.requests).toEqual([]);

    await access.open(owner(), withPlants, signal);
    await expect(living()).resolves.toEqual([]);

    const served = { apiVersion: 'v1', kind: 'Served', metadata: { name: '' } };
    workspace.put('/apis/plants.example', { ...served, preferredVersion: { version: 'v1' } });
    workspace.put('/apis/plants.example/v1', { ...served, resources: [{ name: 'plants', kind: 'Plant', namespaced: true }] });
    workspace.put('/apis/plants.example/v1/plants', { ...served, items: [{ metadata: { name: 'oak', namespace: 'wood' } }] });
    await expect(living()).resolves.toEqual([{ name: 'oak', namespace: 'wood' }]);
  });

  it.each(['plants.example/v1/../../../clusters/blue', 'plants.example/..', '../plants.example/v1'])('is not led astray by apiVersion %s', async (apiVersion) => {
    const side = access.direct(owner(), withPlants, signal);
    const customer = new TenantObjects({ owner: owner(), place: { kind: 'beside' }, sides: [side ?? []].flat(), signal });
    await expect(customer.get({ apiVersion, kind: 'Plant', name: 'oak' })).rejects.toThrow(RightMissing);
    expect(urls.every((url) => url.endsWith('/clusters/red'))).toBe(true);
  });
});

describe('the base of a virtual workspace', () => {
  it.each([
    ['https://kcp.test:6443/services/apiexport/p/e', 'https://kcp.test:6443'],
    ['https://kcp.test/base/services/apiexport/p/e', 'https://kcp.test/base'],
  ])('of %s is %s', (url, base) => {
    expect(baseOf(url)).toBe(base);
  });
});
