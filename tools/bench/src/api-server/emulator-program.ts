import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { KcpAdmin, readAdminKubeconfig } from '@kcp-runtime/testing';
import { processUsage } from '../figures/process-usage.js';
import type { ProcessUsage } from '../figures/process-usage.js';
import type { MeasuredServer } from './measured-server.js';

/** Starts the emulator as its users do without Node: by its program. */
export async function startEmulatorProgram(): Promise<MeasuredServer> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program()], { env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    const adminKubeconfig = readFileSync(await kubeconfigOf(child.stdout), 'utf8');
    const startMs = performance.now() - startedAt;
    const usage = (): ProcessUsage => processUsage(child.pid ?? 0);
    const startCpuMs = usage().cpuSeconds * 1000;
    const access = { ...readAdminKubeconfig(adminKubeconfig), adminKubeconfig };
    const admin = KcpAdmin.connect(access);
    const { url } = await admin.createWorkspace('root:load');
    await admin.close();
    return { name: 'emulator', startMs, startCpuMs, target: { url, ca: access.ca, token: access.token }, usage, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function program(): string {
  const manifest = createRequire(import.meta.url).resolve('@kcp-runtime/emulator/package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin: { readonly 'kcp-emulator': string } };
  return join(dirname(manifest), bin['kcp-emulator']);
}

async function kubeconfigOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const path = /^Its kubeconfig is (.+)$/.exec(line)?.[1];
    if (path !== undefined) return path;
  }
  throw new Error('The emulator ended before it told where its kubeconfig is.');
}
