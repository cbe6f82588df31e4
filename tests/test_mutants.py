"""The mutation run itself: it changes one place at a time and reports changes that no case
notices."""

from tests.mutants import ROOT, cases_for, mutants_of, survives, system_of


def test_one_place_at_a_time() -> None:
    """Each mutant differs from the module in one line and names the rules cited there."""
    file = ROOT / "rules" / "crusade8x8" / "action" / "skills.py"
    source = file.read_text(encoding="utf-8").split("\n")
    found = list(mutants_of(file))
    assert len(found) > 3
    for mutant in found:
        lines = mutant.source.split("\n")
        assert [n for n, line in enumerate(lines, 1) if line != source[n - 1]] == [mutant.line]
        assert all(rule.startswith("C8-") for rule in mutant.rules)


def test_a_mutant_is_noticed() -> None:
    """A mutant whose share of the damage is off by 5 percent fails a case."""
    file = ROOT / "rules" / "crusade7" / "harm" / "damage.py"
    mutant = next(one for one in mutants_of(file) if one.was == "1050")
    assert system_of(file) == "crusade7"
    assert system_of(ROOT / "rules" / "line" / "work.py") == ""
    assert "C7-ATK-2" in mutant.rules
    assert not survives(mutant, cases_for("crusade7", mutant.rules))
