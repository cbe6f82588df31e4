"""Section 7.6: psionic tests, backlash, denial, Smite."""

from dataclasses import replace

import pytest

from rules.crusade7 import events, magic, tactics
from rules.crusade7.apply import apply
from rules.crusade7.army.statblock import (
    Attack,
    Choose,
    Effects,
    Gain,
    Harm,
    Library,
    Modifier,
    Power,
    Statblock,
    Wounded,
)
from rules.crusade7.orders import Deny, Manifest, UseTactic, Who
from rules.crusade7.state import Army, Battle, Concentration, Effect, State, Unit, unit_now
from rules.line.adjudication import Adjudication, Die
from rules.line.errors import Refusal
from rules.line.events import PhaseBegan
from rules.line.flow import Flow
from rules.numbers.arith import half_away

POWERS = (
    Power(
        "Antimagic Missile",
        6,
        Effects(
            "",
            Choose(1, "enemy", 12),
            harm=(Harm(25, "psychic"),),
            breaks_concentration=True,
            takes_slot=True,
        ),
    ),
    Power(
        "Screen",
        4,
        Effects("", Choose(1, "friendly", 6), gains=(Gain((Modifier("AC", 3),), 1),)),
    ),
    Power("Shear", 7, Effects("", Choose(2, "enemy", 9), harm=(Harm(22, "psychic"),))),
    Power("Riddle", 3, Effects("It hums.", Choose(), understood=False)),
    Power("Bolt", 3, Effects("", Choose(), strike=Attack("", 0, (), None, None, ((9, "fire"),)))),
)
PSIONIC = Statblock(
    "Praetorian Psionic",
    "PP",
    156,
    18,
    "",
    120,
    (6, 2, 4, 4, 6, 5, 6, 5),
    manifests=2,
    denies=1,
    powers=("Smite", "Antimagic Missile", "Screen", "Shear", "Riddle", "Bolt", "Unwritten"),
)
DUMMY = Statblock("Iron Dummy", "ID", 100, 20, "", 10, (0,) * 8)
BROKEN = replace(PSIONIC, abilities=(Wounded("Desperate", (Modifier("psychic tests", amount=3),)),))
BLOCKS = (PSIONIC, DUMMY, BROKEN)


def unit(ref: str, seat: int, at: tuple[int, int] | None, kind: int = 0, **more: object) -> Unit:
    """A fresh unit of one of the three types."""
    block = BLOCKS[kind]
    fresh = Unit(ref, seat, kind, block.hp, block.hp, block.ac, "", block.stats, at)
    return replace(fresh, **more)  # type: ignore[arg-type]


def battle(*units: Unit, dice: tuple[int, ...] = (), phase: str = "mana", cp: int = 3) -> Battle:
    """Round 1; army 1 acts; the dice lie ready."""
    state = State(
        flow=Flow(1, phase, 1, dice),
        library=Library(powers=POWERS),
        blocks=BLOCKS,
        armies={1: Army(1, cp=cp), 2: Army(2)},
        units={one.ref: one for one in units},
    )
    return Adjudication(state, 1, no_dice, apply)


def no_dice(die: Die) -> int:
    """Fail if more dice are drawn than were prepared."""
    raise AssertionError(die.name)


def manifest(scene: Battle, ref: str, power: str, *targets: str) -> events.PsionicTested | None:
    """A unit manifests a power; what its test came to."""
    magic.manifest(scene, unit_now(scene, ref), Manifest(Who((ref,)), power, targets))
    tests = [one for one in scene.events if isinstance(one, events.PsionicTested)]
    return tests[-1] if tests else None


def refusal(scene: Battle, ref: str, power: str, *targets: str) -> str:
    """The rule that an attempt breaks; nothing may have been emitted."""
    before = len(scene.events)
    with pytest.raises(Refusal) as caught:
        manifest(scene, ref, power, *targets)
    assert len(scene.events) == before
    return caught.value.rule


PP1, PP2 = unit("PP1", 1, (5, 5)), unit("PP2", 1, (7, 5))
ID1 = unit("ID1", 2, (5, 12), kind=1)


@pytest.mark.parametrize(
    ("die", "denied", "edge", "halved", "value"),
    [(9, True, 1, 0, 7), (12, False, 0, 0, 12), (12, True, 0, 0, 6), (5, True, -1, 2, 3)],
)
def test_value_of_a_test(die: int, denied: bool, edge: int, halved: int, value: int) -> None:
    """C7-PSI-4, 7.11 example 8"""
    assert magic.psionic_value(die, denied, edge, halved) == value


@pytest.mark.parametrize(("whole", "half"), [(1, 1), (2, 1), (3, 2), (-3, -2), (-1, -1), (4, 2)])
def test_half_of_a_modifier(whole: int, half: int) -> None:
    """C7-PSI-4: half of a modifier is rounded half up by its size, whatever its sign."""
    assert half_away(whole, 2) == half


def test_each_modifier_is_halved_by_itself() -> None:
    """C7-PSI-4: +1 and +1 of different names make +2, not +1; advantage is worth 2."""
    gifted = replace(
        PP1,
        effects=(
            Effect("Focus", (Modifier("psychic tests", amount=1),)),
            Effect("Song", (Modifier("psychic tests", amount=1),)),
            Effect("Choir", (Modifier("psychic tests", edge=1),)),
        ),
    )
    tested = manifest(battle(gifted, ID1, dice=(5,)), "PP1", "Smite", "ID1")
    assert tested is not None
    assert tested.value == 5 + 2 + 2
    assert sum(part.amount for part in tested.parts) == 2


@pytest.mark.parametrize(
    ("die", "hp", "user"), [(4, 100, 156), (5, 60, 156), (10, 60, 156), (11, 7, 156), (12, 7, 116)]
)
def test_smite(die: int, hp: int, user: int) -> None:
    """C7-PSI-15, C7-PSI-2: 40 from 5 up, 93 from 11 up; a die of 12 costs its user 40."""
    scene = battle(PP1, ID1, dice=(die,))
    manifest(scene, "PP1", "smite", "ID1")
    assert unit_now(scene, "ID1").hp == hp
    assert unit_now(scene, "PP1").hp == user


def test_burst_by_row_then_column() -> None:
    """C7-PSI-3: who dies of the backlash harms all within 3; the power fails."""
    victims = (
        unit("ID2", 1, (7, 7), kind=1),
        unit("ID3", 2, (3, 6), kind=1),
        unit("ID4", 2, (3, 4), kind=1),
        unit("ID5", 2, (5, 9), kind=1),
    )
    scene = battle(replace(PP1, hp=40), ID1, *victims, dice=(12,))
    tested = manifest(scene, "PP1", "Smite", "ID1")
    assert tested is not None
    assert (tested.value, tested.charge, tested.passed) == (12, 5, False)
    hurt = [one.unit for one in scene.events if isinstance(one, events.Damaged)]
    assert hurt == ["PP1", "ID4", "ID3", "ID2"]
    assert unit_now(scene, "ID1").hp == 100


def test_backlash_comes_before_the_value() -> None:
    """C7-PSI-16: what wounds give a psionic test counts after the backlash."""
    hurt = unit("PP1", 1, (5, 5), kind=2, hp=118)
    tested = manifest(battle(hurt, ID1, dice=(1,)), "PP1", "Smite", "ID1")
    assert tested is not None
    assert (tested.die, tested.value) == (1, 3)


def test_charge_of_smite_rises_with_attempts_of_others() -> None:
    """C7-PSI-6: the charge rises with other units' attempts, including failed ones, but not with
    one's own."""
    scene = battle(PP1, PP2, ID1, dice=(2, 2, 6, 7))
    charges = [
        tested.charge
        for ref in ("PP1", "PP1", "PP2", "PP2")
        if (tested := manifest(scene, ref, "Smite", "ID1")) is not None
    ]
    assert charges == [5, 5, 7, 7]


def test_other_powers_once_per_army_and_units_by_their_entry() -> None:
    """C7-PSI-5, C7-PSI-7: PSI-7 is checked first."""
    scene = battle(PP1, PP2, ID1, dice=(2, 2, 2))
    manifest(scene, "PP1", "Shear", "ID1")
    assert refusal(scene, "PP2", "shear", "ID1") == "C7-PSI-5"
    manifest(scene, "PP1", "Smite", "ID1")
    assert refusal(scene, "PP1", "Shear", "ID1") == "C7-PSI-7"


def test_checks_run_from_left_to_right() -> None:
    """Section 6.2: power, fell back, advanced, attempts, army, targets, distance, too near."""
    near = unit("ID2", 2, (5, 7), kind=1)
    far = unit("ID3", 2, (5, 28), kind=1)
    scene = battle(PP1, ID1, near, far)
    assert refusal(battle(unit("ID9", 1, (1, 1), kind=1)), "ID9", "Smite") == "C7-PSI-12"
    assert refusal(battle(replace(PP1, moved="fall back")), "PP1", "Fog") == "C7-PSI-12"
    assert refusal(battle(replace(PP1, moved="fall back")), "PP1", "Smite") == "C7-PSI-8"
    spent = replace(PP1, moved="advance", powers_tried=2)
    assert refusal(battle(spent), "PP1", "Smite") == "C7-RANGE-7"
    assert refusal(battle(replace(spent, moved="none")), "PP1", "Smite") == "C7-PSI-7"
    assert refusal(scene, "PP1", "Smite") == "C7-PSI-13"
    assert refusal(scene, "PP1", "Smite", "PP1") == "C7-PSI-13"
    assert refusal(scene, "PP1", "Smite", "ID2", "ID3") == "C7-PSI-13"
    assert refusal(scene, "PP1", "Smite", "ID3") == "C7-PSI-14"
    assert refusal(scene, "PP1", "Smite", "ID2") == "C7-MANA-4"
    assert refusal(scene, "PP1", "Unwritten", "ID1") == "C7-PSI-12"


def test_antimagic_missile() -> None:
    """C7-EFF-2, C7-EFF-8, C7-EFF-9 in the order of C7-SPELL-12."""
    mage = replace(ID1, slots=((1, 2), (3, 1)), concentration=Concentration("Veil"))
    scene = battle(PP1, mage, dice=(6,))
    manifest(scene, "PP1", "Antimagic Missile", "ID1")
    hurt = unit_now(scene, "ID1")
    assert (hurt.hp, hurt.concentration, hurt.slots) == (75, None, ((1, 2), (3, 0)))


def test_powers_that_the_gm_adjudicates() -> None:
    """C7-EFF-15: also an attack of a unit that has neither ATK nor DC."""
    scene = battle(PP1, unit("ID1", 2, (9, 28), kind=1), dice=(3, 9))
    manifest(scene, "PP1", "Riddle", "ID1")
    assert isinstance(scene.events[-1], events.GMAdjudicates)
    manifest(scene, "PP1", "Bolt", "ID1")
    assert isinstance(scene.events[-1], events.GMAdjudicates)


def test_support_is_worth_two_and_used_up() -> None:
    """C7-TAC-7"""
    scene = battle(PP1, ID1, dice=(9, 9))
    tactics.use(scene, UseTactic("support"))
    first = manifest(scene, "PP1", "Smite", "ID1")
    second = manifest(scene, "PP1", "Smite", "ID1")
    assert first is not None
    assert second is not None
    assert (first.value, second.value) == (11, 9)


# Denial.


def deny(scene: Battle, ref: str, target: str) -> None:
    """A unit denies another."""
    magic.deny(scene, unit_now(scene, ref), Deny(Who((ref,)), target))


def test_first_declared_denial_in_range_works() -> None:
    """C7-PSI-9: one per test; one that is too far off stays for the test after."""
    deniers = (unit("PP7", 2, (5, 25)), unit("PP8", 2, (5, 15)), unit("PP9", 2, (6, 15)))
    scene = battle(PP1, ID1, *deniers, dice=(9, 9, 9), phase="move")
    for one in deniers:
        deny(scene, one.ref, "PP1")
    scene.emit(PhaseBegan(1, "mana"))
    first = manifest(scene, "PP1", "Smite", "ID1")
    assert first is not None
    assert (first.value, first.denier) == (5, "PP8")
    assert [one.denier for one in scene.state.denials] == ["PP7", "PP9"]
    second = manifest(scene, "PP1", "Smite", "ID1")
    assert second is not None
    assert second.denier == "PP9"
    magic.lapse(scene)
    assert scene.state.denials == ()
    assert scene.events[-1] == events.DenialsLapsed((("PP7", "PP1"),))


@pytest.mark.parametrize(
    ("denier", "target", "phase", "rule"),
    [
        ("ID1", "PP1", "move", "C7-PSI-12"),
        ("PP7", "PP8", "move", "C7-PSI-9"),
        ("PP7", "ID2", "move", "C7-PSI-9"),
        ("PP8", "PP1", "move", "C7-PSI-10"),
        ("PP7", "PP1", "mana", "C7-PSI-11"),
    ],
)
def test_denials_that_are_refused(denier: str, target: str, phase: str, rule: str) -> None:
    """C7-PSI-9 to C7-PSI-12"""
    others = (unit("PP7", 2, (5, 25)), unit("PP8", 2, (5, 15), denied=1))
    scene = battle(PP1, ID1, unit("ID2", 1, (9, 9), kind=1), *others, phase=phase)
    with pytest.raises(Refusal) as caught:
        deny(scene, denier, target)
    assert caught.value.rule == rule
