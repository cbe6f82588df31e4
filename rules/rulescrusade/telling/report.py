"""The sentences of events, the explanation of their numbers, and the luck of the dice."""

from collections.abc import Sequence

from rules.display.acts import SharedSentences, in_ranges, sentences, told_by
from rules.display.words import counted
from rules.line.events import Ended, Event, Rolled
from rules.line.flow import seat_name
from rules.line.said import Words, filled
from rules.numbers.luck import Fallen, Thrown, thrown
from rules.rulescrusade import events as ev
from rules.rulescrusade.checks import COLOURS
from rules.rulescrusade.field.terrain import relief, sector_text
from rules.rulescrusade.sheets import MISHAPS
from rules.rulescrusade.state import Spot, State
from rules.rulescrusade.telling.teller import faces_text

NAMES = {"R": "red dice, points", "W": "white dice, points"}


def luck(state: State, events: Sequence[Event]) -> tuple[Thrown, ...]:
    """RC-DICE-1, RC-DICE-2: the points of every die that a seat rolled, rerolls included."""
    fallen, found = Fallen(), list[Thrown]()
    colours = {die.name: colour for colour, die in COLOURS.items()}
    for event in events:
        if isinstance(event, Rolled) and event.die in colours:
            fallen.waiting.append(event)
        elif isinstance(event, ev.Cast | ev.Rerolled):
            ref = event.ref if isinstance(event, ev.Cast) else event.whose
            count = len(event.faces) if isinstance(event, ev.Cast) else 1
            unit = state.units.get(ref.upper())
            for die in fallen.last(count):
                colour = colours[die.die]
                if unit is not None and unit.seat:
                    kind = COLOURS[colour]
                    found += thrown(unit.seat, NAMES[colour], [die], kind, lambda face: face)
    return tuple(found)


# RC-REP: the sentences of each event, as a viewer may read them (RC-VIEW-1, RC-VIEW-2).


Sentences = tuple[str, ...]


def report(event: Event, before: State, viewer: int | None) -> tuple[str, ...]:
    """The sentences of an event for a viewer; none if it is another seat's secret."""
    return CHAPTERS[type(event)](event, before) if is_told(event, viewer) else ()


def is_told(event: Event, viewer: int | None) -> bool:
    """RC-VIEW-1: may this viewer know of the event?"""
    known = event.known_to
    return known is None or viewer == 0 or viewer in known


PLACED = {
    "jump": "jumps to",
    "dive": "dives to",
    "climb": "climbs to",
    "scrabble": "scrabbles to",
    "teleport": "teleports to",
    "telekinesis": "is moved to",
    "drag": "is dragged to",
    "body": "is carried to",
    "back": "steps back to",
    "gm": "is put at",
    "throw": "thrown to",
    "knock": "knocked to",
    "fall": "lands at",
}
"""RC-REP-4: the verbs for coming to another place without walking, by `Placed.manner`."""


def spot_text(state: State, spot: Spot) -> str:
    """`5,12`, `4,5 inside B1.1`, `4,5 on the roof of B1`."""
    cell = (spot[0], spot[1])
    at = f"{cell[0]},{cell[1]}"
    sector = relief(state.ground).sector_at(cell) if state.ground.holds(cell) else ""
    if not sector:
        return at
    return f"{at} inside {sector}" if spot[2] else f"{at} on the roof of {sector.split('.')[0]}"


def inches_text(number: int) -> str:
    """`1 inch`, `2 inches`."""
    return counted(number, "inch", "inches")


AT = ("fires", "rapid fires", "throws", "snap fires", "volleys", "fires both pistols")
"""Kinds of attack whose sentence names the weapon before the targets."""

RESULTS = {"won": "wins", "lost": "loses", "tie": "a tie"}


def _in_brackets(*texts: str) -> str:
    """` (dice 4, range -1; armour 1)`, or nothing."""
    told = "; ".join(text for text in texts if text)
    return f" ({told})" if told else ""


def _set_out(event: ev.Attacked, before: State) -> Sentences:
    """`M1 fires Bolter at O2`, `M1 fights O2 with Knife`."""
    return (f"{event.ref} {attack_text(event, event.how, event.weapon)}",)


def attack_text(event: ev.Attacked, verb: str, weapon: str) -> str:
    """`fires Bolter at O2`, `fights O2 with Knife`."""
    whom = ", ".join(event.targets)
    words = (verb, whom, f"with {weapon}" if weapon else "")
    if event.how in AT:
        words = (verb, weapon, f"at {whom}" if whom else "")
    return " ".join(word for word in words if word)


NAMED = {"ko": "knocked out", "lastattack": "at its last attack"}
"""Conditions that have another name in a sentence."""


def _roll_off(event: ev.RolledOff, before: State) -> Sentences:
    """RC-DICE-9: every roll, then who won."""
    rolls = tuple(
        f"{seat_name(seat)} rolls {faces_text(faces)} = {total}"
        for seat, faces, total in event.rolls
    )
    return (*rolls, f"{seat_name(event.winner)} wins the roll-off ({event.purpose})")


def parts_text(parts: ev.Parts) -> str:
    """`dice 4, range -1`."""
    return ", ".join(f"{name} {amount}" for name, amount in parts)


PHRASES = SharedSentences(resigned="")


def _shared(event: ev.CommonEvent, before: State) -> Sentences:
    """Events of every system; red and white dice are told by the roll that they belong to."""
    if isinstance(event, Rolled) and event.die == "pick":
        loaded = ", loaded by the GM" if event.loaded else ""
        return (f"pick {event.face}{loaded} ({event.why})",)
    return PHRASES.of(event)


WORDS: Words = {
    "army": seat_name,
    "cell": lambda spot: f"{spot[0]},{spot[1]}",
    "comes": lambda manner: PLACED.get(manner, "goes to"),
    "inches": inches_text,
    "refs": lambda units: ", ".join(unit.ref for unit in units),
    "points": lambda number: counted(number, "point"),
    "cards": lambda number: counted(number, "card"),
    "number": lambda things: str(len(things)),
    "done": lambda stage: "infiltrated" if stage == "infiltrate" else "deployed",
    "condition": lambda name: NAMED.get(name) or str(name),
    "faces": faces_text,
    "outcome": lambda success: "succeeds" if success else "fails",
    "bracketed": lambda parts: _in_brackets(parts_text(parts)),
    "parts": parts_text,
    "shot": lambda shot: _in_brackets(parts_text(shot.parts), parts_text(shot.value_parts)),
    "fight": lambda blow: _in_brackets(parts_text(blow.parts), parts_text(blow.against_parts)),
    "result": lambda result: RESULTS.get(result) or str(result),
    "of whom": lambda event: f" of {event.whose}" if event.whose != event.ref else "",
    "loses": lambda hits: f"loses {hits}" if hits >= 0 else f"gets {-hits} back",
    "softer": lambda fall: f", counted as {fall.counted}" if fall.counted != fall.inches else "",
    "blanks": lambda number: counted(number, "blank"),
    "cells": lambda cells: counted(len(cells), "cell"),
    "models": lambda units: in_ranges([unit.ref for unit in units]),
    "labels": in_ranges,
    "before": lambda event: str(event.left + event.hits),
    "fails": lambda effect: MISHAPS.get(effect, f"fails ({effect})"),
    "then": lambda seats: ", then ".join(map(seat_name, seats)),
}
"""The words that `SAYS` and `SHORT` of events name after a colon."""


def words_of(before: State) -> Words:
    """`WORDS` and those that need the state, such as the names of places."""
    return {
        **WORDS,
        "spot": lambda spot: spot_text(before, spot),
        "sector": lambda ref: sector_text(before.ground, ref),
        "with it": lambda ref: _collapse(before, ref),
        "spent": lambda spent: f"; {spent_text(before, spent)}",
    }


def spent_text(state: State, spent: int) -> str:
    """`24 of 50 points spent`."""
    budget = state.rules.budget
    return f"{spent} of {budget} points spent" if budget else f"{spent} points spent"


def _collapse(before: State, sector: str) -> str:
    """RC-BLDG-17: `: all of B1 collapses`, if the sector is the whole building."""
    whole = sector_text(before.ground, sector)
    return f": all of {whole} collapses" if whole != sector else ""


CHAPTERS = told_by(ev, _roll_off, _set_out, _shared, words=words_of)
"""What tells each event of the system, by its type."""


# The numbers of an event explained: formula, parts and rules.


def sum_text(parts: ev.Parts) -> str:
    """` = 4 dice - 1 range`; nothing for a total without parts."""
    if not parts:
        return ""
    (name, amount), *rest = parts
    more = "".join(f" {'-' if less < 0 else '+'} {abs(less)} {what}" for what, less in rest)
    return f" = {amount} {name}{more}"


FORMULAS: Words = {
    **WORDS,
    "sum": sum_text,
    "above value": lambda shot: str(shot.total - shot.value),
    "above against": lambda blow: str(blow.total - blow.against),
    "amount before": lambda event: str(event.left + event.amount),
    "cost before": lambda event: str(event.left + event.cost),
    "less": lambda hits: f"+ {-hits}" if hits < 0 else f"- {hits}",
    "rule": lambda hits: "RC-CARD-5" if hits < 0 else "RC-DMG-2",
    "path": lambda path: " ".join(f"{spot[0]},{spot[1]}" for spot in path),
}
"""The words that `WHY` of events names after a colon."""


def why(event: Event, before: State) -> tuple[str, ...]:
    """Explain the numbers of an event, line by line; empty if it has none."""
    match event:
        case ev.Killed(ref, seat, points) | ev.WentDown(ref, seat, points):
            unit = before.find(ref)
            value = unit.value if unit is not None else 0
            whose = f"{points} of {value} go to {seat_name(seat)}" if seat else "nobody scores"
            return (f"damage of at least its hits, or a second graze (RC-DMG-2); {whose}",)
        case ev.RolledOff(_, rolls, _):
            return tuple(f"{seat_name(seat)}: 2R = {total} (RC-DICE-9)" for seat, _, total in rolls)
        case Ended(rule, termination, _):
            return (f"{rule}: {termination}",)
        case Rolled():
            return (f"{filled(event.WHY[0], event, FORMULAS)} (RC-DICE-5)",)
    return sentences(event.WHY, event, FORMULAS)
