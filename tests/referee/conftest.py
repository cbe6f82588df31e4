"""What is tried on both kinds of database is tried here as well."""

from tests.store.conftest import server, where

__all__ = ["server", "where"]
