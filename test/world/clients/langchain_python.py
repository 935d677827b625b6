from langchain_openai import ChatOpenAI
from world import *


def client(key=KEY, model=MODEL):
    return ChatOpenAI(base_url=URL, api_key=key, model=model)


def stream():
    assert "".join(chunk.content for chunk in client().stream(QUESTION))


def tools():
    bound = client().bind_tools([TOOL])
    expect_city(bound.invoke(QUESTION).tool_calls[0]["args"])
    whole = None
    for chunk in bound.stream(QUESTION):
        whole = chunk if whole is None else whole + chunk
    expect_city(whole.tool_calls[0]["args"])


def structured():
    schema = {"title": "place", **CITY}
    expect_city(client().with_structured_output(schema, method="json_schema").invoke(QUESTION))


def text():
    assert client().invoke(QUESTION).content


def usage():
    assert client().invoke(QUESTION).usage_metadata["total_tokens"] > 0


check("chat", text)
check("stream", stream)
check("tools", tools)
check("json", structured)
check("usage", usage)
refusals(lambda key, model: client(key, model).invoke(QUESTION))
