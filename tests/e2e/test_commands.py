"""Every command as people use it: what they type, and what they then see."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from bot.chat.handbook import COMMANDS, MENU_ENTRY
from bot.doors.pace import Pace
from bot.match.settings import Settings
from bot.render import view_text

from .stage import Stage, at_rest, stage
from .standin import PATIENCE, Human, Message, Permission, Place, Upload

PINNED = 6
"""Discord's message type for its own notice that something was pinned."""

VELITE = """\
Velite V HP 18 AC 12 Cost 9 G
Stats: 7, 2, 3, 1, 0, 1, 1, 2
Attacks:
Tags: None
"""


@pytest_asyncio.fixture
async def scene(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Stage]:
    """The duel: Ana and Ben play, Gim referees."""
    async with stage(monkeypatch, tmp_path) as built:
        await built.duel()
        yield built


@pytest_asyncio.fixture
async def hall(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Stage]:
    """A server with the bot and no match yet."""
    async with stage(monkeypatch, tmp_path) as built:
        yield built


async def ask(who: Human, command: str, here: Place, /, **options: object) -> Message:
    """Give a command; returns the first message of the answer."""
    return await who.answer(who.slash(command, options, here=here))


async def says(who: Human, command: str, here: Place, /, **options: object) -> str:
    """Like `ask`, but returns the text of the answer."""
    return (await ask(who, command, here, **options)).content


async def until(look: Callable[[], bool], seconds: float = 3 * PATIENCE) -> None:
    """Wait until `look` returns True and all is at rest, for what nobody on Discord sees."""
    async with asyncio.timeout(seconds):
        while not look():
            await asyncio.sleep(0.02)
    await at_rest()


async def fords(hall: Stage, **options: object) -> Place:
    """Ana makes a match called Fords with Gim as its GM; returns its thread."""
    given = {"name": "Fords", "gm": hall.gm, **options}
    await ask(hall.ana, "match new", hall.play, **given)
    return await hall.play.thread("Fords")


# The book of commands


@pytest.mark.asyncio
async def test_every_command_has_an_example(hall: Stage) -> None:
    """`/help topic: commands` has an example of every command, and each uses options that exist."""
    offered = {}
    for shelf in hall.discord.world.commands.values():
        for command in shelf.values():
            below = [one for one in command.get("options") or [] if one["type"] in (1, 2)]
            for leaf in below or [command]:
                name = command["name"] if leaf is command else f"{command['name']} {leaf['name']}"
                offered[name] = {one["name"] for one in leaf.get("options") or []}
    assert {one.command for one in COMMANDS} | {MENU_ENTRY.typed} == set(offered)
    for one in COMMANDS:
        given = set(re.findall(r"([a-z_-]+):(?= )", one.typed))
        assert given <= offered[one.command], one.typed
    *_, last = await hall.ana.answers(hall.ana.slash("help", topic="commands", here=hall.play), 2)
    (file,) = last.attachments
    text = file.content.decode()
    assert all(one.typed in text for one in COMMANDS)


# A match from nothing


@pytest.mark.asyncio
async def test_from_nothing_to_the_first_order(hall: Stage) -> None:
    """Ana makes a match with the form, Ben joins with the button, Ana starts it and files an order;
    the seed stays secret, and nobody is pinged before the first call."""
    form = await hall.ana.modal(hall.ana.slash("match new", here=hall.play))
    sent = hall.ana.submit_modal(form, {"Name of the match": "Fords", "GM": hall.gm})
    made = await hall.ana.answer(sent)
    thread = await hall.play.thread("Fords")
    assert thread.mention in made.content
    greeting = await thread.says("gathers its players")
    assert f"army 1: {hall.ana.mention}" in greeting.content
    assert "army 2: free" in greeting.content
    joined = hall.ben.click(greeting, "Join")
    first, note = await hall.ben.answers(joined, 2)
    assert (
        first.content == f"army 2 is now {hall.ben.mention}. All seats are taken: `/match start`."
    )
    assert len(note.content.splitlines()) == 5
    assert note.only_for == hall.ben.id
    assert first.only_for == hall.ben.id
    await hall.discord.until(lambda: "All seats are taken" in greeting.content)
    assert thread.from_bot == [greeting]
    await hall.ana.answer(hall.ana.click(greeting, "Start"))
    call = await thread.says("waiting for army 1")
    table = await hall.table("Fords")
    await hall.discord.until(lambda: greeting.pinned)
    await hall.discord.until(lambda: all(one.kind != PINNED for one in thread.messages))
    assert greeting.content.startswith("**Fords** \u00b7 Crusade 7th Edition \u00b7 Set-up")
    assert table.uid in greeting.content
    until_then = [one for one in thread.from_bot if one.id < call.id]
    assert not any(who.was_pinged(one) for who in (hall.ana, hall.ben) for one in until_then)
    assert table.record.seed not in "".join(thread.texts)
    filed = await says(hall.ana, "order", thread, text="faction Elves")
    assert filed.startswith("#1 Faction Elves")
    await thread.says("army 1: at work")
    board = await says(hall.ben, "board", thread)
    assert "\nNobody can be seen on the board yet.\n" in board
    assert "_" not in board
    assert "```" not in await says(hall.ben, "board", thread, full=True)


@pytest.mark.asyncio
async def test_each_option_is_a_choice(hall: Stage) -> None:
    """The form leads to a menu of all options, each with an explanation; what was chosen survives a
    restart, a wrong value is refused with the reason, and the match is made with the choices."""
    form = await hall.ana.modal(hall.ana.slash("match new", here=hall.play))
    given = {"Name of the match": "F*rds", "Opponent": hall.ben, "rules": "choose"}
    draft = await hall.ana.answer(hall.ana.submit_modal(form, given))
    assert draft.content == (
        f"**F\\*rds** \u00b7 Crusade 7th Edition \u00b7 not made yet\n"
        f"Opponent: {hall.ben.mention} \u00b7 GM: nobody\nChosen: everything as recommended"
    )
    assert draft.only_for == hall.ana.id
    await hall.ana.answer(hall.ana.select(draft, "change an option", "engaged"))
    assert "whether engaged units may move away" in draft.content
    await hall.leave()
    await hall.enter()
    await hall.ana.answer(hall.ana.select(draft, "engaged", "strict"))
    assert draft.content.endswith("Chosen: `engaged=strict`")
    for value, why in (("much", "gold: "), ("1500", "")):
        typed = await hall.ana.modal(hall.ana.select(draft, "change an option", "gold"))
        said = await hall.ana.answer(hall.ana.submit_modal(typed, {"value": value}))
        assert said.content.startswith(why)
    await hall.ana.answer(hall.ana.select(draft, "change an option", "board"))
    await hall.ana.answer(hall.ana.select(draft, "board", "text"))
    assert draft.content.endswith("Chosen: `engaged=strict, gold=1500, board=text`")
    made = await hall.ana.answers(hall.ana.click(draft, "Make the match"), 1)
    assert "is made." in made[0].content
    table = await hall.table("F*rds")
    assert (table.record.options["gold"], table.record.options["engaged"]) == ("1500", "strict")
    assert table.record.settings.board == "text"
    await until(lambda: not draft.components)


@pytest.mark.asyncio
async def test_orders_before_the_start(hall: Stage) -> None:
    """Orders before `/match start` are refused, and the refusal names that command."""
    thread = await fords(hall)
    assert await says(hall.ana, "order", thread, text="faction Elves") == (
        "the match has not been started yet: /match start"
    )
    assert "army 2 is still free" in await says(hall.ana, "match start", thread)


@pytest.mark.asyncio
async def test_form_from_before_a_restart(hall: Stage) -> None:
    """A form that was opened before a restart of the bot still makes the match."""
    form = await hall.ana.modal(hall.ana.slash("match new", here=hall.play))
    await hall.leave()
    await hall.enter()
    made = await hall.ana.answer(hall.ana.submit_modal(form, {"name": "Fords"}))
    assert "Match **Fords** is made." in made.content


@pytest.mark.asyncio
async def test_order_form_from_before_a_restart(scene: Stage) -> None:
    """A form for many lines that was opened before a restart still files its orders."""
    form = await scene.ana.modal(scene.ana.slash("order", here=scene.play))
    await scene.leave()
    await scene.enter()
    text = "L1 moves to 5,6\nL2 moves to 7,6"
    receipt = await scene.ana.answer(scene.ana.submit_modal(form, {"lines": text}))
    assert receipt.content.startswith("#6 L1 moves to 5,6")
    assert "#7 L2 moves to 7,6" in receipt.content


@pytest.mark.asyncio
async def test_options_and_names(hall: Stage) -> None:
    """House rules are kept; wrong ones and taken names are refused; a mention in a name pings
    nobody."""
    await fords(hall, options="gold=1500 engaged=strict", opponent=hall.ben)
    table = await hall.table("Fords")
    assert (table.record.options["gold"], table.record.options["engaged"]) == ("1500", "strict")
    assert table.holds(str(hall.ben.id), 2)
    wrong = await says(hall.ana, "match new", hall.play, name="B", options="engaged=maybe")
    assert "option engaged (whether engaged units may move away without" in wrong
    assert "is one of open, strict" in wrong
    assert "no house rule" in await says(hall.ana, "match new", hall.play, name="B", options="x")
    taken = await says(hall.ana, "match new", hall.play, name="Fords")
    assert "there is already a match called" in taken
    loud = await ask(hall.ana, "match new", hall.play, name="@everyone **x**")
    assert not hall.ben.was_pinged(loud)
    assert "@everyone" not in loud.content
    assert [place.name for place in hall.play.threads()] == ["Fords", "@everyone **x**"]


@pytest.mark.asyncio
async def test_a_name_of_another_server(hall: Stage) -> None:
    """A name taken on another server gets a number; one taken on this server is refused."""
    await fords(hall)
    away = hall.discord.guild("Away")
    zoe = away.member("Zoe")
    far = away.channel("far")
    made = await says(zoe, "match new", far, name="Fords")
    assert made.startswith("Match **Fords (2)** is made.")
    await far.thread("Fords (2)")
    long = "F" * 60
    await ask(hall.ana, "match new", hall.play, name=long)
    assert f"{'F' * 52} (2)" in await says(zoe, "match new", far, name=long)
    taken = await says(hall.ana, "match new", hall.play, name="Fords")
    assert "there is already a match called" in taken


@pytest.mark.asyncio
async def test_no_right_to_make_threads(hall: Stage) -> None:
    """Without the right to make threads, `/match new` names the missing permission and makes no
    match; `/setup check` names it too."""
    place = hall.home.channel("closed")
    bot_role = hall.home.everyone
    place.allow(bot_role, deny=Permission.CREATE_PUBLIC_THREADS)
    place.allow(hall.discord.person(hall.discord.bot), deny=Permission.CREATE_PUBLIC_THREADS)
    refused = await says(hall.ana, "match new", place, name="Fords")
    assert "Create Public Threads" in refused
    assert "no match yet" in await says(hall.ana, "match list", place)
    found = await says(hall.ana, "setup check", place)
    assert f"Create Public Threads is missing in {place.mention}" in found
    assert "every permission" in await says(hall.ana, "setup check", hall.play)


@pytest.mark.asyncio
async def test_a_match_in_a_forum_post(hall: Stage) -> None:
    """In a forum post the match lives in that post; a second one there is refused."""
    forum = hall.home.forum("campaigns")
    post = hall.ana.open_post(forum, "Our war", "Who is in?")
    assert "is made." in await says(hall.ana, "match new", post, name="Fords")
    await post.says("gathers its players")
    again = await says(hall.ana, "match new", post, name="Again")
    assert "another match is played in this thread already" in again


@pytest.mark.asyncio
async def test_members_only(hall: Stage) -> None:
    """A members-only match is not made where everybody can read; strangers can neither look at it
    nor find it in lists and completions."""
    options = {"name": "Secret", "audience": "members", "opponent": hall.ben}
    refused = await says(hall.ana, "match new", hall.play, **options)
    assert "everybody can read this channel" in refused
    den = hall.home.channel("den", private=True)
    for person in (hall.ana, hall.ben):
        den.allow(person, allow=Permission.VIEW_CHANNEL)
    assert "is made." in await says(hall.ana, "match new", den, **options)
    stranger = hall.home.member("Sly")
    for command in ("board", "log", "match info", "match join", "match export"):
        answer = await says(stranger, command, hall.play, match="Secret")
        assert answer == "there is no match called 'Secret'", command
    assert "Secret" not in await says(stranger, "match list", hall.play)
    assert "Secret" in await says(hall.ben, "match list", hall.play)
    assert await stranger.autocomplete("board", "match", here=hall.play) == []


@pytest.mark.asyncio
async def test_practice(hall: Stage) -> None:
    """One command, and Ana has a battle against herself - in a server or in direct messages."""
    ready = await says(hall.ana, "match practice", hall.play)
    thread = await hall.play.thread("practice")
    assert thread.mention in ready
    await thread.says("practice")
    hall.ana.say(thread, "1> L1 moves to 8,12")
    await thread.says("#19 L1 moves to 8,12")
    letters = hall.discord.dm(hall.ana)
    assert "Your battle is ready" in await says(hall.ana, "match practice", letters)
    await letters.says("The dice follow a secret seed")
    again = await says(hall.ana, "match practice", letters)
    assert "another match is played in this channel already" in again


# Seats


@pytest.mark.asyncio
async def test_seats_change_hands(scene: Stage) -> None:
    """Ben leaves and Dan takes over; Ben may no longer order for that seat, and only the GM may
    open a seat or name a substitute."""
    dan = scene.home.member("Dan")
    left = await says(scene.ben, "match leave", scene.play)
    assert left == "army 2 is free: `/match take-seat`, also under `/match list which: open`."
    assert "hold no seat" in await says(scene.ben, "match leave", scene.play)
    taken = await says(dan, "match take-seat", scene.play)
    assert taken.startswith(f"army 2 is now {dan.mention}")
    assert "every seat of this match is taken" in await says(scene.ben, "match join", scene.play)
    assert "is taken" in await says(scene.ben, "match join", scene.play, seat=1)
    assert "there is no army 9" in await says(scene.ben, "match join", scene.play, seat=9)
    refused = await says(scene.ben, "order", scene.play, match="duel", text="2> G1 stays")
    assert "army 2 is not your seat" in refused
    opened = await says(scene.gm, "match open-seat", scene.play, seat=2)
    assert "army 2 looks for a substitute" in opened
    assert "only the GM" in await says(dan, "match open-seat", scene.play, seat=1)
    given = await says(scene.gm, "gm substitute", scene.play, seat=2, who=scene.ben)
    assert given.startswith(f"army 2 is now {scene.ben.mention}.")
    assert "only the GM" in await says(dan, "gm substitute", scene.play, seat=2, who=dan)


@pytest.mark.asyncio
async def test_two_want_the_last_seat(hall: Stage) -> None:
    """Ben and Dan press Join at the same moment: one sits, the other hears that no seat is free."""
    thread = await fords(hall)
    dan = hall.home.member("Dan")
    greeting = await thread.says("gathers its players")
    both = [person.click(greeting, "Join") for person in (hall.ben, dan)]
    answers = [await hall.ben.answer(both[0]), await dan.answer(both[1])]
    refused = [one for one in answers if one.content == "every seat of this match is taken"]
    assert len(refused) == 1
    seats = dict((await hall.table("Fords")).record.seats)
    assert seats[2] in (str(hall.ben.id), str(dan.id))
    assert refused[0].only_for != int(seats[2])


@pytest.mark.asyncio
async def test_a_new_gm(scene: Stage) -> None:
    """The GM, or whoever manages the server, can name a new GM; a player cannot."""
    refused = await says(scene.ana, "match hand-over", scene.play, to=scene.ana)
    assert "only the GM, or someone who manages the server" in refused
    assert await says(scene.gm, "match hand-over", scene.play, to=scene.ben) == (
        f"The GM is now {scene.ben.mention}."
    )
    assert "only the GM" in await says(scene.gm, "gm ledger", scene.play)
    boss = scene.home.member("Boss", [scene.home.role("Boss", Permission.MANAGE_GUILD)])
    assert "The GM is now" in await says(boss, "match hand-over", scene.play, to=scene.gm)
    assert "override" in await says(scene.gm, "gm ledger", scene.play)


@pytest.mark.asyncio
async def test_lock_and_pause_hold_for_every_door(scene: Stage) -> None:
    """While the match is locked or paused, every door refuses orders and no edit takes one back;
    when the GM lifts it, orders are filed again."""
    kept = scene.ana.say(scene.play, "L1 moves to 5,6")
    turn = await scene.play.says("#6 L1 moves to 5,6")
    table = await scene.table()
    for command, undo, word, options in (
        ("gm lock", "gm lock", "locked", {"on": False}),
        ("match pause", "match resume", "paused", {}),
    ):
        await ask(scene.gm, command, scene.play)
        before = len(table.match.links)
        assert word in await says(scene.ana, "order", scene.play, text="L2 moves to 7,6")
        for post in (
            scene.ana.say(scene.play, "L2 moves to 7,6"),
            scene.ana.say(scene.play, f"{scene.discord.bot.mention} L2 moves to 7,6"),
            scene.ana.reply(turn, "L2 moves to 7,6"),
        ):
            answer = await scene.play.until(
                lambda found, post=post: next((m for m in found if m.replied is post), None)
            )
            assert word in answer.content
        letter = scene.ana.dm("L2 moves to 7,6")
        assert word in (await scene.discord.dm(scene.ana).next(letter)).content
        menu = scene.ana.context_menu("Referee this post", scene.ana.say(scene.play, "L2 stays"))
        assert word in (await scene.ana.answer(menu)).content
        scene.ana.edit(kept, f"L1 moves to 5,{7 + len(word)}")
        await scene.play.until(lambda found: [m for m in found if m.replied is kept])
        assert len(table.match.links) == before
        await ask(scene.gm, undo, scene.play, **options)
    filed = await says(scene.ana, "order", scene.play, text="L2 moves to 7,6")
    assert "L2 moves to 7,6" in filed


@pytest.mark.asyncio
async def test_gm_may_write_while_locked(scene: Stage) -> None:
    """A lock stops the seats, not the GM."""
    await ask(scene.gm, "gm lock", scene.play)
    assert "L1 HP 27 \u2192 9" in await says(scene.gm, "gm line", scene.play, text="set L1 hp 9")


@pytest.mark.asyncio
async def test_delete(scene: Stage) -> None:
    """A player cannot delete a running match; the GM can by typing its name, and then channel and
    name are free again."""
    assert "only the GM" in await says(scene.ana, "match delete", scene.play)
    form = await scene.gm.modal(scene.gm.slash("match delete", here=scene.play))
    wrong = await scene.gm.answer(scene.gm.submit_modal(form, {"name": "dule"}))
    assert wrong.content == "to delete this match type its name: duel"
    form = await scene.gm.modal(scene.gm.slash("match delete", here=scene.play))
    gone = await scene.gm.answer(scene.gm.submit_modal(form, {"name": "duel"}))
    assert gone.content == "Match **duel** is deleted."
    assert "no match is played in this channel" in await says(scene.ana, "board", scene.play)
    await ask(scene.ana, "match new", scene.play, name="duel")
    assert (await scene.play.thread("duel")).name == "duel"


@pytest.mark.asyncio
async def test_list_mine_over_servers(scene: Stage) -> None:
    """`which: mine` lists Ana's matches on all servers, those that wait for her first; in a server
    the default lists only the matches there."""
    away = scene.discord.guild("Away")
    away.member("Ana")
    far = away.channel("far")
    await ask(scene.ana, "match new", far, name="Elsewhere")
    mine = (await says(scene.ana, "match list", far, which="mine")).splitlines()
    assert mine[0].startswith("**waits for you** (army 1) #1 **duel**")
    assert "Elsewhere" in mine[1]
    assert "1 free seat" in mine[1]
    here = await says(scene.ana, "match list", far)
    assert "Elsewhere" in here
    assert "duel" not in here
    letters = scene.discord.dm(scene.ana)
    assert "waits for you" in await says(scene.ana, "match list", letters)


@pytest.mark.asyncio
async def test_here_moves_a_match(scene: Stage) -> None:
    """After its channel was deleted, the GM moves the match to another one and resumes it."""
    scene.play.delete()
    table = await scene.table()
    await until(lambda: table.record.settings.status == "paused")
    other = scene.home.channel("other")
    answer = await says(scene.gm, "match here", other, match="duel")
    assert answer == "**duel** is played here from now on."
    assert await says(scene.gm, "match resume", other) == "The match goes on."
    scene.ana.say(other, "L1 moves to 5,6")
    await other.says("#6 L1 moves to 5,6")


@pytest.mark.asyncio
async def test_here_needs_the_gm_or_everybody(scene: Stage) -> None:
    """One player alone cannot move a match; when all have asked for the same place it moves there,
    and the old place is told where it went."""
    other = scene.home.channel("other")
    eve = scene.home.member("Eve")
    assert "you do not take part" in await says(eve, "match here", other, match="duel")
    asked = await says(scene.ana, "match here", other, match="duel")
    assert f"army 1 asks to play on in {other.mention}; it holds when army 2 says there" in asked
    await scene.play.says("army 1 asks to play on")
    assert "already" in await says(scene.gm, "match here", scene.play, match="duel")
    third = scene.home.channel("third")
    assert "army 2 asks" in await says(scene.ben, "match here", third, match="duel")
    assert "army 1 asks" in await says(scene.ana, "match here", other, match="duel")
    answer = await says(scene.ben, "match here", other, match="duel")
    assert answer == "**duel** is played here from now on."
    told = await scene.play.says("is played elsewhere now")
    assert str(other.id) in told.content
    scene.ana.say(other, "L1 moves to 5,6")
    await other.says("#6 L1 moves to 5,6")


@pytest.mark.asyncio
async def test_here_keeps_members_only_matches_in_closed_rooms(hall: Stage) -> None:
    """A members-only match cannot be moved to where everybody can read."""
    assert hall.referee is not None
    seats = ((0, str(hall.gm.id)), (1, str(hall.ana.id)), (2, str(hall.ben.id)))
    settings = Settings(audience="members", server=str(hall.home.id))
    await hall.referee.create("den", "crusade8x8", {}, seats, settings=settings)
    assert "everybody can read" in await says(hall.gm, "match here", hall.play, match="den")
    room = hall.home.channel("room", private=True).allow(hall.gm, Permission.VIEW_CHANNEL)
    assert "played here from now on" in await says(hall.gm, "match here", room, match="den")


# Looking


@pytest.mark.asyncio
async def test_looking(scene: Stage) -> None:
    """Board, key, report, log, why, legal and pack say what is known, to the one who asks."""
    await ask(scene.ana, "order", scene.play, text="L1 moves to 5,8")
    table = await scene.table()
    board = await ask(scene.ben, "board", scene.play, full=True)
    assert board.only_for == scene.ben.id
    rows = view_text(table.game.view(table.match.state, None, "text"), "text").splitlines()
    assert rows[1].split() == re.sub(r"\x1b\[[0-9;]*m", "", board.content).splitlines()[2].split()
    key = await says(scene.ben, "key", scene.play, full=True)
    assert "Legionnaire1 HP 27" in key
    assert "Goblin1" in key
    shared = await ask(scene.ben, "board", scene.play, share=True)
    assert shared.only_for is None
    report = await says(scene.ben, "report", scene.play)
    assert "army 1: L1 moves to 5,8" in report
    assert "has had only" in await says(scene.ben, "report", scene.play, back=50)
    log = await says(scene.ben, "log", scene.play, last=2)
    assert len(log.splitlines()) == 2
    why = await says(scene.ben, "why", scene.play, entry=6)
    assert "#6 by army 1" in why
    assert str(scene.ana.id) not in why
    assert "there is no entry #99" in await says(scene.ben, "why", scene.play, entry=99)
    pack = await ask(scene.ben, "forum-pack", scene.play)
    assert b"L1 moves to 5,8" in pack.attachments[0].content
    legal = await ask(scene.ana, "legal", scene.play, unit="L2")
    assert "L2 moves to" in legal.content
    assert "play no seat" in await says(scene.gm, "legal", scene.play)
    assert "is not your seat" in await says(scene.ben, "board", scene.play, seat=1)


@pytest.mark.asyncio
async def test_secrets_stay_secret(hall: Stage) -> None:
    """What Ana sets up in secret appears in nothing that Ben or the public gets to see."""
    thread = await fords(hall, opponent=hall.ben)
    await ask(hall.ana, "match start", thread)
    receipt = await ask(hall.ana, "order", thread, text="faction Elves")
    assert receipt.only_for == hall.ana.id
    for command in ("report", "log", "board", "key", "forum-pack", "match export", "help", "legal"):
        seen = await ask(hall.ben, command, thread)
        files = [one for one in seen.attachments if not one.filename.endswith(".png")]
        told = seen.content + "".join(one.content.decode() for one in files)
        spoken = [line for line in told.splitlines() if "faction Elves" in line]
        if command not in ("help", "legal"):
            assert spoken == [], command
    assert "secret" in await says(hall.ben, "why", thread, entry=1)
    assert not any("Elves" in text for text in thread.texts)
    assert "Faction Elves" in await says(hall.ana, "report", thread)
    assert "faction Elves" in await says(hall.gm, "log", thread)


@pytest.mark.asyncio
async def test_export(scene: Stage) -> None:
    """An export lacks the seed while the match goes on and has it when the match is over."""
    running = await ask(scene.ana, "match export", scene.play)
    assert b'"seed"' not in running.attachments[0].content
    await ask(scene.gm, "gm line", scene.play, text="kill G1")
    over = await ask(scene.ana, "match export", scene.play)
    assert b'"seed"' in over.attachments[0].content


# The GM


@pytest.mark.asyncio
async def test_gm_lines(scene: Stage) -> None:
    """Only the GM may give GM lines; the ledger shows their reasons, and they can be rewound."""
    assert "only the GM" in await says(scene.ana, "gm line", scene.play, text="set L1 hp 1")
    done = await says(scene.gm, "gm line", scene.play, text="set L1 hp 9", reason="a typing error")
    assert done == "#6 GM: L1 HP 27 → 9"
    wrong = await says(scene.gm, "gm line", scene.play, text="set L1 hp")
    assert wrong.startswith("The line ends too soon.\nIt is written like this: set L1 hp 9\n")
    ledger = await says(scene.gm, "gm ledger", scene.play)
    assert "#6" in ledger
    assert "a typing error" in ledger
    back = await says(scene.gm, "gm rewind", scene.play, to=5, reason="no")
    assert "rewind to #5" in back
    await scene.play.says("goes back to the state after #5")
    assert "branch up to #6" in await says(scene.gm, "gm ledger", scene.play)
    assert "there is no entry #77" in await says(scene.gm, "gm rewind", scene.play, to=77)


@pytest.mark.asyncio
async def test_rulings(scene: Stage) -> None:
    """A ruling gets a number; `/rule` shows it and every rule of the book, and `/gm precedents`
    finds it by its words."""
    text = 'The "hill" gives no cover'
    assert "#6" in await says(scene.gm, "gm rule", scene.play, text=text)
    ruling = await says(scene.ana, "rule", scene.play, id="#6")
    assert "The 'hill' gives no cover" in ruling
    assert "is no ruling" in await says(scene.ana, "rule", scene.play, id="#5")
    found = await says(scene.ben, "gm precedents", scene.play, text="COVER hil")
    assert found == "- duel #6: The 'hill' gives no cover"
    nothing = await says(scene.ben, "gm precedents", scene.play, text="uphill")
    assert nothing == "No ruling has all these words."
    offered = await scene.ana.autocomplete("rule", "id", {"id": "cov"}, here=scene.play)
    assert offered[0] == {"name": "#6 The 'hill' gives no cover", "value": "#6"}
    book = await says(scene.ana, "rule", scene.play, id="c7-move-8")
    assert book.startswith("**C7-MOVE-8 (")
    assert "perhaps C7-MOVE-8" in await says(scene.ana, "rule", scene.play, id="C7-MOV-8")
    offered = await scene.ana.autocomplete("rule", "id", {"id": "C7-MOVE"}, here=scene.play)
    assert {"name": "C7-MOVE-8", "value": "C7-MOVE-8"} in offered


@pytest.mark.asyncio
async def test_import(scene: Stage) -> None:
    """An import is shown first and counts when the GM takes it in; each line that cannot be read is
    named by its number."""
    assert "only the GM" in await says(scene.ana, "gm import", scene.play, text=VELITE)
    broken = VELITE.replace("Attacks:\n", "Attacks:\nBla bla\n") + "Tags:: Nono\n"
    file = Upload("velites.txt", broken.encode())
    refused = await says(scene.gm, "gm import", scene.play, file=file)
    assert "2 lines cannot be read" in refused
    assert "line 4: `Bla bla`" in refused
    assert "line 6: `Tags:: Nono`" in refused
    before = len((await scene.table()).match.links)
    file = Upload("velites.txt", VELITE.encode())
    shown = await ask(scene.gm, "gm import", scene.play, file=file)
    assert "Velite" in shown.content
    assert len((await scene.table()).match.links) == before
    done = scene.gm.click(shown, "Take it in")
    await scene.discord.until(lambda: done.message and "Taken in as #6" in done.message.content)
    put = await says(scene.gm, "gm line", scene.play, text="put Velite V1 for army 1 at 9,9")
    assert "V1" in put


@pytest.mark.asyncio
async def test_import_form(scene: Stage) -> None:
    """Without text or file a form opens, which works after a restart too; a file that is not plain
    text is refused."""
    form = await scene.gm.modal(scene.gm.slash("gm import", here=scene.play))
    await scene.leave()
    await scene.enter()
    shown = await scene.gm.answer(scene.gm.submit_modal(form, {"text": VELITE}))
    assert "This can be read" in shown.content
    noise = Upload("x.bin", b"\xff\xfe\x00\x01")
    assert "not plain text" in await says(scene.gm, "gm import", scene.play, file=noise)


@pytest.mark.asyncio
async def test_without_a_gm_all_must_agree(hall: Stage) -> None:
    """Without a GM a player proposes an override: it counts when the other agrees, not if the other
    refuses.  A stranger may do neither."""
    await ask(hall.ana, "match new", hall.play, name="Fords", opponent=hall.ben)
    thread = await hall.play.thread("Fords")
    await ask(hall.ana, "match start", thread)
    table = await hall.table("Fords")
    stranger = hall.home.member("Sly")
    refused = await says(stranger, "gm line", thread, text="set army 1 cp 3")
    assert refused == "only those who play may propose something"
    assert "^" in await says(hall.ana, "gm line", thread, text="set army 1")
    await ask(hall.ana, "gm line", thread, text="set army 1 cp 3")
    asked = await thread.says(f"{hall.ana.mention} proposes `set army 1 cp 3`.")
    answer = await hall.ana.answer(hall.ana.click(asked, "Agree"))
    assert "army 2 has not agreed yet" in answer.content
    refused = (await stranger.answer(stranger.click(asked, "Agree"))).content
    assert refused == "only those who play may agree to it"
    done = await hall.ben.answer(hall.ben.click(asked, "Agree"))
    assert "#1 set army 1 cp 3" in done.content
    await hall.discord.until(lambda: "agreed (#1)." in asked.content and not asked.components)
    assert len(table.match.links) == 2
    await ask(hall.ben, "gm line", thread, text="set army 2 cp 3")
    asked = await thread.says(f"{hall.ben.mention} proposes")
    await hall.ana.answer(hall.ana.click(asked, "Refuse"))
    late = await hall.ana.answer(hall.ana.click(asked, "Agree", force=True))
    assert late.content == "this proposal is not open any more"
    assert len(table.match.links) == 2


# Help


@pytest.mark.asyncio
async def test_help_says_what_can_be_typed_now(scene: Stage) -> None:
    """`/help` shows the player to act three sentences that are accepted now; others are told who is
    to act or how to begin, and a topic is explained."""
    help_ = await ask(scene.ana, "help", scene.play)
    lines = [line[2:] for line in help_.content.splitlines() if line.startswith("> ")]
    assert len(lines) == 3
    table = await scene.table()
    for line in lines:
        orders = [written.orders for written in scene.referee.read(table, 1, line)]  # type: ignore[union-attr]
        table.match.play(1, orders[0], lambda die: die.faces[0])
    assert "waiting for army 1" in await says(scene.ben, "help", scene.play)
    assert "You do not play here" in await says(scene.gm, "help", scene.play)
    topic = await says(scene.ana, "help", scene.play, topic="moving")
    assert "L1 moves to 5,12" in topic
    assert "there is no topic" in await says(scene.ana, "help", scene.play, topic="xyz")
    elsewhere = scene.home.channel("elsewhere")
    assert "/match practice" in await says(scene.home.member("New"), "help", elsewhere)


@pytest.mark.asyncio
async def test_about(hall: Stage) -> None:
    """`/about` names the version and the systems."""
    text = await says(hall.ana, "about", hall.play)
    assert "Crusade Referee 0." in text
    assert "Crusade 7th Edition" in text


@pytest.mark.asyncio
async def test_privacy(scene: Stage) -> None:
    """Ana sees what is kept about her and erases it: the database no longer holds her id, and her
    orders stay in the log."""
    await ask(scene.ana, "order", scene.play, text="L1 moves to 5,8")
    shown = await says(scene.ana, "privacy show", scene.play)
    assert "army 1 of match #1 duel" in shown
    assert "1 entries of match #1" in shown
    question = await ask(scene.ana, "privacy erase", scene.play)
    pressed = scene.ana.click(question, "Erase it")
    await scene.discord.until(
        lambda: pressed.message and "Everything that named you is erased" in pressed.message.content
    )
    assert "army 1 of #1 duel" in pressed.message.content  # type: ignore[union-attr]
    assert await says(scene.ana, "privacy show", scene.play) == "I keep nothing about you."
    assert "army 1: L1 moves to 5,8" in await says(scene.gm, "log", scene.play)
    await scene.leave()
    assert str(scene.ana.id).encode() not in scene.file.read_bytes()
    await scene.enter()


@pytest.mark.asyncio
async def test_nothing_about_a_stranger(hall: Stage) -> None:
    """About somebody who never played nothing is kept."""
    assert await says(hall.ana, "privacy show", hall.play) == "I keep nothing about you."


# Completion


@pytest.mark.asyncio
async def test_completion(scene: Stage) -> None:
    """Units, orders, matches and topics are completed while typing; strangers get no orders."""

    async def offered(who: Human, path: str, focus: str, typed: str) -> list[str]:
        found = await who.autocomplete(path, focus, {focus: typed}, here=scene.play)
        return [one["name"] for one in found]

    assert await offered(scene.ana, "legal", "unit", "l") == ["L1", "L2"]
    sentences = await offered(scene.ana, "order", "text", "L1 moves to 5,")
    assert "L1 moves to 5,8" in sentences
    assert all(one.startswith("L1 moves to 5,") for one in sentences)
    several = await offered(scene.ana, "order", "text", "L1 moves to 5,8; L2 advances to 7,")
    assert several
    assert all(one.startswith("L1 moves to 5,8; L2 advances to 7,") for one in several)
    kinds = {" ".join(one.split()[1:2]) for one in await offered(scene.ana, "order", "text", "")}
    assert {"moves", "advances"} <= kinds
    assert await offered(scene.home.member("Sly"), "order", "text", "") == []
    assert await offered(scene.ana, "board", "match", "du") == ["duel"]
    assert "moving" in await offered(scene.ana, "help", "topic", "mov")


# When something breaks, or somebody does not stop


@pytest.mark.asyncio
async def test_floods_are_answered_politely(hall: Stage) -> None:
    """Ana may make ten matches at once; for the eleventh she must wait, and Ben need not."""
    assert hall.bot is not None
    hall.bot.founding.pace = Pace(burst=10, every=60.0, now=lambda: 0.0)
    for number in range(10):
        made = await says(hall.ana, "match new", hall.play, name=f"Match {number}")
        assert "is made" in made
    refused = await says(hall.ana, "match new", hall.play, name="Match 11")
    assert re.match(r"that is faster than I can referee: wait \d+ seconds", refused)
    assert "is made" in await says(hall.ben, "match new", hall.play, name="Match 12")


@pytest.mark.asyncio
async def test_a_bug_shows_no_internals(
    scene: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An exception in a command shows only an error id; the log has it with match and entry."""

    async def broken(*_: object, **__: object) -> None:
        raise KeyError("inner name")

    monkeypatch.setattr(sys.modules["bot.chat.cogs.show"], "log_lines", broken)
    answer = await says(scene.ana, "log", scene.play)
    found = re.fullmatch(r".*nothing was changed \(error ([0-9a-f]{8})\)", answer)
    assert found is not None
    assert "inner name" not in answer
    assert found[1] in caplog.text
    assert "match 1 #5" in caplog.text
    caplog.clear()


@pytest.mark.asyncio
async def test_removed_from_a_server(scene: Stage) -> None:
    """When the bot is removed from a server, its matches there are paused."""
    scene.home.expel_bot()
    table = await scene.table()
    await until(lambda: table.record.settings.status == "paused")
