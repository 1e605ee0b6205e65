export { tearDown as default } from './e2e-setup.mjs';
