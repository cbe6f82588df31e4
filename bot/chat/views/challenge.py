"""Asking the GM to look at an order again, and the buttons with which he answers."""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.chat.adapt import NET_TROUBLE
from bot.chat.views import base
from bot.chat.views.base import Interaction
from bot.chat.views.forms import LONG, asked, form, typed
from bot.posts.outbox import newest
from bot.posts.pinned import address
from bot.referee.challenged import LETTERS
from bot.referee.clock import spoken
from bot.referee.gate import Caller, is_public, viewer_of
from bot.referee.service import OpenMatch, RefereeError
from bot.render.wording import plain
from bot.rulings import challenges
from bot.store.times import open_turns

if TYPE_CHECKING:
    from bot.chat.client import RefereeBot

ASKED, DECIDED = "cr:qq", "cr:qe"
WHAT = "What do you ask? (may stay empty)"
ASKS = {
    "stands": ("Why it stands (may stay empty)", False),
    "rule": ("What is so? (kept as a ruling)", True),
    "rewind": ("Why the match goes back", True),
}


class Pick(
    base.Menu, id="qp", hint="an entry", match=base.NUMBER, report=base.NUMBER, page="[0-9]{1,4}"
):
    """A menu of the entries of a turn, a page at a time."""

    async def act(self, interaction: Interaction) -> None:
        """Show the next page, or the form for the question."""
        value = base.chosen(interaction)
        if value != base.MORE:
            about, asks = f"{self.match}:{self.report}:{int(value)}", "Does each Spear strike?"
            text = asked("words", WHAT, max_length=300, required=False, placeholder=asks)
            modal = form(f"Challenge #{int(value)}", f"{ASKED}:{about}", text)
            await interaction.response.send_modal(modal)
            return
        table, caller = await base.opened(interaction, self.match)
        await show_rows(interaction, table, caller, self.report, (self.page + 1) % 10_000)


class Decide(base.OfMatch, id="qd", entry=base.NUMBER, how="stands|rule|rewind"):
    """A decision of the GM; a form asks for the words that are kept with it."""

    async def act(self, interaction: Interaction) -> None:
        """Open the form, for whoever may decide."""
        table, caller = await base.table_of(interaction, self.match)
        waiting = [one for one in challenges.open_challenges(table) if one.entry == self.entry]
        if not waiting:
            raise RefereeError(f"the challenge of #{self.entry} is closed already")
        challenges.check_may_decide(table, caller, waiting[0])
        about = f"{self.match}:{self.entry}:{self.how}"
        label, needed = ASKS[self.how]
        words = asked("words", label, max_length=300, required=needed, style=LONG)
        modal = form(f"#{self.entry}", f"{DECIDED}:{about}", words)
        await interaction.response.send_modal(modal)


async def decides(interaction: Interaction, about: str) -> None:
    """The form of a decision was sent: carry it out."""
    match, entry, how = about.split(":")
    table, caller = await base.opened(interaction, match)
    bot, words = interaction.client, typed(interaction, "words")
    chosen_how: Any = how if how in ASKS else "stands"
    done = await challenges.decide(bot.referee, table, caller, int(entry), chosen_how, words)
    bot.changed(table)
    await base.show(interaction, f"The challenge of #{done.entry} is answered.")


async def asks(interaction: Interaction, about: str) -> None:
    """The form of a challenge was sent: open it, unless it is being opened already."""
    match, report, entry = about.split(":")
    table, caller = await base.opened(interaction, match)
    number, words = int(entry), typed(interaction, "words")
    key, opening = (table.record.id, number), interaction.client.opening
    if key in opening:
        await base.show(interaction, f"#{number} is being challenged already")
        return
    opening.add(key)
    try:
        await challenge(interaction, table, caller, int(report), number, words)
    except RefereeError as problem:
        await base.show(interaction, plain(str(problem)))
    finally:
        opening.discard(key)


class Close(base.OfMatch, id="qc", label="Take it back", entry=base.NUMBER):
    """The challenger takes the challenge back, or the GM lets the order stand."""

    async def act(self, interaction: Interaction) -> None:
        """Close it, which is announced once; its thread is archived afterwards."""
        table, caller = await base.opened(interaction, self.match)
        bot = interaction.client
        await challenges.close(bot.referee, table, caller, self.entry)
        bot.changed(table)
        await base.show(interaction, f"The challenge of #{self.entry} is closed.")


async def show_rows(
    interaction: Interaction, table: OpenMatch, caller: Caller, report: int, page: int
) -> None:
    """Show a menu of the entries of a turn that can be challenged."""
    bot = interaction.client
    viewer = viewer_of(table, caller)
    rows = await challenges.rows_of_turn(bot.referee, table, report, viewer)
    options = base.paged([(str(row.number), row.text) for row in rows], page)
    pick = Pick(table.record.id, report, page, options=options)
    await base.show(interaction, "Which entry shall the GM look at?", [pick])


async def challenge(
    interaction: Interaction, table: OpenMatch, caller: Caller, report: int, number: int, words: str
) -> None:
    """Open a challenge and put it to the GM; clocks rest meanwhile.  If this fails, close it."""
    bot = interaction.client
    referee, viewer = bot.referee, viewer_of(table, caller)
    rows = await challenges.rows_of_turn(referee, table, report, viewer)
    made = await challenges.take_up(referee, table, caller, report, number, rows, words)
    try:
        thread = None
        if not await challenges.is_secret(referee, table, number):
            thread = await new_thread(interaction, table, f"Challenge of #{made.entry}")
        where = LETTERS if thread is None else str(thread.id)
        clock = await resting(bot, table)
        made = await challenges.note(referee, table, made, thread=where, clock=clock)
        link = await link_to(bot, table, number)
        await challenges.put(referee, table, caller, made, report, link)
    except Exception:
        await challenges.close(referee, table, caller, number)
        raise
    bot.changed(table)
    close: list[ui.Item[Any]] = [Close(table.record.id, number)]
    told = "in direct messages" if thread is None else f"in <#{thread.id}>"
    await base.show(interaction, f"The GM is asked about #{number} {told}.", close)
    for user in challenges.members(table, made):
        if thread is not None and user.isdecimal():
            with suppress(*NET_TROUBLE):
                await thread.add_user(discord.Object(int(user)))


async def resting(bot: "RefereeBot", table: OpenMatch) -> str:
    """`Anna's clock rests at 21 h 10 min`."""
    turns = open_turns(await bot.deadlines.sync(table))
    told = [f"{table.name_of(turn.seat)}'s clock rests at {spoken(turn.left)}" for turn in turns]
    return ", ".join(told)


async def link_to(bot: "RefereeBot", table: OpenMatch, number: int) -> str:
    """The address of the post that reported the challenged order; empty if there is none."""
    place = await bot.referee.mail.place_of(table.record.id)
    posts = await bot.referee.mail.posted(table.record.id, "turn")
    own = [post for post in posts if post.number < number and post.message]
    return address(place, newest(own[-1].message)) if place is not None and own else ""


async def new_thread(
    interaction: Interaction, table: OpenMatch, name: str
) -> discord.Thread | None:
    """A private thread beside the match; of a public match, if that is not allowed, a public one;
    None if neither can be made."""
    bot = interaction.client
    place = await bot.referee.mail.place_of(table.record.id)
    home: Any = None
    with suppress(*NET_TROUBLE):
        if place is not None and place.guild:
            number = int(place.channel)
            home = bot.get_channel(number) or await bot.fetch_channel(number)
    channel = home.parent if isinstance(home, discord.Thread) else home
    if not isinstance(channel, discord.TextChannel):
        return None
    kinds = [discord.ChannelType.private_thread]
    if is_public(table):
        kinds.append(discord.ChannelType.public_thread)
    title = f"{name}, {table.record.name}"[:100]
    for kind in kinds:
        with suppress(*NET_TROUBLE):
            return await channel.create_thread(name=title, type=kind)
    return None


def decide_buttons(match: int, entry: int) -> ui.View | None:
    """The buttons with which the GM decides a challenge."""
    return base.panel(
        [
            Decide(match, entry, "stands", label=f"#{entry} stands", style=base.PRIMARY),
            Decide(match, entry, "rule", label="Rule\u2026"),
            Decide(match, entry, "rewind", label=f"Rewind to before #{entry}\u2026"),
        ]
    )
