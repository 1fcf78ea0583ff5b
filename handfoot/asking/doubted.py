"""All that is in doubt of a side: cards, which kinds squared books are of, and cards that may count twice."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from handfoot.asking.kinds import open_kinds
from handfoot.asking.maybes import FACE_DOWN, Maybe, is_there, maybes_of, slots_of
from handfoot.asking.otherwise import with_faces
from handfoot.asking.repeats import Repeat, repeats_of
from handfoot.asking.together import Choice
from scorer.faces import Face
from scorer.record import BookKind, Pile, Side

Other = Face | Pile | Repeat | None
"""What a thing may be instead: another card, or none; a pile of another kind; of a repeat: counted once."""


@dataclass(frozen=True)
class Doubted:
    """Cards that may be others, squared books that may be, by their numbers, and cards that may count twice."""

    side: Side
    cards: Sequence[Maybe]
    books: Sequence[tuple[int, tuple[Pile, ...]]]
    repeats: Sequence[Repeat]

    @property
    def choices(self) -> Sequence[Choice[Other]]:
        """What else each thing may be: first the cards, then the books, then the repeats."""
        return [
            *(Choice(_alike(self.side, maybe), _others(maybe)) for maybe in self.cards),
            *(Choice(("book", number), piles) for number, piles in self.books),
            *(Choice(("repeat", number), (repeat,)) for number, repeat in enumerate(self.repeats)),
        ]

    def otherwise(self, made: Mapping[int, Other]) -> Side:
        """Return the side as it is if these of them are otherwise; a card that a book then does not show is none."""
        piles = list(self.side.piles)
        told: list[tuple[Maybe, Face | None]] = []
        again: dict[tuple[str, int | None], Maybe] = {}
        for at, other in made.items():
            if isinstance(other, Repeat):
                again.update(((card.place, card.at), card) for card in other.cards)
            elif not isinstance(other, Pile):
                told.append((self.cards[at], other))
            elif at < len(self.cards):
                piles.append(other)
            else:
                number, _ = self.books[at - len(self.cards)]
                piles[number - 1] = other
        changed = replace(self.side, piles=tuple(piles))
        chosen = [(maybe, face) for maybe, face in told if (maybe.place, maybe.at) not in again]
        chosen += [(card, None) for card in again.values()]
        return with_faces(changed, [(maybe, face) for maybe, face in chosen if is_there(changed, maybe)])


def doubted_of(side: Side) -> Doubted:
    """Return what the notes in a side leave open."""
    return Doubted(side, sorted(maybes_of(side), key=lambda maybe: maybe.place), open_kinds(side), repeats_of(side))


def _others(maybe: Maybe) -> tuple[Face | Pile | None, ...]:
    """Return what a card may be instead; what was read as a card face down may be the top of a dirty book, too."""
    return (*maybe.faces, Pile(top=maybe.faces[0], kind=BookKind.DIRTY)) if maybe.place == FACE_DOWN else maybe.faces


def _alike(side: Side, maybe: Maybe) -> Hashable:
    """Return what two cards share of which either is otherwise to the same effect."""
    if maybe.at is None:
        return maybe.place, None, maybe.faces
    on_top = maybe.pile is not None and side.piles[maybe.pile - 1].squared and maybe.at == 1
    return maybe.place, on_top, slots_of(side, maybe)[maybe.at - 1], maybe.faces, maybe.on
