"""The settings of a match as one value, and their form as texts by name, which the store keeps."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, field, fields, replace
from typing import Any

from bot.match import pending
from bot.match.pending import Challenge, Consent, Proposal
from rules.line.frozen import Frozen

REST = "rest"
"""The stored value of `weekends` if clocks rest on them."""

SALT = "salt "
"""The prefix of settings that hold the players' own words for the dice (`salt 2`)."""


class SettingForm(Frozen):
    """How a setting is stored: its name, and functions to read and write its text."""

    name: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]


def kept(name: str, usual: Any, read: Callable[[str], Any], write: Callable[[Any], str]) -> Any:
    """A field for a setting that is not stored while it has its usual value."""
    return field(default=usual, metadata={"form": SettingForm(name, read, write)})


def text(name: str, usual: str = "") -> Any:
    """A setting that is a text."""
    return kept(name, usual, str, str)


def flag(name: str, on: str) -> Any:
    """A setting that is on or off."""
    return kept(name, False, on.__eq__, lambda _: on)


def number(name: str, usual: int | None = 0) -> Any:
    """A setting that is a whole number."""
    return kept(name, usual, int, str)


def read_levels(text: str) -> tuple[tuple[int, str], ...]:
    """Read `2:easy 3:hard`: the seats that a machine plays, and how well."""
    pairs = (word.partition(":") for word in text.split())
    return tuple((int(seat), level) for seat, _, level in pairs)


def write_levels(levels: tuple[tuple[int, str], ...]) -> str:
    """Write levels as `read_levels` reads them."""
    return " ".join(f"{seat}:{level}" for seat, level in levels)


class ClockTerms(Frozen):
    """A clock and what a missed deadline does, as requested, with durations in words."""

    clock: str
    grace: int
    grace_time: str
    open_after: int
    away: str
    weekends: bool
    holidays: int

    def __str__(self) -> str:
        said = {**asdict(self), "weekends": REST if self.weekends else ""}
        return " ".join(f"{name.replace('_', ' ')} {said[name]}" for name in sorted(said))


class Settings(Frozen):
    """Everything kept with a match that is not part of its rules: status, clock, open questions.

    `status` is `open`, `playing` or `paused`; `rests`: all agreed to the pause; `server` is the
    Discord server of the match, `share` the key with which others may watch, `left` since when the
    bot is gone from the server.  `opponents` are the seats that a machine plays, and how well.
    `learning`: offers and what becomes of them are kept for training, and the players were told.
    In an imported match, entries from `own_from` on were rolled here, and entries from
    `chained_from` on carry hashes.  `salts` are the words of the seats, mixed into the dice.

    `others` keeps what another version of the program wrote and this one cannot read.
    """

    status: str = text("status", "playing")
    rests: bool = flag("rests", "agreed")
    locked: bool = flag("locked", "yes")
    autopass: bool = flag("autopass", "on")
    audience: str = text("audience", "public")
    server: str = text("server")
    share: str = text("share")
    left: str = text("left_at")
    board: str = text("board")
    learning: bool = flag("learning", "on")
    opponents: tuple[tuple[int, str], ...] = kept("opponents", (), read_levels, write_levels)
    scene: bool = flag("scene", "yes")
    own_from: int = number("own_from")
    chained_from: int = number("chained_from")
    clock: str = text("clock")
    grace: int | None = number("grace", None)
    grace_time: str = text("grace time")
    open_after: int | None = number("open after", None)
    away: str = text("away")
    weekends: bool = flag("weekends", REST)
    holidays: int | None = number("holidays", None)
    challenges: tuple[Challenge, ...] = kept(
        "challenges", (), pending.read_challenges, pending.write_challenges
    )
    challenges_made: int = number("challenges made")
    proposals: tuple[Proposal, ...] = kept(
        "proposal", (), pending.read_proposals, pending.write_proposals
    )
    proposals_made: int = number("proposals")
    agreed: Consent = kept("agreed", Consent(), pending.read_consent, pending.write_consent)
    salts: tuple[tuple[str, str], ...] = ()
    others: tuple[tuple[str, str], ...] = ()

    def salted(self, seat: int, words: str) -> "Settings":
        """Return a copy with the words of one more seat."""
        return replace(self, salts=tuple(sorted([*self.salts, (str(seat), words)])))

    def under(self, terms: ClockTerms) -> "Settings":
        """Return a copy with another clock."""
        return replace(self, **asdict(terms))


FORMS: Mapping[str, SettingForm] = {
    one.name: one.metadata["form"] for one in fields(Settings) if "form" in one.metadata
}
"""How each setting is stored, by the name of its field."""


def read_settings(written: Mapping[str, str]) -> Settings:
    """Read settings from their texts; unreadable ones go to `others`."""
    known: dict[str, Any] = {}
    left = dict(written)
    for name, form in FORMS.items():
        if form.name in left:
            try:
                known[name] = form.read(left[form.name])
            except (ValueError, TypeError, KeyError, AttributeError):
                continue
            del left[form.name]
    salts = sorted(one for one in left if one.startswith(SALT))
    known["salts"] = tuple((one.removeprefix(SALT), left.pop(one)) for one in salts)
    return Settings(**known, others=tuple(left.items()))


def written_settings(settings: Settings) -> dict[str, str]:
    """Settings as texts by name, without those that have their usual value."""
    found = dict(settings.others)
    for one in fields(Settings):
        value, form = getattr(settings, one.name), FORMS.get(one.name)
        if form is not None and value != one.default and (text := form.write(value)):
            found[form.name] = text
    return {**found, **{f"{SALT}{seat}": words for seat, words in settings.salts}}


def changes_between(before: Settings, after: Settings) -> dict[str, str]:
    """The settings to be stored after a change; an empty text removes a setting."""
    old, new = written_settings(before), written_settings(after)
    names = dict.fromkeys((*old, *new))
    return {name: new.get(name, "") for name in names if old.get(name) != new.get(name)}


def merged(known: Mapping[str, str], changes: Mapping[str, str]) -> dict[str, str]:
    """Merge changes into stored texts; an empty text removes one."""
    return {name: value for name, value in {**known, **changes}.items() if value}


def changed(settings: Settings, changes: Mapping[str, str]) -> Settings:
    """Apply stored changes to settings."""
    return read_settings(merged(written_settings(settings), changes))
