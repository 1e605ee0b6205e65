import { startEmulator } from '../start-emulator.js';
import { HELP, readCommand } from './emulator-command.js';
import type { EmulatorCommand } from './emulator-command.js';
import { writeKubeconfig } from './kubeconfig-file.js';

/** What the command needs of the process around it. */
export interface CommandSurroundings {
  readonly print: (text: string) => void;
  /** Resolves when the emulator is to end. */
  readonly toldToStop: Promise<void>;
}

/** Does what the command line says, and returns when that is over. @throws CommandRefused, KubeconfigThere, or when the port is taken */
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
  const kcp = await startEmulator({ ...options, onFault: (controller, key, error) => print(`The controller ${controller} failed on ${key}: ${String(error)}\n`) });
  try {
    const file = await writeKubeconfig(kubeconfig, kcp.adminKubeconfig);
    try {
      print(howToUse(kcp.url, file.path));
      await toldToStop;
    } finally {
      await file.remove();
    }
  } finally {
    await kcp.stop();
  }
}

function howToUse(url: string, path: string): string {
  return `The emulator listens on ${url}. Nothing of it is kept.
Its kubeconfig is ${path}

  export KUBECONFIG='${path}'
  kubectl get workspaces

Ctrl-C ends it.
`;
}
