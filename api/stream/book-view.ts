/**
 * A region's view of a book (DATA-1), independent of the source of the data: the HTTP book and the
 * stream's snapshots are created here, so that they agree field by field.
 */
import type { BidPin, BookMessage, Depth } from '../../domain/book-message';
import type { BookId } from '../../domain/instruments';
import { comparePrices, formatPrice } from '../../domain/money';
import { pinOf, REGIONS, type Region } from '../../domain/regions';
import type { Level, Levels } from '../../engine/depth';
import { parseVersion } from '../../engine/layouts';
import type { OrderBookBody, OrderBookQuery } from '../schemas/market';

export type ViewRegion = Region | 'any';

export const VIEW_REGIONS: readonly ViewRegion[] = ['any', ...REGIONS];

/** The state of a book that a message describes. */
export interface Version {
  readonly epoch: number;
  readonly sequence: number;
}

export interface BookView extends Version {
  readonly atMs: number;
  /** One row per price, best first. */
  readonly bids: OrderBookBody['bids'];
  readonly asks: OrderBookBody['asks'];
}

/** @param version `<epoch>-<version>` from the engine; null without a book */
export function versionOf(version: string | null): Version {
  if (version === null) return { epoch: 0, sequence: 0 };
  const { epoch, version: sequence } = parseVersion(version);
  return { epoch, sequence };
}

/** Whether `version` is a later state of the book than `than`. */
export function isNewer(version: Version, than: Version): boolean {
  if (version.epoch !== than.epoch) return version.epoch > than.epoch;
  return version.sequence > than.sequence;
}

/** A view read from the engine. */
export function viewOfLevels(levels: Levels, atMs: number): BookView {
  const { epoch, sequence, bids, asks } = levels;
  return { epoch, sequence, atMs, bids: bids.map(rowOf), asks: asks.map(rowOf) };
}

/** A view from a relay message with the whole depth; null for a message with trades only. */
export function viewOfMessage(message: BookMessage, region: ViewRegion): BookView | null {
  const { epoch, sequence, atMs, asks, bids } = message;
  if (!asks || !bids) return null;
  return {
    epoch,
    sequence,
    atMs,
    bids: merged(
      pinsIn(region).map((pin) => bids[pin] ?? []),
      'bid',
    ),
    asks: merged(
      regionsIn(region).map((one) => asks[one] ?? []),
      'ask',
    ),
  };
}

/** The view that a client asks for: of spot and of all regions, unless it says otherwise. */
export function requestedView({
  model_id: modelId,
  region = 'any',
  tenor = 'spot',
}: OrderBookQuery): { readonly book: BookId; readonly region: ViewRegion } {
  return { book: { modelId, tenor }, region };
}

/** Whether an execution in a region is part of a view. */
export function isShown(executed: Region, region: ViewRegion): boolean {
  return region === 'any' || region === executed;
}

/**
 * A region shows its own asks; `any` shows all, and only `any` and `global` show the `global` ones.
 */
function regionsIn(region: ViewRegion): readonly Region[] {
  return region === 'any' ? REGIONS : [region];
}

/** A region shows the bids pinned to it or to none. */
function pinsIn(region: ViewRegion): readonly BidPin[] {
  if (region === 'any') return VIEW_REGIONS;
  return pinOf(region) ? ['any', region] : ['any'];
}

function rowOf({ priceScale8, quantityTokens }: Level) {
  return { price: formatPrice(priceScale8, 'perThousand'), quantity: String(quantityTokens) };
}

/** Merges several lists, each best first, adding quantities of the same price. */
function merged(lists: readonly Depth[], side: 'bid' | 'ask'): OrderBookBody['asks'] {
  const direction = side === 'ask' ? 1 : -1;
  const sorted =
    lists.length === 1
      ? (lists[0] ?? [])
      : lists.flat().sort(([a], [b]) => direction * comparePrices(a, b));
  const rows: { price: string; quantity: string }[] = [];
  for (const [price, quantity] of sorted) {
    const last = rows.at(-1);
    if (last?.price === price) last.quantity = String(BigInt(last.quantity) + BigInt(quantity));
    else rows.push({ price, quantity });
  }
  return rows;
}
