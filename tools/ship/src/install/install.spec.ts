import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { KcpAdmin, RawClient, eventually, readAdminKubeconfig } from '@kcp-runtime/testing';
import { StepFailed, step } from '../step.js';
import { NewProject, nestOf } from './new-project.js';

const nest = nestOf(process.env);
jest.setTimeout(300_000);

let project: NewProject;

beforeAll(async () => {
  project = await NewProject.make(nest);
});
afterAll(() => project.remove());

describe(`the packages in a new project on Nest ${nest}`, () => {
  it('leave no peer unmet, and no second copy of Nest', async () => {
    await project.run('npm', 'ls', '--all');
    const installed = JSON.parse(await readFile(join(project.folder, 'node_modules', '@nestjs', 'core', 'package.json'), 'utf8')) as { version: string };
    expect(installed.version.split('.')[0]).toBe(nest);
  });

  it('type-check under strict, and bring an order on the emulator to Ready', async () => {
    await project.run(project.program('tsc'), '--project', '.');
    expect(await project.run('node', 'dist/order.js')).toContain('the order became Ready, and went');
  });

  it('have no way in but their entries', async () => {
    const script = "import('@kcp-runtime/kube/dist/access/client-node.js').catch((error) => console.log(error.code))";
    expect(await project.run('node', '-e', script)).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });
});

describe('the emulator as a program', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('gives a kubeconfig that a client gets in with, and takes it away at %s', async (signal) => {
    const file = join(project.folder, 'admin.kubeconfig');
    const child = spawn(project.program('kcp-emulator'), [`--kubeconfig=${file}`, '--shards=root,amber', '--delays=kcp'], { cwd: project.folder, stdio: ['ignore', 'pipe', 'inherit'] });
    const printed = text(child.stdout);
    const ended = once(child, 'close');
    const written = (): Promise<string | undefined> => readFile(file, 'utf8').then((yaml) => (yaml === '' ? undefined : yaml), () => undefined);
    const adminKubeconfig = await eventually(written, { deadlineMs: 30_000, what: 'the kubeconfig' });
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const admin = KcpAdmin.connect({ ...readAdminKubeconfig(adminKubeconfig), adminKubeconfig });
    const workspace = await admin.createWorkspace('root:red');
    expect((await workspace.client.get('/api/v1/namespaces/default')).status).toBe(200);
    await admin.close();

    child.kill(signal);
    expect(await ended).toEqual([0, null]);
    expect(await printed).toContain(file);
    expect(existsSync(file)).toBe(false);
  });

  // Ctrl-C reaches all that the terminal runs; a supervisor's SIGTERM reaches npx alone, and npm hands it to no more than the shell below it.
  it.each([
    { how: 'Ctrl-C', end: (npx: number) => process.kill(-npx, 'SIGINT') },
    { how: 'SIGTERM to npx', end: (npx: number) => process.kill(npx, 'SIGTERM') },
  ])('starts by the name of its package, tells where its kubeconfig is, and ends by $how', async ({ end }) => {
    const npx = spawn('npx', ['--no', '@kcp-runtime/emulator'], { cwd: project.folder, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    try {
      let printed = '';
      npx.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
      const found = await eventually(() => /^Its kubeconfig is (.+)$/m.exec(printed)?.[1], { deadlineMs: 60_000, what: 'npx to tell the kubeconfig' });
      const { url, ca, token } = readAdminKubeconfig(await readFile(found, 'utf8'));
      const client = RawClient.open({ url: `${url}/clusters/root`, ca, token: () => token });
      expect((await client.get('/api/v1/namespaces/default')).status).toBe(200);

      end(npx.pid ?? 0);
      await eventually(() => (existsSync(found) ? undefined : true), { deadlineMs: 10_000, what: 'the kubeconfig to be taken away' });
      const isGone = (): Promise<true | undefined> => client.get('/readyz').then(() => undefined, () => true);
      await eventually(isGone, { deadlineMs: 10_000, what: 'the emulator to be gone' });
      await client.close();
    } finally {
      endGroup(npx.pid ?? 0);
    }
  });

  it('says that its port is taken, and what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(step(project.folder, project.program('kcp-emulator'), `--port=${port}`)).rejects.toThrow(`cannot listen on port ${port} of 127.0.0.1`);
    await new Promise((resolve) => other.close(resolve));
  });

  it('writes over no file that is there', async () => {
    const file = join(project.folder, 'package.json');
    await expect(step(project.folder, project.program('kcp-emulator'), `--kubeconfig=${file}`)).rejects.toThrow(StepFailed);
    expect(await readFile(file, 'utf8')).toContain('new-project');
  });
});

/** Ends what is left of a process group; it is no fault when nothing is. */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
