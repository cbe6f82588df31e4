"""Sentences to orders and back: every form of section 6, names, messages, limits, help."""

import re
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grammar import ParseError, begins_like_order, library, read, topics, verbs
from grammar.lines import MOST_IMPORTED
from grammar.parser import grammar_of
from grammar.source import Example, source
from rules.crusade7 import orders as own
from rules.crusade7 import overrides as gm
from rules.crusade7.army.statblock import Library
from rules.crusade7.orders import Heading, Levy, Who
from rules.line.orders import (
    AcceptDraw,
    DeclineDraw,
    EndPhase,
    OfferDraw,
    Order,
    Resign,
    Undo,
    Unread,
)
from rules.line.overrides import (
    Clear,
    Give,
    NextDice,
    Put,
    Relocate,
    Remove,
    Rewind,
    Rule,
    Set,
    Timeout,
)

L1, EVERYONE = Who(("L1",)), Who(every="*")
ATTACKS = ("Gladius", "Bite and Blade", "Composite Bow", "Molotov Cocktail", "Bolt", "Charge")
SPELLS = ("Ward", "Fire Storm", "Magic Missile", "Move Earth", "Then Again")
POWERS = ("Smite", "Mind Fog", "Antimagic Missile")
TACTICS = (
    "Support",
    "War Cry",
    "High Alert",
    "Rally to the Eagle",
    "Wall of Smoke",
    "Forced March",
)
TYPES = ("Legionnaire", "Praetorian Legionary", "Herald of Tharizdun", "Elf Archer")
OPTIONS = ("Phalerae", "Transverse Crest")
OTHERS = ("Second Roman Empire", "Orc-Goblins", "Veterans", "Platoon", "Auxiliary")
NAMES = (*ATTACKS, *SPELLS, *POWERS, *TACTICS, *TYPES, *OPTIONS, *OTHERS)


def orders(text: str, names: Iterable[str] = NAMES, by_gm: bool = False) -> tuple[Order, ...]:
    """The orders of a message, which must be readable."""
    written = read("crusade7", text, names, gm=by_gm)
    assert all(line.problem is None for line in written), [line.problem for line in written]
    return tuple(order for line in written for order in line.orders)


def test_the_grammars_are_strict() -> None:
    """Grammars are built in strict mode, so a conflict of rules or a collision of words fails."""
    assert grammar_of("crusade7").lark.options.strict


def test_an_unknown_system_has_no_grammar() -> None:
    """Only the systems that have a .lark file can be read."""
    with pytest.raises(ValueError, match="there is no grammar for 'chess'"):
        read("chess", "e4")


FORMS = {
    "L1 moves to 5,12": (
        "move L1 to 5,12",
        "L1 goes to (5,12)",
        "L1 -> r5c12",
        "L1 walks to row 5 column 12",
        "L1 moves to row 5, column 12",
        "L1 moves to r5 c12",
        "L1 moves to ( 5 , 12 )",
        "L1 moves to column 12, row 5",
        "to 5,12 L1 moves",
        "L1 to 5,12 moves",
        "L1: moves to 5,12",
        "L1: to 5,12",
        "L1, move to 5,12",
        "L1 will move to 5,12",
        "l1 MOVES TO 5,12",
        "L01 moves to 05,12",
    ),
    "L1 moves to 5,12 via 4,10, 5,11": (
        "L1 moves via 4,10, 5,11 to 5,12",
        "move L1 via 4,10 and 5,11 to 5,12",
        "to 5,12 via 4,10, 5,11 L1 moves",
        "L1 -> 5,12 via r4c10, (5,11)",
        "L1 to 5,12 via 4,10, 5,11 moves",
    ),
    "L1 moves 3 forward": (
        "L1 moves forward 3",
        "L1 moves 3 cells forward",
        "L1 -> 3 forwards",
        "move L1 3 forward",
        "L1 moves to 3 forward",
    ),
    "L1 moves 2 up-left": ("L1 moves 2 up left", "L1 moves up-left 2", "L1 moves 2 upleft"),
    "L1 moves 2 back": ("L1 moves 2 backward", "L1 moves 2 backwards", "L1 moves back 2"),
    "L1 advances to 5,12": ("advance L1 to 5,12", "L1 runs to 5,12", "to 5,12, L1 advances"),
    "L1 advances 5 forward": ("L1 advance 5 forward",),
    "L1 falls back to 5,9": ("L1 retreats to 5,9", "L1 withdraws to 5,9", "retreat L1 to 5,9"),
    "L1 falls back 2 back": ("L1 fall back 2 back",),
    "L1 stays": (
        "L1 holds",
        "L1 holds position",
        "L1 remains stationary",
        "L1 waits",
        "L1 stands still",
        "hold L1",
    ),
    "L1 embarks on CR1": (
        "embark L1 on CR1",
        "L1 boards CR1",
        "L1 embarks in CR1",
        "board CR1 with L1",
    ),
    "L1 disembarks to 5,12": ("disembark L1 at 5,12", "L1 disembarks at (5,12)"),
    "L1 disembarks from CR1 to 5,12": ("L1 disembarks to 5,12 from CR1",),
    "L5 arrives at 7,1": ("bring in L5 at 7,1", "L5 enters at 7,1", "at 7,1 L5 arrives"),
    "E1 casts Ward on E2": (
        "cast Ward with E1 on E2",
        "cast Ward on E2 with E1",
        "E1 casts Ward at E2",
        "on E2 E1 casts Ward",
        "on E2, E1 casts ward",
    ),
    "E1 casts Ward on E2 using a 2nd level slot": (
        "E1 casts Ward on E2 using 2nd level slot",
        "E1 casts Ward using a 2nd level slot on E2",
        "E1 casts Ward on E2 with a second-level slot",
        "E1 casts Ward on E2 using a level 2 slot",
        "cast Ward with E1 on E2 using a 2nd level slot",
        "cast Ward on E2 with E1 using a 2nd level slot",
    ),
    "E1 casts Magic Missile on P1, P2 and P3 using a 2nd level slot": (
        "E1 casts Magic Missile at P1, P2 and P3 using 2nd level slot",
    ),
    "E1 casts Blur": ("cast Blur with E1",),
    "E1 stops concentrating": (
        "E1 drops concentration",
        "E1 stop concentrating",
        "stop concentrating with E1",
    ),
    "PP1 manifests Smite on L1": (
        "manifest Smite with PP1 on L1",
        "manifest Smite on L1 with PP1",
        "PP1 uses Smite on L1",
        "PP1 smites L1",
        "smite L1 with PP1",
        "on L1 PP1 manifests Smite",
    ),
    "PP1 denies MS1": ("deny MS1 with PP1", "PP1 will deny MS1"),
    "L1 attacks P1 with Gladius": (
        "L1 strikes P1 using Gladius",
        "L1 hits P1 with Gladius",
        "attack P1 with L1 using Gladius",
        "with Gladius L1 attacks P1",
        "L1 with Gladius attacks P1",
        "L1 attacks with Gladius at P1",
        "at P1 L1 strikes with Gladius",
        "L1 attacks P1 with his Gladius",
    ),
    "B1 attacks P1 with Bolt": ("B1 shoots at P1 with Bolt", "B1 fires Bolt at P1"),
    "B1 attacks P1": ("B1 fires at P1", "fire at P1 with B1"),
    "GB1 attacks P1 with Molotov Cocktail": ("GB1 throws Molotov Cocktail at P1",),
    "C1 multiattacks P1, P2": (
        "C1 attacks P1 and P2 with Multiattack",
        "C1 multiattacks P1 and P2",
        "multiattack P1, P2 with C1",
    ),
    "C1 multiattacks P1": ("C1 multi-attacks P1",),
    "L1 engages to 5,13": ("L1 engage to (5,13)", "engage L1 to 5,13", "L1 engages 5,13"),
    "L1 engages P1": ("engage P1 with L1", "L1 engages with P1"),
    "L1 stands up": ("L1 stands", "L1 stand up", "L1 gets up", "stand up L1"),
    "L1 charges P1": ("charge with L1 P1", "L1 charges at P1", "charge P1 with L1"),
    "L1 charges P1 to 5,15": ("L1 charges P1 to r5c15", "charge with L1 P1 to 5,15"),
    "use Support": ("play Support", "activate support"),
    "use High Alert on L1": ("activate High Alert for L1", "play high alert on Legionnaire L1"),
    "use Reflexive Fire with B1 Bolt": ("use Reflexive Fire with B1 using Bolt",),
    "use Opportunity Attack with L1 Gladius": ("use Opportunity Attack with L1 with Gladius",),
    "end phase": ("done", "pass", "end turn", "end my turn"),
    "skip to fight": ("pass until fight", "skip until the fight phase"),
    "skip to heavy": ("skip until heavy support fight", "skip to heavy"),
    "skip to command": ("pass to command",),
    "resign": ("concede", "surrender", "I resign"),
    "offer draw": ("offer a draw", "propose draw"),
    "accept draw": ("accept the draw", "agree to draw"),
    "decline draw": ("refuse draw", "reject draw"),
    "undo": ("take back", "undo last order", "undo my last order"),
    "faction Second Roman Empire subfaction Veterans": (
        "faction second roman empire, veterans",
        "choose faction Second Roman Empire, Veterans",
    ),
    "faction Orc-Goblins": ("faction: orc-goblins", "choose Orc-Goblins"),
    "detachment Platoon: 1 Legate, 12 Legionnaires": (
        "take Platoon: 1 Legate and 12 Legionnaires",
        "add detachment Platoon: 1 Legate, 12x Legionnaires",
        "take a Platoon: 1 Legate, and 12 legionnaires",
        "detachment Platoon 1 Legate, 12 Legionnaires",
    ),
    "detachment Auxiliary: 2 Centurions with Transverse Crest + Phalerae, 1 Centurion": (
        "take Auxiliary: 2 Centurions with transverse crest+phalerae and 1 Centurion",
    ),
    "reinforcements: 5 Legionnaires": ("reserve: 5 Legionnaires", "reserves: 5 legionnaires"),
    "deploy L1-L10 at 3,5": ("L1-L10 deploy at 3,5", "deploy L1 - L10 at (3,5) down"),
    "deploy L1 and L2 at 3,5 across": ("deploy L1, L2 at 3,5 across",),
    "ready": ("I am ready", "we are ready", "army ready", "I'm ready!"),
    "clear army": ("Clear my army.",),
    "L1, L2 and L4 stay": ("L1 and L2, L4 stay", "L1, L2, and L4 stay", "L1 & L2 & L4 stay"),
    "all Legionnaires stay": ("all my legionnaires hold", "hold all LEGIONNAIRES"),
    "everyone stays": ("all stay", "everybody waits", "all units hold", "all hold"),
    "Legionnaire 1 stays": ("Legionnaire1 stays", "legionnaire 1 stays", "LEGIONNAIRE 01 stays"),
    "L1 engages P1 then attacks P1 with Gladius": (
        "L1 engages P1 and attacks P1 with Gladius",
        "L1 engages P1 and then attacks P1 with Gladius",
        "L1 engages P1, then L1 attacks P1 with Gladius",
        "engage P1 with L1 then attack P1 with Gladius",
    ),
    "L1 moves to 5,7 then embarks on CR1": ("L1 moves to 5,7 and boards CR1",),
}


@pytest.mark.parametrize("canonical", FORMS)
def test_variants_give_the_order_of_the_canonical_form(canonical: str) -> None:
    """C7-ORDER-7, C7-ORDER-8, C7-ORDER-9: each variant (section 6.2, free word order, positions,
    synonyms) gives the same order as the canonical sentence."""
    expected = orders(canonical)
    for variant in FORMS[canonical]:
        assert orders(variant) == expected, variant


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("L1 moves to 5,12 via 4,10", own.Move(L1, (5, 12), ((4, 10),))),
        ("L1-L3 move 3 forward", own.Move(Who(("L1-L3",)), Heading(3, "forward"))),
        ("L1, l2 and L4 stay", own.Stay(Who(("L1", "L2", "L4")))),
        ("all Legionnaires stay", own.Stay(Who(every="Legionnaires"))),
        ("everyone stays", own.Stay(EVERYONE)),
        ("L1 disembarks to 5,12", own.Disembark(L1, (5, 12))),
        ("E1 casts Ward on E2", own.Cast(Who(("E1",)), "Ward", ("E2",))),
        ("L1 engages to 5,13", own.Engage(L1, (5, 13))),
        ("use High Alert for L1", own.UseTactic("High Alert", "L1")),
        ("use Reflexive Fire with B1 Bolt", own.UseTactic("Reflexive Fire", "B1", "Bolt", "with")),
        (
            "take Platoon: 4 Centurions with Phalerae",
            own.TakeDetachment("Platoon", (Levy(4, "Centurions", ("Phalerae",)),)),
        ),
    ],
)
def test_what_a_sentence_means(text: str, expected: Order) -> None:
    """Some sentences with their orders spelt out."""
    assert orders(text) == (expected,)


def test_a_chain_belongs_to_the_units_named_last() -> None:
    """C7-ORDER-8: clauses after `then` are for the same units until others are named."""
    chain = orders("L1, L2 move 1 up then L3 advances 2 up then stays")
    both, third = Who(("L1", "L2")), Who(("L3",))
    assert chain == (
        own.Move(both, Heading(1, "up")),
        own.Advance(third, Heading(2, "up")),
        own.Stay(third),
    )


@pytest.mark.parametrize(
    "text",
    [
        "WR1 attacks EQ1 with Bite and Blade",
        "E1 casts Fire Storm on E2",
        "E1 casts Move Earth on E2",
        "E1 casts Then Again on E2",
        "PP1 manifests Mind Fog on L1",
        "use War Cry",
        "use Rally to the Eagle",
        "use Wall of Smoke on L1",
        "use Forced March on L1",
        "L1 attacks P1 with Charge",
    ],
)
def test_words_of_order_forms_inside_a_known_name_do_no_harm(text: str) -> None:
    """C7-ORDER-9: where several known names fit, the longest is meant."""
    assert orders(text)[0] == orders(text.lower())[0]
    assert str(orders(text.lower())[0]) == text


@pytest.mark.parametrize(
    "text",
    [
        "WR1 attacks EQ1 with Bite and Blade",
        "E1 casts Fire Storm on E2",
        "use War Cry",
        "use Opportunity Attack",
        "use Rally to Eagle",
        "L1 attacks P1 with Charge of Doom",
        "all Tree Trunkes stay",
        "detachment Phalanx: 1 Tree Trunk",
        "Tree Trunk 3 stays",
    ],
)
def test_unknown_names_are_read_and_left_to_the_rules(text: str) -> None:
    """C7-ATK-8, C7-SPELL-8, C7-TAC-4 ...: the reader accepts an unknown name, and a rule refuses
    it."""
    assert [str(order) for order in orders(text, ())] == [text]


def test_fillers_and_case_inside_names() -> None:
    """C7-ORDER-9: names are compared without case; `the` is ignored in them too."""
    expected = (own.UseTactic("Rally to the Eagle"),)
    assert orders("use rally to eagle") == expected
    assert orders("please use RALLY to my Eagle now") == expected


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("Praetorian Legionaries", "Praetorian Legionary"),
        ("Heralds of Tharizdun", "Herald of Tharizdun"),
        ("Elf Archers", "Elf Archer"),
    ],
)
def test_plurals_of_unit_names(many: str, one: str) -> None:
    """C7-ORDER-9: plurals in -s, -es and -ies are read as known names, and keep their ending."""
    assert orders(f"all {many.lower()} stay") == (own.Stay(Who(every=many)),)
    assert orders(f"{one.upper()} 3 stays") == (own.Stay(Who((f"{one} 3",))),)


def test_the_longest_known_name_is_meant() -> None:
    """C7-ORDER-9: `Fire Storm` is one name, though `Fire` is another."""
    assert orders("E1 casts Fire Storm at E2", ("Fire", "Fire Storm", "Storm")) == (
        own.Cast(Who(("E1",)), "Fire Storm", ("E2",)),
    )


def test_a_known_name_that_stands_in_the_way_is_not_a_name_there() -> None:
    """A sentence that cannot be read with its known names is read without them."""
    assert orders("L1 holds position", ("Holds Position",)) == (own.Stay(L1),)


# --- printing and reading are inverse ----------------------------------------------------------

number = st.integers(0, 999)
numbered = st.lists(number, min_size=1, max_size=4, unique=True).map(tuple)
cell = st.tuples(st.integers(1, 99), st.integers(1, 99))
short = st.builds("{}{}".format, st.sampled_from(["L", "SG", "MK", "SHD"]), number)
full = st.builds("{} {}".format, st.sampled_from(TYPES), number)
ref = short | full
span = st.builds("{0}{1}-{0}{2}".format, st.sampled_from(["L", "SG"]), number, number)
refs = st.lists(ref, min_size=1, max_size=4).map(tuple)
who = st.builds(Who, st.lists(ref | span, min_size=1, max_size=4).map(tuple)) | st.builds(
    Who, every=st.sampled_from(["*", "Legionnaires", "Elf Archers", "Troops"])
)
ways = ("up", "down", "left", "right", "up-left", "up-right", "down-left", "down-right")
goal = cell | st.builds(Heading, number, st.sampled_from([*ways, "forward", "back"]))
route = st.lists(goal, max_size=3).map(tuple)
attack = st.sampled_from([*ATTACKS, "Tree Trunk"])
spell = st.sampled_from([*SPELLS, "Blur"])
tactic = st.sampled_from(TACTICS)
levy = st.builds(
    Levy,
    st.integers(1, 999),
    st.sampled_from([*TYPES, "Legionnaires", "Ogres"]),
    st.lists(st.sampled_from(OPTIONS), max_size=2, unique=True).map(tuple),
)
levies = st.lists(levy, min_size=1, max_size=4).map(tuple)

ORDERS = st.one_of(
    st.builds(own.Move, who, goal, route),
    st.builds(own.Advance, who, goal, route),
    st.builds(own.FallBack, who, goal, route),
    st.builds(own.Stay, who),
    st.builds(own.Embark, who, ref),
    st.builds(own.Disembark, who, cell, st.just("") | ref),
    st.builds(own.Arrive, who, cell),
    st.builds(own.Cast, who, spell, st.just(()) | refs, st.none() | st.integers(1, 9)),
    st.builds(own.StopConcentrating, who),
    st.builds(own.Manifest, who, st.sampled_from(POWERS), st.just(()) | refs),
    st.builds(own.Deny, who, ref),
    st.builds(own.Strike, who, refs, st.just("") | attack),
    st.builds(own.Multiattack, who, refs),
    st.builds(own.Engage, who, cell | ref),
    st.builds(own.StandUp, who),
    st.builds(own.Charge, who, ref, st.none() | cell),
    st.builds(own.UseTactic, tactic),
    st.builds(own.UseTactic, tactic, ref),
    st.builds(own.UseTactic, tactic, ref, st.just("") | attack, st.just("with")),
    st.builds(own.SkipTo, st.sampled_from(["command", "move", "mana", "heavy", "fight"])),
    st.builds(own.ChooseFaction, st.sampled_from(OTHERS), st.sampled_from(["", "Veterans", "Old"])),
    st.builds(own.TakeDetachment, st.sampled_from(["Platoon", "Phalanx"]), levies),
    st.builds(own.TakeReserves, levies),
    st.builds(own.Deploy, who, cell, st.booleans()),
    st.sampled_from(
        [own.Ready(), own.ClearArmy(), EndPhase(), Resign(), OfferDraw(), AcceptDraw()]
    ),
    st.sampled_from([DeclineDraw(), Undo()]),
    st.builds(Undo, st.integers(1, 99)) | st.builds(Undo, entries=numbered),
)

condition = st.sampled_from(["poisoned", "prone", "stunned", "invisible"])
words = st.lists(st.sampled_from(["the", "hill;", "is", "a//b", "high"]), min_size=1).map(" ".join)
GM_ORDERS = st.one_of(
    st.builds(Put, st.sampled_from([*TYPES, "Ogre"]), short, st.integers(1, 4), cell),
    st.builds(Put, st.sampled_from(TYPES), short, st.integers(1, 4), st.none(), st.just("reserve")),
    st.builds(Put, st.sampled_from(TYPES), short, st.integers(1, 4), st.none(), ref),
    st.builds(Remove, ref),
    st.builds(Relocate, ref, cell),
    st.builds(Set, ref, st.sampled_from(["hp", "uses:molotov_cocktail"]), number.map(str)),
    st.builds(Set, ref, st.just("moved"), st.sampled_from(["fall back", "none"])),
    st.builds(Set, st.sampled_from(["army 1"]), st.just("faction"), st.sampled_from(OTHERS)),
    st.builds(Set, st.just("game"), st.just("option"), st.just("engaged strict")),
    st.builds(Set, st.just("game"), st.sampled_from(["round", "killed"]), number.map(str)),
    st.builds(Set, st.just("game"), st.just("phase"), st.sampled_from(["heavy", "fight"])),
    st.builds(Set, st.just("game"), st.just("turn"), st.just("army 2")),
    st.builds(Give, ref, condition, st.none() | st.integers(1, 9)),
    st.builds(Clear, ref, condition),
    st.builds(NextDice, st.lists(number, min_size=1, max_size=9).map(tuple)),
    st.builds(Undo, st.integers(1, 99)) | st.builds(Undo, entries=numbered),
    st.builds(Rewind, number),
    st.builds(Rule, words),
    st.builds(Timeout, st.integers(0, 4)),
    st.builds(gm.Damage, ref, number, st.sampled_from(["", "fire", "psychic"])),
    st.builds(gm.Heal, ref, number),
    st.builds(gm.Kill, ref),
    st.builds(gm.PaintTerrain, st.sampled_from(["rough", "clear"]), cell, cell),
    st.builds(gm.AddNote, ref, words),
)


@settings(max_examples=300)
@given(ORDERS)
def test_printed_orders_read_back(order: Order) -> None:
    """parse(str(order)) == order, for every order kind."""
    assert orders(str(order)) == (order,)


@given(st.lists(ORDERS.filter(lambda order: isinstance(order, own.UnitOrder)), max_size=6), who)
def test_printed_chains_read_back(chain: list[own.UnitOrder], units: Who) -> None:
    """Clauses printed and joined by `then` are read back as the same clauses, for the same
    units."""
    text = " then ".join([str(own.Stay(units)), *(order.clause() for order in chain)])
    if "deploys" in text:
        text = text.replace("deploys", "deploy")
    read_back = orders(text)
    assert [order.clause() for order in read_back[1:]] == [order.clause() for order in chain]
    assert all(order.who == units for order in read_back)


@settings(max_examples=300)
@given(GM_ORDERS)
def test_printed_gm_lines_read_back(order: Order) -> None:
    """parse(str(order)) == order, for every kind of GM line."""
    assert orders(str(order), by_gm=True) == (order,)


# --- the GM -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("put Legionnaire L9 in reserve for army 1", None),
        ("put Legionnaire L9 for army 1 in reserve", Put("Legionnaire", "L9", 1, None, "reserve")),
        ("put Legionnaire L9 for army 1 in CR1", Put("Legionnaire", "L9", 1, None, "CR1")),
        ("set L1 uses:Molotov_Cocktail 2", Set("L1", "uses:molotov_cocktail", "2")),
        ("set phase heavy support fight", Set("game", "phase", "heavy")),
        ("set option magic-min off", Set("game", "option", "magic-min off")),
        ("set army 1 faction second roman empire", Set("army 1", "faction", "second roman empire")),
        ("give L1 poisoned for 2 rounds", Give("L1", "poisoned", 2)),
        ("next dice 12, 3", NextDice((12, 3))),
        ("rewind #17", Rewind(17)),
        ('rule "the hill; it gives // no cover"', Rule("the hill; it gives // no cover")),
        ('**rule** "the hill".', Rule("the hill")),
        ("rule:no cover", Rule("no cover")),
        ('rule"no cover', Rule("'no cover")),
        ("rule the hill (over there) gives no cover.", None),
        ("terrain rough at 4,6-6,6", gm.PaintTerrain("rough", (4, 6), (6, 6))),
        ("note L1 carries the eagle; now // please", None),
        ("timeout", Timeout()),
        ("undo 3", Undo(3)),
    ],
)
def test_gm_lines(text: str, expected: Order | None) -> None:
    """GM lines of section 6.3 and of the shared conventions give the orders expected."""
    if text.startswith("note"):
        expected = gm.AddNote("L1", "carries the eagle; now")
    if text.startswith("rule the"):
        expected = Rule("the hill (over there) gives no cover.")
    if expected is None:
        assert read("crusade7", text, NAMES, gm=True)[0].problem is not None
    else:
        assert orders(text, by_gm=True) == (expected,)


def test_gm_lines_are_no_orders_of_a_seat_and_the_other_way_round() -> None:
    """`gm=True` reads only lines of the GM; without it only orders of a seat are read."""
    assert read("crusade7", "kill L1")[0].problem is not None
    assert read("crusade7", "L1 stays", gm=True)[0].problem is not None


STATBLOCK = """Velite V HP 18 AC 13(Wolf Pelt, shield 2) Cost 9 G
Stats: 7, 2, 3, 1, 0, 1, 1, 2
Class: Elites
Attacks:
Verutum: 6, light assault, DEX+PF-1, 8 piercing,
Tags: None"""


@pytest.mark.parametrize(
    "text",
    [
        f"import {STATBLOCK}",
        f"import\n{STATBLOCK}",
        f"```\nimport {STATBLOCK}\n```",
        f"import\n```\n{STATBLOCK}\n```",
        "import " + STATBLOCK.replace("\n", " | "),
        f"- **import** {STATBLOCK}",
    ],
)
def test_import_takes_the_rest_as_it_stands(text: str) -> None:
    """A pasted statblock may stand on several lines, in a code fence, or on one line with `|`."""
    (written,) = read("crusade7", text, gm=True)
    assert written.problem is None, written.problem
    (order,) = written.orders
    assert isinstance(order, gm.Import)
    assert [block.name for block in order.library.blocks] == ["Velite"]
    assert read("crusade7", str(order), gm=True)[0].orders == (order,)


def test_a_wrong_statblock_names_its_line() -> None:
    """C7-GM-3: the refusal names the line of the statblock that could not be read."""
    wrong = STATBLOCK.replace("Stats: 7, 2", "Stats: 7, two")
    (written,) = read("crusade7", f"import {wrong}", gm=True)
    (order,) = written.orders
    assert isinstance(order, Unread)
    assert order.rule == "C7-GM-3"
    assert written.problem is not None
    assert "line 2" in written.problem.why
    assert written.problem.line.startswith("Stats: 7, two")


def test_an_import_may_be_long_and_has_a_limit() -> None:
    """An import may have 200,000 characters, anything else 10,000."""
    long = "import " + "x" * 150_000
    assert isinstance(read("crusade7", long, gm=True)[0].orders[0], Unread)
    assert read("crusade7", long, gm=True)[0].orders[0].rule == "C7-GM-3"
    (written,) = read("crusade7", "import " + "x" * MOST_IMPORTED, gm=True)
    assert written.problem is not None
    assert "characters" in written.problem.why


# --- messages -----------------------------------------------------------------------------------


def test_a_message_is_cut_into_lines() -> None:
    """A message is split at line breaks and `;`; bullets, fences and empty lines are dropped, and a
    comment becomes the reason of its line."""
    message = """
    ```text
    - L1 moves to 5,12; L2 stays;
    * **L3 stays**, please!   // guards the hill; and the bridge

    // nothing here
    ---
    2) L4 -> 5,13.
    ```
    """
    written = read("crusade7", message)
    assert [line.text for line in written] == [
        "L1 moves to 5,12",
        "L2 stays",
        "**L3 stays**, please!",
        "L4 -> 5,13.",
    ]
    assert [line.problem for line in written] == [None] * 4
    assert [line.reason for line in written] == ["", "", "guards the hill; and the bridge", ""]


@pytest.mark.parametrize(
    "text",
    [
        "L1\u00a0moves\u202fto 5,12",
        "L1 mo\u200bves to 5,\u200e12\ufeff",
        "\u202eL1 moves to 5,12\u202c",
        "[b]L1[/b] [i]moves[/i] to 5,12",
        "`L1 moves to 5,12`",
        "__L1__ *moves* to ***5,12***",
        "~~~\nL1 moves to 5,12\n~~~",
        "> L1 moves to 5,12",
        "• L1 moves to 5,12",
        "L1 moves to 5,12\r\n",
        "L1 \u27a1\ufe0f 5,12",
        "L1 moves to 5,12 ...",
        "||L1 moves to 5,12||",
        "L1\tmoves\tto\t5,12",
    ],
)
def test_what_is_around_the_words_is_ignored(text: str) -> None:
    """Unusual blanks, invisible characters, line breaks and the markup of chats and forums are
    ignored."""
    assert orders(text) == (own.Move(L1, (5, 12)),)


def test_typographic_quotes_are_quotes() -> None:
    """Typographic quotes, which phones write by themselves, are read as plain ones."""
    assert orders("rule “the hill; stays”", by_gm=True) == (Rule("the hill; stays"),)


def test_the_reason_of_a_gm_line_is_kept() -> None:
    """Text after `//` at the start of a line or after a blank is the reason."""
    (written,) = read("crusade7", "kill L1 // he fell off the bridge", gm=True)
    assert written.orders == (gm.Kill("L1"),)
    assert written.reason == "he fell off the bridge"
    assert read("crusade7", "// nothing", gm=True) == ()


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("L1 stays\n" * 101, "100 lines"),
        ("L1 stays " * 2000, "10000 are read"),
        ("L1 moves to 5,12" + " ?" * 300 + "via 4,4", "at most 500"),
        ("L1 moves to " + "9" * 400 + ",12", "at most 6"),
        ("L1 stays" + " then stays" * 20, "at most 20"),
        (", ".join(f"L{n}" for n in range(1, 102))[:480] + " stay", ""),
        (",".join(["L1"] * 120) + " stay", "at most 100"),
    ],
)
def test_limits(text: str, limit: str) -> None:
    """A message beyond a limit is answered with one sentence that names the limit, and is not
    read."""
    written = read("crusade7", text)
    if limit:
        assert len(written) == 1
        assert written[0].problem is not None
        assert limit in written[0].problem.why


def test_limits_of_an_import() -> None:
    """A note may be no longer than any other line."""
    (written,) = read("crusade7", "note L1 " + "x" * 600, gm=True)
    assert written.problem is not None
    assert "at most 500" in written.problem.why


# --- what the grammar says about itself ---------------------------------------------------------


@pytest.mark.parametrize("example", grammar_of("crusade7").examples, ids=lambda one: one.text[:40])
def test_every_example_is_read(example: Example) -> None:
    """Every example above a grammar rule is a legal sentence, since help and errors offer it."""
    assert orders(example.text, by_gm=example.gm)


def test_the_words_of_every_terminal_are_words_it_reads() -> None:
    """Every word that errors offer for a terminal is one that the terminal reads."""
    grammar = grammar_of("crusade7")
    assert set(grammar.words) <= set(source("crusade7").words)
    for terminal in grammar.lark.terminals:
        words = grammar.words.get(terminal.name)
        for word in words.all if words else ():
            described = "(" in word or word.startswith(("a ", "an ")) or terminal.name == "_LAST"
            fits = re.match(terminal.pattern.to_regexp(), f"{word} P1")
            assert described or fits or terminal.name.startswith("__"), (terminal.name, word)


def test_topics_are_made_of_the_examples() -> None:
    """`help attacks` shows the examples of the grammar with their rule IDs."""
    texts = topics("crusade7")
    assert {"moving", "attacks", "magic", "psionics", "tactics", "overrides"} <= set(texts)
    assert "L1 attacks P1 with Gladius  (C7-ATK-8)" in texts["attacks"]
    assert "gm> put Legionnaire L1 for army 1 at 5,12" in texts["overrides"]


def test_verbs_begin_orders() -> None:
    """The verbs of a system, used for completion and for telling orders from prose."""
    assert {"moves", "move", "attack", "hold", "end phase", "ready"} <= set(verbs("crusade7"))
    assert not {"to", "with", "all", "kill", "put"} & set(verbs("crusade7"))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- **L1** moves to 5,12", True),
        ("[b]L1[/b]: hold", True),
        ("L1-L3 dance", True),
        ("move the left flank", True),
        ("end of story", True),
        ("all Legionnaires advance 1 forward", True),
        ("everyone stays", True),
        ("to 5,12 L1 moves", True),
        ("I am ready", True),
        ("All right, let us begin.", False),
        ("I think we should charge.", False),
        ("To be honest, no.", False),
        ("What a battle!", False),
        ("", False),
        ("// a comment", False),
        ("L2 looks weak", False),
        ("L1 stays;" * 500, True),
        ("well; " * 500, False),
    ],
)
def test_begins_like_an_order(line: str, expected: bool) -> None:
    """A line begins like an order if its first word is a unit of the match or a verb, or if the
    whole line is an order."""
    assert begins_like_order("crusade7", line, ["L1", "P1"]) is expected


def test_the_shipped_names_are_read() -> None:
    """Every attack, spell, power, tactic and unit type that is shipped can be named in an order."""
    data = library("crusade7")
    assert isinstance(data, Library)
    tactics = [tactic.name for faction in data.factions for tactic in faction.tactics]
    spells = [spell.name for spell in data.spells]
    powers = [power.name for power in data.powers]
    attacks = [attack.name for block in data.blocks for attack in block.attacks]
    types = [block.name for block in data.blocks]
    known = (*tactics, *spells, *powers, *attacks, *types)
    for sentence, chosen in (
        ("use {} on L1", tactics),
        ("L1 casts {} on L2", spells),
        ("L1 manifests {} on L2", powers),
        ("L1 attacks L2 with {}", attacks),
        ("{} 1 stays", types),
    ):
        for name in chosen:
            text = sentence.format(name)
            assert [str(order) for order in orders(text.lower(), known)] == [text]
            generic = text.replace(" the ", " ")
            assert [str(order).lower() for order in orders(text, ())] == [generic.lower()]


def test_a_problem_is_a_value() -> None:
    """`Written` and `ParseError` compare by what they say."""
    assert read("crusade7", "L1 dances") == read("crusade7", "L1 dances")
    assert isinstance(read("crusade7", "L1 dances")[0].problem, ParseError)
