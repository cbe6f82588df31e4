"""RC-REP in few lines: a line of orders and what came of it, as chat and console say it."""

import re
from collections.abc import Callable, Sequence

from rules.display.acts import MANY, Act, Result, Sum, cells_in_ranges, in_ranges, lines_of
from rules.display.view import Line
from rules.line.events import Event, Rolled
from rules.line.orders import Order
from rules.rulescrusade.apply import apply
from rules.rulescrusade.events import GmActed, Picked
from rules.rulescrusade.state import State
from rules.rulescrusade.telling.fighting import fighting
from rules.rulescrusade.telling.moving import moving
from rules.rulescrusade.telling.seats import seats
from rules.rulescrusade.telling.teller import Teller

CHAPTERS: tuple[Callable[[Teller, Event], bool], ...] = (moving, fighting, seats)


def brief(
    state: State, orders: Sequence[Order], events: Sequence[Event], viewer: int | None
) -> tuple[Line, ...]:
    """RC-VIEW-1: the lines for one viewer; only events that he may know of are told."""
    teller = Teller(state, viewer, gm=any(isinstance(event, GmActed) for event in events))
    for event in events:
        if is_told(event, viewer):
            tell(teller, event)
        teller.now = apply(teller.now, event)
    teller.let_fall()
    acts = in_one(flat(teller.acts))
    if teller.refused:
        acts.append(Act(f"not done: {'; '.join(alike(teller.refused))}"))
    if teller.loaded and acts:
        thrown = [act for act in acts if any(one.text for one in act.sums)]
        (thrown or acts)[-1].suffix = " (loaded by the GM)"
    if teller.gm:
        for act in acts[:1]:
            act.prefix = "GM: "
    return lines_of(acts)


def is_told(event: Event, viewer: int | None) -> bool:
    """RC-VIEW-1: may this viewer know of it?"""
    known = event.known_to
    return known is None or viewer == 0 or viewer in known


def tell(teller: Teller, event: Event) -> None:
    """One event; dice are told with the roll that they belong to."""
    if isinstance(event, Rolled):
        pick(teller, event)
        return
    for chapter in CHAPTERS:
        if chapter(teller, event):
            return
    raise AssertionError(f"nothing is told of {type(event).__name__}")


def pick(teller: Teller, event: Rolled) -> None:
    """RC-DICE-6: a pick stands by itself; that of a card is told with the card."""
    teller.loaded = teller.loaded or (event.loaded and not isinstance(event, Picked))
    if event.die == "pick" and not isinstance(event, Picked):
        teller.here().sum(f"pick {event.face} ({event.why})")


REF = re.compile(r"([A-Z]{1,3}[0-9]+) ", re.ASCII)


def alike(reasons: list[str]) -> list[str]:
    """`O3-O5 have finished their activation`: the same reason is given once."""
    found: dict[str, list[str]] = {}
    for why in reasons:
        ref = REF.match(why)
        found.setdefault(why[ref.end() :] if ref else why, []).append(ref[1] if ref else "")
    return [
        f"{in_ranges(refs)} {rest if len(refs) == 1 else plural(rest)}" if refs[0] else rest
        for rest, refs in found.items()
    ]


def plural(rest: str) -> str:
    """What is said of one, said of several."""
    first, _, more = rest.partition(" ")
    verb = {"has": "have", "is": "are", "needs": "need", "moved": "moved"}.get(first, first)
    return f"{verb} {more}".replace(" its ", " their ")


TOGETHER = {
    **{"fires": "fire", "throws": "throw", "fights": "fight", "charges": "charge"},
    **{"strikes": "strike", "ambushes": "ambush", "dives": "dive", "latches": "latch"},
}
"""What several do."""


# --- acts of a kind -----------------------------------------------------------------------------


def flat(acts: list[Act]) -> list[Act]:
    """Several models that did the same: `M1-M3 move to 15,8-10`."""
    for act in acts:
        if act.items and not act.head:
            act.head = told_together(act)
    return acts


def told_together(act: Act) -> str:
    """`M1 moves to 15,8`, `M1-M3 move to 15,8-10`; `act.kind` is `moves to|move to`."""
    one, several = act.kind.split("|")
    who = in_ranges([ref for ref, _ in act.items])
    places = [where for _, where in act.items if where]
    verb = several if len(act.items) > 1 else one
    return " ".join(part for part in (who, verb, places_text(places)) if part)


def places_text(places: list[str]) -> str:
    """Cells in ranges; with more than cells among them, each with a comma."""
    if len(places) == 1:
        return places[0]
    cells = [place.split(",") for place in places]
    if all(len(cell) == 2 and all(part.isdecimal() for part in cell) for cell in cells):
        return cells_in_ranges([(int(row), int(column)) for row, column in cells])
    return "; ".join(dict.fromkeys(places))


def in_one(acts: list[Act]) -> list[Act]:
    """More than three attacks of a kind stand in one line, each with its dice."""
    found: list[list[Act]] = []
    for act in acts:
        same = found and act.kind and "|" not in act.kind and found[-1][0].kind == act.kind
        if same:
            found[-1].append(act)
        else:
            found.append([act])
    return [one for run in found for one in (run if len(run) <= MANY else [together(run)])]


def together(run: list[Act]) -> Act:
    """`M1-M4 fire Bolter: M1 on O1 R0 W1 = 1 against 1 · ...`."""
    actors = [ref for act in run for ref in act.actors]
    verb = " ".join(TOGETHER.get(word, word) for word in run[0].kind.split(" "))
    whole = Act(f"{in_ranges(actors)} {verb}", actors=tuple(actors))
    for act in run:
        name = " ".join(
            part
            for part in (", ".join(act.actors), "on" * bool(act.targets), ", ".join(act.targets))
            if part
        )
        for number, one in enumerate(act.sums or [Sum()]):
            who = [name] if number == 0 else one.who
            text = one.text if number else " ".join(t for t in (", ".join(one.who), one.text) if t)
            results = [Result(r.who, list(r.words), r.strong) for r in one.results]
            whole.sums.append(Sum(text, who, results, one.quiet))
    return whole
