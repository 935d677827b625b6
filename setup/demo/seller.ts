import { setTimeout as delay } from 'node:timers/promises';
import { callJson } from './http';

const RENEW_EVERY_MS = 20_000;
const OFFER_LIFETIME_SECONDS = 900;
/** An offer that ends sooner than this needs a successor now. */
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

/** One seller as the exchange sees it: registers its endpoint and keeps its offers resting. */
export class Seller {
  constructor(
    private readonly sellerSurface: string,
    private readonly plan: SellerPlan,
    private readonly endpointUrl: string,
    private readonly apiKey: string,
  ) {}

  async register(): Promise<void> {
    await callJson(`${this.sellerSurface}/v1/register`, {
      method: 'POST',
      body: {
        name: this.plan.name,
        endpoint_url: this.endpointUrl,
        supported_models: Object.keys(this.plan.prices),
        regions: [this.plan.region],
        api_key: this.apiKey,
      },
    });
  }

  /** Rests an offer for every model of which too little will still be on the book in a while. */
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

  /** Renews for as long as the process lives; a gateway that is unavailable for a while is no reason to end. */
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
