"""Chapter 8: how statblocks, factions, spells and powers are read, and what is refused."""

import re
from importlib.resources import files

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grammar.crusade7.effects import parser as sentence_parser
from grammar.crusade7.effects import read_ability, read_attributes, read_effects, read_tactic
from grammar.crusade7.statblock import StatblockError, print_library, print_statblock, read_library
from grammar.crusade7.statblock_lines import GROUPS
from grammar.crusade7.statblock_lines import parser as line_parser
from grammar.language import library
from rules.crusade7.army.statblock import (
    CLASSES,
    Ability,
    Aura,
    ChargeBonus,
    Choose,
    Constant,
    DeathBurst,
    Defences,
    Formula,
    Gain,
    Harm,
    Inflict,
    Library,
    Modifier,
    Note,
    Pack,
    Purchase,
    Reaction,
    Regeneration,
    Save,
    ShieldWall,
    Statblock,
    Steadfast,
    Wounded,
)

LIBRARY = library("crusade7")
HEAD = "Foo F HP 5 AC 3 Cost 5 G"
BODY = f"{HEAD}|Stats: 1, 2, 3, 4, 5, 6, 7, 8"

SEED_LEGIONNAIRE = """
Legionnaire L HP 27 AC 18(Lorica Segmentata) Cost 15 G
Stats: 6, 3, 1, 2, 0, 1, 2, 2
Polearm Master: If an enemy unit moves within the reach of this unit's Spear attack during the \
Move or Charge phase, it is immediately attacked with that attack no matter what phase it is.
Attacks:
Pila: 4, assault, STR+PF, 7 piercing, this attack can only be used once. If the target has the \
word 'shield' in the text to the right of their AC and is adjacent to an enemy unit with the word \
'shield in the text to the right of their AC, they no longer have the word 'shield' and any text \
to the right of that word in that text and their AC decreases by 2+(the number to the right of \
the word shield, if any).
Spear: melee, , STR+PF, 11 piercing, reach,
Gladius: melee, ,STR+PF, 9 slashing,
Tags: Armored
"""


def block(name: str) -> Statblock:
    """A shipped unit type."""
    return next(one for one in LIBRARY.blocks if one.name == name)


def one(text: str) -> Statblock:
    """The one statblock of a text."""
    (found,) = read_library(text).blocks
    return found


def test_the_grammars_have_one_reading() -> None:
    """The grammars are strict LALR: no line or text has two readings."""
    assert sentence_parser(strict=True)
    assert all(line_parser(group, strict=True) for group in GROUPS)


# --- what ships ---------------------------------------------------------------------------------


def test_everything_that_ships_is_understood() -> None:
    """Section 13.1: six factions, each with all seven classifications; none of their text is left
    to the GM."""
    assert [len(found) for found in (LIBRARY.factions, LIBRARY.blocks)] == [6, 55]
    assert [len(found) for found in (LIBRARY.spells, LIBRARY.powers)] == [17, 8]
    for faction in LIBRARY.factions:
        types = [found for found in LIBRARY.blocks if found.faction == faction.name]
        assert {found.classification for found in types} == set(CLASSES)
        assert all(tactic.effects.understood for tactic in faction.tactics)
    assert not any(found.notes for found in LIBRARY.blocks)
    assert not any(attack.notes for found in LIBRARY.blocks for attack in found.attacks)
    assert all(spell.effects.understood for spell in LIBRARY.spells)
    assert all(power.effects.understood for power in LIBRARY.powers)
    assert len({found.abbreviation for found in LIBRARY.blocks}) == 55


def test_what_ships_hangs_together() -> None:
    """C7-SPELL-8, C7-PSI-12: every spell and power that a shipped unit knows is in the library."""
    spells = {spell.name for spell in LIBRARY.spells}
    powers = {power.name for power in LIBRARY.powers}
    for found in LIBRARY.blocks:
        assert {name for _, name in (found.casting.spells if found.casting else ())} <= spells
        assert set(found.powers) <= powers
        assert len({attack.name for attack in found.attacks}) == len(found.attacks)


def test_what_is_printed_is_read_back() -> None:
    """C7-UNIT-1: printed statblocks read back with the same values, one by one and all at once."""
    for found in LIBRARY.blocks:
        assert one(print_statblock(found)) == found
    assert read_library(print_library(LIBRARY)) == LIBRARY


def test_data_files_are_read_alone() -> None:
    """Section 13.1: each shipped file can be pasted by a GM by itself."""
    folder = files("rules.crusade7").joinpath("data")
    for entry in folder.iterdir():
        found = read_library(entry.read_text(encoding="utf-8"))
        assert found.blocks or found.spells or found.powers


def test_systems_without_data_have_no_library() -> None:
    """Only Crusade 7th edition ships statblocks."""
    assert library("crusade8x8") is None


# --- statblocks ---------------------------------------------------------------------------------


def test_the_legionnaire_of_the_seed() -> None:
    """C7-ABIL-1, C7-ATTR-4, C7-ATTR-5: the wording of the original rules is read like ours."""
    assert one("Faction: Second Roman Empire\n" + SEED_LEGIONNAIRE) == block("Legionnaire")


def test_the_fields_of_a_statblock() -> None:
    """C7-UNIT-1, C7-UNIT-2, C7-UNIT-9: header, stats and the default footprint."""
    found = block("Legionnaire")
    assert (found.hp, found.ac, found.armour, found.cost) == (27, 18, "Lorica Segmentata", 15)
    assert found.stats == (6, 3, 1, 2, 0, 1, 2, 2)
    assert found.footprint == (1, 1)
    assert found.tags == ("Armored",)
    assert block("War Colossus").footprint == (3, 3)
    assert block("War Colossus").stat("DEX") == -1
    assert block("Carrus").capacity == 8


def test_attack_fields() -> None:
    """C7-UNIT-6, C7-SAVE-1: range, ranged attributes, bonus, damage, other attributes."""
    pila, spear, _ = block("Legionnaire").attacks
    assert (pila.range, pila.attributes, pila.uses, pila.shield_breaker) == (
        4,
        ("assault",),
        1,
        True,
    )
    assert pila.bonus == Formula(((1, "STR"), (1, "PF")))
    assert spear.melee
    assert spear.reach
    molotov = block("Goblin Bomber").attacks[0]
    assert (molotov.save, molotov.blast, molotov.uses) == (Save("DEX", 1), True, 2)
    assert block("Helios Gun").attacks[0].save == Save("DEX", 1)
    assert block("Outrider").attacks[0].attributes == ("light", "assault")


def test_options() -> None:
    """C7-UNIT-10: price and changes; an armour text or an attack takes the rest of its entry."""
    assert block("Orc Raider").purchases == (Purchase("Spiked Shield", 2, (("AC", 1),), "spikes"),)
    crest, phalerae = block("Centurion").purchases
    assert (crest.price, crest.changes) == (4, (("HP", 6),))
    assert (phalerae.price, phalerae.changes) == (3, (("CHA", 1),))
    bought = one(f"{BODY}|Options: Sling +1 G Speed +1 attack Sling: 8, , DEX+PF, 4 stone, once,")
    assert bought.purchases[0].attacks[0].name == "Sling"
    assert bought.purchases[0].changes == (("Speed", 1),)


def test_casting() -> None:
    """C7-SPELL-1, C7-SPELL-2: formulas, levels and slots; a spell may be written out."""
    augur = block("Augur").casting
    assert augur is not None
    assert augur.atk == Formula(((1, "WIS"), (1, "PF")))
    assert augur.dc == Formula(((1, "WIS"), (1, "PF"), (1, 8)))
    assert augur.slots == ((1, 4), (2, 3), (3, 1))
    assert augur.spells[:3] == ((0, "Spark"), (0, "Mend"), (1, "Sun Lance"))
    wizard = one(
        f"{BODY}|Spellcasting: ,magic, INT+PF and INT+PF+8 DC, , ,"
        "|Cantrips: Spark; Chilling Touch, touch, ATK: 4 cold."
        "|4th Level: (5 slots) Magic Missile 24 Choose three targets. They are dealt 3 force "
        "damage.; Inner Fire self Choose this unit. It gains +1 ATK."
    )
    assert wizard.casting is not None
    assert wizard.casting.spells[1:3] == ((0, "Chilling Touch"), (4, "Magic Missile"))
    assert [(spell.name, spell.range) for spell in wizard.own_spells] == [
        ("Chilling Touch", 1),
        ("Magic Missile", 24),
        ("Inner Fire", 0),
    ]
    assert one(print_statblock(wizard)) == wizard


def test_psionics() -> None:
    """C7-UNIT-8: one number means one denial; everybody knows Smite."""
    found = one(f"{BODY}|Psionics: 2|Powers: Daze")
    assert (found.manifests, found.denies, found.powers) == (2, 1, ("Daze", "Smite"))
    assert one(f"{BODY}|Psionics: 1/3").denies == 3
    assert found.psionic
    assert not one(BODY).psionic


def test_multiattack_may_name_attacks_with_and() -> None:
    """C7-ATK-12, C7-ORDER-8: `Bite and Blade` is one attack."""
    found = one(
        f"{BODY}|Attacks:|Bite and Blade: melee, , STR, 4 fire,|Claw: melee, , STR, 1 cold,"
        "|Multiattack: 2 Claw and 1 bite and blade"
    )
    assert found.multiattack == ((2, "Claw"), (1, "Bite and Blade"))


@pytest.mark.parametrize(
    ("heading", "classification"),
    [
        ("", "Troops"),
        ("[Warlords]", "Warlord"),
        ("[Warlord]", "Warlord"),
        ("Heavy Support", "Heavy Support"),
        ("[very heavy supports]", "Very Heavy Support"),
        ("Cavalries", "Cavalry"),
        ("[b][Elite][/b]", "Elites"),
    ],
)
def test_classification(heading: str, classification: str) -> None:
    """C7-UNIT-5: the nearest heading above, or a line of its own; else Troops."""
    assert one(f"{heading}\n{BODY}").classification == classification
    assert one(f"{heading}\n{BODY}|Class: Transports").classification == "Transport"
    assert one(f"{heading}\nFaction: Drow\n\n{BODY}").classification == classification


def test_factions() -> None:
    """C7-UNIT-12: the nearest `Faction:` line above; without one `Imported`."""
    assert one(BODY).faction == "Imported"
    found = read_library(f"{BODY}\n\nFaction: Drow\nSubfactions: Type 1, Deep Ones\n\nB{BODY}")
    assert [block.faction for block in found.blocks] == ["Imported", "Drow"]
    assert found.factions[0].subfactions == ("Type 1", "Deep Ones")


def test_bbcode_bars_and_comments() -> None:
    """C7-UNIT-4: tags go, `|` breaks lines, `//` lines are comments."""
    pasted = f"// mine\n[b][color=#f00]{HEAD}[/color][/b]|[i]Stats: 1,2,3,4,5,6,7,8[/i]\n// end"
    assert one(pasted) == one(BODY)


def test_blank_lines_may_stand_inside() -> None:
    """C7-UNIT-1: a double-spaced paste is read all the same."""
    assert one(BODY.replace("|", "\n\n") + "\n\nTags: None") == one(BODY)


def test_nicknames() -> None:
    """`Also:` lists what else players call a type; it is printed, and read back equal."""
    found = one(f"{BODY}|Also: Grunt, Front Ranker")
    assert found.also == ("Grunt", "Front Ranker")
    assert one(print_statblock(found)) == found
    assert "Also" not in print_statblock(one(BODY))


def test_keywords_may_be_parts_of_names() -> None:
    """C7-UNIT-1: an ability may be called Charge, an attack Magic Touch."""
    found = one(
        f"{BODY}|Self Cost Charge: Always passes Morale checks.|Attacks:"
        "|Magic Touch: melee, , STR+PF, 4 fire,|Class Act HP: melee, , 7, none,"
    )
    assert found.abilities == (Steadfast("Self Cost Charge"),)
    assert [attack.name for attack in found.attacks] == ["Magic Touch", "Class Act HP"]


# --- 8.2 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("blast", "blast", True),
        ("reach", "reach", True),
        ("once", "uses", 1),
        ("uses 3", "uses", 3),
        ("4 uses", "uses", 4),
        ("this attack can only be used once", "uses", 1),
        ("shield-breaker", "shield_breaker", True),
        ("Prone", "inflicts", [Inflict("prone")]),
        ("stunned for 2 rounds", "inflicts", [Inflict("stunned", 2)]),
        ("poisoned for 1 round", "inflicts", [Inflict("poisoned", 1)]),
        ("invisible", "inflicts", [Inflict("invisible")]),
        ("frightened", "inflicts", [Inflict("frightened")]),
        ("blinded", "inflicts", [Inflict("blinded")]),
        ("con 14 or poisoned for 2 rounds", "inflicts", [Inflict("poisoned", 2, "CON", 14)]),
        ("STR 12 or prone", "inflicts", [Inflict("prone", None, "STR", 12)]),
        ("x2 vs Heavy Support", "doubles", ["Heavy Support"]),
        ("shaken", "notes", ["shaken"]),
        ("uses 0", "notes", ["uses 0"]),
        ("glows in the dark", "notes", ["glows in the dark"]),
    ],
)
def test_attack_attributes(text: str, attribute: str, value: object) -> None:
    """Section 8.2; anything else is left to the GM (C7-UNIT-3)."""
    assert getattr(read_attributes(text, melee=True), attribute) == value


def test_only_melee_attacks_have_reach() -> None:
    """C7-ATTR-3: on a ranged attack the word is left to the GM."""
    assert read_attributes("reach, blast", melee=False).notes == ["reach"]


# --- 8.3 and 8.6 --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "ability"),
    [
        ("reaction with Long Spear.", Reaction("A", "Long Spear")),
        (
            "Friendly units within 6 gain advantage on morale.",
            Aura("A", "", 6, (Modifier("morale", edge=1),)),
        ),
        (
            "Friendly Elf Archer units within 3 gain +1 ATK and -2 DEX.",
            Aura("A", "Elf Archer", 3, (Modifier("ATK", amount=1), Modifier("DEX", amount=-2))),
        ),
        ("Regenerates 15 HP in the Command phase.", Regeneration("A", 15)),
        ("always passes morale checks", Steadfast("A")),
        (
            "When this unit dies, every unit within 3 takes 40 energy damage.",
            DeathBurst("A", 3, 40, "energy"),
        ),
        ("+1 AC while adjacent to a friendly unit with this ability.", ShieldWall("A", 1)),
        ("advantage on melee ATK if another friendly unit is adjacent to the target.", Pack("A")),
        (
            "+2 STR and advantage on ATK while at half HP or less.",
            Wounded("A", (Modifier("STR", amount=2), Modifier("ATK", edge=1))),
        ),
        ("After charging, melee attacks deal +6 damage.", ChargeBonus("A", 6)),
        (
            "Resistance to piercing. Vulnerability to fire. Immunity to prone, stunned and poison.",
            Defences("A", ("piercing",), ("prone", "stunned", "poison"), ("fire",)),
        ),
        ("Resistance to fire.", Defences("A", ("fire",))),
        ("+2 on psychic tests.", Constant("A", (Modifier("psychic tests", amount=2),))),
    ],
)
def test_abilities(text: str, ability: Ability) -> None:
    """C7-ABIL-1 to C7-ABIL-11: the text decides, the name is free."""
    assert read_ability("A", text) == ability


@pytest.mark.parametrize(
    ("text", "modifier"),
    [
        ("+2 AC", Modifier("AC", amount=2)),
        ("-1 AC against ranged attacks", Modifier("AC against ranged attacks", amount=-1)),
        ("+4 AC against melee attacks", Modifier("AC against melee attacks", amount=4)),
        ("+1 ATK", Modifier("ATK", amount=1)),
        ("-3 DC", Modifier("DC", amount=-3)),
        ("+2 Speed", Modifier("Speed", amount=2)),
        ("+5 initiative", Modifier("Initiative", amount=5)),
        ("+1 PF", Modifier("PF", amount=1)),
        ("+1 on psychic tests", Modifier("psychic tests", amount=1)),
        ("advantage on ATK", Modifier("ATK", edge=1)),
        ("disadvantage on melee ATK", Modifier("melee ATK", edge=-1)),
        ("advantage on DC", Modifier("DC", edge=1)),
        ("advantage on CHA", Modifier("CHA", edge=1)),
        ("disadvantage on saving throws", Modifier("saving throws", edge=-1)),
        (
            "advantage on saving throws against magic",
            Modifier("saving throws against magic", edge=1),
        ),
        ("advantage on psychic tests", Modifier("psychic tests", edge=1)),
        ("Advantage on Morale", Modifier("morale", edge=1)),
        ("+1 AC and resistance to Fire", Modifier("resistance", damage_type="fire")),
    ],
)
def test_modifiers(text: str, modifier: Modifier) -> None:
    """Section 8.6, as the texts of abilities that always work (C7-ABIL-11)."""
    found = read_ability("A", text)
    assert isinstance(found, Constant)
    assert found.modifiers[-1] == modifier


@pytest.mark.parametrize(
    "text",
    [
        "may look at the enemy's reserves once.",
        "+2 luck",
        "+2 AC while adjacent to a friend",
        "+2 AC and +1 ATK while adjacent to a friendly unit with this ability",
        "advantage on ATK if another friendly unit is adjacent to the target",
        "Regenerates some HP in the Command phase.",
    ],
)
def test_other_texts_are_notes(text: str) -> None:
    """C7-UNIT-3: any other text is kept for the GM and is no error."""
    found = one(f"{BODY}|Odd: {text}")
    assert found.notes == (Note("Odd", text),)
    assert one(print_statblock(found)) == found


def test_a_reaction_needs_its_attack() -> None:
    """C7-ABIL-1: a reaction with an attack that the unit lacks is left to the GM."""
    assert one(f"{BODY}|Guard: reaction with Spear.").notes[0].name == "Guard"


# --- 8.4 and 8.5 --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "choose"),
    [
        ("Choose a friendly unit", Choose(1, "friendly")),
        ("Choose an enemy unit within range 9", Choose(1, "enemy", 9)),
        ("Choose two enemy units within range 9 of this unit", Choose(2, "enemy", 9)),
        ("Choose three targets", Choose(3, "enemy")),
        ("Choose 12 friendly units", Choose(12, "friendly")),
        ("Choose this unit", Choose(1, "self")),
    ],
)
def test_choices(sentence: str, choose: Choose) -> None:
    """C7-EFF-1: a text says how many targets, of which side and how near; without such a sentence
    it is one enemy."""
    effects, _ = read_effects("S", 9, f"{sentence}. They regain 5 HP.")
    assert effects.choose == choose
    assert effects.regain == 5
    assert read_effects("S", 9, "It regains 5 HP.")[0].choose == Choose(1, "enemy")


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("They are dealt 3 force damage.", "harm", (Harm(3, "force"),)),
        ("It is dealt 3 force damage.", "harm", (Harm(3, "force"),)),
        ("They take 3 force damage.", "harm", (Harm(3, "force"),)),
        ("It takes 3 force damage.", "harm", (Harm(3, "force"),)),
        ("It becomes stunned for 2 rounds.", "inflicts", (Inflict("stunned", 2),)),
        ("They are prone.", "inflicts", (Inflict("prone"),)),
        ("They become blinded.", "inflicts", (Inflict("blinded"),)),
        (
            "They gain +4 AC and -2 Speed for 3 rounds.",
            "gains",
            (Gain((Modifier("AC", amount=4), Modifier("Speed", amount=-2)), 3),),
        ),
        ("It gains advantage on ATK.", "gains", (Gain((Modifier("ATK", edge=1),)),)),
        ("It loses concentration.", "breaks_concentration", True),
        ("It loses a spell slot.", "takes_slot", True),
        ("It regains 1 HP. Concentration.", "concentration", True),
        ("It regains 1 HP. Duration 2 rounds.", "duration", 2),
        (
            "It takes 40 psychic damage. If the test value is 11 or more, it takes 93 psychic "
            "damage instead.",
            "harm",
            (Harm(40, "psychic", 11, 93, "psychic"),),
        ),
        (
            "It takes 40 psychic damage. If the Psionic Test value was greater than or equal to "
            "11, this instead does 93 psychic damage.",
            "harm",
            (Harm(40, "psychic", 11, 93, "psychic"),),
        ),
    ],
)
def test_effect_sentences(text: str, field: str, value: object) -> None:
    """C7-EFF-2, C7-EFF-5 to C7-EFF-12."""
    effects, _ = read_effects("S", 9, text)
    assert effects.understood
    assert getattr(effects, field) == value


def test_attacks_of_spells() -> None:
    """C7-EFF-3, C7-EFF-4: with the caster's ATK or DC; the stat may be left to the caster."""
    strike = read_effects("Spark", 12, "ATK: 8 lightning + 2 fire, blast.")[0].strike
    assert strike is not None
    assert (strike.name, strike.range, strike.bonus) == ("Spark", 12, None)
    assert (strike.damage, strike.blast) == (((8, "lightning"), (2, "fire")), True)
    dread = read_effects("Dread", 12, "DC Type 3 WIS: frightened for 2 rounds.")[0].strike
    assert dread is not None
    assert (dread.save, dread.damage) == (Save("WIS", 3), ())
    assert dread.inflicts == (Inflict("frightened", 2),)
    free = read_effects("S", 12, "DC Type 2: 5 cold, x2 vs Cavalry.")[0].strike
    assert free is not None
    assert (free.save, free.doubles) == (Save("", 2), ("Cavalry",))


def test_the_charge_escalates() -> None:
    """C7-EFF-13, C7-PSI-6: our words and those of the original rules."""
    assert read_effects("Smite", 0, "Escalates by 2. It takes 1 fire damage.")[1] == 2
    seed = "Add 1 to this charge every time another unit from the same army uses Smite."
    assert read_effects("Smite", 0, f"{seed} It takes 1 fire damage.")[1] == 1


@pytest.mark.parametrize(
    "text",
    [
        "It dances.",
        "Choose a unit. Choose a unit. It regains 1 HP.",
        "If the test value is 11 or more, it takes 93 psychic damage instead.",
        "DC Type 4 WIS: 5 cold.",
        "ATK: 5 cold, uses 2.",
        "It becomes shaken.",
        "Choose 0 targets. It regains 1 HP.",
        ".",
    ],
)
def test_texts_left_to_the_gm(text: str) -> None:
    """C7-EFF-15: if one sentence is not understood, the whole text is kept and left to the GM."""
    effects, _ = read_effects("S", 9, f"It regains 5 HP. {text}" if text == "It dances." else text)
    assert not effects.understood
    assert effects.text.endswith(text)


@pytest.mark.parametrize(
    ("text", "who", "kind", "spread", "near", "until"),
    [
        (
            "Choose a friendly Troops unit. It and every friendly Elf Archer unit within 2 gain +4 "
            "AC against ranged attacks until the end of the phase.",
            "friendly",
            "Troops",
            (2, "Elf Archer"),
            None,
            "phase",
        ),
        ("Choose a friendly unit. It regains 25 HP.", "friendly", "", (None, ""), None, ""),
        (
            "Choose an enemy unit within 12 of a friendly unit. It becomes frightened for 1 round.",
            "enemy",
            "",
            (None, ""),
            12,
            "",
        ),
        (
            "All friendly Troops units gain advantage on ATK until the end of the round.",
            "all",
            "Troops",
            (None, ""),
            None,
            "round",
        ),
    ],
)
def test_tactics(
    text: str,
    who: str,
    kind: str,
    spread: tuple[int | None, str],
    near: int | None,
    until: str,
) -> None:
    """Section 8.5: a tactic's text says which units it affects and until when."""
    found = read_tactic("T", 1, ("fight",), text)
    assert found.effects.understood
    assert (found.who, found.kind) == (who, kind)
    assert (found.spread, found.spread_kind) == spread
    assert (found.near, found.until) == (near, until)


@pytest.mark.parametrize(
    "text",
    [
        "It gains +1 ATK.",
        "Choose a friendly unit.",
        "Choose an enemy unit within 2 of a friendly unit. It and every friendly unit within 2 "
        "gain +1 ATK.",
        "Everybody dances.",
    ],
)
def test_tactics_left_to_the_gm(text: str) -> None:
    """Section 8.5, C7-EFF-15: a tactic with any other text affects no unit by itself."""
    found = read_tactic("T", 1, (), text)
    assert not found.effects.understood
    assert found.who == "none"


def test_phases_of_tactics() -> None:
    """Section 8.5: named as the state names them; `Any` is every phase."""
    tactics = (
        "[Tactics]\nA Cost 1 CP Phase: Heavy Support Fight, Mana. X.\nB Cost 2 CP Phase: Any. Y."
    )
    first, second = read_library(f"Faction: Drow\n{tactics}").factions[0].tactics
    assert (first.phases, first.cost) == (("heavy", "mana"), 1)
    assert (second.phases, second.cost) == ((), 2)


def test_spell_and_power_files() -> None:
    """Section 13.1: spells and powers are told apart by their form; one text may have several, with
    or without commas."""
    found = read_library(
        "// mine\nMagic Missile 24 Choose three targets. They are dealt 3 force damage.\n"
        "Inner Light, self, Choose this unit. It regains 4 HP.\n\n"
        "Daze Charge 8. Choose an enemy unit within range 9. It becomes stunned for 1 round."
    )
    assert [(spell.name, spell.range) for spell in found.spells] == [
        ("Magic Missile", 24),
        ("Inner Light", 0),
    ]
    assert [(power.name, power.charge) for power in found.powers] == [("Daze", 8)]


# --- errors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("hello", 1, "first line of a statblock"),
        (HEAD, 1, "Stats:"),
        (f"{HEAD}|Class: Elites|Stats: 1,2,3,4,5,6,7,8", 2, "Stats:"),
        (f"{HEAD}|Stats: 1,2,3,4,5,6,7", 2, "exactly 8 numbers"),
        (f"{HEAD}|Stats: 1,2,3,4,5,6,7,8,9", 2, "9 are given"),
        (f"{HEAD}|Stats: 1,2,3,x,5,6,7,8", 2, "a number"),
        (f"{BODY}|hello", 3, "a colon"),
        (f"{BODY}|Attacks:|Rod: melee, , , 4 fire,", 4, "a bonus such as STR+PF"),
        (f"{BODY}|Attacks:|Rod: melee, heavyish, STR, 4 fire,", 4, "a ranged attribute"),
        (f"{BODY}|Attacks:|Rod: melee, , PF+8 DC Type 1, 4 fire,", 4, "C7-UNIT-7"),
        (f"{BODY}|Attacks:|Rod: melee, , STR+8 DC Type 4, 4 fire,", 4, "Type 1, 2 or 3"),
        (f"{BODY}|Attacks:|Rod: far, , STR, 4 fire,", 4, "a range"),
        (f"{BODY}|Attacks:|Rod: melee, , STR, four fire,", 4, "a number"),
        (f"{BODY}|Attacks:|Rod: melee, , STR, 4 fire", 4, "the line ends"),
        (f"{BODY}|Attacks: Rod: melee, , STR, 4 fire,", 3, "nothing after"),
        (f"{BODY}|Attacks:|A: melee, , STR, 1 fire,|a: melee, , STR, 1 fire,", 5, "twice"),
        (f"{BODY}|Multiattack: 2 Fist", 1, "none of the attacks"),
        (f"{BODY}|Multiattack: 0 Fist", 3, "at least once"),
        (f"{BODY}|Spellcasting: ,magic, PF and PF+8 DC, , ,", 3, "needs a stat"),
        (f"{BODY}|Cantrips: Spark", 1, "no line 'Spellcasting:'"),
        (f"{BODY}|Powers: Smite", 1, "no line 'Psionics:'"),
        (f"{BODY}|Class: Heroes", 3, "a classification"),
        (f"{BODY}|Tags: A|Tags: B", 4, "only one line"),
        (f"{BODY}|Options: Gold", 3, "+"),
        (f"{BODY}||{BODY}", 4, "defined twice"),
        ("Spark, 12, It dances.\nspark, 9, It sings.", 2, "defined twice"),
        ("Foo FOOOO HP 5 AC 3 Cost 5 G", 1, "1 to 4 letters"),
        ("Foo F HP 0 AC 3 Cost 5 G", 1, "at least 1 HP"),
        ("Foo F HP x AC 3 Cost 5 G", 1, "a number"),
        ("Foo F HP 5 AC 3 Cost 5", 1, "the line ends"),
        ("Foo F HP 5000000 AC 3 Cost 5 G", 1, "at most 6 digits"),
        ("Foo F HP 5 AC 3 Footprint 99x1 Cost 5 G", 1, "24x30"),
        ("[Heroes]", 1, "a classification or Tactics"),
        ("Subfactions: none", 1, "Faction:"),
        ("[Tactics]\nA Cost 1 CP Phase: Fight. X.", 2, "Faction:"),
        ("Faction: A\n[Tactics]\nA Cost 1 CP Phase: Noon. X.", 3, "expected phases"),
        ("Faction: A\n[Tactics]\nA Cost 1 CP. X.", 3, "expected Phase"),
        ("x" * 5000, 1, "at most 4000"),
        ("x\n" * 150_000, 1, "at most 200000"),
    ],
)
def test_errors_name_the_line(text: str, line: int, expected: str) -> None:
    """C7-GM-3: one clear sentence about the first line that could not be read."""
    with pytest.raises(StatblockError) as caught:
        read_library(text)
    assert caught.value.line == line
    assert expected in caught.value.why
    assert len(str(caught.value)) < 300
    assert "\n" not in str(caught.value)


def test_not_more_than_500_statblocks() -> None:
    """Bounded work: the 501st statblock is refused."""
    letters = [f"{chr(97 + number % 26)}{chr(97 + number // 26)}" for number in range(501)]
    text = "\n\n".join(f"Foo {name} {BODY}" for name in letters)
    with pytest.raises(StatblockError, match="at most 500"):
        read_library(text)


def attempt(text: str) -> Library | int:
    """The library that a text gives, or the number of its wrong line."""
    try:
        return read_library(text)
    except StatblockError as error:
        return error.line


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300))
@example("[b]|[/b]")
@example("Foo F HP ² AC 3 Cost 5 G")
@example("\ud800")
def test_any_text_is_read_or_refused(text: str) -> None:
    """C7-GM-3: any text gives a library or a `StatblockError`, and no other error."""
    found = attempt(text)
    assert isinstance(found, Library) or found >= 1


SHIPPED = files("rules.crusade7").joinpath("data/elves.txt").read_text(encoding="utf-8")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(re.split(r"(\W)", SHIPPED)), max_size=80), st.integers(0, 80))
def test_shuffled_statblocks_are_read_or_refused(pieces: list[str], keep: int) -> None:
    """C7-GM-3: the same for a text that begins like a statblock and goes on at random."""
    found = attempt(f"{BODY}|Attacks:|"[:keep] + "".join(pieces))
    if isinstance(found, Library):
        assert read_library(print_library(found)) == found
    else:
        assert found >= 1
