"""Looking things up, in place or over the network: the same few lines for both."""

from typing import Any

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection


class Reading:
    """A connection that is only read from."""

    def __init__(self, connection: Connection | AsyncConnection) -> None:
        self._connection = connection

    async def execute(self, query: Any, values: Any = None) -> Any:
        """The rows of a query."""
        if isinstance(self._connection, Connection):
            return self._connection.execute(query, values)
        return await self._connection.execute(query, values)
