"""The outbox on its own: however delivery fails, posts arrive once and in order."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio

from bot.posts.announce import Announcer
from bot.posts.outbox import (
    Carrier,
    DirectMessagesClosed,
    Forbidden,
    Gone,
    Later,
    Letter,
    Outbox,
    Undeliverable,
    newest,
    nonce_of,
    recipients,
)
from bot.posts.pinned import facts_of_match
from bot.referee.gate import status
from bot.referee.service import OpenMatch, Referee
from bot.store import PlaceRecord, Post
from tests.support import PATIENCE, referee_on


@dataclass
class Postman:
    """A carrier that records what it posts, by place.  `trouble` holds the errors to raise next, by
    place, each with whether the post is stored all the same."""

    boxes: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    trouble: dict[str, list[tuple[Exception, bool]]] = field(default_factory=dict)
    tries: int = 0
    count: int = 1000

    async def send(self, letter: Letter) -> str:
        """Post, or fail before or after posting."""
        self.tries += 1
        waiting = self.trouble.get(letter.to)
        error, stored = waiting.pop(0) if waiting else (None, True)
        if stored:
            self.count += 1
            self.boxes.setdefault(letter.to, []).append((str(self.count), letter.content))
        if error is not None:
            raise error
        return str(self.count)

    async def find(self, letter: Letter, after: str | None) -> str | None:
        """The id of the newest message with this content after `after`, or None."""
        for message, content in reversed(self.boxes.get(letter.to, [])):
            if after is not None and int(message) <= int(after):
                return None
            if content == letter.content:
                return message
        return None

    def read(self, to: str) -> list[str]:
        """The texts in a place, in order."""
        return [content for _, content in self.boxes.get(to, [])]


def fail(postman: Postman, to: str, *errors: Exception, stored: bool = False) -> None:
    """Make the next letters to a place fail; `stored` if they arrive nevertheless."""
    postman.trouble.setdefault(to, []).extend((error, stored) for error in errors)


async def no_sleep(_: float) -> None:
    await asyncio.sleep(0)


@pytest_asyncio.fixture
async def referee(tmp_path: Path) -> AsyncIterator[Referee]:
    """A referee on a file."""
    async with referee_on(tmp_path / "r.sqlite") as made:
        yield made


@pytest.fixture
def postman() -> Postman:
    """A postman without trouble."""
    return Postman()


async def match(referee: Referee, name: str, channel: str) -> OpenMatch:
    """A match of users 11 and 12 with GM 10, played in a channel."""
    seats = ((0, "10"), (1, "11"), (2, "12"))
    table = await referee.create(name, "crusade7", seats=seats, scene=True)
    await referee.mail.settle(PlaceRecord(table.record.id, channel, "9"))
    return table


async def post(referee: Referee, table: OpenMatch, *texts: str, to: str = "public") -> None:
    """Put texts into the outbox as the parts of one entry."""
    number = 100 * len(await referee.mail.waiting())
    for part, text in enumerate(texts):
        await referee.mail.add(table.record.id, Post(number, part, to, text))


def outbox(referee: Referee, postman: Carrier) -> Outbox:
    """A fresh outbox, as after a restart."""
    made = Outbox(referee, postman, sleep=no_sleep)
    made.start()
    return made


async def settled(referee: Referee, box: Outbox) -> None:
    """Wait until nothing is left in the outbox, then close it."""
    for _ in range(6000):
        await asyncio.sleep(0.01)
        if not await referee.mail.waiting():
            break
    await box.close()


async def looked(box: Outbox) -> None:
    """Wait until the outbox has tried once to send what is in it."""
    tried, flush = asyncio.Event(), box.flush

    async def watched(match_id: int) -> float | None:
        try:
            return await flush(match_id)
        finally:
            tried.set()

    box.flush = watched  # type: ignore[method-assign]
    await asyncio.wait_for(tried.wait(), PATIENCE)


@pytest.mark.asyncio
async def test_in_order_and_once(referee: Referee, postman: Postman) -> None:
    """Everything that waits is posted in order; a second start posts nothing."""
    table = await match(referee, "one", "5")
    await post(referee, table, "a", "b", "c")
    await settled(referee, outbox(referee, postman))
    await settled(referee, outbox(referee, postman))
    assert postman.read("channel 5") == ["a", "b", "c"]


@pytest.mark.asyncio
@pytest.mark.parametrize("stored", [False, True])
async def test_trouble_on_the_way(referee: Referee, postman: Postman, stored: bool) -> None:
    """A letter that failed, whether it had arrived or not, stands there once and in its place."""
    table = await match(referee, "one", "5")
    await post(referee, table, "a", "b", "b", "c")
    fail(postman, "channel 5", Later(), stored=stored)
    fail(postman, "channel 5", Later(0.1), stored=stored)
    await settled(referee, outbox(referee, postman))
    assert postman.read("channel 5") == ["a", "b", "b", "c"]


@pytest.mark.asyncio
async def test_crash_before_the_mark(referee: Referee, postman: Postman) -> None:
    """A process that dies between posting and noting it leaves no second copy."""
    table = await match(referee, "one", "5")
    await post(referee, table, "a", "b")
    (first, _) = await referee.mail.waiting()
    await postman.send(Letter("channel 5", first.content, "old nonce"))
    await settled(referee, outbox(referee, postman))
    assert postman.read("channel 5") == ["a", "b"]


@pytest.mark.asyncio
async def test_one_channel_stops_no_other(referee: Referee, postman: Postman) -> None:
    """While one channel cannot be written to, other matches and direct messages go on."""
    shut = await match(referee, "shut", "5")
    fine = await match(referee, "fine", "6")
    await post(referee, shut, "never", to="public")
    await post(referee, shut, "for you", to="seat 1")
    await post(referee, fine, "a", "b")
    fail(postman, "channel 5", *[Later() for _ in range(200)])
    box = outbox(referee, postman)
    for _ in range(6000):
        await asyncio.sleep(0.01)
        if postman.read("channel 6") == ["a", "b"] and postman.read("user 11"):
            break
    await box.close()
    assert postman.read("channel 6") == ["a", "b"]
    assert postman.read("user 11") == ["for you"]
    assert postman.read("channel 5") == []


@pytest.mark.asyncio
async def test_forbidden(referee: Referee, postman: Postman) -> None:
    """Without the permission to post, the GM is told once; with it, everything arrives."""
    table = await match(referee, "one", "5")
    await post(referee, table, "a", "b")
    fail(postman, "channel 5", *[Forbidden("missing Send Messages") for _ in range(5)])
    await settled(referee, outbox(referee, postman))
    (told,) = postman.read("user 10")
    assert "missing Send Messages" in told
    assert postman.read("channel 5") == ["a", "b"]
    place = await referee.mail.place_of(table.record.id)
    assert place is not None
    assert place.details == {}


@pytest.mark.asyncio
async def test_deleted_channel(referee: Referee, postman: Postman) -> None:
    """A deleted channel pauses the match and tells the GM once, even over restarts; in a new
    channel the posts arrive."""
    table = await match(referee, "one", "5")
    await post(referee, table, "a", "b")
    fail(postman, "channel 5", Gone())
    for _ in range(3):
        box = outbox(referee, postman)
        await looked(box)
        await box.close()
    assert status(await referee.open("one")) == "paused"
    (told,) = postman.read("user 10")
    assert "deleted" in told
    assert postman.tries == 2
    await referee.mail.settle(PlaceRecord(table.record.id, "7", "9"))
    await settled(referee, outbox(referee, postman))
    assert postman.read("channel 7") == ["a", "b"]


@pytest.mark.asyncio
async def test_closed_letter_box(referee: Referee, postman: Postman) -> None:
    """If a player takes no direct messages, the channel says that something waits, but not what."""
    table = await match(referee, "one", "5")
    await post(referee, table, "the secret", to="seat 2")
    fail(postman, "user 12", DirectMessagesClosed())
    await settled(referee, outbox(referee, postman))
    (said,) = postman.read("channel 5")
    assert said.startswith("army 2:")
    assert "secret" not in said


@pytest.mark.asyncio
async def test_a_letter_that_nobody_takes(referee: Referee, postman: Postman) -> None:
    """A post that Discord never takes, or to an empty seat, is given up; others go on."""
    table = await match(referee, "one", "5")
    await post(referee, table, "bad", "good")
    await post(referee, table, "to an empty seat", to="seat 7")
    fail(postman, "channel 5", Undeliverable("400 50035"))
    await settled(referee, outbox(referee, postman))
    assert postman.read("channel 5") == ["good"]


@pytest.mark.asyncio
async def test_who_gets_what(referee: Referee) -> None:
    """A GM who also plays gets no post to the GM; posts to the host then go to all players."""
    table = await match(referee, "one", "5")
    assert recipients(table, "gm") == ["10"]
    assert recipients(table, "seat 2") == ["12"]
    assert recipients(table, "host") == ["10"]
    await referee.store.seat(table.record.id, 0, "11", "now")
    await referee.store.seat(table.record.id, 0, None, "now")
    await referee.store.seat(table.record.id, 0, "11", "now")
    table = await referee.open("one")
    assert recipients(table, "gm") == []
    assert recipients(table, "host") == ["11", "12"]


@pytest.mark.asyncio
async def test_only_holders_are_called(referee: Referee, postman: Postman) -> None:
    """A post pings those whom it is meant to call and who still hold a seat; people merely named in
    its text are not pinged."""
    table = await match(referee, "one", "5")
    place = await referee.mail.place_of(table.record.id)
    made = outbox(referee, postman)
    for text, calls, rung in (
        ("army 2 <@12>, not <@99> or <@&12>", (12, 99), (12,)),
        ("army 1: <@11>, army 2: <@12>", (), ()),
        ("<@12> army 1 is awaited; <@12> waits", (11,), (11,)),
    ):
        letters = made.letters(table, place, Post(3, 0, "public", text, pings=calls))
        assert letters is not None
        assert letters[0].pings == rung, text
    secret = made.letters(table, place, Post(3, 0, "seat 1", "<@12>", pings=(12,)))
    assert secret is not None
    assert [one.pings for one in secret] == [()]
    await made.close()


@pytest.mark.parametrize(("setup", "rung"), [("", {11, 12}), ("classic", {11})])
@pytest.mark.asyncio
async def test_the_opening(referee: Referee, postman: Postman, setup: str, rung: set[int]) -> None:
    """The pinned post names everybody, and the first call pings those who may act."""
    system, options = ("crusade8x8", {"setup": setup}) if setup else ("crusade7", {})
    table = await referee.create("x", system, options, ((0, "10"), (1, "11"), (2, "12")))
    await referee.mail.settle(PlaceRecord(table.record.id, "5", "9"))
    for _ in range(2):
        await Announcer(referee).open_match(table)
    place = await referee.mail.place_of(table.record.id)
    made = Outbox(referee, postman)
    assert "GM: <@10>, army 1: <@11>, army 2: <@12>" in facts_of_match(table)
    (called,) = await referee.mail.waiting(table.record.id)
    assert called.kind == "turn"
    rings = [set(one.pings) for one in made.letters(table, place, called) or []]
    assert rings == [rung]


@pytest.mark.parametrize(("match_id", "rest"), [(1, "e2p3"), (123456789, "e123456789p12345678")])
def test_nonce(match_id: int, rest: str) -> None:
    """A nonce is the same after a restart and has at most the 25 characters that Discord takes."""
    assert nonce_of("g", match_id, rest) == nonce_of("g", match_id, rest)
    assert len(nonce_of("g", match_id, rest)) <= 25
    assert newest("7 100 20") == "100"
    assert newest(None) is None
