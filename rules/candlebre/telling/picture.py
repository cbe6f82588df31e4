"""CB-BOARD-7: the map as shapes to draw, and the same in words."""

from collections.abc import Iterator, Sequence

from rules.candlebre.state import NEUTRAL, State
from rules.candlebre.telling import view
from rules.candlebre.units import Site
from rules.candlebre.words import side_name
from rules.display.view import SEAT_TONES, Disc, Drawn, Picture, Point, Polygon, Shape, Stroke, Text

COLUMNS, MAP_ROWS = 20, 14
"""The area of the map, in cells; the legend stands below it."""

LEFT, TOP, BREADTH, HEIGHT = 1000, 700, 18000, 12200
"""Where the centres of provinces lie, in thousandths of a cell."""

RADIUS, HALO = 400, 520
SIGNS = {"barracks": "B", "temple": "T", "market": "M", "walls": "W", "hall": "H"}
DARK = ("seat2", "seat4", "seat5")
"""Tones on which letters are white."""

STAR = ((-150, 0), (-45, 45), (-50, 150), (25, 75), (125, 95), (70, 0))
STAR_SHAPE = (*STAR, *((row, -column) for row, column in reversed(STAR[1:-1])))


def picture(state: State) -> Picture:
    """CB-BOARD-7: borders, attacks, provinces, battles, legend, title."""
    places = {site.number: place(state.sites, site) for site in state.sites}
    shapes: list[Drawn] = [Shape("title", 0, 0, label=view.title(state))]
    shapes += borders(state, places)
    for number in state.battles():
        shapes += arrows(state, number, places)
    for number, at in places.items():
        shapes += seat_of(state, number, at)
    for number, at in places.items():
        shapes += around(state, number, at)
    for number in state.battles():
        shapes += battle(state, number, places[number])
    shapes += [*legend(state), *signs(state)]
    rows = MAP_ROWS + len(state.realms)
    return Picture(rows, COLUMNS, tuple(shapes), words(state), grid=False)


def place(sites: Sequence[Site], site: Site) -> Point:
    """The centre of a province in the picture."""
    return (
        TOP + _scaled(site.y, [one.y for one in sites], HEIGHT),
        LEFT + _scaled(site.x, [one.x for one in sites], BREADTH),
    )


def _scaled(value: int, values: list[int], most: int) -> int:
    low, high = min(values), max(values)
    return (value - low) * most // (high - low) if high > low else most // 2


def tone_of(owner: int) -> str:
    """The tone of a seat, grey for the neutrals."""
    return "grey" if owner == NEUTRAL else SEAT_TONES[owner - 1]


def borders(state: State, places: dict[int, Point]) -> Iterator[Drawn]:
    """A line for each border."""
    for site in state.sites:
        for other in site.borders:
            if site.number < other:
                yield Stroke((places[site.number], places[other]), "dark", 30)


def seat_of(state: State, number: int, at: Point) -> Iterator[Drawn]:
    """Halo, and the disc with code, owner and value."""
    here, site = state.province(number), state.site(number)
    row, column = at
    tone = tone_of(here.owner)
    ink = "white" if tone in DARK else ""
    if here.protector is not None:
        yield Disc(at, HALO, "white")
    yield Disc(at, RADIUS, tone)
    owner = str(here.owner) if here.owner else ""
    yield Text((row - 110, column), site.code + owner, 250, ink)
    yield Text((row + 150, column), str(here.value), 230, ink)


def around(state: State, number: int, at: Point) -> Iterator[Drawn]:
    """Buildings, leaders, name and units, above the lines."""
    here = state.province(number)
    row, column = at
    signs = "".join(SIGNS[one] for one in SIGNS if one in here.buildings)
    if signs:
        yield Text((row - 480, column), " ".join(signs), 230)
    for at_side, _ in enumerate(list(state.leaders_at(number))[:3]):
        yield star((row - 330 + 330 * at_side, column + 520))
    yield from label((row + 520, column), state.site(number).name)
    standing = view.short(here.units.tally)
    if here.battle is not None and here.battle.begun:
        standing = view.short(state.defenders(number))
    if standing:
        yield from label((row + 760, column), standing.replace(",", ""))


def star(at: Point) -> Polygon:
    """The star of a leader."""
    return Polygon(tuple((at[0] + row, at[1] + column) for row, column in STAR_SHAPE), "black")


def label(at: Point, text: str) -> Iterator[Drawn]:
    """Text on a patch of paper, so that the lines below do not hide it."""
    row, column = at
    half = 62 * len(text) + 30
    corners = ((-120, -half), (-120, half), (120, half), (120, -half))
    yield Polygon(tuple((row + down, column + across) for down, across in corners), "paper")
    yield Text(at, text, 220)


def arrows(state: State, number: int, places: dict[int, Point]) -> Iterator[Drawn]:
    """An arrow from each province that the attackers came from."""
    fight = state.battle_in(number)
    for origin in fight.origins:
        yield from arrow(places[origin], places[number], tone_of(fight.attacker))


def battle(state: State, number: int, at: Point) -> Iterator[Drawn]:
    """Crossed swords, and the force of the attackers."""
    fight = state.battle_in(number)
    row, column = at
    for side in (-1, 1):
        points = ((row - 780, column - 230 * side), (row - 380, column + 230 * side))
        yield Stroke(points, "red", 70)
    yield from label((row + 1010, column), f"{fight.attacker}: {attackers_at(state, number)}")


def arrow(start: Point, goal: Point, tone: str) -> Iterator[Drawn]:
    """A line that ends in a head shortly before the disc of its goal."""
    down, across = goal[0] - start[0], goal[1] - start[1]
    length = max(abs(down), abs(across), 1)
    tip = (goal[0] - down * 480 // length, goal[1] - across * 480 // length)
    base = (goal[0] - down * 800 // length, goal[1] - across * 800 // length)
    side = (across * 170 // length, -down * 170 // length)
    yield Stroke((start, base), tone, 110)
    corners = (tip, (base[0] + side[0], base[1] + side[1]), (base[0] - side[0], base[1] - side[1]))
    yield Polygon(corners, tone)


def attackers_at(state: State, number: int) -> str:
    """`4 Inf 1 Cav; GL1`."""
    return view.attackers(state, number).replace(",", "")


def legend(state: State) -> Iterator[Drawn]:
    """Each army's colour, House, gold, honor, influence, techs."""
    for realm in state.realms:
        row = 1000 * (MAP_ROWS + realm.seat) - 500
        head, rest = view.head_words(state, realm)
        techs = "" if realm.eliminated else f"; {view.levels_text(state, realm)}"
        yield Disc((row, 700), 330, tone_of(realm.seat), str(realm.seat))
        yield Text((row, 10000), f"{head}{rest}{techs}", 300)


def signs(state: State) -> Iterator[Shape]:
    """What the signs on this map mean."""
    labels = ["ASH1 60: a province, its owner, its value"]
    built = {one for here in state.provinces for one in here.buildings}
    names = [f"{SIGNS[one]} {one}" for one in SIGNS if one in built]
    labels += [", ".join(names)] if names else []
    if any(any(state.leaders_at(site.number)) for site in state.sites):
        labels.append("star: a leader")
    if any(here.protector is not None for here in state.provinces):
        labels.append("white ring: under the protection of the clergy")
    if state.battles():
        labels.append("red cross: a battle, the attackers below it")
    labels.append(f"{view.tree_letters(state)}: levels of research")
    for text in labels:
        yield Shape("legend", 0, 0, label=text)


def words(state: State) -> str:
    """Alternative text: battles first, then every army with its provinces, then the neutrals."""
    parts = [f"{view.title(state)}."]
    for number in state.battles():
        whose, where = side_name(state.battle_in(number).attacker), state.site(number).name
        parts.append(f"Battle in {where}: {whose} with {attackers_at(state, number)}.")
    for realm in state.realms:
        owned = ", ".join(province_words(state, number) for number in state.owned(realm.seat))
        parts.append(f"{view.head_words(state, realm)[0]}: {owned or 'no province'}.")
    neutral = ", ".join(state.site(number).name for number in state.owned(NEUTRAL))
    parts.append(f"Neutral: {neutral or 'no province'}. All numbers: /key")
    return " ".join(parts)


def province_words(state: State, number: int) -> str:
    """`Ashford 3 Inf 2 Arc; GL1`, an empty province by its name alone."""
    there = view.who_stands(state, number).replace(",", "")
    return f"{state.site(number).name} {there}".rstrip()
