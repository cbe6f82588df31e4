"""MD-SETUP-1: entry #0 of a battle."""

from collections.abc import Mapping

from rules.line.events import DiceLoaded, Event
from rules.machinadei.events import BattleCreated
from rules.machinadei.options import OPTIONS
from rules.machinadei.statblock import Statblock


def create(
    options: Mapping[str, str], library: tuple[Statblock, ...] | None, tray: tuple[int, ...]
) -> tuple[Event, ...]:
    """MD-SETUP-1: phase deploy, round 1, army 1 to act; MD-DATA-1: the match keeps its types."""
    chosen = {option.name: options.get(option.name, option.default) for option in OPTIONS}
    created = BattleCreated(tuple(chosen.items()), library or ())
    return (created, DiceLoaded(tray)) if tray else (created,)
