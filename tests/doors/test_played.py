"""Phrases of play, written to files: each scene leads to the state of the match, and measuring a
file gives the answers that were given in play."""

import asyncio
import random
from itertools import islice
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cases.casefile import parse_phrases
from bot.cases.starter import deal
from bot.doors import played as of_play
from bot.doors.doors import Doors
from bot.doors.measure import run_block, scene_of
from bot.doors.played import Played, played
from bot.doors.saying import IncomingText
from bot.referee.gate import Caller
from bot.referee.service import OpenMatch, Referee
from bot.store import PhraseRow, PhraseStore
from rules import GAMES
from tests.places import PHRASINGS
from tests.support import duel, keep, must, referee_on
from tests.training.corpus import author_of, examples


def row(table: OpenMatch, said: str, means: str, seat: int = 1) -> PhraseRow:
    """A phrase that somebody typed at this point of the match."""
    return PhraseRow(table.record.id, table.match.head, seat, "ana", said, means)


async def goes_on(referee: Referee, table: OpenMatch, dice: random.Random) -> None:
    """Submit a random legal order of the seat whose turn it is."""
    seat = table.game.awaits(table.match.state)[0]
    found = list(islice(table.game.legal(table.match.state, seat), 40))
    for unit in table.game.references(table.match.state, seat)[:6]:
        found += islice(table.game.legal(table.match.state, seat, unit), 40)
    found = [one for one in found if str(one) not in ("resign", "offer draw", "accept draw")]
    await referee.submit(table, seat, str(dice.choice(found)))


@pytest.mark.parametrize("system", [game.id for game in GAMES])
@pytest.mark.asyncio
async def test_scenes_of_every_system(system: str, tmp_path: Path) -> None:
    """With dice, ended phases, undos, overrides and rulings, every scene leads to the state that
    the match was in, and no scene names a player."""
    dice = random.Random(system)
    async with referee_on(tmp_path / "r.sqlite") as referee:
        table = await referee.create("it", system, seats=((0, "gm"), (1, "ana"), (2, "ben")))
        await deal(referee, table)
        kept, states = PhraseStore(referee.store.database), []
        for step in range(40):
            await goes_on(referee, table, dice)
            if step % 8 == 3:
                await referee.submit(table, table.game.awaits(table.match.state)[0], "undo")
            if step % 10 == 4:
                must(await referee.submit(table, 0, 'rule "Ben is slow" // as Ben said'))
                await referee.submit(table, 0, "set round 2 // Ben's mistake")
            if step % 10 == 9 and table.game.outcome(table.match.state) is None:
                assert await kept.keep(row(table, "whatever, zorp", "?"), 99)
                states.append(table.match.state)
        found = await played(referee)
    assert (found.phrases, found.left_out) == (len(states), 0)
    assert states
    (text,) = found.files[system]
    assert "Ben" not in text
    assert "begin: set-up" in text or system != "rulescrusade"
    assert [scene_of(block).state for block in parse_phrases(text)] == states


async def say(doors: Doors, text: str, user: str = "ana") -> None:
    """Say a text to the referee."""
    doors.pace.burst += 1
    key = f"m{doors.pace.burst}"
    await doors.hear(IncomingText(key, Caller(user), "77", text, "mention", match="duel"))


async def evening(file: Path) -> tuple[list[PhraseRow], Played]:
    """Play a duel with words and a unit type of its own, in which offers are taken and declined.
    Returns the rows kept, and what is written from them."""
    async with referee_on(file) as referee:
        table = await duel(referee)
        await keep(referee, table, learning=True, server="7")
        await referee.server_words.teach("7", "the small one", "L2")
        await referee.server_words.teach("7", "pet of ben", "G1")
        must(await referee.submit(table, 0, 'rule "words: the tall one means L1"'))
        doors = Doors(referee)
        for text in ("# L1\n\nthe tall one to 5,6, zorp", "yes"):
            await say(doors, text)
        for text in ("the small one to 7,8, zorp", "no"):
            await say(doors, text)
        await say(doors, "game: L2 stays => zorp")
        await say(doors, "y")
        own = "import Ace AC HP 60 AC 10 Cost 40 G\nStats: 6, 3, 1, 0, 0, 0, 0, 2\nAttacks:\n"
        own += "Fist: melee, , STR+PF, 10 slashing,\nTags: None"
        must(await referee.submit(table, 0, own))
        must(await referee.submit(table, 0, "put Ace AC1 for army 1 at 9,9"))
        await say(doors, "the ace stays, zorp")
        await say(doors, "yes")
        rows = await PhraseStore(referee.store.database).of_match(table.record.id)
        return rows, await played(referee)


def test_what_was_answered_is_what_is_measured(tmp_path: Path) -> None:
    """Measured from its file, a phrase whose offer was taken is `offered` and a declined one, which
    means `?`, is `right`; words taught to the match and its server are known there too."""
    rows, found = asyncio.run(evening(tmp_path / "r.sqlite"))
    assert [one.means for one in rows] == ["L1 moves to 5,6", "?", "L2 stays", "AC1 stays"]
    assert (found.phrases, found.matches, found.left_out) == (4, 1, 0)
    (text,) = found.files["crusade7"]
    assert "pet" not in text
    blocks = parse_phrases(text)
    assert [one.text.strip() for block in blocks for one in block.phrases] == [
        one.said for one in rows
    ]
    outcomes = [verdict.outcome for block in blocks for verdict in run_block(block)]
    assert outcomes == ["offered", "right", "offered", "offered"]


@pytest.mark.asyncio
async def test_what_is_not_read_back_is_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A phrase is left out if the law does not read its meaning, if a file cannot hold its text, or
    if the written scene does not lead to its state; when a file is full, another is begun."""
    async with referee_on(tmp_path / "r.sqlite") as referee:
        table = await duel(referee)
        kept = PhraseStore(referee.store.database)
        for said, means in (("a", "L1 dances"), (r"a\n b", "?"), ("b", "?"), ("c", "L1 stays")):
            assert await kept.keep(row(table, said, means), 99)
        found = await played(referee)
        assert (found.phrases, found.left_out) == (2, 2)
        must(await referee.submit(table, 1, "L1 stays"))
        assert await kept.keep(row(table, "d", "?"), 99)
        monkeypatch.setattr(of_play, "MAX_LINES", 16)
        found = await played(referee)
        assert [text.count("\ngame:") for text in found.files["crusade7"]] == [1, 1]
        other = ["gm> put Goblin G2 for army 2 at 9,9"]
        monkeypatch.setattr(of_play, "scene_lines", lambda *_: other)
        found = await played(referee)
        assert (found, found.left_out) == (Played(left_out=5), 5)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--from-play` writes one file per system, which `referee phrases` measures and training
    reads, and refuses to overwrite those of an earlier time."""
    file, folder = tmp_path / "r.sqlite", tmp_path / "play"

    async def play() -> None:
        async with referee_on(file) as referee:
            table = await duel(referee)
            said = row(table, "L1 to 5,8", "L1 moves to 5,8"), row(table, "L1 hm\nzorp", "?")
            for one in said:
                assert await PhraseStore(referee.store.database).keep(one, 99)

    asyncio.run(play())
    written = ["phrases", "--from-play", str(folder), "--db", str(file)]
    assert main([*written, str(PHRASINGS)]) == 2
    assert main(written) == 0
    told = capsys.readouterr().out
    (made,) = folder.rglob("*.phrases")
    assert made == folder / "crusade7" / "play-1.phrases"
    assert told == f"{made}\n2 phrases of 1 match. Read them before you give them away.\n"
    assert main(["phrases", str(folder)]) == 0
    assert "2 right, 0 offered, 0 asked, 0 misread" in capsys.readouterr().out
    assert author_of(made) == "play"
    assert [one.means for one in examples(folder, "crusade7")] == ["L1 moves to 5,8", "?"]
    assert main(written) == 2
    assert "name a new folder" in capsys.readouterr().err
    assert main(["phrases", "--from-play", str(file), "--db", str(file)]) == 2
    assert f"{file}" in capsys.readouterr().err
