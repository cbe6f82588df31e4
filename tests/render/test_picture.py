"""The picture at the top of the README is what the program draws today for a recorded match."""

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import islice
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageFilter

import grammar
from bot.cases.casefile import PREFIX, no_dice
from bot.match.tree import LogEntry, Match
from bot.render.alt import LIMIT
from bot.render.scene import Scene, scene_of
from rules import find
from rules.border.game import read_options
from rules.line.events import Event
from rules.line.orders import GM
from tests.places import GAMES, GOLDEN, ROOT

PICTURES = {
    "crusade7": ("legion-against-warband", 165, 184),
    "crusade8x8": ("classic", 20, 22),
}
"""By system: a recorded match, and the first and the last of its lines that are drawn."""

NEARLY = 48
"""How far a blurred tone may be off: letters come out a little otherwise from other versions."""


def replayed(system: str, record: str) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """The state before each line of a record, and what the line brought."""
    game = find(system)
    lines = (GAMES / system / f"{record}.txt").read_text("utf-8").splitlines()
    head = next(line for line in lines if line.startswith("game:")).split()[2:]
    options = read_options(game, dict(word.split("=", 1) for word in head))
    faces = [line.split()[1:] for line in lines if line.startswith("dice:")]
    tray = tuple(int(face) for some in faces for face in some)
    begun = game.setup(options, grammar.library(system), no_dice, tray=tray)
    match = Match.begin(game, options, LogEntry(0, 0, GM, "", events=begun))
    for line in lines:
        found = PREFIX.fullmatch(line)
        if found is None or line.startswith("|"):
            continue
        seat = GM if found[1] else int(found[2])
        before = match.state
        (read,) = grammar.read(system, found[3], game.names(before), gm=seat == GM)
        events = match.play(seat, read.orders, no_dice)
        match.append(LogEntry(len(match.links), match.head, seat, found[3], read.orders, events))
        yield before, events


@cache
def scene(system: str) -> Scene:
    """The picture of a stretch of a recorded match."""
    record, first, last = PICTURES[system]
    events: list[Event] = []
    before: Any = None
    for number, (state, brought) in enumerate(replayed(system, record)):
        if number == first:
            before = state
        if number == last:
            break
        if number >= first:
            events += brought
    found = scene_of(find(system), state, None, "Fords", before, tuple(events))
    assert found is not None
    return found


def blurred(file: bytes) -> Image.Image:
    """A picture in grey, so small and blurred that single letters do not count."""
    image = Image.open(BytesIO(file)).convert("L")
    return image.filter(ImageFilter.GaussianBlur(8)).resize((180, 160))


@pytest.mark.parametrize("system", PICTURES)
def test_the_picture_is_what_is_drawn_now(system: str, request: pytest.FixtureRequest) -> None:
    """Golden picture and new one have about the same size and the same tones; `--bless` redraws
    it."""
    now, kept = scene(system).png(), GOLDEN / "picture" / f"{system}.png"
    if request.config.getoption("--bless", default=False):
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(now)
    assert len(kept.read_bytes()) <= 300_000
    sizes = [Image.open(BytesIO(one)).size for one in (now, kept.read_bytes())]
    assert max(abs(a - b) for a, b in zip(*sizes, strict=True)) <= 60
    off = ImageChops.difference(blurred(now), blurred(kept.read_bytes()))
    assert off.getextrema()[1] <= NEARLY


@pytest.mark.parametrize("system", PICTURES)
def test_its_words_say_what_happened(system: str) -> None:
    """The alternative text names the changes first, then the armies, within the length limit."""
    words = scene(system).alt
    assert words.startswith("Fords, ")
    assert len(words) <= LIMIT
    traces = scene(system).traces
    for word in traces.words:
        assert word in words or words.endswith("All positions: /key")
    for death in traces.deaths:
        assert death.label in words or system != "crusade7"
    assert len(scene(system).spoken(20_000)) >= len(words)


def test_a_difference_would_be_seen() -> None:
    """A picture of another turn differs too much to pass as this golden picture."""
    record, first, _ = PICTURES["crusade7"]
    states = (state for state, _ in replayed("crusade7", record))
    other = scene_of(find("crusade7"), next(islice(states, first - 60, None)), None, "Fords")
    assert other is not None
    kept = (GOLDEN / "picture" / "crusade7.png").read_bytes()
    off = ImageChops.difference(blurred(other.png()), blurred(kept))
    assert off.getextrema()[1] > NEARLY


def test_the_readme_shows_it() -> None:
    """The README shows the picture, with an alternative text."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"!\[([^\]]{40,})\]\(tests/golden/picture/crusade7\.png\)", readme)
    assert found is not None
    assert "G5" in found[1]
