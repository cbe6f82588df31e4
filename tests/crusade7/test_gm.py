"""Section 6.3 and chapter 3: what the GM can set, and what `=` can check."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.border.game import Option, read_options
from rules.crusade7.attributes import UNIT_ATTRIBUTES

NewTable = Callable[..., Any]

SCENE = (
    "gm> put Legionnaire L1 for army 1 at 5,5",
    "gm> put Augur AU1 for army 1 at 7,5",
    "gm> put Carrus CR1 for army 1 at 9,5",
    "gm> put Legionnaire L2 for army 1 in CR1",
    "gm> put Legionnaire L3 for army 1 in reserve",
    "gm> put Goblin G1 for army 2 at 5,25",
)


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("put Moon Man MM1 for army 1 at 3,3", "C7-GM-1"),
        ("put Goblin G2 for army 3 at 3,3", "C7-GM-1"),
        ("put Goblin GOBLINS2 for army 1 at 3,3", "C7-GM-1"),
        ("put Goblin G2 for army 1 in L1", "C7-GM-1"),
        ("put Goblin G2 for army 2 in CR1", "C7-GM-1"),
        ("put Goblin G1 for army 1 at 3,3", "C7-GM-2"),
        ("put Goblin L3 for army 2 at 3,3", "C7-GM-2"),
        ("put Goblin G2 for army 2 at 10,7", "C7-GM-2"),
        ("put Goblin G2 for army 2 at 0,7", "C7-GM-2"),
        ("move L9 to 3,3", "C7-GM-1"),
        ("move CR1 to 24,5", "C7-GM-2"),
        ("move L1 to 7,5", "C7-GM-2"),
        ("remove L9", "C7-GM-1"),
        ("set L1 hp", "C7-ORDER-1"),
        ("set L1 hp 1.5", "C7-GM-1"),
        ("set L1 maxhp -1", "C7-GM-1"),
        ("set L1 moved sideways", "C7-GM-1"),
        ("set L1 charged perhaps", "C7-GM-1"),
        ("set L1 uses:Pila -1", "C7-GM-1"),
        ("set L1 cost 3", "C7-GM-1"),
        ("set AU1 slots0 3", "C7-GM-1"),
        ("set army 1 gold 5", "C7-GM-1"),
        ("set army 1 cp many", "C7-GM-1"),
        ("set round -1", "C7-GM-1"),
        ("set round three", "C7-GM-1"),
        ("set phase lunch", "C7-GM-1"),
        ("set phase setup", "C7-GM-1"),
        ("set turn army 3", "C7-GM-1"),
        ("set turn army 1", "C7-GM-1"),
        ("set killed -2", "C7-GM-1"),
        ("set option colour red", "C7-GM-1"),
        ("set option prone never", "C7-GM-1"),
        ("set option gold 100001", "C7-GM-1"),
        ("set option reinforce-from 0", "C7-GM-1"),
        ("give L1 bored", "C7-GM-1"),
        ("clear L1 bored", "C7-GM-1"),
        ("damage L9 3", "C7-GM-1"),
        ("heal L9 3", "C7-GM-1"),
        ("kill L9", "C7-GM-1"),
        ("note L9 carries the eagle", "C7-GM-1"),
        ("next dice 13", "C7-GM-1"),
        ("terrain swampy at 3,3", "C7-GM-1"),
        ("terrain rough at 3,3-25,3", "C7-GM-2"),
        ("timeout army 3", "C7-TURN-5"),
        ("import Nonsense", "C7-GM-3"),
        ("L1 moves to 5,6", "C7-ORDER-1"),
        ("dance", "C7-ORDER-1"),
    ],
)
def test_what_a_gm_line_must_name(table: NewTable, line: str, rule: str) -> None:
    """C7-GM-1, C7-GM-2, C7-GM-3: a GM line about something that does not exist is refused, and
    nothing changes."""
    battle = table()
    assert battle.play(*SCENE) == ""
    before = battle.state
    assert battle.play(f"gm> {line}") == rule
    assert battle.state == before


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("set L1 hp 9", "L1 hp 9"),
        ("set Legionnaire 1 hp 9", "L1 hp 9"),
        ("set L1 hp 99", "L1 hp 27"),
        ("set L1 maxhp 30", "L1 maxhp 30"),
        ("set L1 maxhp 9", "L1 hp 9"),
        ("set L1 hp 0", "L1 dead"),
        ("set L1 maxhp 0", "L1 dead"),
        ("set L1 ac 9", "L1 ac 9"),
        ("set L1 armour none", "L1 armour none"),
        ("set L1 armour Hide, shield 2", "L1 armour hide, shield 2"),
        ("set L1 speed 9", "L1 speed 9"),
        ("set L1 speed -9", "L1 speed 0"),
        ("set L1 pf 7", "L1 pf 7"),
        ("set L1 cha -4", "L1 cha -4"),
        ("set L1 moved fall back", "L1 moved fall back"),
        ("set L1 charged yes", "L1 charged yes"),
        ("set L1 uses:Pila 4", "L1 uses:Pila 4"),
        ("set AU1 slots1 0", "AU1 slots1 0"),
        ("set AU1 slots9 2", "AU1 slots9 2"),
        ("note L1 carries the eagle", "L1 notes 1"),
        ("give L1 blinded", "L1 has blinded"),
        ("move L3 to 3,3", "L3 reserve no"),
        ("move L2 to 3,3", "CR1 passengers 0"),
        ("remove L1", "L1 dead"),
        ("remove L1", "game killed 0"),
        ("kill L1", "game killed 1"),
        ("damage L1 7", "L1 hp 20"),
        ("damage CR1 7 poison", "CR1 hp 130"),
        ("set army 2 cp 0", "army 2 cp 0"),
        ("set army 2 faction elves", "army 2 faction Elves"),
        ("set army 2 faction Drow", "army 2 faction Drow"),
        ("set army 2 subfaction Veterans", "army 2 subfaction veterans"),
        ("set round 3", "round 3"),
        ("set killed 5", "game killed 5"),
        ("set phase heavy support fight", "phase heavy"),
        ("set phase charge", "round 1"),
        ("set option gold 400", "army 1 gold 400"),
        ("put legionnaire Legionnaire7 for army 1 at 2,2", "2,2 holds L7"),
        ("put Goblin X4 for army 1 at 2,2", "row 2 column 2 holds X4"),
        ("put Goblin G2 for army 2 in reserve", "G2 reserve yes"),
        ("put Goblin G2 for army 1 in CR1", "G2 embarked CR1"),
    ],
)
def test_what_a_gm_line_sets(table: NewTable, line: str, words: str) -> None:
    """C7-GM-4: a GM line is outside phases and turns."""
    battle = table()
    assert battle.play(*SCENE) == ""
    assert battle.play(f"gm> {line}") == ""
    assert battle.holds(words), battle.find(words)


def test_a_removed_transport_sets_its_passengers_down(table: NewTable) -> None:
    """C7-TRANS-10: when a transport is removed, its passengers are put on the field."""
    battle = table()
    battle.play(*SCENE, "gm> remove CR1")
    assert battle.holds("L2 at 8,4")
    assert battle.holds("L2 embarked none")


def test_what_waits_for_a_removed_unit_goes_with_it(table: NewTable) -> None:
    """C7-TAC-6, C7-CONC-3, C7-PSI-9: a removed unit's waiting tactics, concentration and denials
    end."""
    battle = table()
    battle.play(
        "gm> put Legionnaire L1 for army 1 at 5,5",
        "gm> put Augur AU1 for army 1 at 7,5",
        "gm> put Praetorian Psionic PP1 for army 1 at 9,5",
        "gm> put Praetorian Psionic PP2 for army 2 at 9,15",
        "gm> set phase mana",
        "gm> set turn army 1",
        "1> AU1 casts War Hymn on L1",
        "2> PP2 denies PP1",
        "gm> set phase command",
        "1> use Opportunity Attack with L1",
    )
    cp = int(battle.see("army 1 cp"))
    assert battle.state.denials
    assert battle.state.waiting
    battle.play("gm> remove AU1", "gm> remove PP1")
    assert battle.state.denials == ()
    assert battle.state.find("L1").effects == ()
    battle.play("gm> remove L1")
    assert battle.state.waiting == ()
    assert battle.see("army 1 cp") == str(cp + 1)


def test_the_same_reference_of_both_armies_is_not_touched_in_setup(table: NewTable) -> None:
    """C7-GM-1, C7-SETUP-9: until the battle begins, a reference that both armies use is ambiguous
    and refused."""
    battle = table()
    for seat in (1, 2):
        battle.play(f"{seat}> faction Elves", f"{seat}> reserves: 1 Elf Archer")
    ref = battle.game.references(battle.state, 1)[0]
    assert battle.game.references(battle.state, None) == ()
    assert battle.game.references(battle.state, 0) == (ref, ref)
    assert battle.play(f"gm> kill {ref}") == "C7-GM-1"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("phase", None),
        ("phase setup", "setup"),
        ("game phase setup", "setup"),
        ("turn none", "none"),
        ("winner none", "none"),
        ("game first army 1", "army 1"),
        ("game colour red", None),
        ("army 1 units 5", "5"),
        ("army 1 lost 0", "0"),
        ("army 1 initiative -999", "-999"),
        ("army 1 beauty 3", None),
        ("army 3 units 5", None),
        ("5,5 holds L1", "holds L1"),
        ("(5, 5) holds Legionnaire 1", "holds L1"),
        ("10,7 holds cr1", "holds CR1"),
        ("4,4 empty", "empty"),
        ("4,4 green", None),
        ("L1 at 5,5", "5,5"),
        ("L2 at none", "none"),
        ("L1 footprint 1x1", "1x1"),
        ("CR1 footprint 2x3", "2x3"),
        ("CR1 capacity 8", "8"),
        ("CR1 passengers 1", "1"),
        ("L2 embarked CR1", "CR1"),
        ("L1 embarked none", "none"),
        ("L1 class Troops", "Troops"),
        ("L1 army army 1", "army 1"),
        ("L1 name Legionnaire", "Legionnaire"),
        ("AU1 tags Spellcaster", "Spellcaster"),
        ("L1 cost 15", "15"),
        ("L1 initiative 1", "1"),
        ("L1 attacked no", "no"),
        ("L1 concentration none", "none"),
        ("L1 slots1 0", "0"),
        ("AU1 slots2 3", "3"),
        ("L1 uses:Gladius 1", "none"),
        ("L1 uses:Pila 1", "1"),
        ("L1 lacks prone", "lacks prone"),
        ("L1 has sorrow", None),
        ("L1 dead", "alive"),
        ("L1 dances", None),
        ("L1 hp", None),
        ("Z9 hp 3", "no unit Z9"),
        ("Z9 has prone", "no such unit"),
        ("cheese", None),
        ("", None),
    ],
)
def test_what_an_expectation_finds(table: NewTable, words: str, found: str | None) -> None:
    """3.4: what each form of expectation finds; None if the line is no expectation."""
    battle = table()
    assert battle.play(*SCENE) == ""
    if found is None:
        with pytest.raises(ValueError, match="expectation"):
            battle.find(words)
    else:
        assert battle.find(words) == found


def test_every_attribute_of_a_unit_can_be_read(table: NewTable) -> None:
    """3.3: on the field, in reserve, embarked, and dead."""
    battle = table()
    battle.play(*SCENE, "gm> kill L1")
    for ref in ("L1", "L2", "L3", "AU1"):
        for attribute in UNIT_ATTRIBUTES:
            assert battle.see(f"{ref} {attribute}")


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("gold", ["0", "1000", "100000"], ["-1", "100001", "1e3", "", "a", "²"]),
        ("reinforce-from", ["1", "7"], ["0", "-1", "soon"]),
        ("reach", ["straight", "ring"], ["both"]),
        ("engaged", ["open", "strict"], ["no"]),
        ("prone", ["split", "pass", "block"], ["on"]),
        ("attacks", ["one", "both"], ["two"]),
        ("magic-min", ["on", "off"], ["yes"]),
        ("morale", ["total", "own"], ["all"]),
    ],
)
def test_options(table: NewTable, name: str, good: list[str], bad: list[str]) -> None:
    """Section 1: the house rules and the values they may have."""
    game = table().game
    option: Option = next(one for one in game.options if one.name == name)
    assert read_options(game, {})[name] == option.default
    for value in good:
        assert read_options(game, {name: value})[name] == value
    for value in bad:
        with pytest.raises(ValueError, match=name):
            read_options(game, {name: value})


def test_imports_for_a_known_faction_leave_its_tactics(table: NewTable) -> None:
    """C7-UNIT-12: an imported type belongs to the faction that is named above it."""
    battle = table()
    block = "Velite V HP 18 AC 13 Cost 9 G | Stats: 7, 2, 3, 1, 0, 1, 1, 2"
    assert battle.play(f"gm> import Faction: Second Roman Empire | {block}") == ""
    battle.play("1> faction Second Roman Empire, Veterans")
    assert battle.play("1> reserves: 2 Velites") == ""
    roman = battle.state.library.factions
    assert next(one for one in roman if one.name == "Second Roman Empire").tactics
    battle.play("gm> put Goblin G1 for army 2 at 5,25", "gm> set phase move")
    assert battle.play("1> use Forced March on V1") == "C7-TAC-11"
