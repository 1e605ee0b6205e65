/** What a deletion is asked for: by its body, or by the query where there is none. */
import type { DeletePreconditions, Propagation } from '../../registry/write-request.js';
import { readTypedBody, WrongType } from '../../registry/typed/read-typed.js';
import { typeField } from '../../registry/typed/type-fields.js';
import { objectAt, textAt, textsAt, isJsonObject, type JsonObject } from '../../storage/kube-object.js';
import { badRequest, invalid, type Cause } from '../answer/api-error.js';
import type { Exchange } from '../answer/exchange.js';
import { flagIn, integerIn } from './parameters.js';
import { dryRunCauses } from './write-options.js';

/** The options of a deletion. */
export interface DeleteOptions {
  readonly dryRun: boolean;
  readonly preconditions: DeletePreconditions;
  readonly propagation: Propagation;
}

/**
 * Reads the options of a deletion.
 * @throws ApiError 400 or 415 for a body that cannot be read, 422 for what is not known or does not go together
 */
export async function readDeleteOptions(exchange: Exchange): Promise<DeleteOptions> {
  const bytes = await exchange.bytes();
  const options = bytes.length === 0 ? optionsInQuery(exchange.query) : optionsInBody(exchange, bytes);
  const policy = textAt(options.propagationPolicy);
  const causes = [...policyCauses(policy, options.orphanDependents), ...dryRunCauses(textsAt(options.dryRun))];
  if (causes.length > 0) throw invalid('meta.k8s.io', 'DeleteOptions', '', causes);
  const { uid, resourceVersion } = objectAt(options.preconditions);
  return {
    dryRun: textsAt(options.dryRun).length > 0,
    preconditions: { uid: textAt(uid), resourceVersion: textAt(resourceVersion) },
    propagation: (policy as Propagation | undefined) ?? (options.orphanDependents === true ? 'Orphan' : 'Background'),
  };
}

function optionsInQuery(query: URLSearchParams): JsonObject {
  integerIn(query, 'gracePeriodSeconds');
  const policy = query.get('propagationPolicy');
  return {
    ...(policy === null ? {} : { propagationPolicy: policy }),
    ...(query.has('orphanDependents') ? { orphanDependents: flagIn(query, 'orphanDependents') } : {}),
    dryRun: query.getAll('dryRun'),
  };
}

function optionsInBody(exchange: Exchange, bytes: Buffer): JsonObject {
  exchange.checkObjectType();
  const { value } = exchange.parsed(bytes);
  const body = value ?? {};
  if (!isJsonObject(body)) throw badRequest('the delete options are not an object');
  try {
    const kind = typeField(body, 'kind');
    if (kind !== '' && kind !== 'DeleteOptions') throw badRequest(`no kind ${JSON.stringify(kind)} is registered for the options of a deletion`);
    // Options come under the version of any group.
    typeField(body, 'apiVersion');
    return readTypedBody('DeleteOptions', body);
  } catch (error) {
    if (error instanceof WrongType) throw badRequest(error.message);
    throw error;
  }
}

const POLICIES: readonly string[] = ['Foreground', 'Background', 'Orphan'];

function policyCauses(policy: string | undefined, orphans: unknown): Cause[] {
  if (policy === undefined) return [];
  const causes: Cause[] = [];
  if (typeof orphans === 'boolean') causes.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(policy)}: orphanDependents and deletionPropagation cannot be both set`, field: 'propagationPolicy' });
  if (!POLICIES.includes(policy)) causes.push({ reason: 'FieldValueNotSupported', message: `Unsupported value: ${JSON.stringify(policy)}: supported values: "Foreground", "Background", "Orphan", "nil"`, field: 'propagationPolicy' });
  return causes;
}
