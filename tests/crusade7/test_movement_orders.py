"""Moves, charges, arrivals, transports and reactions as orders on a small battlefield."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from rules.crusade7 import events as ev
from rules.crusade7.apply import apply
from rules.crusade7.army.statblock import Attack, Formula, Reaction, Statblock
from rules.crusade7.harm import damage
from rules.crusade7.march import movement, transport
from rules.crusade7.orders import (
    Advance,
    Charge,
    Disembark,
    Embark,
    FallBack,
    Goal,
    Heading,
    Move,
    MoveOrder,
    Who,
)
from rules.crusade7.state import Affliction, Army, Battle, State, Unit, Waiting, unit_now
from rules.line.errors import Refusal
from rules.line.flow import Flow
from rules.numbers.grid import Cell


def strike(name: str, damage: int, **more: object) -> Attack:
    """An attack with STR+PF and one type of damage."""
    formula = Formula(((1, "STR"), (1, "PF")))
    values: dict[str, object] = {"range": None, "attributes": (), "save": None, **more}
    return Attack(name, bonus=formula, damage=((damage, "steel"),), **values)  # type: ignore[arg-type]


SPEAR, SWORD = strike("Spear", 11, reach=True), strike("Sword", 9)
JAVELIN = strike("Javelin", 7, range=6, uses=1)
BOLT = strike("Bolt", 40, range=20, attributes=("heavy",))

BLOCKS = {
    "L": Statblock(
        "Legionnaire",
        "L",
        27,
        18,
        "",
        15,
        (6, 3, 1, 2, 0, 1, 2, 2),
        abilities=(Reaction("Polearm Master", "spear"),),
        attacks=(JAVELIN, SPEAR, SWORD),
    ),
    "O": Statblock("Orc", "O", 32, 14, "", 14, (6, 4, 1, 3, 0, 0, 1, 1), attacks=(SWORD,)),
    "I": Statblock("Imp", "I", 12, 15, "", 9, (10, 0, 5, 0, 1, 1, 0, 2), tags=("Flying",)),
    "CR": Statblock(
        "Carrus",
        "CR",
        130,
        17,
        "",
        56,
        (8, 6, 0, 5, 0, 1, 2, 2),
        classification="Transport",
        footprint=(2, 3),
        capacity=2,
    ),
    "B": Statblock(
        "Ballista",
        "B",
        58,
        13,
        "",
        46,
        (3, 2, 1, 3, 0, 2, 1, 4),
        classification="Heavy Support",
        footprint=(1, 2),
        attacks=(BOLT,),
    ),
    "EQ": Statblock(
        "Eques", "EQ", 44, 16, "", 26, (12, 3, 3, 2, 0, 2, 2, 3), classification="Cavalry"
    ),
}


def battle(*places: tuple[str, int, Cell | str], **more: object) -> Battle:
    """A battle in the Move Phase: references with armies and places (`reserve`, a transport)."""
    blocks = tuple(BLOCKS.values())
    units = {}
    for ref, seat, where in places:
        kind = list(BLOCKS).index(ref.rstrip("0123456789"))
        block = blocks[kind]
        unit = Unit(ref, seat, kind, block.hp, block.hp, block.ac, "", block.stats)
        if isinstance(where, tuple):
            unit = replace(unit, at=where)
        elif where == "reserve":
            unit = replace(unit, reserve=True)
        else:
            unit = replace(unit, inside=where)
        units[ref] = unit
    armies = {seat: Army(seat, fielded=True) for seat in (1, 2)}
    flow = Flow(1, "move", 1)
    state = State(flow, blocks=blocks, armies=armies, units=units, **more)  # type: ignore[arg-type]
    return Battle(state, 1, lambda die: die.faces[0], apply)


def change(field: Battle, ref: str, **more: object) -> None:
    """Set attributes of a unit before the test begins."""
    field.state = field.state.with_unit(replace(unit_now(field, ref), **more))  # type: ignore[arg-type]


def go(field: Battle, ref: str, kind: type[MoveOrder], to: Goal, *via: Goal) -> None:
    """Give one order to move."""
    movement.move(field, unit_now(field, ref), kind(Who((ref,)), to, via))


def refusal(act: Callable[[], None]) -> str:
    """What a refused order answers."""
    with pytest.raises(Refusal) as caught:
        act()
    return str(caught.value)


def test_the_error_names_unit_allowance_and_length() -> None:
    """C7-MOVE-8: the example of section 6.2."""
    field = battle(("L1", 1, (5, 5)))
    assert refusal(lambda: go(field, "L1", Move, (5, 9))) == (
        "C7-MOVE-8: L1 may move 3 (half of speed 6); 5,5 to 5,9 is 4"
    )
    assert refusal(lambda: go(field, "L1", Advance, (5, 12))) == (
        "C7-MOVE-8: L1 may advance 6 (speed 6); 5,5 to 5,12 is 7"
    )
    assert refusal(lambda: go(field, "L1", FallBack, (5, 3), (5, 2))) == (
        "C7-MOVE-8: L1 may fall back 3 (half of speed 6); 5,5 via 5,2 to 5,3 is 4"
    )
    assert field.events == []


@pytest.mark.parametrize(
    ("speed", "half"), [(6, 3), (7, 4), (5, 3), (1, 1), (0, 0), (12, 6), (13, 7)]
)
def test_half_the_speed(speed: int, half: int) -> None:
    """C7-MOVE-2, C7-MOVE-3, C7-MOVE-4"""
    assert movement.speed_allowed("normal", speed) == half
    assert movement.speed_allowed("fall back", speed) == half
    assert movement.speed_allowed("advance", speed) == speed


@pytest.mark.parametrize(
    ("kind", "to", "rule"),
    [
        (Move, (5, 5), "C7-MOVE-13"),
        (Move, (0, 5), "C7-MOVE-9"),
        (Move, Heading(6, "left"), "C7-MOVE-9"),
        (Move, (5, 20), "C7-MOVE-10"),
        (Move, (9, 20), "C7-ZOC-1"),
        (Advance, (9, 20), "C7-ZOC-1"),
        (FallBack, (9, 20), "C7-ZOC-3"),
        (Move, (24, 30), "C7-MOVE-11"),
        (Move, (6, 5), "C7-MOVE-11"),
        (Move, (7, 9), "C7-MOVE-8"),
    ],
)
def test_the_first_broken_rule_is_the_error(kind: type[MoveOrder], to: Goal, rule: str) -> None:
    """C7-ORDER-5: the checks of a move run from left to right in the table of section 6.2."""
    cut_off = {(23, 29): "impassable", (23, 30): "impassable", (24, 29): "impassable"}
    ground = {**cut_off, (6, 5): "impassable"}
    field = battle(("L1", 1, (5, 5)), ("L2", 1, (5, 20)), ("O1", 2, (10, 20)), terrain=ground)
    assert refusal(lambda: go(field, "L1", kind, to)).startswith(f"{rule}: L1 ")


def test_what_keeps_a_unit_from_moving_comes_in_order() -> None:
    """C7-RES-4, C7-MOVE-1, C7-COND-5, C7-COND-3, C7-ZOC-4, then the place."""
    field = battle(("L1", 1, (5, 5)), ("O1", 2, (5, 6)), options={"engaged": "strict"})
    army = field.state.armies[1]
    stunned, prone = Affliction("stunned"), Affliction("prone")
    change(field, "L1", moved="stationary", conditions=(stunned, prone))
    field.state = field.state.with_army(replace(army, arriving=True))
    assert refusal(lambda: go(field, "L1", Advance, (5, 99))).startswith("C7-RES-4")
    field.state = field.state.with_army(army)
    assert refusal(lambda: go(field, "L1", Advance, (5, 99))).startswith("C7-MOVE-1:")
    change(field, "L1", moved="none")
    assert refusal(lambda: go(field, "L1", Advance, (5, 99))).startswith("C7-COND-5")
    change(field, "L1", conditions=(prone,))
    assert refusal(lambda: go(field, "L1", Advance, (5, 99))).startswith("C7-COND-3")
    assert refusal(lambda: go(field, "L1", Move, (5, 99))).startswith("C7-ZOC-4")
    change(field, "L1", conditions=())
    assert refusal(lambda: go(field, "L1", FallBack, (5, 99))).startswith("C7-MOVE-9")


def test_each_leg_is_an_event_and_wakes_the_spears() -> None:
    """C7-REACT-1, C7-REACT-4: two legs that end on reach cells, two blows of 7."""
    field = battle(("L1", 1, (5, 10)), ("O1", 2, (5, 13)))
    go(field, "O1", Advance, (7, 10), (5, 12))
    legs = [one for one in field.events if isinstance(one, ev.Moved)]
    assert [(leg.to, leg.length, leg.rounded, leg.last) for leg in legs] == [
        ((5, 12), "1.00", 1, False),
        ((7, 10), "4.41", 4, True),
    ]
    blows = [one for one in field.events if isinstance(one, ev.AttackResolved)]
    assert [(blow.attack, blow.damage, blow.cause) for blow in blows] == [
        ("Spear", 7, "Polearm Master")
    ] * 2
    assert unit_now(field, "O1").hp == 18
    assert unit_now(field, "O1").moved == "advance"
    assert unit_now(field, "L1").spent == ()


def test_a_dead_mover_goes_no_farther() -> None:
    """C7-REACT-2: reactors act in order of reference until the mover is dead."""
    field = battle(("L10", 1, (5, 10)), ("L2", 1, (3, 12)), ("O1", 2, (5, 13)))
    change(field, "O1", hp=7)
    go(field, "O1", Advance, (9, 12), (5, 12))
    assert unit_now(field, "O1").dead
    blows = [one for one in field.events if isinstance(one, ev.AttackResolved)]
    assert [blow.attacker for blow in blows] == ["L2"]
    assert sum(isinstance(one, ev.Moved) for one in field.events) == 1


def test_opportunity_attack_takes_the_best_blow_and_a_use() -> None:
    """C7-TAC-6, C7-ATK-10: it waits for an Advance or a Fall Back out of contact."""
    waiting = (Waiting(1, "Opportunity Attack"),)
    places = (("L1", 1, (5, 10)), ("L2", 1, (6, 10)), ("O1", 2, (5, 11)), ("O2", 2, (9, 9)))
    field = battle(*places, waiting=waiting)
    go(field, "O2", Advance, (9, 14))
    assert field.state.waiting == waiting
    change(field, "O1", moved="none")
    go(field, "O1", FallBack, (5, 14))
    sprung = [one for one in field.events if isinstance(one, ev.TacticSprung)]
    assert sprung == [ev.TacticSprung(1, "Opportunity Attack", "L1", "O1")]
    assert unit_now(field, "O1").hp == 27
    assert field.state.waiting == ()
    assert unit_now(field, "L1").spent == ()


def test_reflexive_fire_comes_before_the_charge_moves() -> None:
    """C7-TAC-8, C7-REACT-4: a charger that is shot down stays where it was."""
    waiting = (Waiting(1, "Reflexive Fire", "B1"),)
    places = (("B1", 1, (5, 5)), ("O1", 2, (5, 8)), ("O2", 2, (5, 11)))
    field = battle(*places, waiting=waiting)
    movement.charge(field, unit_now(field, "O1"), Charge(Who(("O1",)), "B1"))
    assert (unit_now(field, "O1").hp, unit_now(field, "O1").at) == (32, (5, 7))
    change(field, "O2", hp=5)
    movement.charge(field, unit_now(field, "O2"), Charge(Who(("O2",)), "B1"))
    kinds = [type(one).__name__ for one in field.events]
    assert unit_now(field, "O2").dead
    assert kinds.count("Moved") == 1
    assert kinds.index("TacticSprung") < kinds.index("AttackResolved")


@pytest.mark.parametrize(
    ("target", "friend", "end"),
    [
        ((5, 9), None, (5, 8)),
        ((9, 9), None, (7, 7)),
        ((8, 8), (7, 7), (6, 8)),
        ((5, 7), None, (5, 6)),
        ((8, 5), (7, 5), (8, 4)),
    ],
)
def test_where_a_charge_goes(target: Cell, friend: Cell | None, end: Cell) -> None:
    """C7-CHARGE-7, worked example 11: nearest to the target, shortest, lowest row and column."""
    places: list[tuple[str, int, Cell | str]] = [("L1", 1, (5, 5)), ("O1", 2, target)]
    if friend:
        places.append(("EQ1", 1, friend))
    field = battle(*places)
    movement.charge(field, unit_now(field, "L1"), Charge(Who(("L1",)), "O1"))
    assert unit_now(field, "L1").at == end
    assert unit_now(field, "L1").charged
    assert unit_now(field, "L1").moved == "none"


def test_a_charge_is_refused_rule_by_rule() -> None:
    """C7-CHARGE-1 to C7-CHARGE-5, in the order of section 6.2."""
    field = battle(("L1", 1, (5, 5)), ("B1", 1, (9, 9)), ("O1", 2, (5, 11)), ("O2", 2, (5, 12)))

    def at(ref: str, target: str, to: Cell | None = None) -> str:
        order = Charge(Who((ref,)), target, to)
        return refusal(lambda: movement.charge(field, unit_now(field, ref), order))

    assert at("B1", "O1").startswith("C7-CHARGE-1")
    assert at("L1", "O2") == "C7-CHARGE-4: L1 may charge a unit within 6; O2 is at 7"
    assert at("L1", "B1").startswith("C7-ATK-11")
    assert at("L1", "O1", (5, 9)) == "C7-CHARGE-5: L1 may charge 3; 5,5 to 5,9 is 4"
    assert at("L1", "O1", (3, 4)).startswith("C7-CHARGE-5: L1 must get nearer")
    assert at("L1", "O1", (5, 31)).startswith("C7-MOVE-9")
    change(field, "L1", moved="advance")
    assert at("L1", "O1").startswith("C7-CHARGE-2")
    change(field, "L1", charged=True)
    assert at("L1", "O1").startswith("C7-CHARGE-8")


def test_reinforcements() -> None:
    """C7-RES-1, C7-RES-2, C7-RES-3, C7-RES-6: when, where, on what ground."""
    places = (("CR1", 2, "reserve"), ("L1", 1, (5, 30)), ("O1", 2, (9, 9)))
    field = battle(*places, options={"reinforce-from": "2"})

    def at(ref: str, cell: Cell) -> str:
        return refusal(lambda: transport.arrive(field, unit_now(field, ref), cell))

    assert at("O1", (7, 28)).startswith("C7-RES-1")
    assert at("CR1", (7, 28)) == "C7-RES-6: CR1 may arrive from round 2; this is round 1"
    field.state = replace(field.state, options={})
    assert at("CR1", (7, 27)).startswith("C7-RES-2")
    assert at("CR1", (7, 29)).startswith("C7-RES-2")
    assert at("CR1", (4, 28)).startswith("C7-RES-3")
    transport.arrive(field, unit_now(field, "CR1"), (7, 28))
    assert unit_now(field, "CR1").moved == "arrive"
    assert field.state.armies[2].arriving


def test_getting_in_and_out() -> None:
    """C7-TRANS-2, C7-TRANS-4, C7-TRANS-7, C7-TRANS-8: places and room."""
    places = (("CR1", 1, (5, 8)), ("L1", 1, "CR1"), ("L2", 1, (5, 7)), ("L3", 1, (4, 8)))
    field = battle(*places, ("EQ1", 1, (7, 8)))

    def board(ref: str) -> None:
        transport.embark(field, unit_now(field, ref), Embark(Who((ref,)), "CR1"))

    def leave(ref: str, to: Cell) -> None:
        transport.disembark(field, unit_now(field, ref), Disembark(Who((ref,)), to))

    assert refusal(lambda: board("EQ1")).startswith("C7-TRANS-2")
    board("L2")
    assert (unit_now(field, "L2").at, unit_now(field, "L2").moved) == (None, "stationary")
    assert refusal(lambda: board("L3")).startswith("C7-TRANS-4: CR1 holds 2 of 2")
    assert refusal(lambda: leave("L3", (4, 7))).startswith("C7-TRANS-7")
    assert refusal(lambda: leave("L1", (4, 8))).startswith("C7-TRANS-8")
    assert refusal(lambda: leave("L1", (5, 13))).startswith("C7-TRANS-8")
    leave("L1", (5, 12))
    assert unit_now(field, "L1").moved == "disembark"
    assert refusal(lambda: leave("L2", (5, 7))).startswith("C7-MOVE-1")


def test_passengers_of_a_lost_transport() -> None:
    """C7-TRANS-10, C7-TRANS-11: nearest ring, lowest row, lowest column; or death."""
    walls = {(row, column): "impassable" for row in range(1, 6) for column in range(1, 7)}
    del walls[2, 4]
    del walls[4, 1]
    places = (("CR1", 1, (1, 1)), ("L10", 1, "CR1"), ("L2", 1, "CR1"), ("L3", 1, "CR1"))
    field = battle(*places, terrain=walls)
    before = unit_now(field, "CR1")
    field.emit(ev.Killed("CR1"))
    damage.unload(field, before)
    assert unit_now(field, "L2").at == (2, 4)
    assert unit_now(field, "L3").at == (4, 1)
    assert unit_now(field, "L10").dead
    assert field.state.killed == 2


def test_destinations_are_exactly_the_accepted_orders() -> None:
    """C7-MOVE-1: what is offered as a destination is accepted, and nothing else is."""
    ground = {(6, 6): "rough", (4, 7): "impassable"}
    places = (("L1", 1, (5, 5)), ("L2", 1, (5, 7)), ("O1", 2, (8, 8)), ("I1", 1, (9, 4)))
    field = battle(*places, terrain=ground)
    start = field.state
    for ref, kind in (("L1", Move), ("L1", Advance), ("L1", FallBack), ("I1", Advance)):
        manner = movement.manner_of(kind(Who((ref,)), (1, 1)))
        offered = list(movement.destinations(start, unit_now(field, ref), manner))
        accepted = []
        for cell in [(row, column) for row in range(1, 25) for column in range(1, 31)]:
            attempt = Battle(start, 1, lambda die: die.faces[0], apply)
            try:
                go(attempt, ref, kind, cell)
            except Refusal:
                continue
            accepted.append(cell)
        assert offered == accepted
