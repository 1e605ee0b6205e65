import { ProviderConfigApi, ServiceApi, providerConfigObject, serviceObject } from '@kcp-runtime/schema';
import type { KubeObject } from '@kcp-runtime/kube';
import { describe, expect, it } from '@jest/globals';
import { defineOffer } from '../offer/define-offer.js';
import { reads } from '../offer/rights.js';
import { checkBindings } from './binding-checks.js';
import type { Check } from './check.js';

const group = 'boxes.services.open-control-plane.io';

@ProviderConfigApi({ group, version: 'v1', kind: 'BoxConfig' })
class BoxConfig extends providerConfigObject(class BoxConfigSpec {}) {}
@ServiceApi({ group, version: 'v1', kind: 'Box' })
class Box extends serviceObject(class BoxSpec {}, class BoxStatus {}) {}
const boxes = defineOffer(Box, { config: BoxConfig, customer: [reads('', 'configmaps')] });

const claim = { group: '', resource: 'configmaps', verbs: ['get', 'list', 'watch'] };
const binding = (status: object, metadata: object = {}): KubeObject => ({
  apiVersion: 'apis.kcp.io/v1alpha2',
  kind: 'APIBinding',
  metadata: { name: 'boxes', annotations: { 'kcp.io/cluster': 'abc', 'kcp.io/path': 'root:red' }, ...metadata },
  status,
});
const well = binding({ phase: 'Bound', appliedPermissionClaims: [claim] });

function told(bindings: readonly KubeObject[]): Check[] {
  const checks: Check[] = [];
  checkBindings(bindings, [boxes], (check) => checks.push(check));
  return checks;
}

describe('bindings', () => {
  it('that accept all are counted and not named', () => {
    expect(told([well, well])).toEqual([{ verdict: 'ok', about: 'bindings', message: '2 to be seen, 2 of them accept all that orders need' }]);
  });

  it('without a claim are named with path and claim', () => {
    const [, check] = told([binding({ phase: 'Bound', appliedPermissionClaims: [{ ...claim, verbs: ['get'] }] })]);
    expect(check).toMatchObject({ verdict: 'wrong', about: 'binding boxes in root:red', message: expect.stringMatching(/^PermissionClaimsNotAccepted: .*configmaps \(list, watch\)$/) });
  });

  it('that are not bound are named with what kcp says', () => {
    const conditions = [{ type: 'APIExportValid', status: 'False', reason: 'APIExportNotFound', message: 'no such export' }];
    const [, check] = told([binding({ phase: 'Binding', conditions })]);
    expect(check?.message).toBe('it is not bound; APIExportValid is False, APIExportNotFound: no such export');
  });

  it('that are being deleted are not wrong', () => {
    const [, check] = told([binding({ phase: 'Bound' }, { deletionTimestamp: '2026-12-01T10:00:00Z' })]);
    expect(check?.verdict).toBe('open');
  });

  it('in great number are not all named', () => {
    const troubled = Array.from({ length: 25 }, (_, index) => binding({ phase: 'Binding' }, { annotations: { 'kcp.io/cluster': `c${index}` } }));
    expect(told(troubled).map(({ message }) => message).filter((message) => /not bound/.test(message))).toHaveLength(20);
    expect(told(troubled).at(-1)?.message).toBe('5 more are troubled');
  });
});
