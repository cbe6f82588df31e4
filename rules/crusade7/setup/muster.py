"""Section 4.1: buying units with their options, in detachments and for the reserve."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules.crusade7 import events as ev
from rules.crusade7.army.detachments import check_composition, check_number, detachment_named
from rules.crusade7.army.statblock import STATS, Purchase, Statblock
from rules.crusade7.battle import Battle
from rules.crusade7.bounds import check_army, check_type
from rules.crusade7.naming import is_called, order_of_reference, same_name
from rules.crusade7.orders import Levy, TakeDetachment, TakeReserves
from rules.crusade7.setup.setup import check_not_ready, gold_limit
from rules.crusade7.state import Army, State, Unit
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.frozen import Frozen
from rules.numbers.arith import half_up


class Lot(Frozen):
    """So many units of one type, the bought options included in its numbers."""

    count: int
    block: Statblock


def take_detachment(battle: Battle, order: TakeDetachment) -> None:
    """C7-DET-2, C7-CP-2: a detachment is taken, its units are bought and its CP are paid."""
    state, army = battle.state, battle.state.armies[battle.seat]
    check_not_ready(army, "C7-SETUP-6")
    detachment = detachment_named(order.detachment)
    lots = read_lots(state, army, order.levies)
    check_number(army.seat, len(army.detachments), gold_limit(state))
    check_composition(detachment, counts_of(lots))
    check_cp(army, detachment.cp)
    gold = price_of(lots)
    check_gold(army, gold, gold_limit(state))
    buy(battle, lots, detachment.name, gold, detachment.cp)


def take_reserves(battle: Battle, order: TakeReserves) -> None:
    """C7-GOLD-2, C7-CP-3: units for the reserve cost gold like others, and CP by their gold."""
    state, army = battle.state, battle.state.armies[battle.seat]
    check_not_ready(army, "C7-SETUP-6")
    lots = read_lots(state, army, order.levies)
    gold = price_of(lots)
    check_gold(army, gold, gold_limit(state))
    cp = reserve_cp(army.reserve_gold + gold) - reserve_cp(army.reserve_gold)
    check_cp(army, cp)
    buy(battle, lots, "", gold, cp)


def reserve_cp(gold: int) -> int:
    """C7-CP-3: a reserve worth x gold costs x/450 CP in total, rounded half up."""
    return half_up(gold, 450)


# --- what is asked for --------------------------------------------------------------------------


def read_lots(state: State, army: Army, levies: tuple[Levy, ...]) -> tuple[Lot, ...]:
    """C7-SETUP-2, C7-SETUP-3, C7-GOLD-3: the types and options that a list names."""
    if army.faction == "none":
        raise Refusal(
            "C7-SETUP-2", f"{seat_name(army.seat)} has to choose a faction before it buys"
        )
    if not any(levy.count for levy in levies):
        raise Refusal("C7-ORDER-1", f"{seat_name(army.seat)} asks for no unit")
    blocks = [block_named(state, army, levy.kind) for levy in levies]
    return tuple(
        Lot(levy.count, with_options(block, levy.options))
        for levy, block in zip(levies, blocks, strict=True)
    )


def block_named(state: State, army: Army, kind: str) -> Statblock:
    """C7-SETUP-3: a unit type of the army's own faction."""
    for block in state.library.blocks:
        if is_called(kind, block.name):
            if same_name(block.faction, army.faction):
                return block
            raise Refusal(
                "C7-SETUP-3",
                f"{block.name} belongs to {block.faction}, "
                f"{seat_name(army.seat)} is {army.faction}",
            )
    own = [one.name for one in state.library.blocks if same_name(one.faction, army.faction)]
    why = f"there is no unit type {kind[:40]!r}; {seat_name(army.seat)} may buy {', '.join(own)}"
    raise Refusal("C7-SETUP-3", why)


def with_options(block: Statblock, names: tuple[str, ...]) -> Statblock:
    """C7-GOLD-3: the type with options that its statblock lists, each at most once."""
    wanted = [option_named(block, name) for name in names]
    for option in block.purchases:
        if wanted.count(option) > 1:
            raise Refusal("C7-GOLD-3", f"{block.name} can have {option.name} only once")
    for option in block.purchases:
        if option in wanted:
            block = with_option(block, option)
    check_type(block)
    return block


def option_named(block: Statblock, name: str) -> Purchase:
    """C7-GOLD-3: an option of this statblock."""
    for option in block.purchases:
        if same_name(option.name, name):
            return option
    known = ", ".join(option.name for option in block.purchases) or "none"
    raise Refusal("C7-GOLD-3", f"{block.name} has no option {name[:40]!r}; it has {known}")


def with_option(block: Statblock, option: Purchase) -> Statblock:
    """C7-UNIT-10: the option adds to the cost, and to HP, AC, stats, armour or attacks."""
    gains = dict.fromkeys(("HP", "AC", *STATS), 0)
    for what, amount in option.changes:
        gains[what] += amount
    armour = ", ".join(text for text in (block.armour, option.armour) if text)
    return replace(
        block,
        cost=block.cost + option.price,
        hp=block.hp + gains["HP"],
        ac=block.ac + gains["AC"],
        armour=armour,
        stats=tuple(stat + gains[name] for name, stat in zip(STATS, block.stats, strict=True)),
        attacks=(*block.attacks, *option.attacks),
        bought=(*block.bought, option.name),
    )


def counts_of(lots: Iterable[Lot]) -> dict[str, int]:
    """C7-DET-2: how many units of each classification a list has."""
    counts: dict[str, int] = {}
    for lot in lots:
        kind = lot.block.classification
        counts[kind] = counts.get(kind, 0) + lot.count
    return counts


def price_of(lots: Iterable[Lot]) -> int:
    """C7-GOLD-1: the summed cost of the units, options included."""
    return sum(lot.count * lot.block.cost for lot in lots)


def check_gold(army: Army, price: int, limit: int) -> None:
    """C7-GOLD-1: an army's units do not cost more than the gold limit."""
    if price > army.gold:
        raise Refusal(
            "C7-GOLD-1",
            f"{seat_name(army.seat)} asks for {price} G and has {army.gold} G left of {limit} G",
        )


def check_cp(army: Army, cost: int) -> None:
    """C7-CP-2: CP never go below 0."""
    if cost > army.cp:
        raise Refusal("C7-CP-2", f"{seat_name(army.seat)} needs {cost} CP and has {army.cp}")


# --- the purchase -------------------------------------------------------------------------------


def buy(battle: Battle, lots: tuple[Lot, ...], detachment: str, gold: int, cp: int) -> None:
    """C7-ORDER-10, C7-DET-5: the units are made and numbered in the order of listing."""
    state, seat = battle.state, battle.seat
    check_army(state, seat, sum(lot.count for lot in lots))
    blocks = list(state.blocks)
    units: list[Unit] = []
    numbers = highest_numbers(state, seat)
    group = len(state.armies[seat].detachments) + 1 if detachment else 0
    for lot in lots:
        kind = find_kind(blocks, lot.block)
        if kind is None:
            kind = len(blocks)
            blocks.append(lot.block)
        short = lot.block.abbreviation
        for _ in range(lot.count):
            numbers[short.upper()] = number = numbers.get(short.upper(), 0) + 1
            unit = fresh_unit(f"{short}{number}", seat, kind, lot.block)
            units.append(replace(unit, reserve=not detachment, detachment=group))
    new = tuple(blocks[len(state.blocks) :])
    battle.emit(ev.UnitsBought(seat, detachment, tuple(units), new, gold, cp))


def highest_numbers(state: State, seat: int) -> dict[str, int]:
    """C7-ORDER-10: the highest number that the army has of each abbreviation."""
    highest: dict[str, int] = {}
    for unit in state.units.values():
        if unit.seat == seat:
            short, number = order_of_reference(unit.ref)
            highest[short] = max(number, highest.get(short, 0))
    return highest


def find_kind(blocks: Sequence[Statblock], block: Statblock) -> int | None:
    """C7-UNIT-11: the number of a statblock among those in use, the latest of equal ones."""
    found = [number for number, known in enumerate(blocks) if known == block]
    return found[-1] if found else None


def fresh_unit(ref: str, seat: int, kind: int, block: Statblock) -> Unit:
    """A unit as printed: full HP, full uses and slots, nowhere yet."""
    uses = tuple((one.name, one.uses) for one in block.attacks if one.uses is not None)
    return Unit(
        ref=ref,
        seat=seat,
        kind=kind,
        hp=block.hp,
        maxhp=block.hp,
        ac=block.ac,
        armour=block.armour,
        stats=block.stats,
        uses=uses,
        slots=block.casting.slots if block.casting else (),
    )
