"""Random legal matches of any system, played through text: every order is printed and read back."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import grammar
from bot.match import LogEntry, Match
from rules.errors import Refusal
from rules.events import Refused
from rules.game import GM, Die, Game, read_options
from rules.orders import EndPhase, Order
from tests.scenarios import SCENARIOS, Scenario

CANDIDATES = 60


@dataclass
class Count:
    """How often each kind of order was accepted, and each rule refused."""

    accepted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    matches: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)

    def table(self) -> str:
        """Two columns for whoever reads the run."""
        lines = [f"{self.matches} random matches; outcomes: {dict(self.outcomes)}"]
        lines += [f"  {count:6} {kind}" for kind, count in self.accepted.most_common()]
        refused = ", ".join(f"{rule} {count}" for rule, count in sorted(self.refused.items()))
        return "\n".join((*lines, f"refused: {refused}"))


@dataclass
class RandomMatch:
    """One match under way; `steps` is what was played: (seat, text)."""

    game: Game[Any]
    seed: int
    count: Count
    rounds: int = 8
    limit: int = 1500
    steps: list[tuple[int, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.scenario: Scenario = SCENARIOS[self.game.id](self.rng)
        self.options = read_options(self.game, self.scenario.options)
        library = grammar.library(self.game.id)
        events = self.game.setup(self.options, library, self.dice)
        self.match = Match.begin(self.game, self.options, LogEntry(0, 0, GM, "", events=events))
        self.old: list[tuple[int, Order]] = []

    def dice(self, die: Die) -> int:
        """A fair face from the match's own seed."""
        return self.rng.choice(die.faces)

    def play(self) -> Match:
        """To an outcome, or the last round, or the limit of orders."""
        for seat, text in self.scenario.lines:
            self.order(seat, text, must=True)
        if self.scenario.deploy:
            for seat in self.game.seats(self.options):
                self._deploy(seat)
        for _ in range(self.limit):
            state = self.match.state
            over = self.game.outcome(state) is not None
            if over or state.flow.round > self.rounds:
                break
            self._step(state)
        outcome = self.game.outcome(self.match.state)
        self.count.matches += 1
        self.count.outcomes[outcome.rule if outcome else "still going"] += 1
        return self.match

    def _step(self, state: Any) -> None:
        seats = self.game.seats(self.options)
        seat = self.rng.choice(self.game.awaits(state))
        if self.rng.random() < 0.06:
            seat = self.rng.choice(seats)
        if self.old and self.rng.random() < 0.15:
            other, order = self.rng.choice(self.old)
            self.order(other if self.rng.random() < 0.8 else seat, str(order))
            return
        order = self._choose(state, seat)
        if order is not None:
            self.order(seat, str(order), must=True, same=order)
            self.old.append((seat, order))

    def _choose(self, state: Any, seat: int) -> Order | None:
        """Of the kinds of order that are open now, the one that was accepted least so far."""
        kinds: dict[str, list[Order]] = {}
        for order in self._candidates(state, seat):
            kinds.setdefault(type(order).__name__, []).append(order)
        ending = ("Resign", "OfferDraw", "AcceptDraw")
        for kind in ending:
            if kind in kinds and self.rng.random() > 0.002:
                del kinds[kind]
        passing = kinds.pop("EndPhase", None) or kinds.pop("SkipTo", None)
        if passing and (not kinds or self.rng.random() < 0.12):
            return self.rng.choice(passing)
        if not kinds:
            return None
        weights = {kind: self.count.accepted[kind] for kind in kinds}
        kind = min(sorted(kinds), key=lambda one: weights[one] + self.rng.randrange(30))
        several = kinds[kind]
        if self.scenario.advance is not None and self.rng.random() < 0.8:
            return min(several, key=self.scenario.advance)
        return self.rng.choice(several)

    def _candidates(self, state: Any, seat: int) -> Iterator[Order]:
        references = list(self.game.references(state, seat))
        self.rng.shuffle(references)
        for unit in references[:4]:
            yield from islice(self.game.legal(state, seat, unit), CANDIDATES)
        yield from islice(
            (one for one in self.game.legal(state, seat) if not hasattr(one, "who")), CANDIDATES
        )

    def _deploy(self, seat: int) -> None:
        """Every unit on a random cell that is legal for it, then `ready`."""
        for unit in self.game.references(self.match.state, seat):
            found = list(islice(self.game.legal(self.match.state, seat, unit), 400))
            cells = [one for one in found if type(one).__name__ == "Deploy"]
            if cells:
                towards = self.scenario.advance
                several = self.rng.sample(cells, min(6, len(cells)))
                best = min(several, key=lambda one: towards(_at(one))) if towards else several[0]
                self.order(seat, str(best), must=True, same=best)
        self.order(seat, "ready", must=True)

    def order(self, seat: int, text: str, must: bool = False, same: Order | None = None) -> None:
        """Through the grammar and the rules; `must`: a refusal is a failure of the system."""
        match = self.match
        names = match.game.names(match.state)
        (line,) = grammar.read(match.game.id, text, names)
        if same is not None and line.orders != (same,):
            raise AssertionError(f"{text!r} reads back as {line.orders}, not {same!r}")
        try:
            events = match.play(seat, line.orders, self.dice)
        except Refusal as refusal:
            self.count.refused[refusal.rule] += 1
            if must:
                raise AssertionError(
                    f"seed {self.seed}: legal order {text!r} of seat {seat} was refused: {refusal}"
                ) from refusal
            return
        self.steps.append((seat, text))
        for order in line.orders:
            self.count.accepted[type(order).__name__] += 1
        self.count.refused.update(one.rule for one in events if isinstance(one, Refused))
        entry = LogEntry(len(match.links), match.head, seat, text, line.orders, events)
        match.append(entry)


def _at(order: Any) -> Any:
    """A deployment, looked at like a move to its cell."""

    class Goal:
        to = order.at

    return Goal


def is_pass(order: Order) -> bool:
    """Does it only hand over?"""
    return isinstance(order, EndPhase)
