import { decoratorItems } from './decorators/decorator-items.js';
import { allItems } from './items/all-items.js';
import { RECORDINGS } from './recording/recordings.js';
import { Judge, Recorder } from './recording/witness.js';
import { runItems } from './run-items.js';

const items = [...(await decoratorItems()), ...allItems];
const isRecording = process.env['CONFORMANCE_RECORD'] === 'true';

await runItems({
  drivers: ['binary', 'container'],
  items,
  env: process.env,
  witness: () => (isRecording ? new Recorder(RECORDINGS, items) : new Judge('kcp', RECORDINGS, (text) => process.stdout.write(text))),
});
