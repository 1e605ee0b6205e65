import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '@kcp-runtime/testing';
import type { Consumer } from '../stage/consumer.js';
import { apiGroup } from '../stage/names.js';
import { Stage } from '../stage/stage.js';

/** How the demo runs. */
export interface DemoOptions {
  readonly env: Env;
  readonly say: (line: string) => void;
  /** Aborted when the user wants to stop. */
  readonly signal: AbortSignal;
  readonly end: 'afterProof' | 'onSignal';
}

/** Plays the demo from the first server to the last. Throws what failed. */
export async function demo({ env, say, signal, end }: DemoOptions): Promise<void> {
  const started = performance.now();
  const tell = (line: string): void => say(`${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${line}`);
  const stage = await Stage.open({ driver: env['KCP_BINARY'] ? 'binary' : 'emulator', env, way: 'direct', tell });
  const folder = await mkdtemp(join(tmpdir(), 'kcp-runtime-demo-'));
  try {
    await play(stage, tell, signal);
    const consumers = await Promise.all(['red', 'blue'].map((name) => serve(stage, name, tell)));
    signal.throwIfAborted();
    await prove(consumers, tell);
    await sayHowToGoOn(consumers, folder, say);
    if (end === 'onSignal') await untilAborted(signal, say);
  } catch (error) {
    say(`Last lines of the provider:\n${stage.output().slice(-3_000)}`);
    throw error;
  } finally {
    tell('Stopping: provider, PostgreSQL, kcp.');
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function play(stage: Stage, tell: (line: string) => void, signal: AbortSignal): Promise<void> {
  tell('Starting the reference provider as a process of its own. It knows a platform cluster and nothing of kcp.');
  const provider = await stage.startProvider();
  signal.throwIfAborted();
  tell('The operator writes the ProviderConfig: publish in the provider workspace, with this Secret.');
  await stage.operator.configure({ kcp: 'on' });
  await stage.operator.whenExported();
  tell(`The API is published in ${stage.operator.provider.workspace.path}; everybody may bind it (provider process ${provider.pid}).`);
}

async function serve(stage: Stage, name: string, tell: (line: string) => void): Promise<Consumer> {
  const consumer = await stage.consumer(name);
  tell(`${name} has a workspace, ${consumer.workspace.path}, and binds the API with its claims.`);
  await consumer.bind();
  tell(`${name} orders a database named "main".`);
  const asked = performance.now();
  await consumer.order('main');
  await consumer.whenReady('main');
  tell(`${name}'s "main" is Ready after ${Math.round(performance.now() - asked)} ms.`);
  return consumer;
}

async function prove(consumers: readonly Consumer[], tell: (line: string) => void): Promise<void> {
  for (const consumer of consumers) {
    const { uri } = await consumer.connection('main');
    await consumer.query('main', `CREATE TABLE greeting (words text); INSERT INTO greeting VALUES ('hello from ${consumer.name}'); SELECT words FROM greeting`);
    tell(`Logged in as ${consumer.name} with ${uri}`);
  }
  const databases = await Promise.all(consumers.map(async (consumer) => (await consumer.connection('main')).database));
  if (new Set(databases).size !== consumers.length) throw new Error(`Two tenants got one database: ${databases.join(', ')}`);
  tell(`Two orders of one name in two workspaces, two databases: ${databases.join(' and ')}.`);
}

async function sayHowToGoOn(consumers: readonly Consumer[], folder: string, say: (line: string) => void): Promise<void> {
  say('\nGo on by hand, as a tenant:');
  for (const consumer of consumers) {
    const file = join(folder, `${consumer.name}.kubeconfig`);
    await writeFile(file, consumer.kubeconfig, { mode: 0o600 });
    say(`  kubectl --kubeconfig ${file} get databases.${apiGroup} -A`);
  }
  const file = join(folder, `${consumers[0]?.name}.kubeconfig`);
  say(`  kubectl --kubeconfig ${file} get secret main-connection -o jsonpath='{.data.uri}' | base64 -d`);
  say(`  kubectl --kubeconfig ${file} patch databases.${apiGroup} main --type merge -p '{"spec":{"rotation":1}}'`);
  say(`  kubectl --kubeconfig ${file} delete databases.${apiGroup} main`);
}

async function untilAborted(signal: AbortSignal, say: (line: string) => void): Promise<void> {
  say('\nUp until Ctrl-C.');
  if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
