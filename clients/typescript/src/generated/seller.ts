/** Written by `npm run generate`; do not edit. */

import { eachItem } from '../pages';
import type { RequestOptions, Transport } from '../transport';
import type {
  Calendar,
  CapacityReport,
  CapacitySnapshot,
  CheckEndpoint,
  CreateOffer,
  CreateWebhook,
  CreatedOffer,
  Decisions,
  Deliveries,
  Delivery,
  EndpointCheck,
  OfferList,
  RecordedDecisions,
  RegisterSeller,
  ReplayWebhooks,
  ReplayedWebhooks,
  Reputation,
  Seller,
  SellerAccount,
  SellerProfile,
  SellerStatement,
  SellerTrade,
  SellerTradeList,
  StatementLine,
  UpdateWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  WebhookWithSecret,
} from './types';

export interface ListSellerWebhookDeliveriesQuery {
  /** Cursor of the previous page. */
  readonly cursor?: string | undefined;
  /** Page size. */
  readonly limit?: number | undefined;
}

export interface ListTradesQuery {
  /** Cursor of the previous page. */
  readonly cursor?: string | undefined;
  /** Page size. */
  readonly limit?: number | undefined;
}

export interface ListDeliveriesQuery {
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

export interface ReadCalendarQuery {
  /** As in the address. */
  readonly secret: string;
}

export interface GetSellerStatementQuery {
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

export class SellerClient {
  constructor(private readonly transport: Transport) {}

  /**
   * Create a webhook endpoint. Events are sent by POST with the headers of Standard Webhooks, at
   * least once and in any order. The answer shows the secret of the signatures once. The URL first
   * gets `webhook.challenge`, and other events once its answer has repeated it.
   */
  createSellerWebhook(body: CreateWebhook, options: RequestOptions = {}): Promise<WebhookWithSecret> {
    return this.transport.send(
      {
        method: 'POST',
        path: '/seller/v1/webhooks',
        credential: 'seller',
        idempotent: false,
        repeatable: false,
        body,
      },
      options,
    );
  }

  /** Own webhook endpoints */
  listSellerWebhooks(options: RequestOptions = {}): Promise<WebhookList> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/seller/v1/webhooks',
        credential: 'seller',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /** A webhook endpoint, without its secret */
  getSellerWebhook(id: string, options: RequestOptions = {}): Promise<Webhook> {
    return this.transport.send(
      {
        method: 'GET',
        path: `/seller/v1/webhooks/${encodeURIComponent(id)}`,
        credential: 'seller',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /** Change, disable or enable a webhook endpoint */
  updateSellerWebhook(id: string, body: UpdateWebhook, options: RequestOptions = {}): Promise<Webhook> {
    return this.transport.send(
      {
        method: 'PATCH',
        path: `/seller/v1/webhooks/${encodeURIComponent(id)}`,
        credential: 'seller',
        idempotent: false,
        repeatable: true,
        body,
      },
      options,
    );
  }

  /** Delete a webhook endpoint */
  deleteSellerWebhook(id: string, options: RequestOptions = {}): Promise<void> {
    return this.transport.send(
      {
        method: 'DELETE',
        path: `/seller/v1/webhooks/${encodeURIComponent(id)}`,
        credential: 'seller',
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
  rotateSellerWebhookSecret(id: string, options: RequestOptions = {}): Promise<WebhookWithSecret> {
    return this.transport.send(
      {
        method: 'POST',
        path: `/seller/v1/webhooks/${encodeURIComponent(id)}/secret`,
        credential: 'seller',
        idempotent: false,
        repeatable: false,
      },
      options,
    );
  }

  /** Send a test event. Its type is `webhook.test`, which needs no subscription. */
  testSellerWebhook(id: string, options: RequestOptions = {}): Promise<WebhookDelivery> {
    return this.transport.send(
      {
        method: 'POST',
        path: `/seller/v1/webhooks/${encodeURIComponent(id)}/test`,
        credential: 'seller',
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
  replaySellerWebhooks(id: string, body: ReplayWebhooks, options: RequestOptions = {}): Promise<ReplayedWebhooks> {
    return this.transport.send(
      {
        method: 'POST',
        path: `/seller/v1/webhooks/${encodeURIComponent(id)}/replay`,
        credential: 'seller',
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
  listSellerWebhookDeliveries(id: string, query: ListSellerWebhookDeliveriesQuery = {}, options: RequestOptions = {}): Promise<WebhookDeliveryList> {
    return this.transport.send(
      {
        method: 'GET',
        path: `/seller/v1/webhooks/${encodeURIComponent(id)}/deliveries`,
        credential: 'seller',
        idempotent: false,
        repeatable: true,
        query,
      },
      options,
    );
  }

  /** Every item of `listSellerWebhookDeliveries`, page after page. */
  iterateSellerWebhookDeliveries(id: string, query: ListSellerWebhookDeliveriesQuery = {}, options: RequestOptions = {}): AsyncGenerator<WebhookDelivery> {
    return eachItem(
      (cursor) => this.listSellerWebhookDeliveries(id, { ...query, cursor }, options),
      (page) => page.deliveries,
      query.cursor,
    );
  }

  /** Send one event again */
  replaySellerWebhookDelivery(id: string, deliveryId: string, options: RequestOptions = {}): Promise<WebhookDelivery> {
    return this.transport.send(
      {
        method: 'POST',
        path: `/seller/v1/webhooks/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(deliveryId)}/replay`,
        credential: 'seller',
        idempotent: false,
        repeatable: false,
      },
      options,
    );
  }

  /** Trades of the seller, newest first */
  listTrades(query: ListTradesQuery = {}, options: RequestOptions = {}): Promise<SellerTradeList> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/seller/v1/trades',
        credential: 'seller',
        idempotent: false,
        repeatable: true,
        query,
      },
      options,
    );
  }

  /** Every item of `listTrades`, page after page. */
  iterateTrades(query: ListTradesQuery = {}, options: RequestOptions = {}): AsyncGenerator<SellerTrade> {
    return eachItem(
      (cursor) => this.listTrades({ ...query, cursor }, options),
      (page) => page.trades,
      query.cursor,
    );
  }

  /**
   * Reputation of the seller. Of the last 30 days: 50 % fill rate, 30 % latency adherence, 20 %
   * quality rate. Informational: no decision depends on it.
   */
  getReputation(options: RequestOptions = {}): Promise<Reputation> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/seller/v1/reputation',
        credential: 'seller',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /** Report decisions about capacity. Informational: changes no book. The newest 200 are stored. */
  reportDecisions(body: Decisions, options: RequestOptions = {}): Promise<RecordedDecisions> {
    return this.transport.send(
      {
        method: 'POST',
        path: '/seller/v1/decisions',
        credential: 'seller',
        idempotent: false,
        repeatable: false,
        body,
      },
      options,
    );
  }

  /**
   * Delivery obligations of the seller. One row per lot whose window has not ended, or with
   * `ended=true` per lot that ended in the last 30 days. These are obligations, not live capacity.
   */
  listDeliveries(query: ListDeliveriesQuery = {}, options: RequestOptions = {}): Promise<Deliveries> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/seller/v1/deliveries',
        credential: 'seller',
        idempotent: false,
        repeatable: true,
        query,
      },
      options,
    );
  }

  /** Every item of `listDeliveries`, page after page. */
  iterateDeliveries(query: ListDeliveriesQuery = {}, options: RequestOptions = {}): AsyncGenerator<Delivery> {
    return eachItem(
      (cursor) => this.listDeliveries({ ...query, cursor }, options),
      (page) => page.deliveries,
      query.cursor,
    );
  }

  /**
   * A new address for a calendar of the windows. The answer shows the address once; the one before
   * stops. Everybody who has the address can read the windows, without a key.
   */
  renewCalendar(options: RequestOptions = {}): Promise<Calendar> {
    return this.transport.send(
      {
        method: 'POST',
        path: '/seller/v1/deliveries/calendar',
        credential: 'seller',
        idempotent: false,
        repeatable: false,
      },
      options,
    );
  }

  /** End the address of the calendar */
  endCalendar(options: RequestOptions = {}): Promise<void> {
    return this.transport.send(
      {
        method: 'DELETE',
        path: '/seller/v1/deliveries/calendar',
        credential: 'seller',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /**
   * The windows of a seller as iCalendar. One event per lot: of the newest 1,000 that are owed, and
   * the newest 200 that ended in the last 30 days. A lot that ended before its window is
   * `CANCELLED`. Model and tokens are shown; no buyer and no price.
   */
  readCalendar(id: string, query: ReadCalendarQuery, options: RequestOptions = {}): Promise<void> {
    return this.transport.send(
      {
        method: 'GET',
        path: `/seller/v1/calendars/${encodeURIComponent(id)}`,
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
  register(body: RegisterSeller, options: RequestOptions & { readonly currentKey?: string | undefined } = {}): Promise<Seller> {
    return this.transport.send(
      {
        method: 'POST',
        path: '/seller/v1/register',
        credential: null,
        idempotent: false,
        repeatable: true,
        body,
      },
      options,
    );
  }

  /**
   * Check an endpoint before it is registered. Asks the endpoint as the exchange would, with at
   * most four small signed requests that are not paid for, and registers nothing. A registered
   * endpoint is checked for its current key in `X-Seller-API-Key` only.
   */
  checkEndpoint(body: CheckEndpoint, options: RequestOptions & { readonly currentKey?: string | undefined } = {}): Promise<EndpointCheck> {
    return this.transport.send(
      {
        method: 'POST',
        path: '/seller/v1/register/check',
        credential: null,
        idempotent: false,
        repeatable: false,
        body,
      },
      options,
    );
  }

  /** The seller's own record */
  getProfile(options: RequestOptions = {}): Promise<SellerProfile> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/seller/v1/profile',
        credential: 'seller',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /** What the exchange owes the seller, its standing and its newest reports */
  getSellerAccount(options: RequestOptions = {}): Promise<SellerAccount> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/seller/v1/account',
        credential: 'seller',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /**
   * Statement of the seller. Earnings and payouts that sum to what is owed: JSON in pages, or one
   * CSV or one file of JSON lines. A file without its closing balance is truncated. One at a time
   * per seller.
   */
  getSellerStatement(query: GetSellerStatementQuery = {}, options: RequestOptions = {}): Promise<SellerStatement> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/seller/v1/account/statement',
        credential: 'seller',
        idempotent: false,
        repeatable: true,
        query,
      },
      options,
    );
  }

  /** Every item of `getSellerStatement`, page after page. */
  iterateSellerStatement(query: GetSellerStatementQuery = {}, options: RequestOptions = {}): AsyncGenerator<StatementLine> {
    return eachItem(
      (cursor) => this.getSellerStatement({ ...query, cursor }, options),
      (page) => page.lines,
      query.cursor,
    );
  }

  /** Active offers of the seller */
  listOffers(options: RequestOptions = {}): Promise<OfferList> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/seller/v1/offers',
        credential: 'seller',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

  /** Post an offer to the book */
  createOffer(body: CreateOffer, options: RequestOptions = {}): Promise<CreatedOffer> {
    return this.transport.send(
      {
        method: 'POST',
        path: '/seller/v1/offers',
        credential: 'seller',
        idempotent: true,
        repeatable: true,
        body,
      },
      options,
    );
  }

  /** Cancel the unfilled remainder of an offer */
  cancelOffer(id: string, options: RequestOptions = {}): Promise<void> {
    return this.transport.send(
      {
        method: 'DELETE',
        path: `/seller/v1/offers/${encodeURIComponent(id)}`,
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
  reportCapacity(body: CapacityReport, options: RequestOptions = {}): Promise<CapacitySnapshot> {
    return this.transport.send(
      {
        method: 'POST',
        path: '/seller/v1/capacity',
        credential: 'seller',
        idempotent: false,
        repeatable: true,
        body,
      },
      options,
    );
  }
}
