"""The last doubts, which are applied to free words that are about to be carried out."""

from dataclasses import replace

import pytest

from grammar.doubt import Message, ReadSentence
from grammar.doubt.about_it import about_it
from grammar.doubt.at_last import doubted_at_last, hidden_ends
from tests.reading.test_agreement import MOVES, message
from tests.reading.test_proposing import said


def with_orders(text: str, *sentences: str, end: str = "") -> Message:
    """A message of army 1, with the orders that would be filed for it."""
    filed = tuple(map(ReadSentence, sentences)) + (
        (ReadSentence(end, "", grave=True),) if end else ()
    )
    return replace(message(text), filed=filed)


def test_who_is_told_to_stay_does_nothing() -> None:
    """After `L2 stay put` an attack by L2 is doubted; an order by another unit, or to stay, is
    not."""
    text = "L1 up 1, then gladius on O1, L2 stay put for now"
    assert list(doubted_at_last(with_orders(text, "L1 moves 1 north", "L2 attacks O1")))
    assert not list(doubted_at_last(with_orders(text, "L1 moves 1 north", "L1 attacks O1")))
    assert not list(doubted_at_last(with_orders(text, "L1 moves 1 north", "L2 stays")))


def test_who_is_to_do_the_same_is_not_left_out() -> None:
    """`L2 the same on O2` raises a doubt if there is no order for L2."""
    text = "L1 attacks O1. L2 the same on O2."
    assert list(doubted_at_last(with_orders(text, "L1 attacks O1")))
    assert not list(doubted_at_last(with_orders(text, "L1 attacks O1", "L2 attacks O2")))


def test_what_may_wait_is_offered() -> None:
    """`after he has moved` raises a doubt wherever it stands in the message."""
    text = "L1 attacks O1, I want to see first how it goes after he has moved"
    assert list(doubted_at_last(with_orders(text, "L1 attacks O1")))


def test_what_is_said_of_two_is_not_ordered_of_one() -> None:
    """`both 1 south` after two moves is no third move of one unit; one order for both is fine."""
    text = "L1 to 8,11 and L2 to 9,11, both 1 south"
    twice = with_orders(text, "L1 moves to 8,11", "L2 moves to 9,11", "L2 moves 1 south")
    assert list(doubted_at_last(twice))
    assert not list(doubted_at_last(with_orders(text, "L1 and L2 move 1 south")))


def test_both_weapons_are_not_one() -> None:
    """`both spears` raises a doubt about an order with one, but not if the order says `both`
    too."""
    text = "L1 stabs O1 with both spears"
    assert list(doubted_at_last(with_orders(text, "L1 attacks O1 with Spear")))
    assert not list(doubted_at_last(with_orders(text, "L1 attacks O1 with both Spear")))


def test_nothing_more_of_somebody_ends_no_phase() -> None:
    """`L1 .. and nothing further` is about L1 and ends no phase; `nothing else from me` ends it."""
    for text, ends in (
        ("L1 attacks O1 and nothing further", False),
        ("L1 attacks O1, nothing else from me", True),
        ("L1 attacks O1. Nothing further.", True),
    ):
        mixed = with_orders(text, "L1 attacks O1", end="end phase")
        assert bool(list(doubted_at_last(mixed))) is not ends, text


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("L1 attacks O1, there is only O2 beside him", ("L1 attacks O1 and O2",)),
        ("L1 attacks O1, swinging the gladius", ("L1 attacks O1 with Gladius",)),
        ("L1 attacks O1, gladius over his head", ("L1 attacks O1 with Gladius",)),
        ("L1 attacks O1 (cheaper than going to 8,12 at once)", ("L1 attacks O1", "move 8,12")),
        ("L1 attacks O1, and L2 lives there too", ("L1 attacks O1",)),
        ("Ruling: O1 is prone from now on", ('rule "O1 is prone from now on"',)),
        ("L1 attacks O1, mate is a strange idea", ("L1 attacks O1",)),
        ("so that L1 attacks O1", ("L1 attacks O1",)),
        ("L1 attacks O1 when he has gone", ("L1 attacks O1",)),
        ("Pure exercise, no order: L1 attacks O1", ("L1 attacks O1",)),
    ],
)
def test_what_is_told_beside_an_order_is_none(text: str, orders: tuple[str, ...]) -> None:
    """What is only mentioned raises a doubt: who stands where, how a weapon is held, an aside in
    brackets, a unit without an order, a GM's note about a unit, a judgement, an aim, a condition,
    or that this is no order."""
    assert list(doubted_at_last(with_orders(text, *orders)))


@pytest.mark.parametrize(
    "text",
    [
        "L1 attacks O1, taking the gladius with him",
        "L1 attacks O1 (12 hit points)",
        "L1 attacks O1, and L1 is glad of it",
        "L1 attacks O1, then he is done",
        'Ruling: "O1 has cover there"',
    ],
)
def test_what_goes_with_an_order_is_not_doubted(text: str) -> None:
    """These raise no doubt: a weapon that is taken along, short brackets, a remark about a unit
    that acts anyway, a note in quotation marks."""
    note = text.startswith("Ruling")
    order = 'rule "O1 has cover there"' if note else "L1 attacks O1 with Gladius"
    assert not list(doubted_at_last(with_orders(text, order)))


@pytest.mark.parametrize(
    "text",
    [
        "L1 attacks O1 (to clear the road, nothing more)",
        "L1 attacks O1, they can go home",
        "L1 attacks O1. That is all he does",
    ],
)
def test_an_aside_ends_nothing(text: str) -> None:
    """Words in brackets or about others end no phase; `I'm done` after them does."""
    assert hidden_ends(with_orders(text, "L1 attacks O1", end="end phase")) == ("end phase",)
    done = f"{text}. I'm done"
    assert hidden_ends(with_orders(done, "L1 attacks O1", end="end phase")) == ()


def test_what_is_to_be_repeated_is_offered_with_it() -> None:
    """After `L2 the same ..` the first order alone is not carried out."""
    decision = said("L1 moves to 8,12. L2 the same to 9,12.", MOVES)
    assert decision.kind != "run" or len(decision.sentences) == 2


def test_what_a_question_asks_about_is_not_ordered() -> None:
    """A question about the order that follows (`can a person even do this?`) bars it; another
    question does not."""
    for text, asked in (
        ("Can a person even do this? L1 attacks O1", True),
        ("chat, do we like the following? L1 attacks O1", True),
        ("L1 attacks O1. Do we like this?", False),
        ("Everybody well? L1 attacks O1", False),
    ):
        assert bool(list(doubted_at_last(with_orders(text, "L1 attacks O1")))) == asked, text


def test_a_draw_is_answered_in_its_own_words() -> None:
    """`never` declines a draw if it stands alone or `we play on` follows; beside an order, or in a
    longer sentence, it may be about anything and is doubted."""
    said = with_orders("fear, me? never. L1 attacks O1", "L1 attacks O1", "decline draw")
    assert list(doubted_at_last(said))
    for text in ("never", "never, we play on, and may the better man have it"):
        assert not list(doubted_at_last(with_orders(text, "decline draw"))), text
    long = "never mind, I don't want that one after all"
    assert list(doubted_at_last(with_orders(long, "decline draw")))


@pytest.mark.parametrize(
    ("beside", "doubted"),
    [
        ("my uncle recommends it", True),
        ("a mock battle", True),
        ("blot that out", True),
        ("given fair weather", True),
        ("my wizard likes", True),
        ("I'm merely chatting", True),
        ("we could, at a pinch", True),
        ("to be continued", True),
        ("let me see", True),
        ("he is tired of waiting", False),
        ("because he dreams of home", False),
        ("I counted the squares", False),
        ("my grandmother had such an axe", False),
        ("I know the hill", False),
        ("no regrets", False),
        ("with a loud cry", False),
    ],
)
def test_a_remark_may_be_about_the_order_itself(beside: str, doubted: bool) -> None:
    """A word about words, wishes and decisions, something asked of what was said, and what the
    writer or his people are doing now cast doubt; what is told of others, or of the past, does
    not."""
    for stop in (",", "."):
        said = with_orders(f"L1 attacks O1{stop} {beside}", "L1 attacks O1")
        assert bool(list(about_it(said))) == doubted, beside


def test_a_participle_alone_says_what_became_of_an_order() -> None:
    """`Discounted.` doubts what was ordered before it; behind a comma it describes somebody."""
    assert list(about_it(with_orders("L1 attacks O1. Discounted.", "L1 attacks O1")))
    assert not list(about_it(with_orders("L1 attacks O1, exhausted", "L1 attacks O1")))
