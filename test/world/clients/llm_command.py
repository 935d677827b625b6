"""The command llm, with the exchange among its models."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from world import *

FOLDER = Path(tempfile.mkdtemp(prefix="world-llm-"))
MODELS = [
    {
        "model_id": model,
        "model_name": model,
        "api_base": URL,
        "api_key_name": "tokenbook",
        "supports_tools": True,
        "supports_schema": True,
    }
    for model in (MODEL, UNKNOWN_MODEL)
]
(FOLDER / "extra-openai-models.yaml").write_text(json.dumps(MODELS))  # YAML, of which JSON is a subset
TOOLS = 'def weather(city: str) -> str:\n    "Weather of a city"\n    return "rain"\n'


def llm(*arguments, key=KEY, model=MODEL):
    """@returns standard output and standard error"""
    command = [sys.executable, "-m", "llm", "prompt", "-m", model, "--key", key, *arguments, QUESTION]
    environment = {**os.environ, "LLM_USER_PATH": str(FOLDER)}
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return done.stdout, done.stderr


def tools():
    _, progress = llm("--functions", TOOLS, "--td", "--chain-limit", "5")
    assert "weather" in progress, progress


def said(*arguments):
    assert llm(*arguments)[0].strip(), "no text"


def usage():
    assert "Token usage" in llm("-u")[1]


check("chat", lambda: said("--no-stream"))
check("stream", said)
check("tools", tools)
check("json", lambda: expect_city(llm("--schema", json.dumps(CITY))[0]))
check("usage", usage)
refusals(lambda key, model: llm(key=key, model=model))
