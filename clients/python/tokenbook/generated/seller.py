# Written by `npm run generate`; do not edit.
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Optional, Union

from .. import transport
from . import types


class SellerClient:
    def __init__(self, sender: transport.Transport) -> None:
        self._sender = sender

    def create_seller_webhook(
        self,
        *,
        url: str,
        event_types: Optional[List[Literal["order.partially_filled", "order.filled", "order.cancelled", "order.expired", "order.rejected", "lot.sold", "lot.opened", "lot.ending", "lot.ended", "lot.defaulted", "ticket.exhausted", "account.deposited", "seller.standing_changed", "seller.key_rotated", "seller.limit_learned", "contract.seller_standing_changed"]]] = None,
        description: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.WebhookWithSecret:
        """Create a webhook endpoint. Events are sent by POST with the headers of Standard Webhooks, at least
        once and in any order. The answer shows the secret of the signatures once. The URL first gets
        `webhook.challenge`, and other events once its answer has repeated it.
        """
        return self._sender.send(
            transport.Call(
                "POST",
                "/seller/v1/webhooks",
                credential="seller",
                idempotent=False,
                repeatable=False,
            ),
            body=transport.present({"url": url, "event_types": event_types, "description": description}),
            timeout=timeout,
        )

    def list_seller_webhooks(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.WebhookList:
        """Own webhook endpoints."""
        return self._sender.send(
            transport.Call(
                "GET",
                "/seller/v1/webhooks",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def get_seller_webhook(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.Webhook:
        """A webhook endpoint, without its secret."""
        return self._sender.send(
            transport.Call(
                "GET",
                f"/seller/v1/webhooks/{transport.quoted(id)}",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def update_seller_webhook(
        self,
        id: str,
        *,
        url: Union[str, transport.Unset] = transport.UNSET,
        event_types: Union[Optional[List[Literal["order.partially_filled", "order.filled", "order.cancelled", "order.expired", "order.rejected", "lot.sold", "lot.opened", "lot.ending", "lot.ended", "lot.defaulted", "ticket.exhausted", "account.deposited", "seller.standing_changed", "seller.key_rotated", "seller.limit_learned", "contract.seller_standing_changed"]]], transport.Unset] = transport.UNSET,
        description: Union[Optional[str], transport.Unset] = transport.UNSET,
        status: Union[Literal["enabled", "disabled"], transport.Unset] = transport.UNSET,
        timeout: Optional[float] = None,
    ) -> types.Webhook:
        """Change, disable or enable a webhook endpoint."""
        return self._sender.send(
            transport.Call(
                "PATCH",
                f"/seller/v1/webhooks/{transport.quoted(id)}",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            body=transport.given({"url": url, "event_types": event_types, "description": description, "status": status}),
            timeout=timeout,
        )

    def delete_seller_webhook(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> None:
        """Delete a webhook endpoint."""
        return self._sender.send(
            transport.Call(
                "DELETE",
                f"/seller/v1/webhooks/{transport.quoted(id)}",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def rotate_seller_webhook_secret(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.WebhookWithSecret:
        """Replace the secret of a webhook endpoint. For 24 hours the previous secret signs too: each request
        has a signature of both.
        """
        return self._sender.send(
            transport.Call(
                "POST",
                f"/seller/v1/webhooks/{transport.quoted(id)}/secret",
                credential="seller",
                idempotent=False,
                repeatable=False,
            ),
            timeout=timeout,
        )

    def test_seller_webhook(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.WebhookDelivery:
        """Send a test event. Its type is `webhook.test`, which needs no subscription."""
        return self._sender.send(
            transport.Call(
                "POST",
                f"/seller/v1/webhooks/{transport.quoted(id)}/test",
                credential="seller",
                idempotent=False,
                repeatable=False,
            ),
            timeout=timeout,
        )

    def replay_seller_webhooks(
        self,
        id: str,
        *,
        since: str,
        delivered: Optional[bool] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ReplayedWebhooks:
        """Send all events since a time again. Includes events that the endpoint missed while it was disabled
        or did not exist. Up to 1,000 events per request; `next_cursor` leads to the others.
        """
        return self._sender.send(
            transport.Call(
                "POST",
                f"/seller/v1/webhooks/{transport.quoted(id)}/replay",
                credential="seller",
                idempotent=False,
                repeatable=False,
            ),
            body=transport.present({"since": since, "delivered": delivered, "cursor": cursor}),
            timeout=timeout,
        )

    def list_seller_webhook_deliveries(
        self,
        id: str,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.WebhookDeliveryList:
        """Deliveries of a webhook endpoint, newest event first. Deliveries are kept for 30 days after their
        event.
        """
        return self._sender.send(
            transport.Call(
                "GET",
                f"/seller/v1/webhooks/{transport.quoted(id)}/deliveries",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            query=transport.present({"cursor": cursor, "limit": limit}),
            timeout=timeout,
        )

    def iterate_seller_webhook_deliveries(
        self,
        id: str,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.WebhookDelivery]:
        """Every item of `list_seller_webhook_deliveries`, page after page."""
        return transport.each_item(
            lambda at: self.list_seller_webhook_deliveries(id, cursor=at, limit=limit, timeout=timeout), "deliveries", cursor
        )

    def replay_seller_webhook_delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.WebhookDelivery:
        """Send one event again."""
        return self._sender.send(
            transport.Call(
                "POST",
                f"/seller/v1/webhooks/{transport.quoted(id)}/deliveries/{transport.quoted(delivery_id)}/replay",
                credential="seller",
                idempotent=False,
                repeatable=False,
            ),
            timeout=timeout,
        )

    def list_trades(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.SellerTradeList:
        """Trades of the seller, newest first."""
        return self._sender.send(
            transport.Call(
                "GET",
                "/seller/v1/trades",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            query=transport.present({"cursor": cursor, "limit": limit}),
            timeout=timeout,
        )

    def iterate_trades(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.SellerTrade]:
        """Every item of `list_trades`, page after page."""
        return transport.each_item(
            lambda at: self.list_trades(cursor=at, limit=limit, timeout=timeout), "trades", cursor
        )

    def get_reputation(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.Reputation:
        """Reputation of the seller. Of the last 30 days: 50 % fill rate, 30 % latency adherence, 20 % quality
        rate. Informational: no decision depends on it.
        """
        return self._sender.send(
            transport.Call(
                "GET",
                "/seller/v1/reputation",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def report_decisions(
        self,
        *,
        decisions: List[types.Decision],
        timeout: Optional[float] = None,
    ) -> types.RecordedDecisions:
        """Report decisions about capacity. Informational: changes no book. The newest 200 are stored."""
        return self._sender.send(
            transport.Call(
                "POST",
                "/seller/v1/decisions",
                credential="seller",
                idempotent=False,
                repeatable=False,
            ),
            body=transport.present({"decisions": decisions}),
            timeout=timeout,
        )

    def list_deliveries(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        ended: Optional[Literal["true", "false"]] = None,
        timeout: Optional[float] = None,
    ) -> types.Deliveries:
        """Delivery obligations of the seller. One row per lot whose window has not ended, or with `ended=true`
        per lot that ended in the last 30 days. These are obligations, not live capacity.
        """
        return self._sender.send(
            transport.Call(
                "GET",
                "/seller/v1/deliveries",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            query=transport.present({"cursor": cursor, "limit": limit, "ended": ended}),
            timeout=timeout,
        )

    def iterate_deliveries(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        ended: Optional[Literal["true", "false"]] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.Delivery]:
        """Every item of `list_deliveries`, page after page."""
        return transport.each_item(
            lambda at: self.list_deliveries(cursor=at, limit=limit, ended=ended, timeout=timeout), "deliveries", cursor
        )

    def renew_calendar(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.Calendar:
        """A new address for a calendar of the windows. The answer shows the address once; the one before
        stops. Everybody who has the address can read the windows, without a key.
        """
        return self._sender.send(
            transport.Call(
                "POST",
                "/seller/v1/deliveries/calendar",
                credential="seller",
                idempotent=False,
                repeatable=False,
            ),
            timeout=timeout,
        )

    def end_calendar(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> None:
        """End the address of the calendar."""
        return self._sender.send(
            transport.Call(
                "DELETE",
                "/seller/v1/deliveries/calendar",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def read_calendar(
        self,
        id: str,
        *,
        secret: str,
        timeout: Optional[float] = None,
    ) -> None:
        """The windows of a seller as iCalendar. One event per lot: of the newest 1,000 that are owed, and the
        newest 200 that ended in the last 30 days. A lot that ended before its window is `CANCELLED`. Model
        and tokens are shown; no buyer and no price.
        """
        return self._sender.send(
            transport.Call(
                "GET",
                f"/seller/v1/calendars/{transport.quoted(id)}",
                credential=None,
                idempotent=False,
                repeatable=True,
            ),
            query=transport.present({"secret": secret}),
            timeout=timeout,
        )

    def register(
        self,
        *,
        name: str,
        endpoint_url: str,
        supported_models: List[str],
        api_key: str,
        regions: Optional[List[Literal["us-east", "us-west", "eu-west", "apac", "global"]]] = None,
        models: Optional[List[types.DeclaredModel]] = None,
        upstream_authorization: Optional[str] = None,
        end_webhooks: Optional[bool] = None,
        current_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.Seller:
        """Register an endpoint, update it, or rotate its key. A new `endpoint_url` needs no credential. A
        registered one is updated if `api_key` is its current key. To rotate the key, send the new one in
        the body and the current one in `X-Seller-API-Key`. After a leak, `end_webhooks` also ends the
        webhook endpoints and the calendar address that the earlier key made.
        """
        return self._sender.send(
            transport.Call(
                "POST",
                "/seller/v1/register",
                credential=None,
                idempotent=False,
                repeatable=True,
            ),
            body=transport.present({"name": name, "endpoint_url": endpoint_url, "supported_models": supported_models, "api_key": api_key, "regions": regions, "models": models, "upstream_authorization": upstream_authorization, "end_webhooks": end_webhooks}),
            current_key=current_key,
            timeout=timeout,
        )

    def check_endpoint(
        self,
        *,
        endpoint_url: str,
        model: str,
        upstream_authorization: Optional[str] = None,
        current_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.EndpointCheck:
        """Check an endpoint before it is registered. Asks the endpoint as the exchange would, with at most
        four small signed requests that are not paid for, and registers nothing. A registered endpoint is
        checked for its current key in `X-Seller-API-Key` only.
        """
        return self._sender.send(
            transport.Call(
                "POST",
                "/seller/v1/register/check",
                credential=None,
                idempotent=False,
                repeatable=False,
            ),
            body=transport.present({"endpoint_url": endpoint_url, "model": model, "upstream_authorization": upstream_authorization}),
            current_key=current_key,
            timeout=timeout,
        )

    def get_profile(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.SellerProfile:
        """The seller's own record."""
        return self._sender.send(
            transport.Call(
                "GET",
                "/seller/v1/profile",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def get_seller_account(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.SellerAccount:
        """What the exchange owes the seller, its standing and its newest reports."""
        return self._sender.send(
            transport.Call(
                "GET",
                "/seller/v1/account",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def get_seller_statement(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        sort: Optional[Literal["newest", "oldest"]] = None,
        timeout: Optional[float] = None,
    ) -> types.SellerStatement:
        """Statement of the seller. Earnings and payouts that sum to what is owed: JSON in pages, or one CSV or
        one file of JSON lines. A file without its closing balance is truncated. One at a time per seller.
        """
        return self._sender.send(
            transport.Call(
                "GET",
                "/seller/v1/account/statement",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            query=transport.present({"cursor": cursor, "limit": limit, "from": from_, "to": to, "sort": sort}),
            timeout=timeout,
        )

    def iterate_seller_statement(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        sort: Optional[Literal["newest", "oldest"]] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.StatementLine]:
        """Every item of `get_seller_statement`, page after page."""
        return transport.each_item(
            lambda at: self.get_seller_statement(cursor=at, limit=limit, from_=from_, to=to, sort=sort, timeout=timeout), "lines", cursor
        )

    def list_offers(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.OfferList:
        """Active offers of the seller."""
        return self._sender.send(
            transport.Call(
                "GET",
                "/seller/v1/offers",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def create_offer(
        self,
        *,
        model: str,
        region: Literal["us-east", "us-west", "eu-west", "apac", "global"],
        price_per_million_tokens: str,
        quantity_tokens: int,
        valid_for_seconds: int,
        tenor: Optional[Literal["spot", "1h", "1d", "7d", "30d"]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.CreatedOffer:
        """Post an offer to the book."""
        return self._sender.send(
            transport.Call(
                "POST",
                "/seller/v1/offers",
                credential="seller",
                idempotent=True,
                repeatable=True,
            ),
            body=transport.present({"model": model, "region": region, "price_per_million_tokens": price_per_million_tokens, "quantity_tokens": quantity_tokens, "valid_for_seconds": valid_for_seconds, "tenor": tenor}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def cancel_offer(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> None:
        """Cancel the unfilled remainder of an offer."""
        return self._sender.send(
            transport.Call(
                "DELETE",
                f"/seller/v1/offers/{transport.quoted(id)}",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def report_capacity(
        self,
        *,
        model_id: str,
        available_tokens: int,
        queued_tokens: int,
        timeout: Optional[float] = None,
    ) -> types.CapacitySnapshot:
        """Report the current capacity. Informational: creates no asks and changes no book. `warning` says when
        more is owed in open windows than is reported; buyers of these lots read it too.
        """
        return self._sender.send(
            transport.Call(
                "POST",
                "/seller/v1/capacity",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            body=transport.present({"model_id": model_id, "available_tokens": available_tokens, "queued_tokens": queued_tokens}),
            timeout=timeout,
        )
