/**
 * The live book of one view. Messages may come hundreds of times a second; readers are told once
 * per frame of the screen.
 */
import { type Socket, io } from 'socket.io-client';
import type { OrderBook } from '../client/market';
import type { View } from './queries';

export interface Trade {
  readonly id: string;
  readonly price: string;
  readonly quantity: string;
  readonly taker_side: 'bid' | 'ask';
  readonly region: string;
  readonly timestamp: number;
}

/** A time without a connection: trades of it are missing in the list. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

export type Connection = 'connecting' | 'live' | 'interrupted' | 'refused';

export interface FeedState {
  readonly connection: Connection;
  /** Why a subscription was refused. */
  readonly refusal: string | null;
  readonly book: OrderBook | null;
  /** Newest first. */
  readonly tape: readonly (Trade | Gap)[];
  /** The last interruption, once it is over. */
  readonly lastGap: Gap | null;
}

const TAPE_LENGTH = 200;
const RECONNECT_MS = 500;
const RECONNECT_MOST_MS = 5_000;

const EMPTY: FeedState = {
  connection: 'connecting',
  refusal: null,
  book: null,
  tape: [],
  lastGap: null,
};

export class BookFeed {
  private readonly socket: Socket;
  private readonly listeners = new Set<() => void>();
  private shown = EMPTY;
  private next = EMPTY;
  private frame: number | null = null;
  private lostAtMs: number | null = null;
  private returning: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly view: View) {
    this.socket = io(location.origin, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: RECONNECT_MS,
      reconnectionDelayMax: RECONNECT_MOST_MS,
    });
    this.socket.on('connect', () => void this.subscribed());
    this.socket.on('disconnect', (reason) => this.lost(reason));
    this.socket.on('connect_error', () => this.lost(null));
    this.socket.on('orderbook_snapshot', (book: OrderBook) => this.change({ book }));
    this.socket.on('trade', (trade: Trade) =>
      this.change({ tape: [trade, ...this.next.tape].slice(0, TAPE_LENGTH) }),
    );
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly state = (): FeedState => this.shown;

  close(): void {
    this.socket.disconnect();
    clearTimeout(this.returning);
    if (this.frame !== null) cancelAnimationFrame(this.frame);
  }

  private async subscribed(): Promise<void> {
    const { modelId, tenor, region } = this.view;
    const view = { model_id: modelId, tenor, region };
    // A connection that ends before the answer is announced by itself.
    const answer = (await this.socket.emitWithAck('subscribe', view).catch(() => null)) as {
      room?: string;
      message?: string;
    } | null;
    if (answer === null) return;
    if (answer.room === undefined) {
      this.change({ connection: 'refused', refusal: answer.message ?? null });
      return;
    }
    const gap = this.lostAtMs === null ? null : { fromMs: this.lostAtMs, toMs: Date.now() };
    this.lostAtMs = null;
    this.change({
      connection: 'live',
      refusal: null,
      ...(gap ? { lastGap: gap, tape: [gap, ...this.next.tape] } : {}),
    });
  }

  private lost(reason: string | null): void {
    if (reason === 'io client disconnect') return;
    if (this.next.connection === 'live') this.lostAtMs = Date.now();
    const connection = this.next.book === null ? 'connecting' : 'interrupted';
    this.change({ connection });
    // A gateway that stops says goodbye; the client would not come back by itself.
    if (reason !== 'io server disconnect') return;
    clearTimeout(this.returning);
    this.returning = setTimeout(() => this.socket.connect(), RECONNECT_MS * (1 + Math.random()));
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
