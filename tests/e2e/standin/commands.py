"""Application commands: what the bot may register, and which values a person may give."""

import re
from typing import Any

from .errors import ApiError, Form, HumanCannotError, Json
from .permissions import Permission

NAME = re.compile(r"^[-_'\w]{1,32}$")
SLASH, USER_MENU, MESSAGE_MENU = 1, 2, 3
MOST = {SLASH: 100, USER_MENU: 15, MESSAGE_MENU: 15}
SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(3, 12)
COMMAND_TEXT = 8000


def check_all(commands: list[Json]) -> None:
    """Check a whole set of commands: each one, their number, and that no name comes twice.  Raises
    ApiError."""
    form = Form()
    seen: set[tuple[int, str]] = set()
    for index, command in enumerate(commands):
        check_one(form, str(index), command)
        key = (command.get("type") or SLASH, command.get("name") or "")
        if key in seen:
            words = "Application command names must be unique"
            form.complain(str(index), "APPLICATION_COMMANDS_DUPLICATE_NAME", words)
        seen.add(key)
    form.check()
    for kind, most in MOST.items():
        if sum((command.get("type") or SLASH) == kind for command in commands) > most:
            raise ApiError(400, 30032, f"Maximum number of application commands reached ({most})")


def check_one(form: Form, path: str, command: Json) -> None:
    """Check one command with all its options."""
    prefix = f"{path}." if path else ""
    name = command.get("name") or ""
    form.between(f"{prefix}name", name, 1, 32)
    if (command.get("type") or SLASH) == SLASH:
        _check_name(form, f"{prefix}name", name)
        form.between(f"{prefix}description", command.get("description"), 1, 100)
        _check_options(form, f"{prefix}options", command.get("options") or [])
    elif command.get("description"):
        words = "Context menu commands have no description"
        form.complain(f"{prefix}description", "APPLICATION_COMMAND_INVALID_DESCRIPTION", words)
    if text_size(command) > COMMAND_TEXT:
        words = f"Command exceeds maximum size ({COMMAND_TEXT})"
        form.complain(path, "APPLICATION_COMMAND_TOO_LARGE", words)


def text_size(command: Json) -> int:
    """The characters of names, descriptions and choice values that count."""
    total = len(command.get("name") or "") + len(command.get("description") or "")
    for choice in command.get("choices") or []:
        total += len(choice["name"]) + len(str(choice["value"]))
    return total + sum(map(text_size, command.get("options") or []))


def _check_name(form: Form, path: str, name: str) -> None:
    if name and (not NAME.match(name) or name != name.lower()):
        words = "Command name is invalid"
        form.complain(path, "APPLICATION_COMMAND_INVALID_NAME", words)


def _check_options(form: Form, path: str, options: list[Json]) -> None:
    form.longest(path, options, 25)
    optional_seen = False
    names: set[str] = set()
    for index, option in enumerate(options):
        here = f"{path}.{index}"
        _check_name(form, f"{here}.name", option.get("name") or "")
        form.between(f"{here}.description", option.get("description"), 1, 100)
        if option.get("name") in names:
            words = "Option names must be unique"
            form.complain(here, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", words)
        names.add(option.get("name") or "")
        if option.get("required") and optional_seen:
            words = "Required options must be placed before non-required options"
            form.complain(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words)
        optional_seen |= not option.get("required")
        _check_choices(form, here, option)
        if option.get("type") in {SUBCOMMAND, GROUP}:
            _check_options(form, f"{here}.options", option.get("options") or [])


def _check_choices(form: Form, here: str, option: Json) -> None:
    choices = option.get("choices") or []
    form.longest(f"{here}.choices", choices, 25)
    for index, choice in enumerate(choices):
        form.between(f"{here}.choices.{index}.name", choice.get("name"), 1, 100)
        if isinstance(choice.get("value"), str):
            form.between(f"{here}.choices.{index}.value", choice["value"], 1, 100)
    if choices and option.get("autocomplete"):
        words = "An option has either choices or autocomplete"
        form.complain(here, "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", words)


def resolve(commands: list[Json], path: str) -> tuple[Json, list[Json]]:
    """Resolve `match new` to the command `match` and the chain of subcommands below it.  Raises
    HumanCannotError."""
    words = path.removeprefix("/").split()
    slash = [c for c in commands if (c.get("type") or SLASH) == SLASH]
    command = next((c for c in slash if c["name"] == words[0]), None)
    if command is None:
        known = ", ".join(sorted(c["name"] for c in slash)) or "none at all"
        raise HumanCannotError(f"there is no command /{words[0]} here; there are: {known}")
    chain: list[Json] = []
    node = command
    for word in words[1:]:
        below = [o for o in node.get("options") or [] if o["type"] in {SUBCOMMAND, GROUP}]
        found = next((option for option in below if option["name"] == word), None)
        if found is None:
            names = ", ".join(option["name"] for option in below) or "nothing"
            raise HumanCannotError(f"/{path}: no {word!r}; there is {names}")
        chain.append(found)
        node = found
    if any(option["type"] in {SUBCOMMAND, GROUP} for option in node.get("options") or []):
        names = ", ".join(option["name"] for option in node["options"])
        raise HumanCannotError(f"/{path} needs one more word: {names}")
    return command, chain


def check_usable(command: Json, in_dm: bool, may: Permission) -> None:
    """Raise HumanCannotError if a person is not offered this command here."""
    name = command["name"]
    contexts = command.get("contexts")
    here = 1 if in_dm else 0
    barred = here not in contexts if contexts is not None else False
    if barred or (in_dm and command.get("dm_permission") is False):
        raise HumanCannotError(f"{name!r} is not offered {'in a DM' if in_dm else 'in a server'}")
    if in_dm or may & Permission.ADMINISTRATOR:
        return
    if not may & Permission.USE_APPLICATION_COMMANDS:
        raise HumanCannotError("this person may not use application commands here")
    needed = command.get("default_member_permissions")
    if needed is not None and (int(needed) == 0 or int(needed) & ~may):
        raise HumanCannotError(f"{name!r} is hidden from people without permissions {needed}")


def check_value(option: Json, value: Any) -> None:
    """Raise HumanCannotError for a value that the client's input box would refuse."""
    kind, name = option["type"], option["name"]
    choices = [choice["value"] for choice in option.get("choices") or []]
    if choices and value not in choices:
        raise HumanCannotError(f"{name}: {value!r} is not among the choices {choices}")
    if kind == STRING:
        _check_bounds(name, len(value), option.get("min_length"), option.get("max_length", 6000))
    elif kind in {INTEGER, NUMBER}:
        if isinstance(value, bool) or not isinstance(
            value, int if kind == INTEGER else (int, float)
        ):
            raise HumanCannotError(f"{name}: {value!r} is no number of the right kind")
        _check_bounds(name, value, option.get("min_value"), option.get("max_value"))
    elif kind == BOOLEAN and not isinstance(value, bool):
        raise HumanCannotError(f"{name}: choose True or False, not {value!r}")


def _check_bounds(name: str, value: float, least: float | None, most: float | None) -> None:
    if (least is not None and value < least) or (most is not None and value > most):
        raise HumanCannotError(f"{name}: {value} lies outside {least} .. {most}")


def check_given(path: str, options: list[Json], given: set[str]) -> None:
    """Raise HumanCannotError if a required option is missing, or an option does not exist."""
    missing = [o["name"] for o in options if o.get("required") and o["name"] not in given]
    strange = given - {option["name"] for option in options}
    if missing:
        raise HumanCannotError(f"/{path} needs {', '.join(missing)}")
    if strange:
        raise HumanCannotError(f"/{path} has no option {', '.join(sorted(strange))}")
