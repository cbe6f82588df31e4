"""`referee replay`: a page that needs no network, shows only what its viewer may see, and checks
its own dice.

Tests that check a page name the way they do it: in a real browser, with the page's script under
node, or with the same calculation done again in Python. Tests of using the page only look at its
HTML if there is no browser.
"""

import asyncio
import hashlib
import hmac
import json
import random
import re
import subprocess
import threading
from collections.abc import Callable
from functools import cache
from html import unescape
from html.parser import HTMLParser
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.doors.freely import Meant, with_typed
from bot.referee.service import RefereeError
from bot.referee.settings import mix_words
from bot.render.svg import unit
from bot.replay import film, replay_page
from bot.replay.film import Reel, film_of
from bot.replay.page import part
from rules import GAMES, find
from rules.border.game import read_options
from rules.display.view import Shape
from tests.e2e.test_fog_twins import CASES, OPENINGS, VARYING, beginning, lines_of_twins
from tests.replay.browser import BROWSER, NODE, WAYS, Tab, browser
from tests.replay.matches import DICELESS, fallen, played
from tests.support import DUEL, duel, must, referee_on

SYSTEMS = [game.id for game in GAMES]
LARGEST = 2_000_000
"""Characters that a page of some 80 orders may have at most; a Discord message can carry ten times
as much."""


@cache
def page_of(system: str) -> tuple[str, int]:
    """The page of a match played at random to its end, and how many fair dice fell in it."""

    async def made() -> tuple[str, int]:
        async with referee_on(":memory:") as referee:
            table = await played(referee, system)
            return await replay_page(referee, table), await fallen(referee, table)

    return asyncio.run(made())


@cache
def page_of_words() -> str:
    """The page of a duel in which one line was typed in free words and another has a reason."""

    async def made() -> str:
        async with referee_on(":memory:") as referee:
            table = await duel(referee)
            lines = with_typed(
                referee.read(table, 1, "L1 moves to 5,8"),
                Meant("", (("L1 moves to 5,8", "L1 trots to 5,8"),)),
            )
            must(await referee.submit(table, 1, "", lines=lines))
            must(await referee.submit(table, 0, "set L1 hp 9 // a boulder"))
            return await replay_page(referee, table)

    return asyncio.run(made())


def data_of(page: str) -> Any:
    """The data that a page's script reads."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def with_data(page: str, data: Any) -> str:
    """The page with its data replaced."""
    start = page.index('id="data">') + len('id="data">')
    text = json.dumps(data).replace("<", "\\u003c")
    return page[:start] + text + page[page.index("</script>", start) :]


# --- checking, with what there is ---------------------------------------------------------------


def verdict(page: str, way: str, folder: Path) -> tuple[int, list[str]]:
    """How many dice the page confirms, and its list of problems."""
    if way == "in a browser":
        return asyncio.run(_in_browser(page, folder))
    return _under_node(page) if way == "under node" else _reckoned(page)


async def _in_browser(page: str, folder: Path) -> tuple[int, list[str]]:
    async with browser() as tab:
        await opened(tab, page, folder)
        dice = await tab.ask("Number(document.getElementById('verdict').dataset.dice)")
        troubles = "[...document.querySelectorAll('#troubles li')].map((one) => one.textContent)"
        return int(dice), list(await tab.ask(troubles))


async def opened(tab: Tab, page: str, folder: Path, address: str = "") -> None:
    """Open a page in the browser and wait until it has checked itself."""
    file = folder / "page.html"
    folder.mkdir(exist_ok=True)
    file.write_text(page, encoding="utf-8")
    await tab.open(file, address)
    await tab.until("'state' in document.getElementById('verdict').dataset")


class Shown(HTMLParser):
    """The visible text of a page: of each element with an id, and of each field that the hash chain
    covers."""

    EMPTY = ("meta", "link", "input")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: dict[str, str] = {}
        self.sealed: dict[str, dict[str, str]] = {}
        self._open: list[tuple[str, str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.EMPTY:
            named = dict(attrs)
            self._open.append((tag, named.get("id") or "", named.get("data-sealed") or ""))
            self.handle_data("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        number = next((one[1:] for _, one, _ in self._open if re.match(r"e\d", one)), "")
        for _, where, name in self._open:
            if where:
                self.texts[where] = self.texts.get(where, "") + data
            if name:
                row = self.sealed.setdefault(number, {})
                row[name] = row.get(name, "") + data


def _under_node(page: str) -> tuple[int, list[str]]:
    """Run the script of the page, without a browser."""
    script = part("proof.js") + (
        'const [data, texts, sealed] = JSON.parse(require("fs").readFileSync(0, "utf8"));'
        "const proof = data.proof, report = newReport(proof); checkSeeds(proof, report);"
        "proof.rows.forEach((_, number) => checkRow(proof, number, report));"
        "texts.boards = JSON.stringify([data.steps, data.reels]);"
        "checkShown(proof, texts, sealed, report);"
        "console.log(JSON.stringify([report.dice, report.troubles]));"
    )
    assert NODE is not None
    shown = Shown(page)
    done = subprocess.run(
        [NODE, "-e", script],
        input=json.dumps([data_of(page), shown.texts, shown.sealed]),
        capture_output=True,
        text=True,
        check=True,
    )
    dice, troubles = json.loads(done.stdout)
    return dice, troubles


def _words(text: str) -> str:
    return " ".join(text.split())


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _in_sight(page: str) -> list[str]:
    """Where the visible text differs from its digest or from the hash chain."""
    data, shown, troubles = data_of(page), Shown(page), list[str]()
    boards = json.dumps([data["steps"], data["reels"]], separators=(",", ":"), ensure_ascii=False)
    texts = {**shown.texts, "boards": boards}
    for part_of_it, digest in data["proof"]["told"].items():
        if _digest(_words(texts.get(part_of_it, ""))) != digest:
            line = re.fullmatch(r"e(\d+)", part_of_it)
            troubles.append(
                f"#{line[1]}: words" if line else f"{part_of_it}: something was changed"
            )
    for number, found in shown.sealed.items():
        row = data["proof"]["rows"][int(number)]
        held = _held(json.loads(row[2])[1]) if len(row) > 2 else {"dice": ""}
        wrong = [name for name in found if name in held and _words(found[name]) != held[name]]
        troubles += [f"#{number}: it says {found[name]}" for name in wrong]
    return troubles


def _held(fields: Any) -> dict[str, str]:
    """What the hash chain says of a line, worded as the page words it."""
    rolls = [one for one in fields["events"] if one["_"] == "Rolled"]
    groups = groupby(rolls, lambda one: (one["die"], bool(one.get("loaded"))))
    dice = ", ".join(
        f"{die} {' '.join(str(one['face']) for one in of_kind)}{' (loaded by the GM)' * loaded}"
        for (die, loaded), of_kind in groups
    )
    return {name: _words(fields[name]) for name in ("text", "reason", "at")} | {"dice": dice}


def _reckoned(page: str) -> tuple[int, list[str]]:
    """The script's checks, written anew in Python from what the guide says about the dice."""
    proof = data_of(page)["proof"]
    header, dice, troubles = json.loads(proof["header"]), 0, list[str]()
    chain = hashlib.sha256(proof["header"].encode()).hexdigest()
    words = "\n".join(f"{seat} {header['salts'][seat]}" for seat in sorted(header["salts"]))
    name = header["commitment"]
    name += f"/{hashlib.sha256(words.encode()).hexdigest()}" if words else ""
    for era in proof["seeds"]:
        if "seed" in era and hashlib.sha256(era["seed"].encode()).hexdigest() != era["commitment"]:
            troubles.append("the seed")
        promised = json.loads(proof["rows"][era["from"] - 1][2])[1]["commits"] if era["from"] else 0
        if promised not in (0, era["commitment"]):
            troubles.append("What was promised of the dice is not this")
    for number, (own, digest, *shown) in enumerate(proof["rows"]):
        chain = hashlib.sha256(f'["{chain}","{own}"]'.encode()).hexdigest()
        if chain != digest:
            troubles.append(f"#{number}: the chain")
        if not shown:
            continue
        if hashlib.sha256(shown[0].encode()).hexdigest() != own:
            troubles.append(f"#{number}: the text")
        seeds = [era.get("seed") for era in proof["seeds"] if era["from"] <= number]
        if seeds[-1] is None:
            continue
        events = json.loads(shown[0])[1]["events"]
        thrown = [one for one in events if one["_"] == "Rolled" and not one.get("loaded")]
        for draw, (event, faces) in enumerate(zip(thrown, shown[1], strict=True)):
            place = f"{name}/{number}/{draw}:0".encode()
            found = int.from_bytes(hmac.digest(seeds[-1].encode(), place, "sha256"))
            dice += 1
            size = re.fullmatch(r"d(\d+)", event["die"])
            if size and faces != list(range(1, int(size[1]) + 1)):
                troubles.append(f"#{number}: die {draw + 1} has not the faces of a {event['die']}")
            elif faces[found % len(faces)] != event["face"]:
                troubles.append(f"#{number}: die {draw + 1}")
    return dice, troubles + _in_sight(page)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_die_is_checked(system: str, way: str, tmp_path: Path) -> None:
    """The page of each system confirms every die of a whole match with fair dice."""
    page, dice = page_of(system)
    assert verdict(page, way, tmp_path) == (dice, [])
    assert dice > 10 or system in DICELESS or system == "crusade8x8"


@pytest.mark.parametrize("way", WAYS)
def test_a_changed_page_is_found_out(way: str, tmp_path: Path) -> None:
    """If a face, a text, a seed or a hash was changed, the page reports it and names the line."""
    page, _ = page_of("machinadei")
    proof = data_of(page)["proof"]
    number, row = next(
        (number, row) for number, row in enumerate(proof["rows"]) if len(row) > 3 and row[3]
    )
    text = re.sub(
        r'"face":(\d+)', lambda found: f'"face":{int(found[1]) % 10 + 1}', row[2], count=1
    )
    own = hashlib.sha256(text.encode()).hexdigest()
    changes = {
        "the face alone": (number, [*row[:2], text, row[3]]),
        "its hash too": (number, [own, row[1], text, row[3]]),
        "a hash of the chain": (number, [row[0], "0" * 64, *row[2:]]),
    }
    for what, (at, changed) in changes.items():
        data = data_of(page)
        data["proof"]["rows"][at] = changed
        troubles = verdict(with_data(page, data), way, tmp_path)[1]
        assert any(one.startswith(f"#{number}:") for one in troubles), what
    data = data_of(page)
    data["proof"]["seeds"][0]["seed"] = "cd" * 32
    assert verdict(with_data(page, data), way, tmp_path)[1]


def chained_anew(data: Any) -> None:
    """Recompute the hash chain, as a forger would after changing a line."""
    proof = data["proof"]
    chain = _digest(proof["header"])
    for row in proof["rows"]:
        row[0] = _digest(row[2]) if len(row) > 2 else row[0]
        row[1] = chain = _digest(f'["{chain}","{row[0]}"]')


def told_anew(page: str, data: Any) -> None:
    """Recompute the digests of the visible texts, too."""
    texts = Shown(page).texts
    for part_of_it in data["proof"]["told"]:
        if part_of_it in texts:
            data["proof"]["told"][part_of_it] = _digest(_words(texts[part_of_it]))


SEEN = {
    "a face": (r'(data-sealed="dice">d10 )(\d+)', r"\g<1>11", True),
    "a die": (r'(data-sealed="dice">d10 )(\d+)', r"\g<1>\g<2> 10", True),
    "a die where none fell": (
        "(</details>)(</li>)",
        r'\1<p class="dice" data-sealed="dice">d6 6</p>\2',
        True,
    ),
    "what was typed": (r'(written: <span data-sealed="text">)', r"\1no ", True),
    "the reason": (r'(data-sealed="reason">)', r"\1no ", True),
    "when": (r'(data-sealed="at">)2026', r"\g<1>2025", True),
    "what came of it": (r'(<li id="e2[0-9]".*?<ul><li>)', r"\1Nobody did ", False),
    "an order": (r'(<li id="e2[0-9]".*?</a> army )\d', r"\g<1>7", False),
    "why": ("(<summary>Why</summary><pre>)", r"\1for nothing ", False),
    "how it stands": ("(not over yet|army 1 wins)", "army 2 wins", False),
    "luck": (r'(id="luck".*?<td>)\d+', r"\g<1>99", False),
    "what was promised": (r'(id="promise".*?<code>)[0-9a-f]{8}', r"\g<1>00000000", False),
    "a line that was not there": ("(<h3>)", r"<p>Army 2 gave up.</p>\1", False),
}
"""Ways to forge what a page shows, and whether the hash chain holds the true value."""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("what", SEEN)
def test_what_is_seen_is_what_was_checked(what: str, way: str, tmp_path: Path) -> None:
    """A forged word or face is reported; if the hash chain holds the true value, even when every
    digest of the visible texts was recomputed."""
    pattern, changed, in_chain = SEEN[what]
    page = page_of_words() if what in ("what was typed", "the reason") else page_of("machinadei")[0]
    forged = re.sub(pattern, changed, page, count=1, flags=re.DOTALL)
    assert forged != page
    assert verdict(forged, way, tmp_path)[1]
    if in_chain:
        data = data_of(forged)
        told_anew(forged, data)
        troubles = verdict(with_data(forged, data), way, tmp_path)[1]
        assert any(re.match(r"#\d+: it", one) for one in troubles), troubles


@pytest.mark.parametrize("way", WAYS)
def test_a_forged_die_is_never_called_checked(way: str, tmp_path: Path) -> None:
    """A die with wrong faces, a seed that nobody committed to, dice left out of the check, a
    changed board: each is reported, even if the hash chain was recomputed."""
    page, _ = page_of("machinadei")

    def forged(change: Callable[[Any, int], None], word: str) -> None:
        data = data_of(page)
        rows = enumerate(data["proof"]["rows"])
        change(data, next(number for number, row in rows if len(row) > 3 and row[3]))
        chained_anew(data)
        told_anew(page, data)
        troubles = verdict(with_data(page, data), way, tmp_path)[1]
        assert any(word in one for one in troubles), troubles

    def one_face_only(data: Any, number: int) -> None:
        row = data["proof"]["rows"][number]
        row[2] = re.sub(r'"face":\d+', '"face":10', row[2])
        row[3] = [[10] * 10 for _ in row[3]]

    def unpromised(data: Any, number: int) -> None:
        seed = "12" * 32
        era = {"from": number, "commitment": _digest(seed), "seed": seed}
        data["proof"]["seeds"].insert(1, era)

    def left_out(data: Any, number: int) -> None:
        del data["proof"]["rows"][number][2:]

    def moved(data: Any, _: int) -> None:
        data["reels"]["board"][0][0][2] += 1000

    forged(one_face_only, "has not the faces of a d10")
    forged(unpromised, "What was promised of the dice")
    forged(left_out, "")
    forged(moved, "something was changed")


@pytest.mark.parametrize("way", WAYS)
def test_words_of_the_players_are_in_the_dice(way: str, tmp_path: Path) -> None:
    """Dice that depend on the players' own words are confirmed once the seed is shown; dice under
    the next seed, which stays secret, are not."""

    async def made() -> tuple[str, int]:
        async with referee_on(":memory:") as referee:
            table = await referee.create("Salted", "rulescrusade")
            await mix_words(referee, table, 1, "blue </script> skies \u00e9")
            await mix_words(referee, table, 2, "red earth")
            for line in (
                "put Marine M1 for army 1 at 5,5",
                "put Orc O1 for army 2 at 5,9",
                "set phase play",
                "set turn army 1",
            ):
                must(await referee.submit(table, 0, line))
            must(await referee.submit(table, 1, "M1 fires Bolter at O1"))
            must(await referee.submit(table, 2, "resign"))
            shown = await fallen(referee, table)
            must(await referee.submit(table, 0, "rewind to #5"))
            must(await referee.submit(table, 1, "end turn"))
            must(await referee.submit(table, 2, "O1 fires Slug Pistol at M1"))
            assert await fallen(referee, table) > shown
            return await replay_page(referee, table), shown

    page, shown = asyncio.run(made())
    assert verdict(page, way, tmp_path) == (shown, [])
    assert len([era for era in data_of(page)["proof"]["seeds"] if "seed" in era]) == 1


# --- using it -----------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS[:1])
@pytest.mark.parametrize("system", SYSTEMS)
def test_steps_show_the_board_of_each_order(system: str, way: str, tmp_path: Path) -> None:
    """The page stores changes between steps, and the board that it rebuilds at each step is the
    right one."""
    page, _ = page_of(system)
    data = data_of(page)
    frames = {name: frames_of(*rows) for name, rows in data["reels"].items()}
    count = len(data["steps"])
    assert {len(one) for one in frames.values()} == {count}
    assert len(page) < LARGEST
    assert all(0 <= row[1] < page.count('<g id="s') for row in data["reels"]["board"][0])
    if BROWSER:
        asyncio.run(_walk(page, frames, count, tmp_path))


def frames_of(table: list[Any], changes: list[list[list[int]]]) -> list[list[Any]]:
    """The list of each step, rebuilt from the changes."""
    now, found = list[int](), []
    for rows in changes:
        for start, gone, *more in rows:
            now[start : start + gone] = more
        found.append([table[number] for number in now])
    return found


async def _walk(page: str, frames: dict[str, list[list[Any]]], count: int, folder: Path) -> None:
    """Step through the match with the keys: board, words and heading are those of the step."""
    async with browser() as tab:
        await opened(tab, page, folder, "#0")
        uses = "document.querySelectorAll('#board > g:not(.ghosts) > use').length"
        words = "document.getElementById('words').textContent"
        for step in (0, 1, 2, count - 1):
            if step == count - 1:
                await tab.press("End")
            elif step:
                await tab.press("ArrowRight")
            assert await tab.ask("Number(document.getElementById('slider').value)") == step
            assert await tab.ask(uses) == len(frames["board"][step])
            assert await tab.ask(words) == "".join(frames["words"][step])
            head = await tab.ask("document.querySelector('#now h2').textContent")
            assert head.startswith(f"#{step} ")
        assert tab.errors == []
        assert [one for one in tab.requests if not one.startswith("data:")] == [
            (folder / "page.html").as_uri()
        ]


def test_reel() -> None:
    """Any lists come back exactly from the changes stored between them."""
    rng = random.Random(5)
    lists = [[rng.randrange(9) for _ in range(rng.randrange(12))] for _ in range(200)]
    reel: Reel[int] = Reel()
    for one in lists:
        reel.take(one)
    assert frames_of(reel.values, reel.changes) == lists
    assert reel.last == lists[-1]


@pytest.mark.parametrize("way", WAYS[:1])
def test_it_is_used_with_keys_on_a_phone_and_by_ear(way: str, tmp_path: Path) -> None:
    """For screen readers every part has a name and every button a label; keys, search and `why`
    work, also on a phone."""
    page, _ = page_of("machinadei")
    for landmark in ("<main>", "<header>", 'role="search"', 'aria-live="polite"', 'lang="en"'):
        assert landmark in page
    buttons = re.findall("<button[^>]*>", page)
    assert len(buttons) == 7
    assert all('aria-label="' in one for one in buttons)
    assert 'role="img" aria-labelledby="caption" aria-describedby="words"' in page
    assert re.search(r'<p id="words">Machina Dei[^<]{80,}</p>', page)
    if BROWSER:
        asyncio.run(_use(page, tmp_path))


async def _use(page: str, folder: Path) -> None:
    async with browser() as tab:
        await tab.size(390, 844, phone=True)
        await opened(tab, page, folder, "#7")
        await tab.until("document.documentElement.scrollWidth === 390")
        small = "[...document.querySelectorAll('button')].every((one) => one.offsetHeight >= 44)"
        await tab.until(small)
        await tab.until("document.querySelector('#now h2').textContent.startsWith('#7 ')")
        await tab.press("ArrowLeft")
        await tab.until("document.querySelector('#now h2').textContent.startsWith('#6 ')")
        await tab.press("w")
        await tab.until("document.querySelector('#now details').open")
        await tab.press("ArrowRight")
        await tab.until("document.querySelector('#now h2').textContent.startsWith('#7 ')")
        assert await tab.ask("document.querySelector('#now details').open"), "it stays unfolded"
        await tab.press("/", "/")
        await tab.until("document.activeElement.id === 'search'")
        await tab.type("army 2: resign")
        await tab.until("document.getElementById('found').textContent.includes('1 of ')")
        await tab.press("Enter", "\r")
        await tab.until("document.querySelector('#now h2').textContent.endsWith('resign')")
        await tab.press("ArrowLeft")
        await tab.until("document.querySelector('#now h2').textContent.endsWith('resign')")
        await tab.press("Escape")
        await tab.until("document.getElementById('search').value === ''")
        await tab.press("Home")
        await tab.until("document.getElementById('first').disabled")
        await tab.press(" ", " ")
        await tab.until("document.getElementById('play').getAttribute('aria-label') === 'Pause'")
        await tab.press(" ", " ")
        head = json.loads(data_of(page)["proof"]["header"])
        assert head["system"] == "machinadei"
        rows = data_of(page)["proof"]["rows"]
        for digits, said in ((rows[9][1][:10], "This is the log"), ("0" * 10, "another log")):
            script = "const one = document.getElementById('head');"
            script += f"one.value = '#9 {digits}'; one.dispatchEvent(new Event('input'));"
            await tab.ask(f"(() => {{ {script} }})()")
            same = "document.getElementById('same').textContent"
            await tab.until(f"{same}.includes({json.dumps(said)})")
        unnamed = """[...document.querySelectorAll("a, button, input, section, svg[role]")].filter(
            (one) => !(one.textContent.trim() || one.labels?.length || one.ariaLabel
                || one.getAttribute("aria-labelledby"))).length"""
        assert await tab.ask(unnamed) == 0
        assert tab.errors == []


def turns_of(page: str) -> list[tuple[int, int, str]]:
    """The turns in the page's list: first step, round and name of each."""
    found = re.findall(r'<option value="(\d+)" data-round="(\d+)">(.*?)</option>', page)
    return [(int(step), int(round_), name) for step, round_, name in found]


@pytest.mark.parametrize("way", WAYS[:1])
@pytest.mark.parametrize("system", SYSTEMS)
def test_it_opens_at_the_first_turn(system: str, way: str, tmp_path: Path) -> None:
    """The page opens at the first order that was played, not at the set-up.  One can go by turns
    and by rounds, and no heading has an empty part."""
    page, _ = page_of(system)
    count, turns = len(data_of(page)["steps"]), turns_of(page)
    opening = 1 + len(find(system).starter)
    assert f'id="turns" data-opening="{opening}"' in page
    assert turns[0] == (0, 0, "the set-up")
    assert turns[1][:2] == (opening, 1)
    assert turns[1][2].startswith("round 1, ")
    assert all(0 < step < count for step, *_ in turns[1:])
    assert len(turns) >= 4
    assert [step for step, *_ in turns] == sorted({step for step, *_ in turns})
    headings = re.findall(r"<h3>(.*?)</h3>", page)
    assert headings[0] == "the beginning"
    assert not [one for one in headings if ", ," in one or "round 0" in one or not one]
    if BROWSER:
        asyncio.run(_jump(page, turns, tmp_path))


async def _jump(page: str, turns: list[tuple[int, int, str]], folder: Path) -> None:
    """Go by keys, buttons and the list of turns."""
    at = "Number(document.getElementById('slider').value)"
    named = "document.getElementById('turns').selectedOptions[0].textContent"
    async with browser() as tab:
        await opened(tab, page, folder)
        assert await tab.ask(at) == turns[1][0]
        assert await tab.ask(named) == unescape(turns[1][2])
        await tab.press("t", "t")
        assert await tab.ask(at) == turns[2][0]
        await tab.ask("document.getElementById('after').click()")
        assert await tab.ask(at) == turns[3][0]
        await tab.press("ArrowLeft")
        assert await tab.ask(named) == unescape(turns[2][2])
        before = [step for step, *_ in turns if step < turns[3][0] - 1]
        await tab.press("T", "T")
        assert await tab.ask(at) == before[-1]
        await tab.press("t", "t")
        assert await tab.ask(at) == turns[len(before)][0]
        await tab.press("Home")
        for _ in range(2):
            await tab.press("t", "t")
        await tab.ask("document.getElementById('before').click()")
        assert await tab.ask(at) == turns[1][0]
        await tab.press("r", "r")
        later = [step for step, round_, _ in turns if round_ > 1]
        last = "document.querySelectorAll('#log li[id]').length - 1"
        assert await tab.ask(at) == (later[0] if later else await tab.ask(last))
        await tab.press("R", "R")
        assert await tab.ask(at) == turns[1][0]
        choose = "const one = document.getElementById('turns'); one.selectedIndex = 2;"
        await tab.ask(f"(() => {{ {choose} one.dispatchEvent(new Event('change')); }})()")
        assert await tab.ask(at) == turns[2][0]
        assert tab.errors == []


SCREENS = ((1366, 768), (390, 844))
"""A small laptop and a phone."""


@pytest.mark.parametrize("way", WAYS[:1])
@pytest.mark.parametrize("system", SYSTEMS)
def test_board_buttons_and_order_are_in_sight(system: str, way: str, tmp_path: Path) -> None:
    """On a small laptop and on a phone the whole board, the order and the step buttons are visible
    without scrolling, at every step."""
    page, _ = page_of(system)
    assert page.index('id="now"') < page.index('id="stage"') < page.index('id="log"')
    if BROWSER:
        asyncio.run(_in_sight_of(page, tmp_path))


async def _in_sight_of(page: str, folder: Path) -> None:
    """The parts are inside the window and do not overlap."""
    parts = "'#board', '#steps', '#now h2'"
    hidden = f"""[{parts}].filter((one) => {{
        const box = document.querySelector(one).getBoundingClientRect();
        return box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth;
    }}).join()"""
    over = """(() => {
        const [board, steps, now] = ["board", "steps", "now"].map(
            (one) => document.getElementById(one).getBoundingClientRect());
        const meet = (one, two) => one.left < two.right && two.left < one.right
            && one.top < two.bottom && two.top < one.bottom;
        return meet(board, steps) || meet(board, now) || meet(steps, now);
    })()"""
    async with browser() as tab:
        for wide, high in SCREENS:
            await tab.size(wide, high, phone=wide < high)
            await opened(tab, page, folder / str(wide))
            await tab.until(f"innerWidth === {wide}")
            for key in ("ArrowRight", "t", "t", "End"):
                await tab.press(key, key if len(key) == 1 else "")
                assert await tab.ask(hidden) == "", (wide, key)
                assert not await tab.ask(over), (wide, key)
        assert tab.errors == []


@pytest.mark.parametrize("way", WAYS[:1])
def test_words_that_change_leave_no_ghost(way: str, tmp_path: Path) -> None:
    """A text on the map that changes leaves no ghost of its old words; a unit that moved leaves one
    at its old place."""
    candlebre, crusade7 = page_of("candlebre")[0], page_of("crusade7")[0]
    if BROWSER:
        asyncio.run(_ghosts(candlebre, crusade7, tmp_path))
    for page in (candlebre, crusade7):
        assert 'firstElementChild.tagName === "text"' in page


async def _ghosts(candlebre: str, crusade7: str, folder: Path) -> None:
    """Count the ghosts with letters: none on the map at any step, one for the unit that moved."""
    ghosts = "[...document.querySelectorAll('#board > .ghosts > use')]"
    text = f"""{ghosts}.filter((one) =>
        document.querySelector(one.getAttribute("href")).querySelector("text")).length"""
    async with browser() as tab:
        await opened(tab, candlebre, folder / "candlebre", "#14")
        for _ in range(40):
            await tab.press("ArrowRight")
            assert await tab.ask(text) == 0
        await opened(tab, crusade7, folder / "crusade7", "#18")
        await tab.press("ArrowRight")
        assert await tab.ask(text) == 1
        assert tab.errors == []


def test_without_a_script_it_can_be_read() -> None:
    """Without scripts the page still shows the last board, its words and the whole log, and loads
    nothing."""
    page, _ = page_of("candlebre")
    bare = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    assert bare.count('<use href="#s') > 100
    assert bare.count('<li id="e') == len(data_of(page)["steps"])
    assert "is the last one left" in bare
    assert "(taken back)" in bare
    assert not re.findall(r"(?:src|href|action)=\"(?!#|data:)", page)
    assert "http" not in re.sub(r"http-equiv|http://www.w3.org/2000/svg", "", page)


HOSTILE = (
    "</script><script>window.hurt = 1</script>",
    "<img src=x onerror=window.hurt=1>",
    '"><svg onload=window.hurt=1>',
    "&lt b&gt \u00a0 ${window.hurt=1} `x` \\",
)


@pytest.mark.parametrize("way", WAYS[:1])
def test_words_of_players_do_nothing(way: str, tmp_path: Path) -> None:
    """Names of matches and units, reasons, rulings and words for the dice are shown as text and
    never run."""

    async def made() -> str:
        async with referee_on(":memory:") as referee:
            table = await referee.create(HOSTILE[0], "crusade7", scene=True)
            await mix_words(referee, table, 1, HOSTILE[1])
            for line, text in zip(DUEL, (*HOSTILE, HOSTILE[0]), strict=True):
                must(await referee.submit(table, 0, f"{line} // {text}"))
            block = "import Boar BO HP 60 AC 10 Cost 40 G | Stats: 6, 0, 0, 0, 0, 0, 0, 0 | "
            block += f"Beat: {HOSTILE[1]} | Attacks: | Tags: None"
            must(await referee.submit(table, 0, block))
            must(await referee.submit(table, 0, "put Boar BO1 for army 1 at 9,9"))
            return await replay_page(referee, table)

    page = asyncio.run(made())
    assert page.count("<script") == 2
    assert "<img" not in page
    assert "<svg onload" not in page
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert "'unsafe" not in policy[1]
    if BROWSER:
        asyncio.run(_unhurt(page, tmp_path))


async def _unhurt(page: str, folder: Path) -> None:
    async with browser() as tab:
        await opened(tab, page, folder)
        await tab.press("End")
        await tab.press("ArrowLeft")
        assert await tab.ask("window.hurt") is None
        assert await tab.ask("document.querySelectorAll('img, iframe, #log script').length") == 0
        assert await tab.ask("document.querySelector('h1').textContent") == HOSTILE[0]
        assert tab.errors == []


# --- secrets ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("system", "options"), CASES, ids=lambda one: one if isinstance(one, str) else str(len(one))
)
def test_fog_twins_have_the_same_page(system: str, options: dict[str, str]) -> None:
    """Two matches in which army 1 does different things in secret have the same pages for the
    public and for army 2, hashes apart; army 1 and the GM see the difference."""
    game, rng = find(system), random.Random(3)
    chosen = read_options(game, options)
    seed, state = beginning(game, chosen)
    lines = list(lines_of_twins(game, state, rng))
    assert any(one != other for one, other in lines)
    pages = [asyncio.run(_twin(system, chosen, seed, lines, index)) for index in (0, 1)]
    for public in (None, 2):
        assert pages[0][public] == pages[1][public]
    assert pages[0][1] != pages[1][1]
    assert pages[0][0] != pages[1][0]


async def _twin(
    system: str,
    options: dict[str, str],
    seed: str,
    lines: list[tuple[str, str]],
    index: int,
) -> dict[int | None, str]:
    """The page of one twin for each viewer, with hashes and other varying parts masked."""
    async with referee_on(":memory:", seed=seed) as referee:
        table = await referee.create("twins", system, options)
        for seat, text in OPENINGS.get(system, ()):
            must(await referee.submit(table, seat, text))
        for pair in lines:
            must(await referee.submit(table, 1, itemgetter(index)(pair)))
        must(await referee.submit(table, 1, "undo"))
        pages = {viewer: await replay_page(referee, table, viewer) for viewer in (None, 0, 1, 2)}
        return {viewer: VARYING.sub("*", page) for viewer, page in pages.items()}


def test_the_seed_stays_secret_while_a_match_goes_on() -> None:
    """While a match goes on, even the GM's page does not contain the seed."""

    async def made() -> tuple[str, str]:
        async with referee_on(":memory:") as referee:
            table = await duel(referee)
            must(await referee.submit(table, 1, "L1 moves to 5,7"))
            return await replay_page(referee, table, 0), table.record.seed

    page, seed = asyncio.run(made())
    assert seed not in page
    assert "The seed is shown when the match is over." in page


# --- the command --------------------------------------------------------------------------------


def test_the_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command writes the page for everybody, a seat or the GM and prints its SHA-256; a seat
    that does not exist is refused in one sentence."""
    database, file = str(tmp_path / "r.sqlite"), tmp_path / "m.html"

    async def made() -> None:
        async with referee_on(database) as referee:
            await duel(referee)

    asyncio.run(made())
    assert main(["replay", "duel", str(file), "--db", database]) == 0
    assert "5 orders, as everybody may see it" in file.read_text(encoding="utf-8")
    assert hashlib.sha256(file.read_bytes()).hexdigest() in capsys.readouterr().out
    assert main(["replay", "duel", str(file), "--seat", "2", "--db", database]) == 0
    assert "as army 2 sees it" in file.read_text(encoding="utf-8")
    assert main(["replay", "duel", str(file), "--gm", "--db", database]) == 0
    assert "as GM sees it" in file.read_text(encoding="utf-8")
    assert main(["replay", "duel", str(file), "--seat", "9", "--db", database]) == 2
    assert "there is no seat 9 in this match" in capsys.readouterr().err


MARKS = ("up", "right", "down", "left", "crown", "frozen", "afflicted", "health3", "sign:SP")


@pytest.mark.parametrize("mark", MARKS)
def test_every_mark_of_a_unit_is_drawn(mark: str) -> None:
    """The page draws every mark of a unit that the picture draws."""
    bare = unit(Shape("unit", 0, 0, tone="red", label="L1"))
    assert unit(Shape("unit", 0, 0, tone="red", label="L1", mark=mark)) != bare


@pytest.mark.asyncio
async def test_a_page_in_a_chat_has_its_most_to_show(tmp_path: Path) -> None:
    """BOUND-4: a page is built in a thread, so that nobody waits for it; if its boards would be too
    large, building stops early and the answer says what to do instead."""
    async with referee_on(tmp_path / "a.sqlite") as referee:
        table = await duel(referee)
        thread = threading.get_ident()
        made: list[int] = []
        whole, real = await film_of(referee, table, None), film.show
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(film, "show", lambda *about: made.append(threading.get_ident()))
            await film_of(referee, table, None)
        assert len(made) == len(table.match.links)
        assert thread not in made
        assert (await film_of(referee, table, None, whole.shown)).shown == whole.shown
        with pytest.raises(RefereeError, match="`referee replay`"):
            await replay_page(referee, table, None, whole.shown - 1)
        looked: list[Any] = []
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(film, "show", lambda *about: looked.append(about) or real(*about))
            patched.setattr(film, "SAMPLES", 2)
            with pytest.raises(RefereeError, match="`referee replay`"):
                await film_of(referee, table, None, whole.shown // 3)
        assert 2 <= len(looked) <= 3  # some of the boards tell that it is too large
