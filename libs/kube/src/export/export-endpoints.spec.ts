import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readKubeconfig } from '../access/kubeconfig.js';
import { KubeConnection } from '../connection/kube-connection.js';
import { TlsServer, json } from '../fixture/tls-server.fixture.js';
import { until } from '../fixture/until.fixture.js';
import { systemClock } from '../time/clock.js';
import { ExportEndpoints } from './export-endpoints.js';
import type { EndpointsChange } from './export-endpoints.js';

const ONE = 'https://shard-1/services/apiexport/abc/orders';
const TWO = 'https://shard-2/services/apiexport/abc/orders';

let server: TlsServer;
let connection: KubeConnection;
let watch: ServerResponse | undefined;
let changes: EndpointsChange[];
let endpoints: ExportEndpoints;
let stop: AbortController;
let ended: Promise<void>;
let version: number;

const slice = (urls: readonly string[] | undefined): object => ({
  apiVersion: 'apis.kcp.io/v1alpha1', kind: 'APIExportEndpointSlice', metadata: { name: 'orders', uid: 'u1', resourceVersion: `${++version}` },
  spec: { export: { name: 'orders' } }, status: { conditions: [], ...(urls === undefined ? {} : { endpoints: urls.map((url) => ({ url })) }) },
});
const tell = (type: string, object: object): void => void watch?.write(`${JSON.stringify({ type, object })}\n`);
const endOfFill = { metadata: { resourceVersion: '1', annotations: { 'k8s.io/initial-events-end': 'true' } } };
const next = async (count: number): Promise<EndpointsChange | undefined> => {
  await until(`change ${count}`, () => changes.length >= count);
  return changes[count - 1];
};

async function follow(first?: object): Promise<void> {
  ended = endpoints.run(stop.signal);
  await until('the watch is open', () => watch !== undefined);
  if (first !== undefined) tell('ADDED', first);
  tell('BOOKMARK', endOfFill);
}

beforeEach(async () => {
  version = 1;
  watch = undefined;
  changes = [];
  stop = new AbortController();
  server = await TlsServer.start((_request, response) => {
    response.writeHead(200).flushHeaders();
    watch = response;
  });
  connection = await KubeConnection.open(readKubeconfig(server.kubeconfig(), { origin: 'cluster', source: 'a spec' }));
  const api = connection.api(`${server.url}/clusters/provider`);
  endpoints = new ExportEndpoints({ api, slice: 'orders', clock: systemClock, random: () => 0, onChange: (change) => changes.push(change) });
});
afterEach(async () => {
  stop.abort();
  await ended;
  await connection.close();
  await server.close();
});

describe('where an export is served', () => {
  it('is not known before the slice was read', () => {
    expect([endpoints.state, endpoints.urls]).toEqual([{ kind: 'unknown' }, []]);
  });

  it('is asked of this one slice alone, in the provider\'s workspace', async () => {
    await follow();
    expect(server.seen[0]?.path).toBe('/clusters/provider/apis/apis.kcp.io/v1alpha1/apiexportendpointslices');
    expect(server.seen[0]?.query.get('fieldSelector')).toBe('metadata.name=orders');
  });

  it('is nowhere as long as nobody has bound it, and that is healthy', async () => {
    await follow(slice(undefined));
    expect(await next(1)).toEqual({ state: { kind: 'noConsumer' }, urls: [], added: [], removed: [] });
  });

  it('is nowhere without a slice', async () => {
    await follow();
    expect(await next(1)).toEqual({ state: { kind: 'noSlice' }, urls: [], added: [], removed: [] });
  });

  it('is one URL a shard that holds a binding', async () => {
    await follow(slice([TWO, ONE]));
    expect(await next(1)).toEqual({ state: { kind: 'served', urls: [ONE, TWO] }, urls: [ONE, TWO], added: [ONE, TWO], removed: [] });
  });

  it('changes as shards come and go', async () => {
    await follow(slice([ONE]));
    await next(1);
    tell('MODIFIED', slice([TWO]));
    expect(await next(2)).toMatchObject({ urls: [TWO], added: [TWO], removed: [ONE] });
    expect(endpoints.urls).toEqual([TWO]);
  });

  it('does not change when something else of the slice does', async () => {
    await follow(slice([ONE]));
    await next(1);
    tell('MODIFIED', slice([ONE]));
    tell('MODIFIED', slice([ONE, TWO]));
    expect(await next(2)).toMatchObject({ added: [TWO] });
  });

  it('is nowhere any more when the last consumer leaves', async () => {
    await follow(slice([ONE]));
    await next(1);
    tell('MODIFIED', slice(undefined));
    expect(await next(2)).toEqual({ state: { kind: 'noConsumer' }, urls: [], added: [], removed: [ONE] });
  });

  it('is nowhere any more when the slice is deleted, and somewhere again when kcp has made it anew', async () => {
    const first = slice([ONE]);
    await follow(first);
    await next(1);
    tell('DELETED', first);
    expect(await next(2)).toEqual({ state: { kind: 'noSlice' }, urls: [], added: [], removed: [ONE] });
    tell('ADDED', slice([ONE]));
    expect(await next(3)).toMatchObject({ added: [ONE] });
  });

  it('stays what it was while the workspace cannot be reached', async () => {
    await follow(slice([ONE]));
    await next(1);
    server.answer = json(503, {});
    server.cut();
    await until('it has noticed', () => endpoints.following.kind === 'backingOff' || server.seen.length > 3);
    expect([endpoints.urls, changes.length]).toEqual([[ONE], 1]);
  });
});
