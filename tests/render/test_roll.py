"""Grouped keys, round tables, cards and price lists, made from hand-written values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.render.card import card_text, price_text
from bot.render.columns import shortened, wrapped
from bot.render.roll import roll_text
from bot.render.tally import tally_text
from rules.display.telling import Card, Roll, RollLine, RollSide, Tally
from rules.display.view import Form, Span, line
from rules.line.flow import seat_name


def changed(labels: str, name: str, *values: str) -> RollLine:
    """A row that has changed since the last key."""
    return RollLine(labels, name, values, changed=True)


def same(labels: str, name: str, *values: str) -> RollLine:
    """A row that has not changed."""
    return RollLine(labels, name, values)


ROLL = Roll(
    ("HP", "AC", "at"),
    (
        RollSide(
            1,
            "Army 1",
            (
                changed("EQ1", "Eques", "21/44", "16", "6,16"),
                changed("L1", "Legionnaire", "19/27", "18", "8,15"),
                changed("L2", "", "11/27", "18", "9,15"),
                changed("L5", "", "5/27", "18", "12,15"),
                same("L3", "", "27/27", "18", "10,15"),
                same("L6-L7", "", "13/27", "18", "13-14,9"),
                same("B1", "Ballista", "58/58", "13", "13,6"),
                same("LG1", "Legate", "96/96", "20", "11,10"),
                same("SG1-SG5", "Sagittarius", "20/20", "14", "8-10,9 11-12,7"),
            ),
            ("L4",),
        ),
        RollSide(
            2,
            "Army 2",
            (
                changed("O2", "Orc Raider", "20/32", "14", "8,16"),
                changed("O3-O4, O6", "", "25/32", "14", "9-10,16 12,16"),
                changed("WB1", "Warboss", "81/130", "17", "11,16"),
                changed("WR1", "Wolf Rider", "12/34", "14", "6,17"),
                changed("GB1", "Goblin Bomber", "18/18", "13", "14,19 Molotov 0"),
                same("O1, O7-O8", "", "32/32", "14", "7,16 13-14,17"),
                same("G2", "Goblin", "13/13", "13", "10,21 shaken"),
            ),
            ("G1", "O5"),
        ),
    ),
)

KEY = """\
Army 1            HP     AC at
*EQ1 Eques        21/44  16 6,16
*L1  Legionnaire  19/27  18 8,15
*L2               11/27  18 9,15
*L5                5/27  18 12,15
 L3               27/27  18 10,15
 L6-L7            13/27  18 13-14,9
 B1  Ballista     58/58  13 13,6
 LG1 Legate       96/96  20 11,10
 SG1-SG5 Sagitt.  20/20  14 8-10,9 11-12,7
 lost: L4
Army 2            HP     AC at
*O2  Orc Raider   20/32  14 8,16
*O3-O4, O6        25/32  14 9-10,16 12,16
*WB1 Warboss      81/130 17 11,16
*WR1 Wolf Rider   12/34  14 6,17
*GB1 Gob. Bomber  18/18  13 14,19 Molotov 0
 O1, O7-O8        32/32  14 7,16 13-14,17
 G2  Goblin       13/13  13 10,21 shaken
 lost: G1, O5
(* changed)"""


def test_the_grouped_key() -> None:
    """Changed units come first, as the design shows, within the width of a phone."""
    assert roll_text(ROLL) == f"```\n{KEY}\n```"
    assert roll_text(ROLL, "text") == KEY
    assert roll_text(ROLL, "bbcode") == f"[code]\n{KEY}\n[/code]"
    assert max(map(len, KEY.splitlines())) <= 45


def test_what_the_signs_mean() -> None:
    """Below a key its signs are explained: the star if anything changed, then the system's own
    signs."""
    line = same("L1", "Legionnaire", "27/27")
    roll = Roll(ROLL.columns, (RollSide(1, "Army 1", (line,)),), ("M military", "+ protected"))
    assert roll_text(roll, "text").splitlines()[-1] == "(M military; + protected)"
    bare = Roll(ROLL.columns, (RollSide(1, "Army 1", (line,)),))
    assert roll_text(bare, "text").splitlines()[-1].startswith(" L1")


def test_a_key_without_columns() -> None:
    """A heading for each House, then its provinces and what they hold, with wrapped lines
    indented."""
    held = (
        same("ASH 60:", "", "1 Inf, 1 Arc; barracks"),
        same("-:", "", "IVE 40, THO 50, KES 30, PEL 20, FAL 30, OAK 10"),
    )
    head = "Army 1, House Ashford: gold 20, honor 20, influence 3"
    assert roll_text(Roll((), (RollSide(1, head, held),)), "text").splitlines() == [
        "Army 1, House Ashford: gold 20, honor 20,",
        "  influence 3",
        " ASH 60: 1 Inf, 1 Arc; barracks",
        " -: IVE 40, THO 50, KES 30, PEL 20, FAL 30,",
        "   OAK 10",
    ]


def test_long_labels_have_a_line_of_their_own() -> None:
    """A long label gets a line of its own, so that it does not push all the columns to the
    right."""
    lines = (
        changed(
            "L1, L3, L5, L7, L9, L11", "Legionnaire", "9/27", "18", "1,1 3,3 5,5 7,7 9,9 11,11"
        ),
        same("L2", "", "27/27", "18", "2,2"),
    )
    roll = Roll(ROLL.columns, (RollSide(1, "Army 1", lines),))
    assert roll_text(roll, "text").splitlines() == [
        "Army 1  HP    AC at",
        "*L1, L3, L5, L7, L9, L11 Legionnaire",
        "         9/27 18 1,1 3,3 5,5 7,7 9,9 11,11",
        " L2     27/27 18 2,2",
        "(* changed)",
    ]


TALLY = Tally(
    (1, 2),
    (
        ("lost", {1: "L4", 2: "O5"}),
        ("units", {1: "14 of 15", 2: "11 of 13"}),
        ("HP", {1: "363 of 487", 2: "315 of 464"}),
        ("CP", {1: "6 -> 7", 2: "6 -> 5 (War Cry 2)"}),
        ("Command", {1: "first (3)", 2: "second (2)"}),
    ),
    ("Morale: all hold but G2 (9 against DC 10), shaken until the Mana Phase of round 3",),
)


def test_the_table_of_a_round() -> None:
    """Sentences come first, then the table as designed; a terminal writes arrows as `->`."""
    table = (
        "           army 1       army 2\n"
        "lost       L4           O5\n"
        "units      14 of 15     11 of 13\n"
        "HP         363 of 487   315 of 464\n"
        "CP         6 → 7        6 → 5 (War Cry 2)\n"
        "Command    first (3)    second (2)"
    )
    assert tally_text(TALLY, seat_name) == f"{TALLY.notes[0]}\n```\n{table}\n```"
    assert "CP         6 -> 7       6 -> 5 (War Cry 2)" in tally_text(TALLY, seat_name, "text")


def test_the_table_of_five() -> None:
    """Five sides become a row each, on lines of at most 60 columns."""
    gold = dict.fromkeys(range(1, 6), "120 -> 140")
    wide = Tally((1, 2, 3, 4, 5), (("gold", gold), ("techs", {2: "Smithing, Guilds"})))
    text = tally_text(wide, seat_name, "text")
    assert max(map(len, text.splitlines())) <= 45
    assert [one.split()[:2] for one in text.splitlines()[1:]] == [
        ["army", str(seat)] for seat in range(1, 6)
    ]
    wider = Tally((1, 2, 3, 4, 5), (*wide.rows, ("gone", {1: "Ashford, Brindle, Crownmere"})))
    lines = tally_text(wider, seat_name, "text").splitlines()
    assert max(map(len, lines)) <= 60
    assert [one.count("army") for one in lines if "army" in one] == [1, 1, 1, 1, 1]
    short = Tally((1, 2, 3, 4, 5), (("honor", dict.fromkeys(range(1, 6), "3")),))
    lying = tally_text(short, seat_name, "text").splitlines()
    assert lying[1:] == [f"army {seat}     3" for seat in range(1, 6)]


BALLISTA = Card(
    "B1 Ballista",
    "army 1 · Heavy Support, Vehicle · 46 gold · 1x2 cells",
    (
        line(
            "HP 58 of 58 · AC 13 (Timber Frame) · at 13,6 · has not moved · acts in Move and "
            "Heavy Support Fight, cannot charge"
        ),
        (Span("Bolt", strong=True), Span(" range 3-20, 34 piercing; 34 -> 3 after moving")),
        line("  against AC 13: 26 · AC 14: 24"),
    ),
    ("C7-RANGE-2", "C7-RANGE-5"),
)


def test_a_card_in_each_form() -> None:
    """Cards have bold and small print in chat, wrapped lines in a terminal, and tags in a forum."""
    chat = card_text(BALLISTA).splitlines()
    assert chat[0].startswith("**B1 Ballista** · army 1 · Heavy Support")
    assert chat[2] == "**Bolt** range 3-20, 34 piercing; 34 → 3 after moving"
    assert chat[-1] == "-# C7-RANGE-2, C7-RANGE-5"
    console = card_text(BALLISTA, "text", 60).splitlines()
    assert max(map(len, console)) <= 60
    assert console[1] == "  1x2 cells"
    assert "Bolt range 3-20, 34 piercing; 34 -> 3 after moving" in console
    assert console[-1] == "(C7-RANGE-2, C7-RANGE-5)"
    forum = card_text(BALLISTA, "bbcode").splitlines()
    assert forum[0].startswith("[b]B1 Ballista[/b] · army 1")
    assert forum[2].startswith("[b]Bolt[/b] range")


def test_price_lists_come_in_pages() -> None:
    """A page has twenty lines, then says how many are left and how to see them."""
    lines = [f"L{number} Legionnaire" for number in range(45)]
    first = price_text(lines, more="`/units page: 2`").splitlines()
    assert len(first) == 21
    assert first[-1] == "… 25 more: `/units page: 2`"
    assert price_text(lines, "text", 40).splitlines() == lines[40:]
    assert price_text(lines, "text", 20).splitlines()[-1] == "... 5 more"


@pytest.mark.parametrize("form", ["markdown", "text", "bbcode"])
def test_nothing_breaks_out(form: Form) -> None:
    """Labels chosen by players can neither mention anybody, nor close a code block, nor open a
    tag."""
    nasty = "``` @everyone [b]x\x1b[31m"
    roll = Roll(("at",), (RollSide(1, nasty, (changed(nasty, nasty, nasty),)),))
    tally = Tally((1,), ((nasty, {1: nasty}),), (nasty,))
    card = Card(nasty, nasty, (line(nasty),), ())
    for text in (
        roll_text(roll, form),
        tally_text(tally, lambda _: nasty, form),
        card_text(card, form),
        price_text([nasty], form),
    ):
        assert "\x1b" not in text
        if form == "markdown":
            assert text.count("```") in (0, 2)
        if form == "bbcode":
            assert "[b]x" not in text


@pytest.mark.parametrize(
    ("name", "room", "short"),
    [
        *(("Goblin Bomber", 11, "Gob. Bomber"), ("Sagittarius", 7, "Sagitt.")),
        *(("Orc", 3, "Orc"), ("Legionnaire", 2, ""), ("Siege Wolf Handler", 14, "Sieg. Wol. Ha.")),
    ],
)
def test_names_are_shortened(name: str, room: int, short: str) -> None:
    """Names are shortened to fit, keeping the last word whole as long as possible."""
    found = shortened(name, room)
    assert len(found) <= room
    if name != "Siege Wolf Handler":
        assert found == short


@given(st.text(alphabet="ab ,", max_size=120), st.integers(5, 60))
def test_wrapped_lines_are_bounded(text: str, width: int) -> None:
    """No line is too long, and no word is lost."""
    lines = wrapped(text, width, indent="  ")
    assert all(len(one) <= width for one in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
