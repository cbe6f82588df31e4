"""A sample of the hostile inputs; `make hostile` tries as many as one likes."""

import asyncio
from dataclasses import replace

import pytest

from bot.referee import beside
from tests.hostile.__main__ import PART, coming
from tests.hostile.doors import DOORS
from tests.hostile.trying import Tried, attempt, count_in_place, part

EACH = 8


@pytest.fixture(autouse=True)
def _threads_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests have threads beside their event loop."""
    monkeypatch.setattr(beside, "threading", vars(beside)["threading"])


@pytest.mark.parametrize("door", DOORS)
def test_hostile_inputs(door: str) -> None:
    """Whatever comes in is answered or refused as the house refuses, with bounded work."""
    tried = part(door, "suite", EACH)
    assert tried.tried == EACH
    assert not tried.wrong, "\n".join(tried.wrong)
    assert tried.answers
    assert tried.most > 0


def test_work_beside_the_event_loop_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an input makes others reckon in a thread is counted as its own; too much of it is wrong,
    as is whatever is raised."""
    many = 1000

    def reckoned() -> str:
        return "".join(chr(at) for at in range(many))[:1]

    async def asked() -> str:
        return await beside.in_thread(reckoned)

    def hear(text: str) -> str:
        if text == "raise":
            raise LookupError
        return asyncio.run(asked())

    monkeypatch.setitem(DOORS, "maps", replace(DOORS["maps"], hear=hear, most=many))
    count_in_place()
    tried = Tried("maps")
    for text in ("many", "raise"):
        attempt(tried, text)
    assert tried.most > many
    assert [wrong.split(" by ")[1] for wrong in tried.wrong] == ["'many'", "'raise'"]


def test_every_door_has_its_turn() -> None:
    """The parts add up, go by turns through the doors, and no seed comes twice at one of them."""
    works = list(coming(("a", "b"), 1, 12 * PART))
    assert [door for door, _, _ in works] == ["a", "b"] * 12
    assert sum(count for door, _, count in works if door == "a") == 12 * PART
    assert len({(door, seed) for door, seed, _ in works}) == len(works)
