"""A seller and a buyer, each with the client that openapi-generator made of its surface. Prints JSON."""

import importlib
import json
import os
import sys
from pathlib import Path

import openapi_client

GIVEN = json.loads(os.environ["GIVEN"])


def imported():
    """Every file: the package itself imports only what is asked for."""
    [root] = openapi_client.__path__
    files = [path.relative_to(Path(root).parent) for path in Path(root).rglob("*.py")]
    for path in files:
        importlib.import_module(".".join(path.with_suffix("").parts))
    return len(files)


def client(surface, **credential):
    configuration = openapi_client.Configuration(host=f"{GIVEN['url']}/{surface}", **credential)
    return openapi_client.ApiClient(configuration)


def seller():
    exchange = client("seller", api_key={"sellerKey": GIVEN["seller_key"]})
    registration = openapi_client.RegistrationApi(exchange)
    offers = openapi_client.OffersApi(exchange)
    reputation = openapi_client.ReputationApi(exchange)
    created = offers.create_offer(
        openapi_client.CreateOffer.from_dict(
            {
                "model": GIVEN["model"],
                "region": "global",
                "price_per_million_tokens": "2",
                "quantity_tokens": 1_000_000,
                "valid_for_seconds": 600,
            }
        )
    )
    listed = [offer.offer_id for offer in offers.list_offers().offers]
    profile = registration.get_profile()
    return {
        "listed": created.offer_id in listed,
        "seller": str(profile.seller_id),
        # An object, or null before the first fill.
        "current": reputation.get_reputation().current,
    }


def buyer():
    exchange = client("buyer", access_token=GIVEN["buyer_key"])
    chat = openapi_client.ChatApi(exchange)
    request = openapi_client.ChatCompletionRequest.from_dict(
        {
            "model": GIVEN["model"],
            "messages": [{"role": "user", "content": "Say hello."}],
            "max_price": "0.01",
            "max_tokens": 64,
            "stream_options": None,
            "provider": {"allow_fallbacks": True},
        }
    )
    answer = chat.create_chat_completion(request)
    try:
        chat.create_chat_completion(request.model_copy(update={"model": "unheard-of"}))
        refusal = None
    except openapi_client.ApiException as error:
        refusal = [error.status, json.loads(error.body)["code"]]
    models = openapi_client.ModelsApi(exchange)
    return {
        "text": answer.choices[0].message.to_dict()["content"],
        "tokens": answer.fill.tokens,
        "cost": answer.fill.cost,
        "listed": GIVEN["model"] in [model.id for model in models.list_models().data],
        "one": models.get_model(GIVEN["model"]).id,
        "refusal": refusal,
    }


def market():
    exchange = client("market", access_token=GIVEN["buyer_key"])
    requests = openapi_client.RequestsApi(exchange).list_requests()
    return {
        "statuses": [request.status for request in requests.requests],
        "refusals": [request.refusal and request.refusal.code for request in requests.requests],
        "available": openapi_client.AccountApi(exchange).get_account().available,
    }


def webhooks():
    from openapi_client.models.lot_opened_event import LotOpenedEvent

    return {"lot": str(LotOpenedEvent.from_dict(GIVEN["event"]).data.lot_id)}


scenario = {"seller": seller, "buyer": buyer, "market": market, "webhooks": webhooks}[sys.argv[1]]
modules = imported()
print(json.dumps({"imports": modules > 10, **scenario()}))
