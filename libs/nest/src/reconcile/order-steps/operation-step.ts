import { OPERATION_ANNOTATION } from '../../offer/operation.js';
import type { Ended } from '../ended.js';
import type { Pass } from '../pass.js';

/** Step 2: `ignore` ends the pass without a trace, `reconcile` is taken away and the pass goes on, anything else means nothing. */
export async function obeyOperation(pass: Pass): Promise<Ended | undefined> {
  const { operation, resourceVersion } = pass.frame.fields;
  if (operation === 'ignore') return { ended: 'ignored' };
  if (operation !== 'reconcile') return undefined;
  const patch = { resourceVersion, annotations: { [OPERATION_ANNOTATION]: null } };
  await pass.write((home) => home.patchMetadata(pass.key, patch, pass.order, pass.signal));
  return undefined;
}
