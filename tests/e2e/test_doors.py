"""Orders through every door as players see it, mostly with and without the content intent."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from .stage import Stage, stage
from .standin.guild import Kind, Message

MOVED = "#6 L1 moves to 5,8"
FILED, ASKED, REFUSED, BACK = "✅", "❓", "❌", "↩️"


@pytest_asyncio.fixture(params=[True, False], ids=["content", "no-content"])
async def scene(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> AsyncIterator[Stage]:
    """The duel, with and without the message-content intent."""
    async with stage(monkeypatch, tmp_path, content=request.param) as built:
        await built.duel()
        yield built


@pytest_asyncio.fixture
async def open_scene(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Stage]:
    """The duel, with the message-content intent."""
    async with stage(monkeypatch, tmp_path) as built:
        await built.duel()
        yield built


async def quiet(scene: Stage) -> list[str]:
    """Wait until the bot is at rest; returns what it has said in the channel."""
    await scene.quiet()
    return [one.content for one in scene.play.from_bot]


async def signed(scene: Stage, message: Message, *signs: str) -> None:
    """Wait until a message has exactly these reactions."""
    await scene.discord.until(lambda: list(message.reactions) == list(signs), what=f"{signs}")


# Each door


@pytest.mark.asyncio
async def test_a_sign_that_its_writer_may_press(open_scene: Stage) -> None:
    """A message that is nearly an order gets ❓ and no reply.  If its writer presses that, the bot
    offers the order by direct message and files it from there; pressed by others it does
    nothing."""
    scene = open_scene
    post = scene.ana.say(scene.play, "L1 mvoes to 5,8")
    await signed(scene, post, ASKED)
    before = await quiet(scene)
    scene.ben.react(post, ASKED)
    assert await quiet(scene) == before
    scene.ana.react(post, ASKED)
    letters = scene.discord.dm(scene.ana)
    letter = await letters.says("Did you mean **L1 moves to 5,8**?")
    assert await quiet(scene) == before
    assert (await scene.table()).match.head == 5
    scene.ana.click(letter, "File it")
    await scene.play.says(MOVED)


@pytest.mark.asyncio
async def test_chat(open_scene: Stage) -> None:
    """Ana types an order among prose; the post of the turn shows it, and later her next order."""
    scene = open_scene
    scene.ana.say(scene.play, "Here we go!\nL1 moves to 5,8\nGood luck.")
    shown = await scene.play.says(MOVED)
    assert await quiet(scene) == [one.content for one in scene.play.from_bot]
    scene.ana.say(scene.play, "L2 moves to 7,8")
    assert await scene.play.says("#7 L2 moves to 7,8") is shown
    assert "L2 moves to 7,8" in shown.content


@pytest.mark.asyncio
async def test_mention(scene: Stage) -> None:
    """A message that mentions the bot is read as an order with and without the intent."""
    scene.ana.say(scene.play, f"{scene.discord.bot.mention} L1 moves to 5,8")
    await scene.play.says(MOVED)


@pytest.mark.asyncio
async def test_reply(scene: Stage) -> None:
    """A reply to any post of the bot is an order."""
    board = await scene.play.says("The dice follow a secret seed")
    scene.ana.reply(board, "L1 moves to 5,8")
    await scene.play.says(MOVED)


@pytest.mark.asyncio
async def test_direct_message(scene: Stage) -> None:
    """Ana's direct message is an order for her only match; the receipt comes the same way."""
    scene.ana.dm("L1 moves to 5,8")
    letters = scene.discord.dm(scene.ana)
    receipt = await letters.says("#6 L1 moves to 5,8")
    assert receipt.content == "#6 L1 moves to 5,8"
    await scene.play.says(MOVED)


@pytest.mark.asyncio
async def test_menu(scene: Stage) -> None:
    """The menu entry "Referee this post" files the orders in one's own post without its prose and
    quotes, and only once."""
    post = scene.ana.say(scene.play, "My plan:\n> I quote somebody\nL1 moves to 5,8")
    await quiet(scene)
    asked = scene.ana.context_menu("Referee this post", post)
    receipt = await scene.ana.answer(asked)
    assert receipt.ephemeral
    assert receipt.content.startswith("#6 L1 moves to 5,8")
    await scene.play.says(MOVED)
    again = await scene.ana.answer(scene.ana.context_menu("Referee this post", post))
    assert "(filed already)" in again.content
    assert (await scene.table()).match.head == 6


@pytest.mark.asyncio
async def test_menu_on_anothers_post(scene: Stage) -> None:
    """Only the GM may use the menu entry on somebody else's post."""
    scene.discord.gateway.drop("MESSAGE_CREATE")
    post = scene.ana.say(scene.play, "L1 moves to 5,8")
    refused = await scene.ben.answer(scene.ben.context_menu("Referee this post", post))
    assert refused.content == "only the GM of this match may do that"
    receipt = await scene.gm.answer(scene.gm.context_menu("Referee this post", post))
    assert receipt.content.startswith("#6 L1 moves to 5,8")


@pytest.mark.asyncio
async def test_command(scene: Stage) -> None:
    """`/order` shows the receipt to Ana alone; the post of the turn tells everybody."""
    receipt = await scene.ana.answer(
        scene.ana.slash("order", text="L1 moves to 5,8; L2 moves to 7,8", here=scene.play)
    )
    assert receipt.ephemeral
    assert "#6 L1 moves to 5,8" in receipt.content
    assert "#7 L2 moves to 7,8" in receipt.content
    await scene.play.says("#7 L2 moves to 7,8")


@pytest.mark.asyncio
async def test_form(scene: Stage) -> None:
    """`/order` without a text opens a form with room for many lines."""
    opened = await scene.ana.modal(scene.ana.slash("order", here=scene.play))
    sent = scene.ana.submit_modal(opened, {"lines": "L1 moves to 5,8\nL2 moves to 7,8"})
    receipt = await scene.ana.answer(sent)
    assert "#7 L2 moves to 7,8" in receipt.content
    await scene.play.says("#7 L2 moves to 7,8")


# Refusals, and what is no order


@pytest.mark.asyncio
async def test_refused_where_asked(scene: Stage) -> None:
    """A refusal replies to the message with the order, names the rule and gives back the lines that
    were not run; that of a command is private."""
    me = scene.discord.bot.mention
    order = scene.ana.say(scene.play, f"{me}\nL1 moves to 5,29\nL2 moves to 7,8")
    await scene.discord.until(lambda: scene.replies(order))
    (said,) = scene.replies(order)
    assert "L1 may move 3 (half of speed 6); 5,5 to 5,29 is 26: 5,24 is within 1 of G1." in said
    assert said.endswith("\n-# C7-MOVE-8")
    await signed(scene, order, REFUSED)
    assert "L2 moves to 7,8" in said
    assert (await scene.table()).match.head == 5
    private = await scene.ana.answer(scene.ana.slash("order", text="L1 flies", here=scene.play))
    assert private.ephemeral
    assert '"flies" is not understood here.' in private.content


@pytest.mark.asyncio
async def test_prose_is_left_alone(open_scene: Stage) -> None:
    """Talk, quotes and spectators' orders get no answer; `done` below an order is filed with it."""
    scene = open_scene
    dan = scene.home.member("Dan")
    before = await quiet(scene)
    for person, text in [
        (scene.ana, "what a lovely board"),
        (scene.ana, "L1 is my favourite unit"),
        (scene.ana, "> L1 moves to 5,8"),
        (dan, "L1 moves to 5,8"),
        (dan, "@everyone look"),
    ]:
        person.say(scene.play, text)
    scene.ana.say(scene.play, "L1 moves to 5,8")
    await scene.play.says(MOVED)
    assert len(await quiet(scene)) == len(before)
    word = scene.ana.say(scene.play, "L2 moves to 7,8\ndone")
    await signed(scene, word, FILED)
    assert scene.replies(word) == []
    assert (await scene.table()).match.head == 8


@pytest.mark.asyncio
async def test_a_word_with_a_mention(scene: Stage) -> None:
    """A single word that mentions the bot is an order; the next player is pinged, and the post of
    the turn offers the forum pack."""
    me = scene.discord.bot.mention
    scene.ana.say(scene.play, f"{me} L1 stays; L2 stays")
    report = await scene.play.says("#7 L2 stays")
    done = scene.ana.say(scene.play, f"{me} done")
    await scene.play.says("· Move · army 1 · #6-#8")
    assert report.content.startswith("**duel**")
    await signed(scene, done, FILED)
    call = await scene.play.says(f"· Move · army 2 {scene.ben.mention}")
    assert scene.ben.was_pinged(call)
    menu = await scene.ben.answer(scene.ben.click(report, "More…"))
    pack = await scene.ben.answers(scene.ben.select(menu, "choose", "Forum pack"), 1)
    assert [file.filename for file in pack[0].attachments] == ["match1-8.txt"]
    assert b"[color=#f00]" in pack[0].attachments[0].content


@pytest.mark.asyncio
async def test_not_your_seat(scene: Stage) -> None:
    """Ben cannot move Ana's unit, order for her seat or give GM lines."""
    me = scene.discord.bot.mention
    for text, part in [
        (f"{me} L1 moves to 5,8", "C7-ORDER-3"),
        (f"{me} 1> L1 moves to 5,8", "army 1 is not your seat"),
        (f"{me} gm> set turn army 2", "only the GM"),
    ]:
        order = scene.ben.say(scene.play, text)
        await scene.discord.until(lambda order=order: scene.replies(order))
        assert part in scene.replies(order)[0]
    assert (await scene.table()).match.head == 5


@pytest.mark.asyncio
async def test_gm_line(scene: Stage) -> None:
    """The GM overrides with `gm>` in the channel; the post shows the reason."""
    line = f"{scene.discord.bot.mention} gm> set L1 hp 9 // misread the table"
    scene.gm.say(scene.play, line)
    await scene.play.says("#6 **GM**: ")
    await scene.play.says("Reason: misread the table")


@pytest.mark.asyncio
async def test_nobody_is_called(scene: Stage) -> None:
    """Mentions in what people write ping nobody when the bot repeats it."""
    bad = f"{scene.discord.bot.mention} L1 moves to @everyone {scene.ben.mention} **x** ```"
    order = scene.ana.say(scene.play, bad)
    await scene.discord.until(lambda: scene.replies(order))
    line = f'{scene.discord.bot.mention} gm> rule "@everyone {scene.ben.mention} may rest"'
    scene.gm.say(scene.play, line)
    await scene.play.says("#6 **GM**")
    for message in scene.play.from_bot:
        assert not message.mention_everyone
        if "Set-up" not in message.content:
            assert not scene.ben.was_pinged(message)


# Several matches and seats


@pytest.mark.asyncio
async def test_which_match(scene: Stage) -> None:
    """In direct messages a player of two matches is asked which one is meant, and `#2: ...` says
    it; somebody without a seat gets a hint."""
    other = scene.home.channel("other")
    await scene.duel("second", other)
    letters = scene.discord.dm(scene.ana)
    scene.ana.dm("L1 moves to 5,8")
    asked = await letters.says("Which match")
    assert "`#1: ...` duel" in asked.content
    assert "`#2: ...` second" in asked.content
    scene.ana.dm("#2: L1 moves to 5,8")
    await other.says(MOVED)
    assert (await scene.table()).match.head == 5
    receipt = scene.ana.slash("order", text="L2 stays", match="duel", here=other)
    assert "#6 L2 stays" in (await scene.ana.answer(receipt)).content
    outsider = scene.home.member("Dan")
    outsider.dm("hello")
    assert await scene.discord.dm(outsider).says("Write `learn` to me here")
    outsider.dm("hello")
    assert await scene.discord.dm(outsider).says(
        "you hold no seat in any match: /match list shows them"
    )


@pytest.mark.asyncio
async def test_both_seats(scene: Stage) -> None:
    """A player who holds both seats must say with `1>` or `2>` for which one the lines are."""
    table = await scene.table()
    assert scene.referee is not None
    await scene.referee.store.seat(table.record.id, 2, str(scene.ana.id), "now")
    me = scene.discord.bot.mention
    order = scene.ana.say(scene.play, f"{me} L1 stays")
    await scene.discord.until(lambda: scene.replies(order))
    assert "1> ... or 2> ..." in scene.replies(order)[0]
    scene.ana.say(scene.play, f"{me}\n1> L1 stays\nL2 stays\nend phase\n2> G1 stays")
    await scene.play.says("G1 stays")
    assert (await scene.table()).match.head == 9


# Secrets


@pytest.mark.asyncio
async def test_secret_orders(scene: Stage) -> None:
    """During the secret set-up, orders posted in public are not filed, and their author is warned
    by direct message; orders sent that way are filed, and the public learns nothing of them."""
    assert scene.referee is not None
    assert scene.bot is not None
    camp = scene.home.channel("camp")
    seats = ((0, str(scene.gm.id)), (1, str(scene.ana.id)), (2, str(scene.ben.id)))
    table = await scene.referee.create("siege", "crusade7", seats=seats)
    await scene.bot.settle(table, scene.bot.get_partial_messageable(camp.id), camp.id, None)
    me = scene.discord.bot.mention
    orders = "faction Second Roman Empire\ndetachment Auxiliary: 2 Legionnaires"
    letters = scene.discord.dm(scene.ana)
    scene.ana.say(camp, f"{me} {orders}")
    told = await letters.says("nothing of it was filed")
    assert "delete the message" in told.content
    assert not any("siege" not in one.content or "Roman" in one.content for one in camp.from_bot)
    assert len(table.match.links) == 1
    scene.ana.dm(f"#{table.record.id}: {orders}")
    receipt = await letters.says("#2 Detachment Auxiliary: L1-L2 for 30 gold")
    assert "L1-L2 for 30 gold" in receipt.content
    scene.ana.say(camp, f"{me} L1 moves to 9,9 via 3,3")
    told = await letters.says("C7-")
    assert "delete the message" in told.content
    said = " ".join(text for one in camp.from_bot for text in (one.content, *one.earlier))
    assert "Legionnaire" not in said
    assert "L1-L2" not in said
    assert "Roman" not in said
    assert "9,9" not in said
    assert scene.ben.inbox == []


# Second thoughts


@pytest.mark.asyncio
async def test_edit(scene: Stage) -> None:
    """Editing a message takes its orders back and files those of the new text."""
    me = scene.discord.bot.mention
    order = scene.ana.say(scene.play, f"{me}\nL1 moves to 5,8\nL2 moves to 7,8")
    shown = await scene.play.says("#7 L2")
    scene.ana.edit(order, f"{me}\nL1 moves to 5,7\nL2 stays")
    await scene.discord.until(lambda: "#10 L2 stays" in shown.content)
    assert "~~#6 L1 moves to 5,8~~ taken back by" in shown.content
    assert scene.replies(order) == []
    assert [one.number for one in (await scene.table()).match.live()][-2:] == [9, 10]


@pytest.mark.asyncio
async def test_edit_that_comes_too_late(scene: Stage) -> None:
    """If a later order builds on it, editing or deleting an order changes nothing, and the answer
    names that later order."""
    me = scene.discord.bot.mention
    first = scene.ana.say(scene.play, f"{me} L1 moves to 5,8")
    await scene.play.says("#6 L1")
    scene.ana.say(scene.play, f"{me} L2 moves to 5,5")
    await scene.play.says("#7 L2")
    scene.ana.edit(first, f"{me} L1 moves to 5,7")
    await scene.discord.until(lambda: scene.replies(first))
    why = "#6 cannot be taken back alone: #7 builds on it (L2 moves to 5,5)"
    assert f"your edit changed nothing: {why}" in scene.replies(first)[0]
    assert (await scene.table()).match.head == 7
    scene.ana.delete(first)
    await scene.play.says(f"deleting it changed nothing: {why}")
    assert (await scene.table()).match.head == 7


@pytest.mark.asyncio
async def test_edit_of_a_misprint(scene: Stage) -> None:
    """An order that could not be read is read again when its message is corrected."""
    me = scene.discord.bot.mention
    order = scene.ana.say(scene.play, f"{me} L1 grumps to 5,8")
    await scene.discord.until(lambda: scene.replies(order))
    scene.ana.edit(order, f"{me} L1 moves to 5,8")
    await scene.play.says(MOVED)


@pytest.mark.asyncio
async def test_delete(scene: Stage) -> None:
    """Deleting a message takes its order back; the line is struck out in its post, and no other
    post is made."""
    order = scene.ana.say(scene.play, f"{scene.discord.bot.mention} L1 moves to 5,8")
    shown = await scene.play.says(MOVED)
    scene.ana.delete(order)
    count = len(scene.play.from_bot)
    await scene.play.says("~~#6 L1 moves to 5,8~~ taken back by")
    assert "~~#6" in shown.content
    assert len(scene.play.from_bot) == count
    assert (await scene.table()).match.head == 5


@pytest.mark.asyncio
async def test_preview_changes_nothing(open_scene: Stage) -> None:
    """An edit of the prose around an order takes nothing back."""
    scene = open_scene
    order = scene.ana.say(scene.play, "see http://example.org\nL1 moves to 5,8")
    await scene.play.says(MOVED)
    scene.ana.edit(order, "look at http://example.org\nL1 moves to 5,8")
    await quiet(scene)
    assert (await scene.table()).match.head == 6


# Living posts


@pytest.mark.asyncio
async def test_live_post(scene: Stage) -> None:
    """One pinned post per match says whose turn it is; it is edited and pings nobody."""
    live = await scene.play.says("**duel** · Crusade 7th Edition")
    await scene.discord.until(lambda: live.pinned)
    assert f"army 1 {scene.ana.mention}" in live.content
    me = scene.discord.bot.mention
    scene.ana.say(scene.play, f"{me} L1 stays; L2 stays")
    await scene.play.says("#7 L2")
    scene.ana.say(scene.play, f"{me} end phase")
    await scene.discord.until(lambda: f"army 2 {scene.ben.mention}" in live.content)
    call = await scene.play.says(f"· Move · army 2 {scene.ben.mention}")
    await scene.discord.until(lambda: f"/{call.id})" in live.content)
    await quiet(scene)
    assert not scene.ben.was_pinged(live)
    assert [pin.id for pin in scene.play.pins] == [live.id]
    assert scene.play.channel.kind == Kind.TEXT


@pytest.mark.asyncio
async def test_an_edit_that_withdraws(open_scene: Stage) -> None:
    """Adding `Edit: forget it` below an order takes it back and does not file it again; adding
    other prose changes nothing."""
    scene = open_scene
    order = scene.ana.say(scene.play, "L1 moves to 5,8")
    await scene.play.says(MOVED)
    scene.ana.edit(order, "L1 moves to 5,8\nfingers crossed")
    await quiet(scene)
    assert (await scene.table()).match.head == 6
    scene.ana.edit(order, "L1 moves to 5,8\nEdit: forget it")
    await scene.play.says("~~#6 L1 moves to 5,8~~ taken back by")
    assert (await scene.table()).match.head == 5
