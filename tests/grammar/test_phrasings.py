"""The 40 phrasings that another bot was measured with, applied to every order of crusade7.

They come from a study of DiplomacyGM: 40 ways to say a legal order, 11 of which its parser reads.
Each is a *shape*.  Here every order kind is said in each shape that fits it, and must give the same
typed order as the canonical sentence.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pytest

from grammar import read

NAMES = (
    "Legionnaire",
    "Legate",
    "Elf Archer",
    "Praetorian Psionic",
    "Carrus",
    "Gladius",
    "Composite Bow",
    "Molotov Cocktail",
    "Bite and Blade",
    "Ward",
    "Fire Storm",
    "Smite",
    "Mind Fog",
    "High Alert",
    "Rally to the Eagle",
    "Second Roman Empire",
    "Veterans",
    "Platoon",
)

LEFT_OUT = {
    39: "`F MAO - Spain (nc)` names a coast of the destination; a cell has no coasts",
    40: "`F MAO - Spain/nc` names a coast of the destination; a cell has no coasts",
}


@dataclass(frozen=True)
class Kind:
    """An order kind: the words that make up its sentences.

    `rest` follows the verb; `to` is the word in it that an arrow may replace; `first` is the
    sentence with the verb in front; `three` are three other verbs.
    """

    name: str
    unit: str
    type: str
    verb: str
    plain: str
    ing: str
    three: tuple[str, str, str] | tuple[()]
    rest: str = ""
    to: str = ""
    first: str = ""
    short: str = ""

    @property
    def canonical(self) -> str:
        return self.say(self.verb)

    def say(self, verb: str, unit: str = "", rest: str | None = None) -> str:
        return f"{unit or self.unit} {verb} {self.rest if rest is None else rest}".strip()

    def arrow(self, sign: str, unit: str = "") -> str:
        """The sentence with an arrow: a move needs no verb, other orders keep theirs."""
        tail = self.rest.replace(self.to, sign, 1)
        verb = "" if self.name == "moves" else self.verb
        return " ".join(f"{unit or self.unit} {verb} {tail}".split())


MOVES = Kind(
    "moves", "L1", "Legionnaire", "moves", "move", "moving", ("goes", "marches", "walks"),
    "to 5,12", "to", "move L1 to 5,12", "m",
)  # fmt: skip
STAYS = Kind(
    "stays", "L1", "Legionnaire", "stays", "stay", "staying", ("holds", "waits", "remains"),
    first="hold L1", short="H",
)  # fmt: skip

KINDS = (
    MOVES,
    replace(MOVES, name="moves via", rest="to 5,12 via 4,10, 5,11",
            first="move L1 to 5,12 via 4,10, 5,11"),
    replace(MOVES, name="moves forward", rest="3 forward", to="", first="move L1 3 forward"),
    Kind("advances", "L1", "Legionnaire", "advances", "advance", "advancing",
         ("runs", "rushes", "runs"), "to 5,12", "to", "advance L1 to 5,12"),
    Kind("falls back", "L1", "Legionnaire", "falls back", "fall back", "falling back",
         ("retreats", "withdraws", "retreat"), "to 5,9", "to", "fall back L1 to 5,9"),
    STAYS,
    Kind("embarks", "L1", "Legionnaire", "embarks", "embark", "embarking",
         ("boards", "board", "embarks"), "on CR1", "on", "embark L1 on CR1"),
    Kind("disembarks", "L1", "Legionnaire", "disembarks", "disembark", "disembarking", (),
         "to 5,12", "to", "disembark L1 to 5,12"),
    Kind("disembarks from", "L1", "Legionnaire", "disembarks", "disembark", "disembarking", (),
         "from CR1 to 5,12", "to", "disembark L1 from CR1 to 5,12"),
    Kind("arrives", "L5", "Legionnaire", "arrives", "arrive", "arriving",
         ("enters", "enter", "arrives"), "at 7,1", "at", "bring in L5 at 7,1"),
    Kind("casts", "EA1", "Elf Archer", "casts", "cast", "casting", (), "Fire Storm on E2", "on",
         "cast Fire Storm with EA1 on E2"),
    Kind("casts by slot", "EA1", "Elf Archer", "casts", "cast", "casting", (),
         "Ward on E2 using a 2nd level slot", "on",
         "cast Ward with EA1 on E2 using a 2nd level slot"),
    Kind("stops concentrating", "EA1", "Elf Archer", "stops concentrating", "stop concentrating",
         "stopping concentrating", ("drops concentration", "drop concentration",
                                    "stops concentration"), first="stop concentrating with EA1"),
    Kind("manifests", "PP1", "Praetorian Psionic", "manifests", "manifest", "manifesting",
         ("uses", "use", "manifests"), "Mind Fog on L1", "on", "manifest Mind Fog with PP1 on L1"),
    Kind("smites", "PP1", "Praetorian Psionic", "smites", "smite", "smiting", (), "L1",
         first="smite L1 with PP1"),
    Kind("denies", "PP1", "Praetorian Psionic", "denies", "deny", "denying", (), "MS1",
         first="deny MS1 with PP1"),
    Kind("attacks", "L1", "Legionnaire", "attacks", "attack", "attacking",
         ("strikes", "hits", "shoots"), "P1 with Gladius", first="attack P1 with L1 using Gladius"),
    Kind("attacks at will", "L1", "Legionnaire", "attacks", "attack", "attacking",
         ("strikes", "hits", "fires at"), "P1", first="attack P1 with L1"),
    Kind("throws", "GB1", "Legionnaire", "throws", "throw", "throwing", (),
         "Molotov Cocktail at P1", first="throw Molotov Cocktail at P1"),
    Kind("multiattacks", "C1", "Legionnaire", "multiattacks", "multiattack", "multiattacking",
         ("multi-attacks", "multi attacks", "multi-attack"), "P1, P2",
         first="multiattack P1, P2 with C1"),
    Kind("engages a cell", "L1", "Legionnaire", "engages", "engage", "engaging", (), "to 5,13",
         "to", "engage L1 to 5,13"),
    Kind("engages a unit", "L1", "Legionnaire", "engages", "engage", "engaging", (), "P1",
         first="engage P1 with L1"),
    Kind("stands up", "L1", "Legionnaire", "stands up", "stand up", "standing up",
         ("stands", "gets up", "rises"), first="stand up L1"),
    Kind("charges", "L1", "Legionnaire", "charges", "charge", "charging",
         ("charges at", "charge at", "charges"), "P1", first="charge with L1 P1"),
    Kind("charges to", "L1", "Legionnaire", "charges", "charge", "charging", (), "P1 to 5,15",
         "to", "charge with L1 P1 to 5,15"),
    Kind("deploys", "L1", "Legionnaire", "deploys", "deploy", "deploying", (), "at 3,5", "at",
         "deploy L1 at 3,5"),
)  # fmt: skip

Shape = Callable[[Kind], str]

SHAPES: dict[int, tuple[str, Shape]] = {
    1: ("A Moscow - Ukraine", lambda kind: kind.arrow("-", f"{kind.type} {kind.unit}")),
    2: ("A Mos - Ukr", lambda kind: kind.arrow("-")),
    3: ("army moscow to ukraine", lambda kind: kind.arrow(kind.to, f"{kind.type} {kind.unit}")
        .lower()),
    4: ("Moscow -> Ukraine", lambda kind: kind.arrow("->")),
    5: ("Moscow moves to Ukraine", lambda kind: kind.canonical),
    6: ("A Moscow m Ukraine", lambda kind: kind.say(kind.short, rest=kind.rest.removeprefix("to"))),
    7: ("moscow into ukraine", lambda kind: kind.arrow("into").lower()),
    8: ("A Moscow H", lambda kind: kind.say(kind.short, f"{kind.type} {kind.unit}")),
    9: ("moscow holds", lambda kind: kind.canonical.lower()),
    10: ("MOSCOW HOLD", lambda kind: kind.say(kind.plain).upper()),
    11: ("A Moscow - Ukraine.", lambda kind: f"{kind.canonical}."),
    12: ("Moscow move to Ukraine", lambda kind: kind.say(kind.plain)),
    13: ("Moscow moving to Ukraine", lambda kind: kind.say(f"is {kind.ing}")),
    14: ("Moscow goes to Ukraine", lambda kind: kind.say(kind.three[0])),
    15: ("move Moscow to Ukraine", lambda kind: kind.first),
    16: ("move A Moscow - Ukraine",
         lambda kind: kind.first.replace(kind.unit, f"{kind.type} {kind.unit}", 1)),
    17: ("Moscow marches to Ukraine", lambda kind: kind.say(kind.three[1])),
    # `attacks` is an order of its own in crusade7, so a third other verb stands in for it here.
    18: ("Moscow attacks Ukraine", lambda kind: kind.say(kind.three[2])),
    19: ("A Mos-Ukr", lambda kind: kind.arrow("-").replace(" - ", "-")),
    20: ("A Moscow-Ukraine",
         lambda kind: kind.arrow("-", f"{kind.type} {kind.unit}").replace(" - ", "-")),
    21: ("A Moscow — Ukraine", lambda kind: kind.arrow("—")),
    22: ("A Moscow → Ukraine", lambda kind: kind.arrow("→")),
    23: ("A Moscow > Ukraine", lambda kind: kind.arrow(">")),
    24: ("A Moscow => Ukraine", lambda kind: kind.arrow("=>")),
    25: ("A Moscow -- Ukraine", lambda kind: kind.arrow("--")),
    26: ("please move moscow to ukraine", lambda kind: f"please {kind.first.lower()}"),
    27: ("my army in Moscow moves to Ukraine",
         lambda kind: f"my {kind.type} {kind.unit} now just {kind.verb} {kind.rest}"),
    28: ("- A Moscow - Ukraine", lambda kind: f"- {kind.canonical}"),
    29: ("* A Moscow - Ukraine", lambda kind: f"* {kind.canonical}"),
    30: ("1. A Moscow - Ukraine", lambda kind: f"1. {kind.canonical}"),
    31: ("A Moscow - Ukraine, please", lambda kind: f"{kind.canonical}, please"),
    32: ("**A Moscow - Ukraine**", lambda kind: f"**{kind.canonical}**"),
    33: ("A Moscow - Ukraine // feint", lambda kind: f"{kind.canonical} // feint"),
    34: ("A Moscow - Ukraine; A Sevastopol H", lambda kind: f"{kind.canonical}; L9 stays"),
    35: ("Moscow: hold", lambda kind: f"{kind.unit}: {kind.plain} {kind.rest}"),
    36: ("hold Moscow", lambda kind: kind.first),
    37: ("A Moscow (hold)", lambda kind: f"{kind.unit} ({kind.plain} {kind.rest})"),
    38: ("all hold", lambda kind: kind.say(kind.plain, "all")),
}  # fmt: skip

ARROWS = (1, 2, 3, 4, 7, 19, 20, 21, 22, 23, 24, 25)
WITHOUT_VERB = (3, 7, 19, 20)
"""Shapes in which only the destination shows what is ordered: they fit moves alone."""


def fits(number: int, kind: Kind) -> bool:
    """Can an order of this kind be said in this shape at all?"""
    if number in ARROWS and not kind.to:
        return False
    if number in WITHOUT_VERB and kind.name not in ("moves", "moves via"):
        return False
    if number in (6, 8):
        return bool(kind.short) and (kind.to == "to") == (number == 6) and kind.name != "moves via"
    if number in (14, 17, 18):
        return bool(kind.three)
    if number in (15, 16, 26, 36):
        return bool(kind.first) and kind.name != "throws"
    return True


def sentences() -> Iterator[tuple[int, Kind]]:
    """Every shape with every order kind that can be said in it."""
    for number in SHAPES:
        for kind in KINDS:
            if fits(number, kind):
                yield number, kind


def orders(text: str) -> tuple[object, ...]:
    """The orders of a message, which must be readable."""
    written = read("crusade7", text, NAMES)
    assert all(line.problem is None for line in written), [line.problem for line in written]
    return tuple(order for line in written for order in line.orders)


@pytest.mark.parametrize(
    ("number", "kind"),
    [pytest.param(number, kind, id=f"{number}-{kind.name}") for number, kind in sentences()],
)
def test_each_phrasing_means_the_canonical_order(number: int, kind: Kind) -> None:
    """The shape, said of this order kind, gives the same typed order as the canonical sentence."""
    expected = orders(kind.canonical)
    if number == 34:
        expected += orders("L9 stays")
    if number == 38:
        expected = orders(kind.say(kind.verb, "everyone"))
    assert orders(SHAPES[number][1](kind)) == expected


def test_of_the_forty_phrasings_two_are_left_out() -> None:
    """`moves` is read in every shape but the two with coasts and the short hold, which is for
    `stays`."""
    read_here = {number for number, kind in sentences() if kind in (MOVES, STAYS)}
    assert read_here == set(range(1, 41)) - set(LEFT_OUT)
    moving = {number for number, kind in sentences() if kind == MOVES}
    assert len(moving) + len({8}) == 38
    assert set(LEFT_OUT) == {39, 40}


PLAIN = (
    "use High Alert on L1",
    "use Rally to the Eagle",
    "use Reflexive Fire with B1 Bolt",
    "end phase",
    "skip to fight",
    "resign",
    "offer draw",
    "accept draw",
    "decline draw",
    "undo",
    "faction Second Roman Empire subfaction Veterans",
    "detachment Platoon: 1 Legate, 12 Legionnaires",
    "reinforcements: 5 Legionnaires",
    "ready",
    "clear army",
)

DRESSED: dict[int, Callable[[str], str]] = {
    9: str.lower,
    10: str.upper,
    11: lambda text: f"{text}.",
    26: lambda text: f"please {text}",
    27: lambda text: f"now just {text}",
    28: lambda text: f"- {text}",
    29: lambda text: f"* {text}",
    30: lambda text: f"1. {text}",
    31: lambda text: f"{text}, please",
    32: lambda text: f"**{text}**",
    33: lambda text: f"{text} // feint",
    34: lambda text: f"{text}; L9 stays",
}


@pytest.mark.parametrize("text", PLAIN)
@pytest.mark.parametrize("number", DRESSED)
def test_orders_without_units_in_the_same_dress(number: int, text: str) -> None:
    """Orders that begin with no unit are read in any case and with stops, fillers, bullets, bold,
    comments and `;` around them."""
    known = (*NAMES, "Reflexive Fire", "Bolt")
    dressed = read("crusade7", DRESSED[number](text), known)
    (plain,) = read("crusade7", text, known)
    assert plain.problem is None
    assert dressed[0].orders == plain.orders
