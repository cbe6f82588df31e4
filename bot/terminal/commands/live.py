"""`referee doctor --live`: ask the running bot how it does."""

import json
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, build_opener

from bot.config import ConfigError, Trouble, load_environment, port_of

PATIENCE = 10.0


def ask() -> int:
    """Print what the bot's health page says; 0 if it does well, 1 if it does not."""
    try:
        port = port_of(load_environment())
    except ConfigError as error:
        raise Trouble(str(error)) from error
    if port is None:
        raise Trouble("REFEREE_HEALTH_PORT is not set: start the bot with it, and ask it there")
    found = fetch(port)
    shards = ", ".join(map(str, found["shards"])) or "none"
    print(f"the bot on port {port}: connected to shards {shards} of {found['shard_count']}")
    print(f"event loop: {found['loop_lag'] * 1000:.0f} ms late")
    if "waiting" in found:
        print(f"posts waiting: {found['waiting']}, the first for {found['oldest']:.0f} s")
        print(f"deadlines that have passed: {found['late']}")
    for problem in found["problems"]:
        print(f"not well: {problem}")
    return 0 if found["healthy"] else 1


def fetch(port: int) -> dict[str, Any]:
    """The health page.  Raises `Trouble` where nobody answers, or not the bot."""
    opener = build_opener(ProxyHandler({}))
    try:
        try:
            with opener.open(f"http://127.0.0.1:{port}/health", timeout=PATIENCE) as answer:
                text = answer.read(100_000)
        except HTTPError as error:
            text = error.read(100_000)
        found = json.loads(text)
        if not {"healthy", "problems", "shards", "shard_count", "loop_lag"} <= set(found):
            raise ValueError
    except (URLError, OSError) as error:
        reason = getattr(error, "reason", error)
        said = getattr(reason, "strerror", None) or reason
        raise Trouble(f"no bot answers on port {port}: {said}", 1) from error
    except (ValueError, TypeError) as error:
        raise Trouble(f"it is no bot that answers on port {port}", 1) from error
    return dict(found)
