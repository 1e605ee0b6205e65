/**
 * `npm start`: two tenants order a database each from one provider, on a real PostgreSQL, through kcp. It tells what happens as
 * it happens, ends with the two connection strings that it has logged in with, and stays up till Ctrl-C; with `--once` it stops.
 */
import { demo } from './demo.js';

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort(new Error('stopped by the user')));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  await demo({ env: process.env, say, signal: stopped.signal, end: process.argv.includes('--once') ? 'afterProof' : 'onSignal' });
} catch (error) {
  process.exitCode = stopped.signal.aborted ? 130 : 1;
  say(stopped.signal.aborted ? 'Stopped before the end.' : `The demo failed: ${error instanceof Error ? error.message : String(error)}`);
}
