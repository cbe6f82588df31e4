"""The set-up in short: what was bought, where it was deployed, who is ready."""

from collections.abc import Iterator, Sequence

from rules.crusade7 import events as ev
from rules.crusade7.telling.brief.acts import Seen
from rules.crusade7.telling.labels import listed_ranges, places
from rules.line.flow import seat_name


def phrases(seen: Sequence[Seen], viewer: int | None) -> Iterator[str]:
    """One phrase for each event; to others than the seat itself with its name before it."""
    yield from deployed(seen, viewer)
    for one in seen:
        seat = getattr(one.event, "seat", 0)
        whose = f"{seat_name(seat)}: " if seat and viewer != seat else ""
        for text in phrase(one):
            yield f"{whose}{text}"


def deployed(seen: Sequence[Seen], viewer: int | None) -> Iterator[str]:
    """C7-SETUP-4: `L1-L7 deployed at 8-14,9`."""
    events = [one.event for one in seen if isinstance(one.event, ev.Deployed)]
    where = [place for event in events for place in event.places]
    if where:
        seat = events[0].seat
        whose = f"{seat_name(seat)}: " if viewer != seat else ""
        refs = listed_ranges(tuple(ref for ref, _ in where))
        yield f"{whose}{refs} deployed at {places(cell for _, cell in where)}"


def phrase(one: Seen) -> Iterator[str]:
    """`detachment Platoon: LG1, L1-L7 for 313 gold, 2 CP. Left: 687 gold, 4 CP`."""
    match one.event:
        case ev.BattleCreated(gold=gold, cp=cp):
            yield f"a battle of {gold} gold and {cp} CP for each army is set up"
        case ev.FactionChosen(_, faction, subfaction):
            sub = f", subfaction {subfaction}" if subfaction not in ("", "none") else ""
            yield f"faction {faction}{sub}"
        case ev.UnitsBought():
            yield bought(one.event, one)
        case ev.DeclaredReady():
            yield "ready"
        case ev.ArmyCleared(_, gold, cp):
            yield f"army cleared: {gold} gold, {cp} CP"
        case ev.BattleBegan(renamed):
            yield "the battle begins"
            if renamed:
                yield f"army 2's {', '.join(f'{old} is now {new}' for old, new in renamed)}"


def bought(event: ev.UnitsBought, one: Seen) -> str:
    """C7-GOLD-1, C7-CP-2: what it cost and what is left."""
    army = one.before.armies[event.seat]
    what = f"detachment {event.detachment}" if event.detachment else "reinforcements"
    cost = f"{event.gold} gold" + (f", {event.cp} CP" if event.cp else "")
    refs = listed_ranges(tuple(unit.ref for unit in event.units))
    left = f"{army.gold - event.gold} gold, {army.cp - event.cp} CP"
    return f"{what}: {refs} for {cost}. Left: {left}"
