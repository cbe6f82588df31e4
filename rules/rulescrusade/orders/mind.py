"""Orders to models: psychic cards and standing orders."""

from rules.line.frozen import Frozen
from rules.rulescrusade.orders.units import UnitOrder
from rules.rulescrusade.words import Target, target_text


class CardPlay(Frozen):
    """RC-CARD-22: a card, its subjects, and for Telekinesis a direction, for Jinx and Jostle a
    weapon of the one subject."""

    card: str
    subjects: tuple[Target, ...] = ()
    direction: str = ""
    weapon: str = ""

    def __str__(self) -> str:
        if not self.subjects:
            return self.card
        first = self.subjects[0]
        word = "on" if isinstance(first, str) or self.direction else "at"
        if word == "at" and self.card == "Teleport":
            word = "to"
        owner = f"'s {self.weapon}" if self.weapon else ""
        way = f" {self.direction}" if self.direction else ""
        subjects = ", ".join(map(target_text, self.subjects))
        return f"{self.card} {word} {subjects}{owner}{way}"


class PlayCards(UnitOrder):
    """RC-PSY-5: `P1 plays Inferno on O4`, `P1 plays Curse on O1 and Heal on M2`."""

    SAYS = "{verb} {plays: and }"

    VERB = ("plays", "play")

    plays: tuple[CardPlay, ...]


class ReadyCard(UnitOrder):
    """RC-REACT-5: `P1 readies Precognant`, `P1 readies Shield for M2`."""

    SAYS = "{verb} {card}[ for {subject}]"

    VERB = ("readies", "ready")

    card: str
    subject: str = ""


class StandDown(UnitOrder):
    """RC-REACT-5: `P1 stands down`."""

    VERB = ("stands down", "stand down")


class Standing(UnitOrder):
    """RC-REACT-1: a standing order: an attribute of 6.3 and its new value."""

    attribute: str
    value: str

    def clause(self) -> str:
        said = STANDING.get((self.attribute, self.value))
        return said[self.who.several] if said else f"keeps {self.attribute} {self.value}"


STANDING: dict[tuple[str, str], tuple[str, str]] = {
    ("parry", "always"): ("always parries", "always parry"),
    ("parry", "never"): ("never parries", "never parry"),
    ("parry", "weaker"): ("parries when weaker", "parry when weaker"),
    ("reroll", "always"): ("always rerolls", "always reroll"),
    ("reroll", "never"): ("never rerolls", "never reroll"),
    ("reroll", "losing"): ("rerolls when losing", "reroll when losing"),
    ("zoc", "strike"): ("strikes at passers", "strike at passers"),
    ("zoc", "pass"): ("lets passers by", "let passers by"),
    ("snap", "yes"): ("snap fires", "snap fire"),
    ("snap", "no"): ("holds snap fire", "hold snap fire"),
    ("ambush", "attack"): ("springs its ambush", "spring its ambush"),
    ("ambush", "hold"): ("holds its ambush", "hold its ambush"),
    ("finish", "ko"): ("takes prisoners", "take prisoners"),
    ("finish", "kill"): ("takes no prisoners", "take no prisoners"),
    ("throw", "yes"): ("throws on ties", "throw on ties"),
    ("throw", "no"): ("never throws", "never throw"),
}
"""RC-REACT-1: the values of the standing orders and how they are said, of one and of several."""


class Loadout(UnitOrder):
    """RC-REACT-1: `M4 uses Sword and Bolt Pistol`; no weapons is `M4 uses default weapons`.

    RC-ORD-12: `P1 uses Shield` of a model that does not carry the weapon plays the card.
    """

    SAYS = "{verb} [{weapons}|default weapons]"

    VERB = ("uses", "use")

    weapons: tuple[str, ...] = ()
