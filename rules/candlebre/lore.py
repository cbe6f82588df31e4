"""The data of a match as read: the map, the Houses, the Book of Fate (section 13)."""

from rules.line.frozen import Frozen


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
        """CB-FATE-4: the units of a unit card, which is kept; None of any other card."""
        return next((one for one in self.effects if one.kind == "units"), None)

    @property
    def leader(self) -> Effect | None:
        """CB-FATE-3: the leader of a leader card, which never returns to the Book."""
        return next((one for one in self.effects if one.kind == "leader"), None)


class Lore(Frozen):
    """Everything that ships with the game; a match keeps what it began with."""

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
