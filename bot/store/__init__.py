"""Where matches are kept: schema, migrations, one writer, backups.  The only room that knows SQL.

It may use `match`.
What may not come in: rules of a game, wording, Discord.
"""

from bot.store.bell import Bell
from bot.store.done import answer_anew, done
from bot.store.errors import AwayError, StaleError, StoreError
from bot.store.leases import Leases
from bot.store.patience import when_it_answers
from bot.store.phrases import PhraseStore
from bot.store.plans import PlanStore
from bot.store.posts import Mail
from bot.store.records import (
    ClockRow,
    Kind,
    MatchRecord,
    PhraseRow,
    PlaceRecord,
    PlanRow,
    Post,
    Receipt,
    Submission,
    TurnTime,
)
from bot.store.store import Store
from bot.store.times import Times

__all__ = [
    "AwayError",
    "Bell",
    "ClockRow",
    "Kind",
    "Leases",
    "Mail",
    "MatchRecord",
    "PhraseRow",
    "PhraseStore",
    "PlaceRecord",
    "PlanRow",
    "PlanStore",
    "Post",
    "Receipt",
    "StaleError",
    "Store",
    "StoreError",
    "Submission",
    "Times",
    "TurnTime",
    "answer_anew",
    "done",
    "when_it_answers",
]
