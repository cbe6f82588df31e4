"""The values that make up a statblock, a spell, a power or a tactic; grammar/ reads them."""

from rules.line.frozen import Frozen
from rules.line.said import Said

STATS = ("Speed", "STR", "DEX", "CON", "INT", "WIS", "CHA", "PF")
"""C7-STAT-1: the eight stats, always in this order."""

CLASSES = (
    *("Warlord", "Troops", "Elites", "Transport", "Cavalry"),
    *("Heavy Support", "Very Heavy Support"),
)

MODIFIED = (
    "AC", "AC against ranged attacks", "AC against melee attacks", "ATK", "melee ATK", "DC",
    "Speed", "Initiative", *STATS[1:], "psychic tests", "saving throws",
    "saving throws against magic", "morale", "resistance",
)  # fmt: skip
"""What a modifier can apply to (section 8.6)."""


class Printed(Frozen):
    """Something that a book or a sheet prints under a name."""

    name: str


class Modifier(Frozen):
    """`+2 AC`, `advantage on ATK` (edge 1), `disadvantage on DC` (edge -1), `resistance to fire`.

    `target` is one of MODIFIED; exactly one of `amount`, `edge`, `damage_type` is set.
    """

    target: str
    amount: int = 0
    edge: int = 0
    damage_type: str = ""


class Formula(Frozen):
    """A sum such as STR+PF+8: terms of a sign and a stat name or a number."""

    terms: tuple[tuple[int, str | int], ...]

    @property
    def stats(self) -> tuple[str, ...]:
        """The stats in it, in order."""
        return tuple(term for _, term in self.terms if isinstance(term, str))


class Save(Frozen):
    """C7-SAVE-1: the attack is measured as a DC against a stat of the target, by Type 1, 2 or 3."""

    stat: str
    type: int


class Inflict(Frozen):
    """C7-ATTR-6: gives a condition, for some rounds (None: C7-COND-1).

    `stat` and `dc` are set if a saving throw can avoid it (`CON 14 or poisoned`).
    """

    condition: str
    rounds: int | None = None
    stat: str = ""
    dc: int = 0


class Attack(Printed):
    """One attack line.  `range` None is melee; `bonus` None: the caster's ATK or DC (a spell)."""

    range: int | None
    attributes: tuple[str, ...]
    bonus: Formula | None
    save: Save | None
    damage: tuple[tuple[int, str], ...]
    blast: bool = False
    reach: bool = False
    uses: int | None = None
    shield_breaker: bool = False
    inflicts: tuple[Inflict, ...] = ()
    doubles: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def melee(self) -> bool:
        return self.range is None


class Ability(Said):
    """What a unit type can do besides attacks, by its name; each kind is a class."""

    name: str


class Reaction(Ability):
    """C7-ABIL-1: strikes enemies that end a leg of a move within reach of the named attack."""

    SAYS = "{attack} on every enemy that ends a leg of a move where it strikes"

    attack: str


class Aura(Ability):
    """C7-ABIL-2: friendly units of a kind (`""`: any) within some cells gain modifiers."""

    SAYS = "{modifiers:modifiers} for friendly [{kind} ]units within {within}"

    kind: str
    within: int
    modifiers: tuple[Modifier, ...]


class Regeneration(Ability):
    """C7-ABIL-3: regains HP in the Command Phase."""

    SAYS = "regains {hp} HP in each Command Phase"

    hp: int


class Steadfast(Ability):
    """C7-ABIL-4: always passes Morale checks."""

    SAYS = "passes every Morale check"


class DeathBurst(Ability):
    """C7-ABIL-5: when it dies, everybody within some cells takes damage."""

    SAYS = "when it dies, {damage} {damage_type} to every unit within {within}"

    within: int
    damage: int
    damage_type: str


class ShieldWall(Ability):
    """C7-ABIL-6: AC while adjacent to another friendly unit with an ability of this name."""

    SAYS = "{ac:signed} AC next to a friend with {name}"

    ac: int


class Pack(Ability):
    """C7-ABIL-7: advantage on melee ATK if another friendly unit is adjacent to the target."""

    SAYS = "advantage on melee ATK if another friend is next to the target"


class Wounded(Ability):
    """C7-ABIL-8: modifiers while at half HP or less."""

    SAYS = "{modifiers:modifiers} at half HP or less"

    modifiers: tuple[Modifier, ...]


class ChargeBonus(Ability):
    """C7-ABIL-9: more melee damage in the Fight Phase after a charge."""

    SAYS = "{damage:signed} melee damage in the Fight Phase after a charge"

    damage: int


class Defences(Ability):
    """C7-ABIL-10: resistance, immunity and vulnerability to damage types and conditions."""

    SAYS = (
        "[resists {resistance:, }[{immunity?}; |{vulnerability?}; ]][immune to {immunity:, }"
        "[{vulnerability?}; ]][vulnerable to {vulnerability:, }]"
    )

    resistance: tuple[str, ...] = ()
    immunity: tuple[str, ...] = ()
    vulnerability: tuple[str, ...] = ()


class Constant(Ability):
    """C7-ABIL-11: modifiers that always apply."""

    SAYS = "{modifiers:modifiers}"

    modifiers: tuple[Modifier, ...]


class Casting(Frozen):
    """The Spellcasting line and the spells known by level (0: cantrips), with slots per level."""

    atk: Formula
    dc: Formula
    spells: tuple[tuple[int, str], ...] = ()
    slots: tuple[tuple[int, int], ...] = ()


class Purchase(Printed):
    """C7-UNIT-10: an option that can be bought: price and what it changes.

    `changes` holds (what, amount) with what being AC, HP or a stat; `armour` is appended to the
    armour note, `attacks` are added.
    """

    price: int
    changes: tuple[tuple[str, int], ...] = ()
    armour: str = ""
    attacks: tuple[Attack, ...] = ()


class Note(Printed):
    """C7-UNIT-3: a text that the referee does not automate; shown in the key."""

    text: str


class Spell(Printed):
    """A spell of the library, or one written out in a statblock."""

    range: int
    effects: "Effects"


class Power(Printed):
    """A psionic power; `escalates` is what others' attempts add to its charge (C7-PSI-6)."""

    charge: int
    effects: "Effects"
    escalates: int = 0


class Tactic(Printed):
    """A faction tactic (8.5): cost, phases (empty: any), whom it concerns, what it does.

    `who`: `friendly` or `enemy` (one is chosen), `all` (all friendly ones), `none`.  `kind` limits
    them; `spread` adds the units of `spread_kind` within that many cells; `near`: the enemy must
    be within that many cells of a friend.  `until` is `phase`, `round` or empty.
    """

    cost: int
    phases: tuple[str, ...]
    who: str
    effects: "Effects"
    kind: str = ""
    spread: int | None = None
    spread_kind: str = ""
    near: int | None = None
    until: str = ""


class Choose(Frozen):
    """C7-EFF-1: how many targets, whose (`enemy`, `friendly`, `self`), within which range."""

    count: int = 1
    side: str = "enemy"
    within: int | None = None


class Harm(Frozen):
    """C7-EFF-2: unavoidable damage; C7-EFF-10: `instead` from a test value of `from_value` up."""

    damage: int
    damage_type: str
    from_value: int | None = None
    instead: int = 0
    instead_type: str = ""


class Gain(Frozen):
    """C7-EFF-6: modifiers for some rounds (None: as the spell, power or tactic says)."""

    modifiers: tuple[Modifier, ...]
    rounds: int | None = None


class Effects(Frozen):
    """The sentences of a spell, power or tactic, sorted by what they do (8.4).

    `understood` is False if any sentence is not (C7-EFF-15); `text` is kept as written.
    """

    text: str
    choose: Choose
    understood: bool = True
    strike: Attack | None = None
    harm: tuple[Harm, ...] = ()
    regain: int = 0
    inflicts: tuple[Inflict, ...] = ()
    gains: tuple[Gain, ...] = ()
    breaks_concentration: bool = False
    takes_slot: int = 0
    concentration: bool = False
    duration: int | None = None
    more_strikes: tuple[Attack, ...] = ()

    @property
    def strikes(self) -> tuple[Attack, ...]:
        """C7-EFF-3, C7-EFF-4: its attacks, one for each sentence that is one."""
        return () if self.strike is None else (self.strike, *self.more_strikes)

    @property
    def does_nothing(self) -> bool:
        """C7-EFF-15: True if none of its understood sentences has an effect."""
        deeds = (self.strikes, self.harm, self.regain, self.inflicts, self.gains, self.takes_slot)
        return not any(deeds) and not self.breaks_concentration


class Statblock(Printed):
    """A unit type as printed.  `cost` and the numbers include bought options (C7-UNIT-10); `also`
    are nicknames that players may use for it in free text."""

    abbreviation: str
    hp: int
    ac: int
    armour: str
    cost: int
    stats: tuple[int, ...]
    classification: str = "Troops"
    faction: str = "Imported"
    footprint: tuple[int, int] = (1, 1)
    capacity: int = 0
    abilities: tuple[Ability, ...] = ()
    attacks: tuple[Attack, ...] = ()
    multiattack: tuple[tuple[int, str], ...] = ()
    casting: Casting | None = None
    own_spells: tuple[Spell, ...] = ()
    manifests: int = 0
    denies: int = 0
    powers: tuple[str, ...] = ()
    purchases: tuple[Purchase, ...] = ()
    bought: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    also: tuple[str, ...] = ()

    def stat(self, name: str) -> int:
        """A printed stat by its name."""
        return self.stats[STATS.index(name)]

    @property
    def psionic(self) -> bool:
        return self.manifests > 0 or bool(self.powers)


class Faction(Printed):
    """A faction: its subfactions and its tactics; the statblocks name it."""

    subfactions: tuple[str, ...] = ()
    tactics: tuple[Tactic, ...] = ()


class Library(Frozen):
    """Everything that was read for a match: factions, unit types, spells, powers."""

    factions: tuple[Faction, ...] = ()
    blocks: tuple[Statblock, ...] = ()
    spells: tuple[Spell, ...] = ()
    powers: tuple[Power, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of everything in the library."""
        named: tuple[Printed, ...] = (*self.factions, *self.blocks, *self.spells, *self.powers)
        return tuple(one.name for one in named)

    @property
    def left_to_gm(self) -> tuple[str, ...]:
        """C7-EFF-15: the names of the spells and powers that are left to the GM as a whole."""
        effects = [(spell.name, spell.effects) for spell in self.spells]
        effects += [(power.name, power.effects) for power in self.powers]
        return tuple(name for name, one in effects if not one.understood or one.does_nothing)

    def __hash__(self) -> int:
        """A cheap hash: libraries with the same counts are seldom different."""
        return hash((len(self.factions), len(self.blocks), len(self.spells), len(self.powers)))
