"""An event unfolded: the formula, every part of it with its rule, the dice, the rounding."""

from rules.candlebre import events as ev
from rules.candlebre.realm.purse import (
    BUILDING_PRICES,
    DIE_PRICE,
    LEVEL_PRICES,
    base_price,
    count,
    gold_income,
    house_of,
    unit_prices,
)
from rules.candlebre.state import Realm, State
from rules.candlebre.telling.report import words_of
from rules.candlebre.units import ROSTER
from rules.candlebre.words import counted, joined, plural
from rules.display.acts import sentences
from rules.line.events import Ended, Event
from rules.line.said import Words


def why(event: Event, before: State) -> tuple[str, ...]:
    """How the numbers of an event came about; nothing if it has none."""
    if isinstance(event, Ended):
        return (f"{event.rule}: {event.termination}",)
    if isinstance(event, ev.IncomePaid):
        return income_words(before, event)
    return sentences(event.WHY, event, {**words_of(before), **formulas_of(before)})


SOURCES = {
    "left over": "what is left of the start gold (CB-SETUP-10)",
    "bonus": "one income more for the smallest incomes (CB-SETUP-11)",
    "first income": "one normal income, gold only (CB-SETUP-11)",
    "captives": "half the base price of each, rounded down (CB-CAPT-4)",
    "ransom": "what the owner paid (CB-DIPL-2)",
    "theft": "at most 20 gold of the civil purse (CB-TECH-3)",
}
"""The rule that an amount comes from."""


def formulas_of(before: State) -> Words:
    """What the lines of `WHY` name behind a colon besides the words of the report."""
    return {
        "need": need_words,
        "low": lambda rolls: str(sum(roll <= 3 for roll in rolls)),
        "plural": plural,
        "sum": lambda faces: str(sum(faces)),
        "highest": lambda rolls: str(max(face for _, face in rolls)),
        "source": lambda why: SOURCES.get(why, ""),
        "there": lambda event: str(event.left + 1),
        "effects": lambda code: card_effects(before, code),
        "old honor": lambda event: str(event.honor - event.change),
        "old total": lambda event: str(event.total - sum(event.faces)),
        "honor rule": lambda change: "CB-HONOR-4" if change < 0 else "CB-HONOR-5",
        "honor": lambda seat: str(before.realm(seat).honor),
        "spies": lambda seat: str(before.realm(seat).levels[2]),
        "regulars": lambda province: str(before.province(province).units.regulars),
        "value": lambda province: str(before.province(province).value),
        "tithe": lambda province: str(before.province(province).value // 10),
        "level price": lambda level: str(LEVEL_PRICES[level - 1]),
        "dice price": lambda faces: f"{len(faces)} dice at {DIE_PRICE} gold",
        "unit prices": lambda event: units_at(before, event),
        "base price": lambda event: str(
            base_price(
                house_of(before, before.realm(event.seat)),
                event.building,
                BUILDING_PRICES[event.building],
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
    prices = unit_prices(before, before.realm(event.seat))
    found = zip(ROSTER, event.units, prices, strict=True)
    return joined([f"{counted(n, one.id)} at {each}" for one, n, each in found if n])


def split_words(amount: int, military: int, civil: int) -> str:
    """CB-GOLD-2."""
    return (
        f"{amount} gold: half, rounded down, is {military} military; the rest, {civil}, is civil "
        "(CB-GOLD-2)"
    )


def percent_words(state: State, realm: Realm, building: bool) -> str:
    """CB-BUILD-6, CB-RES-7: ` +10% infamy -10% I3`."""
    parts = ["+10% infamy"] if realm.infamy else []
    house = house_of(state, realm)
    if building and realm.levels[1] >= 3:
        parts.append("-10% I3")
    if not building and house.research_price:
        parts.append(f"{house.research_price:+}% {house.name}")
    return "".join(f" {part}" for part in parts)


def income_words(state: State, event: ev.IncomePaid) -> tuple[str, ...]:
    """CB-INC-2 to CB-INC-4: what each of the three sums was made of."""
    seat, realm = event.seat, state.realm(event.seat)
    house = house_of(state, realm)
    numbers = state.owned(seat)
    values = sum(state.province(number).value for number in numbers)
    markets = count(state, seat, "market")
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
    clean = ", 1 for clean hands" if realm.clean else ""
    halls = count(state, seat, "hall")
    return (
        f"{', '.join(parts)} = {gold_income(state, seat)} gold (CB-INC-2)",
        split_words(event.gold, event.to_military, event.to_civil),
        f"{len(numbers)} provinces / 5 = {len(numbers) // 5}{clean}, {halls} Great Halls = "
        f"{event.honor_change} honor (CB-INC-3)",
        f"{count(state, seat, 'temple')} Temples = {event.influence_change} influence (CB-INC-4)",
    )


def card_effects(state: State, code: str) -> str:
    """13.3: what a card does."""
    card = state.lore.card(code)
    if card is None:
        return ""
    told = ", ".join(f"{one.kind} {one.amount} {one.what}".strip() for one in card.effects)
    return f"{card.name}: {told} (13.3)"
