import { describe, expect, it } from '@jest/globals';
import { requestName } from '../names/tenant-names.js';
import { isOurs, mayBeNamedBy, ownRequest, tenantRequest } from './request-identity.js';

const LONG = 'a-service-provider-whose-name-is-longer-than-anybody-would-think-of';

describe('the names of a controller', () => {
  it.each([['foo'], ['foo.services.open-control-plane.io'], ['Foo'], [LONG], ['this-is-a-controller-with-a-dash-at-40-char-and-more']])(
    'are known as those of %s, however they are shortened',
    (controller) => {
      const isNamed = mayBeNamedBy(['other', controller]);
      for (const suffix of ['mcp', 'wl', '', 'a-long-suffix']) expect(isNamed(requestName(controller, 'the-order-of-a-tenant-with-a-rather-long-name', suffix))).toBe(true);
    },
  );

  it('are not those of another', () => {
    expect(mayBeNamedBy(['foo'])(requestName('bar', 'main', 'mcp'))).toBe(false);
    expect(mayBeNamedBy(['foo'])(requestName('foobar', 'main', 'mcp'))).toBe(false);
  });
});

describe('a request of ours', () => {
  const identity = tenantRequest({ owner: { controller: 'foo', namespace: 'default', name: 'sample', id: 'mcp' }, namespace: 'mcp--x', suffix: 'mcp' });

  it('is known by who manages it and for what, whatever else it bears', () => {
    expect(isOurs({ 'openmcp.cloud/managed-by': 'foo', 'openmcp.cloud/managed-purpose': 'default.sample.mcp', more: 'yes' }, identity)).toBe(true);
  });

  it.each([[undefined], [{}], [{ 'openmcp.cloud/managed-by': 'foo' }], [{ 'openmcp.cloud/managed-by': 'foo', 'openmcp.cloud/managed-purpose': 'default.sample.workload' }]])('is not %j', (labels) => {
    expect(isOurs(labels, identity)).toBe(false);
  });

  it('for the provider itself lies in its own namespace and bears its name alone', () => {
    expect(ownRequest('foo.services.open-control-plane.io', 'onboarding-run', 'openmcp-system')).toMatchObject({
      namespace: 'openmcp-system',
      name: 'foo.services.open-control-plane.io--onboarding-run',
      labels: { 'openmcp.cloud/managed-by': 'foo.services.open-control-plane.io' },
      finalizers: [],
    });
  });
});
