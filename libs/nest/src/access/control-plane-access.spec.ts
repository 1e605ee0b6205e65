import { beforeEach, describe, expect, it } from '@jest/globals';
import { Box, BoxConfig } from '../fixture/boxes.fixture.js';
import { TestRequests } from '../fixture/requests.fixture.js';
import { owner } from '../fixture/tenant-secrets.fixture.js';
import { defineOffer } from '../offer/define-offer.js';
import { manages, reads } from '../offer/rights.js';
import type { Right } from '../offer/rights.js';
import { ControlPlaneAccess } from './control-plane-access.js';

const signal = new AbortController().signal;
const customer: readonly Right[] = [manages('', 'secrets')];
const worker: readonly Right[] = [reads('', 'configmaps')];
const sample = { ...owner('sample'), key: { ...owner('sample').key, cluster: 'test', namespace: 'default' } };

describe('the access to a ControlPlane', () => {
  let requests: TestRequests;
  let access: ControlPlaneAccess;
  const woken: string[] = [];
  const offer = (rights: { readonly customer?: readonly Right[]; readonly worker?: readonly Right[]; readonly controller?: string }) => defineOffer(Box, { config: BoxConfig, ...rights });
  const asked = () => requests.opened.map(({ request, token }) => [request.name, token.permissions.flatMap(({ rules }) => rules.flatMap(({ resources = [] }) => resources))]);

  beforeEach(() => {
    requests = new TestRequests();
    access = new ControlPlaneAccess({ accesses: requests.accesses(), providerName: 'foo', wake: (key) => woken.push(key) });
  });

  it('is called and marked as a Go provider does it', async () => {
    await access.open(sample, offer({ customer }), signal);
    expect(requests.opened).toMatchObject([
      {
        request: {
          namespace: 'mcp--c90acbdb-2980-8a96-aa1c-bf4e7306cf92',
          name: 'foo--sample--mcp',
          labels: { 'openmcp.cloud/managed-by': 'foo', 'openmcp.cloud/managed-purpose': 'default.sample.mcp' },
          extraLabels: { 'openmcp.cloud/onboarding-name': 'sample', 'openmcp.cloud/onboarding-namespace': 'default' },
        },
        cluster: { kind: 'existing', request: { name: 'sample', namespace: 'mcp--c90acbdb-2980-8a96-aa1c-bf4e7306cf92' } },
      },
    ]);
  });

  it('has the rights of the handler, and lets the order’s namespace be', async () => {
    await access.open(sample, offer({ customer }), signal);
    expect(asked()).toEqual([['foo--sample--mcp', ['secrets', 'namespaces']]]);
    expect(requests.opened[0]?.token.permissions.map(({ namespace }) => namespace)).toEqual([undefined, 'default']);
  });

  it('is the workers’ where there are some, and the runtime has one of its own', async () => {
    await access.open(sample, offer({ customer, worker }), signal);
    expect(asked()).toEqual([['foo--sample--mcp', ['configmaps']], ['foo--sample--runtime', ['secrets', 'namespaces']]]);
  });

  it('is one without rights where the handler does nothing there', async () => {
    await access.open(sample, offer({}), signal);
    expect(asked()).toEqual([['foo--sample--mcp', []]]);
    expect(await access.reach(sample, offer({}), signal)).toEqual({ kind: 'whole' });
  });

  it('goes by the controller of the offer where that names one', async () => {
    await access.open(sample, offer({ customer, controller: 'bar' }), signal);
    expect(requests.opened[0]?.request.name).toBe('bar--sample--mcp');
  });

  it('is ready when both are', async () => {
    requests.states.set('foo--sample--runtime', { kind: 'denied', reason: 'AccessDenied', message: 'No' });
    expect(await access.open(sample, offer({ customer, worker }), signal)).toMatchObject({ kind: 'refused' });
    requests.states.clear();
    expect(await access.open(sample, offer({ customer, worker }), signal)).toEqual({ kind: 'ready', renewInMs: undefined });
  });

  it('loses what a former version of the provider had and this one does not want', async () => {
    await access.open(sample, offer({ customer, worker }), signal);
    await access.open(sample, offer({ customer }), signal);
    expect(requests.closed).toEqual(['foo--sample--runtime']);
  });

  it('goes as a whole, whatever the offer wants today', async () => {
    await access.open(sample, offer({ customer, worker }), signal);
    requests.held.add('foo--sample--runtime');
    expect(await access.close(sample, offer({ customer }), signal)).toMatchObject({ kind: 'closing' });
    requests.held.clear();
    expect(await access.close(sample, offer({ customer }), signal)).toBeUndefined();
  });

  it('wakes the order that it is for', async () => {
    await access.open(sample, offer({ customer }), signal);
    requests.opened[0]?.wake();
    expect(woken).toEqual([expect.stringContaining('sample')]);
  });

  it('is forgotten with the order', async () => {
    await access.open(sample, offer({ customer, worker }), signal);
    requests.opened[0]?.wake();
    access.forget(woken[0] ?? '');
    expect(requests.forgotten).toEqual(['foo--sample--mcp', 'foo--sample--runtime']);
  });
});
