"""Forms.  They are read from what Discord sends back, so one opened before a restart works too."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from rules import games

NEW, DELETE, IMPORT, ORDERS = "cr:m:new", "cr:m:delete", "cr:m:import", "cr:m:orders"
CHOICE, CHOOSE = "cr:m:choice", "choose"
REASON = "cr:reason"
WHOEVER = "Left empty: whoever joins first"
BESIDE = "What each does is said beside it"
LONG = discord.TextStyle.paragraph


def fields(interaction: discord.Interaction[Any]) -> dict[str, list[str]]:
    """What was filled in, by the names of the fields: texts and choices alike as lists."""
    data: Mapping[str, Any] = interaction.data or {}
    found: dict[str, list[str]] = {}
    for part in data.get("components", ()):
        inner = [part["component"]] if "component" in part else part.get("components", [])
        for field in inner:
            value = field.get("values", field.get("value"))
            texts = value if isinstance(value, list) else [value]
            found[str(field.get("custom_id"))] = [
                str(one) for one in texts if one not in (None, "")
            ]
    return found


def form_id(interaction: discord.Interaction[Any]) -> str:
    """The id of the form that was sent."""
    data: Mapping[str, Any] = interaction.data or {}
    return str(data.get("custom_id", ""))


def one(given: Mapping[str, list[str]], name: str) -> str | None:
    """The only value of a field, if it has one."""
    values = given.get(name) or []
    return values[0].strip() or None if values else None


def typed(interaction: discord.Interaction[Any], name: str) -> str:
    """What was typed or chosen in a field that takes one; empty where nothing was."""
    return one(fields(interaction), name) or ""


def form(title: str, name: str, *parts: ui.Item[Any]) -> ui.Modal:
    """A form of these parts."""
    made = ui.Modal(title=title, custom_id=name, timeout=60.0)
    for part in parts:
        made.add_item(part)
    return made


def asked(name: str, text: str, about: str | None = None, **more: Any) -> ui.Label[Any]:
    """A field to type in, with its text and what is said about it."""
    field = ui.TextInput[Any](custom_id=name, **more)
    return ui.Label(text=text, description=about, component=field)


def new_match(audience: str, system: str | None) -> ui.Modal:
    """The form of a match: name, system, opponent, GM; options as recommended or chosen singly."""
    house = ui.RadioGroup[Any](
        custom_id="rules",
        options=[
            discord.RadioGroupOption(label="as recommended", value="usual", default=True),
            discord.RadioGroupOption(label="let me choose each", value=CHOOSE),
        ],
    )
    people: dict[str, Any] = {"min_values": 0, "max_values": 1, "required": False}
    opponent, gm = (ui.UserSelect[Any](custom_id=one, **people) for one in ("opponent", "gm"))
    return form(
        "A new match",
        f"{NEW}:{audience}",
        asked("name", "Name of the match", max_length=60, placeholder="Battle of the fords"),
        ui.Label(text="Rule system", component=_systems(system or games()[0].id)),
        ui.Label(text="Opponent", description=WHOEVER, component=opponent),
        ui.Label(text="GM", description="Left empty: a match without a GM", component=gm),
        ui.Label(text="House rules, clock, board", description=BESIDE, component=house),
    )


def _systems(chosen: str) -> ui.Item[Any]:
    """A radio group of the systems; a menu if there is only one."""
    if len(games()) < 2:
        only = [
            discord.SelectOption(label=one.title, value=one.id, default=True) for one in games()
        ]
        return ui.Select(custom_id="system", options=only)
    options = [
        discord.RadioGroupOption(label=game.title, value=game.id, default=game.id == chosen)
        for game in games()[:10]
    ]
    return ui.RadioGroup(custom_id="system", options=options)
