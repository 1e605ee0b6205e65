import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { KcpAdmin, eventually, readAdminKubeconfig } from '@kcp-runtime/testing';
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
    await eventually(async () => existsSync(file) || undefined, { deadlineMs: 30_000, what: 'the kubeconfig' });
    const adminKubeconfig = await readFile(file, 'utf8');
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

  it('writes over no file that is there', async () => {
    const file = join(project.folder, 'package.json');
    await expect(step(project.folder, project.program('kcp-emulator'), `--kubeconfig=${file}`)).rejects.toThrow(StepFailed);
    expect(await readFile(file, 'utf8')).toContain('new-project');
  });
});
