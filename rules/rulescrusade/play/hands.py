"""RC-CARD: which psychic card a psyker had best play, and at whom."""

from collections.abc import Iterator

from rules.rulescrusade import orders as od
from rules.rulescrusade.field.measure import penalty
from rules.rulescrusade.field.sight import apart, eye, sight
from rules.rulescrusade.orders import CardPlay
from rules.rulescrusade.play.worth import GRAZED, WHOLE, best_fire, falls, harm, price
from rules.rulescrusade.state import State, Unit
from rules.rulescrusade.words import Who

INFERNO = 3
"""RC-CARD-6: its red dice."""


def cards(state: State, unit: Unit, foes: list[Unit]) -> Iterator[tuple[int, od.PlayCards]]:
    """Every card of the hand that may pay, with what it is worth."""
    hand = state.army(unit.boss).hand
    seen = [foe for foe in foes if is_seen(state, unit, foe)]
    friends = [one for one in state.on_board() if state.friends(one, unit) and not one.chit]
    for card in dict.fromkeys(hand):
        for foe in seen:
            worth = at_enemy(state, unit, card, foe, friends)
            if worth:
                yield worth, played(unit, card, foe.ref)
        for friend in friends:
            worth = for_friend(state, unit, card, friend, foes)
            if worth:
                yield worth, played(unit, card, friend.ref)


def played(unit: Unit, card: str, ref: str) -> od.PlayCards:
    """RC-CARD-22: the card at one model."""
    return od.PlayCards(Who((unit.ref,)), (CardPlay(card, (ref,)),))


def is_seen(state: State, unit: Unit, foe: Unit) -> bool:
    """RC-PSY-10: in line of sight and not hidden."""
    return not foe.has("hidden") and sight(state, eye(unit), eye(foe)) != "none"


def away(state: State, unit: Unit, other: Unit) -> int:
    """RC-PSY-11: the range penalty of a card."""
    return penalty(apart(state, eye(unit), eye(other)))


def likely(needed: int) -> int:
    """RC-PSY-11: the chance that two reds show so much or more, in thousandths."""
    counts = falls(2, 0)
    return WHOLE * sum(counts[max(0, needed) :]) // sum(counts)


def at_enemy(state: State, unit: Unit, card: str, foe: Unit, friends: list[Unit]) -> int:
    """What a card is worth at an enemy in sight."""
    far = away(state, unit, foe)
    if card == "Inferno":
        return dealt(falls(INFERNO, 0), (1,), foe, foe.armor, "W")
    mindless = foe.trait("Undead") or foe.trait("Nonsentient") or foe.vehicle
    if card in ("Mind Lance", "Mind Blast") and not mindless:
        mine = falls(max(1, unit.psy), 0)
        his = falls(foe.psy, 0) if foe.psy else falls(0, 1)
        return dealt(mine, his, foe, far, "S")
    chance = likely(far + 1)
    if card == "Tripper" and not foe.trait("IS"):
        part = GRAZED["S"] if not (foe.has("stunned") or foe.has("wounded")) else WHOLE
        return price(foe) * part // WHOLE * chance
    if card in ("Flash", "Curse"):
        worst = max((best_fire(state, foe, one, eye(foe)) for one in friends), default=0)
        return worst * chance // (WHOLE if card == "Flash" else 4 * WHOLE)
    return 0


def dealt(ours: tuple[int, ...], theirs: tuple[int, ...], foe: Unit, less: int, graze: str) -> int:
    """What is worth the amount by which one roll exceeds the other."""
    total = sum(
        often * count * harm(foe, one - less - other, graze)
        for one, often in enumerate(ours)
        for other, count in enumerate(theirs)
    )
    return price(foe) * total // (sum(ours) * sum(theirs))


def for_friend(state: State, unit: Unit, card: str, friend: Unit, foes: list[Unit]) -> int:
    """RC-CARD-5, RC-CARD-16: healing the hurt, shielding who is most in danger."""
    seen = friend.ref == unit.ref or sight(state, eye(unit), eye(friend)) != "none"
    if not seen:
        return 0
    far = away(state, unit, friend)
    if card == "Heal":
        if friend.has("ko"):
            return price(friend) * likely(far + 2)
        hurt = friend.hits < friend.maxhits or friend.has("wounded") or friend.has("stunned")
        return price(friend) * likely(far + 1) // 3 if hurt else 0
    if card == "Shield" and not friend.has("ko"):
        threat = sum(best_fire(state, foe, friend, eye(foe)) for foe in foes[:8])
        return min(threat, price(friend) * WHOLE) * likely(far + 1) // (3 * WHOLE)
    return 0
