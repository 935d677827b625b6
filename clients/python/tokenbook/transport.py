"""Sends requests: credentials, time limits, and repetitions that are charged once."""

from __future__ import annotations

import json
import random
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from decimal import Decimal
from http.client import HTTPException
from typing import Any, Callable, Dict, Iterator, Optional

from .errors import ApiConnectionError, ApiError, ApiTimeoutError, TokenbookError
from .generated.version import VERSION

FIRST_WAIT = 0.5
LONGEST_BACKOFF = 8.0


class Unset:
    """What was not given, where None is a value."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    #: "buyer", "seller", or None for a public operation.
    credential: Optional[str]
    #: Accepts an Idempotency-Key.
    idempotent: bool
    #: May be sent again when it is unknown whether it took effect.
    repeatable: bool


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the key to another host."""

    def redirect_request(self, *_args: Any, **_more: Any) -> None:
        return None


class Transport:
    def __init__(
        self,
        base_url: str,
        buyer_key: Optional[str],
        seller_key: Optional[str],
        timeout: float,
        max_retries: int,
        max_wait: float,
    ) -> None:
        if not base_url.startswith(("https://", "http://")):
            raise TokenbookError(f"{base_url} is not an http address.")
        self._base_url = base_url.rstrip("/")
        self._buyer_key = buyer_key
        self._seller_key = seller_key
        self._timeout = timeout
        self._max_retries = max_retries
        self._max_wait = max_wait
        self._opener = urllib.request.build_opener(_NoRedirect)

    def send(
        self,
        call: Call,
        *,
        query: Optional[Dict[str, Any]] = None,
        body: Optional[Dict[str, Any]] = None,
        current_key: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        # Made once: every attempt has the same body and the same key.
        url = self._base_url + call.path + (f"?{urllib.parse.urlencode(query)}" if query else "")
        content = None if body is None else json.dumps(_exact(body)).encode()
        headers = self._headers(call, content, current_key, idempotency_key)
        is_uncertain = False
        retries = 0
        while True:
            try:
                return self._attempt(call, url, headers, content, timeout)
            except (ApiError, ApiConnectionError) as error:
                if is_uncertain and _is_gone(error, call):
                    return None
                is_uncertain = is_uncertain or not isinstance(error, ApiError) or error.status >= 500
                wait = _wait(error, call, retries)
                if wait is None or retries >= self._max_retries or wait > self._max_wait:
                    raise
                time.sleep(wait)
                retries += 1

    def _headers(
        self, call: Call, content: Optional[bytes], current_key: Optional[str], idempotency_key: Optional[str]
    ) -> Dict[str, str]:
        headers = {"Accept": "application/json", "User-Agent": f"tokenbook-python/{VERSION}"}
        if call.credential is not None:
            key = self._buyer_key if call.credential == "buyer" else self._seller_key
            if not key:
                raise TokenbookError(f"This call needs a {call.credential}_key.")
            if call.credential == "buyer":
                headers["Authorization"] = f"Bearer {key}"
            else:
                headers["X-Seller-API-Key"] = key
        if current_key is not None:
            headers["X-Seller-API-Key"] = current_key
        if call.idempotent:
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        if content is not None:
            headers["Content-Type"] = "application/json"
        return headers

    def _attempt(
        self, call: Call, url: str, headers: Dict[str, str], content: Optional[bytes], timeout: Optional[float]
    ) -> Any:
        limit = self._timeout if timeout is None else timeout
        request = urllib.request.Request(url, data=content, headers=headers, method=call.method)
        what = f"{call.method} {call.path}"
        try:
            try:
                with self._opener.open(request, timeout=limit) as answer:
                    text = answer.read()
            except urllib.error.HTTPError as refusal:
                with refusal:
                    raise ApiError.of(refusal.code, refusal.headers, refusal.read()) from None
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            if isinstance(reason, socket.timeout):
                raise ApiTimeoutError(f"{what}: no answer in {limit} s.") from error
            raise ApiConnectionError(f"{what}: the exchange does not answer ({reason}).") from error
        try:
            return json.loads(text) if text else None
        except ValueError as error:
            raise ApiConnectionError(f"{what}: the answer is not one of the exchange.") from error


def each_item(ask: Callable[[Optional[str]], Any], field: str, first: Optional[str]) -> Iterator[Any]:
    """The items of all pages, from the one that the cursor names. A page is asked for when it is needed."""
    cursor = first
    while True:
        page = ask(cursor)
        yield from page[field]
        cursor = page["next_cursor"]
        if cursor is None:
            return


def present(fields: Dict[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def given(fields: Dict[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not UNSET}


def quoted(part: str) -> str:
    return urllib.parse.quote(part, safe="")


def _is_gone(error: Exception, call: Call) -> bool:
    """What a repeated deletion does not find was deleted by an attempt whose answer was lost."""
    return call.method == "DELETE" and isinstance(error, ApiError) and error.status == 404


def _wait(error: Exception, call: Call, retries: int) -> Optional[float]:
    """How long to wait before the next attempt; None if there is to be none."""
    # Doubles, with jitter, so that many clients do not return at the same moment.
    backoff = min(FIRST_WAIT * 2**retries, LONGEST_BACKOFF) * random.uniform(0.5, 1)
    if not isinstance(error, ApiError):
        return backoff if call.repeatable else None
    # A request over its quota had no effect; after another failure that is unknown.
    if not error.may_retry or not (call.repeatable or error.status == 429):
        return None
    return backoff if error.retry_after is None else error.retry_after


def _exact(value: Any, name: str = "") -> Any:
    """Amounts and prices are text and quantities are whole: a float is a mistake that costs money."""
    if isinstance(value, float):
        raise TypeError(f"{name} is {value}: send prices and amounts as text, like '0.0006', or as Decimal.")
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, dict):
        return {key: _exact(inner, key) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_exact(inner, name) for inner in value]
    return value
