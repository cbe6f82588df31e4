"""Chapter 4: gold, CP, detachments, deployment, the start of the battle."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.crusade7.army.options import (
    DETACHMENTS,
    check_composition,
    detachment_named,
    detachments_allowed,
)
from rules.crusade7.army.statblock import CLASSES
from rules.crusade7.events import BattleBegan, UnitsBought
from rules.crusade7.setup import reserve_cp, starting_cp
from rules.line.errors import Refusal

NewTable = Callable[..., Any]


@pytest.mark.parametrize(("gold", "cp"), [(1000, 6), (750, 5), (250, 2), (500, 3), (0, 0)])
def test_starting_cp(gold: int, cp: int) -> None:
    """C7-CP-1"""
    assert starting_cp(gold) == cp


@pytest.mark.parametrize(
    ("gold", "cp"), [(0, 0), (200, 0), (224, 0), (225, 1), (300, 1), (674, 1), (675, 2)]
)
def test_reserve_cp(gold: int, cp: int) -> None:
    """C7-CP-3"""
    assert reserve_cp(gold) == cp


@pytest.mark.parametrize(
    ("gold", "number"), [(1000, 2), (750, 2), (749, 1), (250, 1), (249, 0), (2000, 4)]
)
def test_detachments_allowed(gold: int, number: int) -> None:
    """C7-DET-1"""
    assert detachments_allowed(gold) == number


CP_AND_RANGES = {
    "Platoon": (2, "1-2 10-30 0-20 0-3 0-4 0-2 0-0"),
    "Battalion": (3, "2-3 30-60 0-60 0-6 0-5 0-3 0-0"),
    "Brigade": (4, "3-5 60-120 30-80 0-12 3-7 3-5 0-0"),
    "Vanguard": (3, "1-2 0-30 30-60 0-6 0-4 0-2 0-0"),
    "Heavy": (3, "1-2 0-30 0-20 0-3 0-4 3-6 0-0"),
    "Cavalry": (3, "1-2 0-30 0-20 0-3 15-40 0-2 0-0"),
    "Titanic": (3, "0-0 0-0 0-0 0-0 0-0 0-0 3-3"),
    "Demolisher": (3, "0-0 0-0 0-0 0-0 0-0 0-0 1-1"),
    "Auxiliary": (2, "0-1 0-10 0-10 0-0 0-4 0-1 0-0"),
}


@pytest.mark.parametrize("name", CP_AND_RANGES)
def test_the_table_of_detachments(name: str) -> None:
    """C7-DET-2, as the specification prints it, one unit too few and one too many."""
    cp, ranges = CP_AND_RANGES[name]
    detachment = detachment_named(name.upper())
    assert detachment.cp == cp
    assert " ".join(f"{least}-{most}" for least, most in detachment.ranges) == ranges
    for classification, (least, most) in zip(CLASSES, detachment.ranges, strict=True):
        smallest = {
            one: low for one, (low, _) in zip(CLASSES, detachment.ranges, strict=True) if low
        }
        if detachment.one_class:
            smallest = {}
        if least:
            with pytest.raises(Refusal, match="C7-DET-2"):
                check_composition(detachment, {**smallest, classification: least - 1})
        with pytest.raises(Refusal, match="C7-DET-2"):
            check_composition(detachment, {**smallest, classification: most + 1})
        if most:
            check_composition(detachment, {**smallest, classification: most})


def test_there_are_nine_detachments() -> None:
    """C7-DET-3"""
    assert [one.name for one in DETACHMENTS] == list(CP_AND_RANGES)
    with pytest.raises(Refusal, match="C7-DET-3"):
        detachment_named("Phalanx")


@pytest.mark.parametrize(
    "counts", [{}, {"Troops": 5, "Warlord": 1}, {"Transport": 1}, {"Troops": 11}, {"Cavalry": 5}]
)
def test_an_auxiliary_is_of_one_classification(counts: dict[str, int]) -> None:
    """C7-DET-4"""
    with pytest.raises(Refusal, match="C7-DET-2"):
        check_composition(detachment_named("auxiliary"), counts)


def test_units_belong_to_their_detachment(table: NewTable) -> None:
    """C7-DET-5: each detachment has a number of its own, the reserve has none."""
    battle = table()
    battle.play(
        "1> faction Orc-Goblins",
        "1> detachment Auxiliary: 2 Goblins",
        "1> reinforcements: 1 Goblin",
        "1> detachment Auxiliary: 1 Warboss",
    )
    groups = {unit.ref: unit.detachment for unit in battle.state.living(1)}
    assert groups == {"G1": 1, "G2": 1, "G3": 0, "WB1": 2}


def test_equal_options_share_one_statblock(table: NewTable) -> None:
    """C7-UNIT-10, C7-ORDER-10: the same options in any order make the same unit type."""
    battle = table()
    battle.play("1> faction Second Roman Empire")
    battle.play(
        "1> detachment Auxiliary: 1 Centurion with Phalerae + Transverse Crest, 1 Centurion, "
        "2 Centurions with Transverse Crest + Phalerae"
    )
    (bought,) = battle.events
    assert isinstance(bought, UnitsBought)
    assert len(bought.blocks) == 1
    assert len({unit.kind for unit in bought.units}) == 2
    assert [battle.see(f"C{number} cost") for number in (1, 2, 3, 4)] == ["41", "34", "41", "41"]
    assert battle.play("1> reserves: 1 Centurion with Phalerae + Phalerae") == "C7-GOLD-3"
    battle.play("1> reserves: 1 Centurion with Phalerae and 1 Centurion with Transverse Crest")
    assert battle.see("C5 hp") == "42"
    assert battle.see("C5 cha") == "5"
    assert battle.see("C6 hp") == "48"


def test_the_error_gives_price_rest_and_limit(table: NewTable) -> None:
    """C7-GOLD-1"""
    battle = table(gold="400")
    battle.play("1> faction Praetorian Legions")
    line = "detachment Platoon: 1 Praetor, 10 Praetorian Legionaries"
    assert battle.play(f"1> {line}") == "C7-GOLD-1"
    import grammar

    (written,) = grammar.read("crusade7", line, battle.game.names(battle.state))
    with pytest.raises(Refusal, match=r"465 G and has 400 G left of 400 G"):
        battle.game.adjudicate(battle.state, 1, written.orders, lambda die: 1)


def test_nobody_is_bought_by_the_number_nought(table: NewTable) -> None:
    """C7-ORDER-1: an order to buy no unit at all is refused."""
    battle = table()
    battle.play("1> faction Orc-Goblins")
    assert battle.play("1> reinforcements: 0 Goblins") == "C7-ORDER-1"
    assert battle.play("1> ready") == "C7-SETUP-6"


def test_the_battle_begins_with_new_references(table: NewTable) -> None:
    """C7-SETUP-9: army 2's numbers are raised by the highest of army 1."""
    battle = table()
    for seat, column in ((1, 5), (2, 25)):
        battle.play(
            f"{seat}> faction Orc-Goblins",
            f"{seat}> detachment Auxiliary: {4 - seat} Goblins",
            f"{seat}> reinforcements: 1 Orc Raider",
            f"{seat}> deploy all Goblins at 5,{column}",
            f"{seat}> ready",
        )
    began = next(event for event in battle.events if isinstance(event, BattleBegan))
    assert began.renamed == (("G1", "G4"), ("G2", "G5"), ("O1", "O2"))
    assert battle.game.awaits(battle.state) in ((1,), (2,))
    assert battle.holds("6,25 holds G5")
    assert battle.see("O2 army") == "army 2"


def test_everybody_who_is_not_ready_is_awaited(table: NewTable) -> None:
    """C7-SETUP-8: both seats set up at the same time."""
    battle = table()
    assert battle.game.awaits(battle.state) == (1, 2)
    battle.play("1> faction Elves", "1> reserves: 1 Elf Archer", "1> ready")
    assert battle.game.awaits(battle.state) == (2,)


def test_the_starter_sets_up_a_battle(table: NewTable) -> None:
    """C7-SETUP-7: the lines of the starter are accepted, with 500 gold and with more."""
    for gold in ("500", "1000"):
        battle = table(gold=gold)
        assert battle.play(*battle.game.starter) == ""
        assert battle.see("phase") == "move"
        assert battle.see("turn") == "army 1"
        assert battle.see("round") == "1"
        assert battle.see("army 1 units") == "15"
        assert battle.see("army 2 units") == "13"
