"""RC-ABIL-23, RC-VOLLEY: what several models of the hard opponent do as one."""

from collections.abc import Iterator

from rules.line.orders import Order
from rules.rulescrusade import orders as od
from rules.rulescrusade.field.measure import EIGHT, ahead
from rules.rulescrusade.field.sight import adjacent_units, eye, spread_square
from rules.rulescrusade.fight.mob import TWO_WHITES, WIDTH, mob_size
from rules.rulescrusade.march.charge import bonus
from rules.rulescrusade.play.look import Idea, Look, steps_between
from rules.rulescrusade.play.worth import WHOLE, guns, mobbed, price, rapid, shot, volleyed
from rules.rulescrusade.state import Unit
from rules.rulescrusade.words import Who


class Company(Look):
    """Mobs and volleys."""

    def together(self) -> Order | None:
        """RC-ABIL-23, RC-VOLLEY: a mob or a volley that is worth more than its members alone."""
        ideas = [*self.mobs(), *self.volleys()]
        return self.accepted(ideas)

    def mobs(self) -> Iterator[Idea]:
        """Those of a mob that touch an enemy, once nobody else can join them."""
        mobbers = [one for one in self.mine if mob_size(one) >= 2 and self.may_fight(one)]
        for foe in self.foes if len(mobbers) > 1 else ():
            there = [one for one in mobbers if adjacent_units(self.state, one, foe)]
            if len(there) >= 2:
                some = there[: mob_size(there[0])]
                alone = sum(max(0, self.blow(one, foe)) for one in some)
                worth = mobbed(self.state, some, foe)
                if worth > alone:
                    yield worth, od.Mob(Who(tuple(one.ref for one in some)), (foe.ref,))

    def gathering(self) -> Order | None:
        """RC-CHARGE-5: the next of a mob goes up to an enemy that the mob together would beat."""
        mobbers = [one for one in self.mine if mob_size(one) >= 2 and self.may_fight(one)]
        best: list[Idea] = []
        for foe in self.awake if len(mobbers) > 1 else ():
            if foe.has("hidden"):
                continue
            there = [one for one in mobbers if adjacent_units(self.state, one, foe)]
            coming = [one for one in mobbers if one not in there and self.may_come(one, foe)]
            coming.sort(key=lambda one: steps_between(one, foe))
            some = [*there, *coming][: mob_size(mobbers[0])]
            if len(there) >= len(some) or len(some) < 2:
                continue
            worth = mobbed(self.state, some, foe)
            joiner = next(one for one in some if one not in there)
            for cell in (ahead(foe.at, step) for step in EIGHT):
                gap = abs(cell[0] - joiner.at[0]) + abs(cell[1] - joiner.at[1])
                best.append((worth - gap, od.ChargeTo(Who((joiner.ref,)), cell)))
        return self.accepted(best)

    def may_come(self, unit: Unit, foe: Unit) -> bool:
        """Could it charge to a cell beside the enemy?"""
        if unit.done or unit.moved or unit.charged:
            return False
        return steps_between(unit, foe) <= unit.moveleft + bonus(self.state, unit) - 1

    def volleys(self) -> Iterator[Idea]:
        """RC-VOLLEY-1, RC-VOLLEY-2: all that have the weapon, at an enemy and those beside it."""
        if not self.state.rules.volley:
            return
        firers = []
        for one in self.mine:
            basic = [held for held in guns(self.state, one) if held.weapon.kind == "basic"]
            two = [held for held in basic if held.weapon.dice == TWO_WHITES]
            if two and self.may_fight(one) and not one.charged and not one.has("blinded"):
                firers.append((one, two[0]))
        for foe in self.awake if len(firers) > 1 else ():
            if foe.has("hidden"):
                continue
            band = [
                (one, held)
                for one, held in firers
                if shot(self.state, one, held, foe, eye(one)) > 0
            ]
            if len(band) < 2:
                continue
            units = [one for one, _ in band]
            alone = sum(rapid(self.state, one, held, foe, eye(one)) for one, held in band)
            alone = min(alone, price(foe) * WHOLE)
            worth = volleyed(self.state, units, band[0][1], foe)
            more = [
                other
                for other in self.awake
                if other.ref != foe.ref
                and not other.has("hidden")
                and spread_square(self.state, eye(other), eye(foe)) <= WIDTH * WIDTH
            ]
            if worth > alone:
                who = Who(tuple(one.ref for one in units))
                yield worth, od.Volley(who, (foe.ref,))
                if more:
                    yield worth + worth // 8, od.Volley(who, (foe.ref, more[0].ref))
