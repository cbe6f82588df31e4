"""A channel as a player sees it, as text: who wrote what, with its signs, buttons and files, and
what an edited post said before; and figures of a match to compare with a budget."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .standin import Human, Message, Place

PHONE = 30
"""How many lines fit on a phone's screen."""

VARYING = (
    (re.compile(r"https://discord\.com/channels/\S+?(?=\))"), "link"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "(sha-256)"),
    (re.compile(r"(?<=[0-9] )[0-9a-f]{10}\b"), "(hash)"),
    (re.compile(r"<t:\d+:(\w)>"), r"(time \1)"),
    (re.compile(r"`[0-9a-f]{4}…[0-9a-f]{4}`"), "(seal)"),
)


@dataclass(frozen=True)
class Figures:
    """Counts of a match: posts of people and of the bot, lines, and what must not be."""

    human: int
    bot: int
    lines: int
    unanswered: int
    wrong_pings: int
    long: int

    def __str__(self) -> str:
        return (
            f"human messages {self.human} · bot posts {self.bot} · lines of the bot {self.lines} · "
            f"orders without an answer {self.unanswered} · wrong pings {self.wrong_pings} · "
            f"posts over a phone's screen {self.long}"
        )


def labels(components: Sequence[dict[str, object]]) -> Iterator[str]:
    """The labels of the buttons of a message."""
    for part in components:
        if part.get("label"):
            yield str(part["label"])
        inner = part.get("components", [])
        assert isinstance(inner, list)
        yield from labels(inner)


def named(text: str, people: Sequence[Human]) -> str:
    """A text with names instead of accounts, and with what varies from run to run replaced."""
    for person in people:
        text = text.replace(person.mention, f"@{person.name}")
    for pattern, instead in VARYING:
        text = pattern.sub(instead, text)
    text = re.sub(r"\\([\\`*_~|<>#\[\]().-])", r"\1", text)
    return re.sub(r"<@!?\d+>", "@Referee", text)


def told(message: Message, people: Sequence[Human]) -> list[str]:
    """A message as a player sees it."""
    signs = " ".join(message.reactions)
    rang = ", ".join(f"@{user.name}" for user in message.rang if message.author.bot)
    files = ", ".join(file.filename for file in message.attachments)
    notes = [
        f"rings {rang}" * bool(rang),
        "edited" * bool(message.earlier),
    ]
    notes += [f"files: {files}" * bool(files)]
    seen_by = next((one.name for one in people if one.id == message.only_for), "")
    notes += [f"only @{seen_by} sees this" * bool(seen_by)]
    head = "; ".join(note for note in notes if note)
    who = message.author.name + (f" ({head})" if head else "")
    lines = [f"{who}:"]
    lines += [f"    {line}".rstrip() for line in named(message.content, people).split("\n")]
    buttons = " ".join(f"[{label}]" for label in labels(message.components))
    lines += [f"    {buttons}"] if buttons else []
    return [*lines, f"    {signs}"] if signs else lines


def in_order(place: Place) -> list[Message]:
    """The messages in a channel in the order in which they were written, without Discord's own."""
    return [one for _, one in sorted(place.channel.messages.items()) if one.kind in (0, 19, 20)]


def edits(message: Message, people: Sequence[Human]) -> str:
    """The first and the last line of each text that an edited post has had."""
    said = dict.fromkeys(named(text, people) for text in (*message.earlier, message.content))
    return "\n".join(f"    {text.splitlines()[0]}\n    {text.splitlines()[-1]}" for text in said)


def transcript(place: Place, people: Sequence[Human]) -> str:
    """The whole channel as text, without the bot's hello."""
    shown = [one for one in in_order(place) if not one.content.startswith("Hello")]
    return "\n".join(line for one in shown for line in told(one, people)) + "\n"


def height(message: Message) -> int:
    """How many lines a post takes."""
    return message.content.count("\n") + 1
