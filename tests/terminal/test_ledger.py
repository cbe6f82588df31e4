"""`override ledger`: what the GM changed by hand, with the values before and after."""

import asyncio
import re
from pathlib import Path

import pytest

from bot.history.log import ledger_lines
from bot.match.reply import AT_ONCE, BEFORE, in_a_line
from bot.terminal.console import Console
from tests.support import must, referee_on
from tests.terminal.test_console import home
from tests.terminal.test_lookups import said

__all__ = ["home"]

OVERRIDES = {
    "crusade7": ("set L1 hp 9 // a rock", "L1 HP 27 \u2192 9"),
    "crusade8x8": ("remove d2 // a rock", "d2 white Warrior up \u2192 empty"),
    "rulescrusade": ("set army 1 points 4 // a rock", "army 1 points 0 \u2192 4"),
    "machinadei": ("set Legion1 models 9 // a rock", "Legion1 models 15 \u2192 9"),
    "candlebre": ("set army 1 honor 9 // a rock", "army 1 honor 20 -> 9"),
}


@pytest.mark.parametrize("system", OVERRIDES)
def test_the_ledger_tells_what_changed(home: Path, system: str) -> None:
    """Each override has one line: its order, the value before and after, the reason.  The lines
    that set up a ready-made battle are not listed."""
    line, changed = OVERRIDES[system]
    order = line.partition(" // ")[0]
    assert said(system, "override ledger") == "0 overrides in this match\n"
    ledger = said(system, f"gm> {line}", "gm> rewind to #1", "override ledger").splitlines()[-3:]
    number = re.escape(order)
    assert re.fullmatch(rf"#\d+ \S+ {number}: {re.escape(changed)} // a rock \(void\)", ledger[0])
    assert ledger[1].endswith("rewind to #1: goes back to the state after #1 // no reason given")
    assert ledger[2] == "2 overrides in this match"


def test_what_says_no_more_than_its_order_is_said_once(home: Path) -> None:
    """A ruling is listed alone, since it changes nothing; a change without numbers is told in
    words."""
    lines = ('gm> rule "the hill is flat"', "gm> give L1 poisoned", "gm> next dice 4 5")
    ledger = said("crusade7", *lines, "override ledger").splitlines()[-4:]
    assert ledger[0].endswith('rule "the hill is flat" // no reason given')
    assert "give L1 poisoned: L1 poisoned" in ledger[1]
    assert "next dice 4 5: dice laid ready: 4 5" in ledger[2]


def test_the_ledger_keeps_secrets() -> None:
    """What an override put under a chit is told only to the GM and to the chit's own side."""

    async def read() -> dict[int | None, tuple[str, ...]]:
        async with referee_on(":memory:") as referee:
            table = await referee.create("own", "rulescrusade")
            must(await referee.submit(table, 0, "put chit X1 for army 2 at 5,5 as Orc O1"))
            viewers = (None, 0, 1, 2)
            return {one: await ledger_lines(referee, table, one) for one in viewers}

    told = asyncio.run(read())
    for viewer, lines in told.items():
        knows = viewer in (0, 2)
        assert ("stands for Orc O1" in lines[0]) == knows
        assert lines[0].endswith("(secret)") != knows


ASKED = ("override ledger", "log", "report", "branches")


def test_a_record_says_no_more_than_an_answer_may(home: Path) -> None:
    """Ledger, log, report and branches keep to the length of an answer: a long entry is cut, and
    `why` shows it whole; of many entries the latest are listed."""
    rows = "\n".join(["_" * 48] * 48)
    lines = (
        f"map 48x48\n{rows}\nend",
        *("set army 1 points 4 // they held the old mill all night",) * 90,
    )

    async def read() -> dict[str, str]:
        found: dict[str, str] = {}
        async with referee_on(":memory:") as referee:
            table = await referee.create("own", "rulescrusade", scene=True)
            for line in lines:
                must(await referee.submit(table, 0, line))
            for asked in (*ASKED, "why #1"):
                told: list[str] = []
                await Console(referee, table, told.append).answer(asked)
                found[asked] = "\n".join(told)
            found["ledger"] = in_a_line(found["why #1"], 1)
        return found

    told = asyncio.run(read())
    assert all(len(told[asked]) <= AT_ONCE for asked in ASKED)
    assert told["override ledger"].endswith("\n91 overrides in this match")
    assert told["log"].splitlines()[-1].startswith("#91 ")
    assert told["log"].splitlines()[0] == BEFORE
    assert "_" * 48 in told["why #1"]
    assert told["ledger"].endswith("... the rest is in why #1")
