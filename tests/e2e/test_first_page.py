"""The turn on the first page (README.md), played: what Ben writes, and what the referee posts."""

import re
from pathlib import Path

import pytest

from tests.places import ROOT

from .stage import stage
from .standin import Human, Message
from .test_transcripts import Evening, starter
from .transcript import in_order, labels, named

BEFORE = (
    (1, "L1-L7 move 3 forward; EQ1 moves to 6,14"),
    (1, "done"),
    (2, "O1-O8 advance 6 forward; WB1 moves to 11,20"),
    (2, "done"),
    (1, "B1 attacks O4 with Bolt"),
    (1, "done"),
    (2, "done"),
    (2, "done"),
    (1, "L1 charges O2; L3 charges O4; L6 charges O7; EQ1 charges O1"),
    (1, "done"),
    (
        1,
        "L1 attacks O2 with Gladius; L3 attacks O4 with Gladius; SG1-SG5 attack O5; EQ1 attacks O1",
    ),
    (1, "done"),
)
"""What Ana and Ben did before that turn, in the ready-made battle."""


def printed(message: Message, people: tuple[Human, ...]) -> list[str]:
    """A message as the page prints it: without Discord's marks for bold, struck and small text."""
    text = named(message.content, people)
    if not message.author.bot:
        return [f"{message.author.name}: {text}  {' '.join(message.reactions)}"]
    plain = re.sub(r"\*\*|~~|^-# ", "", text, flags=re.MULTILINE)
    lines = [line.rstrip() for line in plain.split("\n") if line != "```"]
    return ["Referee:", *lines, " ".join(f"[{one}]" for one in labels(message.components))]


@pytest.mark.asyncio
async def test_the_first_page_shows_a_turn_as_it_is_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Orders, reactions, report and board on the first page are exactly those of a match that is
    played; the post carries a picture."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    orders, post = (
        next(one for one in re.findall(r"^```\n(.*?)^```$", readme, re.S | re.M) if one[:5] == head)
        for head in ("Ben: ", "Refer")
    )
    async with stage(monkeypatch, tmp_path) as built:
        evening = Evening(built)
        await evening.begin("Fords", "crusade7", {}, starter())
        for seat, text in BEFORE:
            await evening.order(seat, text)
        written = [
            await evening.order(2, line[5:].removeprefix("@Referee ").rpartition("  ")[0])
            for line in orders.splitlines()
        ]
        people = (built.ana, built.ben)
        seen = "\n".join(line for one in written for line in printed(one, people))
        assert seen == orders.rstrip("\n")
        (shown,) = [
            one
            for one in in_order(built.play)
            if one.author.bot
            and "Fight · army 2" in named(one.content, people)
            and "War Axe" in one.content
        ]
        assert [file.filename[-4:] for file in shown.attachments] == [".png"]
        same = re.sub(r"(?<=[0-9] )[0-9a-f]{10}\b", "(hash)", post)
        assert printed(shown, people) == same.splitlines()
