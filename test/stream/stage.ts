/** The sockets of one gateway, with a book of a real engine behind them and the test as their relay. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse as parseQuery } from 'node:querystring';
import type { Duplex } from 'node:stream';
import { Registry } from 'prom-client';
import { Server } from 'socket.io';
import { type Socket, io as connect } from 'socket.io-client';
import type { ReadView } from '../../api/stream/book-feed';
import { BookHub } from '../../api/stream/book-hub';
import { versionOf, viewOfLevels } from '../../api/stream/book-view';
import { StreamMetrics } from '../../api/stream/metrics';
import { QuietSocketServer } from '../../api/stream/quiet-socket-server';
import { RawStream } from '../../api/stream/raw-stream';
import { Rooms } from '../../api/stream/rooms';
import type { StreamServer } from '../../api/stream/socket-events';
import { until } from '../support/wait';
import { World } from '../engine/world';
import { StreamClient } from './client';

export class StreamStage {
  readonly failures: unknown[] = [];
  /** How often the engine was read for a view. */
  reads = 0;
  /** Reads wait for it. */
  beforeReads: Promise<unknown> = Promise.resolve();
  readonly hub: BookHub;
  readonly raw: RawStream;
  readonly metrics: StreamMetrics;
  private readonly io: StreamServer;
  private readonly server: HttpServer;
  private readonly upgraded = new Set<Duplex>();
  private readonly sockets: Socket[] = [];

  private constructor(
    readonly world: World,
    heartbeatMs: number,
  ) {
    this.metrics = new StreamMetrics(new Registry(), () => this.raw.bufferedBytes);
    this.hub = new BookHub({
      read: this.read,
      readVersion: async (book) => versionOf(await world.books.versionOf(book)),
      onError: (err) => this.failures.push(err),
    });
    this.io = new Server({ transports: ['websocket'], wsEngine: QuietSocketServer });
    this.io.attach(createServer());
    new Rooms(this.io, this.hub, this.metrics, undefined);
    const { hub, metrics } = this;
    const refuse = (_req: IncomingMessage, socket: Duplex) => socket.destroy();
    this.raw = new RawStream({ hub, metrics, heartbeatMs, refuse });
    this.server = createServer().on('upgrade', (...args) => this.upgrade(...args));
  }

  static async open(heartbeatMs = 3_600_000): Promise<StreamStage> {
    const world = await World.start();
    await world.open();
    const stage = new StreamStage(world, heartbeatMs);
    stage.server.listen(0, '127.0.0.1');
    await once(stage.server, 'listening');
    return stage;
  }

  get model(): string {
    return this.world.book.modelId;
  }

  /** A raw reader of the book. */
  reader(options: Parameters<typeof StreamClient.open>[2] = {}): Promise<StreamClient> {
    return StreamClient.open(this.url, `model_id=${this.model}`, options);
  }

  /** A socket of socket.io, with what it was sent. */
  member(): { readonly socket: Socket; readonly messages: any[] } {
    const socket = connect(this.url, { transports: ['websocket'], forceNew: true });
    this.sockets.push(socket);
    const messages: any[] = [];
    for (const name of ['orderbook_snapshot', 'trade']) {
      socket.on(name, (body) => messages.push(body));
    }
    return { socket, messages };
  }

  /** Waits until nobody here follows the book: its next reader is told what the engine has. */
  async untilUnread(): Promise<void> {
    await until(
      async () => {
        const before = this.reads;
        const subscription = await this.hub.subscribe(this.world.book, 'any');
        subscription.end();
        return this.reads > before;
      },
      { what: 'the book to be read from the engine', timeoutMs: 5_000 },
    );
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.disconnect();
    this.hub.close();
    this.raw.close();
    for (const socket of this.upgraded) socket.destroy();
    await this.io.close();
    this.server.close();
    await this.world.stop();
  }

  private readonly read: ReadView = async (book, region) => {
    this.reads += 1;
    await this.beforeReads;
    const view = { book, region: region === 'any' ? null : region };
    return viewOfLevels(await this.world.books.levels(view), Date.now());
  };

  private get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.upgraded.add(socket);
    socket.on('error', () => undefined);
    const [path = '', query = ''] = (req.url ?? '').split('?');
    if (path.startsWith('/socket.io')) this.io.engine.handleUpgrade(req, socket, head);
    else {
      this.raw
        .upgrade(req, socket, head, parseQuery(query))
        .catch((err: unknown) => this.failures.push(err));
    }
  }
}
