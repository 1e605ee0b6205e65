import { Equals, IsDefined, IsEnum, IsIn, IsInt, IsNotIn, IsOptional, IsString, NotEquals } from 'class-validator';

import { Default } from '../decorators/default.js';
import type { DecoratorSample } from './decorator-sample.js';
import { created, sample, values } from './sample-api.js';

enum Size { small = 'small', large = 'large' }
enum Level { low = 1, high = 2 }

class RequiredSpec { @IsString() value!: string }
class DefinedSpec { @IsDefined() @IsString() value!: string }
class OptionalSpec { @IsOptional() @IsString() value?: string }
class DefaultSpec { @Default(5) @IsInt() value!: number }

/** Rules about which values there are, and whether there must be one. */
export const choiceSamples: readonly DecoratorSample[] = [
  values('IsIn', [IsIn(['shared', 'dedicated'])], { accepts: ['shared', 'dedicated'], refuses: ['other', '', 1] }),
  values('IsIn numbers', [IsIn([1, 2])], { accepts: [1, 2], refuses: [3, '1'] }),
  values('IsNotIn', [IsString(), IsNotIn(['root', 'admin'])], { accepts: ['user'], refuses: ['root', 'admin'] }),
  values('IsEnum', [IsEnum(Size)], { accepts: ['small', 'large'], refuses: ['medium'] }),
  values('IsEnum of numbers', [IsEnum(Level)], { accepts: [1, 2], refuses: [3, 'low'] }),
  values('Equals', [Equals('v1')], { accepts: ['v1'], refuses: ['v2'] }),
  values('NotEquals', [IsString(), NotEquals('v1')], { accepts: ['v2'], refuses: ['v1'] }),
  sample('required', RequiredSpec, [
    created('there', { value: 'a' }, true),
    created('absent', {}, false),
    created('null counts as absent', { value: null }, false),
  ]),
  sample('IsDefined', DefinedSpec, [created('there', { value: 'a' }, true), created('absent', {}, false)]),
  sample('IsOptional', OptionalSpec, [
    created('absent', {}, true),
    created('null counts as absent', { value: null }, true),
    created('there, of another type', { value: 1 }, false),
  ]),
  sample('Default', DefaultSpec, [
    created('absent takes the default', {}, true),
    created('null takes the default', { value: null }, true),
    created('another value', { value: 6 }, true),
    created('of another type', { value: 'six' }, false),
  ]),
];
