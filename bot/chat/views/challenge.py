"""Asking the GM to look at an order again, and the buttons with which he answers."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.chat.adapt import NET_TROUBLE
from bot.chat.views import base
from bot.chat.views.base import Interaction, Pressed
from bot.chat.views.forms import fields, one
from bot.posts.outbox import newest
from bot.posts.pinned import address
from bot.referee.clock import spoken
from bot.referee.gate import Caller, is_public, viewer_of
from bot.referee.service import OpenMatch, RefereeError
from bot.render.escape import plain
from bot.rulings import challenges
from bot.rulings.challenges import LETTERS, Row
from bot.store.times import open_turns

if TYPE_CHECKING:
    from bot.chat.client import RefereeBot

ASKED, DECIDED = "cr:qq", "cr:qe"
LONG = discord.TextStyle.paragraph
ASKS = {
    "stands": ("Why it stands (may stay empty)", False),
    "rule": ("What is so? (kept as a ruling)", True),
    "rewind": ("Why the match goes back", True),
}


class Pick(
    Pressed,
    template=rf"cr:qp:(?P<match>{base.NUMBER}):(?P<report>{base.NUMBER}):(?P<page>[0-9]{{1,4}})",
):
    """The entries of the turn, a page at a time."""

    def __init__(
        self, match: int | str, report: int | str, page: int | str, rows: Sequence[Row] = ()
    ) -> None:
        self.match, self.report, self.page = str(match), int(report), int(page)
        options = base.paged([(str(row.number), row.text) for row in rows], self.page)
        super().__init__(base.menu("an entry", options, f"cr:qp:{match}:{report}:{page}"))

    async def act(self, interaction: Interaction) -> None:
        """Next page, or the form for the question."""
        value = base.chosen(interaction)
        if value != base.MORE:
            await interaction.response.send_modal(
                QuestionForm(f"{self.match}:{self.report}:{int(value)}", int(value))
            )
            return
        table, caller = await base.opened(interaction, self.match)
        await show_rows(interaction, table, caller, self.report, (self.page + 1) % 10_000)


class QuestionForm(ui.Modal):
    """What the challenger asks."""

    def __init__(self, about: str, entry: int) -> None:
        super().__init__(title=f"Challenge #{entry}", custom_id=f"{ASKED}:{about}", timeout=60.0)
        text = ui.TextInput[Any](
            custom_id="words", max_length=300, required=False, placeholder="Does each Spear strike?"
        )
        self.add_item(ui.Label[Any](text="What do you ask? (may stay empty)", component=text))


class Decide(
    Pressed,
    template=rf"cr:qd:(?P<match>{base.NUMBER}):(?P<entry>{base.NUMBER}):(?P<how>stands|rule|rewind)",
):
    """The GM says what is so; a form takes the words that are kept."""

    def __init__(self, match: int | str, entry: int | str, how: str, label: str = "") -> None:
        self.match, self.entry, self.how = str(match), int(entry), how
        first = how == "stands"
        style = discord.ButtonStyle.primary if first else discord.ButtonStyle.secondary
        label = label or f"#{self.entry} {how}"
        name = f"cr:qd:{match}:{entry}:{how}"
        super().__init__(ui.Button(label=label, style=style, custom_id=name))

    async def act(self, interaction: Interaction) -> None:
        """Only for whoever decides."""
        table, caller = await base.table_of(interaction, self.match)
        waiting = [one for one in challenges.open_challenges(table) if one.entry == self.entry]
        if not waiting:
            raise RefereeError(f"the challenge of #{self.entry} is closed already")
        challenges.check_may_decide(table, caller, waiting[0])
        about = f"{self.match}:{self.entry}:{self.how}"
        await interaction.response.send_modal(DecideForm(about, self.entry, self.how))


class DecideForm(ui.Modal):
    """The words of a ruling, or the reason of a rewind."""

    def __init__(self, about: str, entry: int, how: str) -> None:
        label, needed = ASKS[how]
        super().__init__(title=f"#{entry}", custom_id=f"{DECIDED}:{about}", timeout=60.0)
        text = ui.TextInput[Any](custom_id="words", max_length=300, required=needed, style=LONG)
        self.add_item(ui.Label[Any](text=label, component=text))


async def answered(interaction: Interaction, name: str, about: str) -> None:
    """One of the two forms was sent, perhaps one from before a restart."""
    await base.begin(interaction)
    words = one(fields(interaction), "words") or ""
    parts = about.split(":")
    table, caller = await base.table_of(interaction, parts[0])
    if name == ASKED:
        report, entry = int(parts[1]), int(parts[2])
        await opened(interaction, table, caller, report, entry, words)
        return
    bot, how = interaction.client, parts[2]
    chosen_how: Any = how if how in ASKS else "stands"
    done = await challenges.decide(bot.referee, table, caller, int(parts[1]), chosen_how, words)
    bot.changed(table)
    await base.show(interaction, f"The challenge of #{done.entry} is answered.")


async def opened(
    interaction: Interaction, table: OpenMatch, caller: Caller, report: int, number: int, words: str
) -> None:
    """A challenge with its question, once at a time."""
    key, opening = (table.record.id, number), interaction.client.opening
    if key in opening:
        await base.show(interaction, f"#{number} is being challenged already")
        return
    opening.add(key)
    try:
        await challenge(interaction, table, caller, report, number, words)
    except RefereeError as problem:
        await base.show(interaction, plain(str(problem)))
    finally:
        opening.discard(key)


class Close(base.OfMatch, id="qc", label="Take it back", entry=base.NUMBER):
    """The GM has answered, or the challenger takes it back."""

    async def act(self, interaction: Interaction) -> None:
        """Said in public, once; the thread is put away behind it."""
        table, caller = await base.opened(interaction, self.match)
        bot = interaction.client
        await challenges.close(bot.referee, table, caller, self.entry)
        bot.changed(table)
        await base.show(interaction, f"The challenge of #{self.entry} is closed.")


async def show_rows(
    interaction: Interaction, table: OpenMatch, caller: Caller, report: int, page: int
) -> None:
    """What of a turn can be challenged."""
    bot = interaction.client
    viewer = viewer_of(table, caller)
    rows = await challenges.rows_of_turn(bot.referee, table, report, viewer)
    pick: ui.Item[Any] = Pick(table.record.id, report, page, rows)
    await base.show(interaction, "Which entry shall the GM look at?", [pick])


async def challenge(
    interaction: Interaction, table: OpenMatch, caller: Caller, report: int, number: int, words: str
) -> None:
    """Take a challenge up, and bring it before the GM; the clocks rest meanwhile."""
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
    """Where the order that is challenged was reported."""
    place = await bot.referee.mail.place_of(table.record.id)
    posts = await bot.referee.mail.posted(table.record.id, "turn")
    own = [post for post in posts if post.number < number and post.message]
    return address(place, newest(own[-1].message)) if place is not None and own else ""


async def new_thread(
    interaction: Interaction, table: OpenMatch, name: str
) -> discord.Thread | None:
    """Beside the match: a private thread; of a public match, if that is not allowed, a public."""
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
    """The buttons in the thread of a challenge."""
    return base.panel(
        [
            Decide(match, entry, "stands"),
            Decide(match, entry, "rule", "Rule\u2026"),
            Decide(match, entry, "rewind", f"Rewind to before #{entry}\u2026"),
        ]
    )


CHALLENGES: tuple[type[Pressed], ...] = (Pick, Close, Decide)
"""What is registered at start."""
