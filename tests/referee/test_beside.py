"""Questions are computed beside the event loop: a bounded number, in a queue, and none is left
running."""

import asyncio
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.chat.views.card import card_panel
from bot.history.study import described, odds_of
from bot.match import reply
from bot.match.reply import AT_ONCE as AT_ONCE_CHARACTERS
from bot.match.reply import UNSAID, within
from bot.referee import beside as beside_module
from bot.referee import service
from bot.referee.beside import AT_HAND, AT_ONCE, EACH, MOST, Desk, at_hand, beside
from bot.referee.memory import MEMORY
from bot.referee.service import RefereeError
from rules.line.adjudication import Dice, Die
from rules.line.errors import Refusal
from rules.line.work import spend
from tests.places import ROOT
from tests.support import duel, must, referee_on

ENDLESS = """
import asyncio, threading
from types import SimpleNamespace
from collections import Counter
from bot.referee.beside import beside
from bot.referee.service import RefereeError

async def main():
    try:
        await beside(SimpleNamespace(asked=Counter()), 1, threading.Event().wait, patience=0.1)
    except RefereeError as error:
        print(error)

asyncio.run(main())
"""
"""A program whose question hangs for good and never takes a counted step."""


D6 = Die("d6", (1, 2, 3, 4, 5, 6), "TOY-DICE-1")


def endless(ended: threading.Event) -> None:
    """A question that runs until it is stopped, and then sets `ended`."""
    try:
        while True:
            spend()
    finally:
        ended.set()


@pytest.mark.asyncio
async def test_a_question_ends_with_the_patience_for_it(tmp_path: Path) -> None:
    """BOUND-4: a question is stopped when its time is over; however many were stopped so, the next
    one is answered."""
    async with referee_on(tmp_path / "a.sqlite") as referee:
        table = await duel(referee)
        for _ in range(AT_ONCE + 1):
            ended = threading.Event()
            with pytest.raises(RefereeError, match="takes too long to reckon"):
                await beside(table, 1, endless, ended, patience=0.1)
            assert await asyncio.to_thread(ended.wait, 60)
        assert await beside(table, 1, int, "7") == 7
        assert await odds_of(referee, table, 1, "L1 against G1")
        assert not table.asked


@pytest.mark.asyncio
async def test_who_does_not_wait_any_more_stops_a_question(tmp_path: Path) -> None:
    """Cancelling the task that waits for a question stops the computation."""
    async with referee_on(tmp_path / "a.sqlite") as referee:
        table, ended = await duel(referee), threading.Event()
        asking = asyncio.ensure_future(beside(table, 1, endless, ended))
        await asyncio.sleep(0)
        assert table.asked[1] == 1
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert await asyncio.to_thread(ended.wait, 60)


@pytest.mark.asyncio
async def test_a_bounded_number_waits(tmp_path: Path) -> None:
    """Only so many questions of one asker, and so many of one match, may wait; one more is refused
    with `ask again`, and the loop stays free."""
    async with referee_on(tmp_path / "a.sqlite") as referee:
        table, free = await duel(referee), threading.Event()
        waiting = [asyncio.ensure_future(beside(table, 1, free.wait)) for _ in range(EACH)]
        await asyncio.sleep(0)
        with pytest.raises(RefereeError, match="ask again"):
            await beside(table, 1, int, "7")
        waiting += [
            asyncio.ensure_future(beside(table, seat, free.wait)) for seat in range(2, MOST)
        ][: MOST - EACH]
        await asyncio.sleep(0)
        with pytest.raises(RefereeError, match="ask again"):
            await beside(table, "somebody else", int, "7")
        free.set()
        assert all(await asyncio.gather(*waiting))
        assert await beside(table, 1, int, "7") == 7


@pytest.mark.asyncio
async def test_short_of_memory_questions_are_declined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Above the memory limit questions are refused and nothing is cached that the store has; orders
    are filed as ever, and once there is enough memory questions are answered again."""
    async with referee_on(tmp_path / "a.sqlite") as referee:
        table = await duel(referee)
        monkeypatch.setattr(MEMORY, "limit", 1)
        with pytest.raises(RefereeError, match="short of memory"):
            await odds_of(referee, table, 1, "L1 against G1")
        assert not referee.cache.sizes()["entries"]
        must(await referee.submit(table, 1, "L1 moves 1 forward"))
        assert await referee.open("duel") is table
        monkeypatch.setattr(MEMORY, "limit", 1_000_000)
        assert await odds_of(referee, table, 1, "L1 against G1")


@pytest.mark.asyncio
async def test_an_answer_has_its_most_characters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BOUND-4: an answer that is too long is cut, and its last line says what to ask instead."""
    async with referee_on(tmp_path / "a.sqlite") as referee:
        table = await duel(referee)
        whole = await described(table, 1, "L1")
        assert UNSAID not in whole
        most = sum(len(line) + 1 for line in whole) - 1
        monkeypatch.setattr(reply, "AT_ONCE", most)
        told = await described(table, 1, "L1")
        assert told[-1] == UNSAID
        assert sum(len(line) + 1 for line in told) <= most + 1


def test_a_program_ends_though_a_question_hangs() -> None:
    """A question that hangs does not keep the process from ending."""
    run = [sys.executable, "-c", ENDLESS]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert (
        done.stdout == "this takes too long to reckon: ask about less at a time, such as one unit\n"
    )


@pytest.mark.asyncio
async def test_pages_are_made_by_a_bounded_number_beside_the_loop() -> None:
    """Only so many pages are made at once and only so many wait in the queue; one more is refused
    with `ask again`, and the loop goes on meanwhile."""
    desk, go, begun = Desk(1, 1), threading.Event(), list[str]()

    def page(name: str) -> str:
        begun.append(name)
        assert go.wait(60)
        return name

    made = [asyncio.create_task(desk.make(page, name)) for name in ("first", "second")]
    while not begun:
        await asyncio.sleep(0)
    with pytest.raises(RefereeError, match="ask again"):
        await desk.make(page, "third")
    assert len(begun) == 1
    go.set()
    assert await asyncio.gather(*made) == ["first", "second"]
    assert await desk.make(page, "fourth") == "fourth"


@pytest.mark.asyncio
async def test_who_does_not_wait_any_more_stops_a_page() -> None:
    """A page whose waiting task is cancelled soon stops; if it was still in the queue, it never
    begins."""
    desk, begun, ended = Desk(1, 1), threading.Event(), threading.Event()
    late: list[str] = []

    def endless() -> None:
        begun.set()
        try:
            while True:
                spend()
        finally:
            ended.set()

    page = asyncio.create_task(desk.make(endless))
    await asyncio.to_thread(begun.wait)
    other = asyncio.create_task(desk.make(late.append, "made"))
    await asyncio.sleep(0)
    for one in (other, page):
        one.cancel()
        with pytest.raises(asyncio.CancelledError):
            await one
    await asyncio.to_thread(ended.wait)
    assert await desk.make(list, late) == []


@pytest.mark.asyncio
async def test_the_buttons_of_a_card_are_looked_for_beside_the_loop(tmp_path: Path) -> None:
    """Whether a unit has an order and how far it reaches is computed in a thread; while too many
    questions wait, there are no buttons."""
    async with referee_on(tmp_path / "a.sqlite") as referee:
        table, threads = await duel(referee), list[str]()
        game = table.game
        assert game.reach is not None

        def noted(question: Any) -> Any:
            def asked(*about: Any) -> Any:
                threads.append(threading.current_thread().name)
                return question(*about)

            return asked

        table.match.game = replace(game, legal=noted(game.legal), reach=noted(game.reach))
        panel = await card_panel(table, 1, "ana", "L1 Legionnaire")
        assert panel is not None
        assert len(panel.children) == 2
        assert threads == ["beside", "beside"]
        table.asked[("card", "ana")] = EACH
        assert await card_panel(table, 1, "ana", "L1 Legionnaire") is None


def test_no_answer_is_longer_than_is_said_at_once() -> None:
    """BOUND-4: whatever its lines, a cut answer has room for the note that says where the rest
    is."""
    for length in range(1, 40):
        lines = [str(number % 10) * length for number in range(AT_ONCE_CHARACTERS)]
        told = within(lines, "... the rest is in why #1")
        assert told[-1] == "... the rest is in why #1"
        assert AT_ONCE_CHARACTERS - 4 <= len("\n".join(told)) <= AT_ONCE_CHARACTERS


@pytest.mark.asyncio
async def test_a_line_of_many_steps_is_reckoned_beside_the_loop(tmp_path: Path) -> None:
    """BOUND-3: a line of few steps is computed in the loop; one of more is begun anew in a thread
    with the dice already rolled, gives the same result, and passes on what it raises."""
    loop, where, thrown = threading.get_ident(), list[int](), iter(range(1, 100))

    def line(steps: int, dice: Dice) -> tuple[int, ...]:
        where.append(threading.get_ident())
        first = dice(D6)
        spend(steps)
        return first, dice(D6)

    def die(_: Die) -> int:
        return next(thrown)

    assert await at_hand(line, 10, dice=die) == (1, 2)
    assert where == [loop]
    assert await at_hand(line, AT_HAND + 1, dice=die) == (3, 4)
    assert where[1] == loop
    assert where[2] != loop

    def refused(dice: Dice) -> None:
        spend(AT_HAND + 1)
        raise Refusal("C7-BOUND-3", "too much")

    with pytest.raises(Refusal, match="too much"):
        await at_hand(refused, dice=die)


@pytest.mark.asyncio
async def test_a_long_line_is_filed_as_a_short_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BOUND-3: entry and report are the same whether a line is computed in the loop or in a
    thread."""
    found = []
    for name, most, events in (("a", 20_000, 200), ("b", 0, 0)):
        monkeypatch.setattr(beside_module, "AT_HAND", most)
        monkeypatch.setattr(service, "MANY_EVENTS", events)
        async with referee_on(tmp_path / f"{name}.sqlite") as referee:
            table = await duel(referee)
            reply = must(await referee.submit(table, 1, "L1 moves 1 forward"))
            refused = await referee.submit(table, 1, "L1 moves 1 forward")
            found.append((reply.accepted[0].report, refused.refused, table.match.state))
    assert found[0] == found[1]
    assert found[0][1]
