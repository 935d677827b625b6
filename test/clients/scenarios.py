"""What the tests of the client for Python do: one scenario per run, whose result is printed as JSON."""

import json
import os
import sys
from decimal import Decimal

import tokenbook
from tokenbook import ApiError, Tokenbook, TokenbookError

GIVEN = json.loads(os.environ["GIVEN"])


def client(**more):
    keys = {name: GIVEN[name] for name in ("buyer_key", "seller_key") if name in GIVEN}
    return Tokenbook(GIVEN["url"], **{**keys, **more})


def refusal(call):
    try:
        return {"returned": call()}
    except ApiError as error:
        return {"class": type(error).__name__, **vars(error)}
    except (TokenbookError, TypeError) as error:
        return {"class": type(error).__name__, "message": str(error)}


def terms(**more):
    return {"model_id": GIVEN["model"], "quantity": 100_000, "price": "0.0005", **more}


def seller():
    exchange = client()
    registration = {
        "name": "North",
        "endpoint_url": GIVEN["endpoint_url"],
        "supported_models": [GIVEN["model"]],
    }
    seller_id = exchange.seller.register(api_key=GIVEN["seller_key"], **registration)["seller_id"]
    offer = exchange.seller.create_offer(
        model=GIVEN["model"],
        region="global",
        price_per_million_tokens=Decimal("1.25"),
        quantity_tokens=1_000_000,
        valid_for_seconds=600,
    )
    ask = exchange.market.create_ask(
        seller_id, model_id=GIVEN["model"], price="0.0015", capacity=500_000, ttl_seconds=600
    )
    prices = sorted(one["price"] for one in exchange.market.list_asks(seller_id)["asks"])
    exchange.market.cancel_ask(seller_id, ask["ask_id"])
    ticket = exchange.buyer.create_ticket(model=GIVEN["model"], quantity_tokens=100_000)
    trades = [(one["quantity"], one["gross"]) for one in exchange.seller.iterate_trades()]
    exchange.seller.register(api_key=GIVEN["new_key"], current_key=GIVEN["seller_key"], **registration)
    return {
        "offer": offer["price_per_million_tokens"],
        "prices": prices,
        "ticket": ticket["price"],
        "trades": trades,
        "old_key": refusal(exchange.seller.get_profile)["class"],
        "same": client(seller_key=GIVEN["new_key"]).seller.get_profile()["seller_id"] == seller_id,
    }


def buyer():
    market = client().market
    placed = [market.create_contract(**terms())["order_id"] for _ in range(5)]
    seen = [one["order_id"] for one in market.iterate_orders(limit=2, model_id=GIVEN["model"])]
    cancelled = market.cancel_order(seen[0])
    return {
        "same": sorted(placed) == sorted(seen),
        "pages": len(market.list_orders(limit=2, model_id=GIVEN["model"])["orders"]),
        "cancelled": cancelled,
        "status": market.get_order(seen[0])["status"],
        "balance": market.get_account()["balance"],
    }


def refusals():
    market = client().market
    stranger = "0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f"
    return [
        refusal(lambda: market.create_contract(**terms(price="0"))),
        refusal(lambda: market.create_contract(**terms(quantity=10**12))),
        refusal(lambda: market.list_asks(stranger)),
        refusal(lambda: market.get_order(stranger)),
        refusal(lambda: market.create_contract(**terms(), idempotency_key="used")) and None,
        refusal(lambda: market.create_contract(**terms(price="0.0004"), idempotency_key="used")),
        refusal(lambda: market.create_contract(**terms(price=0.0005))),
        refusal(lambda: client(buyer_key=None).market.get_account()),
    ]


def ticket():
    exchange = client(timeout=GIVEN.get("timeout", 60), max_retries=GIVEN.get("max_retries", 2))
    call = lambda: exchange.buyer.create_ticket(model=GIVEN["model"], quantity_tokens=1_000_000)
    return [refusal(call), refusal(exchange.market.get_account)]


def cancel():
    return refusal(lambda: client().market.cancel_order(GIVEN["order_id"]))


def webhook():
    market = client().market
    made = refusal(lambda: market.create_webhook(url=GIVEN["endpoint_url"], event_types=["order.filled"]))
    if "returned" not in made:
        return [made["class"], len(market.list_webhooks()["webhooks"])]
    webhook_id = made["returned"]["webhook_id"]
    kept = market.update_webhook(webhook_id, description="of the night batch")["event_types"]
    return [kept, market.update_webhook(webhook_id, event_types=None)["event_types"]]


def markets():
    answer = refusal(client(timeout=GIVEN.get("timeout", 60), max_retries=1).market.list_markets)
    return answer.get("class") and answer


def verify():
    return [
        refusal(lambda: tokenbook.verify_webhook(one["body"], one["headers"], one["secret"]))
        for one in GIVEN["requests"]
    ]


print(json.dumps(globals()[sys.argv[1]]()))
