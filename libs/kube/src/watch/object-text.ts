/**
 * Cuts `metadata.managedFields` out of the text of an object. A third of a small object is theirs, and nobody here reads them. What is left
 * can be kept as it is; an object that was parsed with them would have to be written anew, which takes as long as to parse it.
 * Texts that are not written as API servers write them are left to JSON.parse.
 */

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** The text without its `metadata.managedFields`; undefined where it is not the compact JSON of an object with metadata. */
export function withoutManagedFields(object: string): string | undefined {
  const metadata = memberOf(object, 0, 'metadata');
  if (metadata === undefined || object[metadata.value] !== '{') return undefined;
  const managed = memberOf(object, metadata.value, 'managedFields');
  if (managed === undefined) return object;
  const end = endOfValue(object, managed.value);
  const isLast = object.charCodeAt(end) !== COMMA;
  const isFirst = object.charCodeAt(managed.key - 1) !== COMMA;
  // One of the two commas beside it goes too.
  const from = isLast && !isFirst ? managed.key - 1 : managed.key;
  return object.slice(0, from) + object.slice(isLast ? end : end + 1);
}

/** Where a member of the object at `start` has its key and its value. */
function memberOf(text: string, start: number, name: string): { readonly key: number; readonly value: number } | undefined {
  let key = start + 1;
  while (text.charCodeAt(key) === QUOTE) {
    const value = endOfString(text, key) + 1;
    if (text.charCodeAt(value - 1) !== COLON) return undefined;
    if (value - key === name.length + 3 && text.startsWith(name, key + 1)) return { key, value };
    const end = endOfValue(text, value);
    if (text.charCodeAt(end) !== COMMA) return undefined;
    key = end + 1;
  }
  return undefined;
}

/** Behind the value at `at`. Of a text that ends before it, behind the text. */
function endOfValue(text: string, at: number): number {
  let depth = 0;
  let next = at;
  while (next < text.length) {
    const character = text.charCodeAt(next);
    const isEnd = character === CLOSING_BRACE || character === CLOSING_BRACKET;
    if (depth === 0 && (isEnd || character === COMMA)) return next;
    if (isEnd) depth -= 1;
    else if (character === BRACE || character === BRACKET) depth += 1;
    next = character === QUOTE ? endOfString(text, next) : next + 1;
    if (depth === 0 && (isEnd || character === QUOTE)) return next;
  }
  return text.length;
}

/** Behind the closing quote of the string at `at`. */
function endOfString(text: string, at: number): number {
  let quote = text.indexOf('"', at + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
