/**
 * The public stream of a gateway: the raw WebSocket of the Market surface and socket.io, both fed
 * by the relay's messages to all gateways over Redis. Nothing else of Redis reaches a socket.
 */
import { type IncomingMessage, type Server as HttpServer, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse as parseQuery } from 'node:querystring';
import type { Duplex } from 'node:stream';
import { type RedisClient, waitingDuplicate } from '../../engine/connect-redis';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { Server } from 'socket.io';
import { fail } from '../../domain/errors';
import type { Settings } from '../../config/settings';
import { FairDoor } from '../../fairness/fair-door';
import type { WorkTurns } from '../../fairness/work-turns';
import type { Records } from '../../records/connect';
import { fromRedis } from '../../exchange/books/redis-unavailable';
import { whenClosed } from '../closing';
import { readView } from '../market/order-book';
import type { BookReadDeps } from '../../exchange/books/current-read';
import { refuse } from '../raw-refusal';
import type { CatalogBody } from '../schemas/market-data';
import { type IsProxy, clientAddressOf, proxiesIn } from '../middleware/client-address';
import { asFailure } from '../middleware/errors';
import { OwnHosts, refuseSecondHost } from '../middleware/own-hosts';
import { addressGroup, throttleAuthentication } from '../middleware/authentication-throttling';
import type { BuyerKeys } from '../middleware/buyer-keys';
import { requestIdOf } from '../middleware/request-id';
import { AccountFeed } from './account-feed';
import { accountHolders } from './account-holders';
import { ACCOUNT_NAMESPACE, AccountRooms } from './account-rooms';
import type { ReadView } from './book-feed';
import { BookHub } from './book-hub';
import { bookChannel, bookMessageIn } from './book-messages';
import { versionOf } from './book-view';
import { BookViews } from './book-views';
import { CatalogRoom } from './catalog-room';
import { StreamMetrics } from './metrics';
import { Origins } from '../origins';
import { RawStream } from './raw-stream';
import { Rooms } from './rooms';
import type { StreamServer } from './socket-events';
import { type StreamPath, streamPathOf, surfaceOf } from './paths';
import { QuietSocketServer } from './quiet-socket-server';
import { serveWithoutUpgrade } from './without-upgrade';

/** How long a peer may take to answer a close. */
const CLOSE_MS = 1_000;

const SOCKET_IO_MESSAGE_BYTES = 16 * 1_024;

export interface StreamDeps extends BookReadDeps {
  readonly logger: Logger;
  readonly settings: Settings;
  readonly redis: RedisClient;
  readonly registry: Registry;
  readonly turns: WorkTurns;
  readonly records: Pick<Records, 'connection' | 'sellers'>;
  readonly buyerKeys: BuyerKeys;
  readonly readCatalog: () => Promise<CatalogBody>;
}

export class OrderBookStream {
  private readonly subscriber: RedisClient;
  private readonly channel: string;
  private readonly hub: BookHub;
  readonly views: BookViews;
  private readonly io: StreamServer;
  private readonly raw: RawStream;
  private readonly accounts: AccountRooms;
  private readonly catalog: CatalogRoom;
  private readonly limit: FairDoor;
  private readonly isProxy: IsProxy;
  private readonly metrics: StreamMetrics;
  private readonly upgraded = new Set<Duplex>();
  private isClosing = false;

  constructor(private readonly deps: StreamDeps) {
    const { settings, redis, logger, books } = deps;
    this.metrics = new StreamMetrics(deps.registry, () => this.raw.bufferedBytes);
    this.limit = new FairDoor({ places: Infinity, most: settings.socketsPerAddress });
    this.isProxy = proxiesIn(settings.trustedProxies);
    const read: ReadView = (book, region) => readView(deps, book, region);
    this.hub = new BookHub({
      read,
      readVersion: async (book) => versionOf(await fromRedis(redis, () => books.versionOf(book))),
      onError: (err) => logger.warn({ err }, 'the stream could not read a book'),
    });
    this.views = new BookViews({ ...deps, hub: this.hub, read });
    this.subscriber = waitingDuplicate(redis);
    this.channel = bookChannel(settings.TOKENBOOK_DEPLOYMENT);
    this.subscriber.on('message', (_channel, text) => {
      const message = bookMessageIn(text);
      if (message) this.hub.receive(message);
    });
    this.subscriber.on('error', (err) =>
      logger.warn({ err: err.message }, 'the Redis connection of the stream failed'),
    );
    this.subscriber.on('ready', () => void this.resubscribed());
    this.io = new Server({
      transports: ['websocket'],
      serveClient: false,
      perMessageDeflate: false,
      maxHttpBufferSize: SOCKET_IO_MESSAGE_BYTES,
      pingInterval: settings.WS_HEARTBEAT_MS,
      pingTimeout: settings.WS_HEARTBEAT_MS,
      wsEngine: QuietSocketServer,
    });
    // Upgrades are passed on individually: they have the same checks as those of the raw stream.
    this.io.attach(createServer());
    new Rooms(this.io, this.hub, this.metrics, settings.PUBLIC_URL);
    this.accounts = this.accountRooms();
    this.catalog = new CatalogRoom(this.io, {
      metrics: this.metrics,
      read: deps.readCatalog,
      onError: (err) => logger.warn({ err }, 'the stream could not read the catalog'),
    });
    this.raw = new RawStream({
      hub: this.hub,
      metrics: this.metrics,
      heartbeatMs: settings.WS_HEARTBEAT_MS,
      refuse: (req, socket, err) => this.refuse(req, socket, err),
    });
  }

  /** Accepts the upgrades of a listening server, once the relay's messages arrive. */
  async attach(server: HttpServer): Promise<void> {
    await this.subscribed();
    const { port } = server.address() as AddressInfo;
    const { settings } = this.deps;
    const origins = new Origins(settings, port);
    const hosts = new OwnHosts(settings, settings.BIND_ADDRESS);
    server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (req.headers.upgrade?.toLowerCase() !== 'websocket') {
        return serveWithoutUpgrade(server, req, socket, head);
      }
      socket.on('error', () => undefined);
      this.upgrade(req, socket, head, { origins, hosts }).catch((err: unknown) =>
        this.refuse(req, socket, err),
      );
    });
  }

  /** @throws when the stream cannot deliver changes */
  async probe(): Promise<void> {
    if (this.isClosing) throw new Error('stopping');
    if (this.subscriber.status !== 'ready') throw new Error('not subscribed');
  }

  /** Closes every socket; terminates those that do not close themselves. */
  async close(): Promise<void> {
    this.isClosing = true;
    this.hub.close();
    this.raw.close();
    this.accounts.close();
    this.catalog.close();
    this.io.local.disconnectSockets(true);
    this.io.of(ACCOUNT_NAMESPACE).local.disconnectSockets(true);
    const late = setTimeout(() => {
      for (const socket of this.upgraded) socket.destroy();
    }, CLOSE_MS);
    const closed = [...this.upgraded].map(
      (socket) => new Promise<void>((resolve) => void whenClosed(socket, resolve)),
    );
    await Promise.all(closed);
    clearTimeout(late);
    await this.io.close().catch(() => undefined);
    this.subscriber.disconnect();
  }

  private async upgrade(
    req: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    { origins, hosts }: { readonly origins: Origins; readonly hosts: OwnHosts },
  ): Promise<void> {
    refuseSecondHost(req);
    hosts.require(req);
    const { path, query } = this.pathOf(req);
    if (path === null) throw fail('not_found', { message: 'There is no such route.' });
    if (!origins.approves(req.headers.origin)) {
      throw fail('forbidden', { message: 'This origin may not connect.' });
    }
    if (this.isClosing) throw fail('service_unavailable');
    const address = clientAddressOf(req, this.isProxy);
    const leave = this.limit.enterNow(addressGroup(address));
    if (!leave) {
      throw fail('rate_limited', {
        message: 'This address has too many open connections.',
      });
    }
    this.upgraded.add(socket);
    whenClosed(socket, () => {
      this.upgraded.delete(socket);
      leave();
    });
    const release = await this.deps.turns.acquireShared(addressGroup(address), 'sockets');
    try {
      if (socket.destroyed) return;
      if (path === 'socket.io') this.io.engine.handleUpgrade(req, socket, head);
      else await this.raw.upgrade(req, socket, head, parseQuery(query));
    } finally {
      release();
    }
  }

  private accountRooms(): AccountRooms {
    const { records, buyerKeys, settings, redis, logger } = this.deps;
    const onError = (err: unknown) => logger.warn({ err }, 'the stream of accounts failed');
    return new AccountRooms(this.io, {
      feed: new AccountFeed(records, onError),
      metrics: this.metrics,
      settings,
      holderOf: accountHolders(records, buyerKeys, settings.secrets.keyPepper),
      throttle: ({ request }) => {
        const ip = clientAddressOf(request, this.isProxy);
        return throttleAuthentication(redis, { ip, socket: request.socket });
      },
      onError,
    });
  }

  private pathOf(req: IncomingMessage): { path: StreamPath | null; query: string } {
    const [pathname = '', query = ''] = (req.url ?? '').split(/\?(.*)/s);
    return { path: streamPathOf(pathname, req.headers.host, this.deps.settings), query };
  }

  private refuse(req: IncomingMessage, socket: Duplex, err: unknown): void {
    const failure = asFailure(err);
    const { code, status } = failure;
    const [path] = (req.url ?? '').split('?');
    const requestId = requestIdOf(req.headers['x-request-id']);
    const request = { id: requestId, method: req.method, path };
    this.deps.logger[status >= 500 ? 'error' : 'info'](
      { req: request, status, code },
      'upgrade refused',
    );
    this.metrics.refused.inc({ code });
    if (socket.destroyed) return;
    const { settings } = this.deps;
    const publicUrl = settings.PUBLIC_URL;
    const isHead = req.method === 'HEAD';
    const surface = surfaceOf(req, settings);
    refuse(socket, failure, { surface, publicUrl, requestId, isHead });
  }

  /** Subscriptions are made in order, on one connection. */
  private async subscribed(): Promise<void> {
    await this.subscriber.subscribe(this.channel);
  }

  /** ioredis resubscribes automatically; missed messages are made up for by reading the books. */
  private async resubscribed(): Promise<void> {
    try {
      await this.subscribed();
      await this.hub.refresh();
    } catch (err) {
      this.deps.logger.warn({ err }, 'the stream could not subscribe');
    }
  }
}
