import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { CreateJob, CreateOutcome, FollowJob, FollowOutcome, Job } from './job.js';

const main = fileURLToPath(new URL('./main.js', import.meta.url));

/** Does a job in a process of its own, so that it takes no time of whoever asks. */
export async function runLoad(job: CreateJob): Promise<CreateOutcome>;
export async function runLoad(job: FollowJob): Promise<FollowOutcome>;
export async function runLoad(job: Job): Promise<CreateOutcome | FollowOutcome> {
  const child = spawn(process.execPath, [main], { env: { PATH: process.env['PATH'] }, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  child.stdin.end(JSON.stringify(job));
  const outcome = await json(child.stdout).catch(() => undefined);
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`The client of a ${job.kind} job ended with ${code}; its words are above.`);
  return outcome as CreateOutcome | FollowOutcome;
}
