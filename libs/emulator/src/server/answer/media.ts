import { ApiError } from './api-error.js';

/** In which form a client wants objects. */
export interface Presentation {
  readonly shape: 'object' | 'table' | 'partial' | 'partialList';
  readonly format: 'json' | 'yaml';
  /** The group of aggregated discovery was asked for, in this version. */
  readonly discovery: string | undefined;
}

const PLAIN: Presentation = { shape: 'object', format: 'json', discovery: undefined };

/**
 * Reads an `Accept` header.
 * @throws ApiError 406 when nothing in it can be served
 */
export function readAccept(header: string | undefined): Presentation {
  if (header === undefined || header === '') return PLAIN;
  for (const entry of header.split(',')) {
    const [type = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const format = formatOf(type);
    if (format === undefined) continue;
    const values = Object.fromEntries(parameters.map((parameter) => parameter.split('=') as [string, string]));
    const shape = shapeOf(values.as);
    if (shape !== undefined) return { shape, format, discovery: values.as === 'APIGroupDiscoveryList' ? values.v : undefined };
  }
  throw new ApiError(406, 'NotAcceptable', 'only the following media types are accepted: application/json, application/yaml');
}

function formatOf(type: string): 'json' | 'yaml' | undefined {
  if (type === 'application/json' || type === '*/*' || type === 'application/*') return 'json';
  return type === 'application/yaml' ? 'yaml' : undefined;
}

function shapeOf(as: string | undefined): Presentation['shape'] | undefined {
  switch (as) {
    case undefined:
    case 'APIGroupDiscoveryList':
      return 'object';
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
