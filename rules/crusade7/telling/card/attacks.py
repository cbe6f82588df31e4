"""The attacks of a unit as they would be made now: range, sum, damage, what it does to whom."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.crusade7.army.statblock import Attack, Inflict
from rules.crusade7.events import Part
from rules.crusade7.field.geometry import enemies
from rules.crusade7.harm.bonuses import HAS_MOVED, Blow, difficulty, own_parts
from rules.crusade7.harm.damage import Felt, damage_dealt
from rules.crusade7.harm.numbers import EDGE, Tally, add_up, armour_class, net_edge
from rules.crusade7.harm.resolve import share_against, uses_left
from rules.crusade7.harm.saves import tested_stat
from rules.crusade7.state import State, Unit
from rules.display.view import Line, Span

MOST = 6
"""So many armour classes are told."""


def lines(state: State, unit: Unit) -> Iterator[Line]:
    """Each attack, and below it what it does to the armour on the other side.

    C7-SETUP-8: before the battle begins nobody knows who that will be.
    """
    open_ = unit.on_field and state.flow.phase != "setup"
    foes = list(enemies(state, unit)) if open_ else []
    for attack in state.block(unit).attacks:
        yield (Span(attack.name, strong=True), Span(f" {told(state, unit, attack)}"))
        against = against_armour(state, unit, attack, foes)
        if against:
            yield (Span(f"  against {against}"),)


def told(state: State, unit: Unit, attack: Attack) -> str:
    """`range 3-20, ATK 7 (DEX 1 + PF 4 + 2), 34 piercing; 3 after moving (heavy)`."""
    damage = " + ".join(f"{amount} {kind}" for amount, kind in attack.damage)
    first = [reach(attack), bonus(state, unit, attack), *([damage] if damage else [])]
    first += ["target and all within 1"] if attack.blast else []
    first += ["breaks shields"] if attack.shield_breaker else []
    first += [inflicted(one) for one in attack.inflicts]
    first += [f"twice the damage to {kind}" for kind in attack.doubles]
    rest = [uses_text(unit, attack)] if attack.uses is not None else []
    rest += after_moving(state, unit, attack)
    rest += ["also in the other fighting phase (grenade)"] if "grenade" in attack.attributes else []
    rest += [f'"{note}" (the GM)' for note in attack.notes]
    return "; ".join((", ".join(first), *rest))


def uses_text(unit: Unit, attack: Attack) -> str:
    """C7-ATTR-5: `4 of 4 left`; of a type as printed `4 uses`."""
    if unit.ref:
        return f"{uses_left(unit, attack)} of {attack.uses} left"
    return "once" if attack.uses == 1 else f"{attack.uses} uses"


def reach(attack: Attack) -> str:
    """C7-RANGE-2, C7-RANGE-3, C7-ATTR-3: from which distance to which."""
    if attack.range is None:
        return "melee at exactly 2" if attack.reach else "melee"
    if "light" in attack.attributes:
        return f"range 1-{attack.range} (light)"
    return f"range 3-{attack.range}" if attack.range > 3 else f"range {attack.range}"


def inflicted(one: Inflict) -> str:
    """`poisoned for 2 rounds unless CON + 10 reaches 14`."""
    rounds = "" if one.rounds is None else f" for {one.rounds} round{'s' * (one.rounds != 1)}"
    unless = f" unless {one.stat} + 10 reaches {one.dc}" if one.stat else ""
    return f"{one.condition}{rounds}{unless}"


def tally_of(state: State, unit: Unit, attack: Attack) -> Tally:
    """C7-ATK-1, C7-SAVE-7: the ATK or the DC as it is now, whomever it is aimed at."""
    blow = Blow(unit.ref, attack)
    if attack.save is not None:
        return difficulty(state, blow, unit)
    return add_up(own_parts(state, blow, unit))


def bonus(state: State, unit: Unit, attack: Attack) -> str:
    """`ATK 7 (DEX 1 + PF 4 + 2)`, `DC 13 on DEX, Type 1`."""
    tally = tally_of(state, unit, attack)
    if attack.save is not None:
        stat = tested_stat(attack)
        name = f"DC {tally.value}{f' on {stat}' if stat else ''}, Type {attack.save.type}"
        return name if is_plain(tally) else f"{name} ({sum_text(tally)})"
    made_of = sum_text(tally)
    return f"ATK {tally.value} ({made_of})" if made_of else f"ATK {tally.value}"


def is_plain(tally: Tally) -> bool:
    """Is it made of stats and a fixed number alone?"""
    return all(part.rule in ("", "C7-STAT-1") for part in tally.parts)


def sum_text(tally: Tally) -> str:
    """`DEX 1 + PF 4 + 2 + advantage 4, Support`."""
    told_: list[str] = []
    for part in tally.parts:
        if part.amount:
            told_.append(part_text(part, first=not told_))
    edge = net_edge(part.edge for part in tally.parts)
    if edge:
        why = ", ".join(part.source for part in tally.parts if part.edge == edge)
        name = f"advantage {EDGE}" if edge > 0 else f"disadvantage {EDGE}"
        told_.append(f" {'+' if edge > 0 else '-'} {name} ({why})")
    return "".join(told_)


def part_text(part: Part, first: bool) -> str:
    """`DEX 1`, ` + 2`, ` - 2 assault after an Advance`."""
    sign = "" if first and part.amount >= 0 else "+" if part.amount >= 0 else "-"
    if part.source == "fixed":
        text = str(abs(part.amount))
    elif part.rule == "C7-STAT-1":
        text = f"{part.source} {abs(part.amount)}"
    else:
        text = f"{abs(part.amount)} {part.source}"
    return text if not sign else f"{'' if first else ' '}{sign} {text}"


def after_moving(state: State, unit: Unit, attack: Attack) -> Iterator[str]:
    """C7-RANGE-4, C7-RANGE-5: what moving would change, as long as the unit has not moved."""
    now = tally_of(state, unit, attack).value
    name = "" if attack.save is None else "DC "
    if "heavy" in attack.attributes and unit.moved not in HAS_MOVED:
        then = tally_of(state, replace(unit, moved="normal"), attack).value
        yield f"{name}{then} after moving (heavy)"
    if "assault" in attack.attributes and unit.moved != "advance":
        then = tally_of(state, replace(unit, moved="advance"), attack).value
        if then != now:
            yield f"{name}{then} after an Advance (assault)"


def against_armour(state: State, unit: Unit, attack: Attack, foes: Sequence[Unit]) -> str:
    """C7-ATK-2, C7-ATK-4: `AC 13: 26 · AC 14: 24`: the damage to each armour class there is."""
    if attack.save is not None or not attack.damage:
        return ""
    kind = "melee" if attack.melee else "ranged"
    classes = sorted({armour_class(state, foe, kind)[0] for foe in foes})[:MOST]
    atk = tally_of(state, unit, attack).value
    full = Felt(2 * sum(amount for amount, _ in attack.damage), (Part("listed", 0),), False)
    dealt = ((ac, damage_dealt(full, share_against(ac, atk))) for ac in classes)
    return " · ".join(f"AC {ac}: {damage}" for ac, damage in dealt)


def rules_of(attacks: Sequence[Attack]) -> Iterator[str]:
    """The rules behind what a player asks most."""
    if any(not one.melee and "light" not in one.attributes for one in attacks):
        yield "C7-RANGE-2"
    if any("heavy" in one.attributes for one in attacks):
        yield "C7-RANGE-5"
    if any(one.reach for one in attacks):
        yield "C7-ATTR-3"
