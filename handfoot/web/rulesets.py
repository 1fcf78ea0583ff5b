"""The rule sets by which games are begun here: the house's own, and those that ship."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from scorer.errors import RulesError
from scorer.rulebook.rules import RuleSet, load_rules, load_rules_file, rule_ids
from scorer.strict import shown


@dataclass(frozen=True)
class RuleSets:
    """The rule sets to choose from. own: those of the house, each of an id of its own."""

    own: tuple[RuleSet, ...] = ()

    def __iter__(self) -> Iterator[RuleSet]:
        """Walk through them: the house's, then those that ship."""
        yield from self.own
        yield from map(load_rules, rule_ids())

    def __contains__(self, rules_id: str) -> bool:
        """Whether there is one of that id."""
        return any(one.id == rules_id for one in self)

    def called(self, rules_id: str) -> RuleSet:
        """Return the one of that id. Raises RulesError if there is none."""
        found = next((one for one in self if one.id == rules_id), None)
        if found is None:
            raise RulesError(f"unknown rules {shown(rules_id)}; there are {', '.join(one.id for one in self)}")
        return found


def house_rules(files: Sequence[Path]) -> tuple[RuleSet, ...]:
    """Return the rule sets of a house's own files.

    Raises:
        RulesError: in one line, if a file is no rule file, or has the id of another one or of a rule set that ships.
    """
    own = dict[str, RuleSet]()
    for file in files:
        rules = load_rules_file(file)
        if rules.id in own or rules.id in rule_ids():
            raise RulesError(f"{file}: 'id': {shown(rules.id)}: there are rules of that id already")
        own[rules.id] = rules
    return tuple(own.values())
