"""Defects that people found while they played on Discord, each as they met it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.chat.inbox import Inbox
from bot.lobby.welcome import HELLO
from bot.referee.service import RefereeError
from bot.store import AwayError, Mail
from tests.support import referee_on

from .stage import Stage, stage
from .standin.components import walk
from .test_commands import says
from .transcript import labels

MOVED = "#6 L1 moves to 5,8"


@pytest_asyncio.fixture
async def scene(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Stage]:
    """The duel: Ana to move, L1 and L2 against G1."""
    async with stage(monkeypatch, tmp_path) as built:
        await built.duel()
        yield built


class Said:
    """A message as the inbox knows it."""

    def __init__(self, number: int) -> None:
        self.id = number


@pytest.mark.asyncio
async def test_what_was_missed_is_read_in_order(tmp_path: Path) -> None:
    """Missed messages are dealt with by their ids, in whatever order the history comes."""
    dealt: list[int] = []

    async def deal(message: Said, late: bool) -> None:
        dealt.append(message.id)

    async def history(channel: str, after: str) -> AsyncIterator[Said]:
        for number in (30, 10, 20):
            yield Said(number)

    async with referee_on(tmp_path / "a.sqlite") as service:
        await service.mail.advance("5", "1")
        inbox = Inbox(service.mail, deal, history, key=lambda message: str(message.id))
        await inbox.catch_up()
        await inbox.caught_up()
        await inbox.close()
    assert dealt == [10, 20, 30]


@pytest.mark.asyncio
async def test_a_finished_match_says_so(scene: Stage) -> None:
    """When a match is over, `/match info` says so and the pinned post has no buttons any more."""
    live = await scene.play.says("**duel** · Crusade 7th")
    assert walk(live.components)
    asked = await scene.ana.answer(scene.ana.slash("order", text="resign", here=scene.play))
    assert "This cannot be undone. Resign?" in asked.content
    scene.ana.click(asked, "Resign")
    await scene.play.says("is over: **army 2")
    await scene.discord.until(lambda: "over: army 2" in live.content, 10, "the pin")
    await scene.discord.until(lambda: not list(walk(live.components)), 10, "no buttons")
    info = await says(scene.ana, "match info", scene.play)
    assert "over" in info.split("\n")[0]
    assert "playing" not in info


@pytest.mark.asyncio
async def test_legal_says_why_there_is_nothing(scene: Stage) -> None:
    """`/legal` answers differently for a unit that does not exist and for one that has moved."""
    assert "There is no Z9 in this match" in await says(scene.ana, "legal", scene.play, unit="Z9")
    scene.ana.say(scene.play, "L1 moves to 5,8")
    await scene.play.says(MOVED)
    assert await says(scene.ana, "legal", scene.play, unit="L1") == "L1 has nothing left to do now."


@pytest.mark.asyncio
async def test_the_gm_is_told_how_he_orders(scene: Stage) -> None:
    """The button "Order…" tells the GM that the GM plays no seat, not that he should join."""
    live = await scene.play.says("**duel** · Crusade 7th")
    answer = await scene.gm.answer(scene.gm.click(live, "Order…"))
    assert answer.content.startswith("you are the GM of this match and play no seat")


@pytest.mark.asyncio
async def test_why_shows_no_account(scene: Stage) -> None:
    """`/why` says by seat who gave an order, not by account."""
    scene.ana.say(scene.play, "L1 moves to 5,8")
    await scene.play.says(MOVED)
    told = await says(scene.gm, "why", scene.play, entry=6)
    assert "#6 by army 1 at" in told
    assert str(scene.ana.id) not in told


@pytest.mark.asyncio
async def test_a_post_is_refereed_again_after_an_undo(scene: Stage) -> None:
    """A post whose order was taken back can be refereed again; while its order stands it is only
    reported as filed already."""
    post = scene.ana.say(scene.play, "L1 moves to 5,8")
    await scene.play.says(MOVED)
    assert "#7 undo" in await says(scene.ana, "order", scene.play, text="undo")
    first = await scene.ana.answer(scene.ana.context_menu("Referee this post", post))
    assert first.content.startswith("#8 L1 moves to 5,8")
    assert "(filed already)" not in first.content
    again = await scene.ana.answer(scene.ana.context_menu("Referee this post", post))
    assert again.content.startswith("#8 L1 moves to 5,8 (filed already)")


@pytest.mark.asyncio
async def test_an_unreadable_line_holds_up_the_others(scene: Stage) -> None:
    """If one line cannot be read none is filed, and the answer says so of the readable ones too."""
    text = "L1 moves to 5,8; L2 moves to 7,7 via banana; L2 stays"
    told = await says(scene.ana, "order", scene.play, text=text)
    assert "Not filed" in told
    assert "L1 moves to 5,8" in told
    assert "L2 stays" in told
    assert (await scene.table()).match.links[-1].number == 5


@pytest.mark.asyncio
async def test_a_deletion_while_the_bot_was_away(scene: Stage) -> None:
    """A message was deleted while the bot was away, but a later order builds on its order: the bot
    says that the deletion changed nothing."""
    order = scene.ana.say(scene.play, "L1 moves to 5,8")
    await scene.play.says(MOVED)
    scene.ana.dm("#1: L2 moves to 5,5")
    await scene.play.says("#7 L2 moves to 5,5")
    await scene.leave()
    scene.ana.delete(order)
    await scene.enter()
    await scene.play.says("deleting it changed nothing: #6 cannot be taken back alone")
    assert (await scene.table()).match.is_live(7)


@pytest.mark.asyncio
async def test_a_deletion_while_the_bot_was_away_takes_back(scene: Stage) -> None:
    """The same if nothing builds on the order: it is taken back."""
    order = scene.ana.say(scene.play, "L1 moves to 5,8")
    await scene.play.says(MOVED)
    await scene.leave()
    scene.ana.delete(order)
    await scene.enter()
    await scene.play.says("~~#6 L1 moves to 5,8~~ taken back by")


@pytest.mark.asyncio
async def test_the_gathering_post_follows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The post that gathers players shows who joins; once the match has begun, it has no button for
    joining but the words mixed into the dice."""
    async with stage(monkeypatch, tmp_path) as hall:
        await says(hall.ana, "match new", hall.play, name="Fords", system="crusade7")
        thread = await hall.play.thread("Fords")
        post = await thread.says("gathers its players")
        assert "army 2: free" in post.content
        assert (await hall.table("Fords")).uid in post.content
        told = await says(hall.ana, "match salt", thread, words="blue skies")
        assert "blue skies" in told
        assert "army 2 is now" in await says(hall.ben, "match join", thread)
        await hall.discord.until(
            lambda: f"army 2: {hall.ben.mention}" in post.content, 10, "the seat"
        )
        await says(hall.ana, "match start", thread)
        await hall.discord.until(lambda: "waiting for army 1" in post.content, 10, "the start")
        assert list(labels(post.components)) == ["Order\u2026"]
        assert "Mixed into every die: army 1 \u201cblue skies\u201d" in post.content
        assert "has begun" in await says(hall.ana, "match salt", thread, words="more")


@pytest.mark.asyncio
async def test_practice_lists_no_clock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A match without a clock does not list one among its house rules."""
    async with stage(monkeypatch, tmp_path) as hall:
        await says(hall.ana, "match practice", hall.play, system="crusade8x8")
        thread = await hall.play.thread("practice")
        info = await says(hall.ana, "match info", thread)
        assert "sight=over" in info
        assert "clock" not in info


@pytest.mark.asyncio
async def test_hello(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A server that has taken the bot in is greeted once, even if the bot restarts."""
    async with stage(monkeypatch, tmp_path, greeted=False) as hall:
        await hall.play.says(HELLO.split("\n")[0])
        await hall.leave()
        await hall.enter()
        assert hall.bot is not None
        await hall.bot.get_cog("Play").greet(hall.bot.guilds[0])  # type: ignore[union-attr]
        assert sum(HELLO.split("\n")[0] in text for text in hall.play.texts) == 1
        assert len(HELLO.split("\n")) == 3


@pytest.mark.asyncio
async def test_hello_waits_for_the_database(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """If the database is away when the bot comes to a server, the greeting follows later, once."""
    known, away = Mail.person, ["at the start", "and still"]

    async def asked(mail: Mail, user: str) -> dict[str, str]:
        if user.startswith("server ") and away:
            raise AwayError(away.pop())
        return await known(mail, user)

    monkeypatch.setattr(Mail, "person", asked)
    async with stage(monkeypatch, tmp_path, greeted=False) as hall:
        await hall.play.says(HELLO.split("\n")[0])
        assert not away
        await hall.quiet()
        assert sum(HELLO.split("\n")[0] in text for text in hall.play.texts) == 1


@pytest.mark.asyncio
@pytest.mark.parametrize("part", ["deal", "lobby.start"])
async def test_a_battle_that_cannot_be_dealt(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, part: str
) -> None:
    """If making a practice battle fails after its thread was made, no match stays behind and the
    thread is archived; the next try succeeds under the same name."""
    async with stage(monkeypatch, tmp_path) as hall:

        async def fails(*_: object, **__: object) -> None:
            raise RefereeError("the starter does not run")

        with monkeypatch.context() as patched:
            patched.setattr(f"bot.chat.founding.{part}", fails)
            said = await says(hall.ana, "match practice", hall.play, system="crusade8x8")
        assert said == "the starter does not run"
        world = hall.discord.world
        below = [one for one in world.channels.values() if one.parent_id == hall.play.channel.id]
        assert all(one.thread is not None and one.thread.archived for one in below)
        assert "no match yet" in await says(hall.ana, "match list", hall.play)
        told = await says(hall.ana, "match practice", hall.play, system="crusade8x8")
        assert "Your battle is ready" in told
        assert (await hall.table("practice")).match.head > 0
