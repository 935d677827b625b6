from typing import Literal

import instructor
from openai import OpenAI
from pydantic import BaseModel
from world import *


class Place(BaseModel):
    city: Literal["Paris", "Rome"]


def ask(key=KEY, model=MODEL, mode=instructor.Mode.TOOLS):
    client = instructor.from_openai(OpenAI(base_url=URL, api_key=key), mode=mode)
    return client.chat.completions.create_with_completion(
        model=model, messages=MESSAGES, response_model=Place, max_retries=0
    )


def usage():
    assert ask()[1].usage.total_tokens > 0


check("tools", lambda: expect_city(ask()[0].model_dump()))
check("json", lambda: expect_city(ask(mode=instructor.Mode.JSON_SCHEMA)[0].model_dump()))
check("usage", usage)
refusals(ask)
