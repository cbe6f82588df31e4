"""RC-SETUP-3 to RC-SETUP-6: roll-offs, the stages one after the other, the psychic hands."""

from rules.line.errors import Refusal
from rules.line.events import PhaseBegan
from rules.line.flow import seat_name
from rules.rulescrusade import events as ev
from rules.rulescrusade.battle import RED, Battle
from rules.rulescrusade.sequence.turns import begin_turn
from rules.rulescrusade.setup.deploy import check_deploying, has_chits, is_infiltrator
from rules.rulescrusade.state import Unit

MOST_ROLLS = 100
"""After so many rolls that tie a roll-off is drawn by lot: dice may be stuck, a match may not."""


def taking_part(battle: Battle) -> tuple[int, ...]:
    """The seats that have not resigned."""
    return tuple(army.seat for army in battle.state.armies if not army.resigned)


def roll_off(battle: Battle, purpose: str) -> int:
    """RC-DICE-9, RC-RULING-44: 2R each in seat order; the highest who tie roll again."""
    seats = taking_part(battle)
    if not seats:
        raise Refusal("RC-SETUP-3", "no army is left that could roll")
    rolls: list[tuple[int, ev.Faces, int]] = []
    while True:
        totals = {}
        for seat in seats:
            why = f"roll-off of {seat_name(seat)}"
            faces = tuple(("R", battle.roll(RED, why)) for _ in range(2))
            totals[seat] = sum(face for _, face in faces)
            rolls.append((seat, faces, totals[seat]))
        best = max(totals.values())
        seats = tuple(seat for seat in seats if totals[seat] == best)
        if len(seats) > 1 and len(rolls) >= MOST_ROLLS:
            seats = (seats[battle.pick(len(seats), "roll-off")],)
        if len(seats) == 1:
            battle.emit(ev.RolledOff(purpose, tuple(rolls), seats[0]))
            return seats[0]


def clockwise(battle: Battle, first: int) -> tuple[int, ...]:
    """RC-SETUP-1: the seats in their order, beginning with one."""
    seats = taking_part(battle)
    at = seats.index(first)
    return (*seats[at:], *seats[:at])


def start(battle: Battle) -> None:
    """RC-SETUP-3: the placement roll-off; the winner deploys first, then clockwise."""
    if battle.state.flow.phase != "setup":
        battle.emit(PhaseBegan(1, "setup"))
    first = roll_off(battle, "placement")
    battle.emit(ev.StageBegan("deploy", clockwise(battle, first)))


def done(battle: Battle) -> None:
    """RC-SETUP-3, RC-SETUP-4: a seat ends its deployment; the last one ends the stage."""
    state = battle.state
    if state.flow.phase == "setup" and state.stage == "muster":
        raise Refusal("RC-SETUP-9", "Forces are being mustered: say `ready` when yours is")
    check_deploying(battle)
    check_on_the_board(battle)
    battle.emit(ev.DeploymentDone(battle.seat, state.stage))
    move_on(battle)


def check_on_the_board(battle: Battle) -> None:
    """RC-SETUP-8, RC-RULING-61: who has models that wait does not end with nobody on the board."""
    own = [unit for unit in battle.state.units.values() if unit.seat == battle.seat]
    late = battle.state.stage == "infiltrate"
    waiting = [
        unit for unit in own if unit.place == "reserve" and is_infiltrator(unit) in (late, False)
    ]
    if waiting and not any(unit.place == "board" for unit in own):
        why = f"{seat_name(battle.seat)} has nothing on the board: deploy a model, or resign"
        raise Refusal("RC-SETUP-8", why)


def move_on(battle: Battle) -> None:
    """The next stage, if nobody is left in this one."""
    state = battle.state
    if any(not state.army(seat).done for seat in state.order):
        return
    if state.stage == "deploy":
        late = tuple(seat for seat in state.order if infiltrators(battle, seat))
        if late:
            battle.emit(ev.StageBegan("infiltrate", late))
            for seat in late:
                for unit in infiltrators(battle, seat):
                    battle.mark(unit.ref, moveleft=unit.move)
            return
    begin_play(battle)


def infiltrators(battle: Battle, seat: int) -> list[Unit]:
    """RC-SETUP-4: those that wait for their stage; in a game with chits those on the board."""
    place = "board" if has_chits(battle.state) else "reserve"
    return [
        unit
        for unit in battle.state.units.values()
        if unit.seat == seat and unit.place == place and is_infiltrator(unit)
    ]


def begin_play(battle: Battle) -> None:
    """RC-SETUP-5, RC-SETUP-6: who has the first turn, then the hands, then the turn itself."""
    first = battle.state.first_turn or roll_off(battle, "first turn")
    battle.emit(PhaseBegan(1, "play"))
    battle.emit(ev.StageBegan("-"))
    for seat in taking_part(battle):
        draw_hand(battle, seat)
    begin_turn(battle, first, 1)


def draw_hand(battle: Battle, seat: int) -> None:
    """RC-PSY-2, RC-PSY-3, RC-PSY-4: one card a level, two for bad psykers, picked one by one."""
    state = battle.state
    levels = sum(unit.psy for unit in state.on_board() if unit.seat == seat and not unit.chit)
    count = levels * (2 if state.army(seat).role == "bad" else 1)
    deck = sorted(state.deck)
    drawn = []
    for _ in range(min(count, len(deck))):
        drawn.append(deck.pop(battle.pick_secretly(len(deck), "a psychic card", seat)))
    if drawn:
        battle.emit(ev.CardsDrawn(seat, len(drawn)))
        battle.emit(ev.HandDrawn(seat, tuple(drawn)))
