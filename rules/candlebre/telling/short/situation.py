"""What a seat that is called should know, and what of its own could still act in this step."""

from collections.abc import Iterator

from rules.candlebre.court.elimination import waiting_for
from rules.candlebre.realm.income import gold_income
from rules.candlebre.roster import ROSTER
from rules.candlebre.state import State
from rules.candlebre.telling.key import captives_words, cards_words, offer_words
from rules.candlebre.telling.phrases import short
from rules.candlebre.units import Units
from rules.candlebre.war.withdrawal import fights_in
from rules.candlebre.words import side_name

LEADER_STEPS = 2
"""CB-MOVE-3."""

MOST_NAMES = 8
"""So many provinces are named, more are a number."""


def situation(state: State, seat: int) -> tuple[str, ...]:
    """CB-SCOPE-3: gold and what matters in the step, then what is open between the seats."""
    if state.flow.outcome is not None or seat not in state.living:
        return ()
    return tuple(part for part in (*of_step(state, seat), *open_to(state, seat)) if part)


def of_step(state: State, seat: int) -> Iterator[str]:
    """What the step is about."""
    realm = state.realm(seat)
    if state.flow.turn != seat:
        return
    match state.flow.phase:
        case "setup":
            yield f"{realm.start_gold} gold for the first units"
            yield todo(state, seat)
        case "purchase":
            income = gold_income(state, seat)
            yield f"{realm.military} military and {realm.civil} civil gold, income {income}"
            yield f"pool {short(realm.pool)}" if any(realm.pool) else ""
            yield "infamy: buildings and research cost 10% more" if realm.infamy else ""
        case "combat":
            yield from fights(state, seat)
        case "placement":
            for name, units in (("Pool", realm.pool), ("Reserve", realm.reserve)):
                yield f"{name}: {short(units)}" if any(units) else ""
        case "diplomacy":
            held = captives_words(state, realm)
            yield f"honor {realm.honor}, influence {realm.influence}, {realm.civil} civil gold"
            yield f"captives: {held}" if held else ""
        case "fate":
            cards = cards_words(state, realm)
            yield f"{len(state.book)} cards in the Book"
            yield f"in hand: {cards}" if cards else ""
        case _:
            yield "+1 on all needs (rally)" if realm.rally else ""


def todo(state: State, seat: int) -> str:
    """CB-SETUP-9: what the setup still lacks."""
    realm = state.realm(seat)
    parts = [] if realm.claimed else ["claim five provinces"]
    parts += ["choose a House"] if state.settings.houses and realm.house == "none" else []
    parts += [] if realm.free_building else ["build the free barracks or temple"]
    return f"to do: {', '.join(parts)}" if parts else ""


def fights(state: State, seat: int) -> Iterator[str]:
    """The battles that are to be fought, each with both forces."""
    for number in state.battles():
        here = state.province(number)
        if here.battle is None or here.battle.attacker != seat:
            continue
        own = short(here.battle.units.tally)
        theirs = short(state.defenders(number)) or "no unit"
        paused = f", after round {here.battle.round}" if here.battle.round else ""
        whose = f" of {side_name(here.owner)}" if here.owner else ""
        yield f"{state.site(number).name}: {own} against {theirs}{whose}{paused}"


def open_to(state: State, seat: int) -> Iterator[str]:
    """Offers, proposals and a draw that wait for this seat's answer; pauses in its battles."""
    for offer in state.offers:
        if offer.to == seat:
            yield f"offer {offer.number}: {offer_words(offer)}"
    for proposer, to in state.proposals:
        if to == seat:
            yield f"{side_name(proposer)} proposes an alliance"
    if seat in waiting_for(state):
        yield f"{side_name(state.flow.offer)} offers a draw"
    if state.flow.turn != seat:
        for number in fights_in(state, seat):
            battle = state.province(number).battle
            if battle is not None and battle.round:
                yield f"{state.site(number).name} pauses after round {battle.round}"


# --- who could still act ------------------------------------------------------------------------


def waiting(state: State, seat: int) -> str:
    """What of the seat's own could still act in this step; nothing if it is not in turn."""
    if state.flow.outcome is not None or state.flow.turn != seat:
        return ""
    realm = state.realm(seat)
    match state.flow.phase:
        case "setup":
            return todo(state, seat)
        case "purchase":
            gold = f"{realm.military} military, {realm.civil} civil gold"
            return f"Not spent: {gold}" if realm.gold else ""
        case "move" | "noncombat":
            return not_moved(state, seat)
        case "combat":
            left = [state.site(one).name for one in state.battles()]
            return f"Not fought: {', '.join(left)}" if left else ""
        case "placement":
            left = [short(units) for units in (realm.pool, realm.reserve) if any(units)]
            return f"Not placed: {', '.join(left)}" if left else ""
        case "diplomacy":
            held = captives_words(state, realm)
            return f"Captives: {held}" if held else ""
        case "fate":
            return "" if realm.drawn or not (state.book or state.discarded) else "No card drawn"
        case _:
            return ""


def not_moved(state: State, seat: int) -> str:
    """`Not moved: ASH 3 Inf, GL1; BRI 1 Arc`: own provinces with somebody who has steps left."""
    found = [f"{state.site(one).code} {force}" for one, force in able(state, seat)]
    if len(found) > MOST_NAMES:
        return f"Not moved: units in {len(found)} provinces"
    return f"Not moved: {'; '.join(found)}" if found else ""


def able(state: State, seat: int) -> Iterator[tuple[int, str]]:
    """Own provinces with units or leaders that have a step left."""
    for number in state.owned(seat):
        units = rested(state.province(number).units)
        leaders = [
            one.ref
            for one in state.leaders_at(number)
            if one.owner == seat and one.steps < LEADER_STEPS
        ]
        parts = [short(units.tally)] if units.total else []
        if parts or leaders:
            yield number, ", ".join((*parts, *leaders))


def rested(units: Units) -> Units:
    """CB-MOVE-3: those that have a step left."""
    return Units(
        tuple(
            (count[0], count[1] if one.movement > 1 else 0, 0)
            for one, count in zip(ROSTER, units.counts, strict=True)
        )
    )
