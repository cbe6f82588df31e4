"""A match that is being put together: menus for every option, and a button to make it."""

from typing import Any

import discord
from discord import ui

from bot.chat.adapt import NOBODY
from bot.chat.views import forms
from bot.chat.views.base import MORE, PAGE, Button, Interaction, Menu, begin, chosen, panel, short
from bot.lobby.draft import LONGEST, MatchDraft, draft_text, read_draft
from bot.referee.open_match import needed

GONE = "this draft is gone: /match new"


def draft_of(interaction: Interaction) -> MatchDraft:
    """The draft in the message of a menu.  Raises `RefereeError`."""
    return read_draft(needed(interaction.message, GONE).content)


class PickOption(Menu, id="dn:o", hint="change an option", page="[0-9]{1,2}"):
    """A menu of all options, each with its value and what it is about."""

    async def act(self, interaction: Interaction) -> None:
        """Show the values of an option, or a form where one has to be typed."""
        draft, name = draft_of(interaction), chosen(interaction)
        if name == MORE:
            await put(interaction, draft, page=self.page + 1)
            return
        option = draft.option(name)
        if option.values:
            await put(interaction, draft, name)
            return
        about = f"{option.help}; recommended {option.default}"
        value = forms.asked(
            "value", name, about[:100], max_length=LONGEST, default=draft.value(option)
        )
        await interaction.response.send_modal(forms.form(name, f"{forms.CHOICE}:{name}", value))


class PickValue(Menu, id="dn:v", option="[a-z0-9_-]{1,40}"):
    """A menu of the values of one option."""

    async def act(self, interaction: Interaction) -> None:
        """Choose the value."""
        await put(interaction, draft_of(interaction).choosing(self.option, chosen(interaction)))


class Make(Button, id="dn:m", label="Make the match", style=discord.ButtonStyle.success):
    """Makes the match as the draft stands."""

    async def act(self, interaction: Interaction) -> None:
        """Do the same as `/match new`; the draft loses its buttons."""
        draft = draft_of(interaction)
        await begin(interaction)
        made = draft, draft.house_rules, draft.audience
        await interaction.client.founding.make(interaction, *made)
        await interaction.edit_original_response(view=None)


class Plain(Button, id="dn:r", label="All as recommended"):
    """Sets everything back to what is recommended."""

    async def act(self, interaction: Interaction) -> None:
        """Show the draft without any choice."""
        draft = draft_of(interaction)
        await put(interaction, MatchDraft(draft.name, draft.system, draft.opponent, draft.gm))


def draft_panel(draft: MatchDraft, picked: str = "", page: int = 0) -> ui.View | None:
    """The menus below a draft."""
    options = [
        discord.SelectOption(
            label=short(f"{one.name}: {draft.value(one)}"),
            value=one.name,
            description=short(one.help) or None,
        )
        for one in draft.options[page * PAGE : (page + 1) * PAGE]
    ]
    if len(draft.options) > (page + 1) * PAGE:
        options.append(discord.SelectOption(label="more ...", value=MORE))
    items: list[ui.Item[Any]] = [PickOption(page, options=options)]
    if picked:
        known = draft.option(picked)
        values = [
            discord.SelectOption(
                label=one,
                value=one,
                description="recommended" if one == known.default else None,
                default=one == draft.value(known),
            )
            for one in known.values
        ]
        items.append(PickValue(picked, options=values, hint=picked))
    return panel([*items, Make(), Plain()])


async def put(interaction: Interaction, draft: MatchDraft, picked: str = "", page: int = 0) -> None:
    """Show a draft in place of the one before."""
    await interaction.response.edit_message(
        content=draft_text(draft, picked),
        view=draft_panel(draft, picked, page),
        allowed_mentions=NOBODY,
    )


async def typed(interaction: Interaction, option: str) -> None:
    """The form of an option was sent: choose what was typed."""
    value = forms.typed(interaction, "value")
    await put(interaction, draft_of(interaction).choosing(option, value))
