from openai import OpenAI
from world import *


def chat(key=KEY, model=MODEL, **more):
    return OpenAI(base_url=URL, api_key=key).chat.completions.create(model=model, messages=MESSAGES, **more)


def whole():
    assert chat().choices[0].message.content


def stream():
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chat(stream=True) if chunk.choices)


def tools():
    expect_city(chat(tools=[TOOL]).choices[0].message.tool_calls[0].function.arguments)
    with OpenAI(base_url=URL, api_key=KEY).chat.completions.stream(model=MODEL, messages=MESSAGES, tools=[TOOL]) as events:
        expect_city(events.get_final_completion().choices[0].message.tool_calls[0].function.arguments)


def usage():
    assert chat().usage.total_tokens > 0
    last = [chunk.usage for chunk in chat(stream=True, stream_options={"include_usage": True})][-1]
    assert last.total_tokens > 0


check("chat", whole)
check("stream", stream)
check("tools", tools)
check("json", lambda: expect_city(chat(response_format=FORMAT).choices[0].message.content))
check("usage", usage)
refusals(chat)
