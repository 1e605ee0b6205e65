import type { ClassOf } from './class-of.js';
import type { PrinterColumnSettings } from '../decorators/marks.js';
import type { ObjectShape, PropertyNode, ValueNode } from '../reader/property-tree.js';
import type { SchemaMistake } from '../mistakes/schema-mistakes.js';

/** A column whose place and type are settled. */
export type PlacedColumn = PrinterColumnSettings & Required<Pick<PrinterColumnSettings, 'name' | 'type' | 'jsonPath'>>;

function columnType({ shape, limits }: ValueNode): PlacedColumn['type'] {
  if (limits.format === 'date-time') return 'date';
  return shape.kind === 'integer' || shape.kind === 'number' || shape.kind === 'boolean' ? shape.kind : 'string';
}

function placed({ name, type, jsonPath, ...words }: PrinterColumnSettings, property: PropertyNode, path: string): PlacedColumn {
  return {
    name: name ?? property.name.charAt(0).toUpperCase() + property.name.slice(1),
    type: type ?? columnType(property.value),
    jsonPath: jsonPath ?? path,
    ...words,
  };
}

function isComplete(column: PrinterColumnSettings): column is PlacedColumn {
  return column.name !== undefined && column.type !== undefined && column.jsonPath !== undefined;
}

/** The columns that stand on a class or on an API. */
export function classColumns(columns: readonly PrinterColumnSettings[]): readonly PlacedColumn[] {
  return columns.filter(isComplete);
}

/** The columns of an object and of the objects in it; `path` is where it stands, `.spec`. */
export function objectColumns(shape: ObjectShape, path: string): readonly PlacedColumn[] {
  const inside = shape.properties.flatMap((property) => {
    const at = `${path}.${property.name}`;
    const below = property.value.shape.kind === 'object' ? objectColumns(property.value.shape, at) : [];
    return [...property.columns.map((column) => placed(column, property, at)), ...below];
  });
  return [...classColumns(shape.columns), ...inside];
}

/** Columns of a class that do not say where they look. */
export function incompleteColumns(where: string, columns: readonly PrinterColumnSettings[]): SchemaMistake[] {
  return columns.filter((column) => !isComplete(column)).map(() => ({ where, message: 'a @PrinterColumn on a class needs name, type and jsonPath' }));
}

/** Columns that have no one value to show, or do not say which. */
export function columnMistakes(shape: ObjectShape): SchemaMistake[] {
  return [...incompleteColumns(shape.ctor.name, shape.columns), ...shape.properties.flatMap((property) => propertyMistakes(shape.ctor, property))];
}

function propertyMistakes(ctor: ClassOf, { name, value, columns }: PropertyNode): SchemaMistake[] {
  const where = `${ctor.name}.${name}`;
  const own = columns.length > 0 && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? [{ where, message: 'a @PrinterColumn on it needs a plain name; say jsonPath on the class' }] : [];
  switch (value.shape.kind) {
    case 'object':
      return [...own, ...columnMistakes(value.shape)];
    case 'list':
      return [...own, ...insideMany(where, value.shape.items)];
    case 'map':
      return [...own, ...insideMany(where, value.shape.values)];
    default:
      return own;
  }
}

function insideMany(where: string, { shape }: ValueNode): SchemaMistake[] {
  const hidden = shape.kind === 'object' ? objectColumns(shape, '') : [];
  return hidden.map((column) => ({ where, message: `the column ${column.name} stands on something that there are many of; a column shows one value` }));
}
