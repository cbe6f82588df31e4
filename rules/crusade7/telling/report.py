"""What is told of an event: its sentence, every number explained, the luck of its dice."""

from collections.abc import Sequence

from rules.crusade7 import events as ev
from rules.crusade7.magic import PSIONIC_DIE, psionic_value
from rules.crusade7.sequence import average_text, casualties
from rules.crusade7.state import State, Unit
from rules.crusade7.telling.describe import modifiers_text, share_text, signed, until_text
from rules.display.acts import SharedSentences, sentences, told_by
from rules.line import events
from rules.line.flow import seat_name
from rules.line.said import Words, text_of
from rules.numbers.arith import clamp, decimals
from rules.numbers.luck import Fallen, Thrown, thrown

# Section 10.5: one sentence for each event, with its arithmetic.


Sentences = tuple[str, ...]


def report(event: events.Event, before: State, viewer: int | None) -> tuple[str, ...]:
    """What a viewer is told of an event; nothing if it is another seat's secret."""
    if is_secret(event, before, viewer):
        return ()
    return CHAPTERS[type(event)](event, before)


def is_secret(event: events.Event, before: State, viewer: int | None) -> bool:
    """C7-SETUP-8: must the event be kept from this viewer?"""
    known = known_to(event, before)
    return known is not None and viewer != 0 and viewer not in known


def known_to(event: events.Event, before: State) -> tuple[int, ...] | None:
    """C7-SETUP-8: the seats that may know of an event besides the GM; None: everybody may.

    What concerns one army stays with its seat until both are ready.
    """
    if before.flow.phase != "setup" or isinstance(
        event, events.DrawOffered | events.DrawOfferClosed
    ):
        return None
    if isinstance(event, events.Refused):
        return ()
    seat = getattr(event, "seat", None)
    unit = getattr(event, "unit", None)
    if isinstance(unit, str):
        unit = before.find(unit)
    if isinstance(unit, Unit):
        seat = unit.seat
    return None if seat is None else (seat,)


PHRASES = SharedSentences(turn="{seat} to act")


def _shared(event: events.SharedEvent, before: State) -> Sentences:
    """Events of every system; a die that was rolled is told with what it was rolled for."""
    if isinstance(event, events.Rolled) and event.loaded:
        return (f"{event.die} shows {event.face}, loaded by the GM ({event.why})",)
    if isinstance(event, events.TurnPassed) and not before.second_turn:
        return ()
    return PHRASES.of(event)


MANNERS = {"normal": "moves", "advance": "advances", "fall back": "falls back", "charge": "charges"}


WORDS: Words = {
    "until": until_text,
    "modifiers": modifiers_text,
    "share": share_text,
    "difference": lambda event: str(event.high - event.low),
    "immune": lambda event: " (immune)" if event.listed and not event.sum[0] else "",
    "old ac": lambda event: str(event.ac + event.loss),
    "denials": lambda pairs: ", ".join(f"{denier} of {target}" for denier, target in pairs),
    "references": lambda units: ", ".join(unit.ref for unit in units),
    "places": lambda places: ", ".join(f"{ref} at {row},{col}" for ref, (row, col) in places),
    "renamed": lambda pairs: ", ".join(f"{old} is now {new}" for old, new in pairs),
    "manner": lambda manner: str(MANNERS.get(manner, manner)),
    "as far as": lambda event: "" if event.start == event.end else f" to {text_of(event.end)}",
    "averages": lambda averages: " / ".join(map(average_text, averages)),
}
"""The formatters that sentences of events name behind a colon."""


def words_of(before: State) -> Words:
    """`WORDS`, and the formatters that need the state before the event."""
    return {
        **WORDS,
        "type": lambda event: before.block(event.unit).name,
        "left": lambda event: left_words(before, event),
    }


def left_words(before: State, event: ev.UnitsBought) -> str:
    """C7-GOLD-1, C7-CP-2: `120 gold and 3 CP`."""
    army = before.armies[event.seat]
    return f"{army.gold - event.gold} gold and {army.cp - event.cp} CP"


CHAPTERS = told_by(ev, _shared, words=words_of)
"""How every event of the system is told, by its type."""


# An event explained: the formula, every part with its source and rule, the dice, the rounding.


def why(event: events.Event, before: State) -> tuple[str, ...]:
    """How the numbers of an event came about; nothing if it has none."""
    match event:
        case ev.AttackResolved():
            return (*_shares(event), *_damage(event))
        case ev.Moved():
            return _move(event)
        case ev.PsionicTested():
            return _psionic(event)
        case ev.ConcentrationTested(unit, _, value, dc, _, parts):
            return (
                _sum(f"{unit} concentration", value, parts),
                f"DC {dc}: 10 + half the damage, rounded half up (C7-CONC-2)",
                f"kept if {value} is at least {dc}",
            )
        case ev.MoraleTested():
            return _morale(event, before)
        case ev.OrderOfPlay():
            return _initiative(event)
    return sentences(event.WHY, event, WORDS)


def _sum(name: str, value: int, parts: tuple[ev.Part, ...]) -> str:
    """`ATK 9: +3 STR (C7-STAT-1), +2 PF (C7-STAT-1), advantage by Support (C7-TAC-7)`."""
    told = ", ".join(_part(part) for part in parts)
    edges = [part.edge for part in parts if part.edge]
    net = (1 in edges) - (-1 in edges)
    cancelled = "; advantage and disadvantage cancel (C7-STAT-4)" if edges and not net else ""
    return f"{name} {value}: {told}{cancelled}" if told else f"{name} {value}"


def _part(part: ev.Part) -> str:
    rule = f" ({part.rule})" if part.rule else ""
    if part.edge:
        return f"{'advantage' if part.edge > 0 else 'disadvantage'} by {part.source}{rule}"
    amount = f"{signed(part.amount)} " if part.amount else ""
    return f"{amount}{part.source}{rule}"


def _shares(event: ev.AttackResolved) -> tuple[str, ...]:
    """C7-ATK-1 to C7-ATK-3, C7-SAVE-1 to C7-SAVE-6: from the two numbers to the percentage."""
    difference = event.high - event.low
    share = share_text(event.share)
    if event.versus == "AC":
        held = clamp(difference, 1, 20)
        return (
            _sum("AC", event.high, event.high_parts),
            _sum("ATK", event.low, event.low_parts),
            f"difference {event.high} - {event.low} = {difference}{_held(difference, held, 20)}",
            f"105 - 5 x {held} = {share} (C7-ATK-2)",
        )
    return (
        _sum("DC", event.high, event.high_parts),
        _sum(event.versus, event.low, event.low_parts),
        *_throw(event, difference, share),
    )


def _throw(event: ev.AttackResolved, difference: int, share: str) -> tuple[str, ...]:
    if event.save_type == 3:
        return (f"Type 3: {event.low} + 10 against {event.high}: {share} (C7-SAVE-4)",)
    helpless = any(part.rule == "C7-COND-6" for part in event.low_parts)
    held = 21 if helpless else clamp(difference, 1, 21)
    x = f"x = {event.high} - {event.low} = {difference}"
    x += " counts as 21 (C7-COND-6)" if helpless else _held(difference, held, 21)
    if event.save_type == 1:
        return (x, f"Type 1: 47.5 + 2.5 x {held} = {share} (C7-SAVE-2)")
    return (x, f"Type 2: 5 x {held} - 5 = {share} (C7-SAVE-3)")


def _held(difference: int, held: int, most: int) -> str:
    """C7-ATK-3, C7-SAVE-5: `, held to 20 (C7-ATK-3)` if the difference was limited."""
    rule = "C7-ATK-3" if most == 20 else "C7-SAVE-5"
    return "" if held == difference else f", held to {held} ({rule})"


def _damage(event: ev.AttackResolved) -> tuple[str, ...]:
    """C7-ATK-4, C7-ATK-5: the share of the damage, rounded once."""
    numerator, denominator = event.sum
    changes = "".join(f", {_part(part)}" for part in event.sum_parts)
    listed = f"damage {event.listed}{changes}: {average_text(event.sum)}"
    if event.listed and not numerator:
        return (listed, "immune: no damage (C7-DMG-5)")
    exact = decimals(numerator * event.share, denominator * 1000, 3)
    rounded = f"{average_text(event.sum)} x {share_text(event.share)} = {exact}"
    if event.damage == 1 and numerator * event.share * 2 < denominator * 1000:
        return (listed, f"{rounded}, at least 1 (C7-ATK-5)")
    return (listed, f"{rounded}, rounded half up {event.damage} (C7-ATK-4)")


def _move(event: ev.Moved) -> tuple[str, ...]:
    """C7-MOVE-6 to C7-MOVE-8: from where to where, and the length."""
    start, to = event.start, event.to
    down, across = abs(to[0] - start[0]), abs(to[1] - start[1])
    return (
        f"from {start[0]},{start[1]} to {to[0]},{to[1]}: {down} down, {across} across",
        f"length {event.length}, rounded {event.rounded} (C7-MOVE-6, C7-MOVE-8)",
    )


def _psionic(event: ev.PsionicTested) -> tuple[str, ...]:
    """C7-PSI-1, C7-PSI-4."""
    halved = f", halved and rounded up by {event.denier} (C7-PSI-9)" if event.denier else ""
    told = [
        f"{'advantage +2' if part.edge > 0 else 'disadvantage -2'} by {part.source}"
        if part.edge
        else f"{signed(part.amount)} {part.source}, by half"
        for part in event.parts
    ]
    lines = [f"die {event.die}{halved}"]
    if told:
        lines.append(f"{', '.join(told)} (C7-PSI-4)")
    if event.die in (1, 12):
        lines.append(f"the die shows {event.die}: 40 psychic damage to {event.unit} (C7-PSI-2)")
    lines.append(f"passed if {event.value} is at least the charge {event.charge} (C7-PSI-1)")
    return tuple(lines)


def _morale(event: ev.MoraleTested, before: State) -> tuple[str, ...]:
    """C7-MORALE-2."""
    unit = before.find(event.unit)
    killed = casualties(before, unit.seat) if unit else before.killed
    return (
        _sum(f"{event.unit} morale", event.value, event.parts),
        f"DC 10 + {killed}/6 rounded half up = {event.dc} (C7-MORALE-2)",
        f"passed if {event.value} is at least {event.dc}",
    )


def _initiative(event: ev.OrderOfPlay) -> tuple[str, ...]:
    """C7-INIT-2, C7-INIT-5, C7-INIT-6."""
    lines = []
    for seat, mean in enumerate(event.averages, start=1):
        lines.append(f"{seat_name(seat)}: {mean[0]}/{mean[1]} = {average_text(mean)} (C7-INIT-2)")
    if event.place:
        lines.append(f"a tie: {seat_name(event.first)} holds place {event.place} (C7-INIT-5)")
    if event.alternated:
        lines.append("both hold the same place: they alternate, army 1 first (C7-INIT-6)")
    return tuple(lines)


# How lucky the dice were: psychic tests, the only dice there are.


def luck(state: State, passed: Sequence[events.Event]) -> tuple[Thrown, ...]:
    """C7-PSI-4: each die against the charge, with the modifiers of the test."""
    fallen, found = Fallen(), list[Thrown]()
    for event in passed:
        if isinstance(event, events.Rolled):
            fallen.waiting.append(event)
        elif isinstance(event, ev.PsionicTested) and event.unit in state.units:
            tested = event
            more = tested.value - psionic_value(tested.die, bool(tested.denier), 0, 0)

            def passes(face: int, test: ev.PsionicTested = tested, more: int = more) -> int:
                return int(psionic_value(face, bool(test.denier), 0, more) >= test.charge)

            seat = state.units[tested.unit].seat
            found += thrown(seat, "psychic tests", fallen.last(1), PSIONIC_DIE, passes)
    return tuple(found)
