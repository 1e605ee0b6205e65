import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { adminKubeconfig } from './auth/admin-kubeconfig.js';
import { Authenticator } from './auth/authenticator.js';
import { ServiceAccountTokens } from './auth/service-account-tokens.js';
import { KCP_ADMIN_GROUP, MASTERS_GROUP } from './auth/user.js';
import { addControllers } from './control/controllers.js';
import type { EmulatorOptions } from './emulator-options.js';
import { NO_DELAYS, type Delays } from './faults/delays.js';
import { Catalog } from './registry/type/catalog.js';
import { builtinResources } from './registry/kinds/builtin-resources.js';
import { reviewResources } from './registry/kinds/review-resources.js';
import type { ServerCertificate } from './server/certificate.js';
import { Dispatcher } from './server/dispatcher.js';
import { TlsServer } from './server/tls-server.js';
import { WatchSessions } from './server/watch/watch-sessions.js';
import { Shard } from './storage/shard.js';
import { bootstrap } from './workspace/bootstrap.js';
import { ControllerLoop } from './control/controller-loop.js';
import { KcpState } from './workspace/kcp-state.js';

/** A running emulator: one kcp shard in this process. Made by `startEmulator`. */
export class Emulator {
  /** Switches that may be turned while it runs. */
  readonly delays: Delays;
  readonly #state: KcpState;
  readonly #server: TlsServer;
  readonly #loop: ControllerLoop;
  readonly #authenticator: Authenticator;
  readonly #tokens = new ServiceAccountTokens(Date.now);
  readonly #dispatcher: Dispatcher;
  readonly #sessions: WatchSessions;
  readonly #address = { url: '', caPem: '' };
  #userTokens = freshTokens();

  /** @internal */
  constructor(
    certificate: ServerCertificate,
    private readonly options: EmulatorOptions,
  ) {
    this.delays = { ...NO_DELAYS, ...options.delays };
    this.#address.caPem = certificate.certPem;
    const shard = new Shard('root', Date.now(), options.historyLength ?? 10_000);
    const catalog = new Catalog([...builtinResources(() => this.#state), ...reviewResources()]);
    this.#state = new KcpState(shard, catalog, this.#address);
    this.#sessions = new WatchSessions(shard.versions, options.bookmarkMs ?? 60_000);
    this.#loop = new ControllerLoop(shard, options.onFault ?? (() => undefined));
    const parts = addControllers(this.#loop, { state: this.#state, tokens: this.#tokens, sessions: this.#sessions, delays: () => this.delays });
    this.#authenticator = new Authenticator(this.#tokens, {
      serviceAccount: (cluster, namespace, name) => this.#state.find('', 'serviceaccounts', cluster, name, namespace),
      secret: (cluster, namespace, name) => this.#state.find('', 'secrets', cluster, name, namespace),
    });
    this.#dispatcher = new Dispatcher({ ...parts, state: this.#state, authenticator: this.#authenticator, tokens: this.#tokens, sessions: this.#sessions });
    this.#server = new TlsServer(certificate, options.port ?? 0, (request, response) => this.answer(request, response));
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

  /** The number of open watches. */
  get openWatches(): number {
    return this.#sessions.count;
  }

  /** @internal */
  async start(): Promise<void> {
    const port = await this.#server.listen();
    this.#address.url = `https://127.0.0.1:${port}`;
    this.admitUsers();
    bootstrap(this.#state);
  }

  /** Ends every stream, forgets watch history and user tokens, and comes back on the same port with all objects. */
  async restart(): Promise<void> {
    this.#sessions.endAll();
    await this.#server.close();
    for (const { token } of Object.values(this.#userTokens)) this.#authenticator.removeToken(token);
    this.#userTokens = { ...freshTokens(), shardAdmin: this.#userTokens.shardAdmin };
    this.admitUsers();
    this.#state.shard.forgetHistory();
    await this.#server.listen();
  }

  /** Ends everything: connections, timers, controllers. */
  async stop(): Promise<void> {
    this.#loop.stop();
    this.#sessions.endAll();
    await this.#server.close();
  }

  /** Cuts every connection, as a broken network does; the server goes on listening. */
  dropConnections(): void {
    this.#server.dropConnections();
  }

  /** Forgets watch history: every watch that begins from an older version is told 410. */
  expireHistory(): void {
    this.#state.shard.forgetHistory();
  }

  private admitUsers(): void {
    const { kcpAdmin, user, shardAdmin } = this.#userTokens;
    this.#authenticator.addToken(kcpAdmin.token, { name: 'kcp-admin', uid: kcpAdmin.uid, groups: [KCP_ADMIN_GROUP] });
    this.#authenticator.addToken(user.token, { name: 'user', uid: user.uid, groups: [] });
    this.#authenticator.addToken(shardAdmin.token, { name: 'shard-admin', uid: shardAdmin.uid, groups: [MASTERS_GROUP] });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.#dispatcher.handle(request, response);
    this.options.onRequest?.({ method: request.method ?? '', url: request.url ?? '', status: response.statusCode, client: request.headers['user-agent'] });
  }
}

/** The tokens of the three static users. */
export type UserTokens = Readonly<Record<'kcpAdmin' | 'user' | 'shardAdmin', { readonly token: string; readonly uid: string }>>;

function freshTokens(): UserTokens {
  const fresh = (): { token: string; uid: string } => ({ token: randomUUID(), uid: randomUUID() });
  return { kcpAdmin: fresh(), user: fresh(), shardAdmin: fresh() };
}
