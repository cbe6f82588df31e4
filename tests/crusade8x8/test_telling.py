"""The short telling of crusade8x8: a turn in a line, the whole board, the key, cards."""

from collections.abc import Callable
from typing import Any

import pytest

import grammar
from bot.render.compact import chat_board, console_board
from bot.render.roll import roll_text
from rules.border.game import read_options
from rules.crusade8x8 import GAME
from rules.display.view import Line, unstyled
from rules.line.adjudication import Die
from rules.line.events import Event
from rules.line.orders import Order

Golden = Callable[[str, str], None]

P5 = "2p5/3R^4/1W^cv5/3C^1A<2/3rv4/4cv3/2N5/8 w Sb3g3Rc1f1/Sb6Rc8 d4 - 0/0 - 0 9"


def lowest(die: Die) -> int:
    """Roll the lowest face; faces loaded by the GM come first."""
    return die.faces[0]


def shown(line: Line) -> str:
    """A line as a chat shows it, with strong text between stars."""
    return "".join(f"**{span.text}**" if span.strong else span.text for span in line)


class Table:
    """A match played by written lines."""

    def __init__(self, tray: tuple[int, ...] = (), **options: str) -> None:
        self.state: Any = GAME.blank
        self.before: Any = GAME.blank
        self.orders: tuple[Order, ...] = ()
        self.events: tuple[Event, ...] = ()
        chosen = read_options(GAME, options or {"setup": "empty"})
        self._follow(GAME.setup(chosen, None, lowest, tray=tray))

    def _follow(self, events: tuple[Event, ...]) -> None:
        self.before, self.events = self.state, events
        for event in events:
            self.state = GAME.apply(self.state, event)

    def play(self, *lines: str) -> list[str]:
        """Play lines; returns the last one's short telling for everybody."""
        for line in lines:
            who, text = line.split("> ", 1)
            seat = 0 if who == "gm" else int(who)
            (written,) = grammar.read("crusade8x8", text, (), gm=not seat)
            self.orders = written.orders
            self._follow(GAME.adjudicate(self.state, seat, written.orders, lowest))
        return self.told(None)

    def told(self, viewer: int | None) -> list[str]:
        """The short telling of the last line."""
        return [shown(line) for line in GAME.brief(self.before, self.orders, self.events, viewer)]


def position(text: str = P5) -> Table:
    """A match in this position."""
    table = Table()
    table.play(f'gm> position "{text}"')
    return table


# --- a turn in a line ---------------------------------------------------------------------------


def test_a_quiet_turn_is_its_notation() -> None:
    """C8-NOTE-3: a turn in which nothing else happened is told by colour and notation."""
    assert position().play("1> Nc2-b4") == ["White Nc2-b4"]


def test_what_happened_stands_behind_it() -> None:
    """C8-REPORT-1: captures and treasures follow in strong text, frozen units in plain text."""
    assert position().play("1> Cd5xc6") == ["White Cd5xc6 · **captured: black Caster at c6**"]
    pushed = position().play("1> Cd5+d7-e8")
    assert pushed == ["White Cd5+d7-e8 · frozen: white Rogue at e8"]
    taken = position("8/8/8/8/8/6n1/8/3N4 b Sb3g3Rc1f1/Sb6Rc8 - - 0/0 - 0 9")
    assert taken.play("2> Ng3-f1!Nd7") == [
        "Black Ng3-f1!Nd7 · **treasure: Black captures the Relic at f1** · "
        "recruit: black Knight at d7"
    ]


def test_a_pass_is_counted() -> None:
    """C8-FORF-2, C8-FORF-3: passes are counted, and the second in a row offers a draw."""
    table = position()
    assert table.play("1> pass") == ["White passes (1 in a row)"]
    assert table.play("2> Pc8-b8", "1> pass") == ["White passes (2 in a row, which offers a draw)"]
    assert GAME.situation(table.state, 2, None)[0] == "White offers a draw"


def test_the_end_is_strong() -> None:
    """C8-WIN-4, C8-WIN-6: the outcome is told in strong text."""
    assert position().play("1> resign") == ["**Black wins**: White resigns"]
    table = position()
    table.play("1> offer draw")
    assert table.play("2> accept draw") == ["**Draw**: agreed"]


def test_the_clock() -> None:
    """C8-FORF-4: when the clock runs out, the turn is forfeited as by a pass."""
    assert position().play("gm> timeout army 1") == [
        "White's clock has run out · White passes (1 in a row)"
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("put Archer for army 1 at b2", "b2 empty → white Archer up"),
        ("remove c2", "c2 white Knight → empty"),
        ("move c2 to h8", "white Knight c2 → h8"),
        ("set d5 facing left", "d5 up → left"),
        ("give d5 frozen", "d5 not frozen → frozen"),
        ("set g6 treasure relic of army 2", "g6 no treasure → Relic of army 2"),
        ("set round 12", "round 9 → 12"),
        ("set progress 50", "turns without a capture 0 → 50"),
        ("set turn army 2", "turn White → Black"),
        ("set army 2 forfeits 1", "Black's forfeits 0 → 1"),
        ("set removed AR", "types out of the game none → AR"),
        ('rule "the hourglass is turned"', None),
    ],
)
def test_overrides_name_what_they_changed(line: str, told: str | None) -> None:
    """C8-GM-1: an override tells the value before and after, in words."""
    expected = "Ruling: the hourglass is turned" if told is None else f"GM: {told}"
    assert position().play(f"gm> {line}") == [expected]


def test_choices_and_placements_are_secret() -> None:
    """C8-CHOICE-5, C8-PLACE-1: the other side is told that a choice was made, but not what was
    chosen or placed."""
    table = Table(tray=(1, 1, 5, 1, 2, 3, 4, 6, 6, 6, 5, 1, 2, 6), setup="dice", placement="hidden")
    assert GAME.situation(table.state, 1, None) == (
        "Choose 1 Pawn and 1 Noble, as in: choose Archer, Knight",
        "So far: Archer 1, Caster 1, Rogue 1, Warrior 1, Bishop 1, Commander 1",
    )
    assert table.play("1> choose Rogue, Knight") == ["White has chosen"]
    assert table.told(1) == table.told(0) == ["White has chosen: Rogue 1, Knight 1"]
    assert table.play("2> choose Archer, Knight") == [
        "White chose Rogue 1, Knight 1; Black chose Archer 1, Knight 1 · "
        "both armies place their units"
    ]
    assert table.play("1> place Rogue at a3, Knight at b1") == []
    assert table.told(2) == []
    assert table.told(1) == ["Rogue a3, Knight b1 placed"]
    assert GAME.waiting(table.state, 1, 1).startswith("Not placed: ")
    assert GAME.waiting(table.state, 1, None) == GAME.waiting(table.state, 1, 2) == ""
    assert GAME.compact(table.state, None) is None
    assert GAME.compact(table.state, 2) is None
    assert [cell.text for cell in GAME.compact(table.state, 1).cells if cell.anchor] == ["R^", "N"]
    assert "Rogue a3" in GAME.card_names(table.state, 1)
    assert "Rogue a3" not in GAME.card_names(table.state, 2)
    assert GAME.card(table.state, 2, "a3") is None


# --- board and key ------------------------------------------------------------------------------


def test_the_board_is_whole_and_says_what_its_signs_mean() -> None:
    """C8-VIEW-1, C8-VIEW-2: the whole board is shown in cells of width 4, with a legend of the
    signs on it."""
    board = GAME.compact(position().state, None)
    assert board is not None
    assert (board.whole, board.width, board.empty) == (True, 4, "_")
    assert board.legend == (
        "capitals White, small letters Black",
        "! frozen",
        "$ Supply, & Relic",
    )
    assert ("4", "d", "rv!") in [
        (board.rows[cell.row], board.columns[cell.column], cell.text) for cell in board.cells
    ]


def test_what_changed_is_marked() -> None:
    """A unit that moved is marked, and so is the tile where one was shot."""
    table = position("8/8/8/3r^4/3A^4/8/8/7N w Sb3g3Rc1f1/Sb6Rc8 - - 0/0 - 0 9")
    before = table.state
    table.play("1> Ad4*d5")
    board = GAME.compact(table.state, None, before)
    assert board is not None
    marks = {board.columns[one.column] + board.rows[one.row]: one for one in board.cells}
    assert (marks["d5"].text, marks["d5"].marked) == ("", "x")
    assert marks["d4"].marked == ""
    table = position("8/8/8/3r^4/3A^4/8/8/7N w Sb3g3Rc1f1/Sb6Rc8 - - 0/0 - 0 9")
    before = table.state
    table.play("1> Nh1-g3")
    board = GAME.compact(table.state, None, before)
    assert board is not None
    assert [one.text for one in board.cells if one.marked] == ["N"]


def test_the_key_has_no_line_of_letters_and_no_empty_lines() -> None:
    """C8-VIEW-3."""
    table = position()
    before = table.state
    table.play("1> Cd5xc6")
    white, black = GAME.roll(table.state, None, before).sides
    assert (white.head, black.head) == ("White", "Black")
    told = {line.labels: (line.values[0], line.changed) for line in white.lines}
    assert told["Pawns"] == ("Archer f5<; Caster c6^; Rogue d7^; Warrior b6^", True)
    assert told["Nobles"] == ("Knight c2", False)
    assert "Captured" in told
    assert "Frozen" not in told
    assert GAME.losses(before, table.state, None) == {2: "Caster"}


def test_a_turn_has_no_table_and_nobody_is_idle() -> None:
    """C8-FORF-2: a pass counts as a forfeit, so no seat is ever passed automatically."""
    assert GAME.tally is None
    assert GAME.idle is None


# --- cards --------------------------------------------------------------------------------------


def test_the_card_of_a_unit() -> None:
    """A unit's card has its abilities, what hinders it and its present actions; it is found by
    tile, letter or name."""
    table = position()
    card = GAME.card(table.state, 1, "d5")
    assert card is not None
    assert card.title == "Caster d5"
    assert card.head == "White · Pawn · faces up"
    assert unstyled(card.lines[-1]).startswith("Actions now Cd5")
    assert GAME.card(table.state, 1, "Cd5") == GAME.card(table.state, 1, "caster d5") == card
    assert GAME.card(table.state, 1, "Ad5") is None
    assert GAME.card(table.state, 1, "a1") is None
    frozen = GAME.card(table.state, 1, "d4")
    assert frozen is not None
    assert unstyled(frozen.lines[-1]) == (
        "Frozen until the end of Black's next turn: cannot leave its tile by itself"
    )


def test_the_card_of_a_type() -> None:
    """C8-REC-3: a type's card counts its units on the board and in reserve, and follows the house
    rules."""
    table = position()
    card = GAME.card(table.state, None, "Rogues")
    assert card is not None
    assert card.head == "R · Pawn · up to 4 in an army"
    assert unstyled(card.lines[-1]) == (
        "White 1 on the board, 3 in reserve; Black 1 on the board, 3 in reserve"
    )
    assert GAME.card(table.state, None, "dragon") is None
    house = Table(setup="empty", follow="command", sight="clear")
    follow = GAME.card(house.state, None, "Rogue")
    assert follow is not None
    assert any(unstyled(line).endswith("after a Commander's action only") for line in follow.lines)


def test_every_name_has_a_card() -> None:
    """C8-REF-4: every name that is listed has a card."""
    table = position()
    for name in GAME.card_names(table.state, None):
        assert GAME.card(table.state, None, name) is not None


def test_what_a_treasure_may_bring_in() -> None:
    """C8-REC-3: Pawns for a Supply, Nobles for a Relic, as many as are in reserve."""
    table = position()
    assert "A Archer (Pawn, for a Supply): 3 in reserve" in GAME.price_list(table.state, 1)
    assert len(GAME.price_list(table.state, 1, "Nobles")) == 4
    assert GAME.price_list(table.state, None)[0].endswith("White 3, Black 4 in reserve")


# --- the whole ----------------------------------------------------------------------------------

TURNS = (
    *("1> Ac2-c3<", "2> Cb7-b6", "1> Cb2-b3", "2> Cb6-b5+b3-a3", "1> Ne1-d3", "2> Ne8-d6"),
    *("1> Nd3-e5", "2> Nd6-c4", "1> Ne5xc4", "2> pass", "1> Nc4-b6!Ad3"),
)


def test_the_ready_made_game(golden: Golden) -> None:
    """Some turns of the ready-made game match their golden file: lines, board, key and a card."""
    table = Table()
    table.play(*GAME.starter)
    told = []
    for line in TURNS:
        told += [line, *(f"    {one}" for one in table.play(line))]
    for drawn in (chat_board, console_board):
        told += [drawn(GAME, table.state, None, table.before) or ""]
    told += [roll_text(GAME.roll(table.state, None, table.before))]
    card = GAME.card(table.state, None, "d2")
    assert card is not None
    told += [f"**{card.title}** · {card.head}", *map(shown, card.lines)]
    golden("crusade8x8/telling.txt", "\n".join(told) + "\n")
