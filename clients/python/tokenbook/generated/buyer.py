# Written by `npm run generate`; do not edit.
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Optional, Union

from .. import transport
from . import types


class BuyerClient:
    def __init__(self, sender: transport.Transport) -> None:
        self._sender = sender

    def get_current_key(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.CurrentKey:
        """The key of the request: its limit, and what it has used. With OpenRouter's names. What is bought
        ahead is not part of the usage.
        """
        return self._sender.send(
            transport.Call(
                "GET",
                "/buyer/v1/key",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def create_ticket(
        self,
        *,
        model: Optional[str] = None,
        quantity_tokens: Optional[int] = None,
        max_price: Optional[str] = None,
        region: Optional[Literal["us-east", "us-west", "eu-west", "apac", "global"]] = None,
        tenor: Optional[Literal["spot", "1h", "1d", "7d", "30d"]] = None,
        ttl_seconds: Optional[int] = None,
        contract_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.CreatedTicket:
        """Buy a ticket, or get a credential for a contract. With `model` and `quantity_tokens`: a prepaid
        purchase, filled immediately by one seller. With only `contract_id`: a new credential for a contract
        of the account, which revokes the previous one.
        """
        return self._sender.send(
            transport.Call(
                "POST",
                "/buyer/v1/tickets",
                credential="buyer",
                idempotent=True,
                repeatable=True,
            ),
            body=transport.present({"model": model, "quantity_tokens": quantity_tokens, "max_price": max_price, "region": region, "tenor": tenor, "ttl_seconds": ttl_seconds, "contract_id": contract_id}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list_tickets(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        status: Optional[Literal["active", "exhausted", "expired", "defaulted"]] = None,
        timeout: Optional[float] = None,
    ) -> types.TicketList:
        """The tickets of the account, without their credentials."""
        return self._sender.send(
            transport.Call(
                "GET",
                "/buyer/v1/tickets",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            query=transport.present({"cursor": cursor, "limit": limit, "status": status}),
            timeout=timeout,
        )

    def iterate_tickets(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        status: Optional[Literal["active", "exhausted", "expired", "defaulted"]] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[types.Ticket]:
        """Every item of `list_tickets`, page after page."""
        return transport.each_item(
            lambda at: self.list_tickets(cursor=at, limit=limit, status=status, timeout=timeout), "tickets", cursor
        )

    def get_ticket(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> types.Ticket:
        """A ticket, without its credential."""
        return self._sender.send(
            transport.Call(
                "GET",
                f"/buyer/v1/tickets/{transport.quoted(id)}",
                credential="buyer",
                idempotent=False,
                repeatable=True,
            ),
            timeout=timeout,
        )

    def open_test_account(
        self,
        *,
        name: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.TestAccount:
        """Open an account with test money. In test mode anybody may open an account; it begins with
        `TEST_OPENING_BALANCE` of test money and a key. In the live market the answer is 404, and names the
        address of test mode if there is one.
        """
        return self._sender.send(
            transport.Call(
                "POST",
                "/buyer/v1/test-accounts",
                credential=None,
                idempotent=False,
                repeatable=False,
            ),
            body=transport.present({"name": name}),
            timeout=timeout,
        )
