import { describe, expect, it } from '@jest/globals';
import { getMetadataStorage, IsEmail, IsEnum, IsIn, IsInt, IsIP, IsOptional, IsString, IsUUID, Length, Matches, Max, MaxLength, Min, MinLength, IsPositive, ArrayMaxSize, ArrayMinSize } from 'class-validator';
import { validationMetadatasToSchemas } from 'class-validator-jsonschema';

import { Default } from '../decorators/default.js';
import { Describe } from '../decorators/documentation.js';
import { Immutable } from '../decorators/immutable.js';
import { Rule } from '../decorators/rule.js';
import { Format } from '../decorators/format.js';
import { FreeForm, ItemsOf, MapOf, Nested, Verbatim } from '../decorators/shape.js';
import { structuralSchema } from './structural-schema.js';

class DatabaseSpec {
  @Describe('How the database is hosted.')
  @IsIn(['shared', 'dedicated']) @Immutable() @Default('shared')
  plan!: 'shared' | 'dedicated';

  @IsOptional() @IsInt() @Min(1) @Max(500) connections?: number;
  @IsOptional() @Immutable() @IsString() region?: string;
}

describe('the schema of a spec', () => {
  it('says what its decorators say', () => {
    expect(structuralSchema(DatabaseSpec)).toEqual({
      type: 'object',
      properties: {
        connections: { type: 'integer', format: 'int64', minimum: 1, maximum: 500 },
        plan: {
          type: 'string',
          enum: ['shared', 'dedicated'],
          default: 'shared',
          description: 'How the database is hosted.',
          'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'plan cannot be changed after creation' }],
        },
        region: { type: 'string' },
      },
      'x-kubernetes-validations': [
        {
          rule: 'has(self.region) ? has(oldSelf.region) && self.region == oldSelf.region : !(has(oldSelf.region))',
          message: 'region cannot be added, removed or changed after creation',
          fieldPath: '.region',
        },
      ],
    });
  });

  it('has its properties in one order, whatever the order of the source', () => {
    class Forth { @IsString() b!: string; @IsString() a!: string }
    class Back { @IsString() a!: string; @IsString() b!: string }
    expect(JSON.stringify(structuralSchema(Forth))).toBe(JSON.stringify(structuralSchema(Back)));
  });

  it('keeps two classes of one name apart', () => {
    const one = (() => { class Inner { @IsString() a!: string } return Inner })();
    const other = (() => { class Inner { @IsInt() zzz!: number } return Inner })();
    class Outer { @Nested(() => one) one!: unknown; @Nested(() => other) other!: unknown }
    const { properties } = structuralSchema(Outer);
    expect([Object.keys(properties?.['one']?.properties ?? {}), Object.keys(properties?.['other']?.properties ?? {})]).toEqual([['a'], ['zzz']]);
  });

  it('keeps free-form objects whole and closes all others', () => {
    class Spec { @FreeForm() values!: object; @MapOf(() => String) labels!: object }
    expect(structuralSchema(Spec).properties).toEqual({
      labels: { type: 'object', additionalProperties: { type: 'string' } },
      values: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    });
  });

  it('has the formats that @Format says, and none where it says so', () => {
    class Spec {
      @IsInt() @Format('int32') port!: number;
      @IsInt() @Format('none') count!: number;
      @IsString() @Format('byte') key!: string;
      @ItemsOf(() => Number) @IsInt({ each: true }) @Format('int32', { each: true }) ports!: number[];
    }
    expect(structuralSchema(Spec).properties).toEqual({
      port: { type: 'integer', format: 'int32' },
      count: { type: 'integer' },
      key: { type: 'string', format: 'byte' },
      ports: { type: 'array', items: { type: 'integer', format: 'int32' }, 'x-kubernetes-list-type': 'atomic' },
    });
  });

  it('has a verbatim schema as it stands, with what other decorators say beside it', () => {
    class Spec {
      @Describe('A text, or nothing.') @IsOptional() @Rule('self != "x"', 'not x')
      @Verbatim({ type: 'string', nullable: true, 'x-kubernetes-validations': [{ rule: 'self != "y"', message: 'not y' }] })
      word?: string | null;
    }
    expect(structuralSchema(Spec).properties?.['word']).toEqual({
      type: 'string',
      nullable: true,
      description: 'A text, or nothing.',
      'x-kubernetes-validations': [{ rule: 'self != "y"', message: 'not y' }, { rule: 'self != "x"', message: 'not x' }],
    });
  });

  it('puts the rules of a nested class on the object', () => {
    @Rule('self.a < self.b', 'a must be below b')
    class Range { @IsInt() a!: number; @IsInt() b!: number }
    class Spec { @Nested(() => Range) range!: Range }
    expect(structuralSchema(Spec).properties?.['range']?.['x-kubernetes-validations']).toEqual([{ rule: 'self.a < self.b', message: 'a must be below b' }]);
  });
});

enum Size { small = 'small', large = 'large' }

describe('a rule alone', () => {
  // class-validator-jsonschema reads the same metadata with other code; where both can say a rule they must agree.
  class Leaf {
    @MinLength(2) minLength!: string;
    @MaxLength(5) maxLength!: string;
    @Length(2, 5) length!: string;
    @Matches(/^[a-z]+$/) matches!: string;
    @Min(1) min!: number;
    @Max(9) max!: number;
    @IsIn(['a', 'b']) isIn!: string;
    @IsEnum(Size) isEnum!: Size;
    @IsEmail() isEmail!: string;
    @IsUUID() isUuid!: string;
    @IsIP('4') isIp!: string;
    @ArrayMinSize(1) @ItemsOf(() => String) arrayMinSize!: string[];
    @ArrayMaxSize(3) @ItemsOf(() => String) arrayMaxSize!: string[];
    @IsPositive() isPositive!: number;
  }
  const oracle = validationMetadatasToSchemas({ classValidatorMetadataStorage: getMetadataStorage() })['Leaf']?.properties as Record<string, Record<string, unknown>>;
  const ours = structuralSchema(Leaf).properties ?? {};
  const words = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'enum', 'minItems', 'maxItems'];
  const only = (schema: Record<string, unknown>) => Object.fromEntries(words.filter((word) => schema[word] !== undefined).map((word) => [word, schema[word]]));

  it.each(['minLength', 'maxLength', 'length', 'matches', 'min', 'max', 'isIn', 'isEnum', 'arrayMinSize', 'arrayMaxSize'])('%s becomes what somebody else makes of it', (property) => {
    expect(only(ours[property] as Record<string, unknown>)).toEqual(only(oracle[property] ?? {}));
  });

  it.each(['isEmail', 'isIp'])('%s has the format that somebody else gives it', (property) => {
    expect(ours[property]?.format).toBe(oracle[property]?.['format']);
  });

  it('isPositive excludes zero as OpenAPI v3 does, with a flag', () => {
    expect(ours['isPositive']).toEqual({ type: 'number', minimum: 0, exclusiveMinimum: true });
  });
});
