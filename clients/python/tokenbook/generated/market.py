# Written by `npm run generate`; do not edit.
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Optional, Union

from .. import transport
from . import types


class MarketClient:
    def __init__(self, sender: transport.Transport) -> None:
        self._sender = sender

    def list_markets(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.Catalog:
        """The catalog with live quotes. Families and their instruments, with one quote per region: its own
        asks, and the bids pinned to it or to none. A missing side is null. An instrument outside the
        catalog of the operator is listed in the family `other` from its first ask. Updated at most once a
        second.
        """
        return self._sender.send(
            transport.Call(
                "GET",
                "/market/v1/markets",
                credential=None,
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def get_candles(
        self,
        model_id: str,
        *,
        region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global", "any"]] = None,
        interval: Optional[Literal["1m", "5m", "1h", "1d"]] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        tenor: Optional[Literal["spot", "1h", "1d", "7d", "30d"]] = None,
        timeout: Optional[float] = None,
    ) -> types.Candles:
        """Open, high, low, close and volume over time. Computed from trades, within two seconds; voided trades
        are excluded. An unknown instrument has no candles. As JSON or as CSV.
        """
        return self._sender.send(
            transport.Call(
                "GET",
                f"/market/v1/markets/{transport.quoted(model_id)}/candles",
                credential=None,
                idempotent=False,
                repeatable=True,
            ),
            query=transport.present({"region": region, "interval": interval, "from": from_, "to": to, "limit": limit, "tenor": tenor}),
            timeout=timeout,
        )

    def list_market_trades(
        self,
        model_id: str,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global", "any"]] = None,
        tenor: Optional[Literal["spot", "1h", "1d", "7d", "30d"]] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.PublicTradeList:
        """Past trades. Newest first, as the stream publishes them; voided trades are excluded. A trade is
        listed before the stream publishes it, so a client that subscribes first and then reads this list
        misses none. An unknown instrument has no trades. As JSON, or a page as CSV whose `Link` header
        names the next one.
        """
        return self._sender.send(
            transport.Call(
                "GET",
                f"/market/v1/markets/{transport.quoted(model_id)}/trades",
                credential=None,
                idempotent=False,
                repeatable=True,
            ),
            query=transport.present({"cursor": cursor, "limit": limit, "region": region, "tenor": tenor, "from": from_, "to": to}),
            timeout=timeout,
        )

    def iterate_market_trades(
        self,
        model_id: str,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global", "any"]] = None,
        tenor: Optional[Literal["spot", "1h", "1d", "7d", "30d"]] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.PublicTrade]:
        """Every item of `list_market_trades`, page after page."""
        return transport.each_item(
            lambda at: self.list_market_trades(model_id, cursor=at, limit=limit, region=region, tenor=tenor, from_=from_, to=to, timeout=timeout), "trades", cursor
        )

    def list_market_sellers(
        self,
        model_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.InstrumentSellers:
        """The sellers of an instrument with their figures. The price, regions and tier of each seller with an
        active ask, and how fast and how well it answers, measured by the exchange on at most its 2,000
        newest requests; measured every half minute for few requests, every five minutes for 2,000. An
        unknown instrument has no sellers.
        """
        return self._sender.send(
            transport.Call(
                "GET",
                f"/market/v1/markets/{transport.quoted(model_id)}/sellers",
                credential=None,
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def list_sellers(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.ActiveSellers:
        """The sellers with an active ask, of every instrument. Each once, with its score, and its figures of
        the last 24 hours in the instrument that it answered most.
        """
        return self._sender.send(
            transport.Call(
                "GET",
                "/market/v1/sellers",
                credential=None,
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def estimate_fill(
        self,
        model_id: str,
        *,
        quantity: int,
        region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global", "any"]] = None,
        limit_price: Optional[str] = None,
        horizon_hours: Optional[int] = None,
        tenor: Optional[Literal["spot", "1h", "1d", "7d", "30d"]] = None,
        timeout: Optional[float] = None,
    ) -> types.FillEstimate:
        """The expected result of an order. Simulates the order against the current book, and estimates the
        wait for the remainder from the asks of the lookback period. Reserves nothing.
        """
        return self._sender.send(
            transport.Call(
                "GET",
                f"/market/v1/markets/{transport.quoted(model_id)}/estimate",
                credential=None,
                idempotent=False,
                repeatable=True,
            ),
            query=transport.present({"quantity": quantity, "region": region, "limit_price": limit_price, "horizon_hours": horizon_hours, "tenor": tenor}),
            timeout=timeout,
        )

    def get_order_book(
        self,
        *,
        model_id: str,
        region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global", "any"]] = None,
        tenor: Optional[Literal["spot", "1h", "1d", "7d", "30d"]] = None,
        timeout: Optional[float] = None,
    ) -> types.OrderBook:
        """The order book of an instrument. One row per price. An unknown instrument has an empty book."""
        return self._sender.send(
            transport.Call(
                "GET",
                "/market/v1/orderbook",
                credential=None,
                idempotent=False,
                repeatable=True,
            ),
            query=transport.present({"model_id": model_id, "region": region, "tenor": tenor}),
            timeout=timeout,
        )

    def register_seller(
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
                "/market/v1/sellers/register",
                credential=None,
                idempotent=False,
                repeatable=True,
            ),
            body=transport.present({"name": name, "endpoint_url": endpoint_url, "supported_models": supported_models, "api_key": api_key, "regions": regions, "models": models, "upstream_authorization": upstream_authorization, "end_webhooks": end_webhooks}),
            current_key=current_key,
            timeout=timeout,
        )

    def list_asks(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.AskList:
        """Active asks of a seller."""
        return self._sender.send(
            transport.Call(
                "GET",
                f"/market/v1/sellers/{transport.quoted(id)}/asks",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def create_ask(
        self,
        id: str,
        *,
        model_id: str,
        price: str,
        capacity: int,
        ttl_seconds: Optional[int] = None,
        region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global"]] = None,
        tenor: Optional[Literal["spot", "1h", "1d", "7d", "30d"]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.CreatedAsk:
        """Post an ask to the book."""
        return self._sender.send(
            transport.Call(
                "POST",
                f"/market/v1/sellers/{transport.quoted(id)}/asks",
                credential="seller",
                idempotent=True,
                repeatable=True,
            ),
            body=transport.present({"model_id": model_id, "price": price, "capacity": capacity, "ttl_seconds": ttl_seconds, "region": region, "tenor": tenor}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def cancel_ask(
        self,
        id: str,
        ask_id: str,
        *,
        timeout: Optional[float] = None,
    ) -> None:
        """Cancel the unfilled remainder of an ask."""
        return self._sender.send(
            transport.Call(
                "DELETE",
                f"/market/v1/sellers/{transport.quoted(id)}/asks/{transport.quoted(ask_id)}",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def report_seller_capacity(
        self,
        id: str,
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
                f"/market/v1/sellers/{transport.quoted(id)}/capacity",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            body=transport.present({"model_id": model_id, "available_tokens": available_tokens, "queued_tokens": queued_tokens}),
            timeout=timeout,
        )

    def list_seller_trades(
        self,
        id: str,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.TradeList:
        """Trades of the seller, newest first."""
        return self._sender.send(
            transport.Call(
                "GET",
                f"/market/v1/sellers/{transport.quoted(id)}/trades",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            query=transport.present({"cursor": cursor, "limit": limit}),
            timeout=timeout,
        )

    def iterate_seller_trades(
        self,
        id: str,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.Trade]:
        """Every item of `list_seller_trades`, page after page."""
        return transport.each_item(
            lambda at: self.list_seller_trades(id, cursor=at, limit=limit, timeout=timeout), "trades", cursor
        )

    def list_seller_deliveries(
        self,
        id: str,
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
                f"/market/v1/sellers/{transport.quoted(id)}/deliveries",
                credential="seller",
                idempotent=False,
                repeatable=True,
            ),
            query=transport.present({"cursor": cursor, "limit": limit, "ended": ended}),
            timeout=timeout,
        )

    def iterate_seller_deliveries(
        self,
        id: str,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        ended: Optional[Literal["true", "false"]] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.Delivery]:
        """Every item of `list_seller_deliveries`, page after page."""
        return transport.each_item(
            lambda at: self.list_seller_deliveries(id, cursor=at, limit=limit, ended=ended, timeout=timeout), "deliveries", cursor
        )

    def get_seller_reputation(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.Reputation:
        """Reputation of the seller. Of the last 30 days: 50 % fill rate, 30 % latency adherence, 20 % quality
        rate. Informational: no decision depends on it.
        """
        return self._sender.send(
            transport.Call(
                "GET",
                f"/market/v1/sellers/{transport.quoted(id)}/reputation",
                credential=None,
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def report_seller_decisions(
        self,
        id: str,
        *,
        decisions: List[types.Decision],
        timeout: Optional[float] = None,
    ) -> types.RecordedDecisions:
        """Report decisions about capacity. Informational: changes no book. The newest 200 are stored."""
        return self._sender.send(
            transport.Call(
                "POST",
                f"/market/v1/sellers/{transport.quoted(id)}/decisions",
                credential="seller",
                idempotent=False,
                repeatable=False,
            ),
            body=transport.present({"decisions": decisions}),
            timeout=timeout,
        )

    def create_contract(
        self,
        *,
        model_id: str,
        quantity: int,
        price: str,
        region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global"]] = None,
        tenor: Optional[Literal["spot", "1h", "1d", "7d", "30d"]] = None,
        time_in_force: Optional[Literal["GTC", "IOC", "FOK", "GTD"]] = None,
        expires_at: Optional[str] = None,
        client_order_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.Order:
        """Place a contract order. Holds limit price x quantity, fills against the asks that it crosses, and
        keeps the remainder in the book if its `time_in_force` permits. The answer comes once the order
        rests, is filled or is rejected. The filled quantity is a prepaid contract.
        """
        return self._sender.send(
            transport.Call(
                "POST",
                "/market/v1/contracts",
                credential="buyer",
                idempotent=True,
                repeatable=True,
            ),
            body=transport.present({"model_id": model_id, "quantity": quantity, "price": price, "region": region, "tenor": tenor, "time_in_force": time_in_force, "expires_at": expires_at, "client_order_id": client_order_id}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list_contracts(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.ContractList:
        """Contracts of the buyer, newest first."""
        return self._sender.send(
            transport.Call(
                "GET",
                "/market/v1/contracts",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            query=transport.present({"cursor": cursor, "limit": limit}),
            timeout=timeout,
        )

    def iterate_contracts(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.Contract]:
        """Every item of `list_contracts`, page after page."""
        return transport.each_item(
            lambda at: self.list_contracts(cursor=at, limit=limit, timeout=timeout), "contracts", cursor
        )

    def get_contract(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.Contract:
        """A contract with its lots."""
        return self._sender.send(
            transport.Call(
                "GET",
                f"/market/v1/contracts/{transport.quoted(id)}",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def list_orders(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        q: Optional[str] = None,
        model_id: Optional[str] = None,
        region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global"]] = None,
        status: Optional[Literal["open", "filled", "cancelled", "expired", "rejected", "partially_filled", "canceled"]] = None,
        timeout: Optional[float] = None,
    ) -> types.OrderList:
        """Contract orders of the buyer, newest first."""
        return self._sender.send(
            transport.Call(
                "GET",
                "/market/v1/orders",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            query=transport.present({"cursor": cursor, "limit": limit, "q": q, "model_id": model_id, "region": region, "status": status}),
            timeout=timeout,
        )

    def iterate_orders(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        q: Optional[str] = None,
        model_id: Optional[str] = None,
        region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global"]] = None,
        status: Optional[Literal["open", "filled", "cancelled", "expired", "rejected", "partially_filled", "canceled"]] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.Order]:
        """Every item of `list_orders`, page after page."""
        return transport.each_item(
            lambda at: self.list_orders(cursor=at, limit=limit, q=q, model_id=model_id, region=region, status=status, timeout=timeout), "orders", cursor
        )

    def get_order(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.OrderDetails:
        """A contract order, what it waits for, and its fills."""
        return self._sender.send(
            transport.Call(
                "GET",
                f"/market/v1/orders/{transport.quoted(id)}",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def cancel_order(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> None:
        """Cancel the unfilled remainder of an order. Earlier fills remain. 404 when there is no remainder to
        cancel.
        """
        return self._sender.send(
            transport.Call(
                "DELETE",
                f"/market/v1/orders/{transport.quoted(id)}",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def get_account(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.AccountSummary:
        """Balance and reservations of the buyer."""
        return self._sender.send(
            transport.Call(
                "GET",
                "/market/v1/account",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def get_spend(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.Spend:
        """Spend per day and instrument. At most 366 days. One at a time per account."""
        return self._sender.send(
            transport.Call(
                "GET",
                "/market/v1/account/spend",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            query=transport.present({"from": from_, "to": to}),
            timeout=timeout,
        )

    def get_statement(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        sort: Optional[Literal["newest", "oldest"]] = None,
        timeout: Optional[float] = None,
    ) -> types.AccountStatement:
        """Statement of the buyer. Journal lines that sum to the balance: JSON in pages, or one CSV or one file
        of JSON lines. A file without its closing balance is truncated. One at a time per account.
        """
        return self._sender.send(
            transport.Call(
                "GET",
                "/market/v1/account/statement",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            query=transport.present({"cursor": cursor, "limit": limit, "from": from_, "to": to, "sort": sort}),
            timeout=timeout,
        )

    def iterate_statement(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        sort: Optional[Literal["newest", "oldest"]] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.StatementLine]:
        """Every item of `get_statement`, page after page."""
        return transport.each_item(
            lambda at: self.get_statement(cursor=at, limit=limit, from_=from_, to=to, sort=sort, timeout=timeout), "lines", cursor
        )

    def list_requests(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        model_id: Optional[str] = None,
        status: Optional[Literal["open", "filled", "refused"]] = None,
        request_id: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.BuyerRequestList:
        """Chat requests of the buyer, newest first. With `model_id`, `status` or `request_id`, a page searches
        the next 1,000 requests: it may contain fewer than `limit`, or none, while `has_more` is true.
        """
        return self._sender.send(
            transport.Call(
                "GET",
                "/market/v1/requests",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            query=transport.present({"cursor": cursor, "limit": limit, "model_id": model_id, "status": status, "request_id": request_id, "from": from_, "to": to}),
            timeout=timeout,
        )

    def iterate_requests(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        model_id: Optional[str] = None,
        status: Optional[Literal["open", "filled", "refused"]] = None,
        request_id: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.BuyerRequest]:
        """Every item of `list_requests`, page after page."""
        return transport.each_item(
            lambda at: self.list_requests(cursor=at, limit=limit, model_id=model_id, status=status, request_id=request_id, from_=from_, to=to, timeout=timeout), "requests", cursor
        )

    def get_request(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.BuyerRequestDetails:
        """A chat request with its attempts."""
        return self._sender.send(
            transport.Call(
                "GET",
                f"/market/v1/requests/{transport.quoted(id)}",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def create_own_key(
        self,
        *,
        kind: Optional[Literal["inference", "manage"]] = None,
        label: Optional[str] = None,
        limit: Optional[str] = None,
        limit_reset: Optional[Literal["daily", "weekly", "monthly"]] = None,
        models: Optional[List[str]] = None,
        regions: Optional[List[Literal["us-east", "us-west", "eu-west", "apac"]]] = None,
        max_price: Optional[str] = None,
        expires_at: Optional[str] = None,
        quotas: Optional[types.CreateKeyQuotas] = None,
        timeout: Optional[float] = None,
    ) -> types.IssuedKey:
        """Issue a key of the account. With a key of kind `manage`; the first one comes from the operator. The
        new key is shown once. A key with `limit`, `models`, `regions` or `max_price` is limited to
        requests: it opens nothing else of the account.
        """
        return self._sender.send(
            transport.Call(
                "POST",
                "/market/v1/keys",
                credential="buyer",
                idempotent=False,
                repeatable=False,
            ),
            body=transport.present({"kind": kind, "label": label, "limit": limit, "limit_reset": limit_reset, "models": models, "regions": regions, "max_price": max_price, "expires_at": expires_at, "quotas": quotas}),
            timeout=timeout,
        )

    def list_own_keys(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.KeyList:
        """The keys of the account, without their text."""
        return self._sender.send(
            transport.Call(
                "GET",
                "/market/v1/keys",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            query=transport.present({"cursor": cursor, "limit": limit}),
            timeout=timeout,
        )

    def iterate_own_keys(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.BuyerKey]:
        """Every item of `list_own_keys`, page after page."""
        return transport.each_item(
            lambda at: self.list_own_keys(cursor=at, limit=limit, timeout=timeout), "keys", cursor
        )

    def change_own_key(
        self,
        id: str,
        *,
        label: Union[Optional[str], transport.Unset] = transport.UNSET,
        limit: Union[Optional[str], transport.Unset] = transport.UNSET,
        limit_reset: Union[Optional[Literal["daily", "weekly", "monthly"]], transport.Unset] = transport.UNSET,
        models: Union[Optional[List[str]], transport.Unset] = transport.UNSET,
        regions: Union[Optional[List[Literal["us-east", "us-west", "eu-west", "apac"]]], transport.Unset] = transport.UNSET,
        max_price: Union[Optional[str], transport.Unset] = transport.UNSET,
        expires_at: Union[Optional[str], transport.Unset] = transport.UNSET,
        quotas: Union[Optional[types.CreateKeyQuotas], transport.Unset] = transport.UNSET,
        timeout: Optional[float] = None,
    ) -> types.BuyerKey:
        """Change what a key may do. Null removes a bound, and what is left out stays. Each request that
        arrives after the answer is held to it, at every gateway.
        """
        return self._sender.send(
            transport.Call(
                "PATCH",
                f"/market/v1/keys/{transport.quoted(id)}",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            body=transport.given({"label": label, "limit": limit, "limit_reset": limit_reset, "models": models, "regions": regions, "max_price": max_price, "expires_at": expires_at, "quotas": quotas}),
            timeout=timeout,
        )

    def revoke_own_key(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> None:
        """Revoke a key of the account, at every gateway. Also ends the credentials of tickets that the key
        issued. Their contracts stay: any key of the account can issue a new credential.
        """
        return self._sender.send(
            transport.Call(
                "DELETE",
                f"/market/v1/keys/{transport.quoted(id)}",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def rotate_own_key(
        self,
        id: str,
        *,
        grace_seconds: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.IssuedKey:
        """Replace the text of a key. The key keeps its id, its terms and what it has used. Its new text is
        shown once; the earlier one works for the grace too, with the same limit. Each rotation bounds the
        grace of all earlier texts.
        """
        return self._sender.send(
            transport.Call(
                "POST",
                f"/market/v1/keys/{transport.quoted(id)}/rotate",
                credential="buyer",
                idempotent=False,
                repeatable=False,
            ),
            body=transport.present({"grace_seconds": grace_seconds}),
            timeout=timeout,
        )

    def create_webhook(
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
                "/market/v1/webhooks",
                credential="buyer",
                idempotent=False,
                repeatable=False,
            ),
            body=transport.present({"url": url, "event_types": event_types, "description": description}),
            timeout=timeout,
        )

    def list_webhooks(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.WebhookList:
        """Own webhook endpoints."""
        return self._sender.send(
            transport.Call(
                "GET",
                "/market/v1/webhooks",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def get_webhook(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.Webhook:
        """A webhook endpoint, without its secret."""
        return self._sender.send(
            transport.Call(
                "GET",
                f"/market/v1/webhooks/{transport.quoted(id)}",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def update_webhook(
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
                f"/market/v1/webhooks/{transport.quoted(id)}",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            body=transport.given({"url": url, "event_types": event_types, "description": description, "status": status}),
            timeout=timeout,
        )

    def delete_webhook(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> None:
        """Delete a webhook endpoint."""
        return self._sender.send(
            transport.Call(
                "DELETE",
                f"/market/v1/webhooks/{transport.quoted(id)}",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def rotate_webhook_secret(
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
                f"/market/v1/webhooks/{transport.quoted(id)}/secret",
                credential="buyer",
                idempotent=False,
                repeatable=False,
            ),
            timeout=timeout,
        )

    def test_webhook(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.WebhookDelivery:
        """Send a test event. Its type is `webhook.test`, which needs no subscription."""
        return self._sender.send(
            transport.Call(
                "POST",
                f"/market/v1/webhooks/{transport.quoted(id)}/test",
                credential="buyer",
                idempotent=False,
                repeatable=False,
            ),
            timeout=timeout,
        )

    def replay_webhooks(
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
                f"/market/v1/webhooks/{transport.quoted(id)}/replay",
                credential="buyer",
                idempotent=False,
                repeatable=False,
            ),
            body=transport.present({"since": since, "delivered": delivered, "cursor": cursor}),
            timeout=timeout,
        )

    def list_webhook_deliveries(
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
                f"/market/v1/webhooks/{transport.quoted(id)}/deliveries",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            query=transport.present({"cursor": cursor, "limit": limit}),
            timeout=timeout,
        )

    def iterate_webhook_deliveries(
        self,
        id: str,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.WebhookDelivery]:
        """Every item of `list_webhook_deliveries`, page after page."""
        return transport.each_item(
            lambda at: self.list_webhook_deliveries(id, cursor=at, limit=limit, timeout=timeout), "deliveries", cursor
        )

    def replay_webhook_delivery(
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
                f"/market/v1/webhooks/{transport.quoted(id)}/deliveries/{transport.quoted(delivery_id)}/replay",
                credential="buyer",
                idempotent=False,
                repeatable=False,
            ),
            timeout=timeout,
        )
