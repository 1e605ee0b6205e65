import { beforeEach, describe, expect, it } from '@jest/globals';
import { FrameCache, ManualClock, orderKey } from '@kcp-runtime/kube';
import type { KubeObject, OrderKey } from '@kcp-runtime/kube';
import { WorkspaceFixture } from '../fixture/workspace.fixture.js';
import { boxes } from '../fixture/boxes.fixture.js';
import { orderFields } from '../reconcile/order-fields.js';
import type { OrderFields } from '../reconcile/order-home.js';
import { CONTROL_PLANE_PATIENCE_MS, ControlPlanes } from './control-planes.js';
import { UnknownOffer } from './offer-of-key.js';
import { OnboardingHome } from './onboarding-home.js';

const type = { group: 'boxes.io', version: 'v1', plural: 'boxes', kind: 'Box', scope: 'Namespaced' } as const;
const PATH = '/apis/boxes.io/v1/namespaces/project-red/boxes/main';
const key: OrderKey = { offer: 'boxes.boxes.io', endpoint: 'onboarding', cluster: 'test', namespace: 'project-red', name: 'main' };
const quiet = (): void => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

describe('the home of orders on the onboarding cluster', () => {
  let clock: ManualClock;
  let server: WorkspaceFixture;
  let controlPlanes: ControlPlanes;
  let cache: FrameCache<OrderFields>;
  let again: string[];
  let home: OnboardingHome;
  const signal = new AbortController().signal;
  const controlPlane: KubeObject = { apiVersion: 'core.open-control-plane.io/v2alpha1', kind: 'ControlPlane', metadata: { namespace: 'project-red', name: 'main', uid: '1', resourceVersion: '1' } };

  beforeEach(() => {
    clock = new ManualClock();
    server = new WorkspaceFixture();
    controlPlanes = new ControlPlanes(clock, quiet);
    again = [];
    cache = new FrameCache({ keyOf: ({ metadata: { namespace = '', name } }) => orderKey({ ...key, namespace, name }), select: orderFields('boxes.io/finalizer'), onChange: quiet });
    const access = { open: refuse, reach: refuse, client: () => refuseNow(), withdraw: refuse, close: refuse, forget: quiet };
    home = new OnboardingHome({
      api: server, offers: new Map([[key.offer, { offer: boxes, type, cache }]]), controlPlanes, lookAgain: (looked) => void again.push(looked), access, reporter: 'boxes', clock, log,
    });
  });

  it('shows its own writes before the watch does', async () => {
    const order = server.put(PATH, { apiVersion: 'boxes.io/v1', kind: 'Box', metadata: { namespace: 'project-red', name: 'main' } });
    cache.put(order);
    await home.patchMetadata(key, { finalizers: ['boxes.io/finalizer'] }, order, signal);
    expect(home.read(key)?.fields.isHeld).toBe(true);
  });

  it('serves every order while nobody knows which ControlPlanes there are', () => {
    expect(home.standing(key)).toEqual({ kind: 'served' });
  });

  it('awaits a ControlPlane for a moment before it says that there is none', async () => {
    controlPlanes.know();
    expect(home.standing(key)).toEqual({ kind: 'unknown' });
    expect(again).toEqual([orderKey(key)]);
    await clock.advance(CONTROL_PLANE_PATIENCE_MS);
    expect(home.standing(key)).toEqual({ kind: 'noControlPlane' });
  });

  it('serves the order as soon as the ControlPlane is there, and awaits it anew when it goes', async () => {
    controlPlanes.know();
    home.standing(key);
    await clock.advance(CONTROL_PLANE_PATIENCE_MS);
    controlPlanes.cache.put(controlPlane);
    expect(home.standing(key)).toEqual({ kind: 'served' });
    controlPlanes.cache.remove(controlPlane);
    expect(home.standing(key)).toEqual({ kind: 'unknown' });
  });

  it('believes nothing of the cluster before, once another one is behind the API', async () => {
    controlPlanes.know();
    home.standing(key);
    await clock.advance(CONTROL_PLANE_PATIENCE_MS);
    expect(home.standing(key)).toEqual({ kind: 'noControlPlane' });
    controlPlanes.doubt();
    expect(controlPlanes.stateOf(key)).toBe('unknown');
    controlPlanes.cache.put(controlPlane);
    expect(controlPlanes.stateOf(key)).toBe('unknown');
    controlPlanes.know();
    expect(controlPlanes.stateOf(key)).toBe('there');
  });

  it('asks nothing of the tenant', () => {
    expect(home.claims()).toEqual({ kind: 'accepted' });
  });

  it('knows no order of another offer', () => {
    expect(() => home.read({ ...key, offer: 'crates.crates.io' })).toThrow(UnknownOffer);
  });
});

function refuse(): Promise<never> {
  return Promise.reject(new Error('nothing leads to tenants here'));
}

function refuseNow(): never {
  throw new Error('nothing leads to tenants here');
}
