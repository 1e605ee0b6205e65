/**
 * A JavaScript expression as Go's regexp package reads it, which has neither looking around nor back
 * references. What comes out means the same to both, so the emulator needs no translation back.
 */

/** Escapes that mean the same in both languages. */
const sharedEscapes = new Set(['d', 'D', 'w', 'W', 's', 'S', 'b', 'B', 'n', 'r', 't', 'f', 'v']);

/** Go refuses to repeat more often than this. */
const mostRepetitions = 1000;

const lookAround = /^\(\?(?:[=!]|<[=!])/;
const unicodeEscape = /^\\u([0-9a-fA-F]{4})/;
const hexEscape = /^\\x([0-9a-fA-F]{2})/;
const propertyEscape = /^\\[pP]\{\w+\}/;
const repetition = /^\{(\d+)(?:,(\d*))?\}/;
const surrogate = /[\uD800-\uDFFF]/;

function literal(code: string): string | undefined {
  const character = String.fromCharCode(parseInt(code, 16));
  if (surrogate.test(character)) return undefined;
  return /[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/.test(character) ? `\\${character}` : character;
}

interface Piece {
  readonly length: number;
  readonly go: string | undefined;
}

function escapePiece(rest: string, flags: string): Piece {
  const coded = unicodeEscape.exec(rest) ?? hexEscape.exec(rest);
  if (coded?.[1] !== undefined) return { length: coded[0].length, go: literal(coded[1]) };
  const property = flags.includes('u') ? propertyEscape.exec(rest)?.[0] : undefined;
  if (property !== undefined) return { length: property.length, go: property };
  const escaped = rest[1] ?? '';
  if (escaped === '/') return { length: 2, go: '/' };
  return { length: 2, go: sharedEscapes.has(escaped) || /[^0-9A-Za-z]/.test(escaped) ? rest.slice(0, 2) : undefined };
}

function pieceAt(rest: string, flags: string): Piece {
  if (rest.startsWith('\\')) return escapePiece(rest, flags);
  if (lookAround.test(rest) || rest.startsWith('[]') || rest.startsWith('[^]')) return { length: 1, go: undefined };
  const repeated = repetition.exec(rest);
  if (repeated !== null && Math.max(Number(repeated[1]), Number(repeated[2] ?? 0)) > mostRepetitions) return { length: 1, go: undefined };
  return { length: 1, go: rest.slice(0, 1) };
}

/** The pattern for the schema, or undefined when Go can't say it. */
export function goPattern(expression: RegExp): string | undefined {
  const { source, flags } = expression;
  if (/[vy]/.test(flags) || (surrogate.test(source) && !flags.includes('u'))) return undefined;
  let pattern = '';
  for (let at = 0; at < source.length; ) {
    const { length, go } = pieceAt(source.slice(at), flags);
    if (go === undefined) return undefined;
    pattern += go;
    at += length;
  }
  const kept = flags.replace(/[^ims]/g, '');
  return kept === '' ? pattern : `(?${kept}:${pattern})`;
}

/** A pattern that finds exactly this text. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
