"""The ten tests that show the referee to be better than its peers, by name.

Each is kept where its subject is tested; this list keeps any from getting lost. The test of a
rewind and its redo is here, because it fits nowhere else.
"""

from importlib import import_module
from pathlib import Path

import pytest

from tests.support import duel, must, referee_on

TEN = {
    1: (
        "the 40 phrasings",
        "tests.grammar.test_phrasings:test_each_phrasing_means_the_canonical_order",
        "tests.grammar.test_phrasings:test_of_the_forty_phrasings_two_are_left_out",
    ),
    2: (
        "no generic error",
        "tests.doors.test_replies:test_any_line_gets_a_reply_of_the_known_shapes",
    ),
    3: (
        "no internal text to players",
        "tests.doors.test_replies:test_hostile_input_gets_one_clear_answer_and_changes_nothing",
        "tests.doors.test_replies:test_the_shapes_are_checked",
    ),
    4: (
        "a crash at every statement: same state, no lost or double post",
        "tests.store.test_store:test_kill_between_any_two_statements",
        "tests.e2e.test_kill:test_kills",
    ),
    5: (
        "fog twins",
        "tests.laws.test_laws:test_fog_twins",
        "tests.laws.test_laws:test_fog_twins_refuse_alike",
    ),
    6: (
        "the lock holds for every command",
        "tests.e2e.test_commands:test_lock_and_pause_hold_for_every_door",
        "tests.e2e.test_buttons:test_a_locked_match",
    ),
    7: ("rewind and redo", "tests.test_ten:test_rewind_and_redo_are_exact"),
    8: (
        "a deadline passed during downtime",
        "tests.clocks.test_deadlines:test_a_deadline_that_passed_while_the_bot_was_away",
        "tests.e2e.test_time:test_the_deadline_passed_while_the_bot_was_away",
    ),
    9: ("the intent is off", "tests.e2e.test_match:test_a_whole_match"),
    10: (
        "an exported match verifies and replays on another machine",
        "tests.referee.test_referee:test_export_verifies_and_goes_on_elsewhere",
        "tests.laws.test_laws:test_another_interpreter_plays_the_same_match",
    ),
}


@pytest.mark.parametrize("number", TEN)
def test_each_of_the_ten_is_there(number: int) -> None:
    """Every test on the list exists under its name and has a docstring."""
    _, *places = TEN[number]
    for place in places:
        module, _, name = place.partition(":")
        assert getattr(import_module(module), name).__doc__, place


@pytest.mark.asyncio
async def test_rewind_and_redo_are_exact(tmp_path: Path) -> None:
    """Rewinding to any entry and forward again gives exactly its state, also after a restart."""
    file = tmp_path / "a.sqlite"
    states = {}
    async with referee_on(file) as referee:
        table = await duel(referee)
        for line in ("L1 moves to 5,8", "L2 moves to 7,7", "end phase"):
            must(await referee.submit(table, 1, line))
            states[table.match.head] = table.match.state
        for number in (7, 8, 6, 8, 7, 6):
            must(await referee.submit(table, 0, f"rewind to #{number} // looking"))
            assert table.match.state == states[number]
    async with referee_on(file) as referee:
        table = await referee.open("duel")
        for number in (8, 6, 7):
            must(await referee.submit(table, 0, f"rewind to #{number}"))
            assert table.match.state == states[number]
