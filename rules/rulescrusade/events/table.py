"""Events around the table: statblocks, the set-up, the GM, queries."""

from typing import ClassVar

from rules.line.about import AboutRef, AboutSeat, OnlyTold
from rules.line.events import Event, Rolled
from rules.rulescrusade.events.parts import Faces, Value
from rules.rulescrusade.sheets import Library, ModelType, Weapon
from rules.rulescrusade.state import Cloud, Ground, Item, Marker, Rules, Spot, Unit

# --- the table ----------------------------------------------------------------------------------


class TableLaid(Event):
    """A match was created: its options, its ground, the statblocks, the deck of cards."""

    SAYS = (
        "A board of {ground.rows} x {ground.cols} inches [{rules.hulk?}in the corridors of a "
        "hulk|on open ground] is laid out"
    )
    SHORT = (
        "{ground.rows} x {ground.cols} inches, [{rules.hulk?}the corridors of a hulk|open ground]"
    )

    rules: Rules
    ground: Ground
    library: Library
    deck: tuple[str, ...]
    items: tuple[Item, ...] = ()


class GroundChanged(Event):
    """The GM changed the ground: `what` is the GM's line, without the text of a map."""

    SAYS = "[The GM: {what}]"

    ground: Ground
    what: str
    items: tuple[Item, ...] | None = None
    markers: tuple[Marker, ...] | None = None
    clouds: tuple[Cloud, ...] | None = None


class ItemsChanged(Event):
    """The list of items changed; `what` tells it ("" if another event does)."""

    SAYS = "[The GM: {what}]"

    items: tuple[Item, ...]
    what: str = ""


class MarkersChanged(Event):
    """The list of markers changed; `what` tells it ("" if another event does)."""

    SAYS = "[The GM: {what}]"

    markers: tuple[Marker, ...]
    what: str = ""


class StatblockRead(Event):
    """A weapon or a type of model was defined or redefined."""

    SAYS = "The GM: [{weapon}|{model}]"
    SHORT = "[{weapon}|{model}]"

    weapon: Weapon | None = None
    model: ModelType | None = None


# --- the set-up ---------------------------------------------------------------------------------


class Mustered(AboutSeat):
    """A seat took a list, in place of its force.  `unhidden`: the models to hide under chits."""

    SAYS = (
        "{seat:army} takes {name} for {cost:points}: {units:refs}[{unhidden?}[{blanks?}, "
        "{blanks:blanks} among the chits]]"
    )
    SHORT = (
        "{seat:army} takes {name} for {cost:points}: {units:models}[{unhidden?}[{blanks?}, "
        "{blanks:blanks} among the chits]]"
    )

    name: str
    cost: int
    role: str
    units: tuple[Unit, ...]
    unhidden: tuple[Unit, ...] = ()
    blanks: int = 0


class Bought(AboutSeat):
    """A seat bought models for `cost` points; it has now spent `spent` in all."""

    SAYS = "{seat:army} buys {units:refs} for {cost:points}, {spent} spent"
    SHORT = "{seat:army} buys {units:models} for {cost:points}{spent:spent}"

    units: tuple[Unit, ...]
    cost: int
    spent: int


class Dismissed(AboutSeat):
    """A seat took models out of its force; it has now spent `spent` in all."""

    SAYS = "{seat:army} dismisses {refs:, }, {spent} points spent"
    SHORT = "{seat:army} dismisses {refs:labels}{spent:spent}"

    refs: tuple[str, ...]
    spent: int


class Readied(AboutSeat):
    """A seat finished mustering."""

    SAYS = "{seat:army} is ready"


class StageBegan(Event):
    """A stage of the set-up began: `muster`, `deploy`, `infiltrate`; `-` in play.

    `order`: the seats that take part, in turn order.
    """

    SAYS = "[{stage=-}|{else}Set-up, {stage}[: {order:then}]]"
    SHORT = "[{stage=-}|{else}set-up, {stage}[: {order:then}]]"

    stage: str
    order: tuple[int, ...] = ()


class RolledOff(OnlyTold):
    """RC-DICE-9: a roll-off; `rolls` are (seat, faces, total) in the order of rolling."""

    purpose: str
    rolls: tuple[tuple[int, Faces, int], ...]
    winner: int


class Deployed(AboutRef):
    """A model or chit was placed in its zone."""

    SAYS = "{ref} is deployed at {to:spot}[, {hidden}]"

    to: Spot
    hidden: bool = False


class ChitDealt(AboutSeat):
    """RC-SETUP-11: what a chit stands for ("" for nothing); known to its seat only.

    `back`: the model that it stood for before ("" for nothing, None: this is its first).
    """

    SAYS = (
        "{chit} stands for [{model}|nothing]"
        "[{back=None}|{back=} instead of nothing|{else} instead of {back}]"
    )
    KNOWN_TO = "seat"
    STRETCH = "chit {chit}"

    chit: str
    model: str
    back: str | None = None


class DeploymentDone(AboutSeat):
    """A seat ended its part of a stage."""

    SAYS = "{seat:army} has {stage:done}"

    stage: str


class CardsDrawn(AboutSeat, OnlyTold):
    """RC-SETUP-6: a seat drew cards; others learn only how many."""

    SAYS = "{seat:army} draws {count:cards}"

    count: int


class HandDrawn(AboutSeat):
    """RC-PSY-4: which cards a seat drew."""

    SAYS = "{seat:army} draws {cards}"
    KNOWN_TO = "seat"
    STRETCH = "hand {seat}"

    cards: tuple[str, ...]


class Picked(Rolled):
    """RC-VIEW-1: a card was picked from the deck in secret."""

    KNOWN_TO = "seat"
    STRETCH = "hand {seat}"

    seat: int = 0


# --- queries and the GM -------------------------------------------------------------------------


class Checked(AboutRef, OnlyTold):
    """RC-ORD-11, RC-REP-5: an answer to a query; it changes nothing and leaves no entry."""

    SAYS = (
        "{ref} to {target}: {inches} inches, penalty {penalty}, sight {sight}, cover [{cover}|none]"
    )
    WHY = ("penalty {inches} / 12, rounded down = {penalty} (RC-GEO-5)",)
    question: ClassVar[bool] = True

    target: str
    inches: int
    penalty: int
    sight: str
    cover: str


class UnitPut(Event):
    """The GM put a model or chit on the board or in reserve."""

    SAYS = (
        "The GM puts [{unit.chit?}chit|{else}{unit.kind}] {unit.ref} for {unit.seat:army} "
        "[{unit.place=board}at {unit.spot:spot}|in reserve]"
    )
    SHORT = (
        "{unit.ref} ([{unit.chit?}chit|{else}{unit.kind}]) for {unit.seat:army} "
        "[{unit.place=board}at {unit.spot:spot}|in reserve]"
    )

    unit: Unit


class UnderChit(AboutSeat):
    """What a chit put by the GM stands for; known to its seat only."""

    SAYS = "{chit} stands for [{unit?}{unit.kind} {unit.ref}|nothing]"
    KNOWN_TO = "seat"
    STRETCH = "chit {chit}"

    stands_in_order: ClassVar[bool] = True

    chit: str
    unit: Unit | None


class UnitSet(AboutRef):
    """The GM set an attribute of a unit: `what` is the line, such as `set M1 hits 3`.

    `secret`: the one seat that may know of it (0: everybody may).
    """

    SAYS = "[The GM: {what}]"

    what: str
    changes: tuple[tuple[str, Value], ...]
    secret: int = 0

    @property
    def known_to(self) -> tuple[int, ...] | None:
        return (self.secret,) if self.secret else None


class ArmySet(AboutSeat):
    """The GM set an attribute of a seat: `what` is the line; a hand is secret."""

    SAYS = "[The GM: {what}]"

    what: str
    changes: tuple[tuple[str, Value], ...]
    secret: bool = False

    @property
    def known_to(self) -> tuple[int, ...] | None:
        return (self.seat,) if self.secret else None


class PointsScored(AboutSeat):
    """RC-VIC-4: a seat scored for KO'd enemies at the end of the game."""

    SAYS = "{seat:army} scores {points:points} for knocked-out enemies, now {total}"
    SHORT = "{seat:army} scores {points} for knocked-out enemies, now {total}"

    points: int
    total: int


class Withdrew(AboutSeat):
    """RC-VIC-3: a seat resigned; its models leave the board."""

    SAYS = "{seat:army} resigns"


class GameReopened(Event):
    """The GM set a round, phase or turn after the end, so the game goes on."""

    SAYS = "The game goes on"
    SHORT = "the game goes on"


class GmActed(OnlyTold):
    """RC-ORD-10: the GM did something; a player's undo may not cross it."""

    SAYS = ""
    bars_undo: ClassVar[bool] = True
