"""Section 7.10: sentences about what has happened."""

from collections.abc import Sequence
from typing import assert_never

from rules.display.shared import Phrases
from rules.line.chapters import by_type
from rules.line.events import Event, PhaseBegan, SharedEvent
from rules.line.flow import seat_name
from rules.machinadei import events as ev
from rules.machinadei.fight.hits import ALL, NONE
from rules.machinadei.orders import place
from rules.machinadei.statblock import signed
from rules.machinadei.state import SEATS, State, key
from rules.machinadei.telling.view import shape, shown


def report(event: Event, before: State) -> tuple[str, ...]:
    """What everybody is told of an event (MD-INFO-1)."""
    return CHAPTERS[type(event)](event, before)


def faces(dice: tuple[int, ...]) -> str:
    """MD-REP-1: the dice in order, `-` when none were drawn."""
    return " ".join(map(str, dice)) or "-"


def need(number: int) -> str:
    """MD-REP-1: `3+`, `all` or `none`."""
    return {ALL: "all", NONE: "none"}.get(number, f"{number}+")


PHRASES = Phrases(
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
    """What can happen in every system."""
    if isinstance(event, PhaseBegan) and event.phase == "over":
        return ()
    return PHRASES.of(event)


def _coming(event: ev.ComingEvent, before: State) -> tuple[str, ...]:
    """How units come into the game and leave it."""
    match event:
        case ev.BattleCreated(options):
            size = dict(options)
            what = f"{size['width']} x {size['height']} cells, {size['points']} points each"
            return (f"A battle on {what}",)
        case ev.UnitEntered(unit, how, _, points):
            block = event.profile or before.profiles[unit.profile]
            where = "in reserve" if unit.waits else f"at {place(unit.position)}, {shape(unit)}"
            cost = f", {points} points" if how == "deployed" else ""
            who = f"{unit.ref} ({block.name}) {unit.models} models"
            return (f"{seat_name(unit.seat)}: {who} {how} {where}{cost}",)
        case ev.LeftPlay(unit, how, models):
            if how in ("fled", "cut down"):
                return ()
            return (f"{unit} is {how}" + (f", {models} models lost" if models else ""),)
        case ev.ArrivalRolled(unit, die, lost, threshold, arrives):
            end = "arrives" if arrives else "stays in reserve"
            sums = f"rolled {die} + {lost} casualties = {die + lost} against {threshold}"
            return (f"{unit} {sums}: {end}",)
        case ev.Arrived(unit):
            return (f"{unit.ref} enters at {place(unit.position)}",)
        case _:
            assert_never(event)


def _march(event: ev.MarchEvent, before: State) -> tuple[str, ...]:
    """The Move phase."""
    match event:
        case ev.Charged(unit, target, inches):
            return (f'{unit} charges {target} ({inches}")',)
        case ev.Advanced(unit, inches, _, at):
            return (f'{unit} advances {inches}" to {place(at)}',)
        case ev.Wheeled(unit, side, angle, done, cost):
            end = f", now at {place(event.at)} facing {event.facing}" if event.complete else ""
            return (f'{unit} wheels {side} {angle} ({done + angle} of 90) for {cost}"{end}',)
        case ev.Turned(unit, way, cost, _, facing):
            return (f'{unit} turns {way} for {cost}", now facing {facing}',)
        case ev.Reformed(unit, at, facing, files, ranks):
            where = f"at {place(at)} facing {facing}"
            return (f"{unit} reforms: {ranks} ranks x {files} files {where}",)
        case ev.Walked(unit, _, spots, _, _, spent):
            return (f'{unit} moves to {place(spots[0])}, {spent}" used',)
        case ev.Fled(unit, inches, direction, end):
            return (f'{unit} flees {inches}" {direction}' + (f" and {end}" if end else ""),)
        case _:
            assert_never(event)


def _fight(event: ev.FightEvent, before: State) -> tuple[str, ...]:
    """MD-REP-1, MD-REP-3, MD-REP-4."""
    match event:
        case ev.Struck():
            return (struck(event),)
        case ev.AreaRolled(unit, _, at, dice, needs):
            told = ", ".join(f"{ref} needs {number}+ ({hits} hits)" for ref, number, hits in needs)
            return (f"{unit} area attack at {place(at)}: dice {faces(dice)}; {told}",)
        case ev.DivisionAwaited(pending):
            return (f"{pending.unit} must allocate its hits",)
        case ev.HitsDivided(unit, shares):
            told = ", ".join(f"{hits} to {ref}" for ref, hits in shares)
            return (f"{unit} allocates hits: {told}",)
        case ev.DivisionLapsed(unit):
            return (f"The hits of {unit} lapse",)
        case ev.AttacksDivided(unit, shares, attacks):
            told = ", ".join(f"{amount} to {ref}" for ref, amount in shares)
            return (f"{unit} allocates of {attacks} attacks: {told}",)
        case ev.Acted():
            return ()
        case ev.RolledOff(rolls, first):
            told = ", ".join(f"{name} {die}" for name, die in rolls)
            return (f"Roll-off: {told}" + (f": {first} first" if first else ""),)
        case ev.Resolved(scores=scores, winner=winner):
            score = f"Combat resolution: {seat_name(1)} {scores[0]}, {seat_name(2)} {scores[1]}"
            if winner is None:
                return (score,)
            return (f"{score}: {f'{seat_name(winner)} wins' if winner else 'draw'}",)
        case _:
            assert_never(event)


def struck(event: ev.Struck) -> str:
    """MD-REP-1: the whole strike in one line."""
    return (
        f"{event.attacker} attacks {event.target}: attacks {event.attacks}, "
        f"needs {need(event.needed)}, dice {faces(event.dice)}, hits {event.hits}, "
        f"damage {event.damage}x{event.hits}={event.total}, wounds {event.wounds}, "
        f"models lost {event.lost}"
    )


def _nerve(event: ev.NerveEvent, before: State) -> tuple[str, ...]:
    """MD-REP-2."""
    match event:
        case ev.RoutChecked(unit, die, against, stands):
            if not die:
                return (f"{unit} checks rout: fearless, stands",)
            end = "stands" if stands else "routs"
            return (f"{unit} checks rout: rolled {die} against {against}: {end}",)
        case ev.MoraleTested(unit, die, against, holds):
            if not die:
                return (f"{unit} tests morale: fearless, holds",)
            end = "holds" if holds else "breaks"
            return (f"{unit} tests morale: rolled {die} against {against}: {end}",)
        case ev.Broke(unit, cause):
            return (f"{unit} is broken" + (f" by {cause}" if cause else ""),)
        case ev.Recovered(unit):
            return (f"{unit} is no longer broken",)
        case _:
            assert_never(event)


def _magic(event: ev.MagicEvent, before: State) -> tuple[str, ...]:
    """Effects and modifiers."""
    match event:
        case ev.EffectCast(unit, effect, target, left):
            on = f" on {target}" if target else ""
            uses = "" if left is None else f" ({left} uses left)"
            return (f"{unit} casts {effect}{on}{uses}",)
        case ev.Modified(unit, modifier):
            what = f"{modifier.stat}{signed(modifier.amount)} until turn {modifier.last}"
            return (f"{unit}: {what}",)
        case ev.ModifiersExpired(unit, modifiers):
            told = ", ".join(f"{one.stat}{signed(one.amount)}" for one in modifiers)
            return (f"{unit}: {told} ends",)
        case _:
            assert_never(event)


def _sequence(event: ev.SequenceEvent, before: State) -> tuple[str, ...]:
    """Who is first, and the answers to questions."""
    match event:
        case ev.FirstChosen(seat):
            return (f"{seat_name(seat)} is first",)
        case ev.Shown(what):
            return shown(before, what)
        case ev.MarksCleared() | ev.PartSkipped():
            return ()
        case _:
            assert_never(event)


def _gm(event: ev.GMEvent, before: State) -> tuple[str, ...]:
    """What the GM has set."""
    match event:
        case ev.UnitRemoved(unit):
            return (f"The GM removes {unit}",)
        case ev.UnitPlaced(unit, at):
            return (f"The GM moves {unit} to {place(at)}",)
        case ev.UnitChanged(unit, attribute, value):
            return (f"The GM sets {unit.ref} {attribute}: {value}",)
        case ev.ArmyChanged(seat, attribute, _, value):
            return (f"The GM sets {attribute} of {seat_name(seat)} to {value}",)
        case ev.TypesImported(blocks):
            return (f"Imported: {', '.join(block.name for block in blocks)}",)
        case _:
            assert_never(event)


CHAPTERS = by_type(_shared, _coming, _march, _fight, _nerve, _magic, _sequence, _gm)
"""Every event of the system by its type; what another event tells has an empty row."""


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
