"""The second reader, stage by stage: shape, tokens, values, clauses, sentences; and messages that
it must not carry out."""

import random

import pytest

from bot.cases.casefile import Case, CaseLine, Player
from bot.match.tree import Match
from bot.reading.decide import understand
from bot.reading.decision import Decision
from bot.reading.world import world_of
from grammar.distance import distance
from grammar.reader.acts import correction_at, is_question
from grammar.reader.patterns import BadPattern, form, pattern
from grammar.reader.shape import shape
from grammar.reader.spell import english, nearest
from grammar.reader.table import BadTable, build, common, table_of
from grammar.reader.there import anything_at
from grammar.reader.tokens import inflected, number_at, past_of, plurals_of, tokens_of
from grammar.reader.units import units_at
from grammar.reader.values import headings_at, places_at
from grammar.reader.world import World
from rules import GAMES

FIELD = (
    "put Legionnaire L1 for army 1 at 8,9",
    "put Legionnaire L2 for army 1 at 9,9",
    "put Legionnaire L3 for army 1 at 10,9",
    "put Legate LG1 for army 1 at 9,7",
    "put Sagittarius SG1 for army 1 at 12,7",
    "put Sagittarius SG2 for army 1 at 13,7",
    "put Orc Raider O1 for army 2 at 8,22",
    "put Warboss WB1 for army 2 at 9,24",
    "set phase move",
    "set turn army 1",
)


@pytest.fixture(scope="module")
def field() -> Match:
    """A Legion before a few Orcs, in the Move Phase."""
    return scene("crusade7", FIELD)


def scene(system: str, lines: tuple[str, ...], **options: str) -> Match:
    """A match in memory, set up by its GM."""
    steps = tuple(CaseLine(number, 0, line) for number, line in enumerate(lines))
    player = Player.begin(Case("test", "", system, options, (), steps))
    for step in steps:
        player.order(step.seat, step.text)
        assert player.witness.refusal is None, step.text
    return player.match


VELITES = (
    "import Velite V HP 18 AC 13 Cost 9 G | Stats: 6, 2, 3, 1, 0, 1, 1, 2 | Attacks: | "
    "Verutum: 6, light assault, DEX+PF-1, 8 piercing, | Also: Skirmisher, Wolf Skin",
    "put Velite V1 for army 1 at 8,9",
)


def said(match: Match, text: str, seat: int = 1) -> Decision:
    """The decision on a message that is addressed to the referee."""
    return understand(match.game, match.state, seat, text)


def heard(match: Match, text: str, seat: int = 1) -> Decision:
    """The decision on a message in plain chat."""
    return understand(match.game, match.state, seat, text, door="chat")


# --- shape --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("L1 stays", ["L1 stays"]),
        ("> L1 stays\nL2 stays", ["L2 stays"]),
        (">>> L1 stays\nL2 stays", []),
        ('[quote="Ann"]L1 stays [quote]deep[/quote][/quote] L2 stays', ["L2 stays"]),
        ("[quote]never closed\nL1 stays", []),
        ("~~L1 stays~~ L2 stays", ["L2 stays"]),
        ("[s]L1 stays[/s]\nL2 stays", ["L2 stays"]),
        ("```\nL1 8,17\n```", ["L1 8,17"]),
        ("||L1 stays||", ["L1 stays"]),
        ("**Move**\n- L1 to 8,12\n2) L2 stays", ["Move", "L1 to 8,12", "L2 stays"]),
        ("[list][*]L1 to 8,12[*]L2 stays[/list]", ["L1 to 8,12", "L2 stays"]),
        ("L1 to 8.12. L2 holds! L3 too", ["L1 to 8.12", "L2 holds", "L3 too"]),
        ("L1 stays // he is tired", ["L1 stays"]),
        ("L1 stays  # he is tired", ["L1 stays"]),
        ("<@123> L1 stays; L2 stays", ["L1 stays", "L2 stays"]),
        ("---\nL1 to 8;12", ["L1 to 8;12"]),
    ],
)
def test_shape(text: str, sentences: list[str]) -> None:
    """Quotes, struck-out text and markup are removed; list items and sentences are split."""
    assert [one.text for one in shape(text).sentences] == sentences


def test_an_open_mark_of_striking_out_is_noticed() -> None:
    """`~~` without a closing `~~` strikes nothing out, but makes its line uncertain."""
    assert [one.loose for one in shape("~~L1 stays\nL2 stays").sentences] == [True, False]


@pytest.mark.parametrize(
    ("text", "asks"), [("L1 to 8,12?", True), ("L1 to 8,12??", True), ("L1 to 8,12!", False)]
)
def test_question_marks(text: str, asks: bool) -> None:
    """A question mark marks only the sentence that it ends."""
    assert shape(text).sentences[0].asks is asks


# --- tokens and words ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("L1->8,12", ["l1", "->", "8", ",", "12"]),
        ("B1 - Bolt-WB1", ["b1", "-", "bolt", "-", "wb1"]),
        ("the Legate's spatha", ["the", "legate", "'s", "spatha"]),
        ("that's r11c8", ["that's", "r11c8"]),
        ("up-left 2nd L1’s", ["up-left", "2nd", "l1", "'s"]),
        ("Ünit ➡ x", ["unit", "->", "x"]),
    ],
)
def test_tokens(text: str, words: list[str]) -> None:
    """Tokens are words in small letters, references, numbers and signs."""
    assert [token.word for token in tokens_of(text)] == words


@pytest.mark.parametrize(
    ("text", "number"),
    [("twelve", 12), ("a dozen", 12), ("twenty-three", 23), ("7", 7), ("several", None)],
)
def test_numbers(text: str, number: int | None) -> None:
    """Numbers are read from figures and from number words."""
    found = number_at(tokens_of(text), 0)
    assert (found[1] if found else None) == number


def test_forms_of_words() -> None:
    """The inflected forms of verbs and the plurals of names."""
    assert set(inflected("go")) >= {"go", "goes", "going"}
    assert "hitting" in inflected("hit")
    assert past_of("move") == ("moved",)
    assert past_of("throw") == ("threw",)
    assert "sagittarii" in plurals_of("sagittarius")
    assert "enemies" in plurals_of("enemy")


def test_distance_counts_a_swap_once() -> None:
    """The distance is that of optimal string alignment, up to a cutoff: a swap of neighbours counts
    once."""
    assert distance("moevs", "moves", 2) == 1
    assert distance("kitten", "sitting", 2) == 3
    assert distance("a", "abcdef", 2) == 3


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("moevs", "moves"),
        ("foward", "forward"),
        ("sagitarius", "sagittarius"),
        ("cat", ""),
        ("qwertz", ""),
    ],
)
def test_nearest(typed: str, read: str) -> None:
    """A word is respelt as the one known word that is near, or left alone."""
    known = frozenset({"moves", "forward", "sagittarius", "car", "cart", "stays"})
    assert nearest(typed, known) == ((read,) if read else ())


def test_common_words_are_never_respelt(field: Match) -> None:
    """Common English words stay as they are: `declare` is not read as `decline`, nor `already` as
    `ready`."""
    assert {"declare", "already", "phone", "north"} <= english()
    assert said(field, "L1 phone 8,12").kind != "run"


# --- tables -------------------------------------------------------------------------------------


def test_patterns_are_checked() -> None:
    """A bracket without its partner is an error of the pattern; an optional part of a form is left
    out if its slot is empty."""
    with pytest.raises(BadPattern):
        pattern("stop [the dancing")
    with pytest.raises(BadPattern):
        pattern("stop the) dancing")
    assert form("{who} moves[ via {via}]").filled({"who": "L1", "via": ""}) == "L1 moves"


def test_tables_are_checked() -> None:
    """A table with an unknown key or an undeclared slot is refused."""
    with pytest.raises(BadTable, match="no key"):
        build("nothing", {"colour": "red"})
    with pytest.raises(BadTable, match="not declared"):
        build("nothing", {"verb": [{"words": ["go"], "write": ["{who} goes to {nowhere}"]}]})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_form_of_a_table_has_declared_slots(game: object) -> None:
    """Every system's table loads, which checks its slots; its noise words and vague words do not
    overlap."""
    table = table_of(game.id)  # type: ignore[attr-defined]
    assert not table.noise & table.vague
    assert common()["acts"]["negation"]


# --- values -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def world(field: Match) -> World:
    """What army 1 knows of this battle."""
    return world_of(field.game, field.state, 1)


@pytest.mark.parametrize(
    "text",
    [
        *("8,12", "8-12", "8/12", "8.12", "8 12", "(8;12)", "(8,12", "8,,12", "r8c12", "r8 c12"),
        *("row 8 col 12", "row 8, column 12", "column 12 row 8", "eight comma twelve"),
    ],
)
def test_places(world: World, text: str) -> None:
    """Ways to write a position."""
    found = [value.items for _, value in places_at(tokens_of(text), 0, world)]
    assert ("8,12",) in found


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("3 forward", "3 forward"),
        ("three squares north", "3 up"),
        ("two spaces to the left", "2 left"),
        ("forward by 3", "3 forward"),
        ("+3 fwd", "3 forward"),
        ("right 3", "3 right"),
        ("2 south-west", "2 down-left"),
        ("diagonally up and to the left, two squares", "2 up-left"),
    ],
)
def test_headings(world: World, text: str, heading: str) -> None:
    """Ways to write a number of steps in a direction."""
    found = [value.items for _, value in headings_at(tokens_of(text), 0, world)]
    assert (heading,) in found


@pytest.mark.parametrize(
    ("text", "refs"),
    [
        ("L1", ("L1",)),
        ("l 1", ("L1",)),
        ("Legionnaire two", ("L2",)),
        ("goblin", None),
        ("L1-3", ("L1", "L2", "L3")),
        ("L1 through L3", ("L1", "L2", "L3")),
        ("Legionnaires 1, 2 and 3", ("L1", "L2", "L3")),
        ("L1+L2", ("L1", "L2")),
        ("both Sagittarii", ("SG1", "SG2")),
        ("the legate", ("LG1",)),
        ("all legionnaires except L2", ("L1", "L3")),
        ("the legionnaires but number 2", ("L1", "L3")),
        ("the unit on 12,7", ("SG1",)),
        ("the legionnaire at 9,9", ("L2",)),
        ("everyone but the legate", ("L1", "L2", "L3", "SG1", "SG2")),
        ("their warboss", ("WB1",)),
    ],
)
def test_units(world: World, text: str, refs: tuple[str, ...] | None) -> None:
    """The units that a phrase means."""
    tokens = tokens_of(text)
    every = (*units_at(tokens, 0, world), *anything_at(tokens, 0, world))
    found = [value.items for end, value in every if end == len(tokens)]
    assert (refs in found) if refs else not found


@pytest.mark.parametrize(
    "text", ["one of the legionnaires", "a legionnaire", "two of the legionnaires"]
)
def test_what_was_left_open_stays_open(world: World, text: str) -> None:
    """A phrase that leaves open which units are meant stays vague: the player must choose."""
    tokens = tokens_of(text)
    found = [value for end, value in units_at(tokens, 0, world) if end == len(tokens)]
    assert found
    assert all(value.vague for value in found)


def test_the_wounded_one_has_no_number() -> None:
    """`the wounded one` is the unit that is wounded, although `legionnaire one` is L1."""
    match = scene("crusade7", (*FIELD, "set L2 hp 5"))
    tokens = tokens_of("the wounded one")
    found = units_at(tokens, 0, world_of(match.game, match.state, 1))
    assert [value.items for end, value in found if end == len(tokens)] == [("L2",)]


def test_hidden_units_are_not_there() -> None:
    """In a secret set-up the reader knows no unit of the other army."""
    match = scene(
        "crusade7", ("put Legionnaire L1 for army 1 at 8,9", "put Goblin G1 for army 2 at 5,25")
    )
    assert [one.ref for one in world_of(match.game, match.state, 1).things] == ["L1"]


# --- acts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "asks", "question"),
    [
        ("can L1 reach 8,12", True, True),
        ("could you please move L1 to 8,12", True, False),
        ("what happens if L1 moves", True, True),
        ("L1 to 8,12", True, False),
        ("anyone know why", False, True),
    ],
)
def test_questions(text: str, asks: bool, question: bool) -> None:
    """A question asks for information; a polite request is phrased as one but asks for an
    action."""
    assert is_question(tokens_of(text), asks) is question


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("L1 to 8,11, no wait, 8,12", "8 , 12"),
        ("L1 to 6,10, wait, no, 6,11", "6 , 11"),
        ("L1 to 8,12, sorry, I meant L2 to 9,12", "l2 to 9 , 12"),
    ],
)
def test_corrections(text: str, rest: str) -> None:
    """The text behind the last correction is what counts."""
    tokens = tokens_of(text)
    found = correction_at(tokens)
    assert found is not None
    assert " ".join(token.word for token in tokens[found[1] :]) == rest


# --- decisions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("L1 to 8,12 and L2 to 9,12", ("L1 moves to 8,12", "L2 moves to 9,12")),
        ("the legate walks two to the left", ("LG1 moves 2 left",)),
        ("L1-3 go to column 12", ("L1 moves to 8,12", "L2 moves to 9,12", "L3 moves to 10,12")),
        ("L1 stays, everyone else 2 fwd", ("L1 stays", "L2, L3, LG1, SG1 and SG2 moves 2 forward")),
        ("L1 to 8,11, no sorry, 8,12", ("L1 moves to 8,12",)),
        ("don't move L1", ("L1 stays",)),
        ("Move Phase:\nL1 8,12", ("L1 moves to 8,12",)),
        ("**Legate**\n9,7 -> 9,9", ("LG1 moves to 9,9",)),
        ("next phase please", ("end phase",)),
        ("L1 moevs to 8,12", ("L1 moves to 8,12",)),
        ("L4 8,12", ("L4 moves to 8,12",)),
        ("O1 8,20", ("O1 moves to 8,20",)),
    ],
)
def test_free_words_are_carried_out(field: Match, text: str, sentences: tuple[str, ...]) -> None:
    """A message with one meaning and no word left over is carried out."""
    decision = said(field, text)
    assert decision.kind == "run", decision
    assert decision.sentences == sentences


@pytest.mark.parametrize(
    "text",
    [
        "maybe L1 to 8,12", "L1 to 8,12?", "if O1 comes, L1 stays", "L1 or L2 to 8,12",
        "L1 to 8,12 unless he is tired", "a legionnaire to 8,12", "one of the legionnaires stays",
        "L1 forward", "L1", "move", "L1 moves as far as he can", "L1 to 8,12 or so",
        "draft: L1 to 8,12", "L1 to zorp 8,12", "L1 8,12 zorp", "the legionnaire stays",
        "everyone forward", "L1 to 8,12. Unless you object.", "forget what I said about L1",
        'Ann wrote "L1 moves to 8,12" last night', "~~L1 to 8,12", "don't attack with L1",
    ],
)  # fmt: skip
def test_what_is_not_sure_is_never_carried_out(field: Match, text: str) -> None:
    """Doubt, conditions, questions, open choices and words left over are asked about or offered."""
    decision = said(field, text)
    assert decision.kind != "run", decision
    assert decision.why


@pytest.mark.parametrize(
    "text",
    [
        "L1 is my favourite unit", "> L1 moves to 8,12", "~~L1 to 8,12~~", "hold my beer",
        "can L1 reach 8,12?", "L1 moved to 8,12 last time", "O1 will probably come to 8,15",
        "march on, my friends", "stay safe everyone", "charge your phone, mate", "lol", "👍",
        "thanks for the support everyone", "that Warboss moves like a snail",
    ],
)  # fmt: skip
def test_talk_is_passed_over(field: Match, text: str) -> None:
    """In plain chat the referee ignores messages like these."""
    assert heard(field, text).kind == "silent"


@pytest.mark.parametrize(
    ("text", "kind"),
    [("L1 moves to 8,12", "run"), ("L1 strolls to 8,12", "run"), ("the legate stays", "run"),
     ("L1 mvoes to 8,12", "quiet"), ("stay", "silent")],
)  # fmt: skip
def test_in_the_room_only_what_is_sure(field: Match, text: str, kind: str) -> None:
    """In plain chat an order runs if it has a verb, a unit of the writer's own, and all else said
    outright; a near miss is only marked."""
    assert heard(field, text).kind == kind


def test_a_twin_makes_it_open() -> None:
    """`the eques` runs while there is one; with a second one the player must choose."""
    one = scene("crusade7", (*FIELD[:3], "put Eques EQ1 for army 1 at 15,5", *FIELD[-2:]))
    two = scene(
        "crusade7",
        (
            *FIELD[:3],
            "put Eques EQ1 for army 1 at 15,5",
            "put Eques EQ2 for army 1 at 16,5",
            *FIELD[-2:],
        ),
    )
    assert said(one, "the eques moves 2 forward").sentences == ("EQ1 moves 2 forward",)
    assert said(two, "the eques moves 2 forward").kind == "list"


def test_offers_stand_now(field: Match) -> None:
    """The law reads every sentence that is offered or listed."""
    from grammar import parse

    names = field.game.names(field.state)
    for text in ("L1 8,12 zorp", "the legionnaire stays", "L1 to 8,12?"):
        decision = said(field, text)
        for sentence in (*decision.sentences, *(one for row in decision.options for one in row)):
            assert parse("crusade7", sentence, names) is not None


def test_the_reader_knows_no_order_of_things(field: Match) -> None:
    """The decision does not depend on the order of the units in the state."""
    text = "both sagittarii hold, the legionnaires 2 forward"
    first = said(field, text)
    state = field.state
    units = list(state.units.items())
    random.Random(5).shuffle(units)
    from dataclasses import replace

    assert understand(field.game, replace(state, units=dict(units)), 1, text) == first


def test_strict_sentences_never_reach_the_second_reader(field: Match) -> None:
    """A message that the law can read is carried out as it stands, without the second reader."""
    decision = said(field, "L1 moves to 8,12; L2 stays")
    assert decision.strict
    assert decision.sentences == ("L1 moves to 8,12; L2 stays",)


def test_nicknames_of_a_statblock() -> None:
    """After `Also: Skirmisher` in a pasted statblock, players may call the type so, misspelt
    too."""
    match = scene("crusade7", (*VELITES, "set phase move", "set turn army 1"))
    for name in ("my skirmisher", "the wolf skin", "skirmsher"):
        assert said(match, f"{name} two forward").sentences == ("V1 moves 2 forward",)
