import { literal } from './source-text.js';

/** One decorator of a generated property or class: its name, and its arguments as source text. */
export interface Decorator {
  readonly from: '@kcp-runtime/nest' | 'class-validator';
  readonly name: string;
  readonly args: readonly string[];
}

/** A decorator of the runtime. */
export function ours(name: string, ...args: readonly string[]): Decorator {
  return { from: '@kcp-runtime/nest', name, args };
}

/** A rule of class-validator, with plain values. */
export function rule(name: string, ...values: readonly unknown[]): Decorator {
  return { from: 'class-validator', name, args: values.map(literal) };
}

/** The same for each item of a list. */
export function forEach(decorator: Decorator): Decorator {
  return { ...decorator, args: [...decorator.args, '{ each: true }'] };
}

/** As it stands in the source. */
export function decoratorText({ name, args }: Decorator): string {
  return `@${name}(${args.join(', ')})`;
}
