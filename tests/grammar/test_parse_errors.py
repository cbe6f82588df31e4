"""Lines that cannot be read: the error shows where reading stopped, what fits there and what was
probably meant, and no internals."""

import re
import time
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grammar import ParseError, Written, explain, read
from grammar.errors import MOST_SHOWN
from rules.line.orders import Order, Unread

NAMES = ("Legionnaire", "Gladius", "Fire Storm", "Bite and Blade", "Rally to the Eagle", "Smite")

LINES = (
    "L1 dances a jig",
    "L1 movs to 5,12",
    "L1 mooves to 5,12",
    "L1 fals back to 5,9",
    "L1 moves",
    "L1 moves to",
    "L1 moves to 5",
    "L1 moves to 5,12 via",
    "L1 moves to 5,12,3",
    "L1 moves to 5,12 and",
    "L1 moves to 5,12 then",
    "L1 moves 3 foward",
    "L1 moves nowhere",
    "L1 doesn't move",
    "L1",
    "L1,",
    "hod L1",
    "Legionaire moves to 5,12",
    "Legionnaire moves to 5,12",
    "attack P1 with Gladius",
    "L1 attacks P1 with",
    "L1 attacks P1 wiht Gladius",
    "L1 attacks 5,12",
    "L1 attacks Praetorian with Gladius",
    "L1-L3 moves too 5,12",
    "E1 casts",
    "E1 casts Fire Storm on",
    "E1 casts Fire Storm on E2 using a",
    "PP1 manifests Smite over L1",
    "PP1 denys MS1",
    "L1 engages",
    "L1 charges to 5,15",
    "use",
    "skip to lunch",
    "detachment Platoon",
    "detachment Platoon: Legate",
    "detachment Platoon: 1 Legate, 12",
    "reinforcements: five Legionnaires",
    "faction",
    "deploy L1",
    "deploy L1 at the hill",
    "end fase",
    "offr draw",
    "redy",
    "all",
    "everyone",
    "?",
    "5,12",
    "L1 moves to 5,12 🙂",
    "L1 移動 5,12",
    "L1 moves to " + "9" * 400 + ",12",
    "L1 stays" + " then stays" * 30,
    "L1 stays, " + "L2, " * 30 + "L3 dances " + "on and on " * 20,
    "L1 mo\x00ves to 5,12",
    "L1 moves to 5,12 " + "x" * 600,
)

GM_LINES = (
    "put Legionnaire L1 at 5,12",
    "put Legionnaire for army 1 at 5,12",
    "put Legionnaire L1 for army 1",
    "set L1 hp",
    "set L1",
    "set",
    "give L1",
    "give L1 poisoned for two rounds",
    "damage L1 lots",
    "next dice",
    "next dice six",
    "terrain rough",
    "terrain rough at 3,4 to",
    "rewind to yesterday",
    "rule",
    "note L1",
    "kil L1",
    "L1 moves to 5,12",
    "import Velite V HP 18 AC 12 Cost 9 G | Stats: 7, two",
)


def unread(text: str, gm: bool = False) -> Written:
    """Read a message that is one unreadable line, and return that line."""
    (written,) = read("crusade7", text, NAMES, gm)
    assert written.problem is not None, text
    assert [type(order) for order in written.orders] == [Unread]
    return written


def shown(text: str, gm: bool) -> str:
    """The error text that a player is shown for an unreadable line."""
    problem = unread(text, gm).problem
    assert problem is not None
    return explain(problem)


def test_texts(golden: Callable[[str, str], None]) -> None:
    """Golden texts of typical mistakes: the line, the caret, what fits, the nearest word and
    form."""
    texts = [shown(text, False) for text in LINES]
    golden("parse_errors.txt", "\n\n".join(texts) + "\n")


def test_texts_for_the_gm(golden: Callable[[str, str], None]) -> None:
    """Golden texts of typical mistakes in GM lines."""
    texts = [shown(text, True) for text in GM_LINES]
    golden("parse_errors_gm.txt", "\n\n".join(texts) + "\n")


@pytest.mark.parametrize(
    ("text", "column", "nearest"),
    [
        ("L1 dances a jig", 3, ""),
        ("L1 movs to 5,12", 3, "moves"),
        ("L1 fals back to 5,9", 3, "falls back"),
        ("L1 moves 3 foward", 11, "forward"),
        ("hod L1", 0, "hold"),
        ("L1 attacks P1 wiht Gladius", 14, "with"),
        ("PP1 denys MS1", 4, "deny"),
        ("offr draw", 0, "offer draw"),
        ("redy", 0, "ready"),
    ],
)
def test_the_place_and_the_nearest_word(text: str, column: int, nearest: str) -> None:
    """The caret stands at the word that was not understood, and the nearest known word is
    offered."""
    problem = unread(text).problem
    assert problem is not None
    assert problem.column == column
    assert not nearest or problem.nearest == nearest


@pytest.mark.parametrize("text", ["L1 moves", "L1 moves to  ", "L1 attacks P1 with", "E1 casts"])
def test_a_line_that_ends_too_soon(text: str) -> None:
    """If a line ends too soon, the caret stands behind its last word, not under it."""
    problem = unread(text).problem
    assert problem is not None
    assert problem.column == len(text.rstrip())
    assert problem.why == "the line ends too soon"
    assert problem.fits
    caret = explain(problem).splitlines()[1]
    assert caret == " " * len(text.rstrip()) + "^"


def test_the_nearest_form_is_a_legal_sentence() -> None:
    """C7-ORDER-1: the refusal quotes the part not understood and shows the nearest form."""
    (order,) = unread("L1 atacks P1 with Gladius").orders
    assert isinstance(order, Unread)
    assert order.why.startswith('"atacks P1 with Gladius" is not understood here')
    assert "did you mean attacks?" in order.why
    assert order.why.endswith("for example: L1 attacks P1 with Gladius")


def test_columns_stay_right_behind_names_and_markup() -> None:
    """Known names, bold and brackets do not shift the column of the caret."""
    text = "**Legionnaire 1** (attacks) P1 with Bite and Blade 7"
    problem = unread(text).problem
    assert problem is not None
    assert text[problem.column :] == "7"


def test_a_long_line_is_shown_around_the_place() -> None:
    """A line of many words is cut on both sides; the caret still points at the place."""
    problem = unread("L1 stays " + "then stays " * 15 + "then dances " + "then stays " * 15).problem
    assert problem is not None
    line, caret, *_ = explain(problem).splitlines()
    assert len(line) <= MOST_SHOWN + 2
    assert line[caret.index("^") :].startswith("dances")


def test_wide_letters_keep_the_caret_in_place() -> None:
    """Letters that take two columns count as two."""
    assert explain(ParseError("移動 x", 3)).splitlines()[1] == " " * 5 + "^"


INTERNAL = re.compile(
    r"Token\(|Tree\(|Traceback|Unexpected|lark|_[A-Z]{2}|__\w|\.py\b|/work|rules\.|grammar\."
    r"|object at 0x|Error\b|Exception|None\b|Who\(|Move\("
)


def check(written: Written) -> None:
    """Assert that a line gives orders, or one `Unread` with a problem in words for players."""
    assert written.orders
    assert all(isinstance(order, Order) for order in written.orders)
    if written.problem is None:
        assert not any(isinstance(order, Unread) for order in written.orders)
        assert not any("Tree(" in str(order) for order in written.orders)
        return
    (order,) = written.orders
    assert isinstance(order, Unread)
    problem = written.problem
    assert 0 <= problem.column <= len(problem.line)
    assert problem.why
    said = "\n".join((problem.why, problem.nearest, problem.form, *problem.fits))
    for text in (problem.line, written.text):
        said = said.replace(text, "")
    assert not INTERNAL.search(re.sub(r'"[^"]*"', "", said)), said
    assert explain(problem)


PIECES = re.findall(
    r"\S+|\n",
    "L1 L1-L3 P1 5,12 r5c12 (5,12) 3 forward to via at on with using and then , ; : . ! // - -> → "
    "moves move advances falls back stays hold embarks casts Fire Storm Gladius Legionnaire 1 "
    "attacks attack charges engages all everyone use deploy detachment Platoon: 12x faction ready "
    "please the my now just ** * ` ( ) [b] \" ' \n put set army 1 give kill import note rule | # "
    "2nd level slot end phase skip pass undo \x00 \u202e \u200b 🙂 é 99999999 x",
)


@settings(max_examples=250, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join), st.booleans())
@example("use rally to the eagel", False)
@example('rule "', True)
@example("import", True)
@example("note", True)
@example("set L1 uses:Gladius 2", True)
@example("L1 attacks P1 with Fire", False)
@example("map\nend", True)
def test_words_of_orders_in_any_order(text: str, gm: bool) -> None:
    """Any mixture of the words of orders gives orders or problems in plain words."""
    for names in (NAMES, ()):
        for written in read("crusade7", text, names, gm):
            check(written)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200), st.booleans())
@example("\ud800", False)
@example("\ue000\ue001", False)
@example("L\u0661 moves to \u0665,12", False)
@example("L² stays", False)
@example("ſ1 stays", False)
@example("ß1 stays", False)
def test_any_text(text: str, gm: bool) -> None:
    """Any text at all gives orders or problems in plain words."""
    for written in read("crusade7", text, NAMES, gm):
        check(written)


@pytest.mark.parametrize(
    "text",
    [
        "x" * 10_000,
        "x " * 5_000,
        "L1 " * 3_333,
        "L1 stays\n" * 500,
        ";" * 9_999,
        "(" * 9_999,
        "*" * 9_999,
        "* " * 4_999,
        "_ " * 4_999,
        '"' * 9_999,
        "> " * 4_999,
        "//" * 4_999,
        "L1 stays then " * 700,
        "L1, " * 2_400,
        "9" * 9_999,
        "L1 moves to " + "9" * 400,
        "\u202e" * 9_000 + "L1 stays",
        "🙂" * 9_000,
        "[b" * 4_999,
        "[b=" * 3_000,
        "a-" * 4_999,
        "L1 casts " + "a " * 240,
        "-" * 9_999,
        " " * 9_999,
        "1. " * 3_000,
        "L1" + " " * 400 + "moves",
        "5, " * 160,
        "row " * 120,
        "\x00" * 9_999,
        "```\n" * 2_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_hostile_texts_are_answered_quickly(text: str) -> None:
    """Long, deep and odd messages are answered within two seconds, with orders or in plain
    words."""
    read("crusade7", "L1 stays", NAMES)
    began = time.process_time()
    for gm in (False, True):
        for written in read("crusade7", text, NAMES, gm):
            check(written)
    assert time.process_time() - began < 2


def test_a_long_import_is_answered_quickly() -> None:
    """Imports and maps of almost 200,000 characters are answered within five seconds."""
    began = time.process_time()
    for text in ("import " + "x " * 99_000, "import " + "|" * 190_000, "map " + "x\n" * 90_000):
        for written in read("crusade7", text, NAMES, gm=True):
            check(written)
    assert time.process_time() - began < 5
