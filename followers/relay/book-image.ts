/**
 * An image of a book in memory: its live orders by id and its depth by side and region. It is
 * updated from the journal, event by event, and is exact at its version.
 */
import type { BidPin, BookMessage, Depth } from '../../domain/book-message';
import type { Region } from '../../domain/regions';
import { idOf, isOnOffer, type BookEvent, type BookOrder } from '../../engine/layouts';
import { ExpiryAgenda } from './expiry-agenda';
import { areAtOdds, cursorAt, type JournalCursor } from './follower';
import type { BookOrderName } from './ports';
import { PriceLevels } from './price-levels';

export class BookImage {
  private readonly orders = new Map<string, BookOrder>();
  private readonly asks = new Map<Region, PriceLevels>();
  private readonly bids = new Map<BidPin, PriceLevels>();
  private readonly expiry = new ExpiryAgenda();
  private readonly entering = new Set<string>();
  private last: JournalCursor;
  /** What was applied, by version, until a turn has read it too. */
  private readonly unconfirmed = new Map<number, JournalCursor>();
  /** The last version that a turn has read. */
  private confirmed = -1;

  constructor(
    readonly epoch: number,
    version: number,
  ) {
    this.last = { epoch, version, mark: '' };
  }

  get version(): number {
    return this.last.version;
  }

  /** Its last event; without its fingerprint until one was applied. */
  get place(): JournalCursor {
    return this.last;
  }

  /** The number of orders that are neither closed nor filled. */
  get size(): number {
    return this.orders.size;
  }

  /**
   * Applies the next event; an event that was already applied changes nothing.
   * @returns false when events before it are missing
   */
  fold(event: BookEvent): boolean {
    if (event.epoch !== this.epoch || event.version > this.version + 1) return false;
    if (event.version <= this.version) return true;
    if (event.order) this.put(event.order);
    this.last = cursorAt(event);
    if (event.version > this.confirmed) this.unconfirmed.set(event.version, this.last);
    return true;
  }

  /** @returns false when it has applied another event than this one, which a turn has read */
  confirm(read: JournalCursor): boolean {
    const applied = this.unconfirmed.get(read.version);
    this.unconfirmed.delete(read.version);
    this.confirmed = Math.max(this.confirmed, read.version);
    return !applied || !areAtOdds(applied, read);
  }

  /** Replaces the previous version of the order; a closed order leaves the image. */
  put(order: BookOrder): void {
    const id = idOf(order);
    const known = this.orders.get(id);
    if (known) this.show(known, -1);
    if (known?.expiresAtMs != null) this.expiry.remove(id, known.expiresAtMs);
    this.orders.delete(id);
    this.entering.delete(id);
    if (order.state !== 'open' && order.state !== 'entering') return;
    this.orders.set(id, order);
    if (order.state === 'entering') this.entering.add(id);
    this.show(order, 1);
    if (order.expiresAtMs !== null) this.expiry.add(id, order.expiresAtMs);
  }

  /** Ids of expired live orders. */
  due(nowMs: number, limit: number): string[] {
    return this.expiry.due(nowMs, limit);
  }

  /** No order expires before this second; Infinity when none does. */
  get nextExpiryMs(): number {
    return this.expiry.firstMs;
  }

  /** Whether the matching of an order is unfinished. */
  get isEntering(): boolean {
    return this.entering.size > 0;
  }

  has(id: string): boolean {
    return this.orders.has(id);
  }

  /** Every live order, also one that enters meanwhile. */
  *names(): Generator<BookOrderName> {
    for (const [id, { side }] of this.orders) yield { side, id };
  }

  /** Regions with an ask on offer, and pins with a bid: each has an index in Redis. */
  get indexes(): number {
    return [...this.asks.values(), ...this.bids.values()].filter(({ rows }) => rows.length > 0)
      .length;
  }

  /** Depth of the asks of a region. */
  asksOf(region: Region): PriceLevels {
    return levelsAt(this.asks, region, 'ask');
  }

  /** Depth of the bids that are pinned to a region, or to none. */
  bidsOf(pin: BidPin): PriceLevels {
    return levelsAt(this.bids, pin, 'bid');
  }

  /** The whole depth as clients read it. */
  get depth(): Pick<BookMessage, 'asks' | 'bids'> {
    return { asks: depthOf(this.asks), bids: depthOf(this.bids) };
  }

  private show(order: BookOrder, sign: 1 | -1): void {
    if (!isOnOffer(order)) return;
    const levels =
      order.side === 'ask' ? this.asksOf(order.region) : this.bidsOf(order.region ?? 'any');
    levels.change(order.priceScale8, sign * order.remainingTokens);
  }
}

function levelsAt<Key>(levels: Map<Key, PriceLevels>, key: Key, side: 'ask' | 'bid'): PriceLevels {
  const known = levels.get(key) ?? new PriceLevels(side);
  levels.set(key, known);
  return known;
}

function depthOf<Key extends string>(
  levels: ReadonlyMap<Key, PriceLevels>,
): Partial<Record<Key, Depth>> {
  const shown: Partial<Record<Key, Depth>> = {};
  for (const [key, { depth }] of levels) if (depth.length > 0) shown[key] = depth;
  return shown;
}
