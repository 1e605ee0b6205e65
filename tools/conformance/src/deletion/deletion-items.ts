import { randomUUID } from 'node:crypto';
import { dig, eventually } from '@kcp-runtime/testing';
import type { RawAnswer, RawBody, RawClient } from '@kcp-runtime/testing';
import type { Item } from '../item.js';
import type { Site } from '../world/site.js';
import { deletionCases } from './deletion-cases.js';
import type { DeletionCase, DeletionStep, Member } from './deletion-cases.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
/** A garbage collector looks at some things every now and then only. */
const COLLECTED = { deadlineMs: 60_000, intervalMs: 100 };

/** One item for each case: answers, and what is left after each step, are those of a real kube-apiserver. */
export function deletionItems(): readonly Item[] {
  return deletionCases.map((one, at) => ({
    number: `X${at + 1}`,
    section: 'deletion',
    title: one.says,
    servers: 'kubernetes',
    check: async (site) => {
      const family = await Family.create(site, one);
      const seen: unknown[] = [];
      for (const step of one.steps) seen.push(await family.take(step));
      seen.push(await family.look());
      await family.remove();
      site.expectAsRecorded('deletion', one.says, seen);
    },
  }));
}

/** The objects of a case on one server. */
class Family {
  private constructor(
    private readonly client: RawClient,
    private readonly prefix: string,
    private readonly members: readonly Member[],
    private readonly uids: ReadonlyMap<string, string>,
  ) {}

  static async create({ client }: Site, { says, members }: DeletionCase): Promise<Family> {
    const prefix = `${says.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.`;
    const uids = new Map<string, string>();
    for (const member of members) {
      const answer = await client.post(CONFIG_MAPS, configMap(prefix, member, uids));
      if (answer.status !== 201) throw new Error(`${member.name} was not created: ${answer.text}`);
      uids.set(member.name, String(dig(answer.body, 'metadata', 'uid')));
    }
    return new Family(client, prefix, members, uids);
  }

  /** What is there of each, in words that are the same on every server. */
  async look(): Promise<RawBody> {
    const states = await Promise.all(this.members.map(async ({ name }) => [name, stateOf(await this.get(name))] as const));
    return { left: Object.fromEntries(states) };
  }

  async take(step: DeletionStep): Promise<RawBody> {
    switch (step.how) {
      case 'delete':
        return { delete: step.name, answer: this.answerOf(await this.client.delete(this.path(step.name), this.optionsOf(step))) };
      case 'own':
        return { own: step.name, status: (await this.client.merge(this.path(step.name), { metadata: { ownerReferences: [ownerReference(this.prefix, step.owner, this.uids)] } })).status };
      case 'release':
        return { release: step.name, status: await this.release(step.name) };
      case 'whenGone':
        await this.when(step.names, (answer) => answer.status === 404);
        return { gone: step.names };
      case 'whenMarked':
        await this.when(step.names, isMarked);
        return { marked: step.names };
      case 'whenOwnedBy':
        await this.when([step.name], ({ body }) => JSON.stringify(ownersOf(body)) === JSON.stringify(step.owners));
        return { ownedBy: step.owners, name: step.name };
      case 'look':
        return this.look();
    }
  }

  /** Leaves nothing behind, also of what was to stay. */
  async remove(): Promise<void> {
    for (const { name } of this.members) await this.client.delete(this.path(name), { propagationPolicy: 'Background' });
  }

  private path(name: string): string {
    return `${CONFIG_MAPS}/${this.prefix}${name}`;
  }

  private get(name: string): Promise<RawAnswer> {
    return this.client.get(this.path(name));
  }

  /** Finalizers of the server itself stay. */
  private async release(name: string): Promise<number> {
    const finalizers = (dig((await this.get(name)).body, 'metadata', 'finalizers') ?? []) as string[];
    return (await this.client.merge(this.path(name), { metadata: { finalizers: finalizers.filter((finalizer) => !finalizer.includes('/')) } })).status;
  }

  private async when(names: readonly string[], holds: (answer: RawAnswer) => boolean): Promise<void> {
    const all = async (): Promise<true | undefined> => ((await Promise.all(names.map((name) => this.get(name)))).every(holds) ? true : undefined);
    await eventually(all, { ...COLLECTED, what: `${names.join(', ')} to be as the case waits for` });
  }

  private optionsOf({ name, options, precondition }: Extract<DeletionStep, { how: 'delete' }>): RawBody {
    switch (precondition) {
      case undefined:
        return { ...options };
      case 'itsOwn':
        return { preconditions: { uid: this.uids.get(name) } };
      case 'another':
        return { preconditions: { uid: '11111111-1111-1111-1111-111111111111' } };
      case 'oldVersion':
        return { preconditions: { resourceVersion: '1' } };
    }
  }

  private answerOf({ status, body }: RawAnswer): unknown {
    if (body['kind'] !== 'Status') return { status, object: markOf(body) };
    if (body['status'] === 'Success') return { status, keys: Object.keys(body['details'] as RawBody).sort() };
    return { status, reason: body['reason'], message: this.neutral(String(body['message'])), causes: dig(body, 'details', 'causes') ?? [] };
  }

  private neutral(text: string): string {
    const known = [...this.uids].reduce((all, [name, uid]) => all.replaceAll(uid, `<uid of ${name}>`), text);
    return known.replace(/(ResourceVersion in record \()\d+/, '$1<version>');
  }
}

function configMap(prefix: string, { name, owners = [], blocks, finalizers }: Member, uids: ReadonlyMap<string, string>): RawBody {
  const ownerReferences = owners.map((owner) => ({ ...ownerReference(prefix, owner, uids), blockOwnerDeletion: blocks !== 'no' }));
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: prefix + name, ...(owners.length === 0 ? {} : { ownerReferences }), ...(finalizers === undefined ? {} : { finalizers }) } };
}

/** An owner that was never made has a uid that nobody has. */
function ownerReference(prefix: string, owner: string, uids: ReadonlyMap<string, string>): RawBody {
  return { apiVersion: 'v1', kind: 'ConfigMap', name: prefix + owner, uid: uids.get(owner) ?? randomUUID(), blockOwnerDeletion: true };
}

function stateOf(answer: RawAnswer): unknown {
  return answer.status === 404 ? 'gone' : markOf(answer.body);
}

function isMarked({ status, body }: RawAnswer): boolean {
  return status === 200 && dig(body, 'metadata', 'deletionTimestamp') !== undefined;
}

/** What deletion changes in an object. */
function markOf(body: RawBody): unknown {
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers } = body['metadata'] as RawBody;
  return { marked: deletionTimestamp !== undefined, ...(deletionGracePeriodSeconds === undefined ? {} : { grace: deletionGracePeriodSeconds }), finalizers: finalizers ?? [], owners: ownersOf(body) };
}

/** The names of those that an object hangs on, as its case has them. */
function ownersOf(body: RawBody): unknown[] {
  return ((dig(body, 'metadata', 'ownerReferences') ?? []) as RawBody[]).map(({ name }) => String(name).split('.').at(-1));
}
