"""CB-HIT-1: what a d20 must not exceed, for each segment of a side."""

from collections.abc import Iterator

from rules.candlebre.roster import ARCHERS, CAVALRY, INFANTRY, MERCENARIES, ROSTER, SIEGE_ENGINES
from rules.candlebre.state import Battle, Province, State
from rules.candlebre.units import Tally
from rules.line.frozen import Frozen

INFANTRY_CLASSED = tuple(
    kind for kind, one in enumerate(ROSTER) if "infantry-classed" in one.abilities
)
CHARGERS = tuple(kind for kind, one in enumerate(ROSTER) if "charge" in one.abilities)
FIRST_STRIKERS = tuple(kind for kind, one in enumerate(ROSTER) if "first-strike" in one.abilities)
SHIELD_WALL = tuple(kind for kind, one in enumerate(ROSTER) if "shield-wall" in one.abilities)


class Side(Frozen):
    """One side of a battle as a tier finds it; `seat` 0 are the neutrals."""

    seat: int
    attacking: bool
    level: int
    """Its military level in force."""
    leader: bool
    warden: bool
    bowmasters: int
    horse_lords: int
    rally: bool
    bounty: int
    masonry: bool
    """CB-TECH-2, I8: Walls count two."""


class Need(Frozen):
    """CB-HIT-1: factor x (value + tech) + modifiers."""

    factor: int
    value: int
    tech: int
    modifiers: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """The number that a d20 must not exceed."""
        return self.factor * (self.value + self.tech) + sum(n for _, n in self.modifiers)


def side_in(state: State, number: int, attacking: bool, bounty: int = 0) -> Side:
    """CB-NEUT-2: neutrals have no techs, leaders or bounties."""
    here = state.province(number)
    assert here.battle is not None
    seat = here.battle.attacker if attacking else here.owner
    if not seat:
        return Side(0, attacking, 0, False, False, 0, 0, False, 0, False)
    realm = state.realm(seat)
    traits = [one.trait for one in state.leaders_at(number, attacking)]
    return Side(
        seat,
        attacking,
        realm.levels[0],
        bool(traits),
        "warden" in traits,
        traits.count("bowmaster"),
        traits.count("horse-lord"),
        realm.rally > 0,
        bounty,
        realm.levels[1] >= 8,
    )


def tech(level: int, kind: int, attack: bool) -> int:
    """CB-TECH-1: what the military levels in force add to a value; CB-MERC-2: never for them."""
    bonus = 0
    if kind in INFANTRY_CLASSED and level >= 2:
        bonus += 1
    if kind == ARCHERS and attack:
        bonus += (1 if level >= 4 else 0) + (1 if level >= 8 else 0)
    if kind == CAVALRY and level >= 6:
        bonus += 1
    if kind == INFANTRY and level >= 9:
        bonus += 1
    return bonus


def has_initiative(level: int, kind: int) -> bool:
    """CB-INIT-1: Light Infantry, and Infantry from M10 on."""
    return "initiative" in ROSTER[kind].abilities or (kind == INFANTRY and level >= 10)


def can_charge(level: int, kind: int) -> bool:
    """CB-CHARGE-1: Cavalry, and Light Infantry from M7 on."""
    return kind in CHARGERS or ("initiative" in ROSTER[kind].abilities and level >= 7)


def need_of(side: Side, kind: int, charging: bool, initiative: bool, walls: int) -> Need:
    """CB-HIT-1, CB-TIER-7, CB-CHARGE-4, CB-RULING-14: the need of one segment.

    `initiative`: it rolls in Tier One of round 1 by its Initiative, in defence with the better of
    its values (CB-INIT-2); `walls`: what they add.
    """
    attack = side.attacking or charging or kind in FIRST_STRIKERS
    one = ROSTER[kind]
    value, extra = _value(side.level, kind, attack)
    if initiative and not attack:
        other, other_extra = _value(side.level, kind, True)
        if other + other_extra > value + extra:
            value, extra = other, other_extra
    factor = 2 if charging else 1
    assert "no-attack" not in one.abilities
    return Need(factor, value, extra, tuple(_modifiers(side, kind, charging, walls)))


def _value(level: int, kind: int, attack: bool) -> tuple[int, int]:
    """CB-UNIT-1, CB-TECH-1: the value of 8.1 and what techs add to it."""
    one = ROSTER[kind]
    return (one.attack if attack else one.defence), tech(level, kind, attack)


def _modifiers(side: Side, kind: int, charging: bool, walls: int) -> Iterator[tuple[str, int]]:
    """CB-HIT-1, CB-HIT-4: what is added after doubling."""
    if side.leader:  # CB-LEAD-3, CB-LEAD-8: a warden's bonus is 2 in defence
        yield ("warden", 2) if side.warden and not side.attacking else ("leader", 1)
    if side.rally:  # CB-CAPT-7, CB-RULING-39
        yield "rally", 1
    if kind == MERCENARIES and side.bounty:  # CB-MERC-5
        yield "bounty", side.bounty
    if walls and not side.attacking:  # CB-UNIT-3
        yield "walls", walls
    if kind in FIRST_STRIKERS and side.bowmasters:  # CB-LEAD-8
        yield "bowmaster", side.bowmasters
    if charging and side.horse_lords:  # CB-LEAD-8
        yield "horse-lord", side.horse_lords


def walls_of(here: Province, battle: Battle, defender: Side) -> int:
    """CB-SIEGE-1, CB-RULING-31: Walls count, unless the attackers have a Siege Engine now."""
    if "walls" not in here.buildings or battle.units.of(SIEGE_ENGINES):
        return 0
    return 2 if defender.masonry else 1


def only_engines(units: Tally) -> bool:
    """CB-FIGHT-5: a force that consists of Siege Engines alone."""
    return units[SIEGE_ENGINES] > 0 and sum(units) == units[SIEGE_ENGINES]
