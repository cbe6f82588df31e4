"""RC-LEGAL-1: candidates for legal orders: to a model, in the order of 6.2, and of a seat."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from rules.line.errors import allows
from rules.line.frozen import Frozen
from rules.line.orders import AcceptDraw, DeclineDraw, EndPhase, OfferDraw, Order, Resign
from rules.numbers.grid import Cell, shift
from rules.rulescrusade import orders as od
from rules.rulescrusade.checks import check_models
from rules.rulescrusade.field.routes import Search
from rules.rulescrusade.field.sight import apart, eye, eye_at
from rules.rulescrusade.field.terrain import EIGHT, Relief, around, relief
from rules.rulescrusade.fight.hand import READIED
from rules.rulescrusade.march.walk import check_crowd, goal_spot
from rules.rulescrusade.mind.play import TELEPORT
from rules.rulescrusade.orders import CardPlay
from rules.rulescrusade.setup.deploy import has_chits, in_zone, is_infiltrator
from rules.rulescrusade.state import Spot, State, Unit, in_order
from rules.rulescrusade.words import DIRECTIONS, Target, Who

Accepts = Callable[[Order], bool]
Orders = Iterator[Order]
Candidates = Callable[[State, Unit, Who], Orders]

ON_CELLS = ("Teleport", "Projection")
ALONE = ("Phase", "Psychometry", "Heal", "Shield")
"""Cards that may be played without a subject."""
LEAP = 9
"""Inches: no model can pay for a longer jump."""


class Asked(Frozen):
    """What is known about a model whose orders are listed: `accepts` tries an order, `reach` holds
    the spots within reach with their cost.
    """

    accepts: Accepts
    reach: dict[Spot, int]

    @classmethod
    def of(cls, state: State, unit: Unit, accepts: Accepts) -> "Asked":
        """Search the reach of a model once; it is empty outside its own turn."""
        if not is_its_turn(state, unit) or unit.done or unit.has("down", "ko"):
            return cls(accepts, {})
        runs = not unit.chit and unit.action
        return cls(accepts, Search(state, unit).reach(unit.moveleft + (unit.move if runs else 0)))


Find = Callable[[State, Unit, Who, Asked], Orders]


def is_its_turn(state: State, unit: Unit) -> bool:
    """RC-TURN-1: is it the turn of the seat that the model obeys?  In the set-up always."""
    return state.flow.turn == unit.boss or state.flow.phase == "setup"


class Group(Frozen):
    """A group of orders to a model whose candidates are found together, in the order of 6.2.

    `fits`: tests whether the model can give any of them.  `own_turn`, `unfinished`: only in its own
    turn, only before it has finished (RC-TURN-3).  `chits`: for chits, not models (None: for both).
    """

    find: Find
    fits: Callable[[Unit], bool] = lambda unit: True
    own_turn: bool = True
    unfinished: bool = True
    chits: bool | None = False

    def of(self, state: State, unit: Unit, asked: Asked) -> Orders:
        """RC-LEGAL-1: yield the orders of the group that would be accepted for this model now."""
        closed = self.own_turn and not is_its_turn(state, unit)
        if unit.has("down", "ko") or closed:
            return
        wrong_kind = self.chits is not None and self.chits != unit.chit
        if wrong_kind or (self.unfinished and unit.done) or not self.fits(unit):
            return
        yield from self.find(state, unit, Who((unit.ref,)), asked)


def tried(candidates: Candidates) -> Find:
    """RC-LEGAL-2: make a finder that yields only the candidates that pass a trial."""

    def accepted(state: State, unit: Unit, who: Who, asked: Asked) -> Orders:
        yield from (one for one in candidates(state, unit, who) if asked.accepts(one))

    return accepted


def has_action(unit: Unit) -> bool:
    """RC-TURN-4: has it its action?"""
    return unit.action


def can_attack(unit: Unit) -> bool:
    """RC-TURN-4, RC-CHARGE-5: has it its action, or may it attack for another reason?"""
    return unit.action or unit.charged or unit.trait("Berserk")


def moves(state: State, unit: Unit, who: Who, asked: Asked) -> Orders:
    """Yield `moves to` and `runs to` for each cell within reach, the cheapest first."""
    reach, accepts = asked.reach, asked.accepts
    near = {spot: price for spot, price in reach.items() if price <= unit.moveleft}
    yield from walks(state, unit, who, od.Move, near, accepts)
    if not unit.chit and unit.action:
        yield from walks(state, unit, who, od.Run, reach, accepts)


def walks(
    state: State,
    unit: Unit,
    who: Who,
    kind: type[od.Move] | type[od.Run],
    reach: dict[Spot, int],
    accepts: Accepts,
) -> Orders:
    """RC-MOVE-12: yield a move to each spot within reach.

    The search has found the routes, so a trial of the first move is enough, except for models whose
    moves depend on more than the ground (`particular`).
    """
    each, certain = particular(state, unit), False
    for spot, _ in sorted(reach.items(), key=lambda one: (one[1], one[0])):
        if spot != goal_spot(state, unit, (spot[0], spot[1])):
            continue
        if near_crowd(state, spot) and not allows(check_crowd, state, unit, spot):
            continue
        order = kind(who, (spot[0], spot[1]))
        if certain or accepts(order):
            certain = not each
            yield order
        elif not each:
            return


def particular(state: State, unit: Unit) -> bool:
    """Do the moves of this model depend on more than the ground, so that each must be tried?"""
    held = bool(unit.latched) or any(one.latched == unit.ref for one in state.on_board())
    shambling = unit.trait("Shamble") and not unit.shambled
    return unit.trait("Mindless") or held or shambling or unit.has("phased")


def near_crowd(state: State, spot: Spot) -> bool:
    """RC-MOVE-15: is the spot next to a door or to the foot of a ladder?"""
    return (spot[0], spot[1]) in crowding(relief(state.ground))


@lru_cache(maxsize=64)
def crowding(ground: Relief) -> frozenset[Cell]:
    """RC-MOVE-15: the cells next to doors and to the feet of ladders (cached)."""
    feet = [foot for foot, _ in ground.ground.ladders]
    doors = [cell for cell in ground.ground.cells() if ground.char(cell) in "+H"]
    return frozenset(near for cell in (*feet, *doors) for near in around(cell))


def enemies(state: State, unit: Unit) -> list[str]:
    """Every model and chit of another team, in the order of references."""
    return [one.ref for one in in_order(state.on_board()) if not state.friends(one, unit)]


def friends(state: State, unit: Unit) -> list[str]:
    """Every model of its own team, itself among them."""
    return [one.ref for one in in_order(state.on_board()) if state.friends(one, unit)]


def structures(state: State) -> Iterator[Target]:
    """Standing sectors, barricades and catwalks."""
    yield from (ref for ref, one in relief(state.ground).sectors.items() if one.standing)
    for cell in state.ground.cells():
        if relief(state.ground).char(cell) in "=w":
            yield cell


def fights(state: State, unit: Unit, who: Who, asked: Asked) -> Orders:
    """Yield the charges and melees that pass a trial."""
    for order in (*charges(state, unit, who, asked.reach), *melees(state, unit, who)):
        if asked.accepts(order):
            yield order


def charges(state: State, unit: Unit, who: Who, reach: dict[Spot, int]) -> Orders:
    """RC-CHARGE-4: yield charges at the enemies that have a spot within reach beside them."""
    inches = unit.moveleft + unit.move // 2
    uncertain = particular(state, unit)
    for ref in enemies(state, unit):
        foe = state.unit(ref)
        far = max(abs(foe.at[0] - unit.at[0]), abs(foe.at[1] - unit.at[1]))
        if far <= 1 or (far <= inches + 1 and (uncertain or is_near(foe, reach, inches))):
            yield od.Charge(who, (ref,))


def melees(state: State, unit: Unit, who: Who) -> Orders:
    """Yield melees with every enemy, the building around the model, and objects beside it."""
    yield from (od.Fight(who, (ref,)) for ref in enemies(state, unit))
    if unit.inside:
        sector = relief(state.ground).sector_at(unit.at)
        yield od.Fight(who, (sector,))
    for cell in sorted(around(unit.at)):
        if state.ground.holds(cell) and relief(state.ground).char(cell) in "=w":
            yield od.Fight(who, (cell,))


def is_near(foe: Unit, reach: dict[Spot, int], inches: int) -> bool:
    """Is a spot beside the enemy within so many inches?"""
    return any(
        reach.get((*cell, inside), inches + 1) <= inches
        for cell in around(foe.at)
        for inside in (False, True)
    )


def shots(state: State, unit: Unit, who: Who) -> Orders:
    """RC-WFX-30: yield the shots; without an action only those of digi weapons."""
    for order in all_shots(state, unit, who):
        if can_attack(unit) or is_digital(state, order):
            yield order


def is_digital(state: State, order: Order) -> bool:
    """RC-WFX-30: does the order fire a digi weapon?"""
    return isinstance(order, od.Fire) and state.weapon(order.weapons[0]).kind == "digi"


def all_shots(state: State, unit: Unit, who: Who) -> Orders:
    """Yield each weapon and grenade at each enemy, building and object."""
    names = list(dict.fromkeys(arm.name for arm in unit.weapons if arm.ready))
    objects = list(structures(state))
    for name in names:
        weapon = state.weapon(name)
        if weapon.kind == "melee":
            continue
        for target in (*enemies(state, unit), *objects):
            yield od.shot_of(who, target, weapon)
    if sum(state.weapon(name).kind == "pistol" for name in names) and unit.trait("Two Fisted"):
        yield from (od.FireBoth(who, (ref,)) for ref in enemies(state, unit))


def others(state: State, unit: Unit, who: Who) -> Orders:
    """Yield hiding, repairs of weapons, and things to pick up."""
    yield od.Hide(who)
    for arm in unit.weapons:
        if arm.state == "empty":
            yield od.Reload(who, arm.name)
        elif arm.state == "jammed":
            yield od.Unjam(who, arm.name)
        elif arm.state.startswith(("stuck", "dropped")):
            yield od.Recover(who, arm.name)
    items = [item.name for item in state.items if item.carrier != unit.ref]
    bodies = [f"body of {one.ref}" for one in state.on_board() if one.has("ko")]
    yield from (od.PickUp(who, name) for name in dict.fromkeys((*items, *bodies)))


def drops(state: State, unit: Unit, who: Who) -> Orders:
    """RC-CARRY-6: yield a drop of each thing that the model carries."""
    carried = [item.name for item in state.items if item.carrier == unit.ref]
    borne = [f"body of {one.ref}" for one in state.on_board() if one.borne_by == unit.ref]
    yield from (od.Drop(who, name) for name in dict.fromkeys((*carried, *borne)))


def leaps(state: State, unit: Unit, who: Who) -> Orders:
    """Yield jumps, drops, scrabbles, climbs and dives."""
    for distance in range(2, min(LEAP, unit.moveleft) + 1):
        for step in EIGHT:
            cell = shift(unit.at, step, distance)
            if state.ground.holds(cell):
                yield od.Jump(who, cell)
    near = [cell for cell in sorted(around(unit.at)) if state.ground.holds(cell)]
    for kind in (od.JumpDown, od.HangAndDrop, od.Scrabble):
        yield from (kind(who, cell) for cell in near)
    far = [cell for pair in state.ground.manholes for cell in pair]
    yield from (od.Climb(who, cell) for cell in dict.fromkeys((*near, *far)))
    yield from (od.Dive(who, (ref,)) for ref in enemies(state, unit))


def indoors(state: State, unit: Unit, who: Who) -> Orders:
    """Yield entering, leaving, and going onto the roof."""
    ground = relief(state.ground)
    for ref, sector in ground.sectors.items():
        if sector.standing:
            yield from (od.Enter(who, ref, cell) for cell in sector.cells)
    if unit.inside:
        name = ground.sector_at(unit.at).partition(".")[0]
        for cell in state.ground.cells():
            if not ground.sector_at(cell) and apart(state, eye(unit), eye_at(cell)) <= LEAP:
                yield od.Leave(who, cell, name)
        yield od.OntoRoof(who)


def breaches(state: State, unit: Unit, who: Who) -> Orders:
    """RC-FORCE-1, RC-FORCE-5: yield entries to force and to close."""
    for ref, sector in relief(state.ground).sectors.items():
        if sector.standing:
            yield od.ForceEntry(who, ref)
    yield od.CloseEntry(who)


def psychic(state: State, unit: Unit, who: Who) -> Orders:
    """Yield mind wars, cards, and cards to ready."""
    if not unit.psy and not (unit.trait("Mind Blast") or unit.trait("Mind Lance")):
        return
    foes = enemies(state, unit)
    yield from (od.MindWar(who, (ref,)) for ref in foes)
    for card in state.army(unit.boss).hand:
        for play in plays(state, unit, card):
            yield od.PlayCards(who, (play,))
    yield from (od.MindBlast(who, (ref,)) for ref in foes)
    for card in state.army(unit.boss).hand:
        if card in READIED:
            yield od.ReadyCard(who, card)
        if card == "Shield":
            yield from (od.ReadyCard(who, card, ref) for ref in friends(state, unit))


def plays(state: State, unit: Unit, card: str) -> Iterator[CardPlay]:
    """RC-CARD-22: yield plays of a card on each single subject."""
    if card in ALONE:
        yield CardPlay(card)
    if card in ON_CELLS:
        for cell in state.ground.cells():
            if apart(state, eye(unit), eye_at(cell)) <= TELEPORT:
                yield CardPlay(card, (cell,))
    elif card == "Telekinesis":
        lying = [item.at for item in state.items if item.at is not None]
        subjects: list[Target] = [*enemies(state, unit), *friends(state, unit), *lying]
        for subject in subjects:
            yield from (CardPlay(card, (subject,), direction) for direction in DIRECTIONS)
    elif card not in ("Phase", "Psychometry"):
        for ref in (*enemies(state, unit), *friends(state, unit)):
            yield CardPlay(card, (ref,))


def last(state: State, unit: Unit, who: Who) -> Orders:
    """Yield detonating, latching on, scanning, and dissipating."""
    if unit.trait("Detonate"):
        yield od.Detonate(who)
    if unit.trait("Latch On"):
        yield from (od.Latch(who, (ref,)) for ref in enemies(state, unit))
    if unit.trait("Scanner"):
        yield from (od.Scan(who, one.ref) for one in in_order(state.on_board()) if one.chit)
    if unit.kind == "Ghost":
        yield od.Dissipate(who)


def reveals(state: State, unit: Unit, who: Who) -> Orders:
    """RC-CHIT-2: a chit turned over by its own order."""
    yield od.Reveal(who)


MARCH = Group(moves, chits=None)
REVEAL = Group(tried(reveals), own_turn=False, unfinished=False, chits=True)
FIGHTS = Group(fights, can_attack)
SHOTS = Group(tried(shots))
OTHERS = Group(tried(others), has_action)
DROPS = Group(tried(drops), unfinished=False)
LEAPS = Group(tried(leaps))
INDOORS = Group(tried(indoors))
BREACHES = Group(tried(breaches), has_action)
PSYCHIC = Group(tried(psychic), own_turn=False, unfinished=False)
LAST = Group(tried(last), has_action)


# --- orders of a seat: lists and models, deployment, draws, the end -------------------------------

OfSeat = Callable[[State, int, str | None, Accepts], Orders]
"""Finds orders of a seat from the state, the seat, the one unit asked for or None, and a trial."""


def musters(state: State, seat: int) -> bool:
    """RC-SETUP-9: is the seat still mustering?"""
    setup = state.flow.phase == "setup" and state.stage == "muster"
    return setup and not state.army(seat).ready


def lists(state: State, seat: int, ref: str | None, accepts: Accepts) -> Orders:
    """RC-SETUP-9: yield the lists within the budget."""
    budget = state.rules.budget
    for force in state.library.lists if ref is None and musters(state, seat) else ():
        if not budget or force.cost <= budget:
            yield od.TakeList(force.name)


def purchases(state: State, seat: int, ref: str | None, accepts: Accepts) -> Orders:
    """RC-SETUP-9: yield purchases of one model within the budget."""
    if ref is not None or not musters(state, seat):
        return
    army, budget = state.army(seat), state.rules.budget
    for model in state.models.values() if allows(check_models, state, seat) else ():
        payable = not budget or army.spent + model.value <= budget
        if payable and model.name not in state.library.summoned:
            yield od.Buy((od.Purchase(1, model.name),))


def dismissals(state: State, seat: int, ref: str | None, accepts: Accepts) -> Orders:
    """RC-SETUP-9: yield dismissals of the models mustered so far."""
    for unit in in_order(state.units.values()) if musters(state, seat) else ():
        meant = unit.seat == seat and (ref is None or unit.ref == ref.upper())
        if meant and not unit.chit and unit.place in ("reserve", "unhidden"):
            yield od.Dismiss(Who((unit.ref,)))


def deploys(state: State, seat: int) -> bool:
    """RC-SETUP-12: is it this seat's deployment?"""
    stages = state.flow.phase == "setup" and state.stage in ("deploy", "infiltrate")
    return stages and state.flow.turn == seat


def moves_freely(state: State) -> bool:
    """RC-SETUP-4: do infiltrators make a free move instead (in a game with chits)?"""
    return state.stage == "infiltrate" and has_chits(state)


def deployments(state: State, seat: int, ref: str | None, accepts: Accepts) -> Orders:
    """RC-SETUP-12: yield each waiting unit on each free cell, chits with each possible name."""
    if not deploys(state, seat) or moves_freely(state):
        return
    free_choice = state.stage == "infiltrate"
    for unit in in_order(state.units.values()):
        if unit.seat != seat or (ref is not None and unit.ref != ref.upper()):
            continue
        in_time = is_infiltrator(unit) == free_choice or has_chits(state)
        if unit.place != "reserve" or not in_time:
            continue
        for cell in state.ground.cells():
            if not free_choice and not in_zone(state, seat, cell):
                continue
            who = Who((unit.ref,))
            orders = [od.Deploy(who, cell, name) for name in names_for(state, unit)]
            if orders and accepts(orders[0]):
                yield from orders


def names_for(state: State, unit: Unit) -> Iterator[str]:
    """RC-SETUP-11: yield what a chit may stand for; an empty text for a model."""
    if not unit.chit:
        yield ""
        return
    for other in in_order(state.units.values()):
        if other.seat == unit.seat and other.place == "unhidden":
            yield other.ref
    if state.army(unit.seat).blanks:
        yield "nothing"


def may_end(state: State, seat: int) -> bool:
    """RC-SETUP-12, RC-TURN-11: may the seat end its deployment or its turn?"""
    return deploys(state, seat) or (state.flow.phase == "play" and state.flow.turn == seat)


def is_offered(state: State, seat: int) -> bool:
    """RC-VIC-3: is there an offer of a draw by another seat?"""
    return bool(state.flow.offer) and state.flow.offer != seat


def alone(kind: Callable[[], Order], when: Callable[[State, int], bool]) -> OfSeat:
    """Make a finder for an order that names nothing, while `when` allows it."""

    def candidates(state: State, seat: int, ref: str | None, accepts: Accepts) -> Orders:
        if ref is None and when(state, seat):
            yield kind()

    return candidates


READIES = alone(od.Ready, musters)
ENDS = alone(EndPhase, may_end)
ACCEPTS, DECLINES = alone(AcceptDraw, is_offered), alone(DeclineDraw, is_offered)
OFFERS = alone(OfferDraw, lambda state, seat: not state.flow.offer)
RESIGNATIONS = alone(Resign, lambda state, seat: not state.army(seat).resigned)
"""RC-SETUP-9, RC-TURN-11, RC-VIC-3: one offer stands at a time, and a seat resigns once."""
