"""What a player reads in the channel: what a chit was, what is chosen, why something is refused."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.doors.confirming import SETTING as ASKING
from bot.referee.service import OpenMatch

from .stage import Stage, stage
from .standin import Human
from .test_commands import says
from .test_evenings import at, starter
from .test_transcripts import Evening
from .transcript import labels

VERBS = ["moves", "runs", "fires", "throws", "hides", "jumps"]


async def table_of(
    built: Stage, name: str, system: str, lines: Sequence[str], **options: str
) -> tuple[Stage, OpenMatch]:
    """Make a match in a channel of its own, with these GM lines for its table."""
    assert built.referee is not None
    assert built.bot is not None
    here = replace(built, play=built.home.channel(name))
    people = enumerate((built.gm, built.ana, built.ben))
    seats = tuple((seat, str(who.id)) for seat, who in people)
    table = await built.referee.create(name, system, options, seats=seats, scene=True)
    await built.bot.announcer.open_match(table)
    for line in lines:
        reply = await built.referee.submit(table, 0, line)
        assert reply.ok, (line, reply)
    place = here.play
    channel = built.bot.get_partial_messageable(place.id)
    await built.bot.settle(table, channel, place.id, built.home.id)
    await built.quiet()
    return here, table


async def answer(built: Stage, who: Human, text: str) -> str:
    """Give an order; returns what the bot replies to it."""
    post = who.say(built.play, f"{built.discord.bot.mention} {text}")
    await built.quiet()
    return "\n".join(built.replies(post))


@pytest.mark.asyncio
async def test_a_chit_that_has_turned_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Firing at the old name of a chit that was turned over tells who stands there now, or that
    nothing does (RC-CHIT-3, RC-CHIT-4)."""
    lines = (
        "set terrain 5,10 cover",
        "set terrain 15,10 cover",
        "put Marine M1 for army 1 at 5,5",
        "put Marine M2 for army 1 at 15,5",
        "put chit X1 for army 2 at 5,10 as Orc O1",
        "put chit X2 for army 2 at 15,10 as nothing",
    )
    async with stage(monkeypatch, tmp_path) as built:
        here, _ = await table_of(built, "docks", "rulescrusade", lines)
        assert not await answer(here, built.ana, "M1 moves to 5,9")
        assert not await answer(here, built.ana, "M2 moves to 15,9")
        told = await answer(here, built.ana, "M2 fires Bolter at X1")
        assert told.startswith("X1 was turned over: it is O1 now.\n"), told
        told = await answer(here, built.ana, "M2 fires Bolter at X2")
        assert told.startswith("X2 was turned over: there is nothing.\n"), told


@pytest.mark.asyncio
async def test_what_is_to_be_chosen_and_what_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The call says how many units are to be chosen, how to write it and which ones there are; when
    both have chosen, the report says what (C8-CHOICE-1, C8-CHOICE-5)."""
    async with stage(monkeypatch, tmp_path) as built:
        evening = at(built, "pawns")
        await evening.begin("Pawns", "crusade8x8", {})
        call = await evening.built.play.says("Choose 2 Pawns")
        assert call.content.splitlines()[1] == (
            "Choose 2 Pawns, as in: choose Rogue, Caster. "
            "So far: Archer 2, Caster 1, Warrior 3, Commander 1, Knight 2."
        )
        letters = built.discord.dm(built.ana)
        refused = await letters.next(built.ana.dm("choose Archer"))
        assert refused.content.startswith("2 Pawns are due, 1 is named.\n")
        refused = await letters.next(built.ana.dm("choose Archer, Rogue and Bishop"))
        assert refused.content.startswith("no Noble is due, 1 is named.\n")
        built.ana.dm("choose Archer and Rogue")
        built.ben.dm("choose Rogue and Rogue")
        report = await evening.built.play.says("White chose")
        assert report is call
        assert "White chose Archer 1, Rogue 1; Black chose Rogue 2 · both armies" in report.content


@pytest.mark.asyncio
async def test_no_question_about_what_cannot_be_done(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Ending an incomplete set-up is refused at once, without a question; in Move the question
    names the seat's own units and no province of others."""
    async with stage(monkeypatch, tmp_path) as built:
        evening = at(built, "courts")
        table = await evening.begin("Courts", "candlebre", {})
        for who in (built.ana, built.ben):
            await built.referee.mail.remember(str(who.id), {ASKING: "yes"})  # type: ignore[union-attr]
        told = await answer(evening.built, built.ana, "end phase")
        assert told.startswith("army 1 still has five provinces to claim, a House to choose")
        for seat, line in starter("candlebre"):
            assert (await built.referee.submit(table, seat, line)).ok  # type: ignore[union-attr]
        await built.referee.submit(table, 1, "end phase")  # type: ignore[union-attr]
        asked = await built.discord.dm(built.ana).next(built.ana.dm("end phase"))
        assert "Not moved: ASH 4 Inf, 1 Arc, GL1; BRI 1 Inf. End the phase?" in asked.content


@pytest.mark.asyncio
async def test_an_alliance_is_offered_and_the_map_drawn_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An offer of an alliance pings the one who is to answer it with a button, and its post says
    how it ended (CB-ALLY-4).  If two phases of one turn change the map, the report shows it once,
    as it is in the end."""
    async with stage(monkeypatch, tmp_path) as built:
        evening = at(built, "courts")
        await evening.begin("Courts", "candlebre", {}, starter("candlebre"))
        here = evening.built
        await evening.order(1, "propose alliance with army 2")
        offer = await here.play.says("offers an alliance")
        assert [one.name for one in offer.rang] == ["Ben"]
        assert "Accept the alliance" in labels(offer.components)
        refused = await built.ana.answer(built.ana.click(offer, "Accept the alliance"))
        assert "the other side answers this offer" in refused.content
        await built.ben.answer(built.ben.click(offer, "Accept the alliance"))
        await here.play.says("'s offer of an alliance: accepted by")
        assert not [*labels(offer.components)]
        for line in (
            "end phase",
            "attack Crownmere from Ashford with everything",
            "end phase",
            "fight Crownmere",
            "end phase",
        ):
            await evening.order(1, line)
        report = await here.play.says("Combat is over")
        assert "Move is over" in report.content
        shown = ("digit: owner, 0 neutral", "Board: see the picture")  # a tall one is named
        assert sum(report.content.count(one) for one in shown) == 1
        assert "battle" not in report.content.partition("```")[2]


@pytest.mark.asyncio
async def test_reasons_name_what_is_wrong(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A refusal says which part of a message cannot be taken, who stands where a plan names
    somebody else, or whose turn it is."""
    async with stage(monkeypatch, tmp_path) as built:
        options = {"placement": "hidden", "choices": "auto"}
        camp = at(built, "camp")
        await camp.begin("Camp", "crusade8x8", options)
        letters = built.discord.dm(built.ben)
        post = built.ben.dm("place warrior at h6; place Knight at h8; ready")
        told = (await letters.next(post)).content
        assert 'I cannot take "ready" together with the rest: send it alone.' in told
        assert "Did you mean **place Warrior at h6, Knight at h8**?" in told
        pawns = at(built, "pawns")
        table = await pawns.begin("Pawns", "crusade8x8", {}, starter("crusade8x8"))
        post = built.ana.dm(f"#{table.record.id}: plan: archer d2 moves d3")
        told = (await built.discord.dm(built.ana).next(post)).content
        assert "d2 is a Warrior, not an Archer" in told
        for name, system, line, whose in (
            ("fords", "crusade7", "O1 moves to 7,20", "it is army 1's turn, not army 2's."),
            ("courts", "candlebre", "build temple in Pellam", "it is army 1's turn, not army 2's."),
        ):
            evening = at(built, name)
            await evening.begin(name, system, {}, starter(system))
            told = await answer(evening.built, built.ben, line)
            assert told.startswith(whose), told


@pytest.mark.asyncio
async def test_legal_says_verbs_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`/legal` gives one line for each verb, none twice, at most a page; the lines say how to ask
    for a unit, a verb and the next page."""
    async with stage(monkeypatch, tmp_path) as built:
        courts, docks, fords = (at(built, name) for name in ("courts", "docks", "fords"))
        await courts.begin("Courts", "candlebre", {})
        await docks.begin("Docks", "rulescrusade", {}, starter("rulescrusade"))
        await fords.begin("Fords", "crusade7", {}, starter("crusade7"))
        lines = await legal(courts)
        assert lines[0].startswith("  claim Crownmere, Ashford, Brindle, Corrin and Dunmoor ... ")
        assert lines[0].endswith(" in all: /legal unit: claim")
        lines = await legal(docks)
        (own,) = [line for line in lines if line.startswith("  M1: ")]
        assert own == "  M1: moves to (99) · runs to (231) · fires Bolter at (10)"
        one = await legal(docks, unit="M1")
        assert one[0] == "  M1 moves to 15,6 · 15,7 ... 99 in all: /legal unit: M1 moves"
        assert [line.split()[1] for line in one] == [
            "moves",
            "runs",
            "fires",
            "throws",
            "hides",
            "jumps",
        ]
        pages = [await legal(docks, unit="M1 runs", page=page) for page in (1, 2)]
        assert pages[0][-1] == "more: /legal unit: M1 runs page: 2"
        assert not set(pages[0][1:-1]) & set(pages[1][1:])
        first, second = await legal(fords), await legal(fords, page=2)
        assert first[-1] == "more: /legal page: 2"
        assert not set(first[:-1]) & set(second) - {"      stays"}


async def legal(evening: Evening, **asked: object) -> list[str]:
    """Let Ana ask `/legal`; returns its lines, at most a page and none of them twice."""
    said = await says(evening.built.ana, "legal", evening.built.play, **asked)
    lines = said.removeprefix("```\n").removesuffix("\n```").split("\n")
    told = [line for line in lines if line.strip() != "stays"]
    assert len(told) == len(set(told))
    assert len(lines) <= 22
    return lines
