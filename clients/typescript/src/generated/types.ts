/** Written by `npm run generate`; do not edit. */

/** Codes of refusals. A newer exchange may have more. */
export type ErrorCode =
  | 'invalid_request'
  | 'invalid_price'
  | 'invalid_quantity'
  | 'invalid_region'
  | 'invalid_tenor'
  | 'invalid_model'
  | 'invalid_endpoint_url'
  | 'invalid_decisions'
  | 'invalid_reason'
  | 'request_too_large'
  | 'unauthorized'
  | 'key_of_other_mode'
  | 'key_expired'
  | 'insufficient_balance'
  | 'key_limit_reached'
  | 'no_fill_at_limit'
  | 'contract_exhausted'
  | 'forbidden'
  | 'key_restricted'
  | 'seller_suspended'
  | 'seller_banned'
  | 'not_found'
  | 'no_match'
  | 'method_not_allowed'
  | 'bid_timeout'
  | 'endpoint_already_registered'
  | 'seller_default'
  | 'contract_pending'
  | 'contract_expired'
  | 'misdirected_request'
  | 'idempotency_conflict'
  | 'rate_limited'
  | 'internal_error'
  | 'seller_unreachable'
  | 'market_halted'
  | 'ended_by_operator'
  | 'service_unavailable';

/** What webhooks send. A newer exchange may have more. */
export type WebhookEvent =
  | OrderPartiallyFilledEvent
  | OrderFilledEvent
  | OrderCancelledEvent
  | OrderExpiredEvent
  | OrderRejectedEvent
  | LotSoldEvent
  | LotOpenedEvent
  | LotEndingEvent
  | LotEndedEvent
  | LotDefaultedEvent
  | TicketExhaustedEvent
  | AccountDepositedEvent
  | SellerStandingChangedEvent
  | SellerKeyRotatedEvent
  | SellerLimitLearnedEvent
  | ContractSellerStandingChangedEvent
  | WebhookTestEvent
  | WebhookChallengeEvent;

/** What the event is about. */
export interface AccountData {
  /** Id of the account. */
  readonly account_id: string;
  /** Deposited amount. USD. */
  readonly amount: string;
  /** The operator's reference. */
  readonly reference: string;
}

/** Money was deposited into the account. */
export interface AccountDepositedEvent {
  /** Id of the event, also in `webhook-id`: the same in every repetition. */
  readonly id: string;
  /** Type of the event. */
  readonly type: 'account.deposited';
  /** When it happened; RFC 3339, UTC. */
  readonly timestamp: string;
  /** What the event is about. */
  readonly data: AccountData;
}

export interface AccountStatement {
  /** Id of the account. */
  readonly account_id: string;
  /** Currency of every amount. */
  readonly currency: 'USD';
  /** Start, inclusive; null for the beginning; RFC 3339, UTC. */
  readonly from: string | null;
  /** End, exclusive; null for the time of the first page; RFC 3339, UTC. */
  readonly to: string | null;
  /** Time of the snapshot that all pages read; RFC 3339, UTC. */
  readonly as_of: string;
  /** Balance before the first line. USD. */
  readonly opening_balance: string;
  /** Balance after the last line of the last page. USD. */
  readonly closing_balance: string;
  /** In the order of `sort`. */
  readonly lines: readonly StatementLine[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Whether there is a next page. */
  readonly has_more: boolean;
}

export interface AccountSummary {
  /** Id of the account. */
  readonly account_id: string;
  /** Currency of every amount. */
  readonly currency: 'USD';
  /** Deposits minus charges. USD. */
  readonly balance: string;
  /** Held for requests and orders in progress. USD. */
  readonly reserved: string;
  /** `balance` minus `reserved`. USD. */
  readonly available: string;
  /** Default `max_price`. USD per 1,000 tokens. */
  readonly price_ceiling: string | null;
  /** The newest 1,000 open holds, newest first. */
  readonly reservations: readonly Reservation[];
  /** Time of the last change of the balance; RFC 3339, UTC. */
  readonly updated_at: string;
}

export interface ActiveSeller {
  /** Id of the seller. */
  readonly seller_id: string;
  /** Tier of the venue, by its reputation. */
  readonly venue_class: 'prime' | 'standard' | 'basic' | 'unrated';
  /** From 0 to 100. */
  readonly score: number | null;
  /** The instrument that it answered most within 24 hours; null for none. */
  readonly model_id: string | null;
  readonly day: SellerFigures;
}

export interface ActiveSellers {
  /** By score, the best first, at most 500. */
  readonly sellers: readonly ActiveSeller[];
  /** When it was read; RFC 3339, UTC. */
  readonly as_of: string;
}

export interface Ask {
  /** Id of the ask. */
  readonly ask_id: string;
  /** An instrument string. */
  readonly model_id: string;
  /** Region of execution. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global';
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor: 'spot' | '1h' | '1d' | '7d' | '30d';
  /** USD per 1,000 tokens. */
  readonly price: string;
  /** Offered quantity. Tokens. */
  readonly capacity: number;
  /** Unfilled quantity. Tokens. */
  readonly remaining: number;
  /** Time of posting; RFC 3339, UTC. */
  readonly created_at: string;
  /** Expiry; RFC 3339, UTC. */
  readonly expires_at: string;
}

export interface AskList {
  /** Active asks of the seller. */
  readonly asks: readonly Ask[];
}

export interface Attempt {
  /** Number of the attempt, from 1. */
  readonly number: number;
  /** State of the attempt. */
  readonly state: 'planned' | 'sent' | 'delivered' | 'failed' | 'unknown';
  /** Kind of its failure. */
  readonly reason: string | null;
  /** Why it failed. */
  readonly detail: string | null;
  /** Start of the attempt; RFC 3339, UTC. */
  readonly started_at: string;
  /** End of the attempt; null while in progress; RFC 3339, UTC. */
  readonly ended_at: string | null;
}

export interface BuyerKey {
  /** Id of the key. */
  readonly key_id: string;
  /** Given when it was issued. */
  readonly label: string | null;
  /**
   * `inference`: sends requests. `manage`: issues and changes the keys of its account, and buys
   * nothing.
   */
  readonly kind: 'inference' | 'manage';
  /** What it may spend at most; null for no limit. USD. */
  readonly limit: string | null;
  /**
   * What is left now: the limit without what it used in the period and what its requests hold; null
   * for no limit. USD.
   */
  readonly limit_remaining: string | null;
  /**
   * When what counts against the limit begins at zero again: at midnight UTC, of each day, Monday
   * or first of a month. Null: never.
   */
  readonly limit_reset: 'daily' | 'weekly' | 'monthly' | null;
  /** What its chat requests cost; of an older key, since the upgrade. USD. */
  readonly usage: string;
  /** The only instruments that it may ask for; null for any. */
  readonly models: readonly string[] | null;
  /** The only regions that it may ask for; null for any. */
  readonly regions: readonly ('us-east' | 'us-west' | 'eu-west' | 'apac')[] | null;
  /** Its highest price; null for none. USD per 1,000 tokens. */
  readonly max_price: string | null;
  /** When it expires; null if it does not; RFC 3339, UTC. */
  readonly expires_at: string | null;
  /** Until when its text from before a rotation works too; null if there is none; RFC 3339, UTC. */
  readonly previous_expires_at: string | null;
  /** When it was issued; RFC 3339, UTC. */
  readonly created_at: string;
  /** When it was revoked; null while it is valid; RFC 3339, UTC. */
  readonly revoked_at: string | null;
}

export interface BuyerRequest {
  /** Id of the request; the statement names it. */
  readonly order_id: string;
  /** `x-request-id` of the request. */
  readonly request_id: string;
  /** `open` while in progress. A refused request costs nothing. */
  readonly status: 'open' | 'filled' | 'refused';
  /** An instrument string. */
  readonly model_id: string;
  /** Whether the answer is streamed. */
  readonly stream: boolean;
  /** Required region; null for any. */
  readonly requested_region: string | null;
  /** Highest price that the request would have paid. USD per 1,000 tokens. */
  readonly price_limit: string;
  /** Id of the contract that it draws on; null when it is paid from the balance. */
  readonly contract_id: string | null;
  /** Id of the fill; null without one. */
  readonly fill_id: string | null;
  /** Id of the seller; null without a fill. */
  readonly seller_id: string | null;
  /** Tier of the venue, by its reputation. */
  readonly venue_class: 'prime' | 'standard' | 'basic' | 'unrated' | null;
  /** Region of execution; null without a fill. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global' | null;
  /** Price of the fill; null without one. USD per 1,000 tokens. */
  readonly price: string | null;
  /** List price at the match; null before it is settled. USD per 1,000 tokens. */
  readonly list_price: string | null;
  /** Charged quantity. Tokens. */
  readonly tokens: number;
  /** Cost; for a contract, part of what was paid for it. USD. */
  readonly cost: string;
  /** Why it was refused; null otherwise. */
  readonly refusal: BuyerRequestRefusal | null;
  /** When it was received; RFC 3339, UTC. */
  readonly received_at: string;
  /** When an ask was reserved for it; null before; RFC 3339, UTC. */
  readonly matched_at: string | null;
  /** Start of the attempt that delivered, or of the latest; RFC 3339, UTC. */
  readonly dispatched_at: string | null;
  /**
   * Seller's first byte; without streaming the whole answer; null before it is settled; RFC 3339,
   * UTC.
   */
  readonly first_byte_at: string | null;
  /** When it was settled or refused; null before; RFC 3339, UTC. */
  readonly ended_at: string | null;
}

export interface BuyerRequestDetails {
  /** Id of the request; the statement names it. */
  readonly order_id: string;
  /** `x-request-id` of the request. */
  readonly request_id: string;
  /** `open` while in progress. A refused request costs nothing. */
  readonly status: 'open' | 'filled' | 'refused';
  /** An instrument string. */
  readonly model_id: string;
  /** Whether the answer is streamed. */
  readonly stream: boolean;
  /** Required region; null for any. */
  readonly requested_region: string | null;
  /** Highest price that the request would have paid. USD per 1,000 tokens. */
  readonly price_limit: string;
  /** Id of the contract that it draws on; null when it is paid from the balance. */
  readonly contract_id: string | null;
  /** Id of the fill; null without one. */
  readonly fill_id: string | null;
  /** Id of the seller; null without a fill. */
  readonly seller_id: string | null;
  /** Tier of the venue, by its reputation. */
  readonly venue_class: 'prime' | 'standard' | 'basic' | 'unrated' | null;
  /** Region of execution; null without a fill. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global' | null;
  /** Price of the fill; null without one. USD per 1,000 tokens. */
  readonly price: string | null;
  /** List price at the match; null before it is settled. USD per 1,000 tokens. */
  readonly list_price: string | null;
  /** Charged quantity. Tokens. */
  readonly tokens: number;
  /** Cost; for a contract, part of what was paid for it. USD. */
  readonly cost: string;
  /** Why it was refused; null otherwise. */
  readonly refusal: BuyerRequestRefusal | null;
  /** When it was received; RFC 3339, UTC. */
  readonly received_at: string;
  /** When an ask was reserved for it; null before; RFC 3339, UTC. */
  readonly matched_at: string | null;
  /** Start of the attempt that delivered, or of the latest; RFC 3339, UTC. */
  readonly dispatched_at: string | null;
  /**
   * Seller's first byte; without streaming the whole answer; null before it is settled; RFC 3339,
   * UTC.
   */
  readonly first_byte_at: string | null;
  /** When it was settled or refused; null before; RFC 3339, UTC. */
  readonly ended_at: string | null;
  /** What an open order waits for, in a sentence; null once it has ended. */
  readonly waiting_for: string | null;
  /** Reserved quantity of the fill; null without one. Tokens. */
  readonly quantity: number | null;
  /** Length of the prompt as the seller reported it. Tokens. */
  readonly prompt_tokens: number | null;
  /** Length of the answer as the seller reported it. Tokens. */
  readonly completion_tokens: number | null;
  /** Oldest first. */
  readonly attempts: readonly RequestAttempt[];
}

export interface BuyerRequestList {
  /** Newest first. */
  readonly requests: readonly BuyerRequest[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Whether there is a next page. */
  readonly has_more: boolean;
}

/** Why it was refused; null otherwise. */
export interface BuyerRequestRefusal {
  /** Code of the refusal. */
  readonly code: string;
  /** Message of the refusal. */
  readonly message: string;
}

export interface Calendar {
  /**
   * Address of the calendar: absolute if the exchange has a public address, otherwise a path on the
   * same server.
   */
  readonly calendar_url: string;
}

export interface Candle {
  /** Start of the bucket; RFC 3339, UTC. */
  readonly time: string;
  /** USD per 1,000 tokens. */
  readonly open: string;
  /** USD per 1,000 tokens. */
  readonly high: string;
  /** USD per 1,000 tokens. */
  readonly low: string;
  /** USD per 1,000 tokens. */
  readonly close: string;
  /** Traded quantity. Tokens. */
  readonly volume: number;
}

export interface Candles {
  /** An instrument string. */
  readonly model_id: string;
  /** `any` covers all regions. */
  readonly region?: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global' | 'any' | undefined;
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor: 'spot' | '1h' | '1d' | '7d' | '30d';
  /** Length of a bucket. */
  readonly interval: '1m' | '5m' | '1h' | '1d';
  /** Oldest first. Buckets without trades are omitted. */
  readonly candles: readonly Candle[];
}

export interface CapacityReport {
  /** An instrument string; trimmed and lower-cased. */
  readonly model_id: string;
  /** Tokens servable now. */
  readonly available_tokens: number;
  /** Tokens already committed. */
  readonly queued_tokens: number;
}

export interface CapacitySnapshot {
  /** Id of the seller. */
  readonly seller_id: string;
  /** An instrument string. */
  readonly model_id: string;
  /** Tokens servable now. */
  readonly available_tokens: number;
  /** Tokens already committed. */
  readonly queued_tokens: number;
  /** Quantity owed in open windows, with what requests under way have reserved. Tokens. */
  readonly owed_tokens: number;
  /** Time of the report; RFC 3339, UTC. */
  readonly reported_at: string;
  /** That more is owed than can be served, as the report says; null otherwise. */
  readonly warning: string | null;
}

export interface Catalog {
  /** Families of instruments. */
  readonly families: readonly Family[];
  /** Every region. */
  readonly regions: readonly ('us-east' | 'us-west' | 'eu-west' | 'apac' | 'global')[];
  /** Time of computation; RFC 3339, UTC. */
  readonly as_of: string;
}

export interface ChangeKey {
  /** Label of the key. */
  readonly label?: string | null | undefined;
  /** What it may spend at most, in USD: a decimal string with at most 8 decimals. */
  readonly limit?: string | null | undefined;
  /**
   * When what counts against the limit begins at zero again: at midnight UTC, of each day, Monday
   * or first of a month. Null: never.
   */
  readonly limit_reset?: 'daily' | 'weekly' | 'monthly' | null | undefined;
  /** The only instruments that it may ask for. */
  readonly models?: readonly string[] | null | undefined;
  /** The only regions that it may ask for. With one region, each request is pinned to it. */
  readonly regions?: readonly ('us-east' | 'us-west' | 'eu-west' | 'apac')[] | null | undefined;
  /** USD per 1,000 tokens: a decimal string with at most 8 decimals, above zero. */
  readonly max_price?: string | null | undefined;
  /** RFC 3339, any offset. */
  readonly expires_at?: string | null | undefined;
  /** Quotas that replace the defaults. */
  readonly quotas?: CreateKeyQuotas | null | undefined;
}

export interface CheckEndpoint {
  /** As it would be registered. */
  readonly endpoint_url: string;
  /** A model that it serves, in its own spelling. */
  readonly model: string;
  /**
   * Value of the `Authorization` header that the endpoint wants. Without this field the registered
   * one is sent, when the request has the key of the seller.
   */
  readonly upstream_authorization?: string | null | undefined;
}

export interface Contract {
  /** Id of the contract. */
  readonly contract_id: string;
  /** Id of the order that created it. */
  readonly order_id: string;
  /** Id of the ticket; null if none. */
  readonly ticket_id: string | null;
  /** An instrument string. */
  readonly model_id: string;
  /** The same as `model_id`. */
  readonly instrument: string;
  /** Region that it is pinned to; null for any. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global' | null;
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor: 'spot' | '1h' | '1d' | '7d' | '30d';
  /** Purchased quantity. Tokens. */
  readonly quantity: number;
  /** Quantity that can be drawn of its lots. Tokens. */
  readonly remaining: number;
  /** Quantity reserved by requests under way; what they do not use remains again. Tokens. */
  readonly reserved_tokens: number;
  /** Average price of its lots. USD per 1,000 tokens. */
  readonly price: string;
  /** Whether requests can draw on it. */
  readonly status: 'pending' | 'active' | 'exhausted' | 'expired' | 'defaulted';
  /** Start of the window; RFC 3339, UTC. */
  readonly delivery_start: string;
  /** End of the window; RFC 3339, UTC. */
  readonly expires_at: string;
  /** Time of creation; RFC 3339, UTC. */
  readonly created_at: string;
  /** Delivery obligation of each seller. */
  readonly lots: readonly Lot[];
}

/** What the event is about. */
export interface ContractData {
  /** Id of the contract. */
  readonly contract_id: string;
  /** Id of the seller. */
  readonly seller_id: string;
  /** The standing from now on. */
  readonly standing: 'Active' | 'Probation' | 'Suspended' | 'Banned';
}

export interface ContractList {
  /** Newest first. */
  readonly contracts: readonly Contract[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Whether there is a next page. */
  readonly has_more: boolean;
}

/** The standing of a seller changed that owes tokens under a contract. */
export interface ContractSellerStandingChangedEvent {
  /** Id of the event, also in `webhook-id`: the same in every repetition. */
  readonly id: string;
  /** Type of the event. */
  readonly type: 'contract.seller_standing_changed';
  /** When it happened; RFC 3339, UTC. */
  readonly timestamp: string;
  /** What the event is about. */
  readonly data: ContractData;
}

export interface CreateAsk {
  /** An instrument string; trimmed and lower-cased. */
  readonly model_id: string;
  /** USD per 1,000 tokens: a decimal string with at most 8 decimals, above zero. */
  readonly price: string;
  /** Tokens: a whole number from 1 to 10^12. */
  readonly capacity: number;
  /** Lifetime in seconds, at most ten years. */
  readonly ttl_seconds?: number | null | undefined;
  /** Default: the first region of the registration, or `global` without one. */
  readonly region?: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global' | null | undefined;
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor?: 'spot' | '1h' | '1d' | '7d' | '30d' | null | undefined;
}

export interface CreateContract {
  /** An instrument string; trimmed and lower-cased. */
  readonly model_id: string;
  /** Tokens: a whole number from 1 to 10^12. */
  readonly quantity: number;
  /** Limit, USD per 1,000 tokens: a decimal string with at most 8 decimals. */
  readonly price: string;
  /** Restricts delivery to a region; `global` means no restriction. */
  readonly region?: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global' | null | undefined;
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor?: 'spot' | '1h' | '1d' | '7d' | '30d' | null | undefined;
  /**
   * How the open remainder of the order ends. Default `GTC`. `GTC`: the remainder stays in the book
   * until it is filled or cancelled. `IOC`: the remainder is cancelled: the order ends `cancelled`,
   * with a `reason`. `FOK`: the remainder never exists: the whole quantity is filled at once, or
   * the order is `rejected`, with a `reason`. `GTD`: the remainder stays in the book until
   * `expires_at`; an order that enters the book after that time is `expired`. `GTD` needs
   * `expires_at`.
   */
  readonly time_in_force?: 'GTC' | 'IOC' | 'FOK' | 'GTD' | null | undefined;
  /** RFC 3339, any offset. */
  readonly expires_at?: string | null | undefined;
  /** Unique within the account. A repeated request with the same terms returns the same order. */
  readonly client_order_id?: string | null | undefined;
}

export interface CreateKey {
  /**
   * `inference`: sends requests. `manage`: issues and changes the keys of its account, and buys
   * nothing.
   */
  readonly kind?: 'inference' | 'manage' | undefined;
  /** Label of the key. */
  readonly label?: string | null | undefined;
  /** What it may spend at most, in USD: a decimal string with at most 8 decimals. */
  readonly limit?: string | null | undefined;
  /**
   * When what counts against the limit begins at zero again: at midnight UTC, of each day, Monday
   * or first of a month. Null: never.
   */
  readonly limit_reset?: 'daily' | 'weekly' | 'monthly' | null | undefined;
  /** The only instruments that it may ask for. */
  readonly models?: readonly string[] | null | undefined;
  /** The only regions that it may ask for. With one region, each request is pinned to it. */
  readonly regions?: readonly ('us-east' | 'us-west' | 'eu-west' | 'apac')[] | null | undefined;
  /** USD per 1,000 tokens: a decimal string with at most 8 decimals, above zero. */
  readonly max_price?: string | null | undefined;
  /** RFC 3339, any offset. */
  readonly expires_at?: string | null | undefined;
  /** Quotas that replace the defaults. */
  readonly quotas?: CreateKeyQuotas | null | undefined;
}

/** Quotas that replace the defaults. */
export interface CreateKeyQuotas {
  /** Chat requests of the key. */
  readonly chat?: CreateKeyQuotasChat | undefined;
}

/** Chat requests of the key. */
export interface CreateKeyQuotasChat {
  /** Requests per window. */
  readonly limit: number;
  /** Length of the window in seconds. */
  readonly window_seconds: number;
}

export interface CreateOffer {
  /** An instrument string; trimmed and lower-cased. */
  readonly model: string;
  /** A region of execution. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global';
  /** USD per 1,000,000 tokens: a decimal string with at most 5 decimals, above zero. */
  readonly price_per_million_tokens: string;
  /** Tokens: a whole number from 1 to 10^12. */
  readonly quantity_tokens: number;
  /** Lifetime in seconds, at most ten years. */
  readonly valid_for_seconds: number;
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor?: 'spot' | '1h' | '1d' | '7d' | '30d' | null | undefined;
}

export interface CreateTicket {
  /** An instrument string; trimmed and lower-cased. */
  readonly model?: string | null | undefined;
  /** Tokens: a whole number from 1 to 10^12. */
  readonly quantity_tokens?: number | null | undefined;
  /** USD per 1,000 tokens: a decimal string with at most 8 decimals, above zero. */
  readonly max_price?: string | null | undefined;
  /** A region of execution. */
  readonly region?: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global' | null | undefined;
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor?: 'spot' | '1h' | '1d' | '7d' | '30d' | null | undefined;
  /** Seconds in which a spot ticket may be redeemed; default 3,600. Not with a tenor. */
  readonly ttl_seconds?: number | null | undefined;
  /** Without other fields: a new credential for a contract of the account. */
  readonly contract_id?: string | null | undefined;
}

export interface CreateWebhook {
  /** Absolute https URL of a public host; events are sent to it by POST. */
  readonly url: string;
  /** Types of the events to send; null for all, also for later ones. */
  readonly event_types?: readonly ('order.partially_filled' | 'order.filled' | 'order.cancelled' | 'order.expired' | 'order.rejected' | 'lot.sold' | 'lot.opened' | 'lot.ending' | 'lot.ended' | 'lot.defaulted' | 'ticket.exhausted' | 'account.deposited' | 'seller.standing_changed' | 'seller.key_rotated' | 'seller.limit_learned' | 'contract.seller_standing_changed')[] | null | undefined;
  /** Text for people. */
  readonly description?: string | null | undefined;
}

export interface CreatedAsk {
  /** Id of the ask. */
  readonly ask_id: string;
  /** An instrument string. */
  readonly model_id: string;
  /** Region of execution. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global';
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor: 'spot' | '1h' | '1d' | '7d' | '30d';
  /** USD per 1,000 tokens. */
  readonly price: string;
  /** Offered quantity. Tokens. */
  readonly capacity: number;
  /** Unfilled quantity. Tokens. */
  readonly remaining: number;
  /** Time of posting; RFC 3339, UTC. */
  readonly created_at: string;
  /** Expiry; RFC 3339, UTC. */
  readonly expires_at: string;
  /** Id of the seller. */
  readonly seller_id: string;
}

export interface CreatedOffer {
  /** Id of the offer. */
  readonly offer_id: string;
  /** Status of the offer. */
  readonly status: 'active' | 'filled' | 'cancelled' | 'expired';
  /** An instrument string. */
  readonly model: string;
  /** Region of execution. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global';
  /** USD per 1,000,000 tokens. */
  readonly price_per_million_tokens: string;
  /** Offered quantity. Tokens. */
  readonly quantity_tokens: number;
  /** Unfilled quantity. Tokens. */
  readonly remaining_tokens: number;
  /** Time of posting; RFC 3339, UTC. */
  readonly created_at: string;
  /** Expiry; RFC 3339, UTC. */
  readonly expires_at: string;
  /** Lifetime in seconds, at most ten years. */
  readonly valid_for_seconds: number;
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor: 'spot' | '1h' | '1d' | '7d' | '30d';
}

export interface CreatedTicket {
  /** Id of the ticket. */
  readonly ticket_id: string;
  /** Id of the contract. */
  readonly contract_id: string;
  /** Id of the order that created the contract. */
  readonly order_id: string;
  /** An instrument string. */
  readonly model: string;
  /** Region that it is pinned to; null for any. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global' | null;
  /** Tier of the venue, by its reputation. */
  readonly seller_class: 'prime' | 'standard' | 'basic' | 'unrated';
  /** Purchased quantity. Tokens. */
  readonly quantity_tokens: number;
  /** Quantity that can be drawn. Tokens. */
  readonly remaining_tokens: number;
  /** Quantity reserved by requests under way; what they do not use remains again. Tokens. */
  readonly reserved_tokens: number;
  /** USD per 1,000 tokens. */
  readonly price: string;
  /** A ticket is active from its purchase on. */
  readonly status: 'active' | 'exhausted' | 'expired' | 'defaulted';
  /** Start of the window; RFC 3339, UTC. */
  readonly delivery_start: string;
  /** End of the window; RFC 3339, UTC. */
  readonly expires_at: string;
  /** Time of issue; RFC 3339, UTC. */
  readonly created_at: string;
  /** Shown once; `Authorization: Bearer` on chat. */
  readonly credential: string;
}

/** The key of the request. */
export interface CurrentKey {
  /** Its terms and its use. */
  readonly data: CurrentKeyData;
}

/** Its terms and its use. */
export interface CurrentKeyData {
  /** Given when it was issued; empty for none. */
  readonly label: string;
  /** What it may spend at most; null for no limit. USD. */
  readonly limit: number | null;
  /** What is left of it now; null for no limit. USD. */
  readonly limit_remaining: number | null;
  /**
   * When what counts against the limit begins at zero again: at midnight UTC, of each day, Monday
   * or first of a month. Null: never.
   */
  readonly limit_reset: 'daily' | 'weekly' | 'monthly' | null;
  /** What its chat requests cost. USD. */
  readonly usage: number;
  /** Those since midnight UTC. USD. */
  readonly usage_daily: number;
  /** Those since Monday, UTC. USD. */
  readonly usage_weekly: number;
  /** Those since the first of the month, UTC. USD. */
  readonly usage_monthly: number;
  /** Whether it is a key of test mode. */
  readonly is_free_tier: boolean;
  /** Whether it is of kind `manage`. */
  readonly is_management_key: boolean;
  /** When it expires; null if it does not; RFC 3339, UTC. */
  readonly expires_at: string | null;
}

/** What happens to prompts. */
export interface DataPolicy {
  /** Whether prompts are kept after the answer. */
  readonly retains_prompts?: boolean | null | undefined;
  /** Whether models are trained on prompts. */
  readonly trains?: boolean | null | undefined;
}

export interface Decision {
  /** RFC 3339, any offset. */
  readonly at: string;
  /** Null for a decision about the whole cluster. */
  readonly model_id?: string | null | undefined;
  /** Whether capacity was listed as a result. */
  readonly sold: boolean;
  /** Free text. */
  readonly reason: string;
  /** Tokens of the decision, if it had a quantity. */
  readonly tokens?: number | null | undefined;
  /** USD per 1,000,000 tokens, if the decision had a price. */
  readonly price_per_million?: string | null | undefined;
}

export interface Decisions {
  /** Newest last. The newest 200 of a seller are stored. */
  readonly decisions: readonly Decision[];
}

/**
 * What the endpoint can do with a model, as in the provider document of OpenRouter. What is not
 * declared is unknown.
 */
export interface DeclaredModel {
  /** An instrument string; trimmed and lower-cased. */
  readonly model: string;
  /**
   * The name by which this endpoint is asked for the model. Default: the spelling in
   * `supported_models`.
   */
  readonly upstream_model?: string | null | undefined;
  /** Most tokens of prompt and answer together. */
  readonly context_window?: number | null | undefined;
  /** Most tokens of an answer. */
  readonly max_output_tokens?: number | null | undefined;
  /** What a prompt may contain: `text`, `image`, `audio`, `file`, `video`. */
  readonly input_modalities?: readonly string[] | null | undefined;
  /** What an answer may contain: `text`, `image`, `audio`. */
  readonly output_modalities?: readonly string[] | null | undefined;
  /**
   * What requests may use: `tools`, `json_mode`, `json_schema` (also called `structured_outputs`),
   * `logprobs`, `n`. Other names are kept and match nothing.
   */
  readonly features?: readonly string[] | null | undefined;
  /** Number format of the weights. */
  readonly quantization?: 'int4' | 'int8' | 'fp4' | 'fp6' | 'fp8' | 'fp16' | 'bf16' | 'fp32' | 'unknown' | null | undefined;
  readonly data_policy?: DataPolicy | undefined;
}

export interface DeclaredModelShown {
  /** The instrument. */
  readonly model: string;
  /**
   * The name by which this endpoint is asked for the model. Default: the spelling in
   * `supported_models`.
   */
  readonly upstream_model?: string | null | undefined;
  /** Most tokens of prompt and answer together. */
  readonly context_window?: number | null | undefined;
  /** Most tokens of an answer. */
  readonly max_output_tokens?: number | null | undefined;
  /** What a prompt may contain: `text`, `image`, `audio`, `file`, `video`. */
  readonly input_modalities?: readonly string[] | null | undefined;
  /** What an answer may contain: `text`, `image`, `audio`. */
  readonly output_modalities?: readonly string[] | null | undefined;
  /**
   * What requests may use: `tools`, `json_mode`, `json_schema` (also called `structured_outputs`),
   * `logprobs`, `n`. Other names are kept and match nothing.
   */
  readonly features?: readonly string[] | null | undefined;
  /** Number format of the weights. */
  readonly quantization?: 'int4' | 'int8' | 'fp4' | 'fp6' | 'fp8' | 'fp16' | 'bf16' | 'fp32' | 'unknown' | null | undefined;
  readonly data_policy?: DataPolicy | undefined;
}

export interface Deliveries {
  /** One row per lot. */
  readonly deliveries: readonly Delivery[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Whether there is a next page. */
  readonly has_more: boolean;
}

export interface Delivery {
  /** Id of the contract. */
  readonly contract_id: string;
  /** Id of the lot. */
  readonly lot_id: string;
  /** Id of the account of the buyer. */
  readonly buyer_id: string;
  /** An instrument string. */
  readonly instrument: string;
  /** As of the lot of a contract; owed while pending or active. */
  readonly status: 'pending' | 'active' | 'exhausted' | 'expired' | 'defaulted' | 'voided';
  /** Purchased quantity. Tokens. */
  readonly quantity: number;
  /** Quantity that can be drawn. Tokens. */
  readonly remaining: number;
  /** Quantity reserved by requests under way; what they do not use remains again. Tokens. */
  readonly reserved_tokens: number;
  /** Quantity that was drawn. Tokens. */
  readonly drawn_tokens: number;
  /** Quantity that was not drawn, and was paid at the end of the window. Tokens. */
  readonly paid_tokens: number;
  /** Quantity that was not drawn, and went back to the buyer. Tokens. */
  readonly refunded_tokens: number;
  /** Amount owed to the seller for it so far, after the fee. USD. */
  readonly earned: string;
  /** Amount that went back to the buyer. USD. */
  readonly refunded: string;
  /** Amount that the buyer has paid and that is in escrow. USD. */
  readonly in_escrow: string;
  /** Start of the window; RFC 3339, UTC. */
  readonly delivery_start: string;
  /** End of the window; RFC 3339, UTC. */
  readonly expires_at: string;
  /** Recorded end; null for a lot that is owed; RFC 3339, UTC. */
  readonly ended_at: string | null;
  /** Why tokens went back to the buyer; null if none did. */
  readonly refund_reason: string | null;
  /**
   * What the seller was asked when, what it answered, and which probes failed, before the lot
   * defaulted; null otherwise.
   */
  readonly default_evidence: DeliveryDefaultEvidence | null;
}

/**
 * What the seller was asked when, what it answered, and which probes failed, before the lot
 * defaulted; null otherwise.
 */
export interface DeliveryDefaultEvidence {
  /** Id of the request that failed. */
  readonly request_id: string;
  /** In chronological order. */
  readonly attempts: readonly Attempt[];
  /** Probes of the exchange that failed meanwhile, newest first. */
  readonly failed_probes: readonly FailedProbe[];
}

export interface EndpointCheck {
  /** The address, normalised. */
  readonly endpoint_url: string;
  /** Whether no check failed. */
  readonly passed: boolean;
  /**
   * In the order in which to repair what fails. After a failure of the first two, the others are
   * left out.
   */
  readonly checks: readonly EndpointCheckRow[];
}

export interface EndpointCheckRow {
  /** What is checked. */
  readonly check: 'address' | 'reachable' | 'signature' | 'answers' | 'streams' | 'usage' | 'usage in streams' | 'end of stream' | 'idempotency key';
  /** Outcome of the check. */
  readonly status: 'ok' | 'warn' | 'fail' | 'skipped';
  /** What was found. */
  readonly found: string;
  /** What to do about it; null unless it failed. */
  readonly remedy: string | null;
}

export interface FailedProbe {
  /** The `Idempotency-Key` of the probe. */
  readonly probe_id: string;
  /** Why it failed. */
  readonly detail: string;
  /** When it had failed; RFC 3339, UTC. */
  readonly at: string;
}

export interface Family {
  /** Id of the family. */
  readonly family: string;
  /** Display name. */
  readonly name: string;
  /** Instruments of the family. */
  readonly instruments: readonly Instrument[];
}

export interface FillEstimate {
  /** An instrument string. */
  readonly model_id: string;
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor: 'spot' | '1h' | '1d' | '7d' | '30d';
  /** `any` covers all regions. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global' | 'any';
  /** Requested quantity. Tokens. */
  readonly quantity: number;
  /** Requested limit price; null if none. USD per 1,000 tokens. */
  readonly limit_price: string | null;
  /** Quantity currently offered within the limit. Tokens. */
  readonly fillable_quantity: number;
  /** `quantity` minus `fillable_quantity`. Tokens. */
  readonly remaining_quantity: number;
  /** Average price of the fillable quantity. USD per 1,000 tokens. */
  readonly average_price: string | null;
  /** Price of the last token of the fillable quantity. USD per 1,000 tokens. */
  readonly worst_price: string | null;
  /** Estimated seconds until the remaining quantity is offered; null without data. */
  readonly estimated_wait_seconds: number | null;
  /**
   * The lowest limit price at which the book and the asks expected within the horizon cover the
   * quantity. USD per 1,000 tokens.
   */
  readonly suggested_limit_price: string | null;
  /** Horizon in hours for the remaining quantity. */
  readonly horizon_hours: number;
  /** Number of asks within the limit that were placed in the lookback period. */
  readonly sample_size: number;
  /** Length of the lookback period in hours. */
  readonly lookback_hours: number;
  /** From 0 (no data) to 1. */
  readonly confidence: number;
  /** Limitations of the estimate. */
  readonly disclaimer: string;
  /** Time of computation; RFC 3339, UTC. */
  readonly as_of: string;
}

export interface Forward {
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor: 'spot' | '1h' | '1d' | '7d' | '30d';
  /** Start of the next window; RFC 3339, UTC. */
  readonly delivery_start: string;
  /** One per region. */
  readonly quotes: readonly Quote[];
}

export interface Instrument {
  /** An instrument string. */
  readonly model_id: string;
  /** Display name. */
  readonly name: string;
  /** Maximum context length; null if unknown. Tokens. */
  readonly context_window: number | null;
  /** Default `max_tokens` of a chat. Tokens. */
  readonly default_max_tokens: number;
  /**
   * The operator's list price; otherwise the volume-weighted median price of 24 hours. USD per
   * 1,000 tokens.
   */
  readonly list_price: string | null;
  /** Price of the last spot trade in any region; null if none. USD per 1,000 tokens. */
  readonly last_price: string | null;
  /**
   * Price of the first spot trade of the last 24 hours in any region; null if none. USD per 1,000
   * tokens.
   */
  readonly open_24h: string | null;
  /** One per region. */
  readonly quotes: readonly Quote[];
  /** Books of forward tenors, if any. */
  readonly forwards?: readonly Forward[] | undefined;
}

export interface InstrumentSeller {
  /** Id of the seller. */
  readonly seller_id: string;
  /** Lowest price of its active asks. USD per 1,000 tokens. */
  readonly best_ask: string;
  /** Regions of its asks. */
  readonly regions: readonly ('us-east' | 'us-west' | 'eu-west' | 'apac' | 'global')[];
  /** Tier of the venue, by its reputation. */
  readonly venue_class: 'prime' | 'standard' | 'basic' | 'unrated';
  /** From 0 to 100. */
  readonly score: number | null;
  readonly hour: SellerFigures;
  readonly day: SellerFigures;
}

export interface InstrumentSellers {
  /** An instrument string. */
  readonly model_id: string;
  /** Sellers with an active ask of spot capacity, at most 100. */
  readonly sellers: readonly InstrumentSeller[];
  /** When it was read; RFC 3339, UTC. */
  readonly as_of: string;
}

export interface IssuedKey {
  /** Id of the key. */
  readonly key_id: string;
  /** Given when it was issued. */
  readonly label: string | null;
  /**
   * `inference`: sends requests. `manage`: issues and changes the keys of its account, and buys
   * nothing.
   */
  readonly kind: 'inference' | 'manage';
  /** What it may spend at most; null for no limit. USD. */
  readonly limit: string | null;
  /**
   * What is left now: the limit without what it used in the period and what its requests hold; null
   * for no limit. USD.
   */
  readonly limit_remaining: string | null;
  /**
   * When what counts against the limit begins at zero again: at midnight UTC, of each day, Monday
   * or first of a month. Null: never.
   */
  readonly limit_reset: 'daily' | 'weekly' | 'monthly' | null;
  /** What its chat requests cost; of an older key, since the upgrade. USD. */
  readonly usage: string;
  /** The only instruments that it may ask for; null for any. */
  readonly models: readonly string[] | null;
  /** The only regions that it may ask for; null for any. */
  readonly regions: readonly ('us-east' | 'us-west' | 'eu-west' | 'apac')[] | null;
  /** Its highest price; null for none. USD per 1,000 tokens. */
  readonly max_price: string | null;
  /** When it expires; null if it does not; RFC 3339, UTC. */
  readonly expires_at: string | null;
  /** Until when its text from before a rotation works too; null if there is none; RFC 3339, UTC. */
  readonly previous_expires_at: string | null;
  /** When it was issued; RFC 3339, UTC. */
  readonly created_at: string;
  /** When it was revoked; null while it is valid; RFC 3339, UTC. */
  readonly revoked_at: string | null;
  /** Shown once; `Authorization: Bearer` on the Buyer and the Market surface. */
  readonly buyer_key: string;
}

export interface KeyList {
  /** Newest first, revoked ones included. */
  readonly keys: readonly BuyerKey[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Whether there is a next page. */
  readonly has_more: boolean;
}

export interface LearnedLimit {
  /** An instrument string. */
  readonly model_id: string;
  /**
   * What the refused requests needed: `tools`, `json_mode`, `json_schema`, `logprobs`, `n`,
   * `image_input`, `audio_output` and the like; `context_window` if they needed nothing but their
   * length.
   */
  readonly lacks: readonly string[];
  /** Requests with these needs and at least this many tokens go to others. Tokens. */
  readonly from_tokens: number;
  /** When the seller is matched with them again; RFC 3339, UTC. */
  readonly until: string;
}

export interface Level {
  /** USD per 1,000 tokens. */
  readonly price: string;
  /** Tokens at this price. */
  readonly quantity: string;
}

export interface Lot {
  /** Id of the lot. */
  readonly lot_id: string;
  /** Id of the seller. */
  readonly seller_id: string;
  /** Purchased quantity. Tokens. */
  readonly quantity: number;
  /** Quantity that can be drawn. Tokens. */
  readonly remaining: number;
  /** Quantity reserved by requests under way; what they do not use remains again. Tokens. */
  readonly reserved_tokens: number;
  /** USD per 1,000 tokens. */
  readonly price: string;
  /** As of the contract; `voided` if an operator ended it with a refund. */
  readonly status: 'pending' | 'active' | 'exhausted' | 'expired' | 'defaulted' | 'voided';
  /**
   * Time of the newest capacity report of its seller, if that is below what it owes of the model
   * now; null otherwise; RFC 3339, UTC.
   */
  readonly capacity_short_at: string | null;
}

/** What the event is about. */
export interface LotData {
  /** Id of the lot. */
  readonly lot_id: string;
  /** Id of the contract. */
  readonly contract_id: string;
  /** Id of the order that created it. */
  readonly order_id: string;
  /** Id of the account of the buyer. */
  readonly account_id: string;
  /** Id of the seller. */
  readonly seller_id: string;
  /** An instrument string. */
  readonly model_id: string;
  /** Region of the seller. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global';
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor: 'spot' | '1h' | '1d' | '7d' | '30d';
  /** Status of the lot. */
  readonly status: 'open' | 'exhausted' | 'expired' | 'defaulted' | 'voided';
  /** USD per 1,000 tokens. */
  readonly price: string;
  /** Purchased quantity. Tokens. */
  readonly quantity: number;
  /** Drawn by requests. Tokens. */
  readonly drawn_tokens: number;
  /** Reserved by requests under way, which still draw. Tokens. */
  readonly reserved_tokens: number;
  /** Undrawn, and paid to the seller. Tokens. */
  readonly paid_tokens: number;
  /** Undrawn, and refunded to the buyer. Tokens. */
  readonly refunded_tokens: number;
  /** Refunded to the buyer so far. USD. */
  readonly refund: string;
  /** Start of the window; RFC 3339, UTC. */
  readonly delivery_start: string;
  /** End of the window; RFC 3339, UTC. */
  readonly expires_at: string;
  /** Why it ended; null if it is open or all of its tokens were drawn. */
  readonly reason: string | null;
}

/** The seller failed to deliver: the undrawn tokens were refunded to the buyer. */
export interface LotDefaultedEvent {
  /** Id of the event, also in `webhook-id`: the same in every repetition. */
  readonly id: string;
  /** Type of the event. */
  readonly type: 'lot.defaulted';
  /** When it happened; RFC 3339, UTC. */
  readonly timestamp: string;
  /** What the event is about. */
  readonly data: LotData;
}

/**
 * A lot ended: all of its tokens were drawn (`exhausted`), its window ended (`expired`), or an
 * operator ended it with a refund (`voided`).
 */
export interface LotEndedEvent {
  /** Id of the event, also in `webhook-id`: the same in every repetition. */
  readonly id: string;
  /** Type of the event. */
  readonly type: 'lot.ended';
  /** When it happened; RFC 3339, UTC. */
  readonly timestamp: string;
  /** What the event is about. */
  readonly data: LotData;
}

/** The window of a lot ends within an hour, or within a tenth of its length if that is shorter. */
export interface LotEndingEvent {
  /** Id of the event, also in `webhook-id`: the same in every repetition. */
  readonly id: string;
  /** Type of the event. */
  readonly type: 'lot.ending';
  /** When it happened; RFC 3339, UTC. */
  readonly timestamp: string;
  /** What the event is about. */
  readonly data: LotData;
}

/** The window of a lot opened: its tokens can be drawn. */
export interface LotOpenedEvent {
  /** Id of the event, also in `webhook-id`: the same in every repetition. */
  readonly id: string;
  /** Type of the event. */
  readonly type: 'lot.opened';
  /** When it happened; RFC 3339, UTC. */
  readonly timestamp: string;
  /** What the event is about. */
  readonly data: LotData;
}

/** A fill created a lot: the seller owes its tokens from `delivery_start` on. */
export interface LotSoldEvent {
  /** Id of the event, also in `webhook-id`: the same in every repetition. */
  readonly id: string;
  /** Type of the event. */
  readonly type: 'lot.sold';
  /** When it happened; RFC 3339, UTC. */
  readonly timestamp: string;
  /** What the event is about. */
  readonly data: LotData;
}

export interface ModelFigures {
  /** An instrument string. */
  readonly model_id: string;
  readonly hour: SellerFigures;
  readonly day: SellerFigures;
}

export interface Offer {
  /** Id of the offer. */
  readonly offer_id: string;
  /** Status of the offer. */
  readonly status: 'active' | 'filled' | 'cancelled' | 'expired';
  /** An instrument string. */
  readonly model: string;
  /** Region of execution. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global';
  /** USD per 1,000,000 tokens. */
  readonly price_per_million_tokens: string;
  /** Offered quantity. Tokens. */
  readonly quantity_tokens: number;
  /** Unfilled quantity. Tokens. */
  readonly remaining_tokens: number;
  /** Time of posting; RFC 3339, UTC. */
  readonly created_at: string;
  /** Expiry; RFC 3339, UTC. */
  readonly expires_at: string;
}

export interface OfferList {
  /** Active offers of the seller. */
  readonly offers: readonly Offer[];
}

export interface OpenTestAccount {
  /** Name of the account; `Test account` without one. */
  readonly name?: string | undefined;
}

export interface Order {
  /** Id of the order. */
  readonly order_id: string;
  /** Name given by the buyer; null if none. */
  readonly client_order_id: string | null;
  /** Id of the ticket that it bought; null if none. */
  readonly ticket_id: string | null;
  /** Id of the contract; null before the first fill. */
  readonly contract_id: string | null;
  /** An instrument string. */
  readonly model_id: string;
  /** Region that it is pinned to; null for any. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global' | null;
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor: 'spot' | '1h' | '1d' | '7d' | '30d';
  /** Contract orders are bids. */
  readonly side: 'bid';
  /** Time in force. */
  readonly time_in_force: 'GTC' | 'IOC' | 'FOK' | 'GTD';
  /** Limit price. USD per 1,000 tokens. */
  readonly price: string;
  /** Ordered quantity. Tokens. */
  readonly quantity: number;
  /** Filled quantity. Tokens. */
  readonly filled_quantity: number;
  /** Open quantity; 0 in a final state. Tokens. */
  readonly remaining: number;
  /** Null before the first fill. USD per 1,000 tokens. */
  readonly average_fill_price: string | null;
  /** Status of the order. */
  readonly status: 'open' | 'filled' | 'cancelled' | 'expired' | 'rejected' | 'partially_filled';
  /** Reason why it ended unfilled. */
  readonly reason: string | null;
  /** Time of placement; RFC 3339, UTC. */
  readonly created_at: string;
  /** Time of the last change; RFC 3339, UTC. */
  readonly updated_at: string;
  /** Expiry; null for an order that does not expire; RFC 3339, UTC. */
  readonly expires_at: string | null;
}

export interface OrderBook {
  /** Kind of the message. */
  readonly type: 'orderbook_snapshot';
  /** An instrument string. */
  readonly model_id: string;
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor: 'spot' | '1h' | '1d' | '7d' | '30d';
  /** `any` covers all regions. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global' | 'any';
  /** Highest price first. */
  readonly bids: readonly Level[];
  /** Lowest price first. */
  readonly asks: readonly Level[];
  /** Version of the book. */
  readonly sequence: number;
  /** Milliseconds since the Unix epoch. */
  readonly timestamp: number;
}

/** The remainder of a contract order was cancelled; its hold was released. */
export interface OrderCancelledEvent {
  /** Id of the event, also in `webhook-id`: the same in every repetition. */
  readonly id: string;
  /** Type of the event. */
  readonly type: 'order.cancelled';
  /** When it happened; RFC 3339, UTC. */
  readonly timestamp: string;
  /** What the event is about. */
  readonly data: Order;
}

export interface OrderDetails {
  /** Id of the order. */
  readonly order_id: string;
  /** Name given by the buyer; null if none. */
  readonly client_order_id: string | null;
  /** Id of the ticket that it bought; null if none. */
  readonly ticket_id: string | null;
  /** Id of the contract; null before the first fill. */
  readonly contract_id: string | null;
  /** An instrument string. */
  readonly model_id: string;
  /** Region that it is pinned to; null for any. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global' | null;
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor: 'spot' | '1h' | '1d' | '7d' | '30d';
  /** Contract orders are bids. */
  readonly side: 'bid';
  /** Time in force. */
  readonly time_in_force: 'GTC' | 'IOC' | 'FOK' | 'GTD';
  /** Limit price. USD per 1,000 tokens. */
  readonly price: string;
  /** Ordered quantity. Tokens. */
  readonly quantity: number;
  /** Filled quantity. Tokens. */
  readonly filled_quantity: number;
  /** Open quantity; 0 in a final state. Tokens. */
  readonly remaining: number;
  /** Null before the first fill. USD per 1,000 tokens. */
  readonly average_fill_price: string | null;
  /** Status of the order. */
  readonly status: 'open' | 'filled' | 'cancelled' | 'expired' | 'rejected' | 'partially_filled';
  /** Reason why it ended unfilled. */
  readonly reason: string | null;
  /** Time of placement; RFC 3339, UTC. */
  readonly created_at: string;
  /** Time of the last change; RFC 3339, UTC. */
  readonly updated_at: string;
  /** Expiry; null for an order that does not expire; RFC 3339, UTC. */
  readonly expires_at: string | null;
  /** What an open order waits for, in a sentence; null once it has ended. */
  readonly waiting_for: string | null;
  /**
   * Contract orders of its book, by better price or earlier time, that take tokens which it could
   * have; null once it has ended.
   */
  readonly ahead: OrderDetailsAhead | null;
  /** Newest first; at most 100. */
  readonly fills: readonly OrderFill[];
}

/**
 * Contract orders of its book, by better price or earlier time, that take tokens which it could
 * have; null once it has ended.
 */
export interface OrderDetailsAhead {
  /** Resting orders that are served before it; counting stops at 10,000. */
  readonly orders: number;
  /** Their open quantity. Tokens. */
  readonly tokens: number;
}

/** The remainder of a contract order expired; its hold was released. */
export interface OrderExpiredEvent {
  /** Id of the event, also in `webhook-id`: the same in every repetition. */
  readonly id: string;
  /** Type of the event. */
  readonly type: 'order.expired';
  /** When it happened; RFC 3339, UTC. */
  readonly timestamp: string;
  /** What the event is about. */
  readonly data: Order;
}

export interface OrderFill {
  /** Id of the fill; its lot has the same. */
  readonly fill_id: string;
  /** Id of the seller. */
  readonly seller_id: string;
  /** Region of the seller. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global';
  /** USD per 1,000 tokens. */
  readonly price: string;
  /** Bought quantity. Tokens. */
  readonly quantity: number;
  /** Amount paid. USD. */
  readonly cost: string;
  /** Time of the fill; RFC 3339, UTC. */
  readonly created_at: string;
}

/** A contract order was filled completely. */
export interface OrderFilledEvent {
  /** Id of the event, also in `webhook-id`: the same in every repetition. */
  readonly id: string;
  /** Type of the event. */
  readonly type: 'order.filled';
  /** When it happened; RFC 3339, UTC. */
  readonly timestamp: string;
  /** What the event is about. */
  readonly data: Order;
}

export interface OrderList {
  /** Newest first. */
  readonly orders: readonly Order[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Whether there is a next page. */
  readonly has_more: boolean;
}

/** A contract order was filled in part; its remainder is open. */
export interface OrderPartiallyFilledEvent {
  /** Id of the event, also in `webhook-id`: the same in every repetition. */
  readonly id: string;
  /** Type of the event. */
  readonly type: 'order.partially_filled';
  /** When it happened; RFC 3339, UTC. */
  readonly timestamp: string;
  /** What the event is about. */
  readonly data: Order;
}

/** A contract order was rejected without a fill; its hold was released. */
export interface OrderRejectedEvent {
  /** Id of the event, also in `webhook-id`: the same in every repetition. */
  readonly id: string;
  /** Type of the event. */
  readonly type: 'order.rejected';
  /** When it happened; RFC 3339, UTC. */
  readonly timestamp: string;
  /** What the event is about. */
  readonly data: Order;
}

export interface OwnCapacityReport {
  /** An instrument string. */
  readonly model_id: string;
  /** Tokens servable now. */
  readonly available_tokens: number;
  /** Tokens already committed. */
  readonly queued_tokens: number;
  /** Quantity owed in open windows, with what requests under way have reserved. Tokens. */
  readonly owed_tokens: number;
  /** Time of the report; RFC 3339, UTC. */
  readonly reported_at: string;
}

export interface OwnStandingChange {
  /** The standing after the change. */
  readonly standing: 'Active' | 'Probation' | 'Suspended' | 'Banned';
  /** Reason of the change. */
  readonly reason: string;
  /** `operator`, or the rule that made the change. */
  readonly actor: string;
  /** Time of the change; RFC 3339, UTC. */
  readonly at: string;
}

export interface PublicTrade {
  /** Kind of the message. */
  readonly type: 'trade';
  /** Id of the trade. */
  readonly id: string;
  /** An instrument string. */
  readonly model_id: string;
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor: 'spot' | '1h' | '1d' | '7d' | '30d';
  /** USD per 1,000 tokens. */
  readonly price: string;
  /** Tokens. */
  readonly quantity: string;
  /** Side of the incoming order. */
  readonly taker_side: 'bid' | 'ask';
  /** Region of execution. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global';
  /** Milliseconds since the Unix epoch. */
  readonly timestamp: number;
  /**
   * Only when the price is more than ten times, or less than a tenth of, the market price: the
   * trade counts as volume, and moves neither the last price nor candles.
   */
  readonly off_market?: 'true' | undefined;
}

export interface PublicTradeList {
  /** An instrument string. */
  readonly model_id: string;
  /** `any` covers all regions. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global' | 'any';
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor: 'spot' | '1h' | '1d' | '7d' | '30d';
  /** Newest first. Each is the message `trade` of the stream, with the same id. */
  readonly trades: readonly PublicTrade[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Whether there is a next page. */
  readonly has_more: boolean;
}

export interface Quote {
  /** A region of execution. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global';
  /** Best bid; null if none. USD per 1,000 tokens. */
  readonly best_bid: string | null;
  /** Best ask; null if none. USD per 1,000 tokens. */
  readonly best_ask: string | null;
  /** Price of the last trade; null if none. USD per 1,000 tokens. */
  readonly last_price: string | null;
  /** Quantity traded in the last 24 hours. Tokens. */
  readonly volume_24h: number;
}

export interface RecordedDecisions {
  /** Id of the seller. */
  readonly seller_id: string;
  /** Number of stored decisions. */
  readonly recorded: number;
}

export interface RegisterSeller {
  /** Name of the seller. */
  readonly name: string;
  /**
   * Absolute https URL of a public host, where chat completions are served. Identifies the seller.
   */
  readonly endpoint_url: string;
  /**
   * Instrument strings. Books and records use them in lower case; requests to the endpoint use the
   * spelling given here.
   */
  readonly supported_models: readonly string[];
  /** Chosen by the seller; later requests send it as `X-Seller-API-Key`. */
  readonly api_key: string;
  /** Regions of the endpoint. An ask must be in one of them. */
  readonly regions?: readonly ('us-east' | 'us-west' | 'eu-west' | 'apac' | 'global')[] | null | undefined;
  /**
   * What the endpoint can do with these models. Requests that need more are matched with others.
   * `null` removes it; without this field it stays as it is.
   */
  readonly models?: readonly DeclaredModel[] | null | undefined;
  /**
   * Value of the `Authorization` header that the endpoint wants; every request to it carries it.
   * Encrypted at rest and never shown. `null` removes it; without this field it stays as it is.
   */
  readonly upstream_authorization?: string | null | undefined;
  /**
   * With a rotation: also deletes every webhook endpoint of the seller, such as those that somebody
   * with a leaked key made. They would stay otherwise.
   */
  readonly end_webhooks?: boolean | undefined;
}

export interface ReplayWebhooks {
  /** Events from this time on; RFC 3339, any offset. Events are kept for 30 days. */
  readonly since: string;
  /** Whether to repeat those that the endpoint has accepted, too. */
  readonly delivered?: boolean | undefined;
  /** Cursor of the previous answer, to go on. */
  readonly cursor?: string | null | undefined;
}

export interface ReplayedWebhooks {
  /** Events that will be sent again. */
  readonly replayed: number;
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Whether there is a next page. */
  readonly has_more: boolean;
}

export interface Reputation {
  /** Id of the seller. */
  readonly seller_id: string;
  /** Of each instrument that it was asked for within 24 hours. */
  readonly figures: readonly ModelFigures[];
  /** The newest snapshot. */
  readonly current: ReputationSnapshot | null;
  /** The newest 100, newest first. */
  readonly history: readonly ReputationSnapshot[];
}

export interface ReputationSnapshot {
  /** Id of the seller. */
  readonly seller_id: string;
  /** From 0 to 100. */
  readonly score: number;
  /** Successful fills divided by matched trades. From 0 to 1. */
  readonly fill_rate: number;
  /** Trades in time divided by observed trades. From 0 to 1. */
  readonly latency_adherence: number;
  /** Well-formed responses divided by all responses. From 0 to 1. */
  readonly quality_rate: number;
  /** When the snapshot was taken; RFC 3339, UTC. */
  readonly timestamp: string;
}

export interface RequestAttempt {
  /** Id of the fill that reserved the tokens of the attempt. */
  readonly fill_id: string;
  /** Id of the seller. */
  readonly seller_id: string;
  /** Region of the seller. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global';
  /** Price of the fill. USD per 1,000 tokens. */
  readonly price: string;
  /** Number of the attempt at this fill, from 1. */
  readonly number: number;
  /** State of the attempt. */
  readonly state: 'planned' | 'sent' | 'delivered' | 'failed' | 'unknown';
  /** Why it delivered nothing, or not all. */
  readonly reason: 'throttled' | 'request_refused' | 'buyer_gone' | 'timeout' | 'malformed' | 'failed' | 'cut' | 'lost' | 'unreachable' | 'exchange' | null;
  /** Start of the attempt; RFC 3339, UTC. */
  readonly started_at: string;
  /** Seller's first byte; null before it is settled; RFC 3339, UTC. */
  readonly first_byte_at: string | null;
  /** End of the attempt; null while in progress; RFC 3339, UTC. */
  readonly ended_at: string | null;
}

export interface Reservation {
  /** Id of the hold. */
  readonly reservation_id: string;
  /** USD. */
  readonly amount: string;
  /** Purpose of the hold. */
  readonly reason: string;
  /** The order with this hold. */
  readonly reference_id: string;
  /** Time of the hold; RFC 3339, UTC. */
  readonly created_at: string;
}

export interface RotateKey {
  /** Seconds for which the earlier text works too; without it a day (86400). 0 ends it at once. */
  readonly grace_seconds?: number | undefined;
}

export interface Seller {
  /** Id of the seller. */
  readonly seller_id: string;
  /** Name of the seller. */
  readonly name: string;
  /** Endpoint of the seller, which identifies it. */
  readonly endpoint_url: string;
  /** Instrument strings. */
  readonly supported_models: readonly string[];
  /** Regions of the endpoint. */
  readonly regions: readonly string[];
  /** Time of registration; RFC 3339, UTC. */
  readonly registered_at: string;
  /** The key as it was sent. */
  readonly api_key: string;
}

export interface SellerAccount {
  /** Id of the seller. */
  readonly seller_id: string;
  /** The supported models. */
  readonly models: readonly SpelledModel[];
  /** Amount owed to the seller: settled trades less its fees and payouts. USD. */
  readonly payable: string;
  /** A suspended or banned seller cannot offer capacity. */
  readonly standing: 'Active' | 'Probation' | 'Suspended' | 'Banned';
  /** End of an automatic suspension; null otherwise; RFC 3339, UTC. */
  readonly suspended_until: string | null;
  /** The newest 100, newest first. */
  readonly standing_history: readonly OwnStandingChange[];
  /** The newest report of each model, beside what is owed of it now. */
  readonly capacity_reports: readonly OwnCapacityReport[];
}

/** What the event is about. */
export interface SellerData {
  /** Id of the seller. */
  readonly seller_id: string;
  /** The standing from now on. */
  readonly standing: 'Active' | 'Probation' | 'Suspended' | 'Banned';
  /** End of a suspension by the rule; null for none; RFC 3339, UTC. */
  readonly suspended_until: string | null;
  /** Why it changed. */
  readonly reason: string;
  /** Who changed it: `rule` or `operator`. */
  readonly actor: string;
}

/** How a seller answered in an instrument, measured by the exchange. */
export interface SellerFigures {
  /** Complete answers. */
  readonly answered: number;
  /** Requests that it refused (400, 413 or 422). */
  readonly refused: number;
  /** Refused requests, of those that it answered or refused. */
  readonly refused_share: number | null;
  /** Time to the first byte of streamed answers in milliseconds; null without any. */
  readonly first_byte_ms: SellerFiguresFirstByteMs | null;
  /**
   * Completion tokens for each second from the request to the end of its answer; null without any.
   */
  readonly tokens_per_second: SellerFiguresTokensPerSecond | null;
  /** Calls of functions in its answers. */
  readonly tool_calls: number;
  /** Those whose arguments are a JSON object. */
  readonly parsed_tool_calls_share: number | null;
}

/** Time to the first byte of streamed answers in milliseconds; null without any. */
export interface SellerFiguresFirstByteMs {
  /** Time to the first byte of streamed answers in milliseconds: the median. */
  readonly p50: number;
  /** Time to the first byte of streamed answers in milliseconds: the 95th percentile. */
  readonly p95: number;
}

/**
 * Completion tokens for each second from the request to the end of its answer; null without any.
 */
export interface SellerFiguresTokensPerSecond {
  /** Completion tokens for each second from the request to the end of its answer: the median. */
  readonly p50: number;
  /**
   * Completion tokens for each second from the request to the end of its answer: the 95th
   * percentile.
   */
  readonly p95: number;
}

/** What the event is about. */
export interface SellerKeyRotatedData {
  /** Id of the seller. */
  readonly seller_id: string;
}

/** The key of the seller was replaced by another one. */
export interface SellerKeyRotatedEvent {
  /** Id of the event, also in `webhook-id`: the same in every repetition. */
  readonly id: string;
  /** Type of the event. */
  readonly type: 'seller.key_rotated';
  /** When it happened; RFC 3339, UTC. */
  readonly timestamp: string;
  /** What the event is about. */
  readonly data: SellerKeyRotatedData;
}

/** What the event is about. */
export interface SellerLimitLearnedData {
  /** Id of the seller. */
  readonly seller_id: string;
  /** An instrument string. */
  readonly model_id: string;
  /**
   * What the refused requests needed: `tools`, `json_mode`, `json_schema`, `logprobs`, `n`,
   * `image_input`, `audio_output` and the like; `context_window` if they needed nothing but their
   * length.
   */
  readonly lacks: readonly string[];
  /** Requests with these needs and at least this many tokens go to others. Tokens. */
  readonly from_tokens: number;
  /** When the seller is matched with them again; RFC 3339, UTC. */
  readonly until: string;
}

/**
 * The seller refused three times within an hour what others served: such requests go to others for
 * an hour.
 */
export interface SellerLimitLearnedEvent {
  /** Id of the event, also in `webhook-id`: the same in every repetition. */
  readonly id: string;
  /** Type of the event. */
  readonly type: 'seller.limit_learned';
  /** When it happened; RFC 3339, UTC. */
  readonly timestamp: string;
  /** What the event is about. */
  readonly data: SellerLimitLearnedData;
}

export interface SellerProfile {
  /** Id of the seller. */
  readonly seller_id: string;
  /** Name of the seller. */
  readonly name: string;
  /** Endpoint of the seller, which identifies it. */
  readonly endpoint_url: string;
  /** Instrument strings. */
  readonly supported_models: readonly string[];
  /** Regions of the endpoint. */
  readonly regions: readonly string[];
  /** Time of registration; RFC 3339, UTC. */
  readonly registered_at: string;
  /** A suspended or banned seller cannot offer capacity. */
  readonly standing: 'Active' | 'Probation' | 'Suspended' | 'Banned';
  /** Tier of the venue, by its reputation. */
  readonly venue_class: 'prime' | 'standard' | 'basic' | 'unrated';
  /**
   * Whether the endpoint has proved that it knows the key of the seller. Nobody else can register a
   * verified endpoint.
   */
  readonly endpoint_verified: boolean;
  /**
   * What the endpoint can do with a model, as in the provider document of OpenRouter. What is not
   * declared is unknown.
   */
  readonly models: readonly DeclaredModelShown[];
  /** What its refusals have shown within the last hour: such requests go to others for a while. */
  readonly learned_limits: readonly LearnedLimit[];
  /** Whether requests to the endpoint carry an `Authorization` header of its seller. */
  readonly has_upstream_authorization: boolean;
}

/** The standing of the seller changed. */
export interface SellerStandingChangedEvent {
  /** Id of the event, also in `webhook-id`: the same in every repetition. */
  readonly id: string;
  /** Type of the event. */
  readonly type: 'seller.standing_changed';
  /** When it happened; RFC 3339, UTC. */
  readonly timestamp: string;
  /** What the event is about. */
  readonly data: SellerData;
}

export interface SellerStatement {
  /** Id of the seller. */
  readonly seller_id: string;
  /** Currency of every amount. */
  readonly currency: 'USD';
  /** Start, inclusive; null for the beginning; RFC 3339, UTC. */
  readonly from: string | null;
  /** End, exclusive; null for the time of the first page; RFC 3339, UTC. */
  readonly to: string | null;
  /** Time of the snapshot that all pages read; RFC 3339, UTC. */
  readonly as_of: string;
  /** Balance before the first line. USD. */
  readonly opening_balance: string;
  /** Balance after the last line of the last page. USD. */
  readonly closing_balance: string;
  /** In the order of `sort`. */
  readonly lines: readonly StatementLine[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Whether there is a next page. */
  readonly has_more: boolean;
}

export interface SellerTrade {
  /** Id of the trade. */
  readonly trade_id: string;
  /** Id of the fill. */
  readonly fill_id: string;
  /** Id of the ask. */
  readonly ask_id: string;
  /** An instrument string. */
  readonly model_id: string;
  /** Region of execution. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global';
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor: 'spot' | '1h' | '1d' | '7d' | '30d';
  /** Traded quantity. Tokens. */
  readonly quantity: number;
  /** Amount paid by the buyer. USD. */
  readonly gross: string;
  /** Fee of the exchange. USD. */
  readonly fee: string;
  /** Amount paid by the buyer less the fee. USD. */
  readonly net: string;
  /**
   * Amount owed to the seller so far, after the fee. Tokens that are sold ahead are earned as they
   * are drawn, and when their window ends. USD.
   */
  readonly earned: string;
  /** Amount that went back to the buyer. USD. */
  readonly refunded: string;
  /** Amount paid ahead that is still in escrow: not earned yet, and not refunded. USD. */
  readonly in_escrow: string;
  /** Side of the incoming order. */
  readonly taker_side: 'bid' | 'ask';
  /** A trade of tokens sold ahead is `pending` until its lot has ended. */
  readonly status: 'pending' | 'settled' | 'voided';
  /**
   * `implausible` if the reported usage exceeds twice the count of the exchange, `too_low` if it is
   * less than half of the visible text: then the count of the exchange is charged.
   */
  readonly usage_flag: 'implausible' | 'too_low' | null;
  /** Time of execution; RFC 3339, UTC. */
  readonly executed_at: string;
  /** USD per 1,000,000 tokens. */
  readonly price: string;
}

export interface SellerTradeList {
  /** Newest first. */
  readonly trades: readonly SellerTrade[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Whether there is a next page. */
  readonly has_more: boolean;
}

export interface SpelledModel {
  /** An instrument string. */
  readonly model_id: string;
  /** The seller's own spelling, which requests to it use. */
  readonly name: string;
}

export interface Spend {
  /** Id of the account. */
  readonly account_id: string;
  /** Currency of every amount. */
  readonly currency: 'USD';
  /** First day, UTC. */
  readonly from: string;
  /** Last day, UTC. */
  readonly to: string;
  /** Sum of the period. USD. */
  readonly spent: string;
  /** Sum of the period. USD. */
  readonly refunded: string;
  /** By day, then by instrument; a day without trades has no row. */
  readonly rows: readonly SpendRow[];
}

export interface SpendRow {
  /** Day, UTC. */
  readonly date: string;
  /** Instrument; null for all but the ten of highest spend together. */
  readonly model_id: string | null;
  /** Cost of requests, and price of contracts at their match. USD. */
  readonly spent: string;
  /** Refunds of contracts whose seller defaulted. USD. */
  readonly refunded: string;
  /** Bought. Tokens. */
  readonly tokens: number;
  /** Number of trades. */
  readonly trades: number;
}

export interface StatementLine {
  /** Id of the journal: its business key. */
  readonly journal_id: string;
  /** Kind of the journal. */
  readonly kind: 'deposit' | 'hold' | 'capture' | 'release' | 'payout' | 'escrow' | 'draw' | 'window_end' | 'refund' | 'correction';
  /** Signed change of the balance. USD. */
  readonly amount: string;
  /** Balance after this line. USD. */
  readonly balance: string;
  /** The operator's reference of a deposit or payout. */
  readonly reference: string | null;
  /** Order of the journal. */
  readonly order_id: string | null;
  /** Fill of the journal. */
  readonly fill_id: string | null;
  /** Contract of the journal. */
  readonly contract_id: string | null;
  /** Lot of the journal. */
  readonly lot_id: string | null;
  /** Reason of a correction. */
  readonly reason: string | null;
  /** When it was posted; RFC 3339, UTC. */
  readonly created_at: string;
}

export interface TestAccount {
  /** Id of the account. */
  readonly account_id: string;
  /** Name of the account. */
  readonly name: string;
  /** Id of the key. */
  readonly key_id: string;
  /** Shown once; `Authorization: Bearer` on the Buyer and the Market surface of test mode. */
  readonly buyer_key: string;
}

export interface Ticket {
  /** Id of the ticket. */
  readonly ticket_id: string;
  /** Id of the contract. */
  readonly contract_id: string;
  /** Id of the order that created the contract. */
  readonly order_id: string;
  /** An instrument string. */
  readonly model: string;
  /** Region that it is pinned to; null for any. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global' | null;
  /** Tier of the venue, by its reputation. */
  readonly seller_class: 'prime' | 'standard' | 'basic' | 'unrated';
  /** Purchased quantity. Tokens. */
  readonly quantity_tokens: number;
  /** Quantity that can be drawn. Tokens. */
  readonly remaining_tokens: number;
  /** Quantity reserved by requests under way; what they do not use remains again. Tokens. */
  readonly reserved_tokens: number;
  /** USD per 1,000 tokens. */
  readonly price: string;
  /** A ticket is active from its purchase on. */
  readonly status: 'active' | 'exhausted' | 'expired' | 'defaulted';
  /** Start of the window; RFC 3339, UTC. */
  readonly delivery_start: string;
  /** End of the window; RFC 3339, UTC. */
  readonly expires_at: string;
  /** Time of issue; RFC 3339, UTC. */
  readonly created_at: string;
}

/** What the event is about. */
export interface TicketData {
  /** Id of the ticket. */
  readonly ticket_id: string;
  /** Id of the contract. */
  readonly contract_id: string;
}

/**
 * The tokens of a ticket were drawn: each of its lots has fewer than 8 left, which pay for no
 * request.
 */
export interface TicketExhaustedEvent {
  /** Id of the event, also in `webhook-id`: the same in every repetition. */
  readonly id: string;
  /** Type of the event. */
  readonly type: 'ticket.exhausted';
  /** When it happened; RFC 3339, UTC. */
  readonly timestamp: string;
  /** What the event is about. */
  readonly data: TicketData;
}

export interface TicketList {
  /** Newest first. */
  readonly tickets: readonly Ticket[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Whether there is a next page. */
  readonly has_more: boolean;
}

export interface Trade {
  /** Id of the trade. */
  readonly trade_id: string;
  /** Id of the fill. */
  readonly fill_id: string;
  /** Id of the ask. */
  readonly ask_id: string;
  /** An instrument string. */
  readonly model_id: string;
  /** Region of execution. */
  readonly region: 'us-east' | 'us-west' | 'eu-west' | 'apac' | 'global';
  /** Delivery window: `spot`, or the length of a window that starts at the next boundary. */
  readonly tenor: 'spot' | '1h' | '1d' | '7d' | '30d';
  /** Traded quantity. Tokens. */
  readonly quantity: number;
  /** Amount paid by the buyer. USD. */
  readonly gross: string;
  /** Fee of the exchange. USD. */
  readonly fee: string;
  /** Amount paid by the buyer less the fee. USD. */
  readonly net: string;
  /**
   * Amount owed to the seller so far, after the fee. Tokens that are sold ahead are earned as they
   * are drawn, and when their window ends. USD.
   */
  readonly earned: string;
  /** Amount that went back to the buyer. USD. */
  readonly refunded: string;
  /** Amount paid ahead that is still in escrow: not earned yet, and not refunded. USD. */
  readonly in_escrow: string;
  /** Side of the incoming order. */
  readonly taker_side: 'bid' | 'ask';
  /** A trade of tokens sold ahead is `pending` until its lot has ended. */
  readonly status: 'pending' | 'settled' | 'voided';
  /**
   * `implausible` if the reported usage exceeds twice the count of the exchange, `too_low` if it is
   * less than half of the visible text: then the count of the exchange is charged.
   */
  readonly usage_flag: 'implausible' | 'too_low' | null;
  /** Time of execution; RFC 3339, UTC. */
  readonly executed_at: string;
  /** USD per 1,000 tokens. */
  readonly price: string;
}

export interface TradeList {
  /** Newest first. */
  readonly trades: readonly Trade[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Whether there is a next page. */
  readonly has_more: boolean;
}

export interface UpdateWebhook {
  /** Absolute https URL of a public host; events are sent to it by POST. */
  readonly url?: string | undefined;
  /** Types of the events to send; null for all, also for later ones. */
  readonly event_types?: readonly ('order.partially_filled' | 'order.filled' | 'order.cancelled' | 'order.expired' | 'order.rejected' | 'lot.sold' | 'lot.opened' | 'lot.ending' | 'lot.ended' | 'lot.defaulted' | 'ticket.exhausted' | 'account.deposited' | 'seller.standing_changed' | 'seller.key_rotated' | 'seller.limit_learned' | 'contract.seller_standing_changed')[] | null | undefined;
  /** Text for people. */
  readonly description?: string | null | undefined;
  /**
   * `disabled`: events are not sent, and those that happen meanwhile are not kept for it;
   * `enabled`: waiting deliveries go on.
   */
  readonly status?: 'enabled' | 'disabled' | undefined;
}

export interface Webhook {
  /** Id of the webhook endpoint. */
  readonly webhook_id: string;
  /** Address of the endpoint, normalised. */
  readonly url: string;
  /**
   * Whether its URL has repeated the challenge. Until then it gets no other event; those that
   * happen meanwhile are sent afterwards.
   */
  readonly confirmed: boolean;
  /** Types of the events to send; null for all, also for later ones. */
  readonly event_types: readonly ('order.partially_filled' | 'order.filled' | 'order.cancelled' | 'order.expired' | 'order.rejected' | 'lot.sold' | 'lot.opened' | 'lot.ending' | 'lot.ended' | 'lot.defaulted' | 'ticket.exhausted' | 'account.deposited' | 'seller.standing_changed' | 'seller.key_rotated' | 'seller.limit_learned' | 'contract.seller_standing_changed')[] | null;
  /** Text for people; null if none. */
  readonly description: string | null;
  /** Whether events are sent. */
  readonly status: 'enabled' | 'disabled';
  /**
   * `owner`: by a request; `gone`: it answered 410; `failing`: it accepted nothing for five days.
   * Null while it is enabled.
   */
  readonly disabled_reason: 'owner' | 'gone' | 'failing' | null;
  /** When it was disabled; RFC 3339, UTC. */
  readonly disabled_at: string | null;
  /** Since when it has accepted nothing; null after a success; RFC 3339, UTC. */
  readonly failing_since: string | null;
  /** Until when a previous secret signs too; null if there is none; RFC 3339, UTC. */
  readonly secret_expires_at: string | null;
  /** Time of creation; RFC 3339, UTC. */
  readonly created_at: string;
  /** Time of the last change; RFC 3339, UTC. */
  readonly updated_at: string;
}

/** What the event is about. */
export interface WebhookChallengeData {
  /** Id of the webhook endpoint. */
  readonly endpoint_id: string;
  /**
   * Answer with 2xx and this text as the body, or with a JSON object that has it as `challenge`.
   */
  readonly challenge: string;
}

/** A challenge that a new URL has to repeat. */
export interface WebhookChallengeEvent {
  /** Id of the event, also in `webhook-id`: the same in every repetition. */
  readonly id: string;
  /** Type of the event. */
  readonly type: 'webhook.challenge';
  /** When it happened; RFC 3339, UTC. */
  readonly timestamp: string;
  /** What the event is about. */
  readonly data: WebhookChallengeData;
}

/** What the event is about. */
export interface WebhookData {
  /** Id of the webhook endpoint. */
  readonly endpoint_id: string;
}

export interface WebhookDelivery {
  /** Id of the delivery. */
  readonly delivery_id: string;
  /** Id of the event, the `webhook-id` of each of its requests. */
  readonly event_id: string;
  /** Type of the event. */
  readonly event_type: 'order.partially_filled' | 'order.filled' | 'order.cancelled' | 'order.expired' | 'order.rejected' | 'lot.sold' | 'lot.opened' | 'lot.ending' | 'lot.ended' | 'lot.defaulted' | 'ticket.exhausted' | 'account.deposited' | 'seller.standing_changed' | 'seller.key_rotated' | 'seller.limit_learned' | 'contract.seller_standing_changed' | 'webhook.test';
  /** When it happened; RFC 3339, UTC. */
  readonly event_time: string;
  /**
   * `waiting`: for its first or next attempt; `delivered`: answered with 2xx; `failed`: not sent
   * again unless it is replayed.
   */
  readonly status: 'waiting' | 'delivered' | 'failed';
  /** Attempts so far. */
  readonly attempts: number;
  /** Time of the newest attempt; RFC 3339, UTC. */
  readonly last_attempt_at: string | null;
  /** HTTP status of the newest answer; null without one. */
  readonly response_status: number | null;
  /**
   * Why the newest attempt had no answer: `timeout`, `connect_failed`, `address_refused` and the
   * like.
   */
  readonly detail: string | null;
  /** Time of the next attempt; null if there is none; RFC 3339, UTC. */
  readonly next_attempt_at: string | null;
}

export interface WebhookDeliveryList {
  /** Newest event first. */
  readonly deliveries: readonly WebhookDelivery[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Whether there is a next page. */
  readonly has_more: boolean;
}

export interface WebhookList {
  /** At most 10, so there are no pages. */
  readonly webhooks: readonly Webhook[];
}

/** A test of the endpoint. */
export interface WebhookTestEvent {
  /** Id of the event, also in `webhook-id`: the same in every repetition. */
  readonly id: string;
  /** Type of the event. */
  readonly type: 'webhook.test';
  /** When it happened; RFC 3339, UTC. */
  readonly timestamp: string;
  /** What the event is about. */
  readonly data: WebhookData;
}

export interface WebhookWithSecret {
  /** Id of the webhook endpoint. */
  readonly webhook_id: string;
  /** Address of the endpoint, normalised. */
  readonly url: string;
  /**
   * Whether its URL has repeated the challenge. Until then it gets no other event; those that
   * happen meanwhile are sent afterwards.
   */
  readonly confirmed: boolean;
  /** Types of the events to send; null for all, also for later ones. */
  readonly event_types: readonly ('order.partially_filled' | 'order.filled' | 'order.cancelled' | 'order.expired' | 'order.rejected' | 'lot.sold' | 'lot.opened' | 'lot.ending' | 'lot.ended' | 'lot.defaulted' | 'ticket.exhausted' | 'account.deposited' | 'seller.standing_changed' | 'seller.key_rotated' | 'seller.limit_learned' | 'contract.seller_standing_changed')[] | null;
  /** Text for people; null if none. */
  readonly description: string | null;
  /** Whether events are sent. */
  readonly status: 'enabled' | 'disabled';
  /**
   * `owner`: by a request; `gone`: it answered 410; `failing`: it accepted nothing for five days.
   * Null while it is enabled.
   */
  readonly disabled_reason: 'owner' | 'gone' | 'failing' | null;
  /** When it was disabled; RFC 3339, UTC. */
  readonly disabled_at: string | null;
  /** Since when it has accepted nothing; null after a success; RFC 3339, UTC. */
  readonly failing_since: string | null;
  /** Until when a previous secret signs too; null if there is none; RFC 3339, UTC. */
  readonly secret_expires_at: string | null;
  /** Time of creation; RFC 3339, UTC. */
  readonly created_at: string;
  /** Time of the last change; RFC 3339, UTC. */
  readonly updated_at: string;
  /** Verifies the signatures. Shown once. */
  readonly secret: string;
}
