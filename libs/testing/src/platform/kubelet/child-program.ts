import { Child } from '../../process/child.js';
import type { ChildCommand } from '../../process/child.js';
import type { ContainerRun, Program, RunningContainer } from './program.js';

/** A process of its own; it counts as ready when it is started, as a container without probes does. */
export function childProgram(command: (run: ContainerRun) => Pick<ChildCommand, 'file' | 'args' | 'env'>): Program {
  return async (run) => running(Child.start({ ...command(run), onOutput: run.onOutput }));
}

function running(child: Child): RunningContainer {
  return {
    ended: child.ended,
    signal: (name) => child.signal(name),
    stop: async (graceMs) => void (await child.stop('SIGTERM', graceMs)),
  };
}
