/** The code of a system's or library's error, such as `ECONNREFUSED`. Looks at the property, not at the class: errors cross realms. */
export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
