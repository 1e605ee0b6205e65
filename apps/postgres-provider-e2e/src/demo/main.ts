/**
 * `npm start`: two tenants order a database each from one provider, on a real PostgreSQL, through kcp. It tells what happens as
 * it happens, ends with the two connection strings that it has logged in with, and stays up till Ctrl-C; with `--once` it stops.
 */
import { demo } from './demo.js';

/** Ctrl-C reaches every process of the terminal, and those above hand it on: what comes in the same breath is the same wish. */
const sameWishMs = 1_000;

const stopped = new AbortController();
let askedAt = 0;
const stop = (): void => {
  if (stopped.signal.aborted && performance.now() - askedAt > sameWishMs) process.exit(130);
  askedAt ||= performance.now();
  stopped.abort(new Error('stopped by the user'));
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  await demo({ env: process.env, say, signal: stopped.signal, end: process.argv.includes('--once') ? 'afterProof' : 'onSignal' });
} catch (error) {
  process.exitCode = stopped.signal.aborted ? 130 : 1;
  say(stopped.signal.aborted ? 'Stopped before the end.' : `The demo failed: ${error instanceof Error ? error.message : String(error)}`);
}
