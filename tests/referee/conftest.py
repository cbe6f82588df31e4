"""Fixtures that run a test on both kinds of database."""

from tests.store.conftest import server, where

__all__ = ["server", "where"]
