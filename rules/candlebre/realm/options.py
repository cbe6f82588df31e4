"""CB-OPT-1: the options of a game, and how they are read."""

import re
from collections.abc import Mapping

from rules.border.game import Option, between, with_defaults
from rules.candlebre.state import Settings


def map_choice(value: str) -> str:
    """CB-MAP-6, CB-MAP-8: the standard map, or one from a number."""
    fits = value == "standard" or re.fullmatch(r"seed:[0-9]{1,9}", value)
    return "" if fits else "standard or seed:<n> with n from 0 to 999999999"


OPTIONS = (
    Option("seats", "2", ("2", "3", "4", "5"), "CB-OPT-1", "number of players"),
    Option("map", "standard", (), "CB-MAP-6", "the map: standard, or seed:<n>", map_choice),
    Option("values", "plain", ("plain", "varied"), "CB-MAP-5", "are values varied by dice?"),
    Option("research", "fixed", ("fixed", "dice"), "CB-RES-4", "how levels are gained"),
    Option("trees", "all", ("all", "military"), "CB-RES-2", "which trees there are"),
    Option("houses", "on", ("on", "off"), "CB-HOUSE-1", "do seats play Houses?"),
    Option("fate", "on", ("on", "off"), "CB-TURN-6", "is the Book of Fate used?"),
    Option("leaders", "1", ("0", "1", "2", "3"), "CB-SETUP-10", "Great Leaders at the start"),
    Option("honor", "20", (), "CB-HONOR-1", "starting honor", between(-199, 199)),
    Option("captures", "both", ("both", "attacker"), "CB-HIT-5", "whose exact rolls capture"),
    Option("answer", "on", ("on", "off"), "CB-TIER-5", "do losses of a tier still roll in it?"),
    Option("rounds", "20", (), "CB-FIGHT-6", "round limit of one battle", between(1, 99)),
    Option("win_provinces", "40", (), "CB-WIN-1", "provinces needed to win", between(6, 60)),
    Option("win_honor", "200", (), "CB-WIN-1", "honor needed to win", between(1, 9999)),
)


def read_settings(options: Mapping[str, str]) -> Settings:
    """CB-OPT-1: the options as values; what is not given has its default."""
    chosen = with_defaults(OPTIONS, options)
    return Settings(
        seats=int(chosen["seats"]),
        map=chosen["map"],
        varied=chosen["values"] == "varied",
        research_dice=chosen["research"] == "dice",
        military_only=chosen["trees"] == "military",
        houses=chosen["houses"] == "on",
        fate=chosen["fate"] == "on",
        leaders=int(chosen["leaders"]),
        honor=int(chosen["honor"]),
        defenders_capture=chosen["captures"] == "both",
        answer=chosen["answer"] == "on",
        rounds=int(chosen["rounds"]),
        win_provinces=int(chosen["win_provinces"]),
        win_honor=int(chosen["win_honor"]),
    )
