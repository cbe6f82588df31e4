"""The parts that sentences share: provinces, unit lists, cards, sides."""

from typing import Any

from lark import Token, v_args

from grammar.transform import Reader, Unreadable, check_length
from rules.candlebre.orders import AllOf, LeaderRef, Some, UnitList

NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
STEMS = {
    "inf": "infantry",
    "foo": "infantry",
    "arc": "archers",
    "bow": "archers",
    "cav": "cavalry",
    "hor": "cavalry",
    "li": "light-infantry",
    "lis": "light-infantry",
    "lig": "light-infantry",
    "pik": "pikemen",
    "sie": "siege-engines",
    "eng": "siege-engines",
    "mer": "mercenaries",
}
"""CB-ORDER-3: unit types by the first letters of their words."""

RANKS = {"ace": "A", "jack": "J", "queen": "Q", "king": "K"}


@v_args(inline=True)
class ListReader(Reader):
    """Transforms the parts that the sentences of seats and of the GM have in common."""

    def province(self, word: Token) -> str:
        """CB-ORDER-2: a province's name or code as the match spells it; as written if unknown."""
        known = self.known.get(word.start_pos or 0) if word.type == "NAMED" else None
        said = self.said(word)
        return known or self.names.canonical((said,)) or said

    title = province

    def units(self, *items: Any) -> UnitList:
        check_length(items, "the list has {} parts")
        return UnitList(items)

    def everything(self, word: Token, *items: Any) -> UnitList:
        """CB-ORDER-3: `everything but 1 archer`."""
        return UnitList(self.units(*items).items, everything=True)

    counted = Some

    def all_of(self, word: Token, kind: str) -> AllOf:
        return AllOf(kind)

    def leader(self, word: Token) -> LeaderRef:
        """`GL1`, without leading zeros."""
        return LeaderRef(f"GL{self.number(word)}")

    def count(self, word: Token) -> int:
        """`3`, `three`, `a`."""
        said = word.lower()
        if word.type == "NUMBER":
            return int(said)
        return NUMBERS.index(said) if said in NUMBERS else 1

    def kind(self, word: Token) -> str:
        """CB-ORDER-3: the id of a unit type; an unknown type stays as it was written."""
        said = self.said(word).lower()
        if word.type != "KIND":
            return said
        return STEMS.get(said) or STEMS[said[:3]]

    def target(self, word: Token) -> str:
        """CB-PREC-5: a unit type, or a leader (which the rules refuse later)."""
        return f"GL{self.number(word)}" if word.type == "LEADER" else self.kind(word)

    def kinds(self, *kinds: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(kinds))

    def building(self, *words: Token) -> str:
        """CB-BUILD-1: a building's id (`great hall` is `hall`); an unknown one stays as written."""
        return _building(self.words(*words))

    def card(self, word: Token) -> str:
        """CB-FATE-1: a card's code (`4C`) in capitals, without spaces; it may be unknown."""
        return "".join(self.said(word).split()).upper()

    def card_of(self, rank: Token, suit: Token) -> str:
        """The code of a card in words: `4 of clubs` is `4C`, `queen of spades` is `QS`."""
        said = rank.lower()
        number = RANKS.get(said) or ("A" if said == "1" else said)
        return f"{number}{suit[0].upper()}"

    def joker(self, colour: Token) -> str:
        return f"{colour[0].upper()}J"

    def side(self, word: Token) -> int:
        """The number of a seat, or 0 for the neutrals.  Raises Unreadable for army 0."""
        if word.type == "NEUTRAL":
            return 0
        number = self.number(word)
        if not number:
            raise Unreadable("there is no army 0; armies count from 1", "CB-ORDER-4")
        return number

    seat = side


def _building(said: str) -> str:
    small = said.lower()
    return "hall" if small in ("hall", "great hall") else small
