"""The log: one line for each thing done, with the fields by which to find it again."""

import json
import logging

from bot.chat.logs import About, AsJson, AsText, dealt, request

Records = list[logging.LogRecord]


class Kept(logging.Handler):
    """A handler that keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.addFilter(About())
        self.records: Records = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.records.append(record)


def logged(name: str) -> tuple[logging.Logger, Kept]:
    """A logger of its own, and the handler that keeps what it logs."""
    log, kept = logging.getLogger(name), Kept()
    log.handlers = [kept]
    log.setLevel(logging.INFO)
    return log, kept


def test_a_line_has_its_fields() -> None:
    """A JSON line has the request and its shard, and the match and entry that its text names;
    unknown fields are left out, and a traceback is in the same line."""
    log, kept = logged("tests.lines")
    log.info("all is well")
    with request("m7", 3):
        log.info("match %d, #%d: its posts are up to date", 12, 57)
        try:
            raise ValueError("no")
        except ValueError:
            log.exception("match %d failed", 12)
    log.info("match %d rests", 13)
    rows = [json.loads(AsJson().format(record)) for record in kept.records]
    assert [row.pop("at")[-6:] for row in rows] == ["+00:00"] * 4
    error = rows[2].pop("error")
    assert error.startswith("Traceback")
    assert "ValueError: no" in error
    usual = {"level": "INFO", "log": "tests.lines"}
    asked = {"request": "m7", "shard": 3, "match": 12}
    assert rows == [
        {**usual, "said": "all is well"},
        {**usual, **asked, "entry": 57, "said": "match 12, #57: its posts are up to date"},
        {**usual, **asked, "level": "ERROR", "said": "match 12 failed"},
        {**usual, "match": 13, "said": "match 13 rests"},
    ]
    assert "\n" not in AsJson().format(kept.records[2])


def test_what_was_dealt_with() -> None:
    """`dealt` logs what became of a message, with the match and the entries, in JSON and in plain
    text."""
    _, kept = logged("referee.lines")
    with request("m8", 0):
        dealt("filed", 12, (57, 58))
        dealt("told", None, ())
    first, second = kept.records
    assert AsText().format(first).endswith("INFO referee.lines: match 12 #57 #58: filed [m8]")
    row = json.loads(AsJson().format(first))
    assert (row["match"], row["entry"], row["request"]) == (12, 58, "m8")
    assert AsText().format(second).endswith("told [m8]")
    assert "match" not in json.loads(AsJson().format(second))
