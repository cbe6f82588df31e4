"""The ranking: what is offered or carried out where a message is not read whole."""

from collections import Counter
from cProfile import Profile

import pytest

from bot.cases.casefile import parse_phrases
from bot.doors.measure import scene_of
from bot.reading import decide
from bot.reading.alike import as_one
from bot.reading.decide import understand
from bot.reading.decision import Decision
from bot.reading.world import TriedSentences, try_out, world_of
from grammar.doubt import Message, ReadSentence, doubts_of, lost
from grammar.doubt.beside import WORRY
from grammar.doubt.certain import Comparison, facts_of
from grammar.reader.candidates import TORN, lines_of, rows_of
from grammar.reader.chart import chart_of
from grammar.reader.in_words import joined
from grammar.reader.message import Listener
from grammar.reader.shape import Sentence
from grammar.reader.steps import Step
from grammar.reader.table import table_of
from grammar.reader.tokens import tokens_of
from grammar.reader.weights import weighed, weights_of
from grammar.reader.world import Value
from rules.line.work import measured
from tests.doors.scenes import SCENES
from tests.reading.test_colour import match_of
from tests.reading.test_corpus import SYSTEMS

SCENE = """# crusade8x8: a short game
game: crusade8x8
seat: 1
x => -
"""
FIELD = """# crusade7: a field
game: crusade7
gm> put Legionnaire L1 for army 1 at 8,14
gm> put Legionnaire L2 for army 1 at 9,14
gm> put Orc Raider O1 for army 2 at 8,15
gm> put Orc Raider O2 for army 2 at 10,15
gm> set O1 hp 20
gm> set phase fight
gm> set turn army 1
seat: 1
x => -
"""

MOB = (
    FIELD.replace(
        "gm> set O1 hp 20",
        """gm> put Goblin G1 for army 2 at 4,20
gm> put Goblin G2 for army 2 at 5,20
gm> put Goblin G3 for army 2 at 6,20
gm> put Goblin Bomber GB1 for army 2 at 7,20""",
    )
    .replace("fight", "move")
    .replace("army 1\ns", "army 2\ns")
)

MAGIC = """# machinadei: magic
game: machinadei
gm> put Augur Augur1 for army 1 at 17,22
gm> put Legionary Legion1 for army 1 at 28,22 facing N 5 wide 10 models
gm> put Druid Druid1 for army 1 at 26,25
gm> put Warband War1 for army 2 at 32,12 facing S 5 wide 10 models
gm> set round 2
gm> set phase magic
gm> set turn army 1
seat: 1
x => -
"""

SHOTS = """# rulescrusade: shots
game: rulescrusade map=yard
gm> put Marine M2 for army 1 at 14,10
gm> put Orc O2 for army 2 at 10,11
gm> set phase play
gm> set turn army 1
seat: 1
x => -
"""


def said(text: str, scene: str = SCENE, seat: int = 1, door: str = "mention") -> Decision:
    """The decision about a text in a scene."""
    match = match_of(scene)
    return understand(match.game, match.state, seat, text, door=door)  # type: ignore[arg-type]


def comes_to(scene: str, sentences: tuple[str, ...]) -> TriedSentences:
    """The trial of these sentences in a scene."""
    match = match_of(scene)
    return try_out(match.game, match.state, 1, sentences)


def test_the_likeliest_order_is_offered() -> None:
    """Unknown words around values that the match knows: the likeliest order is offered first."""
    decision = said("L1 gives O1 what for, gladius flashing", FIELD)
    assert decision.kind in ("offer", "list")
    assert decision.proposals[0][0].startswith("L1 attacks O1")


@pytest.mark.parametrize(
    "text",
    [
        "L1 lays into O1, all guns blazing, gladius flashing",
        "Right, L1 attacks O1 with the gladius, he never liked that fellow anyway",
        "L1 would like to attack O1 with the gladius (hope that is how it works)",
    ],
)
def test_the_likeliest_order_is_carried_out_where_it_is_certain(text: str) -> None:
    """It is certain if every value is in the order, and what stands beside it is about other
    things."""
    decision = said(text, FIELD)
    assert (decision.kind, decision.sentences) == ("run", ("L1 attacks O1 with Gladius",))


@pytest.mark.parametrize(
    "behind",
    [
        ", unless the Centurion has a better idea",
        ", or maybe O2, whoever is weaker",
        ", all guns blazing. Hmm, no.",
        ", all guns blazing, and attacks O2",
        ", all guns blazing. And L2 stays with him.",
        ", all guns blazing // not yet",
        ", all guns blazing\nkindly unmake it",
        ", all guns zorping, and he does too",
        ", all guns blazing is a bad idea",
        ", all guns blazing? I wonder",
        ", all guns blazing, if the weather holds",
        ", all guns blazing, unless the weather turns",
        ", all guns blazing. We all know I would never do that",
        ", all guns blazing, or maybe not",
        ", all guns blazing, or anybody, at whoever comes first",
        ", all guns blazing, and then he zorps the whole lot of them",
        ", all guns blazing, with whichever of the two blades is sharper",
        ", all guns blazing, and that is the end of the fighting for today",
    ],
)
def test_what_nothing_can_outweigh(behind: str) -> None:
    """A condition, a choice, a second act, an unused unit, a comment or a withdrawal keeps the
    order from being carried out, however likely it is."""
    assert said(f"L1 lays into O1{behind}", FIELD).kind != "run"


def test_something_far_likelier_is_offered_where_a_reading_is_refused() -> None:
    """`four straight up`, which repeats where a move leads, is no second move; an order that is
    read whole is run even if the rules refuse it, so that they say why."""
    marching = MAGIC.replace("phase magic", "phase move")
    text = "Augur1 would like to go to 17,26, so four straight up, because the view is better"
    decision = said(text, marching)
    assert decision.kind in ("offer", "list")
    assert decision.proposals[0] == ("Augur1 moves to 17,26",)
    assert said("L1 attacks O2 with the gladius", FIELD).kind == "run"  # out of reach


def test_a_correction_is_compared_with_what_it_makes_of_the_message() -> None:
    """After `EDIT: make that 2` only the corrected order is proposed."""
    marching = FIELD.replace("phase fight", "phase move")
    decision = said("L2 moves 1 back. EDIT: make that 2, he is tired", marching)
    assert decision.proposals == (("L2 moves 2 back",),)


def test_what_is_computed_is_offered_as_computed() -> None:
    """`the nearest` and `the wounded` are computed on the board, never the first by number."""
    assert said("L2 attacks the nearest raider with the gladius", FIELD).sentences == (
        "L2 attacks O1 and O2 with Gladius",
    ) or {
        one[0] for one in said("L2 attacks the nearest raider with the gladius", FIELD).options
    } == {
        "L2 attacks O1 with Gladius",
        "L2 attacks O2 with Gladius",
    }
    assert said("L1 attacks the wounded raider with the gladius", FIELD).sentences == (
        "L1 attacks O1 with Gladius",
    )


def test_who_stands_straight_ahead() -> None:
    """Only one raider is next to L1, two are next to L2: then it is asked which of them."""
    text = "{} strikes the raider straight in front of him"
    assert said(text.format("L1"), FIELD).sentences == ("L1 attacks O1",)
    assert said(text.format("L2"), FIELD).kind == "list"
    assert said("L1 strikes the nearest of them", FIELD).sentences == ("L1 attacks O1",)


def test_a_number_with_a_letter_behind_it_names_nobody() -> None:
    """`O1, 2R` is not O1 and O2."""
    assert said("L1 attacks O1, 2R", FIELD).proposals == (("L1 attacks O1",),)


def test_words_that_are_not_read_bring_no_grave_order_near() -> None:
    """Words of despair are asked about: no order that ends the match is offered."""
    decision = said("that's hopeless for me, I'm a beaten man")
    assert (decision.kind, decision.sentences) == ("ask", ())


def test_nothing_is_likely_in_talk() -> None:
    """Talk that names nothing is asked about, and in plain chat passed over; nothing is offered."""
    assert said("good morning, everybody").sentences == ()
    assert said("that's hopeless for me, I'm a beaten man", door="chat").kind == "silent"


@pytest.mark.parametrize("text", ["I'm no beaten man", "am I beaten?", "perhaps I am beaten"])
def test_denials_doubts_and_questions_bring_nothing_near(text: str) -> None:
    """Nothing is offered for what was denied, doubted or asked."""
    assert said(text).kind == "ask"
    assert said(text).sentences == ()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("L1 attacks O1 with the gladius, he's such a hothead", "run"),
        ("Long day at the office. L1 attacks O1 with the gladius", "run"),
        ("L1 attacks O1 with the gladius, and the cats go to the kitchen", "run"),
        ("L1 attacks O1 with the gladius. Scrap that.", "ask"),
        ("L1 attacks O1 with the gladius, unless you see a reason not to", "ask"),
        ("I wonder, L1 attacks O1 with the gladius", "ask"),
        ("Plan A:\nL1 attacks O1 with the gladius", "ask"),
        ("L1 attacks O1 with the gladius because that raider is ugly", "ask"),
    ],
)
def test_what_stands_beside_an_order(text: str, kind: str) -> None:
    """A remark beside an order changes nothing, but one that may be about the order bars it."""
    found = said(text, FIELD).kind
    assert found == kind if kind == "run" else found != "run"


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_has_learnt_weights(system: str) -> None:
    """Many words have weights, and these are for rows that exist."""
    weights, rows = weights_of(system), rows_of(table_of(system))
    named = {row for own in weights.rows.values() for row in own}
    assert len(weights.rows) > 100
    assert len(named & set(rows)) > len(rows) // 3


def test_weights_of_words_beside_orders() -> None:
    """Weights of words beside orders are learnt too; a fact that was never seen weighs nothing."""
    assert len(weights_of(WORRY).facts) > 1000
    assert weighed({"a|b": 3}).of(("a|b", "never seen")) == 3


def test_what_goes_on_takes_the_rest_from_before() -> None:
    """`the same for L2` repeats the order before; `he` is the unit named in the sentence before."""
    near = FIELD.replace("10,15", "9,15")
    same = said("L1 attacks O1 with the gladius and shouts, and the same for L2 on O2", near)
    both = ("L1 attacks O1 with Gladius", "L2 attacks O2 with Gladius")
    assert comes_to(near, same.proposals[0]).same_as(comes_to(near, both))
    he = said("the trusty L2 is angry again, look. He strikes O2 with the gladius, zork", FIELD)
    assert he.proposals[0] == ("L2 attacks O2 with Gladius",)


def test_prices_and_speech_keep_no_offer_away() -> None:
    """A price in brackets and quoted speech are ignored, and the order is offered."""
    loud = said('"Have at you!" L1 attacks O1 with the gladius (1 CP), zork zork', FIELD)
    assert loud.proposals[0] == ("L1 attacks O1 with Gladius",)


def test_so_many_of_a_kind_are_those_of_that_very_name() -> None:
    """`all three goblins` are the three units of exactly that name, without the goblin bomber;
    `both goblins` is not carried out."""
    assert said("all three goblins move 3 forward", MOB, seat=2).sentences == (
        "G1, G2 and G3 moves 3 forward",
    )
    assert said("both goblins move 3 forward", MOB, seat=2).kind != "run"


def test_a_row_that_takes_more_is_filled_where_more_was_said() -> None:
    """The spell is cast on the place that was said, not without a place."""
    decision = said("the Druid casts Miasma on 30,12, she says it is only fog, zork", MAGIC)
    assert decision.proposals[0] == ("Druid1 casts Miasma on 30,12",)


def test_where_the_likeliest_is_forbidden_the_rules_say_why() -> None:
    """A forbidden order that is the likeliest by far is run, so that the rules say why it is
    refused; what is denied is still asked about, and so are two orders of which one is legal."""
    decision = said("L1 shall pepper O2 with his pila, zork the weather", FIELD)
    assert (decision.kind, decision.sentences) == ("run", ("L1 attacks O2 with Pila",))
    decision = said("L1 shall attack O2 with the gladius, distance is no excuse", FIELD)
    assert (decision.kind, decision.sentences) == ("run", ("L1 attacks O2 with Gladius",))
    assert said("L1 shall not pepper O2 with his gladius", FIELD).kind == "ask"
    assert said("L1 attacks O1, zork, and L2 goes to 9,13", FIELD).kind != "run"


def test_an_end_that_nobody_said_stands_in_the_way_of_no_refusal() -> None:
    """A forbidden order that is the likeliest by far is run, so that the rules say why, although
    `that's ..` could begin the end of a phase."""
    text = "off he rides: the knight is placed at e5, that's where they've put the sandwiches"
    assert said(text, SCENE).sentences == ("place Knight at e5",)


def test_words_that_are_hardly_an_order_are_not_refused_by_the_rules() -> None:
    """Vague words are asked about; a refusal would be about an order that nobody gave."""
    text = "Some legionnaires attack the raiders on the left I think, not sure how many"
    assert said(text, FIELD).kind == "ask"


def test_lines_that_order_nothing_are_left_out() -> None:
    """Lines without an order are left out, if the rest is legal without them."""
    text = "FIRE\n(a) L1 - O1\n(b) L2 - O2, the fat one\n(c) L2 - busy getting stabbed, no order"
    assert said(text, FIELD).proposals[0] == ("L1 attacks O1", "L2 attacks O2")


def test_the_order_whose_words_were_said_comes_first() -> None:
    """`runs` is an order of its own; `moves` is not carried out in its place."""
    text = "M2 gives up shooting and runs instead, the whole extra move, to 14,13, zork"
    decision = said(text, SHOTS)
    assert decision.kind != "run" or decision.sentences == ("M2 runs to 14,13",)
    assert decision.proposals[0] == ("M2 runs to 14,13",)


def test_what_an_order_denies_itself_is_no_denial() -> None:
    """`M2 never parries` is a standing order; its `never` denies nothing."""
    text = "Pinned up by the door:\n- M2 never parries\n- M2 always rerolls\n(until I take it down)"
    assert said(text, SHOTS).proposals[0] == ("M2 never parries", "M2 always rerolls")


def test_a_place_that_is_where_a_way_leads_is_in_the_order() -> None:
    """A place that only says where a move leads counts as used, so the move comes first, and not
    orders that would also name the place."""
    text = (
        "Both legionnaires shuffle one column to the left, so L1 ends on 8,13 and L2 on 9,13; "
        "they grumble, but they go."
    )
    marching = FIELD.replace("phase fight", "phase move").replace(",15", ",25")
    assert said(text, marching).proposals[0] == ("L1 and L2 moves 1 left",)


def test_a_move_that_does_not_lead_where_it_is_said_to_end_is_only_offered() -> None:
    """One step to the left leads to 10,8; whoever says 8,12 means something else."""
    marching = FIELD.replace("phase fight", "phase move").replace(",15", ",25")
    crowded = marching.replace(
        "gm> set O1", "gm> put Legionnaire L3 for army 1 at 10,9\ngm> set O1"
    )
    for verb in ("shuffles one column", "moves 1"):
        said_well = said(f"L3 {verb} left, so it ends on 10,8", crowded)
        assert (said_well.kind, said_well.proposals[0]) == ("run", ("L3 moves to 10,8",))
        for ending in ("so it ends on 8,12", "which puts him on 8,12"):
            assert said(f"L3 {verb} left, {ending}", crowded).kind in ("offer", "list")


def test_what_says_where_a_move_ends_is_no_further_move() -> None:
    """`2 north, so 13,10` contradicts itself: nobody goes to 12,10 and then to 13,10 unasked."""
    assert said("M2 moves 2 north, so 12,10", SHOTS).sentences == ("M2 moves to 12,10",)
    assert said("M2 moves 2 north, so 13,10", SHOTS).kind in ("offer", "list")
    assert said("M2 moves 2 north and then to 13,12, so he sees O2", SHOTS).kind == "run"
    world = world_of(match_of(SHOTS).game, match_of(SHOTS).state, 1)
    filed = (ReadSentence("M2 moves 2 north then moves to 13,12"),)
    for square, further in (("13,12", True), ("3,12", False)):
        text = f"M2 moves 2 north, so {square}"
        assert lost.goes_on_to_an_end(Message(text, filed, world)) is further


def test_somebody_in_brackets_who_does_the_same_is_not_left_out() -> None:
    """`(L2 too)` may be an order; `(L2 is tired)` is none."""
    for also in ("L2 too", "L2 as well", "L2 also"):
        assert said(f"L1 attacks O1 with gladius ({also})", FIELD).kind != "run"
    assert said("L1 attacks O1 with gladius (L2 is tired)", FIELD).kind == "run"


def test_what_an_order_lacks_is_not_passed_over_in_brackets() -> None:
    """Brackets that count further units, or name the only place, may be part of the order."""
    match = SCENES["candlebre"].match
    for text in ("buy 3 infantry in Ashford (and 2 archers)", "buy 2 cavalry (one in Ashford)"):
        assert understand(match.game, match.state, 1, text, door="mention").kind != "run"
    assert said("L1 attacks O1 (at 8,20)", FIELD).kind == "offer"
    assert said("L1 attacks O1 (at 8,15)", FIELD).kind == "run"  # where O1 stands
    march = FIELD.replace("phase fight", "phase move").replace(" 8,15", " 20,18")
    assert said("L1 moves 2 north (to 5,14)", march).kind == "offer"
    assert said("L1 moves 2 north (to 6,14)", march).kind == "run"  # where L1 comes to stand


def test_what_is_only_written_wrongly_gives_way_to_what_is_likely() -> None:
    """A reading that the law cannot parse ranks behind a likely order that is legal."""
    tiny = "that's my whole go, I know it's tiny, kettle's on"
    decision = said(f"turn the archer on c2 to face left please. {tiny}", SCENE)
    assert decision.proposals[0] == ("archer c2 faces left",)


def test_who_buys_twice_gives_two_orders() -> None:
    """One verb with a list is one order; a verb in each line makes an order of each line."""
    scene = """\
# rulescrusade: a list
game: rulescrusade budget=50
begin: set-up
gm> army 1 takes Marine squad
seat: 1
x => -
"""
    match = match_of(scene)
    found = ("buys 1 Marine", "buys 1 Gunner")
    about = match.game, match.state, 1
    assert as_one(*about, "buy:\n- one Marine\n- a Gunner", found) == (
        "buys 1 Marine and 1 Gunner",
    )
    assert as_one(*about, "- buy one Marine\n- buy a Gunner", found) == found


def test_doubts_are_counted_for_each_word_and_value() -> None:
    """A line of 300 numbers takes more steps of work than one of 300 words."""
    world = world_of(match_of(FIELD).game, match_of(FIELD).state, 1)

    def steps(word: str) -> int:
        """Steps that the doubts take for a long line of this word."""
        message = Message(" ".join([word] * 300), (ReadSentence("L1 moves to 8,13"),), world)
        return measured(doubts_of, message)[1]

    assert steps("7") > steps("zork") + 300 * 100


def test_a_number_counts_what_stands_right_behind_it() -> None:
    """A number counts what follows it directly: `army 2 infantry` is not two infantry, and `three
    infantry and two archers` is not three archers."""
    scene = """\
# candlebre: captives
game: candlebre
gm> put 3 infantry for army 1 in Ashford
gm> captive 2 infantry of army 2 for army 1
gm> set phase diplomacy
gm> set turn army 1
seat: 1
x => -
"""
    for count in (1, 3):
        decision = said(f"i kill {count} of army 2 infantry in front of all", scene)
        assert decision.sentences == (f"kill {count} infantry of army 2",)
    match = match_of(scene.replace("diplomacy", "build"))
    world = world_of(match.game, match.state, 1)
    text = "Ambrose sighs and buys three infantry and two archers in Ashford"
    found = decide.proposed(match.game, match.state, world, text, weights_of("candlebre"))
    every = {one for proposal in found for one in proposal.trial.sentences}
    assert "buy 3 infantry and 2 archers in Ashford" in every
    assert "buy 3 archers in Ashford" not in every


def test_an_end_said_in_passing_comes_second() -> None:
    """`no more` within a sentence may be about the steps, so the end of the phase comes second; in
    a sentence of its own it comes first."""
    marching = FIELD.replace("phase fight", "phase move").replace(",15", ",25")
    passing = said("L1 goes 2 forward, no more, for he is tired", marching)
    assert [len(one) for one in passing.proposals] == [1, 2]
    alone = said("L1 goes 2 forward, for he is tired, poor man. No more.", marching)
    assert len(alone.proposals[0]) == 2


def test_what_is_forbidden_in_part_is_not_done_in_part() -> None:
    """`As M2 is wounded, the psyker ..` names two units, of which only one could act: nothing is
    done without asking."""
    scene = """\
# rulescrusade: a psyker
game: rulescrusade map=yard
gm> put Marine M2 for army 1 at 14,10
gm> put Psyker P1 for army 1 at 14,12
gm> put Orc O2 for army 2 at 10,11
gm> give M2 wounded
gm> set phase play
gm> set turn army 1
gm> set army 1 cards Curse, Heal
seat: 1
x => -
"""
    decision = said("As M2 is wounded, the psyker is going to use the card Heal on him", scene)
    assert not (decision.kind == "run" and comes_to(scene, decision.sentences).done)


def test_a_weapon_that_is_said_is_taken_or_nothing_is_done() -> None:
    """If a weapon is named, no other is used, even if only another one reaches."""
    far = FIELD.replace("O1 for army 2 at 8,15", "O1 for army 2 at 8,16")
    for text in ("L1 goes mad and attacks O1 with the pila", "L1 attacks O1 using the pila"):
        decision = said(f"{text}, zork zork, and shouts aloud", far)
        assert decision.kind != "run" or "Pila" in decision.sentences[0]


def test_who_is_told_by_where_he_stands_is_asked_for() -> None:
    """Units described by where they stand are not carried out as all units of the kind."""
    assert said("the legionnaires on the left of the line attack O1", FIELD).kind != "run"


def test_an_end_said_in_prose_is_offered() -> None:
    """The end of the phase is offered, not carried out."""
    decision = said("zork, that's all my attacks for this phase, I am done with it", FIELD)
    assert (decision.kind, decision.sentences) == ("offer", ("end phase",))


def test_an_end_that_is_named_is_offered() -> None:
    """A draw is offered where the message names it, whatever else it talks about."""
    text = "It comes to half a point each (his 7, my 9). I therefore offer a draw, in writing."
    assert said(text, FIELD).proposals[0] == ("offer draw",)
    assert said("what a draw that was", FIELD).proposals == ()


def test_a_denial_behind_an_order_is_no_denial_of_it() -> None:
    """What is denied behind all that is ordered is something else: the order is offered, no more.
    A denial before it, or of the act itself, brings nothing near."""
    assert said("L1 hits O1 hard no joke", FIELD).proposals[0] == ("L1 attacks O1",)
    for text in ("L1 hits O1 hard no joke", "L1 hits O1 hard not", "L1 hits O1, no"):
        assert said(text, FIELD).kind != "run"
    for text in ("L1 does not hit O1", "no attack on O1 by L1"):
        assert said(text, FIELD).proposals == ()


def test_what_is_said_last_comes_first_where_somebody_corrects_himself() -> None:
    """Only the correction is proposed; what was said before it is dropped."""
    text = "L1 pokes O1 with gladius - ops, L2 I mean! So L2 pokes O2 with gladius"
    assert said(text, FIELD).proposals == (("L2 attacks O2 with Gladius",),)


def test_what_is_mended_comes_before_what_it_mends() -> None:
    """The order after a correction (`No wait, .. O1`) comes first, with the target said last."""
    text = "the second legionnaire, er, attacks O2. No wait, I have it the wrong way round: O1"
    assert said(text, FIELD).proposals[0][0].startswith("L2 attacks O1")


@pytest.mark.parametrize(
    "text",
    [
        "I took ages, poor fellows. End phase.",
        "end phase, I took long enough",
        "So, nothing more from the legionnaires. END PHASE",
        "aaand that is it, end phase. Done.",
    ],
)
def test_an_end_said_by_itself_is_offered(text: str) -> None:
    """The end of the phase is proposed first, whatever stands beside it."""
    assert [one.lower() for one in said(text, FIELD).proposals[0]] == ["end phase"]


def test_an_end_is_offered_where_nothing_is_named() -> None:
    """Only `pass` is proposed."""
    assert said("Pass this turn. Holding.", SCENE).proposals == (("pass",),)


def test_a_sentence_of_the_law_is_offered_without_its_tail() -> None:
    """A sentence of the law followed by a remark is offered without the remark, if it is legal
    so."""
    tail = ", white has had its move by mail"
    decision = said(f"set turn army 2{tail}", SCENE, seat=0)
    assert (decision.kind, decision.sentences) == ("offer", ("set turn army 2",))
    assert said(f"set turn army 3{tail}", SCENE, seat=0).kind != "offer"


def test_who_is_denied_does_nothing() -> None:
    """`L1 attacks O1 too, not L2`: L2 does not attack."""
    for text in ("L1 attacks O1 too, not L2", "L1 attacks O1 as well, not L2"):
        assert not any("L2" in one for one in said(text, FIELD).sentences)


def test_without_work_for_the_likeliest_a_message_is_what_was_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The ranking has a budget of its own; if that is spent, what was read without it remains."""
    text = "L1 lays into O1, all guns blazing, gladius flashing"
    assert said(text, FIELD).kind == "run"
    monkeypatch.setattr(decide, "PROPOSING", 50)
    assert said(f"{text}!", FIELD).kind == "offer"


def test_two_shots_that_miss_are_not_the_same() -> None:
    """Events are compared, not only states: a missed `fires` differs from a missed `rapid
    fires`."""
    one, two = (comes_to(SHOTS, (f"M2 {deed} at O2",)) for deed in ("fires", "rapid fires"))
    assert one.stands
    assert two.stands
    assert one.state == two.state
    assert not one.same_as(two)


def test_what_nobody_spoke_of_is_not_said() -> None:
    """Of sentences with the same effect the one is shown that adds least to what was said."""
    decision = said("M2 has a shot at O2, just to say hi", SHOTS)
    assert decision.proposals[0] == ("M2 fires at O2",)


@pytest.mark.parametrize(
    ("text", "together"),
    [("L1 and L2 shout and go at O1", True), ("As L1 is hurt, L2 goes at O1", False)],
)
def test_who_is_not_named_side_by_side_does_nothing_together(text: str, together: bool) -> None:
    """`As L1 is hurt, L2 goes ..` names two units but orders only one."""
    (block,) = parse_phrases(FIELD, "scene")
    match = scene_of(block)
    order = (ReadSentence("L1 and L2 attack O1"),)
    message = Message(text, order, world_of(match.game, match.state, 1))
    standing = Comparison(8_000, 8_000, (), True, False, False, "ask 9", 0, 0, False, False)
    assert ("thrown together" in facts_of(message, standing)) is not together


def test_a_row_of_names_is_not_torn_without_cost() -> None:
    """If an order takes only some names of a row (`A, B and C`), that is a fact (`TORN`)."""
    (block,) = parse_phrases(MAGIC, "scene")
    match = scene_of(block)
    world = world_of(match.game, match.state, 1)
    chart = chart_of(tokens_of("Augur1, Legion1 and Druid1 hold the line"), world)
    facts = [set(line.facts) for line in lines_of([chart], world, weights_of(match.game.id))]
    assert any(TORN in one for one in facts)
    assert any(TORN not in one for one in facts)


def test_a_row_of_words_is_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message with hundreds of parts (`hum, hum, ..`) is searched once, not once per part."""
    looked: list[int] = []
    value_at = lost._value_at

    def counted(message: Message, tokens: lost.Tokens, at: int) -> tuple[int, Value | None]:
        looked.append(at)
        return value_at(message, tokens, at)

    monkeypatch.setattr(lost, "_value_at", counted)
    (block,) = parse_phrases(FIELD, "scene")
    match = scene_of(block)
    text = 200 * "hum, "
    message = Message(text, (ReadSentence("L1 attacks O1"),), world_of(match.game, match.state, 1))
    assert list(lost.lost(message)) == []
    assert 0 < len(looked) <= sum(map(len, message.tokens))


def test_the_steps_of_a_long_message_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """With each line of a long message, the lines before are not counted again."""
    asked = 0
    orders = Step.orders.fget
    assert orders is not None

    def counted(step: Step) -> bool:
        nonlocal asked
        asked += 1
        return orders(step)

    monkeypatch.setattr(Step, "orders", property(counted))
    (block,) = parse_phrases(FIELD, "scene")
    match = scene_of(block)
    listener = Listener(world_of(match.game, match.state, 1), lambda _: False)
    for _ in range(300):
        listener.hear(Sentence("hum"))
    assert 0 < asked <= 6 * len(listener.steps)


def test_a_number_that_is_the_sum_or_difference_of_two() -> None:
    """Such a number is accounted for by the two; the same number counts twice only if it was said
    twice."""
    assert lost._comes_of(12, Counter((4, 8)))
    assert lost._comes_of(4, Counter((12, 8)))
    assert not lost._comes_of(13, Counter((4, 8)))
    assert lost._comes_of(6, Counter((3, 3)))
    assert not lost._comes_of(6, Counter((3,)))


def test_no_pairs_are_formed_of_the_numbers_of_a_line() -> None:
    """The work grows with the square of the count of numbers, not with its cube: forming all pairs
    took minutes for some hundred numbers."""
    match = SCENES["candlebre"].match
    world = world_of(match.game, match.state, 1)
    filed = (ReadSentence("attack Brindle from Ashford with 7 infantry"),)

    def calls(numbers: int) -> int:
        text = "hopefully the orc moves to " + "7,6 " * numbers
        counter = Profile()
        counter.runcall(list, lost.lost(Message(text, filed, world)))
        return sum(one.callcount for one in counter.getstats())

    calls(30)  # so that what is built once is not counted
    assert calls(60) < 5 * calls(30)


def test_numbers_in_words_name_units() -> None:
    """A kind with several numbers in words means all of them, as with digits."""
    for text in ("legionnaires one through two attack O1", "legionnaires one and two attack O1"):
        assert said(text, FIELD).sentences == ("L1 and L2 attacks O1",)


def test_no_charge_of_one_unit_ends_nothing() -> None:
    """What one unit does not do ends no phase."""
    far = (
        FIELD.replace("phase fight", "phase move")
        .replace("8,15", "20,25")
        .replace("10,15", "20,26")
    )
    decision = said("L1 runs 4 forward, no charge for him this round then, fine by me", far)
    assert "end phase" not in decision.sentences


def test_a_refusal_needs_no_word_beside_its_order() -> None:
    """The rules say why the likeliest order is refused, although what stands beside it could be
    another order that is refused with it."""
    text = "L1 goes for O2 with the gladius, whole hog. No I did not ask the cat"
    assert said(text, FIELD).sentences == ("L1 attacks O2 with Gladius",)
    assert said("L1 does not go for O2 with the gladius. No.", FIELD).kind == "ask"


def test_what_is_likeliest_by_far_is_offered_though_few_words_order_it() -> None:
    """An order that ranks high is offered if hardly anything is named, and never carried out."""
    offer = said("Would you take a draw? I mean it serious: I offer a draw.", MAGIC)
    assert (offer.kind, offer.proposals) == ("offer", (("offer draw",),))
    assert said("Would you take a draw? I know I would not offer one.", MAGIC).kind != "run"


def test_what_is_denied_comes_behind_what_is_not() -> None:
    """`X rather than Y` is about X."""
    near = FIELD.replace("10,15", "9,15")
    decision = said("L1 strikes O2 rather than O1, zork zork", near)
    assert decision.kind != "run"
    assert decision.proposals[0] == ("L1 attacks O2",)


def test_n_between_words_is_and() -> None:
    """`L1 n L2` are both; behind a verb of motion or a number `n` is no `and`."""
    assert said("both warriors, d2 n e2").sentences == said("both warriors, d2 and e2").sentences
    for text in ("Legion1 moves n to 4,5", "he wheels n then shoots", "3 n L1", "L1 n i go home"):
        assert joined(text) == text
    assert joined("L1 n L2 fight, and likewise L3") == "L1 and L2 fight, and L3"
