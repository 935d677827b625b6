"""Quick start with Python: the balance, the book, one chat completion, the balance after it.

Settings: TOKENBOOK_URL, TOKENBOOK_KEY, MODEL.
"""
import os
import sys
import uuid

from tokenbook import Tokenbook

key, model = os.environ["TOKENBOOK_KEY"], os.environ["MODEL"]
exchange = Tokenbook(os.environ["TOKENBOOK_URL"], buyer_key=key)

print("balance", exchange.market.get_account()["balance"], "USD")
book = exchange.market.get_order_book(model_id=model)
print("best ask", book["asks"][0]["price"], "USD per 1,000 tokens", flush=True)

try:
    from openai import OpenAI
except ModuleNotFoundError:
    sys.exit("The package openai is not installed: pip install openai==3.22.1")

completion = OpenAI(base_url=exchange.openai_url, api_key=key).chat.completions.create(
    model=model,
    messages=[{"role": "user", "content": "Hello"}],
    extra_body={"max_price": "0.002"},
    # Makes it safe to send the request again: it is charged once.
    extra_headers={"Idempotency-Key": str(uuid.uuid4())},
)
print("answer", completion.choices[0].message.content)
print("cost", completion.fill["cost"], "USD")
print("balance", exchange.market.get_account()["balance"], "USD")
