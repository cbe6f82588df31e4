"""`referee verify` at the door: honest matches are never called forged, forged ones never honest.

The forger of these tests knows the format: after each change he computes the hash chain anew, so
that only checks of something else than the chain can detect it.
"""

import asyncio
import copy
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from bot import __version__
from bot.__main__ import main
from bot.cases.casefile import PhraseBlock, read_phrases
from bot.doors.doors import Doors
from bot.doors.pace import Pace
from bot.doors.saying import IncomingText
from bot.history.exchange import export_match, import_match
from bot.history.exported import HEADER
from bot.history.verify import fields_of_row, state_hash, verify_lines
from bot.match.chain import digest_of, linked, sealed
from bot.match.dice import new_seed
from bot.match.texts import Texts
from bot.match.tree import fold
from bot.referee.gate import Caller
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.store import PlaceRecord
from rules import GAMES, find
from rules.line.codec import Codec
from tests.places import PHRASINGS
from tests.replay.matches import played
from tests.sample import lot, sample
from tests.support import must, referee_on

SYSTEMS = [game.id for game in GAMES]
BLOCKS, EVERY = lot(2, 1), lot(4, 8)
"""Of each system so many scenes are tried, those with the most orders, and one phrase in so many of
each."""

USERS = ("gim", "ana", "ben", "cid", "dan", "eve")


def verified(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """The exit code of `referee verify` on this text, and the lines it writes."""
    file = folder / "match.json"
    file.write_text(text, encoding="utf-8")
    code = main(["verify", str(file)])
    out = capsys.readouterr()
    assert "Traceback" not in out.err
    return code, (out.out + out.err).splitlines()


def is_vouched_for(document: Any) -> list[str] | None:
    """The lines said of a document that verifies; None if it does not verify."""
    try:
        lines = verify_lines(json.dumps(document))
    except RefereeError as error:
        lines = [str(error)]
    assert lines
    assert all(line and line.isprintable() for line in lines), lines
    return lines if all(line.startswith(("ok", "note")) for line in lines) else None


# --- honest matches -----------------------------------------------------------------------------


async def seated(service: Referee, block: PhraseBlock) -> OpenMatch:
    """The scene of some phrases as a match in a channel, with every seat taken."""
    case = block.case
    seats = tuple(enumerate(USERS))
    table = await service.create("free", case.system, dict(case.options), seats, scene=True)
    for step in case.steps:
        must(await service.submit(table, step.seat, step.text))
    if case.dice:
        must(await service.submit(table, 0, f"next dice {' '.join(map(str, case.dice))}"))
    await service.mail.settle(PlaceRecord(table.record.id, "5", "9"))
    return table


async def spoken(service: Referee, block: PhraseBlock) -> str:
    """The export of a match in which one phrase in `EVERY` was said to the referee.  What was filed
    is taken back by the GM, by its own seat, or stands."""
    table, doors = await seated(service, block), Doors(service, Pace(burst=1000))
    scene = table.match.head
    for number, phrase in enumerate(block.phrases[::EVERY]):
        filed, user = len(table.match.links), Caller(USERS[phrase.seat], server="9")
        await doors.hear(IncomingText(f"m{number}", user, "5", phrase.text, "mention"))
        if len(table.match.links) == filed or number % 3 == 2:
            continue
        undone = number % 3 == 1 and phrase.seat and table.game.outcome(table.match.state) is None
        if not undone or not (await service.submit(table, phrase.seat, "undo")).ok:
            must(await service.submit(table, 0, f"rewind to #{scene}"))
    if table.game.outcome(table.match.state) is None:
        must(await service.submit(table, 1, "resign"))
    return await export_match(service, table)


def richest(system: str) -> list[PhraseBlock]:
    """The scenes of a system with the most phrases that order something."""
    files = sorted((PHRASINGS / system).glob("*.phrases"))
    blocks = [block for file in files for block in read_phrases(file)]
    orders = [sum(one.means not in ("-", "?") for one in block.phrases) for block in blocks]
    return [block for _, block in sorted(zip(orders, blocks, strict=True), key=itemgetter(0))][
        -BLOCKS:
    ]


@pytest.mark.parametrize("system", SYSTEMS)
def test_free_words_are_honest(
    system: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever people typed, and however the referee read it, an untouched export verifies, its
    dice are checked, and the meaning of the words is noted as unchecked."""

    async def made(block: PhraseBlock) -> str:
        async with referee_on(":memory:") as service:
            service._seed = new_seed
            return await spoken(service, block)

    for block in richest(system):
        text = asyncio.run(made(block))
        typed = [row for row in json.loads(text)["entries"] if row["text"]]
        code, lines = verified(text, tmp_path, capsys)
        assert code == 0, lines
        assert all(line.startswith(("ok", "note")) for line in lines)
        assert len(typed) > len(block.case.steps) + 5
        assert any("typed" in line for line in lines[1:]), lines


ARCHERS = (
    *(f"put Sagittarius SG{number} for army 1 at {8 + number},7" for number in range(1, 6)),
    "put Legionnaire L1 for army 1 at 8,10",
    "put Legionnaire L2 for army 1 at 9,10",
    "put Orc Raider O1 for army 2 at 11,8",
    "set phase move",
    "set turn army 1",
)


def test_a_line_that_was_read_otherwise_is_honest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A list of which part is blocked, and a misspelt name that the law takes for another word, are
    filed as the referee read them; the export verifies."""

    async def made() -> str:
        async with referee_on(":memory:") as service:
            seats = ((0, "gim"), (1, "ana"), (2, "ben"))
            table = await service.create("a", "crusade7", seats=seats, scene=True)
            for line in ARCHERS:
                must(await service.submit(table, 0, line))
            await service.mail.settle(PlaceRecord(table.record.id, "5", "9"))
            doors, ana = Doors(service), Caller("ana", server="9")
            for number, said in enumerate(("SG1-SG5 move 1 forward", "Legionaire 2 moves to 9,12")):
                assert (
                    await doors.hear(IncomingText(f"m{number}", ana, "5", said, "mention"))
                ).done
            return await export_match(service, table)

    text = asyncio.run(made())
    assert [row["text"] for row in json.loads(text)["entries"]][-2:] == [
        "SG1-SG5 move 1 forward",
        "Legionaire 2 moves to 9,12",
    ]
    code, lines = verified(text, tmp_path, capsys)
    assert code == 0, lines
    told = [line for line in lines if "was typed" in line]
    assert [line[:46] for line in told] == ["note: #12 was typed `Legionaire 2 moves to 9,12`"[:46]]


def test_an_end_with_its_reason_is_honest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`set winner` with a reason, which becomes how the match ended, verifies."""

    async def made() -> str:
        async with referee_on(":memory:") as service:
            seats = ((0, "gim"), (1, "ana"), (2, "ben"))
            table = await service.create("a", "crusade7", seats=seats, scene=True)
            for line in (*ARCHERS, "set winner army 2 // they held the bridge"):
                must(await service.submit(table, 0, line))
            outcome = table.game.outcome(table.match.state)
            assert outcome is not None
            assert outcome.termination == "they held the bridge"
            return await export_match(service, table)

    code, lines = verified(asyncio.run(made()), tmp_path, capsys)
    assert code == 0, lines
    assert not [line for line in lines if "was typed" in line]


# --- a match to forge ---------------------------------------------------------------------------


ORDERS = {"machinadei": 30, "candlebre": 20, "rulescrusade": 20}
"""How many orders it takes in each system until dice have fallen; 12 in the others."""


@cache
def exported(system: str) -> str:
    """The export of a random match with dice, an undo, a reason and an end, and then a rewind and
    an order under the next seed."""

    async def made() -> str:
        async with referee_on(":memory:") as service:
            service._seed = new_seed
            table = await played(service, system, ORDERS.get(system, 12))
            over = len(table.match.links) - 1
            must(await service.submit(table, 0, f"rewind to #{over - 1} // one more"))
            seat = table.game.awaits(table.match.state)[0]
            legal = table.game.legal(table.match.state, seat)
            orders = [str(one) for one in islice(legal, 40) if str(one) != "undo"]
            assert (await service.submit(table, seat, orders[-1])).accepted
            must(await service.submit(table, 0, 'rule "as it fell" // both agreed'))
            return await export_match(service, table)

    return asyncio.run(made())


def chained_anew(document: Any) -> Any:
    """Compute every hash and the head of the document again, as a forger does after his change."""
    before = digest_of({name: document.get(name) for name in HEADER})
    for row in document["entries"]:
        before = linked(before, sealed(str(row.get("salt")), fields_of_row(row)))
        row["hash"] = before
    document["head"] = {"number": len(document["entries"]) - 1, "hash": before}
    return document


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every place in a document."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inside:
        yield (*path, key)
        if isinstance(one, dict | list):
            yield from places(one, (*path, key))


def at(document: Any, path: tuple[Any, ...]) -> Any:
    """The value at a path."""
    for step in path:
        document = document[step]
    return document


def other(value: Any) -> Any:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return ("1" if value[0] == "0" else "0") + value[1:] if len(value) >= 32 else f"{value}x"
    return value[:-1] if isinstance(value, list) else {}


TOLD = {
    "chained_from": "chained afterwards",
    "name": "what the match is called",
    "reason": "when, why",
    "at": "when, why",
    "rules": "under which version",
    "text": "typed",
    "orders": "typed",
}
"""Fields that no file can prove, each with the words by which the verdict calls it unchecked."""


def is_forged(document: Any, path: tuple[Any, ...]) -> bool:
    """Is a forgery at this path found out, or the field there said to be unchecked?"""
    lines = is_vouched_for(document)
    field = path[2] if path[0] == "entries" and len(path) > 2 else path[0]
    told = TOLD.get(field, "?")
    return lines is None or any(line.startswith("note") and told in line for line in lines)


NOT_FORGED = ("hash", "head")
"""Fields that the forger computes anew, so that a change to them does not last."""

UNTOLD = [("options",), ("scene",), ("entries",)]
"""Changes that may go unnoticed: options left out are the defaults, some systems begin a scene like
any match, and a log without its end is still a log (only a post gives that away)."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_forged_place_is_found_out(system: str) -> None:
    """A value that was changed or left out (faces, events, orders, seats, links, seeds, seals,
    states) is found out or said to be unchecked, although the chain was computed anew."""
    honest, rng = json.loads(exported(system)), random.Random(4)
    assert is_vouched_for(honest)
    found = [one for one in places(honest) if one[-1] not in NOT_FORGED and "head" not in one]
    chosen = rng.sample(found, lot(30, 12)) + [
        one for one in found if len(one) < 3 or one[-1] == "face"
    ]
    for path in chosen:
        document = copy.deepcopy(honest)
        holder = at(document, path[:-1])
        if isinstance(holder, dict) and path[0] != "options" and rng.random() < 0.3:
            del holder[path[-1]]
        else:
            holder[path[-1]] = other(holder[path[-1]])
        if document == honest or path in UNTOLD:
            continue
        if document.get("entries"):
            chained_anew(document)
        unproved = path[2:3] == ("salt",) and seed_is_secret(honest, path[1])
        assert unproved or is_forged(document, path), path


def seed_is_secret(document: Any, number: int) -> bool:
    """Does the file hide the seed from which this entry's salt follows?"""
    eras = [row for row in document["seeds"] if row["from"] <= number]
    return "seed" not in eras[-1]


@dataclass(frozen=True)
class Forgery:
    """What somebody does to a file, and words that the verdict must contain."""

    change: Callable[[Any], Any]
    said: str


def without_seeds(document: Any) -> None:
    document["seeds"] = [{"from": 0, "commitment": document["commitment"]}]
    for row in document["entries"]:
        row.pop("commits", None)


def swapped(document: Any) -> None:
    rows = document["entries"]
    rows[3], rows[4] = {**rows[4], "number": 3}, {**rows[3], "number": 4}


def cut(document: Any) -> None:
    """Keep only the first four entries; the seeds stay as they are."""
    document["entries"] = document["entries"][:4]


def undoes_more(document: Any) -> None:
    """Make an undo go back further than it did."""
    row = next(row for row in document["entries"] if "to" in row)
    row["to"] -= 1


def forks(document: Any) -> None:
    """Let the last order start from an older state than the one that everybody saw."""
    document["entries"][-1]["parent"] -= 2


def passes_by_itself(document: Any) -> None:
    """Claim that a pass was the referee's own."""
    document["entries"][5]["reason"] = "it passes by itself"


FORGERIES = {
    "seeds that are none": Forgery(lambda d: d.update(seeds=[1, 2]), "a row of seeds"),
    "no seeds": Forgery(lambda d: d.pop("seeds"), "not whole"),
    "the seed kept back": Forgery(lambda d: d["seeds"][0].pop("seed"), "not whole"),
    "nothing promised": Forgery(without_seeds, "promises no dice"),
    "other commitments": Forgery(lambda d: d["seeds"].pop(), "commitments"),
    "own_from": Forgery(lambda d: d.update(own_from=9), "this referee's own"),
    "own_from of no kind": Forgery(lambda d: d.update(own_from="a"), "'own_from'"),
    "a face": Forgery(lambda d: forge_face(d), "dice come out otherwise"),
    "swapped entries": Forgery(swapped, "entry #"),
    "cut entries": Forgery(cut, "commitments"),
    "an undo": Forgery(undoes_more, "it goes back"),
    "a fork": Forgery(forks, "where the match stood"),
    "a pass": Forgery(passes_by_itself, "did not pass by itself"),
    "a seat": Forgery(lambda d: d["entries"][-1].update(seat=9), "there is no seat 9"),
    "a state": Forgery(lambda d: d["entries"][4].pop("state"), "the state after it"),
    "words of nobody": Forgery(lambda d: d.update(salts={"7": "x"}), "a seat that is not there"),
    "something added": Forgery(lambda d: d.update(winner="army 2"), "no export has 'winner'"),
    "something added below": Forgery(lambda d: d["entries"][4].update(by="ben"), "no export has"),
    "the set-up": Forgery(lambda d: d["entries"][0].update(text="set all hp 9"), "the set-up"),
    "yes for 1": Forgery(lambda d: forge_face(d, True), "entry #"),
    "no orders": Forgery(lambda d: d["entries"][4].update(orders=[], events=[]), "entry #4"),
    "no time": Forgery(lambda d: d["entries"][4].update(at="noon"), "'at'"),
    "no entries": Forgery(lambda d: d.update(entries=[]), "has no entries"),
}


def forge_face(document: Any, face: Any = None) -> None:
    """Change the face of the first die that was not loaded."""
    for row in document["entries"]:
        for event in row["events"]:
            if event["_"] == "Rolled" and not event.get("loaded"):
                event["face"] = event["face"] % 6 + 1 if face is None else face
                return


@pytest.mark.parametrize("forgery", FORGERIES.values(), ids=FORGERIES.keys())
def test_forgeries(forgery: Forgery, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each forgery is told in one sentence with exit code 1, although the chain was computed
    anew."""
    document = json.loads(exported("machinadei"))
    forgery.change(document)
    if document["entries"]:
        chained_anew(document)
    code, lines = verified(json.dumps(document), tmp_path, capsys)
    assert code == 1
    assert forgery.said in lines[0], lines


def test_sheets_of_units_are_those_of_the_version() -> None:
    """If a unit was made stronger in the data of entry #0, it is named; data of another version are
    noted as taken as recorded."""

    async def begun() -> str:
        async with referee_on(":memory:") as service:
            return await export_match(service, await service.create("a", "crusade7"))

    document = json.loads(asyncio.run(begun()))
    (row,), codec = document["entries"], Codec(find("crusade7").types)
    sheet = row["events"][0]["library"]["blocks"][0]
    sheet["hp"] += 50
    state = fold(find("crusade7"), find("crusade7").blank, codec.decode(row["events"]))
    row["state"] = state_hash(state, Texts(codec))
    lines = verify_lines(json.dumps(chained_anew(document)))
    assert lines == [f"entry #0: its data are not those of version {__version__}: {sheet['name']}"]
    document["rules"] = row["rules"] = "0.0.9"
    lines = verify_lines(json.dumps(chained_anew(document)))
    assert (
        lines[1] == f"note: the data of version 0.0.9 in #0 are taken as recorded: {sheet['name']}"
    )


def test_a_key_that_stands_twice_is_noticed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A JSON key that stands twice is refused, since parsers differ in which of the two they
    take."""
    honest = exported("crusade8x8")
    for text in (
        honest.replace('"seat": 1,', '"seat": 2, "seat": 1,', 1),
        honest.replace('"name":', '"name": "another", "name":', 1),
    ):
        assert text != honest
        code, (line,) = verified(text, tmp_path, capsys)
        assert code == 1
        assert "stands twice" in line


def test_wrong_kinds_get_a_sentence() -> None:
    """A value of the wrong type, wherever it stands, never gives a traceback and never verifies,
    whether the hashes were computed anew or not."""
    honest, rng = json.loads(exported("machinadei")), random.Random(8)
    odd = [None, True, -1, 0, 10**8, "", "x", "\ud800\x1b[31m", [], {}, [[]], [None], {"": 0}]
    found = [one for one in places(honest) if one[-1] not in NOT_FORGED and "head" not in one]
    for path in sample([*(one for one in found if len(one) <= 3), *rng.sample(found, 60)], 3):
        value = at(honest, path)
        wrong = rng.choice([one for one in odd if type(one) is not type(value)])
        document = copy.deepcopy(honest)
        at(document, path[:-1])[path[-1]] = wrong
        assert is_vouched_for(document) is None, path
        if isinstance(document["entries"], list) and all(
            isinstance(row, dict) for row in document["entries"]
        ):
            assert is_vouched_for(chained_anew(document)) is None, path


def test_the_verdict_counts_what_was_checked() -> None:
    """The verdict tells dice rolled again from the seed from dice that fell before the log was
    imported."""
    lines = verify_lines(exported("candlebre"))
    assert "rolled again from the revealed seed" in lines[0]

    async def taken_over() -> str:
        async with referee_on(":memory:") as service:
            return await export_match(
                service, await import_match(service, exported("candlebre"), "again")
            )

    first = verify_lines(asyncio.run(taken_over()))[0]
    assert "rolled again" not in first
    assert "fell before this log was taken over" in first
