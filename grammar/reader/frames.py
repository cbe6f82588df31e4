"""What a clause means: which row of the table takes all that was said, each part in one slot."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from grammar.reader.edges import fits, is_of
from grammar.reader.patterns import Form
from grammar.reader.rows import Slot, Verb
from grammar.reader.together import together
from grammar.reader.values import names_of
from grammar.reader.world import Value, World


@dataclass(frozen=True, slots=True)
class Arg:
    """A value of a clause: the word before it, and whether it stands before the verb."""

    mark: str
    value: Value
    before: bool


@dataclass(frozen=True, slots=True)
class Deed:
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

    def named_own(self) -> bool:
        """Does it name a unit of one's own, which could do the next thing?"""
        return any(value.kind == "units" and value.side == "own" for _, value in self.roles)

    def role(self, name: str) -> Value | None:
        """What fills a slot."""
        return dict(self.roles).get(name)


@dataclass(frozen=True, slots=True)
class Clause:
    """What was said between two seams: verbs that it could have, values, a denial, `the same`."""

    verbs: tuple[Verb, ...] = ()
    args: tuple[Arg, ...] = ()
    denied: bool = False
    same: bool = False
    pronoun: str = ""
    linked: bool = False
    adrift: bool = False
    started: bool = field(default=False, compare=False)

    @property
    def empty(self) -> bool:
        """Nothing has been said yet."""
        return not (self.verbs or self.args or self.denied or self.same or self.pronoun)


SUBJECT = "who"


def deeds_of(clause: Clause, before: Deed | None, world: World) -> list[Deed]:
    """Every meaning of a clause; the best ones alone."""
    if clause.same:
        return _again(clause, before, world)
    found: list[Deed] = []
    if clause.verbs:
        for verb in clause.verbs:
            found += _of_verb(verb, clause, before, world)
        if not found and clause.denied:
            found.append(_denied(clause))
    else:
        found += _verbless(clause, before, world)
        if not found and clause.denied:
            found.append(_denied(clause))
    if not found:
        return []
    least = min(deed.cost for deed in found)
    return [deed for deed in found if deed.cost == least]


def _denied(clause: Clause) -> Deed:
    """What is not to be done; the more it takes in, the less likely is that meant."""
    cost = 2 + 2 * len(clause.args) + 4 * (not clause.verbs)
    doubt = bool(clause.args) and not clause.verbs
    said = [one.value for one in clause.args if one.before and one.value.kind == "units"]
    own = bool(clause.verbs) and len(said) == 1 and said[0].side == "own" and said[0].items
    roles = ((SUBJECT, said[0]),) if own else ()
    return Deed(None, roles, void=True, linked=clause.linked, cost=cost, doubt=doubt, denies=True)


def could_go_on(clause: Clause, before: Deed | None, world: World) -> bool:
    """Is there still a row that takes all values of this clause so far?"""
    if clause.same or clause.denied or len(clause.args) < 2:
        return True
    rows = clause.verbs or world.table.verbs
    for verb in rows:
        for form in verb.forms if verb.gm == (not world.seat) else ():
            if _assign(form, clause, before, world):
                return True
    return False


def _of_verb(verb: Verb, clause: Clause, before: Deed | None, world: World) -> Iterator[Deed]:
    if clause.denied:
        if verb.negative is not None:
            yield from _of_form(verb, verb.negative, clause, before, world)
        elif any(True for form in verb.forms for _ in _of_form(verb, form, clause, before, world)):
            yield _denied(clause)
        return
    for form in verb.forms:
        for deed in _of_form(verb, form, clause, before, world):
            elsewhere = bool(verb.phases) and world.phase not in verb.phases
            here = bool(verb.phases) and not elsewhere
            open_ = [name for name in deed.missing if world.table.slot(name).kind != "place"]
            carried = (1 if verb.by else 5) * (deed.subject == "open") + (deed.subject == "same")
            phase = 2 * elsewhere - here
            yield replace(deed, cost=deed.cost + 4 * len(open_) + carried + phase)


def _verbless(clause: Clause, before: Deed | None, world: World) -> Iterator[Deed]:
    """No verb was said: that of the clause before, or one that such values go without."""
    if not clause.args or clause.denied:
        return
    rows = world.table.verbs
    if before is not None and before.verb is not None:
        for form in before.verb.forms:
            for deed in _of_form(before.verb, form, clause, before, world):
                if not deed.missing and _says_more(deed, before, clause):
                    yield replace(deed, cost=deed.cost + 1, bare=True)
    for verb in rows:
        if verb.gm != (not world.seat):
            continue
        for bare in verb.bare:
            if bare.phases and world.phase not in bare.phases:
                continue
            if bare.after and before is None:
                continue
            for form in verb.forms:
                for deed in _of_form(verb, form, clause, before, world):
                    slots = {name for name, _ in deed.roles}
                    who = deed.role(SUBJECT)
                    if bare.of and (who is None or not _is_now(who, bare.of, world)):
                        continue
                    if (
                        not deed.missing
                        and bare.slots <= (slots | {SUBJECT})
                        and (slots - {SUBJECT} <= bare.slots | set(form.optional))
                    ):
                        if SUBJECT in bare.slots and deed.subject == "open":
                            continue
                        if deed.subject == "same" and not clause.linked and _says_where(clause):
                            continue  # `L1 doesn't move to 8,12` says nothing of where he goes
                        cost = deed.cost + (0 if bare.of else 1)
                        yield replace(deed, cost=cost, bare=True)


def _says_where(clause: Clause) -> bool:
    """Does it name places and ways alone?"""
    return all(arg.value.kind in ("place", "heading", "line", "offset") for arg in clause.args)


def _says_more(deed: Deed, before: Deed, clause: Clause) -> bool:
    """A clause without a verb goes on from the one before only with a subject of its own, or with
    values for the slots that the one before had; never from a denial (`don't move L1 to 8,12`)."""
    if deed.subject == "said":  # `LG1 stays with B1` is not said of B1
        return clause.linked or clause.args[0].mark != "with"
    if not clause.linked and _says_where(clause):
        return False
    return {name for name, _ in deed.roles} >= {name for name, _ in before.roles if name != SUBJECT}


def _again(clause: Clause, before: Deed | None, world: World) -> list[Deed]:
    """`B2 the same at O2`: as the clause before, but for what is said."""
    if before is None or before.form is None:
        return []
    found = []
    for roles, cost in _assign(before.form, clause, before, world):
        said = dict(roles)
        if SUBJECT not in said:
            continue
        merged = tuple({**dict(before.roles), **said}.items())
        found.append(replace(before, roles=merged, subject="said", cost=cost, linked=False))
    return found


def _of_form(
    verb: Verb, form: Form, clause: Clause, before: Deed | None, world: World
) -> Iterator[Deed]:
    """The meanings of a clause with a form: every value in a slot, none left over."""
    table = world.table
    far = any(arg.value.kind == "distance" for arg in clause.args)
    counted = any(table.slot(name).kind == "distance" for name in form.slots)
    if far and not counted and all(arg.value.kind != "place" for arg in clause.args):
        return
    if verb.after and not _goes_on(verb, clause, before, world):
        return
    for roles, cost in _assign(form, clause, before, world):
        said = dict(roles)
        if not _in_step(form, said, world):
            continue
        if verb.after and SUBJECT in said:
            continue
        if verb.of and SUBJECT in said and not _can_be(said[SUBJECT], verb.of, world):
            continue
        subject, missing = "said", []
        for name in form.needed:
            if name in said:
                continue
            if name == SUBJECT:
                carries = before is not None and (
                    before.role(SUBJECT) or before.subject == "same" or before.named_own()
                )
                subject = "same" if carries else "open"
            elif table.slot(name).infer:
                missing.append(name)
            else:
                break
        else:
            if SUBJECT not in form.slots:
                subject = "none"
            yield Deed(form, roles, verb, subject, tuple(missing), cost=cost, linked=clause.linked)


def _goes_on(verb: Verb, clause: Clause, before: Deed | None, world: World) -> bool:
    """Is it the further order of a unit of such a kind?"""
    who = before.role(SUBJECT) if before is not None and clause.linked else None
    return who is not None and bool(who.items) and _can_be(who, verb.after, world)


def _has_room(form: Form, value: Value) -> bool:
    """Does any slot of the form take such a value at all?"""
    kind = value.kind
    if not form.kinds or kind in ("place", "distance", "line", "offset"):
        return True
    if kind in ("units", "rest"):
        return not form.kinds.isdisjoint(("own", "foe", "unit"))
    if kind == "noun":
        return "name" in form.kinds or not form.kinds.isdisjoint(value.classes)
    return kind in form.kinds


def _assign(
    form: Form, clause: Clause, before: Deed | None, world: World
) -> list[tuple[tuple[tuple[str, Value], ...], int]]:
    """Every way to put all values into slots of the form, with what goes against the grain."""
    if not all(_has_room(form, arg.value) for arg in clause.args):
        return []
    slots = [world.table.slot(name) for name in form.slots]
    found: list[tuple[tuple[tuple[str, Value], ...], int]] = []

    def place(at: int, taken: tuple[tuple[str, Value], ...], cost: int) -> None:
        if len(found) > 16:
            return
        if at == len(clause.args):
            found.append((taken, cost + _disorder(form, taken)))
            return
        arg = clause.args[at]
        for slot in slots:
            held = next((value for name, value in taken if name == slot.name), None)
            how = _suits(slot, arg, clause, world)
            if how is None:
                continue
            value = _named(arg.value, slot, world)
            if held is None:
                place(at + 1, (*taken, (slot.name, value)), cost + how)
                continue
            many = slot.many and slot.name != SUBJECT
            apart = bool(value.options) and arg.mark in ("with", "using", "by")
            both = None if apart else together(held, value, many, world)  # `..., with Support`
            if both is not None:
                merged = tuple((name, both[0] if name == slot.name else one) for name, one in taken)
                place(at + 1, merged, cost + how + both[1])
        if _agrees(arg, clause, before, world):
            place(at + 1, taken, cost)

    place(0, (), 0)
    return found


def _named(value: Value, slot: Slot, world: World) -> Value:
    """A noun as it is called in the class of the slot."""
    if value.kind == "noun" and len(value.options):
        names = names_of(value, slot.kind, world)
        value = replace(value, items=names, options=())
        if len(names) > 1:
            value = replace(value, items=(), options=tuple((one,) for one in names), word="named")
    if slot.write:
        value = replace(value, items=tuple(slot.write.get(one, one) for one in value.items))
    return value


def _agrees(arg: Arg, clause: Clause, before: Deed | None, world: World) -> bool:
    """More than needed is fine if it is so: where a unit stands, how far it is to its goal."""
    value = arg.value
    if value.kind == "distance":
        return True
    if value.kind != "place" or arg.mark not in ("", "from", "at", "on"):
        return False
    units = [one.value.items for one in clause.args if one.value.kind == "units"]
    role = before.role(SUBJECT) if before is not None else None
    if not units and role is not None:
        units = [role.items]
    at = [
        world.by_ref[ref.lower()].at
        for refs in units
        for ref in refs
        if ref.lower() in world.by_ref
    ]
    return len(at) > 0 and value.items == (at[0],)


def _suits(slot: Slot, arg: Arg, clause: Clause, world: World) -> int | None:
    how = fits(arg.value, slot.kind)
    if how is None:
        return None
    if arg.value.kind != "noun" and arg.value.word != "beside":
        how += bool(arg.value.options) + arg.value.vague
    if slot.write and not (arg.value.items and arg.value.items[0] in slot.write):
        return None
    if slot.of and not is_of(arg.value, slot, world):
        return None
    if arg.mark:
        return how if arg.mark in slot.marks else None
    if slot.marked:
        return None
    if slot.name == SUBJECT:
        return how + (0 if arg.before or not clause.verbs else 1)
    return how + (1 if arg.before and clause.verbs else 0)


def _in_step(form: Form, said: dict[str, Value], world: World) -> bool:
    """Several places for one unit, or several targets where one is meant: that is no sentence."""
    who = said.get(SUBJECT)
    for name, value in said.items():
        if name == SUBJECT or len(value.items) < 2 or value.kind not in ("place", "units"):
            continue
        if world.table.slot(name).many or SUBJECT not in form.slots:
            continue
        if who is None or who.kind != "units" or len(who.items) != len(value.items):
            return False
    return True


def _can_be(value: Value, of: tuple[str, ...], world: World) -> bool:
    """Could one of these units be of the kinds that a verb is for?"""
    if value.kind != "units" or value.word == "self":
        return True
    wanted = {one.lower() for one in of}
    refs = (*value.items, *(ref for option in value.options for ref in option))
    things = [world.by_ref.get(ref.lower()) for ref in refs]
    return any(
        thing is None or wanted & {one.lower() for one in (thing.kind, *thing.words)}
        for thing in things
    )


def _is_now(value: Value, what: str, world: World) -> bool:
    """Is every one of these units known, and of that kind or in that state?"""
    things = [world.by_ref.get(ref.lower()) for ref in value.items]
    return bool(things) and all(
        thing is not None and what in (one.lower() for one in thing.words) for thing in things
    )


def _disorder(form: Form, taken: Sequence[tuple[str, Value]]) -> int:
    """How often two values of one kind stand the other way round than the form has them."""
    places = [
        form.slots.index(name)
        for name, value in taken
        if value.kind in ("units", "rest") and name in form.slots
    ]
    return sum(one > two for at, one in enumerate(places) for two in places[at + 1 :])
