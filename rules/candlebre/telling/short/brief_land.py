"""Setup, movement, placement, revolts and provinces that change hands, one clause each."""

from rules.candlebre import events as ev
from rules.candlebre.events import war as wv
from rules.candlebre.lore import House
from rules.candlebre.naming import name_of, names_of
from rules.candlebre.realm.prices import unit_prices
from rules.candlebre.roster import KINDS
from rules.candlebre.state import State
from rules.candlebre.telling.phrases import short
from rules.candlebre.telling.short.clauses import (
    capital,
    change,
    listed,
    loud,
    ordered,
    said,
    side,
)
from rules.candlebre.telling.short.passage import Passage
from rules.candlebre.units import NOBODY, Tally, added
from rules.candlebre.words import building_words, joined, side_name
from rules.display.view import Line
from rules.display.words import counted

MOST_NAMES = 5
"""More provinces than that are a number."""


def of_land(passage: Passage) -> Line | None:
    """A clause of what happens to the map and on it; None: another chapter tells it."""
    event, before = passage.first
    match event:
        case ev.ValuesFound() | ev.MapLaid() | ev.Claimed() | ev.HouseChosen():
            return said(founding(passage))
        case ev.Mustered() | ev.LeaderPlaced():
            return said(founding(passage))
        case ev.Attacked() | ev.Marched() | ev.MajorityWarned():
            return said(moving(passage))
        case ev.Revolted():
            return revolt(event, before)
        case ev.ProvinceTaken() | ev.BattleCalledOff() | ev.BuildingRazed() | ev.UnitsGone():
            return taking(passage)
        case ev.Placed() | ev.PlacementFailed():
            return said(placing(passage))
        case wv.LeaderCaptured(number, owner, captor):
            return loud(f"GL{number} of {side_name(owner)} is captured by {side_name(captor)}")
        case ev.CardJoined() | ev.CardStayed():
            return ()
        case _:
            return None


# --- setup --------------------------------------------------------------------------------------


def founding(passage: Passage) -> str:
    """Section 4: values from dice, maps, claims, Houses, the first units and leaders."""
    event, before = passage.first
    match event:
        case ev.ValuesFound(values, faces) if faces:
            low, high = min(values), max(values)
            return f"values by dice: {low} to {high}, {sum(values)} gold in all"
        case ev.MapLaid(sites, warnings):
            told = f"GM: another map, {len(sites)} provinces"
            count = len(warnings)
            return f"{told} · {counted(count, 'warning')}" if count else told
        case ev.Claimed(_, provinces, dropped):
            worth = sum(before.province(number).value for number in provinces)
            named = joined([named_with_value(before, number) for number in provinces])
            given = f" · given up: {names_of(before, dropped)}" if dropped else ""
            return f"claim {named}: {worth} gold a turn{given}"
        case ev.HouseChosen(seat, house, honor):
            played = before.lore.house(house)
            parts = [house_words(played) if played else house]
            parts.append(change("honor", before.realm(seat).honor, honor))
            return " · ".join(part for part in parts if part)
        case ev.Mustered(seat, province, units, price, left):
            here = name_of(before, province)
            gold = change("start gold", before.realm(seat).start_gold, left)
            total = sum_words(before, seat, units, price)
            return f"buy {ordered(units, KINDS)} in {here}: {total} · {gold}"
        case ev.LeaderPlaced(number, _, province):
            return f"place GL{number} in {name_of(before, province)}"
        case _:
            return ""


def named_with_value(state: State, number: int) -> str:
    """`Ashford 60`."""
    return f"{name_of(state, number)} {state.province(number).value}"


def house_words(house: House) -> str:
    """`House Varlan, the Spear: Barracks 45 gold, but Temples 65 gold`."""
    told = f"{house.name}, {house.title}" if house.title else house.name
    effects = ", but ".join(part for part in (house.strength, house.weakness) if part)
    return f"{told}: {effects}" if effects else told


def sum_words(state: State, seat: int, units: Tally, price: int) -> str:
    """CB-BUY-3: `3 x 15 + 25 = 70 gold`, or `15 gold`."""
    prices = unit_prices(state, state.realm(seat))
    bought = [(n, each) for n, each in zip(units, prices, strict=True) if n]
    parts = [f"{n} x {each}" if n > 1 else str(each) for n, each in bought]
    if len(parts) == 1 and sum(units) == 1:
        return f"{price} gold"
    return f"{' + '.join(parts)} = {price} gold"


# --- movement -----------------------------------------------------------------------------------


def moving(passage: Passage) -> str:
    """Section 7.6: attacks, marches, and the warning of CB-MERC-4."""
    event, before = passage.first
    match event:
        case ev.Attacked(_, source, target, units, leaders=leaders):
            force = listed(units.tally, leaders)
            ways = f"attack {name_of(before, target)} from {name_of(before, source)}: {force}"
            return f"{ways}{joined_force(passage, target)} {against(before, target)}" + left_in(
                passage.after, source
            )
        case ev.Marched(_, source, target, units, leaders=leaders):
            force = listed(units.tally, leaders)
            ways = f"move {force} from {name_of(before, source)} to {name_of(before, target)}"
            there = listed(passage.after.province(target).units.tally)
            return f"{ways}: {there} there{left_in(passage.after, source)}"
        case ev.MajorityWarned(_, province, mercenaries, regulars):
            here = name_of(before, province)
            others = counted(regulars, "other")
            told = f"Warning: {here} keeps {mercenaries} Mer and {others}"
            return f"{told}; so many mercenaries revolt when the phase ends"
        case _:
            return ""


def joined_force(passage: Passage, target: int) -> str:
    """CB-MOVE-10: the whole force, if others attack there already."""
    _, before = passage.first
    if before.province(target).battle is None:
        return ""
    battle = passage.after.province(target).battle
    leaders = [one.number for one in passage.after.leaders_at(target, attacking=True)]
    return f" join, {listed(battle.units.tally, leaders)} in all" if battle is not None else ""


def against(state: State, number: int) -> str:
    """`against 3 Inf, GL2 of army 2 behind walls`."""
    here = state.province(number)
    leaders = [one.number for one in state.leaders_at(number)]
    whose = f" of {side_name(here.owner)}" if here.owner else ", neutral"
    walls = " behind walls" if "walls" in here.buildings else ""
    if not any(state.defenders(number)) and not leaders:
        return f"against no unit{whose}"
    return f"against {listed(state.defenders(number), leaders)}{whose}{walls}"


def left_in(state: State, number: int) -> str:
    """` · Ashford keeps 1 Inf`, ` · Ashford is empty`."""
    here = state.province(number)
    leaders = [one.number for one in state.leaders_at(number)]
    name = name_of(state, number)
    if not here.units.total and not leaders:
        return f" · {name} is empty"
    return f" · {name} keeps {listed(here.units.tally, leaders)}"


def revolt(event: ev.Revolted, before: State) -> Line:
    """CB-MERC-8: the province, why, and where the others go."""
    here = name_of(before, event.province)
    regulars = event.units.total
    told = f": {event.mercenaries} against {regulars}, and it is neutral now"
    if event.units.total or event.leaders:
        gone = listed(event.units.tally, event.leaders)
        told += f"; {gone} {f'go to {name_of(before, event.to)}' if event.to else 'are lost'}"
    return (*loud(f"Mercenaries seize {here} from {side_name(event.seat)}"), *said(told))


# --- what changes hands -------------------------------------------------------------------------


def taking(passage: Passage) -> Line:
    """CB-BATTLE-3, CB-ELIM-2: provinces without a battle, buildings and units that are gone."""
    event, before = passage.first
    match event:
        case ev.ProvinceTaken(seat, province, former, "unopposed"):
            whose = f" from {side_name(former)}" if former else ""
            return loud(f"{capital(side(seat))} takes {name_of(before, province)}{whose} unopposed")
        case ev.ProvinceTaken(_, _, former, "resigned"):
            numbers = [
                one.province for one, _ in passage.events if isinstance(one, ev.ProvinceTaken)
            ]
            named = names_of(before, numbers)
            if len(numbers) > MOST_NAMES:
                named = f"{len(numbers)} provinces"
            become = "become" if len(numbers) > 1 else "becomes"
            return said(f"{named} of {side_name(former)} {become} neutral")
        case ev.BattleCalledOff(province, seat):
            return said(f"the attack of {side(seat)} on {name_of(before, province)} is called off")
        case ev.BuildingRazed(province, building):
            here = name_of(before, province)
            return loud(f"the {building_words(building)} in {here} is gone")
        case ev.UnitsGone(province, _, units, why) if why != "override":
            return loud(f"{short(units.tally)} in {name_of(before, province)} is gone")
        case _:
            return ()


def placing(passage: Passage) -> str:
    """Section 7.17."""
    event, before = passage.first
    match event:
        case ev.Placed(noted=True):
            found: dict[int, Tally] = {}
            for one, _ in passage.events:
                if isinstance(one, ev.Placed):
                    found[one.province] = added(found.get(one.province, NOBODY), one.units)
            parts = [f"{short(units)} in {name_of(before, at)}" for at, units in found.items()]
            return f"placed as bought: {'; '.join(parts)}"
        case ev.Placed(_, province, units, reserve):
            whence = " from the reserve" if reserve else ""
            there = listed(passage.after.province(province).units.tally)
            here = name_of(before, province)
            return f"place {ordered(units, KINDS)}{whence} in {here}: {there} there"
        case ev.PlacementFailed(_, province, units, _, why):
            here = name_of(before, province)
            return f"{short(units)} for {here} not placed, still in the pool: {why}"
        case _:
            return ""
