/**
 * Asks, from both surfaces: an ask of the Market and an offer of the Seller surface are the same
 * record in the same book, told in other units.
 *
 * MongoDB comes first and has the last word; the book is an index over it. An ask that the book
 * cannot take is cancelled again, so that nothing half-done is ever listed.
 */
import { v7 as uuidV7 } from 'uuid';
import type { Logger } from 'pino';
import type { Catalog } from '../../config/catalog';
import type { Settings } from '../../config/settings';
import { Failure, fail } from '../../domain/errors';
import { isUuid } from '../../domain/ids';
import type { BookId } from '../../domain/instruments';
import { parseScale8 } from '../../domain/money';
import { checkLeastNotional, checkNotional, lotOf } from '../../domain/quantities';
import type { Region } from '../../domain/regions';
import type { Tenor } from '../../domain/tenors';
import type { OrderBooks } from '../../engine/book';
import { type AskDocument, placingOf } from '../../records/ask';
import type { Records } from '../../records/connect';
import type { NewAsk } from '../../records/ledger/new-ask';
import type { SellerDocument } from '../../records/seller';
import { withdrawAsk } from '../../records/standings/withdraw-asks';
import { fromRedis } from '../middleware/redis-unavailable';
import { OpenLimit } from './open-limit';
import { activeAsks, NewSellers } from './new-sellers';

/** A book that is rebuilt right now may be gone again: tries before the answer is 503. */
const PLACE_TRIES = 3;

export interface AskBookDeps {
  readonly records: Records;
  readonly books: OrderBooks;
  readonly catalog: Catalog;
  readonly logger: Logger;
  /** Rebuilds a book from MongoDB, and opens one that never was. */
  readonly reopen: (book: BookId) => Promise<void>;
}

export interface AskLimits {
  /** Asks of a seller that may be active at the same time. */
  readonly activePerSeller: number;
  /** The same before the first settled fill, of all sellers of one owner together. */
  readonly beforeFirstFill: number;
  /** Least price x capacity / 1,000. */
  readonly leastNotionalScale8: bigint;
}

export function askLimitsOf(settings: Settings): AskLimits {
  return {
    activePerSeller: settings.activeAsksPerSeller,
    beforeFirstFill: settings.asksBeforeFirstFill,
    leastNotionalScale8: parseScale8(settings.MIN_ASK_NOTIONAL) ?? 0n,
  };
}

export interface AskTerms {
  readonly seller: SellerDocument;
  readonly surface: 'market' | 'seller';
  readonly modelId: string;
  readonly tenor: Tenor;
  readonly region: Region | null;
  /** Per 1,000 tokens. */
  readonly priceScale8: bigint;
  readonly capacityTokens: number;
  readonly validForSeconds: number;
  /** How the surface calls the fields, for errors. */
  readonly names: { readonly model: string; readonly quantity: string };
}

export class AskBook {
  private readonly openLimit = new OpenLimit();
  private readonly newSellers: NewSellers;

  constructor(
    private readonly deps: AskBookDeps,
    private readonly limits: AskLimits,
  ) {
    this.newSellers = new NewSellers(deps.records, limits.beforeFirstFill);
  }

  static newAskId(): string {
    return uuidV7();
  }

  /**
   * Rests an ask. Twice with the same id: the same ask.
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
      message: `The seller has ${max} active asks, more may not be active at once.`,
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
    try {
      await this.place(ask, terms.seller.owner);
    } catch (err) {
      await this.withdrawUnplaced(ask._id);
      throw err;
    }
    return ask;
  }

  /** Active asks of a seller, oldest first. One that the book has not taken yet is not listed. */
  async list(sellerId: string): Promise<AskDocument[]> {
    const now = await this.now();
    return this.deps.records.asks
      .find({ sellerId, status: 'active', sequence: { $ne: null }, expiresAt: { $gt: now } })
      .sort({ _id: 1 })
      .toArray();
  }

  /** Takes the unfilled remainder off the market. @throws Failure `not_found` unless it is an active ask of the seller */
  async cancel(askId: string, sellerId: string): Promise<void> {
    const ask = isUuid(askId)
      ? await this.deps.records.asks.findOne({ _id: askId, sellerId })
      : null;
    if (!ask || ask.expiresAt <= (await this.now())) throw fail('not_found');
    const { status } = await this.withdraw(ask);
    if (status !== 'cancelled') throw fail('not_found');
  }

  /** An ask lives by the clock that sales are judged by, whichever gateway took it. */
  private now(): Promise<Date> {
    return this.deps.records.ledger.capacity.now();
  }

  private async place(ask: AskDocument, owner: string | null): Promise<void> {
    const { records, books, reopen } = this.deps;
    const book = bookOf(ask);
    const placing = placingOf(ask, owner);
    for (let attempt = 0; attempt < PLACE_TRIES; attempt++) {
      const result = await fromRedis(books.functions.redis, () => books.place(placing));
      if (result.status === 'expired') return;
      if (result.status === 'halted') throw fail('market_halted');
      if (result.status === 'placed' || result.status === 'duplicate') {
        const isActive = await records.ledger.asks.placed(ask._id, result.sequence, result.epoch);
        if (!isActive) await this.withdraw(ask); // meanwhile it was withdrawn: the book is told again
        return;
      }
      await reopen(book);
    }
    throw fail('service_unavailable', { internal: 'the book stays closed' });
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

  /** The same request, sent twice at once, may have placed it: then it stands. */
  private async withdrawUnplaced(askId: string): Promise<void> {
    const ask = await this.deps.records.asks.findOne({ _id: askId, sequence: null });
    if (ask) await this.withdraw(ask);
  }

  /** The standing and the key of the request may have changed since they were read. */
  private async offer({ apiKeyHash }: SellerDocument, ask: NewAsk): Promise<AskDocument> {
    const offered = await this.deps.records.ledger.asks.offer({ ask, apiKeyHash });
    if (offered.status !== 'refused') return offered.ask;
    if (offered.seller?.apiKeyHash === apiKeyHash) checkStanding(offered.seller);
    throw fail('unauthorized');
  }
}

/**
 * A refusal leaves no ask behind. Anything else, also of the withdrawal, may: then the relay places
 * what was written, and the key must go on to mean it.
 */
export function isOpenEnded(err: unknown): boolean {
  return !(err instanceof Failure);
}

function checkStanding({ standing }: SellerDocument): void {
  if (standing === 'Suspended') throw fail('seller_suspended');
  if (standing === 'Banned') throw fail('seller_banned');
}

/** @returns the region of the ask */
function checkTerms(terms: AskTerms, { leastNotionalScale8 }: AskLimits): Region {
  const { seller, modelId, names, region: wished } = terms;
  if (!seller.supportedModels.includes(modelId)) {
    throw fail('invalid_model', {
      param: names.model,
      message: `${modelId} is not among the supported models of this seller.`,
    });
  }
  const registered = seller.regions as Region[];
  if (wished && registered.length > 0 && !registered.includes(wished)) {
    throw fail('invalid_region', {
      param: 'region',
      message: `region must be one of those registered: ${registered.join(', ')}.`,
    });
  }
  const { priceScale8, capacityTokens } = terms;
  checkNotional(priceScale8, capacityTokens, names.quantity);
  checkLeastNotional(priceScale8, capacityTokens, leastNotionalScale8, names.quantity);
  return wished ?? registered[0] ?? 'global';
}

function bookOf({ modelId, tenor }: AskDocument): BookId {
  return { modelId, tenor };
}
