"""Sentences of crusade7 that begin with no unit: tactics, phases, the army, and the GM's lines."""

from lark import Token, v_args

from grammar.crusade7.statblock import StatblockError, read_library
from grammar.transform import Reader, Unreadable, check_length, order
from rules.crusade7 import orders as own
from rules.crusade7.overrides import AddNote, Damage, Heal, Import, Kill, PaintTerrain
from rules.line.orders import Order
from rules.line.overrides import Set
from rules.numbers.grid import Cell

PHASES = {"movement": "move", "heavy support fight": "heavy", "heavy support": "heavy"}


@v_args(inline=True)
class ArmyReader(Reader):
    """The rules of sentences.lark for these sentences; their arguments are values already."""

    # Tactics and phases.

    use_tactic = own.UseTactic
    use_tactic_on = own.UseTactic

    use_tactic_with = order(own.UseTactic, choice="with")

    def skip_to(self, phase: Token) -> Order:
        """C7-TURN-8: `skip to fight`."""
        return own.SkipTo(phase_name(phase))

    # The army.

    choose_faction = order(own.ChooseFaction)

    def numbered(self, words: str, number: Token) -> str:
        """`Terminatus Type 3`: a name with a number that the match does not know."""
        return f"{words} {number}"

    take_detachment = own.TakeDetachment
    take_reserves = own.TakeReserves

    def levies(self, *levies: own.Levy) -> tuple[own.Levy, ...]:
        """`1 Legate, 12 Legionnaires`."""
        check_length(levies)
        return levies

    levy = order(own.Levy)

    def options(self, *options: str) -> tuple[str, ...]:
        """`Transverse Crest + Phalerae`."""
        return options

    ready = own.Ready
    clear_army = own.ClearArmy
    # The GM (6.3).

    def set_game(self, attribute: Token, value: Token) -> Order:
        """`set phase heavy support fight`: a phase is turned into its short name."""
        word, said = self.said(attribute).lower(), self.said(value)
        return Set("game", word, phase_name(said) if word == "phase" else said)

    damage = order(Damage)
    heal = order(Heal)
    kill = Kill

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
        """`Elf Archer2`, or `Legionnaire L1`, in a verbatim line, where names are not marked."""
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
