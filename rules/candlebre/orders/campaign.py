"""Orders of the setup, of purchase, moves, battles and placement, and of the end of a turn."""

from rules.candlebre.orders.lists import UnitList
from rules.candlebre.words import building_words, joined, phrase, within
from rules.line.orders import Order


class Claim(Order):
    """CB-SETUP-2: `claim Ashford, Brindle, Harrowby, Ivelstone and Jestwick`."""

    provinces: tuple[str, ...]

    def __str__(self) -> str:
        return f"claim {joined(self.provinces)}"


class ChooseHouse(Order):
    """CB-HOUSE-2: `house Varlan`."""

    house: str

    def __str__(self) -> str:
        return f"house {self.house}"


class Buy(Order):
    """CB-BUY-3: `buy 3 infantry and 1 cavalry in Ashford`, or without a place."""

    units: UnitList
    place: str = ""

    def __str__(self) -> str:
        return f"buy {self.units}{within(self.place)}"


class Build(Order):
    """CB-BUILD-1: `build great hall in Ashford`; `building` is the id `hall` then."""

    building: str
    place: str

    def __str__(self) -> str:
        return f"build {building_words(self.building)} in {self.place}"


class Transfer(Order):
    """CB-GOLD-5: `transfer 30 gold to civil`; to `military` it is refused (CB-GOLD-6)."""

    gold: int
    purse: str = "civil"

    def __str__(self) -> str:
        return f"transfer {self.gold} gold to {self.purse}"


class Research(Order):
    """CB-RES-4: `research military`."""

    tree: str

    def __str__(self) -> str:
        return f"research {self.tree}"


class RollResearch(Order):
    """CB-RES-5: `roll 5 research dice on espionage`."""

    dice: int
    tree: str

    def __str__(self) -> str:
        return f"roll {self.dice} research dice on {self.tree}"


class Attack(Order):
    """CB-MOVE-4: `attack Brindle from Ashford with 3 infantry and 1 archer`."""

    target: str
    source: str
    units: UnitList

    def __str__(self) -> str:
        return f"attack {self.target} from {self.source} with {self.units}"


class March(Order):
    """CB-ORDER-11: `move 4 infantry from Ashford to Brindle`; in phase `move` it is an attack."""

    units: UnitList
    source: str
    target: str

    def __str__(self) -> str:
        return f"move {self.units} from {self.source} to {self.target}"


class Fight(Order):
    """CB-FIGHT-1: `fight Brindle`; `how` is empty, `one round` or `to the end`."""

    place: str = ""
    how: str = ""

    def __str__(self) -> str:
        return " ".join(("fight", *self.place.split(), *self.how.split()))


class FightAll(Order):
    """CB-FIGHT-4: `fight all battles`."""

    def __str__(self) -> str:
        return "fight all battles"


class WithdrawNow(Order):
    """CB-WDRAW-1: `withdraw from Brindle to Ashford`, between two rounds; all may be left out."""

    place: str = ""
    to: str = ""

    def __str__(self) -> str:
        return f"withdraw{phrase('from', self.place)}{phrase('to', self.to)}"


class PlaceUnits(Order):
    """CB-PLACE-1: `place 2 infantry from reserve in Ashford`; in setup `place GL1 in Ashford`."""

    units: UnitList
    place: str
    reserve: bool = False

    def __str__(self) -> str:
        return f"place {self.units}{' from reserve' if self.reserve else ''} in {self.place}"


class EndTurn(Order):
    """CB-TURN-8: `end turn`: `end phase` until another seat is active."""

    def __str__(self) -> str:
        return "end turn"
