/** Events have two groups and one storage; the stored form is the core one. */
import type { Cause } from '../../server/answer/api-error.js';
import { objectAt, textAt, type KubeObject } from '../../storage/kube-object.js';
import type { Admission } from '../type/admission.js';

/** The core form. */
export const eventAdmission: Admission = {
  generation: 'none',
  prepareCreate(object) {
    for (const time of ['eventTime', 'firstTimestamp', 'lastTimestamp']) object[time] ??= null;
    for (const text of ['reportingComponent', 'reportingInstance']) object[text] ??= '';
    object.source ??= {};
  },
  validate(object) {
    const involved = objectAt(object.involvedObject);
    const faults: Cause[] = [];
    const namespace = textAt(involved.namespace) ?? '';
    if (namespace !== '' && namespace !== object.metadata.namespace) {
      faults.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(namespace)}: does not match event.namespace`, field: 'involvedObject.namespace' });
    }
    if (object.eventTime !== undefined && object.eventTime !== null) faults.push(...newStyleFaults(object));
    return faults;
  },
};

/** What `events.k8s.io` demands of every event, and core only of those with an eventTime. */
function newStyleFaults(object: KubeObject): Cause[] {
  const faults: Cause[] = [];
  for (const field of ['reportingComponent', 'reportingInstance', 'action', 'reason'] as const) {
    const shown = field === 'reportingComponent' ? 'reportingController' : field;
    if ((textAt(object[field]) ?? '') === '') faults.push({ reason: 'FieldValueRequired', message: 'Required value', field: shown });
  }
  if (object.type !== 'Normal' && object.type !== 'Warning') {
    faults.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(object.type ?? '')}: has invalid value`, field: 'type' });
  }
  return faults;
}

/** A core event as `events.k8s.io/v1` shows it. */
export function toNewEvent(object: KubeObject): KubeObject {
  const { involvedObject, message, reportingComponent, source, firstTimestamp, lastTimestamp, count, ...rest } = object;
  return {
    ...rest,
    apiVersion: 'events.k8s.io/v1',
    regarding: involvedObject,
    note: message,
    reportingController: reportingComponent,
    deprecatedSource: source,
    deprecatedFirstTimestamp: firstTimestamp,
    deprecatedLastTimestamp: lastTimestamp,
    deprecatedCount: count,
  };
}

/** An `events.k8s.io/v1` event in its stored, core form. */
export function fromNewEvent(object: KubeObject): KubeObject {
  const { regarding, note, reportingController, deprecatedSource, deprecatedFirstTimestamp, deprecatedLastTimestamp, deprecatedCount, ...rest } = object;
  return {
    ...rest,
    apiVersion: 'v1',
    involvedObject: regarding ?? {},
    message: note,
    reportingComponent: reportingController,
    source: deprecatedSource,
    firstTimestamp: deprecatedFirstTimestamp,
    lastTimestamp: deprecatedLastTimestamp,
    count: deprecatedCount,
  };
}

/** In `events.k8s.io` an event without its time is refused. */
export const newEventAdmission: Admission = {
  generation: 'none',
  validate(object, old, writing) {
    const faults = eventAdmission.validate?.(object, old, writing) ?? [];
    if (old === undefined && (object.eventTime === undefined || object.eventTime === null)) faults.push({ reason: 'FieldValueRequired', message: 'Required value', field: 'eventTime' });
    return faults;
  },
};
