export { writeApiReference } from './reference/api-reference.js';
export { writeSite } from './site/write-site.js';
