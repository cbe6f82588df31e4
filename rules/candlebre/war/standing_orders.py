"""Section 7.9: standing orders, checked and kept."""

from dataclasses import replace

from rules.candlebre import events as ev
from rules.candlebre import orders as od
from rules.candlebre.context import Adj
from rules.candlebre.naming import check_kind, in_full, province_named
from rules.candlebre.roster import INDEX, KINDS
from rules.candlebre.standing import Standing, Withdrawal
from rules.candlebre.state import State
from rules.candlebre.war.needs import can_charge
from rules.candlebre.words import plural
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.frozen import Frozen

BOUNTIES = (0, 1, 2)
"""CB-MERC-6."""


class Resolved(Frozen):
    """A standing order that may be kept: for one province (0: in general), and what it leaves."""

    province: int
    standing: Standing
    words: str


def check_standing(state: State, seat: int, order: od.Standing) -> Resolved:
    """CB-POST-1: the checks of a standing order; CB-POST-2: what it replaces and what it keeps."""
    number = province_named(state, order.place) if order.place else 0
    to = province_named(state, order.to) if isinstance(order, od.WithdrawWhen) and order.to else 0
    realm = state.realm(seat)
    now = realm.general
    if number:
        now = next((one for place, one in realm.local if place == number), Standing())
    return Resolved(number, changed(state, seat, order, now, to), in_full(state, order))


def changed(state: State, seat: int, order: od.Standing, now: Standing, to: int) -> Standing:
    """CB-POST-2: lists replace the earlier list; mode orders change the named segments only."""
    match order:
        case od.Charge(kinds):
            check_chargers(state, seat, kinds)
            return replace(now, charge=in_roster_order(kinds))
        case od.PrecisionStrike(target, kinds):
            check_target(target)
            check_kinds((target, *kinds))
            return with_modes(now, kinds, target)
        case od.StandardAttack(kinds):
            check_kinds(kinds)
            return with_modes(now, kinds, "standard")
        case od.PayBounty(gold):
            if gold not in BOUNTIES:
                raise Refusal("CB-MERC-6", f"a bounty is 0, 1 or 2 gold, not {gold}")
            return replace(now, bounty=gold)
        case od.Lose(kinds, last):
            check_kinds(kinds)
            kinds = tuple(dict.fromkeys(kinds))
            return replace(now, last=kinds) if last else replace(now, first=kinds)
        case od.Rerolls(on, only):
            check_kinds(only)
            policy = in_roster_order(only) or (("auto",) if on else ("off",))
            return replace(now, rerolls=policy)
        case od.WithdrawWhen(_, after, left):
            when, count = ("round", after) if after else ("units", left)
            return replace(now, withdrawal=Withdrawal(when, count, to))
        case od.StandFast():
            return replace(now, withdrawal=Withdrawal())
        case od.Pace(by_round):
            return replace(now, pace="round" if by_round else "auto")


def in_roster_order(kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Each type once, in roster order."""
    return tuple(kind for kind in KINDS if kind in kinds)


def check_kinds(kinds: tuple[str, ...]) -> None:
    """CB-ORDER-3: unit types of the roster."""
    for kind in kinds:
        check_kind(kind)


def check_chargers(state: State, seat: int, kinds: tuple[str, ...]) -> None:
    """CB-CHARGE-2: ordering a charge of a type that cannot is refused."""
    check_kinds(kinds)
    level = state.realm(seat).levels[0]
    for kind in kinds:
        if not can_charge(level, INDEX[kind]):
            why = f"{plural(kind)} of {seat_name(seat)} cannot charge (military level {level})"
            raise Refusal("CB-CHARGE-2", why)


def check_target(target: str) -> None:
    """CB-PREC-5, CB-LEAD-1: leaders cannot be named as targets."""
    if target not in INDEX and target.lower().startswith("gl"):
        raise Refusal("CB-PREC-5", f"{target.upper()} is a leader; a strike aims at a unit type")


def with_modes(now: Standing, kinds: tuple[str, ...], target: str) -> Standing:
    """CB-PREC-1: an attack mode for each segment named, or for all of them, in roster order."""
    modes = dict(now.modes) | dict.fromkeys(kinds or KINDS, target)
    return replace(now, modes=tuple((kind, modes[kind]) for kind in KINDS if kind in modes))


def keep(adj: Adj, plan: Resolved) -> None:
    """CB-POST-1: it holds from now on."""
    adj.emit(ev.StandingSet(adj.seat, plan.province, plan.standing, plan.words))
