"""On a slow connection, where answers overtake one another, a channel ends as on a fast one."""

from collections.abc import Awaitable, Callable
from difflib import ndiff
from pathlib import Path
from typing import Any

import pytest

from .stage import Stage, stage
from .standin import Human, Message
from .standin.pulse import at_once
from .test_challenges import challenge, decides
from .transcript import told

SEED, SLOW = 1, 0.04
"""The random seed; how many seconds each request, answer and event takes at most."""


class Evening:
    """What a few people do in the channel of the duel, waiting for no more than they can see."""

    def __init__(self, built: Stage) -> None:
        self.built = built

    def say(self, who: Human, text: str) -> Message:
        """Say something to the bot."""
        return who.say(self.built.play, f"{self.built.discord.bot.mention} {text}")

    async def reply(self, message: Message) -> Message:
        """Wait for the bot's reply to a message."""
        return await self.built.play.until(
            lambda found: next((one for one in found if one.replied is message), None)
        )

    async def orders(self) -> None:
        """Two orders at once; one is refused and corrected with the button below the reply."""
        ana = self.built.ana
        self.say(ana, "L1 moves to 5,6")
        far = self.say(ana, "L2 moves to 7,29")
        reply = await self.reply(far)
        button = reply.components[0]["components"][0]["label"]
        await ana.answer(ana.click(reply, button))

    async def second_thoughts(self) -> None:
        """A question answered No, an undo, and an order that is edited the moment after."""
        ana = self.built.ana
        question = await self.reply(self.say(ana, "resign"))
        await ana.answer(ana.click(question, "No"))
        self.say(ana, "undo")
        edited = self.say(ana, "L2 moves to 7,6")
        ana.edit(edited, f"{self.built.discord.bot.mention} L2 moves to 7,7")

    async def turn_over(self) -> None:
        """Ana ends her turn; Ben moves at once and deletes his order."""
        ana, ben = self.built.ana, self.built.ben
        self.say(ana, "end phase")
        await self.built.play.says(f"Move · army 2 {ben.mention}")
        gone = self.say(ben, "G1 moves to 5,23")
        await self.built.play.says("#13 G1 moves to 5,23")
        ben.delete(gone)

    async def looks_again(self) -> None:
        """An order is challenged and upheld; the GM locks all orders and unlocks them."""
        built = self.built
        post = await built.play.says("#6 L1")
        await challenge(built.ben, post, "#6", "Is 5,6 free?")
        thread = await built.play.thread("Challenge of #6")
        await decides(built, await thread.says("**#6**"), "#6 stands", "nobody stands there")
        for on in (True, False):
            await built.gm.answer(built.gm.slash("gm lock", on=on, here=built.play))

    async def seen(self, step: Callable[[], Awaitable[None]]) -> str:
        """Do a step; returns what everybody can read in the channel and its threads then."""
        await step()
        await self.built.quiet()
        people = (self.built.ana, self.built.ben, self.built.gm)
        places = (self.built.play, *self.built.play.threads())
        lines = [
            line
            for place in places
            for one in place.messages
            if one.kind in (0, 19)
            for line in (f"#{place.name}", *told(one, people))
        ]
        shut = [place.name for place in self.built.play.threads() if place.facts.archived]
        return "\n".join((*lines, f"closed: {shut}"))


async def evening(
    monkeypatch: pytest.MonkeyPatch, folder: Path, check: Callable[[str, str], None], seed: int
) -> None:
    """Do all steps and check what is seen after each; seed 0 is a fast connection."""
    folder.mkdir()
    async with stage(monkeypatch, folder) as built:
        await built.duel()
        await built.quiet()
        built.discord.rest = at_once
        scene = Evening(built)
        if seed:
            built.discord.slowness.begin(seed, SLOW)
        steps: tuple[Any, ...] = (
            scene.orders,
            scene.second_thoughts,
            scene.turn_over,
            scene.looks_again,
        )
        for step in steps:
            check(step.__name__, await scene.seen(step))
        built.discord.slowness.begin(0, 0)


@pytest.mark.asyncio
async def test_a_slow_line_changes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """After orders, buttons, edits and a challenge, posts and reactions are the same on both."""
    quick: dict[str, str] = {}
    await evening(monkeypatch, tmp_path / "quick", quick.__setitem__, 0)
    assert "nobody stands there" in quick["looks_again"]

    def same(step: str, text: str) -> None:
        changes = list(ndiff(quick[step].splitlines(), text.splitlines()))
        assert text == quick[step], "\n".join((step, *(one for one in changes if one[0] != " ")))

    await evening(monkeypatch, tmp_path / "slow", same, SEED)
