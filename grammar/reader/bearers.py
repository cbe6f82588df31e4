"""Who is meant by what he alone has: a weapon, a spell, an effect."""

from collections.abc import Mapping

from grammar.reader.world import Value, World


def sole_bearer(roles: Mapping[str, Value], world: World) -> tuple[str, ...]:
    """`Dread on the legion`: the one unit of one's own that has what is named."""
    said = {one for value in roles.values() if value.kind == "noun" for one in value.items}
    bearers = tuple(one.spoken for one in world.own if said & set(one.has))
    return bearers if len(bearers) == 1 else ()
