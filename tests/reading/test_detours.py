"""If a way is longer than it looks, the refusal names what is in the way."""

from typing import Any

import pytest

from bot.cases.casefile import Player, parse_phrases
from bot.reading.world import try_out

LEGION = """# crusade7: a way round
game: crusade7
gm> put Legionnaire L1 for army 1 at 8,9
gm> put Eques EQ1 for army 1 at 6,9
gm> put Orc Raider O1 for army 2 at 10,12
gm> terrain rough at 8,10-8,10
gm> set phase move
gm> set turn army 1
seat: 1
hello => -
"""
YARD = """# rulescrusade: a way round
game: rulescrusade
gm> put Marine M1 for army 1 at 20,10
gm> put Orc O1 for army 2 at 15,10
gm> set phase play
gm> set turn army 1
seat: 1
hello => -
"""


@pytest.mark.parametrize(
    ("scene", "order", "why"),
    [
        (LEGION, "L1 moves to 5,9", "8,9 to 5,9 is 4: EQ1 stands on 6,9"),
        (LEGION, "L1 moves to 8,12", "8,9 to 8,12 is 4: 8,10 is rough ground"),
        (LEGION, "L1 moves to 12,9", "8,9 to 12,9 is 4"),
        (LEGION, "L1 moves to 12,13", "8,9 to 12,13 is 7: 10,11 is within 1 of O1"),
        (YARD, "M1 moves to 13,10", "to reach 13,10 and has 6: O1 stands on 15,10"),
        (YARD, "M1 moves to 13,4", "to reach 13,4 and has 6"),
    ],
)
def test_what_is_in_the_way(scene: Any, order: str, why: str) -> None:
    """The refusal names a unit, an enemy's reach or the ground in the way; for a straight way it
    names nothing."""
    (block,) = parse_phrases(scene)
    player = Player.begin(block.case)
    for step in block.case.steps:
        player.order(step.seat, step.text)
    trial = try_out(player.match.game, player.match.state, 1, (order,))
    assert trial.why.endswith(why)
