"""How a game begins: options, armies, choices, placement."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from rules.border.game import Option
from rules.crusade8x8 import board
from rules.crusade8x8.board import House
from rules.crusade8x8.events import ArmiesRolled, ChoicesRevealed, Deployed, GameOpened
from rules.crusade8x8.orders import Choose, Recruit
from rules.crusade8x8.state import State
from rules.display.words import counted
from rules.line.adjudication import Adjudication, Die
from rules.line.errors import Refusal
from rules.line.events import PhaseBegan, TurnPassed

# Section 13: the layouts of the treasures, the ready-made armies and the setup table.


LAYOUTS = {
    "standard": (("b3", "g3"), ("c1", "f1"), ("b6", "g6"), ("c8", "f8")),
    "flanks": (("a3", "h3"), ("b1", "g1"), ("a6", "h6"), ("b8", "g8")),
    "heartland": (("c3", "f3"), ("d1", "e1"), ("c6", "f6"), ("d8", "e8")),
    "pinwheel": (("a2", "f3"), ("c1", "h1"), ("c6", "h7"), ("a8", "f8")),
}
"""C8-TREAS-1, C8-TREAS-2: White's Supplies and Relics, then Black's."""

VARIANTS = ("", "flanks", "heartland", "pinwheel")
"""C8-SETUP-3: the layout of the treasures by the face of the d3."""

PRESETS = {
    "march": {"Archer": 2, "Caster": 2, "Warrior": 2, "Bishop": 1, "Knight": 1, "Paladin": 1},
    "classic": {**dict.fromkeys(board.PAWNS, 2), **dict.fromkeys(board.NOBLES, 1)},
    "shadow": {"Archer": 1, "Rogue": 4, "Warrior": 1, "Knight": 2},
    "council": {"Archer": 2, "Caster": 2, "Warrior": 2, "Commander": 2, "Paladin": 1},
    "siege": {"Archer": 3, "Caster": 2, "Rogue": 1, "Warrior": 3, "Bishop": 2, "Paladin": 2},
}
"""C8-SETUP-9: both players get the same army."""

VARIANT_FACES = (9, 10)
"""C8-SETUP-2, C8-SETUP-3: the faces of a rule die that change where the treasures lie."""

MORE_PAWN_DICE, MORE_NOBLE_DICE = 11, 12
"""C8-SETUP-4: the face for four more pawn dice, and the one for two more noble dice."""

FIRST_REMOVAL = 13
"""C8-SETUP-2: 13 to 20 remove Archers, Casters, Rogues, Warriors, Bishops ... in this order."""

CHOICE = 5
"""C8-SETUP-5, C8-SETUP-7: the face that gives each player a choice; a 6 gives nothing."""

FILES = "decfbgah"
"""C8-PLACE-5: the order of files in automatic placement."""

NOBLES_FIRST = ("Commander", "Bishop", "Knight", "Paladin")
THEN_PAWNS = ("Warrior", "Archer", "Caster", "Rogue")
"""C8-PLACE-5: the order in which types are placed automatically."""


# C8-OPT: the house rules of a match and their possible values.


def limit(lowest: int) -> Callable[[str], str]:
    """C8-OPT-7, C8-OPT-8: a check that a value is `off` or a number from the lowest on."""

    def check(value: str) -> str:
        fits = re.fullmatch(r"[0-9]{1,6}", value) and int(value) >= lowest
        return "" if value == "off" or fits else f"off or a number from {lowest}"

    return check


def duration(value: str) -> str:
    """C8-OPT-9: what is wrong with a value that is neither `off` nor like `30s`, `12h`, `3d`."""
    fits = value == "off" or re.fullmatch(r"[1-9][0-9]{0,4}[smhd]", value)
    return "" if fits else "off or a duration such as 30s, 12h, 3d"


SETUPS = ("dice", "empty", *PRESETS)

OPTIONS = (
    Option("setup", "dice", SETUPS, "C8-OPT-1", "how the armies come about", setup=True),
    Option("choices", "ask", ("ask", "auto"), "C8-OPT-2", "who chooses for the fives", setup=True),
    Option("placement", "auto", ("auto", "hidden"), "C8-OPT-3", "who places the units", setup=True),
    Option("sight", "over", ("over", "clear"), "C8-OPT-4", "may shots pass over a unit?"),
    Option("frozen", "tile", ("tile", "all"), "C8-OPT-5", "what a frozen unit cannot do"),
    Option("follow", "any", ("any", "command"), "C8-OPT-6", "when Rogues may follow"),
    Option("repetition", "3", (), "C8-OPT-7", "occurrences of a position that draw", limit(2)),
    Option("progress", "60", (), "C8-OPT-8", "turns without a capture that draw", limit(1)),
    Option("clock", "3d", (), "C8-OPT-9", "time for each turn", duration),
)


# Section 4.1: the units that players choose for each 5 rolled.


def room(army: Sequence[str], removed: str, kind: str) -> int:
    """C8-CHOICE-3: how many of a type the army can still take."""
    left = board.LIMITS[kind] - list(army).count(kind)
    return 0 if board.LETTER_OF_KIND[kind] in removed else left


def available(army: Sequence[str], removed: str, kinds: Sequence[str]) -> int:
    """C8-CHOICE-1: how many units of a class are still available."""
    return sum(room(army, removed, kind) for kind in kinds)


def automatic_choice(army: Sequence[str], removed: str, due: tuple[int, int]) -> tuple[str, ...]:
    """C8-CHOICE-6: each time the available type the army has fewest of, Pawns first."""
    chosen: list[str] = []
    for count, kinds in zip(due, (board.PAWNS, board.NOBLES), strict=True):
        for _ in range(count):
            have = [*army, *chosen]
            possible = [kind for kind in kinds if room(have, removed, kind)]
            chosen.append(min(possible, key=have.count))
    return tuple(chosen)


def check_choice(state: State, seat: int, order: Choose) -> None:
    """C8-CHOICE-4, C8-CHOICE-2, C8-CHOICE-3: once, exactly what is due, and only what exists."""
    if state.choices[seat - 1]:
        chosen = ", ".join(state.choices[seat - 1])
        raise Refusal("C8-CHOICE-4", f"your choice is in and stands: {chosen}")
    check_size("Pawns", len(order.pawns), state.due[0])
    check_size("Nobles", len(order.nobles), state.due[1])
    army = list(state.armies[seat - 1])
    for kind in order.kinds:
        check_available(army, state.position.removed, kind)
        army.append(kind)


def check_size(what: str, named: int, due: int) -> None:
    """C8-CHOICE-2: exactly the Pawns and Nobles due, all in one order."""
    if named != due:
        wanted = f"{due or 'no'} {what if due > 1 else what[:-1]} {verb(due)} due"
        raise Refusal("C8-CHOICE-2", f"{wanted}, {named or 'none'} {verb(named)} named")


def verb(count: int) -> str:
    """`is` for at most one, `are` for more."""
    return "are" if count > 1 else "is"


def due_text(pawns: int, nobles: int) -> str:
    """C8-CHOICE-1: `2 Pawns and 1 Noble`; empty if nothing is due."""
    parts = ((pawns, "Pawn"), (nobles, "Noble"))
    return " and ".join(counted(count, what) for count, what in parts if count)


def check_available(army: Sequence[str], removed: str, kind: str) -> None:
    """C8-CHOICE-3: no removed type, and none beyond its limit."""
    if board.LETTER_OF_KIND[kind] in removed:
        raise Refusal("C8-CHOICE-3", f"the {kind} is removed from this game")
    if not room(army, removed, kind):
        raise Refusal("C8-CHOICE-3", f"the army has its {board.LIMITS[kind]} {kind}s already")


# Section 4.2: where the units start.


Placed = tuple[tuple[str, str], ...]


def automatic_placement(seat: int, army: Sequence[str], by_hand: Placed) -> Placed:
    """C8-PLACE-5: Nobles from row 1, then Pawns from row 2; the rest is in reserve."""
    waiting = list(army)
    for kind, _ in by_hand:
        waiting.remove(kind)
    placed = list(by_hand)
    for kinds, first in ((NOBLES_FIRST, 1), (THEN_PAWNS, 2)):
        for kind in kinds:
            for _ in range(waiting.count(kind)):
                taken = [tile for _, tile in placed]
                tile = next((one for one in tiles_in_order(seat, first) if one not in taken), None)
                if tile is not None:
                    placed.append((kind, tile))
    return tuple(placed)


def tiles_in_order(seat: int, first: int) -> Iterator[str]:
    """C8-PLACE-5: tiles of rows up to 3, files d e c f b g a h, mirrored for Black."""
    for row in range(first, 4):
        for file in FILES:
            yield f"{file}{row if seat == 1 else 9 - row}"


def check_spot(state: State, seat: int, spot: Recruit) -> None:
    """C8-PLACE-2 to C8-PLACE-4: check one unit placed by hand; it faces forward (C8-PLACE-1)."""
    mine = state.placed[seat - 1]
    check_unplaced(state.armies[seat - 1], mine, spot.kind)
    row = board.ROW[seat][board.tile_named(spot.tile)]
    if row > 3:
        why = f"{spot.tile} is on {board.COLOURS[seat]}'s row {row}, units start on rows 1 to 3"
        raise Refusal("C8-PLACE-3", why)
    if row == 1 and spot.kind in board.PAWNS:
        raise Refusal("C8-PLACE-4", f"{spot.tile} is on row 1, no {spot.kind} starts there")
    if any(tile == spot.tile for _, tile in mine):
        raise Refusal("C8-ACT-5", f"{spot.tile} is not open: a unit of yours is placed there")


def check_unplaced(army: Sequence[str], mine: Placed, kind: str) -> None:
    """C8-PLACE-2: only a unit of the army that is not placed yet."""
    have, used = list(army).count(kind), [one for one, _ in mine].count(kind)
    if used >= have:
        why = f"the army has {have} {kind}, {used} of them placed already"
        raise Refusal("C8-PLACE-2", why)


# Section 4: dice, choices and placement, up to the first turn.


RULE_DIE = Die("d20", tuple(range(1, 21)), "C8-SETUP-2")
VARIANT_DIE = Die("d3", (1, 2, 3), "C8-SETUP-3")
PAWN_DIE = Die("d6", (1, 2, 3, 4, 5, 6), "C8-SETUP-5")
NOBLE_DIE = Die("d6", (1, 2, 3, 4, 5, 6), "C8-SETUP-7")

Adj = Adjudication[State]
Shown = list[tuple[str, int]]


def set_up(adj: Adj, options: Mapping[str, str]) -> None:
    """C8-OPT-1: begin with an empty board, a ready-made army, or dice."""
    house = read_house(options)
    if options["setup"] == "empty":
        adj.emit(GameOpened(house))
        begin_play(adj)
    elif options["setup"] == "dice":
        roll_armies(adj, house)
    else:
        ready_made(adj, house, PRESETS[options["setup"]])


def read_house(options: Mapping[str, str]) -> House:
    """C8-OPT-2 to C8-OPT-8: the options as values; `off` is 0."""
    limits = {name: options[name].replace("off", "0") for name in ("repetition", "progress")}
    return House(
        choices_auto=options["choices"] == "auto",
        placement_hidden=options["placement"] == "hidden",
        sight_clear=options["sight"] == "clear",
        frozen_all=options["frozen"] == "all",
        follow_command=options["follow"] == "command",
        repetition=int(limits["repetition"]),
        progress=int(limits["progress"]),
    )


def ready_made(adj: Adj, house: House, army: Mapping[str, int]) -> None:
    """C8-SETUP-9: no dice and no choices, automatic placement, play begins."""
    adj.emit(GameOpened(house))
    adj.emit(ArmiesRolled(tuple(kind for kind, count in army.items() for _ in range(count))))
    deploy(adj)


def roll_armies(adj: Adj, house: House) -> None:
    """C8-SETUP-1: rule dice, variant die, pawn dice, noble dice; then choices and placement.

    C8-SETUP-11: dice that give neither a unit nor a choice are drawn again; the rule dice stand.
    """
    shown: Shown = []
    rules = [_roll(adj, shown, RULE_DIE, "rule die") for _ in range(2)]
    removed = removed_letters(rules)
    layout = "standard"
    if any(face in VARIANT_FACES for face in rules):
        layout = VARIANTS[_roll(adj, shown, VARIANT_DIE, "variant die")]
    adj.emit(GameOpened(house, layout, removed))
    kinds, due = roll_units(adj, shown, rules, removed)
    while not kinds and not any(due):
        kinds, due = roll_units(adj, shown, rules, removed)
    adj.emit(ArmiesRolled(kinds, *due, tuple(shown)))
    after_dice(adj)


def removed_letters(rules: Sequence[int]) -> str:
    """C8-SETUP-2: 13 to 20 remove a type; the same removal twice counts once."""
    faces = enumerate(board.LETTERS, FIRST_REMOVAL)
    return "".join(letter for face, letter in faces if face in rules)


def roll_units(
    adj: Adj, shown: Shown, rules: Sequence[int], removed: str
) -> tuple[tuple[str, ...], tuple[int, int]]:
    """C8-SETUP-4: the army and the choices due from 8 pawn dice and 4 noble dice, more for each 11
    and 12."""
    more_pawns, more_nobles = (
        list(rules).count(face) for face in (MORE_PAWN_DICE, MORE_NOBLE_DICE)
    )
    pawns = [_roll(adj, shown, PAWN_DIE, "pawn die") for _ in range(8 + 4 * more_pawns)]
    nobles = [_roll(adj, shown, NOBLE_DIE, "noble die") for _ in range(4 + 2 * more_nobles)]
    army = add_units((), pawns, board.PAWNS, removed)
    army = add_units(army, nobles, board.NOBLES, removed)
    return army, (
        min(pawns.count(CHOICE), available(army, removed, board.PAWNS)),
        min(nobles.count(CHOICE), available(army, removed, board.NOBLES)),
    )


def add_units(
    army: tuple[str, ...], faces: Sequence[int], kinds: Sequence[str], removed: str
) -> tuple[str, ...]:
    """C8-SETUP-5 to C8-SETUP-8: 1 to 4 add a unit, unless its type is removed or complete."""
    for face in faces:
        if face <= 4 and room(army, removed, kinds[face - 1]):
            army = (*army, kinds[face - 1])
    return army


def after_dice(adj: Adj) -> None:
    """C8-CHOICE-1: the players choose, unless nothing is due or `choices=auto`."""
    state = adj.state
    if not any(state.due):
        after_choices(adj)
    elif state.house.choices_auto:
        kinds = automatic_choice(state.armies[0], state.position.removed, state.due)
        adj.emit(ChoicesRevealed((kinds, kinds)))
        after_choices(adj)
    else:
        adj.emit(PhaseBegan(1, "choose"))


def after_choices(adj: Adj) -> None:
    """C8-OPT-3: hidden placement by the players, or automatic placement."""
    if adj.state.house.placement_hidden:
        adj.emit(PhaseBegan(1, "place"))
    else:
        deploy(adj)


def deploy(adj: Adj) -> None:
    """C8-PLACE-1, C8-PLACE-5: reveal what was placed by hand, place the rest, begin play."""
    units = tuple(
        (seat, kind, tile)
        for seat in board.SEATS
        for kind, tile in automatic_placement(
            seat, adj.state.armies[seat - 1], adj.state.placed[seat - 1]
        )
    )
    adj.emit(Deployed(units))
    begin_play(adj)


def begin_play(adj: Adj) -> None:
    """C8-TURN-1: army 1 is White and takes the first turn."""
    adj.emit(PhaseBegan(1, "play"))
    adj.emit(TurnPassed(1))


def _roll(adj: Adj, shown: Shown, die: Die, why: str) -> int:
    face = adj.roll(die, why)
    shown.append((die.name, face))
    return face
