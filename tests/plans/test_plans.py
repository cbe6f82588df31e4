"""Plans: orders that a player leaves for an absence, how they are checked, read back, carried out
and ended."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio

import grammar
from bot.cases.starter import deal
from bot.history.log import log_lines
from bot.lobby import lobby
from bot.match import reply
from bot.plans import carrying, filing
from bot.plans.planroom import PlanRoom, Watching
from bot.plans.telling import how_to_plan
from bot.reading import conditions
from bot.reading.conditions import holds
from bot.referee.gate import Caller
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.store import AwayError, PlanStore
from bot.terminal.console import Console
from grammar.errors import ParseError
from grammar.plans import (
    LONGEST,
    MOST_LINES,
    Condition,
    OpenOrder,
    PlanLine,
    examples,
    lines_of,
    read_line,
    read_standing,
)
from rules import GAMES, find
from rules.border.game import read_options
from rules.border.plans import Body, PlanWords
from rules.rulescrusade.checks import fresh, fresh_chit, type_named
from tests.support import PATIENCE, keep, must, referee_on

# --- the frame ------------------------------------------------------------------------------------

CONDITIONS = {
    "if O1 comes within 4 of B1, hold": Condition("comes", "O1", 4, "B1"),
    "if O1 is within 4: hold": Condition("comes", "O1", 4, now=True),
    "if O1 isn't in reach of L1, hold": Condition("reach", "O1", of="L1", now=True, denied=True),
    "if an enemy gets within 3 cells of 8,12, hold": Condition("comes", "an enemy", 3, "8,12"),
    "in case L1 or L2 is wounded then hold": Condition("hurt", "L1 or L2", now=True),
    "when a unit of mine dies, hold": Condition("dies", "a unit of mine"),
    "if the Warboss is killed, hold": Condition("dies", "the Warboss"),
    "if O1 is dead by then, hold": Condition("dies", "O1", now=True),
    "if O1 is still alive, hold": Condition("dies", "O1", now=True, denied=True),
    "unless O1 survives, hold": Condition("dies", "O1", denied=True, unless=True),
    "if L1 is below 10 hp, hold": Condition("below", "L1", 10),
    "if L1 has less than half its health, hold": Condition("half", "L1"),
    "when round 3 begins, hold": Condition("round", number=3),
    "from round 3 on, hold": Condition("round", number=3),
}
STANDING = {
    "B1 fires at the nearest": OpenOrder("attack", "B1", "nearest"),
    "fire at the closest enemy": OpenOrder("attack", "", "nearest"),
    "all archers attack the weakest orc": OpenOrder("attack", "all archers", "weakest", "orc"),
    "B1 fires Bolt at the nearest in reach": OpenOrder("attack", "B1", "nearest", "", "Bolt"),
    "B1 attacks O1 in reach with Fire Pot": OpenOrder("attack", "B1", "", "O1", "Fire Pot"),
    "L1 charges the nearest": OpenOrder("charge", "L1", "nearest"),
    "hold": OpenOrder("hold"),
    "L1-L3 stay put": OpenOrder("hold", "L1-L3"),
    "L1 falls back to 8,3": OpenOrder("move", "L1", goal="8,3"),
    "retreat to Ashford": OpenOrder("move", goal="Ashford"),
    "L1, L2 and L4 follow LG1": OpenOrder("move", "L1, L2 and L4", goal="LG1"),
}
UNREADABLE = {
    "if O1 comes near B1, hold": ("comes near B1, hold", "comes within"),
    "stop if L1 blinks": ("blinks", "is hurt"),
    "B1 fires at the nearest in rech with": ("", "a unit"),
    "stop L1": ("L1", "if"),
}


@pytest.mark.parametrize("text", CONDITIONS)
def test_conditions(text: str) -> None:
    """The condition of a line is read, as people write it."""
    line = read_line(text)
    assert isinstance(line, PlanLine)
    assert (line.condition, line.order, line.sort) == (CONDITIONS[text], "hold", "once")


@pytest.mark.parametrize("text", STANDING)
def test_standing_orders(text: str) -> None:
    """Standing orders, which find their own target or way, are read."""
    line = read_line(text)
    assert isinstance(line, PlanLine)
    assert read_standing(line) == STANDING[text]


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_cannot_be_read(text: str) -> None:
    """For an unreadable line the caret is where reading stopped, and the error says what would
    fit."""
    line = read_line(text)
    problem = read_standing(line) if isinstance(line, PlanLine) else line
    assert isinstance(problem, ParseError)
    rest, fits = UNREADABLE[text]
    assert problem.line[problem.column :] == rest
    assert fits in problem.fits
    assert problem.form


def test_every_example_is_read() -> None:
    """Every example in plan.lark is a readable line of a plan, and examples of standing orders read
    as such."""
    for text in examples():
        line = read_line(text)
        assert isinstance(line, PlanLine), text
        assert not isinstance(read_standing(line), ParseError), text
    assert sum(read_line(text).sort == "stop" for text in examples()) == 3  # type: ignore[union-attr]


def test_lines() -> None:
    """A plan is split at lines, `;`, bullets, `then` and comments, as a message is; the orders
    themselves stay as typed."""
    text = "1. L1 -> 8,12 // the hill\n- then hold.; and then Ab2-b3<; //\n\nalways: use Support"
    assert lines_of(text) == ("L1 -> 8,12", "hold", "Ab2-b3<", "always: use Support")
    orders = [read_line(one) for one in lines_of(text)]
    assert [one.order for one in orders if isinstance(one, PlanLine)] == [
        *lines_of(text)[:3],
        "use Support",
    ]
    assert isinstance(read_line("L1 " * 70), ParseError)


# --- a match --------------------------------------------------------------------------------------

FIELD = (
    "put Legionnaire L1 for army 1 at 5,5",
    "put Legionnaire L2 for army 1 at 7,5",
    "put Ballista B1 for army 1 at 10,2",
    "put Goblin G1 for army 2 at 5,14",
    "put Goblin G2 for army 2 at 12,14",
    "set phase move",
    "set turn army 1",
)


@dataclass
class Camp:
    """A match: Ana has two Legionnaires and a Ballista, Ben two Goblins; round 1, Move, Ana's
    turn."""

    referee: Referee
    table: OpenMatch
    room: PlanRoom

    async def ana(self, words: str) -> str:
        """The answer to what Ana writes about her plan."""
        return await self.room.answer(self.table, "ana", 1, words)

    async def order(self, seat: int, text: str) -> None:
        """A seat gives an order that is accepted."""
        must(await self.referee.submit(self.table, seat, text))

    async def told(self) -> list[str]:
        """What checking the plans reports."""
        return [use.text for use in await self.room.follow(self.table)]

    async def log(self, since: int) -> list[str]:
        """The log lines after an entry, without their times."""
        lines = await log_lines(self.referee, self.table, None)
        return [line.split(" ", 2)[2] for line in lines[since + 1 :]]

    @property
    def last(self) -> int:
        return len(self.table.match.links) - 1


@pytest_asyncio.fixture
async def camp() -> AsyncIterator[Camp]:
    """A match with its seats taken."""
    async with referee_on(":memory:") as referee:
        seats = ((0, "gm"), (1, "ana"), (2, "ben"))
        table = await referee.create("camp", "crusade7", seats=seats, scene=True)
        for line in FIELD:
            must(await referee.submit(table, 0, line))
        yield Camp(referee, table, PlanRoom(referee, "text"))


WRONG = {
    "G1 moves to 5,13": "not yours to order",
    "G1 attacks the nearest": "G1 is not yours to order",
    "X1 holds": "you have nobody called 'X1'",
    "B1 fires at O9 in reach": "you know of no enemy called 'O9'",
    "L1 falls back to 99,99": "no place and no unit '99,99'",
    "L1 grumps to 5,8": 'write "L1 moves to 5,8"',
    "maybe L1 moves to 5,8": "maybe",
    "resign": "for you alone to say",
    "undo": "for you alone to say",
    "offer draw": "for you alone to say",
    "hold; otherwise, L1 holds": '"otherwise" needs a line with "if"',
    "if Q7 is hurt, hold": "nothing called 'Q7'",
    "if G1 comes within 4, always": "always",
    "if G1 comes within 4, end phase": "within 4 cells of whom?",
    "if G1 comes within 4 of Rome, hold": "no place 'Rome'",
    "hold; stop if G1 comes within 20 of L1": "so already (G1 is 9 cells from L1)",
    "stop if L1 is hurt": "only says when it ends",
    "hold;" * (MOST_LINES + 1): "at most 20 lines",
    "x" * (LONGEST + 1): "at most 1,500 characters",
    ";": "has no line",
}


@pytest.mark.asyncio
async def test_what_is_wrong_is_said_and_nothing_is_left(camp: Camp) -> None:
    """A line that is unreadable, orders others' units or names somebody who does not exist is
    refused with the reason; the plan before it stays."""
    await camp.ana("L1 moves to 5,8")
    for text, why in WRONG.items():
        try:
            said = await camp.ana(text)
        except RefereeError as error:
            said = str(error)
        assert why in said, (text, said)
    assert "1 L1 moves to 5,8" in await camp.ana("")
    assert "\n           ^\n" in await camp.ana("stop if L1 blinks")


@pytest.mark.asyncio
async def test_a_plan_is_read_back_as_what_it_would_do_now(camp: Camp) -> None:
    """Each line says what it would do now: orders are tried, and standing orders find their target
    as if their phase had come."""
    said = await camp.ana(
        "L1 moves to 5,8; L1 moves to 5,20; B1 fires at the nearest; everyone charges the nearest\n"
        "L2 follows B1; if G1 comes within 9 of L1, L1 holds; if L1 is hurt, L1 falls back to 5,2"
        "\nstop if a unit of mine dies"
    )
    assert said.split("\n") == [
        "Your plan for army 1 since #7 (nobody else sees it):",
        "1 L1 moves to 5,8: now it would be accepted",
        "2 L1 moves to 5,20: not now: L1 may move 3 (half of speed 6); 5,5 to 5,20 is 17: 5,13 is "
        "within 1 of G1 (C7-MOVE-8)",
        "3 B1 fires at the nearest: now that is B1 attacks G2 with Bolt (11 cells away)",
        "4 everyone charges the nearest: B1, L1, L2 would now do nothing: nobody in reach",
        "5 L2 follows B1: now that is L2 moves to 9,4",
        "6 if G1 comes within 9 of L1, L1 holds: now that is L1 stays; it is so now: G1 is 9 cells "
        "from L1",
        "7 if L1 is hurt, L1 falls back to 5,2: now that is L1 moves to 5,2; it is not so now",
        "8 stop if a unit of mine dies",
        "It is used if you miss a deadline, before your turn is ended (plan on: at once).",
        "This match has no clock, so no deadline can be missed: plan on, or plan now.",
    ]
    assert await camp.ana("plan help") != said


@pytest.mark.asyncio
async def test_a_plan_is_read_back_in_bounded_work(
    camp: Camp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BOUND-4: a plan of as many lines as are allowed, each for all units, is kept; what they would
    do now is told only within a budget and a length limit."""
    text = "; ".join(["everyone attacks the weakest"] * MOST_LINES)
    whole = await camp.ana(text)
    assert filing.UNTRIED not in whole
    monkeypatch.setattr(filing, "READ_BACK", 0)
    told = await camp.ana(text)
    assert told.count(filing.UNTRIED) == MOST_LINES
    monkeypatch.setattr(reply, "AT_ONCE", 300)
    assert len(await camp.ana(text)) <= 300


@pytest.mark.asyncio
async def test_a_plan_is_checked_and_used_in_bounded_work(
    camp: Camp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BOUND-3: reading a plan, measuring its distances and choosing targets each have a budget;
    beyond it a line is not kept, or no more is ordered."""
    with monkeypatch.context() as patch:
        patch.setattr(filing, "READING", 50)
        told = await camp.ana("; ".join(["all of them walk on a little"] * 3))
        assert told.count(filing.UNREAD) == 3
    with monkeypatch.context() as patch:
        patch.setattr(conditions, "MOST_PAIRS", 0)
        told = await camp.ana("stop if an enemy comes within 3 of any unit of mine; L1 holds")
        assert "distances to measure" in told
    await camp.ana("everyone attacks the nearest; everyone falls back to 1,1")
    monkeypatch.setattr(carrying, "CHOOSING", 0)
    assert carrying.UNCHOSEN in await camp.ana("now")


@pytest.mark.asyncio
async def test_words_about_a_plan(camp: Camp) -> None:
    """A plan can be shown, cleared and switched on or off; free words are kept as the order that
    they mean."""
    assert "You have left no plan here" in await camp.ana("")
    assert "1 L1 and L2 move 2 forward" in await camp.ana("l1 and l2 two forward")
    assert "as soon as it is your turn" in await camp.ana("on")
    assert "if you miss a deadline, before" in await camp.ana("off")
    assert "stop if a unit of mine dies" in await camp.ana("help")
    assert await camp.ana("clear") == "Your plan for army 1 is cleared."
    assert "You have left no plan here" in await camp.ana("now")


# --- carried out ----------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_orders_are_done_once_and_standing_orders_each_turn(camp: Camp) -> None:
    """An order is done once, a standing order in each turn; lines for another phase wait.  Entries
    are filed in Ana's name, marked `by plan`."""
    start = camp.last
    await camp.ana("L1 moves 2 forward; B1 fires at the nearest; L2 follows L1; pass")
    said = await camp.ana("now")
    assert said.split("\n") == [
        "Your plan for army 1 was used (you said so):",
        "- filed #8 L1 moves 2 forward, #9 L2 moves to 6,6, #10 end phase",
        "- waits: B1 fires at the nearest: not now, or not any more",
    ]
    with pytest.raises(RefereeError, match="not your turn"):
        await camp.ana("now")
    assert "1 L1 moves 2 forward (done)" in await camp.ana("")
    await camp.order(2, "skip to heavy")
    await camp.order(1, "skip to heavy")
    said = await camp.ana("now")
    assert "filed #13 B1 attacks G2 with Bolt, #14 end phase" in said
    assert "L1 moves" not in said
    log = await camp.log(start)
    assert log[0] == "army 1: L1 moves 2 forward (by plan)"
    assert log[3] == "army 2: skip to heavy"
    entries = await camp.referee.entries(camp.table, [8, 13])
    assert {one.holder for one in entries} == {"ana"}


@pytest.mark.asyncio
async def test_conditions_choose(camp: Camp) -> None:
    """Either the line with `if` is used or the one with `otherwise`; a distance without `of` is
    measured from the unit ordered."""
    await camp.ana("if G1 comes within 5, L1 moves to 5,2; otherwise, L1 moves to 5,8; pass")
    assert "#8 L1 moves to 5,8" in await camp.ana("now")
    await camp.ana("if G1 comes within 7, L1 moves to 5,7; otherwise, L1 moves to 5,9")
    await camp.order(2, "end phase")
    for line in ("set phase move", "set turn army 1"):
        await camp.order(0, line)
    said = await camp.ana("now")
    assert "L1 moves to 5,7" in said
    assert "waits: otherwise, L1 moves to 5,9: the line before it was used" in said


@pytest.mark.asyncio
async def test_a_refused_order_is_left_out_and_said(camp: Camp) -> None:
    """A refused order is reported, the lines after it are still carried out, and it stays in the
    plan."""
    await camp.ana("L1 moves to 5,20; L2 moves to 7,7")
    said = await camp.ana("now")
    assert "filed #8 L2 moves to 7,7" in said
    assert "left out: L1 moves to 5,20: L1 may move 3" in said
    assert "(C7-MOVE-8)" in said
    assert "1 L1 moves to 5,20: not now" in await camp.ana("")


@pytest.mark.asyncio
async def test_used_as_soon_as_the_turn_comes(camp: Camp) -> None:
    """With `plan on` the plan is used once when the next turn comes, but not while the match is
    locked."""
    await camp.ana("L1 moves 1 forward; always: L2 moves 1 forward; pass")
    await camp.ana("on")
    assert await camp.told() == []
    await camp.order(1, "end phase")
    assert await camp.told() == []
    await camp.order(2, "end phase")
    await keep(camp.referee, camp.table, locked=True)
    await camp.order(2, "end phase")
    assert await camp.told() == []
    await keep(camp.referee, camp.table, locked=False)
    start = camp.last
    (said, *more) = await camp.told()
    assert more == []
    assert "(it is your turn)" in said
    assert "left out: L1 moves 1 forward" in said
    assert await camp.log(start) == ["army 1: end phase (by plan)"]
    assert await camp.told() == []


@pytest.mark.asyncio
async def test_cleared_while_its_use_waits(camp: Camp) -> None:
    """A plan cleared while its use waits for the match is neither used nor stored again."""
    await camp.ana("L2 moves 1 forward; pass")
    await camp.ana("on")
    for seat in (1, 2, 2):
        await camp.order(seat, "end phase")
    read = await camp.room.of(camp.table, "ana", 1)
    assert read is not None
    start = camp.last
    await camp.ana("clear")
    assert await camp.room.look(camp.table, read) == []
    with pytest.raises(RefereeError, match="cleared meanwhile"):
        await camp.room.use_now(camp.table, read)
    assert camp.last == start
    assert "You have left no plan here" in await camp.ana("")


@pytest.mark.asyncio
@pytest.mark.parametrize("broken", ["of_match", "keep"])
async def test_the_database_is_away_while_it_is_used(
    camp: Camp, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    """If the database fails while a plan is used, it goes on later: nothing is filed twice, the
    rest is filed, and the player is told once."""
    await camp.ana("L2 moves 1 forward; always: L1 moves 1 forward")
    await camp.ana("on")
    await camp.order(1, "end phase")
    while not camp.table.now.startswith("round 2, move phase, army 1"):
        (seat, *_) = camp.table.game.awaits(camp.table.match.state)
        await camp.order(seat, "end phase")
    start, works, tried = camp.last, getattr(PlanStore, broken), list[int]()
    done = asyncio.Event()

    async def away(*given: Any) -> Any:
        tried.append(len(tried))
        if len(tried) <= 2:
            raise AwayError("away")
        done.set()
        return await works(*given)

    monkeypatch.setattr(PlanStore, broken, away)
    monkeypatch.setattr("bot.posts.workers.AGAIN", 0.0)
    watching = Watching(camp.room)
    watching.wake(camp.table)
    async with asyncio.timeout(PATIENCE):
        await done.wait()
        while not await camp.referee.mail.waiting(camp.table.record.id):
            await asyncio.sleep(0.01)
    await watching.close()
    assert await camp.log(start) == [
        "army 1: L2 moves 1 forward (by plan)",
        "army 1: L1 moves 1 forward (by plan)",
    ]
    (letter,) = await camp.referee.mail.waiting(camp.table.record.id)
    assert (letter.audience, "it is your turn" in letter.content) == ("seat 1", True)


@pytest.mark.asyncio
async def test_a_named_surprise_ends_it(camp: Camp) -> None:
    """A plan ends when a `stop` condition has come true, even if it no longer holds; the player is
    told once, and the plan is not used any more."""
    await camp.ana("L1 moves 1 forward; stop if an enemy comes within 5 of L1; stop if L2 is hurt")
    await camp.order(0, "move G1 to 5,10")
    await camp.order(0, "move G1 to 5,20")
    (said,) = await camp.told()
    assert said == (
        "Your plan for army 1 has ended: G1 is 5 cells from L1. What you do now is yours again."
    )
    assert await camp.told() == []
    assert "ended at #8: G1 is 5 cells from L1" in await camp.ana("")
    with pytest.raises(RefereeError, match="has ended"):
        await camp.ana("now")
    assert "since #9" in await camp.ana("L1 moves 1 forward; stop if L2 is hurt")
    await camp.order(0, "damage L2 3 fire")
    assert "L2 is hurt to HP 24 of 27" in (await camp.told())[0]


@pytest.mark.asyncio
async def test_a_surprise_in_the_middle_ends_it_there(camp: Camp) -> None:
    """If an order of the plan itself makes a `stop` condition true, the lines after it are not
    filed."""
    await camp.ana("L1 moves to 5,8; L2 moves to 7,8; stop if an enemy comes within 6 of L1")
    said = await camp.ana("now")
    assert "filed #8 L1 moves to 5,8\n" in said
    assert "it has ended: G1 is 6 cells from L1" in said
    assert camp.last == 8


SURPRISES = {
    "stop if L1 dies": ("kill L1", "L1 is lost"),
    "stop if a unit of mine dies": ("kill L2", "L2 is lost"),
    "stop if an enemy is killed": ("kill G2", "G2 is lost"),
    "stop if L1 is below 20 hp": ("set L1 hp 19", "L1 is down to HP 19 of 27"),
    "stop if L1 is under half": ("set L1 hp 13", "L1 is down to HP 13 of 27"),
    "stop if L1 or B1 is hurt": ("set B1 hp 9", "B1 is hurt to HP 9 of 58"),
    "stop when round 2 begins": ("set round 2", "round 2 has begun"),
    "stop if G1 or G2 comes within 2 of 9,9": ("move G2 to 9,11", "G2 is 2 cells from 9,9"),
}


@pytest.mark.asyncio
async def test_surprises(camp: Camp) -> None:
    """Each kind of `stop` condition can end a plan, and the notice says why, with the number."""
    for text, (line, fact) in SURPRISES.items():
        await camp.ana("clear")
        assert "nobody else" in await camp.ana(f"hold; {text}"), text
        assert await camp.told() == [], text
        await camp.order(0, line)
        (said,) = await camp.told()
        assert fact in said, text
        await camp.order(0, "undo")


@pytest.mark.asyncio
async def test_it_goes_on_after_a_kill(camp: Camp) -> None:
    """A plan used again with the same key, as after a crash, files nothing twice."""
    await camp.ana("L1 moves to 5,8; L2 moves to 7,8")
    plan = await camp.room.of(camp.table, "ana", 1)
    assert plan is not None
    async with camp.table.lock:
        await camp.room.carried(camp.table, plan, "t1.7.1.0o")
        await camp.room.plans.keep(plan.row)
        came = await camp.room.carried(camp.table, plan, "t1.7.1.0o")
        assert await camp.room.at_deadline(camp.table, "ana", 1, "t1.7.1.0o")
    assert [one.number for one in came.filed] == [8, 9]
    assert camp.last == 9


@pytest.mark.asyncio
async def test_nobody_else_learns_of_it(camp: Camp) -> None:
    """A plan appears in no log, no post and no answer to anybody else, not even when it ends."""
    before = await log_lines(camp.referee, camp.table, 0)
    await camp.ana("L1 moves to 5,8; stop if L2 is hurt")
    assert await log_lines(camp.referee, camp.table, 0) == before
    assert await camp.referee.mail.waiting(camp.table.record.id) == []
    assert "no plan" in await camp.room.answer(camp.table, "ben", 2, "")
    assert "no plan" in await camp.room.answer(camp.table, "gm", 1, "")
    await camp.order(0, "damage L2 3 fire")
    (use,) = await camp.room.follow(camp.table)
    assert (use.seat, use.user) == (1, "ana")
    assert await camp.referee.mail.waiting(camp.table.record.id) == []


# --- the console, and every system ----------------------------------------------------------------


@pytest.mark.asyncio
async def test_the_console() -> None:
    """In the console `plan` concerns the army whose turn it is, `2> plan` army 2; a plan used at
    once is printed."""
    said: list[str] = []
    async with referee_on(":memory:") as referee:
        table = await referee.create("t", "crusade7")
        await deal(referee, table)
        console = Console(referee, table, said.append)
        for line in (
            "plan: L1-L5 move 2 forward; then pass",
            "plan now",
            "1> plan: B1 fires at the nearest; pass",
            "1> plan on",
            "2> plan",
            "skip to heavy",
            "help plan",
        ):
            await console.answer(line)
    told = "\n".join(said)
    assert "filed #19 L1-L5 move 2 forward, #20 end phase" in told
    assert "You have left no plan here. It is written like this: plan: G1 attacks the ne" in told
    assert "Your plan for army 1 was used (it is your turn):\n- filed" in told
    assert "  L1 attacks the weakest" in told or "  B1 attacks the weakest" in told


NOW = {
    "crusade7": (
        "B1 fires at the nearest",
        "now that is B1 attacks GB1 with Bolt (15 cells away)",
    ),
    "crusade8x8": (
        "g2 goes towards d3",
        "now that is caster g2 moves g3 then side-steps f3",
    ),
    "rulescrusade": (
        "marines attack the nearest",
        "now that is M1 fires Bolter at O4 (12 inches away); M2 fires Bolter at O4 (9 inches "
        "away); M3 fires Bolter at O6 (10 inches away)",
    ),
    "machinadei": (
        "everyone attacks the nearest",
        "now that is Bows1 shoots Mob1 (18 inches away); Man1, Augur1, Legion1 would now do "
        "nothing: nobody in reach",
    ),
    "candlebre": (
        "ASH attacks Farrow in reach",
        "now that is attack Farrow from Ashford with everything (1 border away)",
    ),
}
"""A standing order for each ready-made battle, and what it would do now."""


@pytest.mark.parametrize("system", [game.id for game in GAMES])
@pytest.mark.asyncio
async def test_examples_of_every_system(system: str, tmp_path: Path) -> None:
    """The examples in each system's help can be left as a plan for its ready-made battle, and using
    it leaves no line unread."""
    async with referee_on(":memory:") as referee:
        table = await referee.create("t", system)
        await deal(referee, table)
        room = PlanRoom(referee, "text")
        text, now = NOW[system]
        assert f"\n1 {text}: {now}\n" in await room.answer(table, "console", 1, text)
        (seat, *_) = table.game.awaits(table.match.state)
        lines = [
            one.strip() for one in how_to_plan(table, seat).split("\n") if one.startswith("  ")
        ]
        plan = "; ".join(line for line in lines[:-1] if not line.startswith("stop"))
        told = await room.answer(table, "console", seat, plan)
        assert "nobody else sees it" in told, told
        used = await room.answer(table, "console", seat, "now")
        assert "was used" in used
        assert "cannot be read" not in used
        for line in (one for one in lines if one.startswith("stop")):
            told = await room.answer(table, "console", seat, f"everyone holds; {line}")
            assert "so already" in told or "nobody else" in told, told


# --- who is only out of sight ---------------------------------------------------------------------


def docks() -> Any:
    """The ready-made battle of Rules Crusade, with a marine, two orcs and a chit on the board."""
    game = find("rulescrusade")
    options = read_options(game, {})
    state = game.blank
    for event in game.setup(options, grammar.library(game.id), lambda die: die.faces[0]):
        state = game.apply(state, event)
    chit = replace(fresh_chit("X1", 2), place="board", at=(5, 5))
    models = [(1, "M1", (16, 7)), (2, "O1", (5, 4)), (2, "O2", (5, 6))]
    kinds = {1: "Marine", 2: "Orc"}
    units = [
        replace(fresh(state, type_named(state, kinds[seat]), ref, seat), at=at)
        for seat, ref, at in models
    ]
    known = {unit.ref: unit for unit in (*units, chit)}
    flow = replace(state.flow, phase="play", turn=1)
    return replace(state, flow=flow, units=known)


def test_out_of_sight_is_not_lost() -> None:
    """A revealed chit, or a model that goes under one or into reserve, has not died and ends no
    plan; a model that is killed has."""
    game, before = find("rulescrusade"), docks()

    def after(ref: str, **changes: Any) -> Any:
        return before.with_unit(replace(before.unit(ref), **changes))

    for who in ("X1", "an enemy", "O1"):
        dies, hurt = Condition("dies", who), Condition("hurt", who)
        for place in ("under", "reserve", "unhidden"):
            assert holds(game, after("O1", place=place), 1, dies, before) == ""
            assert holds(game, after("O1", place=place), 1, hurt, before) == ""
        assert holds(game, after("X1", place="dead"), 1, dies, before) == ""
        assert holds(game, after("X1", place="dead"), 1, hurt, before) == ""
    for who in ("O1", "an enemy"):
        dead = after("O1", place="dead", hits=0)
        assert holds(game, dead, 1, Condition("dies", who), before) == "O1 is lost"
        assert holds(game, dead, 1, Condition("hurt", who), before) == "O1 is lost"
    mine = after("M1", place="dead", hits=0)
    assert holds(game, mine, 1, Condition("dies", "a unit of mine"), before) == "M1 is lost"


class Fog(SimpleNamespace):
    """A game with units out of sight; `is_lost` says which deaths a seat may know of."""

    is_lost: Callable[[Any, int, str], bool] | None = None

    @property
    def plans(self) -> "Fog":
        """The game itself."""
        return self

    terms = PlanWords(("cell", "cells"), "HP", ("attack",))

    def bodies(self, state: Any, viewer: int | None) -> tuple[Body, ...]:
        """The units of `state`, which says of each whether army 1 sees it; army 2 and the GM see
        all."""
        return tuple(
            Body(ref, 2, 5, 5) for ref, sight in state.items() if sight or viewer in (0, 2)
        )

    def apart(self, *_: Any) -> None:
        """None: distances are not measured here."""

    def deeds(self, *_: Any) -> Any:
        """None: nothing can be done here."""

    def foreseen(self, *_: Any) -> None:
        """None: nothing is foreseen here."""


def test_fog_keeps_its_secrets() -> None:
    """A unit that only goes out of sight is not lost; where the game says what a seat knows, a seat
    is not told of a death that it cannot know."""
    condition = Condition("dies", "O1")
    before = {"O1": True, "O2": True}
    assert holds(Fog(), {"O1": False, "O2": True}, 1, condition, before) == ""
    assert holds(Fog(), {"O2": True}, 1, condition, before) == "O1 is lost"
    secret = Fog(is_lost=lambda state, viewer, ref: viewer == 2)
    assert holds(secret, {"O2": True}, 1, condition, before) == ""
    assert holds(secret, {"O2": True}, 1, Condition("hurt", "an enemy"), before) == ""
    assert holds(secret, {"O2": True}, 2, condition, before) == "O1 is lost"


@pytest.mark.asyncio
async def test_it_ends_with_the_seat(camp: Camp) -> None:
    """A player who gives up or loses a seat leaves no plan there, neither for a return nor for a
    successor; seating the same player again keeps it."""
    ana, gm = Caller("ana"), Caller("gm")

    async def free() -> None:
        await lobby.leave(camp.referee, camp.table, ana)

    async def give() -> None:
        await lobby.substitute(camp.referee, camp.table, gm, 1, "dan")

    for ends in (free, give):
        await camp.ana("L1 moves to 5,8; L2 moves to 7,8")
        assert await camp.room.of(camp.table, "ana", 1) is not None
        await ends()
        assert await camp.room.plans.of_match(camp.table.record.id) == []
        await lobby.substitute(camp.referee, camp.table, gm, 1, "ana")
        assert "no plan" in await camp.ana("")
    await camp.ana("L1 moves to 5,8")
    await lobby.substitute(camp.referee, camp.table, gm, 1, "ana")
    assert await camp.room.of(camp.table, "ana", 1) is not None
    await lobby.leave(camp.referee, camp.table, Caller("ben"))
    assert await camp.room.of(camp.table, "ana", 1) is not None
