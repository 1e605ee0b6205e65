import { beforeAll, describe, expect, it } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { ControlPlaneTenant } from '../platform-stage/control-plane-tenant.js';
import { operationAnnotation } from '../platform-stage/names.js';
import { itKeepsSecrets } from './platform-story.js';
import type { OnStage } from './platform-story.js';

/** What an operator says on orders and on the ProviderConfig while the provider serves. */
export function operated(stage: OnStage): void {
  let red: ControlPlaneTenant;

  beforeAll(async () => {
    [red] = await Promise.all([stage().tenant('red'), stage().installProvider()]);
    await red.orderDatabase();
    await red.whenReady('red');
  }, 240_000);

  const says = (operation: 'ignore' | 'reconcile'): { annotations: Record<string, string> } => ({ annotations: { [operationAnnotation]: operation } });
  const limit = async (): Promise<unknown> => {
    const { username } = await red.connection('red');
    const [role] = await stage().postgres.query('SELECT rolconnlimit AS limit FROM pg_roles WHERE rolname = $1', [username]);
    return role?.['limit'];
  };

  it('lets an order be that says ignore', async () => {
    await red.change('red', { metadata: says('ignore'), spec: { connections: 3 } });
    // It is answered after the change before it.
    await red.order('second');
    await red.whenCondition('second', 'Ready', 'False', 'NoMatchingControlPlane');
    const order = await red.read('red');
    expect(dig(order, 'status', 'observedGeneration')).not.toBe(dig(order, 'metadata', 'generation'));
    expect(await limit()).toBe(20);
  });

  it('looks at it again when it says reconcile, and takes the annotation away', async () => {
    await red.change('red', { metadata: says('reconcile') });
    const order = await red.whenReady('red');
    expect(dig(order, 'metadata', 'annotations', operationAnnotation)).toBeUndefined();
    expect(await limit()).toBe(3);
  });

  it('does nothing while the ProviderConfig says ignore', async () => {
    await stage().provider.operate('ignore');
    await stage().provider.whenLeaseRenewed();
    await stage().provider.reconfigure({ defaultConnections: 7 });
    const { metadata } = await red.change('red', { spec: { connections: null } });
    await stage().provider.whenLeaseRenewed();
    expect(dig(await red.read('red'), 'status', 'observedGeneration')).toBe(Number(dig(metadata, 'generation')) - 1);
    expect(await limit()).toBe(3);
  });

  it('takes over all changes when the ProviderConfig says nothing any more', async () => {
    await stage().provider.operate(null);
    await red.whenReady('red');
    expect(await limit()).toBe(7);
  });

  describe('and removes the ProviderConfig', () => {
    beforeAll(() => stage().provider.deleteConfig());

    it('tells the tenant what is missing', async () => {
      expect(await red.whenCondition('red', 'Ready', 'False', 'ReconcileError')).toBe('No ProviderConfig found');
    });

    it('deletes meanwhile as it was configured before', async () => {
      const { database } = await red.connection('red');
      await red.deleteOrder('red');
      await red.whenGone('red');
      expect(await stage().postgres.query('SELECT datname FROM pg_database WHERE datname = $1', [database])).toEqual([]);
    });

    it('goes on when it is back, with the usual poll interval where it names none', async () => {
      await red.orderDatabase();
      await red.whenCondition('red', 'Ready', 'False', 'ReconcileError');
      await stage().provider.configure({ serverSecret: { name: 'postgres-server' } });
      await red.whenReady('red');
      await expect(red.query('red')).resolves.toHaveLength(1);
    });
  });

  itKeepsSecrets(stage);
}
