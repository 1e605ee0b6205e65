import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from '@jest/globals';
import { ownRequest } from '@kcp-runtime/openmcp';
import type { AccessOrder, TokenRights } from '@kcp-runtime/openmcp';
import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import { isWrite } from '../../gate/gate-request.js';
import type { Platform } from '../../platform/platform.js';
import { startPlatformOnEmulator } from '../../platform/start-platform-on-emulator.js';
import { eventually } from '../../wait/eventually.js';
import { AccessTrial, CONFIG_MAPS } from './access-trial.fixture.js';
import { LEFT_BY_GO, PATHS_LEFT_BY_GO } from './left-by-go.fixture.js';

const SAMPLE = { namespace: 'default', name: 'sample' };
const EVERYTHING: TokenRights = { permissions: [{ rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] }], roleRefs: [{ kind: 'ClusterRole', name: 'cluster-admin' }] };
const WHOLE_GROUP: TokenRights = { permissions: [{ rules: [{ apiGroups: ['foo.services.open-control-plane.io'], resources: ['*'], verbs: ['*'] }] }] };

let platform: Platform;
let trial: AccessTrial;

beforeAll(async () => {
  platform = await startPlatformOnEmulator({ way: 'gate' });
  await platform.createControlPlane(SAMPLE);
  await platform.platform.apply(LEFT_BY_GO);
  for (const path of PATHS_LEFT_BY_GO) {
    await eventually(async () => (dig((await platform.platform.client.get(path)).body, 'status', 'phase') === 'Granted' ? true : undefined), { what: `${path} to be granted` });
  }
});
afterAll(() => platform.stop());
beforeEach(async () => {
  trial = await AccessTrial.start(platform, ['foo', 'foo.services.open-control-plane.io']);
});
afterEach(() => trial.end());

/** All that a provider of that name needs, as our runtime asks for it. */
function wanted(rights: TokenRights): readonly AccessOrder[] {
  const onboarding: AccessOrder = {
    request: ownRequest('foo.services.open-control-plane.io', 'onboarding-run', 'openmcp-system'),
    cluster: { kind: 'ordered', purpose: 'onboarding' },
    token: WHOLE_GROUP,
    wake: () => undefined,
  };
  return [onboarding, trial.toControlPlane(SAMPLE, { token: rights }), trial.toWorkload(SAMPLE, { token: rights })];
}

async function openAll(rights: TokenRights): Promise<void> {
  for (const order of wanted(rights)) await trial.open(order, 'granted');
}

async function leftByGo(): Promise<readonly RawBody[]> {
  return Promise.all(PATHS_LEFT_BY_GO.map(async (path) => (await trial.get(path)) ?? {}));
}

describe('a provider in the place of one that was written in Go', () => {
  it('goes on with all that stands there, and writes nothing', async () => {
    const before = await leftByGo();
    expect(await trial.writesOf(() => openAll(EVERYTHING))).toEqual([]);
    expect(await leftByGo()).toEqual(before);
  });

  it('writes nothing but the rights where it needs fewer', async () => {
    const before = await leftByGo();
    const requests = await trial.requestsOf(() => openAll({ permissions: [{ rules: [CONFIG_MAPS] }] }));
    const fewer = { spec: { token: { permissions: [{ rules: [CONFIG_MAPS] }], roleRefs: null } } };
    expect(requests.filter(isWrite).map(({ verb, resource, name, body }) => [verb, resource, name, JSON.parse(body)])).toEqual([
      ['patch', 'accessrequests', 'foo--sample--mcp', fewer],
      ['patch', 'accessrequests', 'foo--sample--wl', fewer],
    ]);
    const lasting = ({ metadata }: RawBody): unknown => [dig(metadata, 'uid'), dig(metadata, 'labels'), dig(metadata, 'finalizers')];
    expect((await leftByGo()).map(lasting)).toEqual(before.map(lasting));
  });

  it('takes down what stands there, and nothing else', async () => {
    const [, mcp, workload] = wanted(EVERYTHING);
    if (mcp === undefined || workload === undefined) throw new Error('there are three');
    await trial.close(workload);
    await trial.close(mcp);
    for (const path of PATHS_LEFT_BY_GO.slice(0, 3)) await trial.whenGone(path);
    expect(await trial.read('clusterrequests', { namespace: 'mcp--c90acbdb-2980-8a96-aa1c-bf4e7306cf92', name: 'sample' })).toBeDefined();
  });
});
