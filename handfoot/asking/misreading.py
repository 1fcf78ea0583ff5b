"""Where the decks in play cannot hold what was read: the one card that is most likely misread, and as what.

A card that was read as ``f`` is ``a`` with odds ``p(a) / p(f) * s(a, f) * c``: what the reader itself held of the two
faces, the share of misreadings as ``f`` that were ``a`` when the reading was judged, and ``c`` for its company: a
natural among others of its rank is seldom one of another rank.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from handfoot.confusions import Confusions
from handfoot.sides.merging import BOOK_SIZE, PhotoDoubt, SeenPhoto, SeenSide
from scorer.audit import FaceCount
from scorer.faces import FACES, NATURAL_RANKS, Face
from scorer.record import BookKind
from scorer.words import counted, faces, singular
from vision.seen import SeenCard

LEAST = 1e-4
"""What a face that the reader did not keep among its runners-up counts as; as little as it takes any face for."""

IN_COMPANY = 0.1
"""How much less likely a natural beside others of its rank is one of another rank."""

CODE = "count_over_decks"


@dataclass(frozen=True)
class Sighting:
    """A card that counts in the record. ``place`` is how a person finds it; ``stands_for``: how many cards go with it.

    ``company``: whether others of its rank lie in its pile.
    """

    side: int
    photo: SeenPhoto
    number: int
    place: str
    face: Face
    stands_for: int = 1
    company: bool = False

    @property
    def card(self) -> SeenCard:
        """The card as it was seen."""
        return self.photo.reading.cards[self.number]


@dataclass(frozen=True)
class Suspect:
    """A card that is most likely misread, as what it truly is, and the odds."""

    sighting: Sighting
    true: Face
    odds: float


def with_misreadings(
    names: Sequence[str],
    sides: Sequence[SeenSide],
    photos: Sequence[Sequence[SeenPhoto]],
    counts: Sequence[FaceCount],
    confusions: Confusions,
) -> tuple[SeenSide, ...]:
    """Return the sides with a doubt on the likeliest misread card of each face of which there are too many.

    names, photos: of the sides, in their order. counts: of every face on the table.
    """
    doubted = list(sides)
    seen = [one for place, name in enumerate(names) for one in _sightings(place, name, sides[place], photos[place])]
    for count in counts:
        suspect = likeliest(count, seen, {one.face: one for one in counts}, confusions) if count.over else None
        if suspect is not None:
            side = suspect.sighting.side
            doubted[side] = replace(doubted[side], doubts=(*doubted[side].doubts, misread_doubt(count, suspect)))
    return tuple(doubted)


def likeliest(
    count: FaceCount, seen: Sequence[Sighting], counts: Mapping[Face, FaceCount], confusions: Confusions
) -> Suspect | None:
    """Return the single misreading that best explains too many cards of a face; None if no card of it was seen.

    One that explains all of them goes before one that leaves some; what it truly is must fit into the decks too.
    """
    suspects = [
        Suspect(one, true, odds(one, true, confusions))
        for one in seen
        if one.face is count.face
        for true in FACES
        if true is not count.face and counts[true].seen + one.stands_for <= counts[true].most
    ]
    whole = [suspect for suspect in suspects if suspect.sighting.stands_for >= count.over]
    return max(whole or suspects, key=lambda suspect: suspect.odds, default=None)


def odds(one: Sighting, true: Face, confusions: Confusions) -> float:
    """Return the odds that a card is ``true`` and not what it was read as."""
    card = one.card
    kept = {other.face: other.confidence for other in card.runners_up}
    reader = max(kept.get(true, 0.0), LEAST) / max(card.confidence, LEAST)
    company = IN_COMPANY if one.company and true in NATURAL_RANKS else 1.0
    return reader * confusions.share(read=one.face, true=true) * company


def _sightings(side: int, name: str, seen: SeenSide, photos: Sequence[SeenPhoto]) -> Iterator[Sighting]:
    """Yield every card of a side that counts, each once."""
    for place, pile in enumerate(seen.piles, start=1):
        read = [seen.face(card) for card in pile.seen]
        for at, (card, face) in enumerate(zip(pile.seen, read, strict=True)):
            top = pile.pile.squared and at == 0
            yield Sighting(
                side=side,
                photo=photos[card.photo],
                number=card.card,
                place=f"{name}'s pile {place}",
                face=face,
                stands_for=UNDER_A_TOP[pile.pile.kind] if top and pile.pile.kind else 1,
                company=not top and read.count(face) > 1,
            )
    for card in seen.left_cards:
        yield Sighting(side, photos[card.photo], card.card, f"what {name} has left", seen.face(card))
    for card in seen.threes:
        yield Sighting(side, photos[card.photo], card.card, f"{name}'s red 3s", Face.RED_THREE)


UNDER_A_TOP = {BookKind.CLEAN: BOOK_SIZE, BookKind.DIRTY: 4, BookKind.WILD: 1}
"""How many cards of its top card's face a squared book has at least: if that is misread, so are they all."""


def misread_doubt(count: FaceCount, suspect: Suspect) -> PhotoDoubt:
    """Return the doubt on a card, which tells how many of its face there are and what it most likely is."""
    one = suspect.sighting
    rest = count.over - one.stands_for
    more = f", and that leaves {counted(rest, 'card')} too many" if rest > 0 else ""
    say = (
        f"{faces(count.seen, count.face)} on the table, but the decks hold {count.most}; "
        f"the {singular(count.face)} in {one.place} is most likely {_a(suspect.true)}{more}"
    )
    return PhotoDoubt(one.photo.name, (one.number,), say, CODE)


def _a(face: Face) -> str:
    name = singular(face)
    return f"an {name}" if name[0] in "a8" else f"a {name}"
