"""Sentences of crusade7 that begin with no unit: tactics, phases, the army, and the GM's lines."""

from collections.abc import Sized

from lark import Token, v_args

from grammar.crusade7.statblock import StatblockError, read_library
from grammar.lines import MOST_REFS
from grammar.transform import Reader, TooMany, Unreadable
from rules.crusade7 import orders as own
from rules.crusade7.overrides import AddNote, Damage, Heal, Import, Kill, PaintTerrain
from rules.line.orders import Order
from rules.line.overrides import Set
from rules.numbers.grid import Cell

PHASES = {"movement": "move", "heavy support fight": "heavy", "heavy support": "heavy"}


@v_args(inline=True)
class ArmyReader(Reader):
    """One method for each such rule of sentences.lark; what it is given are values already."""

    # Tactics and phases.

    def use_tactic(self, tactic: str) -> Order:
        """C7-TAC-1: `use Support`."""
        return own.UseTactic(tactic)

    def use_tactic_on(self, tactic: str, unit: str) -> Order:
        """`use High Alert on L1`."""
        return own.UseTactic(tactic, unit)

    def use_tactic_with(self, tactic: str, unit: str, attack: str | None) -> Order:
        """`use Reflexive Fire with B1 Bolt`."""
        return own.UseTactic(tactic, unit, attack or "", "with")

    def skip_to(self, phase: Token) -> Order:
        """C7-TURN-8: `skip to fight`."""
        return own.SkipTo(phase_name(phase))

    # The army.

    def choose_faction(self, faction: str, subfaction: str | None) -> Order:
        """C7-SETUP-2: `faction Second Roman Empire subfaction Veterans`."""
        return own.ChooseFaction(faction, subfaction or "")

    def numbered(self, words: str, number: Token) -> str:
        """`Terminatus Type 3`: a name with a number that the match does not know."""
        return f"{words} {number}"

    def take_detachment(self, detachment: str, levies: tuple[own.Levy, ...]) -> Order:
        """C7-DET-2: `detachment Platoon: 1 Legate, 12 Legionnaires`."""
        return own.TakeDetachment(detachment, levies)

    def take_reserves(self, levies: tuple[own.Levy, ...]) -> Order:
        """C7-CP-3: `reinforcements: 5 Legionnaires`."""
        return own.TakeReserves(levies)

    def levies(self, *levies: own.Levy) -> tuple[own.Levy, ...]:
        """`1 Legate, 12 Legionnaires`."""
        check_length(levies)
        return levies

    def levy(self, count: Token, kind: str, options: tuple[str, ...] | None) -> own.Levy:
        """C7-GOLD-3: `4 Centurions with Phalerae`."""
        return own.Levy(int(count), kind, options or ())

    def options(self, *options: str) -> tuple[str, ...]:
        """`Transverse Crest + Phalerae`."""
        return options

    def ready(self) -> Order:
        """C7-SETUP-6: `ready`."""
        return own.Ready()

    def clear_army(self) -> Order:
        """C7-ORDER-11: `clear army`."""
        return own.ClearArmy()

    # The GM (6.3).

    def set_game(self, attribute: Token, value: Token) -> Order:
        """`set phase heavy support fight`: phases by their short names."""
        word, said = self.said(attribute).lower(), self.said(value)
        return Set("game", word, phase_name(said) if word == "phase" else said)

    def damage(self, ref: str, amount: Token, kind: str | None) -> Order:
        """`damage L1 12 fire`."""
        return Damage(ref, int(amount), kind or "")

    def heal(self, ref: str, amount: Token) -> Order:
        """`heal L1 12`."""
        return Heal(ref, int(amount))

    def kill(self, ref: str) -> Order:
        """`kill L1`."""
        return Kill(ref)

    def paint_terrain(self, terrain: str, start: Cell, end: Cell | None) -> Order:
        """`terrain impassable at 1,8-24,8`."""
        return PaintTerrain(terrain.lower(), start, end or start)

    def import_text(self, text: Token) -> Order:
        """C7-GM-3: `import <statblock>`; line breaks may be written `|`."""
        pasted = "\n".join(part.strip() for part in self.written(text).split("|"))
        try:
            return Import(pasted, read_library(pasted))
        except StatblockError as error:
            why = f"line {error.line} of the statblock cannot be read: {error.why}"
            raise Unreadable(why, "C7-GM-3", error.text) from error

    def unmarked_name(self, words: str, ref: Token) -> str:
        """`Elf Archer2`, or `Legionnaire L1`, in a line that is read as it stands."""
        letters = ref.rstrip("0123456789")
        name = self.names.canonical((*words.split(), letters))
        return f"{name} {self.number(ref)}" if name else self.ref(ref)

    def add_note(self, ref: str, text: Token) -> Order:
        """`note L1 carries the eagle`."""
        return AddNote(ref, self.written(text).strip())


def phase_name(said: str) -> str:
    """A phase by its short name: `heavy` for `Heavy Support Fight phase`."""
    words = " ".join(said.lower().split()).removesuffix(" phase")
    return PHASES.get(words, words)


def check_length(things: Sized) -> None:
    """A list has a limit."""
    if len(things) > MOST_REFS:
        raise TooMany(f"the list has {len(things)} entries; at most {MOST_REFS} are read")
