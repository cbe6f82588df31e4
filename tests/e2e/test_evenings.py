"""Golden transcripts of short evenings: each system's first turns, a secret set-up, practice.

Each test has one stand-in for Discord, with a channel for each match; `pytest --bless` rewrites the
files.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot import opponents
from rules import find

from .stage import Stage, stage
from .standin import Message
from .test_transcripts import Evening
from .transcript import edits, named

Golden = Callable[[str, str], None]

EIGHT = (
    (1, "Ac2-c3<"),
    (1, "take back my last move"),
    (1, "Cb2-b3"),
    (2, "Cb3?"),
    (2, "archer c7 moves c5"),
    (2, "Ac7-c6"),
    (1, "Cg2-g3-h3"),
)
DOCKS = (
    (1, "M1?"),
    (1, "M1 moves to 12,7"),
    (1, "M1 fires Bolter at O1"),
    (1, "M2 moves to 13,11"),
    (1, "take back M2's move"),
    (1, "M2 moves to 14,11"),
    (1, "M2 fires Bolter at O3"),
    (1, "end turn"),
    (2, "K1 moves to 6,12"),
    (2, "O3 charges M2"),
    (2, "O4-O6 move to 9,13"),
    (2, "end turn"),
)
PATROL = (
    (1, "Legion1?"),
    (1, "Legion1 advances 5"),
    (1, "Bows1 advances 2"),
    (1, "take back my last order"),
    (1, "Bows1 advances 3"),
    (1, "Legion1 advances 3"),
    (1, "end phase"),
    (2, "War1 advances 5"),
    (2, "Mob1 advances 4"),
    (2, "end phase"),
)
COURTS = (
    (1, "Ashford?"),
    (1, "build temple in Brindle"),
    (1, "take back my last order"),
    (1, "build market in Brindle"),
    (1, "end phase"),
    (1, "@ attack Crownmere from Ashford with 9 infantry"),
    (1, "attack Crownmere from Ashford with everything"),
)


def starter(system: str) -> list[tuple[int, str]]:
    """The ready-made small game of a system as (seat, line) pairs; seat 0 is the GM."""
    lines = (line.partition("> ") for line in find(system).starter)
    return [(0 if who == "gm" else int(who), text) for who, _, text in lines]


async def played(evening: Evening, lines: Sequence[tuple[int, str]]) -> list[Message]:
    """Say the lines one after the other (`@` mentions the bot); returns the messages.  Every line
    must get a reaction or a reply, nobody a needless ping, and no post may be too long."""
    me = evening.built.discord.bot.mention
    said = [await evening.order(seat, text.replace("@", me)) for seat, text in lines]
    figures = evening.figures()
    assert (figures.unanswered, figures.wrong_pings, figures.long) == (0, 0, 0), evening.paper()
    return said


def at(built: Stage, name: str) -> Evening:
    """An evening in a new channel, with the same people."""
    return Evening(replace(built, play=built.home.channel(name)))


@pytest.mark.asyncio
async def test_an_evening_of_each_system(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, golden: Golden
) -> None:
    """The first turns of each system, with slips taken back, questions and ends of phases."""
    async with stage(monkeypatch, tmp_path) as built:
        for name, system, lines in (
            ("Pawns", "crusade8x8", EIGHT),
            ("Docks", "rulescrusade", DOCKS),
            ("Patrol", "machinadei", PATROL),
            ("Courts", "candlebre", COURTS),
        ):
            evening = at(built, name.lower())
            await evening.begin(name, system, {}, starter(system))
            await played(evening, lines)
            golden(f"chat/evening-{system}.txt", evening.paper())


class Scripted:
    """A practice opponent that gives the orders it was told to."""

    def __init__(self, *sentences: str) -> None:
        self.sentences = list(sentences)

    def order(self, *_: object, **__: object) -> str:
        """The next sentence."""
        return self.sentences.pop(0)

    def answer(self, *_: object) -> None:
        """Leave offers unanswered."""


@pytest.mark.asyncio
async def test_practice_and_a_secret_set_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, golden: Golden
) -> None:
    """Each exchange with the machine is one post; a secret set-up takes one line in public."""
    machine = Scripted("caster g7 moves g6 then side-steps f6", "archer c7 moves c6")
    monkeypatch.setattr(opponents, "find_opponent", lambda *_: machine)
    async with stage(monkeypatch, tmp_path) as built:
        evening = at(built, "practice")
        evening.machine = "easy"
        await evening.begin("Pawns", "crusade8x8", {}, starter("crusade8x8"))
        for number, text in enumerate(("Ac2-c3<", "Cb2-b3"), 1):
            await evening.order(1, text)
            assert evening.table.match.head == 2 * number + 1
        golden("chat/practice.txt", evening.paper())
        await secret_set_up(at(built, "camp"), golden)


async def secret_set_up(evening: Evening, golden: Golden) -> None:
    """Ana writes a secret order in public; then both set up with private `/order` and get ready."""
    built = evening.built
    table = await evening.begin("Fords", "crusade7", {})
    army = starter("crusade7")
    await evening.order(1, next(text for seat, text in army if seat == 1))
    for seat, who in ((1, built.ana), (2, built.ben)):
        own = [text for one, text in army if one == seat]
        lines = own[: own.index("ready")]
        for text in ("; ".join(lines), "ready"):
            here = {"text": text, "match": f"#{table.record.id}"}
            await who.answer(who.slash("order", here, here=built.play))
            await evening.built.quiet()
    assert table.match.state.flow.phase != "setup"
    people = tuple(evening.people.values())
    (post,) = [one for one in built.play.from_bot if "Both are ready" in one.content]
    letters = [named(one.content, people) for one in built.discord.dm(built.ana).from_bot]
    history = f"== The post of the set-up, edit by edit\n{edits(post, people)}\n"
    golden("chat/secret-set-up.txt", f"{evening.paper()}\n{history}\n== To Ana\n{letters[-1]}\n")


GM_EVENING = (
    (1, "L1-L5 move 2 forward"),
    (1, "end phase"),
    (2, "O2-O8 move 2 forward"),
    (2, "WB1 moves to 11,22"),
    (0, "gm> rewind to #21 // WB1 was to hold"),
    (0, "gm> set L7 hp 20"),
    (0, "gm> set L7 hp 20 // a leg wound from the last battle"),
)


@pytest.mark.asyncio
async def test_a_gm_at_work(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, golden: Golden
) -> None:
    """An override without its reason, a rewind that gives orders back to copy, a player who takes
    an order back in the channel, and an end that lists what the GM did."""
    async with stage(monkeypatch, tmp_path) as built:
        evening = at(built, "fords")
        table = await evening.begin("Fords", "crusade7", {}, starter("crusade7"))
        await played(evening, GM_EVENING)
        built = evening.built
        back = next(one for one in built.play.from_bot if "goes back to" in one.content)
        await built.ben.answer(built.ben.click(back, "Copy my orders"))
        await evening.order(2, "WR1 moves to 6,20")
        built.ben.say(built.play, "undo")
        await built.quiet()
        await evening.order(2, "resign")
        asked = next(one for one in built.play.from_bot if "Resign?" in one.content)
        await built.ben.answer(built.ben.click(asked, "Resign"))
        await evening.built.quiet()
        assert table.game.outcome(table.match.state) is not None
        golden("chat/gm-at-work.txt", evening.paper())
