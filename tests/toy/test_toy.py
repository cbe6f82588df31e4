"""The laws hold for Three Houses too: the smallest system, with three seats and no grid."""

import random
from collections.abc import Callable, Iterator

import pytest

from bot.cases.casefile import parse_case, run_case
from bot.render.png import paint
from rules import find
from tests import fuzz, scenarios
from tests.laws import test_laws
from tests.scenarios import Scenario
from tests.toy import SYSTEM, installed

CASE = """\
# TY-PLAN-4 plans are carried out in order of seats; an empty province falls at once
rules: TY-PLAN-4, TY-RAID-1
game: toy
dice: 5 2 6
1> Ardenmoor North marches to Eastmarch
1> end phase
2> Blackwater marches to Cold Harbour
2> done
= Blackwater holder army 2
= phase plan
3> Dun Fell marches to Cold Harbour
3> end phase
= phase raid
= Eastmarch holder army 1
= Cold Harbour holder army 2
= turn army 1
1> raid Dun Fell
= Dun Fell holder army 1
2> raid Eastmarch
= error TY-RAID-1
"""
LAWS: tuple[Callable[[str], None], ...] = (
    test_laws.test_replay_equals_play,
    test_laws.test_the_same_orders_and_dice_give_the_same_events,
    test_laws.test_stored_values_come_back,
    test_laws.test_every_legal_order_is_accepted_and_reads_back,
    test_laws.test_legal_orders_of_a_unit_are_among_all,
    test_laws.test_no_match_comes_to_a_dead_end,
)


def houses(rng: random.Random) -> Scenario:
    """Nothing to set up."""
    return Scenario({}, rounds=4, early=10)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The system is there for these tests alone."""
    monkeypatch.setitem(scenarios.SCENARIOS, SYSTEM, houses)
    with installed():
        yield
    fuzz.played.cache_clear()


def test_its_case() -> None:
    """Cases know any system that is registered."""
    verdict = run_case(parse_case(CASE))
    assert not verdict.failures
    assert len(verdict.warnings) == 0


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_laws(law: Callable[[str], None]) -> None:
    """What holds for every system holds for this one."""
    law(SYSTEM)


def test_plans_and_the_relic_are_kept() -> None:
    """What one seat knows changes nothing that another, or the public, can see."""
    game = find(SYSTEM)
    match = fuzz.played(SYSTEM)[0][0]
    hidden = 0
    for entry in match.entries[1:]:
        if entry.to is not None:
            continue
        before = match.match.states[entry.parent]
        for event in entry.events:
            known = game.known_to(event, before)
            if known is not None:
                hidden += 1
                outside = next(seat for seat in (1, 2, 3) if seat not in known)
                assert not game.report(event, before, outside)
                assert not game.report(event, before, None)
                after = game.apply(before, event)
                assert game.view(after, outside, "text") == game.view(before, outside, "text")
            before = game.apply(before, event)
    assert hidden


def test_its_picture() -> None:
    """Polygons, discs and letters of three seats are drawn."""
    match = fuzz.played(SYSTEM)[0][0]
    assert paint(find(SYSTEM).shapes(match.state, None)).startswith(b"\x89PNG")  # type: ignore[attr-defined]
