/**
 * The purchase of a ticket: reserves the whole quantity of one ask and pays for it into escrow.
 *
 * Execution: the book returns the first ask in price-time order that holds the whole quantity; one
 * MongoDB transaction then moves the money and writes order, contract, lot, trade and ticket. If
 * MongoDB refuses the reservation, it is released behind a tombstone, as in a match.
 *
 * Compensation: none is needed, because only the last write counts; the relay releases a
 * reservation without that write.
 *
 * Repetition: returns the ticket of the first execution, or its refusal.
 */
import type { ContractOrder, TicketOutcome } from '../../domain/contract-orders';
import { type ErrorCode, ruleOf } from '../../domain/errors';
import { feeSchedule } from '../../domain/fees';
import { costLimit } from '../../domain/money';
import { deliveryWindow } from '../../domain/tenors';
import { contractOrderWorkflowId } from '../../domain/workflow-names';
import type { ReservedCapacity } from '../../engine/book';
import { pastLots } from '../../records/archive/past';
import type { BuyTicketResult } from '../../records/ledger/buy-ticket';
import type { CapacityRefusal } from '../../records/ledger/capacity-fill';
import { newContractOrderOf } from '../../records/ledger/new-contract-order';
import { writableLedger } from '../../records/mongodb/writable';
import { aboveLimit } from '../books/above-limit';
import { type AffordableReservation, reserveAffordable } from '../chat/affordable-reservation';
import { type CapacityDeps, bookOf } from '../contracts/fill-recorder';
import { nthFillId } from '../chat/match';
import { TOO_LATE, isTooLate, recordRefusal, refusalOf } from '../orders/refused-order';
import { renewBook } from '../books/renew-book';
import { StepFailure } from '../chat/step-failure';

const TRIES = 64;

/** `too_late`: its client waits no longer. */
type PurchaseResult = BuyTicketResult | { readonly status: 'refused'; readonly reason: 'too_late' };

export class TicketPurchase {
  constructor(
    private readonly deps: CapacityDeps,
    private readonly order: ContractOrder,
  ) {}

  async run(fillSeed: string): Promise<TicketOutcome> {
    const outcome = (await this.earlierRefusal()) ?? (await this.purchase(fillSeed));
    if (outcome.kind === 'bought' || outcome.refusal === TOO_LATE) return outcome;
    const refusal = await recordRefusal(this.deps, this.order, outcome.refusal);
    // Null: an earlier run bought it meanwhile.
    return refusal
      ? { kind: 'refused', refusal: { ...outcome.refusal, ...refusal } }
      : this.purchase(fillSeed);
  }

  private async earlierRefusal(): Promise<TicketOutcome | null> {
    const { orderId, accountId } = this.order;
    const known = await this.deps.records.contractOrders.findOne({ _id: orderId, accountId });
    const refusal = known && refusalOf(known);
    return refusal && { kind: 'refused', refusal };
  }

  private async purchase(fillSeed: string): Promise<TicketOutcome> {
    const { records, reopenKnown } = this.deps;
    const [known] = await pastLots(records).ofContract(this.order.contractId);
    if (known) return this.bought(known.sellerId, known._id);
    const excludedSellerIds = await this.sellersOfOwner();
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const reserved = await this.reserveInBook(nthFillId(fillSeed, attempt), excludedSellerIds);
      if (reserved.status === 'unavailable') {
        if (await reopenKnown(bookOf(this.order))) continue;
        return refused('no_match');
      }
      if (reserved.status !== 'reserved') {
        const { isEpochCurrent } = this.deps;
        if ('epoch' in reserved && !(await isEpochCurrent(bookOf(this.order), reserved.epoch)))
          continue;
        return this.notReserved(reserved);
      }
      const result = await this.buyInTime(reserved);
      if (result.status !== 'refused') return this.bought(reserved.sellerId, result.lot._id);
      await this.returnReserved(reserved, result.reason);
      if (result.reason === 'insufficient_balance') return refused('insufficient_balance');
      if (result.reason === 'too_late') return { kind: 'refused', refusal: TOO_LATE };
    }
    throw StepFailure.retryable('The book offers asks that the records refuse', 'book_out_of_step');
  }

  private async reserveInBook(fillId: string, excludedSellerIds: string[]) {
    const { order } = this;
    const { books, records } = this.deps;
    const request = {
      book: bookOf(order),
      fillId,
      quantityMinTokens: order.quantityTokens,
      quantityMaxTokens: order.quantityTokens,
      limitPriceScale8: BigInt(order.limitPriceScale8),
      region: order.region,
      sellerId: null,
      excludedSellerIds,
    };
    const availableScale8 = await records.ledger.availableScale8(order.accountId);
    return reserveAffordable(books, request, costLimit(availableScale8));
  }

  /** A ticket of a later tenor whose window begins meanwhile is for the next window. */
  private async buyInTime(reserved: ReservedCapacity): Promise<PurchaseResult> {
    for (;;) {
      const result = await this.buy(reserved);
      if (result.status !== 'refused' || result.reason !== 'window_begun') return result;
    }
  }

  private async buy(reserved: ReservedCapacity): Promise<PurchaseResult> {
    const { settings, records } = this.deps;
    const { order } = this;
    const { ticket, tenor, orderId } = order;
    if (!ticket) throw new TypeError(`Order ${orderId} is not a ticket purchase`);
    const { fillId, askId, sellerId, region, priceScale8, quantityTokens, epoch } = reserved;
    const now = await records.ledger.capacity.now();
    if (isTooLate(order, now)) return { status: 'refused', reason: 'too_late' };
    const workflowId = contractOrderWorkflowId(settings.TOKENBOOK_DEPLOYMENT, orderId);
    return writableLedger(records.ledger).capacity.buyTicket({
      order: { ...newContractOrderOf(order, workflowId), ticketId: ticket.ticketId, region },
      credentialHash: ticket.credentialHash,
      fill: {
        fillId,
        askId,
        priceScale8,
        quantityTokens,
        epoch,
        takerSide: 'bid',
        atMs: now.getTime(),
      },
      seller: { sellerId, region },
      window: deliveryWindow(tenor, now.getTime(), order.spotLifetimeMs),
      fees: feeSchedule(settings),
      now,
    });
  }

  private async bought(sellerId: string, lotId: string): Promise<TicketOutcome> {
    await this.deps.lotWorkflows.begin(this.order.contractId, 1);
    return { kind: 'bought', sellerId, lotId };
  }

  private async returnReserved(
    reserved: ReservedCapacity,
    reason: CapacityRefusal | 'too_late',
  ): Promise<void> {
    const { records, books } = this.deps;
    const book = bookOf(this.order);
    const { fillId, askId, quantityTokens, epoch } = reserved;
    if (reason === 'stale_epoch') return renewBook(this.deps, book, epoch);
    await writableLedger(records.ledger).abandonFill({ fillId, askId, book });
    await books.release({ book, fillId, quantityTokens });
    if (reason === 'ask_not_active') await books.cancel({ book, id: askId });
    if (reason === 'ask_short') await books.invalidate(book, epoch);
  }

  /** Of the present owner: it may have changed since the request was read. */
  private async sellersOfOwner(): Promise<string[]> {
    const { accounts, sellers } = this.deps.records;
    const account = await accounts.findOne({ _id: this.order.accountId });
    const owner = account?.owner ?? null;
    if (owner === null) return [];
    const owned = await sellers.find({ owner }, { projection: { _id: 1 } }).toArray();
    return owned.map(({ _id }) => _id);
  }

  private notReserved(result: Exclude<AffordableReservation, ReservedCapacity>): TicketOutcome {
    switch (result.status) {
      case 'insufficient_balance':
        return refused(result.status);
      case 'above_limit': {
        const limitScale8 = BigInt(this.order.limitPriceScale8);
        return {
          kind: 'refused',
          refusal: aboveLimit('ticket', result.bestPriceScale8, limitScale8),
        };
      }
      case 'unavailable':
        throw StepFailure.retryable('The book is being rebuilt', 'book_unavailable');
      case 'too_old':
        throw StepFailure.final('The book no longer has a record of this step', 'too_old');
      case 'halted':
        return refused('market_halted');
      case 'no_match':
        return refused('no_match', 'No seller offers the whole quantity in one ask.');
    }
  }
}

function refused(code: ErrorCode, message: string = ruleOf(code).message): TicketOutcome {
  return { kind: 'refused', refusal: { code, message } };
}
