"""A sentence of the law that is said word for word raises no doubt."""

import random
from functools import reduce
from itertools import islice
from typing import Any

import pytest

import grammar
from bot.match.dice import seeded
from bot.reading.law import is_law, is_word_for_word, law_is_wrong
from bot.reading.world import is_grave, world_of
from grammar.doubt import Message, ReadSentence, doubts_of, doubts_of_law
from rules import GAMES
from rules.border.game import Game, read_options
from rules.line.errors import Refusal

POSITIONS, ORDERS = 6, 3


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_nothing_speaks_against_it(game: Game[Any]) -> None:
    """Legal orders in random positions of each system raise no doubt, also with a harmless comment;
    a comment that takes the order back does."""
    chance, tried = random.Random(7), 0
    library = grammar.library(game.id)
    events = game.setup(read_options(game, {}), library, seeded("seed", "match", 0), False)
    state = reduce(game.apply, events, game.blank)
    for number in range(1, POSITIONS):
        seats = game.awaits(state)
        orders = [(seat, one) for seat in seats for one in islice(game.legal(state, seat), 200)]
        for seat, order in chance.sample(orders, min(ORDERS, len(orders))):
            said = str(order)
            if law_is_wrong(game, state, seat, said) or not is_law(game, state, seat, said):
                continue
            for comment, speaks in (
                ("", False),
                (" // number 7 of 9", False),
                (" // not yet", True),
            ):
                text = said + comment
                assert is_word_for_word(game, state, seat, text)
                filed = ReadSentence(text, text, is_grave(order))
                about = (text, (filed,), world_of(game, state, seat), (comment[4:],))
                assert bool(doubts_of(Message(*about))) == speaks, text
                assert doubts_of_law(Message(*about)) == doubts_of(Message(*about))
                tried += 1
        seat, order = chance.choice(orders)
        try:
            events = game.adjudicate(state, seat, (order,), seeded("s", "m", number))
        except Refusal:
            continue
        state = reduce(game.apply, events, state)
    assert tried > POSITIONS
