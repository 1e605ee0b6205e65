import { fileURLToPath } from 'node:url';

/** The folder of this repository; the same from this file's source and from its build. */
export const repository = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '');
