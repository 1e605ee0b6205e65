import { readConditions } from '../status/conditions.js';
import type { Condition } from '../status/conditions.js';
import { because } from '../status/reasons.js';
import type { Because, MissingClaim } from '../status/reasons.js';

/**
 * Why a binding does not do what it is for, and who is to do what: for the operator, who may tell the consumer.
 * `undefined` for one that is well, or on its way: kcp takes some seconds for a schema that is new to it.
 */
export function bindingFault(status: unknown, missing: readonly MissingClaim[]): Because | undefined {
  const broken = readConditions(status).filter((condition) => condition.status === 'False');
  const exportFault = broken.find(({ type }) => type === 'APIExportValid');
  if (exportFault !== undefined) return exportInvalid(exportFault);
  const conflict = broken.find(({ type, reason }) => type === 'BindingUpToDate' && reason === 'NamingConflicts');
  if (conflict !== undefined) return namingConflict(conflict, status);
  return missing.length === 0 ? undefined : because.claimsMissing(missing);
}

function exportInvalid({ reason, message }: Condition): Because {
  return { reason: reason || 'APIExportInvalid', message: `kcp can not use the export for this binding: ${message}. Look at the condition KcpPublished` };
}

/** kcp does not look again after a first conflict; a binding that was Bound before goes on with the schema that it has. */
function namingConflict({ reason, message }: Condition, status: unknown): Because {
  const isServed = (status as { readonly phase?: unknown } | undefined)?.phase === 'Bound';
  const state = isServed ? 'The workspace stays with the schema that it has' : 'The workspace has the API from somewhere else';
  const remedy = isServed ? 'The consumer deletes what bears the same name there' : 'The consumer deletes what bears the same name there, and then deletes this APIBinding and makes it again';
  return { reason, message: `${state}: ${message}. ${remedy}` };
}
