"""Finds what a clause means: the rows of the table that take everything it said.

The result is a list of deeds, each with a cost: the lower, the likelier.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from grammar.reader.deeds import SUBJECT, Clause, Deed
from grammar.reader.fitting import Fitting, leads
from grammar.reader.patterns import Form
from grammar.reader.rows import Bare, VerbRow
from grammar.reader.table import Table
from grammar.reader.world import Value, World
from rules.line.work import spend

FORM = 160
"""Steps of work for filling a form with the values of a clause."""


def deeds_of(fitting: Fitting) -> list[Deed]:
    """The cheapest meanings of a clause; empty if it means nothing."""
    clause = fitting.clause
    if clause.same and clause.denied:  # `O3 attacks C1 too, not WB1`
        return [_denied(clause)]
    if clause.same:
        return _again(fitting)
    found: list[Deed] = []
    if clause.verbs:
        for verb in clause.verbs:
            found += _of_verb(verb, fitting)
        if not found and clause.denied:
            found.append(_denied(clause))
    else:
        found += _verbless(fitting)
        if not found and clause.denied:
            found.append(_denied(clause))
    if not found:
        return []
    least = min(deed.cost for deed in found)
    return [deed for deed in found if deed.cost == least]


def _denied(clause: Clause) -> Deed:
    """A void deed for a denied clause; the more values it has, the higher its cost."""
    cost = 2 + 2 * len(clause.args) + 4 * (not clause.verbs)
    doubt = bool(clause.args) and not clause.verbs
    said = [one.value for one in clause.args if one.before and one.value.kind == "units"]
    own = bool(clause.verbs) and len(said) == 1 and said[0].side == "own" and said[0].items
    roles = ((SUBJECT, said[0]),) if own else ()
    return Deed(None, roles, void=True, linked=clause.linked, cost=cost, doubt=doubt, denies=True)


def could_go_on(fitting: Fitting) -> bool:
    """Whether some row takes all the values that the clause has so far."""
    clause, world = fitting.clause, fitting.world
    if clause.same or clause.denied or len(clause.args) < 2:
        return True
    if not clause.verbs and _that_way(fitting) is not None:
        return True
    return fitting.into_some(clause.verbs or world.table.verbs)


def _of_verb(verb: VerbRow, fitting: Fitting) -> Iterator[Deed]:
    clause, world = fitting.clause, fitting.world
    if clause.denied:
        if verb.negative is not None:
            for deed in of_form(verb, verb.negative, fitting):
                yield deed.changed(denies=True)
        elif any(True for form in verb.forms for _ in of_form(verb, form, fitting)):
            yield _denied(clause)
        return
    for form in verb.forms:
        for deed in of_form(verb, form, fitting):
            elsewhere = bool(verb.phases) and world.phase not in verb.phases
            here = bool(verb.phases) and not elsewhere
            open_ = [name for name in deed.missing if world.table.slot(name).kind != "place"]
            carried = (1 if verb.by else 5) * (deed.subject == "open") + (deed.subject == "same")
            phase = 2 * elsewhere - here
            loose = bool(deed.missing) and _says_go(clause.verbs, verb, world)
            yield deed.changed(cost=deed.cost + 4 * len(open_) + carried + phase, loose=loose)


def _says_go(verbs: tuple[VerbRow, ...], verb: VerbRow, world: World) -> bool:
    """Whether another verb with the same words (`goes`) always needs a place or heading."""
    kinds = ("place", "heading", "stretch")
    return any(
        other is not verb
        and all(
            any(world.table.slot(one).kind in kinds for one in form.needed) for form in other.forms
        )
        for other in verbs
        if other.gm == verb.gm and other.forms
    )


def _verbless(fitting: Fitting) -> Iterator[Deed]:
    """Meanings of a clause without a verb: by the verb of the clause before, or by a `bare` row."""
    clause, before, world = fitting.clause, fitting.before, fitting.world
    if not clause.args or clause.denied:
        return
    if _ends_there(fitting):
        yield Deed(None, void=True, linked=clause.linked)
        return
    if before is not None and before.verb is not None:
        fitted = _that_way(fitting) or fitting
        for form in before.verb.forms:
            for deed in of_form(before.verb, form, fitted):
                if not deed.missing and _says_more(deed, before, clause):
                    yield deed.changed(cost=deed.cost + 1, bare=True)
    for verb, bare, form in _bare_rows(world.table, not world.seat, world.phase):
        if (bare.after and before is None) or not fitting.has_room(form.slots):
            continue
        if len(form.needed) - (SUBJECT in form.needed) > len(clause.args):
            continue
        for deed in of_form(verb, form, fitting):
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
                if deed.subject == "same" and not _may_follow(clause):
                    continue  # `L1 doesn't move to 8,12` does not send him there
                cost = deed.cost + (0 if bare.of else 1)
                yield deed.changed(cost=cost, bare=True)


@lru_cache(maxsize=256)
def _bare_rows(table: Table, gm: bool, phase: str) -> tuple[tuple[VerbRow, Bare, Form], ...]:
    """What a GM or a player may say without a verb in a phase, and the forms for it."""
    return tuple(
        (verb, bare, form)
        for verb in table.verbs
        if verb.gm == gm
        for bare in verb.bare
        if not bare.phases or phase in bare.phases
        for form in verb.forms
        if bare.slots <= {*form.slots, SUBJECT}
    )


def _that_way(fitting: Fitting) -> Fitting | None:
    """The clause with its number read as steps in the direction of the clause before.

    `L1 goes 7 forward, L2 4`: L2 goes 4 forward.  None if it does not fit that pattern.
    """
    clause, before = fitting.clause, fitting.before
    way = before.role("heading") if before is not None else None
    if way is None or way.kind != "heading" or len(way.items) != 1 or len(clause.args) != 2:
        return None
    who, far = clause.args
    if who.value.kind != "units" or far.value.kind != "number" or far.mark or clause.denied:
        return None
    there = NUMBER.sub(far.value.one, way.one, count=1)
    args = (who, replace(far, value=replace(way, items=(there,))))
    return Fitting(clause._replace(args=args), before, fitting.places) if there != way.one else None


NUMBER = re.compile(r"\b\d+\b")


def _ends_there(fitting: Fitting) -> bool:
    """Does it only name the place to which the steps of the clause before lead (`2 north, so
    14,12`)?"""
    before, values = fitting.before, [arg.value for arg in fitting.clause.args]
    way = before.role("heading") if before is not None else None
    who = before.role(SUBJECT) if before is not None else None
    if way is None or who is None or way.kind != "heading" or len(who.items) != 1:
        return False
    alone = len(values) == 1 and values[0].kind == "place" and len(values[0].items) == 1
    return alone and leads(way, who.one, values[0].one, fitting.world)


def _says_where(clause: Clause) -> bool:
    """Does it name only places and headings?"""
    return all(arg.value.kind in ("place", "heading", "line", "offset") for arg in clause.args)


def _may_follow(clause: Clause) -> bool:
    """May a clause without verb and subject be a further act of the same unit?  Never if it names
    only foes (`Legion2 advances 1. Clans1 next.`); if it names only where, it must be linked."""
    if all(arg.value.kind == "units" and arg.value.side == "foe" for arg in clause.args):
        return False
    return clause.linked or not _says_where(clause)


def _says_more(deed: Deed, before: Deed, clause: Clause) -> bool:
    """Whether a clause without a verb may continue the one before.

    It needs a subject of its own, or values for all the slots that the one before had.  Without a
    subject, a clause of places alone must be linked: `don't move L1 to 8,12` is not continued.
    """
    if deed.subject == "said":  # in `LG1 stays with B1`, B1 is no subject
        return clause.linked or clause.args[0].mark != "with"
    if not clause.linked and _says_where(clause):
        return False
    return {name for name, _ in deed.roles} >= {name for name, _ in before.roles if name != SUBJECT}


def _again(fitting: Fitting) -> list[Deed]:
    """The deed of the clause before with the values said now (`B2 the same at O2`)."""
    before = fitting.before
    if before is None or before.form is None:
        return []
    found = []
    for roles, cost in fitting.ways(before.form.slots):
        said = dict(roles)
        if SUBJECT not in said:
            continue
        merged = tuple({**dict(before.roles), **said}.items())
        found.append(replace(before, roles=merged, subject="said", cost=cost, linked=False))
    return found


def of_form(verb: VerbRow, form: Form, fitting: Fitting) -> Iterator[Deed]:
    """The meanings of a clause as this form: every value in a slot, none left over."""
    ways = fitting.ways(form.slots)
    if not ways:
        return
    spend(FORM)
    clause, before, world = fitting.clause, fitting.before, fitting.world
    table = world.table
    far = any(arg.value.kind == "distance" for arg in clause.args)
    counted = any(table.slot(name).kind == "distance" for name in form.slots)
    if far and not counted and all(arg.value.kind != "place" for arg in clause.args):
        return
    if verb.after and not _goes_on(verb, clause, before, world):
        return
    if verb.further and (before is None or before.form is None):
        return
    for roles, cost in ways:
        said = dict(roles)
        if not _in_step(form, said, world) or not _by_whom(verb, form, said, clause, world):
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


def _by_whom(
    verb: VerbRow, form: Form, said: dict[str, Value], clause: Clause, world: World
) -> bool:
    """Whether the subject named could do it; without one, whether no foe is named as the actor."""
    if any(one.mark == "by" and one.value.side == "foe" for one in clause.args):
        return False  # `M1 is charged by O1`
    if SUBJECT in said:
        able = not verb.of or _can_be(said[SUBJECT], verb.of, world)
        return able and not verb.after
    return SUBJECT not in form.slots or not _acts_itself(clause)


def _acts_itself(clause: Clause) -> bool:
    """Whether only foes are named, before the verb, so that they are the ones who act.

    `the bishop captures` is no order to capture the bishop.
    """
    args = clause.args
    return bool(clause.verbs and args) and all(
        one.before and not one.mark and one.value.kind == "units" and one.value.side == "foe"
        for one in args
    )


def _goes_on(verb: VerbRow, clause: Clause, before: Deed | None, world: World) -> bool:
    """Whether it continues an order of a unit that the verb may follow (`after`)."""
    who = before.role(SUBJECT) if before is not None and clause.linked else None
    return who is not None and bool(who.items) and _can_be(who, verb.after, world)


def _in_step(form: Form, said: dict[str, Value], world: World) -> bool:
    """Whether lists fit the form: one that its slot does not take must pair with the subjects.

    Several places for one unit, or several targets where one is meant, do not fit.
    """
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
    """Whether one of these units could be of the kinds `of`; an unknown one could."""
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
    """Whether all these units are known and have `what` among the words for them (kind, state)."""
    things = [world.by_ref.get(ref.lower()) for ref in value.items]
    return bool(things) and all(
        thing is not None and what in (one.lower() for one in thing.words) for thing in things
    )
