"""Proof by the table: what its cards may be beside what they count as, and which are most likely misread."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

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

Key = tuple[int, str]
"""The number of a card's side, from 0, and the card's id there."""


@dataclass(frozen=True)
class KnownCard:
    """A card before the table tells. doubts: what the reader alone holds possible beside what it counts as; None: no
    card.
    """

    key: Key
    lying: Lying
    doubts: tuple[Face | None, ...]


@dataclass(frozen=True)
class Group:
    """Cards of the record that lie together. name: how a person finds them. top: the face on top of the squared book
    that they lie behind. instead: what each may be however surely it was read, as none like it can lie there.
    """

    name: str
    where: Where
    cards: tuple[KnownCard, ...]
    top: Face | None = None
    instead: tuple[Face | None, ...] = ()

    @property
    def together(self) -> Together:
        """The cards by what each may be."""
        return Together(self.where, tuple(card.lying for card in self.cards), self.top)


def groups_of_pile(
    name: str,
    pile: Pile,
    cards: Sequence[KnownCard],
    faint: Sequence[KnownCard],
    rules: RuleSet,
    *,
    short: Sequence[Face | None] = (),
) -> Iterator[Group]:
    """Give the groups of a pile: all that a meld shows, or the top of a squared book and what looks out behind it.

    cards: those that show, a squared book's top first. faint: what lies with them and is too faint to count. short: of
    one spread out that no book lay as, the ranks of the books that show too few cards.
    """
    if not pile.squared:
        where = where_played(pile.cards, rules)
        yield Group(name, where, (*cards, *faint), instead=_instead(pile.cards, where, short, rules))
        return
    top, *others = cards
    lying = replace(top.lying, stands_for=least_under_a_top(pile.kind, rules.books))
    yield Group(name, Where.TOP, (replace(top, lying=lying),))
    if behind := (*others, *faint):
        yield Group(name, Where.BEHIND, behind, pile.top)


def groups_outside(
    side: str,
    threes: Iterable[tuple[KnownCard, bool]],
    left: Iterable[KnownCard],
    beside: Iterable[KnownCard],
    *,
    short: Sequence[Face | None],
) -> Iterator[Group]:
    """Give the groups of a side's cards that lie in no pile, each by itself.

    threes: its red 3s, and whether each lies among spread books, where none does. left, beside: those in hand and those
    alone in the played area, with what is too faint to count. short: see ``groups_of_pile``.
    """
    for card, is_spread in threes:
        yield Group(f"{side}'s red 3s", Where.RED_THREES, (card,), instead=(*short, *WILDS) if is_spread else ())
    for card in left:
        yield Group(f"what {side} has left", Where.LEFT, (card,))
    for card in beside:
        yield Group(f"{side}'s cards", Where.BESIDE, (card,))


@dataclass(frozen=True)
class Misread:
    """A card of a face of which there are too many, and what the most probable legal reading takes it for.

    rest: how many cards of the face it leaves too many, with the others it takes for something else.
    """

    card: Key
    group: str
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
            f"the {singular(self.count.face)} in {self.group} is most likely {there}{more}"
        )


@dataclass(frozen=True)
class Proved:
    """What the whole table tells of its cards.

    others: what each card that counts may be beside what it counts as, the likeliest first; nothing where it is sure.
    """

    others: dict[Key, tuple[Face | None, ...]]
    misread: tuple[Misread, ...]


def prove(groups: Sequence[Group], record: Record, rules: RuleSet) -> Proved:
    """Return what the whole table tells of the cards of a record that was made from photos.

    Raises:
        ScorerError: if the record's settings or its round do not fit the rule set.
    """
    counts = face_counts(with_wilds_behind(record), rules)
    here = _held(groups)
    room = {count.face: count.most - count.seen + here[count.face] for count in counts}
    proofs = proof_of_table([group.together for group in groups], room, legality_by(rules, record))
    others: dict[Key, tuple[Face | None, ...]] = {}
    misread = []
    over = {count.face: count for count in counts if count.over}
    for group, proof in zip(groups, proofs, strict=True):
        for card, shares, best in zip(group.cards, proof.shares, proof.best.choice, strict=True):
            counts_as = card.lying.counts
            if counts_as is not None:
                others[card.key] = _left_open(card, counts_as, shares, group.instead)
            if counts_as in over and best is not counts_as:
                misread.append((card.key, group.name, over[counts_as], best, card.lying.stands_for))
    fewer: Counter[Face] = Counter()
    for _, _, count, _, number in misread:
        fewer[count.face] += number
    return Proved(
        others,
        tuple(
            Misread(card, name, count, best, count.over - fewer[count.face]) for card, name, count, best, _ in misread
        ),
    )


def _held(groups: Sequence[Group]) -> Counter[Face]:
    held: Counter[Face] = Counter()
    for lying in (card.lying for group in groups for card in group.cards):
        if lying.counts is not None:
            held[lying.counts] += lying.stands_for
    return held


def _left_open(
    card: KnownCard, counts_as: Face, shares: Shares, instead: tuple[Face | None, ...]
) -> tuple[Face | None, ...]:
    """Return what a card may be instead: what the reader alone holds possible, what the table does, and what can lie
    there where it cannot.

    The table takes no doubt away: a card that is misread wherever it lies reads like its meld, and so does another end
    of a card that counts already. What was not read stays as the reader has it, what a person said as that is.
    """
    if counts_as is Face.UNREAD:
        return card.doubts
    held = {*card.doubts, *(face for face, share in shares.items() if share >= LEAST)}
    if not card.lying.is_certain:
        held.update(instead)
    return tuple(sorted(held - {counts_as}, key=lambda face: (face is None, -shares.get(face, 0.0), str(face))))


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
