"""A defect of the program is written into a file, so that it can be mended."""

import traceback
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

CRASHES = "referee-crashes.log"


def write_down(database: Path | None, line: str) -> Path:
    """The defect that is being handled goes into a file beside the database."""
    folder = Path.cwd() if database is None else database.resolve().parent
    file = folder / CRASHES
    with suppress(OSError), file.open("a", encoding="utf-8") as crashes:
        at = datetime.now(UTC).isoformat(timespec="seconds")
        crashes.write(f"{at} {line[:500]!r}\n{traceback.format_exc()}\n")
    return file
