/** Written by `npm run generate`; do not edit. */
export interface paths {
    "/admin/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Accounts, newest first */
        get: operations["listAccounts"];
        put?: never;
        /** Open a buyer's account */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An account with its balance, open holds and keys */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an account
         * @description Null removes an owner or a price ceiling.
         */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/admin/v1/accounts/{id}/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deposit money
         * @description Idempotent by `reference`: a repeated request gets the same answer and moves no money.
         */
        post: operations["depositToAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{id}/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Correct a balance
         * @description Posts a journal, once per `reference`. A debit is limited to the available balance.
         */
        post: operations["correctAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{id}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Statement of an account
         * @description Journal lines that sum to the balance: JSON in pages, or one CSV or one file of JSON lines. A file without its closing balance is truncated.
         */
        get: operations["getAccountStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a buyer key
         * @description The key is shown once. With a key of kind `manage` the holder of the account issues further ones (`POST /market/v1/keys`).
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{id}/keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the text of a buyer key
         * @description As `POST /market/v1/keys/{id}/rotate`: the new text is shown once, and the earlier one works for the grace too.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{id}/keys/{key_id}": {
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
         * Revoke a buyer key, at every gateway
         * @description Also ends the credentials of tickets that the key issued. Their contracts stay: any key of the account can issue a new credential.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/sellers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sellers, newest first */
        get: operations["listSellers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/sellers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A seller: its payable balance, obligations, health and history */
        get: operations["getSeller"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the standing, owner or quotas of a seller
         * @description A change of standing requires a reason. Null removes an owner or a quota.
         */
        patch: operations["updateSeller"];
        trace?: never;
    };
    "/admin/v1/sellers/{id}/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a payout
         * @description Once per `reference`; at most the payable balance.
         */
        post: operations["payOutSeller"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/lots/{id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a lot during its window with a refund
         * @description What was not drawn is refunded to the buyer. Requests under way end on their own; what they do not use is refunded as well.
         */
        post: operations["voidLot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/sellers/{id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lots of a seller whose tokens were refunded, with the reason */
        get: operations["listSellerRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/sellers/{id}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Statement of a seller
         * @description Earnings and payouts: JSON in pages, or one CSV.
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
    "/admin/v1/judging": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether failures currently count against sellers
         * @description Judging of sellers pauses while unrelated sellers fail at the same time.
         */
        get: operations["getJudging"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/books": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every book, and whether it is halted */
        get: operations["listBooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Halt or resume all books
         * @description A halt stops every open book and requires a reason. A resumption ends the halts that were made so; a book that was halted by itself, or with its instrument, keeps its halt. A book that is new afterwards is open. Repeat the request after an error: it is finished.
         */
        patch: operations["updateBooks"];
        trace?: never;
    };
    "/admin/v1/books/{model_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Halt or resume a book
         * @description A halted book matches no orders but accepts cancellations. A halt requires a reason.
         */
        patch: operations["updateBook"];
        trace?: never;
    };
    "/admin/v1/books/{model_id}/rebuilds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rebuild a book from the records
         * @description Answers when the book is open again. Orders keep their places and a halt stays; requests wait meanwhile. A repetition rebuilds it to the same orders.
         */
        post: operations["rebuildBook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/instruments/{model_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Halt or resume an instrument: each of its books
         * @description Every tenor whose book exists; a book covers all regions. Repeat the request after an error: it is finished. A halt requires a reason.
         */
        patch: operations["updateInstrument"];
        trace?: never;
    };
    "/admin/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Health, orders by state and age, gateways, halts and invariants */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find anything by id or name
         * @description Accounts, sellers, keys, instruments, orders, contracts, tickets, lots, fills and asks. An `x-request-id` that the caller chose is looked for among the newest 1,000 chats and contract orders, when nothing else is found.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Orders of all accounts by state, age, account, seller and instrument
         * @description Chats and contract orders. A page scans at most 1,000 orders for a filter: it may be short, or empty, and still have a next one.
         */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/journals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Journals of the ledger with their lines, newest first
         * @description By account, order, kind, period and amount. A page scans at most 1,000 journals for a filter: it may be short, or empty, and still have a next one.
         */
        get: operations["listJournals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An order with its fills, journals and attempts
         * @description Found by the id of the order, or of one of its fills, contracts, tickets or lots.
         */
        get: operations["getOrderDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/refusals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Refused requests by error code, over time
         * @description Counted by every gateway for all surfaces, written every few seconds, and kept for 31 days. An answer that had begun before it failed counts too; requests that never became one do not.
         */
        get: operations["listRefusals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/money": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Volume, fees, refunds and money in and out, by day
         * @description Sums of the journals of each closed UTC day, over all accounts. A day is closed an hour after its end and summed within a minute.
         */
        get: operations["listMoney"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/reconciliation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The latest check of the invariants */
        get: operations["getReconciliation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/reconciliation/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Past checks of the invariants, newest first */
        get: operations["listReconciliationRuns"];
        put?: never;
        /** Check every invariant now */
        post: operations["runReconciliation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/reconciliation/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A past check of the invariants */
        get: operations["getReconciliationRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes by operators, newest first
         * @description Every changing request with the token, its reason and its outcome. Records are never removed.
         */
        get: operations["listActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/codec/decode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decrypt payloads of a workflow history
         * @description For Temporal's web UI, which sends a session cookie. Every use is recorded.
         */
        post: operations["decodePayloads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Liveness of the process */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Readiness of every part */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Metrics of the process */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
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
        AccountList: {
            /** @description Newest first. */
            accounts: components["schemas"]["Account"][];
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        Account: {
            /**
             * Format: uuid
             * @description Id of the account.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            account_id: string;
            /**
             * @description Name of the account.
             * @example Ada
             */
            name: string;
            /**
             * @description Owner, for self-trade prevention.
             * @example house
             */
            owner: string | null;
            /**
             * @description Default `max_price` of its chats; null if none. USD per 1,000 tokens.
             * @example 0.0006
             */
            price_ceiling: string | null;
            /**
             * Format: date-time
             * @description When it was opened; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            updated_at: string;
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
        AccountDetails: {
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
             * @description Default `max_price` of its chats; null if none. USD per 1,000 tokens.
             * @example 0.0006
             */
            price_ceiling: string | null;
            /** @description The newest 1,000 open holds, newest first. */
            reservations: components["schemas"]["Reservation"][];
            /**
             * Format: date-time
             * @description When the account or its balance was last changed; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            updated_at: string;
            /**
             * @description Name of the account.
             * @example Ada
             */
            name: string;
            /**
             * @description Owner, for self-trade prevention.
             * @example house
             */
            owner: string | null;
            /**
             * Format: date-time
             * @description When it was opened; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /** @description Keys of the account, including revoked ones. */
            keys: components["schemas"]["BuyerKey"][];
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
        RotateKey: {
            /**
             * @description Seconds for which the earlier text works too; without it a day (86400). 0 ends it at once.
             * @example 3600
             */
            grace_seconds?: number;
        };
        SellerList: {
            /** @description Newest first. */
            sellers: components["schemas"]["SellerSummary"][];
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        SellerSummary: {
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
            /** @description Whether the endpoint has proved that it knows the key of the seller. Nobody else can register a verified endpoint. */
            endpoint_verified: boolean;
            /** @description Instrument strings. */
            supported_models: string[];
            /** @description Regions of the endpoint. */
            regions: string[];
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
            /**
             * @description Owner, for self-trade prevention.
             * @example house
             */
            owner: string | null;
            /**
             * Format: date-time
             * @description When it registered; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            registered_at: string;
            /**
             * Format: date-time
             * @description When it was last changed; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            updated_at: string;
        };
        SellerDetails: {
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
            /** @description Whether the endpoint has proved that it knows the key of the seller. Nobody else can register a verified endpoint. */
            endpoint_verified: boolean;
            /** @description Instrument strings. */
            supported_models: string[];
            /** @description Regions of the endpoint. */
            regions: string[];
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
            /**
             * @description Owner, for self-trade prevention.
             * @example house
             */
            owner: string | null;
            /**
             * Format: date-time
             * @description When it registered; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            registered_at: string;
            /**
             * Format: date-time
             * @description When it was last changed; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            updated_at: string;
            /** @description Requests for asks and for capacity reports. */
            quotas: {
                /** @description Quota of this seller; null for the default. */
                asks: {
                    /**
                     * @description Requests in a window.
                     * @example 100
                     */
                    limit: number;
                    /**
                     * @description Length of the window in seconds.
                     * @example 60
                     */
                    window_seconds: number;
                } | null;
                /** @description Quota of capacity reports of this seller; null for the default. */
                capacity: {
                    /**
                     * @description Requests in a window.
                     * @example 100
                     */
                    limit: number;
                    /**
                     * @description Length of the window in seconds.
                     * @example 60
                     */
                    window_seconds: number;
                } | null;
            };
            /**
             * @description Amount owed to the seller. USD.
             * @example 12.5
             */
            payable: string;
            /** @description Delivery obligations, which a suspension or a ban leaves as they are. */
            obligations: {
                /**
                 * @description Quantity of its lots that can be drawn. Tokens.
                 * @example 100000
                 */
                tokens: number;
                /**
                 * @description Lots that it sold whose window has not ended.
                 * @example 1
                 */
                lots: number;
                /**
                 * @description Quantity reserved by requests under way, with or without a lot. Tokens.
                 * @example 100000
                 */
                reserved_tokens: number;
                /**
                 * @description Contracts that these lots belong to.
                 * @example 1
                 */
                contracts: number;
                /**
                 * @description Accounts that bought these lots.
                 * @example 1
                 */
                buyers: number;
                /**
                 * @description What buyers paid for these lots that nobody has earned yet. USD.
                 * @example 12.5
                 */
                escrow: string;
            };
            /** @description The newest report of each model, beside what is owed of it now. */
            capacity_reports: components["schemas"]["OwnCapacityReport"][];
            /** @description The 100 oldest open lots that it owes. */
            open_lots: components["schemas"]["LotDetails"][];
            /** @description Null before the first health check. */
            health: {
                /**
                 * @description Result of the latest health check.
                 * @enum {string}
                 */
                status: "answering" | "failing";
                /** @description HTTP status of the answer; null without an answer. */
                http_status: number | null;
                /**
                 * @description Duration in milliseconds.
                 * @example 120
                 */
                latency_ms: number;
                /** @description Error of the health check. */
                detail: string | null;
                /**
                 * Format: date-time
                 * @description Time of the health check; RFC 3339, UTC.
                 * @example 2026-01-31T12:00:00.000Z
                 */
                checked_at: string;
            } | null;
            /** @description The newest 100, oldest first. */
            standing_history: components["schemas"]["StandingChange"][];
            /** @description The newest 100, oldest first. */
            changes: components["schemas"]["SellerChange"][];
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
        LotDetails: {
            /**
             * Format: uuid
             * @description Id of the lot.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            lot_id: string;
            /**
             * Format: uuid
             * @description Id of the contract.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            contract_id: string;
            /**
             * Format: uuid
             * @description Id of the seller.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string;
            /**
             * @description Region of the ask.
             * @enum {string}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global";
            /**
             * @description USD per 1,000 tokens.
             * @example 0.0006
             */
            price: string;
            /**
             * @description Status of the lot.
             * @enum {string}
             */
            status: "open" | "exhausted" | "expired" | "defaulted" | "voided";
            /**
             * @description Bought. Tokens.
             * @example 100000
             */
            quantity: number;
            /**
             * @description Quantity available to draw. Tokens.
             * @example 100000
             */
            remaining: number;
            /**
             * @description Quantity reserved for draws in progress. Tokens.
             * @example 100000
             */
            reserved: number;
            /**
             * @description Drawn quantity. Tokens.
             * @example 100000
             */
            drawn: number;
            /**
             * @description Undrawn quantity paid to the seller (take or pay). Tokens.
             * @example 100000
             */
            paid_undrawn: number;
            /**
             * @description Undrawn quantity refunded to the buyer. Tokens.
             * @example 100000
             */
            refunded: number;
            /**
             * @description Amount paid at the match. USD.
             * @example 12.5
             */
            cost: string;
            /**
             * @description Balance in escrow. USD.
             * @example 12.5
             */
            escrow: string;
            /**
             * @description Amount earned by the seller, before the fee. USD.
             * @example 12.5
             */
            earned: string;
            /**
             * @description Fee of the exchange. USD.
             * @example 12.5
             */
            fee: string;
            /**
             * @description Amount refunded to the buyer. USD.
             * @example 12.5
             */
            refund: string;
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
             * @description When it was closed; null before; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            closed_at: string | null;
            /** @description The workflow's history in Temporal's web UI. */
            workflow_url: string;
        };
        StandingChange: {
            /**
             * @description A suspended or banned seller cannot offer capacity.
             * @enum {string|null}
             */
            standing: "Active" | "Probation" | "Suspended" | "Banned" | null;
            /** @description Reason of the change. */
            reason: string;
            /**
             * @description `seller`, `operator`, or the rule that made the change.
             * @example operator
             */
            actor: string;
            /** @description The fills or the request that caused it. */
            causes: string[];
            /**
             * Format: date-time
             * @description Time of the change; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string;
        };
        SellerChange: {
            /**
             * @description What changed.
             * @enum {string}
             */
            kind: "registered" | "updated" | "key_rotated" | "standing";
            /** @description Reason of the change. */
            reason: string;
            /**
             * @description `seller`, `operator`, or the rule that made the change.
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
        SellerRefundList: {
            /** @description One row per lot, the last to end first. */
            refunds: components["schemas"]["SellerRefund"][];
            /** @description Names of the accounts and sellers that the answer has by id. */
            names: {
                [key: string]: string;
            };
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        SellerRefund: {
            /**
             * Format: uuid
             * @description Id of the lot.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            lot_id: string;
            /**
             * Format: uuid
             * @description Id of the contract.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            contract_id: string;
            /**
             * Format: uuid
             * @description Id of the order that bought the lot.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            order_id: string;
            /**
             * Format: uuid
             * @description Id of the account of the buyer.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            account_id: string;
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /**
             * @description State of the lot.
             * @enum {string}
             */
            status: "open" | "exhausted" | "expired" | "defaulted" | "voided";
            /**
             * @description Purchased quantity. Tokens.
             * @example 100000
             */
            quantity: number;
            /**
             * @description Refunded quantity. Tokens.
             * @example 100000
             */
            refunded_tokens: number;
            /**
             * @description Refunded to the buyer. USD.
             * @example 12.5
             */
            amount: string;
            /**
             * @description Why the lot ended; null if only requests that ended after it were refunded.
             * @example The seller failed a request in all its attempts.
             */
            reason: string | null;
            /**
             * Format: date-time
             * @description End of the lot; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            closed_at: string;
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
        Judging: {
            /**
             * @description `paused` when unrelated sellers began to fail at the same time.
             * @enum {string}
             */
            status: "active" | "paused";
            /** @description The current pause; null if none. */
            pause: components["schemas"]["JudgingPause"] | null;
            /** @description The newest 20, newest first. */
            pauses: components["schemas"]["JudgingPause"][];
        };
        JudgingPause: {
            /**
             * Format: date-time
             * @description Start of the pause; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            started_at: string;
            /**
             * Format: date-time
             * @description End of the pause, unless other sellers begin to fail; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            ends_at: string;
            /**
             * @description Number of unrelated sellers that began to fail at the same time.
             * @example 4
             */
            failing_sellers: number;
            /**
             * @description Number of sellers that had answered in the minute before.
             * @example 9
             */
            asked_sellers: number;
            /** @description Sellers that began to fail, at most 20. */
            seller_ids: string[];
        };
        BookList: {
            /** @description Books, by name. */
            books: components["schemas"]["Book"][];
        };
        Book: {
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /**
             * @description Delivery window of the book.
             * @enum {string}
             */
            tenor: "spot" | "1h" | "1d" | "7d" | "30d";
            /**
             * @description A halted book matches no orders but accepts cancellations.
             * @enum {string}
             */
            status: "open" | "halted";
            /** @description Reason of the halt; null while it is open. */
            reason: string | null;
            /**
             * Format: date-time
             * @description When it was halted; null while it is open; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            halted_at: string | null;
            /**
             * @description Who halted it; null while it is open.
             * @example token 3f9a1c2e
             */
            halted_by: string | null;
            /**
             * @description Number of rebuilds of the book.
             * @example 3
             */
            epoch: number;
        };
        Overview: {
            /**
             * Format: date-time
             * @description Time of the answer; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            as_of: string;
            /** @description Whether this gateway is ready. */
            ready: boolean;
            /** @description `ok` or the error, by name of the part. */
            checks: {
                [key: string]: string;
            };
            /** @description What should be repaired, as a paused schedule; requests are served. */
            warnings: string[];
            /** @description Orders by kind, state and age. */
            orders: components["schemas"]["OrderCounts"][];
            /** @description Gateways that run, or have orders left behind. */
            gateways: components["schemas"]["GatewayState"][];
            /**
             * @description Number of books.
             * @example 12
             */
            books: number;
            /** @description Halted books. */
            halts: components["schemas"]["Book"][];
            /**
             * @description `paused` while unrelated sellers fail at the same time.
             * @enum {string}
             */
            judging: "active" | "paused";
            reconciliation: components["schemas"]["ReconciliationState"];
            maintenance: components["schemas"]["MaintenanceState"];
            /** @description Lists of workflows that operators open most. */
            workflow_views: components["schemas"]["WorkflowView"][];
        };
        OrderCounts: {
            /**
             * @description A chat completion, or a contract order.
             * @enum {string}
             */
            kind: "chat" | "capacity";
            /** @description Open orders, youngest first. */
            open_by_age: components["schemas"]["OpenOrders"][];
            /**
             * Format: date-time
             * @description When the oldest open order was received; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            oldest_open_at: string | null;
            /** @description Orders of the last 15 minutes, by state. */
            recent: components["schemas"]["RecentOrders"][];
        };
        OpenOrders: {
            /**
             * @description Time since it was received.
             * @enum {string}
             */
            age: "under_10s" | "under_1m" | "under_10m" | "older";
            /**
             * @description Open orders of this age.
             * @example 1
             */
            count: number;
        };
        RecentOrders: {
            /**
             * @description State of the orders.
             * @enum {string}
             */
            status: "open" | "filled" | "refused" | "cancelled" | "expired" | "rejected";
            /**
             * @description Orders in this state, counted up to 100,000.
             * @example 1
             */
            count: number;
        };
        GatewayState: {
            /** @description Id of the process. */
            gateway_id: string;
            /**
             * Format: date-time
             * @description Since when orders of it wait for their workflow; null if none does; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            unrecorded_since: string | null;
        };
        ReconciliationState: {
            /**
             * Format: date-time
             * @description Time of the latest check; null before the first; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            as_of: string | null;
            /**
             * @description Violations of all invariants.
             * @example 0
             */
            violations: number;
            /**
             * @description Invariants that could not be checked.
             * @example 0
             */
            unchecked: number;
        };
        /** @description The maintenance that runs every 30 seconds. */
        MaintenanceState: {
            /**
             * Format: date-time
             * @description End of its newest run; null before the first; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            last_run_at: string | null;
            /**
             * @description Orders, lots and sellers that lacked their workflow when they were last checked.
             * @example 0
             */
            workflows_missing: number;
            /**
             * @description Workflows whose tasks failed again and again at its newest run; null when Temporal does not say.
             * @example 0
             */
            workflows_failing: number | null;
            /**
             * @description Lots that are open two minutes after their window.
             * @example 0
             */
            lots_overdue: number;
        };
        WorkflowView: {
            /**
             * @description What it shows.
             * @example Defaults
             */
            title: string;
            /**
             * @description The search.
             * @example Outcome IN ("defaulted", "seller_default")
             */
            query: string;
            /** @description The list in the Temporal web UI. */
            url: string;
        };
        FoundRecords: {
            /** @description At most 8 of each kind and way. */
            found: components["schemas"]["FoundRecord"][];
            /** @description Names of the accounts and sellers that the answer has by id. */
            names: {
                [key: string]: string;
            };
        };
        FoundRecord: {
            /**
             * @description What it is; an order is a chat or a contract order.
             * @enum {string}
             */
            kind: "account" | "seller" | "key" | "instrument" | "order" | "contract" | "ticket" | "lot" | "fill" | "ask";
            /**
             * @description Its id; the instrument string of an instrument.
             * @example llama-3.3-70b
             */
            id: string;
            /**
             * @description Name of an account or a seller, label of a key, instrument of the others; null without.
             * @example Ada
             */
            title: string | null;
            /**
             * @description State or standing; null if it has none.
             * @example open
             */
            status: string | null;
            /**
             * Format: uuid
             * @description Id of the account that it belongs to.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            account_id: string | null;
            /**
             * Format: uuid
             * @description Id of the seller that it belongs to.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string | null;
        };
        OrderRows: {
            /** @description In the requested sorting. */
            orders: components["schemas"]["OrderRow"][];
            /** @description Names of the accounts and sellers that the answer has by id. */
            names: {
                [key: string]: string;
            };
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        OrderRow: {
            /**
             * Format: uuid
             * @description Id of the order.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            order_id: string;
            /**
             * @description A chat completion, or a contract order.
             * @enum {string}
             */
            kind: "chat" | "capacity";
            /**
             * @description State of the order.
             * @enum {string}
             */
            status: "open" | "filled" | "refused" | "cancelled" | "expired" | "rejected";
            /**
             * Format: uuid
             * @description Id of the account.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            account_id: string;
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /** @description Required region; null for any. */
            region: string | null;
            /**
             * @description Limit price. USD per 1,000 tokens.
             * @example 0.0006
             */
            limit_price: string;
            /**
             * @description Maximum quantity. Tokens.
             * @example 100000
             */
            quantity: number;
            /** @description Why it ended without a fill; null otherwise. */
            reason: string | null;
            /** @description `x-request-id` of the request. */
            request_id: string;
            /** @description Workflow of the order; null if none. */
            workflow_id: string | null;
            /** @description The workflow's history in Temporal's web UI. */
            workflow_url: string | null;
            /**
             * Format: date-time
             * @description When it was received; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            updated_at: string;
        };
        LedgerJournalList: {
            /** @description Newest first. */
            journals: components["schemas"]["LedgerJournal"][];
            /** @description Names of the accounts and sellers that the answer has by id. */
            names: {
                [key: string]: string;
            };
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        LedgerJournal: {
            /** @description Id of the journal: its business key. */
            journal_id: string;
            /**
             * @description Kind of the journal.
             * @enum {string}
             */
            kind: "deposit" | "hold" | "capture" | "release" | "payout" | "escrow" | "draw" | "window_end" | "refund" | "correction";
            /** @description Reason of a correction. */
            reason: string | null;
            /** @description Debits and credits are equal. */
            lines: components["schemas"]["JournalLine"][];
            /**
             * Format: date-time
             * @description When it was posted; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Id of the account.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            account_id: string | null;
            /**
             * Format: uuid
             * @description Id of the seller.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string | null;
            /**
             * Format: uuid
             * @description Id of the order.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            order_id: string | null;
            /**
             * Format: uuid
             * @description Id of the fill.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            fill_id: string | null;
            /**
             * @description The operator's reference, or the lot.
             * @example wire 1
             */
            reference: string | null;
        };
        JournalLine: {
            /**
             * @description Account of the ledger.
             * @example platform:fees
             */
            account: string;
            /**
             * @description Pending lines hold money, posted lines move it.
             * @enum {string}
             */
            phase: "posted" | "pending";
            /**
             * @description Side of the line.
             * @enum {string}
             */
            side: "debit" | "credit";
            /**
             * @description USD.
             * @example 12.5
             */
            amount: string;
        };
        ChatOrder: {
            /**
             * Format: uuid
             * @description Id of the order.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            order_id: string;
            /**
             * @description A chat completion.
             * @enum {string}
             */
            kind: "chat";
            /**
             * @description Status of the order.
             * @enum {string}
             */
            status: "open" | "filled" | "refused";
            /**
             * @description What an open order waits for, in a sentence; null once it has ended.
             * @example the answer of seller 01a1fd69-d1dc-71cf-bfc9-ea49bf9c1851 to attempt 1, since 2026-06-01T12:00:00.000Z
             */
            waiting_for: string | null;
            /**
             * Format: uuid
             * @description Id of the account.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            account_id: string;
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model_id: string;
            /** @description Required region; null for any. */
            region: string | null;
            /** @description Required venue; null for any. */
            venue_pin: string | null;
            /**
             * @description Limit price. USD per 1,000 tokens.
             * @example 0.0006
             */
            ceiling: string;
            /**
             * @description Minimum quantity. Tokens.
             * @example 100000
             */
            quantity_min: number;
            /**
             * @description Maximum quantity. Tokens.
             * @example 100000
             */
            quantity_max: number;
            /** @description Whether the answer is streamed. */
            stream: boolean;
            /**
             * Format: uuid
             * @description Id of the contract that it draws on.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            contract_id: string | null;
            /** @description Reason of the refusal; null otherwise. */
            refusal: {
                /**
                 * @description Code of the refusal.
                 * @example no_match
                 */
                code: string;
                /** @description Message of the refusal. */
                message: string;
                /** @description Invalid field. */
                param?: string | null;
                /** @description HTTP status of a seller's refusal that was relayed. */
                passedStatus?: number | null;
            } | null;
            /** @description `x-request-id` of the request. */
            request_id: string;
            /** @description Workflow of the order; null if none. */
            workflow_id: string | null;
            /**
             * Format: date-time
             * @description When it was received; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            updated_at: string;
            /** @description Oldest first. */
            fills: components["schemas"]["OrderFill"][];
            /** @description Oldest first. */
            journals: components["schemas"]["Journal"][];
            /** @description Events of the order and of what is listed here, oldest first. */
            history: components["schemas"]["OrderEvent"][];
            /** @description Names of the accounts and sellers that the answer has by id. */
            names: {
                [key: string]: string;
            };
            /** @description The workflow's history in Temporal's web UI. */
            workflow_url: string | null;
            /** @description The latest 20 decryptions of its payloads. */
            openings: components["schemas"]["Opening"][];
        };
        OrderFill: {
            /**
             * Format: uuid
             * @description Id of the fill.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            fill_id: string;
            /**
             * @description State of the fill.
             * @enum {string}
             */
            status: "reserved" | "settled" | "released" | "abandoned";
            /**
             * Format: uuid
             * @description Id of the ask.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            ask_id: string;
            /**
             * Format: uuid
             * @description Id of the seller.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string;
            /**
             * @description Region of the ask.
             * @enum {string}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global";
            /**
             * @description USD per 1,000 tokens.
             * @example 0.0006
             */
            price: string;
            /**
             * @description Reserved quantity. Tokens.
             * @example 100000
             */
            quantity: number;
            /**
             * @description Charged quantity. Tokens.
             * @example 100000
             */
            used: number;
            /**
             * @description Cost to the buyer. USD.
             * @example 12.5
             */
            cost: string;
            /**
             * @description Fee of the exchange. USD.
             * @example 12.5
             */
            fee: string;
            /** @description As the seller reported it. */
            usage: {
                /**
                 * @description Length of the prompt. Tokens.
                 * @example 100000
                 */
                promptTokens: number;
                /**
                 * @description Length of the answer. Tokens.
                 * @example 100000
                 */
                completionTokens: number;
                /**
                 * @description Length of both. Tokens.
                 * @example 100000
                 */
                totalTokens: number;
            } | null;
            /**
             * @description `implausible` if the reported usage exceeds twice the count of the exchange, `too_low` if it is less than half of the visible text: then the count of the exchange is charged.
             * @enum {string|null}
             */
            usage_flag: "implausible" | "too_low" | null;
            /** @description Money held for the fill; null for a draw and a contract order. */
            hold: {
                /**
                 * @description Reserved for the fill. USD.
                 * @example 12.5
                 */
                amount: string;
                /**
                 * @description Paid. USD.
                 * @example 12.5
                 */
                captured: string;
                /**
                 * @description Returned to the buyer. USD.
                 * @example 12.5
                 */
                released: string;
                /**
                 * @description State of the hold.
                 * @enum {string}
                 */
                status: "open" | "captured" | "released";
            } | null;
            /** @description Why nothing was charged. */
            release_reason: string | null;
            /** @description In chronological order. */
            attempts: components["schemas"]["Attempt"][];
            /** @description Probes of the exchange that failed before a default, newest first; otherwise empty. */
            failed_probes: components["schemas"]["FailedProbe"][];
            /**
             * Format: date-time
             * @description When it was reserved; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was settled; null before; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            settled_at: string | null;
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
        Journal: {
            /** @description Id of the journal: its business key. */
            journal_id: string;
            /**
             * @description Kind of the journal.
             * @enum {string}
             */
            kind: "deposit" | "hold" | "capture" | "release" | "payout" | "escrow" | "draw" | "window_end" | "refund" | "correction";
            /** @description Reason of a correction. */
            reason: string | null;
            /** @description Debits and credits are equal. */
            lines: components["schemas"]["JournalLine"][];
            /**
             * Format: date-time
             * @description When it was posted; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
        };
        OrderEvent: {
            /**
             * Format: date-time
             * @description Time of the event; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            event: "received" | "reserved" | "attempt_started" | "attempt_ended" | "settled" | "released" | "journal" | "lot_opened" | "lot_closed" | "decrypted" | "ended";
            /** @description Quantity, amount, reason or state. */
            detail: string | null;
            /** @description Its fill, lot or journal. */
            subject_id: string | null;
        };
        Opening: {
            /** @description Who decrypted it: `token`, or a session. */
            actor: string;
            /**
             * @description Address of the client.
             * @example 127.0.0.1
             */
            address: string | null;
            /** @description Request id of the decryption. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the decryption; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string;
        };
        CapacityOrder: {
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
             * @description A contract order.
             * @enum {string}
             */
            kind: "capacity";
            /**
             * @description What an open order waits for, in a sentence; null once it has ended.
             * @example the answer of seller 01a1fd69-d1dc-71cf-bfc9-ea49bf9c1851 to attempt 1, since 2026-06-01T12:00:00.000Z
             */
            waiting_for: string | null;
            /**
             * Format: uuid
             * @description Id of the account.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            account_id: string;
            /** @description `x-request-id` of the request. */
            request_id: string;
            /** @description Workflow of the order. */
            workflow_id: string;
            /** @description The workflow's history in Temporal's web UI. */
            workflow_url: string;
            /**
             * Format: uuid
             * @description Id of the lot of the lookup.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            lot_id: string | null;
            /**
             * @description Fills of the order; the newest 100 are shown.
             * @example 1
             */
            fills_total: number;
            /**
             * @description Lots of the order; the newest 100 are shown.
             * @example 1
             */
            lots_total: number;
            /**
             * @description Draws on those lots; the newest 100 are shown.
             * @example 1
             */
            draws_total: number;
            /**
             * @description Journals of the order.
             * @example 1
             */
            journals_total: number;
            /** @description Oldest first. */
            fills: components["schemas"]["OrderFill"][];
            /** @description Oldest first. */
            lots: components["schemas"]["LotDetails"][];
            /** @description Oldest first. */
            draws: components["schemas"]["Draw"][];
            /** @description Oldest first. */
            journals: components["schemas"]["Journal"][];
            /** @description Events of the order and of what is listed here, oldest first. */
            history: components["schemas"]["OrderEvent"][];
            /** @description Names of the accounts and sellers that the answer has by id. */
            names: {
                [key: string]: string;
            };
        };
        Draw: {
            /**
             * Format: uuid
             * @description Id of the fill.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            fill_id: string;
            /**
             * @description State of the fill.
             * @enum {string}
             */
            status: "reserved" | "settled" | "released" | "abandoned";
            /**
             * Format: uuid
             * @description Id of the ask.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            ask_id: string;
            /**
             * Format: uuid
             * @description Id of the seller.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            seller_id: string;
            /**
             * @description Region of the ask.
             * @enum {string}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global";
            /**
             * @description USD per 1,000 tokens.
             * @example 0.0006
             */
            price: string;
            /**
             * @description Reserved quantity. Tokens.
             * @example 100000
             */
            quantity: number;
            /**
             * @description Charged quantity. Tokens.
             * @example 100000
             */
            used: number;
            /**
             * @description Cost to the buyer. USD.
             * @example 12.5
             */
            cost: string;
            /**
             * @description Fee of the exchange. USD.
             * @example 12.5
             */
            fee: string;
            /** @description As the seller reported it. */
            usage: {
                /**
                 * @description Length of the prompt. Tokens.
                 * @example 100000
                 */
                promptTokens: number;
                /**
                 * @description Length of the answer. Tokens.
                 * @example 100000
                 */
                completionTokens: number;
                /**
                 * @description Length of both. Tokens.
                 * @example 100000
                 */
                totalTokens: number;
            } | null;
            /**
             * @description `implausible` if the reported usage exceeds twice the count of the exchange, `too_low` if it is less than half of the visible text: then the count of the exchange is charged.
             * @enum {string|null}
             */
            usage_flag: "implausible" | "too_low" | null;
            /** @description Money held for the fill; null for a draw and a contract order. */
            hold: {
                /**
                 * @description Reserved for the fill. USD.
                 * @example 12.5
                 */
                amount: string;
                /**
                 * @description Paid. USD.
                 * @example 12.5
                 */
                captured: string;
                /**
                 * @description Returned to the buyer. USD.
                 * @example 12.5
                 */
                released: string;
                /**
                 * @description State of the hold.
                 * @enum {string}
                 */
                status: "open" | "captured" | "released";
            } | null;
            /** @description Why nothing was charged. */
            release_reason: string | null;
            /** @description In chronological order. */
            attempts: components["schemas"]["Attempt"][];
            /** @description Probes of the exchange that failed before a default, newest first; otherwise empty. */
            failed_probes: components["schemas"]["FailedProbe"][];
            /**
             * Format: date-time
             * @description When it was reserved; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was settled; null before; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            settled_at: string | null;
            /**
             * Format: uuid
             * @description Id of the lot.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            lot_id: string | null;
            /**
             * Format: uuid
             * @description Id of the chat that drew.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            order_id: string;
        };
        RefusalCounts: {
            /**
             * Format: date-time
             * @description Start of the first hour or day; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            since: string;
            /**
             * @description What each row counts.
             * @enum {string}
             */
            by: "hour" | "day";
            /** @description Newest first; at most 10000 rows. */
            refusals: components["schemas"]["RefusalCount"][];
        };
        RefusalCount: {
            /**
             * Format: date-time
             * @description Start of the hour or the UTC day; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string;
            /**
             * @description Surface of the refused requests.
             * @example buyer
             */
            surface: string;
            /**
             * @description Code of the error.
             * @example no_match
             */
            code: string;
            /**
             * @description Refused requests.
             * @example 12
             */
            count: number;
        };
        DayMoneyList: {
            /** @description Closed days, newest first. */
            days: components["schemas"]["DayMoney"][];
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        DayMoney: {
            /**
             * @description UTC day.
             * @example 2026-01-31
             */
            day: string;
            /**
             * @description What buyers paid for tokens: in chats, and for capacity ahead. USD.
             * @example 12.5
             */
            volume: string;
            /**
             * @description Of it, for chats. USD.
             * @example 12.5
             */
            charged: string;
            /**
             * @description Of it, for lots, when they were bought. USD.
             * @example 12.5
             */
            sold_ahead: string;
            /**
             * @description Fees of the exchange. USD.
             * @example 12.5
             */
            fees: string;
            /**
             * @description What sellers earned, after the fees. USD.
             * @example 12.5
             */
            earned: string;
            /**
             * @description Refunded to buyers of lots. USD.
             * @example 12.5
             */
            refunds: string;
            /**
             * @description Reserved for chats and orders, whatever became of it. USD.
             * @example 12.5
             */
            held: string;
            /**
             * @description Deposited by buyers. USD.
             * @example 12.5
             */
            deposits: string;
            /**
             * @description Paid out to sellers. USD.
             * @example 12.5
             */
            payouts: string;
            /**
             * @description Corrections in favour of buyers, minus those against them. USD.
             * @example 12.5
             */
            corrections: string;
        };
        ReconciliationStatus: {
            /**
             * Format: date-time
             * @description Time of the latest check; null before the first; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            as_of: string | null;
            /**
             * @description What it read; null for checks of an earlier release.
             * @enum {string|null}
             */
            extent: "recent" | "all" | null;
            /**
             * @description Duration of the whole check in milliseconds; null as above.
             * @example 480
             */
            duration_ms: number | null;
            /**
             * @description Journals of the ledger, when all were read; otherwise null.
             * @example 51200
             */
            journals: number | null;
            /**
             * @description Violations of all invariants.
             * @example 0
             */
            violations: number;
            /**
             * @description Invariants that could not be checked.
             * @example 0
             */
            unchecked: number;
            /** @description One row per invariant. */
            invariants: components["schemas"]["Invariant"][];
            /** @description The latest check of all records; null before the first. */
            full: {
                /**
                 * Format: date-time
                 * @description Time of the check; RFC 3339, UTC.
                 * @example 2026-01-31T12:00:00.000Z
                 */
                as_of: string;
                /**
                 * @description Duration of the whole check in milliseconds; null as above.
                 * @example 480
                 */
                duration_ms: number | null;
                /**
                 * @description Journals of the ledger, when all were read; otherwise null.
                 * @example 51200
                 */
                journals: number | null;
                /**
                 * @description Violations of all invariants.
                 * @example 0
                 */
                violations: number;
                /**
                 * @description Invariants that could not be checked.
                 * @example 0
                 */
                unchecked: number;
            } | null;
        };
        Invariant: {
            /** @description Id of the invariant. */
            id: string;
            /** @description The invariant in one sentence. */
            name: string;
            /**
             * @description `error`: it could not be checked.
             * @enum {string}
             */
            status: "ok" | "violated" | "error";
            /**
             * @description Number of records that violate it.
             * @example 0
             */
            violations: number;
            /** @description Ids of some violating records. */
            samples: string[];
            /**
             * @description Kind of record of the samples.
             * @example fill
             */
            samples_of: string;
            /** @description Why it could not be checked. */
            error: string | null;
            /**
             * Format: date-time
             * @description When it was last checked; null before the first run; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            last_run_at: string | null;
            /**
             * @description Duration of the check in milliseconds.
             * @example 12
             */
            duration_ms: number;
        };
        Reconciliation: {
            /**
             * Format: date-time
             * @description Time of the latest check; null before the first; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            as_of: string | null;
            /**
             * @description What it read; null for checks of an earlier release.
             * @enum {string|null}
             */
            extent: "recent" | "all" | null;
            /**
             * @description Duration of the whole check in milliseconds; null as above.
             * @example 480
             */
            duration_ms: number | null;
            /**
             * @description Journals of the ledger, when all were read; otherwise null.
             * @example 51200
             */
            journals: number | null;
            /**
             * @description Violations of all invariants.
             * @example 0
             */
            violations: number;
            /**
             * @description Invariants that could not be checked.
             * @example 0
             */
            unchecked: number;
            /** @description One row per invariant. */
            invariants: components["schemas"]["Invariant"][];
        };
        ReconciliationRunList: {
            /** @description Newest first; the newest 1,000 are kept. */
            runs: components["schemas"]["ReconciliationRun"][];
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        ReconciliationRun: {
            /**
             * Format: uuid
             * @description Id of the run.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            run_id: string;
            /**
             * Format: date-time
             * @description Time of the check; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            as_of: string;
            /**
             * @description Whether it ran by schedule or was asked for.
             * @enum {string}
             */
            trigger: "schedule" | "operator";
            /**
             * @description What it read; null for checks of an earlier release.
             * @enum {string|null}
             */
            extent: "recent" | "all" | null;
            /**
             * @description Duration of the whole check in milliseconds; null as above.
             * @example 480
             */
            duration_ms: number | null;
            /**
             * @description Journals of the ledger, when all were read; otherwise null.
             * @example 51200
             */
            journals: number | null;
            /**
             * @description Violations of all invariants.
             * @example 0
             */
            violations: number;
            /**
             * @description Invariants that could not be checked.
             * @example 0
             */
            unchecked: number;
            /** @description One row per invariant, or the one of the query. */
            invariants: components["schemas"]["InvariantResult"][];
        };
        InvariantResult: {
            /**
             * @description Id of the invariant.
             * @example I3
             */
            id: string;
            /**
             * @description Result.
             * @enum {string}
             */
            status: "ok" | "violated" | "error";
            /**
             * @description Number of records that violate it.
             * @example 0
             */
            violations: number;
            /**
             * @description Duration of the check in milliseconds.
             * @example 12
             */
            duration_ms: number;
        };
        OperatorActionList: {
            /** @description Newest first. */
            actions: components["schemas"]["OperatorAction"][];
            /** @description Names of the accounts and sellers that the answer has by id. */
            names: {
                [key: string]: string;
            };
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        OperatorAction: {
            /**
             * Format: uuid
             * @description Id of the record.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            action_id: string;
            /**
             * @description `operationId` of the request.
             * @example updateBook
             */
            action: string;
            /**
             * @description Method of the request.
             * @example PATCH
             */
            method: string;
            /**
             * @description Path of the request.
             * @example /admin/v1/books/llama-3.3-70b
             */
            path: string;
            /**
             * @description Account, seller or instrument of the path.
             * @example llama-3.3-70b
             */
            target: string | null;
            /**
             * @description Reason that was given.
             * @example Requested by the seller.
             */
            reason: string | null;
            /** @description Fields of the body, without credentials. */
            details: {
                [key: string]: string;
            };
            /**
             * @description The operator's token, by its fingerprint.
             * @example token 3f9a1c2e
             */
            actor: string;
            /**
             * @description Address of the client.
             * @example 127.0.0.1
             */
            address: string | null;
            /** @description `x-request-id` of the request. */
            request_id: string;
            /**
             * @description `unknown` while it runs, or when the gateway ended during it.
             * @enum {string}
             */
            outcome: "done" | "refused" | "unknown";
            /**
             * @description HTTP status; null while unknown.
             * @example 200
             */
            status: number | null;
            /**
             * @description Code of the error; null if none.
             * @example not_found
             */
            code: string | null;
            /**
             * Format: date-time
             * @description When it began; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string;
            /**
             * Format: date-time
             * @description When it ended; null while unknown; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            ended_at: string | null;
        };
        DecodedPayloads: {
            /** @description In order of the input. A payload that cannot be decrypted is returned unchanged. */
            payloads: unknown[];
        };
        Liveness: {
            /**
             * @description The process runs.
             * @enum {string}
             */
            status: "ok";
        };
        Readiness: {
            /**
             * @description Readiness of all parts.
             * @enum {string}
             */
            status: "ready" | "not ready";
            /** @description `ok` or the error, by name of the part. */
            checks: {
                [key: string]: string;
            };
            /** @description What should be repaired, as a paused schedule; requests are served. */
            warnings: string[];
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
    listAccounts: {
        parameters: {
            query?: {
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description Page size. */
                limit?: number;
                /** @description A part of the name in any case, or an id. */
                q?: string;
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
                     *       "accounts": [
                     *         {
                     *           "account_id": "0190a0a0-1111-7000-8000-000000000001",
                     *           "name": "Ada",
                     *           "owner": null,
                     *           "price_ceiling": "0.0006",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["AccountList"];
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
    createAccount: {
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
                 *       "name": "Ada",
                 *       "price_ceiling": "0.0006"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Name of the account.
                     * @example Ada
                     */
                    name: string;
                    /**
                     * @description Owner, for self-trade prevention.
                     * @example house
                     */
                    owner?: string | null;
                    /**
                     * @description USD per 1,000 tokens: a decimal string with at most 8 decimals, above zero.
                     * @example 0.0006
                     */
                    price_ceiling?: string | null;
                };
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account_id": "0190a0a0-1111-7000-8000-000000000001",
                     *       "name": "Ada",
                     *       "owner": null,
                     *       "price_ceiling": "0.0006",
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "updated_at": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description `invalid_request`: The request is malformed. `invalid_price`: The price is not valid. */
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
            /** @description `request_too_large`: The request body is too large. */
            413: {
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
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
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
                     *       "updated_at": "2026-01-31T12:00:00.000Z",
                     *       "name": "Ada",
                     *       "owner": null,
                     *       "created_at": "2026-01-31T12:00:00.000Z",
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
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AccountDetails"];
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
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "owner": "house"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Name of the account.
                     * @example Ada
                     */
                    name?: string;
                    /**
                     * @description Owner, for self-trade prevention.
                     * @example house
                     */
                    owner?: string | null;
                    /**
                     * @description USD per 1,000 tokens: a decimal string with at most 8 decimals, above zero.
                     * @example 0.0006
                     */
                    price_ceiling?: string | null;
                };
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account_id": "0190a0a0-1111-7000-8000-000000000001",
                     *       "name": "Ada",
                     *       "owner": "house",
                     *       "price_ceiling": "0.0006",
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "updated_at": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description `invalid_request`: The request is malformed. `invalid_price`: The price is not valid. */
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
            /** @description `request_too_large`: The request body is too large. */
            413: {
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
    depositToAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "25.00",
                 *       "reference": "wire 1"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description USD, a decimal string with at most 8 decimals.
                     * @example 25.00
                     */
                    amount: string;
                    /**
                     * @description Idempotency reference chosen by the operator.
                     * @example wire 1
                     */
                    reference: string;
                };
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
            /** @description `request_too_large`: The request body is too large. */
            413: {
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
            /** @description `idempotency_conflict`: The idempotency key was used with another request. */
            422: {
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
    correctAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "debit": "0.50",
                 *       "reference": "case 12",
                 *       "reason": "Charged twice."
                 *     }
                 */
                "application/json": {
                    /**
                     * @description USD, a decimal string with at most 8 decimals.
                     * @example 25.00
                     */
                    credit?: string;
                    /**
                     * @description USD, a decimal string with at most 8 decimals.
                     * @example 25.00
                     */
                    debit?: string;
                    /**
                     * @description Idempotency reference chosen by the operator.
                     * @example wire 1
                     */
                    reference: string;
                    /** @description Reason, which is recorded. */
                    reason: string;
                };
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
            /** @description `request_too_large`: The request body is too large. */
            413: {
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
            /** @description `idempotency_conflict`: The idempotency key was used with another request. */
            422: {
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
    getAccountStatement: {
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
            path: {
                /** @description The account. */
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
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: string;
            };
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
            /** @description `request_too_large`: The request body is too large. */
            413: {
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
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: string;
                /** @description The key. */
                key_id: string;
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
            /** @description `request_too_large`: The request body is too large. */
            413: {
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
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: string;
                /** @description The key. */
                key_id: string;
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
    listSellers: {
        parameters: {
            query?: {
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description Page size. */
                limit?: number;
                /** @description A part of the name in any case, or an id. */
                q?: string;
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
                     *       "sellers": [
                     *         {
                     *           "seller_id": "0190a0a0-8888-7000-8000-000000000008",
                     *           "name": "North",
                     *           "endpoint_url": "https://inference.example.com/v1",
                     *           "supported_models": [
                     *             "llama-3.3-70b"
                     *           ],
                     *           "regions": [
                     *             "eu-west"
                     *           ],
                     *           "registered_at": "2026-01-31T12:00:00.000Z",
                     *           "endpoint_verified": true,
                     *           "standing": "Active",
                     *           "suspended_until": null,
                     *           "owner": null,
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["SellerList"];
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
    getSeller: {
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
                     *       "endpoint_verified": true,
                     *       "standing": "Active",
                     *       "suspended_until": null,
                     *       "owner": null,
                     *       "updated_at": "2026-01-31T12:00:00.000Z",
                     *       "quotas": {
                     *         "asks": null,
                     *         "capacity": {
                     *           "limit": 600,
                     *           "window_seconds": 60
                     *         }
                     *       },
                     *       "payable": "12.5",
                     *       "obligations": {
                     *         "tokens": 399942,
                     *         "lots": 1,
                     *         "reserved_tokens": 0,
                     *         "contracts": 1,
                     *         "buyers": 1,
                     *         "escrow": "0.199971"
                     *       },
                     *       "capacity_reports": [],
                     *       "open_lots": [],
                     *       "health": {
                     *         "status": "answering",
                     *         "http_status": 200,
                     *         "latency_ms": 120,
                     *         "detail": null,
                     *         "checked_at": "2026-01-31T12:00:00.000Z"
                     *       },
                     *       "standing_history": [],
                     *       "changes": [
                     *         {
                     *           "kind": "registered",
                     *           "reason": "registration",
                     *           "actor": "seller",
                     *           "at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SellerDetails"];
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
    updateSeller: {
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
                 *       "standing": "Active",
                 *       "reason": "The endpoint answers again."
                 *     }
                 */
                "application/json": {
                    /**
                     * @description A change requires a reason.
                     * @enum {string}
                     */
                    standing?: "Active" | "Probation" | "Suspended" | "Banned";
                    /** @description Reason, which is recorded. */
                    reason?: string;
                    /**
                     * @description Owner, for self-trade prevention.
                     * @example house
                     */
                    owner?: string | null;
                    /** @description Quotas that replace the defaults. */
                    quotas?: {
                        /** @description Requests for asks. */
                        asks?: {
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
                        } | null;
                        /** @description Reports of capacity. */
                        capacity?: {
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
                        } | null;
                    };
                };
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
                     *       "endpoint_verified": true,
                     *       "standing": "Active",
                     *       "suspended_until": null,
                     *       "owner": null,
                     *       "updated_at": "2026-01-31T12:00:00.000Z",
                     *       "quotas": {
                     *         "asks": null,
                     *         "capacity": {
                     *           "limit": 600,
                     *           "window_seconds": 60
                     *         }
                     *       },
                     *       "payable": "12.5",
                     *       "obligations": {
                     *         "tokens": 399942,
                     *         "lots": 1,
                     *         "reserved_tokens": 0,
                     *         "contracts": 1,
                     *         "buyers": 1,
                     *         "escrow": "0.199971"
                     *       },
                     *       "capacity_reports": [],
                     *       "open_lots": [],
                     *       "health": {
                     *         "status": "answering",
                     *         "http_status": 200,
                     *         "latency_ms": 120,
                     *         "detail": null,
                     *         "checked_at": "2026-01-31T12:00:00.000Z"
                     *       },
                     *       "standing_history": [],
                     *       "changes": [
                     *         {
                     *           "kind": "registered",
                     *           "reason": "registration",
                     *           "actor": "seller",
                     *           "at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SellerDetails"];
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
            /** @description `request_too_large`: The request body is too large. */
            413: {
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
    payOutSeller: {
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
                 *       "amount": "12.50",
                 *       "reference": "wire 1"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description USD, a decimal string with at most 8 decimals.
                     * @example 25.00
                     */
                    amount: string;
                    /**
                     * @description Idempotency reference chosen by the operator.
                     * @example wire 1
                     */
                    reference: string;
                };
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
                     *       "endpoint_verified": true,
                     *       "standing": "Active",
                     *       "suspended_until": null,
                     *       "owner": null,
                     *       "updated_at": "2026-01-31T12:00:00.000Z",
                     *       "quotas": {
                     *         "asks": null,
                     *         "capacity": {
                     *           "limit": 600,
                     *           "window_seconds": 60
                     *         }
                     *       },
                     *       "payable": "0",
                     *       "obligations": {
                     *         "tokens": 399942,
                     *         "lots": 1,
                     *         "reserved_tokens": 0,
                     *         "contracts": 1,
                     *         "buyers": 1,
                     *         "escrow": "0.199971"
                     *       },
                     *       "capacity_reports": [],
                     *       "open_lots": [],
                     *       "health": {
                     *         "status": "answering",
                     *         "http_status": 200,
                     *         "latency_ms": 120,
                     *         "detail": null,
                     *         "checked_at": "2026-01-31T12:00:00.000Z"
                     *       },
                     *       "standing_history": [],
                     *       "changes": [
                     *         {
                     *           "kind": "registered",
                     *           "reason": "registration",
                     *           "actor": "seller",
                     *           "at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SellerDetails"];
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
            /** @description `request_too_large`: The request body is too large. */
            413: {
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
            /** @description `idempotency_conflict`: The idempotency key was used with another request. */
            422: {
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
    voidLot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The lot. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Sold by mistake."
                 *     }
                 */
                "application/json": {
                    /** @description Reason, which is recorded. */
                    reason: string;
                    /** @description Whether it stands as a default on the record of the seller; false if omitted. */
                    default?: boolean | null;
                };
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "lot_id": "0190a0a0-6666-8000-8000-000000000006",
                     *       "contract_id": "0190a0a0-3333-7000-8000-000000000003",
                     *       "seller_id": "0190a0a0-8888-7000-8000-000000000008",
                     *       "region": "us-east",
                     *       "price": "0.0005",
                     *       "status": "voided",
                     *       "quantity": 400000,
                     *       "remaining": 0,
                     *       "reserved": 0,
                     *       "drawn": 58,
                     *       "paid_undrawn": 0,
                     *       "refunded": 399942,
                     *       "cost": "0.2",
                     *       "escrow": "0",
                     *       "earned": "0.000029",
                     *       "fee": "0",
                     *       "refund": "0.199971",
                     *       "delivery_start": "2026-01-31T12:00:00.000Z",
                     *       "expires_at": "2026-01-31T12:00:00.000Z",
                     *       "closed_at": "2026-01-31T12:00:00.000Z",
                     *       "workflow_url": "http://127.0.0.1:8233/namespaces/default/workflows/lot"
                     *     }
                     */
                    "application/json": components["schemas"]["LotDetails"];
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
            /** @description `request_too_large`: The request body is too large. */
            413: {
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
    listSellerRefunds: {
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
                     *       "refunds": [
                     *         {
                     *           "lot_id": "0190a0a0-6666-8000-8000-000000000006",
                     *           "contract_id": "0190a0a0-3333-7000-8000-000000000003",
                     *           "order_id": "0190a0a0-7777-7000-8000-000000000007",
                     *           "account_id": "0190a0a0-1111-7000-8000-000000000001",
                     *           "model_id": "llama-3.3-70b",
                     *           "status": "defaulted",
                     *           "quantity": 400000,
                     *           "refunded_tokens": 399942,
                     *           "amount": "0.199971",
                     *           "reason": "The seller failed a request in all its attempts.",
                     *           "closed_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "names": {
                     *         "0190a0a0-1111-7000-8000-000000000001": "Ada"
                     *       },
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["SellerRefundList"];
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
    getJudging: {
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
                     *       "status": "active",
                     *       "pause": null,
                     *       "pauses": []
                     *     }
                     */
                    "application/json": components["schemas"]["Judging"];
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
    listBooks: {
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
                     *       "books": [
                     *         {
                     *           "model_id": "llama-3.3-70b",
                     *           "tenor": "spot",
                     *           "status": "open",
                     *           "reason": null,
                     *           "halted_at": null,
                     *           "halted_by": null,
                     *           "epoch": 3
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BookList"];
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
    updateBooks: {
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
                 *       "halted": true,
                 *       "reason": "Requested by the seller."
                 *     }
                 */
                "application/json": {
                    /** @description True halts, false resumes. */
                    halted: boolean;
                    /** @description Reason, which is recorded. */
                    reason?: string;
                };
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "books": [
                     *         {
                     *           "model_id": "llama-3.3-70b",
                     *           "tenor": "spot",
                     *           "status": "halted",
                     *           "reason": "Requested by the seller.",
                     *           "halted_at": "2026-01-31T12:00:00.000Z",
                     *           "halted_by": "token 3f9a1c2e",
                     *           "epoch": 3
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BookList"];
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
            /** @description `request_too_large`: The request body is too large. */
            413: {
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
    updateBook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An instrument string, percent-encoded. */
                model_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "halted": true,
                 *       "reason": "Requested by the seller."
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Delivery window of the book; `spot` by default.
                     * @example spot
                     */
                    tenor?: string;
                    /** @description True halts, false resumes. */
                    halted: boolean;
                    /** @description Reason, which is recorded. */
                    reason?: string;
                };
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "model_id": "llama-3.3-70b",
                     *       "tenor": "spot",
                     *       "status": "halted",
                     *       "reason": "Requested by the seller.",
                     *       "halted_at": "2026-01-31T12:00:00.000Z",
                     *       "halted_by": "token 3f9a1c2e",
                     *       "epoch": 3
                     *     }
                     */
                    "application/json": components["schemas"]["Book"];
                };
            };
            /** @description `invalid_request`: The request is malformed. `invalid_model`: The model is not valid here. `invalid_tenor`: The tenor is not valid. */
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
            /** @description `request_too_large`: The request body is too large. */
            413: {
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
    rebuildBook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An instrument string, percent-encoded. */
                model_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "An order seems to be missing."
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Delivery window of the book; `spot` by default.
                     * @example spot
                     */
                    tenor?: string;
                    /** @description Reason, which is recorded. */
                    reason?: string;
                };
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "model_id": "llama-3.3-70b",
                     *       "tenor": "spot",
                     *       "status": "open",
                     *       "reason": null,
                     *       "halted_at": null,
                     *       "halted_by": null,
                     *       "epoch": 4
                     *     }
                     */
                    "application/json": components["schemas"]["Book"];
                };
            };
            /** @description `invalid_request`: The request is malformed. `invalid_model`: The model is not valid here. `invalid_tenor`: The tenor is not valid. */
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
            /** @description `request_too_large`: The request body is too large. */
            413: {
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
    updateInstrument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An instrument string, percent-encoded. */
                model_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "halted": true,
                 *       "reason": "Requested by the seller."
                 *     }
                 */
                "application/json": {
                    /** @description True halts, false resumes. */
                    halted: boolean;
                    /** @description Reason, which is recorded. */
                    reason?: string;
                };
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "books": [
                     *         {
                     *           "model_id": "llama-3.3-70b",
                     *           "tenor": "spot",
                     *           "status": "halted",
                     *           "reason": "Requested by the seller.",
                     *           "halted_at": "2026-01-31T12:00:00.000Z",
                     *           "halted_by": "token 3f9a1c2e",
                     *           "epoch": 3
                     *         },
                     *         {
                     *           "model_id": "llama-3.3-70b",
                     *           "tenor": "1d",
                     *           "status": "halted",
                     *           "reason": "Requested by the seller.",
                     *           "halted_at": "2026-01-31T12:00:00.000Z",
                     *           "halted_by": "token 3f9a1c2e",
                     *           "epoch": 3
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BookList"];
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
            /** @description `request_too_large`: The request body is too large. */
            413: {
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
    getOverview: {
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
                     *       "as_of": "2026-01-31T12:05:00.000Z",
                     *       "ready": true,
                     *       "checks": {
                     *         "mongodb": "ok",
                     *         "redis": "ok",
                     *         "temporal": "ok"
                     *       },
                     *       "warnings": [],
                     *       "orders": [
                     *         {
                     *           "kind": "chat",
                     *           "open_by_age": [
                     *             {
                     *               "age": "under_10s",
                     *               "count": 0
                     *             },
                     *             {
                     *               "age": "under_1m",
                     *               "count": 0
                     *             },
                     *             {
                     *               "age": "under_10m",
                     *               "count": 0
                     *             },
                     *             {
                     *               "age": "older",
                     *               "count": 0
                     *             }
                     *           ],
                     *           "oldest_open_at": null,
                     *           "recent": [
                     *             {
                     *               "status": "filled",
                     *               "count": 4210
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "gateways": [
                     *         {
                     *           "gateway_id": "gateway-7f3a",
                     *           "unrecorded_since": null
                     *         }
                     *       ],
                     *       "books": 12,
                     *       "halts": [],
                     *       "judging": "active",
                     *       "reconciliation": {
                     *         "as_of": "2026-01-31T12:00:00.000Z",
                     *         "violations": 0,
                     *         "unchecked": 0
                     *       },
                     *       "maintenance": {
                     *         "last_run_at": "2026-01-31T12:05:00.000Z",
                     *         "workflows_missing": 0,
                     *         "workflows_failing": 0,
                     *         "lots_overdue": 0
                     *       },
                     *       "workflow_views": [
                     *         {
                     *           "title": "Defaults",
                     *           "query": "Outcome IN (\"defaulted\", \"seller_default\")",
                     *           "url": "http://127.0.0.1:8233/namespaces/default/workflows?query=Outcome%20IN%20(%22defaulted%22%2C%20%22seller_default%22)"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Overview"];
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
    search: {
        parameters: {
            query: {
                /** @description The beginning of a name, of a label of a key, or of an instrument string, in any case; an id or its first eight digits or more; or an `x-request-id`. */
                q: string;
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
                     *       "found": [
                     *         {
                     *           "kind": "account",
                     *           "id": "0190a0a0-1111-7000-8000-000000000001",
                     *           "title": "Ada",
                     *           "status": null,
                     *           "account_id": null,
                     *           "seller_id": null
                     *         }
                     *       ],
                     *       "names": {}
                     *     }
                     */
                    "application/json": components["schemas"]["FoundRecords"];
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
    listOrders: {
        parameters: {
            query?: {
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description Page size. */
                limit?: number;
                /** @description Only orders in this state. */
                status?: "open" | "filled" | "refused" | "cancelled" | "expired" | "rejected";
                /** @description `chat` for chat completions, `capacity` for contract orders. */
                kind?: "chat" | "capacity";
                /** @description Only orders older than this many seconds. */
                older_than?: number;
                /** @description Only orders of this account. */
                account_id?: string;
                /** @description Only orders with a fill of this seller, in the order of those fills. */
                seller_id?: string;
                /** @description Only this instrument. */
                model_id?: string;
                /** @description Only orders of the request with this `x-request-id`. Ids that the exchange made hold their time and are found at once; others are searched from the newest order on. */
                request_id?: string;
                /** @description What comes first, by the time of creation. */
                sort?: "newest" | "oldest";
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
                     *           "kind": "chat",
                     *           "status": "open",
                     *           "account_id": "0190a0a0-1111-7000-8000-000000000001",
                     *           "model_id": "llama-3.3-70b",
                     *           "region": null,
                     *           "limit_price": "0.0006",
                     *           "quantity": 512,
                     *           "reason": null,
                     *           "request_id": "req-7f3a",
                     *           "workflow_id": "orders-7f3a-1",
                     *           "workflow_url": "http://127.0.0.1:8233/namespaces/default/workflows/orders-7f3a-1",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "names": {
                     *         "0190a0a0-1111-7000-8000-000000000001": "Ada"
                     *       },
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["OrderRows"];
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
    listJournals: {
        parameters: {
            query?: {
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description Page size. */
                limit?: number;
                /** @description Only journals of this account of the ledger. */
                account?: string;
                /** @description Only journals of this order. */
                order_id?: string;
                /** @description Only this kind. */
                kind?: "deposit" | "hold" | "capture" | "release" | "payout" | "escrow" | "draw" | "window_end" | "refund" | "correction";
                /** @description Start, inclusive. */
                from?: string;
                /** @description End, exclusive. */
                to?: string;
                /** @description A line has at least this amount, in USD. */
                amount_min?: string;
                /** @description A line has at most this amount, in USD. */
                amount_max?: string;
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
                     *       "journals": [
                     *         {
                     *           "journal_id": "deposit:0190a0a0-1111-7000-8000-000000000001:wire 1",
                     *           "kind": "deposit",
                     *           "reason": null,
                     *           "lines": [
                     *             {
                     *               "account": "platform:cash",
                     *               "phase": "posted",
                     *               "side": "debit",
                     *               "amount": "25"
                     *             },
                     *             {
                     *               "account": "buyer:0190a0a0-1111-7000-8000-000000000001",
                     *               "phase": "posted",
                     *               "side": "credit",
                     *               "amount": "25"
                     *             }
                     *           ],
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "account_id": "0190a0a0-1111-7000-8000-000000000001",
                     *           "seller_id": null,
                     *           "order_id": null,
                     *           "fill_id": null,
                     *           "reference": "wire 1"
                     *         }
                     *       ],
                     *       "names": {
                     *         "0190a0a0-1111-7000-8000-000000000001": "Ada"
                     *       },
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["LedgerJournalList"];
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
    getOrderDetails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Of an order, fill, contract, ticket or lot. */
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
                     *       "kind": "capacity",
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
                     *       "account_id": "0190a0a0-1111-7000-8000-000000000001",
                     *       "request_id": "req-7f3a",
                     *       "workflow_id": "contract-0190a0a0-7777-7000-8000-000000000007",
                     *       "workflow_url": "http://127.0.0.1:8233/namespaces/default/workflows/contract",
                     *       "waiting_for": "sellers of 100000 of its 100000 tokens, at 0.6 USD per million or less, until it is cancelled",
                     *       "lot_id": null,
                     *       "fills_total": 0,
                     *       "lots_total": 0,
                     *       "draws_total": 0,
                     *       "journals_total": 0,
                     *       "fills": [],
                     *       "lots": [],
                     *       "draws": [],
                     *       "journals": [],
                     *       "history": [
                     *         {
                     *           "at": "2026-01-31T12:00:00.000Z",
                     *           "event": "received",
                     *           "detail": null,
                     *           "subject_id": null
                     *         }
                     *       ],
                     *       "names": {
                     *         "0190a0a0-1111-7000-8000-000000000001": "Ada"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChatOrder"] | components["schemas"]["CapacityOrder"];
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
    listRefusals: {
        parameters: {
            query?: {
                /** @description Days until now; up to two are counted by hour. */
                days?: number;
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
                     *       "since": "2026-01-31T12:00:00.000Z",
                     *       "by": "hour",
                     *       "refusals": [
                     *         {
                     *           "at": "2026-01-31T12:00:00.000Z",
                     *           "surface": "buyer",
                     *           "code": "no_match",
                     *           "count": 12
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RefusalCounts"];
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
    listMoney: {
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
                     *       "days": [
                     *         {
                     *           "day": "2026-01-31",
                     *           "volume": "12.5",
                     *           "charged": "10",
                     *           "sold_ahead": "2.5",
                     *           "fees": "0.01",
                     *           "earned": "9.99",
                     *           "refunds": "0",
                     *           "held": "14",
                     *           "deposits": "25",
                     *           "payouts": "0",
                     *           "corrections": "0"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["DayMoneyList"];
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
    getReconciliation: {
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
                     *       "as_of": "2026-01-31T12:00:00.000Z",
                     *       "extent": "recent",
                     *       "duration_ms": 480,
                     *       "journals": null,
                     *       "violations": 0,
                     *       "unchecked": 0,
                     *       "invariants": [
                     *         {
                     *           "id": "I1",
                     *           "name": "Debits and credits of every journal are equal.",
                     *           "status": "ok",
                     *           "violations": 0,
                     *           "samples": [],
                     *           "samples_of": "journal",
                     *           "error": null,
                     *           "last_run_at": "2026-01-31T12:00:00.000Z",
                     *           "duration_ms": 12
                     *         }
                     *       ],
                     *       "full": {
                     *         "as_of": "2026-01-31T12:00:00.000Z",
                     *         "duration_ms": 61000,
                     *         "journals": 51200,
                     *         "violations": 0,
                     *         "unchecked": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReconciliationStatus"];
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
    listReconciliationRuns: {
        parameters: {
            query?: {
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description Page size. */
                limit?: number;
                /** @description Only the result of this invariant. */
                invariant?: string;
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
                     *       "runs": [
                     *         {
                     *           "run_id": "0190a0a0-aaaa-7000-8000-00000000000a",
                     *           "as_of": "2026-01-31T12:00:00.000Z",
                     *           "trigger": "schedule",
                     *           "extent": "recent",
                     *           "duration_ms": 480,
                     *           "journals": null,
                     *           "violations": 0,
                     *           "unchecked": 0,
                     *           "invariants": [
                     *             {
                     *               "id": "I1",
                     *               "status": "ok",
                     *               "violations": 0,
                     *               "duration_ms": 12
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["ReconciliationRunList"];
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
    runReconciliation: {
        parameters: {
            query?: {
                /** @description `recent`: records since the end of the newest closed day, open ones, closings, and the journals of two closed days chosen at random. `all`: every record; with years of records it takes long. */
                extent?: "recent" | "all";
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
                     *       "as_of": "2026-01-31T12:00:00.000Z",
                     *       "extent": "recent",
                     *       "duration_ms": 480,
                     *       "journals": null,
                     *       "violations": 0,
                     *       "unchecked": 0,
                     *       "invariants": [
                     *         {
                     *           "id": "I1",
                     *           "name": "Debits and credits of every journal are equal.",
                     *           "status": "ok",
                     *           "violations": 0,
                     *           "samples": [],
                     *           "samples_of": "journal",
                     *           "error": null,
                     *           "last_run_at": "2026-01-31T12:00:00.000Z",
                     *           "duration_ms": 12
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Reconciliation"];
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
    getReconciliationRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The run. */
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
                     *       "as_of": "2026-01-31T12:00:00.000Z",
                     *       "extent": "recent",
                     *       "duration_ms": 480,
                     *       "journals": null,
                     *       "violations": 0,
                     *       "unchecked": 0,
                     *       "invariants": [
                     *         {
                     *           "id": "I1",
                     *           "name": "Debits and credits of every journal are equal.",
                     *           "status": "ok",
                     *           "violations": 0,
                     *           "samples": [],
                     *           "samples_of": "journal",
                     *           "error": null,
                     *           "last_run_at": "2026-01-31T12:00:00.000Z",
                     *           "duration_ms": 12
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Reconciliation"];
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
    listActions: {
        parameters: {
            query?: {
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description Page size. */
                limit?: number;
                /** @description Only this `operationId` of the operator's description. */
                action?: string;
                /** @description Only this account, seller or instrument. */
                target?: string;
                /** @description Start, inclusive. */
                from?: string;
                /** @description End, exclusive. */
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
                     *       "actions": [
                     *         {
                     *           "action_id": "0190a0a0-aaaa-7000-8000-00000000000a",
                     *           "action": "updateBook",
                     *           "method": "PATCH",
                     *           "path": "/admin/v1/books/llama-3.3-70b",
                     *           "target": "llama-3.3-70b",
                     *           "reason": "Requested by the seller.",
                     *           "details": {
                     *             "halted": "true"
                     *           },
                     *           "actor": "token 3f9a1c2e",
                     *           "address": "127.0.0.1",
                     *           "request_id": "req-7f3a",
                     *           "outcome": "done",
                     *           "status": 200,
                     *           "code": null,
                     *           "at": "2026-01-31T12:00:00.000Z",
                     *           "ended_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "names": {},
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["OperatorActionList"];
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
    decodePayloads: {
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
                 *       "payloads": [
                 *         {
                 *           "metadata": {
                 *             "encoding": "anNvbi9wbGFpbg=="
                 *           },
                 *           "data": "e30="
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Payloads in Temporal's JSON format. */
                    payloads: unknown[];
                };
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
                     *       "payloads": [
                     *         {
                     *           "metadata": {
                     *             "encoding": "anNvbi9wbGFpbg=="
                     *           },
                     *           "data": "e30="
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DecodedPayloads"];
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
    getLiveness: {
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
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Liveness"];
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
    getReadiness: {
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
                     *       "status": "ready",
                     *       "checks": {
                     *         "mongodb": "ok",
                     *         "redis": "ok",
                     *         "temporal": "ok"
                     *       },
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["Readiness"];
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
            /** @description Not ready; `checks` states the reasons. */
            503: {
                headers: {
                    /**
                     * @description Id of the request: echoed, or made.
                     * @example req-7f3a
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    getMetrics: {
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
                    "text/plain": string;
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
}
