"""The report of the setup, of movement, placement and revolts."""

from typing import assert_never

from rules.candlebre import events as ev
from rules.candlebre.naming import name_of, names_of
from rules.candlebre.state import State
from rules.candlebre.telling.phrases import leaders_text, long
from rules.candlebre.units import Tally
from rules.candlebre.words import building_words, side_name

Sentences = tuple[str, ...]


def opening(event: ev.OpeningEvent, before: State) -> Sentences:
    """CB-MAP-5, CB-MAP-7: values from dice, and another map with its warnings."""
    match event:
        case ev.GameOpened():
            return ()
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


def founding(event: ev.FoundingEvent, before: State) -> Sentences:
    """Section 4.2: claims, Houses, the first units, leaders."""
    match event:
        case ev.Claimed(seat, provinces, dropped):
            given = f"; it gives up {names_of(before, dropped)}" if dropped else ""
            return (f"{side_name(seat)} claims {names_of(before, provinces)}{given}",)
        case ev.HouseChosen(seat, house, honor):
            played = before.lore.house(house)
            name = f"{played.name}, {played.title}" if played else house
            return (f"{side_name(seat)} plays {name} (honor {honor})",)
        case ev.Mustered(seat, province, units, price, left):
            here = name_of(before, province)
            return (
                f"{side_name(seat)} buys {long(units)} in {here} for {price} gold; {left} left",
            )
        case ev.LeaderPlaced(number, owner, province):
            return (f"GL{number} of {side_name(owner)} stands in {name_of(before, province)}",)
        case _:
            assert_never(event)


def moving(event: ev.MarchEvent, before: State) -> Sentences:
    """Section 7.6: attacks, marches, and the warning of CB-MERC-4."""
    match event:
        case ev.Attacked(seat, source, target, units, leaders=leaders):
            led = with_leaders(units.tally, leaders)
            ways = f"{name_of(before, target)} from {name_of(before, source)}"
            return (f"{side_name(seat)} attacks {ways} with {led}",)
        case ev.Marched(seat, source, target, units, leaders=leaders):
            led = with_leaders(units.tally, leaders)
            ways = f"from {name_of(before, source)} to {name_of(before, target)}"
            return (f"{side_name(seat)} moves {led} {ways}",)
        case ev.MajorityWarned(_, province, mercenaries, regulars):
            here = name_of(before, province)
            return (
                f"warning, CB-MERC-4: {here} holds {mercenaries} mercenaries and {regulars} "
                "regular units; they revolt at the end of the phase",
            )
        case ev.Revolted(seat, province, mercenaries, units, leaders, to):
            here = name_of(before, province)
            seized = f"mercenaries seize {here} from {side_name(seat)}"
            guard = f"{mercenaries} mercenaries are its guard"
            if not any(units.tally) and not leaders:
                return (f"{seized}; {guard}",)
            gone = with_leaders(units.tally, leaders)
            went = f"sent to {name_of(before, to)}: {gone}" if to else f"lost with it: {gone}"
            return (f"{seized}; {guard}; {went}",)
        case _:
            assert_never(event)


def with_leaders(units: Tally, leaders: tuple[int, ...]) -> str:
    """`3 infantry, 1 archer and GL1`."""
    if not leaders:
        return long(units)
    led = leaders_text(leaders)
    return f"{long(units)} and {led}" if any(units) else led


def taking(event: ev.HoldingEvent, before: State) -> Sentences:
    """CB-BATTLE-3, CB-ELIM-2: provinces that change hands without a word of the battle."""
    match event:
        case ev.ProvinceTaken(seat, province, former, how):
            here = name_of(before, province)
            if how == "unopposed":
                return (f"{side_name(seat)} takes {here} unopposed",)
            return (f"{here} of {side_name(former)} becomes neutral",) if how == "resigned" else ()
        case ev.BattleCalledOff(province, seat):
            here = name_of(before, province)
            return (f"the attack of {side_name(seat)} on {here} is called off",)
        case ev.BuildingRazed(province, building):
            return (f"the {building_words(building)} in {name_of(before, province)} is gone",)
        case ev.UnitsGone(province, _, units, why):
            here = name_of(before, province)
            return () if why == "override" else (f"gone from {here}: {long(units.tally)}",)
        case _:
            assert_never(event)


def placing(event: ev.PlacementEvent, before: State) -> Sentences:
    """Section 7.17."""
    match event:
        case ev.Placed(seat, province, units, reserve):
            whence = " from the reserve" if reserve else ""
            here = name_of(before, province)
            return (f"{side_name(seat)} places {long(units)}{whence} in {here}",)
        case ev.PlacementFailed(seat, province, units, rule, why):
            here = name_of(before, province)
            stays = f"not placed in {here}, still in the pool of {side_name(seat)}: {long(units)}"
            return (f"{stays} ({rule}: {why})",)
        case ev.NotesCleared():
            return ()
        case _:
            assert_never(event)
