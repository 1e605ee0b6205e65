import { load } from 'js-yaml';
import { parseJson, type JsonText } from './json-text.js';

/** A few aliases are ready wit; many make a short text a large object. */
const LIMITS = { maxDepth: 1_000, maxAliases: 8 } as const;

/**
 * Parses a YAML text, which most clients write as JSON.
 * @throws Error for what is none, or more than one document
 */
export function parseYaml(text: string): JsonText {
  return (text.trimStart().startsWith('{') ? asJson(text) : undefined) ?? { value: load(text, { ...LIMITS, json: true }), doubled: doubledField(text) };
}

function asJson(text: string): JsonText | undefined {
  try {
    return parseJson(text);
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
