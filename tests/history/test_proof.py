"""Dice and proof: seeds that were revealed, words of the players, the hash chain of the log,
hostile files."""

import asyncio
import copy
import json
import random
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.history.exchange import export_match, import_match
from bot.history.verify import verify_lines
from bot.match.dice import commitment, new_seed
from bot.posts.announce import Announcer
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.referee.settings import mix_words
from tests.support import duel, must, referee_on

PSIONICS = (
    "put Praetorian Psionic PP1 for army 1 at 5,5; put Praetorian Psionic PP2 for army 1 at 20,5\n"
    "put Legionnaire L1 for army 2 at 5,10; put Legionnaire L2 for army 2 at 20,10\n"
    "put Elder Oak EO1 for army 2 at 2,25\n"
    "set phase mana\nset turn army 1"
)


async def thrown(service: Referee) -> OpenMatch:
    """A match that has ended and in which dice have fallen."""
    table = await service.create("dice", "crusade7", scene=True)
    service._seed = new_seed
    must(await service.submit(table, 0, PSIONICS))
    must(await service.submit(table, 1, "PP1 manifests Smite on L1"))
    must(await service.submit(table, 1, "resign"))
    return table


def rolled(table: OpenMatch, document: dict[str, Any], number: int) -> list[int]:
    """The faces that an entry rolled."""
    events = document["entries"][number]["events"]
    return [event["face"] for event in events if event["_"] == "Rolled"]


# --- seeds


@pytest.mark.asyncio
async def test_after_a_reveal_another_seed(tmp_path: Path) -> None:
    """The end of a match shows its seed and the hash of the next one; dice after a rewind use that
    one."""
    async with referee_on(tmp_path / "a.sqlite") as service:
        posts = Announcer(service)
        service.subscribe(posts.posts)
        table = await thrown(service)
        ended = table.match.links[-1]
        assert ended.next_seed
        (said,) = [post for post in await service.mail.waiting() if "is over" in post.content]
        assert table.record.seed in said.content
        assert commitment(ended.next_seed) in said.content
        assert ended.next_seed not in said.content
        must(await service.submit(table, 0, f"rewind to #{ended.number - 1}"))
        must(await service.submit(table, 1, "PP2 manifests Smite on L2"))
        assert table.seed_of(ended.number) == table.record.seed
        assert table.seed_of(ended.number + 1) == ended.next_seed
        text = await export_match(service, table)
        assert table.record.seed in text
        assert ended.next_seed not in text
        first, second = json.loads(text)["seeds"]
        assert (first["from"], second["from"]) == (0, ended.number + 1)
        assert second["commitment"] == commitment(ended.next_seed)
        assert verify_lines(text)[0].startswith("ok")
        must(await service.submit(table, 1, "resign"))
        text = await export_match(service, table)
        assert ended.next_seed in text
        assert verify_lines(text)[0].startswith("ok")
        assert len(json.loads(text)["seeds"]) == 3
        forged = json.loads(text)
        forged["seeds"][1]["seed"] = "00"
        assert "the seed does not fit" in verify_lines(json.dumps(forged))[0]


# --- words of the players


@pytest.mark.asyncio
async def test_words_are_mixed_into_every_die(tmp_path: Path) -> None:
    """The players' words change every die, even those of the set-up; the export has the words and
    verifies with them."""
    found = []
    for words in ("", "blue skies", "red earth"):
        async with referee_on(tmp_path / f"{words}.sqlite") as service:
            table = await service.create("salted", "crusade8x8")
            if words:
                await mix_words(service, table, 2, f"  {words.replace(' ', '   ')} ")
            reopened = await service.open("salted")
            assert reopened.match.state == table.match.state
            document = json.loads(await export_match(service, table))
            found.append(rolled(table, document, 0))
            assert document["salts"] == ({"2": words} if words else {})
            assert document["commitment"] == commitment("ab" * 32)
            assert verify_lines(json.dumps(document))[0].startswith("ok")
    assert len({tuple(faces) for faces in found}) == 3


@pytest.mark.asyncio
async def test_words_are_given_once_and_before_the_start(tmp_path: Path) -> None:
    """A seat gives its words once and before the match begins, so that nobody tries out words until
    he likes the dice."""
    async with referee_on(tmp_path / "a.sqlite") as service:
        table = await service.create("a", "crusade8x8", {"setup": "march"})
        await mix_words(service, table, 1, "blue skies")
        for seat, words, why in (
            (1, "others", "given its words already"),
            (3, "more", "no seat of this match"),
            (2, " ", "1 to 200 printable"),
            (2, "x" * 201, "1 to 200 printable"),
            (2, "a\x07b", "1 to 200 printable"),
        ):
            with pytest.raises(RefereeError, match=why):
                await mix_words(service, table, seat, words)
        must(await service.submit(table, 1, "pass"))
        with pytest.raises(RefereeError, match="has begun"):
            await mix_words(service, table, 2, "too late")
        assert table.record.settings == (await service.open("a")).record.settings


# --- the chain


async def played(service: Referee) -> str:
    """The export of a match with orders, an undo, and an override with its reason."""
    table = await duel(service)
    must(await service.submit(table, 1, "L1 moves to 5,8; undo; L1 moves to 6,7"))
    must(await service.submit(table, 0, "set L2 hp 20 // a boulder"))
    return await export_match(service, table)


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The export of `played`, and the mark of its last entry as a post shows it."""

    async def make() -> tuple[str, str]:
        async with referee_on(tmp_path_factory.mktemp("proof") / "a.sqlite") as service:
            text = await played(service)
            table = await service.open("duel")
            return text, table.mark(len(table.match.links) - 1)

    return asyncio.run(make())


def change(path: tuple[Any, ...], value: Any) -> Callable[[dict[str, Any]], None]:
    """An edit that puts a value at one place of a document."""

    def edit(document: dict[str, Any]) -> None:
        place: Any = document
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return edit


def cut(document: dict[str, Any]) -> None:
    """Remove the last two entries and make the head agree."""
    del document["entries"][-2:]
    last = document["entries"][-1]
    document["head"] = {"number": last["number"], "hash": last["hash"]}


EDITS = {
    "text": change(("entries", 6, "text"), "L1 moves to 5,7"),
    "reason": change(("entries", 9, "reason"), "no boulder"),
    "time": change(("entries", 6, "at"), "2001-01-01T00:00:00+00:00"),
    "rules of an entry": change(("entries", 6, "rules"), "0.0.1"),
    "rules": change(("rules",), "0.0.1"),
    "seats": change(("seats",), [2, 1]),
    "options": change(("options", "reach"), "ring"),
    "made": change(("created_at",), "2001-01-01T00:00:00+00:00"),
    "from where dice are checked": change(("own_from",), 5),
    "from where it is chained": change(("chained_from",), 5),
    "words": change(("salts",), {"1": "luck"}),
    "a seed": change(("commitment",), "00" * 32),
    "hash": change(("entries", 3, "hash"), "00" * 32),
    "end": change(("head", "number"), 99),
    "seat": change(("entries", 6, "seat"), 2),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_every_change_shows(
    edit: Callable[[dict[str, Any]], None], exported: tuple[str, str]
) -> None:
    """Whatever is changed in the file is found out: text, reason, time, seats, version."""
    document = json.loads(exported[0])
    assert verify_lines(json.dumps(document))[0].startswith("ok")
    edit(document)
    first = verify_lines(json.dumps(document))[0]
    assert not first.startswith(("ok", "note")), first


def test_a_shortened_log_shows_against_a_post(tmp_path: Path, exported: tuple[str, str]) -> None:
    """A log that was cut and given a new head verifies by itself; the mark in a post of the match
    gives it away."""
    text, head = exported
    assert verify_lines(text, [head])[0].startswith("ok")
    document = json.loads(text)
    cut(document)
    shorter = json.dumps(document)
    assert verify_lines(shorter)[0].startswith("ok")
    assert "it was changed or cut" in verify_lines(shorter, [head])[0]
    with pytest.raises(RefereeError, match="a head is written"):
        verify_lines(text, ["57"])
    file = tmp_path / "a.json"
    file.write_text(text, encoding="utf-8")
    assert main(["verify", str(file), head]) == 0
    assert main(["verify", str(file), head[:-1] + ("0" if head[-1] != "0" else "1")]) == 1


def test_it_says_what_no_file_proves(exported: tuple[str, str]) -> None:
    """The verdict has one line for what was checked, one for how the chain ends, and one for what
    rests on the referee's word alone."""
    lines = verify_lines(exported[0])
    assert [line.split(":")[0] for line in lines] == ["ok", "ok", "note"]
    assert "who typed each line, when, why and under which version" in lines[2]


def without_chain(document: dict[str, Any]) -> dict[str, Any]:
    """The export as it was before logs had a hash chain."""
    later = ("head", "seeds", "salts", "chained_from", "scene")
    older = {name: one for name, one in document.items() if name not in later}
    chain = ("hash", "salt", "commits")
    rows = [{k: v for k, v in row.items() if k not in chain} for row in document["entries"]]
    return {**older, "format": "crusade-referee match 1", "scene": True, "entries": rows}


def test_what_was_typed_otherwise_is_said(exported: tuple[str, str]) -> None:
    """An entry whose typed text says something else than its orders is noted, even in a file
    without a chain; a file with a chain is refused if it claims the older format."""
    document = without_chain(json.loads(exported[0]))
    assert verify_lines(json.dumps(document))[0].startswith("ok")
    document["entries"][6]["text"] = "L1 moves to 5,7"
    lines = verify_lines(json.dumps(document))
    assert "note: #6 was typed `L1 moves to 5,7` and filed as `L1 moves to 5,8`" in lines[1]
    assert "without a chain" in lines[2]
    document = {**json.loads(exported[0]), "format": "crusade-referee match 1"}
    with pytest.raises(RefereeError, match="no export has"):
        verify_lines(json.dumps(document))


@pytest.mark.asyncio
async def test_a_secret_is_not_guessed_from_the_chain(tmp_path: Path) -> None:
    """Two matches that differ only in their seeds have different chains, and a seat's copy shows
    only a salted digest of an entry hidden from it."""
    heads, copies = [], []
    for seed in ("ab" * 32, "cd" * 32):
        async with referee_on(tmp_path / f"{seed[:2]}.sqlite", seed) as service:
            table = await service.create("s", "crusade7")
            must(await service.submit(table, 1, "faction Elves"))
            heads.append(table.match.links[-1].hash)
            copies.append(json.loads(await export_match(service, table, 2))["entries"][1])
    assert heads[0] != heads[1]
    assert all("salt" not in row and "orders" not in row for row in copies)
    assert copies[0]["digest"] != copies[1]["digest"]


@pytest.mark.asyncio
async def test_a_taken_over_log_says_so(tmp_path: Path, exported: tuple[str, str]) -> None:
    """An imported log is chained anew and says so; from then on every change is found out again."""
    async with referee_on(tmp_path / "other.sqlite") as service:
        table = await import_match(service, exported[0])
        must(await service.submit(table, 1, "L2 moves to 7,6"))
        again = await export_match(service, table)
    lines = verify_lines(again)
    assert lines[0].startswith("ok")
    assert any("were chained afterwards" in line for line in lines)
    document = json.loads(again)
    document["entries"][2]["at"] = "2001-01-01T00:00:00+00:00"
    assert "chain breaks" in verify_lines(json.dumps(document))[0]


@pytest.mark.asyncio
async def test_an_older_database_is_chained(tmp_path: Path) -> None:
    """A match of an older version is chained when its database is upgraded, and says so; if its
    seed was shown, it goes on with another one, whose hash is posted."""
    file = tmp_path / "old.sqlite"
    async with referee_on(file) as service:
        table = await thrown(service)
        ended = len(table.match.links) - 1
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("ALTER TABLE entries DROP COLUMN hash")
        database.execute("ALTER TABLE entries DROP COLUMN next_seed")
        for later in ("kind", "pings", "shown"):
            database.execute(f"ALTER TABLE outbox DROP COLUMN {later}")
        database.execute("ALTER TABLE standing_orders DROP COLUMN details")
        for later in ("touched", "shown"):
            database.execute(f"ALTER TABLE matches DROP COLUMN {later}")
        for later in ("unsent", "places_of_a_server", "seats_of_an_account", "open_reminders"):
            database.execute(f"DROP INDEX {later}")
        database.execute("DROP INDEX turns_by_state")
        database.execute("DROP TABLE leases")
        database.execute("DROP TABLE phrases")
        database.execute("UPDATE matches SET settings = '{}'")
        database.execute("UPDATE alembic_version SET version_num = '0004'")
    async with referee_on(file) as service:
        service.subscribe(Announcer(service).posts)
        service._seed = new_seed
        table = await service.open("dice")
        assert all(len(link.hash) == 64 for link in table.match.links)
        lines = verify_lines(await export_match(service, table))
        assert lines[0].startswith("ok")
        assert f"note: #0 to #{ended} were chained afterwards" in lines[-1]
        must(await service.submit(table, 0, f"rewind to #{ended - 1}"))
        promised = commitment(table.match.links[-1].next_seed)
        assert any(promised in post.content for post in await service.mail.waiting())
        must(await service.submit(table, 1, "PP2 manifests Smite on L2"))
        text = await export_match(service, table)
        assert verify_lines(text)[0].startswith("ok")
        assert table.match.links[ended + 1].next_seed not in text


# --- hostile files


def damaged(document: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A copy of the document in which one to three places are removed or hold something else."""
    document = copy.deepcopy(document)
    for _ in range(rng.randint(1, 3)):
        places: list[tuple[Any, Any]] = []
        waiting: list[Any] = [document]
        while waiting:
            one = waiting.pop()
            keys = one.keys() if isinstance(one, dict) else range(len(one))
            for key in keys:
                places.append((one, key))
                if isinstance(one[key], dict | list):
                    waiting.append(one[key])
        place, key = rng.choice(places)
        if isinstance(place, dict) and rng.random() < 0.2:
            del place[key]
        else:
            odd = [None, -1, 10**8, "", "x" * 300, [], {}, True, {"_": "Rolled"}, {"_": "Nothing"}]
            place[key] = rng.choice([*odd, [[]], {"_": "map", "of": [[1]]}, place[key]])
    return document


def test_hostile_files_get_one_sentence(exported: tuple[str, str]) -> None:
    """However an export is damaged, it verifies, or its problems are named, or it is refused in one
    sentence."""
    rng = random.Random(7)
    document = json.loads(exported[0])
    older = without_chain(document)
    for number in range(120):
        text = json.dumps(damaged(older if number % 2 else document, rng))
        try:
            said = verify_lines(text)
        except RefereeError as error:
            said = [str(error)]
        assert said
        assert all(line and "\n" not in line for line in said)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda text: text.replace('"number": 3', f'"number": {"9" * 6000}'), "not JSON"),
        (lambda text: text.replace('"number": 3', '"number": 3.5'), "not JSON"),
        (lambda text: text.replace('"number": 3', '"number": NaN'), "not JSON"),
        (lambda text: text.replace('"_": "Moved"', '"_": "Teleported"'), "#6 cannot be read"),
        (lambda text: text.replace('"to": [5, 8]', '"to": "5,8"'), "#6 cannot be read"),
        (lambda text: "[" * 100_000, "not JSON"),
        (lambda text: text.replace('"seats": [', '"seats": 7, "s": ['), "'seats' is missing"),
    ],
)
def test_known_hostile_files(
    edit: Callable[[str], str],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    exported: tuple[str, str],
) -> None:
    """A number of 6,000 digits, an unknown event, a wrong type: one sentence at the terminal."""
    text = json.dumps(json.loads(exported[0]))
    file = tmp_path / "a.json"
    edited = edit(text)
    assert edited != text
    file.write_text(edited, encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    out = capsys.readouterr()
    assert re.search(said, out.out + out.err)
    assert "Traceback" not in out.err
