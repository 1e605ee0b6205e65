import { dig } from '@kcp-runtime/testing';
import type { RawAnswer, RawBody } from '@kcp-runtime/testing';

/** What every server has to say after a write: the object with its owners, or the whole refusal. */
export type ApplyOutcome = { readonly status: number; readonly warnings?: readonly string[] } & ({ readonly object: RawBody; readonly managers: readonly RawBody[] } | { readonly reason: unknown; readonly message: string; readonly causes: unknown });

/** Of the server alone, and another in each run. */
const SERVER_FIELDS: ReadonlySet<string> = new Set(['uid', 'resourceVersion', 'creationTimestamp', 'managedFields', 'name', 'namespace']);
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;

/** The answer without what is another one in each run. */
export function applyOutcome({ status, body, warnings }: RawAnswer): ApplyOutcome {
  const told = { status, ...(warnings.length === 0 ? {} : { warnings }) };
  if (body['kind'] === 'Status') return { ...told, reason: body['reason'], message: String(body['message']).replace(TIME, '<time>'), causes: causesOf(body) };
  const { metadata, ...rest } = body;
  return { ...told, object: { ...rest, metadata: ownMetadata(metadata as RawBody) }, managers: managersOf(metadata as RawBody) };
}

/** A server asks the managers in any order. */
function causesOf(body: RawBody): unknown[] {
  const causes = (dig(body, 'details', 'causes') ?? []) as unknown[];
  return causes.map((cause) => JSON.stringify(cause).replace(TIME, '<time>')).sort().map((cause) => JSON.parse(cause) as unknown);
}

function ownMetadata(metadata: RawBody): RawBody {
  const kept = Object.entries(metadata).filter(([key]) => !SERVER_FIELDS.has(key));
  return Object.fromEntries(kept.flatMap(([key, value]) => (key === 'annotations' ? ownAnnotations(value as RawBody) : [[key, value]])));
}

/** A kcp says on each object in which logical cluster it is. */
function ownAnnotations(annotations: RawBody): [string, unknown][] {
  const { 'kcp.io/cluster': _cluster, ...own } = annotations;
  return Object.keys(own).length === 0 ? [] : [['annotations', own]];
}

/** A server sorts them by their times, which are of whole seconds: what is left is sorted here. */
function managersOf(metadata: RawBody): RawBody[] {
  const entries = (metadata['managedFields'] ?? []) as RawBody[];
  const key = ({ operation, manager, subresource }: RawBody): string => [operation, manager, subresource].join(' ');
  return entries.map(({ time: _time, ...entry }) => entry).sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
