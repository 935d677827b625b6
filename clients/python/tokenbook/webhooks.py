"""Signatures of webhooks, as https://www.standardwebhooks.com describes them."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Mapping, Union, cast

from .errors import TokenbookError
from .generated.types import WebhookEvent

#: Another time than this is a repetition of an old request.
TOLERANCE = 300


class WebhookSignatureError(TokenbookError):
    """The body was not signed with this secret, or not now."""


def verify_webhook(body: Union[bytes, str], headers: Mapping[str, str], secret: str) -> WebhookEvent:
    """The event of a webhook's request.

    Give it the body as it was received, before anything has parsed it.
    """
    content = body.encode() if isinstance(body, str) else body
    lower = {name.lower(): value for name, value in headers.items()}
    try:
        event_id, timestamp, signatures = (
            lower[name] for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
        )
    except KeyError as missing:
        raise WebhookSignatureError(f"The request has no {missing.args[0]}.") from None
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE:
        raise WebhookSignatureError("The timestamp is more than five minutes off.")
    try:
        key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    except binascii.Error:
        raise WebhookSignatureError("The secret is not base64.") from None
    signed = f"{event_id}.{timestamp}.".encode() + content
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    for one in signatures.split(" "):
        version, _, signature = one.partition(",")
        if version == "v1" and hmac.compare_digest(signature.encode(), expected):
            return cast(WebhookEvent, json.loads(content))
    raise WebhookSignatureError("No signature of the request was made with this secret.")
