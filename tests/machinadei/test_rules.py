"""Machina Dei: formulas number by number, statblocks, legal orders, and the practice opponent."""

import random
from decimal import ROUND_HALF_UP, Decimal, getcontext
from fractions import Fraction
from itertools import islice, permutations
from typing import Any

import pytest

import grammar
from bot.cases.casefile import Player, parse_case
from grammar.machinadei.statblock import StatblockError, print_block, read_blocks
from rules import find
from rules.line.adjudication import Die
from rules.line.orders import GM
from rules.machinadei.apply import apply
from rules.machinadei.army import STARTER
from rules.machinadei.field import is_within, length, passed, rounded
from rules.machinadei.fight.melee import fight, find_melees
from rules.machinadei.fight.strike import hits_of
from rules.machinadei.formation import arc_of, wheel_cost
from rules.machinadei.march.drill import can_walk
from rules.machinadei.search.chances import duel
from rules.machinadei.state import Battle, Spent, State
from rules.machinadei.telling.view import BANDS, view
from rules.numbers.chances import Laid, every, hits

GAME = find("machinadei")
PI = Decimal("3.14159265358979323846264338327950288419716939937510")


def after(*lines: str, options: str = "") -> State:
    """The state after these lines of a conformance case."""
    case = parse_case("\n".join((f"# X y\ngame: machinadei {options}", *lines)))
    player = Player.begin(case)
    for step in case.steps:
        player.order(step.seat, step.text)
        assert player.witness.refusal is None, step
    state: State = player.match.state
    return state


def texts(state: State, seat: int, unit: str | None = None) -> list[str]:
    """The sentences of the legal orders."""
    return [str(order) for order in GAME.legal(state, seat, unit)]


# --- formulas -----------------------------------------------------------------------------------


def test_wheels_cost_what_the_outside_man_walks() -> None:
    """MD-WHEEL-3, MD-ABIL-1: with 355/113 for pi the cost rounds as with pi itself, for all files
    and degrees."""
    getcontext().prec = 50
    for files in range(1, 61):
        for degrees in range(15, 91, 15):
            for drilled, whole in ((False, 180), (True, 360)):
                exact = PI * files * degrees / whole
                due = int(exact.quantize(Decimal(1), rounding=ROUND_HALF_UP))
                assert wheel_cost(files, degrees, drilled) == due


def test_walks_are_rounded_once() -> None:
    """MD-MEAS-3: a length a + b sqrt 2 is rounded half up once, and comparing it with the Move
    gives the same."""
    getcontext().prec = 50
    root = Decimal(2).sqrt()
    for a in range(25):
        for b in range(25):
            exact = int((a + b * root).quantize(Decimal(1), rounding=ROUND_HALF_UP))
            assert rounded((a, b)) == exact
            for most in range(0, 40, 3):
                assert is_within(Spent(), (a, b), most) == (exact <= most)
            assert (length((a, b)) < length((b, a))) == (a + b * root < b + a * root)


@pytest.mark.parametrize(("dx", "dy"), [(5, 0), (4, 4), (1, 2), (7, 3), (-3, 8), (-9, -2), (0, -6)])
def test_lines_pass_through_the_inside_of_cells(dx: int, dy: int) -> None:
    """MD-LOS-1: the cells passed are those that contain points of the line in their inside;
    touching a corner does not count."""
    found = set()
    for step in range(1, 5040):
        x, y = Fraction(dx * step, 5040), Fraction(dy * step, 5040)
        half = Fraction(1, 2)
        for i in range(x // 1 - 1, x // 1 + 3):
            for j in range(y // 1 - 1, y // 1 + 3):
                if abs(x - i) < half and abs(y - j) < half:
                    found.add((i, j))
    assert set(passed(dx, dy)) == found - {(0, 0), (dx, dy)}


def test_reforms_find_an_assignment_if_there_is_one() -> None:
    """MD-REFORM-6: the matching agrees with trying every assignment."""
    rng = random.Random(4)
    for _ in range(300):
        old, new = (
            tuple(rng.sample([(x, y) for x in range(6) for y in range(6)], 5)) for _ in range(2)
        )
        for most in range(0, 7):
            some = any(
                all(
                    (x - u) ** 2 + (y - v) ** 2 <= most * most
                    for (x, y), (u, v) in zip(old, one, strict=True)
                )
                for one in permutations(new)
            )
            assert can_walk(old, new, most) is some


def test_arcs() -> None:
    """MD-ARC-1, MD-ARC-2: the arcs of 5 files and 2 ranks at 10,20, facing N."""
    stand = (10, 20), "N", 5, 2
    assert arc_of(*stand, (12, 12)) == arc_of(*stand, (7, 17)) == "front"
    assert arc_of(*stand, (6, 17)) == arc_of(*stand, (9, 20)) == "left flank"
    assert arc_of(*stand, (15, 21)) == "right flank"
    assert arc_of(*stand, (12, 22)) == "rear"


def test_chances_are_exact() -> None:
    """MD-HIT-6: chances are binomial, and in a duel the weaker side loses more."""
    assert hits(2, 3, 10) == (49, 42, 9)
    assert hits_of((10, 9, 6, 4, 3, 2), 4) == 4
    state = after(
        "gm> put Legionary Legion1 for army 1 at 10,20 facing N 5 wide 10 models",
        "gm> put Thrall Mob1 for army 2 at 14,19 facing S 5 wide 10 models",
    )
    legion, mob = state.units.values()
    verdict = duel(state, legion, mob, ())
    assert 0 < verdict.broken[1] + verdict.gone[1] < 1
    assert verdict.lost[1] > verdict.lost[0]


def test_chances_of_a_duel_are_those_of_the_fight_itself() -> None:
    """MD-MEL-2: the chances equal those of playing the melee with every way its dice can fall."""
    state = after(
        "gm> put Legionary Legion1 for army 1 at 10,20 facing N 5 wide 5 models",
        "gm> put Thrall Mob1 for army 2 at 10,19 facing S 5 wide 1 models",
        "gm> set Legion1 models 2",
        "gm> set Legion1 wounds 0",
        "gm> set phase melee",
    )
    legion, mob = state.units.values()
    found = duel(state, legion, mob, ())

    def fought(dice: Laid) -> tuple[int, int]:
        battle, melee = Battle(state, 1, dice, apply), find_melees(state)[0]
        fight(battle, melee)
        legion, mob = battle.state.units.values()
        return 2 - legion.models, bool(mob.gone)

    ends = [(fall.chance, fall.result) for fall in every(fought)]
    assert sum(chance for chance, _ in ends) == 1
    assert sum(chance * lost for chance, (lost, _) in ends) == found.lost[0]
    assert sum(chance for chance, (_, gone) in ends if gone) == found.gone[1]


# --- statblocks ---------------------------------------------------------------------------------


def test_shipped_data_reads_back() -> None:
    """MD-DATA-1: the shipped types read back the same when printed."""
    blocks = grammar.library("machinadei")
    assert len(blocks) == 25
    assert read_blocks("\n\n".join(map(print_block, blocks))) == blocks


def test_forum_markup_and_order_of_keys_do_not_matter() -> None:
    """MD-DATA-1: tags, bullets and comments are ignored, and keys may come in any order after
    `unit`."""
    pasted = (
        "[b]unit: Hoplite (HO)[/b]   # new\r\n* models: 5-20\n- cost: 7\n"
        "[i]stats[/i]: 1S 7/9L 3I 1W 5M\n"
        "class: Formation\ntier: tertiary\nfaction: Second Greece\nmelee: Spear H+1 A-1\n\n"
    )
    (block,) = read_blocks(pasted)
    assert (block.name, block.morale, block.melee.attacks, block.melee.hit) == (
        "Hoplite",
        (7, 9),
        -1,
        1,
    )
    assert block.faction == "Second Greece"


@pytest.mark.parametrize(
    ("line", "rule", "text"),
    [
        ("stats: 5M 0W 3I 7L 1S", "MD-DATA-2", 5),
        ("stats: 5M 1W 3I 11L 1S", "MD-DATA-2", 5),
        ("stats: 5M 1W 3I 7L", "MD-DATA-1", 5),
        ("stats: 5M 1W 3I 7L 3S", "MD-DATA-2", 5),
        ("melee: Spear Z+1", "MD-DATA-1", 8),
        ("ability: swims", "MD-DATA-1", 8),
        ("magic: Curse | self | summon Hoplite 3 | uses 1", "MD-DATA-5", 8),
        ("option: Curse 5 = magic: Curse | place 6 | test rout | uses -", "MD-DATA-5", 8),
    ],
)
def test_a_wrong_line_is_named(line: str, rule: str, text: int) -> None:
    """MD-DATA-1, MD-DATA-2, MD-DATA-5: the error has the number of the line and the rule it
    breaks."""
    rest = [] if line.startswith("stats") else [line]
    stats = line if line.startswith("stats") else "stats: 5M 1W 3I 7L 1S"
    block = ["unit: Hoplite (HO)", "faction: Greece", "tier: Tertiary", "class: formation", stats]
    with pytest.raises(StatblockError) as caught:
        read_blocks("\n".join((*block, "cost: 6", "models: 5-20", *rest)))
    assert (caught.value.rule, caught.value.line) == (rule, text)


# --- lists and views ----------------------------------------------------------------------------


def test_legal_orders_of_a_formation() -> None:
    """MD-LEGAL-1: every possible reform, advance, wheel and turn once, and the charges that would
    be accepted."""
    state = after(
        "gm> put Warband Axes1 for army 1 at 10,20 facing N 5 wide 7 models",
        "gm> put Clansman Clans1 for army 2 at 14,16 facing S 5 wide 10 models",
        "gm> set phase move",
    )
    assert texts(state, 1, "Axes1") == [
        *(f"Axes1 reforms {files} wide" for files in range(2, 8)),
        *(f"Axes1 advances {inches}" for inches in range(1, 4)),
        "Axes1 wheels left 45",
        "Axes1 wheels right 45",
        "Axes1 turns left",
        "Axes1 turns right",
        "Axes1 turns around",
        "Axes1 charges Clans1",
    ]
    assert texts(state, 1)[-3:] == ["end phase", "offer draw", "resign"]
    assert texts(state, 2) == ["offer draw", "resign"]


def test_legal_summons_and_arrivals_are_the_nearest() -> None:
    """MD-LEGAL-1: summons and arrivals are offered on one cell: nearest to the caster or a friend,
    then smaller y, then smaller x."""
    state = after(
        "gm> put Druid Druid1 for army 1 at 20,20",
        "gm> put Herald Her1 for army 1 in reserve",
        "gm> put Treeman Tree1 for army 2 at 40,4",
        "gm> set phase magic",
    )
    (summons,) = (one for one in texts(state, 1, "Druid1") if "Briar" in one)
    assert summons == "Druid1 casts Briar-Call on 19,19"
    assert texts(state, 1, "Her1") == ["Her1 arrives at 17,17"]


def test_everybody_sees_the_same() -> None:
    """MD-INFO-1: both seats, the GM and the public see the same."""
    state = after(*STARTER)
    shown = [GAME.view(state, viewer, "text") for viewer in (None, GM, 1, 2)]
    assert all(one == shown[0] for one in shown)
    assert GAME.references(state, 1) == GAME.references(state, None)


@pytest.mark.parametrize(("size", "bands"), [("", 2), ("width=60 height=60", 5)])
def test_the_board_is_cut_into_bands(size: str, bands: int) -> None:
    """MD-SHOW-5: a board of 36 rows of 48 makes two messages, one of 60 rows of 60 five, none over
    2,000 characters."""
    from bot.render import markdown

    state = after("gm> put Treeman Tree1 for army 1 at 5,5", options=size)
    board = view(state).block("board")
    assert board is not None
    assert board.pieces == BANDS
    pieces = markdown.pieces(board)
    assert len(pieces) == bands
    assert all(len(piece) <= 2000 for piece in pieces)


def test_a_picture_says_what_it_shows() -> None:
    """MD-INFO-1, MD-SHOW-4: the text of the picture names every unit and every contact."""
    state = after(
        "gm> put Warband Axes1 for army 1 at 10,20 facing N 5 wide 10 models",
        "gm> put Clansman Clans1 for army 2 at 14,19 facing S 5 wide 10 models",
    )
    words = GAME.shapes(state, None).words  # type: ignore[attr-defined]
    assert "Axes1, 10 models, 2 ranks x 5 files, facing N, at 10,20 (engaged with Clans1)" in words
    assert "In contact: Axes1 with Clans1" in words


# --- the opponent -------------------------------------------------------------------------------


def play(seats: tuple[str, str], seed: int) -> Any:
    """The state after a whole battle on a small board; the player `random` gives any legal
    order."""
    rng = random.Random(seed)
    state: Any = after(options="width=30 height=24 points=400")

    def dice(die: Die) -> int:
        return rng.choice(die.faces)

    for _ in range(600):
        if GAME.outcome(state) is not None:
            break
        (seat,) = GAME.awaits(state)
        level = seats[seat - 1]
        if level == "random":
            drawn = ("Resign", "OfferDraw", "AcceptDraw", "DeclineDraw")
            some = islice(GAME.legal(state, seat), 200)
            order = rng.choice([one for one in some if type(one).__name__ not in drawn])
        else:
            order = GAME.opponent(level).order(state, seat, seed)  # type: ignore[attr-defined]
        for event in GAME.adjudicate(state, seat, (order,), dice):
            state = GAME.apply(state, event)
    return state


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_an_opponent_plays_to_the_end(level: str) -> None:
    """MD-END-2, MD-END-3: all its orders are accepted, and the battle ends."""
    assert play((level, "random"), 3).flow.outcome is not None


def test_hard_beats_easy_more_often_than_not() -> None:
    """`hard` wins at least two of four battles, played from both sides."""
    won = 0
    for seed in range(4):
        seats = ("hard", "easy") if seed % 2 else ("easy", "hard")
        outcome = play(seats, seed).flow.outcome
        won += outcome is not None and outcome.winners == (seats.index("hard") + 1,)
    assert won >= 2


def test_odds_tell_the_chance_to_break() -> None:
    """MD-CR-5, MD-ROUT-1: the odds of a charge say how likely the target breaks, without rolling
    dice."""
    state = after(
        "gm> put Legionary Legion1 for army 1 at 10,20 facing N 5 wide 15 models",
        "gm> put Thrall Mob1 for army 2 at 14,17 facing S 5 wide 10 models",
        "gm> set phase move",
    )
    (line,) = grammar.read("machinadei", "Legion1 charges Mob1", GAME.names(state))
    told = GAME.odds(state, 1, line.orders[0])  # type: ignore[attr-defined]
    assert told[1].startswith("Mob1 breaks: ")
    assert "is destroyed or routs" in told[0]
