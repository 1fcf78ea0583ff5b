"""What a house's own rule file changes against the rule set that it extends, key by key, in plain words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scorer.faces import Face
from scorer.rulebook.rule_sections import SettingRule
from scorer.rulebook.rules import RuleSet
from scorer.rulebook.ruletext import BEHAVIOURS
from scorer.words import plural


@dataclass(frozen=True, slots=True)
class Change:
    """One value that differs: its key in the file, what it means, what it was and is, and the clause it rests on."""

    key: str
    means: str
    was: str
    now: str
    clause: str


_IDENTITY = frozenset({"id", "title", "source"})
"""What a variant is called; no game is played otherwise for it."""

_MEANS = {
    "game.players": "who plays, with how many decks",
    "game.partners": "whether cards left may be a partner's",
    "game.partner_sides": "sides that can have partners at most",
    "game.most_sides": "sides that the rules are for at most",
    "game.rounds": "the rounds of a game",
    "game.tail_rounds": "rounds in which each player has a Tail beside Hand and Foot",
    "game.target": "the points that end a game",
    "game.perfect_deals": "perfect deals that a side can make in a round",
    "opening.by": "what the least first meld depends on",
    "opening.points": "points of the least first meld",
    "opening.below": "scores below which each least first meld holds",
    "opening.wild_piles": "whether wilds alone count toward the first meld",
    "melds.smallest": "cards that a meld has at least",
    "melds.least_naturals": "naturals that a meld has at least",
    "melds.naturals_over_wilds": "how many more naturals than wilds a meld has at least",
    "melds.most_wilds": "wilds that a meld has at most",
    "melds.wild_piles": "whether wilds alone may lie unfinished",
    "books.size": "cards that a book has at least",
    "books.largest": "cards that a book has at most",
    "books.least_naturals": "naturals that a book has at least",
    "books.naturals_over_wilds": "how many more naturals than wilds a book has at least",
    "books.most_wilds": "wilds that a book has at most",
    "threes.red": "red 3s on the table",
    "threes.black": "black 3s on the table",
    "ending.illegal": "going out without the right to",
    "garbage": "loose cards on the table",
    "notes": "what was decided where the text leaves no number to set",
    "decks.decks": "decks in play",
    "decks.natural": "cards of each rank in a deck",
    "decks.wild_20": "20-wilds in a deck",
    "decks.wild_50": "50-wilds in a deck",
    "decks.red_3": "red 3s in a deck",
    "decks.black_3": "black 3s in a deck",
    "decks.assumed": "whether the cards of a deck are assumed",
}


def changes(base: RuleSet, rules: RuleSet) -> Iterator[Change]:
    """Yield what a rule set changes against another, in the order of the file; what it is called is no change."""
    was, now = _leaves(base), _leaves(rules)
    settings = {name.value: rule for one in (base, rules) for name, rule in one.settings.items()}
    for key in (*was, *(key for key in now if key not in was)):
        if key not in _IDENTITY and was.get(key) != now.get(key):
            yield Change(
                key=key,
                means=_means(key, settings),
                was=_worded(key, was),
                now=_worded(key, now),
                clause=_clause(key, rules, settings),
            )


def _leaves(rules: RuleSet) -> dict[str, object]:
    """Return every value of a rule set by its key, the keys of tables within tables joined by points."""
    found: dict[str, object] = {}

    def gather(table: Mapping[str, object], before: str) -> None:
        for name, value in table.items():
            if isinstance(value, Mapping):
                gather(value, f"{before}{name}.")
            else:
                found[f"{before}{name}"] = value

    gather(rules.model_dump(mode="json"), "")
    return found


def _means(key: str, settings: Mapping[str, SettingRule]) -> str:
    if key in _MEANS:
        return _MEANS[key]
    section, *rest = key.split(".")
    match section, rest:
        case "values", [face]:
            return f"points of {plural(Face(face))}"
        case "settings", [name, "value"]:
            return settings[name].says
        case "settings", [name, "silent"]:
            return f"whether the text leaves {name} open"
        case "settings", [name, "says"]:
            return f"how {name} is explained"
        case "settings", [name, _]:
            return f"the clause that {name} rests on"
        case "melds", ["most_wilds_of", size]:
            return f"wilds that a meld of {size} has at most"
        case "melds", ["doubtful_wilds_of", size]:
            return f"wilds that are reported in a meld of {size}"
        case _:
            return "the clause that a rule rests on"


def _worded(key: str, leaves: Mapping[str, object]) -> str:
    value = leaves.get(key)
    if value is None:
        return "the host says" if key in leaves and key.startswith("settings.") else "nothing"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    if key in BEHAVIOURS:
        return BEHAVIOURS[key][str(value)]
    return str(value).lower() if isinstance(value, bool) else str(value)


def _clause(key: str, rules: RuleSet, settings: Mapping[str, SettingRule]) -> str:
    section, *rest = key.split(".")
    if section == "settings":
        return settings[rest[0]].clause
    by_key = {
        "garbage": rules.garbage_clause,
        "threes.red": rules.threes.red_clause,
        "threes.black": rules.threes.black_clause,
        "ending.illegal": rules.ending.illegal_rests_on,
        "values": rules.values_clause,
        "game": rules.game.clause,
        "opening": rules.opening.clause,
        "melds": rules.melds.clause,
        "books": rules.books.clause,
        "decks": rules.decks.clause,
    }
    return by_key.get(key) or by_key.get(section) or rules.source
