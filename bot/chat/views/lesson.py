"""The buttons of a lesson: what could be written, a form to write in, back, skip, stop.

A button knows the system and the step; after a restart the step begins again, and says so.
"""

from typing import Any

from discord import ui

from bot.chat.adapt import NOBODY
from bot.chat.views.base import Button, Interaction, begin, short, show
from bot.chat.views.forms import form
from bot.lessons.course import systems_taught
from bot.lessons.desk import answered
from bot.lessons.pupil import Classroom, Pupil
from bot.referee.service import RefereeError
from bot.render.pages import split
from bot.render.wording import plain
from rules import games

FORM = "cr:m:lesson"
"""Prefix of the id of the form."""

OFFERED = 9
"""The number of the button for the sentence that was offered."""

SYSTEM, STEP = "[a-z0-9]{1,20}", "[0-9]{1,2}"
AGAIN = "I was away meanwhile, and your table with me: this step begins again.\n"
STOPPED = "The lesson stops. `/learn` goes on at this step."


class Write(Button, id="lw", label="write it", system=SYSTEM, step=STEP, number="[0-9]"):
    """One of the sentences that do what the step asks for."""

    async def act(self, interaction: Interaction) -> None:
        """Answer as if the sentence had been typed."""
        await interaction.response.defer()
        room = interaction.client.classroom
        pupil, kept = await room.at(str(interaction.user.id), self.system, self.step)
        text = pupil.writes[min(self.number, len(pupil.writes) - 1)]
        if self.number == OFFERED:
            text = pupil.offer or text
        await heard(interaction, pupil, text, "" if kept else AGAIN)


class OpenForm(Button, id="lf", label="Write\u2026", system=SYSTEM, step=STEP):
    """Opens the form to write in."""

    async def act(self, interaction: Interaction) -> None:
        """One line, as one would write it in a match."""
        name = f"{FORM}:{self.system}:{self.step}"
        line = ui.TextInput[Any](label="One line", custom_id="text", max_length=300)
        await interaction.response.send_modal(form("What do you write?", name, line))


class LeaveStep(Button, id="lt", label="", system=SYSTEM, step=STEP, way="back|skip|stop"):
    """Goes back, skips the step or stops, without doing what it asks for."""

    async def act(self, interaction: Interaction) -> None:
        """Show the step before or after, or the end."""
        await interaction.response.defer()
        room, user = interaction.client.classroom, str(interaction.user.id)
        if self.way == "stop":
            await room.leave(user, over=False)
            await show(interaction, STOPPED)
            return
        pupil, _ = await room.at(user, self.system, self.step)
        if self.way == "skip" and pupil.is_last:
            await end(interaction, pupil, "")
            return
        await pupil.go(1 if self.way == "skip" else -1)
        await room.remember(user, pupil)
        await show(interaction, told(pupil), lesson_items(pupil))


class TryLesson(Button, id="ll", label="Try a lesson"):
    """Opens a lesson, for whoever presses and nobody else."""

    async def act(self, interaction: Interaction) -> None:
        """Do as `/learn`: go on where one stopped, or begin."""
        await begin(interaction)
        pupil = await learner(interaction.client.classroom, str(interaction.user.id))
        await show(interaction, hello(pupil), lesson_items(pupil))


async def learner(room: Classroom, user: str, system: str = "") -> Pupil:
    """Begin the lesson of a system, or else of the one begun last, at the step reached.  Raises
    `RefereeError`."""
    chosen = system.lower() or await room.system_of(user) or games()[0].id
    if chosen not in systems_taught():
        raise RefereeError(f"there are lessons of {', '.join(systems_taught())}")
    return await room.begin(user, chosen)


async def heard(interaction: Interaction, pupil: Pupil, text: str, first: str = "") -> None:
    """Answer a line of somebody in a lesson: its result, and the step that comes now."""
    pages, reply = await answered(pupil, text)
    result = pupil.heard(text, reply)
    *more, page = pages or [""]
    if len(page) > 900:
        more, page = [*more, page], ""
    for one in more:
        for part in split(one):
            await interaction.followup.send(part, ephemeral=True, allowed_mentions=NOBODY)
    said = f"{first}(you) {plain(text)}\n{page}\n{result.said}".replace("\n\n", "\n").strip()
    if result.done and pupil.is_last:
        await end(interaction, pupil, said)
        return
    if result.done:
        await pupil.on()
        await interaction.client.classroom.remember(str(interaction.user.id), pupil)
        said = f"{said}\n\n{told(pupil)}"
    else:
        said = f"{told(pupil)}\n{said}"
    await show(interaction, said, lesson_items(pupil))


async def end(interaction: Interaction, pupil: Pupil, said: str) -> None:
    """End the lesson: the last step is done."""
    await interaction.client.classroom.leave(str(interaction.user.id), over=True)
    await show(interaction, f"{said}\n\n**The lesson is over.** {pupil.course.end}".strip())


def told(pupil: Pupil) -> str:
    """The text of the step: a bold heading, what to write and why."""
    heading, say = pupil.told()
    return f"**{heading}{'' if heading.endswith('?') else '.'}** {say}"


def hello(pupil: Pupil) -> str:
    """The text that begins a lesson: what it is about, and the step."""
    title = f"**{pupil.course.title}**, a lesson of ten minutes, for your eyes only."
    return f"{title}\n{pupil.course.hello}\n\n{told(pupil)}"


def lesson_items(pupil: Pupil) -> list[ui.Item[Any]]:
    """The sentences of the step and the form in a row, the ways through the lesson in another."""
    system, step = pupil.course.system, pupil.number
    items: list[ui.Item[Any]] = []
    if pupil.offer:
        items.append(Write(system, step, OFFERED, label=short(pupil.offer, 80)))
    items += [
        Write(system, step, number, label=short(text, 80))
        for number, text in enumerate(pupil.writes[:3])
    ]
    items.append(OpenForm(system, step))
    ways = ("back", "skip", "stop") if step else ("skip", "stop")
    for way in ways:
        button = LeaveStep(system, step, way, label=way.capitalize())
        button.item.row = 1
        items.append(button)
    return items
