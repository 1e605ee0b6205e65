/** A client in a process of its own: it reads one job from its input, does it, and prints what came of it. */
import { json } from 'node:stream/consumers';
import { createObjects } from './create-objects.js';
import type { Job } from './job.js';

const job = (await json(process.stdin)) as Job;
process.stdout.write(JSON.stringify(await outcomeOf(job)));

async function outcomeOf(asked: Job): Promise<object> {
  switch (asked.kind) {
    case 'create':
      return createObjects(asked);
    case 'follow':
      // Only here, since what it needs takes a second to load.
      return (await import('./follow-events.js')).followEvents(asked);
  }
}
