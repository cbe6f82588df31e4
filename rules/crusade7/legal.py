"""Orders that would be accepted now: each kind of order with each single target, lazily."""

from collections.abc import Iterator

from rules.crusade7 import charge as charging
from rules.crusade7 import orders as od
from rules.crusade7.adjudicate import adjudicate
from rules.crusade7.detachments import DETACHMENTS, Detachment
from rules.crusade7.geometry import edge_column, enemies, separation, size_of, zone
from rules.crusade7.movement import destinations
from rules.crusade7.references import in_order, same_name
from rules.crusade7.statblock import CLASSES, Statblock, Tactic
from rules.crusade7.state import PHASES, ROWS, State, Unit
from rules.crusade7.tactics import CORE, OPPORTUNITY, REFLEXIVE_FIRE
from rules.crusade7.transport import RINGS, surroundings
from rules.errors import Refusal
from rules.game import Die
from rules.grid import STEPS, shift
from rules.orders import AcceptDraw, DeclineDraw, EndPhase, OfferDraw, Order, Resign

Orders = Iterator[Order]


def legal(state: State, seat: int, ref: str | None = None) -> Orders:
    """The orders that a seat could give now; with a reference only those to that unit."""
    if state.flow.outcome is not None or seat not in state.armies:
        return
    for unit in in_order(state.living(seat)):
        if ref is None or unit.ref.lower() == ref.lower():
            yield from (one for one in of_unit(state, unit) if is_accepted(state, seat, one))
    if ref is None:
        yield from (one for one in of_army(state, seat) if is_accepted(state, seat, one))


def is_accepted(state: State, seat: int, order: Order) -> bool:
    """Would this order stand?  It is tried on the state, which does not change."""
    try:
        adjudicate(state, seat, (order,), lowest_face)
    except Refusal:
        return False
    return True


def lowest_face(die: Die) -> int:
    """No die decides whether an order is accepted."""
    return die.faces[0]


# --- orders to a unit ---------------------------------------------------------------------------


def of_unit(state: State, unit: Unit) -> Orders:
    """What might be ordered of a unit in this phase."""
    who = od.Who((unit.ref,))
    phase, is_turn = state.flow.phase, state.flow.turn == unit.seat
    if phase == "setup":
        yield from deployments(state, unit, who)
    elif phase == "move" and is_turn:
        yield from moves(state, unit, who)
    elif phase == "mana" and is_turn and unit.on_field:
        yield from magic(state, unit, who)
    elif phase in ("heavy", "fight") and is_turn and unit.on_field:
        yield from fights(state, unit, who)
    elif phase == "charge" and is_turn and unit.on_field:
        yield from charges(state, unit, who)
    if phase in ("command", "move", "mana") and state.block(unit).psionic and unit.on_field:
        yield from (od.Deny(who, one.ref) for one in enemies(state, unit))
    if unit.concentration is not None:
        yield od.StopConcentrating(who)


def deployments(state: State, unit: Unit, who: od.Who) -> Orders:
    """C7-SETUP-4: every cell of the army's zone."""
    if not unit.reserve and not state.armies[unit.seat].ready:
        for column in zone(unit.seat):
            for row in range(1, ROWS + 1):
                yield od.Deploy(who, (row, column))


def moves(state: State, unit: Unit, who: od.Who) -> Orders:
    """C7-MOVE-1, C7-TRANS-3: the parts of the Move Phase, and embarking after them."""
    if unit.reserve:
        column = edge_column(unit.seat)
        column -= size_of(state, unit)[1] - 1 if unit.seat == 2 else 0
        yield from (od.Arrive(who, (row, column)) for row in range(1, ROWS + 1))
    elif unit.inside:
        yield from landings(state, unit, who)
    elif unit.on_field:
        if unit.moved == "none":
            yield od.Stay(who)
            yield from (od.Move(who, cell) for cell in destinations(state, unit, "normal"))
            yield from (od.Advance(who, cell) for cell in destinations(state, unit, "advance"))
            yield from (od.FallBack(who, cell) for cell in destinations(state, unit, "fall back"))
        for other in in_order(state.on_field(unit.seat)):
            if state.block(other).classification == "Transport":
                yield od.Embark(who, other.ref)


def landings(state: State, unit: Unit, who: od.Who) -> Orders:
    """C7-TRANS-8: the cells at 1 or 2 from the transport."""
    transport = state.find(unit.inside)
    if transport is not None and transport.at is not None:
        size = size_of(state, transport)
        for ring in RINGS:
            for cell in surroundings(transport.at, size, size_of(state, unit), ring):
                if min(cell) > 0:
                    yield od.Disembark(who, cell)


def magic(state: State, unit: Unit, who: od.Who) -> Orders:
    """C7-SPELL-8, C7-PSI-12: every spell and power, on every unit, and without a target."""
    block = state.block(unit)
    units = [one.ref for one in in_order(state.on_field())]
    for _, spell in block.casting.spells if block.casting else ():
        yield od.Cast(who, spell)
        yield from (od.Cast(who, spell, (target,)) for target in units)
    for power in block.powers:
        yield od.Manifest(who, power)
        yield from (od.Manifest(who, power, (target,)) for target in units)


def fights(state: State, unit: Unit, who: od.Who) -> Orders:
    """C7-ATK-8, C7-MELEE-2, C7-COND-4: attacks, engaging and standing up."""
    block, at = state.block(unit), unit.at
    for enemy in in_order(enemies(state, unit)):
        for attack in block.attacks:
            yield od.Strike(who, (enemy.ref,), attack.name)
        if block.multiattack:
            yield od.Multiattack(who, (enemy.ref,))
        if separation(state, unit, enemy) <= 3:
            yield od.Engage(who, enemy.ref)
    for step in STEPS:
        if at is not None and min(shift(at, step)) > 0:
            yield od.Engage(who, shift(at, step))
    yield od.StandUp(who)


def charges(state: State, unit: Unit, who: od.Who) -> Orders:
    """C7-CHARGE-4, C7-CHARGE-5: every enemy within 6, and every cell nearer to it."""
    for enemy in in_order(enemies(state, unit)):
        if separation(state, unit, enemy) <= charging.CHARGE_RANGE:
            yield od.Charge(who, enemy.ref)
            for cell, _ in charging.places(state, unit, enemy):
                yield od.Charge(who, enemy.ref, cell)


# --- orders of an army --------------------------------------------------------------------------


def of_army(state: State, seat: int) -> Orders:
    """What might be ordered beside what units do."""
    if state.flow.phase == "setup":
        yield from musters(state, seat)
    else:
        yield from stratagems(state, seat)
        yield EndPhase()
        yield from (od.SkipTo(phase) for phase in PHASES)
    yield from (OfferDraw(), AcceptDraw(), DeclineDraw(), Resign())


def musters(state: State, seat: int) -> Orders:
    """C7-SETUP-1: faction, detachments, reserves, ready."""
    army = state.armies[seat]
    for faction in state.library.factions:
        yield od.ChooseFaction(faction.name)
        for subfaction in faction.subfactions:
            yield od.ChooseFaction(faction.name, subfaction)
    own = [one for one in state.library.blocks if same_name(one.faction, army.faction)]
    for detachment in DETACHMENTS:
        for levies in compositions(detachment, own):
            yield od.TakeDetachment(detachment.name, levies)
    yield from (od.TakeReserves((od.Levy(1, block.name),)) for block in own)
    yield od.Ready()
    yield od.ClearArmy()


def compositions(detachment: Detachment, blocks: list[Statblock]) -> Iterator[tuple[od.Levy, ...]]:
    """C7-DET-2: the smallest and cheapest composition; of an Auxiliary one of each type."""
    if detachment.one_class:
        yield from ((od.Levy(1, block.name),) for block in blocks)
        return
    levies = []
    for classification in CLASSES:
        least = detachment.range_of(classification)[0]
        fitting = [one for one in blocks if one.classification == classification]
        if least and fitting:
            cheapest = min(fitting, key=lambda block: (block.cost, block.name))
            levies.append(od.Levy(least, cheapest.name))
    if levies:
        yield tuple(levies)


def stratagems(state: State, seat: int) -> Orders:
    """C7-TAC-4: every tactic of the army, without a unit and with each."""
    units = [one.ref for one in in_order(state.on_field())]
    for tactic in known_tactics(state, seat):
        choice = "with" if tactic in (OPPORTUNITY, REFLEXIVE_FIRE) else "on"
        yield od.UseTactic(tactic.name)
        for unit in units:
            yield od.UseTactic(tactic.name, unit, choice=choice)


def known_tactics(state: State, seat: int) -> tuple[Tactic, ...]:
    """C7-TAC-4: core tactics and those of the army's own faction."""
    faction = state.armies[seat].faction
    own = (one.tactics for one in state.library.factions if same_name(one.name, faction))
    return (*CORE, *next(own, ()))
