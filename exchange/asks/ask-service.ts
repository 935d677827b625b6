/**
 * Asks of sellers: created, listed, cancelled. An ask of the Market surface and an offer of the
 * Seller surface are the same record in the same book, in different units.
 *
 * MongoDB is written first and decides; the book is an index over it. An ask that the book refuses
 * is cancelled again, so that no unplaced ask is ever listed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Catalog } from '../../config/catalog';
import { Failure, fail } from '../../domain/errors';
import { isUuid } from '../../domain/ids';
import type { BookId } from '../../domain/instruments';
import { lotOf } from '../../domain/quantities';
import type { Region } from '../../domain/regions';
import type { OrderBooks } from '../../engine/book';
import { type AskDocument, placingOf } from '../../records/documents/ask';
import type { Records } from '../../records/connect';
import type { NewAsk } from '../../records/ledger/new-ask';
import type { SellerDocument } from '../../records/documents/seller';
import { withdrawAsk } from '../../records/standings/withdraw-asks';
import { writableLedger } from '../../records/mongodb/writable';
import { recordPlace } from '../books/book-writes';
import type { Remains } from '../idempotency/create-once';
import { fromRedis } from '../books/redis-unavailable';
import { OpenLimit } from '../../fairness/open-limit';
import { type AskLimits, type AskTerms, checkStanding, checkTerms } from './ask-terms';
import { activeAsks, NewSellers } from './new-sellers';

/** Placement attempts before the answer is 503: a book may be rebuilt several times in a row. */
const PLACE_TRIES = 3;
/** How long a creation waits for the workflows of the orders that the ask crossed, and how often it looks. */
const RECORDED_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 20;
/** Behind it, and as long after each look, it looks whether there is anything to wait for. */
const READINESS_LOOK_EVERY_MS = 500;

export interface AskServiceDeps {
  readonly records: Records;
  readonly books: OrderBooks;
  readonly catalog: Catalog;
  readonly logger: Logger;
  /** Rebuilds a book from MongoDB; opens a new book. */
  readonly reopen: (book: BookId) => Promise<void>;
  /** Whether all parts of this process can be reached; without it a creation waits for its whole time. */
  readonly readiness?: () => Promise<{ readonly ready: boolean }>;
}

export class AskService {
  private readonly openLimit = new OpenLimit();
  private readonly newSellers: NewSellers;

  constructor(
    private readonly deps: AskServiceDeps,
    private readonly limits: AskLimits,
  ) {
    this.newSellers = new NewSellers(deps.records, limits.beforeFirstFill);
  }

  /**
   * Creates an ask and places it in the book. Idempotent by its id. Where it crosses resting orders, their
   * fills are recorded first: the answer, the lists, the orders and the book then agree (MATCH-15).
   * @returns the ask as it is after that
   * @throws Failure `seller_suspended`, `seller_banned`, `invalid_model`, `invalid_region`,
   *   `invalid_quantity`, `invalid_request` when too many are active, `market_halted`,
   *   `service_unavailable`
   */
  async create(askId: string, terms: AskTerms): Promise<AskDocument> {
    checkStanding(terms.seller);
    const region = checkTerms(terms, this.limits);
    const { seller } = terms;
    const max = this.limits.activePerSeller;
    const opening = {
      holderId: seller._id,
      id: askId,
      max,
      count: async (limit: number, exceptIds: readonly string[]) =>
        this.deps.records.asks.countDocuments(
          activeAsks([seller._id], await this.now(), exceptIds),
          {
            limit,
          },
        ),
      message: `The seller has ${max} active asks, which is the limit.`,
    };
    return this.openLimit.within(opening, () =>
      this.newSellers.within({ seller, askId, now: () => this.now() }, () =>
        this.rest(askId, terms, region),
      ),
    );
  }

  private async rest(askId: string, terms: AskTerms, region: Region): Promise<AskDocument> {
    const { modelId, capacityTokens, seller } = terms;
    const createdAt = await this.now();
    const ask = await this.offer(seller, {
      askId,
      sellerId: seller._id,
      surface: terms.surface,
      modelId,
      tenor: terms.tenor,
      region,
      priceScale8: terms.priceScale8,
      capacityTokens,
      lotTokens: lotOf(capacityTokens, this.deps.catalog.lotTokens(modelId)),
      validForSeconds: terms.validForSeconds,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + terms.validForSeconds * 1_000),
    });
    const leftTokens = await this.place(ask, terms.seller.owner).catch(async (err: unknown) => {
      if (!(await this.stood(ask._id))) throw err;
      return ask.remainingTokens;
    });
    return leftTokens < ask.remainingTokens ? this.whenRecorded(ask, leftTokens) : ask;
  }

  /**
   * Waits until the records have sold the ask down to what the book has left, for a limited time. While
   * Temporal cannot be reached nothing is recorded: the ask and its place are, and the fills follow.
   */
  private async whenRecorded(ask: AskDocument, leftTokens: number): Promise<AskDocument> {
    const until = performance.now() + RECORDED_WITHIN_MS;
    let checkAt = performance.now() + READINESS_LOOK_EVERY_MS;
    for (let isAwaited = true; ;) {
      const known = await this.deps.records.asks.findOne({ _id: ask._id });
      if (!known) throw new Error(`Ask ${ask._id} not found`);
      if (known.status !== 'active' || known.remainingTokens <= leftTokens) return known;
      const now = performance.now();
      if (!isAwaited || now > until) return { ...known, remainingTokens: leftTokens };
      if (now > checkAt) {
        isAwaited = (await this.deps.readiness?.())?.ready ?? true;
        checkAt = performance.now() + READINESS_LOOK_EVERY_MS;
      } else await delay(LOOK_EVERY_MS);
    }
  }

  /**
   * What an error leaves of an ask. A refusal leaves none behind. Any other error, including one of the
   * withdrawal, may leave one: the relay then places the written ask. A refused repetition may find what
   * an earlier request wrote.
   */
  async afterFailure(
    err: unknown,
    { id, isRepeated }: { readonly id: string; readonly isRepeated: boolean },
  ): Promise<Remains> {
    if (!(err instanceof Failure)) return 'perhaps';
    if (!isRepeated) return 'nothing';
    try {
      const known = await this.deps.records.asks.findOne({ _id: id });
      if (known === null) return 'nothing';
      return leavesSomething(known) ? 'perhaps' : 'ended';
    } catch {
      return 'perhaps';
    }
  }

  /** Active asks of a seller, oldest first, without asks that the book has not accepted yet. */
  async list(sellerId: string): Promise<AskDocument[]> {
    const now = await this.now();
    return this.deps.records.asks
      .find({ sellerId, status: 'active', sequence: { $ne: null }, expiresAt: { $gt: now } })
      .sort({ _id: 1 })
      .toArray();
  }

  /**
   * Withdraws the unfilled remainder.
   * @throws Failure `not_found` unless it is an active ask of the seller
   */
  async cancel(askId: string, sellerId: string): Promise<void> {
    const ask = isUuid(askId)
      ? await this.deps.records.asks.findOne({ _id: askId, sellerId })
      : null;
    if (!ask || ask.expiresAt <= (await this.now())) throw fail('not_found');
    const { status } = await this.withdraw(ask);
    if (status !== 'cancelled') throw fail('not_found');
  }

  /** MongoDB's clock decides both expiry and sales, whichever gateway accepts the ask. */
  private now(): Promise<Date> {
    return this.deps.records.ledger.capacity.now();
  }

  /** @returns the tokens that the book has left */
  private async place(ask: AskDocument, owner: string | null): Promise<number> {
    const { records, books, reopen } = this.deps;
    const book = bookOf(ask);
    const placing = placingOf(ask, owner);
    for (let attempt = 0; attempt < PLACE_TRIES; attempt++) {
      const result = await fromRedis(books.functions.redis, () => books.place(placing));
      if (result.status === 'expired') return ask.remainingTokens;
      if (result.status === 'halted') throw fail('market_halted');
      if (result.status === 'placed' || result.status === 'duplicate') {
        const isActive = await recordPlace(records, ask._id, result);
        if (!isActive) await this.withdraw(ask); // it was withdrawn meanwhile: removes it from the book again
        return result.remainingTokens;
      }
      await reopen(book);
    }
    throw fail('service_unavailable', { internal: 'the book remains closed' });
  }

  private withdraw(ask: AskDocument) {
    const { records, books, logger } = this.deps;
    const index = {
      cancel: (order: { book: BookId; id: string }) =>
        fromRedis(books.functions.redis, () => books.cancel(order)),
    };
    return withdrawAsk(records, index, ask, (err, askId) => {
      logger.warn({ askId, err: err.message }, 'a cancelled ask is still in its book');
    });
  }

  /**
   * Withdraws an ask that could not be placed. One that a rebuild of its book, or a repetition of the
   * same request, has placed meanwhile is the answer, whatever has become of it: its key must not
   * become free for another one.
   */
  private async stood(askId: string): Promise<boolean> {
    const ask = await this.deps.records.asks.findOne({ _id: askId });
    if (ask?.sequence !== null) return ask !== null && leavesSomething(ask);
    await this.withdraw(ask);
    const withdrawn = await this.deps.records.asks.findOne({ _id: askId });
    return withdrawn !== null && leavesSomething(withdrawn);
  }

  /** The seller's standing and key may have changed since they were read. */
  private async offer({ apiKeyHash }: SellerDocument, ask: NewAsk): Promise<AskDocument> {
    const offered = await writableLedger(this.deps.records.ledger).asks.offer({ ask, apiKeyHash });
    if (offered.status !== 'refused') return offered.ask;
    if (offered.seller?.apiKeyHash === apiKeyHash) checkStanding(offered.seller);
    throw fail('unauthorized');
  }
}

/** Not when it was withdrawn, or has expired without a place, before anything was sold. */
function leavesSomething({ status, sequence, soldTokens, reservedTokens }: AskDocument): boolean {
  if (status === 'active' || soldTokens + reservedTokens > 0) return true;
  return status !== 'cancelled' && sequence !== null;
}

function bookOf({ modelId, tenor }: AskDocument): BookId {
  return { modelId, tenor };
}
