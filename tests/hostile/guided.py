"""`python -m tests.hostile.guided DOOR FOLDER --most N`: try inputs, guided by coverage.

Atheris watches every branch of `rules`, `grammar` and `bot`.  An input that takes one for the first
time is kept in the folder, and further inputs are made from those.  Prints the results as JSON, and
then ends the process.
"""

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import atheris

with atheris.instrument_imports(include=["rules", "grammar", "bot"]):
    from tests.hostile.changing import changed
    from tests.hostile.doors import DOORS
    from tests.hostile.trying import Tried, attempt, warm

OWN = 0.9
"""The share of the changes that is ours; the rest are libFuzzer's, which knows no words."""


HANGS = 1_800
"""Seconds after which an input counts as hanging; long, since a busy machine may do other work.
What is slow by the processor's time is noticed in `attempt`."""


def text_of(raw: bytes) -> str:
    """Decode bytes as UTF-8, or else as Latin-1."""
    return raw.decode("utf-8", "surrogatepass") if is_text(raw) else raw.decode("latin-1")


def is_text(raw: bytes) -> bool:
    """Are these bytes UTF-8 (with lone surrogates allowed)?"""
    try:
        raw.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def changer(door: str) -> Callable[[bytes, int, int], bytes]:
    """Returns the function that changes an input for this door."""
    seeds, longest = list(DOORS[door].seeds()), DOORS[door].longest

    def change(raw: bytes, most: int, seed: int) -> bytes:
        dice = random.Random(seed)
        if dice.random() > OWN:
            return bytes(atheris.Mutate(raw, most))
        text = changed(text_of(raw), dice, seeds, longest)
        return text.encode("utf-8", "surrogatepass")[:most]

    return change


def sow(door: str, folder: Path) -> None:
    """Write the seeds of a door to the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for at, text in enumerate(DOORS[door].seeds()):
        (folder / f"seed-{at}").write_bytes(text.encode("utf-8", "surrogatepass"))


def run(door: str, folder: Path, most: int, seed: int) -> None:
    """Try what the folder keeps and `most` new inputs, print the results, and end the process;
    never returns."""
    tried, began = Tried(door), time.process_time()
    longest, kept = DOORS[door].longest, len(list(folder.iterdir()))

    def one(raw: bytes) -> None:
        attempt(tried, text_of(raw)[:longest])
        if tried.tried >= kept + most:
            told = asdict(tried) | {"tried": most, "answers": sorted(tried.answers)}
            told["spent"] = time.process_time() - began
            print(json.dumps(told), flush=True)
            sys.stderr.flush()
            os._exit(0)

    words = [sys.argv[0], f"-seed={seed}", f"-max_len={4 * longest}", "-len_control=0"]
    words += [
        f"-timeout={HANGS}",
        "-print_final_stats=0",
        f"-artifact_prefix={folder}-",
        str(folder),
    ]
    atheris.Setup(words, one, custom_mutator=changer(door))
    atheris.Fuzz()


def main() -> Any:
    """Sow the seeds, warm up, try."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile.guided", description=__doc__)
    parser.add_argument("door", choices=[*DOORS])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    sow(chosen.door, chosen.folder)
    warm(chosen.door)
    run(chosen.door, chosen.folder, chosen.most, chosen.seed)


if __name__ == "__main__":
    main()
