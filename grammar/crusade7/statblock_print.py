"""Print statblocks, factions, spells and powers as canonical forum text; reading it gives them
back."""

from rules.crusade7.army import statblock as sb
from rules.crusade7.orders import ordinal
from rules.crusade7.telling.describe import modifiers_text, phase_name
from rules.display.words import counted
from rules.line.said import filled

PLURALS = {"Warlord": "Warlords"}


def print_library(library: sb.Library) -> str:
    """A whole library: one file of factions with their types, then spells, then powers."""
    known = {faction.name for faction in library.factions}
    parts = [print_statblock(block) for block in library.blocks if block.faction not in known]
    for faction in library.factions:
        blocks = tuple(block for block in library.blocks if block.faction == faction.name)
        parts.append(print_faction(faction, blocks))
    parts.append("\n".join(print_spell(spell) for spell in library.spells))
    parts.append("\n".join(print_power(power) for power in library.powers))
    return "\n\n".join(part for part in parts if part) + "\n"


def print_faction(faction: sb.Faction, blocks: tuple[sb.Statblock, ...]) -> str:
    """A faction file: its name, its types under their headings, its tactics."""
    parts = [f"Faction: {faction.name}\nSubfactions: {', '.join(faction.subfactions) or 'none'}"]
    heading = ""
    for block in blocks:
        if block.classification != heading:
            heading = block.classification
            parts.append(f"[{PLURALS.get(heading, heading)}]")
        parts.append("\n".join(_lines(block)))
    if faction.tactics:
        parts.append("\n".join(("[Tactics]", *map(print_tactic, faction.tactics))))
    return "\n\n".join(parts)


def print_statblock(block: sb.Statblock) -> str:
    """One statblock that can be pasted anywhere: with its faction and its classification."""
    above = [] if block.faction == "Imported" else [f"Faction: {block.faction}", ""]
    first, stats, *rest = _lines(block)
    return "\n".join((*above, first, stats, f"Class: {block.classification}", *rest))


def _lines(block: sb.Statblock) -> list[str]:
    lines = [_header(block), f"Stats: {', '.join(map(str, block.stats))}"]
    if block.capacity:
        lines.append(f"Transport Capacity: {block.capacity}")
    lines += [f"{ability.name}: {ability_text(ability)}" for ability in block.abilities]
    lines += [f"{note.name}: {note.text}" for note in block.notes]
    lines.append("Attacks:")
    lines += [print_attack(attack) for attack in block.attacks]
    if block.multiattack:
        lines.append(f"Multiattack: {', '.join(f'{n} {name}' for n, name in block.multiattack)}")
    lines += _magic(block)
    if block.purchases:
        lines.append(f"Options: {'; '.join(map(print_option, block.purchases))}")
    lines.append(f"Tags: {', '.join(block.tags) or 'None'}")
    if block.also:
        lines.append(f"Also: {', '.join(block.also)}")
    return lines


def _header(block: sb.Statblock) -> str:
    armour = f"({block.armour})" if block.armour else ""
    rows, columns = block.footprint
    footprint = f" Footprint {rows}x{columns}" if block.footprint != (1, 1) else ""
    return (
        f"{block.name} {block.abbreviation} HP {block.hp} AC {block.ac}{armour}{footprint} "
        f"Cost {block.cost} G"
    )


def _magic(block: sb.Statblock) -> list[str]:
    lines = []
    if block.casting is not None:
        atk, dc = formula_text(block.casting.atk), formula_text(block.casting.dc)
        lines.append(f"Spellcasting: , magic, {atk} and {dc} DC, , ,")
        slots = dict(block.casting.slots)
        levels = dict.fromkeys([*(level for level, _ in block.casting.spells), *slots])
        lines += [_level(block, level, slots) for level in levels]
    if block.manifests or block.powers:
        lines.append(f"Psionics: {block.manifests}/{block.denies}")
        lines.append(f"Powers: {'; '.join(block.powers)}")
    return lines


def _level(block: sb.Statblock, level: int, slots: dict[int, int]) -> str:
    written = {spell.name: print_spell(spell) for spell in block.own_spells}
    spells = block.casting.spells if block.casting else ()
    names = "; ".join(written.get(name, name) for known, name in spells if known == level)
    if not level:
        return f"Cantrips: {names}"
    return f"{ordinal(level)} Level: ({counted(slots[level], 'slot')}) {names or ';'}"


def formula_text(formula: sb.Formula) -> str:
    """`STR+PF+8`."""
    terms = "".join(f"{'-' if sign < 0 else '+'}{term}" for sign, term in formula.terms)
    return terms.removeprefix("+")


def damage_text(damage: tuple[tuple[int, str], ...]) -> str:
    """`7 piercing + 3 fire`, or nothing."""
    return " + ".join(f"{amount} {kind}" for amount, kind in damage)


def rounds_text(rounds: int | None) -> str:
    """` for 2 rounds`, or nothing."""
    return "" if rounds is None else f" for {counted(rounds, 'round')}"


def _inflict(inflict: sb.Inflict) -> str:
    unless = f"{inflict.stat} {inflict.dc} or " if inflict.stat else ""
    return f"{unless}{inflict.condition}{rounds_text(inflict.rounds)}"


def print_attack(attack: sb.Attack) -> str:
    """C7-UNIT-6: `Pila: 4, assault, STR+PF, 7 piercing, once, shield-breaker,`."""
    reach = "melee" if attack.range is None else str(attack.range)
    bonus = formula_text(attack.bonus) if attack.bonus else ""
    if attack.save:
        bonus += f" DC {attack.save.stat} Type {attack.save.type}"
    attributes = ["blast"] * attack.blast + ["reach"] * attack.reach
    if attack.uses is not None:
        attributes.append("once" if attack.uses == 1 else f"uses {attack.uses}")
    attributes += ["shield-breaker"] * attack.shield_breaker
    attributes += [_inflict(inflict) for inflict in attack.inflicts]
    attributes += [f"x2 vs {kind}" for kind in attack.doubles]
    fields = (reach, " ".join(attack.attributes), bonus, damage_text(attack.damage))
    return ", ".join((f"{attack.name}: {fields[0]}", *fields[1:], *attributes, *attack.notes)) + ","


def print_option(option: sb.Purchase) -> str:
    """C7-UNIT-10: `Spiked Shield +2 G AC +1 armour spikes`."""
    parts = [f"{option.name} +{option.price} G"]
    parts += [f"{what} +{amount}" for what, amount in option.changes]
    parts += [f"armour {option.armour}"] if option.armour else []
    parts += [f"attack {print_attack(attack)}" for attack in option.attacks]
    return " ".join(parts)


def print_spell(spell: sb.Spell) -> str:
    """`Spark, 12, ATK: 8 lightning.`"""
    return f"{spell.name}, {spell.range}, {spell.effects.text}"


def print_power(power: sb.Power) -> str:
    """`Daze Charge 8. Choose an enemy unit within range 9. It becomes stunned for 1 round.`"""
    return f"{power.name} Charge {power.charge}. {power.effects.text}"


def print_tactic(tactic: sb.Tactic) -> str:
    """`War Cry Cost 2 CP Phase: Fight. All friendly Troops units gain ...`"""
    phases = ", ".join(map(phase_name, tactic.phases)) or "Any"
    return f"{tactic.name} Cost {tactic.cost} CP Phase: {phases}. {tactic.effects.text}"


ABILITIES: dict[type[sb.Ability], str] = {
    sb.Reaction: "reaction with {attack}.",
    sb.Aura: "Friendly [{kind} ]units within {within} gain {modifiers:modifiers}.",
    sb.Regeneration: "Regenerates {hp} HP in the Command phase.",
    sb.Steadfast: "Always passes Morale checks.",
    sb.DeathBurst: (
        "When this unit dies, every unit within {within} takes {damage} {damage_type} damage."
    ),
    sb.ShieldWall: "+{ac} AC while adjacent to a friendly unit with this ability.",
    sb.Pack: "advantage on melee ATK if another friendly unit is adjacent to the target.",
    sb.Wounded: "{modifiers:modifiers} while at half HP or less.",
    sb.ChargeBonus: "After charging, melee attacks deal +{damage} damage.",
    sb.Defences: (
        "[Resistance to {resistance:, }. ][Immunity to {immunity:, }. ]"
        "[Vulnerability to {vulnerability:, }. ]"
    ),
    sb.Constant: "{modifiers:modifiers}.",
}
"""Section 8.3: the canonical text of each kind of ability, a pattern of its fields."""


def ability_text(ability: sb.Ability) -> str:
    """Section 8.3: the canonical text of an ability, from which it can be read again."""
    return filled(ABILITIES[type(ability)], ability, {"modifiers": modifiers_text}).rstrip()
