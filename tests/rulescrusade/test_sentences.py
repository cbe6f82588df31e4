"""Sentences of Rules Crusade to orders and back: section 6, pasted sheets and maps."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grammar import read, topics, verbs
from grammar.lines import MOST_IN_A_LINE
from grammar.parser import grammar_of
from grammar.rulescrusade.data import read_data
from grammar.source import Example
from rules.line.orders import Order, Unread
from rules.line.overrides import Clear, Give, Relocate, Remove, Set, SetWinner
from rules.rulescrusade import orders as own
from rules.rulescrusade import overrides as gm
from rules.rulescrusade.orders import STANDING, CardPlay, Purchase
from rules.rulescrusade.sheets import CARDS, Dice, ModelType, Weapon, read_dice
from rules.rulescrusade.words import DIRECTIONS, Heading, Manner, Who

DATA = read_data()
WEAPONS = tuple(weapon.name for weapon in DATA.weapons)
TYPES = tuple(model.name for model in DATA.models)
LISTS = tuple(one.name for one in DATA.lists)
WORDED = ("Mind Blast", "Mind Lance", "Projection")
NAMES = (*WEAPONS, *TYPES, *LISTS, *(one for one in CARDS if one not in WORDED), "skrap", "ore")

M1, M2 = Who(("M1",)), Who(("M2",))


def orders(text: str, by_gm: bool = False, names: tuple[str, ...] = NAMES) -> tuple[Order, ...]:
    """The orders of a message that must be readable."""
    written = read("rulescrusade", text, names, gm=by_gm)
    assert all(line.problem is None for line in written), [line.problem for line in written]
    return tuple(order for line in written for order in line.orders)


def refused(text: str, by_gm: bool = True) -> Unread:
    """The one order of a line that cannot be read."""
    (written,) = read("rulescrusade", text, NAMES, gm=by_gm)
    (order,) = written.orders
    assert isinstance(order, Unread)
    return order


def test_the_grammar_is_strict() -> None:
    """The grammar has no conflicts and no colliding words: otherwise it could not be built."""
    assert grammar_of("rulescrusade").lark.options.strict


FORMS = {
    "M3 moves to 10,14": (
        "move M3 to 10,14",
        "M3 goes to 10,14",
        "M3 advances to 10,14",
        "M3 -> r10c14",
        "M3: moves to (10, 14)",
        "m3 WALKS to row 10 column 14",
    ),
    "M3 moves 4 north": ("move M3 4 north", "M3 moves 4 n", "M3 moves four inches north"),
    "M3 moves 2 southwest": ("M3 moves 2 sw", "M3 moves two squares south-west"),
    "M3 moves via 9,12, 9,13 to 10,14": (
        "M3 moves to 10,14 via 9,12, 9,13",
        "move M3 via 9,12 and 9,13 to 10,14",
    ),
    "M3 runs to 10,20": (
        "M3 sprints to 10,20",
        "M3 takes an extra move to 10,20",
        "run M3 to 10,20",
    ),
    "M3 charges O2": ("charge O2 with M3", "M3 charges at O2"),
    "M3 charges O2 with Knife, pulling to 1": (
        "M3 charges at O2 with the knife pulling to 1",
        "charge O2 with M3, with Knife, pulling to 1",
    ),
    "M3 fights O2": ("M3 melees O2", "M3 hits O2 in melee", "fight O2 with M3"),
    "M3 fights O2, O3 and O4": ("M3 strikes O2-O4", "M3 fights O2 and O3, O4"),
    "M3 attacks O2 with Bolter": ("attack O2 with M3 with Bolter", "M3 attacks O2 using Bolter"),
    "M3 fires Bolter at O2": (
        "M3 shoots O2 with the bolter",
        "fire M3's bolter at O2",
        "M3 fires his Bolter at O2",
        "shoot O2 with M3 using Bolter",
    ),
    "M3 rapid fires Bolter at O2": ("M3 fires Bolter twice at O2", "M3 rapid-fires Bolter at O2"),
    "M3 rapid fires at O2": ("M3 double taps O2",),
    "L1 fires both pistols at O2": (
        "L1 two-fists O2",
        "L1 shoots O2 with both pistols",
        "L1 fires two fisted at O2",
    ),
    "M1 throws Frag Grenade at 8,9": (
        "throw M1's frag grenade at 8,9",
        "M1 tosses a Frag Grenade at 8,9",
    ),
    "O1-O3 mob M1": ("O1, O2 and O3 mob M1", "O1, O2, O3 gang up on M1", "mob M1 with O1-O3"),
    "G1-G4 volley at O1 and O2": (
        "G1-G4 volley fire at O1, O2",
        "volley fire with G1-G4 at O1, O2",
    ),
    "G1 and G2 volley at O1": ("G1, G2 fire a volley at O1",),
    "M2 hides": ("hide M2", "M2 goes into hiding", "M2 takes cover"),
    "M2 reloads Musket": ("reload M2's musket",),
    "M2 unjams": ("M2 clears the jam",),
    "M2 unjams Bolter": ("unjam M2's bolter",),
    "M2 recovers Spear": ("M2 pulls out the spear", "M2 takes back Spear", "recover M2's spear"),
    "M2 picks up skrap": ("M2 grabs the skrap", "pick up skrap with M2", "M2 takes the skrap"),
    "M2 drops skrap": ("drop M2's skrap", "M2 puts down the skrap"),
    "M2 jumps to 5,9": ("M2 leaps to 5,9", "jump M2 to 5,9", "M2 jumps across to 5,9"),
    "M2 jumps down to 5,9": ("M2 drops down to 5,9", "M2 hops down to 5,9", "jump M2 down to 5,9"),
    "M2 hangs and drops to 5,9": ("M2 hangs & drops to 5,9", "M2 lowers himself to 5,9"),
    "M2 scrabbles to 5,9": ("M2 scrambles up to 5,9", "scrabble M2 to 5,9", "M2 clambers to 5,9"),
    "M2 climbs to 4,6": ("M2 takes the ladder to 4,6", "climb M2 to 4,6"),
    "M2 climbs the ladder": ("M2 takes the ladder", "M2 climbs"),
    "M2 dives on O3": ("M2 dive attacks O3", "M2 leaps onto O3", "dive M2 at O3"),
    "M2 enters B1": ("M2 moves inside B1", "M2 goes into B1"),
    "M2 enters B1.2 at 4,5": ("M2 goes into B1.2 at 4,5",),
    "M2 leaves B1 to 5,6": ("M2 exits B1 to 5,6",),
    "M2 forces entry into B1": ("M2 breaches B1", "M2 kicks in the door of B1"),
    "M2 closes the entry": ("M2 seals the breach", "close entry with M2"),
    "P1 mind wars P2": (
        "P1 duels P2's mind",
        "P1 attacks P2 psychically",
        "P1 starts a mind war with P2",
    ),
    "P1 mind blasts 8,9": ("P1 uses Mind Blast at 8,9", "mind blast 8,9 with P1"),
    "P1 plays Inferno on O4": ("P1 casts Inferno at O4", "play Inferno on O4 with P1"),
    "P1 plays Telekinesis on G1 east and Tripper on G2": (
        "P1 casts Telekenesis on G1 east and Trip on G2",
    ),
    "P1 plays Teleport to 5,9": ("P1 uses Teleport to 5,9",),
    "P1 readies Precognant for M2": (
        "P1 prepares Precognant for M2",
        "ready Precog for M2 with P1",
    ),
    "BL1 detonates": ("detonate BL1", "BL1 explodes", "BL1 blows itself up"),
    "LE1 latches onto M1": ("LE1 latches on M1", "latch LE1 onto M1", "LE1 clings to M1"),
    "S1 scans X3": ("scan X3 with S1", "S1 scans chit X3", "S1 uses the scanner on X3"),
    "X3 reveals": ("reveal X3", "X3 shows itself", "turn over X3"),
    "GH1 dissipates": ("dissipate GH1", "GH1 fades"),
    "M4 always parries": ("M4 parries always",),
    "M1 and M2 never parry": ("M1, M2 do not parry", "M1 and M2 don't parry"),
    "M4 uses Sword and Bolt Pistol": ("M4 wields Sword, Bolt Pistol",),
    "check M1 to O2": ("range M1 O2", "can M1 see O2?"),
    "takes Vanguard squad": ("I take Vanguard squad", "muster Vanguard squad"),
    "buys 2 Marines and 1 Psyker": ("buy two Marines, one Psyker", "hires 2 Marines and a Psyker"),
    "deploy X5 as nothing at 3,6": ("X5 deploys as nothing at 3,6",),
    "end phase": ("end turn", "done", "pass"),
}


@pytest.mark.parametrize("canonical", FORMS)
def test_variants_give_the_order_of_the_canonical_form(canonical: str) -> None:
    """RC-ORD-1, RC-ORD-9, RC-CARD-20, RC-CARD-22: every form of section 6 and its variants."""
    expected = orders(canonical)
    assert [str(order) for order in expected] == [canonical]
    for variant in FORMS[canonical]:
        assert orders(variant) == expected, variant


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("M1 moves to 5,12", own.Move(M1, (5, 12))),
        ("M1 moves 3 north", own.Move(M1, Heading(3, "north"))),
        ("M2 takes cover", own.Hide(M2)),
        ("M2 takes prisoners", own.Standing(M2, "finish", "ko")),
        ("M2 takes the ladder", own.Climb(M2)),
        ("M2 takes the ore", own.PickUp(M2, "ore")),
        ("M2 uses Shield", own.Loadout(M2, ("Shield",))),
        ("M2 uses Shield on M1", own.PlayCards(M2, (CardPlay("Shield", ("M1",)),))),
        ("M2 uses Phase", own.PlayCards(M2, (CardPlay("Phase"),))),
        ("M2 uses default weapons", own.Loadout(M2)),
        ("M2 uses Mind Blast at O3", own.MindBlast(M2, ("O3",))),
        ("M2 plays Mind Blast at 8,9", own.PlayCards(M2, (CardPlay("Mind Blast", ((8, 9),)),))),
        ("M2 drops down to 5,9", own.JumpDown(M2, (5, 9))),
        ("Marine 1 hides", own.Hide(Who(("Marine 1",)))),
        ("all Marines hide", own.Hide(Who(every="Marines"))),
    ],
)
def test_what_a_sentence_means(text: str, expected: Order) -> None:
    """RC-ORD-12: a form with fixed words wins over one with a free name."""
    assert orders(text) == (expected,)


def test_modifiers_of_an_attack() -> None:
    """6.2: everything that may follow an attack, with and without commas."""
    text = (
        "M1 fires Long Rifle at O1 and O2, to stun, throwing ne, controlling, taking prisoners, "
        "without scope, split 2 3"
    )
    manner = Manner(None, "S", "northeast", True, True, True, (2, 3))
    expected = own.Fire(M1, ("O1", "O2"), ("Long Rifle",), manner)
    assert orders(text) == orders(text.replace(", ", " ")) == (expected,)
    assert orders(str(expected)) == (expected,)


def test_a_chain_belongs_to_the_models_named_last() -> None:
    """RC-ORD-8: clauses after `then` are for the same models until others are named."""
    chain = orders("M1, M2 move 1 north then hide, then O3 hides and fires at M1")
    both, third = Who(("M1", "M2")), Who(("O3",))
    assert chain == (
        own.Move(both, Heading(1, "north")),
        own.Hide(both),
        own.Hide(third),
        own.Fire(third, ("M1",)),
    )


@pytest.mark.parametrize(
    "text",
    [
        "M1 charges O1 and O2",
        "P1 mind wars P2 with Bolter",
        "M1 fires Bolter at O1 with Melta",
        "M3-O5 hide",
        "M9-M3 hide",
        "P1 plays Telekinesis east",
    ],
)
def test_sentences_of_the_right_form_that_cannot_be_meant(text: str) -> None:
    """RC-ORD-1: a sentence of the right form that makes no sense is refused with a reason."""
    assert refused(text, by_gm=False).why


# --- printing and reading are inverse ----------------------------------------------------------

number = st.integers(0, 99)
cell = st.tuples(st.integers(1, 48), st.integers(1, 48))
ref = st.builds("{}{}".format, st.sampled_from(["M", "GN", "O", "LE", "X"]), st.integers(1, 12))
full = st.builds("{} {}".format, st.sampled_from(TYPES), st.integers(1, 12))
who = st.builds(Who, st.lists(ref | full, min_size=1, max_size=5).map(tuple)) | st.builds(
    Who, every=st.sampled_from(["*", "Marines", "Orc Seers", "Leeches"])
)
building = st.sampled_from(["B1", "B2.3"])
direction = st.sampled_from(DIRECTIONS)
goal = cell | st.builds(Heading, number, direction)
target = ref | cell | building
targets = st.lists(target, min_size=1, max_size=4).map(tuple)
single = target.map(lambda one: (one,))
weapon = st.sampled_from([*WEAPONS, "Tree Trunk"])
weapons = st.lists(weapon, max_size=3, unique=True).map(tuple)
at_most_one = st.lists(weapon, max_size=1).map(tuple)
manner = st.builds(
    Manner,
    st.none() | st.integers(0, 9),
    st.sampled_from(["", "S", "W", "KO", "K"]),
    st.just("") | direction,
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.lists(st.integers(0, 9), max_size=3).map(tuple),
)
card = st.sampled_from(CARDS)
item = st.sampled_from(["skrap", "ore", "body of M2"])
plain_play = st.builds(CardPlay, card, st.lists(ref, max_size=3).map(tuple))
cell_play = st.builds(CardPlay, card, cell.map(lambda one: (one,)))
pushed = st.builds(CardPlay, st.just("Telekinesis"), single, direction)
jinxed = st.builds(CardPlay, st.just("Jinx"), ref.map(lambda one: (one,)), st.just(""), weapon)
plays = st.lists(plain_play | cell_play | pushed | jinxed, min_size=1, max_size=3).map(tuple)
no_weapon = st.just(())

ORDERS = st.one_of(
    st.builds(own.Move, who, goal),
    st.builds(own.Move, who, cell, st.lists(cell, max_size=3).map(tuple)),
    st.builds(own.Run, who, cell, st.lists(cell, max_size=3).map(tuple)),
    st.builds(own.Slip, who, goal),
    st.builds(own.Jump, who, cell),
    st.builds(own.JumpDown, who, cell),
    st.builds(own.HangAndDrop, who, cell),
    st.builds(own.Scrabble, who, cell),
    st.builds(own.Climb, who, st.none() | cell),
    st.builds(own.Enter, who, building, st.none() | cell),
    st.builds(own.Leave, who, cell, st.just("") | building),
    st.builds(own.OntoRoof, who, st.none() | cell),
    st.builds(own.Charge, who, single, weapons, manner),
    st.builds(own.ChargeTo, who, cell),
    st.builds(own.Fight, who, targets, weapons, manner),
    st.builds(own.Attack, who, targets, weapons, manner),
    st.builds(own.Dive, who, single, weapons, manner),
    st.builds(own.Latch, who, single, no_weapon, manner),
    st.builds(own.MindWar, who, single, no_weapon, manner),
    st.builds(own.MindBlast, who, single, no_weapon, manner),
    st.builds(own.Mob, who, single, weapons, manner),
    st.builds(own.Volley, who, targets, no_weapon, manner),
    st.builds(own.Fire, who, targets, at_most_one, manner),
    st.builds(own.RapidFire, who, targets, at_most_one, manner),
    st.builds(own.Throw, who, targets, weapon.map(lambda one: (one,)), manner),
    st.builds(own.FireBoth, who, targets, no_weapon, manner),
    st.builds(own.ForceEntry, who, building, weapons),
    st.builds(own.CloseEntry, who, st.just("") | building),
    st.builds(own.Detonate, who),
    st.builds(own.Hide, who),
    st.builds(own.Reload, who, weapon, st.just("") | ref),
    st.builds(own.Reload, who),
    st.builds(own.Unjam, who, st.just("") | weapon),
    st.builds(own.Recover, who, weapon),
    st.builds(own.PickUp, who, item, st.none() | cell),
    st.builds(own.Drop, who, st.just("") | item),
    st.builds(own.Scan, who, ref),
    st.builds(own.Reveal, who),
    st.builds(own.Dissipate, who),
    st.builds(own.EndProjection, who),
    st.builds(own.PlayCards, who, plays),
    st.builds(own.ReadyCard, who, card, st.just("") | ref),
    st.builds(own.StandDown, who),
    st.sampled_from(list(STANDING)).flatmap(
        lambda one: st.builds(own.Standing, who, st.just(one[0]), st.just(one[1]))
    ),
    st.builds(own.Loadout, who, st.lists(weapon, max_size=3, unique=True).map(tuple)),
    st.builds(own.Discard, card),
    st.builds(own.Check, ref, target),
    st.builds(own.TakeList, st.sampled_from(LISTS), st.integers(0, 6)),
    st.builds(
        own.Buy,
        st.lists(
            st.builds(Purchase, st.integers(1, 99), st.sampled_from(["Marines", "Orc Seer"])),
            min_size=1,
            max_size=3,
        ).map(tuple),
    ),
    st.builds(own.Dismiss, who),
    st.just(own.Ready()),
    st.builds(
        own.Deploy, who, cell, st.sampled_from(["", "nothing", "ST1"]), st.just("") | building
    ),
)

area = st.tuples(cell, cell)
areas = st.lists(area, min_size=1, max_size=3).map(tuple)
some_type = st.sampled_from([*TYPES, "Ogre"])
GM_ORDERS = st.one_of(
    st.builds(
        gm.PutModel, some_type, ref, st.integers(1, 6), cell, st.sampled_from(["", "roof", "B1"])
    ),
    st.builds(gm.PutModel, some_type, ref, st.integers(1, 6), st.none(), st.just("reserve")),
    st.builds(gm.PutChit, ref, st.integers(1, 6), cell, some_type, ref),
    st.builds(gm.PutChit, ref, st.integers(1, 6), cell),
    st.builds(gm.PutItem, item, cell, st.booleans()),
    st.builds(gm.SetTerrain, area, st.sampled_from(["wall", "rough", "lava"])),
    st.builds(gm.SetElevation, area, st.integers(0, 9)),
    st.builds(gm.SetLight, area, st.sampled_from(["dark", "smoke", "clear"])),
    st.builds(gm.AddBuilding, building, areas, st.integers(1, 9), st.booleans()),
    st.builds(gm.AddSector, building, areas),
    st.builds(gm.AddLadder, cell, cell),
    st.builds(gm.AddManhole, cell, cell),
    st.builds(gm.AddMarker, building, cell),
    st.builds(gm.ClearMarker, cell),
    st.builds(gm.Collapse, building),
    st.builds(gm.UseMap, st.sampled_from(["yard", "corridors"])),
    st.sampled_from([gm.DefineWeapon(one) for one in DATA.weapons]),
    st.sampled_from([gm.DefineModel(one) for one in DATA.models]),
    st.just(gm.Start()),
    st.builds(Remove, ref),
    st.builds(Relocate, ref, cell),
    st.builds(Set, ref | building, st.sampled_from(["hits", "weapon:bolter"]), number.map(str)),
    st.builds(Set, st.just("army 1"), st.just("cards"), st.just("Curse, Heal")),
    st.builds(SetWinner, st.integers(0, 6)),
    st.builds(Give, ref, st.sampled_from(["stunned", "down", "ko", "shielded 2"])),
    st.builds(Clear, ref, st.sampled_from(["stunned", "down", "hidden"])),
    st.builds(own.TakeList, st.sampled_from(LISTS), st.integers(1, 6)),
)


@settings(max_examples=300)
@given(ORDERS)
def test_printed_orders_read_back(order: Order) -> None:
    """parse(str(order)) == order, for every order kind."""
    assert orders(str(order)) == (order,)


@given(st.lists(ORDERS.filter(lambda one: isinstance(one, own.UnitOrder)), max_size=2), who)
def test_printed_chains_read_back(chain: list[own.UnitOrder], models: Who) -> None:
    """RC-ORD-8: clauses joined by `then` are the orders of a chain."""
    first: Order = own.Hide(models)
    parts = [str(first)]
    for order in chain:
        parts.append(order.after(first))
        first = order
    if len(text := " then ".join(parts)) <= MOST_IN_A_LINE:
        assert orders(text) == (own.Hide(models), *chain)


@settings(max_examples=300)
@given(GM_ORDERS)
def test_printed_gm_lines_read_back(order: Order) -> None:
    """parse(str(order)) == order for the lines of the GM too."""
    assert orders(str(order), by_gm=True) == (order,)


def test_gm_lines_are_no_orders_of_a_seat_and_the_other_way_round() -> None:
    """RC-GM-1: `gm=True` reads the GM's lines only, without it only the orders of a seat."""
    assert read("rulescrusade", "collapse B1")[0].problem is not None
    assert read("rulescrusade", "M1 hides", gm=True)[0].problem is not None


# --- pasted sheets ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2R+1W+1", "2R+1W+1"),
        ("2R1W+1", "2R+1W+1"),
        ("RRW+1", "2R+1W+1"),
        ("2 red + 1 white + 1", "2R+1W+1"),
        ("2r 1w", "2R+1W"),
        ("OOo+1", "2R+1W+1"),
        ("oo", "2W"),
        ("1R-1", "1R-1"),
        ("-", "-"),
    ],
)
def test_dice_in_every_notation(text: str, expected: str) -> None:
    """RC-DICE-3: dice are read as written in chat, in data and on the original page."""
    assert str(read_dice(text)) == expected


@pytest.mark.parametrize("text", ["", "2R+", "4", "banana", "2Q", "1R-1W", "999999999R"])
def test_no_dice(text: str) -> None:
    """RC-DICE-3: any other text is not a notation of dice."""
    assert read_dice(text) is None


@given(st.builds(Dice, st.integers(0, 99), st.integers(0, 99), st.integers(-99, 99)))
def test_dice_read_back(dice: Dice) -> None:
    """RC-DICE-3: the canonical notation leaves out zeros and reads back the same."""
    assert read_dice(str(dice)) in (dice, None if str(dice).startswith(("+", "-")) else dice)


def test_the_shipped_data_is_what_a_gm_could_paste() -> None:
    """RC-DATA-1, RC-DATA-2: every shipped line reads back the same when printed and pasted."""
    for weapon in DATA.weapons:
        assert orders(str(weapon), by_gm=True) == (gm.DefineWeapon(weapon),)
    for model in DATA.models:
        assert orders(str(model), by_gm=True) == (gm.DefineModel(model),)
        assert set(model.weapons) <= set(WEAPONS)


def test_the_shipped_lists_cost_what_they_say() -> None:
    """RC-DATA-4: a list costs the sum of its models' values."""
    values = {model.letters: model.value for model in DATA.models}
    for one in DATA.lists:
        assert one.cost == sum(values[ref.rstrip("0123456789")] for ref in one.refs)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("weapon Stick: club 1h; 1W; -; W; -; -", "class"),
        ("weapon Stick: melee 1h; 1Q; -; W; -; -", "dice"),
        ('weapon Stick: melee 1h; 1W; 9"; W; -; -', "template"),
        ("weapon Stick: melee 1h; 1W; -; Z; -; -", "graze"),
        ("weapon Stick: melee 1h; 1W; -; W; Q; -", "fail"),
        ("weapon Stick: melee 1h; 1W; -; W; -; Magic", "effect"),
        ("weapon Stick: melee 1h; 1W; -; W; -; B", "round template"),
        ("weapon Stick: melee 1h; 1W; -; W", "fail"),
        ("weapon Stick", "colon"),
        ("model Orc: M6 A1 H1; normal; 2R S; -; -; 3", "letters"),
        ("model Bear (B): M6 A1 H1; normal; 2R S; -; -; 3", "buildings"),
        ("model Orc (O): M6 A1; normal; 2R S; -; -; 3", "M, A and H"),
        ("model Orc (O): M99 A1 H1; normal; 2R S; -; -; 3", "at most 24"),
        ("model Orc (O): M6 A1 H1; tiny; 2R S; -; -; 3", "size"),
        ("model Orc (O): M6 A1 H1; normal; dice S; -; -; 3", "melee"),
        ("model Orc (O): M6 A1 H1; normal; 2R S; -; Clever; 3", "trait"),
        ("model Orc (O): M6 A1 H1; normal; 2R S; -; -; three", "value"),
        ("model Orc (O): M6 A1 H1; normal; 2R S; -; -; 3; more", "field 7"),
    ],
)
def test_a_wrong_line_names_its_field(text: str, field: str) -> None:
    """RC-DATA-3: a wrong line is refused under this rule, and the reason names the field."""
    order = refused(text)
    assert order.rule == "RC-DATA-3"
    assert field in order.why


def test_several_lines_may_be_pasted_at_once() -> None:
    """RC-DATA-3: of several pasted lines only the wrong one is refused."""
    text = f"{DATA.weapons[0]}\nweapon Stick: club; 1W; -; W; -; -\n{DATA.models[0]}"
    kinds = [type(line.orders[0]) for line in read("rulescrusade", text, NAMES, gm=True)]
    assert kinds == [gm.DefineWeapon, Unread, gm.DefineModel]


def test_statblocks_are_read_however_they_are_spaced() -> None:
    """RC-DATA-1, RC-DATA-2: case and blanks do not matter; keywords are spelt as in the rules."""
    (order,) = orders(
        "Model  orc  boss ( ob ) :m6 / 4 A2 H2;NORMAL; 4r+1 s; -; psy-1,tough ;10", True
    )
    assert isinstance(order, gm.DefineModel)
    model = ModelType(
        "orc boss", "OB", 6, 2, 2, "normal", Dice(4, 0, 1), "S", (), ("Psy-1", "Tough"), 10, 4
    )
    assert order.model == model
    (line,) = orders("weapon Pick: MELEE; 1w; none; w; -; +p, kill=ko", True)
    pick = Weapon("Pick", "melee", 1, Dice(0, 1), "", "W", "", ("+P", "Kill=KO"))
    assert line == gm.DefineWeapon(pick)


# --- pasted maps --------------------------------------------------------------------------------

MAP = """map 6x8          // rows x columns
________
__bb____
__bb__c_      // a comment stands beyond the last column
__H___==
__//____
________

elevation
........
........
........
........
........
.....222
building B1 at 2,3-3,4 roof 3
sector B1.2 at 3,3-3,4
ladder 4,3 to 3,3   // up the wall
item skrap at 5,5
end"""


def test_a_map_is_read_as_it_stands() -> None:
    """RC-MAP-2, RC-MAP-3, RC-MAP-4: rows, blocks, lines; comments and blank lines are ignored."""
    (order,) = orders(MAP, by_gm=True)
    assert isinstance(order, gm.PasteMap)
    sheet = order.sheet
    assert (sheet.rows, sheet.columns) == (6, 8)
    assert sheet.ground[2] == "__bb__c_"
    assert sheet.ground[4] == "__//____"
    assert sheet.elevation[5] == ".....222"
    assert sheet.light == ()
    assert [line.word for line in sheet.lines] == ["building", "sector", "ladder", "item"]
    assert sheet.lines[0].areas == (((2, 3), (3, 4)),)
    assert orders(str(order), by_gm=True) == (order,)


def test_a_map_goes_to_its_end_and_no_further() -> None:
    """RC-MAP-2, RC-GM-4: lines after `end` are lines of their own; `map yard` is one line."""
    kinds = [type(one) for one in orders(f"{MAP}\nstart", by_gm=True)]
    assert kinds == [gm.PasteMap, gm.Start]
    assert orders("map yard\nstart", by_gm=True) == (gm.UseMap("yard"), gm.Start())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("map 3x8\n________\nend", "3x8"),
        (MAP.replace("\nend", ""), "no end"),
        (MAP.replace("__bb____", "__bb_____"), "column 9"),
        (MAP.replace("item skrap at 5,5", "dragon at 5,5"), "line 19"),
        (MAP.replace("__H___==\n", ""), "ground has 5 rows"),
        (MAP.replace("item skrap at 5,5", "elevation"), "twice"),
    ],
)
def test_a_wrong_map_is_refused_whole(text: str, why: str) -> None:
    """RC-MAP-5: with the line, and the column where there is one."""
    order = refused(text)
    assert order.rule == "RC-MAP-5"
    assert why in order.why


# --- what the grammar says about itself ---------------------------------------------------------


@pytest.mark.parametrize(
    "example", grammar_of("rulescrusade").examples, ids=lambda one: one.text[:40]
)
def test_every_example_is_read(example: Example) -> None:
    """Examples above the rules are legal sentences: help and errors offer them."""
    assert orders(example.text, by_gm=example.gm)


def test_topics_and_verbs() -> None:
    """Help shows sentences with their rule IDs; the verbs tell orders from prose."""
    texts = topics("rulescrusade")
    wanted = {"moving", "attacks", "psychic", "buildings", "standing", "setup", "overrides"}
    assert wanted <= set(texts)
    assert "M3 fires Bolter at O2  (RC-SHOOT-1)" in texts["attacks"]
    assert {"moves", "fires", "charges", "deploy", "hides"} <= set(verbs("rulescrusade"))
