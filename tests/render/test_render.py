"""How values are shown in a forum, on Discord and in a terminal, for any system."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.reply import Accepted, RefusedLine, Reply, UnreadLine
from bot.render import bbcode, markdown, pages, reply_text, text, view_text
from bot.render.wording import GAP, escape_bbcode, escape_markdown, inside_fence, no_mentions
from rules.display.view import Block, Form, Span, View, line

Golden = Callable[[str, str], None]

RED, BLUE, PLAIN = Span("L1 ", "red", strong=True), Span("_  ", "blue"), Span("_")
BOARD = Block("board", ((RED, BLUE, PLAIN), (BLUE, RED)), (line("ruler"),), "ansi", ((1, 1),))
KEY = Block("key", (line("Army 1", strong=True), line("Elf *1* HP 5(@everyone)")))
VIEW = View((BOARD, KEY))

REPLY = Reply(
    accepted=(
        Accepted(17, 1, ("L1 moves to 5,12", "L1 stays"), ("L1 moves to 5,12 (3.00 -> 3)",)),
        Accepted(
            18,
            1,
            ("everyone stays",),
            ("L1 stays", "C7-MOVE-1: L2 has had its part"),
            (
                RefusedLine("everyone stays", "C7-MOVE-1", "L2 has had its part"),
                RefusedLine("everyone stays", "C7-COND-5", "L3 is stunned"),
            ),
        ),
    ),
    refused=(RefusedLine("L1 moves to 5,9", "C7-MOVE-8", "L1 may move 3; 5,5 to 5,9 is 4"),),
    unreadable=(
        UnreadLine("L1 movs to 5,12", "C7-ORDER-1", 3, ("moves", "stays"), "moves", "L1 moves"),
    ),
    unrun=("L2 stays", "end phase"),
    problem="The match is paused",
)


# --- forum --------------------------------------------------------------------------------------


def test_tones_become_colour_tags() -> None:
    """Coloured text is put in tags, text of the default colour is not."""
    spans = (Span("_ _", "red"), Span(" _"), Span(" _", "blue"))
    assert bbcode.line(spans) == "[color=#f00]_ _[/color] _[color=#00f] _[/color]"


def test_a_forum_view() -> None:
    """A blank line separates blocks, and fixed-width text is put in code tags."""
    assert bbcode.view(VIEW) == (
        "[code]\nruler\nL1 _  _\n_  L1\n[/code]\n\n[b]Army 1[/b]\nElf *1* HP 5(@everyone)"
    )


# --- Discord ------------------------------------------------------------------------------------


def test_codes_stand_where_the_colour_changes() -> None:
    """C7-SCREEN-2: each line starts and ends in the default colour."""
    assert markdown.coloured((RED, BLUE, BLUE, PLAIN), 1) == (
        "\x1b[1;31mL1 \x1b[0;34m_  _  \x1b[0m_"
    )
    assert markdown.coloured((BLUE, RED), 2) == "_  \x1b[1;31mL1 \x1b[0m"
    assert markdown.coloured((BLUE, RED), 3) == "_  L1 "


def test_messages() -> None:
    """C7-SCREEN-3, C7-SCREEN-5: the board in a fence, the key as text of its own."""
    board, key = markdown.messages(VIEW)
    assert board.startswith("```ansi\nruler\n\x1b[1;31mL1 ")
    assert board.endswith("\n```")
    assert key == f"**Army 1**\nElf \\*1\\* HP 5(@{GAP}everyone)"
    assert "\x1b" not in markdown.messages(VIEW, level=3)[0]
    assert markdown.pieces(Block("b", BOARD.lines, (), "plain"))[0].startswith("```\nL1 _")


def wide(width: int, rows: int = 24) -> Block:
    """A board on which every cell changes the colour."""
    cells = tuple(Span("x" * width, ("red", "blue")[n % 2], strong=True) for n in range(30))
    ways = ((2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3))
    return Block("board", (cells,) * rows, (line("ruler"),), "ansi", ways)


@pytest.mark.parametrize(("width", "posts"), [(1, 3), (4, 4), (30, 12), (60, 24)])
def test_boards_fit_however_wide(width: int, posts: int) -> None:
    """C7-SCREEN-3: a wide board loses its colours first, and is then split into more messages."""
    found = markdown.pieces(wide(width))
    assert len(found) == posts
    assert all(len(post) <= 2000 for post in found)
    assert all("ruler" in post for post in found)


def test_the_single_block_loses_colours_before_it_grows_too_long() -> None:
    """C7-SCREEN-4: a block that would be longer than 4096 characters has no colours."""
    assert "\x1b" in markdown.single_block(BOARD)
    assert "\x1b" not in markdown.single_block(wide(4))


# --- terminal -----------------------------------------------------------------------------------


def test_a_terminal_view() -> None:
    """Without colour a terminal shows plain characters, with colour also the codes for it."""
    assert text.view(VIEW) == "ruler\nL1 _  _\n_  L1 \n\nArmy 1\nElf *1* HP 5(@everyone)"
    assert "\x1b[1;31mL1" in text.view(VIEW, colour=True)


@pytest.mark.parametrize("form", ["bbcode", "markdown", "text"])
def test_view_text(form: Form) -> None:
    """Every form gives one text."""
    assert "Army 1" in view_text(VIEW, form)


# --- user text ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "escaped"),
    [
        ("*a* _b_ ~~c~~ `d` ||e||", r"\*a\* \_b\_ \~\~c\~\~ \`d\` \|\|e\|\|"),
        ("# a\n> b\n-# c", "\\# a\n\\> b\n\\-# c"),
        ("#17 a -> b", "#17 a -> b"),
        ("[a](http://b)", r"\[a\](http://b)"),
        ("a\u202eb\x1b[0mc", r"ab\[0mc"),
        ("- Legionnaire5 HP 27(AC decreased by 1)", "- Legionnaire5 HP 27(AC decreased by 1)"),
    ],
)
def test_escaped_markdown(raw: str, escaped: str) -> None:
    """Markdown in a user's text is escaped, so that it shows as typed."""
    assert escape_markdown(raw) == escaped


@given(st.text())
def test_nobody_is_mentioned(raw: str) -> None:
    """No text can mention anybody, escaped or not."""
    for safe in (no_mentions(raw), no_mentions(escape_markdown(raw))):
        assert not re.search(r"@(everyone|here|[!&]?\d)|<[@#]", safe)


@given(st.text())
def test_no_fence_is_closed_and_no_tag_is_opened(raw: str) -> None:
    """User text can neither close a code block nor open a forum tag."""
    assert "```" not in inside_fence(raw)
    assert not re.search(r"\[[/*a-z]", escape_bbcode(raw), re.IGNORECASE)


# --- pages --------------------------------------------------------------------------------------


def test_pages_are_cut_at_line_ends() -> None:
    """Pages are cut at line ends wherever possible."""
    assert pages.split("aaaa\nbbbb\ncccc", 40) == ["aaaa\nbbbb\ncccc"]
    assert pages.split("a" * 30 + "\n" + "b" * 30, 60) == ["a" * 30, "b" * 30]
    assert pages.split("", 40) == []


def test_code_blocks_are_opened_again() -> None:
    """A page that ends inside a code block closes it, and the next page opens it again."""
    rows = [f"row {number}" for number in range(12)]
    found = pages.split("\n".join(("```ansi", *rows, "```", "end")), 60)
    assert all(page.count("```") % 2 == 0 for page in found)
    assert all(page.startswith("```ansi\n") for page in found)
    assert [row for row in "\n".join(found).split("\n") if "```" not in row] == [*rows, "end"]


LINES = st.lists(st.sampled_from(["```", "```ansi", "a", "word " * 9, "x" * 70, ""]), max_size=30)


@given(LINES, st.integers(40, 90))
def test_pages_always_fit(lines: list[str], limit: int) -> None:
    """No page is too long, no page leaves a code block open, and no text is lost."""
    whole = "\n".join(lines)
    found = pages.split(whole, limit)
    assert all(len(page) <= limit for page in found)
    for page in found:
        fences = [row for row in page.split("\n") if row.startswith("```")]
        assert len(fences) % 2 == 0
    letters = re.sub(r"```(ansi)?|\s", "", whole)
    assert re.sub(r"```(ansi)?|\s", "", "".join(found)) == letters


# --- replies ------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["bbcode", "markdown", "text"])
def test_a_whole_reply(form: Form, golden: Golden) -> None:
    """A reply shows entries with their reports, refusals with their rules, and a caret where
    reading stopped."""
    golden(f"reply-{form}.txt", reply_text(REPLY, form))


def test_a_refusal_alone() -> None:
    """A single refusal gives the rule, the unit and the numbers, without repeating the line."""
    assert reply_text(Reply(refused=REPLY.refused), "text") == (
        "C7-MOVE-8: L1 may move 3; 5,5 to 5,9 is 4"
    )


def test_a_repeated_line() -> None:
    """A line that was sent twice is shown as already done."""
    again = Reply(accepted=(Accepted(3, 1, ("end phase",), (), repeated=True),))
    assert reply_text(again, "text") == "#3 end phase (already done)"


def test_a_long_line_is_shown_around_its_error() -> None:
    """A long line is cut around the error, with the caret below the word that was not
    understood."""
    long = "L1 moves to 5,12 and " * 20 + "flies away " + "now " * 40
    at = long.index("flies")
    shown = reply_text(Reply(unreadable=(UnreadLine(long, "C7-ORDER-1", at, ()),)), "text")
    row, caret, advice = shown.split("\n")
    assert row[caret.index("^") :].startswith("flies")
    assert len(row) < 90
    assert advice == "C7-ORDER-1: not understood"


@given(st.text(), st.integers(-5, 400))
def test_any_line_can_be_shown(raw: str, column: int) -> None:
    """Whatever was typed can be shown in a reply."""
    reply = Reply(unreadable=(UnreadLine(raw, "C7-ORDER-1", column, ("a",) * 20, "b", raw),))
    for form in ("text", "bbcode", "markdown"):
        assert "C7-ORDER-1" in reply_text(reply, form)  # type: ignore[arg-type]
    assert reply_text(reply, "markdown").count("```") == 2
