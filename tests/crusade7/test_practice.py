"""The practice opponent of Crusade 7: it sets up, marches, concentrates its attacks and ends its
turns."""

import random
from dataclasses import replace
from functools import reduce
from typing import Any

import pytest

import grammar
from rules import find
from rules.border.game import read_options
from rules.crusade7 import orders as od
from rules.crusade7.army.options import DETACHMENTS
from rules.crusade7.search.marching import Balance, March, best_magic, best_tactic
from rules.crusade7.search.opponent import Opponent, composed, set_up, strength, types_of
from rules.crusade7.search.worth import (
    Ledger,
    arms_of,
    attack_ideas,
    exact,
    in_reach,
    loss,
    standing,
    together,
)
from rules.crusade7.state import Affliction, State
from rules.line.adjudication import Die
from rules.line.flow import Flow
from rules.line.orders import AcceptDraw, DeclineDraw, EndPhase, Order
from tests.crusade7.scene import battle, unit

GAME: Any = find("crusade7")
FEW = 30


def always() -> bool:
    """True: there is always time to search on."""
    return True


class Course:
    """A battle between two practice opponents from the set-up on, with its own dice."""

    def __init__(self, seed: int, **options: str) -> None:
        self.rng, self.seed, self.count = random.Random(seed), seed, 0
        given = read_options(GAME, options)
        events = GAME.setup(given, grammar.library("crusade7"), self.dice)
        self.state: State = reduce(GAME.apply, events, GAME.blank)
        self.orders: list[tuple[int, Order]] = []

    def dice(self, die: Die) -> int:
        """Roll a random face."""
        return self.rng.choice(die.faces)

    def step(self, levels: tuple[str, str]) -> None:
        """Play the next order of the awaited seat; fails if it is refused."""
        seat = GAME.awaits(self.state)[0]
        seed = 1000 * self.seed + self.count
        order = GAME.opponent(levels[seat - 1]).order(self.state, seat, seed, FEW)
        events = GAME.adjudicate(self.state, seat, (order,), self.dice)
        self.state = reduce(GAME.apply, events, self.state)
        self.orders.append((seat, order))
        self.count += 1

    def until(self, round_: int, levels: tuple[str, str] = ("hard", "easy")) -> "Course":
        """Play until a round begins or the battle ends."""
        while self.state.flow.outcome is None and self.state.flow.round < round_:
            self.step(levels)
            assert self.count < 900
        return self


@pytest.mark.parametrize("gold", ["250", "500", "1000"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_sets_up(gold: str, seed: int) -> None:
    """C7-SETUP-1: it chooses a faction and detachments, deploys everybody and spends most of its
    gold."""
    course = Course(seed, gold=gold).until(1)
    for seat in (1, 2):
        army = course.state.armies[seat]
        assert army.faction != "Target Dummies"
        assert army.gold <= int(gold) // 4
        assert all(one.at for one in course.state.living(seat))
    said = [str(order) for _, order in course.orders]
    assert 4 <= sum(text.startswith("deploy") for text in said) <= 30


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_it_sees_its_own_side_alone(level: str) -> None:
    """C7-SETUP-8: its set-up does not depend on what the other army has done in secret."""
    alone, twin = Course(4, gold="500"), Course(4, gold="500")
    for line in ("faction Elves", "detachment Auxiliary: 3 Elf Archers", "deploy EA1-EA3 at 9,24"):
        (written,) = grammar.read("crusade7", line, GAME.names(twin.state))
        twin.state = reduce(
            GAME.apply, GAME.adjudicate(twin.state, 2, written.orders, twin.dice), twin.state
        )
    for number in range(12):
        orders = [set_up(one.state, 1, 77, level == "hard") for one in (alone, twin)]
        assert orders[0] == orders[1]
        for course, order in zip((alone, twin), orders, strict=True):
            events = GAME.adjudicate(course.state, 1, (order,), course.dice)
            course.state = reduce(GAME.apply, events, course.state)
        if isinstance(orders[0], od.Ready):
            break
        assert number < 11


def test_a_battle_is_fought() -> None:
    """All orders of both are accepted, somebody charges, units die; the same seed gives the same
    battle."""
    course = Course(5, gold="250").until(4)
    kinds = {type(order) for _, order in course.orders}
    assert kinds >= {od.Strike, EndPhase, od.Ready}
    assert kinds & {od.Move, od.Advance}
    assert kinds & {od.Charge, od.Engage}
    dead = [one for one in course.state.units.values() if one.dead]
    assert len(dead) > 2
    again = Course(5, gold="250").until(2)
    assert again.orders == course.orders[: len(again.orders)]


def test_hard_beats_easy_in_a_small_battle() -> None:
    """`hard` is ahead of `easy`; figures from many matches are in `tests/bench`."""
    course = Course(11, gold="250").until(5)
    assert strength(course.state, 1) > strength(course.state, 2)


def test_together_they_kill() -> None:
    """Two attackers choose together the one of two enemies that they can kill."""
    state = battle(
        unit("Legionnaire", 1, 1, (10, 10)),
        unit("Legionnaire", 2, 1, (12, 10)),
        unit("Orc Raider", 1, 2, (11, 11), hp=9),
        unit("Orc Raider", 2, 2, (9, 11)),
        phase="fight",
    )
    first = together(state, attack_ideas(state, 1))
    assert first is not None
    assert first.foe.ref == "O1"
    found = Opponent("hard").order(state, 1, 3)
    assert isinstance(found, od.Strike | od.UseTactic)


def test_a_step_into_contact() -> None:
    """C7-MELEE-2: a unit two cells from an enemy engages it and then attacks."""
    state = battle(
        unit("Orc Berserker", 1, 1, (10, 10)),
        unit("Goblin", 1, 2, (10, 12)),
        phase="fight",
    )
    order = Opponent("hard").order(state, 1, 3)
    assert order == od.Engage(od.Who(("OB1",)), "G1")
    state = reduce(GAME.apply, GAME.adjudicate(state, 1, (order,), lambda die: 1), state)
    assert str(Opponent("easy").order(state, 1, 3)) == "OB1 attacks G1 with Great Axe"


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_it_charges_where_it_pays(level: str) -> None:
    """C7-CHARGE-4: a lancer charges an archer, which is worth it."""
    state = battle(
        unit("Eques", 1, 1, (10, 10)), unit("Elf Archer", 1, 2, (10, 14)), phase="charge"
    )
    order = Opponent(level).order(state, 1, 3)
    assert isinstance(order, od.Charge)
    assert order.target == "EA1"


def test_a_shooter_in_range_keeps_still() -> None:
    """C7-RANGE-5: a unit with a heavy bow does not move if an enemy is in range."""
    state = battle(unit("Sagittarius", 1, 1, (10, 10)), unit("Husk", 1, 2, (10, 23)))
    assert Opponent("hard").order(state, 1, 3) == EndPhase()


def test_far_away_they_march_side_by_side() -> None:
    """Far from the enemy, units of one type advance together in one order."""
    orcs = [unit("Orc Raider", number, 1, (number, 2)) for number in range(1, 5)]
    state = battle(*orcs, unit("Husk", 1, 2, (3, 28)))
    order = Opponent("hard").order(state, 1, 3)
    assert str(order) == "O1-O4 advance 6 forward"


def test_an_engaged_archer_falls_back() -> None:
    """C7-MOVE-4: an archer in contact falls back."""
    state = battle(unit("Elf Archer", 1, 1, (10, 10)), unit("Orc Berserker", 1, 2, (10, 11)))
    order = March(state, 1, wise=True).order()
    assert isinstance(order, od.FallBack)


def test_spells_and_powers_are_weighed() -> None:
    """A spell that kills is cast; with nobody in range no spell is."""
    state = battle(
        unit("High Magister", 1, 1, (10, 10)),
        unit("Orc Shaman", 1, 2, (10, 20), hp=5),
        phase="mana",
    )
    order = best_magic(state, 1, always)
    assert isinstance(order, od.Cast)
    assert "SH1" in order.targets
    far = battle(unit("Mist Seer", 1, 1, (1, 1)), unit("Husk", 1, 2, (24, 30)), phase="mana")
    assert Opponent("hard").order(far, 1, 3) == EndPhase()
    assert best_magic(state, 1, lambda: False) is None


def test_a_tactic_worth_its_points() -> None:
    """C7-TAC-2: War Cry is used when many orcs are in contact, but not without CP."""
    orcs = [unit("Orc Raider", number, 1, (number * 2, 10)) for number in range(1, 12)]
    foes = [unit("Legionnaire", number, 2, (number * 2, 11)) for number in range(1, 12)]
    state = battle(*orcs, *foes, phase="fight")
    state = state.with_army(replace(state.armies[1], faction="Orc-Goblins"))
    assert str(best_tactic(state, 1, always)) == "use War Cry"
    poor = state.with_army(replace(state.armies[1], cp=0))
    assert best_tactic(poor, 1, always) is None


def test_who_lies_gets_up() -> None:
    """C7-COND-4: a prone unit with no enemy in reach stands up."""
    state = battle(unit("Legionnaire", 1, 1, (5, 5)), unit("Husk", 1, 2, (20, 20)), phase="fight")
    prone = replace(state.units["L1"], conditions=(Affliction("prone"),))
    assert str(Opponent("easy").order(state.with_unit(prone), 1, 3)) == "L1 stands up"


def test_reserves_arrive_and_passengers_get_out() -> None:
    """C7-RES-2, C7-TRANS-8: it can play reserves and passengers, which it never buys itself, when
    it takes over a seat."""
    state = battle(
        unit("Carrus", 1, 1, (10, 10)),
        unit("Legionnaire", 1, 1, inside="CR1"),
        unit("Legionnaire", 2, 1, reserve=True),
        unit("Husk", 1, 2, (10, 20)),
    )
    state = replace(state, options={"reinforce-from": "1"})
    seen = []
    for _ in range(6):
        order = Opponent("hard").order(state, 1, 3)
        seen.append(type(order))
        state = reduce(GAME.apply, GAME.adjudicate(state, 1, (order,), lambda die: 1), state)
        if isinstance(order, EndPhase):
            break
    assert od.Disembark in seen
    assert od.Arrive in seen


@pytest.mark.parametrize(
    ("round_", "own", "said"), [(1, 27, DeclineDraw), (1, 5, AcceptDraw), (14, 27, AcceptDraw)]
)
def test_draw_offers(round_: int, own: int, said: type[Order]) -> None:
    """C7-END-5: it accepts a draw if it is behind, or late in a battle if it is not ahead."""
    state = battle(unit("Legionnaire", 1, 1, (5, 5)), unit("Legionnaire", 2, 2, (20, 20), hp=own))
    offered = replace(state, flow=Flow(round=round_, phase="move", turn=1, offer=1))
    opponent = GAME.opponent("hard")
    assert isinstance(opponent.answer(offered, 2), said)
    assert opponent.answer(offered, 1) is None
    assert opponent.answer(state, 2) is None


def test_levels() -> None:
    """A level that does not exist is refused by name."""
    with pytest.raises(ValueError, match="easy or hard, not 'cruel'"):
        GAME.opponent("cruel")


# --- the arithmetic -----------------------------------------------------------------------------


def test_the_ledger_reckons_as_the_rules_do() -> None:
    """C7-ATK-4: cached damage equals that of the rules, also for units of one type with different
    AC."""
    state = battle(
        unit("Legionnaire", 1, 1, (10, 10)),
        unit("Orc Raider", 1, 2, (10, 12)),
        unit("Orc Raider", 2, 2, (10, 13), ac=11),
    )
    ledger, attacker = Ledger(state), state.units["L1"]
    for foe in ("O1", "O2", "O1"):
        for arm in arms_of(state, attacker):
            expected = exact(state, attacker, arm.first, state.units[foe])
            assert ledger.damage(attacker, arm, state.units[foe]) == expected


def test_the_last_hit_points_count_most() -> None:
    """Killing a wounded unit is worth more than the same damage to a healthy one."""
    state = battle(unit("Legionnaire", 1, 1, (10, 10), hp=9), unit("Legionnaire", 2, 1, (12, 10)))
    hurt, whole = state.units["L1"], state.units["L2"]
    assert loss(state, hurt, 9) > 2 * loss(state, whole, 9)
    assert standing(state, whole, 27) == 15_000
    assert standing(state, whole, 0) == 0


@pytest.mark.parametrize(
    ("name", "gap", "reached"),
    [
        ("Gladius", (1, 1), True),
        ("Gladius", (0, 2), False),
        ("Spear", (0, 2), True),
        ("Spear", (1, 2), False),
        ("Spear", (0, 1), False),
        ("Pila", (0, 2), False),
        ("Pila", (0, 4), True),
        ("Pila", (3, 4), False),
    ],
)
def test_reach(name: str, gap: tuple[int, int], reached: bool) -> None:
    """C7-MELEE-1, C7-ATTR-3, C7-RANGE-1, C7-RANGE-2."""
    state = battle(unit("Legionnaire", 1, 1, (10, 10)))
    (arm,) = [one for one in arms_of(state, state.units["L1"]) if one.name == name]
    assert in_reach(arm.first, gap) is reached


def test_balance_follows_what_changes() -> None:
    """A dead enemy raises the balance by its own value and by the threat it was."""
    state = battle(unit("Legionnaire", 1, 1, (10, 10)), unit("Orc Raider", 1, 2, (10, 12)))
    balance = Balance(state, 1)
    assert balance.of(state) == balance.base
    dead = state.with_unit(replace(state.units["O1"], dead=True, hp=0, at=None))
    assert balance.of(dead) > balance.base + 14_000


def test_what_cannot_be_composed() -> None:
    """C7-DET-2: a detachment whose minimum costs more than the gold cannot be composed."""
    course = Course(1, gold="500")
    romans = types_of(course.state, "Second Roman Empire")
    assert composed(DETACHMENTS[0], romans, 100, 24, 0) == ()
    levies = composed(DETACHMENTS[0], romans, 500, 24, 0)
    assert sum(levy.count for levy in levies) <= 24
    assert sum(levy.count for levy in levies if levy.kind in ("Legionnaire", "Sagittarius")) >= 10
