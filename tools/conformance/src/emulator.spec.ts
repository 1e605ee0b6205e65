import { decoratorItems } from './decorators/decorator-items.js';
import { allItems } from './items/all-items.js';
import { RECORDINGS } from './recording/recordings.js';
import { Judge } from './recording/witness.js';
import { runItems } from './run-items.js';

await runItems({
  drivers: ['emulator'],
  items: [...(await decoratorItems()), ...allItems],
  env: process.env,
  witness: () => new Judge('emulator', RECORDINGS, (text) => process.stdout.write(text)),
});
