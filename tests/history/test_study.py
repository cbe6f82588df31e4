"""Odds, descriptions in words, and what changed for a player: exact, and no more than he may
see."""

from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import grammar
from bot.cases.starter import deal
from bot.history.looks import factions_of, roster_of
from bot.history.study import caught_up, described, foreseen, is_question, odds_of
from bot.match.reply import Reply
from bot.referee.service import RefereeError
from rules import find
from rules.border.game import read_options
from rules.crusade7.game import GAME
from rules.crusade7.orders import Manifest, Move, Strike
from rules.crusade7.state import State
from rules.crusade8x8.game import GAME as EIGHT
from rules.line.adjudication import Dice, Die
from rules.line.errors import Refusal
from rules.line.events import Rolled
from rules.line.orders import EndPhase
from rules.numbers.chances import every
from rules.numbers.grid import direction, offset
from tests.crusade7.scene import battle, unit
from tests.support import duel, must, referee_on

COIN = Die("coin", (0, 1), "")


# --- counting -----------------------------------------------------------------------------------


def test_every_way_that_dice_fall() -> None:
    """A second coin only after a one: `every` gives the three ways with their exact chances, the
    likeliest first."""

    def run(dice: Dice) -> int:
        first = dice(COIN)
        return first + dice(COIN) if first else first

    assert [(one.faces, one.chance, one.result) for one in every(run)] == [
        ((0,), Fraction(1, 2), 0),
        ((1, 0), Fraction(1, 4), 1),
        ((1, 1), Fraction(1, 4), 2),
    ]
    assert len(list(islice(every(run), 2))) == 2


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
    """The legal orders of one kind that a unit has."""
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
    """Whatever face the die shows, the result of the order is one of the outcomes that its odds
    list."""
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
    """An attack rolls no die: its odds show the arithmetic and the one result."""
    state = mana()
    state = replace(state, flow=replace(state.flow, phase="fight"))
    (strike,) = orders(state, Strike, "L1")
    lines = GAME.odds(state, 1, strike)
    assert lines[0] == "L1 Gladius on G1: AC 13 - ATK 5 = 8, 65%, 9 -> 6"
    assert lines[-1] == "certain: G1 13 -> 7 HP"


def test_odds_know_nothing_of_the_tray() -> None:
    """The odds do not depend on dice that the GM has loaded, which are hidden."""
    state = mana()
    loaded = replace(state, flow=replace(state.flow, tray=(12, 12)))
    for order in orders(state, Manifest, "PP1"):
        assert GAME.odds(loaded, 1, order) == GAME.odds(state, 1, order)


def test_odds_are_refused_like_the_order() -> None:
    """Odds are refused with a rule and a reason for a target out of reach and for an order that is
    no attack."""
    state = mana()
    (strike,) = orders(replace(state, flow=replace(state.flow, phase="fight")), Strike, "L1")
    far = replace(strike, targets=("G2",))
    for phase in ("fight", "move"):
        with pytest.raises(Refusal) as refused:
            GAME.odds(replace(state, flow=replace(state.flow, phase=phase)), 1, far)
        assert refused.value.rule == "C7-MELEE-1"
    with pytest.raises(Refusal, match="odds are for attacks"):
        GAME.odds(state, 1, EndPhase())
    assert not orders(state, Move, "PP1")


def test_odds_in_any_phase_and_turn() -> None:
    """In another phase or turn, the odds are those for the next phase in which the order can be
    given."""
    state = mana()
    fight = replace(state, flow=replace(state.flow, phase="fight"))
    (strike,) = orders(fight, Strike, "L1")
    (smite, *_) = [one for one in orders(state, Manifest, "PP1") if "Smite on G2" in str(one)]
    now = GAME.odds(fight, 1, strike)
    for phase, number in (("command", 1), ("charge", 1), ("morale", 2)):
        then = replace(state, flow=replace(state.flow, phase=phase))
        head, *lines = GAME.odds(then, 1, strike)
        assert head == f"In the Fight Phase of round {number}, from where everybody stands now:"
        assert tuple(lines) == now
    head, *lines = GAME.odds(replace(fight, flow=replace(fight.flow, turn=2)), 1, strike)
    assert (head[:19], tuple(lines)) == ("In the Fight Phase ", now)
    head, *lines = GAME.odds(fight, 1, smite)
    assert head.startswith("In the Mana Phase of round 2")
    assert tuple(lines) == GAME.odds(state, 1, smite)
    before = replace(state, flow=replace(state.flow, phase="setup"))
    with pytest.raises(Refusal):
        GAME.odds(before, 1, strike)


# --- questions ------------------------------------------------------------------------------------


def test_what_can_reach_a_unit() -> None:
    """The enemies who can fight the unit at once, or after one step, or shoot it; nobody far away,
    no friend."""
    state = battle(
        unit("Legionnaire", 5, 1, (12, 15), hp=5),
        unit("Ballista", 1, 1, (13, 6)),
        unit("Orc Raider", 6, 2, (12, 16)),
        unit("Orc Raider", 7, 2, (10, 16)),
        unit("Orc Raider", 8, 2, (14, 16)),
        unit("Orc Raider", 1, 2, (1, 28)),
        phase="move",
    )
    head, *lines = GAME.threats(state, 1, "L5")
    assert head == "What can reach L5 (HP 5, AC 18, at 12,15), if nobody moves:"
    assert lines[-1].startswith("Fight: O6 War Axe ")
    assert "O7, O8 after one step: War Axe " in lines[-1]
    assert "kills" in lines[-1]
    assert "O1" not in " ".join(lines)
    assert "B1" not in " ".join(lines)
    (_, heavy) = GAME.threats(state, 2, "O6")[:2]
    assert heavy.startswith("Heavy Support Fight: B1 Bolt ")
    assert GAME.threats(state, 1, "O1")[1] == "Nobody, in the next fighting phases."
    with pytest.raises(Refusal, match="no unit of this battle"):
        GAME.threats(state, 1, "L9")


def test_threats_are_what_the_attack_takes() -> None:
    """The damage that a threat names is the damage that the attack does."""
    state = mana()
    (_, line) = GAME.threats(state, 1, "G1")
    fight = replace(state, flow=replace(state.flow, phase="fight"))
    (strike,) = orders(fight, Strike, "L1")
    assert "9 -> 6" in GAME.odds(fight, 1, strike)[0]
    assert "L1 Gladius 6" in line


def test_can_one_charge_another() -> None:
    """Whether one unit can charge another, and where to, or why not: too far, or artillery.  In the
    set-up the question is refused."""
    state = battle(
        unit("Legionnaire", 1, 1, (8, 15)),
        unit("Ballista", 1, 1, (12, 12)),
        unit("Orc Raider", 1, 2, (7, 19)),
        unit("Orc Raider", 2, 2, (7, 29)),
        phase="fight",
    )
    yes, then = GAME.can_charge(state, 1, "L1", "O1")
    assert yes == ("Can L1 charge O1? Yes: to 7,18, 3.16 -> 3 of 3. Target 4 away (limit 6).")
    assert then.startswith("It cannot shoot in Fight then")
    (no,) = GAME.can_charge(state, 1, "L1", "O2")
    assert no.startswith("Can L1 charge O2? No: ")
    assert no.endswith("(C7-CHARGE-4)")
    assert "(C7-CHARGE-1)" in GAME.can_charge(state, 1, "B1", "O1")[0]
    with pytest.raises(Refusal):
        GAME.can_charge(replace(state, flow=replace(state.flow, phase="setup")), 1, "L1", "O1")


@pytest.mark.asyncio
async def test_who_could_shoot_a_model() -> None:
    """Rules Crusade: the enemies who see the model, with weapon and facts as `reach` gives them."""
    async with referee_on(":memory:") as referee:
        table = await referee.create("docks", "rulescrusade")
        await deal(referee, table)
        head, *lines = await foreseen(table, 2, "what can reach O3?")
        assert head.startswith("What can reach O3 (at ")
        assert head.endswith("), if nobody moves:")
        marine = next(line for line in lines if line.startswith("M"))
        ref, told = marine.split(": ", 1)
        weapon, facts = told.split("; ")[0].split(" ", 1)
        reached = table.game.reach(table.match.state, 2, ref)
        assert any(line.startswith(weapon) and f"O3 ({facts})" in line for line in reached.lines)
        assert not any(line.startswith("O") for line in lines)
        with pytest.raises(RefereeError, match="no model that stands"):
            await foreseen(table, 2, "what can reach Z9")


@pytest.mark.asyncio
async def test_questions_at_the_table(tmp_path: Path) -> None:
    """Questions are understood with and without a question mark; a system that cannot answer says
    so."""
    async with referee_on(tmp_path / "r.sqlite") as referee:
        table = await duel(referee)
        assert is_question("what can reach L5?")
        assert is_question("Can L1 charge O1")
        assert not is_question("L1 charges O1")
        assert (await foreseen(table, 1, "who could hit L1?"))[0].startswith("What can reach L1 (")
        assert "C7-CHARGE-4" in (await foreseen(table, 1, "can L1 charge G1?"))[0]
        with pytest.raises(RefereeError, match="no unit of this battle"):
            await foreseen(table, 1, "what can reach X9")
        duels = await odds_of(referee, table, 1, "Legionnaire against G1")
        assert isinstance(duels, list)
        assert duels[0].startswith("Legionnaire against G1 (HP ")
        assert any(line.startswith("Gladius ") for line in duels)
        other = await referee.create("pawns", "crusade8x8")
        with pytest.raises(RefereeError, match="does not answer such questions"):
            await foreseen(other, 1, "can b2 charge b3")


@pytest.mark.asyncio
async def test_who_could_charge_a_model() -> None:
    """RC-CHARGE-4, RC-MELEE-1: yes and where to, whosever turn it is; or no and why."""
    async with referee_on(":memory:") as referee:
        table = await referee.create("docks", "rulescrusade")
        await deal(referee, table)
        (far,) = await foreseen(table, 1, "can M1 charge O1?")
        assert far == (
            "Can M1 charge O1? No: O1 is 11 inches of movement away; M1 can charge 9. (RC-CHARGE-4)"
        )
        (near,) = await foreseen(table, 1, "can M2 charge O3")
        assert near.startswith("Can M2 charge O3? Yes: to ")
        to = near.split(": to ")[1].split(", ")[0]
        assert (await foreseen(table, 2, "can O3 charge M2"))[0].startswith("Can O3 charge M2? ")
        assert "(RC-MELEE-1)" in (await foreseen(table, 1, "can M1 charge M2"))[0]
        with pytest.raises(RefereeError, match="no Z9 on the board"):
            await foreseen(table, 1, "can M1 charge Z9")
        told = must(await referee.submit(table, 1, "M2 charges O3")).accepted[0].report
        assert any(to in line for line in told)


@pytest.mark.parametrize(
    ("system", "line"),
    [
        ("crusade7", "Elves: 10 types, 16-215 gold"),
        ("crusade8x8", "shadow: 1 Archer, 4 Rogues, 1 Warrior, 2 Knights"),
        ("rulescrusade", "Orc raiders 30 points: K1, O1-O6, Y1-Y3"),
        (
            "machinadei",
            "Celts: Treeman 220, Looted-Machine 60, Druid 95, Woaden 7, Slinger 5, Clansman 2",
        ),
        ("candlebre", "House Varlan, the Spear: Barracks 45 gold; but Temples 65 gold"),
    ],
)
def test_what_one_may_play_as(system: str, line: str) -> None:
    """`factions` lists factions, ready-made armies, lists or Houses; `roster` works before the
    battle too, or says that nobody has an army yet."""
    game: Any = find(system)
    options = read_options(game, {})
    events = game.setup(options, grammar.library(system), lambda die: die.faces[0])
    state = reduce(game.apply, events, game.blank)
    table: Any = SimpleNamespace(game=game, state=state)
    assert line in factions_of(table, 1)
    if system == "machinadei":
        with pytest.raises(RefereeError, match="nobody has an army yet"):
            roster_of(table, 1)
    if system == "crusade8x8":
        assert {side.seat for side in roster_of(table, 2).sides} == {2}


@pytest.mark.asyncio
async def test_who_beats_whom() -> None:
    """Odds of units or types against each other, even as if a unit stood elsewhere; and who can
    charge or reach whom."""
    async with referee_on(":memory:") as referee:
        table = await referee.create("raid", "machinadei")
        await deal(referee, table)

        async def asked(text: str) -> list[str]:
            found = await odds_of(referee, table, 1, text)
            return found if isinstance(found, list) else [found.refused[0].rule]

        types = await asked("Warband against 20 Legionary")
        assert types[0] == "10 Warband against 20 Legionary, front to front, the first round:"
        assert types[1].startswith("10 Warband breaks ")
        assert types[-1].startswith("20 Legionary from afar (Pilum 6): ")
        there = await asked("Bows1 at War1 from 26,14")
        assert there[1].startswith("Bows1 on War1: 10 attacks, need 5+, 6.0 hits")
        assert await asked("Ghosts against War1") == ["MD-ORD-3"]
        assert (await foreseen(table, 1, "can Legion1 charge War1"))[0].endswith("(MD-CHARGE-3)")
        reached = await foreseen(table, 2, "what can reach War1?")
        assert reached[1].startswith("Bows1 shoots (Bow): ")
        assert not any(line.startswith("Mob1") for line in reached)


@pytest.mark.asyncio
async def test_odds_at_the_table(tmp_path: Path) -> None:
    """One order gives its odds; an unreadable or illegal one is explained; nothing is filed."""
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
        refused = await odds_of(referee, other, 1, "pass")
        assert isinstance(refused, Reply)
        assert refused.refused[0].rule == "C8-ACT-1"


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
    """A bearing is the nearest of the eight directions that orders use."""
    assert direction(rows, columns) == word


def test_a_unit_in_words() -> None:
    """The description has the unit, the others with distance and bearing, the ground, and the
    edges."""
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
    """Describing a unit or cell that does not exist is refused with a rule and a reason."""
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
        lines = await described(table, 1, "C2")
        assert lines[0] == "c2: White Archer on c2 facing up"
        assert any(one.endswith("1 away, right (1 right)") for one in lines)
        assert len(lines) == 18 + 8, "every unit and every treasure, once"
        for what in ("z9", "z\n9", "z\t9 " * 400):
            with pytest.raises(RefereeError, match="C8-BOARD-1"):
                await described(table, 1, what)


# --- what changed -------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_what_changed_for_me(tmp_path: Path) -> None:
    """What the others did since the player's last act, and where the match went back."""
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


# --- odds without dice ----------------------------------------------------------------------------


def eight(text: str) -> Any:
    """The state of crusade8x8 at a position in notation."""
    options = read_options(EIGHT, {"setup": "empty"})
    state = EIGHT.blank
    for event in EIGHT.setup(options, None, lambda die: die.faces[0]):
        state = EIGHT.apply(state, event)
    (line,) = grammar.read("crusade8x8", f'position "{text}"', (), gm=True)
    for event in EIGHT.adjudicate(state, 0, line.orders, lambda die: die.faces[0]):
        state = EIGHT.apply(state, event)
    return state


def acts(text: str) -> Any:
    """The order for an action in notation."""
    (line,) = grammar.read("crusade8x8", text, ())
    return line.orders[0]


LATER = "from where everybody stands now:"


@pytest.mark.asyncio
async def test_odds_of_a_later_phase() -> None:
    """MD-SEQ-1, MD-SEQ-4: the odds of an order are given in any phase, for the next one in which
    the seat can give it, and are the same as then; an order impossible even then is refused."""
    async with referee_on(":memory:") as referee:
        table = await referee.create("lines", "machinadei")
        await deal(referee, table)

        async def asked(order: str, seat: int = 1) -> list[str]:
            found = await odds_of(referee, table, seat, order)
            return found if isinstance(found, list) else [found.refused[0].rule]

        must(await referee.submit(table, 0, "set phase move; set first army 1"))
        early = await asked("Bows1 shoots War1")
        assert early[1] == f"In the shooting phase of turn 1, {LATER}"
        assert (await asked("Kin1 charges Legion1", 2)) == ["MD-CHARGE-3"]
        must(await referee.submit(table, 0, "set phase shooting"))
        assert await asked("Bows1 shoots War1") == [early[0], *early[2:]]
        must(await referee.submit(table, 0, "set turn army 2"))
        late = await asked("Bows1 shoots War1")
        assert late == [early[0], f"In the shooting phase of turn 2, {LATER}", *early[2:]]
        must(await referee.submit(table, 0, "move War1 to 23,24"))
        charge = await asked("Legion1 charges War1")
        assert charge[1] == f"In the move phase of turn 2, {LATER}"
        assert charge[2].startswith("Legion1 breaks: ")


@pytest.mark.asyncio
async def test_odds_of_the_next_turn() -> None:
    """RC-TURN-6: the odds of an attack are the same in another army's turn and in the set-up; those
    of a stunned model, which would only get up, are refused."""
    async with referee_on(":memory:") as referee:
        table = await referee.create("yard", "rulescrusade")
        await deal(referee, table)

        async def asked(order: str) -> list[str]:
            found = await odds_of(referee, table, 1, order)
            return found if isinstance(found, list) else [found.refused[0].rule]

        fire = "GN1 fires at O4"
        must(await referee.submit(table, 0, "move GN1 to 15,13; set turn army 1"))
        now = await asked(fire)
        assert now[1].startswith("50.9%: O4 is killed")
        must(await referee.submit(table, 0, "set turn army 2"))
        head = f"In the next turn of army 1, {LATER}"
        assert await asked(fire) == [now[0], head, *now[1:]]
        assert await asked("GN1 fights O4") == ["RC-MELEE-2"]
        must(await referee.submit(table, 0, "give GN1 stunned"))
        assert await asked(fire) == ["RC-STUN-1"]
        must(await referee.submit(table, 0, "clear GN1 stunned; set phase setup"))
        assert await asked(fire) == [now[0], head, *now[1:]]


def test_odds_of_an_action() -> None:
    """The odds of an action say what it captures and who could capture the unit then; an illegal
    action or another kind of order is refused."""
    state = eight("8/8/2rv1p3/8/1N6/8/8/7B w Sb3g3Rc1f1/Sb6g6Rc8f8 - - 0/0 - 0 9")
    took, taken, *more = EIGHT.odds(state, 1, acts("Nb4xc6"))
    assert "c6" in took
    assert "captured: black Rogue" in took
    assert taken.startswith("Knight c6 could then be taken: Pe6xc6")
    assert not more
    quiet = EIGHT.odds(state, 1, acts("Nb4-d3"))
    assert quiet[1] == "Knight d3 could not be taken then"
    with pytest.raises(Refusal) as refused:
        EIGHT.odds(state, 1, acts("Nb4-b5"))
    assert refused.value.rule.startswith("C8-")
    with pytest.raises(Refusal, match="odds are for actions"):
        EIGHT.odds(state, 1, EndPhase())


def test_odds_of_an_action_out_of_turn() -> None:
    """Black's action is told as if it were Black's turn; a capture named as an answer is a legal
    order."""
    state = eight("8/8/2rv1p3/8/1N6/8/8/7B w Sb3g3Rc1f1/Sb6g6Rc8f8 - - 0/0 - 0 9")
    assert EIGHT.odds(state, 2, acts("Pe6-e4")) == (
        "As if it were Black's turn, where all stand now:",
        "Black Pe6-e4",
        "Paladin e4 could then be taken: Bh1xe4",
        "Also at risk: Rogue c6: Nb4xc6",
    )
    after = state
    for event in EIGHT.adjudicate(replace(state), 1, (acts("Nb4xc6"),), lambda die: die.faces[0]):
        after = EIGHT.apply(after, event)
    assert acts("Pe6xc6") in list(EIGHT.legal(after, 2, "e6"))


FIELD = "8/8/2wv5/2B5/1N6/3A^4/8/4P3 w Sb3g3Rc1f1/Sb6g6Rc8f8 - - 0/0 - 0 1"
"""A black Warrior on c6 faces a white Bishop in front of it."""


def test_what_could_take_a_unit() -> None:
    """C8-ACT-1: the actions that could take the unit, whosever turn it is, and who could answer
    there; for an open tile, who could come and who could take.  A wrong type, or a tile that does
    not exist, is refused."""
    state = eight(FIELD)
    head, black, guards = EIGHT.threats(state, 1, "c5")
    assert head == "What can take White's Bishop c5, where all stand now:"
    assert black == "Black: Wc6xc5"
    assert guards == "White could answer on c5: nobody"
    assert EIGHT.threats(state, 2, "bishop c5") == (head, black, guards)
    (white,) = EIGHT.threats(state, 1, "e1")
    assert white.endswith("where all stand now: nobody.")
    told = EIGHT.threats(state, 2, "c6")
    assert told[1] == "White: Nb4xc6"
    opened = EIGHT.threats(state, None, "d5")
    assert opened[0] == "d5 is open. As all stand now:"
    assert opened[1] == "White could come there: Nb4-d5; take a unit there: Ad3*d5, Nb4xd5"
    assert opened[2] == "Black could come there: nobody; take a unit there: Wc6xd5"
    for said in ("knight c5", "z9", "the king"):
        with pytest.raises(Refusal):
            EIGHT.threats(state, 1, said)
    with pytest.raises(Refusal, match="before play begins"):
        EIGHT.threats(EIGHT.blank, 1, "c5")


def test_who_takes_whom() -> None:
    """Compare two units on the board, one as if it stood elsewhere, a type with a unit, or two
    types: what they can take, and where both fall (C8-WAR-2)."""
    state = eight(FIELD)
    head, *lines = EIGHT.compared(state, 1, "my bishop c5", "warrior c6")
    assert head == "Bishop c5 (White) against Warrior c6 (Black), no die falls:"
    assert lines[1] == "Warrior c6 can take Bishop c5: Wc6xc5"
    assert lines[0].startswith("Bishop c5 cannot take Warrior c6 from where it stands")
    _, countered, _ = EIGHT.compared(state, 1, "c5", "c6", "a4")
    assert (
        countered == "Bishop a4 cannot take Warrior c6 from where it stands" or "both" in countered
    )
    _, both, _ = EIGHT.compared(state, 1, "c5", "c6", "b5")
    assert both == "Bishop b5 can take Warrior c6: Bb5xc6 (both fall, C8-WAR-2)"
    _, way, _ = EIGHT.compared(state, 1, "e1", "c6")
    assert "with its 3rd action, if nobody else moved: P" in way
    assert way.endswith("xc6")
    told = EIGHT.compared(state, 1, "Rogue", "e1")
    assert told[1] == "A Rogue facing down would take Paladin e1 from d2, f2"
    knight, rogue = EIGHT.compared(state, None, "Knight", "rogues")[1:3]
    assert knight == "A Knight takes a Rogue on 8 tiles near it: 336 of 4032 placements, 8%"
    assert rogue.startswith("A Rogue, facing up, takes a Knight 1 up, 1 left or 1 up, 1 right: 98 ")
    warrior = EIGHT.compared(state, None, "Bishop", "Warrior")[1]
    assert warrior.endswith("; on 10 of them both fall (C8-WAR-2)")
    assert "from nowhere" in EIGHT.compared(state, None, "Commander", "Archer")[1]
    for one, other in (("c5", "e1"), ("Dragon", "Rogue"), ("d5", "c6")):
        with pytest.raises(Refusal):
            EIGHT.compared(state, 1, one, other)
