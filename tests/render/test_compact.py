"""Boards for a narrow screen, made from hand-written values, as the design shows them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.render.compact import SEE_PICTURE, PrintedBoard, chat_text, console_text, folded, lay_out
from rules.display.telling import Cell, Compact

NUMBERS = tuple(map(str, range(1, 31)))
ROWS = NUMBERS[:24]


def cells(text: str, anchor: bool = True) -> tuple[Cell, ...]:
    """Cells from text such as `8,15 L1; 8,16 O2`: row and column counted from 1, and what is
    there."""
    found = []
    for part in text.split("; "):
        place, label = part.split(" ")
        row, column = map(int, place.split(","))
        found.append(Cell(row - 1, column - 1, label, anchor))
    return tuple(found)


FORDS = Compact(
    ROWS,
    NUMBERS,
    cells(
        "6,16 EQ1; 6,17 WR1; 7,18 O1; 8,9 SG1; 8,15 L1; 8,17 O2; 9,9 SG2; 9,15 L2; 9,17 O3; "
        "10,9 SG3; 10,15 L3; 10,17 O4; 10,21 G2; 11,7 SG4; 11,10 LG1; 11,15 L4; 11,17 WB1; "
        "12,7 SG5; 12,15 L5; 12,17 O6; 13,6 B1; 13,7 B1; 13,9 L6; 13,17 O7; 14,9 L7; 14,17 O8; "
        "14,19 GB1"
    ),
    ("army 1: B EQ L LG SG", "army 2: G GB O WB WR"),
)

FORDS_CHAT = """\
```
    6  7  8  9 10 +4 15 16 17 18 19 20 21
 6  .  .  .  .  .     . EQ1WR1 .  .  .  .
 7  .  .  .  .  .     .  .  . O1  .  .  .
 8  .  .  . SG1 .    L1  . O2  .  .  .  .
 9  .  .  . SG2 .    L2  . O3  .  .  .  .
10  .  .  . SG3 .    L3  . O4  .  .  . G2
11  . SG4 .  . LG1   L4  . WB1 .  .  .  .
12  . SG5 .  .  .    L5  . O6  .  .  .  .
13 B1 B1  . L6  .     .  . O7  .  .  .  .
14  .  .  . L7  .     .  . O8  . GB1 .  .
```
-# army 1: B EQ L LG SG · army 2: G GB O WB WR · . empty · +4 empty columns 11-14"""


def blocks(*bodies: tuple[int, int, int, str]) -> tuple[Cell, ...]:
    """Bodies of the same letters side by side: row, first and last column, letters."""
    return tuple(
        Cell(row - 1, column - 1, text)
        for row, first, last, text in bodies
        for column in range(first, last + 1)
    )


BATTALIONS = Compact(
    ROWS,
    NUMBERS,
    blocks(
        *((5, 17, 18, "b"), (5, 20, 20, "b"), (6, 18, 18, "b"), (7, 4, 8, "a"), (8, 4, 8, "av")),
        *((9, 4, 8, "A^"), (10, 4, 8, "A"), (11, 4, 7, "A"), (11, 12, 13, "B"), (12, 12, 13, "B")),
        *((10, 20, 20, "c<"), (10, 21, 21, "c"), (11, 20, 20, "c<"), (11, 21, 22, "c")),
        *((12, 20, 20, "c<"), (12, 21, 22, "c")),
    ),
    ("A Legion1, B Man1", "a Axes1, b Ride1, c Mob1"),
    width=2,
)

BATTALIONS_CHAT = """\
```
   3 4 5 6 7 8 9 10  12  14  16  18  20  22
 5 . . . . . . . . . . . . . . b b . b . . .
 6 . . . . . . . . . . . . . . . b . . . . .
 7 . a a a a a . . . . . . . . . . . . . . .
 8 . avavavavav. . . . . . . . . . . . . . .
 9 . A^A^A^A^A^. . . . . . . . . . . . . . .
10 . A A A A A . . . . . . . . . . . c<c . .
11 . A A A A . . . . B B . . . . . . c<c c .
12 . . . . . . . . . B B . . . . . . c<c c .
```
-# A Legion1, B Man1 · a Axes1, b Ride1, c Mob1"""

COVER = "; ".join(f"{10 + number % 2},{number} c" for number in range(4, 21))
DOCKS = Compact(
    NUMBERS[:20],
    NUMBERS[:24],
    (
        *cells("3,5 Y2; 3,13 Y1; 4,12 K1; 4,20 Y3; 5,4 O1; 5,6 O2; 5,17 O5; 18,9 M1"),
        *cells(f"5,5 c; 5,18 c; {COVER}", anchor=False),
    ),
    ("O Orc, K Bruiser, Y Whelp", "c cover"),
)

DOCKS_TOP = """\
```
    4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20
 3  . Y2  .  .  .  .  .  .  . Y1  .  .  .  .  .  .  .
 4  .  .  .  .  .  .  .  . K1  .  .  .  .  .  .  . Y3
 5 O1  c O2  .  .  .  .  .  .  .  .  .  . O5  c  .  ."""

PAWNS_ROWS = (
    *("_   _   p   b   _   &   _   _", "_   _   av  wv  wv  av  cv  _"),
    *("_   $   _   _   _   n   $   _", "_   cv  _   _   _   _   _   _"),
    *("_   _   _   _   _   _   _   _", "C^! $   A<  _   W^  _   $   _"),
    *("_   _   _   _   W^  A^  C^  _", "_   _   P   B   N   &   _   _"),
)
PAWNS = Compact(
    tuple("87654321"),
    tuple("abcdefgh"),
    tuple(
        Cell(row, column, text)
        for row, line in enumerate(PAWNS_ROWS)
        for column, text in enumerate(line.split())
        if text != "_"
    ),
    ("! frozen", "$ Supply, & Relic"),
    width=4,
    empty="_",
    whole=True,
)

COURTS = Compact(
    ("", "", ""),
    ("",) * 48,
    (
        *(Cell(0, 11, "JUN0"), Cell(0, 44, "UMB*"), Cell(1, 17, "RAV0"), Cell(1, 25, "GLE0")),
        *(Cell(2, 5, "IRO0"), Cell(2, 36, "HAR1")),
    ),
    ("digit: owner, 0 neutral, * battle",),
    width=1,
    empty=" ",
    whole=True,
)


def test_a_board_cut_to_its_units_and_folded() -> None:
    """The board is cut to its units, without a margin if there is no room for one, and four empty
    columns become one."""
    assert chat_text(FORDS) == FORDS_CHAT


def test_cells_of_two_characters() -> None:
    """There is a margin on both sides, and numbers over 9 are written above every other column."""
    assert chat_text(BATTALIONS) == BATTALIONS_CHAT


def test_signs_of_the_ground() -> None:
    """Ground signs are centred in their cells, and a column that holds one is not folded."""
    text = chat_text(DOCKS)
    assert text.startswith(DOCKS_TOP)
    assert "+" not in text
    assert text.endswith("-# O Orc, K Bruiser, Y Whelp · c cover")
    drawn = lay_out(DOCKS)
    assert drawn is not None
    assert drawn.width == 53


def test_a_whole_board() -> None:
    """A small board is shown whole, with letters and numbers on all four sides."""
    head = "    a   b   c   d   e   f   g   h"
    rows = [f"{8 - at}   {row:32}{8 - at}" for at, row in enumerate(PAWNS_ROWS)]
    drawn = lay_out(PAWNS)
    assert drawn == PrintedBoard((head, *rows, head), ("! frozen", "$ Supply, & Relic"))
    assert drawn.width == 37


def test_a_map_without_columns() -> None:
    """On a map without columns names appear at their places, without numbers."""
    assert chat_text(COURTS) == (
        "```\n"
        "           JUN0                             UMB*\n"
        "                 RAV0    GLE0\n"
        "     IRO0                           HAR1\n"
        "```\n"
        "-# digit: owner, 0 neutral, * battle"
    )


def test_a_terminal_shows_what_changed() -> None:
    """Changed units are marked behind their labels in cells one wider, and a board that fits is not
    folded."""
    changed = Compact(
        ROWS,
        NUMBERS,
        (
            *(Cell(5, 15, "EQ1", marked="*"), Cell(5, 16, "WR1"), Cell(7, 14, "L1", marked="*")),
            *(Cell(7, 15, "O2"), Cell(10, 14, "", marked="x"), Cell(10, 15, "WB1")),
            *(Cell(10, 6, "SG4"), Cell(11, 5, "B1"), Cell(7, 20, "G2")),
        ),
    )
    assert console_text(changed, 80) == (
        "    6   7   8   9  10  11  12  13  14  15  16  17  18  19  20  21\n"
        " 6  .   .   .   .   .   .   .   .   .   .  EQ1*WR1  .   .   .   .\n"
        " 7  .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .\n"
        " 8  .   .   .   .   .   .   .   .   .  L1* O2   .   .   .   .  G2\n"
        " 9  .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .\n"
        "10  .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .\n"
        "11  .  SG4  .   .   .   .   .   .   .   x  WB1  .   .   .   .   .\n"
        "12 B1   .   .   .   .   .   .   .   .   .   .   .   .   .   .   ."
    )
    narrow = console_text(changed, 60)
    assert narrow is not None
    assert "+7" in narrow
    wide = console_text(changed, 140)
    assert wide is not None
    assert wide.splitlines()[0].split() == list(NUMBERS)
    assert wide.splitlines()[1].startswith(" 4 ")
    assert console_text(changed, 20) is None


def test_marks_do_not_show_in_a_chat() -> None:
    """In a chat the picture shows changes, so a cell where somebody died looks empty; a terminal
    marks it."""
    died = Compact(ROWS, NUMBERS, (*cells("3,3 L1; 3,6 O1"), Cell(2, 3, "", False, "x")))
    assert chat_text(died).splitlines()[2] == "3  . L1  .  . O1  ."
    assert str(console_text(died)).splitlines()[1] == "3 L1   x   .  O1"
    covered = replace(died, cells=(*died.cells, Cell(2, 4, "c", False, "x")))
    assert chat_text(covered).splitlines()[2] == "3  . L1  .  c O1  ."
    assert str(console_text(covered)).splitlines()[1] == "3 L1   x   x  O1"
    whole = replace(covered, whole=True)
    row = str(console_text(whole, 200)).splitlines()[3].split()
    assert row[3:7] == ["L1", "x", "x", "O1"]


def test_a_unit_covers_ground_and_marks() -> None:
    """A unit hides the ground and the marks in its cell, in whatever order they are given."""
    here = (Cell(2, 3, "", False, "x"), Cell(2, 3, "L1"), Cell(2, 3, "~", False))
    for order in (here, here[::-1]):
        board = Compact(ROWS, NUMBERS, order)
        assert "L1" in chat_text(board)
        assert "~" not in chat_text(board)


def test_many_rows_are_folded() -> None:
    """On a board of more than 16 rows, three or more empty rows are folded into one line."""
    board = Compact(ROWS, NUMBERS, cells("2,3 L1; 20,4 O1"))
    text = chat_text(board)
    lines = text.splitlines()
    assert lines[2:5] == [" 2  . L1  .  .", "+17", "20  .  . O1  ."]
    assert lines[-1] == "-# . empty · +17 empty rows 3-19"


def test_a_board_that_is_too_wide() -> None:
    """A board wider than 60 columns even when folded, or 45 on a phone, is replaced by a
    sentence."""
    every = "; ".join(f"1,{column} L1" for column in range(1, 31, 2))
    board = Compact(ROWS, NUMBERS, cells(every))
    assert chat_text(board) == SEE_PICTURE
    assert lay_out(DOCKS, 45) is None
    assert chat_text(DOCKS, 45) == SEE_PICTURE


def test_long_labels_and_long_folds() -> None:
    """Cells are as wide as their labels, and the heading of a long fold keeps clear of the next
    number."""
    board = Compact(ROWS, NUMBERS, cells("1,1 LG10; 1,29 WB12"), ())
    assert chat_text(board).splitlines()[1:3] == ["   1  +27  29", "1 LG10    WB12"]


def test_an_empty_board_is_shown_whole() -> None:
    """A board without units shows all numbers and all its ground."""
    board = Compact(ROWS[:3], NUMBERS[:4], cells("1,1 ~", anchor=False))
    lines = chat_text(board).splitlines()
    assert lines[1:-1] == ["   1  2  3  4", "1  ~  .  .  .", "2  .  .  .  .", "3  .  .  .  ."]


def test_letters_cannot_leave_their_block() -> None:
    """Text in a cell or a legend can neither close the code block nor mention anybody."""
    board = Compact(ROWS, NUMBERS, (Cell(0, 0, "```"), Cell(0, 2, "@here")), ("@everyone <@1>",))
    text = chat_text(board)
    assert text.count("```") == 2
    assert "@everyone" not in text
    assert "<@1>" not in text


@pytest.mark.parametrize(
    ("taken", "expected"),
    [((0, 3), 5), ((0, 4), 3), ((0, 1, 2), 5), ((0, 1), 3), ((), 1)],
)
def test_what_folds(taken: tuple[int, ...], expected: int) -> None:
    """Two empty columns side by side stay; three or more become one."""
    assert len(folded(tuple(range(5)) if taken else (0, 1, 2), set(taken))) == expected


@given(
    st.lists(
        st.tuples(st.integers(0, 23), st.integers(0, 29), st.sampled_from(("L1", "WB1", "c"))),
        min_size=1,
        max_size=40,
    ),
    st.sampled_from((45, 60, 80, 120)),
)
def test_boards_stay_within_their_width(placed: list[tuple[int, int, str]], width: int) -> None:
    """Whatever is on the board, no line is too long and every unit is shown."""
    board = Compact(ROWS, NUMBERS, tuple(Cell(*one, anchor=one[2] != "c") for one in placed))
    drawn = lay_out(board, width, min(width, 45))
    if drawn is not None:
        assert drawn.width <= width
        shown = {cell[:2]: cell[2] for cell in placed if cell[2] != "c"}
        text = "\n".join(drawn.lines)
        assert text.count("L1") == sum(one == "L1" for one in shown.values())
        assert text.count("WB1") == sum(one == "WB1" for one in shown.values())
