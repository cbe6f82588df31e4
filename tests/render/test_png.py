"""Pictures: their size, armies told apart without colour, alternative texts, and writing them to a
file."""

import asyncio
import builtins
import re
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.__main__ import main
from bot.render import png
from bot.render.alt import alt_text, described
from bot.render.brush import Brush
from bot.render.overlay import Overlay, shared, within
from bot.render.png import PictureError, paint
from rules import GAMES, find
from rules.crusade8x8.board import read_position
from rules.crusade8x8.telling.picture import picture
from rules.display.telling import Arrow, Death, Frame, Hit, Roll, RollLine, RollSide, Traces
from rules.display.view import SEAT_TONES, Disc, Picture, Shape, Text
from tests.places import ROOT
from tests.support import must, referee_on

P5 = "2p5/3R^4/1W^cv5/3C^1A<2/3rv4/4cv3/2N5/8 w Sb3g3Rc1f1/Sb6Rc8 d4 B 0/0 - 0 9"
WIDEST = 1480
TONES = (("white", "black"), ("red", "blue"))


def drawn(shown: Picture) -> Image.Image:
    """The picture as pixels."""
    return Image.open(BytesIO(paint(shown)))


def alone(*shapes: Shape, rows: int = 3, columns: int = 3) -> Picture:
    """A small bare board."""
    return Picture(rows, columns, (Shape("tile", 0, 0, rows, columns), *shapes), "", (), ())


def of(system: str, lines: tuple[str, ...], viewer: int | None) -> Picture:
    """The picture of a new match after these GM lines."""

    async def made() -> Any:
        async with referee_on(":memory:") as referee:
            table = await referee.create("a", system, scene=True)
            for line in lines:
                must(await referee.submit(table, 0, line))
            return table.game.shapes(table.match.state, viewer)  # type: ignore[attr-defined]

    shown: Picture = asyncio.run(made())
    return shown


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (8, 8), (24, 30), (60, 7), (120, 120)])
def test_size(rows: int, columns: int) -> None:
    """Whatever the size of the board, the picture is neither too small to read nor too large."""
    wide, high = drawn(alone(rows=rows, columns=columns)).size
    assert 100 < wide <= WIDEST
    assert 100 < high <= WIDEST


@pytest.mark.parametrize("tone", ["white", "black", "red", "blue"])
@pytest.mark.parametrize("kind", ["unit", "treasure", "tile"])
def test_the_smallest_cells(kind: str, tone: str) -> None:
    """Every mark can be drawn on the smallest cells."""
    marks = ["up", "crown", "frozen", "afflicted", "sign:SP", "gem", "wood", "rough", "wall"]
    marks += [f"health{eighths}" for eighths in range(9)]
    shapes = [Shape(kind, 1, at, tone=tone, mark=mark) for at, mark in enumerate(marks)]
    assert drawn(alone(*shapes, rows=120, columns=120)).width > 100


def test_a_monstrous_board() -> None:
    """A board with too many rows or columns is refused in one sentence."""
    with pytest.raises(PictureError, match="at most 120 rows and columns"):
        paint(alone(rows=121, columns=3))


@pytest.mark.parametrize(("ours", "theirs"), TONES)
def test_armies_differ_in_grey(ours: str, theirs: str) -> None:
    """Without colour the two armies still differ clearly in lightness."""
    greys = []
    for tone in (ours, theirs):
        image = drawn(alone(Shape("unit", 1, 1, tone=tone))).convert("L")
        middle = image.width // 2, image.height // 2
        greys.append(image.getpixel(middle))
    assert abs(greys[0] - greys[1]) > 100


@pytest.mark.parametrize(("ours", "theirs"), TONES)
def test_armies_differ_in_form(ours: str, theirs: str) -> None:
    """Without colour and lightness the two armies still differ in shape: discs have no corners."""
    corners = []
    for tone in (ours, theirs):
        image = drawn(alone(Shape("unit", 1, 1, tone=tone))).convert("L")
        x, y = image.width // 2, image.height // 2
        beside = image.getpixel((x, y - 100))
        corners.append(image.getpixel((x - 40, y - 40)) == beside)
    assert corners == [True, False]


@pytest.mark.parametrize(
    "mark", ["up", "right", "down", "left", "crown", "frozen", "afflicted", "health3", "health0"]
)
def test_marks_show_without_colour(mark: str) -> None:
    """Each facing and each mark is visible in grey too."""
    plain = drawn(alone(Shape("unit", 1, 1, tone="white", label="A"))).convert("L")
    marked = drawn(alone(Shape("unit", 1, 1, tone="white", label="A", mark=mark))).convert("L")
    pairs = zip(plain.tobytes(), marked.tobytes(), strict=True)
    assert sum(abs(one - other) > 60 for one, other in pairs) > 80


@pytest.mark.parametrize("mark", ["dots", "waves", "bricks"])
def test_ground_has_patterns(mark: str) -> None:
    """Difficult ground is a pattern of light and dark, not only a colour."""
    image = drawn(alone(Shape("tile", 1, 1, mark=mark))).convert("L")
    x, y = image.width // 2, image.height // 2
    lowest, highest = image.crop((x - 40, y - 40, x + 40, y + 40)).getextrema()
    assert highest - lowest > 80


def test_words_of_crusade8x8() -> None:
    """The text names every unit and treasure with its tile, facing and mark."""
    shown = of("crusade8x8", (f'position "{P5}"',), None)
    for words in (
        *("Warrior on b6 facing up", "Archer on f5 facing left", "Knight on c2", "Paladin on c8"),
        *("Rogue on d4 facing down (frozen)", "Relic of army 2 on c8", "White (army 1) to move"),
    ):
        assert words in shown.words
    assert len(re.findall(r"\b[A-Z][a-z]+ on [a-h][1-8]", shown.words)) == 9
    labels = {(one.row, one.column): one.label for one in shown.shapes if one.kind == "unit"}
    assert len(labels) == 9
    assert labels[0, 2] == "p"
    assert labels[6, 2] == "N"


def test_words_of_crusade7() -> None:
    """The text names every unit with its cell and hit points, and terrain with its cells."""
    lines = (
        *("put Legionnaire L1 for army 1 at 5,5", "put Rock Lobber RL1 for army 2 at 14,26"),
        *("set L1 hp 9", "give L1 prone", "terrain rough at 3,4", "set phase move"),
    )
    shown = of("crusade7", lines, None)
    assert "Legionnaire L1 at 5,5 (9 HP, prone)" in shown.words
    assert "Rock Lobber RL1 at 14,26 (60 HP)" in shown.words
    assert "Rough ground: 3,4" in shown.words
    boxes = {one.label: (one.row, one.column, one.rows) for one in shown.shapes}
    assert boxes["L1"] == (4, 4, 1)
    assert boxes["RL1"] == (13, 25, 2)


@pytest.mark.parametrize(("viewer", "seen"), [(None, False), (0, True), (1, True), (2, False)])
def test_secrets(viewer: int | None, seen: bool) -> None:
    """Units placed in secret are in the picture for their owner and the GM only."""
    shown = of("crusade7", ("put Legionnaire L1 for army 1 at 5,5",), viewer)
    assert ("Legionnaire L1 at 5,5" in shown.words) is seen
    assert any(one.label == "L1" for one in shown.shapes) is seen


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_system_can_be_drawn(game: Any) -> None:
    """Each system's picture has only known kinds of shapes, all inside the board, and labels for
    all rows and columns."""
    shown = of(game.id, (), 0)
    in_cells = [one for one in shown.shapes if isinstance(one, Shape)]
    assert {one.kind for one in in_cells} <= {"tile", "treasure", "unit", "title", "legend"}
    assert all(one.row + one.rows <= shown.rows for one in in_cells)
    if shown.grid:
        assert len(shown.row_labels) == shown.rows
        assert len(shown.column_labels) == shown.columns
    paint(shown)


def test_equal_pictures_are_equal_files() -> None:
    """Drawing the same picture twice gives the same file, byte for byte."""
    shown = picture(read_position(P5), "Crusade")
    assert paint(shown) == paint(shown)


def test_alt_text_is_cut_after_a_whole_item() -> None:
    """A text cut to a service's limit ends after a whole item."""
    shown = picture(read_position(P5), "Crusade")
    assert alt_text(shown) == shown.words
    short = alt_text(shown, 100)
    assert len(short) <= 100
    assert short.endswith(" ...")
    assert shown.words.startswith(short[:-4])
    assert shown.words[len(short) - 4] in ",.;"


def test_without_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pillow is optional: without it, drawing fails with one clear sentence."""
    monkeypatch.setattr(png, "find_spec", lambda _: None)
    with pytest.raises(PictureError) as caught:
        paint(alone())
    assert str(caught.value) == png.MISSING
    assert "pip install" in png.MISSING


def test_pillow_is_loaded_only_for_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text boards work without importing Pillow."""
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        assert not name.startswith("PIL"), "loaded Pillow"
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    assert main(["board", "crusade8x8"]) == 0


def test_board_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`referee board SYSTEM --format png --out FILE` writes the picture and prints its text."""
    file = tmp_path / "board.png"
    assert main(["board", "crusade7", "--format", "png", "--out", str(file)]) == 0
    assert "Army 1: no units" in capsys.readouterr().out
    assert file.read_bytes().startswith(b"\x89PNG")
    assert main(["board", "crusade7", "--format", "png"]) == 2
    assert capsys.readouterr().err == "referee board: a picture needs a file: --out FILE\n"
    nowhere = str(tmp_path / "no" / "board.png")
    assert main(["board", "crusade7", "--format", "png", "--out", nowhere]) == 2
    assert "No such file" in capsys.readouterr().err


def test_a_system_without_pictures(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a system that draws no pictures the command says so in one sentence."""
    monkeypatch.setitem(vars(find("crusade7")), "shapes", None)
    assert main(["board", "crusade7", "--format", "png", "--out", "x.png"]) == 2
    assert capsys.readouterr().err == "referee board: crusade7 draws no pictures\n"


def test_no_system_is_named_where_pictures_are_drawn() -> None:
    """bot/render names no system."""
    for file in (ROOT / "bot" / "render").glob("*.py"):
        text = file.read_text(encoding="utf-8").lower()
        for game in GAMES:
            assert game.id not in text, file
            assert f"rules.{game.id}" not in text, file


# --- what happened, drawn over the board ----------------------------------------------------------


def moved(*legs: tuple[int, int], forced: bool = False) -> Traces:
    """The trace of a move along these points."""
    return Traces(arrows=(Arrow(legs, 1, forced),))


@pytest.mark.parametrize(
    "traces",
    [
        moved((500, 500), (500, 2500)),
        moved((500, 500), (1500, 500), (2500, 2500), forced=True),
        Traces(hits=(Hit((500, 500), (2500, 2500), "-19"),)),
        Traces(hits=(Hit((500, 500), (500, 1500), "-4"), Hit((1500, 1500), (500, 1500), "-3"))),
        Traces(deaths=(Death((1500, 1500), "O5"),)),
        Traces(frames=(Frame(1, 1, note="25"),)),
    ],
)
def test_traces_show_without_colour(traces: Traces) -> None:
    """Each kind of trace is visible in grey too, and adds an entry to the legend."""
    board = alone(Shape("unit", 1, 1, tone="red", label="L1"))
    plain, marked = drawn(board), Image.open(BytesIO(paint(board, traces)))
    assert marked.height > plain.height
    box = (0, 0, plain.width, plain.height - 60)
    pairs = zip(
        plain.convert("L").crop(box).tobytes(),
        marked.convert("L").crop(box).tobytes(),
        strict=True,
    )
    assert sum(abs(one - other) > 60 for one, other in pairs) > 80


def test_pushed_is_dashed() -> None:
    """The way of a pushed unit is a dashed line."""
    way = (500, 500), (500, 2500)
    board = alone()
    whole = Image.open(BytesIO(paint(board, moved(*way)))).convert("L")
    broken = Image.open(BytesIO(paint(board, moved(*way, forced=True)))).convert("L")
    dark = [sum(value < 90 for value in one.tobytes()) for one in (whole, broken)]
    assert dark[0] > dark[1]


def test_the_title_names_the_match() -> None:
    """The title is the match's name, then the system's own title of round and phase."""
    board = alone(Shape("title", 0, 0, label="Round 2"))
    assert png.titles_of(board, "Fords") == ["Fords: Round 2"]
    assert png.titles_of(board, "") == ["Round 2"]
    assert png.titles_of(alone(), "Fords") == ["Fords"]


def test_a_full_picture_keeps_its_bounds() -> None:
    """With many units, ways and losses a picture still has at most 1,480 pixels a side and 300
    kB."""
    units = [
        Shape("unit", row, column, tone=("red", "blue")[row % 2], label=f"L{row}{column}")
        for row in range(0, 24, 2)
        for column in range(0, 30, 2)
    ]
    ways = tuple(
        Arrow(((1000 * row, 500), (23000 - 1000 * row, 29000)), 1 + row % 2) for row in range(24)
    )
    hits = tuple(Hit((500, 1000 * n), (23500, 29000 - 1000 * n), f"-{n}") for n in range(29))
    file = paint(alone(*units, rows=24, columns=30), Traces(ways, hits), "Fords")
    assert len(file) <= 300_000
    assert max(Image.open(BytesIO(file)).size) <= WIDEST


ROLL = Roll(
    ("HP", "AC", "at"),
    (
        RollSide(
            1,
            "Army 1",
            (
                RollLine("L1-L5", "Legionnaire", ("27/27", "18", "8-12,15")),
                RollLine("L6-L7", "", ("13/27", "18", "13-14,9")),
                RollLine("B1", "Ballista", ("58/58", "13", "13,6")),
            ),
        ),
        RollSide(2, "Army 2", (RollLine("O2-O4, O6", "Orc Raider", ("25/32", "14", "9,16")),)),
    ),
)


def test_words_of_a_turn() -> None:
    """The text names the changes first, then each army in groups, with the shape of its units."""
    board = Picture(
        *(24, 30),
        (
            Shape("title", 0, 0, label="round 2, end of Move"),
            Shape("legend", 0, 0, tone="red", label="army 1", mark="unit"),
            Shape("legend", 0, 0, tone="blue", label="army 2", mark="unit"),
        ),
        "all of it",
    )
    traces = Traces(words=("O5 died at 11,17", "Hurt: O2, O3 25 of 32, WB1 125 of 130"))
    assert described(board, traces, ROLL, "Fords") == (
        "Fords, round 2, end of Move. O5 died at 11,17. Hurt: O2, O3 25 of 32, WB1 125 of 130. "
        "Army 1, discs, 8 units: L1-L5 at 8-12,15; L6-L7 at 13-14,9; B1 at 13,6. "
        "Army 2, blocks, 4 units: O2-O4, O6 at 9,16."
    )
    short = described(board, traces, ROLL, "Fords", 185)
    assert len(short) <= 185
    assert short.endswith("L6-L7 at 13-14,9; B1 at 13,6. … All positions: /key")
    assert described(board, None, None, "Fords") == "Fords, round 2, end of Move. all of it"


def fan(far: int, pairs: int) -> tuple[Picture, Traces]:
    """Shooters in a row whose shots all cross at one place, on a board `far` cells square, with
    losses of neighbours in close combat beside them."""
    discs = [
        Disc((1000 * row + 500, 2000 * one + 500), 430, tone, f"{letter}{one}")
        for row, tone, letter in ((14, SEAT_TONES[0], "M"), (6, SEAT_TONES[1], "O"))
        for one in range(pairs)
    ]
    ends = [(14500, 2000 * one + 500, 6500, 2000 * (pairs - one) - 1500) for one in range(pairs)]
    hits = [Hit((a, b), (c, d), "killed" if b % 4000 else "0") for a, b, c, d in ends]
    hits += [Hit((16500, 9500), (17500, 9500), "-1"), Hit((18500, 9500), (17500, 8500), "stunned")]
    deaths = tuple(Death(hit.end, f"O{at}") for at, hit in enumerate(hits) if hit.loss == "killed")
    numbers = [Text((one.centre[0] + 380, one.centre[1] + 360), "2", 240, "black") for one in discs]
    board = (Shape("tile", 0, 0, far, far), *discs, *numbers)
    return Picture(far, far, board, "", (), ()), Traces(hits=tuple(hits), deaths=deaths)


@pytest.mark.parametrize("far", [20, 40])
def test_letters_can_be_read_where_shots_cross(far: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """No text overlaps another or another shot's line, and no text is smaller than 13 pixels."""
    board, traces = fan(far, 6)
    sizes: list[int] = []
    written = Brush.text

    def text(self: Brush, x: float, y: float, text: str, size: int, *more: Any) -> None:
        sizes.append(size)
        written(self, x, y, text, size, *more)

    overlays: list[Overlay] = []
    above = Overlay.above

    def over(self: Overlay) -> None:
        overlays.append(self)
        above(self)

    monkeypatch.setattr(Brush, "text", text)
    monkeypatch.setattr(Overlay, "above", over)
    paint(board, traces)
    (overlay,) = overlays
    assert min(sizes) >= 13
    assert len(overlay.taken) == len(traces.hits) + len(traces.deaths)
    for one, other in combinations(overlay.taken, 2):
        assert shared(one, other) == 0
    for box in overlay.taken[len(traces.deaths) :]:
        assert sum(within(box, line) > 0 for line in overlay.lines) <= 1
