"""Buttons that type orders: pick a unit, pick an order, see its sentence, and only then file it."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.chat.adapt import text_of
from bot.chat.views import base
from bot.chat.views.base import Interaction
from bot.chat.views.offer import answers_to
from bot.doors.suggest import Suggestions, units
from bot.match.reply import read_reply
from bot.referee.gate import check_may_order
from bot.referee.open_match import needed
from bot.referee.service import OpenMatch
from bot.render.wording import plain

WHOLE_ARMY = "army"
NOT_NOW = "that cannot be ordered any more: the match has moved on"


class Orders(base.OfMatch, id="o", label="Give orders", style=base.PRIMARY, seat=base.SEAT):
    """Opens the menu of one's units.  Seat 0 stands for whoever presses."""

    async def act(self, interaction: Interaction) -> None:
        """Show the seats of whoever pressed, or the units of the only one."""
        table, caller = await base.opened(interaction, self.match)
        seats = base.seats_of(table, caller)
        if not self.seat and len(seats) > 1:
            buttons = [Orders(self.match, seat, label=table.name_of(seat)) for seat in seats[:20]]
            await base.show(interaction, "Which seat gives the orders?", buttons)
            return
        seat = self.seat or seats[0]
        check_may_order(table, caller, seat)
        await show_units(interaction, table, seat, 0)


async def show_units(interaction: Interaction, table: OpenMatch, seat: int, page: int) -> None:
    """Show a menu of the units that could act, a page at a time."""
    own = await interaction.client.doors.suggestions.able(table, seat)
    head = f"**{plain(table.record.name)}** \u00b7 {plain(table.now)}"
    awaited = seat in table.awaited
    turn = (
        "" if awaited else f"\nIt is not the turn of {table.name_of(seat)}; little can be ordered."
    )
    text = f"{head}{turn}\nWho acts?"
    start, end = page * (base.PAGE - 1), (page + 1) * (base.PAGE - 1)
    options = [
        discord.SelectOption(label="the whole army", value=WHOLE_ARMY),
        *(
            discord.SelectOption(label=base.short(ref), value=base.short(f"u{ref}"))
            for ref in own[start:end]
        ),
    ]
    if len(own) > end:
        options.append(discord.SelectOption(label="more units ...", value=base.MORE))
    await base.show(interaction, text, [UnitMenu(table.record.id, seat, page, options=options)])


class UnitMenu(
    base.Menu, id="u", hint="a unit", match=base.NUMBER, seat=base.SEAT, page=base.NUMBER
):
    """The units of a seat, and the army as a whole."""

    async def act(self, interaction: Interaction) -> None:
        """Show the next page, or what that unit may do."""
        table = await base.ordering(interaction, self.match, self.seat)
        value = base.chosen(interaction)
        if value == base.MORE:
            await show_units(interaction, table, self.seat, self.page + 1)
            return
        ref = None if value == WHOLE_ARMY else value[1:]
        await show_kinds(interaction, table, self.seat, ref)


async def acts_of(
    known: Suggestions, table: OpenMatch, seat: int, ref: str | None
) -> dict[str, list[str]]:
    """The legal sentences of a unit (or of the army as a whole) by kind of order."""
    kinds: dict[str, list[str]] = {}
    found = known.orders(table, seat, ref) if ref else known.of_army(table, seat)
    for order in await found:
        kinds.setdefault(base.mark(type(order).__name__), []).append(str(order))
    return {kind: list(dict.fromkeys(texts)) for kind, texts in kinds.items()}


async def show_kinds(
    interaction: Interaction, table: OpenMatch, seat: int, ref: str | None
) -> None:
    """Show what a unit may do: all of it if it fits one menu, else the kinds of orders first."""
    kinds = await acts_of(interaction.client.doors.suggestions, table, seat, ref)
    back: ui.Item[Any] = Orders(table.record.id, seat, label="Back")
    who = plain(ref) if ref else table.name_of(seat)
    if not kinds:
        await base.show(interaction, f"{who} can do nothing more now.", [back])
        return
    unit = base.mark(ref.lower()) if ref else "0" * 8
    if sum(map(len, kinds.values())) <= base.PAGE:
        texts = [one for own in kinds.values() for one in own]
        menu: ui.Item[Any] = act_menu(table, seat, unit, "0" * 8, 0, texts)
    else:
        options = [
            discord.SelectOption(
                label=base.short(texts[0]),
                value=kind,
                description=f"and {len(texts) - 1} more like it" if len(texts) > 1 else None,
            )
            for kind, texts in list(kinds.items())[:25]
        ]
        menu = KindMenu(table.record.id, seat, unit, options=options)
    await base.show(interaction, f"What does {who} do?", [menu, back])


class KindMenu(
    base.Menu, id="k", hint="an order", match=base.NUMBER, seat=base.SEAT, unit=base.MARK
):
    """The kinds of orders, each shown by its first sentence."""

    async def act(self, interaction: Interaction) -> None:
        """Show the sentences of that kind."""
        table = await base.ordering(interaction, self.match, self.seat)
        kind = base.chosen(interaction)
        await show_acts(interaction, table, self.seat, self.unit, kind, 0)


def unit_of(table: OpenMatch, seat: int, unit: str) -> str | None:
    """The unit with that mark; None for the whole army."""
    if unit == "0" * 8:
        return None
    known = (one for one in units(table, seat) if base.mark(one.lower()) == unit)
    return needed(next(known, None), NOT_NOW)


async def sentences_of(
    interaction: Interaction, table: OpenMatch, seat: int, unit: str, kind: str
) -> list[str]:
    """The legal sentences of a unit, all of them or those of one kind."""
    ref = unit_of(table, seat, unit)
    kinds = await acts_of(interaction.client.doors.suggestions, table, seat, ref)
    if kind == "0" * 8:
        return [one for own in kinds.values() for one in own]
    return kinds.get(kind, [])


async def show_acts(
    interaction: Interaction, table: OpenMatch, seat: int, unit: str, kind: str, page: int
) -> None:
    """Show the sentences of one kind, a page at a time."""
    texts = await sentences_of(interaction, table, seat, unit, kind)
    back: ui.Item[Any] = Orders(table.record.id, seat, label="Back")
    if not texts:
        await base.show(interaction, NOT_NOW, [back])
        return
    if len(texts) == 1:
        await show_sentence(interaction, table, seat, unit, texts[0])
        return
    menu = act_menu(table, seat, unit, kind, page, texts)
    await base.show(interaction, f"Which one? ({len(texts)} possible)", [menu, back])


async def show_sentence(
    interaction: Interaction, table: OpenMatch, seat: int, unit: str, text: str
) -> None:
    """Show the sentence that will be filed, and the button that files it."""
    number = table.record.id
    said = f"This is what will be filed for {table.name_of(seat)}:\n**{plain(text)}**"
    file = File(number, seat, unit, base.mark(text), table.last)
    await base.show(interaction, said, [file, Orders(number, seat, label="Back")])


class ActMenu(
    base.Menu,
    id="a",
    hint="an order",
    match=base.NUMBER,
    seat=base.SEAT,
    unit=base.MARK,
    kind=base.MARK,
    page=base.NUMBER,
):
    """A menu of legal sentences; picking one shows it again with a button that files it."""

    async def act(self, interaction: Interaction) -> None:
        """Show the next page, or the sentence that will be filed."""
        table = await base.ordering(interaction, self.match, self.seat)
        value = base.chosen(interaction)
        if value == base.MORE:
            await show_acts(interaction, table, self.seat, self.unit, self.kind, self.page + 1)
            return
        text = base.named(
            value, await sentences_of(interaction, table, self.seat, self.unit, self.kind)
        )
        back: ui.Item[Any] = Orders(self.match, self.seat, label="Back")
        if text is None:
            await base.show(interaction, NOT_NOW, [back])
            return
        await show_sentence(interaction, table, self.seat, self.unit, text)


def act_menu(
    table: OpenMatch, seat: int, unit: str, kind: str, page: int, texts: Sequence[str]
) -> ActMenu:
    """A page of legal sentences to pick from."""
    options = base.paged([(base.mark(text), text) for text in texts], page)
    return ActMenu(table.record.id, seat, unit, kind, page, options=options)


class File(
    base.OfMatch,
    id="f",
    label="File it",
    style=discord.ButtonStyle.success,
    seat=base.SEAT,
    unit=base.MARK,
    order=base.MARK,
    at=base.NUMBER,
):
    """Files the sentence that was shown, if it is still legal; pressed twice, it files it once.

    `at` is the newest entry when it was shown.
    """

    async def act(self, interaction: Interaction) -> None:
        """Check it again, and pass it through the same door as a typed order."""
        table = await base.ordering(interaction, self.match, self.seat)
        key = base.pressed_key(interaction, f"{self.order}-{self.at}")
        more: ui.Item[Any] = Orders(self.match, self.seat, label="More orders")
        texts = await sentences_of(interaction, table, self.seat, self.unit, "0" * 8)
        text = base.named(self.order, texts)
        done = await interaction.client.referee.store.receipt(table.record.id, key)
        if done is not None:
            await base.show(interaction, text_of(read_reply(done.reply)), [more])
            return
        if text is None:
            await base.show(interaction, NOT_NOW, [more])
            return
        answer = await base.said(interaction, table, key, f"{self.seat}> {text}")
        receipt, buttons = answer.text or "Nothing was filed.", answers_to(answer.ask)
        await base.show(interaction, receipt, [*buttons, more])
