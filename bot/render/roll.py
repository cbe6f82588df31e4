"""The grouped key: all units with places and values, aligned in a block of 45 columns."""

from bot.render.columns import aligned, shortened, wrapped
from bot.render.wording import fixed
from rules.display.telling import Roll, RollLine, RollSide
from rules.display.view import Form

PHONE = 45
"""Columns of a code block on a phone."""

FIELD, LONGEST = 15, 18
"""Columns of labels and name of a type together: the name is shortened to fit `FIELD`, and labels
longer than `LONGEST` have a line of their own.  On a screen wider than a phone's, both grow by as
much, but by `FIELD` at most."""

LEAST = 12
"""The least width of the last column, which is wrapped if it is longer."""


def roll_text(roll: Roll, form: Form = "markdown", width: int = PHONE) -> str:
    """The key as text; empty if nothing is in it."""
    text = "\n".join(roll_lines(roll, width))
    return fixed(text, form) if text else ""


def roll_lines(roll: Roll, width: int = PHONE) -> list[str]:
    """The lines of the key, side after side, with the columns of all sides aligned."""
    sides = roll.sides
    lines = [line for side in sides for line in side.lines]
    if not sides:
        return []
    pad = max((len(one.labels) for one in lines if is_single(one)), default=0)
    room = min(max(width - PHONE, 0), FIELD)
    names = {id(line): field_of(line, pad, room) for line in lines}
    texts = [*names.values(), *(side.head[1:] for side in sides)]
    field = max((len(text) for text in texts if len(text) <= LONGEST + room), default=0)
    columns = len(roll.columns)
    tables = [
        aligned([line.values[at] if at < len(line.values) else "" for line in lines])
        for at in range(columns - 1)
    ]
    wide = [
        max(len(head), max(map(len, table), default=0)) + 1
        for head, table in zip(roll.columns, tables, strict=False)
    ]
    begins = 1 + field + (2 if columns else 1)
    found: list[str] = []
    at = 0
    for side in sides:
        found += head_lines(side, roll, wide, begins, width)
        for line in side.lines:
            cells = "".join(f"{table[at]:{room}}" for table, room in zip(tables, wide, strict=True))
            found += line_lines(line, names[id(line)], cells, begins, columns, width)
            at += 1
        if side.lost:
            found += wrapped(f" lost: {', '.join(side.lost)}", width, indent="  ")
    return [*found, *legend_lines(roll, lines, width)]


def legend_lines(roll: Roll, lines: list[RollLine], width: int) -> list[str]:
    """The meaning of the signs that occur: `(* changed; + protected)`."""
    told = [*(["* changed"] if any(line.changed for line in lines) else []), *roll.legend]
    return wrapped(f"({'; '.join(told)})", width, indent="  ") if told else []


def is_single(line: RollLine) -> bool:
    """Is it one unit?  Its name then has a column of its own."""
    return not any(sign in line.labels for sign in ",-: ")


def field_of(line: RollLine, pad: int, more: int) -> str:
    """`L1  Legionnaire`, `SG1-SG5 Sagitt.`: the labels, and the type shortened to fit.

    Labels are padded to `pad`; `more` columns are available beyond `FIELD`.
    """
    if len(line.labels) > LONGEST + more:
        return f"{line.labels} {line.name}".rstrip()
    labels = f"{line.labels:{pad}}" if line.name else line.labels
    name = shortened(line.name, FIELD + more - len(labels) - 1)
    return f"{labels} {name}" if name else line.labels


def head_lines(side: RollSide, roll: Roll, wide: list[int], begins: int, width: int) -> list[str]:
    """The heading of a side, with the names of the columns."""
    if not roll.columns:
        return wrapped(side.head, width, indent="  ")
    *fixed, last = roll.columns
    names = "".join(f"{head:{room}}" for head, room in zip(fixed, wide, strict=True)) + last
    if len(side.head) < begins:
        return [f"{side.head:{begins}}{names}".rstrip()]
    return [*wrapped(side.head, width, indent="  "), f"{'':{begins}}{names}".rstrip()]


def line_lines(
    line: RollLine, field: str, cells: str, begins: int, columns: int, width: int
) -> list[str]:
    """One line of the key, or several if labels or the last value are too long for it."""
    mark = "*" if line.changed else " "
    free = line.values[columns - 1 :] if columns else line.values
    rest = ", ".join(value for value in free if value)
    if not columns:
        return wrapped(f"{mark}{field} {rest}".rstrip(), width, indent="   ")
    over = []
    if len(field) > begins - 2:
        over, mark, field = wrapped(mark + field, width, indent="   "), " ", ""
    start = f"{mark}{field:{begins - 1}}{cells}"
    first, *more = wrapped(rest, max(width - len(start), LEAST))
    return [*over, (start + first).rstrip(), *(" " * len(start) + part for part in more)]
