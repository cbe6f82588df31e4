"""The rows that a words.toml is made of: slots, verbs, idioms, how places are written."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from grammar.reader.patterns import Form, Way
from rules.line.frozen import Frozen


@dataclass(frozen=True, slots=True, eq=False)
class Slot:
    """What a slot takes: the kind of value, the words that may stand before it (`marked`: must),
    whether the strict grammar takes a list there, and whether the only possible value may be
    filled in (`infer`).  `of`: only units of these types, classes or tags.
    `write`: how its values are written; others do not fit.  `left`: a place that is filled in is
    where the one who acted before stood, not where the present one stands."""

    name: str
    kind: str
    marks: tuple[str, ...] = ()
    marked: bool = False
    many: bool = False
    infer: bool = False
    of: tuple[str, ...] = ()
    left: bool = False
    base: str = ""
    """The slot of the unit from which steps are reckoned; empty: from the subject."""
    write: Mapping[str, str] = field(default_factory=dict)


class Bare(Frozen):
    """Slots that make an order without a verb, in these phases (all, if none is named)."""

    slots: frozenset[str]
    phases: tuple[str, ...] = ()
    after: bool = False
    """Only behind another order."""
    of: str = ""
    """Only of units of this kind or state."""


@dataclass(frozen=True, slots=True, eq=False)
class Verb:
    """A row for a verb: what its sentences are, and what its negation means."""

    name: str
    words: tuple[tuple[str, ...], ...]
    forms: tuple[Form, ...]
    bare: tuple[Bare, ...] = ()
    negative: Form | None = None
    phases: tuple[str, ...] = ()
    gm: bool = False
    of: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    """Only behind an order of such a unit, which it goes on."""
    only: tuple[str, ...] = ()
    """Only in these phases are its words said of it."""
    further: bool = False
    """Only behind another order, of whomever."""
    as_one: bool = False
    """All of a group do it together, to all that are named."""
    by: tuple[str, ...] = ()
    """Who does it if nobody is named, and there is one such unit only."""


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """A row for a whole idiom; `form` None: it says nothing (`here goes nothing`)."""

    ways: tuple[Way, ...]
    form: Form | None
    anchors: tuple[tuple[frozenset[str], ...], ...]
    """For each way the words that it must have: one of each set."""
    starts: tuple[tuple[frozenset[str], frozenset[str]], ...] = ()
    """The words and the slots with which each way may begin."""
    onward: tuple[frozenset[str], ...] = ()
    """For each way that begins with its actor: the words right behind him."""
    gm: bool = False
    phases: tuple[str, ...] = ()
    fixed: Mapping[str, str] = field(default_factory=dict)
    shared: bool = False
    """Of every system; a system's own idiom of the same words goes before it."""


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A row for a part of an order that is a value itself (`after the second round`)."""

    kind: str
    ways: tuple[Way, ...]
    form: Form
    anchors: tuple[tuple[frozenset[str], ...], ...]
    phases: tuple[str, ...] = ()


class Places(Frozen):
    """How places are written: `grid` (two numbers), `tile` (a letter and a number) or `noun`."""

    style: str = "grid"
    first: str = "row"
    write: str = "{row},{column}"
    noun: str = ""
    landmarks: str = ""
    """A class of nouns whose last word is a place (`supply b6`)."""
    strides: tuple[str, ...] = ()
    """Kinds of units that go one step where no number is said; none: all do."""
