/**
 * Why no ask was eligible at any price, in words for the buyer (MATCH-10), and whether one was a moment
 * ago: then the same request may succeed in a second. Called for refusals only.
 */
import type { ChatOrder, Refusal } from '../../domain/chat';
import { type ErrorCode, ruleOf } from '../../domain/errors';
import type { BookId } from '../../domain/instruments';
import type { BookEvent } from '../../engine/layouts';
import type { Criteria } from '../../engine/commands';
import type { ExchangeDeps } from '../deps';
import { participantOf } from './participant';
import type { LackingSellers } from '../sellers/lacking-sellers';

type NoMatchDeps = Pick<ExchangeDeps, 'books' | 'catalog' | 'records'> & {
  readonly lackingSellers: LackingSellers;
};

const CODE: ErrorCode = 'no_match';
/** A busy seller's offer returns soon. */
const RECENT_MS = 60_000;
const EVENTS_READ = 2_000;
/** Asks that are each larger than the one before, which are read one by one. */
const CLIMBS = 4;

/** A failure to find the reason leaves the general one. */
export async function noMatch(deps: NoMatchDeps, order: ChatOrder): Promise<Refusal> {
  try {
    return await new NoMatch(deps, order).refusal();
  } catch {
    return { code: CODE, message: ruleOf(CODE).message };
  }
}

class NoMatch {
  private readonly book: BookId;

  constructor(
    private readonly deps: NoMatchDeps,
    private readonly order: ChatOrder,
  ) {
    this.book = { modelId: order.modelId, tenor: 'spot' };
  }

  async refusal(): Promise<Refusal> {
    const [reason, isRecent] = await Promise.all([this.reason(), this.stoodRecently()]);
    const retry = isRecent ? { retryAfterSeconds: 1 } : {};
    return { code: CODE, ...(typeof reason === 'string' ? { message: reason } : reason), ...retry };
  }

  private async reason(): Promise<string | Pick<Refusal, 'message' | 'numbers'>> {
    const { modelId, quantityMinTokens: needed } = this.order;
    const { region, sellerId, excludedSellerIds, onlySellerIds } = this.order;
    const largest = await this.largest(this.criteria({}));
    if (largest === 0) return this.nobodyOffers();
    if (largest < needed) return this.tooSmall(`The largest offer of ${modelId}`, largest);
    const lacking = await this.lacking();
    const own = excludedSellerIds.filter((id) => !lacking.has(id));
    const limits: [boolean, string, Partial<Criteria>][] = [
      [region !== null, `is in the region ${region}`, { region }],
      [sellerId !== null, 'is of the wanted venue', { sellerId }],
      [onlySellerIds != null, 'is of the sellers that alone may serve', { onlySellerIds }],
      [
        own.length > 0,
        'is of a seller besides your own and those that you ignore',
        { excludedSellerIds: own },
      ],
      [
        lacking.size > 0,
        `can serve what it needs: ${namesIn(lacking)}`,
        { excludedSellerIds: [...lacking.keys()] },
      ],
    ];
    for (const [isStated, text, limit] of limits) {
      if (!isStated) continue;
      if ((await this.sizeFrom(this.criteria(limit), 1)) === 0) {
        return `No offer of ${modelId} ${text}.`;
      }
    }
    const eligible = await this.largest(
      this.criteria({ region, sellerId, excludedSellerIds, onlySellerIds }),
    );
    if (eligible >= needed) return `An offer of ${modelId} has come up since.`;
    if (eligible > 0) {
      return this.tooSmall(`The largest offer of ${modelId} that satisfies the request`, eligible);
    }
    return `No offer of ${modelId} satisfies region, venue and needs of the request together.`;
  }

  private async nobodyOffers(): Promise<string> {
    const { modelId } = this.order;
    const { catalog, records } = this.deps;
    const isKnown =
      catalog.instrument(modelId) !== undefined ||
      (await records.sellers.findOne({ supportedModels: modelId })) !== null;
    return isKnown ? `Nobody offers ${modelId} now.` : `There is no instrument ${modelId}.`;
  }

  private tooSmall(what: string, tokens: number): Pick<Refusal, 'message' | 'numbers'> {
    const { quantityMinTokens: needed } = this.order;
    return {
      message: `${what} is ${tokens} tokens; the request needs ${needed}.`,
      numbers: { largest_offer: tokens, quantity_needed: needed },
    };
  }

  private async lacking(): Promise<ReadonlyMap<string, readonly string[]>> {
    const { modelId, needs } = this.order;
    if (!needs) return new Map();
    return this.deps.lackingSellers.of(modelId, needs, participantOf(this.order));
  }

  private criteria(limit: Partial<Criteria>): Criteria {
    return { book: this.book, region: null, sellerId: null, excludedSellerIds: [], ...limit };
  }

  /** Tokens of the largest such ask, up to what the request needs; 0 without one. */
  private async largest(criteria: Criteria): Promise<number> {
    const { quantityMinTokens: needed } = this.order;
    // Most refusals have another reason than the size.
    if ((await this.sizeFrom(criteria, needed)) > 0) return needed;
    let found = await this.sizeFrom(criteria, 1);
    let above = needed;
    for (let reads = 0; found > 0 && found + 1 < above; reads += 1) {
      // Few asks are larger than all before them; behind those the rest is halved.
      const least = reads < CLIMBS ? found + 1 : Math.ceil((found + above) / 2);
      const size = await this.sizeFrom(criteria, least);
      if (size > 0) found = size;
      else above = least;
    }
    return found;
  }

  /** Tokens of the first such ask that has at least this quantity; 0 without one. */
  private async sizeFrom(criteria: Criteria, quantityMinTokens: number): Promise<number> {
    const found = await this.deps.books.best({ ...criteria, quantityMinTokens });
    return found?.ask?.remainingTokens ?? 0;
  }

  private async stoodRecently(): Promise<boolean> {
    const since = Date.now() - RECENT_MS;
    for await (const event of this.deps.books.newestEvents(this.book, EVENTS_READ)) {
      if (event.atMs < since) return false;
      if (this.showsEligible(event)) return true;
    }
    return false;
  }

  /** Whether its ask would have been eligible before the change, or after it. */
  private showsEligible({ ask, kind, quantityTokens }: BookEvent): boolean {
    if (!ask) return false;
    const { region, sellerId, excludedSellerIds, onlySellerIds } = this.order;
    const isTaken = kind === 'reserved' || kind === 'bought' || kind === 'sold';
    const tokens = ask.remainingTokens + (isTaken ? quantityTokens : 0);
    return (
      tokens >= Math.max(this.order.quantityMinTokens, ask.lotTokens) &&
      (region === null || ask.region === region) &&
      (sellerId === null || ask.sellerId === sellerId) &&
      (onlySellerIds?.includes(ask.sellerId) ?? true) &&
      !excludedSellerIds.includes(ask.sellerId)
    );
  }
}

function namesIn(lacking: ReadonlyMap<string, readonly string[]>): string {
  return [...new Set([...lacking.values()].flat())].sort().join(', ');
}
