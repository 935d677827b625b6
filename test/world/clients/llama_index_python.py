from typing import Literal

from llama_index.core.llms import ChatMessage
from llama_index.core.tools import FunctionTool
from llama_index.llms.openai_like import OpenAILike
from pydantic import BaseModel
from world import *

SAID = [ChatMessage(role="user", content=QUESTION)]


class Place(BaseModel):
    city: Literal["Paris", "Rome"]


def weather(city: Literal["Paris", "Rome"]) -> str:
    """Weather of a city"""
    return "rain"


def client(key=KEY, model=MODEL):
    return OpenAILike(
        model=model, api_base=URL, api_key=key, is_chat_model=True, is_function_calling_model=True, max_retries=0
    )


def whole():
    assert client().chat(SAID).message.content


def stream():
    assert "".join(part.delta or "" for part in client().stream_chat(SAID))


def tools():
    tool = FunctionTool.from_defaults(weather)
    answer = client().chat_with_tools([tool], user_msg=QUESTION)
    expect_city(client().get_tool_calls_from_response(answer)[0].tool_kwargs)


def usage():
    assert client().chat(SAID).raw.usage.total_tokens > 0


check("chat", whole)
check("stream", stream)
check("tools", tools)
check("json", lambda: expect_city(client().as_structured_llm(Place).chat(SAID).message.content))
check("usage", usage)
refusals(lambda key, model: client(key, model).chat(SAID))
