"""A question of the referee can be answered in words, but only by the one who was asked."""

from collections.abc import AsyncIterator, Callable, Coroutine
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.cases.casefile import Player, read_phrases
from bot.cases.starter import deal
from bot.doors.doors import Doors
from bot.doors.saying import Answer, IncomingText
from bot.reading.world import world_of
from bot.referee.gate import Caller
from bot.referee.service import OpenMatch, Referee
from bot.store import PlaceRecord
from bot.terminal.console import Console
from grammar.reader.answers import narrowed
from grammar.reader.world import World
from tests.places import PHRASINGS
from tests.support import must, referee_on

SCENE = (
    "put Legionnaire L1 for army 1 at 8,12",
    "put Legionnaire L2 for army 1 at 12,12",
    "put Orc Raider O1 for army 2 at 8,13",
    "put Orc Raider O2 for army 2 at 9,12",
    "put Orc Raider O3 for army 2 at 12,13",
    "set phase fight",
    "set turn army 1",
)
LISTED = (
    "L1 attacks O1 with Gladius",
    "L1 attacks O2 with Gladius",
    "L2 attacks O3 with Spear",
)

Hear = Callable[..., Coroutine[Any, Any, Answer]]


@cache
def world() -> World:
    """The fight as army 1 knows it."""
    file = PHRASINGS / "crusade7" / "answers.phrases"
    (block,) = read_phrases(file)
    player = Player.begin(block.case)
    for step in block.case.steps:
        player.order(step.seat, step.text)
    return world_of(player.match.game, player.match.state, 1)


@pytest_asyncio.fixture
async def table(tmp_path: Path) -> AsyncIterator[tuple[Referee, OpenMatch]]:
    """A fight in which army 1 (ann) has three attacks to choose from; bob plays army 2."""
    async with referee_on(tmp_path / "answers.sqlite") as referee:
        seats = ((0, "gm"), (1, "ann"), (2, "bob"))
        found = await referee.create("fight", "crusade7", seats=seats, scene=True)
        must(await referee.submit(found, 0, "\n".join(SCENE)))
        yield referee, found


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("2", (1,)),
        ("number 3!", (2,)),
        ("the second one", (1,)),
        ("first", (0,)),
        ("the last", (2,)),
        ("O2", (1,)),
        ("the raider at 8,13 please", (0,)),
        ("with the spear", (2,)),
        ("the one with the sword", (0, 1)),
        ("L1", (0, 1)),
        ("raider 2", (1,)),
        ("the lowest one", (2,)),
        ("I mean O1", (0,)),
    ],
)
def test_words_narrow_a_list(text: str, left: tuple[int, ...]) -> None:
    """A number, a position in the list, a name, a place or a weapon says which one is meant."""
    found = narrowed(LISTED, text, world())
    assert found is not None
    assert found.left == left


@pytest.mark.parametrize(
    "text", ["yes", "both", "maybe the second", "1 or 2", "not O1", "9", "O9", "the orc"]
)
def test_what_singles_nothing_out(text: str) -> None:
    """Doubt, denial, several at once, and what all options have in common narrow nothing."""
    found = narrowed(LISTED, text, world())
    assert found is not None
    assert found.only is None
    assert found.left == (0, 1, 2)


@pytest.mark.parametrize("text", ["no", "never mind", "neither of them", "no thanks"])
def test_none_of_them(text: str) -> None:
    """These answers refuse the whole list."""
    found = narrowed(LISTED, text, world())
    assert found is not None
    assert found.refused


@pytest.mark.parametrize("text", ["hello there", "L2 hits O2", "what a day", "end the phase"])
def test_what_is_no_answer(text: str) -> None:
    """Talk and other orders are no answers."""
    assert narrowed(LISTED, text, world()) is None


def test_a_single_offer_takes_yes() -> None:
    """A single offer is accepted by `yes` or by its own words, not by words of other orders."""
    for text, only in (("yes please", 0), ("O1", 0), ("O2", None), ("perhaps", None)):
        found = narrowed(LISTED[:1], text, world())
        assert found is not None
        assert found.only == only


@pytest.mark.asyncio
async def test_a_question_among_orders(tmp_path: Path) -> None:
    """RC-ORD-11: a question in the words of the rules is answered in public, with no sign on the
    message and no entry; the same message again gets the same answer."""
    async with referee_on(tmp_path / "asked.sqlite") as referee:
        seats = ((0, "gm"), (1, "ann"), (2, "bob"))
        match = await referee.create("yard", "rulescrusade", seats=seats, scene=True)
        await deal(referee, match)
        await referee.mail.settle(PlaceRecord(match.record.id, "c1", "9"))
        doors, head = Doors(referee), match.match.head
        asked = IncomingText("m1", Caller("bob", server="9"), "c1", "check O2 to M1", "mention")
        for _ in range(2):
            answer = await doors.hear(asked)
            assert answer.text == answer.public
            assert answer.text == "O2 to M1: 11 inches, penalty 0, sight none, cover front"
            assert not answer.done
            assert answer.marked == ()
        assert match.match.head == head


def hearing(referee: Referee) -> Hear:
    """A function that says things to the referee, each with a key of its own."""
    doors, keys = Doors(referee), iter(range(100))

    async def said(user: str, text: str, door: Any = "reply") -> Answer:
        key = f"m{next(keys)}"
        return await doors.hear(IncomingText(key, Caller(user), "c1", text, door, "fight"))

    return said


@pytest.mark.asyncio
async def test_a_reply_chooses(table: tuple[Referee, OpenMatch]) -> None:
    """The referee lists options; words that fit all leave the list; a word that fits one files it,
    and the question is over."""
    referee, match = table
    hear, head = hearing(referee), match.match.head
    asked = await hear("ann", "L1 attacks with his gladius")
    assert asked.offer is not None
    assert len(asked.offer.options) == 2
    again = await hear("ann", "the orc")
    assert again.offer is not None
    assert again.offer.options == asked.offer.options
    assert match.match.head == head
    done = await hear("ann", "O2")
    assert done.done
    assert "L1 attacks O2 with Gladius" in done.text
    assert match.match.head == head + 1
    assert not (await hear("ann", "O1")).done


@pytest.mark.asyncio
async def test_taught_words_weigh_in_at_once(table: tuple[Referee, OpenMatch]) -> None:
    """Words that a GM has taught count in the next offer, and in answers to questions."""
    referee, match = table
    hear, strange = hearing(referee), "ok, bob, blarghing, yeets the big one, zorp"
    before = await hear("ann", strange)
    assert before.offer is not None
    assert len(before.offer.options) > 1
    for words in ("bob means L1", "the big one means O2", "yeets means attacks"):
        must(await referee.submit(match, 0, f'rule "words: {words}"'))
    asked = await hear("ann", strange)
    assert asked.offer is not None
    assert asked.offer.options == ("L1 attacks O2",)
    await hear("ann", "L1 attacks with his gladius")
    done = await hear("ann", "the big one")
    assert "L1 attacks O2 with Gladius" in done.text


@pytest.mark.asyncio
async def test_only_who_was_asked(table: tuple[Referee, OpenMatch]) -> None:
    """Words of others, or said in plain chat, choose nothing; `no` drops the question."""
    referee, match = table
    hear, head = hearing(referee), match.match.head
    await hear("ann", "L1 attacks with his gladius")
    await hear("bob", "O1")
    await hear("ann", "1", "chat")
    assert match.match.head == head
    assert (await hear("ann", "no")).text == "Nothing is filed."
    await hear("ann", "1")
    assert match.match.head == head


@pytest.mark.asyncio
async def test_a_question_of_yes_and_no(table: tuple[Referee, OpenMatch]) -> None:
    """An order that cannot be taken back is asked about, and carried out after `yes`."""
    referee, match = table
    hear = hearing(referee)
    assert (await hear("ann", "resign")).ask is not None
    assert (await hear("ann", "no!")).text == "Nothing is filed."
    await hear("ann", "resign")
    assert (await hear("ann", "yes")).done
    assert match.game.outcome(match.match.state) is not None


@pytest.mark.asyncio
async def test_the_console_takes_words(table: tuple[Referee, OpenMatch]) -> None:
    """At the console the next line answers a question, like a reply."""
    referee, match = table
    told: list[str] = []
    console = Console(referee, match, told.append)
    await console.answer("1> L1 attacks with his gladius")
    assert told[-1].startswith("its number or its words")
    await console.answer("1> the one at 9,12")
    assert "L1 attacks O2 with Gladius" in "\n".join(told)
