/** Readers of the stream, and a relay's voice, for tests. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Emitter } from '@socket.io/redis-emitter';
import { Redis } from 'ioredis';
import { type ClientOptions, WebSocket } from 'ws';
import type { Settings } from '../../config/settings';
import {
  BOOK_EVENT,
  type BookMessage,
  type BookTrade,
  bookChannelKey,
} from '../../domain/book-message';
import type { OrderBookBody } from '../../api/schemas/market';
import type { SentBody } from '../../api/stream/declarations';
import { until } from '../support/wait';

type TradeMessageBody = SentBody<'trade'>;
type Message = OrderBookBody | TradeMessageBody;

export class StreamClient {
  readonly messages: Message[] = [];
  /** The close code, once it is closed. */
  code: number | null = null;
  readonly headers: Record<string, string | string[] | undefined> = {};

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) throw new Error('the stream sends text frames');
      this.messages.push(JSON.parse(String(data)));
    });
    socket.on('upgrade', ({ headers }) => Object.assign(this.headers, headers));
    socket.on('close', (code) => (this.code = code));
  }

  /** @param url of the gateway */
  static async open(url: string, query: string, options: ClientOptions = {}) {
    const address = `${url.replace('http', 'ws')}/market/v1/orderbook?${query}`;
    const client = new StreamClient(new WebSocket(address, options));
    client.socket.on('error', () => undefined);
    await Promise.race([
      once(client.socket, 'open'),
      once(client.socket, 'close').then(() => Promise.reject(new Error('not upgraded'))),
    ]);
    return client;
  }

  get snapshots(): OrderBookBody[] {
    return this.messages.filter((message) => message.type === 'orderbook_snapshot');
  }

  get trades(): TradeMessageBody[] {
    return this.messages.filter((message) => message.type === 'trade');
  }

  /** The book as the client knows it. */
  get book(): OrderBookBody | undefined {
    return this.snapshots.at(-1);
  }

  /** Waits for a snapshot of this state of the book, or a later one. */
  async reaches(sequence: number): Promise<OrderBookBody> {
    return until(() => (this.book && this.book.sequence >= sequence ? this.book : null), {
      what: `snapshot ${sequence}; the last was ${this.book?.sequence}`,
    });
  }

  async closed(): Promise<number> {
    await until(() => this.code !== null, { what: 'the socket to be closed' });
    return this.code ?? 0;
  }

  close(): void {
    this.socket.terminate();
  }
}

export interface Refused {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: any;
}

/** What an upgrade that is refused is answered; null when it is not refused. */
export function refusal(address: string, options: ClientOptions = {}): Promise<Refused | null> {
  const socket = new WebSocket(address.replace('http', 'ws'), options);
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => {
      socket.terminate();
      resolve(null);
    });
    socket.on('unexpected-response', (_req, res) => {
      text(res)
        .then((body) => {
          resolve({ status: res.statusCode ?? 0, headers: res.headers, body: JSON.parse(body) });
        })
        .catch(reject);
    });
  });
}

/** Says what a relay would say. */
export class Voice {
  private readonly redis: Redis;
  private readonly emitter: Emitter;

  constructor(settings: Settings) {
    this.redis = new Redis(settings.redisUrl);
    this.emitter = new Emitter(this.redis, {
      key: bookChannelKey(settings.TOKENBOOK_DEPLOYMENT),
    });
  }

  say(message: BookMessage): void {
    this.emitter.serverSideEmit(BOOK_EVENT, message);
  }

  close(): void {
    this.redis.disconnect();
  }
}

export function bookMessage(
  modelId: string,
  sequence: number,
  changes: Partial<BookMessage> = {},
): BookMessage {
  return {
    modelId,
    tenor: 'spot',
    epoch: 1,
    sequence,
    atMs: Date.now(),
    asks: { 'us-east': [['0.001', String(1_000 + sequence)]] },
    bids: {},
    trades: [],
    ...changes,
  };
}

export function trade(changes: Partial<BookTrade> = {}): BookTrade {
  return {
    id: randomUUID(),
    price: '0.001',
    quantity: '10',
    taker_side: 'bid',
    region: 'us-east',
    timestamp: Date.now(),
    ...changes,
  };
}
