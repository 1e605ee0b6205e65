import { allItems } from './items/all-items.js';
import { runItems } from './run-items.js';

await runItems(['emulator'], allItems, process.env);
