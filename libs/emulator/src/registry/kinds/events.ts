/** Events have two groups and one storage; the stored form is the core one. */
import type { Cause } from '../../server/answer/api-error.js';
import { objectAt, textAt, type KubeObject } from '../../storage/kube-object.js';
import { sameJson } from '../../storage/json/same-json.js';
import { isQualifiedName } from '../../storage/qualified-name.js';
import type { Admission } from '../type/admission.js';

/** The core form. */
export const eventAdmission: Admission = {
  generation: 'none',
  prepareCreate: fillIn,
  prepareUpdate: fillIn,
  validate: (object) => eventFaults(object, 'reportingComponent'),
};

/** What Go writes down even where nothing is said. */
function fillIn(object: KubeObject): void {
  for (const time of ['eventTime', 'firstTimestamp', 'lastTimestamp']) object[time] ??= null;
  for (const text of ['reportingComponent', 'reportingInstance']) object[text] ??= '';
  object.source ??= {};
}

function eventFaults(object: KubeObject, reporter: 'reportingComponent' | 'reportingController'): Cause[] {
  const namespace = object.metadata.namespace ?? '';
  const involved = textAt(objectAt(object.involvedObject).namespace) ?? '';
  if (hasTime(object)) return [...(involved === '' && !HOMES_OF_ALL.includes(namespace) ? [elsewhere(involved)] : []), ...reportFaults(object, reporter)];
  const agrees = involved === '' ? namespace === 'default' : involved === namespace;
  return agrees ? [] : [elsewhere(involved)];
}

/** Where Events of what is in no namespace stand. */
const HOMES_OF_ALL: readonly string[] = ['default', 'kube-system'];

function hasTime({ eventTime }: KubeObject): boolean {
  return eventTime !== undefined && eventTime !== null;
}

function elsewhere(namespace: string): Cause {
  return { reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(namespace)}: does not match event.namespace`, field: 'involvedObject.namespace' };
}

/** An Event with a time says who reports it and why; each may be so long. */
const LONGEST = { reportingInstance: 128, action: 128, reason: 128 } as const;
const LONGEST_MESSAGE = 1024;

function reportFaults(object: KubeObject, reporter: string): Cause[] {
  const faults: Cause[] = [];
  const by = textAt(object.reportingComponent) ?? '';
  if (by === '') faults.push({ reason: 'FieldValueRequired', message: 'Required value', field: reporter });
  if (!isQualifiedName(by)) faults.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(by)}: name part must consist of alphanumeric characters`, field: reporter });
  for (const field of ['reportingInstance', 'action', 'reason'] as const) {
    const text = textAt(object[field]) ?? '';
    if (text === '') faults.push({ reason: 'FieldValueRequired', message: 'Required value', field });
    if (text.length > LONGEST[field]) faults.push(tooLong(field, LONGEST[field]));
  }
  if ((textAt(object.message) ?? '').length > LONGEST_MESSAGE) faults.push(tooLong('message', LONGEST_MESSAGE));
  return faults;
}

function tooLong(field: string, most: number): Cause {
  return { reason: 'FieldValueInvalid', message: `Invalid value: "": can have at most ${most} characters`, field };
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

/** `events.k8s.io` is stricter: what was there for older clients stays empty, and what happened does not change. */
export const newEventAdmission: Admission = {
  ...eventAdmission,
  validate: (object, old) => [...eventFaults(object, 'reportingController'), ...(old === undefined ? newFaults(object) : changeFaults(object, old))],
};

const OF_OLD = ['firstTimestamp', 'lastTimestamp', 'count', 'source'] as const;

function newFaults(object: KubeObject): Cause[] {
  return [
    ...seriesFaults(object.series),
    ...(hasTime(object) ? [] : [{ reason: 'FieldValueRequired', message: 'Required value', field: 'eventTime' }]),
    ...(object.type === 'Normal' || object.type === 'Warning' ? [] : [{ reason: 'FieldValueInvalid', message: `Invalid value: "": has invalid value: ${textAt(object.type) ?? ''}`, field: 'type' }]),
    ...OF_OLD.filter((field) => isSaid(object[field])).map((field) => ({ reason: 'FieldValueInvalid', message: 'Invalid value: "": needs to be unset', field })),
  ];
}

function isSaid(value: unknown): boolean {
  return typeof value === 'object' ? Object.values(objectAt(value)).some((part) => part !== '') : value !== undefined && value !== 0;
}

function seriesFaults(series: unknown): Cause[] {
  if (series === undefined || series === null) return [];
  const { count, lastObservedTime } = objectAt(series);
  return [
    ...(typeof count === 'number' && count >= 2 ? [] : [{ reason: 'FieldValueInvalid', message: 'Invalid value: "": should be at least 2', field: 'series.count' }]),
    ...(lastObservedTime === undefined ? [{ reason: 'FieldValueRequired', message: 'Required value', field: 'series.lastObservedTime' }] : []),
  ];
}

const FIXED = ['involvedObject', 'reason', 'message', 'source', 'firstTimestamp', 'lastTimestamp', 'count', 'type', 'eventTime', 'action', 'related', 'reportingComponent', 'reportingInstance'] as const;

function changeFaults(object: KubeObject, old: KubeObject): Cause[] {
  const changed = FIXED.filter((field) => !sameJson(said(object[field]), said(old[field])));
  return [
    ...(sameJson(object.series, old.series) ? [] : seriesFaults(object.series)),
    ...changed.map((field) => ({ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(object[field] ?? '')}: field is immutable`, field })),
  ];
}

/** What is empty in one way and in another is the same in Go. */
function said(value: unknown): unknown {
  return isSaid(value) && value !== '' ? value : undefined;
}
