/**
 * The step `match`: takes capacity from the best eligible ask and holds the money for it.
 *
 * Do: the book gives the first ask in price, then time; one MongoDB transaction then holds the
 * money, takes the quantity from the ask's record and writes the fill. MongoDB is the last word: a
 * reservation that it refuses is given back to the book, behind a tombstone that keeps a late
 * repetition of this step from using it after all.
 * Undo: `unmatch` releases whatever the order still has reserved.
 * Twice: the ids of the tries derive from the step's seed, so a repetition finds its own work.
 */
import { createHash } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import type { ChatOrder, MatchOutcome, MatchedFill } from '../domain/chat';
import { type ErrorCode, ruleOf } from '../domain/errors';
import { timeOfUuidV7, uuidV7At } from '../domain/ids';
import { formatPrice } from '../domain/money';
import type { BookId } from '../domain/instruments';
import type { TakeResult, Taken } from '../engine/book';
import type { ActivityDeps } from './deps';
import { newOrderOf } from '../records/new-order';
import { releaseToBook } from './release-to-book';
import { SellerDirectory } from './seller-directory';
import { listPriceScale8 } from './list-price';
import { venueClassOf } from '../domain/reputation';

/** Asks that MongoDB refused in one step; each of them left the book, so more means that something is wrong. */
const TRIES = 64;

export interface MatchActivities {
  match(
    order: ChatOrder,
    fillSeed: string,
    leftOutSellerIds: readonly string[],
  ): Promise<MatchOutcome>;
  unmatch(orderId: string, reason: string): Promise<void>;
}

export function createMatchActivities(deps: ActivityDeps): MatchActivities {
  const { books, records } = deps;
  const directory = new SellerDirectory(records);

  return {
    async match(order, fillSeed, leftOutSellerIds) {
      const book = bookOf(order);
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const taken = await books.take({
          book,
          fillId: nthFillId(fillSeed, attempt),
          quantityMinTokens: order.quantityMinTokens,
          quantityMaxTokens: order.quantityMaxTokens,
          limitPriceScale8: BigInt(order.ceilingScale8),
          region: order.region,
          sellerId: order.sellerId,
          excludedSellerIds: [...leftOutSellerIds],
        });
        if (taken.status === 'unavailable') {
          await deps.reopen(book);
          continue;
        }
        if (taken.status !== 'taken') return notTaken(taken, order);
        const reserved = await reserve(taken, order);
        if (reserved) return reserved;
      }
      throw ApplicationFailure.retryable(
        'The book offers asks that the records refuse',
        'book_out_of_step',
      );
    },

    async unmatch(orderId, reason) {
      for (const fill of await records.ledger.openFillsOf(orderId)) {
        await records.ledger.releaseFill({ fillId: fill._id, reason });
        await releaseToBook(books, fill, fill.quantityTokens);
      }
    },
  };

  /** The second half of the step; null when another ask is to be tried. */
  async function reserve(taken: Taken, order: ChatOrder): Promise<MatchOutcome | null> {
    const result = await records.ledger.reserveFill({
      order: newOrderOf(order),
      fill: {
        fillId: taken.fillId,
        askId: taken.askId,
        sellerId: taken.sellerId,
        modelId: order.modelId,
        tenor: 'spot',
        region: taken.region,
        priceScale8: taken.priceScale8,
        quantityTokens: taken.quantityTokens,
        epoch: taken.epoch,
      },
    });
    if (result.status !== 'refused')
      return { kind: 'matched', fill: await matchedFill(taken, order) };
    await giveBack(taken, order);
    switch (result.reason) {
      case 'insufficient_balance':
        return refusal('insufficient_balance');
      case 'ask_not_active':
        await books.cancel({ book: bookOf(order), askId: taken.askId });
        return null;
      case 'ask_short':
        await books.invalidate(bookOf(order), taken.epoch);
        return null;
      case 'stale_epoch':
      case 'abandoned':
        return null;
      case 'order_closed':
        throw ApplicationFailure.nonRetryable('The order has ended already', 'order_closed');
    }
  }

  /** Tombstone first: from then on no repetition of this step can reserve the fill. */
  async function giveBack(taken: Taken, order: ChatOrder): Promise<void> {
    const book = bookOf(order);
    await records.ledger.abandonFill({ fillId: taken.fillId, askId: taken.askId, book });
    await books.release({ book, fillId: taken.fillId, quantityTokens: taken.quantityTokens });
  }

  async function matchedFill(taken: Taken, order: ChatOrder): Promise<MatchedFill> {
    return {
      fillId: taken.fillId,
      orderId: order.orderId,
      askId: taken.askId,
      sellerId: taken.sellerId,
      endpointUrl: await directory.endpointUrlOf(taken.sellerId),
      modelId: order.modelId,
      region: taken.region,
      priceScale8: taken.priceScale8.toString(),
      listPriceScale8: (await listPriceScale8(deps, order.modelId, taken.priceScale8)).toString(),
      venueClass: venueClassOf(null),
      quantityTokens: taken.quantityTokens,
    };
  }
}

/** A chat completion is delivered now: it trades in the spot book of its instrument. */
function bookOf({ modelId }: ChatOrder): BookId {
  return { modelId, tenor: 'spot' };
}

function notTaken(result: Exclude<TakeResult, Taken>, order: ChatOrder): MatchOutcome {
  switch (result.status) {
    case 'no_match':
      return refusal('no_match');
    case 'above_limit': {
      const best = formatPrice(result.bestPriceScale8, 'perThousand');
      const limit = formatPrice(BigInt(order.ceilingScale8), 'perThousand');
      return refusal(
        'no_fill_at_limit',
        `The best ask is ${best} per 1,000 tokens; the ceiling of this request is ${limit}.`,
      );
    }
    case 'unavailable':
      throw ApplicationFailure.retryable('The book is being rebuilt', 'book_unavailable');
    case 'too_old':
      throw ApplicationFailure.nonRetryable(
        'The step is older than the memory of the book',
        'too_old',
      );
  }
}

function refusal(code: ErrorCode, message: string = ruleOf(code).message): MatchOutcome {
  return { kind: 'refused', refusal: { code, message } };
}

/** The seed itself first; then ids of the same time whose digits derive from it. */
function nthFillId(seed: string, attempt: number): string {
  if (attempt === 0) return seed;
  const digits = createHash('sha256').update(`${seed}:${attempt}`).digest('hex');
  return uuidV7At(
    timeOfUuidV7(seed),
    `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`,
  );
}
