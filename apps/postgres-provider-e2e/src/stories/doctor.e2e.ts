import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kcp-runtime/testing';
import type { Consumer } from '../stage/consumer.js';
import { exportName } from '../stage/names.js';
import type { CommandEnd } from '../stage/provider-process.js';
import { itKeepsSecrets, onStage } from './story.js';

const accessRole = '/apis/rbac.authorization.k8s.io/v1/clusterroles/kcp-runtime:postgres';

describe('an operator who asks the doctor', () => {
  const stage = onStage();
  let red: Consumer;

  /** Kcp needs a moment until what somebody did is seen everywhere. */
  const whenSays = (words: RegExp): Promise<CommandEnd> =>
    eventually(
      async () => {
        const end = await stage().doctor();
        return words.test(end.out) ? end : undefined;
      },
      { deadlineMs: 60_000, what: `the doctor to say ${String(words)}` },
    );

  beforeAll(async () => {
    await stage().operator.deleteSecret('kcp-provider');
  });

  it('before there is anything, hears what is missing and what to do', async () => {
    const { code, out } = await stage().doctor();
    expect(code).toBe(1);
    expect(out).toMatch(/^!! {2}ProviderConfig: there is no PostgresConfig postgres\. Create it/m);
    expect(out).toMatch(/^!! {2}lease \S+: there is none/m);
    expect(out).toMatch(/^ok {2}rights in the platform cluster: all/m);
  });

  it('without the kubeconfig Secret, hears its name', async () => {
    await stage().operator.configure({ kcp: 'on' });
    await whenSays(/^!! {2}kubeconfig: KubeconfigSecretMissing: Secret \S+\/kcp-provider does not exist\. Create it/m);
  });

  it('before the provider runs, hears that nothing is published', async () => {
    await stage().operator.putSecret('kcp-provider', { kubeconfig: stage().kcpKubeconfig });
    const { out } = await whenSays(/^ok {2}connection: Connected: /m);
    expect(out).toMatch(new RegExp(`^!!  export: there is no APIExport ${exportName}\\.`, 'm'));
    expect(out).toMatch(/^ok {2}rights in workspace \S+: all/m);
  });

  it('with consumers who accept everything, hears that nothing is wrong', async () => {
    await stage().startProvider();
    red = await stage().consumer('red');
    await stage().operator.whenExported();
    await red.bind();
    await red.order('main');
    await red.whenReady('main');
    const { code, out } = await whenSays(/Nothing is wrong/);
    expect(code).toBe(0);
    expect(out).toMatch(/^ok {2}schema: databases\.\S+ is served as v\w+/m);
    expect(out).toMatch(/^ok {2}lease \S+: postgres-0 holds it/m);
    expect(out).toMatch(/^ok {2}endpoint https:\S+: it lists bindings and orders/m);
    expect(out).toMatch(/^ok {2}bindings: 1 to be seen, 1 of them/m);
  });

  it('with a consumer who rejects the claims, hears which and whose', async () => {
    await red.decide('Rejected');
    const { code, out } = await whenSays(/PermissionClaimsNotAccepted/);
    expect(code).toBe(1);
    expect(out).toMatch(/^!! {2}binding \S+ in \S+: PermissionClaimsNotAccepted: its owner has to accept in spec\.permissionClaims of the APIBinding: secrets \(/m);
    await red.decide('Accepted');
  });

  it('with a right that was taken away, hears the rule to add', async () => {
    const { client } = stage().operator.provider;
    const { body } = await client.get(accessRole);
    const rules = body['rules'] as { resources: string[] }[];
    await client.merge(accessRole, { rules: rules.filter(({ resources }) => !resources.includes('apiexportendpointslices')) });
    const { out } = await whenSays(/^!! {2}rights in workspace/m);
    expect(out).toContain(`{"apiGroups":["apis.kcp.io"],"resources":["apiexportendpointslices"],"resourceNames":["${exportName}"],"verbs":["get","list","watch"]}`);
    await client.merge(accessRole, { rules });
    await whenSays(/Nothing is wrong/);
  });

  itKeepsSecrets(stage);
});
