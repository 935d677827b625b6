import litellm
from world import *


def chat(key=KEY, model=MODEL, **more):
    return litellm.completion(model=f"openai/{model}", api_base=URL, api_key=key, messages=MESSAGES, **more)


def whole():
    assert chat().choices[0].message.content


def stream():
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chat(stream=True))


def tools():
    expect_city(chat(tools=[TOOL]).choices[0].message.tool_calls[0].function.arguments)
    built = litellm.stream_chunk_builder(list(chat(tools=[TOOL], stream=True)))
    expect_city(built.choices[0].message.tool_calls[0].function.arguments)


def usage():
    assert chat().usage.total_tokens > 0
    last = list(chat(stream=True, stream_options={"include_usage": True}))[-1]
    assert last.usage.total_tokens > 0


check("chat", whole)
check("stream", stream)
check("tools", tools)
check("json", lambda: expect_city(chat(response_format=FORMAT).choices[0].message.content))
check("usage", usage)
refusals(chat)
