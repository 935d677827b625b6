/** The raw WebSocket of `GET /v1/orderbook` (DATA-3). */
import type { IncomingMessage } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type ErrorCode, fail } from '../../domain/errors';
import { whenClosed } from '../closing';
import { requestIdOf } from '../middleware/request-id';
import type { BookHub, Subscription } from './book-hub';
import { requestedView } from './book-view';
import { parseUpgrade } from './declared-messages';
import type { StreamMetrics } from './metrics';
import { SocketReader } from './socket-reader';

/** Client messages are ignored, so they need not be large. */
const FRAME_LIMIT_BYTES = 64 * 1_024;
const FRAGMENTS_MAX = 64;
const CHUNKS_MAX = 256;
const GOING_AWAY = 1001;

export interface RawStreamDeps {
  readonly hub: BookHub;
  readonly metrics: StreamMetrics;
  readonly heartbeatMs: number;
  readonly refuse: (req: IncomingMessage, socket: Duplex, err: unknown) => void;
}

export class RawStream {
  private readonly readers = new Map<WebSocket, SocketReader>();
  private readonly server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: FRAME_LIMIT_BYTES,
    maxFragments: FRAGMENTS_MAX,
    maxBufferedChunks: CHUNKS_MAX,
  });
  private readonly beating: NodeJS.Timeout;
  private isClosing = false;

  constructor(private readonly deps: RawStreamDeps) {
    this.server.on('headers', (headers: string[], req: IncomingMessage) => {
      headers.push(`x-request-id: ${requestIdOf(req.headers['x-request-id'])}`);
    });
    this.server.on('wsClientError', (err: Error, socket: Duplex, req: IncomingMessage) => {
      const code: ErrorCode = req.method === 'GET' ? 'invalid_request' : 'method_not_allowed';
      this.deps.refuse(req, socket, fail(code, { message: `${err.message}.` }));
    });
    this.beating = setInterval(() => {
      for (const reader of this.readers.values()) reader.beat();
    }, deps.heartbeatMs);
    this.beating.unref();
  }

  get bufferedBytes(): number {
    return [...this.readers.keys()].reduce((sum, { bufferedAmount }) => sum + bufferedAmount, 0);
  }

  /**
   * Validates the query and reads the book before the upgrade, so that a refusal is an HTTP answer.
   */
  async upgrade(
    req: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    query: ParsedUrlQuery,
  ): Promise<void> {
    const { book, region } = requestedView(parseUpgrade('orderbook', query));
    const subscription = await this.deps.hub.subscribe(book, region);
    whenClosed(socket, () => subscription.end());
    if (socket.destroyed) return;
    this.server.handleUpgrade(req, socket, head, (peer) => this.open(peer, socket, subscription));
  }

  /** Closes every socket with 1001, including those with an upgrade in progress. */
  close(): void {
    this.isClosing = true;
    clearInterval(this.beating);
    for (const peer of this.readers.keys()) peer.close(GOING_AWAY);
  }

  private open(peer: WebSocket, wire: Duplex, subscription: Subscription): void {
    const { metrics } = this.deps;
    const reader = new SocketReader(peer, wire, subscription, metrics);
    this.readers.set(peer, reader);
    metrics.connections.inc({ kind: 'raw' });
    whenClosed(wire, () => {
      this.readers.delete(peer);
      metrics.connections.dec({ kind: 'raw' });
    });
    // A broken connection or a malformed frame ends in 'close'.
    peer.on('error', () => undefined);
    reader.start();
    if (this.isClosing) peer.close(GOING_AWAY);
  }
}
