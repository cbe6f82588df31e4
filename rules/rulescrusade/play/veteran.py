"""How the hard opponent thinks: attacks, places and dangers weighed against each other."""

from collections.abc import Iterator
from math import isqrt

from rules.line.orders import Order
from rules.rulescrusade import orders as od
from rules.rulescrusade.field import sight
from rules.rulescrusade.field.routes import Search
from rules.rulescrusade.field.sight import Eye
from rules.rulescrusade.fight.arms import Held
from rules.rulescrusade.play.worth import (
    LEAST,
    RAPID,
    WHOLE,
    Company,
    Idea,
    away_from,
    best_fire,
    cards,
    guns,
    price,
    rapid,
    shot,
    split,
    square_to,
    steps_between,
    there_of,
)
from rules.rulescrusade.state import Spot, Unit, order_of
from rules.rulescrusade.words import Who

SPOTS = 32
"""How many places it weighs for one move."""

EXPOSED = 2
"""Of what all enemies could do to a model somewhere, one part in so many will be done."""

CLOSE, CROWDED = 2, 60
"""How near is too near where templates fall, and how much that counts for each point."""


class Veteran(Company):
    """One order's thinking: attacks, places and dangers."""

    # --- what it may do where it stands ---------------------------------------------------------

    def attacks(self, unit: Unit) -> list[Idea]:
        """Every attack from where it stands, charges among them, and what it is worth."""
        found: list[Idea] = []
        if not unit.action or unit.has("rising"):
            return found
        who = Who((unit.ref,))
        for foe in self.foes:
            if sight.adjacent_units(self.state, unit, foe):
                found.append((self.blow(unit, foe), od.Fight(who, (foe.ref,))))
            elif not unit.moved and steps_between(unit, foe) <= unit.moveleft + unit.move // 2 + 1:
                gain = self.blow(unit, foe)
                gain -= (self.risk_at(unit, (*foe.at, foe.inside)) - self.here(unit)) // 4
                found.append((gain * 4 // 5, od.Charge(who, (foe.ref,))))
        if not unit.charged:
            found += self.shots(unit, sight.eye(unit))
            if unit.psy:
                found += cards(self.state, unit, self.awake)
        return found

    def shots(self, unit: Unit, origin: Eye) -> list[Idea]:
        """Fire of every kind from a place: single, rapid, split, templates with who stands by."""
        found: list[Idea] = []
        who = Who((unit.ref,))
        for held in guns(self.state, unit):
            kind = od.Throw if held.weapon.kind == "grenade" else od.Fire
            worths: list[tuple[int, Unit]] = []
            for foe in self.awake:
                if foe.has("hidden"):
                    continue
                worth = shot(self.state, unit, held, foe, origin)
                worth += self.bystanders(unit, held.weapon.template, foe)
                worths.append((worth, foe))
                found.append((worth, kind(who, (foe.ref,), (held.name,))))
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
        """RC-WFX-24: the two and the three best targets together."""
        ranked = [foe for worth, foe in sorted(worths, key=lambda one: -one[0]) if worth > 0][:3]
        for count in (2, 3):
            some = ranked[:count]
            if len(some) == count:
                refs = tuple(foe.ref for foe in some)
                worth = split(self.state, unit, held, some, origin)
                yield worth, od.Fire(Who((unit.ref,)), refs, (held.name,))

    def bystanders(self, unit: Unit, template: str, foe: Unit) -> int:
        """RC-RULING-20: what a template does besides: to enemies for, to friends against it."""
        reach = sight.radius_of(template) or (2 if template in sight.FLAMES else 0)
        if not reach:
            return 0
        total = 0
        for other in self.state.on_board():
            near = (
                sight.spread_square(self.state, sight.eye(other), sight.eye(foe)) <= reach * reach
            )
            if other.ref != foe.ref and near and not other.chit and not other.has("hidden"):
                total += price(other) * (-400 if self.state.friends(other, unit) else 250)
        return total

    # --- places ---------------------------------------------------------------------------------

    def here(self, unit: Unit) -> int:
        """The danger where it stands."""
        return self.risk_at(unit, unit.spot)

    def risk_at(self, unit: Unit, spot: Spot) -> int:
        """What the enemies could do to it there, by fire or by a charge, whichever is worse."""
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
        """RC-TMPL-7: who stands close together is hit together, if the enemy has such weapons."""
        if not self.blasts:
            return 0
        near = (
            other
            for other in self.mine
            if other.ref != unit.ref and away_from(spot, other) <= CLOSE and not other.has("ko")
        )
        return sum(CROWDED * price(other) for other in near)

    def places(self, unit: Unit, inches: int) -> list[Spot]:
        """Where it can go: an even choice of all places, the sheltered ones first."""
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
        """How near it is to what it wants: who fights wants contact, who shoots wants a target."""
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
        """What it is worth to be there when the enemy's turn comes."""
        there = there_of(unit, spot)
        worth = self.pull(unit, spot) - self.risk_at(unit, spot) - self.crowd(unit, spot)
        return worth + 6 * sum(
            bool(sight.cover(self.state, sight.eye(foe), there)) for foe in self.awake[:6]
        )

    def fire_from(self, unit: Unit, spot: Spot) -> int:
        """The best that it could shoot from there."""
        origin = Eye(spot, sight.eye(unit).tall, unit.ref)
        seen = (foe for foe in self.awake if not foe.has("hidden"))
        return max((best_fire(self.state, unit, foe, origin) for foe in seen), default=0)

    # --- a turn ---------------------------------------------------------------------------------

    def next_order(self) -> Order | None:
        """Mobs and volleys, then the model that can do most, then the others."""
        found = self.together() or self.gathering()
        if found is not None:
            return found
        able = [one for one in self.mine if not one.done and one.standing]
        active = next((one for one in able if one.ref == self.state.active), None)
        if active is not None:
            found = self.for_unit(active, self.attacks(active))
            if found is not None:
                return found
            able.remove(active)
        ideas = {one.ref: self.attacks(one) for one in able}
        able.sort(
            key=lambda one: (
                -max((worth for worth, _ in ideas[one.ref]), default=0),
                order_of(one.ref),
            )
        )
        for unit in able:
            if self.stop():
                break
            found = self.for_unit(unit, ideas[unit.ref])
            if found is not None:
                return found
        return None

    def for_unit(self, unit: Unit, attacks: list[Idea]) -> Order | None:
        """RC-TURN-5: attack and then move, or move and then attack, whichever ends better."""
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
        """The move to a place."""
        return od.Move(Who((unit.ref,)), (spot[0], spot[1]))

    def walks(self, unit: Unit, stands: dict[Spot, int]) -> list[Idea]:
        """Moves, and runs of those who can do nothing else; hiding where that is safest."""
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
    """RC-FAIL-3, RC-WFX-18: with nothing better to do, its weapons."""
    if not unit.action or unit.has("rising"):
        return
    who = Who((unit.ref,))
    for arm in unit.weapons:
        if arm.state == "jammed":
            yield 1, od.Unjam(who, arm.name)
        elif arm.state == "empty":
            yield 1, od.Reload(who, arm.name)
