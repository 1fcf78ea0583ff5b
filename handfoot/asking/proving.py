"""Proof by the table: what its cards may be beside what they count as, and which are most likely misread."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from handfoot.asking.behind import with_wilds_behind
from handfoot.asking.forbidding import legality_by
from handfoot.asking.lying import Lying, Together, Where, least_under_a_top, where_played
from handfoot.asking.wholetable import Shares, proof_of_table
from scorer.faces import NATURAL_RANKS, WILDS, Face
from scorer.record import Pile, Record
from scorer.rulebook.rules import RuleSet
from scorer.scoring.audit import FaceCount, face_counts
from scorer.words import counted, faces, one, singular
from vision.doubting.chances import LEAST

OVER_DECKS = "count_over_decks"
"""The code of a doubt on a card that is most likely misread, as the decks hold fewer of its face."""

Card = TypeVar("Card")


@dataclass(frozen=True)
class Place(Generic[Card]):
    """Cards of the record that lie together. name: how a person finds them. doubts: what the reader alone holds
    possible of each beside what it counts as; None: no card. instead: what each may be however surely it was read, as
    none like it can lie there.
    """

    name: str
    together: Together
    cards: tuple[Card, ...]
    doubts: tuple[tuple[Face | None, ...], ...]
    instead: tuple[Face | None, ...] = ()


Known = Callable[[Card, int], tuple[Lying, tuple[Face | None, ...]]]
"""What is known of a card before the table tells, and what the reader alone holds possible beside what it counts as;
the number says for how many cards of its face it stands."""


def place(
    name: str,
    where: Where,
    cards: Sequence[Card],
    known: Known[Card],
    *,
    top: Face | None = None,
    stands_for: int = 1,
    instead: Sequence[Face | None] = (),
) -> Place[Card]:
    """Return cards that lie together. top: the face on top of the squared book they lie behind. instead: see Place."""
    lying, doubts = zip(*(known(card, stands_for) for card in cards), strict=True) if cards else ((), ())
    return Place(name, Together(where, lying, top), tuple(cards), doubts, tuple(instead))


def places_of_pile(
    name: str,
    pile: Pile,
    cards: Sequence[Card],
    faint: Sequence[Card],
    rules: RuleSet,
    known: Known[Card],
    *,
    short: Sequence[Face | None] = (),
) -> Iterator[Place[Card]]:
    """Give the places of a pile: all that a meld shows, or the top of a squared book and what looks out behind it.

    cards: those that show, a squared book's top first. faint: what lies with them and is too faint to count. short: of
    one spread out that no book lay as, the ranks of the books that show too few cards.
    """
    if not pile.squared:
        where = where_played(pile.cards, rules)
        yield place(name, where, [*cards, *faint], known, instead=_instead(pile.cards, where, short, rules))
        return
    yield place(name, Where.TOP, cards[:1], known, stands_for=least_under_a_top(pile.kind, rules.books))
    if behind := [*cards[1:], *faint]:
        yield place(name, Where.BEHIND, behind, known, top=pile.top)


def places_outside(
    side: str,
    threes: Iterable[tuple[Card, bool]],
    left: Iterable[Card],
    beside: Iterable[Card],
    known: Known[Card],
    *,
    short: Sequence[Face | None],
) -> Iterator[Place[Card]]:
    """Give the places of a side's cards that lie in no pile, each by itself.

    threes: its red 3s, and whether each lies among spread books, where none does. left, beside: those in hand and those
    alone in the played area, with what is too faint to count. short: see ``places_of_pile``.
    """
    for card, is_spread in threes:
        instead = (*short, *WILDS) if is_spread else ()
        yield place(f"{side}'s red 3s", Where.RED_THREES, [card], known, instead=instead)
    for card in left:
        yield place(f"what {side} has left", Where.LEFT, [card], known)
    for card in beside:
        yield place(f"{side}'s cards", Where.BESIDE, [card], known)


@dataclass(frozen=True)
class Misread(Generic[Card]):
    """A card of a face of which there are too many, and what the most probable legal reading takes it for.

    rest: how many cards of the face it leaves too many, with the others it takes for something else.
    """

    card: Card
    place: str
    count: FaceCount
    true: Face | None
    rest: int

    @property
    def say(self) -> str:
        """Return what it is said to a person as."""
        there = "not there" if self.true is None else one(self.true)
        more = f", and that leaves {counted(self.rest, 'card')} too many" if self.rest > 0 else ""
        return (
            f"{faces(self.count.seen, self.count.face)} on the table, but the decks hold {self.count.most}; "
            f"the {singular(self.count.face)} in {self.place} is most likely {there}{more}"
        )


@dataclass(frozen=True)
class Proved(Generic[Card]):
    """What the whole table tells of its cards.

    others: what each card in doubt may be beside what it counts as, the likeliest first.
    """

    others: dict[Card, tuple[Face | None, ...]]
    misread: tuple[Misread[Card], ...]


def prove(places: Sequence[Place[Card]], record: Record, rules: RuleSet) -> Proved[Card]:
    """Return what the whole table tells of the cards of a record that was made from photos.

    Raises:
        ScorerError: if the record's settings or its round do not fit the rule set.
    """
    counts = face_counts(with_wilds_behind(record), rules)
    here = _held(places)
    room = {count.face: count.most - count.seen + here[count.face] for count in counts}
    proofs = proof_of_table([home.together for home in places], room, legality_by(rules, record))
    others: dict[Card, tuple[Face | None, ...]] = {}
    misread = []
    over = {count.face: count for count in counts if count.over}
    for home, proof in zip(places, proofs, strict=True):
        each = zip(home.cards, home.together.cards, home.doubts, proof.shares, proof.best.choice, strict=True)
        for card, lying, doubts, shares, best in each:
            if left := _left_open(lying, doubts, shares, home.instead):
                others[card] = left
            if lying.counts in over and best is not lying.counts:
                misread.append((card, home.name, over[lying.counts], best, lying.stands_for))
    fewer: Counter[Face] = Counter()
    for _, _, count, _, number in misread:
        fewer[count.face] += number
    return Proved(
        others,
        tuple(
            Misread(card, name, count, best, count.over - fewer[count.face]) for card, name, count, best, _ in misread
        ),
    )


def _held(places: Sequence[Place[Card]]) -> Counter[Face]:
    held: Counter[Face] = Counter()
    for home in places:
        for lying in home.together.cards:
            if lying.counts is not None:
                held[lying.counts] += lying.stands_for
    return held


def _left_open(
    lying: Lying, doubts: tuple[Face | None, ...], shares: Shares, instead: tuple[Face | None, ...]
) -> tuple[Face | None, ...]:
    """Return what a card may be instead: what the reader alone holds possible, what the table does, and what can lie
    there where it cannot.

    The table takes no doubt away: a card that is misread wherever it lies reads like its meld, and so does another end
    of a card that counts already. What may be a card stays as the reader has it, what a person said as that is.
    """
    if lying.counts is None or lying.counts is Face.UNREAD:
        return doubts
    held = {face for face, share in shares.items() if share >= LEAST}
    if not lying.is_certain:
        held.update(instead)
    return tuple(
        sorted(({*doubts} | held) - {lying.counts}, key=lambda face: (face is None, -shares.get(face, 0.0), str(face)))
    )


def _instead(
    faces: Sequence[Face], where: Where, short: Sequence[Face | None], rules: RuleSet
) -> tuple[Face | None, ...]:
    """Return what the cards of a pile that all show may be however surely they were read, as no such pile lies there.

    A black 3 that nobody may play is a red one, a natural by itself is that or none, and what is spread out is of a
    book.
    """
    if where is Where.BLACK_THREES:
        return (Face.RED_THREE,)
    alone = (Face.RED_THREE, None) if len(faces) == 1 and faces[0] in NATURAL_RANKS else ()
    return (*(short if len(faces) < rules.books.size else ()), *alone)
