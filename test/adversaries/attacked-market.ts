/** What an adversary knows of the market and of the honest book. */
export interface AttackedMarket {
  readonly url: string;
  readonly adminUrl: string;
  readonly operatorToken: string;
  /** The model of the honest book, as spelled at registration. */
  readonly model: string;
  /** The cheapest honest ask, USD per 1,000 tokens. */
  readonly bestPrice: string;
  readonly sellerIds: readonly string[];
  readonly sellerNames: readonly string[];
  readonly endpointUrls: readonly string[];
  /** IP address of the adversary, as reported by the proxy in front of the gateway. */
  readonly address: string;
}
