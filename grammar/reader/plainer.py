"""A message without what is written around its orders: prices in brackets, speech, field names.

Only what is proposed is looked for in this; what is carried out is read as it was written.
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
"""`(45)`, `(2 CP)`, `(375 total)`: what something costs or how far it is."""

SPEECH = re.compile(r"(?:[\"“«][^\"“”«»\n]{2,300}[\"”»])|(?:\*[^*\n]{2,80}\*(?!\*))")
FIELD = re.compile(r"\s*[-*•]?\s*([A-Za-z][A-Za-z ]{1,24}?)\s*:\s*(.*)")
REMARKS = frozenset(
    (
        "remark", "remarks", "note", "notes", "reason", "reasons", "comment", "comments", "flavour",
        "flavor", "why", "motto", "ps", "ooc", "purpose", "fluff",
    )
)  # fmt: skip
"""Names of fields that hold no order."""

NONE = frozenset(("", "-", "–", "—", "none", "nil", "n/a", "no"))
"""What stands in a field that is left empty."""


def plainer(text: str) -> str:
    """The message without prices, speech and fields of remarks; fields that belong together are
    one sentence."""
    less = SPEECH.sub(" ", BRACKETS.sub(_but_prices, text))
    text = less if any(map(str.isalnum, less)) else text
    return "\n".join(_joined(text.split("\n")))


def _but_prices(found: re.Match[str]) -> str:
    """What stands in brackets, if it is more than a price."""
    words = re.findall(r"[^\W\d_]+", found[1].lower())
    return " " if PRICES.issuperset(words) else found[0]


def _joined(lines: list[str]) -> list[str]:
    """The lines, those of a form one behind the other."""
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
    """`Unit: War1`, `Action: wheel left`, `Reason: ...` as `Unit War1, Action wheel left`."""
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
"""Names of fields that are parts of one order."""
