"""C7-ORDER-3: a practice opponent, `easy` or `hard`, that orders like any seat and sees no more.

It draws no die and knows no clock: the same state, seed and nodes give the same order.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import isqrt

from rules.border.game import Practised, Tries, never
from rules.crusade7 import orders as od
from rules.crusade7.adjudicate import is_accepted
from rules.crusade7.army.options import DETACHMENTS, Detachment, detachments_allowed
from rules.crusade7.army.statblock import CLASSES, Attack, Modifier, Statblock
from rules.crusade7.field.geometry import zone
from rules.crusade7.harm.damage import share_against
from rules.crusade7.naming import in_order, same_name, who_of
from rules.crusade7.search.marching import March, best_denial, best_magic, best_tactic, lies_in_wait
from rules.crusade7.search.worth import GOLD, Idea, attack_ideas, charge_ideas, standing, together
from rules.crusade7.setup import gold_limit
from rules.crusade7.state import ROWS, Army, Effect, State
from rules.crusade7.tactics import SUPPORT
from rules.display.acts import following
from rules.line.orders import EndPhase, Order
from rules.numbers.arith import scattered
from rules.numbers.grid import Cell, rectangle

# C7-SETUP-1: its set-up, in which it sees only its own army: faction, units, places.


FEWEST, PER_UNIT = 12, 40
"""It buys at most 12 units, and one more for each 40 gold of the limit: no more than a person
would like to read about."""

FOOT_AC, FOOT_ATK = 16, 6
"""Section 13.5: AC and ATK of the typical opponent that prices were worked out against."""

LEFT_AT_HOME = ("Transport", "Very Heavy Support")
"""What it does not buy: it does not use transports, and wants no unit worth half an army."""

DEPTHS = {"line": 0, "rider": 0, "leader": 2, "shooter": 2, "caster": 3, "gun": 4}
"""How many columns behind the front of its zone each kind of unit is deployed."""


def set_up(state: State, seat: int, seed: int, wise: bool) -> Order:
    """The next order of the set-up."""
    army = state.armies[seat]
    if not army.bought and same_name(army.faction, "none"):
        return od.ChooseFaction(faction_for(state, seed))
    purchase = next_purchase(state, army, seed, wise)
    if purchase is not None and is_accepted(state, seat, purchase):
        return purchase
    return next_place(state, seat, seed) or od.Ready()


# --- buying -------------------------------------------------------------------------------------


def faction_for(state: State, seed: int) -> str:
    """A faction whose Troops can fight and which the gold can pay for; the seed chooses."""
    limit = gold_limit(state)
    fit = []
    for faction in state.library.factions:
        troops = [one for one in types_of(state, faction.name) if one.classification == "Troops"]
        fights = bool(troops) and all(offence(one) > 2000 for one in troops)
        if fights and min(one.cost for one in troops) * 10 <= limit:
            fit.append(faction.name)
    names = fit or [faction.name for faction in state.library.factions]
    return names[scattered(seed, 1) % len(names)]


def types_of(state: State, faction: str) -> list[Statblock]:
    """The unit types of a faction that the opponent would buy."""
    return [
        one
        for one in state.library.blocks
        if same_name(one.faction, faction) and one.classification not in LEFT_AT_HOME
    ]


def next_purchase(state: State, army: Army, seed: int, wise: bool) -> Order | None:
    """C7-DET-2: a Platoon if it can be paid, else an Auxiliary; None if no more can be bought."""
    if len(army.detachments) >= detachments_allowed(gold_limit(state)):
        return None
    most = FEWEST + gold_limit(state) // PER_UNIT
    room = most - sum(1 for _ in state.living(army.seat))
    own = types_of(state, army.faction)
    if room <= 0 or not own:
        return None
    for detachment in DETACHMENTS:
        if detachment.cp > army.cp or detachment.name not in ("Platoon", "Auxiliary"):
            continue
        classes = CLASSES if not detachment.one_class else ("Troops", "Elites", "Cavalry")
        groups = [(one,) for one in classes] if detachment.one_class else [classes]
        for group in groups:
            fitting = [one for one in own if one.classification in group]
            levies = composed(detachment, fitting, army.gold, room, seed if not wise else 0)
            if levies:
                return od.TakeDetachment(detachment.name, levies)
    return None


def composed(
    detachment: Detachment, own: list[Statblock], gold: int, room: int, seed: int
) -> tuple[od.Levy, ...]:
    """The fewest units that the detachment asks for, then the best for the gold that is left.

    With a seed types are picked by it; without one (0) by merit, with some variety.  Empty if the
    detachment cannot be filled.
    """
    counts: dict[str, int] = {}
    for classification in CLASSES:
        least, _ = detachment.range_of(classification)
        kinds = [one for one in own if one.classification == classification]
        for number in range(least):
            chosen = best_buy(kinds, counts, seed + number if seed else 0, gold // (2 * least))
            if chosen is None:
                return ()
            counts[chosen.name] = counts.get(chosen.name, 0) + 1
    by_name = {one.name: one for one in own}
    left = gold - sum(by_name[name].cost * count for name, count in counts.items())
    if left < 0 or sum(counts.values()) > max(room, 11):
        return ()
    while (room_left := room - sum(counts.values())) > 0:
        kinds = [one for one in own if one.cost <= left and has_room(detachment, own, counts, one)]
        dear = [one for one in kinds if one.cost * room_left * 4 >= left * 3]
        chosen = best_buy(
            dear or sorted(kinds, key=cost_of)[-1:], counts, seed + left if seed else 0, left
        )
        if chosen is None:
            break
        counts[chosen.name] = counts.get(chosen.name, 0) + 1
        left -= chosen.cost
    return tuple(od.Levy(counts[one.name], one.name) for one in own if one.name in counts)


def has_room(
    detachment: Detachment, own: list[Statblock], counts: dict[str, int], block: Statblock
) -> bool:
    """C7-DET-2: may one more of this classification be taken?  One warlord is enough."""
    same = (one for one in own if one.classification == block.classification)
    taken = sum(counts.get(one.name, 0) for one in same)
    least, most = detachment.range_of(block.classification)
    return taken < (least if block.classification == "Warlord" and least else most)


def best_buy(
    kinds: list[Statblock], counts: dict[str, int], seed: int, budget: int
) -> Statblock | None:
    """The type with the most merit, which falls with each one already chosen; or one by seed."""
    payable = [one for one in kinds if one.cost <= budget] or sorted(kinds, key=cost_of)[:1]
    if not payable:
        return None
    if seed:
        return payable[scattered(seed, len(counts)) % len(payable)]
    return max(payable, key=lambda one: merit(one) * 8 // (8 + counts.get(one.name, 0)))


def cost_of(block: Statblock) -> int:
    """The cost of a type, as a key to sort by."""
    return block.cost


def merit(block: Statblock) -> int:
    """Section 13.5: roughly how much fighting strength a gold piece buys; range is a plus."""
    share = max(5, share_against(block.ac, FOOT_ATK) // 10)
    tough = block.hp * 100 // share
    return isqrt(tough * offence(block) * 100) * 10 // max(1, block.cost)


def offence(block: Statblock) -> int:
    """The damage of its best attack on a target of AC 16, in thousandths; range is a plus."""
    blows = {attack.name: blow(block, attack) for attack in block.attacks}
    several = sum(count * blows.get(name, 0) for count, name in block.multiattack)
    return max((several, *blows.values()), default=0)


def blow(block: Statblock, attack: Attack) -> int:
    """C7-ATK-2: the damage of one attack by its printed numbers, in thousandths."""
    terms = attack.bonus.terms if attack.bonus is not None else ()
    bonus = sum(
        sign * (term if isinstance(term, int) else block.stat(term)) for sign, term in terms
    )
    share = share_against(FOOT_AC, bonus) if attack.save is None else 50 * max(0, bonus - 1)
    damage = min(1000, share) * sum(amount for amount, _ in attack.damage)
    spent = attack.uses is not None
    return damage * (30 + min(20, attack.range or 0)) // (60 if spent else 30)


# --- placing ------------------------------------------------------------------------------------


def next_place(state: State, seat: int, seed: int) -> Order | None:
    """C7-SETUP-4: deploy the next units of one type, in a column as near to the middle as
    possible."""
    homeless = [
        one for one in state.living(seat) if one.at is None and not one.reserve and not one.inside
    ]
    if not homeless:
        return None
    units = sorted(in_order(homeless), key=lambda one: DEPTHS[role_of(state.block(one))])
    run = units[:1]
    for one in units[1:]:
        if one.kind == run[0].kind and one.ref == following(run[-1].ref):
            run.append(one)
    own = {cell for one in state.on_field(seat) for cell in state.cells(one)}
    closed = own | {cell for cell, kind in state.terrain.items() if kind == "impassable"}
    block = state.block(run[0])
    for count in range(len(run), 0, -1):
        for at in places(seat, block, count, scattered(seed, 2) % 3):
            rows, wide = block.footprint
            if not any(cell in closed for cell in rectangle(at, (rows * count, wide))):
                order = od.Deploy(who_of(run[:count]), at)
                if is_accepted(state, seat, order):
                    return order
    return None


def places(seat: int, block: Statblock, count: int, lean: int) -> Iterator[Cell]:
    """Where a column of `count` units could begin: at their depth, then farther back, then in
    front."""
    rows, wide = block.footprint
    columns = zone(seat)
    depth = DEPTHS[role_of(block)]
    middle = (ROWS - rows * count) // 2 + lean
    starts = sorted(range(1, ROWS - rows * count + 2), key=lambda row: (abs(row - middle), row))
    for back in (*range(depth, len(columns)), *range(depth - 1, -1, -1)):
        column = columns[-1] - back - wide + 1 if seat == 1 else columns[0] + back
        if column >= columns[0] and column + wide - 1 <= columns[-1]:
            yield from ((row, column) for row in starts)


def role_of(block: Statblock) -> str:
    """The role of a unit, a key of `DEPTHS`."""
    far = max((one.range or 0 for one in block.attacks if one.uses is None), default=0)
    if block.casting is not None or block.psionic:
        return "caster"
    match block.classification:
        case "Warlord":
            return "leader"
        case "Cavalry":
            return "rider"
        case "Heavy Support" | "Very Heavy Support" | "Transport":
            return "gun"
    return "shooter" if far >= 8 else "line"


# The battle: one order after the other.


NODES = {"easy": 40, "hard": 400}
"""How many orders are weighed over all outcomes of the dice for one decision, by level."""

BARREN = 12
"""From this round on it accepts a draw even if both sides are equally strong."""


class Opponent(Practised):
    """Chooses orders for a seat: `easy` takes the obvious one, `hard` weighs them and concentrates
    its attacks."""

    def is_behind(self, state: State, seat: int) -> bool:
        """C7-END-5: is it clearly weaker, or from round `BARREN` on not stronger?"""
        own, other = strength(state, seat), strength(state, 3 - seat)
        weaker = own <= other if state.flow.round >= BARREN else 4 * own < 3 * other
        return state.flow.phase != "setup" and weaker

    def order(
        self, state: State, seat: int, seed: int, nodes: int = 0, stop: Callable[[], bool] = never
    ) -> Order:
        """What it orders now; `stop` may end its thinking early."""
        spend = Tries(nodes or NODES[self.level], stop).spend
        if state.flow.phase == "setup":
            return set_up(state, seat, seed, self.hard)
        found = self.in_phase(state, seat, seed, spend)
        if found is not None and is_accepted(state, seat, found):
            return found
        return EndPhase()

    def in_phase(
        self, state: State, seat: int, seed: int, spend: Callable[[], bool]
    ) -> Order | None:
        """The next order in a phase of the battle; None if nothing is worth doing."""
        match state.flow.phase:
            case "command" | "morale":
                return best_tactic(state, seat, spend) if self.hard else None
            case "move":
                return self.move(state, seat)
            case "mana":
                return self.enchant(state, seat, spend)
            case "charge":
                return self.charge(state, seat)
            case _:
                return self.fight(state, seat, seed, spend)

    def move(self, state: State, seat: int) -> Order | None:
        """A move; after the last one `hard` adds denials and an Opportunity Attack."""
        found = March(state, seat, self.hard).order()
        if found is None and self.hard:
            return best_denial(state, seat) or lies_in_wait(state, seat)
        return found

    def enchant(self, state: State, seat: int, spend: Callable[[], bool]) -> Order | None:
        """Spells and powers; before the first of them, if `hard`, a tactic that helps."""
        tactic = best_tactic(state, seat, spend) if self.hard and untouched(state, seat) else None
        return tactic or best_magic(state, seat, spend)

    def charge(self, state: State, seat: int) -> Order | None:
        """The charge with the most gain, if any; `hard` counts what the foes would strike back."""
        ideas = charge_ideas(state, seat, 30 if self.hard else 0)
        useful = [idea for idea in ideas if idea.gain > 0]
        return max(useful, key=lambda idea: idea.gain).order if useful else None

    def fight(self, state: State, seat: int, seed: int, spend: Callable[[], bool]) -> Order | None:
        """An attack, with tactics before the first one if `hard`; without any, a prone unit stands
        up."""
        ideas = attack_ideas(state, seat)
        if not self.hard:
            found = nearest_idea(ideas, seed)
            return found.order if found else rise(state, seat)
        if ideas and untouched(state, seat):
            tactic = best_tactic(state, seat, spend)
            if tactic is not None:
                return tactic
        found = together(state, ideas)
        if found is None:
            return rise(state, seat)
        return supported(state, seat, found) or found.order


def nearest_idea(ideas: list[Idea], seed: int) -> Idea | None:
    """The most damaging attack of one unit, which the seed chooses."""
    useful = [idea for idea in ideas if idea.gain > 0]
    if not useful:
        return None
    units = list(dict.fromkeys(idea.unit.ref for idea in useful))
    unit = units[scattered(seed, 3) % len(units)]
    return max((one for one in useful if one.unit.ref == unit), key=lambda one: one.damage)


def untouched(state: State, seat: int) -> bool:
    """Has no unit of this army acted in this phase yet?"""
    return not any(unit.spent for unit in state.on_field(seat))


def rise(state: State, seat: int) -> Order | None:
    """C7-COND-4: let a prone unit stand up, if any can."""
    for unit in state.on_field(seat):
        order = od.StandUp(od.Who((unit.ref,)))
        if unit.has("prone") and is_accepted(state, seat, order):
            return order
    return None


def supported(state: State, seat: int, idea: Idea) -> Order | None:
    """C7-TAC-7: use Support before an attack that gains much by it."""
    order = od.UseTactic(SUPPORT.name)
    if isinstance(idea.order, od.Engage) or not is_accepted(state, seat, order):
        return None
    edge = Effect("Support", (Modifier("ATK", edge=1), Modifier("DC", edge=1)))
    helped = state.with_unit(replace(idea.unit, effects=(*idea.unit.effects, edge)))
    better = [
        one
        for one in attack_ideas(helped, seat)
        if one.unit.ref == idea.unit.ref and one.order == idea.order
    ]
    gain = max((one.gain for one in better), default=0) - idea.gain
    return order if gain > 2 * GOLD else None


def strength(state: State, seat: int) -> int:
    """What an army is worth as it stands."""
    return sum(standing(state, unit, unit.hp) for unit in state.living(seat))
