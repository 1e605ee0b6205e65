import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Consumer } from '../stage/consumer.js';
import { GoProvider, orderWidget, whenWidgetReady, widgetGroup, widgetsPath } from '../stage/go-provider.js';
import { apiGroup } from '../stage/names.js';
import type { ProviderProcess } from '../stage/provider-process.js';
import { itKeepsSecrets, onStage } from './story.js';

const program = process.env['GO_PEER'];
const leavingDeadlineMs = 120_000;

if (program === undefined) it.skip(`beside a provider on multicluster-provider did not run: ${process.env['GO_PEER_MISSING'] ?? 'GO_PEER names no program'}`, () => undefined);
else
  describe('a provider on multicluster-provider and ours, with two exports of one kcp', () => {
    const stage = onStage();
    let ours: ProviderProcess;
    let theirs: GoProvider;
    let red: Consumer;

    beforeAll(async () => {
      ours = await stage().startProvider();
      await stage().operator.configure({ kcp: 'on' });
      theirs = await GoProvider.install(stage(), program);
      await theirs.start();
      red = await stage().consumer('red');
      await Promise.all([red.bind(), theirs.bind(red)]);
    }, 180_000);
    afterAll(() => theirs.stop());

    const finalizersOf = async (path: string): Promise<unknown> => dig((await red.client.get(path)).body, 'metadata', 'finalizers');

    it('both serve orders of one name in one workspace', async () => {
      await Promise.all([red.order('main'), orderWidget(red, 'main')]);
      await Promise.all([red.whenReady('main'), whenWidgetReady(red, 'main')]);
      await expect(red.query('main')).resolves.toHaveLength(1);
    });

    it('neither touches what is the other\'s', async () => {
      expect(await finalizersOf(widgetsPath('main'))).toEqual([`${widgetGroup}/finalizer`]);
      expect(dig(await red.read('main'), 'metadata', 'finalizers')).toEqual([`${apiGroup}/finalizer`]);
      expect(stage().gate.requests(({ resource }) => resource === 'widgets')).toEqual([]);
    });

    it('ours goes on while theirs is away, and theirs finds afterwards what was ordered', async () => {
      await theirs.stop();
      await Promise.all([red.order('alone'), orderWidget(red, 'waiting')]);
      await red.whenReady('alone');
      expect((await red.client.get(widgetsPath('waiting'))).body['status']).toBeUndefined();
      await theirs.start();
      await whenWidgetReady(red, 'waiting');
    });

    it('theirs goes on while ours is away, and ours finds afterwards what was ordered', async () => {
      await ours.stop();
      await Promise.all([red.order('waiting'), orderWidget(red, 'alone')]);
      await whenWidgetReady(red, 'alone');
      expect((await red.read('waiting'))['status']).toBeUndefined();
      await stage().startProvider();
      await red.whenReady('waiting');
    });

    it('an order of one kind goes without the order of its name of the other', async () => {
      await red.client.delete(widgetsPath('main'));
      await eventually(async () => ((await red.client.get(widgetsPath('main'))).status === 404 ? true : undefined), { deadlineMs: 60_000, what: 'the widget to be gone' });
      await expect(red.query('main')).resolves.toHaveLength(1);
    });

    it('unbinding ours leaves theirs at work', async () => {
      await red.unbind();
      await red.whenUnbound();
      expect((await stage().onServer()).databases).toEqual([]);
      await orderWidget(red, 'afterwards');
      await whenWidgetReady(red, 'afterwards');
    });

    it('theirs goes on when its schema is replaced: with what was ordered before, and with a property that is new', async () => {
      await theirs.publish('v2', { colour: { type: 'string' } });
      await orderWithColour('painted');
      await whenWidgetReady(red, 'painted');
      await red.client.merge(widgetsPath('afterwards'), { spec: { colour: 'green' } });
      expect(dig(await whenWidgetReady(red, 'afterwards'), 'spec')).toEqual({ size: 'small', colour: 'green' });
      expect(theirs.running).toBe(true);
    });

    it('theirs lets go of what a workspace has ordered and leaves it when it unbinds, and comes back when it binds again', async () => {
      await theirs.whenSays('engaged', red);
      await theirs.unbind(red);
      await theirs.whenSays('disengaged', red);
      await theirs.bind(red);
      await theirs.whenSays('engaged', red);
      await orderWidget(red, 'again');
      await whenWidgetReady(red, 'again');
    });

    it('theirs leaves a workspace that is deleted with its orders, and goes on in the others', async () => {
      const blue = await stage().consumer('blue');
      await theirs.bind(blue);
      await orderWidget(blue, 'main');
      await whenWidgetReady(blue, 'main');
      await stage().admin.deleteWorkspace(blue.workspace.path);
      await stage().admin.whenWorkspaceGone(blue.workspace.path, leavingDeadlineMs);
      await theirs.whenSays('disengaged', blue);
      await orderWidget(red, 'later');
      await whenWidgetReady(red, 'later');
    }, 180_000);

    /** Bindings take a new schema up one after the other; until then a server prunes what it does not know. */
    async function orderWithColour(name: string): Promise<void> {
      await eventually(
        async () => {
          await orderWidget(red, name, { colour: 'red' });
          if (dig((await red.client.get(widgetsPath(name))).body, 'spec', 'colour') === 'red') return true;
          await red.client.delete(widgetsPath(name));
          return undefined;
        },
        { deadlineMs: 60_000, what: 'red to order a widget with a colour' },
      );
    }

    itKeepsSecrets(stage);
  });
