import { load } from 'js-yaml';
import { parseJson, type JsonText } from './json-text.js';

/** A few aliases are ready wit; many make a short text a large object. */
const LIMITS = { maxDepth: 1_000, maxAliases: 8 } as const;

/**
 * Parses a YAML text, which most clients write as JSON.
 * @throws Error for what is none, or more than one document
 */
export function parseYaml(text: string): JsonText {
  if (text.trim() === '') return { value: null, doubled: [], tooLarge: undefined };
  if (SURROGATE.test(text)) throw new SyntaxError('found invalid Unicode character escape code');
  return (text.trimStart().startsWith('{') ? asJson(text) : undefined) ?? { value: load(text, { ...LIMITS, json: true }), doubled: doubledField(text), tooLarge: undefined };
}

/** Half a character, which YAML does not know. */
const SURROGATE = /\\u[dD][89a-fA-F]/;

function asJson(text: string): JsonText | undefined {
  try {
    const parsed = parseJson(text);
    // What is no number for JSON is a word for YAML.
    return parsed.tooLarge === undefined ? parsed : undefined;
  } catch {
    // Then it is YAML that only looks so, or nothing: its own reader says which.
    return undefined;
  }
}

/** The first field that stands there twice: the reader stops at it, and does not say its path. */
function doubledField(text: string): string[] {
  try {
    load(text, LIMITS);
    return [];
  } catch (error) {
    return [error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''];
  }
}
