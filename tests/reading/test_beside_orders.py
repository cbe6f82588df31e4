"""What is said beside an order and changes nothing of it: speech, ends, where a move ends."""

import pytest

from bot.reading.remaining import left_beside
from bot.reading.world import world_of
from grammar.doubt import Message, ReadSentence
from tests.reading.test_proposing import match_of, said
from tests.reading.test_turned import SQUAD

MOVED = ("M2 moves to 12,10",)
SHOT = ("M2 fires at O2",)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ('"Mind your heads!" shouts M2 and moves to 12,10', MOVED),
        ('M2 moves to 12,10. "Hold still, you little rat!"', MOVED),
        ("M2 goes 2 squares north to 12,10", MOVED),
        ("M2 moves 2 north, that is to 12,10", MOVED),
        ("M2 moves to 12,10, starting from 14,10", MOVED),
        ("M2 moves to 12,10, two rows behind O2", MOVED),
        ("M2 moves to 12,10, right beside O2", MOVED),
        ("M2 moves up behind O2, that is to 12,10", MOVED),
        ("M2 moves to 12,10, behind the old well", MOVED),
        ("M2 moves to 12,10 to have a look at the sea", MOVED),
        ("M2 fires at O2, 4 inches away", SHOT),
        ("M2 fires at O2, range 4", SHOT),
        ("M2 moves to 13,10. No, hang on, I had the map upside down: 12,10", MOVED),
        ("M2 moves to 13,10 - no, my eyes, 12,10 it should be, the light is bad", MOVED),
        ("M2 fires at O2, they are 4 inches off", SHOT),
        ('M2 fires at O2. "Eat this," he growls.', SHOT),
        ("GN1 splits his burst between O1 and O2", ("GN1 fires at O1 and O2",)),
        ("M1 - stays put\nM2 - fires at O2", SHOT),
        ("M2 fires at O2, the rest may stay as they are", SHOT),
        ("M2 moves to 12,10, with a groan that one can hear in the next county", MOVED),
        ("M2 moves to 12,10, where he can keep an eye on M3", MOVED),
        ("M2 fires at O2, because wood burns also if it is wet", SHOT),
        ("M2 fires at O2, sorry lads", SHOT),
        ("Standing orders, as agreed: M2 never parries", ("M2 never parries",)),
        ("M2 never parries, he is far too proud for it", ("M2 never parries",)),
        ("M2 opts to fire at O2 cause he looks half asleep", SHOT),
        ("M2 fires at O2, not that anybody will notice", SHOT),
        ("M2 fires at O2, he is too slow to notice lol", SHOT),
        ("M2 fires at O2, grumbling about her breakfast", SHOT),
        ("Sorry about the silence. M2 moves to 12,10 (he is not a coward, measured twice)", MOVED),
        ("M2 is never to parry, with that my turn is over", ("M2 never parries", "end phase")),
        ("M2 fires at O2 (range is 4)", SHOT),
        ("M2 fires his Bolter at O2 (4 inches, no penalty I hope)", ("M2 fires Bolter at O2",)),
        ("M2 fires his Bolter at O2, 4 inches off, I measured twice", ("M2 fires Bolter at O2",)),
        ("M2 fires his Bolter at O2, every last bullet", ("M2 fires Bolter at O2",)),
        ("M2 fires his Bolter at O2, no fuss, no speeches", ("M2 fires Bolter at O2",)),
    ],
)
def test_what_changes_nothing_of_an_order(text: str, orders: tuple[str, ...]) -> None:
    """The order is carried out without it."""
    decision = said(text, SQUAD)
    assert decision.kind == "run", decision
    assert tuple(one.rstrip(". ") for one in decision.sentences) == orders


@pytest.mark.parametrize(
    "text",
    [
        '"Not yet!" M2 moves to 12,10',
        '"M2 moves to 12,10" says my brother',
        'M2 moves to 12,10, "maybe later"',
        'M2 moves to 12,10, "in theory"',
        "M2 moves to 12,10, he is to wait there",
        "M2 moves to 12,10 lol as if",
        "M2 moves to 12,10, sorry the other one",
        "M2 moves to 12,10, that's what the plan was",
        "M2 moves to 12,10, he has had second thoughts",
        "M2 moves to 12,10, to save it for tomorrow",
        "M2 moves to 12,10, to see if he likes it",
        "M2 goes 3 squares north to 12,10",
        "M2 moves 2 north, so not to 12,10",
        "M2 moves 1 north, that is to 12,10",
        "M2 moves to 13,10. No, hang on, let me think: 12,10",
        "M2 moves to 13,10, no wait, 12,10 is taken",
        "M2 moves behind O2",
        "M2 moves behind the old well",
        "M2 moves to 12,10, behind the well or the tree",
        "M2 moves to 12,10, not beside O2",
        "M2 moves to 12,10, far from here, behind M3",
        "M2 fires at O2, 9 inches away",
        "M2 fires at O2, they are 9 inches off",
        "M2 fires at O2, distance 9",
        "M2 fires at O2 (range is 9)",
        "M2 fires his Bolter at O2, not now",
        "M2 would like to move 2 north, as quietly as on the Ohio, and there he goes to ground",
        "M2 fires his Bolter at O2, but he already did",
        "M2 fires his Bolter at O2, the last thing I want",
        "M2 fires his Bolter at O2 (4 inches, not now)",
        "M2 fires his Bolter at O2, no he does not",
        "M2 moves to 12,10 and then, unless he is hurt, fires at O2",
        "M2 is never to parry, or so my brother thinks",
        "M2 fires at O2, if within 4 inches",
        "M2 fires at O2, then 4 inches back",
        "no standing orders: M2 never parries",
        "M2 never parries is no standing order",
        "M1 stays put until M2 fires at O2",
        "if nobody objects, end turn",
        "well done, M2",
        "M2 moves to 12,10 or not, end turn",
        "M2 moves somewhere. End turn.",
        "M2 moves to 12,10, the others wait until he is back",
        "M2 moves to 12,10, he does not",
        "M2 moves to 12,10, the boss has vetoed it",
        "M2 moves to 12,10, it has been taken off the list",
        "M2 moves to 12,10, he has changed his mind",
        "M2 moves to 12,10, with luck and if he is able",
        "M2 moves to 12,10, they are still undecided",
        "M2 moves to 12,10, they have to wait for you",
        "M2 moves to 12,10, because the order is not final",
        "M2 moves to 12,10, because perhaps they run",
        "M2 fires at O2, where he moves to 12,10",
    ],
)
def test_what_may_change_it(text: str) -> None:
    """It is not carried out."""
    assert said(text, SQUAD).kind != "run"


def test_an_end_is_said_outright() -> None:
    """`That was it .., end turn` ends the turn, also with a remark behind it."""
    text = "That was it for the marines, end turn. Off to water the tomatoes."
    assert said(text, SQUAD).sentences == ("end phase",)
    text = "I'm done, nothing more from the marines. Over to you, the kettle is on"
    assert said(text, SQUAD).sentences == ("end phase",)
    assert said("I'm done, nothing more from the marines than a shot", SQUAD).kind != "run"
    text = "M2 moves to 12,10. That is everyone, end of turn"
    assert said(text, SQUAD).sentences[1:] == ("end phase",)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("That completes the turn of army 1, ref. End turn.", True),
        ("My turn is over, kisses to everybody! End turn", True),
        ("I end my turn, the soup is boiling over", True),
        ("That is all of us for this turn. Over to the green gentlemen, end turn.", True),
        ("Army 2 ends its turn.", False),
        ("My gang has finished O1, end turn", False),
        ("everybody fires, end turn", False),
        ("My turn is at an end soon", False),
        ("My turn is over once everybody has moved", False),
    ],
)
def test_an_end_is_said_again_by_remarks(text: str, ends: bool) -> None:
    """It is carried out if they only say so again, and not if somebody acts or else ends."""
    assert (said(text, SQUAD).kind == "run") == ends


def test_him_to_whom_something_is_done_is_named() -> None:
    """`Poor M1. P1 plays Heal on him` is not carried out as a card that P1 plays on himself."""
    heals = SQUAD.replace("Bruiser K1 for army 2 at 9,9", "Psyker P1 for army 1 at 15,6")
    assert said("Poor M1. P1 uses the Heal card on him", heals).sentences != ("P1 plays Heal",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("M2 trots to 12,10, the wind is wet", 'I do not read "the wind is wet"'),
        ("M2 obviously to 12,10", 'I cannot place "obviously"'),
        ("M2 to 12,10", "I do not read all of this"),
    ],
)
def test_the_reason_names_what_is_not_read(text: str, why: str) -> None:
    """Whoever is only offered an order is told what of the message is not in it."""
    match = match_of(SQUAD)
    order = (ReadSentence("M2 moves to 12,10"),)
    assert left_beside(Message(text, order, world_of(match.game, match.state, 1))) == why


MUSTER = """# rulescrusade: a muster
game: rulescrusade
gm> set phase setup
1> takes Vanguard patrol
seat: 1
x => -
"""


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("I'll take the Vanguard squad, 50 points on the nose", True),
        ("buys 2 marines, 16 pts", True),
        ("buys 2 marines, 24 pts", False),
        ("Boots laced, canteens full, everybody peed before we left. Army 1 is ready.", True),
        ("Boots laced, canteens full, everybody peed before we left. Army 2 is ready.", False),
    ],
)
def test_an_army_is_mustered(text: str, runs: bool) -> None:
    """What it costs must be right, and only one's own is ready."""
    assert (said(text, MUSTER).kind == "run") == runs
