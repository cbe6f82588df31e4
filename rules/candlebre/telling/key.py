"""CB-BOARD-4, CB-BOARD-5: the line of neutral provinces, a block for each army, open offers."""

from collections.abc import Iterator

from rules.candlebre.realm.income import gold_income
from rules.candlebre.roster import KINDS
from rules.candlebre.state import BUILDINGS, NEUTRAL, TREES, Offer, Province, Realm, State
from rules.candlebre.telling.phrases import TONES, captives_text, force, short, sides
from rules.candlebre.telling.standing import standing_words
from rules.candlebre.words import side_name
from rules.display.view import Form, Line, Span, line


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
    """Code and value; `*` while a battle is on; the guard, or all that still stands in it."""
    province = state.province(number)
    battle = province.battle
    begun = battle is not None and battle.begun
    standing = short(state.defenders(number)) if begun else short(province.units.tally)
    more = "; ".join(part for part in (standing, buildings_text(province)) if part)
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
    yield line("; ".join(part for part in second_line(state, realm) if part))
    standing = "; ".join(standing_words(state, realm))
    if standing:
        yield line(f"standing: {standing}")
    for number in state.owned(realm.seat):
        yield line(province_line(state, number))
    for number in state.battles():
        battle = state.province(number).battle
        if battle is not None and battle.attacker == realm.seat:
            yield line(attackers_line(state, number))


def head_words(state: State, realm: Realm) -> tuple[str, str]:
    """CB-BOARD-5: `Army 1 - House Varlan` and what follows it."""
    house = state.lore.house(realm.house)
    head = f"Army {realm.seat}{f' - {house.name}' if house else ''}"
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
    yield "infamy" if realm.infamy else ""
    yield "rally" if realm.rally else ""
    yield "guard" if realm.guard else ""
    yield "" if realm.clean else "deed"
    captives = captives_words(state, realm)
    yield f"captives {captives}" if captives else ""
    cards = cards_words(state, realm)
    yield f"cards {cards}" if cards else ""
    for name, units in (("pool", realm.pool), ("reserve", realm.reserve)):
        yield f"{name} {short(units)}" if any(units) else ""


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
                one = tuple(count if kind == at else 0 for kind in range(len(KINDS)))
                found.append(f"{short(one)} of {side_name(owner)}")
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
    parts = [force(province.units.tally, state.leaders_at(number)), buildings_text(province)]
    if battle is not None and battle.defend_counters:
        parts.append(f"counters {battle.defend_counters}")
    rest = "; ".join(part for part in parts if part)
    return f"{marks}{site.code} {site.name} {province.value}: {rest}"


def attackers_line(state: State, number: int) -> str:
    """CB-BOARD-5: `attacking UMB after round 1: 3 Inf; GL1; counters 2`."""
    battle = state.province(number).battle
    assert battle is not None
    after = f" after round {battle.round}" if battle.round else ""
    parts = [force(battle.units.tally, state.leaders_at(number, attacking=True))]
    if battle.attack_counters:
        parts.append(f"counters {battle.attack_counters}")
    return f"attacking {state.site(number).code}{after}: {'; '.join(parts)}"


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
    given = captives_text(offer.units, offer.leaders)
    if offer.gold is None:
        wanted = captives_text(offer.back_units, offer.back_leaders)
    else:
        wanted = f"{offer.gold} gold"
    return f"{side_name(offer.seat)} to {side_name(offer.to)}, {given} for {wanted}"
