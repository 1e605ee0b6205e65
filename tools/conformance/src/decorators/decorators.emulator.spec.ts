import { runItems } from '../run-items.js';
import { decoratorItems } from './decorator-items.js';

await runItems(['emulator'], await decoratorItems(), process.env);
