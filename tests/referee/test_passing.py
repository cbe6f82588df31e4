"""Phases in which nobody can act pass by themselves: they are filed once, announced, verified, and
undone with the order that led there."""

import pytest

from bot.history.exchange import export_match
from bot.history.verify import verify_lines
from bot.match.tree import PASSED
from bot.posts.announce import Announcer
from bot.referee.passing import HOLDER
from bot.referee.service import OpenMatch, Referee
from bot.terminal.console import Console
from tests.support import DUEL, keep, must, referee_on


async def duel(referee: Referee, passing: bool) -> OpenMatch:
    """Two Legionnaires against a Goblin in the last turn of Move, far from each other."""
    seats = ((0, "10"), (1, "11"), (2, "12"))
    table = await referee.create("duel", "crusade7", seats=seats, scene=True)
    for line in (*DUEL, "set army 1 cp 0", "set army 2 cp 0"):
        must(await referee.submit(table, 0, line))
    must(await referee.submit(table, 1, "end phase"))
    await keep(referee, table, autopass=passing)
    referee.subscribe(Announcer(referee).posts)
    return table


@pytest.mark.asyncio
async def test_what_nobody_can_use_passes() -> None:
    """After the end of Move, phases pass until somebody can act; their entries are the referee's,
    the announcement names them briefly, and the log verifies."""
    async with referee_on(":memory:") as referee:
        table = await duel(referee, True)
        before = len(table.match.links)
        must(await referee.submit(table, 2, "end phase"))
        passed = await referee.entries(table, list(range(before + 1, len(table.match.links))))
        assert passed
        assert {(one.holder, one.reason) for one in passed} == {(HOLDER, PASSED)}
        assert table.match.state.flow.phase not in ("mana", "heavy", "charge")
        calls = await referee.mail.posted(table.record.id, "turn")
        assert len(calls) == 1
        assert "Mana passed: nobody casts. Heavy Support Fight passed" in calls[0].content
        assert verify_lines(await export_match(referee, table))[0].startswith("ok:")


@pytest.mark.asyncio
async def test_undo_takes_along_what_passed() -> None:
    """Undoing the end of a phase also undoes the phases that passed because of it."""
    async with referee_on(":memory:") as referee:
        table = await duel(referee, True)
        state = table.match.state
        must(await referee.submit(table, 2, "G1 stays"))
        moved = table.match.state
        must(await referee.submit(table, 2, "end phase"))
        must(await referee.submit(table, 2, "undo"))
        assert table.match.state == moved
        must(await referee.submit(table, 2, "undo"))
        assert table.match.state == state
        assert verify_lines(await export_match(referee, table))[0].startswith("ok:")


@pytest.mark.asyncio
async def test_only_where_it_is_wished() -> None:
    """Without the setting every phase is ended by hand, and a player who gives the referee's reason
    does not pass for the referee."""
    async with referee_on(":memory:") as referee:
        table = await duel(referee, False)
        must(await referee.submit(table, 2, f"end phase // {PASSED}"))
        assert table.match.state.flow.phase == "mana"
        assert not table.match.links[-1].passed
        await keep(referee, table, autopass=True)
        assert await referee.pass_idle(table)
        assert table.match.links[-1].passed
        assert not await referee.pass_idle(table)


@pytest.mark.asyncio
async def test_a_terminal_says_it_in_half_a_line() -> None:
    """A terminal names the phases that passed on one line, and of a round only what changed,
    without codes such as -999."""
    async with referee_on(":memory:") as referee:
        table = await duel(referee, True)
        said: list[str] = []
        console = Console(referee, table, said.append, short=True)
        for line in ("2> G1 stays", "2> end phase"):
            await console.answer(line)
        text = "\n".join(said)
        assert "\nMana passed: nobody casts. Heavy Support Fight passed: nobody can fight." in text
        assert "\nRound 1 is over.\n" in text
        assert "units      2 of 2     1 of 1" in text
        assert not any(word in text for word in ("-999", "lost nobody", "---"))
