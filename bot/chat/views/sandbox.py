"""A sandbox in chat: what `/try` answers, its board, and the buttons below it."""

from typing import Any

import discord
from discord import ui

from bot.chat.adapt import hold, respond
from bot.chat.looking import own_pages, picture_of
from bot.chat.views import base
from bot.chat.views.base import Interaction
from bot.doors.sandbox import FiledLine, Sandbox, TryAnswer, shadow_of
from bot.history.looks import ViewerLook, aloud, board_form
from bot.referee.gate import Caller, check_holds, check_may_order
from bot.referee.service import OpenMatch, RefereeError
from bot.render.compact import PHONE, chat_board
from bot.render.pages import split
from bot.render.scene import scene_of
from bot.render.wording import plain
from grammar import Written

SINCE = "Your sandbox is another one by now: nothing was filed. `/try` shows it."


def moment_of(box: Sandbox) -> str:
    """An id of what is in a sandbox now, by which a button knows whether it still belongs to it."""
    return base.mark("\n".join((str(box.start), *(step.written.text for step in box.steps))))


WHAT = "board|undo|keep|drop"


class Sand(base.OfMatch, id="sb", label="Sandbox", seat=base.SEAT, what=WHAT, moment=base.MARK):
    """Board, undo, keep, throw away: each does what `/try` with that word does."""

    async def act(self, interaction: Interaction) -> None:
        """Answer the holder of the seat; a button of an older answer files nothing."""
        await hold(interaction)
        table, caller = await base.table_of(interaction, self.match)
        check_holds(table, caller, self.seat)
        box = interaction.client.trying.boxes.peek(caller.user, table, self.seat)
        same = box is not None and moment_of(box) == self.moment
        if self.what in ("keep", "undo") and not same:
            raise RefereeError(SINCE)
        key = base.pressed_key(interaction, f"sand-{self.moment}")
        await answer_try(interaction, table, caller, self.seat, self.what, key)


async def answer_try(
    interaction: Interaction, table: OpenMatch, caller: Caller, seat: int, words: str, key: str
) -> None:
    """Answer `/try`, with buttons and perhaps the board.  Raises `RefereeError` unless the caller
    may give orders for the seat."""
    bot = interaction.client
    check_may_order(table, caller, seat)
    count = 0

    async def file(written: Written) -> FiledLine:
        """File through the same door as `/order`, with no question: the player has just agreed."""
        nonlocal count
        count += 1
        line, late = f"{seat}> {written.text}", count > 1
        answer = await base.said(interaction, table, f"{key}-{count}", line, late=late, sure=True)
        return FiledLine(answer.done and answer.marks == ("filed",), answer.text)

    told = await bot.trying.answer(caller.user, table, seat, words, file)
    pages, picture = split(told.text), None
    if told.box is not None and told.board:
        more, picture = await board_of(interaction, table, told.box)
        pages += more
    await respond(interaction, pages, view=base.panel(buttons(table, told)), file=picture)


def buttons(table: OpenMatch, told: TryAnswer) -> list[ui.Item[Any]]:
    """`[Board] [Undo 3] [Keep: files 3 orders] [Throw away]`; none if nothing was tried."""
    box = told.box
    if box is None or not box.steps:
        return []
    count = len(box.steps)
    labels = {
        "board": "Board",
        "undo": f"Undo {count}",
        "keep": f"Keep: files {count} order{'s' * (count > 1)}",
        "drop": "Throw away",
    }
    moment = moment_of(box)
    match, seat = table.record.id, box.seat
    return [Sand(match, seat, what, moment, label=text) for what, text in labels.items()]


async def board_of(
    interaction: Interaction, table: OpenMatch, box: Sandbox
) -> tuple[list[str], discord.File | None]:
    """The board of the sandbox as its seat sees it: text, picture, or all of it in words."""
    bot, game, state = interaction.client, table.game, box.state(table)
    sight = ViewerLook.of(await bot.referee.mail.person(str(interaction.user.id)))
    name = f"{table.record.name}, sandbox"
    scene = scene_of(game, state, box.seat, name, box.begun, box.events)
    if sight.reader and scene is not None:
        return split(plain(aloud(scene))), None
    form = board_form(table)
    file = None if form == "text" or scene is None else await picture_of(bot.referee, scene)
    if form == "picture" and file is not None:
        return [], file
    text = chat_board(game, state, box.seat, None, sight.width == PHONE)
    if text is not None:
        return split(text), file
    shown = shadow_of(table, state)
    return own_pages(bot, shown, box.seat, lambda name: name in ("board", "title")), file
