/** Written by `npm run generate`; do not edit. */

import { eachItem } from '../pages';
import type { RequestOptions, Transport } from '../transport';
import type {
  AccountStatement,
  AccountSummary,
  ActiveSellers,
  AskList,
  BuyerKey,
  BuyerRequest,
  BuyerRequestDetails,
  BuyerRequestList,
  Candles,
  CapacityReport,
  CapacitySnapshot,
  Catalog,
  ChangeKey,
  Contract,
  ContractList,
  CreateAsk,
  CreateContract,
  CreateKey,
  CreateWebhook,
  CreatedAsk,
  Decisions,
  Deliveries,
  Delivery,
  FillEstimate,
  InstrumentSellers,
  IssuedKey,
  KeyList,
  Order,
  OrderBook,
  OrderDetails,
  OrderList,
  PublicTrade,
  PublicTradeList,
  RecordedDecisions,
  RegisterSeller,
  ReplayWebhooks,
  ReplayedWebhooks,
  Reputation,
  RotateKey,
  Seller,
  Spend,
  StatementLine,
  Trade,
  TradeList,
  UpdateWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  WebhookWithSecret,
} from './types';

export interface GetCandlesQuery {
  /** `any` and no region cover all regions. */
  readonly region?: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global' | 'any' | undefined;
  /** Length of a bucket. */
  readonly interval?: '1m' | '5m' | '1h' | '1d' | undefined;
  /** Inclusive. Default: the latest candles. */
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly to?: string | undefined;
  /** A larger value is reduced to 2000. */
  readonly limit?: number | undefined;
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor?: 'spot' | '1h' | '1d' | '7d' | '30d' | undefined;
}

export interface ListMarketTradesQuery {
  /** Cursor of the previous page. */
  readonly cursor?: string | undefined;
  /** Page size. */
  readonly limit?: number | undefined;
  /** `any` and no region cover all regions. */
  readonly region?: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global' | 'any' | undefined;
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor?: 'spot' | '1h' | '1d' | '7d' | '30d' | undefined;
  /** Inclusive. */
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly to?: string | undefined;
}

export interface EstimateFillQuery {
  /** Tokens. */
  readonly quantity: number;
  /** `any` and no region cover all regions. */
  readonly region?: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global' | 'any' | undefined;
  /** Limit price, USD per 1,000 tokens. Default: no limit. */
  readonly limit_price?: string | undefined;
  /** Horizon of the suggested limit price; 24 by default. */
  readonly horizon_hours?: number | undefined;
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor?: 'spot' | '1h' | '1d' | '7d' | '30d' | undefined;
}

export interface GetOrderBookQuery {
  /** An instrument string; trimmed and lower-cased. */
  readonly model_id: string;
  /** Filters the view; `any` and no region cover all regions. */
  readonly region?: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global' | 'any' | undefined;
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor?: 'spot' | '1h' | '1d' | '7d' | '30d' | undefined;
}

export interface ListSellerTradesQuery {
  /** Cursor of the previous page. */
  readonly cursor?: string | undefined;
  /** Page size. */
  readonly limit?: number | undefined;
}

export interface ListSellerDeliveriesQuery {
  /** Cursor of the previous page. */
  readonly cursor?: string | undefined;
  /** Page size. */
  readonly limit?: number | undefined;
  /**
   * `true`: the lots that ended in the last 30 days instead, the newest end first. A lot is among
   * them once its end is recorded, which is usually within a second.
   */
  readonly ended?: 'true' | 'false' | undefined;
}

export interface ListContractsQuery {
  /** Cursor of the previous page. */
  readonly cursor?: string | undefined;
  /** Page size. */
  readonly limit?: number | undefined;
}

export interface ListOrdersQuery {
  /** Cursor of the previous page. */
  readonly cursor?: string | undefined;
  /** Page size. */
  readonly limit?: number | undefined;
  /**
   * An order id, a ticket id, or a part of either or of an instrument. Each page searches the next
   * 1,000 orders, so it may have fewer than `limit` or no results; only `has_more: false` marks the
   * last page.
   */
  readonly q?: string | undefined;
  /** An instrument string; trimmed and lower-cased. */
  readonly model_id?: string | undefined;
  /** A region of execution. */
  readonly region?: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global' | undefined;
  /**
   * One of open, filled, cancelled, expired, rejected, partially_filled; `canceled` is accepted as
   * well.
   */
  readonly status?: 'open' | 'filled' | 'cancelled' | 'expired' | 'rejected' | 'partially_filled' | 'canceled' | undefined;
}

export interface GetSpendQuery {
  /** First day, UTC. By default 29 days before the last one. */
  readonly from?: string | undefined;
  /** Last day, UTC, inclusive. By default today. */
  readonly to?: string | undefined;
}

export interface GetStatementQuery {
  /** Cursor of the previous page. */
  readonly cursor?: string | undefined;
  /** Page size. */
  readonly limit?: number | undefined;
  /** Start, inclusive. */
  readonly from?: string | undefined;
  /** End, exclusive. */
  readonly to?: string | undefined;
  /** Which line comes first, on every page. A file is always oldest first. */
  readonly sort?: 'newest' | 'oldest' | undefined;
}

export interface ListRequestsQuery {
  /** Cursor of the previous page. */
  readonly cursor?: string | undefined;
  /** Page size. */
  readonly limit?: number | undefined;
  /** An instrument string; trimmed and lower-cased. */
  readonly model_id?: string | undefined;
  /** Status of the request. */
  readonly status?: 'open' | 'filled' | 'refused' | undefined;
  /** `x-request-id` of the request. */
  readonly request_id?: string | undefined;
  /** Received at this time or later. */
  readonly from?: string | undefined;
  /** Received before this time. */
  readonly to?: string | undefined;
}

export interface ListOwnKeysQuery {
  /** Cursor of the previous page. */
  readonly cursor?: string | undefined;
  /** Page size. */
  readonly limit?: number | undefined;
}

export interface ListWebhookDeliveriesQuery {
  /** Cursor of the previous page. */
  readonly cursor?: string | undefined;
  /** Page size. */
  readonly limit?: number | undefined;
}

export class MarketClient {
  constructor(private readonly transport: Transport) {}

  /**
   * The catalog with live quotes. Families and their instruments, with one quote per region: its
   * own asks, and the bids pinned to it or to none. A missing side is null. An instrument outside
   * the catalog of the operator is listed in the family `other` from its first ask. Updated at most
   * once a second.
   */
  listMarkets(options: RequestOptions = {}): Promise<Catalog> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/market/v1/markets',
        credential: null,
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /**
   * Open, high, low, close and volume over time. Computed from trades, within two seconds; voided
   * trades are excluded. An unknown instrument has no candles. As JSON or as CSV.
   */
  getCandles(modelId: string, query: GetCandlesQuery = {}, options: RequestOptions = {}): Promise<Candles> {
    return this.transport.send(
      {
        method: 'GET',
        path: `/market/v1/markets/${encodeURIComponent(modelId)}/candles`,
        credential: null,
        idempotent: false,
        repeatable: true,
        query,
      },
      options,
    );
  }

  /**
   * Past trades. Newest first, as the stream publishes them; voided trades are excluded. A trade is
   * listed before the stream publishes it, so a client that subscribes first and then reads this
   * list misses none. An unknown instrument has no trades. As JSON, or a page as CSV whose `Link`
   * header names the next one.
   */
  listMarketTrades(modelId: string, query: ListMarketTradesQuery = {}, options: RequestOptions = {}): Promise<PublicTradeList> {
    return this.transport.send(
      {
        method: 'GET',
        path: `/market/v1/markets/${encodeURIComponent(modelId)}/trades`,
        credential: null,
        idempotent: false,
        repeatable: true,
        query,
      },
      options,
    );
  }

  /** Every item of `listMarketTrades`, page after page. */
  iterateMarketTrades(modelId: string, query: ListMarketTradesQuery = {}, options: RequestOptions = {}): AsyncGenerator<PublicTrade> {
    return eachItem(
      (cursor) => this.listMarketTrades(modelId, { ...query, cursor }, options),
      (page) => page.trades,
      query.cursor,
    );
  }

  /**
   * The sellers of an instrument with their figures. The price, regions and tier of each seller
   * with an active ask, and how fast and how well it answers, measured by the exchange on at most
   * its 2,000 newest requests; measured every half minute for few requests, every five minutes for
   * 2,000. An unknown instrument has no sellers.
   */
  listMarketSellers(modelId: string, options: RequestOptions = {}): Promise<InstrumentSellers> {
    return this.transport.send(
      {
        method: 'GET',
        path: `/market/v1/markets/${encodeURIComponent(modelId)}/sellers`,
        credential: null,
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /**
   * The sellers with an active ask, of every instrument. Each once, with its score, and its figures
   * of the last 24 hours in the instrument that it answered most.
   */
  listSellers(options: RequestOptions = {}): Promise<ActiveSellers> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/market/v1/sellers',
        credential: null,
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /**
   * The expected result of an order. Simulates the order against the current book, and estimates
   * the wait for the remainder from the asks of the lookback period. Reserves nothing.
   */
  estimateFill(modelId: string, query: EstimateFillQuery, options: RequestOptions = {}): Promise<FillEstimate> {
    return this.transport.send(
      {
        method: 'GET',
        path: `/market/v1/markets/${encodeURIComponent(modelId)}/estimate`,
        credential: null,
        idempotent: false,
        repeatable: true,
        query,
      },
      options,
    );
  }

  /**
   * The order book of an instrument. One row per price. An unknown instrument has an empty book.
   */
  getOrderBook(query: GetOrderBookQuery, options: RequestOptions = {}): Promise<OrderBook> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/market/v1/orderbook',
        credential: null,
        idempotent: false,
        repeatable: true,
        query,
      },
      options,
    );
  }

  /**
   * Register an endpoint, update it, or rotate its key. A new `endpoint_url` needs no credential. A
   * registered one is updated if `api_key` is its current key. To rotate the key, send the new one
   * in the body and the current one in `X-Seller-API-Key`. After a leak, `end_webhooks` also ends
   * the webhook endpoints and the calendar address that the earlier key made.
   */
  registerSeller(body: RegisterSeller, options: RequestOptions & { readonly currentKey?: string | undefined } = {}): Promise<Seller> {
    return this.transport.send(
      {
        method: 'POST',
        path: '/market/v1/sellers/register',
        credential: null,
        idempotent: false,
        repeatable: true,
        body,
      },
      options,
    );
  }

  /** Active asks of a seller */
  listAsks(id: string, options: RequestOptions = {}): Promise<AskList> {
    return this.transport.send(
      {
        method: 'GET',
        path: `/market/v1/sellers/${encodeURIComponent(id)}/asks`,
        credential: 'seller',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /** Post an ask to the book */
  createAsk(id: string, body: CreateAsk, options: RequestOptions = {}): Promise<CreatedAsk> {
    return this.transport.send(
      {
        method: 'POST',
        path: `/market/v1/sellers/${encodeURIComponent(id)}/asks`,
        credential: 'seller',
        idempotent: true,
        repeatable: true,
        body,
      },
      options,
    );
  }

  /** Cancel the unfilled remainder of an ask */
  cancelAsk(id: string, askId: string, options: RequestOptions = {}): Promise<void> {
    return this.transport.send(
      {
        method: 'DELETE',
        path: `/market/v1/sellers/${encodeURIComponent(id)}/asks/${encodeURIComponent(askId)}`,
        credential: 'seller',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /**
   * Report the current capacity. Informational: creates no asks and changes no book. `warning` says
   * when more is owed in open windows than is reported; buyers of these lots read it too.
   */
  reportSellerCapacity(id: string, body: CapacityReport, options: RequestOptions = {}): Promise<CapacitySnapshot> {
    return this.transport.send(
      {
        method: 'POST',
        path: `/market/v1/sellers/${encodeURIComponent(id)}/capacity`,
        credential: 'seller',
        idempotent: false,
        repeatable: true,
        body,
      },
      options,
    );
  }

  /** Trades of the seller, newest first */
  listSellerTrades(id: string, query: ListSellerTradesQuery = {}, options: RequestOptions = {}): Promise<TradeList> {
    return this.transport.send(
      {
        method: 'GET',
        path: `/market/v1/sellers/${encodeURIComponent(id)}/trades`,
        credential: 'seller',
        idempotent: false,
        repeatable: true,
        query,
      },
      options,
    );
  }

  /** Every item of `listSellerTrades`, page after page. */
  iterateSellerTrades(id: string, query: ListSellerTradesQuery = {}, options: RequestOptions = {}): AsyncGenerator<Trade> {
    return eachItem(
      (cursor) => this.listSellerTrades(id, { ...query, cursor }, options),
      (page) => page.trades,
      query.cursor,
    );
  }

  /**
   * Delivery obligations of the seller. One row per lot whose window has not ended, or with
   * `ended=true` per lot that ended in the last 30 days. These are obligations, not live capacity.
   */
  listSellerDeliveries(id: string, query: ListSellerDeliveriesQuery = {}, options: RequestOptions = {}): Promise<Deliveries> {
    return this.transport.send(
      {
        method: 'GET',
        path: `/market/v1/sellers/${encodeURIComponent(id)}/deliveries`,
        credential: 'seller',
        idempotent: false,
        repeatable: true,
        query,
      },
      options,
    );
  }

  /** Every item of `listSellerDeliveries`, page after page. */
  iterateSellerDeliveries(id: string, query: ListSellerDeliveriesQuery = {}, options: RequestOptions = {}): AsyncGenerator<Delivery> {
    return eachItem(
      (cursor) => this.listSellerDeliveries(id, { ...query, cursor }, options),
      (page) => page.deliveries,
      query.cursor,
    );
  }

  /**
   * Reputation of the seller. Of the last 30 days: 50 % fill rate, 30 % latency adherence, 20 %
   * quality rate. Informational: no decision depends on it.
   */
  getSellerReputation(id: string, options: RequestOptions = {}): Promise<Reputation> {
    return this.transport.send(
      {
        method: 'GET',
        path: `/market/v1/sellers/${encodeURIComponent(id)}/reputation`,
        credential: null,
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /** Report decisions about capacity. Informational: changes no book. The newest 200 are stored. */
  reportSellerDecisions(id: string, body: Decisions, options: RequestOptions = {}): Promise<RecordedDecisions> {
    return this.transport.send(
      {
        method: 'POST',
        path: `/market/v1/sellers/${encodeURIComponent(id)}/decisions`,
        credential: 'seller',
        idempotent: false,
        repeatable: false,
        body,
      },
      options,
    );
  }

  /**
   * Place a contract order. Holds limit price x quantity, fills against the asks that it crosses,
   * and keeps the remainder in the book if its `time_in_force` permits. The answer comes once the
   * order rests, is filled or is rejected. The filled quantity is a prepaid contract.
   */
  createContract(body: CreateContract, options: RequestOptions = {}): Promise<Order> {
    return this.transport.send(
      {
        method: 'POST',
        path: '/market/v1/contracts',
        credential: 'buyer',
        idempotent: true,
        repeatable: true,
        body,
      },
      options,
    );
  }

  /** Contracts of the buyer, newest first */
  listContracts(query: ListContractsQuery = {}, options: RequestOptions = {}): Promise<ContractList> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/market/v1/contracts',
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
        query,
      },
      options,
    );
  }

  /** Every item of `listContracts`, page after page. */
  iterateContracts(query: ListContractsQuery = {}, options: RequestOptions = {}): AsyncGenerator<Contract> {
    return eachItem(
      (cursor) => this.listContracts({ ...query, cursor }, options),
      (page) => page.contracts,
      query.cursor,
    );
  }

  /** A contract with its lots */
  getContract(id: string, options: RequestOptions = {}): Promise<Contract> {
    return this.transport.send(
      {
        method: 'GET',
        path: `/market/v1/contracts/${encodeURIComponent(id)}`,
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /** Contract orders of the buyer, newest first */
  listOrders(query: ListOrdersQuery = {}, options: RequestOptions = {}): Promise<OrderList> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/market/v1/orders',
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
        query,
      },
      options,
    );
  }

  /** Every item of `listOrders`, page after page. */
  iterateOrders(query: ListOrdersQuery = {}, options: RequestOptions = {}): AsyncGenerator<Order> {
    return eachItem(
      (cursor) => this.listOrders({ ...query, cursor }, options),
      (page) => page.orders,
      query.cursor,
    );
  }

  /** A contract order, what it waits for, and its fills */
  getOrder(id: string, options: RequestOptions = {}): Promise<OrderDetails> {
    return this.transport.send(
      {
        method: 'GET',
        path: `/market/v1/orders/${encodeURIComponent(id)}`,
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /**
   * Cancel the unfilled remainder of an order. Earlier fills remain. 404 when there is no remainder
   * to cancel.
   */
  cancelOrder(id: string, options: RequestOptions = {}): Promise<void> {
    return this.transport.send(
      {
        method: 'DELETE',
        path: `/market/v1/orders/${encodeURIComponent(id)}`,
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /** Balance and reservations of the buyer */
  getAccount(options: RequestOptions = {}): Promise<AccountSummary> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/market/v1/account',
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /** Spend per day and instrument. At most 366 days. One at a time per account. */
  getSpend(query: GetSpendQuery = {}, options: RequestOptions = {}): Promise<Spend> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/market/v1/account/spend',
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
        query,
      },
      options,
    );
  }

  /**
   * Statement of the buyer. Journal lines that sum to the balance: JSON in pages, or one CSV or one
   * file of JSON lines. A file without its closing balance is truncated. One at a time per account.
   */
  getStatement(query: GetStatementQuery = {}, options: RequestOptions = {}): Promise<AccountStatement> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/market/v1/account/statement',
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
        query,
      },
      options,
    );
  }

  /** Every item of `getStatement`, page after page. */
  iterateStatement(query: GetStatementQuery = {}, options: RequestOptions = {}): AsyncGenerator<StatementLine> {
    return eachItem(
      (cursor) => this.getStatement({ ...query, cursor }, options),
      (page) => page.lines,
      query.cursor,
    );
  }

  /**
   * Chat requests of the buyer, newest first. With `model_id`, `status` or `request_id`, a page
   * searches the next 1,000 requests: it may contain fewer than `limit`, or none, while `has_more`
   * is true.
   */
  listRequests(query: ListRequestsQuery = {}, options: RequestOptions = {}): Promise<BuyerRequestList> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/market/v1/requests',
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
        query,
      },
      options,
    );
  }

  /** Every item of `listRequests`, page after page. */
  iterateRequests(query: ListRequestsQuery = {}, options: RequestOptions = {}): AsyncGenerator<BuyerRequest> {
    return eachItem(
      (cursor) => this.listRequests({ ...query, cursor }, options),
      (page) => page.requests,
      query.cursor,
    );
  }

  /** A chat request with its attempts */
  getRequest(id: string, options: RequestOptions = {}): Promise<BuyerRequestDetails> {
    return this.transport.send(
      {
        method: 'GET',
        path: `/market/v1/requests/${encodeURIComponent(id)}`,
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /**
   * Issue a key of the account. With a key of kind `manage`; the first one comes from the operator.
   * The new key is shown once. A key with `limit`, `models`, `regions` or `max_price` is limited to
   * requests: it opens nothing else of the account.
   */
  createOwnKey(body: CreateKey, options: RequestOptions = {}): Promise<IssuedKey> {
    return this.transport.send(
      {
        method: 'POST',
        path: '/market/v1/keys',
        credential: 'buyer',
        idempotent: false,
        repeatable: false,
        body,
      },
      options,
    );
  }

  /** The keys of the account, without their text */
  listOwnKeys(query: ListOwnKeysQuery = {}, options: RequestOptions = {}): Promise<KeyList> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/market/v1/keys',
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
        query,
      },
      options,
    );
  }

  /** Every item of `listOwnKeys`, page after page. */
  iterateOwnKeys(query: ListOwnKeysQuery = {}, options: RequestOptions = {}): AsyncGenerator<BuyerKey> {
    return eachItem(
      (cursor) => this.listOwnKeys({ ...query, cursor }, options),
      (page) => page.keys,
      query.cursor,
    );
  }

  /**
   * Change what a key may do. Null removes a bound, and what is left out stays. Each request that
   * arrives after the answer is held to it, at every gateway.
   */
  changeOwnKey(id: string, body: ChangeKey, options: RequestOptions = {}): Promise<BuyerKey> {
    return this.transport.send(
      {
        method: 'PATCH',
        path: `/market/v1/keys/${encodeURIComponent(id)}`,
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
        body,
      },
      options,
    );
  }

  /**
   * Revoke a key of the account, at every gateway. Also ends the credentials of tickets that the
   * key issued. Their contracts stay: any key of the account can issue a new credential.
   */
  revokeOwnKey(id: string, options: RequestOptions = {}): Promise<void> {
    return this.transport.send(
      {
        method: 'DELETE',
        path: `/market/v1/keys/${encodeURIComponent(id)}`,
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /**
   * Replace the text of a key. The key keeps its id, its terms and what it has used. Its new text
   * is shown once; the earlier one works for the grace too, with the same limit. Each rotation
   * bounds the grace of all earlier texts.
   */
  rotateOwnKey(id: string, body: RotateKey, options: RequestOptions = {}): Promise<IssuedKey> {
    return this.transport.send(
      {
        method: 'POST',
        path: `/market/v1/keys/${encodeURIComponent(id)}/rotate`,
        credential: 'buyer',
        idempotent: false,
        repeatable: false,
        body,
      },
      options,
    );
  }

  /**
   * Create a webhook endpoint. Events are sent by POST with the headers of Standard Webhooks, at
   * least once and in any order. The answer shows the secret of the signatures once. The URL first
   * gets `webhook.challenge`, and other events once its answer has repeated it.
   */
  createWebhook(body: CreateWebhook, options: RequestOptions = {}): Promise<WebhookWithSecret> {
    return this.transport.send(
      {
        method: 'POST',
        path: '/market/v1/webhooks',
        credential: 'buyer',
        idempotent: false,
        repeatable: false,
        body,
      },
      options,
    );
  }

  /** Own webhook endpoints */
  listWebhooks(options: RequestOptions = {}): Promise<WebhookList> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/market/v1/webhooks',
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /** A webhook endpoint, without its secret */
  getWebhook(id: string, options: RequestOptions = {}): Promise<Webhook> {
    return this.transport.send(
      {
        method: 'GET',
        path: `/market/v1/webhooks/${encodeURIComponent(id)}`,
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /** Change, disable or enable a webhook endpoint */
  updateWebhook(id: string, body: UpdateWebhook, options: RequestOptions = {}): Promise<Webhook> {
    return this.transport.send(
      {
        method: 'PATCH',
        path: `/market/v1/webhooks/${encodeURIComponent(id)}`,
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
        body,
      },
      options,
    );
  }

  /** Delete a webhook endpoint */
  deleteWebhook(id: string, options: RequestOptions = {}): Promise<void> {
    return this.transport.send(
      {
        method: 'DELETE',
        path: `/market/v1/webhooks/${encodeURIComponent(id)}`,
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /**
   * Replace the secret of a webhook endpoint. For 24 hours the previous secret signs too: each
   * request has a signature of both.
   */
  rotateWebhookSecret(id: string, options: RequestOptions = {}): Promise<WebhookWithSecret> {
    return this.transport.send(
      {
        method: 'POST',
        path: `/market/v1/webhooks/${encodeURIComponent(id)}/secret`,
        credential: 'buyer',
        idempotent: false,
        repeatable: false,
      },
      options,
    );
  }

  /** Send a test event. Its type is `webhook.test`, which needs no subscription. */
  testWebhook(id: string, options: RequestOptions = {}): Promise<WebhookDelivery> {
    return this.transport.send(
      {
        method: 'POST',
        path: `/market/v1/webhooks/${encodeURIComponent(id)}/test`,
        credential: 'buyer',
        idempotent: false,
        repeatable: false,
      },
      options,
    );
  }

  /**
   * Send all events since a time again. Includes events that the endpoint missed while it was
   * disabled or did not exist. Up to 1,000 events per request; `next_cursor` leads to the others.
   */
  replayWebhooks(id: string, body: ReplayWebhooks, options: RequestOptions = {}): Promise<ReplayedWebhooks> {
    return this.transport.send(
      {
        method: 'POST',
        path: `/market/v1/webhooks/${encodeURIComponent(id)}/replay`,
        credential: 'buyer',
        idempotent: false,
        repeatable: false,
        body,
      },
      options,
    );
  }

  /**
   * Deliveries of a webhook endpoint, newest event first. Deliveries are kept for 30 days after
   * their event.
   */
  listWebhookDeliveries(id: string, query: ListWebhookDeliveriesQuery = {}, options: RequestOptions = {}): Promise<WebhookDeliveryList> {
    return this.transport.send(
      {
        method: 'GET',
        path: `/market/v1/webhooks/${encodeURIComponent(id)}/deliveries`,
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
        query,
      },
      options,
    );
  }

  /** Every item of `listWebhookDeliveries`, page after page. */
  iterateWebhookDeliveries(id: string, query: ListWebhookDeliveriesQuery = {}, options: RequestOptions = {}): AsyncGenerator<WebhookDelivery> {
    return eachItem(
      (cursor) => this.listWebhookDeliveries(id, { ...query, cursor }, options),
      (page) => page.deliveries,
      query.cursor,
    );
  }

  /** Send one event again */
  replayWebhookDelivery(id: string, deliveryId: string, options: RequestOptions = {}): Promise<WebhookDelivery> {
    return this.transport.send(
      {
        method: 'POST',
        path: `/market/v1/webhooks/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(deliveryId)}/replay`,
        credential: 'buyer',
        idempotent: false,
        repeatable: false,
      },
      options,
    );
  }
}
