"""A player challenges an entry: the GM is asked to look at it again."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store.times import open_turns
from tests.support import must

from .stage import Stage, stage
from .standin import Human, Message, Permission
from .standin.components import find
from .test_buttons import labels, press
from .test_commands import ask, says, until


@pytest_asyncio.fixture
async def scene(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Stage]:
    """The duel, in army 1's Move turn."""
    async with stage(monkeypatch, tmp_path) as built:
        await built.duel()
        yield built


async def report(scene: Stage) -> Message:
    """Let Ana move L1 (#6) and end her phase (#7); returns the post of that turn."""
    table = await scene.table()
    assert scene.referee is not None
    must(await scene.referee.submit(table, 1, "L1 moves to 5,6"))
    must(await scene.referee.submit(table, 1, "end phase"))
    assert scene.bot is not None
    scene.bot.changed(table)
    return await scene.play.says("#6 L1")


async def challenge(who: Human, post: Message, entry: str, question: str = "") -> Message:
    """Challenge an entry through *More* below the post of a turn; returns the private answer."""
    menu = await who.answer(who.click(post, "More\u2026"))
    before = menu.content
    who.select(menu, "choose", "Challenge an order")
    await until(lambda: menu.content != before)
    if not menu.components:
        return menu
    form = who.select(menu, "an entry", next(one for one in labels(menu) if one.startswith(entry)))
    await until(lambda: form.modal is not None)
    before = menu.content
    who.submit_modal(form, {"words": question})
    await until(lambda: menu.content != before)
    return menu


def deny(scene: Stage, *rights: int) -> None:
    """Take these permissions from the bot in the channel of the duel."""
    lost = 0
    for right in rights:
        lost |= right
    scene.play.allow(scene.home.everyone, deny=lost)
    scene.play.allow(scene.discord.person(scene.discord.bot), deny=lost)


async def decides(scene: Stage, button: Message, label: str, words: str) -> Message:
    """Let the GM press a button and give a reason; returns the answer."""
    form = scene.gm.click(button, label)
    await until(lambda: form.modal is not None)
    return await scene.gm.answer(scene.gm.submit_modal(form, {"words": words}))


@pytest.mark.asyncio
async def test_a_thread_with_the_gm(scene: Stage) -> None:
    """Ben challenges #6: a private thread for him and the GM holds question, trace and turn, and
    only the GM is pinged there.  Once the GM upholds #6, the post in the channel shows the ruling
    and the thread is archived."""
    assert scene.referee is not None
    await scene.referee.create("other", "crusade7", seats=((0, str(scene.gm.id)),))
    post = await report(scene)
    done = await challenge(scene.ben, post, "#6", "Is 5,6 free?")
    thread = await scene.play.thread("Challenge of #6, duel")
    assert done.content == f"The GM is asked about #6 in {thread.mention}."
    first = await thread.says(
        "asks: \u201cIs 5,6 free?\u201d **#6** of **duel** [#6 \u2191](https://"
    )
    assert [one.id for one in first.mentions] == [scene.gm.id]
    assert "- #6 army 1: L1 moves to 5,6" in first.content
    assert "C7-" in first.content.split("**Why #6:**")[1]
    await until(lambda: bool(scene.gm.sees(thread) and scene.ben.sees(thread)))
    assert scene.ana.sees(thread) == []
    told = await scene.play.says(f"{scene.ben.mention} challenges #6.")
    assert told.content.endswith(f"decides in {thread.mention}.")
    assert not told.mentions
    again = await challenge(scene.ana, post, "#6")
    assert again.content == "#6 is being challenged already"
    button = next(one for one in thread.from_bot if find(one.components, "#6 stands"))
    denied = await scene.ben.answer(scene.ben.click(button, "#6 stands"))
    assert denied.content == "only the GM of this match may do that"
    await decides(scene, button, "#6 stands", "nobody stands there #reach")
    ruled = f"{scene.gm.mention}: **#6 stands**, \u201cnobody stands there #reach\u201d."
    await until(lambda: ruled in told.content)
    assert told.content.endswith("-# ruling #8, tag reach")
    await until(lambda: not find(button.components, "#6 stands"))
    await until(lambda: bool(thread.facts.archived))
    assert "#6 L1" in post.content
    await until(lambda: "-# ruling #8" in post.content)
    assert "is asked about #6" in (await challenge(scene.ana, post, "#6")).content


@pytest.mark.asyncio
async def test_rewound(scene: Stage) -> None:
    """The GM rewinds to before the challenged order, and the post says so with the reason."""
    post = await report(scene)
    await challenge(scene.ben, post, "#7")
    thread = await scene.play.thread("Challenge of #7, duel")
    button = await thread.says("challenges **#7**")
    await decides(scene, button, "Rewind to before #7\u2026", "the phase was not over")
    told = await scene.play.says("challenged #7. ")
    assert "**back to the state after #6 (#8)**, \u201cthe phase was not over\u201d" in told.content
    assert (await scene.table()).match.head == 6


@pytest.mark.asyncio
async def test_the_clock_rests(scene: Stage) -> None:
    """While an order is challenged, nobody's clock runs."""
    post = await report(scene)
    assert scene.bot is not None
    await ask(scene.gm, "clock set", scene.play, clock="1d")
    table = await scene.table()
    await challenge(scene.ben, post, "#6")
    told = await scene.play.says("challenges #6.")
    assert "army 2's clock rests at" in told.content
    (turn,) = open_turns(await scene.bot.deadlines.sync(table))
    assert turn.due is None
    thread = await scene.play.thread("Challenge of #6, duel")
    button = await thread.says("challenges **#6**")
    await decides(scene, button, "Rule\u2026", "5,6 is free")
    await until(lambda: "**5,6 is free**. Clock runs." in told.content)
    (turn,) = open_turns(await scene.bot.deadlines.sync(table))
    assert turn.due is not None


@pytest.mark.asyncio
async def test_after_a_restart(scene: Stage) -> None:
    """After a restart the button below an old report works, and an open challenge is still open."""
    post = await report(scene)
    await scene.leave()
    await scene.enter()
    assert "is asked about #7" in (await challenge(scene.ben, post, "#7")).content
    await scene.leave()
    await scene.enter()
    assert "already" in (await challenge(scene.ana, post, "#7")).content


@pytest.mark.asyncio
async def test_only_players(scene: Stage) -> None:
    """A stranger is not offered a challenge, and an entry taken back is not in the list."""
    post = await report(scene)
    stranger = scene.home.member("Sly")
    menu = await stranger.answer(stranger.click(post, "More\u2026"))
    assert "Challenge an order" not in labels(menu)
    await ask(scene.gm, "gm rewind", scene.play, to=5, reason="a slip")
    menu = await scene.ben.answer(scene.ben.click(post, "More\u2026"))
    scene.ben.select(menu, "choose", "Challenge an order")
    await until(lambda: "look at" in menu.content)
    assert not any(one.startswith("#6") for one in labels(menu))
    assert [place.name for place in scene.play.threads()] == []


@pytest.mark.asyncio
async def test_no_private_threads(scene: Stage) -> None:
    """Where the bot may make no private thread, a public match gets a public one."""
    deny(scene, Permission.CREATE_PRIVATE_THREADS)
    post = await report(scene)
    assert "is asked about #6 in <#" in (await challenge(scene.ben, post, "#6")).content
    thread = await scene.play.thread("Challenge of #6, duel")
    await until(lambda: scene.ana.sees(thread) != [])


@pytest.mark.asyncio
async def test_no_threads(scene: Stage) -> None:
    """If the bot may make no thread at all, the GM gets the same by direct message."""
    deny(scene, Permission.CREATE_PRIVATE_THREADS, Permission.CREATE_PUBLIC_THREADS)
    post = await report(scene)
    done = await challenge(scene.ben, post, "#6")
    assert done.content == "The GM is asked about #6 in direct messages."
    letter = await scene.discord.dm(scene.gm).says("challenges **#6**")
    assert "**Why #6:**" in letter.content
    assert "#6 is being challenged already" in (await challenge(scene.ana, post, "#6")).content
    assert scene.play.threads() == []


@pytest.mark.asyncio
async def test_a_thread_that_others_close(scene: Stage) -> None:
    """A challenge is taken back after a moderator has archived its thread: the buttons there are
    still removed, and the thread is archived again.  If the thread was deleted, taking back works
    too."""
    post = await report(scene)
    done = await challenge(scene.ben, post, "#6")
    thread = await scene.play.thread("Challenge of #6, duel")
    button = await thread.says("challenges **#6**")
    thread.archive()
    await press(scene.ben, done, "Take it back")
    await scene.discord.until(lambda: not button.components and thread.facts.archived)
    done = await challenge(scene.ben, post, "#7")
    thread = await scene.play.thread("Challenge of #7, duel")
    await thread.says("challenges **#7**")
    thread.delete()
    await press(scene.ben, done, "Take it back")
    told = await scene.play.says(f"{scene.ben.mention} challenged #7. ")
    assert "taken back" in told.content
    assert "paused" not in await says(scene.ana, "match info", scene.play)
