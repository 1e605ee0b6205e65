#!/usr/bin/env node
import { runCommand } from './run-command.js';

const toldToStop = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
});
try {
  await runCommand(process.argv.slice(2), { print: (text) => void process.stdout.write(text), toldToStop });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
