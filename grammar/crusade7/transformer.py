"""Trees of crusade7 sentences become the orders of `rules.crusade7`."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from lark import Token, v_args

from grammar.crusade7.army import ArmyReader, check_length
from grammar.lines import MOST_CLAUSES
from grammar.transform import TooMany
from rules.crusade7 import orders as own
from rules.line.orders import Order
from rules.numbers.grid import Cell

Clause = Callable[[own.Who], own.UnitOrder]
"""What to do, of nobody yet."""

Targets = tuple[str, ...]
Route = tuple[own.Goal, ...]

MANNERS: dict[str, type[own.Move | own.Advance | own.FallBack]] = {
    "MOVE": own.Move,
    "ADVANCE": own.Advance,
    "FALL_BACK": own.FallBack,
}
ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]
DIRECTIONS = {
    "up": "up",
    "down": "down",
    "left": "left",
    "right": "right",
    "upleft": "up-left",
    "upright": "up-right",
    "downleft": "down-left",
    "downright": "down-right",
    "forward": "forward",
    "forwards": "forward",
    "back": "back",
    "backward": "back",
    "backwards": "back",
}
EVERYBODY = ("unit", "units")


@v_args(inline=True)
class Crusade7Transformer(ArmyReader):
    """One method for each rule of sentences.lark that has units in it."""

    # Units, lists and chains.

    def chain(self, first: own.UnitOrder, *links: Clause | own.UnitOrder) -> tuple[Order, ...]:
        """C7-ORDER-8: clauses belong to the same units until others are named."""
        if len(links) >= MOST_CLAUSES:
            raise TooMany(
                f"the sentence has {len(links) + 1} clauses; at most {MOST_CLAUSES} are read"
            )
        orders = [first]
        for link in links:
            orders.append(link if isinstance(link, own.UnitOrder) else link(orders[-1].who))
        return tuple(orders)

    def opening(self, who: own.Who | own.UnitOrder, clause: Clause | None = None) -> own.UnitOrder:
        """Units and what they do, in whatever order it was said."""
        if isinstance(who, own.UnitOrder):
            return who
        assert clause is not None
        return clause(who)

    def who(self, who: own.Who) -> own.Who:
        """Units by name, all of a type, or everyone."""
        return who

    def unit_list(self, *refs: str) -> own.Who:
        """C7-ORDER-7: `L1, L2 and L4`."""
        check_length(refs)
        return own.Who(refs)

    sure_who = unit_list

    def all_of(self, kind: str) -> own.Who:
        """C7-ORDER-7: `all Legionnaires`."""
        return own.Who(every="*" if kind.lower() in EVERYBODY else kind)

    def everyone(self) -> own.Who:
        """C7-ORDER-7: `everyone`."""
        return own.Who(every="*")

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

    def move_units(
        self, manner: Token, who: own.Who, to: own.Goal, via: Route | None
    ) -> own.UnitOrder:
        """`move L1 to 5,12`."""
        return self.movement(manner, to, via)(who)

    def move_units_by(self, manner: Token, who: own.Who, via: Route, to: own.Goal) -> own.UnitOrder:
        """`move L1 via 4,10 to 5,12`."""
        return self.movement(manner, to, via)(who)

    def to_goal_move(
        self, to: own.Goal, via: Route | None, who: own.Who, manner: Token
    ) -> own.UnitOrder:
        """`to 5,12 L1 moves`."""
        return self.movement(manner, to, via)(who)

    def to_goal_moves(self, to: own.Goal, who: own.Who, manner: Token) -> own.UnitOrder:
        """`to 5,12, L1 moves`."""
        return self.movement(manner, to, None)(who)

    def bare_move(self, to: own.Goal, via: Route | None) -> Clause:
        """`L1 -> 5,12`."""
        return partial(own.Move, to=to, via=via or ())

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

    def stay(self) -> Clause:
        """C7-MOVE-5: `stays`."""
        return own.Stay

    def stay_units(self, who: own.Who) -> own.UnitOrder:
        """`hold L1`."""
        return own.Stay(who)

    # Transports and reserves.

    def embark(self, transport: str) -> Clause:
        """C7-TRANS-3: `embarks on CR1`."""
        return partial(own.Embark, transport=transport)

    def embark_units(self, who: own.Who, transport: str) -> own.UnitOrder:
        """`embark L1 on CR1`."""
        return own.Embark(who, transport)

    def embark_with(self, transport: str, who: own.Who) -> own.UnitOrder:
        """`board CR1 with L1`."""
        return own.Embark(who, transport)

    def disembark(self, transport: str | None, to: Cell) -> Clause:
        """C7-TRANS-7: `disembarks from CR1 to 5,12`."""
        return partial(own.Disembark, to=to, transport=transport or "")

    def disembark_from(self, to: Cell, transport: str) -> Clause:
        """`disembarks to 5,12 from CR1`."""
        return self.disembark(transport, to)

    def disembark_units(self, who: own.Who, transport: str | None, to: Cell) -> own.UnitOrder:
        """`disembark L1 at 5,12`."""
        return self.disembark(transport, to)(who)

    def arrive(self, at: Cell) -> Clause:
        """C7-RES-2: `arrives at 7,1`."""
        return partial(own.Arrive, at=at)

    def arrive_units(self, who: own.Who, at: Cell) -> own.UnitOrder:
        """`bring in L5 at 7,1`."""
        return own.Arrive(who, at)

    def at_cell_arrive(self, at: Cell, who: own.Who) -> own.UnitOrder:
        """`at 7,1 L5 arrives`."""
        return own.Arrive(who, at)

    def deploy(self, at: Cell, spread: Token | None) -> Clause:
        """C7-SETUP-4: `deploys at 3,5 across`."""
        return partial(own.Deploy, at=at, across=spread is not None and spread.lower() == "across")

    def deploy_units(self, who: own.Who, at: Cell, spread: Token | None) -> own.UnitOrder:
        """`deploy L1-L10 at 3,5`."""
        return self.deploy(at, spread)(who)

    def at_cell_deploy(self, at: Cell, who: own.Who, spread: Token | None) -> own.UnitOrder:
        """`at 3,5 deploy L1-L10`."""
        return self.deploy(at, spread)(who)

    # Magic and psionics.

    def cast(self, spell: str, targets: Targets | None, slot: int | None) -> Clause:
        """C7-SPELL-8: `casts Ward on E2 using a 2nd level slot`."""
        return partial(own.Cast, spell=spell, targets=targets or (), slot=slot)

    def cast_by_slot(self, spell: str, slot: int, targets: Targets) -> Clause:
        """`casts Ward using a 2nd level slot on E2`."""
        return self.cast(spell, targets, slot)

    def cast_units(
        self, spell: str, who: own.Who, targets: Targets | None, slot: int | None
    ) -> own.UnitOrder:
        """`cast Ward with E1 on E2`."""
        return self.cast(spell, targets, slot)(who)

    def cast_at(
        self, spell: str, targets: Targets, who: own.Who, slot: int | None
    ) -> own.UnitOrder:
        """`cast Ward on E2 with E1`."""
        return self.cast(spell, targets, slot)(who)

    def on_target_cast(
        self, target: str, who: own.Who, spell: str, slot: int | None
    ) -> own.UnitOrder:
        """`on E2 E1 casts Ward`."""
        return self.cast(spell, (target,), slot)(who)

    def slot(self, level: Token) -> int:
        """C7-SPELL-6: `using a 2nd level slot`."""
        word = level.lower()
        return ORDINALS.index(word) + 1 if word in ORDINALS else self.number(level)

    def stop(self) -> Clause:
        """C7-CONC-4: `stops concentrating`."""
        return own.StopConcentrating

    def stop_units(self, who: own.Who) -> own.UnitOrder:
        """`stop concentrating with E1`."""
        return own.StopConcentrating(who)

    def manifest(self, power: str, targets: Targets | None) -> Clause:
        """C7-PSI-12: `manifests Smite on L1`."""
        return partial(own.Manifest, power=power, targets=targets or ())

    def manifest_units(self, power: str, who: own.Who, targets: Targets | None) -> own.UnitOrder:
        """`manifest Smite with PP1 on L1`."""
        return self.manifest(power, targets)(who)

    def manifest_at(self, power: str, targets: Targets, who: own.Who) -> own.UnitOrder:
        """`manifest Smite on L1 with PP1`."""
        return self.manifest(power, targets)(who)

    def on_target_manifest(self, target: str, who: own.Who, power: str) -> own.UnitOrder:
        """`on L1 PP1 manifests Smite`."""
        return self.manifest(power, (target,))(who)

    def smite(self, _: Token, targets: Targets) -> Clause:
        """`smites L1`: the power that all know (C7-PSI-12)."""
        return self.manifest("Smite", targets)

    def smite_units(self, _: Token, targets: Targets, who: own.Who) -> own.UnitOrder:
        """`smite L1 with PP1`."""
        return self.manifest("Smite", targets)(who)

    def deny(self, target: str) -> Clause:
        """C7-PSI-9: `denies MS1`."""
        return partial(own.Deny, target=target)

    def deny_units(self, target: str, who: own.Who) -> own.UnitOrder:
        """`deny MS1 with PP1`."""
        return own.Deny(who, target)

    # Fighting.

    def strike(self, targets: Targets, attack: str | None) -> Clause:
        """C7-ATK-8: `attacks P1 with Gladius`; `with Multiattack` is C7-ATK-12."""
        if attack is not None and attack.lower() in ("multiattack", "multi-attack"):
            return self.multiattack(targets)
        return partial(own.Strike, targets=targets, attack=attack or "")

    def strike_by(self, attack: str, targets: Targets) -> Clause:
        """`throws Molotov Cocktail at P1`."""
        return self.strike(targets, attack)

    def strike_units(self, targets: Targets, who: own.Who, attack: str | None) -> own.UnitOrder:
        """`attack P1 with L1 using Gladius`."""
        return self.strike(targets, attack)(who)

    def chosen_strike(self, attack: str, who: own.Who, targets: Targets) -> own.UnitOrder:
        """`with Gladius L1 attacks P1`."""
        return self.strike(targets, attack)(who)

    def at_target_strike(self, target: str, who: own.Who, attack: str | None) -> own.UnitOrder:
        """`at P1 B1 shoots with Bolt`."""
        return self.strike((target,), attack)(who)

    def multiattack(self, targets: Targets) -> Clause:
        """C7-ATK-12: `multiattacks P1, P2`."""
        return partial(own.Multiattack, targets=targets)

    def multiattack_units(self, targets: Targets, who: own.Who) -> own.UnitOrder:
        """`multiattack P1, P2 with C1`."""
        return own.Multiattack(who, targets)

    def engage(self, to: Cell | str) -> Clause:
        """C7-MELEE-2: `engages to 5,13`, `engages P1`."""
        return partial(own.Engage, to=to)

    def engage_units(self, who: own.Who, to: Cell) -> own.UnitOrder:
        """`engage L1 to 5,13`."""
        return own.Engage(who, to)

    def engage_with(self, target: str, who: own.Who) -> own.UnitOrder:
        """`engage P1 with L1`."""
        return own.Engage(who, target)

    def stand(self) -> Clause:
        """C7-COND-4: `stands up`."""
        return own.StandUp

    def stand_units(self, who: own.Who) -> own.UnitOrder:
        """`stand up L1`."""
        return own.StandUp(who)

    def charge(self, target: str, to: Cell | None) -> Clause:
        """C7-CHARGE-4: `charges P1 to 5,15`."""
        return partial(own.Charge, target=target, to=to)

    def charge_units(self, who: own.Who, target: str, to: Cell | None) -> own.UnitOrder:
        """`charge with L1 P1`."""
        return own.Charge(who, target, to)

    def charge_at(self, target: str, who: own.Who, to: Cell | None) -> own.UnitOrder:
        """`charge P1 with L1`."""
        return own.Charge(who, target, to)
