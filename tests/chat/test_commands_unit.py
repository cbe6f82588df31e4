"""What the commands are built on, without Discord: rules, suggestions, questions, imports,
proposals."""

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.cases.starter import deal
from bot.chat.handbook import COMMANDS
from bot.chat.views.every import EVERY
from bot.doors import importing
from bot.doors.confirming import SETTING, parts, question
from bot.doors.suggest import MOST, Suggestions, begins, collect, varied
from bot.history.exchange import export_match
from bot.history.rulebook import rule_ids, rule_text, rules_of
from bot.lobby import proposals, removal
from bot.lobby.listing import waiting_lines
from bot.lobby.welcome import first_note
from bot.match.pending import Proposal
from bot.match.reply import Reply
from bot.referee.gate import Caller, status
from bot.referee.petition import missing
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.render.pages import LIMIT
from bot.store import PlaceRecord
from bot.store.schema import metadata
from rules import GAMES, find
from rules.line.orders import EndPhase, Order, Resign
from tests.laws.test_extremes import calls
from tests.support import NOON, duel, keep, must, referee_on
from tests.test_architecture import specified

VELITE = "Velite V HP 18 AC 12 Cost 9 G\nStats: 7, 2, 3, 1, 0, 1, 1, 2\nAttacks:\nTags: None\n"


@pytest_asyncio.fixture
async def referee(tmp_path: Path) -> AsyncIterator[Referee]:
    """A referee on a file."""
    async with referee_on(tmp_path / "r.sqlite") as made:
        yield made


@pytest_asyncio.fixture
async def table(referee: Referee) -> OpenMatch:
    """Two Legionnaires against a Goblin, in army 1's Move turn."""
    return await duel(referee)


# Rules


@pytest.mark.parametrize("system", [game.id for game in GAMES])
def test_every_rule_has_a_text(system: str) -> None:
    """`/rule` has a text for each rule and ruling that RULES.md defines."""
    texts = rules_of(system)
    assert sorted(specified(system) - set(texts)) == []
    for name, text in texts.items():
        assert text.startswith(f"{name} ("), name
        assert len(text.partition("\n")[2]) > 3, name


def test_rules_are_found_as_one_types_them() -> None:
    """Rule IDs are found in small letters too; a wrong one is answered with the nearest, and
    completion begins with those that fit."""
    assert "must not exceed the allowance" in rule_text(" c7-move-8 ")
    with pytest.raises(RefereeError, match="perhaps C7-MOVE-8"):
        rule_text("C7-MOV-8")
    with pytest.raises(RefereeError, match="there is no rule"):
        rule_text("@everyone")
    assert rule_ids("c7-move-1")[0] == "C7-MOVE-1"
    assert rule_ids("MOVE-8", find("crusade7")) == ["C7-MOVE-8"]


# Suggestions


@pytest.mark.asyncio
async def test_suggested_sentences_are_legal(referee: Referee, table: OpenMatch) -> None:
    """Every suggested sentence can be filed as it stands; units of other seats are never
    suggested."""
    known = Suggestions()
    offered = [
        *await known.sentences(table, 1, ""),
        *await known.sentences(table, 1, "L2 moves"),
        *await known.examples(table, 1),
    ]
    assert len(offered) > 20
    for text in offered:
        (line,) = referee.read(table, 1, text)
        table.match.play(1, line.orders, lambda die: die.faces[0])
        assert not text.startswith("G1")
    assert await known.able(table, 1) == ["L1", "L2"]
    assert await known.able(table, 2) == []
    assert await known.sentences(table, 0, "") == []


@pytest.mark.asyncio
async def test_suggestions_follow_the_match(referee: Referee, table: OpenMatch) -> None:
    """After an order the suggestions are computed anew."""
    known = Suggestions()
    assert await known.able(table, 1) == ["L1", "L2"]
    must(await referee.submit(table, 1, "L1 stays"))
    assert await known.able(table, 1) == ["L2"]


def test_enumeration_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system that lists orders for ever is stopped after `MOST` orders, or by the budget of
    work."""

    class Endless:
        def legal(self, *_: Any) -> Iterator[Order]:
            while True:
                yield EndPhase()

    game: Any = Endless()
    assert len(collect(game, None, 1, None)) == MOST
    monkeypatch.setattr("bot.doors.suggest.WORK", 10)
    assert len(collect(game, None, 1, None)) == 11


def test_variety() -> None:
    """Different kinds of orders come first, and those that everybody always has come last."""

    class Move(Order):
        pass

    orders = [Resign(), Move(), Move(), EndPhase()]
    assert [type(one).__name__ for one in varied(orders, 3)] == ["Move", "Resign", "EndPhase"]
    assert begins(["Legionnaire", "L1", "l1x", "Goblin"], "l1") == ["L1", "l1x"]


# Questions


@pytest.mark.asyncio
async def test_messages_are_cut_at_grave_words(referee: Referee, table: OpenMatch) -> None:
    """A message is split so that a grave word such as `done` stands alone; one that cannot be read,
    and one of the GM, is left whole."""
    text = "L1 stays // wait\ndone; L2 stays"
    assert parts(referee, table, 1, text) == ["L1 stays // wait", "done", "L2 stays"]
    assert parts(referee, table, 1, "L1 stays\nL2 stays") == ["L1 stays\nL2 stays"]
    assert parts(referee, table, 1, "done\nL1 flies") == ["done\nL1 flies"]
    assert parts(referee, table, 0, "set round 2\nundo") == ["set round 2\nundo"]


@pytest.mark.asyncio
async def test_what_is_asked_about(referee: Referee, table: OpenMatch) -> None:
    """Resigning is always confirmed, accepting a draw if one is offered, and the end of a phase if
    units could still act and the player has not switched that off."""

    async def asked(seat: int, text: str) -> str:
        found = await question(referee, Suggestions(), table, "ana", seat, text)
        return found.text if found else ""

    assert "army 2 resigns" in await asked(2, "I concede")
    assert await asked(1, "accept draw") == ""
    assert await asked(1, "end phase") == "L1, L2 could still act. End the phase?"
    assert await asked(1, "skip to fight") == (
        "L1, L2 could still act. `skip to fight` gives up every turn of army 1 until then. Do it?"
    )
    assert await asked(2, "end phase") == ""
    assert await asked(1, "L1 stays") == ""
    assert await asked(0, "set round 3") == ""
    await referee.mail.remember("ana", {SETTING: "no"})
    assert await asked(1, "end phase") == ""
    assert "resigns" in await asked(1, "resign")
    must(await referee.submit(table, 2, "offer draw"))
    assert "Accept?" in await asked(1, "accept draw")


# Imports and proposals


@pytest.mark.asyncio
async def test_every_wrong_line_is_named(referee: Referee, table: OpenMatch) -> None:
    """A preview names all wrong lines of a text at once; previewing a correct text changes
    nothing."""
    broken = VELITE.replace("Attacks:\n", "Attacks:\nBla bla\n") + "Tags:: Nono\n"
    found = importing.preview(referee, table, broken)
    assert [(number, line) for number, line, _ in found.problems] == [
        (4, "Bla bla"),
        (6, "Tags:: Nono"),
    ]
    assert all(why for _, _, why in found.problems)
    good = importing.preview(referee, table, f"\ufeff{VELITE}".replace("\n", "\r\n"))
    assert good.ok
    assert any("Velite" in line for line in good.lines)
    assert len(table.match.links) == 6
    with pytest.raises(RefereeError, match="nothing to import"):
        importing.preview(referee, table, " \n ")
    with pytest.raises(RefereeError, match="at most"):
        importing.preview(referee, table, "x" * 300_000)


@pytest.mark.asyncio
async def test_many_wrong_lines_cost_little_more_than_none(referee: Referee) -> None:
    """C7-GM-3: finding all wrong lines of a long text costs less than twice as much as reading it
    without any."""
    table = await referee.create("long", "crusade7")
    names = [f"Zug{a}{b} Z{a}{b}".upper() for a in "abcdefghij" for b in "abcdefghij"]
    text = "\n\n".join(VELITE.replace("Velite V", name) for name in names)
    wrong = "\n\n".join(f"@ {number}" for number in range(importing.MOST_NAMED))
    assert importing.faults(referee, table, text) == ()
    alone = calls(importing.faults, referee, table, text.replace("ZUGAA", "ZUGZZ"))
    found: list[int] = []

    def look() -> None:
        text_ = text.replace("ZUGAA", "ZUGYY")
        found.extend(one[0] for one in importing.faults(referee, table, f"{text_}\n\n{wrong}"))

    assert calls(look) < 2 * alone
    first = len(text.split("\n")) + 2
    assert found == [*range(first, first + 2 * importing.MOST_NAMED, 2)]


@pytest.mark.asyncio
async def test_a_proposal_needs_all(referee: Referee, table: OpenMatch) -> None:
    """A proposal is carried out once, when every seat agrees; a newer one replaces it."""
    ana, ben = Caller("ana"), Caller("ben")
    unread = await proposals.propose(referee, table, ana, "set L1")
    assert isinstance(unread, Reply)
    assert unread.unreadable
    first = await proposals.propose(referee, table, ana, "set L1 hp 9")
    assert isinstance(first, Proposal)
    assert missing(table, first) == [2]
    second = await proposals.propose(referee, table, ben, "set L1 hp 8")
    assert isinstance(second, Proposal)
    with pytest.raises(RefereeError, match="not open any more"):
        await proposals.agree(referee, table, ben, first.number)
    agreed = await proposals.agree(referee, table, ana, second.number)
    assert missing(table, agreed) == []
    must(await proposals.carry_out(referee, table, agreed))
    again = await proposals.carry_out(referee, table, agreed)
    assert again.accepted[0].repeated
    assert table.match.links[-1].number == 6
    with pytest.raises(RefereeError, match="only those who play"):
        await proposals.propose(referee, table, Caller("sly"), "set L1 hp 1")


# Small things


@pytest.mark.asyncio
async def test_welcomed_once(referee: Referee, table: OpenMatch) -> None:
    """A newcomer gets one note, a heading and four lines, which says how to write if the bot may
    not read message contents."""
    note = await first_note(referee, table, "ana", 1, content=False)
    assert len(note.splitlines()) == 5
    assert "mention me" in note
    assert await first_note(referee, table, "ana", 1, content=True) == ""
    assert re.search(r"one per line: `L1 (moves|advances) ", note)
    for system in ("crusade7", "candlebre"):
        open_ = await referee.create(f"open {system}", system)
        fresh = await first_note(referee, open_, f"cara {system}", 1, content=True)
        assert re.search(r"one per line: `(?!offer|resign)\w+ \w+", fresh)


@pytest.mark.asyncio
async def test_what_waits_stands_first(referee: Referee, table: OpenMatch) -> None:
    """A match that waits for the player is listed first; a paused one waits for nobody."""
    other = await duel(referee, "second")
    must(await referee.submit(other, 1, "end phase"))
    lines = await waiting_lines(referee, Caller("ana"))
    assert "waits for you" in lines[0]
    assert "duel" in lines[0]
    assert "second" in lines[1]
    await keep(referee, table, status="paused")
    assert not any("waits for you" in line for line in await waiting_lines(referee, Caller("ana")))


@pytest.mark.asyncio
async def test_a_server_that_was_left(referee: Referee, table: OpenMatch) -> None:
    """When the bot leaves a server, its matches are paused, can be exported for 90 days, and are
    then deleted to the last row."""
    await referee.mail.settle(PlaceRecord(table.record.id, "5", "77"))
    must(await referee.submit(table, 1, "L1 stays", source="m1"))
    await removal.left(referee, "77")
    assert status(table) == "paused"
    assert await removal.sweep(referee) == []
    assert "L1 stays" in await export_match(referee, table, 1)
    await removal.returned(referee, "77")
    await removal.left(referee, "77")
    referee._now = lambda: NOON + removal.KEPT
    assert await removal.sweep(referee) == [table.record.id]
    with pytest.raises(RefereeError, match="no match"):
        await referee.open("duel")
    async with referee.store.database.reading() as connection:
        for one in metadata.sorted_tables:
            assert (await connection.execute(one.select())).all() == [], one.name


@pytest.mark.parametrize("system", [game.id for game in GAMES])
@pytest.mark.asyncio
async def test_every_starter_can_be_dealt(referee: Referee, system: str) -> None:
    """`/match practice` begins with a battle in which somebody can act."""
    table = await referee.create("p", system, seats=((0, "a"), (1, "a"), (2, "a")))
    await deal(referee, table)
    seat = table.game.awaits(table.match.state)[0]
    assert await Suggestions().examples(table, seat)


def test_examples_are_short() -> None:
    """Each command of the list, with what it does, is one short line."""
    for one in COMMANDS:
        assert one.typed.startswith(f"/{one.command}")
        assert len(one.typed) + len(one.does) < LIMIT / 15
        assert "\n" not in one.does


@pytest.mark.asyncio
async def test_only_those_who_may_still_act_are_named(referee: Referee) -> None:
    """Units that could only wait, or only be a target, are not named; giving up a whole round is
    confirmed."""
    table = await referee.create("still", "crusade7", scene=True)
    lines = (
        "put Sagittarius SG1 for army 1 at 5,5; put Legionnaire L1 for army 1 at 20,5\n"
        "put Orc Raider O1 for army 2 at 5,10\nset phase fight\nset turn army 1"
    )
    must(await referee.submit(table, 0, lines))
    known = Suggestions()
    assert await known.able(table, 1) == ["SG1"]
    must(await referee.submit(table, 1, "SG1 attacks O1"))
    assert await known.able(table, 1) == []
    assert await question(referee, known, table, "ana", 1, "end phase") is None
    asked = await question(referee, known, table, "ana", 1, "skip to fight")
    assert asked is not None
    assert asked.text == "`skip to fight` gives up every turn of army 1 until then. Do it?"
    assert asked.word == "skip to fight"
    assert await question(referee, known, table, "ana", 1, "skip to command") is None


def test_each_button_is_its_own() -> None:
    """The ID patterns of all kinds of buttons begin differently, so no press is taken for
    another's."""
    heads = [str(kind.__discord_ui_compiled_template__.pattern).split("(")[0] for kind in EVERY]
    assert len(heads) == len(set(heads)), [one for one in heads if heads.count(one) > 1]
