"""Unit types and counts of units, the data of a match (map, Houses, Book), standing orders."""

from collections.abc import Mapping
from dataclasses import fields, replace

from rules.line.frozen import Frozen

# The unit types of section 8.1, in roster order.


class UnitType(Frozen):
    """CB-UNIT-1: a row of the unit table; a d20 must not exceed `attack` or `defence`.

    `alone` is the word for one of them, if it is not that for several.
    """

    plural: str
    short: str
    attack: int
    defence: int
    movement: int
    price: int
    level: int
    abilities: tuple[str, ...]
    alone: str = ""

    @property
    def id(self) -> str:
        """`light-infantry`."""
        return self.plural.replace(" ", "-")

    @property
    def singular(self) -> str:
        """`1 archer`."""
        return self.alone or self.plural


ROSTER = (
    UnitType("infantry", "Inf", 7, 8, 1, 15, 0, ("infantry-classed",)),
    UnitType("archers", "Arc", 6, 6, 1, 20, 0, ("first-strike",), "archer"),
    UnitType("cavalry", "Cav", 8, 6, 2, 25, 0, ("charge",)),
    UnitType("light infantry", "LIn", 5, 4, 2, 18, 1, ("infantry-classed", "initiative")),
    UnitType("pikemen", "Pik", 5, 10, 1, 15, 3, ("infantry-classed", "shield-wall"), "pikeman"),
    UnitType("siege engines", "Sie", 0, 0, 1, 20, 5, ("negate-walls", "no-attack"), "siege engine"),
    UnitType("mercenaries", "Mer", 5, 5, 1, 10, 0, ("mercenary",), "mercenary"),
)
"""CB-UNIT-1, in roster order.  Archers have no defence value: they use their attack (CB-TIER-7)."""

KINDS = tuple(one.id for one in ROSTER)
"""The ids of the types, in roster order; the names that attributes use."""

INFANTRY, ARCHERS, CAVALRY, LIGHT_INFANTRY, PIKEMEN, SIEGE_ENGINES, MERCENARIES = range(7)

INDEX: Mapping[str, int] = {kind: number for number, kind in enumerate(KINDS)}


# Units as numbers: how many there are of each type, and how many steps they have spent.


DEFAULT_LOSSES = (MERCENARIES, INFANTRY, PIKEMEN, LIGHT_INFANTRY, ARCHERS, SIEGE_ENGINES, CAVALRY)
"""CB-LOSS-3: the default loss order, by price."""

Tally = tuple[int, ...]
"""How many units of each type, in roster order."""

NOBODY: Tally = (0,) * 7


Steps = tuple[int, int, int]
"""Units of one type that have spent 0, 1 and 2 steps this turn."""


def tally_of(kind: str, number: int) -> Tally:
    """That many units of one type."""
    return tuple(number if one == kind else 0 for one in KINDS)


def added(*tallies: Tally) -> Tally:
    """The sum of tallies."""
    return tuple(map(sum, zip(NOBODY, *tallies, strict=True)))


def taken(first: Tally, second: Tally) -> Tally:
    """The first tally less the second."""
    return tuple(a - b for a, b in zip(first, second, strict=True))


class Units(Frozen):
    """CB-UNIT-2: units are only counted; equal ones differ in the steps that they have spent."""

    counts: tuple[Steps, ...] = ((0, 0, 0),) * 7

    @property
    def tally(self) -> Tally:
        """The number of each type, in roster order."""
        return tuple(map(sum, self.counts))

    @property
    def total(self) -> int:
        """The number of all units."""
        return sum(map(sum, self.counts))

    @property
    def mercenaries(self) -> int:
        """How many are mercenaries."""
        return sum(self.counts[MERCENARIES])

    @property
    def regulars(self) -> int:
        """Glossary: any unit that is not a mercenary is a regular one."""
        return self.total - self.mercenaries

    @property
    def able(self) -> Tally:
        """CB-MOVE-3: how many of each type have a step left."""
        counts = zip(ROSTER, self.counts, strict=True)
        return tuple(sum(steps[: one.movement]) for one, steps in counts)

    def of(self, kind: int | str) -> int:
        """How many there are of a type."""
        return sum(self.counts[INDEX[kind] if isinstance(kind, str) else kind])

    def plus(self, other: "Units") -> "Units":
        """These and the others together."""
        pairs = zip(self.counts, other.counts, strict=True)
        return Units(tuple((a[0] + b[0], a[1] + b[1], a[2] + b[2]) for a, b in pairs))

    def minus(self, other: "Units") -> "Units":
        """These without the others, which must be among them."""
        pairs = zip(self.counts, other.counts, strict=True)
        return Units(tuple((a[0] - b[0], a[1] - b[1], a[2] - b[2]) for a, b in pairs))

    def rested(self) -> "Units":
        """CB-TURN-9: the same units, with no step spent."""
        return fresh(self.tally)

    def spent(self) -> "Units":
        """The same units, with no movement left."""
        return Units(
            tuple(
                (0, number, 0) if one.movement == 1 and not steps[2] else _weary(one, steps)
                for one, steps, number in zip(ROSTER, self.counts, self.tally, strict=True)
            )
        )

    def most_spent(self, wanted: Tally) -> "Units":
        """CB-LOSS-5, CB-MOVE-3: that many of each type, those that have spent most steps first."""
        counts = zip(self.counts, wanted, strict=True)
        return Units(tuple(_most_spent(steps, number) for steps, number in counts))


def fresh(tally: Tally, steps: int = 0) -> Units:
    """Units that have all spent that many steps."""
    zero, one, two = (steps == spent for spent in range(3))
    return Units(tuple((n * zero, n * one, n * two) for n in tally))


def _weary(one: UnitType, steps: Steps) -> Steps:
    if one.movement == 1:
        return (0, steps[0] + steps[1], steps[2])
    return (0, 0, sum(steps))


def _most_spent(steps: Steps, wanted: int) -> Steps:
    two = min(steps[2], wanted)
    one = min(steps[1], wanted - two)
    return (min(steps[0], wanted - two - one), one, two)


# The data of a match as read: the map, the Houses, the Book of Fate (section 13).


class Site(Frozen):
    """CB-MAP-1: a province as it lies on the map; `borders` are numbers, in ascending order."""

    number: int
    name: str
    code: str
    x: int
    y: int
    borders: tuple[int, ...]


class House(Frozen):
    """13.2: one of the five Houses; `prices` are base prices by building or unit type."""

    id: str
    name: str
    title: str = ""
    strength: str = ""
    weakness: str = ""
    prices: tuple[tuple[str, int], ...] = ()
    gold_income: int = 0
    start_honor: int = 0
    temple_influence: int = 0
    research_price: int = 0
    honor_income: int = 0


class Effect(Frozen):
    """What a card does: a `kind` with an amount, or with the name of a unit type or a trait.

    Kinds: `units` (amount, unit type), `leader` (trait), `gold`, `honor`, `influence` (amount, may
    be negative), `tribute` (amount), `market`, `desertion`, `fever`, `jailbreak`.
    """

    kind: str
    amount: int = 0
    what: str = ""


class Card(Frozen):
    """13.3: a card of the Book of Fate, by its code (`4C`, `RJ`)."""

    code: str
    name: str
    effects: tuple[Effect, ...] = ()

    @property
    def units(self) -> Effect | None:
        """CB-FATE-4: the units of a unit card, which is kept; None for any other card."""
        return next((one for one in self.effects if one.kind == "units"), None)

    @property
    def leader(self) -> Effect | None:
        """CB-FATE-3: the leader of a leader card, which never returns to the Book; else None."""
        return next((one for one in self.effects if one.kind == "leader"), None)


class Lore(Frozen):
    """All data that ships with the game; a match keeps the data that it began with."""

    sites: tuple[Site, ...] = ()
    houses: tuple[House, ...] = ()
    cards: tuple[Card, ...] = ()
    """In the order of the Book (CB-FATE-1)."""

    def house(self, id: str) -> House | None:
        """The House of that id."""
        return next((one for one in self.houses if one.id == id), None)

    def card(self, code: str) -> Card | None:
        """The card of that code."""
        return next((one for one in self.cards if one.code == code), None)


# Standing orders (7.9): what a seat has chosen in advance for its battles.


class Withdrawal(Frozen):
    """CB-WDRAW-8: when a force goes and where to; `when` is `never`, `round` or `units`."""

    when: str = "never"
    number: int = 0
    to: int = 0
    """The number of the province, 0 for the default of CB-WDRAW-4."""


class Standing(Frozen):
    """CB-POST-1: a seat's standing orders, in general or for one province; None: not ordered."""

    charge: tuple[str, ...] | None = None
    modes: tuple[tuple[str, str], ...] = ()
    """Segment and target; the target `standard` is a standard attack.  In roster order."""
    bounty: int | None = None
    first: tuple[str, ...] | None = None
    last: tuple[str, ...] | None = None
    rerolls: tuple[str, ...] | None = None
    """`("auto",)`, `("off",)`, or the types that are rerolled."""
    withdrawal: Withdrawal | None = None
    pace: str | None = None
    """`auto` or `round`."""

    def over(self, general: "Standing") -> "Standing":
        """CB-POST-2: these orders for a province, and the general ones where they say nothing."""
        here = {one.name: getattr(self, one.name) for one in fields(self)}
        ordered = {name: value for name, value in here.items() if value is not None}
        modes = dict(general.modes) | dict(self.modes)
        return replace(general, **ordered | {"modes": tuple(modes.items())})
