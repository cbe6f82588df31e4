"""Section 4: dice, choices and placement, up to the first turn."""

from collections.abc import Mapping, Sequence

from rules.crusade8x8.board.position import House
from rules.crusade8x8.board.tables import KINDS, LETTERS, LIMITS, NOBLES, PAWNS, SEATS
from rules.crusade8x8.events import ArmiesRolled, ChoicesRevealed, Deployed, GameOpened
from rules.crusade8x8.setup import data
from rules.crusade8x8.setup.choices import automatic_choice, available
from rules.crusade8x8.setup.placement import automatic_placement
from rules.crusade8x8.state import State
from rules.line.adjudication import Adjudication, Die
from rules.line.events import PhaseBegan, TurnPassed

RULE_DIE = Die("d20", tuple(range(1, 21)), "C8-SETUP-2")
VARIANT_DIE = Die("d3", (1, 2, 3), "C8-SETUP-3")
PAWN_DIE = Die("d6", (1, 2, 3, 4, 5, 6), "C8-SETUP-5")
NOBLE_DIE = Die("d6", (1, 2, 3, 4, 5, 6), "C8-SETUP-7")

Adj = Adjudication[State]
Shown = list[tuple[str, int]]


def set_up(adj: Adj, options: Mapping[str, str]) -> None:
    """C8-OPT-1: an empty board, a ready-made army, or the dice."""
    house = read_house(options)
    if options["setup"] == "empty":
        adj.emit(GameOpened(house))
        begin_play(adj)
    elif options["setup"] == "dice":
        roll_armies(adj, house)
    else:
        ready_made(adj, house, data.PRESETS[options["setup"]])


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
    if any(face in data.VARIANT_FACES for face in rules):
        layout = data.VARIANTS[_roll(adj, shown, VARIANT_DIE, "variant die")]
    adj.emit(GameOpened(house, layout, removed))
    kinds, due = roll_units(adj, shown, rules, removed)
    while not kinds and not any(due):
        kinds, due = roll_units(adj, shown, rules, removed)
    adj.emit(ArmiesRolled(kinds, *due, tuple(shown)))
    after_dice(adj)


def removed_letters(rules: Sequence[int]) -> str:
    """C8-SETUP-2: 13 to 20 remove a type; the same removal twice counts once."""
    faces = enumerate(LETTERS, data.FIRST_REMOVAL)
    return "".join(letter for face, letter in faces if face in rules)


def roll_units(
    adj: Adj, shown: Shown, rules: Sequence[int], removed: str
) -> tuple[tuple[str, ...], tuple[int, int]]:
    """C8-SETUP-4: 8 pawn dice and 4 noble dice, more for each 11 and 12."""
    more_pawns, more_nobles = (
        list(rules).count(face) for face in (data.MORE_PAWN_DICE, data.MORE_NOBLE_DICE)
    )
    pawns = [_roll(adj, shown, PAWN_DIE, "pawn die") for _ in range(8 + 4 * more_pawns)]
    nobles = [_roll(adj, shown, NOBLE_DIE, "noble die") for _ in range(4 + 2 * more_nobles)]
    army = add_units((), pawns, PAWNS, removed)
    army = add_units(army, nobles, NOBLES, removed)
    return army, (
        min(pawns.count(data.CHOICE), available(army, removed, PAWNS)),
        min(nobles.count(data.CHOICE), available(army, removed, NOBLES)),
    )


def add_units(
    army: tuple[str, ...], faces: Sequence[int], kinds: Sequence[str], removed: str
) -> tuple[str, ...]:
    """C8-SETUP-5 to C8-SETUP-8: 1 to 4 add a unit, unless its type is removed or complete."""
    for face in faces:
        if face <= 4:
            kind = kinds[face - 1]
            gone = LETTERS[KINDS.index(kind)] in removed
            if not gone and army.count(kind) < LIMITS[kind]:
                army = (*army, kind)
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
    """C8-PLACE-1, C8-PLACE-5: what was placed by hand is revealed, the rest is placed."""
    units = tuple(
        (seat, kind, tile)
        for seat in SEATS
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
