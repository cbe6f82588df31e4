"""Trees of candlebre sentences become the orders of `rules.candlebre.orders`."""

from typing import Any

from lark import Token, v_args

from grammar.candlebre.standing import StandingReader
from grammar.candlebre.umpire import UmpireReader
from grammar.lines import MOST_CLAUSES, MOST_REFS
from grammar.transform import TooMany, Unreadable
from rules.candlebre.orders import (
    Abduct,
    AcceptAlliance,
    AcceptOffer,
    Assassinate,
    Attack,
    BreakAlliance,
    Bribe,
    Build,
    Buy,
    CancelOffer,
    ChooseHouse,
    Claim,
    DeclineAlliance,
    DeclineOffer,
    DrawFate,
    EndTurn,
    Exchange,
    Fight,
    FightAll,
    Guard,
    Intercede,
    Kill,
    March,
    PlaceUnits,
    PlayCard,
    ProposeAlliance,
    Ransom,
    Release,
    Rescue,
    Research,
    RollResearch,
    Sabotage,
    Steal,
    Transfer,
    UnitList,
)
from rules.line.orders import Order

TREES = {"m": "military", "i": "infrastructure", "e": "espionage"}


@v_args(inline=True)
class CandlebreTransformer(StandingReader, UmpireReader):
    """One method for each rule of sentences.lark about a seat's turn."""

    def system_order(self, *orders: Order) -> tuple[Order, ...]:
        """CB-ORDER-7: orders joined by `then` are one line."""
        if len(orders) > MOST_CLAUSES:
            raise TooMany(f"the line has {len(orders)} orders; at most {MOST_CLAUSES} are read")
        return orders

    def claim(self, *provinces: str) -> Claim:
        if len(provinces) > MOST_REFS:
            raise TooMany(f"{len(provinces)} provinces are named; at most {MOST_REFS} are read")
        return Claim(provinces)

    def choose_house(self, title: str) -> ChooseHouse:
        return ChooseHouse(title)

    def buy(self, units: UnitList, place: str = "") -> Buy:
        return Buy(units, place)

    def build(self, building: str, place: str) -> Build:
        return Build(building, place)

    def transfer(self, gold: Token, *purses: Token) -> Transfer:
        """`move 30 gold from military to civil`: from one purse to the other."""
        named = [_purse(purse) for purse in purses]
        if len(named) == 2 and named[0] == named[1]:
            raise Unreadable(f"gold goes from one purse to the other, not from {named[0]} to it")
        return Transfer(self.number(gold), named[-1])

    def research(self, tree: str) -> Research:
        return Research(tree)

    def roll_research(self, dice: int, tree: str) -> RollResearch:
        return RollResearch(dice, tree)

    def tree(self, word: Token) -> str:
        """CB-RES-1: `M` is the military tree."""
        said = self.said(word).lower()
        return TREES.get(said, said)

    def attack_from(self, target: str, source: str, units: UnitList) -> Attack:
        return Attack(target, source, units)

    def attack_with(self, target: str, units: UnitList, source: str) -> Attack:
        return Attack(target, source, units)

    def attack_by(self, source: str, target: str, units: UnitList) -> Attack:
        return Attack(target, source, units)

    def attack_units(self, units: UnitList, source: str, target: str) -> Attack:
        return Attack(target, source, units)

    def march_units(self, units: UnitList, source: str, target: str) -> March:
        return March(units, source, target)

    def march_to(self, units: UnitList, target: str, source: str) -> March:
        return March(units, source, target)

    def march_by(self, source: str, units: UnitList, target: str) -> March:
        return March(units, source, target)

    def march_with(self, source: str, target: str, units: UnitList) -> March:
        return March(units, source, target)

    def fight_on(self, place: str = "") -> Fight:
        return Fight(place)

    def fight_round(self, *places: str) -> Fight:
        return Fight(_only(places), "one round")

    def fight_out(self, *places: str) -> Fight:
        return Fight(_only(places), "to the end")

    def fight_all(self, everyone: Token) -> FightAll:
        return FightAll()

    def place_units(self, units: UnitList, *where: str | bool) -> PlaceUnits:
        """CB-PLACE-9: `from reserve` may stand on either side of the place."""
        place = next(said for said in where if isinstance(said, str))
        return PlaceUnits(units, place, any(said is True for said in where))

    place_reserve = place_units

    def reserve(self) -> bool:
        return True

    def kill(self, units: UnitList, owner: int | None = None) -> Kill:
        return Kill(units, owner)

    def release(self, units: UnitList, owner: int | None = None) -> Release:
        return Release(units, owner)

    def ransom(self, units: UnitList, seat: Token, gold: Token) -> Ransom:
        return Ransom(units, self.number(seat), self.number(gold))

    def exchange(self, units: UnitList, wanted: UnitList, seat: Token) -> Exchange:
        return Exchange(units, wanted, self.number(seat))

    def accept_number(self, number: Token) -> AcceptOffer:
        return AcceptOffer(self.number(number))

    def accept_ransom(self, seat: Token) -> AcceptOffer:
        return AcceptOffer(0, "ransom", self._seat(seat))

    def accept_exchange(self, seat: Token) -> AcceptOffer:
        return AcceptOffer(0, "exchange", self._seat(seat))

    def accept_offer(self, seat: Token) -> AcceptOffer:
        return AcceptOffer(0, "offer", self._seat(seat))

    def decline_offer(self, number: Token) -> DeclineOffer:
        return DeclineOffer(self.number(number))

    def cancel_offer(self, number: Token) -> CancelOffer:
        return CancelOffer(self.number(number))

    def propose_alliance(self, seat: Token) -> ProposeAlliance:
        return ProposeAlliance(self.number(seat))

    def accept_alliance(self, seat: Token) -> AcceptAlliance:
        return AcceptAlliance(self.number(seat))

    def decline_alliance(self, seat: Token | None = None) -> DeclineAlliance:
        return DeclineAlliance() if seat is None else DeclineAlliance(self._seat(seat))

    def break_alliance(self, seat: Token) -> BreakAlliance:
        return BreakAlliance(self.number(seat))

    def intercede(self, place: str) -> Intercede:
        return Intercede(place)

    def mission(self, deed: Order) -> Order:
        return deed

    def steal(self, seat: Token) -> Steal:
        return Steal(self.number(seat))

    def sabotage(self, building: str, place: str) -> Sabotage:
        return Sabotage(building, place)

    def bribe(self, place: str) -> Bribe:
        return Bribe(place)

    def assassinate(self, kind: str, place: str) -> Assassinate:
        return Assassinate(kind, place)

    def rescue(self, kind: str, seat: Token) -> Rescue:
        return Rescue(kind, self.number(seat))

    def abduct(self, leader: Any) -> Abduct:
        return Abduct(str(leader))

    def guard_on(self, *words: Token) -> Guard:
        return Guard(True)

    def guard_off(self, *words: Token) -> Guard:
        return Guard(False)

    def draw_fate(self) -> DrawFate:
        return DrawFate()

    def play_card(self, card: str, *said: str | bool) -> PlayCard:
        """CB-FATE-5: `for neutral` may stand between the card and the place."""
        return PlayCard(card, str(said[-1]), len(said) == 2)

    def for_neutral(self) -> bool:
        return True

    def end_turn(self) -> EndTurn:
        return EndTurn()

    def _seat(self, seat: Token) -> int:
        """CB-ORDER-4: `army 0` is nobody."""
        number = self.number(seat)
        if not number:
            raise Unreadable("there is no army 0; armies count from 1", "CB-ORDER-4")
        return number


def _purse(word: Token) -> str:
    return "military" if word.lower() == "military" else "civil"


def _only(places: tuple[str, ...]) -> str:
    """The one province that a sentence names, if it names one."""
    if len(places) > 1:
        raise Unreadable("the sentence names two provinces for one battle")
    return "".join(places)
