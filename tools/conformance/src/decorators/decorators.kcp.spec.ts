import { runItems } from '../run-items.js';
import { decoratorItems } from './decorator-items.js';

await runItems(['binary', 'container'], await decoratorItems(), process.env);
