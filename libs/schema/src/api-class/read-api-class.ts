/** Reads an API class as a whole: names, spec and status, with all mistakes of all three at once. */
import type { ApiClass, ProviderConfigApiClass, ServiceApiClass } from './api-class.js';
import type { ClassOf } from './class-of.js';
import type { ProviderConfigObjectClass } from './provider-config-object.js';
import type { ServiceObjectClass } from './service-object.js';
import type { ApiMark, ApiNames } from './api-decorators.js';
import { apiMark } from './api-decorators.js';
import type { ClassMark } from '../decorators/marks.js';
import { classMarks } from '../decorators/marks.js';
import { ProviderConfigSettings } from '../provider-config/provider-config-settings.js';
import { CommonStatus } from '../status/common-status.js';
import { namesMistakes, pluralOf } from '../mistakes/api-mistakes.js';
import { Reading, readClass } from '../reader/class-reader.js';
import { columnMistakes, incompleteColumns } from './printer-columns.js';
import { immutableIn } from '../mistakes/property-mistakes.js';
import type { ObjectShape } from '../reader/property-tree.js';
import { SchemaMistakes } from '../mistakes/schema-mistakes.js';

/** Reads an API class. Throws SchemaMistakes with all that is wrong with it. */
export function readApiClass(ctor: ServiceObjectClass): ServiceApiClass;
export function readApiClass(ctor: ProviderConfigObjectClass): ProviderConfigApiClass;
export function readApiClass(ctor: ServiceObjectClass | ProviderConfigObjectClass): ApiClass;
export function readApiClass(ctor: ServiceObjectClass | ProviderConfigObjectClass): ApiClass {
  const mark = apiMark(ctor);
  if (mark === undefined) throw unmarked(ctor);
  const reading = new Reading();
  reading.mistakes.push(...namesMistakes(ctor.name, mark.names));
  const api = readMarked(ctor, mark, reading);
  if (reading.mistakes.length > 0) throw new SchemaMistakes(reading.mistakes);
  return api;
}

function unmarked(ctor: ServiceObjectClass | ProviderConfigObjectClass): SchemaMistakes {
  const decorator = isServiceObject(ctor) ? '@ServiceApi' : '@ProviderConfigApi';
  return new SchemaMistakes([{ where: ctor.name, message: `has no ${decorator}({ group, version, kind })` }]);
}

function isServiceObject(ctor: ServiceObjectClass | ProviderConfigObjectClass): ctor is ServiceObjectClass {
  return 'statusClass' in ctor;
}

function readMarked(ctor: ServiceObjectClass | ProviderConfigObjectClass, { role, names }: ApiMark, reading: Reading): ApiClass {
  const spec = reading.object(ctor.specClass);
  const identity = { ...identityOf(names), ...wordsOf(classMarks(ctor)), spec, specClass: ctor.specClass };
  reading.mistakes.push(...incompleteColumns(ctor.name, identity.columns), ...columnMistakes(spec));
  if (role === 'service' && isServiceObject(ctor)) {
    const status = readStatus(ctor.statusClass, reading);
    return { ...identity, role, scope: 'Namespaced', ctor, status, statusClass: ctor.statusClass };
  }
  refuseTaken(spec, ProviderConfigSettings, reading);
  return { ...identity, role: 'provider-config', scope: 'Cluster', ctor: ctor as ProviderConfigObjectClass };
}

function readStatus(statusClass: ClassOf, reading: Reading): ObjectShape {
  const status = reading.object(statusClass);
  refuseTaken(status, CommonStatus, reading);
  reading.mistakes.push(...columnMistakes(status));
  const immutable = immutableIn({ shape: status, limits: {} });
  if (immutable !== undefined) reading.refuse(statusClass, undefined, `${immutable} is immutable, which only what a user writes can be`);
  return status;
}

/** The runtime's own properties stand beside the author's and can't be his too. */
function refuseTaken(shape: ObjectShape, ours: ClassOf, reading: Reading): void {
  const taken = new Set(readClass(ours).properties.map(({ name }) => name));
  for (const { name } of shape.properties) {
    if (taken.has(name)) reading.refuse(shape.ctor, name, 'is a property that the runtime adds; give yours another name');
  }
}

function identityOf(names: ApiNames) {
  const { group, version, kind, shortNames = [], categories = [] } = names;
  const plural = names.plural ?? pluralOf(kind);
  const singular = names.singular ?? kind.toLowerCase();
  return { group, version, kind, plural, singular, shortNames, categories, listKind: `${kind}List`, apiVersion: `${group}/${version}` };
}

function wordsOf(marks: readonly ClassMark[]): Pick<ApiClass, 'description' | 'rules' | 'columns'> {
  return {
    description: marks.flatMap((mark) => (mark.kind === 'description' ? [mark.text] : [])).at(-1),
    rules: marks.flatMap((mark) => (mark.kind === 'rule' ? [mark.rule] : [])),
    columns: marks.flatMap((mark) => (mark.kind === 'column' ? [mark.column] : [])),
  };
}
