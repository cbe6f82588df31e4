"""A post that is too tall: which parts are left out, and what stands there instead."""

from collections.abc import Sequence

from bot.posts.announce import unknown
from bot.posts.layout import MOST_LINES, MOST_ORDERS, Section, fitted
from bot.posts.turns import ViewedEntry

HEAD = Section(("**Fords** \u00b7 round 1",))


def orders(count: int, strong: Sequence[int] = ()) -> list[Section]:
    """So many orders; those in `strong` have a result."""
    found = []
    for number in range(1, count + 1):
        result = " **killed**" if number in strong else ""
        found.append(Section((f"#{number} moves{result}",), 3 + (number in strong), orders=True))
    return found


def board(lines: int) -> Section:
    """A board of so many lines."""
    rows = "\n".join(f"row {row}" for row in range(lines - 2))
    return Section((f"```\n{rows}\n```",), 7, instead="Board: elsewhere")


def test_the_middle_of_a_long_turn_is_left_out() -> None:
    """Of a long turn the first and last orders are shown, and between them how many are left out;
    an order with a death stays."""
    shown = fitted([HEAD, *orders(29)]).split("\n")
    assert shown[1].startswith("#1 ")
    assert shown[-1].startswith("#29 ")
    assert len(shown) == 1 + MOST_ORDERS + 1
    gap = shown.index("\u2026 19 more: /why")
    assert 3 <= gap <= 8
    assert "#15 moves **killed**" in fitted([HEAD, *orders(29, [15])])


def test_no_post_is_taller_than_a_phone() -> None:
    """With few orders the board stays and the middle orders go; a board that leaves too little room
    is replaced by where to find it, and all orders are shown."""
    low = fitted([HEAD, *orders(10), board(16)])
    assert low.count("\n") < MOST_LINES
    assert "row 3" in low
    assert "\u2026 3 more: /why" in low
    tall = fitted([HEAD, *orders(10), board(24)])
    assert tall.count("\n") < MOST_LINES
    assert "row 3" not in tall
    assert "Board: elsewhere" in tall
    assert "more: /why" not in tall


def test_the_key_goes_before_anything_else() -> None:
    """A post that is full leaves out the key first, since it can be looked up elsewhere."""
    key = Section(("\n".join(f"unit {number}" for number in range(9)),), 2)
    assert "unit 3" in fitted([HEAD, *orders(2), board(10), key])
    shown = fitted([HEAD, *orders(2), board(18), key])
    assert "unit 3" not in shown
    assert "row 3" in shown


def test_the_table_of_a_round_goes_before_no_board() -> None:
    """If the table of a round leaves no room for a tall board, the table stays and the board is
    replaced by where to find it."""
    table = Section(("\n".join(f"thing {number}" for number in range(6)),), 8)
    shown = fitted([HEAD, table, board(20)])
    assert "thing 3" in shown
    assert "Board: elsewhere" in shown


def test_a_post_has_one_board() -> None:
    """If two phases end in one post, only the later board is shown."""
    first, last = (Section((f"```\n{name}\n```",), 7, instead="-") for name in ("first", "last"))
    shown = fitted([HEAD, first, *orders(1), last])
    assert "first" not in shown
    assert "last" in shown


def test_a_private_report_says_what_others_do_not_see() -> None:
    """A private report has the orders that are secret, and of public orders the lines that others
    do not see."""
    public = [
        ViewedEntry(1, 1, "L1 moves", ("L1 moves to 5,8",)),
        ViewedEntry(2, 2, "(secret)", ()),
    ]
    own = [
        ViewedEntry(1, 1, "L1 moves", ("L1 moves to 5,8", "a mine goes off")),
        ViewedEntry(2, 2, "ready", ("army 2 is ready",)),
        ViewedEntry(3, 1, "end phase", ("Move is over",)),
    ]
    public.append(ViewedEntry(3, 1, "end phase", ("Move is over",)))
    assert unknown(public, own) == [
        ViewedEntry(1, 1, "L1 moves", ("a mine goes off",)),
        ViewedEntry(2, 2, "ready", ("army 2 is ready",)),
    ]
