/** Answers a few paths over HTTP, for probes and figures: nothing that a client sends is read beyond method and path. */
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { createServer as createTlsServer, Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { messageOf } from '../log/message-of.js';
import type { BindAddress } from './bind-address.js';

/** What is answered. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** What is answered at which path. */
export type Routes = ReadonlyMap<string, () => Answer | Promise<Answer>>;

/** Certificate and key, as PEM. */
export interface ServerCertificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** What is served, and where. */
export interface ListenerOptions {
  /** What it is for people: `Probes`. */
  readonly what: string;
  readonly at: Extract<BindAddress, { readonly kind: 'at' }>;
  readonly routes: Routes;
  /** Plain HTTP without it. */
  readonly certificate?: ServerCertificate;
  /** A route has thrown; its client has got a 500. */
  readonly onError: (error: unknown) => void;
}

/** Nothing can be served at an address. */
export class AddressUnavailable extends Error {
  override readonly name = 'AddressUnavailable';
  constructor(what: string, { host = '', port }: ListenerOptions['at'], cause: unknown) {
    super(`${what} can not be served at ${host}:${port}: ${messageOf(cause)}. Free the address, or name another one`, { cause });
  }
}

const PLAIN = 'text/plain; charset=utf-8';

/** A server that listens, until it is closed. */
export class Listener {
  /** `host:port`, with the port that the system has chosen where none was named. */
  readonly address: string;

  private constructor(private readonly server: Server) {
    const { address, family, port } = server.address() as AddressInfo;
    this.address = family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
  }

  /** @throws AddressUnavailable */
  static async open(options: ListenerOptions): Promise<Listener> {
    const { what, at, certificate } = options;
    const listener = answering(options);
    const server = certificate === undefined ? createServer(listener) : createTlsServer({ ...certificate }, listener);
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) => reject(new AddressUnavailable(what, at, error)));
      server.listen({ host: at.host, port: at.port }, resolve);
    });
    server.on('error', options.onError);
    return new Listener(server);
  }

  /** Who connects from now on is shown this certificate; where it is served over plain HTTP there is nobody to show it to. */
  renew(certificate: ServerCertificate): void {
    if (this.server instanceof TlsServer) this.server.setSecureContext({ ...certificate });
  }

  /** Also ends connections that a client keeps open. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }
}

/** An answer of one text. */
export function plainText(status: number, body: string): Answer {
  return { status, contentType: PLAIN, body };
}

function answering({ routes, onError }: ListenerOptions): RequestListener {
  return ({ method, url = '/' }, response) => {
    const answer = async (): Promise<Answer> => {
      const route = routes.get(url.split('?')[0] ?? '');
      if (method !== 'GET' && method !== 'HEAD') return plainText(405, 'only GET is served\n');
      return route === undefined ? plainText(404, `not here; served are ${[...routes.keys()].join(', ')}\n`) : route();
    };
    answer()
      .catch((error: unknown) => {
        onError(error);
        return plainText(500, 'this can not be told at the moment; the log says why\n');
      })
      .then(({ status, contentType, body }) => response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body), onError);
  };
}
