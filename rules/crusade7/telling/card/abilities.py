"""Printed powers in a player's words: abilities, Multiattack, magic, options, notes."""

from collections.abc import Iterator

from rules.crusade7.army import statblock as sb
from rules.crusade7.harm.numbers import formula
from rules.crusade7.orders import ordinal
from rules.crusade7.state import State, Unit
from rules.crusade7.telling.brief.spans import shortened
from rules.crusade7.telling.wording import modifiers_text, signed
from rules.display.view import Line, Span

NOTE = 160
"""So much of a text that the referee leaves to the GM stands on a card."""


def line(name: str, text: str) -> Line:
    """A strong name, and what there is to say of it."""
    return (Span(name, strong=True), Span(f" {text}"))


def lines(state: State, unit: Unit) -> Iterator[Line]:
    """What a unit has beside its attacks."""
    block = state.block(unit)
    if block.multiattack:
        strikes = ", ".join(f"{count} {name}" for count, name in block.multiattack)
        yield line("Multiattack", strikes)
    yield from magic(state, unit, block)
    yield from (line(ability.name, ability_text(ability)) for ability in block.abilities)
    yield from (line(note.name, f'"{shortened(note.text, NOTE)}" (the GM)') for note in block.notes)


def magic(state: State, unit: Unit, block: sb.Statblock) -> Iterator[Line]:
    """C7-SPELL-1, C7-SPELL-2, C7-PSI-7, C7-PSI-10: spells by level with slots, powers."""
    if block.casting is not None:
        atk, dc = (formula(state, unit, one)[0] for one in (block.casting.atk, block.casting.dc))
        levels = [part for part in spell_levels(unit, block) if part]
        yield line("Spells", f"ATK {atk}, DC {dc}; {'; '.join(levels)}")
    if block.psionic:
        powers = ", ".join(block.powers) or "Smite"
        tries = f"manifests {block.manifests} in a Mana Phase, denies {block.denies} in a round"
        yield line("Powers", f"{tries}: {powers}")


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
    """C7-UNIT-10: what can be bought with it."""
    if block.purchases:
        yield line("Options", "; ".join(map(option, block.purchases)))


def option(purchase: sb.Purchase) -> str:
    """`Phalerae 3 gold (CHA +1)`."""
    brings = [f"{what} {signed(amount)}" for what, amount in purchase.changes]
    brings += [purchase.armour] if purchase.armour else []
    brings += [attack.name for attack in purchase.attacks]
    return f"{purchase.name} {purchase.price} gold" + (f" ({', '.join(brings)})" if brings else "")


def ability_text(ability: sb.Ability) -> str:
    """C7-ABIL-1 to C7-ABIL-11, each in one phrase."""
    match ability:
        case sb.Reaction(_, attack):
            return f"{attack} on every enemy that ends a leg of a move where it strikes"
        case sb.Aura(_, kind, within, modifiers):
            friends = f"friendly {kind} units" if kind else "friendly units"
            return f"{modifiers_text(modifiers)} for {friends} within {within}"
        case sb.Regeneration(_, hp):
            return f"regains {hp} HP in each Command Phase"
        case sb.Steadfast():
            return "passes every Morale check"
        case sb.DeathBurst(_, within, damage, damage_type):
            return f"when it dies, {damage} {damage_type} to every unit within {within}"
        case sb.ShieldWall(name, ac):
            return f"{signed(ac)} AC next to a friend with {name}"
        case _:
            return own_text(ability)


def own_text(ability: sb.Ability) -> str:
    """C7-ABIL-7 to C7-ABIL-11: what concerns the unit alone."""
    match ability:
        case sb.Pack():
            return "advantage on melee ATK if another friend is next to the target"
        case sb.Wounded(_, modifiers):
            return f"{modifiers_text(modifiers)} at half HP or less"
        case sb.ChargeBonus(_, damage):
            return f"{signed(damage)} melee damage in the Fight Phase after a charge"
        case sb.Defences(_, resistance, immunity, vulnerability):
            named = {"resists": resistance, "immune to": immunity, "vulnerable to": vulnerability}
            return "; ".join(f"{how} {', '.join(what)}" for how, what in named.items() if what)
        case sb.Constant(_, modifiers):
            return modifiers_text(modifiers)
        case _:
            return ""
