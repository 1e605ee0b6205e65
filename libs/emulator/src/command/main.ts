#!/usr/bin/env node
/* eslint-disable no-restricted-properties -- the one place where this package touches its process */
import { isStartedByNpx, watchParent } from './parent.js';
import { runCommand } from './run-command.js';

let endWatching = (): void => undefined;
const toldToStop = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  if (isStartedByNpx(process.env)) endWatching = watchParent(resolve);
});
try {
  await runCommand(process.argv.slice(2), { print: (text) => void process.stdout.write(text), toldToStop });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  endWatching();
}
