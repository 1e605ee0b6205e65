/** Makes samples: an API of its own for each decorator, with one property `value` unless said otherwise. */
import { serviceObject } from '../api-class/service-object.js';
import type { ServiceObjectClass } from '../api-class/service-object.js';
import type { ClassOf } from '../api-class/class-of.js';
import { ServiceApi } from '../api-class/api-decorators.js';
import type { JsonObject, JsonValue } from '../structure/json-schema.js';
import type { DecoratorSample, SampleCase } from './decorator-sample.js';

/** Status of every sample: none of its own. */
export class NoStatus {}

function apiFor(decorator: string, spec: ClassOf): ServiceObjectClass {
  const kind = `Sample${decorator.replace(/[^0-9A-Za-z]/g, '')}`;
  class Sample extends serviceObject(spec, NoStatus) {}
  ServiceApi({ group: 'samples.example.org', version: 'v1', kind })(Sample);
  return Sample;
}

/** A sample of a spec class written out, with its cases. */
export function sample(decorator: string, spec: ClassOf, cases: readonly SampleCase[]): DecoratorSample {
  return { decorator, api: apiFor(decorator, spec), cases };
}

/** Who judges a value that is refused; the others accept it. */
type CheckedBy = SampleCase['checkedBy'];

/** A spec that is created. */
export function created(says: string, spec: JsonObject, accepted: boolean, checkedBy: CheckedBy = 'both'): SampleCase {
  return { kind: 'create', says, spec, accepted, checkedBy };
}

/** A spec that is replaced by another; only the server knows what was before. */
export function updated(says: string, from: JsonObject, to: JsonObject, accepted: boolean): SampleCase {
  return { kind: 'update', says, from, to, accepted, checkedBy: 'server' };
}

/** Values from both sides of a decorator's limits. */
export interface SampleValues {
  readonly accepts: readonly JsonValue[];
  readonly refuses: readonly JsonValue[];
  readonly checkedBy?: CheckedBy;
}

/** A sample of decorators on `value`. The class is put together here, so that no compiler's types help. */
export function values(decorator: string, decorators: readonly PropertyDecorator[], { accepts, refuses, checkedBy }: SampleValues): DecoratorSample {
  class ValueSpec {}
  for (const decorate of decorators) decorate(ValueSpec.prototype, 'value');
  return sample(decorator, ValueSpec, [
    ...accepts.map((value) => created(JSON.stringify(value), { value }, true)),
    ...refuses.map((value) => created(JSON.stringify(value), { value }, false, checkedBy)),
  ]);
}
