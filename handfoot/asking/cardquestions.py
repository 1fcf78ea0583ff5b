"""Questions about cards that may be others than they were read: what each would change, those of a photo as one."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, product
from math import prod

from handfoot.asking.behind import with_wilds_behind
from handfoot.asking.lay import with_books_finished
from handfoot.asking.maybes import BOOKS, Maybe, cards_of, maybes_of, slots_of
from handfoot.asking.otherwise import with_faces
from scorer.faces import Face
from scorer.record import Record, Side
from scorer.rulebook.rules import RuleSet
from scorer.scoring.account import Question, SideTally
from scorer.scoring.tally import tally
from scorer.words import one

MOST_TOGETHER = 48
"""So many make-ups of one pile are tried together; of more, each doubtful card by itself."""

MOST_SPELT_OUT = 6
"""Of so many doubtful cards of one photo a question says what each may be; of more, which they are."""

_IN_PHOTO = re.compile(r"(.+), (card \d+|\?\d+)")


def asked_for(score: SideTally, side: Side, record: Record, rules: RuleSet) -> SideTally:
    """Return a side's score with what is asked of its cards that may be others, and the interval they open.

    What one photo leaves open of several cards is one question: a look at that photo answers it. Of the record's other
    sides only what those say that went out changes what a card of this one is worth.
    """
    maybes = sorted(maybes_of(side), key=lambda maybe: maybe.place)
    if not maybes:
        return score

    gone_out = tuple(other for other in record.sides if other is not side and other.went_out)

    def scored(changed: Side) -> SideTally:
        changed = with_books_finished(changed, rules.books.size)
        return tally(with_wilds_behind(replace(record, sides=(changed, *gone_out))), rules).sides[0]

    base = scored(side)

    def moves(made: Iterator[Side]) -> tuple[int, int]:
        return moved(base, [scored(other) for other in made])

    asked: list[tuple[Maybe, Question]] = []
    spans: dict[str, int] = {}
    low, high = score.low, score.high
    for place, same in groupby(maybes, key=lambda maybe: maybe.place):
        together = list(same)
        each = [moves(with_faces(side, [(maybe, face)]) for face in maybe.faces) for maybe in together]
        asked += [
            (maybe, Question(maybe.about, _ask(side, maybe), most - least))
            for maybe, (least, most) in zip(together, each, strict=True)
            if least < most
        ]
        if len(together) > 1 and prod(len(maybe.faces) + 1 for maybe in together) <= MOST_TOGETHER:
            each = [moves(_made_up(side, together))]
        low += sum(least for least, _ in each)
        high += sum(most for _, most in each)
        spans[place] = sum(most - least for least, most in each)
    questions = sorted((*score.questions, *_by_photo(side, asked, spans)), key=lambda question: -question.width)
    return replace(score, low=low, high=high, questions=tuple(questions))


def moved(base: SideTally, others: Sequence[SideTally]) -> tuple[int, int]:
    """Return how far other scores move the ends of an interval, points: the lower one down, the upper one up."""
    lower, higher = [other.low - base.low for other in others], [other.high - base.high for other in others]
    return min([0, *lower]), max([0, *higher])


def _by_photo(side: Side, asked: Sequence[tuple[Maybe, Question]], spans: Mapping[str, int]) -> Iterator[Question]:
    """Yield the questions; those about several cards of one photo as one, in which the widest comes first.

    spans: how far the doubtful cards of each place open the interval together.
    """
    photos: dict[str, list[tuple[Maybe, Question]]] = {}
    for maybe, question in sorted(asked, key=lambda pair: -pair[1].width):
        shown = _IN_PHOTO.fullmatch(maybe.where)
        photos.setdefault(shown[1] if shown else maybe.where, []).append((maybe, question))
    for photo, pairs in photos.items():
        abouts = tuple(dict.fromkeys(question.about for _, question in pairs))
        if len(abouts) == 1:
            yield from (question for _, question in pairs)
            continue
        ask = _ask_together(side, [maybe for maybe, _ in pairs])
        widths = Counter[str]()
        for maybe, question in pairs:
            widths[maybe.place] += question.width
        width = sum(min(single, spans[place]) for place, single in widths.items())
        yield Question(photo, ask, width, abouts)


def _made_up(side: Side, together: Sequence[Maybe]) -> Iterator[Side]:
    """Yield the side with every make-up of a pile in which at least one of its doubtful cards is another."""
    choices = [[None, *((maybe, face) for face in maybe.faces)] for maybe in together]
    for picked in product(*choices):
        chosen = [choice for choice in picked if choice is not None]
        if chosen:
            yield with_faces(side, chosen)


def _ask(side: Side, maybe: Maybe) -> str:
    others = [face for face in maybe.faces if face is not None]
    if maybe.at is None:
        lies = "does a squared book lie here, under" if maybe.place in BOOKS else "does one more card lie here,"
        return f"{lies} {_either(others)}?"
    face = slots_of(side, maybe)[maybe.at - 1]
    # What was taken for another card is often another end of one that counts.
    again = ", or is it one that is counted already" if _lying(side)[face] > 1 else ""
    if not others:
        return f"is there really {one(face)} here{again}?"
    none = ", or no card of its own" if again else ", or no card at all"
    return f"is this {_either([face, *others])}{none if None in maybe.faces else ''}?"


def _lying(side: Side) -> Counter[Face]:
    """Return how many cards of each face a side shows."""
    shown = Counter(face for pile in side.piles for face in cards_of(pile))
    return shown + Counter(side.left) + Counter({Face.RED_THREE: side.red_threes})


def _ask_together(side: Side, maybes: Sequence[Maybe]) -> str:
    labels = [maybe.where.rpartition(", ")[2] for maybe in maybes]
    begins = f"are these {len(set(labels))} as they were read"
    if len(maybes) > MOST_SPELT_OUT:
        return f"{begins}, or can they be photographed again: {', '.join(dict.fromkeys(labels))}?"
    said = (f"{label} {_or_else(side, maybe)}" for label, maybe in zip(labels, maybes, strict=True))
    return f"{begins}: {'; '.join(said)}?"


def _or_else(side: Side, maybe: Maybe) -> str:
    """Return what a card was read as, and what else it may be."""
    read = "no card" if maybe.at is None else one(slots_of(side, maybe)[maybe.at - 1])
    others = [face for face in maybe.faces if face is not None]
    either = f", or {_either(others)}" if others else ""
    return f"{read}{either}{', or no card of its own' if None in maybe.faces and maybe.at is not None else ''}"


def _either(faces: Sequence[Face]) -> str:
    *first, last = map(one, faces)
    return f"{', '.join(first)} or {last}" if first else last
