import type { Decorator } from './decorator.js';
import { decoratorText } from './decorator.js';
import { nameText } from './source-text.js';

/** A class as it stands in the source, and which decorators it needs. */
export interface ClassSource {
  readonly text: string;
  readonly used: readonly Decorator[];
}

/** A property of it. */
export interface PropertySource {
  readonly name: string;
  /** Behind the name: `?` may be absent, `!` is there, though no constructor sets it. */
  readonly mark: '?' | '!';
  readonly type: string;
  readonly decorators: readonly Decorator[];
}

/** The class. */
export function classSource(name: string, marks: readonly Decorator[], properties: readonly PropertySource[]): ClassSource {
  const body = properties.length === 0 ? ' {}' : ` {\n${properties.map(propertyText).join('\n\n')}\n}`;
  return {
    text: [...marks.map(decoratorText), `export class ${name}${body}`].join('\n'),
    used: [...marks, ...properties.flatMap(({ decorators }) => decorators)],
  };
}

function propertyText({ name, mark, type, decorators }: PropertySource): string {
  return [...decorators.map(decoratorText), `${nameText(name)}${mark}: ${type};`].map((line) => `  ${line}`).join('\n');
}
