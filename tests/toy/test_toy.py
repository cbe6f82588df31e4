"""The laws hold for Three Houses too: the smallest system, with three seats and no grid."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from bot.cases.casefile import parse_case, run_case
from bot.render.png import paint
from rules import find
from rules.line.adjudication import Die
from rules.line.errors import Refusal
from rules.line.flow import Flow
from rules.line.orders import DeclineDraw, EndPhase, Order
from rules.line.overrides import Set
from tests import fuzz, scenarios
from tests.laws import test_laws
from tests.scenarios import Scenario
from tests.toy import SYSTEM, installed
from tests.toy.orders import Raid, RevealRelic

CASE = """\
# TY-PLAN-4 plans are carried out in order of seats; an empty province falls at once
rules: TY-PLAN-4, TY-RAID-1
game: toy
dice: 5 2 6
1> Ardenmoor North marches to Eastmarch
1> end phase
2> Blackwater marches to Cold Harbour
2> done
= Blackwater holder House Birch
= phase plan
3> Dun Fell marches to Cold Harbour
3> end phase
= phase raid
= Eastmarch holder House Alder
= Cold Harbour holder House Birch
= turn House Alder
1> raid Dun Fell
= Dun Fell holder House Alder
2> raid Eastmarch
= error TY-RAID-1
"""
JUDGED = """\
# TY-GM-1 the GM ends the match for a team, or for nobody
rules: TY-GM-1, TY-END-1
game: toy
1> Ardenmoor North marches to Eastmarch
gm> set winner army 4
= error TY-GM-1
gm> set winner army 2 // the river has carried the bridge away.
= winner House Alder, House Birch
= report contains "the river has carried the bridge away"
3> end phase
= error TY-END-1
gm> set winner draw
= error TY-END-1
gm> rewind to #1 // the bridge still stands
= winner none
gm> set winner draw
= winner draw
= report contains "the GM has judged"
"""
LAWS: tuple[Callable[[str], None], ...] = (
    test_laws.test_replay_equals_play,
    test_laws.test_the_same_orders_and_dice_give_the_same_events,
    test_laws.test_stored_values_come_back,
    test_laws.test_every_legal_order_is_accepted_and_reads_back,
    test_laws.test_legal_orders_of_a_unit_are_among_all,
    test_laws.test_no_match_comes_to_a_dead_end,
)


def lowest(die: Die) -> int:
    """The lowest face."""
    return die.faces[0]


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


@pytest.mark.parametrize("case", [CASE, JUDGED], ids=["played", "judged"])
def test_its_cases(case: str) -> None:
    """Cases know any system that is registered; what the GM may do in every system, he may here."""
    verdict = run_case(parse_case(case))
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


def test_a_seat_is_called_by_its_house() -> None:
    """TY-SCOPE-1: its own word stands in reports, where the match stands, in the end and in
    refusals of all kinds; nowhere the word of other systems."""
    game = find(SYSTEM)
    for match in fuzz.played(SYSTEM)[0]:
        for entry in match.entries[1:]:
            before = match.match.states[entry.parent]
            for event in entry.events:
                assert "army" not in " ".join(game.report(event, before, 0))
                before = game.apply(before, event)
            assert "army" not in game.moment(before)
        how = game.outcome(match.state)
        assert how is None or "army" not in how.termination
    start = replace(match.state, flow=Flow(1, "raid", turn=1, gone=(3,), offer=1), finder=0)
    refusals: dict[Order, str] = {
        Raid("Dun Fell"): "it is the turn of House Alder",
        EndPhase(): "it is the turn of House Alder",
        RevealRelic(True): "you know of no relic",
    }
    for order, why in refusals.items():
        with pytest.raises(Refusal, match=why):
            game.adjudicate(start, 2, (order,), lowest)
    with pytest.raises(Refusal, match="House Cedar has given up"):
        game.adjudicate(start, 3, (EndPhase(),), lowest)
    with pytest.raises(Refusal, match="no draw offer that House Alder could answer"):
        game.adjudicate(start, 1, (DeclineDraw(),), lowest)
    with pytest.raises(Refusal, match="House Alder, House Birch, House Cedar, none, not army 2"):
        game.adjudicate(start, 0, (Set("Blackwater", "holder", "army 2"),), lowest)


def test_its_picture() -> None:
    """Polygons, discs and letters of three seats are drawn."""
    match = fuzz.played(SYSTEM)[0][0]
    assert paint(find(SYSTEM).shapes(match.state, None)).startswith(b"\x89PNG")  # type: ignore[attr-defined]
