"""The exact chances of volleys and battles."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from rules.candlebre.realm.land import Lcg
from rules.candlebre.units import MERCENARIES, NOBODY, SIEGE_ENGINES, Tally, Withdrawal, taken
from rules.candlebre.war import tiers
from rules.candlebre.war.battles import ROLLING, SIDES
from rules.candlebre.war.movement import is_met
from rules.line.frozen import Frozen

# How many dice of a segment hit, with exact chances, rerolls included.


ONE = 10**18
"""Certainty: a chance is a whole number, in parts of this."""

DUST = 10**6
"""Outcomes less likely than this are dropped: one in a million million."""

FACES = 20


@cache
def binomial(dice: int, faces: int) -> tuple[int, ...]:
    """The chance of each number of hits of so many d20, if `faces` of their 20 faces hit."""
    chances = [ONE]
    for _ in range(dice):
        missed = [chance * (FACES - faces) // FACES for chance in (*chances, 0)]
        hit = [chance * faces // FACES for chance in (0, *chances)]
        chances = [a + b for a, b in zip(missed, hit, strict=True)]
    return tuple(chances)


@cache
def segment(dice: int, faces: int, counters: int) -> tuple[tuple[int, int, int], ...]:
    """CB-LEAD-5: (hits, counters left, chance) of a segment; rerolls misses while counters last."""
    found: defaultdict[tuple[int, int], int] = defaultdict(int)
    for hits, chance in enumerate(binomial(dice, faces)):
        again = min(counters, dice - hits)
        for more, share in enumerate(binomial(again, faces)):
            found[hits + more, counters - again] += chance * share // ONE
    return tuple((hits, left, chance) for (hits, left), chance in found.items() if chance > DUST)


# 13.5: what one side's dice may do in a tier, with exact chances, no die drawn.
#
# Chances are whole numbers of parts of `ONE`.


Kinds = tuple[int, ...]
Precision = tuple[tuple[int, int], ...]
Way = tuple[tiers.Hits, int, int]
"""One outcome of a volley: its hits, the reroll counters left, and its chance."""


class Conduct(Frozen):
    """What does not change in a battle: who a side is, and what it has ordered."""

    side: tiers.Side
    losses: Kinds
    modes: tuple[tuple[int, int], ...]
    """Type and target type of precision strikes."""
    charge: Kinds
    rerolls: Kinds
    bounty: int
    free_bounty: bool
    withdrawal: Withdrawal | None


class Firing(Frozen):
    """Segments of a side that roll in a tier, and what stands against them."""

    conduct: Conduct
    kinds: tuple[tuple[int, int], ...]
    """Type and number of units."""
    tier: int
    enemy: Tally
    counters: int
    walls: int
    bounty: int


class Shots(Frozen):
    """One segment of a volley: its dice, how many faces hit, its target, and if it may reroll."""

    dice: int
    faces: int
    target: int | None
    again: bool


def shots_of(firing: Firing) -> Iterator[Shots]:
    """CB-HIT-1, CB-PREC-4: the segments of a volley, type by type."""
    conduct = firing.conduct
    modes = dict(conduct.modes)
    for kind, count in firing.kinds:
        need = tiers.need_of(
            replace(conduct.side, bounty=firing.bounty),
            kind,
            firing.tier == 2,
            firing.tier == 1 and kind not in tiers.FIRST_STRIKERS,
            firing.walls,
        ).total
        target = modes.get(kind)
        if target is not None and not firing.enemy[target]:
            target = None
        faces = max(tiers.SURE_HIT, min(need, tiers.SURE_MISS - 1))  # CB-HIT-2, CB-HIT-3
        yield Shots(count, faces, target, kind in conduct.rerolls)


@cache
def volley(firing: Firing) -> tuple[Way, ...]:
    """CB-TIER-3, CB-PREC-2: all outcomes of one side's volley in one tier."""
    ways: dict[tuple[Precision, int, int], int] = {((), 0, firing.counters): ONE}
    for shots in shots_of(firing):
        after: defaultdict[tuple[Precision, int, int], int] = defaultdict(int)
        for (precision, hits, counters), chance in ways.items():
            usable = counters if shots.again else 0
            for more, left, share in segment(shots.dice, shots.faces, usable):
                spare = counters - usable + left
                key = (precision, hits + more, spare)
                if shots.target is not None:
                    key = ((*precision, (shots.target, more // 2)), hits, spare)
                after[key] += chance * share // ONE
        ways = after
    return tuple(
        (tiers.Hits(precision, 0, hits), counters, chance)
        for (precision, hits, counters), chance in ways.items()
        if chance > DUST
    )


# 13.5: how a battle may end, with exact chances: every round, tier and reroll, no die drawn.
#
# Outcomes that are next to impossible are dropped.


SETTLED = 10**11
"""A forecast stops when less than this is undecided: one in ten million."""


class Corps(Frozen):
    """One side of a battle as it stands between two tiers."""

    units: Tally
    counters: int = 0
    ready: Kinds = ()
    gold: int = 0


class Scene(Frozen):
    """Both sides of a battle as they stand between two tiers."""

    attacker: Corps
    defender: Corps

    def side(self, attacking: bool) -> Corps:
        """The attacker, or the defender."""
        return self.attacker if attacking else self.defender


class Volleys(Frozen):
    """Who rolls in a tier on each side, and the bounties paid; True is the attacker."""

    tier: int
    rolling: Mapping[bool, Kinds]
    bounties: Mapping[bool, int]


@dataclass(slots=True)
class Outlook:
    """Chances of the ends of a battle, and the units left on average, in parts of `ONE`."""

    taken: int = 0
    held: int = 0
    attacker_withdraws: int = 0
    defender_withdraws: int = 0
    night: int = 0
    attackers_left: int = 0
    defenders_left: int = 0
    undecided: int = 0

    @property
    def reckoned(self) -> int:
        """The sum of all chances that were not dropped."""
        decided = self.taken + self.held + self.night + self.undecided
        return decided + self.attacker_withdraws + self.defender_withdraws

    def reaches(self, goal: int) -> bool:
        """Is the province taken with at least this chance, relative to all that was not dropped?"""
        return self.taken * ONE >= goal * self.reckoned


class TooMany(Exception):
    """The battle has more outcomes than may be computed."""


@dataclass
class Forecast:
    """The chances of a battle that has begun.

    `most` bounds the exchanges computed (`steps` counts them).  Outcomes less likely than `dust`
    are dropped, and the forecast stops when less than `settled` is undecided.  With a `goal` it
    stops as soon as it is clear whether the province is taken with that chance.
    """

    conduct: Mapping[bool, Conduct]
    walls: int
    answer: bool
    limit: int
    most: int
    steps: int = 0
    dust: int = DUST
    settled: int = SETTLED
    goal: int = 0
    known: dict[tuple[Scene, bool], dict[Scene, int]] = field(default_factory=dict)

    def run(self, scene: Scene, fought: int) -> Outlook:
        """Compute round after round, until next to nothing is undecided.  Raises TooMany."""
        outlook = Outlook()
        ahead = {scene: ONE}
        outlook.undecided = ONE
        while not self.is_settled(outlook):
            fought += 1
            after: defaultdict[Scene, int] = defaultdict(int)
            for one, chance in ahead.items():
                for other, share in self.round_of(one, fought == 1).items():
                    after[other] += chance * share // ONE
            ahead = {
                one: chance
                for one, chance in after.items()
                if chance > self.dust and not self.ends(one, fought, chance, outlook)
            }
            outlook.undecided = sum(ahead.values())
        return outlook

    def is_settled(self, outlook: Outlook) -> bool:
        """Is next to nothing undecided, or the goal reached or out of reach?"""
        if outlook.undecided <= self.settled:
            return True
        if not self.goal:
            return False
        best = replace(outlook, taken=outlook.taken + outlook.undecided, undecided=0)
        return outlook.reaches(self.goal) or not best.reaches(self.goal)

    def ends(self, scene: Scene, fought: int, chance: int, outlook: Outlook) -> bool:
        """CB-TIER-1, steps (f) to (h): is the battle over?  If so, count its end in `outlook`."""
        attackers, defenders = left_by_engines(scene.attacker.units, scene.defender.units)
        one, other = sum(attackers), sum(defenders)
        if not one or not other:
            if one:
                outlook.taken += chance
            else:
                outlook.held += chance
        elif fought >= self.limit or (
            tiers.only_engines(attackers) and tiers.only_engines(defenders)
        ):
            outlook.night += chance
        elif is_met(self.conduct[True].withdrawal, fought, one):
            outlook.attacker_withdraws += chance
        elif is_met(self.conduct[False].withdrawal, fought, other):
            outlook.defender_withdraws += chance
        else:
            return False
        outlook.attackers_left += chance * one
        outlook.defenders_left += chance * other
        return True

    def round_of(self, scene: Scene, first: bool) -> dict[Scene, int]:
        """The scenes that a round may lead to, with their chances; cached by scene."""
        found = self.known.get((scene, first))
        if found is None:
            found = self.known[scene, first] = self.reckon(scene, first)
        return found

    def reckon(self, scene: Scene, first: bool) -> dict[Scene, int]:
        """CB-TIER-1, steps (a) to (e): the scenes that a round may lead to, with their chances."""
        bounties: dict[bool, int] = {}
        forming: dict[bool, Kinds] = {}
        charging: dict[bool, Kinds] = {}
        sides: dict[bool, Corps] = {}
        for side in SIDES:
            corps, bounties[side] = self.pay(side, scene.side(side))
            sides[side], forming[side], charging[side] = self.prepare(side, corps)
        begun = Scene(sides[True], sides[False])
        struck = {side: self.strikers(begun, side, first, forming[side]) for side in SIDES}
        found: defaultdict[Scene, int] = defaultdict(int)
        for now, chance in self.tier({begun: ONE}, Volleys(1, struck, bounties)).items():
            charged = {side: unstopped(now, side, charging[side]) for side in SIDES}
            spent = {side: (*forming[side], *struck[side], *charged[side]) for side in SIDES}
            rest = {
                side: tuple(kind for kind in ROLLING if kind not in spent[side]) for side in SIDES
            }
            ways = self.tier({now: chance}, Volleys(2, charged, bounties))
            for other, share in self.tier(ways, Volleys(3, rest, bounties)).items():
                found[other] += share
        return dict(found)

    def pay(self, side: bool, corps: Corps) -> tuple[Corps, int]:
        """CB-MERC-5: the side after paying its bounty, and the rate paid; in full or not at all."""
        conduct = self.conduct[side]
        mercenaries = corps.units[MERCENARIES]
        price = 0 if conduct.free_bounty else conduct.bounty * mercenaries
        if not conduct.bounty or not mercenaries or price > corps.gold:
            return corps, 0
        return replace(corps, gold=corps.gold - price), conduct.bounty

    def prepare(self, side: bool, corps: Corps) -> tuple[Corps, Kinds, Kinds]:
        """CB-CHARGE-3: the side afterwards, the segments that form up, and those that charge."""
        conduct = self.conduct[side]
        ordered = tuple(
            kind
            for kind in conduct.charge
            if corps.units[kind] and tiers.can_charge(conduct.side.level, kind)
        )
        forming = tuple(kind for kind in ordered if kind not in corps.ready)
        charging = tuple(kind for kind in ordered if kind in corps.ready)
        return replace(corps, ready=forming), forming, charging

    def strikers(self, scene: Scene, side: bool, first: bool, forming: Kinds) -> Kinds:
        """CB-TIER-2, CB-INIT-1: who rolls in Tier One."""
        units, level = scene.side(side).units, self.conduct[side].side.level
        return tuple(
            kind
            for kind in ROLLING
            if units[kind]
            and kind not in forming
            and (kind in tiers.FIRST_STRIKERS or (first and tiers.has_initiative(level, kind)))
        )

    def tier(self, ways: Mapping[Scene, int], volleys: Volleys) -> dict[Scene, int]:
        """CB-TIER-3 to -6: the volleys of both sides in one tier, and what they leave."""
        if not any(volleys.rolling.values()):
            return dict(ways)
        found: defaultdict[Scene, int] = defaultdict(int)
        for scene, chance in ways.items():
            if not any(scene.attacker.units) or not any(scene.defender.units):
                found[scene] += chance
                continue
            for after, share in self.exchange(scene, volleys):
                if chance * share // ONE > self.dust:
                    found[after] += chance * share // ONE
        return found

    def exchange(self, scene: Scene, volleys: Volleys) -> list[tuple[Scene, int]]:
        """CB-TIER-4, CB-TIER-5: the attacker's dice, the defender's, and the losses of both."""
        found = []
        for hits, counters, chance in self.fire(True, scene, scene.attacker.units, volleys):
            left = self.after(False, scene.defender.units, hits, volleys.tier)
            standing = scene.defender.units if self.answer else left
            one, other = scene.attacker, scene.defender
            for answer, other_counters, share in self.fire(False, scene, standing, volleys):
                if chance * share // ONE <= self.dust:
                    continue
                units = self.after(True, one.units, answer, volleys.tier)
                attacker = Corps(units, counters, one.ready, one.gold)
                defender = Corps(left, other_counters, other.ready, other.gold)
                found.append((Scene(attacker, defender), chance * share // ONE))
                self.steps += 1
        if self.steps > self.most:
            raise TooMany
        return found

    def fire(self, side: bool, scene: Scene, standing: Tally, volleys: Volleys) -> tuple[Way, ...]:
        """All outcomes of one side's volley, with those of its segments that still stand."""
        rolling = volleys.rolling[side]
        kinds = tuple((kind, standing[kind]) for kind in rolling if standing[kind])
        enemy, counters = scene.side(not side).units, scene.side(side).counters
        walls = 0 if side or scene.attacker.units[SIEGE_ENGINES] else self.walls
        where = (volleys.tier, enemy, counters, walls, volleys.bounties[side])
        return self.ways_of(Firing(self.conduct[side], kinds, *where))

    def ways_of(self, firing: Firing) -> tuple[Way, ...]:
        """All outcomes of a volley."""
        return volley(firing)

    def after(self, side: bool, units: Tally, hits: tiers.Hits, number: int) -> Tally:
        """CB-LOSS-2: what these hits leave of a side."""
        if not hits.total:
            return units
        losses = tiers.losses_from(units, hits, self.conduct[side].losses, number == 1)
        return taken(units, losses.killed)


def unstopped(scene: Scene, side: bool, charging: Kinds) -> Kinds:
    """CB-CHARGE-6: the segments that charge; none against Pikemen."""
    enemy = scene.side(not side).units
    return () if any(enemy[kind] for kind in tiers.SHIELD_WALL) else charging


def left_by_engines(attackers: Tally, defenders: Tally) -> tuple[Tally, Tally]:
    """CB-FIGHT-5: engines left alone are taken, unless both sides are engines alone."""
    both_there = any(attackers) and any(defenders)
    if both_there and tiers.only_engines(attackers) != tiers.only_engines(defenders):
        alone = tiers.only_engines(attackers)
        return (NOBODY, defenders) if alone else (attackers, NOBODY)
    return attackers, defenders


@dataclass
class Trial(Forecast):
    """The same battle fought once, with dice from a fixed sequence of random numbers."""

    source: Lcg = field(default_factory=lambda: Lcg(1))

    def round_of(self, scene: Scene, first: bool) -> dict[Scene, int]:
        """Fight the round; nothing is cached."""
        return self.reckon(scene, first)

    def ways_of(self, firing: Firing) -> tuple[Way, ...]:
        """One outcome of a volley, picked at random."""
        precision: Precision = ()
        hits, counters = 0, firing.counters
        for shots in shots_of(firing):
            usable = counters if shots.again else 0
            more, left = self.picked(segment(shots.dice, shots.faces, usable))
            counters += left - usable
            if shots.target is None:
                hits += more
            else:
                precision = (*precision, (shots.target, more // 2))
        return ((tiers.Hits(precision, 0, hits), counters, ONE),)

    def picked(self, ways: tuple[tuple[int, int, int], ...]) -> tuple[int, int]:
        """Pick one outcome at random, each with its own chance."""
        point = 0
        for _ in range(3):
            point = 1000 * point + self.source.rand(1000)
        point *= ONE // 10**9
        for hits, left, chance in ways:
            point -= chance
            if point < 0:
                return hits, left
        return ways[-1][0], ways[-1][1]
