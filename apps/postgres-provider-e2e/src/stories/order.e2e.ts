import { beforeAll, describe, expect, it } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import { eventually } from '@kcp-runtime/testing';
import { runSql } from '../stage/tenant.js';
import type { Consumer } from '../stage/consumer.js';
import type { ProviderProcess } from '../stage/provider-process.js';
import { itFindsSecrets, itKeepsSecrets, onStage } from './story.js';

describe('two tenants order a database of one name', () => {
  const stage = onStage();
  let provider: ProviderProcess;
  let red: Consumer;
  let blue: Consumer;

  beforeAll(async () => {
    provider = await stage().startProvider();
    await stage().operator.configure({ kcp: 'on', pollInterval: '2s' });
    [red, blue] = await Promise.all([stage().consumer('red'), stage().consumer('blue')]);
    await Promise.all([red.bind(), blue.bind()]);
  }, 120_000);

  it('each order becomes Ready and its login works', async () => {
    await Promise.all([red.order('main'), blue.order('main')]);
    await Promise.all([red.whenReady('main'), blue.whenReady('main')]);
    const names = await Promise.all([red, blue].map(async (consumer) => dig((await consumer.query('main'))[0], 'database')));
    expect(new Set(names).size).toBe(2);
  });

  it("refuses red's login at blue's database", async () => {
    const [mine, theirs] = await Promise.all([red.connection('main'), blue.connection('main')]);
    const uri = mine.uri.replace(mine.database === '' ? '\0' : new RegExp(`/${mine.database}$`), `/${theirs.database}`);
    await expect(runSql(uri, 'SELECT 1')).rejects.toThrow(/permission denied for database/);
  });

  it('says in the status where the database is, and names the Secret', async () => {
    const { status } = await red.whenReady('main');
    const login = await red.connection('main');
    expect(status).toMatchObject({ phase: 'Ready', host: login.host, port: Number(login.port), database: login.database, connectionSecret: 'main-connection' });
  });

  it('counts the workspaces that have bound the API, and the URL that leads to them', async () => {
    const figures = await provider.figures();
    expect(figures).toMatch(/^kcp_runtime_endpoints\{controller="kcp",state="Watching"\} 1$/m);
    expect(figures).toMatch(/^kcp_runtime_consumers\{controller="kcp",reason=""\} 2$/m);
  });

  it('counts its orders and its requests, under the names that dashboards for Go providers ask for', async () => {
    const figures = await provider.figures();
    expect(figures).toMatch(/^kcp_runtime_orders\{controller="kcp",offer="databases\.[^"]+",phase="Ready",reason=""\} 2$/m);
    expect(figures).toMatch(/^rest_client_requests_total\{code="200",method="PATCH",host="[^"]+:\d+"\} [1-9]\d*$/m);
    expect(figures).toMatch(/^rest_client_request_duration_seconds_count\{verb="PATCH",host="[^"]+:\d+"\} [1-9]\d*$/m);
    expect(figures).toMatch(/^controller_runtime_max_concurrent_reconciles\{controller="kcp"\} 16$/m);
  });

  it('takes over a changed spec', async () => {
    await red.change('main', { spec: { connections: 3 } });
    await red.whenReady('main');
    const { username } = await red.connection('main');
    expect(await stage().postgres.query('SELECT rolconnlimit AS limit FROM pg_roles WHERE rolname = $1', [username])).toEqual([{ limit: 3 }]);
  });

  it('rotates the password when the spec says so', async () => {
    const before = await red.connection('main');
    await red.change('main', { spec: { rotation: 1 } });
    await red.whenReady('main');
    const after = await red.connection('main');
    expect(after.password).not.toBe(before.password);
    await expect(runSql(before.uri, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    await expect(red.query('main')).resolves.toHaveLength(1);
  });

  it('writes a deleted Secret again', async () => {
    const before = await red.connection('main');
    await red.client.delete('/api/v1/namespaces/default/secrets/main-connection');
    expect(await eventually(() => red.secret('main'), { deadlineMs: 30_000, what: 'the Secret to be back' })).toEqual(before);
  });

  it('mends a login that somebody shut on the server', async () => {
    const { username } = await red.connection('main');
    await stage().postgres.query(`ALTER ROLE ${username} NOLOGIN`);
    await eventually(async () => (await red.query('main').catch(() => undefined)) ?? undefined, { deadlineMs: 30_000, what: 'the login to work again' });
  });

  it('refuses a spec that the API does not allow, before the provider sees it', async () => {
    await expect(red.order('too-many', { connections: 501 })).rejects.toThrow(/422.*connections/s);
  });

  it('lets an order that is being changed keep its plan', async () => {
    await expect(red.change('main', { spec: { plan: 'dedicated' } })).rejects.toThrow(/422/);
  });

  it('drops database, role and Secret with the order, and leaves the other tenant alone', async () => {
    const gone = await red.connection('main');
    await red.deleteOrder('main');
    await red.whenGone('main');
    const server = await stage().onServer();
    expect(server.databases).not.toContain(gone.database);
    expect(server.roles).not.toContain(gone.username);
    await eventually(async () => ((await red.secret('main')) === undefined ? true : undefined), { what: 'the Secret to be gone' });
    await expect(blue.query('main')).resolves.toHaveLength(1);
  });

  it('keeps the data of an order that says Retain, and gives it to the next of the same name', async () => {
    await red.order('kept', { deletionPolicy: 'Retain' });
    await red.whenReady('kept');
    await red.query('kept', 'CREATE TABLE notes (words text); INSERT INTO notes VALUES (\'still here\')');
    await red.deleteOrder('kept');
    await red.whenGone('kept');
    await red.order('kept');
    await red.whenReady('kept');
    expect(await red.query('kept', 'SELECT words FROM notes')).toEqual([{ words: 'still here' }]);
  });

  itKeepsSecrets(stage);
  itFindsSecrets(stage);

  it('ends in good order on SIGTERM', async () => {
    expect(await provider.stop()).toEqual({ code: 0, signal: null });
  });
});
