/** A value as source text, with single quotes around texts. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `${keyText(name)}: ${literal(field)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** With the marks around it that need the fewest escapes. */
function quoted(text: string): string {
  const inDouble = JSON.stringify(text);
  if (text.includes("'") && !text.includes('"')) return inDouble;
  return `'${inDouble.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** In an object literal `__proto__` would set the prototype, and so stands in brackets. */
function keyText(name: string): string {
  return name === '__proto__' ? "['__proto__']" : nameText(name);
}

/** A name as it stands in front of a colon. */
export function nameText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}
