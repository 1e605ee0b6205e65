import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { adminKubeconfig } from './auth/admin-kubeconfig.js';
import { Authenticator } from './auth/authenticator.js';
import { ServiceAccountTokens } from './auth/service-account-tokens.js';
import { KCP_ADMIN_GROUP, MASTERS_GROUP } from './auth/user.js';
import { Clock } from './control/clock.js';
import { addControllers } from './control/controllers.js';
import { LOOPBACK, type EmulatorOptions } from './emulator-options.js';
import { NO_DELAYS, type Delays } from './faults/delays.js';
import { Faults } from './faults/faults.js';
import { Catalog } from './registry/type/catalog.js';
import { builtinResources } from './registry/kinds/builtin-resources.js';
import { reviewResources } from './registry/kinds/review-resources.js';
import type { ServerCertificate } from './server/certificate.js';
import { Dispatcher } from './server/dispatcher.js';
import { RequestLog, type SeenRequest } from './server/request-log.js';
import { TlsServer } from './server/tls-server.js';
import { WatchSessions } from './server/watch/watch-sessions.js';
import { Shard } from './storage/shard.js';
import { Storage } from './storage/storage.js';
import { UnknownShard } from './storage/unknown-shard.js';
import { bootstrap } from './workspace/bootstrap.js';
import { ControllerLoop } from './control/controller-loop.js';
import { KcpState, ROOT } from './workspace/kcp-state.js';

/** A running emulator: a kcp of one shard or several in this process. Made by `startEmulator`. */
export class Emulator {
  /** Switches that may be turned while it runs. */
  readonly delays: Delays;
  /** What befalls requests, as a test plants it. */
  readonly faults: Faults;
  readonly #state: KcpState;
  /** One a shard; the first is the address of the whole. */
  readonly #servers: ReadonlyMap<Shard, TlsServer>;
  readonly #server: TlsServer;
  readonly #loop: ControllerLoop;
  readonly #authenticator: Authenticator;
  readonly #tokens: ServiceAccountTokens;
  readonly #dispatcher: Dispatcher;
  readonly #sessions: WatchSessions;
  readonly #clock = new Clock();
  readonly #log = new RequestLog();
  readonly #address = { url: '', caPem: '' };
  #userTokens = freshTokens();

  /** @internal */
  constructor(
    certificate: ServerCertificate,
    private readonly options: EmulatorOptions,
  ) {
    this.delays = { ...NO_DELAYS, ...options.delays };
    this.faults = new Faults(this.#clock);
    const now = (): number => this.#clock.now();
    this.#address.caPem = certificate.certPem;
    this.#tokens = new ServiceAccountTokens(now);
    const [first = new Shard('root', now, HISTORY_LENGTH), ...others] = shardsOf(options, now);
    const storage = new Storage(first, others);
    const catalog = new Catalog([...builtinResources(() => this.#state), ...reviewResources()]);
    this.#state = new KcpState(storage, catalog, this.#address, this.#clock);
    this.#sessions = new WatchSessions(options.bookmarkMs ?? 60_000, this.#clock);
    this.#loop = new ControllerLoop(storage, this.#clock, options.onFault ?? (() => undefined));
    const parts = addControllers(this.#loop, { state: this.#state, tokens: this.#tokens, sessions: this.#sessions, delays: () => this.delays });
    this.#authenticator = new Authenticator(this.#tokens, {
      serviceAccount: (cluster, namespace, name) => this.#state.find('', 'serviceaccounts', cluster, name, namespace),
      secret: (cluster, namespace, name) => this.#state.find('', 'secrets', cluster, name, namespace),
    });
    this.#dispatcher = new Dispatcher({ ...parts, state: this.#state, authenticator: this.#authenticator, tokens: this.#tokens, sessions: this.#sessions });
    const address = options.address ?? LOOPBACK;
    const serverOf = (shard: Shard, port: number): TlsServer => new TlsServer(certificate, { address, port }, (request, response) => this.answer(shard, request, response));
    this.#server = serverOf(first, options.port ?? 0);
    this.#servers = new Map([[first, this.#server], ...others.map((shard): [Shard, TlsServer] => [shard, serverOf(shard, 0)])]);
  }

  /** The server's address without a path, like `https://127.0.0.1:6443`. */
  get url(): string {
    return this.#address.url;
  }

  get port(): number {
    return this.#server.port;
  }

  /** The certificate that clients have to trust, as PEM. */
  get ca(): string {
    return this.#address.caPem;
  }

  /** A kubeconfig like kcp's admin.kubeconfig. Its user tokens change with every restart, as kcp's do. */
  get adminKubeconfig(): string {
    return adminKubeconfig({ url: this.url, caPem: this.ca, tokens: this.#userTokens });
  }

  /** The addresses of the shards by their names. */
  get shardUrls(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#state.storage.shards.map(({ name, url }) => [name, url]));
  }

  /** At least the last 10,000 requests, in the order of their answers. */
  get requests(): readonly SeenRequest[] {
    return this.#log.requests;
  }

  /** The number of open watches. */
  get openWatches(): number {
    return this.#sessions.count;
  }

  /** @internal */
  async start(): Promise<void> {
    for (const [shard, server] of this.#servers) shard.url = `https://${this.options.host ?? LOOPBACK}:${await server.listen()}`;
    this.#address.url = this.#state.storage.shardOf(ROOT).url;
    this.admitUsers();
    bootstrap(this.#state);
  }

  /** Ends every stream, forgets watch history and user tokens, and comes back on the same port with all objects. */
  async restart(): Promise<void> {
    this.#sessions.endAll();
    await this.closeServers();
    for (const { token } of Object.values(this.#userTokens)) this.#authenticator.removeToken(token);
    this.#userTokens = { ...freshTokens(), shardAdmin: this.#userTokens.shardAdmin };
    this.admitUsers();
    this.#state.storage.forgetHistory();
    for (const server of this.#servers.values()) await server.listen();
  }

  /** Ends everything: connections, timers, controllers. */
  async stop(): Promise<void> {
    this.#loop.stop();
    this.#clock.stop();
    this.#sessions.endAll();
    await this.closeServers();
  }

  /**
   * Takes one shard down: its connections break and nobody listens there, while the others go on. What stands on it stays.
   * @throws UnknownShard
   */
  async stopShard(name: string): Promise<void> {
    await this.serverOf(name).close();
  }

  /** Brings a shard back that was taken down, on its port. @throws UnknownShard */
  async startShard(name: string): Promise<void> {
    await this.serverOf(name).listen();
  }

  /** Cuts every connection, as a broken network does; the server goes on listening. */
  dropConnections(): void {
    for (const server of this.#servers.values()) server.dropConnections();
  }

  /** Ends every watch cleanly, as a server does that is told to stop; other requests go on. */
  dropWatches(): void {
    this.#sessions.endAll();
  }

  /** Lets the open watches fall silent without an end, as a half-open connection does; new ones are told everything. */
  silenceWatches(): void {
    this.#sessions.silence();
  }

  /**
   * Moves the emulator's time ahead: tokens, Events, paged lists and watches end when it says so, delays pass, and what is written
   * from then on bears the new time.
   */
  advance(ms: number): void {
    this.#clock.advance(ms);
  }

  /** Forgets the requests so far, so that a count begins here. */
  forgetRequests(): void {
    this.#log.forget();
  }

  /** Forgets watch history: every watch that begins from an older version is told 410. */
  expireHistory(): void {
    this.#state.storage.forgetHistory();
  }

  private serverOf(shard: string): TlsServer {
    for (const [{ name }, server] of this.#servers) if (name === shard) return server;
    throw new UnknownShard(shard, [...this.#servers.keys()].map(({ name }) => name));
  }

  private async closeServers(): Promise<void> {
    await Promise.all([...this.#servers.values()].map((server) => server.close()));
  }

  private admitUsers(): void {
    const { kcpAdmin, user, shardAdmin } = this.#userTokens;
    this.#authenticator.addToken(kcpAdmin.token, { name: 'kcp-admin', uid: kcpAdmin.uid, groups: [KCP_ADMIN_GROUP] });
    this.#authenticator.addToken(user.token, { name: 'user', uid: user.uid, groups: [] });
    this.#authenticator.addToken(shardAdmin.token, { name: 'shard-admin', uid: shardAdmin.uid, groups: [MASTERS_GROUP] });
  }

  private async answer(shard: Shard, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const met = await this.faults.meet(request, response);
    if (met === 'spared') await this.#dispatcher.handle(shard, request, response);
    const { method = '', url = '', headers } = request;
    const seen = { shard: shard.name, method, url, status: met === 'silenced' ? 0 : response.statusCode, contentType: headers['content-type'], client: headers['user-agent'] };
    this.#log.add(seen);
    this.options.onRequest?.(seen);
  }
}

const HISTORY_LENGTH = 10_000;
const SHARD_DISTANCE_MS = 3_600_000;

/** Each shard counts from a place of its own, so that a version of one is never by chance one of another. */
function shardsOf({ shards = ['root'], historyLength = HISTORY_LENGTH }: EmulatorOptions, now: () => number): Shard[] {
  return shards.map((name, index) => new Shard(name, () => now() + index * SHARD_DISTANCE_MS, historyLength));
}

/** The tokens of the three static users. */
export type UserTokens = Readonly<Record<'kcpAdmin' | 'user' | 'shardAdmin', { readonly token: string; readonly uid: string }>>;

function freshTokens(): UserTokens {
  const fresh = (): { token: string; uid: string } => ({ token: randomUUID(), uid: randomUUID() });
  return { kcpAdmin: fresh(), user: fresh(), shardAdmin: fresh() };
}
