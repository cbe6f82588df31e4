"""The law of extremes for what a GM imports: the number of statblocks, maps and other things is
limited, and showing as many as are allowed takes bounded work."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

import grammar
from bot.match.reply import AT_ONCE, Accepted, RefusedLine, Reply, UnreadLine
from bot.render.replies import reply_text
from rules import find
from rules.border.game import Game
from rules.display.view import Form
from rules.line.errors import Refusal
from rules.line.events import Refused
from tests.extremes import begun, lowest
from tests.laws.test_extremes import calls

LETTERS = [f"{one}{other}" for one in "ABCDEFG" for other in "abcdefg"]
ROWS = "\n".join(["______"] * 6)
PRINTED = "{} {} HP 1 AC 8 Cost 1 G | Stats: 6, 0, 0, 0, 0, 0, 0, 0 | {}Attacks: | {}Tags: None"
UNIT = (
    "import unit: {} ({})\nfaction: Rome\ntier: Tertiary\nclass: formation\nstats: 5M 1W 4I 8L 1S\n"
    "cost: 8\nmodels: 1-20"
)
GUN = 'weapon {}: heavy 2h; 99R+99W-{}; 6"; K; X; B'
MAN = "model {} ({}): M6 A2 H1; normal; 1R S; {}; -; 8"
HOUSE = "map 6x6\n" + ROWS + "\nbuilding B1 at 2,2-3,3 roof 3\nsector B1.{} at 2,2\nend"

TWO = (("Aabc", "ABC"), ("Aabd", "ABD"))
MOST: dict[str, tuple[str, str, Callable[[Any], int], list[str]]] = {
    "crusade7 types": (
        *("crusade7", "bounds.MOST_TYPES", lambda state: len(state.blocks)),
        [f"import {PRINTED.format(*one, '', '')}" for one in TWO],
    ),
    "crusade7 factions": (
        *("crusade7", "bounds.MOST_FACTIONS", lambda state: len(state.library.factions)),
        [f"import Faction: {name}\nSubfactions: none" for name, _ in TWO],
    ),
    "machinadei types": (
        *("machinadei", "army.MOST_TYPES", lambda state: len(state.types)),
        [f"{UNIT.format(*one)}" for one in TWO],
    ),
    "rulescrusade weapons": (
        *("rulescrusade", "checks.MOST_OF_A_KIND", lambda state: len(state.weapons)),
        [GUN.format(name, 1) for name, _ in TWO],
    ),
    "rulescrusade models": (
        *("rulescrusade", "checks.MOST_OF_A_KIND", lambda state: len(state.models)),
        [MAN.format(*one, "-") for one in TWO],
    ),
    "rulescrusade items": (
        *("rulescrusade", "checks.MOST_OF_A_KIND", lambda state: 0),
        ["put item skrap at 5,5", "put item skrap at 5,5"],
    ),
    "rulescrusade manholes": (
        *("rulescrusade", "checks.MOST_OF_A_KIND", lambda state: 0),
        ["manhole 1,1 to 6,1", "manhole 1,2 to 6,1"],
    ),
}
"""For each kind: its system, the constant with its limit, how many there are, and two lines that
each add one."""

HOLDS = {
    "crusade7": [
        "import "
        + PRINTED.format(
            "Aa", "AA", " | ".join(f"{one}: As it is." for one in LETTERS), ""
        ).replace("As it is.Attacks", "As it is. | Attacks"),
        "import Storm, 60\n" + "ATK: 9 fire. " * 41,
    ],
    "machinadei": [
        f"{UNIT.format('Aa', 'AA')}\n" + "\n".join(["ability: flies"] * 41),
        f"{UNIT.format('Aa', 'AA')}\n"
        + "\n".join(f"melee: Claw-{one} A+1 D+1 H+0" for one in LETTERS),
    ],
}
"""Lines that each hold more entries than are allowed."""


def told(game: Game[Any], state: Any, line: str) -> Any:
    """The state after a line of the GM.  Raises `Refusal`, also if the line cannot be read."""
    (written,) = grammar.read(game.id, line, game.names(state), gm=True)
    if written.problem is not None:
        raise Refusal("", written.problem.why)
    for event in game.adjudicate(state, 0, written.orders, lowest):
        if isinstance(event, Refused):
            raise Refusal(event.rule, event.why)
        state = game.apply(state, event)
    return state


@pytest.mark.parametrize("kind", MOST)
def test_of_each_kind_there_is_a_most(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """BOUND-1: what a GM can import into a match is limited for each kind; one more is refused."""
    system, where, there, (one, other) = MOST[kind]
    game = find(system)
    state = begun(game, {})
    module, _, name = f"rules.{system}.{where}".rpartition(".")
    monkeypatch.setattr(import_module(module), name, there(state) + 1)
    state = told(game, state, one)
    with pytest.raises(Refusal) as refused:
        told(game, state, other)
    assert "-BOUND-1" in refused.value.rule


@pytest.mark.parametrize(
    ("system", "number"), [(one, n) for one in HOLDS for n in range(len(HOLDS[one]))]
)
def test_what_is_imported_holds_only_so_much(system: str, number: int) -> None:
    """BOUND-1: a type, a spell or a power with more than 40 entries of a kind is refused."""
    game = find(system)
    with pytest.raises(Refusal, match="at most 40"):
        told(game, begun(game, {}), HOLDS[system][number])


def test_the_number_of_a_sector_has_few_digits() -> None:
    """RC-MAP-5: a sector number of thousands of digits is refused as a wrong line of the map."""
    game = find("rulescrusade")
    with pytest.raises(Refusal, match="no line of a map"):
        told(game, begun(game, {}), HOUSE.format("9" * 5_000))
    assert told(game, begun(game, {}), HOUSE.format("2")).ground.buildings


def test_a_card_of_many_dice_is_made_in_bounded_work() -> None:
    """BOUND-4: a card with twenty weapons of 198 dice each is worked out by folding the dice, not
    by listing every combination."""
    game = find("rulescrusade")
    state, names = begun(game, {}), [f"{one} Gun" for one in LETTERS[:20]]
    for number, name in enumerate(names):
        state = told(game, state, GUN.format(name, number))
    state = told(game, state, MAN.format("Aabc", "ABC", ", ".join(names)))
    state = told(game, state, "put Aabc ABC1 for army 1 at 1,1")
    assert game.card is not None
    card = game.card(state, 1, "ABC1")
    assert card is not None
    assert "at any range" not in str(card)
    assert calls(game.card, state, 1, "ABC1") < CARD_MOST


CARD_MOST = 1_000_000
"""Function calls that such a card may take."""


@pytest.mark.parametrize("form", ["text", "markdown", "bbcode"])
def test_an_answer_says_at_most_so_much(form: Form) -> None:
    """BOUND-4: an answer to hundreds of lines stays short: refused and unreadable lines come first,
    and accepted entries that are left out are still given by number."""
    done = tuple(Accepted(n, 0, (f"set L{n} hp 9",), ("The GM sets L1",)) for n in range(1, 201))
    refused = RefusedLine("L1 moves to 5,5", "C7-MOVE-8", "why " * 2_000)
    unread = tuple(UnreadLine("L1 dances " * 50, "C7-ORDER-1", 3, ("moves",)) for _ in range(100))
    unrun = tuple(f"L{number} moves to 5,{number}" for number in range(400))
    for reply in (
        Reply(accepted=done),
        Reply(accepted=done, refused=(refused,), unrun=unrun),
        Reply(accepted=done, unreadable=unread, unrun=unrun),
        Reply(refused=(refused,) * 20),
    ):
        text = reply_text(reply, form)
        assert len(text) <= 1.1 * AT_ONCE
        assert ("C7-MOVE-8" in text) == bool(reply.refused)
        assert ("to #200" in text) == bool(reply.accepted)
        assert ("#1 set L1 hp 9" in text) == bool(reply.accepted)
    short = Reply(accepted=done[:3], refused=(RefusedLine("L1 moves to 5,5", "C7-MOVE-8", "no"),))
    assert "#3 set L3 hp 9" in reply_text(short, form)
    assert "why #n" not in reply_text(short, form)
