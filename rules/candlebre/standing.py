"""Standing orders (7.9): what a seat has chosen in advance for its battles."""

from rules.line.frozen import Frozen


class Withdrawal(Frozen):
    """CB-WDRAW-8: when a force goes and where to; `when` is `never`, `round` or `units`."""

    when: str = "never"
    number: int = 0
    to: int = 0
    """The number of the province, 0 for the default of CB-WDRAW-4."""


class Standing(Frozen):
    """CB-POST-1: one seat's choices, in general or for one province; None: nothing was ordered."""

    charge: tuple[str, ...] | None = None
    modes: tuple[tuple[str, str], ...] = ()
    """Segment and target; the target `standard` is a standard attack.  In roster order."""
    bounty: int | None = None
    first: tuple[str, ...] | None = None
    last: tuple[str, ...] | None = None
    rerolls: tuple[str, ...] | None = None
    """`("auto",)`, `("off",)`, or the types that are rerolled."""
    withdrawal: Withdrawal | None = None
    pace: str | None = None
    """`auto` or `round`."""

    def over(self, general: "Standing") -> "Standing":
        """CB-POST-2: what was ordered for a province goes before the general, field by field."""
        modes = dict(general.modes) | dict(self.modes)
        return Standing(
            general.charge if self.charge is None else self.charge,
            tuple(modes.items()),
            general.bounty if self.bounty is None else self.bounty,
            general.first if self.first is None else self.first,
            general.last if self.last is None else self.last,
            general.rerolls if self.rerolls is None else self.rerolls,
            general.withdrawal if self.withdrawal is None else self.withdrawal,
            general.pace if self.pace is None else self.pace,
        )
