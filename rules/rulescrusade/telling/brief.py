"""The brief report: a line of orders and what came of it, in a few lines."""

import re
from collections.abc import Sequence
from itertools import groupby

from rules.display.acts import (
    MANY,
    Act,
    Result,
    Sum,
    cells_in_ranges,
    in_ranges,
    lines_of,
    told_of_gm,
    told_together,
)
from rules.display.view import Line
from rules.line.chapters import by_type
from rules.line.events import Event, Rolled
from rules.line.orders import Order, of_several
from rules.line.said import filled
from rules.rulescrusade import events as ev
from rules.rulescrusade.apply import apply
from rules.rulescrusade.state import State
from rules.rulescrusade.telling import report
from rules.rulescrusade.telling.fighting import FIGHTING
from rules.rulescrusade.telling.report import PLACED, inches_text, is_told, spot_text
from rules.rulescrusade.telling.seats import SEATS
from rules.rulescrusade.telling.teller import Teller, with_parts

# Sections 7.1 to 7.6, told briefly: moving, hiding, being found, carrying, smoke.


MANNERS = ("moves", "runs", "charges", "slips", "climbs")
"""The verbs of moving; any other manner is told as `moves`."""

THROWN = ("knock", "throw", "fall", "drag", "hang", "rise", "body", "telekinesis")
"""Values of `Placed.manner` that are caused by somebody else."""

OWN_LEAPS = ("jumps", "dives", "scrabbles")


def _walking(teller: Teller, event: ev.Stepped | ev.Stopped | ev.PaidMove) -> None:
    match event:
        case ev.Stepped(ref):
            if ref not in teller.walks:
                teller.walks[ref] = teller.begin("", actors=(ref,), weak=True)
        case ev.Stopped(ref, at, why):
            act = teller.walks.pop(ref, None)
            told = why and why != "somebody was revealed"
            text = f"{ref} stops at {at[0]},{at[1]}" + (f": {why}" if told else "")
            if act is None:
                teller.begin(text, actors=(ref,))
            else:
                act.head, act.weak = text, False
        case ev.PaidMove(ref, cost, left, action):
            if action and not cost:
                teller.begin(f"{ref} takes an extra move, {left} left", actors=(ref,), weak=True)
            elif teller.current is None:
                inches = inches_text(cost)
                teller.begin(f"{ref} spends {inches}, {left} left", actors=(ref,), weak=True)


def _walked(teller: Teller, event: ev.Walked) -> None:
    """`M1 moves to 12,13 (6 inches, 1 left)`; for several models only the cells."""
    ref, place = event.ref, spot_text(teller.now, event.to)
    act = teller.walks.pop(ref, None)
    plain = event.manner if event.manner in MANNERS else "moves"
    inches = inches_text(event.cost)
    left = f", {event.left} left" if event.left else ""
    told = act is not None and (act.head or act.sums)
    if told and act is not None and act.head:  # it was stopped, and its cell is told
        act.head += f" ({inches}{left})"
        return
    if act is None:
        act = teller.begin("", actors=(ref,))
    act.weak, act.kind = False, f"{plain} to|{of_several(plain)} to"
    if plain == "charges":
        act.head = f"{ref} charges to {place} ({inches})"
        return
    before = teller.acts[teller.acts.index(act) - 1] if teller.acts[0] is not act else None
    act.items = [(ref, f"{place} ({inches}{left})")]
    alike = before is not None and before.kind == act.kind and before.items and not before.sums
    if before is not None and alike and not act.sums:
        shorter = ((who, where.partition(" (")[0]) for who, where in before.items)
        before.items = [*shorter, (ref, place)]
        before.actors = (*before.actors, ref)
        teller.acts.remove(act)
        teller.current = before


def _placing(teller: Teller, event: ev.Placed) -> None:
    """`M1 jumps to 5,6`; a move caused by another act is told as a result of that act."""
    ref, place = event.ref, spot_text(teller.now, event.to)
    told = f"{_came(event.manner)} {place}"
    if event.manner == "gm":
        teller.begin(f"{ref} at {spot_text(teller.now, event.origin)} → {place}", actors=(ref,))
    elif event.manner in THROWN and _others_doing(teller):
        _carried_along(teller, ref, told)
    elif event.manner == "fall":
        teller.begin("", actors=(ref,)).result(ref, told, strong=False)
    elif _goes_on(teller, ref):
        teller.here().head = f"{ref} {told}"
    else:
        teller.begin(f"{ref} {told}", actors=(ref,))


def _carried_along(teller: Teller, ref: str, word: str) -> None:
    """Tell where another act moved a model; of several steps only the last place."""
    act = teller.here()
    last = act.sums[-1].results[-1:] if act.sums else []
    if last and last[0].who == ref and last[0].words[-1].startswith("is dragged to"):
        last[0].words[-1] = word
    else:
        teller.result(ref, word, strong=False)


def _came(manner: str) -> str:
    """The verb for coming to another place: `jumps to`."""
    more = {"hang": "hangs down at", "rise": "rises at"}
    return more.get(manner) or PLACED.get(manner, "goes to")


def _goes_on(teller: Teller, ref: str) -> bool:
    """Is the current act a leap of this model?"""
    act = teller.current
    return act is not None and act.kind in OWN_LEAPS and ref in act.actors


def _tested(teller: Teller, event: ev.Tested) -> None:
    """`M2 jumps: R2 W1 = 3, needs 3: succeeds`."""
    dice = teller.dice_of((event.ref,)) or teller.all_dice()
    needs = f"needs {event.needs}" if event.needs else "needs all 0"
    text = f"{with_parts(dice, event.parts, event.total)}, {needs}"
    teller.turn_to(event.ref)
    head = f"{event.ref} {event.what}"
    act = teller.current
    if act is None or act.head != head or act.sums:
        act = teller.begin(head, event.what, actors=(event.ref,))
    act.sums.append(Sum(f"{text}: {'succeeds' if event.success else 'fails'}"))


def _hiding(
    teller: Teller, event: ev.Hid | ev.ChitScanned | ev.Dropped | ev.Acted | ev.Left
) -> None:
    match event:
        case ev.Hid(ref):
            teller.item("hides|hide", ref, "")
        case ev.ChitScanned(chit, model, kind):
            what = f"is {model} ({kind})" if model else "is nothing"
            if teller.current is None or not teller.current.head:
                teller.begin(f"{chit} is scanned", actors=(chit,))
            teller.result(chit, what)
        case ev.Dropped(ref, item):
            if _others_doing(teller):
                teller.result(ref, f"drops {item}", strong=False)
            else:
                teller.begin(f"{ref} drops {item}", actors=(ref,))
        case ev.Acted(ref, what):
            if what in ("extra move", "run"):
                teller.begin(f"{ref} acts: {what}", actors=(ref,), weak=True)
        case ev.Left(ref, why):
            if why == "removed":
                teller.begin("", actors=(ref,)).result(ref, "removed")
            elif why != "blank":
                gone = {"dissipates": "dissipates"}.get(why, f"is gone ({why})" if why else "gone")
                teller.result(ref, gone)


def _others_doing(teller: Teller) -> bool:
    """Is the current act something that can cause a drop or a displacement, such as an attack?"""
    act: Act | None = teller.current
    walking = act in teller.walks.values()
    return act is not None and (walking or (not act.weak and bool(act.head or act.sums)))


# RC-REP in a few lines: a line of orders and what came of it, for chat and console.


CHAPTERS = by_type(_walking, _walked, _placing, _tested, _hiding, *FIGHTING, *SEATS)
"""What tells the events that have no `SHORT` clause, by type."""


def brief(
    state: State, orders: Sequence[Order], events: Sequence[Event], viewer: int | None
) -> tuple[Line, ...]:
    """RC-VIEW-1: the brief report for one viewer, of the events that he may know of."""
    teller = Teller(state, gm=any(isinstance(event, ev.GmActed) for event in events))
    for event in events:
        if is_told(event, viewer):
            tell(teller, event)
        teller.now = apply(teller.now, event)
    teller.let_fall()
    acts = in_one(flat(teller.acts))
    if teller.refused:
        acts.append(Act(f"not done: {'; '.join(alike(teller.refused))}"))
    thrown = [act for act in acts if any(one.text for one in act.sums)]
    return lines_of(told_of_gm(acts, teller.gm, thrown if teller.loaded else None))


def tell(teller: Teller, event: Event) -> None:
    """Tell one event: by its `SHORT` clause, by its chapter, else as in the full report.

    Dice are told with the roll that they belong to.
    """
    ref = getattr(event, "ref", "")
    actors = (ref,) if ref else ()
    if isinstance(event, Rolled):
        pick(teller, event)
    elif event.SHORT is not None:
        for clause in filled(event.SHORT, event, report.words_of(teller.now)).split("\n"):
            shortly(teller, clause, actors)
    elif type(event) in CHAPTERS:
        CHAPTERS[type(event)](teller, event)
    else:
        for sentence in report.CHAPTERS[type(event)](event, teller.now):
            teller.begin(sentence, actors=actors)


def shortly(teller: Teller, clause: str, actors: tuple[str, ...]) -> None:
    """Tell a `SHORT` clause: `M1> **killed**` is a result of the current act, else a new act."""
    who, sign, word = clause.partition("> ")
    if sign:
        if teller.current is None and who:
            teller.begin("", actors=(who,))
        teller.result(who, word.strip("*"), strong=word.startswith("*"))
    elif clause:
        teller.begin(clause, actors=actors)


def pick(teller: Teller, event: Rolled) -> None:
    """RC-DICE-6: tell a pick by itself; the pick of a card is told with the card."""
    teller.loaded = teller.loaded or (event.loaded and not isinstance(event, ev.Picked))
    if event.die == "pick" and not isinstance(event, ev.Picked):
        teller.here().sum(f"pick {event.face} ({event.why})")


REF = re.compile(r"([A-Z]{1,3}[0-9]+) ", re.ASCII)


def alike(reasons: list[str]) -> list[str]:
    """Group equal reasons of refusals: `O3-O5 have finished their activation`."""
    found: dict[str, list[str]] = {}
    for why in reasons:
        ref = REF.match(why)
        found.setdefault(why[ref.end() :] if ref else why, []).append(ref[1] if ref else "")
    return [
        f"{in_ranges(refs)} {rest if len(refs) == 1 else plural(rest)}" if refs[0] else rest
        for rest, refs in found.items()
    ]


def plural(rest: str) -> str:
    """Put the rest of a sentence about one unit into the plural."""
    first, _, more = rest.partition(" ")
    verb = {"has": "have", "is": "are", "needs": "need", "moved": "moved"}.get(first, first)
    return f"{verb} {more}".replace(" its ", " their ")


TOGETHER = {
    **{"fires": "fire", "throws": "throw", "fights": "fight", "charges": "charge"},
    **{"strikes": "strike", "ambushes": "ambush", "dives": "dive", "latches": "latch"},
}
"""The verbs of attacks, for several models."""


# --- acts of a kind -----------------------------------------------------------------------------


def flat(acts: list[Act]) -> list[Act]:
    """Give acts of several models their head: `M1-M3 move to 15,8-10`."""
    for act in acts:
        if act.items and not act.head:
            act.head = told_together(act, places_text)
    return acts


def places_text(places: list[str]) -> str:
    """Join places: plain cells as ranges, others separated by semicolons."""
    if len(places) == 1:
        return places[0]
    cells = [place.split(",") for place in places]
    if all(len(cell) == 2 and all(part.isdecimal() for part in cell) for cell in cells):
        return cells_in_ranges([(int(row), int(column)) for row, column in cells])
    return "; ".join(dict.fromkeys(places))


def in_one(acts: list[Act]) -> list[Act]:
    """Join runs of more than `MANY` attacks of a kind into one act, each with its dice."""

    def alike(act: Act) -> object:
        return act.kind if act.kind and "|" not in act.kind else id(act)

    runs = [list(run) for _, run in groupby(acts, alike)]
    return [one for run in runs for one in (run if len(run) <= MANY else [together(run)])]


def together(run: list[Act]) -> Act:
    """Join acts of a kind: `M1-M4 fire Bolter: M1 on O1 R0 W1 = 1 against 1 · ...`."""
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
