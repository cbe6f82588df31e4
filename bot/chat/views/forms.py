"""Forms.  They are read from what Discord sends back, so one opened before a restart works too."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from rules import games

NEW, DELETE, IMPORT, ORDERS = "cr:m:new", "cr:m:delete", "cr:m:import", "cr:m:orders"
CHOICE, CHOOSE = "cr:m:choice", "choose"
REASON, WHY = "cr:reason", "It stands with the override, for everybody"
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
    """Which form this is."""
    data: Mapping[str, Any] = interaction.data or {}
    return str(data.get("custom_id", ""))


def one(given: Mapping[str, list[str]], name: str) -> str | None:
    """The only value of a field, if it has one."""
    values = given.get(name) or []
    return values[0].strip() or None if values else None


class ReasonForm(ui.Modal, title="Why?"):
    """The reason of overrides; the lines may be mended."""

    def __init__(self, match: int, lines: str) -> None:
        super().__init__(custom_id=f"{REASON}:{match}", timeout=60.0)
        reason = ui.TextInput[Any](custom_id="reason", max_length=300, placeholder=WHY)
        own = ui.TextInput[Any](custom_id="lines", style=LONG, max_length=4000, default=lines)
        self.add_item(ui.Label[Any](text="The reason", component=reason))
        self.add_item(ui.Label[Any](text="GM lines", component=own))


class ValueForm(ui.Modal):
    """What an option is to be, typed."""

    def __init__(self, option: str, value: str, about: str, most: int) -> None:
        super().__init__(title=option, custom_id=f"{CHOICE}:{option}", timeout=60.0)
        field = ui.TextInput[Any](custom_id="value", max_length=most, default=value)
        self.add_item(ui.Label[Any](text=option, description=about[:100], component=field))


class NewMatch(ui.Modal, title="A new match"):
    """Name, system, opponent, GM; whether the options are as recommended, or chosen one by one."""

    def __init__(self, audience: str, system: str | None) -> None:
        super().__init__(custom_id=f"{NEW}:{audience}", timeout=60.0)
        chosen = system or games()[0].id
        name = ui.TextInput[Any](custom_id="name", max_length=60, placeholder="Battle of the fords")
        house = ui.RadioGroup[Any](
            custom_id="rules",
            options=[
                discord.RadioGroupOption(label="as recommended", value="usual", default=True),
                discord.RadioGroupOption(label="let me choose each", value=CHOOSE),
            ],
        )
        people = {"min_values": 0, "max_values": 1, "required": False}
        for text, about, component in (
            ("Name of the match", None, name),
            ("Rule system", None, _systems(chosen)),
            ("Opponent", "Left empty: whoever joins first", _person("opponent", people)),
            ("GM", "Left empty: a match without a GM", _person("gm", people)),
            ("House rules, clock, board", "What each does is said beside it", house),
        ):
            self.add_item(ui.Label(text=text, description=about, component=component))


def _systems(chosen: str) -> ui.Item[Any]:
    """A radio group; where there is nothing to choose between, a menu of one."""
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


def _person(name: str, limits: dict[str, Any]) -> ui.UserSelect[Any]:
    return ui.UserSelect(custom_id=name, **limits)


class DeleteMatch(ui.Modal, title="Delete this match?"):
    """Its name, typed."""

    def __init__(self, number: int, name: str) -> None:
        super().__init__(custom_id=f"{DELETE}:{number}", timeout=60.0)
        about = "Nobody will find it any more; its log is kept."
        field = ui.TextInput[Any](custom_id="name", max_length=60)
        label = f"Type its name: {name}"
        label = label if len(label) <= 45 else "Type the name of the match"
        self.add_item(ui.Label(text=label, description=about, component=field))


class ImportText(ui.Modal, title="Import"):
    """A statblock or a faction, pasted."""

    def __init__(self, number: int) -> None:
        super().__init__(custom_id=f"{IMPORT}:{number}", timeout=60.0)
        field = ui.TextInput[Any](custom_id="text", style=LONG, max_length=4000)
        about = "As in the forum; you will see it before anything is taken in."
        self.add_item(ui.Label(text="Statblock or faction", description=about, component=field))
