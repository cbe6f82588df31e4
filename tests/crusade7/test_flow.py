"""Sections 5.2, 5.3, 6.1 and chapter 9: phases, turns, initiative, orders, the end."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.crusade7 import events as ev
from rules.crusade7 import sequence
from rules.crusade7.naming import chosen, find_unit, forms_of, order_of_reference
from rules.crusade7.orders import SkipTo, Who
from rules.crusade7.overrides import Kill
from rules.crusade7.sequence import following, has_come, phase_named
from rules.crusade7.state import PHASES, Army, Until
from rules.line.errors import Refusal
from rules.line.events import Ended, PhaseBegan, Ruled, TurnPassed
from rules.line.orders import EndPhase, Order, Undo, Unread
from rules.line.road import Entry

NewTable = Callable[..., Any]

DUEL = (
    "gm> put Legionnaire L1 for army 1 at 5,5",
    "gm> put Legionnaire L2 for army 1 at 8,5",
    "gm> put Goblin G1 for army 2 at 5,25",
    "gm> set phase move",
    "gm> set turn army 1",
)


# --- phases and turns ---------------------------------------------------------------------------


def test_a_round_has_seven_phases() -> None:
    """C7-TURN-1"""
    order = [(1, "command")]
    for _ in range(7):
        order.append(following(*order[-1]))
    assert [phase for _, phase in order[:7]] == list(PHASES)
    assert order[7] == (2, "command")


@pytest.mark.parametrize(
    ("words", "phase"),
    [
        ("heavy", "heavy"),
        ("Heavy  Support Fight", "heavy"),
        ("fight phase", "fight"),
        ("MANA", "mana"),
        ("setup", None),
        ("lunch", None),
    ],
)
def test_phases_by_name(words: str, phase: str | None) -> None:
    """3.1: `heavy` may be written out."""
    assert phase_named(words) == phase


@pytest.mark.parametrize(
    ("until", "now", "over"),
    [
        (None, (9, "command"), False),
        ((2, "fight"), (2, "charge"), False),
        ((2, "fight"), (2, "fight"), True),
        ((2, "fight"), (2, "morale"), True),
        ((2, "fight"), (3, "command"), True),
        ((2, "command"), (1, "morale"), False),
    ],
)
def test_ends_that_have_come(
    until: tuple[int, str] | None, now: tuple[int, str], over: bool
) -> None:
    """C7-TURN-9: an effect whose time is over ends."""
    assert has_come(Until.of(*until) if until else None, Until.of(*now)) is over


def test_the_start_of_a_phase(table: NewTable) -> None:
    """C7-TURN-7: removed effects, cleared marks, CP, regeneration, initiative, the first turn."""
    battle = table()
    battle.play(
        "gm> put Siege Troll ST1 for army 1 at 5,5",
        "gm> put Goblin G1 for army 2 at 5,25",
        "gm> set ST1 hp 100",
        "gm> set phase morale",
        "gm> give ST1 poisoned for 1 round",
        "gm> set round 2",
        "gm> set phase morale",
        "gm> give ST1 poisoned for 1 round",
        "gm> set round 4",
        "gm> set phase command",
    )
    kinds = [type(event) for event in battle.events]
    assert kinds == [
        PhaseBegan,
        ev.ConditionLost,
        ev.MarksCleared,
        ev.GainedCP,
        ev.GainedCP,
        ev.Healed,
        ev.OrderOfPlay,
        TurnPassed,
    ]


def test_the_end_of_a_round(table: NewTable) -> None:
    """C7-TURN-10: Morale checks of the last turn, then the counts, then the draw offer."""
    battle = table()
    battle.play(*DUEL, "gm> set phase morale", "gm> set turn army 1", "1> end phase")
    battle.play("1> offer draw", "gm> kill L2", "2> end phase")
    kinds = [type(event).__name__ for event in battle.events]
    assert kinds[:5] == [
        "MoraleTested",
        "ConditionGained",
        "RoundEnded",
        "DrawOfferClosed",
        "PhaseBegan",
    ]
    ended = battle.events[2]
    assert (ended.round, ended.killed, ended.lost) == (1, 1, (1, 0))


def test_shaken_ends_with_the_move_phase(table: NewTable) -> None:
    """C7-TURN-10: shaken ends with the Move Phase, even if the GM gave it."""
    battle = table()
    battle.play(*DUEL, "gm> give L1 shaken", "1> end phase")
    assert battle.holds("L1 has shaken")
    battle.play("2> end phase")
    assert battle.holds("L1 lacks shaken")


def test_both_armies_skip(table: NewTable) -> None:
    """C7-TURN-8: turns are passed until one of the phase named begins; then the skip is over."""
    battle = table()
    battle.play(*DUEL, "2> skip to charge", "1> skip to morale")
    assert battle.see("phase") == "charge"
    assert battle.see("turn") == "army 2"
    battle.play("2> done")
    assert battle.see("phase") == "fight"
    assert battle.see("turn") == "army 2"
    battle.play("2> done")
    assert battle.see("phase") == "morale"
    assert battle.state.armies[2].skip_to == ""
    battle.play("2> done", "1> done")
    assert battle.see("round") == "2"
    assert battle.see("phase") == "command"


def test_a_phase_that_the_gm_sets_is_skipped_too(table: NewTable) -> None:
    """C7-TURN-8: all of the player's turns from now on."""
    battle = table()
    battle.play(*DUEL, "2> skip to fight", "gm> set phase mana")
    assert battle.see("turn") == "army 1"
    battle.play("1> end phase")
    assert battle.see("phase") == "heavy"
    assert battle.see("turn") == "army 1"


# --- initiative ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mean", "text"),
    [
        ((6, 2), "3"),
        ((7, 3), "2.33"),
        ((5, 2), "2.50"),
        ((-999, 1), "-999"),
        ((-1, 3), "-0.33"),
        ((-9, 8), "-1.12"),
        ((9, 8), "1.13"),
        ((-1, 400), "0.00"),
        ((0, 4), "0"),
    ],
)
def test_averages_are_shown(mean: tuple[int, int], text: str) -> None:
    """3.2: an average is shown exactly if it is whole, else rounded half up to two decimals."""
    assert sequence.average_text(mean) == text


@pytest.mark.parametrize(
    ("faction", "subfaction", "place"),
    [
        ("Elves", "none", 1),
        ("drow", "none", 2),
        ("Fellic Demons", "none", 3),
        ("Praetorian Legions", "Terminatus Type 1", 4),
        ("Praetorian Legions", "terminatus type 2", 4),
        ("Orc-Goblins", "none", 5),
        ("Praetorian Legions", "none", 6),
        ("Akaddis Empire", "none", 7),
        ("Second Roman Empire", "Veterans", 8),
        ("Target Dummies", "none", 9),
        ("Second Roman Empire", "none", 10),
        ("Imported", "none", 11),
        ("none", "none", 11),
    ],
)
def test_the_chart(faction: str, subfaction: str, place: int) -> None:
    """C7-INIT-5"""
    assert sequence.place_of(Army(1, faction=faction, subfaction=subfaction)) == place


def test_twins_alternate() -> None:
    """C7-INIT-6"""
    assert [sequence.first_of_twins(ties) for ties in range(4)] == [1, 2, 1, 2]


def test_thirds_are_compared_exactly() -> None:
    """C7-INIT-2: 2/3 and 0.67 are not the same."""
    assert sequence.lead_of((2, 3), (67, 100)) < 0
    assert sequence.lead_of((1, 3), (2, 6)) == 0


# --- references and lists -----------------------------------------------------------------------


def test_order_of_reference() -> None:
    """C7-ORDER-7: by abbreviation, then by number."""
    refs = ["L10", "L2", "C1", "SG1", "L1", "CR1"]
    assert sorted(refs, key=order_of_reference) == ["C1", "CR1", "L1", "L2", "L10", "SG1"]


@pytest.mark.parametrize(
    ("name", "plural"),
    [
        ("Goblin", "goblins"),
        ("Eques", "equeses"),
        ("Praetorian Legionary", "praetorian legionaries"),
        ("Herald of Tharizdun", "heralds of tharizdun"),
        ("Herald of Tharizdun", "herald of tharizduns"),
    ],
)
def test_plurals(name: str, plural: str) -> None:
    """C7-ORDER-9"""
    assert plural in forms_of(name)


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("L1", "L1"),
        ("l1", "L1"),
        ("L 1", "L1"),
        ("L01", "L1"),
        ("Legionnaire 1", "L1"),
        ("legionnaire1", "L1"),
        ("the Legionnaire 1", "L1"),
        ("L3", None),
        ("L", None),
        ("1", None),
        ("", None),
        ("Legate 1", None),
        ("L99999999999999999999", None),
    ],
)
def test_references(table: NewTable, text: str, ref: str | None) -> None:
    """C7-ORDER-9, C7-ORDER-2: ways to name a unit."""
    battle = table()
    battle.play(*DUEL)
    unit = find_unit(battle.state, 1, text)
    assert (unit.ref if unit else None) == ref


@pytest.mark.parametrize(
    ("who", "refs"),
    [
        (Who(("L2", "L1")), ["L2", "L1"]),
        (Who(("L1-L2",)), ["L1", "L2"]),
        (Who(("L2-L1",)), ["L2", "L1"]),
        (Who(("Legionnaire 1-Legionnaire 2",)), ["L1", "L2"]),
        (Who(("L1-2", "G1")), ["L1", "L2", "G1"]),
        (Who(every="Legionnaires"), ["L1", "L2"]),
        (Who(every="*"), ["L1", "L2"]),
        (Who(every="Goblins"), None),
        (Who(("L1-L3",)), None),
        (Who(("L1-G1",)), None),
        (Who(("L7",)), None),
    ],
)
def test_lists(table: NewTable, who: Who, refs: list[str] | None) -> None:
    """C7-ORDER-7: lists, ranges, all of a type, everyone."""
    battle = table()
    battle.play(*DUEL)
    try:
        found = chosen(battle.state, 1, who)
    except Refusal as refusal:
        found = (refusal,)
    refused = [one.rule for one in found if isinstance(one, Refusal)]
    assert refused[:1] == ([] if refs else ["C7-ORDER-2"])
    if refs:
        assert [one.ref for one in found if not isinstance(one, Refusal)] == refs


def test_a_gap_in_a_range_is_one_refusal(table: NewTable) -> None:
    """C7-ORDER-7: a unit that is missing from a range is refused once, and the others carry the
    order out."""
    battle = table()
    battle.play(*DUEL)
    assert battle.play("1> L1-L900 stay") == "C7-ORDER-2"
    refused = [event for event in battle.events if type(event).__name__ == "Refused"]
    assert [one.why for one in refused] == ["L3-L900 is no unit of this battle"]
    assert battle.holds("L2 moved stationary")


# --- orders -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("1> L1 attacks G9 with Gladius", "C7-ORDER-2"),
        ("1> G1 attacks G9 with Gladius", "C7-ORDER-2"),
        ("1> G1 attacks L1 with Sling", "C7-ORDER-3"),
        ("1> L1 attacks G1 with Gladius", "C7-TURN-4"),
        ("2> G1 attacks L1 with Sling", "C7-TURN-4"),
        ("2> G1 stays", "C7-TURN-5"),
        ("1> L3 stays", "C7-ORDER-4"),
        ("2> G2 stays", "C7-TURN-5"),
        ("1> L4 stays", "C7-RES-1"),
        ("1> L5 stays", "C7-TRANS-5"),
        ("1> L5 arrives at 5,1", "C7-TRANS-5"),
        ("1> L1 arrives at 5,1", "C7-RES-1"),
        ("1> L1 disembarks to 5,6", "C7-TRANS-7"),
        ("1> L1 embarks on CR9", "C7-ORDER-2"),
        ("1> use High Alert on L9", "C7-ORDER-2"),
        ("1> use Nothing on L9", "C7-ORDER-2"),
        ("1> use Nothing", "C7-TAC-4"),
        ("1> ready", "C7-TURN-4"),
        ("1> clear army", "C7-TURN-4"),
        ("1> L1 dances", "C7-ORDER-1"),
        ("1> put Goblin G7 for army 1 at 2,2", "C7-ORDER-1"),
        ("1> accept draw", "C7-END-5"),
    ],
)
def test_the_sequence_of_checks(table: NewTable, line: str, rule: str) -> None:
    """C7-ORDER-5: the first check that fails is the error, and a refused order changes nothing."""
    battle = table()
    battle.play(
        "gm> put Carrus CR1 for army 1 at 12,5",
        "gm> put Legionnaire L3 for army 1 at 15,5",
        "gm> put Legionnaire L4 for army 1 in reserve",
        "gm> put Legionnaire L5 for army 1 in CR1",
        "gm> put Goblin G2 for army 2 in reserve",
        *DUEL,
        "gm> kill L3",
    )
    before = battle.state
    assert battle.play(line) == rule
    assert battle.state == before


def test_a_unit_that_was_never_deployed_is_not_ordered(table: NewTable) -> None:
    """C7-RES-1: the GM began the battle before it had a place."""
    battle = table()
    battle.play("1> faction Elves", "1> detachment Auxiliary: 1 Elf Archer", "gm> set phase move")
    ref = next(battle.state.living(1)).ref
    battle.play("gm> set turn army 1")
    assert battle.play(f"1> {ref} stays") == "C7-RES-1"
    assert battle.play(f"1> {ref} arrives at 5,1") == "C7-RES-1"
    battle.play(f"gm> move {ref} to 5,5")
    assert battle.play(f"1> {ref} stays") == ""


@pytest.mark.parametrize("order", [Unread("L1 jigs", "no such order"), Undo(), Kill("L1")])
def test_lines_that_are_no_orders(table: NewTable, order: Order) -> None:
    """C7-ORDER-1, C7-ORDER-6: refused with a rule ID, whoever sends them."""
    battle = table()
    battle.play(*DUEL)
    with pytest.raises(Refusal, match=r"C7-ORDER-[16]"):
        battle.game.adjudicate(battle.state, 1, (order,), lambda die: 1)
    with pytest.raises(Refusal, match="C7-ORDER-1"):
        battle.game.adjudicate(battle.state, 0, (EndPhase(),), lambda die: 1)
    with pytest.raises(Refusal, match="C7-ORDER-1"):
        battle.game.adjudicate(battle.state, 1, (SkipTo("lunch"),), lambda die: 1)


def test_an_unreadable_line_may_break_a_rule_of_its_own(table: NewTable) -> None:
    """C7-GM-3: an unreadable line is refused under the rule that reading found broken, if there is
    one."""
    battle = table()
    with pytest.raises(Refusal, match="C7-GM-3"):
        battle.game.adjudicate(battle.state, 0, (Unread("x", "line 2", "C7-GM-3"),), lambda die: 1)


def test_the_battle_is_over_before_the_form_is_looked_at(table: NewTable) -> None:
    """C7-ORDER-5, C7-END-1: once the battle is over, that is the reason for any refusal, even of a
    wrong form."""
    battle = table()
    battle.play(*DUEL, "1> resign")
    assert battle.game.awaits(battle.state) == ()
    assert list(battle.game.legal(battle.state, 1)) == []
    for line in ("1> L1 dances", "1> L9 stays", "2> end phase", "1> offer draw"):
        assert battle.play(line) == "C7-END-1"
    with pytest.raises(Refusal, match="C7-END-1"):
        battle.game.undoes(battle.state, battle.live, 1)
    assert battle.play("gm> timeout") == "C7-END-1"
    assert battle.play('gm> rule "Well fought."') == ""


@pytest.mark.parametrize(
    ("live", "seat", "number"),
    [
        ([], 1, None),
        ([Entry(1, 1, False, False, False)], 1, 1),
        ([Entry(1, 1, False, False, False)], 2, None),
        ([Entry(1, 1, False, False, True)], 1, 1),
        ([Entry(1, 1, True, False, False)], 1, None),
        ([Entry(1, 1, False, True, True)], 1, None),
        ([Entry(1, 1, False, False, False), Entry(2, 0, False, False, False)], 1, None),
        ([Entry(1, 2, True, False, False), Entry(5, 1, False, False, False)], 1, 5),
    ],
)
def test_undo(table: NewTable, live: list[Entry], seat: int, number: int | None) -> None:
    """C7-ORDER-6: only the latest entry can be undone, if it is one's own, drew no die and did not
    begin the battle."""
    battle = table()
    if number is None:
        with pytest.raises(Refusal, match="C7-ORDER-6"):
            battle.game.undoes(battle.state, live, seat)
    else:
        assert battle.game.undoes(battle.state, live, seat) == number


def test_a_column_is_tried_again_and_what_remains_is_reported(table: NewTable) -> None:
    """C7-MOVE-15: units that are refused are tried again after the others; the first still refused,
    in the order listed, gives the error."""
    battle = table()
    battle.play(
        "gm> put Legionnaire L1 for army 1 at 1,5",
        "gm> put Legionnaire L2 for army 1 at 1,6",
        "gm> put Legionnaire L3 for army 1 at 1,30",
        "gm> put Goblin G1 for army 2 at 20,25",
        "gm> set phase move",
        "gm> set turn army 1",
    )
    assert battle.play("1> L3, L1 and L2 move 1 right") == "C7-MOVE-9"
    assert battle.holds("L1 at 1,6")
    assert battle.holds("L2 at 1,7")
    refused = [event for event in battle.events if type(event).__name__ == "Refused"]
    assert len(refused) == 1


def test_clauses_are_dropped_after_a_refusal(table: NewTable) -> None:
    """C7-ORDER-8: the clauses before a refused one stand, those after it are dropped."""
    battle = table()
    battle.play(*DUEL)
    assert battle.play("1> L1 moves 1 forward then stays then L2 stays") == "C7-MOVE-1"
    assert battle.holds("L1 at 5,6")
    assert battle.holds("L2 moved none")


def test_each_unit_runs_its_chain_before_the_next(table: NewTable) -> None:
    """C7-ORDER-7: a refusal for one does not touch the others."""
    battle = table()
    battle.play(
        "gm> put Orc Raider O1 for army 2 at 5,7",
        "gm> put Goblin G2 for army 2 at 20,25",
        *DUEL,
        "gm> set phase fight",
        "gm> set turn army 1",
    )
    assert battle.play("1> L2, L1 engage O1 then attack O1 with Gladius") == "C7-MELEE-3"
    assert battle.holds("L1 at 5,6")
    assert battle.holds("L1 attacked yes")
    assert battle.holds("L2 attacked no")


# --- the end ------------------------------------------------------------------------------------


def test_victory_comes_with_the_order_that_kills(table: NewTable) -> None:
    """C7-END-2: when the last unit falls, the other army wins at once, and the rest of the list is
    refused."""
    battle = table()
    battle.play(*DUEL, "gm> move G1 to 5,6", "gm> set G1 hp 1", "gm> set phase fight")
    battle.play("gm> set turn army 1", "1> L1 attacks G1 with Gladius")
    assert battle.events[-1] == Ended("C7-END-2", "army 2 is destroyed", (1,))
    assert battle.game.outcome(battle.state).winners == (1,)


def test_an_army_that_never_was_is_not_destroyed(table: NewTable) -> None:
    """C7-END-2: an army that never had a unit cannot be destroyed."""
    battle = table()
    battle.play("gm> put Legionnaire L1 for army 1 at 5,5", "gm> set phase move", "gm> damage L1 1")
    assert battle.see("winner") == "none"


def test_a_deadline_in_setup_is_only_noted(table: NewTable) -> None:
    """6.3: `timeout` changes nothing before the battle."""
    battle = table()
    before = battle.state
    battle.play("gm> timeout army 2")
    assert battle.state == before
    assert battle.events == (Ruled("time is up; the set-up still waits for army 2"),)
