"""Random legal matches of any system, played through text: every order is printed and read back.

`python -m tests.fuzz SYSTEM SEED [STEPS]` plays one match and prints the fingerprint of its last
state.
"""

import os
import pickle
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import grammar
from bot.history.verify import state_hash
from bot.match.going_back import WayBack
from bot.match.texts import Texts
from bot.match.tree import LogEntry, Match
from rules import find
from rules.border.game import Game, read_options
from rules.line import orders
from rules.line.adjudication import Die
from rules.line.codec import Codec
from rules.line.errors import Refusal
from rules.line.events import Refused, Rolled
from rules.line.orders import GM, Order, Undo, Unread
from rules.line.overrides import Rewind
from tests.sample import lot
from tests.scenarios import SCENARIOS, Scenario

PATIENCE = 3000
"""How long a process waits for the matches that another one is playing, in tenths of a second."""

FEW = {"crusade7": 8, "machinadei": 8, "rulescrusade": 8}
"""How many matches of a system the suite plays; `MANY` of every other system."""

MANY = 20

STEPS, LONG = 200, 700
"""Steps after which a match is ended: most after `STEPS`, every fifth after `LONG`."""

ENDINGS = ("Resign", "AcceptDraw", "OfferDraw", "DeclineDraw")
"""Orders that end a match, or may: two offers make a draw.  `_choose` leaves them to `_talk`."""

DRASTIC = ("SkipTo", "ClearArmy", "EndTurn")
"""Orders that are nearly always accepted; they are given rarely, or they would crowd out others."""


@dataclass
class Count:
    """How often each kind of order was accepted, and how often each rule refused one."""

    accepted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    matches: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)

    def table(self) -> str:
        """The counts as text, for the output of a run."""
        lines = [f"{self.matches} random matches; outcomes: {dict(self.outcomes)}"]
        lines += [f"  {count:6} {kind}" for kind, count in self.accepted.most_common()]
        refused = ", ".join(f"{rule} {count}" for rule, count in sorted(self.refused.items()))
        return "\n".join((*lines, f"refused: {refused}"))


def order_table(game: Game[Any]) -> tuple[str, ...]:
    """Names of the order classes of a game, shared and own, without abstract ones and `Unread`."""
    own = import_module(f"rules.{game.id}.orders")
    return tuple(
        name
        for module in (orders, own)
        for name, kind in vars(module).items()
        if isinstance(kind, type)
        and issubclass(kind, Order)
        and kind.__module__.startswith(module.__name__)
        and kind is not Unread
        and not kind.__subclasses__()
        and "__str__" in dir_of(kind)
    )


def dir_of(kind: type) -> set[str]:
    """Names that a class or its bases define, without those of `Order` and `object`."""
    return {name for one in kind.__mro__ if one not in (Order, object) for name in vars(one)}


def parts_of(order: Order) -> tuple[str, ...]:
    """The class names of an order and of the parts that it is made of."""
    held = (getattr(order, one.name) for one in fields(order))
    parts = (part for value in held if isinstance(value, tuple) for part in value)
    names = (type(part).__name__ for part in parts if is_dataclass(part))
    return tuple(dict.fromkeys((type(order).__name__, *names)))


@dataclass
class RandomMatch:
    """A random match; `drawn` counts the dice of the current line, `said` is its refusal."""

    game: Game[Any]
    seed: int
    count: Count = field(default_factory=Count)
    limit: int = LONG
    drawn: int = 0
    said: str = ""

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.scenario: Scenario = SCENARIOS[self.game.id](self.rng)
        self.options = read_options(self.game, self.scenario.options)
        library = grammar.library(self.game.id)
        events = self.game.setup(self.options, library, self.dice)
        first = LogEntry(0, 0, GM, "", events=events)
        self.match = Match.begin(self.game, self.options, first)
        self.entries = [first]
        self.old: list[tuple[int, Order]] = []
        self.pace = self.rng.choice((2, 3, 5))
        self.patience = self.pace

    @property
    def state(self) -> Any:
        return self.match.state

    def dice(self, die: Die) -> int:
        """Roll a die with the match's own seed."""
        self.drawn += 1
        return self.rng.choice(die.faces)

    def __getstate__(self) -> dict[str, Any]:
        """Pickle all but the scenario, which holds functions."""
        return {name: value for name, value in vars(self).items() if name != "scenario"}

    # --- the course of a match ------------------------------------------------------------------

    def play(self) -> "RandomMatch":
        """Play until there is an outcome, the last round is over, or `limit` steps are done."""
        for seat, text in self.scenario.lines:
            self.must(seat, text)
        if self.scenario.deploy:
            for seat in self.game.seats(self.options):
                self._deploy(seat)
        for _ in range(self.limit):
            over = self.game.outcome(self.state) is not None
            if over or self.state.flow.round > self.scenario.rounds:
                break
            self._step()
        outcome = self.game.outcome(self.state)
        self.count.matches += 1
        self.count.outcomes[outcome.rule if outcome else "still going"] += 1
        return self

    def _step(self) -> None:
        """Submit a line: mostly a legal order, sometimes a stale or spoiled one, an undo, or a line
        of the GM."""
        seats, chance = self.game.seats(self.options), self.rng.random()
        seat = self.rng.choice(self.game.awaits(self.state))
        if chance < 0.08 and self.scenario.meddle is not None:
            self.submit(GM, self.scenario.meddle(self.rng, self.state))
        elif chance < 0.10:
            self.submit(self.rng.choice(seats), self._undo())
        elif chance > 0.88 and self.scenario.says is not None:
            self.submit(seat, self.scenario.says(self.rng, self.state, seat))
        elif chance < 0.14 and self.old:
            other, order = self.rng.choice(self.old[-80:])
            self.submit(other if self.rng.random() < 0.5 else seat, str(order))
        elif chance < 0.24:
            self._spoil(seat)
        elif chance < 0.26 + (self.scenario.answers / 100 if self.state.flow.offer else 0):
            self._talk(self.rng.choice(seats))
        else:
            self._go_on(seat if chance < 0.92 else self.rng.choice(seats))

    def _undo(self) -> str:
        """An undo of the last line, of the last few, or of one of the last six entries."""
        words = ("undo", "undo 2", "undo 3", f"undo #{self.rng.choice(self.entries[-6:]).number}")
        return self.rng.choice(words)

    def _spoil(self, seat: int) -> None:
        """Submit a legal order three times, each time with one value changed, maybe illegally."""
        order = self._choose(seat)
        references = self.game.references(self.state, GM)
        for _ in range(3 if order is not None else 0):
            self.submit(seat, str(spoiled(order, self.rng, references)))

    def _talk(self, seat: int) -> None:
        """Resign, offer a draw, or answer an offer, mostly by declining it."""
        offer = self.state.flow.offer
        if self.is_time_for("Resign"):
            self.submit(seat, "resign")
        elif not offer:
            self.submit(seat, "offer draw")
        elif offer != seat and self.is_time_for("AcceptDraw"):
            self.submit(seat, "accept draw")
        else:
            self.submit(seat, "decline draw")

    def is_time_for(self, ending: str) -> bool:
        """May this match end in this way?  About one in eight may, once it is well under way."""
        scarce = self.count.accepted[ending] * 8 < self.count.matches - 1
        return scarce and len(self.entries) > self.scenario.early and self.rng.random() < 0.5

    def _go_on(self, seat: int) -> None:
        order = self._choose(seat)
        if order is not None:
            self.must(seat, str(order), order)
            self.old.append((seat, order))
            self.patience -= 1
            if type(order).__name__ == "EndPhase":
                self.patience = self.pace

    def _choose(self, seat: int) -> Order | None:
        """A legal order, preferably of a kind that was never or seldom accepted."""
        kinds: dict[str, list[Order]] = {}
        for order in self._candidates(seat):
            kinds.setdefault(" ".join(parts_of(order)), []).append(order)
        for kind in ENDINGS:
            kinds.pop(kind, None)
        for kind in DRASTIC:
            if self.rng.random() > 0.02:
                kinds.pop(kind, None)
        passing = kinds.pop("EndPhase", [])
        if passing and (not kinds or self.patience <= 0):
            return passing[0]
        if not kinds:
            return None
        accepted = self.count.accepted
        new = [kind for kind in kinds if not all(accepted[part] for part in kind.split())]
        kind = min(sorted(new or kinds), key=lambda one: accepted[one] + self.rng.randrange(40))
        several = kinds[kind]
        if self.scenario.advance is not None and self.rng.random() < 0.8:
            return min(self.rng.sample(several, len(several)), key=self.scenario.advance)
        return self.rng.choice(several)

    def _candidates(self, seat: int) -> Iterator[Order]:
        """Legal orders of the whole side, and of a few random units that can do something."""
        state, wanted = self.state, 3
        yield from islice(self.game.legal(state, seat), 30)
        references = self.game.references(state, seat)
        for unit in self.rng.sample(references, min(8, len(references))):
            found = list(islice(self.game.legal(state, seat, unit), 600))
            yield from found
            wanted -= len({type(order) for order in found})
            if wanted <= 0:
                break

    def _deploy(self, seat: int) -> None:
        """Put every unit on a cell that is legal for it, near the enemy, then say `ready`."""
        for unit in self.game.references(self.state, seat):
            cells = list(self.game.legal(self.state, seat, unit))
            if cells:
                several = self.rng.sample(cells, min(6, len(cells)))
                best = min(several, key=self.scenario.advance) if self.scenario.advance else None
                self.must(seat, str(best or several[0]), best or several[0])
        self.must(seat, "ready")

    # --- one line -------------------------------------------------------------------------------

    def must(self, seat: int, text: str, same: Order | None = None) -> None:
        """Submit a line that must be accepted, and must read back as `same`, if that is given.

        Raises AssertionError otherwise.
        """
        if not self.submit(seat, text, same):
            raise AssertionError(f"seed {self.seed}: {text!r} of seat {seat}: {self.said}")

    def submit(self, seat: int, text: str, same: Order | None = None) -> bool:
        """Submit a line through the grammar and the rules; True if it is accepted, else `said` is
        the refusal.  Raises AssertionError if it does not read back as `same`."""
        names = self.game.names(self.state)
        (line,) = grammar.read(self.game.id, text, names, gm=seat == GM)
        if same is not None and line.orders != (same,):
            raise AssertionError(f"{text!r} reads back as {line.orders}, not {same!r}")
        self.drawn, self.said = 0, ""
        try:
            self._take(seat, line)
        except Refusal as refusal:
            self.count.refused[refusal.rule] += 1
            self.said = str(refusal)
        assert not (self.said and self.drawn), f"{text!r} drew a die and was refused: {self.said}"
        return not self.said

    def _take(self, seat: int, line: grammar.Written) -> None:
        match, number = self.match, len(self.match.links)
        order = line.orders[0] if len(line.orders) == 1 else None
        if isinstance(order, Undo | Rewind):
            back = WayBack(match, seat, {one.number: one for one in self.entries}).leads(order)
            self._append(
                LogEntry(
                    *(number, match.head, seat, line.text, line.orders, back.events),
                    to=back.to,
                    carried=back.carried,
                )
            )
        else:
            events = match.play(seat, line.orders, self.dice)
            fell = sum(isinstance(one, Rolled) and not one.loaded for one in events)
            assert fell == self.drawn, f"{line.text!r}: {self.drawn} dice drawn, {fell} recorded"
            refused = [one.rule for one in events if isinstance(one, Refused)]
            self.count.refused.update(refused)
            self._append(LogEntry(number, match.head, seat, line.text, line.orders, events))
        for one in line.orders:
            self.count.accepted.update(parts_of(one))

    def _append(self, entry: LogEntry) -> None:
        self.match.append(entry)
        self.entries.append(entry)


def spoiled(order: Order, rng: random.Random, references: tuple[str, ...]) -> Order:
    """The order with one value changed, such as its unit, target or cell."""
    places = [one.name for one in fields(order) if getattr(order, one.name) not in ("", None, ())]
    if not places or not references:
        return order
    name = rng.choice(places)
    return replace(order, **{name: _another(getattr(order, name), rng, references)})


def _another(value: Any, rng: random.Random, references: tuple[str, ...]) -> Any:
    match value:
        case int(row), int(column):
            return row + rng.randint(-4, 4) or 1, column + rng.randint(-6, 6) or 1
        case bool():
            return not value
        case int():
            return value + rng.choice((1, 1, 2, 10))
        case str() if value in references:
            return rng.choice(references)
        case str(first), *rest if first in references:
            return (rng.choice(references), *rest)
        case _ if hasattr(value, "refs") and value.refs:
            return replace(value, refs=(rng.choice(references),))
        case _:
            return value


@cache
def played(system: str) -> tuple[list[RandomMatch], Count]:
    """The random matches of the suite, played once per run for all tests that use them.

    The processes of a run share them through a file: the first that needs them plays.
    """
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", "")
    if not run or system not in SCENARIOS:
        return _played(system)
    kept = Path(tempfile.gettempdir()) / f"referee-{run}-{system}.played"
    try:
        kept.with_suffix(".lock").touch(exist_ok=False)
    except FileExistsError:
        for _ in range(PATIENCE):
            if kept.exists():
                found: tuple[list[RandomMatch], Count] = pickle.loads(kept.read_bytes())
                return found
            time.sleep(0.1)
        return _played(system)
    found = _played(system)
    fresh = kept.with_suffix(".new")
    fresh.write_bytes(pickle.dumps(found))
    fresh.replace(kept)
    return found


def matches_of(system: str) -> int:
    """How many matches of a system are played."""
    return lot(MANY, FEW.get(system, MANY))


def _played(system: str) -> tuple[list[RandomMatch], Count]:
    count = Count()
    limits = [LONG if seed % 5 == 4 else STEPS for seed in range(matches_of(system))]
    matches = [
        RandomMatch(find(system), seed, count, limit).play() for seed, limit in enumerate(limits)
    ]
    return matches, count


def fingerprint(match: RandomMatch) -> str:
    """The number of entries, and the hash of the last state."""
    return f"{len(match.match.links)} {state_hash(match.state, Texts(Codec(match.game.types)))}"


if __name__ == "__main__":
    steps = int(sys.argv[3]) if len(sys.argv) > 3 else LONG
    print(fingerprint(RandomMatch(find(sys.argv[1]), int(sys.argv[2]), limit=steps).play()))
