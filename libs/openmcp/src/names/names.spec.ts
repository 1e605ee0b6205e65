import { describe, expect, it } from '@jest/globals';
import { NothingToName, shortHash, uuidOf } from './hashes.js';
import { LimitTooSmall, shorten } from './shorten.js';
import { kubeconfigSecretName, requestName, tenantNamespace, workspaceTenantNamespace } from './tenant-names.js';

const LONG = 'this-is-an-extremely-long-managed-control-plane-name-0001';

describe('a hash', () => {
  it('has the UUID form of the Go library', () => {
    expect(uuidOf('example')).toBe('23cc2129-a257-8644-95e0-289d55c69704');
    expect(uuidOf('default', 'example')).toBe('2bcf790e-815e-8ea9-857b-15be429583a5');
  });

  it('has the short form of the Go library', () => {
    expect(shortHash('example')).toBe('epgccknc');
    expect(shortHash('default', 'example')).toBe('fphxsdub');
    expect([shortHash('mcp-01', 'oidc_openmcp'), shortHash('mcp-01', 'token_admin')]).toEqual(['nbrie3bp', '4drwagq2']);
    expect(shortHash('mcp--c90acbdb-2980-8a96-aa1c-bf4e7306cf92', 'sample')).toBe('gfapfz66');
  });

  it.each([[[]], [['']], [['', '']]])('is not made of nothing: %j', (parts) => {
    expect(() => uuidOf(...parts)).toThrow(NothingToName);
  });
});

describe('a shortened name', () => {
  it.each([
    ['short', 11, 'short'],
    ['short1234567', 11, 's--j5gore3p'],
    ['abcd.efghijklmnopqrstuvwxyz', 15, 'abcd--35l3mtbw'],
    ['this-is-a-very-a-very-a-very-long-string-that-is-over-63-characters', 63, 'this-is-a-very-a-very-a-very-long-string-that-is-over--6reoyp5o'],
    ['service-provider-landscaper-with-a-very-very-long-name-indeed', 51, 'service-provider-landscaper-with-a-very-v--kzorf4zb'],
  ])('of %s in %i characters is that of the Go library', (text, limit, expected) => {
    expect(shorten(text, limit)).toBe(expected);
  });

  it('needs room for its hash', () => {
    expect(() => shorten('longer than that', 10)).toThrow(LimitTooSmall);
  });
});

describe('the namespace of a tenant', () => {
  it.each([
    ['default', 'sample', 'mcp--c90acbdb-2980-8a96-aa1c-bf4e7306cf92'],
    ['project-demo--ws-dev', 'mcp-01', 'mcp--873b6b3d-0fd7-838b-b63e-cb1829396cf1'],
    ['project-platform-team--ws-dev', 'my-mcp', 'mcp--cecb34f5-aa94-8a0b-a2a2-8ac0850d5a7c'],
    ['', 'sample', 'mcp--c90acbdb-2980-8a96-aa1c-bf4e7306cf92'],
  ])('of ControlPlane %s/%s is that of the Go library', (namespace, name, expected) => {
    expect(tenantNamespace({ namespace, name })).toBe(expected);
  });

  it('names the logical cluster of an order in a workspace', () => {
    const tenant = { cluster: '3h2x0p1z9c8v7b6n', namespace: 'team-a', name: 'sample' };
    expect(workspaceTenantNamespace(tenant)).toBe('mcp--b0df80a5-4223-8a1e-921a-183c1d3d0cbd');
  });
});

describe('the name of a request', () => {
  it.each([
    ['foo', 'mcp-01', 'mcp', 'foo--mcp-01--mcp'],
    ['foo', 'mcp-01', 'wl', 'foo--mcp-01--wl'],
    ['Foo', 'Sample', 'WL', 'foo--sample--wl'],
    ['foo.services.open-control-plane.io', 'a-rather-long-control-plane-name-for-testing', 'mcp', 'foo.services.open-control-plane.io--a-rather-lon--p4djnvmj--mcp'],
    ['crossplane', LONG, 'wl', 'crossplane--this-is-an-extremely-long-managed-con--jtm2r7iy--wl'],
    ['crossplane', LONG, 'mcp', 'crossplane--this-is-an-extremely-long-managed-co--jtm2r7iy--mcp'],
    ['foo', 'main', '', 'foo--main'],
  ])('%s, %s, %s is that of the Go library', (controller, name, suffix, expected) => {
    expect(requestName(controller, name, suffix)).toBe(expected);
  });

  it('leads to the Secret with the kubeconfig', () => {
    expect(kubeconfigSecretName(requestName('foo', 'main', 'mcp'))).toBe('foo--main--mcp.kubeconfig');
  });
});
