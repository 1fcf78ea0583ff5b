"""Rule sets by what people name them: the id of one that ships, or the file of a house's own."""

from pathlib import Path

from scorer.errors import RulesError
from scorer.record import Record
from scorer.rulebook.rules import RuleSet, load_rules, load_rules_file, rule_ids
from scorer.strict import shown


def rules_named(named: str) -> RuleSet:
    """Return a shipped rule set by its id, or the one in a file.

    Raises:
        RulesError: if there is none of that id, or the file is no rule file.
    """
    path = Path(named)
    if named not in rule_ids() and (path.suffix == ".toml" or path.is_file()):
        return load_rules_file(path)
    return load_rules(named)


def meant_for(record: Record, house: RuleSet) -> RuleSet:
    """Return the rule set.

    Raises:
        RulesError: if it is not the one whose id the record names.
    """
    if record.rules != house.id:
        raise RulesError(f"scored by {shown(record.rules)}, as it says, not by {shown(house.id)}")
    return house


def check_ships(record: Record) -> None:
    """Raise RulesError if the rule set that a record names is not one of those that ship."""
    if record.rules not in rule_ids():
        raise RulesError(
            f"unknown rules {shown(record.rules)}; there are {', '.join(rule_ids())}, "
            "and --rules FILE names the file of a house's own"
        )
