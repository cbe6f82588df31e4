"""What a player looks up at the console: legal orders, units, rules, the help."""

import re
from pathlib import Path

import pytest

from bot.match import reply
from bot.render import replies
from bot.terminal import console
from rules import GAMES, find
from tests.terminal.test_console import home, referee

__all__ = ["home"]

SYSTEMS = [game.id for game in GAMES]
CHANGED = "changed since your last line"


def said(system: str, *lines: str) -> str:
    """What the console answers to these lines in the ready-made battle of a system, without its own
    heading."""
    code, out, _ = referee("play", system, "--db", "a.sqlite", lines="\n".join(lines))
    assert code == 0
    return re.sub(r"\A(A new match .*\nIts dice .*|.* goes on after .*)\n", "", out)


def test_legal_has_one_line_for_each_verb(home: Path) -> None:
    """`legal UNIT` has a line for each verb, with its first orders and how to ask for all; `legal
    UNIT VERB` lists all orders of that verb; `legal` has one line for each unit.  No line is wider
    than 80 columns."""
    lines = said("rulescrusade", "legal M1").splitlines()
    assert [line.split()[1] for line in lines] == [
        *("moves", "runs", "fires", "throws", "hides", "jumps")
    ]
    assert re.fullmatch(r"  M1 moves to 15,6 .* \.\.\. 99 in all: legal M1 moves", lines[0])
    assert lines[4] == "  M1 hides"
    whole = said("rulescrusade", "legal M1 moves").splitlines()
    assert whole[0] == "M1 moves to (99)"
    assert len(re.findall(r"\d+,\d+", "\n".join(whole[1:]))) == 99
    army = said("rulescrusade", "legal").splitlines()
    assert army[2].startswith("  M1: moves to (99)")
    assert "what one can do, and all of a verb: legal GN1" in army[-1]
    assert max(map(len, (*lines, *whole, *army))) <= 80


def test_a_long_verb_has_pages(home: Path) -> None:
    """All orders of a verb come in pages of twenty lines, which together show every order once."""
    first = said("crusade7", "legal EQ1 advances").splitlines()
    second = said("crusade7", "legal EQ1 advances page 2").splitlines()
    assert first[-1] == "more: legal EQ1 advances page 2"
    assert len(first) == 22
    cells = re.findall(r"\d+,\d+", "\n".join((*first, *second)))
    assert len(cells) == len(set(cells)) == 298
    assert first[0] == second[0] == "EQ1 advances to (298)"


@pytest.mark.parametrize("cut", ["bot.history.possible.MOST", "rules.line.work.QUESTION"])
def test_legal_says_where_it_has_stopped_looking(
    home: Path, monkeypatch: pytest.MonkeyPatch, cut: str
) -> None:
    """BOUND-4: when `legal` stops after so many orders, or so much work, its last line says that
    there are more; it does not say that there are none."""
    monkeypatch.setattr(cut, 20)
    for asked in ("legal", "legal EQ1 advances"):
        assert said("crusade7", asked).splitlines()[-1].strip() == MORE
    monkeypatch.setattr(cut, 0)
    assert said("crusade7", "legal").strip() == MORE


MORE = "... and more than I look through at once: ask about one unit"


@pytest.mark.parametrize(
    ("system", "answer"),
    [
        ("crusade7", "there is no unit L99 (C7-ORDER-2)"),
        ("crusade8x8", "L99 is no tile; tiles are a1 to h8 (C8-BOARD-1)"),
        ("rulescrusade", "There is no L99 (RC-ORD-3)"),
        ("machinadei", "there is no unit L99. (MD-ORD-3)"),
        (
            "candlebre",
            "a province by name or code, an army or a leader can be described, not 'L99'",
        ),
    ],
)
def test_legal_of_nobody(home: Path, system: str, answer: str) -> None:
    """`legal` of a unit that does not exist says so, not that the unit has no orders."""
    assert answer in said(system, "legal L99")


def test_legal_of_somebody_who_can_do_nothing(home: Path) -> None:
    """`legal` of a unit that exists but has no such order says so, not that the unit does not
    exist."""
    lines = ("legal L1 attacks", "end phase", "legal L1 moves", "legal L1", "legal L99 moves")
    answers = said("crusade7", *lines).splitlines()
    assert answers[0] == "no legal order for L1 attacks now (army 1 to act)"
    assert answers[-3] == "no legal order for L1 moves now (army 2 to act)"
    assert answers[-2] == "no legal order for L1 now (army 2 to act)"
    assert answers[-1] == "there is no unit L99 moves (C7-ORDER-2)"


def test_units_are_called_as_orders_call_them(home: Path) -> None:
    """Look-ups take the names that orders take: `describe legion`, `legal gunner`, `reach my
    ballista`; if a name fits several units, the answer lists them."""
    assert "Legionary Legion1, 15 models" in said("machinadei", "describe legion")
    assert "Legion1 reforms 1 wide" in said("machinadei", "legal the legion")
    assert "GN1 fires Heavy Bolter at" in said("rulescrusade", "legal gunner")
    assert "B1 Ballista at 13,6" in said("crusade7", "reach my ballista")
    assert "Ballista B1 at 13,6" in said("crusade7", "describe the ballista")
    several = "which one is meant: L1, L2, L3, L4, L5, L6, L7?\n"
    assert said("crusade7", "describe legionnaire") == several
    assert "there is no unit griffin (C7-ORDER-2)" in said("crusade7", "describe griffin")


@pytest.mark.parametrize("system", SYSTEMS)
def test_nearest_rules_are_of_the_same_system(home: Path, system: str) -> None:
    """The rule IDs suggested share the prefix that was typed; without one they are of the match's
    system."""
    for asked, prefix in (("C8", "C8"), ("RC-MOVE-99", "RC"), ("xyz", find(system).prefix)):
        answer = said(system, f"rule {asked}")
        offered = answer.partition("; perhaps ")[2].strip().split(", ")
        assert len(offered) == 3
        assert all(one.startswith(f"{prefix}-") for one in offered), answer


@pytest.mark.parametrize("system", SYSTEMS)
def test_how_to_play_opens_its_page(home: Path, system: str) -> None:
    """`how to play` opens its own page, not a topic of the help with similar words."""
    answer = said(system, "how to play")
    assert answer.startswith(find(system).title)
    assert "Now, for example:" in answer
    assert "all its forms" not in answer


@pytest.mark.parametrize("system", SYSTEMS)
def test_help_shows_what_this_system_can_do(home: Path, system: str) -> None:
    """Every question that the help shows with a unit is answered in this match."""
    whole = said(system, "help")
    assert max(len(line) for line in whole.splitlines() if "topics:" not in line) <= 100
    named = r"(?:card|reach|describe|legal|what can reach|can|odds) \w+(?: \w+ \w+)?(?=  |\n)"
    asked = [one for one in re.findall(named, whole) if "ORDER" not in one]
    assert len(asked) >= 5
    answers = said(system, *asked)
    for refusal in ("cannot show", "does not answer", "there is no", "no legal order", "expected"):
        assert refusal not in answers.lower(), answers
    reaches = system in ("crusade7", "rulescrusade", "machinadei")
    assert any(one.startswith("reach ") for one in asked) == reaches
    assert ("cannot show how far" in said(system, "reach")) != reaches


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_new_match_marks_nothing(home: Path, system: str) -> None:
    """In a new ready-made battle nothing is marked as changed: its set-up is nobody's last line."""
    answer = said(system, "board", "key")
    assert CHANGED not in answer
    assert "*" not in answer


def test_the_first_turn_of_the_other_is_marked(home: Path) -> None:
    """A player who has given no order yet sees what changed since the battle was set up."""
    answer = said("rulescrusade", "M1 moves to 15,8", "end turn", "board")
    assert CHANGED in answer
    assert "M1*" in answer


@pytest.mark.parametrize(
    "asked", ["board full", "key", "key full", "why #3", "roster", "try board"]
)
def test_what_is_longer_than_is_said_at_once_has_pages(
    home: Path, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    """BOUND-4: a long answer comes in pages, each within the limit and naming the next; together
    they are the whole answer, and every page of a board has the column numbers."""
    whole = said("crusade7", asked).rstrip("\n").split("\n")
    monkeypatch.setattr(reply, "AT_ONCE", 700)
    pages, page, ruler = list[list[str]](), 1, whole[0]
    while page:
        lines = said("crusade7", f"{asked} {page}").rstrip("\n").split("\n")
        assert len("\n".join(lines)) <= 700
        more = re.fullmatch(rf"\.\.\. more: `{asked} (\d+)`", lines[-1])
        pages.append(lines[: len(lines) - bool(more)])
        page = int(more[1]) if more is not None else 0
    if asked == "board full":
        assert len(pages) > 3
        assert {one.pop(0) for one in pages[1:]} == {ruler}
    assert [line for one in pages for line in one] == whole


def test_phases_that_a_message_ends_are_told_at_once_or_in_the_report(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BOUND-4: if one message ends very many phases, only as much is told as fits an answer."""
    monkeypatch.setattr(reply, "AT_ONCE", 900)
    monkeypatch.setattr(console, "AT_ONCE", 900)
    monkeypatch.setattr(replies, "AT_ONCE", 900)
    told = said("crusade7", "gm> set phase move\n" + "gm| set phase move\n" * 40)
    assert "--- " in told
    assert told.rstrip().endswith("`report` tells what came last")
    assert len(told) < 2_000
