/**
 * The live books of several instruments over one connection. Readers are told once per frame, as
 * those of a single book are (market/book-feed.ts).
 */
import { openBookSocket } from '../client/book-socket';
import type { OrderBook, Tenor } from '../client/market';

export interface BookName {
  readonly modelId: string;
  readonly tenor: Tenor;
}

export type Books = ReadonlyMap<string, OrderBook>;

const NONE: Books = new Map();

/** A socket may join so many rooms. */
export const BOOKS_MAX = 32;

export function bookKey({ modelId, tenor }: BookName): string {
  return `${modelId} ${tenor}`;
}

export class BooksFeed {
  private readonly connection = openBookSocket();
  private readonly listeners = new Set<() => void>();
  private shown = NONE;
  private next = new Map<string, OrderBook>();
  private frame: number | null = null;

  /** @param onChange told of every change of a book, also of one that is not shown yet */
  constructor(
    private readonly names: readonly BookName[],
    private readonly onChange: () => void,
  ) {
    const { socket } = this.connection;
    socket.on('connect', () => this.join());
    socket.on('orderbook_snapshot', (book: OrderBook) => this.renew(book));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly state = (): Books => this.shown;

  close(): void {
    this.connection.close();
    if (this.frame !== null) cancelAnimationFrame(this.frame);
  }

  private join(): void {
    for (const { modelId, tenor } of this.names.slice(0, BOOKS_MAX)) {
      this.connection.socket.emit('subscribe', { model_id: modelId, tenor });
    }
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
