"""Whatever is said at a door is read within a bounded amount of work."""

import asyncio
import threading
from typing import Any

import pytest

from bot.doors import freely
from bot.doors.measure import Paper
from bot.reading import decide, limits
from rules.line.work import budget
from tests.doors.scenes import SCENES

MOST_WORK = 2 * decide.READING
"""Most steps of counted work that one message at a door may take in all."""

TEXTS = {
    "letters": "a " * 300,
    "letters behind commas": ",a" * 500,
    "links": "and " * 300,
    "denials": "not " * 200,
    "commas": "," * 300,
    "stops": ". " * 1_000,
    "marks": "?!" * 600,
    "combining marks": "a" + "\u0301" * 400,
    "misspelt lines": "\n".join(f"L{one} mvoes to 5,{one}" for one in range(100)),
    "orders": "move it. " * 200,
    "groups": "all all " * 28 + "move",
    "quotation marks": '"' * 1_000,
    "brackets": "(" * 1_000 + ")" * 1_000,
    "tags": "[b]" * 600,
    "open tags": "<" * 2_000,
    "semicolons": "a;" * 1_000,
    "odds of nothing": "odds a" + " " * 145 + "vs" + " " * 145 + "x?x",
    "reach of nothing": "what can reach" + " " * 1_900 + "!?x",
    "can of nothing": "can" + " " * 1_900 + "x",
    "card of nothing": "card" + " " * 1_900 + "x",
    "tabs": "\t" * 1_999 + "x",
    "glued names": "L1" * 1_000,
    "glued sentences": ("L1 " * 58 + "L1.") * 22,
    "lines below": "_" * 3_900,
}


@pytest.mark.parametrize("system", SCENES)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_no_text_is_read_for_long(system: str, text: str) -> None:
    """Said in plain chat or to the referee, each text files nothing, stays within its work, and
    raises nothing."""
    paper = Paper(SCENES[system].match)
    for door in ("chat", "mention"):
        with budget(MOST_WORK):
            came = asyncio.run(paper.say(1, text, door))
        assert not came.filed


def test_what_takes_too_long_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """If reading a message spends its budget, its writer is asked for shorter sentences."""
    match = SCENES["crusade7"].match
    monkeypatch.setattr(decide, "READING", 50)
    said: Any = decide.understand(match.game, match.state, 1, "all of them walk on a little")
    assert (said.kind, said.why) == ("ask", decide.TOO_MUCH)


def test_the_parts_of_a_message_share_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message with a condition is read by its parts and as a whole: both readings share one
    budget."""
    monkeypatch.setattr(freely, "BY_BOTH", 50)
    paper = Paper(SCENES["crusade7"].match)
    for door, said in (("chat", ""), ("mention", decide.TOO_MUCH)):
        came = asyncio.run(paper.say(1, "if O1 dies, all of them walk on a little", door))
        assert not came.filed
        assert said.split(":")[0].lower() in came.answer.text.lower()
        assert bool(came.answer.text) == bool(said)


@pytest.mark.parametrize("door", ["chat", "mention"])
def test_what_is_long_is_weighed_beside_the_loop(
    monkeypatch: pytest.MonkeyPatch, door: Any
) -> None:
    """Free words are read outside the thread of the event loop, so that nobody else waits for
    them."""
    weigh, on_the_loop = freely._by_both, list[bool]()

    def weighed(*about: Any) -> Any:
        on_the_loop.append(threading.current_thread() is threading.main_thread())
        return weigh(*about)

    monkeypatch.setattr(freely, "_by_both", weighed)
    text = "L1 trots on to 6,13 and waits for the enemy"
    asyncio.run(Paper(SCENES["crusade7"].match).say(1, text, door))
    assert set(on_the_loop) == {False}


@pytest.mark.parametrize(
    ("text", "long"),
    [
        ("L1 " + "very " * 58 + "moves", False),
        ("L1 " + "very " * 59 + "moves", True),
        (",a" * 61, True),
        ("L1 moves. " * limits.MOST_SENTENCES, False),
        ("L1 moves. " * (limits.MOST_SENTENCES + 1), True),
        ("L1 moves\n\n" * limits.MOST_SENTENCES, False),
        ("[b][/b]" * 200, True),
        ("L1" * 60, False),
        ("L1" * 61, True),
        ("a_" * 61, True),
        (("a " * 40 + "a.") * 3, True),
        (("a " * 40 + "a. ") * 3, False),
    ],
)
def test_what_is_too_long_to_be_read_freely(text: str, long: bool) -> None:
    """There is a limit on the words and signs of a sentence, on the pieces written as one word, and
    on the sentences of a message; empty lines do not count."""
    assert limits.is_too_long(text) is long
