"""Sentences of section 6 to orders and back, maps as text, and the shipped data."""

import pytest

from grammar import Written, explain, library, read
from grammar.candlebre.maps import read_rows
from grammar.parser import grammar_of
from grammar.transform import Unreadable
from rules.candlebre.orders import (
    AcceptOffer,
    AllOf,
    Attack,
    Lose,
    March,
    Some,
    UnitList,
    WithdrawNow,
    WithdrawWhen,
)
from rules.candlebre.overrides import PutLeader, PutUnits, ReplaceMap
from rules.line.orders import Order, Unread
from rules.line.overrides import Clear, Give, Relocate, Remove, Set

LORE = library("candlebre")
NAMES = tuple(name for site in LORE.sites for name in (site.name, site.code))


def lines(text: str, gm: bool = False) -> tuple[Written, ...]:
    """The lines of a message, read with the names of the standard map."""
    return read("candlebre", text, NAMES, gm=gm)


def orders(text: str, gm: bool = False) -> tuple[Order, ...]:
    """The orders of a message that must be readable."""
    found = lines(text, gm)
    assert all(one.problem is None for one in found), [one.problem for one in found]
    return tuple(order for one in found for order in one.orders)


FORMS = {
    "claim Ashford, Brindle and Crownmere": (
        "select Ashford Brindle Crownmere",
        "take Ashford & Brindle & Crownmere",
        "choose provinces Ashford, Brindle, Crownmere",
        "claim provinces ashford + brindle, and crownmere",
    ),
    "house Varlan": (
        "play House Varlan",
        "choose House Varlan",
        "I'll choose House Varlan",
        "i shall play House Varlan",
    ),
    "buy 3 infantry and 1 cavalry in Ashford": (
        "purchase three inf, a cav for Ashford",
        "Recruit 3 foot & 1 horse at Ashford.",
        "hire 3infantry and one cavalry in Ashford",
        "- please buy 3 infantry and 1 cavalry in Ashford // the front needs them",
        "> buy 3 infantry and 1 cavalry in Ashford",
    ),
    "buy 2 light infantry, 2 pikemen, 2 siege engines and 2 mercenaries": (
        "buy 2 LI, 2 pikes, 2 engines, 2 mercs",
        "buy 2 lights + 2 pike + 2 siege + 2 merc",
        "buy 2 light  infantry, 2 pikemen, 2 siege engine and 2 mercenary",
    ),
    "build great hall in Brindle": (
        "build a great hall at Brindle",
        "construct hall in Brindle",
        "raise the Great Hall in Brindle",
    ),
    "build barracks in Ashford": ("build a barracks at Ashford", "raises barracks in Ashford"),
    "transfer 30 gold to civil": (
        "shift 30g to non-military",
        "move 30 gold from military to civil",
        "transfer 30 to civil",
        "shift 30 from military to non military",
        "transfer 30 gold to everything else",
    ),
    "research military": ("develop military tech", "advance M", "research the military tech"),
    "roll 5 research dice on espionage": (
        "spend 5 rolls on E",
        "5 research dice for espionage",
        "roll five dice on espionage",
        "5 dice on espionage",
    ),
    "attack Brindle from Ashford with 3 infantry and GL1": (
        "attack Brindle with 3 infantry, leader GL1 from Ashford",
        "invade Brindle from Ashford with 3 inf & gl1",
        "Ashford attacks Brindle with 3 infantry and GL01",
        "from Ashford attack Brindle with 3 infantry and GL1",
        "3 infantry and GL1 from Ashford attack Brindle",
        "Ashford invades Brindle with 3 infantry and GL1",
        "**attack** Brindle from Ashford with 3 infantry and GL1",
    ),
    "attack Brindle from Ashford with everything but 1 archer": (
        "attack Brindle from Ashford with all but an archer",
        "attack Brindle from Ashford with everyone except 1 arc",
        "everything save one archer from Ashford attack Brindle",
    ),
    "attack Brindle from Ashford with all cavalry": (
        "from Ashford attack Brindle with all cav",
        "all cavalry from Ashford attacks Brindle",
    ),
    "move 4 infantry and 2 cavalry from Ashford to Brindle": (
        "march 4 infantry, 2 cavalry from Ashford to Brindle",
        "send 4 inf, 2 cav to Brindle from Ashford",
        "from Ashford send 4 inf and 2 cav to Brindle",
        "move from Ashford to Brindle with 4 infantry and 2 cavalry",
        "Ashford sends 4 infantry and 2 cavalry to Brindle",
        "4 infantry and 2 cavalry from Ashford move to Brindle",
        "4 inf, 2 cav from Ashford -> Brindle",
        "4 inf, 2 cav from Ashford => Brindle",
        "from Ashford to Brindle with 4 inf, 2 cav",
        "Ashford moves to Brindle with 4 infantry and 2 cavalry",
    ),
    "move everything from ASH to BRI": ("everyone from ash to bri", "march all from ASH to BRI"),
    "fight Brindle": ("resolve Brindle", "fight the battle of Brindle", "Fight battle in Brindle"),
    "fight": ("resolve",),
    "fight all battles": ("fight all", "resolve all battles"),
    "fight Brindle one round": ("next round in Brindle", "resolve Brindle for one round"),
    "fight one round": ("next round",),
    "fight Brindle to the end": ("resolve the battle of Brindle to the end",),
    "place 2 infantry in Ashford": ("deploy 2 inf at Ashford",),
    "place 2 infantry from reserve in Ashford": (
        "deploy 2 inf from the reserve at Ashford",
        "place 2 infantry in Ashford from reserve",
    ),
    "kill 2 infantry and 1 archer of army 2": ("execute two inf, an archer of Army 2",),
    "kill 1 infantry of neutral": ("kill 1 infantry of neutrals",),
    "release GL2": ("free leader GL2",),
    "ransom 2 infantry to army 3 for 20 gold": (
        "offer 2 inf to army 3 for 20g",
        "ransom 2 infantry to seat 3 for 20",
    ),
    "exchange GL2 for 1 infantry with army 2": ("swap GL2 for an infantry with army 2",),
    "decline offer 1": ("refuse offer 1",),
    "intercession in Ashford": (
        "intercession for Ashford",
        "summon clergy to Ashford",
        "protect Ashford with clergy",
        "bless Ashford",
        "bless Ashford with clergy",
    ),
    "steal from army 2": ("mission steal from army 2", "spies steal against army 2"),
    "assassinate archers in Pellam": ("mission assassinate an archer at Pellam",),
    "sabotage great hall in Pellam": ("spies sabotage a great hall in Pellam",),
    "bribe mercenaries in Pellam": ("bribe in Pellam", "mission bribe a mercenary in Pellam"),
    "rescue archers from army 2": ("spies rescue an archer from army 2",),
    "guard on": ("guard with honor", "guard with honour"),
    "draw fate": ("draw a card", "draw from the Book of Fate", "draw from the book", "draws card"),
    "play 10C in Brindle": ("play card 10c at Brindle", "play a 10 of clubs in Brindle"),
    "play QC for neutral in Brindle": ("play the queen of clubs for the neutrals in Brindle",),
    "play RJ in Brindle": ("play the red joker in Brindle",),
    "propose alliance with army 2": (
        "offer an alliance to army 2",
        "ally with army 2",
        "propose alliance to army 2",
    ),
    "decline alliance from army 1": ("refuse alliance with army 1",),
    "charge with cavalry in Brindle": ("cavalry charge in Brindle", "cav charges at Brindle"),
    "charge with cavalry and light infantry": ("cavalry and LI charge",),
    "no charge": ("stop charging", "no charging"),
    "precision strike cavalry with archers in Brindle": (
        "archers precision strike cavalry in Brindle",
        "precision strike against cavalry with archers in Brindle",
    ),
    "standard attack with archers": ("archers standard attack",),
    "pay bounty 2 in Brindle": (
        "bounty 2 in Brindle",
        "pay a bounty of 2 gold per mercenary in Brindle",
    ),
    "no bounty": ("pay bounty 0",),
    "lose mercenaries, infantry first": (
        "casualties: mercs, infantry",
        "losses: mercenaries and infantry",
        "casualties mercs, inf first",
    ),
    "lose cavalry last in Brindle": ("spare cavalry in Brindle",),
    "rerolls off": ("save rerolls", "save the re-rolls"),
    "reroll only cavalry": ("rerolls for cavalry", "rerolls only cav"),
    "withdraw from Brindle to Ashford": (
        "retreat from Brindle to Ashford",
        "fall back from Brindle to Ashford",
        "withdraw to Ashford in Brindle",
    )[:2],
    "withdraw to Ashford after round 1 in Brindle": (
        "withdraw from Brindle to Ashford after round 1",
        "retreat to Ashford after round one in Brindle",
    ),
    "withdraw when 3 units are left": (
        "retreat when 3 or fewer units remain",
        "withdraw if three units are left",
    ),
    "withdraw when 1 units are left": ("fall back when one unit is left",),
    "stand fast": ("no withdrawal",),
    "battles by round in Brindle": ("battle by round in Brindle",),
    "end phase": ("done", "pass", "next phase", "END PHASE!"),
    "end turn": ("ends turn", "finish turn"),
}


@pytest.mark.parametrize(("canonical", "forms"), FORMS.items(), ids=FORMS)
def test_forms_that_mean_the_same(canonical: str, forms: tuple[str, ...]) -> None:
    """CB-ORDER-10, CB-ORDER-11: all forms of a sentence give the same order, which prints in its
    canonical form."""
    (order,) = orders(canonical)
    assert str(order) == canonical
    for form in forms:
        assert orders(form) == (order,), form


def test_every_example_reads_back() -> None:
    """The examples in the grammar can be read, and so can what their orders print."""
    for example in grammar_of("candlebre").examples:
        if example.text == "map begin":
            continue
        found = orders(example.text, gm=example.gm)
        for order in found:
            assert orders(str(order), gm=example.gm) == (order,), example.text


def test_chains_and_lines() -> None:
    """CB-ORDER-7: `then` joins orders in one line, `;` separates lines."""
    found = lines("end phase, and then fight Brindle then withdraw; end turn")
    assert [len(one.orders) for one in found] == [3, 1]
    assert isinstance(lines("end phase" + " then end phase" * 30)[0].orders[0], Unread)


def test_unknown_names_are_for_the_rules() -> None:
    """CB-ORDER-6: an unknown name is kept as written, for the rules to refuse."""
    expected = Attack("Atlantis", "Ashford", UnitList((Some(1, "dragon"),)))
    assert orders("attack Atlantis from Ashford with 1 dragon") == (expected,)
    assert orders("lose elephants first") == (Lose(("elephants",)),)
    (order,) = orders("build a lighthouse in Brindle")
    assert str(order) == "build lighthouse in Brindle"
    assert str(orders("build a wall in Ashford")[0]) == "build wall in Ashford"
    assert str(orders("precision strike GL2")[0]) == "precision strike GL2"
    assert str(orders("play 11C in Ashford")[0]) == "play 11C in Ashford"
    assert str(orders("house Tudor")[0]) == "house Tudor"


def test_with_a_condition_a_withdrawal_waits() -> None:
    """CB-WDRAW-8: a withdrawal with a condition is a standing order; without one it happens at
    once."""
    assert orders("withdraw from BRI") == (WithdrawNow("BRI", ""),)
    assert orders("withdraw after round 2") == (WithdrawWhen(round=2),)
    for wrong in ("withdraw from BRI after round 1 in ASH", "withdraw after round 0"):
        assert isinstance(lines(wrong)[0].orders[0], Unread)


def test_names_are_spelt_as_the_match_spells_them() -> None:
    """CB-ORDER-2: names may be typed in small letters and get the match's spelling; a code stays a
    code."""
    expected = March(UnitList((AllOf("cavalry"),)), "Ashford", "BRI")
    assert orders("move all cavalry from ashford to bri") == (expected,)


def test_offers_by_number_and_by_seat() -> None:
    """CB-DIPL-3, CB-ORDER-4."""
    assert orders("accept ransom from army 1") == (AcceptOffer(0, "ransom", 1),)
    (line,) = lines("accept ransom from army 0")
    assert line.orders == (
        Unread(line.text, "there is no army 0; armies count from 1", "CB-ORDER-4"),
    )


WRONG = (
    "sing a song of sixpence",
    "attack Brindle",
    "attack Brindle with 3 infantry",
    "buy infantry",
    "build in Ashford",
    "transfer gold to civil",
    "transfer 30 gold from civil to civil",
    "withdraw somewhere nice",
    "3 infantry",
    "Ashford",
    "GL1",
    "attack Brindle from Ashford with",
    "fight Brindle until dawn",
    "fight Brindle one round in Corrin",
    "precision strike",
    "claim",
)


@pytest.mark.parametrize("text", WRONG)
def test_what_fits_no_order_is_not_read(text: str) -> None:
    """CB-ORDER-1: the error quotes what fits no order and offers a form that would do."""
    (line,) = lines(text)
    assert isinstance(line.orders[0], Unread)
    assert line.problem is not None
    assert explain(line.problem)


def test_what_the_gm_writes() -> None:
    """CB-GM-1"""
    three = UnitList((Some(3, "infantry"),))
    table: dict[str, tuple[Order, ...]] = {
        "put 3 infantry for army 1 in Ashford": (PutUnits(three, 1, "Ashford"),),
        "put 3 infantry for neutral in Brindle": (PutUnits(three, 0, "Brindle"),),
        "put 3 infantry and GL2 for army 1 attacking BRI from ASH": (
            PutUnits(three, 1, "BRI", True, "ASH"),
            PutLeader("GL2", 1, "BRI", True),
        ),
        "put GL4 (warden) for army 1 in ASH": (PutLeader("GL4", 1, "ASH", trait="warden"),),
        "remove GL1": (Remove("GL1"),),
        "move GL1 to Ashford": (Relocate("GL1", "Ashford"),),
        "set 1 - 40 owner army 1": (Set("1-40", "owner", "army 1"),),
        "set army 1 ally army 2": (Set("army 1", "ally", "army 2"),),
        "set GL1 trait horse-lord": (Set("GL1", "trait", "horse-lord"),),
        "set phase combat": (Set("game", "phase", "combat"),),
        "give Ashford a great hall": (Give("Ashford", "hall"),),
        "clear army 1 rally": (Clear("army 1", "rally"),),
    }
    for text, expected in table.items():
        assert orders(text, gm=True) == expected, text
    for wrong in ("put all infantry for army 1 in ASH", "remove 2 infantry", "put 1 cav in ASH"):
        assert isinstance(lines(wrong, gm=True)[0].orders[0], Unread)


# --- maps and data ------------------------------------------------------------------------------

ROW = "1 Ashford ASH 10 -20 : BRI COR"


def test_a_map_is_read_line_by_line() -> None:
    """CB-MAP-7: comments, empty lines and `map standard` are ignored, and the map prints back."""
    text = f"map begin\n# a sketch\n\nmap standard\n{ROW} # the capital\n2 Brindle BRI 0 5\nmap end"
    (order,) = orders(text, gm=True)
    assert isinstance(order, ReplaceMap)
    assert [row.line for row in order.provinces] == [5, 6]
    assert str(order) == f"map begin\n{ROW}\n2 Brindle BRI 0 5 :\nmap end"
    assert orders(str(order), gm=True) == (order,)
    assert orders(f"map\n{ROW}\nend", gm=True)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Ashford ASH 10 20 : BRI", "a province is `number name"),
        ("one Ashford ASH 10 20 : BRI", "the number cannot be `one`"),
        ("1 Ash-ford ASH 10 20 : BRI", "the name, one word of letters, cannot be `Ash-ford`"),
        ("1 Ashford Ash 10 20 : BRI", "the code, three capital letters, cannot be `Ash`"),
        ("1 Ashford ASH 1.5 20 : BRI", "the coordinate x, a whole number, cannot be `1.5`"),
        ("1 Ashford ASH 10 y : BRI", "the coordinate y, a whole number, cannot be `y`"),
    ],
)
def test_what_is_wrong_with_a_line_of_a_map(line: str, said: str) -> None:
    """CB-MAP-7: the error names the line and the reason."""
    with pytest.raises(Unreadable) as caught:
        read_rows(["", line])
    assert caught.value.rule == "CB-MAP-7"
    assert f"line 2 `{line}`: {said}" in caught.value.why
    (written,) = lines(f"map begin\n{line}\nmap end", gm=True)
    assert isinstance(written.orders[0], Unread)
    assert written.orders[0].rule == "CB-MAP-7"


def test_a_map_has_an_end() -> None:
    """CB-MAP-7: without `map end` nothing is read; of many wrong lines the first five are
    reported."""
    for text in (f"map begin\n{ROW}", f"map of the world\n{ROW}\nmap end", "map begin"):
        (written,) = lines(text, gm=True)
        assert isinstance(written.orders[0], Unread)
    with pytest.raises(Unreadable, match="and 3 more"):
        read_rows(["x"] * 8)


def test_the_standard_map() -> None:
    """CB-MAP-3, 13.1: sixty provinces, 132 borders, degrees 2 to 7, 2,640 gold."""
    degrees = [len(site.borders) for site in LORE.sites]
    assert [site.number for site in LORE.sites] == list(range(1, 61))
    assert sum(degrees) == 2 * 132
    assert {one: degrees.count(one) for one in range(2, 8)} == {
        2: 4,
        3: 9,
        4: 22,
        5: 13,
        6: 8,
        7: 4,
    }
    for site in LORE.sites:
        assert all(site.number in LORE.sites[other - 1].borders for other in site.borders)


def test_the_houses_and_the_book() -> None:
    """CB-HOUSE-2, CB-FATE-1: five Houses; 54 cards from the ace of clubs to the black joker."""
    assert [house.id for house in LORE.houses] == [
        "varlan",
        "oswin",
        "tessaly",
        "raske",
        "brannoch",
    ]
    codes = [card.code for card in LORE.cards]
    assert len(codes) == len(set(codes)) == 54
    assert codes[:2] == ["AC", "2C"]
    assert codes[13] == "AD"
    assert codes[-3:] == ["KS", "RJ", "BJ"]
    assert sum(card.units is not None for card in LORE.cards) == 12
    assert sum(card.leader is not None for card in LORE.cards) == 5
    windfall = [LORE.card(f"{rank}D").effects[0].amount for rank in range(2, 11)]
    assert windfall == [10, 15, 20, 25, 30, 35, 40, 45, 50]
