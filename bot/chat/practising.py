"""A practice battle is made: ready-made armies, against oneself or the machine, on either side."""

from dataclasses import replace

from bot.cases.starter import deal
from bot.chat import places
from bot.chat.adapt import respond
from bot.chat.sparring import levels_of, opponents_of
from bot.chat.views.base import Interaction
from bot.lobby import lobby
from bot.referee.clock import PRACTICE
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.referee.settings import change_settings
from rules import GAMES


async def make_practice(
    interaction: Interaction, system: str, level: str | None, seat: int = 1, beside: bool = False
) -> None:
    """A ready-made battle in which somebody plays `seat`; without a `level` he plays all seats.

    `beside`: in a thread of its own, next to that of the battle before.
    """
    bot, referee = interaction.client, interaction.client.referee
    caller = bot.caller_of(interaction)
    bot.founding.pace.check(caller.user)
    other = rival(system, level) or caller.user
    name = await free_name(referee, "practice")
    made = caller, caller.user, other
    table = await lobby.new_match(referee, name, system, {}, *made, seat=seat)
    board = bot.habits.of(str(interaction.guild_id or "")).board
    settings = replace(table.record.settings, board=board)
    if level is not None:
        settings = replace(settings, opponents=((3 - seat, level),))
    if settings != table.record.settings:
        await change_settings(referee, table, settings)
    if len(table.game.seats(table.record.options)) > 2:
        for free in lobby.free_seats(table):
            await lobby.join(referee, table, caller, free)
    home = await places.settle(interaction, table, beside)
    await places.bring(home, caller.user)
    await deal(referee, table)
    await lobby.start(referee, table, caller)
    await bot.announcer.open_match(table)
    bot.changed(table)
    seats = ", ".join(f"`{one}> ...`" for one in table.seats_of(caller.user) if one)
    who = "both armies" if level is None else table.name_of(seat)
    await respond(
        interaction,
        f"Your battle is ready in <#{home.id}>. You are {who} and the GM: begin a line with "
        f"{seats} or `gm> ...`. `/help` shows what you can type.",
    )


async def free_name(referee: Referee, wanted: str) -> str:
    """A name that no match has yet."""
    name, number = wanted, 1
    while await referee.store.find(name) is not None:
        number += 1
        name = f"{wanted} {number}"
    return name


def rival(system: str, level: str | None) -> str | None:
    """The account that an opponent plays under.  Raises `RefereeError` if there is none."""
    if level is None:
        return None
    game = next((game for game in GAMES if game.id == system), None)
    if game is not None and level not in levels_of(game):
        raise RefereeError(f"{game.title} has no opponent that could play you: leave it out")
    return PRACTICE


async def once_more(interaction: Interaction, table: OpenMatch) -> None:
    """The practice of a match that is over begins anew, the machine on the other side.

    Raises `RefereeError` for whoever did not play it.
    """
    seats = [
        seat for seat in table.seats_of(interaction.client.caller_of(interaction).user) if seat
    ]
    ((machine, level),) = tuple(opponents_of(table).items()) or ((0, ""),)
    if not seats or not machine or len(seats) > 1:
        raise RefereeError("this is for whoever played the machine here; others: /match practice")
    await make_practice(interaction, table.game.id, level, machine, beside=True)
