"""Trees of candlebre sentences become the orders of `rules.candlebre.orders`."""

from typing import Any

from lark import Token, v_args

from grammar.candlebre.standing import StandingReader
from grammar.candlebre.umpire import UmpireReader
from grammar.lines import MOST_CLAUSES, MOST_REFS
from grammar.transform import TooMany, Unreadable, always, order
from rules.candlebre import orders as own
from rules.line.orders import Order

TREES = {"m": "military", "i": "infrastructure", "e": "espionage"}


@v_args(inline=True)
class CandlebreTransformer(StandingReader, UmpireReader):
    """The rules of sentences.lark about a seat's turn."""

    def system_order(self, *orders: Order) -> tuple[Order, ...]:
        """CB-ORDER-7: orders joined by `then` are one line."""
        if len(orders) > MOST_CLAUSES:
            raise TooMany(f"the line has {len(orders)} orders; at most {MOST_CLAUSES} are read")
        return orders

    def claim(self, *provinces: str) -> own.Claim:
        if len(provinces) > MOST_REFS:
            raise TooMany(f"{len(provinces)} provinces are named; at most {MOST_REFS} are read")
        return own.Claim(provinces)

    choose_house = own.ChooseHouse
    buy = own.Buy
    build = own.Build

    def transfer(self, gold: Token, *purses: Token) -> own.Transfer:
        """`move 30 gold from military to civil`: from one purse to the other."""
        named = [_purse(purse) for purse in purses]
        if len(named) == 2 and named[0] == named[1]:
            raise Unreadable(f"gold goes from one purse to the other, not from {named[0]} to it")
        return own.Transfer(self.number(gold), named[-1])

    research = own.Research
    roll_research = own.RollResearch

    def tree(self, word: Token) -> str:
        """CB-RES-1: `M` is the military tree."""
        said = self.said(word).lower()
        return TREES.get(said, said)

    attack_from = own.Attack

    def attack_with(self, target: str, units: own.UnitList, source: str) -> own.Attack:
        return own.Attack(target, source, units)

    def attack_by(self, source: str, target: str, units: own.UnitList) -> own.Attack:
        return own.Attack(target, source, units)

    def attack_units(self, units: own.UnitList, source: str, target: str) -> own.Attack:
        return own.Attack(target, source, units)

    march_units = own.March

    def march_to(self, units: own.UnitList, target: str, source: str) -> own.March:
        return own.March(units, source, target)

    def march_by(self, source: str, units: own.UnitList, target: str) -> own.March:
        return own.March(units, source, target)

    def march_with(self, source: str, target: str, units: own.UnitList) -> own.March:
        return own.March(units, source, target)

    fight_on = own.Fight

    def fight_round(self, *places: str) -> own.Fight:
        return own.Fight(_only(places), "one round")

    def fight_out(self, *places: str) -> own.Fight:
        return own.Fight(_only(places), "to the end")

    fight_all = always(own.FightAll())

    def place_units(self, units: own.UnitList, *where: str | bool) -> own.PlaceUnits:
        """CB-PLACE-9: `from reserve` may stand on either side of the place."""
        place = next(said for said in where if isinstance(said, str))
        return own.PlaceUnits(units, place, any(said is True for said in where))

    place_reserve = place_units

    reserve = always(True)
    kill = own.Kill
    release = own.Release
    ransom = order(own.Ransom)
    exchange = order(own.Exchange)
    accept_number = order(own.AcceptOffer)

    def accept_ransom(self, seat: Token) -> own.AcceptOffer:
        return own.AcceptOffer(0, "ransom", self._seat(seat))

    def accept_exchange(self, seat: Token) -> own.AcceptOffer:
        return own.AcceptOffer(0, "exchange", self._seat(seat))

    def accept_offer(self, seat: Token) -> own.AcceptOffer:
        return own.AcceptOffer(0, "offer", self._seat(seat))

    decline_offer = order(own.DeclineOffer)
    cancel_offer = order(own.CancelOffer)
    propose_alliance = order(own.ProposeAlliance)
    accept_alliance = order(own.AcceptAlliance)

    def decline_alliance(self, seat: Token | None = None) -> own.DeclineAlliance:
        return own.DeclineAlliance() if seat is None else own.DeclineAlliance(self._seat(seat))

    break_alliance = order(own.BreakAlliance)
    intercede = own.Intercede
    steal = order(own.Steal)
    sabotage = own.Sabotage
    bribe = own.Bribe
    assassinate = own.Assassinate
    rescue = order(own.Rescue)

    def abduct(self, leader: Any) -> own.Abduct:
        return own.Abduct(str(leader))

    guard_on = always(own.Guard(True))
    guard_off = always(own.Guard(False))
    draw_fate = own.DrawFate

    def play_card(self, card: str, *said: str | bool) -> own.PlayCard:
        """CB-FATE-5: `for neutral` may stand between the card and the place."""
        return own.PlayCard(card, str(said[-1]), len(said) == 2)

    for_neutral = always(True)
    end_turn = own.EndTurn

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
