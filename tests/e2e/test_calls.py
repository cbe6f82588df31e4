"""The board in the posts of a turn: the player to act sees it, and no outdated one is shown."""

from pathlib import Path

import pytest

from bot.history.log import report_since
from bot.render.compact import NOBODY_SEEN, chat_board

from .stage import stage
from .standin import Message
from .test_evenings import at, starter
from .test_transcripts import Evening


def turns(evening: Evening) -> list[Message]:
    """The posts of the turns, oldest first."""
    return [one for one in evening.built.play.from_bot if not one.pinned]


def boards(evening: Evening) -> list[str]:
    """The texts of the turn posts that show a text board."""
    return [one.content for one in turns(evening) if "```" in one.content]


@pytest.mark.asyncio
async def test_each_half_move_is_drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Crusade 8x8: after each order exactly one of the turn posts, the last or the one before it,
    shows the board as it is now, with its picture."""
    async with stage(monkeypatch, tmp_path) as built:
        evening = at(built, "pawns")
        table = await evening.begin("Pawns", "crusade8x8", {}, starter("crusade8x8"))
        for _ in range(7):
            state = table.match.state
            (seat,) = table.game.awaits(state)
            found = map(str, table.game.legal(state, seat))
            await evening.order(seat, next(one for one in found if "moves" in one))
            board = chat_board(table.game, table.match.state, None)
            (shown,) = boards(evening)
            assert board is not None
            assert board in shown
            (post,) = [one for one in turns(evening) if one.content == shown]
            names = [file.filename for file in post.attachments]
            assert names == [f"pawns-{table.match.head}.png"]
            assert post in turns(evening)[-2:]


@pytest.mark.asyncio
async def test_who_moves_second_sees_the_board(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Ben's call has board and picture as Ana left them; his first order removes the text board
    from it, and the report at the end of the phase has a new one."""
    async with stage(monkeypatch, tmp_path) as built:
        evening = at(built, "fords")
        table = await evening.begin("Fords", "crusade7", {}, starter("crusade7"))
        await evening.order(1, "L1-L5 move 2 forward")
        await evening.order(1, "end phase")
        call = turns(evening)[-1]
        assert built.ben in call.rang or built.ben.was_pinged(call)
        assert str(chat_board(table.game, table.match.state, None)) in call.content
        assert [file.filename for file in call.attachments] == [f"fords-{table.match.head}.png"]
        await evening.order(2, "O2-O8 move 2 forward")
        assert boards(evening) == []
        await evening.order(2, "end phase")
        (report,) = boards(evening)
        assert str(chat_board(table.game, table.match.state, None)) in report
        assert [file.filename for file in call.attachments] == ["fords-22.png"]


@pytest.mark.asyncio
async def test_where_nothing_stands_there_are_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Machina Dei: the first call says that nobody can be seen; the report of the deployment shows
    no board, and the next call shows the board after it."""
    async with stage(monkeypatch, tmp_path) as built:
        evening = at(built, "field")
        table = await evening.begin("Field", "machinadei", {})
        (first,) = turns(evening)
        assert NOBODY_SEEN in first.content
        assert not first.attachments
        await evening.order(1, "deploy 15 Legionary as Legion1 at 20,28 facing N 5 wide")
        assert NOBODY_SEEN not in first.content
        await evening.order(1, "end phase")
        assert "```" not in first.content
        (call,) = boards(evening)
        assert str(chat_board(table.game, table.match.state, None)) in call


@pytest.mark.asyncio
async def test_a_report_says_shortly_who_held(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """If both armies hold, the short report says so in one line instead of one for each unit."""
    async with stage(monkeypatch, tmp_path) as built:
        evening = at(built, "fords")
        table = await evening.begin("Fords", "crusade7", {}, starter("crusade7"))
        assert built.referee is not None
        start = table.match.head
        await evening.order(0, "gm> set phase morale // to see who holds")
        for seat in table.game.awaits(table.match.state) * 2:
            await evening.order(seat, "end phase")
        told = await report_since(built.referee, table, start, None, short=True)
        assert "Morale: all hold" in " ".join(told)
        assert sum(line == "  Morale: all hold" for line in told) == 1
        assert not any("passed" in line for line in told)
