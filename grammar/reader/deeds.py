"""A clause as it was said, and a deed: what it means, one thing to do with its slots filled."""

from dataclasses import dataclass
from typing import NamedTuple

from grammar.reader.patterns import Form
from grammar.reader.rows import VerbRow
from grammar.reader.world import Value, Weighed


@dataclass(frozen=True)
class Arg(Weighed):
    """A value of a clause: `mark` is the preposition before it, `before`: it precedes the verb."""

    mark: str
    value: Value
    before: bool

    __hash__ = Weighed.weight


@dataclass(frozen=True)
class Deed(Weighed):
    """One thing to do: its form, and the values in its slots (`roles`).

    `subject`: `said`, `same` (as in the clause before), `open`, or `none` (the form has no
    subject).  `missing`: needed slots without a value, which the match may fill.  `void`: it orders
    nothing, as a rule because it is denied.  `cost`: how unlikely this meaning is.  `linked`: a
    link (`and`) stands before it.  `bare`: it was said without a verb.
    """

    form: Form | None
    roles: tuple[tuple[str, Value], ...] = ()
    verb: VerbRow | None = None
    subject: str = "said"
    missing: tuple[str, ...] = ()
    void: bool = False
    cost: int = 0
    linked: bool = False
    bare: bool = False
    doubt: bool = False
    """It is a denial, and not clear of what."""
    denies: bool = False
    loose: bool = False
    """It lacks something, and its verb also has another meaning (`goes`: where to, or aboard?)."""

    __hash__ = Weighed.weight

    @property
    def is_whole(self) -> bool:
        """Does it need no value that was not said (`end phase`)?"""
        return self.subject in ("said", "none") and not self.missing

    def named_own(self) -> bool:
        """Does it name a unit of the writer's own, which could be the next to act?"""
        return any(value.kind == "units" and value.side == "own" for _, value in self.roles)

    def role(self, name: str) -> Value | None:
        """The value in a slot; None if it is empty."""
        return dict(self.roles).get(name)


class Clause(NamedTuple):
    """What was said between two links: the verbs it may have, its values, `not`, `the same`."""

    verbs: tuple[VerbRow, ...] = ()
    args: tuple[Arg, ...] = ()
    denied: bool = False
    same: bool = False
    pronoun: str = ""
    linked: bool = False

    def with_arg(self, arg: Arg) -> "Clause":
        """The clause with one more value."""
        args = (*self.args, arg)
        return Clause(self.verbs, args, self.denied, self.same, self.pronoun, self.linked)

    @property
    def empty(self) -> bool:
        """Nothing has been said yet."""
        return not (self.verbs or self.args or self.denied or self.same or self.pronoun)


SUBJECT = "who"
