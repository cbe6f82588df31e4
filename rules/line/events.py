"""Facts that can happen in every system: past tense, frozen, with every number a report shows."""

from typing import ClassVar, TypeAlias

from rules.line.said import NO_WORDS, Said, filled


class Event(Said):
    """A fact.

    `SAYS`: its sentence in the report, where that is a pattern of its fields (empty: it is not
    told), with `MORE` sentences behind it; an event without one is told by a chapter of its system.
    `SHORT`: its clause in the short telling, strong between `**` (None: the system tells it, or it
    is told as in the report); `{unit:them}` may stand for whom it befell, where a system names
    those of whom the same is said together.  `WHY`: how its numbers came about, a pattern a line.

    `draws`, `bars_undo` and `ends_phase` tell an undo what it must not cross; who may read of it,
    and until when it is a secret, is another matter: `KNOWN_TO`, the field with the one seat that
    does, `STRETCH` and `OPENS`, patterns of `stretch` and `opens`.
    `stands_in_order`: the order says it in so many words, and is as secret as it.
    `question`: it answers a question and changes nothing; a line of nothing else is not logged.
    """

    MORE: ClassVar[tuple[str, ...]] = ()
    SHORT: ClassVar[str | None] = None
    WHY: ClassVar[tuple[str, ...]] = ()
    KNOWN_TO: ClassVar[str] = ""
    STRETCH: ClassVar[str] = ""
    OPENS: ClassVar[str] = ""

    draws: ClassVar[bool] = False
    bars_undo: ClassVar[bool] = False
    ends_phase: ClassVar[bool] = False
    question: ClassVar[bool] = False
    stands_in_order: ClassVar[bool] = False

    @property
    def known_to(self) -> tuple[int, ...] | None:
        """The seats that know of it (none: the GM alone), or None: everybody does."""
        return (getattr(self, self.KNOWN_TO),) if self.KNOWN_TO else None

    @property
    def stretch(self) -> str:
        """The secret stretch that it belongs to: `placement`, `chit 3`."""
        return filled(self.STRETCH, self, NO_WORDS)

    @property
    def opens(self) -> tuple[str, ...]:
        """The secret stretches that this event opens to everybody."""
        return (filled(self.OPENS, self, NO_WORDS),) if self.OPENS else ()


class Rolled(Event):
    """One face was drawn; `loaded` if it lay ready in the dice tray."""

    WHY = ("{die}: {face}, [{loaded?}loaded by the GM|drawn]",)
    draws: ClassVar[bool] = True

    die: str
    face: int
    why: str
    loaded: bool = False


class DiceLoaded(Event):
    """The GM laid faces ready; they replace what was left in the tray."""

    faces: tuple[int, ...]


class PhaseBegan(Event):
    """A phase began.  Whose turn it is comes in a `TurnPassed` of its own."""

    ends_phase: ClassVar[bool] = True

    round: int
    phase: str


class TurnPassed(Event):
    """It is now this seat's turn (0: nobody's, or everybody's)."""

    turn: int


class DrawOffered(Event):
    """A seat offered a draw."""

    seat: int


class DrawOfferClosed(Event):
    """The standing offer was declined, or lapsed."""

    seat: int
    declined: bool


class DrawAgreed(Event):
    """A seat agreed to the standing offer, and others have still to answer."""

    seat: int


class Resigned(Event):
    """A seat gave up while others play on."""

    seat: int


class Ended(Event):
    """The match is over: by which rule, how, and who won (nobody: a draw)."""

    rule: str
    termination: str
    winners: tuple[int, ...]


class Ruled(Event):
    """The GM recorded a ruling in words; nothing in the state changed."""

    text: str


class Overridden(Event):
    """The GM set a number that belongs to the match as a whole: `round`, `phase`, `turn`."""

    attribute: str
    value: str


class Refused(Event):
    """A part of a line was refused while other parts of it stand."""

    rule: str
    why: str


SharedEvent: TypeAlias = (
    Rolled
    | DiceLoaded
    | PhaseBegan
    | TurnPassed
    | DrawOffered
    | DrawOfferClosed
    | DrawAgreed
    | Resigned
    | Ended
    | Ruled
    | Overridden
    | Refused
)
"""All of them: what a system applies and reports beside the events of its own."""
