"""Odds, descriptions in words, and what changed for me: exact, and no more than one may see."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bot.history.study import caught_up, described, odds_of
from bot.match.reply import Reply
from bot.referee.service import RefereeError
from rules.bearings import direction, offset
from rules.chances import every
from rules.crusade7.game import GAME
from rules.crusade7.orders import Manifest, Move, Strike
from rules.crusade7.state import State
from rules.crusade8x8.game import GAME as EIGHT
from rules.errors import Refusal
from rules.events import Rolled
from rules.game import Dice, Die
from rules.orders import EndPhase
from tests.crusade7.scene import battle, unit
from tests.support import duel, must, referee_on

COIN = Die("coin", (0, 1), "")


# --- counting -----------------------------------------------------------------------------------


def test_every_way_that_dice_fall() -> None:
    """A second coin only after a one: three ways, whose chances sum to one."""

    def run(dice: Dice) -> int:
        first = dice(COIN)
        return first + dice(COIN) if first else first

    falls = every(run, 10)
    assert falls is not None
    assert [(one.faces, one.chance, one.result) for one in falls] == [
        ((0,), Fraction(1, 2), 0),
        ((1, 0), Fraction(1, 4), 1),
        ((1, 1), Fraction(1, 4), 2),
    ]
    assert every(run, 2) is None


# --- odds ---------------------------------------------------------------------------------------


def mana(**changes: Any) -> State:
    """A psionic unit and a goblin within its reach."""
    return battle(
        unit("Praetorian Psionic", 1, 1, (7, 5)),
        unit("Legionnaire", 1, 1, (5, 5)),
        unit("Goblin", 1, 2, (5, 6)),
        unit("Goblin", 2, 2, (9, 12)),
        phase="mana",
        **changes,
    )


def orders(state: State, kind: type, ref: str) -> list[Any]:
    """The legal orders of a unit of one kind."""
    return [one for one in GAME.legal(state, 1, ref) if isinstance(one, kind)]


def test_odds_of_a_psionic_test() -> None:
    """Smite needs 5: it fails on 2-4, succeeds on 5-11, and 1 and 12 hurt the user."""
    state = mana()
    (smite,) = [one for one in orders(state, Manifest, "PP1") if "Smite on G2" in str(one)]
    assert GAME.odds(state, 1, smite) == (
        "7 of 12 (58%) on 5-11: Smite succeeds; G2 is killed",
        "1 of 4 (25%) on 2-4: Smite fails; nothing changes",
        "1 of 12 (8%) on 1: Smite fails; PP1 156 -> 116 HP",
        "1 of 12 (8%) on 12: Smite succeeds; G2 is killed; PP1 156 -> 116 HP",
    )


def test_odds_are_what_happens() -> None:
    """For every face: the order given with that face brings one of the outcomes told of it."""
    state = mana()
    for order in orders(state, Manifest, "PP1"):
        told = " ".join(GAME.odds(state, 1, order))
        for face in range(1, 13):
            events = GAME.adjudicate(state, 1, (order,), lambda _, face=face: face)  # type: ignore[misc]
            after = state
            for event in events:
                after = GAME.apply(after, event)
            for one in after.units.values():
                before = state.units[one.ref]
                if one.hp != before.hp and not one.dead:
                    assert f"{one.ref} {before.hp} -> {one.hp} HP" in told
            assert any(isinstance(event, Rolled) for event in events)


def test_odds_of_an_attack() -> None:
    """An attack draws nothing: its arithmetic, and what is certain."""
    state = mana()
    state = replace(state, flow=replace(state.flow, phase="fight"))
    (strike,) = orders(state, Strike, "L1")
    lines = GAME.odds(state, 1, strike)
    assert lines[0] == "L1 Gladius on G1: AC 13 - ATK 5 = 8, 65%, 9 -> 6"
    assert lines[-1] == "certain: G1 13 -> 7 HP"


def test_odds_know_nothing_of_the_tray() -> None:
    """What the GM has laid ready is hidden: the odds are the same with it."""
    state = mana()
    loaded = replace(state, flow=replace(state.flow, tray=(12, 12)))
    for order in orders(state, Manifest, "PP1"):
        assert GAME.odds(loaded, 1, order) == GAME.odds(state, 1, order)


def test_odds_are_refused_like_the_order() -> None:
    """The other army's turn, another kind of order: a rule and a reason."""
    state = mana()
    (smite, *_) = orders(state, Manifest, "PP1")
    with pytest.raises(Refusal) as refused:
        GAME.odds(replace(state, flow=replace(state.flow, turn=2)), 1, smite)
    assert refused.value.rule == "C7-TURN-5"
    with pytest.raises(Refusal, match="odds are for attacks"):
        GAME.odds(state, 1, EndPhase())
    assert not orders(state, Move, "PP1")


@pytest.mark.asyncio
async def test_odds_at_the_table(tmp_path: Path) -> None:
    """A sentence is enough; an unreadable one is explained; nothing is filed."""
    async with referee_on(tmp_path / "r.sqlite") as referee:
        table = await duel(referee)
        must(await referee.submit(table, 0, "move G1 to 5,6; set phase fight; set turn army 1"))
        count = len(table.match.links)
        found = await odds_of(referee, table, 1, "L1 attacks G1 with Gladius")
        assert isinstance(found, list)
        assert found[0] == "L1 attacks G1 with Gladius"
        assert found[-1].startswith("certain: G1 13 -> ")
        assert isinstance(await odds_of(referee, table, 1, "L1 atacks G1"), Reply)
        refused = await odds_of(referee, table, 1, "L2 attacks G1 with Gladius")
        assert isinstance(refused, Reply)
        assert refused.refused[0].rule == "C7-MELEE-1"
        with pytest.raises(RefereeError, match="one order"):
            await odds_of(referee, table, 1, "L1 attacks G1; L2 stays")
        assert len(table.match.links) == count
        other = await referee.create("eight", "crusade8x8", {}, ((1, "a"), (2, "b")))
        with pytest.raises(RefereeError, match="no odds"):
            await odds_of(referee, other, 1, "pass")


# --- in words -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "columns", "word"),
    [
        (-3, 0, "up"),
        (3, 3, "down-right"),
        (0, -4, "left"),
        (1, 20, "right"),
        (10, -4, "down"),
        (10, -5, "down-left"),
        (0, 0, "here"),
    ],
)
def test_bearings(rows: int, columns: int, word: str) -> None:
    """The nearest of the eight directions that orders know."""
    assert direction(rows, columns) == word


def test_a_unit_in_words() -> None:
    """The unit, the others by distance with bearing, the ground, the edges."""
    state = mana(terrain={(5, 7): "rough"})
    assert GAME.describe(state, 1, "legionnaire 1") == (
        "Legionnaire L1 at 5,5 (27 HP), army 1",
        "L1 is engaged",
        "enemy Goblin G1 at 5,6 (13 HP): 1 away, right (1 right)",
        "own Praetorian Psionic PP1 at 7,5 (156 HP): 2 away, down (2 down)",
        "enemy Goblin G2 at 9,12 (13 HP): 8 away, down-right (4 down, 7 right)",
        "rough ground near: 5,7",
        "cells to the edge: up 4, down 19, left 4, right 25",
    )
    assert GAME.describe(state, None, "5,7")[0] == "5,7: rough ground"
    assert GAME.describe(state, None, "5,6")[0] == "5,6: Goblin G1 at 5,6 (13 HP)"
    assert offset(0, 0) == "the same place"


def test_what_is_not_there_in_words() -> None:
    """No unit, no cell: a rule and a reason."""
    for what, rule in (("L9", "C7-ORDER-2"), ("25,1", "C7-GEO-1"), ("", "C7-ORDER-2")):
        with pytest.raises(Refusal) as refused:
            GAME.describe(mana(), 1, what)
        assert refused.value.rule == rule


def test_fog_in_words() -> None:
    """In the secret set-up a seat is told nothing of the other's units: neither when it asks for
    them nor when it asks about its own, or about the cell they stand on."""
    base = State(armies=mana().armies, library=mana().library, blocks=mana().blocks)
    mine = base.with_unit(unit("Legionnaire", 1, 1, (5, 5)))
    both = mine.with_unit(unit("Goblin", 1, 2, (5, 25)))
    for viewer in (1, None):
        for what in ("5,25", "5,5"):
            assert GAME.describe(mine, viewer, what) == GAME.describe(both, viewer, what)
        said = []
        for state in (mine, both):
            with pytest.raises(Refusal) as refused:
                GAME.describe(state, viewer, "G1")
            said.append((refused.value.rule, refused.value.why))
        assert said[0] == said[1]
    assert GAME.describe(mine, 1, "L1") == GAME.describe(both, 1, "L1")
    assert "G1" in " ".join(GAME.describe(both, 0, "5,25"))


@pytest.mark.asyncio
async def test_a_tile_in_words(tmp_path: Path) -> None:
    """Crusade 8x8: what stands on a tile, then everything else by steps."""
    async with referee_on(tmp_path / "r.sqlite") as referee:
        table = await referee.create("eight", "crusade8x8", {}, ((1, "a"), (2, "b")))
        must(await referee.submit(table, 0, EIGHT.starter[0].removeprefix("gm> ")))
        lines = described(table, 1, "C2")
        assert lines[0] == "c2: White Archer on c2 facing up"
        assert any(one.endswith("1 away, right (1 right)") for one in lines)
        assert len(lines) == 18 + 8, "every unit and every treasure, once"
        with pytest.raises(RefereeError, match="C8-BOARD-1"):
            described(table, 1, "z9")


# --- what changed -------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_what_changed_for_me(tmp_path: Path) -> None:
    """Since my last act: what the others did, and where the match went back."""
    async with referee_on(tmp_path / "r.sqlite") as referee:
        table = await duel(referee)
        must(await referee.submit(table, 1, "L1 moves to 5,8"))
        must(await referee.submit(table, 1, "end phase"))
        start, lines = await caught_up(referee, table, 1, [])
        assert (start, lines) == (7, ["Now waiting for army 2."])
        must(await referee.submit(table, 2, "G1 moves to 5,22"))
        must(await referee.submit(table, 2, "undo"))
        must(await referee.submit(table, 2, "G1 moves to 5,21"))
        start, lines = await caught_up(referee, table, 1, [])
        assert start == 7
        assert lines[0] == "#10 army 2: G1 moves to 5,21"
        assert "#9: army 2 takes back #8" in lines
        assert not any("5,22" in line for line in lines)
        start, lines = await caught_up(referee, table, 2, [])
        assert (start, lines) == (10, ["Now waiting for you."])
