"""A cache of parsers: their tables are stored beside Python's bytecode.

Building the tables of a grammar takes half a second, reading them a hundredth of that.  They are
trusted like the bytecode beside them.  They are built anew when the grammar, Lark or Python has
changed, and every time if nothing can be written.
"""

import os
import sys
from contextlib import suppress
from hashlib import sha256
from importlib.util import cache_from_source
from io import BytesIO
from pathlib import Path

import lark
from lark import Lark

_SEAL = sha256().digest_size


def lalr(name: str, text: str, starts: list[str], **options: bool) -> Lark:
    """The LALR parser of a grammar, from the cache if possible.  `name` names its cache file, so
    only the newest tables of each grammar are kept."""
    told = (lark.__version__, sys.version, text, starts, sorted(options.items()))
    key = sha256(repr(told).encode()).digest()
    file = _kept(name)
    if (tables := _read(file, key)) is not None:
        return Lark.load(BytesIO(tables))
    made = Lark(text, parser="lalr", start=starts, **options)
    if not sys.dont_write_bytecode:
        _keep(file, key, made)
    return made


def _kept(name: str) -> Path:
    """The cache file of a parser."""
    compiled = Path(cache_from_source(__file__))
    return compiled.with_name(f"{compiled.stem}.{name}.tables")


def _read(file: Path, key: bytes) -> bytes | None:
    """The tables in a file; None if they are missing, damaged or of another grammar."""
    try:
        whole = file.read_bytes()
    except OSError:
        return None
    seal, tables = whole[:_SEAL], whole[_SEAL:]
    return tables if seal == sha256(key + tables).digest() else None


def _keep(file: Path, key: bytes, made: Lark) -> None:
    """Write the tables to a file, wholly or not at all; a failure is ignored."""
    held = BytesIO()
    made.save(held)
    tables = held.getvalue()
    new = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(sha256(key + tables).digest() + tables)
        new.replace(file)
    except OSError:
        with suppress(OSError):
            new.unlink()
