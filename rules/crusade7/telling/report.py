"""What is told of an event: its sentence, every number explained, the luck of its dice."""

from collections.abc import Sequence
from typing import assert_never

from rules.crusade7 import events as ev
from rules.crusade7.events import Part, PsionicTested
from rules.crusade7.magic import PSIONIC_DIE, psionic_value
from rules.crusade7.sequence import average_text
from rules.crusade7.state import State, Unit
from rules.crusade7.telling.describe import modifiers_text, share_text, signed, until_text
from rules.display.acts import Phrases, told_by
from rules.display.words import listed
from rules.line import events
from rules.line.events import Event, Rolled
from rules.line.flow import seat_name
from rules.line.said import Words
from rules.numbers.arith import clamp, decimals
from rules.numbers.grid import Cell
from rules.numbers.luck import Fallen, Thrown, thrown

# Section 10.5: one sentence for each event, with its arithmetic.


Sentences = tuple[str, ...]


def report(event: events.Event, before: State, viewer: int | None) -> tuple[str, ...]:
    """What a viewer is told of an event; nothing if it is another seat's secret."""
    if is_secret(event, before, viewer):
        return ()
    return CHAPTERS[type(event)](event, before)


def is_secret(event: events.Event, before: State, viewer: int | None) -> bool:
    """C7-SETUP-8: is this viewer not to know of the event?"""
    known = known_to(event, before)
    return known is not None and viewer != 0 and viewer not in known


def known_to(event: events.Event, before: State) -> tuple[int, ...] | None:
    """C7-SETUP-8: what concerns one army stays with its seat and the GM until both are ready."""
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


def _attack(event: ev.AttackResolved, before: State) -> Sentences:
    """C7-REP-1: `L1 Gladius on P1: AC 18 - ATK 5 = 13, 40%, 9 -> 4`."""
    high, low = ("AC", "ATK") if event.versus == "AC" else ("DC", event.versus)
    unhurt = " (immune)" if event.listed and not event.sum[0] else ""
    return (
        f"{event.attacker} {event.attack} on {event.target}: "
        f"{high} {event.high} - {low} {event.low} = {event.high - event.low}, "
        f"{share_text(event.share)}, {event.listed} -> {event.damage}{unhurt}{_by(event.cause)}",
    )


def _damaged(event: ev.Damaged, before: State) -> Sentences:
    """C7-REP-2: `P1 takes 4 damage, HP 27 -> 23`."""
    harm = f"{event.unit} takes {event.damage} damage, HP {event.before} -> {event.after}"
    return (harm + _by(", ".join(part for part in (event.damage_type, event.cause) if part)),)


def _shield(event: ev.ShieldBroken, before: State) -> Sentences:
    """C7-ATTR-4."""
    lost = f"AC {event.ac + event.loss} -> {event.ac}, armour {event.armour or 'none'}"
    return (f"{event.unit} loses its shield: {lost}",)


def _morale_check(event: ev.MoraleTested, before: State) -> Sentences:
    """C7-REP-5: `L1 morale 12 vs DC 12: passed`."""
    result = "passed" if event.passed else "failed"
    return (f"{event.unit} morale {event.value} vs DC {event.dc}: {result}{_by(event.why)}",)


def _concentration(event: ev.ConcentrationTested, before: State) -> Sentences:
    """C7-REP-5: `HM1 concentration 17 vs DC 17: kept (Veil)`."""
    result = "kept" if event.kept else "lost"
    told = f"{event.unit} concentration {event.value} vs DC {event.dc}: {result} ({event.spell})"
    return (told,)


def _by(cause: str) -> str:
    return f" ({cause})" if cause else ""


def _denials(event: ev.DenialsLapsed, before: State) -> Sentences:
    """C7-PSI-10."""
    lapsed = ", ".join(f"{denier} of {target}" for denier, target in event.denials)
    return (f"Unused denials lapse: {lapsed}",)


def _spell_cast(event: ev.SpellCast, before: State) -> Sentences:
    """C7-SPELL-3: `HM1 casts Ward on L1 (level 1 slot, 3 left)`."""
    on = f" on {', '.join(event.targets)}" if event.targets else ""
    slot = f" (level {event.level} slot, {event.left} left)" if event.level else " (cantrip)"
    return (f"{event.unit} casts {event.spell}{on}{slot}",)


def _psionic_test(event: ev.PsionicTested, before: State) -> Sentences:
    """C7-REP-4: `PP1 Smite on L1: roll 9, value 5, charge 5: passed (denied by MS1)`."""
    on = f" on {', '.join(event.targets)}" if event.targets else ""
    result = "passed" if event.passed else "failed"
    denied = f" (denied by {event.denier})" if event.denier else ""
    return (
        f"{event.unit} {event.power}{on}: roll {event.die}, value {event.value}, "
        f"charge {event.charge}: {result}{denied}",
    )


def at(cell: Cell) -> str:
    """`5,12`."""
    return f"{cell[0]},{cell[1]}"


def cp(number: int) -> str:
    """`1 CP`."""
    return f"{number} CP"


def _setup(
    event: ev.FactionChosen | ev.Deployed | ev.UnitsBought | ev.BattleBegan, before: State
) -> Sentences:
    """Chapter 4."""
    match event:
        case ev.FactionChosen(seat, faction, subfaction):
            sub = f", subfaction {subfaction}" if subfaction not in ("", "none") else ""
            return (f"{seat_name(seat)} chooses {faction}{sub}",)
        case ev.Deployed(seat, places):
            where = ", ".join(f"{ref} at {at(cell)}" for ref, cell in places)
            return (f"{seat_name(seat)} deploys {where}",)
        case ev.UnitsBought(seat, detachment, units, _, gold, points):
            army = before.armies[seat]
            refs = ", ".join(unit.ref for unit in units)
            what = f"a {detachment} detachment" if detachment else "reinforcements"
            left = f"{army.gold - gold} gold and {cp(army.cp - points)} left"
            return (
                f"{seat_name(seat)} buys {what}: {refs} for {gold} gold and {cp(points)}; {left}",
            )
        case ev.BattleBegan(renamed):
            return ("The battle begins", *_renamed(renamed))
        case _:
            assert_never(event)


def _renamed(renamed: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """C7-SETUP-9: the references of army 2 that changed."""
    if not renamed:
        return ()
    return (f"army 2's references: {', '.join(f'{old} is now {new}' for old, new in renamed)}",)


def _round_over(event: ev.RoundEnded, before: State) -> Sentences:
    """C7-TURN-10."""
    losses = f"army 1 lost {event.lost[0]}, army 2 lost {event.lost[1]}"
    return (f"Round {event.round} is over: {event.killed} killed, {losses}",)


def _skipping(event: ev.SkippingTo, before: State) -> Sentences:
    """C7-TURN-8."""
    if not event.phase:
        return (f"{seat_name(event.seat)} no longer passes",)
    return (f"{seat_name(event.seat)} passes until round {event.round}, {event.phase} phase",)


def _order_of_play(event: ev.OrderOfPlay, before: State) -> Sentences:
    """C7-REP-6: `Round 2, fight phase: army 1 first (4 / 3.50)`."""
    one, two = (average_text(average) for average in event.averages)
    tie = ""
    if event.alternated:
        tie = ", a tie of the same place in the chart: they alternate"
    elif event.place:
        tie = f", a tie: place {event.place} of the chart"
    return (
        f"Round {event.round}, {event.phase} phase: {seat_name(event.first)} first "
        f"({one} / {two}){tie}",
    )


PHRASES = Phrases(turn="{seat} to act")


def _shared(event: events.SharedEvent, before: State) -> Sentences:
    """Events of every system; a die that was rolled is told with what it was rolled for."""
    if isinstance(event, events.Rolled) and event.loaded:
        return (f"{event.die} shows {event.face}, loaded by the GM ({event.why})",)
    if isinstance(event, events.TurnPassed) and not before.second_turn:
        return ()
    return PHRASES.of(event)


MANNERS = {
    "normal": "moves",
    "advance": "advances",
    "fall back": "falls back",
    "charge": "charges",
}


def _moved(event: ev.Moved, before: State) -> Sentences:
    """C7-REP-3: `L1 moves to 5,8 (3.00 -> 3)`."""
    on = "" if event.last else " on its way"
    verb = MANNERS.get(event.manner, event.manner)
    return (f"{event.unit} {verb} to {at(event.to)} ({event.length} -> {event.rounded}){on}",)


def _put_out(event: ev.Disembarked, before: State) -> Sentences:
    """C7-TRANS-7, C7-TRANS-10."""
    how = "is put out of" if event.forced else "disembarks from"
    return (f"{event.unit} {how} {event.transport} to {at(event.to)}",)


def _tactic_used(event: ev.TacticUsed, before: State) -> Sentences:
    """C7-TAC-2: `army 1 uses Testudo on L1 (1 CP, 3 left): L1, L2`."""
    how = "with" if event.waits else "on"
    unit = f" {how} {event.unit}" if event.unit else ""
    attack = f" {event.attack}" if event.attack else ""
    reached = f": {', '.join(event.targets)}" if event.targets else ""
    waits = ", waits for its moment" if event.waits else ""
    return (
        f"{seat_name(event.seat)} uses {event.tactic}{unit}{attack} "
        f"({cp(event.cp)}, {event.left} left){waits}{reached}",
    )


def _unit_put(event: ev.UnitPut, before: State) -> Sentences:
    """Section 6.3: a new unit of the GM's."""
    unit = event.unit
    return (f"The GM puts {before.block(unit).name} {unit.ref} for {_where(unit)}",)


def _painted(event: ev.TerrainPainted, before: State) -> Sentences:
    """Section 6.3: one cell, or a rectangle."""
    until = "" if event.start == event.end else f" to {at(event.end)}"
    return (f"The GM makes the ground {event.terrain} at {at(event.start)}{until}",)


def _where(unit: Unit) -> str:
    army = seat_name(unit.seat)
    if unit.at is not None:
        return f"{army} at {at(unit.at)}"
    return f"{army} in {unit.inside}" if unit.inside else f"{army} in reserve"


def _imported(event: ev.DataImported, before: State) -> Sentences:
    """C7-UNIT-11."""
    library = event.library
    told = f"The GM imports {', '.join(library.names) or 'nothing'}"
    left = listed(library.left_to_gm)
    if not left:
        return (told,)
    return (f"{told}; it is for the GM to say what comes of {left} (C7-EFF-15)",)


WORDS: Words = {"until": until_text, "modifiers": modifiers_text}

CHAPTERS = told_by(
    ev,
    *(_setup, _order_of_play, _round_over, _skipping, _shared, _moved, _put_out),
    *(_attack, _damaged, _shield, _morale_check, _concentration),
    *(_denials, _spell_cast, _psionic_test, _tactic_used, _unit_put, _painted, _imported),
    words=WORDS,
)
"""How every event of the system is told, by its type."""


# An event unfolded: the formula, every part with its source and rule, the dice, the rounding.


def why(event: Event, before: State) -> tuple[str, ...]:
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
        case ev.Damaged(_, damage, low, high):
            return (f"HP {low} - {damage} = {high} (C7-STAT-2)",)
        case ev.Healed(_, hp, low, high):
            return (f"HP {low} + {hp} = {high}, at most the maximum (C7-STAT-2)",)
        case ev.ShieldBroken(_, loss, ac):
            return (f"AC {ac + loss} - {loss} = {ac}: 2 and the number of the shield (C7-ATTR-4)",)
        case Rolled(die, face, _, loaded):
            return (f"{die}: {face}, {'loaded by the GM' if loaded else 'drawn'}",)
    return ()


def _sum(name: str, value: int, parts: tuple[Part, ...]) -> str:
    """`ATK 9: +3 STR (C7-STAT-1), +2 PF (C7-STAT-1), advantage by Support (C7-TAC-7)`."""
    told = ", ".join(_part(part) for part in parts)
    edges = [part.edge for part in parts if part.edge]
    net = (1 in edges) - (-1 in edges)
    cancelled = "; advantage and disadvantage cancel (C7-STAT-4)" if edges and not net else ""
    return f"{name} {value}: {told}{cancelled}" if told else f"{name} {value}"


def _part(part: Part) -> str:
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
    """C7-ATK-3, C7-SAVE-5."""
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
    """C7-MOVE-6 to C7-MOVE-8."""
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
    own = before.options.get("morale") == "own"
    unit = before.find(event.unit)
    killed = before.armies[unit.seat].lost if own and unit else before.killed
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


# The dice of an order by what they could have brought: psychic tests, the only dice there are.


def luck(state: State, events: Sequence[Event]) -> tuple[Thrown, ...]:
    """C7-PSI-4: each die against the charge, with the modifiers of the test."""
    fallen, found = Fallen(), list[Thrown]()
    for event in events:
        if isinstance(event, Rolled):
            fallen.waiting.append(event)
        elif isinstance(event, PsionicTested) and event.unit in state.units:
            tested = event
            more = tested.value - psionic_value(tested.die, bool(tested.denier), 0, 0)

            def passes(face: int, test: PsionicTested = tested, more: int = more) -> int:
                return int(psionic_value(face, bool(test.denier), 0, more) >= test.charge)

            seat = state.units[tested.unit].seat
            found += thrown(seat, "psychic tests", fallen.last(1), PSIONIC_DIE, passes)
    return tuple(found)
