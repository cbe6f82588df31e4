"""Every door that a text comes in by: texts to begin with, and a function that takes a text in.

That function returns a few words that say what sort of answer the text got.  If it raises anything
but the refusals of the project, that is a fault.
"""

import asyncio
import json
import re
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import grammar
from bot.cases.casefile import CaseError, parse_case, parse_phrases, run_case
from bot.chat.views.every import EVERY
from bot.doors.doors import Doors
from bot.doors.importing import preview
from bot.doors.saying import Door as Way
from bot.doors.saying import IncomingText
from bot.history.exchange import export_match, import_match
from bot.history.verify import verify_lines
from bot.reading.decide import understand
from bot.referee.gate import Caller
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.replay.page import replay_page
from bot.store import PlaceRecord, Store, StoreError
from grammar.crusade7.statblock import StatblockError, read_library
from grammar.rulescrusade.maps import read_map
from grammar.transform import Unreadable
from rules.line.errors import Refusal
from rules.line.orders import GM
from tests.doors.scenes import SCENES
from tests.hostile.changing import LONGEST
from tests.places import ROOT
from tests.support import NOON, SEED, duel, must

T = TypeVar("T")

KEYS = count(1)
CALLS = 12_000_000
"""How many function calls an input may take: as many as the steps of the largest question."""

ANSWER = 4_000
"""How many characters a usual answer has at most; ten times as many are a fault."""


@dataclass(frozen=True)
class Door:
    """`seeds` returns texts that somebody might bring; `hear` returns what sort of answer a text
    gets, and may take `most` function calls.  A text has at most `longest` characters."""

    seeds: Callable[[], Sequence[str]]
    hear: Callable[[str], str]
    longest: int = LONGEST
    most: int = CALLS


@dataclass
class House:
    """A referee with a duel, for the doors that need one; each process has one."""

    loop: asyncio.AbstractEventLoop
    referee: Referee
    table: OpenMatch
    doors: Doors

    def wait(self, work: Awaitable[T]) -> T:
        """Run this to its end on the loop of the house, and return its result."""

        async def waited() -> T:
            return await work

        return self.loop.run_until_complete(waited())


@cache
def house() -> House:
    """The house of this process, built when it is first needed."""
    loop = asyncio.new_event_loop()
    kept = tempfile.mkdtemp(prefix="hostile-")

    async def build() -> House:
        store = await Store.open(str(Path(kept) / "h.sqlite"))
        referee = Referee(store, now=lambda: NOON, seed=lambda: SEED)
        table = await duel(referee)
        must(await referee.submit(table, 1, "L1 moves to 5,8"))
        await referee.mail.settle(PlaceRecord(table.record.id, "77", "1"))
        doors = Doors(referee)
        doors.pace.burst = 1_000_000_000
        return House(loop, referee, table, doors)

    return loop.run_until_complete(build())


def sort_of(text: str) -> str:
    """The sort of an answer: its beginning without quotes and numbers, so that answers that differ
    only in what they name are of the same sort."""
    return re.sub(r"[^ -~]|[\"'`].*?[\"'`]|[0-9]+", "", text)[:40]


# --- the grammar


def sentences() -> Sequence[str]:
    """What players say in every system."""
    return [
        f"{scene.system}\n{text}"
        for scene in SCENES.values()
        for text in (scene.act, scene.free, scene.half, scene.unread, scene.ends, *scene.foes)
    ] + [f"{scene.system}\n{line}" for scene in SCENES.values() for line in scene.lines.split("\n")]


@cache
def match_of(system: str) -> Any:
    return SCENES[system].match


def say(text: str) -> str:
    """Read a text with the strict grammar as the GM, and with the reader as a player; its first
    line may name the system."""
    head, _, said = text.partition("\n")
    scene = head if head in SCENES else sorted(SCENES)[len(text) % len(SCENES)]
    match = match_of(scene)
    system = match.game.id
    grammar.read(system, said, match.game.names(match.state), gm=True)
    decision = understand(match.game, match.state, 1, said)
    return f"{system} {decision.kind} {len(decision.sentences)} {len(decision.options)}"


# --- what is read from files


def statblocks() -> Sequence[str]:
    """The beginnings and the ends of the faction files of the rulebook."""
    folder = files("rules.crusade7").joinpath("data")
    whole = [one.read_text("utf-8") for one in folder.iterdir() if one.name.endswith(".txt")]
    return [text[:4000] for text in whole] + [text[-2500:] for text in whole]


def statblock(text: str) -> str:
    """Read a text as a library, and as what a GM pastes."""
    try:
        read_library(text)
        said = "read"
    except StatblockError as error:
        said = sort_of(str(error))
    try:
        found = preview(house().referee, house().table, text)
    except RefereeError as error:
        return f"{said} / {sort_of(str(error))}"
    return f"{said} / {found.ok} {min(len(found.problems), 3)}"


def maps() -> Sequence[str]:
    """The maps of the rulebook."""
    folder = files("rules.rulescrusade").joinpath("data")
    whole = [one.read_text("utf-8") for one in folder.iterdir() if one.name.endswith(".txt")]
    found = [text[text.index("map ") :] for text in whole if "\nmap " in f"\n{text}"]
    return found or ["map 8x8\nground\n" + "........\n" * 8 + "end"]


def map_sheet(text: str) -> str:
    """Read a text as a map."""
    try:
        read_map(text)
    except Unreadable as error:
        return sort_of(str(error))
    return "read"


def cases() -> Sequence[str]:
    """About sixty of the case files."""
    folders = sorted((ROOT / "tests" / "cases").rglob("*.case"))
    return [file.read_text("utf-8") for file in folders[:: max(1, len(folders) // 60)]]


def case(text: str) -> str:
    """Read and play a text as a case; and read it as phrases."""
    said = []
    for read in (lambda: run_case(parse_case(text)), lambda: parse_phrases(text)):
        try:
            read()
            said.append("read")
        except (CaseError, Refusal) as error:
            said.append(sort_of(str(error)))
    return " / ".join(said)


@cache
def exports() -> Sequence[str]:
    """The duel as it is exported, for its GM and for a player."""
    home = house()
    return [home.wait(export_match(home.referee, home.table, viewer)) for viewer in (GM, 1)]


def bring_in(text: str) -> str:
    """Verify and import a text as an export that somebody else made."""
    home = house()
    try:
        said = sort_of(verify_lines(text)[0])
        home.wait(import_match(home.referee, text, f"in {next(KEYS)}"))
    except RefereeError as error:
        return sort_of(str(error))
    return f"{said} imported"


# --- Discord


WAYS: Sequence[Way] = ("chat", "mention", "reply", "dm", "menu", "command")


def messages() -> Sequence[str]:
    """Orders, questions, plans, and what buttons carry."""
    scene = SCENES["crusade7"]
    ids = [one.__discord_ui_compiled_template__.pattern for one in EVERY]
    plain = [re.sub(r"\(\?P<\w+>|[()]|\{[0-9,]+\}|\?|\\|\[\^?[^]]*\]", "1", one) for one in ids]
    return [
        *(scene.act, scene.free, scene.half, scene.unread, "undo", "end phase", "plan: L1 holds"),
        *("odds L1 attacks G1", "#1: L2 stays", "note L1 tired", "show L1", "gm> set L1 hp 3"),
        *plain,
    ]


def message(text: str) -> str:
    """Say a text in one of `WAYS` (each in turn), ask how it would be read, edit it; and press a
    button that has it as its id."""
    home, number = house(), next(KEYS)
    user, way = ("gm", "ana", "ben", "eve")[number % 4], WAYS[number % len(WAYS)]
    heard = IncomingText(f"m{number}", Caller(user), "77", text, way)
    answers = [
        home.wait(home.doors.hear(heard)),
        home.wait(home.doors.reveal(heard)),
        home.wait(home.doors.edited(heard, "1")),
    ]
    assert all(len(one.text) <= 10 * ANSWER for one in answers), "the answer is too long"
    for one in EVERY:
        found = one.__discord_ui_compiled_template__.fullmatch(text)
        if found is not None:
            nothing: Any = None
            home.wait(one.from_custom_id(nothing, nothing, found))
    return " / ".join((way, *(sort_of(one.text)[:20] for one in answers)))


# --- replay pages


class Tags(HTMLParser):
    """Collects the tags of a page, each with the names of its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[tuple[str, ...]] = set()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        """Collect a tag."""
        self.seen.add((tag, *sorted(name for name, _ in attrs)))


def tags_of(page: str) -> set[tuple[str, ...]]:
    """The tags of a page, each with the names of its attributes."""
    tags = Tags()
    tags.feed(page)
    return tags.seen


@cache
def usual() -> set[tuple[str, ...]]:
    """The tags of a page when nobody is hostile."""
    return tags_of(_page("a plain word"))


def _page(text: str) -> str:
    """The replay page of a match that has this text as its name, in a note and in a ruling."""
    home = house()

    async def made() -> str:
        referee = home.referee
        try:
            table = await referee.create(text[:40] or "x", "crusade7", scene=True)
        except (RefereeError, StoreError):
            table = await referee.create(f"page {next(KEYS)}", "crusade7", scene=True)
        must(await referee.submit(table, GM, "put Legionnaire L1 for army 1 at 5,5"))
        line = " ".join(text.split())[:300].replace('"', "'")
        await referee.submit(table, GM, f"note L1 {line}")
        await referee.submit(table, GM, f'rule "{line}"')
        return await replay_page(referee, table, GM)

    return home.wait(made())


def words() -> Sequence[str]:
    """What people write beside their orders."""
    return ["he was <b>brave</b> & true", "good luck // have fun", '{"a": "</script>"}', "a' or b"]


def page(text: str) -> str:
    """Make a replay page with a text in it; fails if the text adds a tag to the page."""
    made = _page(text)
    strange = tags_of(made) - usual()
    assert not strange, f"the page has {sorted(strange)}"
    return json.dumps(made[:0]) + str(len(made) // 2000)


DOORS: dict[str, Door] = {
    "grammar": Door(sentences, say),
    "statblocks": Door(statblocks, statblock),
    "maps": Door(maps, map_sheet),
    "case files": Door(cases, case),
    "imports": Door(exports, bring_in, 10 * LONGEST),
    "interactions": Door(messages, message),
    "replay pages": Door(words, page),
}
