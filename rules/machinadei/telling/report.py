"""What is told of an event: its sentence, how its numbers came about, the luck of its dice."""

from collections.abc import Callable, Sequence

from rules.display.acts import SharedSentences, sentences, told_by
from rules.line.events import Event, PhaseBegan, Rolled, SharedEvent
from rules.line.flow import seat_name
from rules.line.said import Words
from rules.machinadei import events as ev
from rules.machinadei.fight.strike import ALL, NEEDED, NONE, hits_of, is_passed
from rules.machinadei.formation import wheel_cost
from rules.machinadei.orders import place
from rules.machinadei.statblock import Drill, signed
from rules.machinadei.state import D10, SEATS, Modifier, State, key
from rules.machinadei.telling.view import shape, shown
from rules.numbers.luck import Fallen, Thrown, thrown

# Section 7.10: sentences about what has happened.


def report(event: Event, before: State) -> tuple[str, ...]:
    """What everybody is told of an event (MD-INFO-1)."""
    return CHAPTERS[type(event)](event, before)


def faces(dice: tuple[int, ...]) -> str:
    """MD-REP-1: the dice in order, `-` when none were drawn."""
    return " ".join(map(str, dice)) or "-"


def need(number: int) -> str:
    """MD-REP-1: `3+`, `all` or `none`."""
    return {ALL: "all", NONE: "none"}.get(number, f"{number}+")


def modifier_text(modifier: Modifier) -> str:
    """`Attack-1`."""
    return f"{modifier.stat}{signed(modifier.amount)}"


PHRASES = SharedSentences(
    phase="Turn {round}, {phase} phase",
    turn="{seat} to act",
    won="The battle is over: {winners} wins ({how})",
    drawn="The battle is over: draw ({how})",
    refused="Refused, {rule}: {why}",
    dice="The GM loads dice: {faces}",
    between=" ",
    no_dice="-",
)


def _shared(event: SharedEvent | ev.PartBegan, before: State) -> tuple[str, ...]:
    """The sentence of an event that every system has."""
    if isinstance(event, PhaseBegan) and event.phase == "over":
        return ()
    return PHRASES.of(event)


def _shown(event: ev.Shown, before: State) -> tuple[str, ...]:
    """Section 6.12: the answer to a question."""
    return shown(before, event.what)


WORDS: Words = {
    "size": lambda of: "{width} x {height} cells, {points} points each".format(**dict(of)),
    "shape": shape,
    "sum": lambda event: str(event.die + event.casualties),
    "turned": lambda event: str(event.before + event.angle),
    "first": lambda spots: place(spots[0]),
    "need": need,
    "faces": faces,
    "needs": lambda needs: ", ".join(f"{ref} needs {least}+ ({n} hits)" for ref, least, n in needs),
    "shares": lambda shares: ", ".join(f"{amount} to {ref}" for ref, amount in shares),
    "rolls": lambda rolls: ", ".join(f"{name} {die}" for name, die in rolls),
    "modifier": modifier_text,
    "modifiers": lambda modifiers: ", ".join(map(modifier_text, modifiers)),
    "names": lambda blocks: ", ".join(block.name for block in blocks),
}
"""Formats that sentences of events use behind a colon, such as `{dice:faces}`."""


def words_of(before: State) -> Words:
    """`WORDS`, with the name of a unit's type in this state."""
    return {
        **WORDS,
        "type": lambda event: (event.profile or before.profiles[event.unit.profile]).name,
    }


CHAPTERS = told_by(ev, _shared, _shown, words=words_of)
"""How every event of the system is told, by its type."""


def summary(state: State, events: Sequence[Event]) -> tuple[str, ...]:
    """Models lost, units broken and gone, and the points, after these events of a phase."""
    lines = []
    for seat in SEATS:
        lost = {ref: 0 for ref, unit in state.units.items() if unit.seat == seat}
        broken, gone = [], []
        for event in events:
            match event:
                case ev.Struck(target=ref, lost=models) if key(ref) in lost and event.models:
                    lost[key(ref)] += models
                case ev.LeftPlay(ref, how, models) if key(ref) in lost:
                    lost[key(ref)] += models
                    gone.append(f"{ref} ({how})")
                case ev.Broke(ref) if key(ref) in lost:
                    broken.append(ref)
                case _:
                    pass
        told = [f"{state.units[ref].ref} {count}" for ref, count in lost.items() if count]
        parts = [f"models lost: {', '.join(told)}"] if told else []
        parts += [f"broken: {', '.join(broken)}"] if broken else []
        parts += [f"gone: {', '.join(gone)}"] if gone else []
        if parts:
            lines.append(f"{seat_name(seat)}: {'; '.join(parts)}")
    if not any(army.vp for army in state.armies.values()):
        return tuple(lines)
    points = ", ".join(
        f"{seat_name(seat)} {army.vp}" for seat, army in sorted(state.armies.items())
    )
    return (*lines, f"Points of losses: {points}")


# An event explained: the formula, every part with its source and rule, the dice, the rounding.


def why(event: Event, before: State) -> tuple[str, ...]:
    """How the numbers of an event came about; nothing if it has none."""
    match event:
        case ev.Struck():
            return (*_hits(event), *_wounds(event, before))
        case ev.Wheeled():
            return _wheel(event, before)
        case ev.Resolved():
            return _resolution(event)
    return sentences(event.WHY, event, WORDS)


def told(parts: tuple[ev.Part, ...]) -> str:
    """`+1 Mace (MD-HIT-4), -1 guard of Woad1 (MD-ABIL-2)`."""
    return ", ".join(f"{signed(part.amount)} {part.source} ({part.rule})" for part in parts)


def _hits(event: ev.Struck) -> tuple[str, ...]:
    """MD-HIT-2 to MD-HIT-6: how the number needed came about, and the hits."""
    if event.needed in (ALL, NONE):
        end = "all hit" if event.needed == ALL else "none hits"
        return (f"{event.tiers:+d} tiers: {end} (MD-HIT-2, MD-HIT-6)",)
    base = NEEDED[event.tiers]
    parts = f"; added to the roll: {told(event.to_hit)}" if event.to_hit else ""
    return (
        f"{event.tiers:+d} tiers: {base}+ (MD-HIT-2){parts}: {event.needed}+ (MD-HIT-5)",
        f"{event.hits} of {event.attacks} attacks hit",
    )


def _wounds(event: ev.Struck, before: State) -> tuple[str, ...]:
    """MD-WOUND-1 to MD-CAS-1: how hits became damage, wounds and models lost."""
    lines = [f"damage of a hit {event.damage}: {told(event.to_wound)} (MD-WOUND-1)"]
    total = f"{event.damage} x {event.hits} = {event.total} (MD-WOUND-2)"
    if event.tiers < 0:
        per = 5**-event.tiers
        total += f"; {per} damage a wound: {event.total // per} (MD-WOUND-3)"
    lines.append(total)
    target = before.units.get(key(event.target))
    if target is not None and event.wounds:
        left = f"it had {target.left} left (MD-WOUND-4)"
        lines.append(f"wounds {event.wounds}, {left}; models lost {event.lost} (MD-CAS-1)")
        if 2 * event.wounds >= target.left > event.wounds:
            lines.append(f"2 x {event.wounds} >= {target.left}: rout check (MD-ROUT-1)")
    return tuple(lines)


def _wheel(event: ev.Wheeled, before: State) -> tuple[str, ...]:
    """MD-WHEEL-3: the cost of a part of a wheel, C(q) - C(p)."""
    unit = before.units.get(key(event.unit))
    drilled = unit is not None and before.block(unit).has(Drill)
    low = wheel_cost(event.files, event.before, drilled)
    high = wheel_cost(event.files, event.before + event.angle, drilled)
    half = ", half for drill (MD-ABIL-1)" if drilled else ""
    whole = f"{event.files} files: {event.before + event.angle} degrees are {high}"
    return (f'{whole}", {event.before} were {low}": {event.cost}"{half} (MD-WHEEL-3)',)


def _resolution(event: ev.Resolved) -> tuple[str, ...]:
    """MD-CR-1 to MD-CR-4: the score of each seat."""
    return tuple(
        f"{seat_name(seat)}: {event.dealt[seat - 1]} wounds dealt "
        f"+ {event.ranks[seat - 1]} for ranks = {event.scores[seat - 1]} (MD-CR-1, MD-CR-3)"
        for seat in (1, 2)
    )


# The dice of an order, with what each face would have brought: hits, morale, arrivals.


def luck(state: State, events: Sequence[Event]) -> tuple[Thrown, ...]:
    """MD-HIT-5, MD-MORALE-2, MD-ROUT-3, MD-ABIL-6: each die against the number that it needed.

    The dice of an area attack count once, however many units they might hit.
    """
    fallen, found = Fallen(), list[Thrown]()
    for event in events:
        match event:
            case Rolled():
                fallen.waiting.append(event)
            case ev.Struck(unit, needed=number, dice=dice):
                hits = fallen.last(len(dice))
                found += thrown(seat_of(state, unit), "attack", hits, D10, at_least(number))
            case ev.AreaRolled(unit, dice=dice, needs=needs):
                least = min((number for _, number, _ in needs), default=NONE)
                hits = fallen.last(len(dice))
                found += thrown(seat_of(state, unit), "area", hits, D10, at_least(least))
            case ev.MoraleTested(unit, die, against) | ev.RoutChecked(unit, die, against) if die:
                passes = at_most(state, against)
                found += thrown(seat_of(state, unit), "morale", fallen.last(1), D10, passes)
            case ev.ArrivalRolled(unit, _, casualties, threshold):
                arrives = at_least(threshold - casualties + 1)
                found += thrown(seat_of(state, unit), "arrival", fallen.last(1), D10, arrives)
            case _:
                pass
    return tuple(one for one in found if one.seat and len(set(one.could)) > 1)


def at_least(number: int) -> Callable[[int], int]:
    """MD-HIT-5: a function that says how many hits a face brings when this number is needed."""
    return lambda face: hits_of((face,), number)


def at_most(state: State, against: int) -> Callable[[int], int]:
    """MD-MORALE-2: a function: 1 for a face that passes against this number, else 0."""
    return lambda face: int(is_passed(state, face, against))


def seat_of(state: State, ref: str) -> int:
    """The seat of a unit; 0 if the state does not have it, because it came in with this order."""
    unit = state.units.get(key(ref))
    return unit.seat if unit is not None else 0
