"""How a battle begins: factions, armies, deployment."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rules.crusade7 import events as ev
from rules.crusade7 import orders as od
from rules.crusade7 import sequence
from rules.crusade7.army.options import check_composition, check_number, detachment_named
from rules.crusade7.army.statblock import STATS, Faction, Library, Purchase, Statblock
from rules.crusade7.bounds import check_army, check_type
from rules.crusade7.field.geometry import occupied, on_board, zone
from rules.crusade7.naming import is_called, order_of_reference, same_name
from rules.crusade7.state import Army, Battle, State, Unit
from rules.line.errors import Refusal, required
from rules.line.events import DiceLoaded, Event
from rules.line.flow import seat_name
from rules.line.frozen import Frozen, fields_of
from rules.numbers.arith import half_up
from rules.numbers.grid import Cell, rectangle

# Chapter 4: gold, CP, buying an army, deploying it, and the start of the battle.


def create(
    options: Mapping[str, str], library: Library, tray: tuple[int, ...]
) -> tuple[Event, ...]:
    """C7-SETUP-1: the battle is created with its options; each army gets its gold and its CP."""
    gold = int(options["gold"])
    for block in library.blocks:
        check_type(block)
    created = ev.BattleCreated(tuple(options.items()), library, gold, starting_cp(gold))
    return (created, DiceLoaded(tray)) if tray else (created,)


def starting_cp(gold_limit: int) -> int:
    """C7-CP-1: 3 CP for each 500 gold of the limit, rounded half up."""
    return half_up(3 * gold_limit, 500)


def gold_limit(state: State) -> int:
    """The gold limit of each army, an option of the battle."""
    return int(state.options["gold"])


def choose_faction(battle: Battle, order: od.ChooseFaction) -> None:
    """C7-SETUP-2: choose a known faction, and one of its subfactions, before buying any unit."""
    army = battle.state.armies[battle.seat]
    check_not_ready(army, "C7-SETUP-6")
    if army.bought:
        why = f"{seat_name(army.seat)} has bought units of {army.faction} already"
        raise Refusal("C7-SETUP-2", why)
    faction = faction_named(battle.state.library, order.faction)
    sub = subfaction_named(faction, order.subfaction) if order.subfaction else "none"
    battle.emit(ev.FactionChosen(army.seat, faction.name, sub))


def faction_named(library: Library, name: str) -> Faction:
    """C7-SETUP-2: a faction that this battle knows."""
    meant = (faction for faction in library.factions if same_name(faction.name, name))
    known = ", ".join(faction.name for faction in library.factions)
    why = f"there is no faction {name[:40]!r}; there are {known}"
    return required(next(meant, None), "C7-SETUP-2", why)


def subfaction_named(faction: Faction, name: str) -> str:
    """C7-SETUP-2: a subfaction that the faction has, or `none`."""
    for subfaction in (*faction.subfactions, "none"):
        if same_name(subfaction, name):
            return subfaction
    known = ", ".join(faction.subfactions) or "none"
    raise Refusal("C7-SETUP-2", f"{faction.name} has no subfaction {name[:40]!r}; it has {known}")


def clear_army(battle: Battle, order: od.ClearArmy) -> None:
    """C7-ORDER-11: the seat's units, detachments, costs and its `ready` are undone.

    The faction stays; with nothing bought it may be chosen anew (C7-SETUP-2).
    """
    gold = gold_limit(battle.state)
    battle.emit(ev.ArmyCleared(battle.seat, gold, starting_cp(gold)))


def check_not_ready(army: Army, rule: str) -> None:
    """C7-SETUP-5, C7-SETUP-6: a seat that is `ready` must take that back to change anything."""
    if army.ready:
        why = f"{seat_name(army.seat)} is ready; `undo` or `clear army` takes that back"
        raise Refusal(rule, why)


# --- deployment ---------------------------------------------------------------------------------


def deploy(battle: Battle, order: od.Deploy, units: tuple[Unit | Refusal, ...]) -> None:
    """C7-SETUP-4: put the units down one after the other from a cell on, without gaps.

    A unit that is refused leaves its place empty; the others are deployed (C7-ORDER-7).
    """
    at = order.at
    for one in units:
        with battle.attempt():
            if isinstance(one, Refusal):
                raise one
            rows, columns = battle.state.block(one).footprint
            place, at = at, (at[0], at[1] + columns) if order.across else (at[0] + rows, at[1])
            deploy_one(battle, one, place)


def deploy_one(battle: Battle, unit: Unit, at: Cell) -> None:
    """C7-SETUP-4, C7-SETUP-5: check one unit and put it on its cells."""
    check_deployable(unit)
    check_not_ready(battle.state.armies[unit.seat], "C7-SETUP-5")
    check_zone(battle.state, unit, at)
    check_cells(battle.state, unit, at)
    if unit.reserve:
        raise Refusal("C7-RES-1", f"{unit.ref} is in reserve and arrives later")
    battle.emit(ev.Deployed(unit.seat, ((unit.ref, at),)))


def check_deployable(unit: Unit) -> None:
    """C7-ORDER-4, C7-TRANS-5: neither the dead nor passengers are deployed."""
    if unit.dead:
        raise Refusal("C7-ORDER-4", f"{unit.ref} is killed")
    if unit.inside:
        raise Refusal("C7-TRANS-5", f"{unit.ref} is inside {unit.inside}")


def check_zone(state: State, unit: Unit, at: Cell) -> None:
    """C7-SETUP-4: the whole footprint lies in the army's own deployment zone (C7-GEO-8)."""
    size = state.block(unit).footprint
    columns = zone(unit.seat)
    last = at[1] + size[1] - 1
    if not on_board(at, size) or at[1] not in columns or last not in columns:
        raise Refusal(
            "C7-SETUP-4",
            f"{unit.ref} ({size[0]}x{size[1]}) at {at[0]},{at[1]} is not inside rows 1 to 24, "
            f"columns {columns[0]} to {columns[-1]}",
        )


def check_cells(state: State, unit: Unit, at: Cell) -> None:
    """C7-SETUP-5: no two units on a cell (C7-GEO-9), none on impassable ground (C7-TERR-2).

    C7-SETUP-8: what the other army has there is not named.
    """
    taken = occupied(state, unit.ref)
    cells = list(rectangle(at, state.block(unit).footprint))
    for cell in cells:
        if (other := taken.get(cell)) is not None:
            own = other.seat == unit.seat
            rule = "C7-SETUP-5" if own else "C7-GEO-9"
            what = f"{other.ref} is there" if own else "the cell is not free"
            raise Refusal(rule, f"{unit.ref} cannot stand on {cell[0]},{cell[1]}: {what}")
    for cell in cells:
        if state.terrain.get(cell) == "impassable":
            raise Refusal("C7-TERR-2", f"{unit.ref}: {cell[0]},{cell[1]} is impassable")


# --- ready --------------------------------------------------------------------------------------


def ready(battle: Battle, order: od.Ready) -> None:
    """C7-SETUP-6, C7-SETUP-7: the army is ready; when both are, round 1 begins."""
    check_ready(battle.state, battle.seat)
    battle.emit(ev.DeclaredReady(battle.seat))
    if all(army.ready for army in battle.state.armies.values()):
        battle.emit(ev.BattleBegan(raised(battle.state)))
        sequence.begin_phase(battle, max(1, battle.state.flow.round), "command")


def check_ready(state: State, seat: int) -> None:
    """C7-SETUP-6: the army has a unit, and each one outside the reserve has a position."""
    check_not_ready(state.armies[seat], "C7-SETUP-6")
    units = required(list(state.living(seat)), "C7-SETUP-6", f"{seat_name(seat)} has no unit")
    homeless = [one.ref for one in units if not (one.at or one.reserve or one.inside)]
    if homeless:
        raise Refusal("C7-SETUP-6", f"{', '.join(homeless)} of {seat_name(seat)} are not deployed")


def raised(state: State) -> tuple[tuple[str, str], ...]:
    """C7-SETUP-9: the (old, new) references of army 2 when the battle begins.

    Each number rises by the highest one that army 1 has of the same abbreviation.
    """
    highest, renamed = highest_numbers(state, 1), []
    for unit in state.units.values():
        short, number = order_of_reference(unit.ref)
        if unit.seat == 2 and short in highest:
            renamed.append((unit.ref, f"{unit.ref.rstrip('0123456789')}{number + highest[short]}"))
    return tuple(sorted(renamed, key=lambda pair: order_of_reference(pair[0])))


def clashing(state: State) -> tuple[tuple[str, str], ...]:
    """C7-SETUP-9 for a battle that the GM begins: rename only abbreviations of which both armies
    have the same number.

    The references that a GM gave before are unique, and stay as given.
    """
    own = [{u.ref.upper() for u in state.units.values() if u.seat == seat} for seat in (1, 2)]
    common = [order_of_reference(ref)[0] for ref in sorted(own[0] & own[1])]
    return tuple(pair for pair in raised(state) if order_of_reference(pair[0])[0] in common)


# Section 4.1: buying units with their options, in detachments and for the reserve.


class Lot(Frozen):
    """`count` units of one type; the numbers of `block` include the bought options."""

    count: int
    block: Statblock


def take_detachment(battle: Battle, order: od.TakeDetachment) -> None:
    """C7-DET-2, C7-CP-2: take a detachment: buy its units and pay its CP."""
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


def take_reserves(battle: Battle, order: od.TakeReserves) -> None:
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


def read_lots(state: State, army: Army, levies: tuple[od.Levy, ...]) -> tuple[Lot, ...]:
    """C7-SETUP-2, C7-SETUP-3, C7-GOLD-3: the lots that a list names.  Raises `Refusal`."""
    if army.faction == "none":
        why = f"{seat_name(army.seat)} has to choose a faction before it buys"
        raise Refusal("C7-SETUP-2", why)
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
    meant = (option for option in block.purchases if same_name(option.name, name))
    known = ", ".join(option.name for option in block.purchases) or "none"
    why = f"{block.name} has no option {name[:40]!r}; it has {known}"
    return required(next(meant, None), "C7-GOLD-3", why)


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
        why = f"{seat_name(army.seat)} asks for {price} G and has {army.gold} G left of {limit} G"
        raise Refusal("C7-GOLD-1", why)


def check_cp(army: Army, cost: int) -> None:
    """C7-CP-2: CP never go below 0."""
    if cost > army.cp:
        raise Refusal("C7-CP-2", f"{seat_name(army.seat)} needs {cost} CP and has {army.cp}")


# --- the purchase -------------------------------------------------------------------------------


def buy(battle: Battle, lots: tuple[Lot, ...], detachment: str, gold: int, cp: int) -> None:
    """C7-ORDER-10, C7-DET-5: make the units and number them in the order of listing."""
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
    """C7-UNIT-11: the number of a statblock among those in use, the latest of equal ones; None if
    it is not in use."""
    found = [number for number, known in enumerate(blocks) if known == block]
    return found[-1] if found else None


def fresh_unit(ref: str, seat: int, kind: int, block: Statblock) -> Unit:
    """A new unit as printed: full HP, uses and slots, and no position yet."""
    uses = tuple((one.name, one.uses) for one in block.attacks if one.uses is not None)
    printed = fields_of(block, "hp", "ac", "armour", "stats")
    slots = block.casting.slots if block.casting else ()
    return Unit(ref, seat, kind, maxhp=block.hp, uses=uses, slots=slots, **printed)
