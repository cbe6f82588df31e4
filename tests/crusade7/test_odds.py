"""Odds of a later order: marks that a phase clears do not count."""

import grammar
from rules.crusade7.telling.odds import as_if
from tests.crusade7.conftest import Table


def test_the_odds_of_the_next_round_know_no_marks_of_this_one() -> None:
    """C7-TURN-7: a unit that has struck in this Fight Phase may strike in the next one."""
    table = Table()
    refused = table.play(
        "gm> put Legionnaire L1 for army 1 at 8,14",
        "gm> put Orc Raider O1 for army 2 at 8,15",
        "gm> set O1 hp 90",
        "gm> set phase fight",
        "gm> set turn army 1",
        "1> L1 attacks O1 with Gladius",
    )
    assert not refused
    assert table.state.units["L1"].spent
    assert not as_if(table.state, 1, "heavy").units["L1"].spent
    table.play("gm> set phase morale", "gm> set turn army 1")
    names = table.game.names(table.state)
    (line,) = grammar.read("crusade7", "L1 attacks O1 with Gladius", names, gm=False)
    lines = table.game.odds(table.state, 1, line.orders[0])
    assert lines[0].startswith("In the Fight Phase of round 2")
