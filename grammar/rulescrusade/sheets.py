"""Read weapon, model and list lines into the values of `rules.rulescrusade.sheets` (13 of the
rules).

Every mistake is refused under RC-DATA-3 and names its field.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from grammar.transform import Unreadable
from rules.rulescrusade import sheets

RULE, BOUND = "RC-DATA-3", "RC-BOUND-1"
MOST_IN_A_NAME = 40

_HEAD = re.compile(r"(?:weapon\s+|model\s+|list\s+)?([^:;]*):(.*)", re.IGNORECASE | re.DOTALL)
_CLASS = re.compile(r"([a-z]+)(?:\s+([0-2])\s*h)?", re.IGNORECASE)
_NAME = re.compile(r"[^\W\d_]([^\W\d_]|[ '.-])*")
_LETTERS = re.compile(r"(.*?)\s*\(\s*([A-Za-z]{1,4})\s*\)")
_PROFILE = re.compile(
    r"M\s*(\d{1,6})(?:\s*/\s*(\d{1,6}))?[\s,]*A\s*(\d)[\s,]*H\s*(\d{1,2})", re.IGNORECASE
)
_ROUND = re.compile(r"([1-6])\s*(?:\"|''|″|inch(?:es)?)", re.IGNORECASE)
_LIST = re.compile(r"((?:[^(]*[^\s(])?)\s*\((.*)\)")
_BLANKS = re.compile(r"(\d{1,2})\s+blanks?")
_SPAN = re.compile(r"([A-Za-z]+)(\d+)(?:\s*[-–]\s*([A-Za-z]*)(\d+))?")
_NOTHING = ("-", "–", "—", "−", "none", "")
RESERVED = ("B", "X")
"""RC-DATA-3: the letters of buildings and chits."""


@contextmanager
def line_of_data() -> Iterator[None]:
    """RC-DATA-3: only the wrong line is refused; the rest of the message is carried out."""
    try:
        yield
    except Unreadable as error:
        error.apart = True
        raise


def wrong(field: str, text: str, why: str) -> Unreadable:
    """RC-DATA-3: the refusal that says which field of a line is wrong, and why."""
    shown = " ".join(text.split())[:MOST_IN_A_NAME]
    return Unreadable(f'{field} "{shown}": {why}', RULE)


def fields(text: str, what: str, names: Sequence[str]) -> tuple[str, list[str]]:
    """The head of a line and its fields.  Raises `Unreadable` if they are too few or too many."""
    head = _HEAD.fullmatch(" ".join(text.split()))
    if head is None:
        raise Unreadable(f"this {what} has no name with a colon behind it", RULE)
    found = [field.strip() for field in head[2].strip().rstrip(".").split(";")]
    if len(found) < len(names):
        raise Unreadable(f"the field {names[len(found)]} of this {what} is missing", RULE)
    if len(found) > len(names):
        raise wrong(f"field {len(names) + 1}", found[len(names)], f"a {what} has {len(names)}")
    return head[1].strip(), found


def read_weapon(text: str) -> sheets.Weapon:
    """RC-DATA-2: `weapon Bolter: basic 2h; 1R+1W; -; W; J; Rap`."""
    names = ("class", "dice", "template", "graze", "fail", "effects")
    head, (kind, dice, template, graze, fail, effects) = fields(text, "weapon", names)
    name = read_name(head, "weapon name")
    read = _CLASS.fullmatch(kind)
    if read is None or read[1].lower() not in sheets.CLASSES:
        raise wrong(
            "class", kind, f"it is one of {', '.join(sheets.CLASSES)}, perhaps with 1h or 2h"
        )
    word = read[1].lower()
    shape = read_template(template)
    found = keywords(effects, sheets.EFFECTS, "effect")
    if "B" in found and not _ROUND.fullmatch(shape):
        raise wrong("effects", "B", "a blast needs a round template")
    return sheets.Weapon(
        name,
        word,
        sheets.HANDS[word] if read[2] is None else int(read[2]),
        dice_of(dice, "dice"),
        shape,
        one_of(graze, sheets.GRAZES, "graze"),
        one_of(fail, sheets.FAILS, "fail"),
        found,
    )


def read_model(text: str) -> sheets.ModelType:
    """RC-DATA-1: `model Orc (O): M6 A1 H1; normal; 2R S; Axe, Slug Pistol; Tough; 3`."""
    names = ("M, A and H", "size", "melee", "weapons", "traits", "value")
    head, (profile, size, melee, weapons, traits, value) = fields(text, "model", names)
    named = _LETTERS.fullmatch(head)
    if named is None:
        raise wrong("name", head, "it is followed by its letters in brackets, as in Orc (O)")
    letters = named[2].upper()
    if letters in RESERVED:
        raise wrong("letters", letters, "B stands for buildings and X for chits")
    numbers = _PROFILE.fullmatch(profile)
    if numbers is None:
        raise wrong("M, A and H", profile, "it is written like M6 A1 H1 or M6/4 A2 H1")
    move, heavy, armor, hits = (None if part is None else int(part) for part in numbers.groups())
    if max(move or 0, heavy or 0) > sheets.MOST_INCHES:
        raise Unreadable(
            f"M: movement is at most {sheets.MOST_INCHES}, not {max(move or 0, heavy or 0)}", BOUND
        )
    arms = listed(weapons)
    if len(arms) > sheets.MOST_WEAPONS:
        raise Unreadable(
            f"weapons: a model has at most {sheets.MOST_WEAPONS}, not {len(arms)}", BOUND
        )
    for letter, number, most in (("M", move, 24), ("A", armor, 6), ("H", hits, 20)):
        if number is not None and number > most:
            raise wrong(letter, str(number), f"it is at most {most}")
    if not value.isdecimal() or len(value) > 4:
        raise wrong("value", value, "it is a number of points")
    dice, _, graze = melee.rpartition(" ")
    if graze.upper() not in sheets.GRAZES:
        dice, graze = melee, "S"
    assert move is not None
    assert armor is not None
    assert hits is not None
    return sheets.ModelType(
        read_name(named[1], "model name"),
        letters,
        move,
        armor,
        hits,
        one_of(size, sheets.SIZES, "size"),
        dice_of(dice, "melee"),
        graze.upper(),
        arms,
        keywords(traits, sheets.TRAITS, "trait"),
        int(value),
        heavy,
    )


def read_list(text: str) -> sheets.ForceList:
    """RC-DATA-4: `list Brood nest (48, bad, chits, 2 blanks): ST1-ST3, SP1`."""
    head, (members,) = fields(text, "list", ("models",))
    named = _LIST.fullmatch(head)
    if named is None:
        raise wrong("name", head, "it is followed by its cost in brackets")
    cost, *words = (word.strip().lower() for word in named[2].split(","))
    blanks = next((int(found[1]) for word in words if (found := _BLANKS.fullmatch(word))), 0)
    if not cost.isdecimal():
        raise wrong("cost", cost, "it is a number of points")
    refs = tuple(ref for part in members.split(",") for ref in span(part.strip()))
    role = "bad" if "bad" in words else "good"
    return sheets.ForceList(named[1].strip(), int(cost), refs, role, "chits" in words, blanks)


def span(text: str) -> list[str]:
    """`O1-O6` as six references."""
    read = _SPAN.fullmatch(text)
    if read is None:
        raise wrong("models", text, "they are references such as O1 or O1-O6")
    letters, low, _, high = read.groups()
    return [f"{letters}{number}" for number in range(int(low), int(high or low) + 1)]


def read_name(text: str, field: str) -> str:
    """A name of words: no digits, no signs of the line itself."""
    name = " ".join(text.split())
    if not _NAME.fullmatch(name) or len(name) > MOST_IN_A_NAME:
        raise wrong(field, name, f"a name is at most {MOST_IN_A_NAME} letters and blanks")
    return name


def dice_of(text: str, field: str) -> sheets.Dice:
    """RC-DICE-3: dice, in any of the ways to write them."""
    dice = sheets.read_dice(text or "-")
    if dice is None and (many := sheets.too_many_dice(text)):
        raise Unreadable(f"{field}: {many}", BOUND)
    if dice is None:
        raise wrong(field, text, "dice are written like 2R+1W+1")
    return dice


def read_template(text: str) -> str:
    """`SFT`, `FT`, `HFT`, `2"`, or nothing."""
    if text.lower() in _NOTHING:
        return ""
    if text.upper() in sheets.FLAMES:
        return text.upper()
    read = _ROUND.fullmatch(text)
    if read is None:
        raise wrong("template", text, 'it is SFT, FT, HFT, 1" to 6", or -')
    return f'{read[1]}"'


def one_of(text: str, allowed: Sequence[str], field: str) -> str:
    """One of some words, as the rules spell it; `-` gives an empty text, but not for a size."""
    if text.lower() in _NOTHING and field != "size":
        return ""
    for word in allowed:
        if word.lower() == text.lower():
            return word
    raise wrong(field, text, f"it is one of {', '.join(allowed)}")


def listed(text: str) -> tuple[str, ...]:
    """The names between commas."""
    if text.lower() in _NOTHING:
        return ()
    return tuple(" ".join(part.split()) for part in text.split(",") if part.strip())


def keywords(text: str, allowed: Sequence[str], field: str) -> tuple[str, ...]:
    """Keywords as the rules spell them; traits may have a number (`Psy-2`)."""
    return tuple(keyword(part, allowed, field) for part in listed(text))


def keyword(text: str, allowed: Sequence[str], field: str) -> str:
    """One keyword, as the rules spell it."""
    for word in allowed:
        if word.lower() == text.lower():
            return word
    name, dash, number = text.rpartition("-")
    numbered = [word for word in sheets.NUMBERED if word.lower() == name.lower()]
    if field == "trait" and dash and numbered and number.isdecimal() and int(number) <= 6:
        return f"{numbered[0]}-{int(number)}"
    raise wrong(field, text, "there is no such keyword")
