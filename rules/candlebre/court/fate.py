"""Section 7.19: the Book of Fate."""

from rules.candlebre import events as ev
from rules.candlebre.court.captives import send_units_home, strongest
from rules.candlebre.naming import name_of, province_named
from rules.candlebre.orders import PlayCard
from rules.candlebre.realm.purse import change_honor, change_influence, pay, receive
from rules.candlebre.state import Adj, Held, State, book_die
from rules.candlebre.units import DEFAULT_LOSSES, KINDS, MERCENARIES, Card, Effect, Tally, tally_of
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.frozen import Frozen

REGULARS = tuple(kind for kind in range(len(KINDS)) if kind != MERCENARIES)


class Play(Frozen):
    """A unit card that may be played."""

    card: str
    province: int
    neutral: bool


# --- drawing ------------------------------------------------------------------------------------


def check_draw(state: State, seat: int) -> None:
    """CB-FATE-2: one card per turn; CB-FATE-3: none of an empty Book."""
    if state.realm(seat).drawn:
        raise Refusal("CB-FATE-2", f"{seat_name(seat)} has drawn its card of this turn")
    if not state.book and not state.discarded:
        raise Refusal("CB-FATE-3", "the Book of Fate is empty, and no card can return to it")


def draw(adj: Adj) -> None:
    """CB-FATE-1, CB-FATE-3: one die, with as many sides as the Book has cards."""
    if not adj.state.book:
        order = [card.code for card in adj.state.lore.cards]
        adj.emit(ev.BookRefilled(tuple(code for code in order if code in adj.state.discarded)))
    book = adj.state.book
    place = adj.roll(book_die(len(book)), "Book of Fate")
    card = adj.state.lore.card(book[place - 1])
    assert card is not None
    kept, leads = card.units is not None, card.leader is not None
    adj.emit(ev.CardDrawn(adj.seat, card.code, place, len(book), kept, leads))
    if not kept:
        for effect in card.effects:
            take_effect(adj, card, effect)


def take_effect(adj: Adj, card: Card, effect: Effect) -> None:
    """CB-FATE-4, 13.3: a card that is no unit card takes effect when drawn."""
    seat, code = adj.seat, card.code
    match effect.kind:
        case "gold" if effect.amount >= 0:
            receive(adj, seat, effect.amount, code)
        case "gold":
            lose_gold(adj, seat, -effect.amount, code)
        case "honor":
            change_honor(adj, seat, effect.amount, code)
        case "influence":
            change_influence(adj, seat, effect.amount, code)
        case "leader":
            bring_leader(adj, effect.what, code)
        case "tribute":
            take_tribute(adj, effect.amount, code)
        case "market":
            hold_fair(adj, code)
        case "desertion":
            desert(adj, code)
        case "fever":
            fall_ill(adj, code)
        case _:
            break_jail(adj)


def lose_gold(adj: Adj, seat: int, amount: int, why: str) -> int:
    """13.3: take civil gold, at most what is there, and return the amount."""
    lost = min(amount, adj.state.realm(seat).civil)
    if lost:
        pay(adj, seat, lost, "civil", why)
    return lost


def bring_leader(adj: Adj, trait: str, code: str) -> None:
    """13.3: a new leader, fresh, in the drawer's province with most units; the next free number."""
    place = strongest(adj.state, adj.seat, range(len(KINDS)))
    adj.emit(ev.LeaderCame(adj.state.next_leader, adj.seat, trait, place, code))


def take_tribute(adj: Adj, amount: int, code: str) -> None:
    """JD: each other living seat loses up to 10 gold; the sum is received in one amount."""
    others = tuple(seat for seat in adj.state.living if seat != adj.seat)
    receive(adj, adj.seat, sum(lose_gold(adj, seat, amount, code) for seat in others), code)


def hold_fair(adj: Adj, code: str) -> None:
    """QD: a free Market in the own province of highest value without one."""
    free = (
        (-adj.state.province(number).value, number)
        for number in adj.state.owned(adj.seat)
        if "market" not in adj.state.province(number).buildings
    )
    for _, number in sorted(free)[:1]:
        adj.emit(ev.Built(adj.seat, "market", number, why=code))


def desert(adj: Adj, code: str) -> None:
    """JS: one mercenary is gone from the own province with most mercenaries."""
    number = strongest(adj.state, adj.seat, (MERCENARIES,))
    if number and adj.state.province(number).units.mercenaries:
        lose_one(adj, number, KINDS[MERCENARIES], code)


def fall_ill(adj: Adj, code: str) -> None:
    """QS: the province with most regular units loses one, the first in the default loss order."""
    number = strongest(adj.state, adj.seat, REGULARS)
    if not number:
        return
    there = adj.state.province(number).units
    for kind in DEFAULT_LOSSES:
        if kind != MERCENARIES and there.of(kind):
            lose_one(adj, number, KINDS[kind], code)
            return


def lose_one(adj: Adj, number: int, kind: str, code: str) -> None:
    """A card takes one unit; of equal ones the one that has spent most steps."""
    gone = adj.state.province(number).units.most_spent(tally_of(kind, 1))
    adj.emit(ev.UnitsGone(number, adj.seat, gone, code))


def break_jail(adj: Adj) -> None:
    """AS: for each other living seat, one of its units that the drawer holds goes home."""
    for held in adj.state.realm(adj.seat).captives:
        if held.owner and held.owner in adj.state.living:
            first = next(kind for kind, count in zip(KINDS, held.units, strict=True) if count)
            send_units_home(adj, adj.seat, held.owner, tally_of(first, 1), "jailbreak")


# --- playing ------------------------------------------------------------------------------------


def check_play(state: State, seat: int, order: PlayCard) -> Play:
    """The checks of `play 4C in Brindle`, in their order."""
    number = province_named(state, order.place)
    code = order.card.upper()
    check_in_hand(state, seat, code)
    check_unit_card(state, code)
    battle = state.province(number).battle
    if battle is not None and battle.begun:
        raise Refusal("CB-FATE-6", f"the battle of {name_of(state, number)} has begun")
    if battle is not None and side_of(state, seat, number, order.neutral) is None:
        why = f"{seat_name(seat)} does not fight in {name_of(state, number)}"
        if order.neutral:
            why = f"{seat_name(seat)} cannot play for the neutrals in {name_of(state, number)}"
        raise Refusal("CB-FATE-5", why)
    return Play(code, number, order.neutral)


def check_in_hand(state: State, seat: int, code: str) -> None:
    """CB-FATE-4: only a card in the hand can be played."""
    hand = tuple(held.code for held in state.realm(seat).cards)
    if code not in hand:
        has = ", ".join(hand) or "no card"
        raise Refusal("CB-FATE-4", f"{seat_name(seat)} does not hold {code[:20]}; it has {has}")


def check_unit_card(state: State, code: str) -> None:
    """CB-FATE-4: only unit cards are played; all others take effect when drawn."""
    card = state.lore.card(code)
    if card is None or card.units is None:
        raise Refusal("CB-FATE-4", f"{code} is no unit card")


def side_of(state: State, seat: int, number: int, neutral: bool) -> str | None:
    """CB-FATE-5, CB-NEUT-6: a card's side: `attack`, `defence`, `neutral`, or None: not allowed."""
    here = state.province(number)
    attacks = here.battle is not None and here.battle.attacker == seat
    if not neutral and attacks:
        return "attack"
    if not neutral and here.owner == seat:
        return "defence"
    return "neutral" if here.owner == 0 and not attacks else None


def play(adj: Adj, plan: Play) -> None:
    """CB-FATE-5: the card waits, shown in the hand, until round 1 begins there."""
    adj.emit(ev.CardPlayed(adj.seat, plan.card, plan.province, plan.neutral))


def waits_for_owner(state: State, number: int) -> bool:
    """CB-BATTLE-3: has the owner of a province a card waiting for its battle?"""
    owner = state.province(number).owner
    return owner != 0 and any(
        held.province == number and not held.neutral for held in state.realm(owner).cards
    )


def join_cards(adj: Adj, number: int) -> None:
    """CB-FATE-5, CB-FATE-7: cards waiting for a province are played when its round 1 begins."""
    for realm in adj.state.realms:
        for held in realm.cards:
            if held.province == number:
                join_card(adj, realm.seat, held, number)


def join_card(adj: Adj, seat: int, held: Held, number: int) -> None:
    """CB-FATE-5: a card joins its side, or stays in the hand and waits no longer."""
    side = side_of(adj.state, seat, number, held.neutral)
    card = adj.state.lore.card(held.code)
    units = units_of(card)
    if side is None or not any(units):
        adj.emit(ev.CardStayed(seat, held.code, number))
        return
    whose = 0 if side == "neutral" else seat
    adj.emit(ev.CardJoined(seat, held.code, number, whose, side == "attack", units))


def units_of(card: Card | None) -> Tally:
    """CB-FATE-7: the units of a card; none if it is no unit card."""
    effect = card.units if card is not None else None
    return tally_of(effect.what, effect.amount) if effect is not None else tally_of("", 0)
