/** Compiles generated classes as a provider would, and asks the runtime's own schema package what they say. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { repository } from '../workspace/repository.fixture.js';
import type { CrdSpec } from './differences.fixture.js';

const DEADLINE_MS = 120_000;

const TSCONFIG = {
  compilerOptions: {
    target: 'es2023', module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2023'], types: [], rootDir: 'src', outDir: 'dist', strict: true, noUnusedLocals: true, isolatedModules: true,
    skipLibCheck: true, experimentalDecorators: true, emitDecoratorMetadata: true, useDefineForClassFields: false,
  },
  include: ['src'],
};

/** Prints, for each file, the spec of the CRD of the one API class in it. */
const READER = `
import { readdir } from 'node:fs/promises';
import { customResourceDefinition, readApiClass } from '@kcp-runtime/schema';
const specs = {};
for (const file of (await readdir('dist')).filter((name) => name.endsWith('.js'))) {
  const api = Object.values(await import('./dist/' + file)).find((one) => one.specClass !== undefined);
  specs[file.slice(0, -3)] = customResourceDefinition(readApiClass(api), { cluster: 'onboarding' }).spec;
}
process.stdout.write(JSON.stringify(specs));
`;

/** The classes do not compile, or the schema package refuses them. */
export class ClassesRefused extends Error {
  override readonly name = 'ClassesRefused';
}

/** From source files, by names without an ending, to what a server would get. @throws ClassesRefused with the compiler's or the reader's words */
export async function compiledCrds(sources: Readonly<Record<string, string>>): Promise<Readonly<Record<string, CrdSpec>>> {
  const folder = await mkdtemp(join(tmpdir(), 'from-crd-'));
  try {
    await mkdir(join(folder, 'src'));
    await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    await writeFile(join(folder, 'read.mjs'), READER);
    for (const [name, source] of Object.entries(sources)) await writeFile(join(folder, 'src', `${name}.ts`), source);
    await run(folder, join(repository, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.');
    return JSON.parse(await run(folder, 'read.mjs')) as Readonly<Record<string, CrdSpec>>;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(cwd: string, ...args: readonly string[]): Promise<string> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS'));
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: DEADLINE_MS, killSignal: 'SIGKILL' });
  const closed = new Promise<number | null>((done, failed) => child.once('error', failed).once('close', done));
  const [printed, complaints, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  if (code !== 0) throw new ClassesRefused(`${args.join(' ')} ended with ${code}:\n${printed}${complaints}`);
  return printed;
}
