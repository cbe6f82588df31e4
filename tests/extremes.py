"""The largest and strangest positions that set-up, imports and GM lines allow, for every system."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Any

import grammar
from bot.render import bbcode, markdown, text
from bot.render.png import PictureError
from bot.render.scene import scene_of
from rules import find
from rules.border.game import Game, read_options
from rules.crusade8x8.overrides import SetPosition
from rules.display.view import Form
from rules.line.adjudication import Die
from rules.line.events import Refused
from rules.line.orders import Order
from tests.sample import ALL

Written = str | Order
Scene = tuple[dict[str, str], list[Written]]
"""The options of a match, and the lines and orders of the GM that build the position."""

TAIL = " w Sb3g3Rc1f1/Sb6g6Rc8f8 - - 0/0 - 0 1"
BOARDS = {
    "Commanders": "8/1C^1M1M2/W^R^1R^1R^1R^/A^1C^1A^3/1W^4W^1/8/1pp5/8" + TAIL,
    "ordinary play": "2Nn4/1rvrvwvavrv2/2cv1prv2/8/8/1M1C^R^3/1R^R^W^A^R^2/4Nn2 "
    "w Sb3Rc1/Sg6Rf8 - - 0/0 - 0 5",
    "24 Rogues": "/".join((*("R^" * 8, "8") * 3, "rv" * 8, "M7")) + TAIL,
}

BOMB = (
    "import Bomb BO HP 1 AC 1 Cost 1 G | Stats: 200, 0, 0, 0, 0, 0, 0, 0 | "
    "Powder: When this unit dies, every unit within 48 takes 99 fire damage. | Attacks: | "
    "Pistol: 60, , STR+PF, 20 piercing, | Tags: None"
)
HORDE = (
    "import Hydra HY HP 999 AC 1 Cost 1 G | Stats: 200, 0, 0, 0, 0, 0, 0, 0 | Attacks: | "
    "Bite: melee, , STR+PF, 20 piercing, | Spit: 60, , STR+PF, 20 piercing, | "
    "Quills: 60, heavy, STR+PF, 20 piercing, | Multiattack: 100 Bite | "
    "Spellcasting: ,magic, INT+PF and INT+PF+8 DC, , , | Cantrips: "
    "Storm, 60, DC Type 1 DEX: 30 fire, blast.; "
    "Curse, 60, Choose an enemy unit. It becomes poisoned. | Class: Heavy Support | "
    "Tags: Spellcaster"
)
CLAWED = (
    "import unit: Clawed (CW)\nfaction: Rome\ntier: Tertiary\nclass: formation\n"
    "stats: 200M 9W 4I 8L 1S\ncost: 8\nmodels: 5-100\nmelee: Claw A+9 D+1 H+0\n"
    "ranged: Spear R60 A+9 D+0 H+0"
)
RUNNER = (
    "import unit: Runner (RN)\nfaction: Rome\ntier: Tertiary\nclass: skirmish\n"
    "stats: 200M 1W 4I 8L 1S\ncost: 8\nmodels: 1-20"
)
WIZARD = (
    "import unit: Wizard (WZ)\nfaction: Rome\ntier: Secondary\nclass: individual\n"
    "stats: 200M 9W 4I 8L 1S\ncost: 8\nmodels: 1-1\n"
    "magic: Boom | enemy 200 | attack 200 D+0 H+0 | uses -\n"
    "magic: Rain | point 200 splash 99 all | attack 200 D+0 H+0 | uses -\n"
    "magic: Doom | around 200 all | attack 200 D+0 H+0 | uses -"
)
KINDS = ("infantry", "pikemen", "archers", "cavalry")


def crowds() -> Scene:
    """crusade7: 500 units with a hundred strikes each, who can move across the whole board."""
    lines: list[Written] = [HORDE]
    for number in range(250):
        at = f"{1 + number % 24},{1 + number // 24}"
        lines.append(f"put Hydra HY{number + 1} for army 1 at {at}")
        at = f"{1 + number % 24},{12 + number // 24}"
        lines.append(f"put Hydra HY{number + 501} for army 2 at {at}")
    return {}, lines


def arsenal(banner: str = "") -> Scene:
    """crusade7: 500 units with forty attacks each, and perhaps an aura."""
    attacks = " | ".join(
        f"{'ABCDEFGHIJKLMNOPQRST'[number // 2]}{'xy'[number % 2]}: 60, , STR+PF, 9 piercing,"
        for number in range(40)
    )
    lines: list[Written] = [
        "import Gunner GU HP 999 AC 1 Cost 1 G | Stats: 200, 0, 0, 0, 0, 0, 0, 0 | "
        f"{banner}Attacks: | {attacks} | Class: Heavy Support | Tags: None"
    ]
    for number in range(250):
        across, down = 1 + number % 24, number // 24
        lines.append(f"put Gunner GU{number + 1} for army 1 at {across},{1 + down}")
        lines.append(f"put Gunner GU{number + 501} for army 2 at {across},{12 + down}")
    return {}, lines


def banners() -> Scene:
    """crusade7: `arsenal`, where each unit also has an aura that helps all its friends."""
    return arsenal("Banner: Friendly units within 48 gain +1 ATK. | ")


def powder() -> Scene:
    """crusade7: 500 units that blow each other up."""
    lines: list[Written] = [BOMB]
    for number in range(250):
        across, down = 1 + number % 24, number // 24
        lines.append(f"put Bomb BO{number + 1} for army 1 at {across},{1 + down}")
        lines.append(f"put Bomb BO{number + 501} for army 2 at {across},{12 + down}")
    return {}, lines


def hulk() -> Scene:
    """rulescrusade: 299 models a side on the largest map, half of it buildings wall to wall."""
    size, rows = 48, ["_" * 48] * 48
    houses = [
        f"building B{place + 1} at {x},{y}-{x + 3},{y + 3} roof 3"
        for place, (x, y) in enumerate((x, y) for x in range(1, 45, 4) for y in range(25, 45, 4))
    ]
    lines: list[Written] = ["\n".join((f"map {size}x{size}", *rows, *houses, "end"))]
    for number in range(300):
        column, row = 1 + 2 * (number % 23), 1 + number // 23
        lines.append(f"put Marine M{number + 1} for army 1 at {column},{row}")
        lines.append(f"put Orc O{number + 1} for army 2 at {column + 1},{row}")
    return {}, lines


def warren() -> Scene:
    """rulescrusade: the map with the most lines, a building of 930 sectors, models beside it."""
    size, row = 48, "_" * 48
    cells = [(1 + number // size, 1 + number % size) for number in range(930)]
    house = f"building B1 at 1,1-20,{size} roof 3"
    sectors = [f"sector B1.{number} at {y},{x}" for number, (y, x) in enumerate(cells, 2)]
    lines: list[Written] = [
        "\n".join((f"map {size}x{size}", *[row] * size, house, *sectors, "end"))
    ]
    for number in range(20):
        lines.append(f"put Marine M{number + 1} for army 1 at 21,{1 + 2 * number}")
        lines.append(f"put Orc O{number + 1} for army 2 at 21,{2 + 2 * number}")
    return {}, [*lines, "set B1 hits 1"]


def legions() -> Scene:
    """machinadei: 90 units a side, a runner, a wizard; claws by the hundred in melee."""
    lines: list[Written] = [CLAWED, RUNNER, WIZARD]
    for number in range(90):
        column, row = 5 * (number % 9), number // 9
        place = f"at {1 + column},{27 + row} facing N"
        lines.append(f"put Legionary Legion{number + 1} for army 1 {place} 5 models")
        place = f"at {5 + column},{1 + row} facing S" if row < 6 else "in reserve"
        lines.append(f"put Legionary Legion{number + 101} for army 2 {place} 5 models")
    for number in range(3):
        left = 2 + 11 * number
        ours, theirs = f"{left},17 facing N", f"{left + 9},16 facing S"
        lines.append(f"put Clawed Claw{number + 1} for army 1 at {ours} 10 wide 100 models")
        lines.append(f"put Clawed Claw{number + 101} for army 2 at {theirs} 10 wide 100 models")
    lines.append("put Runner Runner1 for army 1 at 40,22 5 models")
    lines.append("put Wizard Wizard1 for army 1 at 46,24")
    return {}, lines


def courts() -> Scene:
    """candlebre: 999 units of every kind in every province, the two armies side by side."""
    lines: list[Written] = []
    game = find("candlebre")
    places = [name for name in game.names(begun(game, {})) if len(name) > 3]
    for number, place in enumerate(places):
        lines += [f"put 999 {kind} for army {1 + number % 2} in {place}" for kind in KINDS]
    return {}, lines


def muster() -> Scene:
    """crusade7: twenty units a side, all named by a letter and a number."""
    lines: list[Written] = []
    for number in range(1, 21):
        lines.append(f"put Legionnaire L{number} for army 1 at {number},1")
        lines.append(f"put Orc Raider O{number} for army 2 at {number},9")
    return {}, lines


def squares(name: str) -> Scene:
    """crusade8x8: a board whose units have millions of actions."""
    return {"setup": "empty"}, [SetPosition(BOARDS[name])]


SCENES = {
    ("crusade7", "crowds"): crowds,
    ("crusade7", "powder"): powder,
    ("crusade7", "arsenal"): arsenal,
    ("crusade7", "banners"): banners,
    ("crusade7", "muster"): muster,
    ("rulescrusade", "hulk"): hulk,
    ("rulescrusade", "warren"): warren,
    ("machinadei", "legions"): legions,
    ("candlebre", "courts"): courts,
    **{("crusade8x8", name): (lambda name=name: squares(name)) for name in BOARDS},
}
"""The function that makes each scene, by system and name."""


EVERY = ("command", "mana", "move", "heavy", "charge", "fight", "morale")
COURTLY = ("purchase", "move", "combat", "noncombat", "placement", "diplomacy", "fate")
PHASES = {
    ("crusade7", "crowds"): EVERY,
    ("crusade7", "powder"): ("fight",),
    ("rulescrusade", "hulk"): ("play",),
    ("rulescrusade", "warren"): ("play",),
    ("machinadei", "legions"): ("magic", "move", "shooting", "melee"),
    ("candlebre", "courts"): COURTLY,
    **{("crusade8x8", name): ("",) for name in BOARDS},
}
"""The phases in which each scene is tested."""

WHOLE = {(*scene, phases[0]) for scene, phases in PHASES.items()} - {
    ("crusade7", "powder", "fight"),
    ("rulescrusade", "warren", "play"),
}
"""Positions in which every question is asked; in the others fewer are, since the rest would be the
same or much alike."""

PLACES = [(*scene, phase) for scene, phases in PHASES.items() for phase in phases]
"""System, scene and phase of every position."""


def begun(game: Game[Any], options: dict[str, str]) -> Any:
    """The state of a new match with nothing on the table."""
    state = game.blank
    library = grammar.library(game.id)
    for event in game.setup(read_options(game, options), library, lowest, scene=True):
        state = game.apply(state, event)
    return state


def lowest(die: Die) -> int:
    """Every die on its lowest face."""
    return die.faces[0]


@cache
def position(system: str, name: str, phase: str = "") -> tuple[Game[Any], Any]:
    """A game and the state of a scene (in a phase); every line of the GM must be accepted."""
    game = find(system)
    options, lines = SCENES[system, name]()
    state = begun(game, options)
    if phase:
        _, state = position(system, name)
        lines = [f"set phase {phase}"]
    for line in lines:
        orders: tuple[Order, ...] = (line,) if isinstance(line, Order) else ()
        if isinstance(line, str):
            (written,) = grammar.read(system, line, game.names(state), gm=True)
            assert written.problem is None, (line[:60], written.problem)
            orders = written.orders
        events = game.adjudicate(state, 0, orders, lowest)
        assert not any(isinstance(event, Refused) for event in events), line
        for event in events:
            state = game.apply(state, event)
    return game, state


def some(refs: tuple[str, ...]) -> list[str]:
    """The first, the last and one between."""
    return list(dict.fromkeys((*refs[:1], *refs[len(refs) // 2 :][:1], *refs[-1:])))


def kinds_of(orders: list[Order]) -> list[Order]:
    """The first and the last order of each kind."""
    first: dict[type, Order] = {}
    for order in orders:
        first.setdefault(type(order), order)
    last = {type(order): order for order in orders}
    return list(dict.fromkeys((*first.values(), *last.values())))


Asked = tuple[str, Callable[..., Any], tuple[Any, ...]]
"""A question or an order: its name, the function to call, and the arguments."""

LISTED, MENU = 3_000, 600
"""Legal orders that are listed at most, of a whole seat and of one unit."""


def listed(
    found: list[Order], game: Game[Any], state: Any, seat: int, unit: str | None, most: int
) -> None:
    """Add the first `most` legal orders to `found`."""
    found += islice(game.legal(state, seat, unit), most)


def told(game: Game[Any], state: Any, seat: int, order: Order) -> None:
    """Play an order, and produce all that is said of it."""
    events = game.adjudicate(state, seat, (order,), lowest)
    if game.brief:
        game.brief(state, (order,), events, 0)
    for event in events:
        game.report(event, state, 0)
        game.why(event, state)
        state = game.apply(state, event)


def painted(game: Game[Any], state: Any, viewer: int | None) -> None:
    """Draw the board, with the text that is read out in place of the picture."""
    scene = scene_of(game, state, viewer)
    assert scene is not None
    assert scene.alt
    with suppress(PictureError):
        scene.png()


def written(game: Game[Any], state: Any, viewer: int | None, form: Form) -> None:
    """Render board and key as they are posted."""
    {"bbcode": bbcode.view, "markdown": markdown.messages, "text": text.view}[form](
        game.view(state, viewer, form)
    )


def questions(game: Game[Any], state: Any, whole: bool = True) -> Iterator[Asked]:
    """Every question about a position and every kind of order in it; if it is not the `whole`, only
    for the last unit of each side, and without a picture."""
    refs = {seat: some(tuple(game.references(state, seat))) for seat in (1, 2)}
    if not whole:
        refs = {seat: found[-1:] for seat, found in refs.items()}
    for seat in (1, 2):
        yield from of_seat(game, state, seat)
        for ref in refs[seat]:
            yield from of_unit(game, state, seat, ref, refs[3 - seat][-1:])
    viewers = (None, 0, 1) if whole else (None,)
    for viewer in viewers:
        for form in FORMS if viewer == 0 else FORMS[:1]:
            yield f"view {form} {viewer}", written, (game, state, viewer, form)
        if game.shapes and viewer == 0:
            yield "picture", painted, (game, state, viewer)
        yield from of_all(game, state, viewer)


SHARE = 5
"""The suite asks one in so many questions in each place, another share in the next."""


def asked(system: str, name: str, phase: str, whole: bool) -> Iterator[Asked]:
    """The questions about a position that the suite asks.  A seat's legal orders are always listed,
    since the orders that are tried come from this list."""
    at = PLACES.index((system, name, phase))
    for number, one in enumerate(questions(*position(system, name, phase), whole)):
        if ALL or (number + at) % SHARE == 0 or one[0].startswith("legal of"):
            yield one


FORMS: tuple[Form, ...] = ("markdown", "bbcode", "text")


def of_seat(game: Any, state: Any, seat: int) -> Iterator[Asked]:
    """Questions about a seat: its legal orders, odds and results of each kind, its overviews."""
    found: list[Order] = []
    yield f"legal of {seat}", listed, (found, game, state, seat, None, LISTED)
    for order in kinds_of(found):
        if game.odds:
            yield f"odds {order}", game.odds, (state, seat, order)
        yield f"order {order}", told, (game, state, seat, order)
    for name in ("things", "nouns", "skip"):
        if getattr(game, name):
            yield f"{name} {seat}", getattr(game, name), (state, seat)
    for name in ("situation", "waiting"):
        if getattr(game, name):
            yield f"{name} {seat}", getattr(game, name), (state, seat, seat)


def of_unit(game: Any, state: Any, seat: int, ref: str, others: list[str]) -> Iterator[Asked]:
    """Questions about one unit, alone and against others."""
    yield f"legal {ref}", listed, ([], game, state, seat, ref, MENU)
    for name in ("threats", "describe", "card", "reach"):
        if getattr(game, name):
            yield f"{name} {ref}", getattr(game, name), (state, seat, ref)
    for other in others:
        for name in ("can_charge", "can_attack", "compared"):
            if getattr(game, name):
                yield f"{name} {ref} {other}", getattr(game, name), (state, seat, ref, other)


def of_all(game: Any, state: Any, viewer: int | None) -> Iterator[Asked]:
    """Questions about the whole position."""
    for name in ("compact", "roll", "card_names", "price_list", "factions", "fronts"):
        if getattr(game, name):
            yield f"{name} {viewer}", getattr(game, name), (state, viewer)


SWARM = " ".join(f"L{number}" for number in range(1, 21))
LONGEST = (
    f"what can reach {SWARM} {SWARM}",
    f"{SWARM} each attacks the nearest orc raiders",
    f"{SWARM.replace(' ', ', ')} attacks {SWARM.replace('L', 'O').replace(' ', ', ')} respectively",
    "\n".join(f"if O{number} dies, {SWARM} go at O{number}" for number in range(1, 12)),
    ". ".join(["not " * 20] * 20),
    "\n".join(["L1 moves or or or or or or or or"] * 60),
    "\n".join(["1 " * 40] * 20),
    "\n".join(["not L1 but " * 13] * 20),
    "L1" * 1_000,
    "\n".join(["L1 " * 30] * 20),
)
"""Free sentences with a very large number of possible readings."""
