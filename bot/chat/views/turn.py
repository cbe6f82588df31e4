"""The buttons below a turn's post: look, end the phase, why, and the private menu *More*."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.chat.adapt import file_of, respond
from bot.chat.founding import once_more
from bot.chat.looking import key_answer, show_board, whole_pages
from bot.chat.views import base
from bot.chat.views.base import NUMBER, Interaction, OfMatch, opened, show
from bot.chat.views.challenge import decide_buttons, show_rows
from bot.chat.views.gm import Agree, Reject
from bot.chat.views.menu import Orders
from bot.chat.views.offer import PASSED, answers_to
from bot.chat.views.replay import Export, Luck, Overrides, Replay
from bot.chat.views.seats import TakeSeat
from bot.doors.confirming import moment_mark
from bot.history.log import log_lines, why_lines
from bot.history.secrets import sights
from bot.history.yearbook import news_until
from bot.posts.asked import offers_of, outcome_of
from bot.posts.back import own_void
from bot.posts.headings import people
from bot.posts.panels import Panel
from bot.posts.turns import pack_of
from bot.referee.gate import Caller, is_player, viewer_of
from bot.referee.open_match import needed
from bot.referee.service import OpenMatch, RefereeError
from bot.render.wording import inside_fence, no_mentions, plain
from rules.line.orders import GM


class Again(OfMatch, id="ag", label="Again, sides changed"):
    """Starts another practice match against the same opponent, with sides changed."""

    async def act(self, interaction: Interaction) -> None:
        """Only for whoever played."""
        table, _ = await opened(interaction, self.match)
        await once_more(interaction, table)


class NewsPage(OfMatch, id="nw", label="News", number=NUMBER):
    """Shows what changed for the caller, from their own last act before this turn to its end."""

    async def act(self, interaction: Interaction) -> None:
        """Show the page of their seat; others see what changed in the turn alone."""
        table, viewer = await base.seen(interaction, self.match)
        end = await end_of(interaction, table, self.number)
        since, lines = await news_until(interaction.client.referee, table, viewer, self.number, end)
        who = f", {table.name_of(viewer)}" if viewer else ""
        head = f"**{plain(table.record.name)}**{plain(who)}, {since}:"
        await show(interaction, "\n".join((head, *map(plain, lines or ("Nothing has changed.",)))))


async def end_of(interaction: Interaction, table: OpenMatch, number: int) -> int:
    """The last entry that belongs to the post of a turn."""
    posts = await interaction.client.referee.mail.posted(table.record.id, "turn")
    later = [post.number for post in posts if post.number > number]
    return min(later, default=table.last)


MOST_ROWS = 25
LATEST = 20


class Board(base.OfMatch, id="b", label="Board"):
    """Shows the board to whoever asks."""

    async def act(self, interaction: Interaction) -> None:
        """Show it as the caller may see it."""
        table, viewer = await base.seen(interaction, self.match)
        await show_board(interaction, table, viewer, interaction.user.id)


class EndThePhase(OfMatch, id="e", label="End the phase", seat=base.SEAT, moment=base.MARK):
    """Ends the phase in which the button was made, and no later one."""

    async def act(self, interaction: Interaction) -> None:
        """Only for the holder of the seat; if units could still act, a question comes first."""
        table = await base.ordering(interaction, self.match, self.seat)
        if moment_mark(table) != self.moment:
            raise RefereeError(PASSED)
        key = base.pressed_key(interaction, f"end-{self.moment}")
        answer = await base.said(interaction, table, key, f"{self.seat}> end phase")
        view = base.panel(answers_to(answer.ask))
        await respond(interaction, answer.text or "Nothing was filed.", view=view)


class PassUntil(OfMatch, id="pu", label="Pass", seat=base.SEAT, moment=base.MARK):
    """Passes the turns in which no unit can do anything, from the moment of the button on."""

    async def act(self, interaction: Interaction) -> None:
        """Only for the holder of the seat; nothing is asked, since the label says it all."""
        table = await base.ordering(interaction, self.match, self.seat)
        game = table.game
        found = game.skip(table.state, self.seat) if game.skip else None
        if moment_mark(table) != self.moment or found is None:
            raise RefereeError(PASSED)
        key = base.pressed_key(interaction, f"skip-{self.moment}")
        answer = await base.said(interaction, table, key, f"{self.seat}> {found[0]}", sure=True)
        await respond(interaction, answer.text or "Nothing was filed.")


class Why(OfMatch, id="w", label="Why\u2026", number=NUMBER):
    """Shows the orders of the turn that began with entry `number`, to unfold one privately."""

    async def act(self, interaction: Interaction) -> None:
        """Show the orders to choose from."""
        table, viewer = await base.seen(interaction, self.match)
        rows = await rows_of(interaction, table, self.number, viewer)
        if not rows:
            await base.show(interaction, "Nothing has been ordered in this turn yet.")
            return
        await base.show(
            interaction, "Which order?", [Unfold(self.match, self.number, options=rows)]
        )


class Unfold(base.Menu, id="wn", hint="an order", match=NUMBER, number=NUMBER):
    """A menu of the orders of a turn."""

    async def act(self, interaction: Interaction) -> None:
        """Show every number of the order, as far as the caller may know it."""
        table, viewer = await base.seen(interaction, self.match)
        number = int(base.chosen(interaction))
        lines = await why_lines(interaction.client.referee, table, number, viewer)
        rows = await rows_of(interaction, table, self.number, viewer)
        again = Unfold(self.match, self.number, options=rows)
        await base.show(interaction, "\n".join(map(plain, lines)), [again])


async def rows_of(
    interaction: Interaction, table: OpenMatch, number: int, viewer: int | None
) -> list[discord.SelectOption]:
    """The orders of the turn that began with an entry, as far as a viewer may read them."""
    bot = interaction.client
    if number >= len(table.match.links):
        return []
    end = await end_of(interaction, table, number)
    turn = await bot.announcer.turns.read(table, number, end)
    entries = [step.entry for step in turn.live if not step.passed]
    first = next((step.before for step in turn.live if not step.passed), turn.first)
    seen = sights(table, entries, first, viewer)
    return [
        discord.SelectOption(label=base.short(f"#{one.number} {one.orders}"), value=str(one.number))
        for one in seen
        if one.open and one.orders
    ][-MOST_ROWS:]


class More(OfMatch, id="x", label="More\u2026", number=NUMBER):
    """Opens a menu of what is rarely wanted."""

    async def act(self, interaction: Interaction) -> None:
        """Show the menu; to challenge takes somebody else at the match."""
        table, caller = await base.opened(interaction, self.match)
        wanted = [
            discord.SelectOption(label=one, value=one)
            for one in MENU
            if one != CHALLENGE or may_challenge(table, caller)
        ]
        choice = PrivateChoice(self.match, self.number, options=wanted)
        await base.show(interaction, "What would you like?", [choice])


PACK, KEY, LOG, ODDS = "Forum pack", "Key", "Log", "Odds"
CHALLENGE, FULL, HELP = "Challenge an order", "Full board", "Help"
MENU = (PACK, KEY, LOG, ODDS, CHALLENGE, FULL, HELP)


def may_challenge(table: OpenMatch, caller: Caller) -> bool:
    """May the caller challenge an order: a player, with another account as GM or in a seat?"""
    seats = (GM, *table.seats)
    held = {user for seat, user in table.record.seats if seat == GM} | people(table, seats)
    return is_player(table, caller) and bool(held - {caller.user})


class PrivateChoice(base.Menu, id="xc", hint="choose", match=NUMBER, number=NUMBER):
    """A menu of things that are shown privately."""

    async def act(self, interaction: Interaction) -> None:
        """Show one of them as the caller may see it."""
        table, caller = await base.opened(interaction, self.match)
        bot, viewer, what = interaction.client, viewer_of(table, caller), base.chosen(interaction)
        if what == CHALLENGE:
            end = await end_of(interaction, table, self.number)
            live = [one for one in table.match.path() if one <= end]
            await show_rows(interaction, table, caller, live[-1] if live else 0, 0)
        elif what == PACK:
            end = await end_of(interaction, table, self.number)
            text = await pack_of(bot.announcer.turns, table, self.number, end, viewer)
            file = file_of(text, f"match{table.record.id}-{end}.txt")
            await interaction.followup.send("Forum pack of this turn:", file=file, ephemeral=True)
        elif what == KEY:
            await pages(interaction, await key_answer(bot, table, viewer))
        elif what == FULL:
            await pages(interaction, whole_pages(bot, table, viewer, "board"))
        elif what == LOG:
            lines = await log_lines(bot.referee, table, viewer, LATEST)
            await base.show(interaction, "\n".join(map(plain, lines)))
        else:
            await base.show(interaction, await advice(interaction, table, caller, what))


async def advice(interaction: Interaction, table: OpenMatch, caller: Caller, what: str) -> str:
    """Three sentences that could be typed now, and the command that goes further."""
    seats = table.plays(caller.user)
    awaited = [seat for seat in seats if seat in table.awaited]
    lines = []
    for seat in (awaited or seats)[:1]:
        found = await interaction.client.doors.suggestions.examples(table, seat, 3)
        lines = [f"- `{plain(one)}`" for one in found]
    if what == ODDS:
        return (
            "`/odds` and an order say what it would bring, `/odds order: Orc against Knight` who "
            "beats whom; nothing is rolled or filed."
        )
    head = "You could write:" if lines else "It is not your turn; your orders are read when it is."
    return "\n".join((head, *lines, "Other topics: `/help`"))


async def pages(interaction: Interaction, texts: Sequence[str]) -> None:
    """Show several messages to whoever asked."""
    first, *rest = texts or ["There is nothing to be seen."]
    await base.show(interaction, first)
    for text in rest:
        await interaction.followup.send(text, ephemeral=True)


def check_there(table: OpenMatch, number: int) -> None:
    """Raise `RefereeError` if the log has no such entry: a button may be older than the log."""
    if number >= len(table.match.links):
        raise RefereeError(f"there is no #{number} in this match any more")


class CopyOrders(OfMatch, id="co", label="Copy my orders", number=NUMBER):
    """Shows one's own orders that a rewind made void, ready to be edited and sent again."""

    async def act(self, interaction: Interaction) -> None:
        """Only for their writer."""
        table, caller = await base.opened(interaction, self.match)
        seats = table.plays(caller.user)
        check_there(table, self.number)
        lines = own_void(table, self.number, seats)
        if not lines:
            await base.show(interaction, "No order of yours became void.")
            return
        text = no_mentions(inside_fence("\n".join(lines)))
        await base.show(interaction, f"Your orders that became void:\n```\n{text}\n```")


class AnswerDraw(OfMatch, id="d", label="Decline", number=NUMBER, word="accept|decline"):
    """Accepts or declines what was offered with entry `number`: a draw, or another offer that the
    system knows."""

    async def act(self, interaction: Interaction) -> None:
        """Only for the other seats, as long as the offer stands."""
        table, caller = await base.opened(interaction, self.match)
        bot = interaction.client
        check_there(table, self.number)
        (entry,) = await bot.referee.entries(table, [self.number])
        held = base.seats_of(table, caller)
        offers = (one for one in offers_of(table, entry) if one.to in held)
        offer = needed(next(offers, None), "the other side answers this offer")
        if await outcome_of(bot.announcer.turns, table, self.number):
            raise RefereeError("this offer does not stand any more")
        key = base.pressed_key(interaction, f"draw{self.number}-{offer.to}")
        word = offer.accept if self.word == "accept" else offer.decline
        answer = await base.said(interaction, table, key, f"{offer.to}> {word}", sure=True)
        await respond(interaction, answer.text or "Nothing was filed.")


def buttons_of(wanted: Panel) -> ui.View | None:
    """The buttons that a post asks for."""
    match, number = wanted.match, wanted.number
    look: list[ui.Item[Any]] = [Board(match), More(match, number)]
    news: list[ui.Item[Any]] = [NewsPage(match, number)] if wanted.news else []
    if wanted.kind == "live":
        return base.panel([Orders(match, 0, label="Order\u2026")])
    if wanted.kind == "call":
        kind = PassUntil if wanted.skip else EndThePhase
        end = [kind(match, wanted.seat, wanted.moment, label=wanted.label)] if wanted.seat else []
        again: list[ui.Item[Any]] = [CopyOrders(match, number)] if wanted.copy else news
        return base.panel([Orders(match, 0, label="Order\u2026"), look[0], *end, *again, look[1]])
    if wanted.kind == "report":
        return base.panel([Why(match, number), *news, *look])
    if wanted.kind == "decide":
        return decide_buttons(match, number)
    if wanted.kind == "seat":
        return base.panel([TakeSeat(match, wanted.seat, label=wanted.label), Board(match)])
    if wanted.kind == "ask":
        return base.panel([Agree(match, number), Reject(match, number)])
    if wanted.kind == "end":
        last = Again(match) if wanted.again else Board(match)
        return base.panel([Replay(match), Luck(match), Overrides(match), Export(match), last])
    if wanted.kind == "draw":
        accept = AnswerDraw(match, number, "accept", label=f"Accept {wanted.label}")
        return base.panel([accept, AnswerDraw(match, number, "decline"), Board(match)])
    return None
