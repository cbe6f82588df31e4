"""The draft of a match that is not made yet, and the message that shows what was chosen so far.

That text is the only place where the draft is kept: a change reads it and writes it anew.
"""

import re
from collections.abc import Mapping
from dataclasses import field, replace
from types import MappingProxyType

from bot.match.settings import Settings
from bot.referee.clock import FORMS, read_clock
from bot.referee.open_match import needed
from bot.referee.service import RefereeError
from bot.render.wording import plain
from rules import find, games
from rules.border.game import Option
from rules.line.frozen import Frozen

BOARD = "board"
WATCHERS = "watchers"
CLOCK = "clock"
AUTOPASS = "autopass"
ON, OFF = "on", "off"
LONGEST = 60
"""Most characters of a value that is typed."""

ESCAPED = re.compile(r"\\(.)|\u200b")
FIRST = re.compile(r"^\*\*(?P<name>.+)\*\* \u00b7 (?P<title>.+) \u00b7 not made yet$")
PEOPLE = re.compile(r"^Opponent: (?:<@(?P<opponent>\d+)>|.+?) \u00b7 GM: (?:<@(?P<gm>\d+)>|.+)$")
CHOSEN = re.compile(r"^Chosen: `(?P<chosen>[^`]+)`$")


def clock_problem(text: str) -> str:
    """What is wrong with a clock; empty if it can be read."""
    try:
        read_clock(text)
    except RefereeError as error:
        return str(error)
    return ""


SHELL = (
    Option(CLOCK, "off", (), "", f"time for each turn: {FORMS}"[:100], clock_problem),
    Option(BOARD, "both", ("both", "text", "picture"), "", "how the board is shown to all"),
    Option(AUTOPASS, ON, (ON, OFF), "", "phases pass in which nobody can do anything"),
    Option(WATCHERS, "public", ("public", "members"), "", "who may look on: all, or members only"),
)
"""What can be chosen for a match of any system."""


class MatchDraft(Frozen):
    """Name, system, opponent and GM (accounts; empty: nobody), and the options changed."""

    name: str
    system: str
    opponent: str = ""
    gm: str = ""
    chosen: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def options(self) -> tuple[Option, ...]:
        """All options: the house rules of the system, then those that every match has."""
        own = find(self.system).options
        names = {option.name for option in own}
        return (*own, *(option for option in SHELL if option.name not in names))

    def option(self, name: str) -> Option:
        """The option of that name.  Raises `RefereeError`."""
        found = next((option for option in self.options if option.name == name), None)
        return needed(found, f"there is no house rule {name[:40]!r}")

    def value(self, option: Option) -> str:
        """The chosen value of an option, or its default."""
        return self.chosen.get(option.name, option.default)

    def choosing(self, name: str, value: str) -> "MatchDraft":
        """A copy with another choice.  Raises `RefereeError` with what is wrong about it."""
        option, value = self.option(name), " ".join(value.split())
        problem = ""
        if option.values and value not in option.values:
            problem = f"one of {', '.join(option.values)}"
        elif not option.values and (not value or len(value) > LONGEST or set(value) & set("`,=")):
            problem = f"something such as {option.default}"
        elif option.check is not None:
            problem = option.check(value)
        if problem:
            raise RefereeError(f"{name}: {problem}")
        chosen = {one: kept for one, kept in self.chosen.items() if one != name}
        if value != option.default:
            chosen[name] = value
        return replace(self, chosen=MappingProxyType(chosen))

    @property
    def house_rules(self) -> dict[str, str]:
        """The choices that are house rules of the system."""
        own = {option.name for option in find(self.system).options}
        return {name: value for name, value in self.chosen.items() if name in own}

    def applied(self, settings: Settings) -> Settings:
        """The settings of a match with the choices of this draft."""
        chosen = {
            name: value for name, value in self.chosen.items() if name not in self.house_rules
        }
        return replace(
            settings,
            clock=chosen.get(CLOCK, settings.clock),
            board=chosen.get(BOARD, settings.board),
            autopass=chosen.get(AUTOPASS, ON) == ON,
        )

    @property
    def audience(self) -> str:
        """Who may watch: `public` or `members`."""
        return self.chosen.get(WATCHERS, "public")


def draft_text(draft: MatchDraft, picked: str = "") -> str:
    """The draft in three lines; a fourth explains the option that was picked."""
    chosen = ", ".join(f"{name}={value}" for name, value in draft.chosen.items())
    lines = [
        f"**{plain(draft.name)}** \u00b7 {plain(find(draft.system).title)} \u00b7 not made yet",
        f"Opponent: {_person(draft.opponent, 'whoever joins first')} \u00b7 "
        f"GM: {_person(draft.gm, 'nobody')}",
        f"Chosen: `{chosen}`" if chosen else "Chosen: everything as recommended",
    ]
    if picked:
        option = draft.option(picked)
        now = draft.value(option)
        lines.append(f"-# {picked}: {plain(option.help)}; {now}, recommended {option.default}")
    return "\n".join(lines)


def read_draft(text: str) -> MatchDraft:
    """Read a draft back from its text.  Raises `RefereeError`."""
    first, people, chosen = (*text.split("\n"), "", "", "")[:3]
    head, seats, rules = FIRST.match(first), PEOPLE.match(people), CHOSEN.match(chosen)
    titles = {plain(game.title): game.id for game in games()}
    if head is None or seats is None or head["title"] not in titles:
        raise RefereeError("this is no draft of a match any more: /match new")
    name = ESCAPED.sub(lambda found: found[1] or "", head["name"])
    draft = MatchDraft(name, titles[head["title"]], seats["opponent"] or "", seats["gm"] or "")
    for word in rules["chosen"].split(", ") if rules is not None else ():
        option, _, value = word.partition("=")
        draft = draft.choosing(option, value)
    return draft


def _person(user: str, otherwise: str) -> str:
    return f"<@{user}>" if user else otherwise
