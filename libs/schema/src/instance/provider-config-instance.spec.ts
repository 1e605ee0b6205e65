import { describe, expect, it } from '@jest/globals';
import { IsString } from 'class-validator';

import { providerConfigObject } from '../api-class/provider-config-object.js';
import { ProviderConfigApi } from '../api-class/api-decorators.js';
import { KcpSettings } from '../provider-config/kcp-settings.js';
import { providerConfigInstance } from './provider-config-instance.js';

class PostgresConfigSpec { @IsString() server!: string }
@ProviderConfigApi({ group: 'postgres.example.org', version: 'v1alpha1', kind: 'PostgresConfig' })
class PostgresConfig extends providerConfigObject(PostgresConfigSpec) {}

const kcp = { providerWorkspace: 'root:providers:postgres', kubeconfigSecret: { name: 'kcp', namespace: 'openmcp-system' } };

describe('the spec of a ProviderConfig', () => {
  it("gives the author's half and the runtime's as instances with defaults", () => {
    const checked = providerConfigInstance(PostgresConfig, { server: 'db', kcp });
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    expect(checked.value.spec).toBeInstanceOf(PostgresConfigSpec);
    expect(checked.value.settings.kcp).toBeInstanceOf(KcpSettings);
    expect(checked.value.settings).toEqual({
      pollInterval: '1m',
      kcp: { ...kcp, kubeconfigSecret: { ...kcp.kubeconfigSecret, key: 'kubeconfig' }, deletionPolicy: 'Retain', orphans: 'Report', orphanGrace: '10m' },
    });
  });

  it('tells the mistakes of both halves', () => {
    const checked = providerConfigInstance(PostgresConfig, { pollInterval: '0s', kcp: { providerWorkspace: 'Root', kubeconfigSecret: { name: 'a' } }, more: 1 });
    expect(checked.ok ? [] : checked.problems.map(({ path }) => path)).toEqual([
      'more',
      'server',
      'kcp.kubeconfigSecret.namespace',
      'kcp.providerWorkspace',
      'pollInterval',
    ]);
  });

  it.each([['kcp.io:6443', true], ['kcp.io', true], ['[::1]', true], ['[::1]:6443', true], ['::1', false], ['https://kcp.io', false], ['kcp.io/path', false]])(
    'names hosts that can be reached under others, and %s is one: %s', (to, isOne) => {
      const checked = providerConfigInstance(PostgresConfig, { server: 'db', kcp: { ...kcp, hosts: [{ from: 'shard:6443', to }] } });
      expect(checked.ok ? [] : checked.problems.map(({ path }) => path)).toEqual(isOne ? [] : ['kcp.hosts[0].to']);
    },
  );

  it('does not know kcp in a provider without the kcp mode', () => {
    const checked = providerConfigInstance(PostgresConfig, { server: 'db', kcp }, ['standard']);
    expect(checked).toEqual({ ok: false, problems: [{ path: 'kcp', message: 'is not a property of this API' }] });
  });
});
