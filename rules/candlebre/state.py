"""The state of a match (section 3): frozen values; only `apply` makes the next one."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.candlebre.units import NOBODY, Lore, Site, Standing, Tally, Units, added
from rules.line.adjudication import Adjudication, Die
from rules.line.flow import Flow
from rules.line.frozen import Frozen

PHASES = ("purchase", "move", "combat", "noncombat", "placement", "diplomacy", "fate")
"""CB-TURN-5: the phases of a turn; before the first turn there is `setup`."""

BUILDINGS = ("barracks", "temple", "market", "walls", "hall")
"""8.4, in the order in which the key lists them."""

TREES = ("military", "infrastructure", "espionage")
"""CB-RES-1: the trees of research."""

NEUTRAL = 0
"""The side of every province that no seat controls."""

GM_PROTECTION = 0
"""The payer of a protection that the GM gave; nobody's turn ends it."""

Triple = tuple[int, int, int]


class Settings(Frozen):
    """CB-OPT-1: the options of a game."""

    seats: int = 2
    map: str = "standard"
    varied: bool = False
    research_dice: bool = False
    military_only: bool = False
    houses: bool = True
    fate: bool = True
    leaders: int = 1
    honor: int = 20
    defenders_capture: bool = True
    answer: bool = True
    rounds: int = 20
    win_provinces: int = 40
    win_honor: int = 200


class Battle(Frozen):
    """A battle not yet over: the attackers and, once it has begun, what a neutral side has left."""

    attacker: int
    units: Units = Units()
    origins: tuple[int, ...] = ()
    """The provinces that the attackers came from, in that order (CB-WDRAW-4)."""
    begun: bool = False
    """Cards have been played and counters handed out (CB-TIER-1)."""
    round: int = 0
    """Rounds fought."""
    neutral: Tally = NOBODY
    """The neutral defenders that still stand, once the battle has begun."""
    guard: int = 0
    """The mercenary guard before the battle (CB-FATE-7)."""
    attack_counters: int = 0
    defend_counters: int = 0
    attack_ready: tuple[str, ...] = ()
    defend_ready: tuple[str, ...] = ()
    """Segments that have formed up for a charge (CB-CHARGE-3)."""


class Province(Frozen):
    """3.4: the part of a province that changes; `units` are its owner's, or a neutral guard."""

    value: int
    owner: int = NEUTRAL
    units: Units = Units()
    buildings: tuple[str, ...] = ()
    protector: int | None = None
    """Who pays the clergy there (CB-CLERGY-1); `GM_PROTECTION` if the GM gave it."""
    taken: bool = False
    """Taken in the running turn (CB-PLACE-3)."""
    placed_regulars: int = 0
    placed_mercenaries: int = 0
    """CB-PLACE-5, CB-PLACE-6: placed there this turn."""
    battle: Battle | None = None


class Note(Frozen):
    """CB-BUY-1: units bought for a province, to be placed there in `placement`."""

    province: int
    units: Tally


class Held(Frozen):
    """A card in the hand; `province` is where it waits (CB-FATE-5), 0 if it does not."""

    code: str
    province: int = 0
    neutral: bool = False
    """It is played for the neutrals (`for neutral`)."""


class Captives(Frozen):
    """CB-CAPT-1: captive units of one owner (0: neutral)."""

    owner: int
    units: Tally


class Realm(Frozen):
    """3.3: what a seat has."""

    seat: int
    military: int = 0
    civil: int = 0
    start_gold: int = 0
    honor: int = 0
    influence: int = 0
    house: str = "none"
    levels: Triple = (0, 0, 0)
    gained: Triple = (0, 0, 0)
    """Levels gained that come into force at the seat's next turn (CB-RES-8)."""
    points: Triple = (0, 0, 0)
    pool: Tally = NOBODY
    reserve: Tally = NOBODY
    notes: tuple[Note, ...] = ()
    captives: tuple[Captives, ...] = ()
    """By owner, neutral last."""
    cards: tuple[Held, ...] = ()
    """In Book order."""
    allies: tuple[int, ...] = ()
    rally: int = 0
    """How many of the seat's turns must end before its rally is over (CB-CAPT-7)."""
    guard: bool = False
    clean: bool = True
    eliminated: bool = False
    drawn: bool = False
    """CB-FATE-2: has drawn a card this turn."""
    spied: bool = False
    """CB-ESP-3: has sent a mission this turn."""
    claimed: tuple[int, ...] = ()
    """CB-SETUP-2: the five provinces, in number order."""
    free_building: bool = False
    """CB-SETUP-7: the free building stands."""
    mustered: bool = False
    """CB-SETUP-5: something has been built or bought in the setup."""
    general: Standing = Standing()
    local: tuple[tuple[int, Standing], ...] = ()
    """CB-POST-2: orders for one province, in number order."""

    @property
    def gold(self) -> int:
        """The gold of both purses."""
        return self.military + self.civil

    @property
    def infamy(self) -> bool:
        """CB-HONOR-2: honor is below 0."""
        return self.honor < 0

    def reached(self, tree: int) -> int:
        """The level of a tree, with what was gained this turn."""
        return self.levels[tree] + self.gained[tree]

    def captives_of(self, owner: int) -> Tally:
        """The captive units of one owner."""
        return next((one.units for one in self.captives if one.owner == owner), NOBODY)

    def holds(self, card: str) -> bool:
        """Is the card of that code in the hand?"""
        return card in (held.code for held in self.cards)

    @property
    def all_captives(self) -> Tally:
        """Captive units of all owners together."""
        return added(*(one.units for one in self.captives))

    def standing_in(self, province: int) -> Standing:
        """CB-POST-2: the orders that hold for a battle in that province."""
        here = next((one for number, one in self.local if number == province), None)
        return self.general if here is None else here.over(self.general)


class Leader(Frozen):
    """3.5: a Great Leader.  Without place or captor, and not dead, he is not yet placed."""

    number: int
    owner: int
    trait: str = "none"
    place: int = 0
    """The number of the province, 0 for none."""
    attacking: bool = False
    """He is with the attackers there."""
    captor: int | None = None
    dead: bool = False
    steps: int = 0

    @property
    def ref(self) -> str:
        """`GL1`."""
        return f"GL{self.number}"


class Offer(Frozen):
    """CB-DIPL-1: an open offer: captives for gold, or captives for captives."""

    number: int
    seat: int
    to: int
    units: Tally
    leaders: tuple[int, ...]
    gold: int | None
    """The price of a ransom; None for an exchange."""
    back_units: Tally = NOBODY
    back_leaders: tuple[int, ...] = ()


class State(Frozen):
    """A whole match."""

    flow: Flow = Flow()
    settings: Settings = Settings()
    lore: Lore = Lore()
    sites: tuple[Site, ...] = ()
    """The map in use, by number."""
    provinces: tuple[Province, ...] = ()
    """By number."""
    realms: tuple[Realm, ...] = ()
    """By seat."""
    leaders: tuple[Leader, ...] = ()
    """By number; numbers may be missing."""
    next_leader: int = 1
    book: tuple[str, ...] = ()
    """Cards left, in Book order."""
    discarded: tuple[str, ...] = ()
    """Played and resolved cards, which return to the empty Book (CB-FATE-3)."""
    offers: tuple[Offer, ...] = ()
    next_offer: int = 1
    proposals: tuple[tuple[int, int], ...] = ()
    """CB-ALLY-4: open proposals, (from, to)."""
    agreed: tuple[int, ...] = ()
    """CB-WIN-5: who has accepted the open draw offer."""
    first: int = 1
    """CB-SETUP-12: who is first in the turn order."""

    def site(self, number: int) -> Site:
        """A province as it lies on the map."""
        return self.sites[number - 1]

    def province(self, number: int) -> Province:
        """A province as it stands."""
        return self.provinces[number - 1]

    def realm(self, seat: int) -> Realm:
        """What a seat has."""
        return self.realms[seat - 1]

    def leader(self, number: int) -> Leader:
        """A leader by number, dead or alive; there must be one."""
        return next(one for one in self.leaders if one.number == number)

    def find_leader(self, number: int) -> Leader | None:
        """A leader by number, dead or alive, or None if there never was one."""
        return next((one for one in self.leaders if one.number == number), None)

    @property
    def seats(self) -> tuple[int, ...]:
        """All seats of the game."""
        return tuple(range(1, self.settings.seats + 1))

    @property
    def living(self) -> tuple[int, ...]:
        """Seats that are not eliminated."""
        return tuple(one.seat for one in self.realms if not one.eliminated)

    def owned(self, seat: int) -> tuple[int, ...]:
        """The numbers of the provinces of a seat (0: neutral ones), in order."""
        return tuple(number for number, one in enumerate(self.provinces, 1) if one.owner == seat)

    def battle_in(self, number: int) -> Battle:
        """The battle of a province that has one."""
        battle = self.province(number).battle
        assert battle is not None
        return battle

    def attacks_of(self, seat: int) -> tuple[int, ...]:
        """The provinces that a seat attacks, in number order."""
        return tuple(one for one in self.battles() if self.battle_in(one).attacker == seat)

    def on_map(self, seat: int) -> Tally:
        """3.3: the units of a seat on the map, attackers included."""
        home = (self.province(number).units for number in self.owned(seat))
        away = (self.battle_in(number).units for number in self.attacks_of(seat))
        return added(*(units.tally for units in (*home, *away)))

    def battles(self) -> tuple[int, ...]:
        """The provinces with a battle that is not over, in number order."""
        return tuple(
            number for number, one in enumerate(self.provinces, 1) if one.battle is not None
        )

    def leaders_at(self, number: int, attacking: bool = False) -> Iterator[Leader]:
        """Leaders standing in a province, or with its attackers, by number."""
        for one in self.leaders:
            if one.place == number and one.attacking == attacking and one.captor is None:
                yield one

    def leaders_of(self, seat: int) -> Iterator[Leader]:
        """The living leaders of a seat, wherever they are."""
        return (one for one in self.leaders if one.owner == seat and not one.dead)

    def captive_leaders(self, seat: int) -> Iterator[Leader]:
        """Leaders that a seat holds."""
        return (one for one in self.leaders if one.captor == seat and not one.dead)

    def defenders(self, number: int) -> Tally:
        """CB-NEUT-1: the units of a province's own side, as a battle would find them."""
        here = self.province(number)
        if here.owner != NEUTRAL:
            return here.units.tally
        if here.battle is not None and here.battle.begun:
            return here.battle.neutral
        return (here.value // 10, *here.units.tally[1:])

    def with_province(self, number: int, province: Province) -> "State":
        """This state with one province changed."""
        return replace(
            self, provinces=(*self.provinces[: number - 1], province, *self.provinces[number:])
        )

    def with_realm(self, realm: Realm) -> "State":
        """This state with one seat changed."""
        return replace(
            self, realms=(*self.realms[: realm.seat - 1], realm, *self.realms[realm.seat :])
        )

    def province_as(self, number: int, **changes: Any) -> "State":
        """This state with some fields of a province changed."""
        return self.with_province(number, replace(self.province(number), **changes))

    def realm_as(self, seat: int, **changes: Any) -> "State":
        """This state with some fields of a seat changed."""
        return self.with_realm(replace(self.realm(seat), **changes))

    def leader_as(self, number: int, **changes: Any) -> "State":
        """This state with some fields of a leader changed."""
        return self.with_leader(replace(self.leader(number), **changes))

    def with_leader(self, leader: Leader) -> "State":
        """This state with one leader added or changed."""
        others = [one for one in self.leaders if one.number != leader.number]
        leaders = sorted([*others, leader], key=lambda one: one.number)
        return replace(
            self, leaders=tuple(leaders), next_leader=max(self.next_leader, leader.number + 1)
        )


# What every chapter is handed: the adjudication under way, and the dice of the game.


Adj = Adjudication[State]

D20 = Die("d20", tuple(range(1, 21)), "CB-DICE-3")
"""CB-DICE-1: combat, withdrawal and missions."""

D6 = Die("d6", (1, 2, 3, 4, 5, 6), "CB-DICE-3")
"""CB-DICE-1: research, province values, the first player."""


def book_die(cards: int) -> Die:
    """CB-DICE-1, CB-FATE-1: as many sides as the Book has cards left."""
    return Die(f"d{cards}", tuple(range(1, cards + 1)), "CB-DICE-3")
