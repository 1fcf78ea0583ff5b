"""A rule set in a person's words: every value with the clause it rests on."""

from collections.abc import Iterator, Mapping

from scorer.faces import Face
from scorer.rulebook.rule_sections import BlackThrees, Garbage, IllegalGoingOut, OpeningBy, RedThrees
from scorer.rulebook.rules import RuleSet
from scorer.words import counted, listed

_RED: Mapping[str, str] = {
    RedThrees.POINTS: "worth their points on the table",
    RedThrees.NOT_PLAYABLE: "cannot be played",
    RedThrees.BY_SEVENS: "worth their points if the side completed a book of sevens, the same against it otherwise",
}
_BLACK: Mapping[str, str] = {
    BlackThrees.NEVER: "cannot be played",
    BlackThrees.WHEN_GOING_OUT: "three or more without wilds, by a side that goes out",
}
_GARBAGE: Mapping[str, str] = {
    Garbage.NONE: "none",
    Garbage.AFTER_SEVENS: "of ranks completed, once the side has a book of sevens; no sevens",
}
_ILLEGAL: Mapping[str, str] = {
    IllegalGoingOut.NO_BONUS: "no bonus",
    IllegalGoingOut.FORFEIT: "the side loses its whole meld and pays; the others are charged nothing for cards left",
}

BEHAVIOURS: Mapping[str, Mapping[str, str]] = {
    "threes.red": _RED,
    "threes.black": _BLACK,
    "garbage": _GARBAGE,
    "ending.illegal": _ILLEGAL,
}
"""What the named behaviours of a rule file mean, by their keys and values there."""


def rule_lines(rules: RuleSet) -> Iterator[tuple[str, str, str]]:
    """Yield what the rule set fixes, as what it is, its value and its clause."""
    game, melds, books, threes = rules.game, rules.melds, rules.books, rules.threes
    yield "players", game.players, game.clause
    yield "rounds", _rounds(rules), game.clause
    with_tail = [str(number) for number in game.rounds if number in game.tail_rounds]
    if with_tail and game.tail_clause is not None:
        yield "Tail beside Hand and Foot", f"in round {listed(with_tail)}", game.tail_clause
    yield "least first meld", _opening(rules), rules.opening.clause
    yield "card values", _values(rules), rules.values_clause
    yield "smallest meld", counted(melds.smallest, "card"), melds.clause
    yield "wilds in a meld", _wilds(melds.most_wilds, melds.naturals_over_wilds, melds.least_naturals), melds.clause
    for size, most in melds.most_wilds_of.items():
        yield f"wilds in a meld of {size}", f"no more than {most}", melds.clause
    yield "book", _cards_of_a_book(books.size, books.largest), books.clause
    yield "wilds in a book", _wilds(books.most_wilds, books.naturals_over_wilds, books.least_naturals), books.clause
    yield "red 3s", _RED[threes.red], threes.red_clause
    yield "black 3s on the table", _BLACK[threes.black], threes.black_clause
    yield "loose cards on the table", _GARBAGE[rules.garbage], rules.garbage_clause
    yield "going out without the right to", _ILLEGAL[rules.ending.illegal], rules.ending.illegal_rests_on
    yield "perfect deals of a side in a round", f"no more than {game.perfect_deals}", game.clause
    yield "a deck", _deck(rules), rules.decks.clause


def setting_lines(rules: RuleSet) -> Iterator[tuple[str, str, str, str]]:
    """Yield the settings, as name, value, clause and meaning."""
    for name, rule in rules.settings.items():
        value = "the host says" if rule.value is None else str(rule.value).lower()
        silent = " The text leaves it open: this is the project's default." if rule.silent else ""
        yield name.value, value, rule.clause, f"{rule.says}{silent}"


def _rounds(rules: RuleSet) -> str:
    if rules.game.rounds:
        return ", ".join(map(str, rules.game.rounds))
    return f"until a side has {rules.game.target} at a round's end"


def _opening(rules: RuleSet) -> str:
    opening = rules.opening
    match opening.by:
        case OpeningBy.NUMBER:
            return "the round's own number"
        case OpeningBy.SCORE:
            bounds = [f"{points} below {below}" for points, below in zip(opening.points, opening.below, strict=False)]
            return f"by the score before: {', '.join(bounds)}, {opening.points[-1]} from there on"
        case _:
            return ", ".join(
                f"round {number}: {points}" for number, points in zip(rules.game.rounds, opening.points, strict=True)
            )


def _values(rules: RuleSet) -> str:
    by_points: dict[int, list[Face]] = {}
    for face, points in rules.values.items():
        by_points.setdefault(points, []).append(face)
    return "; ".join(f"{listed(faces)}: {points}" for points, faces in sorted(by_points.items()))


def _wilds(most: int, over: int | None, least: int) -> str:
    said = [f"no more than {most}"]
    if over is not None:
        said.append(
            "at least as many naturals" if over == 0 else f"at least {counted(over, 'natural')} more than wilds"
        )
    if least:
        said.append(f"at least {counted(least, 'natural')}")
    return ", ".join(said)


def _cards_of_a_book(size: int, largest: int | None) -> str:
    if largest is None:
        return f"{size} cards or more"
    return f"exactly {size} cards" if size == largest else f"{size} to {largest} cards"


def _deck(rules: RuleSet) -> str:
    deck = rules.decks
    cards = (
        f"{deck.natural} of each rank, {deck.wild_20} 20-wilds, {deck.wild_50} 50-wilds, "
        f"{deck.red_3} red and {deck.black_3} black 3s"
    )
    decks = f"; {deck.decks} decks" if deck.decks else ""
    return cards + decks + ("; assumed, as its maker does not say" if deck.assumed else "")
