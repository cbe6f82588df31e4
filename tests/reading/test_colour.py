"""Words that only colour an order (`the fearless ES1 valiantly moves ..`), and references to units
that were named before."""

import pytest

from bot.cases.casefile import Player, parse_phrases
from bot.match.tree import Match
from bot.reading.decide import understand
from bot.reading.world import world_of
from grammar.reader.epithets import is_manner
from grammar.reader.message import Listener
from grammar.reader.shape import Sentence

FIELD = """# crusade7: elves and legionaries
game: crusade7
gm> put Elf Spearguard ES1 for army 1 at 8,9
gm> put Elf Spearguard ES2 for army 1 at 10,9
gm> put Outrider OU1 for army 1 at 14,7
gm> put War Wagon WW1 for army 1 at 18,5
gm> put Husk H1 for army 2 at 8,14
gm> set phase move
gm> set turn army 1
seat: 1
hello => -
"""
CLASH = FIELD.replace("phase move", "phase fight").replace("at 8,14", "at 8,10")
ALTAR = """# machinadei: two casters, one roar
game: machinadei
gm> put Shaman Sham1 for army 1 at 20,26
gm> put Old-One Old1 for army 1 at 27,24
gm> put Thrall Mob1 for army 2 at 24,20 facing N 5 wide 10 models
gm> set phase magic
gm> set turn army 1
seat: 1
hello => -
"""


def match_of(scene: str) -> Match:
    """The match of a scene, as its lines leave it."""
    (block,) = parse_phrases(scene)
    player = Player.begin(block.case)
    for step in block.case.steps:
        player.order(step.seat, step.text)
    return player.match


def said(scene: str, text: str) -> tuple[str, tuple[str, ...]]:
    """The kind of decision about a text (`run`, `offer`, ..), and the sentences it was read as."""
    match = match_of(scene)
    decision = understand(match.game, match.state, 1, text)
    return decision.kind, decision.sentences


@pytest.mark.parametrize(
    "text",
    [
        "the fearless ES1 valiantly moves 2 forward",
        "ES1 growls and moves 2 forward",
        "lemme have ES1 goin 2 forward rn",
        "ES1 is bored, so he moves 2 forward",
        "ES1 mooooves 2 forward",
        "sorry, changed my mind: ES1 moves 2 forward",
    ],
)
def test_colour_changes_nothing(text: str) -> None:
    """An order with epithets, manners, gestures, slang or moods around it is carried out."""
    assert said(FIELD, text) == ("run", ("ES1 moves 2 forward",))


def test_a_word_that_nobody_knows_makes_an_offer() -> None:
    """An unknown word may be colour or an order, so the rest of the sentence is only offered."""
    text = "ES1 moves 2 forward, geronimo!"
    assert said(FIELD, text) == ("offer", ("ES1 moves 2 forward",))


def test_a_remark_beside_an_order_changes_nothing() -> None:
    """A remark set off from the order, which names nothing of the match, does not bar the order."""
    text = "ES1 moves 2 forward, he's such a hothead"
    assert said(FIELD, text) == ("run", ("ES1 moves 2 forward",))


@pytest.mark.parametrize(
    "text",
    [
        "ES1 supposedly moves 2 forward",
        "ES1 partly moves 2 forward",
        "ES1 moves 2 forward, prolly",
        "ES1 moves 2 forward, sike",
        "ES1 might valiantly move 2 forward",
    ],
)
def test_doubt_is_no_colour(text: str) -> None:
    """Words that say how much, how sure or when are never passed over as colour."""
    assert said(FIELD, text)[0] != "run"


def test_manners_end_in_ly() -> None:
    """Words in -ly are manners, but misspelt words of doubt (`posibly`) are not."""
    assert is_manner("menacingly")
    assert not is_manner("posibly")
    assert not is_manner("actally")
    assert not is_manner("family")


def test_who_was_excepted_is_named_again() -> None:
    """A pronoun after an exception means the excepted unit."""
    meant = ["ES1, ES2 and WW1 stays", "OU1 advances 12 forward"]
    for text in (
        "everyone stays except the Outrider, he runs 12 forward",
        "everyone except OU1 stays, who runs 12 forward",
    ):
        kind, sentences = said(FIELD, text)
        assert (kind, sorted(sentences)) == ("run", meant)


def test_going_is_no_boarding() -> None:
    """`ES1 goes` names no goal: it is not read as boarding the wagon."""
    assert said(FIELD, "the spearguards go")[0] != "run"
    assert said(FIELD, "ES1 goes")[0] != "run"
    match = match_of(FIELD.replace("gm> put War Wagon WW1 for army 1 at 18,5\n", ""))
    assert understand(match.game, match.state, 1, "ES1 goes").why == "it is not said where to"


def test_an_idiom_goes_on_from_the_order_before() -> None:
    """`strikes H1 twice` needs no actor if the order before names one, and is read as one
    attack."""
    text = "ES2 moves 1 back. ES1 attacks H1 twice"
    assert said(CLASH, text) == ("run", ("ES2 moves 1 back", "ES1 multiattacks H1"))
    text = "ES1 moves 1 back, then strikes H1 twice"
    assert said(CLASH, text) == ("run", ("ES1 moves 1 back then multiattacks H1",))


def test_the_one_who_has_it_is_meant() -> None:
    """A spell that only one caster has implies the caster; one that two have does not."""
    assert said(ALTAR, "Dread on the thralls") == ("run", ("Sham1 casts Dread on Mob1",))
    other = ALTAR.replace("put Old-One Old1", "put Shaman Old1")
    assert said(other, "Dread on the thralls")[0] != "run"


@pytest.mark.parametrize(
    "text", ["Done. End phase.", "that's all. Next phase", "no more moves. Done"]
)
def test_two_words_for_one_end(text: str) -> None:
    """Two ways to end the phase in one message end it once."""
    kind, sentences = said(FIELD, text)
    assert kind == "run"
    assert len(sentences) == 1


def test_nothing_is_left_to_end_behind_the_end() -> None:
    """`that's it for me, I resign` only resigns: no phase is left to be ended."""
    assert said(FIELD, "that's it for me, I resign") == ("run", ("resign",))


def test_my_units_are_mine() -> None:
    """`my husk` means nobody if only the enemy has husks; what an enemy does is no order against
    it."""
    assert said(CLASH, "my husk attacks")[0] != "run"
    assert said(CLASH, "the husk attacks")[0] != "run"


def test_no_draw_behind_a_sorry() -> None:
    """In `sorry, no draw` the `no` belongs to the draw; in `sorry, no, 8,11` it is a correction."""
    kind, sentences = said(FIELD, "sorry, no draw")
    assert (kind, sentences) != ("run", ("offer draw",))
    assert said(FIELD, "ES1 to 8,10, sorry, no, 8,11") == ("run", ("ES1 moves to 8,11",))


def test_only_what_was_put_right_is_not_said_twice() -> None:
    """Talk that begins like a correction (`no wait, ..`) does not change the plain order after
    it."""
    match = match_of(FIELD)
    listener = Listener(world_of(match.game, match.state, 1), lambda text: text.startswith("ES1"))
    listener.hear(Sentence("no wait, what a lovely day"))
    listener.hear(Sentence("ES1 moves to 8,10"))
    assert [step.text for step in listener.steps if step.strict] == ["ES1 moves to 8,10"]
