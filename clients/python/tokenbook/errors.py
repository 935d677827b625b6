"""What a call raises: one class per kind of refusal, and two for answers that never came."""

from __future__ import annotations

import json
import time
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Mapping, Optional


class TokenbookError(Exception):
    """Everything that a call raises on purpose."""


class ApiConnectionError(TokenbookError):
    """No answer came. With an Idempotency-Key the request can be sent again."""


class ApiTimeoutError(ApiConnectionError):
    """No answer came in time."""


class ApiError(TokenbookError):
    """The exchange refused."""

    def __init__(self, status: int, headers: Mapping[str, str], body: Dict[str, Any]) -> None:
        # The Buyer surface nests the fields as OpenAI does, the others do not.
        nested = body.get("error") if isinstance(body.get("error"), dict) else {}
        self.status = status
        #: Tells refusals apart; each code has a page in the documentation.
        self.code: str = body.get("code") or f"http_{status}"
        self.message: str = body.get("message") or f"The exchange answered with status {status}."
        #: The field at fault; None if none is.
        self.param: Optional[str] = body.get("param") or nested.get("param")
        #: Page about the code; None if an intermediary answered instead of the exchange.
        self.documentation_url: Optional[str] = body.get("documentation_url") or nested.get("documentation_url")
        #: `x-request-id`: names the request in questions to the operator.
        self.request_id: Optional[str] = headers.get("x-request-id")
        #: Seconds, from `Retry-After`; None without one.
        self.retry_after: Optional[float] = _retry_after(headers.get("retry-after"))
        #: Whether the same request, sent again, can succeed.
        self.may_retry: bool = _may_retry(status, headers.get("x-should-retry"))
        super().__init__(f"{self.code}: {self.message}")

    @staticmethod
    def of(status: int, headers: Mapping[str, str], content: bytes) -> "ApiError":
        """An error of the class that belongs to the status."""
        named = _BY_STATUS.get(status) or (InternalServerError if status >= 500 else ApiError)
        return named(status, headers, _parsed(content))


class BadRequestError(ApiError):
    pass


class AuthenticationError(ApiError):
    pass


class PaymentRequiredError(ApiError):
    """Too little money, or no ask at this price."""


class PermissionDeniedError(ApiError):
    pass


class NotFoundError(ApiError):
    pass


class ConflictError(ApiError):
    pass


class UnprocessableEntityError(ApiError):
    """An Idempotency-Key was used for another body."""


class RateLimitError(ApiError):
    pass


class InternalServerError(ApiError):
    pass


_BY_STATUS = {
    400: BadRequestError,
    401: AuthenticationError,
    402: PaymentRequiredError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: UnprocessableEntityError,
    429: RateLimitError,
}


def _may_retry(status: int, advice: Optional[str]) -> bool:
    if advice is not None:
        return advice == "true"
    return status in (408, 409, 429) or status >= 500


def _retry_after(text: Optional[str]) -> Optional[float]:
    """Seconds, or a date."""
    if text is None:
        return None
    if text.isdigit():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _parsed(content: bytes) -> Dict[str, Any]:
    try:
        body = json.loads(content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
