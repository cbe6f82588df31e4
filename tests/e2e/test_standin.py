"""The stand-in itself, exercised by stock discord.py clients over real sockets."""

import asyncio
import io
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest
import pytest_asyncio

from .standin import (
    PATIENCE,
    ApiError,
    Callback,
    Home,
    Human,
    HumanCannotError,
    Permission,
    Place,
    StandIn,
    StandInError,
    Upload,
)
from .standin.limits import check_message
from .standin.probe import Bot, Layout, Panel, Survey, aim, hurry, running, with_commands

POST = "POST /channels/*/messages"


@pytest_asyncio.fixture
async def discord_(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[StandIn]:
    """An imagined Discord; discord.py's addresses point to it for one test."""
    async with StandIn() as standin:
        aim(standin, monkeypatch)
        yield standin


@pytest.fixture
def home(discord_: StandIn) -> Home:
    """One guild."""
    return discord_.guild("Home")


@pytest.fixture
def board(home: Home) -> Place:
    """A channel of the guild."""
    return home.channel("board")


@pytest.fixture
def ana(home: Home) -> Human:
    """A member of the guild."""
    return home.member("Ana")


# Connecting and hearing


@pytest.mark.asyncio
async def test_connects(discord_: StandIn, home: Home, board: Place, ana: Human) -> None:
    """The bot comes online and knows the server, its channels and its own name."""
    forum = home.forum("campaigns", tags=["open", "done"])
    async with running(discord_, Bot()) as bot:
        assert bot.user is not None
        assert bot.user.name == "referee"
        guild = bot.get_guild(home.id)
        assert guild is not None
        assert [channel.name for channel in guild.channels] == ["board", "campaigns"]
        assert guild.member_count == 3
        assert guild.me.guild_permissions.pin_messages
        seen = guild.get_channel(forum.id)
        assert isinstance(seen, discord.ForumChannel)
        assert [tag.name for tag in seen.available_tags] == ["open", "done"]
        assert (await guild.fetch_member(ana.id)).display_name == "Ana"
        assert (await bot.fetch_user(ana.id)).name == "ana"
    await discord_.until(lambda: not discord_.gateway.connected)


@pytest.mark.asyncio
async def test_hears(discord_: StandIn, board: Place, ana: Human) -> None:
    """Ana posts, edits and deletes an order, and reacts; the bot hears all of it once."""
    async with running(discord_, Bot()) as bot:
        order = ana.say(board, "L1 attacks P1")
        assert await bot.hears(1) == ["L1 attacks P1"]
        assert bot.heard[0].author.display_name == "Ana"
        assert bot.heard[0].guild is not None
        ana.edit(order, "L1 attacks P2")
        ana.react(order, "👍")
        ana.delete(order)
        await bot.until(lambda: len(bot.noted) >= 4)
        assert bot.noted[1:] == ["edit L1 attacks P2", "reaction 👍", f"delete {order.id}"]
        assert order.earlier == ["L1 attacks P1"]


@pytest.mark.asyncio
async def test_content_intent_off(discord_: StandIn, board: Place, ana: Human) -> None:
    """Without the content intent only mentions, replies to the bot's posts and DMs have text."""
    async with running(discord_, Bot(content=False)) as bot:
        sent = await bot.at(board).send("Round 1")
        post = board.messages[-1]
        assert sent.content == post.content == "Round 1"
        ana.say(board, "secret")
        ana.say(board, f"{discord_.bot.mention} hello")
        ana.reply(post, "a reply")
        ana.reply(post, "no ping", ping=False)
        ana.dm("by letter")
        hello = f"{discord_.bot.mention} hello"
        assert await bot.hears(5) == ["", hello, "a reply", "", "by letter"]


@pytest.mark.asyncio
async def test_intent_refused(discord_: StandIn, board: Place, ana: Human) -> None:
    """A bot that was not granted the content intent is refused, or reads no text over REST."""
    discord_.world.privileged.remove("message_content")
    ana.say(board, "secret")
    bot = Bot()
    await bot.login(discord_.token)
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await bot.connect()
    await bot.close()
    async with running(discord_, Bot(content=False)) as bot:
        texts = [m.content async for m in bot.at(board).history()]
        assert texts == [""]


@pytest.mark.asyncio
async def test_wrong_token(discord_: StandIn) -> None:
    """A wrong token is refused at login."""
    bot = Bot()
    with pytest.raises(discord.LoginFailure):
        await bot.login("wrong")
    await bot.close()


@pytest.mark.asyncio
async def test_members_chunk(discord_: StandIn, home: Home, ana: Human) -> None:
    """A bot with the members intent asks for all members and gets them."""
    async with running(discord_, Bot(members=True)) as bot:
        guild = bot.get_guild(home.id)
        assert guild is not None
        names = {member.display_name for member in await guild.query_members("An")}
        assert names == {"Ana"}
        assert len(guild.members) == 3


# Messages


@pytest.mark.asyncio
async def test_speaks(discord_: StandIn, board: Place, ana: Human) -> None:
    """The bot posts, replies, edits, pins and reacts; people see each step."""
    order = ana.say(board, "move")
    async with running(discord_, Bot()) as bot:
        place = bot.at(board)
        sent = await place.send("Turn 1", embed=discord.Embed(title="Map", description="#"))
        shown = await board.says("Turn 1")
        assert shown.embeds[0]["title"] == "Map"
        await sent.edit(content="Turn 2", embed=None)
        assert (shown.content, shown.embeds, shown.earlier) == ("Turn 2", [], ["Turn 1"])
        await sent.pin()
        assert board.pins == [shown]
        assert [m.id async for m in place.pins()] == [shown.id]
        await sent.unpin()
        assert board.pins == []
        answer = await place.send("noted", reference=place.get_partial_message(order.id))
        assert answer.type == discord.MessageType.reply
        assert ana.was_pinged(board.from_bot[-1])
        await answer.add_reaction("✅")
        assert board.from_bot[-1].reactions == {"✅": [discord_.bot.id]}
        await answer.delete()
        texts = [m.content async for m in place.history(oldest_first=True)]
        assert texts == ["move", "Turn 2", ""]


@pytest.mark.asyncio
async def test_pings(discord_: StandIn, home: Home, board: Place, ana: Human) -> None:
    """The bot's @everyone and mentions ping people only where they are allowed to."""
    rest = discord.AllowedMentions.none()
    async with running(discord_, Bot()) as bot:
        place = bot.at(board)
        await place.send(f"{ana.mention} said @everyone", allowed_mentions=rest)
        quiet = board.from_bot[-1]
        assert not ana.was_pinged(quiet)
        await place.send(f"{ana.mention} your turn")
        assert ana.was_pinged(board.from_bot[-1])
        await place.send("@everyone look")
        assert ana.was_pinged(board.from_bot[-1])
        for known in home.guild.roles.values():
            known.permissions &= ~Permission.MENTION_EVERYONE
        await place.send("@everyone look again")
        assert not board.from_bot[-1].mention_everyone
        role = home.role("GM", mentionable=True)
        home.give(ana, role)
        await place.send(f"{role.mention} help")
        assert ana.was_pinged(board.from_bot[-1])


@pytest.mark.asyncio
async def test_files(discord_: StandIn, board: Place, ana: Human) -> None:
    """Files travel both ways: the bot posts a picture, Ana attaches a text that the bot reads."""
    picture = b"\x89PNG\r\n\x1a\n" + b"\0" * 8 + (640).to_bytes(4) + (480).to_bytes(4)
    async with running(discord_, Bot()) as bot:
        file = discord.File(io.BytesIO(picture), "map.png", description="the map")
        sent = await bot.at(board).send("see", file=file)
        (shown,) = board.from_bot[-1].attachments
        assert (shown.content, shown.description) == (picture, "the map")
        assert (sent.attachments[0].width, sent.attachments[0].height) == (640, 480)
        assert await sent.attachments[0].read() == picture
        fresh = discord.File(io.BytesIO(b"abc"), "log.txt")
        await sent.edit(attachments=[fresh])
        assert [a.filename for a in board.from_bot[-1].attachments] == ["log.txt"]
        ana.say(board, files=[Upload("orders.txt", b"L1 moves", "text/plain")])
        await bot.hears(1)
        assert await bot.heard[0].attachments[0].read() == b"L1 moves"


@pytest.mark.asyncio
async def test_limits(discord_: StandIn, board: Place) -> None:
    """What Discord would refuse is refused, with its own codes."""
    many = [discord.Embed(description="x" * 4000) for _ in range(2)]
    long_button = discord.ui.View()
    long_button.add_item(discord.ui.Button(label="y" * 81, custom_id="b"))
    twice = discord.ui.View()
    for label in "ab":
        twice.add_item(discord.ui.Button(label=label, custom_id="same"))
    async with running(discord_, Bot()) as bot:
        place = bot.at(board)
        for wrong in ({"content": "x" * 2001}, {"embeds": many}, {"view": long_button}):
            with pytest.raises(discord.HTTPException) as caught:
                await place.send(**wrong)
            assert (caught.value.status, caught.value.code) == (400, 50035)
        with pytest.raises(discord.HTTPException, match="cannot be duplicated"):
            await place.send("two", view=twice)
        with pytest.raises(discord.HTTPException) as caught:
            await place.send("")
        assert caught.value.code == 50006
        with pytest.raises(discord.HTTPException, match=r"In content: Must be 2000 or fewer"):
            await place.send("x" * 2001)
        assert board.messages == []


@pytest.mark.asyncio
async def test_permissions(discord_: StandIn, home: Home, board: Place, ana: Human) -> None:
    """The bot is refused in channels that it may not see or write in, and by people who take no
    direct messages."""
    hidden = home.channel("hidden").allow(home.everyone, deny=Permission.VIEW_CHANNEL)
    mute = home.channel("mute").allow(home.everyone, deny=Permission.SEND_MESSAGES)
    mute.allow(next(r for r in home.guild.roles.values() if r.name == "Referee"))
    async with running(discord_, Bot()) as bot:
        codes = []
        for id_ in (hidden.id, mute.id, 12345):
            with pytest.raises(discord.HTTPException) as caught:
                await bot.get_partial_messageable(id_).send("hello")
            codes.append((caught.value.status, caught.value.code))
        assert codes == [(403, 50001), (403, 50013), (404, 10003)]
        ana.user.dms_open = False
        with pytest.raises(discord.Forbidden) as refused:
            await (await bot.fetch_user(ana.id)).send("psst")
        assert refused.value.code == 50007
        ana.user.dms_open = True
        await (await bot.fetch_user(ana.id)).send("psst")
        assert [m.content for m in ana.inbox] == ["psst"]
    with pytest.raises(HumanCannotError, match="cannot post"):
        ana.say(mute, "hello")


@pytest.mark.asyncio
async def test_nonce(discord_: StandIn, board: Place) -> None:
    """The same nonce twice posts one message; ten minutes later it posts another."""
    async with running(discord_, Bot()) as bot:
        place = bot.at(board)
        first = await place.send("report", nonce="g12e345p2")
        again = await place.send("report", nonce="g12e345p2")
        assert first.id == again.id
        assert board.texts == ["report"]
        discord_.clock.advance(600)
        await place.send("report", nonce="g12e345p2")
        assert len(board.texts) == 2


# Threads


@pytest.mark.asyncio
async def test_threads(discord_: StandIn, board: Place, ana: Human) -> None:
    """The bot starts a thread on a message and a private one, and brings Ana in."""
    async with running(discord_, Bot()) as bot:
        channel = bot.get_channel(board.id)
        assert isinstance(channel, discord.TextChannel)
        sent = await channel.send("Match 1")
        thread = await sent.create_thread(name="talk")
        place = await board.thread("talk")
        assert place.id == sent.id == thread.id
        await thread.send("in here")
        ana.say(place, "me too")
        assert await bot.hears(1) == ["me too"]
        assert bot.heard[0].channel == thread
        seat = await channel.create_thread(name="seat", type=discord.ChannelType.private_thread)
        hidden = await board.thread("seat")
        assert ana.sees(hidden) == []
        await seat.add_user(discord.Object(ana.id))
        await seat.send("only for you")
        assert [m.content for m in ana.sees(hidden)] == ["", "only for you"]
        await thread.edit(archived=True, locked=True)
        assert place.facts.archived
        with pytest.raises(HumanCannotError, match="locked"):
            ana.say(place, "too late")


@pytest.mark.asyncio
async def test_forum(discord_: StandIn, home: Home, ana: Human) -> None:
    """The bot opens a forum post with a tag, a first message and a button below it."""
    forum = home.forum("campaigns", tags=["open"])
    async with running(discord_, Bot()) as bot:
        channel = bot.get_channel(forum.id)
        assert isinstance(channel, discord.ForumChannel)
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="Join", custom_id="join"))
        tags = list(channel.available_tags)
        made = await channel.create_thread(
            name="The pass", content="Who plays?", applied_tags=tags, view=view
        )
        post = await forum.thread("The pass")
        (first,) = post.messages
        assert first.id == post.id == made.message.id == made.thread.id
        assert first.components[0]["components"][0]["label"] == "Join"
        assert post.facts.tags == [tags[0].id]
        ana.say(post, "I do")
        assert await bot.hears(1) == ["I do"]


# Interactions


@pytest.mark.asyncio
async def test_slash(discord_: StandIn, home: Home, board: Place, ana: Human) -> None:
    """Ana gives a command: "thinking" and then the answer for her alone, then a public message."""
    bob = home.member("Bob")
    async with running(discord_, with_commands(Bot()), sync=True):
        ana.enter(board)
        asked = ana.slash("match new", system="crusade7", size=24, rival=bob)
        answer = await ana.answer(asked)
        assert answer.content == "crusade7 24 Bob"
        assert answer.ephemeral
        await ana.answers(asked, 2)
        assert board.texts == ["public news"]
        assert [m.content for m in ana.sees(board)] == ["crusade7 24 Bob", "public news"]
        assert [m.content for m in bob.sees(board)] == ["public news"]
        assert (answer.interaction or {})["user"]["id"] == str(ana.id)


@pytest.mark.asyncio
async def test_autocomplete(discord_: StandIn, board: Place, ana: Human) -> None:
    """While Ana types, the bot offers completions."""
    async with running(discord_, with_commands(Bot()), sync=True):
        ana.enter(board)
        offered = await ana.autocomplete("match new", "system", system="cru")
        assert [choice["value"] for choice in offered] == ["crusade7"]
        assert len(await ana.autocomplete("match new", "system")) == 2


@pytest.mark.asyncio
async def test_client_refuses(discord_: StandIn, board: Place, ana: Human) -> None:
    """Ana cannot leave out a required option, go beyond its range or use hidden commands."""
    async with running(discord_, with_commands(Bot()), sync=True):
        ana.enter(board)
        for wrong, why in [
            ({}, "needs system"),
            ({"system": "x", "size": 99}, "outside 10 .. 30"),
            ({"system": "x", "colour": "red"}, "no option colour"),
        ]:
            with pytest.raises(HumanCannotError, match=why):
                ana.slash("match new", wrong)
        with pytest.raises(HumanCannotError, match="hidden"):
            ana.slash("setup")
        with pytest.raises(HumanCannotError, match="one more word"):
            ana.slash("match")
        forced = ana.slash("setup", force=True)
        assert (await ana.answer(forced)).content == "done"


@pytest.mark.asyncio
async def test_context_menu(discord_: StandIn, board: Place, ana: Human) -> None:
    """The menu entry brings the text of a message even without the content intent."""
    order = ana.say(board, "L1 attacks")
    async with running(discord_, with_commands(Bot(content=False)), sync=True):
        asked = ana.context_menu("Referee this post", order)
        assert (await ana.answer(asked)).content == "read: L1 attacks"


@pytest.mark.asyncio
async def test_buttons_and_selects(discord_: StandIn, board: Place, ana: Human) -> None:
    """A press changes the panel; a choice is answered privately; both after a restart too."""
    async with running(discord_, Bot()) as bot:
        await bot.at(board).send("panel", view=Panel())
    panel = await board.says("panel")
    fresh = Bot()
    fresh.add_view(Panel())
    async with running(discord_, fresh):
        pressed = ana.click(panel, "Ready")
        assert (await ana.answer(pressed)).content == "Ana is ready"
        assert panel.content == "Ana is ready"
        chosen = ana.select(panel, "side", "Gaul")
        answer = await ana.answer(chosen)
        assert (answer.content, answer.ephemeral) == ("chose Gaul", True)
        with pytest.raises(HumanCannotError, match="is not among"):
            ana.select(panel, "side", "Carthage")
        with pytest.raises(HumanCannotError, match="not on that message"):
            ana.click(panel, "Surrender")


@pytest.mark.asyncio
async def test_modal(discord_: StandIn, board: Place, ana: Human) -> None:
    """A command and a button both open the form; filling it in is answered for all."""
    async with running(discord_, with_commands(Bot()), sync=True) as bot:
        opened = await ana.modal(ana.slash("order", here=board))
        with pytest.raises(HumanCannotError, match="must be filled in"):
            ana.submit_modal(opened, {"Mood": "Bold"})
        sent = ana.submit_modal(opened, {"Your orders": "charge", "Mood": "Bold"})
        assert (await ana.answer(sent)).content == "charge, Bold"
        await bot.at(board).send("panel", view=Panel())
        opened = await ana.modal(ana.click(await board.says("panel"), "orders"))
        sent = ana.submit_modal(opened, {"Your orders": "hold", "Mood": "Shy"})
        assert (await ana.answer(sent)).content == "hold, Shy"


@pytest.mark.asyncio
async def test_interaction_rules(discord_: StandIn, board: Place, ana: Human) -> None:
    """A second answer, a late one and one after fifteen minutes are refused as on Discord."""
    bot = Bot()
    held: list[discord.Interaction] = []

    @bot.tree.command()
    async def wait(interaction: discord.Interaction) -> None:
        """Leave the interaction to the test."""
        held.append(interaction)
        bot.came.set()

    async with running(discord_, bot, sync=True):
        asked = ana.slash("wait", here=board)
        await bot.until(lambda: held)
        it = held[0]
        with pytest.raises(discord.NotFound) as caught:
            await it.followup.send("too early")
        assert caught.value.code == 10015
        await it.response.defer()
        assert asked.answer == Callback.DEFER
        it.response._response_type = None
        with pytest.raises(discord.HTTPException) as again:
            await it.response.send_message("again")
        assert again.value.code == 40060
        await it.edit_original_response(content="here")
        discord_.clock.advance(15 * 60)
        with pytest.raises(discord.HTTPException) as late:
            await it.followup.send("too late")
        assert (late.value.status, late.value.code) == (401, 50027)
        ana.slash("wait", here=board)
        await bot.until(lambda: len(held) == 2)
        discord_.clock.advance(3.5)
        with pytest.raises(discord.NotFound) as slow:
            await held[1].response.send_message("slow")
        assert slow.value.code == 10062
    assert board.texts == ["here"]


@pytest.mark.asyncio
async def test_dm_interaction(discord_: StandIn, ana: Human) -> None:
    """A command given in the conversation with the bot is answered there."""
    async with running(discord_, with_commands(Bot()), sync=True):
        asked = ana.slash("match new", system="crusade7", here=discord_.dm(ana))
        assert (await ana.answer(asked)).content.startswith("crusade7 20")


# Accidents


@pytest.mark.asyncio
@pytest.mark.parametrize("how", ["4000", "abort", "op 7", "op 9 true", "restart"])
async def test_resume(discord_: StandIn, board: Place, ana: Human, how: str) -> None:
    """The connection is lost and resumed: what Ana wrote meanwhile arrives exactly once."""
    async with running(discord_, Bot()) as bot:
        if how == "4000":
            await discord_.gateway.close(4000)
        elif how == "abort":
            discord_.gateway.abort()
        elif how == "restart":
            await discord_.stop()
        else:
            discord_.gateway.reconnect() if how == "op 7" else discord_.gateway.invalidate(True)
        ana.say(board, "meanwhile")
        if how == "restart":
            await discord_.start()
        await bot.until(lambda: "resumed" in bot.noted)
        ana.say(board, "afterwards")
        assert await bot.hears(2) == ["meanwhile", "afterwards"]
        assert bot.noted.count("ready") == 1


@pytest.mark.asyncio
async def test_session_lost(
    discord_: StandIn, board: Place, ana: Human, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After op 9 false the bot identifies anew; what Ana wrote meanwhile is in the history only."""
    async with running(discord_, Bot()) as bot:
        hurry(monkeypatch)
        discord_.gateway.invalidate()
        ana.say(board, "meanwhile")
        await bot.until(lambda: bot.noted.count("ready") == 2)
        ana.say(board, "afterwards")
        assert await bot.hears(1) == ["afterwards"]
        texts = [m.content async for m in bot.at(board).history(oldest_first=True)]
        assert texts == ["meanwhile", "afterwards"]


@pytest.mark.asyncio
async def test_events_disturbed(discord_: StandIn, board: Place, ana: Human) -> None:
    """Events come twice, late, never, or in the wrong order, when a test says so."""
    gateway = discord_.gateway
    async with running(discord_, Bot()) as bot:
        gateway.duplicate("MESSAGE_CREATE")
        gateway.drop("MESSAGE_CREATE")
        gateway.delay("MESSAGE_CREATE", 0.05)
        for text in ("twice", "never", "late", "soon"):
            ana.say(board, text)
        assert await bot.hears(4) == ["twice", "twice", "soon", "late"]
        gateway.hold("MESSAGE_CREATE", until="MESSAGE_REACTION_ADD")
        ana.react(ana.say(board, "after its reaction"), "⚔️")
        await bot.hears(5)
        gateway.hold("MESSAGE_CREATE")
        ana.say(board, "held")
        ana.say(board, "free")
        gateway.release()
        assert (await bot.hears(7))[5:] == ["free", "held"]


@pytest.mark.asyncio
async def test_guild_outage(discord_: StandIn, home: Home, board: Place, ana: Human) -> None:
    """Discord loses the server for a while; the bot notices and hears it again afterwards."""
    async with running(discord_, Bot()) as bot:
        home.down()
        ana.say(board, "unheard")
        home.up()
        ana.say(board, "heard")
        assert await bot.hears(1) == ["heard"]


@pytest.mark.asyncio
async def test_silent_gateway(discord_: StandIn, board: Place, ana: Human) -> None:
    """Heartbeats go unanswered; the bot gives up on the connection and resumes."""
    discord_.gateway.heartbeat_interval = 0.2
    async with running(discord_, Bot(heartbeat_timeout=0.5)) as bot:
        discord_.gateway.acks = False
        await bot.until(lambda: "resumed" in bot.noted)
        discord_.gateway.acks = True


@pytest.mark.asyncio
async def test_rate_limits(discord_: StandIn, board: Place) -> None:
    """Told to slow down, once or by a real limit, the bot still posts everything once, in order."""
    async with running(discord_, Bot()) as bot:
        place = bot.at(board)
        scripted = discord_.faults.limit(POST, retry_after=0.05)
        await place.send("a")
        assert scripted.met == 1
        discord_.faults.limit(POST, retry_after=0.05, is_global=True)
        discord_.buckets.narrow(POST, 2, 0.1)
        for text in "bcdef":
            await place.send(text)
        assert board.texts == list("abcdef")


@pytest.mark.asyncio
async def test_server_errors(
    discord_: StandIn, board: Place, ana: Human, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a request is answered 500 though it was stored, the retry posts no second message, thanks
    to the nonce, but a second follow-up."""
    async with running(discord_, with_commands(Bot()), sync=True) as bot:
        hurry(monkeypatch)
        place = bot.at(board)
        discord_.faults.fail(POST, 500, stored=True)
        await place.send("once")
        discord_.faults.page(POST, 502)
        await place.send("page")
        assert board.texts == ["once", "page"]
        follow_up = discord_.faults.fail("POST /webhooks/*/*", 500, stored=True)
        follow_up.skip = 1
        asked = ana.slash("match new", system="x", here=board)
        await ana.answers(asked, 3)
        assert board.texts == ["once", "page", "public news", "public news"]
        discord_.faults.fail(POST, 503)
        with pytest.raises(discord.DiscordServerError):
            await place.send("lost")


@pytest.mark.asyncio
async def test_broken_connections(discord_: StandIn, board: Place) -> None:
    """A connection cut before or during the answer raises an error that is not an HTTP error."""
    async with running(discord_, Bot()) as bot:
        place = bot.at(board)
        discord_.faults.drop(POST)
        with pytest.raises(aiohttp.ServerDisconnectedError):
            await place.send("gone")
        assert board.texts == []
        discord_.faults.truncate(POST)
        with pytest.raises(aiohttp.ClientPayloadError):
            await place.send("half")
        assert board.texts == ["half"]


@pytest.mark.asyncio
async def test_event_before_answer(discord_: StandIn, board: Place) -> None:
    """The bot can hear of its own message before its request is answered."""
    async with running(discord_, Bot()) as bot:
        held = discord_.faults.hold(POST)
        sending = asyncio.create_task(bot.at(board).send("early"))
        message = await bot.wait_for("message", timeout=PATIENCE)
        assert (message.content, sending.done()) == ("early", False)
        held.release()
        await sending


@pytest.mark.asyncio
async def test_unknown_route_fails() -> None:
    """A request that the stand-in does not know fails the test and names the route."""
    standin = StandIn()
    with pytest.raises(StandInError, match="unknown route: GET /guilds/1/emojis"):
        async with standin, aiohttp.ClientSession() as session:
            await session.get(standin.settings()["DISCORD_API_BASE"] + "/guilds/1/emojis")


@pytest.mark.asyncio
async def test_settings(discord_: StandIn) -> None:
    """The settings name the stand-in's addresses and token, and a restart keeps them."""
    before = discord_.settings()
    assert {"DISCORD_API_BASE", "DISCORD_GATEWAY_URL", "DISCORD_CDN_BASE", "DISCORD_TOKEN"} <= {
        *before
    }
    await discord_.restart(keep_sessions=False)
    assert discord_.settings() == before


def test_error_tree() -> None:
    """A refusal carries Discord's tree of errors, which shows where each one is."""
    with pytest.raises(ApiError) as caught:
        check_message({"embeds": [{"title": "x" * 257}]}, {})
    complaint = caught.value.body()["errors"]["embeds"]["0"]["title"]["_errors"][0]
    assert complaint["code"] == "BASE_TYPE_MAX_LENGTH"


@pytest.mark.asyncio
async def test_administration(discord_: StandIn, board: Place, ana: Human, home: Home) -> None:
    """A bot with the rights makes channels, roles and overwrites, and removes them again."""
    own = next(r for r in home.guild.roles.values() if r.name == "Referee")
    own.permissions = Permission.ADMINISTRATOR
    async with running(discord_, Bot(members=True)) as bot:
        guild = bot.get_guild(home.id)
        assert guild is not None
        role = await guild.create_role(name="Army 1", mentionable=True)
        member = await guild.fetch_member(ana.id)
        await member.add_roles(role)
        assert home.guild.members[ana.id].roles == [role.id]
        hide = discord.PermissionOverwrite(view_channel=False)
        shut = await guild.create_text_channel("army-1", overwrites={guild.default_role: hide})
        assert ana.sees(home.find("army-1")) == []
        await shut.set_permissions(role, view_channel=True, send_messages=True)
        assert discord_.world.sees(ana.id, home.find("army-1").channel)
        await shut.edit(name="army-one", topic="Rome")
        for number in range(7):
            ana.say(home.find("army-one"), str(number))
        gone = await shut.purge(limit=5, check=lambda m: m.content != "4")
        assert len(gone) == 4
        assert home.find("army-one").texts == ["0", "1", "4"]
        await member.remove_roles(role)
        await shut.delete()
        await role.delete()
        assert [place.name for place in home.channels()] == ["board"]


@pytest.mark.asyncio
async def test_history_pages(discord_: StandIn, board: Place, ana: Human) -> None:
    """A long history is read in pages, from either end and from a given message on."""
    said = [ana.say(board, str(number)) for number in range(230)]
    async with running(discord_, Bot()) as bot:
        place = bot.at(board)
        newest = [m.content async for m in place.history(limit=150)]
        assert newest == [str(number) for number in range(229, 79, -1)]
        middle = discord.Object(said[100].id)
        later = [m.content async for m in place.history(limit=None, after=middle)]
        assert later == [str(number) for number in range(101, 230)]
        near = [m.content async for m in place.history(limit=5, around=middle)]
        assert sorted(near) == ["100", "101", "102", "98", "99"]


@pytest.mark.asyncio
async def test_layout(discord_: StandIn, board: Place, ana: Human) -> None:
    """A message in Discord's new layout has text and a button, and cannot have content too."""
    async with running(discord_, Bot()) as bot:
        await bot.at(board).send(view=Layout())
        shown = board.from_bot[-1]
        assert shown.components[0]["components"][0]["content"] == "Turn 3"
        assert (await ana.answer(ana.click(shown, "Ready"))).content == "noted"
        with pytest.raises(discord.HTTPException) as caught:
            await bot.at(board).send("text", view=Layout())
        assert caught.value.code == 50035


@pytest.mark.asyncio
async def test_every_field(discord_: StandIn, home: Home, board: Place, ana: Human) -> None:
    """A command with every kind of option, and a form with people, radio buttons, a tick and a
    file, arrive complete."""
    bob = home.member("Bob")
    bot = Bot()

    @bot.tree.command()
    async def survey(
        interaction: discord.Interaction,
        rank: discord.Role,
        place: discord.TextChannel,
        paper: discord.Attachment,
        size: float = 1.5,
        loud: bool = False,
    ) -> None:
        """Every kind of option."""
        bot.noted.append(f"{rank.name} {place.name} {paper.filename} {size} {loud}")
        await interaction.response.send_modal(Survey())

    role = home.role("GM")
    async with running(discord_, bot, sync=True):
        given = {"rank": role, "place": board, "paper": Upload("a.txt", b"a"), "loud": True}
        opened = await ana.modal(ana.slash("survey", given, here=board))
        assert bot.noted[-1] == "GM board a.txt 1.5 True"
        proof = Upload("proof.txt", b"seen")
        values = {"Who": bob, "Side": "Gaul", "Sure": True, "Proof": proof}
        answer = await ana.answer(ana.submit_modal(opened, values))
        assert answer.content == "['Bob'] Gaul True ['seen']"
        with pytest.raises(HumanCannotError, match="needs a choice"):
            ana.submit_modal(opened, {})


@pytest.mark.asyncio
async def test_private_answers(discord_: StandIn, home: Home, board: Place, ana: Human) -> None:
    """A private panel with a file can be pressed, changed and taken back by its owner alone."""
    bob = home.member("Bob")
    bot = Bot()
    held: list[discord.Interaction] = []

    @bot.tree.command(guild=discord.Object(home.id))
    async def odds(interaction: discord.Interaction) -> None:
        """Look at the odds."""
        file = discord.File(io.BytesIO(b"40%"), "odds.txt")
        view = Panel()
        await interaction.response.send_message("odds", file=file, view=view, ephemeral=True)
        held.append(interaction)

    async with running(discord_, bot):
        await bot.tree.sync(guild=discord.Object(home.id))
        asked = ana.slash("odds", here=board)
        shown = await ana.answer(asked)
        assert shown.attachments[0].content == b"40%"
        with pytest.raises(HumanCannotError, match="does not see"):
            bob.click(shown, "Ready")
        await ana.answer(ana.click(shown, "Ready"))
        assert shown.content == "Ana is ready"
        with pytest.raises(discord.NotFound):
            await bot.at(board).fetch_message(shown.id)
        original = await held[0].original_response()
        assert original.id == shown.id
        await held[0].delete_original_response()
        assert ana.sees(board) == []
        assert len(await bot.tree.fetch_commands(guild=discord.Object(home.id))) == 1
        with pytest.raises(HumanCannotError, match="no command"):
            ana.slash("odds", here=discord_.dm(ana))


@pytest.mark.asyncio
async def test_answer_stored_but_failed(
    discord_: StandIn, board: Place, ana: Human, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer is shown although the bot was told 500; its retry is refused with 40060."""
    bot = Bot()
    codes: list[int] = []

    @bot.tree.command()
    async def hello(interaction: discord.Interaction) -> None:
        """Greet."""
        try:
            await interaction.response.send_message("hello")
        except discord.HTTPException as refusal:
            codes.append(refusal.code)
            bot.came.set()

    async with running(discord_, bot, sync=True):
        hurry(monkeypatch)
        discord_.faults.fail("POST /interactions/*/*/callback", 500, stored=True)
        asked = ana.slash("hello", here=board)
        assert (await ana.answer(asked)).content == "hello"
        await bot.until(lambda: codes == [40060])


@pytest.mark.asyncio
async def test_thread_lists(discord_: StandIn, board: Place) -> None:
    """Active and archived threads are listed, and a message wakes an archived one."""
    async with running(discord_, Bot()) as bot:
        channel = bot.get_channel(board.id)
        assert isinstance(channel, discord.TextChannel)
        kind = discord.ChannelType.public_thread
        threads = [await channel.create_thread(name=name, type=kind) for name in "abc"]
        await threads[0].edit(archived=True)
        assert [t.name for t in await channel.guild.active_threads()] == ["b", "c"]
        assert [t.name async for t in channel.archived_threads()] == ["a"]
        await threads[0].send("awake")
        assert len(await channel.guild.active_threads()) == 3
        assert [m.kind for m in board.messages] == [18, 18, 18]
        await threads[1].delete()
        assert [place.name for place in board.threads()] == ["a", "c"]


@pytest.mark.asyncio
async def test_shards(discord_: StandIn, board: Place, ana: Human) -> None:
    """An auto-sharded client asks for the gateway's address, and hears messages too."""
    heard: asyncio.Queue[str] = asyncio.Queue()
    bot = discord.AutoShardedClient(intents=discord.Intents.all(), chunk_guilds_at_startup=False)

    @bot.event
    async def on_message(message: discord.Message) -> None:
        heard.put_nowait(message.content)

    await bot.login(discord_.token)
    task = asyncio.create_task(bot.connect())
    await discord_.online()
    ana.say(board, "hello")
    assert await asyncio.wait_for(heard.get(), PATIENCE) == "hello"
    await bot.close()
    await task


@pytest.mark.asyncio
async def test_no_gateway(discord_: StandIn, ana: Human, board: Place) -> None:
    """While no bot is connected, waiting for an answer fails and says who waited."""
    async with running(discord_, with_commands(Bot()), sync=True):
        pass
    asked = ana.slash("order", here=board)
    discord_.patience = 0.0
    with pytest.raises(AssertionError, match=r"Ana, order: waited 0\.05 s in vain"):
        await ana.answer(asked, timeout=0.05)


@pytest.mark.asyncio
async def test_people_start_threads(
    discord_: StandIn, home: Home, board: Place, ana: Human
) -> None:
    """Ana opens a forum post, a thread and a private thread; the bot hears where it may."""
    home.everyone.permissions |= Permission.CREATE_PRIVATE_THREADS
    own = next(role for role in home.guild.roles.values() if role.name == "Referee")
    own.permissions &= ~Permission.MANAGE_THREADS
    forum = home.forum("campaigns", tags=["open"])
    async with running(discord_, Bot()) as bot:
        post = ana.open_post(forum, "The pass", "Who plays?", tags=["open"])
        talk = ana.start_thread(ana.say(board, "talk below"), "talk")
        ana.say(talk, "in the thread")
        secret = ana.start_thread(board, "secret", private=True)
        ana.say(secret, "unheard")
        ana.invite(secret, discord_.bot)
        ana.say(secret, "welcome")
        heard = await bot.hears(6)
        assert [text for text in heard if text] == [
            "Who plays?",
            "talk below",
            "in the thread",
            "welcome",
        ]
        assert isinstance(bot.heard[-1].channel, discord.Thread)
        await bot.at(post).send("I do")
        assert [m.content for m in post.from_bot] == ["I do"]
        post.archive(locked=True)
        with pytest.raises(discord.Forbidden) as caught:
            await bot.at(post).send("too late")
        assert caught.value.code == 160005
        home.expel_bot()
        with pytest.raises(discord.NotFound):
            await bot.fetch_guild(home.id)


@pytest.mark.asyncio
async def test_reply_to_an_answer(discord_: StandIn, board: Place, ana: Human) -> None:
    """Without the content intent a reply to a command's answer brings no text, only the ping."""
    bot = Bot(content=False)

    @bot.tree.command()
    async def hello(interaction: discord.Interaction) -> None:
        """Greet."""
        await interaction.response.send_message("hello")

    async with running(discord_, bot, sync=True):
        answer = await ana.answer(ana.slash("hello", here=board))
        ana.reply(answer, "hidden")
        assert await bot.hears(1) == [""]
        assert [user.name for user in bot.heard[0].mentions] == ["referee"]
