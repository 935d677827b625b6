"""Usage: pydantic_ai_python.py chat|responses"""
import asyncio
import sys
from typing import Literal

from pydantic import BaseModel
from pydantic_ai import Agent, NativeOutput
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider
from world import *


class Place(BaseModel):
    city: Literal["Paris", "Rome"]


def agent(key=KEY, model=MODEL, **more):
    kind = OpenAIChatModel if sys.argv[1] == "chat" else OpenAIResponsesModel
    return Agent(kind(model, provider=OpenAIProvider(base_url=URL, api_key=key)), **more)


def whole():
    assert agent().run_sync(QUESTION).output


def stream():
    async def read():
        async with agent().run_stream(QUESTION) as answer:
            return "".join([part async for part in answer.stream_text(delta=True)])

    assert asyncio.run(read())


def tools():
    asked = []
    one = agent()

    @one.tool_plain
    def weather(city: Literal["Paris", "Rome"]) -> str:
        """Weather of a city"""
        asked.append(city)
        return "rain"

    assert one.run_sync(QUESTION).output
    expect_city({"city": asked[0]})


def usage():
    used = agent().run_sync(QUESTION).usage
    assert (used() if callable(used) else used).total_tokens > 0


check("chat", whole)
check("stream", stream)
check("tools", tools)
check("json", lambda: expect_city(agent(output_type=NativeOutput(Place)).run_sync(QUESTION).output.model_dump()))
check("usage", usage)
refusals(lambda key, model: agent(key, model).run_sync(QUESTION))
