"""The law of extremes for long logs: the work of exporting, verifying, importing or undoing grows
only in proportion to the log.  Function calls are counted, never time."""

import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.history import exchange
from bot.history.exchange import export_match, import_match
from bot.history.log import ledger_lines, phase_report
from bot.history.verify import verify_lines
from bot.match.tree import LogEntry, fold
from bot.referee import service
from bot.referee.service import READ_AT_ONCE, Referee, RefereeError
from rules.line.errors import Refusal
from rules.line.orders import GM, Undo
from tests.laws.test_extremes import calls, counting
from tests.support import OpenMatch, duel, must, referee_on

SHORT, LONG = 30, 300
"""Lengths of two logs, in entries."""

AN_ENTRY = {"export": 2_800, "verify": 3_300, "undo": 40}
"""Function calls that one more entry may cost."""


async def long_table(referee: Referee, count: int) -> OpenMatch:
    """A match in which the GM has written that many entries after the opening ones."""
    table = await duel(referee, f"{count} entries")
    for number in range(count):
        must(await referee.submit(table, GM, f"set L1 hp {10 + number % 9}", report=False))
    return table


async def here(work: Callable[[], Any]) -> Any:
    """Do in this thread what would be done in another one, where calls are not counted."""
    return work()


@pytest.mark.asyncio
async def test_a_long_log_costs_as_much_more_as_it_is_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BOUND-3: exporting, verifying and undoing never search the whole log for each entry."""
    monkeypatch.setattr(exchange, "in_thread", here)
    found: dict[str, list[int]] = {name: [] for name in AN_ENTRY}
    async with referee_on(tmp_path / "a.sqlite") as referee:
        for count in (0, SHORT, LONG):
            table = await long_table(referee, count)
            with counting() as exporting:
                text = await export_match(referee, table)
            found["export"].append(exporting.calls)
            found["verify"].append(calls(verify_lines, text))
            with counting() as undoing:
                await referee.leads(table, GM, Undo(count=max(1, count)))
            found["undo"].append(undoing.calls)
            with counting() as undoing, pytest.raises(Refusal, match="cannot be taken back"):
                await referee.leads(table, GM, Undo(count=999_999))
            assert undoing.calls < found["undo"][-1] + 2_000
    for name, (_, short, long) in found.items():
        assert long - short <= AN_ENTRY[name] * (LONG - SHORT), (name, found)


@pytest.mark.asyncio
@pytest.mark.parametrize("asked", [phase_report, ledger_lines])
async def test_a_record_is_read_backwards_without_a_replay_for_each_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: Callable[..., Any]
) -> None:
    """BOUND-4: the report and the ledger show no more than fits in one answer, and rebuild the
    states they need for many entries at a time."""
    folded: list[int] = []

    def counted(*about: Any) -> Any:
        folded.append(1)
        return fold(*about)

    monkeypatch.setattr(service, "fold", counted)
    async with referee_on(tmp_path / "a.sqlite") as referee:
        table = await long_table(referee, LONG)
        table.match.states = {table.match.head: table.match.state}
        assert len(await asked(referee, table, GM)) > 20
    assert len(folded) < 2 * LONG


@pytest.mark.asyncio
async def test_an_export_holds_few_entries_of_a_long_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BOUND-3: an export frees the entries it has written, so that garbage collection never stalls
    other matches."""
    held: list[int] = []

    async def counted(work: Callable[[], Any]) -> Any:
        found = work()
        gc.collect()
        held.append(sum(isinstance(one, LogEntry) for one in gc.get_objects()))
        return found

    async with referee_on(tmp_path / "a.sqlite") as referee:
        table = await long_table(referee, LONG)
        monkeypatch.setattr(exchange, "in_thread", counted)
        await export_match(referee, table)
    first, *later = held
    assert len(later) > LONG // READ_AT_ONCE
    assert max(later) <= first + READ_AT_ONCE


@pytest.mark.asyncio
async def test_a_file_of_too_many_entries_is_not_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BOUND-1: the number of entries in an import is limited; nothing of a longer file is
    replayed."""
    async with referee_on(tmp_path / "a.sqlite") as referee:
        table = await long_table(referee, 1)
        text = await export_match(referee, table)
        monkeypatch.setattr(exchange, "MOST_ENTRIES", len(table.match.links) - 1)
        with pytest.raises(RefereeError, match="at most"):
            await import_match(referee, text, "copy")
        monkeypatch.setattr(exchange, "MOST_ENTRIES", len(table.match.links))
        assert len((await import_match(referee, text, "copy")).match.links) == 6 + 1


@pytest.mark.asyncio
async def test_a_file_of_heavy_entries_is_not_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BOUND-3: checking an import has a budget of work, however few its entries are, and its length
    in characters is limited; an import beyond either leaves nothing behind."""
    async with referee_on(tmp_path / "a.sqlite") as referee:
        table = await duel(referee)
        must(await referee.submit(table, 1, "L1 moves to 5,8"))
        text = await export_match(referee, table)
        monkeypatch.setattr(exchange, "MOST_WORK", 1)
        with pytest.raises(RefereeError, match="C7-BOUND-3"):
            await import_match(referee, text, "copy")
        assert verify_lines(text)[0].startswith("ok")
        monkeypatch.setattr(exchange, "MOST_WORK", 100_000)
        monkeypatch.setattr(exchange, "MOST_TAKEN", len(text) - 1)
        with pytest.raises(RefereeError, match="at most"):
            await import_match(referee, text, "copy")
        monkeypatch.setattr(exchange, "MOST_TAKEN", len(text))
        assert (await import_match(referee, text, "copy")).match.links[-1].number == 6
