import type { Emulator } from '../emulator.js';
import { LOOPBACK, type EmulatorOptions } from '../emulator-options.js';
import { startEmulator } from '../start-emulator.js';
import { CannotListen } from './cannot-listen.js';
import { HELP, readCommand } from './emulator-command.js';
import type { EmulatorCommand } from './emulator-command.js';
import { writeKubeconfig } from './kubeconfig-file.js';

/** What the command needs of the process around it. */
export interface CommandSurroundings {
  readonly print: (text: string) => void;
  /** Resolves when the emulator is to end. */
  readonly toldToStop: Promise<void>;
}

/** Does what the command line says, and returns when that is over. @throws CommandRefused, KubeconfigThere, CannotListen */
export async function runCommand(args: readonly string[], surroundings: CommandSurroundings): Promise<void> {
  const command = readCommand(args);
  switch (command.kind) {
    case 'help':
      return surroundings.print(HELP);
    case 'run':
      return runEmulator(command, surroundings);
  }
}

async function runEmulator({ options, kubeconfig }: Extract<EmulatorCommand, { kind: 'run' }>, { print, toldToStop }: CommandSurroundings): Promise<void> {
  const kcp = await started({ ...options, onFault: (controller, key, error) => print(`The controller ${controller} failed on ${key}: ${String(error)}\n`) });
  try {
    const file = await writeKubeconfig(kubeconfig, kcp.adminKubeconfig);
    try {
      print(howToUse(kcp.url, file.path) + whoReaches(options.address ?? LOOPBACK));
      await toldToStop;
    } finally {
      await file.remove();
    }
  } finally {
    await kcp.stop();
  }
}

async function started(options: EmulatorOptions): Promise<Emulator> {
  try {
    return await startEmulator(options);
  } catch (error) {
    const { address = LOOPBACK, port = 0 } = options;
    throw isListenFault(error) ? new CannotListen({ address, port }, error) : error;
  }
}

function isListenFault(error: unknown): error is NodeJS.ErrnoException {
  return typeof error === 'object' && error !== null && 'syscall' in error && error.syscall === 'listen';
}

/** On loopback nobody but this machine does. */
function whoReaches(address: string): string {
  if (address === '::1' || address === 'localhost' || address.startsWith('127.')) return '';
  return `It listens on ${address}: whoever reaches this machine can speak to it, and who has the kubeconfig is its admin.\n`;
}

function howToUse(url: string, path: string): string {
  return `The emulator listens on ${url}. Nothing of it is kept.
Its kubeconfig is ${path}

  export KUBECONFIG='${path}'
  kubectl get workspaces

Ctrl-C ends it.
`;
}
