"""Events of a turn: activations, movement, cards."""

from typing import ClassVar

from rules.line.about import AboutRef, AboutSeat, OnlyTold
from rules.line.events import Event
from rules.rulescrusade.events.parts import Parts, Value
from rules.rulescrusade.state import Spot

# --- turns --------------------------------------------------------------------------------------


class TurnBegan(AboutSeat):
    """RC-TURN-6: a seat's turn began; what changes on its units comes in events of their own."""

    SAYS = "Round {round}, {seat:army}[{skipped?}, passed over]"

    ends_phase: ClassVar[bool] = True

    round: int
    skipped: bool = False


class TurnEnded(AboutSeat):
    """RC-TURN-7: a seat's turn ended."""

    SAYS = "{seat:army} ends the turn"
    ends_phase: ClassVar[bool] = True


class Activated(AboutRef):
    """RC-TURN-3: a model's activation began, which finished that of `finished`, if any."""

    SAYS = ""

    finished: str = ""


class Marked(AboutRef):
    """Book-keeping: fields of a unit changed, such as `moveleft`; never reported by itself."""

    SAYS = ""

    changes: tuple[tuple[str, Value], ...]


class StandingOrderGiven(AboutSeat):
    """RC-REACT-1: a standing order was given, in secret."""

    SAYS = "{ref} has the standing order {attribute} {value}"
    KNOWN_TO = "seat"
    STRETCH = "standing orders {seat}"

    ref: str
    attribute: str
    value: str


class ShambleRolled(Event):
    """RC-ABIL-27: how far these models shamble this turn."""

    SAYS = "{refs} may move {move} this turn"

    refs: tuple[str, ...]
    move: int


# --- movement -----------------------------------------------------------------------------------


class Stepped(AboutRef):
    """RC-MOVE-13: one step of a move; `Walked` reports the whole route."""

    SAYS = ""

    to: Spot
    cost: int
    left: int
    diagonal: bool = False


class Walked(AboutRef, OnlyTold):
    """A move is over: `manner` says how it went, `cost` and `left` count inches."""

    SAYS = "{ref} moves from {origin:spot} to {to:spot} ({cost:inches}, {left} left)"
    WHY = (
        (
            "{ref}: {:cost before} - {cost} = {left} inches, [by {path:path}|without a step] "
            "(RC-MOVE-5)"
        ),
    )

    manner: str
    origin: Spot
    to: Spot
    cost: int
    left: int
    path: tuple[Spot, ...] = ()


class Stopped(AboutRef, OnlyTold):
    """RC-MOVE-13: a move ended before its goal."""

    SAYS = "{ref} stops at {at:cell}[: {why}]"

    at: Spot
    why: str


class Placed(AboutRef):
    """A model came to another place without walking; `manner`: `jump`, `fall`, `knock`, `throw`,
    `dive`, `teleport`, `telekinesis`, `drag`, `body`, `gm`, `climb`, `back` ..."""

    SAYS = "{ref} {manner:comes} {to:spot}"

    manner: str
    origin: Spot
    to: Spot


class Fell(AboutRef, OnlyTold):
    """RC-FALL-1: a model fell `inches`; its damage counts `counted` of them."""

    SAYS = "{ref} falls {inches}{:softer}"
    SHORT = "{ref}> falls {inches}{:softer}"
    WHY = ("{counted} of {inches} inches / 4, rounded down, are hits (RC-FALL-1)",)

    inches: int
    counted: int


class PaidMove(AboutRef):
    """A jump, a climb or the like cost inches; `action` if it took the action too."""

    SAYS = (
        "{ref} [{cost?}spends {cost:inches}[{action?} and its action], {left} "
        "left|{action?}takes an extra move, {left:inches} left|{else}spends {cost:inches}, "
        "{left} left]"
    )

    cost: int
    left: int
    action: bool = False


class Revealed(AboutRef):
    """RC-HIDE-5: a hidden model was revealed; `why`: `seen`, `attacks`, `burn`, `card` ..."""

    SAYS = "{ref} is revealed[ ({why})]"
    SHORT = "{ref}> **revealed[ ({why})]**"
    bars_undo: ClassVar[bool] = True

    why: str


class ChitTurned(Event):
    """RC-CHIT-2: a chit was turned over: `model` now stands in its place ("" for nothing)."""

    SAYS = "{chit} is [{model} ({kind})|nothing]"
    SHORT = "{chit}> **is [{model} ({kind})|nothing]**"
    OPENS = "chit {chit}"
    bars_undo: ClassVar[bool] = True

    chit: str
    model: str
    kind: str
    moveleft: int = 0
    action: bool = True
    moved: bool = False


class ChitScanned(Event):
    """RC-CHIT-5: a chit was turned face up: everybody sees its `model` ("" for nothing)."""

    SAYS = "{chit} is scanned"
    MORE = ("{chit} is [{model?}{model} ({kind})|nothing]",)
    OPENS = "chit {chit}"

    bars_undo: ClassVar[bool] = True

    chit: str
    model: str
    kind: str


class Hid(AboutRef):
    """RC-HIDE-1: a model hid."""

    SAYS = "{ref} hides"

    action: bool


# --- cards --------------------------------------------------------------------------------------


class CardPlayed(AboutRef):
    """RC-PSY-5: a card was played on these subjects; `lost` if it went to the discards."""

    SAYS = (
        "{ref} plays {card}[ on {subjects}][{readied?}, which it had ready][{lost?}; the card "
        "is discarded]"
    )

    seat: int
    card: str
    subjects: tuple[str, ...]
    lost: bool = False
    readied: bool = False


class CardRolled(AboutRef, OnlyTold):
    """RC-PSY-11: a card was rolled: `number` is the dice less the range penalty, at least 0."""

    SAYS = "{card}[ on {subject}]: {number} ({parts:parts})"
    WHY = ("{card}: N {number}{parts:sum}, at least 0 (RC-PSY-11)",)

    card: str
    subject: str
    number: int
    parts: Parts


class CardReadied(AboutRef, OnlyTold):
    """RC-PSY-8: a psyker readied a card or stood down; this is all that other seats learn."""

    SAYS = "{ref} [{ready?}readies a card|stands down]"

    seat: int
    ready: bool


class CardNamed(AboutRef):
    """RC-PSY-8: which card a psyker readied, and for whom; secret ("" when it stood down)."""

    SAYS = "{ref} readies {card}[ for {target}]"
    KNOWN_TO = "seat"
    STRETCH = "hand {seat}"

    seat: int
    card: str
    target: str


class CardsDiscarded(AboutSeat, OnlyTold):
    """RC-PSY-9: a seat discarded `count` cards."""

    SAYS = "{seat:army} discards {count:cards}"

    count: int


class HandDiscarded(AboutSeat):
    """RC-PSY-9: which cards a seat discarded, and which discard it took back ("" for none)."""

    SAYS = "{seat:army} discards {cards}[ and takes {taken_back} back]"
    KNOWN_TO = "seat"
    STRETCH = "hand {seat}"

    cards: tuple[str, ...]
    taken_back: str = ""
