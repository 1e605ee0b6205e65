/** What runs on this machine in place of a container image. */
import type { ChildEnd } from '../../process/child.js';

/** A container that is to be started. */
export interface ContainerRun {
  /** Command and arguments as the Pod has them, variables filled in. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The Pod's own; what listens, listens there. */
  readonly ip: string;
  /** Path of a kubeconfig with a token of the Pod's ServiceAccount, as who is under test reaches the cluster. */
  readonly kubeconfig: string;
  /** The same past every gate, for what is no part of the test. */
  readonly directKubeconfig: string;
  readonly onOutput: (text: string) => void;
}

/** A container that runs. */
export interface RunningContainer {
  /** Resolves when it has ended by itself or was stopped. */
  readonly ended: Promise<ChildEnd>;
  /** Sends a signal to its process. */
  signal(name: NodeJS.Signals): void;
  /** Asks it to end, and ends it when it has not after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** Starts a container, and resolves when it is ready. */
export type Program = (run: ContainerRun) => Promise<RunningContainer>;

/** Programs by the image that they stand for. A Pod of any other image is left alone. */
export type Programs = ReadonlyMap<string, Program>;
