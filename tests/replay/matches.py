"""Matches for the pages: one of each system, played at random with fair dice to its end."""

import random
from itertools import islice

from bot.cases.starter import deal
from bot.referee.service import OpenMatch, Referee
from rules.line.events import Rolled
from tests.support import must

SEEDS = {"crusade7": 1, "crusade8x8": 1, "rulescrusade": 1, "machinadei": 1, "candlebre": 1}
DICELESS = ("crusade7", "crusade8x8")
"""Systems whose ready-made battle needs no dice."""


async def played(referee: Referee, system: str, orders: int = 60) -> OpenMatch:
    """Play random orders in the ready-made battle, take one back and resign; returns the match."""
    table = await referee.create("A & <b>", system)
    await deal(referee, table)
    rng = random.Random(SEEDS[system])
    count = 0
    while table.game.outcome(table.match.state) is None and count < orders:
        count += 1
        state = table.match.state
        seat = table.game.awaits(state)[0]
        found = [str(one) for one in islice(table.game.legal(state, seat), 300)]
        found = [one for one in found if one not in ("resign", "offer draw", "undo")]
        await referee.submit(table, seat, rng.choice(found))
    await referee.submit(table, table.game.awaits(table.match.state)[0], "undo")
    for seat in table.game.seats(table.record.options)[1:]:
        if table.game.outcome(table.match.state) is None:
            must(await referee.submit(table, seat, "resign"))
    return table


async def fallen(referee: Referee, table: OpenMatch) -> int:
    """How many fair dice fell (none loaded by the GM), including those of entries taken back."""
    entries = await referee.entries(table, range(len(table.match.links)))
    return sum(
        isinstance(event, Rolled) and not event.loaded
        for entry in entries
        if entry.to is None
        for event in entry.events
    )
