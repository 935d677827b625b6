import { BuyerClient } from './generated/buyer';
import { MarketClient } from './generated/market';
import { SellerClient } from './generated/seller';
import { type TokenbookOptions, Transport } from './transport';

/** An exchange. Chat completions are asked for with an OpenAI client: its base URL is `openaiUrl`. */
export class Tokenbook {
  /** Books, estimates, orders, contracts, the account; asks of sellers. Prices per 1,000 tokens. */
  readonly market: MarketClient;
  /** Registration, offers, trades, reports of a seller. Prices per 1,000,000 tokens. */
  readonly seller: SellerClient;
  /** Tickets. Prices per 1,000 tokens. */
  readonly buyer: BuyerClient;
  readonly openaiUrl: string;

  constructor(options: TokenbookOptions) {
    const transport = new Transport(options);
    this.market = new MarketClient(transport);
    this.seller = new SellerClient(transport);
    this.buyer = new BuyerClient(transport);
    this.openaiUrl = new URL('v1', `${options.baseUrl.replace(/\/+$/, '')}/`).href;
  }
}
