"""Time as people see it: deadlines, reminders, missed turns, pauses - on the stand-in's clock."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from tests.support import NOON, SEED

from .stage import Stage, stage
from .standin import Human, Message, Permission, Place
from .test_commands import ask, says

DAY = 86_400
HOUR = 3_600


@dataclass
class Hall:
    """The duel, with a clock that the test moves."""

    scene: Stage
    passed: float = 0.0

    def take_clock(self) -> None:
        """Stamp entries with the test's time from now on."""
        referee = self.scene.referee
        assert referee is not None
        self.scene.now = lambda: NOON + timedelta(seconds=self.passed)
        referee._now = self.scene.now

    async def wait(self, seconds: float) -> None:
        """Let time pass for Discord and the bot, and wake the bot's timekeeper."""
        self.passed += seconds
        self.scene.discord.clock.advance(seconds)
        bot = self.scene.bot
        assert bot is not None
        bot.timekeeper._woken.set()

    async def away(self, seconds: float) -> None:
        """Let time pass while the bot is offline."""
        await self.scene.leave()
        self.passed += seconds
        self.scene.discord.clock.advance(seconds)
        bot = await self.scene.enter()
        while bot.timekeeper._beaten is None:
            await asyncio.sleep(0.02)

    @property
    def play(self) -> Place:
        return self.scene.play

    async def live(self, text: str) -> Message:
        """Wait until the pinned live post contains a text; returns the post."""

        def look(_: list[Message]) -> Message | None:
            found = [one for one in self.play.from_bot if one.pinned]
            return next((one for one in found if text in one.content), None)

        return await self.play.until(look)

    def stamp(self, seconds: float) -> str:
        """A time so many seconds from now, as Discord writes it."""
        at = NOON + timedelta(seconds=self.passed + seconds)
        return f"<t:{int(at.timestamp())}:R>"


@pytest_asyncio.fixture
async def hall(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Hall]:
    """Ana and Ben play, Gim is the GM; the match has no clock yet."""
    async with stage(monkeypatch, tmp_path) as built:
        made = Hall(built)
        made.take_clock()
        await built.duel()
        yield made


async def clocked(hall: Hall, **options: object) -> None:
    """Let Gim set a clock: three days for each turn, no grace, or as in `options`."""
    given = {"clock": "3d", "grace": 0, **options}
    said = await says(hall.scene.gm, "clock set", hall.play, **given)
    assert said.startswith("Clock: 3d")
    await hall.live(f"deadline of army 1: <t:{int(NOON.timestamp()) + 3 * DAY}:f>")


def pings(hall: Hall, who: Human) -> list[str]:
    """The posts that pinged somebody, without the one of the set-up."""
    own = [one for one in hall.play.from_bot if who.was_pinged(one)]
    return [one.content for one in own if "Set-up" not in one.content]


@pytest.mark.asyncio
async def test_the_live_post_shows_the_deadline(hall: Hall) -> None:
    """The live post shows the deadline of whoever is to act; when Ana ends her phase, Ben is pinged
    once, with his deadline."""
    await clocked(hall)
    await hall.wait(DAY)
    hall.scene.ana.say(hall.play, "L1 moves to 5,8")
    await hall.play.says("#6 L1")
    assert pings(hall, hall.scene.ben) == []
    await confirm(hall, await ask(hall.scene.ana, "order", hall.play, text="end phase"))
    summons = await hall.play.says(f"· Move · army 2 {hall.scene.ben.mention}")
    assert hall.scene.ben.was_pinged(summons)
    assert f"until {hall.stamp(3 * DAY).replace(':R', ':f')}" in summons.content
    await hall.live(f"deadline of army 2: <t:{int(NOON.timestamp()) + 4 * DAY}:f>")
    assert len(pings(hall, hall.scene.ben)) == 1


async def confirm(hall: Hall, message: Message) -> None:
    """If the bot asked about units that could still act, say yes."""
    if "could still act" in message.content:
        label = message.components[0]["components"][0]["label"]
        hall.scene.ana.click(message, label)


@pytest.mark.asyncio
async def test_a_missed_deadline(hall: Hall) -> None:
    """A missed deadline is first put off, then the turn is ended, then the seat is opened: one
    public line for each, which does not ping the player who missed it."""
    await clocked(hall, grace=1, grace_time="12h", open_after=1)
    await hall.wait(3 * DAY)
    line = await hall.play.says("put off once")
    assert line.content == (
        "**army 1** missed its deadline; it is put off once, until "
        f"{hall.stamp(12 * HOUR).replace(':R', ':f')} ({hall.stamp(12 * HOUR)})."
    )
    assert not hall.scene.ana.was_pinged(line)
    await hall.wait(12 * HOUR)
    await hall.play.says("**army 1** missed its deadline: its turn was ended, nothing filed.")
    await hall.play.says("is open.** Also under `/match list which: open`")
    assert hall.scene.ben.was_pinged(await hall.play.says(f"· army 2 {hall.scene.ben.mention}"))
    info = await says(hall.scene.ben, "match info", hall.play)
    assert "army 1: free" in info
    log = await says(hall.scene.ben, "log", hall.play)
    assert "GM: timeout army 1 // missed deadline" in log


@pytest.mark.asyncio
async def test_a_plan(hall: Hall) -> None:
    """Ana leaves a plan, and only she is told of it; when her deadline passes, it is carried out as
    hers, marked as a plan, and she gets a direct message about it.  A plan posted in the channel is
    not taken.  After `plan on` it acts in her next turn without waiting for a deadline."""
    ana, ben, play = hall.scene.ana, hall.scene.ben, hall.play
    await clocked(hall)
    wrong = await says(ana, "plan", play, text="L1 moves to 5,8; stop if L1 blinks")
    assert "fits here: comes within, is hurt" in wrong
    assert "No plan was left" in wrong
    text = "L1 moves to 5,8; always: end phase; stop if L1 is hurt"
    told = await ask(ana, "plan", play, text=text)
    assert told.only_for == ana.id
    assert "1 L1 moves to 5,8: now it would be accepted" in told.content
    assert "no plan" in await says(ben, "plan", play)
    ana.say(play, "plan: L1 moves to 5,9")
    await hall.scene.discord.dm(ana).says("A plan is between you and me")
    assert "5,9" not in await says(ana, "plan", play)
    await hall.wait(3 * DAY)
    await play.says("**army 1** missed its deadline: its plan was carried out.")
    await play.says("(by plan)")
    letter = await hall.scene.discord.dm(ana).says("was used (a deadline was missed)")
    assert "filed #6 L1 moves to 5,8, #7 end phase" in letter.content
    log = await says(ben, "log", play)
    assert "army 1: L1 moves to 5,8 (by plan)" in log
    assert "timeout" not in log
    ana.dm("plan on")
    await hall.scene.discord.dm(ana).says("as soon as it is your turn")
    said = await says(ben, "order", play, text="G1 stays; skip to heavy")
    assert "until Heavy Support Fight" in said
    await hall.scene.discord.dm(ana).says("was used (it is your turn)")
    assert "army 1: end phase (by plan)" in (await says(ben, "log", play)).splitlines()[-1]
    assert await says(ana, "plan", play, text="clear") == "Your plan for army 1 is cleared."


@pytest.mark.asyncio
async def test_the_deadline_passed_while_the_bot_was_away(hall: Hall) -> None:
    """A deadline that passes while the bot is down for five hours is put off by five hours; that is
    said once, and not again after another restart."""
    await clocked(hall)
    await hall.wait(3 * DAY - HOUR)
    await hall.live("deadline of army 1")
    await hall.scene.bot.timekeeper.round()  # type: ignore[union-attr]
    await hall.away(5 * HOUR)
    line = await hall.play.says("I was away when the deadline of **army 1** passed")
    assert hall.stamp(HOUR) in line.content
    await hall.away(60)
    await hall.live(hall.stamp(HOUR - 60))
    assert len([one for one in hall.play.texts if "I was away" in one]) == 1
    await hall.wait(HOUR)
    await hall.play.says("its turn was ended")
    assert len([one for one in hall.play.texts if "its turn was ended" in one]) == 1


@pytest.mark.asyncio
async def test_orders_written_in_time_while_the_bot_was_away(hall: Hall) -> None:
    """Ana posted her orders in time while the bot was away: they are read before the deadline is
    looked at, and nothing was missed."""
    await clocked(hall, away="act")
    await says(hall.scene.ana, "setup asking", hall.play, on=False)
    await hall.wait(3 * DAY - HOUR)
    await hall.scene.bot.timekeeper.round()  # type: ignore[union-attr]
    await hall.scene.leave()
    hall.scene.ana.say(hall.play, f"{hall.scene.discord.bot.mention} end phase")
    hall.passed += 5 * HOUR
    hall.scene.discord.clock.advance(5 * HOUR)
    await hall.scene.enter()
    await hall.live("deadline of army 2")
    assert not [one for one in hall.play.texts if "missed its deadline" in one]


@pytest.mark.asyncio
async def test_reminders(hall: Hall) -> None:
    """Ana wants a reminder two hours before the deadline, but not at night in Berlin: it comes
    once, by direct message, and names the match."""
    await clocked(hall)
    said = await says(
        hall.scene.ana,
        "remind set",
        hall.play,
        ladder="2h",
        quiet="22:00-07:00",
        zone="Europe/Berlin",
    )
    assert "Reminders: 2h before a deadline, in a direct message." in said
    assert "Quiet hours: 22:00-07:00 (Europe/Berlin)." in said
    assert f"#1 **duel**, army 1: <t:{int(NOON.timestamp()) + 3 * DAY}:f>" in said
    await hall.wait(2 * DAY)
    await hall.wait(22 * HOUR)
    letters = hall.scene.discord.dm(hall.scene.ana)
    letter = await letters.says("is awaited until")
    assert "army 1 in **duel** (match #1, Crusade 7th Edition)" in letter.content
    await hall.wait(HOUR)
    await hall.live("deadline")
    assert len(hall.scene.ana.inbox) == 1
    assert hall.scene.ben.inbox == []
    bad = await says(hall.scene.ana, "remind set", hall.play, zone="Mars")
    assert "time zone" in bad
    offered = await hall.scene.ana.autocomplete("remind set", "zone", zone="berl", here=hall.play)
    assert offered[0]["value"] == "Europe/Berlin"


@pytest.mark.asyncio
async def test_a_pause_by_consent(hall: Hall) -> None:
    """Ana asks for a week's pause, which begins when Ben asks for the same.  No clock runs, and
    after the week the match goes on by itself with the time that was left."""
    await clocked(hall)
    await hall.wait(DAY)
    refused = await says(hall.scene.ana, "match pause", hall.play)
    assert refused == "a match with a clock rests when all agree: /clock pause"
    first = await says(hall.scene.ana, "clock pause", hall.play, length="7d")
    assert first == (
        "army 1 asks for it; it holds when army 2 says the same: `/clock pause length: 7d`."
    )
    second = await says(hall.scene.ben, "clock pause", hall.play, length="7d")
    assert second.startswith("The match rests until <t:")
    await hall.live("deadline of army 1: 2d left (the clock rests)")
    closed = await says(hall.scene.ana, "order", hall.play, text="L1 stays")
    assert closed == "the match is paused: /match resume"
    lone = await says(hall.scene.ben, "match resume", hall.play)
    assert "/clock resume" in lone
    await hall.wait(7 * DAY)
    await hall.play.says("The agreed pause is over")
    await hall.live(hall.stamp(2 * DAY))


@pytest.mark.asyncio
async def test_the_gm_and_the_opponent_give_time(hall: Hall) -> None:
    """The GM (`/gm extend`) or the opponent (`/clock extend`) can give time, not the player."""
    await clocked(hall)
    await says(hall.scene.gm, "gm extend", hall.play, by="12h")
    await hall.live(hall.stamp(3 * DAY + 12 * HOUR))
    await says(hall.scene.ben, "clock extend", hall.play, by="12h", seat=1)
    await hall.live(hall.stamp(4 * DAY))
    own = await says(hall.scene.ana, "clock extend", hall.play, by="12h", seat=1)
    assert own == "the GM gives more time, or the opponent does"
    refused = await says(hall.scene.ben, "gm extend", hall.play, by="12h")
    assert refused == "only the GM of this match may do that"

    def both(_: list[Message]) -> bool:
        return sum("has more time" in one for one in hall.play.texts) == 2

    await hall.play.until(both)


@pytest.mark.asyncio
async def test_showing_and_setting(hall: Hall) -> None:
    """`/clock show` before and after; a player alone cannot set a clock; a wrong one is
    explained."""
    assert await says(hall.scene.ana, "clock show", hall.play) == "There is no clock."
    wrong = await says(hall.scene.gm, "clock set", hall.play, clock="soon")
    assert "3d (for each turn)" in wrong
    wrong = await says(hall.scene.gm, "clock set", hall.play, clock="2m grace: 0")
    assert wrong.startswith("grace is an option of its own beside the clock")
    first = await says(hall.scene.ana, "clock set", hall.play, clock="1d bank 7d")
    assert "it holds when army 2 says the same" in first
    second = await says(hall.scene.ben, "clock set", hall.play, clock="1d bank 7d")
    assert second.startswith("Clock: 1d bank 7d (each turn, then from a bank")
    shown = await says(hall.scene.ana, "clock show", hall.play)
    assert f"deadline of army 1: <t:{int(NOON.timestamp()) + 8 * DAY}:f>" in shown
    await says(hall.scene.gm, "gm lock", hall.play)
    shown = await says(hall.scene.ana, "clock show", hall.play)
    assert "The GM has locked all orders: the clocks stand." in shown


@pytest.mark.asyncio
async def test_one_closed_channel_stops_no_other(hall: Hall) -> None:
    """If the bot may not write in one channel any more, the missed deadline of a match elsewhere is
    still acted on and posted."""
    await clocked(hall)
    other = hall.scene.home.channel("other")
    await hall.scene.duel("second", other)
    await ask(hall.scene.gm, "clock set", other, clock="3d", grace=0)
    everyone = hall.scene.home.everyone
    hall.play.allow(everyone, deny=Permission.SEND_MESSAGES)
    await hall.wait(3 * DAY)
    await other.says("its turn was ended")
    assert SEED not in "".join(other.texts)
    while (await hall.scene.table("duel")).match.state.flow.turn == 1:
        await asyncio.sleep(0.02)
    hall.play.allow(everyone, allow=Permission.SEND_MESSAGES)
