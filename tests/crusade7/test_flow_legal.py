"""The legal orders of a seat, and the names that a sentence may contain."""

import random
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

import grammar
from rules.crusade7 import orders as od
from rules.crusade7.adjudicate import is_accepted
from rules.line.codec import Codec
from rules.line.events import Refused
from rules.line.orders import Order

NewTable = Callable[..., Any]

SCENES = {
    "move": (
        "gm> terrain impassable at 3,8-7,8",
        "gm> terrain difficult at 9,5-9,9",
        "gm> put Legionnaire L1 for army 1 at 5,5",
        "gm> put Centurion C1 for army 1 at 8,7",
        "gm> put Carrus CR1 for army 1 at 6,3",
        "gm> put Legionnaire L2 for army 1 in CR1",
        "gm> put Legionnaire L3 for army 1 in reserve",
        "gm> put Goblin G1 for army 2 at 8,10",
        "gm> give L1 frightened",
        "gm> set phase move",
        "gm> set turn army 1",
    ),
    "mana": (
        "gm> put Augur AU1 for army 1 at 5,5",
        "gm> put Praetorian Psionic PP1 for army 1 at 8,7",
        "gm> put Goblin G1 for army 2 at 8,14",
        "gm> set phase mana",
        "gm> set turn army 1",
    ),
    "fight": (
        "gm> put Legionnaire L1 for army 1 at 5,5",
        "gm> put Centurion C1 for army 1 at 8,7",
        "gm> put Goblin G1 for army 2 at 8,8",
        "gm> give L1 prone",
        "gm> set phase fight",
        "gm> set turn army 1",
    ),
    "charge": (
        "gm> put Legionnaire L1 for army 1 at 5,5",
        "gm> put Goblin G1 for army 2 at 5,10",
        "gm> set phase charge",
        "gm> set turn army 1",
    ),
    "setup": (
        "1> faction Orc-Goblins",
        "1> detachment Auxiliary: 1 Rock Lobber",
    ),
}

EXPECTED = {
    "move": {"Stay", "Move", "Advance", "FallBack", "Embark", "Disembark", "Arrive", "SkipTo"},
    "mana": {"Cast", "Manifest", "EndPhase", "UseTactic", "OfferDraw", "Resign"},
    "fight": {"Strike", "Multiattack", "Engage", "StandUp", "UseTactic"},
    "charge": {"Charge"},
    "setup": {"TakeDetachment", "TakeReserves", "Deploy", "ClearArmy"},
}


@pytest.mark.parametrize("name", SCENES)
def test_legal_orders(table: NewTable, name: str) -> None:
    """Every legal order is accepted in full and reads back from its sentence, and every kind
    occurs."""
    battle = table()
    assert battle.play(*SCENES[name]) == ""
    orders = list(battle.game.legal(battle.state, 1))
    assert {type(order).__name__ for order in orders} >= EXPECTED[name]
    names = battle.game.names(battle.state)
    for order in orders:
        (written,) = grammar.read("crusade7", str(order), names)
        assert written.orders == (order,)
        events = battle.game.adjudicate(battle.state, 1, (order,), lambda die: die.faces[0])
        assert not any(isinstance(event, Refused) for event in events)


@pytest.mark.parametrize("ref", ["L1", "C1", "CR1"])
@pytest.mark.parametrize("kind", [od.Move, od.Advance, od.FallBack])
def test_every_cell_in_reach_is_there(table: NewTable, ref: str, kind: type[od.MoveOrder]) -> None:
    """C7-MOVE-8: the legal moves go to exactly the cells that the rules accept."""
    battle = table()
    battle.play(*SCENES["move"])
    found = {order.to for order in battle.game.legal(battle.state, 1, ref) if type(order) is kind}
    cells = ((row, column) for row in range(1, 16) for column in range(1, 16))
    accepted = {cell for cell in cells if is_accepted(battle.state, 1, kind(od.Who((ref,)), cell))}
    assert found == accepted


def test_orders_of_one_unit(table: NewTable) -> None:
    """With a reference only orders to that unit are listed."""
    battle = table()
    battle.play(*SCENES["fight"])
    orders = list(battle.game.legal(battle.state, 1, "c1"))
    assert orders
    assert {str(order.who) for order in orders} == {"C1"}


def test_the_idle_seat_has_what_is_free_of_turns(table: NewTable) -> None:
    """C7-TURN-5: out of turn a seat has only the orders that are allowed at any time."""
    battle = table()
    battle.play(*SCENES["mana"], "gm> put Praetorian Psionic PP2 for army 2 at 9,12")
    kinds = {type(order).__name__ for order in battle.game.legal(battle.state, 2)}
    assert kinds == {"Deny", "UseTactic", "SkipTo", "OfferDraw", "Resign"}
    assert list(battle.game.legal(battle.state, 3)) == []


def test_random_play_ends_in_no_dead_end(table: NewTable) -> None:
    """An awaited seat always has an order; states and events can be stored and read back."""
    battle = table(gold="500")
    battle.play(*battle.game.starter)
    codec = Codec(battle.game.types)
    chance = random.Random(7)
    for _ in range(40):
        seat = battle.game.awaits(battle.state)[0]
        order = pick(chance, islice(battle.game.legal(battle.state, seat), 400))
        for event in battle.game.adjudicate(battle.state, seat, (order,), lambda die: 1):
            assert codec.decode(codec.encode(event)) == event
            battle.state = battle.game.apply(battle.state, event)
        assert codec.decode(codec.encode(battle.state)) == battle.state


def pick(chance: random.Random, orders: Any) -> Order:
    """One of the orders, with every kind equally likely, except those that give up or skip."""
    kinds: dict[str, list[Order]] = {}
    for order in orders:
        kinds.setdefault(type(order).__name__, []).append(order)
    for name in ("Resign", "OfferDraw", "SkipTo"):
        kinds.pop(name, None)
    assert kinds
    return chance.choice(kinds[chance.choice(sorted(kinds))])


def test_names_that_a_sentence_may_contain(table: NewTable) -> None:
    """C7-ORDER-9: names of every kind are listed once each, including those of types that an import
    replaced."""
    battle = table()
    names = battle.game.names(battle.state)
    assert len(names) == len(set(names))
    for name in (
        *("Legionnaire", "Composite Bow", "Magic Missile", "Antimagic Missile", "War Cry"),
        *("High Alert", "Transverse Crest", "Second Roman Empire", "Terminatus Type 1"),
        *("Auxiliary", "Multiattack"),
    ):
        assert name in names
    battle.play("gm> put Goblin G1 for army 2 at 5,25")
    battle.play("gm> import Goblin G HP 9 AC 13 Cost 5 G | Stats: 7, 0, 3, 0, 0, 0, -1, 1")
    assert "Sling" in battle.game.names(battle.state)
    assert "Scimitar" in battle.game.names(battle.state)


def test_the_registry() -> None:
    """A system is found by its ID; the error for an unknown one lists those that exist."""
    from rules import GAMES, find

    assert find("crusade7") in GAMES
    assert find("crusade7").seats({}) == (1, 2)
    with pytest.raises(ValueError, match="crusade7"):
        find("chess")
