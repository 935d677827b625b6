"""The OpenAI client for Python as a buyer: an answer, a stream, a refusal and its code.

Run it from the project's folder, beside a local exchange (`npm start`):
    pip install openai==3.22.1
    python3 examples/openai-python.py
Settings: TOKENBOOK_URL, TOKENBOOK_KEY (default: the demo buyer's), MODEL, MAX_PRICE (USD per 1,000 tokens).
"""

import json
import os
import sys
import uuid

try:
    from openai import APIConnectionError, APIError, APIStatusError, OpenAI
except ModuleNotFoundError:
    sys.exit("The package openai is not installed: pip install openai==3.22.1")

EXCHANGE = os.environ.get("TOKENBOOK_URL", "http://127.0.0.1:8080")
MODEL = os.environ.get("MODEL", "qwen3-32b")
MAX_PRICE = os.environ.get("MAX_PRICE", "0.0003")


def main() -> int:
    # The client retries 408, 409, 429 and 5xx unless `x-should-retry: false` says that they are final.
    client = OpenAI(api_key=os.environ.get("TOKENBOOK_KEY") or demo_key(), base_url=f"{EXCHANGE}/v1")
    try:
        answer(client)
        stream(client)
    except APIError as err:
        print(f"refused  {explain(err)}")
        return 1
    try:
        # No seller asks this price. The refusal is expected.
        create(client, max_price="0.00000001")
    except APIError as err:
        print(f"refused  {explain(err)}")
        return 0 if err.code == "no_fill_at_limit" else 1
    return 1


def create(client: OpenAI, max_price: str = MAX_PRICE, **more):
    return client.chat.completions.create(
        model=MODEL,
        messages=[{"role": "user", "content": "What does a token cost today?"}],
        max_tokens=64,
        # Fields that OpenAI does not know go here.
        extra_body={"max_price": max_price},
        # An Idempotency-Key makes a request safe to repeat: it is dispatched and charged once.
        extra_headers={"Idempotency-Key": str(uuid.uuid4())},
        **more,
    )


def answer(client: OpenAI) -> None:
    completion = create(client)
    print(f"answer   {completion.choices[0].message.content}")
    show_fill(completion.fill)


def stream(client: OpenAI) -> None:
    print("stream   ", end="", flush=True)
    fill = None
    # A stream that breaks raises here, with the code; what was delivered until then is charged, the rest is not.
    try:
        for chunk in create(client, stream=True):
            if chunk.choices:
                print(chunk.choices[0].delta.content or "", end="", flush=True)
            fill = getattr(chunk, "fill", fill)  # on the last chunk, which has no choices
    finally:
        print()
    show_fill(fill)


def explain(err: APIError) -> str:
    if isinstance(err, APIConnectionError):
        return "the exchange cannot be reached"
    message = err.body["message"] if isinstance(err.body, dict) else err.message
    if err.code == "no_match":
        return f"no_match: no seller serves {MODEL} in this size and region"
    if err.code == "no_fill_at_limit":
        return f"no_fill_at_limit: bid more, or wait ({message})"
    if err.code == "insufficient_balance":
        return "insufficient_balance: have the operator deposit first"
    final = isinstance(err, APIStatusError) and err.response.headers.get("x-should-retry") == "false"
    return f"{err.code}: {message}{' (final: asking again would not help)' if final else ''}"


def show_fill(fill: dict) -> None:
    print(
        f"fill     {fill['fill_id']}: {fill['tokens']} tokens at {fill['fill_price']} per million"
        f" in {fill['region']}, {fill['cost']} USD"
    )


def demo_key() -> str:
    """What `npm start` keeps for the demo."""
    with open(os.path.join(os.environ.get("TOKENBOOK_HOME", ".tokenbook"), "credentials.json"), encoding="utf-8") as file:
        return json.load(file)["demo"]["buyer"]["buyerKey"]


if __name__ == "__main__":
    sys.exit(main())
