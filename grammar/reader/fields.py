"""Reads a form, one field to a line, as one sentence: `Attack: Farrow`, `From: Quarrow`.

A form begins with a heading (`Ransom`, `Attack: Farrow`) or with a field, and each further line of
it is a known field.  What the fields are called is in `[fields]` of `words.toml`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from grammar.reader.table import common

_LINE = re.compile(
    r"[\s\-*•·–_]*(?:\[[^\]\n]{1,12}\]\s*)*(?P<label>[A-Za-z][A-Za-z]*(?: [A-Za-z]+)?)"
    r"\s*(?:\*\*|__|\[/\w{1,8}\])?\s*:\s*(?:\*\*|__|\[/\w{1,8}\])?\s*(?P<said>\S.*?)\s*"
)
_HEAD = re.compile(r"(?:\[\w{1,8}\]|\*\*|__)?\s?([A-Za-z]+[0-9]*)\s?(?:\[/\w{1,8}\]|\*\*|__)?\s?:?")
_PARTED = re.compile(r"\s+/\s+(?=[A-Za-z]+ ?:)")
WHO, ACT, WHAT, NOTE, TARGET, CASTS = "who", "act", "what", "note", "target", "casts"
COUNT = "count"
FREE = ""
BY_COMMA = {"for": ", for", "because": ", because"}
"""Before these a comma is set, because the sentence is whole without them."""


Row = tuple[str, str]
"""The label of a field in small letters, and what stands behind it."""


@cache
def fields() -> Mapping[str, str]:
    """Each label of a field, and what it is written as: a preposition, or one of `who`, `act`,
    `what`, `target` and `note`."""
    rows: Mapping[str, list[str]] = common()["fields"]
    return {label: name for name, labels in rows.items() for label in labels}


def joined(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines of a message, each with its number; those of a form as one line."""
    at = 0
    while at < len(lines):
        head, rows, end = _form_at(lines, at)
        if _is_form(head, rows):
            yield at, _sentence(head, rows)
            yield from ((at, f"{label}: {said}") for label, said in rows if _is(label, NOTE))
            at = end
        else:
            yield at, lines[at]
            at += 1


def _form_at(lines: Sequence[str], at: int) -> tuple[str, list[Row], int]:
    """The heading and the fields of the form that may begin at a line, and where it ends."""
    parts = _PARTED.split(lines[at])
    if len(parts) > 1:
        return "", [row for one in parts for row in _fields_of(one)], at + 1
    rows, end = _fields_of(lines[at]), at + 1
    head = None if rows else _HEAD.fullmatch(lines[at].strip())
    if not rows and head is None:
        return "", [], at
    while end < len(lines) and (more := _fields_of(lines[end])):
        named = [label for label, _ in rows]
        if more[0][0] not in fields() and not (len(named) == 1 and _is(named[0], WHO)):
            break
        rows += more
        end += 1
    return (head[1] if head else ""), rows, end


def _fields_of(line: str) -> list[Row]:
    found = _LINE.fullmatch(line)
    return [(found["label"].lower(), found["said"])] if found else []


def _is(label: str, *names: str) -> bool:
    return fields().get(label) in names


def _is_form(head: str, rows: Sequence[Row]) -> bool:
    """Does something begin the sentence, and is every other line a field of its own, none empty?"""
    acts = [label for label, _ in rows if not _is(label, NOTE)]
    free = [label for label in acts if label not in fields()]
    twice = len(set(map(fields().get, acts))) < len(acts)
    empty = any(said.lower() in common()["left_empty"]["words"] for _, said in rows)
    begins = acts[1:] if acts and _is(acts[0], WHO) else acts
    if twice or empty or len(free) > (not head) or free != begins[: len(free)]:
        return False
    return len(acts) + bool(head) > 1 and len(rows) >= (1 if head or free else 2)


def _sentence(head: str, rows: Sequence[Row]) -> str:
    """The fields as one sentence: who, the act, what is done to it, and then the rest in order."""
    names = [(fields().get(label, FREE), label, said) for label, said in rows]
    casts = any(name == CASTS for name, *_ in names)
    who = (WHO, "from") if casts and not any(name == WHO for name, *_ in names) else (WHO,)
    first = [said for name, _, said in names if name in who]
    for number, *more in (said.split(" ", 1) for name, _, said in names if name == COUNT):
        first, head = [*([f"{head}:"] if head else []), number, *first, *more], ""
    verb = [f"{label.title()} {said}" for name, label, said in names if name == FREE]
    acts = [said for name, _, said in names if name == ACT]
    plain = bool(acts) and not verb and not casts  # `Action: shoot`, `Target: War1`
    acts += [f"{name} {said}" for name, _, said in names if name == CASTS]
    objects = [said if plain else f"on {said}" for name, _, said in names if name == TARGET]
    rest = [
        f"{BY_COMMA.get(name, name)} {said}".removeprefix(f"{WHAT} ")
        for name, _, said in names
        if name not in (FREE, ACT, NOTE, TARGET, CASTS, COUNT, *who)
    ]
    found = " ".join(filter(None, (*first, head and f"{head}:", *verb, *acts, *objects, *rest)))
    return found.replace(" , ", ", ")
