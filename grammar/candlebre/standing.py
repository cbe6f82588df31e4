"""Standing orders (CB-POST-1), and withdrawals with or without a condition."""

from lark import Token, v_args

from grammar.candlebre.lists import ListReader
from grammar.transform import Unreadable, order
from rules.candlebre import orders as own
from rules.line.frozen import Frozen

Kinds = tuple[str, ...]


class Part(Frozen):
    """One part of a withdrawal: `word` is `from`, `to`, `after` or `left`."""

    word: str
    place: str = ""
    number: int = 0


@v_args(inline=True)
class StandingReader(ListReader):
    """Transforms the sentences of standing orders and withdrawals."""

    charge = own.Charge
    no_charge = order(own.Charge, "place", kinds=())

    def precision(self, target: str, *said: Kinds | str) -> own.PrecisionStrike:
        """CB-PREC-1: without `with`, all own segments strike."""
        kinds, place = _parted(said)
        return own.PrecisionStrike(target, kinds, place)

    precision_by = order(own.PrecisionStrike, "kinds target place")

    def standard(self, *said: Kinds | str) -> own.StandardAttack:
        return own.StandardAttack(*_parted(said))

    bounty = order(own.PayBounty)
    no_bounty = order(own.PayBounty, "place", gold=0)
    lose_first = order(own.Lose, "kinds place")
    lose_last = order(own.Lose, "kinds place", last=True)

    def rerolls_auto(self, word: Token, place: str = "") -> own.Rerolls:
        return own.Rerolls(True, (), place)

    def rerolls_off(self, *said: Token | str) -> own.Rerolls:
        return own.Rerolls(False, (), "".join(one for one in said if not isinstance(one, Token)))

    rerolls_only = order(own.Rerolls, "only place")
    stand_fast = own.StandFast
    by_round = order(own.Pace, "place", by_round=True)

    def auto(self, word: Token, place: str = "") -> own.Pace:
        return own.Pace(False, place)

    def withdraw(self, *said: Part | str) -> own.WithdrawNow | own.WithdrawWhen:
        """CB-WDRAW-8: with a condition it is a standing order, else it is done at once."""
        parts = [Part("from", one) if isinstance(one, str) else one for one in said]
        places = [part.place for part in parts if part.word == "from"]
        if len({place.lower() for place in places}) > 1:
            raise Unreadable(f"one battle is meant, not {places[0]} and {places[1]}")
        place = places[0] if places else ""
        to = next((part.place for part in parts if part.word == "to"), "")
        when = next((part for part in parts if part.number), None)
        if when is None:
            return own.WithdrawNow(place, to)
        if when.word == "after":
            return own.WithdrawWhen(to, round=when.number, place=place)
        return own.WithdrawWhen(to, left=when.number, place=place)

    origin = order(Part, "place", word="from")
    goal = order(Part, "place", word="to")

    def after_round(self, number: int | Token) -> Part:
        """CB-WDRAW-8: `after round 2`, `after 2 rounds`, `after the 2nd round`."""
        round_ = self.number(number) if isinstance(number, Token) else number
        return Part("after", number=_above_nothing(round_, "rounds"))

    def units_left(self, number: int) -> Part:
        return Part("left", number=_above_nothing(number, "units"))


def _above_nothing(number: int, what: str) -> int:
    if not number:
        raise Unreadable(f"a withdrawal needs a number of {what} from 1 on, not 0")
    return number


def _parted(said: tuple[Kinds | str, ...]) -> tuple[Kinds, str]:
    """Split the parts of a sentence into unit types and province; either may be missing."""
    kinds: Kinds = next((one for one in said if isinstance(one, tuple)), ())
    return kinds, next((one for one in said if isinstance(one, str)), "")
