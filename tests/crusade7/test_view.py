"""Chapter 10: the board, the key and the screen of Crusade 7th edition."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.render import bbcode, markdown, text
from rules.crusade7.army.statblock import Modifier, Note
from rules.crusade7.state import Affliction, Concentration, Effect, State
from rules.crusade7.telling.view import view
from rules.display.view import Block, unstyled
from tests.crusade7.scene import battle, unit

Golden = Callable[[str, str], None]

EMPTY = (
    "[color=#f00]_ _ _ _ _ _ _ _ _[/color] _ _ _ _ _ _ _ _ _ _ _ _"
    "[color=#00f] _ _ _ _ _ _ _ _ _[/color]"
)
GROUND = {(row, column): "rough" for row in (14, 15, 16) for column in (14, 15, 16)}


def example() -> State:
    """The small battle of section 10.4."""
    return battle(
        unit("Legionnaire", 1, 1, (5, 9), hp=8),
        unit("Legionnaire", 2, 1, (6, 9), hp=12),
        unit("Legionnaire", 3, 1, (7, 10), hp=13),
        unit("Legionnaire", 4, 1, (8, 10), hp=4, ac=17, uses=(("Pila", 0),)),
        unit("Legionnaire", 5, 1, inside="CR1"),
        unit("Legionnaire", 6, 1, reserve=True),
        unit("Centurion", 1, 1, (7, 8)),
        unit("Carrus", 1, 1, (11, 5)),
        unit("Praetorian Legionary", 1, 2, (6, 22)),
        unit("Praetorian Psionic", 1, 2, (8, 24), conditions=(Affliction("poisoned"),)),
        terrain=GROUND,
    )


def board(state: State) -> Block:
    """The board as it is posted on Discord."""
    found = view(state, None, "markdown").block("board")
    assert found is not None
    return found


def key_lines(state: State, viewer: int | None = None) -> list[str]:
    """The lines of the key."""
    found = view(state, viewer, "bbcode").block("key")
    return [unstyled(line) for line in found.lines] if found else []


def test_the_forum_text_of_the_example(golden: Golden) -> None:
    """C7-BOARD-1 to C7-BOARD-5, C7-KEY-1 to C7-KEY-5: section 10.4, byte for byte."""
    golden("crusade7/example-forum.txt", bbcode.view(view(example(), None, "bbcode")))


def test_the_screen_of_the_example(golden: Golden) -> None:
    """C7-SCREEN-1 to C7-SCREEN-3: the first of two messages, 1940 characters."""
    posts = markdown.pieces(board(example()))
    golden("crusade7/example-screen-1.txt", posts[0])
    golden("crusade7/example-screen-2.txt", posts[1])
    assert len(posts) == 2
    assert len(posts[0]) == 1940


def test_the_key_of_the_example_on_discord(golden: Golden) -> None:
    """C7-SCREEN-5: the key is a message of its own with bold headings."""
    posts = markdown.messages(view(example(), None, "markdown"))
    golden("crusade7/example-key.md", posts[-1])
    assert len(posts) == 3


def test_the_terminal(golden: Golden) -> None:
    """C7-SCREEN-1: the same layout without codes."""
    golden("crusade7/example-terminal.txt", text.view(view(example(), None, "text")))


def test_an_empty_row() -> None:
    """C7-BOARD-1: 99 characters, 24 times."""
    lines = bbcode.view(view(battle(), None, "bbcode")).split("\n\n")[0].split("\n")
    assert len(EMPTY) == 99
    assert lines == [EMPTY] * 24


def test_ground_is_drawn() -> None:
    """C7-BOARD-4."""
    state = battle(terrain={(1, 1): "rough", (1, 2): "difficult", (1, 3): "impassable"})
    found = view(state, None, "bbcode").block("board")
    assert found is not None
    assert bbcode.line(found.lines[0]).startswith("[color=#f00]~ = # _ _")


@pytest.mark.parametrize(
    ("refs", "posts", "size"),
    [((), 2, None), ((1,), 2, None), ((10,), 2, None), ((100,), 2, None), ((1000,), 3, None)],
)
def test_posts_fit_a_message(refs: tuple[int, ...], posts: int, size: int | None) -> None:
    """C7-SCREEN-3: no message is longer than 2000 characters, whatever stands on the board."""
    units = [unit("Legionnaire", number, 1, (5, 5)) for number in refs]
    found = markdown.pieces(board(battle(*units)))
    assert all(len(post) <= 2000 for post in found)
    assert len(found) == posts


def test_a_crowded_board_loses_colours_before_it_is_cut_further() -> None:
    """C7-SCREEN-3: two messages of level 2 come before three of level 1."""
    crowd = [
        unit("Legionnaire", row * 10 + column, 1 + column % 2, (row, column))
        for row in range(1, 11)
        for column in range(1, 10)
    ]
    found = markdown.pieces(board(battle(*crowd)))
    assert all(len(post) <= 2000 for post in found)
    forced = markdown.pieces(board(battle(*crowd)), level=3)
    assert "\x1b" not in "".join(forced)
    assert len(forced) == 2


@pytest.mark.parametrize(("number", "size"), [(1, 2850), (100, 4096)])
def test_the_single_block(number: int, size: int) -> None:
    """C7-SCREEN-4: at most 4096 characters, about 2850 for an almost empty board."""
    text = markdown.single_block(board(battle(unit("Legionnaire", number, 1, (5, 5)))))
    assert len(text) <= size + 40
    assert text.startswith("```ansi\n   1  ")
    assert text.endswith("\n```")


def test_a_very_wide_board_has_no_colours_in_its_single_block() -> None:
    """C7-SCREEN-4: beyond 4096 characters it is written at level 3."""
    text = markdown.single_block(board(battle(unit("Legionnaire", 99999, 1, (5, 5)))))
    assert "\x1b" not in text


def test_notes_of_a_unit_in_their_order() -> None:
    """C7-KEY-3."""
    magister = unit(
        "High Magister",
        1,
        1,
        (5, 5),
        hp=60,
        slots=((1, 3), (2, 3), (3, 0), (5, 1)),
        concentration=Concentration("Veil"),
        conditions=(Affliction("shaken"), Affliction("prone"), Affliction("invisible")),
        effects=(
            Effect("Ward", (Modifier("AC", amount=2),)),
            Effect("Testudo", (Modifier("AC against ranged attacks", amount=4),)),
        ),
        notes=("carries the *eagle*",),
    )
    state = battle(magister, unit("Eques", 1, 1, (9, 9), uses=(("Javelin", 2),)))
    assert key_lines(state)[1] == "Eques1 HP 44(Javelin 2 left)"
    assert key_lines(state)[2] == (
        "High Magister1 HP 60(AC increased by 2, prone, invisible, shaken, concentrating on Veil, "
        "level 1 slots 3/4, level 3 slots 0/2, carries the *eagle*)"
    )


def test_dead_units_are_not_shown() -> None:
    """C7-KEY-1: only living units are in the key."""
    state = battle(unit("Legionnaire", 1, 1, dead=True, hp=0))
    assert key_lines(state) == ["Army 1", "Army 2"]


def test_texts_left_to_the_gm_end_the_key() -> None:
    """C7-KEY-6: each once, sorted, of living units only."""
    state = battle(unit("Legionnaire", 1, 1, (5, 5)), unit("Legionnaire", 2, 1, (6, 5)))
    kind = state.units["L1"].kind
    block = state.blocks[kind]
    attack = replace(block.attacks[0], notes=("glows in the dark",))
    changed = replace(block, attacks=(attack,), notes=(Note("Oath", "sworn once."),))
    blocks = (*state.blocks[:kind], changed, *state.blocks[kind + 1 :])
    assert key_lines(replace(state, blocks=blocks))[-3:] == [
        "GM notes",
        "Legionnaire - Oath: sworn once.",
        "Legionnaire - Pila: glows in the dark",
    ]


def test_the_set_up_is_secret() -> None:
    """C7-SETUP-8: a seat sees its own units, the GM all, the public none."""
    state = battle(
        unit("Legionnaire", 1, 1, (5, 5)),
        unit("Legionnaire", 2, 1),
        unit("Legionnaire", 1, 2, (5, 25)),
        phase="setup",
    )
    mine = key_lines(state, 1)
    assert mine == ["Army 1", "Legionnaire1 HP 27", "Army 2"]
    assert key_lines(state, None) == ["Army 1", "Army 2"]
    assert key_lines(state, 0).count("Legionnaire1 HP 27") == 2
    forum = bbcode.view(view(state, None, "bbcode"))
    assert forum.split("\n\n")[0].split("\n") == [EMPTY] * 24
    assert "Not deployed: L2" in bbcode.view(view(state, 1, "bbcode"))
    assert "gold" not in forum
