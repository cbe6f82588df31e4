"""Orders on a condition: decided one by one, filed as plain orders, offered, or left as a plan."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.doors.doors import Doors
from bot.doors.saying import Answer, Door, IncomingText
from bot.history.exchange import export_match
from bot.history.log import log_lines
from bot.history.verify import verify_lines
from bot.plans.planroom import PlanRoom
from bot.referee.gate import Caller
from bot.referee.service import OpenMatch, Referee
from bot.store import PlaceRecord, StoreError
from tests.support import must, referee_on

FIELD = (
    "put Legionnaire L1 for army 1 at 5,5",
    "put Legionnaire L2 for army 1 at 7,5",
    "put Legionnaire L3 for army 1 at 9,5",
    "put Goblin G1 for army 2 at 5,6",
    "put Goblin G2 for army 2 at 6,6",
    "put Goblin G3 for army 2 at 7,6",
    "put Goblin G4 for army 2 at 9,6",
    "set phase fight",
    "set turn army 1",
    "set G1 hp 3",
)
BOTH = (
    "L1 attacks G1 with Gladius; if G1 dies, L2 attacks G2 with Gladius; "
    "otherwise, L2 attacks G3 with Gladius"
)


class Room:
    """A match in a room, and what Ana says there."""

    def __init__(self, referee: Referee, table: OpenMatch) -> None:
        self.referee, self.table = referee, table
        self.doors = Doors(referee, plans=PlanRoom(referee).answer)
        self.number = 0

    async def ana(self, text: str, door: Door = "command", key: str = "") -> Answer:
        """Say this as Ana and return the answer."""
        self.number += 1
        return await self.doors.hear(
            IncomingText(key or f"m{self.number}", Caller("ana"), "5", text, door)
        )

    async def gm(self, *lines: str) -> None:
        """Submit lines of the GM."""
        for line in lines:
            must(await self.referee.submit(self.table, 0, line))

    def stands(self, words: str) -> bool:
        """Does this expectation hold in the match now?"""
        return self.table.game.expect(self.table.match.state, words).holds

    @property
    def hp(self) -> list[int]:
        """The hit points of the four Goblins."""
        return [self.table.match.state.units[f"G{one}"].hp for one in range(1, 5)]


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """Three Legionnaires beside four Goblins, in army 1's Fight turn; G1 is nearly dead."""
    async with referee_on(tmp_path / "r.sqlite") as referee:
        seats = ((0, "gm"), (1, "ana"), (2, "ben"))
        table = await referee.create("field", "crusade7", seats=seats, scene=True)
        await referee.mail.settle(PlaceRecord(table.record.id, "5", "9"))
        made = Room(referee, table)
        await made.gm(*FIELD)
        yield made


@pytest.mark.asyncio
@pytest.mark.parametrize("door", ["chat", "mention", "dm", "command"])
async def test_each_branch_is_the_plain_order_that_it_came_to(room: Room, door: Door) -> None:
    """Through every door, the branch whose condition is met is filed and marked with the condition,
    the other is reported as not done, and the log verifies."""
    answer = await room.ana(BOTH, door)
    assert room.hp == [0, 7, 13, 13]
    assert "Condition not met, nothing done: otherwise, L2 attacks G3 with Gladius" in answer.text
    assert answer.marked == ("filed",)
    last = (await log_lines(room.referee, room.table, 1))[-1]
    assert last.endswith("army 1: L2 attacks G2 with Gladius // if G1 dies")
    assert verify_lines(await export_match(room.referee, room.table))[0].startswith("ok")


@pytest.mark.asyncio
async def test_otherwise(room: Room) -> None:
    """If the condition is not met, the `otherwise` branch is carried out."""
    await room.gm("set G1 hp 13")
    answer = await room.ana(BOTH)
    assert room.hp == [7, 13, 7, 13]
    assert "Condition not met, nothing done: if G1 dies" in answer.text
    last = (await log_lines(room.referee, room.table, 1))[-1]
    assert last.endswith("L2 attacks G3 with Gladius // not so: if G1 dies")


@pytest.mark.asyncio
async def test_said_in_one_breath(room: Room) -> None:
    """A condition may follow within the sentence (`.. and if ..`) or at its end (`.. unless
    ..`)."""
    await room.ana("L1 attacks G1 with Gladius, and if G1 dies, L2 attacks G2 with Gladius")
    assert room.hp == [0, 7, 13, 13]
    await room.ana("L3 attacks G4 with Gladius unless G2 is dead.")
    assert room.hp == [0, 7, 13, 7]


@pytest.mark.asyncio
async def test_a_message_sent_twice(room: Room) -> None:
    """A message delivered twice is filed once; cut off after its first order, it goes on where it
    stopped, and its conditions still compare with the state before the message."""
    store: Any = room.referee.store
    append, left = store.append, [1]

    async def breaks(*args: Any) -> int:
        left[0] -= 1
        if left[0] < 0:
            raise StoreError("the disk is full")
        return int(await append(*args))

    store.append = breaks
    assert not (await room.ana(BOTH, key="once")).done
    assert room.hp == [0, 13, 13, 13]
    store.append = append
    for _ in range(2):
        await room.ana(BOTH, key="once")
        assert room.hp == [0, 7, 13, 13]


@pytest.mark.asyncio
async def test_it_is_taken_back(room: Room) -> None:
    """An order filed on a condition is taken back like any other."""
    await room.gm("set phase move", "set turn army 1")
    await room.ana("if G1 is below 5 hp, L1 falls back to 5,3")
    assert room.stands("L1 at 5,3")
    await room.ana("undo")
    assert room.stands("L1 at 5,5")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("L1 attacks G2; if G9 dies, L2 attacks G2", "I know of nothing called 'G9'"),
        ("L1 attacks G2; if G2 blinks, L2 attacks G2", "keep"),
        ("L1 attacks G2\nif G2 blinks, L2 attacks G2", "keep"),
        ("L1 attacks G2; if G2 dies, end phase", "not done on a condition"),
        ("L1 attacks G2; if G2 comes within 1 of L3, L3 attacks G2", "waits for what others do"),
        ("L1 attacks G2; otherwise, L2 attacks G2", "keep"),
        ("if G1 dies, L2 attacks G2?", "keep"),
    ],
)
async def test_what_is_not_understood_is_asked(room: Room, text: str, said: str) -> None:
    """If a condition is not understood or cannot be decided now, nothing of the message is filed
    and its writer is asked."""
    answer = await room.ana(text)
    assert said in answer.text
    assert not answer.done
    assert room.hp == [3, 13, 13, 13]


@pytest.mark.asyncio
async def test_some_of_several(room: Room) -> None:
    """A condition on two units that only one of them meets is undecided: nothing behind it is
    filed."""
    text = "L1 attacks G1 with Gladius; if G1 and G2 are dead, L2 attacks G3; L3 attacks G4"
    answer = await room.ana(text)
    assert room.hp == [0, 13, 13, 13]
    assert "I cannot tell whether it is so" in answer.text
    assert "L3 attacks G4" in answer.text


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("behind", "offered"),
    [
        ("If he is dead by then, L2 stabs G2 with the gladius", "If G1 is dead by then"),
        ("if he's dead L2 attacks G2 with Gladius", "if G1 is dead"),
        ("If L1 kills G1 then L2 attacks G2 with Gladius", "If G1 dies"),
    ],
)
async def test_free_words_are_offered_in_strict_ones(room: Room, behind: str, offered: str) -> None:
    """Free words are offered as the strict sentences that would be filed; `yes` files them."""
    answer = await room.ana(f"L1 stabs G1 with his gladius. {behind}")
    assert answer.offer is not None
    strict = f"L1 attacks G1 with Gladius\n{offered}, L2 attacks G2 with Gladius"
    assert answer.offer.options == (strict,)
    assert room.hp == [3, 13, 13, 13]
    await room.ana("yes")
    assert room.hp == [0, 7, 13, 13]


@pytest.mark.asyncio
async def test_what_others_do_becomes_a_plan(room: Room) -> None:
    """A condition that waits for another player is offered as a plan; `yes` saves the plan and
    files nothing."""
    head = room.table.match.head
    answer = await room.ana("if G4 comes within 1 of L1, L1 attacks G4")
    assert answer.offer is not None
    assert answer.offer.options == ("plan: if G4 comes within 1 of L1, L1 attacks G4",)
    left = await room.ana("yes")
    assert "nobody else sees it" in left.text
    assert "1 if G4 comes within 1 of L1, L1 attacks G4" in (await room.ana("plan")).text
    assert room.table.match.head == head


@pytest.mark.asyncio
async def test_in_the_room_it_is_talk(room: Room) -> None:
    """In plain chat, a message that would only be offered or asked about is ignored."""
    for text in (
        "if G4 comes within 1 of L1, L1 attacks G4",
        "if G1 dies, G2 attacks L1",
        "L1 stabs G1. If he is dead by then, L2 stabs G2",
    ):
        assert (await room.ana(text, "chat")).text == ""
    assert room.hp == [3, 13, 13, 13]
