"""Whether the rules a record names are those somebody scores it by."""

from scorer.errors import RulesError
from scorer.record import Record
from scorer.rulebook.rules import RuleSet, rule_ids
from scorer.strict import shown


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
