/**
 * A region's view of a book (DATA-1), however the book was read:
 * the plain HTTP book and the stream's snapshots are made here, so that they agree field by field.
 */
import type { BidPin, BookMessage, Depth } from '../../domain/book-message';
import type { BookId } from '../../domain/instruments';
import { comparePrices, formatPrice } from '../../domain/money';
import { pinOf, REGIONS, type Region } from '../../domain/regions';
import type { Level, Levels } from '../../engine/depth';
import { parseVersion } from '../../engine/layouts';
import type { OrderBookBody } from '../schemas/market';

export type ViewRegion = Region | 'any';

export const VIEW_REGIONS: readonly ViewRegion[] = ['any', ...REGIONS];

/** The state of a book that something was told about. */
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

/** @param version `<epoch>-<version>` as the engine tells it; null without a book */
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

/** The view that was read from the engine. */
export function viewOfLevels(levels: Levels, atMs: number): BookView {
  const { epoch, sequence, bids, asks } = levels;
  return { epoch, sequence, atMs, bids: bids.map(rowOf), asks: asks.map(rowOf) };
}

/** The view of a book whose whole depth the relay told; null when it told of trades only. */
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

export function snapshotBody(
  { modelId, tenor }: BookId,
  region: ViewRegion,
  { bids, asks, sequence, atMs }: BookView,
): OrderBookBody {
  return {
    type: 'orderbook_snapshot',
    model_id: modelId,
    tenor,
    region,
    bids,
    asks,
    sequence,
    timestamp: atMs,
  };
}

/** Whether what was executed in a region shows in a view. */
export function isShown(executed: Region, region: ViewRegion): boolean {
  return region === 'any' || region === executed;
}

/** A region shows its own asks; `any` shows all, and only that and `global` the `global` ones. */
function regionsIn(region: ViewRegion): readonly Region[] {
  return region === 'any' ? REGIONS : [region];
}

/** A region shows the bids that are pinned to it or to none. */
function pinsIn(region: ViewRegion): readonly BidPin[] {
  if (region === 'any') return VIEW_REGIONS;
  return pinOf(region) ? ['any', region] : ['any'];
}

function rowOf({ priceScale8, quantityTokens }: Level) {
  return { price: formatPrice(priceScale8, 'perThousand'), quantity: String(quantityTokens) };
}

/** Several lists, each best first, as one; what stands at the same price is added up. */
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
