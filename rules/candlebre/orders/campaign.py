"""Orders of the setup, of purchase, moves, battles and placement, and of the end of a turn."""

from rules.candlebre.orders.lists import UnitList
from rules.candlebre.words import building_words
from rules.line.orders import Order


class Claim(Order):
    """CB-SETUP-2: `claim Ashford, Brindle, Harrowby, Ivelstone and Jestwick`."""

    SAYS = "claim {provinces}"

    provinces: tuple[str, ...]


class ChooseHouse(Order):
    """CB-HOUSE-2: `house Varlan`."""

    SAYS = "house {house}"

    house: str


class Buy(Order):
    """CB-BUY-3: `buy 3 infantry and 1 cavalry in Ashford`, or without a place."""

    SAYS = "buy {units}[ in {place}]"

    units: UnitList
    place: str = ""


class Build(Order):
    """CB-BUILD-1: `build great hall in Ashford`; `building` is the id `hall` then."""

    building: str
    place: str

    def __str__(self) -> str:
        return f"build {building_words(self.building)} in {self.place}"


class Transfer(Order):
    """CB-GOLD-5: `transfer 30 gold to civil`; to `military` it is refused (CB-GOLD-6)."""

    SAYS = "transfer {gold} gold to {purse}"

    gold: int
    purse: str = "civil"


class Research(Order):
    """CB-RES-4: `research military`."""

    SAYS = "research {tree}"

    tree: str


class RollResearch(Order):
    """CB-RES-5: `roll 5 research dice on espionage`."""

    SAYS = "roll {dice} research dice on {tree}"

    dice: int
    tree: str


class Attack(Order):
    """CB-MOVE-4: `attack Brindle from Ashford with 3 infantry and 1 archer`."""

    SAYS = "attack {target} from {source} with {units}"

    target: str
    source: str
    units: UnitList


class March(Order):
    """CB-ORDER-11: `move 4 infantry from Ashford to Brindle`; in phase `move` it is an attack."""

    SAYS = "move {units} from {source} to {target}"

    units: UnitList
    source: str
    target: str


class Fight(Order):
    """CB-FIGHT-1: `fight Brindle`; `how` is empty, `one round` or `to the end`."""

    place: str = ""
    how: str = ""

    def __str__(self) -> str:
        return " ".join(("fight", *self.place.split(), *self.how.split()))


class FightAll(Order):
    """CB-FIGHT-4: `fight all battles`."""

    SAYS = "fight all battles"


class WithdrawNow(Order):
    """CB-WDRAW-1: `withdraw from Brindle to Ashford`, between two rounds; all may be left out."""

    SAYS = "withdraw[ from {place}][ to {to}]"

    place: str = ""
    to: str = ""


class PlaceUnits(Order):
    """CB-PLACE-1: `place 2 infantry from reserve in Ashford`; in setup `place GL1 in Ashford`."""

    units: UnitList
    place: str
    reserve: bool = False

    def __str__(self) -> str:
        return f"place {self.units}{' from reserve' if self.reserve else ''} in {self.place}"


class EndTurn(Order):
    """CB-TURN-8: `end turn`: `end phase` until another seat is active."""

    SAYS = "end turn"
