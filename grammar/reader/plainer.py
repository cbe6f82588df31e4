"""Strips what is written around the orders of a message: prices, speech, fields of remarks.

Only the candidates are sought in the stripped text; what is carried out is read as written.
"""

import re

BRACKETS = re.compile(r"[(\[]([^()\[\]\n]{0,40})[)\]]")
PRICES = frozenset(
    (
        "gold", "gp", "pt", "pts", "point", "points", "cp", "hp", "mp", "inch", "inches", "square",
        "squares", "model", "models", "dice", "each", "total", "for", "now", "left", "speed",
        "range", "level", "in", "d",
    )
)  # fmt: skip
"""Words of a bracket that only says a price or distance: `(45)`, `(2 CP)`, `(375 total)`."""

SPEECH = re.compile(r"(?:[\"“«][^\"“”«»\n]{2,300}[\"”»])|(?:\*[^*\n]{2,80}\*(?!\*))")
FIELD = re.compile(r"\s*[-*•]?\s*([A-Za-z][A-Za-z ]{1,24}?)\s*:\s*(.*)")
REMARKS = frozenset(
    (
        "remark", "remarks", "note", "notes", "reason", "reasons", "comment", "comments", "flavour",
        "flavor", "why", "motto", "ps", "ooc", "purpose", "fluff",
    )
)  # fmt: skip
"""Names of fields that contain no order."""

NONE = frozenset(("", "-", "–", "—", "none", "nil", "n/a", "no"))
"""Contents of a field that mean it is empty."""


def plainer(text: str) -> str:
    """The message without prices, speech and fields of remarks; other fields of an order are joined
    to one sentence."""
    less = SPEECH.sub(" ", BRACKETS.sub(_but_prices, text))
    text = less if any(map(str.isalnum, less)) else text
    return "\n".join(_joined(text.split("\n")))


def _but_prices(found: re.Match[str]) -> str:
    """The bracket as it is, or a blank if it is only a price."""
    words = re.findall(r"[^\W\d_]+", found[1].lower())
    return " " if PRICES.issuperset(words) else found[0]


def _joined(lines: list[str]) -> list[str]:
    """The lines, with each group of consecutive fields joined by `_of_form`."""
    found: list[str] = []
    form: list[str] = []
    for line in (*lines, ""):
        field = FIELD.fullmatch(line)
        if field is not None:
            form.append(line)
            continue
        found += _of_form(form)
        form = []
        found.append(line)
    return found[:-1]


def _of_form(lines: list[str]) -> list[str]:
    """The fields of an order as one line; other lines unchanged.

    `Unit: War1`, `Action: wheel left`, `Reason: ...` becomes `Unit War1, Action wheel left`.
    """
    fields = [found.groups() for line in lines if (found := FIELD.fullmatch(line))]
    names = [name.lower() for name, _ in fields]
    if len(fields) < 2 or len(set(names)) < len(names) or not NAMES.intersection(names):
        return lines
    kept = [
        f"{name} {said}"
        for name, said in fields
        if name.lower() not in REMARKS and said.strip().lower() not in NONE
    ]
    return [", ".join(kept)]


NAMES = frozenset(
    (
        "unit", "units", "who", "piece", "model", "models", "caster", "spell", "power", "target",
        "action", "order", "attack", "attacker", "from", "to", "with", "on", "at", "position",
        "purchase", "buy", "name", "weapon", "manoeuvre", "maneuver", "move", "movement", "where",
        "what", "price", "ref", "place", "wide", "width", "facing", "type", "targets", "deploy",
    )
)  # fmt: skip
"""Names of fields that are parts of an order."""
