import { describe, it } from '@jest/globals';
import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';
import { decoratedProperties } from './decorated-properties.js';

Object.assign(RuleTester, { describe, it });

const tester = new RuleTester({ languageOptions: { parser: tseslint.parser as never } });
const bare = (owner: string, property: string) => ({ messageId: 'bare', data: { owner, property } });

describe('a property without a decorator', () => {
  tester.run('decorated-properties', decoratedProperties, {
    valid: [
      { name: 'is fine in a class that has nothing to do with an API', code: 'class Server { host = "a"; readonly port?: number; }' },
      { name: 'is none when it has one', code: 'class DatabaseSpec { @IsInt() size!: number; }' },
      { name: 'is fine when it belongs to the class itself', code: 'class DatabaseSpec { static readonly sizes = [1]; #memo = 1; @IsInt() size!: number; }' },
      { name: 'is not looked for among the arguments of other calls', code: 'class Address { host = "a"; } connect(Address);' },
    ],
    invalid: [
      { name: 'is found in a spec', code: 'class DatabaseSpec { size!: number; }', errors: [bare('DatabaseSpec', 'size')] },
      { name: 'is found in a status', code: 'class DatabaseStatus { "host"?: string; }', errors: [bare('DatabaseStatus', 'host')] },
      { name: 'is found beside one with a decorator', code: 'class Limits { @IsInt() max!: number; min!: number; }', errors: [bare('Limits', 'min')] },
      { name: 'is found in a class that another nests', code: 'class Address { host!: string; } class DatabaseSpec { @Nested(() => Address) at!: Address; }', errors: [bare('Address', 'host')] },
      { name: 'is found in the class of an object', code: 'class Wish { size!: number; } class Database extends serviceObject(Wish, Told) {}', errors: [bare('Wish', 'size')] },
    ],
  });
});
