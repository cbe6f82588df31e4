"""The board in short: grouped key, map for a narrow screen, what a round brought, losses."""

from collections.abc import Callable, Iterator, Mapping

from rules.candlebre.naming import name_of
from rules.candlebre.state import NEUTRAL, Realm, State
from rules.candlebre.telling import view
from rules.candlebre.telling.short.clauses import change
from rules.candlebre.units import NOBODY, Tally, added
from rules.candlebre.words import side_name
from rules.display.telling import Cell, Compact, Marked, Roll, RollLine, RollSide
from rules.display.telling import Tally as Table
from rules.line.flow import seat_name

# The key, grouped: a head line for each House, a line for each province, empty ones joined.


def roll(state: State, since: State | None = None) -> Roll:
    """CB-BOARD-5 in short: every army, then the neutral provinces; changed lines first."""
    if since is not None and len(since.provinces) != len(state.provinces):
        since = None
    armies = tuple(of_army(state, realm, since) for realm in state.realms)
    protected = any(here.protector is not None for here in state.provinces)
    legend = (*(["+ protected"] if protected else []), f"research: {view.tree_letters(state)}")
    return Roll((), (*armies, of_neutrals(state, since)), legend)


# --- an army ------------------------------------------------------------------------------------


def of_army(state: State, realm: Realm, since: State | None) -> RollSide:
    """Head line, provinces that hold something, empty ones, and what it has besides."""
    if realm.eliminated:
        return RollSide(realm.seat, f"{view.head_name(state, realm)}: out of the game", ())
    owned = state.owned(realm.seat)
    bare = [number for number in owned if is_bare(state, number)]
    told = [
        RollLine(f"{code_of(state, one)}:", "", (there(state, one),), changed(state, since, one))
        for one in owned
        if one not in bare
    ]
    told += [attack_line(state, one, since) for one in state.attacks_of(realm.seat)]
    told = [court_line(state, realm, since), *told, *joined_bare(state, bare, since)]
    lines = sorted(told, key=lambda line: not line.changed)
    lines += besides(state, realm, since)
    lost = [] if since is None else lost_since(state, since, realm.seat)
    return RollSide(realm.seat, view.head_name(state, realm), tuple(lines), tuple(lost))


def court_line(state: State, realm: Realm, since: State | None) -> RollLine:
    """`court: 45 + 291 gold, honor 22, influence 3, M1 I0 E0`."""
    words = court_words(state, realm)
    is_new = since is not None and court_words(since, since.realm(realm.seat)) != words
    return RollLine("court:", "", (words,), is_new)


def court_words(state: State, realm: Realm) -> str:
    """Purses, honor, influence, techs, conditions."""
    gold = f"{realm.military} + {realm.civil} gold"
    if state.flow.phase == "setup" and state.flow.turn == realm.seat:
        gold = f"start gold {realm.start_gold}"
    standing = f"honor {realm.honor}, influence {realm.influence}"
    return ", ".join((gold, standing, view.levels_text(state, realm), *view.conditions(realm)))


def is_bare(state: State, number: int) -> bool:
    """Is there nothing to say of a province?"""
    return not there(state, number)


def code_of(state: State, number: int) -> str:
    """`ASH 60`, `+ASH 60` under the protection of the clergy."""
    here = state.province(number)
    return f"{'+' if here.protector is not None else ''}{state.site(number).code} {here.value}"


def there(state: State, number: int) -> str:
    """`3 Inf; GL1; barracks`, with who attacks it."""
    here = state.province(number)
    parts = [view.who_stands(state, number), view.buildings_text(here)]
    if here.battle is not None:
        parts.append(f"attacked by {side_name(here.battle.attacker)}")
    return "; ".join(part for part in parts if part)


def joined_bare(state: State, bare: list[int], since: State | None) -> Iterator[RollLine]:
    """`-: IVE 40, VEX 60`: the empty provinces in one line, those that changed in another."""
    for new in (True, False):
        found = [one for one in bare if changed(state, since, one) == new]
        if found:
            yield RollLine("-:", "", (", ".join(code_of(state, one) for one in found),), new)


def attack_line(state: State, number: int, since: State | None) -> RollLine:
    """`attacks UMB: 3 Inf; GL1; after round 1`."""
    battle = state.battle_in(number)
    parts = [view.attackers(state, number)]
    parts += [f"after round {battle.round}"] if battle.round else []
    parts += [f"{battle.attack_counters} rerolls left"] if battle.attack_counters else []
    is_new = since is not None and since.province(number).battle != battle
    return RollLine(f"attacks {state.site(number).code}:", "", ("; ".join(parts),), is_new)


def besides(state: State, realm: Realm, since: State | None) -> Iterator[RollLine]:
    """Pool, reserve, captives, cards, allies, without what is empty."""
    old = None if since is None else since.realm(realm.seat)
    now = possessions(state, realm)
    was = {} if old is None or since is None else possessions(since, old)
    for name, words in now.items():
        if words:
            yield RollLine(f"{name}:", "", (words,), since is not None and was[name] != words)


def possessions(state: State, realm: Realm) -> dict[str, str]:
    """What a seat has off the map, by its name."""
    return {
        "pool": view.short(realm.pool),
        "reserve": view.short(realm.reserve),
        "captives": view.captives_words(state, realm),
        "cards": view.cards_words(state, realm),
        "allies": ", ".join(map(side_name, realm.allies)),
    }


def changed(state: State, since: State | None, number: int) -> bool:
    """Did a province change (owner, value, or who and what is there)?"""
    if since is None:
        return False
    old = (since.province(number).owner, since.province(number).value, there(since, number))
    return old != (state.province(number).owner, state.province(number).value, there(state, number))


def lost_since(state: State, since: State, seat: int) -> list[str]:
    """The provinces that were a seat's and are not any more."""
    return [state.site(one).code for one in since.owned(seat) if state.province(one).owner != seat]


# --- neutral provinces --------------------------------------------------------------------------


def of_neutrals(state: State, since: State | None) -> RollSide:
    """`50: CRO, COR` by value, those with a guard, buildings or a battle in lines of their own."""
    numbers = state.owned(NEUTRAL)
    told = [
        RollLine(f"{code_of(state, one)}:", "", (words,), neutral_changed(state, since, one))
        for one in numbers
        for words in [neutral_words(state, one)]
        if words
    ]
    plain = [one for one in numbers if not neutral_words(state, one)]
    for value in sorted({state.province(one).value for one in plain}, reverse=True):
        codes = [state.site(one).code for one in plain if state.province(one).value == value]
        told.append(RollLine(f"{value}:", "", (", ".join(codes),)))
    lines = tuple(sorted(told, key=lambda line: not line.changed))
    return RollSide(NEUTRAL, f"Neutral: {len(numbers)} provinces, value / 10 Inf each", lines)


def neutral_words(state: State, number: int) -> str:
    """`3 Mer; barracks, walls; attacked by army 1`; nothing for an ordinary one."""
    here = state.province(number)
    parts = [view.short(here.units.tally), view.buildings_text(here)]
    if here.battle is not None:
        standing = f", {view.short(state.defenders(number))} stand" if here.battle.begun else ""
        parts.append(f"attacked by {side_name(here.battle.attacker)}{standing}")
    return "; ".join(part for part in parts if part)


def neutral_changed(state: State, since: State | None, number: int) -> bool:
    """Was the province a seat's before, or did what is there change?"""
    if since is None:
        return False
    was_neutral = since.province(number).owner == NEUTRAL
    return not was_neutral or neutral_words(since, number) != neutral_words(state, number)


# What is printed in section 8: abilities, buildings, techs and traits, in words for cards.


ABILITIES: Mapping[str, str] = {
    "first-strike": "First strike: rolls in Tier One, before the others",
    "charge": "Can charge: every other round, in Tier Two, with twice its attack",
    "initiative": "Initiative: rolls in Tier One of round 1; can charge with M7",
    "shield-wall": "Shield-wall: no charge is carried out against its force",
    "negate-walls": "Walls do not count against its force",
    "no-attack": "Left alone it is captured",
    "mercenary": "No techs help them; a bounty of 1 or 2 gold adds as much; a majority revolts",
}
"""8.1: what an ability does, except those that only put a type into a class."""

UNIT_RULES: Mapping[str, tuple[str, ...]] = {
    "archers": ("CB-TIER-2",),
    "cavalry": ("CB-CHARGE-3",),
    "light-infantry": ("CB-INIT-1",),
    "pikemen": ("CB-WALL-1",),
    "siege-engines": ("CB-SIEGE-1",),
    "mercenaries": ("CB-MERC-5",),
}
"""The rules behind the abilities."""

BUILDING_EFFECTS: Mapping[str, str] = {
    "barracks": "regular units can be placed",
    "temple": "2 influence a turn",
    "market": "10 gold a turn (15 with I2)",
    "walls": "+1 on all needs of the defenders (+2 with I8), not against siege engines",
    "hall": "2 honor a turn (3 with I9); one for each army",
}
"""8.4: what a building does."""

BUILDING_RULES: Mapping[str, str] = {
    "barracks": "CB-PLACE-4",
    "temple": "CB-INC-4",
    "market": "CB-INC-2",
    "walls": "CB-HIT-1",
    "hall": "CB-BUILD-4",
}
"""The rules behind the effects."""

TECHS: tuple[tuple[tuple[str, str], ...], ...] = (
    (
        ("", "light infantry can be bought"),
        ("", "infantry, light infantry and pikemen +1 attack and defence"),
        ("", "pikemen can be bought"),
        ("", "archers +1 attack"),
        ("", "siege engines can be bought"),
        ("", "cavalry +1 attack and defence"),
        ("", "light infantry can charge"),
        ("", "archers +1 attack, together +2"),
        ("", "infantry +1 attack and defence, with M2 together +2"),
        ("", "infantry have initiative"),
    ),
    (
        ("Granaries", "2 gold more for each province"),
        ("Guild Charter", "markets bring 15 gold"),
        ("Master Builders", "buildings cost 10% less"),
        ("Roads", "slow units may go two steps in noncombat"),
        ("Drill Yards", "one more regular unit placed in each province"),
        ("Cathedral School", "temples bring 1 influence more"),
        ("Coinage", "3 gold more for each province, together 5"),
        ("Masonry", "walls count 2"),
        ("Courts of Law", "great halls bring 3 honor"),
        ("Golden Age", "gold income +10%"),
    ),
    (
        ("Informers", "mission steal: up to 20 civil gold"),
        ("Watchmen", "missions against you need 2 less"),
        ("Saboteurs", "mission sabotage: a building is gone"),
        ("Safe Houses", "own missions need 1 more"),
        ("Paymasters", "mission bribe: a mercenary is gone"),
        ("Secret Police", "missions against you need 4 less"),
        ("Daggers", "mission assassinate: a regular unit is gone"),
        ("Spymaster", "own missions need 3 more"),
        ("Smugglers", "mission rescue: a captive comes home"),
        ("Masks", "mission abduct: a leader is captured"),
    ),
)
"""8.2, 8.3: name and effect of each level: military, infrastructure, espionage."""


# The map for a narrow screen: the box of rows and columns that hold a seat's provinces.


Placed = tuple[int, int, int]
"""A row and a column of the text map, and the number of the province there."""


def compact(state: State, since: State | None = None) -> Compact:
    """CB-BOARD-2, cut to the provinces of seats; before the first claim the whole map."""
    places = [
        (row, column, site.number)
        for row, cells in enumerate(view.laid_out(state.sites))
        for column, site in cells
    ]
    shown = inside(places, [one for one in places if is_held(state, one[2])] or places)
    top = min(row for row, _, _ in shown)
    left = min(column for _, column, _ in shown)
    cells = tuple(
        Cell(row - top, column - left, text_of(state, number), marked=marked(state, since, number))
        for row, column, number in shown
    )
    rows = 1 + max(cell.row for cell in cells)
    columns = view.CELL + max(cell.column for cell in cells)
    return Compact(
        ("",) * rows,
        ("",) * columns,
        cells,
        legend_of(state, [number for _, _, number in shown]),
        width=1,
        empty=" ",
        whole=True,
    )


def is_held(state: State, number: int) -> bool:
    """Is it a province of a seat, or one under attack?"""
    here = state.province(number)
    return bool(here.owner) or here.battle is not None


def inside(places: list[Placed], held: list[Placed]) -> list[Placed]:
    """All provinces within the box of those that are held."""
    rows = [row for row, _, _ in held]
    columns = [column for _, column, _ in held]
    return [
        (row, column, number)
        for row, column, number in places
        if min(rows) <= row <= max(rows) and min(columns) <= column <= max(columns)
    ]


def text_of(state: State, number: int) -> str:
    """CB-BOARD-2: `ASH1`, `UMB*`."""
    here = state.province(number)
    return f"{state.site(number).code}{'*' if here.battle is not None else here.owner}"


def marked(state: State, since: State | None, number: int) -> Marked:
    """`*` if owner, units or buildings changed; empty for a battle, which has its own sign."""
    if since is None or len(since.provinces) != len(state.provinces):
        return ""
    old, new = since.province(number), state.province(number)
    if new.battle is not None:
        return ""
    same = (old.owner, old.units.tally, old.buildings) == (
        new.owner,
        new.units.tally,
        new.buildings,
    )
    return "" if same else "*"


def legend_of(state: State, shown: list[int]) -> tuple[str, ...]:
    """What the digits and signs that occur mean."""
    owners = [state.province(number).owner for number in shown if not is_fought(state, number)]
    found = ["digit: owner"] if any(owners) else []
    found += ["0 neutral"] if 0 in owners else []
    found += ["* battle"] if any(is_fought(state, number) for number in shown) else []
    return (", ".join(found),)


def is_fought(state: State, number: int) -> bool:
    """Is a battle on there?"""
    return state.province(number).battle is not None


# What a round brought each army, and what each lost between two states.


TREES = "MIE"

Told = Callable[[State, State, int], tuple[str, bool]]
"""What a row says of a seat, and whether it changed."""


def tally(before: State, after: State) -> Table | None:
    """Gold, honor, influence, provinces, units, losses and new techs of each seat.

    Rows in which nothing changed for anybody are left out.  None if there is nothing to say.
    """
    seats = tuple(one for one in after.seats if one in before.living)
    rows = []
    for name, told in ROWS:
        found = {seat: told(before, after, seat) for seat in seats}
        if any(is_new for _, is_new in found.values()):
            rows.append((name, {seat: words for seat, (words, _) in found.items() if words}))
    out = [seat for seat in seats if seat not in after.living]
    notes = tuple(f"{seat_name(seat)} is out of the game" for seat in out)
    return Table(seats, tuple(rows), notes) if rows or notes else None


def number_row(value: Callable[[State, Realm], int]) -> Told:
    """A row of a number: `20 -> 22`, or the number as it is."""

    def told(before: State, after: State, seat: int) -> tuple[str, bool]:
        old, new = value(before, before.realm(seat)), value(after, after.realm(seat))
        return (change("", old, new).strip() or str(new), old != new)

    return told


def techs_row(before: State, after: State, seat: int) -> tuple[str, bool]:
    """CB-RES-8: levels that are new, in force or about to be."""
    old, new = before.realm(seat), after.realm(seat)
    found = []
    for at, letter in enumerate(TREES):
        gained = range(old.reached(at) + 1, new.reached(at) + 1)
        found += [f"{letter}{level}" for level in gained]
    return " ".join(found), bool(found)


def lost_row(before: State, after: State, seat: int) -> tuple[str, bool]:
    """Units, provinces and leaders lost."""
    words = losses(before, after).get(seat, "")
    return words, bool(words)


def won_row(before: State, after: State, seat: int) -> tuple[str, bool]:
    """Provinces that were not a seat's before."""
    won = [after.site(one).code for one in after.owned(seat) if before.province(one).owner != seat]
    return ", ".join(won), bool(won)


ROWS: tuple[tuple[str, Told], ...] = (
    ("gold", number_row(lambda _, realm: realm.gold)),
    ("honor", number_row(lambda _, realm: realm.honor)),
    ("influence", number_row(lambda _, realm: realm.influence)),
    ("provinces", number_row(lambda state, realm: len(state.owned(realm.seat)))),
    ("units", number_row(lambda state, realm: sum(units_of(state, realm.seat)))),
    ("won", won_row),
    ("lost", lost_row),
    ("techs new", techs_row),
)
"""The rows in their order."""


# --- losses -------------------------------------------------------------------------------------


def units_of(state: State, seat: int) -> Tally:
    """All units of a seat: on the map, attacking, in the pool and in the reserve."""
    realm = state.realm(seat)
    return added(state.on_map(seat), realm.pool, realm.reserve)


def losses(before: State, after: State) -> Mapping[int, str]:
    """What each seat lost (`3 Inf, 1 Arc`, leaders, provinces), without seats that lost nothing."""
    found = {}
    for seat in before.living:
        words = "; ".join(part for part in lost_by(before, after, seat) if part)
        if words:
            found[seat] = words
    return found


def lost_by(before: State, after: State, seat: int) -> tuple[str, ...]:
    """What one seat lost."""
    old, new = units_of(before, seat), units_of(after, seat)
    fewer = tuple(max(0, a - b) for a, b in zip(old, new, strict=True))
    leaders = [
        one.ref
        for one in before.leaders_of(seat)
        if one.captor is None and is_lost(after, one.number)
    ]
    provinces = [
        name_of(after, one) for one in before.owned(seat) if after.province(one).owner != seat
    ]
    return (view.short(fewer) if fewer != NOBODY else "", ", ".join(leaders), ", ".join(provinces))


def is_lost(state: State, number: int) -> bool:
    """Is a leader dead or captive now?"""
    leader = state.find_leader(number)
    return leader is None or leader.dead or leader.captor is not None
