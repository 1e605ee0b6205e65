import { Environment } from '@marcbachmann/cel-js';
import { quantityValue } from './quantity.js';

/** Name of the CEL type of Kubernetes quantities; the class below is its value. */
class Quantity {
  constructor(readonly value: number) {}
}

/** Adds the functions that Kubernetes has on top of standard CEL, as far as schemas use them. */
function withKubernetesLibrary(environment: Environment): Environment {
  return environment
    .registerType('Quantity', { ctor: Quantity, fields: {} })
    .registerFunction('quantity(string): Quantity', (text: string) => new Quantity(readQuantity(text)))
    .registerFunction('isQuantity(string): bool', (text: string) => quantityValue(text) !== undefined)
    .registerFunction('Quantity.isGreaterThan(Quantity): bool', (a: Quantity, b: Quantity) => a.value > b.value)
    .registerFunction('Quantity.isLessThan(Quantity): bool', (a: Quantity, b: Quantity) => a.value < b.value)
    .registerFunction('Quantity.compareTo(Quantity): int', (a: Quantity, b: Quantity) => BigInt(Math.sign(a.value - b.value)))
    .registerFunction('Quantity.sign(): int', (a: Quantity) => BigInt(Math.sign(a.value)))
    .registerFunction('isURL(string): bool', (text: string) => URL.canParse(text))
    .registerFunction('string.find(string): string', (text: string, pattern: string) => new RegExp(pattern, 'u').exec(text)?.[0] ?? '')
    .registerFunction('string.findAll(string): list<string>', (text: string, pattern: string) => text.match(new RegExp(pattern, 'gu')) ?? [])
    .registerFunction('string.replace(string, string): string', (text: string, from: string, to: string) => text.replaceAll(from, to))
    .registerFunction('list.isSorted(): bool', (list: unknown[]) => list.every((item, index) => index === 0 || notAbove(list[index - 1], item)))
    .registerFunction('list.sum(): dyn', (list: unknown[]) => sum(list))
    .registerFunction('list.min(): dyn', (list: unknown[]) => list.reduce((a, b) => (notAbove(a, b) ? a : b)))
    .registerFunction('list.max(): dyn', (list: unknown[]) => list.reduce((a, b) => (notAbove(a, b) ? b : a)))
    .registerFunction('list.indexOf(dyn): int', (list: unknown[], item: unknown) => BigInt(list.indexOf(item)));
}

function readQuantity(text: string): number {
  const value = quantityValue(text);
  if (value === undefined) throw new Error(`'${text}' is not a quantity`);
  return value;
}

type Ordered = bigint | number | string;

function notAbove(a: unknown, b: unknown): boolean {
  return (a as Ordered) <= (b as Ordered);
}

function sum(list: readonly unknown[]): unknown {
  if (list.every((item) => typeof item === 'bigint')) return list.reduce((a, b) => a + b, 0n);
  return list.reduce<number>((a, b) => a + Number(b), 0);
}

/** A fresh environment in which `self` and `oldSelf` are known. */
export function celEnvironment(): Environment {
  const environment = new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false });
  return withKubernetesLibrary(environment).registerVariable('self', 'dyn').registerVariable('oldSelf', 'dyn');
}
