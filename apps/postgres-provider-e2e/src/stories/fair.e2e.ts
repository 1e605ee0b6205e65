import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, isWrite } from '@kcp-runtime/testing';
import type { GateRequest } from '@kcp-runtime/testing';
import type { PostTenant } from '../stage/visits/post-tenant.js';
import { VisitStage } from '../stage/visits/visit-stage.js';
import type { Visitor } from '../stage/visits/visit-stage.js';
import { driver } from './story.js';

/** Real kcp takes ten times as long for an order as the emulator. */
const many = driver() === 'emulator' ? 3_000 : 1_000;
const handlerMs = 2_000;
/** For thousands of visits, on a machine that does other things too. */
const patience = { deadlineMs: 400_000, intervalMs: 500 };

describe('a provider with a tenant who orders by the thousand', () => {
  let stage: VisitStage;
  let visitor: Visitor;
  let crowd: PostTenant;
  let quiet: PostTenant;

  const ofPost =
    (name: string) =>
    (request: GateRequest): boolean => request.resource === 'posts' && request.name === name && request.cluster === quiet.workspace.cluster;

  beforeAll(async () => {
    stage = await VisitStage.open(driver(), process.env);
    await stage.configure({ answers: 'ready', steps: 0, stepMs: handlerMs, listens: 'never', pollInterval: '1h' });
    visitor = await stage.startVisitor();
    [crowd, quiet] = [await stage.tenant(), await stage.tenant()];
    await crowd.orderMany(many);
    await stage.record.whenVisited({ since: 0, posts: many }, patience);
    await crowd.whenAllReady(60_000);
  }, 600_000);

  afterAll(() => stage.close(), 60_000);

  describe('starts again when all of them are Ready', () => {
    let mark: number;

    beforeAll(async () => {
      await visitor.process.stop();
      await quiet.order('while-it-was-down');
      mark = await stage.record.mark();
      stage.kcpGate.forget();
      visitor = await stage.startVisitor();
      await quiet.whenReady('while-it-was-down');
      await stage.record.whenVisited({ since: mark, posts: many + 1 }, patience);
    }, 500_000);

    it('and serves first what was ordered while it was down', async () => {
      expect(await stage.record.visitedBefore(quiet.identityOf('while-it-was-down'), mark)).toBeLessThan(many / 4);
    });

    it('and writes to none of them', () => {
      const written = stage.kcpGate.requests((request) => request.resource === 'posts' && isWrite(request));
      expect(new Set(written.map(({ name }) => name))).toEqual(new Set(['while-it-was-down']));
    });
  });

  it('leaves a server in peace for as long as that asks', async () => {
    const asksMs = 3_000;
    const body = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 429, reason: 'TooManyRequests' };
    const busy = stage.kcpGate.answer({ match: ofPost('patient'), nth: 1 }, { status: 429, headers: { 'retry-after': String(asksMs / 1_000) }, body });
    await quiet.order('patient');
    await eventually(() => (busy.matched > 0 ? true : undefined), { intervalMs: 5, what: 'the first try' });
    const refusedAt = performance.now();
    await eventually(() => (busy.matched > 1 ? true : undefined), { intervalMs: 5, what: 'the second try' });
    expect(performance.now() - refusedAt).toBeGreaterThan(asksMs - 100);
    busy.remove();
    await quiet.whenReady('patient');
  });

  it("serves another tenant's single order as if it were alone, though handlers of the many neither end nor listen", async () => {
    const mark = await stage.record.mark();
    await stage.configure({ answers: 'ready', steps: 1_000_000, stepMs: handlerMs, listens: 'never', pollInterval: '1h' });
    await stage.record.whenVisited({ since: mark, posts: 4, line: 2 });
    const orderedAt = performance.now();
    await quiet.order('single', { steps: 1 });
    await quiet.whenReady('single');
    // Its own handler takes as long as one; it may wait for another one, and no longer.
    expect(performance.now() - orderedAt).toBeLessThan(2 * handlerMs);
  });
});
