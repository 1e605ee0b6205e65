import { setTimeout as sleep } from 'node:timers/promises';
import { RawClient, dig, eventually } from '@kcp-runtime/testing';
import { CONFIG_MAPS, configMap } from './job.js';
import type { FollowJob, FollowOutcome } from './job.js';

/** Makes one object after the other and notes when the watch tells of it. The first ones warm both sides up and are left out. */
export async function followEvents({ target, prefix, count, pauseMs }: FollowJob): Promise<FollowOutcome> {
  const client = RawClient.open({ url: target.url, ca: target.ca, token: () => target.token });
  const sent = new Map<string, number>();
  const took: number[] = [];
  const watch = await client.watch(CONFIG_MAPS);
  watch.onEvent = ({ object }) => {
    const sentAt = sent.get(String(dig(object, 'metadata', 'name')));
    if (sentAt !== undefined) took.push(performance.now() - sentAt);
  };
  try {
    const warmUp = Math.ceil(count / 4);
    for (let index = 0; index < warmUp + count; index++) {
      const name = `${prefix}-${index}`;
      sent.set(name, performance.now());
      await client.post(CONFIG_MAPS, configMap(name, 500));
      await sleep(pauseMs);
    }
    await eventually(() => (took.length === warmUp + count ? true : undefined), { deadlineMs: 30_000, what: 'the last event' });
    return { eventMs: took.slice(warmUp) };
  } finally {
    await watch.close();
    await client.close();
  }
}
