"""The short lines that tell an entry, as the design of the posts has them."""

from collections.abc import Callable

from bot.render.compact import chat_board, console_board
from bot.render.roll import roll_text
from rules.crusade7 import events as ev
from rules.crusade7.state import Affliction
from rules.crusade7.telling.brief.brief import brief
from rules.display.view import unstyled
from tests.crusade7.fords import Fords
from tests.crusade7.scene import battle, unit

Golden = Callable[[str, str], None]

ROUND_1 = (
    "1> L1-L5 advance 6 forward",
    "1> EQ1 advances to 6,16",
    "1> LG1 moves to 11,11",
    "1> end phase",
    "2> O1-O8 move 3 forward",
    "2> WR1 moves to 6,19",
    "2> GB1 moves to 14,20",
)


def first_round() -> Fords:
    """The lines of both armies have moved; it is still army 2's Move turn."""
    fords = Fords()
    fords.play(*ROUND_1)
    return fords


def second_move() -> Fords:
    """Army 2's Move turn of round 2: the Orcs are a few cells from where the Spears strike."""
    fords = first_round()
    fords.until("move", 2)
    return fords


# --- moves --------------------------------------------------------------------------------------


def test_units_that_go_alike_stand_together() -> None:
    """Units that move alike share a line: four and more are a range, and the column is told if it
    is the same for all."""
    fords = Fords()
    assert fords.play("1> L1-L5 move 3 forward") == ["L1-L5 move 3 forward, to column 12"]
    assert fords.play("1> L6-L7 move 3 forward") == ["L6, L7 move 3 forward, to column 12"]
    assert fords.play("1> EQ1 moves to 6,12") == ["EQ1 moves to 6,12"]


def test_a_refused_part_is_told_behind_the_rest() -> None:
    """C7-ZOC-1: a refused unit is told after the others, with the place and the enemy that stops
    it."""
    told = second_move().play("2> O1-O8 move 2 forward")
    assert told[0] == ("O2-O8 move 2 forward, to column 17. O1 stays: 7,17 is within 1 of EQ1")


def test_another_refusal_gives_its_reason() -> None:
    """C7-MOVE-8: any other refusal is told by its reason, which is a sentence already."""
    assert Fords().play("1> L6 moves to 13,10, then L7 moves to 14,13") == [
        "L6 moves to 13,10. L7 may move 3 (half of speed 6); 14,9 to 14,13 is 4"
    ]


def test_the_exact_length_is_told_where_it_decides() -> None:
    """C7-MOVE-8: the exact length is told only if rounding decides: 3.16 is more than 3, but rounds
    to it."""
    fords = Fords()
    assert fords.play("1> L7 moves to 15,12") == ["L7 moves to 15,12 (3.16 → 3 of 3)"]
    assert fords.play("1> L6 moves to 13,11") == ["L6 moves to 13,11"]


def test_several_ways_are_told_one_by_one_up_to_three() -> None:
    """Up to three moves are a sentence each; four different ones become one list of places."""
    fords = Fords()
    told = fords.play("1> L1 moves to 8,11, then L2 moves to 9,12, then L3 moves to 10,12")
    assert told == ["L1 moves to 8,11. L2, L3 move 3 forward, to column 12"]
    line = "1> L4 moves to 11,11, then L5 moves to 12,10, then L6 moves to 13,12"
    line += ", then L7 moves to 15,11"
    assert fords.play(line) == ["L4-L7 move to 11,11 12,10 13,12 15,11"]


# --- attacks ------------------------------------------------------------------------------------


def test_a_single_attack_shows_its_sum() -> None:
    """C7-ATK-2, C7-ATK-4: one attack shows armour, attack, percentage, damage, and HP before and
    after."""
    fords = first_round()
    fords.until("heavy", 1)
    assert fords.play("1> B1 attacks O3 with Bolt") == [
        "B1 Bolt on O3: AC 14 - 7 = 7, 70% of 34 = 24 · O3 32 → 8"
    ]


def test_an_attack_may_have_no_damage() -> None:
    """C7-DMG-2: the sum of an attack with no damage listed is told like any other."""
    fords = second_move()
    fords.play(
        "gm> import Imp IM HP 9 AC 10 Cost 1 G | Stats: 6, 0, 0, 0, 0, 0, 0, 0 | Attacks: | "
        "Tap: melee, , STR+PF, 0 piercing, | Tags: None",
        "gm> put Imp IM1 for army 2 at 20,20",
        "gm> put Legionnaire L9 for army 1 at 20,19",
        "gm> set phase fight",
        "gm> set turn army 2",
    )
    assert fords.play("2> IM1 attacks L9 with Tap") == [
        "IM1 Tap on L9: AC 18 - 0 = 18, 15% · L9 27 → 26"
    ]


def test_a_limited_attack_counts_its_uses() -> None:
    """C7-ATK-10, C7-TAC-7: the uses left are told (Javelin 3 → 2), and so is Support if it
    helped."""
    fords = first_round()
    fords.until("fight", 1)
    assert fords.play("1> use Support") == [
        "Army 1 uses Support (CP 5 → 4), it waits for its moment"
    ]
    assert fords.play("1> EQ1 attacks WR1 with Javelin") == [
        "EQ1 Javelin on WR1 with Support: AC 14 - 10 = 4, 85% of 7 = 6 · WR1 34 → 28 · "
        "Javelin 3 → 2"
    ]


def test_a_blast_groups_those_it_hurts() -> None:
    """C7-SAVE-2: units that a blast hurts alike share one calculation."""
    fords = first_round()
    fords.until("heavy", 2)
    assert fords.play("2> GB1 attacks L5 with Molotov Cocktail") == [
        "GB1 Molotov Cocktail on L5: DC 14 - DEX 1 = 13, 80% of 18 = 14 · L4, L5 27 → 13 · "
        "Molotov Cocktail 2 → 1"
    ]


def test_more_than_three_attacks_are_grouped() -> None:
    """C7-REACT-1: five Spears are grouped by their results; the dead are strong."""
    fords = second_move()
    fords.play("gm> set O5 hp 7")
    assert fords.play("2> O1-O8 move 2 forward") == [
        "O2-O8 move 2 forward, to column 17. O1 stays: 7,17 is within 1 of EQ1",
        "Spears of L1-L5: O2, O3, O4, O6 32 → 25 · **O5 killed**",
    ]


def test_one_reaction_stands_behind_the_move() -> None:
    """C7-REACT-1: a single Spear is told on the line of the move."""
    fords = second_move()
    assert fords.play("2> O4 moves to 10,17") == [
        "O4 moves to 10,17. Spear of L3: AC 14 - 5 = 9, 60% of 11 = 7 · O4 32 → 25"
    ]


def test_many_attacks_on_one_name_it_once() -> None:
    """Several attacks on one target name it once: `SG1-SG5 Composite Bows on WB1: 130 → 105`."""
    fords = Fords()
    fords.play("gm> move WB1 to 11,14")
    fords.until("fight", 1)
    assert fords.play("1> SG1-SG5 attack WB1") == ["SG1-SG5 Composite Bows on WB1: 130 → 105"]


def test_tactics_that_waited_say_their_name() -> None:
    """C7-TAC-6, C7-TAC-8: Opportunity Attack and Reflexive Fire are named behind the order that
    triggers them."""
    fords = Fords()
    fords.play("gm> move O1 to 8,10", "1> end phase", "1> use Opportunity Attack")
    assert fords.play("2> O1 falls back to 8,13") == [
        "O1 falls back to 8,13. Opportunity Attack: L1 Gladius on O1: AC 14 - 6 = 8, 65% of 9 = 6 "
        "· O1 32 → 26"
    ]
    fords.until("heavy", 1)
    fords.play("1> use Reflexive Fire with B1", "gm> move WB1 to 13,12")
    fords.until("charge", 2)
    assert fords.play("2> WB1 charges L6") == [
        "WB1 charges L6, to 13,10. Reflexive Fire: B1 Bolt on WB1: AC 17 - 7 = 10, 55% of 34 = 19 "
        "· WB1 130 → 111"
    ]


def test_a_multiattack_shows_each_strike() -> None:
    """C7-ATK-12: up to three strikes are told one by one, a lost one too."""
    fords = Fords()
    fords.play("gm> move WB1 to 11,10", "gm> set L4 hp 5")
    fords.until("fight", 2)
    assert fords.play("2> WB1 multiattacks L4") == [
        "WB1 Cleaver on L4: AC 18 - 10 = 8, 65% of 17 = 11 · **L4 killed** · "
        "Cleaver lost, L4 being dead"
    ]


def test_passengers_get_out_together() -> None:
    """C7-TRANS-10: the passengers of a transport that is killed are told together."""
    fords = Fords()
    fords.play(
        "gm> put Carrus CR1 for army 1 at 2,2",
        "gm> put Legionnaire L11 for army 1 in CR1",
        "gm> put Legionnaire L12 for army 1 in CR1",
    )
    assert fords.play("gm> kill CR1") == ["GM: **CR1 killed** · L11, L12 out of CR1 at 1,1-2"]


def test_a_condition_from_two_sources() -> None:
    """C7-RULING-70: if one source of a condition ends and another stays, both are told."""
    state = battle(unit("Legionnaire", 1, 1, (5, 5)))
    ended = ev.CauseEnded("L1", Affliction("prone", source="Web"), "its time is over")
    left = ev.GMAdjudicates("L1", "Strange Song", "Everybody  dances.")
    told = brief(state, (), (ended, left), None)
    assert [unstyled(line) for line in told] == [
        'Web on L1 ends, still prone · Strange Song is for the GM to resolve: "Everybody dances."'
    ]


# --- magic --------------------------------------------------------------------------------------


def magicians(*lines: str) -> Fords:
    """A High Magister and a Mist Seer facing a Goblin, in army 1's Mana Phase."""
    fords = Fords(lines=())
    fords.play(
        "gm> put High Magister HM1 for army 1 at 5,5",
        "gm> put Mist Seer MS1 for army 1 at 6,5",
        "gm> put Goblin G1 for army 2 at 5,10",
        "gm> put Goblin G2 for army 2 at 20,28",
        "gm> set phase mana",
        "gm> set turn army 1",
        *lines,
    )
    return fords


def test_a_spell_names_its_slot_and_its_effect() -> None:
    """C7-SPELL-3, C7-EFF-6: a spell tells its slots before and after, and its effect with its
    end."""
    assert magicians().play("1> HM1 casts Ward on MS1") == [
        "HM1 casts Ward on MS1 (1st level slot 4 → 3) · MS1 +2 AC until the Mana Phase of round 3"
    ]


def test_support_for_a_spell_is_told() -> None:
    """C7-TAC-7: the line of a spell says that it used up Support."""
    fords = second_move()
    fords.play(
        "gm> put High Magister HM1 for army 1 at 20,5",
        "gm> put Blade Lord BL1 for army 2 at 20,14",
        "gm> set army 1 cp 9",
        "gm> set phase mana",
        "gm> set turn army 1",
        "1> use Support",
    )
    assert fords.play("1> HM1 casts Frost Grip on BL1") == [
        "HM1 casts Frost Grip on BL1 with Support: DC 24 - CON 3 = 21, 100% of 10 = 10 · "
        "BL1 78 → 68"
    ]


def test_a_psionic_test_names_its_die() -> None:
    """C7-PSI-1, C7-PSI-2: a psionic test tells roll, value and charge, and whether the die was
    loaded; deaths are strong."""
    fords = magicians("gm> next dice 7")
    assert fords.play("1> MS1 manifests Smite on G1") == [
        "MS1 manifests Smite on G1: roll 7 (loaded by the GM), value 8 against charge 5, passed · "
        "**G1 killed**"
    ]
    fords = magicians("gm> next dice 2")
    assert fords.play("1> MS1 manifests Smite on G1") == [
        "MS1 manifests Smite on G1: roll 2 (loaded by the GM), value 3 against charge 5, failed"
    ]


# --- turns --------------------------------------------------------------------------------------


def test_the_end_of_a_turn_and_of_a_phase() -> None:
    """C7-INIT-2: the end of a phase tells who goes first in the next one, and why."""
    fords = Fords()
    assert fords.play("1> end phase") == ["Army 1 ends its Move"]
    assert fords.play("2> end phase") == [
        "Army 2 ends its Move. Mana: army 2 first, place 5 of the chart"
    ]


def test_the_end_of_a_round() -> None:
    """C7-MORALE-2, C7-CMD-1: the end of a round tells whose morale fails, and the CP that each army
    gains."""
    fords = first_round()
    fords.until("morale", 2)
    fords.play("gm> kill L7", "gm> kill L6", "gm> kill WR1")
    assert fords.play("2> end phase") == [
        "Army 2 ends its Morale. **Round 1 is over**. Command: army 1 first, 3 to 2",
        "Morale: all hold but G1, G2 (9 against DC 11), shaken until the Mana Phase of round 2",
        "Army 1, army 2 CP 5 → 6",
    ]


def test_the_end_of_a_battle() -> None:
    """C7-END-4: the winner is strong."""
    assert Fords().play("2> resign") == ["**Army 1 wins**: army 2 resigns"]


def test_draw_offers() -> None:
    """C7-END-5."""
    fords = Fords()
    assert fords.play("2> offer draw") == ["Army 2 offers a draw"]
    assert fords.play("1> decline draw") == ["The draw offer of army 2 is declined"]


# --- the GM, the set-up -------------------------------------------------------------------------


def test_overrides_name_what_they_changed() -> None:
    """C7-GM-1: an override tells the value before and after."""
    fords = Fords()
    assert fords.play("gm> set L7 hp 13") == ["GM: L7 HP 27 → 13"]
    assert fords.play("gm> damage L7 3") == ["GM: L7 HP 13 → 10"]
    assert fords.play("gm> move L7 to 15,9") == ["GM: L7 at 14,9 → 15,9"]
    assert fords.play("gm> give L7 poisoned") == ["GM: L7 poisoned"]
    assert fords.play("gm> kill L7") == ["GM: **L7 killed**"]
    assert fords.play("gm> set army 1 cp 9") == ["GM: army 1 CP 5 → 9"]
    assert fords.play("gm> set phase fight") == [
        "GM: phase Move → Fight · Fight: army 1 first, 1.91 to 1.64"
    ]
    assert fords.play('gm> rule "the well is dry"') == ["Ruling: the well is dry"]


def test_a_set_up_is_told_to_its_seat_alone() -> None:
    """C7-SETUP-8: the public and the other army hear nothing before both are ready."""
    fords = Fords(lines=())
    fords.play("1> faction Second Roman Empire")
    fords.play(
        "1> detachment Platoon: 1 Legate, 7 Legionnaires, 5 Sagittarius, 1 Eques, 1 Ballista"
    )
    bought = (
        "detachment Platoon: LG1, L1-L7, SG1-SG5, EQ1, B1 for 313 gold, 2 CP. Left: 687 gold, 4 CP"
    )
    assert fords.told(1) == [bought[0].upper() + bought[1:]]
    assert fords.told(0) == [f"Army 1: {bought}"]
    assert fords.told(2) == fords.told(None) == []
    fords.play("1> deploy L1-L7 at 8,9")
    assert fords.told(1) == ["L1-L7 deployed at 8-14,9"]
    assert fords.told(None) == []


# --- what a call says ---------------------------------------------------------------------------


def test_a_call_says_what_may_be_done() -> None:
    """The call to a turn tells the CP, units that are hindered, and who may act with what; or which
    tactics, if nothing else is possible."""
    fords = second_move()
    assert fords.game.situation(fords.state, 2, None) == (
        "6 CP",
        "G1-G2 are shaken: no step forward",
    )
    fords.until("heavy", 1)
    assert fords.game.situation(fords.state, 1, None) == (
        "May act: B1 (Bolt; Fire Pot 4 left)",
        "6 CP",
    )
    fords.until("command", 1)
    assert fords.game.situation(fords.state, 1, None) == (
        "Only tactics are possible: High Alert 2, Opportunity Attack 1",
        "7 CP",
    )


def test_who_has_not_moved() -> None:
    """Units that could still move are named for the army to act; in the secret set-up only for
    their own seat."""
    fords = second_move()
    fords.play("2> O2-O8 move 2 forward", "2> GB1 moves to 14,19", "2> WB1 moves to 11,22")
    assert fords.game.waiting(fords.state, 2, None) == "Not moved: G1-G2, O1, WR1"
    assert fords.game.waiting(fords.state, 1, None) == ""
    secret = Fords(lines=fords.game.starter[:3])
    assert secret.game.waiting(secret.state, 1, None) == ""
    assert secret.game.waiting(secret.state, 1, 1) == "Not deployed: B1, EQ1, L1-L7, SG1-SG5"


# --- the whole ----------------------------------------------------------------------------------

TURNS = (
    *ROUND_1,
    *("2> end phase", "2> end phase", "1> end phase"),
    *("1> B1 attacks O3 with Bolt", "1> end phase"),
    *("2> GB1 attacks L5 with Molotov Cocktail", "2> end phase", "2> end phase", "1> end phase"),
    *("1> use Testudo on L1", "1> EQ1 attacks WR1 with Javelin", "1> end phase"),
    *("2> O4, O5 and O6 attack L4 with Handaxe", "2> end phase"),
    *("1> end phase", "2> end phase", "1> end phase", "2> end phase"),
    *("1> L4 and L5 move 1 forward", "1> end phase", "2> O1-O8 move 2 forward"),
    *("2> WB1 moves to 11,20", "2> end phase"),
)


def test_the_ready_made_battle(golden: Golden) -> None:
    """More than a round of the ready-made battle, with boards and key, matches its golden file."""
    fords = Fords()
    told, start = [], fords.state
    for line in TURNS:
        if fords.state.flow.turn != fords.before.flow.turn:
            told += called(fords)
        told += [line, *(f"    {one}" for one in fords.play(line))]
        if fords.state.flow.round == 1:
            start = fords.state
    for board in (chat_board, console_board):
        told += ["", board(fords.game, fords.state, None, start) or ""]
    told += ["", roll_text(fords.game.roll(fords.state, None, start))]
    golden("crusade7/fords.txt", "\n".join(told) + "\n")


def called(fords: Fords) -> list[str]:
    """What the call to the present turn says."""
    seat = fords.state.flow.turn
    waiting = fords.game.waiting(fords.state, seat, None)
    calls = ". ".join(fords.game.situation(fords.state, seat, None))
    return ["", f"{fords.game.moment(fords.state)}: {calls}", *([waiting] if waiting else [])]


# --- board and key ------------------------------------------------------------------------------


def test_a_board_marks_what_changed_and_who_died() -> None:
    """C7-BOARD-4: changed units have a mark, a unit that died leaves one without letters, and
    ground is shown apart from units."""
    fords = second_move()
    fords.play("gm> terrain rough at 14,24")
    since = fords.state
    fords.play("2> O4 moves to 10,17", "gm> kill GB1")
    board = fords.game.compact(fords.state, None, since)
    cells = {(one.row + 1, one.column + 1): one for one in board.cells}
    assert (cells[10, 17].text, cells[10, 17].marked) == ("O4", "*")
    assert (cells[14, 20].text, cells[14, 20].marked, cells[14, 20].anchor) == ("", "x", False)
    assert (cells[14, 24].text, cells[14, 24].anchor) == ("~", False)
    assert cells[13, 6].text == cells[13, 7].text == "B1"
    assert cells[8, 15].marked == ""
    assert board.legend == ("army 1: B EQ L LG SG", "army 2: G O WB WR", "~ rough")


def test_the_key_names_changed_units_first() -> None:
    """Changed units come first, a type is named once, and units off the board say where they
    are."""
    fords = second_move()
    since = fords.state
    fords.play(
        "gm> set L4 hp 5",
        "gm> give L5 prone",
        "gm> put Legionnaire L8 for army 1 in reserve",
        "gm> kill O5",
    )
    one, two = fords.game.roll(fords.state, None, since).sides
    assert [(line.labels, line.name, line.values[2], line.changed) for line in one.lines[:4]] == [
        ("L4", "Legionnaire", "11,15", True),
        ("L5", "", "12,15 prone", True),
        ("L8", "", "in reserve", True),
        ("B1", "Ballista", "13,6", False),
    ]
    assert two.lost == ("O5",)
    assert not any(line.changed for line in two.lines)


def test_the_secret_set_up_has_no_board_and_no_key() -> None:
    """C7-SETUP-8: in the set-up the public sees neither board nor key, and a seat sees nothing of
    the other army."""
    game = Fords(lines=()).game
    secret = Fords(lines=game.starter[:3]).state
    assert game.compact(secret, None) is None
    assert game.compact(secret, 2) is None
    assert game.roll(secret, None).sides == game.roll(secret, 2).sides == ()
    assert [side.seat for side in game.roll(secret, 1).sides] == [1]
