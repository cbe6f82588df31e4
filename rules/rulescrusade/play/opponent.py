"""RC-SETUP, 6.2: a practice opponent for every stage, `easy` or `hard`, which never cheats."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from math import isqrt

from rules.border.game import Practised, never
from rules.line.orders import EndPhase, Order
from rules.numbers.grid import Cell
from rules.rulescrusade import orders as od
from rules.rulescrusade.adjudicate import is_accepted, legal
from rules.rulescrusade.field import sight
from rules.rulescrusade.field.routes import Search
from rules.rulescrusade.field.sight import Eye, adjacent_units, cover, eye, spread_square
from rules.rulescrusade.fight.arms import Held
from rules.rulescrusade.fight.mob import mob_size
from rules.rulescrusade.fight.ranged import RAPID
from rules.rulescrusade.play.odds import as_known
from rules.rulescrusade.play.worth import (
    LEAST,
    TRIES,
    WHOLE,
    Company,
    Idea,
    away_from,
    best_fire,
    blow,
    cards,
    guns,
    price,
    rapid,
    shot,
    split,
    square_to,
    there_of,
)
from rules.rulescrusade.setup.deploy import mustered
from rules.rulescrusade.sheets import ForceList
from rules.rulescrusade.state import Spot, State, Unit, in_order, order_of
from rules.rulescrusade.words import Who

# The hard opponent, which weighs all its models together.


SPOTS = 32
"""Places that it weighs for one move."""

EXPOSED = 2
"""The risk of a place is what all enemies could do there, divided by this."""

CLOSE, CROWDED = 2, 60
"""Within how many cells models are too close under templates, and the cost for each point."""


class Veteran(Company):
    """Thinks about one order: attacks, places and risks."""

    # --- what it may do where it stands ---------------------------------------------------------

    def attacks(self, unit: Unit) -> list[Idea]:
        """The attacks of a unit from where it stands, charges included, with their worth."""
        found: list[Idea] = []
        if not unit.action or unit.has("rising"):
            return found
        who = Who((unit.ref,))
        for foe in self.foes:
            if sight.adjacent_units(self.state, unit, foe):
                found.append((self.blow(unit, foe), od.Fight(who, (foe.ref,))))
            elif not unit.moved and away_from(unit.spot, foe) <= unit.moveleft + unit.move // 2 + 1:
                gain = self.blow(unit, foe)
                gain -= (self.risk_at(unit, (*foe.at, foe.inside)) - self.here(unit)) // 4
                found.append((gain * 4 // 5, od.Charge(who, (foe.ref,))))
        if not unit.charged:
            found += self.shots(unit, sight.eye(unit))
            if unit.psy:
                found += cards(self.state, unit, self.awake)
        return found

    def shots(self, unit: Unit, origin: Eye) -> list[Idea]:
        """Fire of every kind from a place: single, rapid and split; templates count bystanders."""
        found: list[Idea] = []
        who = Who((unit.ref,))
        for held in guns(self.state, unit):
            worths: list[tuple[int, Unit]] = []
            for foe in self.awake:
                if foe.has("hidden"):
                    continue
                worth = shot(self.state, unit, held, foe, origin)
                worth += self.bystanders(unit, held.weapon.template, foe)
                worths.append((worth, foe))
                found.append((worth, od.shot_of(who, foe.ref, held.weapon)))
                twice = rapid(self.state, unit, held, foe, origin)
                if twice > worth and sight.apart(self.state, origin, sight.eye(foe)) <= RAPID:
                    order = od.RapidFire(who, (foe.ref, foe.ref), (held.name,))
                    found.append((twice, order))
            if "Split" in held.weapon.effects:
                found += self.shared(unit, held, worths, origin)
        return found

    def shared(
        self, unit: Unit, held: Held, worths: list[tuple[int, Unit]], origin: Eye
    ) -> Iterator[Idea]:
        """RC-WFX-24: yield split fire at the two and at the three best targets."""
        ranked = [foe for worth, foe in sorted(worths, key=lambda one: -one[0]) if worth > 0][:3]
        for count in (2, 3):
            some = ranked[:count]
            if len(some) == count:
                refs = tuple(foe.ref for foe in some)
                worth = split(self.state, unit, held, some, origin)
                yield worth, od.Fire(Who((unit.ref,)), refs, (held.name,))

    def bystanders(self, unit: Unit, template: str, foe: Unit) -> int:
        """RC-RULING-20: the worth of hitting others under a template: enemies count for it, friends
        against it.
        """
        reach = sight.radius_of(template) or (2 if template in sight.FLAMES else 0)
        if not reach:
            return 0
        total = 0
        for other in self.state.on_board():
            away = sight.spread_square(self.state, sight.eye(other), sight.eye(foe))
            near = away <= reach * reach
            if other.ref != foe.ref and near and not other.chit and not other.has("hidden"):
                total += price(other) * (-400 if self.state.friends(other, unit) else 250)
        return total

    # --- places ---------------------------------------------------------------------------------

    def here(self, unit: Unit) -> int:
        """The risk where the unit stands."""
        return self.risk_at(unit, unit.spot)

    def risk_at(self, unit: Unit, spot: Spot) -> int:
        """The risk at a spot: what the enemies could do, each by fire or by a charge."""
        known = self.risks.get((unit.ref, spot))
        if known is not None:
            return known
        there = there_of(unit, spot)
        total = 0
        for foe in self.awake:
            worst = best_fire(self.state, foe, there, sight.eye(foe))
            if away_from(spot, foe) <= self.spans.get(foe.ref, 0):
                worst = max(worst, self.blow(foe, unit))
            total += worst
        found = min(total // EXPOSED, price(unit) * WHOLE)
        self.risks[unit.ref, spot] = found
        return found

    def crowd(self, unit: Unit, spot: Spot) -> int:
        """RC-TMPL-7: the cost of standing close to own models, if the enemy has blast templates."""
        if not self.blasts:
            return 0
        near = (
            other
            for other in self.mine
            if other.ref != unit.ref and away_from(spot, other) <= CLOSE and not other.has("ko")
        )
        return sum(CROWDED * price(other) for other in near)

    def places(self, unit: Unit, inches: int) -> list[Spot]:
        """Spots within reach: sheltered ones first, then an even sample of the others."""
        reach = Search(self.state, unit).reach(inches)
        spots = sorted(spot for spot in reach if spot[2] == unit.inside)
        shelter = [
            spot
            for spot in spots
            if self.state.ground.terrain[self.state.ground.index((spot[0], spot[1]))] in "c=%s"
        ]
        rest = [spot for spot in spots if spot not in shelter]
        step = max(1, len(rest) // SPOTS)
        return [*shelter[: SPOTS // 2], *rest[self.seed % step :: step]]

    def pull(self, unit: Unit, spot: Spot) -> int:
        """How good a spot is for reaching enemies; models without guns are drawn more strongly."""
        if not self.foes:
            return 0
        armed = bool(guns(self.state, unit))
        urge = 12 + price(unit) * (3 if armed else 9)
        urge += urge * min(self.state.flow.round, 12) // 6
        best = -(10**9)
        for foe in self.foes:
            gap = isqrt(100 * square_to(spot, foe))
            likes = max(0, self.blow(unit, foe)) // 40
            best = max(best, likes - urge * gap // 10)
        return best

    def stand(self, unit: Unit, spot: Spot) -> int:
        """The worth of being at a spot when the enemy's turn comes."""
        there = there_of(unit, spot)
        worth = self.pull(unit, spot) - self.risk_at(unit, spot) - self.crowd(unit, spot)
        return worth + 6 * sum(
            bool(sight.cover(self.state, sight.eye(foe), there)) for foe in self.awake[:6]
        )

    def fire_from(self, unit: Unit, spot: Spot) -> int:
        """The worth of the best shot from a spot."""
        origin = Eye(spot, sight.eye(unit).tall, unit.ref)
        seen = (foe for foe in self.awake if not foe.has("hidden"))
        return max((best_fire(self.state, unit, foe, origin) for foe in seen), default=0)

    # --- a turn ---------------------------------------------------------------------------------

    def next_order(self) -> Order | None:
        """Mobs and volleys first, then the active model, then the one with the best attack."""
        found = self.together() or self.gathering()
        able = [one for one in self.mine if not one.done and one.standing]
        active = next((one for one in able if one.ref == self.state.active), None)
        if found is None and active is not None:
            found = self.for_unit(active, self.attacks(active))
            able.remove(active)
        if found is not None:
            return found
        ideas = {one.ref: self.attacks(one) for one in able}
        best = {ref: max((worth for worth, _ in some), default=0) for ref, some in ideas.items()}
        able.sort(key=lambda one: (-best[one.ref], order_of(one.ref)))
        for unit in able:
            if self.stop():
                break
            found = self.for_unit(unit, ideas[unit.ref])
            if found is not None:
                return found
        return None

    def for_unit(self, unit: Unit, attacks: list[Idea]) -> Order | None:
        """RC-TURN-5: attack before moving, or move before attacking, whichever is worth more."""
        movable = unit.moveleft > 0 and not unit.moved and not unit.charged
        stands = {unit.spot: self.stand(unit, unit.spot)}
        if movable:
            spots = self.places(unit, unit.moveleft)
            stands |= {spot: self.stand(unit, spot) for spot in spots}
        worth = max((value for value, _ in attacks), default=0)
        if movable and unit.action and guns(self.state, unit) and not unit.has("wounded"):
            goal = worth + max(stands.values()) + LEAST + worth // 8
            ideas = [
                (value + self.fire_from(unit, spot), self.going(unit, spot))
                for spot, value in stands.items()
                if spot != unit.spot
            ]
            found = self.accepted(ideas, goal)
            if found is not None:
                return found
        found = self.accepted(attacks) or self.accepted(list(repairs(unit)), 0)
        if found is not None or not movable:
            return found
        return self.accepted(self.walks(unit, stands), stands[unit.spot] + LEAST)

    def going(self, unit: Unit, spot: Spot) -> Order:
        """The order to move to a spot."""
        return od.Move(Who((unit.ref,)), (spot[0], spot[1]))

    def walks(self, unit: Unit, stands: dict[Spot, int]) -> list[Idea]:
        """Moves with their worth; also hiding, and runs for models without guns."""
        ideas = [
            (value, self.going(unit, spot)) for spot, value in stands.items() if spot != unit.spot
        ]
        if unit.action and not unit.has("rising") and not unit.has("wounded"):
            who = Who((unit.ref,))
            here = stands[unit.spot]
            ideas.append((here + self.risk_at(unit, unit.spot) * 3 // 4, od.Hide(who)))
            if not guns(self.state, unit):
                ideas += [
                    (self.stand(unit, spot), od.Run(who, (spot[0], spot[1])))
                    for spot in self.places(unit, unit.moveleft + unit.move)
                ]
        return ideas


def repairs(unit: Unit) -> Iterator[Idea]:
    """RC-FAIL-3, RC-WFX-18: yield orders to unjam and reload, worth little."""
    if not unit.action or unit.has("rising"):
        return
    who = Who((unit.ref,))
    for arm in unit.weapons:
        if arm.state == "jammed":
            yield 1, od.Unjam(who, arm.name)
        elif arm.state == "empty":
            yield 1, od.Reload(who, arm.name)


# The choice of a force list.


SPARED = 5
"""How many points cheaper than the dearest list a list may be."""

HERE, THERE = (1, 1), (1, 2)
"""Cells of two hypothetical models that see each other, without cover."""


def affordable(state: State) -> list[ForceList]:
    """The lists within the budget that nearly use it up."""
    budget = state.rules.budget or 10**6
    lists = [force for force in state.library.lists if force.cost <= budget]
    dear = max((force.cost for force in lists), default=0)
    return [force for force in lists if force.cost >= dear - SPARED]


def fittest(state: State, seat: int, lists: list[ForceList]) -> list[ForceList]:
    """The better half of some lists, rated against the lists others have taken, else all."""
    named = {army.list_name for army in state.armies if army.list_name and army.seat != seat}
    others = [force for force in state.library.lists if force.name in named] or lists
    models = {force.name: mustered(state, force, seat) for force in (*lists, *others)}
    rated = [
        (sum(balance(state, models[one.name], models[foe.name]) for foe in others), one)
        for one in lists
    ]
    rated.sort(key=lambda one: one[0], reverse=True)
    return [one for _, one in rated[: (len(rated) + 1) // 2]]


def balance(state: State, ours: list[Unit], theirs: list[Unit]) -> int:
    """What one force can do to another in a turn, less what the other can do to it."""
    return share(state, ours, theirs) - share(state, theirs, ours)


def share(state: State, ours: list[Unit], theirs: list[Unit]) -> int:
    """The part of the others' worth that a force can take in a turn, in millionths."""
    total = sum(prospects(state, ours, theirs))
    return 1000 * total // max(1, sum(price(one) for one in theirs))


def prospects(state: State, ours: list[Unit], theirs: list[Unit]) -> Iterator[int]:
    """Yield for each model its average worth against the others, by fire or melee."""
    for one in ours:
        unit = replace(one, place="board", at=HERE)
        gains = []
        for other in theirs:
            foe = replace(other, place="board", at=THERE)
            gains.append(max(best_fire(state, unit, foe, eye(unit)), blow(state, unit, foe), 0))
        yield sum(gains) // max(1, len(gains))


PLACES = 90
"""Spots that it looks at for one move, the nearest to the enemy first."""


class RulesCrusadeOpponent(Practised):
    """The practice opponent: model after model it attacks, else moves.  `level`: easy or hard."""

    def is_behind(self, state: State, seat: int) -> bool:
        """Are its models worth less than those of the seat that offers the draw?"""
        mine = sum(price(unit) for unit in state.on_board() if unit.seat == seat)
        others = sum(price(unit) for unit in state.on_board() if unit.seat == state.flow.offer)
        return mine < others

    def order(
        self, state: State, seat: int, seed: int, nodes: int = 0, stop: Callable[[], bool] = never
    ) -> Order:
        """The next order; the same state and seed give the same order."""
        if state.flow.phase == "setup":
            return self.in_setup(state, seat, seed)
        known = as_known(state, seat)
        found = stances(known, seat)
        if found is None and self.hard:
            found = Veteran(known, seat, seed, stop).next_order()
        return found or self.one_by_one(known, seat, seed, stop) or EndPhase()

    def one_by_one(
        self, state: State, seat: int, seed: int, stop: Callable[[], bool]
    ) -> Order | None:
        """The next order model by model, the active one first; the hard one only for chits."""
        mine = [unit for unit in state.on_board() if unit.boss == seat and not unit.done]
        mine.sort(key=lambda unit: (unit.ref != state.active, order_of(unit.ref)))
        for unit in mine:
            if stop():
                break
            if unit.chit or not self.hard:
                found = self.for_unit(state, seat, unit, seed)
                if found is not None:
                    return found
        return None

    # --- the set-up -----------------------------------------------------------------------------

    def in_setup(self, state: State, seat: int, seed: int) -> Order:
        """RC-SETUP-9, RC-SETUP-12: take a list for the budget, then deploy towards the enemy."""
        if state.stage == "muster":
            if not state.army(seat).list_name:
                lists = affordable(state)
                if lists:
                    best = fittest(state, seat, lists) if self.hard else lists
                    return od.TakeList(best[seed % len(best)].name)
            return od.Ready()
        mine = in_order(unit for unit in state.units.values() if unit.seat == seat)
        for unit in (one for one in mine if one.place == "reserve"):
            options = [
                order for order in legal(state, seat, unit.ref) if isinstance(order, od.Deploy)
            ]
            if options:
                return max(options, key=lambda order: self.post(state, seat, seed, order))
        return EndPhase()

    def post(self, state: State, seat: int, seed: int, order: od.Deploy) -> tuple[int, ...]:
        """The rank of a deployment: forward, near the middle, spread by the seed, in cover."""
        rows, cols = state.ground.rows, state.ground.cols
        row, column = order.at
        forward = {1: -row, 2: row, 3: column, 4: -column}.get(seat, -abs(2 * row - rows))
        dice = (seed * 31 + row * 17 + column * 7) % 5
        shelter = state.ground.terrain[state.ground.index(order.at)] in "c=%s"
        middle = -abs(2 * column - cols) if seat in (1, 2) else -abs(2 * row - rows)
        named = order.stands_for not in ("", "nothing")
        if self.hard and named == bool(order.stands_for):
            unit = state.unit(order.who.refs[0])
            close = 0 if mob_size(unit) else crowd(state, unit, order.at)
            depth = -forward // 2 if guns(state, unit) and not mob_size(unit) else forward
            return (depth + 6 * shelter + dice - 6 * close, middle, named, -row, -column)
        return (forward + 2 * shelter + dice, middle, named, -row, -column)

    # --- models ---------------------------------------------------------------------------------

    def for_unit(self, state: State, seat: int, unit: Unit, seed: int) -> Order | None:
        """The next order for one model, or None if it may as well stay."""
        if unit.has("ko", "down"):
            return None
        if unit.chit:
            return self.first(state, seat, self.moves(state, unit, seed))
        foes = enemies(state, unit)
        if not foes:
            return None
        if unit.action and not unit.has("rising"):
            attacks = sorted(self.plain(state, unit, foes), key=lambda one: -one[0])
            found = self.first(state, seat, (order for worth, order in attacks if worth > LEAST))
            found = found or self.first(state, seat, (order for _, order in repairs(unit)))
            if found is not None:
                return found
        if unit.moveleft > 0 and not unit.moved and not self.is_content(state, unit, foes):
            return self.first(state, seat, self.moves(state, unit, seed))
        return None

    def is_content(self, state: State, unit: Unit, foes: list[Unit]) -> bool:
        """Does a model that has fired stay, because it shoots better than it fights?"""
        if unit.act != "fire" or unit.trait("Mindless"):
            return False
        best = max((best_fire(state, unit, foe, eye(unit), shot) for foe in foes), default=0)
        return best > max((blow(state, unit, foe) for foe in foes[:6]), default=0)

    def first(self, state: State, seat: int, orders: Iterator[Order]) -> Order | None:
        """The first of these orders that would be accepted; it tries at most `TRIES`."""
        tried = islice(orders, TRIES)
        return next((order for order in tried if is_accepted(state, seat, order)), None)

    def plain(self, state: State, unit: Unit, foes: list[Unit]) -> Iterator[tuple[int, Order]]:
        """Yield simple attacks with a rank: a melee that pays, then shots at the nearest enemies.

        A melee that does not pay comes last.
        """
        who = Who((unit.ref,))
        for foe in foes:
            if adjacent_units(state, unit, foe):
                worth = blow(state, unit, foe)
                yield (10**9 + worth if worth > 0 else LEAST + 1), od.Fight(who, (foe.ref,))
        held = next(iter(guns(state, unit)), None)
        for foe in foes:
            if held is None or foe.has("hidden"):
                continue
            if shot(state, unit, held, foe, eye(unit)) > 0:
                worth = 10**6 - spread_square(state, eye(unit), eye(foe))
                yield worth, od.shot_of(who, foe.ref, held.weapon)

    def places(self, state: State, unit: Unit, foes: list[Unit]) -> list[Spot]:
        """Spots within reach, the nearest to an enemy first."""
        reach = Search(state, unit).reach(unit.moveleft)
        spots = [spot for spot in reach if spot[2] == unit.inside]

        def gap(spot: Spot) -> tuple[int, Spot]:
            return min(square_to(spot, foe) for foe in foes), spot

        return sorted(spots, key=gap)[:PLACES]

    def moves(self, state: State, unit: Unit, seed: int) -> Iterator[Order]:
        """Yield moves towards the enemy, those into cover first."""
        foes = enemies(state, unit)
        if not foes or unit.moveleft <= 0:
            return
        scored = []
        for spot in self.places(state, unit, foes):
            gap = min(square_to(spot, foe) for foe in foes)
            there = there_of(unit, spot)
            hidden = sum(bool(cover(state, eye(foe), there)) for foe in foes[:6])
            worth = -(isqrt(gap) * 10) + 6 * hidden
            scored.append((worth, (seed + spot[0] * 5 + spot[1] * 3) % 7, spot))
        stay = -(isqrt(min(square_to(unit.spot, foe) for foe in foes)) * 10)
        for worth, _, spot in sorted(scored, reverse=True):
            if worth <= stay and not unit.trait("Mindless"):
                return
            yield od.Move(Who((unit.ref,)), (spot[0], spot[1]))


def enemies(state: State, unit: Unit) -> list[Unit]:
    """The enemy models on the board; the chits only if there are no models."""
    found = [
        foe for foe in state.on_board() if not state.friends(foe, unit) and not foe.has("down")
    ]
    models = [foe for foe in found if not foe.chit]
    return in_order(models or found)


def crowd(state: State, unit: Unit, at: Cell) -> int:
    """The number of the seat's other units close enough to be under the same template."""
    return sum(
        max(abs(other.at[0] - at[0]), abs(other.at[1] - at[1])) <= CLOSE
        for other in state.on_board()
        if other.seat == unit.seat and other.ref != unit.ref
    )


def stances(state: State, seat: int) -> Order | None:
    """RC-REACT-1: the standing orders to let passers by (weak models) or strike; None if set."""
    mine = [unit for unit in state.on_board() if unit.boss == seat and not unit.chit]
    mine = [unit for unit in mine if unit.standing]
    for value in ("pass", "strike"):
        changed = [
            unit.ref
            for unit in mine
            if unit.zoc != value and (value == "pass") == is_weak(state, unit)
        ]
        if changed:
            refs = sorted(changed, key=order_of)
            return od.Standing(Who(tuple(refs)), "zoc", value)
    return None


def is_weak(state: State, unit: Unit) -> bool:
    """Would melees with all enemies together cost the unit more than they gain?"""
    foes = [foe for foe in enemies(state, unit) if not foe.chit and not foe.has("ko")]
    return sum(blow(state, unit, foe) for foe in foes) < 0
