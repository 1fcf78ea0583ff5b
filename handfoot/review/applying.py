"""An edit applied to a draft: the next draft, or one line that says why it cannot be."""

from dataclasses import replace

from handfoot.asking.kinds import ABOUT_KINDS
from handfoot.review.draft import (
    Draft,
    DraftCard,
    DraftDoubt,
    DraftPile,
    EditError,
    Place,
    Source,
)
from handfoot.review.edits import (
    AddCard,
    Answer,
    ConfirmCards,
    CountOnce,
    Edit,
    MergePiles,
    MoveCard,
    NewPile,
    RemoveCard,
    SetFace,
    SetFact,
    SetKind,
    SetShows,
    SettleDoubt,
    SplitPile,
)
from handfoot.review.placing import (
    as_touched,
    laid,
    lies_left,
    nearest_quad,
    new_pile,
    on_pile,
    placed_in,
    shown_by,
    with_card,
    with_pile,
)
from handfoot.review.settling import (
    as_red_three,
    found_faint,
    natural_on_top,
    on_a_book,
    placed_anew,
    settled_in,
    with_kinds_told,
    without,
)
from handfoot.sides.finished import finished_kind
from scorer.faces import Face
from scorer.record import MOST_CARDS, MOST_PILES, BookKind, Pile, why_impossible
from scorer.words import faces, singular
from vision.laying.piles import PhotoRole, PileKind


def apply(draft: Draft, edit: Edit, mark: int) -> Draft:
    """Return the draft after an edit.

    mark: a number no other edit of the draft has; what the edit makes is named by it.

    Raises:
        EditError: saying why the edit cannot be made; the draft stays as it is.
    """
    after = with_kinds_told(draft, _applied(draft, edit, mark))
    after = _with_answers_that_hold(_with_books_finished(after))
    if not isinstance(edit, SettleDoubt):
        after = _with_seen_to(after)
    if len(after.piles) > MOST_PILES:
        raise EditError(f"a side has no more than {MOST_PILES} piles")
    if len(after.cards) > MOST_CARDS:
        raise EditError(f"a side has no more than {MOST_CARDS} cards")
    return after


def _with_books_finished(draft: Draft) -> Draft:
    """Return the draft with each book that lay squared as that, once it is spread out with too few cards for a book.

    It is finished all the same; what is in it is asked then.
    """

    def finished(pile: DraftPile) -> DraftPile:
        if pile.squared or pile.lay is None or len(pile.cards) >= draft.book.least:
            return pile
        kind = finished_kind(BookKind(pile.lay), draft.faces(pile.cards))
        return replace(natural_on_top(draft, pile), kind=PileKind(kind))

    return replace(draft, piles=tuple(map(finished, draft.piles)))


def _with_answers_that_hold(draft: Draft) -> Draft:
    """Return the draft with what was said of a squared book taken back where its top is another card now.

    No book holds that then, as no 20-wild under a 20-wild; what is in it is asked anew.
    """

    def held(pile: DraftPile) -> DraftPile:
        if not pile.squared:
            return pile
        impossible = why_impossible(_as_said(draft, pile))
        return replace(pile, count=None, w20=None, w50=None) if impossible else pile

    return replace(draft, piles=tuple(map(held, draft.piles)))


def _as_said(draft: Draft, pile: DraftPile) -> Pile:
    """Return a squared book as the record has it: its top, and what was said of the rest."""
    return Pile(top=draft.faces(pile.cards)[0], count=pile.count, w20=pile.w20, w50=pile.w50)


def _with_seen_to(draft: Draft) -> Draft:
    """Return the draft with every doubt settled whose cards a person has seen to, each of them.

    Whether cards count twice is seen to once those that do so count no more, and what else a squared book may be not by
    what its cards are.
    """
    touched = {card.id for card in draft.cards if card.touched}
    on_top = {pile.cards[0] for pile in draft.piles if pile.may_be}

    def seen_to(doubt: DraftDoubt) -> bool:
        if doubt.twice:
            return not draft.counting_twice(doubt)
        if doubt.code in ABOUT_KINDS and not on_top.isdisjoint(doubt.cards):
            return False
        return bool(doubt.cards) and touched.issuperset(doubt.cards)

    return draft.with_settled(seen_to)


def _applied(draft: Draft, edit: Edit, mark: int) -> Draft:
    match edit:
        case SetFace():
            return _set_face(draft, edit, mark)
        case ConfirmCards():
            return _confirm(draft, edit)
        case AddCard():
            return _add_card(draft, edit, mark)
        case RemoveCard():
            _refuse_removed(draft, edit.card)
            return without(as_touched(draft, [edit.card]), edit.card)
        case CountOnce():
            return _count_once(draft, edit)
        case MoveCard():
            return _move(draft, edit.card, edit.to)
        case NewPile():
            return new_pile(draft, edit.cards, mark)
        case MergePiles():
            return _merge(draft, edit)
        case SplitPile():
            return _split(draft, edit, mark)
        case SetKind():
            return _set_kind(draft, edit)
        case Answer():
            return _answer(draft, edit)
        case SetFact():
            return _set_fact(draft, edit)
        case SetShows():
            # The draft began with what its photos show.
            draft.photo(edit.photo)
            return draft
        case SettleDoubt():
            return _settle(draft, edit)


def _set_face(draft: Draft, edit: SetFace, mark: int) -> Draft:
    card = draft.card(edit.card)
    said = replace(card, face=edit.face, source=Source.PERSON, touched=True)
    draft = with_card(draft, said)
    place, is_red = placed_in(draft, card.id), edit.face is Face.RED_THREE
    if place is Place.FAINT and not is_red:
        return found_faint(draft, card, mark)
    if place is None and not is_red:
        is_new, was_alone = card.face is not edit.face, any(pile.cards == (card.id,) for pile in draft.piles)
        settled = settled_in(draft, card.id, mark, is_new=is_new)
        return on_a_book(settled, card.id) if is_new and was_alone and card.number is not None else settled
    if _stays(draft, card, place, is_red=is_red):
        return draft
    if place in (Place.FACE_DOWN, Place.FAINT) and lies_left(draft, card):
        return laid(draft, card.id, Place.LEFT)
    if is_red:
        return as_red_three(draft, card.id)
    return placed_anew(draft, card.id, mark)


def _stays(draft: Draft, was: DraftCard, place: Place | None, *, is_red: bool) -> bool:
    """Tell whether a card lies on in its place, whatever it was, now that it is said to be a red 3 or another card."""
    match place:
        case Place.LEFT | Place.GARBAGE | Place.REMOVED:
            return True
        case Place.AGAIN:
            # What another photo shows counts there, whatever it is; of red 3s among spread books that is but a guess.
            is_guess = was.face is Face.RED_THREE and shown_by(draft, was.id) is not PhotoRole.LEFT
            return is_red or not is_guess
        case Place.RED_THREES:
            return is_red
        case _:
            return False


def _confirm(draft: Draft, edit: ConfirmCards) -> Draft:
    for one in dict.fromkeys(edit.cards):
        _refuse_removed(draft, one)
        if placed_in(draft, one) is Place.FAINT:
            draft = laid(as_touched(draft, [one]), one, Place.REMOVED)
        else:
            draft = with_card(draft, replace(draft.card(one), source=Source.PERSON, touched=True))
    return draft


def _count_once(draft: Draft, edit: CountOnce) -> Draft:
    """Count cards no more that another photo shows; the wilds of a meld that was shown so lie in the other one."""
    like = {card for doubt in draft.doubts if set(edit.cards) & set(doubt.twice) for card in doubt.like}
    others = [pile.id for pile in draft.piles if not pile.squared and like.intersection(pile.cards)]
    homes = {pile.id for pile in draft.piles if not pile.squared and set(edit.cards) & set(pile.cards)}
    for one in dict.fromkeys(edit.cards):
        _refuse_removed(draft, one)
        draft = laid(as_touched(draft, [one]), one, Place.AGAIN)
    meld = next((pile for pile in draft.piles if [pile.id] == others), None)
    if meld is not None and draft.rank(meld) is not None:
        left = [pile for pile in draft.piles if pile.id in homes - {meld.id} and draft.rank(pile) is None]
        for wild in (card for pile in left for card in pile.cards):
            draft = on_pile(draft, wild, meld.id)
    return draft


def _add_card(draft: Draft, edit: AddCard, mark: int) -> Draft:
    quad = None
    if edit.photo is not None:
        photo = draft.photo(edit.photo)
        if not (0 <= edit.x <= photo.width and 0 <= edit.y <= photo.height):
            raise EditError(f"the point {edit.x:.0f}, {edit.y:.0f} lies outside the photo {photo.name}")
        quad = nearest_quad(draft, photo, (edit.x, edit.y))
    card = DraftCard(
        id=f"added.{mark}",
        photo=edit.photo,
        number=None,
        face=edit.face,
        quad=quad,
        confidence=1.0,
        alternatives=(),
        source=Source.PERSON,
        touched=True,
    )
    added = replace(draft, cards=(*draft.cards, card), removed=(*draft.removed, card.id))
    if edit.to is not None:
        return _move(added, card.id, edit.to)
    if lies_left(added, card):
        return laid(added, card.id, Place.LEFT)
    if edit.face is Face.RED_THREE:
        return laid(added, card.id, Place.RED_THREES)
    return new_pile(added, (card.id,), mark)


def _move(draft: Draft, card_id: str, to: str) -> Draft:
    card = draft.card(card_id)
    if card.face is None:
        raise EditError("this card lies face down: say first what it is")
    draft = as_touched(draft, [card_id])
    if to == Place.RED_THREES and card.face is not Face.RED_THREE:
        raise EditError(f"{faces(1, card.face)} cannot lie among the red 3s: say first that it is a red 3")
    if to in (Place.RED_THREES, Place.LEFT, Place.GARBAGE):
        return laid(draft, card_id, Place(to))
    if card_id in draft.pile(to).cards:
        raise EditError(f"this {singular(card.face)} lies in that pile already")
    return on_pile(draft, card_id, to)


def _merge(draft: Draft, edit: MergePiles) -> Draft:
    pile, other = draft.pile(edit.pile), draft.pile(edit.other)
    if pile.id == other.id:
        raise EditError("a pile cannot be joined to itself")
    draft = as_touched(draft, (*pile.cards, *other.cards))
    rest = replace(draft, piles=tuple(one for one in draft.piles if one.id != other.id))
    if edit.same:
        joined = {*pile.cards, *other.cards}
        rest = rest.with_settled(lambda doubt: not joined.isdisjoint(doubt.twice))
        # The cards that all show tell more than a squared book does.
        fuller, barer = (other, pile) if pile.squared and not other.squared else (pile, other)
        again = (*pile.again, *other.again, *barer.cards)
        return with_pile(rest, replace(fuller, id=pile.id, again=again))
    if pile.squared or other.squared:
        raise EditError(
            "a squared book and other cards cannot be joined: turn the book to spread out first, "
            "or say that both are the same cards"
        )
    return with_pile(rest, replace(pile, cards=(*pile.cards, *other.cards), again=(*pile.again, *other.again)))


def _split(draft: Draft, edit: SplitPile, mark: int) -> Draft:
    pile = draft.pile(edit.pile)
    if not set(edit.cards) <= set(pile.cards):
        raise EditError("not all of these cards lie in that pile")
    if set(edit.cards) == set(pile.cards):
        raise EditError("one card at least has to stay in the pile")
    # How its cards lie is told by whoever parts them.
    return new_pile(with_pile(draft, replace(pile, lay=None)), edit.cards, mark)


def _set_kind(draft: Draft, edit: SetKind) -> Draft:
    pile = draft.pile(edit.pile)
    if pile.kind is edit.to and not pile.may_be:
        raise EditError(f"this pile is {'spread out' if edit.to is PileKind.MELD else f'a {edit.to} book'} already")
    draft = _with_kind_settled(draft, pile)
    if pile.kind is edit.to:
        return with_pile(draft, replace(pile, may_be=(), said=pile.kind))
    if not pile.squared and edit.to is not PileKind.WILD:
        pile = natural_on_top(draft, pile)
    return with_pile(
        draft, replace(pile, kind=edit.to, count=None, w20=None, w50=None, may_be=(), said=edit.to, lay=None)
    )


def _with_kind_settled(draft: Draft, pile: DraftPile) -> Draft:
    """Return the draft with the doubts settled of what kind a pile is; what its cards are is another matter."""
    return draft.with_settled(lambda doubt: doubt.code in ABOUT_KINDS and not {*pile.cards}.isdisjoint(doubt.cards))


def _answer(draft: Draft, edit: Answer) -> Draft:
    pile = draft.pile(edit.pile)
    if not pile.squared:
        raise EditError("only of a squared book one says what is in it; of this pile every card is counted")
    said = {name: value for name in ("count", "w20", "w50") if (value := getattr(edit, name)) is not None}
    # Who says what is in a book of which the kind was open has told that kind.
    answered = replace(pile, **said, may_be=(), said=pile.kind if pile.may_be else pile.said)
    if answered.count == 0:
        raise EditError("a book holds one card at least")
    if why := why_impossible(_as_said(draft, answered)):
        raise EditError(why)
    return with_pile(_with_kind_settled(draft, pile), answered)


def _set_fact(draft: Draft, edit: SetFact) -> Draft:
    value = edit.value
    if edit.fact == "went_out":
        if value is not None and not isinstance(value, bool):
            raise EditError(f"{value!r} is no answer to whether the side went out")
        return replace(draft, facts=replace(draft.facts, went_out=value))
    if isinstance(value, bool):
        raise EditError(f"{value!r} is no number of {edit.fact.replace('_', ' ')}")
    if edit.fact == "perfect_deals":
        return replace(draft, facts=replace(draft.facts, perfect_deals=value))
    return replace(draft, facts=replace(draft.facts, improper_melds=value))


def _settle(draft: Draft, edit: SettleDoubt) -> Draft:
    if all(doubt.id != edit.doubt for doubt in draft.doubts):
        raise EditError("that doubt is not there any more")
    doubts = tuple(replace(doubt, settled=edit.settled) if doubt.id == edit.doubt else doubt for doubt in draft.doubts)
    return replace(draft, doubts=doubts)


def _refuse_removed(draft: Draft, card_id: str) -> None:
    if draft.card(card_id).id in draft.removed:
        raise EditError("this card is removed already")
