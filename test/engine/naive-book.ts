/**
 * The naive book: the rules of docs/concepts/order-book.md in the plainest code there is, on lists that
 * are filtered and sorted anew for every command (test/engine/naive-view.ts). It is the reference that the engine is compared
 * with. Time decides by itself here: an order whose time is over is closed without anybody closing
 * it, so the engine's `expired` events have no counterpart.
 */
import { pinOf } from '../../domain/regions';
import { isAtomic, mayRest } from '../../domain/time-in-force';
import type { PlaceAsk, PlaceBid, ReserveRequest } from '../../engine/book';
import { orderFillId } from '../../engine/layouts';
import { asBookBid, holdsLot, idOf, mayTrade, orderFillOf, reservedOf } from './naive-orders';
import type { NaiveAsk, NaiveBid, NaiveFill, NaiveOrder } from './naive-orders';
import { NaiveView } from './naive-view';

const UNAVAILABLE = { status: 'unavailable' } as const;
const HALTED = { status: 'halted' } as const;
const TOO_OLD = { status: 'too_old' } as const;

export class NaiveBook extends NaiveView {
  /** Orders that came back while the book was halted: they match when it goes on. */
  private waiting: NaiveOrder[] = [];
  private lastSequence = 0;

  place(ask: PlaceAsk) {
    if (this.epoch === null) return UNAVAILABLE;
    const { epoch } = this;
    const known = this.asks.find((other) => other.askId === ask.askId);
    if (known) {
      const { sequence, remainingTokens } = known;
      return { status: 'duplicate', sequence, epoch, remainingTokens } as const;
    }
    if (this.halted) return HALTED;
    if (ask.expiresAtMs <= this.nowMs) return { status: 'expired' } as const;
    const sequence = (this.lastSequence += 1);
    const owner = ask.owner ?? null;
    this.asks.push({ ...ask, side: 'ask', owner, sequence, state: 'entering' });
    const placed = this.asks.at(-1) as NaiveAsk;
    this.enter(placed);
    return { status: 'placed', sequence, epoch, remainingTokens: placed.remainingTokens } as const;
  }

  bid(bid: PlaceBid) {
    if (this.epoch === null) return UNAVAILABLE;
    const known = this.bids.find((other) => other.orderId === bid.orderId);
    if (known) return this.answerOf(known);
    if (this.halted) return HALTED;
    if (this.isOver(bid)) return { status: 'expired' } as const;
    if (this.isTooOld(bid.orderId)) return TOO_OLD;
    const placed: NaiveBid = {
      ...bid,
      side: 'bid',
      region: pinOf(bid.region),
      priceScale8: bid.limitPriceScale8,
      remainingTokens: bid.quantityTokens,
      fillCount: 0,
      sequence: (this.lastSequence += 1),
      state: 'entering',
    };
    this.bids.push(placed);
    this.enter(placed);
    return this.answerOf(placed);
  }

  reserve(request: ReserveRequest) {
    if (this.epoch === null) return UNAVAILABLE;
    const known = this.fills.find((fill) => fill.fillId === request.fillId);
    if (known) return reservedOf(known);
    if (this.halted) return HALTED;
    if (this.isTooOld(request.fillId)) return TOO_OLD;
    const ask = this.best(request, request.quantityMinTokens);
    const { epoch } = this;
    if (!ask) return { status: 'no_match', epoch } as const;
    if (ask.priceScale8 > request.limitPriceScale8) {
      return { status: 'above_limit', bestPriceScale8: ask.priceScale8, epoch } as const;
    }
    const quantityTokens = Math.min(ask.remainingTokens, request.quantityMaxTokens);
    ask.remainingTokens -= quantityTokens;
    const fill = this.keepFill(request.fillId, ask, null, quantityTokens, ask);
    this.tell('reserved', ask, fill);
    return reservedOf(fill);
  }

  release({ fillId, quantityTokens }: { fillId: string; quantityTokens: number }) {
    if (this.epoch === null) return UNAVAILABLE;
    const fill = this.fills.find((other) => other.fillId === fillId);
    if (!fill) return { status: 'unknown' } as const;
    if (fill.released) return { status: 'duplicate' } as const;
    if (
      quantityTokens > fill.quantityTokens ||
      (fill.bid && quantityTokens < fill.quantityTokens)
    ) {
      throw new RangeError('more tokens than the fill has, or not all of an order’s');
    }
    fill.released = true;
    this.returnTokens(fill, quantityTokens);
    if (fill.bid) this.reopen(fill, fill.bid);
    return { status: 'released' } as const;
  }

  cancel({ id }: { id: string }) {
    if (this.epoch === null) return UNAVAILABLE;
    const orders = [...this.asks, ...this.bids];
    const order = orders.find((other) => idOf(other) === id);
    if (!order) return { status: 'unknown' } as const;
    if (this.isLive(order)) {
      order.state = 'cancelled';
      this.tell('cancelled', order);
    }
    if (order.state !== 'cancelled') return { status: 'unknown' } as const;
    const { remainingTokens } = order;
    const after = order.side === 'ask' ? { ...order } : asBookBid(order);
    return { status: 'cancelled', remainingTokens, order: after } as const;
  }

  halt(): void {
    if (this.epoch === null || this.halted) return;
    this.halted = true;
    this.tell('halted', null);
  }

  resume(): void {
    if (this.epoch === null || !this.halted) return;
    this.halted = false;
    this.tell('resumed', null);
    for (const order of this.waiting.splice(0)) if (this.isLive(order)) this.enter(order);
  }

  /** What a rebuild keeps: what is neither closed nor over, and the fills that are held. */
  close(): void {
    this.asks = this.liveAsks();
    this.bids = this.liveBids().sort((a, b) => a.sequence - b.sequence);
    this.fills = this.fills.filter((fill) => this.asks.includes(fill.ask) && !fill.released);
  }

  /** A new epoch: asks are on offer as they are, then the bids come in anew, by their sequence. */
  open(epoch: number): void {
    this.close();
    this.epoch = epoch;
    this.lastSequence = Math.max(0, ...[...this.asks, ...this.bids].map((order) => order.sequence));
    this.events = [];
    this.waiting = [];
    for (const ask of this.asks) ask.state = 'open';
    for (const bid of this.bids) bid.state = 'entering';
    for (const bid of this.bids) this.enter(bid);
  }

  private enter(order: NaiveOrder): void {
    if (this.halted) this.waiting.push(order);
    else if (order.side === 'ask') this.enterAsk(order);
    else this.enterBid(order);
  }

  /** An incoming ask fills the bids that it crosses, at their prices, while it holds its lot. */
  private enterAsk(ask: NaiveAsk): void {
    for (const bid of this.resting().filter((other) => mayTrade(other, ask))) {
      if (holdsLot(ask)) this.trade(bid, ask, bid);
    }
    ask.state = 'open';
    this.tell('placed', ask);
  }

  /** An incoming bid takes the asks that it crosses, at their prices. */
  private enterBid(bid: NaiveBid): void {
    const asks = this.offered().filter((other) => mayTrade(bid, other));
    const available = asks.reduce((sum, ask) => sum + ask.remainingTokens, 0);
    if (isAtomic(bid.timeInForce) && available < bid.remainingTokens) {
      bid.state = 'rejected';
    } else {
      for (const ask of asks) if (bid.remainingTokens > 0) this.trade(bid, ask, ask);
      if (bid.remainingTokens > 0) bid.state = mayRest(bid.timeInForce) ? 'open' : 'cancelled';
    }
    this.tell('placed', bid);
  }

  private trade(bid: NaiveBid, ask: NaiveAsk, resting: NaiveOrder): void {
    const quantityTokens = Math.min(bid.remainingTokens, ask.remainingTokens);
    bid.remainingTokens -= quantityTokens;
    ask.remainingTokens -= quantityTokens;
    bid.fillCount += 1;
    const fillId = orderFillId(bid.orderId, bid.fillCount);
    const fill = this.keepFill(fillId, ask, bid, quantityTokens, resting);
    if (bid.remainingTokens === 0) bid.state = 'filled';
    this.tell(resting === bid ? 'sold' : 'bought', resting, fill);
  }

  /** Tokens return to the ask's old place. One that was below its minimum size enters anew where bids rest. */
  private returnTokens(fill: NaiveFill, quantityTokens: number): void {
    const { ask } = fill;
    const wasBelowMinimum = ask.state === 'open' && !holdsLot(ask);
    if (this.isLive(ask)) ask.remainingTokens += quantityTokens;
    const isBack =
      wasBelowMinimum && this.isLive(ask) && holdsLot(ask) && this.resting().length > 0;
    if (isBack) ask.state = 'entering';
    this.tell('released', ask, fill);
    if (isBack) this.enter(ask);
  }

  /** A void fill's tokens are open again on a bid that rests, or would have rested. */
  private reopen(fill: NaiveFill, bid: NaiveBid): void {
    const isKnown = this.bids.includes(bid);
    if (!mayRest(bid.timeInForce) || !isKnown || bid.state === 'cancelled' || this.isOver(bid))
      return;
    const isWaiting = bid.state === 'entering';
    bid.remainingTokens += fill.quantityTokens;
    bid.state = 'entering';
    this.tell('reopened', bid, fill);
    if (!isWaiting) this.enter(bid);
  }

  private keepFill(
    fillId: string,
    ask: NaiveAsk,
    bid: NaiveBid | null,
    quantityTokens: number,
    { priceScale8, side }: NaiveOrder,
  ): NaiveFill {
    const takerSide = side === 'ask' ? ('bid' as const) : ('ask' as const);
    const what = { fillId, ask, bid, priceScale8, quantityTokens, takerSide };
    const fill = { ...what, epoch: this.epoch as number, atMs: this.nowMs, released: false };
    this.fills.push(fill);
    return fill;
  }

  /** The order as it stands, with all the fills that it ever had. */
  private answerOf(bid: NaiveBid) {
    const own = this.fills.filter((fill) => fill.bid === bid).map(orderFillOf);
    const epoch = this.epoch as number;
    return { status: 'accepted', order: asBookBid(bid), fills: own, epoch } as const;
  }
}
