import { ApiError } from './api-error.js';

/** In which form a client wants objects. */
export interface Presentation {
  readonly shape: 'object' | 'table' | 'partial' | 'partialList';
  readonly format: 'json' | 'yaml';
  /** The group of aggregated discovery was asked for, in this version. */
  readonly discovery: string | undefined;
}

/** What is asked for: a document about the API, objects of a kind of Kubernetes itself, or of a custom one, whose server reads the header more freely. */
export type Answered = 'document' | 'builtin' | 'custom';

const PLAIN: Presentation = { shape: 'object', format: 'json', discovery: undefined };

/**
 * Reads an `Accept` header.
 * @throws ApiError 406 when nothing in it can be served
 */
export function readAccept(header: string | undefined, answered: Answered): Presentation {
  if (header === undefined || header === '') return PLAIN;
  const clauses = header.split(',').map(readClause).filter((clause) => clause !== undefined);
  if (answered === 'builtin' && !clauses.some(({ type }) => isProduced(type))) throw notAcceptable();
  for (const clause of clauses.sort((a, b) => b.quality - a.quality)) {
    const format = formatOf(clause.type);
    const shape = format === undefined ? undefined : shapeOf(clause.parameters, answered);
    if (format !== undefined && shape !== undefined) return { shape, format, discovery: clause.parameters.as === DISCOVERY ? clause.parameters.v : undefined };
  }
  throw notAcceptable();
}

function notAcceptable(): ApiError {
  return new ApiError(406, 'NotAcceptable', 'only the following media types are accepted: application/json, application/yaml');
}

interface Clause {
  readonly type: string;
  readonly quality: number;
  readonly parameters: Readonly<Record<string, string>>;
}

function readClause(text: string): Clause | undefined {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim());
  if (!type.includes('/') && type !== '*') return undefined;
  const { q, ...parameters } = Object.fromEntries(rest.map((parameter) => [parameter.split('=')[0] ?? '', parameter.slice(parameter.indexOf('=') + 1)]));
  const quality = q === undefined ? 1 : Number(q);
  return { type: type === '*' ? '*/*' : type, quality: Number.isNaN(quality) ? 1 : quality, parameters };
}

/** The router in front of Kubernetes' own kinds knows whole names only; protobuf it would let through, and is not served here. */
function isProduced(type: string): boolean {
  return type === '*/*' || type === 'application/json' || type === 'application/yaml' || type === 'application/vnd.kubernetes.protobuf';
}

function formatOf(type: string): 'json' | 'yaml' | undefined {
  if (type === 'application/json' || type === '*/*' || type === 'application/*') return 'json';
  return type === 'application/yaml' ? 'yaml' : undefined;
}

const DISCOVERY = 'APIGroupDiscoveryList';
const META_VERSIONS: readonly (string | undefined)[] = ['v1', 'v1beta1'];

function shapeOf({ as, g, v, stream }: Readonly<Record<string, string>>, answered: Answered): Presentation['shape'] | undefined {
  if (stream !== undefined && stream !== '' && stream !== 'watch') return undefined;
  if (as === undefined && g === undefined && v === undefined) return 'object';
  if (as === DISCOVERY) return 'object';
  if (answered === 'document' || g !== 'meta.k8s.io' || !META_VERSIONS.includes(v)) return undefined;
  switch (as) {
    case 'Table':
      return 'table';
    case 'PartialObjectMetadata':
      return 'partial';
    case 'PartialObjectMetadataList':
      return 'partialList';
    default:
      return undefined;
  }
}
