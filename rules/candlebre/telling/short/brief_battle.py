"""The short telling of battles, and of what the GM has set."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rules.candlebre import events as ev
from rules.candlebre.naming import name_of, names_of, where
from rules.candlebre.state import TREES, Leader, Province, Realm, State
from rules.candlebre.telling.short.clauses import (
    Passage,
    capital,
    change,
    changes,
    dice_words,
    listed,
    loud,
    said,
    side,
    verb,
)
from rules.candlebre.telling.view import apart, captives_words, cards_words, leaders_text, short
from rules.candlebre.units import NOBODY, Tally, added
from rules.candlebre.war.tiers import is_hit
from rules.candlebre.words import building_words, joined, plural, plurals, side_name
from rules.display.view import Line
from rules.display.words import counted, in_groups
from rules.line.events import Event, Rolled

# The end of a battle, or its pause: who has the province, losses, bounty, honor.


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
    """Attacker, defender, and the seat that is not named: the winner, in a pause the attacker."""
    if over is not None:
        return over.attacker, over.defender, over.winner
    here = passage.after.province(number)
    attacker = here.battle.attacker if here.battle is not None else 0
    return attacker, here.owner, attacker


# --- how it ended -------------------------------------------------------------------------------


def over_words(passage: Passage, over: ev.BattleOver) -> str:
    """`Army 1 wins Brindle after 2 rounds.`"""
    name = name_of(passage.after, over.province)
    fought = f"after {counted(over.rounds, 'round')}" if over.rounds else "without a round"
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
    """Who got away, and who has the province now."""
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
    for one, _ in passage.events:
        match one:
            case ev.LossesTaken() | ev.EnginesTaken() | ev.Withdrew() if one.attacking == attacking:
                gone, held = casualties(one)
            case ev.NightFell(to=0, units=units) if attacking:
                gone, held = caught(units.tally, one.captor)
            case _:
                continue
        killed, captured = added(killed, gone), added(captured, held)
    return killed, captured


def casualties(event: ev.LossesTaken | ev.EnginesTaken | ev.Withdrew) -> tuple[Tally, Tally]:
    """The units that an event of a battle killed, and those that it made captives."""
    match event:
        case ev.LossesTaken(killed=killed, captured=captured):
            return killed.tally, captured.tally
        case ev.Withdrew(caught=units, captor=captor):
            return caught(units, captor)
        case _:
            return caught(event.units.tally, event.captor)


def caught(units: Tally, captor: int) -> tuple[Tally, Tally]:
    """CB-NEUT-4: held by a seat, or lost to neutrals."""
    return (NOBODY, units) if captor else (units, NOBODY)


def spoils(passage: Passage, number: int) -> str:
    """CB-BUILD-7: the buildings that come with a province."""
    found = passage.after.province(number).buildings
    return f"With it: {joined([building_words(one) for one in found])}." if found else ""


def purses(passage: Passage, winner: int) -> Iterator[str]:
    """`Bounty 4: military 20 -> 16.` and `Honor 20 -> 21.`, naming a seat that did not win."""
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


# A battle in few lines: its head, a line for each round, its end with losses, gold and honor.


MOST_ROUNDS = 4
"""With more rounds than this, those in the middle are summed up."""

HONOR_OF_BATTLE = ("withdrawal", "battle won")
"""CB-HONOR-4, CB-HONOR-5: the reasons for which a battle changes honor."""


def belongs(passage: Passage, event: Event) -> bool:
    """Does an event belong to the battle that is being told?"""
    if any(isinstance(one, ev.BattleOver) for one, _ in passage.events):
        match event:
            case ev.ProvinceTaken(province=here, how="battle") | ev.ClergyLeft(province=here):
                return here == place_of(passage)
            case ev.HonorChanged(why=why):
                return why in HONOR_OF_BATTLE
            case _:
                return False
    match event:
        case ev.BattleBegan():
            return False
        case ev.CardJoined() | ev.CardStayed():
            return event.province == place_of(passage)
        case ev.HonorChanged(why=why):
            return why in HONOR_OF_BATTLE
        case ev.LeaderDied(why=why):
            return why == "nowhere to go"
        case ev.Overrode():
            return False
        case Rolled():
            return True
        case _:
            here = getattr(event, "province", 0)
            return type(event).__module__ == ev.BattleBegan.__module__ and here == place_of(passage)


def place_of(passage: Passage) -> int:
    """The province of a battle."""
    return int(getattr(passage.events[0][0], "province", 0))


# --- rounds -------------------------------------------------------------------------------------


@dataclass(slots=True)
class RoundTold:
    """A round being told: what each side did, its hits, and what else happened."""

    number: int
    attacker: int
    defender: int
    deeds: dict[bool, list[str]] = field(default_factory=lambda: {True: [], False: []})
    hits: dict[bool, int] = field(default_factory=lambda: {True: 0, False: 0})
    notes: list[str] = field(default_factory=list)
    loaded: bool = False

    def words(self) -> str:
        """`Round 1: archers need 7: 7 15->3 = 2; army 2: archers need 6: 2 = 1`."""
        own, theirs = " · ".join(self.deeds[True]), ", ".join(self.deeds[False])
        parts = [own] if own else []
        parts += [f"{side(self.defender)}: {theirs}"] if theirs else []
        parts += self.notes
        loaded = " (loaded by the GM)" if self.loaded else ""
        return f"{'; '.join(parts) or 'nobody rolls'}{loaded}"


def tell_battle(passage: Passage, rounds: bool = True) -> tuple[Line, ...]:
    """CB-BOARD-6 in short: the head, the rounds, the end; without `rounds`, all in one line."""
    head, end = head_of(passage), ending(passage, place_of(passage))
    if head and not rounds:
        return ((*said(f"{head}: "), *end),)
    told = tuple(summed_up(tuple(rounds_of(passage))))
    if not head and told:
        name = name_of(passage.after, place_of(passage))
        label, words = told[0]
        told = ((f"fight {name}, {label[0].lower()}{label[1:]}", words), *told[1:])
    lines = [*([head] if head else []), *(f"{label}: {words}" for label, words in told)]
    return (*map(said, lines), end)


def summed_up(told: Sequence[RoundTold]) -> Iterator[tuple[str, str]]:
    """Label and words of each round; of many rounds the middle ones in one line, as hits."""
    if len(told) <= MOST_ROUNDS:
        yield from ((f"Round {one.number}", one.words()) for one in told)
        return
    first, middle, last = told[:2], told[2:-1], told[-1]
    yield from ((f"Round {one.number}", one.words()) for one in first)
    hits = {attacks: sum(one.hits[attacks] for one in middle) for attacks in (True, False)}
    yield (
        f"Rounds {middle[0].number}-{middle[-1].number}",
        f"{side(last.attacker)} {hits[True]} hits, {side(last.defender)} {hits[False]}",
    )
    yield f"Round {last.number}", last.words()


def rounds_of(passage: Passage) -> Iterator[RoundTold]:
    """The rounds that were fought, as they are told."""
    now: RoundTold | None = None
    dice: list[int] = []
    rerolled: list[ev.Rerolled] = []
    for event, before in passage.events:
        match event:
            case ev.RoundBegan(province, number):
                if now is not None:
                    yield now
                here = before.province(province)
                attacker = here.battle.attacker if here.battle is not None else 0
                now = RoundTold(number, attacker, here.owner)
                dice, rerolled = [], []
            case Rolled(_, face, _, loaded) if now is not None:
                dice.append(face)
                now.loaded = now.loaded or loaded
            case ev.Rerolled() if dice:
                dice.pop()
                rerolled.append(event)
            case ev.Volley() if now is not None:
                shown = shown_dice(event, dice, rerolled)
                now.deeds[event.attacking].append(volley_words(event, shown))
                now.hits[event.attacking] += event.precision if event.target else event.hits
                del dice[: len(event.rolls)]
                rerolled = [one for one in rerolled if one.kind != event.kind]
            case _ if now is not None:
                note(now, event)
    if now is not None:
        yield now


def shown_dice(event: ev.Volley, dice: Sequence[int], rerolled: Sequence[ev.Rerolled]) -> list[str]:
    """CB-LEAD-5: the dice of a segment as they were rolled, `15->3` where one was rerolled."""
    again = [one for one in rerolled if one.kind == event.kind]
    if len(dice) < len(event.rolls):
        return list(map(str, event.rolls))
    shown = []
    for face, final in zip(dice, event.rolls, strict=False):
        fits = again and (face, final) == (again[0].old, again[0].new)
        if fits and not is_hit(face, event.need):
            shown.append(f"{face}->{final}")
            again.pop(0)
        else:
            shown.append(str(final))
    return shown


def volley_words(event: ev.Volley, shown: Sequence[str]) -> str:
    """`archers need 7: 7 15->3 = 2`, with the target of a precision strike."""
    who = plural(event.kind)
    if event.factor > 1:
        who = f"{who} charge,"
    if event.target:
        who = f"{who} strike {plural(event.target)},"
    again = sum("->" in one for one in shown)
    rolled = dice_words(shown)
    more = f", {again} rerolled" if again and rolled.endswith("dice") else ""
    halved = f", halved {event.precision}" if event.target else ""
    return f"{who} need {event.need}: {rolled}{more} = {event.hits}{halved}"


def note(now: RoundTold, event: Event) -> None:
    """Add what happens in a round besides the dice."""
    match event:
        case ev.FormedUp(attacking=attacking, kinds=kinds):
            now.deeds[attacking].append(f"{plurals(kinds)} form up")
        case ev.ChargeSpent(attacking=attacking, kinds=kinds, how="stopped"):
            now.deeds[attacking].append(f"{plurals(kinds)} stopped by pikemen")
        case ev.ChargeSpent(attacking=attacking, kinds=kinds, how="called off"):
            now.deeds[attacking].append(f"{plurals(kinds)} do not charge any more")
        case ev.BountyUnpaid(_, seat, _, _, gold, there):
            now.deeds[seat == now.attacker].append(f"bounty of {gold} gold not paid, {there} there")
        case ev.EnginesTaken(_, seat, _, units, captor):
            fate = f"captured by {side(captor)}" if captor else "destroyed"
            now.notes.append(f"{short(units.tally)} of {side(seat)}, left alone, {fate}")
        case ev.WithdrawalForbidden(_, seat, _, why):
            now.notes.append(f"{side(seat)} would withdraw, but {why}")


# --- the head -----------------------------------------------------------------------------------


def head_of(passage: Passage) -> str:
    """`fight Brindle (from Ashford, GL1 leads)`; nothing if the battle had begun before."""
    event, before = passage.events[0]
    if not isinstance(event, ev.BattleBegan):
        return ""
    here = before.province(event.province)
    origins = here.battle.origins if here.battle is not None else ()
    parts = changes(
        (
            f"from {names_of(before, origins)}" if origins else "",
            led(before, event.province, attacking=True, word="lead"),
            led(before, event.province, attacking=False, word="defend"),
        )
    )
    cards = "; ".join(cards_of(passage))
    told = apart(parts, cards)
    name = name_of(before, event.province)
    return f"fight {name} ({told})" if told else f"fight {name}"


def led(state: State, province: int, attacking: bool, word: str) -> str:
    """`GL1 leads`, `GL2 and GL4 defend`."""
    there = [one.number for one in state.leaders_at(province, attacking)]
    if not there:
        return ""
    return f"{leaders_text(there)} {word}{'' if len(there) > 1 else 's'}"


def cards_of(passage: Passage) -> Iterator[str]:
    """CB-FATE-5, CB-FATE-7: cards that came in, and those that could not."""
    for event, _ in passage.events:
        match event:
            case ev.CardJoined(_, card, _, whose, _, units):
                yield f"{card} brings {short(units)} to {side(whose)}"
            case ev.CardStayed(_, card):
                yield f"{card} may not be played here and stays in hand"


# What the GM set, as before and after.


MOST_NAMES = 3
"""Up to this many provinces that changed alike are named; more are only counted."""


def of_gm(words: str, before: State, after: State) -> Line:
    """`GM: Ashford 2 Inf -> 5 Inf`, without the GM's reason."""
    told = "; ".join(differences(before, after))
    return said(f"GM: {told or f'{words} (nothing changes)'}")


def differences(before: State, after: State) -> Iterator[str]:
    """What changed: provinces that changed alike together, then armies, then leaders."""
    alike = in_groups(
        (tuple(of_province(old, new)), name_of(after, number))
        for number, new in enumerate(after.provinces, 1)
        if (old := before.province(number)) is not new and old != new
    )
    for found, names in alike.items():
        if found:
            yield together(names, found)
    for realm in after.realms:
        found = tuple(of_realm(before, after, before.realm(realm.seat), realm))
        if found:
            yield together([side_name(realm.seat)], found)
    for leader in after.leaders:
        was = before.find_leader(leader.number)
        if was != leader:
            yield of_leader(after, was, leader)


def together(names: Sequence[str], found: Sequence[str]) -> str:
    """`Ashford neutral -> army 1`, `40 provinces neutral -> army 1`."""
    who = ", ".join(names) if len(names) <= MOST_NAMES else f"{len(names)} provinces"
    return f"{who} {', '.join(found)}"


def of_province(old: Province, new: Province) -> Iterator[str]:
    """Owner, value, units, attackers, buildings, protection."""
    if old.owner != new.owner:
        yield f"{side_name(old.owner)} -> {side_name(new.owner)}"
    if old.value != new.value:
        yield change("value", old.value, new.value)
    if old.units.tally != new.units.tally:
        guard = "" if new.owner or old.owner else "guard "
        yield f"{guard}{moved(old.units.tally, new.units.tally)}"
    fights = new.battle or old.battle
    force = moved(attacking(old), attacking(new))
    if fights is not None and attacking(old) != attacking(new):
        yield f"attacked by {side_name(fights.attacker)}: {force}"
    for building in (*old.buildings, *new.buildings):
        if (building in old.buildings) != (building in new.buildings):
            words = building_words(building)
            gained = building in new.buildings
            yield f"no {words} -> {words}" if gained else f"{words} -> no {words}"
    if (old.protector is None) != (new.protector is None):
        yield f"protection {'off -> on' if old.protector is None else 'on -> off'}"


def attacking(province: Province) -> Tally:
    """The attackers of a province."""
    return province.battle.units.tally if province.battle is not None else NOBODY


def moved(old: Tally, new: Tally) -> str:
    """`2 Inf -> 5 Inf`, `nobody -> 3 Inf`."""
    return f"{short(old) or 'nobody'} -> {short(new) or 'nobody'}"


def of_realm(before: State, after: State, old: Realm, new: Realm) -> Iterator[str]:
    """What has changed of a seat."""
    now = standing_of(after, new)
    for name, was in standing_of(before, old).items():
        if was != now[name]:
            yield change(name, was, now[name])


def standing_of(state: State, realm: Realm) -> dict[str, object]:
    """Purses, honor, House, stores, conditions, captives, cards, allies, techs, by name."""
    house = state.lore.house(realm.house)
    found: dict[str, object] = {
        "military": realm.military,
        "civil": realm.civil,
        "honor": realm.honor,
        "influence": realm.influence,
        "House": house.name.removeprefix("House ") if house else "-",
        "pool": short(realm.pool) or "-",
        "reserve": short(realm.reserve) or "-",
        "rally": switch(realm.rally > 0),
        "guard": switch(realm.guard),
        "clean": switch(realm.clean),
        "captives": captives_words(state, realm) or "-",
        "cards": cards_words(state, realm) or "-",
        "allies": " and ".join(map(side_name, realm.allies)) or "-",
    }
    for at, tree in enumerate(TREES):
        found[f"{tree} level"] = realm.levels[at]
        found[f"{tree} points"] = realm.points[at]
    return found


def switch(on: bool) -> str:
    """A condition as a word."""
    return "on" if on else "off"


def of_leader(state: State, old: Leader | None, new: Leader) -> str:
    """Where a leader is, whose captive, with which trait, or that he is dead."""
    name = f"{new.ref} of {side_name(new.owner)}"
    was = where(state, old, WHERE) if old is not None else "not in the game"
    now = where(state, new, WHERE)
    found = [change("", was, now).strip()]
    found.append(change("trait", old.trait if old is not None else "none", new.trait))
    told = ", ".join(one for one in found if one)
    return f"{name} {told or 'is rested'}"


WHERE = (
    "[{dead?}dead|{captor?}held by {captor:side}|{place=0}not placed|"
    "{attacking?}attacking {place:name}|{else}in {place:name}]"
)
"""Where a leader is."""
