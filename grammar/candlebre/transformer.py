"""Turn the parse trees of candlebre sentences into the orders of `rules.candlebre.orders`."""

from typing import Any

from lark import Token, v_args

from grammar.candlebre.standing import StandingReader
from grammar.candlebre.umpire import UmpireReader
from grammar.lines import MOST_CLAUSES
from grammar.transform import Unreadable, always, check_length, order
from rules.candlebre import orders as own
from rules.line.orders import Order

TREES = {"m": "military", "i": "infrastructure", "e": "espionage"}


@v_args(inline=True)
class CandlebreTransformer(StandingReader, UmpireReader):
    """Transforms the rules of sentences.lark about a seat's turn."""

    def system_order(self, *orders: Order) -> tuple[Order, ...]:
        """CB-ORDER-7: orders joined by `then` are one line."""
        check_length(orders, "the line has {} orders", MOST_CLAUSES)
        return orders

    def claim(self, *provinces: str) -> own.Claim:
        check_length(provinces, "{} provinces are named")
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
    attack_with = order(own.Attack, "target units source")
    attack_by = order(own.Attack, "source target units")
    attack_units = order(own.Attack, "units source target")
    march_units = own.March
    march_to = order(own.March, "units target source")
    march_by = order(own.March, "source units target")
    march_with = order(own.March, "source target units")
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

    accept_ransom = order(own.AcceptOffer, "seat", kind="ransom")
    accept_exchange = order(own.AcceptOffer, "seat", kind="exchange")
    accept_offer = order(own.AcceptOffer, "seat")
    decline_offer = order(own.DeclineOffer)
    cancel_offer = order(own.CancelOffer)
    propose_alliance = order(own.ProposeAlliance)
    accept_alliance = order(own.AcceptAlliance)
    decline_alliance = order(own.DeclineAlliance)
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


def _purse(word: Token) -> str:
    return "military" if word.lower() == "military" else "civil"


def _only(places: tuple[str, ...]) -> str:
    """The one province that a sentence names, or an empty string.  Raises Unreadable for two."""
    if len(places) > 1:
        raise Unreadable("the sentence names two provinces for one battle")
    return "".join(places)
