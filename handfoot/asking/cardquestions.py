"""Questions about cards and squared books that may be others than they were read: what each would change.

Those about the cards of one photo are one question.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from handfoot.asking.kinds import kind_of, open_kinds, which_kind
from handfoot.asking.lay import with_books_finished
from handfoot.asking.maybes import BOOKS, Maybe, cards_of, is_there, maybes_of, slots_of
from handfoot.asking.otherwise import with_faces
from handfoot.asking.together import few, make_ups, opened_by
from handfoot.asking.unsaid import may_be_out, with_going_out_open
from scorer.faces import Face
from scorer.record import Pile, Record, Side
from scorer.rulebook.rule_sections import IllegalGoingOut
from scorer.rulebook.rules import RuleSet
from scorer.scoring.account import Question, SideTally
from scorer.words import one

MOST_SPELT_OUT = 6
"""Of so many doubtful cards of one photo a question says what each may be; of more, which they are."""

_IN_PHOTO = re.compile(r"(.+), (card \d+|\?\d+)")


def asked_for(score: SideTally, side: Side, record: Record, rules: RuleSet) -> SideTally:
    """Return a side's score with what is asked of its cards and books that may be others, and the interval they open.

    What one photo leaves open of several cards is one question: a look at that photo answers it. Of the record's other
    sides only those that went out, or may have, change what a card of this one is worth.
    """
    maybes = sorted(maybes_of(side), key=lambda maybe: maybe.place)
    books = open_kinds(side)
    if not maybes and not books:
        return score

    forfeits = rules.ending.illegal is IllegalGoingOut.FORFEIT
    others = (other for other in record.sides if other is not side)
    gone_out = tuple(other for other in others if other.went_out or (forfeits and may_be_out(other)))

    def scored(changed: Side) -> SideTally:
        changed = with_books_finished(changed, rules.books.size)
        return with_going_out_open(replace(record, sides=(changed, *gone_out)), rules, changed)

    base = scored(side)
    asked: list[tuple[Maybe, Question]] = []
    kinds: list[Question] = []
    spans: dict[str, int] = {}
    least = most = 0
    for doubts in _tried_together(maybes, books):
        tried = [(set(made), scored(doubts.otherwise(side, made))) for made in make_ups(doubts.choices)]
        opened = opened_by(base, tried, doubts.choices)
        of_cards, of_books = opened.widths[: len(doubts.cards)], opened.widths[len(doubts.cards) :]
        asked += [
            (maybe, Question(maybe.about, _ask(side, maybe), width))
            for maybe, width in zip(doubts.cards, of_cards, strict=True)
            if width
        ]
        kinds += [
            Question(kind_of(number), which_kind(side.piles[number - 1]), width)
            for (number, _), width in zip(doubts.books, of_books, strict=True)
            if width
        ]
        least, most = least + opened.least, most + opened.most
        spans |= dict.fromkeys((maybe.place for maybe in doubts.cards), opened.most - opened.least)
    photos = _by_photo(side, asked, spans, most=most - least)
    questions = sorted((*score.questions, *kinds, *photos), key=lambda question: -question.width)
    return replace(score, low=score.low + least, high=score.high + most, questions=tuple(questions))


@dataclass(frozen=True)
class _Doubts:
    """Cards that may be others and squared books that may be, by their numbers, as they are tried together."""

    cards: Sequence[Maybe]
    books: Sequence[tuple[int, tuple[Pile, ...]]]

    @property
    def choices(self) -> Sequence[Sequence[Face | Pile | None]]:
        """What else each may be: first the cards, then the books."""
        return [*(maybe.faces for maybe in self.cards), *(piles for _, piles in self.books)]

    def otherwise(self, side: Side, made: Mapping[int, Face | Pile | None]) -> Side:
        """Return the side as it is if these of them are otherwise; a card that a book then does not show is none."""
        instead = {self.books[at - len(self.cards)][0]: other for at, other in made.items() if isinstance(other, Pile)}
        piles = tuple(instead.get(number, pile) for number, pile in enumerate(side.piles, start=1))
        changed = replace(side, piles=piles)
        chosen = [(self.cards[at], other) for at, other in made.items() if not isinstance(other, Pile)]
        return with_faces(changed, [(maybe, face) for maybe, face in chosen if is_there(changed, maybe)])


def _tried_together(maybes: Sequence[Maybe], books: Sequence[tuple[int, tuple[Pile, ...]]]) -> Sequence[_Doubts]:
    """Return what is in doubt as it is tried together: all where it is little, else the books, and the cards by place.

    Going out takes books of several piles, and cards of several piles may finish a book of one.
    """
    for whole in ((_Doubts(maybes, books),), (_Doubts((), books), _Doubts(maybes, ()))):
        if few(whole[-1].choices):
            return whole
    places = groupby(maybes, key=lambda maybe: maybe.place)
    return (_Doubts((), books), *(_Doubts(list(same), ()) for _, same in places))


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
