"""Who may do what: every command, button, menu, form and completion with every kind of caller."""

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot.chat.views.every import EVERY
from bot.chat.views.forms import DELETE, IMPORT, NEW, ORDERS
from bot.doors.pace import Pace
from bot.match.settings import Settings
from bot.referee.service import OpenMatch
from bot.store import PlaceRecord

from .stage import Stage, stage
from .standin import Home, Human, Message, Permission, Place
from .standin.interactions import Interaction, Type

NOBODY, ALL = "nobody", "gim ana ben eve max uma"
TABLE = {
    # looking: whoever may see the match
    "board": ALL,
    "key": ALL,
    "card": ALL,
    "units": ALL,
    "reach": ALL,
    "screen match": "gim ana ben uma",
    "report": ALL,
    "log": ALL,
    "why": ALL,
    "forum-pack": ALL,
    "describe": ALL,
    "yearbook": ALL,
    "rule": ALL,
    "help": ALL,
    "clock show": ALL,
    "match info": ALL,
    "match export": ALL,
    # for those who hold a seat
    "legal": "ana ben",
    "odds": "ana ben",
    "catch-up": "ana ben",
    "order": "gim ana ben uma",
    "try": "ana ben",
    "match leave": "ana ben",
    "match salt": "ana ben",
    "plan": "ana ben",
    # for those who hold a seat, and the GM
    "match pause": "gim ana ben uma",
    "match resume": "gim ana ben uma",
    "match autopass": "gim uma",
    "match here": "gim ana ben uma",
    "match start": "gim ana ben uma",
    "clock set": "gim ana ben uma",
    "clock extend": "gim ana ben uma",
    "clock pause": "gim ana ben uma",
    "clock resume": "gim ana ben uma",
    "remind round": "gim ana ben uma",
    # for the GM, and whoever has the GM role of the match's own server
    "match open-seat": "gim ben uma",
    "match share": "gim uma",
    "match delete": "gim uma",
    "gm import": "gim uma",
    "gm rewind": "gim uma",
    "gm ledger": "gim uma",
    "gm rule": "gim uma",
    "gm substitute": "gim uma",
    "gm extend": "gim uma",
    "gm lock": "gim uma",
    # for the GM; in a match without one the players may propose such a line
    "gm line": "gim uma",
    # for the GM and whoever manages the match's own server
    "match hand-over": "gim max uma",
    # free seats are for everybody who sees the match
    "match join": ALL,
    "luck": ALL,
    "replay": ALL,
    "howto": ALL,
    "match take-seat": ALL,
}
"""Every command that is about a match, and who may use it."""

ABOUT_NO_MATCH = {
    *("match new", "match practice", "match list", "about", "privacy show", "privacy erase"),
    *("setup check", "setup asking", "setup gm-role", "setup words", "setup learning"),
    *("remind set", "remind show"),
    *("gm precedents", "screen mine", "learn", "clock holiday"),
}
GIVEN: dict[str, Any] = {
    **{"text": "resign", "order": "resign", "what": "a1", "entry": 1, "id": "#1", "to": 0},
    **{
        "seat": 2,
        "by": "1d",
        "clock": "3d",
        "length": "7d",
        "board": "text",
        "number": 99,
        "on": True,
    },
}
"""Values for options that a command requires."""

REFUSED = re.compile(
    "only the GM|you hold no seat|you do not take part|only those who play|is not your seat"
    "|there is no match called|for its members only|a match without a GM|gives more time"
    "|No match is played here|by who holds the seat|and play no seat"
)


class Cast:
    """Who is there: GM, both players, a bystander, a manager, somebody with the GM role, and a
    stranger who rules another server."""

    def __init__(self, built: Stage) -> None:
        home = built.home
        self.built = built
        self.uma = home.member("Uma", [home.role("Umpire")])
        self.max = home.member("Max", [home.role("Boss", Permission.MANAGE_GUILD)])
        self.people = {
            **{"gim": built.gm, "ana": built.ana, "ben": built.ben},
            **{"eve": home.member("Eve"), "max": self.max, "uma": self.uma},
        }
        self.away: Home = built.discord.guild("Away")
        roles = [self.away.role("King", Permission.ADMINISTRATOR), self.away.role("Umpire")]
        self.ivan = self.away.member("Ivan", roles)
        self.there = self.away.channel("there")
        self.count = 0

    async def match(self, audience: str = "public") -> tuple[OpenMatch, Place]:
        """A new match that is being played, in a channel of its own."""
        self.count += 1
        assert self.built.referee is not None
        place = self.built.home.channel(f"play{self.count}")
        users = (self.built.gm, self.built.ana, self.built.ben)
        table = await self.built.referee.create(
            f"Fords {self.count}",
            "crusade8x8",
            {"setup": "empty"},
            tuple((seat, str(who.id)) for seat, who in enumerate(users)),
            settings=Settings(audience=audience, server=str(self.built.home.id)),
        )
        where = PlaceRecord(table.record.id, str(place.id), str(self.built.home.id))
        await self.built.referee.mail.settle(where)
        return table, place

    async def kept(self, table: OpenMatch) -> str:
        """All that a refused caller must not have changed, as text."""
        again = await self.built.table(table.record.name)
        return repr((again.record, again.match.links))


@pytest_asyncio.fixture
async def cast(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Cast]:
    """Everybody, on two servers."""
    async with stage(monkeypatch, tmp_path) as built:
        assert built.bot is not None
        built.bot.looking = built.bot.doors.pace = Pace(burst=1_000_000, every=1.0)
        found = Cast(built)
        role = built.home.role("Umpire")
        await built.gm.answer(found.max.slash("setup gm-role", role=role, here=built.play))
        yield found


def leaves(built: Stage) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every slash command with its options, as registered with Discord."""
    for shelf in built.discord.world.commands.values():
        for command in shelf.values():
            if command["type"] != 1:
                continue
            below = [one for one in command.get("options") or [] if one["type"] in (1, 2)]
            for leaf in below or [command]:
                name = command["name"] if leaf is command else f"{command['name']} {leaf['name']}"
                yield name, {one["name"]: one for one in leaf.get("options") or []}


def filled(cast: Cast, options: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The options to give to a command: the required ones, its text, and any of `more` it has."""
    given = {}
    for name, option in options.items():
        if option.get("required"):
            user = option["type"] == 6
            given[name] = cast.built.ben if user else GIVEN.get(name, "x")
    if "text" in options:
        given["text"] = GIVEN["text"]
    return given | {name: value for name, value in more.items() if name in options}


async def said(cast: Cast, who: Human, asked: Interaction) -> str:
    """Wait for the answer; returns its text, or "a form" if a form opened instead."""

    def look() -> str | None:
        if asked.modal is not None:
            return "a form"
        found = {id(one): one for one in (*asked.shown, asked.message) if shows(one, asked)}
        return "\n".join(one.content for one in found.values() if one is not None) or None

    what = f"an answer for {who.name} to {asked.command or asked.asked.get('custom_id')}"
    return await cast.built.discord.until(look, what=what)


def shows(message: Message | None, asked: Interaction) -> bool:
    """Is this message an answer: finished, and not the one that was pressed?"""
    return message is not None and not message.loading and message is not asked.source


@pytest.mark.asyncio
async def test_the_table_has_every_command(cast: Cast) -> None:
    """The two tables name exactly the commands there are; those in TABLE have an option `match`."""
    offered = {name for name, _ in leaves(cast.built)}
    assert offered == set(TABLE) | ABOUT_NO_MATCH
    for name, options in leaves(cast.built):
        assert ("match" in options) == (name in TABLE), name


@pytest.mark.asyncio
@pytest.mark.parametrize("audience", ["public", "members"])
async def test_every_command_with_every_caller(cast: Cast, audience: str) -> None:
    """Whoever is not in the table is refused and changes nothing; the others are not refused."""
    for name, options in leaves(cast.built):
        if name in ABOUT_NO_MATCH:
            continue
        allowed = set(TABLE[name].split())
        if audience == "members":
            allowed -= {"eve", "max"}
            allowed -= {"gim", "uma"} if name == "match share" else set()
        if audience == "members" and name in ("match join", "match take-seat"):
            allowed |= {"eve", "max"}  # in its own channel
        table, place = await cast.match(audience)
        for key, who in cast.people.items():
            if key in allowed:
                continue
            before = await cast.kept(table)
            given = filled(cast, options)
            if name == "match here":
                given["match"] = table.record.name
            text = await said(cast, who, who.slash(name, given, here=place))
            assert REFUSED.search(text), (name, key, text)
            assert await cast.kept(table) == before, (name, key)
        for key in sorted(allowed):
            table, place = await cast.match(audience)
            given = filled(cast, options, match=table.record.name)
            who = cast.people[key]
            text = await said(cast, who, who.slash(name, given, here=place))
            found = REFUSED.search(text)
            assert not found or name in ("match delete", "clock extend"), (name, key, text)


@pytest.mark.asyncio
@pytest.mark.parametrize("audience", ["public", "members"])
async def test_from_elsewhere_a_match_is_not_there(cast: Cast, audience: str) -> None:
    """Somebody who manages another server, and has a role there named like the GM role, gets for
    every command and completion the same answer as for a match that does not exist."""
    table, _ = await cast.match(audience)
    names = {table.record.name, f"#{table.record.id}"}
    before = await cast.kept(table)
    for name, options in leaves(cast.built):
        if "match" not in options:
            continue
        for known in sorted(names):
            unknown = "#987" if known.startswith("#") else "Nowhere 1"
            told = []
            for asked in (known, unknown):
                given = filled(cast, options, match=asked)
                text = await said(cast, cast.ivan, cast.ivan.slash(name, given, here=cast.there))
                told.append(text.replace(asked, "it"))
            assert told[0] == told[1], name
            assert "there is no match" in told[0] or name == "rule", (name, told)
        for focused in [key for key, one in options.items() if one.get("autocomplete")]:
            offers = []
            for asked in (table.record.name, "Nowhere 1"):
                given = {} if focused == "match" else {"match": asked}
                found = await cast.ivan.autocomplete(name, focused, given, here=cast.there)
                assert not any(table.record.name in str(one) for one in found), name
                offers.append(found)
            assert offers[0] == offers[1], (name, focused)
    cast.ivan.dm(f"#{table.record.id}: gm> set round 9")
    letter = await cast.built.discord.dm(cast.ivan).says("there is no match")
    assert letter.content == f"there is no match called '#{table.record.id}'"
    assert await cast.kept(table) == before


CHOICES = ("cr:u:", "cr:k:", "cr:a:", "cr:qp:", "cr:wn:", "cr:xc:")
"""How the custom ids of select menus begin; all others are buttons."""


async def press(cast: Cast, who: Human, place: Place, custom_id: str) -> str:
    """Post a button or menu with this custom id and press it; returns the answer."""
    assert cast.built.bot is not None
    view = discord.ui.View(timeout=None)
    menu = custom_id.startswith(CHOICES)
    if menu:
        options = [discord.SelectOption(label="0", value="0" * 8)]
        view.add_item(discord.ui.Select(custom_id=custom_id, options=options))
    else:
        view.add_item(discord.ui.Button(custom_id=custom_id, label="Press"))
    sent = await cast.built.bot.get_partial_messageable(place.id).send("something", view=view)
    found = next(one for one in place.from_bot if one.id == sent.id)
    pressed = who.select(found, custom_id, "0") if menu else who.click(found, custom_id)
    return await said(cast, who, pressed)


PARTS = {
    **{"match": "{match}", "seat": "1", "page": "0", "number": "1", "report": "1", "entry": "1"},
    **{"unit": "0" * 8, "order": "0" * 8, "mark": "0" * 8, "word": "e", "kind": "0" * 8},
    **{"way": "stop", "whom": "o", "how": "rule", "what": "keep", "offer": ":" + "0" * 8},
}


def buttons(number: int) -> Iterator[str]:
    """A custom id for every button and menu that is registered, made out for a match."""
    for item in EVERY:
        pattern = item.__discord_ui_compiled_template__.pattern
        text = pattern
        while found := re.search(r"\(\?P<(\w+)>((?:[^()]|\([^()]*\))*)\)", text):
            value = PARTS.get(found[1], "1").format(match=number)
            if not re.fullmatch(found[2], value):
                value = next(
                    one
                    for one in ("1", "0" * 8, "e", "m1", "1.1", "accept")
                    if re.fullmatch(found[2], one)
                )
            text = text[: found.start()] + value + text[found.end() :]
        assert re.fullmatch(pattern, text), (pattern, text)
        yield text


@pytest.mark.asyncio
@pytest.mark.parametrize("audience", ["public", "members"])
async def test_every_button_for_those_who_have_no_seat(cast: Cast, audience: str) -> None:
    """A button of a seat or of the GM does nothing for others; from another server it answers the
    same as for a match that does not exist."""
    table, place = await cast.match(audience)
    here, there = (cast.people["eve"], place), (cast.ivan, cast.there)
    before = await cast.kept(table)
    for own, other in zip(buttons(table.record.id), buttons(987), strict=True):
        if own == other:
            continue  # /privacy erase: about no match
        for who, where in (here, there):
            told = []
            for number, custom_id in ((table.record.id, own), (987, other)):
                text = await press(cast, who, where, custom_id)
                told.append(text.replace(f"#{number}", "it"))
            if who is cast.ivan:
                assert told[0] == told[1], own
            elif not own.startswith("cr:j:"):
                assert "no match" in told[0] or not told[0].startswith("something"), (own, told)
            if not own.startswith("cr:j:") or who is cast.ivan:
                assert await cast.kept(table) == before, own
        before = await cast.kept(table)


@pytest.mark.asyncio
@pytest.mark.parametrize("audience", ["public", "members"])
async def test_every_form_from_elsewhere(cast: Cast, audience: str) -> None:
    """Forms that a changed client sends from another server, without their having been opened,
    answer the same as for a match that does not exist."""
    table, _ = await cast.match(audience)
    before = await cast.kept(table)
    for form in (DELETE, IMPORT, ORDERS):
        told = []
        for number, name in ((table.record.id, table.record.name), (987, "Nowhere")):
            which = f"#{number}" if form == ORDERS else str(number)
            fields = [("name", name), ("lines", "resign"), ("text", "Velite V HP 18")]
            content = {
                "custom_id": f"{form}:{which}",
                "components": [
                    {"type": 18, "component": {"type": 4, "custom_id": one, "value": value}}
                    for one, value in fields
                ],
            }
            place = Place(cast.ivan.standin, cast.there.channel)
            sent = cast.ivan._send(Type.MODAL, place, content)
            told.append((await said(cast, cast.ivan, sent)).replace(f"#{number}", "it"))
        assert told[0] == told[1], form
        assert "there is no match" in told[0]
    assert await cast.kept(table) == before
    assert NEW.startswith("cr:m:")


@pytest.mark.asyncio
async def test_a_shared_match_is_seen_from_elsewhere(cast: Cast) -> None:
    """With the name that the GM shares, people elsewhere may look at a public match, but not act,
    until sharing ends; a members-only match cannot be shared."""
    table, place = await cast.match()
    gim, ivan = cast.built.gm, cast.ivan
    shared = await said(cast, gim, gim.slash("match share", here=place))
    found = re.search(r"#[0-9]+-[0-9a-f]{12}", shared)
    assert found is not None
    for name in ("board", "log", "match info"):
        text = await said(cast, ivan, ivan.slash(name, match=found[0], here=cast.there))
        assert "there is no match" not in text, name
    before = await cast.kept(table)
    given = {"text": "set round 9", "match": found[0]}
    assert "only the GM" in await said(cast, ivan, ivan.slash("gm line", given, here=cast.there))
    wrong = f"#{table.record.id}-{'0' * 12}"
    for bad in (wrong, f"#{table.record.id}"):
        text = await said(cast, ivan, ivan.slash("board", match=bad, here=cast.there))
        assert text == f"there is no match called '{bad}'"
    assert await cast.kept(table) == before
    await said(cast, gim, gim.slash("match share", on=False, here=place))
    text = await said(cast, ivan, ivan.slash("board", match=found[0], here=cast.there))
    assert "there is no match" in text
    table, place = await cast.match("members")
    text = await said(cast, gim, gim.slash("match share", here=place))
    assert "members only" in text
    assert not table.record.settings.share
