"""The database is away for a moment: what was written meanwhile waits for it and is handled
once."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.chat.inbox import Inbox
from bot.posts.outbox import Letter, Outbox
from bot.store import AwayError, PlaceRecord, Post, StoreError, when_it_answers
from bot.store.errors import explain
from tests.support import duel, referee_on


@dataclass(frozen=True)
class Note:
    """A message, with all that the inbox needs of it."""

    id: int


async def nap(_: float) -> None:
    """Yield once, without waiting."""
    await asyncio.sleep(0)


@pytest.mark.asyncio
async def test_messages_wait_for_the_database(tmp_path: Path) -> None:
    """Messages that come, or are read from the history, while the database is away are handled once
    each and in order, and the cursor ends at the last."""
    away, dealt = [True, True, False, True, False, False, True], list[int]()

    async def deal(note: Note, _: bool) -> None:
        if away and away.pop(0):
            raise AwayError("away")
        dealt.append(note.id)

    async def history(_: str, after: str) -> AsyncIterator[Note]:
        for number in (2, 3):
            if number > int(after):
                yield Note(number)

    async with referee_on(tmp_path / "a.sqlite") as referee:
        await referee.mail.advance("5", "1")
        inbox: Inbox[Note] = Inbox(referee.mail, deal, history, nap)
        live = [asyncio.create_task(inbox.receive("5", Note(number))) for number in (4, 5)]
        await inbox.catch_up()
        await asyncio.gather(*live)
        assert dealt == [2, 3, 4, 5]
        assert await referee.mail.cursor("5") == "5"


@pytest.mark.asyncio
async def test_a_message_that_came_at_the_end_waits_for_the_next_start(tmp_path: Path) -> None:
    """If the bot ends while the database is away, the cursor stays before the message not
    handled."""

    async def deal(note: Note, _: bool) -> None:
        inbox._closing = True
        raise AwayError("away")

    async def history(_: str, after: str) -> AsyncIterator[Note]:
        for number in range(int(after), int(after)):
            yield Note(number)

    async with referee_on(tmp_path / "a.sqlite") as referee:
        await referee.mail.advance("5", "1")
        inbox: Inbox[Note] = Inbox(referee.mail, deal, history, nap)
        await inbox.catch_up()
        await inbox.receive("5", Note(2))
        assert await referee.mail.cursor("5") == "1"


class Carrier:
    """A carrier that posts; it must not be asked to look for a post."""

    def __init__(self) -> None:
        self.posts: list[str] = []

    async def send(self, letter: Letter) -> str:
        """Keep the content and return a message ID."""
        self.posts.append(letter.content)
        return str(1000 + len(self.posts))

    async def find(self, letter: Letter, after: str | None) -> str | None:
        """Fail, since it must not be asked."""
        raise AssertionError(letter)


@pytest.mark.asyncio
async def test_a_post_that_could_not_be_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the database fails just after a post was sent, the post is not sent again, and its message
    ID is saved once the database answers."""
    async with referee_on(tmp_path / "a.sqlite") as referee:
        table = await duel(referee)
        number = table.record.id
        await referee.mail.settle(PlaceRecord(number, "77", "1"))
        await referee.mail.add(number, Post(5, 0, "public", "hello", kind="turn"))
        carrier = Carrier()
        box = Outbox(referee, carrier)
        with monkeypatch.context() as patch:

            async def away(*_: object) -> None:
                raise AwayError("away")

            patch.setattr(referee.mail, "arrived", away)
            with pytest.raises(AwayError):
                await box.flush(number)
        assert await box.flush(number) is None
        assert carrier.posts == ["hello"]
        (post,) = await referee.mail.posted(number, "turn")
        assert post.message == "1001"


@pytest.mark.asyncio
async def test_it_is_tried_until_it_is_over() -> None:
    """A database failure is tried again until the work succeeds or nobody waits any more; other
    errors are passed on."""
    failures: list[Exception] = [StoreError("full"), AwayError("away")]

    async def work() -> str:
        if failures:
            raise failures.pop(0)
        return "done"

    assert await when_it_answers(work, sleep=nap) == "done"
    failures = [StoreError("full")]
    with pytest.raises(StoreError, match="full"):
        await when_it_answers(work, lambda: True, nap)
    failures = [KeyError("own fault")]
    with pytest.raises(KeyError):
        await when_it_answers(work, sleep=nap)


def test_who_is_away_and_who_is_unwilling() -> None:
    """A server that cannot be reached raises `AwayError`, which does not claim that nothing was
    written; one that refuses to write is reported as such."""
    away = explain(ConnectionRefusedError(), "here")
    assert isinstance(away, AwayError)
    assert "nothing was" not in str(away)
    full = explain(OSError("the disk is full"), "here")
    assert not isinstance(full, AwayError)
    assert "nothing was written" in str(full)
