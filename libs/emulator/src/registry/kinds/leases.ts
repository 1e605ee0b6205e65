import type { Cause } from '../../server/answer/api-error.js';
import { objectAt, type KubeObject } from '../../storage/kube-object.js';
import type { Admission } from '../type/admission.js';

export const leaseAdmission: Admission = {
  generation: 'none',
  prepareCreate: dropCoordination,
  prepareUpdate: dropCoordination,
  validate(object) {
    const spec = objectAt(object.spec);
    const faults: Cause[] = [];
    if (typeof spec.leaseDurationSeconds === 'number' && spec.leaseDurationSeconds <= 0) {
      faults.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${spec.leaseDurationSeconds}: must be greater than 0`, field: 'spec.leaseDurationSeconds' });
    }
    if (typeof spec.leaseTransitions === 'number' && spec.leaseTransitions < 0) {
      faults.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${spec.leaseTransitions}: must be greater than or equal to 0`, field: 'spec.leaseTransitions' });
    }
    return faults;
  },
};

/** Fields of a feature that is off by default. */
function dropCoordination(object: KubeObject): void {
  const { strategy, preferredHolder, ...spec } = objectAt(object.spec);
  if (strategy !== undefined || preferredHolder !== undefined) object.spec = spec;
}
