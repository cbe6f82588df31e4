"""Phrases that are kept from play name nobody, and there is a limit to how many are kept."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.doors import learning
from bot.doors.doors import Doors
from bot.doors.learning import Names, nameless
from bot.doors.saying import IncomingText
from bot.match.settings import read_settings, written_settings
from bot.referee.gate import Caller
from bot.referee.service import OpenMatch
from bot.store import PhraseStore, StoreError
from tests.support import duel, keep, must, referee_on

NAMES = {
    "Ana Maria": "army 1",
    "ben_77": "army 2",
    "Orc": "army 2",
    "Will (GM)": "GM",
    "A Knight": "army 3",
}
OWN = frozenset({"orc", "raider", "l1", "o3"})


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("L1  attacks\tO3 ", "L1 attacks O3"),
        ("ana maria: L1 stays\n\n  and MARIA too", "army 1: L1 stays\nand army 1 too"),
        ("Anna's orc hits BEN_77's raider", "Anna's orc hits army 2's raider"),
        ("@ben_77 L1 fires @O3, @carla", "army 2 L1 fires @O3,"),
        ("I will move L1, will (gm) said, Will said", "I will move L1, GM said, GM said"),
        ("The knight rides, Knight: hm", "The knight rides, army 3: hm"),
        ("<@123456789> L1 stays <a:orc_dance:123456789>", "L1 stays"),
        ("<#12> <@&34> <t:1700000000:R> </order:123> @everyone L1 stays", "L1 stays"),
        (
            "L1 as in [a post](https://x.org/a_b) or https://y.org/z?q=1.",
            "L1 as in a post or",
        ),
        ("mail me@x.org, www.x.org, discord.gg/abc or 015112345678", "mail or"),
        ("L1 < O3 > 5 @ 8,12", "L1 < O3 > 5 @ 8,12"),
        ("<:orc:1>", ""),
    ],
)
def test_it_names_nobody(typed: str, kept: str) -> None:
    """Mentions, emoji, links and long numbers are removed.  Names of people become their seats,
    also parts of a name that are no common words; words that the match itself uses stay."""
    assert nameless(typed, NAMES, OWN) == kept


def test_the_setting_is_off_and_is_written() -> None:
    """The setting is off by default, also for older matches, and is stored."""
    assert not read_settings({}).learning
    on = replace(read_settings({}), learning=True)
    assert read_settings(written_settings(on)) == on


async def said(doors: Doors, text: str, user: str = "ana") -> str:
    """Say a text to the referee, and return the text of the answer."""
    number = doors.pace.burst = doors.pace.burst + 1
    heard = IncomingText(f"m{number}", Caller(user), "77", text, "mention", match="duel")
    return (await doors.hear(heard)).text


@pytest.mark.asyncio
async def test_there_is_an_end(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The number of phrases of a match and their length are limited.  Nothing is kept if the names
    of the people are unknown; if keeping fails, the order is filed all the same; of unanswered
    offers the oldest is forgotten."""
    monkeypatch.setattr(learning, "MOST", 2)
    monkeypatch.setattr(learning, "OPEN", 1)
    monkeypatch.setattr(learning, "LONGEST", len("L1 stays, zorp"))
    known: list[Names | None] = [{}]

    async def names(table: OpenMatch, user: str) -> Names | None:
        return known[0]

    async with referee_on(tmp_path / "r.sqlite") as referee:
        table = await duel(referee)
        doors, phrases = Doors(referee, names=names), PhraseStore(referee.store.database)
        own = table.record.id
        await keep(referee, table, learning=True)
        for text in ("L1 stays, zorp", "L1 stays, zorply"):
            assert "Did you mean" in await said(doors, text)
            await said(doors, "no")
        assert [row.said for row in await phrases.of_match(own)] == ["L1 stays, zorp"]
        known[0] = None
        await said(doors, "L1 stays, zorp")
        await said(doors, "no")
        known[0] = {}
        await said(doors, "L1 stays, zorp")
        await said(doors, "zorp offer draw", "ben")
        await said(doors, "no")
        assert len(await phrases.of_match(own)) == 1

        async def fails(*_: object) -> bool:
            raise StoreError("the disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(PhraseStore, "keep", fails)
            await said(doors, "L1 stays, zorp")
            assert "#6 L1 stays" in await said(doors, "yes")
        must(await referee.submit(table, 1, "undo"))
        must(await referee.submit(table, 1, "L2 stays"))
        for _ in range(3):
            await said(doors, "L1 stays, zorp")
            await said(doors, "no")
        assert len(await phrases.of_match(own)) == 2
        assert {(row.user, row.seat, row.after) for row in await phrases.of_match(own)} == {
            ("ana", 1, 5),
            ("ana", 1, 8),
        }
