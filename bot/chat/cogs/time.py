"""`/clock`, `/remind`, `/standing-orders`: time, and what happens when there is none left."""

from discord import app_commands
from discord.ext import commands

from bot.chat.adapt import defer, respond
from bot.chat.cogs.common import (
    BaseCog,
    Choices,
    Interaction,
    MatchRequest,
    Seat,
    at_hand,
    begun,
    called,
    choices,
    match_command,
)
from bot.clocks import clockroom
from bot.clocks.reminders import (
    LADDER,
    QUIET,
    USUAL,
    WHERE,
    ZONE,
    ZONES,
    habits_of,
    read_ladder,
    read_quiet,
    read_zone,
)
from bot.clocks.timewords import clock_lines
from bot.doors.suggest import begins
from bot.lobby.lobby import check_takes_part
from bot.referee.clock import FORMS, clock_of, duration, policy_lines, seats_text
from bot.referee.notes import note_down, notes_of
from bot.referee.service import OpenMatch
from bot.render.wording import both, plain, stamp

Length = app_commands.Range[str, 2, 20]
EXTEND = {"by": "How much: 12h, 2d", "seat": "Whose; left out: all who are awaited"}
Day = app_commands.Range[str, 8, 20]
WHERES = called(dm="in a direct message", channel="in the match's channel, by name")
EXAMPLES = ("3d", "1d", "12h", "3d + 12h max 5d", "1d bank 7d", "30s", "off")


async def zones(_: Interaction, current: str) -> Choices:
    """Completions: the names of time zones."""
    return choices(begins(ZONES, current.replace(" ", "_")))


async def clocks(_: Interaction, current: str) -> Choices:
    """Completions: examples of clocks."""
    return choices(begins(EXAMPLES, current))


async def ask_others(asked: MatchRequest, missing: list[int], command: str) -> None:
    """Say in public what somebody wants, and how the others agree."""
    table = asked.table
    who = seats_text(table, table.record.settings.agreed.seats)
    what = f"it holds when {seats_text(table, missing)} says the same"
    await asked.tell(f"{who} asks for it; {what}: `{command}`.")


class Clocks(BaseCog, commands.GroupCog, name="clock", description="The time of a match"):
    """Each command calls one thing of the clock room and shows its answer."""

    @match_command("show", begun)
    async def show(self, asked: MatchRequest) -> None:
        """Who has how long, and what a missed deadline does."""
        lines = clock_lines(asked.table, await self.bot.deadlines.sync(asked.table))
        if clock_of(asked.table) is not None and (rest := clockroom.rest_text(asked.table)):
            lines.append(f"{rest.removesuffix('.')}{await self.until(asked.table)}.")
        await asked.respond("\n".join(lines))

    async def until(self, table: OpenMatch) -> str:
        """` until ...`: when a pause ends by itself; empty if it does not."""
        row = await self.bot.deadlines.times.clock(table.record.id)
        return f" until {both(row.resume_at)}" if row and row.resume_at else ""

    @match_command(
        "set",
        at_hand,
        clock=FORMS[:100],
        grace="How many missed deadlines of a player are put off first",
        grace_time="By how long",
        open_after="After how many ended turns in a row a seat is open (0: never)",
        away="Deadlines that pass while I am away: put off by at most so long, or: act",
        weekends="True: no clock runs on Saturdays and Sundays",
        holidays="How many days of holiday each player may take in the match",
    )
    @app_commands.autocomplete(clock=clocks)
    async def set_(
        self,
        asked: MatchRequest,
        clock: app_commands.Range[str, 2, 60] | None = None,
        grace: app_commands.Range[int, 0, 9] | None = None,
        grace_time: Length | None = None,
        open_after: app_commands.Range[int, 0, 9] | None = None,
        away: Length | None = None,
        weekends: bool | None = None,
        holidays: app_commands.Range[int, 0, 60] | None = None,
    ) -> None:
        """Give a match a clock (after the start: the GM, or all together)."""
        named = {"clock": clock, "grace": grace, "grace_time": grace_time}
        named |= {"open_after": open_after, "away": away}
        named |= {"weekends": weekends, "holidays": holidays}
        given = {name: value for name, value in named.items() if value is not None}
        terms = clockroom.chosen(asked.table, given)
        missing = await clockroom.set_clock(self.bot.deadlines, asked.table, asked.caller, terms)
        if missing:
            words = " ".join(f"{name}: {value}" for name, value in given.items())
            await ask_others(asked, missing, plain(f"/clock set {words}"))
            return
        await asked.tell("\n".join(policy_lines(asked.table)))

    @match_command("extend", begun, **EXTEND)
    async def extend(self, asked: MatchRequest, by: Length, seat: Seat | None = None) -> None:
        """Give more time: the GM to anybody, a player to the opponent."""
        await extend(asked, by, seat)

    @app_commands.command(name="holiday")
    @app_commands.describe(
        first="The first day: 2026-12-24; left out: what you have entered is shown",
        last="The last day; left out: one day",
        drop="True: the days that are still to come count again",
    )
    async def holiday(
        self,
        interaction: Interaction,
        first: Day | None = None,
        last: Day | None = None,
        drop: bool = False,
    ) -> None:
        """Days off: your clock rests in all your matches, as far as each allows it."""
        await defer(interaction)
        user = str(interaction.user.id)
        lines = await clockroom.take_holidays(self.bot.deadlines, user, first, last, drop)
        for table in await self.bot.doors.tables.tables_of(self.bot.caller_of(interaction)):
            self.bot.changed(table)
        await respond(interaction, "\n".join(lines))

    @match_command("pause", at_hand, length="For how long; the match then goes on by itself")
    async def pause(self, asked: MatchRequest, length: Length = "7d") -> None:
        """Let the match and its clocks rest, if all agree (or the GM says so)."""
        missing = await clockroom.pause(self.bot.deadlines, asked.table, asked.caller, length)
        if missing:
            await ask_others(asked, missing, f"/clock pause length: {plain(length)}")
            return
        said = f"The match rests{await self.until(asked.table)}. No clock runs"
        await asked.tell(f"{said}; `/clock resume` goes on sooner.")

    @match_command("resume", at_hand)
    async def resume(self, asked: MatchRequest) -> None:
        """Go on before a pause is over, if all agree (or the GM says so)."""
        missing = await clockroom.resume(self.bot.deadlines, asked.table, asked.caller)
        if missing:
            await ask_others(asked, missing, "/clock resume")
            return
        await asked.tell("The match goes on, each clock where it stood.")


async def extend(asked: MatchRequest, by: str, seat: int | None) -> None:
    """Carry out `/clock extend` and `/gm extend`; the notice goes where the match is played."""
    bot, table = asked.interaction.client, asked.table
    turns = await clockroom.extend(bot.deadlines, table, asked.caller, by, seat)
    bot.changed(table)
    said = [
        f"{table.name_of(turn.seat)}: {both(turn.due) if turn.due else duration(turn.left)}"
        for turn in turns
    ]
    await asked.respond(f"More time for {'; '.join(said)}.")


class Reminders(BaseCog, commands.GroupCog, name="remind", description="When I write to you"):
    """What each account chooses for itself, in all its matches."""

    @app_commands.command(name="set")
    @app_commands.describe(
        ladder=f"How long before a deadline: {USUAL}; or off",
        quiet="Hours without reminders: 22:00-07:00; or off",
        zone="Your time zone, for the quiet hours: Europe/Berlin",
        where="Where I remind you",
    )
    @app_commands.choices(where=WHERES)
    @app_commands.autocomplete(zone=zones)
    async def set_(
        self,
        interaction: Interaction,
        ladder: app_commands.Range[str, 1, 60] | None = None,
        quiet: app_commands.Range[str, 1, 20] | None = None,
        zone: app_commands.Range[str, 1, 60] | None = None,
        where: str | None = None,
    ) -> None:
        """Choose when you are reminded of deadlines; what you leave out stays as it is."""
        await defer(interaction)
        changes = {LADDER: ladder, QUIET: quiet, ZONE: zone, WHERE: where}
        for value, read in ((ladder, read_ladder), (quiet, read_quiet), (zone, read_zone)):
            if value is not None:
                read(value)
        mail, user = self.bot.referee.mail, str(interaction.user.id)
        given = {name: value for name, value in changes.items() if value is not None}
        before = await mail.remember(user, given)
        await self.bot.deadlines.rehabit(user, before)
        await self.answer(interaction, user)

    @match_command("round", begun, number="Which round", note="What you want to be told")
    async def round_(
        self,
        asked: MatchRequest,
        number: app_commands.Range[int, 1, 999],
        note: app_commands.Range[str, 1, 200],
    ) -> None:
        """A note to yourself, sent to you when a round begins."""
        check_takes_part(asked.table, asked.caller)
        said = await note_down(self.bot.referee, asked.table, asked.caller, number, note)
        await asked.respond(said)

    @app_commands.command(name="show")
    async def show(self, interaction: Interaction) -> None:
        """When you are reminded, and what waits for you until when."""
        await defer(interaction)
        await self.answer(interaction, str(interaction.user.id))

    async def answer(self, interaction: Interaction, user: str) -> None:
        """The habits of an account, its open deadlines, its next reminders, its notes to itself."""
        lines = habits_of(await self.bot.referee.mail.person(user)).lines()
        for turn in await self.bot.deadlines.times.open_of(user):
            record = await self.bot.referee.store.find(f"#{turn.match_id}")
            if record is None or turn.due is None:
                continue
            table = await self.bot.referee.open(f"#{record.id}")
            ahead = f", reminder {stamp(turn.remind_at)}" if turn.remind_at else ""
            lines.append(
                f"- #{turn.match_id} **{plain(record.name)}**, {table.name_of(turn.seat)}: "
                f"{both(turn.due)}{ahead}"
            )
        lines += await notes_of(self.bot.referee, user)
        await respond(interaction, "\n".join(lines))
