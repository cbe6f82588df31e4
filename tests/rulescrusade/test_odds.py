"""RC-DICE-8: odds computed by folding the dice equal those of trying every way the dice can
fall."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product

import pytest

import grammar
from rules import find
from rules.line import work
from rules.line.adjudication import Die
from rules.line.errors import Refusal
from rules.line.orders import Order
from rules.numbers.chances import Laid, every, hits
from rules.rulescrusade import orders as od
from rules.rulescrusade.adjudicate import carry_out
from rules.rulescrusade.apply import apply
from rules.rulescrusade.checks import COLOURS, HIGHEST, Battle, Thrown, fresh
from rules.rulescrusade.play.odds import as_known, changes, classes, faces_in, odds, told
from rules.rulescrusade.state import Arm, Condition, State, Unit
from rules.rulescrusade.words import Who

GAME = find("rulescrusade")
TRAITS = ("R", "RO", "Jink", "+F", "Poison", "Undead", "Tough", "Shamble", "Psychic Hood", "-R")


def lowest(die: Die) -> int:
    """Roll the lowest face of the die."""
    return die.faces[0]


def table() -> State:
    """A scene with everything that ships, and no model."""
    state = GAME.blank
    for event in GAME.setup({}, grammar.library(GAME.id), lowest, scene=True):
        state = GAME.apply(state, event)
    return state


def fighter(rng: random.Random, state: State, ref: str, seat: int, at: tuple[int, int]) -> Unit:
    """A model of a random type, perhaps with a condition or an extra trait."""
    unit = replace(fresh(state, rng.choice(list(state.models.values())), ref, seat), at=at)
    if rng.randrange(3) == 0:
        unit = replace(unit, traits=(*unit.traits, rng.choice(TRAITS)))
    if rng.randrange(6) == 0:
        name = rng.choice(("stunned", "wounded", "cursed"))
        unit = replace(unit, conditions=(Condition(name),))
    return unit


def attack(rng: random.Random) -> tuple[State, Order]:
    """Two or three models, and an order of the first to attack the second."""
    state = table()
    kind = rng.choice(("fight", "fight", "fire", "throw", "mind"))
    far = kind in ("fire", "mind") and rng.randrange(2) == 0
    one = fighter(rng, state, "A1", 1, (10, 10))
    two = fighter(rng, state, "Z1", 2, (10, 17 if far else 11))
    classes = {"fire": ("pistol", "basic", "special"), "throw": ("grenade",)}.get(kind, ())
    named: tuple[str, ...] = ()
    if classes:
        arms = [weapon.name for weapon in state.weapons.values() if weapon.kind in classes]
        named = (rng.choice(arms),)
        one = replace(one, weapons=(Arm(named[0]),), conditions=())
    if kind == "mind":
        one, two = replace(one, psy=2), replace(two, psy=1)
    units = {"A1": one, "Z1": two}
    if rng.randrange(3) == 0:
        units["Z2"] = fighter(rng, state, "Z2", 2, (11, 11))
    who, target = Who(("A1",)), ("Z1",)
    orders: dict[str, Order] = {
        "fight": od.Fight(who, target),
        "fire": od.Fire(who, target, named),
        "throw": od.Throw(who, target, named),
        "mind": od.MindWar(who, target),
    }
    return replace(state, units=units), orders[kind]


def answer(reckon: Callable[[], tuple[str, ...]]) -> tuple[str, ...] | None:
    """The computed odds, or the rule and reason that refuse them; None if it takes too long."""
    try:
        with work.budget(200_000):
            return reckon()
    except Refusal as refusal:
        return refusal.rule, refusal.why
    except work.Spent:
        return None


def by_single_dice(state: State, order: Order) -> tuple[str, ...]:
    """The same odds, found by rolling each die in every way."""
    known = as_known(state, 1)

    def run(dice: Laid) -> str:
        battle = Battle(known, 1, dice, apply)
        carry_out(battle, (order,))
        return changes(known, battle.state if battle.finish() else known)

    found: dict[str, Fraction] = {}
    for fall in every(run):
        found[fall.result] = found.get(fall.result, Fraction(0)) + fall.chance
    assert sum(found.values()) == 1
    return told(found)


@pytest.mark.parametrize("seed", range(4))
def test_odds_are_those_of_all_single_dice(seed: int) -> None:
    """Both ways give exactly the same lines, with rerolls, jams, shields and shambling."""
    rng, compared = random.Random(seed), 0
    while compared < 4:
        state, order = attack(rng)
        wanted = answer(partial(by_single_dice, state, order))
        if wanted is not None:
            compared += len(wanted) > 1 and "%" in wanted[0]
            assert answer(partial(odds, state, 1, order)) == wanted


@pytest.mark.parametrize(("reds", "whites", "more"), [(3, 2, 0), (2, 1, 3), (4, 0, 1)])
def test_classes_are_all_that_can_be_told_apart(reds: int, whites: int, more: int) -> None:
    """RC-FAIL-1: each combination of a sum and the number of highest faces occurs, as often as the
    dice give it."""
    one = [Thrown("R", 0) for _ in range(reds)] + [Thrown("W", 0) for _ in range(whites)]
    two = [Thrown("R", 0) for _ in range(more)]
    pools = [one, two] if more else [one]
    wanted: Counter[tuple[int, ...]] = Counter()
    for faces in product(*(COLOURS[die.colour].faces for pool in pools for die in pool)):
        cut = faces[: len(one)], faces[len(one) :]
        colours = [die.colour for die in one]
        highest = [
            min(
                2,
                sum(face == HIGHEST[colour] for face, colour in zip(cut[0], colours, strict=True)),
            ),
            min(2, sum(face == 3 for face in cut[1])),
        ]
        wanted[(sum(cut[0]) - sum(cut[1]), *highest)] += 1
    found: Counter[tuple[int, ...]] = Counter()
    for known, ways in classes(pools, plain=True).items():
        there = [
            [(colour, face) for colour in COLOURS for face in faces_in(known, number, colour)]
            for number in (0, 1)
        ]
        assert [len(pool) for pool in there] == [len(one), len(two)]
        sums = [sum(face for _, face in pool) for pool in there]
        highest = [min(2, sum(HIGHEST[c] == face for c, face in pool)) for pool in there]
        found[(sums[0] - sums[1], *highest)] += ways
    assert found == wanted


def test_hits_are_counted_in_whole_numbers() -> None:
    """The number of ways in which 0, 1, 2 .. of the dice hit, in whole numbers."""
    assert hits(3, 4, 10) == (216, 432, 288, 64)
    assert hits(0, 4, 10) == (1,)
    assert sum(hits(200, 7, 20)) == 20**200


def test_many_dice_are_no_great_work() -> None:
    """RC-BOUND-4: for 99 red and 99 white dice the likeliest outcomes are told, with a note that
    there are more.  RC-BOUND-2 refuses odds of what could not be ordered."""
    state = table()
    gun = replace(
        state.weapon("Bolter"),
        name="Storm",
        dice=replace(state.weapon("Bolter").dice, reds=99, whites=99),
    )
    state = replace(state, weapons={**state.weapons, "storm": gun})
    one = replace(
        fresh(state, state.models["marine"], "A1", 1), at=(10, 10), weapons=(Arm("Storm"),)
    )
    two = replace(fresh(state, state.models["orc"], "Z1", 2), at=(10, 17))
    state = replace(state, units={"A1": one, "Z1": two})
    told = GAME.odds(state, 1, od.Fire(Who(("A1",)), ("Z1",), ("Storm",)))
    assert told[0] == "100.0%: A1 Storm jammed; Z1 is killed"
    assert told[-1].endswith("(RC-BOUND-4).")
    blade = replace(gun, name="Blade", kind="melee", hands=0)
    state = replace(state, weapons={**state.weapons, "blade": blade})
    armed = replace(one, weapons=(Arm("Blade"),) * 20, at=(10, 16))
    with work.budget(work.QUESTION), pytest.raises(Refusal) as refused:
        odds(state.with_unit(armed), 1, od.Fight(Who(("A1",)), ("Z1",)))
    assert refused.value.rule == "RC-BOUND-2"
