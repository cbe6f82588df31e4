"""What happens at court and on the land in few words."""

from rules.candlebre import events as ev
from rules.candlebre.court.espionage import PRICE
from rules.candlebre.naming import name_of, names_of
from rules.candlebre.realm.purse import LEVEL_PRICES, unit_prices
from rules.candlebre.state import State
from rules.candlebre.telling.short.clauses import (
    Passage,
    capital,
    change,
    changes,
    dice_words,
    listed,
    loud,
    of_seat,
    ordered,
    said,
    side,
    speaks,
)
from rules.candlebre.telling.view import captives_text, card_words, short
from rules.candlebre.units import KINDS, NOBODY, House, Tally, added
from rules.candlebre.words import building_words, joined, plural, side_name
from rules.display.view import Line
from rules.display.words import counted
from rules.line.events import Event

# Setup, movement, placement, revolts and provinces that change hands, one clause each.


MOST_NAMES = 5
"""More provinces than that are a number."""


def of_land(passage: Passage) -> Line | None:
    """A clause of what happens to the map and on it; None: another chapter tells it."""
    event, before = passage.first
    match event:
        case ev.ValuesFound() | ev.MapLaid() | ev.Claimed() | ev.HouseChosen():
            return said(founding(passage))
        case ev.Mustered() | ev.LeaderPlaced():
            return said(founding(passage))
        case ev.Attacked() | ev.Marched() | ev.MajorityWarned():
            return said(moving(passage))
        case ev.Revolted():
            return revolt(event, before)
        case ev.ProvinceTaken() | ev.BattleCalledOff() | ev.BuildingRazed() | ev.UnitsGone():
            return taking(passage)
        case ev.Placed() | ev.PlacementFailed():
            return said(placing(passage))
        case ev.LeaderCaptured(number, owner, captor):
            return loud(f"GL{number} of {side_name(owner)} is captured by {side_name(captor)}")
        case ev.CardJoined() | ev.CardStayed():
            return ()
        case _:
            return None


# --- setup --------------------------------------------------------------------------------------


def founding(passage: Passage) -> str:
    """Section 4: values from dice, maps, claims, Houses, the first units and leaders."""
    event, before = passage.first
    match event:
        case ev.ValuesFound(values, faces) if faces:
            low, high = min(values), max(values)
            return f"values by dice: {low} to {high}, {sum(values)} gold in all"
        case ev.MapLaid(sites, warnings):
            told = f"GM: another map, {len(sites)} provinces"
            count = len(warnings)
            return f"{told} · {counted(count, 'warning')}" if count else told
        case ev.Claimed(_, provinces, dropped):
            worth = sum(before.province(number).value for number in provinces)
            named = joined([named_with_value(before, number) for number in provinces])
            given = f" · given up: {names_of(before, dropped)}" if dropped else ""
            return f"claim {named}: {worth} gold a turn{given}"
        case ev.HouseChosen(seat, house, honor):
            played = before.lore.house(house)
            parts = [house_words(played) if played else house]
            parts.append(change("honor", before.realm(seat).honor, honor))
            return " · ".join(part for part in parts if part)
        case ev.Mustered(seat, province, units, price, left):
            here = name_of(before, province)
            gold = change("start gold", before.realm(seat).start_gold, left)
            total = sum_words(before, seat, units, price)
            return f"buy {ordered(units, KINDS)} in {here}: {total} · {gold}"
        case ev.LeaderPlaced(number, _, province):
            return f"place GL{number} in {name_of(before, province)}"
        case _:
            return ""


def named_with_value(state: State, number: int) -> str:
    """`Ashford 60`."""
    return f"{name_of(state, number)} {state.province(number).value}"


def house_words(house: House) -> str:
    """`House Varlan, the Spear: Barracks 45 gold, but Temples 65 gold`."""
    told = f"{house.name}, {house.title}" if house.title else house.name
    effects = ", but ".join(part for part in (house.strength, house.weakness) if part)
    return f"{told}: {effects}" if effects else told


def sum_words(state: State, seat: int, units: Tally, price: int) -> str:
    """CB-BUY-3: `3 x 15 + 25 = 70 gold`, or `15 gold`."""
    prices = unit_prices(state, state.realm(seat))
    bought = [(n, each) for n, each in zip(units, prices, strict=True) if n]
    parts = [f"{n} x {each}" if n > 1 else str(each) for n, each in bought]
    if len(parts) == 1 and sum(units) == 1:
        return f"{price} gold"
    return f"{' + '.join(parts)} = {price} gold"


# --- movement -----------------------------------------------------------------------------------


def moving(passage: Passage) -> str:
    """Section 7.6: attacks, marches, and the warning of CB-MERC-4."""
    event, before = passage.first
    match event:
        case ev.Attacked(_, source, target, units, leaders=leaders):
            force = listed(units.tally, leaders)
            ways = f"attack {name_of(before, target)} from {name_of(before, source)}: {force}"
            return f"{ways}{joined_force(passage, target)} {against(before, target)}" + left_in(
                passage.after, source
            )
        case ev.Marched(_, source, target, units, leaders=leaders):
            force = listed(units.tally, leaders)
            ways = f"move {force} from {name_of(before, source)} to {name_of(before, target)}"
            there = listed(passage.after.province(target).units.tally)
            return f"{ways}: {there} there{left_in(passage.after, source)}"
        case ev.MajorityWarned(_, province, mercenaries, regulars):
            here = name_of(before, province)
            others = counted(regulars, "other")
            told = f"Warning: {here} keeps {mercenaries} Mer and {others}"
            return f"{told}; so many mercenaries revolt when the phase ends"
        case _:
            return ""


def joined_force(passage: Passage, target: int) -> str:
    """CB-MOVE-10: the whole force, if others attack there already."""
    _, before = passage.first
    if before.province(target).battle is None:
        return ""
    battle = passage.after.province(target).battle
    leaders = [one.number for one in passage.after.leaders_at(target, attacking=True)]
    return f" join, {listed(battle.units.tally, leaders)} in all" if battle is not None else ""


def against(state: State, number: int) -> str:
    """`against 3 Inf, GL2 of army 2 behind walls`."""
    here = state.province(number)
    leaders = [one.number for one in state.leaders_at(number)]
    whose = f" of {side_name(here.owner)}" if here.owner else ", neutral"
    walls = " behind walls" if "walls" in here.buildings else ""
    if not any(state.defenders(number)) and not leaders:
        return f"against no unit{whose}"
    return f"against {listed(state.defenders(number), leaders)}{whose}{walls}"


def left_in(state: State, number: int) -> str:
    """` · Ashford keeps 1 Inf`, ` · Ashford is empty`."""
    here = state.province(number)
    leaders = [one.number for one in state.leaders_at(number)]
    name = name_of(state, number)
    if not here.units.total and not leaders:
        return f" · {name} is empty"
    return f" · {name} keeps {listed(here.units.tally, leaders)}"


def revolt(event: ev.Revolted, before: State) -> Line:
    """CB-MERC-8: the province, why, and where the others go."""
    here = name_of(before, event.province)
    regulars = event.units.total
    told = f": {event.mercenaries} against {regulars}, and it is neutral now"
    if event.units.total or event.leaders:
        gone = listed(event.units.tally, event.leaders)
        told += f"; {gone} {f'go to {name_of(before, event.to)}' if event.to else 'are lost'}"
    return (*loud(f"Mercenaries seize {here} from {side_name(event.seat)}"), *said(told))


# --- what changes hands -------------------------------------------------------------------------


def taking(passage: Passage) -> Line:
    """CB-BATTLE-3, CB-ELIM-2: provinces without a battle, buildings and units that are gone."""
    event, before = passage.first
    match event:
        case ev.ProvinceTaken(seat, province, former, "unopposed"):
            whose = f" from {side_name(former)}" if former else ""
            return loud(f"{capital(side(seat))} takes {name_of(before, province)}{whose} unopposed")
        case ev.ProvinceTaken(_, _, former, "resigned"):
            numbers = [
                one.province for one, _ in passage.events if isinstance(one, ev.ProvinceTaken)
            ]
            named = names_of(before, numbers)
            if len(numbers) > MOST_NAMES:
                named = f"{len(numbers)} provinces"
            become = "become" if len(numbers) > 1 else "becomes"
            return said(f"{named} of {side_name(former)} {become} neutral")
        case ev.BattleCalledOff(province, seat):
            return said(f"the attack of {side(seat)} on {name_of(before, province)} is called off")
        case ev.BuildingRazed(province, building):
            here = name_of(before, province)
            return loud(f"the {building_words(building)} in {here} is gone")
        case ev.UnitsGone(province, _, units, why) if why != "override":
            return loud(f"{short(units.tally)} in {name_of(before, province)} is gone")
        case _:
            return ()


def placing(passage: Passage) -> str:
    """Section 7.17."""
    event, before = passage.first
    match event:
        case ev.Placed(noted=True):
            found: dict[int, Tally] = {}
            for one, _ in passage.events:
                if isinstance(one, ev.Placed):
                    found[one.province] = added(found.get(one.province, NOBODY), one.units)
            parts = [f"{short(units)} in {name_of(before, at)}" for at, units in found.items()]
            return f"placed as bought: {'; '.join(parts)}"
        case ev.Placed(_, province, units, reserve):
            whence = " from the reserve" if reserve else ""
            there = listed(passage.after.province(province).units.tally)
            here = name_of(before, province)
            return f"place {ordered(units, KINDS)}{whence} in {here}: {there} there"
        case ev.PlacementFailed(_, province, units, _, why):
            here = name_of(before, province)
            return f"{short(units)} for {here} not placed, still in the pool: {why}"
        case _:
            return ""


# Gold, honor, purchase, captives, offers, alliances, clergy, spies and cards, one clause each.


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
        case ev.OfferMade() | ev.OfferClosed():
            return said(offers(event))
        case ev.Allied((one, other)):
            return loud(f"{side_name(one)} and {side_name(other)} are allies")
        case ev.AllianceEnded(seat, ally, "broken"):
            return loud(f"{side_name(seat)} breaks the alliance with {side_name(ally)}")
        case ev.ClergyCame() | ev.GuardSet():
            return said(church(event, before))
        case ev.MissionSent():
            return mission(event, before)
        case ev.CardDrawn() | ev.LeaderCame() | ev.CardPlayed():
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
        case ev.CardPlayed(seat, card, province, neutral):
            whom = " for the neutrals" if neutral else ""
            waits = f"it waits for the battle in {name_of(before, province)}"
            return f"{speaks(before, seat)}play {card_words(before, card)}{whom}: {waits}"
        case _:
            return ""
