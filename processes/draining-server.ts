/**
 * An HTTP server that closes after its last request: an idle connection is closed immediately, any
 * other with its answer. Node's own `close` also waits for connections that were opened and not
 * used yet, and for connections that a client keeps alive after its last answer.
 */
import { once } from 'node:events';
import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { whenClosed } from '../api/closing';
import { type Refusal, refuseMalformed } from '../api/raw-refusal';
import { onNewConnection } from '../api/stream/without-upgrade';

/** Time to send the last words to those who still wait. */
const LAST_WORDS_MS = 1_000;

export class DrainingServer {
  readonly http: Server;
  /** Requests in progress, by connection. */
  private readonly underWay = new Map<Duplex, Set<ServerResponse>>();
  private isDraining = false;

  private constructor(app: RequestListener, keepAliveMs: number) {
    this.http = createServer(
      {
        requestTimeout: 60_000,
        headersTimeout: 20_000,
        keepAliveTimeout: keepAliveMs,
        requireHostHeader: false,
      },
      app,
    );
    onNewConnection(this.http, (socket) => {
      this.underWay.set(socket, new Set());
      whenClosed(socket, () => this.underWay.delete(socket));
    });
    this.http.prependListener('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
      this.answersOf(socket).add(res);
      if (this.isDraining) sayLast(res);
      whenClosed(res, () => this.end(socket, res));
    });
    // Node would answer with an empty body, like a request without a host.
    this.http.on('checkExpectation', (req, res) => this.http.emit('request', req, res));
  }

  /** Without this call Node refuses such requests, with empty bodies. */
  refuseMalformed(refusal: Refusal): void {
    const hasBegun = (socket: Duplex) =>
      [...(this.underWay.get(socket) ?? [])].some(({ headersSent }) => headersSent);
    refuseMalformed(this.http, refusal, hasBegun);
  }

  /** @param port 0 for any free port */
  static async listen(
    app: RequestListener,
    port: number,
    address: string,
    keepAliveMs: number,
  ): Promise<DrainingServer> {
    const server = new DrainingServer(app, keepAliveMs);
    server.http.listen(port, address);
    await once(server.http, 'listening');
    return server;
  }

  /**
   * Upgraded connections belong to the `upgrade` listener, which must exist and closes them.
   * Without this call an upgrade request is answered like any other.
   */
  leaveUpgraded(): void {
    this.http.on('upgrade', ({ socket }: IncomingMessage) => this.underWay.delete(socket));
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  /**
   * Accepts no new connection, waits for requests in progress, then closes the remaining
   * connections.
   * @param withinMs how long requests in progress may take to finish
   * @param onLate tells those who still wait that they will get no answer here; called before
   *   their connections are closed
   */
  async drain(withinMs: number, onLate: () => void = () => undefined): Promise<void> {
    this.isDraining = true;
    const closed = once(this.http, 'close');
    this.http.close();
    for (const [socket, answers] of this.underWay) {
      if (answers.size === 0) socket.destroy();
      else answers.forEach(sayLast);
    }
    const late = setTimeout(onLate, Math.max(0, withinMs - LAST_WORDS_MS));
    const timer = setTimeout(() => this.http.closeAllConnections(), withinMs);
    await closed;
    clearTimeout(late);
    clearTimeout(timer);
  }

  /** A connection whose upgrade was not made is among those of this server again. */
  private answersOf(socket: Duplex): Set<ServerResponse> {
    const known = this.underWay.get(socket);
    if (known) return known;
    const answers = new Set<ServerResponse>();
    if (!socket.destroyed) this.underWay.set(socket, answers);
    return answers;
  }

  private end(socket: Duplex, res: ServerResponse): void {
    const answers = this.underWay.get(socket);
    answers?.delete(res);
    if (this.isDraining && answers?.size === 0) socket.end();
  }
}

/** Prevents the client from sending further requests on the connection. */
function sayLast(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('connection', 'close');
}
