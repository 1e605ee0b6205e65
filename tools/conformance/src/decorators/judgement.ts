import type { SampleCase, ServiceApiClass } from '@kcp-runtime/schema';
import type { RawAnswer, RawBody, RawClient } from '@kcp-runtime/testing';
import { collectionOf } from './sample-kinds.js';

/** What a server made of a spec: taken, refused as invalid, or something that no sample should lead to. */
export type Judgement = 'accepted' | 'refused' | `unexpected: ${string}`;

/** What the table says that a server makes of it; a rule that only the class knows is none of a server's. */
export function judgementOfTable({ accepted, checkedBy }: SampleCase): Judgement {
  return accepted || checkedBy === 'class' ? 'accepted' : 'refused';
}

/** Sends the case's object, or the two that follow each other, and says what became of the last. */
export async function judgementOfServer(client: RawClient, api: ServiceApiClass, one: SampleCase, name: string): Promise<Judgement> {
  const collection = collectionOf(api);
  const object = (spec: unknown): RawBody => ({ apiVersion: api.apiVersion, kind: api.kind, metadata: { name }, spec });
  switch (one.kind) {
    case 'create':
      return judgement(await client.post(collection, object(one.spec)), 201);
    case 'update': {
      const before = await client.post(collection, object(one.from));
      if (before.status !== 201) return unexpected(before, 'the object to start from');
      const { body } = before;
      return judgement(await client.put(`${collection}/${name}`, { ...body, spec: one.to }), 200);
    }
  }
}

function judgement(answer: RawAnswer, taken: number): Judgement {
  if (answer.status === taken) return 'accepted';
  return answer.status === 422 && answer.body['reason'] === 'Invalid' ? 'refused' : unexpected(answer, 'the answer');
}

function unexpected({ status, text }: RawAnswer, what: string): Judgement {
  return `unexpected: ${what} was ${status} ${text.slice(0, 300)}`;
}
