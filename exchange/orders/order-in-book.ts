/**
 * A contract order in its book. An order that the book has lost is submitted again in the state of
 * its record.
 */
import type { ContractOrder } from '../../domain/contract-orders';
import type { CapacityFill } from '../../domain/fill';
import type { BookId } from '../../domain/instruments';
import { mayRest } from '../../domain/time-in-force';
import type { BookBid } from '../../engine/layouts';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import { writableLedger } from '../../records/mongodb/writable';
import { type CapacityDeps, bookOf } from '../contracts/fill-recorder';
import { renewBook } from '../books/renew-book';
import { StepFailure } from '../chat/step-failure';

/** How often one step submits an order again because its book was being rebuilt. */
const ROUNDS = 32;

/** State of an order in its book, or the reason why it is not there. */
type Held =
  | { readonly bid: BookBid; readonly fills: readonly CapacityFill[] }
  | 'halted'
  | 'expired'
  | 'too_old';

export class OrderInBook {
  private readonly book: BookId;

  constructor(
    private readonly deps: Pick<CapacityDeps, 'records' | 'books' | 'reopen'>,
    private readonly order: ContractOrder,
  ) {
    this.book = bookOf(order);
  }

  /**
   * Submits the bid to its book unless it is there, and stores its place for a rebuild.
   * @param known the order's record
   */
  async hold(known: ContractOrderDocument): Promise<Held> {
    const { deps, book, order } = this;
    const { capacity } = writableLedger(deps.records.ledger);
    let isRenewed = false;
    for (let round = 0; round < ROUNDS; round++) {
      const answer = await deps.books.bid({ book, ...bidOf(known) });
      if (answer.status === 'unavailable') {
        await deps.reopen(book);
        continue;
      }
      // It rested there, so the book has lost it. A rebuild from the records restores it.
      const isLost = answer.status === 'too_old' || answer.status === 'halted';
      if (isLost && known.sequence !== null && mayRest(known.timeInForce) && !isRenewed) {
        isRenewed = true;
        await this.rebuild();
        continue;
      }
      if (answer.status !== 'accepted') return answer.status;
      const place = { sequence: answer.order.sequence, epoch: answer.epoch };
      const stands = await capacity.placed(order.orderId, book, place);
      if (stands) return { bid: answer.order, fills: answer.fills };
      await renewBook(deps, book, answer.epoch);
    }
    throw StepFailure.retryable('The book is being rebuilt', 'book_unavailable');
  }

  async rebuild(): Promise<void> {
    const { deps, book } = this;
    const epoch = await deps.books.epochOf(book);
    if (epoch === null) await deps.reopen(book);
    else await renewBook(deps, book, epoch);
  }

  /** Opens the book when it is unavailable: call again. */
  async cancel() {
    const { deps, book, order } = this;
    const { status } = await deps.books.cancel({ book, id: order.orderId });
    if (status === 'unavailable') await deps.reopen(book);
    return status;
  }
}

/** Its open quantity: the whole quantity, unless a lost book filled a part of it. */
function bidOf(known: ContractOrderDocument) {
  return {
    orderId: known._id,
    limitPriceScale8: known.limitPriceScale8,
    quantityTokens: known.openTokens,
    fillCount: known.fillCount,
    region: known.region,
    excludedOwner: known.excludedOwner,
    timeInForce: known.timeInForce,
    expiresAtMs: known.expiresAt?.getTime() ?? null,
  };
}
