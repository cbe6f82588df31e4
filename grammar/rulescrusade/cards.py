"""Parse trees of cards, loadouts, queries, mustering and deploying become orders."""

from functools import partial
from typing import Any

from lark import Token, v_args

from grammar.rulescrusade.gm import OverridesReader
from grammar.rulescrusade.parts import Mod, way
from grammar.transform import Clause, Unreadable, always, check_length, clause, order
from rules.line.orders import Order
from rules.numbers.grid import Cell
from rules.rulescrusade import orders as own
from rules.rulescrusade.sheets import CARDS
from rules.rulescrusade.words import Target, Who

SPELLINGS = {
    "telekenesis": "Telekinesis",
    "telekenisis": "Telekinesis",
    "precognition": "Precognant",
    "precog": "Precognant",
    "clairvoyance": "Clairvoyant",
    "trip": "Tripper",
    **{card.lower(): card for card in CARDS},
}
"""RC-CARD-20: the card for each way to spell it, in lower case."""

BOTH = ("Shield",)
"""RC-ORD-12: names that a weapon and a card share."""

Part = Mod | str | Cell


@v_args(inline=True)
class CardsReader(OverridesReader):
    """The rules of sentences.lark for cards, loadouts, queries, mustering and deploying."""

    def card(self, name: str) -> Mod:
        """RC-CARD-20: a card as the rules spell it; any other name as written."""
        return Mod("card", SPELLINGS.get(" ".join(name.lower().split()), name))

    def way(self, direction: Token) -> Mod:
        """RC-CARD-22: the direction of Telekinesis."""
        return Mod("way", way(direction))

    def cards(self, *said: Part) -> Clause:
        """RC-PSY-5: `plays Curse on O1 and Heal on M2`."""
        return partial(own.PlayCards, plays=_plays(said))

    def use(self, *said: Part) -> Clause:
        """RC-ORD-12: `uses X` plays a card, else it is a loadout; Mind Blast is the trait."""
        plays = _plays(said)
        first = plays[0]
        if first.card == "Mind Blast" and len(plays) == 1:
            if len(first.subjects) != 1 or first.direction or first.weapon:
                raise Unreadable("a Mind Blast is aimed at one model or cell")
            return partial(own.MindBlast, targets=first.subjects)
        bare = not any(play.subjects or play.direction or play.weapon for play in plays)
        names = tuple(play.card for play in plays)
        if bare and not all(name in CARDS and name not in BOTH for name in names):
            return partial(own.Loadout, weapons=tuple(map(self.singular, names)))
        return partial(own.PlayCards, plays=plays)

    def wield(self, *weapons: Mod) -> Clause:
        """RC-REACT-1: `wields Sword, Bolt Pistol`."""
        check_length(weapons)
        return partial(own.Loadout, weapons=tuple(weapon.value for weapon in weapons))

    default_weapons = clause(own.Loadout)

    ready_card = clause(own.ReadyCard)
    stand_down = clause(own.StandDown)
    discard = order(own.Discard)

    # Queries.

    def check(self, ref: str, target: Target) -> Order:
        """RC-ORD-11: `check M1 to O2`."""
        if isinstance(target, tuple) and isinstance(target[0], str):
            raise Unreadable("one target at a time is checked")
        return own.Check(ref, target)

    # Mustering and deploying.

    take_list = own.TakeList
    seat_takes = order(own.TakeList, "seat name")

    def buy(self, *purchases: own.Purchase) -> Order:
        """RC-SETUP-9: `buys 2 Marines and a Psyker`."""
        check_length(purchases)
        return own.Buy(purchases)

    purchase = own.Purchase
    one_of = order(own.Purchase, "kind", count=1)
    dismiss = own.Dismiss
    ready = own.Ready

    def deploy(self, who: Who, *said: Any) -> Order:
        """RC-SETUP-12: `deploy M1 at 10,10 inside B1`; RC-SETUP-11: `deploy X4 as ST1 at 3,5`."""
        name = next((one.value for one in said if isinstance(one, Mod)), "")
        at = next(one for one in said if isinstance(one, tuple))
        inside = next((one for one in said if isinstance(one, str)), "")
        return own.Deploy(who, at, name, inside)

    stands_for = order(Mod, "value", kind="stands for")
    nothing = always(Mod("stands for", "nothing"))


def _plays(said: tuple[Part, ...]) -> tuple[own.CardPlay, ...]:
    """RC-CARD-22: each card with the subjects that follow it."""
    plays: list[own.CardPlay] = []
    for part in said:
        if isinstance(part, Mod) and part.kind == "card":
            plays.append(own.CardPlay(part.value))
            continue
        last = plays[-1]
        if isinstance(part, Mod) and part.kind == "way":
            if not last.subjects or last.direction:
                raise Unreadable("a direction follows the one that is moved")
            plays[-1] = own.CardPlay(last.card, last.subjects, part.value, last.weapon)
        elif isinstance(part, Mod):
            if len(last.subjects) != 1 or last.weapon:
                raise Unreadable(f"whose {part.value} is meant is not clear")
            plays[-1] = own.CardPlay(last.card, last.subjects, last.direction, part.value)
        else:
            if last.direction or last.weapon:
                raise Unreadable("the subjects stand together")
            plays[-1] = own.CardPlay(last.card, (*last.subjects, part))
    for play in plays:
        check_length(play.subjects)
    check_length(plays)
    return tuple(plays)
