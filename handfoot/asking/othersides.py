"""What other sides may be, where that changes a side's score: whoever goes out without the right to may spare it."""

from collections.abc import Iterator
from dataclasses import replace

from handfoot.asking.doubted import Doubted, doubted_of
from handfoot.asking.lay import with_books_finished
from handfoot.asking.maybes import LEFT
from handfoot.asking.together import few, make_ups
from handfoot.asking.unsaid import as_seen, may_be_out, of_side
from scorer.faces import Face
from scorer.record import Record, Side
from scorer.rulebook.rule_sections import IllegalGoingOut
from scorer.rulebook.rules import RuleSet


def others_out(record: Record, rules: RuleSet, side: Side) -> tuple[Side, ...]:
    """Return the other sides that go out or may do so, as each may be: once for each thing it may mean for this side.

    None where going out without the right to changes nothing for the others.
    """
    if rules.ending.illegal is not IllegalGoingOut.FORFEIT:
        return ()
    others = (other for other in record.sides if other.name != side.name)
    return tuple(out for other in others for out in _if_out(record, rules, side, other))


def _if_out(record: Record, rules: RuleSet, side: Side, other: Side) -> Iterator[Side]:
    told = doubted_of(other)
    # What is left on a side changes nothing for another one.
    cards = [card for card in told.cards if card.place != LEFT]
    doubted = Doubted(other, cards, told.books, told.repeats)
    if not few(doubted.choices):
        if other.went_out or may_be_out(other):
            yield from (replace(other, piles=(), went_out=True), replace(other, went_out=False))
        return
    # A card is left on this side, so that it shows whether it is spared.
    spared = replace(side, piles=(), left=(Face.KING,), extra={})
    known = set()
    for made in ({}, *make_ups(doubted.choices)):
        changed = with_books_finished(doubted.otherwise(made), rules.books.size)
        if not (changed.went_out or may_be_out(changed)):
            continue
        out = replace(changed, went_out=True)
        score = of_side(as_seen(replace(record, sides=(spared, out)), rules), spared)
        if (score.low, score.high) not in known:
            known.add((score.low, score.high))
            yield out
