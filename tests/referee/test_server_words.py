"""Words taught to a whole server: which are accepted, how they change a text, and in whose
matches."""

from pathlib import Path

import pytest

from bot.doors.doors import Doors
from bot.doors.saying import IncomingText
from bot.history.exchange import export_match
from bot.history.verify import verify_lines
from bot.reading import taught
from bot.reading.taught import LONGEST_SAID, in_words, lesson_in, lesson_of, ruling_of
from bot.referee.gate import Caller
from bot.referee.server_words import MOST_WORDS, ServerWords
from bot.referee.service import RefereeError
from bot.terminal.console import Console
from rules.line.overrides import Rule
from tests.support import duel, keep, referee_on


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("the big guy", "WR1"),
        ("  The  Big\tGuy ", " WR1 "),
        ("leg it", "falls back"),
        ("x" * 60, "y" * 120),
        ("x" * 61, "WR1"),
        ("the big guy", "y" * 121),
        ("", "WR1"),
        ("  ", "WR1"),
        ("x", " "),
        ('the "big" guy', "WR1"),
        ("Ana's", "WR1"),
        ('a" means "b', "c"),
    ],
)
def test_the_law_is_that_of_a_match(said: str, means: str) -> None:
    """A server accepts the same words as a match, with the same meaning."""
    ruling = ruling_of(f'words "{said}" means "{means}"')
    text = ruling.removeprefix('rule "').removesuffix('"')
    assert lesson_in(said, means) == (lesson_of([Rule(text)]) if ruling else None)


@pytest.mark.parametrize(("said", "means"), [("...", "WR1"), ("a\x07b", "WR1"), ("a", "W\u202e1")])
def test_what_cannot_be_read_is_no_lesson(said: str, means: str) -> None:
    """Words of punctuation alone, or with invisible characters, are not accepted."""
    assert lesson_in(said, means) is None


@pytest.mark.parametrize(
    ("text", "own", "servers", "read"),
    [
        ("The Big Guy charges O1", {}, {"the big guy": "WR1"}, "WR1 charges O1"),
        ("the big guy", {"the big guy": "L1"}, {"the big guy": "WR1"}, "L1"),
        ("the big guy", {"big guy": "L1"}, {"the big guy": "WR1"}, "the L1"),
        ("the boss stays", {"big guy": "L1"}, {"the boss": "big guy"}, "L1 stays"),
        ("a b", {"a": "b"}, {"b": "c"}, "b c"),
        ("bossy boss", {}, {"boss": "L1"}, "bossy L1"),
        ("it (boss)", {"it": r"\1"}, {"boss": r"\g<0>"}, r"\1 (\g<0>)"),
    ],
)
def test_own_words_win(text: str, own: dict[str, str], servers: dict[str, str], read: str) -> None:
    """Words of the match go before those of its server, and only whole words are replaced."""
    assert in_words(text, own, servers) == read


def test_words_of_words_have_an_end() -> None:
    """If replacing words by words would make a text too long, the text stays as it is."""
    words = {chr(ord("a") + at): f"{chr(ord('b') + at)} " * 50 for at in range(10)}
    for own, servers in ((words, {}), ({}, words), (words, words), ({"z": "a"}, words)):
        assert in_words("a z", own, servers) in ("a z", "a a")
    fits = LONGEST_SAID // 100
    assert in_words("a" + " a" * 79, {"a": "b" * (fits - 1)}) == " ".join(["b" * (fits - 1)] * 80)
    assert in_words("a" + " a" * 199, {"a": "b" * fits}) == "a" + " a" * 199


@pytest.mark.asyncio
async def test_they_are_kept_by_server_and_bounded() -> None:
    """Server words outlive the program and are unknown to other servers; one too many is refused,
    but a known phrase can be taught anew."""
    async with referee_on(":memory:") as referee:
        words = referee.server_words
        for number in range(MOST_WORDS):
            await words.teach("9", f"Phrase  {number}", "L1")
        with pytest.raises(RefereeError, match="take one away first"):
            await words.teach("9", "one more", "L1")
        assert await words.teach("9", "PHRASE 7", " L2") == ("phrase 7", "L2")
        await words.teach("8", "one more", "L1")
        assert await words.forget("9", " phrase 8") == "phrase 8"
        with pytest.raises(RefereeError, match="has not taught 'phrase 8'"):
            await words.forget("9", "phrase 8")
        again = ServerWords(referee.mail)
        again.load(await referee.mail.cursors())
        assert again.known == words.known
        assert again.of("8") == [("one more", "L1")]
        assert len(again.of("9")) == MOST_WORDS - 1
        assert ("phrase 7", "L2") in again.of("9")


@pytest.mark.asyncio
async def test_matches_of_the_server_know_them() -> None:
    """A match understands the words of its server at once, until it teaches another meaning; a
    match of another server does not.  The log keeps the order that the words came to."""
    async with referee_on(":memory:") as referee:
        table, doors = await duel(referee), Doors(referee)
        await keep(referee, table, server="9")
        await referee.server_words.teach("9", "the tall one", "L1")

        async def say(text: str, key: str) -> str:
            told = IncomingText(key, Caller("ana", server="9"), "5", text, "command", match="duel")
            return (await doors.hear(told)).text

        assert "L1 moves to 5,8" in await say("the tall one moves to 5,8", "w1")
        assert verify_lines(await export_match(referee, table))[0].startswith("ok:")
        gm = IncomingText(
            "w2", Caller("gm"), "5", 'gm> words "the tall one" means L2', "command", "duel"
        )
        assert (await doors.hear(gm)).done
        assert "L2 moves to 7,8" in await say("the tall one moves to 7,8", "w3")
        await keep(referee, table, server="8")
        gm = IncomingText("w4", Caller("gm"), "5", "gm> undo 2 // a slip", "command", "duel")
        assert (await doors.hear(gm)).done
        assert table.taught == {}
        head = table.match.head
        await say("the tall one moves to 7,8", "w5")
        assert table.match.head == head


@pytest.mark.asyncio
async def test_questions_know_them(tmp_path: Path) -> None:
    """Odds, questions, descriptions, cards and reach understand words taught to the match or its
    server, even in a process without a bot, such as the console."""
    async with referee_on(tmp_path / "r.sqlite") as referee:
        table = await duel(referee)
        await keep(referee, table, server="9")
        await referee.server_words.teach("9", "the tall one", "L1")
        gm = IncomingText(
            "q1", Caller("gm"), "5", 'gm> words "green man" means G1', "command", "duel"
        )
        assert (await Doors(referee).hear(gm)).done
    async with referee_on(tmp_path / "r.sqlite") as referee:
        table, out = await referee.open("duel"), list[str]()
        console = Console(referee, table, out.append)
        for asked, told in (
            ("what can reach the tall one?", "What can reach L1 ("),
            ("can the tall one charge green man", "Can L1 charge G1? No: "),
            ("odds the tall one against the green man", "L1 against G1 ("),
            ("odds the tall one attacks green man with Gladius", "C7-MELEE-1"),
            ("describe the tall one", "Legionnaire L1 at "),
            ("card green man", "G1 Goblin"),
            ("the tall one?", "L1 Legionnaire"),
            ("reach the tall one", "L1 Legionnaire"),
            ("legal the tall one", "  L1 moves to "),
        ):
            out.clear()
            assert await console.answer(asked)
            assert told in out[0], asked
        await console.answer("the tall one moves to 5,8")
        assert "L1 moves to 5,8" in out[-1]


def test_of_thousands_of_words_those_that_are_said_are_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However many words a GM teaches, a line costs work only for those that it contains."""
    own = {f"word {number}": f"L{number}" for number in range(3_000)}
    asked: list[str] = []

    def pattern(word: str) -> str:
        asked.append(word)
        return rf"(?<!\w){word}(?!\w)"

    monkeypatch.setattr(taught, "_pattern", pattern)
    for servers in ({}, {"big one": "word 7"}):
        assert taught.in_words("WORD 2999 hits the big one", own, servers).startswith("L2999 hits")
    assert taught.in_words("the big one", own, {"big one": "word 7"}) == "the L7"
    assert len(asked) < 30
