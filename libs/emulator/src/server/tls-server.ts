import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ServerCertificate } from './certificate.js';

/** Answers one request. Must not reject. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Where a server listens; port 0 is any free one. */
export interface ListenPlace {
  readonly address: string;
  readonly port: number;
}

/** An HTTPS server that can be taken down with all its connections and come back. */
export class TlsServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #address: string;
  #port: number;

  constructor(certificate: ServerCertificate, { address, port }: ListenPlace, handler: RequestHandler) {
    this.#address = address;
    this.#port = port;
    this.#server = createServer({ key: certificate.keyPem, cert: certificate.certPem, ALPNProtocols: ['http/1.1'], keepAliveTimeout: 65_000 }, (request, response) => {
      void handler(request, response);
    });
    // Watches live as long as they like.
    this.#server.requestTimeout = 0;
    this.#server.timeout = 0;
    // From the first byte on: a handshake that never ends must not keep the server from closing.
    this.#server.on('connection', (socket: Socket) => {
      socket.setNoDelay(true);
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    // A client that hangs up during the handshake is its own matter.
    this.#server.on('tlsClientError', (_error, socket) => socket.destroy());
  }

  get port(): number {
    return this.#port;
  }

  /** Listens; gives the port, the same one after a restart. */
  async listen(): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.#port, this.#address, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    this.#port = (this.#server.address() as AddressInfo).port;
    return this.#port;
  }

  /** Stops listening and cuts every connection, after what was written has had a moment to leave. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    this.#server.closeIdleConnections();
    setImmediate(() => {
      for (const socket of this.#sockets) socket.destroy();
    });
    await closed;
  }

  /** Cuts every open connection, listening on. */
  dropConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
