/** `Table` answers, which kubectl shows. */
import type { Clock } from '../../control/clock.js';
import { AGE, CREATED, OWN_NAME } from '../../registry/kinds/columns.js';
import type { Column, ResourceType, ResourceVersion } from '../../registry/type/resource-type.js';
import type { Encoder } from '../../storage/change.js';
import { objectAt, type JsonObject, type KubeObject } from '../../storage/kube-object.js';
import { badRequest } from './api-error.js';
import { valueAtPath } from './json-path.js';

const NAME: JsonObject = { name: 'Name', type: 'string', format: 'name', description: 'Name of the object, unique within its namespace.', priority: 0 };
const DATA: Column = { name: 'Data', type: 'string', jsonPath: '.data' };

function columnsOf(type: ResourceType, version: ResourceVersion): readonly Column[] {
  if (namesItself(version) || (type.origin === 'custom' && version.columns.length > 0)) return version.columns;
  const hasData = type.group === '' && (type.plural === 'configmaps' || type.plural === 'secrets');
  const saysAge = version.columns.some(({ jsonPath }) => jsonPath === CREATED);
  return [...version.columns, ...(hasData ? [DATA] : []), ...(saysAge ? [] : [AGE])];
}

/** Whether the name is among the columns of its own, and not before all others. */
function namesItself({ columns }: ResourceVersion): boolean {
  return columns.some(({ jsonPath }) => jsonPath === OWN_NAME);
}

/** The column heads of a resource. */
export function tableColumns(type: ResourceType, version: ResourceVersion): JsonObject[] {
  const heads = columnsOf(type, version).map(({ name, type: columnType, format = '', description = '', priority = 0 }) => ({ name, type: columnType === 'date' && type.origin === 'builtin' ? 'string' : columnType, format, description, priority }));
  return namesItself(version) ? heads : [NAME, ...heads];
}

/** What a row has beside its cells. */
export type RowObject = 'None' | 'Metadata' | 'Object';

/** @throws ApiError 400 for what no row has */
export function checkRowObject(query: URLSearchParams): void {
  const asked = query.get('includeObject') ?? '';
  if (!['', 'None', 'Metadata', 'Object'].includes(asked)) throw badRequest(`unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(asked)}`);
}

/** Reads what a client wants of it. */
export function rowObjectOf(query: URLSearchParams): RowObject {
  const asked = query.get('includeObject');
  return asked === 'None' || asked === 'Object' ? asked : 'Metadata';
}

/** One object as a row. */
export function tableRow(type: ResourceType, version: ResourceVersion, object: KubeObject, nowMs: number, include: RowObject): JsonObject {
  const shown = version.fromStorage(object);
  const absent = type.origin === 'custom' ? null : '<unknown>';
  const cells = columnsOf(type, version).map((column) => cell(column, shown, nowMs, absent));
  return { cells: namesItself(version) ? cells : [object.metadata.name, ...cells], object: rowObject(shown, include) };
}

function rowObject(shown: KubeObject, include: RowObject): JsonObject | null {
  switch (include) {
    case 'None':
      return null;
    case 'Object':
      return shown;
    case 'Metadata': {
      const { managedFields: _managed, ...metadata } = shown.metadata;
      return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
    }
  }
}

/** Each object as a table of its own, as a watch for tables sends it. */
export function tableEncoder(type: ResourceType, version: ResourceVersion, clock: Clock, include: RowObject): Encoder {
  return {
    key: `table ${version.name} ${include}`,
    encode: (object) =>
      JSON.stringify({
        kind: 'Table',
        apiVersion: 'meta.k8s.io/v1',
        metadata: { resourceVersion: object.metadata.resourceVersion },
        columnDefinitions: tableColumns(type, version),
        rows: [tableRow(type, version, object, clock.now(), include)],
      }),
  };
}

function cell(column: Column, object: KubeObject, nowMs: number, absentDate: '<unknown>' | null): unknown {
  if (column.text !== undefined) return column.text(object);
  const value = column.value === undefined ? valueAtPath(object, column.jsonPath) : column.value(object);
  if (column === DATA) return Object.keys(objectAt(value)).length;
  if (value === undefined || value === null) return column.type === 'date' ? absentDate : null;
  if (column.type === 'date') return age(String(value), nowMs);
  return typeof value === 'object' ? JSON.stringify(value) : column.type === 'string' ? String(value) : value;
}

/** As Kubernetes writes ages: two units at most, and the smaller one while it matters. */
function age(time: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(time)) / 1000));
  if (Number.isNaN(seconds)) return '<invalid>';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return units(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return units(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (days < 8) return units(days, 'd', hours % 24, 'h');
  const years = Math.floor(days / 365);
  if (years < 2) return `${days}d`;
  return years < 8 ? units(years, 'y', days % 365, 'd') : `${years}y`;
}

function units(many: number, unit: string, rest: number, smaller: string): string {
  return `${many}${unit}${rest === 0 ? '' : `${rest}${smaller}`}`;
}
