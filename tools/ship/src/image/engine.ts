import { StepFailed, step } from '../step.js';
import { workspaceRoot } from '../workspace-root.js';

/** Whether a Docker engine answers here. */
export type Engine = { readonly kind: 'answers' } | { readonly kind: 'missing'; readonly reason: string };

export async function findEngine(): Promise<Engine> {
  try {
    const version = await docker('version', '--format={{.Server.Version}}');
    return version.trim() === '' ? { kind: 'missing', reason: 'no Docker engine answers' } : { kind: 'answers' };
  } catch (error) {
    if (error instanceof StepFailed) return { kind: 'missing', reason: 'no Docker engine answers' };
    throw error;
  }
}

/** @throws StepFailed */
export function docker(...args: readonly string[]): Promise<string> {
  return step(workspaceRoot, 'docker', ...args);
}
