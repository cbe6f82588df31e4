"""What is told of an event: its sentence, and the luck of its dice."""

from collections.abc import Callable, Sequence
from typing import assert_never

from rules.candlebre import events as ev
from rules.candlebre.court.espionage import is_success
from rules.candlebre.naming import name_of, names_of
from rules.candlebre.state import D6, D20, State
from rules.candlebre.telling.view import (
    card_words,
    killed_and_captured,
    leaders_text,
    long,
    offer_words,
)
from rules.candlebre.units import NOBODY, Tally
from rules.candlebre.war.movement import CAUGHT
from rules.candlebre.war.tiers import is_hit
from rules.candlebre.words import building_words, plurals, side_name
from rules.display.acts import Phrases
from rules.line.chapters import by_type
from rules.line.events import Event, Overridden, Rolled, SharedEvent
from rules.numbers.luck import Fallen, Thrown, thrown

# CB-BOARD-6: sentences for every event, in the same words for everybody (CB-SCOPE-3).


Sentences = tuple[str, ...]


def report(event: Event, before: State) -> tuple[str, ...]:
    """CB-DICE-2: what happened, with every die and number; nothing for what needs no words."""
    return CHAPTERS[type(event)](event, before)


def tiers(event: ev.TierEvent, before: State) -> Sentences:
    """CB-TIER-1: charges, dice, losses."""
    match event:
        case ev.FormedUp(_, seat, _, _, kinds):
            return (f"{side_name(seat)}: {plurals(kinds)} form up for a charge",)
        case ev.ChargeSpent(_, seat, _, kinds, how):
            return charge_spent(seat, kinds, how)
        case ev.Rerolled(_, seat, _, kind, old, new, left):
            return (f"{side_name(seat)} rerolls {kind} {old} -> {new} (counters left {left})",)
        case ev.Volley():
            return (volley(event, before),)
        case ev.LossesTaken():
            return losses(event)
        case ev.EnginesTaken(_, seat, _, units, captor):
            fate = f"captured by {side_name(captor)}" if captor else "destroyed"
            return (f"{side_name(seat)}'s {long(units.tally)}, left alone, are {fate}",)
        case _:
            assert_never(event)


def rounds(event: ev.RoundEvent, before: State) -> Sentences:
    """CB-TIER-1: the forces, the rounds, the bounties."""
    match event:
        case ev.BattleBegan(province, attacker, defender, attackers, defenders, one, two):
            counters = [
                f"{side_name(side)} has {count} reroll counters"
                for side, count in ((attacker, one), (defender, two))
                if count
            ]
            forces = (
                f"battle in {name_of(before, province)}: {side_name(attacker)} {long(attackers)} "
                f"against {side_name(defender)} {long(defenders)}"
            )
            return (forces, *counters)
        case ev.RoundBegan(province, number):
            return (f"{name_of(before, province)} round {number}",)
        case ev.BountyPaid(_, seat, rate, mercenaries, gold):
            paid = f"{side_name(seat)} pays bounty {rate} for {mercenaries} mercenaries"
            return (f"{paid}: {gold} gold",)
        case ev.BountyUnpaid(_, seat, rate, mercenaries, gold, there):
            return (
                f"{side_name(seat)} cannot pay bounty {rate} for {mercenaries} mercenaries: "
                f"{gold} gold, it has {there}; nothing is paid",
            )
        case _:
            assert_never(event)


def charge_spent(seat: int, kinds: tuple[str, ...], how: str) -> Sentences:
    """CB-CHARGE-5, CB-CHARGE-6: a charge that was carried out shows in its dice."""
    if how == "stopped":
        return (f"Pikemen stop the charge of {side_name(seat)}'s {plurals(kinds)}",)
    if how == "called off":
        return (f"{side_name(seat)} calls off the charge of its {plurals(kinds)}",)
    return ()


def volley(event: ev.Volley, before: State) -> str:
    """CB-BOARD-6: `Brindle round 1 tier 3 army 1 infantry need 7: 3 12 7 = 2 hits (1 captured)`."""
    where = f"{name_of(before, event.province)} round {event.round} tier {event.tier}"
    who = f"{side_name(event.seat)} {event.kind} need {event.need}"
    if event.target:
        end = f", precision {event.precision} on {event.target}"
    else:
        end = f" ({event.captured} captured)"
    return f"{where} {who}: {' '.join(map(str, event.rolls))} = {event.hits} hits{end}"


def losses(event: ev.LossesTaken) -> Sentences:
    """CB-BOARD-6: `army 2 loses 1 infantry, 2 cavalry captured`."""
    lost = killed_and_captured(event.killed.tally, event.captured.tally)
    return (f"{side_name(event.seat)} loses {lost}",) if lost else ()


def ending(event: ev.EndEvent, before: State) -> Sentences:
    """CB-BATTLE-5: withdrawals, nightfall, and who has the province."""
    match event:
        case ev.Withdrew(province, seat, _, to, rolls, caught=caught):
            dice = " ".join(map(str, rolls))
            there, here = name_of(before, to), name_of(before, province)
            gone = f"{side_name(seat)} withdraws from {here} to {there}: {dice}"
            told = f" ({long(caught)})" if any(caught) else ""
            return (f"{gone}, {sum(caught)} caught{told}",)
        case ev.WithdrawalForbidden(province, seat, rule, why):
            here = name_of(before, province)
            return (f"{side_name(seat)} would withdraw from {here}, but {rule}: {why}",)
        case ev.NightFell():
            return (nightfall(event, before),)
        case ev.BattleOver(province, winner=winner, taken=taken, rounds=rounds):
            where = f"{name_of(before, province)} after {rounds} round(s)"
            return (f"{side_name(winner)} {'wins' if taken else 'holds'} {where}",)
        case ev.LeaderCaptured(number, owner, captor):
            return (f"GL{number} of {side_name(owner)} is captured by {side_name(captor)}",)
        case ev.LeaderEscaped(number, owner, _, to):
            return (f"GL{number} of {side_name(owner)} escapes to {name_of(before, to)}",)
        case _:
            assert_never(event)


def nightfall(event: ev.NightFell, before: State) -> str:
    """CB-FIGHT-6: after the last round the attackers go back."""
    here = name_of(before, event.province)
    begun = f"nightfall in {here} after round {event.round}"
    units = event.units.tally
    force = long(units) if units != NOBODY else "no unit"
    led = f" with {leaders_text(event.leaders)}" if event.leaders else ""
    if event.to:
        there = name_of(before, event.to)
        return f"{begun}: {side_name(event.seat)} goes back to {there} ({force}{led})"
    fate = f"captured by {side_name(event.captor)}" if event.captor else "lost"
    return f"{begun}: {side_name(event.seat)} has nowhere to go; {force} {fate}"


def opening(event: ev.OpeningEvent, before: State) -> Sentences:
    """CB-MAP-5, CB-MAP-7: values from dice, and another map with its warnings."""
    match event:
        case ev.GameOpened():
            return ()
        case ev.ValuesFound(values, faces):
            if not faces:
                return ()
            found = zip(before.sites, faces, values, strict=True)
            told = ", ".join(f"{site.code} {face} = {value}" for site, face, value in found)
            return (f"province values: {told}",)
        case ev.MapLaid(sites, warnings):
            laid = f"GM: another map, {len(sites)} provinces"
            return (laid, *(f"warning, {rule}: {what}" for rule, what in warnings))
        case _:
            assert_never(event)


def founding(event: ev.FoundingEvent, before: State) -> Sentences:
    """Section 4.2: claims, Houses, the first units, leaders."""
    match event:
        case ev.Claimed(seat, provinces, dropped):
            given = f"; it gives up {names_of(before, dropped)}" if dropped else ""
            return (f"{side_name(seat)} claims {names_of(before, provinces)}{given}",)
        case ev.HouseChosen(seat, house, honor):
            played = before.lore.house(house)
            name = f"{played.name}, {played.title}" if played else house
            return (f"{side_name(seat)} plays {name} (honor {honor})",)
        case ev.Mustered(seat, province, units, price, left):
            here = name_of(before, province)
            return (
                f"{side_name(seat)} buys {long(units)} in {here} for {price} gold; {left} left",
            )
        case ev.LeaderPlaced(number, owner, province):
            return (f"GL{number} of {side_name(owner)} stands in {name_of(before, province)}",)
        case _:
            assert_never(event)


def moving(event: ev.MarchEvent, before: State) -> Sentences:
    """Section 7.6: attacks, marches, and the warning of CB-MERC-4."""
    match event:
        case ev.Attacked(seat, source, target, units, leaders=leaders):
            led = with_leaders(units.tally, leaders)
            ways = f"{name_of(before, target)} from {name_of(before, source)}"
            return (f"{side_name(seat)} attacks {ways} with {led}",)
        case ev.Marched(seat, source, target, units, leaders=leaders):
            led = with_leaders(units.tally, leaders)
            ways = f"from {name_of(before, source)} to {name_of(before, target)}"
            return (f"{side_name(seat)} moves {led} {ways}",)
        case ev.MajorityWarned(_, province, mercenaries, regulars):
            here = name_of(before, province)
            return (
                f"warning, CB-MERC-4: {here} holds {mercenaries} mercenaries and {regulars} "
                "regular units; they revolt at the end of the phase",
            )
        case ev.Revolted(seat, province, mercenaries, units, leaders, to):
            here = name_of(before, province)
            seized = f"mercenaries seize {here} from {side_name(seat)}"
            guard = f"{mercenaries} mercenaries are its guard"
            if not any(units.tally) and not leaders:
                return (f"{seized}; {guard}",)
            gone = with_leaders(units.tally, leaders)
            went = f"sent to {name_of(before, to)}: {gone}" if to else f"lost with it: {gone}"
            return (f"{seized}; {guard}; {went}",)
        case _:
            assert_never(event)


def with_leaders(units: Tally, leaders: tuple[int, ...]) -> str:
    """`3 infantry, 1 archer and GL1`."""
    if not leaders:
        return long(units)
    led = leaders_text(leaders)
    return f"{long(units)} and {led}" if any(units) else led


def taking(event: ev.HoldingEvent, before: State) -> Sentences:
    """CB-BATTLE-3, CB-ELIM-2: provinces that change hands without a word of the battle."""
    match event:
        case ev.ProvinceTaken(seat, province, former, how):
            here = name_of(before, province)
            if how == "unopposed":
                return (f"{side_name(seat)} takes {here} unopposed",)
            return (f"{here} of {side_name(former)} becomes neutral",) if how == "resigned" else ()
        case ev.BattleCalledOff(province, seat):
            here = name_of(before, province)
            return (f"the attack of {side_name(seat)} on {here} is called off",)
        case ev.BuildingRazed(province, building):
            return (f"the {building_words(building)} in {name_of(before, province)} is gone",)
        case ev.UnitsGone(province, _, units, why):
            here = name_of(before, province)
            return () if why == "override" else (f"gone from {here}: {long(units.tally)}",)
        case _:
            assert_never(event)


def placing(event: ev.PlacementEvent, before: State) -> Sentences:
    """Section 7.17."""
    match event:
        case ev.Placed(seat, province, units, reserve):
            whence = " from the reserve" if reserve else ""
            here = name_of(before, province)
            return (f"{side_name(seat)} places {long(units)}{whence} in {here}",)
        case ev.PlacementFailed(seat, province, units, rule, why):
            here = name_of(before, province)
            stays = f"not placed in {here}, still in the pool of {side_name(seat)}: {long(units)}"
            return (f"{stays} ({rule}: {why})",)
        case ev.NotesCleared():
            return ()
        case _:
            assert_never(event)


def purses(event: ev.PurseEvent, before: State) -> Sentences:
    """CB-GOLD-2: what came into the purses, and what went out."""
    match event:
        case ev.GoldReceived():
            return (received(event, before),)
        case ev.GoldSpent(seat, amount, purse, left, why):
            paid = f"{side_name(seat)} pays {amount} {purse} gold"
            return (f"{paid}: {card_words(before, why)}; {left} left",)
        case ev.Transferred(seat, amount, military, civil):
            now = f"{military} military, {civil} civil"
            return (f"{side_name(seat)} transfers {amount} gold to civil: {now}",)
        case ev.HonorChanged(seat, change, honor, why, deed):
            mark = ", a deed" if deed else ""
            return (
                f"{side_name(seat)} honor {change:+} = {honor} ({card_words(before, why)}{mark})",
            )
        case ev.InfluenceChanged(seat, change, influence, why):
            told = f"{side_name(seat)} influence {change:+} = {influence}"
            return (f"{told} ({card_words(before, why)})",)
        case ev.RallyBegan(seat):
            return (f"{side_name(seat)} rallies: +1 on all needs until the end of its next turn",)
        case ev.RallyCounted(seat, turns):
            return () if turns else (f"the rally of {side_name(seat)} is over",)
        case _:
            assert_never(event)


def received(event: ev.GoldReceived, before: State) -> str:
    """CB-GOLD-2: the amount, how it parts, and where it is from."""
    who, split = side_name(event.seat), f"({event.military} military, {event.civil} civil)"
    match event.why:
        case "bonus":
            return f"{who} receives a bonus of {event.amount} gold {split}"
        case "first income":
            return f"{who} first income: {event.amount} gold {split}"
        case _:
            why = card_words(before, event.why)
            return f"{who} receives {event.amount} gold {split}: {why}"


def purchase(event: ev.PurchaseEvent, before: State) -> Sentences:
    """Sections 7.4 and 7.5."""
    match event:
        case ev.Bought(seat, units, price, left, province):
            where = f" for {name_of(before, province)}" if province else ""
            bought = f"{side_name(seat)} buys {long(units)}{where}"
            return (f"{bought}: {price} military gold, {left} left",)
        case ev.Built(seat, building, province, price, purse, left, why):
            built = f"{side_name(seat)} builds {building_words(building)}"
            here = f"in {name_of(before, province)}"
            if price:
                return (f"{built} {here}: {price} {purse} gold, {left} left",)
            what = "the free building" if why == "setup" else card_words(before, why) or "free"
            return (f"{built} {here}: {what}",)
        case ev.LevelBought(seat, tree, level, price, left):
            gained = f"{side_name(seat)} researches {tree} level {level}, in force next turn"
            return (f"{gained}: {price} civil gold, {left} left",)
        case ev.ResearchRolled():
            return research_dice(event)
        case _:
            assert_never(event)


def research_dice(event: ev.ResearchRolled) -> Sentences:
    """CB-RES-6: the dice, the total, and the levels that it bought."""
    dice = " ".join(map(str, event.faces))
    rolled = (
        f"{side_name(event.seat)} rolls {len(event.faces)} research dice on {event.tree} for "
        f"{event.price} civil gold, {event.left} left: {dice}; total {event.total}"
    )
    if not event.levels:
        return (rolled,)
    gained = f"{event.tree} level {event.level}, in force next turn; {event.rest} left over"
    return (rolled, f"{side_name(event.seat)} reaches {gained}")


def captives(event: ev.CaptiveEvent, before: State) -> Sentences:
    """Section 7.15: what becomes of captives."""
    match event:
        case ev.CaptivesKilled(seat, owner, units):
            return (f"{side_name(seat)} kills {long(units)} of {side_name(owner)}",)
        case ev.CaptivesReturned(seat, owner, units, why):
            if not owner:
                return (f"{side_name(seat)} releases {long(units)} of neutral",)
            home = f"{long(units)} come home to the reserve of {side_name(owner)}"
            return (f"{home} from {side_name(seat)} ({why})",)
        case ev.LeaderReturned(number, owner, captor, province, why):
            home = f"GL{number} of {side_name(owner)} comes home to {name_of(before, province)}"
            return (f"{home} from {side_name(captor)} ({why})",)
        case ev.CaptivesLost():
            return ()
        case ev.LeaderDied(number, owner, why, seat):
            if why == "killed":
                return (f"{side_name(seat)} kills GL{number} of {side_name(owner)}",)
            return (f"GL{number} of {side_name(owner)} is dead ({why})",)
        case _:
            assert_never(event)


def offers(event: ev.OfferEvent, before: State) -> Sentences:
    """CB-DIPL-1, CB-DIPL-3."""
    match event:
        case ev.OfferMade(offer):
            return (f"offer {offer.number}: {offer_words(offer)}",)
        case ev.OfferClosed(number, how=how):
            return (f"offer {number} is {'void' if how == 'eliminated' else how}",)
        case _:
            assert_never(event)


def alliances(event: ev.AllianceEvent, before: State) -> Sentences:
    """Section 7.7."""
    match event:
        case ev.AllianceProposed(seat, to):
            return (f"{side_name(seat)} proposes an alliance to {side_name(to)}",)
        case ev.ProposalClosed(seat, to, how):
            declined = f"{side_name(to)} declines the alliance with {side_name(seat)}"
            return (declined,) if how == "declined" else ()
        case ev.Allied(seats):
            one, other = seats
            return (f"{side_name(one)} and {side_name(other)} are allies",)
        case ev.AllianceEnded(seat, ally, how):
            if how == "broken":
                return (f"{side_name(seat)} breaks the alliance with {side_name(ally)}",)
            return (f"the alliance of {side_name(seat)} and {side_name(ally)} is over",)
        case _:
            assert_never(event)


def church_and_spies(event: ev.ChurchEvent, before: State) -> Sentences:
    """CB-CLERGY-1, CB-HONOR-7, CB-ESP-6, CB-ESP-7."""
    match event:
        case ev.ClergyCame(seat, province):
            here = name_of(before, province)
            return (f"clergy protect {here} until the next turn of {side_name(seat)}",)
        case ev.ClergyLeft(province):
            return (f"the clergy leave {name_of(before, province)}",)
        case ev.GuardSet(seat, on):
            return (f"{side_name(seat)}: guard {'on' if on else 'off'}",)
        case ev.MissionSent(seat, mission, target, need, roll, success):
            sent = f"{side_name(seat)} sends a mission to {mission} against {side_name(target)}"
            if event.guarded:
                return (sent, f"mission {mission}: turned away by honor")
            end = "success" if success else "failure"
            return (sent, f"mission {mission}: need {need}, rolled {roll}: {end}")
        case _:
            assert_never(event)


def book(event: ev.BookEvent, before: State) -> Sentences:
    """Section 7.19: drawing."""
    match event:
        case ev.CardDrawn(seat, code, _, left, kept):
            card = before.lore.card(code)
            name = f" ({card.name})" if card else ""
            hand = ", kept" if kept else ""
            return (f"{side_name(seat)} draws {code}{name}{hand}; {left} cards left",)
        case ev.LeaderCame(number, owner, trait, province):
            here = name_of(before, province)
            return (f"GL{number} ({trait}) joins {side_name(owner)} in {here}",)
        case ev.BookRefilled(returned):
            return (f"{len(returned)} cards return to the Book of Fate",)
        case _:
            assert_never(event)


def cards(event: ev.CardEvent, before: State) -> Sentences:
    """CB-FATE-5, CB-FATE-7: a unit card waits, joins a battle, or stays in the hand."""
    match event:
        case ev.CardPlayed(seat, card, province, neutral):
            whom = " for neutral" if neutral else ""
            waits = f"{side_name(seat)} plays {card_words(before, card)}{whom}"
            return (f"{waits}: it waits for the battle in {name_of(before, province)}",)
        case ev.CardJoined(seat, card, province, _, _, units):
            here = name_of(before, province)
            return (f"{side_name(seat)} plays {card}: {long(units)} join the battle in {here}",)
        case ev.CardStayed(seat, card, province):
            here = name_of(before, province)
            return (f"{card} of {side_name(seat)} may not be played in {here}; it stays in hand",)
        case _:
            assert_never(event)


def course(event: ev.TurnEvent, before: State) -> Sentences:
    """CB-TURN-5: rounds and turns, income, standing orders, who is out, what the GM set."""
    match event:
        case ev.FirstPlayerRolled(rolls, first):
            told = ", ".join(f"{side_name(seat)} {face}" for seat, face in rolls)
            end = f"; {side_name(first)} goes first" if first else "; the highest roll again"
            return (f"first player: {told}{end}",)
        case ev.TurnBegan(number, seat, levels, gained):
            begun = f"round {number}: {side_name(seat)} to play"
            found = zip("MIE", levels, gained, strict=True)
            new = [f"{letter}{level}" for letter, level, more in found if more]
            return (begun, f"{side_name(seat)}: {', '.join(new)} in force") if new else (begun,)
        case ev.TurnTimedOut(seat):
            return (f"time is up for {side_name(seat)}",)
        case ev.IncomePaid(seat, gold, military, civil, honor, influence):
            split = f"{gold} gold ({military} military, {civil} civil)"
            return (f"{side_name(seat)} income: {split}, {honor} honor, {influence} influence",)
        case ev.StandingSet(seat, words=words):
            return (f"{side_name(seat)}: {words}",)
        case ev.Eliminated(seat, resigned):
            gone = (f"{side_name(seat)} is eliminated",)
            return (f"{side_name(seat)} resigns", *gone) if resigned else gone
        case ev.DrawAccepted(seat, waiting):
            left = ", ".join(map(side_name, waiting))
            return (f"{side_name(seat)} accepts the draw{f'; open: {left}' if left else ''}",)
        case ev.Overrode(words):
            return (f"GM: {words}",)
        case _:
            assert_never(event)


PHRASES = Phrases(
    called=side_name,
    listing=" and ".join,
    phase="phase: {phase}",
    agreed="{seat} accepts the draw",
    declined="the draw is declined",
    lapsed="the draw offer lapses",
    won="{winners} wins: {how}",
    drawn="Draw: {how}",
    ruled='GM: rule "{text}"',
    refused="refused: {rule}: {why}",
    overridden="GM: set {attribute} {value}",
    dice="GM: next dice {faces}",
    between=" ",
    no_dice="",
)


def shared(event: SharedEvent, before: State) -> Sentences:
    """CB-WIN-1, CB-WIN-3, CB-WIN-5: draws, who has won, and what every system has."""
    if isinstance(event, Overridden) and event.attribute == "turn":
        return (f"GM: set turn {side_name(int(event.value))}",)
    return PHRASES.of(event)


CHAPTERS = by_type(
    *(rounds, tiers, ending),
    *(opening, founding, moving),
    *(taking, placing),
    *(purses, purchase, captives, offers),
    *(alliances, church_and_spies, book),
    *(cards, course, shared),
)
"""Every event of the system by its type; what needs no words has an empty row."""


# The dice of an order by what they could have brought: battle, withdrawal, missions, research.


def luck(state: State, events: Sequence[Event]) -> tuple[Thrown, ...]:
    """CB-HIT-2, CB-WDRAW-5, CB-ESP-7, CB-RES-5: each die against what it needed; a die that was
    rolled again counts both times.  Neutral towns have no luck of their own."""
    fallen, again, found = Fallen(), dict[str, list[Rolled]](), list[Thrown]()
    for event in events:
        match event:
            case Rolled():
                fallen.waiting.append(event)
            case ev.Rerolled(kind=kind):
                again.setdefault(kind, []).append(fallen.waiting.pop())
            case ev.Volley(seat=seat, attacking=attacking, kind=kind, need=need, rolls=rolls):
                dice = [*fallen.first(len(rolls)), *again.pop(kind, [])]
                what = "attack" if attacking else "defend"
                found += thrown(seat, what, dice, D20, hit_at(need))
            case ev.Withdrew(seat=seat, rolls=rolls):
                dice = fallen.last(len(rolls))
                found += thrown(seat, "withdrawal", dice, D20, lambda face: int(face > CAUGHT))
            case ev.MissionSent(seat=seat, need=need, guarded=False):
                found += thrown(seat, "missions", fallen.last(1), D20, succeeds_at(need))
            case ev.ResearchRolled(seat, _, faces):
                dice = fallen.last(len(faces))
                found += thrown(seat, "research, points", dice, D6, lambda face: face)
            case _:
                pass
    return tuple(one for one in found if one.seat)


def hit_at(need: int) -> Callable[[int], int]:
    """CB-HIT-2: what a face brings in battle."""
    return lambda face: int(is_hit(face, need))


def succeeds_at(need: int) -> Callable[[int], int]:
    """CB-ESP-7: what a face brings on a mission."""
    return lambda face: int(is_success(face, need))
