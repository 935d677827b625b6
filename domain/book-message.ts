/**
 * The relay's message to all gateways about a change of a book: its whole depth, and its trades.
 * Prices are decimal strings per 1,000 tokens, quantities decimal integers, as clients read them.
 */
import type { Region } from './regions';
import type { Tenor } from './tenors';

/** The event name of these messages in socket.io's Redis emitter. */
export const BOOK_EVENT = 'book';

/** Best price first, one entry per price. */
export type Depth = readonly (readonly [price: string, quantity: string])[];

/** The region that a bid is pinned to. */
export type BidPin = Region | 'any';

export interface BookTrade {
  readonly id: string;
  readonly price: string;
  readonly quantity: string;
  readonly taker_side: 'bid' | 'ask';
  /** Region of execution: the ask's. */
  readonly region: Region;
  /** Milliseconds since the Unix epoch. */
  readonly timestamp: number;
  /** Far from the market price: it moves neither the last price nor candles. */
  readonly off_market?: true;
}

export interface BookMessage {
  readonly modelId: string;
  readonly tenor: Tenor;
  readonly epoch: number;
  /** Version of the book within its epoch. */
  readonly sequence: number;
  readonly atMs: number;
  /** By the region of the ask; null, like `bids`, in a message with trades only. */
  readonly asks: Readonly<Partial<Record<Region, Depth>>> | null;
  /** By the pinned region of the bid. */
  readonly bids: Readonly<Partial<Record<BidPin, Depth>>> | null;
  /** In the order in which they were made. */
  readonly trades: readonly BookTrade[];
}

/**
 * Prefix of socket.io's channels in Redis. Channels ignore database numbers, so deployments on a
 * shared server are distinguished by name.
 */
export function bookChannelKey(deployment: string): string {
  return `${deployment}:stream`;
}
