"""The button below a turn report with which a player asks the GM to look at an entry again."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import discord
from discord import ui

from bot.chat.adapt import NET_TROUBLE, NOBODY
from bot.chat.views.base import (
    NUMBER,
    Interaction,
    Pressed,
    begin,
    chosen,
    panel,
    short,
    show,
    table_of,
)
from bot.referee.gate import Caller, is_gm, is_player, viewer_of
from bot.referee.service import RefereeError, Table
from bot.render.escape import plain
from bot.rulings import challenges
from bot.rulings.challenges import Challenge, Row
from rules.flow import seat_name

PAGE = 24
MORE = "more"
_OPENING: set[tuple[int, int]] = set()
"""Match and entry of the challenges whose threads are being made at this moment."""


class Challenged(Pressed, template=rf"cr:q:(?P<match>{NUMBER}):(?P<report>{NUMBER})"):
    """Below the report of the turn that entry `report` ended."""

    def __init__(self, match: int | str, report: int | str) -> None:
        self.match, self.report = str(match), int(report)
        name = f"cr:q:{match}:{report}"
        super().__init__(ui.Button(label="Challenge", custom_id=name))

    async def act(self, interaction: Interaction) -> None:
        """A player picks an entry; a GM sees what is open."""
        await begin(interaction)
        table, caller = await table_of(interaction, self.match)
        if is_gm(table, caller) and not is_player(table, caller):
            await show_open(interaction, table)
            return
        challenges.check_may_challenge(table, caller)
        await show_rows(interaction, table, caller, self.report, 0)


class Pick(
    Pressed,
    template=rf"cr:qp:(?P<match>{NUMBER}):(?P<report>{NUMBER}):(?P<page>[0-9]{{1,4}})",
):
    """The entries of the turn, a page at a time."""

    def __init__(
        self, match: int | str, report: int | str, page: int | str, rows: Sequence[Row] = ()
    ) -> None:
        self.match, self.report, self.page = str(match), int(report), int(page)
        pages = max(1, -(-len(rows) // PAGE))
        start = self.page % pages * PAGE
        options = [
            discord.SelectOption(label=short(row.text), value=str(row.number))
            for row in rows[start : start + PAGE]
        ]
        if pages > 1:
            label = f"more ... (page {self.page % pages + 1} of {pages})"
            options.append(discord.SelectOption(label=label, value=MORE))
        options = options or [discord.SelectOption(label="nothing", value="0")]
        name = f"cr:qp:{match}:{report}:{page}"
        super().__init__(ui.Select(placeholder="an entry", options=options, custom_id=name))

    async def act(self, interaction: Interaction) -> None:
        """Next page, or the challenge."""
        await begin(interaction)
        table, caller = await table_of(interaction, self.match)
        value = chosen(interaction)
        if value == MORE:
            await show_rows(interaction, table, caller, self.report, (self.page + 1) % 10_000)
            return
        key = (table.record.id, int(value))
        if key in _OPENING:
            await show(interaction, f"#{value} is being challenged already")
            return
        _OPENING.add(key)
        try:
            await challenge(interaction, table, caller, self.report, int(value))
        except RefereeError as problem:
            await show(interaction, plain(str(problem)))
        finally:
            _OPENING.discard(key)


class Close(Pressed, template=rf"cr:qc:(?P<match>{NUMBER}):(?P<entry>{NUMBER})"):
    """The GM has answered, or the challenger takes it back."""

    def __init__(self, match: int | str, entry: int | str) -> None:
        self.match, self.entry = str(match), int(entry)
        label, name = f"Close #{self.entry}", f"cr:qc:{match}:{entry}"
        super().__init__(ui.Button(label=label, custom_id=name))

    async def act(self, interaction: Interaction) -> None:
        """Said in public, once; the thread is put away."""
        await begin(interaction)
        table, caller = await table_of(interaction, self.match)
        bot = interaction.client
        done = await challenges.close(bot.referee, table, caller, self.entry)
        await show(interaction, f"The challenge of #{self.entry} is closed.")
        await tell(interaction, table, f"The challenge of #{self.entry} is closed.")
        if done.thread.isdecimal():
            with suppress(*NET_TROUBLE):
                thread: Any = await bot.fetch_channel(int(done.thread))
                await thread.edit(archived=True)


async def show_rows(
    interaction: Interaction, table: Table, caller: Caller, report: int, page: int
) -> None:
    """What of a turn can be challenged."""
    bot = interaction.client
    viewer = viewer_of(table, caller)
    rows = await challenges.rows_of_turn(bot.referee, bot.announcer, table, report, viewer)
    pick: ui.Item[Any] = Pick(table.record.id, report, page, rows)
    await show(interaction, "Which entry shall the GM look at?", [pick])


async def show_open(interaction: Interaction, table: Table) -> None:
    """For a GM: what waits, with a button to close it."""
    waiting = challenges.open_challenges(table)[:20]
    lines = [
        f"{seat_name(one.by)} challenges #{one.entry}"
        + (f" in <#{one.thread}>" if one.thread.isdecimal() else "")
        for one in waiting
    ]
    items: list[ui.Item[Any]] = [Close(table.record.id, one.entry) for one in waiting]
    await show(interaction, "\n".join(lines) or "No entry is being challenged.", items)


async def challenge(
    interaction: Interaction, table: Table, caller: Caller, report: int, number: int
) -> None:
    """Take a challenge up, and bring it before the GM."""
    bot = interaction.client
    referee, viewer = bot.referee, viewer_of(table, caller)
    rows = await challenges.rows_of_turn(referee, bot.announcer, table, report, viewer)
    made = await challenges.take_up(referee, table, caller, report, number, rows)
    close: list[ui.Item[Any]] = [Close(table.record.id, number)]
    try:
        thread = None
        if not await challenges.is_secret(referee, table, number):
            thread = await talk(interaction, table, made, report)
        if thread is None:
            await challenges.by_letter(referee, bot.announcer, table, caller, made, report)
    except Exception:
        await challenges.close(referee, table, caller, number)
        raise
    where = "in direct messages" if thread is None else f"in <#{thread}>"
    await show(interaction, f"The GM is asked about #{number} {where}.", close)
    await tell(interaction, table, f"{seat_name(made.by)} challenges #{number}.")


async def talk(interaction: Interaction, table: Table, made: Challenge, report: int) -> int | None:
    """A thread with all that is public about the entry; None where none can be made."""
    bot = interaction.client
    referee = bot.referee
    rows = await challenges.rows_of_turn(referee, bot.announcer, table, report, None)
    pages = await challenges.pages(referee, table, made, rows, None)
    thread = await new_thread(interaction, table, f"Challenge of #{made.entry}")
    if thread is None:
        return None
    try:
        for page in pages[:-1]:
            await thread.send(page, allowed_mentions=NOBODY)
        view: Any = panel([Close(table.record.id, made.entry)])
        await thread.send(pages[-1], allowed_mentions=NOBODY, view=view)
    except NET_TROUBLE:
        return None
    await challenges.placed(referee, table, made.entry, str(thread.id))
    for user in challenges.members(table, made):
        if user.isdecimal():
            with suppress(*NET_TROUBLE):
                await thread.add_user(discord.Object(int(user)))
    return thread.id


async def new_thread(interaction: Interaction, table: Table, name: str) -> discord.Thread | None:
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
    if table.record.settings.get("audience", "public") == "public":
        kinds.append(discord.ChannelType.public_thread)
    title = f"{name}, {table.record.name}"[:100]
    for kind in kinds:
        with suppress(*NET_TROUBLE):
            return await channel.create_thread(name=title, type=kind)
    return None


async def tell(interaction: Interaction, table: Table, text: str) -> None:
    """Say where the match is played what became of a challenge."""
    bot = interaction.client
    number = table.match.links[-1].number
    await bot.referee.mail.notice(table.record.id, number, "public", text)
    bot.changed(table)


def challenge_panel(match: int, report: int) -> ui.View | None:
    """The button below a report."""
    return panel([Challenged(match, report)])


CHALLENGES: tuple[type[Pressed], ...] = (Challenged, Pick, Close)
"""What is registered at start."""
