import { describe, expect, it } from '@jest/globals';
import { Default, ProviderConfigApi, providerConfigObject } from '@kcp-runtime/schema';
import { IsInt, IsString, Max } from 'class-validator';
import { readConfig } from './read-config.js';

class BoxConfigSpec {
  @IsString() @Default('eu') region!: string;
  @IsInt() @Max(5) @Default(1) shelves!: number;
}
@ProviderConfigApi({ group: 'boxes.example.io', version: 'v1', kind: 'BoxConfig' })
class BoxConfig extends providerConfigObject(BoxConfigSpec) {}

const read = (spec: unknown, modes: readonly ('standard' | 'kcp')[] = ['standard', 'kcp']) => readConfig(BoxConfig, modes, { name: 'boxes', generation: 3, spec });
const kcp = { providerWorkspace: 'root:boxes', kubeconfigSecret: { name: 'boxes-kcp', namespace: 'boxes' } };

describe('a ProviderConfig', () => {
  it("is an instance of the author's class with defaults", () => {
    const config = read({ shelves: 2 });
    expect(config).toMatchObject({ ok: true, snapshot: { name: 'boxes', generation: 3, spec: { region: 'eu', shelves: 2 } } });
    expect(config.ok && config.snapshot.spec).toBeInstanceOf(BoxConfigSpec);
  });

  it.each([
    [undefined, 60_000],
    ['90s', 90_000],
    ['1h30m', 5_400_000],
  ])('looks at orders every minute unless it says otherwise (%s)', (pollInterval, ms) => {
    expect(read({ pollInterval })).toMatchObject({ snapshot: { pollIntervalMs: ms } });
  });

  it('that is empty altogether has the defaults', () => {
    expect(read(undefined)).toMatchObject({ ok: true, snapshot: { spec: { region: 'eu' }, pollIntervalMs: 60_000 } });
  });

  it('carries what switches kcp on, with the default key of the Secret', () => {
    expect(read({ kcp })).toMatchObject({ snapshot: { kcp: { providerWorkspace: 'root:boxes', kubeconfigSecret: { key: 'kubeconfig' } } } });
  });

  it('of a classic provider has no kcp', () => {
    expect(read({ kcp }, ['standard'])).toMatchObject({ ok: false });
  });

  it('that is wrong in two places names both', () => {
    const config = read({ region: 7, shelves: 9 });
    expect(config.ok ? '' : config.message).toMatch(/spec\.region: .*spec\.shelves: /);
  });
});
