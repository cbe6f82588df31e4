"""Turn parse trees of crusade7 sentences into the orders of `rules.crusade7`."""

import re
from functools import partial
from typing import Any

from lark import Token, v_args

from grammar.crusade7.army import ArmyReader
from grammar.transform import ChainReader, Clause, check_length, clause
from rules.crusade7 import orders as own
from rules.line.orders import Chained
from rules.numbers import grid
from rules.numbers.grid import Cell

Targets = tuple[str, ...]
Route = tuple[own.Goal, ...]

MANNERS: dict[str, type[own.Move | own.Advance | own.FallBack]] = {
    "MOVE": own.Move,
    "ADVANCE": own.Advance,
    "FALL_BACK": own.FallBack,
}
ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]
DIRECTIONS = {
    **{direction.replace("-", ""): direction for direction in grid.DIRECTIONS},
    **dict.fromkeys(("forward", "forwards"), "forward"),
    **dict.fromkeys(("back", "backward", "backwards"), "back"),
}


@v_args(inline=True)
class Crusade7Transformer(ChainReader, ArmyReader):
    """The rules of sentences.lark that have units in them."""

    _who = own.Who

    # Units, lists and chains.

    def unit_list(self, *refs: str) -> own.Who:
        """C7-ORDER-7: `L1, L2 and L4`."""
        check_length(refs)
        return own.Who(refs)

    sure_who = unit_list

    def unit_range(self, token: Token) -> str:
        """C7-ORDER-7: `L1-L4`."""
        first, last = re.findall(r"\w+", token)
        return f"{self.reference(first)}-{self.reference(last)}"

    def targets(self, *refs: str) -> Targets:
        """`P1, P2 and P3`."""
        check_length(refs)
        return refs

    # Moving.

    def movement(self, manner: Token, to: own.Goal, via: Route | None) -> Clause:
        """C7-MOVE-2: `moves to 5,12 via 4,10`."""
        return partial(MANNERS[manner.type], to=to, via=via or ())

    def movement_by(self, manner: Token, via: Route, to: own.Goal) -> Clause:
        """`moves via 4,10 to 5,12`."""
        return self.movement(manner, to, via)

    bare_move = clause(own.Move)

    def bare_move_verb(self, to: own.Goal, *rest: Any) -> Clause:
        """`L1 to 5,12 advances`."""
        *via, manner = rest
        return self.movement(manner, to, via[0] if via else None)

    def via(self, *goals: own.Goal) -> Route:
        """`via 4,10, 5,11`."""
        check_length(goals)
        return goals

    def heading(self, one: Token, two: Token) -> own.Heading:
        """C7-MOVE-14: `3 forward`."""
        steps, direction = (one, two) if one.type == "NUMBER" else (two, one)
        words = re.sub("[^a-z]", "", direction.lower())
        return own.Heading(int(steps), DIRECTIONS[words])

    def cell(self, token: Token) -> Cell:
        """C7-ORDER-9: `5,12`, `row 5 column 12`, `r5c12`."""
        first, second = map(int, re.findall("[0-9]+", token))
        return (second, first) if token[0] in "cC" else (first, second)

    stay = clause(own.Stay)
    # Transports and reserves.

    embark = clause(own.Embark)

    disembark = clause(own.Disembark, "transport to")
    disembark_from = clause(own.Disembark, "to transport")
    arrive = clause(own.Arrive)

    def deploy(self, at: Cell, spread: Token | None) -> Clause:
        """C7-SETUP-4: `deploys at 3,5 across`."""
        return partial(own.Deploy, at=at, across=spread is not None and spread.lower() == "across")

    # Magic and psionics.

    cast = clause(own.Cast)

    cast_by_slot = clause(own.Cast, "spell slot targets")

    def on_target_cast(self, target: str, who: own.Who, spell: str, slot: int | None) -> Chained:
        """`on E2 E1 casts Ward`."""
        return self.cast(spell, (target,), slot)(who)

    def slot(self, level: Token) -> int:
        """C7-SPELL-6: `using a 2nd level slot`."""
        word = level.lower()
        return ORDINALS.index(word) + 1 if word in ORDINALS else self.number(level)

    stop = clause(own.StopConcentrating)
    manifest = clause(own.Manifest)

    def on_target_manifest(self, target: str, who: own.Who, power: str) -> Chained:
        """`on L1 PP1 manifests Smite`."""
        return self.manifest(power, (target,))(who)

    def smite(self, _: Token, targets: Targets) -> Clause:
        """`smites L1`: the power that every psionic unit knows (C7-PSI-12)."""
        return self.manifest("Smite", targets)

    deny = clause(own.Deny)
    # Fighting.

    def strike(self, targets: Targets, attack: str | None) -> Clause:
        """C7-ATK-8: `attacks P1 with Gladius`; `with Multiattack` is C7-ATK-12."""
        if attack is not None and attack.lower() in ("multiattack", "multi-attack"):
            return self.multiattack(targets)
        return partial(own.Strike, targets=targets, attack=attack or "")

    def strike_by(self, attack: str, targets: Targets) -> Clause:
        """`throws Molotov Cocktail at P1`."""
        return self.strike(targets, attack)

    def at_target_strike(self, target: str, who: own.Who, attack: str | None) -> Chained:
        """`at P1 B1 shoots with Bolt`."""
        return self.strike((target,), attack)(who)

    multiattack = clause(own.Multiattack)
    engage = clause(own.Engage)
    stand = clause(own.StandUp)
    charge = clause(own.Charge)
