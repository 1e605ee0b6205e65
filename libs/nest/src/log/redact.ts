/**
 * The last net: what looks like a secret does not leave in a log line, even when an author, a driver or a
 * library has put it into a message. It knows shapes, not values, so it is no reason to log a secret.
 * A tenant may choose what an error quotes: no shape may read one word again from each of its letters.
 */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]{5,1024}\.[\w-]{5,}\.[\w-]+/g, '<token>'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 <token>'],
  [/-----BEGIN [^-]*PRIVATE KEY-----[\s\S]*?(-----END [^-]*PRIVATE KEY-----|$)/g, '<private key>'],
  [/(?<![a-z\d+.-])([a-z\d+.-]+:\/\/[^\s:/@]*):[^\s/@]+@/gi, '$1:<password>@'],
  // `password: password must be …` speaks of a field; after `=` stands a value, whatever it looks like.
  [
    /(?<![\w-])([\w-]*(?:password|passwd|pwd|token|secret|api[-_]?key|client-key-data))(\\*["']?\s*(?:=\s*|:\s*(?!(?:\1|is|must|has|should|may|can|does|was|each)\s)))(?:\\+"[^"\\]*\\+"|"[^"]*"|'[^']*'|[^\s,;&}<]+)/gi,
    '$1$2<hidden>',
  ],
];

/** The text without what looks like a token, a password or a private key. */
export function redact(text: string): string {
  return SHAPES.reduce((rest, [shape, instead]) => rest.replace(shape, instead), text);
}
