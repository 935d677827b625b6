/** What an adversary knows of the market, and of the book that honest participants trade. */
export interface AttackedMarket {
  readonly url: string;
  readonly adminUrl: string;
  readonly operatorToken: string;
  /** The honest book, in the spelling that its sellers registered. */
  readonly model: string;
  /** The cheapest honest ask, USD per 1,000 tokens. */
  readonly bestPrice: string;
  readonly sellerIds: readonly string[];
  /** Where the adversary comes from, as the proxy in front of the gateway says. */
  readonly address: string;
}
