"""RC-SETUP, 6.2: a practice opponent for every stage, `easy` or `hard`; it plays by the book."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import isqrt

from rules.grid import Cell
from rules.orders import AcceptDraw, DeclineDraw, EndPhase, Order
from rules.rulescrusade import orders as od
from rules.rulescrusade.field.routes import Search
from rules.rulescrusade.field.sight import Eye, adjacent_units, cover, eye, spread_square
from rules.rulescrusade.fight.areas import FLAMES, radius_of
from rules.rulescrusade.legal import is_accepted, legal
from rules.rulescrusade.play.worth import best_shot, blow, guns, price, shot
from rules.rulescrusade.state import Spot, State, Unit, in_order, order_of
from rules.rulescrusade.words import Who

LEVELS = ("easy", "hard")
PLACES = 90
"""How many places it looks at for one move, the nearest to the enemy first."""
TRIES = 12
"""How many of its best ideas it tries before it lets the model stay."""
LEAST = 40
"""An attack that is worth less is not made."""


class RulesCrusadeOpponent:
    """Model after model: the best attack; failing that, the best place to stand."""

    def __init__(self, level: str) -> None:
        self.hard = level == "hard"

    def answer(self, state: State, seat: int) -> Order | None:
        """It takes a draw when it is behind, and plays on otherwise."""
        if not state.flow.offer or state.flow.offer == seat or seat in state.flow.agreed:
            return None
        mine = sum(price(unit) for unit in state.on_board() if unit.seat == seat)
        others = sum(price(unit) for unit in state.on_board() if unit.seat == state.flow.offer)
        return AcceptDraw() if mine < others else DeclineDraw()

    def order(
        self,
        state: State,
        seat: int,
        seed: int,
        nodes: int = 0,
        stop: Callable[[], bool] = lambda: False,
    ) -> Order:
        """What it orders now; the same state and seed give the same order."""
        if state.flow.phase == "setup":
            return self.in_setup(state, seat, seed)
        mine = [unit for unit in state.on_board() if unit.boss == seat and not unit.done]
        mine.sort(key=lambda unit: (unit.ref != state.active, order_of(unit.ref)))
        if self.hard:
            mine.sort(key=lambda unit: -self.promise(state, unit))
        for unit in mine:
            if stop():
                break
            found = self.for_unit(state, seat, unit, seed)
            if found is not None:
                return found
        return EndPhase()

    def promise(self, state: State, unit: Unit) -> int:
        """What its best attack is worth: who can do most acts first."""
        if unit.chit or not unit.action or unit.has("ko") or unit.has("down"):
            return -1 if unit.ref != state.active else 0
        foes = enemies(state, unit)
        worths = (worth for worth, _ in self.attacks(state, unit, foes))
        return max(worths, default=0) + (10**9 if unit.ref == state.active else 0)

    # --- the set-up -----------------------------------------------------------------------------

    def in_setup(self, state: State, seat: int, seed: int) -> Order:
        """RC-SETUP-9, RC-SETUP-12: a list for the budget, then everybody towards the enemy."""
        if state.stage == "muster":
            army = state.army(seat)
            budget = state.rules.budget or 10**6
            lists = [force for force in state.library.lists if force.cost <= budget]
            if not army.list_name and lists:
                dear = max(force.cost for force in lists)
                best = [force for force in lists if force.cost >= dear - 5]
                return od.TakeList(best[seed % len(best)].name)
            return od.Ready()
        waiting = [unit for unit in in_order(tuple(state.units.values())) if unit.seat == seat]
        for unit in waiting:
            if unit.place != "reserve":
                continue
            options = [
                order for order in legal(state, seat, unit.ref) if isinstance(order, od.Deploy)
            ]
            if options:
                return max(options, key=lambda order: self.post(state, seat, seed, order))
        return EndPhase()

    def post(self, state: State, seat: int, seed: int, order: od.Deploy) -> tuple[int, ...]:
        """Forward, towards the middle, spread by the seed; cover is welcome."""
        rows, cols = state.ground.rows, state.ground.cols
        row, column = order.at
        forward = {1: -row, 2: row, 3: column, 4: -column}.get(seat, -abs(2 * row - rows))
        dice = (seed * 31 + row * 17 + column * 7) % 5
        shelter = state.ground.terrain[state.ground.index(order.at)] in "c=%s"
        middle = -abs(2 * column - cols) if seat in (1, 2) else -abs(2 * row - rows)
        named = order.stands_for not in ("", "nothing")
        return (forward + 2 * shelter + dice, middle, named, -row, -column)

    # --- models ---------------------------------------------------------------------------------

    def for_unit(self, state: State, seat: int, unit: Unit, seed: int) -> Order | None:
        """The next order for one model, or None if it may as well stay."""
        if unit.has("ko") or unit.has("down"):
            return None
        if unit.chit:
            return self.first(state, seat, self.moves(state, unit, seed))
        foes = enemies(state, unit)
        if not foes:
            return None
        if unit.action and not unit.has("rising"):
            ideas = self.attacks(state, unit, foes) if self.hard else self.plain(state, unit, foes)
            attacks = sorted(ideas, key=lambda one: -one[0])
            best = attacks[0][0] if attacks else 0
            better = self.better_place(state, seat, unit, foes, best, seed) if self.hard else None
            if better is not None:
                return better
            found = self.first(state, seat, (order for worth, order in attacks if worth > LEAST))
            if found is not None:
                return found
            found = self.first(state, seat, self.repairs(unit))
            if found is not None:
                return found
        if unit.moveleft > 0 and not unit.moved:
            if self.hard and unit.act and unit.act != "extra move":
                return self.first(state, seat, self.withdrawals(state, unit, foes))
            return self.first(state, seat, self.moves(state, unit, seed))
        return None

    def withdrawals(self, state: State, unit: Unit, foes: list[Unit]) -> Iterator[Order]:
        """RC-TURN-5: who has fired first may step back to where less can be done to it."""
        here = self.risk(state, unit, foes, unit.spot)
        scored = []
        for spot in self.places(state, unit, foes):
            gap = isqrt(min(_square(spot, foe.at) for foe in foes))
            scored.append((self.risk(state, unit, foes, spot) + 30 * gap, spot))
        for risk, spot in sorted(scored)[:TRIES]:
            if risk + LEAST < here:
                yield od.Move(Who((unit.ref,)), (spot[0], spot[1]))

    def first(self, state: State, seat: int, orders: Iterator[Order]) -> Order | None:
        """The first of some orders that would be accepted."""
        for number, order in enumerate(orders):
            if number >= TRIES:
                return None
            if is_accepted(state, seat, order):
                return order
        return None

    def repairs(self, unit: Unit) -> Iterator[Order]:
        """RC-FAIL-3, RC-WFX-18: with nothing better to do, its weapons."""
        who = Who((unit.ref,))
        for arm in unit.weapons:
            if arm.state == "jammed":
                yield od.Unjam(who, arm.name)
            elif arm.state == "empty":
                yield od.Reload(who, arm.name)

    def plain(self, state: State, unit: Unit, foes: list[Unit]) -> Iterator[tuple[int, Order]]:
        """What comes to mind first: who touches it, else the nearest that its gun can hurt."""
        who = Who((unit.ref,))
        for foe in foes:
            if adjacent_units(state, unit, foe):
                yield 10**9 + blow(state, unit, foe), od.Fight(who, (foe.ref,))
        held = next(iter(guns(state, unit)), None)
        for foe in foes:
            if held is None or foe.has("hidden"):
                continue
            if shot(state, unit, held, foe, eye(unit)) > 0:
                kind = od.Throw if held.weapon.kind == "grenade" else od.Fire
                worth = 10**6 - spread_square(state, eye(unit), eye(foe))
                yield worth, kind(who, (foe.ref,), (held.name,))

    def attacks(self, state: State, unit: Unit, foes: list[Unit]) -> Iterator[tuple[int, Order]]:
        """Every attack that it could make from where it stands, and what it is worth."""
        who = Who((unit.ref,))
        touching = any(adjacent_units(state, unit, foe) for foe in foes)
        for foe in foes:
            if adjacent_units(state, unit, foe):
                yield blow(state, unit, foe), od.Fight(who, (foe.ref,))
            elif not unit.moved and near(unit, foe) <= unit.moveleft + unit.move // 2 + 1:
                worth = blow(state, unit, foe)
                yield worth * 3 // 4, od.Charge(who, (foe.ref,))
            if foe.has("hidden"):
                continue
            for held in guns(state, unit):
                kind = od.Throw if held.weapon.kind == "grenade" else od.Fire
                worth = shot(state, unit, held, foe, eye(unit))
                worth -= self.bystanders(state, unit, held.weapon.template, foe)
                if touching and self.hard:
                    worth = worth * 9 // 10
                yield worth, kind(who, (foe.ref,), (held.name,))

    def bystanders(self, state: State, unit: Unit, template: str, foe: Unit) -> int:
        """RC-RULING-20: what a template would do to friends."""
        reach = radius_of(template) or (2 if template in FLAMES else 0)
        if not reach:
            return 0
        return sum(
            price(other) * 400
            for other in state.on_board()
            if state.friends(other, unit)
            and not other.chit
            and spread_square(state, eye(other), eye(foe)) <= reach * reach
        )

    def better_place(
        self, state: State, seat: int, unit: Unit, foes: list[Unit], here: int, seed: int
    ) -> Order | None:
        """RC-TURN-5: a place from which a shot is worth clearly more than any attack from here."""
        if unit.moved or unit.moveleft <= 0 or unit.has("wounded") or not guns(state, unit):
            return None
        best, order = here * 5 // 4 + LEAST, None
        seen = [foe for foe in foes if not foe.has("hidden")]
        here_risk = self.risk(state, unit, seen, unit.spot) if self.hard else 0
        for spot in self.places(state, unit, foes):
            origin = Eye(spot, eye(unit).tall, unit.ref)
            worth = max((best_shot(state, unit, foe, origin) for foe in seen), default=0)
            if self.hard and worth:
                worth -= (self.risk(state, unit, seen, spot) - here_risk) // 4
            if worth > best:
                candidate = od.Move(Who((unit.ref,)), (spot[0], spot[1]))
                if is_accepted(state, seat, candidate):
                    best, order = worth, candidate
        return order

    def risk(self, state: State, unit: Unit, foes: list[Unit], spot: Spot) -> int:
        """What the enemies could do to it there."""
        there = there_of(unit, spot)
        return sum(best_shot(state, foe, there, eye(foe)) for foe in foes) // 2

    def places(self, state: State, unit: Unit, foes: list[Unit]) -> list[Spot]:
        """Where it can go, the nearest to an enemy first."""
        reach = Search(state, unit).reach(unit.moveleft)
        spots = [spot for spot in reach if spot[2] == unit.inside]

        def gap(spot: Spot) -> tuple[int, Spot]:
            return min(_square(spot, foe.at) for foe in foes), spot

        return sorted(spots, key=gap)[:PLACES]

    def moves(self, state: State, unit: Unit, seed: int) -> Iterator[Order]:
        """Towards the enemy, from cover to cover."""
        foes = enemies(state, unit)
        if not foes or unit.moveleft <= 0:
            return
        shooter = bool(guns(state, unit)) and not unit.chit
        scored = []
        for spot in self.places(state, unit, foes):
            gap = min(_square(spot, foe.at) for foe in foes)
            there = there_of(unit, spot)
            hidden = sum(bool(cover(state, eye(foe), there)) for foe in foes[:6])
            worth = -(isqrt(gap) * 10) + 6 * hidden
            if self.hard and shooter and not unit.chit:
                worth -= self.risk(state, unit, foes, spot) // 60
            scored.append((worth, (seed + spot[0] * 5 + spot[1] * 3) % 7, spot))
        stay = -(isqrt(min(_square(unit.spot, foe.at) for foe in foes)) * 10)
        for worth, _, spot in sorted(scored, reverse=True):
            if worth <= stay and not unit.trait("Mindless"):
                return
            yield od.Move(Who((unit.ref,)), (spot[0], spot[1]))


def enemies(state: State, unit: Unit) -> list[Unit]:
    """Models of other teams that stand on the board; chits only as places to go to."""
    found = [
        foe for foe in state.on_board() if not state.friends(foe, unit) and not foe.has("down")
    ]
    models = [foe for foe in found if not foe.chit]
    return in_order(tuple(models or found))


def there_of(unit: Unit, spot: Spot) -> Unit:
    """The model as if it stood there."""
    return replace(unit, at=(spot[0], spot[1]), inside=spot[2])


def near(unit: Unit, foe: Unit) -> int:
    """How far apart they are at least, in steps."""
    return max(abs(unit.at[0] - foe.at[0]), abs(unit.at[1] - foe.at[1]))


def _square(spot: Spot, cell: Cell) -> int:
    return (spot[0] - cell[0]) ** 2 + (spot[1] - cell[1]) ** 2
