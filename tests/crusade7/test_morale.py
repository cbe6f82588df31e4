"""Section 7.9: the Morale checks of an army."""

from dataclasses import replace

import pytest

from rules.crusade7 import events, sequence
from rules.crusade7.apply import apply
from rules.crusade7.army.statblock import Modifier, Statblock, Steadfast
from rules.crusade7.state import Affliction, Army, Battle, Effect, State, Unit, Until, unit_now
from rules.line.adjudication import Adjudication, Die
from rules.line.flow import Flow

BLOCK = Statblock("Legionnaire", "L", 27, 18, "", 15, (6, 3, 1, 2, 0, 1, 2, 2))
MINDLESS = replace(BLOCK, name="Husk", abilities=(Steadfast("Mindless"),))
BLOCKS = (BLOCK, MINDLESS)


def unit(ref: str, seat: int, cha: int, kind: int = 0, **more: object) -> Unit:
    """A unit with this CHA."""
    stats = (*BLOCK.stats[:6], cha, BLOCK.stats[7])
    number = int(ref[1:])
    fresh = Unit(ref, seat, kind, 27, 27, 18, "", stats, (number % 24 + 1, 10 * seat))
    return replace(fresh, **more)  # type: ignore[arg-type]


def battle(*units: Unit, killed: int = 0, lost: int = 0, **options: str) -> Battle:
    """The Morale Phase of round 3."""
    state = State(
        flow=Flow(3, "morale", 1),
        options=options,
        blocks=BLOCKS,
        armies={1: Army(1, lost=lost), 2: Army(2, lost=killed - lost)},
        units={one.ref: one for one in units},
        killed=killed,
    )
    return Adjudication(state, 1, no_dice, apply)


def no_dice(die: Die) -> int:
    """Fail: Morale draws no die."""
    raise AssertionError(die.name)


def checks_of(scene: Battle) -> list[events.MoraleTested]:
    """The checks, in order."""
    return [one for one in scene.events if isinstance(one, events.MoraleTested)]


@pytest.mark.parametrize(
    ("killed", "dc"), [(0, 10), (2, 10), (3, 11), (8, 11), (9, 12), (14, 12), (15, 13)]
)
def test_difficulty(killed: int, dc: int) -> None:
    """C7-MORALE-2, 7.11 example 10"""
    assert sequence.difficulty(killed) == dc


def test_order_and_verdicts() -> None:
    """C7-MORALE-1, C7-MORALE-4: in order of reference, only those on the field of that army."""
    scene = battle(
        unit("L10", 1, 2),
        unit("L2", 1, 1),
        unit("L3", 1, 5, at=None, inside="CR1"),
        unit("L4", 1, 5, at=None, reserve=True),
        unit("L20", 2, -5),
        killed=9,
    )
    sequence.test_army(scene, 1)
    assert [(one.unit, one.value, one.dc, one.passed) for one in checks_of(scene)] == [
        ("L2", 11, 12, False),
        ("L10", 12, 12, True),
    ]
    assert unit_now(scene, "L2").conditions == (
        Affliction("shaken", Until.of(4, "mana"), source="morale"),
    )


def test_option_own() -> None:
    """C7-MORALE-2: with morale=own only the army's own losses count."""
    scene = battle(unit("L1", 1, 0), killed=9, lost=2, morale="own")
    sequence.test_army(scene, 1)
    assert [one.dc for one in checks_of(scene)] == [10]


def test_frightened_fail_and_steadfast_pass() -> None:
    """C7-MORALE-3: steadfast even when frightened."""
    fear = (Affliction("frightened"),)
    scene = battle(
        unit("L1", 1, 9, conditions=fear),
        unit("L2", 1, -9, kind=1, conditions=fear),
        killed=60,
    )
    sequence.test_army(scene, 1)
    assert [(one.passed, one.why) for one in checks_of(scene)] == [
        (False, "frightened"),
        (True, "Mindless: always passes"),
    ]


def test_advantage_counts_once() -> None:
    """C7-STAT-4: advantage on morale and on saving throws is 4, not 8; CHA itself counts fully."""
    gifts = (
        Effect("Rally", (Modifier("morale", edge=1),)),
        Effect("Bless", (Modifier("saving throws", edge=1),)),
        Effect("Charm", (Modifier("CHA", amount=2),)),
    )
    scene = battle(unit("L1", 1, 1, effects=gifts))
    sequence.test_army(scene, 1)
    (only,) = checks_of(scene)
    assert only.value == 1 + 10 + 2 + 4
    assert sum(part.amount for part in only.parts) == 13
