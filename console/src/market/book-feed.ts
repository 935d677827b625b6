/**
 * The live book of one view. Messages may come hundreds of times a second; readers are told once
 * per frame of the screen.
 */
import { openBookSocket } from '../client/book-socket';
import type { OrderBook } from '../client/market';
import { type View, readTrades } from './queries';
import {
  type Gap,
  type TapeEntry,
  type Trade,
  newestMs,
  withPast,
  withTrade,
} from './tape-entries';

export type Connection = 'connecting' | 'live' | 'interrupted' | 'refused';

export interface FeedState {
  readonly connection: Connection;
  /** Why a subscription was refused. */
  readonly refusal: string | null;
  readonly book: OrderBook | null;
  /** Newest first; null until the past trades were asked for. */
  readonly tape: readonly TapeEntry[] | null;
  /** The last interruption, once it is over. */
  readonly lastGap: Gap | null;
}

/** Attempts to read the past trades of one connection, and the time between them. */
const READS = 3;
const READ_AGAIN_MS = 1_000;

const EMPTY: FeedState = {
  connection: 'connecting',
  refusal: null,
  book: null,
  tape: null,
  lastGap: null,
};

export class BookFeed {
  private readonly connection = openBookSocket();
  private readonly listeners = new Set<() => void>();
  private shown = EMPTY;
  private next = EMPTY;
  private frame: number | null = null;
  private lost: Omit<Gap, 'toMs'> | null = null;
  private isClosed = false;

  constructor(private readonly view: View) {
    const { socket } = this.connection;
    socket.on('connect', () => void this.subscribed());
    socket.on('disconnect', (reason) => this.disconnected(reason));
    socket.on('connect_error', () => this.disconnected(null));
    socket.on('orderbook_snapshot', (book: OrderBook) => this.change({ book }));
    socket.on('trade', (trade: Trade) =>
      this.change({ tape: withTrade(this.next.tape ?? [], trade) }),
    );
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly state = (): FeedState => this.shown;

  close(): void {
    this.isClosed = true;
    this.connection.close();
    if (this.frame !== null) cancelAnimationFrame(this.frame);
  }

  private async subscribed(): Promise<void> {
    const { modelId, tenor, region } = this.view;
    const view = { model_id: modelId, tenor, region };
    // A connection that ends before the answer is announced by itself.
    const answer = (await this.connection.socket
      .emitWithAck('subscribe', view)
      .catch(() => null)) as {
      room?: string;
      message?: string;
    } | null;
    if (answer === null) return;
    if (answer.room === undefined) {
      this.change({ connection: 'refused', refusal: answer.message ?? null });
      return;
    }
    const gap = this.lost && { ...this.lost, toMs: Date.now() };
    this.lost = null;
    this.change({ connection: 'live', refusal: null, ...(gap ? { lastGap: gap } : {}) });
    const past = await this.pastTrades();
    if (!this.isClosed) this.change({ tape: withPast(this.next.tape ?? [], past, gap) });
  }

  /**
   * Read after the subscription: what is published from now on comes by itself. Null when it cannot
   * be read.
   */
  private async pastTrades() {
    for (let attempt = 1; !this.isClosed; attempt += 1) {
      const past = await readTrades(this.view).catch(() => null);
      if (past || attempt === READS) return past;
      await new Promise((resolve) => setTimeout(resolve, READ_AGAIN_MS));
    }
    return null;
  }

  private disconnected(reason: string | null): void {
    if (reason === 'io client disconnect') return;
    if (this.next.connection === 'live') {
      this.lost = { fromMs: Date.now(), afterMs: newestMs(this.next.tape ?? []) };
    }
    const connection = this.next.book === null ? 'connecting' : 'interrupted';
    this.change({ connection });
  }

  private change(changes: Partial<FeedState>): void {
    this.next = { ...this.next, ...changes };
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.shown = this.next;
      for (const listener of this.listeners) listener();
    });
  }
}
