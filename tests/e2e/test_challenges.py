"""A player asks the GM to look at an entry again."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.support import must

from .stage import Stage, stage
from .standin import Human, Message, Permission
from .standin.components import find
from .test_buttons import labels
from .test_commands import ask, says, until


@pytest_asyncio.fixture
async def scene(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Stage]:
    """The duel; Ana has moved L1 (#6) and ended her turn (#7), the report is there."""
    async with stage(monkeypatch, tmp_path) as built:
        await built.duel()
        yield built


async def report(scene: Stage) -> Message:
    """Ana moves L1 and ends her phase; the post with the report."""
    table = await scene.table()
    assert scene.referee is not None
    must(await scene.referee.submit(table, 1, "L1 moves to 5,6"))
    must(await scene.referee.submit(table, 1, "end phase"))
    assert scene.bot is not None
    scene.bot.changed(table)
    return await scene.play.says("**#6 army 1:**")


async def challenge(who: Human, post: Message, entry: str) -> Message:
    """Press the button below a report and pick an entry; the private answer."""
    menu = await who.answer(who.click(post, "Challenge"))
    if menu.components:
        before = menu.content
        who.select(menu, "an entry", next(one for one in labels(menu) if one.startswith(entry)))
        await until(lambda: menu.content != before)
    return menu


def deny(scene: Stage, *rights: int) -> None:
    """The bot lacks these permissions in the channel of the duel."""
    lost = 0
    for right in rights:
        lost |= right
    scene.play.allow(scene.home.everyone, deny=lost)
    scene.play.allow(scene.discord.person(scene.discord.bot), deny=lost)


@pytest.mark.asyncio
async def test_a_thread_with_the_gm(scene: Stage) -> None:
    """Ben challenges #6: a private thread with the GM and him holds the turn and the trace; the GM
    rules there, though he has other matches; it is closed, and the entry may be challenged anew."""
    assert scene.referee is not None
    await scene.referee.create("other", "crusade7", seats=((0, str(scene.gm.id)),))
    post = await report(scene)
    done = await challenge(scene.ben, post, "#6")
    thread = await scene.play.thread("Challenge of #6, duel")
    assert done.content == f"The GM is asked about #6 in {thread.mention}."
    text = "\n".join(thread.texts)
    assert "army 2 challenges **#6** of **duel**" in text
    assert "- #6 army 1: L1 moves to 5,6" in text
    assert "**Why #6:**" in text
    assert "C7-" in text.split("**Why #6:**")[1]
    await until(lambda: bool(scene.gm.sees(thread) and scene.ben.sees(thread)))
    assert scene.ana.sees(thread) == []
    await scene.play.says("army 2 challenges #6.")
    for who in (scene.ben, scene.ana):
        again = await challenge(who, post, "#6")
        assert again.content == "#6 is being challenged already"
    assert "#8" in await says(scene.gm, "gm rule", thread, text="That move stands")
    waiting = await scene.gm.answer(scene.gm.click(post, "Challenge"))
    assert waiting.content == f"army 2 challenges #6 in {thread.mention}"
    button = next(one for one in thread.from_bot if find(one.components, "Close #6"))
    await scene.gm.answer(scene.gm.click(button, "Close #6"))
    await scene.play.says("The challenge of #6 is closed.")
    await until(lambda: bool(thread.facts.archived))
    assert "is asked about #6" in (await challenge(scene.ana, post, "#6")).content


@pytest.mark.asyncio
async def test_after_a_restart(scene: Stage) -> None:
    """The button below an old report works, and what is open stays open."""
    post = await report(scene)
    await scene.leave()
    await scene.enter()
    assert "is asked about #7" in (await challenge(scene.ben, post, "#7")).content
    await scene.leave()
    await scene.enter()
    assert "already" in (await challenge(scene.ana, post, "#7")).content


@pytest.mark.asyncio
async def test_only_players(scene: Stage) -> None:
    """A stranger may not; an entry that was taken back needs no challenge."""
    post = await report(scene)
    stranger = scene.home.member("Sly")
    refused = await stranger.answer(stranger.click(post, "Challenge"))
    assert refused.content == "only those who play this match may challenge an entry"
    await ask(scene.gm, "gm rewind", scene.play, to=5)
    gone = await challenge(scene.ben, post, "#6")
    assert gone.content == "#6 was taken back: there is nothing to challenge"
    assert [place.name for place in scene.play.threads()] == []


@pytest.mark.asyncio
async def test_no_private_threads(scene: Stage) -> None:
    """Where the bot may make no private thread, a public match gets a public one."""
    deny(scene, Permission.CREATE_PRIVATE_THREADS)
    post = await report(scene)
    assert "is asked about #6 in <#" in (await challenge(scene.ben, post, "#6")).content
    thread = await scene.play.thread("Challenge of #6, duel")
    assert scene.ana.sees(thread) != []


@pytest.mark.asyncio
async def test_no_threads(scene: Stage) -> None:
    """Where it may make none, the GM gets a direct message with the same."""
    deny(scene, Permission.CREATE_PRIVATE_THREADS, Permission.CREATE_PUBLIC_THREADS)
    post = await report(scene)
    done = await challenge(scene.ben, post, "#6")
    assert done.content == "The GM is asked about #6 in direct messages."
    letter = await scene.discord.dm(scene.gm).says("challenges **#6**")
    assert "**Why #6:**" in letter.content
    assert "#6 is being challenged already" in (await challenge(scene.ana, post, "#6")).content
    assert scene.play.threads() == []
