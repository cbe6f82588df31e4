"""Reading from a SQLite file directly or from a server over the network, by the same calls."""

from collections import namedtuple
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, Select
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


class Prepared:
    """A query that every message needs, compiled once; its varying values are named parameters."""

    def __init__(self, query: Select[Any]) -> None:
        self.query = query

    @cached_property
    def spoken(self) -> tuple[str, tuple[tuple[str, Any], ...]]:
        """The query for SQLite: its SQL text, and its parameters in order, each as its name and
        its fixed value (None if it varies)."""
        compiled = self.query.compile(dialect=sqlite.dialect())
        names = compiled.positiontup or ()
        return str(compiled), tuple((name, compiled.params[name]) for name in names)

    @cached_property
    def row(self) -> Any:
        """The named tuple for a row of the result; its fields are the columns."""
        return namedtuple("Row", [column.key or "" for column in self.query.selected_columns])


class ReadConnection:
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
