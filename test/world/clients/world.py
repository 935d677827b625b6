"""What the scripts of the Python clients share: each check prints one line of JSON."""
import json
import os
import re

URL = os.environ["WORLD_URL"]
KEY = os.environ["WORLD_KEY"]
POOR_KEY = os.environ["WORLD_POOR_KEY"]
MODEL = os.environ["WORLD_MODEL"]
UNKNOWN_MODEL = f"{MODEL}-unknown"
QUESTION = "Say hello."
MESSAGES = [{"role": "user", "content": QUESTION}]
CITY = {
    "type": "object",
    "properties": {"city": {"type": "string", "enum": ["Paris", "Rome"]}},
    "required": ["city"],
    "additionalProperties": False,
}
TOOL = {"type": "function", "function": {"name": "weather", "description": "Weather of a city", "parameters": CITY}}
FORMAT = {"type": "json_schema", "json_schema": {"name": "place", "schema": CITY, "strict": True}}


def check(name, attempt):
    failure = None
    try:
        attempt()
    except Exception as err:
        failure = f"{type(err).__name__}: {err}"
    print(json.dumps({"check": name, "failure": failure}), flush=True)


def expect_city(value):
    """Of a JSON text or an object."""
    found = json.loads(value) if isinstance(value, str) else value
    assert found["city"] in ("Paris", "Rome"), f"no city: {found}"


def expect_refusal(status, attempt):
    """An error that names the status, in itself or in its cause."""
    try:
        attempt()
    except Exception as err:
        seen, cause = [], err
        while cause is not None and cause not in seen:
            seen.append(cause)
            cause = cause.__cause__ or cause.__context__
        if any(status == getattr(one, "status_code", None) or re.search(rf"\b{status}\b", str(one)) for one in seen):
            return
        raise
    raise AssertionError(f"no error instead of {status}")


def refusals(ask):
    """ask(key, model) is one chat."""
    check("402", lambda: expect_refusal(402, lambda: ask(POOR_KEY, MODEL)))
    check("404", lambda: expect_refusal(404, lambda: ask(KEY, UNKNOWN_MODEL)))
