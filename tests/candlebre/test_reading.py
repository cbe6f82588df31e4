"""How free words are read in Candle'Bre."""

from bot.reading.decision import Decision
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
