import { setTimeout as delay } from 'node:timers/promises';
import { callJson } from './http';

const RENEW_EVERY_MS = 20_000;
const OFFER_LIFETIME_SECONDS = 900;
/** An offer that ends sooner than this is replaced now. */
const SUCCESSOR_BEFORE_SECONDS = 180;

export interface SellerPlan {
  readonly name: string;
  readonly region: string;
  readonly quantityTokens: number;
  /** Decimal string per 1,000,000 tokens, by model. */
  readonly prices: Readonly<Record<string, string>>;
}

interface Offer {
  readonly model: string;
  readonly remaining_tokens: number;
  readonly expires_at: string;
}

/** One seller: registers its endpoint and renews its offers. */
export class Seller {
  constructor(
    private readonly sellerSurface: string,
    private readonly plan: SellerPlan,
    private readonly endpointUrl: string,
    private readonly apiKey: string,
  ) {}

  /** @returns the seller's id */
  async register(): Promise<string> {
    const url = `${this.sellerSurface}/v1/register`;
    const { seller_id: sellerId } = await callJson<{ seller_id: string }>(url, {
      method: 'POST',
      body: {
        name: this.plan.name,
        endpoint_url: this.endpointUrl,
        supported_models: Object.keys(this.plan.prices),
        regions: [this.plan.region],
        api_key: this.apiKey,
      },
    });
    return sellerId;
  }

  /** Posts an offer for every model whose remaining quantity or time is too small. */
  async renewOffers(): Promise<void> {
    const headers = { 'x-seller-api-key': this.apiKey };
    const url = `${this.sellerSurface}/v1/offers`;
    const { offers } = await callJson<{ offers: Offer[] }>(url, { headers });
    for (const [model, price] of Object.entries(this.plan.prices)) {
      const left = offers
        .filter((offer) => offer.model === model && secondsLeft(offer) > SUCCESSOR_BEFORE_SECONDS)
        .reduce((sum, offer) => sum + offer.remaining_tokens, 0);
      if (left > this.plan.quantityTokens / 2) continue;
      const body = {
        model,
        region: this.plan.region,
        price_per_million_tokens: price,
        quantity_tokens: this.plan.quantityTokens,
        valid_for_seconds: OFFER_LIFETIME_SECONDS,
      };
      await callJson(url, { method: 'POST', headers, body });
    }
  }

  /** Renews while the process lives; a temporarily unavailable gateway does not end it. */
  async keepOffersResting(report: (problem: string) => void): Promise<never> {
    for (;;) {
      await delay(RENEW_EVERY_MS);
      await this.renewOffers().catch((error: Error) =>
        report(`${this.plan.name}: ${error.message}`),
      );
    }
  }
}

function secondsLeft(offer: Offer): number {
  return (Date.parse(offer.expires_at) - Date.now()) / 1000;
}
