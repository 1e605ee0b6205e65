import { describe, expect, it } from '@jest/globals';
import { IsInt, IsOptional, IsString, Max, Min, MinLength } from 'class-validator';

import { Default } from '../decorators/default.js';
import { IntOrString } from '../values/int-or-string.js';
import { Quantity } from '../values/quantity.js';
import { SecretRef } from '../values/secret-ref.js';
import { FreeForm, ItemsOf, MapOf, Nested, Verbatim } from '../decorators/shape.js';
import type { Checked } from '../plain/problem.js';
import { toInstance } from './to-instance.js';

class Disk {
  @IsString() @MinLength(1) name!: string;
  @Default(10) @IsInt() @Min(1) size!: number;
  describe(): string { return `${this.name} ${this.size}` }
}
class Tuning { @Default(8) @IsInt() buffers!: number }
class Spec {
  @IsString() name!: string;
  @IsOptional() @IsInt() @Max(500) connections?: number;
  @IsOptional() @Nested(() => Disk) main?: Disk;
  @Default({}) @Nested(() => Tuning) tuning!: Tuning;
  @IsOptional() @ItemsOf(() => Disk) disks?: Disk[];
  @IsOptional() @MapOf(() => Disk) named?: Record<string, Disk>;
  @IsOptional() @ItemsOf(() => String) @MinLength(2, { each: true }) tags?: string[];
  @IsOptional() @FreeForm() values?: Record<string, unknown>;
  @IsOptional() @IntOrString() port?: number | string;
  @IsOptional() @Quantity() memory?: string;
}

function valueOf<T>(checked: Checked<T>): T {
  if (!checked.ok) throw new Error(`refused: ${JSON.stringify(checked.problems)}`);
  return checked.value;
}

function problemsOf(checked: Checked<unknown>): readonly string[] {
  return checked.ok ? [] : checked.problems.map(({ path, message }) => `${path}: ${message}`);
}

describe('a value whose schema stands verbatim', () => {
  class Loose {
    @Verbatim({ type: 'string', nullable: true }) word!: string | null;
    @IsOptional() @Verbatim({ type: 'array', items: { type: 'array', items: { type: 'integer' } } }) matrix?: number[][];
  }

  it('reaches the handler as it was written', () => {
    expect(valueOf(toInstance(Loose, { word: 'a', matrix: [[1], []] }))).toEqual({ word: 'a', matrix: [[1], []] });
  });

  it('may be null where its schema says so, and absent only where it is optional', () => {
    expect(valueOf(toInstance(Loose, { word: null, matrix: null }))).toEqual({ word: null });
    expect(problemsOf(toInstance(Loose, {}))).toEqual(['word: is required']);
  });
});

describe('a spec that is right', () => {
  it('is an instance, and so is everything in it', () => {
    const spec = valueOf(toInstance(Spec, { name: 'a', main: { name: 'm' }, disks: [{ name: 'd', size: 3 }], named: { x: { name: 'n' } } }));
    expect(spec).toBeInstanceOf(Spec);
    expect([spec.main?.describe(), spec.disks?.[0]?.describe(), spec.named?.['x']?.describe()]).toEqual(['m 10', 'd 3', 'n 10']);
  });

  it('has its defaults, also inside an object that is a default', () => {
    expect(valueOf(toInstance(Spec, { name: 'a' })).tuning).toEqual({ buffers: 8 });
  });

  it('has no defaults of an optional object that is absent', () => {
    expect(valueOf(toInstance(Spec, { name: 'a' })).main).toBeUndefined();
  });

  it('takes null as absent, as the server does', () => {
    const spec = valueOf(toInstance(Spec, { name: 'a', connections: null, tuning: null }));
    expect([spec.connections, spec.tuning]).toEqual([undefined, { buffers: 8 }]);
  });

  it('keeps a number a number and a text a text', () => {
    expect([80, '80'].map((port) => valueOf(toInstance(Spec, { name: 'a', port })).port)).toEqual([80, '80']);
  });

  it('gives a quantity as text, however it was written', () => {
    expect([2, '2Gi'].map((memory) => valueOf(toInstance(Spec, { name: 'a', memory })).memory)).toEqual(['2', '2Gi']);
  });

  it('does not share a default between two instances', () => {
    class Shared { @Default({ a: [1] }) @FreeForm() values!: { a: number[] } }
    valueOf(toInstance(Shared, {})).values.a.push(2);
    expect(valueOf(toInstance(Shared, {})).values).toEqual({ a: [1] });
  });

  it('may be left out when nothing in it is required', () => {
    expect(valueOf(toInstance(Tuning, undefined))).toEqual({ buffers: 8 });
  });
});

describe('a free-form object', () => {
  const values = { deep: [1, null, { then: 'x' }], constructor: { name: 'c' }, toString: 'x', date: '2026-01-01' };

  it('comes through untouched', () => {
    expect(valueOf(toInstance(Spec, { name: 'a', values })).values).toEqual(values);
  });

  it('keeps a key called __proto__ as a key', () => {
    const json = JSON.parse('{"name":"a","values":{"__proto__":{"polluted":true}}}') as unknown;
    const spec = valueOf(toInstance(Spec, json));
    expect(Object.keys(spec.values ?? {})).toEqual(['__proto__']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('a map', () => {
  it('keeps keys that JavaScript uses itself', () => {
    const json = JSON.parse('{"name":"a","named":{"__proto__":{"name":"p"},"constructor":{"name":"c"}}}') as unknown;
    const named = valueOf(toInstance(Spec, json)).named ?? {};
    expect(Object.entries(named).map(([key, disk]) => [key, disk.describe()])).toEqual([['__proto__', 'p 10'], ['constructor', 'c 10']]);
  });

  it('loses entries that are null, as on the server', () => {
    expect(valueOf(toInstance(Spec, { name: 'a', named: { x: null } })).named).toEqual({});
  });
});

describe('a spec that is wrong', () => {
  // Reported as nestjs/nest#9309
  it('is refused with every path at once', () => {
    const checked = toInstance(Spec, {
      connections: 501,
      main: { name: '', size: 'big' },
      disks: [{ name: 'd' }, { size: 0 }],
      named: { x: { name: '' } },
      tags: ['ok', 'x'],
      other: 1,
    });
    expect(problemsOf(checked)).toEqual([
      'other: is not a property of this API',
      'disks[1].name: is required',
      'main.size: must be a whole number',
      'name: is required',
      'connections: connections must not be greater than 500',
      'disks[1].size: size must not be less than 1',
      'main.name: name must be longer than or equal to 1 characters',
      'named.x.name: name must be longer than or equal to 1 characters',
      'tags[1]: each value in tags must be longer than or equal to 2 characters',
    ]);
  });

  it.each([['a text', 'x'], ['a list', []], ['a number', 1]])('is refused as a whole when it is %s', (_what, json) => {
    expect(problemsOf(toInstance(Spec, json))).toEqual([': must be an object']);
  });

  it('refuses null among the items of a list, which the server keeps', () => {
    expect(problemsOf(toInstance(Spec, { name: 'a', tags: [null] }))).toEqual(['tags[0]: must be a text']);
  });

  it('refuses a key called __proto__ in an object of a class', () => {
    expect(problemsOf(toInstance(Spec, JSON.parse('{"name":"a","__proto__":{"x":1}}')))).toEqual(['__proto__: is not a property of this API']);
  });

  it('converts nothing in silence', () => {
    expect(problemsOf(toInstance(Spec, { name: 5, connections: '5' }))).toEqual(['connections: must be a whole number', 'name: must be a text']);
  });
});

describe('a reference to a Secret', () => {
  class WithSecret { @SecretRef() login!: unknown }

  it('is refused when its name is none', () => {
    expect(problemsOf(toInstance(WithSecret, { login: { name: 'Not A Name' } }))).toEqual([expect.stringMatching(/^login\.name: /)]);
  });
});
