"""The client of Tokenbook, an exchange for language-model inference capacity."""

from __future__ import annotations

from typing import Optional

from .errors import (
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    InternalServerError,
    NotFoundError,
    PaymentRequiredError,
    PermissionDeniedError,
    RateLimitError,
    TokenbookError,
    UnprocessableEntityError,
)
from .generated import types
from .generated.buyer import BuyerClient
from .generated.market import MarketClient
from .generated.seller import SellerClient
from .generated.version import VERSION as __version__
from .transport import UNSET, Transport
from .webhooks import WebhookSignatureError, verify_webhook

__all__ = [
    "ApiConnectionError",
    "ApiError",
    "ApiTimeoutError",
    "AuthenticationError",
    "BadRequestError",
    "ConflictError",
    "InternalServerError",
    "NotFoundError",
    "PaymentRequiredError",
    "PermissionDeniedError",
    "RateLimitError",
    "Tokenbook",
    "TokenbookError",
    "UNSET",
    "UnprocessableEntityError",
    "WebhookSignatureError",
    "__version__",
    "types",
    "verify_webhook",
]


class Tokenbook:
    """An exchange. Chat completions are asked for with an OpenAI client: its base URL is `openai_url`."""

    def __init__(
        self,
        base_url: str,
        *,
        buyer_key: Optional[str] = None,
        seller_key: Optional[str] = None,
        timeout: float = 60,
        max_retries: int = 2,
        max_wait: float = 60,
    ) -> None:
        """
        base_url: address of the exchange, `https://exchange.example.com`.
        buyer_key: `sk-tb_…`: for a buyer's account, orders, contracts and tickets.
        seller_key: the key that the seller chose at its registration.
        timeout: seconds without a byte of the answer, for one attempt.
        max_retries: after the first attempt.
        max_wait: seconds; a refusal that asks for a longer wait is raised instead.
        """
        transport = Transport(base_url, buyer_key, seller_key, timeout, max_retries, max_wait)
        #: Books, estimates, orders, contracts, the account; asks of sellers. Prices per 1,000 tokens.
        self.market = MarketClient(transport)
        #: Registration, offers, trades, reports of a seller. Prices per 1,000,000 tokens.
        self.seller = SellerClient(transport)
        #: Tickets. Prices per 1,000 tokens.
        self.buyer = BuyerClient(transport)
        self.openai_url = f"{base_url.rstrip('/')}/v1"
