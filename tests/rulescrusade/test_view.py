"""Section 10: board and key, who sees what, pictures and their texts."""

from collections.abc import Callable

import pytest

from bot.render import bbcode, markdown
from grammar import explain, read
from rules.display.view import Disc, Polygon, Stroke
from rules.line.errors import Refusal
from rules.rulescrusade.starter import STARTER
from tests.rulescrusade.scene import GAME, Scene

SMALL = (
    "building B1 at 2,3-3,4 roof 3",
    "set terrain 2,7 cover",
    "set terrain 4,5-4,6 barricade",
    "set light 5,4 dark",
    "set light 5,6 smoke",
    "set elevation 5,8 3",
    "set army 1 points 3",
    "set army 2 role bad",
    "put Marine M1 for army 1 at 4,2",
    "give M1 wounded",
    "set M1 weapon:Bolter jammed",
    "put Marine M2 for army 1 at 3,7",
    "give M2 hidden",
    "put Orc O1 for army 2 at 4,7",
    "put Orc O2 for army 2 at 2,4 inside B1",
    "put chit X3 for army 2 at 5,7 as Orc O3",
)

BOARD = """   1    2    3    4    5    6    7    8
 1 _    _    _    _    _    _    _    _
 2 _    _    b    (O2) _    _    c    _
 3 _    _    b    b    _    _    m2   _
 4 _    M1   _    _    =    =    O1   _
 5 _    _    _    ~    _    :    X3   3
 6 _    _    _    _    _    _    _    _"""

KEY = """**Army 1** (good, 3 points)
M1 Marine at 4,2: 1 hit, wounded; Bolter jammed
M2 Marine at 3,7: 1 hit, hidden
**Army 2** (bad, 0 points)
O1 Orc at 4,7: 1 hit
O2 Orc at 2,4 inside B1.1: 1 hit
X3 chit at 5,7: Orc O3
**Buildings**
B1.1 building: armour 1, 10 hits, roof 3, held by army 2
Symbols: _ open, c cover, = barricade, b building, ~ dark, : smoke, 1-9 elevation, ( ) inside, """


def small() -> Scene:
    """The small board of 10.4."""
    return Scene({"rows": "6", "cols": "8"}).gm(*SMALL)


def key_of(scene: Scene, viewer: int | None) -> str:
    """The key as a viewer reads it in a chat."""
    block = GAME.view(scene.state, viewer, "markdown").block("key")
    assert block is not None
    return "\n".join(markdown.pieces(block))


def test_the_small_board_on_discord() -> None:
    """RC-BRD-1 to RC-BRD-5, RC-BRD-7: the small board looks exactly as the rules show it."""
    posts = "\n".join(markdown.messages(GAME.view(small().state, 0, "markdown")))
    shown = f"```\n{BOARD}\n```\n{KEY}small letters hidden"
    assert posts == f"Rules Crusade - round 1 - army 1 to act\n{shown}"


def test_the_small_board_in_a_forum() -> None:
    """RC-BRD-4: BBCode has the same lines in [code] and [b]."""
    shown = bbcode.view(GAME.view(small().state, 0, "bbcode"))
    assert f"[code]\n{BOARD}\n[/code]" in shown
    assert "[b]Army 1[/b] (good, 3 points)\nM1 Marine at 4,2" in shown


def test_the_ready_made_battle() -> None:
    """RC-DATA-6, RC-BRD-4: every line of the ready-made battle is accepted, and its board is cut
    into two equal parts."""
    scene = Scene()
    for line in STARTER:
        assert scene.say(0, line.removeprefix("gm> ")) == "", line
    assert scene.is_so("game round 1")
    assert scene.is_so("turn army 1")
    board = GAME.view(scene.state, None, "markdown").block("board")
    assert board is not None
    posts = markdown.pieces(board)
    assert [len(post.split("\n")) for post in posts] == [13, 13]
    assert all(len(post) <= 2000 for post in posts)
    assert "15 _   _   _   _   _   _   _   _   _   _   M2" in posts[1]
    assert "Ladders: 12,7 to 11,7 (3 inches)" in key_of(scene, 1)


def test_who_knows_what_a_chit_stands_for() -> None:
    """RC-VIEW-1, RC-BRD-6: its seat and the GM see the model; others see a chit, and the model's
    reference is unknown to them."""
    scene = small()
    for viewer, shown in ((0, ": Orc O3"), (2, ": Orc O3"), (1, ""), (None, "")):
        assert f"X3 chit at 5,7{shown}\n" in f"{key_of(scene, viewer)}\n"
        assert ("O3" in key_of(scene, viewer)) is bool(shown)
    assert "O3" not in GAME.references(scene.state, 2)
    assert "O3" not in GAME.shapes(scene.state, 1).words


def test_a_scanned_chit_lies_face_up() -> None:
    """RC-BRD-6, RC-CHIT-5."""
    scene = small().gm("give X3 scanned")
    assert "X3 chit at 5,7: scanned, Orc O3" in key_of(scene, None)


def test_what_the_board_leaves_out() -> None:
    """RC-BRD-7: heights, light under models, items, entries, manholes, the dark board."""
    scene = small().gm(
        "set elevation 1,1-1,3 2",
        "put Marine M3 for army 1 at 1,2",
        "set light 6,8 dark",
        "put item skrap at 6,8",
        "put item ore at 6,1",
        "marker B1 at 2,5",
        "manhole 6,2 to 6,4",
        "ladder 2,2 to 2,3",
        "set M3 maxhits 2",
        "give M3 shielded 2",
        "set M3 owes 2",
        "give O1 ko",
    )
    key = key_of(scene, 0)
    for line in (
        "M3 Marine at 1,2: 2 hits, shielded 2; owes 2 actions",
        "Heights: 1,2 2",
        "Ladders: 2,2 to 2,3 (3 inches)",
        "Manholes: 6,2 to 6,4",
        "Dark: 6,8",
        "Items: ore at 6,1; skrap at 6,8",
        "Forced entries: B1 at 2,5",
        "O1 Orc at 4,7: 1 hit, KO",
    ):
        assert f"\n{line}\n" in key, line
    assert key.endswith("x out of action")
    board = markdown.pieces(GAME.view(scene.state, 0, "markdown").block("board"))  # type: ignore[arg-type]
    assert " xO1 " in board[0]
    assert "! " in board[0]
    dark = Scene({"rows": "6", "cols": "6", "dark": "yes"})
    assert "The whole board is dark" in key_of(dark, None)


def test_contested_and_shared_sectors() -> None:
    """RC-BLDG-4: `contested`, or the seats of one team."""
    scene = Scene({"rows": "8", "cols": "8", "seats": "3"}).gm(
        "building B1 at 2,2-3,4 roof 2 armored",
        "put Marine M1 for army 1 at 2,2 inside B1",
        "put Orc O1 for army 2 at 2,4 inside B1",
    )
    assert "B1.1 bunker: armour 2, 10 hits, roof 2, contested" in key_of(scene, 1)
    scene.gm("set army 3 team A", "remove O1", "put Marine M2 for army 3 at 3,3 inside B1")
    assert "held by army 1 and army 3" in key_of(scene, 1)


def test_titles() -> None:
    """RC-BRD-8, RC-SETUP-13: who is waited for, and who won."""
    scene = Scene(match=True)
    title = GAME.view(scene.state, None, "text").blocks[0].lines[0][0].text
    assert title == "Rules Crusade - setup, muster - waiting for army 1, army 2"
    over = small().gm("set winner army 2")
    title = GAME.view(over.state, None, "text").blocks[0].lines[0][0].text
    assert title == "Rules Crusade - over - army 2 wins"
    drawn = small().gm("set winner draw")
    assert "over - draw" in GAME.view(drawn.state, None, "text").blocks[0].lines[0][0].text


def test_the_picture_draws_what_the_board_says() -> None:
    """RC-BRD-5 as a picture: walls are areas, models discs and chits squares; the text says the
    same."""
    scene = small().gm(
        "set terrain 6,1-6,3 wall", "set terrain 6,5 ladder", "set terrain 6,6 manhole"
    )
    picture = GAME.shapes(scene.state, 1)
    labels = [shape.label for shape in picture.shapes if isinstance(shape, Disc)]
    assert {"M1", "m2", "O1", "O2"} <= set(labels)
    assert sum(isinstance(s, Polygon) and s.tone == "wall" for s in picture.shapes) == 3
    assert any(isinstance(s, Stroke) for s in picture.shapes)
    assert "X3 chit at 5,7" in picture.words
    assert "O2 Orc at 2,4 inside B1.1: 1 hit" in picture.words


def test_describing_a_model_and_a_cell() -> None:
    """RC-ORD-11 in words: a description gives distance, direction, sight and cover of everything
    around."""
    lines = GAME.describe(small().state, 1, "M1")
    assert lines[0] == "M1 Marine at 4,2: 1 hit, wounded; Bolter jammed, army 1"
    orc = next(line for line in lines if line.startswith("enemy O1"))
    assert "5 inches, penalty 0, east (5 east), sight partly, cover front" in orc
    assert any(line.startswith("barricade near: 4,5") for line in lines)
    assert lines[-1] == "cells to the edge: north 3, south 2, west 1, east 6"
    assert GAME.describe(small().state, 1, "2,7")[0] == "2,7: cover ground"
    assert "O3" not in " ".join(GAME.describe(small().state, 1, "X3"))
    with pytest.raises(Refusal, match="off the board"):
        GAME.describe(small().state, 1, "40,40")
    with pytest.raises(Refusal, match="There is no O3"):
        GAME.describe(small().state, 2, "O3")


def whole() -> Scene:
    """A scene with one of everything that a board and a key can show."""
    return small().gm(
        "set elevation 1,1-1,3 2",
        "put Psyker P1 for army 1 at 1,2",
        "put item skrap at 6,8",
        "marker B1 at 2,5",
        "set terrain 6,1-6,2 wall",
        "put Leech LE1 for army 2 at 4,8",
        "give P1 shielded 2",
        "set P1 owes 1",
        "put Orc O4 for army 2 in reserve",
    )


def test_views_stay_as_they_are(golden: Callable[[str, str], None]) -> None:
    """RC-BRD-1 to RC-BRD-8: the views match their golden files byte for byte, in chat and forum,
    for the GM and for a seat."""
    state = whole().state
    golden("rulescrusade/gm.md.txt", "\n".join(markdown.messages(GAME.view(state, 0, "markdown"))))
    golden("rulescrusade/seat.bbcode.txt", bbcode.view(GAME.view(state, 1, "bbcode")))
    golden("rulescrusade/picture.txt", GAME.shapes(state, 1).words + "\n")
    golden("rulescrusade/describe.txt", "\n".join(GAME.describe(state, 1, "M1")) + "\n")


WRONG = (
    "M1 dances",
    "M1 moevs to 5,5",
    "M1 fires at",
    "M1 fires Bolter on O1",
    "M1 moves to the left",
    "M1 charges O1 and O2",
    "deploy M1",
    "P1 plays Fireball on O1 quickly",
    "fire",
    "M1-O3 hide",
    "gm: put Marine M1 at 5,5",
    "gm: set terrain 5,5",
    "gm: map 3x3",
    "gm: weapon Stick: melee; 1W",
    "gm: model Orc: M6",
)


def test_what_is_said_about_wrong_lines(golden: Callable[[str, str], None]) -> None:
    """RC-ORD-1: the error gives the place, what would fit there, and the nearest form."""
    told = []
    names = GAME.names(whole().state)
    for text in WRONG:
        by_gm, line = text.startswith("gm: "), text.removeprefix("gm: ")
        (written,) = read("rulescrusade", line, names, gm=by_gm)
        assert written.problem is not None, text
        told.append(f"{text}\n{explain(written.problem)}")
    golden("rulescrusade/parse_errors.txt", "\n\n".join(told) + "\n")


def test_the_template_just_used_is_drawn() -> None:
    """The circle of a grenade is drawn, with the smoke it leaves, until another model is
    activated."""
    scene = Scene().gm(
        "put Marine M1 for army 1 at 10,5",
        "put Marine M2 for army 1 at 12,5",
        "set M1 weapons Bolter, Frag Grenade, Smoke Grenade",
        "put Orc O1 for army 2 at 10,10",
        "next dice 0 0",
    )
    assert scene.state.template == ()
    assert scene.say(1, "M1 throws Frag Grenade at 10,10") == ""
    assert (10, 10) in scene.state.template
    assert (8, 10) in scene.state.template
    assert (7, 10) not in scene.state.template
    drawn = GAME.shapes(scene.state, None)
    assert any(isinstance(one, Polygon) and one.tone == "red" for one in drawn.shapes)
    assert "The template just used: 8,9-11 9,8-12 " in drawn.words
    assert scene.say(1, "M2 moves 1 south") == ""
    assert scene.state.template == ()
    assert "template" not in GAME.shapes(scene.state, None).words


def test_a_healed_hit_and_a_lowered_malfunction_are_told_as_they_are() -> None:
    """RC-CARD-5, RC-CARD-7: healing is reported as a hit regained, and every part of a total is
    named."""
    scene = Scene().gm(
        "put Psyker P1 for army 1 at 10,4",
        "set P1 traits Psy-2",
        "set P1 hits 1",
        "put Captain C1 for army 2 at 10,17",
        "set C1 weapons Melta",
        "set army 1 cards Heal, Jinx",
        "next dice 2 0 3 3 0",
    )
    assert scene.say(1, "P1 plays Heal") == ""
    assert scene.told()[-1] == "P1 gets 1 back, 2 left"
    assert scene.unfolded()[-1] == "P1: 1 hits + 1 = 2 (RC-CARD-5)"
    assert scene.say(1, "P1 plays Jinx on C1") == ""
    assert "Melta on C1: 5 against 2 (dice 6, psyker's range -1; armour 2)" in scene.told()
