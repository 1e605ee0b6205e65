import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KcpAdmin, PlatformMissing, startKcp, startKubernetes } from '@kcp-runtime/testing';
import type { KcpServer, Kubernetes } from '@kcp-runtime/testing';
import { KNOWN_DIFFERENCES } from './chance/known-differences.js';
import { anyRequest } from './chance/requests.js';
import type { ChanceRequest } from './chance/requests.js';
import { ChanceServer } from './chance/server.js';
import { uniqueName } from './world/world.js';

const REQUESTS = 2_000;
const MOST_A_ROUND = 20;
const ROUNDS_A_BATCH = 50;
const START_DEADLINE_MS = 180_000;
const TIMEOUT_MS = 300_000;

/** One that is known: what a run finds is then a change of ours, and no stroke of luck. */
const USUAL_SEED = 845_674_291;

const asked = process.env['FUZZ_SEED'] ?? String(USUAL_SEED);
const seed = asked === 'random' ? Date.now() % 2 ** 31 : Number(asked);
const oneRound = fc.array(anyRequest, { minLength: 1, maxLength: MOST_A_ROUND, size: 'max' });

/** Sends rounds of requests until so many are sent; each round, and each that looks for a shorter one, is in a namespace of its own. */
async function sendAll(begin: (space: string) => Promise<unknown>, send: (request: ChanceRequest) => Promise<void>): Promise<void> {
  process.stdout.write(`The seed of these requests is ${seed}; FUZZ_SEED sets another, or random\n`);
  let sent = 0;
  const round = fc.asyncProperty(oneRound, async (requests) => {
    await begin(uniqueName('chance'));
    for (const request of requests) {
      sent += 1;
      await send(request);
    }
  });
  for (let batch = 0; sent < REQUESTS; batch += 1) await fc.assert(round, { numRuns: ROUNDS_A_BATCH, seed: seed + batch });
}

describe('requests that chance made', () => {
  let kcp: KcpServer;
  let emulator: ChanceServer;
  let kubernetes: Kubernetes | undefined;
  let real: ChanceServer | undefined;

  beforeAll(async () => {
    kcp = await startKcp({ driver: 'emulator' });
    const admin = KcpAdmin.connect(kcp);
    const workspace = await admin.createWorkspace('root:chance');
    await admin.close();
    emulator = new ChanceServer({ url: workspace.client.url, kubeconfig: kcp.adminKubeconfig });
    await emulator.serveWidgets();
    if (!process.env['PLATFORM_BINARIES']) return;
    kubernetes = await startKubernetes({ env: process.env });
    real = new ChanceServer({ url: kubernetes.cluster.client.url, kubeconfig: kubernetes.cluster.adminKubeconfig });
    await real.serveWidgets();
  }, START_DEADLINE_MS);
  afterAll(async () => {
    emulator.close();
    real?.close();
    await kcp.stop();
    await kubernetes?.stop();
  }, START_DEADLINE_MS);

  it(
    'are each answered by the emulator, and none is a fault of it',
    async () => {
      const send = async (request: ChanceRequest): Promise<void> => {
        const { status, reason } = await emulator.send(request);
        expect({ request, status, isFault: reason === 'InternalError' }).toEqual({ request, status, isFault: false });
      };
      await sendAll((space) => emulator.begin(space), send);
    },
    TIMEOUT_MS,
  );

  const isThere = Boolean(process.env['PLATFORM_BINARIES']);
  (isThere ? it : it.skip)(
    isThere ? 'are answered by the emulator as by a kube-apiserver' : `are answered by the emulator as by a kube-apiserver (did not run: ${new PlatformMissing().message})`,
    async () => {
      const server = real;
      if (server === undefined) throw new Error('The kube-apiserver of this run did not start; the first failure says why.');
      const send = async (request: ChanceRequest): Promise<void> => {
        const [ours, theirs] = await Promise.all([emulator.send(request), server.send(request)]);
        if (KNOWN_DIFFERENCES.some(({ concerns }) => concerns(request, theirs))) return;
        expect({ request, answer: ours }).toEqual({ request, answer: theirs });
      };
      await sendAll((space) => Promise.all([emulator.begin(space), server.begin(space)]), send);
    },
    TIMEOUT_MS,
  );
});
