"""The data that ship with a system, read once."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any


@cache
def library(system: str) -> Any:
    """What `setup` of a system is given as its library; None if the system ships no data.

    A system with data has a module `grammar/<system>_data.py` with a function `read_data`.
    """
    name = f"grammar.{system}_data"
    return import_module(name).read_data() if find_spec(name) is not None else None
