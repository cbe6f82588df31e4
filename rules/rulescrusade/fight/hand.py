"""RC-PSY: the deck, the hands, and what playing a card costs."""

from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.rulescrusade.checks import Battle, left_after_action
from rules.rulescrusade.events import Acted, CardPlayed, CardRolled
from rules.rulescrusade.field.sight import Eye, apart, eye
from rules.rulescrusade.field.terrain import penalty
from rules.rulescrusade.fight.arms import Pool, best_own, cast
from rules.rulescrusade.sheets import CARDS, Dice
from rules.rulescrusade.state import State, Unit

SPELLINGS = {
    "telekenesis": "Telekinesis",
    "telekenisis": "Telekinesis",
    "precognition": "Precognant",
    "precog": "Precognant",
    "clairvoyance": "Clairvoyant",
    "trip": "Tripper",
    **{card.lower(): card for card in CARDS},
}
"""RC-CARD-20: every spelling of a card's name, in small letters."""

FREE = ("Phase", "Teleport")
"""RC-TURN-10: cards that cost no action."""

READIED = ("Precognant", "Inferno", "Shield")
"""RC-PSY-8: cards that can be readied."""

TWO_REDS = Dice(reds=2)


def card_named(text: str) -> str:
    """RC-CARD-20: the card of that name, or an empty text."""
    return SPELLINGS.get(text.strip().lower(), "")


def paid(battle: Battle, psyker: Unit) -> bool:
    """RC-PSY-5, RC-PSY-6: has the psyker paid its action for this turn's cards already?"""
    if battle.is_turn_of(psyker):
        return psyker.plays > 0 and psyker.act == "cards"
    return psyker.owes_now


def check_psyker(battle: Battle, psyker: Unit, card: str) -> None:
    """RC-PSY-5, RC-PSY-1, RC-PSY-4, RC-PSY-6, RC-PSY-7: may the psyker play this card now?"""
    if psyker.has("stunned"):
        raise Refusal("RC-PSY-5", f"{psyker.ref} is stunned and cannot play cards")
    in_debt = psyker.owes and not psyker.owes_now and card not in FREE
    if in_debt and not battle.is_turn_of(psyker):
        raise Refusal("RC-PSY-5", f"{psyker.ref} already owes its next action")
    if psyker.psy < 1:
        raise Refusal("RC-PSY-1", f"{psyker.ref} is no psyker")
    check_hand(battle.state, psyker, card)


def check_hand(state: State, psyker: Unit, card: str) -> None:
    """RC-PSY-4, RC-PSY-6, RC-PSY-7: the card is held, not too many are played, each once a turn."""
    army = state.army(psyker.boss)
    used = state.used.count((army.seat, card)) if army.role == "good" else 0
    if card not in army.hand:
        raise Refusal("RC-PSY-4", f"{seat_name(army.seat)} does not hold {card}")
    if psyker.plays >= psyker.psy:
        why = f"{psyker.ref} has played {psyker.plays} of {psyker.psy} cards"
        raise Refusal("RC-PSY-6", why)
    if used >= army.hand.count(card):
        raise Refusal("RC-PSY-7", f"{card} has already been used this turn")


def spend_card(
    battle: Battle,
    psyker: Unit,
    card: str,
    subjects: tuple[str, ...],
    readied: bool = False,
    free: bool = False,
) -> None:
    """RC-PSY-5: play the card and pay with this turn's action or the next turn's.

    RC-PSY-3: bad psykers lose the card.  `free`: no action is paid.
    """
    army = battle.state.army(psyker.boss)
    lost = army.role == "bad"
    if readied:
        battle.mark(psyker.ref, readied="", readied_for="")
    battle.emit(CardPlayed(psyker.ref, army.seat, card, subjects, lost, readied))
    if card not in FREE and not free and not paid(battle, psyker):
        if battle.is_turn_of(psyker):
            battle.emit(Acted(psyker.ref, "cards", left_after_action(psyker)))
        else:
            battle.mark(psyker.ref, owes=psyker.owes + 1, owes_now=True)
    battle.mark(psyker.ref, plays=psyker.plays + 1)


def range_penalty(battle: Battle, psyker: Unit, place: Eye) -> int:
    """RC-PSY-11: the range penalty between a psyker and its subject."""
    return penalty(apart(battle.state, eye(psyker), place))


def roll_number(
    battle: Battle, psyker: Unit, card: str, subject: str, place: Eye, pools: list[Pool]
) -> int:
    """RC-PSY-11, RC-DICE-7: roll N = 2R - penalty, at least 0; RC-PSY-12: a hood rerolls a die.

    The pool is added to `pools`, for incursions.
    """
    pool = cast(battle, psyker.ref, card, TWO_REDS)
    hood(battle, psyker, pool)
    pools.append(pool)
    away = range_penalty(battle, psyker, place)
    number = max(0, pool.total - away)
    parts = (("dice", pool.total), ("range", -away))
    battle.emit(CardRolled(psyker.ref, card, subject, number, parts))
    return number


def hood(battle: Battle, psyker: Unit, pool: Pool) -> None:
    """RC-PSY-12, RC-ABIL-45: a psychic hood rerolls the best die of a card, if that gains."""
    die = best_own(pool) if psyker.trait("Psychic Hood") else None
    if die is not None:
        pool.reroll(battle, die, psyker.ref, "hood")


def note_incursion(battle: Battle, psyker: Unit, pools: list[Pool]) -> None:
    """RC-INC-1: if every die of the play shows its highest face, an incursion follows the play."""
    if pools and all(pool.all_highest for pool in pools):
        battle.incursions.append(psyker.ref)
