"""Looking things up, in place or over the network: the same few lines for both."""

from collections import namedtuple
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, Select
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


class Prepared:
    """A query that every message asks, put into words once; what varies are named parameters."""

    def __init__(self, query: Select[Any]) -> None:
        self.query = query

    @cached_property
    def spoken(self) -> tuple[str, tuple[tuple[str, Any], ...]]:
        """As a SQLite file takes it: the text, and the parameters in their order, with the values
        of those that do not vary."""
        compiled = self.query.compile(dialect=sqlite.dialect())
        names = compiled.positiontup or ()
        return str(compiled), tuple((name, compiled.params[name]) for name in names)

    @cached_property
    def row(self) -> Any:
        """A row of the answer, its values by the names of their columns."""
        return namedtuple("Row", [column.key or "" for column in self.query.selected_columns])


class Reading:
    """A connection that is only read from."""

    def __init__(self, connection: Connection | AsyncConnection) -> None:
        self._connection = connection

    async def execute(self, query: Any, values: Any = None) -> Any:
        """The rows of a query."""
        if isinstance(self._connection, Connection):
            return self._connection.execute(query, values)
        return await self._connection.execute(query, values)

    async def rows(self, asked: Prepared, **values: Any) -> list[Any]:
        """The rows of a prepared query; true and false may come as 1 and 0."""
        if not isinstance(self._connection, Connection):
            return [*(await self._connection.execute(asked.query, values)).all()]
        text, given = asked.spoken
        own: Any = self._connection.connection.dbapi_connection
        found = own.execute(text, [values.get(name, value) for name, value in given]).fetchall()
        return [asked.row._make(row) for row in found]
