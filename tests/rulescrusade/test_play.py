"""The practice opponent and the odds follow the rules and know no more than their seat."""

import random
from collections.abc import Callable
from itertools import islice

import pytest

from rules.line.adjudication import Die
from rules.line.orders import EndPhase, Order
from rules.rulescrusade.field.routes import Search
from rules.rulescrusade.state import State
from tests.rulescrusade.scene import GAME, Scene

Player = Callable[[State, int], Order]


def fair(seed: int) -> Callable[[Die], int]:
    """Random dice, the same for the same seed."""
    chance = random.Random(seed)
    return lambda die: chance.choice(die.faces)


def practised(level: str, chance: random.Random) -> Player:
    """A player that asks the practice opponent of this level."""
    one = GAME.opponent(level)
    return lambda state, seat: one.order(state, seat, chance.randrange(10**6))


def at_random(chance: random.Random) -> Player:
    """A player that gives any legal order but resigning."""

    def order(state: State, seat: int) -> Order:
        refs = [unit.ref for unit in state.on_board() if unit.boss == seat and not unit.done]
        if not refs or chance.random() < 0.1:
            return EndPhase()
        found = list(islice(GAME.legal(state, seat, chance.choice(refs)), 60))
        return chance.choice([one for one in found if str(one) != "resign"] or [EndPhase()])

    return order


def starter() -> State:
    """The ready-made battle."""
    return Scene().gm(*(line.removeprefix("gm> ") for line in GAME.starter)).state


def play(state: State, players: dict[int, Player], seed: int, rounds: int = 12) -> State:
    """The state after two players have played a match to its end, or for so many rounds."""
    dice = fair(seed)
    for _ in range(900):
        if state.flow.outcome is not None or state.flow.round > rounds:
            break
        seat = GAME.awaits(state)[0]
        for event in GAME.adjudicate(state, seat, (players[seat](state, seat),), dice):
            state = GAME.apply(state, event)
    return state


def standing(state: State, seat: int) -> int:
    """The value of the models that a seat still has standing on the board."""
    return sum(unit.value for unit in state.on_board() if unit.seat == seat and unit.standing)


@pytest.mark.parametrize("seat", [1, 2])
def test_easy_beats_chance(seat: int) -> None:
    """The easy opponent beats random orders, from either side."""
    chance = random.Random(seat)
    players = {seat: practised("easy", chance), 3 - seat: at_random(chance)}
    state = play(starter(), players, seed=seat)
    assert standing(state, seat) > standing(state, 3 - seat)


def test_hard_beats_easy() -> None:
    """The hard opponent wins at least one of two matches against the easy one, one from each
    side."""
    won = 0
    for seed in range(2):
        chance, seat = random.Random(seed), 1 + seed % 2
        players = {seat: practised("hard", chance), 3 - seat: practised("easy", chance)}
        state = play(starter(), players, seed, rounds=4)
        won += standing(state, seat) > standing(state, 3 - seat)
    assert won


def ordered(scene: Scene, seed: int = 7) -> str:
    """The first order of the hard opponent as army 1, standing orders aside."""
    for _ in range(4):
        order = GAME.opponent("hard").order(scene.state, 1, seed)
        if type(order).__name__ != "Standing":
            break
        scene.say(1, str(order))
    return str(order)


def test_hard_does_as_one_what_pays() -> None:
    """RC-ABIL-23, RC-VOLLEY-3, RC-CARD-6: it forms a mob, fires a volley at armour 2, and plays a
    card where that pays."""
    mob = Scene().gm("put Marine M1 for army 2 at 10,10", "put Marine M2 for army 2 at 20,30")
    mob.gm(
        *(f"put Runt R{n} for army 1 at {at}" for n, at in ((1, "9,9"), (2, "9,10"), (3, "9,11")))
    )
    assert ordered(mob) == "R1-R3 mob M1"
    guns = Scene().gm("put Marine M1 for army 2 at 10,10", "put Marine M2 for army 2 at 20,30")
    guns.gm(*(f"put Ganger G{n} for army 1 at 18,{8 + n}" for n in range(1, 5)))
    assert ordered(guns).startswith("G1-G4 volley at M1")
    mind = Scene().gm("put Marine M1 for army 2 at 10,10", "put Psyker P1 for army 1 at 15,10")
    mind.gm("set army 1 cards Inferno")
    assert ordered(mind) == "P1 plays Inferno on M1"


def test_it_finds_its_way_through_the_set_up() -> None:
    """RC-SETUP-9 to RC-SETUP-12: it chooses lists, chits and places until play begins."""
    for seed in range(3):
        chance = random.Random(seed)
        players = {1: practised("easy", chance), 2: practised("hard", chance)}
        state, dice = Scene({"map": "yard"}, match=True).state, fair(seed)
        for _ in range(120):
            if state.flow.phase == "play":
                break
            seat = GAME.awaits(state)[0]
            order = players[seat](state, seat)
            for event in GAME.adjudicate(state, seat, (order,), dice):
                state = GAME.apply(state, event)
        assert state.flow.phase == "play"
        assert {unit.seat for unit in state.on_board()} == {1, 2}


def test_it_knows_no_secrets() -> None:
    """RC-VIEW-1: its orders do not depend on what an enemy's chit stands for, or on the enemy's
    secret cards and standing orders."""
    lines = ("put Marine M1 for army 1 at 10,4", "put Ganger G1 for army 2 at 10,9")
    blank = Scene().gm(*lines, "put chit X1 for army 2 at 4,8 as nothing").state
    other = Scene().gm(
        *lines,
        "put chit X1 for army 2 at 4,8 as Orc O2",
        "set G1 parry always",
        "set army 2 cards Curse",
    )
    for level in ("easy", "hard"):
        one = GAME.opponent(level)
        assert str(one.order(blank, 1, 7)) == str(one.order(other.state, 1, 7))
    order = GAME.opponent("easy").order(blank, 1, 7)
    assert GAME.odds(blank, 1, order) == GAME.odds(other.state, 1, order)


def test_duels_and_places() -> None:
    """RC-MELEE-6, RC-GEO-5: two types are compared on open ground, or two models from a place where
    one might go; secret standing orders do not matter."""
    scene = Scene().gm("put Marine M1 for army 1 at 10,4", "put Orc O1 for army 2 at 10,9")
    melee, *shots = GAME.compared(scene.state, 1, "Marine", "Orc")[1:]
    assert melee.startswith("melee (1R+2W against 2R+3W, but for parries and rerolls): wins 23%")
    assert shots[0].startswith("Bolter at 6 inches: 52.8%: nothing changes; ")
    near, *others = GAME.compared(scene.state, 1, "M1", "O1", "10,8")[1:]
    assert near.startswith("melee: ")
    assert others[0].startswith("Bolter: 52.8%: nothing changes")
    told = Scene().gm("put Marine M1 for army 1 at 10,4", "put Orc O1 for army 2 at 10,9")
    told.gm("set O1 parry always", "set O1 finish ko")
    for pair in (("M1", "O1"), ("O1", "M1")):
        assert GAME.compared(told.state, 1, *pair) == GAME.compared(scene.state, 1, *pair)


def test_odds_of_a_shot_are_exact() -> None:
    """RC-SHOOT-8, RC-DMG-3: of 36 ways 19 do nothing to an Orc, 8 wound it and 9 kill it."""
    scene = Scene().gm("put Marine M1 for army 1 at 10,4", "put Orc O1 for army 2 at 10,9")
    scene.gm("put Orc O2 for army 2 at 20,9")
    order = next(one for one in GAME.legal(scene.state, 1, "M1") if "Bolter at O1" in str(one))
    assert GAME.odds(scene.state, 1, order) == (
        "52.8%: nothing changes",
        "22.2%: O1 becomes wounded",
        "22.2%: O1 is killed",
        "2.8%: M1 Bolter jammed; O1 is killed",
    )


def test_routes_are_cheapest_and_their_steps_add_up() -> None:
    """RC-MOVE-12: every cell that `reach` lists has a route, whose cost is the sum of its steps and
    never below the price listed."""
    state = starter()
    for ref in ("M1", "S1", "O3"):
        unit = state.unit(ref)
        search = Search(state, unit)
        for spot, price in search.reach(unit.moveleft).items():
            route = search.best([spot], unit.moveleft)
            assert route is not None
            assert route.end == spot
            assert route.cost == sum(cost for _, cost, _ in route.steps) >= price
            assert search.cheapest([spot]) == price
