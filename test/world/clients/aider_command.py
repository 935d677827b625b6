"""The command aider, asked one question in an empty folder."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from world import *

FLAGS = ["--no-git", "--yes-always", "--no-show-model-warnings", "--no-check-update", "--analytics-disable"]
FLAGS += ["--no-auto-commits", "--no-pretty", "--map-tokens", "0", "--no-gitignore", "--edit-format", "ask"]

# Without them aider would fetch a list of models.
LIMITS = {"max_tokens": 4096, "max_input_tokens": 32768, "max_output_tokens": 4096, "litellm_provider": "openai", "mode": "chat"}
LIMITS |= {"input_cost_per_token": 0, "output_cost_per_token": 0}


def aider(*arguments, key=KEY, model=MODEL):
    environment = {**os.environ, "OPENAI_API_BASE": URL, "OPENAI_API_KEY": key, "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    with tempfile.TemporaryDirectory(prefix="world-aider-") as folder:
        environment["HOME"] = folder
        prices = Path(folder, ".aider", "caches", "model_prices_and_context_window.json")
        prices.parent.mkdir(parents=True)
        prices.write_text(json.dumps({name: LIMITS for name in (model, f"openai/{model}")}))
        # With a temperature of 0 a model with random weights repeats one word.
        settings = Path(folder, ".aider.model.settings.yml")
        settings.write_text(json.dumps([{"name": f"openai/{model}", "edit_format": "ask", "use_temperature": False}]))
        command = [sys.executable, "-m", "aider", "--model", f"openai/{model}", *FLAGS, *arguments, "--message", QUESTION]
        done = subprocess.run(command, env=environment, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=180)
    return done.stdout + done.stderr


def answered(*arguments):
    """Text arrives, whether the model ends it or not."""
    output = aider(*arguments)
    received = re.search(r"Tokens: [\d.k]+ sent, ([\d.k]+) received|Output tokens: ~([\d,]+) of", output)
    assert received and (received.group(1) or received.group(2)) != "0", output[-160:]


def counted(*arguments):
    """aider shows the tokens only of answers that end; the model has random weights, and often does not stop."""
    for _ in range(12):
        output = aider(*arguments)
        sent = re.search(r"Tokens: ([\d.k]+) sent, ([\d.k]+) received", output)
        if sent or "token limit" not in output:
            break
    assert sent and sent.group(2) != "0", output[-160:]


def refused(words, **more):
    """It shows the error without its status."""
    output = aider(**more)
    assert words in output, output[-160:]


check("chat", lambda: answered("--no-stream"))
check("stream", lambda: answered("--stream"))
check("usage", lambda: counted("--no-stream"))
check("402", lambda: refused("balance", key=POOR_KEY))
check("404", lambda: refused("NotFoundError", model=UNKNOWN_MODEL))
