"""The short telling of a line of orders and what came of it: turns, court and land."""

from collections.abc import Sequence
from dataclasses import replace

from rules.candlebre import events as ev
from rules.candlebre.apply import apply
from rules.candlebre.court.espionage import PRICE
from rules.candlebre.naming import name_of, names_of
from rules.candlebre.orders import said_of
from rules.candlebre.realm.purse import LEVEL_PRICES, unit_prices
from rules.candlebre.state import State
from rules.candlebre.telling.report import new_techs, report, words_of
from rules.candlebre.telling.short import clauses
from rules.candlebre.telling.short.brief_battle import belongs, of_gm, tell_battle
from rules.candlebre.telling.view import goods_words, short
from rules.candlebre.units import NOBODY, Tally, added
from rules.candlebre.words import joined, plural, side_name
from rules.display.acts import APART, SAID, clause, put_together
from rules.display.view import Line
from rules.display.words import counted
from rules.line import events as shared
from rules.line.events import Event, SharedEvent
from rules.line.said import Words

# What the clauses of events say of court and land.


WHAT_FOR = {
    "left over": " left over",
    "captives": " for the killed",
    "ransom": " ransom",
    "theft": " stolen",
}
"""What gold is received for; a card has its own clause for that."""

MOST_NAMES = 5
"""More provinces than this are only counted."""


def clause_words(passage: clauses.Passage) -> Words:
    """The format words that clauses (`SHORT`) of events use besides those of the report."""
    _, before = passage.first
    after = passage.after
    return {
        **words_of(before),
        **WORDS,
        "speaks": lambda seat: clauses.speaks(before, seat),
        "whose": lambda seat: clauses.of_seat(before, seat),
        "valued": lambda numbers: joined([named_with_value(before, one) for one in numbers]),
        "worth": lambda numbers: str(sum(before.province(one).value for one in numbers)),
        "deal": lambda house: house_words(before, house),
        "bill": lambda event: sum_words(before, event.seat, event.units, event.price),
        "joining": lambda target: joined_force(before, after, target),
        "against": lambda target: against(before, target),
        "there": lambda number: clauses.listed(after.province(number).units.tally),
        "left": lambda source: left_in(after, source),
        "fled": lambda event: fled(event, before),
        "hand": lambda event: hand(event, before),
        "resigned": lambda event: resigned(passage),
        "as noted": lambda event: as_noted(passage),
        "first gold": lambda event: first_gold(passage),
        "intercession": lambda event: intercession(passage),
        "start gold": lambda seat: standing("start gold", before, after, seat),
        "purses": lambda seat: purses(before, after, seat),
        "honor": lambda seat: honor_words(before, after, seat),
        "its honor": lambda seat: set_apart(standing("honor", before, after, seat)),
        "influence": lambda seat: influence_words(before, after, seat),
        "income": lambda event: income(event, before, after),
        "mission price": lambda seat: mission_price(before, seat),
    }


WORDS: Words = {
    "army": clauses.side,
    "Army": lambda seat: clauses.capital(clauses.side(seat)),
    "all": lambda seats: joined([side_name(seat) for seat in seats]),
    "short": short,
    "kinds": said_of,
    "party": lambda event: clauses.listed(event.units.tally, event.leaders),
    "plural": plural,
    "values": lambda event: values_words(event.values),
    "warnings": lambda warnings: counted(len(warnings), "warning"),
    "others": lambda regulars: counted(regulars, "other"),
    "for": lambda why: WHAT_FOR.get(why, ""),
    "goods": goods_words,
    "techs": lambda event: joined(new_techs(event)),
    "letter": lambda tree: tree[0].upper(),
    "dice": lambda faces: f"{len(faces)} research {'die' if len(faces) == 1 else 'dice'}",
    "faces": clauses.dice_words,
    "sum": lambda faces: str(sum(faces)),
    "next level": lambda event: (
        f"{LEVEL_PRICES[event.level]} for {event.tree[0].upper()}{event.level + 1}"
    ),
}


def values_words(values: tuple[int, ...]) -> str:
    """CB-MAP-5: `20 to 70, 2400 gold in all`."""
    return f"{min(values)} to {max(values)}, {sum(values)} gold in all"


# --- setup --------------------------------------------------------------------------------------


def named_with_value(state: State, number: int) -> str:
    """`Ashford 60`."""
    return f"{name_of(state, number)} {state.province(number).value}"


def house_words(state: State, house: str) -> str:
    """`House Varlan, the Spear: Barracks 45 gold, but Temples 65 gold`."""
    played = state.lore.house(house)
    if played is None:
        return house
    told = f"{played.name}, {played.title}" if played.title else played.name
    effects = ", but ".join(part for part in (played.strength, played.weakness) if part)
    return f"{told}: {effects}" if effects else told


def sum_words(state: State, seat: int, units: Tally, price: int) -> str:
    """CB-BUY-3: `3 x 15 + 25 = 70 gold`, or `15 gold`."""
    prices = unit_prices(state, state.realm(seat))
    bought = [(n, each) for n, each in zip(units, prices, strict=True) if n]
    parts = [f"{n} x {each}" if n > 1 else str(each) for n, each in bought]
    if len(parts) == 1 and sum(units) == 1:
        return f"{price} gold"
    return f"{' + '.join(parts)} = {price} gold"


# --- movement, and what changes hands -----------------------------------------------------------


def joined_force(before: State, after: State, target: int) -> str:
    """CB-MOVE-10: the whole force, if others were already attacking there."""
    battle = after.province(target).battle
    if before.province(target).battle is None or battle is None:
        return ""
    leaders = [one.number for one in after.leaders_at(target, attacking=True)]
    return f" join, {clauses.listed(battle.units.tally, leaders)} in all"


def against(state: State, number: int) -> str:
    """`against 3 Inf, GL2 of army 2 behind walls`."""
    here = state.province(number)
    leaders = [one.number for one in state.leaders_at(number)]
    whose = f" of {side_name(here.owner)}" if here.owner else ", neutral"
    walls = " behind walls" if "walls" in here.buildings else ""
    if not any(state.defenders(number)) and not leaders:
        return f"against no unit{whose}"
    return f"against {clauses.listed(state.defenders(number), leaders)}{whose}{walls}"


def left_in(state: State, number: int) -> str:
    """` · Ashford keeps 1 Inf`, ` · Ashford is empty`."""
    here = state.province(number)
    leaders = [one.number for one in state.leaders_at(number)]
    name = name_of(state, number)
    if not here.units.total and not leaders:
        return f" · {name} is empty"
    return f" · {name} keeps {clauses.listed(here.units.tally, leaders)}"


def fled(event: ev.Revolted, before: State) -> str:
    """CB-MERC-8: where the regular units and leaders go."""
    if not event.units.total and not event.leaders:
        return ""
    went = f"go to {name_of(before, event.to)}" if event.to else "are lost"
    return f"; {clauses.listed(event.units.tally, event.leaders)} {went}"


def resigned(passage: clauses.Passage) -> str:
    """CB-ELIM-2: `Ashford, Brindle of army 2 become`."""
    _, before = passage.first
    taken = [one for one, _ in passage.events if isinstance(one, ev.ProvinceTaken)]
    named = names_of(before, [one.province for one in taken])
    if len(taken) > MOST_NAMES:
        named = f"{len(taken)} provinces"
    return f"{named} of {side_name(taken[0].former)} {'become' if taken[1:] else 'becomes'}"


def as_noted(passage: clauses.Passage) -> str:
    """CB-PLACE-7: `3 Inf in Ashford; 1 Arc in Brindle`."""
    found: dict[int, Tally] = {}
    for one, _ in passage.events:
        if isinstance(one, ev.Placed):
            found[one.province] = added(found.get(one.province, NOBODY), one.units)
    state = passage.after
    return "; ".join(f"{short(units)} in {name_of(state, at)}" for at, units in found.items())


# --- gold, honor, influence ---------------------------------------------------------------------


def standing(what: str, before: State, after: State, seat: int) -> str:
    """`honor 20 -> 21`; empty if it did not change."""
    name = what.replace(" ", "_")
    return clauses.change(what, getattr(before.realm(seat), name), getattr(after.realm(seat), name))


def purses(before: State, after: State, seat: int) -> str:
    """CB-GOLD-2: `military 20 -> 30, civil 10 -> 20`, without a purse that did not change."""
    return clauses.changes(
        [standing(purse, before, after, seat) for purse in ("military", "civil")]
    )


def honor_words(before: State, after: State, seat: int) -> str:
    """CB-HONOR-4: honor, before and after, and infamy."""
    old, honor = before.realm(seat).honor, after.realm(seat).honor
    begins = ", infamy begins" if honor < 0 <= old else ""
    ends = ", infamy is over" if old < 0 <= honor else ""
    return f"{standing('honor', before, after, seat) or f'honor stays {honor}'}{begins}{ends}"


def influence_words(before: State, after: State, seat: int) -> str:
    """CB-INFL-1: influence, before and after."""
    now = standing("influence", before, after, seat)
    return now or f"influence stays {after.realm(seat).influence}"


def set_apart(*parts: str) -> str:
    """Append parts to a line, each behind `APART`, without the empty ones."""
    return "".join(f"{APART}{part}" for part in parts if part)


def income(event: ev.IncomePaid, before: State, after: State) -> str:
    """CB-INC-1: what the turn brought, before and after."""
    gold = purses(before, after, event.seat)
    return set_apart(
        f"income {event.gold} gold: {gold}" if gold else "no income",
        standing("honor", before, after, event.seat),
        standing("influence", before, after, event.seat),
    )


def first_gold(passage: clauses.Passage) -> str:
    """CB-SETUP-11: the bonuses, or the first incomes, with what each has then."""
    told = []
    for event, _ in passage.events:
        if isinstance(event, ev.GoldReceived):
            realm = passage.after.realm(event.seat)
            now = f"{realm.military} military, {realm.civil} civil"
            told.append(f"{side_name(event.seat)} {event.amount} gold (now {now})")
    return ", ".join(told)


def mission_price(before: State, seat: int) -> str:
    """CB-ESP-1: the price, which has been paid before the mission is sent."""
    civil = before.realm(seat).civil
    return f"{PRICE} gold: {clauses.change('civil', civil + PRICE, civil)}"


# --- clergy and cards ---------------------------------------------------------------------------


def intercession(passage: clauses.Passage) -> str:
    """CB-CLERGY-1, CB-CLERGY-5: the province, the price, how long it holds."""
    (paid, before), *rest = passage.events
    seat = paid.seat if isinstance(paid, ev.InfluenceChanged) else 0
    told = f"{clauses.of_seat(before, seat)}{influence_words(before, passage.after, seat)}"
    for event, _ in rest:
        if isinstance(event, ev.ClergyCame):
            value = before.province(event.province).value
            price = f"{value} / 10 = {value // 10}, {told}"
            until = f"nobody may attack it until {side_name(event.seat)}'s next turn"
            return f"intercession in {name_of(before, event.province)}: {price}; {until}"
    return told


def hand(event: ev.CardDrawn, before: State) -> str:
    """CB-FATE-1: what a card that is kept brings when it is played."""
    card = before.lore.card(event.card)
    brings = card.units if card is not None else None
    if brings is None or not event.kept:
        return ""
    return f", kept: {brings.amount} {plural(brings.what)} when played"


# Phases and turns, draws, the end, the GM: what every system has, in the words of this one.


PHRASES = replace(
    SAID,
    ruled='GM: ruling "{text}"',
    refused="Not carried out: {why}",
    dice="GM: next dice {faces}",
    no_dice="",
)
"""The usual sentences, but for what the GM did and what was refused."""


def of_shared(event: SharedEvent, before: State) -> Line:
    """The clause of an event that every system has."""
    flow = before.flow
    match event:
        case shared.PhaseBegan(_, phase):
            return clauses.said(f"{clauses.capital(phase)} begins")
        case shared.TurnPassed(seat):
            return clauses.said(f"{side_name(seat)} sets up" if flow.phase == "setup" else "")
        case shared.Ended(_, how, winners) if winners:
            won = joined([side_name(one) for one in winners])
            why = how.removeprefix(f"{won} has ").removeprefix(f"{won} is ")
            wins = "wins" if len(winners) == 1 else "win"
            return clauses.loud(f"{clauses.capital(won)} {wins}: {why}")
        case shared.Ended(_, how):
            return clauses.loud(f"Draw: {how}")
        case shared.Overridden(attribute, value):
            was = {"turn": side_name(flow.turn), "round": str(flow.round), "phase": flow.phase}
            now = side_name(int(value)) if attribute == "turn" else value
            changed = clauses.change(attribute, was[attribute], now)
            return clauses.said(f"GM: {changed or f'{attribute} {now}'}")
        case _:
            return clauses.said(" ".join(PHRASES.of(event)))


# One line of orders and what came of it, in few lines: the wording of chat and console.


OPENING = (ev.BattleBegan, ev.RoundBegan, ev.Withdrew)
"""Events with which a battle begins or goes on."""

OWN_LINE = (
    ev.MajorityWarned,
    ev.Revolted,
    ev.PlacementFailed,
    ev.IncomePaid,
    ev.FirstPlayerRolled,
    ev.TurnBegan,
    ev.Eliminated,
    shared.Ended,
    shared.Refused,
)
"""Events that begin a new line."""

QUIET = (shared.TurnPassed, ev.CaptivesLost)
"""Events that are added to a line but never begin one."""

AT_THE_START = ("bonus", "first income")
"""CB-SETUP-11: what seats receive before round 1; each kind is told in a line of its own."""

FEW = 3
"""With more battles than this in a line of orders, their rounds are not told."""


def brief(state: State, events: Sequence[Event]) -> tuple[Line, ...]:
    """CB-SCOPE-3: what was ordered and what came of it, in the same words for everybody."""
    every = passages(state, events)
    battles = sum(isinstance(one.events[0][0], OPENING) for one in every)
    lines: list[list[Line]] = []
    fresh = True
    loaded = False
    for one in every:
        event = one.events[0][0]
        if isinstance(event, OPENING):
            lines += [[line] for line in tell_battle(one, rounds=battles <= FEW)]
            fresh, loaded = True, False
            continue
        if isinstance(event, shared.Rolled):
            loaded = loaded or event.loaded
            continue
        told = clause_of(one)
        if not told or (isinstance(event, QUIET) and (fresh or not lines)):
            continue
        if loaded:
            told, loaded = (*told, *clauses.said(" (loaded by the GM)")), False
        if fresh or begins_line(event):
            lines.append([told])
        else:
            lines[-1].append(told)
        fresh = False
    return tuple(put_together(one) for one in lines)


def begins_line(event: Event) -> bool:
    """Does the event begin a new line?"""
    if isinstance(event, ev.GoldReceived):
        return event.why in AT_THE_START
    return isinstance(event, OWN_LINE)


def clause_of(passage: clauses.Passage) -> Line:
    """The clause of an event outside battles: its short form, or else the report's sentence."""
    event, before = passage.first
    if event.SHORT is not None:
        return clause(event.SHORT, event, clause_words(passage))
    if isinstance(event, ev.Overrode):
        return of_gm(event.words, before, passage.after)
    if isinstance(event, SharedEvent):
        return of_shared(event, before)
    return clauses.said("; ".join(report(event, before)))


# --- passages -----------------------------------------------------------------------------------


def passages(state: State, events: Sequence[Event]) -> tuple[clauses.Passage, ...]:
    """Group the events in order: those of a battle together, and like ones in a row."""
    found: list[clauses.Passage] = []
    phases = [at for at, event in enumerate(events) if isinstance(event, shared.PhaseBegan)]
    turns = [at for at, event in enumerate(events) if isinstance(event, ev.TurnBegan)]
    for at, event in enumerate(events):
        before, state = state, apply(state, event)
        if isinstance(event, shared.PhaseBegan) and (at != phases[-1] or turns):
            continue  # a phase that passed in the same line, or the first of a turn
        if isinstance(event, shared.TurnPassed) and turns:
            continue  # the turn that begins says it
        if found and joins(found[-1], event):
            found[-1] = clauses.Passage((*found[-1].events, (event, before)), state)
        else:
            found.append(clauses.Passage(((event, before),), state))
    return tuple(found)


def joins(passage: clauses.Passage, event: Event) -> bool:
    """Does an event belong to the passage so far?"""
    first = passage.events[0][0]
    if isinstance(first, OPENING):
        return belongs(passage, event)
    match first, event:
        case ev.GoldReceived(why=why), ev.GoldReceived(why=other):
            return why == other and why in AT_THE_START
        case (
            (ev.Placed(noted=True), ev.Placed(noted=True))
            | (ev.InfluenceChanged(why="intercession"), ev.ClergyCame())
            | (ev.ProvinceTaken(how="resigned"), ev.ProvinceTaken(how="resigned"))
        ):
            return True
        case _:
            return False
