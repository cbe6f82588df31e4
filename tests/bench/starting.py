"""How long `referee --help` takes, compared with a Python that does nothing."""

import subprocess
import sys
from collections.abc import Iterator

from tests.bench.common import Row, best


def measure() -> Iterator[Row]:
    """One row."""
    help_ = best(
        lambda: subprocess.run([sys.executable, "-m", "bot", "--help"], capture_output=True)
    )
    nothing = best(lambda: subprocess.run([sys.executable, "-c", "pass"]))
    yield Row(
        "referee --help",
        f"{1000 * help_:.0f} ms",
        f"python -c pass {1000 * nothing:.0f} ms",
        f"{help_ / nothing:.1f} times",
    )
