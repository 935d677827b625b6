/**
 * Keeps an offer standing while the upstream works, and adds up what it earns. Busy slots do not
 * withdraw it: the exchange waits for a slot, or asks another seller.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { formatPrice, formatScale8, parsePrice, parseScale8 } from '../../domain/money';
import type { Client } from '../client';
import { CommandError } from '../command-error';
import { queryOf, segment } from '../context';

export interface Terms {
  readonly model: string;
  readonly region: string;
  /** USD per 1,000,000 tokens. */
  readonly price: string;
  readonly slots: number;
  readonly tokensPerSecond: number;
  readonly offerSeconds: number;
  /** The longest request, prompt and answer together. */
  readonly contextTokens: number;
}

interface Offer {
  readonly offer_id: string;
  readonly model: string;
  readonly price_per_million_tokens: string;
  readonly remaining_tokens: number;
  readonly expires_at: string;
}

interface SoldTrade {
  readonly trade_id: string;
  readonly net: string;
  readonly quantity: number;
  readonly executed_at: string;
}

interface Load {
  /** Whether requests are answered, or throttled, but not failed. */
  readonly isServing: boolean;
  readonly freeSlots: number;
  readonly committedTokens: number;
}

/** The exchange limits how often a seller may report: two checks are at least this far apart. */
const BETWEEN_CHECKS_MS = 500;
/** An offer is replaced when less than this part of its lifetime is left. */
const RENEWED_AT = 1 / 3;
/** A small difference is not worth the place in the queue of its price. */
const WORTH_A_NEW_OFFER = 0.75;
/** The exchange reserves more than its own count of a prompt: tokenizers differ. */
const RESERVED_PER_TOKEN = 1.25;

export class Selling {
  offered = 0;
  tokensSold = 0;
  private earnedScale8 = 0n;
  private readonly startedAtMs = Date.now();
  private newestTrade: string | null = null;
  private deciding: Promise<void> = Promise.resolve();
  private isWaiting = false;
  private reportedLoad = '';
  private readonly price: string;

  /** @throws Failure `invalid_price` */
  constructor(
    private readonly client: Client,
    private readonly terms: Terms,
    private readonly load: () => Load,
    private readonly say: (line: string) => void,
  ) {
    this.price = formatPrice(parsePrice(terms.price, 'perMillion', '--price'), 'perMillion');
  }

  /** USD, exact. */
  get earned(): string {
    return formatScale8(this.earnedScale8);
  }

  /** Checks run one after the other; one that waits serves all callers. */
  decide(): Promise<void> {
    if (this.isWaiting) return this.deciding;
    this.isWaiting = true;
    this.deciding = this.deciding.then(async () => {
      this.isWaiting = false;
      await this.adjust().catch((err: unknown) => this.failed(err));
      await delay(BETWEEN_CHECKS_MS);
    });
    return this.deciding;
  }

  async withdraw(): Promise<void> {
    for (const offer of await this.offers()) await this.cancel(offer);
    this.offered = 0;
  }

  /** Adds the trades since the last look. */
  async countEarnings(): Promise<void> {
    let newest: string | null = null;
    let cursor: string | undefined;
    do {
      const path = `/seller/v1/trades${queryOf({ limit: '100', cursor })}`;
      const page = (await this.client.call('GET', path)) as {
        readonly trades: readonly SoldTrade[];
        readonly next_cursor: string | null;
      };
      cursor = page.next_cursor ?? undefined;
      for (const trade of page.trades) {
        newest ??= trade.trade_id;
        const isKnown = trade.trade_id === this.newestTrade;
        if (isKnown || Date.parse(trade.executed_at) < this.startedAtMs) {
          cursor = undefined;
          break;
        }
        this.earnedScale8 += parseScale8(trade.net) ?? 0n;
        this.tokensSold += trade.quantity;
      }
    } while (cursor !== undefined);
    this.newestTrade = newest ?? this.newestTrade;
  }

  private async adjust(): Promise<void> {
    const { isServing, freeSlots, committedTokens } = this.load();
    const { tokensPerSecond, offerSeconds } = this.terms;
    await this.report(freeSlots * tokensPerSecond * offerSeconds, committedTokens);
    const wanted = isServing ? sizeOfOffer(this.terms) : 0;
    // Read the offers back each time: an earlier run may have left some behind.
    const offers = await this.offers();
    if (!this.needsChange(offers, wanted)) return;
    // The new one first: a buyer who comes in between finds one.
    if (wanted > 0) await this.offer(wanted);
    else this.offered = 0;
    for (const offer of offers) await this.cancel(offer);
  }

  /** Informs the exchange of a changed load. An offer does not wait for it. */
  private async report(available: number, queued: number): Promise<void> {
    const load = `${available} ${queued}`;
    if (load === this.reportedLoad) return;
    const tokens = { available_tokens: available, queued_tokens: queued };
    const body = { model_id: this.terms.model, ...tokens };
    await this.client.call('POST', '/seller/v1/capacity', body).then(
      () => (this.reportedLoad = load),
      (err: unknown) => {
        if (!(err instanceof CommandError && err.code === 'rate_limited')) throw err;
      },
    );
  }

  private needsChange(offers: readonly Offer[], wanted: number): boolean {
    const offered = offers.reduce((sum, { remaining_tokens: tokens }) => sum + tokens, 0);
    this.offered = offered;
    const [offer] = offers;
    if (!offer || wanted === 0) return wanted > 0 || offer !== undefined;
    if (offers.length > 1 || offer.price_per_million_tokens !== this.price) return true;
    if (offered > wanted || offered < wanted * WORTH_A_NEW_OFFER) return true;
    const leftMs = Date.parse(offer.expires_at) - Date.now();
    return leftMs < this.terms.offerSeconds * RENEWED_AT * 1_000;
  }

  private async offer(tokens: number): Promise<void> {
    const { model, region, offerSeconds } = this.terms;
    await this.client.call('POST', '/seller/v1/offers', {
      model,
      region,
      price_per_million_tokens: this.price,
      quantity_tokens: tokens,
      valid_for_seconds: offerSeconds,
    });
    this.offered = tokens;
  }

  private async offers(): Promise<Offer[]> {
    const { offers } = (await this.client.call('GET', '/seller/v1/offers')) as { offers: Offer[] };
    return offers.filter(({ model }) => model === this.terms.model.toLowerCase());
  }

  /** An offer that was filled or has expired needs no cancellation. */
  private async cancel({ offer_id: id }: Offer): Promise<void> {
    await this.client.call('DELETE', `/seller/v1/offers/${segment(id)}`).catch((err: unknown) => {
      if (!(err instanceof CommandError && err.code === 'not_found')) throw err;
    });
  }

  /** The next check tries again. */
  private failed(err: unknown): void {
    this.say(`later: ${(err as Error).message}`);
  }
}

/**
 * What the slots generate within its lifetime, and at least a request of the whole context window
 * for each slot and one more, which an offer still has when it is replaced.
 */
export function sizeOfOffer(terms: Terms): number {
  const { slots, tokensPerSecond, offerSeconds, contextTokens } = terms;
  const requests = Math.ceil((slots + 1) * contextTokens * RESERVED_PER_TOKEN);
  return Math.max(slots * tokensPerSecond * offerSeconds, requests);
}
