"""The short telling of Candle'Bre in chat and console, held against reports and laws."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import grammar
from bot.cases.casefile import PREFIX, no_dice
from bot.match.tree import LogEntry
from bot.render.compact import chat_board
from bot.render.wording import told as worded
from rules.border.game import read_options
from rules.candlebre import GAME
from rules.candlebre.state import State
from rules.candlebre.telling.view import laid_out
from rules.display.telling import Card, Compact, Roll
from rules.display.view import Line, Span, unstyled
from rules.line.orders import GM, Order
from tests.candlebre.test_telling import EXAMPLE, Table
from tests.fuzz import RandomMatch
from tests.places import GAMES

Golden = Callable[[str, str], None]

RECORDS = GAMES / "candlebre"

ALWAYS = (
    *("Undo", "OfferDraw", "AcceptDraw", "DeclineDraw", "Resign", "EndPhase", "EndTurn"),
    *("Guard", "ProposeAlliance", "AcceptAlliance", "DeclineAlliance", "PlayCard", "Transfer"),
)
"""Orders that are possible in the next step too."""

NEVER_SAID = ("None", "-999", "candlebre", "seat ", "True", "False", "()", "  ", "Seat")


def shown(spans: Line) -> str:
    """A line with its strong text between stars."""
    return "".join(f"**{span.text}**" if span.strong else span.text for span in spans)


def board(found: Compact) -> list[str]:
    """The lines of a whole board."""
    rows = [[" "] * (len(found.columns) + 1) for _ in found.rows]
    for cell in found.cells:
        for at, sign in enumerate(cell.text + cell.marked):
            rows[cell.row][cell.column + at] = sign
    return ["".join(row).rstrip() for row in rows]


def key(found: Roll) -> Iterator[str]:
    """The lines of a grouped key."""
    for side in found.sides:
        yield side.head
        for line in side.lines:
            yield f"{'*' if line.changed else ' '}{line.labels} {' '.join(line.values)}"
        if side.lost:
            yield f" lost: {', '.join(side.lost)}"


def printed(found: Card | None) -> Iterator[str]:
    """The lines of a card."""
    assert found is not None
    yield f"**{found.title}** {found.head}"
    yield from (f"  {unstyled(one)}" for one in found.lines)
    yield f"  -# {' '.join(found.rules)}"


# --- what was played ----------------------------------------------------------------------------


class Told:
    """An entry of a match: its orders and events, the state before and after."""

    def __init__(self, before: State, orders: tuple[Order, ...], events: tuple[Any, ...]) -> None:
        self.before = before
        self.orders = orders
        self.events = events
        self.report: list[str] = []
        self.after = before
        for event in events:
            self.report += GAME.report(event, self.after, None)
            self.after = GAME.apply(self.after, event)

    def brief(self, viewer: int | None = None) -> list[str]:
        """The short lines as a chat shows them."""
        return [shown(one) for one in GAME.brief(self.before, self.orders, self.events, viewer)]


def recorded(name: str) -> Iterator[Told]:
    """A recorded campaign, entry by entry."""
    lines = (RECORDS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    header = next(line for line in lines if line.startswith("game:")).split()[2:]
    options = read_options(GAME, dict(word.split("=", 1) for word in header))
    state: State = GAME.blank
    dice = (line.split()[1:] for line in lines if line.startswith("dice:"))
    tray = tuple(int(face) for faces in dice for face in faces)
    for event in GAME.setup(options, grammar.library("candlebre"), no_dice, tray=tray):
        state = GAME.apply(state, event)
    for line in lines:
        found = None if line.startswith("|") else PREFIX.fullmatch(line)
        if found:
            seat = GM if found[1] else int(found[2])
            (read,) = grammar.read("candlebre", found[3], GAME.names(state), gm=seat == GM)
            told = Told(state, read.orders, GAME.adjudicate(state, seat, read.orders, no_dice))
            state = told.after
            yield told


@cache
def at_random() -> tuple[Told, ...]:
    """All entries of some random matches."""
    found = []
    for seed in (3, 8, 11):
        match = RandomMatch(GAME, seed).play()
        entries: list[LogEntry] = [one for one in match.entries if one.to is None and one.number]
        found += [Told(match.match.states[one.parent], one.orders, one.events) for one in entries]
    return tuple(found)


# --- laws ---------------------------------------------------------------------------------------


def check_brief(told: Told) -> None:
    """An entry with a report has at least one short line and no more than the report, the same for
    everybody, in plain words."""
    brief = told.brief()
    assert len(brief) <= len(told.report), (told.orders, brief)
    assert bool(brief) == bool(told.report), (told.orders, told.report)
    assert brief == told.brief(1) == told.brief(2)
    for line in brief:
        assert line == line.strip()
        assert not any(word in line for word in NEVER_SAID), line


@pytest.mark.parametrize("name", ["mercenaries", "two-seats"])
def test_recorded_campaigns_are_told_in_few_lines(name: str) -> None:
    """This holds for every entry of a recorded campaign."""
    entries = list(recorded(name))
    assert len(entries) > 200
    for told in entries:
        check_brief(told)


def test_random_matches_are_told_in_few_lines() -> None:
    """This holds for random matches too, with GM lines, cards, missions and resignations.

    On average an entry with a report has less than 1.5 lines.
    """
    entries = at_random()
    for told in entries:
        check_brief(told)
    lines = sum(len(told.brief()) for told in entries)
    assert lines * 2 < sum(bool(told.report) for told in entries) * 3


def test_a_step_is_idle_only_if_nothing_belongs_to_it() -> None:
    """A step that is called idle has no legal order but those that stay possible later, and the
    order that passes it is accepted."""
    found = 0
    for told in at_random():
        idle = GAME.idle(told.after)
        if idle is None:
            continue
        found += 1
        seat, order, why = idle
        assert why
        legal = [type(one).__name__ for one in GAME.legal(told.after, seat)]
        assert set(legal) <= set(ALWAYS), (told.after.flow, legal)
        assert seat == told.after.flow.turn
        assert GAME.adjudicate(told.after, seat, (order,), lambda die: die.faces[0])
    assert found > 100


def test_a_step_with_nothing_legal_is_idle() -> None:
    """A step in which all legal orders stay possible later is idle.

    It is not if the seat has captives, allies, an offer or the gold for a paid fate.
    """
    for told in at_random()[::5]:
        state = told.after
        seat = state.flow.turn
        if state.flow.outcome is not None or state.flow.phase in ("setup", "combat"):
            continue
        legal = {type(one).__name__ for one in GAME.legal(state, seat)}
        if legal <= set(ALWAYS) and not state.offers and state.flow.phase != "purchase":
            realm = state.realm(seat)
            held = realm.captives or realm.allies or any(state.captive_leaders(seat))
            can_turn_civil = state.flow.phase == "diplomacy" and realm.gold >= 20
            assert GAME.idle(state) is not None or held or can_turn_civil, state.flow


def test_called_is_who_has_something_of_his_own_to_move() -> None:
    """`Not moved` names only the seat's own provinces."""
    for told in at_random():
        state = told.after
        seat = state.flow.turn
        words = GAME.waiting(state, seat, seat)
        GAME.situation(state, seat, seat)
        if words.startswith("Not moved: ") and "provinces" not in words:
            codes = {one.split()[0] for one in words.removeprefix("Not moved: ").split("; ")}
            assert codes <= {state.site(number).code for number in state.owned(seat)}
        assert GAME.waiting(state, seat % len(state.seats) + 1, seat) == ""


def test_the_board_has_every_province_of_a_seat_and_the_key_every_province() -> None:
    """The board has every province with an owner, the key has all provinces, and the board is at
    most 78 columns wide."""
    for told in at_random()[::25]:
        state = told.after
        found = GAME.compact(state, None, told.before)
        assert found is not None
        codes = {cell.text[:3] for cell in found.cells}
        owned = [one for one in range(1, 61) if state.province(one).owner]
        assert {state.site(one).code for one in owned} <= codes
        assert len(found.columns) <= 78
        listed = "\n".join(key(GAME.roll(state, None, told.before)))
        assert all(site.code in listed for site in state.sites)


def test_a_phone_gets_the_fronts() -> None:
    """On a phone, too narrow for the map, the seat's provinces are listed with their neighbours."""
    state = Table().say(*EXAMPLE).state
    assert "UMB*" in (chat_board(GAME, state, 1) or "")
    lines = (chat_board(GAME, state, 1, phone=True) or "").splitlines()
    assert "HAR 70: 2 Arc → *UMB, GLE 50, SAL 60, THO 50" in lines
    assert "  GLE 50, RAV 50" in lines
    assert max(map(len, lines)) <= 45


def test_a_rerolled_die_has_its_arrow_in_chat() -> None:
    """A reroll `15→3` is written without blanks, so that it reads as one die."""
    line = worded((Span("archers need 7: 7 15->3 = 2, CB -> 1"),), "markdown")
    assert line == "archers need 7: 7 15→3 = 2, CB → 1"


def test_before_a_claim_the_board_is_the_whole_map() -> None:
    """Before anybody holds a province the board shows all sixty, and its legend explains only 0."""
    found = GAME.compact(Table().state, None)
    assert found is not None
    assert len(found.cells) == 60 == sum(len(row) for row in laid_out(Table().state.sites))
    assert found.legend == ("0 neutral",)
    assert GAME.compact(GAME.blank, None) is None


def test_everything_that_has_a_name_has_a_card() -> None:
    """Each name has a card, in any spelling; other words have none."""
    state = Table().say(*EXAMPLE).state
    names = GAME.card_names(state, 1)
    assert len(names) == len(set(names)) > 150
    for viewer in (None, 1, 2):
        for name in names:
            found = GAME.card(state, viewer, name)
            assert found is not None, name
            text = "\n".join(printed(found))
            assert not any(word in text.replace("\n  ", "\n") for word in NEVER_SAID), text
    for one, other in (
        ("ash", "Ashford"),
        ("Light-Infantry", "lights"),
        ("great hall", "hall"),
        ("tech M3", "military level 3"),
        ("house raske", "Raske"),
        ("gl2", "leader GL2"),
    ):
        assert GAME.card(state, 1, one) == GAME.card(state, 1, other)
    for word in ("", "Camelot", "M11", "GL9", "E0", "fort"):
        assert GAME.card(state, 1, word) is None


def test_prices_are_those_of_the_seat_or_of_a_house() -> None:
    """CB-HOUSE-5, CB-BUILD-6: prices are those of the seat's own House, or of one that is named, in
    at most 20 lines."""
    state = Table().say(*EXAMPLE).state
    own = GAME.price_list(state, 1)
    assert len(own) <= 20
    assert "barracks 45 gold" in "\n".join(own)
    assert "barracks 60 gold" in "\n".join(GAME.price_list(state, None))
    assert "cavalry 22 gold" in "\n".join(GAME.price_list(state, 1, "House Brannoch"))
    assert GAME.price_list(state, 1, "Lancaster") == ()


def test_a_quiet_round_has_no_table() -> None:
    """A round without changes or losses has no table."""
    state = Table().say(*EXAMPLE).state
    assert GAME.tally(state, state, None) is None
    assert GAME.losses(state, state, None) == {}


# --- as it is read ------------------------------------------------------------------------------

COURTS = (
    "gm> set army 1 military 20",
    "gm> put 3 infantry for army 1 in Ashford",
    "gm> put 2 mercenaries for army 1 in Ashford",
    "gm> put 3 infantry for army 1 attacking Brindle from Ashford",
    "gm> put 2 archers for army 1 attacking Brindle from Ashford",
    "gm> put 2 mercenaries for army 1 attacking Brindle from Ashford",
    "gm> put GL1 for army 1 attacking Brindle",
    "gm> set 30-50 owner army 2",
    "gm> put 4 infantry for army 2 in Brindle",
    "gm> put 1 archer for army 2 in Brindle",
    "gm> put GL2 for army 2 in Wolden",
    "gm> give Wolden market",
    "gm> put 4 infantry for army 1 attacking Farrow from Ashford",
    "gm> put 9 cavalry for army 1 attacking Farrow from Ashford",
    "gm> set army 1 espionage-level 3",
    "gm> set army 1 civil 300",
    "gm> set army 1 influence 8",
    "gm> set round 3",
    "gm> set phase combat",
    "1> pay bounty 1",
    "1> lose mercenaries last",
    "gm> next dice 7 15 3 2 12 19 1 17 8 18 20 9 4 19 18",
    "1> fight Brindle",
    "1> charge with cavalry in Farrow",
    "gm> next dice 9 7 20 14 8 8 3 20",
    "1> fight Farrow one round",
    "gm> next dice 4 19 6 18 2 3 18 19 12 3 3",
    "1> withdraw from Farrow to Ashford",
    "1> end phase",
    "1> move GL1 from Brindle to Ashford",
    "1> end phase",
    "1> intercession in Ashford",
    "gm> next dice 9",
    "1> sabotage market in Wolden",
    "gm> captive GL2 of army 2 for army 1",
    "1> ransom 1 infantry to army 2 for 0 gold",
    "2> accept offer 1",
    "1> kill 1 infantry of army 2",
    "1> release GL2",
    "1> propose alliance with army 2",
    "2> accept alliance with army 1",
    "2> guard on",
    "1> break alliance with army 2",
    "1> end phase",
    "gm> next dice 27",
    "1> draw fate",
    "1> offer draw",
    "2> decline draw",
    "1> end turn",
    "gm> set army 2 military 80",
    "2> buy 2 infantry and 1 archer",
    "2> transfer 20 gold to civil",
    "gm> set army 2 civil 200",
    "2> build temple in Wolden",
    "2> research military",
    'gm> rule "the ferry does not run"',
    "gm> timeout army 2",
    "1> resign",
)
"""A turn with everything in it: a fight as in the design, a pause, a withdrawal, the court."""


def test_the_short_telling_as_it_is_read(golden: Golden) -> None:
    """Orders and their results, board, key, cards and prices match their golden file byte for
    byte."""
    table = Table()
    lines = ["# Orders and what came of them"]
    for said in COURTS:
        before, count = table.state, len(table.seen)
        table.say(said)
        events = tuple(event for event, _ in table.seen[count:])
        lines.append(f"   {said}")
        lines += [f"#  {shown(one)}" for one in GAME.brief(before, (), events, None)]
    table = Table().say(*EXAMPLE)
    first = table.state
    lines += ["", "# The board, the key and the fronts of army 1", *boards(first, None)]
    lines += list(GAME.fronts(first, 1))
    table.say("1> end phase", "1> fight all battles", "1> end turn")
    lines += ["", "# A turn later", *boards(table.state, first), *table_of(first, table.state)]
    lines += ["", "# Cards"]
    for name in ("Umberly", "Ashford", "GL2", "archers", "great hall", "M2", "Varlan", "4C"):
        lines += printed(GAME.card(first, 1, name))
    lines += ["", "# Prices for army 1", *GAME.price_list(first, 1)]
    golden("candlebre/short.txt", "\n".join(lines) + "\n")


def boards(state: State, since: State | None) -> Iterator[str]:
    """The lines of board, legend, key and call."""
    found = GAME.compact(state, None, since)
    assert found is not None
    yield from (f"|{row}" for row in board(found))
    yield f"-# {' · '.join(found.legend)}"
    yield from key(GAME.roll(state, None, since))
    yield " · ".join((*GAME.situation(state, 1, 1), GAME.waiting(state, 1, 1)))


def table_of(before: State, after: State) -> Iterator[str]:
    """The lines of the table of a round."""
    found = GAME.tally(before, after, None)
    assert found is not None
    yield from found.notes
    for name, cells in found.rows:
        yield f"{name:10}" + "".join(f"{cells.get(seat, ''):20}" for seat in found.seats).rstrip()
