"""What came of each sentence of a message."""

from dataclasses import dataclass

from grammar.reader.clauses import Reading
from grammar.reader.spell import Respelt


@dataclass(frozen=True, slots=True)
class Step:
    """A sentence and what came of it.

    `strict`: the law reads it as it stands.  Otherwise `readings` are what it could mean; `bars`
    say why it is not to be carried out; with neither it is a remark, or `unread` if it seems to
    order something.
    """

    text: str
    strict: bool = False
    readings: tuple[Reading, ...] = ()
    bars: tuple[str, ...] = ()
    respelt: tuple[Respelt, ...] = ()
    unread: bool = False
    question: bool = False
    subject: tuple[str, ...] = ()
    corrects: bool = False
    names: bool = False
    """It names things of the match, and says nothing else."""
    enemy: tuple[str, ...] = ()
    """A remark about this unit: `it` in the next sentence is that one."""

    @property
    def orders(self) -> bool:
        """It orders something, without a doubt."""
        return (self.strict or bool(self.readings)) and not (self.bars or self.question)

    @property
    def remark(self) -> bool:
        """It has nothing to do with orders."""
        return not (self.strict or self.readings or self.bars or self.unread)
