import { allItems } from './items/all-items.js';
import { runItems } from './run-items.js';

await runItems(['binary', 'container'], allItems, process.env);
