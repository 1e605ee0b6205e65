import { toInstance } from '@kcp-runtime/schema';
import type { Checked } from '@kcp-runtime/schema';
import type { DeletedSpec } from '../../offer/order.js';
import { because } from '../../status/reasons.js';
import type { Ended } from '../ended.js';
import type { Pass } from '../pass.js';

/** Step 4: the spec as an instance of its class, defaults filled in; every problem at once where there are any. */
export function acceptSpec(pass: Pass): { readonly spec: object } | Ended {
  const read = readSpec(pass);
  if (read.ok) {
    pass.met('SpecAccepted', because.specValid());
    return { spec: read.value };
  }
  const why = because.specInvalid(read.problems);
  pass.unmet('SpecAccepted', why);
  return { ended: 'refused', because: why };
}

/** The spec of a deleting order: an invalid one is handed on as it stands. */
export function specToDelete(pass: Pass): DeletedSpec<object> {
  const read = readSpec(pass);
  return read.ok ? { kind: 'valid', value: read.value } : { kind: 'raw', value: pass.order.spec };
}

function readSpec(pass: Pass): Checked<object> {
  return toInstance(pass.served.api.specClass, pass.order.spec ?? {});
}
