"""Sentences that order nothing, or no longer the same: a sample of what `make non-orders` tries."""

import random
import re
from itertools import islice

import pytest

from tests.fuzz_phrases import SYSTEMS
from tests.non_orders import changed, framed
from tests.non_orders.__main__ import main
from tests.non_orders.framed import OF_A_FOE, Around, barring
from tests.non_orders.seeds import seeds, turned_round
from tests.non_orders.trying import Tally, Tried
from tests.sample import lot

FRAMED, CHANGED = lot(60, 24), lot(40, 16)
"""How many sentences are tried of each system."""

HELD = (
    "asked", "condition", "denied", "left open", "quoted", "struck out", "taken back",
    OF_A_FOE, "wished", "condition added", "negated",
)  # fmt: skip
"""Kinds of which nothing may be carried out.  Of the others some still is; `make non-orders` counts
it."""


TIMES = re.compile(r"[0-9]+ s; about [0-9]+ minutes more")
"""Times in the output, which differ from run to run."""


def told(tried: list[Tried]) -> str:
    """The sentences that were carried out against their words, one in each line."""
    return "\n".join(str(one) for one in tried if one.against)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_frame_that_bars_an_order_bars_it(system: str) -> None:
    """An order that is asked, wished, left open, taken back or told of a foe is carried out at no
    door."""
    around = [one for one in barring() if one.kind in HELD]
    assert len({one.kind for one in around}) == len(HELD) - 2
    dice = random.Random(f"{system} suite")
    tried = list(islice(framed.framed(system, dice, around), FRAMED))
    assert len(tried) == FRAMED
    assert not told(tried)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_change_says_what_may_come_of_it(system: str) -> None:
    """A message that is quoted, struck out, put under a condition or negated is not carried out."""
    tried = changed.sample(system, "suite", CHANGED)
    assert len(tried) == CHANGED
    held = [one for one in tried if one.kind in HELD]
    assert held
    assert not told(held)


def test_frames_are_many_and_each_has_one_place() -> None:
    """There are over a thousand frames of many kinds, each with one place for the order."""
    around = barring()
    assert len(around) > 1_000
    assert len({one.kind for one in around}) > 20
    assert [one.text for one in around if one.text.count("{}") != 1] == []


def test_a_turned_order_is_of_the_foe() -> None:
    """A unit of the foe replaces the own one; if no own unit is named, another seat is said to
    act."""
    for seed, _ in zip(seeds("crusade7", random.Random("turned")), range(10), strict=False):
        own = {one.ref for one in seed.world.own}
        text = turned_round(seed, random.Random(1))
        first = text.split()[0]
        assert text.startswith("army ") or first not in own, (seed.text, text)


def test_what_comes_is_counted_by_kind_and_system() -> None:
    """What was carried out against its words is shown as a rate, and kept to be printed."""
    tally = Tally()
    wrong = Tried("crusade7", "report", "L1 stays", "he said L1 stays", "carried out", True)
    right = Tried("candlebre", OF_A_FOE, "L1 stays", "I bet L1 stays", "asked", False, quiet=True)
    tally.add([wrong, right])
    kinds, systems = (one.splitlines()[2:] for one in tally.tables(quiet=True))
    assert kinds[0].startswith("| report | 1 | 1: 100.0 %")
    assert systems[0] == "| all | 2 | 1: 50.0 % (9.5-90.5) | 50.0 % | 0.0 % | 50.0 % | 50.0 % |"
    assert tally.wrong == [wrong]


def test_a_frame_that_stands_is_none_of_these() -> None:
    """A frame that bars nothing (`please {}`) would be reported: the order in it is carried out."""
    dice = random.Random("stands")
    seed = next(seeds("crusade8x8", dice))
    assert framed.try_frame(seed, Around("polite", "please {}"), dice).against


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """It tells how long it will take, and prints a table of each sort; the same seed gives the same
    output but for the times."""
    arguments = ["--system", "crusade8x8", "--most", "5", "--changed", "5", "--processes", "1"]
    main(arguments)
    first = capsys.readouterr().out
    assert "5 framed" in first
    assert "minutes more" in first
    assert first.count("| all | 5 |") == 2
    main(arguments)
    again = capsys.readouterr().out
    one, other = (TIMES.sub("", text).split("\n\n")[1:] for text in (first, again))
    assert one == other
