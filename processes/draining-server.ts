/**
 * An HTTP server that ends when its last request has: a connection without one is closed at once,
 * any other with its answer. Node's own `close` waits also for connections that were opened and not
 * used yet, and for those that a client keeps alive behind its last answer.
 */
import { once } from 'node:events';
import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Requests that are under way get this long to end. */
const DRAIN_MS = 20_000;

export class DrainingServer {
  readonly http: Server;
  /** Requests under way, by connection. */
  private readonly underWay = new Map<Socket, Set<ServerResponse>>();
  private isDraining = false;

  private constructor(app: RequestListener) {
    this.http = createServer(
      { requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 },
      app,
    );
    this.http.on('connection', (socket: Socket) => {
      this.underWay.set(socket, new Set());
      socket.once('close', () => this.underWay.delete(socket));
    });
    this.http.prependListener('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
      this.underWay.get(socket)?.add(res);
      if (this.isDraining) sayLast(res);
      res.once('close', () => this.end(socket, res));
    });
  }

  /** @param port 0 for any that is free */
  static async listen(
    app: RequestListener,
    port: number,
    address: string,
  ): Promise<DrainingServer> {
    const server = new DrainingServer(app);
    server.http.listen(port, address);
    await once(server.http, 'listening');
    return server;
  }

  /**
   * Connections that are upgraded belong to the listener of `upgrade`, which there has to be: it
   * closes them. Without this call a request to upgrade is answered like any other.
   */
  leaveUpgraded(): void {
    this.http.on('upgrade', ({ socket }: IncomingMessage) => this.underWay.delete(socket));
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  /** Takes no new connection, lets requests that are under way end, then closes what is left. */
  async drain(withinMs = DRAIN_MS): Promise<void> {
    this.isDraining = true;
    const closed = once(this.http, 'close');
    this.http.close();
    for (const [socket, answers] of this.underWay) {
      if (answers.size === 0) socket.destroy();
      else answers.forEach(sayLast);
    }
    const timer = setTimeout(() => this.http.closeAllConnections(), withinMs);
    await closed;
    clearTimeout(timer);
  }

  private end(socket: Socket, res: ServerResponse): void {
    const answers = this.underWay.get(socket);
    answers?.delete(res);
    if (this.isDraining && answers?.size === 0) socket.end();
  }
}

/** So that the client sends nothing behind it. */
function sayLast(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('connection', 'close');
}
