"""The report of gold, honor and influence, purchase, captives, offers, clergy, spies, cards."""

from typing import assert_never

from rules.candlebre import events as ev
from rules.candlebre.naming import name_of
from rules.candlebre.state import State
from rules.candlebre.telling.key import offer_words
from rules.candlebre.telling.phrases import card_words, long
from rules.candlebre.words import building_words, side_name

Sentences = tuple[str, ...]


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
