/* eslint-disable no-restricted-properties -- the one place where this package touches its process */

/** Signals that ask a process to end. */
export type StopSignal = 'SIGTERM' | 'SIGINT';

/** The process around a provider. Only this file reads `process`; a test hands in another host. */
export interface ProcessHost {
  /** Arguments after the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes to standard output. */
  write(text: string): void;
  /** Writes to standard error, for people. */
  complain(text: string): void;
  /** Calls `listener` at every signal, until the returned function is called. */
  onStopSignal(listener: (signal: StopSignal) => void): () => void;
  /** Ends the process; what an author left open does not keep it. */
  exit(code: number): void;
}

/** The process that this code runs in. */
export function nodeProcess(): ProcessHost {
  return {
    argv: process.argv.slice(2),
    env: process.env,
    write: (text) => void process.stdout.write(text),
    complain: (text) => void process.stderr.write(text),
    onStopSignal(listener) {
      process.on('SIGTERM', listener).on('SIGINT', listener);
      return () => void process.off('SIGTERM', listener).off('SIGINT', listener);
    },
    exit: (code) => process.exit(code),
  };
}
