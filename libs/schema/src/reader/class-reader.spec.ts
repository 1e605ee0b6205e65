import { describe, expect, it } from '@jest/globals';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, IsDate, IsInt, IsLowercase, IsNumber, IsObject, IsOptional, IsString, Min, MinLength, Validate, ValidateIf, ValidateNested, ValidatorConstraint } from 'class-validator';

import { Default } from '../decorators/default.js';
import { Describe } from '../decorators/documentation.js';
import { DurationString } from '../values/duration-string.js';
import { Immutable } from '../decorators/immutable.js';
import { FreeForm, ItemsOf, MapOf, Nested, Verbatim } from '../decorators/shape.js';
import { Quantity } from '../values/quantity.js';
import type { ClassOf } from '../api-class/class-of.js';
import { readClass } from './class-reader.js';
import { runtimeOnlyRules } from './runtime-only-rules.js';
import { SchemaMistakes } from '../mistakes/schema-mistakes.js';

function mistakesOf(ctor: ClassOf): string[] {
  try {
    readClass(ctor);
    return [];
  } catch (error) {
    if (error instanceof SchemaMistakes) return error.mistakes.map(({ where, message }) => `${where}: ${message}`);
    throw error;
  }
}

class Inner { @IsString() a!: string }

class Bare {
  @Describe('an object') anything!: Record<string, unknown>;
  @IsArray() list!: string[];
  @IsObject() object!: object;
  @IsOptional() inner?: Inner;
  @IsOptional() either?: string | null;
}
class Wrong {
  @IsString() number!: number;
  @IsInt() text!: string;
  @IsString() words!: string[];
  @MinLength(1) @Min(1) torn!: unknown;
  @Quantity() @MinLength(1) size!: string;
  @FreeForm() @Nested(() => Inner) twice!: Inner;
}
class OldHabits {
  @ValidateNested() in!: Inner;
  @ValidateIf(() => true) @IsString() now!: string;
  @IsString({ groups: ['a'], validateIf: () => true } as never) then!: string;
  @IsDate() @Type(() => Date) date!: Date;
}
class Self { @IsOptional() @Nested(() => Self) again?: unknown }
class Ping { @Nested(() => Pong) pong!: unknown }
class Pong { @ItemsOf(() => Ping) pings!: unknown[] }
class BadDefaults {
  @Default('huge') @IsInt() number!: number;
  @Default(0) @IsInt() @Min(1) low!: number;
  @Default({}) @Nested(() => Inner) object!: Inner;
  @Default('soon') @DurationString() wait!: string;
}
class Initial { @IsString() name = 'preset'; hidden = 1 }
class Taken { @IsString() toString!: never }
class KeyItem { @IsOptional() @IsString() id?: string; @Immutable() @IsOptional() @IsInt() fixed?: number }
class Keyed {
  @ItemsOf(() => KeyItem, { keys: ['id'] }) @ArrayMaxSize(5) optional!: KeyItem[];
  @ItemsOf(() => KeyItem, { keys: ['nothing'] }) @ArrayMaxSize(5) unknown!: KeyItem[];
  @ItemsOf(() => KeyItem) @ArrayMaxSize(5) atomic!: KeyItem[];
  @MapOf(() => KeyItem) endless!: Record<string, KeyItem>;
}
@ValidatorConstraint({ async: true })
class Later { validate(): Promise<boolean> { return Promise.resolve(false) } }
class Asynchronous { @IsString() @Validate(Later) name!: string }

describe('a class that leaves something open', () => {
  it('is refused with each property and what to write there', () => {
    expect(mistakesOf(Bare)).toEqual([
      'Bare.anything: nothing says what it may be: add a rule such as @IsString(), or @Nested, @ItemsOf, @MapOf, @FreeForm',
      'Bare.either: nothing says what it may be: add a rule such as @IsString(), or @Nested, @ItemsOf, @MapOf, @FreeForm',
      'Bare.inner: is of a class; say @Nested(() => X)',
      'Bare.list: is a list of nobody knows what; say @ItemsOf(() => String) or @ItemsOf(() => X)',
      'Bare.object: is an object of nobody knows what; say @Nested(() => X), @MapOf(() => String) or @FreeForm()',
    ]);
  });
});

describe('a class that contradicts itself', () => {
  it('is refused where decorators and TypeScript differ', () => {
    const mistakes = mistakesOf(Wrong);
    expect(mistakes).toContain('Wrong.number: is a number in TypeScript, while its rules speak of a string');
    expect(mistakes).toContain('Wrong.text: is a string in TypeScript, while its rules speak of an integer');
    expect(mistakes).toContain('Wrong.words: is a list in TypeScript, while its rules speak of a string; write { each: true }, or @ItemsOf');
  });

  it('is refused where rules exclude each other', () => {
    expect(mistakesOf(Wrong)).toContain('Wrong.torn: its rules contradict each other: one says string, another says number');
  });

  it('is refused where a limit does not fit the shape', () => {
    expect(mistakesOf(Wrong)).toContain("Wrong.size: minLength can't limit a value of this shape");
  });

  it('is refused with two shapes', () => {
    expect(mistakesOf(Wrong)).toContain('Wrong.twice: has two shapes, freeForm and nested; keep one');
  });
});

describe('a verbatim schema', () => {
  class Loose {
    @MinLength(1) @Verbatim({ type: 'string' }) ruled!: string;
    @Verbatim({ properties: {} }) untyped!: object;
  }

  it('is refused beside rules, and without the type that a server wants', () => {
    expect(mistakesOf(Loose)).toEqual([
      'Loose.ruled: its schema stands in @Verbatim, and no rule can change that; write the rule there',
      'Loose.untyped: the schema in @Verbatim says no type, and no server takes it',
    ]);
  });
});

describe('decorators that say nothing to a server', () => {
  // Reported as typestack/class-validator#285
  it('names the property whose nested class is not told', () => {
    expect(mistakesOf(OldHabits)).toContain('OldHabits.in: @ValidateNested does not tell the class; use @Nested(() => X), or @ItemsOf(() => X) for a list');
  });

  it('refuses rules that hold now and then', () => {
    expect(mistakesOf(OldHabits)).toEqual(expect.arrayContaining([expect.stringMatching(/^OldHabits.now: @ValidateIf/), expect.stringMatching(/^OldHabits.then: the rule isString has validateIf/)]));
  });

  it('refuses dates, which JSON has not', () => {
    expect(mistakesOf(OldHabits)).toContain('OldHabits.date: JSON has no dates; write @IsRFC3339() and the type string');
  });

  it('refuses a rule that answers later', () => {
    expect(mistakesOf(Asynchronous)).toEqual([expect.stringMatching(/^Asynchronous.name: .*async/)]);
  });
});

describe('a class that leads back to itself', () => {
  it('is refused with the way round', () => {
    expect(mistakesOf(Self)).toEqual([expect.stringContaining('Self.again: leads back to its own class (Self.again → Self)')]);
  });

  it('is refused across classes and lists', () => {
    expect(mistakesOf(Ping)).toEqual([expect.stringContaining('(Ping.pong → Pong.pings → Ping)')]);
  });

  it('is no recursion when one class is used in two places', () => {
    class Twice { @Nested(() => Inner) a!: Inner; @Nested(() => Inner) b!: Inner }
    expect(mistakesOf(Twice)).toEqual([]);
  });
});

describe('defaults', () => {
  it('are refused when their own rules refuse them', () => {
    expect(mistakesOf(BadDefaults)).toEqual([
      'BadDefaults.low: its default 0 is refused by its own rules: low must not be less than 1',
      'BadDefaults.number: its default "huge" is refused by its own rules: must be a whole number',
      'BadDefaults.object: its default {} is refused by its own rules: a is required',
      'BadDefaults.wait: its default "soon" is refused by its own rules: wait must be a duration such as 90s or 1h30m',
    ]);
  });

  it('are not what a constructor sets, since the server never sees it', () => {
    expect(mistakesOf(Initial)).toEqual([
      'Initial.name: has an initial value, which the server does not know; say @Default(…) instead',
      'Initial.hidden: has an initial value and no decorator, so it is not part of the API; decorate it, or make it a getter',
    ]);
  });
});

describe('what a server would refuse', () => {
  it('names a property that every object has', () => {
    expect(mistakesOf(Taken)).toEqual(['Taken.toString: may not be called toString, which every JavaScript object has already']);
  });

  it('names keys that not every item has', () => {
    expect(mistakesOf(Keyed)).toEqual(expect.arrayContaining([
      'Keyed.optional: its key id is optional in KeyItem; every item needs it',
      'Keyed.unknown: its key nothing is not a property of KeyItem',
    ]));
  });

  it('names rules about the old value in lists whose items have no identity', () => {
    expect(mistakesOf(Keyed)).toContainEqual(expect.stringMatching(/^Keyed.atomic: .*KeyItem.fixed can't hold/));
  });

  it('names rules in maps without a bound', () => {
    expect(mistakesOf(Keyed)).toContainEqual(expect.stringMatching(/^Keyed.endless: KeyItem.fixed has a rule.*maxEntries/));
  });
});

describe('a class that extends another', () => {
  it('has the properties of both', () => {
    class Base { @IsString() a!: string }
    class Derived extends Base { @Default(1) @IsInt() b!: number }
    expect(readClass(Derived).properties.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('leaves its parent as it was', () => {
    class Base { @Default('x') @IsString() a!: string }
    class Derived extends Base { @Default('y') @IsString() declare a: string }
    readClass(Derived);
    expect(readClass(Base).properties[0]?.presence).toEqual({ kind: 'defaulted', value: 'x' });
  });
});

describe('rules that no schema can say', () => {
  class Deep { @IsString() @IsLowercase() name!: string }
  class Spec {
    @IsNumber({ maxDecimalPlaces: 2 }) price!: number;
    @ItemsOf(() => Deep) @ArrayUnique() all!: Deep[];
    @IsString({ each: true }) @IsLowercase({ each: true }) tags!: string[];
  }

  it('are listed with the property that they stand on', () => {
    expect(runtimeOnlyRules(readClass(Spec))).toEqual([
      { where: 'Spec.all', rules: ['arrayUnique'] },
      { where: 'Deep.name', rules: ['isLowercase'] },
      { where: 'Spec.price', rules: ['isNumber(maxDecimalPlaces 2)'] },
      { where: 'Spec.tags', rules: ['each: isLowercase'] },
    ]);
  });
});
