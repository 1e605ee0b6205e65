import { decoratorItems } from './decorators/decorator-items.js';
import { allItems } from './items/all-items.js';
import { runItems } from './run-items.js';

await runItems(['binary', 'container'], [...(await decoratorItems()), ...allItems], process.env);
