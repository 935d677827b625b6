/**
 * The step `match`: reserves capacity from the best eligible ask and holds the money for it.
 *
 * Execution: the book selects the first ask in price-time order; one MongoDB transaction then holds
 * the money, subtracts the quantity from the ask's record and writes the fill. MongoDB decides: a
 * reservation that it refuses is returned to the book behind a tombstone, which prevents a late
 * repetition of this step from using it.
 *
 * Compensation: `unmatch` releases the order's remaining reservation.
 *
 * Repetition: the ids of the tries derive from the step's seed, so a repetition finds its own work.
 */
import { createHash } from 'node:crypto';
import {
  type ChatOrder,
  type MatchOutcome,
  type MatchedFill,
  tooManyRequestsText,
} from '../../domain/chat';
import { type ErrorCode, ruleOf } from '../../domain/errors';
import { timeOfUuidV7, uuidV7At } from '../../domain/ids';
import { type BookId, spellingOf } from '../../domain/instruments';
import { holdLimit } from '../../domain/money';
import { lotWorkflowId } from '../../domain/workflow-names';
import type { ReservedCapacity } from '../../engine/book';
import type { FillDocument } from '../../records/documents/fill';
import { readKeySpend } from '../../records/ledger/key-spend';
import type { ReserveRefusal } from '../../records/ledger/reserve-fill';
import { newOrderOf } from '../../records/ledger/new-order';
import { writableLedger } from '../../records/mongodb/writable';
import { type AffordableReservation, reserveAffordable } from './affordable-reservation';
import { aboveLimit } from '../books/above-limit';
import type { ExchangeDeps } from '../deps';
import { StepFailure } from './step-failure';
import { reservePreferred } from './preferred-sellers';
import { noMatch } from './no-match';
import { LackingSellers } from '../sellers/lacking-sellers';
import { listPriceScale8 } from './list-price';
import { returnFill } from '../books/release-to-book';
import { renewBook } from '../books/renew-book';
import { SellerDirectory } from '../sellers/seller-directory';
import { type Span, inSpan } from '../tracing/tracing';
import { inReservationSpan } from '../tracing/reservation-span';

/**
 * Asks that MongoDB may refuse in one step. Each of them leaves the book, so more indicate an
 * inconsistency.
 */
const TRIES = 64;

export interface MatchSteps {
  /** @param availableScale8 the account's spendable balance, when it was just read */
  match(
    order: ChatOrder,
    fillSeed: string,
    excludedSellerIds: readonly string[],
    availableScale8?: bigint,
  ): Promise<MatchOutcome>;
  unmatch(orderId: string, reason: string): Promise<void>;
}

export function createMatchSteps(parts: ExchangeDeps): MatchSteps {
  const deps = { ...parts, lackingSellers: new LackingSellers(parts.records) };
  const directory = new SellerDirectory(deps.records);
  return {
    match: (order, fillSeed, excludedSellerIds, availableScale8) =>
      inReservationSpan(deps, 'match', order, (span) =>
        new Match(deps, directory, order, span, availableScale8).run(fillSeed, excludedSellerIds),
      ),

    async unmatch(orderId, reason) {
      const { fills } = deps.records;
      const ledger = writableLedger(deps.records.ledger);
      for (const { _id: fillId } of await ledger.openFillsOf(orderId)) {
        await ledger.releaseFill({ fillId, reason });
      }
      // Includes fills that an earlier execution of this step released before it died.
      for (const fill of await fills.find({ orderId, status: 'released' }).toArray()) {
        await returnFill(deps, fill);
      }
    },
  };
}

class Match {
  /** A chat completion is delivered immediately: it trades in the spot book of its instrument. */
  private readonly book: BookId;

  constructor(
    private readonly deps: ExchangeDeps & { readonly lackingSellers: LackingSellers },
    private readonly directory: SellerDirectory,
    private readonly order: ChatOrder,
    private readonly span: Span,
    /** Read before this step, valid for its first try. */
    private seenAvailableScale8?: bigint,
  ) {
    this.book = { modelId: order.modelId, tenor: 'spot' };
  }

  async run(fillSeed: string, excludedSellerIds: readonly string[]): Promise<MatchOutcome> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const seen = this.seenAvailableScale8;
      delete this.seenAvailableScale8;
      const reserved = await this.reserveInBook(
        nthFillId(fillSeed, attempt),
        excludedSellerIds,
        seen,
      );
      if (reserved.status === 'insufficient_balance' && seen !== undefined) continue;
      if (reserved.status === 'unavailable') {
        if (await this.deps.reopenKnown(this.book)) continue;
        return this.noMatch(excludedSellerIds.length);
      }
      if (reserved.status !== 'reserved') {
        if ('epoch' in reserved && !(await this.deps.isEpochCurrent(this.book, reserved.epoch)))
          continue;
        return (
          (await this.reservedBefore()) ?? this.notReserved(reserved, excludedSellerIds.length)
        );
      }
      const outcome = await this.record(reserved);
      if (outcome) return outcome;
    }
    throw StepFailure.retryable('The book offers asks that the records refuse', 'book_out_of_step');
  }

  private async reserveInBook(fillId: string, excludedSellerIds: readonly string[], seen?: bigint) {
    const { order, book } = this;
    const { books, records } = this.deps;
    const request = {
      book,
      fillId,
      quantityMinTokens: order.quantityMinTokens,
      quantityMaxTokens: order.quantityMaxTokens,
      limitPriceScale8: BigInt(order.ceilingScale8),
      region: order.region,
      sellerId: order.sellerId,
      excludedSellerIds: [...excludedSellerIds],
      onlySellerIds: order.onlySellerIds,
    };
    const availableScale8 = seen ?? (await records.ledger.availableScale8(order.accountId));
    const leftScale8 = await leftOnKey(records, order);
    const isKeyShort = leftScale8 !== null && leftScale8 < availableScale8;
    const askedAtMs = performance.now();
    const spendable = holdLimit(isKeyShort ? leftScale8 : availableScale8);
    const answer = await reservePreferred(
      { books, stickPercent: this.deps.catalog.instrument(book.modelId)?.stickPercent ?? 0 },
      { ...request, orderedSellerIds: order.orderedSellerIds, lastSellerId: order.lastSellerId },
      (asked) => reserveAffordable(books, asked, spendable),
    );
    this.deps.meter.bookAnswered(performance.now() - askedAtMs);
    if (isKeyShort && answer.status === 'insufficient_balance') {
      return { ...answer, status: 'key_limit_reached' as const };
    }
    return answer;
  }

  /** A reservation by an earlier try of this step, which a rebuilt book does not have. */
  private async reservedBefore(): Promise<MatchOutcome | null> {
    const fill = await ownOpenFill(this.deps, this.order);
    if (!fill) return null;
    return { kind: 'matched', fill: await this.matched({ ...fill, fillId: fill._id }) };
  }

  /** Records the reservation; null when another ask must be tried. */
  private async record(reserved: ReservedCapacity): Promise<MatchOutcome | null> {
    const { modelId } = this.order;
    const { status: _status, fillId, ...terms } = reserved;
    const matched = this.matched(reserved); // concurrently: it reads only what the transaction does not write
    matched.catch(() => undefined);
    const submittedAtMs = performance.now();
    const reserve = () =>
      writableLedger(this.deps.records.ledger).reserveFill({
        order: newOrderOf(this.order),
        requestsMax: this.deps.settings.REQUESTS_UNDER_WAY_PER_ACCOUNT,
        fill: { fillId, ...terms, modelId, tenor: this.book.tenor },
      });
    const ids = { 'tokenbook.order.id': this.order.orderId, 'tokenbook.fill.id': fillId };
    const span = this.deps.tracing.start('reserve', this.span.traceparent, ids);
    const result = await inSpan(span, reserve, ({ status }) => ({ outcome: status }));
    this.deps.meter.reservationRecorded(performance.now() - submittedAtMs);
    switch (result.status) {
      case 'reserved':
        return { kind: 'matched', fill: await matched };
      case 'duplicate': // the earlier reservation counts, whatever a rebuilt book answers
        return { kind: 'matched', fill: await this.matched({ ...result.fill, fillId }) };
      case 'refused':
        return this.returnReserved(reserved, result.reason);
    }
  }

  /** Writes the tombstone first, so that no later repetition of this step can reserve the fill. */
  private async returnReserved(
    reserved: ReservedCapacity,
    reason: ReserveRefusal,
  ): Promise<MatchOutcome | null> {
    const { deps, book } = this;
    const { fillId, askId, quantityTokens, epoch } = reserved;
    if (reason === 'stale_epoch') {
      await renewBook(deps, book, epoch);
      return null;
    }
    await writableLedger(deps.records.ledger).abandonFill({ fillId, askId, book });
    await deps.books.release({ book, fillId, quantityTokens });
    switch (reason) {
      case 'too_many_requests':
        return tooManyRequests(deps);
      case 'insufficient_balance':
      case 'key_limit_reached':
        return refused(reason);
      case 'ask_not_active':
        await deps.books.cancel({ book, id: askId });
        return null;
      case 'ask_short':
        await deps.books.invalidate(book, epoch);
        return null;
      case 'abandoned':
        return null;
      case 'order_closed': {
        // An earlier try of this step may have reserved another fill, and its answer was lost.
        const before = await this.reservedBefore();
        if (before) return before;
        throw StepFailure.final(ENDED, ORDER_CLOSED);
      }
    }
  }

  private matched(reserved: Omit<ReservedCapacity, 'status'>): Promise<MatchedFill> {
    return matchedFill(this.deps, this.directory, this.order, reserved);
  }

  /** The buyer gets the reason only when nobody was asked. */
  private async noMatch(excluded: number): Promise<MatchOutcome> {
    if (excluded > this.order.excludedSellerIds.length) return refused('no_match');
    return { kind: 'refused', refusal: await noMatch(this.deps, this.order) };
  }

  private async notReserved(
    result: Exclude<AffordableReservation, ReservedCapacity> | KeyShort,
    excluded: number,
  ): Promise<MatchOutcome> {
    switch (result.status) {
      case 'insufficient_balance':
      case 'key_limit_reached':
        return refused(result.status);
      case 'no_match':
        return this.noMatch(excluded);
      case 'above_limit': {
        const limitScale8 = BigInt(this.order.ceilingScale8);
        return {
          kind: 'refused',
          refusal: aboveLimit('request', result.bestPriceScale8, limitScale8),
        };
      }
      case 'halted':
        return refused('market_halted');
      case 'unavailable':
        throw StepFailure.retryable('The book is being rebuilt', 'book_unavailable');
      case 'too_old':
        throw StepFailure.final('The book no longer has a record of this step', 'too_old');
    }
  }
}

/**
 * The fill that an earlier try reserved for the order.
 * @throws StepFailure when another gateway received the same request with the same key and reserved
 *   a fill
 */
export async function ownOpenFill(
  { records }: Pick<ExchangeDeps, 'records'>,
  { orderId, gatewayId }: ChatOrder,
): Promise<FillDocument | null> {
  const [fill] = await records.ledger.openFillsOf(orderId);
  if (!fill) return null;
  if (gatewayId !== undefined) {
    const order = await records.orders.findOne({ _id: orderId });
    if (order?.gatewayId !== gatewayId) throw StepFailure.final(ENDED, ORDER_CLOSED);
  }
  return fill;
}

/** The book was asked with what the key has left. */
interface KeyShort {
  readonly status: 'key_limit_reached';
  readonly epoch: number;
}

/** What the key of an order may still spend, never below zero; null without a limit. */
async function leftOnKey(
  { buyerKeys }: ExchangeDeps['records'],
  { keyId, isCapped }: ChatOrder,
): Promise<bigint | null> {
  if (keyId === undefined || !isCapped) return null;
  const spend = (await readKeySpend({ buyerKeys }, [keyId])).get(keyId);
  const left = spend?.remainingScale8 ?? null;
  return left !== null && left < 0n ? 0n : left;
}

/** For a late step: another run of the order has ended or filled it. */
export const ORDER_CLOSED = 'order_closed';
const ENDED = 'The order has already ended';

function refused(code: ErrorCode, message: string = ruleOf(code).message): MatchOutcome {
  return { kind: 'refused', refusal: { code, message } };
}

/** The account has reached its limit of concurrent requests. */
export function tooManyRequests({ settings }: Pick<ExchangeDeps, 'settings'>): MatchOutcome {
  return refused('rate_limited', tooManyRequestsText(settings.REQUESTS_UNDER_WAY_PER_ACCOUNT));
}

/** The reserved fill, as the workflow receives it. */
export async function matchedFill(
  deps: Pick<ExchangeDeps, 'catalog' | 'records'>,
  directory: SellerDirectory,
  { modelId, orderId, session, lastSellerId }: ChatOrder,
  reserved: Omit<ReservedCapacity, 'status' | 'epoch'>,
): Promise<MatchedFill> {
  const { fillId, askId, sellerId, region, priceScale8, quantityTokens } = reserved;
  const { endpointUrl, modelSpellings } = await directory.sellerOf(sellerId);
  return {
    fillId,
    orderId,
    askId,
    sellerId,
    endpointUrl,
    modelId,
    sellerModel: spellingOf(modelSpellings, modelId),
    region,
    priceScale8: priceScale8.toString(),
    listPriceScale8: (await listPriceScale8(deps, modelId, priceScale8)).toString(),
    venueClass: await directory.venueClassOf(sellerId),
    quantityTokens,
    ...(session === undefined ? {} : { sticky: sellerId === lastSellerId }),
  };
}

/** The fill that is reserved for an order, as its workflow receives it. */
export async function fillOfOrder(
  deps: Pick<ExchangeDeps, 'catalog' | 'records' | 'settings'>,
  directory: SellerDirectory,
  order: ChatOrder,
  { _id: fillId, lotId, ...terms }: FillDocument,
): Promise<MatchedFill> {
  const fill = await matchedFill(deps, directory, order, { ...terms, fillId });
  return order.contractId && lotId
    ? { ...fill, drawnOn: drawFrom(deps, order.contractId, lotId) }
    : fill;
}

/** The source of a draw's tokens. */
export function drawFrom(
  { settings }: Pick<ExchangeDeps, 'settings'>,
  contractId: string,
  lotId: string,
): NonNullable<MatchedFill['drawnOn']> {
  return {
    contractId,
    lotId,
    lotWorkflowId: lotWorkflowId(settings.TOKENBOOK_DEPLOYMENT, lotId),
  };
}

/** The seed itself for the first attempt; then ids of the same time with digits derived from it. */
export function nthFillId(seed: string, attempt: number): string {
  if (attempt === 0) return seed;
  const digits = createHash('sha256').update(`${seed}:${attempt}`).digest('hex');
  const uuid = [8, 12, 16, 20, 32].map((end, at, ends) => digits.slice(ends[at - 1] ?? 0, end));
  return uuidV7At(timeOfUuidV7(seed), uuid.join('-').replace(/^(.{19})./, '$1a'));
}
