"""The events of a game, in the past tense, with everything that a report says about them."""

from typing import ClassVar, TypeAlias

from rules.crusade8x8.board import House, Position
from rules.line.about import AboutSeat, OnlyTold
from rules.line.events import Event
from rules.line.said import Said


class OfPiece(Said):
    """A mixin for events of something on a tile: a unit, a treasure."""

    seat: int
    kind: str
    tile: str


class GameOpened(Event):
    """C8-OPT-1: the table was laid under these house rules, with this layout of treasures."""

    SAYS = "treasures: {layout}"
    MORE = ("[removed from the game: {removed:removed}]",)
    SHORT = "treasures {layout}[, removed from the game: {removed:removed}]"

    house: House
    layout: str = "standard"
    removed: str = ""


class ArmiesRolled(Event):
    """C8-SETUP-5, C8-SETUP-7: what both armies have, and how much each player may choose."""

    SAYS = "[dice: {dice:dice}]"
    MORE = ("both armies: {kinds:army}", "[{due?}to choose: {:due}]")
    SHORT = "both armies: {kinds:army}[{due?}; to choose: {:due in short}]"

    kinds: tuple[str, ...]
    due_pawns: int = 0
    due_nobles: int = 0
    dice: tuple[tuple[str, int], ...] = ()

    @property
    def due(self) -> int:
        """How many units each player may choose."""
        return self.due_pawns + self.due_nobles


class Chosen(AboutSeat):
    """C8-CHOICE-2: a player's choice is in, and secret."""

    SAYS = "{seat:Colour} has chosen{:secretly}"
    SHORT = "{seat:Colour} has chosen{:secretly in short}"
    KNOWN_TO = "seat"
    STRETCH = "choices"

    kinds: tuple[str, ...]


class ChoicesRevealed(Event):
    """C8-CHOICE-5: both choices are in; everybody sees them."""

    SAYS = "White chose {choices:of White}"
    MORE = ("Black chose {choices:of Black}",)
    SHORT = "White chose {choices:White's}; Black chose {choices:Black's}"
    OPENS = "choices"

    bars_undo: ClassVar[bool] = True

    choices: tuple[tuple[str, ...], tuple[str, ...]]


class Placed(OfPiece, Event):
    """C8-PLACE-1: a player put a unit on a tile, in secret."""

    SAYS = "{:placed}"
    KNOWN_TO = "seat"
    STRETCH = "placement"


class PlacementDone(AboutSeat):
    """C8-PLACE-1: a player is done with placing."""

    SAYS = "{seat:Colour} is done with placing"
    STRETCH = "placement"


class Deployed(Event):
    """C8-PLACE-5: both armies stand on the board for everybody to see."""

    SAYS = "both armies stand on the board"
    OPENS = "placement"
    bars_undo: ClassVar[bool] = True

    units: tuple[tuple[int, str, str], ...]


class Acted(AboutSeat):
    """C8-NOTE-3: a player's action, in canonical notation."""

    SAYS = "{seat:Colour}: {note}"
    SHORT = "[{note=pass}|{else}{seat:Colour} {note}]"
    WHY = ("C8-TURN-3: {note} is the one action of {seat:Colour}'s turn",)

    note: str


class Moved(Event):
    """A unit went, or was pushed, from one tile to another; its facing stayed."""

    SAYS = ""

    start: str
    goal: str


class Swapped(Event):
    """C8-ROGUE-3: two units changed places."""

    SAYS = ""

    start: str
    goal: str


class Turned(Event):
    """A Pawn faces another way."""

    SAYS = ""

    tile: str
    facing: str


class Captured(OfPiece, Event):
    """An enemy was taken off the board."""

    SAYS = "captured: {seat:colour} {kind} at {tile}"


class CounterCaptured(OfPiece, Event):
    """C8-WAR-2: the attacker that came from `start` fell with the Warrior on `tile`."""

    SAYS = "counter-captured: {seat:colour} {kind} at {tile}"
    WHY = (
        (
            "C8-WAR-2: the {kind} from {start} entered {tile} over a front diagonal of the Warrior "
            "there, so both left the board"
        ),
    )

    start: str


class Froze(OfPiece, Event):
    """C8-FRZ-1: telekinesis hit a unit, which now stands on `tile`."""

    SAYS = "frozen: {seat:colour} {kind} at {tile}"
    WHY = (("C8-FRZ-1: the {kind} on {tile} is frozen until the end of {seat:Colour}'s next turn"),)


class TreasureCaptured(OfPiece, Event):
    """C8-TREAS-3: the mover landed on a Supply or Relic of the opponent."""

    SAYS = "treasure: {seat:Colour} captures the {kind} at {tile}"
    WHY = ("C8-TREAS-3: landed on the {kind} at {tile}; {seat:left} of 4 left to capture",)


class Recruited(OfPiece, Event):
    """C8-REC-1: a unit came in from the reserve, a Pawn facing forward."""

    SAYS = "recruit: {seat:colour} {kind} at {tile}"
    WHY = ("C8-REC-4: {kind} {:reserve} ({tile})",)


class Forfeited(AboutSeat, OnlyTold):
    """C8-FORF-2, C8-FORF-3: a player passed; from the second time in a row on it offers a draw."""

    SAYS = "{seat:Colour} forfeits the turn ({in_a_row} in a row)"
    MORE = ("[{offers?}{seat:Colour} offers a draw (two forfeits in a row)]",)
    SHORT = "{seat:Colour} passes ({in_a_row} in a row[{offers?}, which offers a draw])"
    WHY = ("C8-FORF-2: {in_a_row:one less} in a row before, {in_a_row} now; 2 offer a draw",)

    in_a_row: int

    @property
    def offers(self) -> bool:
        return self.in_a_row >= 2


class TurnEnded(AboutSeat):
    """The end of a turn: marks thaw (C8-FRZ-3), the counters and the side to move are as given."""

    SAYS = ""
    WHY = ("C8-OPT-8: turns without a capture {progress} of {:limit}",)

    forfeits: tuple[int, int]
    offer: int
    progress: int
    round: int


class ClockRanOut(AboutSeat, OnlyTold):
    """C8-FORF-4: a player's time was up; nothing from before can be taken back."""

    SAYS = "{seat:Colour}'s clock has run out"
    bars_undo: ClassVar[bool] = True


class ClockNoticed(AboutSeat, OnlyTold):
    """C8-FORF-4: time was up before play began; the clock runs in phase play only."""

    SAYS = "time is up for {seat:whoever}; nothing is forfeited"


class TableChanged(Event):
    """C8-GM-1: the GM changed the table; repetitions are counted anew, and nothing from before can
    be taken back."""

    SAYS = "GM: {what}"
    bars_undo: ClassVar[bool] = True

    position: Position
    what: str


class CounterSet(Event):
    """C8-GM-1: the GM set a number that is no part of the table."""

    SAYS = "GM: {what}"

    position: Position
    what: str


# --- by chapter ---------------------------------------------------------------------------------

SetupEvent: TypeAlias = (
    GameOpened | ArmiesRolled | Chosen | ChoicesRevealed | Placed | PlacementDone | Deployed
)
"""Section 4: what happens before play begins."""

Deed: TypeAlias = (
    Moved | Swapped | Turned | Captured | CounterCaptured | Froze | TreasureCaptured | Recruited
)
"""What a clause of an action does to the table."""

TurnEvent: TypeAlias = Acted | TurnEnded
"""Section 7.9: actions, and how a turn ends."""

GMEvent: TypeAlias = TableChanged | CounterSet
"""C8-GM-1: what the GM sets."""
