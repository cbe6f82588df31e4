"""Section 10.5: the sentences of reports, their explanations, and who may read them."""

from dataclasses import replace

import pytest

from rules.crusade7 import events as ev
from rules.crusade7.army.statblock import Library, Modifier
from rules.crusade7.events import Part
from rules.crusade7.state import Affliction, Concentration, Effect, Until
from rules.crusade7.telling.calling import summary
from rules.crusade7.telling.report import report, why
from rules.line.events import (
    DiceLoaded,
    DrawOfferClosed,
    DrawOffered,
    Ended,
    Event,
    Overridden,
    PhaseBegan,
    Refused,
    Rolled,
    Ruled,
    TurnPassed,
)
from tests.crusade7.scene import battle, unit

FIELD = battle(unit("Legionnaire", 1, 1, (5, 5)), unit("Praetorian Psionic", 1, 2, (5, 22)))

GLADIUS = ev.AttackResolved(
    attacker="L1",
    attack="Gladius",
    target="P1",
    versus="AC",
    high=18,
    low=5,
    share=400,
    listed=9,
    damage=4,
    sum=(9, 1),
    high_parts=(Part("printed AC", 18),),
    low_parts=(Part("STR", 3, rule="C7-STAT-1"), Part("PF", 2, rule="C7-STAT-1")),
)
MOLOTOV = ev.AttackResolved(
    attacker="GB1",
    attack="Molotov Cocktail",
    target="L1",
    versus="DEX",
    high=14,
    low=0,
    share=825,
    listed=18,
    damage=15,
    sum=(18, 1),
    save_type=1,
)


def said(event: Event, viewer: int | None = None) -> str:
    """The report of one event in mid-battle, its lines joined."""
    return "\n".join(report(event, FIELD, viewer))


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (GLADIUS, "L1 Gladius on P1: AC 18 - ATK 5 = 13, 40%, 9 -> 4"),
        (MOLOTOV, "GB1 Molotov Cocktail on L1: DC 14 - DEX 0 = 14, 82.5%, 18 -> 15"),
        (ev.Damaged("P1", 4, 27, 23), "P1 takes 4 damage, HP 27 -> 23"),
        (
            ev.Damaged("P1", 40, 50, 10, "psychic", "Smite"),
            "P1 takes 40 damage, HP 50 -> 10 (psychic, Smite)",
        ),
        (ev.Killed("P1"), "P1 is killed"),
        (ev.Moved("L1", "normal", (5, 5), (5, 8), "3.00", 3), "L1 moves to 5,8 (3.00 -> 3)"),
        (
            ev.Moved("L1", "advance", (5, 5), (7, 7), "2.83", 3, last=False),
            "L1 advances to 7,7 (2.83 -> 3) on its way",
        ),
        (
            ev.Moved("L1", "fall back", (5, 5), (5, 3), "2.00", 2),
            "L1 falls back to 5,3 (2.00 -> 2)",
        ),
        (ev.Moved("L1", "charge", (5, 5), (7, 7), "2.83", 3), "L1 charges to 7,7 (2.83 -> 3)"),
        (
            ev.PsionicTested("PP1", "Smite", ("L1",), 5, 5, 5, True),
            "PP1 Smite on L1: roll 5, value 5, charge 5: passed",
        ),
        (
            ev.PsionicTested("PP1", "Daze", (), 4, 2, 8, False, "MS1"),
            "PP1 Daze: roll 4, value 2, charge 8: failed (denied by MS1)",
        ),
        (
            ev.ConcentrationTested("HM1", "Veil", 17, 17, True),
            "HM1 concentration 17 vs DC 17: kept (Veil)",
        ),
        (
            ev.ConcentrationTested("HM1", "Veil", 17, 18, False),
            "HM1 concentration 17 vs DC 18: lost (Veil)",
        ),
        (ev.MoraleTested("L1", 12, 12, True), "L1 morale 12 vs DC 12: passed"),
        (
            ev.MoraleTested("L1", 12, 13, False, "frightened"),
            "L1 morale 12 vs DC 13: failed (frightened)",
        ),
        (
            ev.OrderOfPlay(2, "fight", 2, ((7, 3), (-999, 1))),
            "Round 2, fight phase: army 2 first (2.33 / -999)",
        ),
        (
            ev.OrderOfPlay(1, "move", 1, ((4, 2), (2, 1)), place=3),
            "Round 1, move phase: army 1 first (2 / 2), a tie: place 3 of the chart",
        ),
        (
            ev.OrderOfPlay(1, "heavy", 1, ((4, 2), (2, 1)), 3, alternated=True),
            "Round 1, heavy phase: army 1 first (2 / 2), a tie of the same place in the chart: "
            "they alternate",
        ),
    ],
)
def test_fixed_fragments(event: Event, text: str) -> None:
    """C7-REP-1 to C7-REP-6."""
    assert said(event) == text


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (ev.Stayed("L1"), "L1 stays"),
        (ev.Embarked("L1", "CR1"), "L1 embarks on CR1"),
        (ev.Disembarked("L1", "CR1", (5, 6)), "L1 disembarks from CR1 to 5,6"),
        (ev.Disembarked("L1", "CR1", (5, 6), forced=True), "L1 is put out of CR1 to 5,6"),
        (ev.Arrived("L1", (7, 1)), "L1 arrives at 7,1"),
        (ev.Charged("L1", "P1"), "L1 charges P1"),
        (ev.Engaged("L1", (5, 6)), "L1 engages to 5,6"),
        (ev.StoodUp("L1"), "L1 stands up"),
        (ev.UseSpent("L1", "Pila", 0), "L1 has 0 of Pila left"),
        (ev.StrikeLost("C1", "Gladius", "P1"), "C1 Gladius on P1 is lost: P1 is dead"),
        (ev.Healed("L1", 5, 20, 25, "Mend"), "L1 regains 5 HP, HP 20 -> 25 (Mend)"),
        (ev.ShieldBroken("O1", 3, 11, ""), "O1 loses its shield: AC 14 -> 11, armour none"),
        (
            ev.ConditionGained("L1", Affliction("blinded", Until.of(3, "fight")), "Flare"),
            "L1 becomes blinded until round 3, fight phase (Flare)",
        ),
        (ev.ConditionGained("L1", Affliction("prone")), "L1 becomes prone"),
        (ev.ConditionResisted("L1", "prone", "immune"), "L1 does not become prone (immune)"),
        (ev.ConditionLost("L1", "prone"), "L1 is no longer prone"),
        (
            ev.EffectGained("L1", Effect("Ward", (Modifier("AC", amount=2),))),
            "L1 gains +2 AC (Ward)",
        ),
        (ev.EffectEnded("L1", "Ward", "its time is over"), "Ward on L1 ends (its time is over)"),
        (
            ev.SpellCast("HM1", "Ward", ("L1",), 1, 3),
            "HM1 casts Ward on L1 (level 1 slot, 3 left)",
        ),
        (ev.SpellCast("HM1", "Spark", ("P1",), 0, 0), "HM1 casts Spark on P1 (cantrip)"),
        (ev.SlotLost("HM1", 5, 0, "Antimagic"), "HM1 loses a level 5 slot, 0 left (Antimagic)"),
        (ev.GMAdjudicates("HM1", "Wish", "Anything."), "GM adjudicates: HM1 Wish - Anything."),
        (
            ev.ConcentrationBegan("HM1", Concentration("Veil", Until.of(2, "mana"))),
            "HM1 concentrates on Veil until round 2, mana phase",
        ),
        (
            ev.ConcentrationEnded("HM1", "Veil", "it is dead"),
            "HM1 no longer concentrates on Veil (it is dead)",
        ),
        (ev.Denied("PP1", "MS1"), "PP1 denies MS1: the next test of MS1 is halved"),
        (ev.DenialsLapsed((("PP1", "MS1"),)), "Unused denials lapse: PP1 of MS1"),
        (ev.AttemptBegan("PP1", "Smite"), "PP1 attempts Smite"),
        (
            ev.TacticUsed(1, "Testudo", 1, 3, "L1", targets=("L1", "L2")),
            "army 1 uses Testudo on L1 (1 CP, 3 left): L1, L2",
        ),
        (
            ev.TacticUsed(1, "Reflexive Fire", 1, 3, "B1", "Bolt", waits=True),
            "army 1 uses Reflexive Fire with B1 Bolt (1 CP, 3 left), waits for its moment",
        ),
        (
            ev.TacticSprung(1, "Reflexive Fire", "B1", "O1"),
            "Reflexive Fire of army 1 works by B1 on O1",
        ),
        (
            ev.TacticLapsed(1, "Opportunity Attack", 1),
            "Opportunity Attack of army 1 lapses, 1 CP returned",
        ),
        (ev.RoundEnded(1, 3, (1, 2)), "Round 1 is over: 3 killed, army 1 lost 1, army 2 lost 2"),
        (ev.GainedCP(2, 1, 5), "army 2 gains 1 CP, now 5"),
        (ev.SkippingTo(1, "fight", 2), "army 1 passes until round 2, fight phase"),
        (ev.SkippingTo(1, "", 0), "army 1 no longer passes"),
        (ev.BattleBegan(()), "The battle begins"),
        (
            ev.BattleBegan((("L1", "L13"), ("L2", "L14"))),
            "The battle begins\narmy 2's references: L1 is now L13, L2 is now L14",
        ),
        (
            ev.UnitPut(unit("Carrus", 1, 1, (11, 5))),
            "The GM puts Carrus CR1 for army 1 at 11,5",
        ),
        (
            ev.UnitPut(unit("Carrus", 1, 2, reserve=True)),
            "The GM puts Carrus CR1 for army 2 in reserve",
        ),
        (
            ev.UnitPut(unit("Legionnaire", 1, 2, inside="CR1")),
            "The GM puts Legionnaire L1 for army 2 in CR1",
        ),
        (ev.UnitRemoved("L1"), "The GM removes L1"),
        (ev.UnitPlaced("L1", (3, 4)), "The GM moves L1 to 3,4"),
        (
            ev.UnitChanged(unit("Legionnaire", 1, 1, hp=9), "hp", "27", "9"),
            "The GM sets L1 hp: 27 -> 9",
        ),
        (ev.ArmyChanged(1, "cp", "6", "3"), "The GM sets army 1 cp: 6 -> 3"),
        (ev.BattleChanged("round", "1", "3"), "The GM sets round: 1 -> 3"),
        (ev.FirstSet(2), "The GM gives army 2 the first turn of the phase"),
        (
            ev.TerrainPainted("rough", (3, 4), (6, 8)),
            "The GM makes the ground rough at 3,4 to 6,8",
        ),
        (ev.TerrainPainted("clear", (3, 4), (3, 4)), "The GM makes the ground clear at 3,4"),
        (ev.DataImported(Library()), "The GM imports nothing"),
        (ev.NoteAdded("L1", "carries the eagle"), "Note on L1: carries the eagle"),
        (Rolled("d12", 9, "Smite", loaded=True), "d12 shows 9, loaded by the GM (Smite)"),
        (Rolled("d12", 9, "Smite"), ""),
        (DiceLoaded((12, 3)), "The GM loads the dice: 12, 3"),
        (PhaseBegan(1, "move"), ""),
        (ev.MarksCleared("move"), ""),
        (ev.AttackMade("L1", "melee"), ""),
        (TurnPassed(2), ""),
        (DrawOffered(1), "army 1 offers a draw"),
        (DrawOfferClosed(1, declined=True), "The draw offer of army 1 is declined"),
        (DrawOfferClosed(1, declined=False), "The draw offer of army 1 lapses"),
        (Ended("C7-END-4", "army 2 resigns", (1,)), "army 1 wins: army 2 resigns (C7-END-4)"),
        (Ended("C7-END-5", "draw agreed", ()), "A draw: draw agreed (C7-END-5)"),
        (Ruled("The hill is rough"), "Ruling: The hill is rough"),
        (Overridden("round", "2"), "The GM sets round to 2"),
        (
            Refused("C7-MOVE-8", "L1 may move 3; 5,5 to 5,9 is 4"),
            "C7-MOVE-8: L1 may move 3; 5,5 to 5,9 is 4",
        ),
    ],
)
def test_sentences(event: Event, text: str) -> None:
    """Section 10.5: every event has its sentence, or none if another event's sentence covers it."""
    assert said(event) == text


def test_the_second_turn_is_announced() -> None:
    """C7-TURN-6."""
    state = battle(second_turn=True)
    assert report(TurnPassed(2), state, None) == ("army 2 to act",)


def test_immunity_is_told() -> None:
    """C7-DMG-5: the report says that an immune unit takes no damage."""
    immune = replace(GLADIUS, sum=(0, 1), damage=0, cause="Polearm Master")
    assert said(immune).endswith("40%, 9 -> 0 (immune) (Polearm Master)")


SECRETS = [
    ev.FactionChosen(1, "Elves", "none"),
    ev.UnitsBought(1, "Platoon", (unit("Legionnaire", 1, 1),), (), 15, 2),
    ev.UnitsBought(1, "", (unit("Legionnaire", 1, 1),), (), 15, 0),
    ev.Deployed(1, (("L1", (5, 5)),)),
    ev.DeclaredReady(1),
    ev.ArmyCleared(1, 1000, 6),
    ev.UnitPlaced("L1", (3, 3)),
    ev.UnitChanged(unit("Legionnaire", 1, 1), "hp", "27", "9"),
    ev.ArmyChanged(1, "cp", "6", "3"),
]


@pytest.mark.parametrize("event", SECRETS)
def test_the_set_up_is_secret(event: Event) -> None:
    """C7-SETUP-8: only the seat itself and the GM are told."""
    state = battle(unit("Legionnaire", 1, 1, (5, 5)), phase="setup")
    assert report(event, state, 1)
    assert report(event, state, 0) == report(event, state, 1)
    assert report(event, state, 2) == ()
    assert report(event, state, None) == ()


def test_what_is_refused_in_the_set_up_is_secret_too() -> None:
    """C7-SETUP-8: a refusal names units, so only its own seat reads it, in the reply to its
    line."""
    state = battle(phase="setup")
    refused = Refused("C7-SETUP-4", "L1 at 5,10 is outside columns 1-9")
    assert report(refused, state, 2) == ()
    assert report(refused, state, 0)
    assert report(DrawOffered(1), state, 2)


def test_what_was_bought_is_told_with_what_is_left() -> None:
    """C7-GOLD-1, C7-CP-2: a purchase is reported with the gold and CP left."""
    state = battle(phase="setup")
    bought = ev.UnitsBought(1, "Platoon", (unit("Legionnaire", 1, 1),), (), 15, 2)
    assert report(bought, state, 1) == (
        "army 1 buys a Platoon detachment: L1 for 15 gold and 2 CP; 985 gold and 4 CP left",
    )


# --- why ----------------------------------------------------------------------------------------


def test_an_attack_unfolded() -> None:
    """C7-ATK-1 to C7-ATK-4: worked example 7.11.1 with the Gladius."""
    assert why(GLADIUS, FIELD) == (
        "AC 18: +18 printed AC",
        "ATK 5: +3 STR (C7-STAT-1), +2 PF (C7-STAT-1)",
        "difference 18 - 5 = 13",
        "105 - 5 x 13 = 40% (C7-ATK-2)",
        "damage 9: 9",
        "9 x 40% = 3.600, rounded half up 4 (C7-ATK-4)",
    )


def test_clamping_edges_and_the_minimum() -> None:
    """C7-ATK-3, C7-ATK-5, C7-STAT-4."""
    parts = (Part("Support", 0, 1, "C7-TAC-7"), Part("L1 prone", 0, -1, "C7-COND-2"))
    weak = replace(GLADIUS, high=40, share=50, listed=4, sum=(4, 1), damage=1, low_parts=parts)
    told = why(weak, FIELD)
    assert told[1] == (
        "ATK 5: advantage by Support (C7-TAC-7), disadvantage by L1 prone (C7-COND-2); "
        "advantage and disadvantage cancel (C7-STAT-4)"
    )
    assert told[2] == "difference 40 - 5 = 35, held to 20 (C7-ATK-3)"
    assert told[-1] == "4 x 5% = 0.200, at least 1 (C7-ATK-5)"


def test_immunity_and_vulnerability_unfolded() -> None:
    """C7-DMG-2, C7-DMG-5: the sum of the damage with its halves."""
    half = replace(GLADIUS, sum=(9, 2), sum_parts=(Part("9 slashing, resistant", 5),))
    assert "damage 9, +5 9 slashing, resistant: 4.50" in why(half, FIELD)
    assert why(replace(GLADIUS, sum=(0, 1), damage=0), FIELD)[-1] == (
        "immune: no damage (C7-DMG-5)"
    )


@pytest.mark.parametrize(
    ("save_type", "high", "low", "share", "lines"),
    [
        (1, 14, 1, 800, ("x = 14 - 1 = 13", "Type 1: 47.5 + 2.5 x 13 = 80% (C7-SAVE-2)")),
        (
            2,
            12,
            14,
            0,
            ("x = 12 - 14 = -2, held to 1 (C7-SAVE-5)", "Type 2: 5 x 1 - 5 = 0% (C7-SAVE-3)"),
        ),
        (3, 17, 2, 1000, ("Type 3: 2 + 10 against 17: 100% (C7-SAVE-4)",)),
    ],
)
def test_saving_throws_unfolded(
    save_type: int, high: int, low: int, share: int, lines: tuple[str, ...]
) -> None:
    """C7-SAVE-2 to C7-SAVE-5: worked examples 7.11.3 to 7.11.5."""
    event = replace(MOLOTOV, save_type=save_type, high=high, low=low, share=share)
    assert why(event, FIELD)[2 : 2 + len(lines)] == lines


def test_a_helpless_target_unfolded() -> None:
    """C7-COND-6: x counts as 21."""
    part = Part("stunned: x counts as 21", 0, rule="C7-COND-6")
    event = replace(MOLOTOV, share=1000, low_parts=(part,))
    assert why(event, FIELD)[2] == "x = 14 - 0 = 14 counts as 21 (C7-COND-6)"


def test_a_psionic_test_unfolded() -> None:
    """C7-PSI-4: worked example 7.11.8."""
    parts = (Part("Calm Mind", 1, 0, "C7-PSI-4"), Part("Support", 0, 1, "C7-TAC-7"))
    event = ev.PsionicTested("PP1", "Smite", ("L1",), 12, 9, 5, True, "MS1", parts)
    assert why(event, FIELD) == (
        "die 12, halved and rounded up by MS1 (C7-PSI-9)",
        "+1 Calm Mind, by half, advantage +2 by Support (C7-PSI-4)",
        "the die shows 12: 40 psychic damage to PP1 (C7-PSI-2)",
        "passed if 9 is at least the charge 5 (C7-PSI-1)",
    )


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (ev.Moved("L1", "normal", (5, 5), (7, 9), "4.47", 4), "length 4.47, rounded 4"),
        (ev.ConcentrationTested("HM1", "Veil", 17, 17, True), "kept if 17 is at least 17"),
        (ev.MoraleTested("L1", 12, 10, True), "DC 10 + 0/6 rounded half up = 10"),
        (ev.OrderOfPlay(1, "move", 1, ((7, 3), (2, 1))), "army 1: 7/3 = 2.33 (C7-INIT-2)"),
        (ev.OrderOfPlay(1, "move", 1, ((2, 1), (2, 1)), 3), "holds place 3 (C7-INIT-5)"),
        (
            ev.OrderOfPlay(1, "move", 1, ((2, 1), (2, 1)), 3, alternated=True),
            "they alternate, army 1 first (C7-INIT-6)",
        ),
        (ev.Damaged("L1", 4, 27, 23), "HP 27 - 4 = 23"),
        (ev.Healed("L1", 4, 20, 24), "HP 20 + 4 = 24"),
        (ev.ShieldBroken("O1", 3, 11, "Hide"), "AC 14 - 3 = 11"),
        (Rolled("d12", 9, "Smite", loaded=True), "d12: 9, loaded by the GM"),
    ],
)
def test_other_events_unfolded(event: Event, text: str) -> None:
    """`why` explains every number of the other events."""
    assert text in "\n".join(why(event, FIELD))


def test_events_without_numbers_have_nothing_to_unfold() -> None:
    """A sentence without arithmetic has no explanation."""
    assert why(ev.Stayed("L1"), FIELD) == ()


# --- phases and rounds --------------------------------------------------------------------------


def test_a_round_in_summary() -> None:
    """The summary of a round has the losses of each army that had any, and the CP."""
    state = battle(unit("Legionnaire", 1, 1, dead=True, hp=0), phase="command")
    events: tuple[Event, ...] = (
        ev.OrderOfPlay(1, "morale", 1, ((2, 1), (1, 1))),
        ev.Killed("L1"),
        ev.RoundEnded(1, 1, (1, 0)),
        PhaseBegan(2, "command"),
        ev.OrderOfPlay(2, "command", 2, ((1, 1), (2, 1))),
    )
    assert summary(state, events, None) == (
        "Round 1, Morale Phase is over",
        "army 1 lost L1",
        "Round 1 is over: 1 killed, army 1 lost 1, army 2 lost 0",
        "CP: army 1 6, army 2 6",
    )


def test_the_set_up_has_no_summary() -> None:
    """C7-SETUP-8: nothing is told before both are ready."""
    assert summary(battle(phase="setup"), (), None) == ()
