"""An event unfolded: the formula, every part of it with its rule, the dice, the rounding."""

from rules.candlebre import events as ev
from rules.candlebre.naming import name_of
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
from rules.candlebre.telling.view import long
from rules.candlebre.units import ROSTER
from rules.candlebre.words import counted, joined, plural, side_name
from rules.line.events import Ended, Event, Rolled


def why(event: Event, before: State) -> tuple[str, ...]:
    """How the numbers of an event came about; nothing if it has none."""
    if isinstance(event, Rolled):
        return (f"{event.die}: {event.face}, {'loaded by the GM' if event.loaded else 'drawn'}",)
    if isinstance(event, Ended):
        return (f"{event.rule}: {event.termination}",)
    return why_of_war(event, before) or why_of_gold(event, before) or why_of_court(event, before)


def why_of_war(event: Event, before: State) -> tuple[str, ...]:
    """How the numbers of a battle came about; nothing for other events."""
    match event:
        case ev.Volley():
            return (need_words(event), *hit_words(event))
        case ev.LossesTaken(wasted=wasted):
            taken = f"{long(event.killed.tally)} killed, {long(event.captured.tally)} captured"
            order = f"{taken}: precision kills, captures, kills, by the loss order (CB-LOSS-2)"
            more = f"{wasted} hits found nobody (CB-LOSS-4)"
            return (order, more) if wasted else (order,)
        case ev.BountyPaid(_, _, rate, mercenaries, gold, left):
            return (f"{rate} x {mercenaries} = {gold} gold, {left} left (CB-MERC-5)",)
        case ev.BountyUnpaid(_, _, rate, mercenaries, gold, there):
            return (f"{rate} x {mercenaries} = {gold} gold, {there} there (CB-MERC-5)",)
        case ev.Rerolled(_, _, _, kind, old, new, left):
            return (f"a counter rerolls {kind} {old}: {new} stands; {left} left (CB-LEAD-5)",)
        case ev.Withdrew(rolls=rolls, caught=caught):
            low = sum(roll <= 3 for roll in rolls)
            return (f"{low} dice of 1 to 3: {long(caught)} caught (CB-WDRAW-5)",)
        case ev.NightFell(round=number):
            return (f"round {number} is the last of a battle (CB-FIGHT-6)",)
        case ev.FormedUp(round=number):
            return (f"not ready in round {number}, ready from the next (CB-CHARGE-3)",)
        case ev.BattleOver(how=how, taken=taken):
            holder = "the attacker takes it" if taken else "the defender keeps it"
            return (f"a force is {how}: {holder} (CB-BATTLE-5)",)
        case ev.Revolted(_, province, mercenaries):
            here = name_of(before, province)
            regulars = before.province(province).units.regulars
            more = f"{mercenaries} mercenaries, {regulars} regular units"
            return (f"{here}: {more}; more mercenaries revolt (CB-MERC-7)",)
        case ev.LeaderCaptured(number, _, captor):
            return (f"GL{number}'s force is gone; {side_name(captor)} takes him (CB-LEAD-6)",)
        case ev.LeaderEscaped(number, _, _, to):
            home = name_of(before, to)
            return (f"neutrals take nobody; GL{number} flees to the nearest, {home} (CB-NEUT-4)",)
        case _:
            return ()


def need_words(event: ev.Volley) -> str:
    """CB-HIT-1: `need 2 x (8 + 1 tech) + 1 leader = 19`."""
    sum_of = f"{event.value} + {event.tech} tech" if event.tech else str(event.value)
    if event.factor != 1:
        sum_of = f"{event.factor} x ({sum_of})"
    parts = "".join(f" {change:+d} {what}" for what, change in event.modifiers)
    return f"need {sum_of}{parts} = {event.need} (CB-HIT-1)"


def hit_words(event: ev.Volley) -> tuple[str, ...]:
    """CB-HIT-2, CB-HIT-3, CB-HIT-5, CB-PREC-2: which dice hit, and what the hits do."""
    rolled = f"{event.hits} of {len(event.rolls)} dice at most {event.need}, or 1, and not 20"
    if event.target:
        halved = f"{event.hits} hits halved, rounded down: {event.precision}"
        return (f"{rolled} (CB-HIT-2)", f"{halved} on {plural(event.target)} (CB-PREC-2)")
    exact = f"{event.captured} of them exactly {event.need}: captured (CB-HIT-5)"
    return (f"{rolled} (CB-HIT-2)", exact) if event.captured else (f"{rolled} (CB-HIT-2)",)


# --- gold ---------------------------------------------------------------------------------------


def why_of_gold(event: Event, before: State) -> tuple[str, ...]:
    """Prices, what is received, incomes."""
    match event:
        case ev.GoldReceived(_, amount, military, civil, why):
            return (*_source(why), split_words(amount, military, civil))
        case ev.IncomePaid(seat):
            return income_words(before, seat, event)
        case ev.Bought(seat, units, price) | ev.Mustered(seat, _, units, price):
            prices = unit_prices(before, before.realm(seat))
            found = zip(ROSTER, units, prices, strict=True)
            parts = joined([f"{counted(n, one.id)} at {each}" for one, n, each in found if n])
            return (f"{parts} = {price} gold (CB-UNIT-1, CB-BUY-3)",)
        case ev.Built(seat, building, price=price) if price:
            realm = before.realm(seat)
            base = base_price(house_of(before, realm), building, BUILDING_PRICES[building])
            parts = percent_words(before, realm, building=True)
            return (f"{base} gold{parts} = {price}, halves up (CB-BUILD-6)",)
        case ev.LevelBought(seat, _, level, price):
            parts = percent_words(before, before.realm(seat), building=False)
            return (f"level {level}: {LEVEL_PRICES[level - 1]} gold{parts} = {price} (CB-RES-7)",)
        case ev.ResearchRolled(seat, _, faces, price):
            parts = percent_words(before, before.realm(seat), building=False)
            paid = f"{len(faces)} dice at {DIE_PRICE} gold{parts} = {price} (CB-RES-5, CB-RES-7)"
            old = event.total - sum(faces)
            return (paid, f"total {old} + {sum(faces)} = {event.total} (CB-RES-6)")
        case _:
            return ()


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


def income_words(state: State, seat: int, event: ev.IncomePaid) -> tuple[str, ...]:
    """CB-INC-2 to CB-INC-4: what each of the three sums was made of."""
    realm = state.realm(seat)
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


def _source(why: str) -> tuple[str, ...]:
    """The rule that an amount comes from."""
    rules = {
        "left over": "what is left of the start gold (CB-SETUP-10)",
        "bonus": "one income more for the smallest incomes (CB-SETUP-11)",
        "first income": "one normal income, gold only (CB-SETUP-11)",
        "captives": "half the base price of each, rounded down (CB-CAPT-4)",
        "ransom": "what the owner paid (CB-DIPL-2)",
        "theft": "at most 20 gold of the civil purse (CB-TECH-3)",
    }
    return (rules[why],) if why in rules else ()


# --- the rest of the court ----------------------------------------------------------------------


def why_of_court(event: Event, before: State) -> tuple[str, ...]:
    """Missions, clergy, cards, the first player, honor."""
    match event:
        case ev.MissionSent(target=target, guarded=True):
            honor = before.realm(target).honor
            return (f"{side_name(target)} is on guard with {honor} honor, 5 or more (CB-ESP-6)",)
        case ev.MissionSent(seat, _, target, need, roll):
            own, theirs = (before.realm(one).levels[2] for one in (seat, target))
            counter = f"E{theirs} of {side_name(target)}"
            return (
                f"need 10 + bonus of E{own} - counter of {counter} = {need} (CB-ESP-7, CB-TECH-3)",
                f"rolled {roll}: 1 always succeeds, 20 always fails, else at most {need}",
            )
        case ev.ClergyCame(_, province):
            value = before.province(province).value
            price = f"value {value} / 10 = {value // 10} influence (CB-CLERGY-5)"
            return (f"{name_of(before, province)}: {price}",)
        case ev.CardDrawn(_, card, place, left):
            drawn = f"card {place} of the {left + 1} that were left is {card} (CB-FATE-1)"
            return (drawn, *card_effects(before, card))
        case ev.FirstPlayerRolled(rolls):
            best = max(face for _, face in rolls)
            return (f"the highest d6 is {best}; those tied for it roll again (CB-SETUP-12)",)
        case ev.HonorChanged(_, change, honor, why, deed):
            rule = "CB-HONOR-4" if change < 0 else "CB-HONOR-5"
            told = f"{why}: honor {honor - change} {change:+} = {honor} ({rule})"
            return (
                (told, "a deed: not clean until its next income (CB-HONOR-6)") if deed else (told,)
            )
        case ev.PlacementFailed(rule=rule, why=why):
            return (f"{rule}: {why}",)
        case _:
            return ()


def card_effects(state: State, code: str) -> tuple[str, ...]:
    """13.3: what a card does."""
    card = state.lore.card(code)
    if card is None:
        return ()
    told = ", ".join(f"{one.kind} {one.amount} {one.what}".strip() for one in card.effects)
    return (f"{card.name}: {told} (13.3)",)
