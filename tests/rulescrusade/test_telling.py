"""The short telling of Rules Crusade: laws over recorded and random play, and its golden file."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from rules import find
from rules.display.view import unstyled
from rules.line.events import Event
from rules.line.orders import GM, EndPhase, Order
from rules.rulescrusade import events as ev
from rules.rulescrusade.events.fight import Cast
from rules.rulescrusade.state import STANDING, State
from tests.fuzz import played
from tests.places import GOLDEN
from tests.retelling import Told, recorded, transcript

GAME: Any = find("rulescrusade")
TOLD = GOLDEN / "rulescrusade" / "telling.txt"


BATTLE = (
    "1> M1 moves to 14,8",
    "1> M2 fires Bolter at O4",
    "1> GN1 fires Heavy Bolter at O3, O4",
    "1> M3, S1 move 2 north",
    "1> end turn",
    "2> O1-O6 move 4 south",
    "2> K1 runs to 12,10",
    "2> K1 parries always",
    "2> Y1-Y3 move 3 south",
    "2> end turn",
    "1> S1 charges K1",
    "1> M1, M2 fire Bolter at O4",
    "gm> set O3 hits 2",
    "gm> move O4 to 9,14",
    "1> end turn",
)


@cache
def entries() -> tuple[Told, ...]:
    """Every entry of the recorded and the random matches, with the state before it."""
    found = list(recorded("rulescrusade"))
    for match in played("rulescrusade")[0]:
        for entry in match.entries[1:]:
            if entry.to is None:
                before = match.match.states[entry.parent]
                found.append(Told(before, entry.seat, entry.orders, entry.events))
    return tuple(found)


def report_of(told: Told, viewer: int | None) -> list[str]:
    """The full report of an entry."""
    lines, state = [], told.before
    for event in told.events:
        lines += GAME.report(event, state, viewer)
        state = GAME.apply(state, event)
    return lines


def brief_of(told: Told, viewer: int | None) -> list[str]:
    """The short telling of an entry."""
    return [unstyled(one) for one in GAME.brief(told.before, told.orders, told.events, viewer)]


def test_an_entry_with_a_report_is_told_and_in_no_more_lines() -> None:
    """Every viewer with a report of an entry gets at least one short line, and no more lines than
    the report has."""
    for told in entries():
        for viewer in (None, GM, 1, 2):
            report, lines = report_of(told, viewer), brief_of(told, viewer)
            assert bool(lines) == bool(report), (told.orders, report, lines)
            assert len(lines) <= len(report), (report, lines)


def test_no_internal_form_is_told() -> None:
    """No line has a name of a class or field, a sentinel or an empty part."""
    for told in entries():
        for line in brief_of(told, GM):
            for wrong in ("None", "(0, 0)", "=(", "ref=", "  ", ": :", "::", "; ;", " · ·"):
                assert wrong not in line, line
            assert line[0] == line[0].upper()
            assert line == line.strip(), line
            assert not line.endswith((":", ";", ",", "·")), line


def test_every_die_is_named() -> None:
    """RC-DICE-8: the short telling gives every face of every roll, and rerolls as `R0>2`."""
    seen = 0
    for told in entries():
        whole = " ".join(brief_of(told, GM))
        for event in told.events:
            if isinstance(event, Cast):
                faces = " ".join(f"{colour}{face}" for colour, face in event.faces)
                assert faces in whole, (faces, whole)
                seen += 1
            if isinstance(event, ev.Rerolled):
                assert f"{event.colour}{event.old}>{event.new}" in whole
    assert seen > 100


def test_every_kind_of_event_can_be_told() -> None:
    """The entries told here cover more than 50 kinds of events."""
    kinds = {type(event) for told in entries() for event in told.events}
    assert len(kinds) > 50


# --- secrets ------------------------------------------------------------------------------------


def twin(state: State, seat: int, rng: random.Random) -> State:
    """The same state with different secrets of one seat: chits, hands, standing orders."""
    units = dict(state.units)
    chits = [u for u in units.values() if u.seat == seat and u.chit and not u.has("scanned")]
    under = [one.under for one in chits]
    rng.shuffle(under)
    for chit, name in zip(chits, under, strict=True):
        units[chit.ref.upper()] = replace(chit, under=name)
    for key, unit in units.items():
        if unit.seat == seat and not unit.chit:
            orders: dict[str, Any] = {name: rng.choice(words) for name, words in STANDING.items()}
            units[key] = replace(unit, **orders, readied="Curse", loadout=None)
    army = state.army(seat)
    hand = tuple(sorted(rng.choice(("Curse", "Flash", "Heal")) for _ in army.hand))
    return replace(state, units=units).with_army(replace(army, hand=hand))


def all_that_is_shown(state: State, since: State, viewer: int | None) -> Iterator[object]:
    """Board, key, cards, tables, calls and reach, as a viewer sees them."""
    yield GAME.compact(state, viewer, since)
    yield GAME.roll(state, viewer, since)
    yield GAME.tally(since, state, viewer)
    yield GAME.losses(since, state, viewer)
    yield GAME.card_names(state, viewer)
    for name in GAME.card_names(state, viewer):
        yield GAME.card(state, viewer, name)
    for army in state.armies:
        yield GAME.situation(state, army.seat, viewer)
        yield GAME.waiting(state, army.seat, viewer)
    yield GAME.idle(state)
    for unit in sorted(one.ref for one in state.on_board())[:2]:
        yield GAME.reach(state, viewer, unit)


def test_nothing_tells_what_a_viewer_may_not_know() -> None:
    """Seat 1 and the public see the same in states that differ only in what seat 2 alone knows."""
    rng = random.Random(5)
    sample = [one for one in entries() if one.before.units]
    for told in rng.sample(sample, 30):
        other = twin(told.before, 2, rng)
        for viewer in (None, 1):
            mine = list(all_that_is_shown(told.before, told.before, viewer))
            assert mine == list(all_that_is_shown(other, other, viewer))
            if not any(isinstance(e, ev.ChitTurned | ev.ChitScanned) for e in told.events):
                lines = GAME.brief(told.before, told.orders, told.events, viewer)
                assert lines == GAME.brief(other, told.orders, told.events, viewer)
                one = GAME.traces(told.before, told.events, after(told.before, told), viewer)
                assert one == GAME.traces(other, told.events, after(other, told), viewer)


def after(state: State, told: Told) -> State:
    """The state after the events of an entry."""
    for event in told.events:
        state = GAME.apply(state, event)
    return state


def test_a_secret_event_is_told_to_its_seat_alone() -> None:
    """Standing orders, chits dealt and cards drawn change nothing of what the public is told."""
    seen = 0
    for told in entries():
        public = tuple(event for event in told.events if event.known_to is None)
        if len(public) < len(told.events):
            seen += 1
            assert brief_of(told, None) == brief_of(told._replace(events=public), None)
    assert seen > 20


# --- nothing but the end possible ---------------------------------------------------------------


def test_idle_is_never_wrong() -> None:
    """A seat that is called idle has no legal orders but ending the phase, draw offers and
    resigning."""
    for told in entries():
        found = GAME.idle(told.before)
        if found is not None:
            seat, order, why = found
            assert isinstance(order, EndPhase)
            assert why
            kinds = {type(one).__name__ for one in GAME.legal(told.before, seat)}
            assert kinds <= {"EndPhase", "OfferDraw", "Resign"}


def idle_events(state: State) -> tuple[Event, ...]:
    """The events of the order that `idle` proposes."""
    found = GAME.idle(state)
    assert found is not None
    seat, order, _ = found
    line: tuple[Order, ...] = (order,)
    events: tuple[Event, ...] = GAME.adjudicate(state, seat, line, lambda die: die.faces[0])
    return events


def test_a_seat_whose_models_cannot_act_is_idle() -> None:
    """A seat whose only model is `down` stays in the game but can do nothing, so it is idle."""
    scene = transcript("rulescrusade", (), options={}, starter=False)
    scene.play("gm> put Fiend FD1 for army 1 at 5,5")
    scene.play("gm> put Orc O1 for army 2 at 15,5")
    assert GAME.idle(scene.state) is None
    scene.play("gm> give FD1 down")
    assert GAME.idle(scene.state) == (1, EndPhase(), "no model can act")
    assert any(isinstance(event, ev.TurnEnded) for event in idle_events(scene.state))


# --- ways, attacks, reach -----------------------------------------------------------------------


def test_what_a_turn_did_is_drawn() -> None:
    """A charge is drawn with its bends, the blow with its result, and a death at its place."""
    scene = transcript("rulescrusade", (), options={}, starter=False)
    for line in (
        "gm> put Orc O1 for army 1 at 10,5",
        "gm> put Juve J1 for army 2 at 5,12",
        "gm> set J1 parry never",
        "gm> put Orc O2 for army 2 at 20,20",
        "gm> set O1 weapons none",
        "gm> next dice 3 1 0 0 0 0 0 0",
    ):
        scene.entry(line)
    told = scene.entry("1> O1 charges J1")
    found = GAME.traces(told.before, told.events, scene.state, None)
    assert [(one.seat, one.forced) for one in found.arrows] == [(1, False)]
    assert found.arrows[0].points[0] == (9500, 4500)
    assert len(found.arrows[0].points) <= 3
    assert [one.loss for one in found.hits] == ["killed"]
    assert [(one.at, one.label) for one in found.deaths] == [((4500, 11500), "J1")]
    assert found.words[0] == "J1 died at 5,12"
    assert GAME.traces(told.before, told.events, scene.state, 1).frames == ()


def test_reach_is_what_the_routes_say() -> None:
    """RC-MOVE-12: the reach of a model that has not moved has the ends of its legal moves; its
    shots name the enemies in sight."""
    scene = transcript("rulescrusade", ())
    found = GAME.reach(scene.state, 1, "M1")
    assert found.title == "M1 Marine at 16,7"
    ends = {one.to for one in GAME.legal(scene.state, 1, "M1") if type(one).__name__ == "Move"}
    assert {(row + 1, column + 1) for row, column in found.zones[0].cells} == ends
    assert any(line.startswith("Bolter: O4 (12 inches -1, front cover)") for line in found.lines)
    assert GAME.reach(scene.state, 1, "M9") is None


# --- what it looks like -------------------------------------------------------------------------


def test_the_ready_made_battle(request: pytest.FixtureRequest) -> None:
    """A few turns of the ready-made battle match their golden file: lines, calls, board, key, table
    and cards."""
    text = transcript("rulescrusade", BATTLE, cards=("M1", "GN1", "Orc", "Bolter")).text()
    if request.config.getoption("--bless", default=False):
        TOLD.write_text(text, encoding="utf-8")
    assert text == TOLD.read_text(encoding="utf-8")
