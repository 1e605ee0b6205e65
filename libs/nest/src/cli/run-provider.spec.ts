import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Injectable, Module } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { ProviderConfigApi, ServiceApi, providerConfigObject, serviceObject } from '@kcp-runtime/schema';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { load, loadAll } from 'js-yaml';
import { KcpRuntimeModule } from '../kcp-runtime.module.js';
import { defineOffer } from '../offer/define-offer.js';
import { defineProvider } from '../offer/define-provider.js';
import type { Provider } from '../offer/provider.js';
import { manages } from '../offer/rights.js';
import type { ProcessHost, StopSignal } from './process-host.js';
import type { LoadModule } from './run.command.js';
import { runProvider } from './run-provider.js';

const group = 'postgres.services.open-control-plane.io';

class ConfigSpec {
  @IsString() adminSecret!: string;
}
class DatabaseSpec {
  @IsIn(['shared', 'dedicated']) plan!: 'shared' | 'dedicated';
}
class DatabaseStatus {
  @IsOptional() @IsString() host?: string;
}
@ProviderConfigApi({ group, version: 'v1alpha1', kind: 'PostgresConfig' })
class Config extends providerConfigObject(ConfigSpec) {}
@ServiceApi({ group, version: 'v1alpha1', kind: 'Database' })
class Database extends serviceObject(DatabaseSpec, DatabaseStatus) {}

const databases = defineOffer(Database, { config: Config, customer: [manages('', 'secrets')] });
const postgres = defineProvider({ name: 'postgres', config: Config, offers: [databases] });

const neverLoaded: LoadModule = async () => {
  throw new Error('the app was loaded');
};

async function called(argv: string[], { provider = postgres, loadModule = neverLoaded, env = {} }: { provider?: Provider; loadModule?: LoadModule; env?: ProcessHost['env'] } = {}) {
  let [out, err] = ['', ''];
  const codes: number[] = [];
  const host: ProcessHost = {
    argv,
    env,
    write: (text) => void (out += text),
    complain: (text) => void (err += text),
    onStopSignal: (_listener: (signal: StopSignal) => void) => () => undefined,
    exit: (code) => void codes.push(code),
  };
  await runProvider(provider, loadModule, { host });
  return { out, err, codes, objects: () => loadAll(out).filter((object) => object !== null && object !== undefined) as Printed[] };
}

interface Printed {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Record<string, string> };
  readonly rules?: readonly { readonly apiGroups: string[]; readonly resources: string[]; readonly resourceNames?: string[]; readonly verbs: string[] }[];
}

const names = (objects: readonly Printed[]): string[] => objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);

describe('a command that is not understood', () => {
  it.each([[[]], [['instal']]])('%j ends with the usage and code 2', async (argv) => {
    const { err, codes } = await called(argv);
    expect([codes, err]).toEqual([[2], expect.stringContaining('manifests --kcp')]);
  });

  it('is explained by --help with code 0', async () => {
    const { out, codes } = await called(['--help']);
    expect([codes, out]).toEqual([[0], expect.stringContaining('Service provider postgres')]);
  });
});

describe('manifests', () => {
  it('prints kinds, identity and rights, and never loads the app', async () => {
    const { objects, codes } = await called(['manifests', '--namespace=openmcp-system']);
    expect(codes).toEqual([0]);
    expect(names(objects())).toEqual([
      `CustomResourceDefinition postgresconfigs.${group}`,
      `CustomResourceDefinition databases.${group}`,
      'Namespace openmcp-system',
      'ServiceAccount postgres',
      'ClusterRole kcp-runtime:postgres',
      'ClusterRoleBinding kcp-runtime:postgres',
      'Role kcp-runtime:postgres',
      'RoleBinding kcp-runtime:postgres',
    ]);
  });

  it('labels each object with the cluster it is for', async () => {
    const { objects } = await called(['manifests']);
    const onboarding = objects().filter(({ metadata }) => metadata.labels?.['openmcp.cloud/cluster'] === 'onboarding');
    expect(names(onboarding)).toEqual([`CustomResourceDefinition databases.${group}`]);
    expect(objects().every(({ metadata }) => metadata.labels?.['openmcp.cloud/cluster'] !== undefined)).toBe(true);
  });

  it('names everything after --provider-name', async () => {
    const { objects } = await called(['manifests', '--provider-name=pg-eu']);
    expect(objects().find(({ kind }) => kind === 'ServiceAccount')?.metadata.name).toBe('pg-eu');
  });

  it('asks for the clusters of tenants on a platform of openMCP, and nowhere else', async () => {
    const groupsOf = async (...flags: string[]) => (await called(['manifests', ...flags])).objects().flatMap(({ rules = [] }) => rules.flatMap(({ apiGroups }) => apiGroups));
    expect(await groupsOf()).toEqual(expect.arrayContaining(['clusters.openmcp.cloud', 'openmcp.cloud']));
    for (const platform of ['kubernetes', 'kcp']) expect(await groupsOf(`--platform=${platform}`)).not.toContain('clusters.openmcp.cloud');
  });

  it('prints no kind of the onboarding cluster where there is none', async () => {
    const { objects } = await called(['manifests', '--platform=kubernetes']);
    expect(names(objects())).not.toContain(`CustomResourceDefinition databases.${group}`);
  });

  it('lets each mode take its lease', async () => {
    const { objects } = await called(['manifests']);
    const onLeases = objects().flatMap(({ rules = [] }) => rules.filter(({ resources }) => resources.includes('leases')));
    expect(onLeases.flatMap(({ resourceNames = [] }) => resourceNames)).toEqual(['postgres-kcp', 'postgres-standard']);
  });

  it('shows the ServiceProvider by which openMCP installs the provider, as a comment that is not applied', async () => {
    const { out } = await called(['manifests']);
    expect(out).toMatch(/# apiVersion: openmcp.cloud\/v1alpha1\n# kind: ServiceProvider\n# metadata:\n# {3}name: postgres\n# spec:\n# {3}image: <image>\n/);
    expect((await called(['manifests', '--platform=kubernetes'])).out).not.toContain('ServiceProvider');
  });

  it('gives no right to write a Secret', async () => {
    const { objects } = await called(['manifests']);
    const onSecrets = objects().flatMap(({ rules = [] }) => rules.filter(({ resources }) => resources.includes('secrets')));
    for (const { verbs } of onSecrets) expect(verbs).toEqual(['get', 'list', 'watch']);
    expect(onSecrets).not.toEqual([]);
  });

  it('prints for a kcp workspace what a pod would have been given, and no kind of the onboarding cluster', async () => {
    const { objects } = await called(['manifests', '--platform=kcp']);
    expect(names(objects())).toEqual(
      expect.arrayContaining(['Secret postgres-token', 'ClusterRoleBinding kcp-runtime:postgres:access']),
    );
    expect(names(objects())).not.toContain(`CustomResourceDefinition databases.${group}`);
  });

  it('shows a ProviderConfig to start from, as a comment that is not applied', async () => {
    const { out } = await called(['manifests']);
    expect(out).toMatch(/# kind: PostgresConfig\n# metadata:\n# {3}name: postgres\n# spec:\n# {3}adminSecret: <adminSecret>\n# {3}kcp:\n# {5}providerWorkspace: root:providers:postgres\n/);
  });

  it('refuses a word that it does not know', async () => {
    const { err, codes } = await called(['manifests', '--platform=openshift']);
    expect([codes, err]).toEqual([[1], expect.stringContaining('Use one of openmcp, kubernetes, kcp')]);
  });

  it('tells the mistakes of the provider', async () => {
    const { err, codes } = await called(['manifests'], { provider: { ...postgres, name: 'Post Gres' } });
    expect([codes, err]).toEqual([[1], expect.stringContaining('provider "Post Gres"')]);
  });
});

describe('manifests --kcp', () => {
  it('prints what is applied in the provider workspace, and nothing else to be applied', async () => {
    const { objects } = await called(['manifests', '--kcp']);
    expect(names(objects())).toEqual([
      'ServiceAccount postgres',
      'Secret postgres-token',
      'ClusterRoleBinding kcp-runtime:postgres:access',
      'ClusterRole kcp-runtime:postgres',
      'ClusterRoleBinding kcp-runtime:postgres',
    ]);
  });

  it('gives every right on an export for this one only, but to make it', async () => {
    const { objects } = await called(['manifests', '--kcp']);
    const onExports = objects().flatMap(({ rules = [] }) => rules.filter(({ resources }) => resources[0]?.startsWith('apiexports')));
    const unnamed = onExports.filter(({ resourceNames }) => resourceNames === undefined);
    expect(unnamed.map(({ verbs }) => verbs)).toEqual([['create']]);
    expect(onExports.flatMap(({ resourceNames = [] }) => resourceNames)).toEqual([group, group]);
  });

  it('prints the kubeconfig Secret with words to be filled in', async () => {
    const { objects } = await called(['manifests', '--kcp', '--part=secret', '--provider-workspace=root:team:pg']);
    const [secret] = objects() as (Printed & { stringData: { kubeconfig: string } })[];
    expect(load(secret?.stringData.kubeconfig ?? '')).toMatchObject({
      clusters: [{ cluster: { server: '${KCP_SERVER}/clusters/root:team:pg', 'certificate-authority-data': '${KCP_CA_DATA}' } }],
      users: [{ user: { token: '${KCP_TOKEN}' } }],
    });
  });

  it('prints the APIBinding that accepts every claim', async () => {
    const { objects } = await called(['manifests', '--kcp', '--part=binding', '--provider-workspace=root:team:pg']);
    expect(objects()).toEqual([
      expect.objectContaining({
        kind: 'APIBinding',
        spec: {
          reference: { export: { path: 'root:team:pg', name: group } },
          permissionClaims: [
            expect.objectContaining({ resource: 'events', state: 'Accepted' }),
            expect.objectContaining({ resource: 'secrets', state: 'Accepted', verbs: expect.arrayContaining(['create', 'patch', 'watch']) }),
          ],
        },
      }),
    ]);
  });

  it('is refused for a provider that is not offered through kcp', async () => {
    const { err, codes } = await called(['manifests', '--kcp'], { provider: { ...postgres, modes: ['standard'] } });
    expect([codes, err]).toEqual([[1], expect.stringContaining("Add 'kcp' to modes")]);
  });
});

describe('init', () => {
  it('never loads the app, and says which setting is missing', async () => {
    const { out, codes } = await called(['init']);
    expect([codes, out]).toEqual([[1], expect.stringContaining('POD_NAMESPACE is not set')]);
  });

  it('writes nothing where it is told not to', async () => {
    const { out, codes } = await called(['init', '--dry-run'], { env: { POD_NAMESPACE: 'team' } });
    expect([codes, out]).toEqual([[1], expect.stringContaining('--dry-run=true is not understood')]);
  });

  it('tells the mistakes of the provider', async () => {
    const { out, codes } = await called(['init'], { provider: { ...postgres, name: 'Post Gres' }, env: { POD_NAMESPACE: 'team' } });
    expect([codes, out]).toEqual([[1], expect.stringContaining('provider \\"Post Gres\\"')]);
  });
});

describe('doctor', () => {
  it('without a kubeconfig ends with code 1 and says what is missing, and never loads the app', async () => {
    const { out, codes } = await called(['doctor', '--kubeconfig=/nowhere/kubeconfig']);
    expect([codes, out]).toEqual([[1], expect.stringMatching(/^!! {2}platform cluster: .*\/nowhere\/kubeconfig/)]);
  });

  it('ends with code 1 when the platform cluster does not answer', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
    const kubeconfig = {
      clusters: [{ name: 'here', cluster: { server: 'https://127.0.0.1:1' } }],
      users: [{ name: 'me', user: { token: 'secret-of-mine' } }],
      contexts: [{ name: 'here', context: { cluster: 'here', user: 'me' } }],
      'current-context': 'here',
    };
    writeFileSync(join(folder, 'kubeconfig'), JSON.stringify(kubeconfig));
    const { out, codes } = await called(['doctor', `--kubeconfig=${join(folder, 'kubeconfig')}`]);
    rmSync(folder, { recursive: true });
    expect([codes, out]).toEqual([[1], expect.stringMatching(/^!! {2}ProviderConfig: .*Nothing listens there/m)]);
    expect(out).not.toContain('secret-of-mine');
  });
});

describe('run', () => {
  @Injectable()
  class Nothing {}
  @Module({ imports: [KcpRuntimeModule.forRoot(postgres)], providers: [Nothing] })
  class AppWithoutHandler {}

  it('ends with code 1 and every mistake in one line of the log', async () => {
    const { out, codes } = await called(['run', '--verbosity=ERROR'], { loadModule: async () => AppWithoutHandler, env: { POD_NAMESPACE: 'team' } });
    expect(codes).toEqual([1]);
    expect(JSON.parse(out)).toMatchObject({ level: 'error', msg: expect.stringContaining('offer Database: nothing handles it') });
  });

  it('ends with code 1 when it is not told where it runs', async () => {
    const { out, codes } = await called(['run']);
    expect(codes).toEqual([1]);
    expect(JSON.parse(out)).toMatchObject({ msg: expect.stringMatching(/^POD_NAMESPACE is not set\. /) });
  });
});
