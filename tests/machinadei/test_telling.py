"""The short telling of Machina Dei: laws over recorded and random play, and its golden file."""

import random
from functools import cache
from typing import Any

import pytest

from rules import find
from rules.display.view import unstyled
from rules.line.errors import Refusal
from rules.line.events import Event
from rules.line.orders import GM, EndPhase
from rules.machinadei import events as ev
from rules.machinadei import orders as od
from rules.machinadei.telling.brief import FEW
from tests.fuzz import played
from tests.places import GOLDEN
from tests.retelling import Battle, Told, board_text, marked, recorded, transcript

GAME: Any = find("machinadei")
TOLD = GOLDEN / "machinadei" / "telling.txt"


BATTLE = (
    "1> Legion1 advances 5",
    "1> Bows1 advances 5",
    "1> Man1 moves 6 N",
    "1> end phase",
    "2> War1, Mob1 advance 5",
    "2> Kin1 moves 7 S",
    "2> end phase",
    "1> Augur1 casts Thunderbolt on 18,15",
    "1> end phase",
    "2> end phase",
    "1> Bows1 shoots War1",
    "1> end phase",
    "2> Mob1 wheels right 45",
    "gm> move War1 to 24,22 facing S",
    "2> end phase",
    "1> Bows1 turns left then advances 1",
    "gm> modify Legion1 hit -1 for 2 turns",
    "gm> set Mob1 models 18",
    "1> end phase",
    "2> end phase",
    "1> end phase",
    "1> end phase",
)


@cache
def entries() -> tuple[Told, ...]:
    """Every entry of the recorded and the random matches, with the state before it."""
    found = list(recorded("machinadei"))
    for match in played("machinadei")[0]:
        for entry in match.entries[1:]:
            if entry.to is None:
                before = match.match.states[entry.parent]
                found.append(Told(before, entry.seat, entry.orders, entry.events))
    return tuple(found)


def lines_of(told: Told) -> list[str]:
    """The short telling of an entry."""
    return [unstyled(one) for one in GAME.brief(told.before, told.orders, told.events, None)]


def report_of(told: Told) -> list[str]:
    """The full report of an entry."""
    lines, state = [], told.before
    for event in told.events:
        lines += GAME.report(event, state, None)
        state = GAME.apply(state, event)
    return lines


def test_an_entry_with_a_report_is_told_and_in_no_more_lines() -> None:
    """An entry with a report has at least one short line, and no more lines than the report."""
    for told in entries():
        report, lines = report_of(told), lines_of(told)
        assert bool(lines) == bool(report), (told.orders, report, lines)
        assert len(lines) <= len(report), (report, lines)


def test_no_internal_form_is_told() -> None:
    """No line has a name of a class or field, a sentinel or an empty part."""
    for told in entries():
        for line in lines_of(told):
            for wrong in ("None", "(0, 0)", "=(", " 99", "0+", "::", "; ;", " · ·", " ?"):
                assert wrong not in line.replace("10+", ""), line
            assert line[0] == line[0].upper()
            assert line == line.strip(), line
            assert not line.endswith((":", ";", ",", "·", "?")), line


def test_everybody_reads_the_same() -> None:
    """MD-INFO-1: nothing is secret, so every viewer is told the same."""
    for told in entries()[::7]:
        views = [
            [
                GAME.brief(told.before, told.orders, told.events, viewer),
                GAME.roll(told.before, viewer),
                GAME.compact(told.before, viewer),
                GAME.situation(told.before, 1, viewer),
            ]
            for viewer in (None, GM, 1, 2)
        ]
        assert all(one == views[0] for one in views)


def test_up_to_six_dice_are_named_more_are_counted() -> None:
    """Up to six dice of a strike are given by their faces; of more only the number is given."""
    seen = {True: 0, False: 0}
    for told in entries():
        whole = " ".join(lines_of(told))
        for event in told.events:
            if isinstance(event, ev.Struck) and event.dice and not divided(told.events):
                few = len(event.dice) <= FEW
                seen[few] += 1
                shown = " ".join(map(str, event.dice)) if few else f"{len(event.dice)} dice"
                assert f"{shown} at {event.needed}+" in whole, whole
    assert min(seen.values()) > 5


def divided(events: tuple[Event, ...]) -> bool:
    """Was the roll made for several units at once, or its hits divided among them?"""
    return any(isinstance(event, ev.HitsDivided | ev.AreaRolled) for event in events)


def test_models_lost_are_what_the_states_say() -> None:
    """The losses of a stretch of play name each seat that lost models in it."""
    for told in entries():
        after = told.before
        for event in told.events:
            after = GAME.apply(after, event)
        lost = dict.fromkeys((1, 2), 0)
        for ref, unit in after.units.items():
            old = told.before.units.get(ref)
            had = unit.start if old is None else 0 if old.gone else old.models
            lost[unit.seat] += max(0, had - (0 if unit.gone else unit.models))
        found = GAME.losses(told.before, after, None)
        assert {seat for seat, count in lost.items() if count} == set(found)


def test_idle_is_never_wrong() -> None:
    """A seat that is called idle has no legal orders but ending the phase, draw offers and
    resigning; nor would a volley or bombardment at any place be accepted."""
    seen, rng = 0, random.Random(3)
    for told in entries():
        found = GAME.idle(told.before)
        if found is None:
            continue
        seen += 1
        seat, order, why = found
        assert isinstance(order, EndPhase)
        assert why
        kinds = {type(one).__name__ for one in GAME.legal(told.before, seat)}
        assert kinds <= {"EndPhase", "OfferDraw", "Resign"}, kinds
        if told.before.flow.phase == "shooting":
            for unit in told.before.on_board(seat):
                at = rng.randint(1, told.before.width), rng.randint(1, told.before.height)
                for kind in (od.Volley, od.Bombard):
                    assert refused(told.before, seat, kind(od.Who((unit.ref,)), at))
    assert seen > 3


def refused(state: Any, seat: int, order: od.UnitOrder) -> bool:
    """Is the order refused?"""
    try:
        GAME.adjudicate(state, seat, (order,), lambda die: die.faces[0])
    except Refusal:
        return True
    return False


def test_engaged_units_alone_leave_the_move_phase_idle() -> None:
    """MD-MOVE-2: engaged units cannot move, so a seat with no others is idle in the Move phase."""
    battle = Battle("machinadei", {})
    for line in (
        "gm> put Legionary Legion1 for army 1 at 10,20 facing N 5 wide 10 models",
        "gm> put Warband War1 for army 2 at 14,19 facing S 5 wide 10 models",
        "gm> set phase move",
    ):
        battle.entry(line)
    assert GAME.idle(battle.state) == (1, EndPhase(), "no unit can move")
    battle.entry("gm> move War1 to 30,5")
    assert GAME.idle(battle.state) is None


MELEE = (
    "gm> put Legionary Legion1 for army 1 at 10,20 facing N 5 wide 10 models",
    "gm> put Thrall Mob1 for army 2 at 14,19 facing S 5 wide 10 models",
    "gm> set phase melee",
    "gm> next dice 3 3 1 1 1 1 1 1 1 1 7 1 1 1 1 1 5",
)


def test_a_melee_as_designed() -> None:
    """A melee is told in two lines: the strikes, then the result with its score, the morale test
    and the flight."""
    battle = Battle("machinadei", {})
    for line in MELEE:
        battle.entry(line)
    told = battle.entry("gm> timeout")
    lines = [marked(one) for one in GAME.brief(told.before, told.orders, told.events, None)]
    assert lines[1:3] == [
        "Legion1 on Mob1: 10 dice at 3+, 2 hits, damage 2 each: 4 models lost, 6 left"
        " · Mob1 on Legion1: 7 1 1 1 1 1 at 7+, 1 hit: no wound",
        "Result 5 : 0 (4 wounds and second rank): **Mob1 tests morale: 5 against 4, breaks**;"
        ' flees 5" north as Move begins (loaded by the GM)',
    ]


def test_what_a_part_of_a_turn_did_is_drawn() -> None:
    """Strikes are drawn with the models they killed, and the flight of a broken unit as a forced
    move."""
    battle = Battle("machinadei", {})
    for line in MELEE:
        battle.entry(line)
    told = battle.entry("gm> timeout")
    found = GAME.traces(told.before, told.events, battle.state, None)
    assert [one.loss for one in found.hits] == ["-4", "0"]
    assert [(one.seat, one.forced) for one in found.arrows] == [(2, True)]
    assert found.words == ("Hurt: Mob1 6 of 10 models", "Broken: Mob1", "Moved: Mob1")


def test_reach_tells_who_can_be_charged_and_shot() -> None:
    """MD-CHARGE-2, MD-SHOOT-4: reach lists enemies straight ahead to charge, and those in range and
    arc to shoot."""
    battle = Battle("machinadei", {})
    for line in (
        "gm> put Sagittary Bows1 for army 1 at 10,20 facing N 5 wide 10 models",
        "gm> put Warband War1 for army 2 at 14,16 facing S 5 wide 10 models",
        "gm> put Thrall Mob1 for army 2 at 14,30 facing S 5 wide 10 models",
        "gm> set phase move",
    ):
        battle.entry(line)
    found = GAME.reach(battle.state, None, "Bows1")
    assert found.lines == ("charges 5: War1", 'Bow 24: War1 (3")')
    assert found.zones[0].name == "advances 5"
    assert len(found.zones[0].cells) == 15


def test_the_compact_board_as_designed() -> None:
    """A cell has two characters, fronts are marked, and formations have no gaps."""
    battle = Battle("machinadei", {})
    for line in MELEE[:2]:
        battle.entry(line)
    assert board_text(GAME.compact(battle.state, None)) == [
        "18 a a a a a",
        "19 avavavavav",
        "20 A^A^A^A^A^",
        "21 A A A A A",
        "-# army 1: A Legion1 · army 2: a Mob1",
    ]


def test_the_ready_made_battle(request: pytest.FixtureRequest) -> None:
    """A turn of the ready-made battle matches its golden file: lines, calls, board, key, table and
    cards."""
    cards = ("Legion1", "Augur1", "Legionary", "Rider")
    text = transcript("machinadei", BATTLE, cards=cards).text()
    if request.config.getoption("--bless", default=False):
        TOLD.write_text(text, encoding="utf-8")
    assert text == TOLD.read_text(encoding="utf-8")
