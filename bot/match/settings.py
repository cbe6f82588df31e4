"""What the shell keeps with a match, as one value; only the store knows how it is written."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, field, fields, replace
from typing import Any

from bot.match import pending
from bot.match.pending import Challenge, Consent, Proposal
from rules.line.frozen import Frozen

REST = "rest"
"""What is written of weekends on which clocks rest."""

SALT = "salt "
"""What the names of settings begin with that hold the players' own words: `salt 2`."""


class Form(Frozen):
    """How a setting is written: under which name, and as which text."""

    name: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]


def kept(name: str, usual: Any, read: Callable[[str], Any], write: Callable[[Any], str]) -> Any:
    """A setting that is not written while it is as usual."""
    return field(default=usual, metadata={"form": Form(name, read, write)})


def text(name: str, usual: str = "") -> Any:
    """A setting of words."""
    return kept(name, usual, str, str)


def flag(name: str, on: str) -> Any:
    """A setting that is on or off."""
    return kept(name, False, on.__eq__, lambda _: on)


def number(name: str, usual: int | None = 0) -> Any:
    """A setting that is a whole number."""
    return kept(name, usual, int, str)


def read_levels(text: str) -> tuple[tuple[int, str], ...]:
    """`2:easy 3:hard`."""
    pairs = (word.partition(":") for word in text.split())
    return tuple((int(seat), level) for seat, _, level in pairs)


def write_levels(levels: tuple[tuple[int, str], ...]) -> str:
    """The same as a setting."""
    return " ".join(f"{seat}:{level}" for seat, level in levels)


class Terms(Frozen):
    """A clock and what a missed deadline does, as it was asked for: durations in words."""

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
    """What belongs to a match and not to its rules: its life, its clock, what is asked in it.

    `status` is `open`, `playing` or `paused`, `rests` says that all agreed to the pause; `server`
    is where the match is at home, `share` the key under which others may look on, `left` since when
    the bot is gone from its server.  `opponents` are the seats that a machine plays, and how well.
    `learning`: what is offered and what becomes of it is kept, and the players have been told so.
    Of an imported match the entries from `own_from` on are dealt here, those from `chained_from` on
    carry hashes.  `salts` are the words of the seats that are mixed into the dice.

    What another version of the program has written, and this one cannot read, stays in `others`.
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
        """With the words of one more seat."""
        return replace(self, salts=tuple(sorted([*self.salts, (str(seat), words)])))

    def under(self, terms: Terms) -> "Settings":
        """With another clock."""
        return replace(self, **asdict(terms))


FORMS: Mapping[str, Form] = {
    one.name: one.metadata["form"] for one in fields(Settings) if "form" in one.metadata
}
"""How each setting is written, by its field."""


def read_settings(written: Mapping[str, str]) -> Settings:
    """Settings from their texts."""
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
    """Settings as texts by name; what is as usual is left out."""
    found = dict(settings.others)
    for one in fields(Settings):
        value, form = getattr(settings, one.name), FORMS.get(one.name)
        if form is not None and value != one.default and (text := form.write(value)):
            found[form.name] = text
    return {**found, **{f"{SALT}{seat}": words for seat, words in settings.salts}}


def changes_between(before: Settings, after: Settings) -> dict[str, str]:
    """What has to be written anew; an empty text takes a setting away."""
    old, new = written_settings(before), written_settings(after)
    names = dict.fromkeys((*old, *new))
    return {name: new.get(name, "") for name in names if old.get(name) != new.get(name)}


def merged(known: Mapping[str, str], changes: Mapping[str, str]) -> dict[str, str]:
    """Settings or details with these changed; an empty text takes one away."""
    return {name: value for name, value in {**known, **changes}.items() if value}


def changed(settings: Settings, changes: Mapping[str, str]) -> Settings:
    """Settings with what has been written anew."""
    return read_settings(merged(written_settings(settings), changes))
