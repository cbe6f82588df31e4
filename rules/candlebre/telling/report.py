"""The report of an event: its sentence, the reason for every number, the luck of its dice."""

from collections.abc import Callable, Sequence
from typing import assert_never

from rules.candlebre import events as ev
from rules.candlebre.court.espionage import is_success
from rules.candlebre.naming import name_of, names_of
from rules.candlebre.realm import purse
from rules.candlebre.state import D6, D20, Realm, State
from rules.candlebre.telling import view
from rules.candlebre.units import ROSTER, Tally
from rules.candlebre.war.movement import CAUGHT
from rules.candlebre.war.tiers import is_hit
from rules.candlebre.words import building_words, counted, joined, plural, plurals, side_name
from rules.display.acts import SharedSentences, sentences, told_by
from rules.line.events import Ended, Event, Overridden, Rolled, SharedEvent
from rules.line.said import Words
from rules.numbers.luck import Fallen, Thrown, thrown

# CB-BOARD-6: sentences for every event, in the same words for everybody (CB-SCOPE-3).


Sentences = tuple[str, ...]


def report(event: Event, before: State) -> tuple[str, ...]:
    """CB-DICE-2: what happened, with every die and number; empty for what needs no words."""
    return CHAPTERS[type(event)](event, before)


def opening(event: ev.ValuesFound | ev.MapLaid, before: State) -> Sentences:
    """CB-MAP-5, CB-MAP-7: values from dice, another map with its warnings."""
    match event:
        case ev.ValuesFound(values, faces):
            if not faces:
                return ()
            found = zip(before.sites, faces, values, strict=True)
            told = ", ".join(f"{site.code} {face} = {value}" for site, face, value in found)
            return (f"province values: {told}",)
        case ev.MapLaid(sites, warnings):
            laid = f"GM: another map, {len(sites)} provinces"
            return (laid, *(f"warning, {rule}: {what}" for rule, what in warnings))
        case _:
            assert_never(event)


PHRASES = SharedSentences(
    called=side_name,
    listing=" and ".join,
    phase="phase: {phase}",
    agreed="{seat} accepts the draw",
    declined="the draw is declined",
    lapsed="the draw offer lapses",
    won="{winners} wins: {how}",
    drawn="Draw: {how}",
    ruled='GM: rule "{text}"',
    refused="refused: {rule}: {why}",
    overridden="GM: set {attribute} {value}",
    dice="GM: next dice {faces}",
    between=" ",
    no_dice="",
)


def shared(event: SharedEvent, before: State) -> Sentences:
    """CB-WIN-1, CB-WIN-3, CB-WIN-5: draws, who has won, and what every system has."""
    if isinstance(event, Overridden) and event.attribute == "turn":
        return (f"GM: set turn {side_name(int(event.value))}",)
    return PHRASES.of(event)


def with_leaders(units: Tally, leaders: tuple[int, ...]) -> str:
    """`3 infantry, 1 archer and GL1`."""
    if not leaders:
        return view.long(units)
    led = view.leaders_text(leaders)
    return f"{view.long(units)} and {led}" if any(units) else led


def losses(event: ev.LossesTaken) -> str:
    """CB-BOARD-6: `army 2 loses 1 infantry, 2 cavalry captured`."""
    lost = view.killed_and_captured(event.killed.tally, event.captured.tally)
    return f"{side_name(event.seat)} loses {lost}" if lost else ""


def gone(event: ev.Revolted, before: State) -> str:
    """CB-MERC-8: where the regular units and leaders go."""
    if not event.units.total and not event.leaders:
        return ""
    went = f"sent to {name_of(before, event.to)}" if event.to else "lost with it"
    return f"; {went}: {with_leaders(event.units.tally, event.leaders)}"


def new_techs(event: ev.TurnBegan) -> list[str]:
    """`M2`: the levels that come into force."""
    found = zip("MIE", event.levels, event.gained, strict=True)
    return [f"{letter}{level}" for letter, level, more in found if more]


def house_words(before: State, house: str) -> str:
    """`House Varlan, the Spear`."""
    played = before.lore.house(house)
    return f"{played.name}, {played.title}" if played else house


WORDS: Words = {
    "side": side_name,
    "sides": lambda seats: ", ".join(map(side_name, seats)),
    "both": lambda seats: " and ".join(map(side_name, seats)),
    "rolls": lambda rolls: ", ".join(f"{side_name(seat)} {face}" for seat, face in rolls),
    "force": view.long,
    "body": lambda units: view.long(units.tally) if units.total else "no unit",
    "party": lambda event: with_leaders(event.units.tally, event.leaders),
    "caught": lambda units: f"{sum(units)} caught{f' ({view.long(units)})' if any(units) else ''}",
    "losses": losses,
    "leaders": view.leaders_text,
    "plurals": plurals,
    "building": building_words,
    "offer": view.offer_words,
    "signed": lambda number: f"{number:+}",
    "number": lambda things: str(len(things)),
    "but one": lambda number: str(number - 1),
    "wins": lambda taken: "wins" if taken else "holds",
    "switch": lambda on: "on" if on else "off",
    "closed": lambda how: "void" if how == "eliminated" else str(how),
    "techs": lambda event: ", ".join(new_techs(event)),
}
"""The format words that sentences of events use, as in `{seat:side}`."""


def words_of(before: State) -> Words:
    """`WORDS`, and those that need the state: provinces, Houses and cards by name."""
    return {
        **WORDS,
        "place": lambda number: name_of(before, number),
        "places": lambda numbers: names_of(before, numbers),
        "house": lambda house: house_words(before, house),
        "card": lambda code: view.card_words(before, code),
        "gone": lambda event: gone(event, before),
    }


CHAPTERS = told_by(ev, opening, shared, words=words_of)
"""How every event of the system is told, by its type."""


# The numbers of an event explained: each formula, its parts with their rules, dice, rounding.


def why(event: Event, before: State) -> tuple[str, ...]:
    """How the numbers of an event came about; empty if it has none."""
    if isinstance(event, Ended):
        return (f"{event.rule}: {event.termination}",)
    if not event.WHY:
        return ()
    return sentences(event.WHY, event, {**words_of(before), **formulas_of(before)})


SOURCES = {
    "left over": "what is left of the start gold (CB-SETUP-10)",
    "bonus": "one income more for the smallest incomes (CB-SETUP-11)",
    "first income": "one normal income, gold only (CB-SETUP-11)",
    "captives": "half the base price of each, rounded down (CB-CAPT-4)",
    "ransom": "what the owner paid (CB-DIPL-2)",
    "theft": "at most 20 gold of the civil purse (CB-TECH-3)",
}
"""Where an amount of gold comes from, by its reason, with the rule."""


def formulas_of(before: State) -> Words:
    """The format words that `WHY` lines use besides those of the report."""
    return {
        "need": need_words,
        "low": lambda rolls: str(sum(roll <= 3 for roll in rolls)),
        "plural": plural,
        "sum": lambda faces: str(sum(faces)),
        "highest": lambda rolls: str(max(face for _, face in rolls)),
        "source": lambda why: SOURCES.get(why, ""),
        "effects": lambda code: card_effects(before, code),
        "old honor": lambda event: str(event.honor - event.change),
        "old total": lambda event: str(event.total - sum(event.faces)),
        "honor rule": lambda change: "CB-HONOR-4" if change < 0 else "CB-HONOR-5",
        "honor": lambda seat: str(before.realm(seat).honor),
        "spies": lambda seat: str(before.realm(seat).levels[2]),
        "regulars": lambda province: str(before.province(province).units.regulars),
        "value": lambda province: str(before.province(province).value),
        "tithe": lambda province: str(before.province(province).value // 10),
        "level price": lambda level: str(purse.LEVEL_PRICES[level - 1]),
        "dice price": lambda faces: f"{len(faces)} dice at {purse.DIE_PRICE} gold",
        "income sum": lambda seat: income_sum(before, seat),
        "honor sum": lambda seat: honor_sum(before, seat),
        "temples": lambda seat: str(purse.count(before, seat, "temple")),
        "unit prices": lambda event: units_at(before, event),
        "base price": lambda event: str(
            purse.base_price(
                purse.house_of(before, before.realm(event.seat)),
                event.building,
                purse.BUILDING_PRICES[event.building],
            )
        ),
        "building percents": lambda seat: percent_words(before, before.realm(seat), building=True),
        "research percents": lambda seat: percent_words(before, before.realm(seat), building=False),
    }


def need_words(event: ev.Volley) -> str:
    """CB-HIT-1: `2 x (8 + 1 tech) + 1 leader`."""
    sum_of = f"{event.value} + {event.tech} tech" if event.tech else str(event.value)
    if event.factor != 1:
        sum_of = f"{event.factor} x ({sum_of})"
    return sum_of + "".join(f" {change:+d} {what}" for what, change in event.modifiers)


def units_at(before: State, event: ev.Bought | ev.Mustered) -> str:
    """CB-BUY-3: `3 infantry at 15 and 1 archer at 20`."""
    prices = purse.unit_prices(before, before.realm(event.seat))
    found = zip(ROSTER, event.units, prices, strict=True)
    return joined([f"{counted(n, one.id)} at {each}" for one, n, each in found if n])


def percent_words(state: State, realm: Realm, building: bool) -> str:
    """CB-BUILD-6, CB-RES-7: ` +10% infamy -10% I3`."""
    parts = ["+10% infamy"] if realm.infamy else []
    house = purse.house_of(state, realm)
    if building and realm.levels[1] >= 3:
        parts.append("-10% I3")
    if not building and house.research_price:
        parts.append(f"{house.research_price:+}% {house.name}")
    return "".join(f" {part}" for part in parts)


def income_sum(state: State, seat: int) -> str:
    """CB-INC-2: `values of 5 provinces 240, 2 markets at 10 = 260`."""
    realm = state.realm(seat)
    house = purse.house_of(state, realm)
    numbers = state.owned(seat)
    values = sum(state.province(number).value for number in numbers)
    markets = purse.count(state, seat, "market")
    parts = [f"values of {len(numbers)} provinces {values}"]
    if markets:
        parts.append(f"{markets} markets at {15 if realm.levels[1] >= 2 else 10}")
    if realm.levels[1] >= 1:
        each = 5 if realm.levels[1] >= 7 else 2
        parts.append(f"{each} for each province")
    if house.gold_income:
        parts.append(f"{house.gold_income:+}% {house.name}")
    if realm.levels[1] >= 10:
        parts.append("+10% I10")
    return f"{', '.join(parts)} = {purse.gold_income(state, seat)}"


def honor_sum(state: State, seat: int) -> str:
    """CB-INC-3: `7 provinces / 5 = 1, 1 for clean hands, 0 Great Halls`."""
    number = len(state.owned(seat))
    clean = ", 1 for clean hands" if state.realm(seat).clean else ""
    halls = purse.count(state, seat, "hall")
    return f"{number} provinces / 5 = {number // 5}{clean}, {halls} Great Halls"


def card_effects(state: State, code: str) -> str:
    """13.3: what a card does."""
    card = state.lore.card(code)
    if card is None:
        return ""
    told = ", ".join(f"{one.kind} {one.amount} {one.what}".strip() for one in card.effects)
    return f"{card.name}: {told} (13.3)"


# The luck of an order's dice: battle, withdrawal, missions, research.


def luck(state: State, events: Sequence[Event]) -> tuple[Thrown, ...]:
    """CB-HIT-2, CB-WDRAW-5, CB-ESP-7, CB-RES-5: each die, and what it brought of what it could.

    A rerolled die counts both times.  Dice of neutrals are left out.
    """
    fallen, again, found = Fallen(), dict[str, list[Rolled]](), list[Thrown]()
    for event in events:
        match event:
            case Rolled():
                fallen.waiting.append(event)
            case ev.Rerolled(kind=kind):
                again.setdefault(kind, []).append(fallen.waiting.pop())
            case ev.Volley(seat=seat, attacking=attacking, kind=kind, need=need, rolls=rolls):
                dice = [*fallen.first(len(rolls)), *again.pop(kind, [])]
                what = "attack" if attacking else "defend"
                found += thrown(seat, what, dice, D20, judged(is_hit, need))
            case ev.Withdrew(seat=seat, rolls=rolls):
                dice = fallen.last(len(rolls))
                found += thrown(seat, "withdrawal", dice, D20, lambda face: int(face > CAUGHT))
            case ev.MissionSent(seat=seat, need=need, guarded=False):
                found += thrown(seat, "missions", fallen.last(1), D20, judged(is_success, need))
            case ev.ResearchRolled(seat, _, faces):
                dice = fallen.last(len(faces))
                found += thrown(seat, "research, points", dice, D6, lambda face: face)
            case _:
                pass
    return tuple(one for one in found if one.seat)


def judged(succeeds: Callable[[int, int], bool], need: int) -> Callable[[int], int]:
    """A function that says whether a face hits, or makes a mission succeed, with this need."""
    return lambda face: int(succeeds(face, need))
