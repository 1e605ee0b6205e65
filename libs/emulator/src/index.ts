export { startEmulator } from './start-emulator.js';
export type { Emulator } from './emulator.js';
export type { EmulatorOptions, SeenRequest } from './emulator-options.js';
export { KCP_DELAYS, NO_DELAYS } from './faults/delays.js';
export type { Delays } from './faults/delays.js';
