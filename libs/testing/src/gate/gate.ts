/**
 * The fault gate: a TLS proxy between the thing under test and any kcp. It sees every request, and a test can hold one back, cut,
 * delay, silence or answer it. It never changes what a client sends, and of what a server sends only the URLs in endpoint slices.
 */
import { once } from 'node:events';
import { Agent, createServer } from 'node:https';
import type { Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { movedKubeconfig } from '../admin/kubeconfig-text.js';
import type { Canaries } from '../canaries.js';
import { bodyEdit } from './body-edit.js';
import type { SecondEndpoint } from './body-edit.js';
import { Exchange } from './exchange.js';
import type { GateCertificate } from './gate-certificate.js';
import { readArrival } from './gate-request.js';
import type { GateRequest } from './gate-request.js';
import { RuleBook } from './gate-rules.js';
import type { GateAnswer, Hold, Match, Moment, Rule, When } from './gate-rules.js';

/** What stands behind the gate. */
export interface GateOptions {
  /** Base URL and CA of the server, such as a `KcpServer`. */
  readonly upstream: { readonly url: string; readonly ca: string };
  /** Gets every bearer token that passes. */
  readonly canaries?: Canaries;
}

type Recorded = { -readonly [Field in keyof GateRequest]: GateRequest[Field] };

/** A running gate; its owner stops it. */
export class Gate {
  /** PEM; in the kubeconfigs that {@link Gate.kubeconfig} makes. */
  readonly ca: string;
  private readonly rules = new RuleBook();
  private readonly log: Recorded[] = [];
  private readonly open = new Set<Exchange>();
  private readonly sockets = new Set<Socket>();
  private readonly connections = new WeakMap<Socket, number>();
  private readonly servers = new Map<'first' | 'second', Server>();
  private readonly ports = new Map<'first' | 'second', number>();
  private readonly agent: Agent;
  private readonly upstream: URL;
  private second: SecondEndpoint | undefined;
  private connectionCount = 0;
  private requestCount = 0;
  private fault: unknown;

  private constructor(
    private readonly options: GateOptions,
    private readonly certificate: GateCertificate,
  ) {
    this.ca = certificate.cert;
    this.upstream = new URL(options.upstream.url);
    this.agent = new Agent({ ca: options.upstream.ca, keepAlive: true });
  }

  /** Starts listening; called by `startGate`. */
  static async listen(options: GateOptions, certificate: GateCertificate): Promise<Gate> {
    const gate = new Gate(options, certificate);
    await gate.listenAs('first');
    return gate;
  }

  /** Base URL of the gate, to be used in place of the server's. */
  get url(): string {
    return `https://127.0.0.1:${this.ports.get('first') ?? 0}`;
  }

  /** The same kubeconfig through the gate. Credentials are tokens: a client certificate cannot pass. */
  kubeconfig(text: string): string {
    return movedKubeconfig(text, { url: this.url, ca: this.ca });
  }

  /** The requests so far that fit, in the order of their arrival. */
  requests(match: Match = () => true): readonly GateRequest[] {
    return this.log.filter(match);
  }

  /** How many there were; all connections count. */
  count(match: Match): number {
    return this.requests(match).length;
  }

  /** Forgets the requests so far, so that a count begins here. */
  forget(): void {
    this.log.length = 0;
  }

  /** Holds the n-th request that fits (the first where nothing is said), before or after the server has done it. */
  hold(when: When, moment: Moment = 'request'): Hold {
    return this.rules.addHold(when, moment);
  }

  /** Answers for the server, which does not hear of the request. */
  answer(when: When, answer: GateAnswer): Rule {
    return this.rules.add(when, 'request', { kind: 'answer', answer });
  }

  /** Breaks the connection of requests that fit, before or after the server has done them. */
  cut(when: When, moment: Moment = 'request'): Rule {
    return this.rules.add(when, moment, { kind: 'cut' });
  }

  /** Breaks the connections of those that fit and are under way now, such as watches; returns how many. */
  cutOpen(match: Match = () => true): number {
    const fitting = [...this.open].filter(({ request }) => match(request));
    for (const exchange of fitting) exchange.cut();
    return fitting.length;
  }

  /** Lets each request that fits wait before the server hears of it. */
  delay(when: When, delayMs: number): Rule {
    return this.rules.add(when, 'request', { kind: 'delay', delayMs });
  }

  /** A black hole: what fits gets no answer, and what is open falls silent, without an end. Removing the rule breaks those connections. */
  silence(when: When): Rule {
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const silent = [...this.open].filter(({ request }) => when.match(request));
    for (const exchange of silent) exchange.fallSilent();
    return this.rules.add(when, 'request', { kind: 'silence', over }, () => {
      end();
      for (const exchange of silent) exchange.cut();
    });
  }

  /** As if the server were gone: nothing listens, and all connections are broken, until {@link Gate.accept}. */
  async refuse(): Promise<void> {
    const closed = [...this.servers.values()].map((server) => new Promise((resolve) => server.close(resolve)));
    this.servers.clear();
    for (const socket of this.sockets) socket.destroy();
    await Promise.all(closed);
  }

  /** Listens again, on the same ports. */
  async accept(): Promise<void> {
    for (const endpoint of this.ports.keys()) await this.listenAs(endpoint);
  }

  /**
   * From now on each slice with a URL names a second one, which shows the consumers that `owns` picks, while the first shows the
   * others: two shards on one server. A slice that a client has already needs a change to be seen anew; touch it.
   * @returns base URL of the second endpoint
   */
  async offerSecondEndpoint(owns: (cluster: string) => boolean): Promise<string> {
    const port = await this.listenAs('second');
    const url = `https://127.0.0.1:${port}`;
    this.second = { url, owns };
    return url;
  }

  /** The second URL is no longer named; it still answers. */
  withdrawSecondEndpoint(): void {
    this.second = undefined;
  }

  /**
   * Breaks everything and stops listening.
   * @throws what went wrong inside the gate itself, so that no test passes on a broken gate
   */
  async stop(): Promise<void> {
    await this.refuse();
    this.agent.destroy();
    if (this.fault !== undefined) throw this.fault;
  }

  private async listenAs(endpoint: 'first' | 'second'): Promise<number> {
    if (this.servers.has(endpoint)) return this.ports.get(endpoint) ?? 0;
    const server = createServer({ ...this.certificate, ALPNProtocols: ['http/1.1'], keepAliveTimeout: 120_000 });
    server.on('request', (incoming, outgoing) => void this.serve(endpoint, incoming, outgoing));
    server.on('secureConnection', (socket) => this.keepTrack(socket));
    server.listen(this.ports.get(endpoint) ?? 0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    this.servers.set(endpoint, server);
    this.ports.set(endpoint, port);
    return port;
  }

  private keepTrack(socket: Socket): void {
    this.connections.set(socket, ++this.connectionCount);
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    // A client may break off at any time; the exchange sees it too.
    socket.on('error', () => socket.destroy());
  }

  private async serve(endpoint: 'first' | 'second', incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      const body = await buffer(incoming);
      const recorded = this.record(endpoint, incoming, body);
      const exchange = new Exchange(recorded, incoming, outgoing, {
        upstream: this.upstream,
        agent: this.agent,
        body,
        due: (request, moment) => this.rules.due(request, moment),
        edit: (request) => bodyEdit(request, { upstreamUrl: this.upstream.origin, gateUrl: this.url, second: this.second }),
        answered: (status) => void (recorded.status = status),
      });
      this.open.add(exchange);
      await exchange.run().finally(() => this.open.delete(exchange));
    } catch (error) {
      this.fault ??= error;
      incoming.socket.destroy();
    }
  }

  private record(endpoint: 'first' | 'second', incoming: IncomingMessage, body: Buffer): Recorded {
    const token = /^Bearer (.+)$/.exec(incoming.headers.authorization ?? '')?.[1];
    if (token !== undefined) this.options.canaries?.add(token, 'a bearer token that passed the gate');
    const recorded: Recorded = readArrival({
      number: ++this.requestCount,
      connection: this.connections.get(incoming.socket) ?? 0,
      endpoint,
      method: incoming.method ?? '',
      url: incoming.url ?? '/',
      contentType: incoming.headers['content-type'] ?? '',
      body: body.toString('utf8'),
    });
    this.log.push(recorded);
    return recorded;
  }
}
