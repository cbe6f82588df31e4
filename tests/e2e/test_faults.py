"""Everything that can go wrong between the bot and Discord; players must notice nothing of it."""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.doors.pace import Pace
from bot.referee.gate import status

from .stage import Stage, stage
from .standin import Human, Permission
from .standin.probe import hurry
from .test_commands import says, until
from .test_doors import MOVED, quiet

POST = "POST /channels/*/messages"


@pytest_asyncio.fixture
async def scene(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Stage]:
    """The duel, before the first report."""
    async with stage(monkeypatch, tmp_path) as built:
        await built.duel()
        await quiet(built)
        yield built


async def turn(scene: Stage, start: int = 6) -> None:
    """Let army 1 move and end its turn (three entries from `start` on); waits for the report."""
    scene.ana.say(scene.play, "L1 moves to 5,8; L2 stays")
    await scene.play.says(f"#{start + 1} L2 stays", 15)
    scene.ana.say(scene.play, "end phase")
    await scene.play.says(f"· army 1 · #{start}-#{start + 2}", 30)


async def arrived(scene: Stage) -> list[str]:
    """Wait until the outbox is empty; returns what stands in the channel, as `posted` does."""
    assert scene.referee is not None
    mail = scene.referee.mail

    async def sent() -> bool:
        return not await mail.waiting()

    await scene.comes_true(sent)
    await scene.quiet()
    return posted(scene)


def posted(scene: Stage) -> list[str]:
    """What stands in the channel, without replies and living posts."""
    own = [one for one in scene.play.from_bot if one.replied is None]
    living = ("**duel** \u00b7 Crusade", "Hello")
    return [one.content for one in own if not one.content.startswith(living)]


def once(texts: list[str]) -> None:
    """Assert that no text stands there twice."""
    assert max(Counter(texts).values()) == 1, texts


# REST


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", ["500", "500 stored", "503", "503 stored", "drop", "drop stored"])
async def test_trouble_while_posting(
    scene: Stage, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Despite server errors and cut connections, before or after Discord stored the post, each post
    is there once and in order."""
    hurry(monkeypatch)
    stored = kind.endswith("stored")
    for skip in (0, 1, 3):
        if kind.startswith("drop"):
            fault = scene.discord.faults.drop(POST, stored=stored)
        else:
            fault = scene.discord.faults.fail(POST, int(kind[:3]), stored=stored)
        fault.skip = skip
    await turn(scene)
    texts = await arrived(scene)
    once(texts)
    report = next(i for i, text in enumerate(texts) if "· army 1 · #6-#8" in text)
    assert "· army 2 <@" in texts[report + 1].split("\n")[0]


@pytest.mark.asyncio
async def test_rate_limit_in_a_report(scene: Stage) -> None:
    """A rate limit (429) in the middle of a report does not change the order of its parts."""
    scene.discord.buckets.narrow(POST, 2, 0.3)
    scene.discord.faults.limit(POST, retry_after=0.1).skip = 2
    await turn(scene)
    texts = await arrived(scene)
    once(texts)
    assert texts[-1].startswith("**duel** \u00b7 round 1 \u00b7 Move \u00b7 army 2 <@")


@pytest.mark.asyncio
async def test_missing_permission(scene: Stage) -> None:
    """If the bot loses the right to write, the GM is told once; with it back, all is posted."""
    bot_role = next(r for r in scene.home.guild.roles.values() if r.name == "Referee")
    scene.play.allow(bot_role, deny=Permission.SEND_MESSAGES)
    scene.ana.slash("order", text="L1 stays; L2 stays; end phase", here=scene.play)
    letters = scene.discord.dm(scene.gm)
    told = await letters.says("I cannot post", 15)
    assert "Send Messages" in told.content
    scene.ben.slash("order", text="G1 stays; end phase", here=scene.play)
    await quiet(scene)
    assert len([one for one in scene.gm.inbox if "I cannot post" in one.content]) == 1
    scene.play.allow(bot_role, allow=Permission.SEND_MESSAGES)
    await arrived(scene)


@pytest.mark.asyncio
async def test_deleted_channel(scene: Stage) -> None:
    """When its channel is deleted, a match is paused and the GM told once; other matches go on."""
    other = scene.home.channel("other")
    await scene.duel("second", other)
    scene.play.delete()
    await scene.discord.dm(scene.gm).says("was deleted; the match is paused")
    assert status(await scene.table()) == "paused"
    scene.ana.say(other, "L1 moves to 5,8")
    await other.says(MOVED)
    await scene.leave()
    await scene.enter()
    await scene.quiet()
    assert len(scene.gm.inbox) == 1


@pytest.mark.asyncio
async def test_closed_letter_box(scene: Stage) -> None:
    """A player who takes no direct messages still gets refusals in public."""
    scene.ana.user.dms_open = False
    order = scene.ana.say(scene.play, "L1 moves to 5,29")
    await scene.discord.until(lambda: scene.replies(order))
    assert "C7-MOVE-8" in scene.replies(order)[0]


# Gateway


@pytest.mark.asyncio
async def test_duplicated_message(scene: Stage) -> None:
    """An order that arrives twice has one effect and one answer."""
    scene.discord.gateway.duplicate("MESSAGE_CREATE", times=2)
    scene.ana.say(scene.play, "L1 moves to 5,8")
    bad = scene.ana.say(scene.play, "L2 moves to 5,29")
    await scene.discord.until(lambda: scene.replies(bad))
    await quiet(scene)
    assert (await scene.table()).match.head == 6
    assert len(scene.replies(bad)) == 1


@pytest.mark.asyncio
async def test_event_before_answer(scene: Stage) -> None:
    """The bot receives the event of its own post before the answer to its request, and posts
    nothing twice."""
    sent = scene.discord.faults.hold(POST)
    await says(scene.gm, "gm lock", scene.play)
    told = await scene.play.says("The GM has locked all orders.")
    assert scene.bot is not None
    bot = scene.bot
    await until(lambda: told.id in bot.depths._written.get(str(scene.play.id), ()))
    sent.release()
    await says(scene.gm, "gm lock", scene.play, on=False)
    once(await arrived(scene))


@pytest.mark.asyncio
async def test_resume(scene: Stage) -> None:
    """After the connection broke and was resumed, an order posted meanwhile is filed once."""
    gateway = scene.discord.gateway
    gateway.abort()
    scene.ana.say(scene.play, "L1 moves to 5,8")
    await scene.play.says(MOVED, 20)
    await scene.discord.until(lambda: gateway.resumes == 1, 20)
    assert (await scene.table()).match.head == 6
    assert gateway.identifies == 1


@pytest.mark.asyncio
async def test_lost_session(scene: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Op 9: the session and its events are lost; the bot reads the history instead, in order."""
    hurry(monkeypatch)
    scene.discord.gateway.forget_sessions()
    scene.ana.say(scene.play, "L1 moves to 5,8")
    scene.ana.say(scene.play, "just talking")
    bad = scene.ben.say(scene.play, "G1 moves to 5,24")
    edited = scene.ana.say(scene.play, "no order")
    scene.ana.edit(edited, "L1 moves to 5,29")
    await scene.discord.gateway.close(4000)
    await scene.discord.until(lambda: scene.discord.gateway.identifies == 2, 20)
    scene.ana.say(scene.play, "L2 moves to 7,8")
    await scene.play.says("#7 L2 moves to 7,8", 20)
    await quiet(scene)
    await scene.discord.until(lambda: list(bad.reactions) == ["❌"], 20, "a sign")
    assert len(scene.replies(bad)) == 1
    assert len(scene.replies(edited)) == 1
    assert [one.number for one in (await scene.table()).match.live()][-2:] == [6, 7]


@pytest.mark.asyncio
async def test_away(scene: Stage) -> None:
    """Orders sent while the bot was off, in the channel or by direct message, are run once when it
    comes back."""
    scene.ana.dm("L1 moves to 5,7")
    await scene.play.says("L1 moves to 5,7")
    await scene.leave()
    late = scene.ana.say(scene.play, "L2 moves to 7,9")
    scene.ana.edit(late, "L2 moves to 7,8")
    scene.ana.dm("undo")
    bad = scene.ana.say(scene.play, "L2 moves to 5,29")
    await scene.enter()
    await scene.play.says("L2 moves to 7,8")
    await scene.discord.until(lambda: scene.replies(bad))
    for _ in range(2):
        await scene.leave()
        await scene.enter()
    await quiet(scene)
    assert len(scene.replies(bad)) == 1
    letters = [one.content for one in scene.ana.inbox]
    assert len(letters) == 2


@pytest.mark.asyncio
async def test_edited_while_away(scene: Stage) -> None:
    """An order that was edited while the bot was off is read again, and only once."""
    order = scene.ana.say(scene.play, "L1 moves to 5,8")
    shown = await scene.play.says(MOVED)
    await quiet(scene)
    await scene.leave()
    scene.ana.edit(order, "L1 moves to 5,7\nL2 moves to 5,29")
    await scene.enter()
    await scene.discord.until(lambda: "#8 L1 moves to 5,7" in shown.content, 10)
    for _ in range(2):
        await scene.leave()
        await scene.enter()
    await quiet(scene)
    assert (await scene.table()).match.links[-1].number == 8
    assert len(scene.replies(order)) == 1


@pytest.mark.asyncio
async def test_crash_between_storing_and_posting(scene: Stage) -> None:
    """An entry stored but not posted when the bot stopped is posted once at the next start."""
    assert scene.bot is not None
    await scene.bot.outbox.close()
    await scene.bot.living.close()
    scene.ana.say(scene.play, "L1 stays; L2 stays")

    async def filed() -> bool:
        return (await scene.table()).match.head >= 7

    await scene.comes_true(filed)
    await scene.leave()
    await scene.enter()
    shown = await scene.play.says("#7 L2 stays")
    assert shown
    once(await arrived(scene))


@pytest.mark.asyncio
async def test_lost_marks(scene: Stage) -> None:
    """If a crash lost the ids of the posts, nothing is posted twice even an hour later."""
    assert scene.referee is not None
    scene.ana.say(scene.play, "L1 stays")
    await scene.play.says("#6 L1 stays")
    before = len(await quiet(scene))
    place = await scene.referee.mail.place_of(1)
    assert place is not None
    place.details.clear()
    await scene.referee.mail.settle(place)
    await scene.leave()
    scene.discord.clock.advance(3600)
    await scene.enter()
    assert len(await quiet(scene)) == before


@pytest.mark.asyncio
async def test_intent_refused_at_the_gate(
    scene: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The flags promise message content, but the gateway closes with 4014: the bot connects again
    without that intent."""
    await scene.leave()

    async def promised(_: str) -> bool:
        return True

    scene.discord.world.privileged.discard("message_content")
    monkeypatch.setattr("bot.chat.serving.may_read_content", promised)
    bot = await scene.enter()
    assert bot.content is False or await refused_once(scene)
    assert any("4014" in record.getMessage() for record in caplog.records)
    scene.ana.say(scene.play, f"{scene.discord.bot.mention} L1 moves to 5,8")
    await scene.play.says(MOVED)


async def refused_once(scene: Stage) -> bool:
    """Whether the bot has identified to the gateway at least twice."""
    return scene.discord.gateway.identifies >= 2


@pytest.mark.asyncio
async def test_flood(scene: Stage) -> None:
    """The last orders of a flood are not run, and the answer asks to wait."""
    assert scene.bot is not None
    scene.bot.doors.pace = Pace(now=lambda: 0.0)
    for _ in range(40):
        last = scene.ana.say(scene.play, "L1 moves to 5,29")
    await scene.discord.until(lambda: scene.replies(last), 20)
    assert "wait" in scene.replies(last)[0]
    assert "nothing of it was run" in scene.replies(last)[0]


@pytest.mark.asyncio
async def test_own_fault(
    scene: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An exception in the bot files nothing; the player gets an error id, and the log has it with
    match and entry but without the order."""
    assert scene.referee is not None

    async def broken(*_: object, **__: object) -> None:
        raise KeyError("internal_name")

    monkeypatch.setattr(scene.referee, "submit", broken)
    order = scene.ana.say(scene.play, "L1 moves to 5,8")
    await scene.discord.until(lambda: scene.replies(order))
    (said,) = scene.replies(order)
    assert "nothing was changed (error " in said
    assert "internal_name" not in said
    number = said.split("error ")[1].rstrip(")")
    logged = "".join(record.getMessage() for record in caplog.records)
    assert f"error {number}, match 1 #5" in logged
    assert "5,8" not in logged
    assert (await scene.table()).match.head == 5
    asked = await scene.ana.answer(scene.ana.slash("order", text="L1 stays", here=scene.play))
    assert "nothing was changed (error " in asked.content


@pytest.mark.asyncio
@pytest.mark.parametrize("stored", [False, True])
async def test_a_lost_answer_says_what_was_filed(scene: Stage, stored: bool) -> None:
    """If the connection drops during the answer, the player is told what was filed and that only
    the answer was lost; after a refusal, that nothing was changed."""
    lost = "only my answer was lost on the way (error "
    answer = "PATCH /webhooks/*"

    async def told(who: Human, command: str, **given: object) -> str:
        scene.discord.faults.drop(answer, stored=stored)
        asked = who.slash(command, here=scene.play, **given)
        await scene.discord.until(lambda: any("(error " in one.content for one in asked.shown), 20)
        return str(asked.shown[-1].content)

    said = await told(scene.ana, "order", text="L1 moves to 5,8")
    assert said.startswith(f"#6 L1 moves to 5,8 is filed; {lost}")
    said = await told(scene.ana, "order", text="L2 moves 1 forward; L2 moves to 7,29")
    assert "nothing was changed" not in said
    assert said.startswith(f"#7 L2 moves 1 forward is filed; {lost}")
    said = await told(scene.gm, "gm line", text="set L1 hp 9", reason="a graze")
    assert said.startswith(f"#8 set L1 hp 9 is filed; {lost}")
    said = await told(scene.ana, "order", text="L1 moves to 5,29")
    assert "nothing was changed (error " in said
    said = await told(scene.gm, "match autopass", on=False)
    assert said.startswith(f"what you asked for is done; {lost}")
    assert (await scene.table()).match.head == 8


@pytest.mark.asyncio
async def test_a_fault_after_filing(scene: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the bot fails after filing an order, it names the order; in public, only its number."""

    async def broken(*_: object, **__: object) -> None:
        raise KeyError("internal_name")

    wrong = "is filed; then something went wrong on my side"
    with monkeypatch.context() as fault:
        fault.setattr("bot.doors.filing.receipts_of", broken)
        order = scene.ana.say(scene.play, "L1 moves to 5,8")
        await scene.discord.until(lambda: scene.replies(order))
        assert scene.replies(order)[0].startswith(f"#6 {wrong}")
        asked = await scene.ana.answer(scene.ana.slash("order", text="L2 stays", here=scene.play))
        assert asked.content.startswith(f"#7 L2 stays {wrong}")
    order = scene.ana.say(scene.play, "L1 moves to 5,29")
    await scene.discord.until(lambda: scene.replies(order))
    assert "filed" not in scene.replies(order)[0]


@pytest.mark.asyncio
async def test_slow_answer_is_deferred(scene: Stage) -> None:
    """Each interaction is acknowledged at once, whatever the referee has to do."""
    asked = scene.ana.slash("order", text="L1 moves to 5,8", here=scene.play)
    await scene.ana.answer(asked)
    assert asked.answer is not None
    assert asked.answer.name == "DEFER"


@pytest.mark.asyncio
async def test_trouble_while_answering(scene: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer stored although Discord said 500 appears once, and its order is filed once."""
    hurry(monkeypatch)
    scene.discord.faults.fail("PATCH /webhooks/*", 500, stored=True)
    asked = scene.ana.slash("order", text="L1 moves to 5,8", here=scene.play)
    receipt = await scene.ana.answer(asked)
    assert "#6 L1 moves to 5,8" in receipt.content
    await scene.play.says(MOVED)
    scene.discord.faults.fail("POST /interactions/*/*/callback", 500, stored=True)
    asked = scene.ana.slash("order", text="L2 moves to 7,8", here=scene.play)
    await scene.play.says("#7 L2 moves to 7,8", 20)
    await quiet(scene)
    assert len(asked.shown) <= 1
    assert (await scene.table()).match.head == 7


@pytest.mark.asyncio
async def test_lost_reply(scene: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal whose request failed, whether Discord stored it or not, appears once."""
    hurry(monkeypatch)
    for kind, stored in [("fail", True), ("drop", True), ("drop", False), ("fail", False)]:
        if kind == "drop":
            scene.discord.faults.drop(POST, stored=stored)
        else:
            scene.discord.faults.fail(POST, 503, stored=stored)
        order = scene.ana.say(scene.play, "L1 moves to 5,29")
        await scene.discord.until(lambda order=order: scene.replies(order), 20)
        await quiet(scene)
        assert len(scene.replies(order)) == 1


@pytest.mark.asyncio
async def test_gm_role(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The server's GM role gives GM rights, at once and for messages written while the bot was off;
    it is known by its id, and another role of the same name gives none."""
    async with stage(monkeypatch, tmp_path) as scene:
        await scene.duel()
        role = scene.home.role("Umpire")
        boss = scene.home.member("Boss", [scene.home.role("Boss", Permission.MANAGE_GUILD)])
        refused = await boss.answer(scene.ana.slash("setup gm-role", role=role, here=scene.play))
        assert "manages the server" in refused.content
        chosen = await boss.answer(boss.slash("setup gm-role", role=role, here=scene.play))
        assert f"<@&{role.id}>" in chosen.content
        namesake = scene.discord.world.new_role(scene.home.guild, "Umpire", 0, False)
        scene.home.member("Nam", [namesake]).say(scene.play, "gm> set L1 hp 4")
        uma = scene.home.member("Uma", [role])
        dan = scene.home.member("Dan")
        dan.say(scene.play, "gm> set L1 hp 3")
        uma.say(scene.play, "gm> set L1 hp 9 // a graze")
        await scene.play.says("Reason: a graze")
        await quiet(scene)
        await scene.leave()
        uma.say(scene.play, "gm> set L2 hp 8 // a scratch")
        dan.say(scene.play, "gm> set L2 hp 3")
        await scene.enter()
        await scene.play.says("Reason: a scratch")
        await quiet(scene)
        assert (await scene.table()).match.head == 7


@pytest.mark.asyncio
async def test_away_without_content(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without the content intent too, replies and direct messages that waited are run."""
    async with stage(monkeypatch, tmp_path, content=False) as scene:
        await scene.duel()
        await quiet(scene)
        scene.ana.dm("L1 flies")
        await scene.discord.dm(scene.ana).says("C7-")
        await scene.leave()
        board = next(one for one in scene.play.from_bot if "```" in one.content)
        scene.ana.say(scene.play, "L1 moves to 5,9")
        scene.ana.reply(board, "L1 moves to 5,8")
        await scene.enter()
        await scene.play.says(MOVED)
        await scene.leave()
        scene.ana.dm("L2 stays")
        await scene.enter()
        await scene.play.says("#7 L2 stays")


@pytest.mark.asyncio
async def test_thrown_out(scene: Stage) -> None:
    """When the bot is removed from the server, its matches there are paused."""
    scene.home.expel_bot()

    async def paused() -> bool:
        return status(await scene.table()) == "paused"

    await scene.comes_true(paused)


# Answers and signs

SIGNS = "PUT /channels/*/messages/*/reactions/*"


@pytest.mark.asyncio
async def test_an_answer_goes_when_its_sign_stands(scene: Stage) -> None:
    """The reply to a refused order is deleted only when Discord has taken the ❌ on that order,
    even if the order was corrected before."""
    held = scene.discord.faults.hold(SIGNS, stored=False)
    bad = scene.ana.say(scene.play, "L1 moves to 5,29")
    await scene.discord.until(lambda: scene.replies(bad), 20, "an answer")
    scene.ana.say(scene.play, "L1 moves to 5,8")
    other = scene.ben.say(scene.play, "G1 moves to 5,24")
    await scene.discord.until(lambda: scene.replies(other), 20, "what comes after both")
    assert (await scene.table()).match.head == 6
    assert scene.replies(bad)
    assert not bad.reactions
    held.release()
    await scene.discord.until(lambda: not scene.replies(bad), 20, "the answer to go")
    assert list(bad.reactions) == ["❌"]


@pytest.mark.asyncio
async def test_a_sign_that_a_crash_took_comes_again(scene: Stage) -> None:
    """A refused order that was answered but not yet marked ❌ when the bot stopped is marked at the
    next start, and not answered again."""
    held = scene.discord.faults.hold(SIGNS, stored=False)
    bad = scene.ana.say(scene.play, "L1 moves to 5,29")
    await scene.discord.until(lambda: scene.replies(bad), 20, "an answer")
    await scene.leave()
    await scene.enter()
    await scene.discord.until(lambda: list(bad.reactions) == ["❌"], 20, "the sign")
    assert len(scene.replies(bad)) == 1
    held.release()
