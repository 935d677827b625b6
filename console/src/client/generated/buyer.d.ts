/** Written by `npm run generate`; do not edit. */
export interface paths {
    "/v1/chat/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bid for a chat completion
         * @description Matches the bid in price-time priority, dispatches it to the seller of the best eligible ask, and charges the delivered tokens. With the credential of a ticket the request draws on the prepaid contract instead, and `max_price` has no effect. Also available without the `/buyer` prefix.
         */
        post: operations["createChatCompletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The key of the request: its limit, and what it has used
         * @description With OpenRouter's names. What is bought ahead is not part of the usage.
         */
        get: operations["getCurrentKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Instruments that can be bid for */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models/{model_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One instrument
         * @description Slashes in the name may be encoded or not.
         */
        get: operations["getModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The tickets of the account, without their credentials */
        get: operations["listTickets"];
        put?: never;
        /**
         * Buy a ticket, or get a credential for a contract
         * @description With `model` and `quantity_tokens`: a prepaid purchase, filled immediately by one seller. With only `contract_id`: a new credential for a contract of the account, which revokes the previous one.
         */
        post: operations["createTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A ticket, without its credential */
        get: operations["getTicket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open an account with test money
         * @description In test mode anybody may open an account; it begins with `TEST_OPENING_BALANCE` of test money and a key. In the live market the answer is 404, and names the address of test mode if there is one.
         */
        post: operations["openTestAccount"];
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
        ChatCompletion: {
            /**
             * @description Id of the completion, set by the seller.
             * @example chatcmpl-7f3a
             */
            id: string;
            /**
             * @description Seconds since the Unix epoch.
             * @example 1769860800
             */
            created: number;
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model: string;
            /**
             * @description Kind of the object.
             * @enum {string}
             */
            object: "chat.completion";
            /** @description One for each requested choice. */
            choices: ({
                /**
                 * @description Index of the choice, from 0.
                 * @example 0
                 */
                index: number;
                message: components["schemas"]["ChatMessage"];
                /**
                 * @description Why the choice ended.
                 * @example stop
                 */
                finish_reason: string | null;
            } & {
                [key: string]: unknown;
            })[];
            usage?: components["schemas"]["Usage"];
            fill: components["schemas"]["Fill"];
        } & {
            [key: string]: unknown;
        };
        ChatMessage: {
            /** @description Role of the author: system, user, assistant or tool. */
            role: string;
            /** @description Text, or parts in the form of the OpenAI API. */
            content?: string | ({
                /**
                 * @description Kind of the part.
                 * @example text
                 */
                type: string;
            } & {
                [key: string]: unknown;
            })[] | null;
        } & {
            [key: string]: unknown;
        };
        Usage: {
            /**
             * @description Length of the prompt. Tokens.
             * @example 100000
             */
            prompt_tokens: number;
            /**
             * @description Length of the answer. Tokens.
             * @example 100000
             */
            completion_tokens: number;
            /**
             * @description Length of both. Tokens.
             * @example 100000
             */
            total_tokens: number;
        } & {
            [key: string]: unknown;
        };
        Fill: {
            /**
             * @description Execution price. USD per 1,000,000 tokens.
             * @example 0.6
             */
            fill_price: string;
            /**
             * @description List price at the time of the fill. USD per 1,000,000 tokens.
             * @example 0.6
             */
            list_price: string;
            /**
             * @description Difference to the list price, as a fraction of it; negative below the list price.
             * @example -0.25
             */
            vs_list: number;
            /**
             * @description Tier of the venue, by its reputation.
             * @enum {string}
             */
            venue_class: "prime" | "standard" | "basic" | "unrated";
            /**
             * @description On the statement, and in `x-fill-id`.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            fill_id: string;
            /**
             * @description Charged tokens. Tokens.
             * @example 100000
             */
            tokens: number;
            /**
             * @description Amount charged to the account. USD.
             * @example 12.5
             */
            cost: string;
            /**
             * @description Region of execution.
             * @enum {string}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global";
            /**
             * @description Unit of `fill_price` and `list_price`.
             * @enum {string}
             */
            unit: "per_1m_tokens";
            /** @description Whether the seller served the session before, if the request names one. */
            sticky?: boolean;
            /** @description The contract, if the request drew on a ticket. */
            contract_id?: string;
        };
        /** @description The last chunk before `[DONE]` has no choices and contains `usage` and `fill`. */
        ChatCompletionChunk: {
            /**
             * @description Id of the completion, set by the seller.
             * @example chatcmpl-7f3a
             */
            id: string;
            /**
             * @description Seconds since the Unix epoch.
             * @example 1769860800
             */
            created: number;
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model: string;
            /**
             * @description Kind of the object.
             * @enum {string}
             */
            object: "chat.completion.chunk";
            /** @description Empty in the last chunk. */
            choices: ({
                /**
                 * @description Index of the choice, from 0.
                 * @example 0
                 */
                index: number;
                /** @description Addition to the choice. */
                delta: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            })[];
            usage?: components["schemas"]["Usage"];
            fill?: components["schemas"]["Fill"];
        } & {
            [key: string]: unknown;
        };
        /** @description The nested object is what the stock OpenAI clients read. */
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
            /** @description What the stock OpenAI clients read. */
            error: {
                /**
                 * @description Text for people.
                 * @example The resource does not exist.
                 */
                message: string;
                /**
                 * @description Group of the code.
                 * @example not_found_error
                 */
                type: string;
                /**
                 * @description Error code; each code has one HTTP status.
                 * @example not_found
                 * @enum {string}
                 */
                code: "invalid_request" | "invalid_price" | "invalid_quantity" | "invalid_region" | "invalid_tenor" | "invalid_model" | "invalid_endpoint_url" | "invalid_decisions" | "invalid_reason" | "request_too_large" | "unauthorized" | "key_of_other_mode" | "key_expired" | "insufficient_balance" | "key_limit_reached" | "no_fill_at_limit" | "contract_exhausted" | "forbidden" | "key_restricted" | "seller_suspended" | "seller_banned" | "not_found" | "no_match" | "method_not_allowed" | "bid_timeout" | "endpoint_already_registered" | "seller_default" | "contract_pending" | "contract_expired" | "misdirected_request" | "idempotency_conflict" | "rate_limited" | "internal_error" | "seller_unreachable" | "market_halted" | "ended_by_operator" | "service_unavailable";
                /**
                 * @description The field at fault.
                 * @example model
                 */
                param: string | null;
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
                /** @description The sellers that were asked for a chat, and why each one failed. */
                sellers_asked?: {
                    /** @description Id of the seller. */
                    seller_id: string;
                    /** @description How often it was asked. */
                    attempts: number;
                    /**
                     * @description How the last attempt ended.
                     * @enum {string}
                     */
                    reason: "unreachable" | "connection_lost" | "silence" | "too_slow" | "deadline" | "status" | "refused" | "busy" | "malformed" | "too_large" | "error_object" | "unfinished" | "no_connection" | "exchange" | "unknown";
                    /** @description Its HTTP status, if it answered with one. */
                    status: number | null;
                }[];
                /**
                 * Format: uri-reference
                 * @description Page about the code: meaning, causes and remedies. An absolute URL if the exchange has a public address (`PUBLIC_URL`), otherwise a path on the same server.
                 * @example https://tokenbook.example/docs/errors/not_found
                 */
                documentation_url: string;
            };
        };
        /** @description A bid and its prompt. Unlisted fields are passed to the seller unchanged. */
        ChatCompletionRequest: {
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model: string;
            /** @description The messages of the conversation. */
            messages: components["schemas"]["ChatMessage"][];
            /**
             * @description Highest price per 1,000 tokens, a decimal string. Default: the ceiling of the account, or the prevailing mid.
             * @example 0.0006
             */
            max_price?: string | null;
            /**
             * @description Pins execution and data residency. One of us-east, us-west, eu-west, apac, global; `global` is no restriction.
             * @example eu-west
             */
            region?: string | null;
            /** @description Restricts the bid to one venue: a seller's id, or its name: that of the live seller that has had this name for the longest time. */
            venue_pin?: string | null;
            provider?: components["schemas"]["ProviderPreferences"];
            /**
             * @description Instruments to try in this order after `model`: the first one with an ask that the bid crosses serves, and `model` of the answer names it.
             * @example [
             *       "qwen3-32b"
             *     ]
             */
            models?: string[] | null;
            /** @description The session that the request belongs to. The seller that served it within the last ten minutes serves again, while it offers at the best price. */
            session_id?: string | null;
            /** @description Sent to the seller; without `session_id` it also names the session. */
            prompt_cache_key?: string | null;
            /** @description Generation cap per choice. */
            max_tokens?: number | null;
            /** @description Generation cap per choice; goes before `max_tokens`. */
            max_completion_tokens?: number | null;
            /** @description Choices. */
            n?: number | null;
            /** @description Sampling temperature. */
            temperature?: number | null;
            /** @description Answer with server-sent events; the last chunk contains the fill. */
            stream?: boolean | null;
            /** @description As in the OpenAI API. */
            stream_options?: ({
                /** @description Send `usage` in the last chunk. */
                include_usage?: boolean | null;
            } & {
                [key: string]: unknown;
            }) | null;
        } & {
            [key: string]: unknown;
        };
        /** @description As in the OpenRouter API; the rest is refused. */
        ProviderPreferences: ({
            /** @description The sellers that may serve the request: the best price of theirs, then the earlier ask. Unknown ones are ignored if one is known. */
            only?: string[] | null;
            /** @description Sellers that must not serve it. */
            ignore?: string[] | null;
            /** @description Sellers to try first, in this order, each within the ceiling; then the cheapest of the others. */
            order?: string[] | null;
            /** @description `false`, with `order` or `only`: nobody else serves it. Default `true`. */
            allow_fallbacks?: boolean | null;
            /** @description Highest prices in USD per 1,000,000 tokens; the lower one holds. */
            max_price?: {
                /** @description Highest price of a token of the prompt, in USD per 1,000,000. */
                prompt?: string | number | null;
                /** @description Highest price of a token of the answer, in USD per 1,000,000. */
                completion?: string | number | null;
            } | null;
            /**
             * @description The cheapest seller serves, always.
             * @enum {string|null}
             */
            sort?: "price" | null;
            /** @description Only sellers that declare one of these for the model. */
            quantizations?: ("int4" | "int8" | "fp4" | "fp6" | "fp8" | "fp16" | "bf16" | "fp32" | "unknown")[] | null;
            /**
             * @description `deny`: only sellers that declare to keep no prompts and to train on none.
             * @enum {string|null}
             */
            data_collection?: "allow" | "deny" | null;
            /** @description Only sellers that declare to keep no prompts after the answer. */
            zdr?: boolean | null;
            /** @description Only sellers that declare all that the request uses. */
            require_parameters?: boolean | null;
        } & {
            [key: string]: unknown;
        }) | null;
        /** @description The key of the request. */
        CurrentKey: {
            /** @description Its terms and its use. */
            data: {
                /**
                 * @description Given when it was issued; empty for none.
                 * @example production
                 */
                label: string;
                /**
                 * @description What it may spend at most; null for no limit. USD.
                 * @example 0.25
                 */
                limit: number | null;
                /**
                 * @description What is left of it now; null for no limit. USD.
                 * @example 0.25
                 */
                limit_remaining: number | null;
                /**
                 * @description When what counts against the limit begins at zero again: at midnight UTC, of each day, Monday or first of a month. Null: never.
                 * @enum {string|null}
                 */
                limit_reset: "daily" | "weekly" | "monthly" | null;
                /**
                 * @description What its chat requests cost. USD.
                 * @example 0.25
                 */
                usage: number;
                /**
                 * @description Those since midnight UTC. USD.
                 * @example 0.25
                 */
                usage_daily: number;
                /**
                 * @description Those since Monday, UTC. USD.
                 * @example 0.25
                 */
                usage_weekly: number;
                /**
                 * @description Those since the first of the month, UTC. USD.
                 * @example 0.25
                 */
                usage_monthly: number;
                /** @description Whether it is a key of test mode. */
                is_free_tier: boolean;
                /** @description Whether it is of kind `manage`. */
                is_management_key: boolean;
                /**
                 * Format: date-time
                 * @description When it expires; null if it does not; RFC 3339, UTC.
                 * @example 2026-01-31T12:00:00.000Z
                 */
                expires_at: string | null;
            };
        };
        ModelList: {
            /**
             * @description Kind of the object.
             * @enum {string}
             */
            object: "list";
            /** @description Tradable instruments. */
            data: components["schemas"]["Model"][];
        };
        Model: {
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            id: string;
            /**
             * @description Kind of the object.
             * @enum {string}
             */
            object: "model";
            /**
             * @description Seconds since the Unix epoch.
             * @example 1769860800
             */
            created: number;
            /**
             * @description Family of the model.
             * @example llama
             */
            owned_by: string;
            /**
             * @description Tokens of a prompt and its answer: of the catalog, or the largest that a seller declares; null when unknown.
             * @example 131072
             */
            context_window: number | null;
            /**
             * @description The best offer, at most five seconds old; null without one. USD per 1,000 tokens.
             * @example 0.0006
             */
            price: string | null;
            /** @description The same price as OpenRouter writes it; null without an offer. */
            pricing: {
                /**
                 * @description Of a token of the prompt; USD per token.
                 * @example 0.0000006
                 */
                prompt: string;
                /**
                 * @description Of a token of the answer; USD per token.
                 * @example 0.0000006
                 */
                completion: string;
            } | null;
            /**
             * @description What prompts may contain, as at least one seller declares; null when none declares it.
             * @example [
             *       "text"
             *     ]
             */
            input_modalities: string[] | null;
            /**
             * @description What answers may contain, as at least one seller declares; null when none declares it.
             * @example [
             *       "text"
             *     ]
             */
            output_modalities: string[] | null;
            /**
             * @description What requests may use, as at least one seller declares; null when none declares it.
             * @example [
             *       "tools",
             *       "json_schema"
             *     ]
             */
            features: string[] | null;
        };
        CreatedTicket: {
            /**
             * Format: uuid
             * @description Id of the ticket.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            ticket_id: string;
            /**
             * Format: uuid
             * @description Id of the contract.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            contract_id: string;
            /**
             * Format: uuid
             * @description Id of the order that created the contract.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            order_id: string;
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model: string;
            /**
             * @description Region that it is pinned to; null for any.
             * @enum {string|null}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global" | null;
            /**
             * @description Tier of the venue, by its reputation.
             * @enum {string}
             */
            seller_class: "prime" | "standard" | "basic" | "unrated";
            /**
             * @description Purchased quantity. Tokens.
             * @example 100000
             */
            quantity_tokens: number;
            /**
             * @description Quantity that can be drawn. Tokens.
             * @example 100000
             */
            remaining_tokens: number;
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
             * @description A ticket is active from its purchase on.
             * @enum {string}
             */
            status: "active" | "exhausted" | "expired" | "defaulted";
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
             * @description Time of issue; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /** @description Shown once; `Authorization: Bearer` on chat. */
            credential: string;
        };
        /**
         * @example {
         *       "model": "llama-3.3-70b",
         *       "quantity_tokens": 100000
         *     }
         */
        CreateTicket: {
            /**
             * @description An instrument string; trimmed and lower-cased.
             * @example llama-3.3-70b
             */
            model?: string | null;
            /**
             * @description Tokens: a whole number from 1 to 10^12.
             * @example 1000000
             */
            quantity_tokens?: number | null;
            /**
             * @description USD per 1,000 tokens: a decimal string with at most 8 decimals, above zero.
             * @example 0.0006
             */
            max_price?: string | null;
            /**
             * @description A region of execution.
             * @enum {string|null}
             */
            region?: "us-east" | "us-west" | "eu-west" | "apac" | "global" | null;
            /**
             * @description Delivery window: `spot`, or the length of a window that starts at the next boundary.
             * @enum {string|null}
             */
            tenor?: "spot" | "1h" | "1d" | "7d" | "30d" | null;
            /** @description Seconds in which a spot ticket may be redeemed; default 3,600. Not with a tenor. */
            ttl_seconds?: number | null;
            /**
             * Format: uuid
             * @description Without other fields: a new credential for a contract of the account.
             */
            contract_id?: string | null;
        };
        TicketList: {
            /** @description Newest first. */
            tickets: components["schemas"]["Ticket"][];
            /** @description Cursor of the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Whether there is a next page. */
            has_more: boolean;
        };
        Ticket: {
            /**
             * Format: uuid
             * @description Id of the ticket.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            ticket_id: string;
            /**
             * Format: uuid
             * @description Id of the contract.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            contract_id: string;
            /**
             * Format: uuid
             * @description Id of the order that created the contract.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            order_id: string;
            /**
             * @description An instrument string.
             * @example llama-3.3-70b
             */
            model: string;
            /**
             * @description Region that it is pinned to; null for any.
             * @enum {string|null}
             */
            region: "us-east" | "us-west" | "eu-west" | "apac" | "global" | null;
            /**
             * @description Tier of the venue, by its reputation.
             * @enum {string}
             */
            seller_class: "prime" | "standard" | "basic" | "unrated";
            /**
             * @description Purchased quantity. Tokens.
             * @example 100000
             */
            quantity_tokens: number;
            /**
             * @description Quantity that can be drawn. Tokens.
             * @example 100000
             */
            remaining_tokens: number;
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
             * @description A ticket is active from its purchase on.
             * @enum {string}
             */
            status: "active" | "exhausted" | "expired" | "defaulted";
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
             * @description Time of issue; RFC 3339, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
        };
        TestAccount: {
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
             * Format: uuid
             * @description Id of the key.
             * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
             */
            key_id: string;
            /** @description Shown once; `Authorization: Bearer` on the Buyer and the Market surface of test mode. */
            buyer_key: string;
        };
        OpenTestAccount: {
            /**
             * @description Name of the account; `Test account` without one.
             * @example Ada
             */
            name?: string;
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
    createChatCompletion: {
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
                 *       "messages": [
                 *         {
                 *           "role": "user",
                 *           "content": "Name three rivers of Europe."
                 *         }
                 *       ],
                 *       "max_price": "0.0006",
                 *       "max_tokens": 64
                 *     }
                 */
                "application/json": components["schemas"]["ChatCompletionRequest"];
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
                    /**
                     * @description Id of the fill, as in the answer and on the statement.
                     * @example 0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f
                     */
                    "x-fill-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "chatcmpl-7f3a",
                     *       "created": 1769860800,
                     *       "model": "llama-3.3-70b",
                     *       "object": "chat.completion",
                     *       "choices": [
                     *         {
                     *           "index": 0,
                     *           "message": {
                     *             "role": "assistant",
                     *             "content": "The Danube, the Rhine and the Loire."
                     *           },
                     *           "finish_reason": "stop"
                     *         }
                     *       ],
                     *       "usage": {
                     *         "prompt_tokens": 14,
                     *         "completion_tokens": 44,
                     *         "total_tokens": 58
                     *       },
                     *       "fill": {
                     *         "fill_price": "0.48",
                     *         "list_price": "0.6",
                     *         "vs_list": -0.2,
                     *         "venue_class": "prime",
                     *         "fill_id": "0190a0a0-4444-7000-8000-000000000004",
                     *         "tokens": 58,
                     *         "cost": "0.00002784",
                     *         "region": "eu-west",
                     *         "unit": "per_1m_tokens"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChatCompletion"];
                    /**
                     * @example {
                     *       "id": "chatcmpl-7f3a",
                     *       "created": 1769860800,
                     *       "model": "llama-3.3-70b",
                     *       "object": "chat.completion.chunk",
                     *       "choices": [],
                     *       "usage": {
                     *         "prompt_tokens": 14,
                     *         "completion_tokens": 44,
                     *         "total_tokens": 58
                     *       },
                     *       "fill": {
                     *         "fill_price": "0.48",
                     *         "list_price": "0.6",
                     *         "vs_list": -0.2,
                     *         "venue_class": "prime",
                     *         "fill_id": "0190a0a0-4444-7000-8000-000000000004",
                     *         "tokens": 58,
                     *         "cost": "0.00002784",
                     *         "region": "eu-west",
                     *         "unit": "per_1m_tokens"
                     *       }
                     *     }
                     */
                    "text/event-stream": components["schemas"]["ChatCompletionChunk"];
                };
            };
            /** @description `invalid_request`: The request is malformed. `invalid_price`: The price is not valid. `invalid_quantity`: The quantity is not valid. `invalid_region`: The region is not valid. `invalid_model`: The model is not valid here. */
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
            /** @description `insufficient_balance`: Insufficient available balance. `key_limit_reached`: The request may cost more than is left below the limit of this key. `no_fill_at_limit`: No ask matches at or below the price ceiling. `contract_exhausted`: The ticket has fewer tokens left than the request needs. */
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
            /** @description `no_match`: No seller matched the bid. */
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
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
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
            /** @description `bid_timeout`: No seller answered within the deadline. Nothing was charged. */
            408: {
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
            /** @description `contract_pending`: The delivery window has not started. `seller_default`: The bound seller failed to deliver. */
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
            /** @description `contract_expired`: The delivery window has ended. */
            410: {
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
            /** @description `seller_unreachable`: No seller served the request. Nothing was charged. */
            502: {
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
            /** @description `ended_by_operator`: An operator ended this request. Nothing was charged. `market_halted`: Trading of this instrument is halted. Resting orders can be cancelled. `service_unavailable`: The exchange is not ready for this. Try again shortly. */
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
                     * @description `false`: the same request, sent again at once, cannot succeed.
                     * @example false
                     */
                    "x-should-retry"?: string;
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
    getCurrentKey: {
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
                     *       "data": {
                     *         "label": "production",
                     *         "limit": 25,
                     *         "limit_remaining": 12.5,
                     *         "limit_reset": "monthly",
                     *         "usage": 112.25,
                     *         "usage_daily": 0.25,
                     *         "usage_weekly": 3.75,
                     *         "usage_monthly": 12.5,
                     *         "is_free_tier": false,
                     *         "is_management_key": false,
                     *         "expires_at": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CurrentKey"];
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
    listModels: {
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
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "llama-3.3-70b",
                     *           "object": "model",
                     *           "created": 1769860800,
                     *           "owned_by": "llama",
                     *           "context_window": 131072,
                     *           "price": "0.0006",
                     *           "pricing": {
                     *             "prompt": "0.0000006",
                     *             "completion": "0.0000006"
                     *           },
                     *           "input_modalities": [
                     *             "text"
                     *           ],
                     *           "output_modalities": [
                     *             "text"
                     *           ],
                     *           "features": [
                     *             "tools",
                     *             "json_schema"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ModelList"];
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
    getModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An instrument string. */
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
                     *       "id": "llama-3.3-70b",
                     *       "object": "model",
                     *       "created": 1769860800,
                     *       "owned_by": "llama",
                     *       "context_window": 131072,
                     *       "price": "0.0006",
                     *       "pricing": {
                     *         "prompt": "0.0000006",
                     *         "completion": "0.0000006"
                     *       },
                     *       "input_modalities": [
                     *         "text"
                     *       ],
                     *       "output_modalities": [
                     *         "text"
                     *       ],
                     *       "features": [
                     *         "tools",
                     *         "json_schema"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Model"];
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
    listTickets: {
        parameters: {
            query?: {
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description Page size. */
                limit?: number;
                /** @description Each page searches the next 200 tickets, so it may have fewer than `limit` or no results; only `has_more: false` marks the last page. */
                status?: "active" | "exhausted" | "expired" | "defaulted";
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
                     *       "tickets": [
                     *         {
                     *           "ticket_id": "0190a0a0-9999-7000-8000-000000000009",
                     *           "contract_id": "0190a0a0-3333-7000-8000-000000000003",
                     *           "order_id": "0190a0a0-7777-7000-8000-000000000007",
                     *           "model": "llama-3.3-70b",
                     *           "region": null,
                     *           "seller_class": "prime",
                     *           "quantity_tokens": 100000,
                     *           "remaining_tokens": 100000,
                     *           "reserved_tokens": 0,
                     *           "price": "0.0005",
                     *           "status": "active",
                     *           "delivery_start": "2026-01-31T12:00:00.000Z",
                     *           "expires_at": "2026-01-31T13:00:00.000Z",
                     *           "created_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["TicketList"];
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
    createTicket: {
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
                 *       "quantity_tokens": 100000,
                 *       "max_price": "0.0006"
                 *     }
                 */
                "application/json": components["schemas"]["CreateTicket"];
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
                     *       "ticket_id": "0190a0a0-9999-7000-8000-000000000009",
                     *       "contract_id": "0190a0a0-3333-7000-8000-000000000003",
                     *       "order_id": "0190a0a0-7777-7000-8000-000000000007",
                     *       "model": "llama-3.3-70b",
                     *       "region": null,
                     *       "seller_class": "prime",
                     *       "quantity_tokens": 100000,
                     *       "remaining_tokens": 100000,
                     *       "reserved_tokens": 0,
                     *       "price": "0.0005",
                     *       "status": "active",
                     *       "delivery_start": "2026-01-31T12:00:00.000Z",
                     *       "expires_at": "2026-01-31T13:00:00.000Z",
                     *       "created_at": "2026-01-31T12:00:00.000Z",
                     *       "credential": "tkt_4b1d9c0e"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedTicket"];
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
            /** @description `insufficient_balance`: Insufficient available balance. `no_fill_at_limit`: No ask matches at or below the price ceiling. */
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
            /** @description `key_restricted`: The key is not for this. `forbidden`: The credential does not allow this. */
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
            /** @description `no_match`: No seller matched the bid. `not_found`: The resource does not exist. */
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
                     * @description Whole seconds to wait, at least 1.
                     * @example 1
                     */
                    "Retry-After"?: number;
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
    getTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ticket. */
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
                     *       "ticket_id": "0190a0a0-9999-7000-8000-000000000009",
                     *       "contract_id": "0190a0a0-3333-7000-8000-000000000003",
                     *       "order_id": "0190a0a0-7777-7000-8000-000000000007",
                     *       "model": "llama-3.3-70b",
                     *       "region": null,
                     *       "seller_class": "prime",
                     *       "quantity_tokens": 100000,
                     *       "remaining_tokens": 99942,
                     *       "reserved_tokens": 0,
                     *       "price": "0.0005",
                     *       "status": "active",
                     *       "delivery_start": "2026-01-31T12:00:00.000Z",
                     *       "expires_at": "2026-01-31T13:00:00.000Z",
                     *       "created_at": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Ticket"];
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
    openTestAccount: {
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
                 *       "name": "Ada"
                 *     }
                 */
                "application/json": components["schemas"]["OpenTestAccount"];
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
                     *       "account_id": "0190a0a0-1111-7000-8000-000000000001",
                     *       "name": "Ada",
                     *       "key_id": "0190a0a0-5555-7000-8000-000000000005",
                     *       "buyer_key": "sk-tb_test_9f2c61aa"
                     *     }
                     */
                    "application/json": components["schemas"]["TestAccount"];
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
