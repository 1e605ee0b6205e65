import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the repository; the same from this file's source and from its build. */
export const workspaceRoot = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
