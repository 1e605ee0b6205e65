/** `npm run bench -- <scenario> [--peer] [--rounds=3]`: prints figures. All of it runs on loopback and ends by itself. */
import type { Contender } from './contender/contender.js';
import { buildGoPeer } from './contender/go-peer.js';
import { ours } from './contender/our-provider.js';
import { bundleProvider } from './contender/provider-bundle.js';
import { print } from './figures/report.js';
import { coldSync } from './scenarios/cold-sync.js';
import { emulator } from './scenarios/emulator.js';
import { fairness } from './scenarios/fairness.js';
import { gone410 } from './scenarios/gone-410.js';
import { idleMemory } from './scenarios/idle-memory.js';
import { latency } from './scenarios/latency.js';
import { publish } from './scenarios/publish.js';
import { readyOrders } from './scenarios/ready.js';
import { restart } from './scenarios/restart.js';
import type { Scenario } from './scenarios/scenario.js';
import { start } from './scenarios/start.js';
import { isRealKcp } from './site/bench-site.js';

const scenarios: readonly Scenario[] = [coldSync, latency, readyOrders, restart, idleMemory, gone410, fairness, start, publish, emulator];
const words = process.argv.slice(2);
const asked = words.filter((word) => !word.startsWith('-'));
const rounds = Number(words.find((word) => word.startsWith('--rounds='))?.slice('--rounds='.length) ?? 3);
const unknown = [...asked.filter((name) => !scenarios.some((scenario) => scenario.name === name)), ...words.filter((word) => word.startsWith('-') && word !== '--peer' && !/^--rounds=\d+$/.test(word))];

if (asked.length === 0 || unknown.length > 0) explain();
else await runAsked();

function explain(): void {
  if (unknown.length > 0) process.stderr.write(`Unknown: ${unknown.join(', ')}.\n`);
  print(`npm run bench -- <scenario> [--peer] [--rounds=3]\n\nScenarios:\n${scenarios.map(({ name, what }) => `  ${name.padEnd(12)} ${what}`).join('\n')}`);
  print('\n--peer          beside the Go provider (needs go 1.26)\n--rounds=N      each figure is the median of N\nKCP_BINARY=…    on a real kcp instead of the emulator');
  process.exitCode = unknown.length > 0 ? 2 : 0;
}

async function runAsked(): Promise<void> {
  await bundleProvider();
  const contenders = words.includes('--peer') ? withPeer() : [ours];
  for (const { name, what } of contenders) print(`${name}: ${what}`);
  for (const scenario of scenarios.filter(({ name }) => asked.includes(name))) {
    if (scenario.on === 'emulator' && isRealKcp()) print(`\n${scenario.name} is measured on the emulator only`);
    else await scenario.run({ contenders, rounds });
  }
}

function withPeer(): readonly Contender[] {
  const found = buildGoPeer();
  if (found.kind === 'found') return [ours, found.peer];
  print(`Without the Go peer: ${found.why}`);
  return [ours];
}
