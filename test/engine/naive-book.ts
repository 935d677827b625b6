/**
 * The naive book: the same rules as the engine's in the plainest code there is, a list that is
 * filtered and sorted anew for every command. It is the reference that the engine is compared with.
 */
import { pinOf, type Region } from '../../domain/regions';
import type {
  CancelResult,
  PlaceAsk,
  PlaceResult,
  ReleaseResult,
  Take,
  TakeResult,
  Wish,
} from '../../engine/book';
import type { Level } from '../../engine/depth';
import { timeOfUuidV7 } from '../../domain/ids';

const HOUR_MS = 3_600_000;
const MEMORY_HOURS = 25;

export interface NaiveAsk extends PlaceAsk {
  sequence: number;
  remainingTokens: number;
  cancelled: boolean;
}

export interface NaiveFill {
  readonly fillId: string;
  readonly ask: NaiveAsk;
  readonly quantityTokens: number;
  readonly epoch: number;
  released: boolean;
}

export class NaiveBook {
  asks: NaiveAsk[] = [];
  fills: NaiveFill[] = [];
  epoch: number | null = null;
  nowMs = 0;
  private lastSequence = 0;

  /** What a rebuild from this book's own live state gives: dead asks and what is over is gone. */
  rebuild(epoch: number): void {
    this.epoch = epoch;
    this.asks = this.asks.filter((ask) => !ask.cancelled && ask.expiresAtMs > this.nowMs);
    this.fills = this.fills.filter(
      (fill) => this.asks.includes(fill.ask) && !fill.released && !this.isForgotten(fill.fillId),
    );
    this.lastSequence = Math.max(0, ...this.asks.map((ask) => ask.sequence));
  }

  place(ask: PlaceAsk): PlaceResult {
    if (this.epoch === null) return { status: 'unavailable' };
    const known = this.asks.find((other) => other.askId === ask.askId);
    if (known) {
      return { status: 'duplicate', sequence: known.sequence, epoch: this.epoch };
    }
    if (ask.expiresAtMs <= this.nowMs) return { status: 'expired' };
    this.lastSequence += 1;
    this.asks.push({ ...ask, sequence: this.lastSequence, cancelled: false });
    return { status: 'placed', sequence: this.lastSequence, epoch: this.epoch };
  }

  take(take: Take): TakeResult {
    if (this.epoch === null) return { status: 'unavailable' };
    if (this.isForgotten(take.fillId)) return { status: 'too_old' };
    const known = this.fills.find((fill) => fill.fillId === take.fillId);
    if (known) return takenOf(known);
    const ask = this.eligible(take, take.quantityMinTokens)[0];
    if (!ask) return { status: 'no_match' };
    if (ask.priceScale8 > take.limitPriceScale8) {
      return { status: 'above_limit', bestPriceScale8: ask.priceScale8 };
    }
    const quantityTokens = Math.min(ask.remainingTokens, take.quantityMaxTokens);
    ask.remainingTokens -= quantityTokens;
    const { fillId } = take;
    const fill = { fillId, ask, quantityTokens, epoch: this.epoch, released: false };
    this.fills.push(fill);
    return takenOf(fill);
  }

  release({ fillId, quantityTokens }: { fillId: string; quantityTokens: number }): ReleaseResult {
    if (this.epoch === null) return { status: 'unavailable' };
    const fill = this.fills.find((other) => other.fillId === fillId);
    if (!fill || this.isForgotten(fillId)) return { status: 'unknown' };
    if (fill.released) return { status: 'duplicate' };
    fill.released = true;
    if (!fill.ask.cancelled) fill.ask.remainingTokens += quantityTokens;
    return { status: 'released' };
  }

  cancel({ askId }: { askId: string }): CancelResult {
    if (this.epoch === null) return { status: 'unavailable' };
    const ask = this.asks.find((other) => other.askId === askId);
    if (!ask) return { status: 'unknown' };
    if (!ask.cancelled && ask.expiresAtMs <= this.nowMs) return { status: 'unknown' };
    ask.cancelled = true;
    return { status: 'cancelled', remainingTokens: ask.remainingTokens };
  }

  best(wish: Wish, quantityMinTokens = 1): NaiveAsk | null {
    if (this.epoch === null) return null;
    return this.eligible(wish, quantityMinTokens)[0] ?? null;
  }

  levels(region: Region | null): Level[] {
    if (this.epoch === null) return [];
    const offered = this.offered().filter((ask) => region === null || ask.region === region);
    const prices = [...new Set(offered.map((ask) => ask.priceScale8))];
    return prices.map((priceScale8) => ({
      priceScale8,
      quantityTokens: offered
        .filter((ask) => ask.priceScale8 === priceScale8)
        .reduce((sum, ask) => sum + ask.remainingTokens, 0),
    }));
  }

  /** Open and in time, parked ones included, by price, then time. */
  live(): NaiveAsk[] {
    return this.asks
      .filter((ask) => !ask.cancelled && ask.expiresAtMs > this.nowMs)
      .sort((a, b) =>
        a.priceScale8 === b.priceScale8
          ? a.sequence - b.sequence
          : a.priceScale8 < b.priceScale8
            ? -1
            : 1,
      );
  }

  offered(): NaiveAsk[] {
    return this.live().filter((ask) => ask.remainingTokens >= ask.lotTokens);
  }

  isForgotten(fillId: string): boolean {
    const hours = Math.floor(this.nowMs / HOUR_MS) - Math.floor(timeOfUuidV7(fillId) / HOUR_MS);
    return hours > MEMORY_HOURS;
  }

  private eligible(wish: Wish, quantityMinTokens: number): NaiveAsk[] {
    const pin = pinOf(wish.region);
    return this.offered().filter(
      (ask) =>
        ask.remainingTokens >= quantityMinTokens &&
        (pin === null || ask.region === pin) &&
        (wish.sellerId === null || ask.sellerId === wish.sellerId) &&
        !wish.excludedSellerIds.includes(ask.sellerId),
    );
  }
}

function takenOf({ fillId, ask, quantityTokens, epoch }: NaiveFill): TakeResult {
  const { askId, sellerId, region, priceScale8 } = ask;
  return { status: 'taken', fillId, askId, sellerId, region, priceScale8, quantityTokens, epoch };
}
