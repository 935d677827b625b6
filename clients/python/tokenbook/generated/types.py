# Written by `npm run generate`; do not edit.
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

# Codes of refusals. A newer exchange may have more.
ErrorCode = Literal[
    "invalid_request",
    "invalid_price",
    "invalid_quantity",
    "invalid_region",
    "invalid_tenor",
    "invalid_model",
    "invalid_endpoint_url",
    "invalid_decisions",
    "invalid_reason",
    "request_too_large",
    "unauthorized",
    "key_of_other_mode",
    "key_expired",
    "insufficient_balance",
    "key_limit_reached",
    "no_fill_at_limit",
    "contract_exhausted",
    "forbidden",
    "key_restricted",
    "seller_suspended",
    "seller_banned",
    "not_found",
    "no_match",
    "method_not_allowed",
    "bid_timeout",
    "endpoint_already_registered",
    "seller_default",
    "contract_pending",
    "contract_expired",
    "misdirected_request",
    "idempotency_conflict",
    "rate_limited",
    "internal_error",
    "seller_unreachable",
    "market_halted",
    "ended_by_operator",
    "service_unavailable",
]


class AccountData(TypedDict):
    """What the event is about."""

    # Id of the account.
    account_id: str
    # Deposited amount. USD.
    amount: str
    # The operator's reference.
    reference: str


class AccountDepositedEvent(TypedDict):
    """Money was deposited into the account."""

    # Id of the event, also in `webhook-id`: the same in every repetition.
    id: str
    # Type of the event.
    type: Literal["account.deposited"]
    # When it happened; RFC 3339, UTC.
    timestamp: str
    # What the event is about.
    data: AccountData


AccountStatement = TypedDict(
    "AccountStatement",
    {
        # Id of the account.
        "account_id": "str",
        # Currency of every amount.
        "currency": "Literal['USD']",
        # Start, inclusive; null for the beginning; RFC 3339, UTC.
        "from": "Optional[str]",
        # End, exclusive; null for the time of the first page; RFC 3339, UTC.
        "to": "Optional[str]",
        # Time of the snapshot that all pages read; RFC 3339, UTC.
        "as_of": "str",
        # Balance before the first line. USD.
        "opening_balance": "str",
        # Balance after the last line of the last page. USD.
        "closing_balance": "str",
        # In the order of `sort`.
        "lines": "List[StatementLine]",
        # Cursor of the next page; null on the last one.
        "next_cursor": "Optional[str]",
        # Whether there is a next page.
        "has_more": "bool",
    },
)


class AccountSummary(TypedDict):
    # Id of the account.
    account_id: str
    # Currency of every amount.
    currency: Literal["USD"]
    # Deposits minus charges. USD.
    balance: str
    # Held for requests and orders in progress. USD.
    reserved: str
    # `balance` minus `reserved`. USD.
    available: str
    # Default `max_price`. USD per 1,000 tokens.
    price_ceiling: Optional[str]
    # The newest 1,000 open holds, newest first.
    reservations: List[Reservation]
    # Time of the last change of the balance; RFC 3339, UTC.
    updated_at: str


class ActiveSeller(TypedDict):
    # Id of the seller.
    seller_id: str
    # Tier of the venue, by its reputation.
    venue_class: Literal["prime", "standard", "basic", "unrated"]
    # From 0 to 100.
    score: Optional[float]
    # The instrument that it answered most within 24 hours; null for none.
    model_id: Optional[str]
    day: SellerFigures


class ActiveSellers(TypedDict):
    # By score, the best first, at most 500.
    sellers: List[ActiveSeller]
    # When it was read; RFC 3339, UTC.
    as_of: str


class Ask(TypedDict):
    # Id of the ask.
    ask_id: str
    # An instrument string.
    model_id: str
    # Region of execution.
    region: Literal["us-east", "us-west", "eu-west", "apac", "global"]
    # Delivery window: `spot`, or the length of a window that starts at the next boundary.
    tenor: Literal["spot", "1h", "1d", "7d", "30d"]
    # USD per 1,000 tokens.
    price: str
    # Offered quantity. Tokens.
    capacity: int
    # Unfilled quantity. Tokens.
    remaining: int
    # Time of posting; RFC 3339, UTC.
    created_at: str
    # Expiry; RFC 3339, UTC.
    expires_at: str


class AskList(TypedDict):
    # Active asks of the seller.
    asks: List[Ask]


class Attempt(TypedDict):
    # Number of the attempt, from 1.
    number: int
    # State of the attempt.
    state: Literal["planned", "sent", "delivered", "failed", "unknown"]
    # Kind of its failure.
    reason: Optional[str]
    # Why it failed.
    detail: Optional[str]
    # Start of the attempt; RFC 3339, UTC.
    started_at: str
    # End of the attempt; null while in progress; RFC 3339, UTC.
    ended_at: Optional[str]


class BuyerKey(TypedDict):
    # Id of the key.
    key_id: str
    # Given when it was issued.
    label: Optional[str]
    # `inference`: sends requests. `manage`: issues and changes the keys of its account, and buys nothing.
    kind: Literal["inference", "manage"]
    # What it may spend at most; null for no limit. USD.
    limit: Optional[str]
    # What is left now: the limit without what it used in the period and what its requests hold; null for no limit.
    # USD.
    limit_remaining: Optional[str]
    # When what counts against the limit begins at zero again: at midnight UTC, of each day, Monday or first of a
    # month. Null: never.
    limit_reset: Optional[Literal["daily", "weekly", "monthly"]]
    # What its chat requests cost; of an older key, since the upgrade. USD.
    usage: str
    # The only instruments that it may ask for; null for any.
    models: Optional[List[str]]
    # The only regions that it may ask for; null for any.
    regions: Optional[List[Literal["us-east", "us-west", "eu-west", "apac"]]]
    # Its highest price; null for none. USD per 1,000 tokens.
    max_price: Optional[str]
    # When it expires; null if it does not; RFC 3339, UTC.
    expires_at: Optional[str]
    # Until when its text from before a rotation works too; null if there is none; RFC 3339, UTC.
    previous_expires_at: Optional[str]
    # When it was issued; RFC 3339, UTC.
    created_at: str
    # When it was revoked; null while it is valid; RFC 3339, UTC.
    revoked_at: Optional[str]


class BuyerRequest(TypedDict):
    # Id of the request; the statement names it.
    order_id: str
    # `x-request-id` of the request.
    request_id: str
    # `open` while in progress. A refused request costs nothing.
    status: Literal["open", "filled", "refused"]
    # An instrument string.
    model_id: str
    # Whether the answer is streamed.
    stream: bool
    # Required region; null for any.
    requested_region: Optional[str]
    # Highest price that the request would have paid. USD per 1,000 tokens.
    price_limit: str
    # Id of the contract that it draws on; null when it is paid from the balance.
    contract_id: Optional[str]
    # Id of the fill; null without one.
    fill_id: Optional[str]
    # Id of the seller; null without a fill.
    seller_id: Optional[str]
    # Tier of the venue, by its reputation.
    venue_class: Optional[Literal["prime", "standard", "basic", "unrated"]]
    # Region of execution; null without a fill.
    region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global"]]
    # Price of the fill; null without one. USD per 1,000 tokens.
    price: Optional[str]
    # List price at the match; null before it is settled. USD per 1,000 tokens.
    list_price: Optional[str]
    # Charged quantity. Tokens.
    tokens: int
    # Cost; for a contract, part of what was paid for it. USD.
    cost: str
    # Why it was refused; null otherwise.
    refusal: Optional[BuyerRequestRefusal]
    # When it was received; RFC 3339, UTC.
    received_at: str
    # When an ask was reserved for it; null before; RFC 3339, UTC.
    matched_at: Optional[str]
    # Start of the attempt that delivered, or of the latest; RFC 3339, UTC.
    dispatched_at: Optional[str]
    # Seller's first byte; without streaming the whole answer; null before it is settled; RFC 3339, UTC.
    first_byte_at: Optional[str]
    # When it was settled or refused; null before; RFC 3339, UTC.
    ended_at: Optional[str]


class BuyerRequestDetails(TypedDict):
    # Id of the request; the statement names it.
    order_id: str
    # `x-request-id` of the request.
    request_id: str
    # `open` while in progress. A refused request costs nothing.
    status: Literal["open", "filled", "refused"]
    # An instrument string.
    model_id: str
    # Whether the answer is streamed.
    stream: bool
    # Required region; null for any.
    requested_region: Optional[str]
    # Highest price that the request would have paid. USD per 1,000 tokens.
    price_limit: str
    # Id of the contract that it draws on; null when it is paid from the balance.
    contract_id: Optional[str]
    # Id of the fill; null without one.
    fill_id: Optional[str]
    # Id of the seller; null without a fill.
    seller_id: Optional[str]
    # Tier of the venue, by its reputation.
    venue_class: Optional[Literal["prime", "standard", "basic", "unrated"]]
    # Region of execution; null without a fill.
    region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global"]]
    # Price of the fill; null without one. USD per 1,000 tokens.
    price: Optional[str]
    # List price at the match; null before it is settled. USD per 1,000 tokens.
    list_price: Optional[str]
    # Charged quantity. Tokens.
    tokens: int
    # Cost; for a contract, part of what was paid for it. USD.
    cost: str
    # Why it was refused; null otherwise.
    refusal: Optional[BuyerRequestRefusal]
    # When it was received; RFC 3339, UTC.
    received_at: str
    # When an ask was reserved for it; null before; RFC 3339, UTC.
    matched_at: Optional[str]
    # Start of the attempt that delivered, or of the latest; RFC 3339, UTC.
    dispatched_at: Optional[str]
    # Seller's first byte; without streaming the whole answer; null before it is settled; RFC 3339, UTC.
    first_byte_at: Optional[str]
    # When it was settled or refused; null before; RFC 3339, UTC.
    ended_at: Optional[str]
    # What an open order waits for, in a sentence; null once it has ended.
    waiting_for: Optional[str]
    # Reserved quantity of the fill; null without one. Tokens.
    quantity: Optional[int]
    # Length of the prompt as the seller reported it. Tokens.
    prompt_tokens: Optional[int]
    # Length of the answer as the seller reported it. Tokens.
    completion_tokens: Optional[int]
    # Oldest first.
    attempts: List[RequestAttempt]


class BuyerRequestList(TypedDict):
    # Newest first.
    requests: List[BuyerRequest]
    # Cursor of the next page; null on the last one.
    next_cursor: Optional[str]
    # Whether there is a next page.
    has_more: bool


class BuyerRequestRefusal(TypedDict):
    """Why it was refused; null otherwise."""

    # Code of the refusal.
    code: str
    # Message of the refusal.
    message: str


class Calendar(TypedDict):
    # Address of the calendar: absolute if the exchange has a public address, otherwise a path on the same server.
    calendar_url: str


class Candle(TypedDict):
    # Start of the bucket; RFC 3339, UTC.
    time: str
    # USD per 1,000 tokens.
    open: str
    # USD per 1,000 tokens.
    high: str
    # USD per 1,000 tokens.
    low: str
    # USD per 1,000 tokens.
    close: str
    # Traded quantity. Tokens.
    volume: float


class CandlesRequired(TypedDict):
    # An instrument string.
    model_id: str
    # Delivery window: `spot`, or the length of a window that starts at the next boundary.
    tenor: Literal["spot", "1h", "1d", "7d", "30d"]
    # Length of a bucket.
    interval: Literal["1m", "5m", "1h", "1d"]
    # Oldest first. Buckets without trades are omitted.
    candles: List[Candle]


class Candles(CandlesRequired, total=False):
    # `any` covers all regions.
    region: Literal["us-east", "us-west", "eu-west", "apac", "global", "any"]


class CapacityReport(TypedDict):
    # An instrument string; trimmed and lower-cased.
    model_id: str
    # Tokens servable now.
    available_tokens: int
    # Tokens already committed.
    queued_tokens: int


class CapacitySnapshot(TypedDict):
    # Id of the seller.
    seller_id: str
    # An instrument string.
    model_id: str
    # Tokens servable now.
    available_tokens: int
    # Tokens already committed.
    queued_tokens: int
    # Quantity owed in open windows, with what requests under way have reserved. Tokens.
    owed_tokens: int
    # Time of the report; RFC 3339, UTC.
    reported_at: str
    # That more is owed than can be served, as the report says; null otherwise.
    warning: Optional[str]


class Catalog(TypedDict):
    # Families of instruments.
    families: List[Family]
    # Every region.
    regions: List[Literal["us-east", "us-west", "eu-west", "apac", "global"]]
    # Time of computation; RFC 3339, UTC.
    as_of: str


class ChangeKey(TypedDict, total=False):
    # Label of the key.
    label: Optional[str]
    # What it may spend at most, in USD: a decimal string with at most 8 decimals.
    limit: Optional[str]
    # When what counts against the limit begins at zero again: at midnight UTC, of each day, Monday or first of a
    # month. Null: never.
    limit_reset: Optional[Literal["daily", "weekly", "monthly"]]
    # The only instruments that it may ask for.
    models: Optional[List[str]]
    # The only regions that it may ask for. With one region, each request is pinned to it.
    regions: Optional[List[Literal["us-east", "us-west", "eu-west", "apac"]]]
    # USD per 1,000 tokens: a decimal string with at most 8 decimals, above zero.
    max_price: Optional[str]
    # RFC 3339, any offset.
    expires_at: Optional[str]
    # Quotas that replace the defaults.
    quotas: Optional[CreateKeyQuotas]


class CheckEndpointRequired(TypedDict):
    # As it would be registered.
    endpoint_url: str
    # A model that it serves, in its own spelling.
    model: str


class CheckEndpoint(CheckEndpointRequired, total=False):
    # Value of the `Authorization` header that the endpoint wants. Without this field the registered one is sent,
    # when the request has the key of the seller.
    upstream_authorization: Optional[str]


class Contract(TypedDict):
    # Id of the contract.
    contract_id: str
    # Id of the order that created it.
    order_id: str
    # Id of the ticket; null if none.
    ticket_id: Optional[str]
    # An instrument string.
    model_id: str
    # The same as `model_id`.
    instrument: str
    # Region that it is pinned to; null for any.
    region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global"]]
    # Delivery window: `spot`, or the length of a window that starts at the next boundary.
    tenor: Literal["spot", "1h", "1d", "7d", "30d"]
    # Purchased quantity. Tokens.
    quantity: int
    # Quantity that can be drawn of its lots. Tokens.
    remaining: int
    # Quantity reserved by requests under way; what they do not use remains again. Tokens.
    reserved_tokens: int
    # Average price of its lots. USD per 1,000 tokens.
    price: str
    # Whether requests can draw on it.
    status: Literal["pending", "active", "exhausted", "expired", "defaulted"]
    # Start of the window; RFC 3339, UTC.
    delivery_start: str
    # End of the window; RFC 3339, UTC.
    expires_at: str
    # Time of creation; RFC 3339, UTC.
    created_at: str
    # Delivery obligation of each seller.
    lots: List[Lot]


class ContractData(TypedDict):
    """What the event is about."""

    # Id of the contract.
    contract_id: str
    # Id of the seller.
    seller_id: str
    # The standing from now on.
    standing: Literal["Active", "Probation", "Suspended", "Banned"]


class ContractList(TypedDict):
    # Newest first.
    contracts: List[Contract]
    # Cursor of the next page; null on the last one.
    next_cursor: Optional[str]
    # Whether there is a next page.
    has_more: bool


class ContractSellerStandingChangedEvent(TypedDict):
    """The standing of a seller changed that owes tokens under a contract."""

    # Id of the event, also in `webhook-id`: the same in every repetition.
    id: str
    # Type of the event.
    type: Literal["contract.seller_standing_changed"]
    # When it happened; RFC 3339, UTC.
    timestamp: str
    # What the event is about.
    data: ContractData


class CreateAskRequired(TypedDict):
    # An instrument string; trimmed and lower-cased.
    model_id: str
    # USD per 1,000 tokens: a decimal string with at most 8 decimals, above zero.
    price: str
    # Tokens: a whole number from 1 to 10^12.
    capacity: int


class CreateAsk(CreateAskRequired, total=False):
    # Lifetime in seconds, at most ten years.
    ttl_seconds: Optional[int]
    # Default: the first region of the registration, or `global` without one.
    region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global"]]
    # Delivery window: `spot`, or the length of a window that starts at the next boundary.
    tenor: Optional[Literal["spot", "1h", "1d", "7d", "30d"]]


class CreateContractRequired(TypedDict):
    # An instrument string; trimmed and lower-cased.
    model_id: str
    # Tokens: a whole number from 1 to 10^12.
    quantity: int
    # Limit, USD per 1,000 tokens: a decimal string with at most 8 decimals.
    price: str


class CreateContract(CreateContractRequired, total=False):
    # Restricts delivery to a region; `global` means no restriction.
    region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global"]]
    # Delivery window: `spot`, or the length of a window that starts at the next boundary.
    tenor: Optional[Literal["spot", "1h", "1d", "7d", "30d"]]
    # How the open remainder of the order ends. Default `GTC`. `GTC`: the remainder stays in the book until it is
    # filled or cancelled. `IOC`: the remainder is cancelled: the order ends `cancelled`, with a `reason`. `FOK`:
    # the remainder never exists: the whole quantity is filled at once, or the order is `rejected`, with a `reason`.
    # `GTD`: the remainder stays in the book until `expires_at`; an order that enters the book after that time is
    # `expired`. `GTD` needs `expires_at`.
    time_in_force: Optional[Literal["GTC", "IOC", "FOK", "GTD"]]
    # RFC 3339, any offset.
    expires_at: Optional[str]
    # Unique within the account. A repeated request with the same terms returns the same order.
    client_order_id: Optional[str]


class CreateKey(TypedDict, total=False):
    # `inference`: sends requests. `manage`: issues and changes the keys of its account, and buys nothing.
    kind: Literal["inference", "manage"]
    # Label of the key.
    label: Optional[str]
    # What it may spend at most, in USD: a decimal string with at most 8 decimals.
    limit: Optional[str]
    # When what counts against the limit begins at zero again: at midnight UTC, of each day, Monday or first of a
    # month. Null: never.
    limit_reset: Optional[Literal["daily", "weekly", "monthly"]]
    # The only instruments that it may ask for.
    models: Optional[List[str]]
    # The only regions that it may ask for. With one region, each request is pinned to it.
    regions: Optional[List[Literal["us-east", "us-west", "eu-west", "apac"]]]
    # USD per 1,000 tokens: a decimal string with at most 8 decimals, above zero.
    max_price: Optional[str]
    # RFC 3339, any offset.
    expires_at: Optional[str]
    # Quotas that replace the defaults.
    quotas: Optional[CreateKeyQuotas]


class CreateKeyQuotas(TypedDict, total=False):
    """Quotas that replace the defaults."""

    # Chat requests of the key.
    chat: CreateKeyQuotasChat


class CreateKeyQuotasChat(TypedDict):
    """Chat requests of the key."""

    # Requests per window.
    limit: int
    # Length of the window in seconds.
    window_seconds: int


class CreateOfferRequired(TypedDict):
    # An instrument string; trimmed and lower-cased.
    model: str
    # A region of execution.
    region: Literal["us-east", "us-west", "eu-west", "apac", "global"]
    # USD per 1,000,000 tokens: a decimal string with at most 5 decimals, above zero.
    price_per_million_tokens: str
    # Tokens: a whole number from 1 to 10^12.
    quantity_tokens: int
    # Lifetime in seconds, at most ten years.
    valid_for_seconds: int


class CreateOffer(CreateOfferRequired, total=False):
    # Delivery window: `spot`, or the length of a window that starts at the next boundary.
    tenor: Optional[Literal["spot", "1h", "1d", "7d", "30d"]]


class CreateTicket(TypedDict, total=False):
    # An instrument string; trimmed and lower-cased.
    model: Optional[str]
    # Tokens: a whole number from 1 to 10^12.
    quantity_tokens: Optional[int]
    # USD per 1,000 tokens: a decimal string with at most 8 decimals, above zero.
    max_price: Optional[str]
    # A region of execution.
    region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global"]]
    # Delivery window: `spot`, or the length of a window that starts at the next boundary.
    tenor: Optional[Literal["spot", "1h", "1d", "7d", "30d"]]
    # Seconds in which a spot ticket may be redeemed; default 3,600. Not with a tenor.
    ttl_seconds: Optional[int]
    # Without other fields: a new credential for a contract of the account.
    contract_id: Optional[str]


class CreateWebhookRequired(TypedDict):
    # Absolute https URL of a public host; events are sent to it by POST.
    url: str


class CreateWebhook(CreateWebhookRequired, total=False):
    # Types of the events to send; null for all, also for later ones.
    event_types: Optional[List[Literal["order.partially_filled", "order.filled", "order.cancelled", "order.expired", "order.rejected", "lot.sold", "lot.opened", "lot.ending", "lot.ended", "lot.defaulted", "ticket.exhausted", "account.deposited", "seller.standing_changed", "seller.key_rotated", "seller.limit_learned", "contract.seller_standing_changed"]]]
    # Text for people.
    description: Optional[str]


class CreatedAsk(TypedDict):
    # Id of the ask.
    ask_id: str
    # An instrument string.
    model_id: str
    # Region of execution.
    region: Literal["us-east", "us-west", "eu-west", "apac", "global"]
    # Delivery window: `spot`, or the length of a window that starts at the next boundary.
    tenor: Literal["spot", "1h", "1d", "7d", "30d"]
    # USD per 1,000 tokens.
    price: str
    # Offered quantity. Tokens.
    capacity: int
    # Unfilled quantity. Tokens.
    remaining: int
    # Time of posting; RFC 3339, UTC.
    created_at: str
    # Expiry; RFC 3339, UTC.
    expires_at: str
    # Id of the seller.
    seller_id: str


class CreatedOffer(TypedDict):
    # Id of the offer.
    offer_id: str
    # Status of the offer.
    status: Literal["active", "filled", "cancelled", "expired"]
    # An instrument string.
    model: str
    # Region of execution.
    region: Literal["us-east", "us-west", "eu-west", "apac", "global"]
    # USD per 1,000,000 tokens.
    price_per_million_tokens: str
    # Offered quantity. Tokens.
    quantity_tokens: int
    # Unfilled quantity. Tokens.
    remaining_tokens: int
    # Time of posting; RFC 3339, UTC.
    created_at: str
    # Expiry; RFC 3339, UTC.
    expires_at: str
    # Lifetime in seconds, at most ten years.
    valid_for_seconds: int
    # Delivery window: `spot`, or the length of a window that starts at the next boundary.
    tenor: Literal["spot", "1h", "1d", "7d", "30d"]


class CreatedTicket(TypedDict):
    # Id of the ticket.
    ticket_id: str
    # Id of the contract.
    contract_id: str
    # Id of the order that created the contract.
    order_id: str
    # An instrument string.
    model: str
    # Region that it is pinned to; null for any.
    region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global"]]
    # Tier of the venue, by its reputation.
    seller_class: Literal["prime", "standard", "basic", "unrated"]
    # Purchased quantity. Tokens.
    quantity_tokens: int
    # Quantity that can be drawn. Tokens.
    remaining_tokens: int
    # Quantity reserved by requests under way; what they do not use remains again. Tokens.
    reserved_tokens: int
    # USD per 1,000 tokens.
    price: str
    # A ticket is active from its purchase on.
    status: Literal["active", "exhausted", "expired", "defaulted"]
    # Start of the window; RFC 3339, UTC.
    delivery_start: str
    # End of the window; RFC 3339, UTC.
    expires_at: str
    # Time of issue; RFC 3339, UTC.
    created_at: str
    # Shown once; `Authorization: Bearer` on chat.
    credential: str


class CurrentKey(TypedDict):
    """The key of the request."""

    # Its terms and its use.
    data: CurrentKeyData


class CurrentKeyData(TypedDict):
    """Its terms and its use."""

    # Given when it was issued; empty for none.
    label: str
    # What it may spend at most; null for no limit. USD.
    limit: Optional[float]
    # What is left of it now; null for no limit. USD.
    limit_remaining: Optional[float]
    # When what counts against the limit begins at zero again: at midnight UTC, of each day, Monday or first of a
    # month. Null: never.
    limit_reset: Optional[Literal["daily", "weekly", "monthly"]]
    # What its chat requests cost. USD.
    usage: float
    # Those since midnight UTC. USD.
    usage_daily: float
    # Those since Monday, UTC. USD.
    usage_weekly: float
    # Those since the first of the month, UTC. USD.
    usage_monthly: float
    # Whether it is a key of test mode.
    is_free_tier: bool
    # Whether it is of kind `manage`.
    is_management_key: bool
    # When it expires; null if it does not; RFC 3339, UTC.
    expires_at: Optional[str]


class DataPolicy(TypedDict, total=False):
    """What happens to prompts."""

    # Whether prompts are kept after the answer.
    retains_prompts: Optional[bool]
    # Whether models are trained on prompts.
    trains: Optional[bool]


class DecisionRequired(TypedDict):
    # RFC 3339, any offset.
    at: str
    # Whether capacity was listed as a result.
    sold: bool
    # Free text.
    reason: str


class Decision(DecisionRequired, total=False):
    # Null for a decision about the whole cluster.
    model_id: Optional[str]
    # Tokens of the decision, if it had a quantity.
    tokens: Optional[int]
    # USD per 1,000,000 tokens, if the decision had a price.
    price_per_million: Optional[str]


class Decisions(TypedDict):
    # Newest last. The newest 200 of a seller are stored.
    decisions: List[Decision]


class DeclaredModelRequired(TypedDict):
    """What the endpoint can do with a model, as in the provider document of OpenRouter. What is not declared is unknown."""

    # An instrument string; trimmed and lower-cased.
    model: str


class DeclaredModel(DeclaredModelRequired, total=False):
    """What the endpoint can do with a model, as in the provider document of OpenRouter. What is not declared is unknown."""

    # The name by which this endpoint is asked for the model. Default: the spelling in `supported_models`.
    upstream_model: Optional[str]
    # Most tokens of prompt and answer together.
    context_window: Optional[int]
    # Most tokens of an answer.
    max_output_tokens: Optional[int]
    # What a prompt may contain: `text`, `image`, `audio`, `file`, `video`.
    input_modalities: Optional[List[str]]
    # What an answer may contain: `text`, `image`, `audio`.
    output_modalities: Optional[List[str]]
    # What requests may use: `tools`, `json_mode`, `json_schema` (also called `structured_outputs`), `logprobs`,
    # `n`. Other names are kept and match nothing.
    features: Optional[List[str]]
    # Number format of the weights.
    quantization: Optional[Literal["int4", "int8", "fp4", "fp6", "fp8", "fp16", "bf16", "fp32", "unknown"]]
    data_policy: DataPolicy


class DeclaredModelShownRequired(TypedDict):
    # The instrument.
    model: str


class DeclaredModelShown(DeclaredModelShownRequired, total=False):
    # The name by which this endpoint is asked for the model. Default: the spelling in `supported_models`.
    upstream_model: Optional[str]
    # Most tokens of prompt and answer together.
    context_window: Optional[int]
    # Most tokens of an answer.
    max_output_tokens: Optional[int]
    # What a prompt may contain: `text`, `image`, `audio`, `file`, `video`.
    input_modalities: Optional[List[str]]
    # What an answer may contain: `text`, `image`, `audio`.
    output_modalities: Optional[List[str]]
    # What requests may use: `tools`, `json_mode`, `json_schema` (also called `structured_outputs`), `logprobs`,
    # `n`. Other names are kept and match nothing.
    features: Optional[List[str]]
    # Number format of the weights.
    quantization: Optional[Literal["int4", "int8", "fp4", "fp6", "fp8", "fp16", "bf16", "fp32", "unknown"]]
    data_policy: DataPolicy


class Deliveries(TypedDict):
    # One row per lot.
    deliveries: List[Delivery]
    # Cursor of the next page; null on the last one.
    next_cursor: Optional[str]
    # Whether there is a next page.
    has_more: bool


class Delivery(TypedDict):
    # Id of the contract.
    contract_id: str
    # Id of the lot.
    lot_id: str
    # Id of the account of the buyer.
    buyer_id: str
    # An instrument string.
    instrument: str
    # As of the lot of a contract; owed while pending or active.
    status: Literal["pending", "active", "exhausted", "expired", "defaulted", "voided"]
    # Purchased quantity. Tokens.
    quantity: int
    # Quantity that can be drawn. Tokens.
    remaining: int
    # Quantity reserved by requests under way; what they do not use remains again. Tokens.
    reserved_tokens: int
    # Quantity that was drawn. Tokens.
    drawn_tokens: int
    # Quantity that was not drawn, and was paid at the end of the window. Tokens.
    paid_tokens: int
    # Quantity that was not drawn, and went back to the buyer. Tokens.
    refunded_tokens: int
    # Amount owed to the seller for it so far, after the fee. USD.
    earned: str
    # Amount that went back to the buyer. USD.
    refunded: str
    # Amount that the buyer has paid and that is in escrow. USD.
    in_escrow: str
    # Start of the window; RFC 3339, UTC.
    delivery_start: str
    # End of the window; RFC 3339, UTC.
    expires_at: str
    # Recorded end; null for a lot that is owed; RFC 3339, UTC.
    ended_at: Optional[str]
    # Why tokens went back to the buyer; null if none did.
    refund_reason: Optional[str]
    # What the seller was asked when, what it answered, and which probes failed, before the lot defaulted; null
    # otherwise.
    default_evidence: Optional[DeliveryDefaultEvidence]


class DeliveryDefaultEvidence(TypedDict):
    """What the seller was asked when, what it answered, and which probes failed, before the lot defaulted; null otherwise."""

    # Id of the request that failed.
    request_id: str
    # In chronological order.
    attempts: List[Attempt]
    # Probes of the exchange that failed meanwhile, newest first.
    failed_probes: List[FailedProbe]


class EndpointCheck(TypedDict):
    # The address, normalised.
    endpoint_url: str
    # Whether no check failed.
    passed: bool
    # In the order in which to repair what fails. After a failure of the first two, the others are left out.
    checks: List[EndpointCheckRow]


class EndpointCheckRow(TypedDict):
    # What is checked.
    check: Literal["address", "reachable", "signature", "answers", "streams", "usage", "usage in streams", "end of stream", "idempotency key"]
    # Outcome of the check.
    status: Literal["ok", "warn", "fail", "skipped"]
    # What was found.
    found: str
    # What to do about it; null unless it failed.
    remedy: Optional[str]


class FailedProbe(TypedDict):
    # The `Idempotency-Key` of the probe.
    probe_id: str
    # Why it failed.
    detail: str
    # When it had failed; RFC 3339, UTC.
    at: str


class Family(TypedDict):
    # Id of the family.
    family: str
    # Display name.
    name: str
    # Instruments of the family.
    instruments: List[Instrument]


class FillEstimate(TypedDict):
    # An instrument string.
    model_id: str
    # Delivery window: `spot`, or the length of a window that starts at the next boundary.
    tenor: Literal["spot", "1h", "1d", "7d", "30d"]
    # `any` covers all regions.
    region: Literal["us-east", "us-west", "eu-west", "apac", "global", "any"]
    # Requested quantity. Tokens.
    quantity: float
    # Requested limit price; null if none. USD per 1,000 tokens.
    limit_price: Optional[str]
    # Quantity currently offered within the limit. Tokens.
    fillable_quantity: float
    # `quantity` minus `fillable_quantity`. Tokens.
    remaining_quantity: float
    # Average price of the fillable quantity. USD per 1,000 tokens.
    average_price: Optional[str]
    # Price of the last token of the fillable quantity. USD per 1,000 tokens.
    worst_price: Optional[str]
    # Estimated seconds until the remaining quantity is offered; null without data.
    estimated_wait_seconds: Optional[int]
    # The lowest limit price at which the book and the asks expected within the horizon cover the quantity. USD per
    # 1,000 tokens.
    suggested_limit_price: Optional[str]
    # Horizon in hours for the remaining quantity.
    horizon_hours: float
    # Number of asks within the limit that were placed in the lookback period.
    sample_size: int
    # Length of the lookback period in hours.
    lookback_hours: float
    # From 0 (no data) to 1.
    confidence: float
    # Limitations of the estimate.
    disclaimer: str
    # Time of computation; RFC 3339, UTC.
    as_of: str


class Forward(TypedDict):
    # Delivery window: `spot`, or the length of a window that starts at the next boundary.
    tenor: Literal["spot", "1h", "1d", "7d", "30d"]
    # Start of the next window; RFC 3339, UTC.
    delivery_start: str
    # One per region.
    quotes: List[Quote]


class InstrumentRequired(TypedDict):
    # An instrument string.
    model_id: str
    # Display name.
    name: str
    # Maximum context length; null if unknown. Tokens.
    context_window: Optional[int]
    # Default `max_tokens` of a chat. Tokens.
    default_max_tokens: int
    # The operator's list price; otherwise the volume-weighted median price of 24 hours. USD per 1,000 tokens.
    list_price: Optional[str]
    # Price of the last spot trade in any region; null if none. USD per 1,000 tokens.
    last_price: Optional[str]
    # Price of the first spot trade of the last 24 hours in any region; null if none. USD per 1,000 tokens.
    open_24h: Optional[str]
    # One per region.
    quotes: List[Quote]


class Instrument(InstrumentRequired, total=False):
    # Books of forward tenors, if any.
    forwards: List[Forward]


class InstrumentSeller(TypedDict):
    # Id of the seller.
    seller_id: str
    # Lowest price of its active asks. USD per 1,000 tokens.
    best_ask: str
    # Regions of its asks.
    regions: List[Literal["us-east", "us-west", "eu-west", "apac", "global"]]
    # Tier of the venue, by its reputation.
    venue_class: Literal["prime", "standard", "basic", "unrated"]
    # From 0 to 100.
    score: Optional[float]
    hour: SellerFigures
    day: SellerFigures


class InstrumentSellers(TypedDict):
    # An instrument string.
    model_id: str
    # Sellers with an active ask of spot capacity, at most 100.
    sellers: List[InstrumentSeller]
    # When it was read; RFC 3339, UTC.
    as_of: str


class IssuedKey(TypedDict):
    # Id of the key.
    key_id: str
    # Given when it was issued.
    label: Optional[str]
    # `inference`: sends requests. `manage`: issues and changes the keys of its account, and buys nothing.
    kind: Literal["inference", "manage"]
    # What it may spend at most; null for no limit. USD.
    limit: Optional[str]
    # What is left now: the limit without what it used in the period and what its requests hold; null for no limit.
    # USD.
    limit_remaining: Optional[str]
    # When what counts against the limit begins at zero again: at midnight UTC, of each day, Monday or first of a
    # month. Null: never.
    limit_reset: Optional[Literal["daily", "weekly", "monthly"]]
    # What its chat requests cost; of an older key, since the upgrade. USD.
    usage: str
    # The only instruments that it may ask for; null for any.
    models: Optional[List[str]]
    # The only regions that it may ask for; null for any.
    regions: Optional[List[Literal["us-east", "us-west", "eu-west", "apac"]]]
    # Its highest price; null for none. USD per 1,000 tokens.
    max_price: Optional[str]
    # When it expires; null if it does not; RFC 3339, UTC.
    expires_at: Optional[str]
    # Until when its text from before a rotation works too; null if there is none; RFC 3339, UTC.
    previous_expires_at: Optional[str]
    # When it was issued; RFC 3339, UTC.
    created_at: str
    # When it was revoked; null while it is valid; RFC 3339, UTC.
    revoked_at: Optional[str]
    # Shown once; `Authorization: Bearer` on the Buyer and the Market surface.
    buyer_key: str


class KeyList(TypedDict):
    # Newest first, revoked ones included.
    keys: List[BuyerKey]
    # Cursor of the next page; null on the last one.
    next_cursor: Optional[str]
    # Whether there is a next page.
    has_more: bool


class LearnedLimit(TypedDict):
    # An instrument string.
    model_id: str
    # What the refused requests needed: `tools`, `json_mode`, `json_schema`, `logprobs`, `n`, `image_input`,
    # `audio_output` and the like; `context_window` if they needed nothing but their length.
    lacks: List[str]
    # Requests with these needs and at least this many tokens go to others. Tokens.
    from_tokens: int
    # When the seller is matched with them again; RFC 3339, UTC.
    until: str


class Level(TypedDict):
    # USD per 1,000 tokens.
    price: str
    # Tokens at this price.
    quantity: str


class Lot(TypedDict):
    # Id of the lot.
    lot_id: str
    # Id of the seller.
    seller_id: str
    # Purchased quantity. Tokens.
    quantity: int
    # Quantity that can be drawn. Tokens.
    remaining: int
    # Quantity reserved by requests under way; what they do not use remains again. Tokens.
    reserved_tokens: int
    # USD per 1,000 tokens.
    price: str
    # As of the contract; `voided` if an operator ended it with a refund.
    status: Literal["pending", "active", "exhausted", "expired", "defaulted", "voided"]
    # Time of the newest capacity report of its seller, if that is below what it owes of the model now; null
    # otherwise; RFC 3339, UTC.
    capacity_short_at: Optional[str]


class LotData(TypedDict):
    """What the event is about."""

    # Id of the lot.
    lot_id: str
    # Id of the contract.
    contract_id: str
    # Id of the order that created it.
    order_id: str
    # Id of the account of the buyer.
    account_id: str
    # Id of the seller.
    seller_id: str
    # An instrument string.
    model_id: str
    # Region of the seller.
    region: Literal["us-east", "us-west", "eu-west", "apac", "global"]
    # Delivery window: `spot`, or the length of a window that starts at the next boundary.
    tenor: Literal["spot", "1h", "1d", "7d", "30d"]
    # Status of the lot.
    status: Literal["open", "exhausted", "expired", "defaulted", "voided"]
    # USD per 1,000 tokens.
    price: str
    # Purchased quantity. Tokens.
    quantity: int
    # Drawn by requests. Tokens.
    drawn_tokens: int
    # Reserved by requests under way, which still draw. Tokens.
    reserved_tokens: int
    # Undrawn, and paid to the seller. Tokens.
    paid_tokens: int
    # Undrawn, and refunded to the buyer. Tokens.
    refunded_tokens: int
    # Refunded to the buyer so far. USD.
    refund: str
    # Start of the window; RFC 3339, UTC.
    delivery_start: str
    # End of the window; RFC 3339, UTC.
    expires_at: str
    # Why it ended; null if it is open or all of its tokens were drawn.
    reason: Optional[str]


class LotDefaultedEvent(TypedDict):
    """The seller failed to deliver: the undrawn tokens were refunded to the buyer."""

    # Id of the event, also in `webhook-id`: the same in every repetition.
    id: str
    # Type of the event.
    type: Literal["lot.defaulted"]
    # When it happened; RFC 3339, UTC.
    timestamp: str
    # What the event is about.
    data: LotData


class LotEndedEvent(TypedDict):
    """A lot ended: all of its tokens were drawn (`exhausted`), its window ended (`expired`), or an operator ended it with a refund (`voided`)."""

    # Id of the event, also in `webhook-id`: the same in every repetition.
    id: str
    # Type of the event.
    type: Literal["lot.ended"]
    # When it happened; RFC 3339, UTC.
    timestamp: str
    # What the event is about.
    data: LotData


class LotEndingEvent(TypedDict):
    """The window of a lot ends within an hour, or within a tenth of its length if that is shorter."""

    # Id of the event, also in `webhook-id`: the same in every repetition.
    id: str
    # Type of the event.
    type: Literal["lot.ending"]
    # When it happened; RFC 3339, UTC.
    timestamp: str
    # What the event is about.
    data: LotData


class LotOpenedEvent(TypedDict):
    """The window of a lot opened: its tokens can be drawn."""

    # Id of the event, also in `webhook-id`: the same in every repetition.
    id: str
    # Type of the event.
    type: Literal["lot.opened"]
    # When it happened; RFC 3339, UTC.
    timestamp: str
    # What the event is about.
    data: LotData


class LotSoldEvent(TypedDict):
    """A fill created a lot: the seller owes its tokens from `delivery_start` on."""

    # Id of the event, also in `webhook-id`: the same in every repetition.
    id: str
    # Type of the event.
    type: Literal["lot.sold"]
    # When it happened; RFC 3339, UTC.
    timestamp: str
    # What the event is about.
    data: LotData


class ModelFigures(TypedDict):
    # An instrument string.
    model_id: str
    hour: SellerFigures
    day: SellerFigures


class Offer(TypedDict):
    # Id of the offer.
    offer_id: str
    # Status of the offer.
    status: Literal["active", "filled", "cancelled", "expired"]
    # An instrument string.
    model: str
    # Region of execution.
    region: Literal["us-east", "us-west", "eu-west", "apac", "global"]
    # USD per 1,000,000 tokens.
    price_per_million_tokens: str
    # Offered quantity. Tokens.
    quantity_tokens: int
    # Unfilled quantity. Tokens.
    remaining_tokens: int
    # Time of posting; RFC 3339, UTC.
    created_at: str
    # Expiry; RFC 3339, UTC.
    expires_at: str


class OfferList(TypedDict):
    # Active offers of the seller.
    offers: List[Offer]


class OpenTestAccount(TypedDict, total=False):
    # Name of the account; `Test account` without one.
    name: str


class Order(TypedDict):
    # Id of the order.
    order_id: str
    # Name given by the buyer; null if none.
    client_order_id: Optional[str]
    # Id of the ticket that it bought; null if none.
    ticket_id: Optional[str]
    # Id of the contract; null before the first fill.
    contract_id: Optional[str]
    # An instrument string.
    model_id: str
    # Region that it is pinned to; null for any.
    region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global"]]
    # Delivery window: `spot`, or the length of a window that starts at the next boundary.
    tenor: Literal["spot", "1h", "1d", "7d", "30d"]
    # Contract orders are bids.
    side: Literal["bid"]
    # Time in force.
    time_in_force: Literal["GTC", "IOC", "FOK", "GTD"]
    # Limit price. USD per 1,000 tokens.
    price: str
    # Ordered quantity. Tokens.
    quantity: int
    # Filled quantity. Tokens.
    filled_quantity: int
    # Open quantity; 0 in a final state. Tokens.
    remaining: int
    # Null before the first fill. USD per 1,000 tokens.
    average_fill_price: Optional[str]
    # Status of the order.
    status: Literal["open", "filled", "cancelled", "expired", "rejected", "partially_filled"]
    # Reason why it ended unfilled.
    reason: Optional[str]
    # Time of placement; RFC 3339, UTC.
    created_at: str
    # Time of the last change; RFC 3339, UTC.
    updated_at: str
    # Expiry; null for an order that does not expire; RFC 3339, UTC.
    expires_at: Optional[str]


class OrderBook(TypedDict):
    # Kind of the message.
    type: Literal["orderbook_snapshot"]
    # An instrument string.
    model_id: str
    # Delivery window: `spot`, or the length of a window that starts at the next boundary.
    tenor: Literal["spot", "1h", "1d", "7d", "30d"]
    # `any` covers all regions.
    region: Literal["us-east", "us-west", "eu-west", "apac", "global", "any"]
    # Highest price first.
    bids: List[Level]
    # Lowest price first.
    asks: List[Level]
    # Version of the book.
    sequence: int
    # Milliseconds since the Unix epoch.
    timestamp: int


class OrderCancelledEvent(TypedDict):
    """The remainder of a contract order was cancelled; its hold was released."""

    # Id of the event, also in `webhook-id`: the same in every repetition.
    id: str
    # Type of the event.
    type: Literal["order.cancelled"]
    # When it happened; RFC 3339, UTC.
    timestamp: str
    # What the event is about.
    data: Order


class OrderDetails(TypedDict):
    # Id of the order.
    order_id: str
    # Name given by the buyer; null if none.
    client_order_id: Optional[str]
    # Id of the ticket that it bought; null if none.
    ticket_id: Optional[str]
    # Id of the contract; null before the first fill.
    contract_id: Optional[str]
    # An instrument string.
    model_id: str
    # Region that it is pinned to; null for any.
    region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global"]]
    # Delivery window: `spot`, or the length of a window that starts at the next boundary.
    tenor: Literal["spot", "1h", "1d", "7d", "30d"]
    # Contract orders are bids.
    side: Literal["bid"]
    # Time in force.
    time_in_force: Literal["GTC", "IOC", "FOK", "GTD"]
    # Limit price. USD per 1,000 tokens.
    price: str
    # Ordered quantity. Tokens.
    quantity: int
    # Filled quantity. Tokens.
    filled_quantity: int
    # Open quantity; 0 in a final state. Tokens.
    remaining: int
    # Null before the first fill. USD per 1,000 tokens.
    average_fill_price: Optional[str]
    # Status of the order.
    status: Literal["open", "filled", "cancelled", "expired", "rejected", "partially_filled"]
    # Reason why it ended unfilled.
    reason: Optional[str]
    # Time of placement; RFC 3339, UTC.
    created_at: str
    # Time of the last change; RFC 3339, UTC.
    updated_at: str
    # Expiry; null for an order that does not expire; RFC 3339, UTC.
    expires_at: Optional[str]
    # What an open order waits for, in a sentence; null once it has ended.
    waiting_for: Optional[str]
    # Contract orders of its book, by better price or earlier time, that take tokens which it could have; null once
    # it has ended.
    ahead: Optional[OrderDetailsAhead]
    # Newest first; at most 100.
    fills: List[OrderFill]


class OrderDetailsAhead(TypedDict):
    """Contract orders of its book, by better price or earlier time, that take tokens which it could have; null once it has ended."""

    # Resting orders that are served before it; counting stops at 10,000.
    orders: int
    # Their open quantity. Tokens.
    tokens: int


class OrderExpiredEvent(TypedDict):
    """The remainder of a contract order expired; its hold was released."""

    # Id of the event, also in `webhook-id`: the same in every repetition.
    id: str
    # Type of the event.
    type: Literal["order.expired"]
    # When it happened; RFC 3339, UTC.
    timestamp: str
    # What the event is about.
    data: Order


class OrderFill(TypedDict):
    # Id of the fill; its lot has the same.
    fill_id: str
    # Id of the seller.
    seller_id: str
    # Region of the seller.
    region: Literal["us-east", "us-west", "eu-west", "apac", "global"]
    # USD per 1,000 tokens.
    price: str
    # Bought quantity. Tokens.
    quantity: int
    # Amount paid. USD.
    cost: str
    # Time of the fill; RFC 3339, UTC.
    created_at: str


class OrderFilledEvent(TypedDict):
    """A contract order was filled completely."""

    # Id of the event, also in `webhook-id`: the same in every repetition.
    id: str
    # Type of the event.
    type: Literal["order.filled"]
    # When it happened; RFC 3339, UTC.
    timestamp: str
    # What the event is about.
    data: Order


class OrderList(TypedDict):
    # Newest first.
    orders: List[Order]
    # Cursor of the next page; null on the last one.
    next_cursor: Optional[str]
    # Whether there is a next page.
    has_more: bool


class OrderPartiallyFilledEvent(TypedDict):
    """A contract order was filled in part; its remainder is open."""

    # Id of the event, also in `webhook-id`: the same in every repetition.
    id: str
    # Type of the event.
    type: Literal["order.partially_filled"]
    # When it happened; RFC 3339, UTC.
    timestamp: str
    # What the event is about.
    data: Order


class OrderRejectedEvent(TypedDict):
    """A contract order was rejected without a fill; its hold was released."""

    # Id of the event, also in `webhook-id`: the same in every repetition.
    id: str
    # Type of the event.
    type: Literal["order.rejected"]
    # When it happened; RFC 3339, UTC.
    timestamp: str
    # What the event is about.
    data: Order


class OwnCapacityReport(TypedDict):
    # An instrument string.
    model_id: str
    # Tokens servable now.
    available_tokens: int
    # Tokens already committed.
    queued_tokens: int
    # Quantity owed in open windows, with what requests under way have reserved. Tokens.
    owed_tokens: int
    # Time of the report; RFC 3339, UTC.
    reported_at: str


class OwnStandingChange(TypedDict):
    # The standing after the change.
    standing: Literal["Active", "Probation", "Suspended", "Banned"]
    # Reason of the change.
    reason: str
    # `operator`, or the rule that made the change.
    actor: str
    # Time of the change; RFC 3339, UTC.
    at: str


class PublicTradeRequired(TypedDict):
    # Kind of the message.
    type: Literal["trade"]
    # Id of the trade.
    id: str
    # An instrument string.
    model_id: str
    # Delivery window: `spot`, or the length of a window that starts at the next boundary.
    tenor: Literal["spot", "1h", "1d", "7d", "30d"]
    # USD per 1,000 tokens.
    price: str
    # Tokens.
    quantity: str
    # Side of the incoming order.
    taker_side: Literal["bid", "ask"]
    # Region of execution.
    region: Literal["us-east", "us-west", "eu-west", "apac", "global"]
    # Milliseconds since the Unix epoch.
    timestamp: int


class PublicTrade(PublicTradeRequired, total=False):
    # Only when the price is more than ten times, or less than a tenth of, the market price: the trade counts as
    # volume, and moves neither the last price nor candles.
    off_market: Literal["true"]


class PublicTradeList(TypedDict):
    # An instrument string.
    model_id: str
    # `any` covers all regions.
    region: Literal["us-east", "us-west", "eu-west", "apac", "global", "any"]
    # Delivery window: `spot`, or the length of a window that starts at the next boundary.
    tenor: Literal["spot", "1h", "1d", "7d", "30d"]
    # Newest first. Each is the message `trade` of the stream, with the same id.
    trades: List[PublicTrade]
    # Cursor of the next page; null on the last one.
    next_cursor: Optional[str]
    # Whether there is a next page.
    has_more: bool


class Quote(TypedDict):
    # A region of execution.
    region: Literal["us-east", "us-west", "eu-west", "apac", "global"]
    # Best bid; null if none. USD per 1,000 tokens.
    best_bid: Optional[str]
    # Best ask; null if none. USD per 1,000 tokens.
    best_ask: Optional[str]
    # Price of the last trade; null if none. USD per 1,000 tokens.
    last_price: Optional[str]
    # Quantity traded in the last 24 hours. Tokens.
    volume_24h: float


class RecordedDecisions(TypedDict):
    # Id of the seller.
    seller_id: str
    # Number of stored decisions.
    recorded: int


class RegisterSellerRequired(TypedDict):
    # Name of the seller.
    name: str
    # Absolute https URL of a public host, where chat completions are served. Identifies the seller.
    endpoint_url: str
    # Instrument strings. Books and records use them in lower case; requests to the endpoint use the spelling given
    # here.
    supported_models: List[str]
    # Chosen by the seller; later requests send it as `X-Seller-API-Key`.
    api_key: str


class RegisterSeller(RegisterSellerRequired, total=False):
    # Regions of the endpoint. An ask must be in one of them.
    regions: Optional[List[Literal["us-east", "us-west", "eu-west", "apac", "global"]]]
    # What the endpoint can do with these models. Requests that need more are matched with others. `null` removes
    # it; without this field it stays as it is.
    models: Optional[List[DeclaredModel]]
    # Value of the `Authorization` header that the endpoint wants; every request to it carries it. Encrypted at rest
    # and never shown. `null` removes it; without this field it stays as it is.
    upstream_authorization: Optional[str]
    # With a rotation: also deletes every webhook endpoint of the seller, such as those that somebody with a leaked
    # key made. They would stay otherwise.
    end_webhooks: bool


class ReplayWebhooksRequired(TypedDict):
    # Events from this time on; RFC 3339, any offset. Events are kept for 30 days.
    since: str


class ReplayWebhooks(ReplayWebhooksRequired, total=False):
    # Whether to repeat those that the endpoint has accepted, too.
    delivered: bool
    # Cursor of the previous answer, to go on.
    cursor: Optional[str]


class ReplayedWebhooks(TypedDict):
    # Events that will be sent again.
    replayed: int
    # Cursor of the next page; null on the last one.
    next_cursor: Optional[str]
    # Whether there is a next page.
    has_more: bool


class Reputation(TypedDict):
    # Id of the seller.
    seller_id: str
    # Of each instrument that it was asked for within 24 hours.
    figures: List[ModelFigures]
    # The newest snapshot.
    current: Optional[ReputationSnapshot]
    # The newest 100, newest first.
    history: List[ReputationSnapshot]


class ReputationSnapshot(TypedDict):
    # Id of the seller.
    seller_id: str
    # From 0 to 100.
    score: float
    # Successful fills divided by matched trades. From 0 to 1.
    fill_rate: float
    # Trades in time divided by observed trades. From 0 to 1.
    latency_adherence: float
    # Well-formed responses divided by all responses. From 0 to 1.
    quality_rate: float
    # When the snapshot was taken; RFC 3339, UTC.
    timestamp: str


class RequestAttempt(TypedDict):
    # Id of the fill that reserved the tokens of the attempt.
    fill_id: str
    # Id of the seller.
    seller_id: str
    # Region of the seller.
    region: Literal["us-east", "us-west", "eu-west", "apac", "global"]
    # Price of the fill. USD per 1,000 tokens.
    price: str
    # Number of the attempt at this fill, from 1.
    number: int
    # State of the attempt.
    state: Literal["planned", "sent", "delivered", "failed", "unknown"]
    # Why it delivered nothing, or not all.
    reason: Optional[Literal["throttled", "request_refused", "buyer_gone", "timeout", "malformed", "failed", "cut", "lost", "unreachable", "exchange"]]
    # Start of the attempt; RFC 3339, UTC.
    started_at: str
    # Seller's first byte; null before it is settled; RFC 3339, UTC.
    first_byte_at: Optional[str]
    # End of the attempt; null while in progress; RFC 3339, UTC.
    ended_at: Optional[str]


class Reservation(TypedDict):
    # Id of the hold.
    reservation_id: str
    # USD.
    amount: str
    # Purpose of the hold.
    reason: str
    # The order with this hold.
    reference_id: str
    # Time of the hold; RFC 3339, UTC.
    created_at: str


class RotateKey(TypedDict, total=False):
    # Seconds for which the earlier text works too; without it a day (86400). 0 ends it at once.
    grace_seconds: int


class Seller(TypedDict):
    # Id of the seller.
    seller_id: str
    # Name of the seller.
    name: str
    # Endpoint of the seller, which identifies it.
    endpoint_url: str
    # Instrument strings.
    supported_models: List[str]
    # Regions of the endpoint.
    regions: List[str]
    # Time of registration; RFC 3339, UTC.
    registered_at: str
    # The key as it was sent.
    api_key: str


class SellerAccount(TypedDict):
    # Id of the seller.
    seller_id: str
    # The supported models.
    models: List[SpelledModel]
    # Amount owed to the seller: settled trades less its fees and payouts. USD.
    payable: str
    # A suspended or banned seller cannot offer capacity.
    standing: Literal["Active", "Probation", "Suspended", "Banned"]
    # End of an automatic suspension; null otherwise; RFC 3339, UTC.
    suspended_until: Optional[str]
    # The newest 100, newest first.
    standing_history: List[OwnStandingChange]
    # The newest report of each model, beside what is owed of it now.
    capacity_reports: List[OwnCapacityReport]


class SellerData(TypedDict):
    """What the event is about."""

    # Id of the seller.
    seller_id: str
    # The standing from now on.
    standing: Literal["Active", "Probation", "Suspended", "Banned"]
    # End of a suspension by the rule; null for none; RFC 3339, UTC.
    suspended_until: Optional[str]
    # Why it changed.
    reason: str
    # Who changed it: `rule` or `operator`.
    actor: str


class SellerFigures(TypedDict):
    """How a seller answered in an instrument, measured by the exchange."""

    # Complete answers.
    answered: int
    # Requests that it refused (400, 413 or 422).
    refused: int
    # Refused requests, of those that it answered or refused.
    refused_share: Optional[float]
    # Time to the first byte of streamed answers in milliseconds; null without any.
    first_byte_ms: Optional[SellerFiguresFirstByteMs]
    # Completion tokens for each second from the request to the end of its answer; null without any.
    tokens_per_second: Optional[SellerFiguresTokensPerSecond]
    # Calls of functions in its answers.
    tool_calls: int
    # Those whose arguments are a JSON object.
    parsed_tool_calls_share: Optional[float]


class SellerFiguresFirstByteMs(TypedDict):
    """Time to the first byte of streamed answers in milliseconds; null without any."""

    # Time to the first byte of streamed answers in milliseconds: the median.
    p50: float
    # Time to the first byte of streamed answers in milliseconds: the 95th percentile.
    p95: float


class SellerFiguresTokensPerSecond(TypedDict):
    """Completion tokens for each second from the request to the end of its answer; null without any."""

    # Completion tokens for each second from the request to the end of its answer: the median.
    p50: float
    # Completion tokens for each second from the request to the end of its answer: the 95th percentile.
    p95: float


class SellerKeyRotatedData(TypedDict):
    """What the event is about."""

    # Id of the seller.
    seller_id: str


class SellerKeyRotatedEvent(TypedDict):
    """The key of the seller was replaced by another one."""

    # Id of the event, also in `webhook-id`: the same in every repetition.
    id: str
    # Type of the event.
    type: Literal["seller.key_rotated"]
    # When it happened; RFC 3339, UTC.
    timestamp: str
    # What the event is about.
    data: SellerKeyRotatedData


class SellerLimitLearnedData(TypedDict):
    """What the event is about."""

    # Id of the seller.
    seller_id: str
    # An instrument string.
    model_id: str
    # What the refused requests needed: `tools`, `json_mode`, `json_schema`, `logprobs`, `n`, `image_input`,
    # `audio_output` and the like; `context_window` if they needed nothing but their length.
    lacks: List[str]
    # Requests with these needs and at least this many tokens go to others. Tokens.
    from_tokens: int
    # When the seller is matched with them again; RFC 3339, UTC.
    until: str


class SellerLimitLearnedEvent(TypedDict):
    """The seller refused three times within an hour what others served: such requests go to others for an hour."""

    # Id of the event, also in `webhook-id`: the same in every repetition.
    id: str
    # Type of the event.
    type: Literal["seller.limit_learned"]
    # When it happened; RFC 3339, UTC.
    timestamp: str
    # What the event is about.
    data: SellerLimitLearnedData


class SellerProfile(TypedDict):
    # Id of the seller.
    seller_id: str
    # Name of the seller.
    name: str
    # Endpoint of the seller, which identifies it.
    endpoint_url: str
    # Instrument strings.
    supported_models: List[str]
    # Regions of the endpoint.
    regions: List[str]
    # Time of registration; RFC 3339, UTC.
    registered_at: str
    # A suspended or banned seller cannot offer capacity.
    standing: Literal["Active", "Probation", "Suspended", "Banned"]
    # Tier of the venue, by its reputation.
    venue_class: Literal["prime", "standard", "basic", "unrated"]
    # Whether the endpoint has proved that it knows the key of the seller. Nobody else can register a verified
    # endpoint.
    endpoint_verified: bool
    # What the endpoint can do with a model, as in the provider document of OpenRouter. What is not declared is
    # unknown.
    models: List[DeclaredModelShown]
    # What its refusals have shown within the last hour: such requests go to others for a while.
    learned_limits: List[LearnedLimit]
    # Whether requests to the endpoint carry an `Authorization` header of its seller.
    has_upstream_authorization: bool


class SellerStandingChangedEvent(TypedDict):
    """The standing of the seller changed."""

    # Id of the event, also in `webhook-id`: the same in every repetition.
    id: str
    # Type of the event.
    type: Literal["seller.standing_changed"]
    # When it happened; RFC 3339, UTC.
    timestamp: str
    # What the event is about.
    data: SellerData


SellerStatement = TypedDict(
    "SellerStatement",
    {
        # Id of the seller.
        "seller_id": "str",
        # Currency of every amount.
        "currency": "Literal['USD']",
        # Start, inclusive; null for the beginning; RFC 3339, UTC.
        "from": "Optional[str]",
        # End, exclusive; null for the time of the first page; RFC 3339, UTC.
        "to": "Optional[str]",
        # Time of the snapshot that all pages read; RFC 3339, UTC.
        "as_of": "str",
        # Balance before the first line. USD.
        "opening_balance": "str",
        # Balance after the last line of the last page. USD.
        "closing_balance": "str",
        # In the order of `sort`.
        "lines": "List[StatementLine]",
        # Cursor of the next page; null on the last one.
        "next_cursor": "Optional[str]",
        # Whether there is a next page.
        "has_more": "bool",
    },
)


class SellerTrade(TypedDict):
    # Id of the trade.
    trade_id: str
    # Id of the fill.
    fill_id: str
    # Id of the ask.
    ask_id: str
    # An instrument string.
    model_id: str
    # Region of execution.
    region: Literal["us-east", "us-west", "eu-west", "apac", "global"]
    # Delivery window: `spot`, or the length of a window that starts at the next boundary.
    tenor: Literal["spot", "1h", "1d", "7d", "30d"]
    # Traded quantity. Tokens.
    quantity: int
    # Amount paid by the buyer. USD.
    gross: str
    # Fee of the exchange. USD.
    fee: str
    # Amount paid by the buyer less the fee. USD.
    net: str
    # Amount owed to the seller so far, after the fee. Tokens that are sold ahead are earned as they are drawn, and
    # when their window ends. USD.
    earned: str
    # Amount that went back to the buyer. USD.
    refunded: str
    # Amount paid ahead that is still in escrow: not earned yet, and not refunded. USD.
    in_escrow: str
    # Side of the incoming order.
    taker_side: Literal["bid", "ask"]
    # A trade of tokens sold ahead is `pending` until its lot has ended.
    status: Literal["pending", "settled", "voided"]
    # `implausible` if the reported usage exceeds twice the count of the exchange, `too_low` if it is less than half
    # of the visible text: then the count of the exchange is charged.
    usage_flag: Optional[Literal["implausible", "too_low"]]
    # Time of execution; RFC 3339, UTC.
    executed_at: str
    # USD per 1,000,000 tokens.
    price: str


class SellerTradeList(TypedDict):
    # Newest first.
    trades: List[SellerTrade]
    # Cursor of the next page; null on the last one.
    next_cursor: Optional[str]
    # Whether there is a next page.
    has_more: bool


class SpelledModel(TypedDict):
    # An instrument string.
    model_id: str
    # The seller's own spelling, which requests to it use.
    name: str


Spend = TypedDict(
    "Spend",
    {
        # Id of the account.
        "account_id": "str",
        # Currency of every amount.
        "currency": "Literal['USD']",
        # First day, UTC.
        "from": "str",
        # Last day, UTC.
        "to": "str",
        # Sum of the period. USD.
        "spent": "str",
        # Sum of the period. USD.
        "refunded": "str",
        # By day, then by instrument; a day without trades has no row.
        "rows": "List[SpendRow]",
    },
)


class SpendRow(TypedDict):
    # Day, UTC.
    date: str
    # Instrument; null for all but the ten of highest spend together.
    model_id: Optional[str]
    # Cost of requests, and price of contracts at their match. USD.
    spent: str
    # Refunds of contracts whose seller defaulted. USD.
    refunded: str
    # Bought. Tokens.
    tokens: int
    # Number of trades.
    trades: int


class StatementLine(TypedDict):
    # Id of the journal: its business key.
    journal_id: str
    # Kind of the journal.
    kind: Literal["deposit", "hold", "capture", "release", "payout", "escrow", "draw", "window_end", "refund", "correction"]
    # Signed change of the balance. USD.
    amount: str
    # Balance after this line. USD.
    balance: str
    # The operator's reference of a deposit or payout.
    reference: Optional[str]
    # Order of the journal.
    order_id: Optional[str]
    # Fill of the journal.
    fill_id: Optional[str]
    # Contract of the journal.
    contract_id: Optional[str]
    # Lot of the journal.
    lot_id: Optional[str]
    # Reason of a correction.
    reason: Optional[str]
    # When it was posted; RFC 3339, UTC.
    created_at: str


class TestAccount(TypedDict):
    # Id of the account.
    account_id: str
    # Name of the account.
    name: str
    # Id of the key.
    key_id: str
    # Shown once; `Authorization: Bearer` on the Buyer and the Market surface of test mode.
    buyer_key: str


class Ticket(TypedDict):
    # Id of the ticket.
    ticket_id: str
    # Id of the contract.
    contract_id: str
    # Id of the order that created the contract.
    order_id: str
    # An instrument string.
    model: str
    # Region that it is pinned to; null for any.
    region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global"]]
    # Tier of the venue, by its reputation.
    seller_class: Literal["prime", "standard", "basic", "unrated"]
    # Purchased quantity. Tokens.
    quantity_tokens: int
    # Quantity that can be drawn. Tokens.
    remaining_tokens: int
    # Quantity reserved by requests under way; what they do not use remains again. Tokens.
    reserved_tokens: int
    # USD per 1,000 tokens.
    price: str
    # A ticket is active from its purchase on.
    status: Literal["active", "exhausted", "expired", "defaulted"]
    # Start of the window; RFC 3339, UTC.
    delivery_start: str
    # End of the window; RFC 3339, UTC.
    expires_at: str
    # Time of issue; RFC 3339, UTC.
    created_at: str


class TicketData(TypedDict):
    """What the event is about."""

    # Id of the ticket.
    ticket_id: str
    # Id of the contract.
    contract_id: str


class TicketExhaustedEvent(TypedDict):
    """The tokens of a ticket were drawn: each of its lots has fewer than 8 left, which pay for no request."""

    # Id of the event, also in `webhook-id`: the same in every repetition.
    id: str
    # Type of the event.
    type: Literal["ticket.exhausted"]
    # When it happened; RFC 3339, UTC.
    timestamp: str
    # What the event is about.
    data: TicketData


class TicketList(TypedDict):
    # Newest first.
    tickets: List[Ticket]
    # Cursor of the next page; null on the last one.
    next_cursor: Optional[str]
    # Whether there is a next page.
    has_more: bool


class Trade(TypedDict):
    # Id of the trade.
    trade_id: str
    # Id of the fill.
    fill_id: str
    # Id of the ask.
    ask_id: str
    # An instrument string.
    model_id: str
    # Region of execution.
    region: Literal["us-east", "us-west", "eu-west", "apac", "global"]
    # Delivery window: `spot`, or the length of a window that starts at the next boundary.
    tenor: Literal["spot", "1h", "1d", "7d", "30d"]
    # Traded quantity. Tokens.
    quantity: int
    # Amount paid by the buyer. USD.
    gross: str
    # Fee of the exchange. USD.
    fee: str
    # Amount paid by the buyer less the fee. USD.
    net: str
    # Amount owed to the seller so far, after the fee. Tokens that are sold ahead are earned as they are drawn, and
    # when their window ends. USD.
    earned: str
    # Amount that went back to the buyer. USD.
    refunded: str
    # Amount paid ahead that is still in escrow: not earned yet, and not refunded. USD.
    in_escrow: str
    # Side of the incoming order.
    taker_side: Literal["bid", "ask"]
    # A trade of tokens sold ahead is `pending` until its lot has ended.
    status: Literal["pending", "settled", "voided"]
    # `implausible` if the reported usage exceeds twice the count of the exchange, `too_low` if it is less than half
    # of the visible text: then the count of the exchange is charged.
    usage_flag: Optional[Literal["implausible", "too_low"]]
    # Time of execution; RFC 3339, UTC.
    executed_at: str
    # USD per 1,000 tokens.
    price: str


class TradeList(TypedDict):
    # Newest first.
    trades: List[Trade]
    # Cursor of the next page; null on the last one.
    next_cursor: Optional[str]
    # Whether there is a next page.
    has_more: bool


class UpdateWebhook(TypedDict, total=False):
    # Absolute https URL of a public host; events are sent to it by POST.
    url: str
    # Types of the events to send; null for all, also for later ones.
    event_types: Optional[List[Literal["order.partially_filled", "order.filled", "order.cancelled", "order.expired", "order.rejected", "lot.sold", "lot.opened", "lot.ending", "lot.ended", "lot.defaulted", "ticket.exhausted", "account.deposited", "seller.standing_changed", "seller.key_rotated", "seller.limit_learned", "contract.seller_standing_changed"]]]
    # Text for people.
    description: Optional[str]
    # `disabled`: events are not sent, and those that happen meanwhile are not kept for it; `enabled`: waiting
    # deliveries go on.
    status: Literal["enabled", "disabled"]


class Webhook(TypedDict):
    # Id of the webhook endpoint.
    webhook_id: str
    # Address of the endpoint, normalised.
    url: str
    # Whether its URL has repeated the challenge. Until then it gets no other event; those that happen meanwhile are
    # sent afterwards.
    confirmed: bool
    # Types of the events to send; null for all, also for later ones.
    event_types: Optional[List[Literal["order.partially_filled", "order.filled", "order.cancelled", "order.expired", "order.rejected", "lot.sold", "lot.opened", "lot.ending", "lot.ended", "lot.defaulted", "ticket.exhausted", "account.deposited", "seller.standing_changed", "seller.key_rotated", "seller.limit_learned", "contract.seller_standing_changed"]]]
    # Text for people; null if none.
    description: Optional[str]
    # Whether events are sent.
    status: Literal["enabled", "disabled"]
    # `owner`: by a request; `gone`: it answered 410; `failing`: it accepted nothing for five days. Null while it is
    # enabled.
    disabled_reason: Optional[Literal["owner", "gone", "failing"]]
    # When it was disabled; RFC 3339, UTC.
    disabled_at: Optional[str]
    # Since when it has accepted nothing; null after a success; RFC 3339, UTC.
    failing_since: Optional[str]
    # Until when a previous secret signs too; null if there is none; RFC 3339, UTC.
    secret_expires_at: Optional[str]
    # Time of creation; RFC 3339, UTC.
    created_at: str
    # Time of the last change; RFC 3339, UTC.
    updated_at: str


class WebhookChallengeData(TypedDict):
    """What the event is about."""

    # Id of the webhook endpoint.
    endpoint_id: str
    # Answer with 2xx and this text as the body, or with a JSON object that has it as `challenge`.
    challenge: str


class WebhookChallengeEvent(TypedDict):
    """A challenge that a new URL has to repeat."""

    # Id of the event, also in `webhook-id`: the same in every repetition.
    id: str
    # Type of the event.
    type: Literal["webhook.challenge"]
    # When it happened; RFC 3339, UTC.
    timestamp: str
    # What the event is about.
    data: WebhookChallengeData


class WebhookData(TypedDict):
    """What the event is about."""

    # Id of the webhook endpoint.
    endpoint_id: str


class WebhookDelivery(TypedDict):
    # Id of the delivery.
    delivery_id: str
    # Id of the event, the `webhook-id` of each of its requests.
    event_id: str
    # Type of the event.
    event_type: Literal["order.partially_filled", "order.filled", "order.cancelled", "order.expired", "order.rejected", "lot.sold", "lot.opened", "lot.ending", "lot.ended", "lot.defaulted", "ticket.exhausted", "account.deposited", "seller.standing_changed", "seller.key_rotated", "seller.limit_learned", "contract.seller_standing_changed", "webhook.test"]
    # When it happened; RFC 3339, UTC.
    event_time: str
    # `waiting`: for its first or next attempt; `delivered`: answered with 2xx; `failed`: not sent again unless it
    # is replayed.
    status: Literal["waiting", "delivered", "failed"]
    # Attempts so far.
    attempts: int
    # Time of the newest attempt; RFC 3339, UTC.
    last_attempt_at: Optional[str]
    # HTTP status of the newest answer; null without one.
    response_status: Optional[int]
    # Why the newest attempt had no answer: `timeout`, `connect_failed`, `address_refused` and the like.
    detail: Optional[str]
    # Time of the next attempt; null if there is none; RFC 3339, UTC.
    next_attempt_at: Optional[str]


class WebhookDeliveryList(TypedDict):
    # Newest event first.
    deliveries: List[WebhookDelivery]
    # Cursor of the next page; null on the last one.
    next_cursor: Optional[str]
    # Whether there is a next page.
    has_more: bool


class WebhookList(TypedDict):
    # At most 10, so there are no pages.
    webhooks: List[Webhook]


class WebhookTestEvent(TypedDict):
    """A test of the endpoint."""

    # Id of the event, also in `webhook-id`: the same in every repetition.
    id: str
    # Type of the event.
    type: Literal["webhook.test"]
    # When it happened; RFC 3339, UTC.
    timestamp: str
    # What the event is about.
    data: WebhookData


class WebhookWithSecret(TypedDict):
    # Id of the webhook endpoint.
    webhook_id: str
    # Address of the endpoint, normalised.
    url: str
    # Whether its URL has repeated the challenge. Until then it gets no other event; those that happen meanwhile are
    # sent afterwards.
    confirmed: bool
    # Types of the events to send; null for all, also for later ones.
    event_types: Optional[List[Literal["order.partially_filled", "order.filled", "order.cancelled", "order.expired", "order.rejected", "lot.sold", "lot.opened", "lot.ending", "lot.ended", "lot.defaulted", "ticket.exhausted", "account.deposited", "seller.standing_changed", "seller.key_rotated", "seller.limit_learned", "contract.seller_standing_changed"]]]
    # Text for people; null if none.
    description: Optional[str]
    # Whether events are sent.
    status: Literal["enabled", "disabled"]
    # `owner`: by a request; `gone`: it answered 410; `failing`: it accepted nothing for five days. Null while it is
    # enabled.
    disabled_reason: Optional[Literal["owner", "gone", "failing"]]
    # When it was disabled; RFC 3339, UTC.
    disabled_at: Optional[str]
    # Since when it has accepted nothing; null after a success; RFC 3339, UTC.
    failing_since: Optional[str]
    # Until when a previous secret signs too; null if there is none; RFC 3339, UTC.
    secret_expires_at: Optional[str]
    # Time of creation; RFC 3339, UTC.
    created_at: str
    # Time of the last change; RFC 3339, UTC.
    updated_at: str
    # Verifies the signatures. Shown once.
    secret: str


# What webhooks send. A newer exchange may have more.
WebhookEvent = Union[
    OrderPartiallyFilledEvent,
    OrderFilledEvent,
    OrderCancelledEvent,
    OrderExpiredEvent,
    OrderRejectedEvent,
    LotSoldEvent,
    LotOpenedEvent,
    LotEndingEvent,
    LotEndedEvent,
    LotDefaultedEvent,
    TicketExhaustedEvent,
    AccountDepositedEvent,
    SellerStandingChangedEvent,
    SellerKeyRotatedEvent,
    SellerLimitLearnedEvent,
    ContractSellerStandingChangedEvent,
    WebhookTestEvent,
    WebhookChallengeEvent,
]
