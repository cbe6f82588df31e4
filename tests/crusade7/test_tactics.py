"""Section 7.10: core tactics, faction tactics as data, and those that wait."""

from dataclasses import replace

import pytest

from rules.crusade7 import events, tactics
from rules.crusade7.apply import apply
from rules.crusade7.army.statblock import (
    Attack,
    Choose,
    Effects,
    Faction,
    Formula,
    Gain,
    Inflict,
    Library,
    Modifier,
    Statblock,
    Tactic,
)
from rules.crusade7.orders import UseTactic
from rules.crusade7.state import (
    Affliction,
    Army,
    Battle,
    Effect,
    State,
    Unit,
    Until,
    Waiting,
    unit_now,
)
from rules.line.adjudication import Adjudication, Die
from rules.line.errors import Refusal
from rules.line.events import PhaseBegan
from rules.line.flow import Flow

SHIELDS = Modifier("AC against ranged attacks", 4)
TACTICS = (
    Tactic(
        "Testudo",
        1,
        ("heavy", "fight"),
        "friendly",
        Effects("", Choose(1, "friendly"), gains=(Gain((SHIELDS,)),)),
        kind="Troops",
        spread=2,
        spread_kind="Troops",
        until="phase",
    ),
    Tactic(
        "War Cry",
        2,
        ("fight",),
        "all",
        Effects("", Choose(), gains=(Gain((Modifier("ATK", edge=1),)),)),
        kind="Troops",
        until="phase",
    ),
    Tactic(
        "Dirty Tricks",
        1,
        ("fight",),
        "enemy",
        Effects("", Choose(), inflicts=(Inflict("blinded", 1),)),
        near=1,
    ),
    Tactic("Too Tough", 1, ("command",), "friendly", Effects("", Choose(), regain=15)),
    Tactic("Song", 1, (), "none", Effects("Sing.", Choose(), understood=False)),
)
SWORD = Attack("Sword", None, (), Formula(((1, 5),)), None, ((9, "slashing"),))
BOW = Attack("Bow", 14, (), Formula(((1, 5),)), None, ((9, "piercing"),))
SOLDIER = Statblock("Soldier", "S", 27, 18, "", 15, (6, 3, 1, 2, 0, 1, 2, 2), attacks=(SWORD,))
GUN = replace(SOLDIER, name="Gun", classification="Heavy Support", attacks=(SWORD, BOW))
BLOCKS = (SOLDIER, GUN)


def unit(ref: str, seat: int, at: tuple[int, int] | None, kind: int = 0, **more: object) -> Unit:
    """A fresh soldier, or a gun."""
    block = BLOCKS[kind]
    fresh = Unit(ref, seat, kind, block.hp, block.hp, block.ac, "", block.stats, at)
    return replace(fresh, **more)  # type: ignore[arg-type]


UNITS = (
    unit("S1", 1, (5, 10)),
    unit("S2", 1, (5, 12)),
    unit("S3", 1, (5, 14)),
    unit("S4", 1, None, reserve=True),
    unit("G1", 1, (4, 10), kind=1),
    unit("S11", 2, (6, 10)),
    unit("S12", 2, (5, 25)),
)


def battle(phase: str, cp: int = 5, seat: int = 1, faction: str = "romans") -> Battle:
    """Round 2, army 1's turn; `seat` uses tactics."""
    state = State(
        flow=Flow(2, phase, 1),
        library=Library(factions=(Faction("Romans", (), TACTICS),)),
        blocks=BLOCKS,
        armies={1: Army(1, cp=cp, faction=faction), 2: Army(2, cp=cp, faction=faction)},
        units={one.ref: one for one in UNITS},
    )
    return Adjudication(state, seat, no_dice, apply)


def no_dice(die: Die) -> int:
    """Fail: tactics draw no die."""
    raise AssertionError(die.name)


def refusal(scene: Battle, tactic: str, ref: str = "", attack: str = "") -> str:
    """The rule that using a tactic breaks; nothing may have been emitted."""
    before = len(scene.events)
    with pytest.raises(Refusal) as caught:
        tactics.use(scene, UseTactic(tactic, ref, attack))
    assert len(scene.events) == before
    return caught.value.rule


def test_checks_run_from_left_to_right() -> None:
    """Section 6.2: reference, unknown, phase, used, CP, unit."""
    assert refusal(battle("move"), "Blitz", "S99") == "C7-ORDER-2"
    assert refusal(battle("move", faction="elves"), "Testudo") == "C7-TAC-4"
    assert refusal(battle("move", cp=0), "Testudo") == "C7-TAC-1"
    assert refusal(battle("setup"), "High Alert", "") == "C7-TAC-1"
    scene = battle("fight", cp=1)
    assert refusal(scene, "High Alert") == "C7-TAC-2"
    tactics.use(scene, UseTactic("TESTUDO", "S1"))
    assert refusal(scene, "Testudo", "S1") == "C7-TAC-3"
    assert scene.state.armies[1].cp == 0


@pytest.mark.parametrize(
    ("phase", "tactic", "ref", "attack"),
    [
        ("fight", "High Alert", "", ""),
        ("fight", "High Alert", "S11", ""),
        ("fight", "High Alert", "S4", ""),
        ("fight", "Testudo", "G1", ""),
        ("fight", "War Cry", "S1", ""),
        ("fight", "Dirty Tricks", "S1", ""),
        ("fight", "Dirty Tricks", "S12", ""),
        ("fight", "Support", "S1", ""),
        ("heavy", "Reflexive Fire", "", ""),
        ("heavy", "Reflexive Fire", "S1", ""),
        ("heavy", "Reflexive Fire", "G1", "Sword"),
        ("move", "Opportunity Attack", "S11", ""),
        ("move", "Opportunity Attack", "S1", "Bow"),
    ],
)
def test_unit_missing_or_wrong(phase: str, tactic: str, ref: str, attack: str) -> None:
    """C7-TAC-11"""
    assert refusal(battle(phase), tactic, ref, attack) == "C7-TAC-11"


def test_high_alert_lasts_until_the_end_of_the_round() -> None:
    """C7-TAC-9"""
    scene = battle("charge")
    tactics.use(scene, UseTactic("High Alert", "S1"))
    (effect,) = unit_now(scene, "S1").effects
    assert effect == Effect("High Alert", (Modifier("Initiative", 5),), Until.of(3, "command"))


def test_spread_is_fixed_when_used_and_ends_with_the_phase() -> None:
    """C7-EFF-17: S1 and S2 (at 2), not G1 (another kind) and not S3 (at 4)."""
    scene = battle("fight", seat=1)
    tactics.use(scene, UseTactic("Testudo", "S1"))
    used = scene.events[0]
    assert isinstance(used, events.TacticUsed)
    assert used.targets == ("S1", "S2")
    assert unit_now(scene, "S2").effects == (Effect("Testudo", (SHIELDS,), Until.of(2, "morale")),)
    assert unit_now(scene, "G1").effects == ()


def test_all_of_a_kind() -> None:
    """Section 8.5: `All friendly Troops units`, those on the field."""
    scene = battle("fight")
    tactics.use(scene, UseTactic("War Cry"))
    assert [one.ref for one in scene.state.units.values() if one.effects] == ["S1", "S2", "S3"]


def test_enemy_near_a_friend() -> None:
    """Section 8.5: `an enemy unit within 1 of a friendly unit`."""
    scene = battle("fight", seat=1)
    tactics.use(scene, UseTactic("Dirty Tricks", "S11"))
    assert unit_now(scene, "S11").conditions == (
        Affliction("blinded", Until.of(3, "fight"), source="Dirty Tricks"),
    )


def test_text_that_is_not_understood_costs_its_cp() -> None:
    """C7-EFF-15: a tactic whose text is left to the GM still costs its CP."""
    scene = battle("morale")
    tactics.use(scene, UseTactic("Song"))
    assert scene.state.armies[1].cp == 4
    assert scene.events[-1] == events.GMAdjudicates("", "Song", "Sing.")


@pytest.mark.parametrize(
    ("phase", "until", "end"),
    [
        ("command", "phase", Until.of(2, "move")),
        ("fight", "phase", Until.of(2, "morale")),
        ("morale", "phase", Until.of(3, "command")),
        ("command", "round", Until.of(3, "command")),
        ("morale", "", None),
    ],
)
def test_ends(phase: str, until: str, end: Until | None) -> None:
    """C7-TURN-9"""
    assert tactics.end_of(battle(phase).state, until) == end


def test_opportunity_attack_waits_and_is_refunded() -> None:
    """C7-TAC-6: used in Command it still waits in Move; its CP come back at the end of Move."""
    scene = battle("command")
    tactics.use(scene, UseTactic("Opportunity Attack", "s1", "sword"))
    assert scene.state.waiting == (Waiting(1, "Opportunity Attack", "S1", "Sword"),)
    tactics.lapse(scene, "command")
    scene.emit(events.MarksCleared("move"))
    scene.emit(PhaseBegan(2, "move"))
    assert refusal(scene, "Opportunity Attack") == "C7-TAC-3"
    tactics.lapse(scene, "move")
    assert scene.state.armies[1].cp == 5
    assert scene.state.waiting == ()


def test_reflexive_fire_waits_for_the_charge_phase() -> None:
    """C7-TAC-8, C7-TURN-10: it lapses with that phase and is not refunded."""
    scene = battle("heavy")
    tactics.use(scene, UseTactic("Reflexive Fire", "G1"))
    tactics.lapse(scene, "heavy")
    assert scene.state.waiting == (Waiting(1, "Reflexive Fire", "G1"),)
    tactics.lapse(scene, "charge")
    assert scene.state.waiting == ()
    assert scene.state.armies[1].cp == 4


def test_support_is_taken_once_by_its_army() -> None:
    """C7-TAC-7"""
    scene = battle("fight")
    tactics.use(scene, UseTactic("Support"))
    assert tactics.take_support(scene, 2) == ()
    assert [part.edge for part in tactics.take_support(scene, 1)] == [1]
    assert tactics.take_support(scene, 1) == ()


def test_support_lapses_with_the_phase() -> None:
    """C7-TAC-7, C7-TURN-7: Support lapses at the end of the phase, or when the GM sets another
    phase."""
    scene = battle("mana")
    tactics.use(scene, UseTactic("Support"))
    marked = apply(scene.state, events.MarksCleared("heavy"))
    assert marked.waiting == ()
    tactics.lapse(scene, "mana")
    assert scene.state.waiting == ()
    assert scene.state.armies[1].cp == 4
