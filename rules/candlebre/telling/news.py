"""The news: what changed for a seat between two states, its own things first."""

from collections.abc import Iterator

from rules.candlebre.naming import name_of, names_of
from rules.candlebre.realm.income import gold_income
from rules.candlebre.state import State
from rules.candlebre.telling.key import levels_text
from rules.candlebre.telling.phrases import captives_text, force, short
from rules.candlebre.telling.short.clauses import capital, change, changes
from rules.candlebre.telling.short.situation import open_to
from rules.candlebre.telling.short.tally import lost_by, units_of
from rules.candlebre.units import Tally
from rules.candlebre.words import joined, side_name
from rules.display.words import counted


def news(before: State, after: State, viewer: int | None) -> tuple[str, ...]:
    """CB-SCOPE-3: a page for a seat; for all others the armies one by one."""
    if viewer and viewer in after.seats:
        lines = [*own_news(before, after, viewer), *border_news(before, after, viewer)]
        others = tuple(one for one in after.seats if one != viewer)
    else:
        lines, others = [], after.seats
    lines += [line for seat in others for line in news_of_other(before, after, seat)]
    lines += list(bonds(before, after))
    lines += [f"For you: {one}" for one in open_to(after, viewer)] if viewer else []
    return tuple(lines)


# --- one's own ----------------------------------------------------------------------------------


def own_news(before: State, after: State, seat: int) -> Iterator[str]:
    """Lands, army, leaders, purse."""
    if seat not in after.living:
        yield "Your House is out of the game." if seat in before.living else "You look on."
        return
    yield from lands(before, after, seat, "You", "hold")
    lost = "; ".join(part for part in lost_by(before, after, seat)[:2] if part)
    more = more_units(before, after, seat)
    parts = (f"lost {lost}" if lost else "", f"new {short(more)}" if any(more) else "")
    army = "; ".join(part for part in parts if part)
    yield from (f"Your army: {army}",) if army else ()
    purse = purse_words(before, after, seat)
    yield from (f"Your court: {purse}",) if purse else ()
    captives = [one.ref for one in after.leaders_of(seat) if one.captor is not None]
    held = [
        f"{captives_text(realm.captives_of(seat), ())} by {side_name(realm.seat)}"
        for realm in after.realms
        if any(realm.captives_of(seat))
    ]
    told = ", ".join([*captives, *held])
    yield from (f"Held captive: {told}",) if told else ()


def lands(before: State, after: State, seat: int, who: str, verb: str) -> Iterator[str]:
    """`You won Brindle; lost Corrin: 7 provinces, income 340`."""
    won = [one for one in after.owned(seat) if before.province(one).owner != seat]
    lost = [one for one in before.owned(seat) if after.province(one).owner != seat]
    if not won and not lost:
        return
    parts = (
        f"won {names_of(after, won)}" if won else "",
        f"lost {names_of(after, lost)}" if lost else "",
    )
    told = "; ".join(part for part in parts if part)
    income = change("income", gold_income(before, seat), gold_income(after, seat))
    holds = f"{verb} {count_words(len(after.owned(seat)))}"
    yield f"{who} {told}; {holds}{f', {income}' if income else ''}"


def count_words(number: int) -> str:
    """`1 province`, `7 provinces`."""
    return counted(number, "province")


def more_units(before: State, after: State, seat: int) -> Tally:
    """Units that a seat has more of than before."""
    old, new = units_of(before, seat), units_of(after, seat)
    return tuple(max(0, b - a) for a, b in zip(old, new, strict=True))


def purse_words(before: State, after: State, seat: int) -> str:
    """Gold, honor, influence, techs, infamy: what changed."""
    old, new = before.realm(seat), after.realm(seat)
    parts = [
        change("gold", old.gold, new.gold),
        change("honor", old.honor, new.honor),
        change("influence", old.influence, new.influence),
        change("techs", levels_text(before, old), levels_text(after, new)),
    ]
    if old.infamy != new.infamy:
        parts.append("infamy begins" if new.infamy else "infamy is over")
    return changes(parts)


# --- the others ---------------------------------------------------------------------------------


def border_news(before: State, after: State, seat: int) -> Iterator[str]:
    """Strange provinces next to own ones in which more units stand than before."""
    for number in near(after, seat):
        old, new = before.province(number), after.province(number)
        grown = sum(new.units.tally) > (sum(old.units.tally) if old.owner == new.owner else 0)
        if not new.owner or not grown:
            continue
        beside = [
            after.site(one).code for one in after.site(number).borders if is_own(after, one, seat)
        ]
        there = force(new.units.tally, after.leaders_at(number))
        yield (
            f"At your border: {side_name(new.owner)} has {there} in {name_of(after, number)}, "
            + (f"next to {', '.join(beside)}")
        )
    for number in after.owned(seat):
        battle = after.province(number).battle
        if battle is not None:
            there = force(battle.units.tally, after.leaders_at(number, attacking=True))
            yield f"{name_of(after, number)} is attacked by {side_name(battle.attacker)}: {there}"


def is_own(state: State, number: int, seat: int) -> bool:
    """A province of that seat."""
    return state.province(number).owner == seat


def near(state: State, seat: int) -> list[int]:
    """Strange provinces that border own ones, in number order."""
    return [
        number
        for number in range(1, len(state.provinces) + 1)
        if not is_own(state, number, seat)
        and any(is_own(state, one, seat) for one in state.site(number).borders)
    ]


def news_of_other(before: State, after: State, seat: int) -> Iterator[str]:
    """Lands, losses, court of another seat in one line or two."""
    if seat not in before.living:
        return
    name = capital(side_name(seat))
    if seat not in after.living:
        yield f"{name} is out of the game."
        return
    yield from lands(before, after, seat, name, "holds")
    units = "; ".join(part for part in lost_by(before, after, seat)[:2] if part)
    more = more_units(before, after, seat)
    purse = purse_words(before, after, seat)
    parts = (
        f"lost {units}" if units else "",
        f"new {short(more)}" if any(more) else "",
        purse,
    )
    told = "; ".join(part for part in parts if part)
    if told:
        yield f"{name}: {told}"


def bonds(before: State, after: State) -> Iterator[str]:
    """Alliances made and broken, clergy that came."""
    for realm in after.realms:
        old = before.realm(realm.seat).allies
        for ally in realm.allies:
            if ally > realm.seat and ally not in old:
                yield f"{pair(realm.seat, ally)} are allies now."
        for ally in old:
            if ally > realm.seat and ally not in realm.allies:
                yield f"{pair(realm.seat, ally)} are allies no longer."
    blessed = [
        name_of(after, number)
        for number, here in enumerate(after.provinces, 1)
        if here.protector is not None and before.province(number).protector is None
    ]
    if blessed:
        yield f"Under the protection of the clergy: {joined(blessed)}."


def pair(one: int, other: int) -> str:
    """`Army 1 and army 4`."""
    return f"{capital(side_name(one))} and {side_name(other)}"
