"""The end of a battle, or its pause: who has the province, losses, bounty, honor."""

from collections.abc import Iterator

from rules.candlebre import events as ev
from rules.candlebre.naming import name_of
from rules.candlebre.state import State
from rules.candlebre.telling.short.clauses import (
    Passage,
    capital,
    dice_words,
    listed,
    loud,
    rounds_words,
    said,
    side,
    verb,
)
from rules.candlebre.telling.view import leaders_text, short
from rules.candlebre.units import NOBODY, Tally, added
from rules.candlebre.words import building_words, joined, side_name
from rules.display.view import Line
from rules.line.events import Event


def ending(passage: Passage, number: int) -> Line:
    """`**Army 1 wins Brindle after 2 rounds.** Army 1 loses 1 Inf; army 2 loses 4 Inf ...`."""
    over = next((one for one, _ in passage.events if isinstance(one, ev.BattleOver)), None)
    attacker, defender, winner = sides_of(passage, number, over)
    result = over_words(passage, over) if over else pause_words(passage, number)
    rest = [going_words(passage, over)] if over else [standing_words(passage.after, number)]
    lost = "; ".join(losses_words(passage, attacker, defender))
    rest += [f"{capital(lost)}." if lost else ""]
    rest += [spoils(passage, number)] if over and over.taken else []
    rest += list(purses(passage, winner))
    rest += list(fates(passage))
    told = " ".join(part for part in rest if part).removesuffix(".")
    return (*loud(result), *said(f" {told}")) if told else loud(result)


def sides_of(passage: Passage, number: int, over: ev.BattleOver | None) -> tuple[int, int, int]:
    """Attacker, defender, and whose gain is told without a name: the winner, or the attacker."""
    if over is not None:
        return over.attacker, over.defender, over.winner
    here = passage.after.province(number)
    attacker = here.battle.attacker if here.battle is not None else 0
    return attacker, here.owner, attacker


# --- how it ended -------------------------------------------------------------------------------


def over_words(passage: Passage, over: ev.BattleOver) -> str:
    """`Army 1 wins Brindle after 2 rounds.`"""
    name = name_of(passage.after, over.province)
    fought = f"after {rounds_words(over.rounds)}" if over.rounds else "without a round"
    for event, _ in passage.events:
        match event:
            case ev.Withdrew(_, seat, _, to):
                there = name_of(passage.after, to)
                return f"{capital(side(seat))} withdraws from {name} to {there} {fought}."
            case ev.NightFell():
                return f"Night falls in {name} {fought}."
    wins = verb(over.winner, "wins", "win") if over.taken else verb(over.winner, "holds", "hold")
    return f"{capital(wins)} {name} {fought}."


def going_words(passage: Passage, over: ev.BattleOver) -> str:
    """Who got away, and who has the province then."""
    name = name_of(passage.after, over.province)
    keeps = f"{capital(verb(over.winner, 'takes' if over.taken else 'holds', 'hold'))} {name}."
    for event, _ in passage.events:
        match event:
            case ev.Withdrew(rolls=rolls, caught=caught, captor=captor):
                fate = "caught" if captor else "lost"
                gone = f"{short(caught)} {fate}" if any(caught) else "nobody is caught"
                dice = dice_words(rolls)
                shown = dice if dice.endswith("dice") else f"Dice {dice}"
                return f"{shown}: {gone}. {keeps}"
            case ev.NightFell(_, seat, _, units, to, captor, leaders):
                force = listed(units.tally, leaders)
                who = capital(side(seat))
                if to:
                    return f"{who} goes back to {name_of(passage.after, to)} with {force}. {keeps}"
                return f"{who} has nowhere to go. {keeps}"
    return ""


def pause_words(passage: Passage, number: int) -> str:
    """`Brindle pauses after round 1.`"""
    battle = passage.after.province(number).battle
    fought = battle.round if battle is not None else 0
    return f"{name_of(passage.after, number)} pauses after round {fought}."


def standing_words(state: State, number: int) -> str:
    """Who still stands there on both sides."""
    here = state.province(number)
    if here.battle is None:
        return ""
    own, theirs = listed(here.battle.units.tally), listed(state.defenders(number))
    return f"{capital(side(here.battle.attacker))} has {own}, {side(here.owner)} {theirs}."


# --- what it cost and brought -------------------------------------------------------------------


def losses_words(passage: Passage, attacker: int, defender: int) -> Iterator[str]:
    """`army 2 loses 4 Inf, 1 Arc, of them 2 Inf captured`, the attacker first."""
    for attacking, seat in ((True, attacker), (False, defender)):
        killed, captured = lost_by(passage, attacking)
        total = added(killed, captured)
        if not any(total):
            continue
        taken = ""
        if any(captured):
            every = ", captured" if sum(captured) == 1 else ", all captured"
            taken = f", of them {short(captured)} captured" if any(killed) else every
        yield f"{verb(seat, 'loses', 'lose')} {short(total)}{taken}"


def lost_by(passage: Passage, attacking: bool) -> tuple[Tally, Tally]:
    """The units of a side that were killed, and those that were captured."""
    killed, captured = NOBODY, NOBODY
    for event, _ in passage.events:
        match event:
            case ev.LossesTaken(killed=gone, captured=held) if event.attacking == attacking:
                killed, captured = added(killed, gone.tally), added(captured, held.tally)
            case ev.EnginesTaken(units=units) if event.attacking == attacking:
                killed, captured = caught(killed, captured, units.tally, event.captor)
            case ev.Withdrew(caught=units) if event.attacking == attacking:
                killed, captured = caught(killed, captured, units, event.captor)
            case ev.NightFell(to=0, units=units) if attacking:
                killed, captured = caught(killed, captured, units.tally, event.captor)
    return killed, captured


def caught(killed: Tally, captured: Tally, units: Tally, captor: int) -> tuple[Tally, Tally]:
    """CB-NEUT-4: held by a seat, or lost to neutrals."""
    return (killed, added(captured, units)) if captor else (added(killed, units), captured)


def spoils(passage: Passage, number: int) -> str:
    """CB-BUILD-7: the buildings that come with a province."""
    found = passage.after.province(number).buildings
    return f"With it: {joined([building_words(one) for one in found])}." if found else ""


def purses(passage: Passage, winner: int) -> Iterator[str]:
    """`Bounty 4: military 20 -> 16.` and `Honor 20 -> 21`, a name with whoever did not win."""
    first: dict[tuple[str, int], int] = {}
    last: dict[tuple[str, int], int] = {}
    paid: dict[int, int] = {}
    for event, before in passage.events:
        match event:
            case ev.BountyPaid(seat=seat, gold=gold, left=left) if gold:
                first.setdefault(("military", seat), before.realm(seat).military)
                last["military", seat] = left
                paid[seat] = paid.get(seat, 0) + gold
            case ev.HonorChanged(seat, _, honor):
                first.setdefault(("honor", seat), before.realm(seat).honor)
                last["honor", seat] = honor
    for (what, seat), old in first.items():
        who = "" if seat == winner else f"{side_name(seat)} "
        now = f"{what} {old} -> {last[what, seat]}"
        told = f"{who}bounty {paid[seat]}: {now}" if what == "military" else f"{who}{now}"
        yield f"{capital(told)}."


def fates(passage: Passage) -> Iterator[str]:
    """What became of leaders."""
    for event, _ in passage.events:
        told = fate_of(event, passage.after)
        if told:
            yield f"{told}."


def fate_of(event: Event, state: State) -> str:
    """CB-LEAD-6, CB-NEUT-4: captured, escaped, or dead; or gone back with a force."""
    match event:
        case ev.LeaderCaptured(number, owner, captor):
            return f"GL{number} of {side_name(owner)} is captured by {side_name(captor)}"
        case ev.LeaderEscaped(number, owner, _, to):
            return f"GL{number} of {side_name(owner)} escapes to {name_of(state, to)}"
        case ev.LeaderDied(number, owner):
            return f"GL{number} of {side_name(owner)} has nowhere to go and is dead"
        case ev.Withdrew(leaders=leaders) if leaders:
            return f"{leaders_text(leaders)} {'goes' if len(leaders) == 1 else 'go'} along"
        case _:
            return ""
