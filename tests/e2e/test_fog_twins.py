"""Fog twins: matches that differ only in one seat's secrets look the same to everybody else.

Everything that the bot sends to anybody who may not know is compared: posts and their edits, the
orders post, the pinned post, receipts, refusals, completions, menus, answers of commands, files
with their names, lists, the log file.  Hashes of seals must differ, since they are promises of
different things, and so must the heads of the log; of these, as of Discord's own ids, only the
place is compared.
"""

import json
import logging
import os
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

import grammar
from bot.doors.pace import Pace
from bot.match.dice import commitment, seeded
from rules import GAMES, find
from rules.border.game import Game, read_options
from rules.line.errors import Refusal
from rules.line.orders import Order, Undo
from tests.laws.test_laws import highest
from tests.support import must

from .stage import Stage, stage
from .standin import Human, Message
from .test_commands import until

PAIRS = int(os.environ.get("FOG_TWINS", "1"))
"""How many pairs of matches are compared for each system and beginning; more when hunting."""

OPEN = ("candlebre", "machinadei")
"""Systems in which nothing is secret (CB-SCOPE-3, MD-INFO-1)."""

STARTS: dict[str, tuple[dict[str, str], ...]] = {
    "crusade8x8": ({}, {"placement": "hidden", "choices": "auto"}),
}
"""House rules with which the matches begin, by system; without an entry, the defaults."""

OPENINGS: dict[str, tuple[tuple[int, str], ...]] = {
    "rulescrusade": (
        (0, "put Marine M1 for army 2 at 22,22"),
        (0, "set phase setup"),
        (1, "takes Brood nest"),
        (1, "ready"),
        (2, "ready"),
    ),
}
"""Lines (seat, text) that bring a match to a point where something is secret."""

GM_LINES: dict[str, tuple[tuple[str, str], ...]] = {
    "crusade7": (
        ("set army 1 cp 9", "set army 1 cp 8"),
        ("put Goblin G91 for army 1 at 5,25", "put Legionnaire L91 for army 1 at 5,25"),
    ),
    "crusade8x8": (("set a5 treasure none",) * 2, ('rule "no talking"',) * 2),
}
"""Pairs of GM lines, one for each twin: they differ only in what army 1 alone may know."""

ATTEMPTS: dict[str, tuple[str, ...]] = {
    "crusade7": ("faction Elves", "detachment Auxiliary: 2 Elf Archers", "deploy EA1 at 5,25"),
    "crusade8x8": ("place Archer at a3", "choose Bishop", "Ab2-b3"),
    "rulescrusade": ("deploy X1 as BL1 at 1,1", "scans X1", "check M1 to X1"),
}
"""What the other seat tries to order, whether it may or not."""

HELLO = "Hello. "
"""How the greeting of a server begins; it comes once, at some moment after the start."""

PLANS = ("everyone holds; stop if a unit of mine dies", "always: pass")
"""The plan that army 1 leaves for when it is away, one for each twin."""

READY = ("ready", "done", "end phase")
VARYING = re.compile(
    r"[0-9a-f]{64}|[0-9a-f]{4}…[0-9a-f]{4}|[0-9]{15,}|\b[0-9a-f]{8}\b|(?<=[0-9] )[0-9a-f]{10}\b"
)
CASES = [
    (game.id, options)
    for game in GAMES
    if game.id not in OPEN
    for options in STARTS.get(game.id, ({},))
]
STEPS = 4


def secret(game: Game[Any], state: Any, order: Order) -> bool:
    """Is this order of army 1 accepted, with an event that only army 1 may know and none that
    reveals secrets or draws dice?"""
    try:
        events = game.adjudicate(state, 1, (order,), highest)
    except Refusal:
        return False
    return any(game.known_to(event, state) == (1,) for event in events) and not any(
        event.opens or event.draws for event in events
    )


def public(game: Game[Any], state: Any, order: Order) -> list[tuple[str, ...]]:
    """What everybody, and army 2, are told about an order of army 1; the rest is hidden."""
    found = []
    for event in game.adjudicate(state, 1, (order,), highest):
        found += [game.report(event, state, None), game.report(event, state, 2)]
        state = game.apply(state, event)
    return found


def after(game: Game[Any], state: Any, order: Order) -> Any:
    """The state after an order of army 1."""
    return reduce(game.apply, game.adjudicate(state, 1, (order,), highest), state)


def beginning(game: Game[Any], options: dict[str, str]) -> tuple[str, Any]:
    """A seed, and the state it begins with, in which army 1 can do something in secret.  Raises
    AssertionError if none is found."""
    for number in range(60):
        seed = f"{number:064x}"
        dice = seeded(seed, commitment(seed), 0)
        events = game.setup(options, grammar.library(game.id), dice)
        state = reduce(game.apply, events, game.blank)
        for place, (seat, text) in enumerate(OPENINGS.get(game.id, ()), 1):
            (line,) = grammar.read(game.id, text, game.names(state), gm=seat == 0)
            dice = seeded(seed, commitment(seed), place)
            state = reduce(game.apply, game.adjudicate(state, seat, line.orders, dice), state)
        if any(secret(game, state, one) for one in islice(game.legal(state, 1), 200)):
            return seed, state
    raise AssertionError(f"{game.id} {options}: no match begins with a secret; is it in OPEN?")


def chosen_pair(
    game: Game[Any],
    rng: random.Random,
    one: tuple[Any, list[Order]],
    other: tuple[Any, list[Order]],
) -> tuple[Order, Order] | None:
    """Two different orders of the same kind, one for each twin, about which the rules tell
    everybody the same; None if there are none.  `one` and `other` are a twin's state and its secret
    orders."""
    first, second = rng.sample(one[1], len(one[1])), rng.sample(other[1], len(other[1]))
    for x in [order for order in first if not isinstance(order, Undo)][:12]:
        said = public(game, one[0], x)
        for y in second:
            if type(x) is type(y) and x != y and public(game, other[0], y) == said:
                return x, y
    return None


def lines_of_twins(game: Game[Any], state: Any, rng: random.Random) -> Iterator[tuple[str, str]]:
    """Yield pairs of secret orders, one for each twin; last, if both may say it, army 1's
    "ready"."""
    one = other = state
    for _ in range(STEPS):
        first = [x for x in islice(game.legal(one, 1), 400) if secret(game, one, x)]
        second = [x for x in islice(game.legal(other, 1), 400) if secret(game, other, x)]
        pair = chosen_pair(game, rng, (one, first), (other, second))
        if pair is None:
            break
        x, y = pair
        yield str(x), str(y)
        one, other = after(game, one, x), after(game, other, y)
    both = [{str(order) for order in islice(game.legal(s, 1), 2000)} for s in (one, other)]
    for word in READY:
        if all(word in offered for offered in both):
            yield word, word
            break


@dataclass
class Witness:
    """The people who may not know the secret, and everything that has reached them."""

    built: Stage
    people: Sequence[Human]
    heard: list[str] = field(default_factory=list)

    def note(self, what: str, text: str) -> None:
        """Record a text, with names for people's ids and `*` for whatever always varies."""
        for person in (self.built.ana, self.built.ben, self.built.gm, *self.people):
            text = text.replace(str(person.id), person.name)
        self.heard.append(f"{what}: {VARYING.sub('*', text)}")

    def read(self, what: str, message: Message) -> None:
        """Record a message with its files and components."""
        files = [
            (one.filename, one.description, one.content.decode("latin-1"))
            for one in message.attachments
        ]
        self.note(what, f"{message.content} {files} {json.dumps(message.components)}")

    async def settle(self) -> None:
        """Wait until everything has been posted."""
        await self.built.quiet()
        table = await self.built.table("twins")
        assert self.built.referee is not None
        assert not await self.built.referee.mail.waiting(table.record.id)

    async def look(self, step: str) -> None:
        """Record what stands in the channel and in the direct messages of the witnesses."""
        await self.settle()
        start = len(self.heard)
        for message in self.built.play.from_bot:
            if message.only_for is None and not message.content.startswith(HELLO):
                self.read(f"{step}: {'pinned ' * message.pinned}post", message)
        for who in (self.built.ben, *self.people):
            for message in who.inbox:
                self.read(f"{step}: letter to {who.name}", message)
        self.heard[start:] = sorted(self.heard[start:])

    async def ask(self, who: Human, command: str, /, **options: object) -> None:
        """Give a command and record all of its answer."""
        asked = who.slash(command, dict(options), here=self.built.play)
        await who.answer(asked)
        if command == "board" and not options:  # its picture follows its words
            await until(lambda: any(one.attachments for one in asked.shown))
        for message in asked.shown or [await who.answer(asked)]:
            self.read(f"{who.name} /{command} {options}", message)

    async def type(self, who: Human, command: str, focused: str, typed: str) -> None:
        """Record what is offered while something is typed."""
        found = await who.autocomplete(command, focused, {focused: typed}, here=self.built.play)
        self.note(f"{who.name} types /{command} {typed}", json.dumps(found))


ASKED: tuple[tuple[str, dict[str, object]], ...] = (
    ("log", {}),
    ("report", {}),
    ("board", {}),
    ("board", {"full": True}),
    ("key", {}),
    ("key", {"full": True}),
    ("card", {"name": "L1"}),
    ("units", {}),
    ("units", {"show": "roster"}),
    ("legal", {}),
    ("catch-up", {}),
    ("forum-pack", {}),
    ("match info", {}),
    ("match list", {}),
    ("match export", {}),
    ("clock show", {}),
    ("help", {}),
    ("describe", {"what": "a3"}),
    ("describe", {"what": "L1"}),
    ("odds", {"order": "L1 attacks G1"}),
    ("odds", {"order": "what can reach L1"}),
    ("odds", {"order": "can L1 charge G1"}),
    ("try", {}),
    ("try", {"order": "ready"}),
    ("try", {"order": "board"}),
    ("plan", {}),
    ("plan", {"text": "everyone attacks the nearest; stop if an enemy comes within 3 of 5,5"}),
    ("gm precedents", {"text": "talking"}),
)


TYPED = (("order", "text"), ("describe", "what"), ("card", "name"), ("log", "match"))


async def ask_everything(witness: Witness, entries: int) -> None:
    """Give every command that shows something, as the opponent and as a bystander."""
    for who in (witness.built.ben, *witness.people):
        for command, options in ASKED:
            await witness.ask(who, command, **options)
        for number in range(entries + 1):
            await witness.ask(who, "why", entry=number)
            await witness.ask(who, "rule", id=f"#{number}")
        for command, focused in TYPED:
            for typed in ("", "de", "L", "p"):
                await witness.type(who, command, focused, typed)


async def letter(built: Stage, who: Human, text: str) -> str:
    """Send a direct message to the bot; returns its answer."""
    count = len(who.inbox)
    who.dm(text)
    await built.discord.until(lambda: len(who.inbox) > count, what=f"an answer to {text}")
    return who.inbox[-1].content


async def played(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    folder: Path,
    system: str,
    options: dict[str, str],
    choose: Callable[[tuple[str, str]], str],
    seed: str,
    lines: Sequence[tuple[str, str]],
) -> list[str]:
    """Play one twin; returns everything that reached those who may not know."""
    folder.mkdir()
    caplog.clear()
    caplog.set_level(logging.INFO)
    async with stage(monkeypatch, folder) as built:
        assert built.referee is not None
        assert built.bot is not None
        built.referee._seed = lambda: seed
        built.bot.looking = built.bot.doors.pace = Pace(burst=1_000_000, every=1.0)
        witness = Witness(built, [built.home.member("Eve")])
        ana, ben, gim = built.ana, built.ben, built.gm
        seats = tuple((seat, str(who.id)) for seat, who in enumerate((gim, ana, ben)))
        table = await built.referee.create("twins", system, options, seats)
        await built.bot.announcer.open_match(table)
        for seat, text in OPENINGS.get(system, ()):
            must(await built.referee.submit(table, seat, text))
        channel = built.bot.get_partial_messageable(built.play.id)
        await built.bot.settle(table, channel, built.play.id, built.home.id)
        await witness.look("start")
        for step, pair in enumerate(lines):
            await letter(built, ana, choose(pair))
            await witness.look(f"line {step}")
            await letter(built, ben, ATTEMPTS.get(system, ("hello there",))[step % 3 - 3])
            await witness.look(f"attempt {step}")
        await ask_everything(witness, len(table.match.links))
        for who in (ana, ben, ana):
            await letter(built, who, "undo")
            await witness.look(f"undo of {who.name}")
        await letter(built, ana, "nonsense at all")
        await letter(built, ana, f"plan: {choose(PLANS)}")
        await letter(built, ana, "plan on")
        await witness.look("plan")
        for pair in GM_LINES.get(system, ()):
            said = await letter(built, gim, f"gm> {choose(pair)} // so that {choose(pair)}")
            assert said.startswith("#"), said
            await witness.look("GM")
        for attempt in (*ATTEMPTS.get(system, ()), "undo"):
            await letter(built, ben, attempt)
            await witness.look(attempt)
        await ask_everything(witness, len(table.match.links))
        names = sorted(
            f"{one.name} {one.getMessage()}"
            for one in caplog.records
            if one.name.startswith("referee")
        )
        for name in names:
            witness.note("log", name)
        return witness.heard


@pytest.mark.asyncio
@pytest.mark.parametrize("number", range(PAIRS))
@pytest.mark.parametrize(
    ("system", "options"), CASES, ids=lambda one: one if isinstance(one, str) else str(len(one))
)
async def test_fog_twins_look_alike_from_outside(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
    system: str,
    options: dict[str, str],
    number: int,
) -> None:
    """If army 1 does different things in secret in two matches, nobody else can tell them apart."""
    game, rng = find(system), random.Random(number)
    chosen = read_options(game, options)
    seed, state = beginning(game, chosen)
    lines = list(lines_of_twins(game, state, rng))
    assert any(one != other for one, other in lines)
    told = []
    for index in (0, 1):
        folder = tmp_path / str(index)
        pick = itemgetter(index)
        told.append(await played(monkeypatch, caplog, folder, system, chosen, pick, seed, lines))
    assert sorted(told[0]) == sorted(told[1]), (set(told[0]) ^ set(told[1]), lines)
    for first, second in zip(*told, strict=True):
        assert first == second, lines
