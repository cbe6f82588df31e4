"""Chapters 7.1 to 7.4 on the board, with real units: attacks, strikes, reach, damage and death."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from grammar.language import library
from rules.crusade7.apply import apply
from rules.crusade7.army.statblock import Constant, Defences, Modifier, ShieldWall, Statblock
from rules.crusade7.events import (
    AttackMade,
    AttackResolved,
    ConditionGained,
    Damaged,
    Killed,
    Part,
    ShieldBroken,
    StrikeLost,
)
from rules.crusade7.fight import attacks, melee
from rules.crusade7.harm import conditions, damage, numbers
from rules.crusade7.harm.damage import resolve
from rules.crusade7.orders import Engage, Multiattack, Strike, Who
from rules.crusade7.setup import fresh_unit
from rules.crusade7.state import (
    Affliction,
    Army,
    Battle,
    Concentration,
    Effect,
    State,
    Until,
    unit_now,
)
from rules.line.adjudication import Adjudication, Die
from rules.line.errors import Refusal
from rules.line.flow import Flow
from rules.numbers.grid import Cell

BLOCKS: tuple[Statblock, ...] = library("crusade7").blocks


def no_dice(die: Die) -> int:
    """Fail: nothing in this chapter draws a die."""
    raise AssertionError(f"a {die.name} was drawn")


def scene(*units: str, phase: str = "fight", seat: int = 1, **options: str) -> Battle:
    """A battle with units such as `L1 5,5`; a `*` before the reference puts it in army 2."""
    state = State(
        flow=Flow(round=1, phase=phase, turn=seat),
        options=options,
        blocks=BLOCKS,
        armies={1: Army(1, cp=9), 2: Army(2, cp=9)},
    )
    for text in units:
        name, place = text.split()
        ref, row, column = name.lstrip("*"), *place.split(",")
        letters = ref.rstrip("0123456789")
        kind = next(n for n, block in enumerate(BLOCKS) if block.abbreviation == letters)
        unit = fresh_unit(ref, 2 if name[0] == "*" else 1, kind, BLOCKS[kind])
        state = state.with_unit(replace(unit, at=(int(row), int(column))))
    return Adjudication(state, seat, no_dice, apply)


def change(battle: Battle, ref: str, **values: object) -> None:
    """Set attributes of a unit."""
    unit = replace(unit_now(battle, ref), **values)  # type: ignore[arg-type]
    battle.state = battle.state.with_unit(unit)


def afflict(battle: Battle, ref: str, *names: str) -> None:
    """Give conditions that stay."""
    change(battle, ref, conditions=tuple(Affliction(name) for name in names))


def learn(battle: Battle, ref: str, *abilities: object) -> None:
    """Give a unit a statblock of its own, with these abilities in place of the printed ones."""
    unit = unit_now(battle, ref)
    block = replace(battle.state.block(unit), abilities=abilities)  # type: ignore[arg-type]
    battle.state = replace(battle.state, blocks=(*battle.state.blocks, block))
    change(battle, ref, kind=len(battle.state.blocks) - 1)


def attack(battle: Battle, ref: str, targets: str, name: str = "") -> None:
    """`L1 attacks P1, P2 with Gladius`."""
    order = Strike(Who((ref,)), tuple(targets.split()), name)
    attacks.strike(battle, unit_now(battle, ref), order)


def multiattack(battle: Battle, ref: str, targets: str) -> None:
    """`C1 multiattacks P1, P2`."""
    order = Multiattack(Who((ref,)), tuple(targets.split()))
    attacks.multiattack(battle, unit_now(battle, ref), order)


def engage(battle: Battle, ref: str, to: Cell | str) -> None:
    """`L1 engages P1`, or `to 5,6`."""
    melee.engage(battle, unit_now(battle, ref), Engage(Who((ref,)), to))


def hp(battle: Battle, ref: str) -> int:
    return unit_now(battle, ref).hp


def hits(battle: Battle) -> list[AttackResolved]:
    """The attacks that have been resolved so far."""
    return [event for event in battle.events if isinstance(event, AttackResolved)]


def refused(act: Callable[..., None], *arguments: object) -> str:
    """The rule that an order breaks; it must not lead to any event."""
    battle = arguments[0]
    assert isinstance(battle, Adjudication)
    count = len(battle.events)
    with pytest.raises(Refusal) as refusal:
        act(*arguments)
    assert len(battle.events) == count
    assert refusal.value.why
    return refusal.value.rule


def test_spear_against_a_legionnaire() -> None:
    """Worked example 1: 40 % of 11 is 4; supported 7; of an invisible target 4 again."""
    for edges, states, lost in (
        ((), (), 4),
        ((Part("Support", 0, 1),), (), 7),
        ((Part("Support", 0, 1),), ("invisible",), 4),
    ):
        battle = scene("L1 5,5", "*L2 5,7")
        afflict(battle, "L2", *states)
        spear = attacks.attack_named(battle.state, unit_now(battle, "L1"), "spear")
        assert resolve(battle, numbers.Blow("L1", spear, edges), "L2")
        assert hp(battle, "L2") == 27 - lost


def test_gladius_on_a_stunned_legionnaire() -> None:
    """Worked example 2: advantage, and 60 % of twice 9."""
    battle = scene("L1 5,5", "*L2 5,6")
    afflict(battle, "L2", "stunned")
    attack(battle, "L1", "L2", "Gladius")
    assert hp(battle, "L2") == 27 - 11


def test_molotov_cocktail() -> None:
    """Worked example 3: each unit within 1 of the target with its own DEX, by row, column."""
    battle = scene("*GB1 5,5", "L1 5,12", "C1 6,13", "L2 4,11", "L3 5,14", seat=2)
    attack(battle, "GB1", "L1", "Molotov Cocktail")
    assert [(hit.target, hit.share) for hit in hits(battle)] == [
        ("L1", 800),
        ("L2", 800),
        ("C1", 775),
    ]
    assert hp(battle, "L1") == 27 - 14
    assert hp(battle, "L3") == 27
    assert unit_now(battle, "GB1").uses == (("Molotov Cocktail", 1),)


def test_pila_on_an_orc_beside_another() -> None:
    """Worked example 6: first the damage, then the shield."""
    battle = scene("L1 5,5", "*O1 5,9", "*O2 6,10")
    attack(battle, "L1", "O1", "Pila")
    kinds = [type(event) for event in battle.events]
    assert kinds.index(Damaged) < kinds.index(ShieldBroken)
    orc = unit_now(battle, "O1")
    assert (orc.hp, orc.ac, orc.armour) == (28, 11, "Hide")


def test_the_parts_add_up() -> None:
    """C7-REP-1: every number of an attack equals the sum of its reported parts and its advantage or
    disadvantage."""
    battle = scene("LG1 5,4", "L1 5,5", "*T1 5,6", "*T2 6,6")
    afflict(battle, "L1", "poisoned")
    attack(battle, "L1", "T1", "Gladius")
    hit = hits(battle)[0]
    assert (hit.versus, hit.high, hit.low) == ("AC", 20, 2)
    assert sum(part.amount for part in hit.high_parts) == 20
    low = numbers.add_up(hit.low_parts)
    assert (low.amount, low.edge, low.value) == (6, -1, 2)
    assert "Field Command of LG1" in [part.source for part in hit.low_parts]
    assert (hit.listed, hit.sum, hit.share, hit.damage) == (9, (9, 1), 150, 1)


@pytest.mark.parametrize(
    ("states", "order", "rule"),
    [
        ({}, ("SD1", "Halberd"), "C7-ATK-8"),
        ({"spent": ("melee",)}, ("SD1", "Gladius"), "C7-ATK-6"),
        ({"engaging": True}, ("SD3", "Pila"), "C7-MELEE-5"),
        ({"uses": (("Pila", 0),), "charged": True}, ("SD3", "Pila"), "C7-ATK-10"),
        ({}, ("SD1 SD2", "Gladius"), "C7-ATK-12"),
        ({}, ("L2", "Gladius"), "C7-ATK-11"),
        ({}, ("SD1", "Spear"), "C7-ATTR-3"),
        ({}, ("SD2", "Spear"), "C7-ATTR-3"),
        ({}, ("SD3", "Gladius"), "C7-MELEE-1"),
        ({"charged": True}, ("SD3", "Pila"), "C7-RANGE-8"),
        ({}, ("SD1", "Pila"), "C7-RANGE-2"),
        ({}, ("SD4", "Pila"), "C7-RANGE-1"),
        ({}, ("X1", "Pila"), "C7-ORDER-2"),
        ({}, ("SD1", "Multiattack"), "C7-ATK-8"),
    ],
)
def test_checks_of_an_attack(states: dict[str, object], order: tuple[str, str], rule: str) -> None:
    """Section 6.2: the first check of an attack that fails gives the error."""
    battle = scene("L1 5,5", "L2 4,4", "*SD1 5,6", "*SD2 6,7", "*SD3 5,9", "*SD4 5,10")
    change(battle, "L1", **states)
    assert refused(attack, battle, "L1", *order) == rule


def test_an_attack_is_found_if_it_is_the_only_one() -> None:
    """C7-ATK-9: the attack need not be named if only one is possible; otherwise the refusal says
    why none is."""
    battle = scene("L1 5,5", "*SD1 5,6", "*SD2 5,20")
    assert refused(attack, battle, "L1", "SD2") == "C7-ATK-9"
    attack(battle, "L1", "SD1")
    assert hits(battle)[0].attack == "Gladius"
    assert refused(attack, scene("EQ1 5,5", "*SD1 5,6"), "EQ1", "SD1") == "C7-ATK-9"


def test_multiattack_strikes_in_order() -> None:
    """C7-ATK-12: a strike whose target has died before it is lost, and its neighbour is safe."""
    battle = scene("C1 5,5", "*SD1 5,6", "*SD2 4,5")
    change(battle, "SD1", hp=5)
    multiattack(battle, "C1", "SD1")
    assert [type(one) for one in battle.events][-3:] == [Damaged, Killed, StrikeLost]
    assert hp(battle, "SD2") == 50
    assert battle.state.killed == 1


def test_multiattack_is_one_attack() -> None:
    """C7-ATK-6: with `attacks=both` a Multiattack of melee strikes leaves the ranged attack."""
    battle = scene("C1 5,5", "*SD1 5,6", "*SD2 5,9", attacks="both")
    attack(battle, "C1", "SD1", "Multiattack")
    assert next(one for one in battle.events if isinstance(one, AttackMade)).kind == "melee"
    attack(battle, "C1", "SD2", "Pila")
    assert refused(attack, battle, "C1", "SD1", "Gladius") == "C7-ATK-6"


def test_a_multiattack_ends_with_its_attacker() -> None:
    """C7-ATK-12: an attacker killed by its own blast makes no further strikes."""
    battle = scene("PT1 5,5", "*SD1 5,8", phase="heavy")
    change(battle, "PT1", hp=5)
    pit = unit_now(battle, "PT1")
    block = replace(battle.state.block(pit), multiattack=((2, "Doom Bellow"),))
    battle.state = replace(battle.state, blocks=(*battle.state.blocks, block))
    change(battle, "PT1", kind=len(battle.state.blocks) - 1)
    multiattack(battle, "PT1", "SD1")
    assert unit_now(battle, "PT1").dead
    assert hp(battle, "SD1") == 30
    assert isinstance(battle.events[-1], StrikeLost)


def test_what_a_reaction_asks() -> None:
    """C7-REACT-4: a reaction checks uses, reach or range, the minimum range and the Advance,
    nothing else."""
    battle = scene("L1 5,5", "*SD1 5,7", "*SD2 5,9", phase="move", seat=2)
    state, one = battle.state, unit_now(battle, "L1")
    pila, spear, gladius = state.block(one).attacks
    near, far = unit_now(battle, "SD1"), unit_now(battle, "SD2")
    done = replace(one, spent=("melee", "ranged"), charged=True)
    assert attacks.could_be_made(state, done, spear, near) is None
    assert attacks.could_be_made(state, done, pila, far) is None
    rules = [
        attacks.could_be_made(state, unit, blow, target)
        for unit, blow, target in (
            (one, pila, near),
            (one, gladius, near),
            (one, spear, far),
            (replace(one, uses=(("Pila", 0),)), pila, far),
        )
    ]
    assert [refusal.rule for refusal in rules if refusal] == [
        "C7-RANGE-2",
        "C7-MELEE-1",
        "C7-ATTR-3",
        "C7-ATK-10",
    ]
    assert attacks.expected_damage(state, one, spear, near) == 9


@pytest.mark.parametrize(
    ("states", "to", "rule"),
    [
        ({"conditions": (Affliction("prone"),)}, "SD1", "C7-COND-3"),
        ({"charged": True, "spent": ("melee",)}, "SD1", "C7-MELEE-4"),
        ({"spent": ("ranged", "engage")}, "SD1", "C7-ATK-6"),
        ({"spent": ("engage",)}, "SD1", "C7-MELEE-6"),
        ({}, "L2", "C7-ATK-11"),
        ({}, "SD2", "C7-MELEE-3"),
        ({}, (0, 5), "C7-MOVE-9"),
        ({}, (1, 5), "C7-MELEE-2"),
        ({}, (3, 5), "C7-MELEE-2"),
        ({}, (1, 4), "C7-MOVE-10"),
        ({}, (2, 4), "C7-MELEE-3"),
    ],
)
def test_checks_of_engaging(states: dict[str, object], to: Cell | str, rule: str) -> None:
    """Section 6.2: the checks of engaging, in the table's order."""
    battle = scene("L1 1,5", "L2 1,4", "*SD1 1,7", "*SD2 5,9")
    change(battle, "L1", **states)
    assert refused(engage, battle, "L1", to) == rule


def test_immunity_and_both_ways() -> None:
    """C7-DMG-2, C7-DMG-6: each type of damage is changed by itself, and the sum is rounded half
    up."""
    battle = scene("SD1 5,5")
    clay = Defences("Clay", ("fire", "cold"), ("poison",), ("fire", "acid"))
    learn(battle, "SD1", clay, Constant("Oil", (Modifier("resistance", damage_type="Ash"),)))
    for dealt, lost in (
        ((("fire", 5),), 5),
        ((("cold", 5),), 3),
        ((("acid", 5),), 10),
        ((("POISON", 5),), 0),
        ((("ash", 5), ("cold", 4)), 5),
    ):
        before = hp(battle, "SD1")
        damage.deal_typed(battle, "SD1", tuple((amount, name) for name, amount in dealt))
        assert before - hp(battle, "SD1") == lost


def test_damage_stops_at_nothing() -> None:
    """C7-STAT-2: HP never fall below 0, and the dead are neither hurt nor healed."""
    battle = scene("SD1 5,5")
    damage.deal(battle, "SD1", 70)
    dead = unit_now(battle, "SD1")
    assert (dead.hp, dead.dead, dead.at) == (0, True, None)
    count = len(battle.events)
    damage.deal(battle, "SD1", 7)
    damage.kill(battle, "SD1")
    damage.heal(battle, "SD1", 9)
    conditions.give(battle, "SD1", "prone", None)
    assert len(battle.events) == count
    assert battle.state.armies[1].lost == 1


def test_damage_tests_concentration() -> None:
    """C7-CONC-2: INT 7 keeps a spell through 13 damage and not through 15."""
    battle = scene("HM1 5,5")
    change(battle, "HM1", concentration=Concentration("Veil"))
    damage.deal(battle, "HM1", 13)
    assert unit_now(battle, "HM1").concentration is not None
    damage.deal(battle, "HM1", 15)
    assert unit_now(battle, "HM1").concentration is None


def test_passengers_survive_their_transport() -> None:
    """C7-DMG-7: a death ability works before the passengers get out, so it does not hit them."""
    battle = scene("CR1 5,5", "L1 1,1")
    change(battle, "L1", at=None, inside="CR1")
    damage.kill(battle, "CR1")
    assert unit_now(battle, "L1").at == (4, 4)


def test_numbers_of_a_unit() -> None:
    """C7-EFF-18, C7-STAT-5: effects change stats, advantage does not; Speed never falls below 0."""
    battle = scene("L1 5,5")
    modifiers = (Modifier("Speed", -9), Modifier("STR", 2), Modifier("STR", edge=1))
    change(battle, "L1", effects=(Effect("Curse", modifiers),))
    state, unit = battle.state, unit_now(battle, "L1")
    assert [numbers.stat(state, unit, name) for name in ("Speed", "STR", "DEX")] == [0, 5, 1]
    assert numbers.tally(state, unit, "STR").edge == 1
    assert numbers.initiative_of(state, replace(unit, charged=True)) == 4


def test_shield_walls_do_not_stack() -> None:
    """C7-ABIL-6, C7-STAT-6: two neighbours give no more than one; AC against ranged attacks is
    counted apart."""
    battle = scene("T1 5,5", "T2 6,5", "T3 4,5", "SD1 5,6")
    learn(battle, "SD1", ShieldWall("Shield Wall", 1), ShieldWall("Hedge", 2))
    unit = unit_now(battle, "T1")
    change(battle, "T1", effects=(Effect("Roof", (Modifier("AC against ranged attacks", 4),)),))
    unit = unit_now(battle, "T1")
    armour = [
        numbers.armour_class(battle.state, unit, against)[0] for against in ("", "melee", "ranged")
    ]
    assert armour == [20, 20, 24]
    assert numbers.armour_class(battle.state, unit_now(battle, "SD1"))[0] == 11


@pytest.mark.parametrize(
    ("kind", "fits"),
    [
        ("", True),
        ("units", True),
        ("praetorian legionaries", True),
        ("Praetorian Legionary", True),
        ("troop", True),
        ("armored", True),
        ("Cavalry", False),
        ("Legionary", False),
    ],
)
def test_kinds(kind: str, fits: bool) -> None:
    """C7-ABIL-2, C7-DMG-3: a classification, a type or a tag, in any number and case."""
    battle = scene("PL1 5,5")
    assert numbers.is_kind(battle.state, unit_now(battle, "PL1"), kind) is fits


def test_conditions_end_when_they_should() -> None:
    """C7-TURN-9, C7-COND-1: the same phase, so many rounds later; the immune get nothing."""
    battle = scene("L1 5,5", "CR1 8,8")
    assert conditions.until_rounds(battle.state, 2) == Until(3, 5)
    conditions.give(battle, "L1", "stunned", Until(3, 5))
    conditions.give(battle, "L1", "stunned", Until(2, 5))
    assert unit_now(battle, "L1").conditions == (Affliction("stunned", Until(3, 5)),)
    conditions.give(battle, "CR1", "prone", None)
    assert not unit_now(battle, "CR1").conditions
    assert sum(isinstance(event, ConditionGained) for event in battle.events) == 2
