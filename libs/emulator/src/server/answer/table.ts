/** `Table` answers, which kubectl shows. */
import type { Clock } from '../../control/clock.js';
import type { Column, ResourceType, ResourceVersion } from '../../registry/type/resource-type.js';
import type { Encoder } from '../../storage/change.js';
import { objectAt, type JsonObject, type KubeObject } from '../../storage/kube-object.js';
import { valueAtPath } from './json-path.js';

const NAME: JsonObject = { name: 'Name', type: 'string', format: 'name', description: 'Name of the object, unique within its namespace.', priority: 0 };
const AGE: Column = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };
const DATA: Column = { name: 'Data', type: 'string', jsonPath: '.data' };

function columnsOf(type: ResourceType, version: ResourceVersion): readonly Column[] {
  if (type.origin === 'custom' && version.columns.length > 0) return version.columns;
  const hasData = type.group === '' && (type.plural === 'configmaps' || type.plural === 'secrets');
  return [...version.columns, ...(hasData ? [DATA] : []), AGE];
}

/** The column heads of a resource. */
export function tableColumns(type: ResourceType, version: ResourceVersion): JsonObject[] {
  const heads = columnsOf(type, version).map(({ name, type: columnType, format = '', description = '', priority = 0 }) => ({ name, type: columnType === 'date' ? 'string' : columnType, format, description, priority }));
  return [NAME, ...heads];
}

/** One object as a row. */
export function tableRow(type: ResourceType, version: ResourceVersion, object: KubeObject, nowMs: number): JsonObject {
  const shown = version.fromStorage(object);
  const cells = columnsOf(type, version).map((column) => cell(column, shown, nowMs));
  const { managedFields: _managed, ...metadata } = object.metadata;
  return { cells: [object.metadata.name, ...cells], object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata } };
}

/** Each object as a table of its own, as a watch for tables sends it. */
export function tableEncoder(type: ResourceType, version: ResourceVersion, clock: Clock): Encoder {
  return {
    key: `table ${version.name}`,
    encode: (object) =>
      JSON.stringify({
        kind: 'Table',
        apiVersion: 'meta.k8s.io/v1',
        metadata: { resourceVersion: object.metadata.resourceVersion },
        columnDefinitions: tableColumns(type, version),
        rows: [tableRow(type, version, object, clock.now())],
      }),
  };
}

function cell(column: Column, object: KubeObject, nowMs: number): unknown {
  const value = valueAtPath(object, column.jsonPath);
  if (column === DATA) return Object.keys(objectAt(value)).length;
  if (value === undefined || value === null) return column.type === 'date' ? '<unknown>' : null;
  if (column.type === 'date') return age(String(value), nowMs);
  return typeof value === 'object' ? JSON.stringify(value) : column.type === 'string' ? String(value) : value;
}

/** As kubectl writes ages: two units at most. */
function age(time: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(time)) / 1000));
  if (Number.isNaN(seconds)) return '<invalid>';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return `${minutes}m${seconds % 60 === 0 ? '' : `${seconds % 60}s`}`;
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours}h` : `${Math.floor(hours / 24)}d`;
}
