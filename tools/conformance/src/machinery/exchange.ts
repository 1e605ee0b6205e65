/** Requests one after the other, and what is kept of their answers. */
import { dig } from '@kcp-runtime/testing';
import type { RawAnswer, RawBody, RawClient } from '@kcp-runtime/testing';

/** One request. In its path `{ns}` is the namespace of its script, and `{continue}` what the last list said. */
export interface Exchange {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly accept?: string;
  /** Whose field is whose is kept too. */
  readonly owners?: 'shown';
}

/** Requests in a namespace of their own. */
export interface ExchangeScript {
  readonly title: string;
  readonly steps: readonly Exchange[];
}

/** Sends them, and gives what every server has to answer. */
export async function answersOf(client: RawClient, { steps }: ExchangeScript, namespace: string): Promise<readonly RawBody[]> {
  const answers: RawBody[] = [];
  let token = '';
  for (const step of steps) {
    const path = step.path.replace('{ns}', namespace).replace('{continue}', encodeURIComponent(token));
    const answer = await client.request({
      method: step.method,
      path,
      ...(step.body === undefined ? {} : { body: step.body }),
      ...(step.contentType === undefined ? {} : { contentType: step.contentType }),
      ...(step.accept === undefined ? {} : { headers: { accept: step.accept } }),
    });
    token = continueOf(answer.body) ?? token;
    answers.push(answerKept(step, answer));
  }
  return answers;
}

function continueOf({ metadata }: RawBody): string | undefined {
  const found = typeof metadata === 'object' && metadata !== null && 'continue' in metadata ? metadata.continue : undefined;
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function answerKept({ method, path, owners }: Exchange, { status, contentType, body, text, warnings }: RawAnswer): RawBody {
  const kept = { request: `${method} ${path}`, status, ...(warnings.length === 0 ? {} : { warnings }) };
  if (contentType !== 'application/json') return { ...kept, text };
  if (body['status'] === 'Failure') return { ...kept, ...refusalOf(body) };
  return { ...kept, body: neutral(body['kind'] === 'Table' ? withBareColumns(body) : body, owners === 'shown' ? 'owners' : 'plain') };
}

/** What a refusal says in words may differ; what it refuses may not. */
function refusalOf({ reason, details }: RawBody): RawBody {
  const causes = dig(details, 'causes');
  if (!Array.isArray(causes)) return { reason };
  const told = causes.map((cause: unknown) => [dig(cause, 'reason'), dig(cause, 'field')].filter((part) => part !== undefined).join(' '));
  return { reason, causes: [...new Set(told)].sort() };
}

/** Columns without what is told of them. */
function withBareColumns({ columnDefinitions, ...table }: RawBody): RawBody {
  return { ...table, columns: (columnDefinitions as RawBody[]).map(({ name, type, format, priority }) => ({ name, type, format, priority })) };
}

/** Another one in each run. */
const CHANGING: Readonly<Record<string, string>> = { uid: '<uid>', resourceVersion: '<version>', continue: '<token>', token: '<token>' };
const TIME = /^20[2-9]\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const RANDOM_NAME = /^(made-)\w{5}$/;

function neutral(value: unknown, keeps: 'owners' | 'plain'): unknown {
  if (Array.isArray(value)) return value.map((entry) => neutral(entry, keeps));
  if (typeof value === 'string') return neutralText(value);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    if (key === 'managedFields' && keeps === 'plain') return [];
    if (key === 'annotations') return withoutCluster(inner);
    const instead = typeof inner === 'string' && inner !== '' ? CHANGING[key] : undefined;
    return [[key, instead ?? neutral(inner, keeps)]];
  });
  return Object.fromEntries(entries);
}

function neutralText(text: string): string {
  return TIME.test(text) ? '<time>' : text.replace(UID, '<uid>').replace(RANDOM_NAME, '$1<random>').replace(/^\d+[smh]$/, '<age>');
}

/** A kcp says on each object in which logical cluster it is. */
function withoutCluster(annotations: unknown): [string, unknown][] {
  if (typeof annotations !== 'object' || annotations === null) return [['annotations', annotations]];
  const { 'kcp.io/cluster': _cluster, ...others } = annotations as RawBody;
  return Object.keys(others).length === 0 ? [] : [['annotations', others]];
}
