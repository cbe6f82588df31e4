"""Playing, readying and exchanging psychic cards, and their legal targets."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rules.line.errors import Refusal, required
from rules.line.flow import seat_name
from rules.numbers.grid import Cell
from rules.rulescrusade import checks
from rules.rulescrusade.checks import Battle
from rules.rulescrusade.events import CardNamed, CardReadied, HandDiscarded
from rules.rulescrusade.field.routes import check_seen, known
from rules.rulescrusade.field.sight import Eye, adjacent_units, apart, eye, sees
from rules.rulescrusade.field.terrain import is_big, relief, touching
from rules.rulescrusade.field.zones import gait, may_stand
from rules.rulescrusade.fight import hand
from rules.rulescrusade.fight.arms import FIRED, Held, Pool, find_arm, held_by, ready
from rules.rulescrusade.fight.fire import burn, kindled, retaliate
from rules.rulescrusade.fight.hand import FREE, READIED
from rules.rulescrusade.fight.harm import occupied
from rules.rulescrusade.fight.ranged import appear
from rules.rulescrusade.mind import duel as do
from rules.rulescrusade.mind.duel import check_mind, check_mind_blast, mind_blast
from rules.rulescrusade.orders import CardPlay
from rules.rulescrusade.state import Spot, State, Unit
from rules.rulescrusade.words import target_text

# RC-CARD-21, RC-CARD-22: the legal subjects of cards.


TELEPORT = 12
"""RC-CARD-18: the reach of a Teleport in inches."""


def wrong(why: str) -> Refusal:
    """RC-CARD-21: the refusal of a wrong subject."""
    return Refusal("RC-CARD-21", why)


def single(state: State, play: CardPlay) -> Unit:
    """The one model that a card is played on.  Raises `Refusal` if it is not one on the board."""
    if len(play.subjects) != 1 or not isinstance(play.subjects[0], str):
        raise wrong(f"{play.card} needs one model")
    unit = known(state, play.subjects[0])
    if unit.place != "board" or unit.has("down"):
        raise wrong(f"{play.card} needs a model on the board; {unit.ref} is none")
    return unit


def enemy(state: State, psyker: Unit, play: CardPlay, burn: bool = False) -> Unit:
    """RC-CARD-21, RC-SHOOT-3, RC-SHOOT-4, RC-PSY-10: the one enemy, in sight and not hidden.

    `burn`: it may be hidden.
    """
    unit = single(state, play)
    if state.friends(unit, psyker):
        raise wrong(f"{play.card} needs an enemy; {unit.ref} is a friend")
    if unit.chit or (unit.has("hidden") and not burn):
        raise Refusal("RC-SHOOT-3", f"{unit.ref} is hidden")
    check_seen(state, psyker, eye(unit), unit.ref)
    return unit


def friend(state: State, psyker: Unit, play: CardPlay, itself: bool = False) -> Unit:
    """RC-CARD-21: the one friend in sight; `itself`: or the psyker, which is the default."""
    if not play.subjects and itself:
        return psyker
    unit = single(state, play)
    if unit.ref == psyker.ref and itself:
        return unit
    seen = unit.ref != psyker.ref and not unit.chit and sees(state, psyker, unit)
    if not state.friends(unit, psyker) or not seen:
        raise wrong(f"{play.card} needs a friend in sight")
    return unit


def several(state: State, play: CardPlay, most: int, needs: str) -> list[Unit]:
    """RC-CARD-21: the models that a card is played on, 1 to `most`; `needs` is the refusal."""
    refs = [one for one in play.subjects if isinstance(one, str)]
    if not 1 <= len(refs) <= most or len(refs) != len(play.subjects):
        raise wrong(needs)
    return [known(state, ref) for ref in refs]


def secrets(state: State, psyker: Unit, play: CardPlay) -> list[Unit]:
    """RC-CARD-1: the one to three chits or hidden enemies, seen or not."""
    units = several(state, play, 3, "Clairvoyant needs one to three chits or hidden enemies")
    for unit in units:
        secret = unit.place == "board" and (unit.chit or unit.has("hidden"))
        if not secret or state.friends(unit, psyker):
            raise wrong(f"Clairvoyant needs chits or hidden enemies; {unit.ref} is none")
    return units


def comrades(state: State, psyker: Unit, play: CardPlay) -> list[Unit]:
    """RC-CARD-11: the friends, seen or not, in the order named."""
    needs = "Obfuscate needs friends, in the order in which they are to hide"
    units = several(state, play, len(play.subjects), needs)
    for unit in units:
        if unit.place != "board" or unit.chit or not state.friends(unit, psyker):
            raise wrong(f"Obfuscate needs friends; {unit.ref} is none")
    return units


def cell_of(play: CardPlay) -> Cell:
    """The one cell that a card is played on."""
    if len(play.subjects) != 1 or isinstance(play.subjects[0], str):
        raise wrong(f"{play.card} needs a cell")
    return play.subjects[0]


def free_cell(state: State, psyker: Unit, cell: Cell, card: str) -> Spot:
    """RC-CARD-14, RC-CARD-18: the spot of a cell, which must be free and fit to stand in."""
    ground = relief(state.ground)
    where = f"{cell[0]},{cell[1]}"
    inside = (
        psyker.inside
        and state.ground.holds(cell)
        and ground.sector_at(cell) == ground.sector_at(psyker.at) != ""
    )
    spot: Spot = (*cell, inside)
    if not may_stand(ground, gait(psyker, state.rules.hulk), spot):
        raise wrong(f"{card} needs a free cell; nobody can stand at {where}")
    if occupied(state, spot):
        raise wrong(f"{card} needs a free cell; {where} is occupied")
    return spot


def teleport_cell(state: State, psyker: Unit, play: CardPlay) -> Spot:
    """RC-CARD-18: the free spot of a Teleport, within 12 inches."""
    spot = free_cell(state, psyker, cell_of(play), "Teleport")
    away = apart(state, eye(psyker), Eye(spot))
    if away > TELEPORT:
        raise wrong(f"{spot[0]},{spot[1]} is {away} inches away; Teleport reaches {TELEPORT}")
    return spot


# RC-PSY-5 to RC-PSY-10, RC-CARD-21: playing, readying and exchanging cards.


HOSTILE = ("Curse", "Flash", "Inferno", "Jinx", "Jostle", "Mind Blast", "Mind Lance", "Tripper")
"""RC-HIDE-4: cards that are attacks on an enemy."""

Effect = Callable[[Battle, Unit, Any, list[Pool]], None]
"""Carries out a card: of a psyker, on what it is played on; adds the pools that it rolls."""


def play(battle: Battle, ref: str, one: CardPlay) -> None:
    """RC-PSY-5: play a card: checks, costs, effect, and an incursion if one is due."""
    card = required(hand.card_named(one.card), "RC-ORD-1", f"there is no card {one.card[:40]!r}")
    psyker = battle.unit(ref)
    mine = battle.is_turn_of(psyker)
    if mine and card not in FREE:
        checks.check_not_finished(battle.state, psyker)
        if hand.paid(battle, psyker):
            checks.check_up(psyker)
        else:
            check_card_action(psyker)
    elif psyker.has("rising"):
        checks.check_up(psyker)
    hand.check_psyker(battle, psyker, card)
    if card == "Precognant":
        ready_card(battle, ref, card, "")
        return
    find, effect = WORKINGS[card]
    subject = find(battle.state, psyker, one)
    if mine and card not in FREE:
        checks.activate(battle, ref)
    subjects = tuple(target_text(subject) for subject in one.subjects)
    if card in HOSTILE:
        appear(battle, ref)
        battle.mark(ref, attacked=True)
    hand.spend_card(battle, battle.unit(ref), card, subjects)
    pools: list[Pool] = []
    targets = [name for name in one.subjects if isinstance(name, str)] if card in HOSTILE else []
    before = kindled(battle, [known(battle.state, name).ref for name in targets])
    effect(battle, battle.unit(ref), subject, pools)
    retaliate(battle, before, ref)
    hand.note_incursion(battle, battle.unit(ref), pools)


def check_card_action(psyker: Unit) -> None:
    """RC-STUN-1, RC-WOUND-1, RC-CARRY-3, RC-TURN-4: the psyker must have its action for a card.

    A stunned psyker is refused by RC-PSY-5; too many cards are refused later, by RC-PSY-6.
    """
    if psyker.has("stunned"):
        raise Refusal("RC-PSY-5", f"{psyker.ref} is stunned and cannot play cards")
    if psyker.psy >= 1 and psyker.plays >= psyker.psy:
        return
    checks.check_action(psyker, checks.ACTION)


def minded(state: State, psyker: Unit, play: CardPlay) -> Unit:
    """RC-MWAR-7: the one enemy, in sight and with a mind."""
    foe = enemy(state, psyker, play)
    check_mind(foe)
    return foe


def blast_at(state: State, psyker: Unit, play: CardPlay) -> tuple[Cell, bool]:
    """RC-CARD-9, RC-TMPL-3: the cell of a Mind Blast; is it that of a model inside a building?"""
    if len(play.subjects) != 1:
        raise wrong("Mind Blast needs a cell or an enemy")
    subject = play.subjects[0]
    cell = check_mind_blast(state, psyker, subject)
    return cell, isinstance(subject, str) and known(state, subject).inside


def armed(state: State, psyker: Unit, play: CardPlay) -> tuple[Unit, Held]:
    """RC-CARD-7, RC-CARD-8: the one enemy, in sight, with the weapon that the card is to affect."""
    foe = enemy(state, psyker, play)
    return foe, weapon_of(state, foe, hand.card_named(play.card), play.weapon)


def weapon_of(state: State, foe: Unit, card: str, name: str) -> Held:
    """RC-CARD-22: the ready weapon named, or the first one; for Jostle one that fires."""
    kinds = FIRED if card == "Jostle" else ()
    among = [find_arm(state, foe, name)] if name else held_by(state, foe)
    for held in among:
        if ready(foe, held) and (not kinds or held.weapon.kind in kinds):
            return held
    none = f"{foe.ref}'s {among[0].name} is none" if name else f"{foe.ref} has none"
    raise wrong(f"{card} needs a ready weapon; {none}")


def ghost_cell(state: State, psyker: Unit, play: CardPlay) -> Spot:
    """RC-CARD-14: the free spot for a ghost, next to a psyker who has none."""
    ghosts = [unit for unit in state.on_board() if unit.maker == psyker.ref]
    if ghosts:
        raise wrong(f"{psyker.ref} has made a ghost already: {ghosts[0].ref}")
    checks.check_models(state, psyker.boss)
    spot = free_cell(state, psyker, cell_of(play), "Projection")
    if not touching(relief(state.ground), psyker.spot, spot):
        raise wrong(f"{spot[0]},{spot[1]} is not next to {psyker.ref}")
    return spot


def finder(state: State, psyker: Unit, play: CardPlay) -> int:
    """RC-CARD-15: the seat whose chit the psyker revealed this turn or stands next to."""
    if psyker.finder_of:
        return psyker.finder_of
    for unit in state.on_board():
        if unit.chit and not state.friends(unit, psyker) and adjacent_units(state, unit, psyker):
            return unit.seat
    raise wrong(f"{psyker.ref} has found no chit this turn")


def movable(state: State, psyker: Unit, play: CardPlay) -> tuple[Unit | Cell, str]:
    """RC-CARD-17, RC-CARD-22: the model of a Telekinesis, or the cell of a thing; the direction."""
    if not play.direction:
        raise wrong("Telekinesis needs a direction")
    if state.rules.hulk and len(play.direction) > 5:
        raise wrong("here Telekinesis goes north, east, south or west")
    subject = play.subjects[0] if len(play.subjects) == 1 else ""
    if isinstance(subject, tuple):
        if not any(item.at == subject and not item.carrier for item in state.items):
            raise wrong(f"there is nothing at {subject[0]},{subject[1]}")
        return subject, play.direction
    unit = single(state, play)
    if unit.bulk >= 3 or is_big(unit):
        raise wrong(f"{unit.ref} is too big for Telekinesis")
    if not state.friends(unit, psyker):
        unit = enemy(state, psyker, play)
    return unit, play.direction


def itself(state: State, psyker: Unit, play: CardPlay) -> Unit:
    """RC-CARD-12: the psyker, whatever is named."""
    return psyker


WORKINGS: dict[str, tuple[Callable[[State, Unit, CardPlay], Any], Effect]] = {
    "Clairvoyant": (secrets, do.clairvoyant),
    "Curse": (enemy, partial(do.hex_with, card="Curse")),
    "Flash": (enemy, partial(do.hex_with, card="Flash")),
    "Frenetic": (friend, do.frenetic),
    "Heal": (partial(friend, itself=True), do.heal),
    "Inferno": (
        partial(enemy, burn=True),
        lambda battle, psyker, foe, _: burn(battle, psyker, foe),
    ),
    "Jinx": (armed, do.jinx),
    "Jostle": (armed, do.jostle),
    "Mind Blast": (blast_at, lambda battle, psyker, at, _: mind_blast(battle, psyker.ref, *at)),
    "Mind Lance": (minded, do.mind_lance),
    "Obfuscate": (comrades, do.obfuscate),
    "Phase": (itself, do.phase),
    "Projection": (ghost_cell, do.projection),
    "Psychometry": (finder, do.psychometry),
    "Shield": (partial(friend, itself=True), do.shield),
    "Telekinesis": (movable, do.telekinesis),
    "Teleport": (teleport_cell, do.teleport),
    "Tripper": (enemy, partial(do.hex_with, card="Tripper")),
}
"""RC-CARD-21, RC-CARD-1 to RC-CARD-19: what each card is played on, checked, and its effect.

Precognant is only readied.
"""


# --- readying and discarding --------------------------------------------------------------------


def ready_card(battle: Battle, ref: str, name: str, subject: str) -> None:
    """RC-PSY-8, RC-REACT-5: ready a card in any turn, at no cost; one at a time."""
    psyker, card = battle.unit(ref), hand.card_named(name)
    if psyker.psy < 1:
        raise Refusal("RC-PSY-1", f"{ref} is no psyker")
    if card not in READIED:
        raise wrong(f"{name[:40]} cannot be readied; {', '.join(READIED)} can")
    army = battle.state.army(psyker.boss)
    if card not in army.hand:
        raise Refusal("RC-PSY-4", f"{seat_name(army.seat)} does not hold {card}")
    target = ""
    if subject:
        unit = known(battle.state, subject)
        there = unit.place == "board" and battle.state.friends(unit, psyker)
        hidden = card == "Shield" and unit is not psyker and not sees(battle.state, psyker, unit)
        if not there or hidden:
            raise wrong(f"{card} needs a friend in sight")
        target = unit.ref
    battle.emit(CardReadied(ref, army.seat, True))
    battle.emit(CardNamed(ref, army.seat, card, target))


def stand_down(battle: Battle, ref: str) -> None:
    """RC-REACT-5: the psyker no longer has a card readied."""
    psyker = battle.unit(ref)
    if not psyker.readied:
        raise Refusal("RC-REACT-5", f"{ref} has readied no card")
    battle.emit(CardReadied(ref, psyker.boss, False))
    battle.emit(CardNamed(ref, psyker.boss, "", ""))


def discard(battle: Battle, name: str) -> None:
    """RC-PSY-9: take the last default discard back and discard this card instead."""
    card, seat = hand.card_named(name), battle.seat
    made = [one for one in battle.state.exchanges if one.seat == seat and not one.exchanged]
    cards = battle.state.army(seat).hand
    any_made = any(one.seat == seat for one in battle.state.exchanges)
    if any_made and card not in cards:
        raise Refusal("RC-PSY-4", f"{seat_name(seat)} does not hold {card or name[:40]}")
    if not made:
        raise Refusal("RC-PSY-9", f"{seat_name(seat)} has no card to exchange")
    battle.emit(HandDiscarded(seat, (card,), taken_back=made[-1].card))
