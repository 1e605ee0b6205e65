export { startEmulator } from './start-emulator.js';
export type { Emulator } from './emulator.js';
export type { EmulatorOptions } from './emulator-options.js';
export type { Fault, Faults, PlantedFault, RequestMatch } from './faults/faults.js';
export type { SeenRequest } from './server/request-log.js';
export { KCP_DELAYS, NO_DELAYS } from './faults/delays.js';
export type { Delays } from './faults/delays.js';
