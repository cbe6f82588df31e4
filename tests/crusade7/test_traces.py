"""What is drawn over the board: what a turn did, and how far a unit reaches."""

import re

import pytest

from rules.crusade7 import events as ev
from rules.crusade7.apply import apply
from rules.crusade7.state import State
from rules.crusade7.telling.odds import reach
from rules.crusade7.telling.picture import traces
from rules.display.telling import Arrow, Death, Frame, Hit, Traces
from rules.line.events import Event
from tests.crusade7.scene import battle, unit


def small() -> State:
    """A small battle of three units against two."""
    return battle(
        unit("Legionnaire", 1, 1, (5, 5)),
        unit("Legionnaire", 2, 1, (7, 5)),
        unit("Ballista", 1, 1, (13, 6)),
        unit("Orc Raider", 1, 2, (5, 9)),
        unit("Goblin", 1, 2, (9, 9), hp=9),
    )


def struck(attacker: str, target: str, damage: int) -> ev.AttackResolved:
    """An attack with its damage."""
    return ev.AttackResolved(attacker, "Gladius", target, "AC", 14, 5, 600, 9, damage)


def told(events: tuple[Event, ...], viewer: int | None = None) -> Traces:
    """The traces that these events leave."""
    before = small()
    after = before
    for event in events:
        after = apply(after, event)
    return traces(before, events, after, viewer)


MOVES = (
    ev.Moved("L1", "normal", (5, 5), (5, 7), "2.00", 2, last=False),
    ev.Moved("L1", "normal", (5, 7), (6, 8), "3.41", 3),
    ev.UnitPlaced("G1", (10, 9)),
)


def test_ways() -> None:
    """The legs of a move are one line, a move by the GM is drawn as forced, and a large unit's line
    goes through its middle."""
    found = told(MOVES)
    assert found.arrows == (
        Arrow(((4500, 4500), (4500, 6500), (5500, 7500)), 1),
        Arrow(((8500, 8500), (9500, 8500)), 2, forced=True),
    )
    assert found.words == ("Moved: G1, L1",)
    wagon = told((ev.Moved("B1", "normal", (13, 6), (13, 8), "2.00", 2),))
    assert wagon.arrows[0].points == ((12500, 6000), (12500, 8000))
    assert wagon.frames == (Frame(12, 7, 1, 2),)


def test_own_moves_are_no_news() -> None:
    """Players' own moves are not framed for them; the other army's are."""
    assert [(one.row, one.column) for one in told(MOVES).frames] == [(9, 8), (5, 7)]
    assert [(one.row, one.column) for one in told(MOVES, 1).frames] == [(9, 8)]
    assert [(one.row, one.column) for one in told(MOVES, 2).frames] == [(5, 7)]


def test_attacks_and_deaths() -> None:
    """Several strikes on one target are one line, and the HP left are shown below the target."""
    events = (
        struck("L1", "O1", 4),
        ev.Damaged("O1", 4, 32, 28),
        struck("L1", "O1", 3),
        ev.Damaged("O1", 3, 28, 25),
        struck("L2", "G1", 0),
        struck("B1", "G1", 9),
        ev.Damaged("G1", 9, 9, 0),
        ev.Killed("G1"),
    )
    found = told(events)
    assert found.hits == (
        Hit((4500, 4500), (4500, 8500), "-7"),
        Hit((6500, 4500), (8500, 8500), "0"),
        Hit((12500, 6000), (8500, 8500), "-9"),
    )
    assert found.deaths == (Death((8500, 8500), "G1"),)
    assert found.frames == (Frame(4, 8, 1, 1, "25"),)
    assert found.words == ("G1 died at 9,9", "Hurt: O1 25 of 32")


def test_a_secret_set_up_leaves_no_trace() -> None:
    """Nothing that happens in the secret set-up is drawn."""
    before = battle(unit("Legionnaire", 1, 1, (5, 5)), phase="setup")
    after = battle(unit("Legionnaire", 1, 1, (6, 5)), phase="setup")
    for viewer in (None, 0, 1, 2):
        assert traces(before, MOVES[:1], after, viewer) == Traces()


def test_reach() -> None:
    """The zones are moves, advances and each ranged attack from its minimum range on, with the
    enemies in range."""
    found = reach(small(), None, "B1")
    assert found is not None
    assert found.title == "B1 Ballista at 13,6"
    moves, advances, bolt, pot = found.zones
    assert (moves.name, advances.name) == ("moves 2", "advances 3")
    assert (bolt.name, pot.name) == ("Bolt 20", "Fire Pot 16")
    assert set(moves.cells) < set(advances.cells)
    assert (12, 5) not in bolt.cells
    assert (12, 7) not in bolt.cells
    assert (12, 8) not in bolt.cells
    assert (12, 9) in bolt.cells
    assert (12, 26) in bolt.cells
    assert (12, 27) not in bolt.cells
    lines = dict(line.split(": ", 1) for line in found.lines)
    assert re.fullmatch(r"O1 \(\d+ away\), G1 \(\d+ away\)|G1 .*, O1 .*", lines["Bolt range 3-20"])


@pytest.mark.parametrize(("viewer", "seen"), [(None, False), (0, True), (1, True), (2, False)])
def test_reach_keeps_secrets(viewer: int | None, seen: bool) -> None:
    """The reach of a unit placed in secret is shown only to those who know of the unit."""
    hidden = battle(unit("Legionnaire", 1, 1, (5, 5)), phase="setup")
    assert (reach(hidden, viewer, "L1") is not None) is seen
    assert reach(hidden, viewer, "L9") is None


def test_straight_reach() -> None:
    """C7-ATTR-3: a Spear reaches only cells at distance 2 in a straight line."""
    state = battle(
        unit("Legionnaire", 1, 1, (5, 5)),
        unit("Goblin", 1, 2, (5, 7)),
        unit("Goblin", 2, 2, (7, 6)),
        unit("Goblin", 3, 2, (5, 6)),
    )
    found = reach(state, 1, "L1")
    assert found is not None
    assert "Spear melee at exactly 2: G1 (2 away)" in found.lines
    assert "Gladius melee: G3 (1 away)" in found.lines
