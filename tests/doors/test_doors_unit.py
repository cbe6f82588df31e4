"""The plain modules of the bot, without any Discord: doors, posts, inbox, pace, settings."""

import asyncio
import fcntl
import json
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import pytest_asyncio

from bot.__main__ import main
from bot.chat.inbox import Busy, Inbox
from bot.config import ConfigError, DiscordConfig, read_discord_config
from bot.doors.confirming import moment_mark
from bot.doors.doors import Doors
from bot.doors.pace import Pace
from bot.doors.saying import SILENCE, Answer, Door, IncomingText, Offer, is_one_word
from bot.history.exchange import export_match
from bot.history.log import log_lines
from bot.history.verify import verify_lines
from bot.lobby.lobby import vacate
from bot.lobby.welcome import STRANGER, greeting
from bot.plans.planroom import PlanRoom
from bot.posts.announce import Announcer
from bot.posts.depths import Depths
from bot.posts.facts import facts_of
from bot.posts.layout import Layout, PostFrame
from bot.posts.living_posts import LivingPosts
from bot.posts.outbox import Archived
from bot.posts.pinned import facts_of_match
from bot.posts.turns import Turns, pack_of
from bot.referee.gate import EVERYWHERE, Caller
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.store import Mail, PlaceRecord, StoreError
from tests.support import DUEL, duel, keep, must, referee_on

ANA, BEN, GIM, DAN = (Caller(name, server="9") for name in ("ana", "ben", "gm", "dan"))


@pytest_asyncio.fixture
async def referee(tmp_path: Path) -> AsyncIterator[Referee]:
    """A referee on a database file, which announces what happens."""
    async with referee_on(tmp_path / "r.sqlite") as made:
        made.subscribe(Announcer(made).posts)
        yield made


@pytest_asyncio.fixture
async def table(referee: Referee) -> OpenMatch:
    """The duel, played in channel 5."""
    table = await duel(referee)
    await referee.mail.settle(PlaceRecord(table.record.id, "5", "9"))
    await keep(referee, table, server="9")
    for post in await referee.mail.waiting():
        await referee.mail.arrived(post.id, str(post.id))
    return table


def heard(text: str, who: Caller = ANA, door: Door = "mention", key: str = "m1") -> IncomingText:
    """Something said in channel 5."""
    return IncomingText(key, who, "5", text, door)


# Which lines are orders


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("what now?", 5),
        ("done", 5),
        ("**Done.**", 5),
        ("> L1 moves to 5,8", 5),
        ("L1 moves to 5,8", 6),
        ("- L1 moves to 5,8", 6),
        ("hello\nL1 moves to 5,8; L2 stays\nbye", 7),
        ("1> L1 moves to 5,8", 6),
        ("L1 stays\ndone", 7),
    ],
)
async def test_chat_takes_orders_and_leaves_prose(
    referee: Referee, table: OpenMatch, text: str, head: int
) -> None:
    """In plain chat, lines that begin like orders are filed, and so is `done` after one; a word
    that stands alone, quotes and prose are not."""
    await Doors(referee).hear(heard(text, door="chat"))
    assert table.match.head == head


@pytest.mark.asyncio
@pytest.mark.parametrize("door", ["mention", "reply", "dm", "command"])
async def test_said_to_the_referee(referee: Referee, table: OpenMatch, door: Door) -> None:
    """A message addressed to the referee is read whole: its orders are filed whatever prose stands
    beside them; one without an order is answered and files nothing."""
    doors = Doors(referee)
    answer = await doors.hear(heard("what a lovely evening", door=door))
    assert "lovely evening" in answer.text
    assert table.match.head == 5
    answer = await doors.hear(heard("L2 moves to 7,8\nplease be kind", door=door, key="m0"))
    assert answer.done
    assert table.match.head == 6
    assert (await doors.hear(heard("<@77> L1 stays\ndone", door=door, key="m2"))).done
    assert table.match.head == 8


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("hold my beer", 5),
        ("ready when you are", 5),
        ("pass me the salt", 5),
        ("end phaze", 5),
        ("L1 looks good", 5),
        ("L1 is my favourite unit", 5),
        ("L1 mvoes to 5,8", 5),
        ("L1 strolls, maybe, to 5,8", 5),
        ("~~L1 moves to 5,8~~", 5),
        ("move L1 too 5,8", 6),
        ("the legionnaires hold", 6),
    ],
)
async def test_talk_that_begins_with_a_verb(
    referee: Referee, table: OpenMatch, text: str, head: int
) -> None:
    """In plain chat only what is certainly an order is filed, and nothing is answered in public."""
    answer = await Doors(referee).hear(heard(text, door="chat"))
    assert answer.public == ""
    assert table.match.head == head


@pytest.mark.asyncio
async def test_talk_after_the_end(referee: Referee, table: OpenMatch) -> None:
    """Once the match is over, plain chat is ignored, and an order said to the referee is
    refused."""
    doors = Doors(referee)
    await doors.hear(IncomingText("m1", ANA, "5", "resign", "mention", sure=True))
    assert await doors.hear(heard("L1 was brave", door="chat", key="m2")) == SILENCE
    assert "C7-END-1" in (await doors.hear(heard("L1 stays", key="m3"))).text


@pytest.mark.parametrize(
    ("line", "short"),
    [("done", True), ("- Done!", True), ("end phase", False), ("L1 stays", False)],
)
def test_one_word(line: str, short: bool) -> None:
    """Bullets and punctuation around a word do not make it more than one word."""
    assert is_one_word(line) is short


@pytest.mark.asyncio
async def test_the_same_key_twice(referee: Referee, table: OpenMatch) -> None:
    """A message that arrives twice, through whatever doors, is filed once."""
    doors = Doors(referee)
    await doors.hear(heard("L1 moves to 5,8", door="chat"))
    again = await doors.hear(heard("L1 moves to 5,8", door="menu"))
    assert "(filed already)" in again.text
    assert table.match.head == 6


@pytest.mark.asyncio
async def test_spectators_and_strangers(referee: Referee, table: OpenMatch) -> None:
    """Plain chat of somebody without a seat is ignored; said to the referee, or with the prefix of
    a seat that is not the writer's, an order is refused with the reason."""
    doors = Doors(referee)
    assert await doors.hear(heard("L1 stays", DAN, "chat")) == SILENCE
    told = await doors.hear(heard("L1 stays", DAN, "mention"))
    assert "you hold no seat" in told.text
    told = await doors.hear(heard("1> L1 stays", BEN, "chat"))
    assert "army 1 is not your seat" in told.text
    elsewhere = IncomingText("m9", DAN, "77", "L1 stays", "dm")
    assert "you hold no seat in any match" in (await doors.hear(elsewhere)).text


@pytest.mark.asyncio
async def test_a_stranger_is_greeted_once(referee: Referee) -> None:
    """The first direct message of somebody without a seat is answered with four lines, later ones
    with one; a mention does not count as the first."""
    doors = Doors(referee, greets=partial(greeting, referee))
    said = [
        (await doors.hear(heard("hello", DAN, door, key))).text
        for door, key in (("mention", "m1"), ("dm", "m2"), ("dm", "m3"))
    ]
    assert said[0] == said[2] == "you hold no seat in any match: /match list shows them"
    assert said[1] == STRANGER
    assert len(STRANGER.split("\n")) == 4


@pytest.mark.asyncio
async def test_lines_of_several_seats(referee: Referee, table: OpenMatch) -> None:
    """A GM without a seat needs no `gm>` prefix when he addresses the referee; when a line stops a
    message, the lines not run come back with the prefixes of their seats."""
    doors = Doors(referee)
    assert (await doors.hear(heard("set L1 hp 9", GIM))).done
    both = Caller("ana", referee_role=True, server=EVERYWHERE)
    text = "1> L1 moves to 5,29\nL2 stays\ngm> set L2 hp 3\ngm> set L2 hp 4"
    answer = await doors.hear(heard(text, both, key="m2"))
    assert "L2 stays\ngm> set L2 hp 3\ngm> set L2 hp 4" in answer.text
    assert table.match.head == 6


@pytest.mark.asyncio
async def test_the_gm_hands_in_what_a_seat_has_told_him(referee: Referee, table: OpenMatch) -> None:
    """`1> ...` from the GM is filed for army 1 and marked as given by the GM; from another player
    it is refused."""
    doors = Doors(referee)
    answer = await doors.hear(heard("1> L1 moves to 5,8 // by letter", GIM, "chat"))
    assert answer.done
    answer = await doors.hear(heard("1> L2 stays", GIM, key="m2"))
    assert answer.done
    log = await log_lines(referee, table, None)
    assert log[-2].endswith("army 1: L1 moves to 5,8 // by letter; given by the GM")
    assert log[-1].endswith("army 1: L2 stays // given by the GM")
    for key, who in (("m3", BEN), ("m4", DAN)):
        assert "not your seat" in (await doors.hear(heard("1> end phase", who, key=key))).text
    answer = await doors.hear(heard("2> G1 stays", GIM, key="m5"))
    assert "C7-TURN-5" in answer.text
    assert "there is no army 3" in (await doors.hear(heard("3> G1 stays", GIM, key="m6"))).text
    await keep(referee, table, locked=True)
    assert (await doors.hear(heard("1> end phase", GIM, key="m7"))).done
    await keep(referee, table, status="paused")
    assert "paused" in (await doors.hear(heard("2> end phase", GIM, key="m8"))).text
    role = Caller("uma", referee_role=True, server="9")
    await keep(referee, table, status="playing")
    assert (await doors.hear(heard("gm> set round 2 // tea", role, key="m9"))).done
    other = Caller("uma", referee_role=True, manager=True, server="8")
    assert not (await doors.hear(heard("gm> set round 3", other, key="m10"))).done


@pytest.mark.asyncio
async def test_paused(referee: Referee, table: OpenMatch) -> None:
    """A paused match files no order and says that it is paused."""
    await referee.store.save_settings(table.record.id, {"status": "paused"})
    answer = await Doors(referee).hear(heard("L1 stays", door="chat"))
    assert "paused" in answer.public
    assert table.match.head == 5


@pytest.mark.asyncio
async def test_a_failed_edit_keeps_all_lines(referee: Referee, table: OpenMatch) -> None:
    """An edit takes back all lines it must or none: if one of two cannot be taken back, both
    stand."""
    doors = Doors(referee)
    await doors.hear(heard("L1 moves to 5,8\nL2 stays"))
    await doors.hear(heard("undo", key="m2"))
    await doors.hear(heard("L2 moves to 5,5", key="m3"))
    told = await doors.edited(heard("L1 stays"), "v1")
    why = "#6 cannot be taken back alone: #9 builds on it (L2 moves to 5,5)"
    assert f"your edit changed nothing: {why}" in told.text
    assert told.offer is not None
    assert told.offer.options == ("undo #6, #9",)
    assert [one.number for one in table.match.live()][-2:] == [6, 9]


@pytest.mark.asyncio
async def test_edits_one_after_the_other(referee: Referee, table: OpenMatch) -> None:
    """Each edit takes back what the version before it filed; the same version delivered twice does
    nothing, and deleting the message takes back the rest."""
    doors = Doors(referee)
    await doors.hear(heard("L1 moves to 5,8\nL2 stays"))
    for version, text in enumerate(["L1 moves to 5,7", "L1 moves to 5,6\nL2 stays", "L2 stays"]):
        answer = await doors.edited(heard(text), f"v{version}")
        assert "taken back" in answer.text
    head = table.match.head
    await doors.edited(heard("L2 stays"), "v2")
    assert table.match.head == head
    live = await referee.store.entries(
        table.record.id, table.codec, [one.number for one in table.match.live()][5:]
    )
    assert [one.text for one in live] == ["L2 stays"]
    gone = await doors.deleted(heard("", Caller("")))
    assert "taken back" in gone.text
    assert gone.public == ""
    assert table.match.head == 5


@pytest.mark.asyncio
async def test_edit_goes_on_after_a_crash(referee: Referee, table: OpenMatch) -> None:
    """If the bot dies between taking back the old version and filing the new one, the edit is
    finished when it is delivered again."""
    doors = Doors(referee)
    await doors.hear(heard("L1 moves to 5,8"))
    real, calls = referee.submit, []

    async def dies(*args: object, **named: object) -> object:
        calls.append(1)
        if len(calls) == 2:
            raise KeyError
        return await real(*args, **named)  # type: ignore[arg-type]

    referee.submit = dies  # type: ignore[method-assign, assignment]
    with pytest.raises(KeyError):
        await doors.edited(heard("L1 moves to 5,7"), "v1")
    referee.submit = real  # type: ignore[method-assign]
    await doors.edited(heard("L1 moves to 5,7"), "v1")
    live = table.match.live()
    (entry,) = await referee.store.entries(table.record.id, table.codec, [live[-1].number])
    assert entry.text == "L1 moves to 5,7"
    assert len(live) == 6


# What is posted


async def told(referee: Referee, table: OpenMatch, start: int, board: bool = False) -> str:
    """The living post of the turn that began with entry `start`, as it must read now."""
    turns = Turns(referee)
    turn = await turns.read(table, start, table.match.links[-1].number)
    facts = await facts_of(referee, table, turn)
    return Layout(table, turn, facts, PostFrame(False, board=board)).text()


@pytest.mark.asyncio
async def test_a_turn_is_announced(referee: Referee, table: OpenMatch) -> None:
    """When a turn ends, the next one is announced, and the post of the ended turn becomes its
    report."""
    must(await referee.submit(table, 1, "L1 moves to 5,8; L2 stays"))
    assert await referee.mail.waiting() == []
    must(await referee.submit(table, 1, "end phase"))
    (call,) = await referee.mail.waiting()
    assert (call.kind, call.audience, call.number) == ("turn", "public", 8)
    assert call.content.startswith("**duel** \u00b7 round 1 \u00b7 Move \u00b7 army 2")
    head, first, second, *_ = (await told(referee, table, 5)).split("\n")
    assert head.startswith("**duel** \u00b7 round 1 \u00b7 Move \u00b7 army 1 \u00b7 #6-#8 ")
    assert first == "#6 L1 moves to 5,8"
    assert second == "#7 L2 stays"
    pack = await pack_of(Turns(referee), table, 5, 8, None)
    assert "[b]#6 army 1: L1 moves to 5,8[/b]" in pack
    assert "[color=#f00]" in pack
    must(await referee.submit(table, 2, "end phase"))
    report = await told(referee, table, 8, board=True)
    assert "**Move is over.**" in report
    assert "L1" in report.split("```")[1]
    assert "```" not in await told(referee, table, 8)


@pytest.mark.asyncio
async def test_undone_orders_are_struck(referee: Referee, table: OpenMatch) -> None:
    """The post shows the orders that stand, and those taken back struck through; a rewind by the GM
    is posted at once."""
    must(await referee.submit(table, 1, "L1 moves to 5,8"))
    must(await referee.submit(table, 1, "undo"))
    must(await referee.submit(table, 1, "L1 moves to 5,7"))
    must(await referee.submit(table, 1, "end phase"))
    report = await told(referee, table, 5)
    assert "~~#6 L1 moves to 5,8~~ taken back by army 1 (#7)" in report
    assert "\n#8 L1 moves to 5,7" in report
    must(await referee.submit(table, 0, "rewind to #5 // a misunderstanding"))
    (back,) = [post for post in await referee.mail.waiting() if post.number == 10]
    first, second, *_ = back.content.split("\n")
    assert "the GM goes back to the state after #5: round 1 \u00b7 Move" in first
    assert second == "Void: #8-#9 (L1, end). Reason: a misunderstanding."
    assert "void since #10" in (await told(referee, table, 9)).split("\n")[0]


@pytest.mark.asyncio
async def test_the_end_reveals_the_seed(referee: Referee, table: OpenMatch) -> None:
    """The post at the end names the winner and reveals the seed, which nothing shows at the
    start."""
    must(await referee.submit(table, 1, "resign"))
    last = (await referee.mail.waiting())[-1]
    reports = [post.content for post in await referee.mail.waiting()]
    assert any(table.record.seed in text and "army 2 wins" in text for text in reports)
    assert last.audience == "public"
    await Announcer(referee).open_match(table)
    await Announcer(referee).open_match(table)
    first = [post for post in await referee.mail.waiting() if post.number == 0]
    pinned = facts_of_match(table)
    assert any(table.uid in line for line in pinned)
    assert not any(table.record.seed in text for text in (*pinned, *(one.content for one in first)))
    assert len({post.part for post in first}) == len(first)


@pytest.mark.asyncio
async def test_secret_setup(referee: Referee) -> None:
    """No public post or answer tells anything of a secret set-up before the battle begins."""
    table = await referee.create("siege", "crusade7", seats=((0, "gm"), (1, "ana"), (2, "ben")))
    await referee.mail.settle(PlaceRecord(table.record.id, "5", "9"))
    doors = Doors(referee)
    answer = await doors.hear(heard("faction Second Roman Empire", door="dm"))
    assert answer.secret
    assert "Roman" in answer.text
    assert answer.public == "Filed: #1."
    answer = await doors.hear(heard("detachment Auxiliary: 9 Dragons", key="m2"))
    assert "Dragon" in answer.text
    assert "Dragon" not in answer.public
    assert await referee.mail.waiting() == []


@pytest.mark.asyncio
async def test_whoever_lost_a_seat_is_told_so(referee: Referee, table: OpenMatch) -> None:
    """Somebody whose seat was vacated is told so when he writes an order for it; his talk, and an
    order of somebody who never played that seat, are ignored."""
    doors = Doors(referee)
    assert (await doors.hear(heard("L2 moves to 7,7", key="m1"))).done
    await vacate(referee, table, 1)
    answer = await doors.hear(heard("L1 moves to 5,7", door="chat", key="m2"))
    assert "nothing was filed" in answer.text
    assert "/match join" in answer.text
    assert len(table.match.links) == 2 + len(DUEL)
    assert await doors.hear(heard("L1 could go to 5,7, I think", door="chat", key="m3")) == SILENCE
    assert await doors.hear(heard("L1 moves to 5,7", who=DAN, door="chat", key="m4")) == SILENCE


@pytest.mark.asyncio
@pytest.mark.parametrize("door", ["chat", "mention", "reply", "menu"])
async def test_secret_orders_said_in_public_are_not_filed(referee: Referee, door: Door) -> None:
    """A secret order such as `faction ...` written in public is not filed and not answered there;
    its writer is told in private."""
    table = await referee.create("siege", "crusade7", seats=((0, "gm"), (1, "ana"), (2, "ben")))
    await referee.mail.settle(PlaceRecord(table.record.id, "5", "9"))
    doors = Doors(referee)
    for text in ("faction Elves", "offer draw\nfaction Elves", "1> faction Elves"):
        answer = await doors.hear(heard(text, door=door, key=text))
        assert "faction Elves` is secret" in answer.text
        assert "direct message" in answer.text
        assert "delete" in answer.text
        assert (answer.public, answer.secret, answer.done) == ("", True, False)
        edited = await doors.edited(heard(text, door=door, key=text), "2")
        assert edited == answer
    answer = await doors.hear(heard("gm> set army 1 cp 9", who=GIM, door=door, key="g"))
    assert "secret" in answer.text
    assert len(table.match.links) == 1
    answer = await doors.hear(heard("offer draw", door=door, key="d"))
    assert answer.done


@pytest.mark.asyncio
async def test_free_words_in_public_keep_secrets(referee: Referee) -> None:
    """The order that free words were read as, and the choices that a question leaves, may name a
    hidden unit: no public answer shows them."""
    rules = {"placement": "hidden", "choices": "auto"}
    table = await referee.create("siege", "crusade8x8", rules, ((1, "ana"), (2, "ben")))
    await referee.mail.settle(PlaceRecord(table.record.id, "5", "9"))
    doors = Doors(referee)
    must(await referee.submit(table, 1, "place Archer at a2"))
    answer = await doors.hear(heard("archer walks over to a8", key="m2"))
    assert "a2" in answer.text
    assert answer.secret
    assert "a2" not in answer.public
    left = ("place Commander at b1", "place Commander at c1")
    offer = Offer(table.record.id, 1, left, moment_mark(table))
    doors.conversations.keep("ana", Answer(offer=offer))
    answer = await doors.hear(heard("yes", key="m3"))
    assert "b1" in answer.text
    assert (answer.secret, answer.public) == (True, "I have written to you directly.")


@pytest.mark.asyncio
async def test_sealed_setup(referee: Referee) -> None:
    """The hash of the army that is ready first is posted; the text behind the hash is shown when
    the battle begins, and an export proves that the log still agrees with it."""
    table = await referee.create("siege", "crusade7", seats=((0, "gm"), (1, "ana"), (2, "ben")))
    army = "faction Second Roman Empire\ndetachment Auxiliary: 2 Legionnaires\n"
    camp = "deploy L1 at 3,5\ndeploy L2 at 4,5"
    must(await referee.submit(table, 1, f"{army}{camp}\nready"))
    assert await referee.mail.waiting() == []
    frame = await told(referee, table, 0)
    assert "Legionnaire" not in frame
    assert "army 1: ready, seal `" in frame
    assert "army 2: at work" in frame
    must(await referee.submit(table, 1, "undo\ndeploy L2 at 5,5\nready"))
    sealed = re.findall(r"seal `(\w+)\u2026(\w+)`", await told(referee, table, 0))
    other = camp.replace(",5", ",25")
    must(await referee.submit(table, 2, f"{army}{other}\nready"))
    turn = await Turns(referee).read(table, 0, table.match.head)
    facts = await facts_of(referee, table, turn)
    ((shown, last),) = facts.opened.values()
    assert (shown.seat, last.seat) == (1, 2)
    digest = sha256(shown.text.encode()).hexdigest()
    assert [(digest[:4], digest[-4:])] == sealed
    assert shown.text.splitlines()[1:][-2:] == ["deploy L2 at 5,5", "ready"]
    frame = await told(referee, table, 0)
    assert "Both are ready: round 1" in frame
    assert f"Revealed: army 1 seal `{digest[:4]}\u2026{digest[-4:]}` \u00b7 army 2 seal" in frame
    assert "Legionnaire" not in await told(referee, table, 0)
    text = await export_match(referee, table)
    assert any(digest in line for line in verify_lines(text))
    document = json.loads(text)
    document["seals"][0]["sha256"] = "0" * 64
    assert any("sealed" in line and "not" in line for line in verify_lines(json.dumps(document)))


@pytest.mark.asyncio
async def test_moment(table: OpenMatch) -> None:
    """The moment names round, phase and turn, as far as there are any."""
    assert table.now == "round 1, move phase, army 1"
    assert table.game.moment(table.game.blank) == "setup phase"


@pytest.mark.asyncio
async def test_one_match_in_a_channel(referee: Referee, table: OpenMatch) -> None:
    """A channel is free for the next match when the one in it is over or deleted."""
    nobody: Any = object()
    living = LivingPosts(referee, nobody, Announcer(referee), Depths(), nobody)
    second = await referee.create("second", "crusade7", scene=True)
    with pytest.raises(RefereeError, match="another match"):
        await living.settle(second, "5", "9", "100")
    await referee.store.delete(table.record.id, "now")
    await living.settle(second, "5", "9", "100")
    place = await referee.mail.place_at("5")
    assert place is not None
    assert place.match_id == second.record.id
    assert await referee.mail.cursor("5") == "100"


@pytest.mark.asyncio
async def test_posts_outlast_a_store_that_fails_once(
    referee: Referee, table: OpenMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the store fails to tell where a match is played, nothing else fails, and it is asked
    again."""
    asked: list[int] = []
    place_of = referee.mail.place_of

    async def failing(match_id: int) -> PlaceRecord | None:
        asked.append(match_id)
        if len(asked) == 1:
            raise StoreError("locked")
        return await place_of(match_id)

    nobody: Any = object()
    living = LivingPosts(referee, nobody, Announcer(referee), Depths(), nobody)
    monkeypatch.setattr(referee.mail, "place_of", failing)
    task = living.refresh(table.record.id)
    assert task is not None
    await task
    assert task.exception() is None
    assert len(asked) > 1


@pytest.mark.asyncio
async def test_a_thread_that_was_put_away_is_left_alone(
    referee: Referee, table: OpenMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Posts in an archived thread cannot be edited until somebody writes there, so they are not
    tried again and again."""
    tries: list[int] = []

    async def shut(*_: object) -> None:
        tries.append(1)
        raise Archived

    nobody: Any = object()
    living = LivingPosts(referee, nobody, Announcer(referee), Depths(), nobody)
    monkeypatch.setattr(living, "update", shut)
    task = living.refresh(table.record.id)
    assert task is not None
    await task
    assert tries == [1]


# The inbox


@dataclass(frozen=True)
class Note:
    """A message."""

    id: int


class Channel:
    """A channel with a history."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.dealt: list[tuple[int, bool]] = []
        self.busy = 0

    async def deal(self, note: Note, late: bool) -> None:
        await asyncio.sleep(0)
        self.dealt.append((note.id, late))

    async def history(self, _: str, after: str) -> AsyncIterator[Note]:
        if self.busy:
            self.busy -= 1
            raise Busy
        for note in self.notes:
            if note.id > int(after):
                yield note


async def nap(_: float) -> None:
    await asyncio.sleep(0)


@pytest.mark.asyncio
async def test_history_comes_first(referee: Referee) -> None:
    """After a reconnection, missed messages are handled before new ones, and each message once."""
    channel = Channel()
    mail: Mail = referee.mail
    await mail.advance("5", "1")
    channel.notes = [Note(number) for number in (1, 2, 3, 4)]
    channel.busy = 2
    inbox: Inbox[Note] = Inbox(mail, channel.deal, channel.history, nap)
    live = [asyncio.create_task(inbox.receive("5", Note(number))) for number in (4, 5)]
    await asyncio.sleep(0)
    assert channel.dealt == []
    await inbox.catch_up()
    await asyncio.gather(*live)
    assert channel.dealt == [(2, True), (3, True), (4, True), (5, False)]
    assert await mail.cursor("5") == "5"
    await inbox.receive("5", Note(5))
    await inbox.receive("5", Note(3))
    assert len(channel.dealt) == 4
    await inbox.close()
    await inbox.receive("5", Note(6))
    assert len(channel.dealt) == 4


@pytest.mark.asyncio
async def test_late_events(referee: Referee) -> None:
    """Messages that arrive out of order are all handled, and the cursor never goes back."""
    channel = Channel()
    inbox: Inbox[Note] = Inbox(referee.mail, channel.deal, channel.history, nap)
    await inbox.catch_up()
    await inbox.receive("5", Note(8))
    await inbox.receive("5", Note(7))
    assert [number for number, _ in channel.dealt] == [8, 7]
    assert await referee.mail.cursor("5") == "8"


@pytest.mark.asyncio
async def test_messages_keep_their_order(referee: Referee) -> None:
    """Messages received at the same moment are handled in the order in which they came."""
    channel = Channel()
    waits = iter((0.03, 0.0, 0.01))

    async def slow(_: Note) -> bool:
        await asyncio.sleep(next(waits))
        return True

    inbox: Inbox[Note] = Inbox(referee.mail, channel.deal, channel.history, nap, keeps=slow)
    await inbox.catch_up()
    await asyncio.gather(*(inbox.receive("5", Note(number)) for number in (1, 2, 3)))
    assert [number for number, _ in channel.dealt] == [1, 2, 3]


# Pace


def test_pace() -> None:
    """A short burst of messages is allowed, a flood is refused with the seconds to wait, and after
    them messages are taken again."""
    now = [0.0]
    pace = Pace(burst=3, every=2.0, now=lambda: now[0])
    for _ in range(3):
        pace.check("ana")
    with pytest.raises(RefereeError, match="wait 2 seconds"):
        pace.check("ana")
    pace.check("ben")
    now[0] = 2.0
    pace.check("ana")


@pytest.mark.asyncio
async def test_too_fast_for_a_plan(referee: Referee, table: OpenMatch) -> None:
    """A plan that is refused because its writer sends too fast is not saved."""
    room = PlanRoom(referee)
    doors = Doors(referee, Pace(burst=1, now=lambda: 0.0), room.answer)
    await doors.hear(heard("plan: L1 holds", door="dm"))
    answer = await doors.hear(heard("plan: L2 holds", door="dm", key="m2"))
    assert "nothing of it was run" in answer.text
    plan = await room.of(table, "ana", 1)
    assert plan is not None
    assert plan.text == "L1 holds"


# Settings

LOCAL = {"DISCORD_API_BASE": "http://127.0.0.1:8/api/v10", "DISCORD_GATEWAY_URL": "ws://[::1]:9/"}


def test_settings() -> None:
    """A token of any shape is enough; every other setting has a default or is taken as given."""
    config = read_discord_config({"DISCORD_TOKEN": " any-shape.at:all/ "})
    assert config.token == "any-shape.at:all/"
    assert config.api_base == "https://discord.com/api/v10"
    assert "any-shape" not in repr(config)
    given = {"DISCORD_TOKEN": "t", **LOCAL, "DISCORD_APPLICATION_ID": "7"}
    given |= {"DISCORD_COMMAND_GUILD": "8", "DISCORD_SYNC_COMMANDS": "no"}
    given |= {"REFEREE_COLOUR_LEVEL": "3", "REFEREE_GM_ROLE": "77"}
    given |= {"DISCORD_HEARTBEAT_TIMEOUT": "8", "DISCORD_MAX_RATELIMIT_TIMEOUT": "31.5"}
    config = read_discord_config(given)
    wanted = DiscordConfig(
        "t", 7, LOCAL["DISCORD_API_BASE"], LOCAL["DISCORD_GATEWAY_URL"], config.cdn_base
    )
    assert config.api_base == wanted.api_base
    assert (config.application_id, config.command_guild, config.sync) == (7, 8, False)
    assert (config.colour_level, config.gm_role) == (3, 77)
    assert (config.heartbeat_timeout, config.max_ratelimit_timeout) == (8.0, 31.5)
    assert (config.shard_ids, config.shard_count) == (None, None)
    given |= {"DISCORD_SHARD_COUNT": "8", "DISCORD_SHARD_IDS": "0-2, 6"}
    config = read_discord_config(given)
    assert (config.shard_ids, config.shard_count) == ((0, 1, 2, 6), 8)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({}, "DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": "  "}, "DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": "a b"}, "DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": "t", "DISCORD_API_BASE": "http://localhost/"}, "DISCORD_GATEWAY_URL"),
        ({"DISCORD_TOKEN": "t", "DISCORD_GATEWAY_URL": "ws://localhost/"}, "DISCORD_API_BASE"),
        ({"DISCORD_TOKEN": "t", "DISCORD_CDN_BASE": "http://localhost/"}, "DISCORD_API_BASE"),
        ({"DISCORD_TOKEN": "t", **LOCAL, "DISCORD_API_BASE": "http://example.org/"}, "https://"),
        ({"DISCORD_TOKEN": "t", **LOCAL, "DISCORD_GATEWAY_URL": "http://localhost"}, "wss://"),
        ({"DISCORD_TOKEN": "t", "DISCORD_APPLICATION_ID": "x"}, "DISCORD_APPLICATION_ID"),
        ({"DISCORD_TOKEN": "t", "DISCORD_HEARTBEAT_TIMEOUT": "-1"}, "DISCORD_HEARTBEAT_TIMEOUT"),
        ({"DISCORD_TOKEN": "t", "DISCORD_SYNC_COMMANDS": "maybe"}, "DISCORD_SYNC_COMMANDS"),
        ({"DISCORD_TOKEN": "t", "REFEREE_COLOUR_LEVEL": "4"}, "REFEREE_COLOUR_LEVEL"),
        ({"DISCORD_TOKEN": "t", "DISCORD_COMMAND_GUILD": "here"}, "DISCORD_COMMAND_GUILD"),
        ({"DISCORD_TOKEN": "t", "DISCORD_SHARD_COUNT": "0"}, "DISCORD_SHARD_COUNT"),
        ({"DISCORD_TOKEN": "t", "DISCORD_SHARD_IDS": "0"}, "DISCORD_SHARD_COUNT"),
        *(
            ({"DISCORD_TOKEN": "t", "DISCORD_SHARD_COUNT": "4", "DISCORD_SHARD_IDS": ids}, "0 to 3")
            for ids in ("4", "0-4", "2-1", "a", "0,,1", "-1")
        ),
    ],
)
def test_half_configured(given: dict[str, str], named: str) -> None:
    """The error names the setting that is missing or wrong."""
    with pytest.raises(ConfigError, match=named):
        read_discord_config(given)


def test_a_second_bot_on_a_file_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """`referee discord` stops with one sentence, before it asks Discord for anything."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "t")
    monkeypatch.setenv("REFEREE_BACKUP_FOLDER", "")
    file = tmp_path / "a.sqlite"
    with file.with_name("a.sqlite.bot").open("a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert main(["discord", "--db", str(file)]) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert "another bot runs on the database" in told.err


@pytest.mark.parametrize("arguments", [["discord"], ["discord", "--invite"]])
def test_a_missing_token_is_named(
    arguments: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    """`referee discord` without a token stops at once and says what to do."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert "DISCORD_TOKEN is not set" in said.err
    assert said.err.count("\n") == 1


def test_invite(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The invite link asks for the few permissions that the bot needs, without administrator
    rights."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "t")
    monkeypatch.setenv("DISCORD_APPLICATION_ID", "77")
    assert main(["discord", "--invite"]) == 0
    link = urlsplit(capsys.readouterr().out.strip())
    asked = parse_qs(link.query)
    assert asked["client_id"] == ["77"]
    assert asked["scope"] == ["bot applications.commands"]
    rights = int(asked["permissions"][0])
    assert rights & 1 << 3 == 0
    assert rights.bit_count() == 8


def test_answers_are_values() -> None:
    """The default answer is `SILENCE`, which has no text, public or private."""
    assert Answer() == SILENCE
    assert not SILENCE.text
    assert not SILENCE.public


# --- free words ---------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_free_words_are_filed_with_what_was_typed(referee: Referee, table: OpenMatch) -> None:
    """The entry keeps the words as typed and the order they were read as; the receipt shows the
    order."""
    answer = await Doors(referee).hear(heard("L1 trots over to 5,8", door="mention"))
    assert answer.text == "#6 L1 moves to 5,8"
    (entry,) = await referee.store.entries(table.record.id, table.codec, [table.match.head])
    assert entry.text == "L1 trots over to 5,8"
    assert [str(order) for order in entry.orders] == ["L1 moves to 5,8"]


@pytest.mark.asyncio
async def test_an_offer_is_filed_by_its_sentence(referee: Referee, table: OpenMatch) -> None:
    """An order with words left over is not filed: the sentence that would be filed is offered."""
    answer = await Doors(referee).hear(heard("L1 moves to 5,8 zorp", door="mention"))
    assert "Did you mean" in answer.text
    assert answer.offer is not None
    assert answer.offer.options == ("L1 moves to 5,8",)
    assert table.match.head == 5


@pytest.mark.asyncio
@pytest.mark.parametrize("word", ["undo", "resign"])
async def test_a_single_word_in_the_room_is_asked_about(
    referee: Referee, table: OpenMatch, word: str
) -> None:
    """`undo` or `resign` alone in plain chat is answered with a button that carries it out; it is
    never ignored and never filed at once."""
    answer = await Doors(referee).hear(heard(word, door="chat"))
    assert answer.offer is not None
    assert answer.offer.options == (word,)
    assert table.match.head == 5


@pytest.mark.asyncio
@pytest.mark.parametrize("word", ["done", "pass", "Done.", "DONE"])
async def test_done_ends_nothing_in_which_nothing_was_ordered(
    referee: Referee, table: OpenMatch, word: str
) -> None:
    """Until the seat has given an order, `done` in plain chat may be mere talk and only gets the
    `asked` mark, whose meaning its writer can ask to see.  After an order it ends the phase, which
    can be taken back."""
    doors = Doors(referee)
    answer = await doors.hear(heard(word, door="chat"))
    assert (answer.text, answer.marks) == ("", ("asked",))
    shown = await doors.reveal(heard(word, door="chat"))
    assert shown.offer is not None
    assert table.match.head == 5
    must(await referee.submit(table, 1, "L1 moves to 5,8"))
    answer = await doors.hear(heard(word, door="chat"))
    assert (answer.public, answer.marks, answer.ask) == ("", ("filed",), None)
    assert table.match.state.flow.turn == 2
    back = await doors.hear(heard("undo", door="mention", key="m2"))
    assert back.done
    assert table.match.state.flow.turn == 1


@pytest.mark.asyncio
async def test_an_end_that_stands_is_asked_about(referee: Referee) -> None:
    """Where the end of a phase cannot be taken back, `done` first asks and names the units that
    could still act; if none could, it ends the phase."""
    seats = ((0, "gm"), (1, "ana"), (2, "ben"))
    table = await referee.create("field", "machinadei", seats=seats)
    await referee.mail.settle(PlaceRecord(table.record.id, "5", "9"))
    await keep(referee, table, server="9", status="playing")
    doors = Doors(referee)
    people = {1: (ANA, "28", "N"), 2: (BEN, "9", "S")}
    for seat, (_, row, facing) in people.items():
        for column, name in (("20", "Legion1"), ("30", "Legion2")):
            label = name if seat == 1 else name.replace("Legion", "Mob")
            line = f"deploy 15 Legionary as {label} at {column},{row} facing {facing} 5 wide"
            must(await referee.submit(table, seat, line))
        must(await referee.submit(table, seat, "end phase"))
    (seat,) = table.game.awaits(table.match.state)
    first, second = ("Legion1", "Legion2") if seat == 1 else ("Mob1", "Mob2")
    must(await referee.submit(table, seat, f"{first} advances 3"))
    answer = await doors.hear(heard("done", people[seat][0], door="chat", key="m1"))
    assert answer.ask is not None
    assert answer.text == f"End army {seat}'s Move? Not moved: {second}."
    must(await referee.submit(table, seat, f"{second} advances 3"))
    answer = await doors.hear(heard("done", people[seat][0], door="chat", key="m2"))
    assert answer.done
    assert table.game.awaits(table.match.state) == (3 - seat,)


@pytest.mark.asyncio
async def test_undo_in_the_room_says_what_would_go(referee: Referee, table: OpenMatch) -> None:
    """`undo` in plain chat offers a button that names the entry to be taken back; `done` of
    somebody whose turn it is not is ignored."""
    doors = Doors(referee)
    must(await referee.submit(table, 1, "L1 moves to 5,8"))
    answer = await doors.hear(heard("undo", door="chat"))
    assert answer.text == "Take back #6 (L1 moves to 5,8)?"
    assert answer.offer is not None
    assert answer.offer.options == ("Take back #6",)
    must(await referee.submit(table, 1, "end phase"))
    answer = await doors.hear(heard("undo", door="chat"))
    assert answer.text == "Take back #7, the end of your turn?"
    assert await doors.hear(heard("done", door="chat")) == SILENCE
    taken = await doors.hear(heard("Take back #7", door="command", key="k7"))
    assert taken.done
    assert table.match.head == 6


@pytest.mark.asyncio
async def test_a_gm_teaches_words(referee: Referee, table: OpenMatch) -> None:
    """Words that a GM teaches are understood from then on, stand as a ruling in the log, and are
    forgotten when the ruling is undone."""
    doors = Doors(referee)
    gm = heard('gm> words "the tall one" means L1', Caller("gm"), door="command", key="w1")
    assert (await doors.hear(gm)).done
    assert table.taught == {"the tall one": "L1"}
    moved = await doors.hear(heard("the tall one moves to 5,8", door="mention", key="w2"))
    assert "L1 moves to 5,8" in moved.text
    again = await referee._load(table.record)
    assert again.taught == {"the tall one": "L1"}
    back = await doors.hear(heard("gm> undo 2 // a slip", Caller("gm"), door="command", key="w3"))
    assert back.done, back.text
    assert (await referee.open(f"#{table.record.id}")).taught == {}


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "said",
    [
        'words "big bob" means L1 // he asked',
        "words: 'big bob' = \"L1\"   //he asked",
        'words "big bob" means "L1" // he asked',
        'rule "words: big bob means L1" // he asked',
    ],
)
async def test_words_are_taught_with_a_reason(
    referee: Referee, table: OpenMatch, said: str
) -> None:
    """The reason given with taught words is kept with the ruling and is no part of their
    meaning."""
    doors = Doors(referee)
    gm = heard(f"gm> {said}", Caller("gm"), door="command", key="w1")
    assert (await doors.hear(gm)).done
    assert table.taught == {"big bob": "L1"}
    (entry,) = await referee.entries(table, [table.match.head])
    assert entry.reason == "he asked"
    moved = await doors.hear(heard("big bob moves to 5,8", door="mention", key="w2"))
    assert "L1 moves to 5,8" in moved.text
    assert verify_lines(await export_match(referee, table))[0].startswith("ok")
