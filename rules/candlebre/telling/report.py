"""What is told of an event: its sentence, and the luck of its dice."""

from collections.abc import Callable, Sequence
from typing import assert_never

from rules.candlebre import events as ev
from rules.candlebre.court.espionage import is_success
from rules.candlebre.naming import name_of, names_of
from rules.candlebre.state import D6, D20, State
from rules.candlebre.telling.view import (
    card_words,
    killed_and_captured,
    leaders_text,
    long,
    offer_words,
)
from rules.candlebre.units import Tally
from rules.candlebre.war.movement import CAUGHT
from rules.candlebre.war.tiers import is_hit
from rules.candlebre.words import building_words, plurals, side_name
from rules.display.acts import Phrases, told_by
from rules.line.events import Event, Overridden, Rolled, SharedEvent
from rules.line.said import Words
from rules.numbers.luck import Fallen, Thrown, thrown

# CB-BOARD-6: sentences for every event, in the same words for everybody (CB-SCOPE-3).


Sentences = tuple[str, ...]


def report(event: Event, before: State) -> tuple[str, ...]:
    """CB-DICE-2: what happened, with every die and number; nothing for what needs no words."""
    return CHAPTERS[type(event)](event, before)


def opening(event: ev.ValuesFound | ev.MapLaid, before: State) -> Sentences:
    """CB-MAP-5, CB-MAP-7: values from dice, another map with its warnings."""
    match event:
        case ev.ValuesFound(values, faces):
            if not faces:
                return ()
            found = zip(before.sites, faces, values, strict=True)
            told = ", ".join(f"{site.code} {face} = {value}" for site, face, value in found)
            return (f"province values: {told}",)
        case ev.MapLaid(sites, warnings):
            laid = f"GM: another map, {len(sites)} provinces"
            return (laid, *(f"warning, {rule}: {what}" for rule, what in warnings))
        case _:
            assert_never(event)


PHRASES = Phrases(
    called=side_name,
    listing=" and ".join,
    phase="phase: {phase}",
    agreed="{seat} accepts the draw",
    declined="the draw is declined",
    lapsed="the draw offer lapses",
    won="{winners} wins: {how}",
    drawn="Draw: {how}",
    ruled='GM: rule "{text}"',
    refused="refused: {rule}: {why}",
    overridden="GM: set {attribute} {value}",
    dice="GM: next dice {faces}",
    between=" ",
    no_dice="",
)


def shared(event: SharedEvent, before: State) -> Sentences:
    """CB-WIN-1, CB-WIN-3, CB-WIN-5: draws, who has won, and what every system has."""
    if isinstance(event, Overridden) and event.attribute == "turn":
        return (f"GM: set turn {side_name(int(event.value))}",)
    return PHRASES.of(event)


def with_leaders(units: Tally, leaders: tuple[int, ...]) -> str:
    """`3 infantry, 1 archer and GL1`."""
    if not leaders:
        return long(units)
    led = leaders_text(leaders)
    return f"{long(units)} and {led}" if any(units) else led


def losses(event: ev.LossesTaken) -> str:
    """CB-BOARD-6: `army 2 loses 1 infantry, 2 cavalry captured`."""
    lost = killed_and_captured(event.killed.tally, event.captured.tally)
    return f"{side_name(event.seat)} loses {lost}" if lost else ""


def gone(event: ev.Revolted, before: State) -> str:
    """CB-MERC-8: where the others go."""
    if not event.units.total and not event.leaders:
        return ""
    went = f"sent to {name_of(before, event.to)}" if event.to else "lost with it"
    return f"; {went}: {with_leaders(event.units.tally, event.leaders)}"


def new_techs(event: ev.TurnBegan) -> list[str]:
    """`M2`: the levels that come into force."""
    found = zip("MIE", event.levels, event.gained, strict=True)
    return [f"{letter}{level}" for letter, level, more in found if more]


def house_words(before: State, house: str) -> str:
    """`House Varlan, the Spear`."""
    played = before.lore.house(house)
    return f"{played.name}, {played.title}" if played else house


WORDS: Words = {
    "side": side_name,
    "sides": lambda seats: ", ".join(map(side_name, seats)),
    "both": lambda seats: " and ".join(map(side_name, seats)),
    "rolls": lambda rolls: ", ".join(f"{side_name(seat)} {face}" for seat, face in rolls),
    "force": long,
    "body": lambda units: long(units.tally) if units.total else "no unit",
    "party": lambda event: with_leaders(event.units.tally, event.leaders),
    "caught": lambda units: f"{sum(units)} caught{f' ({long(units)})' if any(units) else ''}",
    "losses": losses,
    "leaders": leaders_text,
    "plurals": plurals,
    "building": building_words,
    "offer": offer_words,
    "signed": lambda number: f"{number:+}",
    "number": lambda things: str(len(things)),
    "wins": lambda taken: "wins" if taken else "holds",
    "switch": lambda on: "on" if on else "off",
    "closed": lambda how: "void" if how == "eliminated" else str(how),
    "techs": lambda event: ", ".join(new_techs(event)),
}
"""What sentences of events name behind a colon."""


def words_of(before: State) -> Words:
    """The same, with provinces, Houses and cards by their names."""
    return {
        **WORDS,
        "place": lambda number: name_of(before, number),
        "places": lambda numbers: names_of(before, numbers),
        "house": lambda house: house_words(before, house),
        "card": lambda code: card_words(before, code),
        "gone": lambda event: gone(event, before),
    }


CHAPTERS = told_by(ev, opening, shared, words=words_of)
"""How every event of the system is told, by its type."""


# The dice of an order by what they could have brought: battle, withdrawal, missions, research.


def luck(state: State, events: Sequence[Event]) -> tuple[Thrown, ...]:
    """CB-HIT-2, CB-WDRAW-5, CB-ESP-7, CB-RES-5: each die against what it needed; a die that was
    rolled again counts both times.  Neutral towns have no luck of their own."""
    fallen, again, found = Fallen(), dict[str, list[Rolled]](), list[Thrown]()
    for event in events:
        match event:
            case Rolled():
                fallen.waiting.append(event)
            case ev.Rerolled(kind=kind):
                again.setdefault(kind, []).append(fallen.waiting.pop())
            case ev.Volley(seat=seat, attacking=attacking, kind=kind, need=need, rolls=rolls):
                dice = [*fallen.first(len(rolls)), *again.pop(kind, [])]
                what = "attack" if attacking else "defend"
                found += thrown(seat, what, dice, D20, hit_at(need))
            case ev.Withdrew(seat=seat, rolls=rolls):
                dice = fallen.last(len(rolls))
                found += thrown(seat, "withdrawal", dice, D20, lambda face: int(face > CAUGHT))
            case ev.MissionSent(seat=seat, need=need, guarded=False):
                found += thrown(seat, "missions", fallen.last(1), D20, succeeds_at(need))
            case ev.ResearchRolled(seat, _, faces):
                dice = fallen.last(len(faces))
                found += thrown(seat, "research, points", dice, D6, lambda face: face)
            case _:
                pass
    return tuple(one for one in found if one.seat)


def hit_at(need: int) -> Callable[[int], int]:
    """CB-HIT-2: what a face brings in battle."""
    return lambda face: int(is_hit(face, need))


def succeeds_at(need: int) -> Callable[[int], int]:
    """CB-ESP-7: what a face brings on a mission."""
    return lambda face: int(is_success(face, need))
