"""Writes what was understood as canonical sentences; what is open in them becomes a choice."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from grammar.reader.clauses import Reading
from grammar.reader.deeds import SUBJECT, Deed
from grammar.reader.extremes import spot_of
from grammar.reader.rows import Slot
from grammar.reader.there import BESIDE, nearest_to
from grammar.reader.tiles import NoTile, ahead_of, gone_to, tile_of
from grammar.reader.world import Value, World
from rules.display.things import Thing
from rules.line.frozen import Frozen

MOST_SENTENCES = 60
MOST_CHOICES = 80
ENDS = ("end phase", "pass")
"""Sentences that mean the same where a message is one sentence."""
LAST = ("resign", "accept draw")
"""They end the match for the writer: an `end phase` or `pass` right before them is dropped."""


class CannotWrite(Exception):
    """What was understood cannot be written as a sentence; the text says why."""


class Choice(Frozen):
    """Something open in a sentence: its slot, the options, and why it is open.

    `why`: `missing`, `several` (units that could be meant), `vague`, or `named` (several things
    have the name that was said).
    """

    slot: str
    options: tuple[str, ...]
    why: str


class Draft(Frozen):
    """Sentences with holes: a choice stands in them as `\\0number\\0`.

    `cancelled`: something in the message was denied.
    """

    sentences: tuple[str, ...]
    choices: tuple[Choice, ...] = ()
    cancelled: bool = False
    sources: tuple[str, ...] = ()
    """What was typed, sentence by sentence."""

    def variants(self, most: int = MOST_CHOICES) -> Iterator[tuple[str, ...]]:
        """The sentences with every combination of the choices, at most `most`."""
        for number, chosen in enumerate(product(*(one.options for one in self.choices))):
            if number >= most:
                return
            yield tuple(self.with_choices(chosen))

    def with_choices(self, chosen: Sequence[str]) -> Iterator[str]:
        """The sentences with one option for each choice."""
        for sentence in self.sentences:
            for number, said in enumerate(chosen):
                sentence = sentence.replace(f"\0{number}\0", said)
            yield sentence


@dataclass
class Writer:
    """Writes the deeds of one message, and remembers whom it named for the deeds that follow.

    `mentioned`: all units named so far.  `subject`: who acted last.  `enemy`: the last attacked.
    """

    world: World
    mentioned: list[str] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    subject: tuple[str, ...] = ()
    said_subject: str = ""
    enemy: tuple[str, ...] = ()
    cancelled: bool = False
    source: str = ""
    sources: list[str] = field(default_factory=list)
    gone: dict[str, str] = field(default_factory=dict)
    """Where units stand after the orders before (on boards of tiles)."""

    def draft(self) -> Draft:
        """Everything written so far."""
        lines = tuple(map(self._in_order, self.lines))
        return Draft(lines, tuple(self.choices), self.cancelled, tuple(self.sources))

    def _not_said(self, text: str) -> str:
        """The text without its first part, if the present sentence has that already."""
        join = self.world.table.join
        said, parts = self.lines[-1].split(join), text.split(join)
        return join.join(parts[1:]) if len(parts) > 1 and parts[0] in said else text

    def _in_order(self, line: str) -> str:
        """The sentence with the part that goes before all others (`leads`) moved to the front."""
        leads = self.world.table.leads
        parts = line.split(self.world.table.join) if leads else []
        ahead = [one for one in parts if one.endswith(leads)]
        if len(ahead) != 1 or parts[0] == ahead[0]:
            return line
        return self.world.table.join.join((*ahead, *(one for one in parts if one != ahead[0])))

    def begin(self, text: str) -> None:
        """Begin a new sentence."""
        self.lines.append(text)
        self.sources.append(self.source)

    def go_on(self, text: str) -> None:
        """Continue the present sentence."""
        self.lines[-1] += self.world.table.join + text
        if self.source not in self.sources[-1]:
            self.sources[-1] += f" {self.source}"

    def write(self, reading: Reading) -> None:
        """Write the sentences of a reading.  Raises `CannotWrite`."""
        for deed in reading.deeds:
            for _, value in deed.roles:
                self.mentioned += value.items if value.kind == "units" else ()
        for deed in reading.deeds:
            if deed.void or deed.form is None:
                self.cancelled = True
                who = deed.role(SUBJECT)
                self.subject = who.items if who is not None and who.items else self.subject
            else:
                self._deed(deed)

    def _deed(self, deed: Deed) -> None:
        roles = dict(deed.roles)
        table = self.world.table
        who = self._who(deed, roles)
        values: dict[str, tuple[str, ...]] = {}
        for name in deed.form.slots if deed.form else ():
            if name == SUBJECT:
                values[name] = who
            elif name in roles:
                slot = table.slot(name)
                values[name] = self._items(slot, roles[name], values.get(slot.base) or who)
            elif name in deed.missing:
                bearer = _sole_bearer(roles, self.world) if table.slot(name).kind == "own" else ()
                values[name] = bearer or self._missing(table.slot(name), who)
        for name in [name for name in values if self._stands_there(name, deed, who, values)]:
            del values[name]
        if len(who) == 1 and deed.form and table.places.style == "tile":
            ahead = ahead_of(self._thing(who[0]), self.world, roles.get("heading"))
            self.gone[who[0]] = gone_to(deed.form, values, ahead) or self.gone.get(who[0], "")
        if deed.form and any(name not in values for name in deed.form.needed):
            raise CannotWrite("not all of it is said")
        same = deed.subject == "same"
        for line in self._rows(deed, values):
            self._add(deed, line, same)
        if len(self.lines) > 1 and self.lines[-1] == self.lines[-2] and deed.verb is None:
            self.lines.pop()
            self.sources.pop()
        for name, value in roles.items():
            if value.kind == "units" and name != SUBJECT and value.side == "foe":
                self.enemy = value.items
            if value.kind == "units" and name != SUBJECT and value.side == "own" and not who:
                self.subject = value.items
        if who:
            self.subject = who

    def _stands_there(
        self, name: str, deed: Deed, who: tuple[str, ...], values: dict[str, tuple[str, ...]]
    ) -> bool:
        """Is it an optional place where the actor already stands (`10,20 to 10,17`)?"""
        needless = deed.form is not None and name not in deed.form.needed
        thing = self._thing(who[0]) if needless and len(who) == 1 else None
        is_place = self.world.table.slot(name).kind == "place"
        return thing is not None and is_place and bool(thing.at) and values[name] == (thing.at,)

    def _who(self, deed: Deed, roles: dict[str, Value]) -> tuple[str, ...]:
        if deed.form is None or SUBJECT not in deed.form.slots:
            return ()
        value = roles.get(SUBJECT)
        if value is None:
            if deed.subject == "same" and self.subject:
                return self.subject
            own, slot = self.world.own, self.world.table.slot(SUBJECT)
            able = tuple(one.spoken for one in own if one.able and self._is_of(one, slot, deed))
            if len(able) == 1 and deed.verb is not None and deed.verb.of:
                return able
            by = self._of_kind(deed.verb.by) if deed.verb is not None else ()
            if sole := _sole_bearer(roles, self.world) or by[: len(by) == 1]:
                return sole
            return (self._choice(Choice(SUBJECT, able, "missing")),)
        return self._items(self.world.table.slot(SUBJECT), value, ())

    def _is_of(self, thing: Thing, slot: Slot, deed: Deed) -> bool:
        """Is it of a kind that this slot and verb allow?"""
        wanted = {one.lower() for one in (*slot.of, *(deed.verb.of if deed.verb else ()))}
        return not wanted or bool(wanted & {one.lower() for one in (thing.kind, *thing.words)})

    def _of_kind(self, kinds: Sequence[str]) -> tuple[str, ...]:
        """The writer's own units of these kinds, able to act or not."""
        wanted = {one.lower() for one in kinds}
        own = ((one, {word.lower() for word in (one.kind, *one.words)}) for one in self.world.own)
        return tuple(one.spoken for one, words in own if wanted & words)

    def _choice(self, choice: Choice) -> str:
        if not choice.options:
            named = choice.slot in (SUBJECT, "")
            what = "nobody" if named else f"no {choice.slot.replace('_', ' ')}"
            raise CannotWrite(f"there is {what} here that could be meant")
        self.choices.append(choice)
        return f"\0{len(self.choices) - 1}\0"

    def _items(self, slot: Slot, value: Value, who: tuple[str, ...]) -> tuple[str, ...]:
        """The texts that fill a slot; an open value becomes a choice.  Raises `CannotWrite`."""
        if value.kind == "rest":
            return self._rest(value)
        if value.word == "self":
            return self._pronoun(slot, value, who)
        if value.options and not value.items:
            options = tuple(option[0] for option in value.options)
            if not value.vague and len(self.subject) == 1 and self.subject[0] in options:
                return self.subject
            if value.word in BESIDE:
                return self._beside(slot, value, who)
            if value.word == "nearest":
                return self._nearest(slot, value, who)
            why = "vague" if value.vague else "named" if value.word == "named" else "several"
            return (self._choice(Choice(slot.name, options, why)),)
        if value.kind in ("line", "offset") or slot.kind == "stretch":
            return self._computed(value, who, bool(slot.base))
        if not value.items:
            raise CannotWrite(f"nothing is left of {slot.name}")
        return value.items

    def _pronoun(self, slot: Slot, value: Value, who: tuple[str, ...]) -> tuple[str, ...]:
        """Who a pronoun means: `himself` the subject, `him` who was attacked or acted last."""
        found = who
        if value.items[0] == "\0them":
            found = self.enemy if slot.kind == "foe" else self.subject or self.enemy
        if not found:
            raise CannotWrite("it is not said who that is")
        return found

    def _beside(self, slot: Slot, value: Value, who: tuple[str, ...]) -> tuple[str, ...]:
        """Who `the orc next to him` is: the only option adjacent to each subject.

        In front of him stands the one straight ahead.  If a single subject has several adjacent, or
        none, it is asked who is meant; the nearest comes first.
        """
        found: list[str] = []
        for ref in who:
            thing = self.world.by_ref.get(ref.lower())
            spot = spot_of(thing.at, self.world) if thing is not None else None
            near = [option[0] for option in value.options if self._touches(option[0], spot)]
            if value.word == "in front" and len(near) != 1:
                ahead = nearest_to(value.options, spot, self.world, crow=True)
                if len(who) == 1:
                    others = (one for one, *_ in value.options if one not in ahead)
                    return (self._choice(Choice(slot.name, (*ahead, *others), "several")),)
                near = ahead if near else near
            if len(near) != 1:
                raise CannotWrite("it is not said which of them" if near else "nobody is that near")
            found += near
        if not found:
            raise CannotWrite("it is not said beside whom")
        return tuple(found)

    def _nearest(self, slot: Slot, value: Value, who: tuple[str, ...]) -> tuple[str, ...]:
        """Who `the nearest orc` is: the option nearest to each subject."""
        found: list[str] = []
        for ref in who:
            thing = self._thing(ref)
            spot = spot_of(thing.at, self.world) if thing is not None else None
            near = nearest_to(value.options, spot, self.world)
            if len(near) > 1 and len(who) == 1:
                return (self._choice(Choice(slot.name, tuple(near), "several")),)
            if len(near) != 1:
                raise CannotWrite("it is not said which of them")
            found += near
        if not found:
            raise CannotWrite("it is not said nearest to whom")
        return tuple(dict.fromkeys(found)) if slot.many else tuple(found)

    def _touches(self, ref: str, spot: tuple[int, int] | None) -> bool:
        thing = self.world.by_ref.get(ref.lower())
        other = spot_of(thing.at, self.world) if thing is not None else None
        if spot is None or other is None:
            return False
        return max(abs(spot[0] - other[0]), abs(spot[1] - other[1])) == 1

    def _rest(self, value: Value) -> tuple[str, ...]:
        out = {*self.mentioned, *(one for group in value.options for one in group)}
        rest = tuple(
            one.spoken
            for one in self.world.own
            if one.spoken not in out
            and (one.spoken in value.items if value.items else one.at and one.able)
        )
        if not rest:
            raise CannotWrite("nobody is left")
        return rest

    def _computed(self, value: Value, who: tuple[str, ...], moved: bool) -> tuple[str, ...]:
        """The places meant by an offset, row or column, which depend on where each unit stands."""
        if not who or "\0" in "".join(who):
            raise CannotWrite("it is not said from where")
        if self.world.table.places.style == "tile":
            things = map(self._thing, who)
            return self._tiles(value, things, moved)
        places = self.world.table.places
        found = []
        for number, ref in enumerate(who):
            thing = self.world.by_ref.get(ref.lower())
            at = [int(one) for one in (thing.at if thing else "").split(",") if one.isdigit()]
            if len(at) != 2:
                at = self._edge(thing, value, number)
            row, column = at if places.first == "row" else at[::-1]
            if value.kind == "line":
                if len(value.numbers) not in (1, len(who)):
                    raise CannotWrite("there are not as many places as units")
                new = value.numbers[number if len(value.numbers) > 1 else 0]
                row, column = (row, new) if value.word == "column" else (new, column)
            else:
                row, column = row + value.numbers[0], column + value.numbers[1]
            found.append(places.write.format(row=row, column=column, x=column, y=row))
        return tuple(found)

    def _thing(self, ref: str) -> Thing | None:
        """The unit, at the place where the orders before have taken it."""
        thing = self.world.by_ref.get(ref.lower())
        if thing is None and re.fullmatch("[a-h][1-8]", ref):
            return Thing(ref, self.world.seat, at=ref)
        return replace(thing, at=self.gone.get(ref) or thing.at) if thing is not None else None

    def _tiles(self, value: Value, things: Iterable[Thing | None], moved: bool) -> tuple[str, ...]:
        try:
            return tuple(tile_of(value, thing, self.world, moved) for thing in things)
        except NoTile as error:
            raise CannotWrite(str(error)) from error

    def _edge(self, thing: Thing | None, value: Value, number: int) -> list[int]:
        """The known half of the place where a unit off the board may come in (its edge).

        The other half is 0: the row or column that was said replaces it.
        """
        parts = (thing.edge if thing else "").split(",")
        if len(parts) != 2 or value.kind != "line":
            raise CannotWrite("a unit that stands nowhere has no such place")
        return [int(part) if part.isdigit() else 0 for part in parts]

    def _missing(self, slot: Slot, who: tuple[str, ...]) -> tuple[str, ...]:
        """The value of a needed slot that was left empty, or a choice of what the match has."""
        if slot.kind == "place":
            actors = self.subject if slot.left else who or self.subject
            thing = self.world.by_ref.get(actors[0].lower()) if actors else None
            if thing is None or not thing.at:
                raise CannotWrite("it is not said where")
            return (thing.at,)
        if slot.kind == "foe" and self.enemy:
            return self.enemy
        if slot.kind in ("own", "foe", "unit"):
            things = [
                one
                for one in self.world.things
                if slot.kind == "unit" or self.world.owns(one) == (slot.kind == "own")
            ]
            kinds = {one.lower() for one in slot.of}
            things = [
                one
                for one in things
                if not kinds or kinds & {word.lower() for word in (one.kind, *one.words)}
            ]
            options = tuple(one.spoken for one in things)
            if len(options) == 1 and slot.kind == "own" and slot.of:
                return options  # a seat's only psyker
        else:
            options = self.world.nouns.get(slot.kind, ())
        return (self._choice(Choice(slot.name, options, "missing")),)

    def _rows(self, deed: Deed, values: dict[str, tuple[str, ...]]) -> Iterator[dict[str, str]]:
        """The values of each sentence that a deed becomes.

        Lists stay lists where the slot takes one.  Lists as long as that of the subjects are
        paired with it, and others are spread over several sentences.
        """
        table = self.world.table
        lengths = {name: len(items) for name, items in values.items() if len(items) > 1}
        split = [name for name in lengths if not table.slot(name).many]
        count = lengths.get(SUBJECT, 0)
        paired = [name for name in lengths if name != SUBJECT and lengths[name] == count]
        if count and paired and not (deed.verb is not None and deed.verb.as_one):
            groups = [deed.role(name) for name in (SUBJECT, *paired) if self._is_units(name)]
            if len(groups) > 1 and not any(one is not None and one.explicit for one in groups):
                raise CannotWrite("it is not said which of them goes with which")
            split = [SUBJECT, *paired]
        elif (any(name != SUBJECT for name in split) and not self._spreads(values)) and (
            SUBJECT in values or any(deed.role(name) for name in split if self._is_units(name))
        ):
            raise CannotWrite("only one can be named there: write a line for each")
        if not split:
            yield {name: listed(items) for name, items in values.items()}
            return
        size = max(lengths[name] for name in split)
        if any(lengths[name] != size for name in split):
            raise CannotWrite("the lists are not of one length")
        for number in range(size):
            yield {
                name: items[number] if name in split else listed(items)
                for name, items in values.items()
            }

    def _spreads(self, values: Mapping[str, tuple[str, ...]]) -> bool:
        """May values be spread: is a message one sentence, and does this form have no subject?"""
        return self.world.table.one_sentence and SUBJECT not in values

    def _is_units(self, name: str) -> bool:
        return self.world.table.slot(name).kind in ("own", "foe", "unit")

    def _add(self, deed: Deed, row: dict[str, str], same: bool) -> None:
        assert deed.form is not None
        table, text = self.world.table, deed.form.filled(row)
        who = row.get(SUBJECT, "")
        if len(self.lines) >= MOST_SENTENCES:
            raise CannotWrite(f"more than {MOST_SENTENCES} orders")
        if self.lines and same and self.lines[-1] == text:
            return
        while text in LAST and self.lines and self.lines[-1] in ENDS:
            self.lines.pop()  # `that's it for me, I resign`
            self.sources.pop()
        goes_on = self.lines and (table.one_sentence or (same and table.join))
        if goes_on and who and who == self.said_subject and text.startswith(f"{who} "):
            self.go_on(text[len(who) + 1 :])
        elif self.lines and table.one_sentence:
            text = self._not_said(text)
            for begun in table.merge:
                if self.lines[-1].startswith(begun) and text.startswith(begun):
                    text = text[len(begun) :]
            ended = text in ENDS and self.lines[-1] in ENDS
            if text not in ("end phase", self.lines[-1]) and not ended:
                self.go_on(text)
        else:
            self.begin(text)
        self.said_subject = who or self.said_subject


def listed(items: Sequence[str]) -> str:
    """The items as a list in words: `L1, L2 and L3`."""
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last


__all__ = ["CannotWrite", "Choice", "Draft", "Writer", "listed"]


def _sole_bearer(roles: Mapping[str, Value], world: World) -> tuple[str, ...]:
    """The writer's only unit that has what is named (`Dread on the legion`); else empty."""
    said = {one for value in roles.values() if value.kind == "noun" for one in value.items}
    bearers = tuple(one.spoken for one in world.own if said & set(one.has))
    return bearers if len(bearers) == 1 else ()
