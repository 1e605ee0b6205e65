import { fileURLToPath } from 'node:url';

/** Folder of some templates; the same from this file's source and from its build. */
export function templates(name: 'workspace' | 'provider' | 'api' | 'e2e' | 'ci'): string {
  return fileURLToPath(new URL(`../../templates/${name}`, import.meta.url));
}
