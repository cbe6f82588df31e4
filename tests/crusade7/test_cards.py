"""Cards, price lists, the table of a round, and when a turn has nothing to do."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.display.telling import Card
from rules.display.view import unstyled
from tests.crusade7.fords import Fords, shown
from tests.crusade7.scene import battle, unit

Golden = Callable[[str, str], None]


def lines(card: Card | None) -> list[str]:
    """The lines of a card as plain text."""
    assert card is not None
    return [unstyled(line) for line in card.lines]


def test_the_card_of_the_ballista() -> None:
    """C7-RANGE-2, C7-RANGE-5: a card shows the unit's present values, and its damage against each
    AC among the enemies."""
    fords = Fords()
    card = fords.game.card(fords.state, None, "B1")
    assert card.title == "B1 Ballista"
    assert card.head == "army 1 · Heavy Support, Vehicle · 46 gold · 1x2 cells"
    assert lines(card) == [
        "HP 58 of 58 · AC 13 (Timber Frame) · at 13,6 · has not moved · "
        "acts in Move and Heavy Support Fight, cannot charge",
        "Speed 3: moves 2, advances 3 · STR 2 DEX 1 CON 3 INT 0 WIS 2 CHA 1 PF 4",
        "Bolt range 3-20, ATK 7 (DEX 1 + PF 4 + 2), 34 piercing; 3 after moving (heavy)",
        "  against AC 13: 26 · AC 14: 24 · AC 17: 19",
        "Fire Pot range 3-16, DC 13 on DEX, Type 1, 18 fire, target and all within 1; "
        "4 of 4 left; DC 9 after moving (heavy)",
    ]
    assert card.rules == ("C7-RANGE-2", "C7-RANGE-5")


def test_a_type_is_printed_without_a_battle() -> None:
    """C7-UNIT-1, C7-UNIT-10: a type's card has faction, price and options; it is found by name,
    plural or letters."""
    fords = Fords()
    card = fords.game.card(fords.state, 1, "Centurion")
    assert card.title == "Centurion"
    assert card.head == "C · Second Roman Empire · Elites, Armored, Officer · 34 gold"
    assert (
        lines(card)[0] == "HP 42 · AC 19 (Lorica Hamata, shield 1) · acts in Move, Charge and Fight"
    )
    assert (
        "Pila range 3-4, ATK 7 (STR 4 + PF 3), 7 piercing, breaks shields; once; " in lines(card)[2]
    )
    assert lines(card)[-1] == "Options Transverse Crest 4 gold (HP +6); Phalerae 3 gold (CHA +1)"
    assert fords.game.card(fords.state, 1, "centurions") == card
    assert fords.game.card(fords.state, 1, "c") == card
    assert fords.game.card(fords.state, 1, "Chariot") is None


def test_a_number_that_is_not_as_printed_gives_its_reason() -> None:
    """C7-EFF-18, C7-STAT-6: a number that differs from the printed one says why: effects, an
    Advance, poison, lasting changes."""
    fords = Fords()
    fords.play("1> L1-L5 advance 6 forward")
    fords.until("fight", 1)
    fords.play("1> use Testudo on L1", "gm> give L1 poisoned for 2 rounds")
    told = lines(fords.game.card(fords.state, 2, "L1"))
    assert (
        "AC 22 against ranged = 18 Lorica Segmentata + 4 Testudo, "
        "until the Morale Phase of round 1 · at 8,15 · has advanced"
    ) in told[0]
    assert told[2] == (
        "Now: poisoned until the Fight Phase of round 3 · +4 AC against ranged attacks until the "
        "Morale Phase of round 1 (Testudo)"
    )
    assert told[3].startswith(
        "Pila range 3-4, ATK -1 (STR 3 + PF 2 - 2 assault after an Advance - disadvantage 4 "
        "(L1 poisoned)), 7 piercing"
    )
    fords.play("gm> set L1 ac 15")
    assert (
        "AC 15 = 18 Lorica Segmentata - 3 lasting changes"
        in lines(fords.game.card(fords.state, 2, "L1"))[0]
    )


def test_the_dead_have_a_card() -> None:
    """C7-STAT-2: a dead unit still has a card."""
    fords = Fords()
    fords.play("gm> kill L7")
    assert lines(fords.game.card(fords.state, None, "L7"))[0] == "killed · it had 27 HP"


def test_transports_name_their_passengers() -> None:
    """C7-TRANS-1."""
    state = battle(
        unit("Carrus", 1, 1, (5, 5)),
        unit("Legionnaire", 1, 1, inside="CR1"),
        unit("Legionnaire", 2, 1, inside="CR1"),
    )
    game = Fords(lines=()).game
    assert lines(game.card(state, None, "CR1"))[1].endswith("carries 8: L1-L2 inside")
    assert "in CR1" in lines(game.card(state, None, "L1"))[0]


def test_spells_slots_and_powers() -> None:
    """C7-SPELL-1, C7-SPELL-2, C7-PSI-7: a card tells the slots left, and how many powers can be
    used."""
    game = Fords(lines=()).game
    state = battle(unit("Herald of Tharizdun", 1, 2, (5, 5), slots=((1, 1), (2, 2), (3, 0))))
    told = lines(game.card(state, None, "HT1"))
    assert any(
        line.startswith(
            "Spells ATK 13, DC 21; cantrips: Spark, Frost Grip; 1st level, 1 of 3 slots"
        )
        for line in told
    )
    powers = "Powers manifests 1 in a Mana Phase, denies 1 in a round: Smite, Terrify"
    assert powers in told


def test_a_secret_unit_has_no_card() -> None:
    """C7-SETUP-8: in the set-up an enemy's unit has no card."""
    game = Fords().game
    secret = Fords(lines=game.starter[:3])
    assert game.card(secret.state, 2, "LG1") is None
    assert game.card(secret.state, None, "LG1") is None
    assert "LG1" not in game.card_names(secret.state, 2)
    assert game.card(secret.state, 1, "LG1").title == "LG1 Legate"


def test_a_card_in_the_set_up_does_not_tell_of_the_enemy() -> None:
    """C7-SETUP-8: in the set-up a card gives no damage against AC, which would reveal the enemy's
    types."""
    game = Fords().game
    secret = Fords(lines=game.starter[:14])
    told = lines(game.card(secret.state, 1, "B1"))
    assert not any("against AC" in line for line in told)
    assert lines(game.card(Fords().state, 1, "B1"))[3].startswith("  against AC 13")


def test_the_price_list() -> None:
    """One line for each type, limited to the army's own faction or the one that is named."""
    game = Fords().game
    fords = Fords(lines=game.starter[:1])
    roman = game.price_list(fords.state, 1)
    assert "L Legionnaire 15 gold, HP 27, AC 18, Pila 4, Spear, Gladius" in roman
    assert len(roman) == 10
    assert game.price_list(fords.state, None, "elves")[0].startswith("HM High Magister 85 gold")
    assert len(game.price_list(fords.state, None)) > 40
    assert game.price_list(fords.state, None, "Martians") == ()


# --- the table of a round -----------------------------------------------------------------------


def test_the_table_of_a_round() -> None:
    """The table has losses, units, HP, CP and who begins the next round; Morale is told above
    it."""
    fords = Fords()
    start = fords.state
    fords.play("gm> kill L4", "gm> set EQ1 hp 21", "gm> kill O5")
    fords.until("morale", 1)
    fords.play("1> use High Alert on L1", "1> end phase", "2> end phase")
    table = fords.game.tally(start, fords.state, None)
    assert table.notes == ("Morale: all hold but G1, G2, shaken until the Mana Phase of round 2",)
    assert table.rows == (
        ("lost", {1: "L4", 2: "O5"}),
        ("units", {1: "14 of 15", 2: "12 of 13"}),
        ("HP", {1: "437 of 487", 2: "432 of 464"}),
        ("CP", {1: "5 → 4", 2: "5 → 6"}),
        ("Command", {1: "first (3)", 2: "second (2)"}),
    )
    assert fords.game.losses(start, fords.state, None) == {1: "L4", 2: "O5"}


def test_no_table_in_the_secret_set_up() -> None:
    """C7-SETUP-8: the set-up has no table, not even of how many units there are."""
    game = Fords().game
    secret = Fords(lines=game.starter[:7])
    assert game.tally(secret.before, secret.state, None) is None
    assert game.losses(secret.before, secret.state, None) == {}


# --- who is idle --------------------------------------------------------------------------------


def poor(state: Any) -> Any:
    """The same state with no CP left."""
    return replace(state, armies={n: replace(army, cp=0) for n, army in state.armies.items()})


def test_a_mana_phase_without_casters_is_idle() -> None:
    """C7-TURN-5: without casters and CP there is nothing to do in the Mana Phase."""
    fords = Fords()
    fords.until("mana", 2)
    told = fords.game.idle(poor(fords.state))
    assert told is not None
    assert (told[0], str(told[1]), told[2]) == (2, "end phase", "nobody casts")


def test_a_tactic_that_could_be_used_is_something_to_do() -> None:
    """C7-TAC-9: a turn in which High Alert can be used is not idle, except in a Mana Phase where
    nobody casts: the tactic can wait for the next phase."""
    fords = Fords()
    fords.until("mana", 2)
    assert fords.game.idle(fords.state)[2] == "nobody casts"
    far = battle(unit("Ballista", 1, 1, (5, 1)), unit("Goblin", 1, 2, (5, 29)), phase="heavy")
    assert fords.game.idle(far) is None


def test_a_gun_out_of_range_is_idle() -> None:
    """C7-RANGE-1, C7-TURN-11: a turn is idle if no unit that fights in this phase reaches
    anybody."""
    game = Fords(lines=()).game
    far = battle(unit("Ballista", 1, 1, (5, 1)), unit("Goblin", 1, 2, (5, 29)), phase="heavy")
    near = battle(unit("Ballista", 1, 1, (5, 1)), unit("Goblin", 1, 2, (5, 15)), phase="heavy")
    assert game.idle(poor(far))[2] == "nobody can fight"
    assert game.idle(poor(near)) is None


def test_a_move_is_never_idle() -> None:
    """C7-MOVE-5: a Move turn is never idle, because any unit can stay."""
    assert Fords().game.idle(poor(Fords().state)) is None


# --- cards as they are --------------------------------------------------------------------------


def test_cards_of_the_ready_made_battle(golden: Golden) -> None:
    """The cards of types in the ready-made battle, one of another type and the price list match
    their golden file."""
    fords = Fords()
    told: list[str] = []
    for name in ("LG1", "L1", "SG1", "EQ1", "B1", "WB1", "O1", "G1", "GB1", "WR1", "Augur"):
        card = fords.game.card(fords.state, 1, name)
        told += [f"**{card.title}** · {card.head}", *map(shown, card.lines)]
        told += [f"-# {', '.join(card.rules)}", ""] if card.rules else [""]
    told += fords.game.price_list(fords.state, 1)
    golden("crusade7/cards.txt", "\n".join(told) + "\n")
