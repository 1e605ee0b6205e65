import { beforeEach, describe, expect, it } from '@jest/globals';
import { UnsafePathSegment } from '@kcp-runtime/kube';
import type { KubeObject } from '@kcp-runtime/kube';
import { SECRETS, TenantSecrets, owner } from '../fixture/tenant-secrets.fixture.js';
import { CustomerObjectsUnseen, ForeignObject, RightMissing } from './customer-errors.js';

const SECRET = { apiVersion: 'v1', kind: 'Secret', name: 'login' };

let tenant: TenantSecrets;

beforeEach(() => {
  tenant = new TenantSecrets();
});

function login(data: Record<string, string>, metadata: Partial<KubeObject['metadata']> = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login', ...metadata }, stringData: data };
}

function shown(name = 'login', namespace?: string): Record<string, string> | undefined {
  const data = tenant.at(name, namespace)?.['data'] as Record<string, string> | undefined;
  return data && Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
}

describe('apply', () => {
  it('makes the object beside the order, which owns it', async () => {
    await tenant.customer().apply(login({ user: 'red' }));

    expect(shown()).toEqual({ user: 'red' });
    expect(tenant.at('login')?.metadata.ownerReferences).toEqual([{ apiVersion: 'boxes.services.open-control-plane.io/v1alpha1', kind: 'Box', name: 'main', uid: 'uid-main' }]);
    expect(tenant.requests).toEqual(['POST /api/v1/namespaces/default/secrets']);
  });

  it('costs nothing when the object looks so already, before and after the watch has told of it', async () => {
    await tenant.customer().apply(login({ user: 'red' }));
    await tenant.customer().apply(login({ user: 'red' }));
    tenant.catchUp();
    await tenant.customer().apply(login({ user: 'red' }));

    expect(tenant.requests).toHaveLength(1);
  });

  it('changes what is different with one patch', async () => {
    await tenant.customer().apply(login({ user: 'red', password: 'old' }));
    await tenant.customer().apply(login({ user: 'red', password: 'new' }));

    expect(shown()).toEqual({ user: 'red', password: 'new' });
    expect(tenant.requests).toHaveLength(2);
  });

  it('removes a field that it set earlier and leaves out now', async () => {
    await tenant.customer().apply(login({ user: 'red', port: '5432' }));
    await tenant.customer().apply(login({ user: 'red' }));

    expect(shown()).toEqual({ user: 'red' });
  });

  it('leaves what others have added', async () => {
    await tenant.customer().apply(login({ user: 'red' }));
    tenant.put('login', { data: { note: 'bXk=' }, metadata: { labels: { mine: 'yes' } } });
    tenant.catchUp();
    await tenant.customer().apply(login({ user: 'blue' }));

    expect(shown()).toEqual({ user: 'blue', note: 'my' });
    expect(tenant.at('login')?.metadata.labels).toMatchObject({ mine: 'yes' });
  });

  it('mends what somebody has edited', async () => {
    await tenant.customer().apply(login({ user: 'red' }));
    tenant.put('login', { data: { user: 'ZXZpbA==' } });
    tenant.catchUp();
    await tenant.customer().apply(login({ user: 'red' }));

    expect(shown()).toEqual({ user: 'red' });
  });

  it('mends what somebody has edited and the watch has not told yet, when there is something to write', async () => {
    await tenant.customer().apply(login({ user: 'red' }));
    tenant.put('login', { data: { user: 'ZXZpbA==' } });
    await tenant.customer().apply(login({ user: 'blue' }));

    expect(shown()).toEqual({ user: 'blue' });
  });

  it('makes again what somebody has deleted', async () => {
    await tenant.customer().apply(login({ user: 'red' }));
    tenant.catchUp();
    tenant.remove('login');
    await tenant.customer().apply(login({ user: 'blue' }));

    expect(shown()).toEqual({ user: 'blue' });
  });

  it('never puts a value into an annotation', async () => {
    await tenant.customer().apply(login({ user: 'red', password: 'geheim' }));

    const annotations = JSON.stringify(tenant.at('login')?.metadata.annotations);
    expect(annotations).toContain('password');
    expect(annotations).not.toContain(Buffer.from('geheim').toString('base64'));
  });

  it('refuses an object that is there and not ours, and leaves it alone', async () => {
    tenant.put('login', { data: { user: 'bWluZQ==' } });

    await expect(tenant.customer().apply(login({ user: 'red' }))).rejects.toThrow(ForeignObject);
    expect(shown()).toEqual({ user: 'mine' });
  });

  it('refuses what another order has made', async () => {
    await tenant.customer(owner('other')).apply(login({ user: 'other' }));
    tenant.catchUp();

    await expect(tenant.customer().apply(login({ user: 'red' }))).rejects.toThrow(ForeignObject);
  });

  it('refuses what an order of that name has made that went without its clean-up', async () => {
    await tenant.customer(owner('main', 'uid-old')).apply(login({ user: 'old' }));
    tenant.catchUp();

    await expect(tenant.customer(owner('main', 'uid-new')).apply(login({ user: 'new' }))).rejects.toThrow('was made for a former order of this name');
    await expect(tenant.customer(owner('main', 'uid-new')).delete(SECRET)).rejects.toThrow(ForeignObject);
    await tenant.customer(owner('main', 'uid-new')).removeAll();
    expect(shown()).toEqual({ user: 'old' });
  });

  it('takes over what an order of that name has kept', async () => {
    await tenant.customer(owner('main', 'uid-old')).apply(login({ user: 'old' }), { afterOrder: 'keep' });
    await tenant.customer(owner('main', 'uid-new')).apply(login({ user: 'new' }));

    expect(shown()).toEqual({ user: 'new' });
    expect(tenant.at('login')?.metadata.ownerReferences).toMatchObject([{ uid: 'uid-new' }]);
  });

  it('refuses a kind that the offer does not name', async () => {
    await expect(tenant.customer().apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } })).rejects.toThrow(RightMissing);
  });

  it('stays in the tenant whatever the name says', async () => {
    await expect(tenant.customer().apply(login({}, { name: 'login', namespace: '../../clusters/blue' }))).rejects.toThrow(UnsafePathSegment);
    expect(tenant.requests).toEqual([]);
  });
});

describe('get', () => {
  it('answers what stands there, whoever made it', async () => {
    tenant.put('login', { data: { user: 'bWluZQ==' } });

    await expect(tenant.customer().get(SECRET)).resolves.toMatchObject({ data: { user: 'bWluZQ==' } });
  });

  it('answers nothing where nothing is', async () => {
    await expect(tenant.customer().get(SECRET)).resolves.toBeUndefined();
  });
});

describe('delete', () => {
  it('deletes what the order made', async () => {
    await tenant.customer().apply(login({ user: 'red' }));
    await tenant.customer().delete(SECRET);

    expect(tenant.at('login')).toBeUndefined();
  });

  it('is fine with what is not there', async () => {
    await expect(tenant.customer().delete(SECRET)).resolves.toBeUndefined();
  });

  it('refuses what the order did not make', async () => {
    tenant.put('login', { data: { user: 'bWluZQ==' } });

    await expect(tenant.customer().delete(SECRET)).rejects.toThrow(ForeignObject);
    expect(tenant.at('login')).toBeDefined();
  });
});

describe('the end of an order', () => {
  it('removes what was made, in other namespaces too, before the watch has told of it', async () => {
    await tenant.customer().apply(login({ user: 'red' }));
    await tenant.customer().apply(login({ user: 'red' }, { namespace: 'elsewhere' }));
    await tenant.customer().removeAll();

    expect(tenant.at('login')).toBeUndefined();
    expect(tenant.at('login', 'elsewhere')).toBeUndefined();
  });

  it('removes what an earlier process has made', async () => {
    await tenant.customer().apply(login({ user: 'red' }));
    const restarted = new TenantSecrets();
    restarted.put('login', tenant.at('login') ?? {});
    restarted.catchUp();
    await restarted.customer().removeAll();

    expect(restarted.at('login')).toBeUndefined();
  });

  it('leaves what is to be kept, without an owner that would take it along', async () => {
    await tenant.customer().apply(login({ user: 'red' }), { afterOrder: 'keep' });
    await tenant.customer().removeAll();

    expect(tenant.at('login')).toBeDefined();
    expect(tenant.at('login')?.metadata.ownerReferences).toBeUndefined();
  });

  it('leaves what was made first and then kept', async () => {
    await tenant.customer().apply(login({ user: 'red' }));
    await tenant.customer().apply(login({ user: 'red' }), { afterOrder: 'keep' });
    await tenant.customer().removeAll();

    expect(tenant.at('login')).toBeDefined();
    expect(tenant.at('login')?.metadata.ownerReferences).toBeUndefined();
  });

  it('leaves what other orders have made', async () => {
    await tenant.customer(owner('other')).apply(login({ user: 'other' }));
    tenant.catchUp();
    await tenant.customer().removeAll();

    expect(tenant.at('login')).toBeDefined();
  });

  it('leaves a new object of somebody else under the same name', async () => {
    await tenant.customer().apply(login({ user: 'red' }));
    tenant.remove('login');
    tenant.put('login', { data: { user: 'bWluZQ==' } });
    await tenant.customer().removeAll();

    expect(shown()).toEqual({ user: 'mine' });
  });

  it('takes nothing for removed that kcp has not shown yet, and is woken when it has', async () => {
    tenant = new TenantSecrets('notFilled');
    await expect(tenant.customer().removeAll()).rejects.toThrow(CustomerObjectsUnseen);
    expect(tenant.woken).toEqual([]);

    tenant.made.filled(SECRETS);
    expect(tenant.woken).toEqual([{ offer: owner().key.offer, cluster: 'red', namespace: 'default', name: 'main' }]);
    await expect(tenant.customer().removeAll()).resolves.toBeUndefined();
  });
});

describe('what lives beside the order', () => {
  it('is all that the provider did not make, in every namespace', async () => {
    await tenant.customer().apply(login({ user: 'red' }));
    tenant.put('mine', {});
    tenant.put('theirs', {}, 'elsewhere');

    const refs = [{ namespace: 'default', name: 'mine' }, { namespace: 'elsewhere', name: 'theirs' }];
    await expect(tenant.customer().living([{ group: '', resource: 'secrets' }])).resolves.toEqual([{ group: '', resource: 'secrets', refs }]);
  });

  it('is nothing of a kind that leads nowhere', async () => {
    await expect(tenant.customer().living([{ group: 'plants.example', resource: 'trees' }])).resolves.toEqual([]);
  });
});

describe('an order', () => {
  const made = { offer: 'boxes.boxes.services.open-control-plane.io', cluster: 'red', namespace: 'default', name: 'main' };

  it('sleeps through what it does itself', async () => {
    await tenant.customer().apply(login({ user: 'red' }));
    await tenant.customer().apply(login({ user: 'blue' }));
    tenant.catchUp();

    expect(tenant.woken).toEqual([]);
  });

  it('is woken when somebody edits what it made', async () => {
    await tenant.customer().apply(login({ user: 'red' }));
    tenant.catchUp();
    tenant.put('login', { data: { user: 'ZXZpbA==' } });
    tenant.catchUp();

    expect(tenant.woken).toEqual([made]);
  });

  it('is woken when somebody deletes what it made', async () => {
    await tenant.customer().apply(login({ user: 'red' }));
    tenant.catchUp();
    tenant.remove('login');
    tenant.catchUp();

    expect(tenant.woken).toEqual([made]);
  });

  it('does not believe what kcp shows of a claim that was taken back', async () => {
    await tenant.customer().apply(login({ user: 'red' }));
    tenant.catchUp();
    tenant.granted = false;
    await tenant.customer().removeAll();

    expect(tenant.at('login')).toBeDefined();
  });
});
