import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { VisitRecord } from '../stage/visits/visit-record.js';
import { VisitStage } from '../stage/visits/visit-stage.js';
import type { Visitor } from '../stage/visits/visit-stage.js';
import { driver } from './story.js';

const posts = 4;

/**
 * Three processes, four orders of two tenants that are worked on without a pause, and a book in PostgreSQL in which each handler
 * enters and leaves. Whatever happens to the process that works: another one goes on, and no order is ever in two hands.
 */
describe('three processes of one provider', () => {
  let stage: VisitStage;
  let record: VisitRecord;
  let worker: Visitor;

  const whenAllVisited = async (query: { readonly since: number; readonly butNotBy?: Visitor; readonly line?: number }): Promise<Visitor> => {
    const pid = await record.whenVisited({ ...query, posts, butNotBy: query.butNotBy?.process.pid });
    const visitor = stage.visitors.find(({ process }) => process.pid === pid);
    if (visitor === undefined) throw new Error(`Process ${pid} is none of ours.`);
    return visitor;
  };

  /** Somebody else goes on with all orders; returns who worked before. */
  const whenAnotherWorks = async (since: number): Promise<Visitor> => {
    const former = worker;
    worker = await whenAllVisited({ since, butNotBy: former });
    return former;
  };

  beforeAll(async () => {
    stage = await VisitStage.open(driver(), process.env);
    record = stage.record;
    await stage.configure({});
    for (let count = 0; count < 3; count++) await stage.startVisitor();
    for (let count = 0; count < 2; count++) await (await stage.tenant()).orderMany(posts / 2);
    worker = await whenAllVisited({ since: 0 });
  }, 180_000);

  afterEach(async () => {
    while (stage.visitors.filter(({ process }) => process.running).length < 3) await stage.startVisitor();
  });

  afterAll(() => stage.close(), 60_000);

  it('let one of them work', async () => {
    await whenAllVisited({ since: await record.mark() });
    expect(await record.writersSince(0)).toEqual([worker.process.pid]);
  });

  it('hand over at once when the one that works is told to end, which finishes its visits first', async () => {
    const leaving = worker.process.stop();
    const former = await whenAnotherWorks(await record.mark());
    expect(await leaving).toEqual({ code: 0, signal: null });
    expect(await record.unfinished(former.process.pid)).toBe(0);
    expect(await record.overlaps()).toEqual([]);
  });

  it('go on when it is killed', async () => {
    await worker.process.kill();
    await whenAnotherWorks(await record.mark());
    expect(await record.overlaps()).toEqual([]);
  });

  it('go on when it stands still, which then wakes up and writes nothing more', async () => {
    worker.process.signal('SIGSTOP');
    const stopped = await whenAnotherWorks(await record.mark());
    const since = await record.mark();
    stopped.process.signal('SIGCONT');
    await stopped.process.whenSaid(/lost/);
    for (let round = 0; round < 2; round++) await whenAllVisited({ since: await record.mark() });
    expect(await record.writersSince(since)).toEqual([worker.process.pid]);
    expect(await record.overlaps()).toEqual([]);
  });

  it('go on when it no longer reaches the platform, though it still reaches kcp and its database', async () => {
    await worker.platformGate.refuse();
    const former = await whenAnotherWorks(await record.mark());
    await former.platformGate.accept();
    await whenAllVisited({ since: await record.mark() });
    expect(former.process.running).toBe(true);
    expect(await record.overlaps()).toEqual([]);
  });

  it('go on when somebody writes himself into the lease for a moment', async () => {
    await stage.scribble({ holderIdentity: 'somebody', leaseDurationSeconds: 1 });
    await worker.process.whenSaid(/somebody holds it/);
    worker = await whenAllVisited({ since: await record.mark() });
    expect(await record.overlaps()).toEqual([]);
  });

  it('go on when its lease is lost and its handlers do not listen: that process ends itself', async () => {
    await stage.configure({ listens: 'never', steps: 1_000 });
    // No visit of the former config comes to this line.
    await whenAllVisited({ since: await record.mark(), line: 20 });
    const silent = worker.platformGate.silence({ match: ({ resource }) => resource === 'leases' });
    const deaf = await whenAnotherWorks(await record.mark());
    silent.remove();
    expect(await deaf.process.ended).toEqual({ code: 1, signal: null });
    expect(await record.overlaps()).toEqual([]);
  });
});
