"""Questions about cards that may be others than they were read: what each would change, those of a photo as one."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import groupby, product
from math import prod

from handfoot.asking.lay import with_books_finished
from handfoot.asking.maybes import BOOKS, Maybe, cards_of, maybes_of, slots_of
from handfoot.asking.otherwise import with_faces
from handfoot.asking.unsaid import may_be_out, moved, with_going_out_open
from scorer.faces import Face
from scorer.record import Record, Side
from scorer.rulebook.rule_sections import IllegalGoingOut
from scorer.rulebook.rules import RuleSet
from scorer.scoring.account import Question, SideTally
from scorer.words import one

MOST_TOGETHER = 48
"""So many make-ups of a side's doubtful cards are tried, else so many of those of each place; of more, each doubtful
card of the place by itself, and all of them at once."""

MOST_SPELT_OUT = 6
"""Of so many doubtful cards of one photo a question says what each may be; of more, which they are."""

MakeUp = Mapping[int, Face | None]
"""Which of the doubtful cards, from 0, are another, and which; the others are as they were read."""

_IN_PHOTO = re.compile(r"(.+), (card \d+|\?\d+)")


def asked_for(score: SideTally, side: Side, record: Record, rules: RuleSet) -> SideTally:
    """Return a side's score with what is asked of its cards that may be others, and the interval they open.

    What one photo leaves open of several cards is one question: a look at that photo answers it. Of the record's other
    sides only those that went out, or may have, change what a card of this one is worth.
    """
    maybes = sorted(maybes_of(side), key=lambda maybe: maybe.place)
    if not maybes:
        return score

    forfeits = rules.ending.illegal is IllegalGoingOut.FORFEIT
    others = (other for other in record.sides if other is not side)
    gone_out = tuple(other for other in others if other.went_out or (forfeits and may_be_out(other)))

    def scored(changed: Side) -> SideTally:
        changed = with_books_finished(changed, rules.books.size)
        return with_going_out_open(replace(record, sides=(changed, *gone_out)), rules, changed)

    base = scored(side)
    asked: list[tuple[Maybe, Question]] = []
    spans: dict[str, int] = {}
    low, high = score.low, score.high
    for together in _tried_together(maybes):
        every = _few(together)
        made = _every_make_up(together) if every else _some_make_ups(together)
        tried = [(set(one), scored(_with(side, together, one))) for one in made]
        opened = _opened(base, tried, len(together), every=every)
        asked += [
            (maybe, Question(maybe.about, _ask(side, maybe), width))
            for maybe, width in zip(together, opened.widths, strict=True)
            if width
        ]
        low, high = low + opened.least, high + opened.most
        spans |= dict.fromkeys((maybe.place for maybe in together), opened.most - opened.least)
    opened_in_all = high - low - (score.high - score.low)
    photos = _by_photo(side, asked, spans, most=opened_in_all)
    questions = sorted((*score.questions, *photos), key=lambda question: -question.width)
    return replace(score, low=low, high=high, questions=tuple(questions))


def _few(maybes: Sequence[Maybe]) -> bool:
    """Return whether all that doubtful cards may be together can be tried."""
    return prod(len(maybe.faces) + 1 for maybe in maybes) <= MOST_TOGETHER


def _tried_together(maybes: Sequence[Maybe]) -> Sequence[Sequence[Maybe]]:
    """Return doubtful cards as they are tried together: all where they are few, else those of each place.

    Going out takes books of several piles, and cards of several piles may finish a book of one.
    """
    if _few(maybes):
        return [maybes]
    return [list(same) for _, same in groupby(maybes, key=lambda maybe: maybe.place)]


def _every_make_up(together: Sequence[Maybe]) -> Iterator[MakeUp]:
    """Yield all that doubtful cards may be together, at least one of them another."""
    choices = product(*([None, *((number, face) for face in maybe.faces)] for number, maybe in enumerate(together)))
    return (dict(one for one in picked if one is not None) for picked in choices if any(picked))


def _some_make_ups(together: Sequence[Maybe]) -> Iterator[MakeUp]:
    """Yield each doubtful card by itself as all that it may be, and all of them as what they may be first."""
    yield from ({number: face} for number, maybe in enumerate(together) for face in maybe.faces)
    yield {number: maybe.faces[0] for number, maybe in enumerate(together)}


def _with(side: Side, together: Sequence[Maybe], made: MakeUp) -> Side:
    return with_faces(side, [(together[number], face) for number, face in made.items()])


@dataclass(frozen=True)
class _Opened:
    """How far the doubtful cards of a place open the interval, and what telling each narrows it by, points."""

    least: int
    most: int
    widths: tuple[int, ...]


def _opened(
    base: SideTally, tried: Sequence[tuple[AbstractSet[int], SideTally]], cards: int, *, every: bool
) -> _Opened:
    """Return what doubtful cards open together. tried: the score with some of them as others, by their numbers.

    Two that move nothing each by itself may finish a book together: each is worth what it is beside the others. Any two
    of three may finish it, too: what the widths lack of the whole is worth any of them. Where not ``every`` make-up was
    tried, all of them are taken to move what each does by itself, at least.
    """
    alone = [moved(base, [score for others, score in tried if others == {number}]) for number in range(cards)]
    least, most = moved(base, [score for _, score in tried])
    if every:
        rests = [moved(base, [score for others, score in tried if number not in others]) for number in range(cards)]
    else:
        apart = sum(down for down, _ in alone), sum(up for _, up in alone)
        least, most, rests = min(least, apart[0]), max(most, apart[1]), [apart] * cards
    beside = (most - least - (up - down) for down, up in rests)
    widths = [max(up - down, more) for (down, up), more in zip(alone, beside, strict=True)]
    lacking = max(0, most - least - sum(widths))
    return _Opened(least, most, tuple(width + lacking if width or not any(widths) else 0 for width in widths))


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
