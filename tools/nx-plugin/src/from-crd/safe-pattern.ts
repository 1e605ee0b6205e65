/** Escapes that mean the same to Go and to JavaScript; a slash is one that the way through a RegExp would change. */
const ESCAPE = /\\(?:[dDwWsSbBnrtfv]|[^0-9A-Za-z/])/g;
/** Classes by name, groups with flags or names, empty classes: read otherwise by JavaScript, or not at all. */
const ONLY_GO = /\[:|\[\^?\]|\(\?(?!:)|\\/;

/** The pattern as an expression of JavaScript, where that means exactly the same and comes back as the same text. */
export function safePattern(pattern: string): RegExp | undefined {
  if (pattern === '' || !/^[\x20-\x7e]*$/.test(pattern) || ONLY_GO.test(pattern.replace(ESCAPE, '_'))) return undefined;
  try {
    return new RegExp(pattern);
  } catch {
    return undefined;
  }
}
