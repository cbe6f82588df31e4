"""A clause as it was said, and what it comes to: one thing to do, with what fills its slots."""

from dataclasses import dataclass
from typing import NamedTuple

from grammar.reader.patterns import Form
from grammar.reader.rows import Verb
from grammar.reader.world import Value, Weighed


@dataclass(frozen=True)
class Arg(Weighed):
    """A value of a clause: the word before it, and whether it stands before the verb."""

    mark: str
    value: Value
    before: bool

    __hash__ = Weighed.weight


@dataclass(frozen=True)
class Deed(Weighed):
    """One thing to do: its form, and what fills its slots.

    `subject`: `said`, `same` (as in the clause before) or `open`.  `missing` are needed slots with
    nothing in them that the match may fill.  `void`: it is denied.
    """

    form: Form | None
    roles: tuple[tuple[str, Value], ...] = ()
    verb: Verb | None = None
    subject: str = "said"
    missing: tuple[str, ...] = ()
    void: bool = False
    cost: int = 0
    linked: bool = False
    bare: bool = False
    doubt: bool = False
    """A denial of which it is not clear what it denies."""
    denies: bool = False
    loose: bool = False
    """It lacks something, and its words alone would not say it (`goes`: aboard?)."""

    __hash__ = Weighed.weight

    def named_own(self) -> bool:
        """Does it name a unit of one's own, which could do the next thing?"""
        return any(value.kind == "units" and value.side == "own" for _, value in self.roles)

    def role(self, name: str) -> Value | None:
        """What fills a slot."""
        return dict(self.roles).get(name)


class Clause(NamedTuple):
    """What was said between two seams: verbs that it could have, values, a denial, `the same`."""

    verbs: tuple[Verb, ...] = ()
    args: tuple[Arg, ...] = ()
    denied: bool = False
    same: bool = False
    pronoun: str = ""
    linked: bool = False

    def with_arg(self, arg: Arg) -> "Clause":
        """The clause with a further value."""
        args = (*self.args, arg)
        return Clause(self.verbs, args, self.denied, self.same, self.pronoun, self.linked)

    @property
    def empty(self) -> bool:
        """Nothing has been said yet."""
        return not (self.verbs or self.args or self.denied or self.same or self.pronoun)


SUBJECT = "who"
