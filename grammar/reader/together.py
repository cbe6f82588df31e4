"""Two values for one slot: a list, the two halves of a place, or one thing said twice."""

from dataclasses import replace

from grammar.reader.world import Value, World


def together(held: Value, value: Value, many: bool, world: World) -> tuple[Value, int] | None:
    """What both come to, and how much it goes against the grain; None: they are two things.

    `many`: the slot takes a list.
    """
    if many and held.explicit and value.explicit:
        return replace(held, items=tuple(dict.fromkeys((*held.items, *value.items)))), 1
    if _half(held, value):
        row, column = (one.numbers[0] for one in sorted((held, value), key=_of_column))
        said = world.table.places.write.format(row=row, column=column, x=column, y=row)
        return Value("place", (said,), numbers=(row, column)), 0
    if _same(held, value):
        again = 4 * (value.kind == "noun")  # `3 inf in Ashford, 1 archer in Ashford`
        return held if held.items else value, again
    return None


def _half(one: Value, two: Value) -> bool:
    """A row and a column make a place."""
    lines = one.kind == two.kind == "line" and one.word != two.word
    return lines and len(one.numbers) == len(two.numbers) == 1


def _of_column(value: Value) -> bool:
    return value.word == "column"


def _same(held: Value, value: Value) -> bool:
    """The same thing said twice (`my second legionnaire (L2)`, `L1 ... Legionnaire 1`)."""
    if held.items and held.items == value.items:
        return True
    return (bool(value.items) and value.items in held.options) or (
        bool(held.items) and held.items in value.options
    )
