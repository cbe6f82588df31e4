"""RC-REP-1 to RC-REP-3: rolls, attacks, harm, and what happens to weapons and buildings."""

from typing import assert_never

from rules.display.words import counted
from rules.line.flow import seat_name
from rules.rulescrusade import events as ev
from rules.rulescrusade.field.terrain import sector_text
from rules.rulescrusade.state import State

Sentences = tuple[str, ...]

AT = ("fires", "rapid fires", "throws", "snap fires", "volleys", "fires both pistols")
"""Ways of attacking whose weapon stands before the targets."""

RESULTS = {"won": "wins", "lost": "loses", "tie": "a tie"}


def parts_text(parts: ev.Parts) -> str:
    """`dice 4, range -1`."""
    return ", ".join(f"{name} {amount}" for name, amount in parts)


def _in_brackets(*texts: str) -> str:
    """` (dice 4, range -1; armour 1)`, or nothing."""
    told = "; ".join(text for text in texts if text)
    return f" ({told})" if told else ""


def rolls(event: ev.RollEvent, before: State) -> Sentences:
    """RC-REP-1, RC-DICE-8: every die, in drawing order, and the sum of the dice."""
    match event:
        case ev.Cast(ref, what, faces, total):
            dice = " ".join(f"{colour}{face}" for colour, face in faces)
            who = f"{ref} rolls " if ref else ""
            return (f"{who}{dice} = {total}" + (f" ({what})" if what else ""),)
        case ev.Rerolled(ref, whose, colour, old, new, why):
            of = f" of {whose}" if whose != ref else ""
            return (f"{ref}: reroll {colour}{old}>{new}{of}" + (f" ({why})" if why else ""),)
        case ev.Tested(ref, what, total, needs, success, parts):
            done = "succeeds" if success else "fails"
            detail = _in_brackets(parts_text(parts))
            return (f"{ref} {what}: {total}, needs {needs}: {done}{detail}",)
        case _:
            assert_never(event)


def attacks(event: ev.FightEvent, before: State) -> Sentences:
    """RC-REP-2."""
    match event:
        case ev.Attacked(ref, how, weapon, targets):
            return (_set_out(ref, how, weapon, targets),)
        case ev.Shot(_, weapon, target, total, value, parts, value_parts):
            detail = _in_brackets(parts_text(parts), parts_text(value_parts))
            return (f"{weapon} on {target}: {total} against {value}{detail}",)
        case ev.Parried(ref, bonus):
            return (f"{ref} parries (+{bonus})",)
        case ev.Fought(attackers, defender, total, against, result, parts, against_parts):
            detail = _in_brackets(parts_text(parts), parts_text(against_parts))
            names = "+".join(attackers)
            told = RESULTS.get(result, result)
            return (f"{names} {total} against {defender} {against}{detail}: {told}",)
        case ev.MindsMet(ref, target, total, against, parts, against_parts):
            detail = _in_brackets(parts_text(parts), parts_text(against_parts))
            return (f"mind {ref or 'of the warp'} {total} against {target} {against}{detail}",)
        case ev.Detonated(ref, total):
            return (f"{ref} detonates: {total}",)
        case ev.Reduced(ref, by, amount, left):
            return (f"{by} takes {amount} off the harm to {ref}, {left} left",)
        case _:
            assert_never(event)


def _set_out(ref: str, how: str, weapon: str, targets: tuple[str, ...]) -> str:
    """`M1 fires Bolter at O2`, `M1 fights O2 with Knife`."""
    whom = ", ".join(targets)
    if how in AT:
        armed = f" {weapon}" if weapon else ""
        return f"{ref} {how}{armed} at {whom}" if whom else f"{ref} {how}{armed}"
    armed = f" with {weapon}" if weapon else ""
    return f"{ref} {how} {whom}{armed}".replace("  ", " ")


def harm(event: ev.HarmEvent, before: State) -> Sentences:
    """RC-REP-3, RC-FAIL: hits, grazes, deaths, conditions, weapons."""
    match event:
        case ev.LostHits(ref, hits, left):
            change = f"loses {hits}" if hits >= 0 else f"gets {-hits} back"
            return (f"{ref} {change}, {left} left",)
        case ev.Grazed(ref, letter, ignored):
            return (f"{ref} grazed {letter}" + (", which it ignores" if ignored else ""),)
        case ev.KnockedOut(ref):
            return (f"{ref} is knocked out",)
        case ev.Killed(ref, seat, points):
            return (f"{ref} is killed{_scored(seat, points)}",)
        case ev.WentDown(ref, seat, points):
            return (f"{ref} goes down{_scored(seat, points)}",)
        case ev.RoseAgain(ref, result):
            return (f"{ref}: {result}",)
        case ev.ConditionGained(ref, condition, told):
            amount = f" {condition.amount}" if condition.amount else ""
            return (
                () if told else (f"{ref} is {NAMED.get(condition.name, condition.name)}{amount}",)
            )
        case ev.ConditionLost(ref, name):
            return (f"{ref} is no longer {NAMED.get(name, name)}",)
        case ev.ControlTaken(ref, seat, by):
            source = f" ({by})" if by else ""
            return (f"{ref} is controlled by {seat_name(seat)}{source}",)
        case ev.ControlEnded(ref):
            return (f"{ref} obeys its own army again",)
        case ev.Latched(ref, target):
            return (f"{ref} latches onto {target}",)
        case ev.LetGo(ref, target):
            return (f"{ref} lets go of {target}",)
        case ev.WeaponFailed(ref, weapon, effect):
            return (f"{ref}'s {weapon} fails: {effect or 'nothing happens'}",)
        case ev.WeaponChanged(ref, _, weapon, state, told):
            return () if told else (f"{ref}'s {weapon} is {state}",)
        case ev.Left(ref, why):
            if why == "blank":
                return ()
            return (f"{ref} is gone" + (f": {why}" if why else ""),)
        case _:
            assert_never(event)


NAMED = {"ko": "knocked out", "lastattack": "at its last attack"}
"""Conditions that are called otherwise in a sentence."""


def _scored(seat: int, points: int) -> str:
    """RC-VIC-4: `, 3 points to army 1`."""
    if not seat or not points:
        return ""
    return f", {counted(points, 'point')} to {seat_name(seat)}"


def structures(event: ev.StructureEvent, before: State) -> Sentences:
    """RC-REP-3, RC-BLDG, RC-FORCE: buildings and objects."""
    match event:
        case ev.SectorHit(sector, hits, left):
            return (f"{sector_text(before.ground, sector)} loses {hits}, {left} left",)
        case ev.SectorCollapsed(sector):
            whole = sector_text(before.ground, sector)
            rest = f": all of {whole} collapses" if whole != sector else ""
            return (f"{sector} collapses{rest}",)
        case ev.RubbleLies(sector):
            return (f"{sector_text(before.ground, sector)} lies in rubble",)
        case ev.ObjectDestroyed(at, what):
            return (f"the {what} at {at[0]},{at[1]} is destroyed",)
        case ev.EntryForced(ref, marker):
            name = sector_text(before.ground, marker.sector)
            return (f"{ref} forces an entry into {name} at {marker.at[0]},{marker.at[1]}",)
        case ev.EntryClosed(ref, marker):
            name = sector_text(before.ground, marker.sector)
            return (f"{ref} closes the entry of {name} at {marker.at[0]},{marker.at[1]}",)
        case _:
            assert_never(event)
