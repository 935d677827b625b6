/**
 * The live books of several instruments over one connection. Readers are told once per frame, as
 * those of a single book are (market/book-feed.ts).
 */
import { type Socket, io } from 'socket.io-client';
import type { OrderBook, Tenor } from '../client/market';

export interface BookName {
  readonly modelId: string;
  readonly tenor: Tenor;
}

export type Books = ReadonlyMap<string, OrderBook>;

const RECONNECT_MS = 500;
const RECONNECT_MOST_MS = 5_000;
const NONE: Books = new Map();

/** A socket may join so many rooms. */
export const BOOKS_MAX = 32;

export function bookKey({ modelId, tenor }: BookName): string {
  return `${modelId} ${tenor}`;
}

export class BooksFeed {
  private readonly socket: Socket;
  private readonly listeners = new Set<() => void>();
  private shown = NONE;
  private next = new Map<string, OrderBook>();
  private frame: number | null = null;
  private returning: ReturnType<typeof setTimeout> | undefined;

  /** @param onChange told of every change of a book, also of one that is not shown yet */
  constructor(
    private readonly names: readonly BookName[],
    private readonly onChange: () => void,
  ) {
    this.socket = io(location.origin, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: RECONNECT_MS,
      reconnectionDelayMax: RECONNECT_MOST_MS,
    });
    this.socket.on('connect', () => this.join());
    this.socket.on('disconnect', (reason) => this.lost(reason));
    this.socket.on('orderbook_snapshot', (book: OrderBook) => this.renew(book));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly state = (): Books => this.shown;

  close(): void {
    this.socket.disconnect();
    clearTimeout(this.returning);
    if (this.frame !== null) cancelAnimationFrame(this.frame);
  }

  private join(): void {
    for (const { modelId, tenor } of this.names.slice(0, BOOKS_MAX)) {
      this.socket.emit('subscribe', { model_id: modelId, tenor });
    }
  }

  /** A gateway that stops says goodbye; the client would not come back by itself. */
  private lost(reason: string): void {
    if (reason !== 'io server disconnect') return;
    clearTimeout(this.returning);
    this.returning = setTimeout(() => this.socket.connect(), RECONNECT_MS * (1 + Math.random()));
  }

  private renew(book: OrderBook): void {
    this.next.set(bookKey({ modelId: book.model_id, tenor: book.tenor }), book);
    this.onChange();
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.shown = new Map(this.next);
      for (const listener of this.listeners) listener();
    });
  }
}
