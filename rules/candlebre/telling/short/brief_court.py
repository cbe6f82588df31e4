"""Gold, honor, purchase, captives, offers, alliances, clergy, spies and cards, one clause each."""

from rules.candlebre import events as ev
from rules.candlebre.court.espionage import PRICE
from rules.candlebre.naming import name_of
from rules.candlebre.realm.prices import LEVEL_PRICES
from rules.candlebre.roster import KINDS
from rules.candlebre.state import State
from rules.candlebre.telling.phrases import captives_text, card_words, short
from rules.candlebre.telling.short.brief_land import sum_words
from rules.candlebre.telling.short.clauses import (
    capital,
    change,
    changes,
    dice_words,
    loud,
    of_seat,
    ordered,
    said,
    speaks,
)
from rules.candlebre.telling.short.passage import Passage
from rules.candlebre.words import building_words, plural, side_name
from rules.display.view import Line
from rules.line.events import Event

WHAT_FOR = {
    "left over": "left over",
    "captives": "for the killed",
    "ransom": "ransom",
    "theft": "stolen",
}
"""What gold is received for; a card says it by its own clause."""


def of_court(passage: Passage) -> Line | None:
    """A clause of what happens at court; None: another chapter tells it."""
    event, before = passage.first
    match event:
        case ev.GoldReceived(why=("bonus" | "first income") as why):
            return said(first_gold(passage, why))
        case ev.GoldReceived() | ev.GoldSpent() | ev.Transferred():
            return said(purses(event, before))
        case ev.InfluenceChanged(why="intercession"):
            return said(intercession(passage))
        case ev.HonorChanged() | ev.InfluenceChanged():
            return said(standing(event, before))
        case ev.Bought() | ev.Built() | ev.LevelBought() | ev.ResearchRolled():
            return said(purchase(event, before))
        case ev.CaptivesKilled() | ev.CaptivesReturned() | ev.LeaderReturned() | ev.LeaderDied():
            return captives(event, before)
        case ev.RallyBegan() | ev.RallyCounted():
            return said(rally(event))
        case ev.OfferMade() | ev.OfferClosed():
            return said(offers(event))
        case ev.AllianceProposed() | ev.ProposalClosed() | ev.Allied() | ev.AllianceEnded():
            return alliances(event)
        case ev.ClergyCame() | ev.ClergyLeft() | ev.GuardSet():
            return said(church(event, before))
        case ev.MissionSent():
            return mission(event, before)
        case ev.CardDrawn() | ev.LeaderCame() | ev.BookRefilled() | ev.CardPlayed():
            return said(book(event, before))
        case _:
            return None


# --- gold, honor, influence ---------------------------------------------------------------------


def purses(event: Event, before: State) -> str:
    """CB-GOLD-2: what came into the purses and what went out, before and after."""
    match event:
        case ev.GoldReceived(seat, amount, military, civil, why):
            realm = before.realm(seat)
            now = changes(
                (
                    change("military", realm.military, realm.military + military),
                    change("civil", realm.civil, realm.civil + civil),
                )
            )
            what = WHAT_FOR.get(why, "")
            told = f"{amount} gold {what}".strip()
            return f"{of_seat(before, seat)}{told}: {now}"
        case ev.GoldSpent(seat, amount, purse, left, why):
            if why == "mission":
                return ""
            realm = before.realm(seat)
            old = realm.military if purse == "military" else realm.civil
            return f"{side_name(seat)} pays {amount} gold: {change(purse, old, left)}"
        case ev.Transferred(seat, amount, military, civil):
            realm = before.realm(seat)
            now = changes(
                (
                    change("military", realm.military, military),
                    change("civil", realm.civil, civil),
                )
            )
            return f"transfer {amount} gold to civil: {now}"
        case _:
            return ""


def first_gold(passage: Passage, why: str) -> str:
    """CB-SETUP-11: the bonuses, or the first incomes, with what each has then."""
    told = []
    for event, _ in passage.events:
        if isinstance(event, ev.GoldReceived):
            realm = passage.after.realm(event.seat)
            now = f"{realm.military} military, {realm.civil} civil"
            told.append(f"{side_name(event.seat)} {event.amount} gold (now {now})")
    return f"{capital(why)}: {', '.join(told)}"


def standing(event: Event, before: State) -> str:
    """CB-HONOR-4, CB-INFL-1: honor and influence, before and after."""
    match event:
        case ev.HonorChanged(seat, _, honor):
            old = before.realm(seat).honor
            begins = ", infamy begins" if honor < 0 <= old else ""
            ends = ", infamy is over" if old < 0 <= honor else ""
            now = change("honor", old, honor) or f"honor stays {honor}"
            return f"{of_seat(before, seat)}{now}{begins}{ends}"
        case ev.InfluenceChanged(seat, _, influence):
            old = before.realm(seat).influence
            now = change("influence", old, influence) or f"influence stays {influence}"
            return f"{of_seat(before, seat)}{now}"
        case _:
            return ""


def rally(event: Event) -> str:
    """CB-CAPT-7, CB-INC-5."""
    match event:
        case ev.RallyBegan(seat):
            return f"{side_name(seat)} rallies: +1 on all needs until the end of its next turn"
        case ev.RallyCounted(seat, 0):
            return f"the rally of {side_name(seat)} is over"
        case _:
            return ""


# --- purchase -----------------------------------------------------------------------------------


def purchase(event: Event, before: State) -> str:
    """Sections 7.4 and 7.5: the order, its sum, the purse before and after."""
    match event:
        case ev.Bought(seat, units, price, left, province):
            where = f" for {name_of(before, province)}" if province else ""
            gold = change("military", before.realm(seat).military, left)
            total = sum_words(before, seat, units, price)
            return f"buy {ordered(units, KINDS)}{where}: {total} · {gold}"
        case ev.Built(seat, building, province, price, purse, left, why):
            what = f"{building_words(building)} in {name_of(before, province)}"
            if not price:
                return f"build {what}, the free one" if why == "setup" else f"{what}, free"
            realm = before.realm(seat)
            old = realm.military if purse == "military" else realm.civil
            return f"build {what}: {price} gold · {change(purse, old, left)}"
        case ev.LevelBought(seat, tree, level, price, left):
            gold = change("civil", before.realm(seat).civil, left)
            gained = f"{tree[0].upper()}{level} from the next turn on"
            return f"research {tree}: {gained} for {price} gold · {gold}"
        case ev.ResearchRolled():
            return research_dice(event, before)
        case _:
            return ""


def research_dice(event: ev.ResearchRolled, before: State) -> str:
    """CB-RES-6: the dice, the total, and the levels that it bought."""
    count = len(event.faces)
    gold = change("civil", before.realm(event.seat).civil, event.left)
    rolled = (
        f"roll {count} research {'die' if count == 1 else 'dice'} on {event.tree} for "
        f"{event.price} gold: {dice_words(event.faces)} = {sum(event.faces)}"
    )
    letter = event.tree[0].upper()
    if event.levels:
        gained = f"{letter}{event.level} from the next turn on, {event.rest} left over"
        return f"{rolled} · total {event.total}: {gained} · {gold}"
    needed = LEVEL_PRICES[event.level]
    return f"{rolled} · total {event.total} of {needed} for {letter}{event.level + 1} · {gold}"


# --- captives, offers, alliances ----------------------------------------------------------------


def captives(event: Event, before: State) -> Line:
    """Section 7.15: what becomes of captives and leaders."""
    match event:
        case ev.CaptivesKilled(_, owner, units):
            return loud(f"{short(units)} of {side_name(owner)} killed")
        case ev.CaptivesReturned(_, owner, units, why) if owner:
            told = f"{short(units)} of {side_name(owner)} home to the reserve"
            return said(f"{told} ({why})" if why in ("rescue", "jailbreak") else told)
        case ev.CaptivesReturned(_, _, units):
            return said(f"{short(units)} of the neutrals released")
        case ev.LeaderReturned(number, owner, _, province):
            where = f"home to {name_of(before, province)}" if province else "free, with no home"
            return said(f"GL{number} of {side_name(owner)} comes {where}")
        case ev.LeaderDied(number, owner, "killed"):
            return loud(f"GL{number} of {side_name(owner)} is killed")
        case ev.LeaderDied(number, owner):
            return loud(f"GL{number} of {side_name(owner)} is dead")
        case _:
            return ()


def offers(event: Event) -> str:
    """CB-DIPL-1, CB-DIPL-3."""
    match event:
        case ev.OfferMade(offer):
            given = captives_text(offer.units, offer.leaders)
            wanted = f"{offer.gold} gold"
            if offer.gold is None:
                wanted = captives_text(offer.back_units, offer.back_leaders)
            return f"offer {offer.number} to {side_name(offer.to)}: {given} for {wanted}"
        case ev.OfferClosed(number, seat, to, how):
            between = f"offer {number} of {side_name(seat)} to {side_name(to)}"
            end = {"lapsed": "lapses", "eliminated": "is void"}.get(how, f"is {how}")
            return f"{between} {end}"
        case _:
            return ""


def alliances(event: Event) -> Line:
    """Section 7.7."""
    match event:
        case ev.AllianceProposed(seat, to):
            return said(f"{side_name(seat)} proposes an alliance to {side_name(to)}")
        case ev.ProposalClosed(seat, to, "declined"):
            return said(f"{side_name(to)} declines the alliance with {side_name(seat)}")
        case ev.Allied((one, other)):
            return loud(f"{side_name(one)} and {side_name(other)} are allies")
        case ev.AllianceEnded(seat, ally, "broken"):
            return loud(f"{side_name(seat)} breaks the alliance with {side_name(ally)}")
        case ev.AllianceEnded(seat, ally):
            return said(f"the alliance of {side_name(seat)} and {side_name(ally)} is over")
        case _:
            return ()


# --- clergy, spies, cards -----------------------------------------------------------------------


def intercession(passage: Passage) -> str:
    """CB-CLERGY-1, CB-CLERGY-5: the province, the price, how long it holds."""
    (paid, before), *rest = passage.events
    told = standing(paid, before)
    for event, _ in rest:
        if isinstance(event, ev.ClergyCame):
            value = before.province(event.province).value
            price = f"{value} / 10 = {value // 10}, {told}"
            until = f"nobody may attack it until {side_name(event.seat)}'s next turn"
            return f"intercession in {name_of(before, event.province)}: {price}; {until}"
    return told


def church(event: Event, before: State) -> str:
    """CB-CLERGY-1, CB-HONOR-7."""
    match event:
        case ev.ClergyCame(seat, province):
            until = f"until {side_name(seat)}'s next turn"
            return f"clergy protect {name_of(before, province)}: nobody may attack it {until}"
        case ev.ClergyLeft(province):
            return f"the clergy leave {name_of(before, province)}"
        case ev.GuardSet(seat, on):
            told = "guard on, honor turns missions away" if on else "guard off"
            return f"{speaks(before, seat)}{told}"
        case _:
            return ""


def mission(event: ev.MissionSent, before: State) -> Line:
    """CB-ESP-6, CB-ESP-7: the order, its need and die, the price."""
    target = side_name(event.target)
    where = f" in {name_of(before, event.province)}" if event.province else ""
    match event.mission:
        case "steal":
            order = f"steal from {target}"
        case "sabotage":
            order = f"sabotage {building_words(event.what)}{where}"
        case "rescue":
            order = f"rescue {plural(event.what)} from {target}"
        case "abduct":
            order = f"abduct {event.what} of {target}"
        case _:
            order = f"{event.mission} {plural(event.what)}{where}"
    civil = before.realm(event.seat).civil
    paid = said(f" · {PRICE} gold: {change('civil', civil + PRICE, civil)}")
    if event.guarded:
        return (*said(f"{order}: "), *loud("turned away by honor"), *paid)
    end = "succeeds" if event.success else "fails"
    return (*said(f"{order}: need {event.need}, {event.roll}: "), *loud(end), *paid)


def book(event: Event, before: State) -> str:
    """Section 7.19: drawing and playing."""
    match event:
        case ev.CardDrawn(_, code, _, _, kept):
            card = before.lore.card(code)
            brings = card.units if card is not None else None
            kind = plural(brings.what) if brings is not None else ""
            hand = f", kept: {brings.amount} {kind} when played" if kept and brings else ""
            return f"draw fate: {card_words(before, code)}{hand}"
        case ev.LeaderCame(number, _, trait, province):
            return f"GL{number} ({trait}) joins in {name_of(before, province)}"
        case ev.BookRefilled(returned):
            return f"{len(returned)} cards return to the Book of Fate"
        case ev.CardPlayed(seat, card, province, neutral):
            whom = " for the neutrals" if neutral else ""
            waits = f"it waits for the battle in {name_of(before, province)}"
            return f"{speaks(before, seat)}play {card_words(before, card)}{whom}: {waits}"
        case _:
            return ""
