import { ArrayMaxSize, IsIn, IsInt, IsOptional, IsString, MaxLength } from 'class-validator';

import { Default } from '../decorators/default.js';
import { Immutable } from '../decorators/immutable.js';
import { IntOrString } from '../values/int-or-string.js';
import { Rule } from '../decorators/rule.js';
import { FreeForm, ItemsOf, MapOf, Nested } from '../decorators/shape.js';
import type { DecoratorSample } from './decorator-sample.js';
import { sample, updated } from './sample-api.js';

class RequiredSpec { @Immutable() @IsString() value!: string; @IsOptional() @IsInt() other?: number }
class OptionalSpec { @Immutable() @IsOptional() @IsString() value?: string; @IsOptional() @IsInt() other?: number }
class DefaultSpec { @Immutable() @Default('shared') @IsIn(['shared', 'dedicated']) value!: string }
class ReservedSpec { @Immutable() @IsOptional() @IsString() namespace?: string; @Immutable() @IsOptional() @IsString() 'a-b'?: string }

class Storage { @Immutable() @IsOptional() @IsString() kind?: string; @IsOptional() @IsInt() size?: number }
class OptionalNestedSpec { @IsOptional() @Nested(() => Storage) storage?: Storage }
class RequiredNestedSpec { @Nested(() => Storage) storage!: Storage }
class FirmStorage { @Immutable() @IsString() @MaxLength(63) kind!: string; @IsOptional() @IsInt() size?: number }
class RequiredInOptionalSpec { @IsOptional() @Nested(() => FirmStorage) storage?: FirmStorage }
class WholeSpec { @Immutable() @IsOptional() @Nested(() => Storage) storage?: Storage }

class Disk { @IsString() name!: string; @Immutable() @IsOptional() @IsString() @MaxLength(63) kind?: string; @IsOptional() @IsInt() size?: number }
class KeyedSpec { @IsOptional() @ItemsOf(() => Disk, { keys: ['name'] }) @ArrayMaxSize(64) disks?: Disk[] }
class MapSpec { @IsOptional() @MapOf(() => FirmStorage, { maxEntries: 64 }) volumes?: Record<string, FirmStorage> }
class ListSpec { @Immutable() @ItemsOf(() => String) value!: string[] }
class PortSpec { @Immutable() @IsOptional() @IntOrString() value?: number | string }
class FreeFormSpec { @Immutable() @IsOptional() @FreeForm() value?: Record<string, unknown> }
class GrowSpec { @Rule('self >= oldSelf', 'cannot shrink') @IsInt() value!: number }

/** Rules about the old value. */
export const immutableSamples: readonly DecoratorSample[] = [
  sample('Immutable', RequiredSpec, [
    updated('something else changes', { value: 'a' }, { value: 'a', other: 1 }, true),
    updated('it changes', { value: 'a' }, { value: 'b' }, false),
  ]),
  sample('Immutable and optional', OptionalSpec, [
    updated('it stays', { value: 'a' }, { value: 'a', other: 1 }, true),
    updated('it stays absent', {}, { other: 1 }, true),
    updated('it changes', { value: 'a' }, { value: 'b' }, false),
    updated('it is added', {}, { value: 'a' }, false),
    updated('it is removed', { value: 'a' }, {}, false),
    updated('it is removed by null', { value: 'a' }, { value: null }, false),
  ]),
  sample('Immutable with a default', DefaultSpec, [
    updated('the default is written out', {}, { value: 'shared' }, true),
    updated('removed, where it was the default', { value: 'shared' }, {}, true),
    updated('removed, where it was not the default', { value: 'dedicated' }, {}, false),
    updated('changed from the default', {}, { value: 'dedicated' }, false),
  ]),
  sample('Immutable under names that CEL reserves', ReservedSpec, [
    updated('they stay', { namespace: 'a', 'a-b': 'c' }, { namespace: 'a', 'a-b': 'c' }, true),
    updated('a reserved word changes', { namespace: 'a' }, { namespace: 'b' }, false),
    updated('a name with a dash is added', {}, { 'a-b': 'c' }, false),
  ]),
  sample('Immutable in an optional object', OptionalNestedSpec, [
    updated('the object comes without it', {}, { storage: { size: 1 } }, true),
    updated('the object goes without it', { storage: { size: 1 } }, {}, true),
    updated('the object changes around it', { storage: { kind: 'a' } }, { storage: { kind: 'a', size: 1 } }, true),
    updated('the object comes with it', {}, { storage: { kind: 'a' } }, false),
    updated('the object goes with it', { storage: { kind: 'a' } }, {}, false),
    updated('it changes', { storage: { kind: 'a' } }, { storage: { kind: 'b' } }, false),
    updated('it is added', { storage: {} }, { storage: { kind: 'a' } }, false),
  ]),
  sample('Immutable in a required object', RequiredNestedSpec, [
    updated('the object changes around it', { storage: { kind: 'a' } }, { storage: { kind: 'a', size: 1 } }, true),
    updated('it is added', { storage: {} }, { storage: { kind: 'a' } }, false),
    updated('it is removed', { storage: { kind: 'a' } }, { storage: {} }, false),
  ]),
  sample('Immutable and required in an optional object', RequiredInOptionalSpec, [
    updated('the object changes around it', { storage: { kind: 'a' } }, { storage: { kind: 'a', size: 1 } }, true),
    updated('the object comes', {}, { storage: { kind: 'a' } }, false),
    updated('the object goes', { storage: { kind: 'a' } }, {}, false),
    updated('it changes', { storage: { kind: 'a' } }, { storage: { kind: 'b' } }, false),
  ]),
  sample('Immutable object', WholeSpec, [
    updated('it stays', { storage: { size: 1 } }, { storage: { size: 1 } }, true),
    updated('something in it changes', { storage: { size: 1 } }, { storage: { size: 2 } }, false),
    updated('it is removed', { storage: { size: 1 } }, {}, false),
  ]),
  sample('Immutable in a list with keys', KeyedSpec, [
    updated('an item is added', { disks: [{ name: 'a', kind: 'x' }] }, { disks: [{ name: 'b' }, { name: 'a', kind: 'x' }] }, true),
    updated('an item changes around it', { disks: [{ name: 'a', kind: 'x' }] }, { disks: [{ name: 'a', kind: 'x', size: 1 }] }, true),
    updated('it changes', { disks: [{ name: 'a', kind: 'x' }] }, { disks: [{ name: 'a', kind: 'y' }] }, false),
    updated('it is added', { disks: [{ name: 'a' }] }, { disks: [{ name: 'a', kind: 'y' }] }, false),
  ]),
  sample('Immutable in a map', MapSpec, [
    updated('a value is added', { volumes: { a: { kind: 'x' } } }, { volumes: { a: { kind: 'x' }, b: { kind: 'y' } } }, true),
    updated('it changes', { volumes: { a: { kind: 'x' } } }, { volumes: { a: { kind: 'y' } } }, false),
  ]),
  sample('Immutable list', ListSpec, [
    updated('it stays', { value: ['a', 'b'] }, { value: ['a', 'b'] }, true),
    updated('the order changes', { value: ['a', 'b'] }, { value: ['b', 'a'] }, false),
    updated('an item is added', { value: ['a'] }, { value: ['a', 'b'] }, false),
  ]),
  sample('Immutable number or text', PortSpec, [
    updated('it stays', { value: 80 }, { value: 80 }, true),
    updated('the number becomes a text', { value: 80 }, { value: '80' }, false),
    updated('it is added', {}, { value: 80 }, false),
  ]),
  sample('Immutable free form', FreeFormSpec, [
    updated('it stays', { value: { a: [1, { b: 'c' }] } }, { value: { a: [1, { b: 'c' }] } }, true),
    updated('something deep in it changes', { value: { a: [1, { b: 'c' }] } }, { value: { a: [1, { b: 'd' }] } }, false),
    updated('it is added', {}, { value: {} }, false),
  ]),
  sample('Rule about the old value', GrowSpec, [
    updated('it grows', { value: 1 }, { value: 2 }, true),
    updated('it shrinks', { value: 2 }, { value: 1 }, false),
  ]),
];
