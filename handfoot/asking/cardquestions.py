"""Questions about cards and squared books that may be others than they were read: what each would change.

Those about the cards of one photo are one question.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from handfoot.asking.doubted import doubted_of
from handfoot.asking.kinds import which_kind
from handfoot.asking.lay import with_books_finished
from handfoot.asking.maybes import BOOKS, FACE_DOWN, Maybe, cards_of, slots_of
from handfoot.asking.opening import opened
from handfoot.asking.unsaid import with_going_out_open
from scorer.faces import Face
from scorer.record import Record, Side
from scorer.rulebook.rules import RuleSet
from scorer.scoring.account import Question, SideTally, about_kind
from scorer.words import listed, one

MOST_SPELT_OUT = 6
"""Of so many doubtful cards of one photo a question says what each may be; of more, which they are."""

_IN_PHOTO = re.compile(r"(.+), (card \d+|\?\d+)")


def asked_for(score: SideTally, side: Side, record: Record, rules: RuleSet, others: Sequence[Side]) -> SideTally:
    """Return a side's score with what is asked of its cards and books that may be others, and the interval they open.

    What one photo leaves open of several cards is one question: a look at that photo answers it. Of the record's other
    sides only those that went out, or may have, change what a card of this one is worth: ``others``, as they may be.
    """
    doubted = doubted_of(side)
    if not doubted.choices:
        return score
    out = {other.name for other in others} | {other.name for other in record.sides if other.went_out}
    around = tuple(other for other in record.sides if other.name in out and other.name != side.name)

    def scored(changed: Side) -> SideTally:
        changed = with_books_finished(changed, rules.books.size)
        return with_going_out_open(replace(record, sides=(changed, *around)), rules, changed, others)

    found = opened(doubted, scored)
    told = [
        *((maybe.about, _ask(side, maybe)) for maybe in doubted.cards),
        *((about_kind(number), which_kind(side.piles[number - 1])) for number, _ in doubted.books),
        *((repeat.about, repeat.ask) for repeat in doubted.repeats),
    ]
    questions = [Question(about, ask, width) for (about, ask), width in zip(told, found.widths, strict=True)]
    many = len(doubted.cards)
    asked = [pair for pair in zip(doubted.cards, questions[:many], strict=True) if pair[1].width]
    spans = {maybe.place: span for maybe, span in zip(doubted.cards, found.spans[:many], strict=True)}
    photos = _by_photo(side, asked, spans, most=found.most - found.least)
    more = (*score.questions, *(question for question in questions[many:] if question.width), *photos)
    return replace(
        score,
        low=score.low + found.least,
        high=score.high + found.most,
        questions=tuple(sorted(more, key=lambda question: -question.width)),
    )


def _by_photo(
    side: Side, asked: Sequence[tuple[Maybe, Question]], spans: Mapping[str, int], *, most: int
) -> Iterator[Question]:
    """Yield the questions; those about several cards of one photo as one, in which the widest comes first.

    spans: how far the doubtful cards of each place open the interval together; most: how far all of them do.
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
        width = min(most, sum(min(single, spans[place]) for place, single in widths.items()))
        yield Question(photo, ask, width, abouts)


def _ask(side: Side, maybe: Maybe) -> str:
    others = [face for face in maybe.faces if face is not None]
    if maybe.place == FACE_DOWN:
        return "does a card lie face down here, or a squared book that is too dark to be read?"
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
    return shown + Counter(side.left) + Counter(side.garbage) + Counter({Face.RED_THREE: side.red_threes})


def _ask_together(side: Side, maybes: Sequence[Maybe]) -> str:
    labels = [maybe.where.rpartition(", ")[2] for maybe in maybes]
    begins = f"are these {len(set(labels))} as they were read"
    if len(maybes) > MOST_SPELT_OUT:
        return f"{begins}, or can they be photographed again: {', '.join(dict.fromkeys(labels))}?"
    said = (f"{label} {_or_else(side, maybe)}" for label, maybe in zip(labels, maybes, strict=True))
    return f"{begins}: {'; '.join(said)}?"


def _or_else(side: Side, maybe: Maybe) -> str:
    """Return what a card was read as, and what else it may be."""
    if maybe.place == FACE_DOWN:
        return "a card face down, or the top of a squared book"
    read = "no card" if maybe.at is None else one(slots_of(side, maybe)[maybe.at - 1])
    others = [face for face in maybe.faces if face is not None]
    either = f", or {_either(others)}" if others else ""
    return f"{read}{either}{', or no card of its own' if None in maybe.faces and maybe.at is not None else ''}"


def _either(faces: Sequence[Face]) -> str:
    return listed([one(face) for face in faces], "or")
