"""The store's side of plans: the orders that players leave for when they are away."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Row, insert, select

from bot.store.database import Database
from bot.store.posts import add_notices
from bot.store.queries import PLANS_OF
from bot.store.records import PlanRow, Post
from bot.store.rows import read
from bot.store.schema import standing_orders


class PlanStore:
    """At most one plan per seat; it belongs to the player who wrote it, not to the seat."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, plan: PlanRow, posts: Sequence[Post] = ()) -> None:
        """Replace the plan of a seat, and add notices about it.  An empty text removes the plan."""
        own = (standing_orders.c.match_id == plan.match_id) & (standing_orders.c.seat == plan.seat)

        def job(connection: Connection) -> None:
            connection.execute(standing_orders.delete().where(own))
            if plan.text:
                values = {**asdict(plan), "details": json.dumps(plan.details)}
                values["user_id"] = values.pop("user")
                connection.execute(insert(standing_orders), values)
            add_notices(connection, plan.match_id, posts)

        await self._database.write(job)

    async def of_match(self, match_id: int) -> list[PlanRow]:
        """The plans of all seats of a match."""
        return [_plan(row) for row in await self._database.rows(PLANS_OF, match=match_id)]

    async def of_seat(self, match_id: int, seat: int, user: str) -> PlanRow | None:
        """The plan that this player has left for this seat."""
        for plan in await self.of_match(match_id):
            if (plan.seat, plan.user) == (seat, user):
                return plan
        return None

    async def matches(self) -> list[int]:
        """The matches in which somebody has left a plan."""
        return sorted(await self._database.values(select(standing_orders.c.match_id).distinct()))

    async def of_user(self, user: str) -> list[tuple[int, int]]:
        """The matches and seats for which an account has left a plan."""
        query = select(standing_orders.c.match_id, standing_orders.c.seat)
        query = query.where(standing_orders.c.user_id == user)
        return [(row[0], row[1]) for row in await self._database.all(query)]


def _plan(row: Row[Any]) -> PlanRow:
    return read(PlanRow, row, user=row.user_id, details=json.loads(row.details))
