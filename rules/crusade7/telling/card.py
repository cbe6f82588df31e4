"""A unit as it is now and a type as printed: abilities, attacks, prices."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.crusade7.army import statblock as sb
from rules.crusade7.events import Part
from rules.crusade7.field.geometry import enemies
from rules.crusade7.field.paths import is_flying
from rules.crusade7.fight.attacks import FIGHTERS, has_charged
from rules.crusade7.harm import numbers
from rules.crusade7.harm.conditions import tested_stat
from rules.crusade7.harm.damage import Felt, damage_dealt, passengers, share_against, uses_left
from rules.crusade7.march.movement import SLOW, speed_allowed
from rules.crusade7.naming import find_unit, is_called, plain_name, same_name
from rules.crusade7.orders import ordinal
from rules.crusade7.setup import find_kind, fresh_unit
from rules.crusade7.state import CONDITIONS, PHASE_NAMES, PHASES, State, Unit
from rules.crusade7.telling.brief.acts import shortened, until_words
from rules.crusade7.telling.describe import modifiers_text, signed
from rules.crusade7.telling.roll import listed_ranges, place_text
from rules.crusade7.telling.view import is_visible, seen
from rules.display.telling import Card
from rules.display.view import Line, Span, line
from rules.display.words import listed
from rules.line.flow import seat_name
from rules.line.said import Words

# What is printed besides attacks, in a player's words: abilities, magic, options, notes.


NOTE = 160
"""How many characters of a text that is left to the GM a card shows."""


WORDS: Words = {"modifiers": modifiers_text, "signed": signed}
"""The formatters that sentences of abilities name behind a colon."""


def ability_line(name: str, text: str) -> Line:
    """A name in strong text, and a text about it."""
    return (Span(name, strong=True), Span(f" {text}"))


def ability_lines(state: State, unit: Unit) -> Iterator[Line]:
    """What a unit has besides its attacks."""
    block = state.block(unit)
    if block.multiattack:
        strikes = ", ".join(f"{count} {name}" for count, name in block.multiattack)
        yield ability_line("Multiattack", strikes)
    yield from magic_lines(state, unit, block)
    yield from (ability_line(one.name, one.sentence(WORDS)) for one in block.abilities)
    yield from (
        ability_line(note.name, f'"{shortened(note.text, NOTE)}" (the GM)') for note in block.notes
    )


def magic_lines(state: State, unit: Unit, block: sb.Statblock) -> Iterator[Line]:
    """C7-SPELL-1, C7-SPELL-2, C7-PSI-7, C7-PSI-10: spells by level with slots, powers."""
    if block.casting is not None:
        sums = (numbers.formula(state, unit, one) for one in (block.casting.atk, block.casting.dc))
        atk, dc = (sum(part.amount for part in parts) for parts in sums)
        levels = [part for part in spell_levels(unit, block) if part]
        yield ability_line("Spells", f"ATK {atk}, DC {dc}; {'; '.join(levels)}")
    if block.psionic:
        powers = ", ".join(block.powers) or "Smite"
        tries = f"manifests {block.manifests} in a Mana Phase, denies {block.denies} in a round"
        yield ability_line("Powers", f"{tries}: {powers}")


def spell_levels(unit: Unit, block: sb.Statblock) -> Iterator[str]:
    """`cantrips Spark; 1st level, 3 of 4 slots: Ward`."""
    casting = block.casting
    if casting is None:
        return
    full, left = dict(casting.slots), dict(unit.slots)
    for level in sorted({*(level for level, _ in casting.spells), *full}):
        names = ", ".join(name for known, name in casting.spells if known == level) or "no spells"
        if level == 0:
            yield f"cantrips: {names}"
        else:
            still = f"{left.get(level, 0)} of " if unit.ref else ""
            slots = f"{still}{full.get(level, 0)} slot{'s' * (full.get(level, 0) != 1)}"
            yield f"{ordinal(level)} level, {slots}: {names}"


def options(block: sb.Statblock) -> Iterator[Line]:
    """C7-UNIT-10: the options that can be bought for a type."""
    if block.purchases:
        yield ability_line("Options", "; ".join(map(option, block.purchases)))


def option(purchase: sb.Purchase) -> str:
    """`Phalerae 3 gold (CHA +1)`."""
    brings = [f"{what} {signed(amount)}" for what, amount in purchase.changes]
    brings += [purchase.armour] if purchase.armour else []
    brings += [attack.name for attack in purchase.attacks]
    return f"{purchase.name} {purchase.price} gold" + (f" ({', '.join(brings)})" if brings else "")


# The attacks of a unit as they would be made now: range, sum, damage, what it does to whom.


MOST = 6
"""How many armour classes are listed at most."""


def attack_lines(state: State, unit: Unit) -> Iterator[Line]:
    """Each attack, and below it the damage that it does to each armour class of the enemies.

    C7-SETUP-8: before the battle begins, nobody knows who the enemies will be.
    """
    open_ = unit.on_field and state.flow.phase != "setup"
    foes = list(enemies(state, unit)) if open_ else []
    for attack in state.block(unit).attacks:
        yield (Span(attack.name, strong=True), Span(f" {told(state, unit, attack)}"))
        against = against_armour(state, unit, attack, foes)
        if against:
            yield (Span(f"  against {against}"),)


def told(state: State, unit: Unit, attack: sb.Attack) -> str:
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


def uses_text(unit: Unit, attack: sb.Attack) -> str:
    """C7-ATTR-5: `4 of 4 left`; for a type as printed `4 uses`."""
    if unit.ref:
        return f"{uses_left(unit, attack)} of {attack.uses} left"
    return "once" if attack.uses == 1 else f"{attack.uses} uses"


def reach(attack: sb.Attack) -> str:
    """C7-RANGE-2, C7-RANGE-3, C7-ATTR-3: the distances at which it strikes: `range 3-20`."""
    if attack.range is None:
        return "melee at exactly 2" if attack.reach else "melee"
    if "light" in attack.attributes:
        return f"range 1-{attack.range} (light)"
    return f"range 3-{attack.range}" if attack.range > 3 else f"range {attack.range}"


def inflicted(one: sb.Inflict) -> str:
    """`poisoned for 2 rounds unless CON + 10 reaches 14`."""
    rounds = "" if one.rounds is None else f" for {one.rounds} round{'s' * (one.rounds != 1)}"
    unless = f" unless {one.stat} + 10 reaches {one.dc}" if one.stat else ""
    return f"{one.condition}{rounds}{unless}"


def tally_of(state: State, unit: Unit, attack: sb.Attack) -> numbers.Tally:
    """C7-ATK-1, C7-SAVE-7: the ATK or the DC as it is now, whatever the target."""
    blow = numbers.Blow(unit.ref, attack)
    if attack.save is not None:
        return numbers.difficulty(state, blow, unit)
    return numbers.add_up(numbers.own_parts(state, blow, unit))


def bonus(state: State, unit: Unit, attack: sb.Attack) -> str:
    """`ATK 7 (DEX 1 + PF 4 + 2)`, `DC 13 on DEX, Type 1`."""
    tally = tally_of(state, unit, attack)
    if attack.save is not None:
        stat = tested_stat(attack)
        name = f"DC {tally.value}{f' on {stat}' if stat else ''}, Type {attack.save.type}"
        return name if is_plain(tally) else f"{name} ({sum_text(tally)})"
    made_of = sum_text(tally)
    return f"ATK {tally.value} ({made_of})" if made_of else f"ATK {tally.value}"


def is_plain(tally: numbers.Tally) -> bool:
    """Is it made only of stats and a fixed number?"""
    return all(part.rule in ("", "C7-STAT-1") for part in tally.parts)


def sum_text(tally: numbers.Tally) -> str:
    """`DEX 1 + PF 4 + 2 + advantage 4, Support`."""
    told_: list[str] = []
    for part in tally.parts:
        if part.amount:
            told_.append(part_text(part, first=not told_))
    edge = numbers.net_edge(part.edge for part in tally.parts)
    if edge:
        why = ", ".join(part.source for part in tally.parts if part.edge == edge)
        name = f"advantage {numbers.EDGE}" if edge > 0 else f"disadvantage {numbers.EDGE}"
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


def after_moving(state: State, unit: Unit, attack: sb.Attack) -> Iterator[str]:
    """C7-RANGE-4, C7-RANGE-5: what moving would change, if the unit has not moved yet."""
    now = tally_of(state, unit, attack).value
    name = "" if attack.save is None else "DC "
    if "heavy" in attack.attributes and unit.moved not in numbers.HAS_MOVED:
        then = tally_of(state, replace(unit, moved="normal"), attack).value
        yield f"{name}{then} after moving (heavy)"
    if "assault" in attack.attributes and unit.moved != "advance":
        then = tally_of(state, replace(unit, moved="advance"), attack).value
        if then != now:
            yield f"{name}{then} after an Advance (assault)"


def against_armour(state: State, unit: Unit, attack: sb.Attack, foes: Sequence[Unit]) -> str:
    """C7-ATK-2, C7-ATK-4: `AC 13: 26 · AC 14: 24`: the damage to each armour class among them."""
    if attack.save is not None or not attack.damage:
        return ""
    kind = "melee" if attack.melee else "ranged"
    classes = sorted({numbers.armour_class(state, foe, kind)[0] for foe in foes})[:MOST]
    atk = tally_of(state, unit, attack).value
    full = Felt(2 * sum(amount for amount, _ in attack.damage), (Part("listed", 0),), False)
    dealt = ((ac, damage_dealt(full, share_against(ac, atk))) for ac in classes)
    return " · ".join(f"AC {ac}: {damage}" for ac, damage in dealt)


def rules_of(attacks: Sequence[sb.Attack]) -> Iterator[str]:
    """The rules that players ask about most, as far as these attacks need them."""
    if any(not one.melee and "light" not in one.attributes for one in attacks):
        yield "C7-RANGE-2"
    if any("heavy" in one.attributes for one in attacks):
        yield "C7-RANGE-5"
    if any(one.reach for one in attacks):
        yield "C7-ATTR-3"


# What can be bought, one line for each type.


def price_list(state: State, viewer: int | None, faction: str = "") -> tuple[str, ...]:
    """The types of a faction: the one named, else the one that the viewer has chosen, else all."""
    army = state.armies.get(viewer or 0)
    chosen = faction.strip() or (army.faction if army and army.faction != "none" else "")
    return tuple(price(block) for block in state.library.blocks if is_of(block, chosen))


def factions(state: State) -> tuple[str, ...]:
    """C7-SETUP-2: `Elves: 11 types, 14-310 gold; Wood Elves, Dark Elves; army 2`."""
    return tuple(
        faction_line(state, faction)
        for faction in state.library.factions
        if any(same_name(block.faction, faction.name) for block in state.library.blocks)
    )


def faction_line(state: State, faction: sb.Faction) -> str:
    """One faction: how many types, what they cost, its subfactions, who has chosen it."""
    costs = [one.cost for one in state.library.blocks if same_name(one.faction, faction.name)]
    told = [f"{len(costs)} types, {min(costs)}-{max(costs)} gold"]
    if faction.subfactions:
        told.append(", ".join(faction.subfactions))
    takers = [
        seat_name(seat)
        for seat, army in state.armies.items()
        if state.flow.phase in PHASES and same_name(army.faction, faction.name)
    ]
    told += takers
    return f"{faction.name}: {'; '.join(told)}"


def is_of(block: sb.Statblock, faction: str) -> bool:
    """Does a type belong to a faction, given by its whole name or its beginning?"""
    if not faction or same_name(block.faction, faction):
        return True
    return bool(plain_name(faction)) and plain_name(block.faction).startswith(plain_name(faction))


def price(block: sb.Statblock) -> str:
    """`L Legionnaire 15 gold, HP 27, AC 18, Pila 4, Spear, Gladius`."""
    return ", ".join(
        (
            f"{block.abbreviation} {block.name} {block.cost} gold",
            f"HP {block.hp}",
            f"AC {block.ac}",
            *map(price_reach, block.attacks),
            *price_magic(block),
        )
    )


def price_reach(attack: sb.Attack) -> str:
    """`Pila 4`; a melee attack by its name alone."""
    return attack.name if attack.range is None else f"{attack.name} {attack.range}"


def price_magic(block: sb.Statblock) -> Iterator[str]:
    """`spells` if it casts, `powers` if it is psionic."""
    if block.casting is not None:
        yield "spells"
    if block.psionic:
        yield "powers"


# A unit as it is now, or a type as it is printed.


MOVED = {
    "none": "has not moved",
    "stationary": "stays where it is",
    "normal": "has moved",
    "advance": "has advanced",
    "fall back": "has fallen back",
    "disembark": "has disembarked",
    "arrive": "has arrived",
}


def card(state: State, viewer: int | None, name: str) -> Card | None:
    """The card of a unit that the viewer may see, else of a type of that name; None if neither."""
    unit = find_unit(state, viewer or 0, name)
    if unit is not None and is_visible(state, unit, viewer):
        return unit_card(state, unit)
    block = block_named(state, name)
    return None if block is None else type_card(state, viewer, block)


def block_named(state: State, name: str) -> sb.Statblock | None:
    """A type by its name, its plural or its abbreviation."""
    for block in state.library.blocks:
        if is_called(name, block.name) or name.strip().upper() == block.abbreviation.upper():
            return block
    return None


def card_names(state: State, viewer: int | None) -> tuple[str, ...]:
    """Labels of the units that the viewer may see, then every type."""
    units = [unit.ref for seat in (1, 2) for unit in seen(state, viewer, seat)]
    types = [block.name for block in state.library.blocks]
    return tuple(dict.fromkeys((*units, *types)))


def unit_card(state: State, unit: Unit) -> Card:
    """`B1 Ballista`: where it stands and what it can do now."""
    block = state.block(unit)
    head = [seat_name(unit.seat), kind_text(block), cost_text(block), *size_text(block)]
    lines = [*body(state, unit), *ability_lines(state, unit)]
    if state.flow.phase == "setup":
        lines += options(block)
    rules = tuple(rules_of(block.attacks))[:2]
    return Card(f"{unit.ref} {block.name}", " · ".join(head), tuple(lines), rules)


def type_card(state: State, viewer: int | None, block: sb.Statblock) -> Card:
    """`Ballista`: as printed, with what can be bought for it."""
    kind = find_kind(state.blocks, block)
    unit = fresh_unit("", viewer or 1, kind or 0, block)
    head = [block.abbreviation, block.faction, kind_text(block), cost_text(block)]
    lines = [line(f"HP {block.hp} · {armour_text(state, unit)} · {acts_text(block)}")]
    lines += [line(stats_text(state, unit)), *attack_lines(state, unit)]
    lines += [*ability_lines(state, unit), *options(block)]
    rules = tuple(rules_of(block.attacks))[:2]
    return Card(block.name, " · ".join((*head, *size_text(block))), tuple(lines), rules)


def body(state: State, unit: Unit) -> Iterator[Line]:
    """HP, AC, place, what it has done; its stats; its conditions and effects; its attacks."""
    if unit.dead:
        yield line(f"killed · it had {unit.maxhp} HP")
        return
    parts = [f"HP {unit.hp} of {unit.maxhp}", *armours(state, unit), place_text(unit)]
    parts += done(state, unit)
    yield line(" · ".join((*parts, acts_text(state.block(unit)))))
    yield line(stats_text(state, unit))
    now = list(on_it(state, unit))
    if now:
        yield line(f"Now: {' · '.join(now)}")
    yield from attack_lines(state, unit)


# --- the parts of it ----------------------------------------------------------------------------


def kind_text(block: sb.Statblock) -> str:
    """`Heavy Support, Vehicle`."""
    return ", ".join((block.classification, *block.tags))


def cost_text(block: sb.Statblock) -> str:
    """`46 gold`, with the options that were bought."""
    bought = f" with {listed(block.bought)}" if block.bought else ""
    return f"{block.cost} gold{bought}"


def size_text(block: sb.Statblock) -> Iterator[str]:
    """C7-GEO-5: `1x2 cells`."""
    if block.footprint != (1, 1):
        yield f"{block.footprint[0]}x{block.footprint[1]} cells"


def armours(state: State, unit: Unit) -> Iterator[str]:
    """C7-EFF-18: the AC, and that against ranged or melee attacks if it differs."""
    yield armour_text(state, unit)
    plain = numbers.armour_class(state, unit)[0]
    for against in ("ranged", "melee"):
        if numbers.armour_class(state, unit, against)[0] != plain:
            yield armour_text(state, unit, against)


def armour_text(state: State, unit: Unit, against: str = "") -> str:
    """`AC 13 (Timber Frame)`, `AC 22 against ranged = 18 Lorica Segmentata + 4 Testudo`."""
    value, parts = numbers.armour_class(state, unit, against)
    name = f"AC {value}{f' against {against}' if against else ''}"
    printed = state.block(unit).armour
    if len(parts) == 1:
        return f"{name} ({printed})" if printed else name
    told = [f"{parts[0].amount} {printed or 'as printed'}"]
    for part in parts[1:]:
        if part.amount:
            told.append(f"{'+' if part.amount > 0 else '-'} {abs(part.amount)} {part.source}")
    ends = [effect for effect in unit.effects if effect.name in (part.source for part in parts)]
    until = f",{until_words(ends[0].until)}" if ends and ends[0].until else ""
    return f"{name} = {' '.join(told)}{until}"


def done(state: State, unit: Unit) -> Iterator[str]:
    """What it has done in this round, as far as that still matters."""
    if state.flow.phase == "setup" or not unit.on_field:
        return
    yield MOVED.get(unit.moved, unit.moved)
    if has_charged(state, unit):
        yield "has charged"
    if "ranged" in unit.spent or "melee" in unit.spent:
        yield "has stood up" if "stand" in unit.spent else "has attacked"
    if "cast" in unit.spent:
        yield "has cast"


def acts_text(block: sb.Statblock) -> str:
    """C7-TURN-11: `acts in Move and Heavy Support Fight, cannot charge`."""
    phases = ["move"]
    if block.casting is not None or block.psionic:
        phases.append("mana")
    slow = block.classification in SLOW
    phases += [] if slow else ["charge"]
    phases += [phase for phase, classes in FIGHTERS.items() if block.classification in classes]
    order = [phase for phase in PHASE_NAMES if phase in phases]
    text = f"acts in {listed(tuple(PHASE_NAMES[phase] for phase in order))}"
    return f"{text}, cannot charge" if slow else text


def stats_text(state: State, unit: Unit) -> str:
    """C7-STAT-1, C7-MOVE-2, C7-MOVE-3: `Speed 3: moves 2, advances 3 · STR 2 DEX 1 ...`."""
    speed = numbers.stat(state, unit, "Speed")
    goes = f"moves {speed_allowed('normal', speed)}, advances {speed_allowed('advance', speed)}"
    flies = ", flies" if is_flying(state, unit) else ""
    stats = " ".join(stat_text(state, unit, name) for name in sb.STATS[1:])
    carries = state.block(unit).capacity
    cargo = f" · carries {carries}{inside_text(state, unit)}" if carries else ""
    return f"{stat_text(state, unit, 'Speed')}: {goes}{flies} · {stats}{cargo}"


def stat_text(state: State, unit: Unit, name: str) -> str:
    """`STR 2`, or `STR 4 (printed 2)`."""
    now, printed = numbers.stat(state, unit, name), state.block(unit).stat(name)
    return f"{name} {now}" if now == printed else f"{name} {now} (printed {printed})"


def inside_text(state: State, unit: Unit) -> str:
    """C7-TRANS-1: `: L1-L4 inside`."""
    refs = listed_ranges(one.ref for one in passengers(state, unit))
    return f": {refs} inside" if refs and unit.on_field else ""


def on_it(state: State, unit: Unit) -> Iterator[str]:
    """Conditions with their time, effects, concentration, notes."""
    for condition in CONDITIONS:
        times = [one.until for one in unit.conditions if one.condition == condition]
        if times:
            yield condition + ("" if None in times else until_words(max(filter(None, times))))
    for effect in unit.effects:
        yield f"{modifiers_text(effect.modifiers)}{until_words(effect.until)} ({effect.name})"
    if unit.concentration is not None:
        held = unit.concentration
        yield f"concentrates on {held.spell}{until_words(held.until)}"
    yield from unit.notes
