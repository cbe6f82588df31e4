"""The buttons below a card: order that unit, see how far it reaches."""

from collections.abc import Iterable, Sequence
from typing import Any

from discord import ui

from bot.chat.adapt import respond
from bot.chat.looking import picture_of
from bot.chat.views.base import (
    MARK,
    PRIMARY,
    SEAT,
    Interaction,
    OfMatch,
    mark,
    ordering,
    panel,
    seen,
)
from bot.chat.views.menu import show_kinds, unit_of
from bot.history.looks import ViewerLook, board_form, cards_named, reach_of
from bot.referee.beside import beside
from bot.referee.open_match import needed
from bot.referee.service import OpenMatch, RefereeError
from bot.render.wording import plain
from rules.border.game import Game
from rules.line.errors import Refusal


class OrderUnit(OfMatch, id="ou", label="Order", style=PRIMARY, seat=SEAT, unit=MARK):
    """Shows what that unit may do now."""

    async def act(self, interaction: Interaction) -> None:
        """Show its orders to the holder of the seat."""
        table = await ordering(interaction, self.match, self.seat)
        await show_kinds(interaction, table, self.seat, unit_of(table, self.seat, self.unit))


class ShowReach(OfMatch, id="rc", label="Reach", unit=MARK):
    """Shows how far a unit goes and strikes."""

    async def act(self, interaction: Interaction) -> None:
        """Answer with a picture and the same in words, as the caller may see it."""
        table, viewer = await seen(interaction, self.match)
        known = (one for one in cards_named(table, viewer) if mark(one.lower()) == self.unit)
        unit = needed(next(known, None), "that unit is not on the board any more")
        await show_reach(interaction, table, viewer, unit)


async def show_reach(
    interaction: Interaction, table: OpenMatch, viewer: int | None, unit: str
) -> None:
    """Answer `/reach` and the button; in words alone for a screen reader, or without pictures."""
    found, scene = await reach_of(table, viewer, unit)
    text = "\n".join((f"**{plain(found.title)}**", *map(plain, found.lines)))
    settings = await interaction.client.referee.mail.person(str(interaction.user.id))
    heard = ViewerLook.of(settings).reader or board_form(table) == "text"
    file = None if heard or scene is None else await picture_of(interaction.client.referee, scene)
    await respond(interaction, text, file=file)


def named_in(title: str, names: Iterable[str]) -> str:
    """The unit that a card is about: `L1` of `L1 Legionnaire`, `Archer c2` of `Archer c2`."""
    words = f"{title.lower()} "
    return max((one for one in names if words.startswith(f"{one.lower()} ")), key=len, default="")


def ordered_by(game: Game[Any], state: Any, seats: Sequence[int], title: str) -> tuple[int, str]:
    """The first of these seats that can order the unit of a card now, and the unit; or 0."""
    awaited = game.awaits(state)
    for seat in seats:
        unit = named_in(title, game.references(state, seat)) if seat in awaited else ""
        if unit and any(True for _ in game.legal(state, seat, unit)):
            return seat, unit
    return 0, ""


def reaching(game: Game[Any], state: Any, viewer: int | None, title: str) -> str:
    """The unit of a card if its reach can be shown; else empty."""
    unit = named_in(title, game.card_names(state, viewer) if game.card_names else ())
    try:
        found = game.reach(state, viewer, unit) if game.reach and unit else None
    except Refusal:
        return ""
    return unit if found is not None else ""


async def card_panel(table: OpenMatch, viewer: int | None, user: str, title: str) -> ui.View | None:
    """The buttons below the card with this title: order the unit, if one may; see its reach.

    They are worked out beside the event loop; a card for which that takes too long has none.
    """
    game, state, items = table.game, table.state, list[ui.Item[Any]]()

    seats = table.seats_of(user)

    def found() -> tuple[int, str, str]:
        return *ordered_by(game, state, seats, title), reaching(game, state, viewer, title)

    try:
        seat, unit, far = await beside(table, ("card", user), found)
    except RefereeError:
        return None
    if seat:
        items.append(
            OrderUnit(table.record.id, seat, mark(unit.lower()), label=f"Order {unit}\u2026")
        )
    if far:
        items.append(ShowReach(table.record.id, mark(far.lower())))
    return panel(items)
