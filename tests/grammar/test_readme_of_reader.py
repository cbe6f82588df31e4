"""What the README of the reader says of one sentence's way, of modules and of words, is so."""

import re

import pytest

from bot.reading.decide import understand
from bot.reading.proposing import proposed
from bot.reading.world import world_of
from grammar.reader.chart import chart_of
from grammar.reader.clauses import readings
from grammar.reader.shape import shape
from grammar.reader.tokens import Token, tokens_of
from grammar.reader.weights import weights_of
from tests.doors.scenes import SCENES
from tests.places import ROOT

README = (ROOT / "grammar" / "reader" / "README.md").read_text(encoding="utf-8")
TEXT = re.findall(r"```\n(.+)\n```", README)[0]
WAY = {
    row.split("|")[1].strip(): row.split("|")[3]
    for row in README[README.index("| step |") :].split("\n\n")[0].splitlines()[2:]
}
MATCH = SCENES["crusade7"].match
WORLD = world_of(MATCH.game, MATCH.state, 1)


def code(step: str) -> list[str]:
    """What is written as code in a step."""
    return re.findall(r"`([^`]+)`", WAY[step])


def tokens() -> tuple[Token, ...]:
    """The sentence as tokens."""
    (sentence,) = shape(TEXT).sentences
    return tokens_of(sentence.text)


def said(kind: str) -> list[str]:
    """The words that the chart takes for this."""
    row = tokens()
    return [
        " ".join(token.word for token in row[at : edge.end])
        for at, edges in enumerate(chart_of(row, WORLD).edges)
        for edge in edges
        if edge.kind == kind
    ]


def test_its_shape_and_its_tokens() -> None:
    """One sentence, and its words, numbers and signs one by one."""
    assert [one.text for one in shape(TEXT).sentences] == code("shape")
    assert [one.word for one in tokens()] == code("tokens")


def test_its_values_and_its_chart() -> None:
    """The unit and the place are values; the rest is what the table says."""
    unit, place = code("values")
    assert {unit, place} <= set(said("value"))
    verb, mark, nothing, unknown = code("chart")
    assert verb in said("verb")
    assert mark in said("mark")
    assert nothing in said("skip")
    assert unknown in said("unknown")


def test_its_reading() -> None:
    """One row takes the unit and the place, and one word is left over."""
    (reading,) = readings(chart_of(tokens(), WORLD))
    (deed,) = reading.deeds
    row, left = code("reading")
    assert deed.verb is not None
    assert any(form.text.startswith(row) for form in deed.verb.forms)
    assert [(name, value.items) for name, value in deed.roles] == [
        ("who", ("L1",)),
        ("place", ("6,13",)),
    ]
    assert reading.left == (left,)


def test_its_ranking_and_its_decision() -> None:
    """The likeliest, and why it is only offered."""
    found = proposed(MATCH.game, MATCH.state, WORLD, TEXT, weights_of("crusade7"))
    ranked = [" ; ".join(one.trial.sentences) for one in found]
    assert ranked[:1] == [one for one in code("weights") if one.startswith("L1")]
    decision = understand(MATCH.game, MATCH.state, 1, TEXT)
    assert decision.kind == "offer"
    assert " ; ".join(decision.sentences) == ranked[0]
    assert decision.sentences == tuple(code("sentence"))
    assert decision.why in WAY["decision"]


@pytest.mark.parametrize(("end", "kind"), [("", "run"), (" unless O1 moves", "offer")])
def test_without_its_last_word_it_is_carried_out(end: str, kind: str) -> None:
    """And with a condition in its place it is only offered."""
    assert not end or end.strip() in README
    plain = TEXT.partition(" geronimo")[0]
    assert understand(MATCH.game, MATCH.state, 1, plain + end).kind == kind


def test_files_that_it_names_are_there() -> None:
    """In its own folder, or where it says."""
    home = ROOT / "grammar" / "reader"
    for name in re.findall(r"`([\w/.]+(?:\.py|\.toml|\.json|/))`", README):
        places = (home / name, ROOT / name, ROOT / "grammar" / "doubt" / name)
        assert any(one.exists() for one in places), name


def test_a_word_speaks_for_what_it_is_said_to_speak_for() -> None:
    """The example of a weight that was learnt."""
    word = re.findall(r"\(`(\w+)` speaks for advancing and for charging\)", README)[0]
    rows = weights_of("crusade7").rows[word]
    for verb in ("advances", "charges"):
        assert any(weight > 0 for row, weight in rows.items() if verb in row), verb
