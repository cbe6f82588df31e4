"""Section 1: the house rules of a battle with their possible values, and the events of entry #0."""

from collections.abc import Mapping

from rules.border.game import Option, between, with_defaults
from rules.line.events import DiceLoaded, Event
from rules.machinadei.events import BattleCreated
from rules.machinadei.statblock import Statblock

WHOLE = "a whole number"
SIZE = between(10, 60, WHOLE)

OPTIONS: tuple[Option, ...] = (
    Option("width", "48", (), "MD-BOARD-1", "board size in cells, west to east", SIZE),
    Option("height", "36", (), "MD-BOARD-1", "board size in cells, north to south", SIZE),
    Option(
        "points", "1000", (), "MD-SETUP-5", "points limit of each army", between(1, 20_000, WHOLE)
    ),
    Option(
        "rounds", "8", (), "MD-END-3", "last turn of the battle, 0: no limit", between(0, 99, WHOLE)
    ),
    Option("wheel", "45", ("45", "90", "30", "15"), "MD-WHEEL-2", "smallest part of a wheel"),
    Option("charge", "single", ("single", "double"), "MD-CHARGE-1", "how far a charge may go"),
    Option("disengage", "locked", ("locked", "free"), "MD-MOVE-2", "may engaged units move?"),
    Option("tohit", "plus", ("plus", "over"), "MD-HIT-3", "N+ is N or more, or more than N"),
    Option("tie", "pass", ("pass", "fail"), "MD-MORALE-2", "a morale or rout roll equal to Morale"),
)


def create(
    options: Mapping[str, str], library: tuple[Statblock, ...] | None, tray: tuple[int, ...]
) -> tuple[Event, ...]:
    """MD-SETUP-1: phase deploy, round 1, army 1 to act; MD-DATA-1: the match keeps its types."""
    chosen = with_defaults(OPTIONS, options)
    created = BattleCreated(tuple(chosen.items()), library or ())
    return (created, DiceLoaded(tray)) if tray else (created,)
