/** `npm run bench -- <scenario>`: prints figures. All of it runs on loopback and ends by itself. */
import { coldSync } from './scenarios/cold-sync.js';
import { emulatorStart } from './scenarios/emulator-start.js';
import { readyOrders } from './scenarios/ready.js';
import type { Scenario } from './scenarios/scenario.js';
import { start } from './scenarios/start.js';

const scenarios: readonly Scenario[] = [coldSync, readyOrders, start, emulatorStart];
const asked = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const unknown = asked.filter((name) => !scenarios.some((scenario) => scenario.name === name));

if (asked.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) process.stderr.write(`There is no scenario ${unknown.join(', ')}.\n`);
  process.stdout.write(`Scenarios:\n${scenarios.map(({ name, what }) => `  ${name.padEnd(12)} ${what}`).join('\n')}\n`);
  process.exitCode = unknown.length > 0 ? 2 : 0;
}
if (unknown.length === 0) for (const scenario of scenarios.filter(({ name }) => asked.includes(name))) await scenario.run();
