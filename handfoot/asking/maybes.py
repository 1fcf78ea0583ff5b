"""Cards that may be others than they were read, or none at all: asked for what each would change, never guessed.

A record made from photos notes them in a side's ``x_maybe``, which other programs may pass over: a list of objects with
``in`` ("pile 3", "left", "red 3s", "beside", or "clean book", "dirty book", "wild book" for what would be the top of
one), ``at`` (the card's place there, from 1; null for a card that is not counted), ``faces`` (what it may be instead;
null for no card) and ``where`` (its photo and its number there).
"""

import re
from collections import Counter
from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product
from math import prod
from typing import TypeVar

from handfoot.asking.behind import NOTE as BEHIND
from handfoot.asking.behind import cards_behind, wilds_behind, with_wilds_behind
from handfoot.asking.lay import with_books_finished
from scorer.account import Question, SideTally
from scorer.faces import FACES, NATURAL_RANKS, WILDS, Face
from scorer.record import BookKind, Pile, Record, Side
from scorer.rules import RuleSet
from scorer.tally import tally
from scorer.words import one

Card = TypeVar("Card", bound=Hashable)

NOTE = "x_maybe"

LEFT, RED_THREES, BESIDE = "left", "red 3s", "beside"
"""Where a card can lie that is in no pile; beside the piles if nothing else is known of a card not counted."""

BOOKS = {f"{kind} book": kind for kind in BookKind}
"""Where a card not counted can lie by itself as squared books do, and which it would be the top of."""

MOST_TOGETHER = 48
"""So many make-ups of one pile are tried together; of more, each doubtful card by itself."""

MOST_SPELT_OUT = 6
"""Of so many doubtful cards of one photo a question says what each may be; of more, which they are."""

MOST_ASKED = 200
"""So many doubtful cards of a side are asked for at most."""

_PILE = re.compile(r"pile ([1-9]\d{0,2})")
"""A pile's place; no side has a thousand."""
_IN_PHOTO = re.compile(r"(.+), (card \d+|\?\d+)")


@dataclass(frozen=True)
class Maybe:
    """A card that may be another. ``at``: from 1, None for one that is not counted; a face None: no card lies there."""

    place: str
    at: int | None
    faces: tuple[Face | None, ...]
    where: str

    @property
    def pile(self) -> int | None:
        """Return the number of its pile, from 1, or None."""
        found = _PILE.fullmatch(self.place)
        return int(found[1]) if found else None

    @property
    def about(self) -> str:
        """Return what a question about it names: the card in its photo."""
        return self.where or self.place


def places_of(
    piles: Iterable[Sequence[Card]], red_threes: Sequence[Card], left: Sequence[Card]
) -> dict[Card, tuple[str, int]]:
    """Return the place of each card of a side that counts, as a note names it, and its number there, from 1."""
    lying = [(f"pile {number}", cards) for number, cards in enumerate(piles, start=1)]
    lying += [(RED_THREES, red_threes), (LEFT, left)]
    return {card: (place, at) for place, cards in lying for at, card in enumerate(cards, start=1)}


def note_of(maybe: Maybe) -> dict[str, object]:
    """Return the note that ``maybes_of`` reads as this card."""
    faces = [None if face is None else str(face) for face in maybe.faces]
    return {"in": maybe.place, "at": maybe.at, "faces": faces, "where": maybe.where}


def with_maybes(side: Side, maybes: Iterable[Maybe]) -> Side:
    """Note in a side its cards that may be others, for ``maybes_of`` to read."""
    notes = [note_of(maybe) for maybe in maybes]
    return replace(side, extra={**side.extra, NOTE: notes}) if notes else side


def maybes_of(side: Side) -> tuple[Maybe, ...]:
    """Return the cards of a side that may be others; notes that are malformed or about no card are passed over.

    So are those after the first ``MOST_ASKED``: nobody would answer them, and each is scored.
    """
    noted = side.extra.get(NOTE)
    found = [maybe_of(note) for note in noted[:MOST_ASKED]] if isinstance(noted, list) else []
    there = (maybe for maybe in found if maybe is not None and is_there(side, maybe))
    return each_card_once(there)


def each_card_once(maybes: Iterable[Maybe]) -> tuple[Maybe, ...]:
    """Return the cards without those of which another was told before; a card that may lie there besides is its own."""
    found: dict[object, Maybe] = {}
    for maybe in maybes:
        found.setdefault(object() if maybe.at is None else (maybe.place, maybe.at), maybe)
    return tuple(found.values())


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
        others = [scored(other) for other in made]
        return min(0, *(other.low - base.low for other in others)), max(
            0, *(other.high - base.high for other in others)
        )

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
    face = _slots_of(side, maybe)[maybe.at - 1]
    if not others:
        return f"is there really {one(face)} here?"
    none = ", or no card at all" if None in maybe.faces else ""
    return f"is this {_either([face, *others])}{none}?"


def _ask_together(side: Side, maybes: Sequence[Maybe]) -> str:
    labels = [maybe.where.rpartition(", ")[2] for maybe in maybes]
    begins = f"are these {len(set(labels))} as they were read"
    if len(maybes) > MOST_SPELT_OUT:
        return f"{begins}, or can they be photographed again: {', '.join(dict.fromkeys(labels))}?"
    said = (f"{label} {_or_else(side, maybe)}" for label, maybe in zip(labels, maybes, strict=True))
    return f"{begins}: {'; '.join(said)}?"


def _or_else(side: Side, maybe: Maybe) -> str:
    """Return what a card was read as, and what else it may be."""
    read = "no card" if maybe.at is None else one(_slots_of(side, maybe)[maybe.at - 1])
    others = [face for face in maybe.faces if face is not None]
    either = f", or {_either(others)}" if others else ""
    return f"{read}{either}{', or no card' if None in maybe.faces and maybe.at is not None else ''}"


def _either(faces: Sequence[Face]) -> str:
    *first, last = map(one, faces)
    return f"{', '.join(first)} or {last}" if first else last


def maybe_of(note: object) -> Maybe | None:
    """Return the card that a note tells, None of one that is malformed."""
    match note:
        case {"in": str(place), "at": int() | None as at, "faces": [_, *_] as faces, "where": str(where)} if all(
            face is None or face in FACES for face in faces
        ):
            others = dict.fromkeys(None if face is None else Face(face) for face in faces)
            if at is None and not any(others):
                return None
            return Maybe(place, at, tuple(others), where)
    return None


def is_there(side: Side, maybe: Maybe) -> bool:
    """Tell whether a side has the place, and the card, that a note names."""
    number = maybe.pile
    if number is None and maybe.place not in (LEFT, RED_THREES, BESIDE, *BOOKS):
        return False
    if number is not None and number > len(side.piles):
        return False
    return maybe.at is None or 1 <= maybe.at <= len(_slots_of(side, maybe))


def _slots_of(side: Side, maybe: Maybe) -> tuple[Face, ...]:
    """Return the cards that lie where this one does, in their order."""
    if maybe.pile is not None:
        return cards_of(side.piles[maybe.pile - 1])
    return {LEFT: side.left, RED_THREES: (Face.RED_THREE,) * side.red_threes}.get(maybe.place, ())


def with_faces(side: Side, chosen: Sequence[tuple[Maybe, Face | None]]) -> Side:
    """Return the side with other cards, or none, where these say, all in one place; red 3s go to the red 3s."""
    first = chosen[0][0]
    if first.pile is not None:
        return _with_pile(side, first.pile, chosen)
    if first.place == LEFT:
        return replace(side, left=tuple(face for face in _slots(side.left, chosen) if face is not None))
    fewer = sum(maybe.at is not None for maybe, _ in chosen)
    return _beside(replace(side, red_threes=side.red_threes - fewer), [face for _, face in chosen], first.place)


def book_under(place: str, face: Face | None, ranks: Container[Face | None]) -> BookKind | None:
    """Return the squared book that a card not counted would be the top of where it lies, None where of none.

    ranks: those of the side's other piles; a second book of one of them is none, but a card that lies off its pile.
    """
    kind = BOOKS.get(place)
    if kind is None or face in WILDS:
        return kind and BookKind.WILD
    # Of a natural that was taken for a wild nothing tells whether its book is clean.
    if face not in NATURAL_RANKS or face in ranks:
        return None
    return BookKind.CLEAN if kind is BookKind.WILD else kind


def _with_pile(side: Side, number: int, chosen: Sequence[tuple[Maybe, Face | None]]) -> Side:
    pile = side.piles[number - 1]
    slots = _slots(cards_of(pile), chosen)
    top, *others = slots
    strangers: list[Face | None] = [face for face in slots if face is Face.RED_THREE]
    if pile.squared and top is not None and top is not Face.RED_THREE:
        behind = [face for face in others if face in (*WILDS, top)]
        # What is neither a wild nor of the book's rank lies beside it.
        strangers += [face for face in others if face not in (None, *WILDS, top, Face.RED_THREE)]
        kind, has_wilds = pile.kind, not set(behind).isdisjoint(WILDS)
        if has_wilds != bool(wilds_behind(pile)):
            kind = BookKind.DIRTY if has_wilds else BookKind.CLEAN
        notes = {**pile.extra, BEHIND: [str(face) for face in behind]}
        piles = [replace(pile, top=top, kind=kind, extra=notes)]
    else:
        cards = tuple(face for face in slots if face not in (None, Face.RED_THREE))
        piles = [Pile(cards=cards, extra=pile.extra)] if cards else []
    return _beside(replace(side, piles=(*side.piles[: number - 1], *piles, *side.piles[number:])), strangers)


def cards_of(pile: Pile) -> tuple[Face, ...]:
    """Return the cards of a pile that show: of a squared book its top and what shows behind it."""
    return pile.cards if pile.top is None else (pile.top, *cards_behind(pile))


def _slots(faces: Sequence[Face], chosen: Sequence[tuple[Maybe, Face | None]]) -> list[Face | None]:
    slots: list[Face | None] = [*faces]
    for maybe, face in chosen:
        if maybe.at is None:
            slots.append(face)
        else:
            slots[maybe.at - 1] = face
    return slots


def _beside(side: Side, faces: Sequence[Face | None], place: str = BESIDE) -> Side:
    """Add cards to what lies beside the piles, as squared books where they lie so; red 3s to the red 3s."""
    threes = sum(face is Face.RED_THREE for face in faces)
    ranks = {face for pile in side.piles for face in cards_of(pile)}
    others = [
        Pile(cards=(face,)) if (kind := book_under(place, face, ranks)) is None else Pile(top=face, kind=kind)
        for face in faces
        if face not in (None, Face.RED_THREE)
    ]
    return replace(side, piles=(*side.piles, *others), red_threes=side.red_threes + threes)
