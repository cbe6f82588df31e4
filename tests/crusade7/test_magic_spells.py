"""Sections 7.5 and 8.4 without any text: spells, slots, concentration, effect sentences."""

from dataclasses import replace

import pytest

from rules.crusade7 import events, magic
from rules.crusade7.apply import apply
from rules.crusade7.army.statblock import (
    Attack,
    Casting,
    Choose,
    Constant,
    Effects,
    Formula,
    Gain,
    Harm,
    Inflict,
    Library,
    Modifier,
    Save,
    Spell,
    Statblock,
)
from rules.crusade7.harm import conditions, effects
from rules.crusade7.orders import Cast, Who
from rules.crusade7.state import Affliction, Army, Battle, Effect, State, Unit, Until, unit_now
from rules.line.adjudication import Adjudication, Die
from rules.line.errors import Refusal
from rules.line.flow import Flow

WIS_ATK = Formula(((1, "WIS"), (1, "PF")))
WIS_DC = Formula(((1, "WIS"), (1, "PF"), (1, 8)))


def strike(damage: tuple[tuple[int, str], ...], save: Save | None = None, **more: object) -> Attack:
    return Attack("", 0, ("magic",), None, save, damage, **more)  # type: ignore[arg-type]


FRIEND = Choose(1, "friendly")
SPELLS = (
    Spell("Spark", 12, Effects("ATK: 8 lightning.", Choose(), strike=strike(((8, "lightning"),)))),
    Spell("Missile", 24, Effects("", Choose(3), harm=(Harm(3, "force"),))),
    Spell("Mend", 6, Effects("", FRIEND, regain=5)),
    Spell("Ward", 9, Effects("", FRIEND, gains=(Gain((Modifier("AC", 2),)),), duration=2)),
    Spell("Veil", 9, Effects("", FRIEND, inflicts=(Inflict("invisible"),), concentration=True)),
    Spell(
        "Hymn",
        9,
        Effects(
            "",
            Choose(3, "friendly"),
            gains=(Gain((Modifier("ATK", edge=1),)),),
            concentration=True,
            duration=3,
        ),
    ),
    Spell("Hands", 1, Effects("", FRIEND, regain=20)),
    Spell("Blur", 0, Effects("", Choose(1, "self"), gains=(Gain((Modifier("AC", 3),)),))),
    Spell("Riddle", 9, Effects("Nobody knows. It sings.", Choose(), understood=False)),
    Spell(
        "Snare",
        12,
        Effects("", Choose(), strike=strike((), Save("", 3), inflicts=(Inflict("prone"),))),
    ),
    Spell("Trip", 12, Effects("", Choose(), inflicts=(Inflict("prone"), Inflict("blinded")))),
    Spell(
        "Storm",
        12,
        Effects(
            "",
            FRIEND,
            strike=strike(((40, "fire"),), Save("DEX", 1), blast=True),
            inflicts=(Inflict("blinded"),),
            gains=(Gain((Modifier("AC", 1),)),),
            concentration=True,
        ),
    ),
    Spell("Sap", 12, Effects("", Choose(), breaks_concentration=True, takes_slot=True)),
    Spell(
        "Twofold",
        12,
        Effects(
            "",
            FRIEND,
            gains=(Gain((Modifier("AC", 1),), 1), Gain((Modifier("STR", 1),), 3)),
        ),
    ),
)

CASTER = Statblock(
    name="Augur",
    abbreviation="AU",
    hp=48,
    ac=14,
    armour="",
    cost=46,
    stats=(6, 1, 2, 2, 2, 5, 4, 3),
    classification="Warlord",
    casting=Casting(
        WIS_ATK,
        WIS_DC,
        spells=(
            (0, "Spark"),
            (0, "Mend"),
            (1, "Missile"),
            (1, "Ward"),
            (1, "Hands"),
            (1, "Blur"),
            (1, "Riddle"),
            (1, "Unwritten"),
            (2, "Veil"),
            (2, "Hymn"),
            (2, "Snare"),
            (2, "Trip"),
            (2, "Storm"),
            (2, "Sap"),
            (2, "Twofold"),
        ),
        slots=((1, 4), (2, 3), (3, 1)),
    ),
)
DUMMY = Statblock("Straw Dummy", "SD", 50, 10, "", 3, (0,) * 8)
SHIELDED = replace(
    DUMMY,
    name="Warded Dummy",
    abilities=(Constant("Spell Shield", (Modifier("saving throws against magic", edge=1),)),),
)
BLOCKS = (CASTER, DUMMY, SHIELDED)


def unit(ref: str, seat: int, at: tuple[int, int] | None, kind: int = 1, **more: object) -> Unit:
    """A fresh unit of one of the three types."""
    block = BLOCKS[kind]
    slots = block.casting.slots if block.casting else ()
    fresh = Unit(ref, seat, kind, block.hp, block.hp, block.ac, "", block.stats, at, slots=slots)
    return replace(fresh, **more)  # type: ignore[arg-type]


def battle(*units: Unit, **options: str) -> Battle:
    """The Mana Phase of round 1; army 1 acts."""
    state = State(
        flow=Flow(1, "mana", 1),
        options=options,
        library=Library(spells=SPELLS),
        blocks=BLOCKS,
        armies={1: Army(1), 2: Army(2)},
        units={one.ref: one for one in units},
    )
    return Adjudication(state, 1, no_dice, apply)


def no_dice(die: Die) -> int:
    """Fail: nothing in this chapter draws a die."""
    raise AssertionError(die.name)


def cast(scene: Battle, spell: str, *targets: str, slot: int | None = None) -> None:
    """AU1 casts a spell."""
    magic.cast(scene, unit_now(scene, "AU1"), Cast(Who(("AU1",)), spell, targets, slot))


def refusal(scene: Battle, spell: str, *targets: str, slot: int | None = None) -> str:
    """The rule that a cast breaks; nothing may have been emitted."""
    with pytest.raises(Refusal) as caught:
        cast(scene, spell, *targets, slot=slot)
    assert scene.events == []
    return caught.value.rule


AUGUR = unit("AU1", 1, (5, 5), kind=0)


def test_atk_spell_deals_by_the_chart() -> None:
    """C7-EFF-3: ATK 5 + 3 against AC 10: 95 % of 8 is 7.6, so 8; a cantrip spends no slot."""
    scene = battle(AUGUR, unit("SD1", 2, (5, 12)))
    cast(scene, "spark", "SD1")
    assert unit_now(scene, "SD1").hp == 42
    assert unit_now(scene, "AU1").slots == ((1, 4), (2, 3), (3, 1))


@pytest.mark.parametrize(
    ("slots", "spent"),
    [
        (((1, 4), (2, 3), (3, 1)), ((1, 3), (2, 3), (3, 1))),
        (((1, 0), (2, 3), (3, 1)), ((1, 0), (2, 2), (3, 1))),
        (((1, 0), (2, 0), (3, 1)), ((1, 0), (2, 0), (3, 0))),
    ],
)
def test_slot_of_the_lowest_level_that_has_one(
    slots: tuple[tuple[int, int], ...], spent: tuple[tuple[int, int], ...]
) -> None:
    """C7-SPELL-5"""
    scene = battle(replace(AUGUR, slots=slots), unit("SD1", 2, (5, 12)))
    cast(scene, "Missile", "SD1")
    assert unit_now(scene, "AU1").slots == spent
    assert unit_now(scene, "SD1").hp == 47


@pytest.mark.parametrize(
    ("spell", "slots", "slot", "rule"),
    [
        ("Missile", ((1, 1), (2, 1)), 2, "C7-SPELL-6"),
        ("Veil", ((1, 1), (2, 1)), 1, "C7-SPELL-6"),
        ("Spark", ((1, 1), (2, 1)), 1, "C7-SPELL-6"),
        ("Missile", ((1, 0), (2, 1)), 1, "C7-SPELL-7"),
        ("Missile", ((1, 0), (2, 1)), 3, "C7-SPELL-7"),
        ("Missile", ((1, 0), (2, 0)), None, "C7-SPELL-7"),
        ("Veil", ((1, 5), (2, 0)), None, "C7-SPELL-7"),
    ],
)
def test_slots_that_cannot_be_used(
    spell: str, slots: tuple[tuple[int, int], ...], slot: int | None, rule: str
) -> None:
    """C7-SPELL-6, C7-SPELL-7: a slot that cannot be used is refused before the targets are
    checked."""
    assert refusal(battle(replace(AUGUR, slots=slots)), spell, slot=slot) == rule


def test_checks_run_from_left_to_right() -> None:
    """Section 6.2: unknown spell, has cast, advanced, slot, targets, distance, too near."""
    far, near = unit("SD1", 2, (5, 25)), unit("SD2", 2, (5, 7))
    tired = replace(AUGUR, spent=("cast",), moved="advance", slots=())
    assert refusal(battle(tired), "Fireball") == "C7-SPELL-8"
    assert refusal(battle(tired), "Missile") == "C7-MANA-2"
    tired = replace(tired, spent=())
    assert refusal(battle(tired), "Missile") == "C7-RANGE-7"
    assert refusal(battle(replace(tired, moved="none")), "Missile") == "C7-SPELL-7"
    scene = battle(AUGUR, far, near)
    assert refusal(scene, "Spark") == "C7-SPELL-10"
    assert refusal(scene, "Spark", "SD1", "SD2") == "C7-SPELL-10"
    assert refusal(scene, "Missile", "SD1", "SD1") == "C7-SPELL-10"
    assert refusal(scene, "Missile", "AU1", "SD1") == "C7-SPELL-10"
    assert refusal(scene, "Ward", "SD1") == "C7-SPELL-10"
    assert refusal(scene, "Spark", "SD1") == "C7-SPELL-9"
    assert refusal(scene, "Spark", "SD2") == "C7-MANA-4"
    assert refusal(scene, "Spark", "SD9") == "C7-ORDER-2"


def test_dead_and_embarked_units_are_no_targets() -> None:
    """C7-SPELL-10: targets are on the field."""
    scene = battle(AUGUR, unit("SD1", 2, None, dead=True), unit("SD2", 1, None, inside="CD1"))
    assert refusal(scene, "Spark", "SD1") == "C7-SPELL-10"
    assert refusal(scene, "Mend", "SD2") == "C7-SPELL-10"


def test_magic_min_is_about_enemies_and_long_range_only() -> None:
    """C7-MANA-4: friends at any distance; with magic-min=off enemies too."""
    scene = battle(replace(AUGUR, hp=10))
    cast(scene, "Mend", "AU1")
    assert unit_now(scene, "AU1").hp == 15
    scene = battle(AUGUR, unit("SD1", 2, (5, 6)), **{"magic-min": "off"})
    cast(scene, "Spark", "SD1")
    assert unit_now(scene, "SD1").hp == 42


def test_cavalry_casts_after_an_advance() -> None:
    """C7-RANGE-7"""
    scene = battle(replace(AUGUR, moved="advance"), unit("SD1", 2, (5, 12)))
    rider = replace(CASTER, classification="Cavalry")
    scene.state = replace(scene.state, blocks=(rider, *BLOCKS[1:]))
    cast(scene, "Spark", "SD1")
    assert unit_now(scene, "SD1").hp == 42


def test_touch_reaches_the_neighbour_and_no_farther() -> None:
    """C7-SPELL-9: touch is range 1, diagonals included."""
    scene = battle(AUGUR, unit("SD1", 1, (6, 6), hp=10), unit("SD2", 1, (7, 5)))
    assert refusal(scene, "Hands", "SD2") == "C7-SPELL-9"
    cast(scene, "Hands", "SD1")
    assert unit_now(scene, "SD1").hp == 30


def test_choose_this_unit_needs_no_target() -> None:
    """C7-EFF-1: without a target the caster is meant; another one is refused."""
    scene = battle(AUGUR, unit("SD1", 1, (5, 6)))
    assert refusal(scene, "Blur", "SD1") == "C7-SPELL-10"
    cast(scene, "Blur")
    (effect,) = unit_now(scene, "AU1").effects
    assert effect == Effect("Blur", (Modifier("AC", 3),), Until.of(2, "mana"))


def test_unknown_text_is_left_to_the_gm_and_spends_its_slot() -> None:
    """C7-SPELL-13: number and side are not checked, the range is."""
    scene = battle(AUGUR, unit("SD1", 2, (5, 20)), unit("SD2", 1, (5, 6)), unit("SD3", 2, (5, 9)))
    assert refusal(scene, "Riddle", "SD1") == "C7-SPELL-9"
    cast(scene, "Riddle", "SD2", "SD3")
    assert scene.events[-1] == events.GMAdjudicates("AU1", "Riddle", "Nobody knows. It sings.")
    assert unit_now(scene, "AU1").slots[0] == (1, 3)


def test_spell_without_any_text_is_left_to_the_gm() -> None:
    """C7-SPELL-13: known by name only, as an imported statblock may list it."""
    scene = battle(AUGUR, unit("SD1", 2, (5, 20)))
    cast(scene, "Unwritten", "SD1")
    assert isinstance(scene.events[-1], events.GMAdjudicates)


def test_durations() -> None:
    """C7-EFF-12, C7-EFF-14, C7-CONC-5: own time, that of the spell, 1 round, or none."""
    scene = battle(AUGUR, unit("SD1", 1, (5, 6)), unit("SD2", 2, (5, 9)))
    state = scene.state
    texts = {one.name: one.effects for one in SPELLS}
    ward, veil, trip = (
        effects.Source(name, texts[name], "AU1") for name in ("Ward", "Veil", "Trip")
    )
    assert effects.end_of_effect(state, ward, None) == Until.of(3, "mana")
    assert effects.end_of_effect(state, ward, 5) == Until.of(6, "mana")
    assert effects.end_of_effect(state, veil, None) is None
    assert effects.end_of_effect(state, trip, None) == Until.of(2, "mana")
    cast(scene, "Trip", "SD2")
    assert unit_now(scene, "SD2").conditions == (
        Affliction("prone", source="Trip"),
        Affliction("blinded", Until.of(2, "mana"), source="Trip"),
    )


def test_sentences_that_end_apart_both_stay() -> None:
    """C7-EFF-16: two sentences of one casting that end at different times both stay; only an
    earlier casting would be replaced."""
    scene = battle(AUGUR, unit("SD1", 1, (5, 6)))
    cast(scene, "Twofold", "SD1")
    ends = [effect.until for effect in unit_now(scene, "SD1").effects]
    assert ends == [Until.of(2, "mana"), Until.of(4, "mana")]


def test_save_by_the_casting_stat_and_spell_shield() -> None:
    """C7-SAVE-1, C7-SAVE-6: DC 16 against WIS 0 + 10, or 14 with advantage against magic."""
    scene = battle(AUGUR, unit("SD1", 2, (5, 12)))
    cast(scene, "Snare", "SD1")
    hit = next(one for one in scene.events if isinstance(one, events.AttackResolved))
    assert (hit.versus, hit.high, hit.low, hit.damage) == ("WIS", 16, 0, 0)
    assert unit_now(scene, "SD1").has("prone")
    scene = battle(AUGUR, unit("SD1", 2, (5, 12), kind=2))
    cast(scene, "Snare", "SD1")
    hit = next(one for one in scene.events if isinstance(one, events.AttackResolved))
    assert hit.low == 4


def test_concentration_is_replaced_before_the_new_spell_works() -> None:
    """C7-CONC-1"""
    scene = battle(AUGUR, unit("SD1", 1, (5, 6)), unit("SD2", 1, (5, 7)))
    cast(scene, "Veil", "SD1")
    assert unit_now(scene, "SD1").conditions == (Affliction("invisible", None, "AU1", "Veil"),)
    scene.emit(events.MarksCleared("mana"))
    cast(scene, "Hymn", "SD1", "SD2")
    kinds = [type(one).__name__ for one in scene.events[-4:]]
    assert kinds == ["ConcentrationEnded", "ConcentrationBegan", "EffectGained", "EffectGained"]
    assert not unit_now(scene, "SD1").has("invisible")
    held = unit_now(scene, "AU1").concentration
    assert held is not None
    assert (held.spell, held.until) == ("Hymn", Until.of(4, "mana"))


@pytest.mark.parametrize(("damage", "dc"), [(1, 11), (13, 17), (14, 17), (15, 18)])
def test_concentration_dc(damage: int, dc: int) -> None:
    """C7-CONC-2: 10 + damage/2, rounded half up (7.11, example 9)."""
    assert conditions.difficulty(damage) == dc


def test_concentration_throw() -> None:
    """C7-CONC-2: WIS 5 + 10 keeps it against DC 15 and loses it against DC 16."""
    scene = battle(AUGUR, unit("SD1", 1, (5, 6)))
    cast(scene, "Veil", "SD1")
    conditions.test(scene, "AU1", 10)
    assert unit_now(scene, "SD1").has("invisible")
    conditions.test(scene, "AU1", 11)
    tested, ended = scene.events[-2:]
    assert isinstance(tested, events.ConcentrationTested)
    assert (tested.value, tested.dc, tested.kept) == (15, 16, False)
    assert sum(part.amount for part in tested.parts) == 15
    assert isinstance(ended, events.ConcentrationEnded)
    assert not unit_now(scene, "SD1").has("invisible")


def test_own_blast_that_breaks_concentration_leaves_nothing() -> None:
    """C7-CONC-3: AU1 stands in its own storm and loses concentration: the effects that depend on it
    are not given, or end at once."""
    scene = battle(AUGUR, unit("SD1", 1, (5, 6)))
    cast(scene, "Storm", "SD1")
    assert unit_now(scene, "AU1").concentration is None
    assert unit_now(scene, "SD1").conditions == ()
    assert unit_now(scene, "SD1").effects == ()


def test_start_of_a_phase_ends_what_is_over_or_empty() -> None:
    """C7-CONC-3"""
    scene = battle(AUGUR, unit("SD1", 1, (5, 6)))
    cast(scene, "Veil", "SD1")
    conditions.check_all(scene)
    assert unit_now(scene, "AU1").concentration is not None
    scene.emit(events.ConditionLost("SD1", "invisible"))
    conditions.check_all(scene)
    assert unit_now(scene, "AU1").concentration is None


def test_stopping_needs_something_to_stop() -> None:
    """C7-CONC-4"""
    scene = battle(AUGUR)
    with pytest.raises(Refusal, match="C7-CONC-4"):
        conditions.stop(scene, AUGUR)


def test_losing_concentration_and_a_slot() -> None:
    """C7-EFF-8, C7-EFF-9: the highest level that has a slot loses one."""
    other = unit("AU2", 2, (5, 12), kind=0, slots=((1, 4), (2, 2), (3, 0)))
    scene = battle(AUGUR, other)
    conditions.begin(scene, "AU2", "Veil", None)
    cast(scene, "Sap", "AU2")
    assert unit_now(scene, "AU2").concentration is None
    assert unit_now(scene, "AU2").slots == ((1, 4), (2, 1), (3, 0))
