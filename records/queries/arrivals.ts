/** Recent arrivals of capacity in a book, by price. */
import type { Arrivals } from '../../domain/estimate';
import type { BookId } from '../../domain/instruments';
import type { Region } from '../../domain/regions';
import type { AskDocument } from '../documents/ask';
import type { ReadCollection } from '../mongodb/read-collection';

/** The most recent asks that are read: a busy book needs less than a day. */
const ASKS_MAX = 5_000;
const HOUR_MS = 3_600_000;

export interface ObservedArrivals {
  readonly arrivals: Arrivals[];
  /** Length of the observed period, in hours with two decimals. */
  readonly lookbackHours: number;
}

/** @param region of the asks; null for all */
export async function observeArrivals(
  asks: ReadCollection<AskDocument>,
  { modelId, tenor }: BookId,
  region: Region | null,
  lookbackHours: number,
): Promise<ObservedArrivals> {
  const now = Date.now();
  const found = await asks
    .find({
      tenor,
      modelId,
      createdAt: { $gte: new Date(now - lookbackHours * HOUR_MS) },
      sequence: { $ne: null },
      ...(region === null ? {} : { region }),
    })
    .project<Pick<AskDocument, 'priceScale8' | 'capacityTokens' | 'createdAt'>>({
      _id: 0,
      priceScale8: 1,
      capacityTokens: 1,
      createdAt: 1,
    })
    .sort({ createdAt: -1 })
    .limit(ASKS_MAX)
    .toArray();
  const oldest = found.length < ASKS_MAX ? undefined : found.at(-1);
  const seenHours = oldest ? (now - oldest.createdAt.getTime()) / HOUR_MS : lookbackHours;
  return { arrivals: byPrice(found), lookbackHours: Math.max(0.01, rounded(seenHours)) };
}

function byPrice(asks: readonly Pick<AskDocument, 'priceScale8' | 'capacityTokens'>[]): Arrivals[] {
  const prices = new Map<bigint, { quantityTokens: number; asks: number }>();
  for (const { priceScale8, capacityTokens } of asks) {
    const { quantityTokens, asks: count } = prices.get(priceScale8) ?? {
      quantityTokens: 0,
      asks: 0,
    };
    prices.set(priceScale8, { quantityTokens: quantityTokens + capacityTokens, asks: count + 1 });
  }
  return [...prices].map(([priceScale8, arrived]) => ({ priceScale8, ...arrived }));
}

function rounded(hours: number): number {
  return Math.round(hours * 100) / 100;
}
