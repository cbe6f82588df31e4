"""The board and the key, and how each court stands."""

from collections.abc import Iterable, Iterator, Sequence

from rules.candlebre import orders
from rules.candlebre.realm.land import row_of, scaled
from rules.candlebre.realm.purse import gold_income
from rules.candlebre.state import BUILDINGS, NEUTRAL, TREES, Leader, Offer, Province, Realm, State
from rules.candlebre.units import KINDS, ROSTER, Site, Standing, Tally, Withdrawal
from rules.candlebre.words import joined, side_name
from rules.display.view import Block, Form, Line, Span, View, line
from rules.line.flow import seat_name
from rules.line.orders import Order

# CB-BOARD-2: where each province stands in the text map of 19 rows and 78 columns.


ROWS, WIDTH = 19, 78
CELL, PITCH = 4, 5
"""A cell has four characters; cells begin at least five apart."""

LAST = WIDTH - CELL

Cells = tuple[tuple[int, Site], ...]
"""The provinces of a row, each with the column where its cell begins."""


def rows_of(sites: Sequence[Site]) -> tuple[tuple[Site, ...], ...]:
    """CB-BOARD-2: the provinces of each row, by column and then by number."""
    found: list[list[Site]] = [[] for _ in range(ROWS)]
    for site in sorted(sites, key=lambda site: (column_of(sites, site), site.number)):
        found[row_of(site, sites)].append(site)
    return tuple(map(tuple, found))


def column_of(sites: Sequence[Site], site: Site) -> int:
    """CB-BOARD-2: the column where the cell would begin if it had the row for itself."""
    return scaled(site.x, [one.x for one in sites], LAST)


def laid_out(sites: Sequence[Site]) -> tuple[Cells, ...]:
    """CB-BOARD-2: cells are moved right until none overlap, then back from the right margin."""
    found: list[Cells] = []
    for row in rows_of(sites):
        columns: list[int] = []
        for site in row:
            column = column_of(sites, site)
            columns.append(max(column, columns[-1] + PITCH) if columns else column)
        limit = LAST
        for at in range(len(columns) - 1, -1, -1):
            columns[at] = min(columns[at], limit)
            limit = columns[at] - PITCH
        found.append(tuple(zip(columns, row, strict=True)))
    return tuple(found)


# Short words of the key and the reports: units by abbreviation, forces, sides, cards.


TONES = ("", "red", "blue", "green", "yellow", "magenta")
"""CB-BOARD-3: the colours of the armies."""


def short(units: Tally) -> str:
    """`3 Inf, 2 Arc`, in roster order; nothing for none."""
    return ", ".join(f"{n} {one.short}" for one, n in zip(ROSTER, units, strict=True) if n)


def long(units: Tally) -> str:
    """`3 infantry, 1 archer`; `nothing` for none."""
    return ", ".join(map(str, orders.some_of(units))) or "nothing"


def killed_and_captured(killed: Tally, captured: Tally) -> str:
    """CB-BOARD-6: `1 infantry, 2 cavalry captured`: kills, then captures, each in roster order."""
    taken = (f"{one} captured" for one in orders.some_of(captured))
    return ", ".join((*map(str, orders.some_of(killed)), *taken))


def with_trait(leader: Leader) -> str:
    """`GL4 (warden)`, or the reference alone."""
    return leader.ref if leader.trait == "none" else f"{leader.ref} ({leader.trait})"


def force(units: Tally, leaders: Iterable[Leader]) -> str:
    """`4 Inf, 1 Cav; GL1`."""
    return apart(short(units) or "-", ", ".join(map(with_trait, leaders)))


def who_stands(state: State, number: int, nobody: str = "") -> str:
    """`4 Inf, 1 Cav; GL1`: the units and leaders in a province; `nobody` if there are none."""
    units, leaders = state.province(number).units, tuple(state.leaders_at(number))
    return force(units.tally, leaders) if units.total or leaders else nobody


def attackers(state: State, number: int) -> str:
    """`4 Inf, 1 Cav; GL1`: the units and leaders that attack a province."""
    return force(state.battle_in(number).units.tally, state.leaders_at(number, attacking=True))


def apart(*parts: str) -> str:
    """The parts that are not empty: `4 Inf; GL1; barracks`."""
    return "; ".join(part for part in parts if part)


def captives_text(units: Tally, leaders: Sequence[int]) -> str:
    """`2 Inf, GL2`."""
    return ", ".join(part for part in (short(units), *(f"GL{n}" for n in leaders)) if part)


def leaders_text(leaders: Sequence[int]) -> str:
    """`GL1 and GL4`."""
    return joined([f"GL{number}" for number in leaders])


def card_words(state: State, code: str) -> str:
    """`4C (Volunteers)`; what is not a card's code stays as it is (`captives`)."""
    card = state.lore.card(code)
    return f"{code} ({card.name})" if card else code


def sides(seats: Iterable[int]) -> str:
    """`army 1, army 3`."""
    return ", ".join(map(side_name, seats))


# CB-BOARD-5: standing orders in canonical words, those that are not the default.


def standing_words(state: State, realm: Realm) -> Iterator[str]:
    """CB-BOARD-5: general orders that are not the default, then all for single provinces."""
    for order in orders_of(state, realm.general):
        if not is_default(order):
            yield str(order)
    for number, standing in realm.local:
        for order in orders_of(state, standing, state.site(number).name):
            yield str(order)


def orders_of(state: State, standing: Standing, place: str = "") -> Iterator[Order]:
    """The orders that would give these standing orders, in the order of CB-POST-1."""
    if standing.charge is not None:
        yield orders.Charge(standing.charge, place)
    modes = dict(standing.modes)
    for kind in KINDS:
        target = modes.get(kind)
        if target == "standard":
            yield orders.StandardAttack((kind,), place)
        elif target is not None:
            yield orders.PrecisionStrike(target, (kind,), place)
    if standing.bounty is not None:
        yield orders.PayBounty(standing.bounty, place)
    for kinds, last in ((standing.first, False), (standing.last, True)):
        if kinds:
            yield orders.Lose(kinds, last, place)
    if standing.rerolls is not None:
        only = () if standing.rerolls in (("auto",), ("off",)) else standing.rerolls
        yield orders.Rerolls(standing.rerolls != ("off",), only, place)
    if standing.withdrawal is not None:
        yield withdrawal_order(state, standing.withdrawal, place)
    if standing.pace is not None:
        yield orders.Pace(standing.pace == "round", place)


def withdrawal_order(state: State, withdrawal: Withdrawal, place: str) -> Order:
    """CB-WDRAW-8: the order that would give this condition."""
    to = state.site(withdrawal.to).name if withdrawal.to else ""
    match withdrawal.when:
        case "round":
            return orders.WithdrawWhen(to, round=withdrawal.number, place=place)
        case "units":
            return orders.WithdrawWhen(to, left=withdrawal.number, place=place)
        case _:
            return orders.StandFast(place)


def is_default(order: Order) -> bool:
    """CB-POST-1: does an order only say what holds without it?"""
    match order:
        case (
            orders.Charge(())
            | orders.StandardAttack()
            | orders.PayBounty(0)
            | orders.Pace(False)
            | orders.StandFast()
        ):
            return True
        case orders.Rerolls(True, ()):
            return True
        case _:
            return False


# CB-BOARD-4, CB-BOARD-5: the line of neutral provinces, a block for each army, open offers.


def key_lines(state: State, form: Form) -> tuple[Line, ...]:
    """CB-BOARD-1: neutral provinces, one block per army, and what is open between them."""
    lines = [line(neutral_line(state))]
    for realm in state.realms:
        lines += army_lines(state, realm)
    return (*lines, *(line(text) for text in open_lines(state)))


# --- neutral provinces --------------------------------------------------------------------------


def neutral_line(state: State) -> str:
    """CB-BOARD-4: `Neutral: CRO 50, *COR 50, WAI 50 (3 Mer; barracks, walls)`."""
    found = [neutral_words(state, number) for number in state.owned(NEUTRAL)]
    return f"Neutral: {', '.join(found) or '-'}"


def neutral_words(state: State, number: int) -> str:
    """Code and value, `*` during a battle, and the guard or the defenders still standing."""
    province = state.province(number)
    battle = province.battle
    begun = battle is not None and battle.begun
    standing = short(state.defenders(number)) if begun else short(province.units.tally)
    more = apart(standing, buildings_text(province))
    mark = "*" if battle is not None else ""
    bracket = f" ({more})" if more else ""
    return f"{mark}{state.site(number).code} {province.value}{bracket}"


def buildings_text(province: Province) -> str:
    """CB-BOARD-5: in the order barracks, temple, market, walls, hall."""
    return ", ".join(one for one in BUILDINGS if one in province.buildings)


# --- an army ------------------------------------------------------------------------------------


def army_lines(state: State, realm: Realm) -> Iterator[Line]:
    """CB-BOARD-5: purses, techs and more, standing orders, provinces, attackers under way."""
    head, rest = head_words(state, realm)
    yield (Span(head, TONES[realm.seat], strong=True), Span(rest))
    if realm.eliminated:
        return
    yield line(apart(*second_line(state, realm)))
    standing = "; ".join(standing_words(state, realm))
    if standing:
        yield line(f"standing: {standing}")
    for number in state.owned(realm.seat):
        yield line(province_line(state, number))
    for number in state.attacks_of(realm.seat):
        yield line(attackers_line(state, number))


def head_name(state: State, realm: Realm) -> str:
    """`Army 1 - House Varlan`."""
    house = state.lore.house(realm.house)
    return f"Army {realm.seat}{f' - {house.name}' if house else ''}"


def head_words(state: State, realm: Realm) -> tuple[str, str]:
    """CB-BOARD-5: `Army 1 - House Varlan` and what follows it."""
    head = head_name(state, realm)
    if realm.eliminated:
        return head, ": eliminated"
    rest = (
        f": {realm.military} military, {realm.civil} civil; honor {realm.honor}; "
        f"influence {realm.influence}; income {gold_income(state, realm.seat)}"
    )
    if state.flow.phase == "setup" and state.flow.turn == realm.seat:
        rest += f"; start gold {realm.start_gold}"
    return head, rest


def second_line(state: State, realm: Realm) -> Iterator[str]:
    """CB-BOARD-5: techs, allies, conditions, captives, cards, pool and reserve."""
    yield levels_text(state, realm)
    yield f"allies {sides(realm.allies)}" if realm.allies else ""
    yield from conditions(realm)
    for name in ("captives", "cards", "pool", "reserve"):
        words = possessions(state, realm.seat)[name]
        yield f"{name} {words}" if words else ""


def possessions(state: State, seat: int) -> dict[str, str]:
    """CB-BOARD-5: what a seat has off the map, by name; empty texts for what it has not."""
    realm = state.realm(seat)
    return {
        "pool": short(realm.pool),
        "reserve": short(realm.reserve),
        "captives": captives_words(state, realm),
        "cards": cards_words(state, realm),
        "allies": sides(realm.allies),
    }


def conditions(realm: Realm) -> list[str]:
    """CB-HONOR-2, CB-HONOR-6, CB-HONOR-7, CB-CAPT-7: the conditions that hold for a seat."""
    marks = {
        "infamy": realm.infamy,
        "rally": realm.rally,
        "guard": realm.guard,
        "deed": not realm.clean,
    }
    return [name for name, holds in marks.items() if holds]


def levels_text(state: State, realm: Realm) -> str:
    """CB-BOARD-5: `M2 I0 E1 (new M3 E2)`; a running total above 0 stands behind its level."""
    shown = trees(state)
    now, new = [], []
    for tree, level, gained, points in zip(
        shown, realm.levels, realm.gained, realm.points, strict=False
    ):
        letter = tree[0].upper()
        total = f"+{points}" if state.settings.research_dice and points else ""
        now.append(f"{letter}{level}{total}")
        if gained:
            new.append(f"{letter}{level + gained}")
    return " ".join(now) + (f" (new {' '.join(new)})" if new else "")


def trees(state: State) -> tuple[str, ...]:
    """The trees of research that this game has."""
    return TREES[:1] if state.settings.military_only else TREES


def tree_letters(state: State) -> str:
    """`M military, I infrastructure, E espionage`."""
    return ", ".join(f"{tree[0].upper()} {tree}" for tree in trees(state))


def captives_words(state: State, realm: Realm) -> str:
    """CB-BOARD-5: `2 Inf of army 2, 1 Arc of neutral, GL2`."""
    found = []
    for owner in (*state.seats, NEUTRAL):
        for at, count in enumerate(realm.captives_of(owner)):
            if count:
                found.append(f"{count} {ROSTER[at].short} of {side_name(owner)}")
    found += [leader.ref for leader in state.captive_leaders(realm.seat)]
    return ", ".join(found)


def cards_words(state: State, realm: Realm) -> str:
    """CB-BOARD-5: `4C, 5C at BRI`: a waiting card with its province."""
    return ", ".join(
        f"{held.code} at {state.site(held.province).code}" if held.province else held.code
        for held in realm.cards
    )


def province_line(state: State, number: int) -> str:
    """CB-BOARD-5: `ASH Ashford 60: 3 Inf; GL1; barracks`, with `+` if protected, `*` in battle."""
    province, site = state.province(number), state.site(number)
    battle = province.battle
    marks = ("+" if province.protector is not None else "") + ("*" if battle is not None else "")
    counters = battle.defend_counters if battle is not None else 0
    rest = apart(
        force(province.units.tally, state.leaders_at(number)),
        buildings_text(province),
        f"counters {counters}" if counters else "",
    )
    return f"{marks}{site.code} {site.name} {province.value}: {rest}"


def attackers_line(state: State, number: int) -> str:
    """CB-BOARD-5: `attacking UMB after round 1: 3 Inf; GL1; counters 2`."""
    battle = state.battle_in(number)
    after = f" after round {battle.round}" if battle.round else ""
    counters = f"counters {battle.attack_counters}" if battle.attack_counters else ""
    rest = apart(attackers(state, number), counters)
    return f"attacking {state.site(number).code}{after}: {rest}"


# --- what is open -------------------------------------------------------------------------------


def open_lines(state: State) -> Iterator[str]:
    """CB-BOARD-5: ransom and exchange offers, proposals, a draw."""
    for offer in state.offers:
        yield f"Offer {offer.number}: {offer_words(offer)}"
    for seat, to in state.proposals:
        yield f"Alliance proposed: {side_name(seat)} to {side_name(to)}"
    if state.flow.offer:
        yield f"Draw offered: {side_name(state.flow.offer)}"


def offer_words(offer: Offer) -> str:
    """`army 1 to army 2, 2 Inf for 20 gold`, `army 1 to army 2, 2 Inf, GL2 for 1 Cav`."""
    return f"{side_name(offer.seat)} to {side_name(offer.to)}, {goods_words(offer)}"


def goods_words(offer: Offer) -> str:
    """`2 Inf for 20 gold`, `2 Inf, GL2 for 1 Cav`."""
    given = captives_text(offer.units, offer.leaders)
    if offer.gold is not None:
        return f"{given} for {offer.gold} gold"
    return f"{given} for {captives_text(offer.back_units, offer.back_leaders)}"


# Section 10: the title, the text map and the key.


NAME = "The Courts of Candle'Bre"


def view(state: State, form: Form) -> View:
    """CB-BOARD-1, CB-SCOPE-3: everybody sees the same title, map and key."""
    return View(
        (
            Block("title", (line(title(state), strong=True),)),
            Block("board", map_lines(state), fence="font", joined=True),
            Block("key", key_lines(state, form), joined=True),
        )
    )


def title(state: State) -> str:
    """CB-BOARD-1: round, phase and whose turn it is, or how the game ended."""
    return f"{NAME} - {moment(state)}"


def moment(state: State) -> str:
    """CB-BOARD-1: `round 3, combat, army 1 to play`; `setup, army 2 to play`; `round 7, draw`."""
    flow = state.flow
    if not flow.phase:
        return ""
    if flow.outcome is not None:
        winners = flow.outcome.winners
        end = f"{' and '.join(map(seat_name, winners))} wins" if winners else "draw"
        return f"round {flow.round}, {end}"
    to_play = f"{seat_name(flow.turn)} to play"
    if flow.phase == "setup":
        return f"setup, {to_play}"
    return f"round {flow.round}, {flow.phase}, {to_play}"


def map_lines(state: State) -> tuple[Line, ...]:
    """CB-BOARD-2: 19 rows of 78 characters."""
    return tuple(map_line(state, row) for row in laid_out(state.sites))


def map_line(state: State, row: Cells) -> Line:
    """CB-BOARD-2, CB-BOARD-3: cells of seats in their colour, filled with dots."""
    spans: list[Span] = []
    filled = 0
    for column, site in row:
        if column > filled:
            spans.append(Span("." * (column - filled)))
        province = state.province(site.number)
        mark = "*" if province.battle is not None else str(province.owner)
        owned = bool(province.owner)
        spans.append(Span(site.code + mark, TONES[province.owner], strong=owned))
        filled = column + CELL
    if filled < WIDTH:
        spans.append(Span("." * (WIDTH - filled)))
    return tuple(spans)
