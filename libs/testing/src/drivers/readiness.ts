import { request, Agent } from 'undici';
import { eventually } from '../wait/eventually.js';

/** Waits until `<url>/readyz` answers 200. `failed` says why it never will, when that is known. */
export async function waitReady(url: string, ca: () => Promise<string | undefined>, deadlineMs: number, failed: () => string | undefined): Promise<void> {
  const stopLooking = new AbortController();
  await eventually(
    async () => {
      const reason = failed();
      if (reason !== undefined) {
        stopLooking.abort(new Error(reason));
        return undefined;
      }
      const certificate = await ca();
      if (certificate === undefined) throw new Error('there is no CA certificate yet');
      await expectReady(url, certificate);
      return true;
    },
    { deadlineMs, intervalMs: 200, what: `${url}/readyz to answer 200`, signal: stopLooking.signal },
  );
}

async function expectReady(url: string, ca: string): Promise<void> {
  const agent = new Agent({ connect: { ca }, allowH2: false });
  try {
    const answer = await request(`${url}/readyz`, { dispatcher: agent, headersTimeout: 5_000, bodyTimeout: 5_000 });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`it answered ${answer.statusCode}: ${text.slice(0, 500)}`);
  } finally {
    await agent.destroy();
  }
}
