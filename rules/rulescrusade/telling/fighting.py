"""Fights in a few words, and two models compared."""

import re
from collections.abc import Iterator
from dataclasses import replace

from rules.border.questions import gathered
from rules.display.words import listed
from rules.line.errors import Refusal, required
from rules.line.frozen import defaults_of
from rules.line.orders import Order
from rules.line.work import Spent
from rules.numbers.arith import half_up
from rules.numbers.grid import Cell
from rules.rulescrusade import events as ev
from rules.rulescrusade import orders as od
from rules.rulescrusade.checks import fresh, type_named
from rules.rulescrusade.field.sight import adjacent_units, apart, eye
from rules.rulescrusade.field.terrain import penalty
from rules.rulescrusade.play.odds import as_known, odds
from rules.rulescrusade.play.worth import guns, margins, pool_of
from rules.rulescrusade.state import UNTOUCHED, USUAL, Ground, State, Unit
from rules.rulescrusade.telling.report import RESULTS, attack_text
from rules.rulescrusade.telling.teller import Teller, with_parts
from rules.rulescrusade.words import Who

# Sections 7.7 to 7.16 and 8, told briefly: attacks, sums, harm, weapons, buildings, cards.


PLURALS = {"mobs": "mob", "volleys": "volley", "fights": "fight"}
"""The verbs of attacks that several models make together."""

SAID = ("Mind Blast", "Mind Lance", "Teleport")
"""Cards that need no sentence of their own, because their effect names them."""


def _rolls(teller: Teller, event: ev.Cast | ev.Rerolled | ev.Reduced) -> None:
    match event:
        case ev.Cast(ref, what, faces, total):
            teller.cast(ref, what, faces, total)
        case ev.Rerolled(_, whose, colour, old, new):
            teller.reroll(whose, colour, old, new)
        case ev.Reduced(ref, by, amount):
            dice = teller.dice_of((ref,))
            thrown = f"{by} {dice}" if dice else by
            act = teller.here()
            last = act.sums[-1] if act.sums else act.sum("")
            last.text += f", {thrown} takes {amount} off"


# --- attacks ------------------------------------------------------------------------------------


def _attacks(teller: Teller, event: ev.MindsMet | ev.Detonated) -> None:
    match event:
        case ev.MindsMet(ref, target, total, against, parts, against_parts):
            if ref:
                teller.turn_to(ref)
            mine = with_parts(teller.dice_of((ref,)), parts, total)
            theirs = with_parts(teller.dice_of((target,)), against_parts, against)
            who = "" if ref else "the warp"
            teller.here().sum(f"{mine} against {theirs}", who, quiet="no harm")
        case ev.Detonated(ref, total):
            dice = teller.dice_of((ref,)) or teller.all_dice()
            if not teller.here().head:
                teller.here().head = f"{ref} detonates"
            teller.here().sum(dice or str(total))


def _set_out(teller: Teller, event: ev.Attacked) -> None:
    """`M1 fires Bolter at O2`; a charge is told together with its route."""
    actors = tuple(event.ref.split("+"))
    verb = PLURALS.get(event.how, event.how) if len(actors) > 1 else event.how
    weapon = event.weapon if event.weapon != "Volley" else ""
    text = attack_text(event, verb, "" if event.how == "detonates" else weapon)
    walked = _charge_of(teller, actors[0]) if event.how == "charges" else ""
    kind = " ".join(part for part in (event.how, weapon) if part)
    act = teller.begin(f"{listed(actors)} {text}{walked}", kind, actors, event.targets)
    if walked:
        act.kind = ""


def _charge_of(teller: Teller, ref: str) -> str:
    """`, to 14,16 (8 inches)`: the route of a charge just told, whose own act is taken away."""
    last = teller.acts[-1] if teller.acts else None
    if (
        last is None
        or last.sums
        or not last.kind.startswith("charges to|")
        or ref not in last.actors
    ):
        return ""
    teller.acts.remove(last)
    return last.head.removeprefix(f"{ref} charges").replace(" to ", ", to ", 1)


def _shot(teller: Teller, event: ev.Shot) -> None:
    """`R3 W1 = 4, 13 inches -1 = 3 against 2`; dice that hit several targets are told once."""
    refs = (event.ref,) if event.ref else ()
    teller.turn_to(*refs)
    dice = ("" if event.kind == "volley" else teller.dice_of(refs)) or teller.all_dice()
    act = teller.here()
    if not act.head and not act.sums:
        whom = f"{event.ref}'s {event.weapon}" if event.ref else event.weapon
        act.head = f"{whom} on {event.target}"
        act.targets = (event.target,)
        act.actors = refs
    names = {"range": _range_name(teller, event)}
    text = with_parts(dice, event.parts, event.total, names)
    alone = len(act.targets) == 1 and event.target in act.targets
    who = "" if alone else event.target
    act.sum(f"{text} against {_value(event)}", who, quiet="no harm", follows=not dice)


def _range_name(teller: Teller, event: ev.Shot) -> str:
    """The name of the range penalty: `13 inches` if that distance explains it, else `range`."""
    shooter, target = teller.now.find(event.ref), teller.now.find(event.target)
    if shooter is not None and target is not None:
        inches = apart(teller.now, eye(shooter), eye(target))
        if -penalty(inches) == dict(event.parts).get("range"):
            return f"{inches} inches"
    return "range"


def _value(event: ev.Shot) -> str:
    """`2`, `3 (armour 2, front cover 1)`, `0 (armour ignored)`."""
    if [name for name, _ in event.value_parts] == ["armour"]:
        return str(event.value)
    parts = []
    for name, amount in event.value_parts:
        kind = name.removeprefix("cover (").removesuffix(")")
        cover = f"{kind} cover" if name.startswith("cover (") else name
        parts.append(cover if name == "armour ignored" else f"{cover} {amount}")
    return f"{event.value} ({', '.join(parts)})" if parts else str(event.value)


def _fought(teller: Teller, event: ev.Fought) -> None:
    """`R3 R1 W2 = 6 against R0 W2 = 2, parry +1 = 3: O2 wins`."""
    teller.turn_to(*event.attackers)
    own = teller.dice_of(("+".join(event.attackers), *event.attackers))
    mine = with_parts(own, event.parts, event.total)
    other = teller.dice_of((event.defender,))
    theirs = with_parts(other, event.against_parts, event.against)
    who = listed(event.attackers)
    verb = RESULTS.get(event.result, event.result)
    if len(event.attackers) > 1:
        verb = verb.removesuffix("s")
    told = f"{who} {verb}"
    if event.result == "tie":
        told = "parried, a tie" if event.against > event.total else "a tie"
    act = teller.here()
    whom = "" if event.defender in act.targets and len(act.targets) == 1 else event.defender
    act.sum(f"{mine} against {theirs}", whom)
    act.result("", told, strong=False)


# --- harm, weapons, cards -----------------------------------------------------------------------


def _harm(teller: Teller, event: ev.RoseAgain | ev.WeaponChanged) -> None:
    match event:
        case ev.RoseAgain(ref, result):
            dice = teller.dice_of((ref,))
            teller.here().sum(f"{ref} {dice}" if dice else "")
            teller.result(ref, result)
        case ev.WeaponChanged(told=True):
            pass
        case ev.WeaponChanged(ref, _, weapon, state) if teller.current is None:
            teller.begin(f"{ref}'s {weapon} is {state}", actors=(ref,))
        case ev.WeaponChanged(ref, _, weapon, state):
            teller.result(f"{ref}'s {weapon}", state, strong=False)


def _cards(teller: Teller, event: ev.CardPlayed | ev.CardRolled | ev.IncursionCame) -> None:
    match event:
        case ev.CardPlayed(ref, _, card, subjects, lost, readied):
            on = f" on {listed(subjects)}" if subjects else ""
            ready = ", which it had ready" if readied else ""
            gone = "; the card is discarded" if lost else ""
            head = f"{ref} plays {card}{on}{ready}{gone}"
            told = card in SAID and not (lost or readied)
            teller.begin(head, actors=(ref,), targets=subjects, weak=told)
        case ev.CardRolled(ref, _, subject, number, parts):
            dice = teller.dice_of((ref,)) or teller.all_dice()
            act = teller.here()
            who = "" if subject in act.targets and len(act.targets) == 1 else subject
            text = with_parts(dice, parts, number)
            act.sum(text if text.endswith(f" = {number}") else f"{text}, counts as {number}", who)
        case ev.IncursionCame(ref):
            teller.begin("", actors=(ref,)).result("", f"incursion: the warp attacks {ref}")


FIGHTING = (_rolls, _set_out, _shot, _fought, _attacks, _harm, _cards)


# RC-MELEE, RC-SHOOT: two models against each other, on the board or hypothetically.


WIDE = 14
"""Rows and columns of the open ground on which two models are compared."""

NEAR, FAR = 6, 12
"""The ranges in inches at which fire is compared; at 12 the penalty begins (RC-GEO-5)."""

ENDS = re.compile(r"; the game ends: army [12]")
"""Left out of outcomes: with two models alone, the last one standing always ends the game."""

MOST = 4
"""Outcomes of an attack that are told, the likeliest first."""


def compared(
    state: State, viewer: int | None, one: str, other: str, at: Cell | None
) -> tuple[str, ...]:
    """Compare two models: melee and fire on open ground; with a cell: what `one` could do there."""
    first, second = contender(state, one, 1), contender(state, other, 2)
    if at is not None:
        return gathered(from_place(state, viewer, first, second, at))
    return gathered(in_the_open(state, first, second))


def in_the_open(state: State, first: Unit, second: Unit) -> Iterator[str]:
    """Yield a melee on open ground, and fire at two ranges."""
    yield f"{first.ref} against {second.ref}, on open ground:"
    yield renamed(melee(on_open_ground(state, first, second, 1)), first, second)
    for held in guns(state, first):
        for inches in (NEAR, FAR):
            there = on_open_ground(state, first, second, inches)
            order = od.shot_of(Who(("A1",)), "Z1", held.weapon)
            for line in told(there, order, f"{held.name} at {inches} inches"):
                yield renamed(line, first, second)


def contender(state: State, name: str, seat: int) -> Unit:
    """RC-ORD-3, RC-VIEW-2: the model on the board of that name, or a fresh one of that type.

    Raises `Refusal` if there is neither.
    """
    known = state.find(name)
    if known is not None and known.place == "board" and not known.chit:
        return known
    kind = required(type_named(state, name), "RC-ORD-3", f"There is no {name[:40]}")
    return fresh(state, kind, kind.name, seat)


ALONE = defaults_of(
    Unit, "controller", "place", "inside", "latched", "loadout", "readied", "action"
)
"""What a model that is compared has forgotten of the match."""


def on_open_ground(state: State, one: Unit, two: Unit, inches: int) -> State:
    """RC-VIEW-1: a state with the two alone, so many inches apart, without secret orders."""
    cells = WIDE * WIDE
    ground = Ground(WIDE, WIDE, "_" * cells, "0" * cells, "." * cells)
    units = {}
    for ref, unit, seat, column in (("A1", one, 1, 1), ("Z1", two, 2, 1 + inches)):
        units[ref] = replace(
            unit,
            ref=ref,
            seat=seat,
            at=(7, column),
            moveleft=unit.move,
            **ALONE,
            **UNTOUCHED,
            **USUAL,
            conditions=unit.without("hidden", "rising", "braced"),
        )
    flow = replace(state.flow, phase="play", turn=1, tray=(), outcome=None)
    return replace(
        state, ground=ground, units=units, flow=flow, stage="-", active="", items=(), clouds=()
    )


def melee(state: State) -> str:
    """RC-MELEE-4, RC-MELEE-6: the chances of a melee, without parry, rerolls, fails, snap fire."""
    one, two = state.unit("A1"), state.unit("Z1")
    mine, his = pool_of(state, one, "fight"), pool_of(state, two, "defend")
    deadly = 2 if two.hits == 1 else max(1, two.hits)  # RC-DMG-2, RC-DMG-3
    found = margins(mine, his)
    won = sum(count for margin, count in found if margin > 0)
    slain = sum(count for margin, count in found if margin >= deadly)
    lost = sum(count for margin, count in found if margin < 0)
    ways = sum(count for _, count in found)
    parts = ((won, "wins"), (ways - won - lost, "ties"), (lost, "loses"))
    shares = ", ".join(f"{word} {half_up(100 * part, ways)}%" for part, word in parts)
    kills = f"kills outright {half_up(100 * slain, ways)}%"
    return f"melee ({mine} against {his}, but for parries and rerolls): {shares}; {kills}"


def told(state: State, order: Order, what: str, seat: int = 1) -> Iterator[str]:
    """Yield the likeliest outcomes of an attack in one line, or why it cannot be made."""
    try:
        found = odds(state, seat, order)
    except Refusal as refusal:
        yield f"{what}: {refusal.why} ({refusal.rule})"
        return
    except Spent as spent:
        found, spent.found = spent.found, ()
        if found:
            yield f"{what}: {'; '.join(found[:MOST])}; ..."
        raise
    more = "; ..." if len(found) > MOST else ""
    yield f"{what}: {'; '.join(found[:MOST])}{more}"


def renamed(line: str, one: Unit, two: Unit) -> str:
    """Put the names of the two models back in place of those of the trial."""
    plain = ENDS.sub("", line)
    return plain.replace("A1", one.ref).replace("Z1", two.ref)


def from_place(state: State, viewer: int | None, unit: Unit, foe: Unit, at: Cell) -> Iterator[str]:
    """RC-LOS-7: yield what a unit could do to another from a cell, with its action left."""
    for one in (unit, foe):
        if one.ref not in state.units:
            raise Refusal("RC-ORD-3", f"{one.ref} is not on the board")
    if not state.ground.holds(at):
        raise Refusal("RC-MOVE-1", f"{at[0]},{at[1]} is off the board")
    moved = replace(
        unit,
        at=at,
        inside=False,
        action=True,
        done=False,
        moved=True,
        conditions=unit.without("rising", "hidden"),
    )
    there = as_known(state, viewer or 0).with_unit(moved)
    flow = replace(state.flow, phase="play", turn=unit.boss, tray=(), outcome=None)
    there = replace(there, flow=flow, active=unit.ref)
    yield f"{unit.ref} at {at[0]},{at[1]}, after a move, against {foe.ref}:"
    if adjacent_units(there, moved, foe):
        yield from told(there, od.Fight(Who((unit.ref,)), (foe.ref,)), "melee", unit.boss)
    for held in guns(there, moved):
        order = od.shot_of(Who((unit.ref,)), foe.ref, held.weapon)
        yield from told(there, order, held.name, unit.boss)
