"""MD-DATA-2, MD-DATA-5, MD-BOUND-1: what a type may be; the statblock reader adds the line."""

from rules.machinadei import statblock as sb


class Flaw(Exception):
    """A block breaks a rule: which, why, and the key, ability, magic or option to blame."""

    def __init__(self, rule: str, why: str, key: str = "unit", about: object = None) -> None:
        super().__init__(why)
        self.rule = rule
        self.why = why
        self.key = key
        self.about = about


def check_block(block: sb.Statblock) -> None:
    """MD-DATA-2, MD-BOUND-1, then MD-DATA-5 for each effect, options included."""
    check_class(block)
    check_numbers(block)
    check_bounds(block)
    for magic in block.magic:
        check_magic(magic, magic)
    for upgrade in block.upgrades:
        if isinstance(upgrade.brings, sb.Magic):
            check_magic(upgrade.brings, upgrade)


def check_class(block: sb.Statblock) -> None:
    """MD-DATA-2: a Primary is a single individual; MD-UNIT-7: who may form formations."""
    if block.tier == sb.PRIMARY and block.kind != "individual":
        raise Flaw("MD-DATA-2", f"a Primary is an individual, not a {block.kind}", "class")
    if block.tier == sb.PRIMARY and (block.least, block.most) != (1, 1):
        raise Flaw("MD-DATA-2", "a Primary has models 1-1", "models")
    if block.kind == "formation" and block.tier not in (sb.TERTIARY, sb.FODDER):
        raise Flaw("MD-DATA-2", "formations are Tertiary or Fodder", "class")
    if block.kind == "formation" and block.size not in (1, 2):
        raise Flaw("MD-DATA-2", f"formations have Size 1 or 2, not {block.size}", "stats")


def check_numbers(block: sb.Statblock) -> None:
    """MD-DATA-2: W, S >= 1, M, I >= 0, L 0-10."""
    if block.wounds < 1 or block.size < 1:
        raise Flaw("MD-DATA-2", "W and S are at least 1", "stats")
    if not all(0 <= value <= 10 for value in block.morale):
        raise Flaw("MD-DATA-2", "L is 0 to 10", "stats")
    if max(block.move, block.wounds, block.initiative) > 1000 or block.size > 12:
        raise Flaw("MD-DATA-2", "M, W and I are at most 1000, S at most 12", "stats")
    if not 1 <= block.least <= block.most <= 1000:
        raise Flaw("MD-DATA-2", "models is a range from 1 up, such as 5-20", "models")


MOST_ATTACKS, MOST_MAGIC_DICE, MOST_MOVE = 100, 200, 200
"""MD-BOUND-1: attacks a model, dice of a magic attack, inches of Move."""


def check_bounds(block: sb.Statblock) -> None:
    """MD-BOUND-1: how much a type may have, options included."""
    if block.move > MOST_MOVE:
        raise Flaw("MD-BOUND-1", f"M is at most {MOST_MOVE}, not {block.move}", "stats")
    entries = [(one, one) for one in (*block.weapons, *block.magic)]
    entries += [(one.brings, one) for one in block.upgrades]
    for entry, about in entries:
        if isinstance(entry, sb.Weapon) and entry.bonus.attacks > MOST_ATTACKS:
            why = f"{entry.name} has {entry.bonus.attacks} attacks a model; at most {MOST_ATTACKS}"
            raise Flaw("MD-BOUND-1", why, about=about)
        dice = dice_of(entry) if isinstance(entry, sb.Magic) else 0
        if isinstance(entry, sb.Magic) and dice > MOST_MAGIC_DICE:
            why = f"{entry.name} rolls {dice} dice; a magic attack has at most {MOST_MAGIC_DICE}"
            raise Flaw("MD-BOUND-1", why, about=about)


def dice_of(magic: sb.Magic) -> int:
    """The dice of the largest attack of a spell."""
    return max(
        (one.attacks for one in magic.effects if isinstance(one, sb.AttackEffect)), default=0
    )


FITS: dict[type[sb.Effect], tuple[str, ...]] = {
    sb.AttackEffect: ("enemy", "point", "around"),
    sb.ModifyEffect: ("self", "friend", "enemy", "point", "around"),
    sb.TestEffect: ("self", "friend", "enemy", "point", "around"),
    sb.SummonEffect: ("place",),
}
"""MD-DATA-5: which effects fit which target."""


def check_magic(magic: sb.Magic, about: sb.Magic | sb.Upgrade) -> None:
    """MD-DATA-5: effects fit their target; an attack on a point is the last of its spell."""
    kind = magic.target.kind
    for place, effect in enumerate(magic.effects, 1):
        word = str(effect).split()[0]
        if kind not in FITS[type(effect)]:
            raise Flaw("MD-DATA-5", f"{word} does not fit the target {kind}", about=about)
        last = place == len(magic.effects)
        if isinstance(effect, sb.AttackEffect) and kind == "point" and not last:
            raise Flaw(
                "MD-DATA-5", "an attack on a point is the last effect of its spell", about=about
            )
