"""`try`: dry runs of a player's turn that only he sees; nothing is filed until he keeps it."""

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from bot.cases.starter import deal
from bot.doors import sandbox
from bot.doors.sandbox import MOST_ORDERS, FiledLine, Sandboxes, Trying, as_filed
from bot.match.dice import seeded
from bot.referee.service import OpenMatch, Referee
from bot.terminal.console import Console
from grammar import Written
from rules import GAMES
from rules.line.errors import Refusal
from rules.line.orders import Order
from tests.support import duel, must, referee_on

Golden = Callable[[str, str], None]


class Person:
    """Somebody who tries things at a table."""

    def __init__(
        self, referee: Referee, table: OpenMatch, seat: int = 1, name: str = "ana"
    ) -> None:
        self.referee, self.table, self.seat, self.name = referee, table, seat, name
        self.trying = Trying(Sandboxes(referee), "text")

    async def says(self, words: str) -> str:
        """Say these words and return the answer, which must begin `Your sandbox`."""
        told = await self.trying.answer(self.name, self.table, self.seat, words, self.file)
        assert told.text.startswith("Your sandbox"), told.text
        return told.text

    async def file(self, written: Written) -> FiledLine:
        """File the orders through the normal door."""
        reply = await self.referee.submit(self.table, self.seat, written.text)
        return as_filed(reply, "text")


def with_die(table: OpenMatch, seat: int, wanted: bool) -> Order | None:
    """A legal order that draws a die, or one that draws none if not `wanted`; None if there is
    none."""
    state = table.match.state
    for order in islice(table.game.legal(state, seat), 4000):
        if sandbox.not_for_trying(Written(str(order), (order,))):
            continue
        try:
            events = table.game.adjudicate(state, seat, (order,), seeded("x", "x", 1))
        except Refusal:
            continue
        if any(event.draws for event in events) is wanted:
            return order
    return None


@pytest.mark.asyncio
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
async def test_every_system_can_be_tried(game: Any) -> None:
    """Orders are tried, shown, taken back, tried again and kept: only keeping them makes an
    entry."""
    async with referee_on(":memory:") as referee:
        table = await referee.create("try", game.id)
        await deal(referee, table)
        (seat, *_) = game.awaits(table.match.state)
        ana = Person(referee, table, seat)
        count, before = len(table.match.links), table.match.state
        order = with_die(table, seat, False)
        told = await ana.says(str(order))
        assert f"from #{count - 1} (nobody sees it, nothing is filed)" in told
        assert told.splitlines()[1].startswith("1 ")
        assert "  " in await ana.says("report")
        assert "Taken back" in await ana.says("undo")
        assert "There is nothing to take back" in await ana.says("undo")
        await ana.says(str(order))
        assert (len(table.match.links), table.match.state) == (count, before)
        assert "1 of 1 orders are filed now" in await ana.says("keep")
        assert table.match.live()[-1].number == count
        assert "there is nothing to file" in await ana.says("keep")


@pytest.mark.asyncio
async def test_one_order_builds_on_another() -> None:
    """An order is judged on the state that the orders tried before it lead to; a refused one does
    not enter the sandbox."""
    async with referee_on(":memory:") as referee:
        ana = Person(referee, await duel(referee))
        await ana.says("L1 moves to 5,8")
        told = await ana.says("L1 moves to 5,11")
        assert "C7-MOVE-1" in told
        assert "It is not in the sandbox" in told
        told = await ana.says("L2 moves to 5,8")
        assert "occupied" in told or "C7-" in told
        told = await ana.says("L2 moves to 7,8; end phase")
        assert [line[:2] for line in told.splitlines()[1:]] == ["1 ", "2 ", "3 "]
        assert "army 2" in told.splitlines()[0]
        assert "Your sandbox is empty now" in await ana.says("drop")
        assert "Nothing is tried yet" in await ana.says("")


@pytest.mark.asyncio
async def test_what_is_no_move_is_not_tried() -> None:
    """Resigning and draws cannot be tried, nonsense is answered as everywhere, and the length of a
    text and the number of orders are limited."""
    async with referee_on(":memory:") as referee:
        ana = Person(referee, await duel(referee))
        assert "nothing in it to try" in await ana.says("resign")
        assert "nothing in it to try" in await ana.says("offer draw")
        assert "at most 500 characters" in await ana.says("L1 moves " * 100)
        assert "It is not in the sandbox" in await ana.says("L1 mvoes to nowhere at all")
        for _ in range(MOST_ORDERS // 2):
            await ana.says("L1 stays")
            await ana.says("undo")
        box = await ana.trying.boxes.box("ana", ana.table, 1)
        await ana.says("L1 stays")
        box.steps[:] = box.steps * MOST_ORDERS
        assert "it is full" in await ana.says("L2 stays")


@pytest.mark.asyncio
async def test_each_account_and_seat_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each account and seat has its own sandbox; when there are too many, those unused for longest
    are dropped."""
    monkeypatch.setattr(sandbox, "MOST_BOXES", 2)
    async with referee_on(":memory:") as referee:
        table = await duel(referee)
        boxes = Sandboxes(referee)
        ana = await boxes.box("ana", table, 1)
        ben = await boxes.box("ben", table, 2)
        assert await boxes.box("ana", table, 1) is ana
        await boxes.box("cleo", table, 1)
        assert await boxes.box("ana", table, 1) is ana
        assert await boxes.box("ben", table, 2) is not ben


@pytest.mark.asyncio
async def test_the_match_goes_on() -> None:
    """When the match goes on, tried orders that still give the same are carried over; otherwise all
    are dropped, and the answer says so."""
    async with referee_on(":memory:") as referee:
        ana = Person(referee, await duel(referee))
        await ana.says("L1 moves to 5,8")
        must(await referee.submit(ana.table, 1, "L2 moves to 7,8"))
        told = await ana.says("")
        assert "went on to #6; your orders still give the same" in told
        assert "from #6" in told
        assert "went on" not in await ana.says("")
        must(await referee.submit(ana.table, 1, "L1 moves to 5,7"))
        told = await ana.says("")
        assert "no longer gives the same" in told
        assert "They were: L1 moves to 5,8" in told
        assert "Nothing is tried yet" in told


@pytest.mark.asyncio
async def test_keep_stops_where_something_else_comes_about() -> None:
    """`keep` stops at the first order that no longer gives what was shown, or that the door
    refuses, and names the orders left over."""
    async with referee_on(":memory:") as referee:
        ana = Person(referee, await duel(referee))
        await ana.says("L1 moves to 5,8; L2 moves to 7,8; end phase")

        async def meddling(written: Written) -> FiledLine:
            """The GM moves L2 away as soon as the first order is filed."""
            filed = await ana.file(written)
            must(await referee.submit(ana.table, 0, "move L2 to 20,20"))
            return filed

        told = await ana.trying.answer("ana", ana.table, 1, "keep", meddling)
        assert told.text.startswith("Your sandbox: 1 of 3 orders are filed now.")
        assert "Order 2 (L2 moves to 7,8) no longer gives what was shown" in told.text
        assert "L2 moves to 7,8; end phase" in told.text.splitlines()[-1]
        assert [entry.seat for entry in ana.table.match.live()][-2:] == [1, 0]

        async def shut(_: Written) -> FiledLine:
            """A door that files nothing."""
            return FiledLine(False, "The match rests.")

        await ana.says("end phase")
        told = await ana.trying.answer("ana", ana.table, 1, "keep", shut)
        assert "0 of 1 orders" in told.text
        assert "The match rests." in told.text
        assert "did not go through whole" in told.text


# --- dice -----------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_dice_of_the_sandbox_tell_nothing_of_the_match() -> None:
    """A sandbox rolls its own dice, from a seed made of public facts, and shows the odds beside
    them; when the order is kept, the match rolls anew."""
    async with referee_on(":memory:") as referee:
        table = await referee.create("try", "rulescrusade")
        await deal(referee, table)
        ana = Person(referee, table, 1)
        told = await ana.says("M3 throws Frag Grenade at O3")
        assert "Dice of the sandbox's own fell" in told
        assert "Odds of 1:" in told
        (step,) = (await ana.trying.boxes.box("ana", table, 1)).steps
        came, number = step.came, len(table.match.links)
        own = seeded("sandbox", f"{table.uid}/1", 0)
        assert came.events == table.game.adjudicate(came.before, 1, came.orders, own)
        assert "which fell anew: 1 of them" in await ana.says("keep")
        (entry,) = await referee.entries(table, [number])
        real = seeded(table.seed_of(number), table.dice_name, number)
        assert entry.events == table.game.adjudicate(came.before, 1, came.orders, real)
        assert entry.events != came.events


@pytest.mark.asyncio
async def test_what_the_gm_laid_ready_is_not_shown() -> None:
    """Dice that the GM has loaded change nothing in a sandbox."""
    async with referee_on(":memory:") as referee:
        table = await referee.create("try", "rulescrusade")
        await deal(referee, table)
        ana, ben = Person(referee, table, 1), Person(referee, table, 1, "ben")
        text = "M3 throws Frag Grenade at O3"
        await ana.says(text)
        must(await referee.submit(table, 0, "dice 3 0"))
        assert table.match.state.flow.tray == (3, 0)
        await ben.says(text)
        boxes = [await one.trying.boxes.box(one.name, table, 1) for one in (ana, ben)]
        assert boxes[0].steps[0].came.events == boxes[1].steps[0].came.events


# --- secrets --------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_no_sandbox_while_something_is_secret() -> None:
    """Hidden placement: Ben has a sandbox until Ana has placed something; then only Ana has one."""
    async with referee_on(":memory:") as referee:
        options = {"placement": "hidden", "choices": "auto"}
        table = await referee.create("try", "crusade8x8", options)
        order = next(iter(table.game.legal(table.match.state, 1)))
        ben, ana = Person(referee, table, 2, "ben"), Person(referee, table, 1)
        assert "Nothing is tried yet" in await ben.says("")
        must(await referee.submit(table, 1, str(order)))
        told = await ben.says("")
        assert told.startswith("Your sandbox is closed while something in this match is secret")
        assert str(order) not in told
        assert "Nothing is tried yet" in await ana.says("")


HIDING: dict[str, tuple[tuple[int, str], ...]] = {
    "crusade7": ((1, "faction Second Roman Empire"), (1, "detachment Platoon: 1 Legate")),
    "rulescrusade": (
        (0, "put Marine M1 for army 2 at 22,22"),
        (0, "set phase setup"),
        (1, "takes Brood nest"),
        (1, "ready"),
        (2, "ready"),
    ),
}
"""Lines by system after which army 1 has orders of which army 2 learns nothing."""


@pytest.mark.asyncio
@pytest.mark.parametrize("system", HIDING)
async def test_none_where_others_hide_something(system: str) -> None:
    """While army 1 hides something, army 2 has no sandbox and is told the same whatever was hidden;
    army 1 still has its own."""
    said = []
    for place in range(2):
        async with referee_on(":memory:") as referee:
            table = await referee.create("try", system)
            for seat, line in HIDING[system]:
                await referee.submit(table, seat, line)
            game, state = table.game, table.match.state
            hidden = []
            for order in islice(game.legal(state, 1), 400):
                events = game.adjudicate(state, 1, (order,), seeded("x", "x", 1))
                if any(game.known_to(event, state) == (1,) for event in events):
                    hidden.append(order)
            must(await referee.submit(table, 1, str(hidden[place])))
            ben = Person(referee, table, 2, "ben")
            said.append((await ben.says(""), await ben.says("ready"), await ben.says("keep")))
            assert "Nothing is tried yet" in await Person(referee, table, 1).says("")
    assert said[0] == said[1]
    assert all("closed while something in this match is secret" in one for one in said[0])


FORDS = (
    *("what can reach O1?", "can EQ1 charge WR1", "odds B1 attacks O5 with Bolt"),
    *("try L1 moves to 8,12", "try L2-L4 move 3 forward", "try L5 moves to 12,14"),
    *("try board", "try report", "try undo", "try end phase", "try keep", "try keep"),
)


@pytest.mark.asyncio
async def test_as_it_looks(golden: Golden) -> None:
    """Golden text: a turn of the ready-made battle, planned at a console."""
    out: list[str] = []
    async with referee_on(":memory:") as referee:
        table = await referee.create("Fords", "crusade7")
        await deal(referee, table)
        console = Console(referee, table, out.append)
        for line in FORDS:
            out.append(f"> {line}")
            assert await console.answer(line)
    golden("chat/planning.txt", "\n".join(out) + "\n")


@pytest.mark.asyncio
async def test_at_the_console() -> None:
    """`try` at the console: the board marks what was tried, and kept orders are filed and
    reported."""
    out: list[str] = []
    async with referee_on(":memory:") as referee:
        console = Console(referee, await duel(referee), out.append, own=1)
        count = len(console.table.match.links)
        for line in ("try L1 moves to 5,8", "try board", "try"):
            assert await console.answer(line)
        assert len(out) == 3
        assert all(text.startswith("Your sandbox") for text in out)
        assert "L1*" in out[1]
        assert len(console.table.match.links) == count
        assert await console.answer("try end phase")
        assert await console.answer("try keep")
        assert len(console.table.match.links) == count + 2
        assert "2 of 2 orders are filed now" in "\n".join(out)
