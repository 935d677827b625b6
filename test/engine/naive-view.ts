/** What the naive book holds, and what there is to see of it. */
import { timeOfUuidV7 } from '../../domain/ids';
import type { Region } from '../../domain/regions';
import type { Criteria } from '../../engine/book';
import type { BookEventKind } from '../../engine/layouts';
import { byPrice, holdsLot, idOf, levelsOf, suits } from './naive-orders';
import type { NaiveAsk, NaiveBid, NaiveEvent, NaiveFill, NaiveOrder } from './naive-orders';

const MEMORY_MS = 25 * 3_600_000;

export class NaiveView {
  asks: NaiveAsk[] = [];
  bids: NaiveBid[] = [];
  fills: NaiveFill[] = [];
  events: NaiveEvent[] = [];
  epoch: number | null = null;
  halted = false;
  nowMs = 0;

  /** The ask that a reservation would get if its limit allowed. */
  best(criteria: Criteria, quantityMinTokens = 1): NaiveAsk | null {
    const holds = (ask: NaiveAsk) => ask.remainingTokens >= quantityMinTokens;
    return this.offered().find((ask) => suits(criteria, ask) && holds(ask)) ?? null;
  }

  levels(region: Region | null) {
    const asks = this.offered().filter((ask) => !region || ask.region === region);
    const bids = this.resting().filter((bid) => !region || !bid.region || bid.region === region);
    return { asks: levelsOf(asks), bids: levelsOf(bids) };
  }

  /** Asks that are not closed, by price, then time: those on offer, below their minimum size, and entering. */
  liveAsks(): NaiveAsk[] {
    const live = this.asks.filter((ask) => this.isLive(ask));
    return live.sort((a, b) => byPrice(a, b) || a.sequence - b.sequence);
  }

  /** Bids that are not closed, the highest limit first, then by time. */
  liveBids(): NaiveBid[] {
    const live = this.bids.filter((bid) => this.isLive(bid));
    return live.sort((a, b) => byPrice(b, a) || a.sequence - b.sequence);
  }

  offered(): NaiveAsk[] {
    if (this.epoch === null) return [];
    return this.liveAsks().filter((ask) => ask.state === 'open' && holdsLot(ask));
  }

  resting(): NaiveBid[] {
    if (this.epoch === null) return [];
    return this.liveBids().filter((bid) => bid.state === 'open');
  }

  isLive(order: NaiveOrder): boolean {
    return (order.state === 'open' || order.state === 'entering') && !this.isOver(order);
  }

  /** Whether a command with this id could have been forgotten. */
  isTooOld(id: string): boolean {
    return timeOfUuidV7(id) < this.nowMs - MEMORY_MS;
  }

  protected isOver({ expiresAtMs }: { readonly expiresAtMs: number | null }): boolean {
    return expiresAtMs !== null && expiresAtMs <= this.nowMs;
  }

  protected tell(kind: BookEventKind, order: NaiveOrder | null, fill?: NaiveFill): void {
    const counter = { bought: fill?.bid?.orderId, sold: fill?.ask.askId }[kind as 'bought'];
    this.events.push({
      kind,
      orderId: order && idOf(order),
      remainingTokens: order && !this.isOver(order) ? order.remainingTokens : 0,
      fillId: fill?.fillId ?? null,
      counterOrderId: counter ?? null,
    });
  }
}
