"""The application service on a real SQLite file: lines, refusals, undo, rewind, receipts."""

import asyncio
import zlib
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.history.exchange import case_of, export_match, import_match, readjudicate
from bot.history.log import (
    branch_lines,
    ledger_lines,
    log_lines,
    phase_report,
    report_since,
    why_lines,
)
from bot.history.verify import verify_lines
from bot.match.reply import AT_ONCE, at_once
from bot.referee.service import RefereeError
from bot.render.replies import reply_text
from bot.store.schema import snapshots
from tests.support import duel, must, referee_on


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database file that is not there yet."""
    return tmp_path / "referee.sqlite"


def place(table: object, ref: str) -> object:
    """Where a unit stands."""
    return table.match.state.find(ref).at  # type: ignore[attr-defined]


@pytest.mark.asyncio
async def test_each_line_is_an_entry_and_survives_a_restart(file: Path) -> None:
    """Each accepted line is an entry and is still there after a restart."""
    async with referee_on(file) as referee:
        table = await duel(referee)
        reply = must(await referee.submit(table, 1, "L1 moves to 5,8\nL2 moves to 7,7"))
        assert [one.number for one in reply.accepted] == [6, 7]
        assert any("to 5,8 (3.00 -> 3)" in line for line in reply.accepted[0].report)
        state = table.match.state
    async with referee_on(file) as referee:
        again = await referee.open("duel")
        assert again.match.state == state
        assert place(again, "L2") == (7, 7)


@pytest.mark.asyncio
async def test_one_unreadable_line_and_nothing_runs(file: Path) -> None:
    """One unreadable line keeps the whole message from running, so that a typo does not half-play a
    plan; all unreadable lines are reported."""
    async with referee_on(file) as referee:
        table = await duel(referee)
        reply = await referee.submit(table, 1, "L1 moves to 5,8\nL2 dances a jig\nL2 hops")
        assert [one.rule for one in reply.unreadable] == ["C7-ORDER-1", "C7-ORDER-1"]
        assert not reply.accepted
        assert place(table, "L1") == (5, 5)


@pytest.mark.asyncio
async def test_a_refused_line_stops_the_message(file: Path) -> None:
    """A refused line stops the message: accepted lines stand, and the lines not run come back as
    text."""
    async with referee_on(file) as referee:
        table = await duel(referee)
        text = "L1 moves to 5,8\nL2 moves to 7,15\nend phase"
        reply = await referee.submit(table, 1, text)
        assert [one.number for one in reply.accepted] == [6]
        assert [one.rule for one in reply.refused] == ["C7-MOVE-8"]
        assert reply.unrun == ("end phase",)
        assert table.match.state.flow.turn == 1


@pytest.mark.asyncio
async def test_a_line_refused_in_part_is_the_last_one_run(file: Path) -> None:
    """C7-ORDER-7: if one unit of a line is refused, the other one goes, and the next line is not
    run."""
    async with referee_on(file) as referee:
        table = await duel(referee)
        must(await referee.submit(table, 1, "L2 stays"))
        reply = await referee.submit(table, 1, "L1, L2 move 1 forward; end phase")
        assert [one.rule for one in reply.accepted[0].refused] == ["C7-MOVE-1"]
        assert place(table, "L1") == (5, 6)
        assert reply.unrun == ("end phase",)


@pytest.mark.asyncio
async def test_an_entry_says_so_much_at_once(file: Path) -> None:
    """BOUND: an answer has at most 4,000 characters; `why` tells all that happened."""
    async with referee_on(file) as referee:
        table = await referee.create(
            "mob", "rulescrusade", seats=((0, "gm"), (1, "ana")), scene=True
        )
        places = [f"{row},{column}" for row in (1, 3, 5, 7) for column in range(1, 33)]
        for number, place in enumerate(places, 1):
            must(await referee.submit(table, 0, f"put Orc O{number} for army 1 at {place}"))
        reply = must(await referee.submit(table, 1, "all Orcs move 1 south"))
        (accepted,) = reply.accepted
        assert sum(len(line) + 1 for line in accepted.report) <= AT_ONCE
        assert accepted.report[-1] == f"... the rest is in why #{accepted.number}"
        assert len(reply_text(reply, "text")) <= AT_ONCE
        told = await why_lines(referee, table, accepted.number, 1)
        assert sum("moves from" in line for line in told) == len(places)
        told = await report_since(referee, table, accepted.number - 1, 1)
        assert sum(map(len, told)) <= AT_ONCE + 200


def test_one_long_line_is_cut_too() -> None:
    """A report line that is too long, such as the dice of a hundred weapons, is cut."""
    whole = ("O1 fights M1", "dice " + "3 " * 4_000, "M1 is killed")
    said = at_once(whole, 7)
    assert sum(len(line) + 1 for line in said) <= AT_ONCE
    assert said[0] == whole[0]
    assert said[1].endswith("...")
    assert said[2] == "... the rest is in why #7"
    assert at_once(whole[::2], 7) == whole[::2]


@pytest.mark.asyncio
async def test_undo_and_rewind_are_entries_and_nothing_is_deleted(file: Path) -> None:
    """C7-ORDER-6: undo and rewind are entries and delete nothing: the branch left behind can be
    shown and returned to."""
    async with referee_on(file) as referee:
        table = await duel(referee)
        before = table.match.state
        must(await referee.submit(table, 1, "L1 moves to 5,8"))
        moved = table.match.state
        must(await referee.submit(table, 1, "undo"))
        assert table.match.state == before
        must(await referee.submit(table, 1, "L1 moves to 6,6"))
        assert any("#6" in line for line in await branch_lines(referee, table, 0))
        must(await referee.submit(table, 0, "rewind to #6 // it was a slip"))
        assert table.match.state == moved
        assert len(table.match.links) == 10
    async with referee_on(file) as referee:
        again = await referee.open("duel")
        assert again.match.state == moved


@pytest.mark.asyncio
async def test_undo_takes_back_only_the_own_last_line(file: Path) -> None:
    """C7-ORDER-6: a seat cannot undo what another seat or the GM did; the GM can undo all."""
    async with referee_on(file) as referee:
        table = await duel(referee)
        must(await referee.submit(table, 1, "L1 moves to 5,8"))
        reply = await referee.submit(table, 2, "undo")
        assert [one.rule for one in reply.refused] == ["C7-ORDER-6"]
        must(await referee.submit(table, 0, "set L1 hp 9"))
        reply = await referee.submit(table, 1, "undo")
        assert [one.rule for one in reply.refused] == ["C7-ORDER-6"]
        must(await referee.submit(table, 0, "undo 2"))
        assert place(table, "L1") == (5, 5)


@pytest.mark.asyncio
async def test_a_message_sent_twice_has_one_effect(file: Path) -> None:
    """A message with the same source key gets the first answer again, refusals included, even after
    a restart."""
    async with referee_on(file) as referee:
        table = await duel(referee)
        text = "L1 moves to 5,8\nL2 moves to 7,15"
        first = await referee.submit(table, 1, text, source="message 1")
        count = len(table.match.links)
        second = await referee.submit(table, 1, text, source="message 1")
        assert second.accepted[0].repeated
        assert second.refused == first.refused
        assert second.accepted[0].report == first.accepted[0].report
    async with referee_on(file) as referee:
        table = await referee.open("duel")
        third = await referee.submit(table, 1, text, source="message 1")
        assert third == second
        assert len(table.match.links) == count


@pytest.mark.asyncio
async def test_two_referees_on_one_database_do_not_overwrite_each_other(file: Path) -> None:
    """A service that is behind takes over what the other one wrote and then tries once more."""
    async with referee_on(file) as one, referee_on(file) as two:
        here = await duel(one)
        there = await two.open("duel")
        must(await one.submit(here, 1, "L1 moves to 5,8"))
        must(await two.submit(there, 1, "L2 moves to 7,8"))
        assert place(there, "L1") == (5, 8)
        reply = await one.submit(here, 1, "L2 moves to 7,7")
        assert [one.rule for one in reply.refused] == ["C7-MOVE-1"]


@pytest.mark.asyncio
async def test_looking_back(file: Path) -> None:
    """`log`, `why`, `report` and the override ledger show what happened."""
    async with referee_on(file) as referee:
        table = await duel(referee)
        must(await referee.submit(table, 0, "set L1 hp 9 // a boulder fell"))
        must(await referee.submit(table, 1, "L1 moves to 5,8"))
        log = await log_lines(referee, table, 0)
        assert log[-1].endswith("army 1: L1 moves to 5,8")
        why = "\n".join(await why_lines(referee, table, 7, 0))
        assert "C7-MOVE" in why
        assert "L1 moves to 5,8" in why
        ledger = await ledger_lines(referee, table, 0)
        assert "// a boulder fell" in ledger[-2]
        assert ledger[-1].startswith("6 overrides")
        report = "\n".join(await phase_report(referee, table, None))
        assert "to 5,8 (3.00 -> 3)" in report
        with pytest.raises(RefereeError, match="no entry #99"):
            await why_lines(referee, table, 99, 0)


@pytest.mark.asyncio
async def test_export_verifies_and_goes_on_elsewhere(file: Path, tmp_path: Path) -> None:
    """An exported match verifies and goes on in another database; a damaged one is found out."""
    async with referee_on(file) as referee:
        table = await duel(referee)
        must(await referee.submit(table, 1, "L1 moves to 5,8; undo; L1 moves to 6,7"))
        text = await export_match(referee, table)
    assert verify_lines(text)[0].startswith("ok")
    edited = text.replace('"text": "L1 moves to 6,7"', '"text": "L1 moves to 6,6"')
    assert edited != text
    damaged = text.replace('"rounded": 2', '"rounded": 1')
    assert damaged != text
    assert any("#8" in line for line in verify_lines(damaged))
    async with referee_on(tmp_path / "other.sqlite") as referee:
        table = await import_match(referee, text)
        assert place(table, "L1") == (6, 7)
        must(await referee.submit(table, 1, "L2 moves to 7,6"))
        assert verify_lines(await export_match(referee, table))[0].startswith("ok")
        with pytest.raises(RefereeError, match="does not verify"):
            await import_match(referee, damaged, "again")
        assert await readjudicate(referee, table) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON"),
        ("[]", "no export"),
        ('{"format": "something"}', "no export"),
        ('{"format": "crusade-referee match 1"}', "damaged"),
    ],
)
def test_what_is_no_export_is_said_plainly(text: str, said: str) -> None:
    """A file that is no export is refused in one clear sentence."""
    with pytest.raises(RefereeError, match=said):
        verify_lines(text)


@pytest.mark.asyncio
async def test_an_ended_match_reveals_its_seed_and_its_dice_are_checked(file: Path) -> None:
    """Commit-reveal: an ended match shows its seed, and every die that was not loaded is rolled
    again from it."""
    async with referee_on(file) as referee:
        table = await referee.create("mind", "crusade7", scene=True)
        for line in (
            "put Praetorian Psionic PP1 for army 1 at 5,5",
            "put Legionnaire L1 for army 2 at 5,10",
            "set phase mana",
            "set turn army 1",
        ):
            must(await referee.submit(table, 0, line))
        must(await referee.submit(table, 1, "PP1 manifests Smite on L1"))
        assert '"seed"' not in await export_match(referee, table)
        must(await referee.submit(table, 2, "resign"))
        text = await export_match(referee, table)
    assert "rolled again" in verify_lines(text)[0]
    forged = text.replace('"seed": "ab', '"seed": "cd')
    assert "commitment" in verify_lines(forged)[0]


@pytest.mark.asyncio
async def test_an_entry_becomes_a_case_that_runs(file: Path) -> None:
    """`referee case` writes what led to an entry as a case, and the case passes."""
    from bot.cases.casefile import parse_case, run_case

    async with referee_on(file) as referee:
        table = await duel(referee)
        must(await referee.submit(table, 1, "L1 moves to 5,8"))
        text = await case_of(referee, table, 6)
    verdict = run_case(parse_case(text))
    assert not verdict.failures
    assert '= report contains "' in text


@pytest.mark.asyncio
async def test_a_case_begins_as_its_match_did(file: Path) -> None:
    """The case of a match that began with its set-up begins with it too (RC-SETUP-7,
    RC-SETUP-9)."""
    from bot.cases.casefile import parse_case, run_case

    async with referee_on(file) as referee:
        table = await referee.create("yard", "rulescrusade", {"budget": "100"})
        must(await referee.submit(table, 1, "buy 2 Marine"))
        text = await case_of(referee, table, 1)
    assert "begin: set-up\n" in text
    verdict = run_case(parse_case(text))
    assert not verdict.failures
    assert not verdict.warnings


@pytest.mark.asyncio
async def test_secret_setup_stays_secret(file: Path) -> None:
    """C7-SETUP-8: neither log nor `why` nor export shows the other seat or the public a secret
    set-up."""
    async with referee_on(file) as referee:
        table = await referee.create("secret", "crusade7", {"gold": "500"})
        must(await referee.submit(table, 1, "faction Elves"))
        for viewer in (2, None):
            assert "(secret)" in (await log_lines(referee, table, viewer))[-1]
            assert "secret" in (await why_lines(referee, table, 1, viewer))[0]
            assert "faction Elves" not in await export_match(referee, table, viewer or 2)
        assert "Elves" in (await log_lines(referee, table, 1))[-1]


@pytest.mark.asyncio
async def test_bad_names_systems_and_options_are_refused_in_a_sentence(file: Path) -> None:
    """A match needs a printable name, a system that exists, and options that the system has."""
    async with referee_on(file) as referee:
        with pytest.raises(RefereeError, match="1 to 60 printable"):
            await referee.create("#1", "crusade7")
        with pytest.raises(RefereeError, match="chess"):
            await referee.create("x", "chess")
        with pytest.raises(RefereeError, match="gold"):
            await referee.create("x", "crusade7", {"gold": "-1"})
        with pytest.raises(RefereeError, match="no match called"):
            await referee.open("nobody")


@pytest.mark.asyncio
async def test_a_long_match_loads_from_snapshots(file: Path) -> None:
    """In a match of hundreds of entries each earlier state is still the one that was played, even
    if the snapshots cannot be read."""
    async with referee_on(file) as referee:
        table = await duel(referee)
        states = {}
        for number in range(6, 260):
            must(await referee.submit(table, 0, f"set L1 hp {1 + number % 27}"))
            states[number] = table.match.state
        assert len(table.match.states) <= 130
    async with referee_on(file) as referee:
        table = await referee.open("duel")
        for number in (6, 99, 100, 101, 259):
            assert await referee.state_at(table, number) == states[number]
        table.match.states.clear()
        damaged = update(snapshots).values(state=zlib.compress(b'{"_": "Nonsense"}'))
        await referee.store.database.write(lambda connection: connection.execute(damaged))
        assert await referee.state_at(table, 210) == states[210]


@pytest.mark.asyncio
async def test_one_match_is_opened_once(tmp_path: Path) -> None:
    """Opened several times at once, or again after it left the cache, a match is one and the same
    object."""
    file = tmp_path / "a.sqlite"
    async with referee_on(file) as service:
        await service.create("a", "crusade7", scene=True)
    async with referee_on(file) as service:
        first, *others = await asyncio.gather(*(service.open("a") for _ in range(5)))
        assert all(one is first for one in others)
        service.cache.relieve()
        assert await service.open("#1") is first
