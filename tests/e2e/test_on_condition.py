"""Orders on a condition in the channel: decided at once, or left as a plan with one press."""

from pathlib import Path

import pytest

from .stage import stage
from .test_commands import says
from .test_words_in_play import table_of

FIELD = (
    "put Legionnaire L1 for army 1 at 5,5",
    "put Legionnaire L2 for army 1 at 7,5",
    "put Goblin G1 for army 2 at 5,6",
    "put Goblin G2 for army 2 at 6,6",
    "put Goblin G3 for army 2 at 7,6",
    "set phase fight",
    "set turn army 1",
    "set G1 hp 3",
)


@pytest.mark.asyncio
async def test_a_post(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Only the branch whose condition is met appears in the post of the turn and in the log."""
    async with stage(monkeypatch, tmp_path) as built:
        here, table = await table_of(built, "field", "crusade7", FIELD)
        here.ana.say(
            here.play,
            "L1 attacks G1 with Gladius\n"
            "If G1 dies, L2 attacks G2 with Gladius\n"
            "Otherwise, L2 attacks G3 with Gladius",
        )
        post = await here.play.says("#10")
        await here.quiet()
        assert "G3" not in post.content
        hp = [table.match.state.units[one].hp for one in ("G1", "G2", "G3")]
        assert hp == [0, 7, 13]
        log = await says(here.ana, "log", here.play)
        assert log.splitlines()[-1].endswith("L2 attacks G2 with Gladius // if G1 dies")


@pytest.mark.asyncio
async def test_a_plan_with_one_press(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An order that waits for what others do is offered as a plan; one press leaves the plan, and
    nothing is filed."""
    async with stage(monkeypatch, tmp_path) as built:
        here, table = await table_of(built, "field", "crusade7", FIELD)
        head = table.match.head
        text = f"{here.discord.bot.mention} if G3 comes within 1 of L1, L1 attacks G3"
        here.ana.say(here.play, text)
        asked = await here.play.says("Did you mean **plan: if G3 comes within 1 of L1")
        here.ana.click(asked, "File it")
        await here.quiet()
        assert "1 if G3 comes within 1 of L1, L1 attacks G3" in await says(
            here.ana, "plan", here.play
        )
        assert "no plan" in await says(here.ben, "plan", here.play)
        assert table.match.head == head
