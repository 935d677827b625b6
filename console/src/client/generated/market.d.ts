/** Written by `npm run generate`; do not edit. */
export interface paths {
    "/v1/markets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The catalog with live quotes
         * @description Families and their instruments, with one quote per region: its own asks, and the bids pinned to it or to none. A missing side is null. An instrument outside the catalog of the operator is listed in the family `other` from its first ask. Updated at most once a second.
         */
        get: operations["listMarkets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/markets/{model_id}/candles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open, high, low, close and volume over time
         * @description Computed from trades, within two seconds; voided trades are excluded. An unknown instrument has no candles. As JSON or as CSV.
         */
        get: operations["getCandles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/markets/{model_id}/trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Past trades
         * @description Newest first, as the stream publishes them; voided trades are excluded. A trade is listed before the stream publishes it, so a client that subscribes first and then reads this list misses none. An unknown instrument has no trades. As JSON, or a page as CSV whose `Link` header names the next one.
         */
        get: operations["listMarketTrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/markets/{model_id}/sellers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The sellers of an instrument with their figures
         * @description The price, regions and tier of each seller with an active ask, and how fast and how well it answers, measured by the exchange on at most its 2,000 newest requests; measured every half minute for few requests, every five minutes for 2,000. An unknown instrument has no sellers.
         */
        get: operations["listMarketSellers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sellers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The sellers with an active ask, of every instrument
         * @description Each once, with its score, and its figures of the last 24 hours in the instrument that it answered most.
         */
        get: operations["listSellers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/markets/{model_id}/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The expected result of an order
         * @description Simulates the order against the current book, and estimates the wait for the remainder from the asks of the lookback period. Reserves nothing.
         */
        get: operations["estimateFill"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orderbook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The order book of an instrument
         * @description One row per price. An unknown instrument has an empty book.
         */
        get: operations["getOrderBook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sellers/register": {
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
        post: operations["registerSeller"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sellers/{id}/asks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Active asks of a seller */
        get: operations["listAsks"];
        put?: never;
        /** Post an ask to the book */
        post: operations["createAsk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sellers/{id}/asks/{ask_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Cancel the unfilled remainder of an ask */
        delete: operations["cancelAsk"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sellers/{id}/capacity": {
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
        post: operations["reportSellerCapacity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sellers/{id}/trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Trades of the seller, newest first */
        get: operations["listSellerTrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sellers/{id}/deliveries": {
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
        get: operations["listSellerDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sellers/{id}/reputation": {
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
        get: operations["getSellerReputation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sellers/{id}/decisions": {
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
        post: operations["reportSellerDecisions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contracts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Contracts of the buyer, newest first */
        get: operations["listContracts"];
        put?: never;
        /**
         * Place a contract order
         * @description Holds limit price x quantity, fills against the asks that it crosses, and keeps the remainder in the book if its `time_in_force` permits. The answer comes once the order rests, is filled or is rejected. The filled quantity is a prepaid contract.
         */
        post: operations["createContract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contracts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A contract with its lots */
        get: operations["getContract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Contract orders of the buyer, newest first */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A contract order, what it waits for, and its fills */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        /**
         * Cancel the unfilled remainder of an order
         * @description Earlier fills remain. 404 when there is no remainder to cancel.
         */
        delete: operations["cancelOrder"];
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
        /** Balance and reservations of the buyer */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/spend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Spend per day and instrument
         * @description At most 366 days. One at a time per account.
         */
        get: operations["getSpend"];
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
         * Statement of the buyer
         * @description Journal lines that sum to the balance: JSON in pages, or one CSV or one file of JSON lines. A file without its closing balance is truncated. One at a time per account.
         */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Chat requests of the buyer, newest first
         * @description With `model_id`, `status` or `request_id`, a page searches the next 1,000 requests: it may contain fewer than `limit`, or none, while `has_more` is true.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A chat request with its attempts */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The keys of the account, without their text */
        get: operations["listOwnKeys"];
        put?: never;
        /**
         * Issue a key of the account
         * @description With a key of kind `manage`; the first one comes from the operator. The new key is shown once. A key with `limit`, `models`, `regions` or `max_price` is limited to requests: it opens nothing else of the account.
         */
        post: operations["createOwnKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key of the account, at every gateway
         * @description Also ends the credentials of tickets that the key issued. Their contracts stay: any key of the account can issue a new credential.
         */
        delete: operations["revokeOwnKey"];
        options?: never;
        head?: never;
        /**
         * Change what a key may do
         * @description Null removes a bound, and what is left out stays. Each request that arrives after the answer is held to it, at every gateway.
         */
        patch: operations["changeOwnKey"];
        trace?: never;
    };
    "/v1/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the text of a key
         * @description The key keeps its id, its terms and what it has used. Its new text is shown once; the earlier one works for the grace too, with the same limit. Each rotation bounds the grace of all earlier texts.
         */
        post: operations["rotateOwnKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Own webhook endpoints */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Events are sent by POST with the headers of Standard Webhooks, at least once and in any order. The answer shows the secret of the signatures once. The URL first gets `webhook.challenge`, and other events once its answer has repeated it.
         */
        post: operations["createWebhook"];
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
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Delete a webhook endpoint */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Change, disable or enable a webhook endpoint */
        patch: operations["updateWebhook"];
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
        post: operations["rotateWebhookSecret"];
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
        post: operations["testWebhook"];
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
        post: operations["replayWebhooks"];
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
        get: operations["listWebhookDeliveries"];
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
        post: operations["replayWebhookDelivery"];
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
        Catalog: {
            /** @description Families of instruments. */
            families: components["schemas"]["Family"][];
            /** @description Every region. */
            regions: ("us-east" | "us-west" | "eu-west" | "apac" | "global")[];
            /**
             * Format: date-time
             * @description Time of computation; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            as_of: string;
        };
        Family: {
            /**
             * @description Id of the family.
             * @example llama
             */
            family: string;
            /**
             * @description Display name.
             * @example Llama
             */
            name: string;
            /** @description Instruments of the family. */
            instruments: components["schemas"]["Instrument"][];
        };
        Instrument: {
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /**
             * @description Display name.
             * @example Llama 3.3 70B
             */
            name: string;
            /**
             * @description Maximum context length; null if unknown. Tokens.
             * @example 100000
             */
            context_window: number | null;
            /**
             * @description Default `max_tokens` of a chat. Tokens.
             * @example 100000
             */
            default_max_tokens: number;
            /**
             * @description The operator's list price; otherwise the volume-weighted median price of 24 hours. USD per 1,000 tokens.
             * @example 0.0006
             */
            list_price: string | null;
            /**
             * @description Price of the last spot trade in any region; null if none. USD per 1,000 tokens.
             * @example 0.0006
             */
            last_price: string | null;
            /**
             * @description Price of the first spot trade of the last 24 hours in any region; null if none. USD per 1,000 tokens.
             * @example 0.0006
             */
            open_24h: string | null;
            /** @description One per region. */
            quotes: components["schemas"]["Quote"][];
            /** @description Books of forward tenors, if any. */
            forwards?: components["schemas"]["Forward"][];
        };
        Quote: {
            /**
             * @description A region of execution.
             * @enum {string}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global";
            /**
             * @description Best bid; null if none. USD per 1,000 tokens.
             * @example 0.0006
             */
            best_bid: string | null;
            /**
             * @description Best ask; null if none. USD per 1,000 tokens.
             * @example 0.0006
             */
            best_ask: string | null;
            /**
             * @description Price of the last trade; null if none. USD per 1,000 tokens.
             * @example 0.0006
             */
            last_price: string | null;
            /**
             * @description Quantity traded in the last 24 hours. Tokens.
             * @example 1000000
             */
            volume_24h: number;
        };
        Forward: {
            /**
             * @description Delivery window: `spot`, or the length of a window that starts at the next boundary.
             * @enum {string}
             */
            tenor: "spot" | "1h" | "1d" | "7d" | "30d";
            /**
             * Format: date-time
             * @description Start of the next window; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            delivery_start: string;
            /** @description One per region. */
            quotes: components["schemas"]["Quote"][];
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
        Candles: {
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /**
             * @description `any` covers all regions.
             * @enum {string}
             */
            region?: "us-east" | "us-west" | "eu-west" | "apac" | "global" | "any";
            /**
             * @description Delivery window: `spot`, or the length of a window that starts at the next boundary.
             * @enum {string}
             */
            tenor: "spot" | "1h" | "1d" | "7d" | "30d";
            /**
             * @description Length of a bucket.
             * @enum {string}
             */
            interval: "1m" | "5m" | "1h" | "1d";
            /** @description Oldest first. Buckets without trades are omitted. */
            candles: components["schemas"]["Candle"][];
        };
        Candle: {
            /**
             * Format: date-time
             * @description Start of the bucket; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            time: string;
            /**
             * @description USD per 1,000 tokens.
             * @example 0.0006
             */
            open: string;
            /**
             * @description USD per 1,000 tokens.
             * @example 0.0006
             */
            high: string;
            /**
             * @description USD per 1,000 tokens.
             * @example 0.0006
             */
            low: string;
            /**
             * @description USD per 1,000 tokens.
             * @example 0.0006
             */
            close: string;
            /**
             * @description Traded quantity. Tokens.
             * @example 1000000
             */
            volume: number;
        };
        PublicTradeList: {
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /**
             * @description `any` covers all regions.
             * @enum {string}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global" | "any";
            /**
             * @description Delivery window: `spot`, or the length of a window that starts at the next boundary.
             * @enum {string}
             */
            tenor: "spot" | "1h" | "1d" | "7d" | "30d";
            /** @description Newest first. Each is the message `trade` of the stream, with the same id. */
            trades: components["schemas"]["PublicTrade"][];
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        PublicTrade: {
            /**
             * @description Kind of the message.
             * @enum {string}
             */
            type: "trade";
            /**
             * Format: uuid
             * @description Id of the trade.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            id: string;
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /**
             * @description Delivery window: `spot`, or the length of a window that starts at the next boundary.
             * @enum {string}
             */
            tenor: "spot" | "1h" | "1d" | "7d" | "30d";
            /**
             * @description USD per 1,000 tokens.
             * @example 0.0006
             */
            price: string;
            /**
             * @description Tokens.
             * @example 1500
             */
            quantity: string;
            /**
             * @description Side of the incoming order.
             * @enum {string}
             */
            taker_side: "bid" | "ask";
            /**
             * @description Region of execution.
             * @enum {string}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global";
            /** @description Milliseconds since the Unix epoch. */
            timestamp: number;
            /**
             * @description Only when the price is more than ten times, or less than a tenth of, the market price: the trade counts as volume, and moves neither the last price nor candles.
             * @enum {boolean}
             */
            off_market?: true;
        };
        InstrumentSellers: {
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /** @description Sellers with an active ask of spot capacity, at most 100. */
            sellers: components["schemas"]["InstrumentSeller"][];
            /**
             * Format: date-time
             * @description When it was read; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            as_of: string;
        };
        InstrumentSeller: {
            /**
             * Format: uuid
             * @description Id of the seller.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string;
            /**
             * @description Lowest price of its active asks. USD per 1,000 tokens.
             * @example 0.0006
             */
            best_ask: string;
            /** @description Regions of its asks. */
            regions: ("us-east" | "us-west" | "eu-west" | "apac" | "global")[];
            /**
             * @description Tier of the venue, by its reputation.
             * @enum {string}
             */
            venue_class: "prime" | "standard" | "basic" | "unrated";
            /**
             * @description From 0 to 100.
             * @example 97.5
             */
            score: number | null;
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
        ActiveSellers: {
            /** @description By score, the best first, at most 500. */
            sellers: components["schemas"]["ActiveSeller"][];
            /**
             * Format: date-time
             * @description When it was read; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            as_of: string;
        };
        ActiveSeller: {
            /**
             * Format: uuid
             * @description Id of the seller.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string;
            /**
             * @description Tier of the venue, by its reputation.
             * @enum {string}
             */
            venue_class: "prime" | "standard" | "basic" | "unrated";
            /**
             * @description From 0 to 100.
             * @example 97.5
             */
            score: number | null;
            /**
             * @description The instrument that it answered most within 24 hours; null for none.
             * @example llama-3.3-70b
             */
            model_id: string | null;
            day: components["schemas"]["SellerFigures"];
        };
        FillEstimate: {
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /**
             * @description Delivery window: `spot`, or the length of a window that starts at the next boundary.
             * @enum {string}
             */
            tenor: "spot" | "1h" | "1d" | "7d" | "30d";
            /**
             * @description `any` covers all regions.
             * @enum {string}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global" | "any";
            /**
             * @description Requested quantity. Tokens.
             * @example 1000000
             */
            quantity: number;
            /**
             * @description Requested limit price; null if none. USD per 1,000 tokens.
             * @example 0.0006
             */
            limit_price: string | null;
            /**
             * @description Quantity currently offered within the limit. Tokens.
             * @example 1000000
             */
            fillable_quantity: number;
            /**
             * @description `quantity` minus `fillable_quantity`. Tokens.
             * @example 1000000
             */
            remaining_quantity: number;
            /**
             * @description Average price of the fillable quantity. USD per 1,000 tokens.
             * @example 0.0006
             */
            average_price: string | null;
            /**
             * @description Price of the last token of the fillable quantity. USD per 1,000 tokens.
             * @example 0.0006
             */
            worst_price: string | null;
            /**
             * @description Estimated seconds until the remaining quantity is offered; null without data.
             * @example 900
             */
            estimated_wait_seconds: number | null;
            /**
             * @description The lowest limit price at which the book and the asks expected within the horizon cover the quantity. USD per 1,000 tokens.
             * @example 0.0006
             */
            suggested_limit_price: string | null;
            /**
             * @description Horizon in hours for the remaining quantity.
             * @example 24
             */
            horizon_hours: number;
            /** @description Number of asks within the limit that were placed in the lookback period. */
            sample_size: number;
            /**
             * @description Length of the lookback period in hours.
             * @example 24
             */
            lookback_hours: number;
            /**
             * @description From 0 (no data) to 1.
             * @example 0.8
             */
            confidence: number;
            /** @description Limitations of the estimate. */
            disclaimer: string;
            /**
             * Format: date-time
             * @description Time of computation; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            as_of: string;
        };
        OrderBook: {
            /**
             * @description Kind of the message.
             * @enum {string}
             */
            type: "orderbook_snapshot";
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /**
             * @description Delivery window: `spot`, or the length of a window that starts at the next boundary.
             * @enum {string}
             */
            tenor: "spot" | "1h" | "1d" | "7d" | "30d";
            /**
             * @description `any` covers all regions.
             * @enum {string}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global" | "any";
            /** @description Highest price first. */
            bids: components["schemas"]["Level"][];
            /** @description Lowest price first. */
            asks: components["schemas"]["Level"][];
            /** @description Version of the book. */
            sequence: number;
            /** @description Milliseconds since the Unix epoch. */
            timestamp: number;
        };
        Level: {
            /**
             * @description USD per 1,000 tokens.
             * @example 0.0006
             */
            price: string;
            /**
             * @description Tokens at this price.
             * @example 1000000
             */
            quantity: string;
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
        AskList: {
            /** @description Active asks of the seller. */
            asks: components["schemas"]["Ask"][];
        };
        Ask: {
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
             * @description USD per 1,000 tokens.
             * @example 0.0006
             */
            price: string;
            /**
             * @description Offered quantity. Tokens.
             * @example 100000
             */
            capacity: number;
            /**
             * @description Unfilled quantity. Tokens.
             * @example 100000
             */
            remaining: number;
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
        CreatedAsk: {
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
             * @description USD per 1,000 tokens.
             * @example 0.0006
             */
            price: string;
            /**
             * @description Offered quantity. Tokens.
             * @example 100000
             */
            capacity: number;
            /**
             * @description Unfilled quantity. Tokens.
             * @example 100000
             */
            remaining: number;
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
             * Format: uuid
             * @description Id of the seller.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string;
        };
        CreateAsk: {
            /**
             * @description An instrument string; trimmed and lower-cased.
             * @example llama-3.3-70b
             */
            model_id: string;
            /**
             * @description USD per 1,000 tokens: a decimal string with at most 8 decimals, above zero.
             * @example 0.0006
             */
            price: string;
            /**
             * @description Tokens: a whole number from 1 to 10^12.
             * @example 1000000
             */
            capacity: number;
            /**
             * @description Lifetime in seconds, at most ten years.
             * @example 300
             */
            ttl_seconds?: number | null;
            /**
             * @description Default: the first region of the registration, or `global` without one.
             * @enum {string|null}
             */
            region?: "us-east" | "us-west" | "eu-west" | "apac" | "global" | null;
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
        TradeList: {
            /** @description Newest first. */
            trades: components["schemas"]["Trade"][];
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        Trade: {
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
             * @description USD per 1,000 tokens.
             * @example 0.0006
             */
            price: string;
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
        Order: {
            /**
             * Format: uuid
             * @description Id of the order.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            order_id: string;
            /**
             * @description Name given by the buyer; null if none.
             * @example batch-17
             */
            client_order_id: string | null;
            /**
             * Format: uuid
             * @description Id of the ticket that it bought; null if none.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            ticket_id: string | null;
            /**
             * Format: uuid
             * @description Id of the contract; null before the first fill.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            contract_id: string | null;
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /**
             * @description Region that it is pinned to; null for any.
             * @enum {string|null}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global" | null;
            /**
             * @description Delivery window: `spot`, or the length of a window that starts at the next boundary.
             * @enum {string}
             */
            tenor: "spot" | "1h" | "1d" | "7d" | "30d";
            /**
             * @description Contract orders are bids.
             * @enum {string}
             */
            side: "bid";
            /**
             * @description Time in force.
             * @enum {string}
             */
            time_in_force: "GTC" | "IOC" | "FOK" | "GTD";
            /**
             * @description Limit price. USD per 1,000 tokens.
             * @example 0.0006
             */
            price: string;
            /**
             * @description Ordered quantity. Tokens.
             * @example 100000
             */
            quantity: number;
            /**
             * @description Filled quantity. Tokens.
             * @example 100000
             */
            filled_quantity: number;
            /**
             * @description Open quantity; 0 in a final state. Tokens.
             * @example 100000
             */
            remaining: number;
            /**
             * @description Null before the first fill. USD per 1,000 tokens.
             * @example 0.0006
             */
            average_fill_price: string | null;
            /**
             * @description Status of the order.
             * @enum {string}
             */
            status: "open" | "filled" | "cancelled" | "expired" | "rejected" | "partially_filled";
            /** @description Reason why it ended unfilled. */
            reason: string | null;
            /**
             * Format: date-time
             * @description Time of placement; RFC 3339, UTC.
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
             * Format: date-time
             * @description Expiry; null for an order that does not expire; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            expires_at: string | null;
        };
        CreateContract: {
            /**
             * @description An instrument string; trimmed and lower-cased.
             * @example llama-3.3-70b
             */
            model_id: string;
            /**
             * @description Tokens: a whole number from 1 to 10^12.
             * @example 1000000
             */
            quantity: number;
            /**
             * @description Limit, USD per 1,000 tokens: a decimal string with at most 8 decimals.
             * @example 0.0006
             */
            price: string;
            /**
             * @description Restricts delivery to a region; `global` means no restriction.
             * @enum {string|null}
             */
            region?: "us-east" | "us-west" | "eu-west" | "apac" | "global" | null;
            /**
             * @description Delivery window: `spot`, or the length of a window that starts at the next boundary.
             * @enum {string|null}
             */
            tenor?: "spot" | "1h" | "1d" | "7d" | "30d" | null;
            /**
             * @description How the open remainder of the order ends. Default `GTC`. `GTC`: the remainder stays in the book until it is filled or cancelled. `IOC`: the remainder is cancelled: the order ends `cancelled`, with a `reason`. `FOK`: the remainder never exists: the whole quantity is filled at once, or the order is `rejected`, with a `reason`. `GTD`: the remainder stays in the book until `expires_at`; an order that enters the book after that time is `expired`. `GTD` needs `expires_at`.
             * @enum {string|null}
             */
            time_in_force?: "GTC" | "IOC" | "FOK" | "GTD" | null;
            /**
             * Format: date-time
             * @description RFC 3339, any offset.
             */
            expires_at?: string | null;
            /** @description Unique within the account. A repeated request with the same terms returns the same order. */
            client_order_id?: string | null;
        };
        ContractList: {
            /** @description Newest first. */
            contracts: components["schemas"]["Contract"][];
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        Contract: {
            /**
             * Format: uuid
             * @description Id of the contract.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            contract_id: string;
            /**
             * Format: uuid
             * @description Id of the order that created it.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            order_id: string;
            /**
             * Format: uuid
             * @description Id of the ticket; null if none.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            ticket_id: string | null;
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /**
             * @description The same as `model_id`.
             * @example llama-3.3-70b
             */
            instrument: string;
            /**
             * @description Region that it is pinned to; null for any.
             * @enum {string|null}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global" | null;
            /**
             * @description Delivery window: `spot`, or the length of a window that starts at the next boundary.
             * @enum {string}
             */
            tenor: "spot" | "1h" | "1d" | "7d" | "30d";
            /**
             * @description Purchased quantity. Tokens.
             * @example 100000
             */
            quantity: number;
            /**
             * @description Quantity that can be drawn of its lots. Tokens.
             * @example 100000
             */
            remaining: number;
            /**
             * @description Quantity reserved by requests under way; what they do not use remains again. Tokens.
             * @example 100000
             */
            reserved_tokens: number;
            /**
             * @description Average price of its lots. USD per 1,000 tokens.
             * @example 0.0006
             */
            price: string;
            /**
             * @description Whether requests can draw on it.
             * @enum {string}
             */
            status: "pending" | "active" | "exhausted" | "expired" | "defaulted";
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
             * @description Time of creation; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /** @description Delivery obligation of each seller. */
            lots: components["schemas"]["Lot"][];
        };
        Lot: {
            /**
             * Format: uuid
             * @description Id of the lot.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            lot_id: string;
            /**
             * Format: uuid
             * @description Id of the seller.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string;
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
             * @description USD per 1,000 tokens.
             * @example 0.0006
             */
            price: string;
            /**
             * @description As of the contract; `voided` if an operator ended it with a refund.
             * @enum {string}
             */
            status: "pending" | "active" | "exhausted" | "expired" | "defaulted" | "voided";
            /**
             * Format: date-time
             * @description Time of the newest capacity report of its seller, if that is below what it owes of the model now; null otherwise; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            capacity_short_at: string | null;
        };
        OrderList: {
            /** @description Newest first. */
            orders: components["schemas"]["Order"][];
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        OrderDetails: {
            /**
             * Format: uuid
             * @description Id of the order.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            order_id: string;
            /**
             * @description Name given by the buyer; null if none.
             * @example batch-17
             */
            client_order_id: string | null;
            /**
             * Format: uuid
             * @description Id of the ticket that it bought; null if none.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            ticket_id: string | null;
            /**
             * Format: uuid
             * @description Id of the contract; null before the first fill.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            contract_id: string | null;
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /**
             * @description Region that it is pinned to; null for any.
             * @enum {string|null}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global" | null;
            /**
             * @description Delivery window: `spot`, or the length of a window that starts at the next boundary.
             * @enum {string}
             */
            tenor: "spot" | "1h" | "1d" | "7d" | "30d";
            /**
             * @description Contract orders are bids.
             * @enum {string}
             */
            side: "bid";
            /**
             * @description Time in force.
             * @enum {string}
             */
            time_in_force: "GTC" | "IOC" | "FOK" | "GTD";
            /**
             * @description Limit price. USD per 1,000 tokens.
             * @example 0.0006
             */
            price: string;
            /**
             * @description Ordered quantity. Tokens.
             * @example 100000
             */
            quantity: number;
            /**
             * @description Filled quantity. Tokens.
             * @example 100000
             */
            filled_quantity: number;
            /**
             * @description Open quantity; 0 in a final state. Tokens.
             * @example 100000
             */
            remaining: number;
            /**
             * @description Null before the first fill. USD per 1,000 tokens.
             * @example 0.0006
             */
            average_fill_price: string | null;
            /**
             * @description Status of the order.
             * @enum {string}
             */
            status: "open" | "filled" | "cancelled" | "expired" | "rejected" | "partially_filled";
            /** @description Reason why it ended unfilled. */
            reason: string | null;
            /**
             * Format: date-time
             * @description Time of placement; RFC 3339, UTC.
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
             * Format: date-time
             * @description Expiry; null for an order that does not expire; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            expires_at: string | null;
            /**
             * @description What an open order waits for, in a sentence; null once it has ended.
             * @example the answer of seller 01a1fd69-d1dc-71cf-bfc9-ea49bf9c1851 to attempt 1, since 2026-06-01T12:00:00.000Z
             */
            waiting_for: string | null;
            /** @description Contract orders of its book, by better price or earlier time, that take tokens which it could have; null once it has ended. */
            ahead: {
                /**
                 * @description Resting orders that are served before it; counting stops at 10,000.
                 * @example 1
                 */
                orders: number;
                /**
                 * @description Their open quantity. Tokens.
                 * @example 100000
                 */
                tokens: number;
            } | null;
            /** @description Newest first; at most 100. */
            fills: components["schemas"]["OrderFill"][];
        };
        OrderFill: {
            /**
             * Format: uuid
             * @description Id of the fill; its lot has the same.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            fill_id: string;
            /**
             * Format: uuid
             * @description Id of the seller.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string;
            /**
             * @description Region of the seller.
             * @enum {string}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global";
            /**
             * @description USD per 1,000 tokens.
             * @example 0.0006
             */
            price: string;
            /**
             * @description Bought quantity. Tokens.
             * @example 100000
             */
            quantity: number;
            /**
             * @description Amount paid. USD.
             * @example 12.5
             */
            cost: string;
            /**
             * Format: date-time
             * @description Time of the fill; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
        };
        AccountSummary: {
            /**
             * Format: uuid
             * @description Id of the account.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            account_id: string;
            /**
             * @description Currency of every amount.
             * @enum {string}
             */
            currency: "USD";
            /**
             * @description Deposits minus charges. USD.
             * @example 12.5
             */
            balance: string;
            /**
             * @description Held for requests and orders in progress. USD.
             * @example 12.5
             */
            reserved: string;
            /**
             * @description `balance` minus `reserved`. USD.
             * @example 12.5
             */
            available: string;
            /**
             * @description Default `max_price`. USD per 1,000 tokens.
             * @example 0.0006
             */
            price_ceiling: string | null;
            /** @description The newest 1,000 open holds, newest first. */
            reservations: components["schemas"]["Reservation"][];
            /**
             * Format: date-time
             * @description Time of the last change of the balance; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            updated_at: string;
        };
        Reservation: {
            /** @description Id of the hold. */
            reservation_id: string;
            /**
             * @description USD.
             * @example 12.5
             */
            amount: string;
            /**
             * @description Purpose of the hold.
             * @example chat
             */
            reason: string;
            /** @description The order with this hold. */
            reference_id: string;
            /**
             * Format: date-time
             * @description Time of the hold; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
        };
        Spend: {
            /**
             * Format: uuid
             * @description Id of the account.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            account_id: string;
            /**
             * @description Currency of every amount.
             * @enum {string}
             */
            currency: "USD";
            /**
             * @description First day, UTC.
             * @example 2026-01-02
             */
            from: string;
            /**
             * @description Last day, UTC.
             * @example 2026-01-31
             */
            to: string;
            /**
             * @description Sum of the period. USD.
             * @example 12.5
             */
            spent: string;
            /**
             * @description Sum of the period. USD.
             * @example 12.5
             */
            refunded: string;
            /** @description By day, then by instrument; a day without trades has no row. */
            rows: components["schemas"]["SpendRow"][];
        };
        SpendRow: {
            /**
             * @description Day, UTC.
             * @example 2026-01-31
             */
            date: string;
            /**
             * @description Instrument; null for all but the ten of highest spend together.
             * @example llama-3.3-70b
             */
            model_id: string | null;
            /**
             * @description Cost of requests, and price of contracts at their match. USD.
             * @example 12.5
             */
            spent: string;
            /**
             * @description Refunds of contracts whose seller defaulted. USD.
             * @example 12.5
             */
            refunded: string;
            /**
             * @description Bought. Tokens.
             * @example 100000
             */
            tokens: number;
            /**
             * @description Number of trades.
             * @example 1
             */
            trades: number;
        };
        AccountStatement: {
            /**
             * Format: uuid
             * @description Id of the account.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            account_id: string;
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
        BuyerRequestList: {
            /** @description Newest first. */
            requests: components["schemas"]["BuyerRequest"][];
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        BuyerRequest: {
            /**
             * Format: uuid
             * @description Id of the request; the statement names it.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            order_id: string;
            /** @description `x-request-id` of the request. */
            request_id: string;
            /**
             * @description `open` while in progress. A refused request costs nothing.
             * @enum {string}
             */
            status: "open" | "filled" | "refused";
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /** @description Whether the answer is streamed. */
            stream: boolean;
            /** @description Required region; null for any. */
            requested_region: string | null;
            /**
             * @description Highest price that the request would have paid. USD per 1,000 tokens.
             * @example 0.0006
             */
            price_limit: string;
            /**
             * Format: uuid
             * @description Id of the contract that it draws on; null when it is paid from the balance.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            contract_id: string | null;
            /**
             * Format: uuid
             * @description Id of the fill; null without one.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            fill_id: string | null;
            /**
             * Format: uuid
             * @description Id of the seller; null without a fill.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string | null;
            /**
             * @description Tier of the venue, by its reputation.
             * @enum {string|null}
             */
            venue_class: "prime" | "standard" | "basic" | "unrated" | null;
            /**
             * @description Region of execution; null without a fill.
             * @enum {string|null}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global" | null;
            /**
             * @description Price of the fill; null without one. USD per 1,000 tokens.
             * @example 0.0006
             */
            price: string | null;
            /**
             * @description List price at the match; null before it is settled. USD per 1,000 tokens.
             * @example 0.0006
             */
            list_price: string | null;
            /**
             * @description Charged quantity. Tokens.
             * @example 100000
             */
            tokens: number;
            /**
             * @description Cost; for a contract, part of what was paid for it. USD.
             * @example 12.5
             */
            cost: string;
            /** @description Why it was refused; null otherwise. */
            refusal: {
                /**
                 * @description Code of the refusal.
                 * @example no_match
                 */
                code: string;
                /** @description Message of the refusal. */
                message: string;
            } | null;
            /**
             * Format: date-time
             * @description When it was received; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            received_at: string;
            /**
             * Format: date-time
             * @description When an ask was reserved for it; null before; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            matched_at: string | null;
            /**
             * Format: date-time
             * @description Start of the attempt that delivered, or of the latest; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            dispatched_at: string | null;
            /**
             * Format: date-time
             * @description Seller's first byte; without streaming the whole answer; null before it is settled; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            first_byte_at: string | null;
            /**
             * Format: date-time
             * @description When it was settled or refused; null before; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            ended_at: string | null;
        };
        BuyerRequestDetails: {
            /**
             * Format: uuid
             * @description Id of the request; the statement names it.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            order_id: string;
            /** @description `x-request-id` of the request. */
            request_id: string;
            /**
             * @description `open` while in progress. A refused request costs nothing.
             * @enum {string}
             */
            status: "open" | "filled" | "refused";
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /** @description Whether the answer is streamed. */
            stream: boolean;
            /** @description Required region; null for any. */
            requested_region: string | null;
            /**
             * @description Highest price that the request would have paid. USD per 1,000 tokens.
             * @example 0.0006
             */
            price_limit: string;
            /**
             * Format: uuid
             * @description Id of the contract that it draws on; null when it is paid from the balance.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            contract_id: string | null;
            /**
             * Format: uuid
             * @description Id of the fill; null without one.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            fill_id: string | null;
            /**
             * Format: uuid
             * @description Id of the seller; null without a fill.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string | null;
            /**
             * @description Tier of the venue, by its reputation.
             * @enum {string|null}
             */
            venue_class: "prime" | "standard" | "basic" | "unrated" | null;
            /**
             * @description Region of execution; null without a fill.
             * @enum {string|null}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global" | null;
            /**
             * @description Price of the fill; null without one. USD per 1,000 tokens.
             * @example 0.0006
             */
            price: string | null;
            /**
             * @description List price at the match; null before it is settled. USD per 1,000 tokens.
             * @example 0.0006
             */
            list_price: string | null;
            /**
             * @description Charged quantity. Tokens.
             * @example 100000
             */
            tokens: number;
            /**
             * @description Cost; for a contract, part of what was paid for it. USD.
             * @example 12.5
             */
            cost: string;
            /** @description Why it was refused; null otherwise. */
            refusal: {
                /**
                 * @description Code of the refusal.
                 * @example no_match
                 */
                code: string;
                /** @description Message of the refusal. */
                message: string;
            } | null;
            /**
             * Format: date-time
             * @description When it was received; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            received_at: string;
            /**
             * Format: date-time
             * @description When an ask was reserved for it; null before; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            matched_at: string | null;
            /**
             * Format: date-time
             * @description Start of the attempt that delivered, or of the latest; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            dispatched_at: string | null;
            /**
             * Format: date-time
             * @description Seller's first byte; without streaming the whole answer; null before it is settled; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            first_byte_at: string | null;
            /**
             * Format: date-time
             * @description When it was settled or refused; null before; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            ended_at: string | null;
            /**
             * @description What an open order waits for, in a sentence; null once it has ended.
             * @example the answer of seller 01a1fd69-d1dc-71cf-bfc9-ea49bf9c1851 to attempt 1, since 2026-06-01T12:00:00.000Z
             */
            waiting_for: string | null;
            /**
             * @description Reserved quantity of the fill; null without one. Tokens.
             * @example 100000
             */
            quantity: number | null;
            /**
             * @description Length of the prompt as the seller reported it. Tokens.
             * @example 100000
             */
            prompt_tokens: number | null;
            /**
             * @description Length of the answer as the seller reported it. Tokens.
             * @example 100000
             */
            completion_tokens: number | null;
            /** @description Oldest first. */
            attempts: components["schemas"]["RequestAttempt"][];
        };
        RequestAttempt: {
            /**
             * Format: uuid
             * @description Id of the fill that reserved the tokens of the attempt.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            fill_id: string;
            /**
             * Format: uuid
             * @description Id of the seller.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string;
            /**
             * @description Region of the seller.
             * @enum {string}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global";
            /**
             * @description Price of the fill. USD per 1,000 tokens.
             * @example 0.0006
             */
            price: string;
            /**
             * @description Number of the attempt at this fill, from 1.
             * @example 1
             */
            number: number;
            /**
             * @description State of the attempt.
             * @enum {string}
             */
            state: "planned" | "sent" | "delivered" | "failed" | "unknown";
            /**
             * @description Why it delivered nothing, or not all.
             * @enum {string|null}
             */
            reason: "throttled" | "request_refused" | "buyer_gone" | "timeout" | "malformed" | "failed" | "cut" | "lost" | "unreachable" | "exchange" | null;
            /**
             * Format: date-time
             * @description Start of the attempt; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            started_at: string;
            /**
             * Format: date-time
             * @description Seller's first byte; null before it is settled; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            first_byte_at: string | null;
            /**
             * Format: date-time
             * @description End of the attempt; null while in progress; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            ended_at: string | null;
        };
        IssuedKey: {
            /**
             * Format: uuid
             * @description Id of the key.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            key_id: string;
            /**
             * @description Given when it was issued.
             * @example production
             */
            label: string | null;
            /**
             * @description `inference`: sends requests. `manage`: issues and changes the keys of its account, and buys nothing.
             * @enum {string}
             */
            kind: "inference" | "manage";
            /**
             * @description What it may spend at most; null for no limit. USD.
             * @example 12.5
             */
            limit: string | null;
            /**
             * @description What is left now: the limit without what it used in the period and what its requests hold; null for no limit. USD.
             * @example 12.5
             */
            limit_remaining: string | null;
            /**
             * @description When what counts against the limit begins at zero again: at midnight UTC, of each day, Monday or first of a month. Null: never.
             * @enum {string|null}
             */
            limit_reset: "daily" | "weekly" | "monthly" | null;
            /**
             * @description What its chat requests cost; of an older key, since the upgrade. USD.
             * @example 12.5
             */
            usage: string;
            /** @description The only instruments that it may ask for; null for any. */
            models: string[] | null;
            /** @description The only regions that it may ask for; null for any. */
            regions: ("us-east" | "us-west" | "eu-west" | "apac")[] | null;
            /**
             * @description Its highest price; null for none. USD per 1,000 tokens.
             * @example 0.0006
             */
            max_price: string | null;
            /**
             * Format: date-time
             * @description When it expires; null if it does not; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Until when its text from before a rotation works too; null if there is none; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            previous_expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was issued; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was revoked; null while it is valid; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            revoked_at: string | null;
            /** @description Shown once; `Authorization: Bearer` on the Buyer and the Market surface. */
            buyer_key: string;
        };
        CreateKey: {
            /**
             * @description `inference`: sends requests. `manage`: issues and changes the keys of its account, and buys nothing.
             * @enum {string}
             */
            kind?: "inference" | "manage";
            /**
             * @description Label of the key.
             * @example production
             */
            label?: string | null;
            /**
             * @description What it may spend at most, in USD: a decimal string with at most 8 decimals.
             * @example 25.00
             */
            limit?: string | null;
            /**
             * @description When what counts against the limit begins at zero again: at midnight UTC, of each day, Monday or first of a month. Null: never.
             * @enum {string|null}
             */
            limit_reset?: "daily" | "weekly" | "monthly" | null;
            /**
             * @description The only instruments that it may ask for.
             * @example [
             *       "llama-3.3-70b"
             *     ]
             */
            models?: string[] | null;
            /** @description The only regions that it may ask for. With one region, each request is pinned to it. */
            regions?: ("us-east" | "us-west" | "eu-west" | "apac")[] | null;
            /**
             * @description USD per 1,000 tokens: a decimal string with at most 8 decimals, above zero.
             * @example 0.0006
             */
            max_price?: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, any offset.
             */
            expires_at?: string | null;
            /** @description Quotas that replace the defaults. */
            quotas?: {
                /** @description Chat requests of the key. */
                chat?: {
                    /**
                     * @description Requests per window.
                     * @example 600
                     */
                    limit: number;
                    /**
                     * @description Length of the window in seconds.
                     * @example 60
                     */
                    window_seconds: number;
                };
            } | null;
        };
        KeyList: {
            /** @description Newest first, revoked ones included. */
            keys: components["schemas"]["BuyerKey"][];
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        BuyerKey: {
            /**
             * Format: uuid
             * @description Id of the key.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            key_id: string;
            /**
             * @description Given when it was issued.
             * @example production
             */
            label: string | null;
            /**
             * @description `inference`: sends requests. `manage`: issues and changes the keys of its account, and buys nothing.
             * @enum {string}
             */
            kind: "inference" | "manage";
            /**
             * @description What it may spend at most; null for no limit. USD.
             * @example 12.5
             */
            limit: string | null;
            /**
             * @description What is left now: the limit without what it used in the period and what its requests hold; null for no limit. USD.
             * @example 12.5
             */
            limit_remaining: string | null;
            /**
             * @description When what counts against the limit begins at zero again: at midnight UTC, of each day, Monday or first of a month. Null: never.
             * @enum {string|null}
             */
            limit_reset: "daily" | "weekly" | "monthly" | null;
            /**
             * @description What its chat requests cost; of an older key, since the upgrade. USD.
             * @example 12.5
             */
            usage: string;
            /** @description The only instruments that it may ask for; null for any. */
            models: string[] | null;
            /** @description The only regions that it may ask for; null for any. */
            regions: ("us-east" | "us-west" | "eu-west" | "apac")[] | null;
            /**
             * @description Its highest price; null for none. USD per 1,000 tokens.
             * @example 0.0006
             */
            max_price: string | null;
            /**
             * Format: date-time
             * @description When it expires; null if it does not; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Until when its text from before a rotation works too; null if there is none; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            previous_expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was issued; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was revoked; null while it is valid; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            revoked_at: string | null;
        };
        /**
         * @example {
         *       "label": "staging"
         *     }
         */
        ChangeKey: {
            /**
             * @description Label of the key.
             * @example production
             */
            label?: string | null;
            /**
             * @description What it may spend at most, in USD: a decimal string with at most 8 decimals.
             * @example 25.00
             */
            limit?: string | null;
            /**
             * @description When what counts against the limit begins at zero again: at midnight UTC, of each day, Monday or first of a month. Null: never.
             * @enum {string|null}
             */
            limit_reset?: "daily" | "weekly" | "monthly" | null;
            /**
             * @description The only instruments that it may ask for.
             * @example [
             *       "llama-3.3-70b"
             *     ]
             */
            models?: string[] | null;
            /** @description The only regions that it may ask for. With one region, each request is pinned to it. */
            regions?: ("us-east" | "us-west" | "eu-west" | "apac")[] | null;
            /**
             * @description USD per 1,000 tokens: a decimal string with at most 8 decimals, above zero.
             * @example 0.0006
             */
            max_price?: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, any offset.
             */
            expires_at?: string | null;
            /** @description Quotas that replace the defaults. */
            quotas?: {
                /** @description Chat requests of the key. */
                chat?: {
                    /**
                     * @description Requests per window.
                     * @example 600
                     */
                    limit: number;
                    /**
                     * @description Length of the window in seconds.
                     * @example 60
                     */
                    window_seconds: number;
                };
            } | null;
        };
        RotateKey: {
            /**
             * @description Seconds for which the earlier text works too; without it a day (86400). 0 ends it at once.
             * @example 3600
             */
            grace_seconds?: number;
        };
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listMarkets: {
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
                     *       "families": [
                     *         {
                     *           "family": "llama",
                     *           "name": "Llama",
                     *           "instruments": [
                     *             {
                     *               "model_id": "llama-3.3-70b",
                     *               "name": "Llama 3.3 70B",
                     *               "context_window": 131072,
                     *               "default_max_tokens": 1024,
                     *               "list_price": "0.0006",
                     *               "last_price": "0.0005",
                     *               "open_24h": "0.00052",
                     *               "quotes": [
                     *                 {
                     *                   "region": "eu-west",
                     *                   "best_bid": "0.0004",
                     *                   "best_ask": "0.0005",
                     *                   "last_price": "0.0005",
                     *                   "volume_24h": 52300
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "regions": [
                     *         "us-east",
                     *         "us-west",
                     *         "eu-west",
                     *         "apac",
                     *         "global"
                     *       ],
                     *       "as_of": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Catalog"];
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
    getCandles: {
        parameters: {
            query?: {
                /** @description `any` and no region cover all regions. */
                region?: "us-east" | "us-west" | "eu-west" | "apac" | "global" | "any";
                /** @description Length of a bucket. */
                interval?: "1m" | "5m" | "1h" | "1d";
                /** @description Inclusive. Default: the latest candles. */
                from?: string;
                /** @description Exclusive. */
                to?: string;
                /** @description A larger value is reduced to 2000. */
                limit?: number;
                /** @description Delivery window: `spot`, or the length of a window that starts at the next boundary. */
                tenor?: "spot" | "1h" | "1d" | "7d" | "30d";
                /** @description Takes precedence over the `Accept` header. */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /** @description An instrument string, percent-encoded. */
                model_id: string;
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
                     *       "model_id": "llama-3.3-70b",
                     *       "region": "eu-west",
                     *       "tenor": "spot",
                     *       "interval": "1h",
                     *       "candles": [
                     *         {
                     *           "time": "2026-01-31T12:00:00.000Z",
                     *           "open": "0.0005",
                     *           "high": "0.0006",
                     *           "low": "0.0004",
                     *           "close": "0.0005",
                     *           "volume": 52300
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Candles"];
                    "text/csv": string;
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
            /** @description `invalid_request`: The request is malformed. `invalid_model`: The model is not valid here. `invalid_region`: The region is not valid. `invalid_tenor`: The tenor is not valid. */
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
    listMarketTrades: {
        parameters: {
            query?: {
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description Page size. */
                limit?: number;
                /** @description `any` and no region cover all regions. */
                region?: "us-east" | "us-west" | "eu-west" | "apac" | "global" | "any";
                /** @description Delivery window: `spot`, or the length of a window that starts at the next boundary. */
                tenor?: "spot" | "1h" | "1d" | "7d" | "30d";
                /** @description Inclusive. */
                from?: string;
                /** @description Exclusive. */
                to?: string;
                /** @description Takes precedence over the `Accept` header. */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /** @description An instrument string, percent-encoded. */
                model_id: string;
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
                     *       "model_id": "llama-3.3-70b",
                     *       "region": "any",
                     *       "tenor": "spot",
                     *       "trades": [
                     *         {
                     *           "type": "trade",
                     *           "id": "0190a0a0-aaaa-7000-8000-00000000000a",
                     *           "model_id": "llama-3.3-70b",
                     *           "tenor": "spot",
                     *           "price": "0.0005",
                     *           "quantity": "1500",
                     *           "taker_side": "bid",
                     *           "region": "eu-west",
                     *           "timestamp": 1769860800000
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["PublicTradeList"];
                    "text/csv": string;
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
            /** @description `invalid_request`: The request is malformed. `invalid_model`: The model is not valid here. `invalid_region`: The region is not valid. `invalid_tenor`: The tenor is not valid. */
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
    listMarketSellers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An instrument string, percent-encoded. */
                model_id: string;
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
                     *       "model_id": "llama-3.3-70b",
                     *       "sellers": [
                     *         {
                     *           "seller_id": "0190a0a0-8888-7000-8000-000000000008",
                     *           "best_ask": "0.0005",
                     *           "regions": [
                     *             "eu-west"
                     *           ],
                     *           "venue_class": "prime",
                     *           "score": 97.5,
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
                     *       "as_of": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["InstrumentSellers"];
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
            /** @description `invalid_request`: The request is malformed. `invalid_model`: The model is not valid here. */
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
    listSellers: {
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
                     *       "sellers": [
                     *         {
                     *           "seller_id": "0190a0a0-8888-7000-8000-000000000008",
                     *           "venue_class": "prime",
                     *           "score": 97.5,
                     *           "model_id": "llama-3.3-70b",
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
                     *       "as_of": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ActiveSellers"];
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
    estimateFill: {
        parameters: {
            query: {
                /** @description Tokens. */
                quantity: number;
                /** @description `any` and no region cover all regions. */
                region?: "us-east" | "us-west" | "eu-west" | "apac" | "global" | "any";
                /** @description Limit price, USD per 1,000 tokens. Default: no limit. */
                limit_price?: string;
                /** @description Horizon of the suggested limit price; 24 by default. */
                horizon_hours?: number;
                /** @description Delivery window: `spot`, or the length of a window that starts at the next boundary. */
                tenor?: "spot" | "1h" | "1d" | "7d" | "30d";
            };
            header?: never;
            path: {
                /** @description An instrument string, percent-encoded. */
                model_id: string;
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
                     *       "model_id": "llama-3.3-70b",
                     *       "tenor": "spot",
                     *       "region": "any",
                     *       "quantity": 2000000,
                     *       "limit_price": "0.0006",
                     *       "fillable_quantity": 1500000,
                     *       "remaining_quantity": 500000,
                     *       "average_price": "0.0005",
                     *       "worst_price": "0.0006",
                     *       "estimated_wait_seconds": 900,
                     *       "suggested_limit_price": "0.0006",
                     *       "horizon_hours": 24,
                     *       "sample_size": 12,
                     *       "lookback_hours": 24,
                     *       "confidence": 0.8,
                     *       "disclaimer": "An estimate from the present book.",
                     *       "as_of": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FillEstimate"];
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
    getOrderBook: {
        parameters: {
            query: {
                /** @description An instrument string; trimmed and lower-cased. */
                model_id: string;
                /** @description Filters the view; `any` and no region cover all regions. */
                region?: "us-east" | "us-west" | "eu-west" | "apac" | "global" | "any";
                /** @description Delivery window: `spot`, or the length of a window that starts at the next boundary. */
                tenor?: "spot" | "1h" | "1d" | "7d" | "30d";
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
                     *       "type": "orderbook_snapshot",
                     *       "model_id": "llama-3.3-70b",
                     *       "tenor": "spot",
                     *       "region": "any",
                     *       "bids": [
                     *         {
                     *           "price": "0.0004",
                     *           "quantity": "600000"
                     *         }
                     *       ],
                     *       "asks": [
                     *         {
                     *           "price": "0.0005",
                     *           "quantity": "1000000"
                     *         }
                     *       ],
                     *       "sequence": 1042,
                     *       "timestamp": 1769860800000
                     *     }
                     */
                    "application/json": components["schemas"]["OrderBook"];
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
            /** @description `invalid_request`: The request is malformed. `invalid_model`: The model is not valid here. `invalid_region`: The region is not valid. `invalid_tenor`: The tenor is not valid. */
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
    registerSeller: {
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
    listAsks: {
        parameters: {
            query?: never;
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
                    /**
                     * @example {
                     *       "asks": [
                     *         {
                     *           "ask_id": "0190a0a0-2222-7000-8000-000000000002",
                     *           "model_id": "llama-3.3-70b",
                     *           "region": "eu-west",
                     *           "tenor": "spot",
                     *           "price": "0.0005",
                     *           "capacity": 1000000,
                     *           "remaining": 999000,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "expires_at": "2026-01-31T12:05:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AskList"];
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
            /** @description `forbidden`: The credential does not allow this. */
            403: {
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
    createAsk: {
        parameters: {
            query?: never;
            header?: {
                /** @description Same key and same body: the first result again. Same key and another body: 422. Kept at least 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The seller. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model_id": "llama-3.3-70b",
                 *       "price": "0.0005",
                 *       "capacity": 1000000,
                 *       "ttl_seconds": 300
                 *     }
                 */
                "application/json": components["schemas"]["CreateAsk"];
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
                     *       "ask_id": "0190a0a0-2222-7000-8000-000000000002",
                     *       "model_id": "llama-3.3-70b",
                     *       "region": "eu-west",
                     *       "tenor": "spot",
                     *       "price": "0.0005",
                     *       "capacity": 1000000,
                     *       "remaining": 1000000,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "expires_at": "2026-01-31T12:05:00.000Z",
                     *       "seller_id": "0190a0a0-8888-7000-8000-000000000008"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedAsk"];
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
            /** @description `forbidden`: The credential does not allow this. `seller_suspended`: The seller is suspended. `seller_banned`: The seller is banned. */
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
    cancelAsk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The seller. */
                id: string;
                /** @description The ask. */
                ask_id: string;
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
            /** @description `forbidden`: The credential does not allow this. */
            403: {
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
    reportSellerCapacity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The seller. */
                id: string;
            };
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
            /** @description `forbidden`: The credential does not allow this. */
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
    listSellerTrades: {
        parameters: {
            query?: {
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description Page size. */
                limit?: number;
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
                     *           "price": "0.0005"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["TradeList"];
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
            /** @description `forbidden`: The credential does not allow this. */
            403: {
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
    listSellerDeliveries: {
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
            /** @description `forbidden`: The credential does not allow this. */
            403: {
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
    getSellerReputation: {
        parameters: {
            query?: never;
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
    reportSellerDecisions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The seller. */
                id: string;
            };
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
            /** @description `forbidden`: The credential does not allow this. */
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
    listContracts: {
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
                     *       "contracts": [
                     *         {
                     *           "contract_id": "0190a0a0-3333-7000-8000-000000000003",
                     *           "order_id": "0190a0a0-7777-7000-8000-000000000007",
                     *           "ticket_id": null,
                     *           "model_id": "llama-3.3-70b",
                     *           "instrument": "llama-3.3-70b",
                     *           "region": "eu-west",
                     *           "tenor": "spot",
                     *           "quantity": 400000,
                     *           "remaining": 399942,
                     *           "reserved_tokens": 0,
                     *           "price": "0.0005",
                     *           "status": "active",
                     *           "delivery_start": "2026-01-31T12:00:00.000Z",
                     *           "expires_at": "2026-01-31T13:00:00.000Z",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "lots": [
                     *             {
                     *               "lot_id": "0190a0a0-6666-8000-8000-000000000006",
                     *               "seller_id": "0190a0a0-8888-7000-8000-000000000008",
                     *               "quantity": 400000,
                     *               "remaining": 399942,
                     *               "reserved_tokens": 0,
                     *               "price": "0.0005",
                     *               "status": "active",
                     *               "capacity_short_at": null
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["ContractList"];
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
            403: {
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
    createContract: {
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
                 *       "model_id": "llama-3.3-70b",
                 *       "quantity": 1000000,
                 *       "price": "0.0006",
                 *       "region": "eu-west",
                 *       "client_order_id": "batch-17"
                 *     }
                 */
                "application/json": components["schemas"]["CreateContract"];
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
                     *       "order_id": "0190a0a0-7777-7000-8000-000000000007",
                     *       "client_order_id": "batch-17",
                     *       "ticket_id": null,
                     *       "contract_id": "0190a0a0-3333-7000-8000-000000000003",
                     *       "model_id": "llama-3.3-70b",
                     *       "region": "eu-west",
                     *       "tenor": "spot",
                     *       "side": "bid",
                     *       "time_in_force": "GTC",
                     *       "price": "0.0006",
                     *       "quantity": 1000000,
                     *       "filled_quantity": 400000,
                     *       "remaining": 600000,
                     *       "average_fill_price": "0.0005",
                     *       "status": "partially_filled",
                     *       "reason": null,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "updated_at": "2026-01-31T12:00:00.000Z",
                     *       "expires_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Order"];
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `insufficient_balance`: Insufficient available balance. */
            402: {
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
            /** @description `key_restricted`: The key is not for this. */
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
    getContract: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The contract. */
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
                     *       "contract_id": "0190a0a0-3333-7000-8000-000000000003",
                     *       "order_id": "0190a0a0-7777-7000-8000-000000000007",
                     *       "ticket_id": null,
                     *       "model_id": "llama-3.3-70b",
                     *       "instrument": "llama-3.3-70b",
                     *       "region": "eu-west",
                     *       "tenor": "spot",
                     *       "quantity": 400000,
                     *       "remaining": 399942,
                     *       "reserved_tokens": 0,
                     *       "price": "0.0005",
                     *       "status": "active",
                     *       "delivery_start": "2026-01-31T12:00:00.000Z",
                     *       "expires_at": "2026-01-31T13:00:00.000Z",
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "lots": [
                     *         {
                     *           "lot_id": "0190a0a0-6666-8000-8000-000000000006",
                     *           "seller_id": "0190a0a0-8888-7000-8000-000000000008",
                     *           "quantity": 400000,
                     *           "remaining": 399942,
                     *           "reserved_tokens": 0,
                     *           "price": "0.0005",
                     *           "status": "active",
                     *           "capacity_short_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Contract"];
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. `forbidden`: The credential does not allow this. */
            403: {
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
    listOrders: {
        parameters: {
            query?: {
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description Page size. */
                limit?: number;
                /** @description An order id, a ticket id, or a part of either or of an instrument. Each page searches the next 1,000 orders, so it may have fewer than `limit` or no results; only `has_more: false` marks the last page. */
                q?: string;
                /** @description An instrument string; trimmed and lower-cased. */
                model_id?: string;
                /** @description A region of execution. */
                region?: "us-east" | "us-west" | "eu-west" | "apac" | "global";
                /** @description One of open, filled, cancelled, expired, rejected, partially_filled; `canceled` is accepted as well. */
                status?: "open" | "filled" | "cancelled" | "expired" | "rejected" | "partially_filled" | "canceled";
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
                     *       "orders": [
                     *         {
                     *           "order_id": "0190a0a0-7777-7000-8000-000000000007",
                     *           "client_order_id": "batch-17",
                     *           "ticket_id": null,
                     *           "contract_id": "0190a0a0-3333-7000-8000-000000000003",
                     *           "model_id": "llama-3.3-70b",
                     *           "region": "eu-west",
                     *           "tenor": "spot",
                     *           "side": "bid",
                     *           "time_in_force": "GTC",
                     *           "price": "0.0006",
                     *           "quantity": 1000000,
                     *           "filled_quantity": 400000,
                     *           "remaining": 600000,
                     *           "average_fill_price": "0.0005",
                     *           "status": "partially_filled",
                     *           "reason": null,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z",
                     *           "expires_at": null
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["OrderList"];
                };
            };
            /** @description `invalid_request`: The request is malformed. `invalid_model`: The model is not valid here. `invalid_region`: The region is not valid. */
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
            403: {
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
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order. */
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
                     *       "order_id": "0190a0a0-7777-7000-8000-000000000007",
                     *       "client_order_id": "batch-17",
                     *       "ticket_id": null,
                     *       "contract_id": "0190a0a0-3333-7000-8000-000000000003",
                     *       "model_id": "llama-3.3-70b",
                     *       "region": "eu-west",
                     *       "tenor": "spot",
                     *       "side": "bid",
                     *       "time_in_force": "GTC",
                     *       "price": "0.0006",
                     *       "quantity": 1000000,
                     *       "filled_quantity": 400000,
                     *       "remaining": 600000,
                     *       "average_fill_price": "0.0005",
                     *       "status": "partially_filled",
                     *       "reason": null,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "updated_at": "2026-01-31T12:00:00.000Z",
                     *       "expires_at": null,
                     *       "waiting_for": "sellers of 600000 of its 1000000 tokens, at 0.6 USD per million or less, until it is cancelled",
                     *       "ahead": {
                     *         "orders": 2,
                     *         "tokens": 3500000
                     *       },
                     *       "fills": [
                     *         {
                     *           "fill_id": "0190a0a0-6666-8000-8000-000000000006",
                     *           "seller_id": "0190a0a0-8888-7000-8000-000000000008",
                     *           "region": "eu-west",
                     *           "price": "0.0005",
                     *           "quantity": 400000,
                     *           "cost": "0.2",
                     *           "created_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrderDetails"];
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. `forbidden`: The credential does not allow this. */
            403: {
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
    cancelOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order. */
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. `forbidden`: The credential does not allow this. */
            403: {
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
    getAccount: {
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
                     *       "account_id": "0190a0a0-1111-7000-8000-000000000001",
                     *       "currency": "USD",
                     *       "balance": "25",
                     *       "reserved": "0.36",
                     *       "available": "24.64",
                     *       "price_ceiling": "0.0006",
                     *       "reservations": [
                     *         {
                     *           "reservation_id": "0190a0a0-7777-7000-8000-000000000007",
                     *           "amount": "0.36",
                     *           "reason": "capacity",
                     *           "reference_id": "0190a0a0-7777-7000-8000-000000000007",
                     *           "created_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "updated_at": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AccountSummary"];
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
            403: {
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
    getSpend: {
        parameters: {
            query?: {
                /** @description First day, UTC. By default 29 days before the last one. */
                from?: string;
                /** @description Last day, UTC, inclusive. By default today. */
                to?: string;
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
                     *       "account_id": "0190a0a0-1111-7000-8000-000000000001",
                     *       "currency": "USD",
                     *       "from": "2026-01-02",
                     *       "to": "2026-01-31",
                     *       "spent": "0.36",
                     *       "refunded": "0",
                     *       "rows": [
                     *         {
                     *           "date": "2026-01-31",
                     *           "model_id": "llama-3.3-70b",
                     *           "spent": "0.36",
                     *           "refunded": "0",
                     *           "tokens": 720000,
                     *           "trades": 41
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Spend"];
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
            403: {
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
    getStatement: {
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
                     *       "account_id": "0190a0a0-1111-7000-8000-000000000001",
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
                    "application/json": components["schemas"]["AccountStatement"];
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
            403: {
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
    listRequests: {
        parameters: {
            query?: {
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description Page size. */
                limit?: number;
                /** @description An instrument string; trimmed and lower-cased. */
                model_id?: string;
                /** @description Status of the request. */
                status?: "open" | "filled" | "refused";
                /** @description `x-request-id` of the request. */
                request_id?: string;
                /** @description Received at this time or later. */
                from?: string;
                /** @description Received before this time. */
                to?: string;
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
                     *       "requests": [
                     *         {
                     *           "order_id": "0190a0a0-7777-7000-8000-000000000007",
                     *           "request_id": "req-17",
                     *           "status": "filled",
                     *           "model_id": "llama-3.3-70b",
                     *           "stream": true,
                     *           "requested_region": null,
                     *           "price_limit": "0.0006",
                     *           "contract_id": null,
                     *           "fill_id": "0190a0a0-4444-7000-8000-000000000004",
                     *           "seller_id": "0190a0a0-8888-7000-8000-000000000008",
                     *           "venue_class": "prime",
                     *           "region": "eu-west",
                     *           "price": "0.0005",
                     *           "list_price": "0.0006",
                     *           "tokens": 58,
                     *           "cost": "0.000029",
                     *           "refusal": null,
                     *           "received_at": "2026-01-31T12:00:00.000Z",
                     *           "matched_at": "2026-01-31T12:00:00.000Z",
                     *           "dispatched_at": "2026-01-31T12:00:00.000Z",
                     *           "first_byte_at": "2026-01-31T12:00:00.180Z",
                     *           "ended_at": "2026-01-31T12:00:01.250Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["BuyerRequestList"];
                };
            };
            /** @description `invalid_request`: The request is malformed. `invalid_model`: The model is not valid here. */
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
            403: {
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
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The request, or its fill. */
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
                     *       "order_id": "0190a0a0-7777-7000-8000-000000000007",
                     *       "request_id": "req-17",
                     *       "status": "filled",
                     *       "model_id": "llama-3.3-70b",
                     *       "stream": true,
                     *       "requested_region": null,
                     *       "price_limit": "0.0006",
                     *       "contract_id": null,
                     *       "fill_id": "0190a0a0-4444-7000-8000-000000000004",
                     *       "seller_id": "0190a0a0-8888-7000-8000-000000000008",
                     *       "venue_class": "prime",
                     *       "region": "eu-west",
                     *       "price": "0.0005",
                     *       "list_price": "0.0006",
                     *       "tokens": 58,
                     *       "cost": "0.000029",
                     *       "refusal": null,
                     *       "received_at": "2026-01-31T12:00:00.000Z",
                     *       "matched_at": "2026-01-31T12:00:00.000Z",
                     *       "dispatched_at": "2026-01-31T12:00:00.000Z",
                     *       "first_byte_at": "2026-01-31T12:00:00.180Z",
                     *       "ended_at": "2026-01-31T12:00:01.250Z",
                     *       "waiting_for": null,
                     *       "quantity": 1034,
                     *       "prompt_tokens": 10,
                     *       "completion_tokens": 48,
                     *       "attempts": [
                     *         {
                     *           "fill_id": "0190a0a0-4444-7000-8000-000000000004",
                     *           "seller_id": "0190a0a0-8888-7000-8000-000000000008",
                     *           "region": "eu-west",
                     *           "price": "0.0005",
                     *           "number": 1,
                     *           "state": "delivered",
                     *           "reason": null,
                     *           "started_at": "2026-01-31T12:00:00.000Z",
                     *           "first_byte_at": "2026-01-31T12:00:00.180Z",
                     *           "ended_at": "2026-01-31T12:00:01.250Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BuyerRequestDetails"];
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. `forbidden`: The credential does not allow this. */
            403: {
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
    listOwnKeys: {
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
                     *       "keys": [
                     *         {
                     *           "key_id": "0190a0a0-5555-7000-8000-000000000005",
                     *           "label": "production",
                     *           "kind": "inference",
                     *           "limit": "25",
                     *           "limit_remaining": "12.5",
                     *           "limit_reset": "monthly",
                     *           "usage": "112.25",
                     *           "models": [
                     *             "llama-3.3-70b"
                     *           ],
                     *           "regions": null,
                     *           "max_price": "0.0006",
                     *           "expires_at": null,
                     *           "previous_expires_at": null,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "revoked_at": null
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["KeyList"];
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
            403: {
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
    createOwnKey: {
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
                 *       "label": "production",
                 *       "limit": "25",
                 *       "limit_reset": "monthly",
                 *       "models": [
                 *         "llama-3.3-70b"
                 *       ],
                 *       "max_price": "0.0006"
                 *     }
                 */
                "application/json": components["schemas"]["CreateKey"];
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
                     *       "key_id": "0190a0a0-5555-7000-8000-000000000005",
                     *       "label": "production",
                     *       "kind": "inference",
                     *       "limit": "25",
                     *       "limit_remaining": "12.5",
                     *       "limit_reset": "monthly",
                     *       "usage": "112.25",
                     *       "models": [
                     *         "llama-3.3-70b"
                     *       ],
                     *       "regions": null,
                     *       "max_price": "0.0006",
                     *       "expires_at": null,
                     *       "previous_expires_at": null,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "revoked_at": null,
                     *       "buyer_key": "sk-tb_4b1d9c0e"
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
            /** @description `invalid_request`: The request is malformed. `invalid_model`: The model is not valid here. `invalid_price`: The price is not valid. */
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
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
    revokeOwnKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key. */
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
            403: {
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
    changeOwnKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "staging"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeKey"];
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
                     *       "key_id": "0190a0a0-5555-7000-8000-000000000005",
                     *       "label": "staging",
                     *       "kind": "inference",
                     *       "limit": "25",
                     *       "limit_remaining": "12.5",
                     *       "limit_reset": "monthly",
                     *       "usage": "112.25",
                     *       "models": [
                     *         "llama-3.3-70b"
                     *       ],
                     *       "regions": null,
                     *       "max_price": "0.0006",
                     *       "expires_at": null,
                     *       "previous_expires_at": null,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "revoked_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["BuyerKey"];
                };
            };
            /** @description `invalid_request`: The request is malformed. `invalid_model`: The model is not valid here. `invalid_price`: The price is not valid. */
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
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
    rotateOwnKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grace_seconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["RotateKey"];
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
                     *       "key_id": "0190a0a0-5555-7000-8000-000000000005",
                     *       "label": "production",
                     *       "kind": "inference",
                     *       "limit": "25",
                     *       "limit_remaining": "12.5",
                     *       "limit_reset": "monthly",
                     *       "usage": "112.25",
                     *       "models": [
                     *         "llama-3.3-70b"
                     *       ],
                     *       "regions": null,
                     *       "max_price": "0.0006",
                     *       "expires_at": null,
                     *       "previous_expires_at": "2026-01-31T13:00:00.000Z",
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "revoked_at": null,
                     *       "buyer_key": "sk-tb_9f02ce71"
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedKey"];
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
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
    listWebhooks: {
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
            403: {
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
    createWebhook: {
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
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
    getWebhook: {
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
            403: {
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
    deleteWebhook: {
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
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
    updateWebhook: {
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
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
    rotateWebhookSecret: {
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
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
    testWebhook: {
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
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
    replayWebhooks: {
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
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
    listWebhookDeliveries: {
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
            403: {
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
    replayWebhookDelivery: {
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
            /** @description `unauthorized`: The credential is missing or invalid. `key_of_other_mode`: The key belongs to the other mode of this market. `key_expired`: The key has expired. */
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
            /** @description `key_restricted`: The key is not for this. */
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
}
