/** How often the parent is looked for. */
const LOOK_MS = 250;

/**
 * Calls `isGone` when the process that started this one has ended. npm starts a program below a shell, and a signal to npm ends npm and the
 * shell alone: what they have started would run on with nobody to end it. @returns what ends the watching
 */
export function watchParent(isGone: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) isGone();
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}

/** Whether `npx` or `npm exec` has started this process; a script of a package may want it to outlive its shell. */
export function isStartedByNpx(env: NodeJS.ProcessEnv): boolean {
  return env['npm_command'] === 'exec';
}
