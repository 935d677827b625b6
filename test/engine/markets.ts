/** The two books behind one face, for tests that play the same on both. */
import type { Region } from '../../domain/regions';
import type { OrderBooks } from '../../engine/book';
import type { Levels } from '../../engine/depth';
import { NaiveBook } from './naive-book';
import type { NaiveAsk, NaiveBid } from './naive-orders';
import { stateOfEngine } from './state';
import type { World } from './world';

type Commands = 'place' | 'bid' | 'reserve' | 'release' | 'cancel';

/** An order as it is drawn, with what is special about it. */
export interface MarketOrder {
  readonly id: string;
  readonly priceScale8: bigint;
  readonly remainingTokens: number;
  readonly mark: readonly string[];
}

export interface Market extends Pick<OrderBooks, Commands> {
  halt(): Promise<void>;
  resume(): Promise<void>;
  pass(nowMs: number): void;
  levels(region: Region | null): Promise<Pick<Levels, 'asks' | 'bids'>>;
  /** Orders that are not closed, in the order of their service. */
  live(): Promise<{ asks: readonly MarketOrder[]; bids: readonly MarketOrder[] }>;
}

export function naiveMarket(world: World): { market: Market; naive: NaiveBook } {
  const naive = new NaiveBook();
  naive.nowMs = world.nowMs;
  naive.open(1);
  const market: Market = {
    place: async (ask) => naive.place(ask),
    bid: async (bid) => naive.bid(bid),
    reserve: async (request) => naive.reserve(request),
    release: async (release) => naive.release(release),
    cancel: async (cancel) => naive.cancel(cancel),
    halt: async () => naive.halt(),
    resume: async () => naive.resume(),
    pass: (nowMs) => {
      naive.nowMs = nowMs;
    },
    levels: async (region) => naive.levels(region),
    live: async () => ({
      asks: naive.liveAsks().map(drawn),
      bids: naive.liveBids().map(drawn),
    }),
  };
  return { market, naive };
}

export function engineMarket({ redis, books, book }: World): Market {
  let now = Date.now();
  return {
    place: (ask) => books.place(ask),
    bid: (bid) => books.bid(bid),
    reserve: (request) => books.reserve(request),
    release: (release) => books.release(release),
    cancel: (cancel) => books.cancel(cancel),
    halt: async () => void (await books.halt(book)),
    resume: async () => void (await books.resume(book)),
    pass: (nowMs) => {
      now = nowMs;
    },
    levels: (region) => books.levels({ book, region }),
    live: async () => {
      const { asks, bids } = await stateOfEngine(redis, book, now);
      return { asks: asks.map(drawn), bids: bids.map(drawn) };
    },
  };
}

type Drawable =
  | Pick<NaiveAsk, 'side' | 'askId' | 'priceScale8' | 'remainingTokens' | 'state' | 'lotTokens'>
  | Pick<NaiveBid, 'side' | 'orderId' | 'priceScale8' | 'remainingTokens' | 'state'>;

function drawn(order: Drawable): MarketOrder {
  const { priceScale8, remainingTokens } = order;
  const id = order.side === 'ask' ? order.askId : order.orderId;
  if (order.state === 'entering') return { id, priceScale8, remainingTokens, mark: ['entering'] };
  const isBelowMinimum = order.side === 'ask' && order.remainingTokens < order.lotTokens;
  return { id, priceScale8, remainingTokens, mark: isBelowMinimum ? ['below minimum'] : [] };
}
