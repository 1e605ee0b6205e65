import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CannotListen } from './cannot-listen.js';
import { KubeconfigThere } from './kubeconfig-file.js';
import { runCommand } from './run-command.js';

/** Another address of this machine than the one that is listened on by default. */
const ANOTHER = '127.0.0.2';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-command-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the command until `look` is through with what it has printed. */
async function whileRunning<T>(args: readonly string[], look: (printed: string) => Promise<T>): Promise<T> {
  let tellToStop = (): void => undefined;
  const toldToStop = new Promise<void>((resolve) => (tellToStop = resolve));
  let hasPrinted = (_text: string): void => undefined;
  const printed = new Promise<string>((resolve) => (hasPrinted = resolve));
  const over = runCommand(args, { print: hasPrinted, toldToStop });
  try {
    return await look(await Promise.race([printed, over.then(() => 'nothing')]));
  } finally {
    tellToStop();
    await over;
  }
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

function portIn(printed: string): number {
  return Number(/https:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1]);
}

describe('the emulator as a program', () => {
  it('is reached by nobody but this machine where nothing is said', async () => {
    await whileRunning([], async (printed) => {
      expect(await answers('127.0.0.1', portIn(printed))).toBe(true);
      expect(await answers(ANOTHER, portIn(printed))).toBe(false);
      expect(printed).not.toContain('whoever reaches this machine');
    });
  });

  it('listens on all addresses when told to, and says what that means', async () => {
    await whileRunning(['--address=0.0.0.0'], async (printed) => {
      expect(await answers(ANOTHER, portIn(printed))).toBe(true);
      expect(printed).toContain('It listens on 0.0.0.0: whoever reaches this machine can speak to it');
    });
  });

  it('prints where its kubeconfig is, and takes it away at its end', async () => {
    const file = join(folder, 'admin.kubeconfig');
    await whileRunning([`--kubeconfig=${file}`], async (printed) => {
      expect(printed).toContain(`Its kubeconfig is ${file}\n`);
      expect(existsSync(file)).toBe(true);
    });
    expect(existsSync(file)).toBe(false);
  });

  it('says that a port is taken, and what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const running = whileRunning([`--port=${port}`], () => Promise.resolve());
    await expect(running).rejects.toThrow(CannotListen);
    await expect(running).rejects.toThrow(`cannot listen on port ${port} of 127.0.0.1: somebody else does.`);
    await new Promise((resolve) => other.close(resolve));
  });

  it('says that an address is none of this machine', async () => {
    await expect(whileRunning(['--address=192.0.2.1'], () => Promise.resolve())).rejects.toThrow('this machine has no such address');
  });

  it('writes over no kubeconfig', async () => {
    const file = join(folder, 'admin.kubeconfig');
    await whileRunning([`--kubeconfig=${file}`], async () => {
      await expect(whileRunning([`--kubeconfig=${file}`], () => Promise.resolve())).rejects.toThrow(KubeconfigThere);
      expect(existsSync(file)).toBe(true);
    });
  });
});
