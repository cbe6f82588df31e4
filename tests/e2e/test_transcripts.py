"""Golden transcripts: matches as their players see them, and the limits on what the bot posts.

`pytest --bless` rewrites the files of `tests/golden/chat/`; read the difference as a player.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.doors.confirming import SETTING as ASKING
from bot.doors.pace import Pace
from bot.match.settings import Settings
from bot.referee.clock import PRACTICE
from bot.referee.gate import PLAYING
from bot.referee.service import OpenMatch
from bot.referee.settings import set_status
from tests.places import GAMES

from .stage import Stage, stage
from .standin import Human, Message
from .transcript import PHONE, Figures, height, in_order, transcript

ORDERS = 60
"""How many orders each side gives in the long match."""

TALK = (
    "nice one",
    "hm, I should have seen that",
    "back in an hour, tea first",
    "lol",
    "how is the weather over there?",
    "thanks!",
)
ENDS = ("pass", "done", "end phase")
"""Words that end a phase; they are left out where the phase has already ended by itself."""

LINE = re.compile(r"([12])> (.*)")


BEGINS = re.compile(r"\| Round (\d+), (\w+) phase: .*")
"""The line that begins each phase in the report of a recorded match."""

Moment = tuple[int, str]


def recorded(
    system: str, name: str, ready: int
) -> tuple[list[tuple[int, str]], list[tuple[int, str, Moment]]]:
    """The set-up of a recorded match, up to the `ready`-th "ready", and its orders, each with the
    round and phase that it was given in."""
    lines = (GAMES / system / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    said: list[tuple[int, str, Moment]] = []
    moment = (0, "setup")
    for line in lines:
        if begins := BEGINS.fullmatch(line):
            moment = (int(begins[1]), begins[2])
        elif found := LINE.fullmatch(line):
            said.append((int(found[1]), found[2], moment))
    at = [number for number, (_, text, _) in enumerate(said) if "ready" in text][ready - 1] + 1
    return [(seat, text) for seat, text, _ in said[:at]], said[at:]


class Evening:
    """A match in the channel of the stage, with its people."""

    def __init__(self, built: Stage) -> None:
        self.built = built
        self.people = {1: built.ana, 2: built.ben, 0: built.gm}
        self.orders: list[Message] = []
        self.machine = ""
        """The level of the machine that plays seat 2; empty if a person does."""

    async def begin(
        self, name: str, system: str, options: dict[str, str], setup: Sequence[tuple[int, str]] = ()
    ) -> OpenMatch:
        """Make the match, do its set-up, and open it in the channel."""
        built = self.built
        assert built.referee is not None
        assert built.bot is not None
        built.bot.looking = built.bot.doors.pace = Pace(burst=100_000, every=1.0)
        seats = tuple((seat, str(who.id)) for seat, who in sorted(self.people.items()))
        settings = Settings(autopass=True, status="open")
        if self.machine:
            seats = (*(one for one in seats if one[0] != 2), (2, PRACTICE))
            settings = replace(settings, opponents=((2, self.machine),))
        self.table = await built.referee.create(name, system, options, seats, settings=settings)
        for who in self.people.values():
            await built.referee.mail.remember(str(who.id), {ASKING: "no"})
        for seat, text in setup:
            reply = await built.referee.submit(self.table, seat, text)
            assert reply.ok, (text, reply)
        await set_status(built.referee, self.table, PLAYING)
        channel = built.bot.get_partial_messageable(built.play.id)
        await built.bot.settle(self.table, channel, built.play.id, built.home.id)
        await built.quiet()
        await built.bot.announcer.open_match(self.table)
        built.bot.changed(self.table)
        await built.play.says(f"**{name}** \u00b7")
        await built.quiet()
        return self.table

    async def order(self, seat: int, text: str) -> Message:
        """Give an order in the channel and wait until the bot is at rest; returns the message."""
        one_word = len(text.split()) < 2
        said = f"{self.built.discord.bot.mention} {text}" if one_word else text
        message = self.people[seat].say(self.built.play, said)
        self.orders.append(message)
        await self.built.quiet()
        return message

    async def talk(self, seat: int, text: str) -> None:
        """Say something that is no order."""
        self.people[seat].say(self.built.play, text)
        await self.built.quiet()

    def figures(self) -> Figures:
        """Count what the limits are about."""
        shown = [one for one in in_order(self.built.play) if not one.content.startswith("Hello")]
        shown = [one for one in shown if one.only_for is None]
        own = [one for one in shown if one.author.bot]
        people = [one for one in shown if not one.author.bot]
        answered = {id(one.replied) for one in own}
        silent = [one for one in self.orders if not one.reactions and id(one) not in answered]
        long = [one for one in own if height(one) > PHONE and " is over" not in one.content]
        lines = sum(map(height, own))
        return Figures(
            len(people), len(own), lines, len(silent), self.wrong_pings(shown), len(long)
        )

    def wrong_pings(self, shown: Sequence[Message]) -> int:
        """The number of needless pings: of people who have not written since the last one, or whom
        the first line of the post does not name."""
        wrong, rung = 0, set[int]()
        for message in shown:
            if not message.author.bot:
                rung.discard(message.author.id)
                continue
            born = message.earlier[0] if message.earlier else message.content
            if "not yet: " in message.content:
                continue
            for user in message.rang:
                wrong += user.id in rung or user.mention not in born.split("\n")[0]
                rung.add(user.id)
        return wrong

    def paper(self) -> str:
        """The channel as text, and what was counted."""
        text = transcript(self.built.play, tuple(self.people.values()))
        return f"{text}\n== {self.figures()}\n"


@pytest.mark.asyncio
async def test_a_match_of_sixty_orders_a_side(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, golden: Callable[[str, str], None]
) -> None:
    """With talk in between: at most one post of the bot for four of people, every order gets a
    reaction or a reply, no ping is needless, and no post is longer than a phone's screen, unless it
    says that something is over."""
    setup, orders = recorded("crusade7", "legion-against-warband", 2)
    async with stage(monkeypatch, tmp_path) as built:
        evening = Evening(built)
        table = await evening.begin("Fords", "crusade7", {"gold": "500"}, setup)
        given = {1: 0, 2: 0}
        for seat, text, moment in orders:
            flow = table.match.state.flow
            if text in ENDS and (flow.round, flow.phase, flow.turn) != (*moment, seat):
                continue
            await evening.order(seat, text)
            given[seat] += 1
            if (number := sum(given.values())) % 3 == 0:
                await evening.talk(3 - seat, TALK[number // 3 % len(TALK)])
            if min(given.values()) >= ORDERS:
                break
        figures = evening.figures()
        golden("chat/sixty-orders.txt", evening.paper())
        assert figures.unanswered == 0
        assert figures.wrong_pings == 0
        assert figures.long == 0
        assert figures.bot * 4 <= figures.human


@pytest.mark.asyncio
async def test_undo_refusal_and_draw(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, golden: Callable[[str, str], None]
) -> None:
    """One turn each: an order is taken back, a move too far is refused with a legal one on a
    button, the end of a phase is taken back, a draw is offered and declined."""
    async with stage(monkeypatch, tmp_path) as built:
        evening = Evening(built)
        table = await evening.begin("Fords", "crusade7", {}, starter())
        await evening.order(1, "L1-L5 move 2 forward")
        await evening.order(1, "SG5 moves to 12,10")
        await evening.order(1, "undo")
        far = await evening.order(1, "L6 moves to 13,13")
        (reply,) = [one for one in built.play.from_bot if one.replied is far]
        await press(built.ana, reply, "L6 moves to 13,12")
        await built.quiet()
        assert list(far.reactions) == ["✅"]
        assert reply.deleted
        await evening.order(1, "done")
        await evening.order(1, "undo")
        await evening.order(1, "done")
        await evening.talk(2, "took you long enough")
        await evening.order(2, "O2-O8 move 2 forward")
        await evening.order(1, "offer draw")
        offer = await built.play.says(f"{built.ana.mention} offers a draw.")
        assert built.ben.was_pinged(offer)
        await press(built.ben, offer, "Decline")
        await built.quiet()
        assert "declined by" in offer.content
        await evening.order(2, "done")
        assert table.match.state.flow.phase != "move"
        golden("chat/a-turn-each.txt", evening.paper())
        assert evening.figures().unanswered == 0


async def press(who: Human, message: Message, label: str) -> None:
    """Press a button and wait for the answer."""
    await who.answer(who.click(message, label))


def starter() -> list[tuple[int, str]]:
    """The ready-made battle of crusade7 as (seat, line) pairs."""
    from rules import find

    return [(int(line[0]), line[3:]) for line in find("crusade7").starter if line[0] in "12"]
