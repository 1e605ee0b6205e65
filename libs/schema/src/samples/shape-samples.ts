import { IsInt, IsNotEmptyObject, IsOptional, IsString, Min, MinLength } from 'class-validator';

import { Default } from '../decorators/default.js';
import { DurationString } from '../values/duration-string.js';
import { IntOrString } from '../values/int-or-string.js';
import { Quantity } from '../values/quantity.js';
import { Rule } from '../decorators/rule.js';
import { SecretRef } from '../values/secret-ref.js';
import { FreeForm, Nested } from '../decorators/shape.js';
import type { DecoratorSample } from './decorator-sample.js';
import { created, sample, values } from './sample-api.js';

class Storage {
  @IsString() @MinLength(1) name!: string;
  @Default(1) @IsInt() @Min(1) copies!: number;
}
class Outer { @IsOptional() @Nested(() => Storage) storage?: Storage }
class Tuning { @Default(10) @IsInt() buffers!: number }
class DefaultedSpec { @Default({}) @Nested(() => Tuning) value!: Tuning }
@Rule('self.min <= self.max', 'min must not be above max')
class RangeSpec {
  @IsInt() min!: number;
  @IsInt() max!: number;
}

/** Objects, and the values that only Kubernetes knows. */
export const shapeSamples: readonly DecoratorSample[] = [
  values('Nested', [Nested(() => Storage)], {
    accepts: [{ name: 'a' }, { name: 'a', copies: 2 }, { name: 'a', copies: null }],
    refuses: [{}, { name: '' }, { name: 'a', copies: 0 }, 'a', []],
  }),
  values('Nested twice', [Nested(() => Outer)], { accepts: [{}, { storage: { name: 'a' } }], refuses: [{ storage: {} }, { storage: { name: 1 } }] }),
  values('an unknown property', [Nested(() => Storage)], { accepts: [{ name: 'a' }], refuses: [{ name: 'a', other: 1 }], checkedBy: 'class' }),
  sample('Default of an object', DefaultedSpec, [created('absent', {}, true), created('empty', { value: {} }, true), created('wrong inside', { value: { buffers: 'x' } }, false)]),
  values('FreeForm', [FreeForm()], { accepts: [{}, { a: { b: [1, null, 'x'] }, constructor: { prototype: 1 } }], refuses: ['a', [], 1] }),
  values('FreeForm not empty', [FreeForm(), IsNotEmptyObject({ nullable: true })], { accepts: [{ a: 1 }], refuses: [{}] }),
  values('Quantity', [Quantity()], { accepts: ['500m', '2Gi', '1e3', '.5', 3, -1], refuses: ['2 Gi', 'much', true, 1.5] }),
  values('DurationString', [DurationString()], { accepts: ['90s', '1h30m', '1.5h', '0s'], refuses: ['90', '1 day', '-1s', ''] }),
  values('DurationString with limits', [DurationString({ min: '10s', max: '1h' })], { accepts: ['10s', '60m'], refuses: ['9s', '61m'] }),
  values('IntOrString', [IntOrString()], { accepts: [80, 'http', '80', -1], refuses: [true, 1.5, [80]] }),
  values('SecretRef', [SecretRef()], {
    accepts: [{ name: 'login' }, { name: 'a.b', namespace: 'ns', key: 'tls.crt' }],
    refuses: [{}, { name: 'Login' }, { name: 'a', namespace: 'n.s' }, { name: 'a', key: 'a b' }],
  }),
  values('Rule on a property', [IsInt(), Rule('self % 2 == 0', 'must be even')], { accepts: [2], refuses: [3], checkedBy: 'server' }),
  sample('Rule on a class', RangeSpec, [
    created('in order', { min: 1, max: 1 }, true),
    created('out of order', { min: 2, max: 1 }, false, 'server'),
  ]),
];
