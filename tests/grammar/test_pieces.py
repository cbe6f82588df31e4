"""Values that are parts of orders, named parts of patterns, and quantities shared by several
places."""

import pytest

from bot.cases.casefile import Case, CaseLine, Player
from bot.match.tree import Match
from bot.reading.decide import understand
from bot.reading.world import strict_orders
from grammar.reader.table import BadTable, build, table_of
from rules.line.adjudication import lowest

SCENE = (
    "set Crownmere owner army 1",
    "put 4 infantry for army 1 attacking Dunmoor from Crownmere",
    "put 2 mercenaries for army 1 attacking Dunmoor from Crownmere",
    "put 3 archers for army 2 in Dunmoor",
    "put 3 infantry for army 1 in Ashford",
    "set Brindle owner army 1",
    "put GL1 for army 1 in Ashford",
    "set army 1 military 60",
    "set turn army 1",
)


def scene(phase: str) -> Match:
    """A battle, and a province to buy in."""
    lines = (*SCENE, f"set phase {phase}")
    steps = tuple(CaseLine(number, 0, text) for number, text in enumerate(lines))
    player = Player.begin(Case("pieces", "", "candlebre", {}, (), steps))
    for step in steps:
        player.order(step.seat, step.text)
    return player.match


def said(match: Match, text: str) -> tuple[str, ...]:
    """The sentences that a text is carried out as; none if it is not carried out."""
    decision = understand(match.game, match.state, 1, text)
    return decision.sentences if decision.kind == "run" else ()


def test_parts_are_checked() -> None:
    """A table that uses an undefined part or an undeclared slot is refused."""
    row = {"words": ["go <home>"], "write": "end phase"}
    assert build("nothing", {"phrase": [row], "parts": {"home": "(home|back)"}}).phrases
    with pytest.raises(BadTable, match="home"):
        build("nothing", {"phrase": [row]})
    value = {"kind": "moment", "words": ["after <home>"], "write": "after {nowhere}"}
    with pytest.raises(BadTable, match="home"):
        build("nothing", {"value": [value]})
    with pytest.raises(BadTable, match="not declared"):
        build("nothing", {"value": [value], "parts": {"home": "tea"}})


def test_pieces_are_looked_for() -> None:
    """The table of Candle'Bre has moments, paces, lists of types, who dies last, captives and
    prices as values."""
    kinds = {one.kind for one in table_of("candlebre").pieces}
    assert kinds == {"moment", "pace", "kinds", "lasts", "captive", "price"}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Dunmoor to the bitter end", "fight Dunmoor to the end"),
        ("one round at Dunmoor please", "fight Dunmoor one round"),
        (
            "I pull out of Dunmoor to Crownmere after the second round",
            "withdraw to Crownmere after 2nd round in Dunmoor",
        ),
        ("take the casualties from the mercs first", "lose mercenaries first"),
        ("losses: mercs, then the foot", "lose mercenaries, infantry first"),
    ],
)
def test_pieces_are_read(text: str, meant: str) -> None:
    """A phrase such as `after the second round` or `mercs, then the foot` is one value of an
    order."""
    assert said(scene("combat"), text) == (meant,)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2 inf each in Ashford and Brindle", ("Ashford", "Brindle")),
        ("Ashford and Brindle get 2 inf each", ("Ashford", "Brindle")),
        ("2 inf in both Ashford and Brindle", ("Ashford", "Brindle")),
        ("infantry: 2 in Ashford, 2 in Brindle", ("Ashford", "Brindle")),
        ("each of us loves Ashford and Brindle", ()),
    ],
)
def test_what_places_share(text: str, meant: tuple[str, ...]) -> None:
    """An amount is bought in each of several places only where the text says that each gets it."""
    assert said(scene("purchase"), text) == tuple(f"buy 2 infantry in {one}" for one in meant)


def test_codes_are_told_as_names() -> None:
    """A standing order for a province is reported by the province's name, even if its code was
    typed."""
    match = scene("combat")
    told = []
    for text in ("pay bounty 1 in DUN", "pay bounty 1 in Dunmoor"):
        orders = strict_orders(match.game, match.state, 1, text)
        assert orders is not None
        told.append(match.game.adjudicate(match.state, 1, orders, lowest))
    assert told[0] == told[1]
