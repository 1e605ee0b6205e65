/** Sets a field of a JSON object as JSON means it: `__proto__` is a name like any other, which an assignment would lose. */
export function setField(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
