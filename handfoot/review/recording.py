"""The side of a record that a draft makes."""

from handfoot.review.draft import Draft, DraftPile
from handfoot.unseen import PERFECT_DEALS, WENT_OUT
from scorer.record import BookKind, Pile, Side


def record_of(draft: Draft, name: str, *, score_before: int = 0, others_out: bool = False) -> Side:
    """Return the side that a draft stands for, with notes of what was not seen or said.

    others_out: whether another side of the table is said to have gone out; then this one did not, unless it is said.
    """
    facts = draft.facts
    unsaid = [] if facts.went_out is not None or others_out else [WENT_OUT]
    if facts.perfect_deals is None:
        unsaid.append(PERFECT_DEALS)
    return Side(
        name=name,
        piles=tuple(_pile(draft, pile) for pile in draft.piles),
        red_threes=len(draft.red_threes),
        garbage=draft.faces(draft.garbage),
        left=draft.faces(draft.left),
        went_out=bool(facts.went_out),
        perfect_deals=facts.perfect_deals or 0,
        improper_melds=facts.improper_melds or 0,
        score_before=score_before,
        extra={"x_unsaid": unsaid} if unsaid else {},
    )


def _pile(draft: Draft, pile: DraftPile) -> Pile:
    faces = draft.faces(pile.cards)
    notes = _whereabouts(draft, pile)
    if not pile.squared:
        return Pile(cards=faces, extra=notes)
    # What peeps out behind a book is no guess any more once a person said which wilds are in it.
    if len(faces) > 1 and pile.w20 is None and pile.w50 is None:
        notes["x_behind"] = [str(face) for face in faces[1:]]
    return Pile(top=faces[0], kind=BookKind(pile.kind.value), count=pile.count, w20=pile.w20, w50=pile.w50, extra=notes)


def _whereabouts(draft: Draft, pile: DraftPile) -> dict[str, object]:
    """Return the photo a pile lies in and its cards' numbers there; of cards from several photos, the first one's."""
    first = draft.card(pile.cards[0])
    name = "by hand" if first.photo is None else draft.photo(first.photo).name
    inside = [card for card in map(draft.card, pile.cards) if card.photo == first.photo and card.number is not None]
    return {"x_photo": name, "x_cards": [card.number for card in inside]}
