"""RC-SETUP, 6.2: a practice opponent for every stage, `easy` or `hard`; it plays by the book."""

from collections.abc import Callable, Iterator
from math import isqrt

from rules.border.game import check_level
from rules.line.orders import AcceptDraw, DeclineDraw, EndPhase, Order
from rules.numbers.grid import Cell
from rules.rulescrusade import orders as od
from rules.rulescrusade.adjudicate import is_accepted, legal
from rules.rulescrusade.field.routes import Search
from rules.rulescrusade.field.sight import adjacent_units, cover, eye, spread_square
from rules.rulescrusade.fight.mob import mob_size
from rules.rulescrusade.play.mustering import affordable, fittest
from rules.rulescrusade.play.odds import as_known
from rules.rulescrusade.play.veteran import CLOSE, Veteran, repairs
from rules.rulescrusade.play.worth import best_shot, blow, guns, price, shot, there_of
from rules.rulescrusade.state import Spot, State, Unit, in_order, order_of
from rules.rulescrusade.words import Who

PLACES = 90
"""How many places it looks at for one move, the nearest to the enemy first."""
TRIES = 12
"""How many of its best ideas it tries before it lets the model stay."""
LEAST = 40
"""An attack that is worth less is not made."""


class RulesCrusadeOpponent:
    """Model after model: the best attack; failing that, the best place to stand."""

    def __init__(self, level: str) -> None:
        self.hard = check_level(level) == "hard"

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
        known = as_known(state, seat)
        found = stances(known, seat)
        if found is None and self.hard:
            found = Veteran(known, seat, seed, stop).next_order()
        return found or self.one_by_one(known, seat, seed, stop) or EndPhase()

    def one_by_one(
        self, state: State, seat: int, seed: int, stop: Callable[[], bool]
    ) -> Order | None:
        """Model after model, first the one under way; of the hard opponent its chits alone."""
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
        """RC-SETUP-9, RC-SETUP-12: a list for the budget, then everybody towards the enemy."""
        if state.stage == "muster":
            if not state.army(seat).list_name:
                lists = affordable(state)
                if lists:
                    best = fittest(state, seat, lists) if self.hard else lists
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
        if self.hard and named == bool(order.stands_for):
            unit = state.unit(order.who.refs[0])
            close = 0 if mob_size(unit) else crowd(state, unit, order.at)
            depth = -forward // 2 if guns(state, unit) and not mob_size(unit) else forward
            return (depth + 6 * shelter + dice - 6 * close, middle, named, -row, -column)
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
            attacks = sorted(self.plain(state, unit, foes), key=lambda one: -one[0])
            found = self.first(state, seat, (order for worth, order in attacks if worth > LEAST))
            if found is not None:
                return found
            found = self.first(state, seat, (order for _, order in repairs(unit)))
            if found is not None:
                return found
        if unit.moveleft > 0 and not unit.moved and not self.is_content(state, unit, foes):
            return self.first(state, seat, self.moves(state, unit, seed))
        return None

    def is_content(self, state: State, unit: Unit, foes: list[Unit]) -> bool:
        """Who has just shot at somebody near enough, and fights worse than he shoots, stays."""
        if unit.act != "fire" or unit.trait("Mindless"):
            return False
        best = max((best_shot(state, unit, foe, eye(unit)) for foe in foes), default=0)
        return best > max((blow(state, unit, foe) for foe in foes[:6]), default=0)

    def first(self, state: State, seat: int, orders: Iterator[Order]) -> Order | None:
        """The first of some orders that would be accepted."""
        for number, order in enumerate(orders):
            if number >= TRIES:
                return None
            if is_accepted(state, seat, order):
                return order
        return None

    def plain(self, state: State, unit: Unit, foes: list[Unit]) -> Iterator[tuple[int, Order]]:
        """What comes to mind first: a melee with whom it touches, if that is no folly, else a shot
        at the nearest that its gun can hurt, else the melee after all."""
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
                kind = od.Throw if held.weapon.kind == "grenade" else od.Fire
                worth = 10**6 - spread_square(state, eye(unit), eye(foe))
                yield worth, kind(who, (foe.ref,), (held.name,))

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
        scored = []
        for spot in self.places(state, unit, foes):
            gap = min(_square(spot, foe.at) for foe in foes)
            there = there_of(unit, spot)
            hidden = sum(bool(cover(state, eye(foe), there)) for foe in foes[:6])
            worth = -(isqrt(gap) * 10) + 6 * hidden
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


def crowd(state: State, unit: Unit, at: Cell) -> int:
    """How many of its own would stand so near that one template touches them all."""
    return sum(
        max(abs(other.at[0] - at[0]), abs(other.at[1] - at[1])) <= CLOSE
        for other in state.on_board()
        if other.seat == unit.seat and other.ref != unit.ref
    )


def stances(state: State, seat: int) -> Order | None:
    """RC-REACT-1: who would rather lose by it does not strike at those who pass."""
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
    """Would it lose more than it gains against the enemies around, taken together?"""
    foes = [foe for foe in enemies(state, unit) if not foe.chit and not foe.has("ko")]
    return sum(blow(state, unit, foe) for foe in foes) < 0


def _square(spot: Spot, cell: Cell) -> int:
    return (spot[0] - cell[0]) ** 2 + (spot[1] - cell[1]) ** 2
