import { fileURLToPath } from 'node:url';

/** Folder of some templates; the same from this file's source and from its build. */
export function templates(name: 'workspace' | 'provider' | 'api' | 'ci' | 'e2e' | 'e2e-kcp' | 'e2e-openmcp' | 'e2e-standard'): string {
  return fileURLToPath(new URL(`../../templates/${name}`, import.meta.url));
}
