/**
 * What the relay tells all gateways of a book after a change: its whole depth, and what was traded.
 * Prices are decimal strings per 1,000 tokens, quantities decimal integers, as clients read them.
 */
import type { Region } from './regions';
import type { Tenor } from './tenors';

/** The name under which socket.io's Redis emitter carries these messages. */
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
  /** Region of the execution: the ask's. */
  readonly region: Region;
  /** Milliseconds since the Unix epoch. */
  readonly timestamp: number;
}

export interface BookMessage {
  readonly modelId: string;
  readonly tenor: Tenor;
  readonly epoch: number;
  /** Version of the book within its epoch. */
  readonly sequence: number;
  readonly atMs: number;
  /** By the region of the ask; null, as `bids`, in a message that brings trades only. */
  readonly asks: Readonly<Partial<Record<Region, Depth>>> | null;
  /** By the region that the bid is pinned to. */
  readonly bids: Readonly<Partial<Record<BidPin, Depth>>> | null;
  /** In the order in which they were made. */
  readonly trades: readonly BookTrade[];
}

/**
 * Prefix of socket.io's channels in Redis. Channels know no database numbers, so that deployments
 * which share a server are told apart by name.
 */
export function bookChannelKey(deployment: string): string {
  return `${deployment}:stream`;
}
