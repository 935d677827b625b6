/**
 * Loads one epoch in numbered batches (engine/functions/rebuild.lua). Some are under way at once:
 * Redis works on one while the next is read and sent. The first refused batch ends the load, because
 * no later one follows it.
 */
import { pinOf } from '../domain/regions';
import {
  ORDER_BYTES,
  ownerCode,
  packBid,
  packFill,
  packId,
  packOrderFill,
  writeAsk,
} from './layouts';
import type { SourceAsk, SourceBid, SourceReservation } from './book-source';
import type { RebuildClaim } from './rebuild-claim';

/**
 * Redis needs about a millisecond for the rows of a batch. It finishes all batches that have arrived
 * before it serves another connection: other books wait for as many as are under way.
 */
const BATCH = 100;
const UNDER_WAY_MAX = 2;

type Kind = 'rebuild_load_bids' | 'rebuild_load_asks' | 'rebuild_load_fills';

export class RebuildLoad {
  private kind: Kind = 'rebuild_load_bids';
  private readonly orders = Buffer.alloc(BATCH * ORDER_BYTES);
  private fills: Buffer[] = [];
  private rows = 0;
  /** Of the asks in the batch: seller and owner. */
  private owners: Buffer[] = [];
  private readonly owned = new Set<string>();
  private batches = 0;
  private underWay: Promise<unknown>[] = [];

  constructor(
    private readonly claim: RebuildClaim,
    private readonly epoch: number,
  ) {}

  async begin(): Promise<void> {
    await this.claim.step('rebuild_begin', this.epoch, [this.claim.fence]);
  }

  /** Whether the batch must be sent before the next row, and before a row of another kind. */
  get isFull(): boolean {
    return this.rows >= BATCH;
  }

  addBid(bid: SourceBid): void {
    const { limitPriceScale8: priceScale8, excludedOwner } = bid;
    const excludedOwnerCode = excludedOwner && ownerCode(excludedOwner);
    const region = pinOf(bid.region);
    const row = packBid({ ...bid, priceScale8, region, state: 'entering', excludedOwnerCode });
    row.copy(this.orders, this.next('rebuild_load_bids'));
  }

  addAsk(ask: SourceAsk, sequence: number): void {
    writeAsk(ask, sequence, 'open', this.orders, this.next('rebuild_load_asks'));
    if (!ask.owner || this.owned.has(ask.sellerId)) return;
    this.owned.add(ask.sellerId);
    this.owners.push(packId(ask.sellerId), Buffer.from(ownerCode(ask.owner), 'hex'));
  }

  addReservation(reservation: SourceReservation): void {
    const { ofBid, fillId } = reservation;
    const record = ofBid ? packOrderFill({ ...reservation, ...ofBid }) : packFill(reservation);
    this.next('rebuild_load_fills');
    this.fills.push(Buffer.concat([packId(fillId), record]));
  }

  /** Sends the batch, and waits when too many are under way. @throws RebuildSuperseded */
  async flush(): Promise<void> {
    if (this.rows === 0) return;
    this.batches += 1;
    const orders = Buffer.from(this.orders.subarray(0, this.rows * ORDER_BYTES));
    const isOfFills = this.kind === 'rebuild_load_fills';
    const rows = isOfFills ? this.fills : [orders, Buffer.concat(this.owners)];
    [this.rows, this.fills, this.owners] = [0, [], []];
    const batch = this.claim.step(this.kind, this.epoch, [this.batches, ...rows]);
    batch.catch(() => undefined); // it is awaited below, or an earlier one has failed
    this.underWay.push(batch);
    if (this.underWay.length >= UNDER_WAY_MAX) await this.underWay.shift();
  }

  /** Opens the book with all batches. @throws RebuildSuperseded */
  async open(sequence: number, isHalted: boolean): Promise<void> {
    await this.flush();
    await Promise.all(this.underWay);
    const word = isHalted ? 'halted' : '';
    await this.claim.step('rebuild_open', this.epoch, [this.batches, sequence, word]);
  }

  /** Waits for the batches that were under way when the load failed. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.underWay);
  }

  /** Position of the next row, if it is an order. */
  private next(kind: Kind): number {
    this.kind = kind;
    this.rows += 1;
    return (this.rows - 1) * ORDER_BYTES;
  }
}
