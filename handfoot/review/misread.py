"""Too many cards of a face for the decks in play, as the drafts stand now: the likeliest misread card is doubted."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from handfoot.asking.behind import with_wilds_behind
from handfoot.asking.misreading import CODE, UNDER_A_TOP, Sighting, likeliest, misread_doubt
from handfoot.confusions import known_confusions
from handfoot.review.draft import Draft, DraftDoubt
from handfoot.review.scoring import SideDraft, TableDraft
from handfoot.review.telling import pile_name
from handfoot.sides.merging import SeenPhoto
from scorer.audit import face_counts
from scorer.record import BookKind
from vision.piles import PileKind


def with_misread_doubts(table: TableDraft, photos: Mapping[str, SeenPhoto]) -> TableDraft:
    """Return the table with a doubt on the likeliest misread card of each face of which there are too many.

    A card that a person has seen to is not doubted. photos: of all sides, by their ids.

    Raises:
        ScorerError: if the table's round or settings do not exist.
    """
    counts = face_counts(with_wilds_behind(table.record()), table.rules)
    over = [count for count in counts if count.over]
    if not over:
        return table
    sides = list(table.sides)
    sightings = [one for number, side in enumerate(sides) for one in _sightings(number, side, photos)]
    for count in over:
        suspect = likeliest(count, sightings, {one.face: one for one in counts}, known_confusions())
        if suspect is not None:
            said, at = misread_doubt(count, suspect).say, suspect.sighting.side
            sides[at] = replace(sides[at], draft=_with_doubt(sides[at].draft, suspect.sighting, said))
    return replace(table, sides=tuple(sides))


def _with_doubt(draft: Draft, sighting: Sighting, say: str) -> Draft:
    card = next(
        card
        for card in draft.cards
        if card.number == sighting.number and card.photo and draft.photo(card.photo).name == sighting.photo.name
    )
    assert card.photo is not None
    doubt = DraftDoubt(f"{CODE}-{card.id}", card.photo, (card.id,), say, CODE)
    # First, as it weighs more than a weak reading.
    return replace(draft, doubts=(doubt, *draft.doubts))


def _sightings(number: int, side: SideDraft, photos: Mapping[str, SeenPhoto]) -> Iterator[Sighting]:
    """Yield the cards of a side that count and that nobody has seen to."""
    draft = side.draft
    for pile in draft.piles:
        faces = draft.faces(pile.cards)
        for place, (card, face) in enumerate(zip(pile.cards, faces, strict=True)):
            is_top = pile.squared and place == 0
            under = UNDER_A_TOP[BookKind(pile.kind.value)] if is_top and pile.kind is not PileKind.MELD else 1
            found = _sighting(number, side, card, pile_name(draft, pile), photos)
            if found is not None:
                yield replace(found, stands_for=under, company=not is_top and faces.count(face) > 1)
    for where, cards in (("cards left", draft.left), ("red 3s", draft.red_threes)):
        for card in cards:
            found = _sighting(number, side, card, where, photos)
            if found is not None:
                yield found


def _sighting(
    number: int, side: SideDraft, card_id: str, where: str, photos: Mapping[str, SeenPhoto]
) -> Sighting | None:
    card = side.draft.card(card_id)
    if card.touched or card.photo is None or card.number is None or card.face is None:
        return None
    return Sighting(number, photos[card.photo], card.number, f"{side.name}'s {where}", card.face)
