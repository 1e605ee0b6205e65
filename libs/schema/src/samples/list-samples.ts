import { ArrayContains, ArrayMaxSize, ArrayMinSize, ArrayNotEmpty, ArrayUnique, IsIn, IsInt, IsOptional, IsString, Max, MinLength } from 'class-validator';

import { ItemsOf, MapOf } from '../decorators/shape.js';
import type { DecoratorSample } from './decorator-sample.js';
import { values } from './sample-api.js';

class Disk {
  @IsString() @MinLength(1) name!: string;
  @IsOptional() @IsInt() @Max(100) size?: number;
}

/** Lists and maps. */
export const listSamples: readonly DecoratorSample[] = [
  values('ItemsOf String', [ItemsOf(() => String)], { accepts: [[], ['a', '']], refuses: ['a', [1], [null], { 0: 'a' }] }),
  values('ItemsOf Number with whole ones', [ItemsOf(() => Number), IsInt({ each: true })], { accepts: [[1, 2]], refuses: [[1.5], ['1']] }),
  values('rules for each item', [IsString({ each: true }), MinLength(2, { each: true })], { accepts: [['ab']], refuses: [['ab', 'c']] }),
  values('IsIn for each item', [IsIn(['a', 'b'], { each: true })], { accepts: [['a', 'b', 'a']], refuses: [['a', 'c']] }),
  values('ItemsOf a class', [ItemsOf(() => Disk)], {
    accepts: [[], [{ name: 'a' }, { name: 'a', size: 100 }]],
    refuses: [[{}], [{ name: '' }], [{ name: 'a', size: 101 }], ['a']],
  }),
  values('ItemsOf with keys', [ItemsOf(() => Disk, { keys: ['name'] })], {
    accepts: [[{ name: 'a' }, { name: 'b' }]],
    refuses: [[{ name: 'a' }, { name: 'a', size: 1 }]],
  }),
  values('ArrayMinSize 2', [ItemsOf(() => String), ArrayMinSize(2)], { accepts: [['a', 'b']], refuses: [['a']] }),
  values('ArrayMaxSize 2', [ItemsOf(() => String), ArrayMaxSize(2)], { accepts: [['a', 'b']], refuses: [['a', 'b', 'c']] }),
  values('ArrayNotEmpty', [ItemsOf(() => String), ArrayNotEmpty()], { accepts: [['a']], refuses: [[]] }),
  values('ArrayUnique', [ItemsOf(() => String), ArrayUnique()], { accepts: [['a', 'b']], refuses: [['a', 'a']] }),
  values('ArrayContains', [ItemsOf(() => String), ArrayContains(['a'])], { accepts: [['a', 'b']], refuses: [['b']], checkedBy: 'class' }),
  values('MapOf String', [MapOf(() => String)], { accepts: [{}, { a: 'b', 'x.y/z': '' }, { a: null }], refuses: [{ a: 1 }, ['a'], 'a'] }),
  values('MapOf a class', [MapOf(() => Disk)], { accepts: [{ a: { name: 'a' } }], refuses: [{ a: { name: '' } }, { a: 'b' }, { a: {} }] }),
  values('MapOf one or two', [MapOf(() => Number, { minEntries: 1, maxEntries: 2 })], {
    accepts: [{ a: 1 }, { a: 1, b: 2 }],
    refuses: [{}, { a: 1, b: 2, c: 3 }],
  }),
];
