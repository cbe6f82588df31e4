"""The rows of a words.toml as objects: slots, verbs, idioms, how places are written."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from grammar.reader.patterns import Form, Way
from rules.line.frozen import Frozen


@dataclass(frozen=True, slots=True, eq=False)
class Slot:
    """What a slot takes.

    `kind`: the kind of value.  `marks`: words that may stand before it; `marked`: one of them must.
    `many`: the strict grammar takes a list there.  `infer`: fill in the only possible value.  `of`:
    only units of these types, classes or tags.  `write`: how its values are written; others do not
    fit.  `left`: a place that is filled in is that of whoever acted before, not of who acts now.
    """

    name: str
    kind: str
    marks: tuple[str, ...] = ()
    marked: bool = False
    many: bool = False
    infer: bool = False
    of: tuple[str, ...] = ()
    left: bool = False
    base: str = ""
    """The slot of the unit from which steps are counted; empty: from the subject."""
    write: Mapping[str, str] = field(default_factory=dict)


class Bare(Frozen):
    """Slots that make an order without a verb, in these phases (none named: in all)."""

    slots: frozenset[str]
    phases: tuple[str, ...] = ()
    after: bool = False
    """Only behind another order."""
    of: str = ""
    """Only for units of this kind or in this state."""


@dataclass(frozen=True, slots=True, eq=False)
class VerbRow:
    """A row `[[verb]]`: the words of a verb, its sentences, and what its negation means.

    `phases`: where it is preferred.  `of`: kinds of units that can do it.
    """

    name: str
    words: tuple[tuple[str, ...], ...]
    forms: tuple[Form, ...]
    bare: tuple[Bare, ...] = ()
    negative: Form | None = None
    phases: tuple[str, ...] = ()
    gm: bool = False
    of: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    """Kinds of units: it only continues an order of one of these."""
    only: tuple[str, ...] = ()
    """Phases outside of which its words do not mean it; none: it has no such limit."""
    further: bool = False
    """It only stands behind another order, of any unit."""
    as_one: bool = False
    """The members of a group do it together, to all that are named."""
    by: tuple[str, ...] = ()
    """Kinds of units: if nobody is named, it is done by the only unit of one of these."""


@dataclass(frozen=True, slots=True, eq=False)
class IdiomRow:
    """A row `[[phrase]]`: a whole idiom.  `form` None: it says nothing (`here goes nothing`)."""

    ways: tuple[Way, ...]
    form: Form | None
    anchors: tuple[tuple[frozenset[str], ...], ...]
    """For each pattern, sets of words: a text that fits contains one word of each set."""
    starts: tuple[tuple[frozenset[str], frozenset[str]], ...] = ()
    """For each pattern, the words and the slots that it may begin with."""
    onward: tuple[frozenset[str], ...] = ()
    """For each pattern that begins with its actor, the words right behind him; else empty."""
    gm: bool = False
    phases: tuple[str, ...] = ()
    shared: bool = False
    """It belongs to all systems; a system's own idiom for the same words takes precedence."""


@dataclass(frozen=True, slots=True, eq=False)
class ValueRow:
    """A row `[[value]]`: a part of an order that is a value itself (`after the second round`)."""

    kind: str
    ways: tuple[Way, ...]
    form: Form
    anchors: tuple[tuple[frozenset[str], ...], ...]
    phases: tuple[str, ...] = ()


class PlaceStyle(Frozen):
    """How places are written.  `style`: `grid` (two numbers), `tile` (`b6`) or `noun`."""

    style: str = "grid"
    first: str = "row"
    write: str = "{row},{column}"
    noun: str = ""
    landmarks: str = ""
    """A class of nouns whose last word is a place (`supply b6`)."""
    strides: tuple[str, ...] = ()
    """Kinds of units that go one step when no number is said; empty: all do."""
