import type { Cause } from '../../server/answer/api-error.js';
import { objectAt, textAt } from '../../storage/kube-object.js';
import { isQualifiedName } from '../object-meta.js';
import type { Admission } from '../type/admission.js';

const STRATEGY = 'OldestEmulationVersion';

export const leaseAdmission: Admission = {
  generation: 'none',
  validate(object) {
    const spec = objectAt(object.spec);
    const faults: Cause[] = [];
    if (typeof spec.leaseDurationSeconds === 'number' && spec.leaseDurationSeconds <= 0) {
      faults.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${spec.leaseDurationSeconds}: must be greater than 0`, field: 'spec.leaseDurationSeconds' });
    }
    if (typeof spec.leaseTransitions === 'number' && spec.leaseTransitions < 0) {
      faults.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${spec.leaseTransitions}: must be greater than or equal to 0`, field: 'spec.leaseTransitions' });
    }
    const strategy = textAt(spec.strategy);
    if (strategy !== undefined && strategy !== STRATEGY && !(strategy.includes('/') && isQualifiedName(strategy))) {
      faults.push({ reason: 'FieldValueNotSupported', message: `Unsupported value: ${JSON.stringify(strategy)}: supported values: ${JSON.stringify(STRATEGY)}`, field: 'spec.strategy' });
    }
    if ((textAt(spec.preferredHolder) ?? '') !== '' && (strategy ?? '') === '') {
      faults.push({ reason: 'FieldValueForbidden', message: 'Forbidden: may only be specified if `strategy` is defined', field: 'spec.preferredHolder' });
    }
    return faults;
  },
};
