"""Standing orders (CB-POST-1); each may hold for one province only (CB-POST-2)."""

from rules.candlebre.words import phrase, plural, plurals, using, within
from rules.line.orders import Order


class Charge(Order):
    """CB-CHARGE-1: `charge with cavalry and light infantry`; of no type: `no charge`."""

    kinds: tuple[str, ...]
    place: str = ""

    def __str__(self) -> str:
        if not self.kinds:
            return f"no charge{within(self.place)}"
        return f"charge with {plurals(self.kinds)}{within(self.place)}"


class PrecisionStrike(Order):
    """CB-PREC-1: `precision strike cavalry with archers`; without `kinds`: all own segments.

    `target` is a unit type, or a leader as written (CB-PREC-5).
    """

    target: str
    kinds: tuple[str, ...] = ()
    place: str = ""

    def __str__(self) -> str:
        return f"precision strike {plural(self.target)}{using(self.kinds)}{within(self.place)}"


class StandardAttack(Order):
    """CB-PREC-1: `standard attack with archers`; without `kinds`: all own segments."""

    kinds: tuple[str, ...] = ()
    place: str = ""

    def __str__(self) -> str:
        return f"standard attack{using(self.kinds)}{within(self.place)}"


class PayBounty(Order):
    """CB-MERC-6: `pay bounty 2`; 0 is `no bounty`."""

    SAYS = "[pay bounty {gold}|no bounty][ in {place}]"

    gold: int
    place: str = ""


class Lose(Order):
    """CB-LOSS-3: `lose mercenaries, infantry first`, `lose cavalry last`."""

    kinds: tuple[str, ...]
    last: bool = False
    place: str = ""

    def __str__(self) -> str:
        listed = ", ".join(map(plural, self.kinds))
        return f"lose {listed} {'last' if self.last else 'first'}{within(self.place)}"


class Rerolls(Order):
    """CB-LEAD-5: `rerolls auto`, `rerolls off`, or `reroll only cavalry` (then `only` has it)."""

    on: bool = True
    only: tuple[str, ...] = ()
    place: str = ""

    def __str__(self) -> str:
        if self.only:
            return f"reroll only {plurals(self.only)}{within(self.place)}"
        return f"rerolls {'auto' if self.on else 'off'}{within(self.place)}"


class WithdrawWhen(Order):
    """CB-WDRAW-8: `withdraw to Ashford after round 2`, `withdraw when 3 units are left`.

    One of `round` (after which) and `left` (so many units) is above 0.
    """

    to: str = ""
    round: int = 0
    left: int = 0
    place: str = ""

    def __str__(self) -> str:
        when = f"after round {self.round}" if self.round else f"when {self.left} units are left"
        return f"withdraw{phrase('to', self.to)} {when}{within(self.place)}"


class StandFast(Order):
    """CB-POST-1: `stand fast`: no withdrawal."""

    SAYS = "stand fast[ in {place}]"

    place: str = ""


class Pace(Order):
    """CB-FIGHT-1: `battles by round`, `battles auto`."""

    by_round: bool
    place: str = ""

    def __str__(self) -> str:
        return f"battles {'by round' if self.by_round else 'auto'}{within(self.place)}"


Standing = (
    Charge
    | PrecisionStrike
    | StandardAttack
    | PayBounty
    | Lose
    | Rerolls
    | WithdrawWhen
    | StandFast
    | Pace
)
