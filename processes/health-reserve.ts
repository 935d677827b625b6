/**
 * Connections beyond the limits of a gateway, on which only its health is answered: a load balancer
 * behind the address of a client that takes every place must not take the gateway out for it.
 */
import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { Socket } from 'node:net';
import { whenClosed } from '../api/closing';
import { HEALTH_PATHS } from '../api/middleware/own-hosts';

/** As many as the system accepts before the first of them is read. */
const MOST_PLACES = 511;
const SHARE_OF_CLIENTS = 1 / 8;
/** A load balancer asks as soon as it is connected. */
const SILENCE_MS = 5_000;

const HEALTH = new Set<string>(HEALTH_PATHS);

export class HealthReserve {
  /** Has no port: it gets its connections from `server`, and has none of its listeners for upgrades. */
  private readonly http = createServer();
  private readonly held = new Set<Socket>();
  /** Those that asked for health, and get no further request. */
  private readonly asked = new WeakSet<Socket>();
  private readonly places: number;

  /**
   * @param server answers the requests
   * @param connections of clients, beside which there are these
   */
  constructor(server: Server, connections: number) {
    this.places = Math.min(MOST_PLACES, Math.ceil(connections * SHARE_OF_CLIENTS));
    this.http.timeout = SILENCE_MS;
    this.http.on('request', (req, res) => {
      const { socket } = req;
      if (!isHealth(req) || this.asked.has(socket)) return void socket.destroy();
      this.asked.add(socket);
      res.setHeader('connection', 'close');
      server.emit('request', req, res);
    });
  }

  /** @param onRefused when it closes without a request for health */
  hold(socket: Socket, onRefused: () => void): void {
    if (this.held.size >= this.places) this.longestSilent()?.destroy();
    this.held.add(socket);
    whenClosed(socket, () => {
      this.held.delete(socket);
      if (!this.asked.has(socket)) onRefused();
    });
    this.http.emit('connection', socket);
  }

  private longestSilent(): Socket | undefined {
    const [first] = this.held;
    for (const socket of this.held) if (!this.asked.has(socket)) return socket;
    return first;
  }
}

function isHealth({ method = '', url = '' }: IncomingMessage): boolean {
  return ['GET', 'HEAD'].includes(method) && HEALTH.has(url.split('?', 1)[0]!);
}
