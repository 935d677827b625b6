/**
 * The ledger of the exchange: double-entry bookkeeping (MONEY-2). Every function is idempotent by
 * its business key: a repetition changes nothing and returns the first answer.
 */
import type { mongo } from 'mongoose';
import { MONEY_LIMIT_SCALE8, holdAmountScale8 } from '../../domain/money';
import { QUANTITY_TOKENS_MAX } from '../../domain/quantities';
import type { BalanceDocument } from '../documents/balance';
import type { Collections } from '../collections';
import type { FillDocument } from '../documents/fill';
import type { MarketPrices } from '../queries/market-prices';
import { Asks } from './asks';
import { Capacity } from './capacity';
import { type Correction, correct } from './correct';
import { type Deposit, deposit } from './deposit';
import { type AbandonFill, Fills, type MarkAttempt, type PlanAttempt } from './fills';
import { FillsReservedHere } from './fills-reserved-here';
import { type CommitOptions, GroupCommit } from './group-commit';
import { markingOffMarket } from './mark-off-market';
import { type Payout, payout, sellerPayableScale8 } from './payout';
import type { Posted } from './post-once';
import { availableScale8 } from './reads';
import { type RefuseOrder, type RefuseResult, refuseOrder } from './refuse-order';
import { type DefaultLot, type DefaultLotResult, defaultLot } from './default-lot';
import { type ReleaseFill, type ReleaseResult, releaseFill } from './release-fill';
import { type ReserveFill, type ReserveResult, reserveFill } from './reserve-fill';
import { type SettleFill, type SettleResult, settleFill } from './settle-fill';

/** Requests without a known participant share one participant's part. */
const OTHERS = '';

export class Ledger {
  readonly asks: Asks;
  readonly fills: Fills;
  readonly capacity: Capacity;
  private readonly reservedHere = new FillsReservedHere();
  private readonly commits: GroupCommit;
  private readonly transactions;

  constructor(
    client: mongo.MongoClient,
    private readonly collections: Collections,
    prices: MarketPrices,
    options: CommitOptions = {},
  ) {
    this.asks = new Asks(collections, new GroupCommit(client, collections, options));
    this.fills = new Fills(collections, this.reservedHere);
    this.commits = new GroupCommit(client, collections, options);
    this.capacity = new Capacity(client, this.commits, collections, prices);
    this.transactions = {
      reserve: reserveFill(collections, this.reservedHere),
      settle: markingOffMarket(settleFill(collections, this.reservedHere), prices),
      release: releaseFill(collections, this.reservedHere),
      defaultLot: defaultLot(collections, () => this.capacity.now()),
      refuse: refuseOrder(collections),
      deposit: deposit(collections),
      payout: payout(collections),
      correct: correct(collections),
    };
  }

  /** Holds the money and reserves the quantity atomically. */
  async reserveFill(request: ReserveFill): Promise<ReserveResult> {
    const { priceScale8, quantityTokens } = request.fill;
    checkTokens(quantityTokens, 1);
    checkAmount(holdAmountScale8(priceScale8, quantityTokens));
    return this.commits.submit(this.transactions.reserve, request, request.order.accountId);
  }

  /** Charges the delivered tokens; releases the rest. */
  async settleFill(request: SettleFill): Promise<SettleResult> {
    checkTokens(request.usedTokens, 0);
    return this.commits.submit(
      this.transactions.settle,
      request,
      this.participantOf(request.fillId),
    );
  }

  /** Releases everything, uncharged. */
  async releaseFill(request: ReleaseFill): Promise<ReleaseResult> {
    return this.commits.submit(
      this.transactions.release,
      request,
      this.participantOf(request.fillId),
    );
  }

  /** Ends the lot of a draw whose seller failed, and the draw. */
  async defaultLot(request: DefaultLot): Promise<DefaultLotResult> {
    return this.commits.submit(
      this.transactions.defaultLot,
      request,
      this.participantOf(request.fillId),
    );
  }

  private participantOf(fillId: string): string {
    return this.reservedHere.accountIdOf(fillId) ?? OTHERS;
  }

  /**
   * Ends an order without a charge, and releases its reservation. Repetition: the first end counts.
   */
  async refuseOrder(request: RefuseOrder): Promise<RefuseResult> {
    return this.commits.submit(
      this.transactions.refuse,
      request,
      request.order?.accountId ?? OTHERS,
    );
  }

  /** @throws Failure `not_found`, `idempotency_conflict`, `invalid_request` */
  async deposit(request: Deposit): Promise<Posted<'posted'>> {
    checkAmount(request.amountScale8);
    return this.commits.submit(this.transactions.deposit, request, request.accountId);
  }

  /**
   * @throws Failure `idempotency_conflict`, `invalid_request` when it exceeds the payable balance
   */
  async payout(request: Payout): Promise<Posted<'paid'>> {
    checkAmount(request.amountScale8);
    return this.commits.submit(this.transactions.payout, request, request.sellerId);
  }

  /**
   * @throws Failure `not_found`, `idempotency_conflict`, `invalid_request` when it exceeds the
   *   available balance
   */
  async correct(request: Correction): Promise<Posted<'posted'>> {
    const { amountScale8 } = request;
    checkAmount(amountScale8 < 0n ? -amountScale8 : amountScale8);
    return this.commits.submit(this.transactions.correct, request, request.accountId);
  }

  /** A seller's payable balance. */
  async sellerPayableScale8(sellerId: string): Promise<bigint> {
    return sellerPayableScale8(this.collections, sellerId);
  }

  /** An account's balance; zeros before its first deposit. */
  async balanceOf(accountId: string): Promise<Omit<BalanceDocument, 'updatedAt'>> {
    const balance = await this.collections.balances.findOne({ _id: accountId });
    return balance ?? { _id: accountId, postedScale8: 0n, heldScale8: 0n, version: 0 };
  }

  /** The amount that an account can spend. */
  async availableScale8(accountId: string): Promise<bigint> {
    return availableScale8(await this.collections.balances.findOne({ _id: accountId }));
  }

  cancelAsk(askId: string, sellerId: string) {
    return this.asks.cancel(askId, sellerId);
  }

  expireAsk(askId: string): Promise<boolean> {
    return this.asks.expire(askId);
  }

  planAttempt(request: PlanAttempt) {
    return this.fills.planAttempt(request);
  }

  markAttempt(request: MarkAttempt): Promise<boolean> {
    return this.fills.markAttempt(request);
  }

  abandonFill(request: AbandonFill) {
    return this.fills.abandon(request);
  }

  openFillsOf(orderId: string): Promise<FillDocument[]> {
    return this.fills.openOf(orderId);
  }
}

/** Inputs were validated before; a value outside the limits is a programming error. */
function checkTokens(tokens: number, least: number): void {
  if (!Number.isSafeInteger(tokens) || tokens < least || tokens > QUANTITY_TOKENS_MAX) {
    throw new RangeError(`${tokens} is not a valid quantity`);
  }
}

function checkAmount(amountScale8: bigint): void {
  if (amountScale8 <= 0n || amountScale8 > MONEY_LIMIT_SCALE8) {
    throw new RangeError(`${amountScale8} is not a valid amount`);
  }
}
