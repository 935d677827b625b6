/** Contracts: contract orders, tickets, lots and draws (ledger.ts has what they share). */
import type { mongo } from 'mongoose';
import { fillCountOf } from '../../domain/contract-orders';
import type { BookId } from '../../domain/instruments';
import { bookName } from '../../domain/instruments';
import { asDouble, type Collections } from '../collections';
import type { LotDocument } from '../documents/lot';
import type { MarketPrices } from '../queries/market-prices';
import { type BuyTicket, type BuyTicketResult, buyTicket } from './buy-ticket';
import {
  type CloseContractOrder,
  type CloseContractOrderResult,
  closeContractOrder,
} from './close-contract-order';
import { type CloseLot, type CloseLotResult, closeLot } from './close-lot';
import {
  type FillContractOrder,
  type FillContractOrderResult,
  fillContractOrder,
} from './fill-contract-order';
import type { GroupCommit } from './group-commit';
import {
  type NewContractOrder,
  type OpenContractOrderResult,
  openContractOrder,
} from './open-contract-order';
import { markingOffMarket } from './mark-off-market';
import { byId } from './reads';
import {
  type RefuseContractOrder,
  type RefusedContractOrder,
  refuseContractOrder,
} from './refuse-contract-order';
import { type ReserveDraw, type ReserveDrawResult, reserveDraw } from './reserve-draw';

export class Capacity {
  private readonly transactions;

  constructor(
    private readonly client: mongo.MongoClient,
    private readonly commits: GroupCommit,
    private readonly collections: Collections,
    prices: MarketPrices,
  ) {
    const clock = () => this.now();
    this.transactions = {
      open: openContractOrder(collections),
      refuse: refuseContractOrder(collections),
      fill: markingOffMarket(fillContractOrder(collections, clock), prices),
      close: closeContractOrder(collections),
      buyTicket: markingOffMarket(buyTicket(collections, clock), prices),
      reserveDraw: reserveDraw(collections),
      closeLot: closeLot(collections),
    };
  }

  /** The time by MongoDB's clock. Only this clock decides when windows open and end. */
  async now(): Promise<Date> {
    const { localTime } = await this.client.db().command({ hello: 1 });
    return localTime as Date;
  }

  /** Writes an order and holds its money atomically. */
  open(request: NewContractOrder): Promise<OpenContractOrderResult> {
    return this.commits.submit(this.transactions.open, request, request.accountId);
  }

  /** Records a refusal, unless the order was opened or bought: returns its record. */
  refuse(request: RefuseContractOrder): Promise<RefusedContractOrder> {
    return this.commits.submit(this.transactions.refuse, request, request.order.accountId);
  }

  /** Records fills of an order: all of them, or none. */
  fill(request: FillContractOrder): Promise<FillContractOrderResult> {
    return this.commits.submit(this.transactions.fill, request, request.orderId);
  }

  /** Ends the open part of an order, and releases its hold. */
  close(request: CloseContractOrder): Promise<CloseContractOrderResult> {
    return this.commits.submit(this.transactions.close, request, request.orderId);
  }

  buyTicket(request: BuyTicket): Promise<BuyTicketResult> {
    return this.commits.submit(this.transactions.buyTicket, request, request.order.accountId);
  }

  reserveDraw(request: ReserveDraw): Promise<ReserveDrawResult> {
    return this.commits.submit(this.transactions.reserveDraw, request, request.order.accountId);
  }

  closeLot(request: CloseLot): Promise<CloseLotResult> {
    return this.commits.submit(this.transactions.closeLot, request, request.lotId);
  }

  /**
   * Stores the order's place in its book.
   * @returns false when the book was rebuilt since, perhaps without the order: place it again
   */
  async placed(orderId: string, book: BookId, place: { sequence: number; epoch: number }) {
    const { contractOrders, books } = this.collections;
    await contractOrders.updateOne(
      { _id: orderId },
      { $set: { sequence: asDouble(place.sequence) } },
    );
    const current = await books.findOne({ _id: bookName(book) });
    return current?.epoch === place.epoch;
  }

  /** A voided fill keeps its number: in a rebuilt book the order's fills are counted after it. */
  async passOver(orderId: string, fillId: string): Promise<void> {
    await this.collections.contractOrders.updateOne(
      { _id: orderId },
      { $max: { fillCount: asDouble(fillCountOf(fillId)) } },
    );
  }

  /** The lots of these fills. */
  async lotsOf(fillIds: readonly string[]): Promise<LotDocument[]> {
    return [...(await byId(this.collections.lots, fillIds)).values()];
  }
}
