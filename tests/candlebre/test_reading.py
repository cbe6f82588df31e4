"""How free words are read in Candle'Bre."""

from bot.reading.decision import Decision
from grammar.reader.tokens import tokens_of
from tests.reading.test_proposing import said

PURCHASE = """# candlebre: a purchase
game: candlebre
gm> set Ashford owner army 1
gm> set Corrin owner army 1
gm> give Ashford barracks
gm> set army 1 military 150
gm> set army 1 civil 160
gm> set phase purchase
gm> set turn army 1
seat: 1
x => -
"""

COURT = """# candlebre: a court with captives
game: candlebre
gm> captive 3 infantry of army 2 for army 1
gm> captive 1 archer of army 2 for army 1
gm> captive GL2 of army 2 for army 1
gm> put GL1 for army 1 in Ashford
gm> set phase diplomacy
gm> set turn army 1
seat: 1
x => -
"""

WARPATH = """# candlebre: a warpath
game: candlebre
gm> put 6 infantry for army 1 in Ashford
gm> put 2 cavalry for army 1 in Ashford
gm> put GL1 for army 1 in Ashford
gm> put 2 infantry for army 2 in Farrow
gm> set phase move
gm> set turn army 1
seat: 1
x => -
"""

BATTLE = """# candlebre: a battle
game: candlebre
gm> set Ashford owner army 1
gm> put 3 infantry for army 1 in Brindle
gm> put 2 cavalry for army 1 in Brindle
gm> put 3 infantry for army 2 in Brindle
gm> put 3 infantry for army 1 in Corrin
gm> put 3 infantry for army 2 in Corrin
gm> set phase combat
gm> set turn army 1
seat: 1
x => -
"""


def bought(text: str) -> Decision:
    """What is decided on a message of army 1, which may buy."""
    return said(text, PURCHASE)


def test_a_sum_that_fits_an_order_is_no_order() -> None:
    """What an order costs and leaves, in all or apiece, may stand beside it."""
    infantry = ("buy 3 infantry in Ashford",)
    for text in (
        "3 infantry in Ashford (45)",
        "3 infantry in Ashford, 15 apiece, so 45 gold",
        "3 infantry in Ashford, 45 gold in total, leaves 105 military",
    ):
        assert (bought(text).kind, bought(text).sentences) == ("run", infantry), text
    assert bought("research military, next level, 80 gold").kind == "run"


def test_a_sum_that_fits_no_order_is_doubted() -> None:
    """Whoever reckons otherwise, or under a condition, may mean another order."""
    for text in (
        "3 infantry in Ashford (60)",
        "3 infantry and 1 archer in Ashford, total 5",
        "3 infantry in Ashford, 45 gold, not yet",
        "3 infantry in Ashford, 45 gold, or 1 cavalry, 25 gold",
        "3 infantry in Ashford? 45 gold",
    ):
        assert bought(text).kind != "run", text


def test_a_form_is_an_order() -> None:
    """One field to a line; a remark below it may take it back, a heading may discard it."""
    form = "Buy: 2 infantry, 1 archer\nWhere: Ashford"
    assert bought(form).kind == "run"
    assert bought(form).sentences == ("Buy 2 infantry, 1 archer at Ashford",)
    for doubted in (f"{form}\nRemark: not yet", f"{form}?", f"Example\n{form}", f"Never\n{form}"):
        assert bought(doubted).kind != "run", doubted
    assert bought("Unit: army 2\nAction: buys 2 infantry\nWhere: Ashford").kind != "run"


def test_captives_are_told_by_what_they_are() -> None:
    """Where forces are captives, `the archer` and `the leader` are those that are held."""
    for text, order in (
        ("Execute the captive archer.", "kill 1 archers"),
        ("The leader that we captured goes free.", "release GL2"),
        ("Two of the captured infantry are released, no charge.", "release 2 infantry"),
    ):
        assert (said(text, COURT).kind, said(text, COURT).sentences) == ("run", (order,)), text
    for text in (
        "The captive archer is hungry.",
        "Yesterday the captive archer was released.",
        "Army 2 releases the captive archer.",
        "Kill the captive archer or release him.",
        "Do not execute the captive archer.",
    ):
        assert said(text, COURT).kind != "run", text


def test_who_leads_goes_along() -> None:
    """A leader in front of a force goes with it; one who stands elsewhere does not."""
    text = "4 infantry from Ashford attack Farrow"
    for leads in (", with GL1 in front of them!", ", GL1 at their head", ", GL1 rides with them"):
        found = said(f"{text}{leads}", WARPATH)
        assert found.kind == "run", leads
        assert "GL1" in found.sentences[0], leads
    for leads in (", GL1 not in front", ", GL1 is in front of the tavern"):
        assert said(f"{text}{leads}", WARPATH).kind != "run", leads
    mounted = "My lord GL1 mounts: he attacks Farrow from Ashford with 4 infantry."
    assert said(mounted, WARPATH).kind != "run" or "GL1" in said(mounted, WARPATH).sentences[0]


def test_what_changes_nothing_is_passed_over() -> None:
    """`whatever happens` leaves nothing open; `or whatever`, or what is chosen so, does."""
    text = "4 infantry from Ashford attack Farrow"
    for more in (", whatever happens", ", whatever it costs", ", no matter what they say"):
        assert said(f"{text}{more}", WARPATH).kind == "run", more
    for doubted in (
        f"{text} or whatever",
        f"{text}, or whatever you like",
        "4 infantry from Ashford attack whatever is weakest",
        "attack Farrow from Ashford with whatever the rules allow",
        f"{text}, of whom two remain in Ashford",
    ):
        assert said(doubted, WARPATH).kind != "run", doubted


def test_what_somebody_is_for_or_like_is_a_remark() -> None:
    """`that's what they are for` and `archers were expensive` order nothing; what was asked for, or
    a force that is kept, is no such remark."""
    for text, orders in (
        ("Lose cavalry first, that's what they are for", ("lose cavalry first",)),
        ("Lose infantry first, the archers were expensive", ("lose infantry first",)),
        ("Lose infantry first and cavalry last", ("lose infantry first then lose cavalry last",)),
    ):
        assert (said(text, WARPATH).kind, said(text, WARPATH).sentences) == ("run", orders), text
    for text in (
        "Lose cavalry first, but that is not what I asked for",
        "Lose cavalry first. That is what he said",
        "4 infantry from Ashford attack Farrow but keep the cavalry where it is.",
    ):
        found = said(text, WARPATH)
        assert found.kind != "run" or "cavalry" not in " ".join(found.sentences), text


def test_an_exchange_says_who_gives_what() -> None:
    """What I give comes first; of what he gives first, or takes, no exchange is made."""
    text = "An exchange with army 2: I give 2 infantry and I take my 1 archer"
    assert said(text, COURT).sentences == ("exchange 2 infantry for 1 archers with army 2",)
    for doubted in (
        "An exchange with army 2: he gives me 1 archer and I give him 2 infantry",
        "An exchange with army 2: I give 2 infantry and he takes 1 archer",
        "An exchange with army 2: I would give 2 infantry and take my 1 archer",
    ):
        assert said(doubted, COURT).kind != "run", doubted


def test_a_force_that_stays_confirms_an_order_for_others() -> None:
    """It must not be in the order, nor may more of its type be there than stand in the place."""
    for text in (
        "Have 4 infantry from Ashford go into Farrow, but keep the cavalry where it is",
        "Ashford attacks Farrow with 4 infantry, the leader stays home to feed the hens",
        "4 infantry from Ashford attack Farrow (2 infantry stop at home)",
        "From Ashford 4 infantry attack Farrow. The fifth one minds the shop.",
    ):
        decision = said(text, WARPATH)
        assert decision.kind == "run", text
        assert "4 infantry" in decision.sentences[0], text
        assert "cavalry" not in decision.sentences[0], text
    for text in (
        "4 infantry from Ashford attack Farrow, the infantry stays home",
        "4 infantry and GL1 from Ashford attack Farrow, GL1 stays home",
        "4 infantry from Ashford attack Farrow with 2 cavalry, 2 infantry remain",
        "4 infantry from Ashford attack Farrow, unless the cavalry stays home",
        "4 infantry from Ashford attack Farrow, everybody stays home",
    ):
        assert said(text, WARPATH).kind != "run", text


def test_lines_below_a_place_are_said_of_it() -> None:
    """A line with a place of its own, or below a heading that discards it, is not."""
    read = said("Orders for Brindle\n- cavalry to charge\n- lose infantry first", BATTLE)
    orders = ("charge with cavalry in Brindle", "lose infantry first in Brindle")
    assert (read.kind, read.sentences) == ("run", orders)
    read = said("[Brindle]\n- withdraw to Ashford after round 2\n- fight it one round", BATTLE)
    orders = ("withdraw to Ashford after round 2 in Brindle", "fight Brindle one round")
    assert (read.kind, read.sentences) == ("run", orders)
    read = bought("Purchases, Ashford\nInfantry: 2\nArchers: 1")
    assert (read.kind, read.sentences) == ("run", ("buy 2 infantry and 1 archers in Ashford",))
    for text in (
        "Old orders for Brindle:\n- cavalry to charge",
        "Orders for Brindle?\n- cavalry to charge",
        "Orders for Brindle, not yet:\n- cavalry to charge",
        "Orders for Brindle:\n- cavalry to charge\n\nDraft only",
    ):
        assert said(text, BATTLE).kind != "run", text
    other = said("Orders for Brindle:\n- charge with cavalry in Corrin", BATTLE)
    assert other.sentences == ("charge with cavalry in Corrin",)


def test_prices_of_captives_are_reckoned() -> None:
    """A price apiece is the price of all if one force is named by its number; `No charge.` beside a
    release only says that there is none, and what is done to the others is an order too."""
    for text in (
        "ransom 3 infantry to army 2 for 10 gold apiece",
        "The three infantry of army 2: ransom them for 10 gold each",
        "Ransom: 3 infantry, to army 2, ten gold a head",
    ):
        decision = said(text, COURT)
        assert (decision.kind, decision.sentences[0].split()[-2:]) == ("run", ["30", "gold"]), text
    free = said("Release the archer. No charge.", COURT)
    assert (free.kind, len(free.sentences)) == ("run", 1)
    for text in (
        "ransom 3 infantry to army 2 for 10 gold apiece?",
        "ransom 3 infantry to army 2 for 10 gold apiece or 40 in all",
        "kill one of the infantry, release the other two",
        "One of the captive infantry gets executed, the other two I release",
    ):
        assert said(text, COURT).kind != "run", text


def test_what_a_purse_should_read_is_set() -> None:
    """So it is if the umpire says it, and does not ask."""
    for text in ("army 1 military gold shd be 75", "Army 1 military ought to read 75"):
        decision = said(text, PURCHASE, seat=0)
        assert (decision.kind, decision.sentences) == ("run", ("set army 1 military 75",)), text
    for text in ("army 1 military ought to read 75?", "army 1 military should read 75, or not"):
        assert said(text, PURCHASE, seat=0).kind != "run", text


def test_a_counted_list_is_bought_whole() -> None:
    """Several counted kinds are one force, and no kind of it is offered without the others."""
    for text in (
        "Old Tom opens the purse, sneezes, and buys three infantry and two archers in Ashford (85)",
        "Three infantry and two archers go to Ashford now, the rest of the gold I keep for later",
    ):
        first = tokens_of(bought(text).proposals[0][0])
        assert {"infantry", "archers"} <= {one.word for one in first}, text
    assert bought("Three infantry and two archers in Ashford, unless it snows").kind != "run"


def test_what_is_denied_is_not_offered_first() -> None:
    """`no cavalry` buys none, and nobody excepts anything who only names a force."""
    archers = bought("2 archers in Ashford, no cavalry this time, the stable is full of geese")
    assert archers.proposals[0] == ("buy 2 archers in Ashford",)
    marched = said("Ashford sends 3 infantry upon Farrow, may it rain on them likewise", WARPATH)
    assert marched.proposals[0] == ("attack Farrow from Ashford with 3 infantry",)
    lone = said("2 cavalry Ashford to Farrow, no leader with them zork", WARPATH)
    assert not any("GL1" in one for one in lone.proposals[0])
