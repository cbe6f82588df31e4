"""The sentences that only a GM may write (CB-GM-1)."""

from typing import Any

from lark import Token, v_args

from grammar.candlebre.lists import ListReader
from grammar.candlebre.maps import read_pasted
from grammar.transform import Unreadable, order
from rules.candlebre import orders as own
from rules.candlebre import overrides
from rules.line.frozen import Frozen
from rules.line.orders import Order
from rules.line.overrides import Relocate, Remove

CONDITIONS = {"great hall": "hall"}


class Traited(Frozen):
    """`GL4 (warden)`: a leader with his trait."""

    leader: str
    trait: str


@v_args(inline=True)
class UmpireReader(ListReader):
    """Transforms the GM's sentences that the base reader does not know."""

    def put_units(self, what: Any, side: int, place: str) -> Order | tuple[Order, ...]:
        return _put(what, side, place, False, "")

    def put_attackers(
        self, what: Any, side: int, place: str, source: str = ""
    ) -> Order | tuple[Order, ...]:
        return _put(what, side, place, True, source)

    def traited(self, leader: own.LeaderRef, trait: Token) -> Traited:
        return Traited(leader.ref, self.said(trait).lower())

    def remove_units(self, units: own.UnitList, place: str = "") -> Order:
        """`remove GL1`, or units from a province."""
        if place:
            return overrides.RemoveUnits(_named(units), place)
        if len(units.items) == 1 and isinstance(units.items[0], own.LeaderRef):
            return Remove(units.items[0].ref)
        raise Unreadable("say where: `remove 2 infantry from Ashford`")

    def move_leader(self, leader: own.LeaderRef, place: str) -> Order:
        return Relocate(leader.ref, place)

    def subject(self, what: Token) -> str:
        """CB-GM-1: a province, a range of province numbers (`1-40`), or a leader."""
        if what.type == "LEADER":
            return f"GL{self.number(what)}"
        if what.type == "RANGE":
            return "-".join(self.said(what).replace("–", "-").replace(" ", "").split("-"))
        return self.province(what)

    def bearer(self, what: Token) -> str:
        return f"army {self.number(what)}" if what.type == "SEAT" else self.subject(what)

    def condition_name(self, *words: Token) -> str:
        said = self.words(*words).lower()
        return CONDITIONS.get(said, said)

    def captive(self, units: own.UnitList, owner: int, seat: Token) -> Order:
        return overrides.MakeCaptive(_named(units), owner, self.number(seat))

    give_card = order(overrides.GiveCard)
    end_phase_for = order(overrides.EndPhaseFor)

    def replace_map(self, text: Token) -> Order:
        """CB-MAP-7: everything up to `map end`, parsed from the raw text."""
        return overrides.ReplaceMap(read_pasted(self.raw))


def _put(
    what: own.UnitList | Traited, side: int, place: str, attacking: bool, source: str
) -> Order | tuple[Order, ...]:
    """The overrides of one sentence: one for all its units, and one for each leader."""
    if isinstance(what, Traited):
        return overrides.PutLeader(what.leader, side, place, attacking, what.trait)
    items = _named(what).items
    units = tuple(one for one in items if not isinstance(one, own.LeaderRef))
    leaders = [one.ref for one in items if isinstance(one, own.LeaderRef)]
    found: list[Order] = []
    if units:
        found.append(overrides.PutUnits(own.UnitList(units), side, place, attacking, source))
    found += [overrides.PutLeader(leader, side, place, attacking) for leader in leaders]
    return found[0] if len(found) == 1 else tuple(found)


def _named(units: own.UnitList) -> own.UnitList:
    """Return the list unchanged.  Raises Unreadable for `all` and `everything`."""
    if units.everything or any(isinstance(one, own.AllOf) for one in units.items):
        raise Unreadable("a GM's line names numbers: `3 infantry`, not `all infantry`")
    return units
