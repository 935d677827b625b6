/** Written by `npm run generate`; do not edit. */
export interface paths {
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Own webhook endpoints */
        get: operations["listSellerWebhooks"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Events are sent by POST with the headers of Standard Webhooks, at least once and in any order. The answer shows the secret of the signatures once. The URL first gets `webhook.challenge`, and other events once its answer has repeated it.
         */
        post: operations["createSellerWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A webhook endpoint, without its secret */
        get: operations["getSellerWebhook"];
        put?: never;
        post?: never;
        /** Delete a webhook endpoint */
        delete: operations["deleteSellerWebhook"];
        options?: never;
        head?: never;
        /** Change, disable or enable a webhook endpoint */
        patch: operations["updateSellerWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook endpoint
         * @description For 24 hours the previous secret signs too: each request has a signature of both.
         */
        post: operations["rotateSellerWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Its type is `webhook.test`, which needs no subscription.
         */
        post: operations["testSellerWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send all events since a time again
         * @description Includes events that the endpoint missed while it was disabled or did not exist. Up to 1,000 events per request; `next_cursor` leads to the others.
         */
        post: operations["replaySellerWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deliveries of a webhook endpoint, newest event first
         * @description Deliveries are kept for 30 days after their event.
         */
        get: operations["listSellerWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send one event again */
        post: operations["replaySellerWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Trades of the seller, newest first */
        get: operations["listTrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reputation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reputation of the seller
         * @description Of the last 30 days: 50 % fill rate, 30 % latency adherence, 20 % quality rate. Informational: no decision depends on it.
         */
        get: operations["getReputation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report decisions about capacity
         * @description Informational: changes no book. The newest 200 are stored.
         */
        post: operations["reportDecisions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Delivery obligations of the seller
         * @description One row per lot whose window has not ended, or with `ended=true` per lot that ended in the last 30 days. These are obligations, not live capacity.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A new address for a calendar of the windows
         * @description The answer shows the address once; the one before stops. Everybody who has the address can read the windows, without a key.
         */
        post: operations["renewCalendar"];
        /** End the address of the calendar */
        delete: operations["endCalendar"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calendars/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The windows of a seller as iCalendar
         * @description One event per lot: of the newest 1,000 that are owed, and the newest 200 that ended in the last 30 days. A lot that ended before its window is `CANCELLED`. Model and tokens are shown; no buyer and no price.
         */
        get: operations["readCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an endpoint, update it, or rotate its key
         * @description A new `endpoint_url` needs no credential. A registered one is updated if `api_key` is its current key. To rotate the key, send the new one in the body and the current one in `X-Seller-API-Key`. After a leak, `end_webhooks` also ends the webhook endpoints and the calendar address that the earlier key made.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/register/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check an endpoint before it is registered
         * @description Asks the endpoint as the exchange would, with at most four small signed requests that are not paid for, and registers nothing. A registered endpoint is checked for its current key in `X-Seller-API-Key` only.
         */
        post: operations["checkEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The seller's own record */
        get: operations["getProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the exchange owes the seller, its standing and its newest reports */
        get: operations["getSellerAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Statement of the seller
         * @description Earnings and payouts that sum to what is owed: JSON in pages, or one CSV or one file of JSON lines. A file without its closing balance is truncated. One at a time per seller.
         */
        get: operations["getSellerStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Active offers of the seller */
        get: operations["listOffers"];
        put?: never;
        /** Post an offer to the book */
        post: operations["createOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/offers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Cancel the unfilled remainder of an offer */
        delete: operations["cancelOffer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/capacity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report the current capacity
         * @description Informational: creates no asks and changes no book. `warning` says when more is owed in open windows than is reported; buyers of these lots read it too.
         */
        post: operations["reportCapacity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        WebhookWithSecret: {
            /**
             * Format: uuid
             * @description Id of the webhook endpoint.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            webhook_id: string;
            /**
             * @description Address of the endpoint, normalised.
             * @example https://hooks.example.com/tokenbook
             */
            url: string;
            /** @description Whether its URL has repeated the challenge. Until then it gets no other event; those that happen meanwhile are sent afterwards. */
            confirmed: boolean;
            /** @description Types of the events to send; null for all, also for later ones. */
            event_types: ("order.partially_filled" | "order.filled" | "order.cancelled" | "order.expired" | "order.rejected" | "lot.sold" | "lot.opened" | "lot.ending" | "lot.ended" | "lot.defaulted" | "ticket.exhausted" | "account.deposited" | "seller.standing_changed" | "seller.key_rotated" | "seller.limit_learned" | "contract.seller_standing_changed")[] | null;
            /** @description Text for people; null if none. */
            description: string | null;
            /**
             * @description Whether events are sent.
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /**
             * @description `owner`: by a request; `gone`: it answered 410; `failing`: it accepted nothing for five days. Null while it is enabled.
             * @enum {string|null}
             */
            disabled_reason: "owner" | "gone" | "failing" | null;
            /**
             * Format: date-time
             * @description When it was disabled; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @description Since when it has accepted nothing; null after a success; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description Until when a previous secret signs too; null if there is none; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            secret_expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of creation; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            updated_at: string;
            /**
             * @description Verifies the signatures. Shown once.
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
             */
            secret: string;
        };
        /** @description Why a request was refused. */
        Error: {
            /**
             * @description Error code; each code has one HTTP status.
             * @example not_found
             * @enum {string}
             */
            code: "invalid_request" | "invalid_price" | "invalid_quantity" | "invalid_region" | "invalid_tenor" | "invalid_model" | "invalid_endpoint_url" | "invalid_decisions" | "invalid_reason" | "request_too_large" | "unauthorized" | "key_of_other_mode" | "key_expired" | "insufficient_balance" | "key_limit_reached" | "no_fill_at_limit" | "contract_exhausted" | "forbidden" | "key_restricted" | "seller_suspended" | "seller_banned" | "not_found" | "no_match" | "method_not_allowed" | "bid_timeout" | "endpoint_already_registered" | "seller_default" | "contract_pending" | "contract_expired" | "misdirected_request" | "idempotency_conflict" | "rate_limited" | "internal_error" | "seller_unreachable" | "market_halted" | "ended_by_operator" | "service_unavailable";
            /**
             * @description Text for people.
             * @example The resource does not exist.
             */
            message: string;
            /** @description The same text as `message`. */
            error: string;
            /**
             * @description The field at fault.
             * @example model
             */
            param?: string;
            /** @description The numbers of the message. `no_fill_at_limit`: `best_ask` would have been served, `max_price` was the ceiling. `no_match`: the largest offer, and what the request needs, if that is the reason. */
            numbers?: {
                /**
                 * @description USD per 1,000 tokens.
                 * @example 0.00026
                 */
                best_ask?: string;
                /**
                 * @description USD per 1,000 tokens.
                 * @example 0.00026
                 */
                max_price?: string;
                /**
                 * @description Tokens.
                 * @example 512
                 */
                largest_offer?: number;
                /**
                 * @description Tokens.
                 * @example 512
                 */
                quantity_needed?: number;
            };
            /**
             * Format: uri-reference
             * @description Page about the code: meaning, causes and remedies. An absolute URL if the exchange has a public address (`PUBLIC_URL`), otherwise a path on the same server.
             * @example https://tokenbook.example/docs/errors/not_found
             */
            documentation_url: string;
        };
        CreateWebhook: {
            /**
             * @description Absolute https URL of a public host; events are sent to it by POST.
             * @example https://hooks.example.com/tokenbook
             */
            url: string;
            /** @description Types of the events to send; null for all, also for later ones. */
            event_types?: ("order.partially_filled" | "order.filled" | "order.cancelled" | "order.expired" | "order.rejected" | "lot.sold" | "lot.opened" | "lot.ending" | "lot.ended" | "lot.defaulted" | "ticket.exhausted" | "account.deposited" | "seller.standing_changed" | "seller.key_rotated" | "seller.limit_learned" | "contract.seller_standing_changed")[] | null;
            /**
             * @description Text for people.
             * @example orders of the night batch
             */
            description?: string | null;
        };
        WebhookList: {
            /** @description At most 10, so there are no pages. */
            webhooks: components["schemas"]["Webhook"][];
        };
        Webhook: {
            /**
             * Format: uuid
             * @description Id of the webhook endpoint.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            webhook_id: string;
            /**
             * @description Address of the endpoint, normalised.
             * @example https://hooks.example.com/tokenbook
             */
            url: string;
            /** @description Whether its URL has repeated the challenge. Until then it gets no other event; those that happen meanwhile are sent afterwards. */
            confirmed: boolean;
            /** @description Types of the events to send; null for all, also for later ones. */
            event_types: ("order.partially_filled" | "order.filled" | "order.cancelled" | "order.expired" | "order.rejected" | "lot.sold" | "lot.opened" | "lot.ending" | "lot.ended" | "lot.defaulted" | "ticket.exhausted" | "account.deposited" | "seller.standing_changed" | "seller.key_rotated" | "seller.limit_learned" | "contract.seller_standing_changed")[] | null;
            /** @description Text for people; null if none. */
            description: string | null;
            /**
             * @description Whether events are sent.
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /**
             * @description `owner`: by a request; `gone`: it answered 410; `failing`: it accepted nothing for five days. Null while it is enabled.
             * @enum {string|null}
             */
            disabled_reason: "owner" | "gone" | "failing" | null;
            /**
             * Format: date-time
             * @description When it was disabled; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @description Since when it has accepted nothing; null after a success; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description Until when a previous secret signs too; null if there is none; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            secret_expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of creation; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            updated_at: string;
        };
        /**
         * @example {
         *       "status": "disabled"
         *     }
         */
        UpdateWebhook: {
            /**
             * @description Absolute https URL of a public host; events are sent to it by POST.
             * @example https://hooks.example.com/tokenbook
             */
            url?: string;
            /** @description Types of the events to send; null for all, also for later ones. */
            event_types?: ("order.partially_filled" | "order.filled" | "order.cancelled" | "order.expired" | "order.rejected" | "lot.sold" | "lot.opened" | "lot.ending" | "lot.ended" | "lot.defaulted" | "ticket.exhausted" | "account.deposited" | "seller.standing_changed" | "seller.key_rotated" | "seller.limit_learned" | "contract.seller_standing_changed")[] | null;
            /**
             * @description Text for people.
             * @example orders of the night batch
             */
            description?: string | null;
            /**
             * @description `disabled`: events are not sent, and those that happen meanwhile are not kept for it; `enabled`: waiting deliveries go on.
             * @enum {string}
             */
            status?: "enabled" | "disabled";
        };
        WebhookDelivery: {
            /**
             * @description Id of the delivery.
             * @example whd_019c1351be00a1b2c3d4e5f60718293a
             */
            delivery_id: string;
            /**
             * @description Id of the event, the `webhook-id` of each of its requests.
             * @example evt_4f0b9a3d6e2c8f7a1b4d5b8f0c5d1c7e
             */
            event_id: string;
            /**
             * @description Type of the event.
             * @enum {string}
             */
            event_type: "order.partially_filled" | "order.filled" | "order.cancelled" | "order.expired" | "order.rejected" | "lot.sold" | "lot.opened" | "lot.ending" | "lot.ended" | "lot.defaulted" | "ticket.exhausted" | "account.deposited" | "seller.standing_changed" | "seller.key_rotated" | "seller.limit_learned" | "contract.seller_standing_changed" | "webhook.test";
            /**
             * Format: date-time
             * @description When it happened; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            event_time: string;
            /**
             * @description `waiting`: for its first or next attempt; `delivered`: answered with 2xx; `failed`: not sent again unless it is replayed.
             * @enum {string}
             */
            status: "waiting" | "delivered" | "failed";
            /**
             * @description Attempts so far.
             * @example 1
             */
            attempts: number;
            /**
             * Format: date-time
             * @description Time of the newest attempt; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            last_attempt_at: string | null;
            /**
             * @description HTTP status of the newest answer; null without one.
             * @example 200
             */
            response_status: number | null;
            /** @description Why the newest attempt had no answer: `timeout`, `connect_failed`, `address_refused` and the like. */
            detail: string | null;
            /**
             * Format: date-time
             * @description Time of the next attempt; null if there is none; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            next_attempt_at: string | null;
        };
        ReplayedWebhooks: {
            /**
             * @description Events that will be sent again.
             * @example 1
             */
            replayed: number;
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        ReplayWebhooks: {
            /**
             * Format: date-time
             * @description Events from this time on; RFC 3339, any offset. Events are kept for 30 days.
             */
            since: string;
            /**
             * @description Whether to repeat those that the endpoint has accepted, too.
             * @default false
             */
            delivered: boolean;
            /** @description Cursor of the previous answer, to go on. */
            cursor?: string | null;
        };
        WebhookDeliveryList: {
            /** @description Newest event first. */
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        SellerTradeList: {
            /** @description Newest first. */
            trades: components["schemas"]["SellerTrade"][];
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        SellerTrade: {
            /**
             * Format: uuid
             * @description Id of the trade.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            trade_id: string;
            /**
             * Format: uuid
             * @description Id of the fill.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            fill_id: string;
            /**
             * Format: uuid
             * @description Id of the ask.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            ask_id: string;
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /**
             * @description Region of execution.
             * @enum {string}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global";
            /**
             * @description Delivery window: `spot`, or the length of a window that starts at the next boundary.
             * @enum {string}
             */
            tenor: "spot" | "1h" | "1d" | "7d" | "30d";
            /**
             * @description Traded quantity. Tokens.
             * @example 100000
             */
            quantity: number;
            /**
             * @description Amount paid by the buyer. USD.
             * @example 12.5
             */
            gross: string;
            /**
             * @description Fee of the exchange. USD.
             * @example 12.5
             */
            fee: string;
            /**
             * @description Amount paid by the buyer less the fee. USD.
             * @example 12.5
             */
            net: string;
            /**
             * @description Amount owed to the seller so far, after the fee. Tokens that are sold ahead are earned as they are drawn, and when their window ends. USD.
             * @example 12.5
             */
            earned: string;
            /**
             * @description Amount that went back to the buyer. USD.
             * @example 12.5
             */
            refunded: string;
            /**
             * @description Amount paid ahead that is still in escrow: not earned yet, and not refunded. USD.
             * @example 12.5
             */
            in_escrow: string;
            /**
             * @description Side of the incoming order.
             * @enum {string}
             */
            taker_side: "bid" | "ask";
            /**
             * @description A trade of tokens sold ahead is `pending` until its lot has ended.
             * @enum {string}
             */
            status: "pending" | "settled" | "voided";
            /**
             * @description `implausible` if the reported usage exceeds twice the count of the exchange, `too_low` if it is less than half of the visible text: then the count of the exchange is charged.
             * @enum {string|null}
             */
            usage_flag: "implausible" | "too_low" | null;
            /**
             * Format: date-time
             * @description Time of execution; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            executed_at: string;
            /**
             * @description USD per 1,000,000 tokens.
             * @example 0.6
             */
            price: string;
        };
        Reputation: {
            /**
             * Format: uuid
             * @description Id of the seller.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string;
            /** @description Of each instrument that it was asked for within 24 hours. */
            figures: components["schemas"]["ModelFigures"][];
            /** @description The newest snapshot. */
            current: components["schemas"]["ReputationSnapshot"] | null;
            /** @description The newest 100, newest first. */
            history: components["schemas"]["ReputationSnapshot"][];
        };
        ModelFigures: {
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            hour: components["schemas"]["SellerFigures"];
            day: components["schemas"]["SellerFigures"];
        };
        /** @description How a seller answered in an instrument, measured by the exchange. */
        SellerFigures: {
            /**
             * @description Complete answers.
             * @example 120
             */
            answered: number;
            /**
             * @description Requests that it refused (400, 413 or 422).
             * @example 120
             */
            refused: number;
            /**
             * @description Refused requests, of those that it answered or refused.
             * @example 0.02
             */
            refused_share: number | null;
            /** @description Time to the first byte of streamed answers in milliseconds; null without any. */
            first_byte_ms: {
                /**
                 * @description Time to the first byte of streamed answers in milliseconds: the median.
                 * @example 320
                 */
                p50: number;
                /**
                 * @description Time to the first byte of streamed answers in milliseconds: the 95th percentile.
                 * @example 640
                 */
                p95: number;
            } | null;
            /** @description Completion tokens for each second from the request to the end of its answer; null without any. */
            tokens_per_second: {
                /**
                 * @description Completion tokens for each second from the request to the end of its answer: the median.
                 * @example 48.5
                 */
                p50: number;
                /**
                 * @description Completion tokens for each second from the request to the end of its answer: the 95th percentile.
                 * @example 97
                 */
                p95: number;
            } | null;
            /**
             * @description Calls of functions in its answers.
             * @example 120
             */
            tool_calls: number;
            /**
             * @description Those whose arguments are a JSON object.
             * @example 0.02
             */
            parsed_tool_calls_share: number | null;
        };
        ReputationSnapshot: {
            /**
             * Format: uuid
             * @description Id of the seller.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string;
            /**
             * @description From 0 to 100.
             * @example 97.5
             */
            score: number;
            /**
             * @description Successful fills divided by matched trades. From 0 to 1.
             * @example 0.98
             */
            fill_rate: number;
            /**
             * @description Trades in time divided by observed trades. From 0 to 1.
             * @example 0.98
             */
            latency_adherence: number;
            /**
             * @description Well-formed responses divided by all responses. From 0 to 1.
             * @example 0.98
             */
            quality_rate: number;
            /**
             * Format: date-time
             * @description When the snapshot was taken; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
        };
        RecordedDecisions: {
            /**
             * Format: uuid
             * @description Id of the seller.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string;
            /** @description Number of stored decisions. */
            recorded: number;
        };
        /**
         * @example {
         *       "decisions": [
         *         {
         *           "at": "2026-01-31T12:00:00Z",
         *           "model_id": "llama-3.3-70b",
         *           "sold": true,
         *           "reason": "Queue is short.",
         *           "tokens": 250000,
         *           "price_per_million": "0.6"
         *         }
         *       ]
         *     }
         */
        Decisions: {
            /** @description Newest last. The newest 200 of a seller are stored. */
            decisions: components["schemas"]["Decision"][];
        };
        Decision: {
            /**
             * Format: date-time
             * @description RFC 3339, any offset.
             */
            at: string;
            /** @description Null for a decision about the whole cluster. */
            model_id?: string | null;
            /** @description Whether capacity was listed as a result. */
            sold: boolean;
            /** @description Free text. */
            reason: string;
            /** @description Tokens of the decision, if it had a quantity. */
            tokens?: number | null;
            /**
             * @description USD per 1,000,000 tokens, if the decision had a price.
             * @example 0.6
             */
            price_per_million?: string | null;
        };
        Deliveries: {
            /** @description One row per lot. */
            deliveries: components["schemas"]["Delivery"][];
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        Delivery: {
            /**
             * Format: uuid
             * @description Id of the contract.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            contract_id: string;
            /**
             * Format: uuid
             * @description Id of the lot.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            lot_id: string;
            /**
             * Format: uuid
             * @description Id of the account of the buyer.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            buyer_id: string;
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            instrument: string;
            /**
             * @description As of the lot of a contract; owed while pending or active.
             * @enum {string}
             */
            status: "pending" | "active" | "exhausted" | "expired" | "defaulted" | "voided";
            /**
             * @description Purchased quantity. Tokens.
             * @example 100000
             */
            quantity: number;
            /**
             * @description Quantity that can be drawn. Tokens.
             * @example 100000
             */
            remaining: number;
            /**
             * @description Quantity reserved by requests under way; what they do not use remains again. Tokens.
             * @example 100000
             */
            reserved_tokens: number;
            /**
             * @description Quantity that was drawn. Tokens.
             * @example 100000
             */
            drawn_tokens: number;
            /**
             * @description Quantity that was not drawn, and was paid at the end of the window. Tokens.
             * @example 100000
             */
            paid_tokens: number;
            /**
             * @description Quantity that was not drawn, and went back to the buyer. Tokens.
             * @example 100000
             */
            refunded_tokens: number;
            /**
             * @description Amount owed to the seller for it so far, after the fee. USD.
             * @example 12.5
             */
            earned: string;
            /**
             * @description Amount that went back to the buyer. USD.
             * @example 12.5
             */
            refunded: string;
            /**
             * @description Amount that the buyer has paid and that is in escrow. USD.
             * @example 12.5
             */
            in_escrow: string;
            /**
             * Format: date-time
             * @description Start of the window; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            delivery_start: string;
            /**
             * Format: date-time
             * @description End of the window; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description Recorded end; null for a lot that is owed; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            ended_at: string | null;
            /** @description Why tokens went back to the buyer; null if none did. */
            refund_reason: string | null;
            /** @description What the seller was asked when, what it answered, and which probes failed, before the lot defaulted; null otherwise. */
            default_evidence: {
                /**
                 * Format: uuid
                 * @description Id of the request that failed.
                 * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
                 */
                request_id: string;
                /** @description In chronological order. */
                attempts: components["schemas"]["Attempt"][];
                /** @description Probes of the exchange that failed meanwhile, newest first. */
                failed_probes: components["schemas"]["FailedProbe"][];
            } | null;
        };
        Attempt: {
            /**
             * @description Number of the attempt, from 1.
             * @example 1
             */
            number: number;
            /**
             * @description State of the attempt.
             * @enum {string}
             */
            state: "planned" | "sent" | "delivered" | "failed" | "unknown";
            /**
             * @description Kind of its failure.
             * @example timeout
             */
            reason: string | null;
            /** @description Why it failed. */
            detail: string | null;
            /**
             * Format: date-time
             * @description Start of the attempt; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            started_at: string;
            /**
             * Format: date-time
             * @description End of the attempt; null while in progress; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            ended_at: string | null;
        };
        FailedProbe: {
            /** @description The `Idempotency-Key` of the probe. */
            probe_id: string;
            /** @description Why it failed. */
            detail: string;
            /**
             * Format: date-time
             * @description When it had failed; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string;
        };
        Calendar: {
            /**
             * @description Address of the calendar: absolute if the exchange has a public address, otherwise a path on the same server.
             * @example https://tokenbook.example.com/seller/v1/calendars/01923b4e-0000-7000-8000-000000000002?secret=Zm9ydHktdHdvIGJ5dGVzIG9mIHJhbmRvbW5lc3M
             */
            calendar_url: string;
        };
        Seller: {
            /**
             * Format: uuid
             * @description Id of the seller.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string;
            /**
             * @description Name of the seller.
             * @example North
             */
            name: string;
            /**
             * @description Endpoint of the seller, which identifies it.
             * @example https://inference.example.com/v1
             */
            endpoint_url: string;
            /**
             * @description Instrument strings.
             * @example [
             *       "llama-3.3-70b"
             *     ]
             */
            supported_models: string[];
            /**
             * @description Regions of the endpoint.
             * @example [
             *       "eu-west"
             *     ]
             */
            regions: string[];
            /**
             * Format: date-time
             * @description Time of registration; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            registered_at: string;
            /** @description The key as it was sent. */
            api_key: string;
        };
        RegisterSeller: {
            /**
             * @description Name of the seller.
             * @example North
             */
            name: string;
            /**
             * @description Absolute https URL of a public host, where chat completions are served. Identifies the seller.
             * @example https://inference.example.com/v1
             */
            endpoint_url: string;
            /**
             * @description Instrument strings. Books and records use them in lower case; requests to the endpoint use the spelling given here.
             * @example [
             *       "llama-3.3-70b"
             *     ]
             */
            supported_models: string[];
            /** @description Chosen by the seller; later requests send it as `X-Seller-API-Key`. */
            api_key: string;
            /** @description Regions of the endpoint. An ask must be in one of them. */
            regions?: ("us-east" | "us-west" | "eu-west" | "apac" | "global")[] | null;
            /** @description What the endpoint can do with these models. Requests that need more are matched with others. `null` removes it; without this field it stays as it is. */
            models?: components["schemas"]["DeclaredModel"][] | null;
            /** @description Value of the `Authorization` header that the endpoint wants; every request to it carries it. Encrypted at rest and never shown. `null` removes it; without this field it stays as it is. */
            upstream_authorization?: string | null;
            /** @description With a rotation: also deletes every webhook endpoint of the seller, such as those that somebody with a leaked key made. They would stay otherwise. */
            end_webhooks?: boolean;
        };
        /** @description What the endpoint can do with a model, as in the provider document of OpenRouter. What is not declared is unknown. */
        DeclaredModel: {
            /**
             * @description An instrument string; trimmed and lower-cased.
             * @example llama-3.3-70b
             */
            model: string;
            /**
             * @description The name by which this endpoint is asked for the model. Default: the spelling in `supported_models`.
             * @example meta-llama/Llama-3.3-70B-Instruct
             */
            upstream_model?: string | null;
            /**
             * @description Most tokens of prompt and answer together.
             * @example 131072
             */
            context_window?: number | null;
            /**
             * @description Most tokens of an answer.
             * @example 8192
             */
            max_output_tokens?: number | null;
            /**
             * @description What a prompt may contain: `text`, `image`, `audio`, `file`, `video`.
             * @example [
             *       "text"
             *     ]
             */
            input_modalities?: string[] | null;
            /**
             * @description What an answer may contain: `text`, `image`, `audio`.
             * @example [
             *       "text"
             *     ]
             */
            output_modalities?: string[] | null;
            /**
             * @description What requests may use: `tools`, `json_mode`, `json_schema` (also called `structured_outputs`), `logprobs`, `n`. Other names are kept and match nothing.
             * @example [
             *       "tools",
             *       "json_schema"
             *     ]
             */
            features?: string[] | null;
            /**
             * @description Number format of the weights.
             * @example fp8
             * @enum {string|null}
             */
            quantization?: "int4" | "int8" | "fp4" | "fp6" | "fp8" | "fp16" | "bf16" | "fp32" | "unknown" | null;
            data_policy?: components["schemas"]["DataPolicy"];
        };
        /** @description What happens to prompts. */
        DataPolicy: {
            /**
             * @description Whether prompts are kept after the answer.
             * @example false
             */
            retains_prompts?: boolean | null;
            /**
             * @description Whether models are trained on prompts.
             * @example false
             */
            trains?: boolean | null;
        } | null;
        EndpointCheck: {
            /**
             * @description The address, normalised.
             * @example https://inference.example.com/v1
             */
            endpoint_url: string;
            /** @description Whether no check failed. */
            passed: boolean;
            /** @description In the order in which to repair what fails. After a failure of the first two, the others are left out. */
            checks: components["schemas"]["EndpointCheckRow"][];
        };
        EndpointCheckRow: {
            /**
             * @description What is checked.
             * @enum {string}
             */
            check: "address" | "reachable" | "signature" | "answers" | "streams" | "usage" | "usage in streams" | "end of stream" | "idempotency key";
            /**
             * @description Outcome of the check.
             * @enum {string}
             */
            status: "ok" | "warn" | "fail" | "skipped";
            /**
             * @description What was found.
             * @example answers with status 401
             */
            found: string;
            /** @description What to do about it; null unless it failed. */
            remedy: string | null;
        };
        CheckEndpoint: {
            /**
             * @description As it would be registered.
             * @example https://inference.example.com/v1
             */
            endpoint_url: string;
            /**
             * @description A model that it serves, in its own spelling.
             * @example llama-3.3-70b
             */
            model: string;
            /** @description Value of the `Authorization` header that the endpoint wants. Without this field the registered one is sent, when the request has the key of the seller. */
            upstream_authorization?: string | null;
        };
        SellerProfile: {
            /**
             * Format: uuid
             * @description Id of the seller.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string;
            /**
             * @description Name of the seller.
             * @example North
             */
            name: string;
            /**
             * @description Endpoint of the seller, which identifies it.
             * @example https://inference.example.com/v1
             */
            endpoint_url: string;
            /**
             * @description Instrument strings.
             * @example [
             *       "llama-3.3-70b"
             *     ]
             */
            supported_models: string[];
            /**
             * @description Regions of the endpoint.
             * @example [
             *       "eu-west"
             *     ]
             */
            regions: string[];
            /**
             * Format: date-time
             * @description Time of registration; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            registered_at: string;
            /**
             * @description A suspended or banned seller cannot offer capacity.
             * @enum {string}
             */
            standing: "Active" | "Probation" | "Suspended" | "Banned";
            /**
             * @description Tier of the venue, by its reputation.
             * @enum {string}
             */
            venue_class: "prime" | "standard" | "basic" | "unrated";
            /** @description Whether the endpoint has proved that it knows the key of the seller. Nobody else can register a verified endpoint. */
            endpoint_verified: boolean;
            /** @description What the endpoint can do with a model, as in the provider document of OpenRouter. What is not declared is unknown. */
            models: components["schemas"]["DeclaredModelShown"][];
            /** @description What its refusals have shown within the last hour: such requests go to others for a while. */
            learned_limits: components["schemas"]["LearnedLimit"][];
            /** @description Whether requests to the endpoint carry an `Authorization` header of its seller. */
            has_upstream_authorization: boolean;
        };
        DeclaredModelShown: {
            /** @description The instrument. */
            model: string;
            /**
             * @description The name by which this endpoint is asked for the model. Default: the spelling in `supported_models`.
             * @example meta-llama/Llama-3.3-70B-Instruct
             */
            upstream_model?: string | null;
            /**
             * @description Most tokens of prompt and answer together.
             * @example 131072
             */
            context_window?: number | null;
            /**
             * @description Most tokens of an answer.
             * @example 8192
             */
            max_output_tokens?: number | null;
            /**
             * @description What a prompt may contain: `text`, `image`, `audio`, `file`, `video`.
             * @example [
             *       "text"
             *     ]
             */
            input_modalities?: string[] | null;
            /**
             * @description What an answer may contain: `text`, `image`, `audio`.
             * @example [
             *       "text"
             *     ]
             */
            output_modalities?: string[] | null;
            /**
             * @description What requests may use: `tools`, `json_mode`, `json_schema` (also called `structured_outputs`), `logprobs`, `n`. Other names are kept and match nothing.
             * @example [
             *       "tools",
             *       "json_schema"
             *     ]
             */
            features?: string[] | null;
            /**
             * @description Number format of the weights.
             * @example fp8
             * @enum {string|null}
             */
            quantization?: "int4" | "int8" | "fp4" | "fp6" | "fp8" | "fp16" | "bf16" | "fp32" | "unknown" | null;
            data_policy?: components["schemas"]["DataPolicy"];
        };
        LearnedLimit: {
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /**
             * @description What the refused requests needed: `tools`, `json_mode`, `json_schema`, `logprobs`, `n`, `image_input`, `audio_output` and the like; `context_window` if they needed nothing but their length.
             * @example [
             *       "tools"
             *     ]
             */
            lacks: string[];
            /**
             * @description Requests with these needs and at least this many tokens go to others. Tokens.
             * @example 100000
             */
            from_tokens: number;
            /**
             * Format: date-time
             * @description When the seller is matched with them again; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            until: string;
        };
        SellerAccount: {
            /**
             * Format: uuid
             * @description Id of the seller.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string;
            /** @description The supported models. */
            models: components["schemas"]["SpelledModel"][];
            /**
             * @description Amount owed to the seller: settled trades less its fees and payouts. USD.
             * @example 12.5
             */
            payable: string;
            /**
             * @description A suspended or banned seller cannot offer capacity.
             * @enum {string}
             */
            standing: "Active" | "Probation" | "Suspended" | "Banned";
            /**
             * Format: date-time
             * @description End of an automatic suspension; null otherwise; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            suspended_until: string | null;
            /** @description The newest 100, newest first. */
            standing_history: components["schemas"]["OwnStandingChange"][];
            /** @description The newest report of each model, beside what is owed of it now. */
            capacity_reports: components["schemas"]["OwnCapacityReport"][];
        };
        SpelledModel: {
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /**
             * @description The seller's own spelling, which requests to it use.
             * @example Llama-3.3-70B
             */
            name: string;
        };
        OwnStandingChange: {
            /**
             * @description The standing after the change.
             * @enum {string}
             */
            standing: "Active" | "Probation" | "Suspended" | "Banned";
            /** @description Reason of the change. */
            reason: string;
            /**
             * @description `operator`, or the rule that made the change.
             * @example operator
             */
            actor: string;
            /**
             * Format: date-time
             * @description Time of the change; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string;
        };
        OwnCapacityReport: {
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /**
             * @description Tokens servable now.
             * @example 250000
             */
            available_tokens: number;
            /**
             * @description Tokens already committed.
             * @example 250000
             */
            queued_tokens: number;
            /**
             * @description Quantity owed in open windows, with what requests under way have reserved. Tokens.
             * @example 100000
             */
            owed_tokens: number;
            /**
             * Format: date-time
             * @description Time of the report; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            reported_at: string;
        };
        SellerStatement: {
            /**
             * Format: uuid
             * @description Id of the seller.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string;
            /**
             * @description Currency of every amount.
             * @enum {string}
             */
            currency: "USD";
            /**
             * Format: date-time
             * @description Start, inclusive; null for the beginning; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            from: string | null;
            /**
             * Format: date-time
             * @description End, exclusive; null for the time of the first page; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            to: string | null;
            /**
             * Format: date-time
             * @description Time of the snapshot that all pages read; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            as_of: string;
            /**
             * @description Balance before the first line. USD.
             * @example 12.5
             */
            opening_balance: string;
            /**
             * @description Balance after the last line of the last page. USD.
             * @example 12.5
             */
            closing_balance: string;
            /** @description In the order of `sort`. */
            lines: components["schemas"]["StatementLine"][];
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        StatementLine: {
            /** @description Id of the journal: its business key. */
            journal_id: string;
            /**
             * @description Kind of the journal.
             * @enum {string}
             */
            kind: "deposit" | "hold" | "capture" | "release" | "payout" | "escrow" | "draw" | "window_end" | "refund" | "correction";
            /**
             * @description Signed change of the balance. USD.
             * @example 12.5
             */
            amount: string;
            /**
             * @description Balance after this line. USD.
             * @example 12.5
             */
            balance: string;
            /** @description The operator's reference of a deposit or payout. */
            reference: string | null;
            /** @description Order of the journal. */
            order_id: string | null;
            /** @description Fill of the journal. */
            fill_id: string | null;
            /** @description Contract of the journal. */
            contract_id: string | null;
            /** @description Lot of the journal. */
            lot_id: string | null;
            /** @description Reason of a correction. */
            reason: string | null;
            /**
             * Format: date-time
             * @description When it was posted; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
        };
        OfferList: {
            /** @description Active offers of the seller. */
            offers: components["schemas"]["Offer"][];
        };
        Offer: {
            /**
             * Format: uuid
             * @description Id of the offer.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            offer_id: string;
            /**
             * @description Status of the offer.
             * @enum {string}
             */
            status: "active" | "filled" | "cancelled" | "expired";
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model: string;
            /**
             * @description Region of execution.
             * @enum {string}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global";
            /**
             * @description USD per 1,000,000 tokens.
             * @example 0.6
             */
            price_per_million_tokens: string;
            /**
             * @description Offered quantity. Tokens.
             * @example 100000
             */
            quantity_tokens: number;
            /**
             * @description Unfilled quantity. Tokens.
             * @example 100000
             */
            remaining_tokens: number;
            /**
             * Format: date-time
             * @description Time of posting; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Expiry; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            expires_at: string;
        };
        CreatedOffer: {
            /**
             * Format: uuid
             * @description Id of the offer.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            offer_id: string;
            /**
             * @description Status of the offer.
             * @enum {string}
             */
            status: "active" | "filled" | "cancelled" | "expired";
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model: string;
            /**
             * @description Region of execution.
             * @enum {string}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global";
            /**
             * @description USD per 1,000,000 tokens.
             * @example 0.6
             */
            price_per_million_tokens: string;
            /**
             * @description Offered quantity. Tokens.
             * @example 100000
             */
            quantity_tokens: number;
            /**
             * @description Unfilled quantity. Tokens.
             * @example 100000
             */
            remaining_tokens: number;
            /**
             * Format: date-time
             * @description Time of posting; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Expiry; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            expires_at: string;
            /**
             * @description Lifetime in seconds, at most ten years.
             * @example 300
             */
            valid_for_seconds: number;
            /**
             * @description Delivery window: `spot`, or the length of a window that starts at the next boundary.
             * @enum {string}
             */
            tenor: "spot" | "1h" | "1d" | "7d" | "30d";
        };
        CreateOffer: {
            /**
             * @description An instrument string; trimmed and lower-cased.
             * @example llama-3.3-70b
             */
            model: string;
            /**
             * @description A region of execution.
             * @enum {string}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global";
            /**
             * @description USD per 1,000,000 tokens: a decimal string with at most 5 decimals, above zero.
             * @example 0.6
             */
            price_per_million_tokens: string;
            /**
             * @description Tokens: a whole number from 1 to 10^12.
             * @example 1000000
             */
            quantity_tokens: number;
            /**
             * @description Lifetime in seconds, at most ten years.
             * @example 300
             */
            valid_for_seconds: number;
            /**
             * @description Delivery window: `spot`, or the length of a window that starts at the next boundary.
             * @enum {string|null}
             */
            tenor?: "spot" | "1h" | "1d" | "7d" | "30d" | null;
        };
        CapacitySnapshot: {
            /**
             * Format: uuid
             * @description Id of the seller.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string;
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /**
             * @description Tokens servable now.
             * @example 250000
             */
            available_tokens: number;
            /**
             * @description Tokens already committed.
             * @example 250000
             */
            queued_tokens: number;
            /**
             * @description Quantity owed in open windows, with what requests under way have reserved. Tokens.
             * @example 100000
             */
            owed_tokens: number;
            /**
             * Format: date-time
             * @description Time of the report; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            reported_at: string;
            /**
             * @description That more is owed than can be served, as the report says; null otherwise.
             * @example You owe 399942 tokens of llama-3.3-70b in open windows, which is more than you report.
             */
            warning: string | null;
        };
        CapacityReport: {
            /**
             * @description An instrument string; trimmed and lower-cased.
             * @example llama-3.3-70b
             */
            model_id: string;
            /**
             * @description Tokens servable now.
             * @example 250000
             */
            available_tokens: number;
            /**
             * @description Tokens already committed.
             * @example 250000
             */
            queued_tokens: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listSellerWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhooks": [
                     *         {
                     *           "webhook_id": "0190a0a0-bbbb-7000-8000-00000000000b",
                     *           "url": "https://hooks.example.com/tokenbook",
                     *           "confirmed": true,
                     *           "event_types": [
                     *             "lot.opened",
                     *             "lot.ended"
                     *           ],
                     *           "description": null,
                     *           "status": "enabled",
                     *           "disabled_reason": null,
                     *           "disabled_at": null,
                     *           "failing_since": null,
                     *           "secret_expires_at": null,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createSellerWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/tokenbook",
                 *       "event_types": [
                 *         "lot.opened",
                 *         "lot.ended"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook_id": "0190a0a0-bbbb-7000-8000-00000000000b",
                     *       "url": "https://hooks.example.com/tokenbook",
                     *       "confirmed": false,
                     *       "event_types": [
                     *         "lot.opened",
                     *         "lot.ended"
                     *       ],
                     *       "description": null,
                     *       "status": "enabled",
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "failing_since": null,
                     *       "secret_expires_at": null,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "updated_at": "2026-01-31T12:00:00.000Z",
                     *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description `invalid_request`: The request is malformed. `invalid_endpoint_url`: The endpoint URL must be an absolute https URL of a public host. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is too large. */
            413: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The rate limit of this key is exceeded. */
            429: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSellerWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook_id": "0190a0a0-bbbb-7000-8000-00000000000b",
                     *       "url": "https://hooks.example.com/tokenbook",
                     *       "confirmed": true,
                     *       "event_types": [
                     *         "lot.opened",
                     *         "lot.ended"
                     *       ],
                     *       "description": null,
                     *       "status": "enabled",
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "failing_since": null,
                     *       "secret_expires_at": null,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "updated_at": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource does not exist. */
            404: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteSellerWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource does not exist. */
            404: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The rate limit of this key is exceeded. */
            429: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateSellerWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "disabled"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhook"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook_id": "0190a0a0-bbbb-7000-8000-00000000000b",
                     *       "url": "https://hooks.example.com/tokenbook",
                     *       "confirmed": true,
                     *       "event_types": [
                     *         "lot.opened",
                     *         "lot.ended"
                     *       ],
                     *       "description": null,
                     *       "status": "disabled",
                     *       "disabled_reason": "owner",
                     *       "disabled_at": "2026-01-31T12:05:00.000Z",
                     *       "failing_since": null,
                     *       "secret_expires_at": null,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "updated_at": "2026-01-31T12:05:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description `invalid_request`: The request is malformed. `invalid_endpoint_url`: The endpoint URL must be an absolute https URL of a public host. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource does not exist. */
            404: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is too large. */
            413: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The rate limit of this key is exceeded. */
            429: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateSellerWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook_id": "0190a0a0-bbbb-7000-8000-00000000000b",
                     *       "url": "https://hooks.example.com/tokenbook",
                     *       "confirmed": true,
                     *       "event_types": [
                     *         "lot.opened",
                     *         "lot.ended"
                     *       ],
                     *       "description": null,
                     *       "status": "enabled",
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "failing_since": null,
                     *       "secret_expires_at": "2026-01-31T13:00:00.000Z",
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "updated_at": "2026-01-31T12:00:00.000Z",
                     *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource does not exist. */
            404: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The rate limit of this key is exceeded. */
            429: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testSellerWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivery_id": "whd_019c1351be00a1b2c3d4e5f60718293a",
                     *       "event_id": "evt_4f0b9a3d6e2c8f7a1b4d5b8f0c5d1c7e",
                     *       "event_type": "webhook.test",
                     *       "event_time": "2026-01-31T12:00:00.000Z",
                     *       "status": "waiting",
                     *       "attempts": 0,
                     *       "last_attempt_at": null,
                     *       "response_status": null,
                     *       "detail": null,
                     *       "next_attempt_at": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource does not exist. */
            404: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The rate limit of this key is exceeded. */
            429: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaySellerWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-01-31T12:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayWebhooks"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "replayed": 12,
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["ReplayedWebhooks"];
                };
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource does not exist. */
            404: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is too large. */
            413: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The rate limit of this key is exceeded. */
            429: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSellerWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description Page size. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "delivery_id": "whd_019c1351be00a1b2c3d4e5f60718293a",
                     *           "event_id": "evt_4f0b9a3d6e2c8f7a1b4d5b8f0c5d1c7e",
                     *           "event_type": "lot.opened",
                     *           "event_time": "2026-01-31T12:00:00.000Z",
                     *           "status": "waiting",
                     *           "attempts": 1,
                     *           "last_attempt_at": "2026-01-31T12:00:00.000Z",
                     *           "response_status": 503,
                     *           "detail": null,
                     *           "next_attempt_at": "2026-01-31T12:05:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource does not exist. */
            404: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaySellerWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook endpoint. */
                id: string;
                /** @description The delivery. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivery_id": "whd_019c1351be00a1b2c3d4e5f60718293a",
                     *       "event_id": "evt_4f0b9a3d6e2c8f7a1b4d5b8f0c5d1c7e",
                     *       "event_type": "lot.opened",
                     *       "event_time": "2026-01-31T12:00:00.000Z",
                     *       "status": "waiting",
                     *       "attempts": 0,
                     *       "last_attempt_at": null,
                     *       "response_status": null,
                     *       "detail": null,
                     *       "next_attempt_at": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource does not exist. */
            404: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The rate limit of this key is exceeded. */
            429: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTrades: {
        parameters: {
            query?: {
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description Page size. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "trades": [
                     *         {
                     *           "trade_id": "0190a0a0-aaaa-7000-8000-00000000000a",
                     *           "fill_id": "0190a0a0-4444-7000-8000-000000000004",
                     *           "ask_id": "0190a0a0-2222-7000-8000-000000000002",
                     *           "model_id": "llama-3.3-70b",
                     *           "region": "eu-west",
                     *           "tenor": "spot",
                     *           "quantity": 1000,
                     *           "gross": "0.0005",
                     *           "fee": "0.00001",
                     *           "net": "0.00049",
                     *           "earned": "0.00049",
                     *           "refunded": "0",
                     *           "in_escrow": "0",
                     *           "taker_side": "bid",
                     *           "status": "settled",
                     *           "usage_flag": null,
                     *           "executed_at": "2026-01-31T12:00:00.000Z",
                     *           "price": "0.5"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["SellerTradeList"];
                };
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReputation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Names this answer in `If-None-Match`.
                     * @example W/"0XhS2mTr4b7kq1vZc9dE3A"
                     */
                    ETag?: string;
                    /**
                     * @description How long it may be used again.
                     * @example public, max-age=1
                     */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "seller_id": "0190a0a0-8888-7000-8000-000000000008",
                     *       "figures": [
                     *         {
                     *           "model_id": "llama-3.3-70b",
                     *           "hour": {
                     *             "answered": 120,
                     *             "refused": 2,
                     *             "refused_share": 0.0164,
                     *             "first_byte_ms": {
                     *               "p50": 320,
                     *               "p95": 810
                     *             },
                     *             "tokens_per_second": {
                     *               "p50": 48.5,
                     *               "p95": 61.2
                     *             },
                     *             "tool_calls": 14,
                     *             "parsed_tool_calls_share": 1
                     *           },
                     *           "day": {
                     *             "answered": 120,
                     *             "refused": 2,
                     *             "refused_share": 0.0164,
                     *             "first_byte_ms": {
                     *               "p50": 320,
                     *               "p95": 810
                     *             },
                     *             "tokens_per_second": {
                     *               "p50": 48.5,
                     *               "p95": 61.2
                     *             },
                     *             "tool_calls": 14,
                     *             "parsed_tool_calls_share": 1
                     *           }
                     *         }
                     *       ],
                     *       "current": {
                     *         "seller_id": "0190a0a0-8888-7000-8000-000000000008",
                     *         "score": 97.5,
                     *         "fill_rate": 0.99,
                     *         "latency_adherence": 0.95,
                     *         "quality_rate": 0.99,
                     *         "timestamp": "2026-01-31T12:00:00.000Z"
                     *       },
                     *       "history": [
                     *         {
                     *           "seller_id": "0190a0a0-8888-7000-8000-000000000008",
                     *           "score": 97.5,
                     *           "fill_rate": 0.99,
                     *           "latency_adherence": 0.95,
                     *           "quality_rate": 0.99,
                     *           "timestamp": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Reputation"];
                };
            };
            /** @description The same as `If-None-Match` names. */
            304: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Names this answer in `If-None-Match`.
                     * @example W/"0XhS2mTr4b7kq1vZc9dE3A"
                     */
                    ETag?: string;
                    /**
                     * @description How long it may be used again.
                     * @example public, max-age=1
                     */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    reportDecisions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decisions": [
                 *         {
                 *           "at": "2026-01-31T12:00:00Z",
                 *           "model_id": "llama-3.3-70b",
                 *           "sold": true,
                 *           "reason": "Queue is short.",
                 *           "tokens": 250000,
                 *           "price_per_million": "0.5"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Decisions"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "seller_id": "0190a0a0-8888-7000-8000-000000000008",
                     *       "recorded": 1
                     *     }
                     */
                    "application/json": components["schemas"]["RecordedDecisions"];
                };
            };
            /** @description `invalid_request`: The request is malformed. `invalid_decisions`: A batch holds 1 to 200 decisions. `invalid_reason`: A reason holds at most 500 characters. `invalid_model`: The model is not valid here. `invalid_price`: The price is not valid. `invalid_quantity`: The quantity is not valid. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is too large. */
            413: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The rate limit of this key is exceeded. */
            429: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description Page size. */
                limit?: number;
                /** @description `true`: the lots that ended in the last 30 days instead, the newest end first. A lot is among them once its end is recorded, which is usually within a second. */
                ended?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "contract_id": "0190a0a0-3333-7000-8000-000000000003",
                     *           "lot_id": "0190a0a0-6666-8000-8000-000000000006",
                     *           "buyer_id": "0190a0a0-1111-7000-8000-000000000001",
                     *           "instrument": "llama-3.3-70b",
                     *           "status": "active",
                     *           "quantity": 400000,
                     *           "remaining": 399942,
                     *           "reserved_tokens": 0,
                     *           "drawn_tokens": 58,
                     *           "paid_tokens": 0,
                     *           "refunded_tokens": 0,
                     *           "earned": "0.00002842",
                     *           "refunded": "0",
                     *           "in_escrow": "0.199971",
                     *           "delivery_start": "2026-01-31T12:00:00.000Z",
                     *           "expires_at": "2026-01-31T13:00:00.000Z",
                     *           "ended_at": null,
                     *           "refund_reason": null,
                     *           "default_evidence": null
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["Deliveries"];
                };
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    renewCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "calendar_url": "https://tokenbook.example.com/seller/v1/calendars/0190a0a0-8888-7000-8000-000000000008?secret=Zm9ydHktdHdvIGJ5dGVzIG9mIHJhbmRvbW5lc3M"
                     *     }
                     */
                    "application/json": components["schemas"]["Calendar"];
                };
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readCalendar: {
        parameters: {
            query: {
                /** @description As in the address. */
                secret: string;
            };
            header?: never;
            path: {
                /** @description The seller. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar": string;
                };
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource does not exist. */
            404: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: {
                /** @description The current key, to rotate it. */
                "X-Seller-API-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "North",
                 *       "endpoint_url": "https://inference.example.com/v1",
                 *       "supported_models": [
                 *         "llama-3.3-70b"
                 *       ],
                 *       "api_key": "5b8f0c5d1c7e4f0b9a3d6e2c8f7a1b4d",
                 *       "regions": [
                 *         "eu-west"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RegisterSeller"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "seller_id": "0190a0a0-8888-7000-8000-000000000008",
                     *       "name": "North",
                     *       "endpoint_url": "https://inference.example.com/v1",
                     *       "supported_models": [
                     *         "llama-3.3-70b"
                     *       ],
                     *       "regions": [
                     *         "eu-west"
                     *       ],
                     *       "registered_at": "2026-01-31T12:00:00.000Z",
                     *       "api_key": "5b8f0c5d1c7e4f0b9a3d6e2c8f7a1b4d"
                     *     }
                     */
                    "application/json": components["schemas"]["Seller"];
                };
            };
            /** @description `invalid_request`: The request is malformed. `invalid_endpoint_url`: The endpoint URL must be an absolute https URL of a public host. `invalid_model`: The model is not valid here. `invalid_region`: The region is not valid. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `endpoint_already_registered`: The endpoint is registered with another key. */
            409: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is too large. */
            413: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The rate limit of this key is exceeded. */
            429: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    checkEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The current key of a registered endpoint. */
                "X-Seller-API-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpoint_url": "https://inference.example.com/v1",
                 *       "model": "llama-3.3-70b"
                 *     }
                 */
                "application/json": components["schemas"]["CheckEndpoint"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "endpoint_url": "https://inference.example.com/v1",
                     *       "passed": false,
                     *       "checks": [
                     *         {
                     *           "check": "address",
                     *           "status": "ok",
                     *           "found": "https://inference.example.com/v1",
                     *           "remedy": null
                     *         },
                     *         {
                     *           "check": "reachable",
                     *           "status": "fail",
                     *           "found": "no answer within 20 s",
                     *           "remedy": "Start the server, and see that POST https://inference.example.com/v1 reaches it from here."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EndpointCheck"];
                };
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `endpoint_already_registered`: The endpoint is registered with another key. */
            409: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is too large. */
            413: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The rate limit of this key is exceeded. */
            429: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "seller_id": "0190a0a0-8888-7000-8000-000000000008",
                     *       "name": "North",
                     *       "endpoint_url": "https://inference.example.com/v1",
                     *       "supported_models": [
                     *         "llama-3.3-70b"
                     *       ],
                     *       "regions": [
                     *         "eu-west"
                     *       ],
                     *       "registered_at": "2026-01-31T12:00:00.000Z",
                     *       "standing": "Active",
                     *       "venue_class": "prime",
                     *       "endpoint_verified": true,
                     *       "models": [
                     *         {
                     *           "model": "llama-3.3-70b",
                     *           "upstream_model": "meta-llama/Llama-3.3-70B-Instruct",
                     *           "context_window": 131072,
                     *           "features": [
                     *             "tools",
                     *             "json_schema"
                     *           ]
                     *         }
                     *       ],
                     *       "learned_limits": [],
                     *       "has_upstream_authorization": false
                     *     }
                     */
                    "application/json": components["schemas"]["SellerProfile"];
                };
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSellerAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "seller_id": "0190a0a0-8888-7000-8000-000000000008",
                     *       "models": [
                     *         {
                     *           "model_id": "llama-3.3-70b",
                     *           "name": "llama-3.3-70b"
                     *         }
                     *       ],
                     *       "payable": "12.5",
                     *       "standing": "Active",
                     *       "suspended_until": null,
                     *       "standing_history": [
                     *         {
                     *           "standing": "Active",
                     *           "reason": "registration",
                     *           "actor": "seller",
                     *           "at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "capacity_reports": [
                     *         {
                     *           "model_id": "llama-3.3-70b",
                     *           "available_tokens": 250000,
                     *           "queued_tokens": 12000,
                     *           "owed_tokens": 399942,
                     *           "reported_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SellerAccount"];
                };
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSellerStatement: {
        parameters: {
            query?: {
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description Page size. */
                limit?: number;
                /** @description Start, inclusive. */
                from?: string;
                /** @description End, exclusive. */
                to?: string;
                /** @description Which line comes first, on every page. A file is always oldest first. */
                sort?: "newest" | "oldest";
                /** @description Takes precedence over the `Accept` header. */
                format?: "json" | "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "seller_id": "0190a0a0-8888-7000-8000-000000000008",
                     *       "currency": "USD",
                     *       "from": null,
                     *       "to": null,
                     *       "as_of": "2026-01-31T12:00:00.000Z",
                     *       "opening_balance": "0",
                     *       "closing_balance": "25",
                     *       "lines": [
                     *         {
                     *           "journal_id": "deposit:0190a0a0-1111-7000-8000-000000000001:wire 1",
                     *           "kind": "deposit",
                     *           "amount": "25",
                     *           "balance": "25",
                     *           "reference": "wire 1",
                     *           "order_id": null,
                     *           "fill_id": null,
                     *           "contract_id": null,
                     *           "lot_id": null,
                     *           "reason": null,
                     *           "created_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["SellerStatement"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The rate limit of this key is exceeded. */
            429: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOffers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "offers": [
                     *         {
                     *           "offer_id": "0190a0a0-2222-7000-8000-000000000002",
                     *           "status": "active",
                     *           "model": "llama-3.3-70b",
                     *           "region": "eu-west",
                     *           "price_per_million_tokens": "0.5",
                     *           "quantity_tokens": 1000000,
                     *           "remaining_tokens": 999000,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "expires_at": "2026-01-31T12:05:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OfferList"];
                };
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createOffer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body: the first result again. Same key and another body: 422. Kept at least 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "llama-3.3-70b",
                 *       "region": "eu-west",
                 *       "price_per_million_tokens": "0.5",
                 *       "quantity_tokens": 1000000,
                 *       "valid_for_seconds": 300
                 *     }
                 */
                "application/json": components["schemas"]["CreateOffer"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "offer_id": "0190a0a0-2222-7000-8000-000000000002",
                     *       "status": "active",
                     *       "model": "llama-3.3-70b",
                     *       "region": "eu-west",
                     *       "price_per_million_tokens": "0.5",
                     *       "quantity_tokens": 1000000,
                     *       "remaining_tokens": 1000000,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "expires_at": "2026-01-31T12:05:00.000Z",
                     *       "valid_for_seconds": 300,
                     *       "tenor": "spot"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedOffer"];
                };
            };
            /** @description `invalid_request`: The request is malformed. `invalid_model`: The model is not valid here. `invalid_price`: The price is not valid. `invalid_quantity`: The quantity is not valid. `invalid_region`: The region is not valid. `invalid_tenor`: The tenor is not valid. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `seller_suspended`: The seller is suspended. `seller_banned`: The seller is banned. */
            403: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is too large. */
            413: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_conflict`: The idempotency key was used with another request. */
            422: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The rate limit of this key is exceeded. */
            429: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `market_halted`: Trading of this instrument is halted. Resting orders can be cancelled. `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The offer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: The request is malformed. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource does not exist. */
            404: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    reportCapacity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model_id": "llama-3.3-70b",
                 *       "available_tokens": 250000,
                 *       "queued_tokens": 12000
                 *     }
                 */
                "application/json": components["schemas"]["CapacityReport"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "seller_id": "0190a0a0-8888-7000-8000-000000000008",
                     *       "model_id": "llama-3.3-70b",
                     *       "available_tokens": 250000,
                     *       "queued_tokens": 12000,
                     *       "owed_tokens": 399942,
                     *       "reported_at": "2026-01-31T12:00:00.000Z",
                     *       "warning": "You owe 399942 tokens of llama-3.3-70b in open windows, which is more than you report."
                     *     }
                     */
                    "application/json": components["schemas"]["CapacitySnapshot"];
                };
            };
            /** @description `invalid_request`: The request is malformed. `invalid_model`: The model is not valid here. `invalid_quantity`: The quantity is not valid. */
            400: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: The credential is missing or invalid. */
            401: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: The resource does not exist. */
            404: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is too large. */
            413: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `misdirected_request`: This port does not answer that host name. ALLOWED_HOSTS adds one. */
            421: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limited`: The rate limit of this key is exceeded. */
            429: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Internal error. Retry with the same Idempotency-Key. */
            500: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: The exchange is not ready for this. Try again shortly. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    /**
                     * @description Requests left in the current window.
                     * @example 59
                     */
                    RateLimit?: number;
                    /**
                     * @description `<limit>;w=<seconds>`
                     * @example 60;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
