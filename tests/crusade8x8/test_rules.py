"""Tables, wording, views and the practice opponent of crusade8x8, number by number."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

import grammar
from bot.render import bbcode, markdown
from rules.border.game import read_options
from rules.crusade8x8 import GAME
from rules.crusade8x8.adjudicate import legal
from rules.crusade8x8.board import (
    AROUND,
    JUMPS,
    NOBLES,
    PAWNS,
    SLANTS,
    read_position,
    tile_name,
    tile_named,
    write_position,
)
from rules.crusade8x8.notation import missing_tile, read_notation
from rules.crusade8x8.orders import Act, Choose, Hold, PlaceUnits, Rotate, Step, UnitRef
from rules.crusade8x8.overrides import SetPosition
from rules.crusade8x8.search.candidates import candidates, grabs
from rules.crusade8x8.search.generate import Found, Generator, Packed, packed
from rules.crusade8x8.search.opponent import LEVELS, Appraiser, Opponent
from rules.crusade8x8.setup import LAYOUTS, PRESETS, add_units, automatic_choice, removed_letters
from rules.crusade8x8.state import State
from rules.line.adjudication import Die
from rules.line.codec import Codec
from rules.line.errors import Refusal
from rules.line.orders import EndPhase, OfferDraw, Order, Resign
from rules.line.overrides import Timeout
from rules.numbers.arith import scattered
from tests.places import GOLDEN, ROOT

P5 = "2p5/3R^4/1W^cv5/3C^1A<2/3rv4/4cv3/2N5/8 w Sb3g3Rc1f1/Sb6Rc8 d4 B 0/0 - 0 9"
RULES = ROOT / "rules" / "crusade8x8" / "RULES.md"


def lowest(die: Die) -> int:
    return die.faces[0]


def begin(options: Mapping[str, str], tray: tuple[int, ...] = ()) -> State:
    """A match just set up."""
    state: State = GAME.blank
    for event in GAME.setup(read_options(GAME, options), None, lowest, tray=tray):
        state = GAME.apply(state, event)
    return state


def after(state: State, seat: int, order: Order) -> State:
    """The state after one order."""
    for event in GAME.adjudicate(state, seat, (order,), lowest):
        state = GAME.apply(state, event)
    return state


def at(text: str) -> State:
    """A match in this position."""
    return after(begin({"setup": "empty"}), 0, SetPosition(text))


def read(line: str, gm: bool = False) -> Order:
    """One sentence as an order."""
    (written,) = grammar.read("crusade8x8", line, (), gm=gm)
    assert written.problem is None, written.problem
    (order,) = written.orders
    return order


SENTENCES = [
    ("archer b2 moves b3 then side-steps right then rotates left", "Ab2-b3-c3<"),
    ("archer b2 takes knight on c3 and turns left", "Ab2xc3<"),
    ("b2 moves c3 and then rotates left", "Ab2-c3<"),
    ("caster d2 uses tk on d4 to e5", "Cd2+d4-e5"),
    ("rogue d4 exchanges with e5", "Rd4=e5"),
    ("knight b1 moves c3 then rogue a2 follows into b1 and turns right", "Nb1-c3&Ra2-b1>"),
    ("commander d1: rotate c2 left, c2 captures b3, e2 to e3", "Md1:~c2<,Wc2xb3,Ae2-e3"),
    ("paladin b5 moves b6 then recruit archer a2", "Pb5-b6!Aa2"),
]


@pytest.mark.parametrize(("words", "note"), SENTENCES)
def test_sentences_and_notation_read_back(words: str, note: str) -> None:
    """C8-NOTE-2, C8-NOTE-4: an order prints as the sentence that reads as the same order."""
    for line in (words, note, note.lower(), " ".join(note)):
        order = read(line)
        assert read(str(order)) == order


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("archer c2 shoots c9", "c9"),
        ("Ab2xc9", "c9"),
        ("Ab9-b8", "b9"),
        ("Nb1-c3&Ra2-b10", "b10"),
        ("rc2-i4v", "i4"),
        ("archer moves x4", "x4"),
        ("Ab2xc3<", ""),
        ("choose 2 Warriors // not c9", ""),
        ("Rc2v", ""),
    ],
)
def test_words_that_are_no_tiles(line: str, wrong: str) -> None:
    """C8-BOARD-1, C8-NOTE-5"""
    assert missing_tile(line) == wrong


def test_forward_diagonals_depend_on_the_facing_only() -> None:
    """C8-BOARD-4, C8-BOARD-5: forward diagonals depend on the facing only; a corner has three
    neighbours."""
    d4 = tile_named("d4")
    shown = [" ".join(tile_name(tile) for tile in SLANTS[facing][d4]) for facing in range(4)]
    assert shown == ["c5 e5", "e5 e3", "e3 c3", "c3 c5"]
    assert len(AROUND[tile_named("a1")]) == 3


def test_a_jump_has_two_corners() -> None:
    """C8-KNI-2: from b1 to c3 by way of c2 (straight arrival) or b2 (on a slant)."""
    jumps = [tuple(map(tile_name, jump)) for jump in JUMPS[tile_named("b1")]]
    assert ("c3", "c2", "b2") in jumps
    assert sorted(goal for goal, _, _ in jumps) == ["a3", "c3", "d2"]


@pytest.mark.parametrize(("faces", "letters"), [((13, 20), "AP"), ((17, 17), "B"), ((9, 12), "")])
def test_removals(faces: tuple[int, ...], letters: str) -> None:
    """C8-SETUP-2"""
    assert removed_letters(faces) == letters


def test_dice_add_units_up_to_their_limits() -> None:
    """C8-SETUP-5 to C8-SETUP-8"""
    assert add_units((), (1, 1, 1, 1, 1, 2, 5, 6), PAWNS, "C") == ("Archer",) * 4
    assert add_units((), (3, 3, 3, 4), NOBLES, "") == ("Knight", "Knight", "Paladin")


def test_automatic_choice_takes_the_rarest_type() -> None:
    """C8-CHOICE-6"""
    army = ("Archer", "Caster", "Rogue", "Warrior", "Bishop", "Commander")
    assert automatic_choice(army, "", (2, 1)) == ("Archer", "Caster", "Knight")
    assert automatic_choice(army, "AN", (2, 2)) == ("Caster", "Rogue", "Paladin", "Bishop")


@pytest.mark.parametrize("text", [P5, "8/8/8/8/8/8/8/8 b -/Rc8 - ACRWBMNP 3/0 w 59 12"])
def test_position_strings_are_read_and_written_alike(text: str) -> None:
    """C8-POS-1, C8-POS-2"""
    assert write_position(read_position(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        P5.replace("w S", "x S"),
        P5.replace("b3g3", "g3b3"),
        P5.replace(" d4 ", " a1 "),
        P5.replace("2p5", "11p5"),
        P5.replace("2p5", "3p5"),
        P5.replace("0/0", "00/0"),
        P5.replace("Sb3g3", "Sb3g3h3"),
        P5 + " ",
        "",
    ],
)
def test_strings_of_another_shape_are_rejected(text: str) -> None:
    """C8-POS-1"""
    with pytest.raises(Refusal, match="C8-POS-1"):
        read_position(text)


@pytest.mark.parametrize("preset", PRESETS)
def test_ready_made_armies_mirror_each_other(preset: str) -> None:
    """C8-SETUP-9, C8-PLACE-5"""
    state = begin({"setup": preset})
    ranks = write_position(state.position).split()[0].split("/")
    mirrored = [rank.replace("^", "v").lower() for rank in reversed(ranks)]
    assert [rank.lower() for rank in ranks[:4]] == mirrored[:4]
    assert GAME.awaits(state) == (1,)
    assert f"`{preset}`" in RULES.read_text(encoding="utf-8")


def test_all_layouts_keep_to_their_owners_rows() -> None:
    """C8-TREAS-2: two Supplies and two Relics on the owner's first three rows."""
    for white_s, white_r, black_s, black_r in LAYOUTS.values():
        assert all(int(tile[1]) <= 3 for tile in white_s + white_r)
        assert all(int(tile[1]) >= 6 for tile in black_s + black_r)


@pytest.mark.parametrize(
    ("name", "value", "fits"),
    [
        ("repetition", "2", True),
        ("repetition", "1", False),
        ("progress", "off", True),
        ("progress", "many", False),
        ("clock", "30s", True),
        ("clock", "12h", True),
        ("clock", "soon", False),
        ("frozen", "all", True),
        ("follow", "command", True),
        ("setup", "chess", False),
    ],
)
def test_options(name: str, value: str, fits: bool) -> None:
    """C8-OPT-5, C8-OPT-6, C8-OPT-7, C8-OPT-8, C8-OPT-9"""
    if fits:
        assert read_options(GAME, {name: value})[name] == value
    else:
        with pytest.raises(ValueError, match=name):
            read_options(GAME, {name: value})


def test_nothing_is_hidden_but_the_setup() -> None:
    """C8-SCOPE-1, C8-SCOPE-2, C8-CHOICE-5: only the set-up has secrets: a choice is seen by its
    owner and the GM."""
    tray = (1, 1, 5, 2, 2, 3, 3, 4, 4, 6, 1, 2, 3, 6)
    state = begin({}, tray)
    order = next(iter(legal(state, 1)))
    (event,) = GAME.adjudicate(state, 1, (order,), lowest)
    chosen = GAME.apply(state, event)
    told = [
        bool("Archer" in line)
        for seat in (0, 1, 2, None)
        for line in GAME.report(event, state, seat)
    ]
    assert told == [True, True, False, False]
    assert GAME.view(chosen, 2, "text") == GAME.view(state, 2, "text")
    assert GAME.awaits(chosen) == (2,)


def test_placement_is_hidden_from_the_other_side() -> None:
    """C8-PLACE-1"""
    state = begin({"placement": "hidden"}, (1, 1, 1, 2, 3, 4, 6, 6, 6, 6, 1, 2, 6, 6))
    placed = after(state, 1, read("place Archer at a3"))
    assert GAME.view(placed, 2, "text") == GAME.view(state, 2, "text")
    assert GAME.view(placed, None, "text") == GAME.view(state, None, "text")
    assert GAME.references(placed, 1) == ("a3",)
    assert GAME.references(placed, 2) == ()


def test_no_unit_is_royal() -> None:
    """C8-SCOPE-3, C8-SCOPE-4: an army plays on as long as it has a unit of any kind."""
    state = at("p7/8/3rv4/8/8/3A^4/8/8 w Sb3g3Rc1f1/Sb6g6Rc8f8 - - 0/0 - 0 1")
    state = after(state, 1, read("Ad3-d4"))
    state = after(state, 2, read("Pa8-a7"))
    state = after(state, 1, read("Ad4*d6"))
    assert state.flow.phase == "play"


def test_every_legal_order_is_accepted_and_reads_back() -> None:
    """C8-PERFT-3, C8-PHASE-1: what `legal` offers is accepted, and its sentence reads back."""
    for state in (at(P5), begin({"setup": "shadow"})):
        for seat in (1, 2):
            for order in legal(state, seat):
                assert GAME.adjudicate(state, seat, (order,), lowest)
                assert read(str(order)) == order
        assert all(
            isinstance(order, Resign) or order.__class__.__name__ == "OfferDraw"
            for order in legal(state, 2)
        )
    only = list(legal(at(P5), 1, "c2"))
    assert only
    assert all(str(order).startswith("knight c2") for order in only)


@pytest.mark.parametrize("name", ["classic", "shadow", "council"])
def test_recorded_games(name: str) -> None:
    """C8-POS-3, C8-TURN-3: whole games in notation, with the position string after each turn."""
    _, setup, *turns, end = (GOLDEN / f"crusade8x8.{name}.game.txt").read_text().splitlines()
    state = begin({"setup": setup.removeprefix("setup=")})
    for line in turns:
        turn, position = line.split(" = ")
        seat, note = turn.split("> ", 1)
        state = after(state, int(seat), read(note))
        assert (state.last, write_position(state.position)) == (note, position)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert f"{outcome.rule} {outcome.termination}" == end


def test_legal_in_the_setup_and_after_an_offer() -> None:
    """C8-CHOICE-2, C8-PLACE-1, C8-DRAW-2: legal orders are accepted in the set-up and after a draw
    offer too."""
    choosing = begin({}, (13, 1, 5, 2, 2, 3, 3, 4, 4, 6, 5, 2, 3, 6))
    found = [str(order) for order in legal(choosing, 2)]
    assert "choose Caster, Bishop" in found
    assert not any("Archer" in text for text in found)
    placing = begin({"placement": "hidden"}, (1, 1, 1, 2, 6, 6, 6, 6, 6, 6, 1, 6, 6, 6))
    found = [str(order) for order in legal(placing, 1)]
    assert found.count("end phase") == 1
    assert "place Bishop at a1" in found
    assert "place Archer at a1" not in found
    assert len(found) == 24 + 16 + 16 + 2
    offered = after(at(P5), 1, OfferDraw())
    assert [str(order) for order in legal(offered, 2)] == ["accept draw", "decline draw", "resign"]
    for state, seat in ((choosing, 2), (placing, 1), (offered, 2)):
        for order in legal(state, seat):
            assert GAME.adjudicate(state, seat, (order,), lowest)
    assert GAME.awaits(placing) == (1, 2)


def test_orders_events_and_states_are_stored() -> None:
    """The codec reads back what it wrote, bit for bit."""
    codec = Codec(GAME.types)
    state = begin({"setup": "shadow"})
    values: list[Any] = [state, read("Md1:~c2<,Wc2-c3,Ad2<"), read('position "x"', gm=True)]
    values += GAME.adjudicate(state, 1, (read("Wd2-d3&Rc2-d2"),), lowest)
    values += GAME.adjudicate(state, 1, (EndPhase(),), lowest)
    for value in values:
        assert codec.decode(codec.encode(value)) == value


def example() -> str:
    """The board and key of RULES.md, section 10, in Markdown."""
    return RULES.read_text(encoding="utf-8").split("````")[1].strip()


def test_the_view_in_markdown(golden: Callable[[str, str], None]) -> None:
    """C8-VIEW-1 to C8-VIEW-4: the example of section 10, character by character."""
    posts = "\n".join(markdown.messages(GAME.view(at(P5), None, "markdown")))
    golden("crusade8x8.markdown.txt", posts + "\n")
    assert posts == example()


def test_the_view_in_bbcode() -> None:
    """C8-VIEW-4: the same with `[b]` and `[code]`, and no empty line between the parts."""
    lines = []
    for line in example().split("\n"):
        bold = line.removeprefix("**").removesuffix("**")
        lines.append(f"[b]{bold}[/b]" if bold != line else line)
    fences = [number for number, line in enumerate(lines) if line == "```"]
    lines[fences[0]], lines[fences[1]] = "[code]", "[/code]"
    assert bbcode.view(GAME.view(at(P5), None, "bbcode")) == "\n".join(lines)


def test_the_picture_says_the_same_in_words() -> None:
    """C8-VIEW-2: the picture shows 64 tiles and every unit, and its text says everything that
    colour shows."""
    picture = GAME.shapes(at(P5), None)
    kinds = [shape.kind for shape in picture.shapes]
    assert (kinds.count("tile"), kinds.count("unit")) == (64, 9)
    assert "Rogue on d4 facing down (frozen)" in picture.words
    assert "Supply of army 1 on b3" in picture.words


@pytest.mark.parametrize(
    "order",
    [
        Act(UnitRef("z9"), (Hold(),)),
        Act(UnitRef("b2"), ()),
        Act(UnitRef("b2"), (Step("somewhere"),)),
        Act(UnitRef("b2"), (Rotate("twice"),)),
        Choose(("King",)),
    ],
)
def test_orders_that_no_sentence_gives_are_refused(order: Order) -> None:
    """C8-BOARD-1, C8-NOTE-1: an order that no sentence can give, as from a damaged store, is
    refused without an error."""
    with pytest.raises(Refusal, match=r"C8-(BOARD|NOTE)-1"):
        GAME.adjudicate(begin({"setup": "march"}), 1, (order,), lowest)


@pytest.mark.parametrize(
    ("position", "order", "said"),
    [
        ("8/8/8/3cv4/8/3C^4/8/6PP", "Cd3+d5-e6", "C8-FRZ-1: the Caster on e6 is frozen until"),
        ("8/8/8/3wv4/2B5/8/8/p6P", "Bc4xd5", "C8-WAR-2: the Bishop from c4 entered d5"),
        ("8/5P2/8/8/8/8/8/r>7", "Pf7-f8!Nc1", "C8-TREAS-3: landed on the Relic at f8; 3 of 4"),
        ("8/5P2/8/8/8/8/8/r>7", "Pf7-f8!Nb1", "C8-REC-4: Knight 2 in reserve before, 1 after"),
        ("8/5P2/8/8/8/8/8/r>7", "Pf7-f6", "C8-OPT-8: turns without a capture 1 of 60"),
        ("8/5P2/8/8/8/8/8/r>7", "pass", "C8-FORF-2: 0 in a row before, 1 now"),
        ("8/8/8/8/8/1r>6/P7/8", "Pa2-b2", "C8-TURN-3: Pa2-b2 is the one action"),
        ("8/8/8/8/8/Pr>6/8/8", "Pa3xb3", "C8-WIN-2: no black unit left"),
    ],
)
def test_why(position: str, order: str, said: str) -> None:
    """`why` explains each event by its rule and numbers."""
    state = at(position + " w Sb3g3Rc1f1/Sb6g6Rc8f8 - - 0/0 - 0 1")
    lines: list[str] = []
    for event in GAME.adjudicate(state, 1, (read(order),), lowest):
        lines += GAME.why(event, state)
        state = GAME.apply(state, event)
    assert any(line.startswith(said) for line in lines), lines


def test_time_is_up_before_play() -> None:
    """C8-FORF-4: the clock runs in phase play only."""
    state = begin({}, (1, 1, 5, 2, 2, 3, 3, 4, 4, 6, 1, 2, 3, 6))
    (event,) = GAME.adjudicate(state, 0, (Timeout(),), lowest)
    assert GAME.report(event, state, None) == ("time is up for both armies; nothing is forfeited",)
    assert GAME.apply(state, event) == state


def test_an_opponent_is_a_function_of_its_seed() -> None:
    """The same state, seed and number of nodes give the same legal order."""
    state = begin({"setup": "march"})
    for name in LEVELS:
        order = Opponent(name).order(state, 1, seed=3, nodes=500)
        assert order == Opponent(name).order(state, 1, seed=3, nodes=500)
        assert GAME.adjudicate(state, 1, (order,), lowest)


def test_an_opponent_takes_what_wins() -> None:
    """C8-WIN-1: it captures the treasure that wins the game."""
    state = at("8/5P2/8/8/8/8/8/r>7 w Sb3g3Rc1f1/Rf8 - - 0/0 - 0 30")
    for name in LEVELS:
        assert str(Opponent(name).order(state, 1, seed=1)) == "paladin f7 moves f8"


def test_an_opponent_takes_a_treasure_and_names_its_recruit() -> None:
    """C8-REC-1: it captures a treasure and names its recruit."""
    state = at("p7/5P2/8/8/8/8/8/r>7 w Sb3g3Rc1f1/Sb6g6Rc8f8 - - 0/0 - 0 1")
    for name in LEVELS:
        assert "f8, recruit" in str(Opponent(name).order(state, 1, seed=1))


def test_an_opponent_knows_no_secrets() -> None:
    """C8-CHOICE-5: its choice and placement do not depend on what the other side has done."""
    state = begin({}, (1, 1, 5, 2, 2, 3, 3, 4, 4, 6, 1, 2, 3, 6))
    chosen = after(state, 2, read("choose Rogue"))
    opponent = Opponent("hard")
    assert opponent.order(state, 1, seed=1) == opponent.order(chosen, 1, seed=1)
    placing = replace(state, flow=replace(state.flow, phase="place"))
    placed = replace(placing, placed=((), (("Archer", "a7"),)))
    order = opponent.order(placing, 1, seed=1)
    assert order == opponent.order(placed, 1, seed=1)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seat", [1, 2])
def test_an_opponent_places_by_hand(seat: int, seed: int) -> None:
    """C8-PLACE-1 to C8-PLACE-4: it places all units in one accepted order, with guards on its
    treasures, and then is ready."""
    state = begin({"placement": "hidden"}, (1, 1, 4, 1, 2, 2, 3, 3, 4, 4, 1, 2, 3, 4))
    assert state.flow.phase == "place"
    opponent = Opponent("hard" if seed % 2 else "easy")
    order = opponent.order(state, seat, seed)
    assert isinstance(order, PlaceUnits)
    placed = after(state, seat, order)
    kinds = [kind for kind, _ in placed.placed[seat - 1]]
    assert sorted(kinds) == sorted(state.armies[seat - 1])
    tiles = [tile for _, tile in placed.placed[seat - 1]]
    assert {"c1", "f1", "b3", "g3"} if seat == 1 else {"c8", "f8", "b6", "g6"} <= set(tiles)
    assert opponent.order(placed, seat, seed) == EndPhase()


LOST_IN_ONE = "3R>4/4mav2/5cv2/3wvrv3/8/1M1c>4/4PA^2/4W^3 b Sg3Rc1f1/Rf8 - - 0/0 - 2 15"


@pytest.mark.parametrize("seed", range(4))
def test_hard_averts_a_loss_in_one(seed: int) -> None:
    """C8-WIN-1: it sees that White's Rogue would take the last treasure, and prevents it against
    every action."""
    state = at(LOST_IN_ONE)
    order = str(Opponent("hard").order(state, 2, seed, nodes=12_000))
    assert order.startswith(("commander e7 moves e8", "commander e7 moves f8"))
    safe = after(state, 2, read(order))
    for action in Generator(packed(safe.position), safe.house, "").actions():
        assert any(byte in (3, 4) for byte in action[2]), action[0]


@pytest.mark.parametrize("army", ["march", "classic", "shadow", "council", "siege"])
def test_points_by_difference(army: str) -> None:
    """Points updated from what an action changes equal points computed from scratch, for every
    action."""
    state = begin({"setup": army})
    rng = random.Random(army)
    for _ in range(12):
        now = packed(state.position)
        appraiser = Appraiser(now.treasures)
        actions = candidates(now, state.house, "")
        told = appraiser.after(now, appraiser.points(now), actions)
        for points, (_, cells, treasures) in zip(told, actions, strict=True):
            assert points == appraiser.points(Packed(cells, treasures, 3 - now.mover))
        chosen = rng.choice([one for one in actions if one in grabs_of(state)] or actions)
        state = after(state, now.mover, read_notation(chosen[0]))
        if state.flow.outcome is not None:
            return


def grabs_of(state: State) -> list[Found]:
    """The actions that capture something at once."""
    return grabs(packed(state.position), state.house, "")


@pytest.mark.parametrize("number", range(5))
def test_grabs_are_actions(number: int) -> None:
    """The short list of captures has only legal actions, and each captures something."""
    state, rng = begin({"setup": "classic"}), random.Random(number)
    for _ in range(16):
        now = packed(state.position)
        actions = Generator(now, state.house, "").actions()
        legal = {one[0] for one in actions}
        units = sum(1 for byte in now.cells if byte)
        for note, cells, treasures in grabs_of(state):
            assert note in legal
            assert treasures != now.treasures or sum(1 for byte in cells if byte) < units
        if not actions or state.flow.outcome is not None:
            return
        state = after(state, now.mover, read_notation(rng.choice(actions)[0]))


def test_nodes_and_seed_decide() -> None:
    """The same nodes and seed give the same order; it answers even without nodes or time."""
    state = begin({"setup": "classic"})
    opponent = Opponent("hard")
    assert opponent.order(state, 1, 5, 3_000) == opponent.order(state, 1, 5, 3_000)
    assert str(opponent.order(state, 1, 5, 1))
    assert str(opponent.order(state, 1, 5, 0, lambda: True))


def test_scattered_numbers() -> None:
    """Hashes are whole numbers below 2 to the 64th, the same on every machine."""
    assert scattered(1, 2) == scattered(1, 2) != scattered(2, 1)
    assert 0 <= scattered(123456789, 987654321) < 1 << 64
