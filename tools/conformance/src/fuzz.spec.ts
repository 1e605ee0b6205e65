import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KcpAdmin, startKcp } from '@kcp-runtime/testing';
import type { KcpServer } from '@kcp-runtime/testing';
import { Wire } from './bad-input/wire.js';
import type { BadRequest } from './bad-input/bad-requests.js';

const REQUESTS = 2_000;
const TIMEOUT_MS = 60_000;

const word = fc.oneof(fc.constantFrom('..', '.', '', '__proto__', 'constructor', '%2F', '%zz', '%00', 'default', 'configmaps', 'a'), fc.stringMatching(/^[a-zA-Z0-9._%-]{1,12}$/));
const place = fc.constantFrom('/api/v1/namespaces/default/configmaps', '/api/v1/namespaces/default/secrets', '/api/v1/namespaces', '/apis/rbac.authorization.k8s.io/v1/roles', '/api', '/apis', '');
const path = fc.tuple(place, fc.array(word, { maxLength: 3 })).map(([start, rest]) => [start, ...rest].join('/') || '/');
const parameter = fc.tuple(fc.constantFrom('limit', 'continue', 'labelSelector', 'fieldSelector', 'resourceVersion', 'resourceVersionMatch', 'dryRun', 'fieldValidation', 'fieldManager', 'force', 'novel'), word).map((pair) => pair.join('='));
const query = fc.array(parameter, { maxLength: 3 }).map((parameters) => (parameters.length === 0 ? '' : `?${parameters.join('&')}`));
const contentType = fc.constantFrom('application/json', 'application/yaml', 'text/plain', ';', 'application/merge-patch+json', 'application/json-patch+json', 'application/strategic-merge-patch+json', 'application/apply-patch+yaml', 'application/vnd.kubernetes.protobuf');
const body = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.json({ maxDepth: 4 }),
  fc.record({ apiVersion: fc.constantFrom<unknown>('v1', 'v2', 1), kind: fc.constantFrom<unknown>('ConfigMap', 'Secret', 'Novel', null), metadata: fc.oneof(fc.jsonValue(), fc.record({ name: fc.oneof(fc.string(), fc.jsonValue()), labels: fc.jsonValue() })), data: fc.jsonValue() }).map((object) => JSON.stringify(object)),
  fc.array(fc.record({ op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test', 'novel'), path: fc.constantFrom('/data', '/__proto__/a', '/metadata', '', 'a'), value: fc.jsonValue() }), { maxLength: 3 }).map((operations) => JSON.stringify(operations)),
);
const anyRequest = fc.oneof(
  fc.record({ method: fc.constantFrom<BadRequest['method']>('GET', 'DELETE'), path: fc.tuple(path, query).map((parts) => parts.join('')) }),
  fc.record({ method: fc.constantFrom<BadRequest['method']>('POST', 'PUT', 'PATCH'), path: fc.tuple(path, query).map((parts) => parts.join('')), headers: contentType.map((type) => ({ 'content-type': type })), body: body.map((text) => () => text) }),
);

describe('requests that chance made, to the emulator', () => {
  let kcp: KcpServer;
  let wire: Wire;

  beforeAll(async () => {
    kcp = await startKcp({ driver: 'emulator' });
    const admin = KcpAdmin.connect(kcp);
    const workspace = await admin.createWorkspace('root:chance');
    wire = new Wire({ url: workspace.client.url, kubeconfig: kcp.adminKubeconfig });
    await admin.close();
  }, TIMEOUT_MS);
  afterAll(async () => {
    wire.close();
    await kcp.stop();
  });

  it(
    'are each answered, and none is a fault of the server',
    async () => {
      const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
      process.stdout.write(`The seed of these requests; FUZZ_SEED repeats them: ${seed}\n`);
      const answered = fc.asyncProperty(anyRequest, async (request) => {
        const { status, reason } = await wire.send(request);
        expect({ isFault: status >= 500 && status !== 504, reason }).toEqual({ isFault: false, reason });
      });
      await fc.assert(answered, { numRuns: REQUESTS, seed, endOnFailure: true });
    },
    TIMEOUT_MS,
  );
});
